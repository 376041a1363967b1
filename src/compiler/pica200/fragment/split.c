/* SPDX-License-Identifier: MIT
 *
 * The formulas of a stage, backwards: which operands make a goal. Operands are found by algebra: a polynomial is a multiple of an unknown
 * plus a rest (m * a + b), which is a product, a product and sum, or a mix of a + b and b by m; or a sum of two parts. What the shader wrote
 * as a product is tried as one, too, since multiplied out it does not show its factors. Split three channels at once, each has its own
 * polynomial, and operands are unknowns in the same role.
 */
#include "compiler/pica200/fragment/split.h"

#include <string.h>

#include "util/u_math.h"

#define MAX_SPLITS 400 /* of a goal */

struct tri {
   uint32_t p[3];
};

struct splitter {
   struct pf *m;
   struct pf_polys *p;
   unsigned channels;
   const uint32_t *goal;
   bool cared[3];
   unsigned first; /* the first channel that is cared for */
   unsigned flags[3];
   struct tri f; /* the goal without the scale */
   unsigned scale;
   struct pf_splits *out;
};

static uint32_t
zero(const struct splitter *s)
{
   return pf_number(s->p, 0);
}

/** factor * a + b, channel by channel */
static struct tri
mad(const struct splitter *s, double factor, struct tri a, struct tri b)
{
   struct tri r;
   for (unsigned c = 0; c < 3; c++)
      r.p[c] = s->cared[c] ? pf_mad(s->p, factor, a.p[c], b.p[c]) : PF_NONE;
   return r;
}

static struct tri
number(const struct splitter *s, double v)
{
   struct tri r;
   for (unsigned c = 0; c < 3; c++)
      r.p[c] = s->cared[c] ? pf_number(s->p, v) : PF_NONE;
   return r;
}

static struct tri
negative(const struct splitter *s, struct tri a)
{
   return mad(s, -1, a, number(s, 0));
}

static struct tri
inverse(const struct splitter *s, struct tri a)
{
   return mad(s, -1, a, number(s, 1));
}

static bool
is_zero(const struct splitter *s, struct tri a)
{
   for (unsigned c = 0; c < 3; c++)
      if (s->cared[c] && pf_at(s->p, a.p[c])->num_terms)
         return false;
   return true;
}

static bool
is_one(const struct splitter *s, struct tri a)
{
   for (unsigned c = 0; c < 3; c++)
      if (s->cared[c] && a.p[c] != pf_number(s->p, 1))
         return false;
   return true;
}

static bool
not_negative(const struct splitter *s, uint32_t a)
{
   return pf_at(s->p, a)->lo >= 0;
}

/** Takes a split whose operands fit; flags: what of the goal's flags each operand may have, by function. */
static void
take(struct splitter *s, unsigned func, unsigned num, const struct tri *op)
{
   struct pf_split r = {.func = (uint8_t)func, .scale = (uint8_t)s->scale, .num = (uint8_t)num};
   memset(r.goal, 0xff, sizeof r.goal);
   for (unsigned c = 0; c < s->channels; c++) {
      if (!s->cared[c])
         continue;
      const unsigned low = s->flags[c] & PF_LOW, high = s->flags[c] & PF_HIGH;
      for (unsigned k = 0; k < num; k++) {
         const uint32_t other = num > 1 ? op[!k].p[c] : 0;
         unsigned flags = 0;
         if (func == PF_REPLACE)
            flags = low | high;
         else if (func == PF_MODULATE)
            flags = not_negative(s, other) ? low : 0;
         else if (func == PF_ADD)
            flags = not_negative(s, other) ? high : 0;
         else if (func == PF_SUBTRACT && k == 0)
            flags = not_negative(s, other) ? low : 0;
         else if (func == PF_SUBTRACT)
            flags = low && pf_at(s->p, other)->hi <= 1 ? PF_HIGH : 0;
         else if (func == PF_MULTIPLY_ADD && k == 2)
            flags = not_negative(s, op[0].p[c]) && not_negative(s, op[1].p[c]) ? high : 0;
         r.goal[k][c] = pf_goal(s->m, op[k].p[c], flags);
         if (r.goal[k][c] == PF_NONE)
            return;
      }
   }
   for (size_t i = 0; i < s->out->list.count; i++)
      if (!memcmp(&s->out->list.data[i], &r, sizeof r))
         return;
   if (s->out->list.count < MAX_SPLITS && !u_vec_push(&s->out->list, r))
      s->p->full = true;
}

