/* SPDX-License-Identifier: MIT
 *
 * PICA200 through GL, but for textures: what the chip has, what the driver makes up for, and what is refused with which error.
 */
#include <math.h>

#include "gl_pica200.h"

/* Whole buffers by the fill engine, parts and masked ones by a draw. */
static void
clears_on(struct gl *g)
{
   gl_clear(0.2f, 0.4f, 0.6f, 0.8f);
   ASSERT_PIXEL(g, 0, 0, rgba(51, 102, 153, 204));
   ASSERT_PIXEL(g, 63, 63, rgba(51, 102, 153, 204));
   glEnable(GL_SCISSOR_TEST);
   glScissor(8, 16, 5, 7);
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   assert_int_equal(gl_count_pixels(RED), 35);
   ASSERT_PIXEL(g, 8, 16, RED);
   ASSERT_PIXEL(g, 12, 22, RED);
   glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
   glClearColor(1, 1, 1, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   ASSERT_PIXEL(g, 8, 16, rgba(255, 255, 0, 255));
   ASSERT_PIXEL(g, 0, 0, rgba(51, 255, 153, 204));
}

static void
triangles_on(struct gl *g)
{
   colour(0, 1, 0);
   gl_clear(0, 0, 0, 1);
   gl_rect(-0.5f, -0.5f, 0, 0.25f, 0); /* x from 16 to 32, y from 16 to 40 */
   assert_int_equal(gl_count_pixels(GREEN), 16 * 24);
   ASSERT_PIXEL(g, 16, 16, GREEN);
   ASSERT_PIXEL(g, 31, 39, GREEN);
   ASSERT_PIXEL(g, 32, 40, BLACK);
   glViewport(32, 0, 32, 64);
   colour(1, 0, 0);
   gl_fill();
   glViewport(0, 0, SIZE, SIZE);
   assert_int_equal(gl_count_pixels(RED), 32 * 64);
}

#define VS_COLOUR "attribute vec4 pos, a; varying vec4 v; void main() { gl_Position = pos; v = a; }"
#define FS_COLOUR "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }"

/* Attributes as the loader has them, and as it has not. */
static void
attributes_on(struct gl *g)
{
   static const float pos[4][4] = {
      {-1, -1, 0, 1},
      {1,  -1, 0, 1},
      {-1, 1,  0, 1},
      {1,  1,  0, 1}
   };
   static const GLubyte bytes[4][4] = {
      {10, 200, 30, 255},
      {10, 200, 30, 255},
      {10, 200, 30, 255},
      {10, 200, 30, 255}
   };
   static const GLubyte three[4][4] = {
      {10, 200, 30, 1},
      {10, 200, 30, 2},
      {10, 200, 30, 3},
      {10, 200, 30, 4}
   };
   static const GLushort shorts[4][4] = {
      {0x8000, 0xffff, 0, 0xffff},
      {0x8000, 0xffff, 0, 0xffff},
      {0x8000, 0xffff, 0, 0xffff},
      {0x8000, 0xffff, 0, 0xffff}
   };
   static const GLbyte whole[4][2] = {
      {1, 0},
      {1, 0},
      {1, 0},
      {1, 0}
   };
   gl_program_with(VS_COLOUR, FS_COLOUR);
   GLuint b;
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, sizeof pos, pos, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glEnableVertexAttribArray(1);
   glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, bytes);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL_NEAR(g, 20, 40, rgba(10, 200, 30, 255), 1);
   gl_clear(0, 0, 0, 0);
   glVertexAttribPointer(1, 3, GL_UNSIGNED_BYTE, GL_TRUE, 4, three); /* alpha is 1 */
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL_NEAR(g, 20, 40, rgba(10, 200, 30, 255), 1);
   glVertexAttribPointer(1, 4, GL_UNSIGNED_SHORT, GL_TRUE, 0, shorts); /* converted */
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL_NEAR(g, 20, 40, rgba(128, 255, 0, 255), 1);
   glVertexAttribPointer(1, 2, GL_BYTE, GL_FALSE, 0, whole);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL(g, 20, 40, rgba(255, 0, 0, 255));
   glDisableVertexAttribArray(1);
   glVertexAttrib4f(1, 0, 0.2f, 1, 0.4f);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL_NEAR(g, 20, 40, rgba(0, 51, 255, 102), 1);
   /* one buffer with both, at a stride of more than both */
   struct {
      float pos[3];
      GLubyte colour[4];
      float unused[3];
   } mixed[4];
   for (unsigned i = 0; i < 4; i++) {
      memcpy(mixed[i].pos, pos[i], sizeof mixed[i].pos);
      memcpy(mixed[i].colour, bytes[i], 4);
   }
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, sizeof mixed, mixed, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof mixed[0], NULL);
   glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof mixed[0], (void *)12);
   glEnableVertexAttribArray(1);
   gl_clear(0, 0, 0, 0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL_NEAR(g, 20, 40, rgba(10, 200, 30, 255), 1);
   assert_true(gl_pixel(63, 63) == gl_pixel(20, 40));
   glDisableVertexAttribArray(1);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glDeleteBuffers(1, &b);
}

