/* SPDX-License-Identifier: MIT
 *
 * Drawing and clearing (ES 2.0.25 2.8, 4.2.3).
 */
#include "api/gles/draw/gl_feedback.h"
#include "api/gles/gl_common.h"

#include <assert.h>
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/draw/st_draw.h"
#include "state_tracker/draw/st_validate.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/st_context.h"

/** What DrawArrays and DrawElements check alike. \return whether to draw. */
static bool
check_draw(struct st_context *ctx, GLenum mode, GLsizei count, const char *call)
{
   if (mode > GL_TRIANGLE_FAN) {
      st_error(ctx, GL_INVALID_ENUM, "%s(mode = 0x%x)", call, mode);
      return false;
   }
   if (count < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(count = %d)", call, count);
      return false;
   }
   return true;
}

/** May blending be more than equations of factors? */
static bool
is_special(const struct st_blend *b)
{
   return b->indexed || b->target[0].dual_source || b->target[0].eq_rgb >= GL_MULTIPLY_KHR;
}

/** Blending of a draw buffer. EXT_blend_func_extended, KHR_blend_equation_advanced: there is one target; of the latter the
 * shader names the equation. */
static bool
check_target_blend(struct st_context *ctx, const struct st_target_blend *b, const char *call)
{
   if (!b->enabled)
      return true;
   const int advanced = st_advanced_blend(b->eq_rgb);
   assert(advanced < 0 || b->eq_rgb == b->eq_alpha);
   if (advanced >= 0 && !(ctx->exec->blend_support >> advanced & 1)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the fragment shader does not name blend equation 0x%x", call,
               b->eq_rgb);
      return false;
   }
   if (ctx->draw_info.num_cbufs <= 1 || (advanced < 0 && !b->dual_source))
      return true;
   if (advanced >= 0)
      st_error(ctx, GL_INVALID_OPERATION, "%s: blend equation 0x%x with several draw buffers", call,
               b->eq_rgb);
   else
      st_error(ctx, GL_INVALID_OPERATION, "%s: blending with a second source colour to several draw buffers",
               call);
   return false;
}

static bool
check_blend(struct st_context *ctx, const char *call)
{
   for (unsigned i = 0; i < MAX2(ctx->draw_info.num_cbufs, 1); i++)
      if (!check_target_blend(ctx, st_target_blend(&ctx->blend, i), call))
         return false;
   return true;
}

/** ES 3.0.6 2.10.3: what is mapped must not be read. Only asked where some buffer of the share group is mapped. */
static __attribute__((noinline)) bool
check_maps(struct st_context *ctx, const char *call)
{
   for (unsigned i = 0; i < ctx->exec->num_blocks; i++) {
      const struct st_buffer *b = ctx->uniform_buffers[ctx->exec->block_bindings[i]].buffer;
      if (b && b->map) {
         st_error(ctx, GL_INVALID_OPERATION, "%s: the buffer of a uniform block is mapped", call);
         return false;
      }
   }
   for (uint32_t used = ctx->vao->enabled & ctx->exec->attrib_mask; used; used &= used - 1) {
      const struct st_buffer *b = ctx->vao->attribs[__builtin_ctz(used)].buffer;
      if (b && b->map) {
         st_error(ctx, GL_INVALID_OPERATION, "%s: a vertex buffer is mapped", call);
         return false;
      }
   }
   return true;
}

