/* SPDX-License-Identifier: MIT
 *
 * SET_* packets: where each window's dwords live and what derived state a write makes stale, by the part of the
 * GPU that reads the register (db_readers.h), so a new register needs nothing here. A write of the value that is
 * already there makes nothing stale.
 */
#include <assert.h>
#include <string.h>

#include "db/terascale/db_readers.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/strict/strict.h"

static const unsigned set_packet[FRONT_NUM_SETS] = {
   [FRONT_SET_CONFIG] = DB_PKT3_SET_CONFIG_REG,     [FRONT_SET_CONTEXT] = DB_PKT3_SET_CONTEXT_REG,
   [FRONT_SET_ALU_CONST] = DB_PKT3_SET_ALU_CONST,   [FRONT_SET_BOOL_CONST] = DB_PKT3_SET_BOOL_CONST,
   [FRONT_SET_LOOP_CONST] = DB_PKT3_SET_LOOP_CONST, [FRONT_SET_RESOURCE] = DB_PKT3_SET_RESOURCE,
   [FRONT_SET_SAMPLER] = DB_PKT3_SET_SAMPLER,       [FRONT_SET_CTL_CONST] = DB_PKT3_SET_CTL_CONST,
};

/* Where the windows stand in the register file of R6xx and R7xx, and in Evergreen's, which is Cayman's. */
#define STORE(member)                                                                                        \
   {                                                                                                         \
      offsetof(struct emu_regs, member), sizeof(((struct emu_regs *)0)->member)                              \
   }
struct store {
   size_t at_B, size_B;
};
static const struct store stores_r6[FRONT_NUM_SETS] = {
   [FRONT_SET_CONFIG] = STORE(r6.config),         [FRONT_SET_CONTEXT] = STORE(r6.ctx),
   [FRONT_SET_ALU_CONST] = STORE(r6.alu_const),   [FRONT_SET_BOOL_CONST] = STORE(r6.bool_const),
   [FRONT_SET_LOOP_CONST] = STORE(r6.loop_const), [FRONT_SET_RESOURCE] = STORE(r6.resource),
   [FRONT_SET_SAMPLER] = STORE(r6.sampler),       [FRONT_SET_CTL_CONST] = STORE(r6.ctl_const),
};
static const struct store stores_eg[FRONT_NUM_SETS] = {
   [FRONT_SET_CONFIG] = STORE(eg.config),         [FRONT_SET_CONTEXT] = STORE(eg.ctx),
   [FRONT_SET_BOOL_CONST] = STORE(eg.bool_const), [FRONT_SET_LOOP_CONST] = STORE(eg.loop_const),
   [FRONT_SET_RESOURCE] = STORE(eg.resource),     [FRONT_SET_SAMPLER] = STORE(eg.sampler),
   [FRONT_SET_CTL_CONST] = STORE(eg.ctl_const),
};
_Static_assert(sizeof(struct eg_regfile) == sizeof(struct cm_regfile) &&
                  offsetof(struct eg_regfile, bool_const) == offsetof(struct cm_regfile, bool_const),
               "Cayman's windows are Evergreen's");

/* What a write to a register of each reader makes stale; all, where the database knows none. */
static const uint8_t dirty_by_reader[] = {
   [DB_READER_UNKNOWN] = FRONT_DIRTY_ALL,
   [DB_READER_FIXED] = FRONT_DIRTY_FIXED_REGS,
   [DB_READER_VGT] = 0, /* VGT reads its registers at each draw */
   [DB_READER_VS] = FRONT_DIRTY_VS,
   [DB_READER_VS_CONST] = FRONT_DIRTY_VS_CONST,
   [DB_READER_PS] = FRONT_DIRTY_PS,
   [DB_READER_PS_CONST] = FRONT_DIRTY_PS_CONST,
   [DB_READER_OTHER_STAGE] = 0,
   [DB_READER_ANY_STAGE] = FRONT_DIRTY_VS | FRONT_DIRTY_PS,
};

