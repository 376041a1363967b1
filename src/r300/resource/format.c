/* SPDX-License-Identifier: MIT
 *
 * The tables of formats. The hardware's names list components from the most significant bit, pipe formats from the least;
 * RB3D calls its components blue, green, red and alpha from the lowest on, and US_OUT_FMT says which channel of the shader's
 * goes to each (C0 to C3).
 *
 * Left out, as OpenGL ES 2.0 has no way to them: signed textures and targets, sRGB decoding (RB3D encodes none), YUV.
 */
#include "r300/format.h"

#include <stddef.h>

#include "db/r300/rx_regs.h"
#include "pipe/p_screen.h"
#include "r300/screen.h"

/* ---- textures ---- */

#define TX(name)  .number = RX_TX_FORMAT1__TXFORMAT__TX_FMT_##name, .filtered = true
#define TXF(name) .number = RX_TX_FORMAT1__TXFORMAT__TX_FMT_##name /* floats are point sampled */

struct tx_row {
   struct r300_tx_format format;
   uint8_t gens; /* bit per enum r300_gen */
};

enum { ALL = 7, R400 = 1 << R300_GEN_R400 | 1 << R300_GEN_R500, R500 = 1 << R300_GEN_R500 };

/* clang-format off */
static const struct tx_row tx_formats[PIPE_FORMAT_COUNT] = {
   [PIPE_FORMAT_R8G8B8A8_UNORM]     = {{TX(8_8_8_8), .sel = {0, 1, 2, 3}}, ALL},
   [PIPE_FORMAT_R8G8B8X8_UNORM]     = {{TX(8_8_8_8), .sel = {0, 1, 2, 5}}, ALL},
   [PIPE_FORMAT_B8G8R8A8_UNORM]     = {{TX(8_8_8_8), .sel = {2, 1, 0, 3}}, ALL},
   [PIPE_FORMAT_B8G8R8X8_UNORM]     = {{TX(8_8_8_8), .sel = {2, 1, 0, 5}}, ALL},
   [PIPE_FORMAT_B5G6R5_UNORM]       = {{TX(5_6_5_OR_MSB_24_8), .sel = {2, 1, 0, 5}}, ALL},
   [PIPE_FORMAT_A4B4G4R4_UNORM]     = {{TX(4_4_4_4), .sel = {3, 2, 1, 0}}, ALL},
   [PIPE_FORMAT_R10G10B10A2_UNORM]  = {{TX(2_10_10_10), .sel = {0, 1, 2, 3}}, ALL},
   [PIPE_FORMAT_B10G10R10A2_UNORM]  = {{TX(2_10_10_10), .sel = {2, 1, 0, 3}}, ALL},
   [PIPE_FORMAT_B10G10R10X2_UNORM]  = {{TX(2_10_10_10), .sel = {2, 1, 0, 5}}, ALL},
   [PIPE_FORMAT_R8_UNORM]           = {{TX(8_OR_MSB_1), .sel = {0, 4, 4, 5}}, ALL},
   [PIPE_FORMAT_R8G8_UNORM]         = {{TX(8_8_OR_MSB_10_10), .sel = {0, 1, 4, 5}}, ALL},
   [PIPE_FORMAT_L8_UNORM]           = {{TX(8_OR_MSB_1), .sel = {0, 0, 0, 5}}, ALL},
   [PIPE_FORMAT_A8_UNORM]           = {{TX(8_OR_MSB_1), .sel = {4, 4, 4, 0}}, ALL},
   [PIPE_FORMAT_L8A8_UNORM]         = {{TX(8_8_OR_MSB_10_10), .sel = {0, 0, 0, 1}}, ALL},
   [PIPE_FORMAT_R16_UNORM]          = {{TX(16_OR_MSB_1_REVERSE), .sel = {0, 4, 4, 5}}, ALL},
   [PIPE_FORMAT_R16G16_UNORM]       = {{TX(16_16_OR_MSB_10_10_10_10), .sel = {0, 1, 4, 5}}, ALL},
   [PIPE_FORMAT_R16G16B16A16_UNORM] = {{TX(16_16_16_16), .sel = {0, 1, 2, 3}}, ALL},
   [PIPE_FORMAT_R16_FLOAT]          = {{TXF(16F), .sel = {0, 4, 4, 5}}, ALL},
   [PIPE_FORMAT_R16G16_FLOAT]       = {{TXF(16F_16F), .sel = {0, 1, 4, 5}}, ALL},
   [PIPE_FORMAT_R16G16B16A16_FLOAT] = {{TXF(16F_16F_16F_16F), .sel = {0, 1, 2, 3}}, ALL},
   [PIPE_FORMAT_R16G16B16X16_FLOAT] = {{TXF(16F_16F_16F_16F), .sel = {0, 1, 2, 5}}, ALL},
   [PIPE_FORMAT_L16_FLOAT]          = {{TXF(16F), .sel = {0, 0, 0, 5}}, ALL},
   [PIPE_FORMAT_A16_FLOAT]          = {{TXF(16F), .sel = {4, 4, 4, 0}}, ALL},
   [PIPE_FORMAT_L16A16_FLOAT]       = {{TXF(16F_16F), .sel = {0, 0, 0, 1}}, ALL},
   [PIPE_FORMAT_R32_FLOAT]          = {{TXF(32F), .sel = {0, 4, 4, 5}}, ALL},
   [PIPE_FORMAT_R32G32_FLOAT]       = {{TXF(32F_32F), .sel = {0, 1, 4, 5}}, ALL},
   [PIPE_FORMAT_R32G32B32A32_FLOAT] = {{TXF(32F_32F_32F_32F), .sel = {0, 1, 2, 3}}, ALL},
   [PIPE_FORMAT_L32_FLOAT]          = {{TXF(32F), .sel = {0, 0, 0, 5}}, ALL},
   [PIPE_FORMAT_A32_FLOAT]          = {{TXF(32F), .sel = {4, 4, 4, 0}}, ALL},
   [PIPE_FORMAT_L32A32_FLOAT]       = {{TXF(32F_32F), .sel = {0, 0, 0, 1}}, ALL},
   [PIPE_FORMAT_DXT1_RGB]           = {{TX(DXT1), .sel = {0, 1, 2, 5}, .dxtc = true}, ALL},
   [PIPE_FORMAT_DXT1_RGBA]          = {{TX(DXT1), .sel = {0, 1, 2, 3}, .dxtc = true}, ALL},
   [PIPE_FORMAT_DXT3_RGBA]          = {{TX(DXT3), .sel = {0, 1, 2, 3}, .dxtc = true}, ALL},
   [PIPE_FORMAT_DXT5_RGBA]          = {{TX(DXT5), .sel = {0, 1, 2, 3}, .dxtc = true}, ALL},
   [PIPE_FORMAT_RGTC2_UNORM]        = {{TX(ATI2N), .sel = {0, 1, 4, 5}}, R400},
   [PIPE_FORMAT_RGTC1_UNORM]        = {{TX(3_3_2_OR_MSB_ATI1N), .msb = true, .sel = {0, 4, 4, 5}}, R500},
   [PIPE_FORMAT_Z16_UNORM]          = {{TX(16_OR_MSB_1_REVERSE), .sel = {0, 0, 0, 5}}, ALL},
   [PIPE_FORMAT_Z24X8_UNORM]        = {{TX(16_16_OR_MSB_10_10_10_10), .sel = {1, 1, 1, 5}}, ALL},
   [PIPE_FORMAT_Z24_UNORM_S8_UINT]  = {{TX(16_16_OR_MSB_10_10_10_10), .sel = {1, 1, 1, 5}}, ALL},
};
/* clang-format on */

