/* SPDX-License-Identifier: MIT
 *
 * Resources: which storage and which layout a buffer or texture gets.
 *
 * What another process or the CPU reads is linear; everything else is micro-tiled, which needs nothing of a
 * chip but its group size. Macro tiling is laid out by ts_surface but only chosen for tests
 * (TERAGL_DEBUG=tile2d): its pipe equation on Evergreen and later is in no public document, so that what the
 * CPU uploads might not be where the texture unit looks for it. Surfaces with samples have to be macro-tiled,
 * and nobody but the colour and depth blocks looks at them.
 */
#include <stdlib.h>
#include <string.h>

#include "db/terascale/db_format_numbers.h"
#include "driver/bo.h"
#include "terascale/blit/depth_copy.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/chip_ops.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "util/u_debug.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

bool
ts_resource_alloc_bo(struct ts_screen *s, struct ts_resource *r)
{
   bool cpu = r->base.usage == PIPE_USAGE_DYNAMIC || r->base.usage == PIPE_USAGE_STREAM ||
              r->base.usage == PIPE_USAGE_STAGING;
   struct drv_bo *bo =
      drv_bo_create(&s->bos, r->size_B, MAX2(r->surf.align_B, 4096), cpu ? WS_DOMAIN_GTT : WS_DOMAIN_VRAM);
   if (!bo)
      return false;
   if (r->base.target == PIPE_BUFFER) /* fetches reach a little into the padding */
      memset(bo->map + r->base.width0, 0, r->size_B - r->base.width0);
   if (r->masks.size_B)
      memset(bo->map + r->masks_B + r->masks.cmask_B, TS_CMASK_EXPANDED, r->masks.cmask_size_B);
   drv_bo_unref(r->bo);
   r->bo = bo;
   return true;
}

static void
resource_destroy(struct pipe_screen *ps, struct pipe_resource *pr)
{
   struct ts_resource *r = ts_resource(pr);
   ts_fast_destroy(r);
   ts_depth_copy_destroy(r->copy);
   drv_bo_unref(r->bo);
   free(r);
}

static bool
is_depth(const struct ts_resource *r)
{
   return r->fmt->can & (TS_CAN_DEPTH | TS_CAN_STENCIL);
}

/** \p depth: in the depth block's order. */
static bool
layout_texture(struct ts_screen *s, struct ts_resource *r, bool depth)
{
   const struct pipe_resource *t = &r->base;
   bool linear = t->bind & (PIPE_BIND_DISPLAY_TARGET | PIPE_BIND_SHARED) || t->usage == PIPE_USAGE_STAGING;
   if (depth || r->fmt->blk_w > 1 || t->nr_samples > 1)
      linear = false;
   /* Macro-tiled layers swap banks by layer, which views of single layers do not follow. */
   const bool macro =
      t->nr_samples > 1 || (u_debug(U_DEBUG_TILE2D) && t->array_size <= 1 && t->target == PIPE_TEXTURE_2D);
   const struct ts_format *fmt = s->ops->depth_stencil_planes ? ts_plane_format(r->fmt) : r->fmt;
   r->surf = (struct ts_surface){
      .width = t->width0,
      .height = t->height0,
      .depth = t->target == PIPE_TEXTURE_3D ? t->depth0 : 1,
      .layers = MAX2(t->array_size, 1),
      .last_level = t->last_level,
      .samples = MAX2(t->nr_samples, 1),
      .blk_w = r->fmt->blk_w,
      .blk_h = r->fmt->blk_h,
      .block_B = fmt->block_B,
      .mode = linear  ? TS_LINEAR_ALIGNED
              : macro ? TS_2D_TILED_THIN1
                      : TS_1D_TILED_THIN1,
      .cube = t->target == PIPE_TEXTURE_CUBE,
      .depth_samples = depth,
      .non_displayable = depth || r->fmt->block_B >= s->ops->non_displayable_B,
      .share_pitch = s->ops->depth_stencil_planes && r->fmt->can & TS_CAN_STENCIL,
   };
   if (!ts_surface_init(&s->tiling, &r->surf))
      return false;
   r->size_B = r->surf.size_B;
   if (s->ops->samples_compressed && t->nr_samples > 1 && !depth) {
      r->masks = ts_masks_layout(&s->tiling, t->width0, t->height0, t->nr_samples);
      r->masks_B = u_align(r->size_B, r->masks.align_B);
      r->surf.align_B = MAX2(r->surf.align_B, r->masks.align_B);
      r->size_B = r->masks_B + r->masks.size_B;
   }
   if (s->ops->depth_stencil_planes && r->fmt->can & TS_CAN_STENCIL) {
      r->has_stencil_plane = true;
      r->stencil = r->surf;
      r->stencil.block_B = 1;
      if (!ts_surface_init(&s->tiling, &r->stencil))
         return false;
      r->stencil_offset_B = u_align(r->size_B, r->stencil.align_B);
      r->surf.align_B = MAX2(r->surf.align_B, r->stencil.align_B);
      r->size_B = r->stencil_offset_B + r->stencil.size_B;
   }
   return true;
}

struct ts_resource *
ts_resource_create_color_copy(struct ts_screen *s, const struct ts_resource *r)
{
   struct ts_resource *copy = calloc(1, sizeof *copy);
   if (!copy)
      return NULL;
   copy->base = r->base;
   copy->base.refcount = 1;
   copy->base.bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
   copy->base.usage = PIPE_USAGE_DEFAULT;
   copy->fmt = r->fmt;
   if (layout_texture(s, copy, false) && ts_resource_alloc_bo(s, copy))
      return copy;
   resource_destroy(&s->base, &copy->base);
   return NULL;
}

static bool
init_texture(struct ts_screen *s, struct ts_resource *r)
{
   struct pipe_screen *ps = &s->base;
   const struct pipe_resource *t = &r->base;
   if (!r->fmt->hw || t->width0 > ps->caps.max_texture_2d_size || t->height0 > ps->caps.max_texture_2d_size ||
       (t->nr_samples > 1 &&
        !ps->is_format_supported(ps, (enum pipe_format)t->format, (enum pipe_texture_target)t->target,
                                 t->nr_samples, t->bind)) ||
       !layout_texture(s, r, is_depth(r)))
      return false;
   const bool copied = r->fmt->hw == DB_FMT_8_24 || r->fmt->hw == DB_FMT_X24_8_32F;
   if (s->ops->depth24_copied && is_depth(r) && copied && t->nr_samples <= 1) {
      r->copy = ts_depth_copy_create(r->surf.layers);
      return r->copy != NULL;
   }
   return true;
}

static struct pipe_resource *
resource_create(struct pipe_screen *ps, const struct pipe_resource *templ)
{
   struct ts_screen *s = (struct ts_screen *)ps;
   struct ts_resource *r = calloc(1, sizeof *r);
   if (!r)
      return NULL;
   r->base = *templ;
   r->base.refcount = 1;
   r->base.screen = ps;
   r->fmt = ts_format(templ->format);
   bool ok;
   if (templ->target == PIPE_BUFFER) {
      r->size_B = u_align(templ->width0, 4) + 16; /* see direct_vertices about the padding */
      ok = true;
   } else {
      ok = init_texture(s, r);
   }
   if (!ok || !ts_resource_alloc_bo(s, r)) {
      resource_destroy(ps, &r->base);
      return NULL;
   }
   return &r->base;
}

void
ts_screen_init_resources(struct ts_screen *s)
{
   s->base.resource_create = resource_create;
   s->base.resource_destroy = resource_destroy;
}
