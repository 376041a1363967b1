/* SPDX-License-Identifier: MIT
 *
 * KHR_blend_equation_advanced on every chip: each equation against the specification's formulas in double
 * precision, what must be said in the shader, errors, targets with samples and without alpha.
 */
#include "gl_chip.h"

#include <math.h>

static const struct {
   const char *name;
   GLenum mode;
} equations[] = {
   {"multiply",       GL_MULTIPLY_KHR      },
   {"screen",         GL_SCREEN_KHR        },
   {"overlay",        GL_OVERLAY_KHR       },
   {"darken",         GL_DARKEN_KHR        },
   {"lighten",        GL_LIGHTEN_KHR       },
   {"colordodge",     GL_COLORDODGE_KHR    },
   {"colorburn",      GL_COLORBURN_KHR     },
   {"hardlight",      GL_HARDLIGHT_KHR     },
   {"softlight",      GL_SOFTLIGHT_KHR     },
   {"difference",     GL_DIFFERENCE_KHR    },
   {"exclusion",      GL_EXCLUSION_KHR     },
   {"hsl_hue",        GL_HSL_HUE_KHR       },
   {"hsl_saturation", GL_HSL_SATURATION_KHR},
   {"hsl_color",      GL_HSL_COLOR_KHR     },
   {"hsl_luminosity", GL_HSL_LUMINOSITY_KHR},
};
#define NUM_EQUATIONS (sizeof equations / sizeof equations[0])

/* ---- the specification's formulas -----------------------------------------------------------------------
 */

static double
one(GLenum mode, double s, double d)
{
   switch (mode) {
   case GL_MULTIPLY_KHR:
      return s * d;
   case GL_SCREEN_KHR:
      return s + d - s * d;
   case GL_OVERLAY_KHR:
      return d <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d);
   case GL_DARKEN_KHR:
      return fmin(s, d);
   case GL_LIGHTEN_KHR:
      return fmax(s, d);
   case GL_COLORDODGE_KHR:
      return d <= 0 ? 0 : s < 1 ? fmin(1, d / (1 - s)) : 1;
   case GL_COLORBURN_KHR:
      return d >= 1 ? 1 : s > 0 ? 1 - fmin(1, (1 - d) / s) : 0;
   case GL_HARDLIGHT_KHR:
      return s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d);
   case GL_SOFTLIGHT_KHR:
      return s <= 0.5    ? d - (1 - 2 * s) * d * (1 - d)
             : d <= 0.25 ? d + (2 * s - 1) * d * ((16 * d - 12) * d + 3)
                         : d + (2 * s - 1) * (sqrt(d) - d);
   case GL_DIFFERENCE_KHR:
      return fabs(d - s);
   default: /* exclusion */
      return s + d - 2 * s * d;
   }
}

static double
lum(const double c[3])
{
   return 0.30 * c[0] + 0.59 * c[1] + 0.11 * c[2];
}

static double
least(const double c[3])
{
   return fmin(fmin(c[0], c[1]), c[2]);
}

static double
most(const double c[3])
{
   return fmax(fmax(c[0], c[1]), c[2]);
}

static void
set_lum(const double base[3], const double l[3], double out[3])
{
   double diff = lum(l) - lum(base);
   for (unsigned i = 0; i < 3; i++)
      out[i] = base[i] + diff;
   double grey = lum(out), lo = least(out), hi = most(out);
   for (unsigned i = 0; i < 3 && lo < 0; i++)
      out[i] = grey + (out[i] - grey) * grey / (grey - lo);
   for (unsigned i = 0; i < 3 && hi > 1; i++)
      out[i] = grey + (out[i] - grey) * (1 - grey) / (hi - grey);
}

static void
set_lum_sat(const double base[3], const double sat[3], const double l[3], double out[3])
{
   double lo = least(base), span = most(base) - lo, c[3] = {0};
   for (unsigned i = 0; i < 3 && span > 0; i++)
      c[i] = (base[i] - lo) * (most(sat) - least(sat)) / span;
   set_lum(c, l, out);
}

