/* SPDX-License-Identifier: MIT
 * Registers that are on none of the kernel's lists of free ones: some take a relocation, some are remembered for the draws
 * behind them, some want what the kernel has lent; all others are refused. After the radeon kernel's r300_packet0_check
 * and r100_reloc_pitch_offset. */
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "kernel/radeon/checker/r300/rules.h"
#include "util/u_math.h"

/* The kernel's origin of scissors on R300 and R400. */
#define SCISSOR_ORIGIN_PX 1440

struct reg_rule {
   uint32_t first;
   uint8_t count;
   bool (*check)(struct r300_checker *c, unsigned i,
                 uint32_t dw); /* i-th instance, its value at stream position dw */
};

#define RULE(name) static bool name(struct r300_checker *c, unsigned i, uint32_t dw)

/* Bits of a pitch register for a buffer's tiles; the three registers have them in one place. */
static uint32_t
tile_bits(const struct check_reloc *r)
{
   return RX_RB3D_COLORPITCH(.COLORTILE = (r->tiling_flags & CHECK_TILING_MACRO) != 0,
                             .COLORMICROTILE = r->tiling_flags & CHECK_TILING_MICRO          ? 1
                                               : r->tiling_flags & CHECK_TILING_MICRO_SQUARE ? 2
                                                                                             : 0);
}

/* Without RADEON_CS_KEEP_TILING_FLAGS a pitch register takes its tiling from a buffer. */
static bool
take_tiling(struct r300_checker *c, uint32_t dw, const char *what)
{
   if (!c->how.buffer_tiling)
      return true;
   const struct check_reloc *r = check_r300_reloc(c, what);
   if (!r)
      return false;
   const uint32_t all = RX_RB3D_COLORPITCH(.COLORTILE = 1, .COLORMICROTILE = 3);
   r300_patch(c, dw, (c->dw[dw] & ~all) | tile_bits(r));
   return true;
}

/* Of 2D: an address in units of 1024 bytes. */
static bool
pitch_offset(struct r300_checker *c, uint32_t dw, bool source)
{
   const struct check_reloc *r = check_r300_reloc(c, "a 2D surface");
   if (!r)
      return false;
   const uint32_t v = c->dw[dw];
   uint32_t tile = RX_DST_PITCH_OFFSET_get_TILE(v);
   if (c->how.buffer_tiling) {
      if (source && (r->tiling_flags & CHECK_TILING_MICRO))
         return check_r300_fail(c, dw, "2D cannot read a micro-tiled buffer");
      tile =
         (r->tiling_flags & CHECK_TILING_MACRO ? 1u : 0) | (r->tiling_flags & CHECK_TILING_MICRO ? 2u : 0);
   }
   const uint32_t at_1k = RX_DST_PITCH_OFFSET_get_OFFSET_1K(v) + ((uint32_t)r->gpu_addr >> 10);
   const uint32_t pitch = v & RX_DST_PITCH_OFFSET(.PITCH_64B = 0xff),
                  above = RX_DST_PITCH_OFFSET(.TILE = tile);
   r300_patch(c, dw, pitch | at_1k | above);
   return true;
}

RULE(src_pitch_offset)
{
   return pitch_offset(c, dw, true);
}

RULE(dst_pitch_offset)
{
   return pitch_offset(c, dw, false);
}

RULE(vf_cntl)
{
   c->vf_cntl = c->dw[dw];
   return true;
}

RULE(alt_num_vertices)
{
   if (!check_r300_is_r500(c))
      return check_r300_fail(c, dw, "is a register of R500 alone");
   c->alt_vertices = R5_VAP_ALT_NUM_VERTICES_get_NUM_VERTICES(c->dw[dw]);
   return true;
}

RULE(vtx_size)
{
   c->vertex_dw = RX_VAP_VTX_SIZE_get_DWORDS_PER_VTX(c->dw[dw]);
   return true;
}

RULE(max_index)
{
   c->max_index = RX_VAP_VF_MAX_VTX_INDX_get_MAX_INDX(c->dw[dw]);
   return true;
}

/* On R300 and R400 a scissor that ends above the origin makes the kernel's number of rows a huge one; no buffer has room for it. */
RULE(scissor)
{
   c->rows_px = RX_SC_SCISSOR1_get_YS1(c->dw[dw]) + 1;
   if (!check_r300_is_r500(c))
      c->rows_px -= SCISSOR_ORIGIN_PX;
   c->colors_new = c->depth_new = true;
   return true;
}

