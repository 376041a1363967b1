/* SPDX-License-Identifier: MIT
 *
 * The radeon kernel's rules for R300 to R500: a legal stream and what breaks it, rule by rule; what is patched; and that no
 * stream crashes the checker.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/r300/r300_pm4.h"
#include "db/r300/r3_regs.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "kernel/radeon/checker/r300/check.h"

/* Buffer 0 is 64x64 pixels of 4 bytes, buffer 1 large, buffer 2 small. */
enum { PICTURE, LARGE, SMALL, BUFFERS };

struct stream {
   const struct r300_chip *chip;
   struct check_r300_how how;
   uint32_t n;
   uint32_t dw[512];
   struct check_reloc bo[BUFFERS];
};

static void
put(struct stream *s, uint32_t v)
{
   s->dw[s->n++] = v;
}

static void
nop(struct stream *s, uint32_t bo)
{
   put(s, R300_PKT3(R300_PKT3_NOP, 1));
   put(s, 4 * bo);
}

static void
put_body(struct stream *s, uint32_t header, const uint32_t *body, uint32_t n)
{
   put(s, header);
   for (uint32_t i = 0; i < n; i++)
      put(s, body[i]);
}

#define COUNT(...) (sizeof((uint32_t[]){__VA_ARGS__}) / 4)
#define REGS(s, offset, ...)                                                                                 \
   put_body(s, R300_PKT0(offset, COUNT(__VA_ARGS__)), (uint32_t[]){__VA_ARGS__}, COUNT(__VA_ARGS__))
#define PACKET(s, op, ...)                                                                                   \
   put_body(s, R300_PKT3(op, COUNT(__VA_ARGS__)), (uint32_t[]){__VA_ARGS__}, COUNT(__VA_ARGS__))

static bool
is_r500(const struct stream *s)
{
   return s->chip->gen == R300_GEN_R500;
}

/* Rows 0 .. rows - 1 may be drawn to. */
static void
scissor(struct stream *s, uint32_t rows)
{
   REGS(s, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = 63, .YS1 = rows - 1 + (is_r500(s) ? 0 : 1440)));
}

static void
color(struct stream *s, unsigned i, uint32_t bo, uint32_t offset, uint32_t pitch, uint32_t format)
{
   REGS(s, RX_RB3D_COLOROFFSET_OFFSET(i), offset);
   nop(s, bo);
   REGS(s, RX_RB3D_COLORPITCH_OFFSET(i), RX_RB3D_COLORPITCH(.COLORPITCH = pitch / 2, .COLORFORMAT = format));
   if (s->how.buffer_tiling)
      nop(s, bo);
}

/* One colour buffer of 64x64 that fills its buffer, no depth. */
static void
target(struct stream *s)
{
   scissor(s, 64);
   REGS(s, RX_RB3D_CCTL_OFFSET, 0);
   REGS(s, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 0xf);
   REGS(s, RX_ZB_CNTL_OFFSET, 0);
   color(s, 0, PICTURE, 0, 64, RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888);
}

static void
depth(struct stream *s, uint32_t bo, uint32_t format, uint32_t pitch)
{
   REGS(s, RX_ZB_CNTL_OFFSET, RX_ZB_CNTL(.Z_ENABLE = 1));
   REGS(s, RX_ZB_FORMAT_OFFSET, format);
   REGS(s, RX_ZB_DEPTHOFFSET_OFFSET, 0);
   nop(s, bo);
   REGS(s, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = pitch / 4));
   if (s->how.buffer_tiling)
      nop(s, bo);
}

/* Three vertices of two dwords in the stream. */
static void
draw(struct stream *s)
{
   REGS(s, RX_VAP_VTX_SIZE_OFFSET, 2);
   PACKET(s, R300_PKT3_3D_DRAW_IMMD_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 3, .NUM_VERTICES = 3), 1,
          2, 3, 4, 5, 6);
}

static void
texture(struct stream *s, uint32_t w, uint32_t h, uint32_t format0, uint32_t format1, uint32_t format2,
        uint32_t bo)
{
   REGS(s, RX_TX_FORMAT0_OFFSET(3), format0 | RX_TX_FORMAT0(.TXWIDTH = w - 1, .TXHEIGHT = h - 1));
   REGS(s, RX_TX_FORMAT1_OFFSET(3), format1);
   REGS(s, RX_TX_FORMAT2_OFFSET(3), format2);
   REGS(s, RX_TX_OFFSET_OFFSET(3), 0);
   nop(s, bo);
   REGS(s, RX_TX_ENABLE_OFFSET, 1 << 3);
}

#define RGBA8 RX_TX_FORMAT1(.TXFORMAT = 12)