/* Indices of both sizes, from buffers and from memory, in all kinds of triangles. */
static void
indices_on(struct gl *g)
{
   static const float v[6][4] = {
      {9,  9,  0, 1},
      {-1, -1, 0, 1},
      {1,  -1, 0, 1},
      {-1, 1,  0, 1},
      {1,  1,  0, 1},
      {9,  9,  0, 1}
   };
   static const GLubyte list[] = {1, 2, 3, 3, 2, 4}, fan[] = {1, 2, 4, 3};
   static const GLushort strip[] = {0, 1, 2, 3, 4};
   GLuint b;
   colour(0, 1, 0);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, v);
   glEnableVertexAttribArray(0);
   gl_clear(0, 0, 0, 1);
   glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, list);
   assert_int_equal(gl_count_pixels(GREEN), SIZE * SIZE);
   gl_clear(0, 0, 0, 1);
   glDrawElements(GL_TRIANGLE_FAN, 4, GL_UNSIGNED_BYTE, fan);
   assert_int_equal(gl_count_pixels(GREEN), SIZE * SIZE);
   glGenBuffers(1, &b);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof strip, strip, GL_STATIC_DRAW);
   gl_clear(0, 0, 0, 1);
   glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, (void *)2);
   assert_int_equal(gl_count_pixels(GREEN), SIZE * SIZE);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
   glDeleteBuffers(1, &b);
}

static void
tests_and_blending_on(struct gl *g)
{
   gl_clear(0, 0, 0, 0.5f);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 1, 0.5f, 0, 0.5f);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 5, 5, rgba(128, 64, 0, 128), 1);
   glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
   glBlendFunc(GL_ONE, GL_ONE);
   glUniform4f(glGetUniformLocation(p, "c"), 0.25f, 0, 0, 0.5f);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 5, 5, rgba(64, 64, 0, 0), 2);
   glBlendEquation(GL_FUNC_ADD);
   glDisable(GL_BLEND);
   /* depth */
   gl_clear(0, 0, 0, 1);
   glEnable(GL_DEPTH_TEST);
   colour(1, 0, 0);
   gl_rect(-1, -1, 1, 1, 0.2f);
   colour(0, 1, 0);
   gl_rect(-1, -1, 0, 1, 0.5f); /* behind */
   gl_rect(0, -1, 1, 1, -0.5f); /* in front */
   assert_int_equal(gl_count_pixels(GREEN), 32 * 64);
   ASSERT_PIXEL(g, 10, 10, RED);
   glClearDepthf(0.25f);
   glClear(GL_DEPTH_BUFFER_BIT);
   gl_rect(-1, -1, 1, 1, -0.49f); /* depth 0.255 */
   ASSERT_PIXEL(g, 10, 10, RED);
   gl_rect(-1, -1, 1, 1, -0.51f);
   ASSERT_PIXEL(g, 10, 10, GREEN);
   glClearDepthf(1);
   /* z from 0 on */
   gl_clear(0, 0, 0, 1);
   glClipControlEXT(GL_LOWER_LEFT_EXT, GL_ZERO_TO_ONE_EXT);
   colour(1, 0, 0);
   gl_rect(-1, -1, 1, 1, 0.5f);
   colour(0, 1, 0);
   gl_rect(-1, -1, 0, 1, 0.6f);  /* behind */
   gl_rect(-1, -1, 1, 0, -0.1f); /* in front of the near plane */
   gl_rect(0, 0, 1, 1, 0.25f);
   glClipControlEXT(GL_LOWER_LEFT_EXT, GL_NEGATIVE_ONE_TO_ONE_EXT);
   assert_int_equal(gl_count_pixels(GREEN), 32 * 32);
   ASSERT_PIXEL(g, 10, 10, RED);
   gl_rect(-1, -1, 1, 1, -0.49f); /* depth 0.255 */
   ASSERT_PIXEL(g, 10, 10, GREEN);
   glDisable(GL_DEPTH_TEST);
   /* stencil with sides of their own */
   gl_clear(0, 0, 0, 1);
   glEnable(GL_STENCIL_TEST);
   glStencilFuncSeparate(GL_FRONT, GL_ALWAYS, 0x12, 0xFF);
   glStencilFuncSeparate(GL_BACK, GL_ALWAYS, 0x34, 0xFF);
   glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
   gl_rect(-1, -1, 0, 1, 0); /* a front */
   gl_rect(1, -1, 0, 1, 0);  /* a back */
   glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
   colour(1, 0, 0);
   glStencilFunc(GL_EQUAL, 0x12, 0xFF);
   gl_fill();
   colour(0, 0, 1);
   glStencilFunc(GL_EQUAL, 0x34, 0xFF);
   gl_fill();
   ASSERT_PIXEL(g, 10, 32, RED);
   ASSERT_PIXEL(g, 50, 32, BLUE);
   glDisable(GL_STENCIL_TEST);
}

