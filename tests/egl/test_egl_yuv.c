/* SPDX-License-Identifier: MIT
 *
 * Images of luma and chroma (EGL_EXT_image_dma_buf_import, OES_EGL_image_external): each format, colour space
 * and range, from pictures that this file encodes by the definitions of BT.601, BT.709 and BT.2020. Runs on
 * the virtual radeon, with the kernel winsys and with the emulator's.
 */
#include <drm_fourcc.h>
#include <fcntl.h>
#include <gbm.h>
#include <unistd.h>

#include "egl_fixture.h"

#include <GLES2/gl2ext.h>

#define W      20
#define H      12
#define STRIDE 512

struct t {
   struct egl e;
   int fd, buf;
   struct gbm_device *gbm;
   struct gbm_bo *bo;
   void *map_data;
   uint8_t *px;
};

static void
t_open(struct t *t)
{
   uint32_t stride;
   egl_open(&t->e);
   assert_true((t->fd = open("/dev/dri/card0", O_RDWR | O_CLOEXEC)) >= 0);
   assert_non_null(t->gbm = gbm_create_device(t->fd));
   assert_non_null(t->bo = gbm_bo_create(t->gbm, 256, 64, GBM_FORMAT_ARGB8888, GBM_BO_USE_LINEAR));
   t->px = gbm_bo_map(t->bo, 0, 0, 256, 64, GBM_BO_TRANSFER_READ_WRITE, &stride, &t->map_data);
   assert_non_null(t->px);
   t->buf = gbm_bo_get_fd(t->bo);
}

static void
t_close(struct t *t)
{
   close(t->buf);
   egl_close(&t->e);
   gbm_bo_unmap(t->bo, t->map_data);
   gbm_bo_destroy(t->bo);
   gbm_device_destroy(t->gbm);
   close(t->fd);
}

/* Where a format keeps sample (x, y) of Y, U, V. Chroma coordinates are already divided. */
enum packing { SEMI, PLANAR, PACKED };

static const struct format {
   EGLint fourcc;
   enum packing packing;
   uint8_t order[4]; /* SEMI: U, V in a pair; PLANAR: U, V planes; PACKED: bytes of Y0, U, Y1, V */
   uint8_t w_shift, h_shift, bits;
} formats[] = {
   {DRM_FORMAT_NV12,   SEMI,   {0, 1},       1, 1, 8 },
   {DRM_FORMAT_NV21,   SEMI,   {1, 0},       1, 1, 8 },
   {DRM_FORMAT_NV16,   SEMI,   {0, 1},       1, 0, 8 },
   {DRM_FORMAT_NV61,   SEMI,   {1, 0},       1, 0, 8 },
   {DRM_FORMAT_NV24,   SEMI,   {0, 1},       0, 0, 8 },
   {DRM_FORMAT_NV42,   SEMI,   {1, 0},       0, 0, 8 },
   {DRM_FORMAT_P010,   SEMI,   {0, 1},       1, 1, 10},
   {DRM_FORMAT_P012,   SEMI,   {0, 1},       1, 1, 12},
   {DRM_FORMAT_P016,   SEMI,   {0, 1},       1, 1, 16},
   {DRM_FORMAT_YUV420, PLANAR, {1, 2},       1, 1, 8 },
   {DRM_FORMAT_YVU420, PLANAR, {2, 1},       1, 1, 8 },
   {DRM_FORMAT_YUV422, PLANAR, {1, 2},       1, 0, 8 },
   {DRM_FORMAT_YVU422, PLANAR, {2, 1},       1, 0, 8 },
   {DRM_FORMAT_YUV444, PLANAR, {1, 2},       0, 0, 8 },
   {DRM_FORMAT_YVU444, PLANAR, {2, 1},       0, 0, 8 },
   {DRM_FORMAT_YUYV,   PACKED, {0, 1, 2, 3}, 1, 0, 8 },
   {DRM_FORMAT_YVYU,   PACKED, {0, 3, 2, 1}, 1, 0, 8 },
   {DRM_FORMAT_UYVY,   PACKED, {1, 0, 3, 2}, 1, 0, 8 },
   {DRM_FORMAT_VYUY,   PACKED, {1, 2, 3, 0}, 1, 0, 8 },
};

