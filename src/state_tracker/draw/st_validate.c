/* SPDX-License-Identifier: MIT
 *
 * GL state to pipe state, for what changed since the last draw (the dirty bits): in which order, and the
 * framebuffer, the program and its constants. Stamps tell what changed behind the context's back: images that
 * moved, buffers with new storage, programs linked again, uniforms set.
 */
#include <assert.h>
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/program/st_pipeline.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/draw/st_update.h"
#include "state_tracker/draw/st_validate.h"
#include "util/u_math.h"
#include "util/u_thread_local.h"

static bool
update_framebuffer(struct st_context *ctx)
{
   const struct st_surface_info *i = &ctx->draw_info;
   struct pipe_framebuffer_state fb = {
      .width = i->width,
      .height = i->height,
      .samples = i->samples,
      .nr_cbufs = i->num_cbufs,
      .zsbuf = i->zs,
   };
   memcpy(fb.cbufs, i->cbufs, sizeof fb.cbufs);
   if (ctx->fbo && i->samples > 1 && !st_ms_begin(ctx, &fb))
      return false;
   ctx->pipe->set_framebuffer_state(ctx->pipe, &fb);
   return true;
}

const struct st_surface_info *
st_validate_framebuffer(struct st_context *ctx)
{
   const struct st_surface_info *s = st_draw_surface(ctx);
   if (s->status == GL_FRAMEBUFFER_COMPLETE && (ctx->dirty & ST_NEW_FB)) {
      if (!update_framebuffer(ctx)) {
         static const struct st_surface_info none = {.status = GL_FRAMEBUFFER_UNSUPPORTED};
         st_error(ctx, GL_OUT_OF_MEMORY, "no memory for the samples of the framebuffer");
         return &none;
      }
      ctx->dirty &= ~(uint32_t)ST_NEW_FB;
      ctx->dirty |=
         ST_NEW_BLEND | ST_NEW_DSA | ST_NEW_RAST | ST_NEW_SCISSOR | ST_NEW_SAMPLE_MASK | ST_NEW_BLEND_COLOR;
   }
   return s;
}

static bool
update_program(struct st_context *ctx)
{
   void *vs, *fs;
   if (!st_exec_get_csos(ctx, ctx->exec, ctx->exec->samples_external ? &ctx->yuv_key : NULL,
                         ctx->advanced_blend, &vs, &fs))
      return false;
   if (vs != ctx->bound_vs)
      ctx->pipe->bind_vs_state(ctx->pipe, vs);
   if (fs != ctx->bound_fs)
      ctx->pipe->bind_fs_state(ctx->pipe, fs);
   ctx->bound_vs = vs;
   ctx->bound_fs = fs;
   return true;
}

static void
update_constants(struct st_context *ctx)
{
   struct st_exec *e = ctx->exec;
   if (e->uses_depth_range)
      st_exec_set_depth_range(e, ctx->depth_near, ctx->depth_far);
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++) {
      if (ctx->seen_const_stamp[st] == e->stamp[st])
         continue;
      ctx->seen_const_stamp[st] = e->stamp[st];
      ir_preamble_run(e->glsl->ir[st], e->consts[st]);
      struct pipe_constant_buffer cb = {.user = e->consts[st], .size_B = e->num_slots[st] * 16};
      ctx->pipe->set_constant_buffer(ctx->pipe, st, 0, cb.size_B ? &cb : NULL);
   }
}

/** What draws with the current program or pipeline use; NULL: nothing. */
static struct st_exec *
current_exec(struct st_context *ctx)
{
   ctx->pipeline_problem = NULL;
   if (ctx->program)
      return ctx->program->exec && st_exec_is_whole(ctx->program->exec) ? ctx->program->exec : NULL;
   return ctx->pipeline ? st_pipeline_exec(ctx, ctx->pipeline, &ctx->pipeline_problem) : NULL;
}

/** Apart from st_refresh_program(), which each draw calls: it then has no registers to save. */
static __attribute__((noinline)) void
follow_program(struct st_context *ctx)
{
   ctx->seen_program_stamp = ctx->share->program_stamp;
   struct st_exec *e = current_exec(ctx);
   if (e == ctx->exec)
      return;
   if (e)
      e->refcount++;
   st_exec_unref(ctx, ctx->exec);
   ctx->exec = e;
   ctx->dirty |= ST_NEW_PROGRAM;
}

void
st_refresh_program(struct st_context *ctx)
{
   if (ctx->seen_program_stamp != ctx->share->program_stamp)
      follow_program(ctx);
   if (ctx->exec && __builtin_expect(ctx->exec->is_pair, false))
      st_exec_sync_parts(ctx->exec);
}

/** The translations of state that nothing else depends on. Direct calls: this is on the way of each draw
 * after a change. */
