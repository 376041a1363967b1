/* SPDX-License-Identifier: MIT
 *
 * The packets: type 0 writes registers, type 2 fills, type 3 draws. What the kernel's rules refuse to user streams
 * (2D packets, waits, microcode) are refused by name.
 */
#include "emulator/r300/cp/cp.h"

#include "db/r300/r300_pm4.h"
#include "db/r300/r300_tables.h"
#include "emulator/r300/strict/strict.h"

enum { TYPE_REGISTERS = 0, TYPE_FILLER = 2, TYPE_PACKET = 3, INDX_BUFFER_DW = 3 };

static bool
write_registers(struct emulator *e, uint32_t header, const uint32_t *body)
{
   const uint32_t first = R300_PKT0_OFFSET(header), n = R300_PKT_BODY_DW(header);
   const uint32_t step = header & R300_PKT0_ONE_REG_WR ? 0 : 4;
   for (uint32_t i = 0; i < n; i++) {
      const uint32_t offset = first + i * step;
      if (!r300_cp_write_reg(e, offset, body[i])) {
         e->err->reg = offset;
         return false;
      }
   }
   return true;
}

/* The body of an INDX_BUFFER packet at \p at, if one is there. */
static const uint32_t *
index_buffer_at(const uint32_t *dw, uint32_t at, uint32_t ndw)
{
   if (at + INDX_BUFFER_DW >= ndw || R300_PKT_TYPE(dw[at]) != TYPE_PACKET ||
       R300_PKT3_OP(dw[at]) != R300_PKT3_INDX_BUFFER || R300_PKT_BODY_DW(dw[at]) != INDX_BUFFER_DW)
      return NULL;
   return dw + at + 1;
}

/* On-chip marks of blocks that are cleared: first dword, number of dwords, value; 0 says cleared. */
static bool
clear_marks(struct emulator *e, uint32_t *cleared_dw, const uint32_t *body, uint32_t n)
{
   if (n < 3)
      return r300_error(e, "3D_CLEAR_ZMASK, 3D_CLEAR_CMASK: the packet is too short");
   if (body[0] || body[2])
      return r300_error(
         e, "3D_CLEAR_ZMASK, 3D_CLEAR_CMASK: other values than 0 and parts that do not begin the memory "
            "are not implemented");
   *cleared_dw = body[1];
   e->dirty = true;
   return true;
}

static bool
run_packet(struct emulator *e, const uint32_t *dw, uint32_t at, uint32_t ndw)
{
   const uint32_t *body = dw + at + 1, n = R300_PKT_BODY_DW(dw[at]);
   const unsigned op = R300_PKT3_OP(dw[at]);
   switch (op) {
   case R300_PKT3_NOP:         /* relocations, which are in place */
   case R300_PKT3_INDX_BUFFER: /* the draw before it has taken it */
      return true;
   case R300_PKT3_3D_LOAD_VBPNTR:
      return r300_cp_load_arrays(e, body, n);
   case R300_PKT3_3D_DRAW_VBUF_2:
      return r300_cp_draw_arrays(e, body, n);
   case R300_PKT3_3D_DRAW_IMMD_2:
      return r300_cp_draw_embedded(e, body, n);
   case R300_PKT3_3D_DRAW_INDX_2:
      return r300_cp_draw_indexed(e, body, n, index_buffer_at(dw, at + 1 + n, ndw));
   case R300_PKT3_3D_CLEAR_ZMASK:
   case R300_PKT3_3D_CLEAR_CMASK:
      return clear_marks(e, op == R300_PKT3_3D_CLEAR_ZMASK ? &e->zmask.cleared_dw : &e->cmask.cleared_dw,
                         body, n);
   case R300_PKT3_3D_CLEAR_HIZ: /* depth is tested exactly: nothing has to be rejected early */
      if (e->strict)
         r300_strict_clear_hiz(e);
      return true;
   default: {
      const struct db_packet *p = r300_packet(e->chip->gen, op);
      return p ? r300_error(e, "the packet %s is not implemented", p->name)
               : r300_error(e, "there is no packet 0x%02x", op);
   }
   }
}

static bool
run_at(struct emulator *e, const uint32_t *dw, uint32_t at, uint32_t ndw, uint32_t *next)
{
   const unsigned type = R300_PKT_TYPE(dw[at]);
   *next = at + 1;
   if (type == TYPE_FILLER)
      return true;
   if (type != TYPE_REGISTERS && type != TYPE_PACKET)
      return r300_error(e, "packets of type 1 are not implemented");
   *next += R300_PKT_BODY_DW(dw[at]);
   if (*next > ndw)
      return r300_error(e, "the packet is longer than the stream");
   return type == TYPE_REGISTERS ? write_registers(e, dw[at], dw + at + 1) : run_packet(e, dw, at, ndw);
}

bool
r300_cp_run(struct emulator *e, const uint32_t *dw, uint32_t ndw)
{
   for (uint32_t at = 0, next; at < ndw; at = next) {
      if (!run_at(e, dw, at, ndw, &next)) {
         e->err->dword = at;
         e->err->packet = dw[at];
         return false;
      }
   }
   return true;
}
