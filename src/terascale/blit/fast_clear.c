/* SPDX-License-Identifier: MIT
 *
 * Clears that do not write pixels. Colour: CMASK has four bits for each 8x8 block; filled with zeros they say
 * that the block has the colour of CB_COLOR*_CLEAR_WORD*. Depth and stencil: HTILE has a dword for each 8x8
 * tile, which a draw with DB_RENDER_CONTROL's clear bits sets in place of the pixels; from there on it also
 * lets the depth block reject and compress by the tile.
 *
 * Only all of a surface with one level and one layer, with all its components, and only while there is one
 * context (terascale/blit/fast.c). Colour with samples has to be compressed to be cleared like that ("Evergreen and
 * Northern Islands Acceleration", 8.3), which takes an FMASK. Sizes of CMASK and HTILE: the kernel's
 * r600_cs.c and evergreen_cs.c, and what public drivers allocate.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/bo.h"
#include "format/format.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/blit/blit.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/resource/format.h"
#include "terascale/resource/masks.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "util/u_debug.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

/* What smaller surfaces save in bandwidth, the expanding draw and the waits around it cost. */
#define MIN_SAMPLES (512 * 512)
/* A macro tile of FMASK with eight pipes, sixteen banks and four bytes a pixel. */
#define FMASK_ALIGN_B (8 * 16 * 4 * 64 * 4)

void
ts_fast_init(struct ts_screen *s)
{
   const bool off = u_debug(U_DEBUG_NOFASTCLEAR), all = u_debug(U_DEBUG_FASTCLEAR);
   s->fast_depth = !off && !s->ws->info.no_hierarchical_depth;
   /* Nobody is known to have tried R6xx's and R7xx's on a card. */
   s->fast_color = !off && (all || s->ops->emit_fill);
   /* Stencil: the same. Everybody clears it by drawing, beside depth that HTILE clears. */
   s->fast_stencil = all;
   s->fast_min_samples = all ? 0 : MIN_SAMPLES;
}

static bool
is_suitable(const struct ts_context *c, const struct ts_resource *r)
{
   const struct pipe_resource *p = &r->base;
   return p->target == PIPE_TEXTURE_2D && !p->last_level && p->array_size <= 1 && p->depth0 <= 1 &&
          !(p->bind & PIPE_BIND_SHARED) && r->surf.level[0].mode != TS_LINEAR_ALIGNED &&
          c->fb.width >= p->width0 && c->fb.height >= p->height0 &&
          (uint64_t)p->width0 * p->height0 * MAX2(p->nr_samples, 1) >= c->screen->fast_min_samples &&
          __atomic_load_n(&c->screen->num_contexts, __ATOMIC_SEQ_CST) == 1;
}

/* The surface's metadata, allocated at the first call. NULL: out of memory, or another context has it. */
static struct ts_fast *
get(struct ts_context *c, struct ts_resource *r, uint64_t size_B, uint32_t align_B, uint32_t fmask_tiles)
{
   struct ts_fast *f = __atomic_load_n(&r->fast, __ATOMIC_ACQUIRE);
   if (!f) {
      f = calloc(1, sizeof *f);
      if (!f)
         return NULL;
      f->size_B = size_B;
      f->fmask_B = u_align(size_B, FMASK_ALIGN_B);
      f->fmask_tiles = fmask_tiles;
      if (fmask_tiles) {
         size_B = f->fmask_B + (uint64_t)fmask_tiles * 64 * (r->base.nr_samples > 4 ? 4 : 1);
         align_B = MAX2(align_B, FMASK_ALIGN_B);
      }
      f->bo = drv_bo_create(&c->screen->bos, size_B, align_B, WS_DOMAIN_VRAM);
      if (!f->bo) {
         free(f);
         return NULL;
      }
      memset(f->bo->map, 0, size_B);
      __atomic_store_n(&r->fast, f, __ATOMIC_RELEASE);
   }
   return ts_fast_acquire(c, r) ? f : NULL;
}

/* ---- colour -------------------------------------------------------------------------------------------- */

static uint64_t
cmask_pixels(const struct ts_tiling *t, const struct ts_level *l)
{
   return ts_cmask_pixels(t, l->pitch_bl, l->height_bl);
}

/** A macro-tiled surface of its own, with the pitch of the colour and banks TS_FMASK_BANK_H tiles high.
 */
static uint32_t
fmask_tiles(const struct ts_tiling *t, const struct ts_surface *s)
{
   const struct ts_level *l = &s->level[0];
   const uint32_t macro_h = 8u * TS_FMASK_BANK_H * t->banks / s->macro_aspect;
   return (uint32_t)((uint64_t)l->pitch_bl * u_align(l->height_bl, macro_h) / 64);
}

/* As the colour block does it: normalised numbers are rounded to nearest. What else there is, is drawn. */
static bool
pack(unsigned format, const float color[4], uint32_t word[2])
{
   const struct u_format_desc *d = u_format_desc((enum pipe_format)format);
   word[0] = word[1] = 0;
   if (d->srgb || d->block_B > 8)
      return false;
   for (unsigned i = 0; i < d->channels; i++) {
      const struct u_channel *ch = &d->ch[i];
      unsigned c = 0;
      while (c < 3 && d->swizzle[c] != i)
         c++; /* what nobody sees gets alpha, as in a draw */
      uint64_t bits;
      if (ch->type == U_FLOAT && ch->bits == 32)
         bits = fui(color[c]);
      else if ((ch->type == U_UNORM || ch->type == U_VOID) && ch->bits <= 16 && color[c] == color[c])
         bits = (uint32_t)(CLAMP(color[c], 0.0f, 1.0f) * (float)((1u << ch->bits) - 1) + 0.5f);
      else
         return false;
      bits <<= ch->shift;
      word[0] |= (uint32_t)bits;
      word[1] |= (uint32_t)(bits >> 32);
   }
   return d->channels > 0;
}

