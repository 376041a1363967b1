/* SPDX-License-Identifier: MIT
 *
 * R300 to R500 through GL: what these chips lack and the driver makes up for, on a chip of each generation and on one without
 * a vertex engine; and what is not offered.
 */
#define GL_CHIPS "rv530", "r300", "rv410", "rs690"
#include "gl_chip.h"

#define VS_SIZE "attribute vec4 pos; void main() { gl_Position = pos; gl_PointSize = 16.0; }"
#define GREEN   rgba(0, 255, 0, 255)

static GLuint
colour(float r, float g, float b)
{
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), r, g, b, 1);
   return p;
}

/* Ints and bools are floats for the chips, and themselves for GL. */
static void
uniforms_on(struct gl *g)
{
   GLuint p = gl_program_with(
      VS_POS,
      "precision mediump float; uniform int i[2]; uniform bool b; uniform ivec2 v;"
      "void main() { gl_FragColor = vec4(float(i[1]) / 10.0, b ? 1.0 : 0.0, float(v.x + v.y) / 4.0, 1); }");
   const GLint two[] = {7, -5}, v[] = {3, -1};
   GLint got[4] = {0};
   GLfloat f[4] = {0};
   glUniform1iv(glGetUniformLocation(p, "i"), 2, two);
   glUniform1i(glGetUniformLocation(p, "b"), 1234);
   glUniform2iv(glGetUniformLocation(p, "v"), 1, v);
   glGetUniformiv(p, glGetUniformLocation(p, "i[1]"), got);
   assert_int_equal(got[0], -5);
   glGetUniformiv(p, glGetUniformLocation(p, "v"), got);
   assert_int_equal(got[0], 3);
   assert_int_equal(got[1], -1);
   glGetUniformfv(p, glGetUniformLocation(p, "b"), f);
   assert_true(f[0] == 1.0f);
   glUniform1i(glGetUniformLocation(p, "i[1]"), 5);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 32, 32, rgba(128, 255, 128, 255), 1);
   glUniform1f(glGetUniformLocation(p, "b"), -0.0f);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 32, 32, rgba(128, 0, 128, 255), 1);
}

/* References and masks of their own for both faces, which R300 and R400 draw in two passes. */
static void
stencil_on(struct gl *g)
{
   colour(0, 1, 0);
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
   ASSERT_PIXEL(g, 10, 32, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 50, 32, rgba(0, 0, 255, 255));
   /* References that nothing depends on: one draw, in which the front behind the back wins. */
   static const float over[] = {1,  -1, 0, 1, -3, -1, 0, 1, 1,  3, 0, 1,
                                -1, -1, 0, 1, 3,  -1, 0, 1, -1, 3, 0, 1};
   glStencilFuncSeparate(GL_FRONT, GL_ALWAYS, 0x12, 0x0F);
   glStencilFuncSeparate(GL_BACK, GL_ALWAYS, 0x34, 0xF0);
   gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(gl_FrontFacing, !gl_FrontFacing, 0, 1); }");
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, over);
   glDrawArrays(GL_TRIANGLES, 0, 6);
   ASSERT_PIXEL(g, 32, 20, rgba(255, 0, 0, 255));
   glDisable(GL_STENCIL_TEST);
}

/* gl_FrontFacing, gl_FragCoord and gl_PointCoord take ways of their own to the pixel shader. */
static void
built_ins_on(struct gl *g)
{
   gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(gl_FrontFacing, !gl_FrontFacing, 0, 1); }");
   gl_rect(-1, -1, 0, 1, 0);
   gl_rect(1, -1, 0, 1, 0);
   ASSERT_PIXEL(g, 10, 32, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 50, 32, GREEN);
   gl_program_with(VS_POS, "precision highp float; void main() { gl_FragColor = vec4(gl_FragCoord.xy / 64.0, "
                           "gl_FragCoord.z, 1); }");
   gl_rect(-1, -1, 1, 1, 0.5f);
   ASSERT_PIXEL_NEAR(g, 16, 48, rgba(66, 193, 191, 255), 1);
   gl_program_with(VS_SIZE,
                   "precision mediump float; void main() { gl_FragColor = vec4(gl_PointCoord, 0, 1); }");
   const float at[] = {0, 0, 0, 1};
   gl_clear(0, 0, 0, 1);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, at);
   glDrawArrays(GL_POINTS, 0, 1);
   ASSERT_PIXEL_NEAR(g, 24, 39, rgba(8, 8, 0, 255), 2); /* the upper left corner of 16 by 16 */
   ASSERT_PIXEL_NEAR(g, 39, 24, rgba(247, 247, 0, 255), 2);
   ASSERT_PIXEL(g, 23, 32, rgba(0, 0, 0, 255));
}

