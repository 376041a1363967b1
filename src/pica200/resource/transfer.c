/* SPDX-License-Identifier: MIT
 *
 * CPU access to resources. Buffers are mapped as they are; of textures the CPU gets rows of its own, which it tiles and detiles. The GPU
 * never writes buffers, so their contents are always what the CPU wrote: a busy one that is to be changed simply gets new
 * storage with the old bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "pica200/context.h"
#include "pica200/resource.h"
#include "util/u_math.h"

#define COPY_ON_WRITE_MAX_B (1u << 20)

struct transfer {
   struct pipe_transfer base;
   uint8_t *rows;
};

/* ---- buffers ---- */

/** New storage for a busy buffer. False: out of memory. */
static bool
replace_buffer(struct pica200_context *c, struct pica200_resource *r, bool keep_contents)
{
   struct drv_bo *old = drv_bo_ref(r->bo);
   const bool ok = pica200_resource_alloc(c->screen, r, WS_DOMAIN_GTT);
   if (ok && keep_contents)
      memcpy(r->bo->map, old->map, r->size_B);
   drv_bo_unref(old);
   return ok;
}

static void *
buffer_map(struct pipe_context *pc, struct pipe_resource *pr, uint32_t offset_B, uint32_t size_B,
           uint32_t usage)
{
   struct pica200_context *c = pica200_context(pc);
   struct pica200_resource *r = pica200_resource(pr);
   const bool whole = usage & PIPE_MAP_DISCARD_WHOLE;
   (void)size_B;
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
   (void)pc;
   (void)r;
}

/* ---- textures ---- */

static void
copy_layers(struct transfer *t, bool up)
{
   const struct pica200_resource *r = pica200_resource(t->base.resource);
   for (unsigned z = 0; z < (unsigned)t->base.box.depth; z++) {
      uint8_t *texels = r->bo->map + pica200_level_offset(r, t->base.level, (unsigned)t->base.box.z + z);
      uint8_t *rows = t->rows + (size_t)z * t->base.layer_stride_B;
      if (up)
         pica200_tile(r, t->base.level, texels, &t->base.box, rows, t->base.stride_B);
      else
         pica200_detile(r, t->base.level, texels, &t->base.box, rows, t->base.stride_B);
   }
}

/** Before pictures are looked at or changed. */
static void
settle(struct pica200_context *c, struct pica200_resource *r)
{
   if (!pica200_is_magnified(r))
      return;
   drv_bo_sync(&c->base, r->bo, true);
   pica200_unpad(r);
}

static void *
texture_map(struct pipe_context *pc, struct pipe_resource *pr, unsigned level, uint32_t usage,
            const struct pipe_box *box, struct pipe_transfer **out)
{
   struct pica200_context *c = pica200_context(pc);
   const struct pica200_resource *r = pica200_resource(pr);
   struct transfer *t = calloc(1, sizeof *t);
   *out = NULL;
   if (t) {
      t->base = (struct pipe_transfer){.resource = pr, .level = (uint16_t)level, .usage = usage, .box = *box};
      t->base.stride_B = (uint32_t)u_align((uint64_t)box->width * r->format->texel_B, 4);
      t->base.layer_stride_B = t->base.stride_B * (uint32_t)box->height;
      t->rows = malloc(MAX2((size_t)t->base.layer_stride_B * (size_t)box->depth, 1));
   }
   if (!t || !t->rows) {
      free(t);
      c->base.oom = true;
      return NULL;
   }
   pipe_resource_ref(pr);
   settle(c, pica200_resource(pr));
   if (usage & PIPE_MAP_READ || !(usage & (PIPE_MAP_DISCARD_RANGE | PIPE_MAP_DISCARD_WHOLE))) {
      if (!(usage & PIPE_MAP_UNSYNCHRONIZED))
         drv_bo_sync(&c->base, r->bo, false);
      copy_layers(t, false);
   }
   *out = &t->base;
   return t->rows;
}

/** Before the CPU writes: waits, or gives the texture new storage if nothing of it is needed any more. */
static void
sync_for_write(struct pica200_context *c, struct pica200_resource *r, uint32_t usage)
{
   if (usage & PIPE_MAP_UNSYNCHRONIZED || !drv_bo_busy(&c->base, r->bo))
      return;
   if (usage & PIPE_MAP_DISCARD_WHOLE && pica200_resource_alloc(c->screen, r, (enum ws_domain)r->bo->domain))
      return;
   drv_bo_sync(&c->base, r->bo, true);
}

static void
texture_unmap(struct pipe_context *pc, struct pipe_transfer *pt)
{
   struct pica200_context *c = pica200_context(pc);
   struct transfer *t = (struct transfer *)pt;
   if (!t)
      return;
   if (t->base.usage & PIPE_MAP_WRITE) {
      struct pica200_resource *r = pica200_resource(pt->resource);
      settle(c, r); /* it may have been drawn with meanwhile */
      sync_for_write(c, r, pt->usage);
      copy_layers(t, true);
      r->padding_valid = false;
      r->written = true;
      c->stale_textures = true;
      c->base.dirty |= PICA200_DIRTY(TEXTURES);
   }
   free(t->rows);
   pipe_resource_unref(pt->resource);
   free(t);
}

void
pica200_init_transfer_functions(struct pica200_context *c)
{
   c->base.base.buffer_map = buffer_map;
   c->base.base.buffer_unmap = buffer_unmap;
   c->base.base.texture_map = texture_map;
   c->base.base.texture_unmap = texture_unmap;
}
