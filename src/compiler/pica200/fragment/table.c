/* SPDX-License-Identifier: MIT
 *
 * Comparisons of what is interpolated, by texture units. A coordinate has any range and 16 bits of mantissa, where a stage has 8 bits of 0 to 1; a texture
 * of the driver's own, clamped to its edge, says on which side of the middle a coordinate is, or whether it is between a quarter and three quarters
 * (PICA200_TABLE). Each unit answers two such questions and has the product of the answers, too. What is tied falls to the side that includes the
 * border: coordinates are moved by 2^-16, bands are wider by 2^-13 of their width, since interpolation rounds.
 *
 * Components of the output that are sums of varyings are samples of ramps: clamped to 0..1 where OpenGL clamps them, and not at the vertices.
 */
#include "compiler/pica200/fragment/split.h"

#include <string.h>

#include "util/u_math.h"

#define STEEP    4096.0 /* texture coordinates for a difference of 1: 2^-28 is told from 0 */
#define TIE      0x1p-16
#define WIDENED  (1 - 0x1p-13)
#define MAX_AXES (2 * PICA200_UNITS)

bool
pf_is_tabular(const struct pf_polys *p, uint32_t a)
{
   const struct pf_poly *x = pf_at(p, a);
   for (unsigned k = 0; k < x->num_terms; k++) {
      unsigned differ = 0;
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         const struct pf_atom *o = &p->atoms.data[x->term[k].atom[i]];
         differ += o->kind > PF_ATOM_CEIL;
         if (o->kind > PF_ATOM_VARYING && (o->kind != PF_ATOM_POS || !pf_is_tabular(p, o->value)))
            return false;
      }
      if (differ > 1)
         return false;
   }
   return true;
}

/** The positive part that was made last: the outermost. */
static uint16_t
outermost(const struct pf_polys *p, uint32_t a)
{
   const struct pf_poly *x = pf_at(p, a);
   uint16_t last = PF_NO_ATOM;
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         const uint16_t atom = x->term[k].atom[i];
         if (p->atoms.data[atom].kind == PF_ATOM_POS && (last == PF_NO_ATOM || atom > last))
            last = atom;
      }
   return last;
}

static uint32_t
truth_of_atom(struct pf *m, struct pf_atom a)
{
   return pf_of_atom(&m->polys, pf_atom(&m->polys, a));
}

/** w - |d| >= 0, where \p a is that with a factor; PF_NONE: it is not. */
static uint32_t
band(struct pf *m, uint32_t a, uint16_t last, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   const uint32_t d = p->atoms.data[last].value, zero = pf_number(p, 0);
   const struct pf_atom other = {.kind = PF_ATOM_POS, .value = pf_mad(p, -1, d, zero)};
   const uint16_t twin = pf_atom(p, other);
   uint32_t f, g, rest;
   double v, w;
   pf_divide(p, a, last, &f, &rest);
   pf_divide(p, rest, twin, &g, &rest);
   if (!pf_is_number(p, f, &v) || !pf_is_number(p, g, &w) || v != w || v >= 0 || !pf_at(p, d)->affine ||
       !pf_at(p, rest)->uniform)
      return PF_NONE;
   const struct pf_atom in = {
      .kind = PF_ATOM_BAND, .value = d, .more = pf_mad(p, -1 / v, rest, zero), .line = line};
   return truth_of_atom(m, in);
}

static uint32_t
both(struct pf *m, uint32_t x, uint32_t y)
{
   if (x == PF_NONE || y == PF_NONE)
      return PF_NONE;
   const uint32_t v = pf_mul(&m->polys, x, y);
   if (!m->polys.too_large && !m->polys.full) {
      pf_write_down(&m->polys, v, x, y, PF_NONE);
      m->polys.polys.data[v].boolean = true;
   }
   return v;
}