/* n arrays of 4 dwords; the third is in bo. */
static void
arrays(struct stream *s, uint32_t n, uint32_t stride_dw, uint32_t bo)
{
   uint32_t body[25] = {n};
   const uint32_t attr = RX_VAP_VTX_AOS_ATTR(.VTX_AOS_COUNT0 = 4, .VTX_AOS_STRIDE0 = stride_dw,
                                             .VTX_AOS_COUNT1 = 4, .VTX_AOS_STRIDE1 = stride_dw);
   for (uint32_t i = 0; i < n && i < 16; i++) {
      body[1 + i / 2 * 3] = attr;
      body[2 + i / 2 * 3 + i % 2] = 16 * i;
   }
   const uint32_t body_dw = n <= 16 ? 1 + (3 * n + 1) / 2 : 25;
   put_body(s, R300_PKT3(R300_PKT3_3D_LOAD_VBPNTR, body_dw), body, body_dw);
   for (uint32_t i = 0; i < n; i++)
      nop(s, i == 2 ? bo : LARGE);
}

static void
draw_vbuf(struct stream *s, uint32_t vertices)
{
   PACKET(s, R300_PKT3_3D_DRAW_VBUF_2,
          RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 2, .NUM_VERTICES = vertices));
}

static void
draw_indices(struct stream *s, uint32_t max_index)
{
   REGS(s, RX_VAP_VF_MAX_VTX_INDX_OFFSET, max_index, 0);
   PACKET(s, R300_PKT3_3D_DRAW_INDX_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 1, .NUM_VERTICES = 3));
   PACKET(s, R300_PKT3_INDX_BUFFER, R300_PKT3_INDX_BUFFER_DW0(.REG_DW = 0x810, .ONE_REG_WR = 1), 0x20, 2);
   nop(s, LARGE);
}

/* A stream, and a part of the sentence that refuses it; NULL: it is legal. */
struct rule {
   const char *name, *chip;
   void (*build)(struct stream *s);
   const char *text;
};

#define STREAM(name) static void name(struct stream *s)

STREAM(all_legal)
{
   target(s);
   depth(s, LARGE, 2, 64);
   texture(s, 64, 64, 0, RGBA8, 0, PICTURE);
   draw(s);
   arrays(s, 3, 4, SMALL);
   draw_vbuf(s, 17); /* 16 elements of 16 bytes fill the small buffer */
   draw_indices(s, 16);
   put(s, R300_PKT2);
}

STREAM(type_1)
{
   put(s, 1u << 30);
}

STREAM(too_long)
{
   put(s, R300_PKT0(RX_TX_BORDER_COLOR_OFFSET(0), 3));
   put(s, 0);
}

STREAM(forbidden)
{
   REGS(s, RX_GB_TILE_CONFIG_OFFSET, 0);
}

STREAM(below)
{
   REGS(s, 0x40, 0);
}

STREAM(beyond)
{
   REGS(s, 0x7ff8, 0, 0, 0, 0);
}

/* One of several: all before are free. */
STREAM(runs_into)
{
   REGS(s, RX_GB_SELECT_OFFSET, 0, 0, 0, 0, 0);
}

STREAM(one_reg_free)
{
   put(s, R300_PKT0(RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET, 3) | R300_PKT0_ONE_REG_WR);
   put(s, 1);
   put(s, 2);
   put(s, 3);
}

STREAM(one_reg_relocs)
{
   put(s, R300_PKT0(RX_TX_OFFSET_OFFSET(0), 2) | R300_PKT0_ONE_REG_WR);
   put(s, 0);
   put(s, 0);
   nop(s, LARGE);
}

STREAM(code_bank)
{
   REGS(s, R3_US_CODE_BANK_OFFSET, 0);
}

STREAM(alt_num_vertices)
{
   REGS(s, R5_VAP_ALT_NUM_VERTICES_OFFSET, 3);
}

STREAM(bitblt)
{
   PACKET(s, R300_PKT3_BITBLT_MULTI, 0, 0, 0);
}

STREAM(no_packet)
{
   PACKET(s, 0x7f, 0);
}

STREAM(no_reloc)
{
   REGS(s, RX_ZB_DEPTHOFFSET_OFFSET, 0);
   REGS(s, RX_ZB_DEPTHPITCH_OFFSET, 0);
}

STREAM(reloc_range)
{
   REGS(s, RX_ZB_DEPTHOFFSET_OFFSET, 0);
   nop(s, BUFFERS);
}

STREAM(reloc_odd)
{
   REGS(s, RX_ZB_DEPTHOFFSET_OFFSET, 0);
   PACKET(s, R300_PKT3_NOP, 2);
}

STREAM(color_small)
{
   target(s);
   scissor(s, 65);
   draw(s);
}

STREAM(color_offset)
{
   target(s);
   color(s, 0, PICTURE, 32, 64, RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888);
   draw(s);
}

STREAM(color_none)
{
   target(s);
   REGS(s, RX_RB3D_CCTL_OFFSET, RX_RB3D_CCTL(.NUM_MULTIWRITES = 1));
   draw(s);
}

/* Nothing is written: nobody asks for the buffer. */
STREAM(color_masked)
{
   target(s);
   scissor(s, 65);
   REGS(s, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 0);
   draw(s);
}

STREAM(color_read)
{
   color_masked(s);
   REGS(s, RX_RB3D_BLENDCNTL_OFFSET, RX_RB3D_BLENDCNTL(.READ_ENABLE = 1));
   draw(s);
}

