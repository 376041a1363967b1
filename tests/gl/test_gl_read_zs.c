/* SPDX-License-Identifier: MIT
 *
 * NV_read_depth, NV_read_stencil and NV_read_depth_stencil: depth and stencil as they were drawn, in every format a
 * context has, whole and in parts; what suits no buffer is an error.
 */
#define GL_CHIPS "rv670", "rv770", "cypress", "cayman", "pica200", "rv530"
#include "gl_chip.h"

#include <GLES3/gl3.h>

#define E(want, call)                                                                                        \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum got_ = glGetError();                                                                            \
      if (got_ != (want))                                                                                    \
         fail_msg("%s, line %d: %s: 0x%x", g->chip, __LINE__, #call, got_);                                  \
   } while (0)

/* What a pixel of each pair is where depth was cleared to half (rounded either way) and stencil to 0x5a. */
static void
check_pairs(struct gl *g, bool floats, bool depth, bool stencil, unsigned bits)
{
   uint16_t z16 = 0;
   uint32_t z24 = 0, z32 = 0, both[2] = {0, 0};
   uint8_t s = 0;
   float z = 0;
   const GLenum fixed = depth && !floats ? GL_NO_ERROR : GL_INVALID_OPERATION;
   E(fixed, glReadPixels(3, 5, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &z16));
   E(fixed, glReadPixels(3, 5, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8_OES, &z24));
   E(fixed, glReadPixels(3, 5, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, &z32));
   if (fixed == GL_NO_ERROR) {
      assert_int_equal(z32 >> 8, z24 >> 8);
      assert_int_equal(z32 & 0xff, bits == 16 ? z32 >> 16 & 0xff : z32 >> 24);
      assert_in_range(z16, 0x7fff, 0x8000);
      if (bits == 16)
         assert_in_range(z24 >> 8, 0x7fff7f, 0x800080);
      else
         assert_in_range(z24 >> 8, 0x7fffff, 0x800000);
   }
   E(stencil ? GL_NO_ERROR : GL_INVALID_OPERATION,
     glReadPixels(3, 5, 1, 1, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, &s));
   assert_int_equal(s, stencil ? 0x5a : 0);
   E(fixed == GL_NO_ERROR && stencil ? GL_NO_ERROR : GL_INVALID_OPERATION,
     glReadPixels(3, 5, 1, 1, GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES, &both[0]));
   if (fixed == GL_NO_ERROR && stencil) {
      assert_int_equal(both[0] & 0xff, 0x5a);
      assert_in_range(both[0] >> 8, 0x7fffff, 0x800000);
   }
   if (GL_CONTEXT_VERSION < 30 && !floats) {
      E(GL_INVALID_ENUM, glReadPixels(3, 5, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &z));
      return;
   }
   E(floats ? GL_NO_ERROR : GL_INVALID_OPERATION, glReadPixels(3, 5, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &z));
   E(floats && stencil ? GL_NO_ERROR : GL_INVALID_OPERATION,
     glReadPixels(3, 5, 1, 1, GL_DEPTH_STENCIL_OES, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, both));
   if (floats)
      assert_true(z == 0.5f);
   if (floats && stencil) {
      assert_memory_equal(&both[0], &z, 4);
      assert_int_equal(both[1] & 0xff, 0x5a);
   }
}

static void
clear_half(void)
{
   glClearDepthf(0.5f);
   glClearStencil(0x5a);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

/** A depth renderbuffer and, if it has not got both, a stencil one. */
static void
check_renderbuffers(struct gl *g, GLenum depth, GLenum stencil, bool floats, unsigned bits)
{
   GLuint f, rb[2];
   glGenFramebuffers(1, &f);
   glGenRenderbuffers(2, rb);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   const GLenum formats[2] = {depth, stencil == depth ? 0 : stencil};
   for (unsigned i = 0; i < 2; i++) {
      if (!formats[i])
         continue;
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, formats[i], 24, 9);
      if (!i)
         glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[0]);
      if (i || stencil == depth)
         glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb[i]);
   }
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   clear_half();
   check_pairs(g, floats, depth != 0, stencil != 0, bits);
   glDeleteFramebuffers(1, &f);
   glDeleteRenderbuffers(2, rb);
}

