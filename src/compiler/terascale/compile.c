/* SPDX-License-Identifier: MIT
 *
 * The back end's pipeline, top to bottom.
 */
#include "compiler/terascale/mir.h"

#include "util/u_debug.h"
#include "util/u_math.h"

static void
fini(struct vliw_ctx *c)
{
   for (size_t i = 0; i < c->regs.count; i++)
      u_vec_fini(&c->regs.data[i].ranges);
   for (size_t i = 0; i < c->arrays.count; i++)
      u_vec_fini(&c->arrays.data[i].ranges);
   for (size_t i = 0; i < c->all_ops.count; i++)
      u_vec_fini(&c->all_ops.data[i]->succ);
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

bool
vliw_compile_once(const struct ir_shader *s, const struct db_chip *chip, const struct vliw_key *key,
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
   unsigned failures = u_alloc_failures;
   jmp_buf out_of_memory;
   if (!setjmp(out_of_memory)) {
      /* Instruction selection owns nothing that does not hang off the context: it may be left anywhere. */
      c.arena.on_failure = &out_of_memory;
      vliw_isel(&c);
   }
   c.arena.on_failure = NULL;
   for (size_t i = 0; i < sizeof passes / sizeof passes[0] && !c.failed && u_alloc_failures == failures; i++)
      passes[i](&c);
   if (u_alloc_failures != failures)
      vliw_fail(&c, "out of memory");
#ifndef NDEBUG
   char why[200];
   if (!c.failed && !vliw_validate(out, (enum ir_stage)s->stage, chip, why, sizeof why)) {
      u_log("internal error: code for %s breaks a rule: %s", chip->name, why);
      vliw_disassemble(stderr, chip, out->dw, out->num_dw);
      vliw_fail(&c, "internal: %s", why);
   }
#endif
   bool ok = !c.failed;
   if (!ok)
      vliw_binary_fini(out);
   else
      out->min_alu_groups = c.min_groups;
   fini(&c);
   return ok;
}

/* A shader that takes more registers than this is tried again with less freedom for the scheduler. */
#define MANY_GPRS 24

/** Is \p a better code than \p b? */
static bool
is_better(const struct vliw_binary *a, const struct vliw_binary *b)
{
   /* beyond some registers one more hides less latency: weigh it like a handful of groups */
   uint32_t wa = a->num_alu_groups + 4u * MAX2(a->num_gprs, MANY_GPRS);
   uint32_t wb = b->num_alu_groups + 4u * MAX2(b->num_gprs, MANY_GPRS);
   if (wa != wb)
      return wa < wb;
   return a->num_gprs != b->num_gprs ? a->num_gprs < b->num_gprs : a->num_dw < b->num_dw;
}

/** Puts the better one into \p out and frees the other. */
static void
keep_better(struct vliw_binary *out, struct vliw_binary *b)
{
   if (is_better(b, out)) {
      struct vliw_binary t = *out;
      *out = *b;
      *b = t;
   }
   vliw_binary_fini(b);
}

/** List scheduling is a matter of luck among operations of equal weight: small shaders get several chances,
 * as long as fewer groups are thinkable. */
static void
try_orders(const struct ir_shader *s, const struct db_chip *chip, const struct vliw_key *key,
           struct vliw_binary *out)
{
   char error[160];
   uint32_t n = out->num_alu_instrs;
   uint32_t tries = n <= 64 ? 16 : n <= 160 ? 10 : n <= 400 ? 4 : n <= 1000 ? 2 : 0, in_vain = 0;
   for (uint32_t seed = 1; seed <= tries && out->num_alu_groups > out->min_alu_groups && in_vain < 6;
        seed++) {
      struct vliw_binary b;
      uint32_t before = out->num_alu_groups;
      if (vliw_compile_once(s, chip, key, (struct vliw_plan){.seed = seed}, &b, error, sizeof error))
         keep_better(out, &b);
      in_vain = out->num_alu_groups < before ? 0 : in_vain + 1;
   }
}

bool
vliw_compile(const struct ir_shader *s, const struct db_chip *chip, const struct vliw_key *key,
             struct vliw_binary *out, char *error, size_t error_B)
{
   static const struct vliw_key no_key;
   static const uint32_t windows[] = {0, 200, 64, 24, 8};
   bool ok = false;
   memset(out, 0, sizeof *out);
   struct ir_shader *flat = vliw_limit_nesting(s, chip);
   if (flat)
      s = flat;
   for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
      struct vliw_binary b;
      if (!vliw_compile_once(s, chip, key ? key : &no_key, (struct vliw_plan){.window = windows[i]}, &b,
                             error, error_B))
         continue;
      if (ok)
         keep_better(out, &b);
      else
         *out = b;
      ok = true;
      if (out->num_gprs <= MANY_GPRS)
         break;
   }
   if (ok && out->num_gprs <= MANY_GPRS)
      try_orders(s, chip, key ? key : &no_key, out);
   char second[160];
   if (!ok && vliw_compile_spilled(s, chip, key ? key : &no_key, out, second, sizeof second))
      ok = true; /* otherwise the first reason is the one to tell */
   ir_shader_destroy(flat);
   return ok;
}

void
vliw_binary_fini(struct vliw_binary *b)
{
   free(b->dw);
   memset(b, 0, sizeof *b);
}