STREAM(color_cleared_by_depth)
{
   color_masked(s);
   REGS(s, RX_ZB_BW_CNTL_OFFSET, RX_ZB_BW_CNTL(.ZB_CB_CLEAR = 1));
   draw(s);
}

STREAM(color_format)
{
   target(s);
   color(s, 0, PICTURE, 0, 64, 8);
}

STREAM(color_2101010)
{
   target(s);
   color(s, 0, PICTURE, 0, 64, RX_RB3D_COLORPITCH__COLORFORMAT__ARGB2101010);
   draw(s);
}

STREAM(color_not_set)
{
   draw(s);
}

STREAM(depth_small)
{
   target(s);
   depth(s, PICTURE, 2, 68);
   draw(s);
}

STREAM(depth_16)
{
   target(s);
   depth(s, PICTURE, 1, 128);
   draw(s);
}

STREAM(depth_none)
{
   target(s);
   REGS(s, RX_ZB_CNTL_OFFSET, RX_ZB_CNTL(.Z_ENABLE = 1));
   draw(s);
}

STREAM(depth_format)
{
   REGS(s, RX_ZB_FORMAT_OFFSET, 3);
}

static void
resolve(struct stream *s, uint32_t pitch)
{
   target(s);
   REGS(s, RX_RB3D_AARESOLVE_OFFSET_OFFSET, 0, RX_RB3D_AARESOLVE_PITCH(.AARESOLVE_PITCH = pitch / 2),
        RX_RB3D_AARESOLVE_CTL(.AARESOLVE_MODE = 1));
   nop(s, PICTURE);
   draw(s);
}

STREAM(resolve_fits)
{
   resolve(s, 64);
}

STREAM(resolve_small)
{
   resolve(s, 66);
}

STREAM(resolve_none)
{
   target(s);
   REGS(s, RX_RB3D_AARESOLVE_CTL_OFFSET, 1);
   draw(s);
}

STREAM(immediate_short)
{
   target(s);
   draw(s);
   REGS(s, RX_VAP_VTX_SIZE_OFFSET, 3);
   PACKET(s, R300_PKT3_3D_DRAW_IMMD_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 3, .NUM_VERTICES = 3), 1,
          2, 3);
}

STREAM(immediate_walk)
{
   target(s);
   PACKET(s, R300_PKT3_3D_DRAW_IMMD_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 2, .NUM_VERTICES = 3));
}

STREAM(immediate_old)
{
   target(s);
   REGS(s, RX_VAP_VTX_SIZE_OFFSET, 1);
   PACKET(s, R300_PKT3_3D_DRAW_IMMD, 0, RX_VAP_VF_CNTL(.PRIM_TYPE = 1, .PRIM_WALK = 3, .NUM_VERTICES = 2), 1,
          2);
}

STREAM(draw_no_body)
{
   target(s);
   PACKET(s, R300_PKT3_3D_DRAW_VBUF, 0);
}

STREAM(state_walk)
{
   target(s);
   PACKET(s, R300_PKT3_3D_DRAW_VBUF_2, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .NUM_VERTICES = 3));
}

STREAM(array_none)
{
   target(s);
   draw_vbuf(s, 3);
}

STREAM(array_small)
{
   target(s);
   arrays(s, 3, 4, SMALL);
   draw_vbuf(s, 18);
}

STREAM(array_index)
{
   target(s);
   arrays(s, 3, 4, SMALL);
   draw_indices(s, 17);
}

/* No vertices are 2^32 - 1 of them, to the kernel. */
STREAM(array_no_vertices)
{
   target(s);
   arrays(s, 1, 4, LARGE);
   draw_vbuf(s, 0);
}

STREAM(array_alt)
{
   target(s);
   arrays(s, 3, 4, SMALL);
   REGS(s, R5_VAP_ALT_NUM_VERTICES_OFFSET, 18);
   PACKET(s, R300_PKT3_3D_DRAW_VBUF_2,
          R5_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 2, .USE_ALT_NUM_VERTS = 1));
}

STREAM(arrays_0)
{
   PACKET(s, R300_PKT3_3D_LOAD_VBPNTR, 0, 0, 0);
}

STREAM(arrays_17)
{
   arrays(s, 17, 4, LARGE);
}

STREAM(arrays_16)
{
   target(s);
   arrays(s, 16, 1, LARGE);
   draw_vbuf(s, 3);
}

STREAM(arrays_short)
{
   PACKET(s, R300_PKT3_3D_LOAD_VBPNTR, 2, 0, 0);
   nop(s, LARGE);
   nop(s, LARGE);
}

STREAM(indices_large)
{
   PACKET(s, R300_PKT3_INDX_BUFFER, 0, 0, 256);
   nop(s, SMALL);
}

STREAM(indices_fit)
{
   PACKET(s, R300_PKT3_INDX_BUFFER, 0, 0, 255);
   nop(s, SMALL);
}

