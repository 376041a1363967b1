/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: words of texture resources and samplers.
 */
#include "evergreen/eg_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "terascale/state/cso.h"
#include "terascale/state/view.h"
#include "util/u_math.h"

void
eg_encode_sampler(const struct pipe_sampler_state *s, unsigned aniso, struct ts_sampler *out)
{
   const bool min_linear = s->min_img_filter == PIPE_TEX_FILTER_LINEAR;
   const bool mag_linear = s->mag_img_filter == PIPE_TEX_FILTER_LINEAR;
   out->word[0] |=
      EG_SQ_TEX_SAMPLER_WORD0(.DEPTH_COMPARE_FUNCTION = s->compare_func,
                              .XY_MAG_FILTER = mag_linear + (aniso ? 2 : 0),
                              .XY_MIN_FILTER = min_linear + (aniso ? 2 : 0), .MIP_FILTER = s->min_mip_filter,
                              .MAX_ANISO_RATIO = aniso, .BORDER_COLOR_TYPE = out->border_register ? 3 : 0);
   /* Without levels the level of detail is only to choose between the two filters: MAX_LOD would take the choice
    * away (docs/inferred.md). Where there is none, it keeps the unit to one level, as Mesa's r600 does. */
   const bool one_level = s->min_mip_filter == PIPE_TEX_MIPFILTER_NONE && min_linear == mag_linear;
   const float max_lod = one_level ? s->min_lod : s->max_lod;
   out->word[1] = EG_SQ_TEX_SAMPLER_WORD1(.MIN_LOD = ts_lod_fixed(s->min_lod, 8, 4095),
                                          .MAX_LOD = ts_lod_fixed(max_lod, 8, 4095));
   out->word[2] = EG_SQ_TEX_SAMPLER_WORD2(.LOD_BIAS = db_signed(
                                             (int32_t)(CLAMP(s->lod_bias, -16.0f, 16.0f) * 256.0f), 14),
                                          .TRUNCATE_COORD = !min_linear && !mag_linear,
                                          .DISABLE_CUBE_WRAP = !s->seamless_cube_map, .TYPE = 1);
}

/** All but the order of texels in a tile, whose field moved. */
static void
encode_view(struct ts_context *c, const struct ts_view_desc *d, struct ts_sampler_view *out)
{
   const struct ts_resource *r = d->res;
   const struct ts_surface *s = &r->surf;
   const bool single = d->layer >= 0;
   /* The level's own address and size for a single layer; else the whole chain, from BASE_LEVEL on. */
   const unsigned first = single ? d->first_level : 0;
   const struct ts_level *l = &s->level[first];
   const unsigned target = single ? PIPE_TEXTURE_2D : r->base.target;
   const bool depth = r->fmt->can & (TS_CAN_DEPTH | TS_CAN_STENCIL);
   static const uint8_t dims[] = {
      [PIPE_TEXTURE_2D] = EG_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_2D,
      [PIPE_TEXTURE_CUBE] = EG_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_CUBEMAP,
      [PIPE_TEXTURE_3D] = EG_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_3D,
      [PIPE_TEXTURE_2D_ARRAY] = EG_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_2D_ARRAY,
   };
   const unsigned log2_samples = u_log2(s->samples); /* in LAST_LEVEL's place */
   const bool is_int = ts_format_is_int(d->fmt);
   /* 0 unsigned, 1 signed */
   const unsigned comp = d->fmt->number == TS_NUMBER_SNORM || d->fmt->number == TS_NUMBER_SINT;
   uint64_t base = l->offset_B + (single ? (uint64_t)d->layer * l->slice_B : 0);
   /* Levels above the first have an address of their own; with one level both are the same. */
   uint64_t mip = !single && r->base.last_level ? s->level[1].offset_B : base;
   out->word[0] =
      EG_SQ_TEX_RESOURCE_WORD0(.DIM = log2_samples ? EG_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_2D_MSAA
                                                   : dims[target],
                               .PITCH = l->pitch_bl * s->blk_w / 8 - 1, .TEX_WIDTH = l->width - 1);
   out->word[1] = EG_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = l->height - 1, .TEX_DEPTH = ts_view_depth(d, l) - 1,
                                           .ARRAY_MODE = l->mode);
   out->word[2] = (uint32_t)(base >> 8);
   out->word[3] = (uint32_t)(mip >> 8);
   out->word[4] =
      EG_SQ_TEX_RESOURCE_WORD4(.FORMAT_COMP_X = comp, .FORMAT_COMP_Y = comp, .FORMAT_COMP_Z = comp,
                               .FORMAT_COMP_W = comp, .NUM_FORMAT_ALL = is_int,
                               .SRF_MODE_ALL = !is_int && !comp,
                               .FORCE_DEGAMMA = d->fmt->number == TS_NUMBER_SRGB, .DST_SEL_X = d->sel[0],
                               .DST_SEL_Y = d->sel[1], .DST_SEL_Z = d->sel[2], .DST_SEL_W = d->sel[3],
                               .BASE_LEVEL = single ? 0 : d->first_level);
   out->word[5] = EG_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = single ? log2_samples : d->last_level,
                                           .BASE_ARRAY = 0, .LAST_ARRAY = ts_view_layers(d) - 1);
   out->word[6] = EG_SQ_TEX_RESOURCE_WORD6(.MAX_ANISO_RATIO = r->base.last_level && !single ? 4 : 0,
                                           .TILE_SPLIT = s->tile_split_B ? u_log2(s->tile_split_B) - 6 : 0);
   out->word[7] =
      EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = ts_plane_format(d->fmt)->hw,
                               .MACRO_TILE_ASPECT = u_log2(s->macro_aspect), .BANK_WIDTH = u_log2(s->bank_w),
                               .BANK_HEIGHT = u_log2(s->bank_h), .DEPTH_SAMPLE_ORDER = depth,
                               .NUM_BANKS = u_log2(c->screen->tiling.banks) - 1, .TYPE = 2);
}

void
eg_encode_view(struct ts_context *c, const struct ts_view_desc *d, struct ts_sampler_view *out)
{
   encode_view(c, d, out);
   out->word[0] |= EG_SQ_TEX_RESOURCE_WORD0(.NON_DISP_TILING_ORDER = d->res->surf.non_displayable);
}

void
cm_encode_view(struct ts_context *c, const struct ts_view_desc *d, struct ts_sampler_view *out)
{
   encode_view(c, d, out);
   out->word[0] |= CM_SQ_TEX_RESOURCE_WORD0(.NON_DISP_TILING_ORDER = d->res->surf.non_displayable);
   out->word[4] |= CM_SQ_TEX_RESOURCE_WORD4(.LOG2_NUM_FRAGMENTS = u_log2(d->res->surf.samples));
}

/* An index, and the colour of that sampler. */
void
eg_open_border_color(struct drv_cs *cs, enum pipe_shader_type stage, unsigned sampler)
{
   cs_set_config_regs(cs,
                      stage == PIPE_SHADER_VERTEX ? EG_TD_VS_BORDER_COLOR_INDEX_OFFSET
                                                  : EG_TD_PS_BORDER_COLOR_INDEX_OFFSET,
                      5);
   cs_dw(cs, sampler);
}
