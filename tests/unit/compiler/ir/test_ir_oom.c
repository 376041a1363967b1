/* SPDX-License-Identifier: MIT
 *
 * Every allocation of the IR's pipeline fails in turn, alone and with all that follow it. Either the shader's arena says so, or
 * the shader is what it is with memory: a pass that forgets to say it ends here. Nothing may leak.
 *
 * malloc and its like are replaced by counting ones (the linker's --wrap).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "compiler/compiler.h"
#include "ir_targets.h"
#include "wrapped_malloc.h"

static unsigned left = ~0u;
static bool alone; /* one failure, then there is memory again */
static bool ran_out;

static bool
allow_allocation(void)
{
   if (left == ~0u)
      return true;
   if (left) {
      left--;
      return true;
   }
   bool fails = !alone || !ran_out;
   ran_out = true;
   return !fails;
}

static const char vs[] =
   "attribute vec4 p; uniform mat4 m[3]; uniform int k; varying vec4 v[2]; varying float c;"
   "float f(float x) { if (x > 1.0) return x; return sin(x); }"
   "void main() { gl_Position = m[k] * p; c = 1.0; for (int i = 0; i < 2; i++) v[i] = p * f(p.x * float(i)); "
   "}";
static const char fs[] = "precision highp float; varying vec4 v[2]; varying float c; uniform sampler2D t; "
                         "uniform vec4 u; uniform int n;"
                         "void main() { float a[3]; for (int i = 0; i < 3; i++) { a[i] = v[0].x; if (v[1].y "
                         "> float(i)) break; a[i] += u.y; }"
                         "if (v[0].z > 0.5) { if (u.x > c) discard; a[n] = float(n / 3) * c; }"
                         "gl_FragColor = vec4(a[n], u.x * u.y + c, a[0], 1.0) * texture2D(t, v[1].xy); }";

static char *
print(struct ir_shader *const *s)
{
   char *text = NULL;
   size_t n;
   FILE *f = open_memstream(&text, &n);
   ir_print(f, s[0]);
   ir_print(f, s[1]);
   fclose(f);
   return text;
}

/** The pipeline with so many allocations. True: all went well, the text of both shaders is in \p text. */
static bool
attempt(const struct glsl_program *p, const struct ir_target *target, unsigned allocations, char **text,
        bool *enough)
{
   static const struct ir_options opt = {.hoist_uniforms = true};
   struct ir_shader *s[] = {ir_shader_clone(p->ir[0]), ir_shader_clone(p->ir[1])};
   left = allocations;
   ran_out = false;
   ir_run_link_pipeline(s[0], s[1], target, &opt);
   *enough = !ran_out;
   left = ~0u;
   bool ok = !s[0]->arena.out_of_memory && !s[1]->arena.out_of_memory;
   *text = ok ? print(s) : NULL;
   ir_shader_destroy(s[0]);
   ir_shader_destroy(s[1]);
   return ok;
}

static void
run_target(const struct ir_target *target)
{
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vs, strlen(vs), &glsl_all_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, strlen(fs), &glsl_all_options);
   struct glsl_program *p = glsl_link(v, f, NULL, 0, &glsl_all_options);
   if (!p->ok)
      fail_msg("%s%s%s", glsl_shader_log(v), glsl_shader_log(f), p->log);
   char *want, *got;
   bool enough = false;
   assert_true(attempt(p, target, ~0u - 1, &want, &enough));
   long before = live_allocations;
   unsigned failed = 0;
   for (unsigned mode = 0; mode < 2; mode++) {
      unsigned n = 0;
      alone = mode;
      for (enough = false; !enough; n += 1 + n / (alone ? 200 : 8)) {
         if (attempt(p, target, n, &got, &enough)) {
            if (strcmp(got, want))
               fail_msg("%s: with %u allocations another shader, and nobody says why", target->name, n);
            __real_free(got); /* the C library allocated it */
         } else {
            failed++;
         }
         assert_int_equal(live_allocations, before);
      }
   }
   assert_true(failed > 50); /* there was something to fail */
   __real_free(want);
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
}

static void
test_everything(void **state)
{
   (void)state;
   run_target(&ir_target_any);
}

static void
test_narrow(void **state)
{
   (void)state;
   run_target(&ir_test_narrow);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_everything),
      cmocka_unit_test(test_narrow),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
