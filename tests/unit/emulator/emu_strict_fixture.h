/* SPDX-License-Identifier: MIT
 *
 * Streams that break no rule of strict hardware, for tests that then break one.
 */
#ifndef TESTS_UNIT_EMULATOR_EMU_STRICT_FIXTURE_H
#define TESTS_UNIT_EMULATOR_EMU_STRICT_FIXTURE_H

#include "emu_front_fixture.h"
#include "emulator/terascale/strict/strict.h"

static inline uint64_t
count(const struct emulator *e, enum strict_rule_id rule)
{
   return strict_count(emu_front((struct emulator *)e), rule);
}

enum { CONTEXT_DW = 1024 };

/* What R6xx wants before each draw, beside a write to a CB register. */
static inline void
before_r600_draw(struct stream *s)
{
   if (s->e->chip->gen != DB_R600)
      return;
   dw(s, DB_PKT3(DB_PKT3_EVENT_WRITE, 1));
   dw(s, DB_EVENT_PS_PARTIAL_FLUSH | 4 << 8);
   reg(s, R6_CB_TARGET_MASK_OFFSET, 15);
}

/* All context registers are 0, but for basic_state(). */
static inline void
whole_state(struct stream *s)
{
   const bool eg = s->e->chip->gen >= DB_EVERGREEN;
   dw(s, DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 1 + CONTEXT_DW));
   dw(s, 0);
   for (unsigned i = 0; i < CONTEXT_DW; i++)
      dw(s, 0);
   basic_state(s);
   before_r600_draw(s);
   reg(s, eg ? EG_SQ_PGM_EXPORTS_PS_OFFSET : R6_SQ_PGM_EXPORTS_PS_OFFSET, 2);
}

#endif
