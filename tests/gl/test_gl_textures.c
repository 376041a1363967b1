/* SPDX-License-Identifier: MIT
 *
 * Textures through the whole stack: every format as the sampler reads it, wrap modes, level selection, cube
 * faces, rendering to every renderable image, generated mipmaps, copies, updates between draws.
 */
#include "gl_chip.h"

#include "util/u_math.h"

#define FS_TEX                                                                                               \
   "precision highp float; uniform sampler2D s; uniform vec2 at;"                                            \
   "void main() { gl_FragColor = texture2D(s, at); }"

static void
formats_on(struct gl *g)
{
   static const struct {
      GLenum format, type;
      unsigned size_B;
      uint32_t texel;
      uint8_t want[4];
   } cases[] = {
      {GL_RGBA,              GL_UNSIGNED_BYTE,          4, 0x80402010, {16, 32, 64, 128}   },
      {GL_RGB,               GL_UNSIGNED_BYTE,          3, 0x402010,   {16, 32, 64, 255}   },
      {GL_BGRA_EXT,          GL_UNSIGNED_BYTE,          4, 0x80402010, {64, 32, 16, 128}   },
      {GL_RGB,               GL_UNSIGNED_SHORT_5_6_5,   2, 0x8e31,     {140, 198, 140, 255}},
      {GL_RGBA,              GL_UNSIGNED_SHORT_4_4_4_4, 2, 0x1248,     {17, 34, 68, 136}   },
      {GL_RGBA,              GL_UNSIGNED_SHORT_5_5_5_1, 2, 0x8c63,     {140, 140, 140, 255}},
      {GL_LUMINANCE,         GL_UNSIGNED_BYTE,          1, 0x42,       {66, 66, 66, 255}   },
      {GL_ALPHA,             GL_UNSIGNED_BYTE,          1, 0x42,       {0, 0, 0, 66}       },
      {GL_LUMINANCE_ALPHA,   GL_UNSIGNED_BYTE,          2, 0x2142,     {66, 66, 66, 33}    },
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_SHORT,         2, 0x4040,     {64, 64, 64, 255}   },
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_INT,           4, 0x40404040, {64, 64, 64, 255}   },
      {GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES,  4, 0x404040aa, {64, 64, 64, 255}   },
   };
   GLuint p = gl_program_with(VS_POS, FS_TEX);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      for (GLint size = 1; size <= 33; size += 16) { /* the texel in the last corner */
         GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
         uint8_t data[33 * 33 * 4] = {0};
         memcpy(data + (size_t)(size * size - 1) * cases[i].size_B, &cases[i].texel, cases[i].size_B);
         glTexImage2D(GL_TEXTURE_2D, 0, (GLint)cases[i].format, size, size, 0, cases[i].format, cases[i].type,
                      data);
         float at = ((float)size - 0.5f) / (float)size;
         glUniform2f(glGetUniformLocation(p, "at"), at, at);
         gl_fill();
         const uint8_t *w = cases[i].want;
         if (gl_difference(gl_pixel(5, 5), rgba(w[0], w[1], w[2], w[3])) > 1)
            fail_msg("%s: format 0x%x type 0x%x size %d reads %08x", g->chip, cases[i].format, cases[i].type,
                     size, gl_pixel(5, 5));
         glDeleteTextures(1, &t);
      }
   }
}

static void
formats(void **state)
{
   ON_EVERY_CHIP(formats_on);
}

static void
wrap_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_TEX);
   static const GLenum modes[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
   for (GLint width = 4; width <= 5; width++) { /* and not a power of two */
      uint8_t row[5][4];
      for (unsigned i = 0; i < 5; i++)
         memcpy(row[i], (uint8_t[]){(uint8_t)(50 * i), 7, 9, 255}, 4);
      GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, row);
      for (unsigned m = 0; m < 3; m++) {
         glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)modes[m]);
         for (int i = -11; i <= 11; i++) {
            int k = i;
            if (modes[m] == GL_CLAMP_TO_EDGE) {
               k = i < 0 ? 0 : i >= width ? width - 1 : i;
            } else {
               int n = modes[m] == GL_REPEAT ? width : 2 * width;
               k = ((i % n) + n) % n;
               k = k >= width ? 2 * width - 1 - k : k;
            }
            glUniform2f(glGetUniformLocation(p, "at"), ((float)i + 0.5f) / (float)width, 0.5f);
            gl_fill();
            ASSERT_PIXEL(g, 1, 1, rgba((unsigned)(50 * k), 7, 9, 255));
         }
      }
      glDeleteTextures(1, &t);
   }
}

