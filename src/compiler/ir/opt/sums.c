/* SPDX-License-Identifier: MIT
 *
 * Long sums of fragment shaders become several short ones that run side by side, where the shader's longest chain of
 * operations takes more time than their number: a b + c d + e f + g h is (a b + e f) + (c d + g h), one operation more and one
 * step less. What is known late goes last.
 *
 * When and where: for the reasons of opt/constant_factors.c, behind which it runs. Besides:
 * - Only sums with something rough in them: of whole numbers two that are equal must stay so.
 * - Not if a term is a sum or a product that has another reader. There order is meant, as in (t - s) - y with t = s + y, what
 *   t lost, of which compensated sums and pairs of floats are made.
 * - One constant or uniform term at most, and no large one: x + 2^23 - 2^23.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/opt/constant_factors.h"
#include "compiler/ir/target.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

#define MAX_TERMS  64
#define MAX_CHAINS 8
/* Components of a vector are summed alike: what one sum costs more, all do. */
#define ALIKE 4
#define LIMIT 0x1p12f /* of a constant term */

struct term {
   struct ir_src a, b; /* b: of a product */
   bool product;
   uint32_t at;    /* where its operands are there */
   uint32_t order; /* in the text */
};

/* A place in the shader: lookups in front of it, and behind the last of these operations. */
#define PHASES      64
#define LEVEL_BITS  16
#define PHASE(at)   ((at) >> LEVEL_BITS)
#define PLACE(p)    ((uint32_t)(p) << LEVEL_BITS)
#define IN_PHASE(p) ((p) & (PLACE(1) - 1))

/** By value, of those in the text. */
struct value {
   uint32_t uses;
   uint32_t at, tail;          /* its place; operations behind it in its phase */
   uint8_t reader;             /* enum ir_op, the last one */
   bool uniform, rough, taken; /* taken: a part of the sum that reads it */
};

struct sums {
   struct ir_shader *s;
   struct ir_defs d;
   struct value *v;
   bool *rough;
   uint32_t units[PHASES]; /* operations */
   struct term t[MAX_TERMS];
   uint32_t n, num_known;
   bool any_rough;
};

static bool
is_sum(const struct ir_instr *in)
{
   return in->op == IR_FADD || in->op == IR_FMAD;
}

/** Does \p in cost an operation of its own? Products do not that a sum takes in. */
static bool
costs(const struct sums *x, const struct ir_instr *in)
{
   const struct value *v = &x->v[in->dst];
   if (in->op == IR_PHI || in->op == IR_MOV || in->op == IR_LOAD_UNIFORM || in->op == IR_LOAD_INPUT ||
       v->uniform)
      return false;
   if (in->op == IR_FMUL && v->uses == 1 && v->reader == IR_FADD && !in->sat)
      return false;
   for (unsigned k = 0; k < 2 && (in->op == IR_FADD || in->op == IR_FMUL); k++) {
      uint32_t bits;
      if (ir_is_imm(&in->src[k], &bits) && bits == (in->op == IR_FADD ? 0 : fui(1)))
         return false;
   }
   return true;
}

static uint32_t
place_of(const struct sums *x, const struct ir_src *s)
{
   return s->kind == IR_SRC_SSA && s->bits < x->d.num ? x->v[s->bits].at : 0;
}

static bool
is_known(const struct sums *x, const struct ir_src *s)
{
   return s->kind != IR_SRC_SSA || (s->bits < x->d.num && x->v[s->bits].uniform);
}

/** The sum or product behind \p s that may become a part of the sum in \p node that reads it, NULL if there is none. */
static struct ir_instr *
part(const struct sums *x, const struct ir_src *s, const struct ir_node *node)
{
   struct ir_instr *in = s->kind == IR_SRC_SSA && s->bits < x->d.num ? x->d.instr[s->bits] : NULL;
   if (!in || s->abs || in->sat || x->v[s->bits].uses != 1 || x->v[s->bits].uniform ||
       x->d.node[s->bits] != node)
      return NULL;
   if (in->op == IR_FMUL) /* multiply-adds take no abs modifiers */
      return in->src[0].abs || in->src[1].abs ? NULL : in;
   return is_sum(in) ? in : NULL;
}

static bool
add_product(struct sums *x, struct ir_src a, struct ir_src b, bool neg)
{
   const uint32_t la = place_of(x, &a), lb = place_of(x, &b);
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *s = k ? &a : &b;
      x->any_rough |= s->kind == IR_SRC_SSA && s->bits < x->d.num && x->rough[s->bits];
   }
   if (x->n == MAX_TERMS || (is_known(x, &a) && is_known(x, &b)))
      return false;
   x->t[x->n] = (struct term){neg ? ir_neg(a) : a, b, true, MAX2(la, lb), x->n};
   x->n++;
   return true;
}