/* Old drivers write it without asking, so the kernel only takes the bit out. */
RULE(hyperz_en)
{
   if (!c->how.owns_hyperz)
      r300_patch(c, dw, RX_SC_HYPERZ_EN_set_HZ_EN(c->dw[dw], 0u));
   return true;
}

static bool
lent(struct r300_checker *c, uint32_t dw, bool owner)
{
   return owner || !c->dw[dw] ||
          check_r300_fail(c, dw, "uses memory that the kernel has not lent to this process");
}

RULE(hyperz_memory)
{
   return lent(c, dw, c->how.owns_hyperz);
}

RULE(z_peq_config)
{
   return lent(c, dw, c->how.owns_hyperz) &&
          (c->chip->from_rv350 || check_r300_fail(c, dw, "is a register of RV350 and later"));
}

RULE(tx_enable)
{
   for (unsigned u = 0; u < R300_TEXTURES; u++)
      c->texture[u].enabled = c->dw[dw] >> u & 1;
   c->textures_new = true;
   return true;
}

/* Whether a coordinate's wrap mode keeps the kernel from rounding its size up: a size that was not rounded once never is again. */
static bool
keeps_size(uint32_t clamp)
{
   return clamp == RX_TX_FILTER0__CLAMP_S__CLAMP_TO_EDGE ||
          clamp == RX_TX_FILTER0__CLAMP_S__CLAMP_HALF_BORDER ||
          clamp == RX_TX_FILTER0__CLAMP_S__CLAMP_TO_BORDER;
}

RULE(tx_filter0)
{
   struct r300_texture *t = &c->texture[i];
   t->round_w &= !keeps_size(RX_TX_FILTER0_get_CLAMP_S(c->dw[dw]));
   t->round_h &= !keeps_size(RX_TX_FILTER0_get_CLAMP_T(c->dw[dw]));
   c->textures_new = true;
   return true;
}

RULE(tx_format0)
{
   struct r300_texture *t = &c->texture[i];
   const uint32_t v = c->dw[dw];
   t->width_px = RX_TX_FORMAT0_get_TXWIDTH(v) + 1;
   t->height_px = RX_TX_FORMAT0_get_TXHEIGHT(v) + 1;
   t->last_level = RX_TX_FORMAT0_get_NUM_LEVELS(v);
   t->log2_depth = RX_TX_FORMAT0_get_TXDEPTH(v);
   t->use_pitch = RX_TX_FORMAT0_get_TXPITCH_EN(v);
   c->textures_new = true;
   return true;
}

RULE(tx_format1)
{
   c->textures_new = true;
   return check_r300_texture_format(c, &c->texture[i], dw);
}

RULE(tx_format2)
{
   struct r300_texture *t = &c->texture[i];
   const uint32_t v = c->dw[dw];
   t->pitch_px = RX_TX_FORMAT2_get_TXPITCH(v) + 1;
   if (check_r300_is_r500(c)) {
      t->width_11 = R5_TX_FORMAT2_get_TXWIDTH_11(v) << 11;
      t->height_11 = R5_TX_FORMAT2_get_TXHEIGHT_11(v) << 11;
      if (R5_TX_FORMAT2_get_TXFORMAT_MSB(v)) /* ATI1N, to the kernel */
         t->blocks = R300_BLOCKS_8;
   } else if (R5_TX_FORMAT2_get_TXFORMAT_MSB(v)) {
      return check_r300_fail(c, dw, "has bit 14, which is R500's TXFORMAT_MSB");
   }
   c->textures_new = true;
   return true;
}

RULE(tx_offset)
{
   const struct check_reloc *r = check_r300_reloc(c, "a texture");
   if (!r)
      return false;
   uint32_t v = c->dw[dw] + (uint32_t)r->gpu_addr;
   if (!c->how.buffer_tiling)
      v = (c->dw[dw] & 31) | ((c->dw[dw] & ~31u) + (uint32_t)r->gpu_addr);
   else
      v |= RX_TX_OFFSET(.MACRO_TILE = RX_RB3D_COLORPITCH_get_COLORTILE(tile_bits(r)),
                        .MICRO_TILE = RX_RB3D_COLORPITCH_get_COLORMICROTILE(tile_bits(r)));
   r300_patch(c, dw, v);
   c->texture[i].bo = r;
   c->textures_new = true;
   return true;
}

