/* SPDX-License-Identifier: MIT
 *
 * Which channels the VLIW back end computes in what leaves a shader together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#include "compiler/terascale/passes.h"
#include "compiler/terascale/vliw.h"

static struct ir_io
io(const char *name, enum ir_semantic sem, unsigned index)
{
   return (struct ir_io){.name = name, .semantic = (uint8_t)sem, .sem_index = (uint8_t)index, .ncomp = 4};
}

/** Compiles by the plan of zeros and frees the shader. */
static struct vliw_binary
compile_once(struct ir_shader *s, const struct terascale_chip *chip)
{
   static const struct vliw_key key = {.num_color_targets = 1};
   static const struct vliw_plan plan;
   struct vliw_binary bin;
   char error[200] = "";
   ir_update_preds(s);
   if (!vliw_compile_once(s, chip, &key, plan, &bin, error, sizeof error))
      fail_msg("%s: %s", chip->base.name, error);
   ir_shader_destroy(s);
   return bin;
}

/* Varyings of two components: the second one's are computed in z and w, so that one group holds both. */
static void
exports_take_all_units(void **state)
{
   const struct terascale_chip *chip = terascale_chip_find("cayman");
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   assert_true(u_vec_push(&s->inputs, io("p", IR_SEM_GENERIC, 0)));
   assert_true(u_vec_push(&s->outputs, io("gl_Position", IR_SEM_POSITION, 0)));
   struct ir_builder b = ir_builder_at_end(s);
   for (unsigned v = 0; v < 2; v++) {
      assert_true(u_vec_push(&s->outputs, io("v", IR_SEM_GENERIC, v)));
      for (unsigned k = 0; k < 2; k++)
         ir_store_output(&b, v + 1, k,
                         ir_alu2(&b, IR_FMUL, ir_load_input(&b, 0, 2 * v + k), ir_immf(3.0f + (float)k)));
   }
   struct vliw_binary bin = compile_once(s, chip);
   assert_int_equal(bin.num_alu_groups, 1);
   assert_int_equal(bin.num_alu_instrs, 4);
   vliw_binary_fini(&bin);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(exports_take_all_units),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
