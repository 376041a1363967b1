/* SPDX-License-Identifier: MIT
 *
 * The memories behind registers: each word that is written to a data register goes to the entry that an index register named, and the
 * index counts on.
 */
#ifndef EMULATOR_PICA200_PORTS_H
#define EMULATOR_PICA200_PORTS_H

#include "emulator/pica200/pica_gpu.h"

/** Three words with a vector of float24s, as uniforms and fixed attributes come: x y z w. */
void pica_unpack_float24(const uint32_t word[3], float out[4]);

/** A write to a register of a shader unit, number 0x280 to 0x2DD, that is a port or a uniform; others are left alone. Words that stand beyond
 * a memory's end are dropped, as the indices count on. */
void pica_write_unit(struct pica_gpu *gpu, unsigned reg, uint32_t value);

/** A write to an index or data register of a table of the fragment half; false: the register is none of them. */
bool pica_write_table(struct pica_gpu *gpu, unsigned reg, uint32_t value);

#endif
