/* SPDX-License-Identifier: MIT
 *
 * EXT_shadow_samplers on every chip: each function, depth format and stage, projection, filtering, clamping.
 */
#include "gl_chip.h"

#define T      GL_TEXTURE_2D
#define ENABLE "#extension GL_EXT_shadow_samplers : require\n"
#define FS     ENABLE "precision highp float; uniform sampler2DShadow s; uniform float ref;"

static const float depth[4] = {0.25f, 0.5f, 0.75f, 1.0f};

static bool
passes(GLenum func, float ref, float texel)
{
   switch (func) {
   case GL_LESS:
      return ref < texel;
   case GL_EQUAL:
      return ref == texel;
   case GL_LEQUAL:
      return ref <= texel;
   case GL_GREATER:
      return ref > texel;
   case GL_NOTEQUAL:
      return ref != texel;
   case GL_GEQUAL:
      return ref >= texel;
   default:
      return func == GL_ALWAYS;
   }
}

/** A texture of 4 x 1 texels; what the format makes of them in \p exact. */
static GLuint
depth_texture(GLenum format, GLenum type, float exact[4])
{
   GLuint t;
   uint16_t u16[4];
   uint32_t u32[4];
   for (unsigned i = 0; i < 4; i++) {
      u16[i] = (uint16_t)(depth[i] * 65535.0f + 0.5f);
      u32[i] = (uint32_t)((double)depth[i] * (type == GL_UNSIGNED_INT ? 4294967295.0 : 16777215.0) + 0.5);
      if (type == GL_UNSIGNED_INT_24_8_OES)
         u32[i] <<= 8;
      exact[i] = type == GL_UNSIGNED_SHORT ? (float)u16[i] / 65535.0f : depth[i];
   }
   glGenTextures(1, &t);
   glBindTexture(T, t);
   glTexImage2D(T, 0, (GLint)format, 4, 1, 0, format, type, type == GL_UNSIGNED_SHORT ? (void *)u16 : u32);
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(T, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(T, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   glTexParameteri(T, GL_TEXTURE_COMPARE_MODE_EXT, GL_COMPARE_REF_TO_TEXTURE_EXT);
   return t;
}

static void
functions_on(struct gl *g)
{
   static const struct {
      GLenum format, type;
   } formats[] = {
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_SHORT       },
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_INT         },
      {GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES},
   };
   static const char *const text[][2] = {
      {VS_POS,
       FS "void main() { gl_FragColor = vec4(shadow2DEXT(s, vec3(gl_FragCoord.x / 64.0, 0.5, ref))); }"},
      {VS_POS, FS "void main() { gl_FragColor = vec4(shadow2DProjEXT(s, vec4(gl_FragCoord.x / 64.0, 0.5, ref,"
                  " 1.0) * 3.0)); }"                                                     },
   };
   for (unsigned k = 0; k < 2; k++) {
      GLuint p = gl_program_with(text[k][0], text[k][1]);
      const GLint ref = glGetUniformLocation(p, "ref");
      GLint size;
      GLenum type = 0;
      char name[8] = "";
      for (GLuint i = 0; i < 2 && type != GL_SAMPLER_2D_SHADOW_EXT; i++)
         glGetActiveUniform(p, i, sizeof name, NULL, &size, &type, name);
      assert_int_equal(type, GL_SAMPLER_2D_SHADOW_EXT);
      assert_string_equal(name, "s");
      for (unsigned f = 0; f < sizeof formats / sizeof formats[0]; f++) {
         float exact[4];
         GLuint t = depth_texture(formats[f].format, formats[f].type, exact);
         for (GLenum func = GL_NEVER; func <= GL_ALWAYS; func++) {
            glTexParameteri(T, GL_TEXTURE_COMPARE_FUNC_EXT, (GLint)func);
            for (unsigned r = 0; r < 6; r++) {
               const float refs[6] = {-1.0f, 0.1f, 0.4f, 0.6f, 0.9f, 5.0f};
               const float clamped = refs[r] < 0 ? 0 : refs[r] > 1 ? 1 : refs[r];
               glUniform1f(ref, refs[r]);
               gl_fill();
               for (int x = 0; x < 4; x++)
                  ASSERT_PIXEL(g, x * 16 + 8, 3, passes(func, clamped, exact[x]) ? 0xffffffff : 0);
            }
         }
         glDeleteTextures(1, &t);
      }
   }
}