static void
wrap(void **state)
{
   ON_EVERY_CHIP(wrap_on);
}

/** Levels of one colour each: which one a minified rectangle shows. */
static void
levels_on(struct gl *g)
{
   gl_program_with(
      "attribute vec4 pos; varying vec2 t; void main() { t = pos.xy * 0.5 + 0.5; gl_Position = pos; }",
      "precision highp float; varying vec2 t; uniform sampler2D s; uniform float bias;"
      "void main() { gl_FragColor = texture2D(s, t, bias); }");
   GLint current;
   glGetIntegerv(GL_CURRENT_PROGRAM, &current);
   GLint bias = glGetUniformLocation((GLuint)current, "bias");
   gl_texture(GL_TEXTURE_2D, GL_NEAREST_MIPMAP_NEAREST);
   uint8_t *data = malloc(64 * 64 * 4);
   for (GLint l = 6; l >= 0; l--) {
      for (unsigned i = 0; i < 64 * 64; i++)
         memcpy(data + 4 * i, (uint8_t[]){(uint8_t)(30 * l + 10), 1, 2, 255}, 4);
      glTexImage2D(GL_TEXTURE_2D, l, GL_RGBA, 64 >> l, 64 >> l, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   }
   free(data);
   for (int l = 0; l <= 6; l++) {
      glViewport(0, 0, 64 >> l, 64 >> l); /* 2^l texels to a pixel */
      glUniform1f(bias, 0);
      gl_fill();
      ASSERT_PIXEL(g, 0, 0, rgba(30u * (unsigned)l + 10, 1, 2, 255));
   }
   glViewport(0, 0, 64, 64);
   for (int l = 0; l <= 8; l++) {
      glUniform1f(bias, (float)l);
      gl_fill();
      ASSERT_PIXEL(g, 40, 50, rgba(30u * (unsigned)(l > 6 ? 6 : l) + 10, 1, 2, 255));
   }
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR);
   glUniform1f(bias, 2.5f);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 33, 17, rgba(85, 1, 2, 255), 1);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   gl_fill();
   ASSERT_PIXEL(g, 33, 17, rgba(10, 1, 2, 255));
}

static void
levels(void **state)
{
   ON_EVERY_CHIP(levels_on);
}

static void
cube_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, "precision highp float; uniform samplerCube s; uniform vec3 d;"
                                      "void main() { gl_FragColor = textureCube(s, d); }");
   gl_texture(GL_TEXTURE_CUBE_MAP, GL_NEAREST);
   for (unsigned face = 0; face < 6; face++) {
      uint8_t data[4][4];
      for (unsigned i = 0; i < 4; i++)
         memcpy(data[i], (uint8_t[]){(uint8_t)(40 * face), (uint8_t)(60 * i), 3, 255}, 4);
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   data);
   }
   /* ES 2.0.25 table 3.10: sc, tc of each face by direction */
   static const struct {
      int ma[3], sc[3], tc[3];
   } faces[6] = {
      {{1, 0, 0},  {0, 0, -1}, {0, -1, 0}},
      {{-1, 0, 0}, {0, 0, 1},  {0, -1, 0}},
      {{0, 1, 0},  {1, 0, 0},  {0, 0, 1} },
      {{0, -1, 0}, {1, 0, 0},  {0, 0, -1}},
      {{0, 0, 1},  {1, 0, 0},  {0, -1, 0}},
      {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
   };
   for (unsigned face = 0; face < 6; face++) {
      for (unsigned i = 0; i < 4; i++) {
         float s = i & 1 ? 0.5f : -0.5f, t = i & 2 ? 0.5f : -0.5f, d[3];
         for (unsigned c = 0; c < 3; c++)
            d[c] =
               3 * ((float)faces[face].ma[c] + s * (float)faces[face].sc[c] + t * (float)faces[face].tc[c]);
         glUniform3fv(glGetUniformLocation(p, "d"), 1, d);
         gl_fill();
         ASSERT_PIXEL(g, 9, 9, rgba(40 * face, 60 * i, 3, 255));
      }
   }
}

