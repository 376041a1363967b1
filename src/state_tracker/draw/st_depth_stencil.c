/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil tests (ES 2.0.25 4.1.4, 4.1.5) to pipe_depth_stencil_alpha_state. A test without its
 * buffer passes.
 */
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_cso.h"
#include "state_tracker/draw/st_update.h"
#include "util/u_math.h"

static uint8_t
stencil_op(GLenum op)
{
   switch (op) {
   case GL_ZERO:
      return PIPE_STENCIL_OP_ZERO;
   case GL_REPLACE:
      return PIPE_STENCIL_OP_REPLACE;
   case GL_INCR:
      return PIPE_STENCIL_OP_INCR;
   case GL_DECR:
      return PIPE_STENCIL_OP_DECR;
   case GL_INVERT:
      return PIPE_STENCIL_OP_INVERT;
   case GL_INCR_WRAP:
      return PIPE_STENCIL_OP_INCR_WRAP;
   case GL_DECR_WRAP:
      return PIPE_STENCIL_OP_DECR_WRAP;
   default:
      return PIPE_STENCIL_OP_KEEP;
   }
}

/* Comparisons are in GL's order. */
_Static_assert(GL_LESS - GL_NEVER == PIPE_FUNC_LESS && GL_EQUAL - GL_NEVER == PIPE_FUNC_EQUAL, "");
_Static_assert(GL_LEQUAL - GL_NEVER == PIPE_FUNC_LEQUAL && GL_GREATER - GL_NEVER == PIPE_FUNC_GREATER, "");
_Static_assert(GL_NOTEQUAL - GL_NEVER == PIPE_FUNC_NOTEQUAL && GL_GEQUAL - GL_NEVER == PIPE_FUNC_GEQUAL, "");
_Static_assert(GL_ALWAYS - GL_NEVER == PIPE_FUNC_ALWAYS, "");

static struct pipe_stencil_state
stencil_side(const struct st_stencil_side *g)
{
   return (struct pipe_stencil_state){
      .enabled = true,
      .func = (uint8_t)(g->func - GL_NEVER),
      .fail_op = stencil_op(g->fail),
      .zpass_op = stencil_op(g->zpass),
      .zfail_op = stencil_op(g->zfail),
      .valuemask = (uint8_t)g->value_mask,
      .writemask = (uint8_t)g->write_mask,
   };
}

bool
st_update_dsa(struct st_context *ctx)
{
   struct pipe_depth_stencil_alpha_state s;
   memset(&s, 0, sizeof s);
   if (ctx->depth_test && ctx->draw_info.has_depth) {
      s.depth_enabled = true;
      s.depth_writemask = ctx->depth_mask;
      s.depth_func = (uint8_t)(ctx->depth_func - GL_NEVER);
   }
   if (ctx->stencil_test && ctx->draw_info.has_stencil) {
      s.stencil[0] = stencil_side(&ctx->stencil[0]);
      s.stencil[1] = stencil_side(&ctx->stencil[1]);
      if (!memcmp(&s.stencil[0], &s.stencil[1], sizeof s.stencil[0]) &&
          ctx->stencil[0].ref == ctx->stencil[1].ref)
         s.stencil[1] = (struct pipe_stencil_state){0};
   }
   return st_cso_bind(&ctx->cso, ST_CSO_DSA, &s, sizeof s);
}

bool
st_update_stencil_ref(struct st_context *ctx)
{
   struct pipe_stencil_ref r = {
      {(uint8_t)CLAMP(ctx->stencil[0].ref, 0, 255), (uint8_t)CLAMP(ctx->stencil[1].ref, 0, 255)}
   };
   ctx->pipe->set_stencil_ref(ctx->pipe, &r);
   return true;
}
