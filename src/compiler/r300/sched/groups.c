/* SPDX-License-Identifier: MIT
 *
 * Operands that read several values of one register: those of dot products and of texture lookups. The values are
 * made into groups, whose members get places in one register when the first of them is computed. What cannot be a
 * member, because it stands elsewhere already, gets a copy that can. In the pixel shaders of R300 and R400, which choose
 * few orders of components (us/native.h), members have places of their own in the register, too.
 */
#include "compiler/r300/flow.h"
#include "compiler/r300/us/native.h"

struct operand {
   uint32_t op;
   uint8_t first, n;
   bool modifiers;   /* may have any negation of components */
   bool one_sign;    /* or has one for all */
   bool literals;    /* may be 0 and 1 */
   bool numbers;     /* may be numbers alone */
   bool fixed;       /* members stand in the order of components */
   bool any_pattern; /* or in one that the colour unit chooses */
};

static bool
is_unread(const struct r300_src *s)
{
   return s->value == R300_NONE && s->imm == R300_NONE;
}

/** The register or lookup that a value comes from as a whole. */
static uint64_t
origin(const struct r300_ctx *c, uint32_t value)
{
   const struct r300_value *v = &c->values[value];
   if (v->def == R300_NONE)
      return (uint64_t)v->file << 32 | v->index | 1ull << 62;
   if (c->ops[v->def].code == R300_OP_TEX)
      return v->def | 1ull << 61;
   return v->group == R300_NONE ? UINT64_MAX : v->group | 1ull << 60;
}

/** Where fixed places are: the component that a value stands in or will; 4: anywhere. */
static unsigned
component_of(const struct r300_ctx *c, uint32_t value)
{
   const struct r300_value *v = &c->values[value];
   if (v->def == R300_NONE)
      return v->comp;
   for (unsigned k = 0; k < 4 && c->ops[v->def].code == R300_OP_TEX; k++)
      if (c->ops[v->def].dst[k] == value)
         return k;
   const struct r300_group *g = v->group == R300_NONE ? NULL : &c->groups[v->group];
   for (unsigned k = 0; g && g->fixed && k < g->n; k++)
      if (g->member[k] == value)
         return g->comp[k];
   return 4;
}

static const struct r300_src *
source_of(const struct r300_ctx *c, const struct operand *o, unsigned k)
{
   return &c->ops[o->op].src[o->first + k];
}

static bool
all_numbers(const struct r300_ctx *c, const struct operand *o)
{
   for (unsigned k = 0; k < o->n; k++)
      if (source_of(c, o, k)->value != R300_NONE || is_unread(source_of(c, o, k)))
         return false;
   return true;
}

static bool
has_one_sign(const struct r300_ctx *c, const struct operand *o)
{
   const struct r300_src *one = NULL;
   for (unsigned k = 0; k < o->n; k++) {
      const struct r300_src *s = source_of(c, o, k);
      if (s->value == R300_NONE)
         continue;
      if (one && (s->neg != one->neg || s->abs != one->abs))
         return false;
      one = s;
   }
   return true;
}

static bool
must_copy(const struct r300_ctx *c, const struct operand *o, unsigned k)
{
   const struct r300_src *s = source_of(c, o, k);
   const bool literals = o->literals || (o->any_pattern && k == 3); /* the alpha unit's operand is its own */
   if (s->value == R300_NONE)
      return !is_unread(s) && !(literals && r300_is_literal(s) && (o->modifiers || !s->neg || !s->imm));
   return s->abs || (s->neg && !o->modifiers);
}

/** Do they stand where the operand can read them? (The fourth of a dot product's may be any of the register's.) */
static bool
in_order(const struct r300_ctx *c, const struct operand *o)
{
   unsigned at[4] = {4, 4, 4, 4}, mask = 0;
   for (unsigned k = 0; k < o->n; k++) {
      const struct r300_src *s = source_of(c, o, k);
      if (s->value == R300_NONE || (o->any_pattern && k == 3))
         continue;
      at[k] = component_of(c, s->value);
      mask |= 1u << k;
      if (at[k] != k && !o->any_pattern)
         return false;
   }
   return !o->any_pattern || native_pattern(at, mask) != NATIVE_NONE;
}

/** Can the operand be read as it is? \p where: the register that it reads. */
static bool
together(const struct r300_ctx *c, const struct operand *o, uint64_t *where)
{
   const bool sign = o->one_sign && has_one_sign(c, o);
   *where = UINT64_MAX;
   if (o->numbers && all_numbers(c, o)) {
      for (unsigned k = 0; k < o->n; k++)
         if (!r300_is_literal(source_of(c, o, k)))
            *where = 1ull << 62 | (uint64_t)R300_FILE_CONST << 32 | UINT16_MAX; /* a constant of its own */
      return true;
   }
   for (unsigned k = 0; k < o->n; k++) {
      const struct r300_src *s = source_of(c, o, k);
      if (!(sign && s->value != R300_NONE) && must_copy(c, o, k))
         return false;
      if (s->value == R300_NONE)
         continue;
      uint64_t at = origin(c, s->value);
      if (at == UINT64_MAX || (*where != UINT64_MAX && at != *where))
         return false;
      *where = at;
   }
   return !o->fixed || in_order(c, o);
}