static const struct {
   EGLint hint;
   double red, blue;
} spaces[] = {
   {EGL_ITU_REC601_EXT,  0.299,  0.114 },
   {EGL_ITU_REC709_EXT,  0.2126, 0.0722},
   {EGL_ITU_REC2020_EXT, 0.2627, 0.0593},
};

/** A plane starts 16 rows behind the one before. */
static unsigned
plane_offset(unsigned plane)
{
   return plane * 16 * STRIDE;
}

static void
put(uint8_t *at, double code, unsigned bits)
{
   const unsigned v = (unsigned)(code + 0.5);
   at[0] = (uint8_t)v;
   if (bits > 8) {
      const uint16_t word = (uint16_t)(v << (16 - bits));
      memcpy(at, &word, 2);
   }
}

/** Stores a colour (0 or 1 a component) at the 2x2 pixels from (x, y), both even. */
static void
store(uint8_t *px, const struct format *f, unsigned space, bool narrow, unsigned x, unsigned y,
      const double rgb[3])
{
   const double kr = spaces[space].red, kb = spaces[space].blue, max = (1 << f->bits) - 1,
                step = 1 << (f->bits - 8);
   const double luma = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2];
   const double u = (rgb[2] - luma) / (2 * (1 - kb)), v = (rgb[0] - luma) / (2 * (1 - kr));
   const double cy = narrow ? step * (16 + 219 * luma) : max * luma;
   double c[2] = {128 * step + (narrow ? 224 * step : max) * u, 128 * step + (narrow ? 224 * step : max) * v};
   for (unsigned k = 0; k < 2; k++)
      c[k] = c[k] > max ? max : c[k] < 0 ? 0 : c[k];
   const unsigned B = f->bits > 8 ? 2 : 1;
   for (unsigned j = y; j < y + 2; j++)
      for (unsigned i = x; i < x + 2; i++) {
         const unsigned ci = i >> f->w_shift, cj = j >> f->h_shift;
         if (f->packing == PACKED) {
            uint8_t *pair = px + j * STRIDE + i / 2 * 4;
            put(pair + f->order[i & 1 ? 2 : 0], cy, 8);
            put(pair + f->order[1], c[0], 8);
            put(pair + f->order[3], c[1], 8);
            continue;
         }
         put(px + j * STRIDE + i * B, cy, f->bits);
         for (unsigned k = 0; k < 2; k++)
            put(f->packing == SEMI ? px + plane_offset(1) + cj * STRIDE + (ci * 2 + f->order[k]) * B
                                   : px + plane_offset(f->order[k]) + cj * STRIDE + ci,
                c[k], f->bits);
      }
}

static unsigned
num_planes(const struct format *f)
{
   return f->packing == SEMI ? 2 : f->packing == PLANAR ? 3 : 1;
}

static EGLImage
import(const struct t *t, EGLint fourcc, unsigned planes, const EGLAttrib *more)
{
   static const EGLint names[3][3] = {
      {EGL_DMA_BUF_PLANE0_FD_EXT, EGL_DMA_BUF_PLANE0_OFFSET_EXT, EGL_DMA_BUF_PLANE0_PITCH_EXT},
      {EGL_DMA_BUF_PLANE1_FD_EXT, EGL_DMA_BUF_PLANE1_OFFSET_EXT, EGL_DMA_BUF_PLANE1_PITCH_EXT},
      {EGL_DMA_BUF_PLANE2_FD_EXT, EGL_DMA_BUF_PLANE2_OFFSET_EXT, EGL_DMA_BUF_PLANE2_PITCH_EXT},
   };
   EGLAttrib a[40] = {EGL_WIDTH, W, EGL_HEIGHT, H, EGL_LINUX_DRM_FOURCC_EXT, fourcc};
   unsigned n = 6;
   for (unsigned p = 0; p < planes; p++)
      for (unsigned k = 0; k < 3; k++) {
         a[n++] = names[p][k];
         a[n++] = k == 0 ? t->buf : k == 1 ? (EGLAttrib)plane_offset(p) : STRIDE;
      }
   for (; *more != EGL_NONE; more += 2) {
      a[n++] = more[0];
      a[n++] = more[1];
   }
   a[n] = EGL_NONE;
   return eglCreateImage(t->e.dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, a);
}

