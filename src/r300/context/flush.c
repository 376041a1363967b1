/* SPDX-License-Identifier: MIT
 *
 * Caches and waits, and what a stream says once.
 */
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "util/u_math.h"

#define VAP_TIMEOUT 0xFFFF

/** What SC measures from before R500. */
static uint32_t
origin(const struct r300_context *c)
{
   return r300_is_r500(c->screen) ? 0 : R300_SC_ORIGIN;
}

void
r300_emit_flush(struct r300_context *c, uint32_t flags)
{
   struct drv_cs *cs = &c->base.cs;
   if (flags & R300_FLUSH_TARGETS) {
      /* Writing these makes SC and US idle; the rectangle is the framebuffer's, which covers what any draw may touch. */
      const uint32_t o = origin(c);
      cs_regs(cs, RX_SC_SCISSOR0_OFFSET, 2);
      cs_dw(cs, RX_SC_SCISSOR0(.XS0 = o, .YS0 = o));
      cs_dw(cs, RX_SC_SCISSOR1(.XS1 = o + MAX2(c->fb.width, 1) - 1, .YS1 = o + MAX2(c->fb.height, 1) - 1));
      cs_reg(cs, RX_RB3D_DSTCACHE_CTLSTAT_OFFSET,
             RX_RB3D_DSTCACHE_CTLSTAT(.DC_FLUSH = RX_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH__FLUSH_DIRTY,
                                      .DC_FREE = RX_RB3D_DSTCACHE_CTLSTAT__DC_FREE__FREE_TAGS));
      cs_reg(cs, RX_ZB_ZCACHE_CTLSTAT_OFFSET, RX_ZB_ZCACHE_CTLSTAT(.ZC_FLUSH = 1, .ZC_FREE = 1));
      cs_reg(cs, RX_WAIT_UNTIL_OFFSET, RX_WAIT_UNTIL(.WAIT_3D_IDLECLEAN = 1));
   }
   if (flags & R300_FLUSH_INV_TEX)
      cs_reg(cs, RX_TX_INVALTAGS_OFFSET, 0);
}

void
r300_emit_invariant(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const float largest_z = 16777215.0f; /* 24 bits */
   cs_reg(cs, RX_GB_SELECT_OFFSET, 0);
   cs_reg(cs, RX_FG_FOG_BLEND_OFFSET, 0);
   cs_reg(cs, RX_GA_OFFSET_OFFSET, 0);
   cs_reg(cs, RX_SU_TEX_WRAP_OFFSET, 0);
   cs_regs(cs, RX_SU_DEPTH_SCALE_OFFSET, 2);
   cs_dw(cs, fui(largest_z));
   cs_dw(cs, 0); /* SU_DEPTH_OFFSET */
   cs_reg(cs, RX_SC_EDGERULE_OFFSET, R300_EDGE_RULE);
   if (c->chip->from_rv350) {
      cs_regs(cs, RX_RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD_OFFSET, 2);
      cs_dw(cs, 0x01010101);
      cs_dw(cs, 0xFEFEFEFE);
   }
   if (r300_is_r500(c->screen)) {
      cs_reg(cs, R5_GA_COLOR_CONTROL_PS3_OFFSET, 0);
      cs_reg(cs, R5_SU_TEX_WRAP_PS3_OFFSET, 0);
      cs_reg(cs, R5_VAP_TEX_TO_COLOR_CNTL_OFFSET, 0);
      cs_reg(cs, R5_VAP_INDEX_OFFSET_OFFSET, 0);
   }
   cs_reg(cs, RX_RB3D_ROPCNTL_OFFSET, 0);
   cs_reg(cs, RX_VAP_CNTL_STATUS_OFFSET, RX_VAP_CNTL_STATUS(.PVS_BYPASS = !c->chip->tcl));
   cs_reg(cs, RX_VAP_PVS_VTX_TIMEOUT_REG_OFFSET, VAP_TIMEOUT);
   /* All of SGN_NORM_METHOD_0 to 15: (2c + 1) / (2^n - 1), as ES 2.0.25 2.1.2 has it. */
   cs_reg(cs, RX_VAP_PSC_SGN_NORM_CNTL_OFFSET, 0xAAAAAAAA);
   cs_reg(cs, RX_VAP_VTX_STATE_CNTL_OFFSET, 0x5555); /* as Mesa has it: user colour 0 for each */
   /* Gouraud shading of all colours, the last vertex provokes. */
   cs_reg(cs, RX_GA_COLOR_CONTROL_OFFSET,
          RX_GA_COLOR_CONTROL(.RGB0_SHADING = 2, .ALPHA0_SHADING = 2, .RGB1_SHADING = 2, .ALPHA1_SHADING = 2,
                              .RGB2_SHADING = 2, .ALPHA2_SHADING = 2, .RGB3_SHADING = 2, .ALPHA3_SHADING = 2,
                              .PROVOKING_VERTEX = RX_GA_COLOR_CONTROL__PROVOKING_VERTEX__LAST));
}