/* More vertices than a packet of R300 counts, as strip, fan and loop: the last ones draw. */
static void
long_draws_on(struct gl *g)
{
   enum { N = 70000 };
   static float v[N][4];
   static const GLenum modes[] = {GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN};
   glEnableVertexAttribArray(0);
   colour(0, 1, 0);
   for (unsigned m = 0; m < 3; m++) {
      const unsigned n = modes[m] == GL_TRIANGLES ? 69999 : N;
      for (unsigned i = 0; i < n; i++) { /* without area, but for the last */
         v[i][0] = v[i][1] = -1;
         v[i][2] = 0;
         v[i][3] = 1;
      }
      v[n - 2][0] = 3;
      v[n - 1][1] = 3;
      gl_clear(0, 0, 0, 1);
      glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, v);
      glDrawArrays(modes[m], 0, (GLsizei)n);
      assert_int_equal(gl_count_pixels(GREEN), SIZE * SIZE);
   }
}

/* Indices of 8 bits, arrays at odd places and of formats that no fetch has, a base vertex below zero. */
static void
vertices_on(struct gl *g)
{
   static const GLbyte corners[] = {0, 9, -1, -1, 9, 1, -1, 9, -1, 1, 9, 1, 1}; /* x, y, and a byte between */
   static const GLubyte list[] = {9, 0, 1, 2, 3};
   static const GLushort based[] = {5, 6, 7, 8};
   GLuint b[2];
   glEnableVertexAttribArray(0);
   colour(0, 1, 0);
   glGenBuffers(2, b);
   glBindBuffer(GL_ARRAY_BUFFER, b[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 2, GL_BYTE, GL_FALSE, 3, (const void *)2);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof list, list, GL_STATIC_DRAW);
   gl_clear(0, 0, 0, 1);
   glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, (const void *)1);
   assert_int_equal(gl_count_pixels(GREEN), SIZE * SIZE);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
   gl_clear(0, 0, 0, 1);
   glDrawElementsBaseVertexEXT(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, based, -5);
   assert_int_equal(gl_count_pixels(GREEN), SIZE * SIZE);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glDeleteBuffers(2, b);
}

/* A triangle from behind the eye: clipping is the CPU's where there is no vertex engine. */
static void
clipping_on(struct gl *g)
{
   const float v[3][4] = {
      {-2, -2, 0, 1    },
      {2,  -2, 0, 1    },
      {0,  2,  0, -0.5f}
   };
   gl_program_with(
      "attribute vec4 pos; varying vec4 t; void main() { gl_Position = pos; t = pos; }",
      "precision highp float; varying vec4 t; void main() { gl_FragColor = vec4(0, t.w > 0.0, 0, 1); }");
   glEnableVertexAttribArray(0);
   gl_clear(0, 0, 0, 1);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, v);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   ASSERT_PIXEL(g, 32, 1, GREEN);
   ASSERT_PIXEL(g, 32, 62, GREEN); /* it goes on to infinity */
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* gl_InstanceIDEXT is a constant that the driver sets for each instance; the next draw begins with 0 again. */
static void
instances_on(struct gl *g)
{
   GLuint p = gl_program_with(
      "#extension GL_EXT_draw_instanced : require\n"
      "attribute vec2 pos; varying float n; void main() { n = float(gl_InstanceIDEXT); "
      "gl_Position = vec4(pos * 0.25 + vec2(-0.75 + 0.5 * n, 0.75), 0, 1); }",
      "precision highp float; varying float n; void main() { gl_FragColor = vec4(n / 5.0, 1, 0, 1); }");
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   assert_int_not_equal(p, 0);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   gl_clear(0, 0, 1, 1);
   glDrawArraysInstancedEXT(GL_TRIANGLE_STRIP, 0, 4, 4);
   for (GLint i = 0; i < 4; i++)
      ASSERT_PIXEL_NEAR(g, 8 + 16 * i, 56, rgba((GLubyte)(51 * i), 255, 0, 255), 1);
   ASSERT_PIXEL(g, 32, 32, rgba(0, 0, 255, 255));
   gl_clear(0, 0, 1, 1);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL_NEAR(g, 8, 56, GREEN, 1);
   ASSERT_PIXEL(g, 56, 56, rgba(0, 0, 255, 255));
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* Vertex shaders and R500's pixel shaders compute with 32 bits, the others' with 24; ints are floats. */
static void
precision_on(struct gl *g)
{
   const bool wide = !strcmp(g->chip, "rv530");
   for (GLenum t = GL_LOW_FLOAT; t <= GL_HIGH_INT; t++) {
      const bool ints = t >= GL_LOW_INT;
      GLint r[2], precision;
      glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, t, r, &precision);
      assert_int_equal(r[0], ints ? (wide ? 24 : 17) : wide ? 127 : 62);
      assert_int_equal(r[1], ints ? (wide ? 24 : 17) : wide ? 127 : 63);
      assert_int_equal(precision, ints ? 0 : wide ? 23 : 16);
      glGetShaderPrecisionFormat(GL_VERTEX_SHADER, t, r, &precision);
      assert_int_equal(r[1], ints ? (wide ? 24 : 17) : 127);
      assert_int_equal(precision, ints ? 0 : 23);
   }
}