static bool
can_join(const struct r300_ctx *c, const struct r300_group *g, const struct operand *o, unsigned k)
{
   const struct r300_value *v = &c->values[source_of(c, o, k)->value];
   if (v->def == R300_NONE || v->group != R300_NONE || r300_stands_alone(c->ops[v->def].code))
      return false;
   if (c->ir->stage == IR_VERTEX || !r300_is_scalar(c->ops[v->def].code))
      return true;
   if (o->fixed) /* the alpha unit's results have one component to stand in */
      return k == 3;
   for (unsigned i = 0; i < g->n; i++)
      if (r300_is_scalar(c->ops[c->values[g->member[i]].def].code))
         return false;
   return true;
}

static struct r300_group *
new_group(struct r300_ctx *c, bool fixed)
{
   if (c->num_groups == c->max_groups) {
      uint32_t max = c->max_groups ? 2 * c->max_groups : 64;
      struct r300_group *g = u_arena_array(&c->arena, struct r300_group, max);
      for (uint32_t i = 0; i < c->num_groups; i++)
         g[i] = c->groups[i];
      c->groups = g;
      c->max_groups = max;
   }
   c->groups[c->num_groups] = (struct r300_group){.fixed = fixed};
   return &c->groups[c->num_groups++];
}

struct r300_group *
r300_group_new(struct r300_ctx *c)
{
   return new_group(c, false);
}

/** A value in another place: computed again where that is an operation on what is there anyway, which takes no more
 * than a move and brings its operands together; else moved. */
static uint32_t
insert_again(struct r300_ctx *c, uint32_t *prev, struct r300_src s, uint32_t by_op)
{
   const struct r300_op *by = &c->ops[by_op];
   const uint32_t def = s.value == R300_NONE || s.abs ? R300_NONE : c->values[s.value].def;
   bool again = def != R300_NONE && !c->values[s.value].carried && c->ops[def].part == by->part &&
                c->ir->stage == IR_FRAGMENT && c->ops[def].code <= R300_OP_MAD &&
                (!s.neg || r300_can_flip(&c->ops[def]));
   for (unsigned k = 0; again && k < c->ops[def].nsrc; k++) {
      const uint32_t value = c->ops[def].src[k].value,
                     from = value == R300_NONE ? R300_NONE : c->values[value].def;
      again = from == R300_NONE || c->ops[from].code == R300_OP_TEX;
   }
   uint32_t v = r300_insert_copy(c, *prev, s);
   *prev = *prev == R300_NONE ? c->first : c->ops[*prev].next;
   struct r300_op *op = &c->ops[*prev];
   if (!again)
      return v;
   const uint32_t next = op->next;
   *op = c->ops[def];
   op->next = next;
   op->dst[0] = v;
   op->out = -1;
   if (s.neg)
      r300_flip(op);
   return v;
}

/** The group's copy of a value that stands elsewhere, or the value itself if that is a member; R300_NONE. */
static uint32_t
member_for(const struct r300_ctx *c, const struct r300_group *g, const struct r300_src *s,
           const struct r300_op *by)
{
   for (unsigned k = 0; k < g->n && !g->fixed && s->value != R300_NONE && !s->neg && !s->abs; k++)
      if (g->member[k] == s->value ||
          (g->copied[k] == s->value && r300_may_reuse(c, c->values[g->member[k]].def, by)))
         return g->member[k];
   return R300_NONE;
}

/** The group that most of an operand's values are in already, if it has room for the others; else a new one. */
static uint32_t
choose_group(struct r300_ctx *c, const struct operand *o)
{
   uint32_t best = R300_NONE;
   unsigned most = 0;
   for (uint32_t id = 0; id < c->num_groups && !o->fixed && c->ir->stage == IR_FRAGMENT; id++) {
      unsigned in = 0, out = 0;
      for (unsigned i = 0; i < o->n; i++) {
         const struct r300_src *t = source_of(c, o, i);
         const bool member = member_for(c, &c->groups[id], t, &c->ops[o->op]) != R300_NONE;
         in += member;
         out += !member && !is_unread(t) && (t->value != R300_NONE || must_copy(c, o, i));
      }
      if (in > most && c->groups[id].n + out <= 4) {
         best = id;
         most = in;
      }
   }
   if (best == R300_NONE) {
      new_group(c, o->fixed);
      best = c->num_groups - 1;
   }
   return best;
}

