/* SPDX-License-Identifier: MIT
 *
 * The scheduler of the pixel shader, and R500's order of instructions (R300's: nodes.c). Lookups go first as soon as they are ready, together, so that they run while
 * the units compute; then the first operation that is ready takes others with it, up to three of a kind in the colour
 * unit and any one in the alpha unit, as far as three sources serve them all.
 */
#include "compiler/r300/flow.h"
#include "compiler/r300/us/us.h"

#include <assert.h>

#define RGB   7u
#define ALPHA 8u

/** us_forced_lane, for which a group gets its places. */
static int
forced_lane(struct r300_ctx *c, const struct r300_op *op)
{
   if (op->out < 0)
      r300_reserve_group(c, op->dst[0]);
   return us_forced_lane(c, op);
}

static bool
in_alpha_unit(struct r300_ctx *c, const struct r300_op *op)
{
   int lane = forced_lane(c, op);
   if (op->code == R300_OP_DP4)
      return false;
   if (lane < 0 && r300_find_reg(c, ALPHA, 1) == R300_NONE)
      return false;
   return lane < 0 || lane == 3;
}

static bool
in_colour_unit(struct r300_ctx *c, const struct r300_op *op)
{
   return !r300_is_scalar(op->code) && op->code != R300_OP_DP4 && forced_lane(c, op) != 3;
}

/** May they be one operation of the colour unit with results in one vector? */
static bool
same_kind(struct r300_ctx *c, const struct us_unit *u, const struct r300_op *op)
{
   const struct r300_op *first = &c->ops[u->op[0]];
   const bool mads = us_is_mad(first->code) && us_is_mad(op->code);
   if ((op->code != first->code && !mads) || op->sat != first->sat || op->omod != first->omod ||
       op->out != first->out)
      return false;
   for (unsigned i = 0; i < u->n && op->out >= 0; i++)
      if (c->ops[u->op[i]].out_comp == op->out_comp)
         return false;
   if (op->out >= 0)
      return true;
   const struct r300_value *a = &c->values[first->dst[0]], *b = &c->values[op->dst[0]];
   if (a->group == R300_NONE || b->group == R300_NONE)
      return a->group == b->group;
   r300_reserve_group(c, op->dst[0]);
   return c->values[first->dst[0]].index == c->values[op->dst[0]].index;
}

static bool
try_into(struct r300_ctx *c, struct us_instr *in, struct us_unit *u, uint32_t i)
{
   u->op[u->n++] = i;
   if (us_fits(c, in))
      return true;
   if (r300_is_commutative(c->ops[i].code)) {
      r300_swap(&c->ops[i]);
      if (us_fits(c, in))
         return true;
      r300_swap(&c->ops[i]);
   }
   if (c->ops[i].code == R300_OP_MOV) {
      c->ops[i].added = true;
      if (us_fits(c, in))
         return true;
      c->ops[i].added = false;
   }
   u->n--;
   return false;
}

static unsigned
colour_room(const struct r300_ctx *c)
{
   for (unsigned n = 3; n; n--)
      if (r300_find_reg(c, RGB, n) != R300_NONE)
         return n;
   return 0;
}

static bool
taken(const struct us_instr *in, uint32_t i)
{
   for (unsigned k = 0; k < in->rgb.n; k++)
      if (in->rgb.op[k] == i)
         return true;
   return in->alpha.n && in->alpha.op[0] == i;
}

static void
begin_dot(struct r300_ctx *c, struct us_instr *in, uint32_t i)
{
   const struct r300_op *op = &c->ops[i];
   int lane = forced_lane(c, op);
   if (lane < 0)
      lane = colour_room(c) ? 0 : 3;
   const unsigned terms = r300_dot_terms(c, op);
   in->dot = true;
   in->dot4 = terms == 4;
   in->dot2 = terms == 2;
   in->dot_alpha = lane == 3;
   in->rgb.op[0] = i;
   in->rgb.n = 1;
}

/** A dot product in the colour unit, while the alpha unit does something else. */
static bool
try_dot(struct r300_ctx *c, struct us_instr *in, uint32_t i)
{
   begin_dot(c, in, i);
   if (!in->dot4 && !in->dot_alpha && !(c->ops[i].also_out & ALPHA) && us_fits(c, in))
      return true;
   in->dot = in->dot4 = in->dot2 = in->dot_alpha = false;
   in->rgb.n = 0;
   return false;
}

