/* SPDX-License-Identifier: MIT
 *
 * Clears of depth by marks, the pass that expands what stands behind them, and who of a screen's contexts may make any.
 *
 * With one context marks outlive its flushes: nobody else can look. With several they are expanded before each flush, behind which the
 * others may use the buffer. A context that begins while another one's marks are on the chip expands them itself; that one's
 * later draws find blocks that are expanded and go on.
 */
#include "r300/blit.h"
#include "r300/emit.h"
#include "r300/resource.h"
#include "r300/view.h"
#include "util/u_debug.h"
#include "util/u_math.h"

enum {
   CLEAR_DW = 64, /* a flush and two packets, generously */
   MAX_PACKET_DW = 0x3fff,
   IDLE_FLUSHES = 100 /* until the memory goes back */
};

/* ---- sizes ---- */

struct sizes {
   bool large; /* marks are of 8x8 pixels */
   uint32_t zmask_dw, hiz_dw, zmask_px,
      hiz_px; /* dwords that stand for the surface; pitches. hiz_dw 0: no bounds */
};

/** False: the chip has no room for the surface's marks. */
static bool
size_marks(const struct r300_chip *chip, const struct pipe_surface *s, struct sizes *out)
{
   static const struct {
      uint8_t zmask_w, zmask_h; /* marks that a dword of all pipes stands for */
      uint8_t hiz_w, hiz_h;     /* pixels that bounds come in multiples of */
   } by_pipes[4] = {
      {4,  4, 8,  8 },
      {8,  4, 32, 8 },
      {12, 4, 48, 8 },
      {8,  8, 32, 32}
   };
   const struct r300_resource *r = r300_resource(s->texture);
   const unsigned pipes = chip->family == R300_FAMILY_RV530 ? chip->z_pipes : chip->pipes;
   if (pipes < 1 || pipes > ARRAY_SIZE(by_pipes))
      return false;
   /* Which macro tiles allow. */
   out->large = chip->zmask_8x8 && r->level[s->level].macro && r->base.nr_samples <= 1;
   const uint32_t side = out->large ? 8 : 4;
   const uint32_t w = by_pipes[pipes - 1].zmask_w * side, h = by_pipes[pipes - 1].zmask_h * side;
   const uint32_t hw = by_pipes[pipes - 1].hiz_w, hh = by_pipes[pipes - 1].hiz_h;
   const uint32_t pitch = (uint32_t)u_align(r->level[s->level].pitch_px, 16);
   const uint32_t rows = u_minify(r->base.height0, s->level);
   out->zmask_px = DIV_ROUND_UP(pitch, w) * w;
   out->zmask_dw = DIV_ROUND_UP(pitch, w) * DIV_ROUND_UP(rows, h);
   out->hiz_px = DIV_ROUND_UP(pitch, hw) * hw;
   out->hiz_dw = out->hiz_px * DIV_ROUND_UP(rows, hh) * hh / (64 * pipes);
   if (out->hiz_dw > MIN2(chip->hiz_dw, MAX_PACKET_DW))
      out->hiz_dw = 0;
   return out->zmask_dw <= MIN2(chip->zmask_dw, MAX_PACKET_DW);
}

/* ---- flushes, contexts ---- */

void
r300_hyperz_before_flush(struct r300_context *c)
{
   if (c->hz.live && !r300_hyperz_is_alone(c))
      r300_hyperz_expand(c);
}

void
r300_hyperz_after_flush(struct r300_context *c)
{
   if (c->hz.live || !c->hz.idle)
      return;
   const bool give_back = ++c->hz.idle > IDLE_FLUSHES;
   r300_hyperz_disclaim(c, give_back);
   if (give_back)
      c->hz.idle = 0;
}

void
r300_hyperz_leave(struct r300_context *c)
{
   struct r300_screen *s = c->screen;
   r300_hyperz_expand(c);
   r300_submit(c);
   pthread_mutex_lock(&s->hyperz_lock);
   s->hyperz.contexts--;
   pthread_mutex_unlock(&s->hyperz_lock);
   r300_hyperz_disclaim(c, true);
}

/** What another context's streams have left behind marks, \p other. */
static void
expand_others(struct r300_context *c, const struct r300_hyperz *other)
{
   struct pipe_context *pc = &c->base.base;
   const struct pipe_resource *r = other->of.texture;
   const struct pipe_framebuffer_state fb = {.width = u_minify(r->width0, other->of.level),
                                             .height = u_minify(r->height0, other->of.level),
                                             .samples = r->nr_samples,
                                             .zsbuf = other->of};
   pc->set_framebuffer_state(pc, &fb);
   c->hz = *other;
   c->hz.published = false;
   r300_hyperz_expand(c);
   c->hz.idle = 0;
   pc->set_framebuffer_state(pc, &(struct pipe_framebuffer_state){0});
   r300_submit(c);
}

void
r300_hyperz_join(struct r300_context *c)
{
   struct r300_screen *s = c->screen;
   pthread_mutex_lock(&s->hyperz_lock);
   s->hyperz.contexts++;
   if (s->hyperz.of.live) /* under the lock, so that the memory is not given back meanwhile */
      expand_others(c, &s->hyperz.of);
   pthread_mutex_unlock(&s->hyperz_lock);
}