static void
faces_on(struct gl *g)
{
   gl_program_with(VS_POS,
                   "void main() { gl_FragColor = gl_FrontFacing ? vec4(1, 0, 0, 1) : vec4(0, 1, 0, 1); }");
   gl_rect(-1, -1, 0, 1, 0);
   gl_rect(1, -1, 0, 1, 0);
   ASSERT_PIXEL(g, 10, 32, RED);
   ASSERT_PIXEL(g, 50, 32, GREEN);
   colour(0, 0, 1);
   gl_clear(0, 0, 0, 1);
   glEnable(GL_CULL_FACE);
   gl_rect(-1, -1, 0, 1, 0);
   gl_rect(1, -1, 0, 1, 0);
   ASSERT_PIXEL(g, 10, 32, BLUE);
   ASSERT_PIXEL(g, 50, 32, BLACK);
   glFrontFace(GL_CW);
   gl_rect(1, -1, 0, 1, 0);
   ASSERT_PIXEL(g, 50, 32, BLUE);
   glFrontFace(GL_CCW);
   glDisable(GL_CULL_FACE);
}

/** A list of triangles that each cover all, as `back` says (a bit each) back faces. */
static void
pile(unsigned n, unsigned back)
{
   static const float corner[3][2] = {
      {-1, -1},
      {3,  -1},
      {-1, 3 }
   };
   float pos[24][2];
   for (unsigned i = 0; i < 3 * n; i++)
      memcpy(pos[i], corner[back >> i / 3 & 1 ? 2 - i % 3 : i % 3], sizeof pos[i]);
   assert_true(n <= 8);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, pos);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(3 * n));
}

/* What lies over one another in one draw keeps its order, whatever the faces look at: of vertices, textures or uniforms. */
static void
face_order_on(struct gl *g)
{
   static const uint8_t texel[1][4] = {
      {0, 0, 255, 255}
   };
   GLuint t;
   gl_program_with(VS_POS,
                   "void main() { gl_FragColor = gl_FrontFacing ? vec4(1, 0, 0, 1) : vec4(0, 1, 0, 1); }");
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_SRC_COLOR);
   for (unsigned back = 0; back < 16; back++) {
      gl_clear(0, 0, 0, 1);
      pile(4, back);
      ASSERT_PIXEL(g, 32, 32, back & 8 ? GREEN : RED); /* nothing stays of the other one */
   }
   glDisable(GL_BLEND);
   glEnable(GL_DEPTH_TEST);
   for (unsigned back = 0; back < 4; back++) { /* all of one depth */
      glDepthFunc(GL_LEQUAL);
      gl_clear(0, 0, 0, 1);
      pile(2, back);
      ASSERT_PIXEL(g, 32, 32, back & 2 ? GREEN : RED);
      glDepthFunc(GL_LESS);
      gl_clear(0, 0, 0, 1);
      pile(2, back);
      ASSERT_PIXEL(g, 32, 32, back & 1 ? GREEN : RED);
   }
   glDisable(GL_DEPTH_TEST);
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   const GLuint p =
      gl_program_with("attribute vec4 pos, col; varying vec4 v; void main() { gl_Position = pos; v = col; }",
                      "precision mediump float; varying vec4 v; uniform sampler2D s;"
                      "void main() { gl_FragColor = gl_FrontFacing ? v : texture2D(s, vec2(0.5)); }");
   glVertexAttrib4f((GLuint)glGetAttribLocation(p, "col"), 1, 0, 0, 1);
   for (unsigned back = 0; back < 16; back++) {
      pile(4, back);
      ASSERT_PIXEL(g, 32, 32, back & 8 ? BLUE : RED);
   }
   glDeleteTextures(1, &t);
}

