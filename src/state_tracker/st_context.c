/* SPDX-License-Identifier: MIT
 *
 * Contexts: creation with the initial state of ES 2.0.25 chapter 6.2, make-current, destruction.
 */
#include <assert.h>

#include "compiler/ir/target.h"
#include "state_tracker/st_api.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_cso.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/st_names.h"
#include "state_tracker/program/st_pipeline.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/draw/st_query.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/texture/st_texture.h"
#include "state_tracker/texture/st_upload.h"
#include "state_tracker/draw/st_vertex.h"

#include "state_tracker/texture/st_format.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state_tracker/st_debug.h"
#include "state_tracker/st_gles3.h"
#include "state_tracker/st_share.h"
#include "util/u_debug.h"
#include "util/u_math.h"

#define VERTEX_CHUNK_B (1u << 20)

/* ---- initial state ------------------------------------------------------------------------------------- */

static void
init_limits(struct st_context *ctx)
{
   const struct pipe_caps *c = &ctx->screen->caps;
   assert(c->max_clip_distances <= 8); /* st_context::clip_distances has a bit for each */
   assert(c->max_viewport_dims[0] <= UINT16_MAX &&
          c->max_viewport_dims[1] <= UINT16_MAX); /* pipe_scissor_state */
   assert(c->max_samples <= UINT8_MAX);           /* st_attachment::samples */
   struct st_limits *l = &ctx->limits;
   const int max_level_size = 1 << (ST_MAX_LEVELS - 1);
   *l = (struct st_limits){
      .max_texture_size = MIN2((GLint)c->max_texture_2d_size, max_level_size),
      .max_cube_size = MIN2((GLint)c->max_texture_cube_size, max_level_size),
      .max_3d_size = MIN2((GLint)c->max_texture_3d_size, max_level_size),
      .max_renderbuffer_size = (GLint)c->max_renderbuffer_size,
      .max_viewport = {(GLint)c->max_viewport_dims[0], (GLint)c->max_viewport_dims[1]},
      .max_attribs = MIN2(c->max_vertex_attribs, PIPE_MAX_ATTRIBS),
      .max_varyings = c->max_varyings,
      .max_vs_uniforms = c->max_vs_uniforms,
      .max_fs_uniforms = c->max_fs_uniforms,
      .max_vs_samplers = MIN2(c->max_vs_samplers, PIPE_MAX_SAMPLERS),
      .max_fs_samplers = MIN2(c->max_fs_samplers, PIPE_MAX_SAMPLERS),
      .max_samples = c->max_samples > 1 ? c->max_samples : 0,
      .subpixel_bits = c->subpixel_bits,
      .max_clip_distances = c->max_clip_distances,
      .max_draw_buffers = CLAMP(c->max_render_targets, 1, PIPE_MAX_COLOR_BUFS),
      .line_width = { 1.0f,        MAX2(c->max_line_width,                          1.0f)},
      .point_size = { 1.0f,        MAX2(c->max_point_size,                          1.0f)},
      .float_ints = !ctx->screen->ir_target->integers,
      .float_bools = ctx->screen->ir_target->bools == IR_BOOL_FLOAT,
   };
   l->max_units = l->max_vs_samplers + l->max_fs_samplers;
   assert(l->max_units <= ST_MAX_UNITS && l->max_renderbuffer_size > 0);
   ctx->glsl_options = (struct glsl_options){
      .max_vertex_attribs = (unsigned)l->max_attribs,
      .max_varying_vectors = (unsigned)l->max_varyings,
      .max_vertex_uniform_vectors = (unsigned)l->max_vs_uniforms,
      .max_fragment_uniform_vectors = (unsigned)l->max_fs_uniforms,
      .max_linked_uniform_vectors = c->max_linked_uniforms,
      .max_vertex_texture_image_units = (unsigned)l->max_vs_samplers,
      .max_texture_image_units = (unsigned)l->max_fs_samplers,
      .max_combined_texture_image_units = (unsigned)l->max_units,
      .max_draw_buffers = (unsigned)l->max_draw_buffers,
      .oes_standard_derivatives = c->derivatives,
      .oes_egl_image_external = true,
      .oes_texture_3d = ctx->features & ST_HAS_3D,
      .ext_shader_texture_lod = c->texture_lod,
      .ext_frag_depth = !c->fragment_fraction_bits,
      .no_fragment_highp = c->fragment_fraction_bits > 0,
      .ext_draw_buffers = true,
      .ext_draw_instanced = c->instance_id,
      .max_clip_distances = c->max_clip_distances,
      .apple_clip_distance = c->max_clip_distances > 0,
      .max_dual_source_draw_buffers = 1,
      .ext_blend_func_extended = c->dual_source_blend,
      .ext_separate_shader_objects = true,
      .ext_shadow_samplers = c->shadow_samplers && ctx->features & ST_HAS_DEPTH_TEXTURE,
      .ext_shader_framebuffer_fetch = c->framebuffer_fetch,
      .khr_blend_equation_advanced = c->framebuffer_fetch,
      .ext_shader_framebuffer_fetch_non_coherent = c->framebuffer_fetch,
   };
   if (ctx->version >= 30)
      st_gles3_init_limits(ctx);
}

