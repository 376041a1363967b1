/* SPDX-License-Identifier: MIT
 *
 * Pbuffers as textures: eglBindTexImage and eglReleaseTexImage (EGL 1.5 §3.6).
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "pipe/p_context.h"
#include "state_tracker/st_api.h"

/** Shared checks of eglBindTexImage and eglReleaseTexImage; lock held. */
static struct egl_surface *
tex_image_surface(EGLDisplay dpy, EGLSurface surface, EGLint buffer)
{
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   if (!s)
      return NULL;
   if (buffer != EGL_BACK_BUFFER) {
      egl_error(EGL_BAD_PARAMETER, "buffer 0x%x; only EGL_BACK_BUFFER can be bound", buffer);
      return NULL;
   }
   if (s->type != EGL_PBUFFER_BIT) {
      egl_error(EGL_BAD_SURFACE, "only pbuffers can be bound to textures");
      return NULL;
   }
   if (s->texture_format == EGL_NO_TEXTURE) {
      egl_error(EGL_BAD_MATCH, "the pbuffer has no texture format");
      return NULL;
   }
   return s;
}

EGLBoolean
egl_BindTexImage(EGLDisplay dpy, EGLSurface surface, EGLint buffer)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_surface *s = tex_image_surface(dpy, surface, buffer);
   struct egl_context *c = egl_thread()->ctx;
   if (s && s->bound_color)
      egl_error(EGL_BAD_ACCESS, "the pbuffer is already bound to a texture");
   else if (s && !c)
      ok = egl_ok();
   else if (s) {
      struct pipe_resource *color = st_framebuffer_color(s->fb);
      if (st_bind_tex_image(c->st, color)) {
         s->bound_color = pipe_resource_ref(color);
         ok = egl_ok();
      } else {
         egl_error(EGL_BAD_ALLOC, "out of memory");
      }
   }
   egl_unlock();
   return ok;
}

EGLBoolean
egl_ReleaseTexImage(EGLDisplay dpy, EGLSurface surface, EGLint buffer)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_surface *s = tex_image_surface(dpy, surface, buffer);
   struct egl_context *c = egl_thread()->ctx;
   if (s) {
      if (s->bound_color && c)
         st_release_tex_image(c->st, s->bound_color);
      pipe_resource_unref(s->bound_color);
      s->bound_color = NULL;
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}
