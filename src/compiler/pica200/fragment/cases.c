/* SPDX-License-Identifier: MIT
 *
 * Functions of truth values, and of uniforms beside them: what they give for each answer depends on uniforms alone, which the CPU computes, and
 * the answer chooses. f(b, u) is f(0, u) + b (f(1, u) - f(0, u)), a mix of two constants, where f itself may be far beyond the stages. Beside varyings,
 * f may be what a table is asked for.
 */
#include "compiler/pica200/fragment/pf.h"

#include "util/u_math.h"

/* Answers in one expression; more make more products than stages compute. */
#define MAX_ANSWERS 4

/** Has \p a truth values that differ by fragment, and beside these and uniforms, with tables, only what tables can be asked about? \p answer:
 * one; PF_NO_ATOM: none. */
static bool
answer_of(const struct pf *m, uint32_t a, uint16_t *answer)
{
   const struct pf_polys *p = &m->polys;
   const struct pf_poly *x = pf_at(p, a);
   uint16_t atoms[MAX_ANSWERS];
   unsigned n = 0;
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         const uint16_t atom = x->term[k].atom[i];
         const struct pf_atom *o = &p->atoms.data[atom];
         unsigned at = 0;
         if (o->kind <= PF_ATOM_CEIL ||
             (m->tables &&
              (o->kind == PF_ATOM_VARYING || (o->kind == PF_ATOM_POS && pf_is_tabular(p, o->value)))))
            continue;
         while (at < n && atoms[at] != atom)
            at++;
         if (!o->boolean || at == MAX_ANSWERS)
            return false;
         if (at == n)
            atoms[n++] = atom;
      }
   *answer = n ? atoms[0] : PF_NO_ATOM;
   return true;
}

/** A function of what depends on uniforms alone, and of what tables can be asked about; PF_NONE: it has none of this. */
struct function {
   uint32_t (*of_uniform)(struct pf *m, uint32_t a);
   uint32_t (*of_varying)(struct pf *m, uint32_t a, uint32_t line);
};

static uint32_t
each_case(struct pf *m, uint32_t a, const struct function *f, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   uint16_t answer;
   if (!answer_of(m, a, &answer) || p->full)
      return PF_NONE;
   if (answer == PF_NO_ATOM && pf_at(p, a)->uniform)
      return f->of_uniform(m, a);
   if (answer == PF_NO_ATOM)
      return f->of_varying ? f->of_varying(m, a, line) : PF_NONE;
   uint32_t with, without;
   pf_divide(p, a, answer, &with, &without);
   const uint32_t no = each_case(m, without, f, line), yes = each_case(m, pf_add(p, with, without), f, line);
   if (no == PF_NONE || yes == PF_NONE)
      return PF_NONE;
   const struct pf_poly n = *pf_at(p, no), y = *pf_at(p, yes);
   const uint32_t b = pf_of_atom(p, answer), step = pf_sub(p, yes, no), v = pf_add(p, no, pf_mul(p, b, step));
   if (p->too_large || p->full)
      return v;
   if (pf_at(p, step)->num_terms)
      pf_write_down(p, v, b, step, no);
   pf_know(p, v, MIN2(n.lo, y.lo), MAX2(n.hi, y.hi));
   p->polys.data[v].boolean |= n.boolean && y.boolean;
   return v;
}

static uint32_t
by_case(struct pf *m, uint32_t a, const struct function *f, uint32_t line)
{
   uint16_t answer;
   return answer_of(m, a, &answer) && answer != PF_NO_ATOM ? each_case(m, a, f, line) : PF_NONE;
}

/* ---- of what depends on uniforms alone ---- */

static uint32_t
uniform_atom(struct pf *m, unsigned kind, uint32_t a)
{
   const struct pf_atom atom = {.kind = (uint8_t)kind, .value = a};
   return pf_of_atom(&m->polys, pf_atom(&m->polys, atom));
}

uint32_t
pf_as_one(struct pf_polys *p, uint32_t a)
{
   double v;
   uint16_t atom;
   if (pf_is_number(p, a, &v) || pf_is_atom(p, a, &atom))
      return a;
   const struct pf_atom one = {.kind = PF_ATOM_UNIFORM_SUM, .value = a};
   return pf_of_atom(p, pf_atom(p, one));
}

/* Of what a table may be asked about. */
static uint32_t
varying_pos(struct pf *m, uint32_t a, uint32_t line)
{
   const struct pf_atom atom = {.kind = PF_ATOM_POS, .value = a, .line = line};
   return pf_of_atom(&m->polys, pf_atom(&m->polys, atom));
}

static uint32_t
uniform_pos(struct pf *m, uint32_t a)
{
   const struct pf_poly *x = pf_at(&m->polys, a);
   if (pf_is_assumed(&m->polys, a) || (x->lo < 0 && x->hi > 0))
      return uniform_atom(m, PF_ATOM_UNIFORM_POS, a);
   return x->lo >= 0 ? a : pf_number(&m->polys, 0);
}

static uint32_t
uniform_ge(struct pf *m, uint32_t a)
{
   const struct pf_poly *x = pf_at(&m->polys, a);
   if (pf_is_assumed(&m->polys, a) || (x->lo < 0 && x->hi >= 0))
      return uniform_atom(m, PF_ATOM_UNIFORM_GE, a);
   return pf_number(&m->polys, x->lo >= 0);
}

static uint32_t
uniform_le(struct pf *m, uint32_t a)
{
   return uniform_ge(m, pf_mad(&m->polys, -1, a, pf_number(&m->polys, 0)));
}

static uint32_t
uniform_gt(struct pf *m, uint32_t a)
{
   struct pf_polys *p = &m->polys;
   const uint32_t one = pf_number(p, 1), v = pf_sub(p, one, uniform_le(m, a));
   p->polys.data[v].boolean = true;
   return v;
}

static uint32_t
uniform_equal(struct pf *m, uint32_t a)
{
   const uint32_t ge = uniform_ge(m, a), v = pf_mul(&m->polys, ge, uniform_le(m, a));
   m->polys.polys.data[v].boolean = true;
   return v;
}

static uint32_t
uniform_truth(struct pf *m, uint32_t a)
{
   if (!m->polys.full) {
      pf_know(&m->polys, a, 0, 1);
      m->polys.polys.data[a].boolean = true;
   }
   return pf_as_one(&m->polys, a);
}

uint32_t
pf_case_pack(struct pf *m, uint32_t a)
{
   static const struct function f = {uniform_truth, NULL};
   return pf_at(&m->polys, a)->boolean ? by_case(m, a, &f, 0) : PF_NONE;
}

uint32_t
pf_case_pos(struct pf *m, uint32_t a, uint32_t line)
{
   static const struct function f = {uniform_pos, varying_pos};
   return by_case(m, a, &f, line);
}

uint32_t
pf_case_gt(struct pf *m, uint32_t a, uint32_t line)
{
   static const struct function f = {uniform_gt, pf_table_gt};
   return by_case(m, a, &f, line);
}

uint32_t
pf_case_ge(struct pf *m, uint32_t a, uint32_t line)
{
   static const struct function f = {uniform_ge, pf_table_ge};
   return by_case(m, a, &f, line);
}

uint32_t
pf_case_equal(struct pf *m, uint32_t a, uint32_t line)
{
   static const struct function f = {uniform_equal, pf_table_equal};
   return by_case(m, a, &f, line);
}
