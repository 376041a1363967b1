/* SPDX-License-Identifier: MIT
 *
 * The table of formats, and questions that it answers.
 */
#include "format/format.h"

#include <assert.h>

#include "util/u_math.h"

#define X PIPE_SWIZZLE_X
#define Y PIPE_SWIZZLE_Y
#define Z PIPE_SWIZZLE_Z
#define W PIPE_SWIZZLE_W
#define O PIPE_SWIZZLE_0
#define I PIPE_SWIZZLE_1

/* Arrays of 1..4 equal channels. */
#define CH(t, b, k)                                                                                          \
   {                                                                                                         \
      U_##t, b, (b) * (k)                                                                                    \
   }
/* clang-format off */
#define R1(n, t, b) [PIPE_FORMAT_##n] = {#n, 1, 1, (b) / 8, 1, {CH(t, b, 0)}, {X, O, O, I}, .array = true}
#define R2(n, t, b)                                                                                          \
   [PIPE_FORMAT_##n] = {#n, 1, 1, 2 * (b) / 8, 2, {CH(t, b, 0), CH(t, b, 1)}, {X, Y, O, I}, .array = true}
#define R3(n, t, b)                                                                                          \
   [PIPE_FORMAT_##                                                                                           \
      n] = {#n, 1, 1, 3 * (b) / 8, 3, {CH(t, b, 0), CH(t, b, 1), CH(t, b, 2)}, {X, Y, Z, I}, .array = true}
#define R4(n, t, b)                                                                                          \
   [PIPE_FORMAT_##n] = {#n,                                                                                  \
                        1,                                                                                   \
                        1,                                                                                   \
                        4 * (b) / 8,                                                                         \
                        4,                                                                                   \
                        {CH(t, b, 0), CH(t, b, 1), CH(t, b, 2), CH(t, b, 3)},                                \
                        {X, Y, Z, W},                                                                        \
                        .array = true}
#define LUM1(n, t, b)                                                                                        \
   [PIPE_FORMAT_##n] = {#n, 1, 1, (b) / 8, 1, {CH(t, b, 0)}, {X, X, X, I}, .luminance = true, .array = true}
#define ALPHA(n, t, b) [PIPE_FORMAT_##n] = {#n, 1, 1, (b) / 8, 1, {CH(t, b, 0)}, {O, O, O, X}, .array = true}
#define LUM2(n, t, b)                                                                                        \
   [PIPE_FORMAT_##n] = {                                                                                     \
      #n, 1, 1, 2 * (b) / 8, 2, {CH(t, b, 0), CH(t, b, 1)}, {X, X, X, Y}, .luminance = true, .array = true}
#define DXT(n, b, a) [PIPE_FORMAT_##n] = {#n, 4, 4, b, 0, {{0}}, {X, Y, Z, a}, .compressed = true}

#define DXTS(n, b, a)                                                                                        \
   [PIPE_FORMAT_##n] = {#n, 4, 4, b, 0, {{0}}, {X, Y, Z, a}, .compressed = true, .srgb = true}

#define BYTES4(n, last, sw, curve)                                                                           \
   [PIPE_FORMAT_##n] = {#n,                                                                                  \
                        1,                                                                                   \
                        1,                                                                                   \
                        4,                                                                                   \
                        4,                                                                                   \
                        {CH(UNORM, 8, 0), CH(UNORM, 8, 1), CH(UNORM, 8, 2), CH(last, 8, 3)},                 \
                        sw,                                                                                  \
                        .srgb = curve,                                                                       \
                        .array = true}
#define SW_XYZW {X, Y, Z, W}
#define SW_XYZ1 {X, Y, Z, I}
#define SW_ZYXW {Z, Y, X, W}
#define SW_ZYX1 {Z, Y, X, I}
#define BITS10(n, last, sw)                                                                                  \
   [PIPE_FORMAT_##n] = {                                                                                     \
      #n, 1, 1, 4, 4, {{U_UNORM, 10, 0}, {U_UNORM, 10, 10}, {U_UNORM, 10, 20}, {U_##last, 2, 30}}, sw}

#define BITS10_ALL(n, t)                                                                                     \
   [PIPE_FORMAT_##n] = {                                                                                     \
      #n, 1, 1, 4, 4, {{U_##t, 10, 0}, {U_##t, 10, 10}, {U_##t, 10, 20}, {U_##t, 2, 30}}, SW_XYZW}

#define PACKED_10_10_10_2(n, t)                                                                              \
   [PIPE_FORMAT_##n] = {#n,                                                                                  \
                        1,                                                                                   \
                        1,                                                                                   \
                        4,                                                                                   \
                        4,                                                                                   \
                        {{U_##t, 2, 0}, {U_##t, 10, 2}, {U_##t, 10, 12}, {U_##t, 10, 22}},                   \
                        {W, Z, Y, X}}

/* One format a line or two. */
static const struct u_format_desc descs[PIPE_FORMAT_COUNT] = {
   [PIPE_FORMAT_NONE] = {"NONE", 1, 1, 0, 0, {{0}}, {O, O, O, I}},
   BYTES4(R8G8B8A8_UNORM, UNORM, SW_XYZW, false),
   BYTES4(R8G8B8X8_UNORM, VOID, SW_XYZ1, false),
   BYTES4(B8G8R8A8_UNORM, UNORM, SW_ZYXW, false),
   BYTES4(B8G8R8X8_UNORM, VOID, SW_ZYX1, false),
   BYTES4(R8G8B8A8_SRGB, UNORM, SW_XYZW, true),
   BYTES4(R8G8B8X8_SRGB, VOID, SW_XYZ1, true),
   BYTES4(B8G8R8A8_SRGB, UNORM, SW_ZYXW, true),
   BYTES4(B8G8R8X8_SRGB, VOID, SW_ZYX1, true),
   [PIPE_FORMAT_B5G6R5_UNORM] =
      {"B5G6R5_UNORM", 1, 1, 2, 3, {{U_UNORM, 5, 0}, {U_UNORM, 6, 5}, {U_UNORM, 5, 11}}, {Z, Y, X, I}},
   [PIPE_FORMAT_A4B4G4R4_UNORM] = {"A4B4G4R4_UNORM",
                                   1,
                                   1,
                                   2,
                                   4,
                                   {{U_UNORM, 4, 0}, {U_UNORM, 4, 4}, {U_UNORM, 4, 8}, {U_UNORM, 4, 12}},
                                   {W, Z, Y, X}},
   [PIPE_FORMAT_A1B5G5R5_UNORM] = {"A1B5G5R5_UNORM",
                                   1,
                                   1,
                                   2,
                                   4,
                                   {{U_UNORM, 1, 0}, {U_UNORM, 5, 1}, {U_UNORM, 5, 6}, {U_UNORM, 5, 11}},
                                   {W, Z, Y, X}},
   BITS10(R10G10B10A2_UNORM, UNORM, SW_XYZW),
   BITS10(B10G10R10A2_UNORM, UNORM, SW_ZYXW),
   BITS10(B10G10R10X2_UNORM, VOID, SW_ZYX1),
   R1(R8_UNORM, UNORM, 8),
   R2(R8G8_UNORM, UNORM, 8),
   R4(R16G16B16A16_FLOAT, FLOAT, 16),
   [PIPE_FORMAT_R16G16B16X16_FLOAT] =
      {"R16G16B16X16_FLOAT",
       1,
       1,
       8,
       4,
       {CH(FLOAT, 16, 0), CH(FLOAT, 16, 1), CH(FLOAT, 16, 2), CH(VOID, 16, 3)},
       {X, Y, Z, I},
       .array = true},
   R4(R32G32B32A32_FLOAT, FLOAT, 32),
   R1(R16_FLOAT, FLOAT, 16),
   R2(R16G16_FLOAT, FLOAT, 16),
   R1(R32_FLOAT, FLOAT, 32),
   R2(R32G32_FLOAT, FLOAT, 32),
   [PIPE_FORMAT_R11G11B10_FLOAT] =
      {"R11G11B10_FLOAT", 1, 1, 4, 3, {{U_FLOAT, 11, 0}, {U_FLOAT, 11, 11}, {U_FLOAT, 10, 22}}, {X, Y, Z, I}},
   LUM1(L8_UNORM, UNORM, 8),
   ALPHA(A8_UNORM, UNORM, 8),
   LUM2(L8A8_UNORM, UNORM, 8),
   LUM1(L16_FLOAT, FLOAT, 16),
   ALPHA(A16_FLOAT, FLOAT, 16),
   LUM2(L16A16_FLOAT, FLOAT, 16),
   LUM1(L32_FLOAT, FLOAT, 32),
   ALPHA(A32_FLOAT, FLOAT, 32),
   LUM2(L32A32_FLOAT, FLOAT, 32),
   DXT(DXT1_RGB, 8, I),
   DXT(DXT1_RGBA, 8, W),
   DXT(DXT3_RGBA, 16, W),
   DXT(DXT5_RGBA, 16, W),
   DXTS(DXT1_SRGB, 8, I),
   DXTS(DXT1_SRGBA, 8, W),
   DXTS(DXT3_SRGBA, 16, W),
   DXTS(DXT5_SRGBA, 16, W),
   [PIPE_FORMAT_RGTC1_UNORM] = {"RGTC1_UNORM", 4, 4, 8, 0, {{0}}, {X, O, O, I}, .compressed = true},
   [PIPE_FORMAT_RGTC1_SNORM] = {"RGTC1_SNORM", 4, 4, 8, 0, {{0}}, {X, O, O, I}, .compressed = true},
   [PIPE_FORMAT_RGTC2_UNORM] = {"RGTC2_UNORM", 4, 4, 16, 0, {{0}}, {X, Y, O, I}, .compressed = true},
   [PIPE_FORMAT_RGTC2_SNORM] = {"RGTC2_SNORM", 4, 4, 16, 0, {{0}}, {X, Y, O, I}, .compressed = true},
   DXT(BPTC_RGBA_UNORM, 16, W),
   DXTS(BPTC_SRGBA, 16, W),
   DXT(BPTC_RGB_FLOAT, 16, I),
   DXT(BPTC_RGB_UFLOAT, 16, I),
   [PIPE_FORMAT_Z16_UNORM] = {"Z16_UNORM", 1, 1, 2, 1, {{U_UNORM, 16, 0}}, {X, O, O, I}, .depth = true},
   [PIPE_FORMAT_Z24X8_UNORM] = {"Z24X8_UNORM", 1, 1, 4, 1, {{U_UNORM, 24, 0}}, {X, O, O, I}, .depth = true},
   [PIPE_FORMAT_Z24_UNORM_S8_UINT] = {"Z24_UNORM_S8_UINT",
                                      1,
                                      1,
                                      4,
                                      2,
                                      {{U_UNORM, 24, 0}, {U_UINT, 8, 24}},
                                      {X, Y, O, I},
                                      .depth = true,
                                      .stencil = true},
   [PIPE_FORMAT_Z32_FLOAT] = {"Z32_FLOAT", 1, 1, 4, 1, {{U_FLOAT, 32, 0}}, {X, O, O, I}, .depth = true},
   [PIPE_FORMAT_Z32_FLOAT_S8X24_UINT] = {"Z32_FLOAT_S8X24_UINT",
                                         1,
                                         1,
                                         8,
                                         2,
                                         {{U_FLOAT, 32, 0}, {U_UINT, 8, 32}},
                                         {X, Y, O, I},
                                         .depth = true,
                                         .stencil = true},
   [PIPE_FORMAT_S8_UINT] = {"S8_UINT", 1, 1, 1, 1, {{U_UINT, 8, 0}}, {O, X, O, I}, .stencil = true},
   R1(R8_SNORM, SNORM, 8),
   R2(R8G8_SNORM, SNORM, 8),
   R3(R8G8B8_SNORM, SNORM, 8),
   R4(R8G8B8A8_SNORM, SNORM, 8),
   R3(R8G8B8_UNORM, UNORM, 8),
   R1(R8_USCALED, USCALED, 8),
   R2(R8G8_USCALED, USCALED, 8),
   R3(R8G8B8_USCALED, USCALED, 8),
   R4(R8G8B8A8_USCALED, USCALED, 8),
   R1(R8_SSCALED, SSCALED, 8),
   R2(R8G8_SSCALED, SSCALED, 8),
   R3(R8G8B8_SSCALED, SSCALED, 8),
   R4(R8G8B8A8_SSCALED, SSCALED, 8),
   R1(R16_UNORM, UNORM, 16),
   R2(R16G16_UNORM, UNORM, 16),
   R3(R16G16B16_UNORM, UNORM, 16),
   R4(R16G16B16A16_UNORM, UNORM, 16),
   R1(R16_SNORM, SNORM, 16),
   R2(R16G16_SNORM, SNORM, 16),
   R3(R16G16B16_SNORM, SNORM, 16),
   R4(R16G16B16A16_SNORM, SNORM, 16),
   R1(R16_USCALED, USCALED, 16),
   R2(R16G16_USCALED, USCALED, 16),
   R3(R16G16B16_USCALED, USCALED, 16),
   R4(R16G16B16A16_USCALED, USCALED, 16),
   PACKED_10_10_10_2(A2B10G10R10_UNORM, UNORM),
   PACKED_10_10_10_2(A2B10G10R10_SNORM, SNORM),
   PACKED_10_10_10_2(A2B10G10R10_USCALED, USCALED),
   PACKED_10_10_10_2(A2B10G10R10_SSCALED, SSCALED),
   R1(R16_SSCALED, SSCALED, 16),
   R2(R16G16_SSCALED, SSCALED, 16),
   R3(R16G16B16_SSCALED, SSCALED, 16),
   R4(R16G16B16A16_SSCALED, SSCALED, 16),
   R3(R16G16B16_FLOAT, FLOAT, 16),
   R3(R32G32B32_FLOAT, FLOAT, 32),
   R1(R32_FIXED, FIXED, 32),
   R2(R32G32_FIXED, FIXED, 32),
   R3(R32G32B32_FIXED, FIXED, 32),
   R4(R32G32B32A32_FIXED, FIXED, 32),
   BITS10_ALL(R10G10B10A2_SNORM, SNORM),
   BITS10_ALL(R10G10B10A2_USCALED, USCALED),
   BITS10_ALL(R10G10B10A2_SSCALED, SSCALED),
   BITS10_ALL(R10G10B10A2_UINT, UINT),
   [PIPE_FORMAT_R9G9B9E5_FLOAT] =
      {"R9G9B9E5_FLOAT", 1, 1, 4, 3, {{U_RGB9E5, 9, 0}, {U_RGB9E5, 9, 9}, {U_RGB9E5, 9, 18}}, {X, Y, Z, I}},
   [PIPE_FORMAT_R8G8B8_SRGB] = {"R8G8B8_SRGB",
                                1,
                                1,
                                3,
                                3,
                                {CH(UNORM, 8, 0), CH(UNORM, 8, 1), CH(UNORM, 8, 2)},
                                {X, Y, Z, I},
                                .srgb = true,
                                .array = true},
   R1(R8_UINT, UINT, 8),
   R2(R8G8_UINT, UINT, 8),
   R3(R8G8B8_UINT, UINT, 8),
   R4(R8G8B8A8_UINT, UINT, 8),
   R1(R8_SINT, SINT, 8),
   R2(R8G8_SINT, SINT, 8),
   R3(R8G8B8_SINT, SINT, 8),
   R4(R8G8B8A8_SINT, SINT, 8),
   R1(R16_UINT, UINT, 16),
   R2(R16G16_UINT, UINT, 16),
   R3(R16G16B16_UINT, UINT, 16),
   R4(R16G16B16A16_UINT, UINT, 16),
   R1(R16_SINT, SINT, 16),
   R2(R16G16_SINT, SINT, 16),
   R3(R16G16B16_SINT, SINT, 16),
   R4(R16G16B16A16_SINT, SINT, 16),
   R1(R32_UINT, UINT, 32),
   R2(R32G32_UINT, UINT, 32),
   R3(R32G32B32_UINT, UINT, 32),
   R4(R32G32B32A32_UINT, UINT, 32),
   R1(R32_SINT, SINT, 32),
   R2(R32G32_SINT, SINT, 32),
   R3(R32G32B32_SINT, SINT, 32),
   R4(R32G32B32A32_SINT, SINT, 32),
   R1(R32_USCALED, USCALED, 32),
   R2(R32G32_USCALED, USCALED, 32),
   R3(R32G32B32_USCALED, USCALED, 32),
   R4(R32G32B32A32_USCALED, USCALED, 32),
   R1(R32_SSCALED, SSCALED, 32),
   R2(R32G32_SSCALED, SSCALED, 32),
   R3(R32G32B32_SSCALED, SSCALED, 32),
   R4(R32G32B32A32_SSCALED, SSCALED, 32),
   R1(R32_UNORM, UNORM, 32),
   R2(R32G32_UNORM, UNORM, 32),
   R3(R32G32B32_UNORM, UNORM, 32),
   R4(R32G32B32A32_UNORM, UNORM, 32),
   R1(R32_SNORM, SNORM, 32),
   R2(R32G32_SNORM, SNORM, 32),
   R3(R32G32B32_SNORM, SNORM, 32),
   R4(R32G32B32A32_SNORM, SNORM, 32),
};
/* clang-format on */
_Static_assert(ARRAY_SIZE(descs) == PIPE_FORMAT_COUNT, "each format has a row");
_Static_assert(PIPE_SWIZZLE_X == 0 && PIPE_SWIZZLE_W == 3 && PIPE_SWIZZLE_0 == 4 && PIPE_SWIZZLE_1 == 5,
               "swizzles index rows of {channels, 0, 1}");

const struct u_format_desc *
u_format_desc(enum pipe_format f)
{
   return &descs[(unsigned)f < PIPE_FORMAT_COUNT ? f : PIPE_FORMAT_NONE];
}

unsigned
u_format_bits(enum pipe_format f, unsigned c)
{
   assert(c < 4);
   const struct u_format_desc *d = u_format_desc(f);
   unsigned s = d->swizzle[c];
   if (d->depth || d->stencil || d->compressed || s > PIPE_SWIZZLE_W)
      return 0;
   return d->ch[s].type == U_VOID ? 0 : d->ch[s].bits;
}

unsigned
u_format_depth_bits(enum pipe_format f)
{
   return u_format_desc(f)->depth ? u_format_desc(f)->ch[0].bits : 0;
}

unsigned
u_format_stencil_bits(enum pipe_format f)
{
   return u_format_desc(f)->stencil ? 8 : 0;
}

bool
u_format_is_int(enum pipe_format f)
{
   const struct u_format_desc *d = u_format_desc(f);
   return d->channels && !d->depth && !d->stencil && (d->ch[0].type == U_UINT || d->ch[0].type == U_SINT);
}

bool
u_format_is_sint(enum pipe_format f)
{
   return u_format_is_int(f) && u_format_desc(f)->ch[0].type == U_SINT;
}
