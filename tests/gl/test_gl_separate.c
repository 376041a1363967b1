/* SPDX-License-Identifier: MIT
 *
 * EXT_separate_shader_objects on every chip: programs of one stage mixed in pipelines, their uniforms,
 * samplers and varyings, what a relink does, what cannot be drawn, and binaries.
 */
#include "gl_chip.h"

#define ENABLE "#extension GL_EXT_separate_shader_objects : require\n"

#define VS_PLAIN                                                                                             \
   "attribute vec4 pos; uniform vec4 k; varying vec4 v; void main() { v = k; gl_Position = pos; }"
#define FS_PLAIN                                                                                             \
   "precision mediump float; uniform vec4 k; varying vec4 v; void main() { gl_FragColor = v + k; }"

static GLuint
stage(GLenum type, const char *text)
{
   GLuint p = glCreateShaderProgramvEXT(type, 1, &text);
   GLint ok = 0;
   char log[600] = "";
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   glGetProgramInfoLog(p, sizeof log, NULL, log);
   if (!ok)
      fail_msg("%s\n%s", text, log);
   return p;
}

static GLuint
pipeline_of(GLuint vs, GLuint fs)
{
   GLuint pl;
   glGenProgramPipelinesEXT(1, &pl);
   glUseProgramStagesEXT(pl, GL_VERTEX_SHADER_BIT_EXT, vs);
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, fs);
   glUseProgram(0);
   glBindProgramPipelineEXT(pl);
   return pl;
}

/** Uniforms of one name are two; both kinds of setting them; a change between draws is seen. */
static void
uniforms_on(struct gl *g)
{
   GLuint vs = stage(GL_VERTEX_SHADER, VS_PLAIN), fs = stage(GL_FRAGMENT_SHADER, FS_PLAIN);
   GLuint pl = pipeline_of(vs, fs);
   glProgramUniform4fEXT(vs, glGetUniformLocation(vs, "k"), 0.2f, 0, 0, 0.4f);
   glActiveShaderProgramEXT(pl, fs);
   glUniform4f(glGetUniformLocation(fs, "k"), 0, 0.6f, 0, 0.6f);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(51, 153, 0, 255));
   glUniform4f(glGetUniformLocation(fs, "k"), 0, 0, 1, 0.6f);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(51, 0, 255, 255));
   glProgramUniform4fvEXT(vs, glGetUniformLocation(vs, "k"), 1, (const float[]){1, 0, 0, 0.4f});
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(255, 0, 255, 255));

   /* another fragment program, and back */
   GLuint other = stage(GL_FRAGMENT_SHADER,
                        "precision mediump float; varying vec4 v; void main() { gl_FragColor = v.grra; }");
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, other);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(0, 255, 255, 102));
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, fs);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(255, 0, 255, 255));

   /* a current program goes before the pipeline */
   GLuint whole = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(whole, "c"), 0, 1, 0, 1);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(0, 255, 0, 255));
   glUseProgram(0);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(255, 0, 255, 255));

   /* programs live on in the pipeline */
   glDeleteProgram(vs);
   glDeleteProgram(fs);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(255, 0, 255, 255));
   assert_true(glIsProgram(vs));
   glDeleteProgramPipelinesEXT(1, &pl);
   assert_false(glIsProgram(vs));
   gl_clear(0, 0, 0, 0);
   gl_fill(); /* no program at all: nothing */
   ASSERT_PIXEL(g, 3, 3, 0);
}

