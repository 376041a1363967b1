/* SPDX-License-Identifier: MIT
 *
 * Decoder of ETC1, ETC2 and EAC, which the hardware does not know (Khronos Data Format Specification, "ETC1
 * Compressed Texture Image Formats" and "ETC2 Compressed Texture Image Formats"; ES 3.0.6 appendix C).
 */
#ifndef FORMAT_ETC_H
#define FORMAT_ETC_H

#include <stdint.h>

/** What blocks of 4 x 4 texels are, and what they become. Whether colours have the sRGB curve makes no difference. */
enum u_etc {
   U_ETC_NONE,
   U_ETC1_RGB,       /* 8 bytes -> R8G8B8A8_UNORM, alpha 255 */
   U_ETC2_RGB,       /* 8 bytes -> the same */
   U_ETC2_RGB_A1,    /* 8 bytes -> R8G8B8A8_UNORM, alpha 0 (and black) or 255 */
   U_ETC2_RGBA,      /* 16 bytes -> R8G8B8A8_UNORM */
   U_EAC_R11,        /* 8 bytes -> R16_UNORM */
   U_EAC_R11_SNORM,  /* 8 bytes -> R16_SNORM */
   U_EAC_RG11,       /* 16 bytes -> R16G16_UNORM */
   U_EAC_RG11_SNORM, /* 16 bytes -> R16G16_SNORM */
};

/** The steps, small and large, that indices add to the colour of half a block of ETC1, or take off, by the half's number of three bits. */
extern const uint8_t u_etc1_modifiers[8][2];

/** Decodes rows of blocks, packed without gaps; the parts of the last blocks outside \p width x \p height are
 * dropped. */
void u_etc_decode(enum u_etc kind, uint8_t *dst, int64_t dst_stride_B, const uint8_t *src, unsigned width,
                  unsigned height);

#endif
