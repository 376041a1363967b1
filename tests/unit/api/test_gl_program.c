/* SPDX-License-Identifier: MIT
 *
 * Programs: locations, the type rules of glUniform*, what reaches the constant buffers, samplers and units,
 * active lists, and what a relink does to a program in use.
 */
#include "gl_fixture.h"

static const char vs[] =
   "attribute vec4 a; uniform mat3 m3[2]; uniform vec2 v2; uniform bool b; uniform bvec3 b3;"
   "uniform int i; uniform ivec2 i2[3]; uniform float f[4];"
   "void main() { gl_Position = vec4(m3[1] * a.xyz, v2.x + (b ? 1.0 : 0.0) + (b3.z ? 1.0 : 0.0)"
   " + float(i + i2[2].y) + f[3] + f[0]) + vec4(m3[0][0], gl_DepthRange.near + gl_DepthRange.diff); }";
static const char fs[] =
   "precision mediump float; struct S { vec4 c; float w[2]; }; uniform S s[2]; uniform sampler2D t[2];"
   "uniform samplerCube cube; uniform vec4 unused;"
   "void main() { gl_FragColor = s[1].c * s[0].w[1] + texture2D(t[0], vec2(0)) + texture2D(t[1], vec2(0))"
   " + textureCube(cube, vec3(1)) + vec4(gl_DepthRange.far); }";
static const char *const names[] = {"a", NULL};

static void
locations(void **state)
{
   GLuint p = fixture_program(vs, fs, names);
   GLint m3 = glGetUniformLocation(p, "m3"), f = glGetUniformLocation(p, "f"),
         v2 = glGetUniformLocation(p, "v2");
   assert_true(m3 >= 0 && f >= 0 && v2 >= 0);
   assert_int_equal(glGetUniformLocation(p, "m3[0]"), m3);
   assert_int_equal(glGetUniformLocation(p, "f[0]"), f);
   assert_true(glGetUniformLocation(p, "m3[1]") >= 0 && glGetUniformLocation(p, "m3[1]") != m3);
   assert_true(glGetUniformLocation(p, "f[3]") >= 0);
   assert_true(glGetUniformLocation(p, "s[1].c") >= 0);
   assert_true(glGetUniformLocation(p, "s[0].w[1]") >= 0);
   static const char *const bad[] = {
      "f[4]", "f[-1]",  "f[01]", "f[1", "f[]",  "f[ 1]",  "f[99999999999999999999]", "v2[0]", "s",
      "s[1]", "s[2].c", "",      "[0]", "nope", "unused", "gl_DepthRange.near",      "f.x",   "m3[2]",
      "]",
   };
   for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
      if (glGetUniformLocation(p, bad[i]) != -1)
         fail_msg("%s has a location", bad[i]);
   assert_gl(GL_NO_ERROR);
   assert_int_equal(glGetAttribLocation(p, "a"), 0);
   assert_int_equal(glGetAttribLocation(p, "b"), -1);
   assert_int_equal(glGetUniformLocation(p + 100, "f"), -1);
   assert_gl(GL_INVALID_VALUE);
   GLuint empty = glCreateProgram();
   assert_int_equal(glGetUniformLocation(empty, "f"), -1);
   assert_gl(GL_INVALID_OPERATION);
   assert_int_equal(glGetAttribLocation(empty, "f"), -1);
   assert_gl(GL_INVALID_OPERATION);
}

