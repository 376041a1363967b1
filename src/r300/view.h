/* SPDX-License-Identifier: MIT
 *
 * Sampler views: how a texture unit sees a texture. Their words are made with them, but for the address of the storage,
 * which may be replaced.
 */
#ifndef R300_VIEW_H
#define R300_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "pipe/p_screen.h"

#define R300_UNIT_DW 17 /* eight registers and the relocation's header */

struct r300_sampler_view {
   struct pipe_sampler_view base;
   uint32_t format0, format1, format2; /* without the number of levels */
   uint32_t us_format0;                /* R520: sizes above 2048 */
   uint32_t offset_B, offset_flags;    /* of the base level in the storage; TX_OFFSET's low bits */
   uint16_t format;                    /* enum pipe_format */
   uint8_t sel[4];                     /* which stored component each of RGBA is; 4 zero, 5 one */
   uint8_t levels;                     /* behind the first */
   bool is_3d, npot, filtered;
   /* 3D and of sizes that are no powers of two: coordinates are to be scaled, and kept half a texel within the edges
    * (ir_lower_tex_scale) */
   bool scaled;
   float scale[3], low[3];
   bool dxtc; /* components are exchanged, as TX_FILTER1.DXTC_SWIZZLE_ENABLE asks */
   /* packets for a unit and a sampler, up to the relocation: most are emitted for the same again and again */
   uint64_t dw_sampler; /* r300_sampler::serial; 0: none yet */
   uint8_t dw_unit, ndw;
   uint32_t dw[R300_UNIT_DW];
};

static inline struct r300_sampler_view *
r300_sampler_view(struct pipe_sampler_view *v)
{
   return (struct r300_sampler_view *)v;
}

static inline void
r300_view_assign(struct r300_sampler_view **dst, struct r300_sampler_view *v)
{
   struct r300_sampler_view *old = *dst;
   if (old == v)
      return;
   if (v)
      v->base.refcount++;
   *dst = v;
   if (old && --old->base.refcount == 0) {
      pipe_resource_unref(old->base.texture);
      free(old);
   }
}

#endif
