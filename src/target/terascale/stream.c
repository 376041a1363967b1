/* SPDX-License-Identifier: MIT
 *
 * TeraScale's streams behind target/stream.h: PM4 packets, and the config and context registers that they
 * write. What SET_CONFIG_REG and SET_CONTEXT_REG write is followed; LOAD_* packets and resources are not.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "db/terascale/db_chips.h"
#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/pm4.h"
#include "db/terascale/ts_regs.h"
#include "target/stream.h"
#include "util/u_math.h"

enum {
   CONFIG_DW = (DB_R6_CONFIG_REG_END - DB_R6_CONFIG_REG_BASE) / 4,
   CONTEXT_DW = (DB_R6_CONTEXT_REG_END - DB_R6_CONTEXT_REG_BASE) / 4,
};

/** A register window: values now, values when changes were last printed, and which were ever written. */
struct window {
   uint32_t base;
   uint32_t *now, *before;
   bool *written;
   uint32_t n;
};

struct target_registers {
   const struct terascale_chip *chip;
   struct window windows[2];
   uint32_t config[2][CONFIG_DW], context[2][CONTEXT_DW];
   bool config_written[CONFIG_DW], context_written[CONTEXT_DW];
};

bool
target_terascale_print(FILE *f, const struct db_chip *chip, enum emu_ring ring, const uint32_t *dw,
                       uint32_t ndw)
{
   if (ring != EMU_RING_DMA)
      return db_print_packets(f, terascale_chip(chip)->gen, dw, ndw);
   for (uint32_t i = 0; i < ndw; i++) /* commands of the DMA ring are no packets */
      fprintf(f, "%6" PRIu32 ": 0x%08" PRIX32 "\n", i, dw[i]);
   return true;
}

static uint32_t
packet_dw(uint32_t header)
{
   return DB_PKT_TYPE(header) == 2 ? 1 : DB_PKT3_BODY_DW(header) + 1;
}

static bool
is_draw(uint32_t header)
{
   if (DB_PKT_TYPE(header) != 3)
      return false;
   switch (DB_PKT3_OP(header)) {
   case DB_PKT3_DRAW_INDEX:
   case DB_PKT3_DRAW_INDEX_2:
   case DB_PKT3_DRAW_INDEX_AUTO:
   case DB_PKT3_DRAW_INDEX_IMMD:
   case DB_PKT3_DRAW_INDEX_OFFSET:
      return true;
   default:
      return false;
   }
}

static struct target_registers *
registers_create(const struct db_chip *chip)
{
   struct target_registers *r = calloc(1, sizeof *r);
   if (!r)
      return NULL;
   r->chip = terascale_chip(chip);
   r->windows[0] =
      (struct window){DB_R6_CONFIG_REG_BASE, r->config[0], r->config[1], r->config_written, CONFIG_DW};
   r->windows[1] =
      (struct window){DB_R6_CONTEXT_REG_BASE, r->context[0], r->context[1], r->context_written, CONTEXT_DW};
   return r;
}

static void
registers_destroy(struct target_registers *r)
{
   free(r);
}

static void
registers_packet(struct target_registers *r, const uint32_t *dw, uint32_t ndw)
{
   if (DB_PKT_TYPE(dw[0]) != 3 || ndw < 3)
      return;
   const uint32_t op = DB_PKT3_OP(dw[0]);
   if (op != DB_PKT3_SET_CONFIG_REG && op != DB_PKT3_SET_CONTEXT_REG)
      return;
   struct window *w = &r->windows[op == DB_PKT3_SET_CONTEXT_REG];
   for (uint32_t i = 2, at = dw[1]; i < ndw && at < w->n; i++, at++) {
      w->now[at] = dw[i];
      w->written[at] = true;
   }
}

static unsigned
registers_print_changes(struct target_registers *r, FILE *f)
{
   unsigned changed = 0;
   for (unsigned k = 0; k < ARRAY_SIZE(r->windows); k++) {
      struct window *w = &r->windows[k];
      for (uint32_t i = 0; i < w->n; i++) {
         if (!w->written[i] || w->now[i] == w->before[i])
            continue;
         db_print_reg(f, r->chip->gen, w->base + 4 * i, w->now[i]);
         w->before[i] = w->now[i];
         changed++;
      }
   }
   return changed;
}

/** What a config register's field has for a value. */
static const char *
field_value(const struct target_registers *r, uint32_t offset, const char *field)
{
   const struct db_reg *reg = db_reg_at(r->chip->gen, offset, 0, NULL);
   const struct db_fields fields =
      reg ? db_reg_fields(db_regs(r->chip->gen), reg) : (struct db_fields){.count = 0};
   const uint32_t v = r->config[0][(offset - DB_R6_CONFIG_REG_BASE) / 4];
   const char *name = NULL;
   for (unsigned i = 0; i < fields.count && !name; i++) {
      const struct db_field f = db_field_at(fields, i);
      if (!strcmp(f.name, field))
         name = db_field_value_name(&f, (uint32_t)(v >> f.lo & ((UINT64_C(1) << f.width) - 1)));
   }
   return name ? name : "";
}

static const char *
registers_primitive(const struct target_registers *r)
{
   return field_value(r, TS_VGT_PRIMITIVE_TYPE_OFFSET, "PRIM_TYPE");
}

const struct target_stream target_terascale_stream = {
   .print = target_terascale_print,
   .packet_dw = packet_dw,
   .is_draw = is_draw,
   .registers_create = registers_create,
   .registers_destroy = registers_destroy,
   .registers_packet = registers_packet,
   .registers_print_changes = registers_print_changes,
   .registers_primitive = registers_primitive,
};