RULE(zbreg_dest)
{
   return c->chip->family == R300_FAMILY_RV530 || check_r300_fail(c, dw, "is a register of RV530 alone");
}

RULE(cctl)
{
   if (RX_RB3D_CCTL_get_CMASK_ENABLE(c->dw[dw]) && !c->how.owns_cmask)
      return check_r300_fail(c, dw, "CMASK_ENABLE uses memory that the kernel has not lent to this process");
   c->num_colors = RX_RB3D_CCTL_get_NUM_MULTIWRITES(c->dw[dw]) + 1;
   c->colors_new = true;
   return true;
}

RULE(blendcntl)
{
   c->blend_reads = RX_RB3D_BLENDCNTL_get_READ_ENABLE(c->dw[dw]);
   c->colors_new = true;
   return true;
}

RULE(color_channel_mask)
{
   c->color_mask = c->dw[dw];
   c->colors_new = true;
   return true;
}

static bool
surface_address(struct r300_checker *c, struct r300_surface *s, uint32_t dw, const char *what)
{
   s->offset_B = c->dw[dw]; /* before the address is put there: the stream may be patched in place */
   s->bo = check_r300_address(c, dw, what);
   return s->bo != NULL;
}

RULE(color_offset)
{
   c->colors_new = true;
   return surface_address(c, &c->color[i], dw, "a colour buffer");
}

/* Bytes of a pixel as the kernel counts them, by COLORFORMAT; 0: refused. */
static uint32_t
color_bytes(const struct r300_checker *c, uint32_t format)
{
   static const uint8_t bytes[16] = {[3] = 2, 2, 4, 4, 16, [9] = 1, 8, 1, 1, 2, [15] = 2};
   return format == RX_RB3D_COLORPITCH__COLORFORMAT__ARGB2101010 && !check_r300_is_r500(c) ? 0
                                                                                           : bytes[format];
}

RULE(color_pitch)
{
   if (!take_tiling(c, dw, "a colour buffer's pitch"))
      return false;
   const uint32_t v = c->dw[dw], format = RX_RB3D_COLORPITCH_get_COLORFORMAT(v);
   c->color[i].pitch_px = RX_RB3D_COLORPITCH_get_COLORPITCH(v) << 1;
   c->color[i].px_B = color_bytes(c, format);
   c->colors_new = true;
   return c->color[i].px_B || check_r300_fail(c, dw, "%u is no format of colour buffers", format);
}

RULE(resolve_offset)
{
   c->resolve_new = true;
   return surface_address(c, &c->resolve, dw, "the resolve buffer");
}

RULE(resolve_pitch)
{
   c->resolve.pitch_px = RX_RB3D_AARESOLVE_PITCH_get_AARESOLVE_PITCH(c->dw[dw]) << 1;
   c->resolve_new = true;
   return true;
}

RULE(resolve_ctl)
{
   c->resolve_on = RX_RB3D_AARESOLVE_CTL_get_AARESOLVE_MODE(c->dw[dw]);
   c->resolve_new = true;
   return true;
}

RULE(zb_cntl)
{
   c->depth_on = RX_ZB_CNTL_get_Z_ENABLE(c->dw[dw]);
   c->depth_new = true;
   return true;
}

RULE(zb_format)
{
   const uint32_t format = RX_ZB_FORMAT_get_DEPTHFORMAT(c->dw[dw]);
   if (format > RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS)
      return check_r300_fail(c, dw, "%u is no format of depth buffers", format);
   c->depth.px_B = format == RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS ? 4 : 2;
   c->depth_new = true;
   return true;
}

RULE(zb_bw_cntl)
{
   const uint32_t v = c->dw[dw];
   c->cb_clear = RX_ZB_BW_CNTL_get_ZB_CB_CLEAR(v);
   c->colors_new = c->depth_new = true;
   const uint32_t lent_bits =
      v & RX_ZB_BW_CNTL(.HIZ_ENABLE = 1, .FAST_FILL = 1, .RD_COMP_ENABLE = 1, .WR_COMP_ENABLE = 1);
   return c->how.owns_hyperz || !lent_bits ||
          check_r300_fail(c, dw, "uses memory that the kernel has not lent to this process");
}

