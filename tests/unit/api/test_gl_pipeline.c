/* SPDX-License-Identifier: MIT
 *
 * EXT_separate_shader_objects: names, errors, queries and link rules; what is drawn is in tests/gl.
 */
#include "gl_fixture.h"

#define ENABLE "#extension GL_EXT_separate_shader_objects : enable\n"
#define VS     "attribute vec4 a; varying vec4 v; uniform float f; void main() { v = a * f; gl_Position = a; }"
#define FS     "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }"

static GLuint
stage(GLenum type, const char *text)
{
   return glCreateShaderProgramvEXT(type, 1, &text);
}

static GLint
linked(GLuint p)
{
   GLint ok = -1;
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   return ok;
}

static GLint
get(GLuint pl, GLenum pname)
{
   GLint v = -7;
   glGetProgramPipelineivEXT(pl, pname, &v);
   return v;
}

static void
names(void **state)
{
   GLuint pl[3];
   GLint bound = -1;
   glGenProgramPipelinesEXT(-1, pl);
   assert_gl(GL_INVALID_VALUE);
   glGenProgramPipelinesEXT(3, pl);
   assert_false(glIsProgramPipelineEXT(pl[0])); /* not bound yet */
   assert_false(glIsProgramPipelineEXT(0));
   glBindProgramPipelineEXT(pl[0]);
   assert_true(glIsProgramPipelineEXT(pl[0]));
   glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING_EXT, &bound);
   assert_int_equal(bound, pl[0]);
   assert_int_equal(get(pl[1], GL_ACTIVE_PROGRAM_EXT), 0); /* made by the query */
   assert_true(glIsProgramPipelineEXT(pl[1]));
   assert_int_equal(get(pl[1], GL_VERTEX_SHADER), 0);
   assert_int_equal(get(pl[1], GL_FRAGMENT_SHADER), 0);
   assert_int_equal(get(pl[1], GL_VALIDATE_STATUS), 0);
   assert_int_equal(get(pl[1], GL_INFO_LOG_LENGTH), 0);
   get(pl[1], GL_LINK_STATUS);
   assert_gl(GL_INVALID_ENUM);
   glObjectLabelKHR(GL_PROGRAM_PIPELINE_KHR, pl[1], -1, "mine");
   char label[8] = "";
   glGetObjectLabelKHR(GL_PROGRAM_PIPELINE_KHR, pl[1], sizeof label, NULL, label);
   assert_string_equal(label, "mine");
   glDeleteProgramPipelinesEXT(-1, pl);
   assert_gl(GL_INVALID_VALUE);
   glDeleteProgramPipelinesEXT(2, pl);
   glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING_EXT, &bound);
   assert_int_equal(bound, 0);
   assert_false(glIsProgramPipelineEXT(pl[0]));
   static const GLuint strange[] = {0, 12345};
   glDeleteProgramPipelinesEXT(2, strange); /* ignored */
   assert_gl(GL_NO_ERROR);
   glBindProgramPipelineEXT(pl[0]);
   assert_gl(GL_INVALID_OPERATION);
   glBindProgramPipelineEXT(777);
   assert_gl(GL_INVALID_OPERATION);
   glUseProgramStagesEXT(777, GL_VERTEX_SHADER_BIT_EXT, 0);
   assert_gl(GL_INVALID_OPERATION);
   glUseProgramStagesEXT(0, GL_VERTEX_SHADER_BIT_EXT, 0);
   assert_gl(GL_INVALID_OPERATION);
   glActiveShaderProgramEXT(777, 0);
   assert_gl(GL_INVALID_OPERATION);
   glValidateProgramPipelineEXT(777);
   assert_gl(GL_INVALID_OPERATION);
   get(777, GL_VERTEX_SHADER);
   assert_gl(GL_INVALID_OPERATION);
   glGetProgramPipelineInfoLogEXT(777, 0, NULL, NULL);
   assert_gl(GL_INVALID_OPERATION);
   glGetProgramPipelineInfoLogEXT(pl[2], -1, NULL, NULL);
   assert_gl(GL_INVALID_VALUE);
}

