/* SPDX-License-Identifier: MIT
 *
 * Polynomials of a fragment shader, by number (poly.h). Factors are binary64; two are the same when they differ by what rounding explains.
 * Bounds are exact for polynomials in which no atom has a power, at the corners of what the atoms may be, as long as there are few of
 * them; else terms are bounded one by one.
 */
#include "compiler/pica200/fragment/poly.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

#define SAME             1e-11 /* relative */
#define MAX_CORNER_ATOMS 9

bool
pf_polys_init(struct pf_polys *p)
{
   memset(p, 0, sizeof *p);
   u_arena_init(&p->arena);
   memset(p->bucket, 0xff, sizeof p->bucket);
   pf_number(p, 0); /* polynomial 0 stands for what there was no room for, too */
   return !p->full;
}

void
pf_polys_fini(struct pf_polys *p)
{
   u_vec_fini(&p->atoms);
   u_vec_fini(&p->polys);
   u_vec_fini(&p->known);
   u_arena_fini(&p->arena);
}

static void
bound_atom(const struct pf_polys *p, struct pf_atom *a)
{
   const struct pf_poly *of = pf_at(p, a->value);
   if (a->kind == PF_ATOM_POS || a->kind == PF_ATOM_UNIFORM_POS) {
      a->lo = MAX2(of->lo, 0);
      a->hi = MAX2(of->hi, 0);
   } else if (a->kind == PF_ATOM_FLOOR || a->kind == PF_ATOM_CEIL) {
      a->lo = a->kind == PF_ATOM_FLOOR ? of->lo - 1.0 / 255 : of->lo;
      a->hi = a->kind == PF_ATOM_CEIL ? of->hi + 1.0 / 255 : of->hi;
      a->lo = of->lo >= 0 ? MAX2(a->lo, 0) : a->lo;
      a->hi = of->hi <= 1 ? MIN2(a->hi, 1) : a->hi;
   } else if (a->kind == PF_ATOM_UNIFORM_SUM) {
      a->lo = of->lo;
      a->hi = of->hi;
      a->boolean = of->boolean;
   } else if (a->kind == PF_ATOM_INVERSE) {
      a->lo = 0;
      a->hi = PF_INFINITE;
   } else if (a->kind == PF_ATOM_UNIFORM_GE || a->kind == PF_ATOM_GT || a->kind == PF_ATOM_SAMPLE ||
              a->kind == PF_ATOM_STEP || a->kind == PF_ATOM_BAND || a->kind == PF_ATOM_RAMP) {
      a->lo = 0;
      a->hi = 1;
      a->boolean = a->kind != PF_ATOM_SAMPLE && a->kind != PF_ATOM_RAMP;
   } else if (a->kind >= PF_ATOM_ROUND || a->kind == PF_ATOM_WINDOW) {
      a->lo = a->kind == PF_ATOM_RSQ ? 0 : -PF_INFINITE;
      a->hi = PF_INFINITE;
   }
}

uint16_t
pf_atom(struct pf_polys *p, struct pf_atom a)
{
   for (size_t i = 0; i < p->atoms.count; i++) {
      const struct pf_atom *o = &p->atoms.data[i];
      if (o->kind == a.kind && o->value == a.value && o->comp == a.comp && o->more == a.more)
         return (uint16_t)i;
   }
   bound_atom(p, &a);
   if (p->atoms.count >= PF_NO_ATOM - 1 || !u_vec_push(&p->atoms, a)) {
      p->full = true;
      return 0;
   }
   return (uint16_t)(p->atoms.count - 1);
}

/* ---- terms ---- */

static int
compare_atoms(const struct pf_term *a, const struct pf_term *b)
{
   for (unsigned i = 0; i < PF_MAX_DEGREE; i++)
      if (a->atom[i] != b->atom[i])
         return a->atom[i] < b->atom[i] ? -1 : 1;
   return 0;
}

bool
pf_term_has(const struct pf_term *t, uint16_t atom)
{
   for (unsigned i = 0; i < PF_MAX_DEGREE && t->atom[i] != PF_NO_ATOM; i++)
      if (t->atom[i] == atom)
         return true;
   return false;
}