static void
cube(void **state)
{
   ON_EVERY_CHIP(cube_on);
}

/** Rendering to every renderable image: cleared, drawn to, read back and sampled. */
static void
render_to_on(struct gl *g)
{
   static const struct {
      GLenum format, type; /* type 0: a renderbuffer */
      uint8_t bits[4];
   } cases[] = {
      {GL_RGBA,      GL_UNSIGNED_BYTE,          {8, 8, 8, 8}},
      {GL_RGB,       GL_UNSIGNED_BYTE,          {8, 8, 8, 0}},
      {GL_RGB,       GL_UNSIGNED_SHORT_5_6_5,   {5, 6, 5, 0}},
      {GL_RGBA,      GL_UNSIGNED_SHORT_4_4_4_4, {4, 4, 4, 4}},
      {GL_RGBA,      GL_UNSIGNED_SHORT_5_5_5_1, {5, 5, 5, 1}},
      {GL_BGRA_EXT,  GL_UNSIGNED_BYTE,          {8, 8, 8, 8}},
      {GL_RGBA4,     0,                         {4, 4, 4, 4}},
      {GL_RGB5_A1,   0,                         {5, 5, 5, 1}},
      {GL_RGB565,    0,                         {5, 6, 5, 0}},
      {GL_RGB8_OES,  0,                         {8, 8, 8, 0}},
      {GL_RGBA8_OES, 0,                         {8, 8, 8, 8}},
   };
   static const float colors[2][4] = {
      {1,      0.5f,  0.25f, 0},
      {0.125f, 0.75f, 1,     1}
   };
   GLuint p = gl_program_with(VS_POS, FS_COLOR), sampling = gl_program_with(VS_POS, FS_TEX), fbo;
   glGenFramebuffers(1, &fbo);
   glDisable(GL_DITHER);
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      for (GLsizei width = 3; width <= 70; width += 67) {
         GLuint t = 0, rb = 0;
         glBindFramebuffer(GL_FRAMEBUFFER, fbo);
         if (cases[i].type) {
            t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
            glTexImage2D(GL_TEXTURE_2D, 0, (GLint)cases[i].format, width, 5, 0, cases[i].format,
                         cases[i].type, NULL);
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
         } else {
            glGenRenderbuffers(1, &rb);
            glBindRenderbuffer(GL_RENDERBUFFER, rb);
            glRenderbufferStorage(GL_RENDERBUFFER, cases[i].format, width, 5);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
         }
         assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
         uint32_t want[2];
         for (unsigned k = 0; k < 2; k++) {
            uint8_t b[4];
            for (unsigned c = 0; c < 4; c++) {
               unsigned max = (1u << cases[i].bits[c]) - 1;
               b[c] = max ? (uint8_t)((unsigned)(colors[k][c] * (float)max + 0.5f) * 255 / max) : 255;
            }
            memcpy(&want[k], b, 4);
         }
         /* Left: cleared; right: drawn. */
         glViewport(0, 0, width, 5);
         glClearColor(colors[0][0], colors[0][1], colors[0][2], colors[0][3]);
         glClear(GL_COLOR_BUFFER_BIT);
         glUseProgram(p);
         glUniform4fv(glGetUniformLocation(p, "c"), 1, colors[1]);
         gl_rect(0, -1, 1, 1, 0);
         ASSERT_PIXEL_NEAR(g, 0, 4, want[0], 1);
         ASSERT_PIXEL_NEAR(g, width - 1, 2, want[1], 1);
         glBindFramebuffer(GL_FRAMEBUFFER, 0);
         glViewport(0, 0, SIZE, SIZE);
         if (t) {
            glUseProgram(sampling);
            for (unsigned k = 0; k < 2; k++) {
               glUniform2f(glGetUniformLocation(sampling, "at"), k ? 0.9f : 0.1f, 0.5f);
               gl_fill();
               ASSERT_PIXEL_NEAR(g, 20, 20, want[k], 1);
            }
         }
         glDeleteTextures(1, &t);
         glDeleteRenderbuffers(1, &rb);
      }
   }
}

static void
render_to(void **state)
{
   ON_EVERY_CHIP(render_to_on);
}

