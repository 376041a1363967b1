/* SPDX-License-Identifier: MIT
 *
 * Attributes of surfaces that exist (EGL 1.5 §3.5.6; EXT_buffer_age, EXT_present_opaque, KHR_gl_colorspace).
 */
#include <stddef.h>

#include "api/egl/egl_core.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "api/egl/egl_surface.h"
#include "state_tracker/st_api.h"
#include "util/u_math.h"

/** Attributes that are kept as they were set. Of surfaces of other types they leave *value alone (§3.5.6). */
static const struct {
   EGLint name;
   EGLint types; /* EGL_x_BIT */
   size_t field; /* an EGLint of struct egl_surface */
} stored_attribs[] = {
#define ANY_SURFACE (EGL_WINDOW_BIT | EGL_PBUFFER_BIT | EGL_PIXMAP_BIT)
#define FIELD(name) offsetof(struct egl_surface, name)
   {EGL_SWAP_BEHAVIOR,       ANY_SURFACE,     FIELD(swap_behavior)      },
   {EGL_MULTISAMPLE_RESOLVE, ANY_SURFACE,     FIELD(multisample_resolve)},
   {EGL_PRESENT_OPAQUE_EXT,  ANY_SURFACE,     FIELD(present_opaque)     },
   {EGL_GL_COLORSPACE,       ANY_SURFACE,     FIELD(colorspace)         },
   {EGL_LARGEST_PBUFFER,     EGL_PBUFFER_BIT, FIELD(largest)            },
   {EGL_TEXTURE_FORMAT,      EGL_PBUFFER_BIT, FIELD(texture_format)     },
   {EGL_TEXTURE_TARGET,      EGL_PBUFFER_BIT, FIELD(texture_target)     },
   {EGL_MIPMAP_TEXTURE,      EGL_PBUFFER_BIT, FIELD(mipmap_texture)     },
   {EGL_MIPMAP_LEVEL,        EGL_PBUFFER_BIT, FIELD(mipmap_level)       },
};

/** Attributes that are the same for all surfaces. */
static const struct {
   EGLint name, value;
} fixed_attribs[] = {
   {EGL_VG_COLORSPACE,         EGL_VG_COLORSPACE_sRGB    },
   {EGL_VG_ALPHA_FORMAT,       EGL_VG_ALPHA_FORMAT_NONPRE},
   {EGL_HORIZONTAL_RESOLUTION, EGL_UNKNOWN               },
   {EGL_VERTICAL_RESOLUTION,   EGL_UNKNOWN               },
   {EGL_PIXEL_ASPECT_RATIO,    EGL_DISPLAY_SCALING       },
};

static EGLint
query_size(const struct egl_surface *s, EGLint attribute)
{
   const struct st_framebuffer_desc *desc = st_framebuffer_get_desc(s->fb);
   uint32_t w = desc->width, h = desc->height;
   if (s->type == EGL_WINDOW_BIT && !s->native_gone)
      s->display->platform->window_size((struct egl_surface *)s, &w, &h);
   return (EGLint)(attribute == EGL_WIDTH ? w : h);
}

static EGLBoolean
query_age(struct egl_surface *s, EGLint *value)
{
   const struct egl_context *c = egl_thread()->ctx;
   if (!c || c->draw != s)
      return egl_error(EGL_BAD_SURFACE, "the surface is not the calling thread's draw surface");
   egl_surface_follow_window(s);
   s->age_queried = true;
   *value = s->type == EGL_WINDOW_BIT ? s->age : 0;
   return egl_ok();
}

static EGLBoolean
query_attrib(struct egl_surface *s, EGLint attribute, EGLint *value)
{
   for (size_t i = 0; i < ARRAY_SIZE(stored_attribs); i++)
      if (stored_attribs[i].name == attribute) {
         if (stored_attribs[i].types & s->type)
            *value = *(const EGLint *)((const char *)s + stored_attribs[i].field);
         return egl_ok();
      }
   for (size_t i = 0; i < ARRAY_SIZE(fixed_attribs); i++)
      if (fixed_attribs[i].name == attribute) {
         *value = fixed_attribs[i].value;
         return egl_ok();
      }
   switch (attribute) {
   case EGL_WIDTH:
   case EGL_HEIGHT:
      *value = query_size(s, attribute);
      return egl_ok();
   case EGL_CONFIG_ID:
      *value = s->config->id;
      return egl_ok();
   case EGL_RENDER_BUFFER:
      *value = s->type == EGL_PIXMAP_BIT ? EGL_SINGLE_BUFFER : EGL_BACK_BUFFER;
      return egl_ok();
   case EGL_BUFFER_AGE_EXT:
      return query_age(s, value);
   default:
      return egl_error(EGL_BAD_ATTRIBUTE, "eglQuerySurface attribute 0x%x", attribute);
   }
}

EGLBoolean
egl_QuerySurface(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint *value)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   if (s && !value)
      egl_error(EGL_BAD_PARAMETER, "eglQuerySurface without room for the value");
   else if (s)
      ok = query_attrib(s, attribute, value);
   egl_unlock();
   return ok;
}

EGLBoolean
egl_SurfaceAttrib(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint value)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct egl_surface *s = d ? egl_find_surface(d, surface) : NULL;
   if (s) {
      ok = egl_ok();
      if (attribute == EGL_MIPMAP_LEVEL)
         s->mipmap_level = value;
      else if (attribute == EGL_MULTISAMPLE_RESOLVE && value == EGL_MULTISAMPLE_RESOLVE_DEFAULT)
         s->multisample_resolve = value;
      else if (attribute == EGL_MULTISAMPLE_RESOLVE && value == EGL_MULTISAMPLE_RESOLVE_BOX)
         ok = egl_error(EGL_BAD_MATCH, "config %d has no EGL_MULTISAMPLE_RESOLVE_BOX_BIT", s->config->id);
      else if (attribute == EGL_SWAP_BEHAVIOR &&
               (value == EGL_BUFFER_DESTROYED || value == EGL_BUFFER_PRESERVED))
         s->swap_behavior = value; /* the one colour buffer is preserved either way */
      else if (attribute == EGL_MULTISAMPLE_RESOLVE || attribute == EGL_SWAP_BEHAVIOR)
         ok = egl_error(EGL_BAD_PARAMETER, "value 0x%x of attribute 0x%x", value, attribute);
      else
         ok = egl_error(EGL_BAD_ATTRIBUTE, "eglSurfaceAttrib attribute 0x%x", attribute);
   }
   egl_unlock();
   return ok;
}