static bool
check_state(struct st_context *ctx, const char *call)
{
   if (!gl_check_draw_framebuffer(ctx, call))
      return false;
   st_refresh_program(ctx);
   if (!ctx->exec) {
      if (ctx->pipeline_problem)
         st_error(ctx, GL_INVALID_OPERATION, "%s: %s", call, ctx->pipeline_problem);
      return false; /* else undefined results, no error: nothing is drawn (ES 2.0.25 2.10.3) */
   }
   if (ctx->exec->conflict_stamp != ctx->exec->sampler_stamp) {
      ctx->exec->conflict = st_exec_samplers_conflict(ctx->exec, (unsigned)ctx->limits.max_units);
      ctx->exec->conflict_stamp = ctx->exec->sampler_stamp;
   }
   if (ctx->exec->conflict) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: samplers of different types use one texture unit", call);
      return false;
   }
   if (__builtin_expect(is_special(&ctx->blend), false) && !check_blend(ctx, call))
      return false;
   if (__builtin_expect(ctx->blackhole, false))
      return false;
   return !__builtin_expect(ctx->share->mapped != NULL, false) || check_maps(ctx, call);
}

/** ANGLE_instanced_arrays: some array must advance with the vertices. */
static bool
check_divisors(struct st_context *ctx, const char *call)
{
   if (!ctx->exec)
      return true;
   uint32_t used = ctx->vao->enabled & ctx->exec->attrib_mask;
   if (!used || (used & ~ctx->vao->instanced))
      return true;
   st_error(ctx, GL_INVALID_OPERATION, "%s: every array has a divisor", call);
   return false;
}

/** In line: what glDrawArrays leaves at 1 and false costs it nothing. */
static inline __attribute__((always_inline)) void
draw_arrays(struct st_context *ctx, GLenum mode, GLint first, GLsizei count, GLsizei instances, bool angle,
            const char *call)
{
   if (!check_draw(ctx, mode, count, call))
      return;
   if (first < 0 || instances < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(first = %d, primcount = %d)", call, first, instances);
      return;
   }
   if (!check_state(ctx, call) || (angle && !check_divisors(ctx, call)))
      return;
   if (__builtin_expect(gl_is_capturing(ctx), false) &&
       !gl_check_feedback(ctx, mode, (uint32_t)count, (uint32_t)instances, call))
      return;
   if (count && instances)
      st_draw_arrays(ctx, mode, (uint32_t)first, (uint32_t)count, (uint32_t)instances);
}

/** Bytes of an index; 0 for what is no type of one. */
static unsigned
index_B(struct st_context *ctx, GLenum type)
{
   return type == GL_UNSIGNED_BYTE                            ? 1
          : type == GL_UNSIGNED_SHORT                         ? 2
          : type == GL_UNSIGNED_INT && gl_has_index_uint(ctx) ? 4
                                                              : 0;
}

/** In line as draw_arrays(). */
static inline __attribute__((always_inline)) void
draw_elements(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
              GLsizei instances, GLint base, bool angle, const char *call)
{
   if (!check_draw(ctx, mode, count, call))
      return;
   unsigned size_B = index_B(ctx, type);
   if (!size_B) {
      st_error(ctx, GL_INVALID_ENUM, "%s(type = 0x%x)", call, type);
      return;
   }
   if (instances < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(primcount = %d)", call, instances);
      return;
   }
   if (!check_state(ctx, call) || (angle && !check_divisors(ctx, call)))
      return;
   if (__builtin_expect(gl_is_capturing(ctx), false)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback captures no indexed draws", call);
      return;
   }
   const struct st_buffer *b = ctx->vao->element_buffer;
   if (b && b->map) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the index buffer is mapped", call);
      return;
   }
   if (count && instances)
      st_draw_elements(ctx, mode, (uint32_t)count, size_B, indices, (uint32_t)instances, base);
}

void
gl_DrawArrays(struct st_context *ctx, GLenum mode, GLint first, GLsizei count)
{
   draw_arrays(ctx, mode, first, count, 1, false, "glDrawArrays");
}

void
gl_DrawElements(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices)
{
   draw_elements(ctx, mode, count, type, indices, 1, 0, false, "glDrawElements");
}

void
gl_DrawRangeElements(struct st_context *ctx, GLenum mode, GLuint start, GLuint end, GLsizei count,
                     GLenum type, const void *indices)
{
   static const char call[] = "glDrawRangeElements";
   if (end < start && mode <= GL_TRIANGLE_FAN)
      st_error(ctx, GL_INVALID_VALUE, "%s(start = %u, end = %u)", call, start, end);
   else
      draw_elements(ctx, mode, count, type, indices, 1, 0, false, call);
}

