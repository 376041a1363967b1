/* SPDX-License-Identifier: MIT
 *
 * Lookups of OpenGL ES 3.0 on every chip. Cube maps: levels from explicit derivatives of directions on each face (ESSL 3.00 8.8,
 * ES 3.0.6 3.8.9 and 3.8.10), and a bias of lookups that compare. Integers at borders, of textures and of sampler objects.
 */
#define GL_CONTEXT_VERSION 30
#include "gl_chip.h"

#include <GLES3/gl3.h>
#include <math.h>

#define T      GL_TEXTURE_CUBE_MAP
#define EDGE   64
#define LEVELS 7
#define VS     "#version 300 es\nin vec4 pos; out vec2 at; void main() { gl_Position = pos; at = pos.xy; }"
#define FS     "#version 300 es\nprecision highp float; in vec2 at; out vec4 c; "

/** Level n has the colour n, or the depth n / 8, on every face. */
static void
cube(bool depth)
{
   static uint16_t texels[EDGE * EDGE];
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(T, t);
   for (int level = 0; level < LEVELS; level++) {
      const int edge = EDGE >> level;
      for (int i = 0; i < edge * edge; i++)
         texels[i] = (uint16_t)(depth ? level * 65535 / 8 : level);
      for (GLenum face = 0; face < 6; face++) {
         const GLenum target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face;
         if (depth)
            glTexImage2D(target, level, GL_DEPTH_COMPONENT16, edge, edge, 0, GL_DEPTH_COMPONENT,
                         GL_UNSIGNED_SHORT, texels);
         else
            glTexImage2D(target, level, GL_RG8, edge, edge, 0, GL_RG, GL_UNSIGNED_BYTE, texels);
      }
   }
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   if (depth)
      glTexParameteri(T, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
}

/** Texels that one step along \p d moves on the face of \p p, of which one minor coordinate at most is not 0. */
static double
texels_moved(const float p[3], const float d[3], unsigned major)
{
   const double m = fabs((double)p[major]), dm = p[major] < 0 ? -(double)d[major] : (double)d[major];
   double sum = 0;
   for (unsigned k = 0; k < 3; k++)
      if (k != major)
         sum += fabs(((double)d[k] * m - (double)p[k] * dm) / (2 * m * m));
   return sum * EDGE;
}

static void
slopes_on(struct gl *g)
{
   cube(false);
   GLuint p = gl_program_with(VS, FS "uniform samplerCube s; uniform vec3 p, dx, dy; void main() {"
                                     " c = textureGrad(s, p, dx, dy); }");
   const float none[3] = {0, 0, 0};
   for (unsigned face = 0; face < 6; face++) {
      const unsigned major = face / 2;
      for (unsigned axis = 0; axis < 9;
           axis++) { /* which way: d; which minor coordinate is not 0: the rest */
         for (int wanted = 0; wanted < LEVELS; wanted++) {
            float at[3] = {0}, d[3] = {0};
            at[major] = face & 1 ? -3.0f : 3.0f;
            if (axis / 3 != major)
               at[axis / 3] = 1.5f;
            d[axis % 3] = 1;
            const double one = texels_moved(at, d, major);
            if (one == 0) /* along an axis that goes through the face's middle */
               continue;
            d[axis % 3] = (float)(exp2(wanted) / one);
            glUniform3fv(glGetUniformLocation(p, "p"), 1, at);
            glUniform3fv(glGetUniformLocation(p, "dx"), 1, axis & 1 ? d : none);
            glUniform3fv(glGetUniformLocation(p, "dy"), 1, axis & 1 ? none : d);
            gl_fill();
            if (gl_pixel(5, 5) != rgba((unsigned)wanted, 0, 0, 255))
               fail_msg("%s: face %u, axis %u: level %u, not %d", g->chip, face, axis, gl_pixel(5, 5) & 255,
                        wanted);
         }
      }
   }
}

/** A pixel is a texel without bias; how many of seven references pass tells which level it was compared with. */
static void
bias_on(struct gl *g)
{
   static const char *const direction[6] = {
      "vec3(1.0, at)", "vec3(-1.0, at)", "vec3(at.x, 1.0, at.y)", "vec3(at, 1.0).xzy * vec3(1.0, -1.0, 1.0)",
      "vec3(at, 1.0)", "vec3(at, -1.0)"};
   cube(true);
   for (unsigned face = 0; face < 6; face++) {
      char text[600];
      snprintf(text, sizeof text,
               FS "uniform highp samplerCubeShadow s; uniform float bias; void main() { c = vec4(0, 0, 0, 1);"
                  " for (int i = 0; i < 7; i++) c.r += texture(s, vec4(%s * 3.0, (float(i) + 0.5) / 8.0), "
                  "bias) / 255.0; }",
               direction[face]);
      GLuint p = gl_program_with(VS, text);
      for (int level = -1; level < LEVELS; level++) {
         glUniform1f(glGetUniformLocation(p, "bias"), (float)level);
         gl_fill();
         ASSERT_PIXEL(g, 20, 40, rgba(level < 0 ? 0 : (unsigned)level, 0, 0, 255));
         ASSERT_PIXEL(g, 62, 1, rgba(level < 0 ? 0 : (unsigned)level, 0, 0, 255));
      }
      glDeleteProgram(p);
   }
}

/** Beyond the edge of a texture of one texel. */
static void
borders_on(struct gl *g)
{
   static const struct {
      GLint internal;
      GLenum format, type;
      GLint color[4], want[4];
   } rows[] = {
      {GL_RGBA8UI,    GL_RGBA_INTEGER, GL_UNSIGNED_BYTE,               {5, 0, 300, 255},      {5, 0, 255, 255}     },
      {GL_RGBA8I,     GL_RGBA_INTEGER, GL_BYTE,                        {-7, 100, 500, -500},  {-7, 100, 127, -128} },
      {GL_RG16I,      GL_RG_INTEGER,   GL_SHORT,                       {-32768, 32767, 3, 4}, {-32768, 32767, 0, 1}},
      {GL_R16UI,      GL_RED_INTEGER,  GL_UNSIGNED_SHORT,              {65535, 1, 2, 3},      {65535, 0, 0, 1}     },
      {GL_RGBA32I,    GL_RGBA_INTEGER, GL_INT,                         {-1, 12345, 0, -99},   {-1, 12345, 0, -99}  },
      {GL_RGB10_A2UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, {1023, 2, 512, 2},     {1023, 2, 512, 2}    },
   };
   static const uint8_t zeros[16];
   GLuint p[2], sampler;
   for (unsigned i = 0; i < 2; i++) {
      char text[400];
      snprintf(text, sizeof text,
               FS "uniform highp %csampler2D s; uniform highp ivec4 want; void main() {"
                  " c = vec4(equal(ivec4(texture(s, vec2(-1.5))), want)); }",
               i ? 'u' : 'i');
      p[i] = gl_program_with(VS, text);
   }
   glGenSamplers(1, &sampler);
   for (unsigned i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
      const unsigned r = i / 2;
      const bool is_signed = rows[r].type == GL_BYTE || rows[r].type == GL_SHORT || rows[r].type == GL_INT;
      const bool by_sampler = i & 1;
      GLuint t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, rows[r].internal, 1, 1, 0, rows[r].format, rows[r].type, zeros);
      glBindSampler(0, by_sampler ? sampler : 0);
      if (by_sampler) {
         glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
         glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
         glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_EXT);
         glSamplerParameterIivEXT(sampler, GL_TEXTURE_BORDER_COLOR_EXT, rows[r].color);
      } else {
         glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_EXT);
         glTexParameterIivEXT(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR_EXT, rows[r].color);
      }
      glUseProgram(p[!is_signed]);
      glUniform4iv(glGetUniformLocation(p[!is_signed], "want"), 1, rows[r].want);
      gl_fill();
      if (gl_pixel(9, 9) != 0xffffffff)
         fail_msg("%s: row %u%s: %08x", g->chip, r, by_sampler ? " by a sampler object" : "", gl_pixel(9, 9));
      glDeleteTextures(1, &t);
   }
   GLint got[4];
   glGetSamplerParameterIivEXT(sampler, GL_TEXTURE_BORDER_COLOR_EXT, got);
   assert_memory_equal(got, rows[5].color, sizeof got);
   glSamplerParameterIuivOES(sampler, GL_TEXTURE_WRAP_T, (const GLuint[]){GL_MIRRORED_REPEAT});
   glGetSamplerParameterIuivOES(sampler, GL_TEXTURE_WRAP_T, (GLuint *)got);
   assert_int_equal(got[0], GL_MIRRORED_REPEAT);
}

static void
slopes(void **state)
{
   (void)state;
   ON_EVERY_CHIP(slopes_on);
}

static void
bias(void **state)
{
   (void)state;
   ON_EVERY_CHIP(bias_on);
}

static void
borders(void **state)
{
   (void)state;
   ON_EVERY_CHIP(borders_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(slopes),
      cmocka_unit_test(bias),
      cmocka_unit_test(borders),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
