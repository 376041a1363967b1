/* SPDX-License-Identifier: MIT
 *
 * The screen: limits, and what all contexts share. Limits are the chip's, though OpenGL ES 2.0 asks for eight texture units, sixteen
 * attributes are more than it has, and varyings are a colour and seven coordinates: no driver for this chip can be
 * conformant (docs/pica200.md).
 */
#include "pica200/screen.h"

#include <stdio.h>
#include <stdlib.h>

#include "compiler/pica200/binary.h"
#include "driver/fence.h"
#include "pica200/context.h"
#include "pica200/format.h"
#include "pica200/public.h"

/* Of 96 vectors some are left for numbers of the program's own and of what moves to it from the fragment shader. */
#define VS_UNIFORMS 88

static void
screen_destroy(struct pipe_screen *ps)
{
   struct pica200_screen *s = pica200_screen(ps);
   drv_bo_pool_fini(&s->bos);
   s->ws->destroy(s->ws);
   free(s);
}

static void
init_caps(struct pica200_screen *s)
{
   struct pipe_caps *c = &s->base.caps;
   snprintf(s->renderer, sizeof s->renderer, "TeraGL (%s)", s->ws->info.name);
   c->renderer = s->renderer;
   c->max_texture_2d_size = c->max_renderbuffer_size = PICA200_MAX_SIZE;
   c->max_texture_cube_size = PICA200_MAX_CUBE_SIZE;
   c->max_viewport_dims[0] = c->max_viewport_dims[1] = PICA200_MAX_SIZE;
   c->max_vertex_attribs = PICA200_ATTRIBS;
   c->max_varyings = 4; /* a colour, and three sets of coordinates that have seven components together */
   c->max_vs_uniforms = VS_UNIFORMS;
   c->max_fs_uniforms = PICA200_PREAMBLE; /* the CPU makes constants of them */
   c->max_fs_samplers = PICA200_MAX_UNITS;
   c->max_render_targets = 1;
   c->max_line_width = (float)PICA200_MAX_SIZE; /* lines and points become triangles */
   c->max_aa_line_width = 1.0f;
   c->max_point_size = (float)PICA200_MAX_SIZE;
   c->subpixel_bits = 4;
   c->fragment_fraction_bits = 8;
   c->small_vertex_floats = true;
}

struct pipe_screen *
pica200_screen_create(struct winsys *ws)
{
   struct pica200_screen *s = calloc(1, sizeof *s);
   if (!s) {
      ws->destroy(ws);
      return NULL;
   }
   s->ws = ws;
   drv_bo_pool_init(&s->bos, ws);
   init_caps(s);
   s->base.ir_target = pica200_ir_target();
   s->base.destroy = screen_destroy;
   s->base.context_create = pica200_context_create;
   s->base.is_format_supported = pica200_is_format_supported;
   s->base.fence_finish = drv_fence_finish;
   s->base.fence_ref = drv_fence_ref;
   s->base.fence_unref = drv_fence_unref;
   pica200_screen_init_resources(s);
   return &s->base;
}
