/* SPDX-License-Identifier: MIT
 *
 * Dot products. The unit's read two vectors: their components must stand in one register each, with one sign for all. Components that are computed become a group,
 * whose members get places in one register when the first of them is computed; inputs and constants that stand together may be read as they are.
 * Any other dot product becomes products and sums, which take one instruction a term and go together with others.
 */
#include "compiler/pica200/vertex/code.h"

static const struct vs_src none = {.value = VS_NONE};

struct terms {
   struct vs_src s[2][4];
   unsigned n;
   bool one; /* the fourth of side 0 is 1 */
};

static bool
is_zero(const struct vs_src *s)
{
   return pica_vs_is_number(s, 0);
}

/** Terms that are not 0, those with a factor 1 last. */
static struct terms
terms_of(const struct vs_op *op)
{
   struct terms t = {.n = 0};
   for (unsigned pass = 0; pass < 2; pass++)
      for (unsigned k = 0; k < 4; k++) {
         struct vs_src a = op->src[k], b = op->src[4 + k];
         if (is_zero(&a) || is_zero(&b))
            continue;
         if (pica_vs_is_number(&b, 1)) {
            const struct vs_src swap = a;
            a = b;
            b = swap;
         }
         if (pica_vs_is_number(&a, 1) != (pass == 1))
            continue;
         t.s[0][t.n] = a;
         t.s[1][t.n++] = b;
      }
   t.one = t.n == 4 && pica_vs_is_number(&t.s[0][3], 1);
   return t;
}

/** Where a value stands as part of a register: computed ones that are in no group yet, UINT64_MAX. */
static uint64_t
origin(const struct vs_ctx *c, const struct vs_src *s)
{
   if (s->value == VS_NONE)
      return 1;
   const struct vs_value *v = &c->values[s->value];
   if (v->placed)
      return 1ull << 60 | (uint64_t)v->rel << 24 | (uint64_t)v->file << 20 | v->index;
   return v->group == VS_NONE ? UINT64_MAX : 1ull << 61 | v->group;
}

static bool
is_fixed(uint64_t o)
{
   return o == 1 || o >> 60 == 1;
}

/** Members that a group would get by one side of the product; more than 4: they cannot stand together. */
static unsigned
joined(const struct vs_ctx *c, const struct vs_src *s, unsigned n, uint64_t *where)
{
   unsigned fresh = 0;
   *where = UINT64_MAX;
   for (unsigned k = 0; k < n; k++) {
      const uint64_t o = origin(c, &s[k]);
      bool again = false;
      for (unsigned i = 0; i < k; i++)
         again |= s[i].value != VS_NONE && s[i].value == s[k].value;
      fresh += o == UINT64_MAX && !again;
      if (o == UINT64_MAX)
         continue;
      if (*where != UINT64_MAX && *where != o)
         return 5;
      *where = o;
   }
   if (*where == UINT64_MAX)
      return fresh;
   if (is_fixed(*where))
      return fresh ? 5 : 0;
   return fresh + c->groups[*where & UINT32_MAX].n;
}

static void
join(struct vs_ctx *c, const struct vs_src *s, unsigned n, uint64_t where)
{
   uint32_t id = (uint32_t)(where & UINT32_MAX);
   if (where == UINT64_MAX)
      id = pica_vs_group_new(c);
   for (unsigned k = 0; k < n && !is_fixed(where); k++) {
      if (c->values[s[k].value].group != VS_NONE)
         continue;
      c->groups[id].member[c->groups[id].n++] = s[k].value;
      c->values[s[k].value].group = id;
   }
}

/** Signs go to where they do least harm: to numbers, else all to the second factors. */
static bool
unite_signs(struct terms *t)
{
   for (unsigned k = 0; k < t->n; k++) {
      const unsigned to = t->s[0][k].value == VS_NONE && !(t->one && k == 3) ? 0 : 1;
      if (t->s[!to][k].value != VS_NONE && t->s[!to][k].neg) {
         t->s[!to][k] = pica_vs_negate(t->s[!to][k]);
         t->s[to][k] = pica_vs_negate(t->s[to][k]);
      }
   }
   for (unsigned side = 0; side < 2; side++)
      for (unsigned k = 1; k < t->n; k++)
         if (!(t->one && !side && k == 3) && t->s[side][k].neg != t->s[side][0].neg)
            return false;
   return true;
}

