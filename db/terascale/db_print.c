/* SPDX-License-Identifier: MIT
 * Printers over the tables of db_tables.h. Packet layouts: "Evergreen/Northern Islands Acceleration"
 * chapter 9. Knows no semantics beyond names: whether a stream is legal is src/kernel/radeon/checker's business. */
#include "db/terascale/db_print.h"
#include <inttypes.h>
#include <string.h>
#include "db/terascale/db_tables.h"
#include "db/terascale/pm4.h"

const char *
db_reg_name(enum db_gen gen, uint32_t offset)
{
   const struct db_reg *reg = db_reg_at(gen, offset, 0, NULL);
   return reg ? db_reg_base_name(db_regs(gen), reg) : NULL;
}

bool
db_reg_full_name(enum db_gen gen, uint32_t offset, char *buf, size_t size)
{
   return db_table_reg_full_name(db_regs(gen), gen, offset, buf, size);
}

static const char *
value_name(unsigned gen, const struct db_field *field, uint32_t v)
{
   return strcmp(field->name, "EVENT_TYPE") ? db_field_value_name(field, v) : db_event_name(gen, v);
}

bool
db_print_reg(FILE *f, enum db_gen gen, uint32_t offset, uint32_t value)
{
   unsigned index = 0;
   const struct db_reg *reg = db_reg_at(gen, offset, 0, &index);
   if (!reg) {
      fprintf(f, "0x%05" PRIX32 " = 0x%08" PRIX32 " (no register here)\n", offset, value);
      return false;
   }
   db_print_reg_value(f, gen, db_regs(gen), reg, index, value, "", value_name);
   return true;
}

/* Slots hold a texture or a buffer; bits 31:30 of their last word tell which. */
static void
print_resources(FILE *f, enum db_gen gen, uint32_t offset, const uint32_t *dw, unsigned n)
{
   unsigned words = (gen <= DB_R700 ? DB_R6_RESOURCE_STRIDE_B : DB_EG_RESOURCE_STRIDE_B) / 4;
   uint32_t base = db_window(gen, DB_PKT3_SET_RESOURCE)->base;
   for (unsigned i = 0; i < n; i++) {
      unsigned slot = (offset + 4 * i - base) / (4 * words);
      unsigned word = (offset + 4 * i - base) / 4 % words;
      unsigned last = i - word + words - 1;
      bool buffer = last < n && i >= word && dw[last] >> 30 == 3;
      if (word == 0 || i == 0)
         fprintf(f, "      slot %u%s\n", slot, last >= n ? "" : buffer ? " (buffer)" : " (texture)");
      const struct db_reg *reg = NULL;
      unsigned index = 0;
      for (unsigned k = 0; (reg = db_reg_at(gen, offset + 4 * i, k, &index)); k++) {
         if (!strncmp(db_reg_base_name(db_regs(gen), reg), buffer ? "SQ_VTX" : "SQ_TEX", 6))
            break;
      }
      if (reg)
         db_print_reg_value(f, gen, db_regs(gen), reg, index, dw[i], "         ", value_name);
      else
         fprintf(f, "         WORD%u = 0x%08" PRIX32 "\n", word, dw[i]);
   }
}

static void
print_set(FILE *f, enum db_gen gen, const struct db_window *w, const uint32_t *body, unsigned n)
{
   uint32_t offset = w->base + 4 * (body[0] & 0xffff);
   if (w->op == DB_PKT3_SET_RESOURCE) {
      print_resources(f, gen, offset, body + 1, n - 1);
      return;
   }
   for (unsigned i = 1; i < n; i++, offset += 4) {
      unsigned index = 0;
      const struct db_reg *reg = offset < w->end ? db_reg_at(gen, offset, 0, &index) : NULL;
      if (reg)
         db_print_reg_value(f, gen, db_regs(gen), reg, index, body[i], "      ", value_name);
      else
         fprintf(f, "      0x%05" PRIX32 " = 0x%08" PRIX32 "%s\n", offset, body[i],
                 offset < w->end ? "" : " (outside the window)");
   }
}

static void
print_body(FILE *f, enum db_gen gen, const struct db_packet *p, const uint32_t *body, unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      db_print_packet_dw(f, gen, &db_packet_table, p, i, body[i], db_regs(gen), value_name);
}

bool
db_print_packets(FILE *f, enum db_gen gen, const uint32_t *dw, size_t n)
{
   for (size_t i = 0; i < n;) {
      uint32_t h = dw[i];
      if (DB_PKT_TYPE(h) == 2) {
         fprintf(f, "%6zu: filler\n", i++);
         continue;
      }
      size_t body = DB_PKT3_BODY_DW(h); /* type 0 counts its body in the same bits */
      if (DB_PKT_TYPE(h) == 1) {
         fprintf(f, "%6zu: 0x%08" PRIX32 " is not a packet header\n", i, h);
         return false;
      }
      if (body > n - i - 1) {
         fprintf(f, "%6zu: the stream ends inside this packet: it needs %zu body dwords, %zu are left\n", i,
                 body, n - i - 1);
         return false;
      }
      if (DB_PKT_TYPE(h) == 0) {
         fprintf(f, "%6zu: type-0 write of %zu registers\n", i, body);
         for (size_t k = 0; k < body; k++)
            db_print_reg(f, gen, 4 * ((h & 0xffff) + (uint32_t)k), dw[i + 1 + k]);
      } else {
         const struct db_packet *p = db_packet(gen, DB_PKT3_OP(h));
         const struct db_window *w = db_window(gen, DB_PKT3_OP(h));
         fprintf(f, "%6zu: ", i);
         if (p)
            fprintf(f, "%s", p->name);
         else
            fprintf(f, "unknown packet 0x%02X", (unsigned)DB_PKT3_OP(h));
         fprintf(f, "%s%s\n", h & DB_PKT3_COMPUTE ? " (compute)" : "",
                 h & DB_PKT3_PREDICATE ? " (predicated)" : "");
         if (w)
            print_set(f, gen, w, dw + i + 1, (unsigned)body);
         else if (p)
            print_body(f, gen, p, dw + i + 1, (unsigned)body);
         else
            for (size_t k = 0; k < body; k++)
               fprintf(f, "      0x%08" PRIX32 "\n", dw[i + 1 + k]);
      }
      i += 1 + body;
   }
   return true;
}
