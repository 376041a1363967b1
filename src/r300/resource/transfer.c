/* SPDX-License-Identifier: MIT
 *
 * CPU access to resources. Linear textures of colours and buffers are mapped as they are; of others the CPU gets rows of its own, which it
 * tiles and detiles, and of macro tiles a linear copy that draws make and write back. The GPU never writes buffers, so their contents are always what the CPU wrote: a busy one that is
 * to be changed simply gets new storage with the old bytes.
 *
 * Left out: copies in GTT for boards whose VRAM the CPU reads slowly.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "r300/blit.h"
#include "r300/context.h"
#include "r300/layout.h"
#include "r300/resource.h"
#include "util/u_math.h"

#define COPY_ON_WRITE_MAX_B (1u << 20)

struct transfer {
   struct pipe_transfer base;
   uint8_t *rows; /* what the caller works on, to be freed; NULL: the storage itself, or copy's */
   struct pipe_resource *copy;
};

/* ---- buffers ---- */

/** New storage for a busy buffer. False: out of memory. */
static bool
replace_buffer(struct r300_context *c, struct r300_resource *r, bool keep_contents)
{
   struct drv_bo *old = drv_bo_ref(r->bo);
   const bool ok = r300_resource_alloc_bo(c->screen, r);
   if (ok && keep_contents)
      memcpy(r->bo->map, old->map, r->size_B);
   drv_bo_unref(old);
   return ok;
}

static void *
buffer_map(struct pipe_context *pc, struct pipe_resource *pr, uint32_t offset_B, uint32_t size_B,
           uint32_t usage)
{
   struct r300_context *c = r300_context(pc);
   struct r300_resource *r = r300_resource(pr);
   const bool whole = usage & PIPE_MAP_DISCARD_WHOLE;
   if (usage & PIPE_MAP_WRITE && !(usage & PIPE_MAP_UNSYNCHRONIZED) && drv_bo_busy(&c->base, r->bo)) {
      if (!whole && r->size_B > COPY_ON_WRITE_MAX_B) {
         drv_bo_sync(&c->base, r->bo, true);
      } else if (!replace_buffer(c, r, !whole)) {
         c->base.oom = true;
         return NULL;
      }
   }
   return r->bo->map + offset_B;
}

static void
buffer_unmap(struct pipe_context *pc, struct pipe_resource *r)
{
}

/* ---- textures ---- */

static struct r300_blocks
to_blocks(const struct r300_resource *r, const struct pipe_box *b)
{
   struct r300_blocks o = {(uint32_t)b->x / r->blk_w, (uint32_t)b->y / r->blk_h, 0, 0};
   o.w = DIV_ROUND_UP((uint32_t)(b->x + b->width), r->blk_w) - o.x;
   o.h = DIV_ROUND_UP((uint32_t)(b->y + b->height), r->blk_h) - o.y;
   return o;
}

/** Depth and stencil change places. \p left: to memory, else to pipe_format's. */
static void
rotate_texels(uint8_t *rows, struct r300_blocks b, uint32_t stride_B, bool left)
{
   for (uint32_t y = 0; y < b.h; y++) {
      for (uint32_t x = 0; x < b.w; x++) {
         uint8_t *p = rows + (size_t)y * stride_B + x * 4u;
         uint32_t v;
         memcpy(&v, p, 4);
         v = left ? v << 8 | v >> 24 : v >> 8 | v << 24;
         memcpy(p, &v, 4);
      }
   }
}

/** rotate_texels of all of a transfer's copy. */
static void
rotate_copy(const struct transfer *t, bool left)
{
   const struct r300_resource *r = r300_resource(t->base.resource);
   const struct r300_blocks b = to_blocks(r, &t->base.box);
   for (int z = 0; r->depth_high && z < t->base.box.depth; z++)
      rotate_texels(r300_resource(t->copy)->bo->map + (size_t)z * t->base.layer_stride_B, b, t->base.stride_B,
                    left);
}

