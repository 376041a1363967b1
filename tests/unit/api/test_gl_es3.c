/* SPDX-License-Identifier: MIT
 *
 * Contexts of OpenGL ES 3.0: when a screen has them, what they say of themselves, and what those of 2.0 refuse.
 */
#include "gl_fixture.h"

static void
screens_are_asked(void **state)
{
   struct mock m;
   mock_init(&m);
   assert_non_null(st_gles3_missing(&m.screen));
   mock_gles3(&m);
   assert_null(st_gles3_missing(&m.screen));
   m.screen.caps.max_stream_output_buffers = 0;
   assert_string_equal(st_gles3_missing(&m.screen), "transform feedback");
   mock_gles3(&m);
   m.screen.caps.primitive_restart = false;
   assert_string_equal(st_gles3_missing(&m.screen), "primitive restart");
   mock_gles3(&m);
   m.format_ok[PIPE_FORMAT_R9G9B9E5_FLOAT] = false;
   assert_string_equal(st_gles3_missing(&m.screen), "shared exponents");
   mock_fini(&m);
}

static void
strings(void **state)
{
   GLint major = 0, minor = 7, n = 0;
   assert_memory_equal(glGetString(GL_VERSION), "OpenGL ES 3.0 ", 14);
   assert_memory_equal(glGetString(GL_SHADING_LANGUAGE_VERSION), "OpenGL ES GLSL ES 3.00", 22);
   glGetIntegerv(GL_MAJOR_VERSION, &major);
   glGetIntegerv(GL_MINOR_VERSION, &minor);
   glGetIntegerv(GL_NUM_EXTENSIONS, &n);
   assert_int_equal(major, 3);
   assert_int_equal(minor, 0);
   /* one by one they are the string */
   const char *all = (const char *)glGetString(GL_EXTENSIONS);
   for (GLint i = 0; i < n; i++) {
      const char *name = (const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i);
      assert_memory_equal(all, name, strlen(name));
      all += strlen(name);
      assert_int_equal(*all, i + 1 < n ? ' ' : '\0');
      all++;
   }
   assert_gl(GL_NO_ERROR);
   assert_null(glGetStringi(GL_EXTENSIONS, (GLuint)n));
   assert_gl(GL_INVALID_VALUE);
   assert_null(glGetStringi(GL_VERSION, 0));
   assert_gl(GL_INVALID_ENUM);
}

/** Extensions with another part in contexts of 3.0. */
static void
names_of_both(void **state)
{
   struct fixture *f = *state;
   static const char *const names[] = {"GL_EXT_blend_func_extended", "GL_EXT_shader_framebuffer_fetch",
                                       "GL_KHR_blend_equation_advanced"};
   f->m.screen.caps.dual_source_blend = f->m.screen.caps.framebuffer_fetch = true;
   const bool is_3 = *(const char *)(glGetString(GL_VERSION) + strlen("OpenGL ES ")) == '3';
   const char *all = (const char *)glGetString(GL_EXTENSIONS);
   for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
      assert_non_null(strstr(all, names[i]));
   glBlendFunc(GL_SRC1_ALPHA_EXT, GL_ZERO);
   assert_gl(GL_NO_ERROR);
   /* commands that are of contexts of 3.0 */
   const GLuint p = glCreateProgram();
   glBindFragDataLocationEXT(p, 0, "a");
   assert_gl(is_3 ? GL_NO_ERROR : GL_INVALID_OPERATION);
   glBindFragDataLocationIndexedEXT(p, 0, 1, "a");
   assert_gl(is_3 ? GL_NO_ERROR : GL_INVALID_OPERATION);
   assert_int_equal(glGetFragDataIndexEXT(p, "a"), -1);
   assert_gl(GL_INVALID_OPERATION); /* it is not linked */
   glDeleteProgram(p);
   glBlendFunc(GL_ONE, GL_SRC_ALPHA_SATURATE); /* ES 3.0.6 table 4.2 */
   assert_gl(GL_NO_ERROR);
}

