/* SPDX-License-Identifier: MIT
 *
 * Registers of fog: GB_SELECT (what it goes by), GA_FOG_* and FG_FOG_*. What is made of them stands in rs/fog.c.
 */
#include "emulator/r300/state/derive.h"
#include "util/u_math.h"

bool
derive_fog(struct emulator *e, struct r300_draw *d)
{
   struct r300_fog *f = &d->fog;
   f->blend = RX(FG_FOG_BLEND, ENABLE);
   f->value = f->blend || RX(GB_SELECT, FOG_STUFF_ENABLE);
   if (!f->value)
      return true;
   f->fn = (uint8_t)RX(FG_FOG_BLEND, FN);
   f->from = (uint8_t)RX(GB_SELECT, FOG_SELECT);
   if (f->from > R300_FOG_Z)
      return r300_error(e, "GB_SELECT: there is no source %u of fog", f->from);
   if (f->blend && d->us.targets & ~1u)
      return r300_error(e, "FG_FOG_BLEND: fog with several colours is not implemented");
   f->scale = uif(e->rx.mmio.GA_FOG_SCALE);
   f->offset = uif(e->rx.mmio.GA_FOG_OFFSET);
   f->factor = (float)RX(FG_FOG_FACTOR, FACTOR) / 1023;
   f->color[0] = (float)RX(FG_FOG_COLOR_R, RED) / 1023;
   f->color[1] = (float)RX(FG_FOG_COLOR_G, GREEN) / 1023;
   f->color[2] = (float)RX(FG_FOG_COLOR_B, BLUE) / 1023;
   d->us.varies |= f->blend;
   if (f->from < R300_COLORS)
      d->params_read |= (uint16_t)(1u << f->from);
   return true;
}
