/* SPDX-License-Identifier: MIT
 *
 * What depends on uniforms alone, as unknowns with bounds. Nobody knows a uniform's value when a program is linked; where nothing else is
 * known it is taken for a fraction, which the strict mapping does not do.
 */
#include "compiler/pica200/fragment/pf.h"

#include "util/u_math.h"

static double
clamp_bounds(double v)
{
   return v != v || v > PF_INFINITE ? PF_INFINITE : v < -PF_INFINITE ? -PF_INFINITE : v;
}

/** Bounds of what is computed from uniforms; NULL bounds of operands are unknown. */
void
pf_bound_uniform(const struct pf *m, const struct ir_instr *in, struct pf_atom *a, const uint32_t *src)
{
   const struct pf_poly *x = in->nsrc > 0 ? pf_at(&m->polys, src[0]) : NULL,
                        *y = in->nsrc > 1 ? pf_at(&m->polys, src[1]) : NULL;
   const struct pf_poly *z = in->nsrc > 2 ? pf_at(&m->polys, src[2]) : NULL;
   a->lo = -PF_INFINITE;
   a->hi = PF_INFINITE;
   switch ((enum ir_op)in->op) {
   case IR_FSLT:
   case IR_FSGE:
   case IR_FSEQ:
   case IR_FSNE:
      a->boolean = true;
      a->lo = 0;
      a->hi = 1;
      break;
   case IR_FFRACT:
      a->lo = 0;
      a->hi = 1;
      break;
   case IR_FSIN:
   case IR_FCOS:
   case IR_FSIN_TURN:
   case IR_FCOS_TURN:
   case IR_FSIGN:
      a->lo = -1;
      a->hi = 1;
      break;
   case IR_FMIN:
      a->lo = MIN2(x->lo, y->lo);
      a->hi = MIN2(x->hi, y->hi);
      a->boolean = x->boolean && y->boolean;
      break;
   case IR_FMAX:
      a->lo = MAX2(x->lo, y->lo);
      a->hi = MAX2(x->hi, y->hi);
      a->boolean = x->boolean && y->boolean;
      break;
   case IR_CSEL:
      a->lo = MIN2(y->lo, z->lo);
      a->hi = MAX2(y->hi, z->hi);
      a->boolean = y->boolean && z->boolean;
      break;
   case IR_FSQRT:
   case IR_FRSQ:
   case IR_FEXP2:
      a->lo = 0;
      break;
   case IR_MOV:
      a->lo = x->lo;
      a->hi = x->hi;
      a->boolean = x->boolean;
      break;
   case IR_FRCP:
      if (x->lo > 0 || x->hi < 0) {
         a->lo = clamp_bounds(1 / x->hi);
         a->hi = clamp_bounds(1 / x->lo);
      } else if (x->lo >= 0) {
         a->lo = x->hi < PF_INFINITE ? 1 / x->hi : 0;
      }
      break;
   default:
      break;
   }
   if (in->sat) {
      a->lo = MAX2(a->lo, 0);
      a->hi = MIN2(a->hi, 1);
   }
}

/** Where nothing is known, a uniform is taken for a fraction: a colour or a weight. Whoever sets it to something else gets it clamped. */
static void
assume(const struct pf *m, struct pf_atom *a)
{
   if (m->key->strict)
      return;
   a->assumed = a->lo <= -PF_INFINITE || a->hi >= PF_INFINITE;
   if (a->lo <= -PF_INFINITE)
      a->lo = MIN2(0, a->hi);
   if (a->hi >= PF_INFINITE)
      a->hi = MAX2(1, a->lo);
}

bool
pf_is_assumed(const struct pf_polys *p, uint32_t poly)
{
   const struct pf_poly *x = pf_at(p, poly);
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         const struct pf_atom *a = &p->atoms.data[x->term[k].atom[i]];
         if (a->assumed ||
             (a->kind > PF_ATOM_UNIFORM && a->kind <= PF_ATOM_CEIL && pf_is_assumed(p, a->value)))
            return true;
      }
   return false;
}

uint32_t
pf_unknown_uniform(struct pf *m, uint32_t value, struct pf_atom a)
{
   a.kind = PF_ATOM_UNIFORM;
   a.value = value;
   assume(m, &a);
   return pf_of_atom(&m->polys, pf_atom(&m->polys, a));
}
