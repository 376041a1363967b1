/* SPDX-License-Identifier: MIT
 *
 * Finds stages backwards: what the last one leaves is given; each formula that makes it (split.c) says what the stage before must have
 * left as its result or, two stages behind, in the buffer. Goals that no number of stages reaches are not followed, states that failed
 * are not tried again. Fewer stages are tried first; of equally many the search keeps those with the smallest error, as far as its
 * budget goes. It always tries in the same order, so the same shader gives the same stages.
 */
#include "compiler/pica200/fragment/search.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

#define MAX_NODES   60000 /* stages that are tried for one number of stages */
#define MORE_NODES  6000  /* ... when some were found already */
#define CACHE_SIZE  1024
#define FAILED_SIZE 16384

/** What must be there when a stage begins. */
struct state {
   uint32_t prev[4], buf[4];
   struct pf_colour colour;
};

struct cached {
   uint32_t key[4];
   struct pf_splits splits;
   bool used;
};

struct search {
   struct pf *m;
   struct pf_reach *reach;
   struct pf_solution now, *best;
   bool found, spill; /* spill: constants may wait in the buffer */
   bool any_colour;
   unsigned nodes;
   struct cached *cache;
   uint64_t *failed;
};

/** A stage while its operands find their places. */
struct step {
   unsigned k;
   struct state next; /* what the stage before must leave */
   uint32_t constant[4];
   uint32_t scalar[6]; /* constants that may stand in any component */
   struct pf_place *scalar_place[6];
   unsigned num_scalars;
};

static bool stage(struct search *q, unsigned k, const struct state *want);

/* ---- tables ---- */

static uint32_t
hash_words(const void *data, size_t words)
{
   const uint32_t *w = data;
   uint64_t h = 1469598103934665603u;
   for (size_t i = 0; i < words; i++)
      h = (h ^ w[i]) * 1099511628211u;
   return (uint32_t)(h ^ h >> 32);
}

static const struct pf_splits *
splits_of(struct search *q, const uint32_t *goal, unsigned channels)
{
   uint32_t key[4] = {goal[0], channels > 1 ? goal[1] : 0, channels > 1 ? goal[2] : 0, channels};
   uint32_t at = hash_words(key, 4) % CACHE_SIZE;
   struct cached *c = &q->cache[at];
   if (c->used && !memcmp(c->key, key, sizeof key))
      return &c->splits;
   u_vec_fini(&c->splits.list); /* another one's place */
   c->used = true;
   memcpy(c->key, key, sizeof key);
   pf_split(q->m, goal, channels, &c->splits);
   return &c->splits;
}

static uint64_t
name_of(const struct search *q, unsigned k, const struct state *want)
{
   uint64_t h = 1469598103934665603u ^ (k * 2 + q->spill);
   const uint32_t *w = (const uint32_t *)(const void *)want;
   for (size_t i = 0; i < sizeof *want / sizeof *w; i++) {
      h = (h ^ w[i]) * 1099511628211u;
      h ^= h >> 29;
   }
   return h | 1;
}

/* ---- requirements ---- */

/** One value has to meet both: the same polynomial, clamped where both allow it. */
static bool
unify(uint32_t *slot, uint32_t goal)
{
   if (goal == PF_NONE)
      return true;
   if (*slot == PF_NONE) {
      *slot = goal;
      return true;
   }
   if (*slot >> 2 != goal >> 2)
      return false;
   *slot &= goal | ~3u;
   return true;
}

static bool
reachable(struct search *q, uint32_t goal, unsigned stages, bool buffer)
{
   if (goal == PF_NONE)
      return true;
   if (buffer && stages && pf_at(&q->m->polys, pf_goal_poly(goal))->uniform)
      return true;
   if (buffer && stages < 2)
      return false;
   return stages && pf_reach(q->reach, goal, stages - buffer);
}

static unsigned
colour_room(const struct pf_colour *c)
{
   unsigned room = 1, need = 0;
   for (unsigned i = 0; i < 3; i++)
      room += c->rgb[i] == PF_NONE;
   for (unsigned i = 0; i < c->num; i++)
      need += c->scalar[i] != c->rgb[0] && c->scalar[i] != c->rgb[1] && c->scalar[i] != c->rgb[2];
   return need <= room;
}

static bool
colour_scalar(struct pf_colour *c, uint32_t poly)
{
   unsigned i = 0;
   while (i < c->num && c->scalar[i] != poly)
      i++;
   if (i == ARRAY_SIZE(c->scalar))
      return false;
   if (i == c->num)
      c->scalar[c->num++] = poly;
   return colour_room(c);
}

