/* SPDX-License-Identifier: MIT
 *
 * A vertex and a fragment shader, from the text to machine code, while the n-th allocation fails, alone or with
 * all behind it. Either a step says that memory is out, or the code is what it is with memory; nothing leaks.
 *
 * An allocation is one of the C library's, or one out of an arena: an arena asks the C library so seldom that
 * most of its callers would never see a failure.
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
#include "compiler/ir/target.h"
#include "compiler/terascale/vliw.h"
#include "db/terascale/db_chips.h"
#include "util/u_arena.h"

#include "wrapped.h"

/* Most places allocate many times: every so many allocations one fails, others on each chip. */
#define STRIDE 16L

static struct {
   long at;    /* the allocation that fails, from 0; negative: none */
   bool stays; /* all behind it fail too */
   long count; /* allocations so far */
} fault = {.at = -1};

static bool
allow_allocation(void)
{
   long i = fault.count++;
   return fault.at < 0 || (i != fault.at && !(fault.stays && i > fault.at));
}

void *__real_u_arena_alloc(struct u_arena *a, size_t size_B);
void *__real_u_arena_alloc_raw(struct u_arena *a, size_t size_B);
void *__wrap_u_arena_alloc(struct u_arena *a, size_t size_B);
void *__wrap_u_arena_alloc_raw(struct u_arena *a, size_t size_B);

void *
__wrap_u_arena_alloc(struct u_arena *a, size_t size_B)
{
   return __real_u_arena_alloc(a, allow_allocation() ? size_B : SIZE_MAX);
}

void *
__wrap_u_arena_alloc_raw(struct u_arena *a, size_t size_B)
{
   return __real_u_arena_alloc_raw(a, allow_allocation() ? size_B : SIZE_MAX);
}

static const char vs[] =
   "#define TWICE(x) ((x) + (x))\n"
   "struct light { vec3 dir; float power[2]; };\n"
   "attribute vec4 p; attribute mat2 q; uniform mat4 m[3]; uniform light sun; uniform int k;\n"
   "varying vec4 v[2]; varying float c;\n"
   "float f(float x) { if (x > 1.0) return x; return sin(x) * sun.power[1]; }\n"
   "void main() { gl_Position = m[k] * p; c = TWICE(dot(q[0], q[1])) + float(k / 3);\n"
   "   for (int i = 0; i < 2; i++) v[i] = p * f(p.x * float(i) + sun.dir.y); }\n";
static const char fs[] =
   "precision highp float; varying vec4 v[2]; varying float c; uniform sampler2D t; uniform vec4 u; uniform "
   "int n;\n"
   "void main() { float a[3]; int j = 0;\n"
   "   for (int i = 0; i < 3; i++) { a[i] = v[0].x; if (v[1].y > float(i)) break; a[i] += u.y; }\n"
   "   for (int i = 0; i < 40; i++) { if (u.z < float(i)) continue; j += i; }\n"
   "   if (v[0].z > 0.5) { if (u.x > c) discard; a[n] = float(n / 3) * c; }\n"
   "   gl_FragColor = vec4(a[n], u.x * u.y + c, a[0], float(j)) * texture2D(t, v[1].xy + vec2(a[1], a[2])); "
   "}\n";

/** Both codes, one behind the other; empty where a step says that memory is out. */
struct result {
   uint32_t *dw; /* the C library's: free with __real_free */
   size_t num_dw;
   bool ok;
};

static bool
append(struct result *r, const struct vliw_binary *b)
{
   uint32_t *dw = __real_realloc(r->dw, (r->num_dw + b->num_dw) * sizeof *dw);
   assert_non_null(dw);
   memcpy(dw + r->num_dw, b->dw, b->num_dw * sizeof *dw);
   r->dw = dw;
   r->num_dw += b->num_dw;
   return true;
}

static bool
compile_stage(struct ir_shader *s, const struct terascale_chip *chip, struct result *r)
{
   struct vliw_binary b;
   char error[200] = "";
   if (!vliw_compile(s, chip, NULL, &b, error, sizeof error)) {
      assert_string_equal(error, "out of memory");
      return false;
   }
   append(r, &b);
   vliw_binary_fini(&b);
   return true;
}

static bool
compile_program(const struct glsl_program *p, const struct terascale_chip *chip, struct result *r)
{
   static const struct ir_options opt = {.hoist_uniforms = true};
   if (!p->ok)
      fail_msg("allocation %ld of %ld: link: %s", fault.at, fault.count, p->log);
   ir_run_link_pipeline(p->ir[IR_VERTEX], p->ir[IR_FRAGMENT], vliw_ir_target(), &opt);
   return !p->ir[IR_VERTEX]->arena.out_of_memory && !p->ir[IR_FRAGMENT]->arena.out_of_memory &&
          compile_stage(p->ir[IR_VERTEX], chip, r) && compile_stage(p->ir[IR_FRAGMENT], chip, r);
}

/** From the texts to machine code, while the allocation that `fault` names fails. */
static struct result
attempt(const struct terascale_chip *chip)
{
   struct result r = {0};
   fault.count = 0;
   struct glsl_shader *v = glsl_compile(IR_VERTEX, vs, strlen(vs), &glsl_all_options);
   struct glsl_shader *f = glsl_compile(IR_FRAGMENT, fs, strlen(fs), &glsl_all_options);
   struct glsl_program *p = v && f ? glsl_link(v, f, NULL, 0, &glsl_all_options) : NULL;
   if (v && !glsl_shader_ok(v))
      fail_msg("the vertex shader: %s", glsl_shader_log(v));
   if (f && !glsl_shader_ok(f))
      fail_msg("the fragment shader: %s", glsl_shader_log(f));
   r.ok = p && compile_program(p, chip, &r);
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   return r;
}

static void
run_chip(const char *name, long first)
{
   const struct terascale_chip *chip = terascale_chip_find(name);
   fault.at = -1;
   struct result want = attempt(chip);
   const long before = live_allocations, all = fault.count;
   assert_true(want.ok && want.num_dw > 100 && all > 2000);
   long failed = 0;
   for (unsigned mode = 0; mode < 2; mode++) {
      fault.stays = mode;
      for (fault.at = first; fault.at < all; fault.at += STRIDE) {
         struct result got = attempt(chip);
         if (got.ok && (got.num_dw != want.num_dw || memcmp(got.dw, want.dw, got.num_dw * sizeof *got.dw)))
            fail_msg("%s: allocation %ld%s fails: other code, and nobody says why", name, fault.at,
                     mode ? " and all behind it" : "");
         failed += !got.ok;
         __real_free(got.dw);
         assert_int_equal(live_allocations, before);
      }
   }
   fault.at = -1;
   printf("%s: %ld allocations, %ld attempts failed\n", name, all, failed);
   assert_true(failed > all / STRIDE);
   __real_free(want.dw);
}

static void
test_chips(void **state)
{
   (void)state;
   run_chip("rv670", 0 * STRIDE / 4);
   run_chip("rv770", 1 * STRIDE / 4);
   run_chip("cypress", 2 * STRIDE / 4);
   run_chip("cayman", 3 * STRIDE / 4);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_chips)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
