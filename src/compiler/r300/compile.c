/* SPDX-License-Identifier: MIT
 *
 * One shader: several runs of its engine's scheduler that look ahead further or less far, in one order or the other; the
 * shortest code wins.
 */
#include "compiler/r300/flow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_debug.h"
#include "util/u_math.h"

/** A way to try: operations that the scheduler looks ahead, their order, how many it tries to begin with, whether R400 uses all temporaries, whether scalars go
 * into lanes, whether sums become operands; or a way to know how many temporaries the shader wants. */
struct attempt {
   uint32_t window, seeds;
   bool by_height, wide, measure, lanes, presub;
   enum { TOGETHER, SQUARES, ALL } apart; /* dot products that become terms */
};

static bool
compile_once(const struct ir_shader *s, const struct r300_chip *chip, const struct r300_key *key,
             const struct attempt *a, struct r300_binary *out, char *error, size_t error_B)
{
   struct r300_ctx c = {.ir = s,
                        .chip = chip,
                        .key = key,
                        .out = out,
                        .error = error,
                        .error_B = error_B,
                        .first = R300_NONE,
                        .last = R300_NONE,
                        .window = a->window,
                        .seeds = a->seeds,
                        .by_height = a->by_height,
                        .wide = a->wide,
                        .measure = a->measure,
                        .lanes = a->lanes,
                        .presub = a->presub};
   jmp_buf leave;
   volatile bool done = false; /* written between setjmp and longjmp */
   memset(out, 0, sizeof *out);
   u_arena_init(&c.arena);
   c.leave = &leave;
   c.arena.on_failure = &leave;
   if (!setjmp(leave)) {
      r300_select(&c);
      r300_select_body(&c);
      if (a->apart)
         r300_part_dots(&c, a->apart == SQUARES);
      if (s->stage ==
          IR_FRAGMENT) { /* the vertex engine has no factors, and its components signs of their own */
         r300_fold_factors(&c);
         r300_unite_signs(&c);
      }
      r300_direct_outputs(&c);
      r300_combine_kills(&c);
      if (a->presub)
         r300_fold_presub(&c);
      if (s->stage == IR_VERTEX)
         r300_pvs(&c);
      else if (chip->gen == R300_GEN_R500)
         r300_us500(&c);
      else
         r300_us300(&c);
      r300_check_constants(&c);
      if (a->measure)
         r300_fail(&c, "%u temporaries in the %s shader; %s has %u", c.max_reg,
                   s->stage == IR_VERTEX ? "vertex" : "fragment", chip->base.name, r300_max_temps(&c));
      out->num_temps = c.max_reg ? c.max_reg : 1; /* operands without a register name the first */
      done = true;
   }
   bool out_of_memory = c.arena.out_of_memory || out->out_of_memory;
   u_arena_fini(&c.arena);
   if (!done) {
      const uint32_t instrs = MAX2(out->num_alu, out->num_instrs);
      r300_binary_fini(out);
      out->num_instrs = instrs; /* that it has, or had when it failed */
      out->out_of_memory = out_of_memory;
      out->num_temps = c.short_of_temps; /* which r300_compile asks for */
      if (out_of_memory)
         snprintf(error, error_B, "out of memory");
   }
   return done;
}

/** Instructions and slots that stay empty take the same time, and instructions are limited. */
static bool
is_better(const struct r300_binary *a, const struct r300_binary *b)
{
   const uint32_t slots_a = a->num_instrs + a->num_empty, slots_b = b->num_instrs + b->num_empty;
   if (slots_a != slots_b)
      return slots_a < slots_b;
   return a->num_instrs != b->num_instrs ? a->num_instrs < b->num_instrs : a->num_temps < b->num_temps;
}

/** The sentence of a shader that wants too many: how many. */
static void
measure_temps(const struct ir_shader *s, const struct r300_chip *chip, const struct r300_key *key,
              char *error, size_t error_B)
{
   static const struct attempt frugal = {.window = 12, .measure = true};
   struct r300_binary b;
   char why[200];
   if (!compile_once(s, chip, key, &frugal, &b, why, sizeof why) && !b.out_of_memory)
      snprintf(error, error_B, "%s", why);
}

