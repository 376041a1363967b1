/* SPDX-License-Identifier: MIT
 *
 * Loops that opt/loop_unroll.c leaves go away, for targets without loops: those with several exits or CONTINUEs.
 * A loop qualifies if one of its top-level exits is known to be taken after so many trips, whatever the others do.
 * It becomes as many copies of its body as that,
 *
 *    loop { A; if c { break } B }   ->   run = true
 *                                        if run { A; if c { run = false } if run { B } }      (so many times)
 *
 * where each jump clears a variable that guards what stands behind it. Rewritten out of SSA form, as variables
 * need no phis; constants then decide most of the guards (opt/dead_control_flow.c).
 *
 * Of any other loop nobody knows how often it runs before it does. It stays where the target has rolled loops
 * (lower/roll_loops.c), gets as many copies as the target says where it may be guessed, and is refused elsewhere.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/lower/jumps.h"
#include "compiler/ir/target.h"

#include <assert.h>
#include <stdlib.h>

#include "util/u_math.h"

#define MAX_TRIPS 1024
#define MIN_GUESS                                                                                            \
   5 /* copies of a loop that nobody counts: with less room it is refused rather than cut off */

/* ---- how many trips ---- */

struct trips {
   struct ir_shader *s;
   uint32_t num;
   uint32_t *value; /* by value: its constant in the present trip */
   bool *known;
};

static bool
constant_of(const struct trips *t, const struct ir_src *s, uint32_t *v)
{
   struct ir_src imm = *s;
   if (s->kind == IR_SRC_SSA) {
      if (s->bits >= t->num || !t->known[s->bits])
         return false;
      imm.kind = IR_SRC_IMM;
      imm.bits = t->value[s->bits];
   }
   return ir_is_imm(&imm, v);
}

/** Do sources from \p first on that are known at all agree, and are all known? */
static bool
agree(const struct trips *t, const struct ir_instr *phi, unsigned first, uint32_t *v)
{
   uint32_t one;
   for (unsigned k = first; k < phi->nsrc; k++) {
      if (!constant_of(t, &phi->src[k], &one) || (k > first && one != *v))
         return false;
      *v = one;
   }
   return phi->nsrc > first;
}

static void
eval_instr(struct trips *t, const struct ir_instr *in)
{
   uint32_t src[8], v = 0;
   bool ok = in->ndst == 1 && in->nsrc <= 8 && ir_can_eval((enum ir_op)in->op);
   if (in->op == IR_PHI)
      ok = agree(t, in, 0, &v);
   for (unsigned k = 0; in->op != IR_PHI && ok && k < in->nsrc; k++)
      ok = constant_of(t, &in->src[k], &src[k]);
   if (in->op != IR_PHI && ok)
      ok = ir_eval_alu((enum ir_op)in->op, in->sat, src, &v);
   for (unsigned k = 0; k < in->ndst; k++)
      t->known[in->dst + k] = ok;
   if (ok)
      t->value[in->dst] = v;
}

/* How a list may be left. */
enum { AT_ITS_END = 1, BY_BREAK = 2, BY_CONTINUE = 4 };

/** An inner loop's values change: forget them. */
static void
forget(struct trips *t, const struct ir_node *loop)
{
   for (const struct ir_node *i = loop->body.first; i; i = i->next)
      for (size_t k = 0; i->kind == IR_NODE_BLOCK && k < i->block->instrs.count; k++)
         for (unsigned d = 0; d < i->block->instrs.data[k]->ndst; d++)
            t->known[i->block->instrs.data[k]->dst + d] = false;
}

