/* SPDX-License-Identifier: MIT
 *
 * Samples through the whole stack: window framebuffers with 2, 4 and 8 of them, renderbuffers and textures
 * with samples, blits, sample coverage and alpha to coverage, on every generation and on chips with other
 * tilings.
 */
#include "gl_chip.h"

#include "util/u_math.h"

static GLint
get(GLenum pname)
{
   GLint v = -1;
   glGetIntegerv(pname, &v);
   return v;
}

static void
triangle(void)
{
   static const float v[3][2] = {
      {-0.9f, -0.8f},
      {0.9f,  -0.1f},
      {-0.3f, 0.95f}
   };
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, v);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* White triangle on black: every pixel is a multiple of 1 / samples, some are between, their sum is the area.
 */
static void
check_triangle(const struct gl *g, unsigned samples)
{
   uint32_t px[SIZE][SIZE];
   double sum = 0;
   unsigned between = 0;
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (unsigned y = 0; y < SIZE; y++)
      for (unsigned x = 0; x < SIZE; x++) {
         unsigned v = px[y][x] & 255, part = (v * samples + 127) / 255;
         if (v != (part * 255 + samples / 2) / samples && v != (part * 255 + samples / 2 - 1) / samples)
            fail_msg("%s, %u samples: (%u, %u) is %08x", g->chip, samples, x, y, px[y][x]);
         between += v != 0 && v != 255;
         sum += v / 255.0;
      }
   double area = 0.5 * ((1.8 * 1.75) - (0.7 * 0.6)) * (SIZE / 2) * (SIZE / 2);
   if (sum < area * 0.99 || sum > area * 1.01 || (between == 0) != (samples == 1))
      fail_msg("%s, %u samples: area %g instead of %g, %u pixels between", g->chip, samples, sum, area,
               between);
}

/* The context's own framebuffer with samples. */
static struct st_framebuffer *
window(struct gl *g, unsigned samples)
{
   struct st_framebuffer_desc desc = *st_framebuffer_get_desc(g->fb);
   desc.samples = (uint8_t)samples;
   struct st_framebuffer *fb = st_framebuffer_create(g->screen, &desc);
   assert_non_null(fb);
   st_make_current(g->ctx, fb, fb);
   return fb;
}

static void
close_window(struct gl *g, struct st_framebuffer *fb)
{
   st_make_current(g->ctx, g->fb, g->fb);
   st_framebuffer_destroy(fb);
}

