/* SPDX-License-Identifier: MIT
 *
 * Unrolls loops whose trip count is known. A loop qualifies if its only exit is one BREAK that is a whole arm
 * of a top-level if of the body, its first such if depends on constants only through the loop's phis, and it
 * has no CONTINUE.
 *
 * The trip count is found by running the header's constant phis: starting from their values before the loop,
 * the ALU instructions that depend on them alone are evaluated until the exit condition says leave.
 *
 * Unrolled copies: for each trip the whole body is cloned (without the exit if), header phis replaced by the
 * values of the previous trip; behind the last one stands the code before the exit if once more, whose values
 * feed the phis behind the loop.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/target.h"

#include <assert.h>
#include <stdlib.h>

#define MAX_TRIPS  256
#define MAX_INSTRS 4096 /* after unrolling, where the target says nothing */
/* ... of a loop whose trips decide which elements of arrays it uses: these become values, and the code shrinks again */
#define MAX_ARRAY_INSTRS 16384

struct unroll {
   struct ir_shader *s;
   struct ir_defs d;
   uint32_t *value; /* per SSA value: constant of the current trip */
   bool *known;
   bool decides_elements; /* of the loop that trip_count looked at last */
};

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

static unsigned
count_jumps(const struct ir_list *l)
{
   unsigned n = 0;
   for (const struct ir_node *i = l->first; i; i = i->next) {
      if (i->kind == IR_NODE_IF)
         n += count_jumps(&i->then_list) + count_jumps(&i->else_list);
      if (i->kind == IR_NODE_BLOCK && i->block->instrs.count &&
          ir_is_jump(i->block->instrs.data[i->block->instrs.count - 1]))
         n++;
   }
   return n;
}

static bool
get(const struct unroll *u, const struct ir_src *s, uint32_t *v)
{
   if (s->kind == IR_SRC_SSA) {
      if (s->bits >= u->d.num || !u->known[s->bits])
         return false;
      struct ir_src imm = {u->value[s->bits], IR_SRC_IMM, s->neg, s->abs};
      return ir_is_imm(&imm, v);
   }
   return ir_is_imm(s, v);
}

static void
eval_block(struct unroll *u, const struct ir_block *b)
{
   for (size_t i = 0; i < b->instrs.count; i++) {
      const struct ir_instr *in = b->instrs.data[i];
      if (in->op == IR_PHI || in->ndst != 1)
         continue;
      const struct ir_op_info *info = &ir_op_infos[in->op];
      uint32_t src[3];
      unsigned k = 0;
      if (info->nsrc >= 1 && info->nsrc <= 3)
         for (; k < in->nsrc && get(u, &in->src[k], &src[k]); k++)
            ;
      u->known[in->dst] = info->nsrc >= 1 && info->nsrc <= 3 && k == in->nsrc &&
                          ir_eval_alu((enum ir_op)in->op, in->sat, src, &u->value[in->dst]);
   }
}

/** Adds the indirect accesses to arrays in the list to \p n; false: there is one whose index the trip's constants do
 * not give. */
static bool
knows_elements(struct unroll *u, const struct ir_list *l, unsigned *n)
{
   uint32_t v;
   for (const struct ir_node *i = l->first; i; i = i->next) {
      if (i->kind == IR_NODE_IF &&
          (!knows_elements(u, &i->then_list, n) || !knows_elements(u, &i->else_list, n)))
         return false;
      if (i->kind == IR_NODE_LOOP && !knows_elements(u, &i->body, n))
         return false;
      if (i->kind != IR_NODE_BLOCK)
         continue;
      eval_block(u, i->block);
      for (size_t k = 0; k < i->block->instrs.count; k++) {
         const struct ir_instr *in = i->block->instrs.data[k];
         if ((in->op != IR_LOAD_VAR && in->op != IR_STORE_VAR) || !in->indirect)
            continue;
         if (!get(u, &in->src[in->nsrc - 1], &v))
            return false;
         ++*n;
      }
   }
   return true;
}

static void
forget(struct unroll *u, const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         forget(u, &n->then_list);
         forget(u, &n->else_list);
      } else if (n->kind == IR_NODE_LOOP) {
         forget(u, &n->body);
      }
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         for (unsigned k = 0; k < n->block->instrs.data[i]->ndst; k++)
            u->known[n->block->instrs.data[i]->dst + k] = false;
   }
}

/** The top-level if that leaves; *leave_on is the condition's value that breaks. */
static struct ir_node *
find_exit(struct ir_node *loop, bool *leave_on)
{
   struct ir_node *exit = NULL;
   if (count_jumps(&loop->body) != 1)
      return NULL;
   for (struct ir_node *n = loop->body.first; n; n = n->next) {
      if (n->kind != IR_NODE_IF)
         continue;
      struct ir_instr *t = ir_list_jump(&n->then_list), *e = ir_list_jump(&n->else_list);
      struct ir_list *arm = t ? &n->then_list : &n->else_list;
      if ((!t && !e) || arm->first != arm->last || (t ? t : e)->op != IR_BREAK)
         continue;
      exit = n;
      *leave_on = t != NULL;
   }
   return exit;
}

