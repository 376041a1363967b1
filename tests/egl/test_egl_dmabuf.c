/* SPDX-License-Identifier: MIT
 *
 * Memory shared with others: images of dma-bufs and gbm_bos are read and drawn to in place, images of
 * textures become dma-bufs that others read and write, and what is no such buffer is refused. Runs on the
 * virtual radeon, with the kernel winsys and with the emulator's.
 */
#include <drm_fourcc.h>
#include <fcntl.h>
#include <gbm.h>
#include <sys/mman.h>
#include <unistd.h>

#include "egl_fixture.h"

#include <EGL/eglext.h>
#include <GLES2/gl2ext.h>

#define W 48
#define H 20

struct t {
   struct egl e; /* surfaceless */
   int fd;
   struct gbm_device *gbm;
};

static void
t_open(struct t *t)
{
   egl_open(&t->e);
   assert_true((t->fd = open("/dev/dri/card0", O_RDWR | O_CLOEXEC)) >= 0);
   assert_non_null(t->gbm = gbm_create_device(t->fd));
}

static void
t_close(struct t *t)
{
   egl_close(&t->e);
   gbm_device_destroy(t->gbm);
   close(t->fd);
}

static EGLImage
import(EGLDisplay d, EGLAttrib fd, EGLAttrib fourcc, EGLAttrib w, EGLAttrib h, EGLAttrib stride,
       EGLAttrib offset)
{
   const EGLAttrib attribs[] = {EGL_WIDTH,
                                w,
                                EGL_HEIGHT,
                                h,
                                EGL_LINUX_DRM_FOURCC_EXT,
                                fourcc,
                                EGL_DMA_BUF_PLANE0_FD_EXT,
                                fd,
                                EGL_DMA_BUF_PLANE0_PITCH_EXT,
                                stride,
                                EGL_DMA_BUF_PLANE0_OFFSET_EXT,
                                offset,
                                EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT,
                                0,
                                EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT,
                                0,
                                EGL_NONE};
   return eglCreateImage(d, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
}

static GLuint
texture_of(EGLImage i)
{
   PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, glEGLImageTargetTexture2DOES);
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   if (i)
      glEGLImageTargetTexture2DOES(GL_TEXTURE_2D, i);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   return t;
}

static GLuint
shader(GLenum type, const char *text)
{
   GLuint s = glCreateShader(type);
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   return s;
}

/** What the bound texture holds at pixel (x, y), through the texture unit. */
static uint32_t
sampled(int x, int y)
{
   static const float corners[] = {-1, -1, 3, -1, -1, 3};
   GLuint p = glCreateProgram();
   uint32_t v;
   glAttachShader(p,
                  shader(GL_VERTEX_SHADER, "attribute vec2 a; void main() { gl_Position = vec4(a, 0, 1); }"));
   glAttachShader(p, shader(GL_FRAGMENT_SHADER, "precision highp float; uniform sampler2D s; uniform vec2 at;"
                                                "void main() { gl_FragColor = texture2D(s, at); }"));
   glBindAttribLocation(p, 0, "a");
   glLinkProgram(p);
   glUseProgram(p);
   glUniform2f(glGetUniformLocation(p, "at"), ((float)x + 0.5f) / W, ((float)y + 0.5f) / H);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glViewport(0, 0, 16, 16);
   glDisable(GL_SCISSOR_TEST);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &v);
   glDeleteProgram(p);
   return v;
}

