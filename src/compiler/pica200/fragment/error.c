/* SPDX-License-Identifier: MIT
 *
 * How far a chain of stages may be from exact arithmetic, in 1/255. Inputs count as the chip delivers them: samples and varyings in 8
 * bits. Nobody knows whether the chip cuts a product off or rounds it, so both are followed, each with the least and the greatest
 * deviation; errors of operands go through sums, factors and scales with their sign, so that cutting off does not count twice where it
 * cancels.
 */
#include "compiler/pica200/fragment/search.h"

#include "util/u_math.h"

#define HALF 0.501 /* and the rounding of binary32 on the way */
#define MOST 255.0

/* Both readings of a division by 255: cut off, rounded. */
enum { MODELS = 2 };
static const double product_lo[MODELS] = {-1, -0.5}, product_hi[MODELS] = {0, 0.5};

/** What a stored value is above the exact one, at least and at most. */
struct deviation {
   double lo[MODELS], hi[MODELS];
};

/** An operand: its exact value's bounds, and its deviation. */
struct part {
   double lo, hi;
   struct deviation d;
};

struct chain {
   const struct pf *m;
   struct deviation prev[4], buf[4];
};

static struct deviation
plus_minus(double lo, double hi)
{
   return (struct deviation){
      {lo, lo},
      {hi, hi}
   };
}

static struct deviation
sum(struct deviation a, struct deviation b, double factor)
{
   for (unsigned i = 0; i < MODELS; i++) {
      a.lo[i] += factor * (factor < 0 ? b.hi[i] : b.lo[i]);
      a.hi[i] += factor * (factor < 0 ? b.lo[i] : b.hi[i]);
   }
   return a;
}

/** The deviation times something in [lo, hi]. */
static struct deviation
times(struct deviation d, double lo, double hi)
{
   struct deviation r;
   for (unsigned i = 0; i < MODELS; i++) {
      const double a = d.lo[i] * lo, b = d.lo[i] * hi, c = d.hi[i] * lo, e = d.hi[i] * hi;
      r.lo[i] = MIN2(MIN2(a, b), MIN2(c, e));
      r.hi[i] = MAX2(MAX2(a, b), MAX2(c, e));
   }
   return r;
}

static struct deviation
rounded(struct deviation d)
{
   for (unsigned i = 0; i < MODELS; i++) {
      d.lo[i] += product_lo[i];
      d.hi[i] += product_hi[i];
   }
   return d;
}

static struct deviation
constant_deviation(const struct pf_polys *p, uint32_t poly)
{
   double v;
   uint16_t atom;
   if (pf_is_number(p, poly, &v)) {
      const double x = CLAMP(v, 0, 1) * 255, off = (double)(int64_t)(x + 0.5) - x;
      if (off > 0.499 || off < -0.499) /* the CPU's rounding decides */
         return plus_minus(-HALF, HALF);
      return plus_minus(off < 1e-9 && off > -1e-9 ? 0 : off - 1e-4,
                        off < 1e-9 && off > -1e-9 ? 0 : off + 1e-4);
   }
   if (pf_at(p, poly)->boolean)
      return plus_minus(0, 0);
   if (pf_is_atom(p, poly, &atom)) {
      const struct pf_atom *a = &p->atoms.data[atom];
      if (a->kind == PF_ATOM_FLOOR || a->kind == PF_ATOM_CEIL)
         return plus_minus(0, 0);
   }
   return plus_minus(-HALF, HALF);
}

static struct deviation
primary_deviation(const struct pf_polys *p, uint32_t poly)
{
   uint16_t atom;
   if (pf_at(p, poly)->uniform)
      return constant_deviation(p, poly);
   return pf_is_atom(p, poly, &atom) ? plus_minus(0, 0) : plus_minus(-HALF, HALF);
}