/** More operations like those in the colour unit, or the first ones. */
static void
fill_colour(struct r300_ctx *c, struct us_instr *in, uint32_t from)
{
   uint32_t seen = 0;
   const unsigned room = colour_room(c);
   for (uint32_t i = from; i != R300_NONE && in->rgb.n < 3 && seen < c->window; i = c->ops[i].next, seen++) {
      const struct r300_op *op = &c->ops[i];
      if (r300_stands_alone(op->code) || taken(in, i) || !r300_ready(c, op))
         continue;
      if (op->code == R300_OP_DP4 && !in->rgb.n && try_dot(c, in, i))
         return;
      if (!in_colour_unit(c, op) || (in->rgb.n && !same_kind(c, &in->rgb, op)))
         continue;
      if (op->out < 0 && c->values[op->dst[0]].group == R300_NONE && in->rgb.n >= room)
         continue;
      try_into(c, in, &in->rgb, i);
   }
}

static void
fill_alpha(struct r300_ctx *c, struct us_instr *in, uint32_t from)
{
   uint32_t seen = 0;
   for (uint32_t i = from; i != R300_NONE && seen < c->window; i = c->ops[i].next, seen++) {
      const struct r300_op *op = &c->ops[i];
      if (r300_stands_alone(op->code) || taken(in, i) || !r300_ready(c, op))
         continue;
      if (op->also_out & RGB) /* it takes the colour unit as well */
         continue;
      if (in_alpha_unit(c, op) && try_into(c, in, &in->alpha, i))
         return;
   }
}

/** A scalar that the colour unit puts into a lane of its own. */
static bool
in_colour_lane(struct r300_ctx *c, const struct r300_op *op)
{
   const int lane = forced_lane(c, op);
   return r300_is_scalar(op->code) && lane >= 0 && lane < 3;
}

/** The instruction that begins with an operation. */
static void
compose(struct r300_ctx *c, struct us_instr *in, uint32_t i)
{
   const struct r300_op *op = &c->ops[i];
   if (op->code == R300_OP_DP4) {
      begin_dot(c, in, i);
      bool fits = us_fits(c, in); /* r300_make_groups saw to it */
      assert(fits);
      (void)fits;
      if (!in->dot4 && !in->dot_alpha && !(op->also_out & ALPHA))
         fill_alpha(c, in, op->next);
      us_fits(c, in);
      return;
   }
   forced_lane(c, op); /* a group gets its places, whichever unit computes the first of it */
   if (in_colour_unit(c, op)) {
      fill_colour(c, in, i);
      if (in->rgb.n == 1 && in_alpha_unit(c, op)) /* alone: the colour unit may have something better to do */
         in->rgb.n = 0;
   }
   if (!in->rgb.n) {
      bool fits = try_into(c, in, &in->alpha, i);
      if (!fits)
         r300_fail(c, "internal: an operation that no unit can do (line %u)", op->line);
      if (!(c->ops[i].also_out & RGB) && !in_colour_lane(c, &c->ops[i]))
         fill_colour(c, in, c->ops[i].next);
   } else {
      fill_alpha(c, in, c->first);
   }
   us_fits(c, in); /* the last try may have failed */
}

/* ---- places of results ---- */

/** \p lanes: they were chosen with the operands. */
static void
place_unit(struct r300_ctx *c, struct us_unit *u, unsigned mask, bool lanes)
{
   const struct r300_op *first = &c->ops[u->op[0]];
   unsigned chosen = 0;
   for (unsigned i = 0; i < u->n; i++)
      chosen |= 1u << u->lane[i];
   mask = lanes ? chosen : mask;
   u->reg = R300_NONE;
   if (first->out < 0) {
      bool grouped = c->values[first->dst[0]].group != R300_NONE;
      u->reg = grouped ? c->values[first->dst[0]].index : r300_find_reg(c, mask, u->n);
      if (u->reg == R300_NONE)
         r300_no_temps(c);
   }
   for (unsigned i = 0; i < u->n; i++) {
      const struct r300_op *op = &c->ops[u->op[i]];
      if (op->out >= 0) {
         u->lane[i] = op->out_comp;
         continue;
      }
      if (lanes && !c->values[op->dst[0]].placed)
         r300_place(c, op->dst[0], u->reg, u->lane[i]);
      struct r300_value *v = &c->values[op->dst[0]];
      unsigned comp = 0;
      while (!v->placed && (!(mask >> comp & 1) || c->reg_used[u->reg] >> comp & 1))
         comp++;
      if (!v->placed)
         r300_place(c, op->dst[0], u->reg, comp);
      u->lane[i] = c->values[op->dst[0]].comp;
   }
}

