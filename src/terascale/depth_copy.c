/* SPDX-License-Identifier: MIT
 *
 * Copies between 24-bit depth and what samplers and the CPU see of it, on R6xx and R7xx. There: a draw with
 * DEPTH_COPY and STENCIL_COPY (R6xx/R7xx 3D register reference, DB_RENDER_CONTROL) into colour 8_24, which takes
 * what the depth block has, compressed or not. Back, after the CPU has written: draws that export depth and the
 * stencil's reference.
 *
 * Both are lazy, by level and layer. While several contexts share the screen, what was drawn is copied each time
 * somebody looks: this context cannot see whether another's draws were submitted before an older copy was.
 */
#include "terascale/depth_copy.h"

#include <assert.h>
#include <stdlib.h>

#include "db/terascale/ts_regs.h"
#include "pipe/p_context.h"
#include "terascale/blit.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/cso.h"
#include "terascale/fast_clear.h"
#include "terascale/resource.h"
#include "terascale/screen.h"
#include "util/u_math.h"

struct ts_depth_copy *
ts_depth_copy_create(uint32_t layers)
{
   assert(layers <= 8); /* a bit for each */
   return calloc(1, sizeof(struct ts_depth_copy));
}

void
ts_depth_copy_destroy(struct ts_depth_copy *d)
{
   if (d && d->color)
      pipe_resource_unref(&d->color->base);
   free(d);
}

struct ts_resource *
ts_depth_copy_get(struct ts_screen *s, struct ts_resource *r)
{
   struct ts_resource *color = __atomic_load_n(&r->copy->color, __ATOMIC_ACQUIRE), *none = NULL;
   if (color)
      return color;
   color = ts_resource_create_color_copy(s, r);
   if (!color)
      return NULL;
   if (__atomic_compare_exchange_n(&r->copy->color, &none, color, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return color;
   pipe_resource_unref(&color->base); /* another context was first */
   return none;
}

static bool
is_shared(const struct ts_context *c)
{
   return __atomic_load_n(&c->screen->num_contexts, __ATOMIC_SEQ_CST) > 1;
}

/** Depth and stencil of one layer, all of it, from the depth block to the colour block. */
static void
draw_copy(struct ts_context *c, struct ts_blitter *b, struct ts_resource *r, unsigned level, unsigned layer)
{
   struct pipe_context *pc = &c->base;
   const struct ts_level *l = &r->surf.level[level];
   struct pipe_framebuffer_state fb = {.width = l->width, .height = l->height, .nr_cbufs = 1};
   fb.cbufs[0] =
      (struct pipe_surface){&r->copy->color->base, r->base.format, (uint8_t)level, (uint16_t)layer};
   fb.zsbuf = (struct pipe_surface){&r->base, r->base.format, (uint8_t)level, (uint16_t)layer};
   ts_need_space(c, 2 * TS_CS_MAX_DRAW_DW);
   pc->set_framebuffer_state(pc, &fb);
   ts_blit_rect(c, 0, 0, (float)fb.width, (float)fb.height, 0, 0, 0, 0, 0);
}

/** Copies the layers of \p layers (bits) of each level. */
static void
copy(struct ts_context *c, struct ts_blitter *b, struct ts_resource *r, unsigned first, unsigned last,
     uint8_t layers)
{
   static const float zero[4];
   struct pipe_context *pc = &c->base;
   ts_blit_begin(c, b);
   ts_blit_save_fb(c, b);
   void *blend = ts_blit_blend(c, b, 15);
   if (blend && ts_blit_color(c, b, zero)) {
      pc->bind_blend_state(pc, blend);
      pc->bind_dsa_state(pc, b->dsa_expand);
      pc->bind_rasterizer_state(pc, b->o.rast[0]);
      pc->bind_fs_state(pc, b->o.fs_color);
      c->copying_depth = true;
      for (unsigned level = first; level <= last; level++) {
         uint8_t *drawn = &r->copy->drawn[level];
         const uint8_t todo = __atomic_load_n(drawn, __ATOMIC_ACQUIRE) & layers;
         for (uint32_t m = todo; m; m &= m - 1)
            draw_copy(c, b, r, level, (unsigned)__builtin_ctz(m));
         if (!is_shared(c))
            __atomic_fetch_and(drawn, (uint8_t)~todo, __ATOMIC_ACQ_REL);
      }
      c->copying_depth = false;
   }
   ts_blit_end(c, b);
}

static bool
any(const uint8_t *newer, unsigned first, unsigned last, uint8_t layers)
{
   for (unsigned level = first; level <= last; level++)
      if (__atomic_load_n(&newer[level], __ATOMIC_ACQUIRE) & layers)
         return true;
   return false;
}

static bool
update(struct ts_context *c, struct ts_resource *r, unsigned first, unsigned last, uint8_t layers)
{
   if (c->in_blit || !any(r->copy->drawn, first, last, layers))
      return false;
   struct ts_blitter *b = ts_blitter_get(c);
   if (!b || !ts_depth_copy_get(c->screen, r)) {
      c->oom = true;
      return false;
   }
   ts_fast_expand_shared(c, r);
   copy(c, b, r, first, last, layers);
   return true;
}

bool
ts_depth_copy_update(struct ts_context *c, struct ts_resource *r, unsigned first, unsigned last, int layer)
{
   return update(c, r, first, last, layer < 0 ? 0xff : (uint8_t)(1u << layer));
}

bool
ts_depth_copy_map(struct ts_context *c, struct ts_resource *r, unsigned level, unsigned z, unsigned layers,
                  bool write, bool keep)
{
   const uint8_t bits = (uint8_t)(((1u << layers) - 1) << z);
   const bool done = keep && update(c, r, level, level, bits);
   if (write) {
      __atomic_fetch_and(&r->copy->drawn[level], (uint8_t)~bits, __ATOMIC_ACQ_REL);
      __atomic_fetch_or(&r->copy->written[level], bits, __ATOMIC_ACQ_REL);
      c->fast_check = true;
   }
   return done;
}

void
ts_depth_copy_restore(struct ts_context *c)
{
   struct ts_resource *r = c->zs.res;
   const unsigned level = c->fb.zsbuf.level, layer = c->fb.zsbuf.layer;
   const uint8_t bit = (uint8_t)(1u << layer);
   if (!r || !r->copy || c->in_blit || !any(r->copy->written, level, level, bit))
      return;
   __atomic_fetch_and(&r->copy->written[level], (uint8_t)~bit, __ATOMIC_ACQ_REL);
   ts_blit_depth(c, r->copy->color, r, level, layer);
   __atomic_fetch_and(&r->copy->drawn[level], (uint8_t)~bit,
                      __ATOMIC_ACQ_REL); /* it drew no more than that */
}

void
ts_depth_copy_drawn(struct ts_context *c)
{
   if (!(c->dsa->depth_control & TS_DB_DEPTH_CONTROL(.Z_WRITE_ENABLE = 1, .STENCIL_ENABLE = 1)))
      return;
   uint8_t *drawn = &c->zs.res->copy->drawn[c->fb.zsbuf.level];
   const uint8_t bit = (uint8_t)(1u << c->fb.zsbuf.layer);
   if (!(__atomic_load_n(drawn, __ATOMIC_RELAXED) & bit))
      __atomic_fetch_or(drawn, bit, __ATOMIC_RELEASE);
}
