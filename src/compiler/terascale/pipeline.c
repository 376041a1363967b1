/* SPDX-License-Identifier: MIT
 *
 * One run of the back end by a plan: the passes from the IR to the code, top to bottom.
 */
#include "compiler/terascale/passes.h"

#include "util/u_debug.h"
#include "util/u_math.h"

static void
fini(struct vliw_ctx *c)
{
   for (size_t i = 0; i < c->regs.count; i++)
      u_vec_fini(&c->regs.data[i].ranges);
   for (size_t i = 0; i < c->arrays.count; i++)
      u_vec_fini(&c->arrays.data[i].ranges);
   for (size_t i = 0; i < c->all_clauses.count; i++) {
      u_vec_fini(&c->all_clauses.data[i]->groups);
      u_vec_fini(&c->all_clauses.data[i]->fetches);
   }
   for (size_t i = 0; i < c->blocks.count; i++) {
      u_vec_fini(&c->blocks.data[i]->ops);
      u_vec_fini(&c->blocks.data[i]->clauses);
   }
   u_vec_fini(&c->regs);
   u_vec_fini(&c->arrays);
   u_vec_fini(&c->nodes);
   u_vec_fini(&c->blocks);
   u_vec_fini(&c->all_ops);
   u_vec_fini(&c->all_clauses);
   u_vec_fini(&c->exports);
   u_arena_fini(&c->arena);
}

void
vliw_binary_fini(struct vliw_binary *b)
{
   free(b->dw);
   memset(b, 0, sizeof *b);
}

bool
vliw_compile_once(const struct ir_shader *s, const struct terascale_chip *chip, const struct vliw_key *key,
                  struct vliw_plan plan, struct vliw_binary *out, char *error, size_t error_B)
{
   static void (*const passes[])(struct vliw_ctx *) = {
      vliw_dead_code, vliw_output_modifiers, vliw_live_ops, vliw_coalesce,
      vliw_schedule,  vliw_live_groups,      vliw_alloc,    vliw_emit,
   };
   struct vliw_ctx c = {.ir = s, .key = key, .out = out, .error = error, .error_B = error_B, .plan = plan};
   memset(out, 0, sizeof *out);
   u_arena_init(&c.arena);
   vliw_target_init(&c.t, chip, (enum ir_stage)s->stage);
   jmp_buf out_of_memory;
   if (!setjmp(out_of_memory)) {
      /* Instruction selection owns nothing that does not hang off the context: it may be left anywhere. */
      c.arena.on_failure = &out_of_memory;
      vliw_isel(&c);
   }
   c.arena.on_failure = NULL;
   for (size_t i = 0; i < sizeof passes / sizeof passes[0] && !c.failed && !c.arena.out_of_memory; i++)
      passes[i](&c);
   if (c.arena.out_of_memory)
      vliw_out_of_memory(&c);
#ifndef NDEBUG
   char why[200];
   if (!c.failed && !vliw_validate(out, (enum ir_stage)s->stage, chip, why, sizeof why)) {
      if (strstr(why, "out of memory")) { /* of the validator */
         vliw_out_of_memory(&c);
      } else {
         u_log("internal error: code for %s breaks a rule: %s", chip->base.name, why);
         vliw_disassemble(stderr, chip, out->dw, out->num_dw);
         vliw_fail(&c, "internal: %s", why);
      }
   }
#endif
   if (c.failed) {
      const bool no_memory = out->out_of_memory;
      vliw_binary_fini(out);
      out->out_of_memory = no_memory; /* for whoever has another plan */
   } else {
      out->min_alu_groups = c.min_groups;
   }
   fini(&c);
   return !c.failed;
}