static struct part
part_of(const struct chain *c, const struct pf_place *place, uint32_t goal, unsigned channel)
{
   const struct pf_polys *p = &c->m->polys;
   struct part r = {.hi = 1};
   if (goal == PF_NONE)
      return r;
   const uint32_t poly = pf_goal_poly(goal);
   const unsigned from = place->take == PF_COLOUR ? channel : place->take;
   switch ((enum pf_from)place->from) {
   case PF_FROM_SAMPLE: {
      uint16_t atom;
      if (pf_is_atom(p, poly, &atom) && p->atoms.data[atom].kind == PF_ATOM_RAMP)
         r.d = primary_deviation(p, p->atoms.data[atom].value);
      break;
   }
   case PF_FROM_PRIMARY:
      r.d = primary_deviation(p, poly);
      break;
   case PF_FROM_CONSTANT:
      r.d = constant_deviation(p, poly);
      break;
   case PF_FROM_PREVIOUS:
   case PF_FROM_BUFFER:
      r.d = (place->from == PF_FROM_BUFFER ? c->buf : c->prev)[from & 3];
      if (place->invert)
         r.d = sum(plus_minus(0, 0), r.d, -1);
      if (pf_at(p, poly)->coarse)
         r.d = plus_minus(-MOST, MOST);
      break;
   }
   r.lo = CLAMP(pf_at(p, poly)->lo, 0, 1);
   r.hi = CLAMP(pf_at(p, poly)->hi, 0, 1);
   return r;
}

/** a' b' - a b = (a' - a) b' + a (b' - b) */
static struct deviation
of_product(struct part a, struct part b)
{
   const double slack = MAX2(-MIN2(b.d.lo[0], b.d.lo[1]), MAX2(b.d.hi[0], b.d.hi[1])) / 255;
   return rounded(sum(times(a.d, MAX2(b.lo - slack, 0), MIN2(b.hi + slack, 1)), times(b.d, a.lo, a.hi), 1));
}

/** m a' + (1 - m) b' for any m in 0..1 */
static struct deviation
either(struct deviation a, struct deviation b)
{
   for (unsigned i = 0; i < MODELS; i++) {
      a.lo[i] = MIN2(a.lo[i], b.lo[i]);
      a.hi[i] = MAX2(a.hi[i], b.hi[i]);
   }
   return a;
}

/** Dot products: a term x is cut off towards zero behind (x + 128) / 256 and not x / 255: too small by up to x / 65280 and a half, or too
 * great by as much and one more where it is negative. */
static struct deviation
of_dot(const struct chain *c, const struct pf_split *s, const struct pf_place *place)
{
   struct deviation d = plus_minus(0, 0);
   for (unsigned i = 0; i < 3; i++) {
      const struct part a = part_of(c, &place[0], s->goal[0][i], i),
                        b = part_of(c, &place[1], s->goal[1][i], i);
      const double a_lo = 2 * a.lo - 1, a_hi = 2 * a.hi - 1, b_lo = 2 * b.lo - 1, b_hi = 2 * b.hi - 1;
      const double lo = MIN2(MIN2(a_lo * b_lo, a_lo * b_hi), MIN2(a_hi * b_lo, a_hi * b_hi));
      const double hi = MAX2(MAX2(a_lo * b_lo, a_lo * b_hi), MAX2(a_hi * b_lo, a_hi * b_hi));
      d = sum(d, plus_minus(-0.5 - MAX2(hi, 0), lo < 0 ? 1.5 - lo : 0.5), 1);
      d = sum(d, sum(times(a.d, 2 * b_lo, 2 * b_hi), times(b.d, 2 * a_lo, 2 * a_hi), 1), 1);
      const double both = 4 * MAX2(MAX2(-a.d.lo[0], a.d.hi[0]), a.d.hi[1]) *
                          MAX2(MAX2(-b.d.lo[0], b.d.hi[0]), b.d.hi[1]) / 255;
      d = sum(d, plus_minus(-both, both), 1);
   }
   return d;
}