static uint32_t
negated(struct pf *m, uint32_t x)
{
   if (x == PF_NONE)
      return PF_NONE;
   const uint32_t v = pf_sub(&m->polys, pf_number(&m->polys, 1), x);
   if (!m->polys.too_large && !m->polys.full)
      m->polys.polys.data[v].boolean = true;
   return v;
}

static bool
has_step(const struct pf_polys *p, uint32_t a, uint32_t sign)
{
   for (size_t i = 0; i < p->atoms.count; i++) {
      const struct pf_atom *o = &p->atoms.data[i];
      if (o->kind == PF_ATOM_STEP && o->value == a && o->more == sign)
         return true;
   }
   return false;
}

/** a >= 0, or a < 0 if \p below: an atom of its own, unless there is the opposite one already. */
static uint32_t
step(struct pf *m, uint32_t a, bool below, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   const uint32_t sign = pf_number(p, below ? -1 : 1), opposite = pf_number(p, below ? 1 : -1);
   const bool other = !has_step(p, a, sign) && has_step(p, a, opposite);
   const struct pf_atom atom = {
      .kind = PF_ATOM_STEP, .value = a, .more = other ? opposite : sign, .line = line};
   const uint32_t v = truth_of_atom(m, atom);
   return other ? negated(m, v) : v;
}

static uint32_t
not_below(struct pf *m, uint32_t a, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   const uint16_t last = outermost(p, a);
   uint32_t f, rest;
   double v;
   if (pf_is_number(p, a, &v))
      return pf_number(p, v >= 0);
   if (last == PF_NO_ATOM) {
      const bool known = pf_at(p, a)->uniform && !pf_is_assumed(p, a);
      if (known && pf_at(p, a)->hi < 0)
         return pf_number(p, 0);
      if (known && pf_at(p, a)->lo >= 0)
         return pf_number(p, 1);
      return step(m, a, false, line);
   }
   const uint32_t in = band(m, a, last, line);
   if (in != PF_NONE)
      return in;
   /* r + f max(q, 0) >= 0: one of r and r + f q is, or both are */
   pf_divide(p, a, last, &f, &rest);
   if (!pf_is_number(p, f, &v))
      return PF_NONE;
   const uint32_t x = not_below(m, rest, line),
                  y = not_below(m, pf_mad(p, v, p->atoms.data[last].value, rest), line);
   if (v < 0)
      return both(m, x, y);
   const uint32_t not_y = negated(m, y);
   return negated(m, both(m, negated(m, x), not_y));
}

static bool
is_asked(const struct pf *m, uint32_t a)
{
   return m->tables && !pf_at(&m->polys, a)->uniform && pf_is_tabular(&m->polys, a);
}

uint32_t
pf_table_ge(struct pf *m, uint32_t a, uint32_t line)
{
   return is_asked(m, a) ? not_below(m, a, line) : PF_NONE;
}

uint32_t
pf_table_gt(struct pf *m, uint32_t a, uint32_t line)
{
   const uint32_t minus = pf_mad(&m->polys, -1, a, pf_number(&m->polys, 0));
   if (!is_asked(m, a))
      return PF_NONE;
   if (outermost(&m->polys, a) == PF_NO_ATOM)
      return step(m, minus, true, line);
   return negated(m, not_below(m, minus, line));
}

/** floor(x) = n where 0 <= x - n < 1 */
static uint32_t
equal_rounded(struct pf *m, uint32_t a, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   const struct pf_poly *x = pf_at(p, a);
   for (unsigned k = 0; k < x->num_terms; k++) {
      const uint16_t atom = x->term[k].atom[0];
      uint32_t f, rest;
      double v;
      if (atom == PF_NO_ATOM || p->atoms.data[atom].kind != PF_ATOM_ROUND)
         continue;
      pf_divide(p, a, atom, &f, &rest);
      if (!pf_is_number(p, f, &v) || !pf_at(p, rest)->uniform)
         return PF_NONE;
      const uint32_t n = pf_mad(p, -1 / v, rest, pf_number(p, 0));
      const uint32_t half = pf_number(p, 0.5 - 0x1p-12),
                     middle = pf_sub(p, pf_sub(p, p->atoms.data[atom].value, n), half);
      const struct pf_atom in = {
         .kind = PF_ATOM_BAND, .value = middle, .more = pf_number(p, 0.5), .line = line};
      return truth_of_atom(m, in);
   }
   return PF_NONE;
}