static uint8_t *
layer_of(const struct r300_resource *r, unsigned level, unsigned layer)
{
   return r->bo->map + r300_resource_offset(r, level, layer);
}

static void
download(const struct transfer *t)
{
   const struct r300_resource *r = r300_resource(t->base.resource);
   const struct r300_blocks b = to_blocks(r, &t->base.box);
   for (unsigned z = 0; z < (unsigned)t->base.box.depth; z++) {
      uint8_t *rows = t->rows + (size_t)z * t->base.layer_stride_B;
      r300_layout_download(r, t->base.level, layer_of(r, t->base.level, (unsigned)t->base.box.z + z), b, rows,
                           t->base.stride_B);
      if (r->depth_high)
         rotate_texels(rows, b, t->base.stride_B, false);
   }
}

static void
upload(const struct transfer *t)
{
   const struct r300_resource *r = r300_resource(t->base.resource);
   const struct r300_blocks b = to_blocks(r, &t->base.box);
   for (unsigned z = 0; z < (unsigned)t->base.box.depth; z++) {
      uint8_t *rows = t->rows + (size_t)z * t->base.layer_stride_B;
      if (r->depth_high)
         rotate_texels(rows, b, t->base.stride_B, true);
      r300_layout_upload(r, t->base.level, layer_of(r, t->base.level, (unsigned)t->base.box.z + z), b, rows,
                         t->base.stride_B);
   }
}

/** Before the CPU writes: waits, or gives the texture new storage if nothing of it is needed any more. */
static void
sync_for_write(struct r300_context *c, struct r300_resource *r, uint32_t usage)
{
   if (usage & PIPE_MAP_UNSYNCHRONIZED || !drv_bo_busy(&c->base, r->bo))
      return;
   if (usage & PIPE_MAP_DISCARD_WHOLE && !(r->base.bind & PIPE_BIND_SHARED) &&
       r300_resource_alloc_bo(c->screen, r))
      return;
   drv_bo_sync(&c->base, r->bo, true);
}

static void *
map_in_place(struct r300_context *c, struct transfer *t)
{
   struct r300_resource *r = r300_resource(t->base.resource);
   const struct r300_blocks b = to_blocks(r, &t->base.box);
   const uint32_t usage = t->base.usage;
   const struct r300_level *l = &r->level[t->base.level];
   t->base.stride_B = l->pitch_px / r->blk_w * r->block_B;
   t->base.layer_stride_B = l->layer_B;
   if (usage & PIPE_MAP_WRITE)
      sync_for_write(c, r, usage);
   else if (!(usage & PIPE_MAP_UNSYNCHRONIZED))
      drv_bo_sync(&c->base, r->bo, false);
   return layer_of(r, t->base.level, (unsigned)t->base.box.z) +
          r300_layout_offset(r, t->base.level, b.x, b.y);
}

/** NULL: out of memory. */
static void *
map_rows(struct r300_context *c, struct transfer *t)
{
   struct r300_resource *r = r300_resource(t->base.resource);
   const struct r300_blocks b = to_blocks(r, &t->base.box);
   const uint32_t usage = t->base.usage;
   t->base.stride_B = (uint32_t)u_align((uint64_t)b.w * r->block_B, 4);
   t->base.layer_stride_B = t->base.stride_B * b.h;
   t->rows = malloc(MAX2((size_t)t->base.layer_stride_B * (size_t)t->base.box.depth, 1));
   if (!t->rows || (!(usage & PIPE_MAP_READ) && usage & (PIPE_MAP_DISCARD_RANGE | PIPE_MAP_DISCARD_WHOLE)))
      return t->rows;
   if (!(usage & PIPE_MAP_UNSYNCHRONIZED))
      drv_bo_sync(&c->base, r->bo, false);
   download(t);
   return t->rows;
}