static bool
colour_vector(struct pf_colour *c, const uint32_t goal[3])
{
   for (unsigned i = 0; i < 3; i++) {
      if (goal[i] == PF_NONE)
         continue;
      if (c->rgb[i] != PF_NONE && c->rgb[i] != pf_goal_poly(goal[i]))
         return false;
      c->rgb[i] = pf_goal_poly(goal[i]);
   }
   return colour_room(c);
}

/* ---- places of operands ---- */

/** Rgb operands first, then alpha's, then the stage before. */
struct seats {
   struct pf_plan *plan;
   unsigned num_rgb, num_alpha;
   const struct state *want;
};

static bool place(struct search *q, struct seats *s, const struct step *st, unsigned i);
static bool alpha_splits(struct search *q, struct seats *s, const struct step *st);

static struct pf_place *
seat_of(struct seats *s, unsigned i)
{
   return i < s->num_rgb ? &s->plan->rgb_place[i] : &s->plan->alpha_place[i - s->num_rgb];
}

static void
goals_of(const struct seats *s, unsigned i, uint32_t goal[3])
{
   memset(goal, 0xff, 3 * sizeof *goal);
   if (i < s->num_rgb)
      memcpy(goal, s->plan->rgb.goal[i], 3 * sizeof *goal);
   else
      goal[0] = s->plan->alpha.goal[i - s->num_rgb][0];
}

/** The goal of all channels that count; PF_NONE: they differ. */
static uint32_t
single(const uint32_t goal[3])
{
   uint32_t g = PF_NONE;
   for (unsigned c = 0; c < 3; c++) {
      if (goal[c] != PF_NONE && g != PF_NONE && goal[c] != g)
         return PF_NONE;
      g = goal[c] != PF_NONE ? goal[c] : g;
   }
   return g;
}

/** In what a stage before leaves: \p slot is the previous result or the buffer. */
static bool
place_in(struct search *q, struct seats *s, const struct step *st, unsigned i, bool buffer, bool invert)
{
   const bool rgb = i < s->num_rgb;
   uint32_t goal[3];
   goals_of(s, i, goal);
   for (unsigned c = 0; c < 3 && invert; c++)
      if (goal[c] != PF_NONE && (goal[c] = pf_goal_inverse(q->m, goal[c])) == PF_NONE)
         return false;
   struct pf_place *seat = seat_of(s, i);
   const uint32_t one = single(goal);
   bool found = false;
   /* 0 to 2: a channel for all; 3: alpha; 4: each its own */
   for (unsigned way = 0; way < 5; way++) {
      struct step next = *st;
      uint32_t *slot = buffer ? next.next.buf : next.next.prev;
      bool fits = rgb || way != PF_COLOUR;
      if (way != PF_COLOUR && one == PF_NONE)
         continue;
      if ((way == 1 || way == 2) && slot[way] == PF_NONE) /* one of three equal ones */
         continue;
      if (way == 0 && rgb && goal[0] != PF_NONE && (goal[1] & goal[2]) == PF_NONE)
         continue; /* the same as each its own */
      for (unsigned c = 0; c < 3 && fits; c++)
         if (way == PF_COLOUR)
            fits = unify(&slot[c], goal[c]) && reachable(q, slot[c], st->k, buffer);
      if (way != PF_COLOUR && fits)
         fits = unify(&slot[way], one) && reachable(q, slot[way], st->k, buffer);
      if (!fits)
         continue;
      *seat = (struct pf_place){buffer ? PF_FROM_BUFFER : PF_FROM_PREVIOUS, 0, (uint8_t)way, invert};
      found |= place(q, s, &next, i + 1);
   }
   return found;
}

/** A sample serves in one way. */
static bool
sample_place(const struct seats *s, unsigned i, const struct pf_leaf leaf[3], const uint32_t goal[3],
             struct pf_place *seat)
{
   bool own = i < s->num_rgb, same = true;
   const struct pf_leaf *first = NULL;
   for (unsigned c = 0; c < 3; c++) {
      if (goal[c] == PF_NONE)
         continue;
      if (leaf[c].kind != PF_LEAF_SAMPLE)
         return false;
      first = first ? first : &leaf[c];
      if (leaf[c].sample != first->sample || leaf[c].invert != first->invert)
         return false;
      own &= leaf[c].comp == c;
      same &= leaf[c].comp == first->comp;
   }
   if (!first || (!own && !same))
      return false;
   *seat = (struct pf_place){PF_FROM_SAMPLE, first->sample, own ? PF_COLOUR : first->comp, first->invert};
   return true;
}