uint32_t
pf_table_equal(struct pf *m, uint32_t a, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   if (!m->tables || pf_at(p, a)->uniform)
      return PF_NONE;
   if (pf_at(p, a)->affine) {
      const uint32_t not_above = not_below(m, pf_mad(p, -1, a, pf_number(p, 0)), line);
      return both(m, not_below(m, a, line), not_above);
   }
   return equal_rounded(m, a, line);
}

uint32_t
pf_table_same(struct pf *m, uint32_t a, uint32_t b)
{
   struct pf_polys *p = &m->polys;
   uint16_t atom;
   if (pf_at(p, a)->uniform) {
      const uint32_t t = a;
      a = b;
      b = t;
   }
   if (!m->tables || !pf_at(p, b)->uniform)
      return PF_NONE;
   if (!pf_is_atom(p, a, &atom)) { /* "not a" is b where a is "not b" */
      a = negated(m, a);
      b = negated(m, b);
      if (!pf_is_atom(p, a, &atom))
         return PF_NONE;
   }
   struct pf_atom same = p->atoms.data[atom];
   if (same.kind != PF_ATOM_STEP)
      return PF_NONE;
   same.more = pf_mul(p, same.more, pf_mad(p, 2, b, pf_number(p, -1)));
   return truth_of_atom(m, same);
}

/* ---- places ---- */

/** Adds the tables' atoms of a polynomial. False: there are more than tables hold. */
static bool
add_axes(const struct pf *m, uint32_t a, uint16_t axis[MAX_AXES], unsigned *n)
{
   const struct pf_polys *p = &m->polys;
   const struct pf_poly *x = pf_at(p, a);
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         const uint16_t atom = x->term[k].atom[i];
         const uint8_t kind = p->atoms.data[atom].kind;
         if ((kind == PF_ATOM_POS || kind == PF_ATOM_GT) && !add_axes(m, p->atoms.data[atom].value, axis, n))
            return false;
         unsigned at = 0;
         while (at < *n && axis[at] != atom)
            at++;
         if ((kind != PF_ATOM_STEP && kind != PF_ATOM_BAND) || at < *n)
            continue;
         if (*n == MAX_AXES)
            return false;
         axis[(*n)++] = atom;
      }
   return true;
}

/** Coordinate \p k of a table answers what \p a asks. */
static void
set_axis(struct pf *m, struct pf_sample *s, unsigned k, const struct pf_atom *a)
{
   struct pf_polys *p = &m->polys;
   const uint32_t zero = pf_number(p, 0), half = pf_number(p, 0.5);
   s->tail[k] = a->value;
   if (a->kind == PF_ATOM_STEP) { /* more: 1 or -1 */
      s->scale[k] = pf_mad(p, STEEP, a->more, zero);
      s->add[k] = pf_mad(p, TIE, a->more, half);
      return;
   }
   const struct pf_atom inverse = {.kind = PF_ATOM_INVERSE, .value = a->more};
   double w;
   uint32_t one_over = pf_number(p, 0);
   if (pf_is_number(p, a->more, &w))
      one_over = pf_number(p, 1 / MAX2(w, PF_LEAST_BAND));
   else
      one_over = pf_of_atom(p, pf_atom(p, inverse));
   s->table |= k ? PICA200_TABLE_BAND_T : PICA200_TABLE_BAND_S;
   s->scale[k] = pf_mad(p, 0.25 * WIDENED, one_over, zero);
   s->add[k] = half;
}