/* ---- EXT_draw_instanced, EXT_instanced_arrays, ANGLE_instanced_arrays, EXT_multi_draw_arrays ----------- */

void
gl_DrawArraysInstancedEXT(struct st_context *ctx, GLenum mode, GLint start, GLsizei count, GLsizei primcount)
{
   draw_arrays(ctx, mode, start, count, primcount, false, "glDrawArraysInstancedEXT");
}

void
gl_DrawArraysInstancedANGLE(struct st_context *ctx, GLenum mode, GLint first, GLsizei count,
                            GLsizei primcount)
{
   draw_arrays(ctx, mode, first, count, primcount, true, "glDrawArraysInstancedANGLE");
}

void
gl_DrawElementsInstancedEXT(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type,
                            const void *indices, GLsizei primcount)
{
   draw_elements(ctx, mode, count, type, indices, primcount, 0, false, "glDrawElementsInstancedEXT");
}

void
gl_DrawElementsInstancedANGLE(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type,
                              const void *indices, GLsizei primcount)
{
   draw_elements(ctx, mode, count, type, indices, primcount, 0, true, "glDrawElementsInstancedANGLE");
}

/** What a call of several draws checks once. */
static bool
check_multi(struct st_context *ctx, GLenum mode, GLsizei primcount, const char *call)
{
   if (!check_draw(ctx, mode, 0, call))
      return false;
   if (primcount >= 0)
      return true;
   st_error(ctx, GL_INVALID_VALUE, "%s(primcount = %d)", call, primcount);
   return false;
}

void
gl_MultiDrawArraysEXT(struct st_context *ctx, GLenum mode, const GLint *first, const GLsizei *count,
                      GLsizei primcount)
{
   static const char call[] = "glMultiDrawArraysEXT";
   if (!check_multi(ctx, mode, primcount, call))
      return;
   for (GLsizei i = 0; i < primcount; i++)
      if (count[i] > 0) /* the extension passes over the others */
         draw_arrays(ctx, mode, first[i], count[i], 1, false, call);
}

void
gl_MultiDrawElementsEXT(struct st_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                        const void *const *indices, GLsizei primcount)
{
   static const char call[] = "glMultiDrawElementsEXT";
   if (!check_multi(ctx, mode, primcount, call))
      return;
   if (!index_B(ctx, type)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(type = 0x%x)", call, type);
      return;
   }
   for (GLsizei i = 0; i < primcount; i++)
      if (count[i] > 0)
         draw_elements(ctx, mode, count[i], type, indices[i], 1, 0, false, call);
}

/* ---- EXT_draw_elements_base_vertex, OES_draw_elements_base_vertex -------------------------------------- */

void
gl_DrawElementsBaseVertexEXT(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type,
                             const void *indices, GLint basevertex)
{
   draw_elements(ctx, mode, count, type, indices, 1, basevertex, false, "glDrawElementsBaseVertexEXT");
}

void
gl_DrawElementsInstancedBaseVertexEXT(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type,
                                      const void *indices, GLsizei instancecount, GLint basevertex)
{
   draw_elements(ctx, mode, count, type, indices, instancecount, basevertex, false,
                 "glDrawElementsInstancedBaseVertexEXT");
}

void
gl_DrawElementsBaseVertexOES(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type,
                             const void *indices, GLint basevertex)
{
   draw_elements(ctx, mode, count, type, indices, 1, basevertex, false, "glDrawElementsBaseVertexOES");
}

void
gl_DrawElementsInstancedBaseVertexOES(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type,
                                      const void *indices, GLsizei instancecount, GLint basevertex)
{
   draw_elements(ctx, mode, count, type, indices, instancecount, basevertex, false,
                 "glDrawElementsInstancedBaseVertexOES");
}

