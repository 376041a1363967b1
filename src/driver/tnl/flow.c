/* SPDX-License-Identifier: MIT
 *
 * Loops of vertex shaders on rows: all lanes compute all rounds that one of them runs; a lane that has left keeps what it
 * left with, in rows of their own (tnl_keep).
 */
#include "driver/tnl/program.h"

#include "util/u_math.h"

static uint32_t
mask_of(const struct tnl_run *r, uint32_t row, unsigned lane)
{
   return fui(r->rows[row].f[lane]);
}

void
tnl_enter(const struct tnl_step *s, const struct tnl_run *r)
{
   r->flow->rounds[s->depth] = 0;
   for (unsigned l = 0; l < r->lanes; l++) {
      const uint32_t around = s->src[0] == TNL_NO_ROW ? ~0u : mask_of(r, s->src[0], l);
      r->rows[s->dst].f[l] = uif(l < r->flow->lanes ? around : 0);
   }
}

void
tnl_leaving(const struct tnl_step *s, const struct tnl_run *r)
{
   for (unsigned l = 0; l < r->lanes; l++) {
      const bool is = fui(r->rows[s->src[0]].f[l]) != 0;
      r->rows[s->dst].f[l] = uif(is == s->when ? mask_of(r, s->src[1], l) : 0);
   }
}

void
tnl_keep(const struct tnl_step *s, const struct tnl_run *r)
{
   for (unsigned l = 0; l < r->lanes; l++)
      if (mask_of(r, s->src[1], l))
         r->rows[s->dst].f[l] = r->rows[s->src[0]].f[l];
}

void
tnl_leave(const struct tnl_step *s, const struct tnl_run *r)
{
   uint32_t any = 0;
   for (unsigned l = 0; l < r->lanes; l++) {
      const uint32_t left = mask_of(r, s->dst, l) & ~mask_of(r, s->src[0], l);
      r->rows[s->dst].f[l] = uif(left);
      any |= left;
   }
   if (!any)
      r->flow->next = (uint32_t)s->slot;
}

void
tnl_again(const struct tnl_step *s, const struct tnl_run *r)
{
   if (++r->flow->rounds[s->depth] < s->max)
      r->flow->next = (uint32_t)s->slot;
}
