/* SPDX-License-Identifier: MIT
 *
 * Copies between 24-bit depth and what samplers and the CPU see of it, on R6xx and R7xx. There: a draw with
 * DEPTH_COPY and STENCIL_COPY (R6xx/R7xx 3D register reference, DB_RENDER_CONTROL) into colour 8_24 or X24_8_32F, which takes
 * what the depth block has, compressed or not. Back, after the CPU has written: draws that export depth and the
 * stencil's reference.
 *
 * Both are lazy, by level and layer. While several contexts share the screen, what was drawn is copied each time
 * somebody looks: this context cannot see whether another's draws were submitted before an older copy was.
 */
#include "terascale/blit/depth_copy.h"

#include <assert.h>
#include <stdlib.h>

#include "db/terascale/db_format_numbers.h"
#include "db/terascale/ts_regs.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/blit/blit.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/resource/resource.h"
#include "terascale/screen.h"
#include "terascale/state/cso.h"
#include "util/u_math.h"

/* ts_depth_copy::newer */
enum {
   DRAWN = 1,  /* the depth block has drawn since the copy was made */
   WRITTEN = 2 /* the CPU has written the copy since */
};

struct ts_depth_copy *
ts_depth_copy_create(uint32_t layers)
{
   struct ts_depth_copy *d = calloc(1, sizeof *d + (size_t)TS_MAX_LEVELS * layers);
   if (d)
      d->layers = layers;
   return d;
}

static uint8_t *
newer(struct ts_depth_copy *d, unsigned level, unsigned layer)
{
   assert(level < TS_MAX_LEVELS && layer < d->layers);
   return &d->newer[(size_t)level * d->layers + layer];
}

