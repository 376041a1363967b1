/* SPDX-License-Identifier: MIT
 *
 * Images of dma-bufs and dma-bufs of images (EGL_EXT_image_dma_buf_import, its _modifiers,
 * EGL_MESA_image_dma_buf_export), and images of gbm_bos, which are dma-bufs, too.
 *
 * Linear buffers; of luma and chroma, external textures can be made, which convert when they are sampled
 * (st_yuv.c). Left out: where chroma lies between the luma samples (the hints are checked and have no
 * effect), tiled modifiers.
 */
#include "api/egl/egl_internal.h"

#include <stdlib.h>
#include <unistd.h>

#include "state_tracker/st_image.h"
#include "util/u_math.h"

#define FOURCC(a, b, c, d)                                                                                   \
   ((EGLint)((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24))
#define MODIFIER_LINEAR  UINT64_C(0)
#define MODIFIER_INVALID UINT64_C(0xffffffffffffff)

/* DRM's names count from the most significant bit of a little-endian word, ours from the first byte. */
static const struct format {
   EGLint fourcc;
   enum pipe_format format;
   GLenum internal_format;
} formats[] = {
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

/* Luma and chroma. `planes` are those of the dma-buf: of one plane are pairs of pixels that share their
 * chroma, which is read a second time as if it had half the width. */
static const struct yuv_format {
   EGLint fourcc;
   uint8_t planes, w_shift, h_shift, bits;
   uint16_t format[2]; /* of the first and of the other resources */
   uint8_t y, u, v;    /* components; three planes: order of the planes */
} yuv_formats[] = {
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

static bool
supported(struct egl_display *d, const struct format *f)
{
   return can_sample(d, f->format);
}

static bool
yuv_supported(struct egl_display *d, const struct yuv_format *f)
{
   return can_sample(d, f->format[0]) && can_sample(d, f->format[1]);
}

static const struct format *
find_format(struct egl_display *d, EGLint fourcc)
{
   for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].fourcc == fourcc && supported(d, &formats[i]))
         return &formats[i];
   return NULL;
}

static const struct yuv_format *
find_yuv_format(struct egl_display *d, EGLint fourcc)
{
   for (size_t i = 0; i < ARRAY_SIZE(yuv_formats); i++)
      if (yuv_formats[i].fourcc == fourcc && yuv_supported(d, &yuv_formats[i]))
         return &yuv_formats[i];
   return NULL;
}

bool
egl_has_dma_bufs(const struct egl_display *d)
{
   return d->screen->resource_import != NULL;
}

/* ---- import -------------------------------------------------------------------------------------------- */

enum { HAS_FD = 1, HAS_OFFSET = 2, HAS_PITCH = 4, HAS_MODIFIER_LO = 8, HAS_MODIFIER_HI = 16 };

struct plane {
   EGLint fd, offset_B, stride_B;
   unsigned has; /* HAS_x */
   uint64_t modifier;
};

struct dmabuf {
   EGLint w, h, fourcc;
   EGLAttrib space, range; /* EGL_YUV_COLOR_SPACE_HINT_EXT, EGL_SAMPLE_RANGE_HINT_EXT */
   struct plane plane[4];
};

/** The rows of a plane as a texture; NULL: the error is recorded. */
static struct pipe_resource *
import_plane(struct egl_display *d, enum pipe_format format, uint32_t bind, EGLint w, EGLint h,
             const struct plane *p)
{
   static const EGLint errors[] = {
      [PIPE_IMPORT_FORMAT] = EGL_BAD_MATCH,
      [PIPE_IMPORT_LAYOUT] = EGL_BAD_ACCESS,
      [PIPE_IMPORT_FD] = EGL_BAD_ALLOC,
      [PIPE_IMPORT_MEMORY] = EGL_BAD_ALLOC,
   };
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

static struct st_egl_image *
import(struct egl_display *d, const struct format *f, EGLint w, EGLint h, const struct plane *p)
{
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
import_yuv(struct egl_display *d, const struct yuv_format *f, const struct dmabuf *b)
{
   const EGLint w = (b->w + (1 << f->w_shift) - 1) >> f->w_shift,
                h = (b->h + (1 << f->h_shift) - 1) >> f->h_shift;
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

static bool
set_plane(struct plane *p, unsigned what, EGLAttrib v)
{
   p->has |= what;
   switch (what) {
   case HAS_FD:
      p->fd = (EGLint)v;
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
   const unsigned must = HAS_FD | HAS_OFFSET | HAS_PITCH, both = HAS_MODIFIER_LO | HAS_MODIFIER_HI;
   for (unsigned k = 0; k < ARRAY_SIZE(b->plane); k++) {
      const struct plane *p = &b->plane[k];
      if (k >= n && p->has)
         return egl_error(EGL_BAD_ATTRIBUTE, "format 0x%08x has no plane %u", (unsigned)b->fourcc, k);
      if (k < n && ((p->has & must) != must || ((p->has & both) && (p->has & both) != both)))
         return egl_error(
            EGL_BAD_PARAMETER,
            "plane %u of a dma-buf needs its descriptor, offset and pitch, and both halves of its "
            "modifier or none",
            k);
      if (k < n && p->modifier != MODIFIER_LINEAR && p->modifier != MODIFIER_INVALID)
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
      b.plane[k].modifier = MODIFIER_INVALID;
   for (const EGLAttrib *a = attribs; a && a[0] != EGL_NONE; a += 2) {
      unsigned plane = 0, what = plane_attrib(a[0], &plane);
      if (a[0] == EGL_WIDTH) {
         b.w = (EGLint)a[1];
      } else if (a[0] == EGL_HEIGHT) {
         b.h = (EGLint)a[1];
      } else if (a[0] == EGL_LINUX_DRM_FOURCC_EXT) {
         b.fourcc = (EGLint)a[1];
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
   const struct format *f = find_format(d, b.fourcc);
   const struct yuv_format *yuv = find_yuv_format(d, b.fourcc);
   if (!f && !yuv) {
      egl_error(EGL_BAD_MATCH, "dma-bufs of format 0x%08x are not supported", (unsigned)b.fourcc);
      return NULL;
   }
   if (!check_planes(&b, f ? 1 : yuv->planes))
      return NULL;
   return f ? import(d, f, b.w, b.h, &b.plane[0]) : import_yuv(d, yuv, &b);
}

#ifdef TERAGL_GBM
#include "gbm/teragl_gbm.h"

struct st_egl_image *
egl_image_from_gbm_bo(struct egl_display *d, void *native)
{
   struct gbm_bo *bo = native;
   if (!bo || !egl_readable(bo) || !bo->gbm || !egl_readable(bo->gbm) || !egl_is_gbm_device(bo->gbm)) {
      egl_error(EGL_BAD_PARAMETER, "%p is no gbm_bo", native);
      return NULL;
   }
   const struct gbm_device_v0 *v = &bo->gbm->v0;
   uint64_t modifier = v->bo_get_modifier(bo);
   int fd = v->bo_get_planes(bo) == 1 && (modifier == MODIFIER_LINEAR || modifier == MODIFIER_INVALID)
               ? v->bo_get_fd(bo)
               : -1;
   if (fd < 0) {
      egl_error(EGL_BAD_MATCH, "the gbm_bo has no descriptor, several planes or a layout that is not linear");
      return NULL;
   }
   const struct plane p = {
      .fd = fd, .offset_B = (EGLint)v->bo_get_offset(bo, 0), .stride_B = (EGLint)v->bo_get_stride(bo, 0)};
   const struct format *f = find_format(d, (EGLint)bo->v0.format);
   struct st_egl_image *i = NULL;
   if (f)
      i = import(d, f, (EGLint)bo->v0.width, (EGLint)bo->v0.height, &p);
   else
      egl_error(EGL_BAD_MATCH, "gbm_bos of format 0x%08x are not supported", (unsigned)bo->v0.format);
   close(fd);
   return i;
}
#endif

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
   } else if (d && (!egl_has_dma_bufs(d) || !(find_format(d, format) || find_yuv_format(d, format)))) {
      egl_error(EGL_BAD_PARAMETER, "dma-bufs of format 0x%08x are not supported", (unsigned)format);
   } else if (d) {
      if (max > 0)
         modifiers[0] = MODIFIER_LINEAR;
      if (max > 0 && external_only)
         external_only[0] = find_yuv_format(d, format) != NULL;
      *num = 1;
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}

/* ---- export -------------------------------------------------------------------------------------------- */

static const struct format *
exportable(struct egl_display *d, const struct st_egl_image *i)
{
   for (size_t k = 0; k < ARRAY_SIZE(formats); k++)
      if (!i->yuv.planes && formats[k].format == i->res->format && supported(d, &formats[k]))
         return &formats[k];
   return NULL;
}

/** The image behind a handle with a reference, its storage in rows; NULL and the error recorded. Lock held.
 */
static struct st_egl_image *
export_begin(struct egl_display *d, EGLImageKHR image)
{
   struct st_egl_image *i = st_image_ref(image);
   if (!i || i->owner != d) {
      egl_error(EGL_BAD_PARAMETER, "%p is no image of the display", image);
   } else if (!egl_has_dma_bufs(d) || !exportable(d, i)) {
      egl_error(EGL_BAD_MATCH, "images of this format can't be dma-bufs");
   } else {
      struct egl_context *c = egl_thread()->ctx;
      if (st_image_make_linear(c ? c->st : NULL, i))
         return i;
      egl_error(EGL_BAD_ACCESS, "the image's storage is tiled; it can only move while the image has not been "
                                "bound to anything, where the context of its texture is current");
   }
   st_image_unref(i);
   return NULL;
}

EGLBoolean
egl_ExportDMABUFImageQueryMESA(EGLDisplay dpy, EGLImageKHR image, int *fourcc, int *num_planes,
                               EGLuint64KHR *modifiers)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct st_egl_image *i = d ? export_begin(d, image) : NULL;
   if (i) {
      if (fourcc)
         *fourcc = exportable(d, i)->fourcc;
      if (num_planes)
         *num_planes = 1;
      if (modifiers)
         *modifiers = MODIFIER_LINEAR;
      ok = egl_ok();
      st_image_unref(i);
   }
   egl_unlock();
   return ok;
}

EGLBoolean
egl_ExportDMABUFImageMESA(EGLDisplay dpy, EGLImageKHR image, int *fds, EGLint *strides, EGLint *offsets)
{
   EGLBoolean ok = EGL_FALSE;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   struct st_egl_image *i = d ? export_begin(d, image) : NULL;
   if (i) {
      uint32_t stride_B = 0, offset_B = 0;
      if (d->screen->resource_export(d->screen, i->res, fds, &stride_B, &offset_B)) {
         if (strides)
            *strides = (EGLint)stride_B;
         if (offsets)
            *offsets = (EGLint)offset_B;
         ok = egl_ok();
      } else {
         egl_error(EGL_BAD_ALLOC, "the image can't be exported");
      }
      st_image_unref(i);
   }
   egl_unlock();
   return ok;
}
