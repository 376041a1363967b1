/* SPDX-License-Identifier: MIT
 *
 * Streams that break no rule of strict hardware, for tests that then break one.
 */
#ifndef TESTS_UNIT_EMULATOR_EMU_STRICT_FIXTURE_H
#define TESTS_UNIT_EMULATOR_EMU_STRICT_FIXTURE_H

#include "db/terascale/db_tables.h"
#include "emu_front_fixture.h"
#include "emulator/terascale/strict/strict.h"

static inline uint64_t
count(const struct emulator *e, enum strict_rule_id rule)
{
   return strict_count(emu_front((struct emulator *)e), rule);
}

enum { CONTEXT_DW = 1024 };

static inline void
event(struct stream *s, unsigned type)
{
   dw(s, DB_PKT3(DB_PKT3_EVENT_WRITE, 1));
   dw(s, type);
}

static inline void
sync_range(struct stream *s, uint32_t cntl, uint32_t size, uint32_t base)
{
   dw(s, DB_PKT3(DB_PKT3_SURFACE_SYNC, 4));
   dw(s, cntl);
   dw(s, size);
   dw(s, base);
   dw(s, 10);
}

static inline bool
has_pair(const struct stream *s)
{
   const unsigned family = s->e->chip->family;
   return family == DB_FAMILY_RV670 || family == DB_FAMILY_RS780 || family == DB_FAMILY_RS880;
}

/* What drivers send so that colour can be sampled, step by step; a bit in \p without leaves one out. */
enum { PIXELS = 1, IDLE = 2, CB_META = 4, DB_META = 8, EVENT = 16, SYNC = 32, STEPS = 6 };
static inline void
flush(struct stream *s, unsigned without, bool textures)
{
   const enum db_gen gen = s->e->chip->gen;
   uint32_t cntl = R6_CP_COHER_CNTL(.TC_ACTION_ENA = textures);
   if (gen != DB_R600)
      cntl |= R6_CP_COHER_CNTL(.CB_ACTION_ENA = 1, .CB0_DEST_BASE_ENA = 1, .DB_ACTION_ENA = 1,
                               .DB_DEST_BASE_ENA = 1, .SMX_ACTION_ENA = 1, .SO0_DEST_BASE_ENA = 1);
   else if (has_pair(s))
      cntl |= R6_CP_COHER_CNTL(.CB1_DEST_BASE_ENA = 1, .DEST_BASE_0_ENA = 1);
   if (!(without & PIXELS))
      event(s, DB_EVENT_PS_PARTIAL_FLUSH);
   if (!(without & IDLE))
      reg(s, R6_WAIT_UNTIL_OFFSET, R6_WAIT_UNTIL(.WAIT_3D_IDLE = 1));
   if (!(without & CB_META) && gen != DB_R600)
      event(s, DB_EVENT_FLUSH_AND_INV_CB_META);
   if (!(without & DB_META) && gen != DB_R600)
      event(s, DB_EVENT_FLUSH_AND_INV_DB_META);
   if (!(without & EVENT))
      event(s, DB_EVENT_CACHE_FLUSH_AND_INV_EVENT);
   if (!(without & SYNC))
      sync_range(s, cntl, UINT32_MAX, 0);
}

/* What R6xx wants before each draw, beside a write to a CB register. */
static inline void
before_r600_draw(struct stream *s)
{
   if (s->e->chip->gen != DB_R600)
      return;
   event(s, DB_EVENT_PS_PARTIAL_FLUSH | 4 << 8);
   reg(s, R6_CB_TARGET_MASK_OFFSET, 15);
}

/* Registers outside of contexts that the chip lives on: 0. */
static inline void
live_registers(struct stream *s)
{
   const enum db_gen gen = s->e->chip->gen;
   const struct db_window *ctl = db_window(gen, DB_PKT3_SET_CTL_CONST);
   const struct db_reg_table *t = db_regs(gen);
   for (unsigned i = 0; i < t->count; i++) {
      const struct db_reg *r = &t->regs[i];
      if (!(r->live >> gen & 1))
         continue;
      if (r->offset >= ctl->base && r->offset < ctl->end) {
         dw(s, DB_PKT3(DB_PKT3_SET_CTL_CONST, 2));
         dw(s, (r->offset - ctl->base) / 4);
         dw(s, 0);
      } else if (r->offset < DB_R6_CONTEXT_REG_BASE) {
         reg(s, r->offset, 0);
      }
   }
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
   dw(s, DB_PKT3(DB_PKT3_NUM_INSTANCES, 1));
   dw(s, 1);
   event(s, DB_EVENT_PS_PARTIAL_FLUSH | 4 << 8); /* there is one copy of config registers */
   live_registers(s);
   basic_state(s);
   before_r600_draw(s);
   reg(s, eg ? EG_SQ_PGM_EXPORTS_PS_OFFSET : R6_SQ_PGM_EXPORTS_PS_OFFSET, 2);
}

/* Ends a stream as it has to end. */
static inline void
whole_end(struct stream *s)
{
   flush(s, 0, false);
}

#endif
