/* SPDX-License-Identifier: MIT
 *
 * Images of dma-bufs (EGL_EXT_image_dma_buf_import, its _modifiers): linear buffers. Of luma and chroma, external
 * textures can be made, which convert when they are sampled (st_yuv.c). Left out: where chroma lies between the
 * luma samples (the hints are checked and have no effect), tiled modifiers.
 */
#include <assert.h>
#include <stdlib.h>

#include "api/egl/egl_core.h"
#include "api/egl/egl_dmabuf.h"
#include "api/egl/egl_objects.h"
#include "pipe/p_context.h"
#include "state_tracker/texture/st_image.h"
#include "util/u_math.h"

#define NO_FOURCC (-1)

/** Bits of egl_dmabuf_plane::has. */
enum { HAS_FD = 1, HAS_OFFSET = 2, HAS_PITCH = 4, HAS_MODIFIER_LO = 8, HAS_MODIFIER_HI = 16 };

struct dmabuf {
   EGLint w, h, fourcc;
   EGLAttrib space, range; /* EGL_YUV_COLOR_SPACE_HINT_EXT, EGL_SAMPLE_RANGE_HINT_EXT */
   struct egl_dmabuf_plane plane[4];
};

/** The rows of a plane as a texture; NULL: the error is recorded. */
static struct pipe_resource *
import_plane(struct egl_display *d, enum pipe_format format, uint32_t bind, EGLint w, EGLint h,
             const struct egl_dmabuf_plane *p)
{
   static const EGLint errors[] = {
      [PIPE_IMPORT_FORMAT] = EGL_BAD_MATCH,
      [PIPE_IMPORT_LAYOUT] = EGL_BAD_ACCESS,
      [PIPE_IMPORT_FD] = EGL_BAD_ALLOC,
      [PIPE_IMPORT_MEMORY] = EGL_BAD_ALLOC,
   };
   _Static_assert(ARRAY_SIZE(errors) == PIPE_IMPORT_MEMORY + 1, "one for each");
   assert(w > 0 && h > 0 && p->stride_B > 0 && p->offset_B >= 0);
   struct pipe_resource templ = {
      .target = PIPE_TEXTURE_2D,
      .format = (uint16_t)format,
      .bind = bind,
      .width0 = (uint32_t)w,
      .height0 = (uint32_t)h,
      .depth0 = 1,
      .array_size = 1,
   };
   enum pipe_import_error e;
   struct pipe_resource *r =
      d->screen->resource_import(d->screen, &templ, p->fd, (uint32_t)p->stride_B, (uint32_t)p->offset_B, &e);
   if (!r)
      egl_error(errors[e], "the dma-buf %d can't be an image of %dx%d pixels, pitch %d, offset %d", p->fd, w,
                h, p->stride_B, p->offset_B);
   return r;
}

struct st_egl_image *
egl_dmabuf_import(struct egl_display *d, const struct egl_dmabuf_format *f, EGLint w, EGLint h,
                  const struct egl_dmabuf_plane *p)
{
   assert(egl_lock_held() && w > 0 && h > 0);
   uint32_t bind = PIPE_BIND_SAMPLER_VIEW;
   if (d->screen->is_format_supported(d->screen, f->format, PIPE_TEXTURE_2D, 0, PIPE_BIND_RENDER_TARGET))
      bind |= PIPE_BIND_RENDER_TARGET;
   struct pipe_resource *r = import_plane(d, f->format, bind, w, h, p);
   if (!r)
      return NULL;
   struct st_egl_image *i = st_image_from_resource(d->screen, d, r, f->internal_format);
   pipe_resource_unref(r);
   if (!i)
      egl_error(EGL_BAD_ALLOC, "out of memory");
   return i;
}

