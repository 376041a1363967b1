/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: texture resources and samplers.
 */
#include "evergreen/eg_priv.h"

/* SQ_TEX_SAMPLER_WORD0.CLAMP_X by pipe_tex_wrap. */
static const uint8_t wrap[] = {
   [PIPE_TEX_WRAP_REPEAT] = EG_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_WRAP,
   [PIPE_TEX_WRAP_CLAMP_TO_EDGE] = EG_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_CLAMP_LAST_TEXEL,
   [PIPE_TEX_WRAP_MIRROR_REPEAT] = EG_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_MIRROR,
   [PIPE_TEX_WRAP_CLAMP_TO_BORDER] = EG_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_CLAMP_BORDER,
   [PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE] = EG_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_MIRROR_ONCE_LAST_TEXEL,
};

/** A level of detail as unsigned fixed point. */
static uint32_t
lod_fixed(float lod, unsigned frac_bits, uint32_t max)
{
   float v = CLAMP(lod, 0.0f, 16.0f) * (float)(1u << frac_bits);
   return MIN2((uint32_t)v, max);
}

void
eg_encode_sampler(const struct pipe_sampler_state *s, struct radeon_sampler *out)
{
   const unsigned aniso = s->max_anisotropy > 1 ? MIN2(u_log2(s->max_anisotropy), 4) : 0;
   const bool min_linear = s->min_img_filter == PIPE_TEX_FILTER_LINEAR;
   const bool mag_linear = s->mag_img_filter == PIPE_TEX_FILTER_LINEAR;
   out->border_register = s->wrap_s == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
                          s->wrap_t == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
                          s->wrap_r == PIPE_TEX_WRAP_CLAMP_TO_BORDER;
   memcpy(out->border, s->border_color, sizeof out->border);
   /* Z_FILTER stays NONE: the third axis then follows whichever filter the other two use, magnifying or
    * minifying. */
   out->word[0] =
      EG_SQ_TEX_SAMPLER_WORD0(.CLAMP_X = wrap[s->wrap_s], .CLAMP_Y = wrap[s->wrap_t],
                              .CLAMP_Z = wrap[s->wrap_r], .XY_MAG_FILTER = mag_linear + (aniso ? 2 : 0),
                              .XY_MIN_FILTER = min_linear + (aniso ? 2 : 0), .MIP_FILTER = s->min_mip_filter,
                              .MAX_ANISO_RATIO = aniso, .BORDER_COLOR_TYPE = out->border_register ? 3 : 0);
   float max_lod = s->min_mip_filter == PIPE_TEX_MIPFILTER_NONE ? s->min_lod : s->max_lod;
   out->word[1] = EG_SQ_TEX_SAMPLER_WORD1(.MIN_LOD = lod_fixed(s->min_lod, 8, 4095),
                                          .MAX_LOD = lod_fixed(max_lod, 8, 4095));
   out->word[2] = EG_SQ_TEX_SAMPLER_WORD2(.LOD_BIAS = db_signed(
                                             (int32_t)(CLAMP(s->lod_bias, -16.0f, 16.0f) * 256.0f), 14),
                                          .TRUNCATE_COORD = !min_linear && !mag_linear,
                                          .DISABLE_CUBE_WRAP = !s->seamless_cube_map, .TYPE = 1);
}