/** Linear filtering weighs the results of the comparisons. */
static void
filtered_on(struct gl *g)
{
   float exact[4];
   GLuint t = depth_texture(GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, exact);
   GLuint p = gl_program_with(
      VS_POS,
      FS "void main() { gl_FragColor = vec4(shadow2DEXT(s, vec3(gl_FragCoord.x / 64.0, 0.5, ref))); }");
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   glTexParameteri(T, GL_TEXTURE_COMPARE_FUNC_EXT, GL_LEQUAL);
   glUniform1f(glGetUniformLocation(p, "ref"), 0.6f);
   gl_fill();
   ASSERT_PIXEL(g, 8, 3, 0);
   ASSERT_PIXEL(g, 60, 3, 0xffffffff);
   unsigned last = 0;
   for (int x = 24; x < 40; x++) { /* from texel 1, which fails, to texel 2, which passes */
      const unsigned v = gl_pixel(x, 3) & 255, want = (unsigned)(((float)x + 0.5f - 24.0f) / 16.0f * 255.0f);
      if (v < last || (v > want ? v - want : want - v) > 3)
         fail_msg("%s: %u at %d, not %u", g->chip, v, x, want);
      last = v;
   }
   glDeleteTextures(1, &t);
}

/** Uploaded, drawn to in part, looked up; drawn to again: what is looked up is always the last of it. */
static void
drawn_on(struct gl *g)
{
   static const struct {
      GLenum format, type, attachment;
   } rows[] = {
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_SHORT,        GL_DEPTH_ATTACHMENT},
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_INT,          GL_DEPTH_ATTACHMENT},
      {GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES, GL_DEPTH_ATTACHMENT},
   };
   GLuint p = gl_program_with(
      VS_POS, FS "void main() { gl_FragColor = vec4(shadow2DEXT(s, vec3(gl_FragCoord.xy / 64.0, ref))); }");
   GLuint fill = gl_program_with(VS_POS, FS_COLOR);
   const GLint ref = glGetUniformLocation(p, "ref");
   for (unsigned r = 0; r < sizeof rows / sizeof rows[0]; r++) {
      float exact[4];
      GLuint t = depth_texture(rows[r].format, rows[r].type, exact), fbo;
      glTexParameteri(T, GL_TEXTURE_COMPARE_FUNC_EXT, GL_LESS);
      glGenFramebuffers(1, &fbo);
      glEnable(GL_DEPTH_TEST);
      for (int pass = 0; pass < 3; pass++) {
         if (pass) { /* texel pass, where 1 / 8 is nearer than all there was */
            glBindFramebuffer(GL_FRAMEBUFFER, fbo);
            glFramebufferTexture2D(GL_FRAMEBUFFER, rows[r].attachment, T, t, 0);
            glViewport(0, 0, 4, 1);
            glUseProgram(fill);
            gl_rect(-1.0f + 0.5f * (float)pass, -1, -0.5f + 0.5f * (float)pass, 1, -0.75f);
            glBindFramebuffer(GL_FRAMEBUFFER, 0);
            glViewport(0, 0, SIZE, SIZE);
            exact[pass] = 0.125f;
         }
         glDisable(GL_DEPTH_TEST);
         glUseProgram(p);
         for (unsigned k = 1; k < 8; k++) {
            glUniform1f(ref, (float)k / 8.0f - 0.03f);
            gl_fill();
            for (int x = 0; x < 4; x++)
               ASSERT_PIXEL(g, x * 16 + 8, 30, (float)k / 8.0f - 0.03f < exact[x] ? 0xffffffff : 0);
         }
         glEnable(GL_DEPTH_TEST);
      }
      glDisable(GL_DEPTH_TEST);
      glDeleteFramebuffers(1, &fbo);
      glDeleteTextures(1, &t);
   }
}