static void
version_2_refuses(void **state)
{
   GLint v = 77;
   assert_null(glGetStringi(GL_EXTENSIONS, 0));
   assert_gl(GL_INVALID_OPERATION);
   glGetIntegerv(GL_MAJOR_VERSION, &v);
   assert_gl(GL_INVALID_ENUM);
   assert_int_equal(v, 77);
   /* what an extension made core is there under both names */
   GLuint array = 0;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   assert_true(glIsVertexArray(array) && glIsVertexArrayOES(array));
   assert_gl(GL_NO_ERROR);
}

static void
language_by_version(void **state)
{
   struct fixture *f = *state;
   static const char text[] = "#version 300 es\nin vec4 a;\nvoid main() { gl_Position = a; }";
   const char *const list[] = {text};
   GLuint s = glCreateShader(GL_VERTEX_SHADER);
   GLint ok = 0;
   glShaderSource(s, 1, list, NULL);
   glCompileShader(s);
   glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
   assert_int_equal(ok, f->m.gles3);
}

/* ---- programs ------------------------------------------------------------------------------------------ */

static const char block_vs[] =
   "#version 300 es\n"
   "layout(std140) uniform One { vec4 first; mat3 m; float list[2]; };\n"
   "uniform Two { vec2 v; } two[2];\n"
   "uniform uvec2 u; uniform mat2x3 m23; uniform float f[3];\n"
   "in ivec4 a; in vec4 p; flat out uint o; out vec2 w;\n"
   "void main() { gl_Position = p + first + vec4(m[1], list[1]) + vec4(a) + vec4(two[0].v, two[1].v);\n"
   " o = u.x + u.y; w = vec2(m23[0][0], f[2]); }";
static const char block_fs[] =
   "#version 300 es\n"
   "precision highp float; flat in highp uint o; in vec2 w; uniform highp isampler2D s;\n"
   "layout(location = 1) out ivec4 c; layout(location = 0) out vec4 d;\n"
   "void main() { c = ivec4(int(o)) + texture(s, w); d = w.xyxy; }";

static const char plain_fs[] = "#version 300 es\n"
                               "precision highp float; flat in highp uint o; in vec2 w; out vec4 d;\n"
                               "void main() { d = w.xyxy + vec4(o); }";

static GLuint
block_program(const char *text_fs, const char *const *captured, GLsizei n, GLenum mode)
{
   GLuint p = glCreateProgram(), v = fixture_shader(GL_VERTEX_SHADER, block_vs),
          f = fixture_shader(GL_FRAGMENT_SHADER, text_fs);
   GLint ok = 0;
   glAttachShader(p, v);
   glAttachShader(p, f);
   glDeleteShader(v);
   glDeleteShader(f);
   glBindAttribLocation(p, 0, "p");
   glBindAttribLocation(p, 3, "a");
   if (n)
      glTransformFeedbackVaryings(p, n, captured, mode);
   glLinkProgram(p);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   assert_true(ok);
   return p;
}

static GLint
uniform_of(GLuint p, const char *name, GLenum pname)
{
   GLuint index = 0;
   GLint v = -7;
   glGetUniformIndices(p, 1, &name, &index);
   assert_int_not_equal(index, GL_INVALID_INDEX);
   glGetActiveUniformsiv(p, 1, &index, pname, &v);
   return v;
}

