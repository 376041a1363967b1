/* SPDX-License-Identifier: MIT
 *
 * Goals (split.h): what a stage leaves behind lies in 0 to 1, so a goal is only one if its bounds say so, or if what reads it clamps
 * at the same end anyway.
 */
#include "compiler/pica200/fragment/split.h"

#include "util/u_math.h"

#define NEAR 1e-9

/* Doubled three times by a stage's sum and its scale of four, a step of 1/255 is more than 1. */
#define AMPLIFY 256

static const struct pf_atom *
only_atom(const struct pf_polys *p, const struct pf_term *t, uint8_t kind)
{
   if (t->atom[0] == PF_NO_ATOM || t->atom[1] != PF_NO_ATOM || p->atoms.data[t->atom[0]].kind != kind)
      return NULL;
   return &p->atoms.data[t->atom[0]];
}

/** One layer less: the polynomial that \p *poly is a clamp of, and the end at which. */
static bool
unwrap(struct pf *m, uint32_t *poly, unsigned *flags)
{
   struct pf_polys *p = &m->polys;
   const struct pf_poly x = *pf_at(p, *poly);
   const struct pf_atom *a;
   if (x.num_terms == 1 && x.term[0].factor > 0) {
      if ((a = only_atom(p, &x.term[0], PF_ATOM_POS))) {
         *poly = pf_mad(p, x.term[0].factor, a->value, pf_number(p, 0));
         *flags |= PF_LOW;
         return true;
      }
      if (x.term[0].factor == 1 && (a = only_atom(p, &x.term[0], PF_ATOM_GT))) {
         const uint32_t compared = a->value;
         *poly = pf_mad(p, AMPLIFY, compared, pf_number(p, 0));
         if (!p->full && !p->too_large)
            p->polys.data[*poly].coarse = !pf_is_whole(p, compared);
         *flags |= PF_LOW | PF_HIGH;
         return true;
      }
   }
   if (x.num_terms == 2 && x.term[0].factor < 0 && x.term[1].atom[0] == PF_NO_ATOM &&
       x.term[1].factor > 1 - NEAR && x.term[1].factor < 1 + NEAR &&
       (a = only_atom(p, &x.term[0], PF_ATOM_POS))) {
      *poly = pf_mad(p, x.term[0].factor, a->value, pf_number(p, 1));
      *flags |= PF_HIGH;
      return true;
   }
   return false;
}

uint32_t
pf_goal(struct pf *m, uint32_t poly, unsigned flags)
{
   for (;;) {
      const struct pf_poly *x = pf_at(&m->polys, poly);
      if (m->polys.full || m->polys.too_large) {
         m->polys.too_large = false;
         return PF_NONE;
      }
      if (x->lo >= -NEAR)
         flags &= ~PF_LOW;
      if (x->hi <= 1 + NEAR)
         flags &= ~PF_HIGH;
      if (unwrap(m, &poly, &flags))
         continue;
      if ((x->lo < -NEAR && !(flags & PF_LOW)) || (x->hi > 1 + NEAR && !(flags & PF_HIGH)))
         return PF_NONE;
      return poly << 2 | flags;
   }
}

uint32_t
pf_goal_inverse(struct pf *m, uint32_t goal)
{
   const unsigned flags = goal & 3;
   return pf_goal(m, pf_sub(&m->polys, pf_number(&m->polys, 1), pf_goal_poly(goal)),
                  flags >> 1 | (flags & 1) << 1);
}

/** The sample and component that an atom, or the product of two of one table, is. */
static bool
sample_of(const struct pf_polys *p, const struct pf_term *t, struct pf_leaf *leaf)
{
   const struct pf_atom *a = t->atom[0] != PF_NO_ATOM ? &p->atoms.data[t->atom[0]] : NULL;
   const struct pf_atom *b = a && t->atom[1] != PF_NO_ATOM ? &p->atoms.data[t->atom[1]] : NULL;
   if (!a || (b && t->atom[2] != PF_NO_ATOM))
      return false;
   if (!b && a->kind == PF_ATOM_SAMPLE) {
      leaf->sample = (uint8_t)a->value;
      leaf->comp = a->comp;
      return true;
   }
   if (!a->table || (b && b->table != a->table))
      return false;
   if (b && (a->kind == PF_ATOM_RAMP || b->kind == PF_ATOM_RAMP))
      return false;
   leaf->sample = a->table - 1;
   leaf->comp = b ? 2 : a->axis;
   return true;
}

struct pf_leaf
pf_leaf_of(struct pf *m, uint32_t goal)
{
   struct pf_polys *p = &m->polys;
   const struct pf_poly *x = pf_at(p, pf_goal_poly(goal));
   struct pf_leaf leaf = {0};
   bool sample = false;
   if (x->uniform) {
      leaf.kind = PF_LEAF_CONSTANT;
      return leaf;
   }
   if (goal & 3) /* the rasteriser clamps at the vertices, a stage at the fragment */
      return leaf;
   if (x->num_terms == 1 && x->term[0].factor == 1)
      sample = sample_of(p, &x->term[0], &leaf);
   if (x->num_terms == 2 && x->term[0].factor == -1 && x->term[1].atom[0] == PF_NO_ATOM &&
       x->term[1].factor == 1) {
      sample = sample_of(p, &x->term[0], &leaf);
      leaf.invert = true;
   }
   if (sample) {
      leaf.kind = PF_LEAF_SAMPLE;
   } else if (x->affine) {
      leaf.kind = PF_LEAF_PRIMARY;
   }
   return leaf;
}