static void
dirty_init(struct front *f)
{
   const struct db_readers *readers = &db_readers[f->e->chip->gen];
   memset(f->context_dirty, FRONT_DIRTY_ALL, sizeof f->context_dirty);
   memset(f->config_dirty, FRONT_DIRTY_ALL, sizeof f->config_dirty);
   for (unsigned k = 0; k + 1 < readers->count; k++) {
      const struct db_reader_run *run = &readers->runs[k];
      const enum db_reader reader = run->reader;
      for (unsigned dword = run->first; reader != DB_READER_UNKNOWN && dword < run[1].first; dword++) {
         /* below a base wraps beyond the size */
         const unsigned in_context = dword - DB_R6_CONTEXT_REG_BASE / 4;
         const unsigned in_config = dword - DB_R6_CONFIG_REG_BASE / 4;
         if (in_context < ARRAY_SIZE(f->context_dirty))
            f->context_dirty[in_context] = dirty_by_reader[reader];
         else if (in_config < ARRAY_SIZE(f->config_dirty))
            f->config_dirty[in_config] = reader == DB_READER_VGT ? 0 : FRONT_DIRTY_ALL;
      }
   }
}

void
cp_regs_init(struct front *f)
{
   struct emulator *e = f->e;
   struct emu_regs *r = &e->regs;
   const bool eg = e->chip->gen >= DB_EVERGREEN;
   const struct store *stores = eg ? stores_eg : stores_r6;
   for (unsigned i = 0; i < FRONT_NUM_SETS; i++) {
      const struct db_window *w = db_window(e->chip->gen, set_packet[i]);
      if (!w)
         continue;
      assert(w->end - w->base == stores[i].size_B); /* both are of db's windows */
      f->win[i].base = w->base;
      f->win[i].end = w->end;
      f->win[i].store = (uint32_t *)((char *)r + stores[i].at_B);
   }
   dirty_init(f);
   for (unsigned i = 0; i < 64; i++)
      f->events |= (uint64_t)(db_event_name(e->chip->gen, i) != NULL) << i;
   f->resource_dw = (eg ? DB_EG_RESOURCE_STRIDE_B : DB_R6_RESOURCE_STRIDE_B) / 4;
   f->resource_vs = eg ? DB_EG_RESOURCE_VS : DB_R6_RESOURCE_VS;
   f->resource_gs = eg ? DB_EG_RESOURCE_GS : DB_R6_RESOURCE_FS;
}

/* The border colour of a sampler that a config register holds: four registers a sampler up to R7xx. */
static uint32_t *
border_r6(struct emu_regs *r, uint32_t offset)
{
   enum { STAGE_B = R6_TD_VS_SAMPLER_BORDER_RED_OFFSET(0) - R6_TD_PS_SAMPLER_BORDER_RED_OFFSET(0) };
   const uint32_t at = offset - R6_TD_PS_SAMPLER_BORDER_RED_OFFSET(0), dw = at % STAGE_B / 4;
   const uint32_t stage = at / STAGE_B;
   assert(offset >= R6_TD_PS_SAMPLER_BORDER_RED_OFFSET(0));
   return stage < 3 && dw / 4 < EMU_BORDER_SAMPLERS ? &r->border[stage][dw / 4][dw % 4] : NULL;
}

/* An index and one colour a stage from Evergreen on; NULL also for the index itself. */
static uint32_t *
border_eg(struct emu_regs *r, uint32_t offset)
{
   enum { STAGE_DW = (EG_TD_VS_BORDER_COLOR_INDEX_OFFSET - EG_TD_PS_BORDER_COLOR_INDEX_OFFSET) / 4 };
   const uint32_t at = (offset - EG_TD_PS_BORDER_COLOR_INDEX_OFFSET) / 4;
   const uint32_t stage = at / STAGE_DW, chan = at % STAGE_DW;
   if (stage >= EMU_BORDER_STAGES || !chan)
      return NULL;
   const uint32_t *index[EMU_BORDER_STAGES] = {
      &r->eg.config.TD_PS_BORDER_COLOR_INDEX, &r->eg.config.TD_VS_BORDER_COLOR_INDEX,
      &r->eg.config.TD_GS_BORDER_COLOR_INDEX, &r->eg.config.TD_HS_BORDER_COLOR_INDEX,
      &r->eg.config.TD_LS_BORDER_COLOR_INDEX, &r->eg.config.TD_CS_BORDER_COLOR_INDEX};
   const uint32_t i = EG_TD_PS_BORDER_COLOR_INDEX_get_INDEX(*index[stage]);
   return i < EMU_BORDER_SAMPLERS ? &r->border[stage][i][chan - 1] : NULL;
}