/** More ways for a pixel shader that was a little too long by all others, as far as the shortest tells: the first that fits. */
static void
try_harder(const struct ir_shader *s, const struct r300_chip *chip, const struct r300_key *key,
           uint32_t shortest, struct r300_binary *out)
{
   static const uint8_t seeds[] = {3, 2, 0, 8};
   static const uint16_t windows[] = {400, 12, 250, 100, 40};
   const uint32_t limit = chip->us_alu, ways = ARRAY_SIZE(seeds) * ARRAY_SIZE(windows) * 4;
   if (s->stage == IR_VERTEX || shortest <= limit || shortest > limit + limit / 8)
      return;
   for (uint32_t i = 0; i < ways && !out->dw; i++) {
      const struct attempt a = {.seeds = seeds[i / 4 % ARRAY_SIZE(seeds)],
                                .window = windows[i / 4 / ARRAY_SIZE(seeds)],
                                .apart = i & 1 ? ALL : SQUARES,
                                .by_height = i & 2,
                                .wide = chip->gen == R300_GEN_R400};
      struct r300_binary b;
      char why[200];
      if (compile_once(s, chip, key, &a, &b, why, sizeof why) || b.out_of_memory)
         *out = b;
      if (out->out_of_memory)
         return;
   }
}

#ifndef NDEBUG
static bool
keeps_rules(const struct r300_binary *b, enum ir_stage stage, const struct r300_chip *chip)
{
   char why[200];
   const bool ok = r300_binary_validate(b, stage, chip, why, sizeof why);
   if (!ok)
      u_log("internal error: a %s shader for %s: %s", stage == IR_VERTEX ? "vertex" : "fragment",
            chip->base.name, why);
   return ok;
}
#endif

bool
r300_compile(const struct ir_shader *s, const struct r300_chip *chip, const struct r300_key *key,
             struct r300_binary *out, char *error, size_t error_B)
{
   static const struct r300_key no_key;
   /* clang-format off */
   static const struct attempt attempts[] = {
      {.window = 400},
      {.window = 100},
      {.window = 40},
      {.window = 12},
      {.window = 400, .by_height = true},
      {.window = 60, .by_height = true},
      {.window = 400, .lanes = true},
      {.window = 60, .by_height = true, .lanes = true},
      {.window = 400, .presub = true},
      {.window = 60, .by_height = true, .presub = true},
      {.window = 400, .lanes = true, .presub = true},
      {.window = 60, .by_height = true, .lanes = true, .presub = true},
      {.window = 250, .seeds = 2},
      {.window = 100, .by_height = true, .seeds = 2, .presub = true},
      {.window = 400, .seeds = 3, .apart = SQUARES},
      {.window = 250, .seeds = 8, .apart = ALL},
      {.window = 100, .presub = true, .apart = ALL},
      {.window = 100, .wide = true},
      {.window = 12, .wide = true},
      {.window = 60, .by_height = true, .wide = true},
      {.window = 60, .by_height = true, .wide = true, .presub = true},
      {.window = 400, .seeds = 3, .wide = true, .apart = SQUARES},
   };
   /* clang-format on */
   bool short_of_temps = false; /* the last time */
   uint32_t shortest = UINT32_MAX;
   const bool has_wide = s->stage == IR_FRAGMENT && chip->gen == R300_GEN_R400;
   memset(out, 0, sizeof *out);
   if (s->refused || (s->stage == IR_VERTEX && !chip->tcl)) {
      snprintf(error, error_B, "%s", s->refused ? s->refused : "this chip has no vertex engine");
      return false;
   }
   for (unsigned i = 0; i < sizeof attempts / sizeof attempts[0]; i++) {
      if ((attempts[i].lanes || attempts[i].presub || attempts[i].seeds || attempts[i].apart) &&
          s->stage == IR_VERTEX)
         continue;
      if (attempts[i].wide && (out->dw || !has_wide)) /* if there is no other way: it takes more to upload */
         continue;
      struct r300_binary b;
      char why[200];
      if (!compile_once(s, chip, key ? key : &no_key, &attempts[i], &b, why, sizeof why)) {
         short_of_temps = b.num_temps;
         if (!short_of_temps)
            shortest = MIN2(shortest, b.num_instrs);
         if (!out->dw) /* the last reason to tell: the most frugal way failed, too */
            snprintf(error, error_B, "%s", why);
         if (b.out_of_memory) {
            r300_binary_fini(out);
            out->out_of_memory = true;
            return false;
         }
         continue;
      }
      if (out->dw && !is_better(&b, out)) {
         r300_binary_fini(&b);
         continue;
      }
      r300_binary_fini(out);
      *out = b;
   }
   if (!out->dw)
      try_harder(s, chip, key ? key : &no_key, shortest, out);
   if (!out->dw && short_of_temps)
      measure_temps(s, chip, key ? key : &no_key, error, error_B);
   assert(!out->dw || keeps_rules(out, (enum ir_stage)s->stage, chip));
   return out->dw;
}

void
r300_binary_fini(struct r300_binary *b)
{
   free(b->dw);
   memset(b, 0, sizeof *b);
}
