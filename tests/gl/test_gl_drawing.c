/* SPDX-License-Identifier: MIT
 *
 * Drawing through the whole stack: vertex formats as the hardware fetches them, indices, primitives,
 * fixed-function state against a reference, shader inputs, constants, and hazards between draws and updates.
 */
#include "gl_chip.h"

#include <math.h>

#include "util/u_math.h"

static void
clear(float r, float g, float b, float a)
{
   glClearColor(r, g, b, a);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

/** Each attribute type, size and place; the shader maps the value to a colour. */
static void
vertex_formats_on(struct gl *g)
{
   GLuint p = gl_program_with("attribute vec4 pos, a; uniform vec4 scale; varying vec4 v;"
                              "void main() { v = a * scale; gl_Position = pos; gl_PointSize = 4.0; }",
                              "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   static const uint8_t ubytes[4] = {200, 100, 50, 25};
   static const int8_t bytes[4] = {100, 50, 25, 12};
   static const uint16_t ushorts[4] = {50000, 40000, 30000, 20000};
   static const int16_t shorts[4] = {30000, 20000, 10000, 5000};
   static const GLfixed fixed[4] = {0xc000, 0x8000, 0x4000, 0x2000};
   static const float floats[4] = {0.75f, 0.5f, 0.25f, 0.125f};
   static const struct {
      GLenum type;
      GLboolean normalized;
      unsigned size_B;
      const void *data;
      float max; /* that becomes 1.0 */
   } cases[] = {
      {GL_UNSIGNED_BYTE, 0, 1, ubytes, 255},
      {GL_UNSIGNED_BYTE, 1, 1, ubytes, 1},
      {GL_BYTE, 0, 1, bytes, 127},
      {GL_BYTE, 1, 1, bytes, 1},
      {GL_UNSIGNED_SHORT, 0, 2, ushorts, 65535},
      {GL_UNSIGNED_SHORT, 1, 2, ushorts, 1},
      {GL_SHORT, 0, 2, shorts, 32767},
      {GL_SHORT, 1, 2, shorts, 1},
      {GL_FIXED, 0, 4, fixed, 1},
      {GL_FLOAT, 0, 4, floats, 1},
   };
   const float pos[4] = {0, 0, 0, 1};
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, pos);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      float value[4];
      for (unsigned c = 0; c < 4; c++) {
         switch (cases[i].type) {
         case GL_UNSIGNED_BYTE:
            value[c] = ubytes[c] / 255.0f;
            break;
         case GL_BYTE:
            value[c] = cases[i].normalized ? (float)(2 * bytes[c] + 1) / 255.0f : bytes[c] / 127.0f;
            break;
         case GL_UNSIGNED_SHORT:
            value[c] = ushorts[c] / 65535.0f;
            break;
         case GL_SHORT:
            value[c] = cases[i].normalized ? (float)(2 * shorts[c] + 1) / 65535.0f : shorts[c] / 32767.0f;
            break;
         default:
            value[c] = floats[c];
         }
      }
      for (GLint size = 1; size <= 4; size++) {
         for (unsigned where = 0; where < 4; where++) { /* client; buffer; odd offset; odd stride */
            uint8_t memory[64] = {0};
            unsigned pad = where == 2 ? 5 : 4, stride = where == 3 ? 17 : 0;
            memcpy(memory + pad, cases[i].data, (size_t)size * cases[i].size_B);
            GLuint vbo = 0;
            if (where) {
               glGenBuffers(1, &vbo);
               glBindBuffer(GL_ARRAY_BUFFER, vbo);
               glBufferData(GL_ARRAY_BUFFER, sizeof memory, memory, GL_STATIC_DRAW);
            }
            glVertexAttribPointer(1, size, cases[i].type, cases[i].normalized, (GLsizei)stride,
                                  where ? (const void *)(uintptr_t)pad : memory + pad);
            float s = 1.0f / cases[i].max;
            glUniform4f(glGetUniformLocation(p, "scale"), s, size > 1 ? s : 1, size > 2 ? s : 1,
                        size > 3 ? s : 1);
            glBindBuffer(GL_ARRAY_BUFFER, 0);
            clear(1, 1, 1, 1);
            glDrawArrays(GL_POINTS, 0, 1);
            uint8_t want[4] = {0, 0, 0, 255};
            for (GLint c = 0; c < size; c++)
               want[c] = (uint8_t)(value[c] * 255 + 0.5f);
            uint32_t w = rgba(want[0], want[1], want[2], want[3]), got = gl_pixel(SIZE / 2, SIZE / 2);
            if (gl_difference(got, w) > 1)
               fail_msg("%s: type 0x%x normalized %d size %d place %u: %08x, not %08x", g->chip,
                        cases[i].type, cases[i].normalized, size, where, got, w);
            glDeleteBuffers(1, &vbo);
         }
      }
   }
}