static void
reflection(void **state)
{
   GLuint p = block_program(block_fs, NULL, 0, 0);
   const GLuint one = glGetUniformBlockIndex(p, "One"), two = glGetUniformBlockIndex(p, "Two"),
                second = glGetUniformBlockIndex(p, "Two[1]");
   GLint v = 0, list[16] = {0};
   assert_true(one < 3 && two < 3 && second < 3 && two != second);
   assert_int_equal(glGetUniformBlockIndex(p, "Two[0]"), two);
   assert_int_equal(glGetUniformBlockIndex(p, "three"), GL_INVALID_INDEX);
   /* std140: vec4, three columns of 16 bytes, two floats of 16 bytes */
   assert_int_equal(uniform_of(p, "first", GL_UNIFORM_OFFSET), 0);
   assert_int_equal(uniform_of(p, "m", GL_UNIFORM_OFFSET), 16);
   assert_int_equal(uniform_of(p, "m", GL_UNIFORM_MATRIX_STRIDE), 16);
   assert_int_equal(uniform_of(p, "list", GL_UNIFORM_OFFSET), 64);
   assert_int_equal(uniform_of(p, "list[0]", GL_UNIFORM_ARRAY_STRIDE), 16);
   assert_int_equal(uniform_of(p, "list", GL_UNIFORM_SIZE), 2);
   assert_int_equal(uniform_of(p, "list", GL_UNIFORM_BLOCK_INDEX), one);
   assert_int_equal(uniform_of(p, "Two.v", GL_UNIFORM_TYPE), GL_FLOAT_VEC2);
   assert_int_equal(uniform_of(p, "u", GL_UNIFORM_OFFSET), -1);
   assert_int_equal(uniform_of(p, "u", GL_UNIFORM_TYPE), GL_UNSIGNED_INT_VEC2);
   assert_int_equal(uniform_of(p, "m23", GL_UNIFORM_TYPE), GL_FLOAT_MAT2x3);
   assert_int_equal(uniform_of(p, "s", GL_UNIFORM_TYPE), GL_INT_SAMPLER_2D);
   assert_int_equal(glGetUniformLocation(p, "first"), -1);
   assert_int_equal(glGetUniformLocation(p, "list[1]"), -1);
   assert_int_equal(glGetUniformLocation(p, "f[1]"), glGetUniformLocation(p, "f") + 1);
   assert_int_equal(glGetUniformLocation(p, "f[3]"), -1);
   assert_int_equal(glGetUniformLocation(p, "u[0]"), -1);
   glGetActiveUniformBlockiv(p, one, GL_UNIFORM_BLOCK_DATA_SIZE, &v);
   assert_int_equal(v, 96);
   glGetActiveUniformBlockiv(p, one, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, &v);
   assert_int_equal(v, 3);
   for (unsigned i = 0; i < 2; i++) { /* elements of an array of blocks share their members */
      glGetActiveUniformBlockiv(p, i ? second : two, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, &v);
      assert_int_equal(v, 1);
      glGetActiveUniformBlockiv(p, i ? second : two, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES, &list[i]);
   }
   assert_int_equal(list[0], list[1]);
   glGetActiveUniformBlockiv(p, one, GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER, &v);
   assert_int_equal(v, GL_TRUE);
   glGetActiveUniformBlockiv(p, one, GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER, &v);
   assert_int_equal(v, GL_FALSE);
   assert_int_equal(glGetFragDataLocation(p, "c"), 1);
   assert_int_equal(glGetFragDataLocation(p, "d"), 0);
   assert_int_equal(glGetFragDataLocation(p, "e"), -1);
   char name[8];
   GLint size;
   GLenum type = 0;
   for (GLuint i = 0; i < 2; i++) {
      glGetActiveAttrib(p, i, sizeof name, NULL, &size, &type, name);
      assert_int_equal(type, *name == 'a' ? GL_INT_VEC4 : GL_FLOAT_VEC4);
   }
   assert_gl(GL_NO_ERROR);
}

