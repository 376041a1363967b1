/* SPDX-License-Identifier: MIT
 *
 * The screen: limits, and what all contexts share.
 */
#include "r300/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/r300/binary.h"
#include "driver/bo.h"
#include "driver/fence.h"
#include "r300/context.h"
#include "r300/format.h"
#include "r300/public.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

static void
screen_destroy(struct pipe_screen *ps)
{
   struct r300_screen *s = r300_screen(ps);
   pipe_resource_unref(s->hyperz.of.of.texture);
   pthread_mutex_destroy(&s->hyperz_lock);
   drv_bo_unref(s->dummy);
   drv_bo_pool_fini(&s->bos);
   s->ws->destroy(s->ws);
   free(s);
}

static void
init_caps(struct r300_screen *s)
{
   struct pipe_caps *c = &s->base.caps;
   const struct r300_chip *chip = s->chip;
   snprintf(s->renderer, sizeof s->renderer, "TeraGL (%s)", s->ws->info.name);
   c->renderer = s->renderer;
   c->max_texture_2d_size = c->max_texture_cube_size = c->max_renderbuffer_size = chip->texture_size_px;
   c->max_texture_3d_size = chip->texture_size_px;
   c->max_viewport_dims[0] = c->max_viewport_dims[1] = chip->target_size_px;
   c->max_vertex_attribs = PIPE_MAX_ATTRIBS;
   c->max_varyings = 8; /* sets of texture coordinates; a vertex' colours have fewer bits */
   /* Some vectors are left for numbers of the shaders' own. */
   c->max_vs_uniforms = (uint16_t)(chip->tcl ? chip->pvs_constants - 16 : 240);
   c->max_linked_uniforms = 256; /* those that nobody reads take no constant */
   c->max_fs_uniforms = (uint16_t)(chip->us_constants > 64 ? chip->us_constants - 32 : chip->us_constants);
   c->max_fs_samplers = chip->textures;
   c->max_render_targets = chip->targets;
   c->max_samples = 6;
   c->max_line_width = c->max_aa_line_width = (float)chip->target_size_px;
   c->max_point_size = (float)chip->target_size_px;
   c->max_anisotropy = 16;
   c->subpixel_bits = 4;
   c->max_clip_distances = 8;
   c->index_uint = c->border_color = true;
   c->occlusion_query = true;
   c->instance_id = true;
   c->derivatives = c->texture_lod = r300_is_r500(s);
}

struct pipe_screen *
r300_screen_create(struct winsys *ws)
{
   struct r300_screen *s = calloc(1, sizeof *s);
   if (!s) {
      ws->destroy(ws);
      return NULL;
   }
   s->ws = ws;
   pthread_mutex_init(&s->hyperz_lock, NULL);
   s->chip = r300_chip(ws->info.chip);
   drv_bo_pool_init(&s->bos, ws);
   /* All buffers of a stream must be in the GPU's memory at once, beside what others pin there. */
   s->stream_bos_B = (ws->info.vram_B + ws->info.gart_B) / 2;
   s->dummy = drv_bo_create(&s->bos, 4096, 4096, WS_DOMAIN_GTT);
   if (!s->dummy) {
      screen_destroy(&s->base);
      return NULL;
   }
   memset(s->dummy->map, 0, 4096);
   const float one = 1.0f;
   memcpy(s->dummy->map + 12, &one, 4);
   init_caps(s);
   s->base.ir_target = r300_ir_target(s->chip);
   s->base.destroy = screen_destroy;
   s->base.context_create = r300_context_create;
   s->base.is_format_supported = r300_is_format_supported;
   s->base.fence_finish = drv_fence_finish;
   s->base.fence_ref = drv_fence_ref;
   s->base.fence_unref = drv_fence_unref;
   r300_screen_init_resources(s);
   return &s->base;
}