/* Where the chip reads depth as a whole; others read its upper 16 bits. */
static const struct r300_tx_format depth24 = {
   TX(5_6_5_OR_MSB_24_8), .msb = true, .sel = {0, 0, 0, 5}
};

static bool
is_depth24(enum pipe_format f)
{
   return f == PIPE_FORMAT_Z24X8_UNORM || f == PIPE_FORMAT_Z24_UNORM_S8_UINT;
}

const struct r300_tx_format *
r300_tx_format(const struct r300_chip *chip, enum pipe_format f)
{
   if ((unsigned)f >= PIPE_FORMAT_COUNT || !(tx_formats[f].gens & 1u << chip->gen))
      return NULL;
   return is_depth24(f) && chip->depth24_texture ? &depth24 : &tx_formats[f].format;
}

/* ---- targets ---- */

enum { B = 1, G = 2, R = 4, A = 8 }; /* RB3D_COLOR_CHANNEL_MASK of target 0 */
enum { FORMAT_LACKS, BLENDS, BLENDS_FP16, COPIES };

struct cb_row {
   struct r300_cb_format format;
   uint8_t can; /* what of the enumeration above */
   uint8_t gens;
};

#define CB(color, out)                                                                                       \
   .color_format = RX_RB3D_COLORPITCH__COLORFORMAT__##color, .out_fmt = RX_US_OUT_FMT__OUT_FMT__##out