static bool
add_plain(struct sums *x, struct ir_src a, bool neg)
{
   uint32_t bits;
   if (is_known(x, &a)) {
      if (x->num_known++ || (ir_is_imm(&a, &bits) && !(fabsf(uif(bits)) <= LIMIT)))
         return false;
   } else if (a.bits < x->d.num) {
      const struct ir_instr *in = x->d.instr[a.bits];
      if (!in || is_sum(in) || in->op == IR_FMUL)
         return false;
      x->any_rough |= x->rough[a.bits];
   }
   if (x->n == MAX_TERMS)
      return false;
   x->t[x->n] = (struct term){neg ? ir_neg(a) : a, ir_imm(0), false, place_of(x, &a), x->n};
   x->n++;
   return true;
}

/** The terms of the sum \p in; false: it stays as it is. */
static bool
collect(struct sums *x, const struct ir_instr *in, bool neg, const struct ir_node *node, unsigned depth)
{
   assert(is_sum(in));
   if (depth == MAX_TERMS)
      return false;
   for (unsigned k = in->op == IR_FMAD ? 2 : 0; k < in->nsrc; k++) {
      const struct ir_src s = in->src[k];
      const struct ir_instr *p = part(x, &s, node);
      const bool minus = neg != s.neg;
      const bool ok = !p                 ? add_plain(x, s, neg)
                      : p->op == IR_FMUL ? add_product(x, p->src[0], p->src[1], minus)
                                         : collect(x, p, minus, node, depth + 1);
      if (!ok)
         return false;
   }
   return in->op != IR_FMAD || add_product(x, in->src[0], in->src[1], neg);
}

static int
by_place(const void *pa, const void *pb)
{
   const struct term *a = pa, *b = pb;
   if (a->at != b->at)
      return a->at < b->at ? -1 : 1;
   return a->order < b->order ? -1 : a->order > b->order;
}

/** A sum so far. */
struct chain {
   struct ir_src s;
   uint32_t at;
   bool begun;
};

/** One operation; without a builder it is only counted. */
static struct ir_src
operation(struct ir_builder *b, enum ir_op op, struct ir_src s0, struct ir_src s1, struct ir_src s2)
{
   if (!b)
      return ir_imm(0);
   return op == IR_FMAD ? ir_alu3(b, op, s0, s1, s2) : ir_alu2(b, op, s0, s1);
}

static void
add_term(struct chain *c, const struct term *t, struct ir_builder *b, uint32_t *ops)
{
   if (!c->begun && !t->product) {
      *c = (struct chain){t->a, t->at, true};
      return;
   }
   const enum ir_op op = !t->product ? IR_FADD : c->begun ? IR_FMAD : IR_FMUL;
   c->s = operation(b, op, t->a, t->product ? t->b : c->s, c->s);
   c->at = MAX2(c->begun ? c->at : 0, t->at) + 1;
   c->begun = true;
   ++*ops;
}

/** The chain of the first \p n that is ready first, but for \p other. */
static unsigned
earliest(const struct chain *c, unsigned n, unsigned other)
{
   unsigned best = UINT32_MAX;
   for (unsigned j = 0; j < n; j++)
      if (j != other && (best == UINT32_MAX || c[j].at < c[best].at))
         best = j;
   assert(best < n);
   return best;
}

/** Adds the terms in \p k chains; with a builder: makes the operations. */
static struct chain
add_up(const struct sums *x, unsigned k, struct ir_builder *b, uint32_t *ops)
{
   struct chain c[MAX_CHAINS] = {0};
   assert(k && k <= MAX_CHAINS && k <= x->n);
   *ops = 0;
   for (uint32_t i = 0; i < x->n; i++)
      add_term(&c[i < k ? i : earliest(c, k, UINT32_MAX)], &x->t[i], b, ops);
   for (; k > 1; k--) {
      const unsigned p = earliest(c, k, UINT32_MAX), q = earliest(c, k, p);
      c[p].s = operation(b, IR_FADD, c[p].s, c[q].s, c[q].s);
      c[p].at = MAX2(c[p].at, c[q].at) + 1;
      c[q] = c[k - 1];
      ++*ops;
   }
   return c[0];
}

/** What the phase of \p at takes with a path up to there and \p tail operations more, and with \p extra other ones. */
static uint32_t
duration(const struct sums *x, uint32_t at, uint32_t tail, uint32_t extra)
{
   const uint32_t path = IN_PHASE(at) + tail;
   return MAX2(path, DIV_ROUND_UP(x->units[PHASE(at)] + extra, x->s->target->parallel));
}

/** \p at: the place of \p in as it stands. True: \p in is another operation now, and *at another one. */
static bool
shorten(struct sums *x, struct ir_builder *b, struct ir_instr *in, uint32_t *at)
{
   const uint32_t tail = x->v[in->dst].tail;
   x->n = x->num_known = 0;
   x->any_rough = false;
   if (!collect(x, in, false, x->d.node[in->dst], 0) || x->n < 3 || !x->any_rough)
      return false;
   qsort(x->t, x->n, sizeof *x->t, by_place);
   uint32_t fewest, ops, best = 0, least = duration(x, *at, tail, 0);
   add_up(x, 1, NULL, &fewest);
   for (unsigned k = 1; k <= MAX_CHAINS && k <= x->n; k++) {
      const struct chain c = add_up(x, k, NULL, &ops);
      const uint32_t now = duration(x, c.at, tail, ALIKE * (ops - fewest));
      if (now < least) {
         least = now;
         best = k;
      }
   }
   if (!best)
      return false;
   const struct chain c = add_up(x, best, b, &ops);
   const struct ir_instr *last = b->cur->instrs.count ? b->cur->instrs.data[b->cur->instrs.count - 1] : NULL;
   if (b->shader->arena.out_of_memory || !last || last->dst != c.s.bits)
      return false;
   *at = c.at;
   return ir_set_op(b->shader, in, (enum ir_op)last->op, last->nsrc, last->src);
}

