/* SPDX-License-Identifier: MIT
 *
 * Textures and samplers. Levels of detail are cut to whole levels; a texture whose sizes are no powers of two has one
 * level and does not repeat, as in ES 2.0.25 3.8.2.
 */
#include <string.h>

#include "db/r300/r3_regs.h"
#include "db/r300/r300_formats.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "format/format.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "r300/format.h"
#include "r300/resource.h"
#include "r300/view.h"
#include "util/u_math.h"

#define CLAMP_(x)  RX_TX_FILTER0__CLAMP_S__##x
#define FILTER_(x) RX_TX_FILTER0__MAG_FILTER__##x

/* CLAMP_S by pipe_tex_wrap. */
static const uint8_t wraps[] = {
   [PIPE_TEX_WRAP_REPEAT] = CLAMP_(REPEAT),
   [PIPE_TEX_WRAP_CLAMP_TO_EDGE] = CLAMP_(CLAMP_TO_EDGE),
   [PIPE_TEX_WRAP_MIRROR_REPEAT] = CLAMP_(MIRROR),
   [PIPE_TEX_WRAP_CLAMP_TO_BORDER] = CLAMP_(CLAMP_TO_BORDER),
   [PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE] = CLAMP_(MIRROR_ONCE_TO_EDGE),
};

static uint32_t
filter(uint8_t f, unsigned aniso)
{
   return aniso && f == PIPE_TEX_FILTER_LINEAR ? FILTER_(ANISO)
          : f == PIPE_TEX_FILTER_LINEAR        ? FILTER_(LINEAR)
                                               : FILTER_(POINT);
}

void
r300_encode_sampler(const struct r300_context *c, const struct pipe_sampler_state *s,
                    struct r300_sampler *out)
{
   static const uint8_t mips[] = {[PIPE_TEX_MIPFILTER_NONE] = RX_TX_FILTER0__MIP_FILTER__NONE,
                                  [PIPE_TEX_MIPFILTER_NEAREST] = RX_TX_FILTER0__MIP_FILTER__POINT,
                                  [PIPE_TEX_MIPFILTER_LINEAR] = RX_TX_FILTER0__MIP_FILTER__LINEAR};
   const unsigned aniso = s->max_anisotropy > 1 ? MIN2(u_log2(s->max_anisotropy), 4) : 0;
   const bool r500 = r300_is_r500(c->screen);
   out->filter0 = RX_TX_FILTER0(.CLAMP_S = wraps[s->wrap_s], .CLAMP_T = wraps[s->wrap_t],
                                .CLAMP_R = wraps[s->wrap_r], .MAG_FILTER = filter(s->mag_img_filter, aniso),
                                .MIN_FILTER = filter(s->min_img_filter, aniso),
                                .MIP_FILTER = mips[s->min_mip_filter], .MAX_ANISO = aniso);
   /* A level of detail of 0 is at 1/32: inferred, as Mesa's driver adds that to every bias. */
   const int bias = (int)(CLAMP(s->lod_bias, -16.0f, 15.9f) * 32.0f) + 1;
   out->filter1 = RX_TX_FILTER1(.LOD_BIAS = db_signed(bias, 10));
   if (r500)
      out->filter1 |= R5_TX_FILTER1(.BORDER_FIX = 1);
   out->uses_border = s->wrap_s == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
                      s->wrap_t == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
                      s->wrap_r == PIPE_TEX_WRAP_CLAMP_TO_BORDER;
   out->mipmaps = s->min_mip_filter != PIPE_TEX_MIPFILTER_NONE;
   out->min_lod = (uint8_t)CLAMP(s->min_lod, 0.0f, 15.0f);
   out->max_lod = (uint8_t)CLAMP(s->max_lod, 0.0f, 15.0f);
   memcpy(out->border, s->border_color.f, sizeof out->border);
}

/* ---- views ---- */

