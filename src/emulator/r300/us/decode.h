/* SPDX-License-Identifier: MIT
 *
 * Fragment shader words to struct us_program. One decoder a generation; what they share is what reads the result.
 */
#ifndef EMULATOR_R300_US_DECODE_H
#define EMULATOR_R300_US_DECODE_H

#include "emulator/r300/us/us.h"

enum { US_R5_INSTS = 512, US_R5_DWORDS = 6, US_R3_INSTS = 512, US_R3_ALU_BANK = 64, US_R3_TEX_BANK = 32 };

/** R300's and R400's memories: texture instructions, and four words of each ALU slot with R400's upper bits of addresses. */
struct us_r3_memory {
   uint32_t tex[US_R3_INSTS];
   uint32_t rgb_addr[US_R3_INSTS], alpha_addr[US_R3_INSTS], rgb_inst[US_R3_INSTS], alpha_inst[US_R3_INSTS];
   uint32_t ext[US_R3_INSTS];
};

/** The registers of a program there. */
struct us_r3_setup {
   uint32_t config, code_offset, code_addr[4], code_ext;
   bool extended; /* US_CODE_BANK.R390_MODE_ENABLE: code_ext and upper bits count */
};

/** Decodes instructions \p first to \p last of R500's memory, to which \p offset is added, in US_MAX_INSTS of \p p.
 * NULL: fine; else one clause what is not implemented, and its instruction in *at. */
const char *us_decode_r5(const uint32_t memory[US_R5_INSTS][US_R5_DWORDS], unsigned first, unsigned last,
                         unsigned offset, struct us_program *p, unsigned *at);

/** Decodes the nodes of a program one behind the other, at most US_MAX_INSTS of \p p. As us_decode_r5(). */
const char *us_decode_r3(const struct us_r3_memory *memory, const struct us_r3_setup *setup,
                         struct us_program *p, unsigned *at);
/** Does an instruction, no flow's, name a register or constant by the loop register? */
bool us_is_relative(const struct us_inst *i);
/** Takes an instruction into account in what the program says of itself. */
void us_note(struct us_program *p, const struct us_inst *i);
/** The last step of both decoders: finds straight, unset_temp and unset_color, and whether it is a lookup. */
void us_find_unset(struct us_program *p);

#endif
