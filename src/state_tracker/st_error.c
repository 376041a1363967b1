/* SPDX-License-Identifier: MIT
 *
 * The calling thread's context, and GL errors (ES 2.0.25 2.5): the floor that everything here stands on.
 */
#include <stdarg.h>
#include <stdio.h>

#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"
#include "util/u_debug.h"
#include "util/u_math.h"

U_THREAD_LOCAL struct st_context *st_tls_context;

void
st_error(struct st_context *ctx, GLenum error, const char *fmt, ...)
{
   /* KHR_no_error: what is wrong has no effect, and nobody hears of it */
   if (ctx->error == GL_NO_ERROR && (!ctx->attribs.no_error || error == GL_OUT_OF_MEMORY))
      ctx->error = error;
   if (!u_debug(U_DEBUG_API) && !st_debug_enabled(ctx))
      return;
   static const struct {
      GLenum error;
      const char *name;
   } names[] = {
      {GL_INVALID_ENUM,                  "GL_INVALID_ENUM"                 },
      {GL_INVALID_VALUE,                 "GL_INVALID_VALUE"                },
      {GL_INVALID_OPERATION,             "GL_INVALID_OPERATION"            },
      {GL_INVALID_FRAMEBUFFER_OPERATION, "GL_INVALID_FRAMEBUFFER_OPERATION"},
      {GL_OUT_OF_MEMORY,                 "GL_OUT_OF_MEMORY"                },
      {GL_STACK_OVERFLOW_KHR,            "GL_STACK_OVERFLOW_KHR"           },
      {GL_STACK_UNDERFLOW_KHR,           "GL_STACK_UNDERFLOW_KHR"          },
      {GL_CONTEXT_LOST_KHR,              "GL_CONTEXT_LOST_KHR"             },
   };
   const char *name = "GL error";
   for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
      if (names[i].error == error)
         name = names[i].name;
   char text[ST_DEBUG_MAX_MESSAGE_B];
   int n = snprintf(text, sizeof text, "%s: ", name);
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(text + n, sizeof text - (size_t)n, fmt, ap);
   va_end(ap);
   if (u_debug(U_DEBUG_API))
      u_log("%s", text);
   st_debug_message(ctx, GL_DEBUG_SOURCE_API_KHR, GL_DEBUG_TYPE_ERROR_KHR, st_debug_id(fmt),
                    GL_DEBUG_SEVERITY_HIGH_KHR, text);
}