/** All colours multiplied by alpha. */
static void
reference(GLenum mode, const double s[4], const double d[4], double out[4])
{
   double cs[3], cd[3], f[3];
   for (unsigned i = 0; i < 3; i++) {
      cs[i] = s[3] > 0 ? s[i] / s[3] : 0;
      cd[i] = d[3] > 0 ? d[i] / d[3] : 0;
   }
   switch (mode) {
   case GL_HSL_HUE_KHR:
      set_lum_sat(cs, cd, cd, f);
      break;
   case GL_HSL_SATURATION_KHR:
      set_lum_sat(cd, cs, cd, f);
      break;
   case GL_HSL_COLOR_KHR:
      set_lum(cs, cd, f);
      break;
   case GL_HSL_LUMINOSITY_KHR:
      set_lum(cd, cs, f);
      break;
   default:
      for (unsigned i = 0; i < 3; i++)
         f[i] = one(mode, cs[i], cd[i]);
   }
   double both = s[3] * d[3], only_s = s[3] * (1 - d[3]), only_d = d[3] * (1 - s[3]);
   for (unsigned i = 0; i < 3; i++)
      out[i] = f[i] * both + cs[i] * only_s + cd[i] * only_d;
   out[3] = both + only_s + only_d;
}

/* ---- pictures -------------------------------------------------------------------------------------------
 */

#define ENABLE "#extension GL_KHR_blend_equation_advanced : require\n"

static GLuint
blending_program(const char *equation)
{
   char fs[300];
   snprintf(fs, sizeof fs,
            ENABLE "precision highp float; layout(blend_support_%s) out; uniform vec4 c;"
                   " void main() { gl_FragColor = c; }",
            equation);
   return gl_program_with(VS_POS, fs);
}

static void
fill(GLuint p, const double c[4])
{
   glUseProgram(p);
   glUniform4f(glGetUniformLocation(p, "c"), (float)c[0], (float)c[1], (float)c[2], (float)c[3]);
   gl_fill();
}

/** Premultiplied, from codes that 8 bits hold. */
static void
some_color(uint32_t *seed, bool opaque, double c[4])
{
   *seed = *seed * 1664525 + 1013904223;
   unsigned kind = *seed >> 28;
   c[3] = opaque || kind < 8 ? 1 : (*seed >> 20 & 255) / 255.0;
   for (unsigned i = 0; i < 3; i++) {
      *seed = *seed * 1664525 + 1013904223;
      double v = (*seed >> 29) == 0 ? 0 : (*seed >> 29) == 1 ? 1 : (*seed >> 20 & 255) / 255.0;
      c[i] = floor(v * c[3] * 255 + 0.5) / 255.0;
      c[i] = fmin(c[i], c[3]);
   }
}

static void
pictures(struct gl *g, bool opaque_target)
{
   uint32_t seed = 7;
   GLuint plain =
      gl_program_with(VS_POS, "precision highp float; uniform vec4 c; void main() { gl_FragColor = c; }");
   for (unsigned e = 0; e < NUM_EQUATIONS; e++) {
      GLuint p = blending_program(e % 4 ? equations[e].name : "all_equations");
      for (unsigned n = 0; n < 12; n++) {
         double s[4], d[4], want[4];
         some_color(&seed, false, s);
         some_color(&seed, opaque_target, d);
         glDisable(GL_BLEND);
         fill(plain, d);
         glEnable(GL_BLEND);
         glBlendEquation(equations[e].mode);
         glBlendBarrierKHR();
         fill(p, s);
         reference(equations[e].mode, s, d, want);
         uint32_t got = gl_pixel(9, 9);
         for (unsigned i = 0; i < 4; i++) {
            /* dividing by a small alpha magnifies the rounding of what is stored */
            double room = 1.6 + (d[3] > 0 && d[3] < 1 ? 1.5 : 0);
            double w = i == 3 && opaque_target ? 255 : 255 * fmin(fmax(want[i], 0), 1);
            if (fabs((got >> 8 * i & 255) - w) > room)
               fail_msg("%s, %s: (%g %g %g %g) on (%g %g %g %g): component %u is %u, not %g", g->chip,
                        equations[e].name, s[0], s[1], s[2], s[3], d[0], d[1], d[2], d[3], i,
                        got >> 8 * i & 255, w);
         }
      }
      glDeleteProgram(p);
   }
   glDisable(GL_BLEND);
   glBlendEquation(GL_FUNC_ADD);
   glDeleteProgram(plain);
}