/* Of varyings from -4 to 4: by textures of the driver's own, beside the application's. */
static void
comparisons_on(struct gl *g)
{
   gl_program_with(
      "attribute vec4 pos; varying vec2 v; void main() { gl_Position = pos; v = pos.xy * 4.0; }",
      "precision mediump float; uniform vec2 u; uniform sampler2D s; varying vec2 v; void main() {"
      "gl_FragColor = texture2D(s, v * 0.125 + 0.5) * (v.x >= u.x && abs(v.y - u.y) <= 1.0 ? 1.0 : 0.0); }");
   GLint p;
   glGetIntegerv(GL_CURRENT_PROGRAM, &p);
   static const uint32_t green = 0xff00ff00;
   gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &green);
   glUniform2f(glGetUniformLocation((GLuint)p, "u"), 1, -2);
   gl_clear(1, 0, 0, 1);
   gl_fill();
   assert_int_equal(gl_count_pixels(GREEN), 24 * 16); /* x from 40 on, y from 8 to 24 */
   ASSERT_PIXEL(g, 40, 8, GREEN);
   ASSERT_PIXEL(g, 63, 23, GREEN);
   ASSERT_PIXEL(g, 39, 16, 0);
   ASSERT_PIXEL(g, 40, 24, 0);
   glUniform2f(glGetUniformLocation((GLuint)p, "u"), -100, 3);
   gl_fill();
   assert_int_equal(gl_count_pixels(GREEN), 64 * 16);
}

/* The chip has neither. */
static void
points_and_lines_on(struct gl *g)
{
   static const float ends[4][4] = {
      {-0.75f, -0.5f, 0, 1},
      {0.75f,  -0.5f, 0, 1},
      {0.75f,  0.5f,  0, 1},
      {-0.75f, 0.5f,  0, 1}
   };
   GLuint p = gl_program_with("attribute vec4 pos; void main() { gl_Position = pos; gl_PointSize = 16.0; }",
                              FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 0, 1, 0, 1);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, ends);
   glEnableVertexAttribArray(0);
   gl_clear(0, 0, 0, 1);
   glDrawArrays(GL_POINTS, 0, 1); /* centre (8, 16) */
   assert_int_equal(gl_count_pixels(GREEN), 16 * 16);
   ASSERT_PIXEL(g, 0, 8, GREEN);
   ASSERT_PIXEL(g, 15, 23, GREEN);
   /* the centre beside the viewport: what reaches into it stays */
   glViewport(16, 0, 48, 64);
   static const float beside[4] = {-1.125f, 0, 0, 1};
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, beside);
   gl_clear(0, 0, 0, 1);
   glDrawArrays(GL_POINTS, 0, 1); /* centre (13, 32) */
   ASSERT_PIXEL(g, 20, 32, GREEN);
   ASSERT_PIXEL(g, 21, 32, BLACK);
   ASSERT_PIXEL(g, 15, 32, BLACK); /* inside of it only */
   glViewport(0, 0, SIZE, SIZE);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, ends);
   gl_clear(0, 0, 0, 1);
   glLineWidth(4);
   glDrawArrays(GL_LINE_LOOP, 0, 4);
   glLineWidth(1);
   ASSERT_PIXEL(g, 32, 15, GREEN);
   ASSERT_PIXEL(g, 32, 17, GREEN);
   ASSERT_PIXEL(g, 32, 13, BLACK);
   ASSERT_PIXEL(g, 7, 32, GREEN);
   ASSERT_PIXEL(g, 57, 32, GREEN);
   ASSERT_PIXEL(g, 32, 32, BLACK);
   /* varyings, from one end to the other */
   static const float colours[2][4] = {
      {0, 0, 0, 1},
      {1, 0, 0, 1}
   };
   gl_program_with(VS_COLOUR, FS_COLOUR);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, colours);
   glEnableVertexAttribArray(1);
   gl_clear(0, 0, 0, 1);
   glLineWidth(3);
   glDrawArrays(GL_LINES, 0, 2);
   glLineWidth(1);
   glDisableVertexAttribArray(1);
   ASSERT_PIXEL_NEAR(g, 32, 16, rgba(130, 0, 0, 255), 3);
}

