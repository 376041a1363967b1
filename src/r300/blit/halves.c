/* SPDX-License-Identifier: MIT
 *
 * Clears of colour by halves: a draw fills the upper half of a macro-tiled surface as always, and ZB, pointed at the lower half of
 * the same surface (ZB_BW_CNTL.ZB_CB_CLEAR), fills there what the draw covers in the upper one with ZB_DEPTHCLEARVALUE, a whole
 * cache line at a time. Rows are split at macro tiles, which both halves have the same number of; columns are multiples of 64.
 * Sizes and formats: Mesa's r300, which clears so whatever is macro-tiled.
 */
#include "db/r300/rx_regs.h"
#include "format/format.h"
#include "r300/blit.h"
#include "r300/format.h"
#include "r300/layout.h"
#include "r300/resource.h"
#include "util/u_math.h"

enum { COLUMNS = 64 };

/** Both halves of a surface, in pixels. False: it cannot be cleared by them. */
static bool
split(const struct r300_context *c, const struct pipe_surface *s, uint32_t *w, uint32_t *half)
{
   const struct r300_resource *r = r300_resource(s->texture);
   const struct r300_level *l = &r->level[s->level];
   const struct u_format_desc *f = u_format_desc((enum pipe_format)s->format);
   const uint32_t width = u_minify(r->base.width0, s->level), height = u_minify(r->base.height0, s->level);
   const uint32_t tile = r300_layout_macro_rows(r);
   *w = (uint32_t)u_align(width, COLUMNS);
   *half = (uint32_t)u_align(DIV_ROUND_UP(height, 2), tile);
   return l->macro && r->base.nr_samples <= 1 && (r->block_B == 2 || r->block_B == 4) &&
          r300_cb_format(c->chip, (enum pipe_format)s->format)->out_fmt == RX_US_OUT_FMT__OUT_FMT__C4_8 &&
          !f->depth && l->rows_bl % (2 * tile) == 0 && 2 * *half <= l->rows_bl && *w <= l->pitch_px &&
          c->fb.width == width && c->fb.height == height;
}

static uint32_t
clear_value(unsigned format, const float color[4])
{
   uint32_t v = 0;
   u_format_pack_float((enum pipe_format)format, &v, (const float(*)[4])color, 1);
   return u_format_desc((enum pipe_format)format)->block_B == 4 ? v : v << 16 | v;
}

bool
r300_clear_halves(struct r300_context *c, const float color[4])
{
   struct pipe_context *pc = &c->base.base;
   const struct pipe_surface s = c->fb.cbufs[0];
   uint32_t w, half;
   if (c->fb.nr_cbufs != 1 || !s.texture || !split(c, &s, &w, &half))
      return false;
   struct r300_blitter *b = r300_blitter_get(c);
   void *blend = b ? drv_blit_blend(&b->o, pc, PIPE_MASK_RGBA) : NULL,
        *dsa = b ? drv_blit_dsa(&b->o, pc, false, false, 0) : NULL;
   if (!blend || !dsa)
      return false;
   static const float zero[2];
   const float x[2] = {0, (float)w}, y[2] = {0, (float)half};
   const struct pipe_constant_buffer cb = {.user = color, .size_B = 4 * sizeof *color};
   const struct pipe_framebuffer_state fb = {.width = w, .height = half, .nr_cbufs = 1, .cbufs = {s}};
   r300_blit_begin(c, b);
   r300_blit_save_fb(c, b);
   pc->set_framebuffer_state(pc, &fb);
   c->lower_half = (struct r300_lower_half){.row = half, .value = clear_value(s.format, color)};
   c->base.dirty |= R300_DIRTY(FB) | R300_DIRTY(HYPERZ);
   pc->bind_blend_state(pc, blend);
   pc->bind_dsa_state(pc, dsa);
   pc->bind_rasterizer_state(pc, b->o.rast[0]);
   pc->bind_fs_state(pc, b->o.fs_color);
   pc->set_constant_buffer(pc, PIPE_SHADER_FRAGMENT, 0, &cb);
   r300_blit_rect(c, x, y, 0, zero, zero);
   c->lower_half.row = 0;
   c->base.dirty |= R300_DIRTY(FB) | R300_DIRTY(HYPERZ);
   r300_blit_end(c, b);
   return true;
}