/** A step of a strip in each of 8 rows, 8 columns of it drawn with stencil, and read in parts. */
static void
check_parts(struct gl *g)
{
   enum { GAP = 0x77 };
   uint8_t s[SIZE * SIZE + 16];
   uint32_t z[SIZE * SIZE];
   glUseProgram(gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(1.0); }"));
   gl_clear(0, 0, 0, 1);
   glClearDepthf(1);
   glClearStencil(0);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glEnable(GL_STENCIL_TEST);
   glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
   for (int i = 0; i < 8; i++) {
      const float at = 0.25f * (float)i - 1;
      glStencilFunc(GL_ALWAYS, i + 1, 0xff);
      gl_rect(-1, at, at, at + 0.25f, at);
   }
   glDisable(GL_STENCIL_TEST);
   glDisable(GL_DEPTH_TEST);
   memset(s, GAP, sizeof s);
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   E(GL_NO_ERROR, glReadPixels(0, 0, SIZE, SIZE, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, s));
   E(GL_NO_ERROR, glReadPixels(0, 0, SIZE, SIZE, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8_OES, z));
   for (int y = 0; y < SIZE; y++)
      for (int x = 0; x < SIZE; x++) {
         const int i = y / 8;
         const bool drawn = x < i * 8;
         assert_int_equal(s[y * SIZE + x], drawn ? i + 1 : 0);
         const double want = drawn ? i / 8.0 : 1.0, got = (z[y * SIZE + x] >> 8) / 16777215.0;
         if (got < want - 2e-7 || got > want + 2e-7)
            fail_msg("%s: depth at (%d, %d) is %.8f, not %.8f", g->chip, x, y, got, want);
      }
   assert_int_equal(s[SIZE * SIZE], GAP);

   /* past two edges: what is outside stays as it was; rows lie four bytes apart, from the top */
   memset(s, GAP, sizeof s);
   glPixelStorei(GL_PACK_ALIGNMENT, 4);
   glPixelStorei(GL_PACK_REVERSE_ROW_ORDER_ANGLE, 1);
   E(GL_NO_ERROR, glReadPixels(-1, SIZE - 2, 3, 3, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, s));
   const uint8_t want[12] = {GAP, GAP, GAP, GAP, GAP, 8, 8, GAP, GAP, 8, 8, GAP};
   assert_memory_equal(s, want, sizeof want);
   glPixelStorei(GL_PACK_REVERSE_ROW_ORDER_ANGLE, 0);
   E(GL_INVALID_OPERATION, glReadnPixelsKHR(0, 0, 3, 3, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, 10, s));
   E(GL_NO_ERROR, glReadnPixelsKHR(0, 0, 3, 3, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, 11, s));

   E(GL_INVALID_ENUM, glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_BYTE, z));
   E(GL_INVALID_ENUM, glReadPixels(0, 0, 1, 1, GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT, z));
   E(GL_INVALID_ENUM, glReadPixels(0, 0, 1, 1, GL_DEPTH_STENCIL_OES, GL_UNSIGNED_SHORT, z));
   E(GL_INVALID_ENUM, glReadPixels(0, 0, 1, 1, GL_STENCIL_INDEX_OES, GL_UNSIGNED_SHORT, z));
   E(GL_INVALID_VALUE, glReadPixels(0, 0, -1, 1, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, z));
}

/** R300's chips have samples, whose depth nobody can look at: no extension, and no such formats. */
static bool
is_refused(struct gl *g)
{
   uint8_t s;
   if (strcmp(g->chip, "rv530"))
      return false;
   assert_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_NV_read_"));
   E(GL_INVALID_ENUM, glReadPixels(3, 5, 1, 1, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, &s));
   E(GL_INVALID_OPERATION, glReadPixels(3, 5, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &s));
   return true;
}

/** The window's framebuffer with samples, which is resolved by itself. */
static void
check_window_of_samples(struct gl *g)
{
   const struct st_framebuffer_desc desc = {
      .width = SIZE,
      .height = SIZE,
      .color_format = PIPE_FORMAT_R8G8B8A8_UNORM,
      .zs_format = PIPE_FORMAT_Z24_UNORM_S8_UINT,
      .samples = 4,
   };
   struct st_framebuffer *fb = st_framebuffer_create(g->screen, &desc);
   assert_non_null(fb);
   st_make_current(g->ctx, fb, fb);
   GLint samples;
   glGetIntegerv(GL_SAMPLES, &samples);
   assert_int_equal(samples, 4);
   clear_half();
   check_pairs(g, false, true, true, 24);
   st_make_current(g->ctx, g->fb, g->fb);
   st_framebuffer_destroy(fb);
}