static void
stages(void **state)
{
   GLuint pl, vs = stage(GL_VERTEX_SHADER, VS), fs = stage(GL_FRAGMENT_SHADER, FS);
   glGenProgramPipelinesEXT(1, &pl);
   glUseProgramStagesEXT(pl, 4, vs);
   assert_gl(GL_INVALID_VALUE);
   glUseProgramStagesEXT(pl, GL_VERTEX_SHADER_BIT_EXT, 999);
   assert_gl(GL_INVALID_VALUE);
   glUseProgramStagesEXT(pl, GL_ALL_SHADER_BITS_EXT, vs);
   assert_int_equal(get(pl, GL_VERTEX_SHADER), vs);
   assert_int_equal(get(pl, GL_FRAGMENT_SHADER), 0); /* it has no such shader */
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, fs);
   assert_int_equal(get(pl, GL_FRAGMENT_SHADER), fs);
   glValidateProgramPipelineEXT(pl);
   assert_int_equal(get(pl, GL_VALIDATE_STATUS), 1);
   glActiveShaderProgramEXT(pl, vs);
   assert_int_equal(get(pl, GL_ACTIVE_PROGRAM_EXT), vs);
   GLuint empty = glCreateProgram();
   glActiveShaderProgramEXT(pl, empty);
   assert_gl(GL_INVALID_OPERATION);
   assert_int_equal(get(pl, GL_ACTIVE_PROGRAM_EXT), vs);
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, empty);
   assert_gl(GL_INVALID_OPERATION);
   assert_int_equal(get(pl, GL_FRAGMENT_SHADER), fs);

   /* glUniform goes to the active program of the bound pipeline, if no program is current */
   const GLint f = glGetUniformLocation(vs, "f");
   glUniform1f(f, 1);
   assert_gl(GL_INVALID_OPERATION);
   glBindProgramPipelineEXT(pl);
   glUniform1f(f, 3);
   float v = 0;
   glGetUniformfv(vs, f, &v);
   assert_true(v == 3);
   glProgramUniform1fEXT(vs, f, 4);
   glGetUniformfv(vs, f, &v);
   assert_true(v == 4);
   assert_gl(GL_NO_ERROR);
   glProgramUniform1iEXT(vs, f, 4);
   assert_gl(GL_INVALID_OPERATION);
   glProgramUniform1fEXT(999, f, 4);
   assert_gl(GL_INVALID_VALUE);
   glProgramUniform1fEXT(empty, f, 4);
   assert_gl(GL_INVALID_OPERATION);
   glProgramUniform1fEXT(glCreateShader(GL_VERTEX_SHADER), f, 4);
   assert_gl(GL_INVALID_OPERATION);
   glProgramUniformMatrix2fvEXT(vs, f, 1, GL_FALSE, (const float[4]){0});
   assert_gl(GL_INVALID_OPERATION);

   glProgramParameteriEXT(empty, GL_LINK_STATUS, GL_TRUE);
   assert_gl(GL_INVALID_ENUM);
   glProgramParameteriEXT(empty, GL_PROGRAM_SEPARABLE_EXT, 2);
   assert_gl(GL_INVALID_VALUE);
   GLint flag = -1;
   glGetProgramiv(empty, GL_PROGRAM_SEPARABLE_EXT, &flag);
   assert_int_equal(flag, 0);
   glGetProgramiv(vs, GL_PROGRAM_SEPARABLE_EXT, &flag);
   assert_int_equal(flag, 1);
}

static void
creation(void **state)
{
   char log[300] = "";
   assert_int_equal(stage(GL_TEXTURE, VS), 0);
   assert_gl(GL_INVALID_ENUM);
   assert_int_equal(glCreateShaderProgramvEXT(GL_VERTEX_SHADER, -1, NULL), 0);
   assert_gl(GL_INVALID_VALUE);
   GLuint bad = stage(GL_FRAGMENT_SHADER, "void main() { nonsense; }");
   assert_true(bad);
   assert_int_equal(linked(bad), 0);
   glGetProgramInfoLog(bad, sizeof log, NULL, log);
   assert_non_null(strstr(log, "nonsense"));
   const char *const parts[2] = {"attribute vec4 a;", "void main() { gl_Position = a; }"};
   GLuint p = glCreateShaderProgramvEXT(GL_VERTEX_SHADER, 2, (const char **)parts);
   assert_int_equal(linked(p), 1);
   GLint n = -1;
   glGetProgramiv(p, GL_ATTACHED_SHADERS, &n);
   assert_int_equal(n, 0);
   glGetProgramiv(p, GL_ACTIVE_ATTRIBUTES, &n);
   assert_int_equal(n, 1);
   assert_gl(GL_NO_ERROR);
}

