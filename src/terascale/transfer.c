/* SPDX-License-Identifier: MIT
 *
 * CPU access to resources. Linear textures and buffers are mapped as they are; tiled textures go through a
 * linear copy that the CPU tiles and detiles. The GPU never writes buffers, so their contents are always what
 * the CPU wrote: a busy one that is to be changed simply gets new storage with the old bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "pipe/p_context.h"
#include "terascale/context.h"
#include "terascale/fast_clear.h"
#include "terascale/format.h"
#include "terascale/resource.h"
#include "terascale/screen.h"
#include "terascale/surface.h"
#include "util/u_math.h"

#define COPY_ON_WRITE_MAX_B (1u << 20)

struct ts_transfer {
   struct pipe_transfer base;
   uint8_t *staging; /* NULL: the caller works on the storage itself */
};

static bool
new_storage(struct ts_context *c, struct ts_resource *r)
{
   if (!ts_resource_alloc_bo(c->screen, r))
      return false;
   __atomic_fetch_add(&c->screen->storage_serial, 1, __ATOMIC_RELAXED);
   return true;
}

static void *
buffer_map(struct pipe_context *pc, struct pipe_resource *pr, uint32_t offset_B, uint32_t size_B,
           uint32_t usage)
{
   struct ts_context *c = ts_context(pc);
   struct ts_resource *r = ts_resource(pr);
   if (usage & PIPE_MAP_WRITE && !(usage & PIPE_MAP_UNSYNCHRONIZED) && ts_bo_busy(c, r->bo)) {
      bool whole = usage & PIPE_MAP_DISCARD_WHOLE;
      if (whole || r->size_B <= COPY_ON_WRITE_MAX_B) {
         struct drv_bo *old = drv_bo_ref(r->bo);
         if (!new_storage(c, r)) {
            drv_bo_unref(old);
            c->oom = true;
            return NULL;
         }
         if (!whole)
            memcpy(r->bo->map, old->map, r->size_B);
         drv_bo_unref(old);
      } else {
         ts_bo_sync(c, r->bo, true);
      }
   }
   return r->bo->map + offset_B;
}

static void
buffer_unmap(struct pipe_context *pc, struct pipe_resource *r)
{
}

/** The box in blocks. */
struct block_box {
   uint32_t x, y, w, h;
};

static struct block_box
to_blocks(const struct ts_format *f, const struct pipe_box *b)
{
   struct block_box o = {(uint32_t)b->x / f->blk_w, (uint32_t)b->y / f->blk_h, 0, 0};
   o.w = DIV_ROUND_UP((uint32_t)(b->x + b->width), f->blk_w) - o.x;
   o.h = DIV_ROUND_UP((uint32_t)(b->y + b->height), f->blk_h) - o.y;
   return o;
}

static void
download(struct ts_context *c, struct ts_transfer *t)
{
   struct ts_resource *r = ts_resource(t->base.resource);
   const struct ts_tiling *til = &c->screen->tiling;
   const struct block_box b = to_blocks(r->fmt, &t->base.box);
   for (int z = 0; z < t->base.box.depth; z++) {
      uint8_t *out = t->staging + (size_t)z * t->base.layer_stride_B;
      ts_surface_download(til, &r->surf, r->bo->map, t->base.level, (uint32_t)(t->base.box.z + z), b.x, b.y,
                          b.w, b.h, out, t->base.stride_B);
      if (!r->has_stencil_plane)
         continue;
      uint8_t row[8]; /* stencil goes to the top byte, pixel by pixel: not a path anyone waits for */
      for (uint32_t y = 0; y < b.h; y++)
         for (uint32_t x = 0; x < b.w; x++) {
            ts_surface_download(til, &r->stencil, r->bo->map + r->stencil_offset_B, t->base.level,
                                (uint32_t)(t->base.box.z + z), b.x + x, b.y + y, 1, 1, row, 1);
            out[(size_t)y * t->base.stride_B + x * 4 + 3] = row[0];
         }
   }
}

