/* SPDX-License-Identifier: MIT
 *
 * Operands that read up to four values of one register: those of dot products and of texture lookups. The values are
 * made into groups, whose members get places in one register when the first of them is computed. What cannot be a
 * member, because it stands elsewhere already, gets a copy that can.
 */
#include "compiler/r300/code.h"

struct operand {
   uint32_t op;
   uint8_t first, n;
   bool modifiers; /* may have any negation of components */
   bool literals;  /* may be 0 and 1 */
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

static bool
must_copy(const struct operand *o, const struct r300_src *s)
{
   if (s->value == R300_NONE)
      return !is_unread(s) && !(o->literals && r300_is_literal(s) && (o->modifiers || !s->neg || !s->imm));
   return s->abs || (s->neg && !o->modifiers);
}

/** Do they stand in one register, or will they, and in which? */
static bool
together(const struct r300_ctx *c, const struct operand *o, uint64_t *where)
{
   *where = UINT64_MAX;
   for (unsigned k = 0; k < o->n; k++) {
      const struct r300_src *s = &c->ops[o->op].src[o->first + k];
      if (must_copy(o, s))
         return false;
      if (s->value == R300_NONE)
         continue;
      uint64_t at = origin(c, s->value);
      if (at == UINT64_MAX || (*where != UINT64_MAX && at != *where))
         return false;
      *where = at;
   }
   return true;
}

static bool
can_join(const struct r300_ctx *c, const struct r300_group *g, const struct r300_src *s)
{
   const struct r300_value *v = &c->values[s->value];
   if (v->def == R300_NONE || v->group != R300_NONE || r300_stands_alone(c->ops[v->def].code))
      return false;
   if (c->ir->stage == IR_VERTEX || !r300_is_scalar(c->ops[v->def].code))
      return true;
   for (unsigned k = 0; k < g->n; k++) /* the alpha unit's results have one component to stand in */
      if (r300_is_scalar(c->ops[c->values[g->member[k]].def].code))
         return false;
   return true;
}

static struct r300_group *
new_group(struct r300_ctx *c)
{
   if (c->num_groups == c->max_groups) {
      uint32_t max = c->max_groups ? 2 * c->max_groups : 64;
      struct r300_group *g = u_arena_array(&c->arena, struct r300_group, max);
      for (uint32_t i = 0; i < c->num_groups; i++)
         g[i] = c->groups[i];
      c->groups = g;
      c->max_groups = max;
   }
   c->groups[c->num_groups] = (struct r300_group){.n = 0};
   return &c->groups[c->num_groups++];
}

static void
join(struct r300_ctx *c, const struct operand *o, uint32_t *prev, bool copy_all)
{
   struct r300_group *g = new_group(c);
   const uint32_t id = c->num_groups - 1;
   for (unsigned k = 0; k < o->n; k++) {
      struct r300_src s = c->ops[o->op].src[o->first + k];
      bool member = s.value != R300_NONE && c->values[s.value].group == id;
      if (is_unread(&s) || (s.value == R300_NONE && !must_copy(o, &s)) || (member && !must_copy(o, &s)))
         continue;
      if (copy_all || must_copy(o, &s) || !can_join(c, g, &s)) {
         uint32_t v = r300_insert_copy(c, *prev, s);
         *prev = *prev == R300_NONE ? c->first : c->ops[*prev].next;
         s = (struct r300_src){.value = v};
         c->ops[o->op].src[o->first + k] = s;
      }
      g->member[g->n++] = s.value;
      c->values[s.value].group = id;
   }
}

/** One input and one constant: a second one is copied. */
static bool
same_port(const struct r300_ctx *c, uint64_t a, uint64_t b)
{
   const uint64_t fixed = 1ull << 62;
   if (c->ir->stage == IR_FRAGMENT || a == UINT64_MAX || b == UINT64_MAX || !(a & fixed) || !(b & fixed))
      return false;
   return a != b && (a & ~fixed) >> 32 == (b & ~fixed) >> 32;
}

void
r300_make_groups(struct r300_ctx *c)
{
   uint32_t prev = R300_NONE;
   for (uint32_t i = c->first; i != R300_NONE; prev = i, i = c->ops[i].next) {
      const unsigned code = c->ops[i].code;
      const bool vertex = c->ir->stage == IR_VERTEX;
      uint64_t where[2] = {UINT64_MAX, UINT64_MAX};
      if (code == R300_OP_DP4) {
         for (unsigned k = 0; k < 2; k++) {
            const struct operand o = {i, (uint8_t)(4 * k), 4, vertex, true};
            bool one = together(c, &o, &where[k]), clash = one && k && same_port(c, where[0], where[1]);
            if (!one || clash)
               join(c, &o, &prev, clash);
         }
      } else if (code == R300_OP_TEX || code == R300_OP_KIL) {
         const struct operand o = {i, 0, c->ops[i].nsrc, false, false};
         if (!together(c, &o, &where[0]) || where[0] >> 32 == (1ull << 30 | R300_FILE_CONST))
            join(c, &o, &prev, where[0] >> 32 == (1ull << 30 | R300_FILE_CONST));
      }
   }
}
