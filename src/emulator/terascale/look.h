/* SPDX-License-Identifier: MIT
 *
 * A look into the emulator between submissions, for tools that show what a stream did. Nothing here is needed
 * to run one.
 */
#ifndef EMULATOR_TERASCALE_LOOK_H
#define EMULATOR_TERASCALE_LOOK_H

#include "emulator/emulator.h"
#include "emulator/gpu.h"
#include "emulator/terascale/emulator_priv.h"

/** A colour target as the registers have it. */
struct emu_target {
   uint64_t address;    /* GPU address of the layer that is drawn to */
   uint32_t w_px, h_px; /* inside the screen and window scissors, which is what a driver calls its size */
   unsigned format;     /* COLOR_*, db_format()'s number */
   unsigned samples;
};

/** Target \p i of the last draw, 0 to 7. False: there is none. */
bool emu_look_target(const struct emulator *e, unsigned i, struct emu_target *out);

/** Pixels [0, w) x [0, h) of it, R, G, B, A from the lowest byte up, \p w to a row; numbers outside of 0 .. 1
 * are clamped, of several samples the first is shown. \p w and \p h are at most the target's. */
void emu_look_pixels(const struct emulator *e, unsigned i, uint32_t w, uint32_t h, uint32_t *rgba);

enum emu_look_program { EMU_LOOK_PS, EMU_LOOK_VS, EMU_LOOK_FS };

/** The program that a stage's registers name: its first dword in host memory, and how many dwords it has as
 * far as they are decoded. NULL: none, or a broken one. */
const uint32_t *emu_look_program(const struct emulator *e, enum emu_look_program which, uint32_t *ndw);

/** emu_gpu::look_memory and look_texels. Broken programs read nothing. */
bool emu_look_memory(struct emulator *e, unsigned i, struct emu_seen *out);
void emu_look_texels(struct emulator *e, unsigned i, uint32_t step, uint32_t w, uint32_t h, uint32_t *rgba);

#endif