void
st_vao_init(struct st_vao *vao, GLuint name)
{
   *vao = (struct st_vao){.name = name};
   for (unsigned i = 0; i < PIPE_MAX_ATTRIBS; i++) {
      vao->attribs[i] = (struct st_attrib){
         .size = 4,
         .type = GL_FLOAT,
         .stride_B = 16,
         .format = PIPE_FORMAT_R32G32B32A32_FLOAT,
      };
   }
}

static void
init_state(struct st_context *ctx)
{
   ctx->dirty = ST_NEW_ALL;
   st_blend_init(&ctx->blend);
   ctx->dither = ctx->blend_coherent = true;
   ctx->framebuffer_srgb = true;
   ctx->depth_mask = true;
   ctx->depth_func = GL_LESS;
   for (unsigned i = 0; i < 2; i++)
      ctx->stencil[i] = (struct st_stencil_side){
         .func = GL_ALWAYS,
         .fail = GL_KEEP,
         .zfail = GL_KEEP,
         .zpass = GL_KEEP,
         .value_mask = UINT32_MAX,
         .write_mask = UINT32_MAX,
      };
   ctx->coverage_value = 1.0f;
   ctx->clear_depth = 1.0f;
   ctx->depth_far = 1.0f;
   ctx->cull_mode = GL_BACK;
   ctx->front_face = GL_CCW;
   ctx->line_width = 1.0f;
   ctx->win_draw_buffer = ctx->win_read_buffer = GL_BACK;
   ctx->max_compiler_threads = UINT32_MAX;
   ctx->mipmap_hint = ctx->derivative_hint = GL_DONT_CARE;
   ctx->pack_alignment = ctx->unpack_alignment = 4;
   st_vao_init(&ctx->default_vao, 0);
   ctx->vao = &ctx->default_vao;
   for (unsigned i = 0; i < PIPE_MAX_ATTRIBS; i++)
      ctx->current[i].f[3] = 1.0f;
}

static bool
init_textures(struct st_context *ctx)
{
   static const GLenum targets[] = {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D_OES,
                                    GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_2D_ARRAY};
   _Static_assert(ARRAY_SIZE(targets) == ST_TEX_TARGETS, "in the order of enum st_tex");
   for (unsigned k = 0; k < ST_TEX_TARGETS; k++) {
      struct st_texture *t = ctx->default_tex[k] = st_texture_create(ctx, 0);
      if (!t || !st_texture_set_target(t, targets[k]))
         return false;
      for (int i = 0; i < ctx->limits.max_units; i++)
         ctx->units[i].tex[k] = t;
      t->refcount += ctx->limits.max_units;
   }
   return true;
}

static bool
init_feedback(struct st_context *ctx)
{
   ctx->feedback = ctx->default_feedback = st_feedback_create(0);
   if (ctx->feedback)
      ctx->feedback->refcount++;
   return ctx->feedback;
}