static double
magnitude(double v)
{
   return v < 0 ? -v : v;
}

static bool
same_factor(double a, double b)
{
   return magnitude(a - b) <= SAME * (magnitude(a) + magnitude(b));
}

/** Puts \p t into the sorted terms. */
static unsigned
add_term(struct pf_polys *p, struct pf_term *terms, unsigned n, const struct pf_term *t)
{
   unsigned at = 0;
   int order = 1;
   while (at < n && (order = compare_atoms(&terms[at], t)) < 0)
      at++;
   if (at < n && !order) {
      double sum = terms[at].factor + t->factor;
      if (magnitude(sum) > SAME * (magnitude(terms[at].factor) + magnitude(t->factor))) {
         terms[at].factor = sum;
         return n;
      }
      memmove(&terms[at], &terms[at + 1], (n - at - 1) * sizeof *terms);
      return n - 1;
   }
   if (n == PF_MAX_TERMS) {
      p->too_large = true;
      return n;
   }
   memmove(&terms[at + 1], &terms[at], (n - at) * sizeof *terms);
   terms[at] = *t;
   return n + 1;
}

static struct pf_term
times(struct pf_polys *p, const struct pf_term *a, const struct pf_term *b)
{
   struct pf_term t;
   unsigned i = 0, k = 0;
   t.factor = a->factor * b->factor;
   for (unsigned n = 0; n < PF_MAX_DEGREE; n++) {
      uint16_t x = i < PF_MAX_DEGREE ? a->atom[i] : PF_NO_ATOM,
               y = k < PF_MAX_DEGREE ? b->atom[k] : PF_NO_ATOM;
      t.atom[n] = MIN2(x, y);
      if (x <= y)
         i += i < PF_MAX_DEGREE;
      else
         k += k < PF_MAX_DEGREE;
   }
   if ((i < PF_MAX_DEGREE && a->atom[i] != PF_NO_ATOM) || (k < PF_MAX_DEGREE && b->atom[k] != PF_NO_ATOM))
      p->too_large = true;
   return t;
}

/* ---- bounds ---- */

/** Bounds of a term alone; squares are not negative. */
static void
bound_term(const struct pf_polys *p, const struct pf_term *t, double *lo, double *hi)
{
   *lo = *hi = t->factor;
   for (unsigned i = 0; i < PF_MAX_DEGREE && t->atom[i] != PF_NO_ATOM;) {
      const struct pf_atom *a = &p->atoms.data[t->atom[i]];
      unsigned n = 1;
      while (i + n < PF_MAX_DEGREE && t->atom[i + n] == t->atom[i])
         n++;
      double l = 1, h = 1;
      for (unsigned k = 0; k < n; k++) {
         l *= a->lo;
         h *= a->hi;
      }
      if (n % 2 == 0 && a->lo < 0) {
         h = MAX2(l, h);
         l = a->hi >= 0 ? 0 : MIN2(l, h);
      }
      double x = *lo * l, y = *lo * h, z = *hi * l, w = *hi * h;
      *lo = MIN2(MIN2(x, y), MIN2(z, w));
      *hi = MAX2(MAX2(x, y), MAX2(z, w));
      i += n;
   }
}

/** Finds the polynomial's atoms and, of each term, which it has. False: too many, one has a power or has no bounds. */
static bool
term_masks(const struct pf_polys *p, const struct pf_poly *a, uint16_t atoms[MAX_CORNER_ATOMS], unsigned *num,
           uint16_t *mask)
{
   unsigned n = 0;
   for (unsigned k = 0; k < a->num_terms; k++) {
      mask[k] = 0;
      for (unsigned i = 0; i < PF_MAX_DEGREE && a->term[k].atom[i] != PF_NO_ATOM; i++) {
         const uint16_t atom = a->term[k].atom[i];
         unsigned at = 0;
         while (at < n && atoms[at] != atom)
            at++;
         if ((i && a->term[k].atom[i - 1] == atom) || at == MAX_CORNER_ATOMS ||
             p->atoms.data[atom].hi >= PF_INFINITE || p->atoms.data[atom].lo <= -PF_INFINITE)
            return false;
         if (at == n)
            atoms[n++] = atom;
         mask[k] |= (uint16_t)(1u << at);
      }
   }
   *num = n;
   return true;
}

