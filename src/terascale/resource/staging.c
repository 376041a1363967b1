/* SPDX-License-Identifier: MIT
 *
 * Transfers of textures through GTT, for boards whose VRAM the CPU reads without its caches, word by word over the
 * bus (ws_info::vram_uncached).
 *
 * Reading: CP DMA copies whole rows of tiles to a buffer in GTT as they lie there, and the CPU detiles that. So every
 * format goes this way, depth, stencil and compressed ones, too, and no bit changes on the way.
 *
 * Writing in place is fast enough, as tiles are written from their first byte to their last; waiting for a texture
 * that is in use is not. Such a one is written by a draw from a linear texture in GTT. Formats that no draw copies bit
 * by bit (depth and stencil, compressed, more than four bytes a texel) and boxes of several layers wait.
 */
#include "terascale/resource/staging.h"

#include <assert.h>
#include <string.h>

#include "db/terascale/pm4.h"
#include "driver/bo.h"
#include "pipe/p_context.h"
#include "terascale/blit/blit.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/resource/resource.h"
#include "terascale/screen.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

enum { CP_DMA_MAX_B = (1 << 21) - 8, CP_DMA_DW = 6 + 2 * 2 };

void
ts_texels_in_place(const struct ts_resource *r, struct ts_texels *t)
{
   t->map = r->bo->map;
   t->surf = r->surf;
   t->stencil_map = r->has_stencil_plane ? r->bo->map + r->stencil_offset_B : NULL;
   t->stencil = r->stencil;
}

/* ---- reading ------------------------------------------------------------------------------------------- */

/** Bytes of a surface. */
struct range {
   uint64_t from_B, size_B;
};

/** All of the tiles that a box has blocks in, and what lies between them. */
static struct range
range_of(const struct ts_surface *s, unsigned level, const struct pipe_box *box)
{
   const struct ts_level *l = &s->level[level];
   const uint64_t row_B = (uint64_t)l->pitch_bl * s->block_B;
   uint32_t y0 = (uint32_t)box->y / s->blk_h, y1 = DIV_ROUND_UP((uint32_t)(box->y + box->height), s->blk_h);
   if (l->mode == TS_2D_TILED_THIN1) { /* banks and pipes mix rows: all of the layer */
      y0 = 0;
      y1 = l->height_bl;
   } else if (l->mode == TS_1D_TILED_THIN1) {
      y0 &= ~7u;
      y1 = (uint32_t)u_align(y1, 8);
   }
   assert(s->samples == 1 && box->depth > 0 && y0 < y1 && y1 <= l->height_bl);
   const uint64_t first = l->offset_B + (uint64_t)box->z * l->slice_B;
   const uint64_t last = first + (uint64_t)(box->depth - 1) * l->slice_B;
   return (struct range){first + y0 * row_B, last - first + (y1 - y0) * row_B};
}

/** A level's place in a copy of the surface that begins with byte \p from_B of it. An offset below zero wraps around, and back when
 * the place of a block inside the level is added. */
static void
move_level(struct ts_surface *s, unsigned level, uint64_t from_B)
{
   s->level[level].offset_B -= from_B;
}

/** CP DMA. On R6xx CP_SYNC does not wait for the last byte: whoever depends on it waits for CP_DMA_IDLE, which the
 * end of each stream does. */
static void
copy_bytes(struct ts_context *c, struct drv_bo *dst, uint64_t dst_B, struct drv_bo *src, uint64_t src_B,
           uint64_t size_B)
{
   struct drv_cs *cs = &c->base.cs;
   assert(dst_B + size_B <= dst->size_B && src_B + size_B <= src->size_B);
   for (uint64_t at = 0; at < size_B; at += CP_DMA_MAX_B) {
      const uint32_t n = (uint32_t)MIN2(size_B - at, CP_DMA_MAX_B);
      const uint64_t from = src->va + src_B + at, to = dst->va + dst_B + at;
      ts_need_space(c, CP_DMA_DW);
      cs_packet3(cs, DB_PKT3_CP_DMA, 5);
      cs_dw(cs, (uint32_t)from);
      cs_dw(cs, DB_PKT3_CP_DMA_DW1(.SRC_ADDRESS_HI = (uint32_t)(from >> 32), .CP_SYNC = at + n == size_B));
      cs_dw(cs, (uint32_t)to);
      cs_dw(cs, DB_PKT3_CP_DMA_DW3(.DST_ADDRESS_HI = (uint32_t)(to >> 32)));
      cs_dw(cs, DB_PKT3_CP_DMA_DW4(.BYTE_COUNT = n));
      cs_reloc(cs, src, false);
      cs_reloc(cs, dst, true);
   }
}

