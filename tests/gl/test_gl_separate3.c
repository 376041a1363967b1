/* SPDX-License-Identifier: MIT
 *
 * EXT_separate_shader_objects with GLSL ES 3.00: integers, structs and arrays between programs of one stage, what does not match,
 * uniform blocks, outputs that are bound, binaries, transform feedback.
 */
#define GL_CONTEXT_VERSION 30
#include <GLES3/gl3.h>

#include "gl_chip.h"

#define HEAD "#version 300 es\nprecision highp float; precision highp int;\n"
#define S    "struct S { vec4 a; mat3 m; int k; };"

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

static void
use(GLuint pl, GLuint vs, GLuint fs)
{
   glUseProgramStagesEXT(pl, GL_VERTEX_SHADER_BIT_EXT, vs);
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, fs);
   gl_clear(0, 0, 0, 0);
   gl_fill();
}

/** The program as its own binary brings it back. */
static GLuint
reloaded(GLuint p)
{
   GLint n = 0, ok = 0;
   GLenum format;
   glGetProgramiv(p, GL_PROGRAM_BINARY_LENGTH, &n);
   void *bytes = malloc((size_t)n);
   glGetProgramBinary(p, n, NULL, &format, bytes);
   glDeleteProgram(p);
   p = glCreateProgram();
   glProgramBinary(p, format, bytes, n);
   free(bytes);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   assert_true(ok);
   return p;
}

static void
varyings_on(struct gl *g)
{
   GLuint pl,
      vs = stage(GL_VERTEX_SHADER, HEAD S
                 "in vec4 pos; flat out ivec2 v; flat out S s; out vec2 arr[3]; out vec4 unread;"
                 "void main() { gl_Position = pos; v = ivec2(7, -3); s.a = vec4(0.5); s.m = mat3(2.0);"
                 " s.k = gl_VertexID >= 0 ? 3 : 4; arr[0] = arr[2] = vec2(0.2, 0.4); arr[1] = vec2(0.6);"
                 " unread = pos; }");
   GLuint fs =
      stage(GL_FRAGMENT_SHADER,
            HEAD S "flat in ivec2 v; flat in S s; in vec2 arr[3]; out vec4 o; uniform int one; void main() {"
                   " o = vec4(v == ivec2(7, -3), s.k == 3 && s.m[1].y == 2.0, arr[one].x, arr[2].y); }");
   glGenProgramPipelinesEXT(1, &pl);
   glUseProgram(0);
   glBindProgramPipelineEXT(pl);
   glProgramUniform1iEXT(fs, glGetUniformLocation(fs, "one"), 1);
   use(pl, vs, fs);
   ASSERT_PIXEL(g, 5, 5, rgba(255, 255, 153, 102));
   vs = reloaded(vs);
   fs = reloaded(fs);
   glProgramUniform1iEXT(fs, glGetUniformLocation(fs, "one"), 0);
   use(pl, vs, fs);
   ASSERT_PIXEL(g, 5, 5, rgba(255, 255, 51, 102));
   /* what does not match, or is not there, is undefined, and the rest is drawn */
   GLuint other = stage(GL_FRAGMENT_SHADER, HEAD
                        "struct S { vec4 a; }; flat in ivec3 v; flat in S s; in vec2 nobody; in vec2 arr[3];"
                        "out vec4 o; void main() { vec4 x = vec4(v, 0) + s.a + nobody.xxyy;"
                        " o = vec4(arr[1], 0.2, x == x ? 1 : 1); }");
   use(pl, vs, other);
   ASSERT_PIXEL(g, 5, 5, rgba(153, 153, 51, 255));
   glDeleteProgram(vs);
   glDeleteProgram(fs);
   glDeleteProgram(other);
   glDeleteProgramPipelinesEXT(1, &pl);
}