static void
active_lists(void **state)
{
   GLuint p = fixture_program(vs, fs, names);
   GLint n, longest, size;
   GLenum type;
   char name[64];
   GLsizei length;
   const struct {
      const char *name;
      GLint size;
      GLenum type;
   } want[] = {
      {"m3[0]",              2, GL_FLOAT_MAT3  },
      {"v2",                 1, GL_FLOAT_VEC2  },
      {"b",                  1, GL_BOOL        },
      {"b3",                 1, GL_BOOL_VEC3   },
      {"i",                  1, GL_INT         },
      {"i2[0]",              3, GL_INT_VEC2    },
      {"f[0]",               4, GL_FLOAT       },
      {"s[1].c",             1, GL_FLOAT_VEC4  },
      {"t[0]",               2, GL_SAMPLER_2D  },
      {"cube",               1, GL_SAMPLER_CUBE},
      {"s[0].w[0]",          2, GL_FLOAT       },
      {"gl_DepthRange.near", 1, GL_FLOAT       },
      {"gl_DepthRange.far",  1, GL_FLOAT       },
      {"gl_DepthRange.diff", 1, GL_FLOAT       },
   };
   glGetProgramiv(p, GL_ACTIVE_UNIFORMS, &n);
   glGetProgramiv(p, GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
   assert_int_equal(longest, sizeof "gl_DepthRange.near");
   unsigned found = 0;
   for (GLint i = 0; i < n; i++) {
      glGetActiveUniform(p, (GLuint)i, sizeof name, &length, &size, &type, name);
      assert_int_equal(length, strlen(name));
      for (unsigned k = 0; k < sizeof want / sizeof want[0]; k++) {
         if (!strcmp(want[k].name, name)) {
            assert_int_equal(size, want[k].size);
            assert_int_equal(type, want[k].type);
            found |= 1u << k;
         }
      }
   }
   assert_int_equal(found, (1u << sizeof want / sizeof want[0]) - 1);
   glGetActiveUniform(p, 0, 2, &length, &size, &type, name);
   assert_true(length <= 1 && strlen(name) == (size_t)length);
   glGetActiveUniform(p, (GLuint)n, sizeof name, &length, &size, &type, name);
   assert_gl(GL_INVALID_VALUE);
   glGetActiveUniform(p, 0, -1, &length, &size, &type, name);
   assert_gl(GL_INVALID_VALUE);
   glGetProgramiv(p, GL_ACTIVE_ATTRIBUTES, &n);
   assert_int_equal(n, 1);
   glGetActiveAttrib(p, 0, sizeof name, &length, &size, &type, name);
   assert_string_equal(name, "a");
   assert_int_equal(type, GL_FLOAT_VEC4);
   glGetActiveAttrib(p, 1, sizeof name, &length, &size, &type, name);
   assert_gl(GL_INVALID_VALUE);
}

/** Every setter against every uniform: right ones are read back, wrong ones are refused and change nothing.
 */
static void
type_rules(void **state)
{
   GLuint p = fixture_program(vs, fs, names);
   glUseProgram(p);
   enum { F = 1, I = 2, M = 4 }; /* what kind of setter works */
   static const struct {
      const char *name;
      unsigned n, kinds;
      bool array;
   } u[] = {
      {"v2",     2, F,     false},
      {"b",      1, F | I, false},
      {"b3",     3, F | I, false},
      {"i",      1, I,     false},
      {"i2[1]",  2, I,     true },
      {"f[2]",   1, F,     true },
      {"m3[1]",  3, M,     true },
      {"t[1]",   1, I,     true },
      {"cube",   1, I,     false},
      {"s[1].c", 4, F,     false},
   };
   const GLfloat fv[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
   const GLint iv[4] = {3, 2, 1, 0};
   for (unsigned k = 0; k < sizeof u / sizeof u[0]; k++) {
      GLint l = glGetUniformLocation(p, u[k].name);
      assert_true(l >= 0);
      for (unsigned kind = 1; kind <= 4; kind <<= 1) {
         for (unsigned n = 1; n <= 4; n++) {
            if (kind == M && n == 1)
               continue;
            GLfloat before[16] = {0}, after[16] = {0};
            glGetUniformfv(p, l, before);
            static void (*const set_f[])(GLint, GLsizei, const GLfloat *) = {glUniform1fv, glUniform2fv,
                                                                             glUniform3fv, glUniform4fv};
            static void (*const set_i[])(GLint, GLsizei, const GLint *) = {glUniform1iv, glUniform2iv,
                                                                           glUniform3iv, glUniform4iv};
            static void (*const set_m[])(GLint, GLsizei, GLboolean, const GLfloat *) = {
               NULL, glUniformMatrix2fv, glUniformMatrix3fv, glUniformMatrix4fv};
            if (kind == F)
               set_f[n - 1](l, 1, fv);
            else if (kind == I)
               set_i[n - 1](l, 1, iv);
            else
               set_m[n - 1](l, 1, GL_FALSE, fv);
            glGetUniformfv(p, l, after);
            if ((u[k].kinds & kind) && n == u[k].n) {
               if (glGetError())
                  fail_msg("%s, kind %u, %u components is refused", u[k].name, kind, n);
               bool is_bool = u[k].name[0] == 'b';
               for (unsigned c = 0; c < n * (kind == M ? n : 1); c++) {
                  float want = kind == I ? (float)iv[c] : fv[c];
                  assert_true(after[c] == (is_bool ? want != 0 : want));
               }
            } else {
               assert_gl(GL_INVALID_OPERATION);
               assert_memory_equal(before, after, sizeof before);
            }
         }
      }
      glUniform1fv(l, -1, fv);
      assert_gl(GL_INVALID_VALUE);
      if (u[k].kinds & F && u[k].n == 1) {
         glUniform1fv(l, 2, fv);
         assert_gl(u[k].array ? GL_NO_ERROR : GL_INVALID_OPERATION);
      }
   }
   GLint m3 = glGetUniformLocation(p, "m3");
   glUniformMatrix3fv(m3, 1, GL_TRUE, fv);
   assert_gl(GL_INVALID_VALUE);
   glUniform1i(glGetUniformLocation(p, "cube"), 20);
   assert_gl(GL_INVALID_VALUE);
   glUniform1i(glGetUniformLocation(p, "cube"), -1);
   assert_gl(GL_INVALID_VALUE);
   glUniform1f(-1, 0);
   glUniformMatrix4fv(-1, 1, GL_FALSE, fv);
   assert_gl(GL_NO_ERROR);
   glUniform1f(-2, 0);
   assert_gl(GL_INVALID_OPERATION);
   glUniform1f(100000, 0);
   assert_gl(GL_INVALID_OPERATION);
   GLfloat value;
   glGetUniformfv(p, -1, &value);
   assert_gl(GL_INVALID_OPERATION);
   /* Arrays: the rest behind the end is ignored. */
   glUniform1fv(glGetUniformLocation(p, "f[2]"), 16, fv);
   glGetUniformfv(p, glGetUniformLocation(p, "f[3]"), &value);
   assert_true(value == 2);
   GLint ivalue[4];
   glUniform2f(glGetUniformLocation(p, "v2"), 1.5f, -2.5f);
   glGetUniformiv(p, glGetUniformLocation(p, "v2"), ivalue);
   assert_true(ivalue[0] == 2 && ivalue[1] == -3);
   glUniform1f(glGetUniformLocation(p, "b"), -0.0f);
   glGetUniformiv(p, glGetUniformLocation(p, "b"), ivalue);
   assert_int_equal(ivalue[0], 0);
   glUseProgram(0);
   glUniform1f(0, 0);
   assert_gl(GL_INVALID_OPERATION);
}

/** The constants of a draw hold the values where a shader would read them; gl_DepthRange follows its state.
 */
static void
constants(void **state)
{
   struct fixture *f = *state;
   static const char v[] = "uniform vec4 c; void main() { gl_Position = c; }";
   static const char g[] = "precision highp float; uniform vec4 c; uniform bool b; void main() { "
                           "gl_FragColor = c * (b ? gl_DepthRange.diff : 2.0); }";
   GLuint p = fixture_program(v, g, NULL);
   glUseProgram(p);
   glUniform4f(glGetUniformLocation(p, "c"), 11, 12, 13, 14);
   glUniform1i(glGetUniformLocation(p, "b"), 7);
   glDepthRangef(0.25f, 0.75f);
   glDrawArrays(GL_POINTS, 0, 1);
   const float c[4] = {11, 12, 13, 14};
   bool found[2] = {false, false}, range = false, yes = false;
   for (unsigned st = 0; st < 2; st++) {
      for (unsigned i = 0; i < f->m.last.constants_B[st] / 16; i++) {
         const float *slot = f->m.last.constants[st][i];
         uint32_t bits;
         memcpy(&bits, slot, 4);
         found[st] |= !memcmp(slot, c, sizeof c);
         range |= st == 1 && slot[0] == 0.5f;
         yes |= st == 1 && bits == UINT32_MAX;
      }
   }
   assert_true(found[0] && found[1] && range && yes);
   glDepthRangef(0, 1);
   glDrawArrays(GL_POINTS, 0, 1);
   range = false;
   for (unsigned i = 0; i < f->m.last.constants_B[1] / 16; i++)
      range |= f->m.last.constants[1][i][0] == 1.0f;
   assert_true(range);
}

static void
sampler_units(void **state)
{
   struct fixture *f = *state;
   GLuint p = fixture_program(vs, fs, names), t[3];
   glUseProgram(p);
   const uint8_t texel[4] = {1, 2, 3, 4};
   glGenTextures(3, t);
   for (GLenum i = 0; i < 2; i++) {
      glActiveTexture(GL_TEXTURE3 + i);
      glBindTexture(GL_TEXTURE_2D, t[i]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, i ? GL_MIRRORED_REPEAT : GL_CLAMP_TO_EDGE);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1 + (GLsizei)i, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   i ? NULL : texel);
   }
   /* all three samplers on unit 0: the cube and the 2D ones clash */
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_INVALID_OPERATION);
   glValidateProgram(p);
   GLint ok;
   glGetProgramiv(p, GL_VALIDATE_STATUS, &ok);
   assert_false(ok);
   const GLint units[2] = {4, 3};
   glUniform1iv(glGetUniformLocation(p, "t"), 2, units);
   glValidateProgram(p);
   glGetProgramiv(p, GL_VALIDATE_STATUS, &ok);
   assert_true(ok);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_NO_ERROR);
   unsigned widths = 0, cubes = 0;
   for (unsigned i = 0; i < f->m.last.num_views[1]; i++) {
      const struct pipe_resource *r = f->m.last.views[1][i].texture;
      const struct pipe_sampler_state *s = &f->m.last.samplers[1][i];
      if (r->target == PIPE_TEXTURE_CUBE) { /* nothing there: black */
         cubes++;
         assert_int_equal(r->width0, 1);
         continue;
      }
      widths = widths * 10 + r->width0;
      assert_int_equal(s->wrap_s, r->width0 == 2 ? PIPE_TEX_WRAP_MIRROR_REPEAT : PIPE_TEX_WRAP_CLAMP_TO_EDGE);
      assert_int_equal(s->min_mip_filter, PIPE_TEX_MIPFILTER_NONE);
   }
   assert_int_equal(widths, 21);
   assert_int_equal(cubes, 1);
}

