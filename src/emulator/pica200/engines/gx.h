/* SPDX-License-Identifier: MIT
 *
 * Commands of the 3DS system's GPU queue, as engines and lists.
 */
#ifndef EMULATOR_PICA200_ENGINES_GX_H
#define EMULATOR_PICA200_ENGINES_GX_H

#include "emulator/pica200/pica_gpu.h"

/** The physical address behind one of the linear heap (old and new) or VRAM; others are taken for physical ones. */
uint32_t pica_physical(uint32_t address);
/** Runs a command of eight words. False: gpu->error says why. */
bool pica_gx(struct pica_gpu *gpu, const uint32_t words[8]);

#endif
