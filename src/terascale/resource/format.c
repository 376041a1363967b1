/* SPDX-License-Identifier: MIT
 *
 * The format tables. Rests on the R6xx/R7xx 3D register guide (CB_COLOR0_INFO, SQ_TEX_RESOURCE_WORD1,
 * DB_DEPTH_INFO) and the Evergreen register headers; format names there list components from the most
 * significant bit, pipe formats from the least.
 */
#include <stddef.h>

#include "db/terascale/db_format_numbers.h"
#include "terascale/resource/format.h"

#define S    TS_CAN_SAMPLE
#define SRB  (TS_CAN_SAMPLE | TS_CAN_RENDER | TS_CAN_BLEND)
#define SR   (TS_CAN_SAMPLE | TS_CAN_RENDER)
#define UN   TS_NUMBER_UNORM
#define UI   TS_NUMBER_UINT
#define SI   TS_NUMBER_SINT
#define FL   TS_NUMBER_FLOAT
#define SN   TS_NUMBER_SNORM
#define SG   TS_NUMBER_SRGB
#define RGBA 15
#define RGB  7

/* clang-format off */
static const struct ts_format formats[PIPE_FORMAT_COUNT] = {
   /*                                hw number swap  sel          B  w  h  can  db eg channels wide */
   [PIPE_FORMAT_R8G8B8A8_UNORM]    = {DB_FMT_8_8_8_8, UN, 0, {0, 1, 2, 3},    4, 1, 1, SRB, 0, 0, RGBA, false},
   [PIPE_FORMAT_R8G8B8X8_UNORM]    = {DB_FMT_8_8_8_8, UN, 0, {0, 1, 2, 5},    4, 1, 1, SRB, 0, 0, RGB, false},
   [PIPE_FORMAT_B8G8R8A8_UNORM]    = {DB_FMT_8_8_8_8, UN, 1, {2, 1, 0, 3},    4, 1, 1, SRB, 0, 0, RGBA, false},
   [PIPE_FORMAT_B8G8R8X8_UNORM]    = {DB_FMT_8_8_8_8, UN, 1, {2, 1, 0, 5},    4, 1, 1, SRB, 0, 0, RGB, false},
   [PIPE_FORMAT_R8G8B8A8_SRGB]     = {DB_FMT_8_8_8_8, SG, 0, {0, 1, 2, 3},    4, 1, 1, SRB, 0, 0, RGBA, false},
   [PIPE_FORMAT_R8G8B8X8_SRGB]     = {DB_FMT_8_8_8_8, SG, 0, {0, 1, 2, 5},    4, 1, 1, SRB, 0, 0, RGB, false},
   [PIPE_FORMAT_B8G8R8A8_SRGB]     = {DB_FMT_8_8_8_8, SG, 1, {2, 1, 0, 3},    4, 1, 1, SRB, 0, 0, RGBA, false},
   [PIPE_FORMAT_B8G8R8X8_SRGB]     = {DB_FMT_8_8_8_8, SG, 1, {2, 1, 0, 5},    4, 1, 1, SRB, 0, 0, RGB, false},
   [PIPE_FORMAT_B5G6R5_UNORM]      = {DB_FMT_5_6_5, UN, 2, {2, 1, 0, 5},    2, 1, 1, SRB, 0, 0, RGB, false},
   [PIPE_FORMAT_A4B4G4R4_UNORM]    = {DB_FMT_4_4_4_4, UN, 2, {3, 2, 1, 0},    2, 1, 1, SRB, 0, 0, RGBA, false},
   [PIPE_FORMAT_A1B5G5R5_UNORM]    = {DB_FMT_5_5_5_1, UN, 2, {3, 2, 1, 0},    2, 1, 1, SRB, 0, 0, RGBA, false},
   [PIPE_FORMAT_R10G10B10A2_UNORM] = {DB_FMT_2_10_10_10, UN, 0, {0, 1, 2, 3},    4, 1, 1, SRB, 0, 0, RGBA, false},
   [PIPE_FORMAT_B10G10R10A2_UNORM] = {DB_FMT_2_10_10_10, UN, 1, {2, 1, 0, 3},    4, 1, 1, SRB, 0, 0, RGBA, false},
   [PIPE_FORMAT_B10G10R10X2_UNORM] = {DB_FMT_2_10_10_10, UN, 1, {2, 1, 0, 5},    4, 1, 1, SRB, 0, 0, RGB, false},
   [PIPE_FORMAT_R8_UNORM]          = {DB_FMT_8, UN, 0, {0, 4, 4, 5},    1, 1, 1, SRB, 0, 0, 1, false},
   [PIPE_FORMAT_R8G8_UNORM]        = {DB_FMT_8_8, UN, 0, {0, 1, 4, 5},    2, 1, 1, SRB, 0, 0, 3, false},
   [PIPE_FORMAT_R16G16B16A16_FLOAT] = {DB_FMT_16_16_16_16F, FL, 0, {0, 1, 2, 3},   8, 1, 1, SRB, 0, 0, RGBA, false},
   [PIPE_FORMAT_R16G16B16X16_FLOAT] = {DB_FMT_16_16_16_16F, FL, 0, {0, 1, 2, 5},   8, 1, 1, SRB, 0, 0, RGB, false},
   [PIPE_FORMAT_R32G32B32A32_FLOAT] = {DB_FMT_32_32_32_32F, FL, 0, {0, 1, 2, 3},  16, 1, 1, SRB, 0, 0, RGBA, true},
   [PIPE_FORMAT_R16_FLOAT]         = {DB_FMT_16F, FL, 0, {0, 4, 4, 5},    2, 1, 1, SRB, 0, 0, 1, false},
   [PIPE_FORMAT_R16G16_FLOAT]      = {DB_FMT_16_16F, FL, 0, {0, 1, 4, 5},    4, 1, 1, SRB, 0, 0, 3, false},
   [PIPE_FORMAT_R32_FLOAT]         = {DB_FMT_32F, FL, 0, {0, 4, 4, 5},    4, 1, 1, SRB, 0, 0, 1, true},
   [PIPE_FORMAT_R32G32_FLOAT]      = {DB_FMT_32_32F, FL, 0, {0, 1, 4, 5},    8, 1, 1, SRB, 0, 0, 3, true},
   [PIPE_FORMAT_R11G11B10_FLOAT]   = {DB_FMT_10_11_11F, FL, 0, {0, 1, 2, 5},    4, 1, 1, SRB, 0, 0, RGB, false},
   [PIPE_FORMAT_L8_UNORM]          = {DB_FMT_8, UN, 0, {0, 0, 0, 5},    1, 1, 1, S,   0, 0, 1, false},
   [PIPE_FORMAT_A8_UNORM]          = {DB_FMT_8, UN, 3, {4, 4, 4, 0},    1, 1, 1, S,   0, 0, 8, false},
   [PIPE_FORMAT_L8A8_UNORM]        = {DB_FMT_8_8, UN, 1, {0, 0, 0, 1},    2, 1, 1, S,   0, 0, 9, false},
   [PIPE_FORMAT_L16_FLOAT]         = {DB_FMT_16F, FL, 0, {0, 0, 0, 5},    2, 1, 1, S,   0, 0, 1, false},
   [PIPE_FORMAT_A16_FLOAT]         = {DB_FMT_16F, FL, 3, {4, 4, 4, 0},    2, 1, 1, S,   0, 0, 8, false},
   [PIPE_FORMAT_L16A16_FLOAT]      = {DB_FMT_16_16F, FL, 1, {0, 0, 0, 1},    4, 1, 1, S,   0, 0, 9, false},
   [PIPE_FORMAT_L32_FLOAT]         = {DB_FMT_32F, FL, 0, {0, 0, 0, 5},    4, 1, 1, S,   0, 0, 1, true},
   [PIPE_FORMAT_A32_FLOAT]         = {DB_FMT_32F, FL, 3, {4, 4, 4, 0},    4, 1, 1, S,   0, 0, 8, true},
   [PIPE_FORMAT_L32A32_FLOAT]      = {DB_FMT_32_32F, FL, 1, {0, 0, 0, 1},    8, 1, 1, S,   0, 0, 9, true},
   [PIPE_FORMAT_DXT1_RGB]          = {DB_FMT_BC1, UN, 0, {0, 1, 2, 5},    8, 4, 4, S,   0, 0, RGB, false},
   [PIPE_FORMAT_DXT1_RGBA]         = {DB_FMT_BC1, UN, 0, {0, 1, 2, 3},    8, 4, 4, S,   0, 0, RGBA, false},
   [PIPE_FORMAT_DXT3_RGBA]         = {DB_FMT_BC2, UN, 0, {0, 1, 2, 3},   16, 4, 4, S,   0, 0, RGBA, false},
   [PIPE_FORMAT_DXT5_RGBA]         = {DB_FMT_BC3, UN, 0, {0, 1, 2, 3},   16, 4, 4, S,   0, 0, RGBA, false},
   [PIPE_FORMAT_DXT1_SRGB]         = {DB_FMT_BC1, SG, 0, {0, 1, 2, 5},    8, 4, 4, S,   0, 0, RGB, false},
   [PIPE_FORMAT_DXT1_SRGBA]        = {DB_FMT_BC1, SG, 0, {0, 1, 2, 3},    8, 4, 4, S,   0, 0, RGBA, false},
   [PIPE_FORMAT_DXT3_SRGBA]        = {DB_FMT_BC2, SG, 0, {0, 1, 2, 3},   16, 4, 4, S,   0, 0, RGBA, false},
   [PIPE_FORMAT_DXT5_SRGBA]        = {DB_FMT_BC3, SG, 0, {0, 1, 2, 3},   16, 4, 4, S,   0, 0, RGBA, false},
   [PIPE_FORMAT_RGTC1_UNORM]       = {DB_FMT_BC4, UN, 0, {0, 4, 4, 5},    8, 4, 4, S,   0, 0, 1, false},
   [PIPE_FORMAT_RGTC1_SNORM]       = {DB_FMT_BC4, SN, 0, {0, 4, 4, 5},    8, 4, 4, S,   0, 0, 1, false},
   [PIPE_FORMAT_RGTC2_UNORM]       = {DB_FMT_BC5, UN, 0, {0, 1, 4, 5},   16, 4, 4, S,   0, 0, 3, false},
   [PIPE_FORMAT_RGTC2_SNORM]       = {DB_FMT_BC5, SN, 0, {0, 1, 4, 5},   16, 4, 4, S,   0, 0, 3, false},
   /* Evergreen and later: chip_ops::bptc */
   [PIPE_FORMAT_BPTC_RGBA_UNORM]   = {DB_FMT_BC7, UN, 0, {0, 1, 2, 3},   16, 4, 4, S,   0, 0, RGBA, false},
   [PIPE_FORMAT_BPTC_SRGBA]        = {DB_FMT_BC7, SG, 0, {0, 1, 2, 3},   16, 4, 4, S,   0, 0, RGBA, false},
   [PIPE_FORMAT_BPTC_RGB_FLOAT]    = {DB_FMT_BC6, SN, 0, {0, 1, 2, 5},   16, 4, 4, S,   0, 0, RGB, false},
   [PIPE_FORMAT_BPTC_RGB_UFLOAT]   = {DB_FMT_BC6, UN, 0, {0, 1, 2, 5},   16, 4, 4, S,   0, 0, RGB, false},
   [PIPE_FORMAT_R16_UNORM]         = {DB_FMT_16, UN, 0, {0, 4, 4, 5},    2, 1, 1, SRB, 0, 0, 1, true},
   [PIPE_FORMAT_R16G16_UNORM]      = {DB_FMT_16_16, UN, 0, {0, 1, 4, 5},    4, 1, 1, SRB, 0, 0, 3, true},
   [PIPE_FORMAT_R16G16B16A16_UNORM] = {DB_FMT_16_16_16_16, UN, 0, {0, 1, 2, 3},   8, 1, 1, SRB, 0, 0, RGBA, true},
   [PIPE_FORMAT_R16_SNORM]         = {DB_FMT_16, SN, 0, {0, 4, 4, 5},    2, 1, 1, SRB, 0, 0, 1, true},
   [PIPE_FORMAT_R16G16_SNORM]      = {DB_FMT_16_16, SN, 0, {0, 1, 4, 5},    4, 1, 1, SRB, 0, 0, 3, true},
   [PIPE_FORMAT_R16G16B16A16_SNORM] = {DB_FMT_16_16_16_16, SN, 0, {0, 1, 2, 3},   8, 1, 1, SRB, 0, 0, RGBA, true},
   [PIPE_FORMAT_R8_SNORM]              = {DB_FMT_8, SN, 0, {0, 4, 4, 5},    1, 1, 1, SRB, 0, 0, 1, false},
   [PIPE_FORMAT_R8G8_SNORM]            = {DB_FMT_8_8, SN, 0, {0, 1, 4, 5},    2, 1, 1, SRB, 0, 0, 3, false},
   [PIPE_FORMAT_R8G8B8A8_SNORM]        = {DB_FMT_8_8_8_8, SN, 0, {0, 1, 2, 3},    4, 1, 1, SRB, 0, 0, RGBA, false},
   /* integers are neither filtered nor blended */
   [PIPE_FORMAT_R8_UINT]               = {DB_FMT_8, UI, 0, {0, 4, 4, 5},    1, 1, 1, SR, 0, 0, 1, true},
   [PIPE_FORMAT_R8G8_UINT]             = {DB_FMT_8_8, UI, 0, {0, 1, 4, 5},    2, 1, 1, SR, 0, 0, 3, true},
   [PIPE_FORMAT_R8G8B8A8_UINT]         = {DB_FMT_8_8_8_8, UI, 0, {0, 1, 2, 3},    4, 1, 1, SR, 0, 0, RGBA, true},
   [PIPE_FORMAT_R8_SINT]               = {DB_FMT_8, SI, 0, {0, 4, 4, 5},    1, 1, 1, SR, 0, 0, 1, true},
   [PIPE_FORMAT_R8G8_SINT]             = {DB_FMT_8_8, SI, 0, {0, 1, 4, 5},    2, 1, 1, SR, 0, 0, 3, true},
   [PIPE_FORMAT_R8G8B8A8_SINT]         = {DB_FMT_8_8_8_8, SI, 0, {0, 1, 2, 3},    4, 1, 1, SR, 0, 0, RGBA, true},
   [PIPE_FORMAT_R16_UINT]              = {DB_FMT_16, UI, 0, {0, 4, 4, 5},    2, 1, 1, SR, 0, 0, 1, true},
   [PIPE_FORMAT_R16G16_UINT]           = {DB_FMT_16_16, UI, 0, {0, 1, 4, 5},    4, 1, 1, SR, 0, 0, 3, true},
   [PIPE_FORMAT_R16G16B16A16_UINT]     = {DB_FMT_16_16_16_16, UI, 0, {0, 1, 2, 3},    8, 1, 1, SR, 0, 0, RGBA, true},
   [PIPE_FORMAT_R16_SINT]              = {DB_FMT_16, SI, 0, {0, 4, 4, 5},    2, 1, 1, SR, 0, 0, 1, true},
   [PIPE_FORMAT_R16G16_SINT]           = {DB_FMT_16_16, SI, 0, {0, 1, 4, 5},    4, 1, 1, SR, 0, 0, 3, true},
   [PIPE_FORMAT_R16G16B16A16_SINT]     = {DB_FMT_16_16_16_16, SI, 0, {0, 1, 2, 3},    8, 1, 1, SR, 0, 0, RGBA, true},
   [PIPE_FORMAT_R32_UINT]              = {DB_FMT_32, UI, 0, {0, 4, 4, 5},    4, 1, 1, SR, 0, 0, 1, true},
   [PIPE_FORMAT_R32G32_UINT]           = {DB_FMT_32_32, UI, 0, {0, 1, 4, 5},    8, 1, 1, SR, 0, 0, 3, true},
   [PIPE_FORMAT_R32G32B32A32_UINT]     = {DB_FMT_32_32_32_32, UI, 0, {0, 1, 2, 3},   16, 1, 1, SR, 0, 0, RGBA, true},
   [PIPE_FORMAT_R32_SINT]              = {DB_FMT_32, SI, 0, {0, 4, 4, 5},    4, 1, 1, SR, 0, 0, 1, true},
   [PIPE_FORMAT_R32G32_SINT]           = {DB_FMT_32_32, SI, 0, {0, 1, 4, 5},    8, 1, 1, SR, 0, 0, 3, true},
   [PIPE_FORMAT_R32G32B32A32_SINT]     = {DB_FMT_32_32_32_32, SI, 0, {0, 1, 2, 3},   16, 1, 1, SR, 0, 0, RGBA, true},
   [PIPE_FORMAT_R10G10B10A2_UINT]      = {DB_FMT_2_10_10_10, UI, 0, {0, 1, 2, 3},    4, 1, 1, SR, 0, 0, RGBA, true},
   [PIPE_FORMAT_R9G9B9E5_FLOAT]        = {DB_FMT_5_9_9_9_SHAREDEXP, FL, 0, {0, 1, 2, 5},    4, 1, 1, S, 0, 0, RGB, true},
   [PIPE_FORMAT_Z16_UNORM]         = {DB_FMT_16, UN, 0, {0, 0, 0, 5},    2, 1, 1, S | TS_CAN_DEPTH, 1, 1, 1, true},
   [PIPE_FORMAT_Z24X8_UNORM]       = {DB_FMT_8_24, UN, 0, {0, 0, 0, 5},    4, 1, 1, S | TS_CAN_DEPTH, 2, 2, 1, true},
   [PIPE_FORMAT_Z24_UNORM_S8_UINT] = {DB_FMT_8_24, UN, 0, {0, 0, 0, 5},    4, 1, 1, S | TS_CAN_DEPTH | TS_CAN_STENCIL, 3, 2, 1, true},
   [PIPE_FORMAT_Z32_FLOAT]         = {DB_FMT_32F, FL, 0, {0, 0, 0, 5},    4, 1, 1, S | TS_CAN_DEPTH, 6, 3, 1, true},
   /* Evergreen keeps depth in a plane of 32 bits: ts_plane_format */
   [PIPE_FORMAT_Z32_FLOAT_S8X24_UINT] = {DB_FMT_X24_8_32F, FL, 0, {0, 0, 0, 5},    8, 1, 1, S | TS_CAN_DEPTH | TS_CAN_STENCIL, 7, 3, 1, true},
   /* Stencil alone lives in the stencil half of a depth and stencil surface. */
};
/* clang-format on */

