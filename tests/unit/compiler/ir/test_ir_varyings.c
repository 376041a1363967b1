/* SPDX-License-Identifier: MIT
 *
 * ir_opt_varyings on textual IR, before and after.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "compiler/ir/target.h"

static struct ir_shader *
parse(const char *text)
{
   char error[200] = "";
   struct ir_shader *s = ir_parse(text, error, sizeof error);
   if (!s)
      fail_msg("%s\n%s", error, text);
   return s;
}

static void
expect(const struct ir_shader *s, const char *text)
{
   char error[200] = "";
   if (!ir_validate(s, error, sizeof error))
      fail_msg("%s", error);
   struct ir_shader *want = parse(text);
   char *a = NULL, *b = NULL;
   size_t n;
   FILE *f = open_memstream(&a, &n);
   ir_print(f, s);
   fclose(f);
   f = open_memstream(&b, &n);
   ir_print(f, want);
   fclose(f);
   assert_string_equal(a, b);
   free(a);
   free(b);
   ir_shader_destroy(want);
}

#define VS_HEAD                                                                                              \
   "shader vs\ninput 0 generic 0 comps 4 \"a\"\noutput 0 generic 0 comps 4 \"v\"\n"                          \
   "output 1 generic 1 comps 4 \"w\"\noutput 2 position 0 comps 4 \"p\"\n"
#define FS_HEAD                                                                                              \
   "shader fs\ninput 0 generic 1 comps 4 \"w\"\ninput 1 generic 0 comps 4 \"v\"\noutput 0 color 0 comps 4 "  \
   "\"c\"\n"

/** A constant goes into the fragment shader, a repeated value is loaded once, what nobody reads goes, and
 * what stays moves together. */
static void
constants_and_copies(void **state)
{
   struct ir_shader *vs = parse(VS_HEAD "{\n"
                                        "  %0 = load_input 0.x\n"
                                        "  %1 = load_input 0.y\n"
                                        "  store_output 0.x %0\n"
                                        "  store_output 0.y 0x3f800000\n"
                                        "  store_output 0.z %1\n"
                                        "  store_output 1.x %1\n"
                                        "  store_output 1.w %0\n"
                                        "  store_output 2.x %0\n"
                                        "}\n");
   struct ir_shader *fs = parse(FS_HEAD "{\n"
                                        "  %0 = load_input 1.x\n"
                                        "  %1 = load_input 1.y\n"
                                        "  %2 = load_input 0.w\n"
                                        "  %3 = load_input 0.x\n"
                                        "  store_output 0.x %0\n"
                                        "  store_output 0.y %1\n"
                                        "  store_output 0.z %2\n"
                                        "  store_output 0.w %3\n"
                                        "}\n");
   assert_true(ir_opt_varyings(vs, fs));
   expect(fs, FS_HEAD "{\n"
                      "  %0 = load_input 1.x\n"
                      "  %1 = mov 0x3f800000\n"
                      "  %2 = load_input 1.x\n"
                      "  %3 = load_input 1.y\n"
                      "  store_output 0.x %0\n"
                      "  store_output 0.y %1\n"
                      "  store_output 0.z %2\n"
                      "  store_output 0.w %3\n"
                      "}\n");
   expect(vs, VS_HEAD "{\n"
                      "  %0 = load_input 0.x\n"
                      "  %1 = load_input 0.y\n"
                      "  store_output 0.x %0\n"
                      "  store_output 0.y %1\n"
                      "  store_output 2.x %0\n"
                      "}\n");
   assert_false(ir_opt_varyings(vs, fs));
   ir_shader_destroy(vs);
   ir_shader_destroy(fs);
}

/** A component that is stored twice, or under a condition, is not known. */
static void
conditional_stores(void **state)
{
   static const char vs_text[] = VS_HEAD "{\n"
                                         "  %0 = load_input 0.x\n"
                                         "  store_output 0.x 0x3f800000\n"
                                         "  %1 = flt %0, 0x00000000\n"
                                         "  if %1 {\n"
                                         "    store_output 0.x 0x40000000\n"
                                         "    store_output 0.y 0x3f800000\n"
                                         "  } else {\n"
                                         "  }\n"
                                         "}\n";
   static const char fs_text[] = FS_HEAD "{\n"
                                         "  %0 = load_input 1.x\n"
                                         "  %1 = load_input 1.y\n"
                                         "  %2 = load_input 0.x\n"
                                         "  store_output 0.x %0\n"
                                         "  store_output 0.y %1\n"
                                         "  store_output 0.z %2\n"
                                         "}\n";
   struct ir_shader *vs = parse(vs_text), *fs = parse(fs_text);
   assert_false(ir_opt_varyings(vs, fs));
   expect(vs, vs_text);
   expect(fs, fs_text);
   ir_shader_destroy(vs);
   ir_shader_destroy(fs);
}

