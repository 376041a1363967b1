/* SPDX-License-Identifier: MIT
 *
 * Textures of PICA200 through GL: sizes, formats and levels that the chip has and those that the driver makes up for; targets, copies, images.
 */
#include "gl_pica200.h"

#include "state_tracker/texture/st_image.h"

#define VS_TEXTURE                                                                                           \
   "attribute vec4 pos; uniform vec4 st; varying vec2 v; void main() { gl_Position = pos; v = (pos.xy * "    \
   "0.5 + 0.5) * st.xy + st.zw; }"
#define FS_TEXTURE                                                                                           \
   "precision mediump float; uniform sampler2D s; varying vec2 v; void main() { gl_FragColor = "             \
   "texture2D(s, v); }"

/* A program that shows a texture, s and t from 0 to what is given. */
static GLuint
show(float s, float t)
{
   GLuint p = gl_program_with(VS_TEXTURE, FS_TEXTURE);
   glUniform4f(glGetUniformLocation(p, "st"), s, t, 0, 0);
   return p;
}

/* Sizes that the chip lacks: around the picture stands what wrapping asks for. */
static void
small_textures_on(struct gl *g)
{
   static const uint32_t two[4] = {0xff0000ff, 0xff00ff00, 0xffff0000, 0xffffffff}; /* R G / B W from below */
   GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, two);
   GLuint p = show(1, 1);
   gl_fill();
   ASSERT_PIXEL(g, 10, 10, RED);
   ASSERT_PIXEL(g, 50, 10, GREEN);
   ASSERT_PIXEL(g, 10, 50, BLUE);
   ASSERT_PIXEL(g, 50, 50, rgba(255, 255, 255, 255));
   glUniform4f(glGetUniformLocation(p, "st"), 4, 4, -2, -2); /* four times, from -2 on */
   gl_fill();
   ASSERT_PIXEL(g, 4, 4, RED);
   ASSERT_PIXEL(g, 12, 4, GREEN);
   ASSERT_PIXEL(g, 52, 4, RED);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
   gl_fill();
   ASSERT_PIXEL(g, 4, 4, RED);
   ASSERT_PIXEL(g, 12, 4, RED);
   ASSERT_PIXEL(g, 60, 4, GREEN);
   ASSERT_PIXEL(g, 4, 20, rgba(0, 0, 255, 255)); /* t from -1 on: mirrored */
   /* no power of two */
   static uint32_t five[5 * 3];
   for (unsigned i = 0; i < 15; i++)
      five[i] = 0xff000000 | i % 5 * 50 | (i / 5 * 100) << 8;
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 5, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, five);
   glUniform4f(glGetUniformLocation(p, "st"), 1, 1, 0, 0);
   gl_fill();
   for (unsigned i = 0; i < 15; i++)
      ASSERT_PIXEL(g, (int)((i % 5 + 0.5) * 64 / 5), (int)((i / 5 + 0.5) * 64 / 3), five[i]);
   glUniform4f(glGetUniformLocation(p, "st"), 3, 3, -1, -1);
   gl_fill();
   ASSERT_PIXEL(g, 2, 2, five[0]);
   ASSERT_PIXEL(g, 62, 62, five[14]);
   glDeleteTextures(1, &t);
}

static void
texture_formats_on(struct gl *g)
{
   static const struct {
      GLenum format, type;
      uint8_t bytes[4];
      uint32_t reads;
   } formats[] = {
      {GL_RGBA,            GL_UNSIGNED_BYTE,          {10, 20, 30, 40}, 0x281e140a},
      {GL_RGB,             GL_UNSIGNED_BYTE,          {10, 20, 30},     0xff1e140a},
      {GL_BGRA_EXT,        GL_UNSIGNED_BYTE,          {30, 20, 10, 40}, 0x281e140a},
      {GL_LUMINANCE,       GL_UNSIGNED_BYTE,          {77},             0xff4d4d4d},
      {GL_ALPHA,           GL_UNSIGNED_BYTE,          {77},             0x4d000000},
      {GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE,          {77, 99},         0x634d4d4d},
      {GL_RGB,             GL_UNSIGNED_SHORT_5_6_5,   {0x1f, 0xf8},     0xffff00ff},
      {GL_RGBA,            GL_UNSIGNED_SHORT_4_4_4_4, {0x4f, 0x81},     0xff441188},
      {GL_RGBA,            GL_UNSIGNED_SHORT_5_5_5_1, {0xc0, 0x07},     0x0000ff00},
   };
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
      static uint8_t data[16 * 16 * 4];
      const unsigned size = formats[i].type != GL_UNSIGNED_BYTE                                ? 2
                            : formats[i].format == GL_RGB                                      ? 3
                            : formats[i].format == GL_LUMINANCE_ALPHA                          ? 2
                            : formats[i].format == GL_RGBA || formats[i].format == GL_BGRA_EXT ? 4
                                                                                               : 1;
      for (unsigned k = 0; k < 256; k++)
         memcpy(data + size * k, formats[i].bytes, size);
      GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i].format, 16, 16, 0, formats[i].format, formats[i].type,
                   data);
      show(1, 1);
      gl_fill();
      ASSERT_PIXEL(g, 33, 17, formats[i].reads);
      glDeleteTextures(1, &t);
   }
   glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