static void
encode_size(const struct r300_context *c, const struct r300_resource *r, unsigned level, bool one_layer,
            struct r300_sampler_view *v)
{
   const struct pipe_resource *t = &r->base;
   const uint32_t w = u_minify(v->is_3d ? r300_stored_size(t, t->width0) : t->width0, level),
                  h = u_minify(v->is_3d ? r300_stored_size(t, t->height0) : t->height0, level),
                  d = v->is_3d ? u_minify(r300_stored_size(t, t->depth0), level) : 1;
   const bool pitch = r->stride_given || v->npot || one_layer;
   v->format0 = RX_TX_FORMAT0(.TXWIDTH = (w - 1) & 0x7FF, .TXHEIGHT = (h - 1) & 0x7FF, .TXDEPTH = u_log2(d),
                              .TXPITCH_EN = pitch);
   v->format2 = pitch ? RX_TX_FORMAT2(.TXPITCH = r->level[level].pitch_px - 1) : 0;
   if (!r300_is_r500(c->screen))
      return;
   v->format2 |= R5_TX_FORMAT2(.TXWIDTH_11 = w > 2048, .TXHEIGHT_11 = h > 2048);
   /* R520's shader has the size once more, of 11 bits. */
   const uint32_t ww = (w - 1) & 0x7FF, hh = (h - 1) & 0x7FF;
   uint32_t us_w = ww, us_h = hh, us_d = u_log2(d);
   if (w > 2048) {
      us_w = (0x7FF + ww) >> 1;
      us_d |= R300_US_FORMAT_WIDE;
   }
   if (h > 2048) {
      us_h = (0x7FF + hh) >> 1;
      us_d |= R300_US_FORMAT_HIGH;
   }
   v->us_format0 = R5_US_FORMAT0(.TXWIDTH = us_w, .TXHEIGHT = us_h, .TXDEPTH = us_d);
}

/** TX_FORMAT1, and which stored component each of RGBA is. */
static void
encode_format(const struct r300_context *c, const struct r300_tx_format *f, const uint8_t swizzle[4],
              unsigned type, struct r300_sampler_view *v)
{
   for (unsigned i = 0; i < 4; i++)
      v->sel[i] = swizzle[i] <= PIPE_SWIZZLE_W ? f->sel[swizzle[i]] : swizzle[i]; /* 4 and 5 in both */
   uint8_t sel[4];
   memcpy(sel, v->sel, sizeof sel);
   v->dxtc = f->dxtc && c->chip->dxtc_swizzle;
   for (unsigned i = 0; v->dxtc && i < 4; i++)
      sel[i] = sel[i] == 0 ? 2 : sel[i] == 2 ? 0 : sel[i];
   v->format1 = RX_TX_FORMAT1(.TXFORMAT = f->number, .SEL_RED = sel[0], .SEL_GREEN = sel[1],
                              .SEL_BLUE = sel[2], .SEL_ALPHA = sel[3], .TEX_COORD_TYPE = type);
   if (f->msb)
      v->format2 |= R5_TX_FORMAT2(.TXFORMAT_MSB = 1);
   v->filtered = f->filtered;
}

static void
scale_coordinates(const struct pipe_resource *t, unsigned level, struct r300_sampler_view *v)
{
   const uint32_t size[3] = {t->width0, t->height0, t->depth0};
   v->scaled = true;
   for (unsigned k = 0; k < 3; k++) {
      const float stored = (float)u_minify(r300_stored_size(t, size[k]), level);
      v->scale[k] = (float)u_minify(size[k], level) / stored;
      v->low[k] = 0.5f / stored;
   }
}

static struct pipe_sampler_view *
create_sampler_view(struct pipe_context *pc, const struct pipe_sampler_view_desc *d)
{
   struct r300_context *c = r300_context(pc);
   struct r300_resource *r = r300_resource(d->texture);
   const struct r300_tx_format *f = r300_tx_format(c->chip, d->format);
   struct r300_sampler_view *v = f ? calloc(1, sizeof *v) : NULL;
   if (!v)
      return NULL;
   const unsigned last = CLAMP(d->last_level, d->first_level, r->base.last_level);
   const unsigned target = d->one_layer ? PIPE_TEXTURE_2D : r->base.target;
   const unsigned type = target == PIPE_TEXTURE_CUBE ? RX_TX_FORMAT1__TEX_COORD_TYPE__CUBE
                         : target == PIPE_TEXTURE_3D ? RX_TX_FORMAT1__TEX_COORD_TYPE__3D
                                                     : RX_TX_FORMAT1__TEX_COORD_TYPE__2D;
   v->base.refcount = 1;
   v->base.texture = pipe_resource_ref(&r->base);
   v->format = d->format;
   v->is_3d = target == PIPE_TEXTURE_3D;
   v->npot =
      !u_is_pow2(r->base.width0) || !u_is_pow2(r->base.height0) || (v->is_3d && !u_is_pow2(r->base.depth0));
   if (v->is_3d && v->npot)
      scale_coordinates(&r->base, d->first_level, v);
   v->levels = (uint8_t)(v->npot ? 0 : last - d->first_level);
   encode_size(c, r, d->first_level, d->one_layer || (v->levels == 0 && d->first_level), v);
   encode_format(c, f, d->swizzle, type, v);
   v->offset_B = r300_resource_offset(r, d->first_level, d->one_layer ? d->layer : 0);
   v->offset_flags = RX_TX_OFFSET(.MACRO_TILE = r->level[d->first_level].macro, .MICRO_TILE = r->micro);
   return &v->base;
}