static void
border_written(struct front *f, const uint32_t *p)
{
   const ptrdiff_t at = p - &f->e->regs.border[0][0][0];
   assert(at >= 0 && at < EMU_BORDER_STAGES * EMU_BORDER_SAMPLERS * 4);
   strict_border(f, (unsigned)at / 4 / EMU_BORDER_SAMPLERS, (unsigned)at / 4 % EMU_BORDER_SAMPLERS,
                 (unsigned)at % 4);
}

static void
config_written(struct front *f, uint32_t offset, uint32_t value, bool changed)
{
   _Static_assert(R6_TD_PS_SAMPLER_BORDER_RED_OFFSET(0) == EG_TD_PS_BORDER_COLOR_INDEX_OFFSET,
                  "border colours begin at one offset");
   if (offset >= EG_TD_PS_BORDER_COLOR_INDEX_OFFSET) {
      uint32_t *p =
         f->e->chip->gen < DB_EVERGREEN ? border_r6(&f->e->regs, offset) : border_eg(&f->e->regs, offset);
      if (p)
         *p = value;
      if (p && f->strict)
         border_written(f, p);
      f->dirty |= FRONT_DIRTY_VS | FRONT_DIRTY_PS;
   } else if (changed) {
      assert(offset >= DB_R6_CONFIG_REG_BASE &&
             (offset - DB_R6_CONFIG_REG_BASE) / 4 < ARRAY_SIZE(f->config_dirty));
      f->dirty |= f->config_dirty[(offset - DB_R6_CONFIG_REG_BASE) / 4];
   }
}

/* Resources that the bound program does not read make nothing stale: another program is bound with all of its own. */
static bool
is_read(const struct sq_stage_state *s, uint32_t slot)
{
   return !s || sq_stage_uses_resource(s, slot);
}

static uint32_t
slot_dirty(const struct front *f, uint32_t slot)
{
   if (slot < f->resource_vs)
      return is_read(f->draft.ps, slot) ? FRONT_DIRTY_PS : 0;
   bool fs = f->e->chip->gen >= DB_EVERGREEN ? slot >= DB_EG_RESOURCE_FS
                                             : slot >= DB_R6_RESOURCE_FS && slot < DB_R6_RESOURCE_GS;
   return (slot < f->resource_gs || fs) && is_read(f->vs, slot) ? FRONT_DIRTY_VS : 0;
}

/* What is stale after dword i of the window got a new value. */
static uint32_t
dirty_of(const struct front *f, enum front_set set, uint32_t i)
{
   static const uint8_t by_stage[2] = {FRONT_DIRTY_PS, FRONT_DIRTY_VS};
   uint32_t stage = 2;
   switch (set) {
   case FRONT_SET_RESOURCE:
      return slot_dirty(f, i / f->resource_dw);
   case FRONT_SET_SAMPLER:
      stage = i / (DB_R6_SAMPLERS_PER_STAGE * DB_R6_SAMPLER_STRIDE_B / 4);
      break;
   case FRONT_SET_LOOP_CONST:
      stage = i / DB_R6_LOOP_CONSTS_PER_STAGE;
      break;
   case FRONT_SET_BOOL_CONST:
      stage = i;
      break;
   case FRONT_SET_ALU_CONST:
      stage = i / 1024;
      break;
   case FRONT_SET_CTL_CONST:
      return FRONT_DIRTY_VS;
   case FRONT_SET_CONFIG:
   case FRONT_SET_CONTEXT: /* context_changed() */
   case FRONT_NUM_SETS:
      return 0;
   }
   return stage < 2 ? by_stage[stage] : 0;
}

/* What is stale after a context register lost its value. */
static uint32_t
context_changed(struct front *f, uint32_t reg, uint32_t old)
{
   assert(reg < ARRAY_SIZE(f->context_dirty));
   struct front_changes *k = &f->changes;
   if ((f->context_dirty[reg] & FRONT_DIRTY_FIXED_REGS) && k->n <= FRONT_MAX_CHANGES) {
      if (k->n < FRONT_MAX_CHANGES) {
         k->change[k->n].reg = reg;
         k->change[k->n].old = old;
      }
      k->n++;
   }
   return f->context_dirty[reg];
}