/** Levels and faces as targets do not touch their neighbours. */
static void
render_to_parts_on(struct gl *g)
{
   GLuint t = gl_texture(GL_TEXTURE_CUBE_MAP, GL_NEAREST_MIPMAP_NEAREST), fbo;
   for (unsigned face = 0; face < 6; face++)
      for (int l = 0; l < 4; l++)
         glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, l, GL_RGBA, 8 >> l, 8 >> l, 0, GL_RGBA,
                      GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (unsigned pass = 0; pass < 2; pass++) {
      for (unsigned face = 0; face < 6; face++) {
         for (int l = 0; l < 4; l++) {
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                   GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, t, l);
            assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
            uint32_t want = rgba(40 * face, 60u * (unsigned)l, 1, 255);
            if (pass) {
               ASSERT_PIXEL(g, (8 >> l) - 1, 0, want);
               ASSERT_PIXEL(g, 0, (8 >> l) - 1, want);
            } else {
               glClearColor((float)face * 40 / 255, (float)l * 60 / 255, 1.0f / 255, 1);
               glClear(GL_COLOR_BUFFER_BIT);
            }
         }
      }
   }
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   GLuint p =
      gl_program_with(VS_POS, "precision highp float; uniform samplerCube s; uniform vec3 d; uniform float b;"
                              "void main() { gl_FragColor = textureCube(s, d, b); }");
   static const float dirs[6][3] = {
      {1,  0,  0 },
      {-1, 0,  0 },
      {0,  1,  0 },
      {0,  -1, 0 },
      {0,  0,  1 },
      {0,  0,  -1}
   };
   for (unsigned face = 0; face < 6; face++) {
      for (unsigned l = 0; l < 4; l++) {
         glUniform3fv(glGetUniformLocation(p, "d"), 1, dirs[face]);
         glUniform1f(glGetUniformLocation(p, "b"),
                     100); /* a constant direction has no derivative: the last level */
         gl_fill();
         ASSERT_PIXEL(g, 3, 3, rgba(40 * face, 180, 1, 255));
      }
   }
}

static void
render_to_parts(void **state)
{
   ON_EVERY_CHIP(render_to_parts_on);
}

static void
mipmaps_on(struct gl *g)
{
   static const GLenum formats[] = {GL_RGBA, GL_RGB, GL_LUMINANCE};
   static const GLint sizes[][2] = {
      {8,  8 },
      {16, 2 },
      {5,  3 },
      {1,  64}
   };
   GLuint p = gl_program_with(VS_POS, "precision highp float; uniform sampler2D s; uniform float b;"
                                      "void main() { gl_FragColor = texture2D(s, vec2(0.5), b); }");
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned f = 0; f < 3; f++) {
      for (unsigned k = 0; k < 4; k++) {
         unsigned n = (unsigned)(sizes[k][0] * sizes[k][1]), b = f == 0 ? 4 : f == 1 ? 3 : 1;
         uint8_t data[64 * 4];
         bool even = u_is_pow2((uint64_t)sizes[k][0]) && u_is_pow2((uint64_t)sizes[k][1]);
         for (unsigned i = 0; i < n * b; i++) /* odd sizes: any filter keeps a constant */
            data[i] = !even ? 205 : i / b % 2 ? 255 : 155;
         GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST_MIPMAP_NEAREST);
         glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[f], sizes[k][0], sizes[k][1], 0, formats[f],
                      GL_UNSIGNED_BYTE, data);
         glGenerateMipmap(GL_TEXTURE_2D);
         glUniform1f(glGetUniformLocation(p, "b"), 100);
         gl_fill();
         ASSERT_PIXEL_NEAR(g, 7, 7, rgba(205, 205, 205, f == 0 ? 205 : 255), 2);
         glDeleteTextures(1, &t);
      }
   }
}

static void
mipmaps(void **state)
{
   ON_EVERY_CHIP(mipmaps_on);
}