static void
blocks_on(struct gl *g)
{
   static const float values[3][4] = {
      {0.2f, 0,    0,    0},
      {0,    0.4f, 0,    0},
      {0,    0,    0.6f, 1}
   };
   GLuint pl, b[3];
   glGenBuffers(3, b);
   for (unsigned i = 0; i < 3; i++) {
      glBindBufferBase(GL_UNIFORM_BUFFER, i, b[i]);
      glBufferData(GL_UNIFORM_BUFFER, sizeof values[i], values[i], GL_STATIC_DRAW);
   }
   GLuint vs = stage(GL_VERTEX_SHADER,
                     HEAD "in vec4 pos; uniform B { vec4 b; }; uniform C { vec4 c; }; flat out vec4 v;"
                          "void main() { gl_Position = pos; v = b + c; }");
   GLuint fs = stage(GL_FRAGMENT_SHADER,
                     HEAD "uniform B { vec4 b; }; flat in vec4 v; out vec4 o; void main() { o = v + b; }");
   glUniformBlockBinding(vs, glGetUniformBlockIndex(vs, "C"), 1);
   glUniformBlockBinding(fs, glGetUniformBlockIndex(fs, "B"), 2);
   glGenProgramPipelinesEXT(1, &pl);
   glUseProgram(0);
   glBindProgramPipelineEXT(pl);
   use(pl, vs, fs);
   ASSERT_PIXEL(g, 5, 5, rgba(51, 102, 153, 255));
   /* bindings that change when the two have met */
   glUniformBlockBinding(fs, 0, 1);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, rgba(51, 204, 0, 0));
   glUniformBlockBinding(vs, glGetUniformBlockIndex(vs, "B"), 2);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, rgba(0, 204, 153, 255));
   glDeleteProgram(vs);
   glDeleteProgram(fs);
   glDeleteProgramPipelinesEXT(1, &pl);
   glDeleteBuffers(3, b);
}

/* Outputs are where the fragment program bound them. */
static void
outputs_on(struct gl *g)
{
   static const GLenum targets[2] = {GL_NONE, GL_COLOR_ATTACHMENT1};
   const char *text = HEAD "out vec4 colour; void main() { colour = vec4(0.2, 0.4, 0.6, 0.8); }";
   GLuint pl, f, rb;
   GLuint vs = stage(GL_VERTEX_SHADER, HEAD "in vec4 pos; void main() { gl_Position = pos; }");
   GLuint fs = glCreateProgram(), s = glCreateShader(GL_FRAGMENT_SHADER);
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   glAttachShader(fs, s);
   glDeleteShader(s);
   glProgramParameteriEXT(fs, GL_PROGRAM_SEPARABLE_EXT, GL_TRUE);
   glBindFragDataLocationEXT(fs, 1, "colour");
   glLinkProgram(fs);
   assert_int_equal(glGetFragDataLocation(fs, "colour"), 1);
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 16, 16);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, rb);
   glDrawBuffers(2, targets);
   glReadBuffer(GL_COLOR_ATTACHMENT1);
   glGenProgramPipelinesEXT(1, &pl);
   glUseProgram(0);
   glBindProgramPipelineEXT(pl);
   for (unsigned pass = 0; pass < 2; pass++) {
      use(pl, vs, fs);
      ASSERT_PIXEL(g, 5, 5, rgba(51, 102, 153, 204));
      fs = reloaded(fs);
      assert_int_equal(glGetFragDataLocation(fs, "colour"), 1);
   }
   glDeleteFramebuffers(1, &f);
   glDeleteRenderbuffers(1, &rb);
   glDeleteProgram(vs);
   glDeleteProgram(fs);
   glDeleteProgramPipelinesEXT(1, &pl);
}

/* More than a vertex has room for is an error of the program, not of the pipeline. */
static void
too_many_on(struct gl *g)
{
   const char *text = HEAD "in vec4 pos; flat out ivec4 v[40]; void main() { gl_Position = pos;"
                           " for (int i = 0; i < 40; i++) v[i] = ivec4(i); }";
   GLint ok = 1;
   const GLuint p = glCreateShaderProgramvEXT(GL_VERTEX_SHADER, 1, &text);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   if (ok)
      fail_msg("%s: 40 vectors are taken", g->chip);
   glDeleteProgram(p);
}

/** A vertex shader by itself that is captured from: what the fragment shader reads, and what nobody reads. */
static GLuint
captured_stage(GLenum mode)
{
   static const char text[] = HEAD "in vec4 pos; flat out ivec4 v; out vec2 arr[2]; void main() {"
                                   "gl_Position = pos; v = ivec4(1, 2, 3, gl_VertexID);"
                                   "arr[0] = vec2(9.0); arr[1] = vec2(gl_VertexID, 0.5); }";
   static const char *const names[] = {"arr[1]", "v"}, *const list[] = {text};
   GLint ok = 0;
   const GLuint p = glCreateProgram(), s = glCreateShader(GL_VERTEX_SHADER);
   glShaderSource(s, 1, list, NULL);
   glCompileShader(s);
   glAttachShader(p, s);
   glDeleteShader(s);
   glProgramParameteriEXT(p, GL_PROGRAM_SEPARABLE_EXT, GL_TRUE);
   glTransformFeedbackVaryings(p, 2, names, mode);
   glLinkProgram(p);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   assert_true(ok);
   return p;
}

