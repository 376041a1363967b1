/* SPDX-License-Identifier: MIT
 *
 * The number formats that a GPU's shaders compute with.
 */
#include "state_tracker/st_precision.h"

#include "compiler/ir/target.h"
#include "state_tracker/st_context.h"

void
st_precision_format(const struct st_context *ctx, bool vertex, bool ints, GLint range[2], GLint *precision)
{
   const struct ir_target *target = ctx->screen->ir_target;
   const bool binary32 = vertex || target->fp.mantissa == 23;
   if (ints) {
      /* floats hold every int up to 2 to the power of their mantissa's bits and the one before them */
      range[0] = target->integers ? 31 : target->fp.mantissa + 1;
      range[1] = target->integers ? 30 : target->fp.mantissa + 1;
      *precision = 0;
   } else {
      /* 127 stands for binary32's 2^-126: ES 2.0.25 6.1.8 gives both ranges of it so */
      range[0] = binary32 ? 127 : -target->fp.min_exponent;
      range[1] = binary32 ? 127 : target->fp.max_exponent;
      *precision = binary32 ? 23 : target->fp.mantissa;
   }
}
