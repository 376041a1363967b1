/* SPDX-License-Identifier: MIT
 *
 * The engines beside the 3D unit, behind memory-mapped registers (PICAX_ in db/pica200): memory fill, display transfer, texture copy; and
 * the system's DMA. Each flushes what is drawn first, works at once, and leaves its registers as if it had ended.
 */
#ifndef EMULATOR_PICA200_ENGINES_H
#define EMULATOR_PICA200_ENGINES_H

#include "emulator/pica200/pica_gpu.h"

/** Writes a register by its offset from PICA_IO_BASE, a multiple of 4: engines start, P3D_START runs a list, offsets from 0x1000 on are
 * registers of the 3D unit. False: gpu->error says why; nothing was done. */
bool pica_io_write(struct pica_gpu *gpu, uint32_t offset_B, uint32_t value);
/** Reads one; 0 where there is none. */
uint32_t pica_io_read(const struct pica_gpu *gpu, uint32_t offset_B);

/** Fills [start, end) with words of 16, 24 or 32 bits (0, 1, 2; 3 is 24, too). Physical addresses. */
bool pica_fill(struct pica_gpu *gpu, uint32_t start, uint32_t end, uint32_t value, unsigned width);
/** What PPF_START does by the words of its registers (addresses as they stand there: physical / 8). */
bool pica_display_transfer(struct pica_gpu *gpu);
bool pica_texture_copy(struct pica_gpu *gpu);
/** Copies \p bytes, which may overlap. */
bool pica_dma(struct pica_gpu *gpu, uint32_t from, uint32_t to, uint32_t bytes);

/** Reads pixels in rows as memory has them: red in the lowest byte, alpha in the highest. \p format as PPF_FLAGS numbers them. */
bool pica_read_pixels(struct pica_gpu *gpu, uint32_t address, unsigned format, bool tiled, uint32_t width,
                      uint32_t height, uint32_t *rgba);

#endif