/** Each draw sees the texels of its moment, whether written by the CPU, a copy or a render. */
static void
updates_between_draws_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_TEX);
   GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST), t2 = gl_texture(GL_TEXTURE_2D, GL_NEAREST), fbo;
   glUniform2f(glGetUniformLocation(p, "at"), 0.9f, 0.9f);
   glBindTexture(GL_TEXTURE_2D, t);
   uint32_t data[16 * 16];
   for (unsigned i = 0; i < 16; i++) {
      for (unsigned k = 0; k < 16 * 16; k++)
         data[k] = rgba(16 * i, 255 - 16 * i, 5, 255);
      if (i % 4 == 0)
         glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
      else
         glTexSubImage2D(GL_TEXTURE_2D, 0, 8, 8, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, data);
      gl_rect(-1 + (float)i / 8, -1, -1 + (float)(i + 1) / 8, 0, 0);
   }
   for (unsigned i = 0; i < 16; i++)
      ASSERT_PIXEL(g, 4 * (int)i + 1, 20, rgba(16 * i, 255 - 16 * i, 5, 255));
   /* Copy what was drawn, change the picture, draw the copy. */
   glBindTexture(GL_TEXTURE_2D, t2);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 40, 10, 4, 4, 0);
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   gl_rect(-1, -1, 0, 0, 0);
   ASSERT_PIXEL(g, 10, 10, rgba(160, 95, 5, 255));
   glClearColor(1, 0, 1, 0);
   glEnable(GL_SCISSOR_TEST);
   glScissor(32, 32, 8, 8);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 3, 3, 33, 33, 1, 1);
   gl_rect(0, -1, 1, 0, 0);
   ASSERT_PIXEL(g, 50, 10, rgba(255, 0, 255, 255));
   /* Ping-pong: each pass reads what the other one wrote. */
   GLuint ping[2];
   glGenFramebuffers(1, &fbo);
   glGenTextures(2, ping);
   for (unsigned i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D, ping[i]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   }
   GLuint add =
      gl_program_with(VS_POS, "precision highp float; uniform sampler2D s; void main() {"
                              "gl_FragColor = texture2D(s, vec2(0.5)) + vec4(16.0 / 255.0, 0, 0, 0); }");
   (void)add;
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glViewport(0, 0, 16, 16);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, ping[1], 0);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   for (unsigned i = 0; i < 8; i++) {
      glBindTexture(GL_TEXTURE_2D, ping[(i + 1) & 1]);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, ping[i & 1], 0);
      gl_fill();
   }
   ASSERT_PIXEL(g, 15, 15, rgba(128, 255, 0, 255));
}

static void
updates_between_draws(void **state)
{
   ON_EVERY_CHIP(updates_between_draws_on);
}

/** A rendered depth buffer as a texture; a vertex shader that samples. */
static void
depth_and_vertex_textures_on(struct gl *g)
{
   GLuint fbo, color = gl_texture(GL_TEXTURE_2D, GL_NEAREST), depth, p = gl_program_with(VS_POS, FS_COLOR);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   static const GLenum types[][2] = {
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_SHORT       },
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_INT         },
      {GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES}
   };
   for (unsigned i = 0; i < 3; i++) {
      depth = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)types[i][0], 32, 32, 0, types[i][0], types[i][1], NULL);
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glViewport(0, 0, 32, 32);
      glEnable(GL_DEPTH_TEST);
      glClearDepthf(1);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glUseProgram(p);
      gl_rect(-1, -1, 0, 1, 0);    /* depth 0.5 */
      gl_rect(0, -1, 1, 0, -0.5f); /* depth 0.25 */
      glDisable(GL_DEPTH_TEST);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glViewport(0, 0, SIZE, SIZE);
      GLuint q = gl_program_with(VS_POS, FS_TEX);
      const struct {
         float x, y;
         unsigned want;
      } probes[] = {
         {0.2f, 0.7f, 128},
         {0.7f, 0.2f, 64 },
         {0.9f, 0.9f, 255}
      };
      for (unsigned k = 0; k < 3; k++) {
         glUniform2f(glGetUniformLocation(q, "at"), probes[k].x, probes[k].y);
         gl_fill();
         ASSERT_PIXEL_NEAR(g, 30, 30, rgba(probes[k].want, probes[k].want, probes[k].want, 255), 1);
      }
      glDeleteTextures(1, &depth);
      glDeleteFramebuffers(1, &fbo);
   }
   GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   const uint8_t texels[2][4] = {
      {0,   0, 0, 255},
      {255, 0, 0, 255}
   };
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   gl_program_with(
      "attribute vec4 pos; uniform sampler2D s; varying vec4 v;"
      "void main() { v = texture2DLod(s, vec2(pos.x * 0.25 + 0.5, 0.5), 0.0); gl_Position = pos; }",
      "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }");
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 0, 30, rgba(2, 0, 0, 255), 1);
   ASSERT_PIXEL_NEAR(g, 63, 30, rgba(253, 0, 0, 255), 1);
   glDeleteTextures(1, &t);
}