#define TAKE(func, ...)                                                                                      \
   take(s, PF_##func, sizeof((struct tri[]){__VA_ARGS__}) / sizeof(struct tri), (struct tri[]){__VA_ARGS__})

/* ---- sums ---- */

static bool
uniform_term(const struct pf_polys *p, const struct pf_term *t, const void *data)
{
   const uint8_t *most = data;
   for (unsigned i = 0; i < PF_MAX_DEGREE && t->atom[i] != PF_NO_ATOM; i++)
      if (p->atoms.data[t->atom[i]].kind > *most)
         return false;
   return true;
}

static bool
negative_term(const struct pf_polys *p, const struct pf_term *t, const void *data)
{
   (void)p;
   (void)data;
   return t->factor < 0;
}

static bool
term_with(const struct pf_polys *p, const struct pf_term *t, const void *data)
{
   (void)p;
   return pf_term_has(t, *(const uint16_t *)data);
}

static bool
term_at(const struct pf_polys *p, const struct pf_term *t, const void *data)
{
   (void)p;
   return !memcmp(t->atom, data, sizeof t->atom);
}

static struct tri
filter(const struct splitter *s, struct tri a,
       bool (*keep)(const struct pf_polys *, const struct pf_term *, const void *), const void *data)
{
   struct tri r;
   for (unsigned c = 0; c < 3; c++)
      r.p[c] = s->cared[c] ? pf_filter(s->p, a.p[c], keep, data) : PF_NONE;
   return r;
}

typedef void (*sum_fn)(struct splitter *s, struct tri x, struct tri y, const struct tri *factor);

/** The stage's own sums. */
static void
plain_sum(struct splitter *s, struct tri x, struct tri y, const struct tri *factor)
{
   (void)factor;
   TAKE(ADD, x, y);
   TAKE(SUBTRACT, x, negative(s, y));
   TAKE(SUBTRACT, y, negative(s, x));
   bool uniform = true;
   for (unsigned c = 0; c < 3; c++)
      uniform &= !s->cared[c] || pf_at(s->p, x.p[c])->uniform;
   if (uniform)
      TAKE(ADD_SIGNED, y, mad(s, 1, x, number(s, 0.5)));
}

/** ... times a factor. The chip clamps the sum first. */
static void
sum_times(struct splitter *s, struct tri x, struct tri y, const struct tri *factor)
{
   TAKE(ADD_MULTIPLY, x, y, *factor);
}

/** Atoms in the same role as \p atom: the same one everywhere, or those of the same rank as the first channel's. */
static unsigned
parallel(const struct splitter *s, struct tri f, uint16_t atom, uint16_t out[2][3])
{
   const struct pf_poly *x = pf_at(s->p, f.p[s->first]);
   const uint8_t kind = s->p->atoms.data[atom].kind;
   uint16_t seen[PF_MAX_TERMS];
   unsigned rank = 0, num = 1;
   for (unsigned c = 0; c < 3; c++)
      out[0][c] = out[1][c] = atom;
   for (unsigned pass = 0; pass < 3; pass++) {
      const unsigned c = pass == 0 ? s->first : pass == s->first ? 0 : pass;
      if (!s->cared[c])
         continue;
      x = pf_at(s->p, f.p[c]);
      unsigned n = 0, at = 0;
      for (unsigned k = 0; k < x->num_terms; k++)
         for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM && n < PF_MAX_TERMS;
              i++) {
            const uint16_t a = x->term[k].atom[i];
            const struct pf_atom *o = &s->p->atoms.data[a];
            for (at = 0; at < n && seen[at] != a;)
               at++;
            if (at == n && o->kind == kind &&
                (kind != PF_ATOM_SAMPLE || o->value == s->p->atoms.data[atom].value))
               seen[n++] = a;
         }
      for (unsigned i = 0; i + 1 < n; i++) /* by number, not by the order of terms */
         for (unsigned k = i + 1; k < n; k++)
            if (seen[k] < seen[i]) {
               uint16_t t = seen[i];
               seen[i] = seen[k];
               seen[k] = t;
            }
      if (c == s->first) {
         while (rank < n && seen[rank] != atom)
            rank++;
         if (rank == n)
            return 1;
      } else if (rank >= n) {
         return 1;
      } else {
         out[1][c] = seen[rank];
         num = seen[rank] != atom ? 2 : num;
      }
   }
   return num;
}

static unsigned
add_atoms(const struct splitter *s, uint32_t poly, uint16_t *atoms, unsigned n, unsigned max)
{
   const struct pf_poly *x = pf_at(s->p, poly);
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         unsigned at = 0;
         while (at < n && atoms[at] != x->term[k].atom[i])
            at++;
         if (at == n && n < max)
            atoms[n++] = x->term[k].atom[i];
      }
   return n;
}