static void
vertex_formats(void **state)
{
   ON_EVERY_CHIP(vertex_formats_on);
}

/** A grid of points, one pixel each, through every kind of index. */
static void
indices_on(struct gl *g)
{
   enum { N = SIZE * SIZE };
   gl_program_with("attribute vec4 pos; attribute float a; varying float v;"
                   "void main() { v = a; gl_Position = pos; gl_PointSize = 1.0; }",
                   "precision highp float; varying float v; void main() { gl_FragColor = vec4(v); }");
   float(*v)[3] = malloc(sizeof(float[3]) * 70000);
   for (unsigned i = 0; i < 70000; i++) {
      unsigned x = i % SIZE, y = i / SIZE % SIZE;
      v[i][0] = ((float)x + 0.5f) / (SIZE / 2) - 1;
      v[i][1] = ((float)y + 0.5f) / (SIZE / 2) - 1;
      v[i][2] = i < 65536 ? 0.2f : 1.0f;
   }
   uint8_t *i8 = malloc(256);
   uint16_t *i16 = malloc(2 * N);
   uint32_t *i32 = malloc(4 * N);
   for (unsigned i = 0; i < N; i++) {
      if (i < 256)
         i8[i] = (uint8_t)(255 - i);
      i16[i] = (uint16_t)(65535 - i);
      i32[i] = 65536 + i;
   }
   const struct {
      GLenum type;
      const void *indices;
      GLsizei count;
      unsigned size_B;
      uint32_t want, rest;
   } cases[] = {
      {GL_UNSIGNED_BYTE, i8, 256, 1, 0x33333333, 0},
      {GL_UNSIGNED_SHORT, i16, N, 2, 0x33333333, 0x33333333},
      {GL_UNSIGNED_INT, i32, N, 4, 0xffffffff, 0xffffffff},
   };
   for (unsigned k = 0; k < 3; k++) {
      for (unsigned where = 0; where < 4; where++) { /* bit 0: indices in a buffer, bit 1: vertices */
         GLuint b[2];
         glGenBuffers(2, b);
         if (where & 2) {
            glBindBuffer(GL_ARRAY_BUFFER, b[0]);
            glBufferData(GL_ARRAY_BUFFER, 70000 * sizeof v[0], v, GL_STATIC_DRAW);
         }
         const uint8_t *base = where & 2 ? NULL : (const uint8_t *)v;
         glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 12, base);
         glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 12, base + 8);
         glEnableVertexAttribArray(0);
         glEnableVertexAttribArray(1);
         const void *indices = cases[k].indices;
         if (where & 1) {
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b[1]);
            glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(cases[k].size_B * (unsigned)cases[k].count),
                         indices, GL_STATIC_DRAW);
            indices = NULL;
         }
         clear(0, 0, 0, 0);
         glDrawElements(GL_POINTS, cases[k].count, cases[k].type, indices);
         ASSERT_PIXEL(g, 0, 0, cases[k].want);
         ASSERT_PIXEL(g, 63, 3, cases[k].want);
         ASSERT_PIXEL(g, 0, 4, cases[k].rest);
         ASSERT_PIXEL(g, 63, 63, cases[k].rest);
         glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
         glBindBuffer(GL_ARRAY_BUFFER, 0);
         glDeleteBuffers(2, b);
      }
   }
   /* Arrays from a first vertex on. */
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 12, v);
   glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 12, &v[0][2]);
   clear(0, 0, 0, 0);
   glDrawArrays(GL_POINTS, 66000, 100);
   unsigned at = 66000 % N;
   ASSERT_PIXEL(g, (int)(at % SIZE), (int)(at / SIZE), 0xffffffff);
   ASSERT_PIXEL(g, (int)((at - 1) % SIZE), (int)((at - 1) / SIZE), 0);
   free(v);
   free(i8);
   free(i16);
   free(i32);
}

static void
indices(void **state)
{
   ON_EVERY_CHIP(indices_on);
}