/** Filters of contexts of 2.0 meet at a level of 1/2 where the magnification's is the smoother one (ES 2.0.25
 * 3.7.8), those of 3.0 at 0: a lookup between two texels with an explicit level in one stage or the other. */
static void
filters_meet_on(struct gl *g, GLenum mag, GLenum min, float level, bool smooth)
{
   GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   static const uint8_t texels[2][4] = {
      {0,   0, 0, 255},
      {200, 0, 0, 255}
   };
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)mag);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)min);
   const char *const head = "#extension GL_EXT_shader_texture_lod : require\nprecision mediump float;";
   for (unsigned stage = 0; stage < 2; stage++) {
      char vs[400], fs[400];
      snprintf(vs, sizeof vs,
               "attribute vec4 pos; uniform sampler2D s; uniform float level; varying vec4 v;"
               "void main() { v = %s; gl_Position = pos; }",
               stage ? "vec4(level)" : "texture2DLod(s, vec2(0.4, 0.5), level)");
      snprintf(fs, sizeof fs, "%s uniform sampler2D s; varying vec4 v; void main() { gl_FragColor = %s; }",
               head, stage ? "texture2DLodEXT(s, vec2(0.4, 0.5), v.x)" : "v");
      GLuint p = gl_program_with(vs, fs);
      glUniform1f(glGetUniformLocation(p, "level"), level);
      gl_fill();
      ASSERT_PIXEL_NEAR(g, 30, 30, rgba(smooth ? 60 : 0, 0, 0, 255), 2);
      glDeleteProgram(p);
   }
   glDeleteTextures(1, &t);
}

static void
filters_meet(void **state)
{
   static const struct {
      uint8_t version;
      GLenum mag, min;
      float level;
      bool smooth;
   } cases[] = {
      {20, GL_LINEAR,  GL_NEAREST_MIPMAP_NEAREST, 0.4f,  true },
      {20, GL_LINEAR,  GL_NEAREST_MIPMAP_NEAREST, 0.5f,  true },
      {20, GL_LINEAR,  GL_NEAREST_MIPMAP_NEAREST, 0.55f, false},
      {20, GL_LINEAR,  GL_NEAREST_MIPMAP_LINEAR,  0.4f,  true },
      {20, GL_LINEAR,  GL_NEAREST,                0.4f,  false},
      {20, GL_NEAREST, GL_LINEAR_MIPMAP_NEAREST,  0.4f,  true },
      {20, GL_NEAREST, GL_LINEAR_MIPMAP_NEAREST,  0,     false},
      {30, GL_LINEAR,  GL_NEAREST_MIPMAP_NEAREST, 0.4f,  false},
      {30, GL_LINEAR,  GL_NEAREST_MIPMAP_NEAREST, 0,     true },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
      for (struct chip_share chip = chip_share(NUM_CHIPS, i); chip.at < chip.end; chip.at++) {
         struct gl g;
         gl_open(&g, chips[chip.at]);
         st_make_current(NULL, NULL, NULL);
         st_context_destroy(g.ctx);
         const struct st_context_attribs attribs = {.version = cases[i].version};
         g.ctx = st_context_create(g.screen, NULL, &attribs);
         assert_non_null(g.ctx);
         st_make_current(g.ctx, g.fb, g.fb);
         filters_meet_on(&g, cases[i].mag, cases[i].min, cases[i].level, cases[i].smooth);
         gl_close(&g);
      }
}

static void
depth_and_vertex_textures(void **state)
{
   ON_EVERY_CHIP(depth_and_vertex_textures_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(formats),
      cmocka_unit_test(wrap),
      cmocka_unit_test(levels),
      cmocka_unit_test(cube),
      cmocka_unit_test(render_to),
      cmocka_unit_test(render_to_parts),
      cmocka_unit_test(mipmaps),
      cmocka_unit_test(updates_between_draws),
      cmocka_unit_test(depth_and_vertex_textures),
      cmocka_unit_test(filters_meet),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