static void
uniform_values(void **state)
{
   GLuint p = block_program(block_fs, NULL, 0, 0);
   GLuint got[2];
   GLfloat m[6];
   glUseProgram(p);
   const GLint u = glGetUniformLocation(p, "u"), m23 = glGetUniformLocation(p, "m23");
   glUniform2ui(u, 7, 0xfffffffe);
   glGetUniformuiv(p, u, got);
   assert_int_equal(got[0], 7);
   assert_int_equal(got[1], 0xfffffffe);
   assert_gl(GL_NO_ERROR);
   glUniform2i(u, 1, 2);
   assert_gl(GL_INVALID_OPERATION);
   glUniform2f(u, 1, 2);
   assert_gl(GL_INVALID_OPERATION);
   /* rows of three given one by one become columns */
   glUniformMatrix2x3fv(m23, 1, GL_TRUE, (const GLfloat[]){1, 2, 3, 4, 5, 6});
   glGetUniformfv(p, m23, m);
   const GLfloat columns[] = {1, 3, 5, 2, 4, 6};
   assert_memory_equal(m, columns, sizeof columns);
   glUniformMatrix3x2fv(m23, 1, GL_FALSE, columns);
   assert_gl(GL_INVALID_OPERATION);
}

static void
blocks_at_draws(void **state)
{
   struct fixture *f = *state;
   GLuint p = block_program(plain_fs, NULL, 0, 0), b[2];
   const GLuint one = glGetUniformBlockIndex(p, "One"), two = glGetUniformBlockIndex(p, "Two[1]");
   glGenBuffers(2, b);
   glUseProgram(p);
   glBindBufferBase(GL_UNIFORM_BUFFER, 5, b[0]);
   glBufferData(GL_UNIFORM_BUFFER, 100, NULL, GL_STATIC_DRAW);
   glUniformBlockBinding(p, one, 5);
   glBindBuffer(GL_UNIFORM_BUFFER, b[1]);
   glBufferData(GL_UNIFORM_BUFFER, 1000, NULL, GL_DYNAMIC_READ);
   glBindBufferRange(GL_UNIFORM_BUFFER, 9, b[1], 256, 16);
   glUniformBlockBinding(p, two, 9);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_NO_ERROR);
   unsigned seen = 0;
   for (unsigned i = 1; i < PIPE_MAX_CONST_BUFFERS; i++) {
      const struct pipe_constant_buffer *cb = &f->m.blocks[0][i];
      seen |= cb->size_B == 100 && cb->offset_B == 0 ? 1 : 0;
      seen |= cb->size_B == 16 && cb->offset_B == 256 ? 2 : 0;
   }
   assert_int_equal(seen, 3);
   /* an offset that is not aligned, and a point that does not exist */
   glBindBufferRange(GL_UNIFORM_BUFFER, 9, b[1], 4, 16);
   assert_gl(GL_INVALID_VALUE);
   glBindBufferBase(GL_UNIFORM_BUFFER, 24, b[1]);
   assert_gl(GL_INVALID_VALUE);
   /* what is mapped must not be read */
   glMapBufferRange(GL_UNIFORM_BUFFER, 0, 16, GL_MAP_WRITE_BIT);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_INVALID_OPERATION);
   glUnmapBuffer(GL_UNIFORM_BUFFER);
   /* a buffer that is deleted is bound no more */
   GLint name = 7;
   glDeleteBuffers(2, b);
   glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, 9, &name);
   assert_int_equal(name, 0);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_NO_ERROR);
   for (unsigned i = 1; i < PIPE_MAX_CONST_BUFFERS; i++)
      assert_int_equal(f->m.blocks[0][i].size_B, 0);
}

