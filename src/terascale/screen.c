/* SPDX-License-Identifier: MIT
 *
 * The screen: which chip_ops serve the chip, limits, format support, fences.
 */
#include "terascale/public.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/terascale/vliw.h"
#include "db/terascale/db_format_numbers.h"
#include "driver/bo.h"
#include "driver/fence.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/resource/format.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "util/u_debug.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

static const struct chip_ops *const ops_by_gen[] = {
   [DB_R600] = &r600_chip_ops,
   [DB_R700] = &r600_chip_ops,
   [DB_EVERGREEN] = &eg_chip_ops,
   [DB_CAYMAN] = &cm_chip_ops,
};

static bool
is_format_supported(struct pipe_screen *ps, enum pipe_format f, enum pipe_texture_target t, unsigned samples,
                    uint32_t bind)
{
   const struct pipe_caps *s = &ps->caps;
   if (samples > 1) { /* drawn to, resolved, and never sampled */
      if (!u_is_pow2(samples) || samples > s->max_samples || t != PIPE_TEXTURE_2D ||
          bind & ~(uint32_t)(PIPE_BIND_RENDER_TARGET | PIPE_BIND_DEPTH_STENCIL))
         return false;
      if (bind & PIPE_BIND_RENDER_TARGET && !(ts_format(f)->can & TS_CAN_BLEND))
         return false; /* a resolve takes blendable formats only */
      if (f == PIPE_FORMAT_R11G11B10_FLOAT && ts_screen(ps)->chip->no_packed_float_samples)
         return false;
   }
   if (t == PIPE_BUFFER || bind & PIPE_BIND_VERTEX_BUFFER)
      return !(bind & PIPE_BIND_VERTEX_BUFFER) || ts_vertex_format(f)->hw;
   const struct ts_format *d = ts_format(f);
   if (!d->hw || ((d->hw == DB_FMT_BC6 || d->hw == DB_FMT_BC7) && !ts_screen(ps)->ops->bptc))
      return false;
   if (bind & PIPE_BIND_SAMPLER_VIEW && !(d->can & TS_CAN_SAMPLE))
      return false;
   if (bind & (PIPE_BIND_RENDER_TARGET | PIPE_BIND_DISPLAY_TARGET) && !(d->can & TS_CAN_RENDER))
      return false;
   if (bind & PIPE_BIND_DEPTH_STENCIL) {
      if (!(d->can & (TS_CAN_DEPTH | TS_CAN_STENCIL)) || t == PIPE_TEXTURE_3D)
         return false;
   }
   return true;
}

static void
screen_destroy(struct pipe_screen *ps)
{
   struct ts_screen *s = ts_screen(ps);
   drv_bo_unref(s->dummy);
   drv_bo_pool_fini(&s->bos);
   pthread_mutex_destroy(&s->fast_lock);
   s->ws->destroy(s->ws);
   free(s);
}

static void
init_caps(struct ts_screen *s)
{
   struct pipe_caps *c = &s->base.caps;
   snprintf(s->renderer, sizeof s->renderer, "TeraGL (%s)", s->ws->info.name);
   c->renderer = s->renderer;
   c->max_texture_2d_size = c->max_texture_cube_size = c->max_renderbuffer_size = s->ops->max_texture_size;
   c->max_texture_3d_size = 2048;
   c->max_viewport_dims[0] = c->max_viewport_dims[1] = s->ops->max_texture_size;
   c->max_vertex_attribs = PIPE_MAX_ATTRIBS;
   c->max_varyings = PIPE_MAX_VARYINGS;
   /* A constant buffer of ALU clauses has 4096 vectors; the compiler's own (ir_preamble) stand behind the application's. */
   c->max_vs_uniforms = c->max_fs_uniforms = 4096 - 256;
   c->max_vs_samplers = c->max_fs_samplers = PIPE_MAX_SAMPLERS;
   c->max_render_targets = PIPE_MAX_COLOR_BUFS;
   c->max_samples = 8;
   c->max_line_width = c->max_aa_line_width = 2048.0f;
   c->max_point_size = 4095.0f;
   c->max_anisotropy = 16;
   c->subpixel_bits = 8;
   c->npot_textures = c->index_uint = c->border_color = true;
   c->max_clip_distances = 8;
   c->occlusion_query = true;
   c->timer_query = s->ws->info.clock_khz != 0;
   c->framebuffer_fetch = c->dual_source_blend = true;
   c->independent_blend = !s->chip->one_blend_control;
   if (s->tiling.macro_params) /* planes of their own: stencil's rows begin at multiples of this */
      c->min_stencil_level_width = (uint16_t)(s->tiling.group_B / 8);
   c->derivatives = c->texture_lod = c->shadow_samplers = c->instance_id = true;
   c->max_array_layers = 2048; /* SLICE_MAX of targets */
   c->seamless_cube_map = c->primitive_restart = true;
   c->min_texel_offset = -8;
   c->max_texel_offset = 7;
   c->max_stream_output_buffers = PIPE_MAX_SO_BUFFERS;
   c->max_stream_output_components = 128;
   c->max_uniform_blocks = PIPE_MAX_CONST_BUFFERS - 1;
   c->max_const_buffer_size_B = TS_CONST_MAX_B;
   c->const_buffer_offset_alignment_B = TS_CONST_ALIGN_B;
   c->float_linear = c->depth_clamp = c->offset_clamp = true;
}

struct pipe_screen *
ts_screen_create(struct winsys *ws)
{
   struct ts_screen *s = calloc(1, sizeof *s);
   if (!s) {
      ws->destroy(ws);
      return NULL;
   }
   s->ws = ws;
   s->chip = terascale_chip(ws->info.chip);
   s->ops = ops_by_gen[s->chip->gen];
   drv_bo_pool_init(&s->bos, ws);
   pthread_mutex_init(&s->fast_lock, NULL);
   ts_fast_init(s);
   s->staging = ws->info.vram_uncached || u_debug(U_DEBUG_STAGING);
   /* All buffers of a stream must be in the GPU's memory at once, beside what others pin there. */
   s->stream_bos_B = (ws->info.vram_B + ws->info.gart_B) / 2;
   s->tiling = (struct ts_tiling){
      .group_B = s->chip->group_bytes,
      .pipes = s->chip->tile_pipes,
      .banks = s->chip->num_banks,
   };
   s->ops->init_tiling(s->chip, &s->tiling);
   s->dummy = drv_bo_create(&s->bos, 4096, 4096, WS_DOMAIN_GTT);
   if (!s->dummy) {
      screen_destroy(&s->base);
      return NULL;
   }
   memset(s->dummy->map, 0, 4096);
   const float one = 1.0f;
   memcpy(s->dummy->map + 12, &one, 4);
   init_caps(s);
   s->base.ir_target = vliw_ir_target();
   s->base.destroy = screen_destroy;
   s->base.context_create = ts_context_create;
   s->base.is_format_supported = is_format_supported;
   s->base.fence_finish = drv_fence_finish;
   s->base.fence_ref = drv_fence_ref;
   s->base.fence_unref = drv_fence_unref;
   ts_screen_init_resources(s);
   ts_screen_init_sharing(s);
   return &s->base;
}
