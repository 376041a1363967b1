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

static const char vs_300[] =
   "#version 300 es\nin vec4 p; layout(std140) uniform B { mat3 m; vec4 v[3]; } b[2]; struct S { vec2 a[2]; "
   "}; out vec2 s[2];\n"
   "int k(int x) { switch (x) { case 0: return 3; default: x++; } return x; }\n"
   "void main() { s = S(vec2[](p.xy, p.zw)).a; gl_Position = b[1].v[k(gl_VertexID)] + vec4(b[0].m[0], 1.0); "
   "}";
static const char fs_300[] =
   "#version 300 es\nprecision highp float; in vec2 s[2]; uniform highp usampler2D t[2];\n"
   "layout(location = 0) out vec4 o; layout(location = 1) out uvec4 q; const vec2 c[2] = vec2[](vec2(0.0), "
   "vec2(1.0));\n"
   "void main() { o = vec4(s == c ? 1.0 : 0.0); q = texelFetch(t[1], ivec2(s[0]), 0) / 3u; }";

/** True if everything succeeded. */
static bool
attempt(unsigned allocations, bool es3)
{
   static const char *const names[] = {"s[1]", "gl_Position"};
   static const struct glsl_feedback feedback = {names, 2, true};
   static const struct glsl_program_info info = {.feedback = &feedback};
   const char *vt = es3 ? vs_300 : vs, *ft = es3 ? fs_300 : fs;
   const struct glsl_options *options = es3 ? &glsl_all_options : &glsl_test_options;
   left = allocations;
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vt, strlen(vt), options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, ft, strlen(ft), options);
   struct glsl_program *p = NULL;
   if (v && f)
      p = es3 ? glsl_link_program(v, f, &info, options) : glsl_link(v, f, NULL, 0, options);
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
   for (unsigned es3 = 0; es3 < 2; es3++) {
      long before = live_allocations;
      unsigned n = 0;
      while (!attempt(n, es3)) {
         assert_int_equal(live_allocations, before);
         assert_true(++n < 100000);
      }
      assert_true(n > 20); /* there was something to fail */
      assert_int_equal(live_allocations, before);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_out_of_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