/** A failed relink leaves the executable in use; a good one replaces it at once. */
static void
relink(void **state)
{
   struct fixture *f = *state;
   static const char v1[] = "attribute vec4 a; uniform vec4 u; void main() { gl_Position = a + u; }";
   static const char v2[] = "attribute vec4 a, b; void main() { gl_Position = a + b; }";
   static const char g[] = "void main() { gl_FragColor = vec4(1); }";
   static const char broken[] = "void main() { gl_Position = 1; }";
   GLuint p = glCreateProgram(), v = fixture_shader(GL_VERTEX_SHADER, v1),
          fr = fixture_shader(GL_FRAGMENT_SHADER, g);
   const char *text;
   GLint ok, n;
   glAttachShader(p, v);
   glAttachShader(p, fr);
   glBindAttribLocation(p, 3, "a");
   glBindAttribLocation(p, 5, "b");
   glLinkProgram(p);
   glUseProgram(p);
   assert_int_equal(glGetAttribLocation(p, "a"), 3);
   GLint u = glGetUniformLocation(p, "u");
   glUniform4f(u, 1, 2, 3, 4);
   glVertexAttrib1f(3, 42);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_true(f->m.last.attribs[0][3][0] == 42);
   text = broken;
   glShaderSource(v, 1, &text, NULL);
   glCompileShader(v);
   glGetShaderiv(v, GL_COMPILE_STATUS, &ok);
   assert_false(ok);
   glGetShaderiv(v, GL_INFO_LOG_LENGTH, &n);
   assert_true(n > 10);
   glLinkProgram(p);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   assert_false(ok);
   glGetProgramiv(p, GL_ACTIVE_UNIFORMS, &n);
   assert_int_equal(n, 0);
   unsigned draws = f->m.draws;
   glDrawArrays(GL_POINTS, 0, 1);
   assert_int_equal(f->m.draws, draws + 1);
   assert_gl(GL_NO_ERROR);
   glUniform4f(u, 1, 2, 3, 4);
   assert_gl(GL_INVALID_OPERATION);
   glUseProgram(p);
   assert_gl(GL_INVALID_OPERATION);
   text = v2;
   glShaderSource(v, 1, &text, NULL);
   glCompileShader(v);
   glLinkProgram(p);
   glVertexAttrib1f(5, 17);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_true(f->m.last.attribs[0][5][0] == 17);
   assert_gl(GL_NO_ERROR);
   /* Values start at zero after a link. */
   text = v1;
   glShaderSource(v, 1, &text, NULL);
   glCompileShader(v);
   glLinkProgram(p);
   GLfloat value[4];
   glGetUniformfv(p, glGetUniformLocation(p, "u"), value);
   assert_true(value[0] == 0 && value[3] == 0);
}