static unsigned
atoms_of(const struct splitter *s, struct tri f, uint16_t *atoms, unsigned max)
{
   unsigned n = 0;
   for (unsigned c = 0; c < 3; c++)
      n = s->cared[c] ? add_atoms(s, f.p[c], atoms, n, max) : n;
   return n;
}

static void
sum(struct splitter *s, struct tri f, struct tri x, sum_fn fn, const struct tri *factor)
{
   struct tri y = mad(s, -1, x, f);
   if (!is_zero(s, x) && !is_zero(s, y))
      fn(s, x, y, factor);
}

/** Every way to see \p f as a sum of two parts. */
static void
each_sum(struct splitter *s, struct tri f, sum_fn fn, const struct tri *factor)
{
   static const uint8_t uniform = PF_ATOM_CEIL, affine = PF_ATOM_VARYING;
   uint16_t atoms[24], with[2][3];
   sum(s, f, filter(s, f, uniform_term, &uniform), fn, factor);
   sum(s, f, filter(s, f, uniform_term, &affine), fn, factor);
   sum(s, f, filter(s, f, negative_term, NULL), fn, factor);
   const unsigned n = atoms_of(s, f, atoms, ARRAY_SIZE(atoms));
   for (unsigned k = 0; k < n; k++) {
      const unsigned num = parallel(s, f, atoms[k], with);
      for (unsigned w = 0; w < num; w++) {
         struct tri x;
         for (unsigned c = 0; c < 3; c++)
            x.p[c] = s->cared[c] ? pf_filter(s->p, f.p[c], term_with, &with[w][c]) : PF_NONE;
         sum(s, f, x, fn, factor);
      }
   }
   for (unsigned c = 0; c < 3; c++) { /* channels of one ramp, beside others */
      uint16_t atom, o;
      struct tri x;
      if (!s->cared[c] || !pf_is_atom(s->p, f.p[c], &atom) || s->p->atoms.data[atom].kind != PF_ATOM_RAMP)
         continue;
      for (unsigned k = 0; k < 3; k++)
         x.p[k] = !s->cared[k] ? PF_NONE
                  : pf_is_atom(s->p, f.p[k], &o) && s->p->atoms.data[o].kind == PF_ATOM_RAMP &&
                        s->p->atoms.data[o].table == s->p->atoms.data[atom].table
                     ? f.p[k]
                     : zero(s);
      sum(s, f, x, fn, factor);
   }
   const unsigned terms = pf_at(s->p, f.p[s->first])->num_terms;
   bool one = terms <= 6; /* the same terms in all channels */
   for (unsigned c = 0; c < 3; c++)
      one &= !s->cared[c] || f.p[c] == f.p[s->first];
   for (unsigned k = 0; one && k < terms; k++)
      sum(s, f, filter(s, f, term_at, pf_at(s->p, f.p[s->first])->term[k].atom), fn, factor);
   const struct pf_written *w[3] = {0};
   for (unsigned c = 0; c < 3; c++)
      w[c] = s->cared[c] ? pf_at(s->p, f.p[c])->written : NULL;
   while (w[s->first]) {
      struct tri x;
      bool all = true;
      for (unsigned c = 0; c < 3; c++) {
         all &= !s->cared[c] || (w[c] && w[c]->z != PF_NONE);
         x.p[c] = s->cared[c] && w[c] ? w[c]->z : PF_NONE;
      }
      if (all)
         sum(s, f, x, fn, factor);
      for (unsigned c = 0; c < 3; c++)
         w[c] = w[c] ? w[c]->next : NULL;
   }
}

/* ---- products ---- */

/** f = m * a + b */
static void
product(struct splitter *s, struct tri m, struct tri a, struct tri b)
{
   if (is_zero(s, a) || is_one(s, m))
      return;
   if (!is_zero(s, b)) {
      TAKE(MULTIPLY_ADD, m, a, b);
      TAKE(INTERPOLATE, mad(s, 1, a, b), b, m);
      return;
   }
   TAKE(MODULATE, m, a);
   /* what is clamped at 1 is a sum that may be more */
   struct splitter inner = *s;
   struct tri of = a;
   for (unsigned c = 0; c < 3; c++)
      if (s->cared[c]) {
         const uint32_t g = pf_goal(s->m, a.p[c], 0);
         if (g == PF_NONE)
            return;
         of.p[c] = pf_goal_poly(g);
         inner.flags[c] = g & 3;
      }
   if (inner.flags[s->first] & PF_LOW)
      return;
   each_sum(&inner, of, sum_times, &m);
}