/* A level that the shader names, where lookups can: red and green in two levels of one texture. */
static void
levels_on(struct gl *g)
{
   static const GLubyte red[4][4] =
      {
         {255, 0, 0, 255},
         {255, 0, 0, 255},
         {255, 0, 0, 255},
         {255, 0, 0, 255}
   },
                        green[4] = {0, 255, 0, 255};
   GLuint t;
   if (strcmp(g->chip, "rv530"))
      return; /* offers_on sees that the extension is not there */
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, red);
   glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, green);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   gl_program_with(VS_POS, "#extension GL_EXT_shader_texture_lod : require\n"
                           "precision mediump float; uniform sampler2D s; void main() {"
                           " vec2 p = gl_FragCoord.xy / 64.0; gl_FragColor = p.x < 0.5 ?"
                           " texture2DLodEXT(s, vec2(0.5), step(0.5, p.y)) :"
                           " texture2DGradEXT(s, vec2(0.5), vec2(p.y, 0.0), vec2(0.0, p.y)); }");
   gl_fill();
   ASSERT_PIXEL(g, 10, 10, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 10, 50, GREEN);
   ASSERT_PIXEL(g, 50, 10, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 50, 62, GREEN);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glDeleteTextures(1, &t);
}

/* Programs whose loops may have more rounds than the chip runs link with a warning; no other does. */
static void
rounds_on(struct gl *g)
{
   char log[300];
   GLuint p = gl_program_with(VS_POS, "precision mediump float; uniform int n; uniform float k; void main() {"
                                      " float s = 0.0; for (int i = 0; i < n; i++) s += k;"
                                      " gl_FragColor = vec4(s); }");
   glGetProgramInfoLog(p, sizeof log, NULL, log);
   const char *after = strstr(log, "WARNING: a loop of the fragment shader ends after ");
   assert_non_null(after);
   const int rounds = atoi(strpbrk(after, "0123456789"));
   glUniform1i(glGetUniformLocation(p, "n"), 1000);
   glUniform1f(glGetUniformLocation(p, "k"), 1.0f / 255);
   gl_fill();
   const GLubyte sum = (GLubyte)(rounds < 255 ? rounds : 255); /* what the rounds made that there were */
   ASSERT_PIXEL(g, 20, 20, rgba(sum, sum, sum, sum));
   /* the copies' counters are constants, which must have room beside the viewport's */
   gl_program_with(VS_POS, "precision mediump float; uniform int n; void main() {"
                           " float d = fract(gl_FragCoord.x * gl_FragCoord.y * 0.0001);"
                           " for (int i = 0; i < n; i++) d = fract(3.0 * d); gl_FragColor = vec4(d); }");
   if (strcmp(g->chip, "rv530"))
      return;
   assert_non_null(strstr(log, " 65025 rounds"));
   p = gl_program_with(VS_POS,
                       "precision highp float; uniform int n; uniform float k; void main() {"
                       " float s = 0.0; for (int i = 0; i < n; i++) s += k; gl_FragColor = vec4(s); }");
   glUniform1i(glGetUniformLocation(p, "n"), 512); /* of which the chip's register holds 255 */
   glUniform1f(glGetUniformLocation(p, "k"), 1.0f / 1020);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 32, 32, rgba(128, 128, 128, 128), 1);
   p = gl_program_with(VS_POS, "precision mediump float; uniform vec4 k; void main() { vec4 s = k;"
                               " for (int i = 0; i < 250; i++) { if (s.x > 8.0) break; s = s * k + k.yzwx;"
                               " if (s.y > 9.0) break; } gl_FragColor = s; }");
   glGetProgramInfoLog(p, sizeof log, NULL, log);
   assert_string_equal(log, "");
}

