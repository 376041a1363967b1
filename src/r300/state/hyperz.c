/* SPDX-License-Identifier: MIT
 *
 * What draws say of Hyper-Z: whether they look at the marks, and whether HiZ may reject blocks.
 *
 * HiZ has one bound of each block: the farthest depth, for tests that want less, or the nearest. Draws whose test is of the other
 * kind, or that may reach the buffer past it (depth from the shader, stencil that counts failures, no test at all), do without;
 * if they write, the bounds hold no longer, until the next clear.
 */
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "compiler/r300/binary.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "r300/shader.h"

/** The bound that a test is with; R300_HIZ_UNDECIDED: with either. */
static enum r300_hiz_bound
bound_of(uint8_t func)
{
   switch (func) {
   case PIPE_FUNC_LESS:
   case PIPE_FUNC_LEQUAL:
      return R300_HIZ_MAX;
   case PIPE_FUNC_GREATER:
   case PIPE_FUNC_GEQUAL:
      return R300_HIZ_MIN;
   default:
      return R300_HIZ_UNDECIDED;
   }
}

static bool
may_reject(const struct r300_context *c)
{
   const struct r300_dsa *d = c->dsa;
   const uint8_t wants = (uint8_t)bound_of(d->depth_func);
   if (!d->tests_depth || c->fs_var->bin.writes_depth || c->num_occlusion_active || !d->keeps_failed)
      return false;
   if (wants && c->hz.bound && wants != c->hz.bound)
      return false;
   return d->depth_func != PIPE_FUNC_NOTEQUAL && d->depth_func != PIPE_FUNC_ALWAYS &&
          (d->depth_func != PIPE_FUNC_EQUAL || r300_is_r500(c->screen));
}

/** ZB_BW_CNTL and SC_HYPERZ_EN of draws with a depth buffer behind marks. */
static void
controls(struct r300_context *c, uint32_t *bw, uint32_t *sc)
{
   struct r300_hyperz *h = &c->hz;
   if (r300_is_r500(c->screen))
      *bw = R5_ZB_BW_CNTL(.PEQ_PACKING_ENABLE = 1, .COVERED_PTR_MASKING_ENABLE = 1);
   if (h->expands) {
      *bw |= RX_ZB_BW_CNTL(.FAST_FILL = 1, .RD_COMP_ENABLE = 1);
      return;
   }
   if (!c->dsa->tests_depth && !c->dsa->writes_zs)
      return;
   *bw |= RX_ZB_BW_CNTL(.FAST_FILL = 1, .RD_COMP_ENABLE = 1, .WR_COMP_ENABLE = 1);
   if (!h->bounds)
      return;
   if (!may_reject(c)) {
      h->bounds = !c->dsa->writes_depth;
      return;
   }
   if (h->bound == R300_HIZ_UNDECIDED)
      h->bound = bound_of(c->dsa->depth_func) == R300_HIZ_MIN ? R300_HIZ_MIN : R300_HIZ_MAX;
   *bw |= RX_ZB_BW_CNTL(.HIZ_ENABLE = 1, .HIZ_MIN = h->bound == R300_HIZ_MIN);
   if (r300_is_r500(c->screen))
      *bw |= R5_ZB_BW_CNTL(.HIZ_EQUAL_REJECT_ENABLE = 1);
   *sc |= RX_SC_HYPERZ_EN(.HZ_EN = 1, .HZ_MAX = bound_of(c->dsa->depth_func) == R300_HIZ_MIN);
}

void
r300_emit_hyperz(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct r300_hyperz *h = &c->hz;
   uint32_t bw = 0, sc = RX_SC_HYPERZ_EN(.HZ_ADJ = 7); /* as Mesa has it, also while it is off */
   /* A blit may have put other targets in place of the marks' surface. */
   if (h->live && c->fb.zsbuf.texture) {
      controls(c, &bw, &sc);
      cs_reg(cs, RX_ZB_ZCACHE_CTLSTAT_OFFSET, RX_ZB_ZCACHE_CTLSTAT(.ZC_FLUSH = 1, .ZC_FREE = 1));
      cs_reg(cs, RX_ZB_DEPTHCLEARVALUE_OFFSET, h->value);
      cs_reg(cs, RX_ZB_ZMASK_OFFSET_OFFSET, 0);
      cs_reg(cs, RX_ZB_ZMASK_PITCH_OFFSET, RX_ZB_ZMASK_PITCH(.ZMASK_PITCH = h->zmask_px / 16));
      cs_reg(cs, RX_ZB_HIZ_OFFSET_OFFSET, 0);
      cs_reg(cs, RX_ZB_HIZ_PITCH_OFFSET, RX_ZB_HIZ_PITCH(.HIZ_PITCH = h->hiz_px / 16));
      if (c->chip->from_rv350)
         cs_reg(cs, RX_GB_Z_PEQ_CONFIG_OFFSET, RX_GB_Z_PEQ_CONFIG(.Z_PEQ_SIZE = h->large));
   }
   if (c->lower_half.row) {
      cs_reg(cs, RX_ZB_DEPTHCLEARVALUE_OFFSET, c->lower_half.value);
      bw = RX_ZB_BW_CNTL(.ZB_CB_CLEAR = 1);
   }
   cs_reg(cs, RX_ZB_BW_CNTL_OFFSET, bw);
   cs_reg(cs, RX_SC_HYPERZ_EN_OFFSET, sc);
}

uint32_t
r300_hyperz_expanding_zb_cntl(void)
{
   return RX_ZB_CNTL(.ZWRITEENABLE = 1);
}