STREAM(texture_none)
{
   target(s);
   REGS(s, RX_TX_ENABLE_OFFSET, 1);
   draw(s);
}

STREAM(texture_large)
{
   target(s);
   texture(s, 64, 65, 0, RGBA8, 0, PICTURE);
   draw(s);
}

/* Rounded up to 128 unless it is clamped. */
STREAM(texture_rounds)
{
   target(s);
   texture(s, 65, 16, 0, RGBA8, 0, SMALL);
   s->bo[SMALL].size_B = 65 * 16 * 4;
   draw(s);
}

STREAM(texture_clamps)
{
   REGS(s, RX_TX_FILTER0_OFFSET(3), RX_TX_FILTER0(.CLAMP_S = 2, .CLAMP_T = 6));
   texture_rounds(s);
}

STREAM(texture_levels)
{
   target(s);
   texture(s, 64, 64, RX_TX_FORMAT0(.NUM_LEVELS = 1), RGBA8, 0, PICTURE);
   draw(s);
}

STREAM(texture_levels_fit)
{
   s->bo[SMALL].size_B = (16 * 16 + 8 * 8 + 4 * 4 + 2 * 2 + 1) * 4;
   target(s);
   texture(s, 16, 16, RX_TX_FORMAT0(.NUM_LEVELS = 4), RGBA8, 0, SMALL);
   draw(s);
}

STREAM(texture_pitch)
{
   target(s);
   texture(s, 60, 64, RX_TX_FORMAT0(.TXPITCH_EN = 1), RGBA8, 64 - 1, PICTURE);
   draw(s);
}

STREAM(texture_pitch_large)
{
   target(s);
   texture(s, 60, 64, RX_TX_FORMAT0(.TXPITCH_EN = 1), RGBA8, 65 - 1, PICTURE);
   draw(s);
}

STREAM(texture_cube)
{
   target(s);
   texture(s, 32, 32, 0, RGBA8 | RX_TX_FORMAT1(.TEX_COORD_TYPE = 2), 0, PICTURE);
   draw(s);
}

STREAM(texture_3d)
{
   target(s);
   texture(s, 32, 32, RX_TX_FORMAT0(.TXDEPTH = 2), RGBA8 | RX_TX_FORMAT1(.TEX_COORD_TYPE = 1), 0, PICTURE);
   draw(s);
}

STREAM(texture_3d_large)
{
   target(s);
   texture(s, 32, 32, RX_TX_FORMAT0(.TXDEPTH = 3), RGBA8 | RX_TX_FORMAT1(.TEX_COORD_TYPE = 1), 0, PICTURE);
   draw(s);
}

STREAM(texture_kind)
{
   target(s);
   texture(s, 8, 8, 0, RGBA8 | RX_TX_FORMAT1(.TEX_COORD_TYPE = 3), 0, PICTURE);
   draw(s);
}

STREAM(texture_format)
{
   texture(s, 8, 8, 0, RX_TX_FORMAT1(.TXFORMAT = 19), 0, PICTURE);
}

STREAM(texture_ati2n)
{
   target(s);
   texture(s, 64, 64, 0, RX_TX_FORMAT1(.TXFORMAT = 31), 0, PICTURE);
   draw(s);
}

/* A row has four blocks at least. */
STREAM(texture_dxt1)
{
   s->bo[SMALL].size_B = 32;
   target(s);
   texture(s, 4, 4, 0, RX_TX_FORMAT1(.TXFORMAT = 15), 0, SMALL);
   draw(s);
}

STREAM(texture_dxt1_small)
{
   texture_dxt1(s);
   s->bo[SMALL].size_B = 31;
}

STREAM(texture_dxt5_small)
{
   s->bo[SMALL].size_B = 31;
   target(s);
   texture(s, 4, 4, 0, RX_TX_FORMAT1(.TXFORMAT = 17), 0, SMALL);
   draw(s);
}

STREAM(texture_msb)
{
   target(s);
   texture(s, 8, 8, 0, RX_TX_FORMAT1(.TXFORMAT = 6), R5_TX_FORMAT2(.TXFORMAT_MSB = 1), PICTURE);
   draw(s);
}

STREAM(texture_wide)
{
   s->bo[LARGE].size_B = 4096 * 4;
   target(s);
   texture(s, 2048, 1, 0, RGBA8, R5_TX_FORMAT2(.TXWIDTH_11 = 1), LARGE);
   draw(s);
}

/* 2048 is 0x800, which bit 11 leaves as it is: the kernel's count of a texture of 4096. */
STREAM(texture_wider)
{
   texture_wide(s);
   s->bo[LARGE].size_B = 2048 * 4;
}

STREAM(texture_2049)
{
   s->bo[LARGE].size_B = 4096 * 4 - 1;
   target(s);
   texture(s, 1, 1, 0, RGBA8, R5_TX_FORMAT2(.TXWIDTH_11 = 1), LARGE);
   draw(s);
}

/* Once it was looked at it is not looked at again. */
STREAM(checked_once)
{
   target(s);
   draw(s);
   s->bo[PICTURE].size_B = 64 * 64 * 4;
   draw(s);
}