static void
windows_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   GLint c = glGetUniformLocation(p, "c");
   for (unsigned samples = 2; samples <= 8; samples *= 2) {
      struct st_framebuffer *fb = window(g, samples);
      assert_int_equal(get(GL_SAMPLES), samples);
      assert_int_equal(get(GL_SAMPLE_BUFFERS), 1);
      gl_clear(0, 0, 0, 0);
      glUniform4f(c, 1, 1, 1, 1);
      triangle();
      check_triangle(g, samples);

      /* two slanted planes: the nearer one in each sample */
      glEnable(GL_DEPTH_TEST);
      gl_clear(0, 0, 0, 0);
      static const float a[4][4] = {
         {-1, -1, -0.5f, 1},
         {1,  -1, 0.5f,  1},
         {-1, 1,  -0.4f, 1},
         {1,  1,  0.6f,  1}
      };
      glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, a);
      glUniform4f(c, 1, 0, 0, 1);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glUniform4f(c, 0, 1, 0, 1);
      gl_rect(-1, -1, 1, 1, 0.03f);
      ASSERT_PIXEL(g, 4, 32, rgba(255, 0, 0, 255));
      ASSERT_PIXEL(g, 60, 32, rgba(0, 255, 0, 255));
      unsigned mixed = 0;
      for (int y = 0; y < SIZE; y += 4)
         for (int x = 0; x < SIZE; x++) {
            uint32_t px = gl_pixel(x, y);
            mixed += (px & 255) && (px & 255) != 255;
            assert_in_range((px & 255) + (px >> 8 & 255), 254, 256);
         }
      assert_true(mixed >= 4);
      glDisable(GL_DEPTH_TEST);

      /* coverage: of n samples round(value * n), or the others */
      static const float values[] = {0, 0.25f, 0.5f, 0.75f, 1};
      for (unsigned i = 0; i < 10; i++) {
         gl_clear(0, 0, 0, 0);
         glEnable(GL_SAMPLE_COVERAGE);
         glSampleCoverage(values[i / 2], i % 2);
         glUniform4f(c, 1, 1, 1, 1);
         gl_fill();
         gl_clear(0, 0, 0, 0); /* is not masked */
         gl_fill();
         glDisable(GL_SAMPLE_COVERAGE);
         unsigned n = (unsigned)(values[i / 2] * (float)samples + 0.5f);
         if (i % 2)
            n = samples - n;
         ASSERT_PIXEL_NEAR(g, 11, 13, rgba(1, 1, 1, 1) * (n * 255 / samples), 1);
      }
      /* alpha to coverage: more alpha, no fewer samples */
      glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
      unsigned last = 0;
      for (unsigned i = 0; i <= 8; i++) {
         gl_clear(0, 0, 0, 0);
         glUniform4f(c, 1, 1, 1, (float)i / 8);
         gl_fill();
         unsigned v = gl_pixel(20, 20) & 255;
         assert_true(v >= last);
         last = v;
         if (i == 0)
            assert_int_equal(v, 0);
      }
      assert_int_equal(last, 255);
      glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);

      /* a scissored clear, a copy to a texture */
      gl_clear(0, 0, 1, 1);
      glEnable(GL_SCISSOR_TEST);
      glScissor(3, 5, 10, 9);
      glClearColor(1, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glDisable(GL_SCISSOR_TEST);
      ASSERT_PIXEL(g, 3, 5, rgba(255, 0, 0, 255));
      ASSERT_PIXEL(g, 12, 13, rgba(255, 0, 0, 255));
      ASSERT_PIXEL(g, 13, 13, rgba(0, 0, 255, 255));
      ASSERT_PIXEL(g, 2, 5, rgba(0, 0, 255, 255));
      GLuint t;
      glGenTextures(1, &t);
      glBindTexture(GL_TEXTURE_2D, t);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
      glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, SIZE, SIZE, 0);
      GLuint q = gl_program_with("attribute vec4 pos; varying vec2 v; void main() { gl_Position = pos;"
                                 "v = pos.xy * 0.5 + 0.5; }",
                                 "precision mediump float; varying vec2 v; uniform sampler2D t;"
                                 "void main() { gl_FragColor = texture2D(t, v); }");
      gl_clear(0, 0, 0, 0);
      gl_fill();
      ASSERT_PIXEL(g, 4, 6, rgba(255, 0, 0, 255));
      ASSERT_PIXEL(g, 40, 40, rgba(0, 0, 255, 255));
      glDeleteTextures(1, &t);
      glDeleteProgram(q);
      glUseProgram(p);
      close_window(g, fb);
   }
   glDeleteProgram(p);
}

/* Renderbuffers of ANGLE_framebuffer_multisample: drawn to, blitted, read. */
static void
renderbuffers_on(struct gl *g)
{
   static const GLenum formats[] = {GL_RGBA8_OES, GL_RGB565, GL_RGBA4, GL_RGB5_A1};
   GLuint p = gl_program_with(VS_POS, FS_COLOR), fbo[2], rb[3];
   glUniform4f(glGetUniformLocation(p, "c"), 1, 1, 1, 1);
   glGenFramebuffers(2, fbo);
   glGenRenderbuffers(3, rb);
   for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++)
      for (GLsizei samples = 1; samples <= 8; samples++) {
         GLint got;
         glBindFramebuffer(GL_FRAMEBUFFER, fbo[0]);
         glBindRenderbuffer(GL_RENDERBUFFER, rb[0]);
         glRenderbufferStorageMultisampleANGLE(GL_RENDERBUFFER, samples, formats[i], SIZE, SIZE);
         glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES_ANGLE, &got);
         assert_true(got >= samples && (got == 2 || got == 4 || got == 8));
         glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
         glBindRenderbuffer(GL_RENDERBUFFER, rb[1]);
         glRenderbufferStorageMultisampleANGLE(GL_RENDERBUFFER, samples, GL_DEPTH24_STENCIL8_OES, SIZE, SIZE);
         glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
         assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
         assert_int_equal(get(GL_SAMPLES), got);
         gl_clear(0, 0, 0, 0);
         triangle();
         glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, (uint32_t[1]){0});
         assert_int_equal(glGetError(), GL_INVALID_OPERATION);

         glBindFramebuffer(GL_DRAW_FRAMEBUFFER_ANGLE, fbo[1]);
         assert_int_equal(get(GL_READ_FRAMEBUFFER_BINDING_ANGLE), fbo[0]);
         assert_int_equal(get(GL_DRAW_FRAMEBUFFER_BINDING_ANGLE), fbo[1]);
         glBindRenderbuffer(GL_RENDERBUFFER, rb[2]);
         glRenderbufferStorage(GL_RENDERBUFFER, formats[i], SIZE, SIZE);
         glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER_ANGLE, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[2]);
         gl_clear(1, 0, 0, 1);
         glBlitFramebufferANGLE(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
         assert_int_equal(glGetError(), GL_NO_ERROR);
         glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
         if (formats[i] == GL_RGBA8_OES)
            check_triangle(g, (unsigned)got);
         ASSERT_PIXEL(g, 0, 63, formats[i] == GL_RGB565 ? rgba(0, 0, 0, 255) : 0);
         ASSERT_PIXEL(g, 26, 30, rgba(255, 255, 255, 255));
      }
   glDeleteRenderbuffers(3, rb);
   glDeleteFramebuffers(2, fbo);
   glDeleteProgram(p);
}