/** Locations match varyings of other names, longer ones and arrays; what does not match is no error. */
static void
locations_on(struct gl *g)
{
   GLuint vs = stage(GL_VERTEX_SHADER, ENABLE
                     "layout(location = 2) attribute vec4 where; layout(location = 5) varying vec4 color;"
                     "layout(location = 1) varying vec2 many[2];"
                     "void main() { color = vec4(0.2, 0.4, 0.6, 0.8); many[0] = vec2(0.0, 1.0);"
                     "many[1] = vec2(1.0, 0.4); gl_Position = where; }");
   assert_int_equal(glGetAttribLocation(vs, "where"), 2);
   GLuint three =
      stage(GL_FRAGMENT_SHADER, ENABLE "precision mediump float; layout(location = 5) varying vec3 c;"
                                       "void main() { gl_FragColor = vec4(c, 1.0); }");
   GLuint array =
      stage(GL_FRAGMENT_SHADER, ENABLE "precision mediump float; layout(location = 1) varying vec2 a[2];"
                                       "void main() { gl_FragColor = vec4(a[0], a[1]); }");
   GLuint none = stage(GL_FRAGMENT_SHADER,
                       ENABLE "precision mediump float; layout(location = 4) varying vec4 c; varying mat2 m;"
                              "void main() { gl_FragColor = vec4(1.0, c.xy + m[0], 1.0); }");
   const float pos[16] = {-1, -1, 0, 1, 1, -1, 0, 1, -1, 1, 0, 1, 1, 1, 0, 1};
   glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, 0, pos);
   glEnableVertexAttribArray(2);
   pipeline_of(vs, three);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL(g, 9, 9, rgba(51, 102, 153, 255));
   pipeline_of(vs, array);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL(g, 9, 9, rgba(0, 255, 255, 102));
   pipeline_of(vs, none);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   assert_int_equal(gl_pixel(9, 9) & 0xff0000ff, 0xff0000ff);
   glDisableVertexAttribArray(2);
}

static void
samplers_on(struct gl *g)
{
   GLuint vs = stage(GL_VERTEX_SHADER, "attribute vec4 pos; uniform sampler2D t; varying vec4 v;"
                                       "void main() { v = texture2D(t, vec2(0.5)); gl_Position = pos; }");
   GLuint fs = stage(GL_FRAGMENT_SHADER, "precision mediump float; uniform sampler2D t; varying vec4 v;"
                                         "void main() { gl_FragColor = v + texture2D(t, vec2(0.5)); }");
   GLuint tex[2];
   const uint32_t texel[2] = {rgba(255, 0, 0, 255), rgba(0, 0, 255, 255)};
   glGenTextures(2, tex);
   for (unsigned i = 0; i < 2; i++) {
      glActiveTexture(GL_TEXTURE3 + i);
      glBindTexture(GL_TEXTURE_2D, tex[i]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &texel[i]);
   }
   glProgramUniform1iEXT(vs, glGetUniformLocation(vs, "t"), 3);
   glProgramUniform1iEXT(fs, glGetUniformLocation(fs, "t"), 4);
   pipeline_of(vs, fs);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(255, 0, 255, 255));
   glProgramUniform1iEXT(fs, glGetUniformLocation(fs, "t"), 3);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(255, 0, 0, 255));
}

