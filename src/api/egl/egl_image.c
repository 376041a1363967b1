/* SPDX-License-Identifier: MIT
 *
 * EGLImages made of GL textures and renderbuffers (EGL 1.5 §3.9; EGL_KHR_image_base, EGL_KHR_gl_image), or by
 * egl_dmabuf.c. What
 * an image is made of and what is made of it is the state tracker's business (st_image.c).
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_dmabuf.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "state_tracker/st_api.h"

#include <assert.h>
#include <stdlib.h>

#include "state_tracker/texture/st_image.h"

struct request {
   int level, zoffset;
};

/** EGL_EXT_image_gl_colorspace; *found: the last value of the list, or the default. */
static bool
parse_colorspace(const EGLAttrib *attribs, EGLAttrib *found)
{
   *found = EGL_GL_COLORSPACE_DEFAULT_EXT;
   for (const EGLAttrib *a = attribs; a && a[0] != EGL_NONE; a += 2) {
      if (a[0] != EGL_GL_COLORSPACE)
         continue;
      if (a[1] != EGL_GL_COLORSPACE_DEFAULT_EXT && a[1] != EGL_GL_COLORSPACE_LINEAR &&
          a[1] != EGL_GL_COLORSPACE_SRGB)
         return egl_error(EGL_BAD_PARAMETER, "EGL_GL_COLORSPACE = 0x%llx", (long long)a[1]);
      *found = a[1];
   }
   return true;
}

static bool
parse(EGLenum target, const EGLAttrib *attribs, struct request *r)
{
   for (const EGLAttrib *a = attribs; a && a[0] != EGL_NONE; a += 2) {
      switch (a[0]) {
      case EGL_IMAGE_PRESERVED: /* always is */
         if (a[1] != EGL_TRUE && a[1] != EGL_FALSE)
            return egl_error(EGL_BAD_PARAMETER, "EGL_IMAGE_PRESERVED = %lld", (long long)a[1]);
         break;
      case EGL_GL_TEXTURE_LEVEL:
         r->level = egl_clamp_attrib(a[1]);
         break;
      case EGL_GL_TEXTURE_ZOFFSET:
         r->zoffset = target == EGL_GL_TEXTURE_3D ? egl_clamp_attrib(a[1]) : 0;
         break;
      case EGL_GL_COLORSPACE: /* parse_colorspace */
         break;
      default:
         return egl_error(EGL_BAD_PARAMETER, "image attribute 0x%llx", (long long)a[0]);
      }
   }
   return true;
}

_Static_assert(EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Z - EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X ==
                  GL_TEXTURE_CUBE_MAP_NEGATIVE_Z - GL_TEXTURE_CUBE_MAP_POSITIVE_X,
               "both count the faces up in one order");

static GLenum
texture_target(EGLenum target)
{
   switch (target) {
   case EGL_GL_TEXTURE_2D:
      return GL_TEXTURE_2D;
   case EGL_GL_TEXTURE_3D:
      return GL_TEXTURE_3D_OES;
   default:
      assert(target >= EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Z);
      return GL_TEXTURE_CUBE_MAP_POSITIVE_X + (target - EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X);
   }
}

