/* SPDX-License-Identifier: MIT
 *
 * The draw: checks, vertices and indices (vertices.c), dirty atoms, draw packet.
 */
#include <assert.h>

#include "compiler/ir/ir.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/blit/depth_copy.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw/draw.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "terascale/verify.h"
#include "util/u_math.h"

/* VGT_PRIMITIVE_TYPE.PRIM_TYPE, the same on all generations. */
static const uint8_t vgt_prim[] = {
   [PIPE_PRIM_POINTS] = 1,       [PIPE_PRIM_LINES] = 2,     [PIPE_PRIM_LINE_LOOP] = 0x12,
   [PIPE_PRIM_LINE_STRIP] = 3,   [PIPE_PRIM_TRIANGLES] = 4, [PIPE_PRIM_TRIANGLE_STRIP] = 6,
   [PIPE_PRIM_TRIANGLE_FAN] = 5,
};

static const uint8_t prim_class[] = {
   [PIPE_PRIM_POINTS] = TS_PRIM_POINTS,          [PIPE_PRIM_LINES] = TS_PRIM_LINES,
   [PIPE_PRIM_LINE_LOOP] = TS_PRIM_LINES,        [PIPE_PRIM_LINE_STRIP] = TS_PRIM_LINES,
   [PIPE_PRIM_TRIANGLES] = TS_PRIM_TRIANGLES,    [PIPE_PRIM_TRIANGLE_STRIP] = TS_PRIM_TRIANGLES,
   [PIPE_PRIM_TRIANGLE_FAN] = TS_PRIM_TRIANGLES,
};

_Static_assert(ARRAY_SIZE(vgt_prim) == ARRAY_SIZE(prim_class), "one for each primitive");

static void
storage_changed(struct ts_context *c)
{
   c->storage_serial = __atomic_load_n(&c->screen->storage_serial, __ATOMIC_RELAXED);
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      c->stage[i].views_dirty = c->stage[i].views_bound;
   ts_consts_moved(c);
   ts_streamout_moved(c);
   c->base.dirty |= TS_DIRTY(FB) | TS_DIRTY(VERTEX_BUFFERS) | TS_DIRTY(TEX_VS) | TS_DIRTY(TEX_FS);
}

void
ts_draw_vbo(struct pipe_context *pc, const struct pipe_draw_info *info)
{
   struct ts_context *c = ts_context(pc);
   if (!c->blend || !c->dsa || !c->rast || !c->velems || !c->vs || !c->fs || !info->count ||
       !info->instance_count)
      return;
   if (__builtin_expect(__atomic_load_n(&c->screen->any_streamed, __ATOMIC_RELAXED), 0))
      ts_streamout_sync_draw(c, info);
   if (__builtin_expect(c->fs->fb_fetch_mask, 0) && c->fs->ir->fb_fetch_coherent && ts_draw_split(c, info))
      return;
   if (c->fast_check && !c->in_blit)
      ts_fast_before_draw(c);
   assert(info->mode < ARRAY_SIZE(vgt_prim));
   struct ts_draw d = {
      .prim = vgt_prim[info->mode],
      .count = info->count,
      .instances = info->instance_count,
      .restart = -1,
   };
   ts_need_space(c, TS_CS_MAX_DRAW_DW);
   if (__atomic_load_n(&c->screen->storage_serial, __ATOMIC_RELAXED) != c->storage_serial)
      storage_changed(c);
   if (info->index_size_B && !ts_prepare_indices(c, info, &d))
      return;
   if (c->in_blit)
      d.index_bias = info->start; /* the blitter filled vbuf */
   else if (!ts_prepare_vertices(c, info, &d))
      return;
   if (c->shaders_stale && !ts_validate_shaders(c))
      return;
   if (__builtin_expect(c->fs_var->bin.fb_fetch_mask, 0) && !ts_bind_fb_views(c))
      return;
   if (prim_class[info->mode] != c->prim_class) {
      c->prim_class = prim_class[info->mode];
      c->base.dirty |= TS_DIRTY(VIEWPORT);
   }
   if (__builtin_expect(c->so.on, 0))
      ts_streamout_leave(c);
   if (c->flush) {
      c->ops->emit_flush(c, c->flush);
      c->flush = 0;
   }
   uint32_t dirty = c->base.dirty;
   c->base.dirty = 0;
   while (dirty) {
      unsigned i = (unsigned)__builtin_ctz(dirty);
      dirty &= dirty - 1;
      c->ops->emit[i](c);
   }
   assert(c->base.in_stream); /* since ts_need_space */
   assert(ts_verify_holds(c));
   if (__builtin_expect(c->so.count, 0))
      ts_streamout_enter(c);
   c->ops->emit_draw(c, &d);
   c->drew_since_flush = true;
   if (c->zs.copied)
      ts_depth_copy_drawn(c);
}