/** Without powers the ends are at corners: the value there comes from the factors, one atom at a time. */
static void
bound_corners(const struct pf_polys *p, struct pf_poly *a)
{
   uint16_t atoms[MAX_CORNER_ATOMS], mask[PF_MAX_TERMS];
   double v[1 << MAX_CORNER_ATOMS];
   unsigned n;
   if (!term_masks(p, a, atoms, &n, mask))
      return;
   memset(v, 0, sizeof *v << n);
   for (unsigned k = 0; k < a->num_terms; k++)
      v[mask[k]] += a->term[k].factor;
   for (unsigned i = 0; i < n; i++) {
      const double lo = p->atoms.data[atoms[i]].lo, hi = p->atoms.data[atoms[i]].hi;
      for (unsigned base = 0; base < 1u << n; base += 2u << i)
         for (unsigned k = base; k < base + (1u << i); k++) {
            const double without = v[k], with = v[k + (1u << i)];
            v[k] = without + lo * with;
            v[k + (1u << i)] = without + hi * with;
         }
   }
   double lo = v[0], hi = v[0];
   for (unsigned k = 1; k < 1u << n; k++) {
      lo = MIN2(lo, v[k]);
      hi = MAX2(hi, v[k]);
   }
   a->lo = MAX2(a->lo, lo);
   a->hi = MIN2(a->hi, hi);
}

/** Bounds of what is a known polynomial times a factor plus a number. */
static void
bound_known(const struct pf_polys *p, struct pf_poly *a)
{
   const unsigned number = a->num_terms && a->term[a->num_terms - 1].atom[0] == PF_NO_ATOM;
   for (size_t k = 0; k < p->known.count; k++) {
      const struct pf_poly *o = pf_at(p, p->known.data[k]);
      const unsigned o_number = o->num_terms && o->term[o->num_terms - 1].atom[0] == PF_NO_ATOM;
      const unsigned n = a->num_terms - number;
      if (!n || n != (unsigned)(o->num_terms - o_number))
         continue;
      const double ratio = a->term[0].factor / o->term[0].factor;
      unsigned i = 0;
      while (i < n && !compare_atoms(&a->term[i], &o->term[i]) &&
             same_factor(a->term[i].factor, o->term[i].factor * ratio))
         i++;
      if (i < n)
         continue;
      const double shift = (number ? a->term[n].factor : 0) - (o_number ? o->term[n].factor * ratio : 0);
      const double x = o->lo * ratio + shift, y = o->hi * ratio + shift;
      a->lo = MAX2(a->lo, MIN2(x, y));
      a->hi = MIN2(a->hi, MAX2(x, y));
   }
}

static void
bound(const struct pf_polys *p, struct pf_poly *a)
{
   a->lo = a->hi = 0;
   for (unsigned k = 0; k < a->num_terms; k++) {
      double lo, hi;
      bound_term(p, &a->term[k], &lo, &hi);
      a->lo += lo;
      a->hi += hi;
   }
   bound_corners(p, a);
   bound_known(p, a);
}

/* ---- polynomials by number ---- */

static void
classify(const struct pf_polys *p, struct pf_poly *a)
{
   a->uniform = a->affine = true;
   for (unsigned k = 0; k < a->num_terms; k++) {
      unsigned varyings = 0;
      for (unsigned i = 0; i < PF_MAX_DEGREE && a->term[k].atom[i] != PF_NO_ATOM; i++) {
         const uint8_t kind = p->atoms.data[a->term[k].atom[i]].kind;
         a->uniform &= kind <= PF_ATOM_CEIL;
         a->affine &= kind <= PF_ATOM_VARYING;
         varyings += kind == PF_ATOM_VARYING;
      }
      a->affine &= varyings <= 1;
   }
   a->boolean = a->num_terms == 0;
   if (a->num_terms == 1 && a->term[0].factor == 1)
      a->boolean = a->term[0].atom[0] == PF_NO_ATOM ||
                   (a->term[0].atom[1] == PF_NO_ATOM && p->atoms.data[a->term[0].atom[0]].boolean);
}

