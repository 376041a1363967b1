/* SPDX-License-Identifier: MIT
 *
 * Where the words of a flow (flow.h) are kept: linear scan (M. Poletto, V. Sarkar, 1999) over the order of
 * instructions. A word's interval reaches from the first to the last instruction at which it is live, so a
 * loop's words keep their place all around it. It gets one register for all of its interval, which is one that
 * survives calls and passes if it is live over one of them, or a slot of the frame.
 */
#ifndef EMULATOR_JIT_WORDS_H
#define EMULATOR_JIT_WORDS_H

#include "emulator/jit/flow.h"

enum { JIT_NO_WORD_REG = 0xff };

struct jit_words {
   struct {
      uint8_t reg;   /* JIT_NO_WORD_REG: in the frame */
      uint32_t slot; /* then: 8 bytes each */
   } at[JIT_MAX_WORDS];
   uint32_t num_slots;
};

/** Places the words of a flow without fault. \p kept: registers that survive calls and passes (a bit each), \p
 * lost: those that don't. False: no memory. */
bool jit_words_place(struct jit_words *w, const struct jit_flow *f, uint32_t kept, uint32_t lost);

#endif
