/* SPDX-License-Identifier: MIT
 *
 * VAP's viewport and clipping, GA, SU and SC to struct raster_state. Points and lines are measured in 1/12 pixel of half
 * their size, which is 1/6 of the whole. Vertices snap to 1/16 pixel, the nearest to the hardware's 1/12 that the
 * rasteriser has.
 */
#include <string.h>

#include "emulator/r300/state/derive.h"
#include "util/u_math.h"

enum { ORIGIN = 1440 }; /* of window coordinates in SC's registers before R500 */
enum {
   OUTSIDE_0_HIDES = 0x5555
}; /* what is not inside of the first rectangle, whatever the others say, is hidden */

static void
viewport(const struct emulator *e, struct raster_state *r)
{
   const uint32_t regs[6] = {e->rx.mmio.SE_VPORT_XSCALE,  e->rx.mmio.SE_VPORT_YSCALE,
                             e->rx.mmio.SE_VPORT_ZSCALE,  e->rx.mmio.SE_VPORT_XOFFSET,
                             e->rx.mmio.SE_VPORT_YOFFSET, e->rx.mmio.SE_VPORT_ZOFFSET};
   const bool on[6] = {RX(VAP_VTE_CNTL, VPORT_X_SCALE_ENA),  RX(VAP_VTE_CNTL, VPORT_Y_SCALE_ENA),
                       RX(VAP_VTE_CNTL, VPORT_Z_SCALE_ENA),  RX(VAP_VTE_CNTL, VPORT_X_OFFSET_ENA),
                       RX(VAP_VTE_CNTL, VPORT_Y_OFFSET_ENA), RX(VAP_VTE_CNTL, VPORT_Z_OFFSET_ENA)};
   for (unsigned i = 0; i < 3; i++) {
      r->vport_scale[i] = on[i] ? uif(regs[i]) : 1;
      r->vport_offset[i] = on[3 + i] ? uif(regs[3 + i]) : 0;
   }
   r->xy_is_ndc = RX(VAP_VTE_CNTL, VTX_XY_FMT);
   r->z_is_ndc = RX(VAP_VTE_CNTL, VTX_Z_FMT);
   r->w_is_rcp = !RX(VAP_VTE_CNTL, VTX_W0_FMT);
}

static void
clipping(const struct emulator *e, struct raster_state *r)
{
   r->clip_disable = RX(VAP_CLIP_CNTL, CLIP_DISABLE);
   r->dx_clip_space = RX(VAP_CNTL, DX_CLIP_SPACE_DEF);
   r->gb_clip_x = uif(e->rx.mmio.VAP_GB_HORZ_CLIP_ADJ);
   r->gb_clip_y = uif(e->rx.mmio.VAP_GB_VERT_CLIP_ADJ);
   r->gb_disc_x = uif(e->rx.mmio.VAP_GB_HORZ_DISC_ADJ);
   r->gb_disc_y = uif(e->rx.mmio.VAP_GB_VERT_DISC_ADJ);
   r->clip_distances = r->clip_disable ? 0 : e->rx.mmio.VAP_CLIP_CNTL & 63; /* UCP_ENA_0 to 5 */
}

static void
sizes(const struct emulator *e, struct raster_state *r)
{
   r->point_w = (float)RX(GA_POINT_SIZE, WIDTH) / 6;
   r->point_h = (float)RX(GA_POINT_SIZE, HEIGHT) / 6;
   r->point_min = (float)RX(GA_POINT_MINMAX, MIN_SIZE) / 6;
   r->point_max = (float)RX(GA_POINT_MINMAX, MAX_SIZE) / 6;
   r->line_width = (float)RX(GA_LINE_CNTL, WIDTH) / 6;
   r->vertex_point_size = RX(VAP_OUT_VTX_FMT_0, VTX_PT_SIZE_PRESENT);
}

static void
faces(const struct emulator *e, struct raster_state *r)
{
   r->cull_front = RX(SU_CULL_MODE, CULL_FRONT);
   r->cull_back = RX(SU_CULL_MODE, CULL_BACK);
   r->front_cw = RX(SU_CULL_MODE, FACE);
   r->poly_mode = RX(GA_POLY_MODE, POLY_MODE);
   r->poly_type[0] = (uint8_t)MIN2(RX(GA_POLY_MODE, FRONT_PTYPE), 2u);
   r->poly_type[1] = (uint8_t)MIN2(RX(GA_POLY_MODE, BACK_PTYPE), 2u);
   r->offset_front = RX(SU_POLY_OFFSET_ENABLE, FRONT_ENABLE);
   r->offset_back = RX(SU_POLY_OFFSET_ENABLE, BACK_ENABLE);
   r->offset_para = RX(SU_POLY_OFFSET_ENABLE, PARA_ENABLE);
   const uint32_t scale[2] = {e->rx.mmio.SU_POLY_OFFSET_FRONT_SCALE, e->rx.mmio.SU_POLY_OFFSET_BACK_SCALE};
   const uint32_t units[2] = {e->rx.mmio.SU_POLY_OFFSET_FRONT_OFFSET, e->rx.mmio.SU_POLY_OFFSET_BACK_OFFSET};
   const bool z16 = RX(ZB_FORMAT, DEPTHFORMAT) == RX_ZB_FORMAT__DEPTHFORMAT__Z16_INT;
   for (unsigned i = 0; i < 2; i++) {
      r->offset_scale[i] = uif(scale[i]) / 12 * 16; /* per 1/12 pixel; the rasteriser counts by 1/16 */
      /* a step of depth is 1 / (2^n - 1), a little more than the rasteriser's 2^-n */
      r->offset_units[i] = uif(units[i]) / (z16 ? 4 : 2) * (z16 ? 0x1.000102p0f : 0x1.000002p0f);
   }
   r->offset_db_bits = z16 ? -16 : -24;
}

