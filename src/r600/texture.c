/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: texture resources and samplers.
 */
#include "r600/r600_priv.h"

/* SQ_TEX_SAMPLER_WORD0.CLAMP_X by pipe_tex_wrap. */
static const uint8_t wrap[] = {
   [PIPE_TEX_WRAP_REPEAT] = R6_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_WRAP,
   [PIPE_TEX_WRAP_CLAMP_TO_EDGE] = R6_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_CLAMP_LAST_TEXEL,
   [PIPE_TEX_WRAP_MIRROR_REPEAT] = R6_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_MIRROR,
   [PIPE_TEX_WRAP_CLAMP_TO_BORDER] = R6_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_CLAMP_BORDER,
   [PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE] = R6_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_MIRROR_ONCE_LAST_TEXEL,
};

/** A level of detail as unsigned fixed point. */
static uint32_t
lod_fixed(float lod, unsigned frac_bits, uint32_t max)
{
   float v = CLAMP(lod, 0.0f, 16.0f) * (float)(1u << frac_bits);
   return MIN2((uint32_t)v, max);
}

void
r600_encode_sampler(const struct pipe_sampler_state *s, struct radeon_sampler *out)
{
   const unsigned aniso = s->max_anisotropy > 1 ? MIN2(u_log2(s->max_anisotropy), 4) : 0;
   out->border_register = s->wrap_s == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
                          s->wrap_t == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
                          s->wrap_r == PIPE_TEX_WRAP_CLAMP_TO_BORDER;
   memcpy(out->border, s->border_color, sizeof out->border);
   /* Z_FILTER stays NONE: the third axis then follows whichever filter the other two use, magnifying or
    * minifying. */
   out->word[0] = R6_SQ_TEX_SAMPLER_WORD0(.CLAMP_X = wrap[s->wrap_s], .CLAMP_Y = wrap[s->wrap_t],
                                          .CLAMP_Z = wrap[s->wrap_r],
                                          .XY_MAG_FILTER =
                                             (s->mag_img_filter == PIPE_TEX_FILTER_LINEAR) + (aniso ? 4 : 0),
                                          .XY_MIN_FILTER =
                                             (s->min_img_filter == PIPE_TEX_FILTER_LINEAR) + (aniso ? 4 : 0),
                                          .MIP_FILTER = s->min_mip_filter, .MAX_ANISO_RATIO = aniso,
                                          .BORDER_COLOR_TYPE = out->border_register ? 3 : 0);
   float max_lod = s->min_mip_filter == PIPE_TEX_MIPFILTER_NONE ? s->min_lod : s->max_lod;
   out->word[1] = R6_SQ_TEX_SAMPLER_WORD1(.MIN_LOD = lod_fixed(s->min_lod, 6, 1023),
                                          .MAX_LOD = lod_fixed(max_lod, 6, 1023),
                                          .LOD_BIAS = db_signed(
                                             (int32_t)(CLAMP(s->lod_bias, -16.0f, 16.0f) * 64.0f), 12));
   out->word[2] = R6_SQ_TEX_SAMPLER_WORD2(.TYPE = 1);
}

