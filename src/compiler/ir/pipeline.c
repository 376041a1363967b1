/* SPDX-License-Identifier: MIT
 *
 * The whole sequence of passes, in order. Debug builds validate the shader after each of them.
 */
#include "compiler/ir/ir.h"

#include <stdio.h>
#include <string.h>

#include "util/u_debug.h"

#define MAX_ROUNDS 16

static bool
run(struct ir_shader *s, const struct ir_options *opt, const char *name, bool (*pass)(struct ir_shader *))
{
   if (s->arena.out_of_memory)
      return false;
   unsigned failures = u_alloc_failures;
   bool progress = pass(s);
   if (u_alloc_failures != failures) {
      s->arena.out_of_memory = true;
      return false;
   }
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

void
ir_run_pipeline(struct ir_shader *s, const struct ir_options *opt)
{
   ir_update_preds(s);
   RUN(bound_depth);
   RUN(lower_one_trip_loops);
   RUN(lower_vars_to_ssa);
   if (opt->lower_idiv)
      RUN(lower_idiv);
   RUN(opt_copy_propagate);
   RUN(opt_dead_code);
   if (opt->no_optimise)
      return;
   bool progress = true;
   for (unsigned round = 0; progress && round < MAX_ROUNDS; round++) {
      progress = false;
      progress |= RUN(opt_constant_fold);
      progress |= RUN(opt_algebraic);
      progress |= RUN(opt_copy_propagate);
      progress |= RUN(opt_cse);
      progress |= RUN(opt_dead_control_flow);
      progress |= RUN(opt_if_conversion);
      progress |= RUN(opt_dead_code);
      progress |= RUN(opt_loop_unroll);
      progress |= RUN(lower_vars_to_ssa); /* arrays whose indices have become constants */
   }
   RUN(opt_loop_invariant); /* after unrolling: what is unrolled needs it not */
   RUN(opt_dead_code);
}