/** Colours a rectangle of a texture by drawing. */
static void
draw_to(GLuint texture, int x, int y, int w, int h, float r, float g, float b)
{
   GLuint f;
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glEnable(GL_SCISSOR_TEST);
   glScissor(x, y, w, h);
   glClearColor(r, g, b, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   glFinish();
   glDeleteFramebuffers(1, &f);
}

static void
imports(void **state)
{
   static const struct {
      EGLint fourcc;
      uint32_t stored, seen, green; /* green: as drawing stores it */
   } formats[] = {
      {DRM_FORMAT_ARGB8888, 0x80102030, 0x80302010, 0xff00ff00},
      {DRM_FORMAT_XRGB8888, 0x00102030, 0xff302010, 0xff00ff00},
      {DRM_FORMAT_ABGR8888, 0x80102030, 0x80102030, 0xff00ff00},
      {DRM_FORMAT_RGB565,   0xf800,     0xff0000ff, 0x07e0    },
   };
   struct t t;
   t_open(&t);
   for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
      const bool small = formats[k].fourcc == DRM_FORMAT_RGB565;
      struct gbm_bo *b = gbm_bo_create(t.gbm, W, H, (uint32_t)formats[k].fourcc, GBM_BO_USE_LINEAR);
      assert_non_null(b);
      uint32_t stride;
      void *data = NULL;
      uint8_t *px = gbm_bo_map(b, 0, 0, W, H, GBM_BO_TRANSFER_READ_WRITE, &stride, &data);
      assert_non_null(px);
      memcpy(px + 7 * stride + 5 * (small ? 2 : 4), &formats[k].stored, small ? 2 : 4);
      int fd = gbm_bo_get_fd(b);
      EGLImage i = import(t.e.dpy, fd, formats[k].fourcc, W, H, (EGLint)stride, 0);
      if (!i)
         fail_msg("format %zu: error 0x%x", k, eglGetError());
      close(fd);
      GLuint tex = texture_of(i);
      if (sampled(5, 7) != formats[k].seen)
         fail_msg("format %zu: %08x", k, sampled(5, 7));
      /* later writes are seen, too, and what is drawn is there, in its row */
      memcpy(px + 9 * stride, &formats[k].stored, small ? 2 : 4);
      assert_int_equal(sampled(0, 9), formats[k].seen);
      draw_to(tex, 10, 3, 2, 1, 0, 1, 0);
      uint32_t got = 0, beside = 0;
      memcpy(&got, px + 3 * stride + 10 * (small ? 2 : 4), small ? 2 : 4);
      memcpy(&beside, px + 4 * stride + 10 * (small ? 2 : 4), small ? 2 : 4);
      uint32_t mask = formats[k].fourcc == DRM_FORMAT_XRGB8888 ? 0xffffff : 0xffffffff;
      assert_int_equal(got & mask, formats[k].green & mask);
      assert_int_equal(beside, 0);
      /* the image and the buffer go, the texture keeps the memory */
      assert_true(eglDestroyImage(t.e.dpy, i));
      gbm_bo_unmap(b, data);
      gbm_bo_destroy(b);
      assert_int_equal(sampled(5, 7), formats[k].seen);
      glDeleteTextures(1, &tex);
   }
   t_close(&t);
}

/** An image whose fourth byte nobody reads takes pixels of four bytes, one of 16 bits does not. */
static void
uploads(void **state)
{
   static const uint8_t rgba[2][4] = {
      {0x30, 0x20, 0x10, 0x55},
      {0xff, 0x80, 0,    0   }
   };
   static const uint32_t fourccs[] = {DRM_FORMAT_XRGB8888, DRM_FORMAT_RGB565};
   struct t t;
   t_open(&t);
   for (size_t k = 0; k < sizeof fourccs / sizeof *fourccs; k++) {
      struct gbm_bo *b = gbm_bo_create(t.gbm, W, H, fourccs[k], GBM_BO_USE_LINEAR);
      assert_non_null(b);
      const int fd = gbm_bo_get_fd(b);
      EGLImage i = import(t.e.dpy, fd, fourccs[k], W, H, (EGLint)gbm_bo_get_stride(b), 0);
      assert_ptr_not_equal(i, EGL_NO_IMAGE);
      texture_of(i);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 7, 3, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      if (k) {
         assert_int_equal(glGetError(), GL_INVALID_OPERATION);
      } else {
         assert_int_equal(glGetError(), GL_NO_ERROR);
         assert_int_equal(sampled(7, 3), 0xff102030);
         assert_int_equal(sampled(8, 3), 0xff0080ff);
         assert_int_equal(sampled(9, 3), 0xff000000);
      }
      assert_true(eglDestroyImage(t.e.dpy, i));
      close(fd);
      gbm_bo_destroy(b);
   }
   t_close(&t);
}

