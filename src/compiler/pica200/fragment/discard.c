/* SPDX-License-Identifier: MIT
 *
 * The one way to discard a fragment is the alpha test. It serves a condition that compares the alpha that is written, or anything if
 * nobody looks at alpha. Otherwise alpha becomes 0 where the fragment goes, and the test takes what is above 0: right if the shader's
 * alpha never is 0.
 */
#include "compiler/pica200/fragment/split.h"

#include "util/u_math.h"

enum { NEVER = 0, LESS = 1, LEQUAL = 3, GREATER = 4, GEQUAL = 6 };

static bool
is_uniform_term(const struct pf_polys *p, const struct pf_term *t, const void *data)
{
   (void)data;
   for (unsigned i = 0; i < PF_MAX_DEGREE && t->atom[i] != PF_NO_ATOM; i++)
      if (p->atoms.data[t->atom[i]].kind > PF_ATOM_CEIL)
         return false;
   return true;
}

static bool
test(struct pf *m, struct pf_consts *k, struct pica200_fragment *out, unsigned func, uint32_t reference)
{
   const uint32_t poly[4] = {reference, PF_NONE, PF_NONE, PF_NONE};
   out->alpha_test = true;
   out->alpha_func = (uint8_t)func;
   out->alpha_ref = (int8_t)pf_const(m, k, poly);
   return !m->failed;
}

/** Keeps fragments where \p x is above 0, or those where it is not, by a test of alpha. */
static bool
compare(struct pf *m, struct pf_consts *k, struct pica200_fragment *out, uint32_t x, bool above)
{
   struct pf_polys *p = &m->polys;
   const bool free = m->key->alpha_unused || m->out[3] == PF_NONE;
   const uint32_t uniform = pf_filter(p, x, is_uniform_term, NULL), plus = pf_sub(p, x, uniform),
                  zero = pf_number(p, 0);
   const uint32_t minus = pf_mad(p, -1, plus, zero);
   if (free ? pf_goal(m, plus, 0) != PF_NONE : m->out[3] == plus) { /* alpha > -uniform */
      m->out[3] = plus;
      return test(m, k, out, above ? GREATER : LEQUAL, pf_mad(p, -1, uniform, zero));
   }
   if (free ? pf_goal(m, minus, 0) != PF_NONE : m->out[3] == minus) { /* alpha < uniform */
      m->out[3] = minus;
      return test(m, k, out, above ? LESS : GEQUAL, uniform);
   }
   if (!free)
      return false;
   m->out[3] = x;
   return test(m, k, out, above ? GREATER : LEQUAL, zero);
}

bool
pf_alpha_test(struct pf *m, struct pf_consts *k, struct pica200_fragment *out)
{
   struct pf_polys *p = &m->polys;
   const uint32_t keep = pf_sub(p, pf_number(p, 1), m->discard), zero = pf_number(p, 0);
   uint16_t atom;
   double v;
   out->alpha_ref = -1;
   if (!pf_at(p, m->discard)->num_terms)
      return true;
   if (pf_is_number(p, m->discard, &v))
      return test(m, k, out, NEVER, zero);
   if (pf_is_atom(p, m->discard, &atom) && p->atoms.data[atom].kind == PF_ATOM_GT &&
       compare(m, k, out, p->atoms.data[atom].value, false))
      return true;
   if (pf_is_atom(p, keep, &atom) && p->atoms.data[atom].kind == PF_ATOM_GT &&
       compare(m, k, out, p->atoms.data[atom].value, true))
      return true;
   const bool free = m->key->alpha_unused || m->out[3] == PF_NONE;
   if (!free && pf_at(p, m->out[3])->lo <= 0)
      return pf_refuse(
         m, m->discard_line,
         "discard: the condition does not compare the alpha that is written, which may be 0, too");
   m->out[3] = free ? keep : pf_mul(p, m->out[3], keep);
   m->out_line[3] = m->discard_line;
   return test(m, k, out, GREATER, zero);
}