/** Components of a ramp's texture in their own channels, and zeros where it has zeros. */
static bool
ramp_place(struct search *q, const struct seats *s, unsigned i, const uint32_t goal[3], struct pf_place *seat)
{
   const struct pf_polys *p = &q->m->polys;
   unsigned table = 0;
   uint16_t atom;
   for (unsigned c = 0; c < 3; c++)
      if (goal[c] != PF_NONE && pf_is_atom(p, pf_goal_poly(goal[c]), &atom) &&
          p->atoms.data[atom].kind == PF_ATOM_RAMP)
         table = p->atoms.data[atom].table;
   if (i >= s->num_rgb || !table)
      return false;
   const struct pf_sample *of = &q->m->sample[table - 1];
   for (unsigned c = 0; c < 3; c++) {
      const bool has = of->channels >> c & 1;
      if (goal[c] == PF_NONE)
         continue;
      if (pf_is_atom(p, pf_goal_poly(goal[c]), &atom)) {
         const struct pf_atom *a = &p->atoms.data[atom];
         if (a->kind != PF_ATOM_RAMP || a->table != table || a->axis != c)
            return false;
      } else if (has || pf_at(p, pf_goal_poly(goal[c]))->num_terms) {
         return false;
      }
   }
   *seat = (struct pf_place){PF_FROM_SAMPLE, (uint8_t)(table - 1), PF_COLOUR, false};
   return true;
}

static bool
place_constant(struct search *q, struct seats *s, const struct step *st, unsigned i, const uint32_t goal[3])
{
   struct step next = *st;
   const uint32_t one = single(goal);
   struct pf_place *seat = seat_of(s, i);
   *seat = (struct pf_place){PF_FROM_CONSTANT, 0, PF_COLOUR, false};
   if (one != PF_NONE) { /* its component is found when all are known */
      next.scalar[next.num_scalars] = pf_goal_poly(one);
      next.scalar_place[next.num_scalars++] = seat;
      return place(q, s, &next, i + 1);
   }
   for (unsigned c = 0; c < 3; c++) {
      if (goal[c] == PF_NONE)
         continue;
      const uint32_t poly = pf_goal_poly(goal[c]);
      if (next.constant[c] != PF_NONE && next.constant[c] != poly)
         return false;
      next.constant[c] = poly;
   }
   return place(q, s, &next, i + 1);
}

static bool
place_primary(struct search *q, struct seats *s, const struct step *st, unsigned i, const uint32_t goal[3])
{
   struct step next = *st;
   const uint32_t one = single(goal);
   struct pf_colour *colour = &next.next.colour;
   /* one component's place is free until the end: 255 asks for it */
   *seat_of(s, i) = (struct pf_place){PF_FROM_PRIMARY, 0, one != PF_NONE ? 255 : PF_COLOUR, false};
   if (q->any_colour)
      return place(q, s, &next, i + 1);
   if (one != PF_NONE ? !colour_scalar(colour, pf_goal_poly(one)) : !colour_vector(colour, goal))
      return false;
   return place(q, s, &next, i + 1);
}

/** Puts constants that may stand anywhere into components that hold them, or are free. */
static bool
settle_constants(const struct step *st, uint32_t constant[4])
{
   static const uint8_t order[4] = {3, 2, 1, 0};
   memcpy(constant, st->constant, 4 * sizeof *constant);
   for (unsigned i = 0; i < st->num_scalars; i++) {
      unsigned at = 4;
      for (unsigned k = 0; k < 4; k++)
         if (constant[order[k]] == st->scalar[i])
            at = order[k];
      for (unsigned k = 0; k < 4 && at == 4; k++)
         if (constant[order[k]] == PF_NONE)
            at = order[k];
      if (at == 4)
         return false;
      constant[at] = st->scalar[i];
      st->scalar_place[i]->take = (uint8_t)at;
   }
   return true;
}

static bool
hands_on(const struct pf_split *split, const struct pf_place *place, unsigned own)
{
   return split->func == PF_REPLACE && !split->scale && place->from == PF_FROM_PREVIOUS &&
          place->take == own && !place->invert;
}