static unsigned
count_pixels(uint32_t colour)
{
   static uint32_t px[SIZE * SIZE];
   unsigned n = 0;
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      n += px[i] == colour;
   return n;
}

static void
primitives_on(struct gl *g)
{
   GLuint p = gl_program_with(
      "attribute vec4 pos; uniform float size; void main() { gl_Position = vec4(pos.xy / 32.0 - 1.0, 0, 1);"
      "gl_PointSize = size; }",
      FS_COLOR);
   GLint size = glGetUniformLocation(p, "size");
   glUniform4f(glGetUniformLocation(p, "c"), 1, 1, 1, 1);
   glUniform1f(size, 1);
   glEnableVertexAttribArray(0);
   const uint32_t white = 0xffffffff;
   /* A square of 20 x 20 pixels as strip, fan and triangles, with its outline as loop and strip. */
   const float strip[4][2] = {{10, 10}, {30, 10}, {10, 30}, {30, 30}};
   const float fan[4][2] = {{10, 10}, {30, 10}, {30, 30}, {10, 30}};
   const float two[6][2] = {{10, 10}, {30, 10}, {10, 30}, {10, 30}, {30, 10}, {30, 30}};
   const float outline[4][2] = {{10.5f, 10.5f}, {30.5f, 10.5f}, {30.5f, 30.5f}, {10.5f, 30.5f}};
   const struct {
      GLenum mode;
      const void *v;
      GLsizei n;
      unsigned pixels;
   } cases[] = {
      {GL_TRIANGLE_STRIP, strip, 4, 400}, {GL_TRIANGLE_FAN, fan, 4, 400},
      {GL_TRIANGLES, two, 6, 400},        {GL_TRIANGLES, two, 5, 0}, /* one and a rest: counted below */
      {GL_LINE_LOOP, outline, 4, 80},     {GL_LINE_STRIP, outline, 4, 60},
      {GL_LINES, outline, 4, 40},         {GL_POINTS, outline, 4, 4},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      clear(0, 0, 0, 0);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, cases[i].v);
      glDrawArrays(cases[i].mode, 0, cases[i].n);
      unsigned n = count_pixels(white);
      if (cases[i].n == 5)
         assert_true(n >= 180 && n <= 220);
      else if (n != cases[i].pixels)
         fail_msg("%s: mode %u: %u pixels, not %u", g->chip, cases[i].mode, n, cases[i].pixels);
   }
   /* Point sizes; points are squares. */
   const float centre[2] = {32, 32}, centre_odd[2] = {32.5f, 32.5f};
   for (int s = 1; s <= 31; s += 3) {
      clear(0, 0, 0, 0);
      glUniform1f(size, (float)s);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, s & 1 ? centre_odd : centre);
      glDrawArrays(GL_POINTS, 0, 1);
      assert_int_equal(count_pixels(white), s * s);
   }
   /* Wide lines, axis parallel. */
   glUniform1f(size, 1);
   const float line[2][2] = {{10, 32}, {50, 32}};
   for (int w = 2; w <= 6; w += 2) {
      clear(0, 0, 0, 0);
      glLineWidth((float)w);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, line);
      glDrawArrays(GL_LINES, 0, 2);
      unsigned n = count_pixels(white);
      if (n != 40u * (unsigned)w)
         fail_msg("%s: line of width %d: %u pixels", g->chip, w, n);
   }
}

static void
primitives(void **state)
{
   ON_EVERY_CHIP(primitives_on);
}

static void
facing_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, "precision mediump float; void main() { gl_FragColor = gl_FrontFacing "
                                      "? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }");
   (void)p;
   for (unsigned flip = 0; flip < 2; flip++) {
      for (unsigned cw = 0; cw < 2; cw++) {
         for (unsigned cull = 0; cull < 4; cull++) {
            static const GLenum modes[] = {0, GL_FRONT, GL_BACK, GL_FRONT_AND_BACK};
            clear(0, 0, 0, 0);
            glFrontFace(cw ? GL_CW : GL_CCW);
            if (cull) {
               glEnable(GL_CULL_FACE);
               glCullFace(modes[cull]);
            } else {
               glDisable(GL_CULL_FACE);
            }
            gl_rect(flip ? 1 : -1, -1, flip ? -1 : 1, 1, 0);
            bool front = (flip != 0) == (cw != 0); /* the strip's first triangle is counter-clockwise */
            uint32_t want = cull == 3 || (cull == 1 && front) || (cull == 2 && !front) ? 0
                            : front                                                    ? rgba(0, 255, 0, 255)
                                                                                       : rgba(255, 0, 0, 255);
            ASSERT_PIXEL(g, 20, 40, want);
            ASSERT_PIXEL(g, 40, 20, want);
         }
      }
   }
}