/** R6xx, R7xx: SPECIAL_FORCE_CLEAR over all of target \p i. */
static void
mark_by_drawing(struct ts_context *c, unsigned i)
{
   static const float zero[4];
   struct pipe_context *pc = &c->base.base;
   struct ts_blitter *b = ts_blitter_get(c);
   void *blend = b ? ts_blit_blend(c, b, 0xfu << 4 * i) : NULL;
   if (!blend)
      return;
   ts_blit_begin(c, b);
   if (ts_blit_color(c, b, zero)) {
      c->clear_color = true;
      pc->bind_blend_state(pc, blend);
      pc->bind_dsa_state(pc, b->dsa_expand);
      pc->bind_rasterizer_state(pc, b->o.rast[0]);
      pc->bind_fs_state(pc, b->o.fs_color);
      c->base.dirty |= TS_DIRTY(CB_MISC);
      ts_blit_rect(c, 0, 0, (float)c->fb.width, (float)c->fb.height, 0, 0, 0, 0, 0);
      c->clear_color = false;
   }
   ts_blit_end(c, b);
   c->base.dirty |= TS_DIRTY(CB_MISC);
}

/** May a target have that clear colour beside those of the others? Not if they share the registers. */
static bool
is_color_free(struct ts_context *c, unsigned i, const float color[4])
{
   for (unsigned k = 0; k < c->fb.nr_cbufs && !c->ops->emit_fill; k++) {
      const struct ts_fast *f = k != i && c->cb[k].res ? ts_fast_used(c, c->cb[k].res) : NULL;
      if (f && memcmp(f->color, color, sizeof f->color))
         return false;
   }
   return c->ops->emit_fill || c->fb.samples <= 1; /* without FMASK only single samples */
}

bool
ts_fast_clear_color(struct ts_context *c, unsigned i, const float color[4])
{
   struct ts_resource *r = c->cb[i].res;
   uint32_t word[2];
   if (!c->screen->fast_color || !r || c->fb.cbufs[i].format != r->base.format || !is_suitable(c, r) ||
       !pack(r->base.format, color, word) || !is_color_free(c, i, color))
      return false;
   const struct ts_tiling *t = &c->screen->tiling;
   const uint32_t align_B = MAX2(256, t->pipes * t->group_B);
   struct ts_fast *f = get(c, r, u_align(cmask_pixels(t, &r->surf.level[0]) / 128, align_B), align_B,
                           r->base.nr_samples > 1 ? fmask_tiles(t, &r->surf) : 0);
   if (!f)
      return false;
   f->active = true;
   memcpy(f->word, word, sizeof word);
   memcpy(f->color, color, sizeof f->color);
   c->base.dirty |= TS_DIRTY(FB);
   if (c->ops->emit_fill) {
      ts_need_space(c, TS_CS_MAX_DRAW_DW);
      c->ops->emit_fill(c, f->bo, f->size_B, 0);
   } else {
      mark_by_drawing(c, i);
   }
   c->fast_check = true;
   return true;
}

uint32_t
ts_cmask_slice_max(const struct ts_context *c, const struct ts_resource *r)
{
   return (uint32_t)(cmask_pixels(&c->screen->tiling, &r->surf.level[0]) / (128 * 128)) - 1;
}

/* ---- depth and stencil --------------------------------------------------------------------------------- */

static uint64_t
htile_size_B(const struct ts_tiling *t, const struct ts_level *l)
{
   /* what dimensions are rounded up to, in tiles, by log2 of the pipes */
   static const uint8_t unit[4][2] = {
      {32, 16},
      {32, 32},
      {64, 32},
      {64, 64}
   };
   const uint8_t *u = unit[MIN2(u_log2(t->pipes), 3)];
   uint64_t w = u_align(DIV_ROUND_UP(l->pitch_bl, 8), u[0]), h = u_align(DIV_ROUND_UP(l->height_bl, 8), u[1]);
   return u_align(w * h * 4, t->pipes * MAX2(2048, t->group_B));
}

void
ts_fast_clear_depth(struct ts_context *c, double depth, bool stencil, uint8_t value)
{
   struct ts_resource *r = c->zs.res;
   const struct terascale_chip *chip = c->screen->chip;
   if (!c->screen->fast_depth || !is_suitable(c, r))
      return;
   if (chip->htile_large_bug && MAX2(r->base.width0, r->base.height0) > 7680)
      return;
   /* HTILE speaks of both: what it said before of the stencil that is to stay counts only if it counted. */
   const bool has_stencil = r->fmt->can & TS_CAN_STENCIL;
   if (has_stencil && !stencil && !ts_fast_used(c, r))
      return;
   const struct ts_tiling *t = &c->screen->tiling;
   struct ts_fast *f = get(c, r, htile_size_B(t, &r->surf.level[0]), t->pipes * t->group_B, 0);
   if (!f)
      return;
   f->active = true;
   f->depth = (float)depth;
   c->clear_depth = true;
   if (has_stencil && stencil && c->screen->fast_stencil) {
      f->stencil = value;
      c->clear_stencil = true;
   }
   c->base.dirty |= TS_DIRTY(FB);
   c->fast_check = true;
}