const struct ts_format *
ts_format(unsigned f)
{
   return &formats[f < PIPE_FORMAT_COUNT ? f : PIPE_FORMAT_NONE];
}

const struct ts_format *
ts_plane_format(const struct ts_format *f)
{
   return f->hw == DB_FMT_X24_8_32F ? ts_format(PIPE_FORMAT_Z32_FLOAT) : f;
}

/* hw numbers by component size (1, 2 int, 2 float, 4 int, 4 float) and count. 3 x 8 and 3 x 16 bit are read
 * as four components with w = 1 put in by DST_SEL. */
#define VF(fmt, num, sgn, n, compb, hw) [PIPE_FORMAT_##fmt] = {hw, num, sgn, n, (uint8_t)((n) * (compb))}
#define V8_GROUP(suffix, num, sgn)                                                                           \
   VF(R8_##suffix, num, sgn, 1, 1, 1), VF(R8G8_##suffix, num, sgn, 2, 1, 7),                                 \
      VF(R8G8B8_##suffix, num, sgn, 3, 1, 26), VF(R8G8B8A8_##suffix, num, sgn, 4, 1, 26)
#define V16_GROUP(suffix, num, sgn)                                                                          \
   VF(R16_##suffix, num, sgn, 1, 2, 5), VF(R16G16_##suffix, num, sgn, 2, 2, 15),                             \
      VF(R16G16B16_##suffix, num, sgn, 3, 2, 31), VF(R16G16B16A16_##suffix, num, sgn, 4, 2, 31)

#define V32_GROUP(suffix, num, sgn)                                                                          \
   VF(R32_##suffix, num, sgn, 1, 4, DB_FMT_32), VF(R32G32_##suffix, num, sgn, 2, 4, DB_FMT_32_32),           \
      VF(R32G32B32_##suffix, num, sgn, 3, 4, DB_FMT_32_32_32),                                               \
      VF(R32G32B32A32_##suffix, num, sgn, 4, 4, DB_FMT_32_32_32_32)
#define V2_10_10_10(suffix, num, sgn) [PIPE_FORMAT_R10G10B10A2_##suffix] = {DB_FMT_2_10_10_10, num, sgn, 4, 4}

/* Not here: numbers of 32 bits that become floats, which no fetch has. */
static const struct ts_vertex_format vertex_formats[PIPE_FORMAT_COUNT] = {
   V8_GROUP(UNORM, 0, false),
   V8_GROUP(SNORM, 0, true),
   V8_GROUP(USCALED, 2, false),
   V8_GROUP(SSCALED, 2, true),
   V16_GROUP(UNORM, 0, false),
   V16_GROUP(SNORM, 0, true),
   V16_GROUP(USCALED, 2, false),
   V16_GROUP(SSCALED, 2, true),
   V8_GROUP(UINT, 1, false),
   V8_GROUP(SINT, 1, true),
   V16_GROUP(UINT, 1, false),
   V16_GROUP(SINT, 1, true),
   V32_GROUP(UINT, 1, false),
   V32_GROUP(SINT, 1, true),
   V2_10_10_10(UNORM, 0, false),
   V2_10_10_10(SNORM, 0, true),
   V2_10_10_10(USCALED, 2, false),
   V2_10_10_10(SSCALED, 2, true),
   VF(R16_FLOAT, 0, true, 1, 2, DB_FMT_16F),
   VF(R16G16_FLOAT, 0, true, 2, 2, DB_FMT_16_16F),
   VF(R16G16B16_FLOAT, 0, true, 3, 2, DB_FMT_16_16_16_16F),
   VF(R16G16B16A16_FLOAT, 0, true, 4, 2, DB_FMT_16_16_16_16F),
   VF(R32_FLOAT, 0, true, 1, 4, DB_FMT_32F),
   VF(R32G32_FLOAT, 0, true, 2, 4, DB_FMT_32_32F),
   VF(R32G32B32_FLOAT, 0, true, 3, 4, DB_FMT_32_32_32F),
   VF(R32G32B32A32_FLOAT, 0, true, 4, 4, DB_FMT_32_32_32_32F),
};

const struct ts_vertex_format *
ts_vertex_format(unsigned f)
{
   return &vertex_formats[f < PIPE_FORMAT_COUNT ? f : PIPE_FORMAT_NONE];
}