void
eg_encode_view(struct radeon_context *c, const struct radeon_view_desc *d, struct pipe_sampler_view *out)
{
   const struct radeon_resource *r = d->res;
   const struct radeon_surface *s = &r->surf;
   const bool single = d->layer >= 0;
   /* The level's own address and size for a single layer; else the whole chain, from BASE_LEVEL on. */
   const unsigned first = single ? d->first_level : 0;
   const struct radeon_level *l = &s->level[first];
   const unsigned target = single ? PIPE_TEXTURE_2D : r->base.target;
   const bool depth = r->fmt->can & (RADEON_CAN_DEPTH | RADEON_CAN_STENCIL);
   static const uint8_t dims[] = {
      [PIPE_TEXTURE_2D] = EG_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_2D,
      [PIPE_TEXTURE_CUBE] = EG_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_CUBEMAP,
      [PIPE_TEXTURE_3D] = EG_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_3D,
   };
   const unsigned comp = d->fmt->number == RADEON_NUMBER_SNORM; /* 0 unsigned, 1 signed */
   uint64_t base = l->offset_B + (single ? (uint64_t)d->layer * l->slice_B : 0);
   /* Levels above the first have an address of their own; with one level both are the same. */
   uint64_t mip = !single && r->base.last_level ? s->level[1].offset_B : base;
   out->base_word = 2;
   out->mip_word = 3;
   out->word[0] =
      EG_SQ_TEX_RESOURCE_WORD0(.DIM = dims[target], .NON_DISP_TILING_ORDER = s->non_displayable,
                               .PITCH = l->pitch_bl * s->blk_w / 8 - 1, .TEX_WIDTH = l->width - 1);
   out->word[1] = EG_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = l->height - 1,
                                           .TEX_DEPTH = target == PIPE_TEXTURE_3D ? l->depth - 1 : 0,
                                           .ARRAY_MODE = l->mode);
   out->word[2] = (uint32_t)(base >> 8);
   out->word[3] = (uint32_t)(mip >> 8);
   out->word[4] =
      EG_SQ_TEX_RESOURCE_WORD4(.FORMAT_COMP_X = comp, .FORMAT_COMP_Y = comp, .FORMAT_COMP_Z = comp,
                               .FORMAT_COMP_W = comp, .SRF_MODE_ALL = 1,
                               .FORCE_DEGAMMA = d->fmt->number == RADEON_NUMBER_SRGB, .DST_SEL_X = d->sel[0],
                               .DST_SEL_Y = d->sel[1], .DST_SEL_Z = d->sel[2], .DST_SEL_W = d->sel[3],
                               .BASE_LEVEL = single ? 0 : d->first_level);
   out->word[5] = EG_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = single ? 0 : d->last_level, .BASE_ARRAY = 0,
                                           .LAST_ARRAY = target == PIPE_TEXTURE_CUBE ? 5 : 0);
   out->word[6] = EG_SQ_TEX_RESOURCE_WORD6(.MAX_ANISO_RATIO = r->base.last_level && !single ? 4 : 0,
                                           .TILE_SPLIT = s->tile_split_B ? u_log2(s->tile_split_B) - 6 : 0);
   out->word[7] =
      EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = d->fmt->hw, .MACRO_TILE_ASPECT = u_log2(s->macro_aspect),
                               .BANK_WIDTH = u_log2(s->bank_w), .BANK_HEIGHT = u_log2(s->bank_h),
                               .DEPTH_SAMPLE_ORDER = depth, .NUM_BANKS = u_log2(c->screen->tiling.banks) - 1,
                               .TYPE = 2);
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
      uint32_t w[8];
      memcpy(w, v->word, sizeof w);
      w[2] += (uint32_t)(bo->va >> 8);
      w[3] += (uint32_t)(bo->va >> 8);
      eg_set_resource(cs, first_slot + VLIW_TEX_RESOURCE_BASE + i, w);
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
      cs_dw(cs, (first_slot + i) * (DB_EG_SAMPLER_STRIDE_B / 4));
      cs_array(cs, s->word, 3);
      if (!s->border_register)
         continue;
      /* Border colours are config registers, an index and the colour of that sampler: what is drawing has to
       * finish first. */
      eg_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
      cs_set_config_regs(cs, border_reg, 5);
      cs_dw(cs, i);
      float border[4];
      radeon_border_color(s, st->views[i], border);
      for (unsigned k = 0; k < 4; k++)
         cs_dw(cs, fui(border[k]));
   }
}

void
eg_emit_tex_vs(struct radeon_context *c)
{
   emit_views(c, PIPE_SHADER_VERTEX, DB_EG_RESOURCE_VS);
}

void
eg_emit_tex_fs(struct radeon_context *c)
{
   emit_views(c, PIPE_SHADER_FRAGMENT, DB_EG_RESOURCE_PS);
}

void
eg_emit_samp_vs(struct radeon_context *c)
{
   emit_samplers(c, PIPE_SHADER_VERTEX, DB_EG_SAMPLER_VS, EG_TD_VS_BORDER_COLOR_INDEX_OFFSET);
}

void
eg_emit_samp_fs(struct radeon_context *c)
{
   emit_samplers(c, PIPE_SHADER_FRAGMENT, DB_EG_SAMPLER_PS, EG_TD_PS_BORDER_COLOR_INDEX_OFFSET);
}