void
gl_MultiDrawElementsBaseVertexEXT(struct st_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                                  const void *const *indices, GLsizei drawcount, const GLint *basevertex)
{
   static const char call[] = "glMultiDrawElementsBaseVertexEXT";
   if (!check_multi(ctx, mode, drawcount, call))
      return;
   if (!index_B(ctx, type)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(type = 0x%x)", call, type);
      return;
   }
   for (GLsizei i = 0; i < drawcount; i++)
      if (count[i] > 0)
         draw_elements(ctx, mode, count[i], type, indices[i], 1, basevertex[i], false, call);
}

/* ---- EXT_base_instance: arrays of instances begin further behind, gl_InstanceID does not --------------- */

/** For the draw between two calls, the second of them with 0. False after an error. */
static bool
set_base_instance(struct st_context *ctx, GLuint base, const char *call)
{
   if (!gl_has_base_instance(ctx)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: not supported", call);
      return false;
   }
   if (ctx->base_instance != base)
      ctx->dirty |= ST_NEW_VERTEX;
   ctx->base_instance = base;
   return true;
}

void
gl_DrawArraysInstancedBaseInstanceEXT(struct st_context *ctx, GLenum mode, GLint first, GLsizei count,
                                      GLsizei instancecount, GLuint baseinstance)
{
   static const char call[] = "glDrawArraysInstancedBaseInstanceEXT";
   if (!set_base_instance(ctx, baseinstance, call))
      return;
   draw_arrays(ctx, mode, first, count, instancecount, false, call);
   set_base_instance(ctx, 0, call);
}

static void
draw_elements_base(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
                   GLsizei instances, GLint base_vertex, GLuint base_instance, const char *call)
{
   if (!set_base_instance(ctx, base_instance, call))
      return;
   draw_elements(ctx, mode, count, type, indices, instances, base_vertex, false, call);
   set_base_instance(ctx, 0, call);
}

void
gl_DrawElementsInstancedBaseInstanceEXT(struct st_context *ctx, GLenum mode, GLsizei count, GLenum type,
                                        const void *indices, GLsizei instancecount, GLuint baseinstance)
{
   draw_elements_base(ctx, mode, count, type, indices, instancecount, 0, baseinstance,
                      "glDrawElementsInstancedBaseInstanceEXT");
}

void
gl_DrawElementsInstancedBaseVertexBaseInstanceEXT(struct st_context *ctx, GLenum mode, GLsizei count,
                                                  GLenum type, const void *indices, GLsizei instancecount,
                                                  GLint basevertex, GLuint baseinstance)
{
   draw_elements_base(ctx, mode, count, type, indices, instancecount, basevertex, baseinstance,
                      "glDrawElementsInstancedBaseVertexBaseInstanceEXT");
}

void
gl_FramebufferFetchBarrierEXT(struct st_context *ctx)
{
   if (gl_has_framebuffer_fetch(ctx))
      ctx->pipe->framebuffer_barrier(ctx->pipe);
   else
      st_error(ctx, GL_INVALID_OPERATION, "glFramebufferFetchBarrierEXT: not supported");
}

void
gl_BlendBarrierKHR(struct st_context *ctx)
{
   if (gl_has_advanced_blend(ctx))
      ctx->pipe->framebuffer_barrier(ctx->pipe);
   else
      st_error(ctx, GL_INVALID_OPERATION, "glBlendBarrierKHR: not supported");
}

void
gl_Clear(struct st_context *ctx, GLbitfield mask)
{
   if (mask & ~(GLbitfield)(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)) {
      st_error(ctx, GL_INVALID_VALUE, "glClear(0x%x)", mask);
      return;
   }
   if (gl_check_draw_framebuffer(ctx, "glClear") && mask && !ctx->blackhole && !ctx->rasterizer_discard)
      st_clear(ctx, mask);
}