/* x and y of a corner that SC's registers have. */
static void
corner(const struct emulator *e, uint32_t dw, int32_t out[2])
{
   const int32_t origin = e->r500 ? 0 : ORIGIN;
   out[0] = (int32_t)RX_SC_SCISSOR0_get_XS0(dw) - origin;
   out[1] = (int32_t)RX_SC_SCISSOR0_get_YS0(dw) - origin;
}

static void
scissors(const struct emulator *e, struct r300_draw *d)
{
   struct raster_state *r = &d->draw.raster;
   const uint32_t clips[4][2] = {
      {e->rx.mmio.SC_CLIP_0_A, e->rx.mmio.SC_CLIP_0_B},
      {e->rx.mmio.SC_CLIP_1_A, e->rx.mmio.SC_CLIP_1_B},
      {e->rx.mmio.SC_CLIP_2_A, e->rx.mmio.SC_CLIP_2_B},
      {e->rx.mmio.SC_CLIP_3_A, e->rx.mmio.SC_CLIP_3_B}
   };
   corner(e, e->rx.mmio.SC_SCISSOR0, r->scissor);
   corner(e, e->rx.mmio.SC_SCISSOR1, r->scissor + 2);
   r->scissor[2]++;
   r->scissor[3]++;
   d->rows = r->scissor[3];
   r->clip_rects_hide = (uint16_t)~RX(SC_CLIP_RULE, CLIP_RULE);
   for (unsigned i = 0; i < 4; i++) {
      corner(e, clips[i][0], r->clip_rect[i]);
      corner(e, clips[i][1], r->clip_rect[i] + 2);
      r->clip_rect[i][2]++;
      r->clip_rect[i][3]++;
   }
   if (r->clip_rects_hide == OUTSIDE_0_HIDES) { /* one rectangle is one more scissor */
      for (unsigned k = 0; k < 2; k++) {
         r->scissor[k] = MAX2(r->scissor[k], r->clip_rect[0][k]);
         r->scissor[2 + k] = MIN2(r->scissor[2 + k], r->clip_rect[0][2 + k]);
      }
      r->clip_rects_hide = 0;
   }
}

unsigned
r300_samples(const struct emulator *e)
{
   static const uint8_t numbers[4] = {2, 3, 4, 6};
   return RX(GB_AA_CONFIG, AA_ENABLE) ? numbers[RX(GB_AA_CONFIG, NUM_AA_SUBSAMPLES)] : 1;
}

/* Positions are in 1/12 pixel from the corner. */
static int16_t
position(uint32_t twelfths)
{
   const int from_centre = (int)twelfths - 6;
   return (int16_t)((from_centre * 256 + (from_centre < 0 ? -6 : 6)) / 12);
}

/* SC_SCREENDOOR has six bits, one a sample, for each pixel of a quad. Without antialiasing all six samples are one. */
static void
samples(const struct emulator *e, struct raster_state *r)
{
   const uint32_t pos[2] = {e->rx.mmio.GB_MSPOS0, e->rx.mmio.GB_MSPOS1}, door = RX(SC_SCREENDOOR, SCREENDOOR);
   const unsigned n = r300_samples(e);
   r->log2_samples = (uint8_t)(u_log2(n) + (n & (n - 1) ? 1 : 0));
   r->samples_unused = (uint8_t)((1u << r->log2_samples) - n);
   for (unsigned i = 0; i < n && n > 1;
        i++) { /* both registers have the first one's fields, three samples each */
      const uint32_t dw = pos[i / 3] >> (i % 3 * 8);
      r->sample_pos[i][0] = position(RX_GB_MSPOS0_get_MS_X0(dw));
      r->sample_pos[i][1] = position(RX_GB_MSPOS0_get_MS_Y0(dw));
   }
   for (unsigned p = 0; p < 4; p++) {
      const uint32_t open = door >> (6 * p) & 63;
      r->aa_off[p] = (uint8_t)((n > 1 ? ~open : !open) & ((1u << n) - 1));
   }
   /* lines with samples are rectangles as wide as GA_LINE_CNTL says */
   r->line_perpendicular_ends = r->line_expand = n > 1;
}

static bool
refuse(struct emulator *e)
{
   if (RX(GB_SELECT, DEPTH_SELECT))
      return r300_error(e, "GB_SELECT: depth of 1 is not implemented");
   if (e->rx.mmio.GA_OFFSET)
      return r300_error(e, "GA_OFFSET is not implemented");
   if (e->rx.mmio.SU_TEX_WRAP)
      return r300_error(e, "SU_TEX_WRAP: cylindrical wrapping is not implemented");
   if (e->rx.mmio.SU_DEPTH_OFFSET || uif(e->rx.mmio.SU_DEPTH_SCALE) != 16777215.0f)
      return r300_error(e,
                        "SU_DEPTH_SCALE and SU_DEPTH_OFFSET other than 2^24 - 1 and 0 are not implemented");
   return true;
}

bool
derive_raster(struct emulator *e, struct r300_draw *d)
{
   struct raster_state *r = &d->draw.raster;
   if (!refuse(e))
      return false;
   viewport(e, r);
   clipping(e, r);
   sizes(e, r);
   faces(e, r);
   scissors(e, d);
   samples(e, r);
   r->pix_center_half = true;
   r->quant_bits = 4;
   r->round_mode = RX(GA_ROUND_MODE, GEOMETRY_ROUND) == RX_GA_ROUND_MODE__GEOMETRY_ROUND__ROUND_NEAREST;
   d->provoking = (uint8_t)RX(GA_COLOR_CONTROL, PROVOKING_VERTEX);
   d->affine = RX(GB_SELECT, W_SELECT);
   return true;
}
