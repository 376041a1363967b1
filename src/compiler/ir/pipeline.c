/* SPDX-License-Identifier: MIT
 *
 * The whole sequence of passes, in order. Debug builds validate the shader after each of them.
 */
#include "compiler/ir/ir.h"
#include "compiler/ir/target.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "util/u_debug.h"

#define MAX_ROUNDS 16

static bool
run(struct ir_shader *s, const struct ir_options *opt, const char *name, bool (*pass)(struct ir_shader *))
{
   if (s->arena.out_of_memory)
      return false;
   bool progress = pass(s);
   if (s->arena.out_of_memory) /* the shader may be anything; whoever asked for it looks at the flag */
      return false;
   if (progress && opt->print) {
      fprintf(stderr, "# after %s\n", name);
      ir_print(stderr, s);
   }
#ifndef NDEBUG
   char error[200];
   bool valid = ir_validate(s, error, sizeof error);
   if (!valid && strncmp(error, "out of memory", 13)) /* of the validator */
      u_log("internal error: the IR is broken after %s: %s", name, error);
#endif
   return progress;
}

#define RUN(pass) run(s, opt, #pass, ir_##pass)

/* No chip's stack holds more levels than this; the passes and the back end walk the tree recursively. */
#define MAX_LEVELS 400

static bool
ir_bound_depth(struct ir_shader *s)
{
   return ir_limit_nesting(s, (struct ir_nesting){.branch = 1, .loop = 1}, MAX_LEVELS);
}

/** What makes the shader smaller, over and over until nothing changes. */
static void
optimise(struct ir_shader *s, const struct ir_options *opt)
{
   bool progress = true;
   for (unsigned round = 0; progress && round < MAX_ROUNDS; round++) {
      progress = false;
      progress |= RUN(opt_constant_fold); /* first: the rules that follow look for constants */
      progress |= RUN(opt_algebraic);
      progress |= RUN(opt_copy_propagate); /* the MOVs that rules leave would hide equal expressions */
      progress |= RUN(opt_cse);
      progress |= RUN(opt_dead_control_flow); /* conditions may have become constants */
      progress |= RUN(opt_hoist);             /* behind cse: what is left does not dominate */
      progress |= RUN(opt_if_conversion);     /* arms are counted as small as they are */
      progress |= RUN(opt_merge_ifs); /* behind it: arms that are small alone are no branches any more */
      progress |= RUN(opt_dead_code);
      progress |= RUN(opt_loop_unroll);   /* bodies are as small as one round makes them */
      progress |= RUN(lower_vars_to_ssa); /* arrays whose indices have become constants */
   }
}

/** What the target lacks. Behind the first rounds of optimisation: constants decide what needs lowering at all, and
 * its rules know ints. True: something changed. */
static bool
lower(struct ir_shader *s, const struct ir_options *opt)
{
   const struct ir_target *t = s->target;
   const struct ir_target_stage *st = &t->stage[s->stage];
   bool progress = false;
   if (!st->loops)
      progress |= RUN(lower_loops); /* first: what guards its copies is branches */
   if (!st->indirect_vars || !st->indirect_uniforms)
      progress |=
         RUN(lower_indirect); /* before ints are floats: it compares indices; stores lose their arrays */
   if (!st->branches)
      progress |= RUN(lower_branches); /* before bools are floats: it makes conditions of conditions */
   if (progress) {
      RUN(lower_vars_to_ssa); /* variables of these three, arrays without dynamic elements */
      RUN(opt_constant_fold); /* nothing else in an operation of constants tells a bool from an int */
   }
   if (!t->integers)
      progress |= RUN(lower_ints); /* before bools: an int may be selected by a bool */
   if (t->bools == IR_BOOL_FLOAT)
      progress |= RUN(lower_bools);
   if (t->trig != IR_TRIG_ANY)
      progress |= RUN(lower_trig); /* before FMAD goes, which it makes */
   if (!t->dot4)
      progress |= RUN(lower_dot4);
   return progress;
}

/** What the target lacks, without the optimiser. */
static void
require(struct ir_shader *s, const struct ir_options *opt)
{
   if (!s->target->integers) { /* who uses a value tells an int from a bool or float, but for constants */
      RUN(opt_constant_fold);
      RUN(opt_algebraic);
      RUN(opt_copy_propagate);
      RUN(opt_dead_control_flow);
   }
   if (lower(s, opt)) {
      RUN(opt_copy_propagate);
      RUN(opt_dead_code);
   }
   if (s->target->mad != IR_MAD_SEPARATE)
      RUN(lower_mad);
   ir_conforms(s);
}

static void
run_pipeline(struct ir_shader *s, const struct ir_target *target, const struct ir_options *opt, bool again)
{
   assert(target && target->fp.mantissa <= 23 && target->fp.min_exponent < target->fp.max_exponent);
   s->target = target;
   ir_update_preds(s);
   RUN(bound_depth);          /* before everything that walks the tree recursively */
   RUN(lower_one_trip_loops); /* before SSA: there are no phis to tell the exits apart */
   RUN(lower_vars_to_ssa);    /* all that follows works on values */
   if (target->integers && !target->idiv) {
      RUN(lower_idiv); /* early: rules see what a division by a constant is made of */
      RUN(lower_udiv);
   }
   if (!target->shadow_bias)
      RUN(lower_shadow_bias); /* early: its derivatives may have been taken already */
   RUN(opt_copy_propagate);   /* the passes above leave MOVs and unread values to these two */
   RUN(opt_dead_code);
   if (!again) {
      RUN(opt_constant_factors); /* before anything becomes a constant that is none in the text */
      RUN(opt_dead_code);        /* sums look at who reads their parts */
      if (RUN(opt_sums))
         RUN(opt_dead_code);
   }
   if (opt->no_optimise) {
      require(s, opt);
      return;
   }
   optimise(s, opt);
   if (lower(s, opt))
      optimise(s, opt);     /* selects, products and copies of bodies */
   RUN(opt_loop_invariant); /* after unrolling: nothing needs to leave a loop that goes away */
   RUN(opt_dead_code);      /* what left a loop may have been the same as before it */
   if (target->mad != IR_MAD_SEPARATE)
      RUN(lower_mad); /* last: rules look for FMAD */
   ir_conforms(s);
}

void
ir_run_pipeline(struct ir_shader *s, const struct ir_target *target, const struct ir_options *opt)
{
   run_pipeline(s, target, opt, false);
}

void
ir_run_link_pipeline(struct ir_shader *vs, struct ir_shader *fs, const struct ir_target *target,
                     const struct ir_options *opt)
{
   assert(vs->stage == IR_VERTEX && fs->stage == IR_FRAGMENT);
   ir_run_pipeline(vs, target, opt);
   ir_run_pipeline(fs, target, opt);
   if (opt->no_optimise || vs->arena.out_of_memory || fs->arena.out_of_memory)
      return;
   /* a constant may make inputs of the fragment shader unread, and so values of the vertex shader dead */
   for (unsigned round = 0; round < 3 && ir_opt_varyings(vs, fs); round++) {
      run_pipeline(fs, target, opt, true);
      run_pipeline(vs, target, opt, true);
   }
   if (!opt->hoist_uniforms)
      return;
   struct ir_shader *both[] = {vs, fs};
   for (unsigned i = 0; i < 2; i++)
      if (ir_opt_uniform_exprs(both[i]))
         ir_opt_dead_code(both[i]);
}