static bool
is_newer(struct ts_depth_copy *d, unsigned level, unsigned layer, uint8_t which)
{
   return __atomic_load_n(newer(d, level, layer), __ATOMIC_ACQUIRE) & which;
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
draw_copy(struct ts_context *c, struct ts_resource *r, struct ts_resource *color, unsigned level,
          unsigned layer)
{
   struct pipe_context *pc = &c->base.base;
   const struct ts_level *l = &r->surf.level[level];
   struct pipe_framebuffer_state fb = {
      .width = l->width, .height = l->height, .samples = r->base.nr_samples, .nr_cbufs = 1};
   fb.cbufs[0] = (struct pipe_surface){&color->base, r->base.format, (uint8_t)level, (uint16_t)layer};
   fb.zsbuf = (struct pipe_surface){&r->base, r->base.format, (uint8_t)level, (uint16_t)layer};
   ts_need_space(c, 2 * TS_CS_MAX_DRAW_DW);
   pc->set_framebuffer_state(pc, &fb);
   ts_blit_rect(c, 0, 0, (float)fb.width, (float)fb.height, 0, 0, 0, 0, 0);
}

/** Before draw_copy; end_copies in any case. False: out of memory. */
static bool
begin_copies(struct ts_context *c, struct ts_blitter *b)
{
   static const float zero[4];
   struct pipe_context *pc = &c->base.base;
   ts_blit_begin(c, b);
   drv_blit_save_fb(&b->saved, &c->fb);
   void *blend = ts_blit_blend(c, b, 15);
   if (!blend || !ts_blit_color(c, b, zero))
      return false;
   pc->bind_blend_state(pc, blend);
   pc->bind_dsa_state(pc, b->dsa_expand);
   pc->bind_rasterizer_state(pc, b->o.rast[0]);
   pc->bind_fs_state(pc, b->o.fs_color);
   c->copying_depth = true;
   return true;
}

static void
end_copies(struct ts_context *c, struct ts_blitter *b)
{
   c->copying_depth = false;
   ts_blit_end(c, b);
}

/** Some levels, and some layers of each. */
struct part {
   unsigned first, last; /* level */
   unsigned z, layers;
};

/** Copies what was drawn of a part. */
static void
copy(struct ts_context *c, struct ts_blitter *b, struct ts_resource *r, const struct part *p)
{
   const bool begun = begin_copies(c, b);
   for (unsigned level = p->first; begun && level <= p->last; level++) {
      for (unsigned layer = p->z; layer < p->z + p->layers; layer++) {
         if (!is_newer(r->copy, level, layer, DRAWN))
            continue;
         draw_copy(c, r, r->copy->color, level, layer);
         if (!is_shared(c))
            __atomic_fetch_and(newer(r->copy, level, layer), (uint8_t)~DRAWN, __ATOMIC_ACQ_REL);
      }
   }
   end_copies(c, b);
}

static bool
any_drawn(struct ts_depth_copy *d, const struct part *p)
{
   for (unsigned level = p->first; level <= p->last; level++)
      for (unsigned layer = p->z; layer < p->z + p->layers; layer++)
         if (is_newer(d, level, layer, DRAWN))
            return true;
   return false;
}

static bool
update(struct ts_context *c, struct ts_resource *r, const struct part *p)
{
   if (c->in_blit || !any_drawn(r->copy, p))
      return false;
   struct ts_blitter *b = ts_blitter_get(c);
   if (!b || !ts_depth_copy_get(c->screen, r)) {
      c->base.oom = true;
      return false;
   }
   ts_fast_expand_shared(c, r);
   copy(c, b, r, p);
   return true;
}

bool
ts_depth_copy_update(struct ts_context *c, struct ts_resource *r, unsigned first, unsigned last, int layer)
{
   const struct part p = {first, last, layer < 0 ? 0 : (unsigned)layer, layer < 0 ? r->copy->layers : 1};
   return update(c, r, &p);
}

bool
ts_depth_copy_map(struct ts_context *c, struct ts_resource *r, unsigned level, unsigned z, unsigned layers,
                  bool write, bool keep)
{
   const struct part p = {level, level, z, layers};
   const bool done = keep && update(c, r, &p);
   if (write) {
      for (unsigned layer = z; layer < z + layers; layer++)
         __atomic_store_n(newer(r->copy, level, layer), WRITTEN, __ATOMIC_RELEASE);
      c->fast_check = true;
   }
   return done;
}

void
ts_depth_copy_restore(struct ts_context *c)
{
   struct ts_resource *r = c->zs.res;
   const unsigned level = c->fb.zsbuf.level, layer = c->fb.zsbuf.layer;
   if (!r || !r->copy || c->in_blit || !is_newer(r->copy, level, layer, WRITTEN))
      return;
   __atomic_fetch_and(newer(r->copy, level, layer), (uint8_t)~WRITTEN, __ATOMIC_ACQ_REL);
   const struct ts_level *l = &r->surf.level[level];
   const struct pipe_box all = {0, 0, (int32_t)layer, (int32_t)l->width, (int32_t)l->height, 1};
   const struct pipe_blit_info info = {
      .dst = {&r->base,              r->base.format, (uint16_t)level, all},
      .src = {&r->copy->color->base, r->base.format, (uint16_t)level, all},
      .mask = PIPE_BLIT_DEPTH | PIPE_BLIT_STENCIL,
   };
   ts_blit_depth(c, &info);
   /* it drew no more than that */
   __atomic_fetch_and(newer(r->copy, level, layer), (uint8_t)~DRAWN, __ATOMIC_ACQ_REL);
}

void
ts_depth_copy_drawn(struct ts_context *c)
{
   if (!(c->dsa->depth_control & TS_DB_DEPTH_CONTROL(.Z_WRITE_ENABLE = 1, .STENCIL_ENABLE = 1)))
      return;
   uint8_t *flags = newer(c->zs.res->copy, c->fb.zsbuf.level, c->fb.zsbuf.layer);
   if (!(__atomic_load_n(flags, __ATOMIC_RELAXED) & DRAWN))
      __atomic_fetch_or(flags, DRAWN, __ATOMIC_RELEASE);
}

/* ---- samples ---- */

/** Zeros in all samples of \p color, between begin_copies and draw_copy: bits that depth's format does not use (the 24 beside
 * stencil in X24_8_32F) are in one component with others, and differ between samples where nobody has written them. */
static void
draw_zeros(struct ts_context *c, struct ts_resource *color)
{
   const struct pipe_framebuffer_state fb = {
      .width = color->base.width0,
      .height = color->base.height0,
      .samples = color->base.nr_samples,
      .nr_cbufs = 1,
      .cbufs = {{&color->base, color->base.format, 0, 0}},
   };
   c->copying_depth = false;
   c->base.base.set_framebuffer_state(&c->base.base, &fb);
   ts_blit_rect(c, 0, 0, (float)fb.width, (float)fb.height, 0, 0, 0, 0, 0);
   c->copying_depth = true;
   c->base.dirty |= TS_DIRTY(DB_MISC);
}

/** Colour with texels as wide as those of \p r, of a format whose mean of equal texels is that texel. */
static struct ts_resource *
create_color(struct ts_context *c, const struct ts_resource *r, unsigned samples)
{
   static const uint8_t formats[] = {
      [2] = PIPE_FORMAT_R8G8_UNORM,
      [4] = PIPE_FORMAT_R8G8B8A8_UNORM,
      [8] = PIPE_FORMAT_R16G16B16A16_UNORM,
   };
   _Static_assert(PIPE_FORMAT_COUNT <= 256, "formats fit bytes");
   struct pipe_screen *ps = &c->screen->base;
   struct pipe_resource templ = r->base;
   templ.format = formats[r->fmt->block_B];
   templ.nr_samples = (uint8_t)samples;
   templ.usage = PIPE_USAGE_DEFAULT;
   templ.bind = PIPE_BIND_RENDER_TARGET;
   return ts_resource(ps->resource_create(ps, &templ));
}

struct ts_resource *
ts_depth_copy_sample(struct ts_context *c, struct ts_resource *r)
{
   struct ts_blitter *b = ts_blitter_get(c);
   struct ts_resource *all = create_color(c, r, r->base.nr_samples), *one = create_color(c, r, 0);
   if (b && all && one) {
      if (begin_copies(c, b)) {
         if (r->fmt->hw == DB_FMT_X24_8_32F)
            draw_zeros(c, all);
         draw_copy(c, r, all, 0, 0);
      }
      end_copies(c, b);
      const struct pipe_box box = {0, 0, 0, (int32_t)r->base.width0, (int32_t)r->base.height0, 1};
      const struct pipe_blit_info mean = {
         .dst = {&one->base, one->base.format, 0, box},
         .src = {&all->base, all->base.format, 0, box},
         .mask = PIPE_BLIT_COLOR,
      };
      ts_resolve(c, &mean);
   } else {
      c->base.oom = true;
      if (one)
         pipe_resource_unref(&one->base);
      one = NULL;
   }
   if (all)
      pipe_resource_unref(&all->base);
   return one;
}