static void
sampler_view_destroy(struct pipe_context *pc, struct pipe_sampler_view *v)
{
   struct r300_sampler_view *view = r300_sampler_view(v);
   (void)pc;
   r300_view_assign(&view, NULL);
}

static void
set_sampler_views(struct pipe_context *pc, enum pipe_shader_type sh, unsigned n, struct pipe_sampler_view **v)
{
   struct r300_context *c = r300_context(pc);
   if (sh == PIPE_SHADER_VERTEX)
      return; /* which has no samplers: pipe_caps::max_vs_samplers */
   const unsigned bound = MAX2(n, c->num_views);
   c->num_views = n;
   uint32_t scaled = 0;
   for (unsigned i = 0; i < n; i++)
      if (v[i] && r300_sampler_view(v[i])->scaled)
         scaled |= 1u << i;
   if (scaled)
      c->base.dirty |= R300_DIRTY(CONST_FS);
   if (scaled != c->scaled_views)
      c->shaders_stale = true;
   c->scaled_views = scaled;
   for (unsigned i = 0; i < bound; i++) {
      struct r300_sampler_view *view = i < n ? r300_sampler_view(v[i]) : NULL;
      if (c->views[i] == view)
         continue;
      if (view && !c->in_blit)
         r300_hyperz_release(c, view->base.texture);
      r300_view_assign(&c->views[i], view);
      c->views_bound = (c->views_bound & ~(1u << i)) | (uint32_t)(view != NULL) << i;
      c->base.dirty |= R300_DIRTY(TEXTURES);
   }
}

static void
bind_sampler_states(struct pipe_context *pc, enum pipe_shader_type sh, unsigned n, void **csos)
{
   struct r300_context *c = r300_context(pc);
   if (sh == PIPE_SHADER_VERTEX)
      return;
   const unsigned bound = MAX2(n, c->num_samplers);
   c->num_samplers = n;
   for (unsigned i = 0; i < bound; i++) {
      struct r300_sampler *s = i < n ? csos[i] : NULL;
      if (c->samplers[i] == s)
         continue;
      c->samplers[i] = s;
      c->samplers_bound = (c->samplers_bound & ~(1u << i)) | (uint32_t)(s != NULL) << i;
      c->base.dirty |= R300_DIRTY(TEXTURES);
   }
}

static void *
create_sampler_state(struct pipe_context *pc, const struct pipe_sampler_state *s)
{
   struct r300_context *c = r300_context(pc);
   struct r300_sampler *sm = calloc(1, sizeof *sm);
   if (!sm)
      return NULL;
   r300_encode_sampler(c, s, sm);
   sm->serial = ++c->sampler_serial;
   return sm;
}

static void
delete_sampler_state(struct pipe_context *pc, void *cso)
{
   (void)pc;
   free(cso);
}

void
r300_init_texture_functions(struct r300_context *c)
{
   struct pipe_context *p = &c->base.base;
   p->create_sampler_state = create_sampler_state;
   p->bind_sampler_states = bind_sampler_states;
   p->delete_sampler_state = delete_sampler_state;
   p->create_sampler_view = create_sampler_view;
   p->set_sampler_views = set_sampler_views;
   p->sampler_view_destroy = sampler_view_destroy;
}

/* ---- emission ---- */

/** A colour as the texture stores it. */
static void
stored_border(const struct r300_sampler *s, const struct r300_sampler_view *v, float out[4])
{
   memset(out, 0, 4 * sizeof *out);
   for (unsigned k = 4; k-- > 0;)
      if (v->sel[k] < 4)
         out[v->sel[k]] = s->border[k];
}