bool
pf_place_tables(struct pf *m)
{
   struct pf_polys *p = &m->polys;
   uint16_t axis[MAX_AXES];
   unsigned n = 0, units = 0;
   for (unsigned c = 0; c < 4; c++)
      if (m->out[c] != PF_NONE && !add_axes(m, m->out[c], axis, &n))
         return pf_refuse(m, m->out_line[c], "more comparisons of varyings than three texture units answer");
   for (unsigned i = 0; i < m->num_samples; i++)
      units += m->sample[i].used;
   if (n > 2 * (PICA200_UNITS - MIN2(units, PICA200_UNITS)))
      return pf_refuse(m, n ? p->atoms.data[axis[0]].line : 0,
                       "more comparisons of varyings than the texture units that are left answer");
   for (unsigned i = 0; i < n; i += 2) {
      if (m->num_samples == PF_MAX_SAMPLES)
         return pf_refuse(m, 0, "more lookups than the chip's three texture units give");
      const uint32_t zero = pf_number(p, 0);
      struct pf_sample *s = &m->sample[m->num_samples++];
      *s = (struct pf_sample){
         .line = p->atoms.data[axis[i]].line,
         .level = PF_NONE,
         .unit = -1,
         .used = true,
         .table = PICA200_TABLE,
         .coord = {PF_NONE,  PF_NONE, PF_NONE},
         .tail = {zero,        zero,            PF_NONE},
         .scale = {zero, zero},
         .add = {zero,    zero              }
      };
      for (unsigned k = 0; k < 2 && i + k < n; k++) {
         struct pf_atom *a = &p->atoms.data[axis[i + k]];
         a->table = (uint8_t)m->num_samples;
         a->axis = (uint8_t)k;
         const struct pf_atom asks = *a; /* others join it */
         set_axis(m, s, k, &asks);
      }
   }
   return !p->full;
}

bool
pf_place_ramps(struct pf *m)
{
   struct pf_polys *p = &m->polys;
   const uint32_t zero = pf_number(p, 0), scale = pf_number(p, 255.0 / 256), add = pf_number(p, 0.5 / 256);
   struct pf_sample *pair[2] = {NULL, NULL};
   bool any = false;
   for (unsigned c = 0; c < 4; c++) {
      const uint32_t goal = m->out[c] == PF_NONE ? PF_NONE : pf_goal(m, m->out[c], PF_LOW | PF_HIGH);
      const struct pf_poly *x = goal == PF_NONE ? NULL : pf_at(p, pf_goal_poly(goal));
      if (!x || !x->affine || x->uniform)
         continue;
      const struct pf_atom ramp = {.kind = PF_ATOM_RAMP, .value = pf_goal_poly(goal), .line = m->out_line[c]};
      const uint16_t atom = pf_atom(p, ramp);
      m->out[c] = pf_of_atom(p, atom);
      any = true;
      if (p->atoms.data[atom].table) /* another component is the same */
         continue;
      struct pf_sample **s = &pair[c / 2];
      if (!*s) {
         if (m->num_samples == PF_MAX_SAMPLES)
            return false;
         *s = &m->sample[m->num_samples++];
         **s = (struct pf_sample){
            .line = m->out_line[c],
            .level = PF_NONE,
            .unit = -1,
            .used = true,
            .table = c / 2 ? PICA200_TABLE_RAMP_BA : PICA200_TABLE_RAMP_RG,
            .channels = c / 2 ? 12 : 3,
            .coord = {PF_NONE,  PF_NONE, PF_NONE},
            .tail = {zero,        zero,            PF_NONE},
            .scale = {scale, scale},
            .add = {add,   add             }
         };
      }
      (*s)->tail[c % 2] = ramp.value;
      p->atoms.data[atom].table = (uint8_t)(*s - m->sample + 1);
      p->atoms.data[atom].axis = (uint8_t)c;
   }
   return any && !p->full;
}