/* Vertices of one batch run a loop differently often; two values change places in each round. */
static void
vertex_loops_on(struct gl *g)
{
   GLuint p =
      gl_program_with("attribute vec4 pos; uniform int n; varying float v; void main() { gl_Position = pos;"
                      " float a = 1.0, b = 0.0, s = 0.0; for (int i = 0; i < n; i++) {"
                      " if (pos.x < 0.0 && i == 4) break; float t = a; a = b; b = t; s += 0.125; }"
                      " v = a * 0.25 + s; }",
                      "precision mediump float; varying float v; void main() { gl_FragColor = vec4(v); }");
   glUniform1i(glGetUniformLocation(p, "n"), 5);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 0, 32, rgba(191, 191, 191, 191), 1);  /* four rounds: 3 / 4 */
   ASSERT_PIXEL_NEAR(g, 63, 32, rgba(160, 160, 160, 160), 1); /* five: 5 / 8 */
   if (!strcmp(g->chip, "r300") || !strcmp(g->chip, "rv410")) /* which have no loops in one another */
      return;
   p = gl_program_with(
      "attribute vec4 pos; uniform int n; varying float v; void main() { gl_Position = pos; float s = 0.0;"
      " for (int i = 0; i < n; i++) for (int j = i; j < n; j++) { if (pos.x > 0.0 && s > 0.3) break;"
      " s += 0.0625; } v = s; }",
      "precision mediump float; varying float v; void main() { gl_FragColor = vec4(v); }");
   glUniform1i(glGetUniformLocation(p, "n"), 4);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 0, 32, rgba(159, 159, 159, 159), 1); /* 10 / 16 */
   ASSERT_PIXEL_NEAR(g, 63, 32, rgba(80, 80, 80, 80), 1);    /* 5 / 16 */
}