/** Two inputs, or two constants. */
static bool
clashes(uint64_t a, uint64_t b)
{
   if (!is_fixed(a) || !is_fixed(b))
      return false;
   const bool const_a = a == 1 || (a >> 20 & 15) == VS_FILE_CONST,
              const_b = b == 1 || (b >> 20 & 15) == VS_FILE_CONST;
   return const_a ? const_b : !const_b && a != b;
}

/** One side is copied, whose copies become a group. */
static void
copy_side(struct vs_ctx *c, struct terms *t, unsigned side, unsigned n, uint32_t i, uint32_t *prev)
{
   for (unsigned k = 0; k < n; k++) {
      const struct vs_src s = t->s[side][k], plain = {.value = s.value, .imm = s.imm};
      uint32_t copy = VS_NONE;
      for (unsigned j = 0; j < k; j++)
         if (s.value != VS_NONE && c->ops[c->values[t->s[side][j].value].def].src[0].value == s.value)
            copy = t->s[side][j].value;
      if (copy == VS_NONE)
         copy = pica_vs_insert_copy(c, prev, plain, i);
      t->s[side][k] = (struct vs_src){.value = copy, .neg = s.neg};
   }
}

static bool
as_dot(struct vs_ctx *c, struct terms *t, uint32_t i, uint32_t *prev)
{
   uint64_t where[2];
   if (t->n < 3 || !unite_signs(t))
      return false;
   const unsigned first = t->one ? 3 : t->n;
   if (joined(c, t->s[0], first, &where[0]) > 4 || joined(c, t->s[1], t->n, &where[1]) > 4)
      return false;
   if (clashes(where[0], where[1])) {
      copy_side(c, t, 0, first, i, prev);
      where[0] = UINT64_MAX;
   }
   join(c, t->s[0], first, where[0]);
   if (joined(c, t->s[1], t->n, &where[1]) >
       4) { /* members of the first have taken its room, or it has become the same one */
      copy_side(c, t, 1, t->n, i, prev);
      where[1] = UINT64_MAX;
   }
   join(c, t->s[1], t->n, where[1]);
   struct vs_op *op = &c->ops[i];
   op->code = t->one ? VS_OP_DPH : t->n == 4 ? VS_OP_DP4 : VS_OP_DP3;
   op->nsrc = 8;
   for (unsigned k = 0; k < 4; k++) { /* what is not read says so by naming no value */
      op->src[k] = k < first ? t->s[0][k] : none;
      op->src[4 + k] = k < t->n ? t->s[1][k] : none;
   }
   return true;
}

static void
as_sums(struct vs_ctx *c, const struct terms *t, uint32_t i, uint32_t *prev)
{
   struct vs_src sum = pica_vs_number(0);
   for (unsigned k = 0; k < t->n; k++) {
      uint32_t at = i;
      if (k + 1 < t->n) {
         const uint32_t v = pica_vs_insert_copy(c, prev, none, i);
         at = c->values[v].def;
      }
      struct vs_op *op = &c->ops[at];
      op->code = k ? VS_OP_MAD : VS_OP_MUL;
      op->nsrc = k ? 3 : 2;
      op->src[0] = t->s[0][k];
      op->src[1] = t->s[1][k];
      op->src[2] = sum;
      if (pica_vs_is_number(&op->src[0], 1)) {
         op->code = k ? VS_OP_ADD : VS_OP_MOV;
         op->nsrc = k ? 2 : 1;
         op->src[0] = t->s[1][k];
         op->src[1] = sum;
      }
      sum = (struct vs_src){.value = op->dst};
   }
   if (!t->n) {
      c->ops[i].code = VS_OP_MOV;
      c->ops[i].nsrc = 1;
      c->ops[i].src[0] = sum;
   }
}

void
pica_vs_dots(struct vs_ctx *c)
{
   uint32_t prev = VS_NONE;
   for (uint32_t i = c->first; i != VS_NONE; prev = i, i = c->ops[i].next) {
      if (c->ops[i].code != VS_OP_DP4)
         continue;
      struct terms t = terms_of(&c->ops[i]);
      if (!as_dot(c, &t, i, &prev))
         as_sums(c, &t, i, &prev);
   }
}
