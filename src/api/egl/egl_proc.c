/* SPDX-License-Identifier: MIT
 *
 * Names -> functions, for eglGetProcAddress, the public libraries and glvnd.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "state_tracker/st_api.h"

#include <string.h>

#include "api/gles/gl_proc.h"
#include "state_tracker/st_context.h"
#include "util/u_math.h"

/* What applications call: notes the command's name for messages. */
#define EGL_DECL(ret, name, params, args)                                                                    \
   static ret call_##name params                                                                             \
   {                                                                                                         \
      struct egl_thread *t = egl_thread();                                                                   \
      t->command = "egl" #name;                                                                              \
      t->object_label = NULL;                                                                                \
      return egl_##name args;                                                                                \
   }
#include "api/egl_functions.h"
#undef EGL_DECL

static const struct {
   const char *name;
   egl_proc proc;
} procs[] = {
#define EGL_DECL(ret, name, params, args) {"egl" #name, (egl_proc)call_##name},
#include "api/egl_functions.h"
#undef EGL_DECL
};

egl_proc
egl_get_proc(const char *name)
{
   for (size_t i = 0; i < ARRAY_SIZE(procs) && name[0] == 'e'; i++)
      if (!strcmp(procs[i].name, name))
         return procs[i].proc;
   return gl_get_proc(name);
}

__eglMustCastToProperFunctionPointerType
egl_GetProcAddress(const char *name)
{
   egl_ok();
   return name ? egl_get_proc(name) : NULL;
}

/** What libEGL.so.1 and libGLESv2.so.2 resolve their exported functions with. */
__attribute__((visibility("default"))) egl_proc teragl_get_proc(const char *name);

/** For functions of later GL versions, which libGLESv2.so.2 has names of. */
static void
unsupported(const char *name)
{
   struct st_context *ctx = st_tls_context;
   if (!ctx)
      return;
   st_enter(ctx);
   st_error(ctx, GL_INVALID_OPERATION, "%s is a function of OpenGL ES 3", name);
   st_leave(ctx);
}

egl_proc
teragl_get_proc(const char *name)
{
   return strcmp(name, "teragl_unsupported") ? egl_get_proc(name) : (egl_proc)unsupported;
}