/** Draws three points, which are captured to one buffer or to two. */
static void
capture_points(const struct gl *g, const GLuint buffers[2], bool separate)
{
   union {
      float f[32];
      int32_t i[32];
   } got[2];
   glBeginTransformFeedback(GL_POINTS);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glUseProgram(0);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION); /* while it is active */
   glDrawArrays(GL_POINTS, 0, 3);
   glEndTransformFeedback();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   for (unsigned i = 0; i < 2; i++) {
      glBindBuffer(GL_COPY_READ_BUFFER, buffers[i]);
      memcpy(&got[i], glMapBufferRange(GL_COPY_READ_BUFFER, 0, sizeof got[i], GL_MAP_READ_BIT),
             sizeof got[i]);
      glUnmapBuffer(GL_COPY_READ_BUFFER);
   }
   for (unsigned k = 0; k < 3; k++) {
      const float *arr = &got[0].f[k * (separate ? 2 : 6)];
      const int32_t *v = separate ? &got[1].i[k * 4] : &got[0].i[k * 6 + 2];
      if (arr[0] != (float)k || arr[1] != 0.5f || v[0] != 1 || v[1] != 2 || v[2] != 3 || v[3] != (int)k)
         fail_msg("%s: vertex %u: %g %g, %d %d %d %d", g->chip, k, (double)arr[0], (double)arr[1], v[0], v[1],
                  v[2], v[3]);
   }
}

static void
feedback_on(struct gl *g)
{
   GLuint pl, buffers[2];
   const GLuint fs =
      stage(GL_FRAGMENT_SHADER, HEAD "flat in ivec4 v; out vec4 c; void main() { c = vec4(v) / 255.0; }");
   glGenProgramPipelinesEXT(1, &pl);
   glUseProgram(0);
   glBindProgramPipelineEXT(pl);
   glGenBuffers(2, buffers);
   for (unsigned i = 0; i < 2; i++) {
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i]);
      glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 128, NULL, GL_STATIC_READ);
   }
   static const float points[3][2] = {
      {0, 0},
      {0, 0},
      {0, 0}
   };
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, points);
   glEnableVertexAttribArray(0);
   glUseProgramStagesEXT(pl, GL_FRAGMENT_SHADER_BIT_EXT, fs);
   glBeginTransformFeedback(GL_POINTS);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION); /* no vertex shader */
   for (unsigned pass = 0; pass < 4; pass++) {
      const bool separate = pass & 1;
      GLuint vs = captured_stage(separate ? GL_SEPARATE_ATTRIBS : GL_INTERLEAVED_ATTRIBS);
      if (pass & 2)
         vs = reloaded(vs);
      GLsizei size = 0, length = 0;
      GLenum type = 0;
      char name[20];
      glGetTransformFeedbackVarying(vs, 1, sizeof name, &length, &size, &type, name);
      assert_true(!strcmp(name, "v") && size == 1 && type == GL_INT_VEC4);
      glUseProgramStagesEXT(pl, GL_VERTEX_SHADER_BIT_EXT, vs);
      capture_points(g, buffers, separate);
      glUseProgramStagesEXT(pl, GL_VERTEX_SHADER_BIT_EXT, 0);
      glDeleteProgram(vs);
   }
   glBindProgramPipelineEXT(0);
   glDeleteProgramPipelinesEXT(1, &pl);
   glDeleteProgram(fs);
   glDeleteBuffers(2, buffers);
}

#define ON_CHIPS(name)                                                                                       \
   static void name(void **state)                                                                            \
   {                                                                                                         \
      ON_EVERY_CHIP(name##_on);                                                                              \
   }
ON_CHIPS(varyings)
ON_CHIPS(blocks)
ON_CHIPS(outputs)
ON_CHIPS(too_many)
ON_CHIPS(feedback)

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(varyings), cmocka_unit_test(blocks),
                                      cmocka_unit_test(outputs), cmocka_unit_test(too_many),
                                      cmocka_unit_test(feedback)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
