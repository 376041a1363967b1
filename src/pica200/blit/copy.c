/* SPDX-License-Identifier: MIT
 *
 * Copies by the transfer engine's texture copy, which knows lines of bytes and gaps between them: rectangles of whole tiles, between storages of
 * one format. A line is a row of tiles. What stands around a picture in its storage may be overwritten, so that a rectangle that ends
 * where the destination's picture ends counts as whole. 3dbrew, "GPU/External Registers".
 */
#include "db/pica200/picax_regs.h"
#include "pica200/blit.h"
#include "pica200/resource.h"
#include "util/u_math.h"

enum {
   TILE = 8,
   UNIT_B = 16,       /* of lines and gaps */
   LEAST_GAPS_B = 192 /* of a copy with gaps */
};

/** Tiles of a rectangle in one layer's level: columns and rows of them, rows as memory has them. */
struct tiles {
   uint32_t x, y, width, height;
};

/** One direction of a rectangle, as tiles. False: it cuts tiles whose other texels matter. */
static bool
whole_tiles(uint32_t at, uint32_t size, uint32_t picture, uint32_t *first, uint32_t *count)
{
   *first = at / TILE;
   *count = DIV_ROUND_UP(size, TILE);
   return at % TILE == 0 && (size % TILE == 0 || at + size == picture);
}

/** The tiles of \p box. False: it is not inside of the level's picture, or cuts tiles whose other texels matter. */
static bool
find_tiles(const struct pica200_resource *r, unsigned level, const struct pipe_box *box, bool is_dst,
           struct tiles *out)
{
   const struct pica200_level *l = &r->level[level];
   const uint32_t w = pica200_level_width(r, level), h = pica200_level_height(r, level);
   const uint32_t x = (uint32_t)box->x, y = (uint32_t)box->y, width = (uint32_t)box->width,
                  height = (uint32_t)box->height;
   uint32_t from_below;
   if (box->x < 0 || box->y < 0 || box->width <= 0 || box->height <= 0 || x + width > w || y + height > h)
      return false;
   /* a source may end anywhere, as long as its last tiles are in its storage, which whole tiles always are */
   if (!whole_tiles(x, width, is_dst ? w : x + width, &out->x, &out->width) ||
       !whole_tiles(y, height, is_dst ? h : y + height, &from_below, &out->height))
      return false;
   out->y = l->height / TILE - from_below - out->height;
   return true;
}

/** Where the tiles begin in the storage, and their lines. */
static uint32_t
lines_of(const struct pica200_resource *r, unsigned level, unsigned layer, const struct tiles *t,
         uint32_t *start_B)
{
   const struct pica200_level *l = &r->level[level];
   const uint32_t tile_B = TILE * TILE * r->format->texel_B, row = l->width / TILE;
   *start_B = pica200_level_offset(r, level, layer) + (t->y * row + t->x) * tile_B;
   const uint32_t gap = row - t->width;
   return gap && t->height > 1 ? t->width * tile_B / UNIT_B | gap * tile_B / UNIT_B << 16 : 0;
}

static bool
is_same_picture(const struct pica200_resource *a, const struct pica200_resource *b,
                const struct pipe_blit_info *info)
{
   return a == b && info->dst.level == info->src.level &&
          info->dst.box.z < info->src.box.z + info->src.box.depth &&
          info->src.box.z < info->dst.box.z + info->dst.box.depth;
}

bool
pica200_copy_tiles(struct pica200_context *c, const struct pipe_blit_info *info)
{
   struct pica200_resource *dst = pica200_resource(info->dst.resource),
                           *src = pica200_resource(info->src.resource);
   const struct pipe_box *db = &info->dst.box, *sb = &info->src.box;
   struct tiles to, from;
   if (!dst->format || dst->format != src->format || info->dst.format != info->src.format ||
       info->scissor_enable || db->width != sb->width || db->height != sb->height || db->depth != sb->depth ||
       is_same_picture(dst, src, info) || pica200_is_magnified(dst) || pica200_is_magnified(src) ||
       !find_tiles(dst, info->dst.level, db, true, &to) ||
       !find_tiles(src, info->src.level, sb, false, &from))
      return false;
   const uint32_t bytes = to.width * to.height * TILE * TILE * dst->format->texel_B;
   for (int z = 0; z < db->depth; z++) {
      uint32_t dst_B, src_B;
      const uint32_t out = lines_of(dst, info->dst.level, (unsigned)(db->z + z), &to, &dst_B),
                     in = lines_of(src, info->src.level, (unsigned)(sb->z + z), &from, &src_B);
      if ((in | out) && bytes < LEAST_GAPS_B)
         return false; /* of the first layer, as all are alike */
      pica200_copy(c, dst->bo, dst_B, out, src->bo, src_B, in, bytes);
   }
   dst->padding_valid = false;
   dst->written = true;
   c->stale_textures = true;
   c->base.dirty |= PICA200_DIRTY(TEXTURES);
   return true;
}