RULE(depth_offset)
{
   c->depth_new = true;
   return surface_address(c, &c->depth, dw, "the depth buffer");
}

RULE(depth_pitch)
{
   if (!take_tiling(c, dw, "the depth buffer's pitch"))
      return false;
   c->depth.pitch_px = RX_ZB_DEPTHPITCH_get_DEPTHPITCH(c->dw[dw]) << 2;
   c->depth_new = true;
   return true;
}

RULE(zpass_addr)
{
   return check_r300_address(c, dw, "the count of passed pixels") != NULL;
}

static const struct reg_rule rules[] = {
   {RX_SRC_PITCH_OFFSET_OFFSET,        1,             src_pitch_offset  },
   {RX_DST_PITCH_OFFSET_OFFSET,        1,             dst_pitch_offset  },
   {RX_VAP_VF_CNTL_OFFSET,             1,             vf_cntl           },
   {R5_VAP_ALT_NUM_VERTICES_OFFSET,    1,             alt_num_vertices  },
   {RX_VAP_VTX_SIZE_OFFSET,            1,             vtx_size          },
   {RX_VAP_VF_MAX_VTX_INDX_OFFSET,     1,             max_index         },
   {RX_GB_Z_PEQ_CONFIG_OFFSET,         1,             z_peq_config      },
   {RX_TX_ENABLE_OFFSET,               1,             tx_enable         },
   {RX_SC_HYPERZ_EN_OFFSET,            1,             hyperz_en         },
   {RX_SC_SCISSOR1_OFFSET,             1,             scissor           },
   {RX_TX_FILTER0_OFFSET(0),           R300_TEXTURES, tx_filter0        },
   {RX_TX_FORMAT0_OFFSET(0),           R300_TEXTURES, tx_format0        },
   {RX_TX_FORMAT1_OFFSET(0),           R300_TEXTURES, tx_format1        },
   {RX_TX_FORMAT2_OFFSET(0),           R300_TEXTURES, tx_format2        },
   {RX_TX_OFFSET_OFFSET(0),            R300_TEXTURES, tx_offset         },
   {R5_FG_ZBREG_DEST_OFFSET,           1,             zbreg_dest        },
   {RX_RB3D_CCTL_OFFSET,               1,             cctl              },
   {RX_RB3D_BLENDCNTL_OFFSET,          1,             blendcntl         },
   {RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 1,             color_channel_mask},
   {RX_RB3D_COLOROFFSET_OFFSET(0),     R300_TARGETS,  color_offset      },
   {RX_RB3D_COLORPITCH_OFFSET(0),      R300_TARGETS,  color_pitch       },
   {RX_RB3D_AARESOLVE_OFFSET_OFFSET,   1,             resolve_offset    },
   {RX_RB3D_AARESOLVE_PITCH_OFFSET,    1,             resolve_pitch     },
   {RX_RB3D_AARESOLVE_CTL_OFFSET,      1,             resolve_ctl       },
   {RX_ZB_CNTL_OFFSET,                 1,             zb_cntl           },
   {RX_ZB_FORMAT_OFFSET,               1,             zb_format         },
   {RX_ZB_BW_CNTL_OFFSET,              1,             zb_bw_cntl        },
   {RX_ZB_DEPTHOFFSET_OFFSET,          1,             depth_offset      },
   {RX_ZB_DEPTHPITCH_OFFSET,           1,             depth_pitch       },
   {RX_ZB_ZMASK_OFFSET_OFFSET,         1,             hyperz_memory     },
   {RX_ZB_ZMASK_PITCH_OFFSET,          1,             hyperz_memory     },
   {RX_ZB_HIZ_OFFSET_OFFSET,           1,             hyperz_memory     },
   {RX_ZB_HIZ_PITCH_OFFSET,            1,             hyperz_memory     },
   {RX_ZB_ZPASS_ADDR_OFFSET,           1,             zpass_addr        },
};

bool
check_r300_reg(struct r300_checker *c, uint32_t offset, uint32_t dw)
{
   for (unsigned i = 0; i < ARRAY_SIZE(rules); i++)
      if (offset - rules[i].first < 4u * rules[i].count)
         return rules[i].check(c, (offset - rules[i].first) / 4, dw);
   return check_r300_fail(c, dw, "a user's stream may not write register 0x%04X", offset);
}
