/* SPDX-License-Identifier: MIT
 *
 * Textures that other processes and devices share: linear storage behind a dma-buf, from them or for them.
 *
 * Left out: tiled layouts (other drivers' would need their equations), buffers of several planes.
 */
#include <errno.h>
#include <stdlib.h>

#include "driver/bo.h"
#include "terascale/chip_ops.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "winsys/winsys.h"

/** Rows of the caller's pitch, which the hardware must be able to step over. */
static bool
layout(const struct ts_screen *s, struct ts_resource *r, uint32_t stride_B, uint32_t offset_B)
{
   const uint32_t w = r->base.width0, h = r->base.height0, block_B = r->fmt->block_B;
   r->surf = (struct ts_surface){
      .width = 1,
      .height = 1,
      .depth = 1,
      .layers = 1,
      .samples = 1,
      .blk_w = 1,
      .blk_h = 1,
      .block_B = (uint8_t)block_B,
      .mode = TS_LINEAR_ALIGNED,
      .non_displayable = block_B >= s->ops->non_displayable_B,
   };
   if (!ts_surface_init(&s->tiling, &r->surf))
      return false;
   struct ts_level *l = &r->surf.level[0];
   const uint32_t step_bl = l->pitch_bl; /* of the narrowest surface: what pitches are multiples of */
   r->surf.width = l->width = w;
   r->surf.height = l->height = l->height_bl = h;
   l->pitch_bl = stride_B / block_B;
   l->slice_B = (uint64_t)stride_B * h;
   l->offset_B = offset_B;
   r->surf.size_B = r->size_B = offset_B + l->slice_B;
   return stride_B % block_B == 0 && l->pitch_bl % step_bl == 0 && l->pitch_bl >= w && l->pitch_bl <= 16384 &&
          offset_B % s->tiling.group_B == 0;
}

static struct pipe_resource *
resource_import(struct pipe_screen *ps, const struct pipe_resource *templ, int fd, uint32_t stride_B,
                uint32_t offset_B, enum pipe_import_error *error)
{
   struct ts_screen *s = (struct ts_screen *)ps;
   const struct ts_format *fmt = ts_format(templ->format);
   *error = PIPE_IMPORT_FORMAT;
   if (!fmt->hw || fmt->blk_w > 1 || fmt->can & (TS_CAN_DEPTH | TS_CAN_STENCIL) || !templ->width0 ||
       !templ->height0 || templ->width0 > ps->caps.max_texture_2d_size ||
       templ->height0 > ps->caps.max_texture_2d_size)
      return NULL;
   struct ts_resource *r = calloc(1, sizeof *r);
   *error = PIPE_IMPORT_MEMORY;
   if (!r)
      return NULL;
   r->base = *templ;
   r->base.refcount = 1;
   r->base.screen = ps;
   r->base.bind |= PIPE_BIND_SHARED;
   r->fmt = fmt;
   if (!layout(s, r, stride_B, offset_B)) {
      *error = PIPE_IMPORT_LAYOUT;
   } else {
      errno = 0;
      r->bo = drv_bo_import(&s->bos, fd);
      if (r->bo && r->size_B <= r->bo->size_B)
         return &r->base;
      *error = r->bo ? PIPE_IMPORT_LAYOUT : errno == ENOMEM ? PIPE_IMPORT_MEMORY : PIPE_IMPORT_FD;
   }
   pipe_resource_unref(&r->base);
   return NULL;
}

static bool
resource_export(struct pipe_screen *ps, struct pipe_resource *pr, int *fd, uint32_t *stride_B,
                uint32_t *offset_B)
{
   struct ts_resource *r = ts_resource(pr);
   const struct ts_level *l = &r->surf.level[0];
   if (pr->target != PIPE_TEXTURE_2D || pr->last_level || l->mode != TS_LINEAR_ALIGNED)
      return false;
   *stride_B = l->pitch_bl * r->fmt->block_B;
   *offset_B = (uint32_t)l->offset_B;
   if (!fd)
      return true;
   *fd = drv_bo_export(r->bo);
   return *fd >= 0;
}

void
ts_screen_init_sharing(struct ts_screen *s)
{
   if (!s->ws->bo_import || !s->ws->bo_export)
      return;
   s->base.resource_import = resource_import;
   s->base.resource_export = resource_export;
}
