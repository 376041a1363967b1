/* SPDX-License-Identifier: MIT
 *
 * Texture units. A coordinate must be affine in varyings, since the rasteriser interpolates nothing else; unit 0 can divide two of them by
 * a third, and takes three for cube maps. The position of the fragment is a coordinate, too: the vertex' clip position, scaled, divided by
 * its w. Each unit has coordinates of its own; unit 2 can use those of unit 1.
 */
#include "compiler/pica200/fragment/pf.h"

#include <string.h>

#include "db/pica200/pica_regs.h"
#include "util/u_math.h"

#define CUBE       PICA_TEXUNIT0_PARAM__TYPE__CUBE
#define PROJECTION PICA_TEXUNIT0_PARAM__TYPE__PROJECTION

/** The first atom of a kind that a coordinate has; PF_NO_ATOM: none. */
static uint16_t
find(const struct pf_polys *p, uint32_t poly, uint8_t from, uint8_t to)
{
   const struct pf_poly *x = pf_at(p, poly);
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         const uint8_t kind = p->atoms.data[x->term[k].atom[i]].kind;
         if (kind >= from && kind <= to)
            return x->term[k].atom[i];
      }
   return PF_NO_ATOM;
}

static uint16_t
find_in(const struct pf_polys *p, const struct pf_sample *s, unsigned n, uint8_t kind)
{
   for (unsigned k = 0; k < n; k++) {
      const uint16_t a = find(p, s->coord[k], kind, kind);
      if (a != PF_NO_ATOM)
         return a;
   }
   return PF_NO_ATOM;
}

/** u = q / w + k, with uniform k, is (q + k w) / w. */
static bool
divided(struct pf *m, struct pf_sample *s, uint16_t reciprocal)
{
   struct pf_polys *p = &m->polys;
   const uint32_t w = p->atoms.data[reciprocal].value;
   for (unsigned k = 0; k < 2; k++) {
      uint32_t q, rest;
      pf_divide(p, s->coord[k], reciprocal, &q, &rest);
      if (!pf_at(p, rest)->uniform)
         return false;
      s->tail[k] = pf_add(p, q, pf_mul(p, rest, w));
      if (!pf_at(p, s->tail[k])->affine)
         return false;
   }
   s->tail[2] = w;
   s->type = PROJECTION;
   return pf_at(p, w)->affine;
}

/** In the tail a component of the position stands for itself times w, component 3 for w. */
static bool
window(struct pf *m, struct pf_sample *s)
{
   struct pf_polys *p = &m->polys;
   const struct pf_atom w_atom = {.kind = PF_ATOM_WINDOW, .comp = 3};
   const uint32_t w = pf_of_atom(p, pf_atom(p, w_atom));
   for (unsigned k = 0; k < 2; k++) {
      uint32_t rest = s->coord[k], sum = pf_number(p, 0);
      for (uint8_t c = 0; c < 2; c++) {
         const struct pf_atom a = {.kind = PF_ATOM_WINDOW, .comp = c};
         const uint16_t atom = pf_atom(p, a);
         uint32_t q, r;
         pf_divide(p, rest, atom, &q, &r);
         if (!pf_at(p, q)->uniform)
            return false;
         sum = pf_add(p, sum, pf_mul(p, q, pf_of_atom(p, atom)));
         rest = r;
      }
      if (!pf_at(p, rest)->uniform)
         return false;
      s->tail[k] = pf_add(p, sum, pf_mul(p, rest, w));
   }
   s->tail[2] = w;
   s->type = PROJECTION;
   m->window = true;
   return true;
}

/** A direction of any length: a common factor does not matter if it is positive. */
static bool
direction(struct pf *m, struct pf_sample *s, uint16_t factor)
{
   struct pf_polys *p = &m->polys;
   for (unsigned k = 0; k < 3; k++) {
      uint32_t rest;
      pf_divide(p, s->coord[k], factor, &s->tail[k], &rest);
      if (pf_at(p, rest)->num_terms || !pf_at(p, s->tail[k])->affine)
         return false;
   }
   return true;
}