static struct deviation
of_formula(const struct chain *c, const struct pf_split *s, const struct pf_place *place,
           const struct part x[3])
{
   switch ((enum pf_func)s->func) {
   case PF_MODULATE:
      return of_product(x[0], x[1]);
   case PF_ADD:
      return sum(x[0].d, x[1].d, 1);
   case PF_SUBTRACT:
      return sum(x[0].d, x[1].d, -1);
   case PF_ADD_SIGNED: /* 128 is half a step more than a half */
      return sum(sum(x[0].d, x[1].d, 1), plus_minus(-0.5, -0.5), 1);
   case PF_INTERPOLATE: /* (a' - a) m' + (b' - b) (1 - m') + (a - b) (m' - m) */
      return rounded(sum(either(x[0].d, x[1].d), times(x[2].d, x[0].lo - x[1].hi, x[0].hi - x[1].lo), 1));
   case PF_MULTIPLY_ADD:
      return sum(of_product(x[0], x[1]), x[2].d, 1);
   case PF_ADD_MULTIPLY: {
      const struct part both = {x[0].lo + x[1].lo, MIN2(x[0].hi + x[1].hi, 1),
                                either(sum(x[0].d, x[1].d, 1), plus_minus(0, 0))};
      return of_product(both, x[2]);
   }
   case PF_DOT3_RGB:
   case PF_DOT3_RGBA:
      return of_dot(c, s, place);
   case PF_REPLACE:
      break;
   }
   return x[0].d;
}

static struct deviation
of_split(const struct chain *c, const struct pf_split *s, const struct pf_place *place, unsigned channel,
         unsigned first)
{
   struct part x[3] = {{0}};
   for (unsigned k = 0; k < s->num; k++)
      x[k] = part_of(c, &place[k], s->goal[k][channel - first], channel);
   const double scale = 1 << s->scale;
   struct deviation d = times(of_formula(c, s, place, x), scale, scale);
   d = either(d, plus_minus(0, 0)); /* a clamp brings a value nearer to one that is clamped, too */
   for (unsigned i = 0; i < MODELS; i++) {
      d.lo[i] = MAX2(d.lo[i], -MOST);
      d.hi[i] = MIN2(d.hi[i], MOST);
   }
   return d;
}

static void
run_stage(struct chain *c, const struct pf_plan *plan)
{
   struct chain after = *c;
   for (unsigned i = 0; i < 3; i++) {
      if (plan->rgb_on)
         after.prev[i] = of_split(c, &plan->rgb, plan->rgb_place, i, 0);
      if (plan->update_rgb)
         after.buf[i] = c->prev[i];
   }
   if (plan->alpha_on)
      after.prev[3] = of_split(c, &plan->alpha, plan->alpha_place, 3, 3);
   else if (plan->rgb_on && plan->rgb.func == PF_DOT3_RGBA)
      after.prev[3] = after.prev[0];
   if (plan->update_alpha)
      after.buf[3] = c->prev[3];
   *c = after;
}

void
pf_error(const struct pf *m, struct pf_solution *s)
{
   struct chain c = {.m = m};
   double most[4];
   for (unsigned i = 0; i < 4; i++)
      c.buf[i] = s->buffer[i] == PF_NONE ? plus_minus(0, 0) : constant_deviation(&m->polys, s->buffer[i]);
   for (unsigned k = 0; k < s->stages; k++)
      run_stage(&c, &s->plan[k]);
   s->error = 0;
   for (unsigned i = 0; i < 4; i++) {
      most[i] = MAX2(MAX2(-c.prev[i].lo[0], -c.prev[i].lo[1]), MAX2(c.prev[i].hi[0], c.prev[i].hi[1]));
      if (s->goal[i] != PF_NONE && pf_at(&m->polys, pf_goal_poly(s->goal[i]))->coarse)
         most[i] = MOST;
      s->error = MAX2(s->error, most[i]);
   }
   s->alpha_error = most[3];
}