static void
write_dword(struct front *f, enum front_set set, uint32_t i, uint32_t value)
{
   assert(f->win[set].store && i < (f->win[set].end - f->win[set].base) / 4);
   uint32_t *p = &f->win[set].store[i];
   const uint32_t old = *p;
   const bool changed = old != value;
   *p = value;
   if (set == FRONT_SET_CONFIG)
      config_written(f, f->win[set].base + i * 4, value, changed);
   else if (changed && set == FRONT_SET_CONTEXT)
      f->dirty |= context_changed(f, i, old);
   else if (changed)
      f->dirty |= dirty_of(f, set, i);
}

/* Most of what streams write. */
static void
write_context(struct front *f, uint32_t first, const uint32_t *value, uint32_t n)
{
   uint32_t *p = f->win[FRONT_SET_CONTEXT].store + first;
   for (uint32_t k = 0; k < n; k++) {
      if (p[k] != value[k])
         f->dirty |= context_changed(f, first + k, p[k]);
      p[k] = value[k];
   }
}

bool
cp_set_regs(struct front *f, enum front_set set, const uint32_t *body, uint32_t n)
{
   const struct front_window *w = &f->win[set];
   assert(set < FRONT_NUM_SETS && n >= 1);
   if (!w->store)
      return front_error(f, "%s has no registers behind it on %s",
                         db_packet(f->e->chip->gen, set_packet[set])->name, f->e->chip->base.name);
   uint32_t first = body[0], count = n - 1;
   uint32_t size = (w->end - w->base) / 4;
   if (first >= size || count > size - first)
      return front_error(f, "%s of %u dwords from offset 0x%x leaves its window (0x%05x..0x%05x)",
                         db_packet(f->e->chip->gen, set_packet[set])->name, count, first, w->base, w->end);
   if (set == FRONT_SET_CONTEXT)
      write_context(f, first, body + 1, count);
   else if (set == FRONT_SET_CONFIG || memcmp(w->store + first, body + 1, count * sizeof *body))
      for (uint32_t k = 0; k < count; k++)
         write_dword(f, set, first + k, body[1 + k]);
   if (f->strict)
      strict_registers(f, set, first, count);
   return true;
}

uint32_t
cp_run_context(struct front *f, const uint32_t *dw, uint32_t at, uint32_t ndw)
{
   enum { CONTEXT_DW = ARRAY_SIZE(f->context_dirty) };
   uint32_t *const ctx = f->win[FRONT_SET_CONTEXT].store;
   uint32_t dirty = 0;
   while (ndw - at >= 2) {
      const uint32_t n = DB_PKT3_BODY_DW(dw[at]), plain = dw[at] & ~(0x3fffu << 16), first = dw[at + 1];
      if (n >= ndw - at)
         break;
      if (plain == DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 1) && first < CONTEXT_DW && n - 1 <= CONTEXT_DW - first) {
         for (uint32_t k = first; k < first + n - 1; k++) {
            const uint32_t value = dw[at + 2 + k - first];
            if (ctx[k] != value)
               dirty |= context_changed(f, k, ctx[k]);
            ctx[k] = value;
         }
      } else if (plain != DB_PKT3(DB_PKT3_NOP, 1)) {
         break;
      }
      at += 1 + n;
   }
   f->dirty |= dirty;
   return at;
}

static int
window_of(const struct front *f, uint32_t offset)
{
   for (int i = 0; i < FRONT_NUM_SETS; i++)
      if (f->win[i].store && offset >= f->win[i].base && offset < f->win[i].end && !(offset & 3))
         return i;
   return -1;
}

uint32_t
cp_read_reg(struct front *f, uint32_t offset, bool *ok)
{
   int w = window_of(f, offset);
   *ok = w >= 0;
   return w < 0 ? 0 : f->win[w].store[(offset - f->win[w].base) / 4];
}

bool
cp_write_reg(struct front *f, uint32_t offset, uint32_t value)
{
   int w = window_of(f, offset);
   if (w < 0)
      return false;
   const uint32_t dword = (offset - f->win[w].base) / 4;
   write_dword(f, (enum front_set)w, dword, value);
   if (f->strict)
      strict_registers(f, (enum front_set)w, dword, 1);
   return true;
}

uint32_t
front_reg(struct front *f, const uint32_t *reg)
{
   const size_t i = (size_t)(reg - f->e->regs.ts.ctx.raw);
   assert(i < ARRAY_SIZE(f->e->regs.ts.ctx.raw));
   if (f->strict)
      strict_read(f, (uint32_t)i);
   return *reg;
}
