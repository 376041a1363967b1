/* SPDX-License-Identifier: MIT
 *
 * The formats of dma-bufs, by their names in drm_fourcc.h, and the queries for them (EGL_EXT_image_dma_buf_import_modifiers).
 */
#include <assert.h>

#include "api/egl/egl_core.h"
#include "api/egl/egl_dmabuf.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "util/u_math.h"

#define FOURCC(a, b, c, d)                                                                                   \
   ((EGLint)((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24))

/* DRM's names count from the most significant bit of a little-endian word, ours from the first byte. */
static const struct egl_dmabuf_format formats[] = {
   {FOURCC('A', 'R', '2', '4'), PIPE_FORMAT_B8G8R8A8_UNORM,     GL_RGBA   },
   {FOURCC('X', 'R', '2', '4'), PIPE_FORMAT_B8G8R8X8_UNORM,     GL_RGB    },
   {FOURCC('A', 'B', '2', '4'), PIPE_FORMAT_R8G8B8A8_UNORM,     GL_RGBA   },
   {FOURCC('X', 'B', '2', '4'), PIPE_FORMAT_R8G8B8X8_UNORM,     GL_RGB    },
   {FOURCC('R', 'G', '1', '6'), PIPE_FORMAT_B5G6R5_UNORM,       GL_RGB    },
   {FOURCC('G', 'R', '8', '8'), PIPE_FORMAT_R8G8_UNORM,         GL_RG_EXT },
   {FOURCC('R', '8', ' ', ' '), PIPE_FORMAT_R8_UNORM,           GL_RED_EXT},
   {FOURCC('A', 'R', '3', '0'), PIPE_FORMAT_B10G10R10A2_UNORM,  GL_RGBA   },
   {FOURCC('X', 'R', '3', '0'), PIPE_FORMAT_B10G10R10X2_UNORM,  GL_RGB    },
   {FOURCC('A', 'B', '3', '0'), PIPE_FORMAT_R10G10B10A2_UNORM,  GL_RGBA   },
   {FOURCC('G', 'R', '3', '2'), PIPE_FORMAT_R16G16_UNORM,       GL_RG_EXT },
   {FOURCC('R', '1', '6', ' '), PIPE_FORMAT_R16_UNORM,          GL_RED_EXT},
   {FOURCC('A', 'B', '4', 'H'), PIPE_FORMAT_R16G16B16A16_FLOAT, GL_RGBA   },
};

static const struct egl_dmabuf_yuv_format yuv_formats[] = {
#define R8    PIPE_FORMAT_R8_UNORM
#define RG8   PIPE_FORMAT_R8G8_UNORM
#define RGBA8 PIPE_FORMAT_R8G8B8A8_UNORM
#define R16   PIPE_FORMAT_R16_UNORM
#define RG16  PIPE_FORMAT_R16G16_UNORM
   {FOURCC('N', 'V', '1', '2'), 2, 1, 1, 8,  {R8, RG8},    0, 0, 1},
   {FOURCC('N', 'V', '2', '1'), 2, 1, 1, 8,  {R8, RG8},    0, 1, 0},
   {FOURCC('N', 'V', '1', '6'), 2, 1, 0, 8,  {R8, RG8},    0, 0, 1},
   {FOURCC('N', 'V', '6', '1'), 2, 1, 0, 8,  {R8, RG8},    0, 1, 0},
   {FOURCC('N', 'V', '2', '4'), 2, 0, 0, 8,  {R8, RG8},    0, 0, 1},
   {FOURCC('N', 'V', '4', '2'), 2, 0, 0, 8,  {R8, RG8},    0, 1, 0},
   {FOURCC('P', '0', '1', '0'), 2, 1, 1, 10, {R16, RG16},  0, 0, 1},
   {FOURCC('P', '0', '1', '2'), 2, 1, 1, 12, {R16, RG16},  0, 0, 1},
   {FOURCC('P', '0', '1', '6'), 2, 1, 1, 16, {R16, RG16},  0, 0, 1},
   {FOURCC('Y', 'U', '1', '2'), 3, 1, 1, 8,  {R8, R8},     0, 1, 2},
   {FOURCC('Y', 'V', '1', '2'), 3, 1, 1, 8,  {R8, R8},     0, 2, 1},
   {FOURCC('Y', 'U', '1', '6'), 3, 1, 0, 8,  {R8, R8},     0, 1, 2},
   {FOURCC('Y', 'V', '1', '6'), 3, 1, 0, 8,  {R8, R8},     0, 2, 1},
   {FOURCC('Y', 'U', '2', '4'), 3, 0, 0, 8,  {R8, R8},     0, 1, 2},
   {FOURCC('Y', 'V', '2', '4'), 3, 0, 0, 8,  {R8, R8},     0, 2, 1},
   {FOURCC('Y', 'U', 'Y', 'V'), 1, 1, 0, 8,  {RG8, RGBA8}, 0, 1, 3},
   {FOURCC('Y', 'V', 'Y', 'U'), 1, 1, 0, 8,  {RG8, RGBA8}, 0, 3, 1},
   {FOURCC('U', 'Y', 'V', 'Y'), 1, 1, 0, 8,  {RG8, RGBA8}, 1, 0, 2},
   {FOURCC('V', 'Y', 'U', 'Y'), 1, 1, 0, 8,  {RG8, RGBA8}, 1, 2, 0},
#undef R8
#undef RG8
#undef RGBA8
#undef R16
#undef RG16
};

static bool
can_sample(const struct egl_display *d, enum pipe_format f)
{
   return d->screen->is_format_supported(d->screen, f, PIPE_TEXTURE_2D, 0, PIPE_BIND_SAMPLER_VIEW);
}

bool
egl_has_dma_bufs(const struct egl_display *d)
{
   assert(d->screen);
   return d->screen->resource_import != NULL;
}

static bool
supported(const struct egl_display *d, const struct egl_dmabuf_format *f)
{
   return can_sample(d, f->format);
}

static bool
yuv_supported(const struct egl_display *d, const struct egl_dmabuf_yuv_format *f)
{
   return can_sample(d, f->format[0]) && can_sample(d, f->format[1]);
}

const struct egl_dmabuf_format *
egl_dmabuf_find_format(const struct egl_display *d, EGLint fourcc)
{
   for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].fourcc == fourcc && supported(d, &formats[i]))
         return &formats[i];
   return NULL;
}