/** A picture in the middle of a buffer. */
static void
offsets(void **state)
{
   struct t t;
   t_open(&t);
   struct gbm_bo *b = gbm_bo_create(t.gbm, 256, 64, GBM_FORMAT_ARGB8888, 0);
   uint32_t stride;
   void *data = NULL;
   uint8_t *px = gbm_bo_map(b, 0, 0, 256, 64, GBM_BO_TRANSFER_READ_WRITE, &stride, &data);
   const uint32_t white = 0xffffffff;
   memcpy(px + 512 + 8 * stride + 3 * stride + 4 * 4, &white, 4);
   int fd = gbm_bo_get_fd(b);
   EGLImage i = import(t.e.dpy, fd, DRM_FORMAT_ARGB8888, W, H, (EGLint)stride, (EGLint)(512 + 8 * stride));
   assert_ptr_not_equal(i, EGL_NO_IMAGE);
   texture_of(i);
   assert_int_equal(sampled(4, 3), white);
   assert_int_equal(sampled(3, 3), 0);
   close(fd);
   gbm_bo_destroy(b);
   t_close(&t);
}

static void
refusals(void **state)
{
   struct t t;
   t_open(&t);
   EGLDisplay d = t.e.dpy;
   struct gbm_bo *b = gbm_bo_create(t.gbm, W, H, GBM_FORMAT_ARGB8888, 0);
   int fd = gbm_bo_get_fd(b);
   EGLint stride = (EGLint)gbm_bo_get_stride(b);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_YUV410, W, H, stride, 0), EGL_BAD_MATCH);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, W, H, stride + 4, 0), EGL_BAD_ACCESS);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, W, H, 64, 0), EGL_BAD_ACCESS);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, W, H, stride, 4), EGL_BAD_ACCESS);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, W, 4000, stride, 0), EGL_BAD_ACCESS);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, W, 1 << 30, stride, 0), EGL_BAD_MATCH);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, 0, H, stride, 0), EGL_BAD_PARAMETER);
   ASSERT_FAILS(import(d, -1, DRM_FORMAT_ARGB8888, W, H, stride, 0), EGL_BAD_ALLOC);
   ASSERT_FAILS(import(d, 1000, DRM_FORMAT_ARGB8888, W, H, stride, 0), EGL_BAD_ALLOC);
   /* numbers that only their lower half makes right */
   const EGLAttrib high = (EGLAttrib)1 << 32;
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, W + high, H, stride, 0), EGL_BAD_MATCH);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, W, H + high, stride, 0), EGL_BAD_MATCH);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, W, H - high, stride, 0), EGL_BAD_PARAMETER);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888 + high, W, H, stride, 0), EGL_BAD_MATCH);
   ASSERT_FAILS(import(d, fd + high, DRM_FORMAT_ARGB8888, W, H, stride, 0), EGL_BAD_ALLOC);
   ASSERT_FAILS(import(d, fd, DRM_FORMAT_ARGB8888, W, H, stride + high, 0), EGL_BAD_ACCESS);
   /* what could shrink while it is mapped */
   char path[] = "/tmp/test-egl-dmabuf-XXXXXX";
   int file = mkstemp(path), memfd = memfd_create("test", MFD_CLOEXEC);
   unlink(path);
   assert_int_equal(ftruncate(file, 1 << 20), 0);
   assert_int_equal(ftruncate(memfd, 1 << 20), 0);
   ASSERT_FAILS(import(d, file, DRM_FORMAT_ARGB8888, W, H, stride, 0), EGL_BAD_ALLOC);
   ASSERT_FAILS(import(d, memfd, DRM_FORMAT_ARGB8888, W, H, stride, 0), EGL_BAD_ALLOC);
   close(file);
   close(memfd);
   const EGLAttrib incomplete[] = {EGL_WIDTH, W, EGL_HEIGHT, H, EGL_NONE}, unknown[] = {0x1234, 1, EGL_NONE};
   ASSERT_FAILS(eglCreateImage(d, NULL, EGL_LINUX_DMA_BUF_EXT, NULL, incomplete), EGL_BAD_PARAMETER);
   ASSERT_FAILS(eglCreateImage(d, NULL, EGL_LINUX_DMA_BUF_EXT, NULL, unknown), EGL_BAD_ATTRIBUTE);
   ASSERT_FAILS(eglCreateImage(d, NULL, EGL_LINUX_DMA_BUF_EXT, &d, incomplete), EGL_BAD_PARAMETER);
   ASSERT_FAILS(eglCreateImage(d, t.e.ctx, EGL_LINUX_DMA_BUF_EXT, NULL, incomplete), EGL_BAD_PARAMETER);
   PROC(PFNEGLQUERYDMABUFFORMATSEXTPROC, eglQueryDmaBufFormatsEXT);
   PROC(PFNEGLQUERYDMABUFMODIFIERSEXTPROC, eglQueryDmaBufModifiersEXT);
   EGLint n = 0, all[64], num_modifiers = 0;
   EGLuint64KHR modifier = 7;
   EGLBoolean external = 7;
   assert_true(eglQueryDmaBufFormatsEXT(d, 0, NULL, &n) && n >= 5 && n <= 64);
   assert_true(eglQueryDmaBufFormatsEXT(d, 64, all, &n));
   for (EGLint i = 0; i < n; i++) {
      assert_true(eglQueryDmaBufModifiersEXT(d, all[i], 1, &modifier, &external, &num_modifiers));
      assert_true(num_modifiers == 1 && modifier == DRM_FORMAT_MOD_LINEAR);
   }
   ASSERT_FAILS(eglQueryDmaBufModifiersEXT(d, DRM_FORMAT_YUV410, 0, NULL, NULL, &n), EGL_BAD_PARAMETER);
   ASSERT_FAILS(eglQueryDmaBufFormatsEXT(d, -1, NULL, &n), EGL_BAD_PARAMETER);
   close(fd);
   gbm_bo_destroy(b);
   t_close(&t);
}