static void
products_by_atom(struct splitter *s)
{
   uint16_t atoms[24], with[2][3];
   const unsigned n = atoms_of(s, s->f, atoms, ARRAY_SIZE(atoms));
   for (unsigned k = 0; k < n; k++) {
      const unsigned num = parallel(s, s->f, atoms[k], with);
      for (unsigned w = 0; w < num; w++) {
         struct tri m =
                       {
                          {PF_NONE, PF_NONE, PF_NONE}
         },
                    a = m, b = m;
         for (unsigned c = 0; c < 3; c++)
            if (s->cared[c]) {
               m.p[c] = pf_of_atom(s->p, with[w][c]);
               pf_divide(s->p, s->f.p[c], with[w][c], &a.p[c], &b.p[c]);
            }
         product(s, m, a, b);
         product(s, inverse(s, m), negative(s, a), mad(s, 1, a, b));
      }
   }
}

/** Times what a table has as one component: the product of its two answers. */
static void
products_by_table(struct splitter *s)
{
   uint16_t atoms[24];
   const unsigned n = atoms_of(s, s->f, atoms, ARRAY_SIZE(atoms));
   for (unsigned k = 0; k < n; k++)
      for (unsigned i = k + 1; i < n; i++) {
         const uint8_t table = s->p->atoms.data[atoms[k]].table;
         if (!table || s->p->atoms.data[atoms[i]].table != table)
            continue;
         struct tri m = number(s, 0), a = m, b = m;
         for (unsigned c = 0; c < 3; c++)
            if (s->cared[c]) {
               uint32_t rest;
               m.p[c] = pf_mul(s->p, pf_of_atom(s->p, atoms[k]), pf_of_atom(s->p, atoms[i]));
               pf_divide(s->p, s->f.p[c], atoms[k], &a.p[c], &rest);
               pf_divide(s->p, a.p[c], atoms[i], &a.p[c], &rest);
               b.p[c] = pf_sub(s->p, s->f.p[c], pf_mul(s->p, m.p[c], a.p[c]));
            }
         product(s, m, a, b);
      }
}

/** What the shader wrote as x * y + z. */
static void
products_as_written(struct splitter *s)
{
   const struct pf_written *w[3] = {0};
   for (unsigned c = 0; c < 3; c++)
      w[c] = s->cared[c] ? pf_at(s->p, s->f.p[c])->written : NULL;
   while (w[s->first]) {
      struct tri x =
                    {
                       {PF_NONE, PF_NONE, PF_NONE}
      },
                 y = x, z = x;
      bool all = true;
      for (unsigned c = 0; c < 3; c++) {
         if (!s->cared[c])
            continue;
         all &= w[c] != NULL;
         x.p[c] = w[c] ? w[c]->x : 0;
         y.p[c] = w[c] ? w[c]->y : 0;
         z.p[c] = w[c] && w[c]->z != PF_NONE ? w[c]->z : zero(s);
      }
      if (!all)
         return;
      product(s, x, y, z);
      product(s, y, x, z);
      product(s, inverse(s, x), negative(s, y), mad(s, 1, y, z));
      product(s, inverse(s, y), negative(s, x), mad(s, 1, x, z));
      for (unsigned c = 0; c < 3; c++)
         w[c] = w[c] ? w[c]->next : NULL;
   }
}

/* ---- dot products ---- */

/** Three unknowns of one source: a sample's colour, or three components of varyings. */
static bool
colour_of(const struct splitter *s, uint32_t f, unsigned n, uint16_t out[3])
{
   uint16_t atoms[24];
   unsigned found = 0;
   const unsigned num = add_atoms(s, f, atoms, 0, ARRAY_SIZE(atoms));
   if (n < num && s->p->atoms.data[atoms[n]].kind == PF_ATOM_SAMPLE) {
      for (uint8_t c = 0; c < 3; c++) {
         struct pf_atom a = {.kind = PF_ATOM_SAMPLE, .comp = c, .value = s->p->atoms.data[atoms[n]].value};
         out[c] = pf_atom(s->p, a);
      }
      return true;
   }
   for (unsigned k = n; k < num && found < 3; k++)
      if (s->p->atoms.data[atoms[k]].kind == PF_ATOM_VARYING &&
          s->p->atoms.data[atoms[k]].value == s->p->atoms.data[atoms[n]].value)
         out[found++] = atoms[k];
   return found == 3;
}

