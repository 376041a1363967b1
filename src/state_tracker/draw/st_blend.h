/* SPDX-License-Identifier: MIT
 *
 * Blending as GL has it, by draw buffer.
 */
#ifndef ST_BLEND_H
#define ST_BLEND_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>

#include "pipe/p_defines.h"

/** What happens to the colours of one draw buffer. */
struct st_target_blend {
   bool enabled;
   bool dual_source;   /* a factor is of the second source */
   uint8_t color_mask; /* PIPE_MASK_x */
   GLenum eq_rgb, eq_alpha, src_rgb, dst_rgb, src_alpha, dst_alpha;
};

struct st_blend {
   bool indexed; /* draw buffers may differ (OES_draw_buffers_indexed); else target[0] counts for all */
   struct st_target_blend target[PIPE_MAX_COLOR_BUFS];
   float color[4];
};

/** Blending of one draw buffer, or of none, with what else decides of the state object; and that object. */
struct st_blend_object {
   struct st_target_blend of;
   bool opaque, dither, alpha_to_coverage, advanced;
   uint32_t emptied; /* st_cso_table's when it was found */
   void *object;     /* NULL: none yet */
};

static inline const struct st_target_blend *
st_target_blend(const struct st_blend *b, unsigned i)
{
   return &b->target[b->indexed ? i : 0];
}

/** GL's initial state. */
void st_blend_init(struct st_blend *b);

#endif
