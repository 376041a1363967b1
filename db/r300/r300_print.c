/* SPDX-License-Identifier: MIT
 * Printers over the family's tables. Knows no semantics beyond names: whether a stream is legal is src/kernel/radeon/checker's
 * business. */
#include "db/r300/r300_print.h"

#include <inttypes.h>

#include "db/r300/r300_pm4.h"
#include "db/r300/r300_tables.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"

/* What a bit is called that is not set says nothing. */
static const char *
value_name(unsigned gen, const struct db_field *field, uint32_t v)
{
   (void)gen;
   return v || field->width > 1 ? db_field_value_name(field, v) : NULL;
}

bool
r300_print_reg(FILE *f, enum r300_gen gen, uint32_t offset, uint32_t value, const char *indent)
{
   unsigned index = 0;
   const struct db_reg *reg = db_table_reg_at(r300_regs(gen), gen, offset, 0, &index);
   if (reg)
      db_print_reg_value(f, gen, r300_regs(gen), reg, index, value, indent, value_name);
   else
      fprintf(f, "%s0x%05" PRIX32 " = 0x%08" PRIX32 " (no register here)\n", indent, offset, value);
   return reg != NULL;
}

struct printer {
   FILE *f;
   enum r300_gen gen;
   bool (*print_upload)(FILE *f, const struct r300_upload *u);
   uint32_t pvs_index, us_index; /* where the next uploads go to */
};

static void
print_upload(const struct printer *p, uint32_t offset, const uint32_t *body, size_t n)
{
   char name[64];
   const bool us = p->gen == R300_GEN_R500 && offset == R5_GA_US_VECTOR_DATA_OFFSET;
   const struct r300_upload u = {p->gen, offset, us ? p->us_index : p->pvs_index, body, n};
   db_table_reg_full_name(r300_regs(p->gen), p->gen, offset, name, sizeof name);
   fprintf(p->f, "%zu dwords to %s\n", n, name);
   if (p->print_upload && p->print_upload(p->f, &u))
      return;
   for (size_t i = 0; i < n; i++)
      fprintf(p->f, "      0x%08" PRIX32 "\n", body[i]);
}

static void
print_registers(struct printer *p, uint32_t header, const uint32_t *body, size_t n)
{
   uint32_t offset = R300_PKT0_OFFSET(header);
   if (header & R300_PKT0_ONE_REG_WR) {
      print_upload(p, offset, body, n);
      return;
   }
   fprintf(p->f, "%zu register%s\n", n, n > 1 ? "s" : "");
   for (size_t i = 0; i < n; i++, offset += 4) {
      r300_print_reg(p->f, p->gen, offset, body[i], "      ");
      if (offset == RX_VAP_PVS_VECTOR_INDX_REG_OFFSET)
         p->pvs_index = body[i];
      if (p->gen == R300_GEN_R500 && offset == R5_GA_US_VECTOR_INDEX_OFFSET)
         p->us_index = body[i];
   }
}

/* Arrays in pairs: a word for both, then an address each. */
static void
print_arrays(FILE *f, enum r300_gen gen, const uint32_t *body, size_t n)
{
   r300_print_reg(f, gen, RX_VAP_VTX_NUM_ARRAYS_OFFSET, body[0], "      ");
   for (size_t i = 1; i < n; i++) {
      const unsigned pair = (unsigned)(i - 1) / 3, word = (unsigned)(i - 1) % 3;
      r300_print_reg(f, gen, RX_VAP_VTX_AOS_ATTR_OFFSET(pair) + 4 * word, body[i], "      ");
   }
}

static void
print_packet3(FILE *f, enum r300_gen gen, uint32_t header, const uint32_t *body, size_t n)
{
   const struct db_packet *p = r300_packet(gen, R300_PKT3_OP(header));
   if (p)
      fprintf(f, "%s\n", p->name);
   else
      fprintf(f, "unknown packet 0x%02X\n", (unsigned)R300_PKT3_OP(header));
   if (p && p->op == R300_PKT3_3D_LOAD_VBPNTR) {
      print_arrays(f, gen, body, n);
      return;
   }
   for (size_t i = 0; i < n; i++)
      db_print_packet_dw(f, gen, &r300_packet_table, p, (unsigned)i, body[i], r300_regs(gen), value_name);
}

bool
r300_print_packets(FILE *f, enum r300_gen gen, const uint32_t *dw, size_t n,
                   bool (*upload)(FILE *f, const struct r300_upload *u))
{
   struct printer p = {.f = f, .gen = gen, .print_upload = upload};
   for (size_t i = 0; i < n;) {
      const uint32_t h = dw[i], type = R300_PKT_TYPE(h);
      if (type == 2) {
         fprintf(f, "%6zu: filler\n", i++);
         continue;
      }
      if (type == 1) {
         fprintf(f, "%6zu: 0x%08" PRIX32 " is not a packet header\n", i, h);
         return false;
      }
      const size_t body = R300_PKT_BODY_DW(h);
      if (body > n - i - 1) {
         fprintf(f, "%6zu: the stream ends inside this packet: it needs %zu body dwords, %zu are left\n", i,
                 body, n - i - 1);
         return false;
      }
      fprintf(f, "%6zu: ", i);
      if (type == 0)
         print_registers(&p, h, dw + i + 1, body);
      else
         print_packet3(f, gen, h, dw + i + 1, body);
      i += 1 + body;
   }
   return true;
}
