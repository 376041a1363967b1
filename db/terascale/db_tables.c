/* SPDX-License-Identifier: MIT
 * Look-ups in the generated tables. */
#include "db/terascale/db_tables.h"
#include <string.h>

const struct db_reg_table *
db_regs(enum db_gen gen)
{
   return gen <= DB_R700 ? &db_r6_reg_table : gen == DB_EVERGREEN ? &db_eg_reg_table : &db_cm_reg_table;
}

uint32_t
db_reg_offset(const struct db_reg *reg, unsigned i)
{
   if (reg->split && i >= reg->split)
      return reg->offset + reg->split * reg->stride + (i - reg->split) * reg->stride2;
   return reg->offset + i * reg->stride;
}

static bool
find_instance(const struct db_reg *reg, uint32_t offset, unsigned *index)
{
   unsigned i = 0;
   if (reg->count > 1 && offset >= reg->offset) {
      uint32_t d = offset - reg->offset;
      i = d / reg->stride;
      if (reg->split && i >= reg->split)
         i = reg->split + (d - reg->split * reg->stride) / reg->stride2;
   }
   if (i >= reg->count || db_reg_offset(reg, i) != offset)
      return false;
   *index = i;
   return true;
}

const struct db_reg *
db_reg_at(enum db_gen gen, uint32_t offset, unsigned n, unsigned *index)
{
   const struct db_reg_table *t = db_regs(gen);
   for (unsigned r = 0; r < t->count && t->regs[r].offset <= offset; r++) {
      const struct db_reg *reg = &t->regs[r];
      unsigned i;
      if ((reg->gens & 1u << gen) && find_instance(reg, offset, &i) && n-- == 0) {
         if (index)
            *index = i;
         return reg;
      }
   }
   return NULL;
}

const struct db_reg *
db_reg_by_name(enum db_gen gen, const char *name)
{
   const struct db_reg_table *t = db_regs(gen);
   for (unsigned r = 0; r < t->count; r++) {
      if ((t->regs[r].gens & 1u << gen) && !strcmp(t->regs[r].name, name))
         return &t->regs[r];
   }
   return NULL;
}

const struct db_packet *
db_packet(enum db_gen gen, unsigned op)
{
   unsigned i = op < 256 ? db_packet_index[gen][op] : 0;
   return i ? &db_packet_table.packets[i - 1] : NULL;
}

const struct db_window *
db_window(enum db_gen gen, unsigned op)
{
   for (unsigned i = 0; i < db_window_table.count; i++) {
      const struct db_window *w = &db_window_table.windows[i];
      if (w->op == op && (w->gens & 1u << gen))
         return w;
   }
   return NULL;
}

const char *
db_event_name(enum db_gen gen, unsigned event)
{
   for (unsigned i = 0; i < db_event_table.count; i++) {
      const struct db_event_name *e = &db_event_table.events[i];
      if (e->value == event && (e->gens & 1u << gen))
         return e->name;
   }
   return NULL;
}