/** A texture's image becomes a dma-buf, and an image of another display is made of that. */
static void
exports(void **state)
{
   PROC(PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC, eglExportDMABUFImageQueryMESA);
   PROC(PFNEGLEXPORTDMABUFIMAGEMESAPROC, eglExportDMABUFImageMESA);
   struct t t;
   t_open(&t);
   uint32_t px[W * H];
   for (uint32_t i = 0; i < W * H; i++)
      px[i] = 0xff000000 | i * 77;
   GLuint tex = texture_of(EGL_NO_IMAGE);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, W, H, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
   EGLImage i = eglCreateImage(t.e.dpy, t.e.ctx, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)tex, NULL);
   assert_ptr_not_equal(i, EGL_NO_IMAGE);
   int fourcc = 0, planes = 0, fd = -1;
   EGLuint64KHR modifier = 1;
   EGLint stride = 0, offset = -1;
   assert_true(eglExportDMABUFImageQueryMESA(t.e.dpy, i, &fourcc, &planes, &modifier));
   assert_int_equal(fourcc, DRM_FORMAT_ABGR8888);
   assert_true(planes == 1 && modifier == DRM_FORMAT_MOD_LINEAR);
   assert_true(eglExportDMABUFImageMESA(t.e.dpy, i, &fd, &stride, &offset));
   assert_true(fd >= 0 && stride >= W * 4 && offset >= 0);
   /* the texture is what it was */
   assert_int_equal(sampled(11, 13), px[13 * W + 11]);
   /* another display sees it, and draws in it */
   EGLDisplay d2 = eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, t.gbm, NULL);
   assert_true(eglInitialize(d2, NULL, NULL));
   const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLContext c2 = eglCreateContext(d2, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   assert_true(eglMakeCurrent(d2, EGL_NO_SURFACE, EGL_NO_SURFACE, c2));
   EGLImage i2 = import(d2, fd, fourcc, W, H, stride, offset);
   assert_ptr_not_equal(i2, EGL_NO_IMAGE);
   GLuint tex2 = texture_of(i2);
   draw_to(tex2, 2, 4, 1, 1, 1, 1, 1);
   assert_true(eglMakeCurrent(t.e.dpy, t.e.surface, t.e.surface, t.e.ctx));
   glBindTexture(GL_TEXTURE_2D, tex);
   assert_int_equal(sampled(2, 4), 0xffffffff);
   assert_int_equal(sampled(3, 4), px[4 * W + 3]);
   draw_to(tex, 3, 4, 1, 1, 1, 0, 0);
   assert_true(eglMakeCurrent(d2, EGL_NO_SURFACE, EGL_NO_SURFACE, c2));
   GLuint f;
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex2, 0);
   uint32_t v = 0;
   glReadPixels(3, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &v);
   assert_int_equal(v, 0xff0000ff);
   assert_true(eglMakeCurrent(d2, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglTerminate(d2));
   close(fd);
   assert_true(eglMakeCurrent(t.e.dpy, t.e.surface, t.e.surface, t.e.ctx));
   assert_true(eglDestroyImage(t.e.dpy, i));
   /* storage that others have does not move any more */
   glBindTexture(GL_TEXTURE_2D, tex);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, W, H, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
   i = eglCreateImage(t.e.dpy, t.e.ctx, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)tex, NULL);
   texture_of(i);
   ASSERT_FAILS(eglExportDMABUFImageMESA(t.e.dpy, i, &fd, &stride, &offset), EGL_BAD_ACCESS);
   ASSERT_FAILS(eglExportDMABUFImageMESA(t.e.dpy, &t, &fd, &stride, &offset), EGL_BAD_PARAMETER);
   t_close(&t);
}

