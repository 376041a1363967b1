/* SPDX-License-Identifier: MIT
 *
 * The host runs out of memory at the n-th allocation, for every n: compiling and linking give NULL or a
 * program that is not ok, and leave nothing behind. malloc and its kin are wrapped by the linker.
 */
#include "glsl_fixture.h"
#include "wrapped_malloc.h"

static unsigned left = ~0u; /* allocations that still succeed */

static bool
allow_allocation(void)
{
   if (!left)
      return false;
   if (left != ~0u)
      left--;
   return true;
}

static const char vs[] =
   "attribute vec4 p; uniform mat4 m[4]; varying vec4 v[3]; float f(float x) { if (x > 1.0) return x; return "
   "0.0; }\n"
   "void main() { gl_Position = m[int(p.x)] * p; for (int i = 0; i < 3; i++) v[i] = p * f(p.x); }";
static const char fs[] =
   "precision highp float; varying vec4 v[3]; uniform sampler2D t[2]; uniform vec4 u; void main() {\n"
   "bool a = u.x > 1.0 && texture2D(t[0], u.xy).x > 0.5; gl_FragColor = a ? v[1] : texture2D(t[1], v[2].xy); "
   "}";

/** True if everything succeeded. */
static bool
attempt(unsigned allocations)
{
   left = allocations;
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vs, strlen(vs), &glsl_test_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, strlen(fs), &glsl_test_options);
   struct glsl_program *p = v && f ? glsl_link(v, f, NULL, 0, &glsl_test_options) : NULL;
   left = ~0u;
   bool ok = p && p->ok;
   if (p && !p->ok)
      assert_non_null(strstr(p->log, "out of memory"));
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   return ok;
}

static void
test_out_of_memory(void **state)
{
   long before = live_allocations;
   unsigned n = 0;
   while (!attempt(n)) {
      assert_int_equal(live_allocations, before);
      assert_true(++n < 100000);
   }
   assert_true(n > 20); /* there was something to fail */
   assert_int_equal(live_allocations, before);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_out_of_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