/** In the vertex stage, and of an array of samplers. */
static void
vertex_on(struct gl *g)
{
   float exact[4];
   GLuint t = depth_texture(GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, exact);
   glTexParameteri(T, GL_TEXTURE_COMPARE_FUNC_EXT, GL_GREATER);
   GLuint p = gl_program_with(ENABLE "attribute vec4 pos; uniform sampler2DShadow s; varying vec4 v;"
                                     "void main() { v = vec4(shadow2DEXT(s, vec3(0.4, 0.5, 0.6)),"
                                     " shadow2DEXT(s, vec3(0.6, 0.5, 0.6)), 0.0, 1.0); gl_Position = pos; }",
                              "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   gl_fill();
   ASSERT_PIXEL(g, 8, 3, rgba(255, 0, 0, 255));
   p =
      gl_program_with(VS_POS, ENABLE "precision highp float; uniform sampler2DShadow s[2]; void main() {"
                                     "gl_FragColor = vec4(0.0); for (int i = 0; i < 2; i++) gl_FragColor[i] ="
                                     " shadow2DEXT(s[i], vec3(0.4, 0.5, 0.6)); }");
   glUniform1iv(glGetUniformLocation(p, "s"), 2, (const GLint[]){0, 0});
   gl_fill();
   ASSERT_PIXEL(g, 8, 3, rgba(255, 255, 0, 0));
   glDeleteTextures(1, &t);
}

static void
rules_on(struct gl *g)
{
   float exact[4];
   GLuint t = depth_texture(GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, exact);
   GLint v;
   glGetTexParameteriv(T, GL_TEXTURE_COMPARE_MODE_EXT, &v);
   assert_int_equal(v, GL_COMPARE_REF_TO_TEXTURE_EXT);
   glGetTexParameteriv(T, GL_TEXTURE_COMPARE_FUNC_EXT, &v);
   assert_int_equal(v, GL_LEQUAL);
   glTexParameteri(T, GL_TEXTURE_COMPARE_MODE_EXT, GL_LEQUAL);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glTexParameteri(T, GL_TEXTURE_COMPARE_FUNC_EXT, GL_NONE);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glTexParameteri(T, GL_TEXTURE_COMPARE_MODE_EXT, GL_NONE);
   /* an ordinary lookup sees depth */
   gl_program_with(VS_POS, "precision highp float; uniform sampler2D s;"
                           "void main() { gl_FragColor = texture2D(s, vec2(0.4, 0.5)); }");
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 8, 3, rgba(128, 128, 128, 255), 1);
   glDeleteTextures(1, &t);

   static const struct {
      bool ok;
      const char *text;
   } texts[] = {
      {true,  FS "void main() { gl_FragColor = vec4(shadow2DEXT(s, vec3(ref))); }"                         },
      {false, FS "void main() { gl_FragColor = texture2D(s, vec2(ref)); }"                                 },
      {false, FS "void main() { gl_FragColor = vec4(shadow2DEXT(s, vec2(ref))); }"                         },
      {false, FS "void main() { gl_FragColor = shadow2DEXT(s, vec3(ref)); }"                               },
      {false,
       ENABLE "precision highp float; uniform sampler2D s; void main() { gl_FragColor = vec4(shadow2DEXT(s,"
              " vec3(0.0))); }"                                                                            },
      {false, "precision highp float; uniform sampler2DShadow s; void main() { gl_FragColor = vec4(0.0); }"},
      {true,  "#ifndef GL_EXT_shadow_samplers\n#error\n#endif\nvoid main() {}"                             },
   };
   for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
      GLuint s = glCreateShader(GL_FRAGMENT_SHADER);
      glShaderSource(s, 1, &texts[i].text, NULL);
      glCompileShader(s);
      glGetShaderiv(s, GL_COMPILE_STATUS, &v);
      if (v != texts[i].ok)
         fail_msg("text %u: %d", i, v);
   }
}

static void
functions(void **state)
{
   ON_EVERY_CHIP(functions_on);
}

static void
filtered(void **state)
{
   ON_EVERY_CHIP(filtered_on);
}

static void
drawn(void **state)
{
   ON_EVERY_CHIP(drawn_on);
}

static void
vertex(void **state)
{
   ON_EVERY_CHIP(vertex_on);
}

static void
rules(void **state)
{
   ON_EVERY_CHIP(rules_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions), cmocka_unit_test(filtered), cmocka_unit_test(drawn),
      cmocka_unit_test(vertex),    cmocka_unit_test(rules),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
