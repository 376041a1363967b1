/* SPDX-License-Identifier: MIT
 * Look-ups in the generated tables. */
#include "db/terascale/db_tables.h"

const struct db_reg_table *
db_regs(enum db_gen gen)
{
   return gen <= DB_R700 ? db_r6_regs() : gen == DB_EVERGREEN ? db_eg_regs() : db_cm_regs();
}

const struct db_reg *
db_reg_at(enum db_gen gen, uint32_t offset, unsigned n, unsigned *index)
{
   return db_table_reg_at(db_regs(gen), gen, offset, n, index);
}

const struct db_reg *
db_reg_by_name(enum db_gen gen, const char *name)
{
   return db_table_reg_by_name(db_regs(gen), gen, name);
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
