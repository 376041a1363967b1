/* SPDX-License-Identifier: MIT
 *
 * The number formats that a GPU's shaders compute with.
 */
#include "state_tracker/st_precision.h"

#include "compiler/ir/target.h"
#include "state_tracker/st_context.h"

void
st_precision_format(const struct st_context *ctx, bool vertex, GLenum type, GLint range[2], GLint *precision)
{
   const struct ir_target *target = ctx->screen->ir_target;
   const struct pipe_caps *caps = &ctx->screen->caps;
   const bool binary32 = target->fp.mantissa == 23 || (vertex && !caps->small_vertex_floats);
   const bool ints = type >= GL_LOW_INT;
   if (!vertex && caps->fragment_fraction_bits) {
      range[0] = range[1] = 0; /* 0 and 1 */
      *precision = type == GL_LOW_FLOAT || type == GL_MEDIUM_FLOAT ? caps->fragment_fraction_bits : 0;
   } else if (ints) {
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
