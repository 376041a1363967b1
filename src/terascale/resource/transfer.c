/* SPDX-License-Identifier: MIT
 *
 * CPU access to resources. Linear textures and buffers are mapped as they are; tiled textures go through a
 * linear copy that the CPU tiles and detiles. Where the CPU reads VRAM slowly, it reads a copy that the GPU made
 * (terascale/resource/staging.c). But for stream-out the GPU never writes buffers, so their contents are what
 * the CPU wrote: a busy one that is to be changed simply gets new storage with the old bytes.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "pipe/p_context.h"
#include "terascale/blit/depth_copy.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/context.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/staging.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "util/u_math.h"

#define COPY_ON_WRITE_MAX_B (1u << 20)

struct ts_transfer {
   struct pipe_transfer base;
   uint8_t *rows;       /* what the caller works on; NULL: the storage itself */
   bool own_rows;       /* rows is malloc'ed */
   struct drv_bo *copy; /* that rows lie in; NULL: they don't */
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
   const bool whole = usage & PIPE_MAP_DISCARD_WHOLE;
   if (__atomic_load_n(&r->streamed, __ATOMIC_ACQUIRE) && !whole && !(usage & PIPE_MAP_UNSYNCHRONIZED))
      drv_bo_sync(&c->base, r->bo, usage & PIPE_MAP_WRITE); /* the GPU may be writing it */
   const bool busy =
      usage & PIPE_MAP_WRITE && !(usage & PIPE_MAP_UNSYNCHRONIZED) && drv_bo_busy(&c->base, r->bo);
   if (usage & PIPE_MAP_READ || (busy && !whole))
      ts_staging_move_buffer(c->screen, r);
   if (busy && drv_bo_busy(&c->base, r->bo)) {
      if (whole || r->size_B <= COPY_ON_WRITE_MAX_B) {
         struct drv_bo *old = drv_bo_ref(r->bo);
         if (!new_storage(c, r)) {
            drv_bo_unref(old);
            c->base.oom = true;
            return NULL;
         }
         if (!whole)
            memcpy(r->bo->map, old->map, r->size_B);
         drv_bo_unref(old);
      } else {
         drv_bo_sync(&c->base, r->bo, true);
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

/** Pixels of a row at a time. */
#define INTERLEAVED 64

/** Some pixels of a row of depth and stencil that have planes of their own, from them to \p px or back. Depth with stencil is 24 and 8
 * bits of a dword, or two dwords; the plane of 24 bits has dwords, too. */
static void
interleave_pixels(const struct ts_tiling *til, const struct ts_texels *planes, unsigned level, unsigned layer,
                  uint32_t x, uint32_t y, uint32_t n, uint8_t *px, unsigned pixel_B, bool up)
{
   const unsigned stencil_B = pixel_B == 8 ? 4 : 3;
   uint8_t depth[INTERLEAVED * 4], stencil[INTERLEAVED];
   assert(n <= INTERLEAVED);
   for (uint32_t i = 0; up && i < n; i++) {
      memcpy(depth + 4 * i, px + (size_t)i * pixel_B, 4);
      stencil[i] = px[(size_t)i * pixel_B + stencil_B];
   }
   if (up) {
      ts_surface_upload(til, &planes->surf, (uint8_t *)planes->map, level, layer, x, y, n, 1, depth,
                        sizeof depth);
      ts_surface_upload(til, &planes->stencil, (uint8_t *)planes->stencil_map, level, layer, x, y, n, 1,
                        stencil, sizeof stencil);
      return;
   }
   ts_surface_download(til, &planes->surf, planes->map, level, layer, x, y, n, 1, depth, sizeof depth);
   ts_surface_download(til, &planes->stencil, planes->stencil_map, level, layer, x, y, n, 1, stencil,
                       sizeof stencil);
   memset(px, 0, (size_t)n * pixel_B);
   for (uint32_t i = 0; i < n; i++) {
      memcpy(px + (size_t)i * pixel_B, depth + 4 * i, 4);
      px[(size_t)i * pixel_B + stencil_B] = stencil[i];
   }
}

/** One layer of depth and stencil that have planes of their own, from them to \p rows or back. */
static void
interleave(struct ts_context *c, const struct ts_transfer *t, const struct ts_texels *planes, unsigned layer,
           uint8_t *rows, bool up)
{
   const struct block_box b = to_blocks(ts_resource(t->base.resource)->fmt, &t->base.box);
   const unsigned pixel_B = ts_resource(t->base.resource)->fmt->block_B;
   for (uint32_t y = 0; y < b.h; y++)
      for (uint32_t x = 0; x < b.w; x += INTERLEAVED)
         interleave_pixels(&c->screen->tiling, planes, t->base.level, layer, b.x + x, b.y + y,
                           MIN2(INTERLEAVED, b.w - x),
                           rows + (size_t)y * t->base.stride_B + (size_t)x * pixel_B, pixel_B, up);
}

static void
download(struct ts_context *c, struct ts_transfer *t, const struct ts_texels *from)
{
   const struct block_box b = to_blocks(ts_resource(t->base.resource)->fmt, &t->base.box);
   for (int z = 0; z < t->base.box.depth; z++) {
      uint8_t *out = t->rows + (size_t)z * t->base.layer_stride_B;
      if (from->stencil_map)
         interleave(c, t, from, (unsigned)(t->base.box.z + z), out, false);
      else
         ts_surface_download(&c->screen->tiling, &from->surf, from->map, t->base.level,
                             (uint32_t)(t->base.box.z + z), b.x, b.y, b.w, b.h, out, t->base.stride_B);
   }
}

static void
upload(struct ts_context *c, struct ts_transfer *t)
{
   struct ts_resource *r = ts_resource(t->base.resource);
   const struct block_box b = to_blocks(r->fmt, &t->base.box);
   struct ts_texels to;
   ts_texels_in_place(r, &to);
   for (int z = 0; z < t->base.box.depth; z++) {
      uint8_t *in = t->rows + (size_t)z * t->base.layer_stride_B;
      if (r->has_stencil_plane)
         interleave(c, t, &to, (unsigned)(t->base.box.z + z), in, true);
      else
         ts_surface_upload(&c->screen->tiling, &r->surf, r->bo->map, t->base.level,
                           (uint32_t)(t->base.box.z + z), b.x, b.y, b.w, b.h, in, t->base.stride_B);
   }
}

/** Before the CPU writes: waits, or gives the texture new storage if nothing of it is needed any more. */
static void
sync_for_write(struct ts_context *c, struct ts_resource *r, uint32_t usage)
{
   if (usage & PIPE_MAP_UNSYNCHRONIZED || !drv_bo_busy(&c->base, r->bo))
      return;
   if (usage & PIPE_MAP_DISCARD_WHOLE && !(r->base.bind & PIPE_BIND_SHARED) && new_storage(c, r))
      return;
   drv_bo_sync(&c->base, r->bo, true);
}

static void
write_back(struct ts_context *c, struct ts_transfer *t)
{
   struct ts_resource *r = ts_resource(t->base.resource);
   const uint32_t usage = t->base.usage;
   const bool replace = usage & PIPE_MAP_DISCARD_WHOLE && !(r->base.bind & PIPE_BIND_SHARED);
   if (!replace && !(usage & PIPE_MAP_UNSYNCHRONIZED) &&
       ts_staging_write(c, r, t->base.level, &t->base.box, t->rows, t->base.stride_B))
      return;
   sync_for_write(c, r, usage);
   upload(c, t);
}

/** Rows of the storage, or of a copy of it that is as linear. */
static void *
map_linear(struct ts_context *c, struct ts_transfer *t)
{
   struct ts_resource *r = ts_resource(t->base.resource);
   const struct pipe_box *box = &t->base.box;
   const struct ts_level *l = &r->surf.level[t->base.level];
   const uint32_t usage = t->base.usage;
   struct ts_texels from;
   t->base.stride_B = l->pitch_bl * r->fmt->block_B;
   t->base.layer_stride_B = (uint32_t)l->slice_B;
   if (usage & PIPE_MAP_READ)
      t->copy = ts_staging_read(c, r, t->base.level, box, &from);
   if (t->copy) {
      t->rows = t->copy->map + ts_surface_address(&c->screen->tiling, &from.surf, t->base.level,
                                                  (uint32_t)box->x, (uint32_t)box->y, (uint32_t)box->z, 0);
      return t->rows;
   }
   if (usage & PIPE_MAP_WRITE)
      sync_for_write(c, r, usage);
   else if (!(usage & PIPE_MAP_UNSYNCHRONIZED))
      drv_bo_sync(&c->base, r->bo, false);
   return r->bo->map + ts_surface_address(&c->screen->tiling, &r->surf, t->base.level, (uint32_t)box->x,
                                          (uint32_t)box->y, (uint32_t)box->z, 0);
}

/** NULL: out of memory. */
static void *
map_tiled(struct ts_context *c, struct ts_transfer *t)
{
   struct ts_resource *r = ts_resource(t->base.resource);
   const uint32_t usage = t->base.usage;
   const struct block_box b = to_blocks(r->fmt, &t->base.box);
   t->base.stride_B = (uint32_t)u_align((uint64_t)b.w * r->fmt->block_B, 4);
   t->base.layer_stride_B = t->base.stride_B * b.h;
   t->rows = malloc(MAX2((size_t)t->base.layer_stride_B * (size_t)t->base.box.depth, 1));
   t->own_rows = true;
   if (!t->rows || (!(usage & PIPE_MAP_READ) && usage & (PIPE_MAP_DISCARD_RANGE | PIPE_MAP_DISCARD_WHOLE)))
      return t->rows;
   struct ts_texels from;
   struct drv_bo *copy = ts_staging_read(c, r, t->base.level, &t->base.box, &from);
   if (!copy) {
      if (!(usage & PIPE_MAP_UNSYNCHRONIZED))
         drv_bo_sync(&c->base, r->bo, false);
      ts_texels_in_place(r, &from);
   }
   download(c, t, &from);
   drv_bo_unref(copy);
   return t->rows;
}

/** What the CPU works on: the texture, or the copy in its place, brought up to date. *usage loses PIPE_MAP_UNSYNCHRONIZED
 * if draws for it stand in the stream. NULL: out of memory. */
static struct ts_resource *
mapped(struct ts_context *c, struct ts_resource *r, unsigned level, uint32_t *usage, const struct pipe_box *b)
{
   struct ts_resource *color = r->copy ? ts_depth_copy_get(c->screen, r) : NULL;
   if (!r->copy)
      return r;
   if (!color)
      return NULL;
   const struct ts_level *l = &r->surf.level[level];
   const bool all = !b->x && !b->y && (uint32_t)b->width >= l->width && (uint32_t)b->height >= l->height;
   const bool keep = *usage & PIPE_MAP_READ ||
                     !(*usage & (PIPE_MAP_DISCARD_RANGE | PIPE_MAP_DISCARD_WHOLE)) ||
                     !(all || *usage & PIPE_MAP_DISCARD_WHOLE);
   if (ts_depth_copy_map(c, r, level, (unsigned)b->z, (unsigned)b->depth, *usage & PIPE_MAP_WRITE, keep))
      *usage &= ~(uint32_t)PIPE_MAP_UNSYNCHRONIZED;
   return color;
}

static void *
texture_map(struct pipe_context *pc, struct pipe_resource *pr, unsigned level, uint32_t usage,
            const struct pipe_box *box, struct pipe_transfer **out)
{
   struct ts_context *c = ts_context(pc);
   struct ts_resource *r = ts_resource(pr);
   struct ts_transfer *t = malloc(sizeof *t);
   void *p = NULL;
   if (t)
      *t = (struct ts_transfer){0};
   if (t && (r = mapped(c, r, level, &usage, box))) {
      if (usage & PIPE_MAP_DISCARD_WHOLE && !(usage & PIPE_MAP_READ))
         ts_fast_forget(c, r);
      else if (ts_fast_expand(c, r))
         usage &= ~(uint32_t)PIPE_MAP_UNSYNCHRONIZED;
      t->base.level = (uint16_t)level;
      t->base.usage = usage;
      t->base.box = *box;
      t->base.resource = &r->base;
      p = r->surf.level[level].mode == TS_LINEAR_ALIGNED ? map_linear(c, t) : map_tiled(c, t);
   }
   if (p) {
      pipe_resource_ref(t->base.resource);
   } else {
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
   struct ts_context *c = ts_context(pc);
   struct ts_transfer *t = (struct ts_transfer *)pt;
   if (!t)
      return;
   if (t->rows && t->base.usage & PIPE_MAP_WRITE)
      write_back(c, t);
   if (t->own_rows)
      free(t->rows);
   drv_bo_unref(t->copy);
   pipe_resource_unref(t->base.resource);
   free(t);
}

void
ts_init_transfer_functions(struct ts_context *c)
{
   c->base.base.buffer_map = buffer_map;
   c->base.base.buffer_unmap = buffer_unmap;
   c->base.base.texture_map = texture_map;
   c->base.base.texture_unmap = texture_unmap;
}