/** The chip's dot product is 4 times the sum of (a - 1/2) (b - 1/2). The a are the unknowns themselves, or halves that a stage before
 * makes of them: u / 2 + 1/2, which takes the 1/2 away. */
static void
dot(struct splitter *s)
{
   const uint32_t f = s->f.p[s->first];
   for (unsigned c = 0; c < s->channels; c++)
      if (s->cared[c] && s->f.p[c] != f)
         return;
   for (unsigned n = 0; n < 8; n++) {
      uint16_t u[3];
      if (!colour_of(s, f, n, u))
         continue;
      for (unsigned half = 0; half < 2; half++) {
         struct pf_split r = {.func = PF_DOT3_RGB, .scale = (uint8_t)s->scale, .num = 2};
         uint32_t total = zero(s), b, rest;
         bool fits = true;
         for (unsigned c = 0; c < 3 && fits; c++) {
            const uint32_t unknown = pf_of_atom(s->p, u[c]);
            const uint32_t a = half ? pf_mad(s->p, 0.5, unknown, pf_number(s->p, 0.5)) : unknown;
            pf_divide(s->p, f, u[c], &b, &rest);
            b = pf_mad(s->p, half ? 0.5 : 0.25, b, pf_number(s->p, 0.5));
            total = pf_add(s->p, total,
                           pf_mul(s->p, pf_mad(s->p, 4, a, pf_number(s->p, -2)),
                                  pf_mad(s->p, 1, b, pf_number(s->p, -0.5))));
            r.goal[0][c] = pf_goal(s->m, a, 0);
            r.goal[1][c] = pf_goal(s->m, b, 0);
            fits = r.goal[0][c] != PF_NONE && r.goal[1][c] != PF_NONE;
         }
         memset(r.goal[2], 0xff, sizeof r.goal[2]);
         if (fits && total == f && s->out->list.count < MAX_SPLITS && !u_vec_push(&s->out->list, r))
            s->p->full = true;
      }
   }
}

/* ---- all ---- */

/** Does the stage have to multiply its result, for what it is made of to fit? */
static bool
wants_scale(const struct splitter *s, double scale)
{
   for (unsigned c = 0; c < s->channels; c++) {
      if (!s->cared[c])
         continue;
      const struct pf_poly *x = pf_at(s->p, pf_goal_poly(s->goal[c]));
      for (unsigned k = 0; k < x->num_terms; k++)
         if (x->term[k].factor > scale / 2 || x->term[k].factor < -scale / 2)
            return true;
   }
   return false;
}

/** A goal with large factors is eight times another: a sum of that with itself, times four. Both clamp where the goal does. */
static void
amplify(struct splitter *s)
{
   if (!wants_scale(s, 16))
      return;
   struct pf_split r = {.func = PF_ADD, .scale = 2, .num = 2};
   memset(r.goal, 0xff, sizeof r.goal);
   for (unsigned c = 0; c < s->channels; c++) {
      if (!s->cared[c])
         continue;
      r.goal[0][c] = pf_goal(s->m, pf_mad(s->p, 1.0 / 8, pf_goal_poly(s->goal[c]), zero(s)), s->flags[c]);
      r.goal[1][c] = r.goal[0][c];
      if (r.goal[0][c] == PF_NONE)
         return;
   }
   if (!u_vec_push(&s->out->list, r))
      s->p->full = true;
}

void
pf_split(struct pf *m, const uint32_t *goal, unsigned channels, struct pf_splits *out)
{
   struct splitter s = {.m = m, .p = &m->polys, .channels = channels, .goal = goal, .first = 3, .out = out};
   for (unsigned c = 0; c < channels; c++) {
      s.cared[c] = goal[c] != PF_NONE;
      s.flags[c] = s.cared[c] ? goal[c] & 3 : 0;
      s.first = s.cared[c] && s.first == 3 ? c : s.first;
   }
   if (s.first == 3)
      return;
   amplify(&s);
   for (unsigned scale = 0; scale < 3 && !s.p->full; scale++) {
      const double factor = (double)(1 << scale);
      if (scale && !wants_scale(&s, factor))
         break;
      s.scale = scale;
      for (unsigned c = 0; c < 3; c++)
         s.f.p[c] = s.cared[c] ? pf_mad(s.p, 1 / factor, pf_goal_poly(goal[c]), pf_number(s.p, 0)) : PF_NONE;
      take(&s, PF_REPLACE, 1, &s.f);
      each_sum(&s, s.f, plain_sum, NULL);
      products_by_atom(&s);
      products_by_table(&s);
      products_as_written(&s);
      dot(&s);
      s.p->too_large = false;
   }
}