static float
exponential(float x)
{
   return expf(x) * 0.5f;
}
static float
fraction(float x)
{
   return x - floorf(x);
}
static float
rounded(float x)
{
   return floorf(x + 0.5f) * 0.1f + 0.5f;
}

/* Functions of a varying are textures of the driver's own: from -4 to 4 over the target, steps between pixels. */
static void
functions_on(struct gl *g)
{
   static const struct {
      const char *text;
      float (*meaning)(float x);
   } cases[] = {
      {"exp(v.x) * 0.5",               exponential},
      {"fract(v.x)",                   fraction   },
      {"floor(v.x + 0.5) * 0.1 + 0.5", rounded    },
   };
   for (unsigned i = 0; i < 3; i++) {
      char fs[200];
      snprintf(
         fs, sizeof fs,
         "precision mediump float; varying vec4 v; void main() { gl_FragColor = vec4(%s, 0.0, 0.0, 1.0); }",
         cases[i].text);
      gl_program_with("attribute vec4 pos; varying vec4 v; void main() { gl_Position = pos; v = pos * 4.0; }",
                      fs);
      gl_fill();
      for (int x = 0; x < SIZE; x++) {
         const float v = cases[i].meaning(8 * ((float)x + 0.5f) / SIZE - 4);
         const int red = (int)((v < 0 ? 0 : v > 1 ? 1 : v) * 255 + 0.5f);
         ASSERT_PIXEL_NEAR(g, x, 20, rgba(red, 0, 0, 255), 2);
      }
   }
}

/* What the chip cannot do is an error, with its reason; and nothing else changes. */
static void
refusals_on(struct gl *g)
{
   static const struct {
      const char *vs, *fs, *word;
   } programs[] = {
      {VS_COLOUR,
       "precision mediump float; varying vec4 v; void main() { gl_FragColor = vec4(sin(v.x * v.y * v.z)); }", ""},
      {VS_COLOUR,
       "precision mediump float; varying vec4 v; uniform sampler2D s; void main() { gl_FragColor = "
       "texture2D(s, texture2D(s, v.xy).xy); }",                                                              ""},
   };
   for (unsigned i = 0; i < 2; i++) {
      GLuint p = glCreateProgram();
      GLint ok = 1;
      char log[400] = "";
      for (unsigned k = 0; k < 2; k++) {
         GLuint s = glCreateShader(k ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
         glShaderSource(s, 1, k ? &programs[i].fs : &programs[i].vs, NULL);
         glCompileShader(s);
         glAttachShader(p, s);
         glDeleteShader(s);
      }
      glLinkProgram(p);
      glGetProgramiv(p, GL_LINK_STATUS, &ok);
      assert_false(ok);
      glGetProgramInfoLog(p, sizeof log, NULL, log);
      assert_true(strlen(log) > 10);
      glDeleteProgram(p);
   }
   colour(0, 1, 0);
   gl_clear(0, 0, 0, 1);
   glViewport(600, 0, 64, 64); /* begins behind what ten bits with a sign hold */
   gl_fill();
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glViewport(0, 0, SIZE, SIZE);
   gl_fill();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_int_equal(gl_count_pixels(GREEN), SIZE * SIZE);
   GLint range[2] = {9, 9}, precision = 9;
   glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, GL_MEDIUM_FLOAT, range, &precision);
   assert_true(range[0] == 0 && range[1] == 0 && precision == 8);
   glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, GL_HIGH_FLOAT, range, &precision);
   assert_true(range[0] == 0 && range[1] == 0 && precision == 0);
   glGetShaderPrecisionFormat(GL_VERTEX_SHADER, GL_HIGH_FLOAT, range, &precision);
   assert_true(range[0] == 62 && range[1] == 63 && precision == 16);
}

RUN(clears)
RUN(triangles)
RUN(attributes)
RUN(indices)
RUN(tests_and_blending)
RUN(faces)
RUN(face_order)
RUN(points_and_lines)
RUN(comparisons)
RUN(functions)
RUN(refusals)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clears),
      cmocka_unit_test(test_triangles),
      cmocka_unit_test(test_attributes),
      cmocka_unit_test(test_indices),
      cmocka_unit_test(test_tests_and_blending),
      cmocka_unit_test(test_faces),
      cmocka_unit_test(test_face_order),
      cmocka_unit_test(test_points_and_lines),
      cmocka_unit_test(test_comparisons),
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_refusals),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