static void
integer_attributes(void **state)
{
   struct fixture *f = *state;
   GLuint p = block_program(plain_fs, NULL, 0, 0), b;
   static const GLubyte bytes[8] = {1, 2, 3, 200, 5, 6, 7, 8};
   glGenBuffers(1, &b);
   glUseProgram(p);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, sizeof bytes, bytes, GL_STATIC_DRAW);
   glVertexAttribIPointer(3, 4, GL_UNSIGNED_BYTE, 0, NULL);
   glEnableVertexAttribArray(3);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_NO_ERROR);
   assert_int_equal(f->m.last_elements[3].format, PIPE_FORMAT_R8G8B8A8_UINT);
   glVertexAttribPointer(3, 4, GL_UNSIGNED_INT_2_10_10_10_REV, GL_TRUE, 0, NULL);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_int_equal(f->m.last_elements[3].format, PIPE_FORMAT_R10G10B10A2_UNORM);
   glVertexAttribPointer(3, 3, GL_INT_2_10_10_10_REV, GL_TRUE, 0, NULL);
   assert_gl(GL_INVALID_OPERATION);
   glVertexAttribIPointer(3, 4, GL_FLOAT, 0, NULL);
   assert_gl(GL_INVALID_ENUM);
   glDisableVertexAttribArray(3);
   glVertexAttribI4i(3, -1, 2, 3, 4);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_int_equal(f->m.last_elements[3].format, PIPE_FORMAT_R32G32B32A32_SINT);
   GLint v[4];
   glGetVertexAttribIiv(3, GL_CURRENT_VERTEX_ATTRIB, v);
   assert_int_equal(v[0], -1);
   glVertexAttrib4f(3, 1, 2, 3, 4);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_int_equal(f->m.last_elements[3].format, PIPE_FORMAT_R32G32B32A32_FLOAT);
   assert_gl(GL_NO_ERROR);
}

/* ---- transform feedback -------------------------------------------------------------------------------- */

/** While it captures, the bound pipeline stays, and what it draws with; others may change (ARB_transform_feedback2). */
static void
pipelines_stay(GLuint bound, GLuint other, bool captures)
{
   glBindProgramPipelineEXT(other);
   assert_gl(captures ? GL_INVALID_OPERATION : GL_NO_ERROR);
   glBindProgramPipelineEXT(bound);
   assert_gl(captures ? GL_INVALID_OPERATION : GL_NO_ERROR);
   glUseProgramStagesEXT(bound, GL_ALL_SHADER_BITS_EXT, 0);
   assert_gl(captures ? GL_INVALID_OPERATION : GL_NO_ERROR);
   glUseProgramStagesEXT(other, GL_ALL_SHADER_BITS_EXT, 0);
   assert_gl(GL_NO_ERROR);
   GLint now = 0;
   glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING_EXT, &now);
   assert_int_equal(now, bound);
}