static void
facing(void **state)
{
   ON_EVERY_CHIP(facing_on);
}

static void
depth_and_stencil_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   GLint c = glGetUniformLocation(p, "c");
   for (GLenum func = GL_NEVER; func <= GL_ALWAYS; func++) {
      for (int k = -1; k <= 1; k++) { /* nearer, equal, farther than 0.5 */
         glDisable(GL_STENCIL_TEST);
         glEnable(GL_DEPTH_TEST);
         glDepthFunc(GL_ALWAYS);
         glClearDepthf(1);
         clear(0, 0, 0, 1);
         glUniform4f(c, 0, 0, 1, 1);
         gl_fill();
         glDepthFunc(func);
         glUniform4f(c, 0, 1, 0, 1);
         gl_rect(-1, -1, 1, 1, (float)k * 0.25f);
         bool less = k < 0, equal = k == 0;
         bool pass = func == GL_ALWAYS || (func == GL_LESS && less) || (func == GL_EQUAL && equal) ||
                     (func == GL_LEQUAL && (less || equal)) || (func == GL_GREATER && !less && !equal) ||
                     (func == GL_NOTEQUAL && !equal) || (func == GL_GEQUAL && !less);
         ASSERT_PIXEL(g, 31, 31, pass ? rgba(0, 255, 0, 255) : rgba(0, 0, 255, 255));
      }
   }
   glDisable(GL_DEPTH_TEST);
   glEnable(GL_STENCIL_TEST);
   static const GLenum ops[] = {GL_KEEP, GL_ZERO,   GL_REPLACE,   GL_INCR,
                                GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};
   static const unsigned starts[] = {0, 5, 255};
   for (unsigned o = 0; o < 8; o++) {
      for (unsigned s = 0; s < 3; s++) {
         unsigned v = starts[s], want = 0;
         switch (ops[o]) {
         case GL_KEEP:
            want = v;
            break;
         case GL_ZERO:
            want = 0;
            break;
         case GL_REPLACE:
            want = 0x3c;
            break;
         case GL_INCR:
            want = v == 255 ? 255 : v + 1;
            break;
         case GL_DECR:
            want = v == 0 ? 0 : v - 1;
            break;
         case GL_INVERT:
            want = ~v & 255;
            break;
         case GL_INCR_WRAP:
            want = (v + 1) & 255;
            break;
         default:
            want = (v - 1) & 255;
         }
         glStencilMask(0xff);
         glClearStencil((GLint)v);
         clear(0, 0, 0, 1);
         glStencilFunc(GL_ALWAYS, 0x3c, 0xff);
         glStencilMask(0xf7); /* one bit stays */
         glStencilOp(GL_KEEP, GL_KEEP, ops[o]);
         gl_fill();
         want = (want & 0xf7) | (v & 8);
         glStencilMask(0);
         glStencilFunc(GL_EQUAL, (GLint)want, 0xff);
         glUniform4f(c, 1, 1, 0, 1);
         glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
         gl_fill();
         uint32_t got = gl_pixel(10, 50);
         if (got != rgba(255, 255, 0, 255))
            fail_msg("%s: stencil operation 0x%x on %u is not %u", g->chip, ops[o], v, want);
      }
   }
   glStencilMask(0xff);
   glDisable(GL_STENCIL_TEST);
   /* Polygon offset decides between coplanar polygons. */
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   clear(0, 0, 0, 1);
   glUniform4f(c, 1, 0, 0, 1);
   gl_fill();
   glUniform4f(c, 0, 1, 0, 1);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(255, 0, 0, 255));
   glEnable(GL_POLYGON_OFFSET_FILL);
   glPolygonOffset(0, -2);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(0, 255, 0, 255));
   glDisable(GL_POLYGON_OFFSET_FILL);
   /* Depth range and depth mask. */
   glDepthMask(GL_FALSE);
   glDepthRangef(0, 0.1f);
   glUniform4f(c, 0, 0, 1, 1);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(0, 0, 255, 255));
   glDepthRangef(0.05f, 0.1f);
   glUniform4f(c, 1, 1, 1, 1);
   gl_fill(); /* passes again: nothing was written */
   ASSERT_PIXEL(g, 3, 3, 0xffffffff);
}