/* EXT_multisampled_render_to_texture: a mip level and a cube face, drawn to with samples, then sampled. */
static void
textures_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_COLOR), fbo, t, rb;
   GLuint q = gl_program_with("attribute vec4 pos; varying vec2 v; void main() { gl_Position = pos;"
                              "v = pos.xy * 0.5 + 0.5; }",
                              "precision mediump float; varying vec2 v; uniform sampler2D t;"
                              "void main() { gl_FragColor = texture2D(t, v); }");
   GLint c = glGetUniformLocation(p, "c"), samples;
   glGenFramebuffers(1, &fbo);
   glGenTextures(1, &t);
   glGenRenderbuffers(1, &rb);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0, 4);
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                         GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_SAMPLES_EXT, &samples);
   assert_int_equal(samples, 4);
   assert_int_equal(get(GL_SAMPLES), 4);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, SIZE, SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT);
   glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, 4, GL_DEPTH_COMPONENT16, SIZE, SIZE);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glUseProgram(p);
   glUniform4f(c, 1, 1, 1, 1);
   gl_clear(0, 0, 0, 0);
   triangle();
   check_triangle(g, 4); /* reads the texture */
   /* what is drawn next starts from the texture */
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, 8, 8);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   /* the texture is changed while it is attached */
   static const uint32_t blue = 0xffff0000;
   glTexSubImage2D(GL_TEXTURE_2D, 0, 50, 50, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &blue);
   glUniform4f(c, 1, 0, 0, 1);
   gl_rect(0.75f, -1, 1, -0.75f, 0);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glUseProgram(q);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(0, 255, 0, 255));
   ASSERT_PIXEL(g, 50, 50, blue);
   ASSERT_PIXEL(g, 60, 3, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 26, 30, rgba(255, 255, 255, 255));

   /* a renderbuffer that can be read by itself */
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 0);
   glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, 8, GL_RGBA8_OES, SIZE, SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glUseProgram(p);
   glUniform4f(c, 1, 1, 1, 1);
   gl_clear(0, 0, 0, 0);
   triangle();
   check_triangle(g, 8);

   /* a cube face, at the end a flush */
   GLuint cube;
   glGenTextures(1, &cube);
   glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
   for (unsigned i = 0; i < 6; i++)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   NULL);
   glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y,
                                        cube, 0, 2);
   gl_clear(0, 0, 0, 0);
   triangle();
   glFlush();
   check_triangle(g, 2);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_Z, cube, 0);
   ASSERT_PIXEL(g, 26, 30, 0);
   glDeleteTextures(1, &cube);
   glDeleteTextures(1, &t);
   glDeleteRenderbuffers(1, &rb);
   glDeleteFramebuffers(1, &fbo);
   glDeleteProgram(p);
   glDeleteProgram(q);
}

/** Rectangles as large as coordinates can be: to a rectangle that begins far below the window and ends at (60, 20), and the
 * other way around; from one whose pixels, but for a few, are outside of the framebuffer. */