/* Levels down to 8x8 are chosen by how small the picture is drawn. */
static void
levels_on(struct gl *g)
{
   GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST_MIPMAP_NEAREST);
   static uint32_t data[64 * 64];
   for (unsigned k = 0; k < 7; k++) {
      for (unsigned i = 0; i < 64 * 64; i++)
         data[i] = 0xff000000 | k * 20;
      glTexImage2D(GL_TEXTURE_2D, (GLint)k, GL_RGBA, 64 >> k, 64 >> k, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   }
   show(1, 1);
   for (unsigned k = 0; k < 5; k++) {
      glViewport(0, 0, 64 >> k, 64 >> k);
      gl_fill();
      ASSERT_PIXEL(g, 1, 1, 0xff000000 | (k < 3 ? k : 3) * 20); /* the smallest is 8x8 */
   }
   glViewport(0, 0, SIZE, SIZE);
   glDeleteTextures(1, &t);
}

static void
cube_on(struct gl *g)
{
   GLuint p = gl_program_with(
      "attribute vec4 pos; uniform vec3 d; varying vec3 v; void main() { gl_Position = pos; v = d; }",
      "precision mediump float; uniform samplerCube s; varying vec3 v; void main() { gl_FragColor = "
      "textureCube(s, v); }");
   GLuint t = gl_texture(GL_TEXTURE_CUBE_MAP, GL_NEAREST);
   static uint32_t face[6][8 * 8];
   for (unsigned f = 0; f < 6; f++) {
      for (unsigned i = 0; i < 64; i++)
         face[f][i] = 0xff000000 | f * 40 | (i % 8) << 8 | (i / 8) << 16;
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + f, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   face[f]);
   }
   /* ES 2.0.25 table 3.21: s and t of a place on a face */
   static const float d[6][3] = {
      {1,     -0.6f, -0.3f},
      {-1,    -0.6f, 0.3f },
      {0.3f,  1,     0.6f },
      {0.3f,  -1,    -0.6f},
      {0.3f,  -0.6f, 1    },
      {-0.3f, -0.6f, -1   }
   };
   for (unsigned f = 0; f < 6; f++) {
      glUniform3fv(glGetUniformLocation(p, "d"), 1, d[f]);
      gl_fill();
      ASSERT_PIXEL(g, 30, 30, face[f][8 * 6 + 5]); /* s 0.65, t 0.8 */
   }
   glDeleteTextures(1, &t);
}

/* A face of a cube map as a 2D texture, by an image. */
static void
cube_images_on(struct gl *g)
{
   enum st_image_error e;
   static int owner;
   GLuint p = show(1, 1);
   (void)p;
   gl_texture(GL_TEXTURE_CUBE_MAP, GL_NEAREST);
   GLint cube;
   glGetIntegerv(GL_TEXTURE_BINDING_CUBE_MAP, &cube);
   for (unsigned f = 0; f < 6; f++) {
      uint32_t texels[64];
      for (unsigned i = 0; i < 64; i++)
         texels[i] = rgba(40 * f, 0, 7, 255);
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + f, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   texels);
   }
   for (unsigned f = 0; f < 6; f += 5) {
      struct st_egl_image *i =
         st_image_from_texture(g->ctx, &owner, GL_TEXTURE_CUBE_MAP_POSITIVE_X + f, (GLuint)cube, 0, 0, &e);
      assert_non_null(i);
      gl_texture(GL_TEXTURE_2D, GL_NEAREST);
      glEGLImageTargetTexture2DOES(GL_TEXTURE_2D, i);
      gl_fill();
      ASSERT_PIXEL(g, 5, 5, rgba(40 * f, 0, 7, 255));
      st_image_destroy(&owner, i);
   }
}

/* Drawing to a texture that is sampled afterwards, with a depth buffer of another storage. */
static void
framebuffers_on(struct gl *g)
{
   static const GLint sizes[][2] = {
      {64, 64},
      {8,  8 },
      {20, 12}
   };
   for (unsigned i = 0; i < 3; i++) {
      const GLint w = sizes[i][0], h = sizes[i][1];
      GLuint fbo, rb, t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, w, h, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      glGenFramebuffers(1, &fbo);
      glGenRenderbuffers(1, &rb);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glBindRenderbuffer(GL_RENDERBUFFER, rb);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, w, h);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glViewport(0, 0, w, h);
      gl_clear(0, 0, 1, 1);
      glEnable(GL_DEPTH_TEST);
      colour(1, 0, 0);
      gl_rect(-1, -1, 0, 0, 0);
      colour(0, 1, 0);
      gl_rect(-1, -1, 1, 0, 0.5f); /* behind the first */
      glDisable(GL_DEPTH_TEST);
      ASSERT_PIXEL(g, 0, 0, RED);
      ASSERT_PIXEL(g, w - 1, 0, GREEN);
      ASSERT_PIXEL(g, 0, h - 1, BLUE);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glViewport(0, 0, SIZE, SIZE);
      show(1, 1);
      gl_fill();
      ASSERT_PIXEL(g, 10, 10, RED);
      ASSERT_PIXEL(g, 60, 10, GREEN);
      ASSERT_PIXEL(g, 10, 60, BLUE);
      ASSERT_PIXEL(g, 63, 63, BLUE);
      glDeleteFramebuffers(1, &fbo);
      glDeleteRenderbuffers(1, &rb);
      glDeleteTextures(1, &t);
   }
}

