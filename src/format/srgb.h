/* SPDX-License-Identifier: MIT
 *
 * The sRGB curve, IEC 61966-2-1: c / 12.92 up to 0.04045, else ((c + 0.055) / 1.055)^2.4, each value the nearest
 * float. Made by db/gen/gen_srgb.py.
 */
#ifndef FORMAT_SRGB_H
#define FORMAT_SRGB_H

/** Linear value of code n. */
extern const float format_srgb_linear[256];
/** The linear value from which on code n is the nearest one: that of n - 1/2; 0 for code 0. */
extern const float format_srgb_threshold[256];

#endif