STREAM(clear_zmask)
{
   PACKET(s, R300_PKT3_3D_CLEAR_ZMASK, 0, 1, 0);
}

STREAM(clear_hiz)
{
   PACKET(s, R300_PKT3_3D_CLEAR_HIZ, 0, 1, 0);
}

STREAM(clear_cmask)
{
   PACKET(s, R300_PKT3_3D_CLEAR_CMASK, 0, 1, 0);
}

STREAM(hyperz_offset)
{
   REGS(s, RX_ZB_ZMASK_OFFSET_OFFSET, 0, 0);
   REGS(s, RX_ZB_HIZ_PITCH_OFFSET, 4);
}

STREAM(hyperz_fast_fill)
{
   REGS(s, RX_ZB_BW_CNTL_OFFSET, RX_ZB_BW_CNTL(.FAST_FILL = 1));
}

STREAM(cmask_enable)
{
   REGS(s, RX_RB3D_CCTL_OFFSET, RX_RB3D_CCTL(.CMASK_ENABLE = 1));
}

STREAM(peq_zero)
{
   REGS(s, RX_GB_Z_PEQ_CONFIG_OFFSET, 0);
}

STREAM(zbreg_dest)
{
   REGS(s, R5_FG_ZBREG_DEST_OFFSET, 1);
}

STREAM(owner)
{
   s->how.owns_hyperz = s->how.owns_cmask = true;
   clear_zmask(s);
   clear_hiz(s);
   clear_cmask(s);
   hyperz_offset(s);
   hyperz_fast_fill(s);
   cmask_enable(s);
   REGS(s, RX_GB_Z_PEQ_CONFIG_OFFSET, 1);
}

static void
vline(struct stream *s, uint32_t lines, uint32_t wait, uint32_t crtc)
{
   REGS(s, lines, 0);
   REGS(s, RX_WAIT_UNTIL_OFFSET, wait);
   PACKET(s, R300_PKT3_NOP, crtc);
}

STREAM(vline_old)
{
   vline(s, 0x218, RX_WAIT_UNTIL(.WAIT_CRTC_VLINE = 1), CHECK_CRTC_ID);
}

STREAM(vline_avivo)
{
   vline(s, 0x6538, RX_WAIT_UNTIL(.WAIT_CRTC_VLINE = 1), CHECK_CRTC_ID);
}

STREAM(vline_idle)
{
   vline(s, 0x218, RX_WAIT_UNTIL(.WAIT_3D_IDLE = 1), CHECK_CRTC_ID);
}

STREAM(vline_crtc)
{
   vline(s, 0x218, RX_WAIT_UNTIL(.WAIT_CRTC_VLINE = 1), 7);
}

STREAM(vline_alone)
{
   REGS(s, 0x218, 0);
}

STREAM(blit_micro)
{
   s->how.buffer_tiling = true;
   s->bo[PICTURE].tiling_flags = CHECK_TILING_MICRO;
   REGS(s, RX_DST_PITCH_OFFSET_OFFSET, 0);
   nop(s, PICTURE);
   REGS(s, RX_SRC_PITCH_OFFSET_OFFSET, 0);
   nop(s, PICTURE);
}

STREAM(pitch_reloc)
{
   s->how.buffer_tiling = true;
   REGS(s, RX_RB3D_COLORPITCH_OFFSET(0), RX_RB3D_COLORPITCH(.COLORFORMAT = 6));
}

STREAM(legal_buffer_tiling)
{
   s->how.buffer_tiling = true;
   all_legal(s);
}