static void
issue(struct r300_ctx *c, struct us_instr *in)
{
   for (unsigned i = 0; i < in->rgb.n; i++)
      r300_release(c, &c->ops[in->rgb.op[i]]);
   if (in->alpha.n)
      r300_release(c, &c->ops[in->alpha.op[0]]);
   if (in->rgb.n)
      place_unit(c, &in->rgb, in->dot_alpha ? ALPHA : RGB, r300_is_native(c) && !in->dot);
   if (in->alpha.n)
      place_unit(c, &in->alpha, ALPHA, false);
   if (r300_is_native(c))
      us_write_native(c, in);
   else
      us_write(c, in);
   for (unsigned i = 0; i < in->rgb.n; i++)
      r300_issue(c, in->rgb.op[i]);
   if (in->alpha.n)
      r300_issue(c, in->alpha.op[0]);
}

/* ---- derivatives: components that stand in one register of the colour unit's, and one of the alpha unit's ---- */

/** Adds a derivative of the same kind if its component is free in the instruction; the units' registers are those of
 * the operands, \p from. */
static void
add_derivative(struct r300_ctx *c, struct us_instr *in, uint32_t *from, uint32_t i)
{
   const struct r300_value *s = &c->values[c->ops[i].src[0].value];
   struct us_unit *u = s->comp == 3 ? &in->alpha : &in->rgb;
   uint32_t *reg = &from[s->comp == 3];
   for (unsigned k = 0; k < u->n; k++)
      if (u->lane[k] == s->comp)
         return;
   if (u->n && *reg != s->index)
      return;
   *reg = s->index;
   u->lane[u->n] = s->comp;
   u->op[u->n++] = i;
}

/** Results go to the components that the operands have. */
static void
place_derivatives(struct r300_ctx *c, struct us_unit *u)
{
   unsigned mask = 0;
   for (unsigned i = 0; i < u->n; i++)
      mask |= 1u << u->lane[i];
   u->reg = u->n ? r300_find_reg(c, mask, u->n) : R300_NONE;
   if (u->n && u->reg == R300_NONE)
      r300_no_temps(c);
   for (unsigned i = 0; i < u->n; i++)
      r300_place(c, c->ops[u->op[i]].dst[0], u->reg, u->lane[i]);
}

static void
issue_derivatives(struct r300_ctx *c, uint32_t first)
{
   struct us_instr in = {.dot = false};
   uint32_t from[2] = {0};
   for (uint32_t i = first; i != R300_NONE; i = c->ops[i].next)
      if (c->ops[i].code == c->ops[first].code && r300_ready(c, &c->ops[i]))
         add_derivative(c, &in, from, i);
   place_derivatives(c, &in.rgb); /* before the operands' registers are free: neighbours read them */
   place_derivatives(c, &in.alpha);
   us_write_derivative(c, &in, from);
   for (unsigned k = 0; k < 2; k++) {
      const struct us_unit *u = k ? &in.alpha : &in.rgb;
      for (unsigned i = 0; i < u->n; i++) {
         r300_release(c, &c->ops[u->op[i]]);
         r300_issue(c, u->op[i]);
      }
   }
}

/** A whole register, in the order that it has. */
static void
place_texel(struct r300_ctx *c, const struct r300_op *op)
{
   const uint32_t reg = r300_find_reg(c, 15, 4);
   if (reg == R300_NONE)
      r300_no_temps(c);
   for (unsigned k = 0; k < 4; k++)
      r300_place(c, op->dst[k], reg, k);
}

