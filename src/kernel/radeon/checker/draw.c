/* SPDX-License-Identifier: MIT
 * What the kernel looks at before a draw: stream-out, colour buffers, depth and stencil, each when something of
 * it has changed. After r600_cs_track_check and evergreen_cs_track_check. */
#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "kernel/radeon/checker/rules.h"

unsigned
check_target_of_size(const struct checker *c, uint32_t offset)
{
   if (check_is_r6(c))
      return (offset - R6_CB_COLOR_SIZE_OFFSET(0)) / 4;
   uint32_t d = offset - EG_CB_COLOR_SLICE_OFFSET(0),
            first8 = EG_CB_COLOR_SLICE_OFFSET(8) - EG_CB_COLOR_SLICE_OFFSET(0);
   if (d < first8)
      return d / (EG_CB_COLOR_SLICE_OFFSET(1) - EG_CB_COLOR_SLICE_OFFSET(0));
   return 8 + (d - first8) / (EG_CB_COLOR_SLICE_OFFSET(9) - EG_CB_COLOR_SLICE_OFFSET(8));
}

bool
check_draw(struct checker *c)
{
   bool r6 = check_is_r6(c), depth_seen = true;
   if (c->strmout_new && !check_strmout(c))
      return false;
   if (!c->colors_new && !c->depth_new)
      return true;
   if (ctx_get(c, r6 ? R6_SX_MISC_OFFSET : EG_SX_MISC_OFFSET) & 1) /* MULTIPASS: nothing is drawn */
      return true;
   if (c->colors_new && !(r6 ? check_r6_colors(c) : check_eg_colors(c)))
      return false;
   c->colors_new = false;
   if (c->depth_new && !(r6 ? check_r6_depth(c, &depth_seen) : check_eg_depth(c)))
      return false;
   c->depth_new &= !depth_seen;
   return true;
}