/** A number of \p bits in \p bits of it. */
static uint32_t
fraction(float v, unsigned bits)
{
   return (uint32_t)((double)CLAMP(v, 0.0f, 1.0f) * (double)((UINT64_C(1) << bits) - 1) + 0.5);
}

/** TX_BORDER_COLOR: as a texel of the format, where that has at most two halves, one float, or 32 bits; else four bytes, of S3TC
 * with blue first (inferred: so Mesa's driver has it). */
static uint32_t
border_word(const struct r300_context *c, const struct r300_sampler *s, const struct r300_sampler_view *v)
{
   const struct r300_tx_format *tx = r300_tx_format(c->chip, v->format);
   const struct r300_format *f = r300_texture_format(c->chip->gen, tx->number, tx->msb);
   float stored[4];
   uint32_t w = 0;
   stored_border(s, v, stored);
   if (tx->msb && u_format_desc(v->format)->depth)
      return fraction(stored[0], 24) << 8; /* the first component is the upper one */
   if (f->is_float && f->ncomp == 1 && f->bits[0] == 32)
      return fui(stored[0]);
   if (f->is_float && f->ncomp <= 2 && f->bits[0] == 16)
      return u_float_to_half(stored[0]) | (f->ncomp > 1 ? (uint32_t)u_float_to_half(stored[1]) << 16 : 0);
   if (tx->dxtc) {
      const float red = stored[0];
      stored[0] = stored[2];
      stored[2] = red;
   }
   const bool as_texel = f->ncomp && !f->is_float && f->bytes <= 4;
   for (unsigned k = 0, at = 0; k < (as_texel ? f->ncomp : 4u); k++) {
      const unsigned bits = as_texel ? f->bits[k] : 8;
      w |= fraction(stored[k], bits) << at;
      at += bits;
   }
   return w;
}

/** FILTER0 of a sampler for what the view has. */
static uint32_t
filter0(const struct r300_sampler *s, const struct r300_sampler_view *v, unsigned unit)
{
   uint32_t f = RX_TX_FILTER0_set_ID(s->filter0, unit);
   if (!v->is_3d)
      f = RX_TX_FILTER0_set_CLAMP_R(f, 0);
   if (v->levels == 0)
      f = RX_TX_FILTER0_set_MIP_FILTER(f, RX_TX_FILTER0__MIP_FILTER__NONE);
   if (!v->filtered) {
      f = RX_TX_FILTER0_set_MAG_FILTER(f, FILTER_(POINT));
      f = RX_TX_FILTER0_set_MIN_FILTER(f, FILTER_(POINT));
      if (RX_TX_FILTER0_get_MIP_FILTER(f) == RX_TX_FILTER0__MIP_FILTER__LINEAR)
         f = RX_TX_FILTER0_set_MIP_FILTER(f, RX_TX_FILTER0__MIP_FILTER__POINT);
   }
   if (v->npot) {
      if (RX_TX_FILTER0_get_CLAMP_S(f) < CLAMP_(CLAMP_TO_EDGE))
         f = RX_TX_FILTER0_set_CLAMP_S(f, CLAMP_(CLAMP_TO_EDGE));
      if (RX_TX_FILTER0_get_CLAMP_T(f) < CLAMP_(CLAMP_TO_EDGE))
         f = RX_TX_FILTER0_set_CLAMP_T(f, CLAMP_(CLAMP_TO_EDGE));
   } else {
      f = RX_TX_FILTER0_set_MAX_MIP_LEVEL(f, MIN2(s->min_lod, v->levels));
   }
   return f;
}