/** Relinking a stage's program is seen; what must not be drawn raises INVALID_OPERATION. */
static void
relink_on(struct gl *g)
{
   GLuint vs = stage(GL_VERTEX_SHADER, VS_PLAIN), fs = glCreateProgram(), s[2];
   const char *const text[2] = {FS_PLAIN, "precision mediump float; varying vec4 v; void main() { "
                                          "gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0) + v * 0.0; }"};
   for (unsigned i = 0; i < 2; i++) {
      s[i] = glCreateShader(GL_FRAGMENT_SHADER);
      glShaderSource(s[i], 1, &text[i], NULL);
      glCompileShader(s[i]);
   }
   glAttachShader(fs, s[0]);
   glLinkProgram(fs); /* not separable: lacks a stage */
   GLint ok = 1;
   glGetProgramiv(fs, GL_LINK_STATUS, &ok);
   assert_int_equal(ok, 0);
   glProgramParameteriEXT(fs, GL_PROGRAM_SEPARABLE_EXT, GL_TRUE);
   glLinkProgram(fs);
   GLuint pl = pipeline_of(vs, fs);
   glProgramUniform4fEXT(vs, glGetUniformLocation(vs, "k"), 1, 0, 0, 1);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(255, 0, 0, 255));
   glDetachShader(fs, s[0]);
   glAttachShader(fs, s[1]);
   glLinkProgram(fs);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(0, 255, 0, 255));

   /* a failed relink leaves the executable */
   glDetachShader(fs, s[1]);
   glLinkProgram(fs);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(0, 255, 0, 255));
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, fs);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);

   /* a program of two stages in one of them */
   GLuint both = gl_program_with(VS_POS, FS_COLOR);
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, both);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION); /* not separable */
   glProgramParameteriEXT(both, GL_PROGRAM_SEPARABLE_EXT, GL_TRUE);
   glLinkProgram(both);
   glUseProgram(0);
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, both);
   gl_fill();
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glValidateProgramPipelineEXT(pl);
   glGetProgramPipelineivEXT(pl, GL_VALIDATE_STATUS, &ok);
   assert_int_equal(ok, 0);
   GLint n;
   glGetProgramPipelineivEXT(pl, GL_INFO_LOG_LENGTH, &n);
   assert_true(n > 1);
   glUseProgramStagesEXT(pl, GL_ALL_SHADER_BITS_EXT, both);
   glProgramUniform4fEXT(both, glGetUniformLocation(both, "c"), 0, 0, 1, 1);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(0, 0, 255, 255));
   glValidateProgramPipelineEXT(pl);
   glGetProgramPipelineivEXT(pl, GL_VALIDATE_STATUS, &ok);
   assert_int_equal(ok, 1);
   glProgramParameteriEXT(both, GL_PROGRAM_SEPARABLE_EXT, GL_FALSE);
   glLinkProgram(both);
   gl_fill();
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);

   /* one stage alone: undefined, no error */
   glUseProgramStagesEXT(pl, GL_ALL_SHADER_BITS_EXT, 0);
   glUseProgramStagesEXT(pl, GL_VERTEX_SHADER_BIT_EXT, vs);
   gl_fill();
   glUseProgram(vs);
   gl_fill();
}

static void
binaries_on(struct gl *g)
{
   GLuint vs = stage(GL_VERTEX_SHADER, VS_PLAIN), fs = stage(GL_FRAGMENT_SHADER, FS_PLAIN), copy[2];
   for (unsigned i = 0; i < 2; i++) {
      char bytes[4000];
      GLsizei n = 0;
      GLenum format;
      GLint ok, separable;
      glGetProgramBinaryOES(i ? fs : vs, sizeof bytes, &n, &format, bytes);
      assert_true(n > 0);
      copy[i] = glCreateProgram();
      bytes[n - 1] ^= 1;
      glProgramBinaryOES(copy[i], format, bytes, n);
      glGetProgramiv(copy[i], GL_LINK_STATUS, &ok);
      assert_int_equal(ok, 0);
      bytes[n - 1] ^= 1;
      glProgramBinaryOES(copy[i], format, bytes, n);
      glGetProgramiv(copy[i], GL_LINK_STATUS, &ok);
      glGetProgramiv(copy[i], GL_PROGRAM_SEPARABLE_EXT, &separable);
      assert_int_equal(ok, 1);
      assert_int_equal(separable, 1);
   }
   pipeline_of(copy[0], copy[1]);
   glProgramUniform4fEXT(copy[0], glGetUniformLocation(copy[0], "k"), 1, 0, 0, 0);
   glProgramUniform4fEXT(copy[1], glGetUniformLocation(copy[1], "k"), 0, 0, 1, 1);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, rgba(255, 0, 255, 255));
}

static void
uniforms(void **state)
{
   ON_EVERY_CHIP(uniforms_on);
}

static void
locations(void **state)
{
   ON_EVERY_CHIP(locations_on);
}

static void
samplers(void **state)
{
   ON_EVERY_CHIP(samplers_on);
}

static void
relink(void **state)
{
   ON_EVERY_CHIP(relink_on);
}

static void
binaries(void **state)
{
   ON_EVERY_CHIP(binaries_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(uniforms), cmocka_unit_test(locations), cmocka_unit_test(samplers),
      cmocka_unit_test(relink),   cmocka_unit_test(binaries),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