/** Two directions and what else there is fill vectors: pairs first, then what is left over. */
static void
packs(void **state)
{
   struct ir_shader *vs = parse(VS_HEAD "{\n"
                                        "  %0 = load_input 0.x\n"
                                        "  %1 = load_input 0.y\n"
                                        "  %2 = load_input 0.z\n"
                                        "  %3 = fadd %0, %1\n"
                                        "  %4 = fadd %0, %2\n"
                                        "  %5 = fadd %1, %2\n"
                                        "  store_output 0.x %0\n"
                                        "  store_output 0.y %1\n"
                                        "  store_output 0.z %2\n"
                                        "  store_output 1.x %3\n"
                                        "  store_output 1.z %4\n"
                                        "  store_output 1.w %5\n"
                                        "  store_output 2.x %0\n"
                                        "}\n");
   struct ir_shader *fs = parse(FS_HEAD "{\n"
                                        "  %0 = load_input 1.x\n"
                                        "  %1 = load_input 1.y\n"
                                        "  %2 = load_input 1.z\n"
                                        "  %3 = load_input 0.x\n"
                                        "  %4 = load_input 0.z\n"
                                        "  %5 = load_input 0.w\n"
                                        "  %6 = fmad %0, %1, %2\n"
                                        "  %7 = fmad %3, %4, %5\n"
                                        "  store_output 0.x %6\n"
                                        "  store_output 0.y %7\n"
                                        "}\n");
   assert_true(ir_opt_varyings(vs, fs));
   /* input 0 is output 1, input 1 is output 0; pairs: 0.xz -> 0.xy, 1.xy -> 0.zw; then 0.w -> 1.x, 1.z -> 1.y
    */
   static const uint8_t loads[6][2] = {
      {0, 2},
      {0, 3},
      {1, 1},
      {0, 0},
      {0, 1},
      {1, 0}
   };
   static const uint8_t stores[7][2] = {
      {1, 2},
      {1, 3},
      {0, 1},
      {1, 0},
      {1, 1},
      {0, 0},
      {2, 0}
   };
   for (unsigned k = 0; k < 6; k++) {
      const struct ir_instr *in = ir_first_node(fs)->block->instrs.data[k];
      assert_int_equal(in->index, loads[k][0]);
      assert_int_equal(in->comp, loads[k][1]);
   }
   for (unsigned k = 0; k < 7; k++) {
      const struct ir_instr *in = ir_first_node(vs)->block->instrs.data[6 + k];
      assert_int_equal(in->op, IR_STORE_OUTPUT);
      assert_int_equal(in->index, stores[k][0]);
      assert_int_equal(in->comp, stores[k][1]);
   }
   assert_false(ir_opt_varyings(vs, fs));
   ir_shader_destroy(vs);
   ir_shader_destroy(fs);
}

/** A target that reads vectors: copies and single constants stay; two vectors become one only if there is room for one. */
static void
whole_vectors(void **state)
{
   static const char vs_text[] = VS_HEAD "{\n"
                                         "  %0 = load_input 0.x\n"
                                         "  store_output 0.x %0\n"
                                         "  store_output 0.y %0\n"
                                         "  store_output 0.z 0x3f800000\n"
                                         "  store_output 1.x %0\n"
                                         "}\n";
   static const char fs_text[] = FS_HEAD "{\n"
                                         "  %0 = load_input 1.x\n"
                                         "  %1 = load_input 1.y\n"
                                         "  %2 = load_input 1.z\n"
                                         "  %3 = load_input 0.x\n"
                                         "  %4 = fmad %0, %1, %2\n"
                                         "  %5 = fadd %3, %4\n"
                                         "  store_output 0.x %5\n"
                                         "}\n";
   struct ir_target target = ir_target_any;
   for (unsigned most = 2; most >= 1; most--) {
      struct ir_shader *vs = parse(vs_text), *fs = parse(fs_text);
      target.max_inputs = (uint8_t)most;
      vs->target = fs->target = &target;
      assert_int_equal(ir_opt_varyings(vs, fs), most == 1);
      for (unsigned k = 0; k < 4; k++) {
         const struct ir_instr *in = ir_first_node(fs)->block->instrs.data[k];
         assert_int_equal(in->op, IR_LOAD_INPUT);
         assert_int_equal(in->index, most == 1 ? 0 : k < 3);
         assert_int_equal(in->comp, k < 3 ? k : most == 1 ? 3 : 0);
      }
      assert_false(ir_opt_varyings(vs, fs));
      ir_shader_destroy(vs);
      ir_shader_destroy(fs);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(constants_and_copies),
      cmocka_unit_test(conditional_stores),
      cmocka_unit_test(packs),
      cmocka_unit_test(whole_vectors),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
