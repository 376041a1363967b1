/* SPDX-License-Identifier: MIT
 *
 * Draws whose program is one lookup: what registers hold and what textures give becomes what a pixel is made of.
 */
#include <string.h>

#include "emulator/r300/state/derive.h"

/* The write that leaves something in a register, if it is one and interpolated. */
static const struct rs_write *
write_of(const struct r300_draw *d, unsigned reg)
{
   const struct rs_write *found = NULL;
   for (unsigned i = 0; i < d->num_writes; i++) {
      if (d->write[i].reg != reg)
         continue;
      if (found)
         return NULL;
      found = &d->write[i];
   }
   return found && !found->face && !found->position ? found : NULL;
}

static bool
find_left(const struct r300_draw *d, struct us_left from, struct r300_left *out)
{
   *out = (struct r300_left){write_of(d, from.reg), from.comp};
   return out->write && out->write->from[from.comp & 3] != RS_FROM_FOG;
}

/* Is the third coordinate's part of a level of detail 0, because it is a number? */
static bool
third_is_number(const struct r300_draw *d, const struct us_lookup *l)
{
   const struct us_left r = l->coord[2];
   if (r.comp == US_ANYTHING)
      return false;
   for (unsigned axis = 0; axis < 2; axis++)
      if (r.reg == l->coord[axis].reg && r.comp == l->coord[axis].comp)
         return true;
   const struct rs_write *w = write_of(d, r.reg);
   if (!w)
      return !(d->loaded[r.reg / 64] >> (r.reg % 64) & 1); /* it is 0 then */
   return w->from[r.comp] == RS_FROM_ZERO || w->from[r.comp] == RS_FROM_ONE;
}

static bool
find_channel(const struct r300_draw *d, const struct tx_view *v, const struct us_channel *c,
             struct r300_channel *out)
{
   *out = (struct r300_channel){.texel = TX_SELECT_ONE, .clamp = c->clamp, .number = c->number};
   if (c->texel != US_NO_TEXEL) {
      const unsigned comp = v->setup.select[c->texel];
      out->texel = comp < v->comps ? (uint8_t)comp : comp == TX_SELECT_ONE ? TX_SELECT_ONE : TX_SELECT_ZERO;
   }
   switch (c->factor) {
   case US_TIMES_ONE:
      return true;
   case US_TIMES_CONSTANT:
      out->number = d->us.constant[c->constant][c->comp];
      /* fallthrough */
   case US_TIMES_NUMBER:
      out->factor = R300_TIMES_NUMBER;
      return true;
   case US_TIMES_LEFT:
      out->factor = R300_TIMES_LEFT;
      return find_left(d, c->left, &out->left);
   }
   return false;
}

static bool
find_lookup(const struct r300_draw *d, struct r300_lookup *out)
{
   const struct us_lookup *l = &d->us.program->lookup;
   const struct tx_view *v = d->us.view[l->unit];
   if (!l->is || !v || !v->rows_of_four || v->setup.dim != TX_2D || d->fog.blend)
      return false;
   out->view = v;
   out->target = l->target;
   if (!find_left(d, l->coord[0], &out->coord[0]) || !find_left(d, l->coord[1], &out->coord[1]) ||
       (tx_needs_lod(v) && !third_is_number(d, l)))
      return false;
   out->plain = out->in_range = true;
   for (unsigned k = 0; k < 4; k++) {
      struct r300_channel *c = &out->out[k];
      if (!find_channel(d, v, &l->out[d->output_select[l->target][k] & 3], c))
         return false;
      out->plain &= c->factor == R300_TIMES_ONE;
      out->in_range &= c->factor == R300_TIMES_ONE || c->clamp;
   }
   return true;
}

void
derive_lookup(struct r300_draw *d)
{
   memset(&d->lookup, 0, sizeof d->lookup);
   d->lookup.is = find_lookup(d, &d->lookup);
}