static void
upload(struct ts_context *c, struct ts_transfer *t)
{
   struct ts_resource *r = ts_resource(t->base.resource);
   const struct ts_tiling *til = &c->screen->tiling;
   const struct block_box b = to_blocks(r->fmt, &t->base.box);
   for (int z = 0; z < t->base.box.depth; z++) {
      const uint8_t *in = t->staging + (size_t)z * t->base.layer_stride_B;
      ts_surface_upload(til, &r->surf, r->bo->map, t->base.level, (uint32_t)(t->base.box.z + z), b.x, b.y,
                        b.w, b.h, in, t->base.stride_B);
      if (!r->has_stencil_plane)
         continue;
      for (uint32_t y = 0; y < b.h; y++)
         for (uint32_t x = 0; x < b.w; x++)
            ts_surface_upload(til, &r->stencil, r->bo->map + r->stencil_offset_B, t->base.level,
                              (uint32_t)(t->base.box.z + z), b.x + x, b.y + y, 1, 1,
                              in + (size_t)y * t->base.stride_B + x * 4 + 3, 1);
   }
}

/** Before the CPU writes: waits, or gives the texture new storage if nothing of it is needed any more. */
static void
sync_for_write(struct ts_context *c, struct ts_resource *r, uint32_t usage)
{
   if (usage & PIPE_MAP_UNSYNCHRONIZED || !ts_bo_busy(c, r->bo))
      return;
   if (usage & PIPE_MAP_DISCARD_WHOLE && !(r->base.bind & PIPE_BIND_SHARED) && new_storage(c, r))
      return;
   ts_bo_sync(c, r->bo, true);
}

static void *
texture_map(struct pipe_context *pc, struct pipe_resource *pr, unsigned level, uint32_t usage,
            const struct pipe_box *box, struct pipe_transfer **out)
{
   struct ts_context *c = ts_context(pc);
   struct ts_resource *r = ts_resource(pr);
   struct ts_transfer *t = calloc(1, sizeof *t);
   if (!t)
      goto oom;
   t->base.level = (uint16_t)level;
   t->base.usage = usage;
   t->base.box = *box;
   t->base.resource = pr;
   const struct ts_level *l = &r->surf.level[level];
   if (usage & PIPE_MAP_DISCARD_WHOLE && !(usage & PIPE_MAP_READ))
      ts_fast_forget(c, r);
   else if (ts_fast_expand(c, r))
      t->base.usage = usage &= ~(uint32_t)PIPE_MAP_UNSYNCHRONIZED;
   if (l->mode == TS_LINEAR_ALIGNED) {
      if (usage & PIPE_MAP_WRITE)
         sync_for_write(c, r, usage);
      else if (!(usage & PIPE_MAP_UNSYNCHRONIZED))
         ts_bo_sync(c, r->bo, false);
      t->base.stride_B = l->pitch_bl * r->fmt->block_B;
      t->base.layer_stride_B = (uint32_t)l->slice_B;
      pipe_resource_ref(pr);
      *out = &t->base;
      return r->bo->map + ts_surface_address(&c->screen->tiling, &r->surf, level, (uint32_t)box->x,
                                             (uint32_t)box->y, (uint32_t)box->z, 0);
   }
   const struct block_box b = to_blocks(r->fmt, box);
   t->base.stride_B = (uint32_t)u_align((uint64_t)b.w * r->fmt->block_B, 4);
   t->base.layer_stride_B = t->base.stride_B * b.h;
   t->staging = malloc(MAX2((size_t)t->base.layer_stride_B * (size_t)box->depth, 1));
   if (!t->staging)
      goto oom;
   if (usage & PIPE_MAP_READ || !(usage & (PIPE_MAP_DISCARD_RANGE | PIPE_MAP_DISCARD_WHOLE))) {
      if (!(usage & PIPE_MAP_UNSYNCHRONIZED))
         ts_bo_sync(c, r->bo, false);
      download(c, t);
   }
   pipe_resource_ref(pr);
   *out = &t->base;
   return t->staging;
oom:
   free(t);
   c->oom = true;
   *out = NULL;
   return NULL;
}

static void
texture_unmap(struct pipe_context *pc, struct pipe_transfer *pt)
{
   struct ts_context *c = ts_context(pc);
   struct ts_transfer *t = (struct ts_transfer *)pt;
   if (!t)
      return;
   if (t->staging && t->base.usage & PIPE_MAP_WRITE) {
      sync_for_write(c, ts_resource(t->base.resource), t->base.usage);
      upload(c, t);
   }
   free(t->staging);
   pipe_resource_unref(t->base.resource);
   free(t);
}

void
ts_init_transfer_functions(struct ts_context *c)
{
   c->base.buffer_map = buffer_map;
   c->base.buffer_unmap = buffer_unmap;
   c->base.texture_map = texture_map;
   c->base.texture_unmap = texture_unmap;
}
