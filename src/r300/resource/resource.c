/* SPDX-License-Identifier: MIT
 *
 * Resources: which storage a buffer or texture gets, how long it lives, and whom it is shared with.
 *
 * Left out: tiled storage of others (it would need their order of micro tiles), buffers of several planes.
 */
#include "r300/resource.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "format/format.h"
#include "r300/format.h"
#include "r300/layout.h"
#include "r300/screen.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

enum {
   BUFFER_TAIL_B = 16, /* fetches reach a little behind the last vertex */
   OFFSET_ALIGN_B = 32 /* the address registers' unit */
};

bool
r300_resource_alloc_bo(struct r300_screen *s, struct r300_resource *r)
{
   const bool cpu = r->base.usage == PIPE_USAGE_DYNAMIC || r->base.usage == PIPE_USAGE_STREAM ||
                    r->base.usage == PIPE_USAGE_STAGING;
   struct drv_bo *bo = drv_bo_create(&s->bos, r->size_B, 4096, cpu ? WS_DOMAIN_GTT : WS_DOMAIN_VRAM);
   if (!bo)
      return false;
   if (r->base.target == PIPE_BUFFER)
      memset(bo->map + r->base.width0, 0, r->size_B - r->base.width0);
   if (r->bo)
      __atomic_fetch_add(&s->storage_serial, 1, __ATOMIC_RELAXED);
   drv_bo_unref(r->bo);
   r->bo = bo;
   return true;
}

static void
resource_destroy(struct pipe_screen *ps, struct pipe_resource *pr)
{
   struct r300_resource *r = r300_resource(pr);
   drv_bo_unref(r->bo);
   free(r);
}

static bool
is_known(const struct r300_chip *chip, const struct pipe_resource *t)
{
   const enum pipe_format f = (enum pipe_format)t->format;
   return r300_tx_format(chip, f) || r300_cb_format(chip, f) || r300_zb_format(chip, f) >= 0;
}

/** Rows of colour with samples have a limit in RB3D (Mesa's r300; the chips' documents do not name it). */
static bool
samples_fit(const struct pipe_resource *t)
{
   const struct u_format_desc *f = u_format_desc((enum pipe_format)t->format);
   if (t->nr_samples <= 1 || f->depth)
      return true;
   return t->width0 <= (f->block_B == 8      ? (t->nr_samples == 6   ? 1360u
                                                : t->nr_samples == 4 ? 2048u
                                                                     : UINT32_MAX)
                        : t->nr_samples == 6 ? 2720u
                                             : UINT32_MAX);
}

static bool
init_texture(const struct r300_screen *s, struct r300_resource *r)
{
   const struct pipe_resource *t = &r->base;
   const struct pipe_caps *caps = &s->base.caps;
   const uint32_t max = t->nr_samples > 1 ? caps->max_renderbuffer_size
                                          : MAX2(caps->max_texture_2d_size, caps->max_renderbuffer_size);
   if (!is_known(s->chip, t) || !samples_fit(t) || t->width0 > max || t->height0 > max)
      return false;
   if (t->nr_samples > 1 &&
       !r300_is_format_supported(&((struct r300_screen *)s)->base, (enum pipe_format)t->format,
                                 (enum pipe_texture_target)t->target, t->nr_samples, t->bind))
      return false;
   const struct r300_layout_how how = r300_layout_choose(r);
   return r300_layout(s->chip, r, &how);
}

static struct r300_resource *
new_resource(struct pipe_screen *ps, const struct pipe_resource *templ)
{
   struct r300_resource *r = calloc(1, sizeof *r);
   if (!r)
      return NULL;
   r->base = *templ;
   r->base.refcount = 1;
   r->base.screen = ps;
   return r;
}

static struct pipe_resource *
resource_create(struct pipe_screen *ps, const struct pipe_resource *templ)
{
   struct r300_screen *s = r300_screen(ps);
   struct r300_resource *r = new_resource(ps, templ);
   if (!r)
      return NULL;
   bool ok = true;
   if (templ->target == PIPE_BUFFER)
      r->size_B = u_align(templ->width0, 4) + BUFFER_TAIL_B;
   else
      ok = init_texture(s, r);
   if (ok && r300_resource_alloc_bo(s, r))
      return &r->base;
   resource_destroy(ps, &r->base);
   return NULL;
}

/* ---- sharing ---- */

static bool
can_import(const struct r300_screen *s, const struct pipe_resource *t)
{
   return is_known(s->chip, t) && r300_zb_format(s->chip, (enum pipe_format)t->format) < 0 &&
          !u_format_desc((enum pipe_format)t->format)->compressed && t->width0 && t->height0 &&
          t->width0 <= s->base.caps.max_texture_2d_size && t->height0 <= s->base.caps.max_texture_2d_size;
}

/** Rows of the caller's pitch. False: not rows that the hardware can step over. */
static bool
layout_shared(const struct r300_screen *s, struct r300_resource *r, uint32_t stride_B, uint32_t offset_B)
{
   const struct r300_layout_how how = {.micro = R300_TILE_NONE, .stride_B = stride_B};
   if (!stride_B || offset_B % OFFSET_ALIGN_B || !r300_layout(s->chip, r, &how))
      return false;
   r->level[0].offset_B = offset_B;
   r->size_B += offset_B;
   return true;
}

static struct pipe_resource *
resource_import(struct pipe_screen *ps, const struct pipe_resource *templ, int fd, uint32_t stride_B,
                uint32_t offset_B, enum pipe_import_error *error)
{
   struct r300_screen *s = r300_screen(ps);
   *error = PIPE_IMPORT_FORMAT;
   if (!can_import(s, templ))
      return NULL;
   struct r300_resource *r = new_resource(ps, templ);
   *error = PIPE_IMPORT_MEMORY;
   if (!r)
      return NULL;
   r->base.bind |= PIPE_BIND_SHARED;
   if (!layout_shared(s, r, stride_B, offset_B)) {
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
   struct r300_resource *r = r300_resource(pr);
   const struct r300_level *l = &r->level[0];
   if (pr->target != PIPE_TEXTURE_2D || pr->last_level || r->micro != R300_TILE_NONE || l->macro)
      return false;
   *stride_B = l->pitch_px / r->blk_w * r->block_B;
   *offset_B = l->offset_B;
   if (!fd)
      return true;
   *fd = drv_bo_export(r->bo);
   return *fd >= 0;
}

void
r300_screen_init_resources(struct r300_screen *s)
{
   s->base.resource_create = resource_create;
   s->base.resource_destroy = resource_destroy;
   if (s->ws->bo_import && s->ws->bo_export) {
      s->base.resource_import = resource_import;
      s->base.resource_export = resource_export;
   }
}