static void
depth_and_stencil(void **state)
{
   ON_EVERY_CHIP(depth_and_stencil_on);
}

static float
factor(GLenum f, unsigned c, const float s[4], const float d[4], const float k[4])
{
   float sat = s[3] < 1 - d[3] ? s[3] : 1 - d[3];
   switch (f) {
   case GL_ZERO:
      return 0;
   case GL_ONE:
      return 1;
   case GL_SRC_COLOR:
      return s[c];
   case GL_ONE_MINUS_SRC_COLOR:
      return 1 - s[c];
   case GL_SRC_ALPHA:
      return s[3];
   case GL_ONE_MINUS_SRC_ALPHA:
      return 1 - s[3];
   case GL_DST_ALPHA:
      return d[3];
   case GL_ONE_MINUS_DST_ALPHA:
      return 1 - d[3];
   case GL_DST_COLOR:
      return d[c];
   case GL_ONE_MINUS_DST_COLOR:
      return 1 - d[c];
   case GL_SRC_ALPHA_SATURATE:
      return c == 3 ? 1 : sat;
   case GL_CONSTANT_COLOR:
      return k[c];
   case GL_ONE_MINUS_CONSTANT_COLOR:
      return 1 - k[c];
   case GL_CONSTANT_ALPHA:
      return k[3];
   default:
      return 1 - k[3];
   }
}

/** Every pair of factors, with the equations taking turns. */
static void
blending_on(struct gl *g)
{
   static const GLenum factors[] = {GL_ZERO,
                                    GL_ONE,
                                    GL_SRC_COLOR,
                                    GL_ONE_MINUS_SRC_COLOR,
                                    GL_SRC_ALPHA,
                                    GL_ONE_MINUS_SRC_ALPHA,
                                    GL_DST_ALPHA,
                                    GL_ONE_MINUS_DST_ALPHA,
                                    GL_DST_COLOR,
                                    GL_ONE_MINUS_DST_COLOR,
                                    GL_CONSTANT_COLOR,
                                    GL_ONE_MINUS_CONSTANT_COLOR,
                                    GL_CONSTANT_ALPHA,
                                    GL_ONE_MINUS_CONSTANT_ALPHA,
                                    GL_SRC_ALPHA_SATURATE};
   static const GLenum equations[] = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN_EXT,
                                      GL_MAX_EXT};
   static const float s[4] = {0.8f, 0.4f, 0.2f, 0.6f}, d[4] = {0.2f, 0.6f, 1.0f, 0.4f},
                      k[4] = {0.4f, 0.2f, 0.8f, 0.6f};
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4fv(glGetUniformLocation(p, "c"), 1, s);
   glBlendColor(k[0], k[1], k[2], k[3]);
   glEnable(GL_BLEND);
   glDisable(GL_DITHER);
   unsigned turn = 0;
   for (unsigned i = 0; i < 15; i++) {
      for (unsigned j = 0; j < 14; j++, turn++) {
         GLenum eq = equations[turn % 5], eq_a = equations[turn / 5 % 5], src_a = factors[(i + 3) % 15],
                dst_a = factors[(j + 5) % 14];
         glBlendEquationSeparate(eq, eq_a);
         glBlendFuncSeparate(factors[i], factors[j], src_a, dst_a);
         clear(d[0], d[1], d[2], d[3]);
         gl_rect(-1, -1, 0, 0, 0);
         uint8_t want[4];
         for (unsigned c = 0; c < 4; c++) {
            GLenum e = c < 3 ? eq : eq_a;
            float a = s[c] * factor(c < 3 ? factors[i] : src_a, c, s, d, k);
            float b = d[c] * factor(c < 3 ? factors[j] : dst_a, c, s, d, k);
            float r = e == GL_FUNC_ADD                ? a + b
                      : e == GL_FUNC_SUBTRACT         ? a - b
                      : e == GL_FUNC_REVERSE_SUBTRACT ? b - a
                      : e == GL_MIN_EXT               ? fminf(s[c], d[c])
                                                      : fmaxf(s[c], d[c]);
            want[c] = (uint8_t)(fminf(fmaxf(r, 0), 1) * 255 + 0.5f);
         }
         uint32_t got = gl_pixel(1, 1), w = rgba(want[0], want[1], want[2], want[3]);
         if (gl_difference(got, w) > 1)
            fail_msg("%s: blend 0x%x 0x%x, 0x%x 0x%x, equations 0x%x 0x%x: %08x, not %08x", g->chip,
                     factors[i], factors[j], src_a, dst_a, eq, eq_a, got, w);
      }
   }
   glDisable(GL_BLEND);
   for (unsigned mask = 0; mask < 16; mask++) {
      glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
      clear(0, 0, 0, 0);
      glColorMask(mask & 1, mask >> 1 & 1, mask >> 2 & 1, mask >> 3 & 1);
      gl_rect(-1, -1, 0, 0, 0);
      const uint32_t drawn = rgba(204, 102, 51, 153);
      uint32_t keep = 0;
      for (unsigned c = 0; c < 4; c++)
         keep |= mask & 1u << c ? 0xffu << 8 * c : 0;
      ASSERT_PIXEL(g, 2, 2, drawn & keep);
      ASSERT_PIXEL(g, 40, 40, 0);
      glClearColor(1, 1, 1, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      ASSERT_PIXEL(g, 40, 40, keep);
   }
}

