/* SPDX-License-Identifier: MIT
 *
 * Block compression by the CPU: encoders for the BC1 to BC7 formats that the hardware samples. Layouts: Khronos
 * Data Format Specification, "S3TC", "RGTC" and "BPTC".
 */
#ifndef FORMAT_BCN_H
#define FORMAT_BCN_H

#include <stdbool.h>
#include <stdint.h>

#include "format/pipe_format.h"

/** Encodes \p width x \p height texels (any size; the last blocks are filled with copies of the last row and
 * column) to rows of blocks \p dst_stride_B apart. \p src: rows of \p src_stride texels. Only alpha below one
 * half is transparent in DXT1_RGBA (EXT_texture_compression_s3tc). False: \p f is no format it encodes. */
bool u_bcn_encode(enum pipe_format f, uint8_t *dst, int64_t dst_stride_B, const float (*src)[4],
                  unsigned src_stride, unsigned width, unsigned height);

#endif