void
r600_encode_view(struct radeon_context *c, const struct radeon_view_desc *d, struct pipe_sampler_view *out)
{
   const struct radeon_resource *r = d->res;
   const struct radeon_surface *s = &r->surf;
   const struct radeon_level *l = &s->level[d->first_level];
   const bool single = d->layer >= 0;
   const unsigned target = single ? PIPE_TEXTURE_2D : r->base.target;
   static const uint8_t dims[] = {
      [PIPE_TEXTURE_2D] = R6_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_2D,
      [PIPE_TEXTURE_CUBE] = R6_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_CUBEMAP,
      [PIPE_TEXTURE_3D] = R6_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_3D,
   };
   const unsigned comp = d->fmt->number == RADEON_NUMBER_SNORM; /* 0 unsigned, 1 signed */
   uint64_t base = l->offset_B + (single ? (uint64_t)d->layer * l->slice_B : 0);
   /* Levels above the first have an address of their own; with one level both are the same. */
   uint64_t mip = d->last_level > d->first_level ? s->level[d->first_level + 1].offset_B : base;
   out->base_word = 2;
   out->mip_word = 3;
   out->word[0] =
      R6_SQ_TEX_RESOURCE_WORD0(.DIM = dims[target], .TILE_MODE = l->mode, .TILE_TYPE = s->non_displayable,
                               .PITCH = l->pitch_bl * s->blk_w / 8 - 1, .TEX_WIDTH = l->width - 1);
   out->word[1] = R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = l->height - 1,
                                           .TEX_DEPTH = target == PIPE_TEXTURE_3D ? l->depth - 1 : 0,
                                           .DATA_FORMAT = d->fmt->hw);
   out->word[2] = (uint32_t)(base >> 8);
   out->word[3] = (uint32_t)(mip >> 8);
   out->word[4] = R6_SQ_TEX_RESOURCE_WORD4(.FORMAT_COMP_X = comp, .FORMAT_COMP_Y = comp,
                                           .FORMAT_COMP_Z = comp, .FORMAT_COMP_W = comp, .SRF_MODE_ALL = 1,
                                           .FORCE_DEGAMMA = d->fmt->number == RADEON_NUMBER_SRGB,
                                           .REQUEST_SIZE = 1, .DST_SEL_X = d->sel[0], .DST_SEL_Y = d->sel[1],
                                           .DST_SEL_Z = d->sel[2], .DST_SEL_W = d->sel[3], .BASE_LEVEL = 0);
   out->word[5] = R6_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = d->last_level - d->first_level, .BASE_ARRAY = 0,
                                           .LAST_ARRAY = target == PIPE_TEXTURE_CUBE ? 5 : 0);
   out->word[6] = R6_SQ_TEX_RESOURCE_WORD6(.MAX_ANISO = 4, .TYPE = 2);
}

static void
emit_views(struct radeon_context *c, unsigned stage, unsigned first_slot)
{
   struct radeon_cs *cs = &c->cs;
   struct radeon_stage *st = &c->stage[stage];
   uint32_t dirty = st->views_dirty;
   st->views_dirty = 0;
   while (dirty) {
      unsigned i = (unsigned)__builtin_ctz(dirty);
      dirty &= dirty - 1;
      const struct pipe_sampler_view *v = st->views[i];
      struct radeon_bo *bo = v->res->bo;
      uint32_t w[7];
      memcpy(w, v->word, sizeof w);
      w[2] += (uint32_t)(bo->va >> 8);
      w[3] += (uint32_t)(bo->va >> 8);
      r600_set_resource(cs, first_slot + VLIW_TEX_RESOURCE_BASE + i, w);
      cs_reloc(cs, bo, false);
      cs_reloc(cs, bo, false);
   }
}

static void
emit_samplers(struct radeon_context *c, unsigned stage, unsigned first_slot, uint32_t border_reg)
{
   struct radeon_cs *cs = &c->cs;
   struct radeon_stage *st = &c->stage[stage];
   uint32_t dirty = st->samplers_dirty;
   st->samplers_dirty = 0;
   while (dirty) {
      unsigned i = (unsigned)__builtin_ctz(dirty);
      dirty &= dirty - 1;
      const struct radeon_sampler *s = st->samplers[i];
      cs_packet3(cs, DB_PKT3_SET_SAMPLER, 4);
      cs_dw(cs, (first_slot + i) * (DB_R6_SAMPLER_STRIDE_B / 4));
      cs_array(cs, s->word, 3);
      if (!s->border_register)
         continue;
      /* Border colours are config registers: what is drawing has to finish first. */
      r600_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
      cs_set_config_regs(cs, border_reg + i * 16, 4);
      float border[4];
      radeon_border_color(s, st->views[i], border);
      for (unsigned k = 0; k < 4; k++)
         cs_dw(cs, fui(border[k]));
   }
}

void
r600_emit_tex_vs(struct radeon_context *c)
{
   emit_views(c, PIPE_SHADER_VERTEX, DB_R6_RESOURCE_VS);
}

void
r600_emit_tex_fs(struct radeon_context *c)
{
   emit_views(c, PIPE_SHADER_FRAGMENT, DB_R6_RESOURCE_PS);
}

void
r600_emit_samp_vs(struct radeon_context *c)
{
   emit_samplers(c, PIPE_SHADER_VERTEX, DB_R6_SAMPLER_VS, R6_TD_VS_SAMPLER_BORDER_RED_OFFSET(0));
}

void
r600_emit_samp_fs(struct radeon_context *c)
{
   emit_samplers(c, PIPE_SHADER_FRAGMENT, DB_R6_SAMPLER_PS, R6_TD_PS_SAMPLER_BORDER_RED_OFFSET(0));
}