/** The packets of unit \p i but for the relocation's last word. */
static void
make_unit(const struct r300_context *c, unsigned i, const struct r300_sampler *s,
          const struct r300_sampler_view *v, struct drv_pm4 *p)
{
   uint32_t filter1 = s->filter1;
   if (v->dxtc)
      filter1 |= r300_is_r500(c->screen) ? R5_TX_FILTER1(.DXTC_SWIZZLE_ENABLE = 1)
                                         : R3_TX_FILTER1(.DXTC_SWIZZLE_ENABLE = 1);
   pm4_reg(p, RX_TX_FILTER0_OFFSET(i), filter0(s, v, i));
   pm4_reg(p, RX_TX_FILTER1_OFFSET(i), filter1);
   pm4_reg(p, RX_TX_BORDER_COLOR_OFFSET(i), s->uses_border ? border_word(c, s, v) : 0);
   pm4_reg(p, RX_TX_FORMAT0_OFFSET(i),
           RX_TX_FORMAT0_set_NUM_LEVELS(v->format0, s->mipmaps ? MIN2(s->max_lod, v->levels)
                                                               : MIN2(s->min_lod, v->levels)));
   pm4_reg(p, RX_TX_FORMAT1_OFFSET(i), v->format1);
   pm4_reg(p, RX_TX_FORMAT2_OFFSET(i), v->format2);
   if (c->chip->us_format)
      pm4_reg(p, R5_US_FORMAT0_OFFSET(i), v->us_format0);
   pm4_reg(p, RX_TX_OFFSET_OFFSET(i), v->offset_B | v->offset_flags);
   pm4_dw(p, R300_PKT3(R300_PKT3_NOP, 1));
}

/** Makes the view's packets those of this unit and this sampler. */
static void
keep_unit(const struct r300_context *c, unsigned i, const struct r300_sampler *s, struct r300_sampler_view *v)
{
   struct drv_pm4 p = {.ndw = 0};
   make_unit(c, i, s, v, &p);
   assert(p.ndw <= R300_UNIT_DW);
   memcpy(v->dw, p.dw, sizeof v->dw);
   v->ndw = (uint8_t)p.ndw;
   v->dw_unit = (uint8_t)i;
   v->dw_sampler = s->serial;
}

#ifndef NDEBUG
static bool
is_kept(const struct r300_context *c, unsigned i, const struct r300_sampler *s,
        const struct r300_sampler_view *v)
{
   struct drv_pm4 p = {.ndw = 0};
   make_unit(c, i, s, v, &p);
   return p.ndw == v->ndw && !memcmp(p.dw, v->dw, p.ndw * 4u);
}
#endif

static void
emit_unit(struct r300_context *c, unsigned i)
{
   struct drv_cs *cs = &c->base.cs;
   const struct r300_sampler *s = c->samplers[i];
   struct r300_sampler_view *v = c->views[i];
   if (v->dw_sampler != s->serial || v->dw_unit != i)
      keep_unit(c, i, s, v);
   assert(is_kept(c, i, s, v));
   uint32_t *dw = cs_room(cs, R300_UNIT_DW + 1);
   memcpy(dw, v->dw, sizeof v->dw);
   dw[v->ndw] = cs_reloc_value(drv_bo_list_use(&cs->list, r300_resource(v->base.texture)->bo, false));
   cs->ndw -= R300_UNIT_DW - v->ndw;
}

/** Before R500 the unit of a KIL, the first, has to be on: here one texel of what stands in for nothing. */
static void
emit_dummy_unit(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   cs_reg(cs, RX_TX_FILTER0_OFFSET(0),
          RX_TX_FILTER0(.MAG_FILTER = FILTER_(POINT), .MIN_FILTER = FILTER_(POINT)));
   cs_reg(cs, RX_TX_FILTER1_OFFSET(0), 0);
   cs_reg(cs, RX_TX_BORDER_COLOR_OFFSET(0), 0);
   cs_reg(cs, RX_TX_FORMAT0_OFFSET(0), RX_TX_FORMAT0(.TXWIDTH = 0));
   cs_reg(cs, RX_TX_FORMAT1_OFFSET(0), RX_TX_FORMAT1(.TXFORMAT = RX_TX_FORMAT1__TXFORMAT__TX_FMT_8_8_8_8));
   cs_reg(cs, RX_TX_FORMAT2_OFFSET(0), 0);
   cs_reg_reloc(cs, RX_TX_OFFSET_OFFSET(0), 0, c->screen->dummy, false);
}

void
r300_emit_textures(struct r300_context *c)
{
   uint32_t units = c->views_bound & c->samplers_bound;
   const bool dummy = !r300_is_r500(c->screen) && !(units & 1);
   cs_reg(&c->base.cs, RX_TX_INVALTAGS_OFFSET, 0);
   cs_reg(&c->base.cs, RX_TX_ENABLE_OFFSET, units | dummy); /* a bit for each unit */
   if (dummy)
      emit_dummy_unit(c);
   for (; units; units &= units - 1)
      emit_unit(c, (unsigned)__builtin_ctz(units));
}