/** One trip in program order. Returns the ways in which it may leave the list. */
static unsigned
eval_list(struct trips *t, const struct ir_list *l, const struct ir_block *head)
{
   unsigned ways = AT_ITS_END;
   for (const struct ir_node *n = l->first; n && ways & AT_ITS_END; n = n->next) {
      uint32_t c;
      if (n->kind == IR_NODE_BLOCK) {
         for (size_t i = 0; i < n->block->instrs.count; i++)
            if (n->block != head || n->block->instrs.data[i]->op != IR_PHI)
               eval_instr(t, n->block->instrs.data[i]);
      } else if (n->kind == IR_NODE_IF) {
         bool known = constant_of(t, &n->cond, &c);
         ways &= ~(unsigned)AT_ITS_END;
         /* an arm that is certainly not entered tells nothing */
         ways |= !known || c ? eval_list(t, &n->then_list, head) : 0;
         ways |= !known || !c ? eval_list(t, &n->else_list, head) : 0;
      } else {
         eval_list(t, &n->body, NULL);
         forget(t, n);
      }
   }
   const struct ir_instr *last = ways & AT_ITS_END ? ir_list_jump(l) : NULL;
   if (last)
      ways = (ways & ~(unsigned)AT_ITS_END) | (last->op == IR_BREAK ? BY_BREAK : BY_CONTINUE);
   return ways;
}

/** Trips that begin before an exit is certain to have been taken; 0: not known. */
static unsigned
max_trips(struct trips *t, const struct ir_node *loop)
{
   assert(loop->kind == IR_NODE_LOOP);
   const struct ir_block *head = loop->body.first->block;
   struct ir_instr *const *phi = head->instrs.data;
   size_t nphi = 0;
   while (nphi < head->instrs.count && phi[nphi]->op == IR_PHI)
      nphi++;
   uint32_t *next = calloc(nphi + 1, sizeof *next);
   bool *known = calloc(nphi + 1, sizeof *known);
   unsigned result = 0;
   if (!next || !known)
      t->s->arena.out_of_memory = true;
   for (size_t v = 0; v < t->num; v++)
      t->known[v] = false;
   for (size_t i = 0; i < nphi; i++)
      t->known[phi[i]->dst] = phi[i]->nsrc && constant_of(t, &phi[i]->src[0], &t->value[phi[i]->dst]);
   for (unsigned trip = 1; next && known && trip <= MAX_TRIPS && !result; trip++) {
      if (eval_list(t, &loop->body, head) == BY_BREAK)
         result = trip;
      for (size_t i = 0; i < nphi; i++)
         known[i] = agree(t, phi[i], 1, &next[i]);
      for (size_t i = 0; i < nphi; i++) {
         t->known[phi[i]->dst] = known[i];
         t->value[phi[i]->dst] = next[i];
      }
   }
   free(next);
   free(known);
   return result;
}

/* ---- copies ---- */

static unsigned
count_instrs(const struct ir_list *l)
{
   unsigned n = 0;
   for (const struct ir_node *i = l->first; i; i = i->next)
      n += i->kind == IR_NODE_BLOCK ? (unsigned)i->block->instrs.count
           : i->kind == IR_NODE_IF  ? 2 + count_instrs(&i->then_list) + count_instrs(&i->else_list)
                                    : 2 + count_instrs(&i->body);
   return n;
}

/** The first of a loop's own exits that stands under a condition; NULL: it has none. *which: the condition's value that takes it. */
static struct ir_node *
find_exit(const struct ir_list *body, bool *which)
{
   for (struct ir_node *n = body->first; n; n = n->next) {
      const struct ir_instr *jump[2] = {NULL};
      if (n->kind == IR_NODE_IF) {
         jump[0] = ir_list_jump(&n->else_list);
         jump[1] = ir_list_jump(&n->then_list);
      }
      for (unsigned i = 0; i < 2; i++) {
         *which = i;
         if (jump[i] && jump[i]->op == IR_BREAK)
            return n;
      }
   }
   return NULL;
}

/** The loop's node becomes an if that is always entered and holds the copies. \p guessed: more rounds may be wanted; the last copy
 * leaves by force, since it is where a loop is left that what stands behind it gets its values. */
