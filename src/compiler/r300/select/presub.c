/* SPDX-License-Identifier: MIT
 *
 * The pre-subtraction of the pixel shader's units: 1 - 2a, b - a, b + a or 1 - a of sources 0 and 1 is an operand like another
 * ("R5xx Acceleration", SRCP_OP). A sum that only sums of products read goes, and these read its operands. a and b meet there
 * only if they stand in the same component, which is not known before they have their places: where they do not, the
 * sum comes back as an operation (r300_unfold_presub).
 */
#include "compiler/r300/code.h"

#define ONE 0x3f800000u
#define TWO 0x40000000u

/** A sum as a pre-subtraction: neg(what the unit makes of a and b). */
struct sum {
   uint8_t presub;
   bool neg;
   struct r300_src a, b;
};

static bool
is_number(const struct r300_src *s, uint32_t imm)
{
   return s->value == R300_NONE && s->imm == imm && !s->presub;
}

static bool
is_plain(const struct r300_src *s)
{
   return s->value != R300_NONE && !s->abs && !s->presub;
}

/** 1 - a and a - 1. */
static bool
one_minus(const struct r300_src *one, const struct r300_src *a, struct sum *out)
{
   *out = (struct sum){.presub = R300_PRESUB_1_MINUS_A, .neg = one->neg, .a = *a};
   return is_number(one, ONE) && is_plain(a) && one->neg != a->neg;
}

/** 1 - 2a and 2a - 1, as a * 2 + -1. */
static bool
one_minus_twice(const struct r300_op *op, struct sum *out)
{
   const struct r300_src *one = &op->src[2];
   const unsigned k = is_number(&op->src[0], TWO) ? 1 : 0;
   *out = (struct sum){.presub = R300_PRESUB_1_MINUS_2A, .neg = one->neg, .a = op->src[k]};
   return is_number(one, ONE) && is_number(&op->src[1 - k], TWO) && is_plain(&op->src[k]) &&
          (op->src[k].neg != op->src[1 - k].neg) != one->neg;
}

/** b + a and b - a, unless their places are known and differ. */
static bool
of_two(const struct r300_ctx *c, const struct r300_op *op, struct sum *out)
{
   const struct r300_src *x = &op->src[0], *y = &op->src[1];
   if (!is_plain(x) || !is_plain(y))
      return false;
   const struct r300_value *vx = &c->values[x->value], *vy = &c->values[y->value];
   if (vx->def == R300_NONE && vy->def == R300_NONE && vx->comp != vy->comp)
      return false;
   out->presub = x->neg == y->neg ? R300_PRESUB_B_PLUS_A : R300_PRESUB_B_MINUS_A;
   out->neg = x->neg && y->neg;
   out->a = x->neg ? *x : *y;
   out->b = x->neg ? *y : *x;
   return true;
}

static bool
as_sum(const struct r300_ctx *c, const struct r300_op *op, struct sum *out)
{
   if (op->sat || op->omod || op->out >= 0 || op->also_out || op->rel != R300_NONE)
      return false;
   if (op->code == R300_OP_MAD)
      return one_minus_twice(op, out);
   return op->code == R300_OP_ADD && (one_minus(&op->src[0], &op->src[1], out) ||
                                      one_minus(&op->src[1], &op->src[0], out) || of_two(c, op, out));
}

/** Are there sources for all that the operation would read? Each has one register; 0, 0.5 and 1 are everywhere. */
static bool
has_sources(const struct r300_op *op, uint32_t value, const struct sum *s)
{
   struct r300_src seen[8] = {s->a, s->b};
   unsigned n = s->presub == R300_PRESUB_B_MINUS_A || s->presub == R300_PRESUB_B_PLUS_A ? 2 : 1;
   for (unsigned k = 0; k < op->nsrc; k++) {
      const struct r300_src *t = &op->src[k];
      bool known = t->value == value || r300_is_literal(t);
      for (unsigned i = 0; i < n && !known; i++)
         known = seen[i].value == t->value && (t->value != R300_NONE || seen[i].imm == t->imm);
      if (!known)
         seen[n++] = *t;
   }
   return n <= 3;
}

