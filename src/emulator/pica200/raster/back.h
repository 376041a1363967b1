/* SPDX-License-Identifier: MIT
 *
 * The pixel half of the emulator as the vertex half calls it (struct pica_back in pica_gpu.h), and its settings.
 */
#ifndef EMULATOR_PICA200_RASTER_BACK_H
#define EMULATOR_PICA200_RASTER_BACK_H

#include "emulator/pica200/pica_gpu.h"
#include "emulator/pica200/pixel_params.h"

struct pica_level;

/** For pica_gpu_create(). */
extern const struct pica_back pica_back_pixels;

/** Its parameters, which may be changed between lists. Afterwards gpu->state_changed wants to be set. */
struct pica_pixel_params *pica_pixels_params(struct pica_gpu *gpu);
/** Chooses a SIMD level (pica_level_find()); NULL leaves it. */
void pica_pixels_set_level(struct pica_gpu *gpu, const struct pica_level *level);
/** The level: at the start pica_gpu_create()'s. */
const struct pica_level *pica_pixels_level(const struct pica_gpu *gpu);
/** Pixels that were shaded since the start. */
uint64_t pica_pixels_shaded(const struct pica_gpu *gpu);

#endif
