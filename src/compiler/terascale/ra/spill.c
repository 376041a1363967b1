/* SPDX-License-Identifier: MIT
 *
 * When the registers do not suffice: large arrays and long-lived values move to scratch memory, in the IR,
 * and the shader is compiled again. What fits is not known before allocation, so the limit shrinks until it
 * fits.
 */
#include "compiler/terascale/passes.h"

#include "util/u_math.h"

static void
mark_indexed(struct ir_shader *s, bool *indexed)
{
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->var && in->indirect)
            indexed[in->var->id] = true;
      }
}

uint32_t
vliw_arrays_to_scratch(struct ir_shader *s, uint32_t max_gprs)
{
   bool *indexed = calloc(s->vars.count + 1, 1);
   if (!indexed) {
      s->arena.out_of_memory = true;
      return 0;
   }
   mark_indexed(s, indexed);
   uint64_t sum = 0;
   for (size_t i = 0; i < s->vars.count; i++)
      if (indexed[i] && !s->vars.data[i]->scratch)
         sum += s->vars.data[i]->len;
   while (sum > max_gprs) {
      struct ir_var *big = NULL;
      for (size_t i = 0; i < s->vars.count; i++) {
         struct ir_var *v = s->vars.data[i];
         if (indexed[i] && !v->scratch && (!big || v->len > big->len))
            big = v;
      }
      if (!big)
         break;
      big->scratch = true;
      sum -= big->len;
   }
   free(indexed);
   return (uint32_t)sum;
}

bool
vliw_compile_limited(const struct ir_shader *s, const struct terascale_chip *chip, const struct vliw_key *key,
                     uint32_t scalars, struct vliw_plan plan, struct vliw_binary *out, char *error,
                     size_t error_B)
{
   struct ir_shader *c = ir_shader_clone(s);
   memset(out, 0, sizeof *out);
   if (!c) {
      out->out_of_memory = true;
      return false;
   }
   uint32_t gprs = vliw_arrays_to_scratch(c, scalars / 8);
   ir_spill(c, MAX2(scalars - MIN2(gprs * 4, scalars), 8u));
   out->out_of_memory = c->arena.out_of_memory;
   bool ok = !out->out_of_memory && vliw_compile_once(c, chip, key, plan, out, error, error_B);
   ir_shader_destroy(c);
   return ok;
}

bool
vliw_compile_spilled(const struct ir_shader *s, const struct terascale_chip *chip, const struct vliw_key *key,
                     struct vliw_binary *out, char *error, size_t error_B)
{
   static const uint16_t limits[] = {416, 320, 224, 128, 64, 24, 8};
   static const uint32_t windows[] = {24, 8};
   for (size_t i = 0; i < ARRAY_SIZE(limits) * ARRAY_SIZE(windows); i++) {
      const struct vliw_plan plan = {.window = windows[i % ARRAY_SIZE(windows)]};
      const uint16_t limit = limits[i / ARRAY_SIZE(windows)];
      if (vliw_compile_limited(s, chip, key, limit, plan, out, error, error_B))
         return true;
      if (out->out_of_memory)
         return false;
   }
   return false;
}