static struct st_egl_image *
import_yuv(struct egl_display *d, const struct egl_dmabuf_yuv_format *f, const struct dmabuf *b)
{
   assert(f->planes >= 1 && f->planes <= 3);
   const EGLint w = ((b->w - 1) >> f->w_shift) + 1, h = ((b->h - 1) >> f->h_shift) + 1; /* no sum overflows */
   const bool three = f->planes == 3;
   struct st_yuv yuv = {
      .planes = three ? 3 : 2,
      .bits = f->bits,
      .space = b->space == EGL_ITU_REC709_EXT    ? ST_YUV_709
               : b->space == EGL_ITU_REC2020_EXT ? ST_YUV_2020
                                                 : ST_YUV_601,
      .narrow = b->range == EGL_YUV_NARROW_RANGE_EXT,
      .y = f->y,
      .u = three ? PIPE_SWIZZLE_X : f->u,
      .v = three ? PIPE_SWIZZLE_X : f->v,
   };
   const unsigned u_plane = three ? f->u : f->planes - 1u, v_plane = f->v;
   assert(u_plane < ARRAY_SIZE(b->plane) && v_plane < ARRAY_SIZE(b->plane));
   assert(three || (f->y <= PIPE_SWIZZLE_W && f->u <= PIPE_SWIZZLE_W && f->v <= PIPE_SWIZZLE_W));
   struct st_egl_image *i = NULL;
   struct pipe_resource *y = import_plane(d, f->format[0], PIPE_BIND_SAMPLER_VIEW, b->w, b->h, &b->plane[0]);
   if (y)
      yuv.plane[0] = import_plane(d, f->format[1], PIPE_BIND_SAMPLER_VIEW, w, h, &b->plane[u_plane]);
   if (yuv.plane[0] && three)
      yuv.plane[1] = import_plane(d, f->format[1], PIPE_BIND_SAMPLER_VIEW, w, h, &b->plane[v_plane]);
   if (yuv.plane[0] && (yuv.plane[1] || !three)) {
      i = st_image_from_yuv(d->screen, d, y, &yuv);
      if (!i)
         egl_error(EGL_BAD_ALLOC, "out of memory");
   }
   pipe_resource_unref(y);
   pipe_resource_unref(yuv.plane[0]);
   pipe_resource_unref(yuv.plane[1]);
   return i;
}

