/* SPDX-License-Identifier: MIT
 *
 * Depth that a test for less writes comes nearer: what is farthest stays a bound, what is nearest does not; and the other way round.
 */
#include "emulator/r300/strict/hiz.h"

#include <string.h>

#include "emulator/r300/state/derive.h"

void
r300_hiz_clear(struct r300_hiz *h)
{
   *h = (struct r300_hiz){.farthest = true, .nearest = true};
}

static bool
wants_less(const struct pixel_pipeline *px)
{
   return px->z_func == PIXEL_LESS || px->z_func == PIXEL_LEQUAL;
}

static bool
wants_more(const struct pixel_pipeline *px)
{
   return px->z_func == PIXEL_GREATER || px->z_func == PIXEL_GEQUAL;
}

static bool
counts_failures(const struct pixel_pipeline *px)
{
   for (unsigned i = 0; px->stencil_enable && i < 2; i++)
      if (px->face[i].fail != PIXEL_KEEP || px->face[i].zfail != PIXEL_KEEP)
         return true;
   return false;
}

/* HiZ is on. */
static const char *
use(struct r300_hiz *h, const struct emulator *e, const struct pixel_pipeline *px, uint64_t address)
{
   const bool nearest = RX(ZB_BW_CNTL, HIZ_MIN);
   if (!(nearest ? h->nearest : h->farthest))
      return "its bounds were not cleared, or depth was written past them";
   if (h->used && h->address != address)
      return "its bounds are those of another surface";
   if (nearest ? wants_less(px) : wants_more(px))
      return "its bound is not the one that the test is about";
   if (px->z_func == PIXEL_NOTEQUAL || px->z_func == PIXEL_ALWAYS)
      return "the test may pass behind the bound";
   if (px->z_export)
      return "the pixel shader has another depth";
   if (counts_failures(px))
      return "stencil is written where the test fails";
   h->used = true;
   h->address = address;
   *(nearest ? &h->farthest : &h->nearest) = false; /* it has one of them */
   return NULL;
}

const char *
r300_hiz_draw(struct r300_hiz *h, const struct emulator *e, const struct r300_draw *d)
{
   const struct pixel_pipeline *px = &d->draw.pixel;
   struct r300_surface s;
   if (!d->draw.surfaces.depth.bytes || !px->z_enable)
      return NULL;
   memcpy(&s, d->draw.surfaces.depth.layout, sizeof s);
   if (RX(ZB_BW_CNTL, HIZ_ENABLE) && RX(SC_HYPERZ_EN, HZ_EN))
      return use(h, e, px, s.address);
   if (!px->z_write || px->z_func == PIXEL_NEVER || (h->used && h->address != s.address))
      return NULL;
   h->farthest &= wants_less(px) && !px->z_export;
   h->nearest &= wants_more(px) && !px->z_export;
   return NULL;
}