static const struct rule rules[] = {
   {"all kinds of packets",          "RV515", all_legal,              NULL                                },
   {"all kinds of packets, R300",    "R300",  all_legal,              NULL                                },
   {"all kinds of packets, R420",    "R420",  all_legal,              NULL                                },
   {"tiling from buffers",           "RV515", legal_buffer_tiling,    NULL                                },
   {"type 1",                        "RV515", type_1,                 "type-1 packet"                     },
   {"end of the stream",             "RV515", too_long,               "needs 3 body dwords"               },
   {"a register of the kernel's",    "RV515", forbidden,              "GB_TILE_CONFIG"                    },
   {"a register of the display",     "RV515", below,                  "may not write register 0x0040"     },
   {"registers behind the last",     "RV515", beyond,                 "may not write"                     },
   {"a run of registers",            "RV515", runs_into,              "GB_PIPE_SELECT"                    },
   {"one register, free",            "RV515", one_reg_free,           NULL                                },
   {"one register with relocations", "RV515", one_reg_relocs,         "relocation NOP"                    },
   {"R400's code bank on R300",      "RV380", code_bank,              "0x46B8"                            },
   {"R400's code bank on RS690",     "RS690", code_bank,              NULL                                },
   {"R400's code bank on R500",      "R520",  code_bank,              "0x46B8"                            },
   {"VAP_ALT_NUM_VERTICES on R420",  "R420",  alt_num_vertices,       "R500 alone"                        },
   {"VAP_ALT_NUM_VERTICES on R580",  "R580",  alt_num_vertices,       NULL                                },
   {"a packet of 2D",                "RV515", bitblt,                 "BITBLT_MULTI"                      },
   {"no packet",                     "RV515", no_packet,              "opcode 0x7F"                       },
   {"a relocation is missing",       "RV515", no_reloc,               "the depth buffer needs"            },
   {"a relocation without a buffer", "RV515", reloc_range,            "relocation 12 is not in the list"  },
   {"an odd relocation",             "RV515", reloc_odd,              "relocation 2 is not in the list"   },
   {"colour too high",               "RV515", color_small,            "colour buffer 0 of 64 pixels by 65"},
   {"colour too high, R300",         "R300",  color_small,            "colour buffer 0 of 64 pixels by 65"},
   {"colour behind an offset",       "RV515", color_offset,           "ends at byte 16416"                },
   {"the second colour buffer",      "RV515", color_none,             "colour buffer 1 has no buffer"     },
   {"nothing is written",            "RV515", color_masked,           NULL                                },
   {"blending reads",                "RV515", color_read,             "colour buffer 0"                   },
   {"ZB_CB_CLEAR writes",            "RV515", color_cleared_by_depth, "colour buffer 0"                   },
   {"no colour format",              "RV515", color_format,           "8 is no format"                    },
   {"2:10:10:10 on R420",            "R420",  color_2101010,          "5 is no format"                    },
   {"2:10:10:10 on RV515",           "RV515", color_2101010,          NULL                                },
   {"depth is on at first",          "RV515", color_not_set,          "depth buffer 0 has no buffer"      },
   {"depth too wide",                "RV515", depth_small,            "depth buffer 0 of 68 pixels"       },
   {"depth of 16 bits",              "RV515", depth_16,               NULL                                },
   {"no depth buffer",               "RV515", depth_none,             "depth buffer 0 has no buffer"      },
   {"no depth format",               "RV515", depth_format,           "3 is no format of depth"           },
   {"resolve",                       "RV515", resolve_fits,           NULL                                },
   {"resolve too wide",              "RV515", resolve_small,          "resolve buffer 0 of 66"            },
   {"no resolve buffer",             "RV515", resolve_none,           "resolve buffer 0 has no buffer"    },
   {"vertices missing",              "RV515", immediate_short,        "3 vertices of 3 dwords"            },
   {"vertices elsewhere",            "RV515", immediate_walk,         "PRIM_WALK 2"                       },
   {"the old packet",                "RV515", immediate_old,          NULL                                },
   {"a draw without control word",   "RV515", draw_no_body,           "1 body dwords where 2 are needed"  },
   {"PRIM_WALK 0",                   "RV515", state_walk,             "PRIM_WALK 0"                       },
   {"no vertex arrays",              "RV515", array_none,             "vertex array 0 has no buffer"      },
   {"a vertex array too small",      "RV515", array_small,            "vertex array 2 needs 272 bytes"    },
   {"the largest index",             "RV515", array_index,            "vertex array 2 needs 272 bytes"    },
   {"no vertices",                   "RV515", array_no_vertices,      "vertex array 0 needs"              },
   {"R500's number of vertices",     "RV515", array_alt,              "vertex array 2 needs 272 bytes"    },
   {"0 arrays",                      "RV515", arrays_0,               "names 0 vertex arrays"             },
   {"17 arrays",                     "RV515", arrays_17,              "names 17 vertex arrays"            },
   {"16 arrays",                     "RV515", arrays_16,              NULL                                },
   {"arrays that are not there",     "RV515", arrays_short,           "3 body dwords where 4 are needed"  },
   {"indices",                       "RV515", indices_fit,            NULL                                },
   {"too many indices",              "RV515", indices_large,          "counts 256 dwords"                 },
   {"no texture",                    "RV515", texture_none,           "unit 0 is on without a texture"    },
   {"texture too high, rounded",     "RV515", texture_large,          "needs 32768 bytes"                 },
   {"texture rounded up",            "RV515", texture_rounds,         "needs 8192 bytes"                  },
   {"texture clamped",               "RV515", texture_clamps,         NULL                                },
   {"two levels",                    "RV515", texture_levels,         "needs 20480 bytes"                 },
   {"five levels",                   "RV515", texture_levels_fit,     NULL                                },
   {"pitch",                         "RV515", texture_pitch,          NULL                                },
   {"pitch too large",               "RV515", texture_pitch_large,    "needs 16640 bytes"                 },
   {"six faces",                     "RV515", texture_cube,           "needs 24576 bytes"                 },
   {"four slices",                   "RV515", texture_3d,             NULL                                },
   {"eight slices",                  "RV515", texture_3d_large,       "needs 32768 bytes"                 },
   {"a fourth kind",                 "RV515", texture_kind,           "3 is no kind"                      },
   {"no texture format",             "RV515", texture_format,         "19 is no texture format"           },
   {"ATI2N on R350",                 "R350",  texture_ati2n,          "31 is no texture format of R350"   },
   {"ATI2N on RV410",                "RV410", texture_ati2n,          NULL                                },
   {"DXT1",                          "RV515", texture_dxt1,           NULL                                },
   {"DXT1, a row of four blocks",    "RV515", texture_dxt1_small,     "needs 32 bytes"                    },
   {"DXT5, a row of two blocks",     "RV515", texture_dxt5_small,     "needs 32 bytes"                    },
   {"TXFORMAT_MSB on R300",          "R300",  texture_msb,            "TXFORMAT_MSB"                      },
   {"TXFORMAT_MSB on R500",          "RV515", texture_msb,            NULL                                },
   {"width, bit 11",                 "RV515", texture_wide,           NULL                                },
   {"width, bit 11 of 2048",         "RV515", texture_wider,          NULL                                },
   {"width, bit 11 of 1",            "RV515", texture_2049,           "needs 16384 bytes"                 },
   {"two draws",                     "RV515", checked_once,           NULL                                },
   {"a clear of ZMASK",              "RV515", clear_zmask,            "has not lent"                      },
   {"a clear of HiZ",                "RV515", clear_hiz,              "has not lent"                      },
   {"a clear of CMASK",              "RV515", clear_cmask,            "has not lent"                      },
   {"Hyper-Z's registers",           "RV515", hyperz_offset,          "ZB_HIZ_PITCH"                      },
   {"fast fill",                     "RV515", hyperz_fast_fill,       "ZB_BW_CNTL"                        },
   {"CMASK_ENABLE",                  "RV515", cmask_enable,           "CMASK_ENABLE"                      },
   {"GB_Z_PEQ_CONFIG on R350",       "R350",  peq_zero,               "RV350 and later"                   },
   {"GB_Z_PEQ_CONFIG on RV350",      "RV350", peq_zero,               NULL                                },
   {"FG_ZBREG_DEST on RV530",        "RV530", zbreg_dest,             NULL                                },
   {"FG_ZBREG_DEST elsewhere",       "RV560", zbreg_dest,             "RV530 alone"                       },
   {"who has been lent it",          "RV515", owner,                  NULL                                },
   {"scan lines",                    "R300",  vline_old,              NULL                                },
   {"scan lines, AVIVO",             "RV515", vline_avivo,            NULL                                },
   {"scan lines, AVIVO's on R420",   "R420",  vline_avivo,            "0x6538"                            },
   {"another wait",                  "R300",  vline_idle,             "something else than the scan lines"},
   {"another CRTC",                  "R300",  vline_crtc,             "CRTC 7"                            },
   {"no wait",                       "R300",  vline_alone,            "without a WAIT_UNTIL"              },
   {"2D reads micro tiles",          "RV515", blit_micro,             "cannot read a micro-tiled"         },
   {"a pitch without a relocation",  "RV515", pitch_reloc,            "a colour buffer's pitch needs"     },
};

