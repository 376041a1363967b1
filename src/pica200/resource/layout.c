/* SPDX-License-Identifier: MIT
 *
 * Tiles of 8x8 texels, row by row; inside a tile the bits of x and y take turns (Morton order). Row 0 of a picture is the last one
 * in memory, for textures and targets alike. Levels follow each other without gaps; those of less than 8 texels take a tile all
 * the same, but no unit samples them. 3dbrew, "GPU/Textures"; pictures smaller than their storage are this driver's.
 */
#include <string.h>

#include "pica200/resource.h"
#include "util/u_math.h"

enum { TILE = 8, TILE_TEXELS = 64 };

uint32_t
pica200_level_width(const struct pica200_resource *r, unsigned level)
{
   return u_minify(r->base.width0, level);
}

uint32_t
pica200_level_height(const struct pica200_resource *r, unsigned level)
{
   return u_minify(r->base.height0, level);
}

void
pica200_layout(struct pica200_resource *r, uint32_t width, uint32_t height)
{
   uint32_t at = 0;
   assert(width % TILE == 0 && height % TILE == 0);
   r->sampled_levels = 0;
   r->padded = r->padding_valid = false;
   for (unsigned k = 0; k <= r->base.last_level; k++) {
      const uint32_t w = u_minify(width, k), h = u_minify(height, k);
      struct pica200_level *l = &r->level[k];
      *l = (struct pica200_level){at, (uint16_t)u_align(w, TILE), (uint16_t)u_align(h, TILE)};
      at += (uint32_t)l->width * l->height * r->format->texel_B;
      if (w < TILE || h < TILE)
         continue;
      r->sampled_levels = (uint8_t)(k + 1);
      r->padded |= l->width != pica200_level_width(r, k) || l->height != pica200_level_height(r, k);
   }
   r->layer_B = at;
   r->size_B = (uint64_t)at * r->base.array_size;
}

/** Bits of 0 to 7 at the even places. */
static const uint8_t spread[TILE] = {0, 1, 4, 5, 16, 17, 20, 21};

/** The first texel of row \p y of a level's picture, without what x adds. */
static uint32_t
row_start(const struct pica200_level *l, uint32_t y)
{
   const uint32_t my = l->height - 1 - y;
   return my / TILE * (l->width / TILE) * TILE_TEXELS + spread[my % TILE] * 2u;
}

static uint32_t
column(uint32_t x)
{
   return x / TILE * TILE_TEXELS + spread[x % TILE];
}

void
pica200_tile(const struct pica200_resource *r, unsigned level, uint8_t *texels, const struct pipe_box *box,
             const uint8_t *rows, uint32_t stride_B)
{
   const struct pica200_level *l = &r->level[level];
   const uint32_t size_B = r->format->texel_B;
   for (uint32_t y = 0; y < (uint32_t)box->height; y++, rows += stride_B) {
      const uint32_t start = row_start(l, (uint32_t)box->y + y);
      /* two neighbours in memory at a time, where they are neighbours in the row */
      for (uint32_t x = 0, n; x < (uint32_t)box->width; x += n) {
         const uint32_t at = (uint32_t)box->x + x;
         n = at % 2 || x + 1 == (uint32_t)box->width ? 1 : 2;
         pica200_to_memory(r->format, texels + (size_t)(start + column(at)) * size_B,
                           rows + (size_t)x * size_B, n);
      }
   }
}

void
pica200_detile(const struct pica200_resource *r, unsigned level, const uint8_t *texels,
               const struct pipe_box *box, uint8_t *rows, uint32_t stride_B)
{
   const struct pica200_level *l = &r->level[level];
   const uint32_t size_B = r->format->texel_B;
   for (uint32_t y = 0; y < (uint32_t)box->height; y++, rows += stride_B) {
      const uint32_t start = row_start(l, (uint32_t)box->y + y);
      for (uint32_t x = 0, n; x < (uint32_t)box->width; x += n) {
         const uint32_t at = (uint32_t)box->x + x;
         n = at % 2 || x + 1 == (uint32_t)box->width ? 1 : 2;
         pica200_from_memory(r->format, rows + (size_t)x * size_B,
                             texels + (size_t)(start + column(at)) * size_B, n);
      }
   }
}

