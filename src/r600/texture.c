/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: words of texture resources and samplers.
 */
#include "r600/r600_priv.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/state/cso.h"
#include "terascale/state/view.h"
#include "util/u_math.h"

void
r600_encode_sampler(const struct pipe_sampler_state *s, unsigned aniso, struct ts_sampler *out)
{
   const bool min_linear = s->min_img_filter == PIPE_TEX_FILTER_LINEAR;
   const bool mag_linear = s->mag_img_filter == PIPE_TEX_FILTER_LINEAR;
   out->word[0] |=
      R6_SQ_TEX_SAMPLER_WORD0(.DEPTH_COMPARE_FUNCTION = s->compare_func,
                              .XY_MAG_FILTER = mag_linear + (aniso ? 4 : 0),
                              .XY_MIN_FILTER = min_linear + (aniso ? 4 : 0), .MIP_FILTER = s->min_mip_filter,
                              .MAX_ANISO_RATIO = aniso, .BORDER_COLOR_TYPE = out->border_register ? 3 : 0);
   out->word[1] = R6_SQ_TEX_SAMPLER_WORD1(.MIN_LOD = ts_lod_fixed(s->min_lod, 6, 1023),
                                          .MAX_LOD = ts_lod_fixed(s->max_lod, 6, 1023),
                                          .LOD_BIAS = db_signed(
                                             (int32_t)(CLAMP(s->lod_bias, -16.0f, 16.0f) * 64.0f), 12));
   out->word[2] = R6_SQ_TEX_SAMPLER_WORD2(.TYPE = 1);
   /* no filter between layers */
   out->word0[TS_VIEW_ARRAY] = R6_SQ_TEX_SAMPLER_WORD0(.TEX_ARRAY_OVERRIDE = 1);
}

void
r600_encode_view(struct ts_context *c, const struct ts_view_desc *d, struct ts_sampler_view *out)
{
   const struct ts_resource *r = d->res;
   const struct ts_surface *s = &r->surf;
   const struct ts_level *l = &s->level[d->first_level];
   const bool single = d->layer >= 0;
   const unsigned target = single ? PIPE_TEXTURE_2D : r->base.target;
   static const uint8_t dims[] = {
      [PIPE_TEXTURE_2D] = R6_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_2D,
      [PIPE_TEXTURE_CUBE] = R6_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_CUBEMAP,
      [PIPE_TEXTURE_3D] = R6_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_3D,
      [PIPE_TEXTURE_2D_ARRAY] = R6_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_2D_ARRAY,
   };
   const unsigned log2_samples = u_log2(s->samples); /* in LAST_LEVEL's place */
   const bool is_int = ts_format_is_int(d->fmt);
   /* 0 unsigned, 1 signed */
   const unsigned comp = d->fmt->number == TS_NUMBER_SNORM || d->fmt->number == TS_NUMBER_SINT;
   uint64_t base = l->offset_B + (single ? (uint64_t)d->layer * l->slice_B : 0);
   /* Levels above the first have an address of their own; with one level both are the same. */
   uint64_t mip = d->last_level > d->first_level ? s->level[d->first_level + 1].offset_B : base;
   const unsigned last_level = log2_samples ? log2_samples : (unsigned)d->last_level - d->first_level;
   out->word[0] =
      R6_SQ_TEX_RESOURCE_WORD0(.DIM = log2_samples ? R6_SQ_TEX_RESOURCE_WORD0__DIM__SQ_TEX_DIM_2D_MSA
                                                   : dims[target],
                               .TILE_MODE = l->mode, .TILE_TYPE = s->non_displayable,
                               .PITCH = l->pitch_bl * s->blk_w / 8 - 1, .TEX_WIDTH = l->width - 1);
   out->word[1] = R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = l->height - 1, .TEX_DEPTH = ts_view_depth(d, l) - 1,
                                           .DATA_FORMAT = d->fmt->hw);
   out->word[2] = (uint32_t)(base >> 8);
   out->word[3] = (uint32_t)(mip >> 8);
   out->word[4] = R6_SQ_TEX_RESOURCE_WORD4(.FORMAT_COMP_X = comp, .FORMAT_COMP_Y = comp,
                                           .FORMAT_COMP_Z = comp, .FORMAT_COMP_W = comp,
                                           .NUM_FORMAT_ALL = is_int, .SRF_MODE_ALL = !is_int && !comp,
                                           .FORCE_DEGAMMA = d->fmt->number == TS_NUMBER_SRGB,
                                           .REQUEST_SIZE = 1, .DST_SEL_X = d->sel[0], .DST_SEL_Y = d->sel[1],
                                           .DST_SEL_Z = d->sel[2], .DST_SEL_W = d->sel[3], .BASE_LEVEL = 0);
   out->word[5] = R6_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = last_level, .BASE_ARRAY = 0,
                                           .LAST_ARRAY = ts_view_layers(d) - 1);
   out->word[6] = R6_SQ_TEX_RESOURCE_WORD6(.MAX_ANISO = 4, .TYPE = 2);
}

/** Whether filters stay on a face of a cube, as in ES 2.0, or go over its edges, as in ES 3.0. A config register: what
 * draws has to finish first. */
void
r600_emit_cube_wrap(struct ts_context *c)
{
   if (c->cube_wrap >= 0 && c->cube_wrap != c->faces_join)
      c->ops->emit_wait_idle(&c->base.cs);
   c->cube_wrap = c->faces_join;
   cs_set_config_reg(&c->base.cs, R6_TA_CNTL_AUX_OFFSET,
                     R6_TA_CNTL_AUX(.DISABLE_CUBE_WRAP = !c->faces_join, .DISABLE_CUBE_ANISO = 1,
                                    .SYNC_GRADIENT = 1, .SYNC_WALKER = 1, .SYNC_ALIGNER = 1));
}

void
r600_open_border_color(struct drv_cs *cs, enum pipe_shader_type stage, unsigned sampler)
{
   cs_set_config_regs(cs,
                      stage == PIPE_SHADER_VERTEX ? R6_TD_VS_SAMPLER_BORDER_RED_OFFSET(sampler)
                                                  : R6_TD_PS_SAMPLER_BORDER_RED_OFFSET(sampler),
                      4);
}