/** Number of times the exit test passes without leaving, or -1. */
static int
trip_count(struct unroll *u, struct ir_node *loop, struct ir_node *exit, bool leave_on)
{
   assert(loop->kind == IR_NODE_LOOP && exit->kind == IR_NODE_IF && exit->parent == loop);
   struct ir_block *head = loop->body.first->block;
   size_t nphi = 0;
   while (nphi < head->instrs.count && head->instrs.data[nphi]->op == IR_PHI)
      nphi++;
   uint32_t *next = malloc((nphi + 1) * sizeof *next);
   bool *next_known = malloc(nphi + 1);
   int trips = -1;
   if (!next || !next_known) {
      u->s->arena.out_of_memory = true;
      goto out;
   }
   for (size_t i = 0; i < nphi; i++) {
      struct ir_instr *phi = head->instrs.data[i];
      if (phi->nsrc != 2)
         goto out;
      u->known[phi->dst] = get(u, &phi->src[0], &u->value[phi->dst]);
   }
   unsigned accesses = 0;
   u->decides_elements = knows_elements(u, &loop->body, &accesses) && accesses;
   for (int t = 0; t <= MAX_TRIPS; t++) {
      uint32_t c;
      for (struct ir_node *n = loop->body.first; n; n = n->next)
         if (n->kind == IR_NODE_BLOCK)
            eval_block(u, n->block);
      if (!get(u, &exit->cond, &c))
         goto out;
      if ((c != 0) == leave_on) {
         trips = t;
         goto out;
      }
      for (size_t i = 0; i < nphi; i++)
         next_known[i] = get(u, &head->instrs.data[i]->src[1], &next[i]);
      for (size_t i = 0; i < nphi; i++) {
         u->known[head->instrs.data[i]->dst] = next_known[i];
         u->value[head->instrs.data[i]->dst] = next[i];
      }
   }
out:
   free(next);
   free(next_known);
   /* constants of trips must not leak into another loop's evaluation */
   forget(u, &loop->body);
   return trips;
}

/** The parts of a trip: nodes before the exit if, and (the staying arm +) nodes behind it. Appends a clone of
 * them to `out`. */
static bool
emit_trip(struct unroll *u, struct ir_node *loop, struct ir_node *exit, bool leave_on, bool last,
          struct ir_list *out, struct ir_node *parent, struct ir_src *map)
{
   struct ir_shader *s = u->s;
   struct ir_block *head = loop->body.first->block;
   size_t nphi = 0;
   while (nphi < head->instrs.count && head->instrs.data[nphi]->op == IR_PHI)
      nphi++;
   /* list pieces are described in place: cut the body's links for the time of cloning */
   assert(exit->prev->kind == IR_NODE_BLOCK && exit->next->kind == IR_NODE_BLOCK);
   struct ir_list before = {loop->body.first, exit->prev}, behind = {exit->next, loop->body.last};
   struct ir_list *stay = leave_on ? &exit->else_list : &exit->then_list;
   struct ir_instr **data = head->instrs.data;
   size_t count = head->instrs.count;
   head->instrs.data += nphi;
   head->instrs.count -= nphi;
   exit->prev->next = NULL;
   bool ok = ir_clone_list(s, &before, out, parent, map, u->d.num);
   exit->prev->next = exit;
   head->instrs.data = data;
   head->instrs.count = count;
   if (!ok || last)
      return ok;
   struct ir_list pieces[2] = {*stay, behind};
   /* phis behind the exit if have one predecessor, the staying arm: they are renamings */
   struct ir_block *nb = exit->next->block;
   size_t after_phis = 0;
   for (unsigned p = 0; p < 2 && ok; p++) {
      struct ir_list l = {0};
      if (p == 1)
         while (after_phis < nb->instrs.count && nb->instrs.data[after_phis]->op == IR_PHI) {
            struct ir_instr *phi = nb->instrs.data[after_phis++];
            struct ir_src v = phi->nsrc ? phi->src[0] : ir_undef();
            if (v.kind == IR_SRC_SSA && v.bits < u->d.num)
               v = map[v.bits];
            map[phi->dst] = v;
         }
      struct ir_instr **nd = nb->instrs.data;
      size_t nc = nb->instrs.count;
      if (p == 1) {
         nb->instrs.data += after_phis;
         nb->instrs.count -= after_phis;
      }
      ok = ir_clone_list(s, &pieces[p], &l, parent, map, u->d.num);
      nb->instrs.data = nd;
      nb->instrs.count = nc;
      if (!ok)
         break;
      /* join: last block of `out` and first block of `l` are one block */
      struct ir_block *a = out->last->block, *b = l.first->block;
      if (!u_vec_reserve(&a->instrs, a->instrs.count + b->instrs.count))
         return false;
      for (size_t i = 0; i < b->instrs.count; i++)
         a->instrs.data[a->instrs.count++] = b->instrs.data[i];
      b->instrs.count = 0;
      if (l.first != l.last) {
         out->last->next = l.first->next;
         l.first->next->prev = out->last;
         out->last = l.last;
      }
   }
   return ok;
}