static bool
coordinates(struct pf *m, struct pf_sample *s)
{
   struct pf_polys *p = &m->polys;
   const bool cube = s->tex.target == IR_TEX_CUBE;
   const unsigned n = cube ? 3 : 2;
   bool affine = true;
   s->tail[2] = PF_NONE;
   for (unsigned k = 0; k < n; k++) {
      const uint16_t bad = find(p, s->coord[k], PF_ATOM_BAD, PF_ATOM_BAD);
      if (bad != PF_NO_ATOM)
         return pf_refuse(m, p->atoms.data[bad].line, "%s", m->reasons.data[p->atoms.data[bad].value]);
      if (find(p, s->coord[k], PF_ATOM_SAMPLE, PF_ATOM_SAMPLE) != PF_NO_ATOM)
         return pf_refuse(m, s->line, "the coordinate of a lookup depends on another lookup");
      s->tail[k] = s->coord[k];
      affine &= pf_at(p, s->coord[k])->affine;
   }
   if (cube) {
      s->type = CUBE;
      const uint16_t length = find_in(p, s, n, PF_ATOM_RSQ);
      if (affine || (length != PF_NO_ATOM && direction(m, s, length)))
         return true;
   } else {
      const uint16_t w = find_in(p, s, n, PF_ATOM_RCP);
      if (affine || (w != PF_NO_ATOM && divided(m, s, w)) ||
          (find_in(p, s, n, PF_ATOM_WINDOW) != PF_NO_ATOM && window(m, s)))
         return true;
   }
   return pf_refuse(
      m, s->line,
      "the coordinate of a lookup is no sum of varyings times uniforms, which is all that is interpolated");
}

static bool
kind_of_lookup(struct pf *m, const struct pf_sample *s)
{
   if (s->tex.target != IR_TEX_2D && s->tex.target != IR_TEX_CUBE && s->tex.target != IR_TEX_EXTERNAL)
      return pf_refuse(m, s->line, "a lookup in a texture that is neither 2D nor a cube map");
   if (s->tex.op > IR_TEX_LOD)
      return pf_refuse(m, s->line, "a lookup with derivatives, or of a single texel or a size");
   if (s->tex.offset[0] || s->tex.offset[1])
      return pf_refuse(m, s->line, "a lookup with an offset in texels");
   if (s->level != PF_NONE && !pf_at(&m->polys, s->level)->uniform)
      return pf_refuse(m, s->line, "the level or bias of a lookup differs by fragment");
   return true;
}

static void
unit(struct pf *m, struct pf_consts *k, struct pf_sample *s, unsigned n, struct pica200_fragment *out)
{
   s->unit = (int8_t)n;
   struct pica200_unit *u = &out->unit[n];
   u->used = true;
   u->table = s->table;
   u->function = s->function;
   s->function = NULL;
   u->sampler = s->tex.sampler;
   u->type = s->type;
   u->bias = -1;
   u->explicit_level = s->tex.op == IR_TEX_LOD;
   if (s->level != PF_NONE) {
      const uint32_t poly[4] = {s->level, PF_NONE, PF_NONE, PF_NONE};
      u->bias = (int8_t)pf_const(m, k, poly);
   }
}

bool
pf_place_samples(struct pf *m, struct pf_consts *k, struct pica200_fragment *out)
{
   struct pf_sample *first = NULL;
   unsigned count = 0, next = 0;
   for (unsigned i = 0; i < m->num_samples; i++) {
      struct pf_sample *s = &m->sample[i];
      if (!s->used)
         continue;
      if (!s->table && (!kind_of_lookup(m, s) || !coordinates(m, s)))
         return false;
      if (++count > PICA200_UNITS)
         return pf_refuse(
            m, s->line,
            "a fourth lookup: the chip has three texture units, one for each texture and coordinate");
      if (!s->type)
         continue;
      if (first)
         return pf_refuse(m, s->line, "a second cube map or projected lookup: only unit 0 has them");
      first = s;
   }
   if (first)
      unit(m, k, first, next++, out);
   struct pf_sample *at[PICA200_UNITS] = {first};
   for (unsigned i = 0; i < m->num_samples; i++) {
      struct pf_sample *s = &m->sample[i];
      if (s->used && s != first) {
         at[next] = s;
         unit(m, k, s, next++, out);
      }
   }
   if (next == 3 && !at[1]->table && !at[2]->table && at[1]->coord[0] == at[2]->coord[0] &&
       at[1]->coord[1] == at[2]->coord[1])
      out->unit[2].tc1 = at[2]->shares = true;
   return !m->failed;
}