static void
huge_blits(void)
{
   const GLbitfield C = GL_COLOR_BUFFER_BIT;
   glEnable(GL_SCISSOR_TEST);
   glScissor(56, 0, 4, 20);
   glBlitFramebufferNV(0, 0, 16, 16, 60 - INT32_MAX, 20 - INT32_MAX, 60, 20, C, GL_NEAREST);
   glScissor(60, 0, 4, 20);
   glBlitFramebufferNV(0, 0, 16, 16, INT32_MAX, INT32_MAX, 0, 0, C, GL_LINEAR);
   glDisable(GL_SCISSOR_TEST);
   glBlitFramebufferNV(0, 0, INT32_MAX, INT32_MAX, 0, 0, 64, 64, C, GL_NEAREST);
   glBlitFramebufferNV(-1, -1, INT32_MAX - 1, INT32_MAX - 1, -1, -1, INT32_MAX - 1, INT32_MAX - 1, 0,
                       GL_NEAREST);
   glBlitFramebufferNV(0, 0, 16, 16, 100, 0, 116, 16, C, GL_NEAREST); /* all outside */
   glBlitFramebufferNV(0, 0, 16, 16, 0, -16, 16, 0, C, GL_NEAREST);
   glBlitFramebufferNV(0, 0, 16, 16, -1, INT32_MAX, INT32_MIN, 100, C, GL_NEAREST);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glBlitFramebufferNV(-1, 0, INT32_MAX, 16, 0, 0, 16, 16, C, GL_NEAREST);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glBlitFramebufferNV(0, 0, 16, 16, 0, INT32_MAX, 16, INT32_MIN, C, GL_NEAREST);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
}

/* NV_framebuffer_blit: scaled, mirrored, filtered, clipped, scissored; depth and stencil. */
static void
blits_on(struct gl *g)
{
   GLuint fbo, rb[2];
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(2, rb);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glBindRenderbuffer(GL_RENDERBUFFER, rb[0]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, 16, 16);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
   glBindRenderbuffer(GL_RENDERBUFFER, rb[1]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, 16, 16);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
   glClearDepthf(0.25f);
   glClearStencil(3);
   gl_clear(1, 0, 0, 1);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, 8, 8);
   glClearDepthf(0.75f);
   glClearStencil(5);
   gl_clear(0, 1, 0, 1);
   glDisable(GL_SCISSOR_TEST);
   glClearDepthf(1);
   glClearStencil(0);

   glBindFramebuffer(GL_DRAW_FRAMEBUFFER_ANGLE, 0);
   gl_clear(0, 0, 0, 0);
   glBlitFramebufferNV(0, 0, 16, 16, 0, 0, 32, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBlitFramebufferNV(0, 0, 16, 16, 64, 64, 32, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST); /* mirrored twice */
   glBlitFramebufferNV(-8, 4, 8, 20, 32, 0, 48, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);  /* clipped */
   glBlitFramebufferNV(4, 4, 12, 12, 0, 32, 16, 48, GL_COLOR_BUFFER_BIT, GL_LINEAR);
   huge_blits();
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   ASSERT_PIXEL(g, 15, 15, rgba(0, 255, 0, 255));
   ASSERT_PIXEL(g, 16, 15, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 63, 63, rgba(0, 255, 0, 255));
   ASSERT_PIXEL(g, 47, 63, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 39, 0, 0);
   ASSERT_PIXEL(g, 40, 3, rgba(0, 255, 0, 255));
   ASSERT_PIXEL(g, 40, 4, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 40, 11, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 40, 12, 0);
   ASSERT_PIXEL(g, 48, 4, 0);
   ASSERT_PIXEL(g, 56, 0, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 59, 19, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 60, 19, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 2, 34, rgba(0, 255, 0, 255));
   uint32_t soft = gl_pixel(8, 34);
   assert_in_range(soft & 255, 100, 250);

   /* depth and stencil, doubled in size */
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   GLint c = glGetUniformLocation(p, "c");
   glBindFramebuffer(GL_READ_FRAMEBUFFER_ANGLE, fbo);
   glBlitFramebufferNV(0, 0, 16, 16, 0, 0, 32, 32, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT, GL_NEAREST);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glUniform4f(c, 1, 0, 0, 1);
   gl_rect(-1, -1, 1, 1, 0); /* depth 0.5 */
   glDisable(GL_DEPTH_TEST);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_EQUAL, 3, 255);
   glUniform4f(c, 0, 0, 1, 1);
   gl_fill();
   glDisable(GL_STENCIL_TEST);
   ASSERT_PIXEL(g, 15, 15, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 16, 15, rgba(0, 0, 255, 255));
   ASSERT_PIXEL(g, 31, 31, rgba(0, 0, 255, 255));
   ASSERT_PIXEL(g, 32, 31, rgba(255, 0, 0, 255));
   glDeleteRenderbuffers(2, rb);
   glDeleteFramebuffers(1, &fbo);
   glDeleteProgram(p);
}

