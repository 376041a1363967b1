/* SPDX-License-Identifier: MIT
 *
 * Fog of a wave: GA's value for it and FG's blend. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_R300_RS_FOG_H
#define EMULATOR_R300_RS_FOG_H

#include "emulator/r300/rs/rs.h"
#include "emulator/simd/levels.h"

/** Fills us->fog from what GB_SELECT names, by us->ij. */
void EMU_FN(rs_fog_value)(struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b);
/** As rs_kernels.fog. */
void EMU_FN(rs_fog_blend)(struct us_ctx *us, const struct r300_fog *f);

#endif