static void
init(struct stream *s, const char *chip)
{
   memset(s, 0, sizeof *s);
   s->chip = r300_chip_find(chip);
   assert_non_null(s->chip);
   s->bo[PICTURE] = (struct check_reloc){.gpu_addr = 0x12340000, .size_B = 64 * 64 * 4};
   s->bo[LARGE] = (struct check_reloc){.gpu_addr = 0x20000000, .size_B = 1 << 20};
   s->bo[SMALL] = (struct check_reloc){.gpu_addr = 0x30000000, .size_B = 256};
}

static bool
check(struct stream *s, uint32_t *out, struct check_error *err)
{
   return check_r300_stream(s->chip, &s->how, s->dw, s->n, s->bo, BUFFERS, out, err);
}

static void
test_rules(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
      struct stream s;
      struct check_error err = {0};
      init(&s, rules[i].chip);
      rules[i].build(&s);
      const bool ok = check(&s, NULL, &err);
      if (ok != !rules[i].text)
         fail_msg("%s: %s", rules[i].name, ok ? "accepted" : err.text);
      if (!ok && !strstr(err.text, rules[i].text))
         fail_msg("%s: says \"%s\", expected \"%s\"", rules[i].name, err.text, rules[i].text);
   }
}

/* Each stream cut at every length: no crash, nothing read behind it. */
static void
test_cut_anywhere(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
      struct stream s;
      init(&s, rules[i].chip);
      rules[i].build(&s);
      for (uint32_t n = 0; n < s.n; n++) {
         uint32_t *copy = malloc(n * 4 + 1); /* exact size, for AddressSanitizer */
         struct check_error err;
         memcpy(copy, s.dw, n * 4);
         check_r300_stream(s.chip, &s.how, copy, n, s.bo, BUFFERS, NULL, &err);
         free(copy);
      }
   }
}

/* Patching in place does what patching into a copy does. */
static void
test_in_place(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
      struct stream s;
      struct check_error err;
      uint32_t out[512];
      init(&s, rules[i].chip);
      rules[i].build(&s);
      const bool ok = check(&s, out, &err);
      if (check(&s, s.dw, &err) != ok)
         fail_msg("%s: in place %s", rules[i].name, ok ? err.text : "accepted");
      if (ok)
         assert_memory_equal(s.dw, out, s.n * 4);
   }
}

