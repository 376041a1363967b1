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

#define ES2(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
#define ES3(name) cmocka_unit_test_setup_teardown(name, fixture_setup_gles3, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(screens_are_asked),
      ES3(strings),
      ES2(version_2_refuses),
      ES2(language_by_version),
      ES3(language_by_version),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
