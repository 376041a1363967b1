/* SPDX-License-Identifier: MIT
 *
 * Texture resources and samplers on their way into the stream. Their words are made by texture.c of the
 * generations, but for the wrap modes.
 */
#include <string.h>

#include "compiler/terascale/vliw.h"
#include "db/terascale/pm4.h"
#include "db/terascale/ts_regs.h"
#include "driver/bo.h"
#include "format/format.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/resource.h"
#include "terascale/state/cso.h"
#include "terascale/state/view.h"
#include "util/u_math.h"

/* SQ_TEX_SAMPLER_WORD0.CLAMP_X by pipe_tex_wrap. */
static const uint8_t wrap[] = {
   [PIPE_TEX_WRAP_REPEAT] = TS_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_WRAP,
   [PIPE_TEX_WRAP_CLAMP_TO_EDGE] = TS_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_CLAMP_LAST_TEXEL,
   [PIPE_TEX_WRAP_MIRROR_REPEAT] = TS_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_MIRROR,
   [PIPE_TEX_WRAP_CLAMP_TO_BORDER] = TS_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_CLAMP_BORDER,
   [PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE] = TS_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_MIRROR_ONCE_LAST_TEXEL,
};

uint32_t
ts_lod_fixed(float lod, unsigned frac_bits, uint32_t max)
{
   float v = CLAMP(lod, 0.0f, 16.0f) * (float)(1u << frac_bits);
   return MIN2((uint32_t)v, max);
}

void
ts_encode_sampler(const struct ts_context *c, const struct pipe_sampler_state *s, struct ts_sampler *out)
{
   out->border_register = s->wrap_s == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
                          s->wrap_t == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
                          s->wrap_r == PIPE_TEX_WRAP_CLAMP_TO_BORDER;
   out->border = s->border_color;
   /* Z_FILTER stays NONE: the third axis then follows whichever filter the other two use, magnifying or
    * minifying. */
   out->word[0] = TS_SQ_TEX_SAMPLER_WORD0(.CLAMP_X = wrap[s->wrap_s], .CLAMP_Y = wrap[s->wrap_t],
                                          .CLAMP_Z = wrap[s->wrap_r]);
   out->seamless = s->seamless_cube_map;
   out->magnify_to_half = s->magnify_to_half;
   c->ops->encode_sampler(s, s->max_anisotropy > 1 ? MIN2(u_log2(s->max_anisotropy), 4) : 0, out);
   for (unsigned i = 0; i < TS_VIEW_KINDS; i++)
      out->word0[i] |= out->word[0];
   if (c->ops->cube_wraps_by_register && out->seamless)
      out->word0[TS_VIEW_CUBE] = TS_SQ_TEX_SAMPLER_WORD0_set_CLAMP_Z(
         TS_SQ_TEX_SAMPLER_WORD0_set_CLAMP_Y(TS_SQ_TEX_SAMPLER_WORD0_set_CLAMP_X(out->word[0], 0), 0), 0);
}

static void
emit_views(struct ts_context *c, enum pipe_shader_type stage)
{
   struct drv_cs *cs = &c->base.cs;
   struct ts_stage *st = &c->stage[stage];
   uint32_t dirty = st->views_dirty;
   st->views_dirty = 0;
   while (dirty) {
      unsigned i = (unsigned)__builtin_ctz(dirty);
      dirty &= dirty - 1;
      const struct ts_sampler_view *v = st->views[i];
      struct drv_bo *bo = v->storage->bo;
      uint32_t *const w =
         ts_set_resource(c, c->ops->stage[stage].resource_slot + VLIW_TEX_RESOURCE_BASE + i, v->word);
      w[2] = v->word[2] + (uint32_t)(bo->va >> 8);
      w[3] = v->word[3] + (uint32_t)(bo->va >> 8);
      cs_reloc(cs, bo, false);
      cs_reloc(cs, bo, false);
   }
}

/** An integer as Evergreen's registers hold it: a float that is 1 for the largest of the format (*inferred*, docs/inferred.md). */
static uint32_t
integer_as_float(uint32_t v, unsigned bits, bool is_signed)
{
   const double largest = (double)((UINT64_C(1) << (bits - is_signed)) - 1);
   return fui((float)((is_signed ? (double)(int32_t)v : (double)v) / largest));
}

/** The border colour as the registers want it: as the shader is to see it, since DST_SEL is not applied to it.
 * Where the format has fewer components than the application named, what DST_SEL would have shown. */
static void
border_color(const struct ts_context *c, const struct ts_sampler *s, const struct ts_sampler_view *v,
             uint32_t out[4])
{
   const enum pipe_format f = v ? (enum pipe_format)v->format : PIPE_FORMAT_NONE;
   const bool ints = u_format_is_int(f);
   uint32_t stored[4];
   memcpy(out, s->border.ui, 4 * sizeof *out);
   for (unsigned k = 4; v && k-- > 0;)
      if (v->sel[k] < 4)
         stored[v->sel[k]] = s->border.ui[k];
   for (unsigned k = 0; v && k < 4; k++) {
      out[k] = v->sel[k] < 4 ? stored[v->sel[k]] : v->sel[k] != 5 ? 0 : ints ? 1 : fui(1.0f);
      if (ints && c->ops->border_as_float)
         out[k] =
            integer_as_float(out[k], u_format_bits(f, u_format_bits(f, k) ? k : 0), u_format_is_sint(f));
   }
}

static void
emit_samplers(struct ts_context *c, enum pipe_shader_type stage)
{
   struct drv_cs *cs = &c->base.cs;
   struct ts_stage *st = &c->stage[stage];
   uint32_t dirty = st->samplers_dirty;
   st->samplers_dirty = 0;
   while (dirty) {
      unsigned i = (unsigned)__builtin_ctz(dirty);
      dirty &= dirty - 1;
      const struct ts_sampler *s = st->samplers[i];
      cs_packet3(cs, DB_PKT3_SET_SAMPLER, 1 + ARRAY_SIZE(s->word));
      cs_dw(cs, (c->ops->stage[stage].sampler_slot + i) * ARRAY_SIZE(s->word));
      cs_dw(cs, s->word0[ts_view_kind(st->views[i])]);
      cs_array(cs, s->word + 1, ARRAY_SIZE(s->word) - 1);
      if (!s->border_register)
         continue;
      /* Border colours are config registers: what is drawing has to finish first. */
      cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
      c->ops->open_border_color(cs, stage, i);
      uint32_t border[4];
      border_color(c, s, st->views[i], border);
      cs_array(cs, border, ARRAY_SIZE(border));
   }
}

void
ts_emit_tex_vs(struct ts_context *c)
{
   emit_views(c, PIPE_SHADER_VERTEX);
}

void
ts_emit_tex_fs(struct ts_context *c)
{
   emit_views(c, PIPE_SHADER_FRAGMENT);
}

void
ts_emit_samp_vs(struct ts_context *c)
{
   emit_samplers(c, PIPE_SHADER_VERTEX);
}

void
ts_emit_samp_fs(struct ts_context *c)
{
   emit_samplers(c, PIPE_SHADER_FRAGMENT);
}