static uint32_t
intern(struct pf_polys *p, const struct pf_term *terms, unsigned n)
{
   uint32_t hash = 2166136261u;
   if (p->too_large)
      return 0;
   for (unsigned k = 0; k < n; k++) {
      for (unsigned i = 0; i < PF_MAX_DEGREE; i++)
         hash = (hash ^ terms[k].atom[i]) * 16777619u;
      hash = (hash ^ fui((float)terms[k].factor) >> 4) *
             16777619u; /* rounded twice: what is nearly the same, is the same here */
   }
   uint32_t *bucket = &p->bucket[(hash ^ hash >> 15) % ARRAY_SIZE(p->bucket)];
   for (uint32_t i = *bucket; i != PF_NONE; i = p->polys.data[i].next) {
      const struct pf_poly *o = &p->polys.data[i];
      if (o->hash != hash || o->num_terms != n)
         continue;
      unsigned k = 0;
      while (k < n && !compare_atoms(&o->term[k], &terms[k]) &&
             same_factor(o->term[k].factor, terms[k].factor))
         k++;
      if (k == n)
         return i;
   }
   struct pf_term *copy = u_arena_alloc_raw(&p->arena, (n + 1) * sizeof *copy);
   if (!copy || p->full || p->polys.count >= PF_MAX_POLYS) {
      p->full = true;
      return 0;
   }
   if (n)
      memcpy(copy, terms, n * sizeof *copy);
   struct pf_poly a = {.term = copy, .num_terms = (uint16_t)n, .hash = hash, .next = *bucket};
   classify(p, &a);
   bound(p, &a);
   if (!u_vec_push(&p->polys, a)) {
      p->full = true;
      return 0;
   }
   return *bucket = (uint32_t)p->polys.count - 1;
}

uint32_t
pf_of_atom(struct pf_polys *p, uint16_t atom)
{
   struct pf_term t = {.factor = 1};
   memset(t.atom, 0xff, sizeof t.atom);
   t.atom[0] = atom;
   return intern(p, &t, 1);
}

uint32_t
pf_number(struct pf_polys *p, double v)
{
   struct pf_term t = {.factor = v};
   memset(t.atom, 0xff, sizeof t.atom);
   return intern(p, &t, v != 0);
}

uint32_t
pf_mad(struct pf_polys *p, double factor, uint32_t a, uint32_t b)
{
   struct pf_term terms[PF_MAX_TERMS];
   const struct pf_poly *x = pf_at(p, a), *y = pf_at(p, b);
   unsigned n = y->num_terms;
   if (n)
      memcpy(terms, y->term, n * sizeof *terms);
   for (unsigned k = 0; k < x->num_terms && factor != 0; k++) {
      struct pf_term t = x->term[k];
      t.factor *= factor;
      n = add_term(p, terms, n, &t);
   }
   return intern(p, terms, n);
}

uint32_t
pf_mul(struct pf_polys *p, uint32_t a, uint32_t b)
{
   struct pf_term terms[PF_MAX_TERMS];
   const struct pf_poly *x = pf_at(p, a), *y = pf_at(p, b);
   unsigned n = 0;
   for (unsigned i = 0; i < x->num_terms && !p->too_large; i++)
      for (unsigned k = 0; k < y->num_terms && !p->too_large; k++) {
         struct pf_term t = times(p, &x->term[i], &y->term[k]);
         for (unsigned j = 0;
              j + 1 < PF_MAX_DEGREE && t.atom[j] != PF_NO_ATOM;) /* 0 and 1 are their own squares */
            if (t.atom[j] == t.atom[j + 1] && p->atoms.data[t.atom[j]].boolean) {
               memmove(&t.atom[j], &t.atom[j + 1], (PF_MAX_DEGREE - 1 - j) * sizeof t.atom[0]);
               t.atom[PF_MAX_DEGREE - 1] = PF_NO_ATOM;
            } else {
               j++;
            }
         n = add_term(p, terms, n, &t);
      }
   return intern(p, terms, n);
}