/* Nothing but addresses and tiling changes. */
static void
test_patches(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];
   struct check_error err;

   init(&s, "RV515");
   REGS(&s, RX_TX_OFFSET_OFFSET(0), 0x40 | RX_TX_OFFSET(.MACRO_TILE = 1, .MICRO_TILE = 1));
   nop(&s, LARGE);
   REGS(&s, RX_ZB_ZPASS_ADDR_OFFSET, 8);
   nop(&s, SMALL);
   REGS(&s, RX_DST_PITCH_OFFSET_OFFSET, RX_DST_PITCH_OFFSET(.OFFSET_1K = 2, .PITCH_64B = 4, .TILE = 1));
   nop(&s, PICTURE);
   REGS(&s, RX_SC_HYPERZ_EN_OFFSET, 0x1d);
   arrays(&s, 3, 4, SMALL);
   assert_true(check(&s, out, &err));
   assert_int_equal(out[1], 0x20000040 | 4 | 8);
   assert_int_equal(out[5], 0x30000008);
   assert_int_equal(out[9], (2 + (0x12340000 >> 10)) | 4 << 22 | 1 << 30);
   assert_int_equal(out[13], 0x1c);
   assert_int_equal(out[17], 0x20000000);
   assert_int_equal(out[18], 0x20000010);
   assert_int_equal(out[20], 0x30000020);
   assert_int_equal(out[16], s.dw[16]);
   assert_true(check(&s, s.dw, &err));
   assert_memory_equal(s.dw, out, s.n * 4);

   init(&s, "R300"); /* tiling from the buffers, whatever the stream says */
   s.how.buffer_tiling = true;
   s.bo[LARGE].tiling_flags = CHECK_TILING_MACRO | CHECK_TILING_MICRO_SQUARE;
   REGS(&s, RX_RB3D_COLORPITCH_OFFSET(1),
        RX_RB3D_COLORPITCH(.COLORPITCH = 32, .COLORMICROTILE = 1, .COLORFORMAT = 6));
   nop(&s, LARGE);
   REGS(&s, RX_TX_OFFSET_OFFSET(15), 0);
   nop(&s, LARGE);
   REGS(&s, RX_ZB_DEPTHPITCH_OFFSET, 64);
   nop(&s, LARGE);
   assert_true(check(&s, out, &err));
   assert_int_equal(
      out[1], RX_RB3D_COLORPITCH(.COLORPITCH = 32, .COLORTILE = 1, .COLORMICROTILE = 2, .COLORFORMAT = 6));
   assert_int_equal(out[5], 0x20000000 | RX_TX_OFFSET(.MACRO_TILE = 1, .MICRO_TILE = 2));
   assert_int_equal(out[9], 64 | RX_ZB_DEPTHPITCH(.DEPTHMACROTILE = 1, .DEPTHMICROTILE = 2));

   init(&s, "R300"); /* nothing scans out */
   vline_old(&s);
   assert_true(check(&s, out, &err));
   assert_int_equal(out[2], R300_PKT2);
   assert_int_equal(out[3], R300_PKT2);
}

/* An error names packet, dword and register. */
static void
test_places(void **state)
{
   (void)state;
   struct stream s;
   struct check_error err;
   init(&s, "RV515");
   put(&s, R300_PKT2);
   REGS(&s, RX_GB_AA_CONFIG_OFFSET, 0, 1, 2);
   assert_false(check(&s, NULL, &err));
   assert_int_equal(err.packet, 1);
   assert_int_equal(err.packet_dw, 1);
   assert_int_equal(err.dw, 4);
   assert_int_equal(err.reg, 0x4028);
   assert_false(check(&s, NULL, NULL));
   s.n = 0;
   assert_false(check(&s, NULL, &err));
}

/* Noise is refused or taken, never more. */
static void
test_noise(void **state)
{
   (void)state;
   uint32_t seed = 1;
   struct stream s;
   struct check_error err;
   for (unsigned round = 0; round < 20000; round++) {
      init(&s, round & 1 ? "RV530" : "R300");
      for (s.n = 0; s.n < 64;) {
         seed = seed * 1664525 + 1013904223;
         const uint32_t r = seed >> 8;
         if (r % 4 == 0)
            put(&s, R300_PKT0(0x4000 + r / 4 % 0xfff, 1 + r % 3));
         else if (r % 4 == 1)
            put(&s, R300_PKT3(0x28 + r / 4 % 16, 1 + r % 5));
         else if (r % 4 == 2)
            nop(&s, r / 4 % 4);
         else
            put(&s, seed);
      }
      check(&s, NULL, &err);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules),   cmocka_unit_test(test_cut_anywhere), cmocka_unit_test(test_in_place),
      cmocka_unit_test(test_patches), cmocka_unit_test(test_places),       cmocka_unit_test(test_noise),
   };
   return cmocka_run_group_tests_name("check_r300", tests, NULL, NULL);
}
