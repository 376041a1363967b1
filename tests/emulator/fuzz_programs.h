/* SPDX-License-Identifier: MIT
 *
 * Programs for fuzz_r300: whole ones by the chips' rules, with flow control, predicates and lookups, of which a caller may
 * then change bits.
 */
#ifndef TESTS_EMULATOR_FUZZ_PROGRAMS_H
#define TESTS_EMULATOR_FUZZ_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

/** A number below \p n. */
typedef uint32_t (*fuzz_below)(uint32_t n);

enum { FUZZ_US = 48, FUZZ_PVS = 32, FUZZ_SLOTS = 4 };

/** R500's pixel shader: fills \p dw and returns how many instructions it has. */
unsigned fuzz_us500(fuzz_below below, uint32_t dw[FUZZ_US][6]);

/** A slot of flow control of the vertex engine: VAP_PVS_FLOW_CNTL_OPC's two bits and what belongs to them. */
struct fuzz_slot {
   unsigned op, at, count_or_jump, last, back;
};
/** A vertex shader, whose first instruction writes the position. Fills as many slots as *num_slots says then. */
unsigned fuzz_pvs(fuzz_below below, bool r500, uint32_t dw[FUZZ_PVS][4], struct fuzz_slot slot[FUZZ_SLOTS],
                  unsigned *num_slots);

#endif