static struct st_egl_image *
create(struct egl_display *d, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
       const EGLAttrib *attribs)
{
   assert(egl_lock_held());
   static const EGLint errors[] = {
      [ST_IMAGE_OK] = EGL_SUCCESS,          [ST_IMAGE_BAD_PARAMETER] = EGL_BAD_PARAMETER,
      [ST_IMAGE_BAD_MATCH] = EGL_BAD_MATCH, [ST_IMAGE_BAD_ACCESS] = EGL_BAD_ACCESS,
      [ST_IMAGE_BAD_ALLOC] = EGL_BAD_ALLOC,
   };
   _Static_assert(sizeof errors / sizeof *errors == ST_IMAGE_BAD_ALLOC + 1, "one for each");
   const bool cube =
      target >= EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
   const bool texture = target == EGL_GL_TEXTURE_2D || target == EGL_GL_TEXTURE_3D || cube;
   struct egl_context *c = NULL;
   struct request r = {0};
   if (ctx != EGL_NO_CONTEXT && !(c = egl_find_context(d, ctx)))
      return NULL;
   if (target == EGL_LINUX_DMA_BUF_EXT && egl_has_dma_bufs(d)) {
      if (!c && !buffer)
         return egl_image_from_dma_buf(d, attribs);
      egl_error(EGL_BAD_PARAMETER, "images of dma-bufs have no context and no client buffer");
      return NULL;
   }
#ifdef TERAGL_GBM
   if (target == EGL_NATIVE_PIXMAP_KHR && d->platform == &egl_platform_gbm && egl_has_dma_bufs(d)) {
      if (!c && parse(target, attribs, &r))
         return egl_image_from_gbm_bo(d, buffer);
      if (c)
         egl_error(EGL_BAD_PARAMETER, "images of pixmaps have no context");
      return NULL;
   }
#endif
   if (!texture && target != EGL_GL_RENDERBUFFER) {
      egl_error(EGL_BAD_PARAMETER, "image target 0x%x is not supported", target);
      return NULL;
   }
   if (!c) {
      egl_error(EGL_BAD_CONTEXT, "an image of a GL object needs its context");
      return NULL;
   }
   if (!parse(target, attribs, &r))
      return NULL;
   /* Objects of a group may be reached through any of its contexts: take the one that is current here. */
   struct egl_context *here = egl_thread()->ctx;
   struct st_context *st = here && st_same_group(here->st, c->st) ? here->st : c->st;
   const GLuint name = (uintptr_t)buffer <= UINT32_MAX ? (GLuint)(uintptr_t)buffer : 0;
   enum st_image_error e;
   struct st_egl_image *i =
      texture ? st_image_from_texture(st, d, texture_target(target), name, r.level, r.zoffset, &e)
              : st_image_from_renderbuffer(st, d, name, &e);
   if (!i)
      egl_error(errors[e], "object %u (target 0x%x, level %d) cannot be an image", name, target, r.level);
   return i;
}

EGLImage
egl_CreateImage(EGLDisplay dpy, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                const EGLAttrib *attribs)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   EGLAttrib colorspace;
   struct st_egl_image *i =
      d && parse_colorspace(attribs, &colorspace) ? create(d, ctx, target, buffer, attribs) : NULL;
   if (i && colorspace != EGL_GL_COLORSPACE_DEFAULT_EXT &&
       !st_image_set_colorspace(i, colorspace == EGL_GL_COLORSPACE_SRGB)) {
      st_image_destroy(d, i);
      i = NULL;
      egl_error(EGL_BAD_MATCH, "an image of this format has no colour space 0x%llx", (long long)colorspace);
   }
   if (i)
      egl_ok();
   egl_unlock();
   return i;
}

EGLImageKHR
egl_CreateImageKHR(EGLDisplay dpy, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                   const EGLint *attribs)
{
   size_t n = 0;
   while (attribs && attribs[n] != EGL_NONE)
      n += 2;
   EGLAttrib *wide = malloc((n + 1) * sizeof *wide);
   if (!wide) {
      egl_error(EGL_BAD_ALLOC, "out of memory");
      return EGL_NO_IMAGE_KHR;
   }
   for (size_t i = 0; i < n; i++)
      wide[i] = attribs[i];
   wide[n] = EGL_NONE;
   EGLImage image = egl_CreateImage(dpy, ctx, target, buffer, wide);
   free(wide);
   return image;
}

EGLBoolean
egl_DestroyImage(EGLDisplay dpy, EGLImage image)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   if (d && st_image_destroy(d, image))
      ok = egl_ok();
   else if (d)
      egl_error(EGL_BAD_PARAMETER, "%p is no image of the display", image);
   egl_unlock();
   return ok;
}

EGLBoolean
egl_DestroyImageKHR(EGLDisplay dpy, EGLImageKHR image)
{
   return egl_DestroyImage(dpy, image);
}
