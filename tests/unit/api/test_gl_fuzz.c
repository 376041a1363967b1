/* SPDX-License-Identifier: MIT
 *
 * Random calls with random, mostly bad arguments: nothing may crash, leak or reach the driver out of bounds
 * (the mock driver checks ranges). Pointers are valid for what the call may legally touch.
 */
#include "gl_fixture.h"

#include "../../fuzz/gl3_calls.h"

static void
random_calls(void **state)
{
   struct fixture *f = *state;
   fill_memory();
   for (uint32_t run = 0; run < 20; run++) {
      struct st_context *ctx = st_context_create(&f->m.screen, run & 1 ? f->ctx : NULL, NULL);
      st_make_current(ctx, f->fb, f->fb);
      for (unsigned i = 0; i < 4; i++)
         programs[i] = fixture_program(
            "attribute vec4 a, b, c; uniform mat3 m[2]; void main() { gl_Position = a + b + c + "
            "vec4(m[1][2], 1); }",
            i & 1 ? "precision mediump float; uniform sampler2D s; uniform float x[3]; void main() { "
                    "gl_FragColor = texture2D(s, vec2(x[1])); }"
                  : "precision mediump float; uniform sampler2D s; uniform samplerCube t; void main() { "
                    "gl_FragColor = texture2D(s, vec2(0)) + textureCube(t, vec3(1)); }",
            NULL);
      glUseProgram(programs[run % 4]);
      seed = run;
      for (unsigned i = 0; i < 5000; i++) {
         any_gl_call();
         if (rnd(500) == 0)
            f->m.fail_resources_in = 1 + (int)rnd(4);
      }
      f->m.fail_resources_in = 0;
      st_make_current(f->ctx, f->fb, f->fb);
      st_context_destroy(ctx);
   }
   while (glGetError() != GL_NO_ERROR)
      ;
}

/** Random calls of what contexts of OpenGL ES 3.0 add, with random arguments. */
static void
random_calls_300(void **state)
{
   static const char *const captured[] = {"w", "gl_Position"};
   struct fixture *f = *state;
   const struct st_context_attribs attribs = {.version = 30};
   fill_memory();
   for (uint32_t run = 0; run < 20; run++) {
      struct st_context *ctx = st_context_create(&f->m.screen, run & 1 ? f->ctx : NULL, &attribs);
      st_make_current(ctx, f->fb, f->fb);
      for (unsigned i = 0; i < 4; i++) {
         programs[i] = fixture_program(
            "#version 300 es\nin vec4 a; in ivec4 b; uniform B { vec4 v[4]; }; uniform uvec4 u; "
            "uniform mat2x3 m; out vec4 w;\n"
            "void main() { gl_Position = a + vec4(b); w = v[b.x & 3] + vec4(u) + m[1].xyzz; }",
            "#version 300 es\nprecision highp float; in vec4 w; out vec4 c;\n"
            "void main() { c = w; }",
            NULL);
         glTransformFeedbackVaryings(programs[i], 2, captured,
                                     i & 1 ? GL_INTERLEAVED_ATTRIBS : GL_SEPARATE_ATTRIBS);
         glLinkProgram(programs[i]);
      }
      seed = run;
      for (unsigned i = 0; i < 5000; i++) {
         any_gl3_call();
         if (rnd(500) == 0)
            f->m.fail_resources_in = 1 + (int)rnd(4);
      }
      f->m.fail_resources_in = 0;
      st_make_current(f->ctx, f->fb, f->fb);
      st_context_destroy(ctx);
   }
   assert_true(f->m.targets_made > 10 && f->m.draws > 100); /* they get that far */
   while (glGetError() != GL_NO_ERROR)
      ;
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(random_calls, fixture_setup, fixture_teardown),
      cmocka_unit_test_setup_teardown(random_calls_300, fixture_setup_gles3, fixture_teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