static bool
copy_body(struct ir_shader *s, struct ir_node *loop, unsigned trips, bool guessed)
{
   assert(trips && trips <= MAX_TRIPS);
   struct ir_var *run = ir_var_create(s, "run", 1, 1), *go = ir_var_create(s, "go", 1, 1);
   uint32_t num = s->num_values;
   struct ir_src *map = malloc((num + 1) * sizeof *map);
   struct ir_list copies = {0};
   struct ir_node *test = ir_node_new(s, &copies, loop, IR_NODE_BLOCK);
   bool ok = run && go && map && test;
   if (ok)
      ir_set_flag(s, test->block, run, true);
   for (unsigned k = 0; ok && k < trips; k++) {
      for (uint32_t v = 0; v < num; v++)
         map[v] = ir_ssa(v);
      struct ir_node *n = ir_node_new(s, &copies, loop, IR_NODE_IF);
      ok = n && ir_clone_list(s, &loop->body, &n->then_list, n, map, num) &&
           ir_node_new(s, &n->else_list, n, IR_NODE_BLOCK);
      if (!ok)
         break;
      bool which;
      struct ir_node *exit = guessed && k == trips - 1 ? find_exit(&n->then_list, &which) : NULL;
      if (exit)
         exit->cond = ir_imm(which ? ~0u : 0);
      n->cond = ir_get_flag(s, test->block, run);
      struct ir_instr *start = ir_instr_create(s, IR_STORE_VAR, 1, 0);
      ok = ir_block_insert(n->then_list.first->block, 0, start) && ir_remove_jumps(s, &n->then_list, run, go);
      if (!ok)
         break;
      start->var = go;
      start->writemask = 1;
      start->src[0] = ir_imm(~0u);
      test = ir_node_new(s, &copies, loop, IR_NODE_BLOCK);
      ok = test != NULL;
   }
   free(map);
   if (!ok) {
      s->arena.out_of_memory = true;
      return false;
   }
   return ir_splice_list(s, ir_list_of(s, loop), loop, &copies);
}

/* ---- all loops ---- */

/** The first loop, inner ones first, whose trips are known. */
static struct ir_node *
find_loop(struct trips *t, const struct ir_list *l, unsigned *trips)
{
   for (struct ir_node *n = l->first; n; n = n->next) {
      struct ir_node *inner = NULL;
      if (n->kind == IR_NODE_IF) {
         inner = find_loop(t, &n->then_list, trips);
         inner = inner ? inner : find_loop(t, &n->else_list, trips);
      } else if (n->kind == IR_NODE_LOOP) {
         inner = find_loop(t, &n->body, trips);
         if (!inner && (*trips = max_trips(t, n)) != 0)
            inner = n;
      }
      if (inner)
         return inner;
   }
   return NULL;
}

/** Loops around the node and itself. */
static unsigned
depth_of(const struct ir_node *loop)
{
   unsigned depth = 0;
   for (const struct ir_node *n = loop; n; n = n->parent)
      depth += n->kind == IR_NODE_LOOP;
   return depth;
}

/** The first of the innermost loops. */
static struct ir_node *
any_loop(struct ir_shader *s)
{
   struct ir_node *loop = NULL;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      if (n->kind == IR_NODE_LOOP && (!loop || depth_of(n) > depth_of(loop)))
         loop = n;
   return loop;
}

static uint32_t
line_of(const struct ir_node *loop)
{
   for (const struct ir_node *n = loop->body.first; n; n = n->next)
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         if (n->block->instrs.data[i]->line)
            return n->block->instrs.data[i]->line;
   return 0;
}

/** Finds a loop whose trips are known; NULL: none is. */
static struct ir_node *
counted_loop(struct ir_shader *s, unsigned *trips)
{
   struct trips t = {.s = s, .num = s->num_values};
   t.value = calloc(t.num + 1, sizeof *t.value);
   t.known = calloc(t.num + 1, sizeof *t.known);
   if (!t.value || !t.known)
      s->arena.out_of_memory = true;
   struct ir_node *loop = t.value && t.known ? find_loop(&t, &s->body, trips) : NULL;
   free(t.value);
   free(t.known);
   return s->arena.out_of_memory ? NULL : loop;
}

static bool
copy(struct ir_shader *s, struct ir_node *loop, unsigned trips, bool guessed)
{
   if (!ir_leave_ssa(s) || !copy_body(s, loop, trips, guessed))
      return false;
   ir_update_preds(s);
   ir_lower_vars_to_ssa(s);
   return true;
}