static void
offers_on(struct gl *g)
{
   static const char *const hidden[] = {"GL_EXT_depth_clamp",          "GL_EXT_polygon_offset_clamp",
                                        "GL_EXT_shadow_samplers",      "GL_OES_texture_npot",
                                        "GL_OES_texture_float_linear", "GL_EXT_blend_func_extended"};
   const char *all = (const char *)glGetString(GL_EXTENSIONS);
   GLint n;
   for (unsigned i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
      if (strstr(all, hidden[i]))
         fail_msg("%s offers %s", g->chip, hidden[i]);
   assert_int_equal(strstr(all, "GL_OES_standard_derivatives") != NULL, !strcmp(g->chip, "rv530"));
   assert_int_equal(strstr(all, "GL_EXT_shader_texture_lod") != NULL, !strcmp(g->chip, "rv530"));
   glGetIntegerv(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, &n);
   assert_int_equal(n, 0);
   glEnable(GL_DEPTH_CLAMP_EXT);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glPolygonOffset(1, 2); /* which is core */
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* Five samples become six: along an edge pixels have sixths of the colour, and more than one kind of them. */
static void
six_samples_on(struct gl *g)
{
   static const float v[3][2] = {
      {-0.9f, -0.8f},
      {0.9f,  -0.1f},
      {-0.3f, 0.95f}
   };
   static uint32_t px[64 * 64];
   GLuint p = colour(1, 1, 1), fbo[2], rb[2];
   GLint n = 0;
   unsigned kinds = 0;
   glGetIntegerv(GL_MAX_SAMPLES_ANGLE, &n);
   assert_int_equal(n, 6);
   glGenFramebuffers(2, fbo);
   glGenRenderbuffers(2, rb);
   for (unsigned i = 0; i < 2; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[i]);
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorageMultisampleANGLE(GL_RENDERBUFFER, i ? 0 : 5, GL_RGBA8_OES, 64, 64);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[i]);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, fbo[0]);
   glGetIntegerv(GL_SAMPLES, &n);
   assert_int_equal(n, 6);
   gl_clear(0, 0, 0, 0);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, v);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER_ANGLE, fbo[1]);
   glBlitFramebufferANGLE(0, 0, 64, 64, 0, 0, 64, 64, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
   glReadPixels(0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (unsigned i = 0; i < 64 * 64; i++) {
      const unsigned red = px[i] & 255, sixths = (red * 6 + 127) / 255;
      if (red != (sixths * 255 + 3) / 6 && red != (sixths * 255 + 2) / 6)
         fail_msg("%s: pixel %u is %08x", g->chip, i, px[i]);
      kinds |= 1u << sixths;
   }
   assert_int_equal(kinds & 0x63, 0x63); /* none, one, five, all */
   glDeleteRenderbuffers(2, rb);
   glDeleteFramebuffers(2, fbo);
   glDeleteProgram(p);
}

/* Each target has the mask of its own format: the second one's alpha is written though the first has none. */
static void
targets_on(struct gl *g)
{
   GLuint fbo, rb[2],
      p = gl_program_with(VS_POS,
                          "#extension GL_EXT_draw_buffers : require\n"
                          "void main() { gl_FragData[0] = vec4(1); gl_FragData[1] = vec4(0, 1, 0, 1); }");
   static const GLenum formats[] = {GL_RGB565, GL_RGBA8_OES},
                       both[] = {GL_COLOR_ATTACHMENT0_EXT, GL_COLOR_ATTACHMENT1_EXT};
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(2, rb);
   for (unsigned i = 0; i < 2; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, formats[i], 64, 64);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, both[i], GL_RENDERBUFFER, rb[i]);
   }
   glDrawBuffersEXT(2, both);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[1]);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1_EXT, GL_RENDERBUFFER, 0);
   ASSERT_PIXEL_NEAR(g, 32, 32, GREEN, 0);
   glDeleteRenderbuffers(2, rb);
   glDeleteFramebuffers(1, &fbo);
   glDeleteProgram(p);
}

/* Eight varyings leave no room for what gl_FragCoord is made of: the draw changes nothing and raises an error, whatever the
 * link has said; the next one draws. */
static void
too_many_on(struct gl *g)
{
   char vs[1000] = "attribute vec4 pos; varying vec4 v[8]; void main() { gl_Position = pos;";
   char fs[1000] = "precision highp float; varying vec4 v[8]; void main() { vec4 c = gl_FragCoord;";
   for (unsigned i = 0; i < 8; i++) {
      const size_t at_v = strlen(vs), at_f = strlen(fs);
      snprintf(vs + at_v, sizeof vs - at_v, " v[%u] = pos * %u.0;", i, i);
      snprintf(fs + at_f, sizeof fs - at_f, " c += v[%u];", i);
   }
   strcat(vs, " }");
   strcat(fs, " gl_FragColor = c; }");
   gl_clear(0, 0, 1, 1);
   gl_program_with(vs, fs);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   gl_fill();
   assert_int_equal(glGetError(), GL_OUT_OF_MEMORY);
   ASSERT_PIXEL(g, 32, 32, rgba(0, 0, 255, 255));
   gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(0, 1, 0, 1); }");
   gl_fill();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   ASSERT_PIXEL(g, 32, 32, GREEN);
}

static unsigned
random_below(uint32_t *seed, unsigned n)
{
   *seed = *seed * 1664525 + 1013904223;
   return (*seed >> 16) % n;
}