static GLuint
shader(GLenum type, const char *text)
{
   GLuint s = glCreateShader(type);
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   return s;
}

static GLuint
program(const char *fs)
{
   GLuint p = glCreateProgram();
   glAttachShader(p, shader(GL_VERTEX_SHADER, "attribute vec2 a; varying vec2 at; void main() {"
                                              " gl_Position = vec4(a, 0, 1); at = a * 0.5 + 0.5; }"));
   glAttachShader(p, shader(GL_FRAGMENT_SHADER, fs));
   glBindAttribLocation(p, 0, "a");
   glLinkProgram(p);
   GLint ok;
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   assert_true(ok);
   glUseProgram(p);
   return p;
}

static GLuint
external(EGLImage i)
{
   PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, glEGLImageTargetTexture2DOES);
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_EXTERNAL_OES, t);
   glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glEGLImageTargetTexture2DOES(GL_TEXTURE_EXTERNAL_OES, i);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   return t;
}

/** A target of W x H pixels, so that each is the middle of a texel. */
static void
make_target(void)
{
   GLuint r, f;
   glGenRenderbuffers(1, &r);
   glBindRenderbuffer(GL_RENDERBUFFER, r);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, W, H);
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, r);
   glViewport(0, 0, W, H);
}

static void
draw(uint8_t out[H][W][4])
{
   static const float corners[] = {-1, -1, 3, -1, -1, 3};
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(0, 0, W, H, GL_RGBA, GL_UNSIGNED_BYTE, out);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

#define EXTERNAL                                                                                             \
   "#extension GL_OES_EGL_image_external : require\n"                                                        \
   "precision highp float; varying vec2 at; uniform samplerExternalOES s;"

/** The eight corners of the colour cube, and greys. */
static void
colour(unsigned k, double rgb[3])
{
   for (unsigned c = 0; c < 3; c++)
      rgb[c] = k < 8 ? k >> c & 1 : (k - 7) / 4.0;
}

static void
formats_and_hints(void **state)
{
   struct t t;
   static uint8_t out[H][W][4];
   t_open(&t);
   make_target();
   program(EXTERNAL "void main() { gl_FragColor = texture2D(s, at); }");
   for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
      for (unsigned space = 0; space < 3; space++)
         for (unsigned narrow = 0; narrow < 2; narrow++) {
            const struct format *f = &formats[k];
            const EGLAttrib hints[] = {EGL_YUV_COLOR_SPACE_HINT_EXT, spaces[space].hint,
                                       EGL_SAMPLE_RANGE_HINT_EXT,
                                       narrow ? EGL_YUV_NARROW_RANGE_EXT : EGL_YUV_FULL_RANGE_EXT, EGL_NONE};
            double rgb[3];
            for (unsigned y = 0; y < H; y += 2)
               for (unsigned x = 0; x < W; x += 2) {
                  colour((x / 2 + y / 2 * 3) % 11, rgb);
                  store(t.px, f, space, narrow, x, y, rgb);
               }
            EGLImage i = import(&t, f->fourcc, num_planes(f), hints);
            if (!i)
               fail_msg("format %zu: error 0x%x", k, eglGetError());
            GLuint tex = external(i);
            GLint units = 0;
            glGetTexParameteriv(GL_TEXTURE_EXTERNAL_OES, GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES, &units);
            assert_int_equal(units, f->packing == PLANAR ? 3 : 2);
            draw(out);
            for (unsigned y = 0; y < H; y++)
               for (unsigned x = 0; x < W; x++) {
                  colour((x / 2 + y / 2 * 3) % 11, rgb);
                  for (unsigned c = 0; c < 3; c++)
                     if (abs(out[y][x][c] - (int)(255 * rgb[c] + 0.5)) > 2)
                        fail_msg("format %zu space %u narrow %u pixel %u,%u: %u %u %u", k, space, narrow, x,
                                 y, out[y][x][0], out[y][x][1], out[y][x][2]);
                  assert_int_equal(out[y][x][3], 255);
               }
            glDeleteTextures(1, &tex);
            assert_true(eglDestroyImage(t.e.dpy, i));
         }
   t_close(&t);
}

/** One program sees images of several kinds, and ordinary textures beside them. */
static void
mixed(void **state)
{
   struct t t;
   static uint8_t out[H][W][4];
   const EGLAttrib none[] = {EGL_NONE};
   const double red[3] = {1, 0, 0}, blue[3] = {0, 0, 1};
   t_open(&t);
   make_target();
   GLuint p = program(EXTERNAL "uniform samplerExternalOES s2; uniform sampler2D plain;"
                               "void main() { gl_FragColor = texture2D(s, at) + texture2D(s2, at) * 0.5 +"
                               " texture2D(plain, at); }");
   glUniform1i(glGetUniformLocation(p, "s"), 0);
   glUniform1i(glGetUniformLocation(p, "s2"), 1);
   glUniform1i(glGetUniformLocation(p, "plain"), 2);
   for (unsigned y = 0; y < H; y += 2)
      for (unsigned x = 0; x < W; x += 2)
         store(t.px, &formats[0], 0, true, x, y, x < 10 ? red : blue);
   EGLImage nv12 = import(&t, DRM_FORMAT_NV12, 2, none);
   GLuint yuv = external(nv12);
   glActiveTexture(GL_TEXTURE1);
   glBindTexture(GL_TEXTURE_EXTERNAL_OES, yuv);
   glActiveTexture(GL_TEXTURE2);
   const uint8_t green[4] = {0, 64, 0, 0};
   GLuint plain;
   glGenTextures(1, &plain);
   glBindTexture(GL_TEXTURE_2D, plain);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, green);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   draw(out);
   assert_true(out[3][3][0] > 250 && out[3][3][1] == 64 && out[3][3][2] < 5);
   assert_true(out[3][15][0] < 5 && out[3][15][1] == 64 && out[3][15][2] > 250);
   /* unit 0: an RGB image in the same texture object */
   glActiveTexture(GL_TEXTURE0);
   glBindTexture(GL_TEXTURE_EXTERNAL_OES, yuv);
   memset(t.px + 3 * STRIDE + 3 * 4, 0x33, 4);
   EGLImage rgb = import(&t, DRM_FORMAT_XRGB8888, 1, none);
   external(rgb);
   draw(out);
   assert_true(out[3][3][0] >= 0x33 && out[3][3][1] >= 64 + 0x33);
   /* a program without external samplers in between, and back */
   program("precision highp float; varying vec2 at; uniform sampler2D s;"
           "void main() { gl_FragColor = texture2D(s, at).rgba; }");
   draw(out);
   glUseProgram(p);
   glBindTexture(GL_TEXTURE_EXTERNAL_OES, yuv);
   store(t.px, &formats[0], 0, true, 2, 2, blue);
   draw(out);
   assert_true(out[3][3][0] < 5 && out[3][3][2] > 250);
   /* a vertex shader's sampler */
   GLuint v = glCreateProgram();
   glAttachShader(v,
                  shader(GL_VERTEX_SHADER, "#extension GL_OES_EGL_image_external : require\n"
                                           "attribute vec2 a; uniform samplerExternalOES s; varying vec4 c;"
                                           "void main() { gl_Position = vec4(a, 0, 1);"
                                           " c = texture2D(s, vec2(0.9, 0.1)); }"));
   glAttachShader(v, shader(GL_FRAGMENT_SHADER, "precision highp float; varying vec4 c;"
                                                "void main() { gl_FragColor = c; }"));
   glBindAttribLocation(v, 0, "a");
   glLinkProgram(v);
   glUseProgram(v);
   draw(out);
   assert_true(out[3][3][0] < 5 && out[3][3][1] < 5 && out[3][3][2] > 250);
   t_close(&t);
}

