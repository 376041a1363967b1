/* SPDX-License-Identifier: MIT
 *
 * Random calls with random, mostly bad arguments: nothing may crash, leak or reach the driver out of bounds
 * (the mock driver checks ranges). Pointers are valid for what the call may legally touch.
 */
#include "gl_fixture.h"

#include "../../fuzz/gl_calls.h"

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

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(random_calls, fixture_setup, fixture_teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