struct st_context *
st_context_create(struct pipe_screen *screen, struct st_context *share,
                  const struct st_context_attribs *attribs)
{
   struct st_context *ctx = calloc(1, sizeof *ctx);
   if (!ctx)
      return NULL;
   ctx->screen = screen;
   if (attribs)
      ctx->attribs = *attribs;
   ctx->version = ctx->attribs.version ? ctx->attribs.version : 20;
   ctx->pipe = screen->context_create(screen);
   ctx->share = share ? share->share : st_share_create(screen);
   if (!ctx->pipe || !ctx->share) {
      if (ctx->pipe)
         ctx->pipe->destroy(ctx->pipe);
      if (!share)
         st_share_release(ctx->share);
      free(ctx);
      return NULL;
   }
   st_share_join(ctx);
   st_cso_init(&ctx->cso, ctx->pipe);
   ctx->pipe->performance = st_debug_performance;
   ctx->pipe->performance_data = ctx;
   st_upload_init(&ctx->upload, ctx->pipe, PIPE_BIND_VERTEX_BUFFER, VERTEX_CHUNK_B);
   ctx->features = st_find_features(ctx);
   init_limits(ctx);
   init_state(ctx);
   st_enter(ctx);
   bool ok = init_feedback(ctx) && init_textures(ctx) && (!ctx->attribs.debug || st_debug_get(ctx));
   st_leave(ctx);
   if (!ok) {
      st_context_destroy(ctx);
      return NULL;
   }
   return ctx;
}

/* ---- destruction --------------------------------------------------------------------------------------- */

static void
unbind_pipe(struct st_context *ctx)
{
   struct pipe_context *p = ctx->pipe;
   struct pipe_framebuffer_state none = {0};
   p->set_framebuffer_state(p, &none);
   p->set_vertex_buffers(p, 0, NULL);
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++) {
      p->set_sampler_views(p, st, 0, NULL);
      p->set_constant_buffer(p, st, 0, NULL);
      for (unsigned i = 1; i <= (unsigned)ctx->limits.max_uniform_blocks; i++)
         p->set_constant_buffer(p, st, i, NULL);
   }
   p->bind_vs_state(p, NULL);
   p->bind_fs_state(p, NULL);
   ctx->bound_vs = ctx->bound_fs = NULL;
}

static void
release_objects(struct st_context *ctx)
{
   for (unsigned k = 0; k < ST_TEX_TARGETS; k++) {
      for (unsigned i = 0; i < ST_MAX_UNITS; i++)
         st_texture_unref(ctx, ctx->units[i].tex[k]);
      st_texture_unref(ctx, ctx->default_tex[k]);
   }
   for (unsigned i = 0; i < ST_MAX_UNITS; i++)
      st_sampler_unref(ctx->units[i].sampler);
   st_buffer_unref(ctx->array_buffer);
   st_buffer_unref(ctx->pack_buffer);
   st_buffer_unref(ctx->unpack_buffer);
   st_buffer_unref(ctx->copy_read_buffer);
   st_buffer_unref(ctx->copy_write_buffer);
   st_buffer_unref(ctx->uniform_buffer);
   st_buffer_unref(ctx->feedback_buffer);
   for (unsigned i = 0; i < ST_MAX_UNIFORM_BUFFERS; i++)
      st_buffer_unref(ctx->uniform_buffers[i].buffer);
   st_vao_fini(&ctx->default_vao);
   for (uint32_t i = 0; i < ctx->vaos.capacity; i++) {
      if (ctx->vaos.keys[i] && ctx->vaos.values[i] != ST_RESERVED) {
         st_vao_fini(ctx->vaos.values[i]);
         free(ctx->vaos.values[i]);
      }
   }
   st_names_fini(&ctx->vaos);
   for (uint32_t i = 0; i < ctx->queries.capacity; i++)
      if (ctx->queries.keys[i] && ctx->queries.values[i] != ST_RESERVED)
         st_query_unref(ctx, ctx->queries.values[i]);
   for (unsigned i = 0; i < ARRAY_SIZE(ctx->active_query); i++)
      if (ctx->active_query[i])
         st_query_unref(ctx, ctx->active_query[i]);
   st_names_fini(&ctx->queries);
   for (uint32_t i = 0; i < ctx->feedbacks.capacity; i++)
      if (ctx->feedbacks.keys[i] && ctx->feedbacks.values[i] != ST_RESERVED)
         st_feedback_unref(ctx, ctx->feedbacks.values[i]);
   st_names_fini(&ctx->feedbacks);
   st_feedback_unref(ctx, ctx->feedback);
   st_feedback_unref(ctx, ctx->default_feedback);
   for (uint32_t i = 0; i < ctx->fbos.capacity; i++)
      if (ctx->fbos.keys[i] && ctx->fbos.values[i] != ST_RESERVED)
         st_fbo_unref(ctx, ctx->fbos.values[i]);
   st_names_fini(&ctx->fbos);
   st_fbo_unref(ctx, ctx->fbo);
   st_fbo_unref(ctx, ctx->fbo_read);
   st_renderbuffer_unref(ctx->renderbuffer);
   for (uint32_t i = 0; i < ctx->pipelines.capacity; i++)
      if (ctx->pipelines.keys[i] && ctx->pipelines.values[i] != ST_RESERVED)
         st_pipeline_destroy(ctx, ctx->pipelines.values[i]);
   st_names_fini(&ctx->pipelines);
   ctx->pipeline = NULL;
   st_exec_unref(ctx, ctx->exec);
   st_program_unref(ctx, ctx->program);
}

