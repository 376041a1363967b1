/* SPDX-License-Identifier: MIT
 *
 * Decoder of ASTC blocks of two dimensions, LDR profile (Khronos Data Format Specification, "ASTC Compressed
 * Texture Image Formats"), which the hardware does not know.
 */
#ifndef FORMAT_ASTC_H
#define FORMAT_ASTC_H

#include <stdbool.h>
#include <stdint.h>

/** Decodes rows of 16-byte blocks of \p block_w x \p block_h texels (4 to 12 each), packed without gaps, to
 * RGBA bytes; the parts of the last blocks outside \p width x \p height are dropped. \p srgb: the bytes keep
 * the sRGB curve. Blocks that the profile does not allow are magenta. */
void u_astc_decode(uint8_t *dst, int64_t dst_stride_B, const uint8_t *src, unsigned block_w, unsigned block_h,
                   unsigned width, unsigned height, bool srgb);

#endif
