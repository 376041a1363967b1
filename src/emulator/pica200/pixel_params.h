/* SPDX-License-Identifier: MIT
 *
 * What no public source knows about PICA200, each by a name, with the value that holds unless somebody sets another
 * one, and why it is this. docs/pica200.md lists them; a test compares.
 */
#ifndef EMULATOR_PICA200_PIXEL_PARAMS_H
#define EMULATOR_PICA200_PIXEL_PARAMS_H

#include <stdint.h>

/* X(name, default, largest, reason) */
#define PICA_PARAMS(X)                                                                                       \
   X(texenv_bias, 0, 254,                                                                                    \
     "added before a TexEnv stage divides by 255: 0 truncates, 127 rounds; Azahar truncates")                \
   X(blend_bias, 0, 254, "added before blending divides by 255: 0 truncates, 127 rounds; Azahar truncates")  \
   X(blend_minmax_factors, 0, 1,                                                                             \
     "1: minimum and maximum multiply by the factors first, as Azahar; OpenGL does not")                     \
   X(texenv_first_previous, 0, 2,                                                                            \
     "PREVIOUS in stage 0: 0 the source of input 3 (Azahar), 1 the primary colour (Panda3DS), 2 the "        \
     "buffer's colour (Mikage)")                                                                             \
   X(texenv_undefined, 0, 1, "sources 7 to 12: 0 the primary colour (a remark in Mikage), 1 zero")           \
   X(light_half, 0, 1,                                                                                       \
     "1: lighting's colours are rounded to 8 bits; 0: cut off, as in Azahar's software path")                \
   X(light_red_is_bit20, 0, 1,                                                                               \
     "1: LIGHTING_CONFIG1's bits 20 and 22 switch the red and the blue table off, as Azahar behaves; "       \
     "tables' numbers say the opposite")                                                                     \
   X(position_finer, 0, 3,                                                                                   \
     "bits of positions on the target behind the point, beyond the 4 of both emulators that were compared")  \
   X(filter_bits, 8, 8, "bits of a bilinear weight, and of the fraction between two mip levels")             \
   X(border_whole, 0, 1,                                                                                     \
     "1: the border colour replaces a filtered sample whose coordinate is outside; 0: texel by texel, as "   \
     "OpenGL")                                                                                               \
   X(lod_cube, 1, 1,                                                                                         \
     "1: cube maps and projections take their level from derivatives of the divided coordinates; 0: level "  \
     "0")                                                                                                    \
   X(shadow_filter, 1, 1,                                                                                    \
     "1: shadow maps compare four texels and weigh the results (Azahar on a GPU); 0: the nearest")           \
   X(transfer_any, 0, 1,                                                                                     \
     "1: display transfers between formats that hang the chip work, as in Azahar; 0: they are refused")      \
   X(texel_disabled, 0, 255, "each channel of a unit that is switched off; Azahar gives 0")                  \
   X(depth_half, 0, 1, "1: depth is rounded to the buffer's steps; 0: cut off, as in Azahar")                \
   X(color_half, 0, 1,                                                                                       \
     "1: colours are rounded to the buffer's 4, 5 or 6 bits; 0: cut off, as the transfer engine does")

/** Values by name; all are what PICA_PARAMS() says until somebody changes them, never above the largest. */
struct pica_pixel_params {
#define PICA_PARAM_MEMBER(name, value, largest, reason) uint8_t name;
   PICA_PARAMS(PICA_PARAM_MEMBER)
#undef PICA_PARAM_MEMBER
};

#define PICA_PARAM_VALUE(name, value, largest, reason) .name = (value),
/** For initialisers. */
#define PICA_PARAMS_DEFAULT                                                                                  \
   {                                                                                                         \
      PICA_PARAMS(PICA_PARAM_VALUE)                                                                          \
   }

#endif