#define E(error, call)                                                                                       \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum got_ = glGetError();                                                                            \
      if (got_ != (error))                                                                                   \
         fail_msg("%s: 0x%x instead of %s", #call, got_, #error);                                            \
   } while (0)

static void
errors_on(struct gl *g)
{
   GLuint fbo[2], rb[3], t;
   glGenFramebuffers(2, fbo);
   glGenRenderbuffers(3, rb);
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   E(GL_INVALID_OPERATION, glRenderbufferStorageMultisampleANGLE(GL_RENDERBUFFER, 4, GL_RGBA4, 16, 16));
   glBindRenderbuffer(GL_RENDERBUFFER, rb[0]);
   E(GL_INVALID_VALUE, glRenderbufferStorageMultisampleANGLE(GL_RENDERBUFFER, -1, GL_RGBA4, 16, 16));
   E(GL_INVALID_VALUE,
     glRenderbufferStorageMultisampleANGLE(GL_RENDERBUFFER, get(GL_MAX_SAMPLES_ANGLE) + 1, GL_RGBA4, 16, 16));
   E(GL_INVALID_VALUE, glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, 4, GL_RGBA4, -1, 16));
   E(GL_INVALID_ENUM, glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER, 4, GL_RGBA, 16, 16));
   E(GL_INVALID_ENUM, glRenderbufferStorageMultisampleEXT(GL_TEXTURE_2D, 4, GL_RGBA4, 16, 16));
   glRenderbufferStorageMultisampleANGLE(GL_RENDERBUFFER, 4, GL_RGBA8_OES, 16, 16);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo[0]);
   E(GL_INVALID_ENUM,
     glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, t, 0, 4));
   E(GL_INVALID_VALUE,
     glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0, 9));
   E(GL_INVALID_VALUE,
     glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, -1, 4));
   E(GL_INVALID_OPERATION,
     glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t + 1, 0, 4));
   E(GL_NO_ERROR, glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]));

   /* blits of the framebuffer with samples to one without */
   const GLbitfield color = GL_COLOR_BUFFER_BIT, depth = GL_DEPTH_BUFFER_BIT;
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER_ANGLE, fbo[1]);
   E(GL_INVALID_FRAMEBUFFER_OPERATION, glBlitFramebufferANGLE(0, 0, 16, 16, 0, 0, 16, 16, color, GL_NEAREST));
   E(GL_INVALID_FRAMEBUFFER_OPERATION, glBlitFramebufferNV(0, 0, 16, 16, 0, 0, 16, 16, color, GL_NEAREST));
   glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER_ANGLE, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
   E(GL_NO_ERROR, glBlitFramebufferANGLE(0, 0, 16, 16, 0, 0, 16, 16, color, GL_NEAREST));
   E(GL_INVALID_OPERATION, glBlitFramebufferANGLE(0, 0, 8, 8, 0, 0, 8, 8, color, GL_NEAREST));
   E(GL_INVALID_OPERATION, glBlitFramebufferANGLE(0, 0, 16, 16, 0, 0, 8, 8, color, GL_NEAREST));
   E(GL_INVALID_OPERATION, glBlitFramebufferANGLE(0, 0, 16, 16, 16, 0, 0, 16, color, GL_NEAREST));
   E(GL_INVALID_ENUM, glBlitFramebufferANGLE(0, 0, 16, 16, 0, 0, 16, 16, color, GL_LINEAR));
   E(GL_INVALID_VALUE, glBlitFramebufferANGLE(0, 0, 16, 16, 0, 0, 16, 16, color | 1, GL_NEAREST));
   E(GL_INVALID_OPERATION, glBlitFramebufferNV(0, 0, 16, 16, 0, 0, 8, 8, color, GL_NEAREST));
   E(GL_INVALID_OPERATION, glBlitFramebufferNV(0, 0, 16, 16, 0, 0, 16, 16, depth, GL_LINEAR));
   E(GL_INVALID_ENUM, glBlitFramebufferNV(0, 0, 16, 16, 0, 0, 16, 16, color, GL_NEAREST_MIPMAP_NEAREST));
   E(GL_INVALID_VALUE, glBlitFramebufferNV(INT32_MIN, 0, INT32_MAX, 16, 0, 0, 16, 16, color, GL_NEAREST));
   E(GL_NO_ERROR, glBlitFramebufferNV(0, 0, 8, 8, 0, 0, 8, 8, color, GL_LINEAR));
   E(GL_NO_ERROR, glBlitFramebufferNV(0, 0, 8, 8, 0, 0, 8, 8, depth, GL_NEAREST)); /* neither has any */
   /* and back: never */
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER_ANGLE, fbo[0]);
   glBindFramebuffer(GL_READ_FRAMEBUFFER_ANGLE, fbo[1]);
   E(GL_INVALID_OPERATION, glBlitFramebufferANGLE(0, 0, 16, 16, 0, 0, 16, 16, color, GL_NEAREST));
   E(GL_INVALID_OPERATION, glBlitFramebufferNV(0, 0, 16, 16, 0, 0, 16, 16, color, GL_NEAREST));
   /* one framebuffer, other formats */
   glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
   E(GL_INVALID_OPERATION, glBlitFramebufferANGLE(0, 0, 8, 8, 8, 8, 16, 16, color, GL_NEAREST));
   E(GL_NO_ERROR, glBlitFramebufferNV(0, 0, 8, 8, 8, 8, 16, 16, color, GL_NEAREST));
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER_ANGLE, fbo[0]);
   glBindRenderbuffer(GL_RENDERBUFFER, rb[1]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, 16, 16);
   glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER_ANGLE, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[1]);
   E(GL_INVALID_OPERATION, glBlitFramebufferANGLE(0, 0, 8, 8, 8, 8, 16, 16, color, GL_NEAREST));
   E(GL_NO_ERROR, glBlitFramebufferNV(0, 0, 8, 8, 8, 8, 16, 16, color, GL_NEAREST));
   /* targets */
   E(GL_NO_ERROR, glCheckFramebufferStatus(GL_READ_FRAMEBUFFER_ANGLE));
   E(GL_INVALID_ENUM, glCheckFramebufferStatus(GL_RENDERBUFFER));
   E(GL_INVALID_ENUM, glBindFramebuffer(GL_RENDERBUFFER, 0));
   glDeleteFramebuffers(2, fbo);
   assert_int_equal(get(GL_READ_FRAMEBUFFER_BINDING_ANGLE), 0);
   assert_int_equal(get(GL_FRAMEBUFFER_BINDING), 0);
   glDeleteRenderbuffers(3, rb);
   glDeleteTextures(1, &t);
}