void
us_issue_tex(struct r300_ctx *c, uint32_t i)
{
   const struct r300_op *op = &c->ops[i];
   r300_release(c, op);
   if (r300_is_native(c)) {
      if (op->code == R300_OP_TEX)
         place_texel(c, op);
      us_write_tex_native(c, op);
      r300_issue(c, i);
      return;
   }
   if (op->code == R300_OP_TEX) {
      unsigned n = 0;
      for (unsigned k = 0; k < 4; k++)
         n += c->values[op->dst[k]].uses > 0;
      uint32_t reg = r300_find_reg(c, 15, n);
      if (reg == R300_NONE)
         r300_no_temps(c);
      unsigned comp = 0;
      for (unsigned k = 0; k < 4; k++) {
         if (!c->values[op->dst[k]].uses)
            continue;
         while (c->reg_used[reg] >> comp & 1)
            comp++;
         r300_place(c, op->dst[k], reg, comp);
      }
   }
   us_write_tex(c, op);
   r300_issue(c, i);
}

static bool
issue_lookups(struct r300_ctx *c)
{
   uint32_t seen = 0, next;
   bool any = false;
   for (uint32_t i = c->first; i != R300_NONE && seen < c->window; i = next, seen++) {
      next = c->ops[i].next;
      if ((c->ops[i].code == R300_OP_TEX || c->ops[i].code == R300_OP_KIL) && r300_ready(c, &c->ops[i])) {
         us_issue_tex(c, i);
         any = true;
      }
   }
   return any;
}

/** Components that the instruction makes. */
static unsigned
gain(const struct us_instr *in)
{
   return (in->dot ? in->dot2 ? 2u : 3u : in->rgb.n) + in->dot4 + in->alpha.n;
}

/** Of some operations that are ready, \p i the first of them, the one whose instruction takes most with it. (That an operation's
 * first two sources change places on the way changes nothing.) */
static uint32_t
best_seed(struct r300_ctx *c, uint32_t i)
{
   uint32_t best = i, left = c->seeds, seen = 0;
   unsigned most = 0;
   for (uint32_t k = i; k != R300_NONE && left && seen < c->window; k = c->ops[k].next, seen++) {
      struct us_instr in = {.dot = false};
      if (r300_stands_alone(c->ops[k].code) || !r300_ready(c, &c->ops[k]) ||
          !r300_presub_meets(c, &c->ops[k]))
         continue;
      left--;
      compose(c, &in, k);
      if (gain(&in) > most) {
         most = gain(&in);
         best = k;
      }
   }
   return best;
}

void
us_issue_alu(struct r300_ctx *c, uint32_t i)
{
   struct us_instr in = {.dot = false};
   if (c->seeds)
      i = best_seed(c, i);
   if (!r300_presub_meets(c, &c->ops[i]))
      i = r300_unfold_presub(c, i);
   compose(c, &in, i);
   issue(c, &in);
}

static void
issue_part(struct r300_ctx *c)
{
   while (c->first != R300_NONE) {
      if (issue_lookups(c))
         continue;
      uint32_t i = c->first;
      while (i != R300_NONE && !r300_ready(c, &c->ops[i]))
         i = c->ops[i].next;
      assert(i != R300_NONE);
      if (r300_is_derivative(c->ops[i].code)) {
         issue_derivatives(c, i);
         continue;
      }
      if (c->ops[i].code == R300_OP_TEX || c->ops[i].code == R300_OP_KIL)
         us_issue_tex(c, i); /* behind the window, and all in it waits for it */
      else
         us_issue_alu(c, i);
   }
}

void
r300_us500(struct r300_ctx *c)
{
   r300_make_groups(c);
   if (c->lanes)
      r300_group_scalars(c);
   r300_group_carried(c);
   r300_sched_init(c);
   r300_cut_parts(c);
   while (r300_next_part(c)) {
      issue_part(c);
      const struct r300_op *fence = r300_end_part(c);
      if (fence)
         us_write_fence(c, fence);
   }
   us_write_end(c);
   c->out->num_instrs = c->out->num_dw / 6;
   if (c->out->num_instrs > c->chip->us_alu)
      r300_fail(c, "%u instructions in the fragment shader; %s has %u", c->out->num_instrs,
                c->chip->base.name, c->chip->us_alu);
}
