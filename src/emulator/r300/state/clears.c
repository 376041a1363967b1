/* SPDX-License-Identifier: MIT
 *
 * Fast clears. The chips mark blocks of depth (ZMASK) or of colours with samples (CMASK) as cleared on the chip, and what looks
 * at a block with these marks gets the value of a register. Here the pixels get that value in memory, as soon as a draw comes that
 * looks at the marks: ZB_BW_CNTL.FAST_FILL, RB3D_CCTL.CMASK_ENABLE. What reads memory past the marks before that sees
 * what was there, as on the chips. Compression of depth and colours is not seen by anybody and is left out.
 *
 * A dword of ZMASK stands for 16 blocks of 4x4 pixels, or 8x8 by GB_Z_PEQ_CONFIG, in four rows of one pipe (inferred from
 * Mesa's driver); which dword of CMASK stands for which pixels is not known: a clear of it is one of the whole buffer.
 */
#include <string.h>

#include "emulator/r300/state/derive.h"
#include "emulator/raster/raster.h"
#include "util/u_math.h"

/* Fills \p rows of all samples with \p value, a pixel's bytes. */
static void
fill(const struct emulator *e, struct r300_surface s, uint32_t rows, const void *value)
{
   uint32_t w = 1, h = 1;
   r300_surface_unit(&s, &w, &h);
   s.height_px = MIN2((uint32_t)u_align(MAX2(rows, 1), h), s.height_px);
   const uint64_t size_B = r300_surface_size(&s);
   uint8_t *p = emu_mem_ptr(&e->mem, s.address, size_B);
   for (uint64_t at = 0; p && at < size_B; at += s.bytes)
      memcpy(p + at, value, s.bytes);
}

static void
clear_depth(struct emulator *e, const struct r300_draw *d)
{
   if (!RX(ZB_BW_CNTL, FAST_FILL))
      return;
   const struct r300_surface s =
      r300_depth_surface(e, d); /* also of a draw that neither tests nor writes depth */
   uint32_t w, h;
   if (!r300_surface_unit(&s, &w, &h) || !s.pitch_px || s.pitch_px % w)
      return;
   const uint32_t side_px = 4 * (RX(GB_Z_PEQ_CONFIG, Z_PEQ_SIZE) ? 8 : 4); /* of what a dword stands for */
   const uint32_t per_row = DIV_ROUND_UP(s.pitch_px, side_px);
   const uint32_t value = e->rx.mmio.ZB_DEPTHCLEARVALUE;
   raster_execute(e->raster);
   fill(e, s, DIV_ROUND_UP(e->zmask.cleared_dw, per_row) * side_px, &value);
   e->zmask.cleared_dw = 0;
}

static void
clear_color(struct emulator *e, const struct r300_draw *d)
{
   const struct pixel_surface *c = &d->draw.surfaces.color[0];
   if (!c->bytes || !RX(RB3D_CCTL, CMASK_ENABLE))
      return;
   struct r300_surface s;
   memcpy(&s, c->layout, sizeof s);
   uint32_t value[4] = {e->rx.mmio.RB3D_COLOR_CLEAR_VALUE};
   if (e->r500 && s.bytes == 8) {
      value[0] = e->r5.mmio.RB3D_COLOR_CLEAR_VALUE_GB;
      value[1] = e->r5.mmio.RB3D_COLOR_CLEAR_VALUE_AR;
   }
   raster_execute(e->raster);
   fill(e, s, s.height_px, value);
   e->cmask.cleared_dw = 0;
}

void
r300_apply_clears(struct emulator *e, const struct r300_draw *d)
{
   if (e->zmask.cleared_dw)
      clear_depth(e, d);
   if (e->cmask.cleared_dw)
      clear_color(e, d);
}
