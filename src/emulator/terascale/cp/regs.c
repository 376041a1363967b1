/* SPDX-License-Identifier: MIT
 *
 * SET_* packets: where each window's dwords live and what derived state a write makes stale. Which group a
 * context register belongs to is read off its name in the register table, so a new register needs nothing
 * here. A write of the value that is already there makes nothing stale.
 */
#include <stdio.h>

#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "emulator/terascale/emu_front.h"
#include "util/u_debug.h"

static const unsigned set_packet[FRONT_NUM_SETS] = {
   [FRONT_SET_CONFIG] = DB_PKT3_SET_CONFIG_REG,     [FRONT_SET_CONTEXT] = DB_PKT3_SET_CONTEXT_REG,
   [FRONT_SET_ALU_CONST] = DB_PKT3_SET_ALU_CONST,   [FRONT_SET_BOOL_CONST] = DB_PKT3_SET_BOOL_CONST,
   [FRONT_SET_LOOP_CONST] = DB_PKT3_SET_LOOP_CONST, [FRONT_SET_RESOURCE] = DB_PKT3_SET_RESOURCE,
   [FRONT_SET_SAMPLER] = DB_PKT3_SET_SAMPLER,       [FRONT_SET_CTL_CONST] = DB_PKT3_SET_CTL_CONST,
};

static bool
starts(const char *s, const char *with)
{
   return !strncmp(s, with, strlen(with));
}

static bool
ends(const char *s, const char *with)
{
   size_t n = strlen(s), m = strlen(with);
   return n >= m && !strcmp(s + n - m, with);
}

static uint8_t
dirty_by_name(const char *name)
{
   if (starts(name, "VGT_"))
      return 0; /* VGT reads its registers at each draw */
   if (!starts(name, "SQ_"))
      return FRONT_DIRTY_FIXED;
   if (starts(name, "SQ_VTX_") || ends(name, "_VS") || ends(name, "_FS"))
      return FRONT_DIRTY_VS;
   if (ends(name, "_PS"))
      return FRONT_DIRTY_PS;
   if (ends(name, "_GS") || ends(name, "_ES") || ends(name, "_HS") || ends(name, "_LS") || ends(name, "_CS"))
      return 0;
   return FRONT_DIRTY_VS | FRONT_DIRTY_PS;
}

void
cp_regs_init(struct front *f)
{
   struct emulator *e = f->e;
   struct emu_regs *r = &e->regs;
   const struct {
      uint32_t *store;
      size_t size_B;
   } store[FRONT_NUM_SETS] = {
      [FRONT_SET_CONFIG] = {r->config,     sizeof r->config    },
      [FRONT_SET_CONTEXT] = {r->context,    sizeof r->context   },
      [FRONT_SET_ALU_CONST] = {r->alu_const,  sizeof r->alu_const },
      [FRONT_SET_BOOL_CONST] = {r->bool_const, sizeof r->bool_const},
      [FRONT_SET_LOOP_CONST] = {r->loop_const, sizeof r->loop_const},
      [FRONT_SET_RESOURCE] = {r->resource,   sizeof r->resource  },
      [FRONT_SET_SAMPLER] = {r->sampler,    sizeof r->sampler   },
      [FRONT_SET_CTL_CONST] = {r->ctl_const,  sizeof r->ctl_const },
   };
   for (unsigned i = 0; i < FRONT_NUM_SETS; i++) {
      const struct db_window *w = db_window(e->chip->gen, set_packet[i]);
      if (w) {
         f->win[i].base = w->base;
         f->win[i].end = (uint32_t)MIN2(w->end, w->base + store[i].size_B);
         f->win[i].store = store[i].store;
      }
   }
   for (uint32_t i = 0; i < ARRAY_SIZE(f->context_dirty); i++) {
      unsigned index;
      const struct db_reg *reg = db_reg_at(e->chip->gen, 0x28000 + i * 4, 0, &index);
      f->context_dirty[i] = reg ? dirty_by_name(reg->name) : FRONT_DIRTY_ALL;
   }
   bool eg = e->chip->gen >= DB_EVERGREEN;
   f->resource_dw = (eg ? DB_EG_RESOURCE_STRIDE_B : DB_R6_RESOURCE_STRIDE_B) / 4;
   f->resource_vs = eg ? DB_EG_RESOURCE_VS : DB_R6_RESOURCE_VS;
   f->resource_gs = eg ? DB_EG_RESOURCE_GS : DB_R6_RESOURCE_FS;
   f->poison = u_getenv("TERAGL_POISON") != NULL;
   if (f->poison)
      for (unsigned i = 0; i < ARRAY_SIZE(r->context); i++)
         r->context[i] = 0xdeadbeef;
}