static bool
unroll_loop(struct unroll *u, struct ir_list *list, struct ir_node *loop)
{
   bool leave_on = false;
   struct ir_shader *s = u->s;
   struct ir_node *exit = find_exit(loop, &leave_on);
   if (!exit)
      return false;
   int trips = trip_count(u, loop, exit, leave_on);
   unsigned size = count_instrs(&loop->body);
   const uint32_t most = u->s->target->stage[u->s->stage].max_unrolled_freely;
   if (trips < 0 || (unsigned)(trips + 1) * size > (u->decides_elements ? MAX_ARRAY_INSTRS
                                                    : most              ? most
                                                                        : MAX_INSTRS))
      return false;
   assert(trips <= MAX_TRIPS);
   struct ir_block *head = loop->body.first->block, *after = loop->next->block;
   struct ir_src *map = malloc((u->d.num + 1) * sizeof *map);
   struct ir_src *next = malloc((head->instrs.count + 1) * sizeof *next);
   struct ir_list out = {0};
   bool ok = map && next;
   for (uint32_t v = 0; ok && v < u->d.num; v++)
      map[v] = ir_ssa(v);
   for (size_t i = 0; ok && i < head->instrs.count && head->instrs.data[i]->op == IR_PHI; i++)
      map[head->instrs.data[i]->dst] = head->instrs.data[i]->src[0];
   for (int t = 0; ok && t <= trips; t++) {
      struct ir_list trip = {0};
      ok = emit_trip(u, loop, exit, leave_on, t == trips, &trip, loop->parent, map);
      if (!ok)
         break;
      if (!out.first) {
         out = trip;
      } else {
         struct ir_block *a = out.last->block, *b = trip.first->block;
         ok = u_vec_reserve(&a->instrs, a->instrs.count + b->instrs.count);
         for (size_t i = 0; ok && i < b->instrs.count; i++)
            a->instrs.data[a->instrs.count++] = b->instrs.data[i];
         b->instrs.count = 0;
         if (trip.first != trip.last) {
            out.last->next = trip.first->next;
            trip.first->next->prev = out.last;
            out.last = trip.last;
         }
      }
      if (t < trips) {
         size_t n = 0;
         for (; n < head->instrs.count && head->instrs.data[n]->op == IR_PHI; n++) {
            struct ir_src v = head->instrs.data[n]->src[1];
            next[n] = v.kind == IR_SRC_SSA && v.bits < u->d.num ? map[v.bits] : v;
         }
         for (size_t i = 0; i < n; i++)
            map[head->instrs.data[i]->dst] = next[i];
      }
   }
   if (ok) {
      /* phis behind the loop had the one break as predecessor */
      struct ir_list *arm = leave_on ? &exit->then_list : &exit->else_list;
      assert(arm->first == arm->last && ir_list_jump(arm));
      struct ir_block *leave = arm->first->block;
      struct ir_list leaving = {arm->first, arm->first};
      struct ir_list tail = {0};
      leave->instrs.count--; /* the BREAK */
      ok = ir_clone_list(s, &leaving, &tail, loop->parent, map, u->d.num);
      leave->instrs.count++;
      struct ir_block *a = out.last->block;
      for (size_t i = 0; ok && i < tail.first->block->instrs.count; i++)
         ok = u_vec_push(&a->instrs, tail.first->block->instrs.data[i]);
      for (size_t i = 0; ok && i < after->instrs.count && after->instrs.data[i]->op == IR_PHI; i++) {
         struct ir_instr *phi = after->instrs.data[i];
         assert(phi->nsrc <= 1); /* one break, one way there */
         if (phi->nsrc && phi->src[0].kind == IR_SRC_SSA && phi->src[0].bits < u->d.num)
            phi->src[0] = map[phi->src[0].bits];
         phi->op = IR_MOV;
      }
   }
   free(map);
   free(next);
   if (!ok || !ir_splice_list(s, list, loop, &out)) {
      s->arena.out_of_memory = true;
      return false;
   }
   return true;
}

/** Unrolls the first innermost loop that qualifies. */
static bool
run_list(struct unroll *u, struct ir_list *list)
{
   for (struct ir_node *n = list->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF && (run_list(u, &n->then_list) || run_list(u, &n->else_list)))
         return true;
      if (n->kind == IR_NODE_LOOP && (run_list(u, &n->body) || unroll_loop(u, list, n)))
         return true;
   }
   return false;
}

bool
ir_opt_loop_unroll(struct ir_shader *s)
{
   struct unroll u = {.s = s};
   bool progress = false;
   if (!ir_defs_init(&u.d, s))
      return false;
   u.value = calloc(s->num_values + 1, sizeof *u.value);
   u.known = calloc(s->num_values + 1, 1);
   if (u.value && u.known)
      progress = run_list(&u, &s->body);
   else
      s->arena.out_of_memory = true;
   free(u.value);
   free(u.known);
   ir_defs_fini(&u.d);
   if (progress)
      ir_update_preds(s);
   return progress;
}