const struct egl_dmabuf_format *
egl_dmabuf_find_pipe_format(const struct egl_display *d, enum pipe_format f)
{
   for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].format == f && supported(d, &formats[i]))
         return &formats[i];
   return NULL;
}

const struct egl_dmabuf_yuv_format *
egl_dmabuf_find_yuv_format(const struct egl_display *d, EGLint fourcc)
{
   for (size_t i = 0; i < ARRAY_SIZE(yuv_formats); i++)
      if (yuv_formats[i].fourcc == fourcc && yuv_supported(d, &yuv_formats[i]))
         return &yuv_formats[i];
   return NULL;
}

/** A list as EGL's queries give it: as much as there is room for, and how many there are. */
EGLBoolean
egl_QueryDmaBufFormatsEXT(EGLDisplay dpy, EGLint max, EGLint *out, EGLint *num)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   if (d && (!num || max < 0 || (max > 0 && !out))) {
      egl_error(EGL_BAD_PARAMETER, "no room for the formats");
   } else if (d) {
      EGLint n = 0;
      for (size_t i = 0; egl_has_dma_bufs(d) && i < ARRAY_SIZE(formats) + ARRAY_SIZE(yuv_formats); i++) {
         const bool rgb = i < ARRAY_SIZE(formats);
         const size_t k = rgb ? i : i - ARRAY_SIZE(formats);
         if (!(rgb ? supported(d, &formats[k]) : yuv_supported(d, &yuv_formats[k])))
            continue;
         if (n < max)
            out[n] = rgb ? formats[k].fourcc : yuv_formats[k].fourcc;
         n++;
      }
      *num = max ? MIN2(n, max) : n;
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}

EGLBoolean
egl_QueryDmaBufModifiersEXT(EGLDisplay dpy, EGLint format, EGLint max, EGLuint64KHR *modifiers,
                            EGLBoolean *external_only, EGLint *num)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   if (d && (!num || max < 0 || (max > 0 && !modifiers))) {
      egl_error(EGL_BAD_PARAMETER, "no room for the modifiers");
   } else if (d && (!egl_has_dma_bufs(d) ||
                    !(egl_dmabuf_find_format(d, format) || egl_dmabuf_find_yuv_format(d, format)))) {
      egl_error(EGL_BAD_PARAMETER, "dma-bufs of format 0x%08x are not supported", (unsigned)format);
   } else if (d) {
      if (max > 0)
         modifiers[0] = EGL_MODIFIER_LINEAR;
      if (max > 0 && external_only)
         external_only[0] = egl_dmabuf_find_yuv_format(d, format) != NULL;
      *num = 1;
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}
