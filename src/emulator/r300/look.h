/* SPDX-License-Identifier: MIT
 *
 * A look at what the last draw of a stream went to and read, for tools: emulator/gpu.h says what each function gives.
 */
#ifndef EMULATOR_R300_LOOK_H
#define EMULATOR_R300_LOOK_H

#include "emulator/gpu.h"

bool r300_look_target(const struct emulator *e, struct emu_picture *out);
/** Of the target that r300_look_target() named. With samples: the first. */
void r300_look_pixels(const struct emulator *e, uint32_t w_px, uint32_t h_px, uint32_t *rgba);
/** The vertex shader, or R500's pixel shader. NULL: there is none in memory. */
const uint32_t *r300_look_program(const struct emulator *e, bool vertex, uint32_t *ndw);
/** Textures of units that the pixel shader samples. */
bool r300_look_memory(struct emulator *e, unsigned i, struct emu_seen *out);
void r300_look_texels(struct emulator *e, unsigned i, uint32_t step, uint32_t w, uint32_t h, uint32_t *rgba);

#endif