/** The place behind one operation at \p at, or behind a lookup. */
static uint32_t
behind(uint32_t at, bool lookup, bool operation)
{
   if (lookup)
      return PLACE(MIN2(PHASE(at) + 1, PHASES - 1));
   return at + (operation && IN_PHASE(at) + 1 < PLACE(1));
}

static bool
rewrite(struct ir_builder *b, struct ir_instr *in, void *data)
{
   struct sums *x = data;
   uint32_t at = 0;
   bool progress = false;
   if (!in->ndst || in->dst >= x->d.num)
      return false;
   for (unsigned k = 0; k < in->nsrc; k++)
      at = MAX2(at, place_of(x, &in->src[k]));
   at = x->v[in->dst].uniform ? 0 : behind(at, in->op == IR_TEX, costs(x, in));
   if (is_sum(in) && !x->v[in->dst].uniform && !x->v[in->dst].taken)
      progress = shorten(x, b, in, &at);
   for (unsigned k = 0; k < in->ndst; k++)
      x->v[in->dst + k].at = at;
   return progress;
}

static void
note_text(struct sums *x, const struct ir_instr *in)
{
   bool uniform = in->op == IR_LOAD_UNIFORM ? !in->indirect : ir_can_eval((enum ir_op)in->op);
   const bool rough = ir_makes_rough(x->s, x->rough, in);
   uint32_t at = 0;
   for (unsigned k = 0; k < in->nsrc; k++) {
      if (in->src[k].kind != IR_SRC_SSA)
         continue;
      struct value *v = &x->v[in->src[k].bits];
      at = MAX2(at, v->at);
      uniform &= v->uniform;
      v->uses++;
      v->reader = in->op;
   }
   for (unsigned k = 0; k < in->ndst; k++) {
      x->v[in->dst + k].uniform = uniform;
      x->v[in->dst + k].at = behind(at, in->op == IR_TEX, false);
      x->rough[in->dst + k] = rough;
   }
}

/** Behind the text of what reads \p in's results. */
static void
note_readers(struct sums *x, const struct ir_instr *in, const struct ir_node *node)
{
   const bool has_cost = in->ndst && in->op != IR_TEX && costs(x, in);
   const uint32_t phase = in->ndst ? PHASE(x->v[in->dst].at) : 0;
   uint32_t tail = has_cost;
   for (unsigned k = 0; k < in->ndst && in->op != IR_TEX; k++)
      tail = MAX2(tail, x->v[in->dst + k].tail + has_cost);
   if (has_cost)
      x->units[phase] += in->op == IR_FDOT4 ? 4 : 1;
   for (unsigned k = 0; k < in->nsrc; k++) {
      if (in->src[k].kind != IR_SRC_SSA)
         continue;
      struct value *v = &x->v[in->src[k].bits];
      const struct ir_instr *p = is_sum(in) ? part(x, &in->src[k], node) : NULL;
      if (PHASE(v->at) == phase)
         v->tail = MAX2(v->tail, tail);
      v->taken = p && is_sum(p) && (in->op == IR_FADD || k == 2);
   }
}

bool
ir_opt_sums(struct ir_shader *s)
{
   if (s->stage != IR_FRAGMENT || s->invariant || !s->target->parallel)
      return false;
   struct sums x = {.s = s};
   U_VEC(struct ir_node *) blocks = {0};
   bool progress = false;
   if (!ir_defs_init(&x.d, s))
      return false;
   x.v = calloc(x.d.num + 1, sizeof *x.v);
   x.rough = calloc(x.d.num + 1, sizeof *x.rough);
   bool oom = !x.v || !x.rough;
   for (struct ir_node *n = ir_first_node(s); n && !oom; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF && n->cond.kind == IR_SRC_SSA)
         x.v[n->cond.bits].uses++;
      oom = n->kind == IR_NODE_BLOCK && !u_vec_push(&blocks, n);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         note_text(&x, n->block->instrs.data[i]);
   }
   for (size_t j = oom ? 0 : blocks.count; j-- > 0;) {
      const struct ir_node *n = blocks.data[j];
      for (size_t i = n->block->instrs.count; i-- > 0;)
         note_readers(&x, n->block->instrs.data[i], n);
   }
   if (oom)
      s->arena.out_of_memory = true;
   else
      progress = ir_rewrite_instrs(s, rewrite, &x);
   free(x.v);
   free(x.rough);
   u_vec_fini(&blocks);
   ir_defs_fini(&x.d);
   return progress;
}
