/* SPDX-License-Identifier: MIT
 * Unpacks tables: columns of bytes become rows. */
#include "db/db_packed.h"

#include <assert.h>
#include <pthread.h>

#include "db/db_lzma.h"
#include "db/db_reg.h"

/* The members in the order of gen/gen_tables.py. */
struct column {
   uint8_t at_B, size_B;
};
#define COLUMN(type, member)                                                                                 \
   {                                                                                                         \
      offsetof(struct type, member), sizeof((struct type *)NULL)->member                                     \
   }
static const struct column reg_columns[] = {
   COLUMN(db_reg, offset),  COLUMN(db_reg, name),  COLUMN(db_reg, pattern), COLUMN(db_reg, fields),
   COLUMN(db_reg, stride),  COLUMN(db_reg, count), COLUMN(db_reg, first),   COLUMN(db_reg, split),
   COLUMN(db_reg, stride2), COLUMN(db_reg, gens),  COLUMN(db_reg, live),    COLUMN(db_reg, field_count),
};
static const struct column field_columns[] = {
   COLUMN(db_pooled_field, name), COLUMN(db_pooled_field, values), COLUMN(db_pooled_field, value_count),
   COLUMN(db_pooled_field, gens), COLUMN(db_pooled_field, lo),     COLUMN(db_pooled_field, width),
};
static const struct column value_columns[] = {
   COLUMN(db_enum_value, value),
   COLUMN(db_enum_value, name),
};

static const struct kind {
   const struct column *columns;
   uint8_t num_columns, row_B;
} kinds[] = {
   [DB_PACKED_REGS] = {reg_columns,   sizeof reg_columns / sizeof *reg_columns,     sizeof(struct db_reg)},
   [DB_PACKED_FIELDS] = {field_columns, sizeof field_columns / sizeof *field_columns,
                       sizeof(struct db_pooled_field)                                                    },
   [DB_PACKED_VALUES] = {value_columns, sizeof value_columns / sizeof *value_columns,
                       sizeof(struct db_enum_value)                                                      },
};

/* One member of all rows from its bytes; what stands behind them. */
static const uint8_t *
fill_column(const struct db_packed_array *a, const struct kind *kind, const struct column *c,
            const uint8_t *from)
{
   for (uint32_t i = 0; i < a->count; i++) {
      uint8_t *member = (uint8_t *)a->rows + (size_t)i * kind->row_B + c->at_B;
      uint32_t v = 0;
      for (unsigned k = 0; k < c->size_B; k++)
         v |= (uint32_t)from[k * a->count + i] << 8 * k;
      if (c->size_B == 1)
         *member = (uint8_t)v;
      else if (c->size_B == 2)
         *(uint16_t *)member = (uint16_t)v;
      else
         *(uint32_t *)member = v;
   }
   return from + (size_t)c->size_B * a->count;
}

void
db_unpack(struct db_packed *p)
{
   static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
   if (__atomic_load_n(&p->unpacked, __ATOMIC_ACQUIRE))
      return;
   pthread_mutex_lock(&lock);
   if (!p->unpacked) {
      db_lzma_unpack(p->data, p->data_B, p->columns, p->columns_B);
      const uint8_t *from = p->columns;
      for (unsigned i = 0; i < p->num_arrays; i++) {
         const struct kind *kind = &kinds[p->arrays[i].kind];
         for (unsigned c = 0; c < kind->num_columns; c++)
            from = fill_column(&p->arrays[i], kind, &kind->columns[c], from);
      }
      assert(from <= p->columns + p->columns_B);
      __atomic_store_n(&p->unpacked, true, __ATOMIC_RELEASE);
   }
   pthread_mutex_unlock(&lock);
}