/* What two programs became together goes when one of them does. */
static void
pairs_go_with_their_programs(void **state)
{
   const struct fixture *f = *state;
   GLuint pl, vs = stage(GL_VERTEX_SHADER, VS);
   const unsigned before = f->m.shaders;
   glGenProgramPipelinesEXT(1, &pl);
   glUseProgramStagesEXT(pl, GL_VERTEX_SHADER_BIT_EXT, vs);
   glBindProgramPipelineEXT(pl);
   for (unsigned i = 0; i < 5; i++) {
      GLuint fs = stage(GL_FRAGMENT_SHADER, FS);
      glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, fs);
      const unsigned draws = f->m.draws;
      glDrawArrays(GL_TRIANGLES, 0, 3);
      assert_int_equal(f->m.draws, draws + 1);
      glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, 0);
      glDeleteProgram(fs);
      glDrawArrays(GL_TRIANGLES, 0, 3); /* so that nothing of it is bound */
      assert_int_equal(f->m.shaders, before);
   }
   assert_gl(GL_NO_ERROR);
}

/** Location rules of the linker. */
static void
locations(void **state)
{
   static const struct {
      GLenum type;
      bool ok;
      const char *text;
   } cases[] = {
      {GL_VERTEX_SHADER,   true,
       ENABLE "layout(location = 3) attribute vec4 a; void main() { gl_Position = a; }"                   },
      {GL_VERTEX_SHADER,   false,
       ENABLE "layout(location = 16) attribute vec4 a; void main() { gl_Position = a; }"                  },
      {GL_VERTEX_SHADER,   false,
       ENABLE "layout(location = 13) attribute mat4 a; void main() { gl_Position = a[0]; }"               },
      {GL_VERTEX_SHADER,   false,
       ENABLE "layout(location = 1) varying vec4 v; layout(location = 1) varying vec2 w;"
              "void main() { v = vec4(1); w = vec2(1); gl_Position = v; }"                                },
      {GL_VERTEX_SHADER,   false,
       ENABLE "layout(location = 1) varying vec4 v[2]; layout(location = 2) varying vec2 w;"
              "void main() { v[0] = vec4(1); w = vec2(1); gl_Position = v[0]; }"                          },
      {GL_FRAGMENT_SHADER, false,
       ENABLE "precision mediump float; layout(location = 200) varying vec4 v;"
              "void main() { gl_FragColor = v; }"                                                         },
      {GL_FRAGMENT_SHADER, false,
       ENABLE "precision mediump float; layout(location = 2) varying vec4 w; varying vec4 v[1000];"
              "void main() { gl_FragColor = v[0] + w; }"                                                  },
 /* what the language refuses */
      {GL_FRAGMENT_SHADER, false,
       ENABLE "precision mediump float; layout(location = 0) uniform vec4 v;"
              "void main() { gl_FragColor = v; }"                                                         },
      {GL_FRAGMENT_SHADER, false,
       ENABLE "precision mediump float; layout(binding = 0) varying vec4 v;"
              "void main() { gl_FragColor = v; }"                                                         },
      {GL_FRAGMENT_SHADER, false,
       ENABLE "precision mediump float; layout(location) varying vec4 v;"
              "void main() { gl_FragColor = v; }"                                                         },
      {GL_FRAGMENT_SHADER, false,
       ENABLE "precision mediump float; layout(location = -1) varying vec4 v;"
              "void main() { gl_FragColor = v; }"                                                         },
      {GL_FRAGMENT_SHADER, false,
       "precision mediump float; layout(location = 1) varying vec4 v; void main() { gl_FragColor = v; }"  },
      {GL_FRAGMENT_SHADER, true,  "#ifndef GL_EXT_separate_shader_objects\n#error\n#endif\nvoid main() {}"},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
      if (linked(stage(cases[i].type, cases[i].text)) != cases[i].ok)
         fail_msg("case %u", i);
   assert_gl(GL_NO_ERROR);

   /* the text goes before glBindAttribLocation */
   GLuint p = glCreateProgram();
   glAttachShader(p, fixture_shader(GL_VERTEX_SHADER,
                                    ENABLE "layout(location = 3) attribute vec4 a; attribute vec4 b;"
                                           "void main() { gl_Position = a + b; }"));
   glProgramParameteriEXT(p, GL_PROGRAM_SEPARABLE_EXT, GL_TRUE);
   glBindAttribLocation(p, 7, "a");
   glBindAttribLocation(p, 8, "b");
   glLinkProgram(p);
   assert_int_equal(linked(p), 1);
   assert_int_equal(glGetAttribLocation(p, "a"), 3);
   assert_int_equal(glGetAttribLocation(p, "b"), 8);

   /* in one program, varyings of one location match, whatever their names */
   fixture_program(
      ENABLE "attribute vec4 a; layout(location = 1) varying vec4 x; void main() { x = gl_Position = a; }",
      ENABLE
      "precision mediump float; layout(location = 1) varying vec4 y; void main() { gl_FragColor = y; }",
      NULL);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {TEST(names), TEST(stages), TEST(creation), TEST(locations),
                                      TEST(pairs_go_with_their_programs)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
