/* SPDX-License-Identifier: MIT
 *
 * Operands of a texture lookup, put together one by one; for both versions of the language.
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

#include "util/u_math.h"

void
glsl_push_lookup(struct glsl_lookup *t, struct ir_src s)
{
   assert(t->num_src < ARRAY_SIZE(t->src));
   t->src[t->num_src++] = s;
}

void
glsl_push_coordinates(struct glsl_lower *l, const struct ir_src *p, unsigned comps, unsigned n,
                      bool projective, struct glsl_lookup *t)
{
   if (!projective) {
      for (unsigned i = 0; i < n; i++)
         glsl_push_lookup(t, p[i]);
      return;
   }
   struct ir_src r = glsl_lower_rcp(l, p[comps - 1]);
   for (unsigned i = 0; i < n; i++)
      glsl_push_lookup(t, ir_alu2(&l->b, IR_FMUL, p[i], r));
}
