/* SPDX-License-Identifier: MIT
 *
 * A tail that hands varyings on as they are: for who looks at a vertex shader without a fragment shader.
 */
#include "compiler/pica200/binary.h"

unsigned
pica200_plain_semantic(unsigned n)
{
   static const uint8_t order[] = {
      PICA200_COLOR_R, PICA200_COLOR_R + 1, PICA200_COLOR_R + 2, PICA200_COLOR_R + 3, PICA200_TC0_U,
      PICA200_TC0_V,   PICA200_TC0_W,       PICA200_TC1_U,       PICA200_TC1_V,       PICA200_TC2_U,
      PICA200_TC2_V,   PICA200_VIEW_X,      PICA200_VIEW_X + 1,  PICA200_VIEW_X + 2};
   return n < sizeof order ? order[n] : PICA200_UNUSED;
}

static bool
add_input(struct ir_shader *t, const struct ir_io *of)
{
   struct ir_io io = *of;
   io.name = "varying";
   return u_vec_push(&t->inputs, io);
}

static bool
add_output(struct ir_shader *t, unsigned semantic)
{
   const struct ir_io io = {
      .name = "chip", .semantic = IR_SEM_GENERIC, .sem_index = (uint8_t)semantic, .ncomp = 1};
   return u_vec_push(&t->outputs, io);
}

struct ir_shader *
pica200_plain_tail(const struct ir_shader *s)
{
   struct ir_shader *t = ir_shader_create(IR_VERTEX);
   if (!t)
      return NULL;
   struct ir_builder b = ir_builder_at_end(t);
   bool ok = true;
   unsigned n = 0;
   for (size_t i = 0; ok && i < s->outputs.count; i++) {
      const struct ir_io *io = &s->outputs.data[i];
      if (io->semantic != IR_SEM_GENERIC)
         continue;
      ok = add_input(t, io);
      for (unsigned k = 0; ok && k < io->ncomp && pica200_plain_semantic(n) != PICA200_UNUSED; k++, n++) {
         const struct ir_src v = ir_load_input(&b, (uint32_t)t->inputs.count - 1, k);
         ok = add_output(t, pica200_plain_semantic(n));
         if (ok)
            ir_store_output(&b, n, 0, v);
      }
   }
   ir_update_preds(t);
   if (ok && !t->arena.out_of_memory)
      return t;
   ir_shader_destroy(t);
   return NULL;
}