/** The attribute number of each of a plane's, as bits; 0: it is none of them. */
static unsigned
plane_attrib(EGLAttrib name, unsigned *plane)
{
   static const struct {
      EGLint name;
      uint8_t plane, what;
   } names[] = {
#define PLANE(n)                                                                                             \
   {EGL_DMA_BUF_PLANE##n##_FD_EXT, n, HAS_FD}, {EGL_DMA_BUF_PLANE##n##_OFFSET_EXT, n, HAS_OFFSET},           \
      {EGL_DMA_BUF_PLANE##n##_PITCH_EXT, n, HAS_PITCH},                                                      \
      {EGL_DMA_BUF_PLANE##n##_MODIFIER_LO_EXT, n, HAS_MODIFIER_LO},                                          \
      {EGL_DMA_BUF_PLANE##n##_MODIFIER_HI_EXT, n, HAS_MODIFIER_HI}
      PLANE(0),
      PLANE(1),
      PLANE(2),
      PLANE(3),
#undef PLANE
   };
   for (size_t i = 0; i < ARRAY_SIZE(names); i++)
      if (names[i].name == name) {
         *plane = names[i].plane;
         return names[i].what;
      }
   return 0;
}

_Static_assert(HAS_MODIFIER_HI <= UINT8_MAX, "plane_attrib keeps them in bytes");

static bool
set_plane(struct egl_dmabuf_plane *p, unsigned what, EGLAttrib v)
{
   p->has |= what;
   switch (what) {
   case HAS_FD:
      p->fd = egl_clamp_attrib(v);
      return true;
   case HAS_OFFSET:
      p->offset_B = (EGLint)v;
      return v >= 0 && v <= INT32_MAX;
   case HAS_PITCH:
      p->stride_B = (EGLint)v;
      return v > 0 && v <= INT32_MAX;
   case HAS_MODIFIER_LO:
      p->modifier = (p->modifier & ~UINT64_C(0xffffffff)) | (uint32_t)v;
      return true;
   default:
      p->modifier = (p->modifier & 0xffffffff) | (uint64_t)(uint32_t)v << 32;
      return true;
   }
}

/** Hints about YUV formats: known values only. */
static bool
is_hint(EGLAttrib name, EGLAttrib v)
{
   switch (name) {
   case EGL_YUV_COLOR_SPACE_HINT_EXT:
      return v == EGL_ITU_REC601_EXT || v == EGL_ITU_REC709_EXT || v == EGL_ITU_REC2020_EXT;
   case EGL_SAMPLE_RANGE_HINT_EXT:
      return v == EGL_YUV_FULL_RANGE_EXT || v == EGL_YUV_NARROW_RANGE_EXT;
   case EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT:
   case EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT:
      return v == EGL_YUV_CHROMA_SITING_0_EXT || v == EGL_YUV_CHROMA_SITING_0_5_EXT;
   case EGL_GL_COLORSPACE: /* egl_image.c */
      return true;
   case EGL_IMAGE_PRESERVED:
      return v == EGL_TRUE || v == EGL_FALSE;
   }
   return false;
}

/** Planes 0..n-1 must be described, the others must not; false: the error is recorded. */
static bool
check_planes(const struct dmabuf *b, unsigned n)
{
   assert(n >= 1 && n <= 3);
   const unsigned must = HAS_FD | HAS_OFFSET | HAS_PITCH, both = HAS_MODIFIER_LO | HAS_MODIFIER_HI;
   for (unsigned k = 0; k < ARRAY_SIZE(b->plane); k++) {
      const struct egl_dmabuf_plane *p = &b->plane[k];
      if (k >= n && p->has)
         return egl_error(EGL_BAD_ATTRIBUTE, "format 0x%08x has no plane %u", (unsigned)b->fourcc, k);
      if (k < n && ((p->has & must) != must || ((p->has & both) && (p->has & both) != both)))
         return egl_error(
            EGL_BAD_PARAMETER,
            "plane %u of a dma-buf needs its descriptor, offset and pitch, and both halves of its "
            "modifier or none",
            k);
      if (k < n && p->modifier != EGL_MODIFIER_LINEAR && p->modifier != EGL_MODIFIER_INVALID)
         return egl_error(EGL_BAD_PARAMETER, "modifier 0x%llx is not supported",
                          (unsigned long long)p->modifier);
   }
   return true;
}

struct st_egl_image *
egl_image_from_dma_buf(struct egl_display *d, const EGLAttrib *attribs)
{
   struct dmabuf b = {.space = EGL_ITU_REC601_EXT, .range = EGL_YUV_NARROW_RANGE_EXT};
   for (unsigned k = 0; k < ARRAY_SIZE(b.plane); k++)
      b.plane[k].modifier = EGL_MODIFIER_INVALID;
   for (const EGLAttrib *a = attribs; a && a[0] != EGL_NONE; a += 2) {
      unsigned plane = 0, what = plane_attrib(a[0], &plane);
      if (a[0] == EGL_WIDTH) {
         b.w = egl_clamp_attrib(a[1]);
      } else if (a[0] == EGL_HEIGHT) {
         b.h = egl_clamp_attrib(a[1]);
      } else if (a[0] == EGL_LINUX_DRM_FOURCC_EXT) {
         b.fourcc = a[1] == (EGLint)a[1] || a[1] == (uint32_t)a[1] ? (EGLint)a[1] : NO_FOURCC;
      } else if (what) {
         if (!set_plane(&b.plane[plane], what, a[1])) {
            egl_error(EGL_BAD_ACCESS, "image attribute 0x%llx = %lld", (long long)a[0], (long long)a[1]);
            return NULL;
         }
      } else if (!is_hint(a[0], a[1])) {
         egl_error(EGL_BAD_ATTRIBUTE, "image attribute 0x%llx = %lld", (long long)a[0], (long long)a[1]);
         return NULL;
      } else if (a[0] == EGL_YUV_COLOR_SPACE_HINT_EXT) {
         b.space = a[1];
      } else if (a[0] == EGL_SAMPLE_RANGE_HINT_EXT) {
         b.range = a[1];
      }
   }
   if (b.w <= 0 || b.h <= 0 || !b.fourcc) {
      egl_error(EGL_BAD_PARAMETER, "a dma-buf needs its width, height and format");
      return NULL;
   }
   const struct egl_dmabuf_format *f = egl_dmabuf_find_format(d, b.fourcc);
   const struct egl_dmabuf_yuv_format *yuv = egl_dmabuf_find_yuv_format(d, b.fourcc);
   if (!f && !yuv) {
      egl_error(EGL_BAD_MATCH, "dma-bufs of format 0x%08x are not supported", (unsigned)b.fourcc);
      return NULL;
   }
   if (!check_planes(&b, f ? 1 : yuv->planes))
      return NULL;
   return f ? egl_dmabuf_import(d, f, b.w, b.h, &b.plane[0]) : import_yuv(d, yuv, &b);
}