static void
copies_on(struct gl *g)
{
   gl_clear(0, 0, 1, 1);
   colour(1, 0, 0);
   gl_rect(-1, -1, 0, 0, 0);
   GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 16, 16, 32, 32, 0);
   show(1, 1);
   gl_fill();
   ASSERT_PIXEL(g, 10, 10, RED);
   ASSERT_PIXEL(g, 40, 10, BLUE);
   glGenerateMipmap(GL_TEXTURE_2D);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glViewport(0, 0, 8, 8);
   gl_fill();
   ASSERT_PIXEL(g, 1, 1, RED);
   ASSERT_PIXEL(g, 6, 6, BLUE);
   glViewport(0, 0, SIZE, SIZE);
   glDeleteTextures(1, &t);
}

enum { FROM_W = 72, FROM_H = 40, TO_W = 100, TO_H = 60 };

/* A copy of some of one texture to another, between tiles and within them, against one that is made here. */
static void
copy_of_rectangle(struct gl *g, bool drawn, const int at[4], int width, int height)
{
   static uint32_t from[FROM_H][FROM_W], to[TO_H][TO_W], got[TO_H][TO_W];
   uint32_t seed = 1;
   GLuint t[2], fbo[2];
   (void)g;
   for (unsigned y = 0; y < FROM_H; y++)
      for (unsigned x = 0; x < FROM_W; x++)
         from[y][x] = seed = seed * 1103515245 + 12345;
   for (unsigned y = 0; y < TO_H; y++)
      for (unsigned x = 0; x < TO_W; x++)
         to[y][x] = seed = seed * 1103515245 + 12345;
   glGenTextures(2, t);
   glGenFramebuffers(2, fbo);
   for (unsigned i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D, t[i]);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, i ? TO_W : FROM_W, i ? TO_H : FROM_H, 0, GL_RGBA,
                   GL_UNSIGNED_BYTE, i ? to[0] : from[0]);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[i]);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t[i], 0);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, fbo[0]);
   if (drawn) { /* what was drawn is there before it is copied */
      glViewport(0, 0, FROM_W, FROM_H);
      colour(0, 1, 0);
      gl_rect(-1, -1, 0, 0, 0);
      for (int y = 0; y < FROM_H / 2; y++)
         for (int x = 0; x < FROM_W / 2; x++)
            from[y][x] = GREEN;
   }
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, at[2], at[3], at[0], at[1], width, height);
   for (int y = 0; y < height; y++)
      memcpy(&to[at[3] + y][at[2]], &from[at[1] + y][at[0]], (size_t)width * 4);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
   glReadPixels(0, 0, TO_W, TO_H, GL_RGBA, GL_UNSIGNED_BYTE, got);
   assert_memory_equal(got, to, sizeof to);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glViewport(0, 0, SIZE, SIZE);
   glDeleteFramebuffers(2, fbo);
   glDeleteTextures(2, t);
}

static void
tiles_on(struct gl *g)
{
   static const struct {
      int at[4], width, height; /* from x, y to x, y */
   } cases
      [] =
         {
            {{0, 0, 0, 0},    72, 40},
            {{8, 16, 24, 32}, 48, 24},
            {{64, 8, 96, 56}, 4,  4 }, /* to the picture's end, in the middle of a tile */
            {{64, 8, 88, 48}, 4,  4 }, /* and not */
            {{8, 0, 16, 24},  8,  36},
            {{8, 0, 16, 24},  8,  32},
            {{3, 5, 8, 8},    40, 24},
            {{8, 8, 9, 11},   40, 24},
            {{0, 32, 0, 0},   72, 8 },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
      for (unsigned drawn = 0; drawn < 2; drawn++)
         copy_of_rectangle(g, drawn, cases[i].at, cases[i].width, cases[i].height);
}

RUN(small_textures)
RUN(texture_formats)
RUN(levels)
RUN(cube)
RUN(cube_images)
RUN(framebuffers)
RUN(copies)
RUN(tiles)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small_textures), cmocka_unit_test(test_texture_formats),
      cmocka_unit_test(test_levels),         cmocka_unit_test(test_cube),
      cmocka_unit_test(test_cube_images),    cmocka_unit_test(test_framebuffers),
      cmocka_unit_test(test_copies),         cmocka_unit_test(test_tiles),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