static void
refusals(void **state)
{
   PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, glEGLImageTargetTexture2DOES);
   PROC(PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC, glEGLImageTargetRenderbufferStorageOES);
   PROC(PFNEGLQUERYDMABUFFORMATSEXTPROC, eglQueryDmaBufFormatsEXT);
   PROC(PFNEGLQUERYDMABUFMODIFIERSEXTPROC, eglQueryDmaBufModifiersEXT);
   PROC(PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC, eglExportDMABUFImageQueryMESA);
   struct t t;
   const EGLAttrib none[] = {EGL_NONE}, srgb[] = {EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB, EGL_NONE};
   const EGLAttrib no_space[] = {EGL_YUV_COLOR_SPACE_HINT_EXT, 7, EGL_NONE};
   const EGLAttrib wide[] = {EGL_WIDTH, INT32_MAX, EGL_NONE}, tall[] = {EGL_HEIGHT, INT32_MAX, EGL_NONE};
   t_open(&t);
   ASSERT_FAILS(import(&t, DRM_FORMAT_NV12, 1, none), EGL_BAD_PARAMETER);
   ASSERT_FAILS(import(&t, DRM_FORMAT_NV12, 3, none), EGL_BAD_ATTRIBUTE);
   ASSERT_FAILS(import(&t, DRM_FORMAT_YUV420, 2, none), EGL_BAD_PARAMETER);
   ASSERT_FAILS(import(&t, DRM_FORMAT_YUYV, 2, none), EGL_BAD_ATTRIBUTE);
   ASSERT_FAILS(import(&t, DRM_FORMAT_YUV410, 3, none), EGL_BAD_MATCH);
   ASSERT_FAILS(import(&t, DRM_FORMAT_NV12, 2, srgb), EGL_BAD_MATCH);
   ASSERT_FAILS(import(&t, DRM_FORMAT_NV12, 2, no_space), EGL_BAD_ATTRIBUTE);
   ASSERT_FAILS(import(&t, DRM_FORMAT_NV12, 2, wide), EGL_BAD_MATCH);
   ASSERT_FAILS(import(&t, DRM_FORMAT_NV12, 2, tall), EGL_BAD_MATCH);
   EGLImage i = import(&t, DRM_FORMAT_NV12, 2, none);
   assert_non_null(i);
   GLuint names[2];
   glGenTextures(1, names);
   glBindTexture(GL_TEXTURE_2D, names[0]);
   glEGLImageTargetTexture2DOES(GL_TEXTURE_2D, i);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGenRenderbuffers(1, names);
   glBindRenderbuffer(GL_RENDERBUFFER, names[0]);
   glEGLImageTargetRenderbufferStorageOES(GL_RENDERBUFFER, i);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   int fourcc, planes;
   ASSERT_FAILS(eglExportDMABUFImageQueryMESA(t.e.dpy, i, &fourcc, &planes, NULL), EGL_BAD_MATCH);
   /* listed, for external textures alone */
   EGLint n = 0, list[64], num;
   unsigned found = 0;
   EGLuint64KHR modifier;
   EGLBoolean only;
   assert_true(eglQueryDmaBufFormatsEXT(t.e.dpy, 64, list, &n));
   for (EGLint k = 0; k < n; k++)
      for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
         if (formats[f].fourcc == list[k]) {
            found++;
            assert_true(eglQueryDmaBufModifiersEXT(t.e.dpy, list[k], 1, &modifier, &only, &num));
            assert_true(num == 1 && modifier == DRM_FORMAT_MOD_LINEAR && only);
         }
   assert_int_equal(found, sizeof formats / sizeof *formats);
   /* more planes than units: an error and no drawing */
   char text[4096];
   size_t at = (size_t)snprintf(text, sizeof text,
                                EXTERNAL "uniform sampler2D t[15];"
                                         "void main() { gl_FragColor = texture2D(s, at)");
   for (unsigned k = 0; k < 15; k++)
      at += (size_t)snprintf(text + at, sizeof text - at, " + texture2D(t[%u], at)", k);
   snprintf(text + at, sizeof text - at, "; }");
   GLuint p = program(text);
   for (GLint k = 0; k < 15; k++) {
      char name[8];
      snprintf(name, sizeof name, "t[%d]", k);
      glUniform1i(glGetUniformLocation(p, name), k + 1);
   }
   external(i);
   static const float corners[] = {-1, -1, 3, -1, -1, 3};
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   t_close(&t);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(formats_and_hints),
      cmocka_unit_test(mixed),
      cmocka_unit_test(refusals),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
