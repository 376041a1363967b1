/* SPDX-License-Identifier: MIT
 *
 * What the formats of pipe/p_format.h are made of, and conversion of rows of pixels. Rounding is to the
 * nearest representable value, ties to even for floats; unsigned normalised conversions are exact (a value
 * that both formats can represent stays itself). Block-compressed formats are described but not converted
 * here.
 */
#ifndef FORMAT_FORMAT_H
#define FORMAT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_defines.h"
#include "format/pipe_format.h"

enum u_channel_type {
   U_VOID,
   U_UNORM,
   U_SNORM,
   U_USCALED,
   U_SSCALED,
   U_FLOAT,
   U_FIXED,
   U_UINT,
   U_SINT,
   U_RGB9E5 /* a mantissa of PIPE_FORMAT_R9G9B9E5_FLOAT */
};

struct u_channel {
   uint8_t type; /* enum u_channel_type */
   uint8_t bits;
   uint8_t shift; /* from the least significant bit of the little-endian block */
};

struct u_format_desc {
   const char *name;
   uint8_t block_w, block_h; /* texels */
   uint8_t block_B;
   uint8_t channels;
   struct u_channel ch[4];
   uint8_t swizzle[4]; /* enum pipe_swizzle: where R, G, B, A come from. Depth formats: depth in ch[0],
                          stencil in ch[1]; luminance: XXX1 */
   bool depth, stencil, srgb, compressed, luminance;
   bool array; /* every channel is a whole number of bytes on a byte boundary */
};

/** Never NULL for a valid format; PIPE_FORMAT_NONE has block_B 0. */
const struct u_format_desc *u_format_desc(enum pipe_format f);

static inline unsigned
u_format_block_B(enum pipe_format f)
{
   return u_format_desc(f)->block_B;
}

/** Bits of component \p c (0..3 = R, G, B, A), 0 if the format lacks it or it is constant. */
unsigned u_format_bits(enum pipe_format f, unsigned c);
/** Bits of depth or stencil. */
unsigned u_format_depth_bits(enum pipe_format f);
unsigned u_format_stencil_bits(enum pipe_format f);

static inline bool
u_format_has_alpha(enum pipe_format f)
{
   return u_format_bits(f, 3) != 0;
}

/** Are its components integers, with or without sign? Not for vertices that become floats (USCALED), not for
 * stencil. */
bool u_format_is_int(enum pipe_format f);
bool u_format_is_sint(enum pipe_format f);

/** One row of \p n pixels from memory to RGBA and back. Missing components read as 0, alpha as 1. Depth
 * formats: depth is in R, stencil (as a number) in G. Luminance is packed from R. sRGB formats convert their
 * bits without the curve. */
void u_format_unpack_float(enum pipe_format f, float (*dst)[4], const void *src, unsigned n);
void u_format_pack_float(enum pipe_format f, void *dst, const float (*src)[4], unsigned n);
void u_format_unpack_ubyte(enum pipe_format f, uint8_t (*dst)[4], const void *src, unsigned n);
void u_format_pack_ubyte(enum pipe_format f, void *dst, const uint8_t (*src)[4], unsigned n);

/** Pixels of formats of integers, in 32 bits with their sign; missing alpha is 1. Packing clamps. */
void u_format_unpack_int(enum pipe_format f, uint32_t (*dst)[4], const void *src, unsigned n);
void u_format_pack_int(enum pipe_format f, void *dst, const uint32_t (*src)[4], unsigned n);

/** A rectangle from one colour format to another (not compressed, not depth); rows stride bytes apart.
 * Strides may be negative. Integers become integers of the same signedness only. */
void u_format_convert(enum pipe_format dst_format, void *dst, int64_t dst_stride_B,
                      enum pipe_format src_format, const void *src, int64_t src_stride_B, unsigned width,
                      unsigned height);

#endif