/** The texel of a picture of \p size that stands at \p i of its storage. */
static uint32_t
wrapped(uint32_t i, uint32_t size, unsigned wrap)
{
   switch (wrap) {
   case PIPE_TEX_WRAP_REPEAT:
      return i % size;
   case PIPE_TEX_WRAP_MIRROR_REPEAT:
      i %= 2 * size;
      return i < size ? i : 2 * size - 1 - i;
   default:
      return MIN2(i, size - 1);
   }
}

static void
pad_level(const struct pica200_resource *r, unsigned level, uint8_t *texels, unsigned wrap_s, unsigned wrap_t)
{
   const struct pica200_level *l = &r->level[level];
   const uint32_t w = pica200_level_width(r, level), h = pica200_level_height(r, level);
   const uint32_t size_B = r->format->texel_B;
   for (uint32_t y = 0; y < l->height; y++) {
      const uint32_t to = row_start(l, y), from = row_start(l, wrapped(y, h, wrap_t));
      for (uint32_t x = y < h ? w : 0; x < l->width; x++)
         memcpy(texels + (size_t)(to + column(x)) * size_B,
                texels + (size_t)(from + column(wrapped(x, w, wrap_s))) * size_B, size_B);
   }
}

static void
move_texel(const struct pica200_resource *r, unsigned level, uint8_t *texels, uint32_t to_x, uint32_t to_y,
           uint32_t from_x, uint32_t from_y)
{
   const struct pica200_level *l = &r->level[level];
   const uint32_t size_B = r->format->texel_B;
   memmove(texels + (size_t)(row_start(l, to_y) + column(to_x)) * size_B,
           texels + (size_t)(row_start(l, from_y) + column(from_x)) * size_B, size_B);
}

/** In place: each texel comes from one that is not above or right of it, so from the last to the first. */
static void
magnify(const struct pica200_resource *r, unsigned level, uint8_t *texels)
{
   const struct pica200_level *l = &r->level[level];
   const uint32_t w = pica200_level_width(r, level), h = pica200_level_height(r, level);
   for (uint32_t y = l->height; y--;)
      for (uint32_t x = l->width; x--;)
         move_texel(r, level, texels, x, y, x * w / l->width, y * h / l->height);
}

/** ... and back: the first texel that came from each. */
static void
shrink(const struct pica200_resource *r, unsigned level, uint8_t *texels)
{
   const struct pica200_level *l = &r->level[level];
   const uint32_t w = pica200_level_width(r, level), h = pica200_level_height(r, level);
   for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++)
         move_texel(r, level, texels, x, y, DIV_ROUND_UP(x * l->width, w), DIV_ROUND_UP(y * l->height, h));
}

void
pica200_unpad(struct pica200_resource *r)
{
   assert(pica200_is_magnified(r));
   for (unsigned layer = 0; layer < r->base.array_size; layer++)
      for (unsigned k = 0; k < r->sampled_levels; k++)
         shrink(r, k, r->bo->map + pica200_level_offset(r, k, layer));
   r->padding_valid = false;
}

void
pica200_pad(struct pica200_resource *r, unsigned wrap_s, unsigned wrap_t)
{
   const bool cube = r->base.target == PIPE_TEXTURE_CUBE;
   assert(!pica200_is_magnified(r));
   for (unsigned layer = 0; layer < r->base.array_size; layer++)
      for (unsigned k = 0; k < r->sampled_levels; k++)
         if (cube)
            magnify(r, k, r->bo->map + pica200_level_offset(r, k, layer));
         else
            pad_level(r, k, r->bo->map + pica200_level_offset(r, k, layer), wrap_s, wrap_t);
   r->padding_valid = true;
   r->padding_s = (uint8_t)wrap_s;
   r->padding_t = (uint8_t)wrap_t;
}
