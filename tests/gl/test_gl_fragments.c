/* SPDX-License-Identifier: MIT
 *
 * Fragments through the whole stack: facing, depth, stencil and blending against a reference, windows, shader
 * inputs, constants.
 */
#include "gl_chip.h"

#include <math.h>

#include "util/u_math.h"

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
            gl_clear(0, 0, 0, 0);
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
         gl_clear(0, 0, 0, 1);
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
         gl_clear(0, 0, 0, 1);
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
   gl_clear(0, 0, 0, 1);
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
         gl_clear(d[0], d[1], d[2], d[3]);
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
      gl_clear(0, 0, 0, 0);
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
      {0,   0,   64,  64 },
      {10,  20,  30,  7  },
      {-10, -10, 30,  30 },
      {50,  60,  100, 100},
      {3,   3,   1,   1  },
      {5,   5,   0,   9  },
      {-20, 0,   10,  64 },
      {1,   0,   63,  64 },
   };
   for (unsigned v = 0; v < sizeof boxes / sizeof boxes[0]; v++) {
      for (unsigned s = 0; s < sizeof boxes / sizeof boxes[0]; s++) {
         const int *a = boxes[v], *b = boxes[s];
         glDisable(GL_SCISSOR_TEST);
         gl_clear(0, 0, 0, 0);
         glEnable(GL_SCISSOR_TEST);
         glViewport(a[0], a[1], a[2], a[3]);
         glScissor(b[0], b[1], b[2], b[3]);
         gl_fill();
         int x0 = MAX2(MAX2(a[0], b[0]), 0), y0 = MAX2(MAX2(a[1], b[1]), 0);
         int x1 = MIN2(MIN2(a[0] + a[2], b[0] + b[2]), SIZE), y1 = MIN2(MIN2(a[1] + a[3], b[1] + b[3]), SIZE);
         unsigned want = x1 > x0 && y1 > y0 ? (unsigned)((x1 - x0) * (y1 - y0)) : 0;
         unsigned n = gl_count_pixels(0xffffffff);
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
         assert_int_equal(gl_count_pixels(rgba(255, 0, 0, 255)), want);
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
   const float quad[4][4] = {
      {-1, -1, 0, 1},
      {3,  -3, 0, 3},
      {-1, 1,  0, 1},
      {3,  3,  0, 3}
   };
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
   gl_clear(0, 0, 0, 0);
   gl_fill();
   assert_int_equal(gl_count_pixels(0xffffffff), SIZE * SIZE / 2);
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
   const float t[8][4] = {
      [3] = {0.2f, 0, 0, 0},
        [5] = {0.2f, 0, 0, 0}
   };
   glUniform4fv(glGetUniformLocation(m, "t"), 8, t[0]);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 30, 30, rgba(111 + 51, 132, 153, 255), 1);
}

static void
constants(void **state)
{
   ON_EVERY_CHIP(constants_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(facing),  cmocka_unit_test(depth_and_stencil), cmocka_unit_test(blending),
      cmocka_unit_test(windows), cmocka_unit_test(shader_inputs),     cmocka_unit_test(constants),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