static void
window_and_textures_on(struct gl *g)
{
   pictures(g, false);
   GLuint fbo, tex[2];
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenTextures(2, tex);
   for (unsigned i = 0; i < 2; i++) {
      GLenum format = i ? GL_RGBA : GL_RGB;
      glBindTexture(GL_TEXTURE_2D, tex[i]);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, SIZE, SIZE, 0, format, GL_UNSIGNED_BYTE, NULL);
   }
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex[0], 0);
   pictures(g, true);
   /* each sample is blended: half of column 20 is black */
   glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex[1], 0, 4);
   gl_clear(0, 0, 0, 1);
   GLuint white = gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(1); }");
   gl_rect(20.5f / 32.0f - 1.0f, -1, 1, 1, 0);
   GLuint p = blending_program("difference");
   glEnable(GL_BLEND);
   glBlendEquation(GL_DIFFERENCE_KHR);
   glBlendBarrierKHR();
   fill(p, (const double[4]){0.8, 0.8, 0.8, 1});
   ASSERT_PIXEL_NEAR(g, 40, 9, 0xff333333, 1);
   ASSERT_PIXEL_NEAR(g, 20, 9, 0xff7f7f7f, 2);
   ASSERT_PIXEL_NEAR(g, 9, 9, 0xffcccccc, 1);
   glDisable(GL_BLEND);
   glBlendEquation(GL_FUNC_ADD);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(2, tex);
   glDeleteProgram(p);
   glDeleteProgram(white);
}

static void
window_and_textures(void **state)
{
   ON_EVERY_CHIP(window_and_textures_on);
}

/* ---- rules ----------------------------------------------------------------------------------------------
 */

#define EXPECT(error)                                                                                        \
   do {                                                                                                      \
      GLenum got_ = glGetError();                                                                            \
      if (got_ != (error))                                                                                   \
         fail_msg("%s: error 0x%x, not 0x%x (line %d)", g->chip, got_, (unsigned)(error), __LINE__);         \
   } while (0)

static bool
compiles(GLenum stage, const char *text)
{
   GLuint s = glCreateShader(stage);
   GLint ok = 0;
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
   glDeleteShader(s);
   return ok;
}