static void
strings(void **state)
{
   GLuint s = glCreateShader(GL_VERTEX_SHADER);
   const char *parts[3] = {"void ma", "in() {}xxxx", " // end"};
   const GLint lengths[3] = {-1, 7, 3};
   char buffer[64];
   GLsizei n;
   GLint value;
   glGetShaderiv(s, GL_SHADER_SOURCE_LENGTH, &value);
   assert_int_equal(value, 0);
   glGetShaderiv(s, GL_INFO_LOG_LENGTH, &value);
   assert_int_equal(value, 0);
   glShaderSource(s, 3, parts, lengths);
   glGetShaderiv(s, GL_SHADER_SOURCE_LENGTH, &value);
   assert_int_equal(value, 18);
   glGetShaderSource(s, sizeof buffer, &n, buffer);
   assert_string_equal(buffer, "void main() {} //");
   assert_int_equal(n, 17);
   glGetShaderSource(s, 5, &n, buffer);
   assert_string_equal(buffer, "void");
   assert_int_equal(n, 4);
   const GLint counted[3] = {-1, 8, 5}; /* the second and the third count NULs at their ends */
   const char padded[3][8] = {"void ma", "in() {}", " //"};
   const char *arrays[3] = {padded[0], padded[1], padded[2]};
   glShaderSource(s, 3, arrays, counted);
   glGetShaderSource(s, sizeof buffer, &n, buffer);
   assert_string_equal(buffer, "void main() {} //");
   buffer[0] = 'x';
   glGetShaderSource(s, 0, &n, buffer);
   assert_int_equal(n, 0);
   assert_int_equal(buffer[0], 'x');
   glGetShaderSource(s, -1, &n, buffer);
   assert_gl(GL_INVALID_VALUE);
   glShaderSource(s, -1, parts, NULL);
   assert_gl(GL_INVALID_VALUE);
   glGetShaderiv(s, GL_LINK_STATUS, &value);
   assert_gl(GL_INVALID_ENUM);
   GLint range[2], precision;
   glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, GL_HIGH_FLOAT, range, &precision);
   assert_true(range[0] == 127 && range[1] == 127 && precision == 23);
   glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, GL_FLOAT, range, &precision);
   assert_gl(GL_INVALID_ENUM);
   glShaderBinary(1, &s, 0x1234, "x", 1);
   assert_gl(GL_INVALID_ENUM);
}

#define T(f) cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      T(locations), T(active_lists), T(type_rules), T(constants), T(sampler_units), T(relink), T(strings),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