static void
feedback(void **state)
{
   struct fixture *f = *state;
   static const char *const names[] = {"w", "gl_Position"};
   GLuint p = block_program(plain_fs, names, 2, GL_INTERLEAVED_ATTRIBS), b, objects[2], pl[2];
   GLsizei size = 0, length = 0;
   GLenum type = 0;
   char name[16];
   GLint v = 0;
   glGetTransformFeedbackVarying(p, 1, sizeof name, &length, &size, &type, name);
   assert_string_equal(name, "gl_Position");
   assert_int_equal(length, 11);
   assert_int_equal(type, GL_FLOAT_VEC4);
   glGetProgramiv(p, GL_TRANSFORM_FEEDBACK_VARYINGS, &v);
   assert_int_equal(v, 2);
   glUseProgram(p);
   glGenProgramPipelinesEXT(2, pl);
   glBindProgramPipelineEXT(pl[0]);
   glBeginTransformFeedback(GL_POINTS);
   assert_gl(GL_INVALID_OPERATION); /* no buffer */
   glGenBuffers(1, &b);
   glGenTransformFeedbacks(2, objects);
   assert_false(glIsTransformFeedback(objects[0]));
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, objects[0]);
   assert_true(glIsTransformFeedback(objects[0]));
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, b);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 24 * 5 + 3, NULL, GL_STREAM_READ); /* five vertices */
   glBeginTransformFeedback(GL_LINES);
   assert_gl(GL_NO_ERROR);
   assert_int_equal(f->m.num_targets, 1);
   assert_false(f->m.append_targets);
   glDrawArrays(GL_POINTS, 0, 2);
   assert_gl(GL_INVALID_OPERATION);
   glDrawElements(GL_LINES, 2, GL_UNSIGNED_BYTE, "\0\1");
   assert_gl(GL_INVALID_OPERATION);
   glLinkProgram(p);
   assert_gl(GL_INVALID_OPERATION);
   glUseProgram(0);
   assert_gl(GL_INVALID_OPERATION);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, objects[1]);
   assert_gl(GL_INVALID_OPERATION);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, b);
   assert_gl(GL_INVALID_OPERATION);
   glDeleteTransformFeedbacks(2, objects);
   assert_gl(GL_INVALID_OPERATION);
   pipelines_stay(pl[0], pl[1], true);
   assert_non_null(glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 4, GL_MAP_WRITE_BIT));
   glDrawArrays(GL_LINES, 0, 3);
   assert_gl(GL_INVALID_OPERATION); /* what is mapped must not be written */
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
   glDrawArrays(GL_LINES, 0, 3); /* one line */
   assert_gl(GL_NO_ERROR);
   glPauseTransformFeedback();
   assert_int_equal(f->m.num_targets, 0);
   glDrawArrays(GL_POINTS, 0, 20);
   pipelines_stay(pl[0], pl[1], false);
   glUseProgram(0);
   assert_gl(GL_NO_ERROR);
   glResumeTransformFeedback();
   assert_gl(GL_INVALID_OPERATION);
   glUseProgram(p);
   glResumeTransformFeedback();
   assert_true(f->m.num_targets == 1 && f->m.append_targets);
   glDrawArraysInstanced(GL_LINES, 0, 2, 2); /* four vertices more than there is room for */
   assert_gl(GL_INVALID_OPERATION);
   glDrawArrays(GL_LINES, 0, 3);
   assert_gl(GL_NO_ERROR);
   glEndTransformFeedback();
   glEndTransformFeedback();
   assert_gl(GL_INVALID_OPERATION);
   assert_int_equal(f->m.num_targets, 0);
   glDeleteTransformFeedbacks(2, objects);
   assert_gl(GL_NO_ERROR);
}

static void
buffer_copies(void **state)
{
   GLuint b[2];
   static const char text[] = "twenty-four bytes long..";
   char got[24];
   glGenBuffers(2, b);
   glBindBuffer(GL_COPY_READ_BUFFER, b[0]);
   glBindBuffer(GL_COPY_WRITE_BUFFER, b[1]);
   glBufferData(GL_COPY_READ_BUFFER, 24, text, GL_STATIC_COPY);
   glBufferData(GL_COPY_WRITE_BUFFER, 24, NULL, GL_STATIC_COPY);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 7, 2, 10);
   const char *p = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 24, GL_MAP_READ_BIT);
   memcpy(got, p, 24);
   assert_memory_equal(got + 2, text + 7, 10);
   GLint64 v = 0;
   glGetBufferParameteri64v(GL_COPY_WRITE_BUFFER, GL_BUFFER_MAP_LENGTH, &v);
   assert_int_equal(v, 24);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, 1);
   assert_gl(GL_INVALID_OPERATION);
   glUnmapBuffer(GL_COPY_WRITE_BUFFER);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER, 0, 4, 8);
   assert_gl(GL_INVALID_VALUE);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER, 0, 8, 8);
   assert_gl(GL_NO_ERROR);
}

#define ES2(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
#define ES3(name) cmocka_unit_test_setup_teardown(name, fixture_setup_gles3, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(screens_are_asked),
      ES3(strings),
      ES2(version_2_refuses),
      ES2(names_of_both),
      ES3(names_of_both),
      ES2(language_by_version),
      ES3(language_by_version),
      ES3(reflection),
      ES3(uniform_values),
      ES3(blocks_at_draws),
      ES3(integer_attributes),
      ES3(feedback),
      ES3(buffer_copies),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
