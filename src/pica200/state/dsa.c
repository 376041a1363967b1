/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil tests.
 */
#include <assert.h>

#include "db/pica200/pica_regs.h"
#include "pica200/cso.h"
#include "util/u_math.h"

unsigned
pica200_func(unsigned func)
{
   static const uint8_t funcs[] = {
      [PIPE_FUNC_NEVER] = PICA_STENCIL_TEST__FUNC__NEVER,
      [PIPE_FUNC_LESS] = PICA_STENCIL_TEST__FUNC__LESS,
      [PIPE_FUNC_EQUAL] = PICA_STENCIL_TEST__FUNC__EQUAL,
      [PIPE_FUNC_LEQUAL] = PICA_STENCIL_TEST__FUNC__LEQUAL,
      [PIPE_FUNC_GREATER] = PICA_STENCIL_TEST__FUNC__GREATER,
      [PIPE_FUNC_NOTEQUAL] = PICA_STENCIL_TEST__FUNC__NOTEQUAL,
      [PIPE_FUNC_GEQUAL] = PICA_STENCIL_TEST__FUNC__GEQUAL,
      [PIPE_FUNC_ALWAYS] = PICA_STENCIL_TEST__FUNC__ALWAYS,
   };
   assert(func < ARRAY_SIZE(funcs));
   return funcs[func];
}

static unsigned
stencil_op(unsigned op)
{
   static const uint8_t ops[] = {
      [PIPE_STENCIL_OP_KEEP] = PICA_STENCIL_OP__FAIL__KEEP,
      [PIPE_STENCIL_OP_ZERO] = PICA_STENCIL_OP__FAIL__ZERO,
      [PIPE_STENCIL_OP_REPLACE] = PICA_STENCIL_OP__FAIL__REPLACE,
      [PIPE_STENCIL_OP_INCR] = PICA_STENCIL_OP__FAIL__INCR,
      [PIPE_STENCIL_OP_DECR] = PICA_STENCIL_OP__FAIL__DECR,
      [PIPE_STENCIL_OP_INVERT] = PICA_STENCIL_OP__FAIL__INVERT,
      [PIPE_STENCIL_OP_INCR_WRAP] = PICA_STENCIL_OP__FAIL__INCR_WRAP,
      [PIPE_STENCIL_OP_DECR_WRAP] = PICA_STENCIL_OP__FAIL__DECR_WRAP,
   };
   assert(op < ARRAY_SIZE(ops));
   return ops[op];
}

static struct pica200_stencil
encode_side(const struct pipe_stencil_state *s)
{
   return (struct pica200_stencil){
      .on = true,
      .test = PICA_STENCIL_TEST(.ENABLE = 1, .FUNC = pica200_func(s->func), .WRITE_MASK = s->writemask,
                                .INPUT_MASK = s->valuemask),
      .op = PICA_STENCIL_OP(.FAIL = stencil_op(s->fail_op), .ZFAIL = stencil_op(s->zfail_op),
                            .ZPASS = stencil_op(s->zpass_op)),
      .writes = s->writemask != 0,
   };
}

void
pica200_encode_dsa(const struct pipe_depth_stencil_alpha_state *s, struct pica200_dsa *out)
{
   *out = (struct pica200_dsa){
      .depth_test = s->depth_enabled,
      .depth_write = s->depth_enabled && s->depth_writemask, /* the chip would write without a test, too */
      .depth_func = (uint8_t)pica200_func(s->depth_func),
      .two_sided = s->stencil[0].enabled && s->stencil[1].enabled,
   };
   if (s->stencil[0].enabled)
      out->side[0] = out->side[1] = encode_side(&s->stencil[0]);
   if (out->two_sided)
      out->side[1] = encode_side(&s->stencil[1]);
}