static bool
finish(struct search *q, struct seats *s, const struct step *st)
{
   struct pf_plan *plan = s->plan;
   if (!settle_constants(st, plan->constant))
      return false;
   const bool rgb_idle = !plan->rgb_on || hands_on(&plan->rgb, &plan->rgb_place[0], PF_COLOUR);
   const bool alpha_idle = !plan->alpha_on || hands_on(&plan->alpha, &plan->alpha_place[0], 3);
   if (rgb_idle && alpha_idle)
      return false;
   struct pf_plan keep = *plan;
   bool found = false;
   if (st->k) {
      found = stage(q, st->k - 1, &st->next);
   } else {
      q->now.colour = st->next.colour;
      pf_error(q->m, &q->now);
      found = true;
      if (!q->found || q->now.error < q->best->error)
         *q->best = q->now;
      if (!q->found)
         q->nodes = MIN2(q->nodes, MORE_NODES);
      q->found = true;
   }
   *plan = keep;
   return found;
}

static bool
place(struct search *q, struct seats *s, const struct step *st, unsigned i)
{
   if (i == s->num_rgb && !s->num_alpha)
      return alpha_splits(q, s, st);
   if (i == s->num_rgb + s->num_alpha)
      return finish(q, s, st);
   uint32_t goal[3];
   struct pf_leaf leaf[3] = {{0}};
   goals_of(s, i, goal);
   bool constant = true, primary = true;
   for (unsigned c = 0; c < 3; c++) {
      if (goal[c] == PF_NONE)
         continue;
      leaf[c] = pf_leaf_of(q->m, goal[c]);
      constant &= leaf[c].kind == PF_LEAF_CONSTANT;
      primary &= leaf[c].kind == PF_LEAF_PRIMARY || (leaf[c].kind == PF_LEAF_CONSTANT && !(goal[c] & 3));
   }
   if (sample_place(s, i, leaf, goal, seat_of(s, i)) || ramp_place(q, s, i, goal, seat_of(s, i)))
      return place(q, s, st, i + 1);
   bool found = false;
   if (constant)
      found = place_constant(q, s, st, i, goal);
   else if (primary)
      found = place_primary(q, s, st, i, goal);
   if (!st->k || (constant && (found || !q->spill)))
      return found;
   for (unsigned invert = 0; invert < 2; invert++) {
      if (!constant)
         found |= place_in(q, s, st, i, false, invert);
      found |= place_in(q, s, st, i, true, invert);
   }
   return found;
}

/* ---- stages ---- */

static bool
alpha_splits(struct search *q, struct seats *s, const struct step *st)
{
   struct pf_plan *plan = s->plan;
   const uint32_t goal = s->want->prev[3];
   if (goal == PF_NONE || plan->rgb.func == PF_DOT3_RGBA) {
      plan->alpha_on = false;
      return finish(q, s, st);
   }
   bool found = false;
   for (size_t i = 0;; i++) {
      const struct pf_splits *splits = splits_of(q, &goal, PF_ALPHA);
      if (i >= splits->list.count || q->nodes == 0 || q->m->polys.full)
         break;
      if (splits->list.data[i].func == PF_DOT3_RGB)
         continue;
      q->nodes--;
      plan->alpha_on = true;
      plan->alpha = splits->list.data[i];
      s->num_alpha = plan->alpha.num;
      found |= place(q, s, st, s->num_rgb);
   }
   s->num_alpha = 0;
   return found;
}

/** Tries the formulas for the colour; \p dot: the dot product that gives alpha, too. */
static bool
rgb_splits(struct search *q, struct seats *s, const struct step *st, const uint32_t goal[3], bool dot)
{
   bool found = false;
   for (size_t i = 0;; i++) {
      const struct pf_splits *splits = splits_of(q, goal, PF_RGB);
      if (i >= splits->list.count || q->nodes == 0 || q->m->polys.full)
         break;
      const struct pf_split *split = &splits->list.data[i];
      if (dot && split->func != PF_DOT3_RGB)
         continue;
      q->nodes--;
      s->plan->rgb_on = true;
      s->plan->rgb = *split;
      if (dot)
         s->plan->rgb.func = PF_DOT3_RGBA;
      s->num_rgb = split->num;
      s->num_alpha = 0;
      found |= place(q, s, st, 0);
   }
   return found;
}