#define AS_RGBA .mask_of = {B, G, R, A}, .stores = {2, 1, 0, 3}, .has_alpha = true
#define AS_RGBX .mask_of = {B, G, R, 0}, .stores = {2, 1, 0, 3}
#define AS_BGRA .mask_of = {R, G, B, A}, .stores = {0, 1, 2, 3}, .has_alpha = true
#define AS_BGRX .mask_of = {R, G, B, 0}, .stores = {0, 1, 2, 3}

/* Masks of one and two components are those of Mesa's r300, which has them for the bytes that they end up in. */
/* clang-format off */
static const struct cb_row cb_formats[PIPE_FORMAT_COUNT] = {
   [PIPE_FORMAT_R8G8B8A8_UNORM]     = {{CB(ARGB8888, C4_8), AS_RGBA}, BLENDS, ALL},
   [PIPE_FORMAT_R8G8B8X8_UNORM]     = {{CB(ARGB8888, C4_8), AS_RGBX}, BLENDS, ALL},
   [PIPE_FORMAT_B8G8R8A8_UNORM]     = {{CB(ARGB8888, C4_8), AS_BGRA}, BLENDS, ALL},
   [PIPE_FORMAT_B8G8R8X8_UNORM]     = {{CB(ARGB8888, C4_8), AS_BGRX}, BLENDS, ALL},
   [PIPE_FORMAT_B5G6R5_UNORM]       = {{CB(RGB565, C4_8), AS_BGRX}, BLENDS, ALL},
   [PIPE_FORMAT_R10G10B10A2_UNORM]  = {{CB(ARGB2101010, C4_10), AS_RGBA}, BLENDS, R500},
   [PIPE_FORMAT_B10G10R10A2_UNORM]  = {{CB(ARGB2101010, C4_10), AS_BGRA}, BLENDS, R500},
   [PIPE_FORMAT_B10G10R10X2_UNORM]  = {{CB(ARGB2101010, C4_10), AS_BGRX}, BLENDS, R500},
   [PIPE_FORMAT_R8_UNORM]           = {{CB(I8, C4_8), .mask_of = {B | G | R | A}, .stores = {0, 0, 3, 3}}, BLENDS, ALL},
   [PIPE_FORMAT_R8G8_UNORM]         = {{CB(UV88, C4_8), .mask_of = {R | G, B | A}, .stores = {0, 3, 1, 3}}, BLENDS, ALL},
   [PIPE_FORMAT_R16G16B16A16_FLOAT] = {{CB(ARGB16161616, C4_16_FP), AS_RGBA, .fp16 = true}, BLENDS_FP16, ALL},
   [PIPE_FORMAT_R16G16B16X16_FLOAT] = {{CB(ARGB16161616, C4_16_FP), AS_RGBX, .fp16 = true}, BLENDS_FP16, ALL},
   [PIPE_FORMAT_R16_FLOAT]          = {{CB(UV88, C_16_FP), AS_RGBX, .fp16 = true}, BLENDS_FP16, ALL},
   [PIPE_FORMAT_R16G16_FLOAT]       = {{CB(ARGB8888, C2_16_FP), .mask_of = {G | R, B | A}, .stores = {2, 1, 0, 3}, .fp16 = true}, BLENDS_FP16, ALL},
   [PIPE_FORMAT_R16G16B16A16_UNORM] = {{CB(ARGB16161616, C4_16), AS_RGBA}, COPIES, ALL},
   [PIPE_FORMAT_R32_FLOAT]          = {{CB(ARGB8888, C_32_FP), .mask_of = {B | G | R | A}, .stores = {2, 1, 0, 3}}, COPIES, ALL},
   [PIPE_FORMAT_R32G32B32A32_FLOAT] = {{CB(ARGB32323232, C4_32_FP), AS_RGBA}, COPIES, ALL},
};
/* clang-format on */

uint32_t
r300_us_out_fmt(const struct r300_cb_format *f)
{
   static const uint8_t names[4] = {RX_US_OUT_FMT__C0_SEL__RED, RX_US_OUT_FMT__C0_SEL__GREEN,
                                    RX_US_OUT_FMT__C0_SEL__BLUE, RX_US_OUT_FMT__C0_SEL__ALPHA};
   return RX_US_OUT_FMT(.OUT_FMT = f->out_fmt, .C0_SEL = names[f->stores[2]], .C1_SEL = names[f->stores[1]],
                        .C2_SEL = names[f->stores[0]], .C3_SEL = names[f->stores[3]]);
}

const struct r300_cb_format *
r300_cb_format(const struct r300_chip *chip, enum pipe_format f)
{
   if ((unsigned)f >= PIPE_FORMAT_COUNT || !(cb_formats[f].gens & 1u << chip->gen))
      return NULL;
   return &cb_formats[f].format;
}