/** Of macro tiles: a linear texture of the box. NULL: out of memory. */
static void *
map_copy(struct r300_context *c, struct transfer *t)
{
   struct pipe_screen *ps = &c->screen->base;
   const struct r300_resource *r = r300_resource(t->base.resource);
   const struct pipe_box *b = &t->base.box, all = {0, 0, 0, b->width, b->height, b->depth};
   const struct pipe_resource templ = {.target = PIPE_TEXTURE_2D,
                                       .format = (uint16_t)r300_blit_raw_format(r->block_B),
                                       .width0 = (uint32_t)b->width,
                                       .height0 = (uint32_t)b->height,
                                       .depth0 = 1,
                                       .array_size = (uint32_t)b->depth,
                                       .usage = PIPE_USAGE_STAGING,
                                       .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET};
   t->copy = ps->resource_create(ps, &templ);
   if (!t->copy)
      return NULL;
   const struct r300_resource *copy = r300_resource(t->copy);
   t->base.stride_B = copy->level[0].pitch_px * copy->block_B;
   t->base.layer_stride_B = copy->level[0].layer_B;
   if (!(t->base.usage & PIPE_MAP_READ) && t->base.usage & (PIPE_MAP_DISCARD_RANGE | PIPE_MAP_DISCARD_WHOLE))
      return copy->bo->map;
   r300_blit_raw(c, t->copy, 0, &all, t->base.resource, t->base.level, b);
   drv_bo_sync(&c->base, copy->bo, false);
   rotate_copy(t, false);
   return copy->bo->map;
}

/** What the caller has written goes back. */
static void
unmap_copy(struct r300_context *c, const struct transfer *t)
{
   const struct pipe_box *b = &t->base.box, all = {0, 0, 0, b->width, b->height, b->depth};
   if (t->base.usage & PIPE_MAP_WRITE) {
      rotate_copy(t, true);
      r300_blit_raw(c, t->base.resource, t->base.level, b, t->copy, 0, &all);
   }
   pipe_resource_unref(t->copy);
}

static void *
texture_map(struct pipe_context *pc, struct pipe_resource *pr, unsigned level, uint32_t usage,
            const struct pipe_box *box, struct pipe_transfer **out)
{
   struct r300_context *c = r300_context(pc);
   const struct r300_resource *r = r300_resource(pr);
   struct transfer *t = calloc(1, sizeof *t);
   void *p = NULL;
   r300_hyperz_release(c, pr);
   if (t) {
      t->base = (struct pipe_transfer){.resource = pr, .level = (uint16_t)level, .usage = usage, .box = *box};
      p = r->level[level].macro                          ? map_copy(c, t)
          : r->micro == R300_TILE_NONE && !r->depth_high ? map_in_place(c, t)
                                                         : map_rows(c, t);
   }
   if (p) {
      pipe_resource_ref(pr);
   } else {
      if (t)
         pipe_resource_unref(t->copy);
      free(t);
      t = NULL;
      c->base.oom = true;
   }
   *out = t ? &t->base : NULL;
   return p;
}

static void
texture_unmap(struct pipe_context *pc, struct pipe_transfer *pt)
{
   struct r300_context *c = r300_context(pc);
   struct transfer *t = (struct transfer *)pt;
   if (!t)
      return;
   if (t->copy)
      unmap_copy(c, t);
   if (t->base.usage & PIPE_MAP_WRITE) {
      if (t->rows) {
         sync_for_write(c, r300_resource(pt->resource), pt->usage);
         upload(t);
      }
      c->flush |= R300_FLUSH_INV_TEX;
   }
   free(t->rows);
   pipe_resource_unref(pt->resource);
   free(t);
}

void
r300_init_transfer_functions(struct r300_context *c)
{
   c->base.base.buffer_map = buffer_map;
   c->base.base.buffer_unmap = buffer_unmap;
   c->base.base.texture_map = texture_map;
   c->base.base.texture_unmap = texture_unmap;
}