static struct pipe_resource *(*create_resource)(struct pipe_screen *screen,
                                                const struct pipe_resource *templ);

static struct pipe_resource *
create_without_samples(struct pipe_screen *screen, const struct pipe_resource *templ)
{
   return templ->nr_samples > 1 ? NULL : create_resource(screen, templ);
}

/* No memory for the samples of a texture: an error, and nothing is drawn, above all not to the framebuffer before. */
static void
no_memory_on(struct gl *g)
{
   GLuint fbo, t, p = gl_program_with(VS_POS, FS_COLOR);
   const GLint c = glGetUniformLocation(p, "c");
   glUniform4f(c, 1, 0, 0, 1);
   gl_fill();
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0, 4);
   create_resource = g->screen->resource_create;
   g->screen->resource_create = create_without_samples;
   glUniform4f(c, 0, 1, 0, 1);
   gl_fill();
   g->screen->resource_create = create_resource;
   assert_int_equal(glGetError(), GL_OUT_OF_MEMORY);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   assert_int_equal(gl_pixel(5, 5), 0xff0000ff);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo); /* now there is */
   gl_fill();
   assert_int_equal(gl_pixel(5, 5), 0xff00ff00);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &t);
   glDeleteProgram(p);
}

/* Chips of other sizes: other macro tiles. */
static void
other_chips(void **state)
{
   static const char *const more[] = {"rv610",   "rv710", "rv730", "cedar",
                                      "juniper", "barts", "turks", "aruba"};
   (void)state;
   for (unsigned i = 0; i < sizeof more / sizeof more[0]; i++) {
      struct gl g;
      gl_open(&g, more[i]);
      windows_on(&g);
      gl_close(&g);
   }
}

#define TEST(name)                                                                                           \
   static void name(void **state)                                                                            \
   {                                                                                                         \
      (void)state;                                                                                           \
      ON_EVERY_CHIP(name##_on)                                                                               \
   }
TEST(windows)
TEST(renderbuffers)
TEST(textures)
TEST(blits)
TEST(errors)
TEST(no_memory)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(windows),   cmocka_unit_test(renderbuffers), cmocka_unit_test(textures),
      cmocka_unit_test(blits),     cmocka_unit_test(errors),        cmocka_unit_test(other_chips),
      cmocka_unit_test(no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