/** gbm_bos are pixmaps of the GBM platform. */
static void
pixmap_images(void **state)
{
   struct t t;
   t_open(&t);
   EGLDisplay d = eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, t.gbm, NULL);
   assert_true(eglInitialize(d, NULL, NULL));
   assert_non_null(strstr(eglQueryString(d, EGL_EXTENSIONS), "EGL_KHR_image_pixmap"));
   assert_null(strstr(eglQueryString(t.e.dpy, EGL_EXTENSIONS), "EGL_KHR_image_pixmap"));
   const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLContext c = eglCreateContext(d, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   assert_true(eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, c));
   struct gbm_bo *b = gbm_bo_create(t.gbm, W, H, GBM_FORMAT_XRGB8888, 0);
   EGLImage i = eglCreateImage(d, EGL_NO_CONTEXT, EGL_NATIVE_PIXMAP_KHR, (EGLClientBuffer)b, NULL);
   assert_ptr_not_equal(i, EGL_NO_IMAGE);
   draw_to(texture_of(i), 0, 0, W, H, 1, 0, 0);
   uint32_t stride;
   void *data = NULL;
   const uint32_t *px = gbm_bo_map(b, W - 1, H - 1, 1, 1, GBM_BO_TRANSFER_READ, &stride, &data);
   assert_int_equal(px[0] & 0xffffff, 0xff0000);
   ASSERT_FAILS(eglCreateImage(d, EGL_NO_CONTEXT, EGL_NATIVE_PIXMAP_KHR, (EGLClientBuffer)&t, NULL),
                EGL_BAD_PARAMETER);
   assert_true(eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglTerminate(d));
   gbm_bo_destroy(b);
   assert_true(eglMakeCurrent(t.e.dpy, t.e.surface, t.e.surface, t.e.ctx));
   t_close(&t);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(imports), cmocka_unit_test(offsets),       cmocka_unit_test(refusals),
      cmocka_unit_test(exports), cmocka_unit_test(pixmap_images), cmocka_unit_test(uploads),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
