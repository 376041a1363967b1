/* SPDX-License-Identifier: MIT
 *
 * Values that are no polynomials: positive parts, comparisons. The chip subtracts with a clamp at 0, which gives max(a - b, 0); and a
 * difference of two numbers of 8 bits that is doubled until it overflows says whether it was above 0. Numbers that components are compared
 * with move to the next n / 255 in the direction that changes no answer; what lies within 1/50000 of a step is taken for it, since a
 * program that means n / 255 writes it rounded.
 */
#include "compiler/pica200/fragment/pf.h"

#include "util/u_math.h"

#define SLACK 2e-5 /* of a step: more than rounding to binary32 does to 255 k */

static bool
reads_outside(const struct pf_polys *p, uint32_t a)
{
   const struct pf_poly *x = pf_at(p, a);
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++)
         if (p->atoms.data[x->term[k].atom[i]].kind <= PF_ATOM_WINDOW)
            return true;
   return false;
}

uint32_t
pf_pos(struct pf *m, uint32_t a, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   const uint32_t by_case = pf_case_pos(m, a, line);
   if (by_case != PF_NONE)
      return by_case;
   const struct pf_poly *x = pf_at(p, a);
   /* a texture unit has varyings as they are, and not as they are assumed to be */
   const bool any = (m->tables || m->ramps) && !x->uniform && pf_is_tabular(p, a);
   if (x->lo >= 0 && !any)
      return a;
   if (x->hi <= 0 && !any)
      return pf_number(p, 0);
   struct pf_atom atom = {.kind = PF_ATOM_POS, .value = a, .line = line};
   return pf_of_atom(p, pf_atom(p, atom));
}

uint32_t
pf_sat(struct pf *m, uint32_t a, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   uint32_t low = pf_pos(m, a, line), one = pf_number(p, 1);
   return pf_sub(p, one, pf_pos(m, pf_sub(p, one, low), line));
}

static bool
is_uniform_term(const struct pf_polys *p, const struct pf_term *t, const void *data)
{
   (void)data;
   for (unsigned i = 0; i < PF_MAX_DEGREE && t->atom[i] != PF_NO_ATOM; i++)
      if (p->atoms.data[t->atom[i]].kind > PF_ATOM_CEIL)
         return false;
   return true;
}

static double
whole(double v)
{
   double n = (double)(int64_t)v;
   return n > v ? n - 1 : n;
}

/** \p k on the grid of n / 255: the greatest not above it, or the least not below. */
static uint32_t
on_grid(struct pf *m, uint32_t k, bool up)
{
   struct pf_polys *p = &m->polys;
   double v;
   if (pf_is_number(p, k, &v)) {
      if (v < -2 || v > 2)
         return k;
      return pf_number(p, (up ? -whole(-v * 255 + SLACK) : whole(v * 255 + SLACK)) / 255);
   }
   struct pf_atom atom = {.kind = up ? PF_ATOM_CEIL : PF_ATOM_FLOOR, .value = k};
   return pf_of_atom(p, pf_atom(p, atom));
}

/** Is \p a a component that the chip has in 8 bits, times 1 or -1? */
static int
component_sign(const struct pf_polys *p, uint32_t a)
{
   const struct pf_poly *x = pf_at(p, a);
   if (x->num_terms != 1 || x->term[0].atom[0] == PF_NO_ATOM || x->term[0].atom[1] != PF_NO_ATOM)
      return 0;
   const uint8_t kind = p->atoms.data[x->term[0].atom[0]].kind;
   if (kind != PF_ATOM_VARYING && kind != PF_ATOM_SAMPLE)
      return 0;
   return x->term[0].factor == 1 ? 1 : x->term[0].factor == -1 ? -1 : 0;
}

/** \p a with the number it is compared with on the grid: then a > 0 if and only if the result is. */
static uint32_t
grid_difference(struct pf *m, uint32_t a)
{
   struct pf_polys *p = &m->polys;
   const uint32_t k = pf_filter(p, a, is_uniform_term, NULL), rest = pf_sub(p, a, k), zero = pf_number(p, 0);
   const struct pf_poly *x = pf_at(p, rest);
   if (!pf_at(p, k)->num_terms)
      return a;
   const double f = x->num_terms == 1 ? x->term[0].factor : 1, scale = 1 / (f < 0 ? -f : f);
   const uint32_t unit = pf_mad(p, scale, rest, zero), shift = pf_mad(p, scale, k, zero);
   if (!pf_is_whole(p, unit))
      return a;
   /* unit > -k */
   if (pf_at(p, shift)->lo >= 0)
      return pf_add(p, unit, on_grid(m, shift, true));
   return pf_sub(p, unit, on_grid(m, pf_mad(p, -1, shift, zero), false));
}

static uint32_t
truth(struct pf *m, bool yes)
{
   return pf_number(&m->polys, yes);
}

uint32_t
pf_gt(struct pf *m, uint32_t a, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   const struct pf_poly x = *pf_at(p, a);
   double v;
   if (x.boolean)
      return a;
   if (pf_is_number(p, a, &v))
      return truth(m, v > 0);
   const uint32_t by_case = pf_case_gt(m, a, line);
   if (by_case != PF_NONE)
      return by_case;
   const uint32_t by_table = pf_table_gt(m, a, line);
   if (by_table != PF_NONE)
      return by_table;
   if (x.hi <= 0 || x.lo > 0)
      return reads_outside(p, a)
                ? pf_bad(m, "a comparison with a varying or uniform takes it for a number outside of 0 to 1",
                         line)
                : truth(m, x.lo > 0);
   struct pf_atom atom = {.kind = PF_ATOM_GT, .value = grid_difference(m, a), .line = line};
   return pf_of_atom(p, pf_atom(p, atom));
}

uint32_t
pf_ge(struct pf *m, uint32_t a, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   const uint32_t by_case = pf_case_ge(m, a, line);
   if (by_case != PF_NONE)
      return by_case;
   const uint32_t one = pf_number(p, 1), by_table = pf_table_ge(m, a, line);
   double v;
   if (by_table != PF_NONE)
      return by_table;
   /* x >= k is x > k - 1/255 on the grid, which needs no "not" */
   const uint32_t less = grid_difference(m, pf_mad(p, -1, a, pf_number(p, 0))),
                  k = pf_filter(p, less, is_uniform_term, NULL);
   const uint32_t rest = pf_sub(p, less, k);
   const int sign = component_sign(p, rest);
   if (sign && pf_is_number(p, k, &v) &&
       (sign < 0 ? v >= 1.0 / 255 && v <= 1 : -v >= 0 && -v <= 254.0 / 255)) {
      /* less: k - x > 0 becomes x - k + 1/255 > 0, and x - k' > 0 becomes k' + 1/255 - x > 0 */
      return pf_gt(m, pf_mad(p, -1, less, pf_number(p, 1.0 / 255)), line);
   }
   return pf_sub(p, one, pf_gt(m, pf_mad(p, -1, a, pf_number(p, 0)), line));
}
