/* SPDX-License-Identifier: MIT
 *
 * Long products: what multiplies the same unknowns of fragments depends on uniforms alone and is one number of a draw, however long it is. As an
 * unknown of its own it leaves room for others, but is no longer equal to what was written otherwise: only where there was no room.
 */
#include "compiler/pica200/fragment/pf.h"

#include <string.h>

/** Has the term \p t the unknowns of fragments of \p data, and no others? */
static bool
is_of_group(const struct pf_polys *p, const struct pf_term *t, const void *data)
{
   const uint16_t *group = data;
   unsigned n = 0;
   for (unsigned i = 0; i < PF_MAX_DEGREE && t->atom[i] != PF_NO_ATOM; i++)
      if (p->atoms.data[t->atom[i]].kind > PF_ATOM_CEIL && t->atom[i] != group[n++])
         return false;
   return n == PF_MAX_DEGREE || group[n] == PF_NO_ATOM;
}

/** The unknowns of fragments, once each place, in ascending order. */
static void
group_of(const struct pf_polys *p, const struct pf_term *t, uint16_t group[PF_MAX_DEGREE])
{
   unsigned n = 0;
   memset(group, 0xff, PF_MAX_DEGREE * sizeof *group);
   for (unsigned i = 0; i < PF_MAX_DEGREE && t->atom[i] != PF_NO_ATOM; i++)
      if (p->atoms.data[t->atom[i]].kind > PF_ATOM_CEIL)
         group[n++] = t->atom[i];
}

uint32_t
pf_pack(struct pf *m, uint32_t a)
{
   struct pf_polys *p = &m->polys;
   const uint32_t by_case = pf_case_pack(m, a);
   if (by_case != PF_NONE)
      return by_case;
   const struct pf_poly x = *pf_at(p, a);
   uint32_t packed = pf_number(p, 0);
   for (unsigned k = 0; k < x.num_terms; k++) {
      uint16_t group[PF_MAX_DEGREE], other[PF_MAX_DEGREE];
      bool seen = false;
      group_of(p, &x.term[k], group);
      for (unsigned i = 0; i < k && !seen; i++) {
         group_of(p, &x.term[i], other);
         seen = !memcmp(group, other, sizeof group);
      }
      if (seen)
         continue;
      uint32_t factor = pf_filter(p, a, is_of_group, group), unknowns = pf_number(p, 1), rest;
      for (unsigned i = 0; i < PF_MAX_DEGREE && group[i] != PF_NO_ATOM; i++) {
         pf_divide(p, factor, group[i], &factor, &rest);
         unknowns = pf_mul(p, unknowns, pf_of_atom(p, group[i]));
      }
      packed = pf_add(p, packed, pf_mul(p, pf_as_one(p, factor), unknowns));
   }
   if (!p->too_large && !p->full) {
      pf_know(p, packed, x.lo, x.hi);
      p->polys.data[packed].boolean |= x.boolean;
   }
   return packed;
}