static void
blending(void **state)
{
   ON_EVERY_CHIP(blending_on);
}

/** Rectangles of viewport and scissor: exactly these pixels. */
static void
windows_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 1, 1, 1, 1);
   static const int boxes[][4] = {
      {0, 0, 64, 64}, {10, 20, 30, 7}, {-10, -10, 30, 30}, {50, 60, 100, 100},
      {3, 3, 1, 1},   {5, 5, 0, 9},    {-20, 0, 10, 64},   {1, 0, 63, 64},
   };
   for (unsigned v = 0; v < sizeof boxes / sizeof boxes[0]; v++) {
      for (unsigned s = 0; s < sizeof boxes / sizeof boxes[0]; s++) {
         const int *a = boxes[v], *b = boxes[s];
         glDisable(GL_SCISSOR_TEST);
         clear(0, 0, 0, 0);
         glEnable(GL_SCISSOR_TEST);
         glViewport(a[0], a[1], a[2], a[3]);
         glScissor(b[0], b[1], b[2], b[3]);
         gl_fill();
         int x0 = MAX2(MAX2(a[0], b[0]), 0), y0 = MAX2(MAX2(a[1], b[1]), 0);
         int x1 = MIN2(MIN2(a[0] + a[2], b[0] + b[2]), SIZE), y1 = MIN2(MIN2(a[1] + a[3], b[1] + b[3]), SIZE);
         unsigned want = x1 > x0 && y1 > y0 ? (unsigned)((x1 - x0) * (y1 - y0)) : 0;
         unsigned n = count_pixels(0xffffffff);
         if (n != want)
            fail_msg("%s: viewport %u scissor %u: %u pixels, not %u", g->chip, v, s, n, want);
         if (want) {
            ASSERT_PIXEL(g, x0, y0, 0xffffffff);
            ASSERT_PIXEL(g, x1 - 1, y1 - 1, 0xffffffff);
         }
         /* The clear obeys the scissor, not the viewport. */
         glClearColor(1, 0, 0, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         x0 = MAX2(b[0], 0), y0 = MAX2(b[1], 0), x1 = MIN2(b[0] + b[2], SIZE), y1 = MIN2(b[1] + b[3], SIZE);
         want = x1 > x0 && y1 > y0 ? (unsigned)((x1 - x0) * (y1 - y0)) : 0;
         assert_int_equal(count_pixels(rgba(255, 0, 0, 255)), want);
      }
   }
}

static void
windows(void **state)
{
   ON_EVERY_CHIP(windows_on);
}