static void
join(struct r300_ctx *c, const struct operand *o, uint32_t *prev, bool copy_all)
{
   const uint32_t id = choose_group(c, o);
   struct r300_group *g = &c->groups[id];
   for (unsigned k = 0; k < o->n; k++) {
      struct r300_src s = *source_of(c, o, k);
      const uint32_t copy = member_for(c, g, &s, &c->ops[o->op]);
      if (copy != R300_NONE) {
         c->ops[o->op].src[o->first + k] = (struct r300_src){.value = copy};
         continue;
      }
      bool member = s.value != R300_NONE && c->values[s.value].group == id && !o->fixed;
      if (is_unread(&s) || ((s.value == R300_NONE || member) && !must_copy(c, o, k)))
         continue;
      const struct r300_src was = s;
      if (copy_all || must_copy(c, o, k) || !can_join(c, g, o, k)) {
         s = (struct r300_src){.value = insert_again(c, prev, s, o->op)};
         c->ops[o->op].src[o->first + k] = s;
      }
      g->comp[g->n] = (uint8_t)k;
      g->copied[g->n] = was.value != s.value && !was.neg && !was.abs ? was.value : R300_NONE;
      g->member[g->n++] = s.value;
      c->values[s.value].group = id;
   }
}

static bool
is_zero_term(const struct r300_op *op, unsigned k)
{
   return (op->src[k].value == R300_NONE && !op->src[k].imm) ||
          (op->src[4 + k].value == R300_NONE && !op->src[4 + k].imm);
}

unsigned
r300_dot_terms(const struct r300_ctx *c, const struct r300_op *op)
{
   if (c->ir->stage == IR_VERTEX || !is_zero_term(op, 3))
      return 4;
   return r300_is_native(c) && is_zero_term(op, 2) ? 2 : 3;
}

/** One input and one constant: a second one is copied. */
static bool
same_port(const struct r300_ctx *c, uint64_t a, uint64_t b)
{
   const uint64_t fixed = 1ull << 62, numbers = fixed | (uint64_t)R300_FILE_CONST << 32 | UINT16_MAX;
   if (c->ir->stage == IR_FRAGMENT || a == UINT64_MAX || b == UINT64_MAX || !(a & fixed) || !(b & fixed))
      return false;
   return (a != b || a == numbers) && (a & ~fixed) >> 32 == (b & ~fixed) >> 32;
}

static void
group_dot(struct r300_ctx *c, uint32_t i, uint32_t *prev)
{
   uint64_t where[2] = {UINT64_MAX, UINT64_MAX};
   const bool vertex = c->ir->stage == IR_VERTEX, native = r300_is_native(c);
   for (unsigned k = 0; k < 2; k++) {
      const struct operand o = {.op = i,
                                .first = (uint8_t)(4 * k),
                                .n = (uint8_t)r300_dot_terms(c, &c->ops[i]),
                                .modifiers = vertex,
                                .one_sign = !vertex,
                                .literals = !native,
                                .numbers = true,
                                .fixed = native,
                                .any_pattern = native};
      bool one = together(c, &o, &where[k]), clash = one && k && same_port(c, where[0], where[1]);
      if (!one || clash)
         join(c, &o, prev, clash);
   }
}

static void
group_lookup(struct r300_ctx *c, uint32_t i, uint32_t *prev)
{
   uint64_t where;
   const uint64_t consts = 1ull << 30 | R300_FILE_CONST;
   const unsigned n = c->ops[i].nsrc, each = n == 9 ? 3 : n; /* coordinates, and gradients behind them */
   for (unsigned first = 0; first < n; first += each) {
      const struct operand o = {
         .op = i, .first = (uint8_t)first, .n = (uint8_t)each, .fixed = r300_is_native(c)};
      if (!together(c, &o, &where) || where >> 32 == consts)
         join(c, &o, prev, where >> 32 == consts);
   }
}

void
r300_make_groups(struct r300_ctx *c)
{
   uint32_t prev = R300_NONE;
   for (uint32_t i = c->first; i != R300_NONE; prev = i, i = c->ops[i].next) {
      const unsigned code = c->ops[i].code;
      if (code == R300_OP_DP4)
         group_dot(c, i, &prev);
      else if (code == R300_OP_TEX || code == R300_OP_KIL)
         group_lookup(c, i, &prev);
   }
}

/** May its result be any component? */
static bool
is_free_scalar(const struct r300_ctx *c, const struct r300_op *op)
{
   return r300_is_scalar(op->code) && op->dst[0] != R300_NONE && !op->sat && !op->omod && !op->also_out &&
          c->values[op->dst[0]].group == R300_NONE;
}

void
r300_group_scalars(struct r300_ctx *c)
{
   const uint32_t *height = r300_heights(c);
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next) {
      uint32_t found[4], n = 0;
      for (uint32_t k = i; k != R300_NONE && n < 4; k = c->ops[k].next)
         if (is_free_scalar(c, &c->ops[k]) && c->ops[k].code == c->ops[i].code && height[k] == height[i])
            found[n++] = k;
      if (n < 2 || found[0] != i)
         continue;
      struct r300_group *g = new_group(c, true);
      for (g->n = 0; g->n < n; g->n++) {
         g->comp[g->n] = g->n;
         g->copied[g->n] = R300_NONE;
         g->member[g->n] = c->ops[found[g->n]].dst[0];
         c->values[g->member[g->n]].group = c->num_groups - 1;
      }
   }
}