/* Border colours: four registers a sampler up to R7xx; index and one colour a stage from Evergreen on. */
static void
border(struct front *f, uint32_t offset, uint32_t value)
{
   uint32_t(*b)[18][4] = f->e->regs.border;
   if (f->e->chip->gen < DB_EVERGREEN) {
      uint32_t o = offset - R6_TD_PS_SAMPLER_BORDER_RED_OFFSET(0);
      uint32_t stage = o / 0x200, sampler = o % 0x200 / 16;
      if (stage < 3 && sampler < 18)
         b[stage][sampler][o / 4 % 4] = value;
   } else {
      uint32_t o = (offset - EG_TD_PS_BORDER_COLOR_INDEX_OFFSET) / 4;
      uint32_t stage = o / 5, chan = o % 5;
      if (stage < 6 && chan) {
         uint32_t i = EG_TD_PS_BORDER_COLOR_INDEX_get_INDEX(
            emu_cfg_reg(&f->e->regs, EG_TD_PS_BORDER_COLOR_INDEX_OFFSET + stage * 20));
         if (i < 18)
            b[stage][i][chan - 1] = value;
      }
   }
   f->dirty |= FRONT_DIRTY_VS | FRONT_DIRTY_PS;
}

static void
config_written(struct front *f, uint32_t offset, uint32_t value, bool changed)
{
   if (offset >= R6_TD_PS_SAMPLER_BORDER_RED_OFFSET(0))
      border(f, offset, value);
   else if (changed && (offset < 0x8900 || offset >= 0x8a00)) /* VGT's are read at each draw */
      f->dirty |= FRONT_DIRTY_ALL;
}

static uint32_t
slot_dirty(const struct front *f, uint32_t slot)
{
   if (slot < f->resource_vs)
      return FRONT_DIRTY_PS;
   bool fs = f->e->chip->gen >= DB_EVERGREEN ? slot >= DB_EG_RESOURCE_FS
                                             : slot >= DB_R6_RESOURCE_FS && slot < DB_R6_RESOURCE_GS;
   return slot < f->resource_gs || fs ? FRONT_DIRTY_VS : 0;
}

/* What is stale after dword i of the window got a new value. */
static uint32_t
dirty_of(const struct front *f, enum front_set set, uint32_t i)
{
   static const uint8_t by_stage[2] = {FRONT_DIRTY_PS, FRONT_DIRTY_VS};
   uint32_t stage = 2;
   switch (set) {
   case FRONT_SET_CONTEXT:
      return f->context_dirty[i];
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
   case FRONT_NUM_SETS:
      return 0;
   }
   return stage < 2 ? by_stage[stage] : 0;
}

static void
write_dword(struct front *f, enum front_set set, uint32_t i, uint32_t value)
{
   uint32_t *p = &f->win[set].store[i];
   bool changed = *p != value;
   *p = value;
   if (set == FRONT_SET_CONFIG)
      config_written(f, f->win[set].base + i * 4, value, changed);
   else if (changed)
      f->dirty |= dirty_of(f, set, i);
}

bool
cp_set_regs(struct front *f, enum front_set set, const uint32_t *body, uint32_t n)
{
   const struct front_window *w = &f->win[set];
   if (!w->store)
      return front_error(f, "%s has no registers behind it on %s",
                         db_packet(f->e->chip->gen, set_packet[set])->name, f->e->chip->name);
   uint32_t first = body[0], count = n - 1;
   uint32_t size = (w->end - w->base) / 4;
   if (first >= size || count > size - first)
      return front_error(f, "%s of %u dwords from offset 0x%x leaves its window (0x%05x..0x%05x)",
                         db_packet(f->e->chip->gen, set_packet[set])->name, count, first, w->base, w->end);
   for (uint32_t k = 0; k < count; k++)
      write_dword(f, set, first + k, body[1 + k]);
   if (f->poison && set == FRONT_SET_CONTEXT)
      for (uint32_t k = first; k < first + count; k++)
         f->written[k / 32] |= 1u << k % 32;
   return true;
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
   write_dword(f, (enum front_set)w, (offset - f->win[w].base) / 4, value);
   return true;
}

uint32_t
front_reg(struct front *f, uint32_t offset)
{
   uint32_t i = (offset - DB_R6_CONTEXT_REG_BASE) / 4;
   if (f->poison && !(f->written[i / 32] >> i % 32 & 1) && !(f->reported[i / 32] >> i % 32 & 1)) {
      unsigned index;
      const struct db_reg *reg = db_reg_at(f->e->chip->gen, offset, 0, &index);
      char name[64];
      snprintf(name, sizeof name, reg ? reg->pattern : "0x%05x", reg ? index : offset);
      u_log("poison: a draw depends on %s, which nobody wrote", name);
      f->reported[i / 32] |= 1u << i % 32;
   }
   return f->e->regs.context[i];
}
