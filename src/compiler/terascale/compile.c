/* SPDX-License-Identifier: MIT
 *
 * The best code for a shader: runs by several plans, and with values in scratch memory where registers do not
 * suffice.
 */
#include "compiler/terascale/passes.h"

#include "util/u_math.h"

/* A shader that takes more registers than this is tried again with less freedom for the scheduler. */
#define MANY_GPRS 24
/* One that takes more than these, too, once, by this window, if it has not many instructions; but not at the price of many clauses
 * more: each waits for the one before. */
#define SOME_GPRS    16
#define SOME_WINDOW  64
#define SOME_INSTRS  400
#define MORE_CLAUSES 4
/* A large shader, but no huge one, whose compilation is long as it is, is tried with this window: what is close in the text is
 * close in the code, and fewer values wait in registers, on their channels. */
#define LARGE_INSTRS 1000
#define HUGE_INSTRS  2000
#define LARGE_WINDOW 150
/* Fewer than these do not let more threads run that would hide anything. */
#define FEW_GPRS 6

/** What it takes, in groups: one register more hides less latency, beyond some by a handful of groups. */
static uint32_t
weight(const struct vliw_binary *b)
{
   return b->num_alu_groups + MAX2(b->num_gprs, FEW_GPRS) + 3u * MAX2(b->num_gprs, MANY_GPRS);
}

/** Is \p a better code than \p b? */
static bool
is_better(const struct vliw_binary *a, const struct vliw_binary *b)
{
   const uint32_t wa = weight(a), wb = weight(b);
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
 * as long as fewer groups are thinkable; first with other kinds of dot products. False: out of memory. */
static bool
try_orders(const struct ir_shader *s, const struct terascale_chip *chip, const struct vliw_key *key,
           struct vliw_binary *out)
{
   static const enum vliw_dots kinds[] = {VLIW_DOTS_CHAIN_2, VLIW_DOTS_CHAIN_3, VLIW_DOTS_WHOLE};
   char error[160];
   uint32_t n = out->num_alu_instrs, kind = out->has_short_dots ? 0 : ARRAY_SIZE(kinds), seed = 0;
   uint32_t tries = n <= 64 ? 16 : n <= 160 ? 10 : n <= 400 ? 4 : n <= 1000 ? 2 : 0, in_vain = 0;
   struct vliw_plan best = {0};
   bool inputs = out->has_inputs && tries, window = n > LARGE_INSTRS && n <= HUGE_INSTRS;
   tries += (uint32_t)inputs + window;
   for (; tries && in_vain < 5; tries--) {
      const bool other_dots = !window && kind < ARRAY_SIZE(kinds),
                 inputs_first = !window && !other_dots && inputs;
      if (!other_dots && out->num_alu_groups <= out->min_alu_groups)
         break;
      struct vliw_binary b;
      struct vliw_plan plan = best;
      if (window)
         plan.window = LARGE_WINDOW;
      else if (other_dots)
         plan.dots = kinds[kind++];
      else if (inputs_first)
         plan.inputs_first = true;
      else
         plan.seed = ++seed;
      uint32_t before = out->num_alu_groups;
      if (vliw_compile_once(s, chip, key, plan, &b, error, sizeof error))
         keep_better(out, &b);
      else if (b.out_of_memory)
         return false;
      const bool gain = out->num_alu_groups < before, other_kind = window || other_dots || inputs_first;
      if (other_kind && out->num_alu_groups + inputs_first <
                           before) /* of inputs much: other orders may give a little, too */
         best = plan;
      in_vain = gain || other_kind ? 0 : in_vain + 1;
      inputs &= !inputs_first;
      window = false;
   }
   return true;
}

/** The best of the plans by which the registers suffice; none: nothing in \p out. False: out of memory. */
static bool
try_windows(const struct ir_shader *s, const struct terascale_chip *chip, const struct vliw_key *key,
            struct vliw_binary *out, char *error, size_t error_B)
{
   static const uint32_t windows[] = {0, 200, 64, 24, 8};
   for (size_t i = 0; i < ARRAY_SIZE(windows); i++) {
      if (out->dw && out->num_gprs <= MANY_GPRS && windows[i] != SOME_WINDOW)
         continue; /* one try */
      struct vliw_binary b;
      const struct vliw_plan plan = {.window = windows[i]};
      if (!vliw_compile_once(s, chip, key, plan, &b, error, error_B)) {
         if (b.out_of_memory)
            return false;
         continue;
      }
      if (!out->dw)
         *out = b;
      else if (out->num_gprs <= MANY_GPRS && b.num_cf_instrs > out->num_cf_instrs + MORE_CLAUSES)
         vliw_binary_fini(&b);
      else
         keep_better(out, &b);
      const bool tried = (windows[i] && windows[i] <= SOME_WINDOW) || out->num_alu_instrs > SOME_INSTRS;
      if (out->num_gprs <= (tried ? MANY_GPRS : SOME_GPRS))
         return try_orders(s, chip, key, out);
   }
   return true;
}

bool
vliw_compile(const struct ir_shader *s, const struct terascale_chip *chip, const struct vliw_key *key,
             struct vliw_binary *out, char *error, size_t error_B)
{
   static const struct vliw_key no_key;
   key = key ? key : &no_key;
   memset(out, 0, sizeof *out);
   struct ir_shader *flat = NULL;
   bool memory = vliw_limit_nesting(s, chip, &flat);
   if (flat)
      s = flat;
   memory = memory && try_windows(s, chip, key, out, error, error_B);
   char second[160]; /* if this fails, too, the first reason is the one to tell */
   if (memory && !out->dw)
      memory = vliw_compile_spilled(s, chip, key, out, second, sizeof second) || !out->out_of_memory;
   ir_shader_destroy(flat);
   if (!memory) {
      vliw_binary_fini(out);
      snprintf(error, error_B, "out of memory");
   }
   return out->dw;
}