static bool
can_read(const struct r300_op *op, const struct r300_op *def, uint32_t value, const struct sum *s)
{
   bool reads = false, has_one = false;
   for (unsigned k = 0; k < op->nsrc; k++) {
      reads |= op->src[k].value == value;
      has_one |= op->src[k].presub != R300_PRESUB_NONE;
   }
   return !reads || (!has_one && op->code >= R300_OP_ADD && op->code <= R300_OP_MAD &&
                     op->part == def->part && op->rel == R300_NONE && has_sources(op, value, s));
}

static void
read_sum(struct r300_op *op, uint32_t value, const struct sum *s)
{
   const bool two = s->presub == R300_PRESUB_B_MINUS_A || s->presub == R300_PRESUB_B_PLUS_A;
   bool reads = false;
   for (unsigned k = 0; k < op->nsrc; k++) {
      struct r300_src *t = &op->src[k];
      if (t->value != value)
         continue;
      reads = true;
      *t = (struct r300_src){.value = s->a.value,
                             .imm = two ? s->b.value : 0,
                             .neg = t->neg != (s->neg && !t->abs),
                             .abs = t->abs,
                             .presub = s->presub};
   }
   if (!reads || !two)
      return;
   for (; op->nsrc < R300_PRESUB_B; op->nsrc++)
      op->src[op->nsrc] = (struct r300_src){.value = R300_NONE};
   op->src[op->nsrc++] = (struct r300_src){.value = s->b.value};
}

static void
fold(struct r300_ctx *c, uint32_t i)
{
   const struct r300_op *def = &c->ops[i];
   struct sum s = {0};
   if (!as_sum(c, def, &s) || c->values[def->dst[0]].carried || !c->values[def->dst[0]].uses)
      return;
   const uint32_t value = def->dst[0];
   for (uint32_t k = def->next; k != R300_NONE; k = c->ops[k].next)
      if (!can_read(&c->ops[k], def, value, &s))
         return;
   for (uint32_t k = def->next; k != R300_NONE; k = c->ops[k].next)
      read_sum(&c->ops[k], value, &s);
}

void
r300_fold_presub(struct r300_ctx *c)
{
   if (c->ir->stage != IR_FRAGMENT)
      return;
   r300_count_uses(c);
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next)
      fold(c, i);
   r300_count_uses(c);
   r300_remove_dead(c);
}

/** The source of an operation that is made of two values; R300_PRESUB_B: there is none. */
static unsigned
source_of_two(const struct r300_op *op)
{
   unsigned k = 0;
   while (k < R300_PRESUB_B &&
          !(k < op->nsrc && op->src[k].value != R300_NONE &&
            (op->src[k].presub == R300_PRESUB_B_MINUS_A || op->src[k].presub == R300_PRESUB_B_PLUS_A)))
      k++;
   return k;
}

bool
r300_presub_meets(const struct r300_ctx *c, const struct r300_op *op)
{
   const unsigned k = source_of_two(op);
   return k == R300_PRESUB_B || c->values[op->src[k].value].comp == c->values[op->src[k].imm].comp;
}

uint32_t
r300_unfold_presub(struct r300_ctx *c, uint32_t i)
{
   const struct r300_src two = c->ops[i].src[source_of_two(&c->ops[i])];
   const uint32_t v = r300_insert_copy(c, R300_NONE, (struct r300_src){.value = two.imm}),
                  made = c->values[v].def;
   struct r300_op *op = &c->ops[i], *sum = &c->ops[made];
   sum->code = R300_OP_ADD;
   sum->nsrc = 2;
   sum->src[1] = (struct r300_src){.value = two.value, .neg = two.presub == R300_PRESUB_B_MINUS_A};
   sum->part = op->part;
   sum->depth = op->depth;
   sum->line = op->line;
   c->values[two.value].uses++;
   op->nsrc = R300_PRESUB_B; /* b is the sum's now */
   for (unsigned k = 0; k < op->nsrc; k++) {
      struct r300_src *s = &op->src[k];
      if (s->value == R300_NONE || s->presub != two.presub)
         continue;
      *s = (struct r300_src){.value = v, .neg = s->neg, .abs = s->abs};
      c->values[v].uses++;
      c->values[two.value].uses--;
   }
   return made;
}