static void
rules_on(struct gl *g)
{
   static const struct {
      bool ok, vertex;
      const char *text;
   } shaders[] = {
      {true,  false, ENABLE "layout(blend_support_multiply) out; void main() {}"                         },
      {true,  false,
       ENABLE "layout(blend_support_screen, blend_support_hsl_hue) out;"
              "layout(blend_support_all_equations) out; void main() {}"                                  },
      {false, false, ENABLE "layout(blend_support_nothing) out; void main() {}"                          },
      {false, false, ENABLE "layout(blend_support_screen,) out; void main() {}"                          },
      {false, false, ENABLE "layout(blend_support_screen) in; void main() {}"                            },
      {false, false, ENABLE "layout(blend_support_screen) out void main() {}"                            },
      {false, false, ENABLE "layout(blend_support_screen) uniform float f; void main() {}"               },
      {false, false, "layout(blend_support_multiply) out; void main() {}"                                },
      {false, true,  ENABLE "layout(blend_support_multiply) out; void main() { gl_Position = vec4(0); }" },
      {true,  false, ENABLE "#if GL_KHR_blend_equation_advanced != 1\n#error no\n#endif\n void main() {}"},
   };
   for (unsigned i = 0; i < sizeof shaders / sizeof shaders[0]; i++)
      if (compiles(shaders[i].vertex ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER, shaders[i].text) !=
          shaders[i].ok)
         fail_msg("shader %u", i);
   GLint eq = 0;
   glBlendEquationSeparate(GL_MULTIPLY_KHR, GL_MULTIPLY_KHR);
   EXPECT(GL_INVALID_ENUM);
   glBlendEquation(GL_HSL_LUMINOSITY_KHR + 1);
   EXPECT(GL_INVALID_ENUM);
   glBlendEquation(GL_SCREEN_KHR);
   glGetIntegerv(GL_BLEND_EQUATION_ALPHA, &eq);
   assert_int_equal(eq, GL_SCREEN_KHR);
   glGetIntegerv(GL_BLEND_EQUATION_RGB, &eq);
   assert_int_equal(eq, GL_SCREEN_KHR);
   GLuint plain = gl_program_with(VS_POS, FS_COLOR), screen = blending_program("screen");
   const double half[4] = {0.5, 0.5, 0.5, 1};
   gl_clear(0, 0, 0, 1);
   fill(plain, half); /* does not blend: any equation will do */
   EXPECT(GL_NO_ERROR);
   glEnable(GL_BLEND);
   fill(plain, half);
   EXPECT(GL_INVALID_OPERATION);
   glBlendBarrierKHR();
   fill(screen, half);
   EXPECT(GL_NO_ERROR);
   ASSERT_PIXEL_NEAR(g, 9, 9, 0xffbfbfbf, 1);
   glBlendEquation(GL_MULTIPLY_KHR);
   fill(screen, half);
   EXPECT(GL_INVALID_OPERATION);
   glBlendEquationSeparate(GL_FUNC_ADD, GL_FUNC_ADD); /* the same shader, blended by the hardware again */
   glBlendFunc(GL_ONE, GL_ZERO);
   fill(screen, half);
   ASSERT_PIXEL_NEAR(g, 9, 9, 0xff7f7f7f, 1);
   glDisable(GL_BLEND);
   glDeleteProgram(plain);
   glDeleteProgram(screen);
}

static void
rules(void **state)
{
   ON_EVERY_CHIP(rules_on);
}

/** Primitives that overlap in one draw: each blends with what the one before it left, unless that is turned off. */
static void
coherent_on(struct gl *g)
{
   static const float twice[6][2] = {
      {-1, -1},
      {3,  -1},
      {-1, 3 },
      {-1, -1},
      {3,  -1},
      {-1, 3 }
   };
   GLint on = 0;
   assert_true(glIsEnabled(GL_BLEND_ADVANCED_COHERENT_KHR));
   glGetIntegerv(GL_BLEND_ADVANCED_COHERENT_KHR, &on);
   assert_int_equal(on, 1);
   assert_non_null(
      strstr((const char *)glGetString(GL_EXTENSIONS), "GL_KHR_blend_equation_advanced_coherent"));
   const GLuint p = blending_program("multiply");
   glUniform4f(glGetUniformLocation(p, "c"), 0.5f, 0.5f, 0.5f, 1);
   glEnable(GL_BLEND);
   glBlendEquation(GL_MULTIPLY_KHR);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, twice);
   glEnableVertexAttribArray(0);
   for (unsigned i = 0; i < 3; i++) {
      gl_clear(1, 1, 1, 1);
      if (i == 1)
         glDisable(GL_BLEND_ADVANCED_COHERENT_KHR);
      else
         glEnable(GL_BLEND_ADVANCED_COHERENT_KHR);
      glBlendBarrierKHR();
      glDrawArrays(GL_TRIANGLES, 0, i == 1 ? 3 : 6);
      glBlendBarrierKHR(); /* which the coherent draws do not need */
      glDrawArrays(GL_TRIANGLES, 0, 3);
      ASSERT_PIXEL_NEAR(g, 9, 9, i == 1 ? 0xff404040 : 0xff202020, 1);
   }
   gl_clear(1, 1, 1, 1);
   glDrawArrays(GL_TRIANGLES, 0, 3); /* nor between draws */
   glDrawArrays(GL_TRIANGLES, 0, 3);
   ASSERT_PIXEL_NEAR(g, 9, 9, 0xff404040, 1);
   glDisable(GL_BLEND);
   glDeleteProgram(p);
}

static void
coherent(void **state)
{
   ON_EVERY_CHIP(coherent_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(window_and_textures), cmocka_unit_test(rules),
                                      cmocka_unit_test(coherent)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