struct drv_bo *
ts_staging_read(struct ts_context *c, struct ts_resource *r, unsigned level, const struct pipe_box *box,
                struct ts_texels *t)
{
   if (!ts_staging_wanted(c->screen, r) || box->width <= 0 || box->height <= 0 || box->depth <= 0)
      return NULL;
   const struct range texels = range_of(&r->surf, level, box);
   struct range stencil = {0};
   if (r->has_stencil_plane)
      stencil = range_of(&r->stencil, level, box);
   struct drv_bo *bo = drv_bo_create(&c->screen->bos, texels.size_B + stencil.size_B, 4096, WS_DOMAIN_GTT);
   if (!bo)
      return NULL;
   /* CP DMA reads memory: what was drawn has to be there. R6xx has no SURFACE_SYNC that waits for the end of the
    * flush; as the kernel does before its fences (r600.c, r600_fence_ring_emit), idleness is waited for again. */
   ts_need_space(c, TS_CS_MAX_DRAW_DW);
   c->ops->emit_flush(c, TS_FLUSH_WAIT_PS | TS_FLUSH_WAIT_IDLE | TS_FLUSH_CB | TS_FLUSH_DB);
   c->ops->emit_flush(c, TS_FLUSH_WAIT_IDLE);
   copy_bytes(c, bo, 0, r->bo, texels.from_B, texels.size_B);
   if (r->has_stencil_plane)
      copy_bytes(c, bo, texels.size_B, r->bo, r->stencil_offset_B + stencil.from_B, stencil.size_B);
   drv_bo_sync(&c->base, bo, false);
   ts_texels_in_place(r, t);
   t->map = bo->map;
   move_level(&t->surf, level, texels.from_B);
   if (t->stencil_map) {
      t->stencil_map = bo->map + texels.size_B;
      move_level(&t->stencil, level, stencil.from_B);
   }
   return bo;
}

/* ---- writing ------------------------------------------------------------------------------------------- */

bool
ts_staging_write(struct ts_context *c, struct ts_resource *r, unsigned level, const struct pipe_box *box,
                 const uint8_t *rows, uint32_t stride_B)
{
   const unsigned format = drv_blit_carrier(r->base.format);
   if (!ts_staging_wanted(c->screen, r) || format == PIPE_FORMAT_NONE || box->depth != 1 ||
       !drv_bo_busy(&c->base, r->bo))
      return false;
   const struct pipe_resource templ = {.target = PIPE_TEXTURE_2D,
                                       .format = (uint16_t)format,
                                       .width0 = (uint32_t)box->width,
                                       .height0 = (uint32_t)box->height,
                                       .depth0 = 1,
                                       .array_size = 1,
                                       .usage = PIPE_USAGE_STAGING,
                                       .bind = PIPE_BIND_SAMPLER_VIEW};
   struct pipe_resource *linear = c->base.base.screen->resource_create(c->base.base.screen, &templ);
   if (!linear)
      return false;
   const struct ts_resource *s = ts_resource(linear);
   ts_surface_upload(&c->screen->tiling, &s->surf, s->bo->map, 0, 0, 0, 0, (uint32_t)box->width,
                     (uint32_t)box->height, rows, stride_B);
   const struct pipe_box all = {.width = box->width, .height = box->height, .depth = 1};
   c->base.base.resource_copy_region(&c->base.base, &r->base, level, (uint32_t)box->x, (uint32_t)box->y,
                                     (uint32_t)box->z, linear, 0, &all);
   pipe_resource_unref(linear);
   return true;
}