static bool
translate(struct st_context *ctx, uint32_t dirty)
{
   bool ok = true;
   if (dirty & ST_NEW_PROGRAM)
      ok &= update_program(ctx);
   if (dirty & (ST_NEW_BLOCKS | ST_NEW_PROGRAM))
      ok &= st_update_blocks(ctx);
   if (dirty & ST_NEW_BLEND)
      ok &= st_update_blend(ctx);
   if (dirty & ST_NEW_DSA)
      ok &= st_update_dsa(ctx);
   if (dirty & ST_NEW_RAST || ctx->exec->writes_point_size != ctx->rast_point_size)
      ok &= st_update_rasterizer(ctx);
   if (dirty & ST_NEW_VIEWPORT)
      ok &= st_update_viewport(ctx);
   if (dirty & ST_NEW_SCISSOR)
      ok &= st_update_scissor(ctx);
   if (dirty & ST_NEW_STENCIL_REF)
      ok &= st_update_stencil_ref(ctx);
   if (dirty & ST_NEW_BLEND_COLOR)
      ok &= st_update_blend_color(ctx);
   if (dirty & ST_NEW_SAMPLE_MASK)
      ok &= st_update_sample_mask(ctx);
   return ok;
}

/** What happened to objects of the share group, as dirty bits of this context. */
static void
notice_stamps(struct st_context *ctx)
{
   assert(ctx->seen_tex_stamp == ctx->share->tex_stamp);
   if (ctx->seen_buffer_stamp != ctx->share->buffer_stamp) {
      ctx->seen_buffer_stamp = ctx->share->buffer_stamp;
      ctx->dirty |= ST_NEW_VERTEX | ST_NEW_BLOCKS;
   }
   if (ctx->seen_sampler_stamp != ctx->exec->sampler_stamp) {
      ctx->seen_sampler_stamp = ctx->exec->sampler_stamp;
      ctx->dirty |= ST_NEW_TEXTURES;
   }
}

/** State that changes which shaders are used, or moves images, comes before everything else. */
static bool
update_program_inputs(struct st_context *ctx)
{
   bool ok = true;
   if (ctx->dirty & ST_NEW_BLEND) {
      const int eq = ctx->blend.target[0].enabled ? st_advanced_blend(ctx->blend.target[0].eq_rgb) : -1;
      const int key = eq < 0 ? 0 : (eq + 1) | (ctx->blend_coherent ? ST_BLEND_COHERENT : 0);
      if (ctx->advanced_blend != key) {
         ctx->advanced_blend = (uint8_t)key;
         ctx->dirty |= ST_NEW_PROGRAM;
      }
   }
   if (ctx->dirty & (ST_NEW_TEXTURES | ST_NEW_PROGRAM)) {
      ok = st_update_textures(ctx);
      ctx->dirty &= ~(uint32_t)ST_NEW_TEXTURES;
      if (ctx->seen_tex_stamp != ctx->share->tex_stamp) { /* images moved: the framebuffer may look at one */
         ctx->seen_tex_stamp = ctx->share->tex_stamp;
         ctx->dirty |= ST_NEW_FB;
      }
   }
   if (ctx->dirty & ST_NEW_FB)
      ok &= st_validate_framebuffer(ctx)->status == GL_FRAMEBUFFER_COMPLETE;
   return ok;
}

#ifndef NDEBUG
/** For an assertion, at one draw in sixteen: translated once more, state whose bits are clear gives the objects that are
 * bound. */
static bool
is_translated(struct st_context *ctx)
{
   static U_THREAD_LOCAL unsigned turn;
   if (turn++ % 16)
      return true;
   void *bound[ST_CSO_KINDS];
   memcpy(bound, ctx->cso.bound, sizeof bound);
   const bool made = st_update_blend(ctx) && st_update_dsa(ctx) && st_update_rasterizer(ctx);
   return !made || !memcmp(bound, ctx->cso.bound, sizeof bound);
}
#endif

bool
st_validate(struct st_context *ctx)
{
   assert(ctx->in_call || ctx->locked);
   assert(ctx->seen_program_stamp == ctx->share->program_stamp && ctx->exec && st_exec_is_whole(ctx->exec));
   notice_stamps(ctx);
   /* st_vertex.c looks at these */
   const uint32_t of_vertices = ST_NEW_VERTEX | ST_NEW_ELEMENTS | ST_NEW_CURRENT;
   bool ok = true;
   if (ctx->dirty & ~of_vertices) {
      ok = update_program_inputs(ctx);
      ok &= translate(ctx, ctx->dirty);
   }
   update_constants(ctx);
   assert(!ok || is_translated(ctx));
   ctx->dirty &= of_vertices | ST_NEW_PROGRAM;
   if (!ok) {
      ctx->dirty = ST_NEW_ALL;
      st_error(ctx, GL_OUT_OF_MEMORY, "state objects");
   }
   return ok;
}