/* ---- the expanding pass ---- */

void
r300_hyperz_expand(struct r300_context *c)
{
   struct r300_hyperz *h = &c->hz;
   struct pipe_context *pc = &c->base.base;
   if (!h->live)
      return;
   assert(!c->in_blit && c->fb.zsbuf.texture == h->of.texture);
   struct r300_blitter *b = r300_blitter_get(c);
   void *blend = b ? drv_blit_blend(&b->o, pc, 0) : NULL,
        *dsa = b ? drv_blit_dsa(&b->o, pc, false, false, 0) : NULL;
   if (blend && dsa) {
      static const float zero[4];
      const float x[2] = {0, (float)c->fb.width}, y[2] = {0, (float)c->fb.height};
      const struct pipe_constant_buffer cb = {.user = zero, .size_B = sizeof zero};
      h->expands = true;
      c->base.dirty |= R300_DIRTY(HYPERZ) | R300_DIRTY(DSA);
      r300_blit_begin(c, b);
      pc->bind_blend_state(pc, blend);
      pc->bind_dsa_state(pc, dsa);
      pc->bind_rasterizer_state(pc, b->o.rast[0]);
      pc->bind_fs_state(pc, b->o.fs_color);
      pc->set_constant_buffer(pc, PIPE_SHADER_FRAGMENT, 0, &cb);
      r300_blit_rect(c, x, y, 0, zero, zero);
      r300_blit_end(c, b);
   } else {
      c->base.oom = true;
   }
   h->live = h->bounds = h->expands = false;
   h->idle = MAX2(h->idle, 1);
   c->base.dirty |= R300_DIRTY(HYPERZ) | R300_DIRTY(DSA);
   c->flush |= R300_FLUSH_TARGETS | R300_FLUSH_INV_TEX;
   c->base.dirty |= R300_DIRTY(SCISSOR); /* the flush writes it */
}

void
r300_hyperz_release(struct r300_context *c, const struct pipe_resource *r)
{
   if (c->hz.live && c->hz.of.texture == r)
      r300_hyperz_expand(c);
}

/* ---- the clear ---- */

static bool
is_sampled(const struct r300_context *c, const struct pipe_resource *r)
{
   for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++)
      if (c->views[i] && c->views[i]->base.texture == r)
         return true;
   return false;
}

/** Other drivers leave R300 and R400 without unless they are told to. */
static bool
is_wanted(const struct r300_context *c)
{
   return c->screen->ws->lend_hyperz && !u_debug(U_DEBUG_NOFASTCLEAR) &&
          (r300_is_r500(c->screen) || u_debug(U_DEBUG_FASTCLEAR));
}

static bool
is_possible(const struct r300_context *c, struct sizes *out)
{
   const struct pipe_surface *s = &c->fb.zsbuf;
   const struct r300_resource *r = r300_resource(s->texture);
   return is_wanted(c) && !c->in_blit && s->format != PIPE_FORMAT_Z16_UNORM && r->micro &&
          c->fb.width == u_minify(r->base.width0, s->level) &&
          c->fb.height == u_minify(r->base.height0, s->level) && !is_sampled(c, s->texture) &&
          size_marks(c->chip, s, out);
}

static void
emit_clear(struct r300_context *c, enum r300_pkt3 op, uint32_t dwords, uint32_t value)
{
   struct drv_cs *cs = &c->base.cs;
   cs_packet3(cs, op, 3);
   cs_dw(cs, 0); /* the first of them */
   cs_dw(cs, dwords);
   cs_dw(cs, value);
}

bool
r300_hyperz_clear(struct r300_context *c, double depth, uint8_t stencil)
{
   struct r300_hyperz *h = &c->hz;
   struct sizes size;
   assert(c->fb.zsbuf.texture);
   if (!is_possible(c, &size) || !r300_hyperz_claim(c))
      return false;
   const double d = CLAMP(depth, 0.0, 1.0);
   r300_need_space(c, CLEAR_DW);
   r300_emit_flush(c, R300_FLUSH_TARGETS);
   if (size.hiz_dw)
      emit_clear(c, R300_PKT3_3D_CLEAR_HIZ, size.hiz_dw, (uint32_t)(d * 255.5) * 0x01010101u);
   emit_clear(c, R300_PKT3_3D_CLEAR_ZMASK, size.zmask_dw, 0);
   h->live = true;
   h->bounds = size.hiz_dw > 0;
   h->bound = R300_HIZ_UNDECIDED;
   h->idle = 1;
   h->value = (uint32_t)(d * 16777215.0 + 0.5) << 8 | stencil;
   h->large = size.large;
   h->zmask_px = size.zmask_px;
   h->hiz_px = size.hiz_px;
   h->of = c->fb.zsbuf;
   c->base.dirty |= R300_DIRTY(HYPERZ) | R300_DIRTY(SCISSOR);
   return true;
}