static void
shader_inputs_on(struct gl *g)
{
   gl_program_with(VS_POS, "precision highp float; void main() { gl_FragColor = vec4(gl_FragCoord.xy / "
                           "255.0, gl_FragCoord.z, gl_FragCoord.w); }");
   gl_rect(-1, -1, 1, 1, -0.5f);
   ASSERT_PIXEL_NEAR(g, 0, 0, rgba(1, 1, 64, 255), 1);
   ASSERT_PIXEL_NEAR(g, 60, 33, rgba(60, 33, 64, 255), 1);
   /* The point coordinate's origin is the upper left corner. */
   gl_program_with("attribute vec4 pos; void main() { gl_Position = pos; gl_PointSize = 32.0; }",
                   "precision highp float; void main() { gl_FragColor = vec4(gl_PointCoord, 0, 1); }");
   const float v[4] = {0, 0, 0, 1};
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, v);
   glDrawArrays(GL_POINTS, 0, 1);
   ASSERT_PIXEL_NEAR(g, 16, 47, rgba(4, 4, 0, 255), 1);
   ASSERT_PIXEL_NEAR(g, 47, 16, rgba(251, 251, 0, 255), 1);
   /* Perspective: w changes along x, so the middle of the edge is not the middle of the value. */
   gl_program_with(
      "attribute vec4 pos; varying float v; void main() { v = pos.x > 0.0 ? 1.0 : 0.0; gl_Position = pos; }",
      "precision highp float; varying float v; void main() { gl_FragColor = vec4(v, 0, 0, 1); }");
   const float quad[4][4] = {{-1, -1, 0, 1}, {3, -3, 0, 3}, {-1, 1, 0, 1}, {3, 3, 0, 3}};
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, quad);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   for (int x = 0; x < SIZE; x += 9) {
      float t = ((float)x + 0.5f) / SIZE, want = t / 3 / ((1 - t) + t / 3);
      ASSERT_PIXEL_NEAR(g, x, 30, rgba((unsigned)(want * 255 + 0.5f), 0, 0, 255), 1);
   }
   gl_program_with(VS_POS, "#extension GL_OES_standard_derivatives : enable\nprecision highp float;"
                           "void main() { gl_FragColor = vec4(dFdx(gl_FragCoord.x * 0.25), "
                           "dFdy(gl_FragCoord.y * 0.5), fwidth(gl_FragCoord.x * 0.125), 1); }");
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 21, 38, rgba(64, 128, 32, 255), 1);
   gl_program_with(VS_POS, "precision highp float; void main() { if (mod(floor(gl_FragCoord.x), 2.0) < 0.5) "
                           "discard; gl_FragColor = vec4(1); }");
   clear(0, 0, 0, 0);
   gl_fill();
   assert_int_equal(count_pixels(0xffffffff), SIZE * SIZE / 2);
   ASSERT_PIXEL(g, 1, 0, 0xffffffff);
   ASSERT_PIXEL(g, 2, 0, 0);
}

static void
shader_inputs(void **state)
{
   ON_EVERY_CHIP(shader_inputs_on);
}

static void
constants_on(struct gl *g)
{
   GLint max_fs;
   glGetIntegerv(GL_MAX_FRAGMENT_UNIFORM_VECTORS, &max_fs);
   char fs[300];
   int n = max_fs - 2;
   snprintf(fs, sizeof fs,
            "precision highp float; uniform vec4 u[%d]; uniform int i; void main() { vec4 s = vec4(0);"
            "for (int k = 0; k < %d; k++) if (k == i) s = u[k]; gl_FragColor = s; }",
            n, n);
   GLuint p = gl_program_with(VS_POS, fs);
   GLint u = glGetUniformLocation(p, "u"), at = glGetUniformLocation(p, "i");
   for (int k = 0; k < n; k++)
      glUniform4f(u + k, (float)(k % 256) / 255.0f, (float)(k / 256) / 255.0f, 0.4f, 1);
   for (int k = 0; k < n; k += k < 4 || k > n - 3 ? 1 : n / 7) {
      glUniform1i(at, k);
      gl_rect(-1, -1, -0.5f, -0.5f, 0);
      ASSERT_PIXEL(g, 2, 2, rgba((unsigned)k % 256, (unsigned)k / 256, 102, 255));
   }
   /* A new value for each of many draws: each draw sees its own. */
   GLuint q = gl_program_with(VS_POS, FS_COLOR);
   for (unsigned i = 0; i < 64; i++) {
      glUniform4f(glGetUniformLocation(q, "c"), (float)i / 255.0f, 1, 0, 1);
      gl_rect(-1 + (float)i / 32, -1, -1 + (float)(i + 1) / 32, 1, 0);
   }
   for (unsigned i = 0; i < 64; i++)
      ASSERT_PIXEL(g, (int)i, 7, rgba(i, 255, 0, 255));
   /* Matrices are column major; vertex arrays of uniforms with a dynamic index. */
   GLuint m = gl_program_with("attribute vec4 pos; uniform mat3 m; uniform vec4 t[8]; varying vec4 v;"
                              "void main() { vec3 r = m * vec3(1, 10, 100); v = vec4(r / 255.0, 1) + "
                              "t[int(pos.x + 4.5)]; gl_Position = pos; }",
                              "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   const float mat[9] = {1, 2, 3, 4, 5, 6, 0.7f, 0.8f, 0.9f};
   glUniformMatrix3fv(glGetUniformLocation(m, "m"), 1, GL_FALSE, mat);
   const float t[8][4] = {[3] = {0.2f, 0, 0, 0}, [5] = {0.2f, 0, 0, 0}};
   glUniform4fv(glGetUniformLocation(m, "t"), 8, t[0]);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 30, 30, rgba(111 + 51, 132, 153, 255), 1);
}