/** All formulas, once it is decided what the buffer does. */
static bool
formulas(struct search *q, struct seats *s, const struct step *st)
{
   const uint32_t *prev = s->want->prev;
   const bool any = prev[0] != PF_NONE || prev[1] != PF_NONE || prev[2] != PF_NONE;
   bool found = false;
   if (prev[3] != PF_NONE && (!any || single(prev) == prev[3])) {
      const uint32_t all[3] = {prev[3], prev[3], prev[3]};
      found |= rgb_splits(q, s, st, all, true);
   }
   if (any)
      return rgb_splits(q, s, st, prev, false) || found;
   s->plan->rgb_on = false;
   s->plan->rgb.func = PF_REPLACE;
   s->num_rgb = s->num_alpha = 0;
   return alpha_splits(q, s, st) || found;
}

/** The buffer that the next stage sees: as it is already, or what this stage sees as previous. */
static bool
carry(struct search *q, struct step *st, const struct state *want, unsigned first, unsigned end, bool update)
{
   for (unsigned c = first; c < end; c++) {
      uint32_t *slot = update ? &st->next.prev[c] : &st->next.buf[c];
      if (!unify(slot, want->buf[c]) || !reachable(q, *slot, st->k, !update))
         return false;
   }
   return true;
}

static bool
stage(struct search *q, unsigned k, const struct state *want)
{
   if (!k) {
      for (unsigned c = 0; c < 4; c++)
         if (want->buf[c] != PF_NONE && !pf_at(&q->m->polys, pf_goal_poly(want->buf[c]))->uniform)
            return false;
      for (unsigned c = 0; c < 4; c++)
         q->now.buffer[c] = want->buf[c] == PF_NONE ? PF_NONE : pf_goal_poly(want->buf[c]);
   }
   const uint64_t name = name_of(q, k, want);
   uint64_t *failed = &q->failed[name % FAILED_SIZE];
   if (*failed == name || q->nodes == 0)
      return false;
   const bool rgb = want->buf[0] != PF_NONE || want->buf[1] != PF_NONE || want->buf[2] != PF_NONE;
   const bool alpha = want->buf[3] != PF_NONE;
   bool found = false;
   for (unsigned way = 0; way < 4; way++) {
      const bool update_rgb = way & 1, update_alpha = way & 2;
      if ((update_rgb && (!rgb || k < 1 || k > 4)) || (update_alpha && (!alpha || k < 1 || k > 4)))
         continue;
      struct pf_plan *plan = &q->now.plan[k];
      struct step st = {.k = k};
      memset(plan, 0, sizeof *plan);
      memset(&st.next, 0xff, sizeof st.next);
      memset(st.constant, 0xff, sizeof st.constant);
      st.next.colour = want->colour;
      plan->update_rgb = update_rgb;
      plan->update_alpha = update_alpha;
      if (k && (!carry(q, &st, want, 0, 3, update_rgb) || !carry(q, &st, want, 3, 4, update_alpha)))
         continue;
      struct seats seats = {.plan = plan, .want = want};
      found |= formulas(q, &seats, &st);
   }
   if (!found && q->nodes && !q->m->polys.full)
      *failed = name;
   return found;
}

bool
pf_search(struct pf *m, struct pf_reach *reach, const uint32_t goal[4], bool any_colour,
          struct pf_solution *out)
{
   struct search q = {.m = m, .reach = reach, .best = out, .any_colour = any_colour};
   q.cache = calloc(CACHE_SIZE, sizeof *q.cache);
   q.failed = calloc(FAILED_SIZE, sizeof *q.failed);
   bool room = q.cache && q.failed;
   for (unsigned n = 1; n <= PF_STAGES && room && !q.found; n++)
      for (unsigned spill = 0; spill < 2 && !q.found; spill++) {
         struct state want;
         memset(&want, 0xff, sizeof want);
         want.colour.num = 0;
         memcpy(want.prev, goal, sizeof want.prev);
         bool reachable_all = true;
         for (unsigned c = 0; c < 4; c++)
            reachable_all &= pf_reach(reach, goal[c], n);
         if (!reachable_all)
            continue;
         memset(&q.now, 0, sizeof q.now);
         q.now.stages = n;
         memcpy(q.now.goal, goal, sizeof q.now.goal);
         q.spill = spill;
         q.nodes = MAX_NODES;
         stage(&q, n - 1, &want);
      }
   if (!room)
      m->polys.full = true;
   for (unsigned i = 0; q.cache && i < CACHE_SIZE; i++)
      u_vec_fini(&q.cache[i].splits.list);
   free(q.cache);
   free(q.failed);
   return q.found && !m->polys.full;
}