/** Copies of a loop that nobody knows the trips of: as many as the target has room for. The last one is left where the exit is. */
static bool
guess(struct ir_shader *s, struct ir_node *loop)
{
   const uint32_t size = count_instrs(&loop->body), max = s->target->stage[s->stage].max_guessed;
   const uint32_t copies = MIN2(max / MAX2(size, 1), MAX_TRIPS);
   if (copies >= MIN_GUESS) {
      const uint32_t rounds = copies - 1; /* at least: do { } while has one more */
      s->guessed_rounds = s->guessed_rounds ? MIN2(s->guessed_rounds, rounds) : rounds;
      return copy(s, loop, copies, true);
   }
   ir_refuse(s, "the loop in line %u: there is room for %u rounds of its %u instructions, which is too few",
             line_of(loop), copies, size);
   return false;
}

/** Loops whose trips are known to be no more than the target runs; seen before their exits become one, which hides the count. */
static void
mark_counted(struct ir_shader *s)
{
   struct trips t = {.s = s, .num = s->num_values};
   t.value = calloc(t.num + 1, sizeof *t.value);
   t.known = calloc(t.num + 1, sizeof *t.known);
   if (!t.value || !t.known)
      s->arena.out_of_memory = true;
   for (struct ir_node *n = ir_first_node(s); n && !s->arena.out_of_memory; n = ir_next_node(n))
      if (n->kind == IR_NODE_LOOP && !n->rounds) {
         const unsigned trips = max_trips(&t, n);
         n->rounds = trips <= s->target->stage[s->stage].max_rounds ? trips : 0;
      }
   free(t.value);
   free(t.known);
}

/** Loops that stay and may have more rounds than the target runs. */
static void
note_cut_off(struct ir_shader *s)
{
   const uint32_t rounds = s->target->stage[s->stage].max_rounds;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      if (n->kind == IR_NODE_LOOP && !n->rounds)
         s->guessed_rounds = s->guessed_rounds ? MIN2(s->guessed_rounds, rounds) : rounds;
}

/** True: a loop was copied, or changed that stays. */
static bool
lower_one(struct ir_shader *s)
{
   const struct ir_target_stage *st = &s->target->stage[s->stage];
   unsigned trips = 0;
   struct ir_node *loop = counted_loop(s, &trips);
   if (s->arena.out_of_memory)
      return false;
   const uint64_t size = loop ? (uint64_t)trips * count_instrs(&loop->body) : 0;
   if (loop && size <= st->max_unrolled)
      return copy(s, loop, trips, false);
   if (loop && trips > st->max_rounds) {
      ir_refuse(s, "the loop in line %u: %u times %u instructions; unrolled loops may have %u", line_of(loop),
                trips, count_instrs(&loop->body), st->max_unrolled);
      return false;
   }
   loop = any_loop(s);
   if (st->rolled_loops && !(st->max_guessed && depth_of(loop) > st->rolled_loops)) {
      mark_counted(s);
      return ir_roll_loop(s);
   }
   if (st->max_guessed)
      return guess(s, loop);
   ir_refuse(s, "the loop in line %u: how often it runs is not known when the shader is compiled",
             line_of(loop));
   return false;
}

/** Constants of the copies: which guards are open, which trips do nothing. */
static void
clean(struct ir_shader *s)
{
   bool progress = true;
   for (unsigned round = 0; progress && round < 16 && !s->arena.out_of_memory; round++) {
      progress = ir_opt_constant_fold(s);
      progress |= ir_opt_copy_propagate(s);
      progress |= ir_opt_dead_control_flow(s);
      progress |= ir_opt_dead_code(s);
      progress |= ir_opt_loop_unroll(s);
   }
}

bool
ir_lower_loops(struct ir_shader *s)
{
   bool progress = false;
   while (!s->arena.out_of_memory && !s->refused && any_loop(s) && lower_one(s)) {
      clean(s);
      progress = true;
   }
   if (!s->arena.out_of_memory && !s->refused)
      note_cut_off(s);
   return progress;
}