static void
constants(void **state)
{
   ON_EVERY_CHIP(constants_on);
}

/** Buffers that change between the draws that read them. */
static void
buffer_hazards_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_COLOR), b;
   GLint c = glGetUniformLocation(p, "c");
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_DYNAMIC_DRAW);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   for (unsigned pass = 0; pass < 3; pass++) { /* BufferData, BufferSubData, mapping */
      clear(0, 0, 0, 0);
      for (unsigned i = 0; i < 32; i++) {
         float x0 = -1 + (float)i / 16, x1 = x0 + 1.0f / 16;
         const float v[4][4] = {{x0, -1, 0, 1}, {x1, -1, 0, 1}, {x0, 1, 0, 1}, {x1, 1, 0, 1}};
         if (pass == 0) {
            glBufferData(GL_ARRAY_BUFFER, sizeof v, v, GL_DYNAMIC_DRAW);
         } else if (pass == 1) {
            glBufferSubData(GL_ARRAY_BUFFER, 0, 32, v);
            glBufferSubData(GL_ARRAY_BUFFER, 32, 32, v[2]);
         } else {
            memcpy(glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES), v, sizeof v);
            glUnmapBufferOES(GL_ARRAY_BUFFER);
         }
         glUniform4f(c, (float)(8 * i) / 255.0f, 0, 1, 1);
         glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      }
      for (unsigned i = 0; i < 32; i++) {
         ASSERT_PIXEL(g, (int)(2 * i), 5, rgba(8 * i, 0, 255, 255));
         ASSERT_PIXEL(g, (int)(2 * i) + 1, 60, rgba(8 * i, 0, 255, 255));
      }
   }
   /* Deleting what a draw still needs. */
   glDeleteBuffers(1, &b);
   ASSERT_PIXEL(g, 63, 60, rgba(248, 0, 255, 255));
}

static void
buffer_hazards(void **state)
{
   ON_EVERY_CHIP(buffer_hazards_on);
}

/** Robust reads: indices and offsets far outside their buffers. */
static void
robustness_on(struct gl *g)
{
   gl_program_with(
      "attribute vec4 pos, a; varying vec4 v; void main() { v = a; gl_Position = pos; gl_PointSize = 64.0; }",
      "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   GLuint b[3];
   const float pos[4] = {0, 0, 0, 1};
   const GLuint idx[6] = {0, 0xffffffff, 0x7fffffff, 100000, 1, 0};
   glGenBuffers(3, b);
   glBindBuffer(GL_ARRAY_BUFFER, b[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof pos, pos, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glBindBuffer(GL_ARRAY_BUFFER, b[1]);
   glBufferData(GL_ARRAY_BUFFER, 4, pos, GL_STATIC_DRAW);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, (const void *)(uintptr_t)0x10000000);
   glEnableVertexAttribArray(1);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b[2]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof idx, idx, GL_STATIC_DRAW);
   glDrawElements(GL_POINTS, 6, GL_UNSIGNED_INT, NULL);
   glDrawElements(GL_TRIANGLES, 3000, GL_UNSIGNED_INT, NULL);
   glDrawArrays(GL_TRIANGLES, 0x7ffffff0, 3);
   glDrawArrays(GL_TRIANGLES, 0, 30000);
   gl_pixel(0, 0);
   /* and the context still works */
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glDisableVertexAttribArray(1);
   glUniform4f(glGetUniformLocation(p, "c"), 0, 1, 0, 1);
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, rgba(0, 255, 0, 255));
}

static void
robustness(void **state)
{
   ON_EVERY_CHIP(robustness_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertex_formats), cmocka_unit_test(indices),           cmocka_unit_test(primitives),
      cmocka_unit_test(facing),         cmocka_unit_test(depth_and_stencil), cmocka_unit_test(blending),
      cmocka_unit_test(windows),        cmocka_unit_test(shader_inputs),     cmocka_unit_test(constants),
      cmocka_unit_test(buffer_hazards), cmocka_unit_test(robustness),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