void
st_context_destroy(struct st_context *ctx)
{
   if (!ctx)
      return;
   if (st_tls_context == ctx)
      st_make_current(NULL, NULL, NULL);
   st_enter(ctx);
   struct pipe_context *p = ctx->pipe;
   unbind_pipe(ctx);
   release_objects(ctx);
   st_share_unmap_buffers(ctx);
   st_texture_forget_context(ctx);
   st_exec_forget_context(ctx);
   st_share_free_zombies(ctx);
   u_vec_fini(&ctx->zombie_vs);
   u_vec_fini(&ctx->zombie_fs);
   u_vec_fini(&ctx->zombie_views);
   for (unsigned i = 0; i < ST_TEX_TARGETS; i++)
      for (unsigned k = 0; k < 2; k++)
         p->sampler_view_destroy(p, ctx->black_view[k][i]);
   st_cso_fini(&ctx->cso);
   pipe_resource_unref(ctx->current_res);
   st_upload_fini(&ctx->upload);
   st_leave(ctx);
   st_share_leave(ctx);
   p->destroy(p);
   st_framebuffer_destroy(ctx->win_draw);
   st_framebuffer_destroy(ctx->win_read);
   st_debug_destroy(ctx->debug);
   free((char *)ctx->extensions);
   free(ctx->extension_names);
   free(ctx);
}

/* ---- current context ----------------------------------------------------------------------------------- */

bool
st_same_group(const struct st_context *a, const struct st_context *b)
{
   return a->share == b->share;
}

static void
set_window(struct st_context *ctx, struct st_framebuffer *draw, struct st_framebuffer *read)
{
   st_framebuffer_ref(draw);
   st_framebuffer_ref(read);
   st_framebuffer_destroy(ctx->win_draw);
   st_framebuffer_destroy(ctx->win_read);
   ctx->win_draw = draw;
   ctx->win_read = read;
   ctx->win_draw_stamp = draw ? draw->stamp : 0;
   ctx->dirty |= ST_NEW_FB;
   if (draw && !ctx->ever_current) {
      ctx->ever_current = true;
      ctx->viewport[2] = ctx->scissor[2] = (GLint)draw->desc.width;
      ctx->viewport[3] = ctx->scissor[3] = (GLint)draw->desc.height;
      ctx->dirty |= ST_NEW_VIEWPORT | ST_NEW_SCISSOR;
   }
}

void
st_make_current(struct st_context *ctx, struct st_framebuffer *draw, struct st_framebuffer *read)
{
   assert(ctx || (!draw && !read));
   struct st_context *old = st_tls_context;
   if (old && old != ctx) {
      st_enter(old);
      old->pipe->flush(old->pipe, NULL);
      set_window(old, NULL, NULL);
      st_leave(old);
   }
   st_tls_context = ctx;
   if (ctx) {
      st_enter(ctx);
      set_window(ctx, draw, read);
      st_leave(ctx);
   }
}

void
st_flush_in_call(struct st_context *ctx, struct pipe_fence **fence)
{
   st_ms_end(ctx);
   ctx->pipe->flush(ctx->pipe, fence);
   st_check_reset(ctx);
}

void
st_flush(struct st_context *ctx, struct pipe_fence **fence)
{
   st_enter(ctx);
   st_flush_in_call(ctx, fence);
   st_leave(ctx);
}

void
st_finish(struct st_context *ctx)
{
   struct pipe_fence *fence = NULL;
   st_flush(ctx, &fence);
   if (fence)
      ctx->screen->fence_finish(ctx->screen, fence, UINT64_MAX);
   ctx->screen->fence_unref(ctx->screen, fence);
}

struct pipe_context *
st_context_pipe(struct st_context *ctx)
{
   return ctx->pipe;
}
