/* SPDX-License-Identifier: MIT
 *
 * Streams of R300 to R500 behind target/stream.h: PM4 packets, and the registers that type-0 packets write. What goes through
 * an upload port (one register, many values) is not followed.
 */
#include <stdlib.h>
#include <string.h>

#include "db/r300/r300_chips.h"
#include "db/r300/r300_pm4.h"
#include "db/r300/r300_print.h"
#include "db/r300/r300_tables.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "isa/r300/text.h"
#include "target/stream.h"

enum { REGISTERS = 0x8000 / 4 }; /* the reach of a type-0 packet */
/* Vectors of the vertex shader's memory that are code; constants are behind them (Mesa's r300). */
enum { R300_PVS_CODE = 512, R500_PVS_CODE = 1024 };

struct target_registers {
   enum r300_gen gen;
   uint32_t now[REGISTERS], before[REGISTERS]; /* values, and those when changes were last printed */
   bool written[REGISTERS];
   uint32_t vf_cntl; /* of the last draw */
};

/* Vertex shaders, and pixel shaders of R500 (those before are registers), as text; constants stay dwords. */
static bool
print_program(FILE *f, const struct r300_upload *u)
{
   const bool r500 = u->gen == R300_GEN_R500;
   const uint32_t at = RX_VAP_PVS_VECTOR_INDX_REG_get_OCTWORD_OFFSET(u->index);
   const bool us = r500 && u->offset == R5_GA_US_VECTOR_DATA_OFFSET;
   const bool pvs =
      u->offset == RX_VAP_PVS_VECTOR_DATA_REG_OFFSET || u->offset == RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET;
   if (us ? R5_GA_US_VECTOR_INDEX_get_TYPE(u->index) != R5_GA_US_VECTOR_INDEX__TYPE__INSTRUCTION
          : !pvs || at >= (r500 ? R500_PVS_CODE : R300_PVS_CODE))
      return false;
   r300_disassemble(f, u->gen, us ? R300_CODE_US : R300_CODE_PVS, u->dw, u->n);
   return true;
}

bool
target_r300_print(FILE *f, const struct db_chip *chip, enum emu_ring ring, const uint32_t *dw, uint32_t ndw)
{
   (void)ring; /* there is one */
   return r300_print_packets(f, r300_chip(chip)->gen, dw, ndw, print_program);
}

static uint32_t
packet_dw(uint32_t header)
{
   const uint32_t type = R300_PKT_TYPE(header);
   return type == 0 || type == 3 ? R300_PKT_BODY_DW(header) + 1 : 1;
}

/* The place of VAP_VF_CNTL in a draw's packet; 0: it is no draw. */
static unsigned
control_dw(uint32_t header)
{
   if (R300_PKT_TYPE(header) != 3)
      return 0;
   switch (R300_PKT3_OP(header)) {
   case R300_PKT3_3D_DRAW_VBUF:
   case R300_PKT3_3D_DRAW_IMMD:
   case R300_PKT3_3D_DRAW_INDX:
      return 2;
   case R300_PKT3_3D_DRAW_VBUF_2:
   case R300_PKT3_3D_DRAW_IMMD_2:
   case R300_PKT3_3D_DRAW_INDX_2:
      return 1;
   default:
      return 0;
   }
}

/* Indices that are not in the draw's packet come in the next one, which ends the draw. */
static bool
is_draw(uint32_t header)
{
   const unsigned control = control_dw(header);
   const uint32_t op = R300_PKT3_OP(header);
   if (control && (op == R300_PKT3_3D_DRAW_INDX || op == R300_PKT3_3D_DRAW_INDX_2))
      return R300_PKT_BODY_DW(header) > control;
   return control || (R300_PKT_TYPE(header) == 3 && op == R300_PKT3_INDX_BUFFER);
}

static struct target_registers *
registers_create(const struct db_chip *chip)
{
   struct target_registers *r = calloc(1, sizeof *r);
   if (r)
      r->gen = r300_chip(chip)->gen;
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
   const unsigned control = control_dw(dw[0]);
   if (control && control < ndw)
      r->vf_cntl = dw[control];
   if (R300_PKT_TYPE(dw[0]) != 0 || (dw[0] & R300_PKT0_ONE_REG_WR))
      return;
   for (uint32_t i = 1, at = R300_PKT0_OFFSET(dw[0]) / 4; i < ndw && at < REGISTERS; i++, at++) {
      r->now[at] = dw[i];
      r->written[at] = true;
   }
}

static unsigned
registers_print_changes(struct target_registers *r, FILE *f)
{
   unsigned changed = 0;
   for (uint32_t i = 0; i < REGISTERS; i++) {
      if (!r->written[i] || r->now[i] == r->before[i])
         continue;
      r300_print_reg(f, r->gen, 4 * i, r->now[i], "");
      r->before[i] = r->now[i];
      changed++;
   }
   return changed;
}

static const char *
registers_primitive(const struct target_registers *r)
{
   const struct db_reg_table *regs = r300_regs(r->gen);
   const struct db_fields fields =
      db_reg_fields(regs, db_table_reg_at(regs, r->gen, RX_VAP_VF_CNTL_OFFSET, 0, NULL));
   const uint32_t type = RX_VAP_VF_CNTL_get_PRIM_TYPE(r->vf_cntl);
   const char *name = NULL;
   for (unsigned i = 0; i < fields.count; i++) {
      const struct db_field field = db_field_at(fields, i);
      if (!strcmp(field.name, "PRIM_TYPE"))
         name = db_field_value_name(&field, type);
   }
   return name ? name : "";
}

const struct target_stream target_r300_stream = {
   .print = target_r300_print,
   .packet_dw = packet_dw,
   .is_draw = is_draw,
   .registers_create = registers_create,
   .registers_destroy = registers_destroy,
   .registers_packet = registers_packet,
   .registers_print_changes = registers_print_changes,
   .registers_primitive = registers_primitive,
};
