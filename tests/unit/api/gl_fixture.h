/* SPDX-License-Identifier: MIT
 *
 * A GL context on the mock driver: 16 x 16 RGBA8 with depth and stencil.
 */
#ifndef TESTS_UNIT_API_GL_FIXTURE_H
#define TESTS_UNIT_API_GL_FIXTURE_H

#define GL_GLEXT_PROTOTYPES 1
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "pipe_mock.h"
#include "state_tracker/st_api.h"

struct fixture {
   struct mock m;
   struct st_framebuffer *fb;
   struct st_context *ctx;
};

static inline int
fixture_setup_version(void **state, uint8_t version)
{
   struct fixture *f = calloc(1, sizeof *f);
   const struct st_context_attribs attribs = {.version = version};
   mock_init(&f->m);
   if (version >= 30)
      mock_gles3(&f->m);
   const struct st_framebuffer_desc desc = {
      .width = 16,
      .height = 16,
      .color_format = PIPE_FORMAT_R8G8B8A8_UNORM,
      .zs_format = PIPE_FORMAT_Z24_UNORM_S8_UINT,
   };
   f->fb = st_framebuffer_create(&f->m.screen, &desc);
   f->ctx = st_context_create(&f->m.screen, NULL, &attribs);
   assert_non_null(f->fb);
   assert_non_null(f->ctx);
   st_make_current(f->ctx, f->fb, f->fb);
   *state = f;
   return 0;
}

static inline int
fixture_setup(void **state)
{
   return fixture_setup_version(state, 20);
}

static inline int
fixture_setup_gles3(void **state)
{
   return fixture_setup_version(state, 30);
}

static inline int
fixture_teardown(void **state)
{
   struct fixture *f = *state;
   st_make_current(NULL, NULL, NULL);
   st_context_destroy(f->ctx);
   st_framebuffer_destroy(f->fb);
   mock_fini(&f->m);
   free(f);
   return 0;
}

/** The pending error must be \p e, and the only one. */
#define assert_gl(e)                                                                                         \
   do {                                                                                                      \
      assert_int_equal(glGetError(), (e));                                                                   \
      assert_int_equal(glGetError(), GL_NO_ERROR);                                                           \
   } while (0)

static inline GLuint
fixture_shader(GLenum type, const char *text)
{
   GLuint s = glCreateShader(type);
   GLint ok = 0;
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
   if (!ok) {
      char log[512];
      glGetShaderInfoLog(s, sizeof log, NULL, log);
      print_error("%s", log);
   }
   assert_true(ok);
   return s;
}

/** Linked; its shaders are deleted with it. */
static inline GLuint
fixture_program(const char *vs, const char *fs, const char *const *attribs)
{
   GLuint p = glCreateProgram(), v = fixture_shader(GL_VERTEX_SHADER, vs),
          f = fixture_shader(GL_FRAGMENT_SHADER, fs);
   GLint ok = 0;
   glAttachShader(p, v);
   glAttachShader(p, f);
   glDeleteShader(v);
   glDeleteShader(f);
   for (GLuint i = 0; attribs && attribs[i]; i++)
      glBindAttribLocation(p, i, attribs[i]);
   glLinkProgram(p);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   if (!ok) {
      char log[512];
      glGetProgramInfoLog(p, sizeof log, NULL, log);
      print_error("%s", log);
   }
   assert_true(ok);
   assert_gl(GL_NO_ERROR);
   return p;
}

#endif