bool
r300_cb_blends(const struct r300_chip *chip, enum pipe_format f)
{
   if (!r300_cb_format(chip, f))
      return false;
   return cb_formats[f].can == BLENDS || (cb_formats[f].can == BLENDS_FP16 && chip->fp16_blend_msaa);
}

int
r300_zb_format(const struct r300_chip *chip, enum pipe_format f)
{
   if (f == PIPE_FORMAT_Z16_UNORM)
      return RX_ZB_FORMAT__DEPTHFORMAT__Z16_INT;
   return is_depth24(f) ? RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS : -1;
}

/* ---- vertices ---- */

#define PSC(t) RX_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__##t
#define X___                                                                                                 \
   {                                                                                                         \
      0, 4, 4, 5                                                                                             \
   }
#define XY__                                                                                                 \
   {                                                                                                         \
      0, 1, 4, 5                                                                                             \
   }
#define XYZ_                                                                                                 \
   {                                                                                                         \
      0, 1, 2, 5                                                                                             \
   }
#define XYZW                                                                                                 \
   {                                                                                                         \
      0, 1, 2, 3                                                                                             \
   }

/* Bytes and words, of which an element has to fill whole dwords. */
#define V_NUMBERS(suffix, is_signed, normalize)                                                              \
   [PIPE_FORMAT_R8G8B8A8_##suffix] = {PSC(BYTE), is_signed, normalize, 1, XYZW},                             \
   [PIPE_FORMAT_R16G16_##suffix] = {PSC(SHORT_2), is_signed, normalize, 1, XY__},                            \
   [PIPE_FORMAT_R16G16B16A16_##suffix] = {PSC(SHORT_4), is_signed, normalize, 2, XYZW}

static const struct r300_vtx_format vtx_formats[PIPE_FORMAT_COUNT] = {
   V_NUMBERS(UNORM, false, true),
   V_NUMBERS(SNORM, true, true),
   V_NUMBERS(USCALED, false, false),
   V_NUMBERS(SSCALED, true, false),
   [PIPE_FORMAT_R16G16_FLOAT] = {PSC(FLT16_2),  true, false, 1, XY__},
   [PIPE_FORMAT_R16G16B16A16_FLOAT] = {PSC(FLT_16_4), true, false, 2, XYZW},
   [PIPE_FORMAT_R32_FLOAT] = {PSC(FLOAT_1),  true, false, 1, X___},
   [PIPE_FORMAT_R32G32_FLOAT] = {PSC(FLOAT_2),  true, false, 2, XY__},
   [PIPE_FORMAT_R32G32B32_FLOAT] = {PSC(FLOAT_3),  true, false, 3, XYZ_},
   [PIPE_FORMAT_R32G32B32A32_FLOAT] = {PSC(FLOAT_4),  true, false, 4, XYZW},
};

const struct r300_vtx_format *
r300_vtx_format(const struct r300_chip *chip, enum pipe_format f)
{
   if ((unsigned)f >= PIPE_FORMAT_COUNT || !vtx_formats[f].dwords)
      return NULL;
   const unsigned type = vtx_formats[f].type;
   if ((type == PSC(FLT16_2) || type == PSC(FLT_16_4)) && !chip->from_rv350)
      return NULL;
   return &vtx_formats[f];
}

/* ---- */

bool
r300_is_format_supported(struct pipe_screen *ps, enum pipe_format f, enum pipe_texture_target t,
                         unsigned samples, uint32_t bind)
{
   const struct r300_chip *chip = r300_screen(ps)->chip;
   const bool target = bind & (PIPE_BIND_RENDER_TARGET | PIPE_BIND_DISPLAY_TARGET);
   if (t == PIPE_BUFFER || bind & PIPE_BIND_VERTEX_BUFFER)
      return !(bind & PIPE_BIND_VERTEX_BUFFER) || r300_vtx_format(chip, f);
   if (samples > 1) /* drawn to, resolved, and never sampled */
      if (samples > ps->caps.max_samples || (samples != 2 && samples != 4 && samples != 6) ||
          t != PIPE_TEXTURE_2D || bind & ~(uint32_t)(PIPE_BIND_RENDER_TARGET | PIPE_BIND_DEPTH_STENCIL))
         return false;
   if (!r300_tx_format(chip, f) && !r300_cb_format(chip, f) && r300_zb_format(chip, f) < 0)
      return false;
   if (bind & PIPE_BIND_SAMPLER_VIEW && !r300_tx_format(chip, f))
      return false;
   /* OpenGL blends whatever it draws to. */
   if (target && !r300_cb_blends(chip, f))
      return false;
   return !(bind & PIPE_BIND_DEPTH_STENCIL) || (r300_zb_format(chip, f) >= 0 && t != PIPE_TEXTURE_3D);
}