/* Blended draws of all kinds; \p apart: each is submitted by itself. */
static void
draw_many(bool apart)
{
   static const GLenum modes[] = {GL_POINTS,    GL_LINES,          GL_LINE_LOOP,   GL_LINE_STRIP,
                                  GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN};
   static const GLushort indices[] = {0, 5, 2, 7, 2, 1, 6, 3, 4, 0, 0, 7};
   uint32_t seed = 7;
   GLint program;
   float v[8][4];
   GLuint vbo;
   glGetIntegerv(GL_CURRENT_PROGRAM, &program);
   const GLint c = glGetUniformLocation((GLuint)program, "c"), m = glGetUniformLocation((GLuint)program, "m");
   glGenBuffers(1, &vbo);
   gl_clear(0, 0, 0, 1);
   for (unsigned n = 0; n < 150; n++) {
      const bool buffer = random_below(&seed, 2), changes = !random_below(&seed, 3);
      const float x = (float)random_below(&seed, 100) / 100;
      for (unsigned i = 0; i < 32; i++)
         v[i / 4][i % 4] = i % 4 == 3 ? 1 + (float)random_below(&seed, 10) / 10
                                      : (float)random_below(&seed, 300) / 100 - 1.5f;
      if (changes && random_below(&seed, 2))
         glUniform4f(c, x, 1 - x, 0.5f, 0.5f);
      else if (changes)
         glUniform4f(m, x, 0.5f - x, 0, 0);
      glBindBuffer(GL_ARRAY_BUFFER, buffer ? vbo : 0);
      if (buffer)
         glBufferData(GL_ARRAY_BUFFER, sizeof v, v, GL_STREAM_DRAW);
      glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, buffer ? NULL : v);
      const GLenum mode =
         modes[random_below(&seed, 4) ? 4 : random_below(&seed, sizeof modes / sizeof *modes)];
      if (random_below(&seed, 2))
         glDrawArrays(mode, 0, 3 + (GLsizei)random_below(&seed, 6));
      else
         glDrawElements(mode, 3 + (GLsizei)random_below(&seed, 10), GL_UNSIGNED_SHORT, indices);
      if (apart)
         glFinish();
   }
   glDeleteBuffers(1, &vbo);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/* Draws that share packets and arrays are those that have their own. */
static void
apart_on(struct gl *g)
{
   static uint32_t px[2][SIZE * SIZE];
   const GLuint p = gl_program_with("attribute vec4 pos; uniform vec4 m; varying vec4 w;"
                                    "void main() { w = pos; gl_Position = pos + m; gl_PointSize = 3.0; }",
                                    "precision mediump float; varying vec4 w; uniform vec4 c;"
                                    "void main() { gl_FragColor = vec4(fract(w.xyz), 0.3) + c; }");
   glEnableVertexAttribArray(0);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   for (unsigned i = 0; i < 2; i++) {
      glUniform4f(glGetUniformLocation(p, "c"), 0, 0, 0, 0);
      glUniform4f(glGetUniformLocation(p, "m"), 0, 0, 0, 0);
      draw_many(i);
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, px[i]);
   }
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      if (px[0][i] != px[1][i])
         fail_msg("%s: pixel (%u, %u) is %08x, alone %08x", g->chip, i % SIZE, i / SIZE, px[0][i], px[1][i]);
   assert_true(gl_count_pixels(rgba(0, 0, 0, 255)) < SIZE * SIZE / 4);
}

#define TEST(name)                                                                                           \
   static void name(void **state)                                                                            \
   {                                                                                                         \
      ON_EVERY_CHIP(name##_on);                                                                              \
   }
TEST(uniforms)
TEST(stencil)
TEST(built_ins)
TEST(long_draws)
TEST(vertices)
TEST(clipping)
TEST(instances)
TEST(six_samples)
TEST(precision)
TEST(levels)
TEST(rounds)
TEST(vertex_loops)
TEST(targets)
TEST(offers)
TEST(too_many)
TEST(apart)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(uniforms),   cmocka_unit_test(stencil),     cmocka_unit_test(built_ins),
      cmocka_unit_test(long_draws), cmocka_unit_test(vertices),    cmocka_unit_test(clipping),
      cmocka_unit_test(instances),  cmocka_unit_test(six_samples), cmocka_unit_test(offers),
      cmocka_unit_test(precision),  cmocka_unit_test(levels),      cmocka_unit_test(rounds),
      cmocka_unit_test(targets),    cmocka_unit_test(too_many),    cmocka_unit_test(vertex_loops),
      cmocka_unit_test(apart),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