uint32_t
pf_filter(struct pf_polys *p, uint32_t a,
          bool (*keep)(const struct pf_polys *, const struct pf_term *, const void *), const void *data)
{
   struct pf_term terms[PF_MAX_TERMS];
   unsigned n = 0;
   for (unsigned k = 0; k < pf_at(p, a)->num_terms; k++)
      if (keep(p, &pf_at(p, a)->term[k], data))
         terms[n++] = pf_at(p, a)->term[k];
   return intern(p, terms, n);
}

void
pf_divide(struct pf_polys *p, uint32_t a, uint16_t atom, uint32_t *quotient, uint32_t *rest)
{
   struct pf_term with[PF_MAX_TERMS], without[PF_MAX_TERMS];
   unsigned n = 0, m = 0;
   for (unsigned k = 0; k < pf_at(p, a)->num_terms; k++) {
      struct pf_term t = pf_at(p, a)->term[k];
      if (!pf_term_has(&t, atom)) {
         without[m++] = t;
         continue;
      }
      unsigned at = 0;
      while (t.atom[at] != atom)
         at++;
      memmove(&t.atom[at], &t.atom[at + 1], (PF_MAX_DEGREE - 1 - at) * sizeof t.atom[0]);
      t.atom[PF_MAX_DEGREE - 1] = PF_NO_ATOM;
      n = add_term(p, with, n, &t);
   }
   *quotient = intern(p, with, n);
   *rest = intern(p, without, m);
}

bool
pf_is_number(const struct pf_polys *p, uint32_t a, double *v)
{
   const struct pf_poly *x = pf_at(p, a);
   if (x->num_terms > 1 || (x->num_terms && x->term[0].atom[0] != PF_NO_ATOM))
      return false;
   *v = x->num_terms ? x->term[0].factor : 0;
   return true;
}

bool
pf_is_atom(const struct pf_polys *p, uint32_t a, uint16_t *atom)
{
   const struct pf_poly *x = pf_at(p, a);
   if (x->num_terms != 1 || !same_factor(x->term[0].factor, 1) || x->term[0].atom[0] == PF_NO_ATOM ||
       x->term[0].atom[1] != PF_NO_ATOM)
      return false;
   *atom = x->term[0].atom[0];
   return true;
}

void
pf_know(struct pf_polys *p, uint32_t a, double lo, double hi)
{
   struct pf_poly *x = &p->polys.data[a];
   if (p->full || (lo <= x->lo && hi >= x->hi))
      return;
   x->lo = MAX2(x->lo, lo);
   x->hi = MIN2(x->hi, hi);
   if (!u_vec_push(&p->known, a))
      p->full = true;
}

void
pf_write_down(struct pf_polys *p, uint32_t a, uint32_t x, uint32_t y, uint32_t z)
{
   struct pf_written *w = u_arena_new(&p->arena, struct pf_written);
   if (!w) {
      p->full = true;
      return;
   }
   *w = (struct pf_written){x, y, z, p->polys.data[a].written};
   p->polys.data[a].written = w;
}

bool
pf_is_whole(const struct pf_polys *p, uint32_t a)
{
   const struct pf_poly *x = pf_at(p, a);
   for (unsigned k = 0; k < x->num_terms; k++) {
      const struct pf_term *t = &x->term[k];
      const bool number = t->atom[0] == PF_NO_ATOM;
      const double steps = (t->factor < 0 ? -t->factor : t->factor) * (number ? 255 : 1),
                   n = (double)(int64_t)(steps + 0.5);
      if (steps > 4096 || steps - n > 1e-6 || n - steps > 1e-6 || (!number && t->atom[1] != PF_NO_ATOM))
         return false;
      if (number)
         continue;
      const struct pf_atom *o = &p->atoms.data[t->atom[0]];
      const bool step = o->kind == PF_ATOM_VARYING || o->kind == PF_ATOM_SAMPLE || o->kind == PF_ATOM_FLOOR ||
                        o->kind == PF_ATOM_CEIL;
      if (!step && !o->boolean && (o->kind != PF_ATOM_POS || !pf_is_whole(p, o->value)))
         return false;
   }
   return true;
}