static void
window_on(struct gl *g)
{
   if (is_refused(g))
      return;
   clear_half();
   check_pairs(g, false, true, true, 24);
   check_parts(g);
}

static void
renderbuffers_on(struct gl *g)
{
   if (is_refused(g))
      return;
   check_renderbuffers(g, GL_DEPTH_COMPONENT16, 0, false, 16);
   check_renderbuffers(g, GL_DEPTH_COMPONENT24_OES, 0, false, 24);
   check_renderbuffers(g, GL_DEPTH24_STENCIL8_OES, GL_DEPTH24_STENCIL8_OES, false, 24);
   check_renderbuffers(g, 0, GL_STENCIL_INDEX8, false, 24);
   check_renderbuffers(g, GL_DEPTH_COMPONENT24_OES, GL_STENCIL_INDEX8, false, 24);
}

static void
floats_on(struct gl *g)
{
   gl_become_300(g);
   check_renderbuffers(g, GL_DEPTH_COMPONENT32F, 0, true, 32);
   check_renderbuffers(g, GL_DEPTH32F_STENCIL8, GL_DEPTH32F_STENCIL8, true, 32);
}

/** Each layer of each level of an array has a depth of its own. */
static void
layers_on(struct gl *g)
{
   GLuint f, t;
   gl_become_300(g);
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D_ARRAY, t);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 3, GL_DEPTH24_STENCIL8, 40, 20, 3);
   for (int pass = 0; pass < 2; pass++)
      for (int i = 0; i < 9; i++) {
         const int level = i / 3, layer = i % 3;
         glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, t, level, layer);
         assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
         if (!pass) {
            glClearBufferfi(GL_DEPTH_STENCIL, 0, (float)i / 8, 100 + i);
            continue;
         }
         uint32_t z[6];
         E(GL_NO_ERROR, glReadPixels((40 >> level) - 3, (20 >> level) - 2, 3, 2, GL_DEPTH_STENCIL,
                                     GL_UNSIGNED_INT_24_8, z));
         for (unsigned k = 0; k < 6; k++) {
            assert_int_equal(z[k] & 0xff, 100 + i);
            assert_in_range(z[k] >> 8, (uint32_t)(i / 8.0 * 0xffffff), (uint32_t)(i / 8.0 * 0xffffff + 0.5));
         }
      }
   glDeleteTextures(1, &t);
   glDeleteFramebuffers(1, &f);
}

/** Samples of a renderbuffer object cannot be read, those of one that resolves itself can. */
static void
samples_on(struct gl *g)
{
   GLuint f, rb;
   uint8_t s = 0;
   check_window_of_samples(g);
   glGenFramebuffers(1, &f);
   glGenRenderbuffers(1, &rb);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb);
   glRenderbufferStorageMultisampleANGLE(GL_RENDERBUFFER, 4, GL_DEPTH24_STENCIL8_OES, 24, 9);
   clear_half();
   E(GL_INVALID_OPERATION, glReadPixels(3, 5, 1, 1, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, &s));
   E(GL_INVALID_OPERATION, glReadPixels(3, 5, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &s));
   glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, 4, GL_DEPTH24_STENCIL8_OES, 24, 9);
   clear_half();
   check_pairs(g, false, true, true, 24);
   glDeleteFramebuffers(1, &f);
   glDeleteRenderbuffers(1, &rb);
}

static void
window(void **state)
{
   (void)state;
   ON_EVERY_CHIP(window_on);
}

static void
renderbuffers(void **state)
{
   (void)state;
   ON_EVERY_CHIP(renderbuffers_on);
}

#define ON_TERASCALE(body)                                                                                   \
   for (struct chip_share chip_ = chip_share(4, __LINE__); chip_.at < chip_.end; chip_.at++) {               \
      struct gl g;                                                                                           \
      gl_open(&g, chips[chip_.at]);                                                                          \
      body(&g);                                                                                              \
      gl_close(&g);                                                                                          \
   }

static void
floats(void **state)
{
   (void)state;
   ON_TERASCALE(floats_on);
}

static void
layers(void **state)
{
   (void)state;
   ON_TERASCALE(layers_on);
}

static void
samples(void **state)
{
   (void)state;
   ON_TERASCALE(samples_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(window), cmocka_unit_test(renderbuffers), cmocka_unit_test(floats),
      cmocka_unit_test(layers), cmocka_unit_test(samples),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
