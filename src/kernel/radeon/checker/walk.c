/* SPDX-License-Identifier: MIT
 * Walks a stream packet by packet: lengths, and which packets a user may send. What each may do is asked in
 * packets.c and vm.c. After the radeon kernel's r600_cs_parse, evergreen_cs_parse and
 * radeon_ring_ib_parse; the wait for scan lines after r600_cs_common_vline_parse. */
#include <inttypes.h>

#include "db/terascale/db_tables.h"
#include "kernel/radeon/checker/rules.h"

/* X drivers wait for the scan line to leave what they draw: a type-0 write of the lines, WAIT_REG_MEM for
 * them, a NOP with the CRTC. The kernel takes this form alone, and where the CRTC is off it puts fillers in
 * its place; so it is here, where nothing scans out. Another CRTC than the device's is refused. */
static bool
check_vline(struct checker *c)
{
   enum { WAIT_DW = 7, NOP_DW = 2 };
   bool r6 = check_is_r6(c);
   uint32_t lines = r6 ? 0x6538 : 0x6b08, status = r6 ? 0x653c : 0x6bb8; /* D1MODE_VLINE_START_END, _STATUS */
   uint32_t h = c->dw[c->at], wait = c->at + 2;
   if ((h & 0xffff) << 2 != lines || h >> 16)
      return check_fail(c, c->at, "0x%08" PRIX32 " is a type-0 packet; only one to VLINE_START_END is legal",
                        h);
   if (c->ndw - c->at < 2 + WAIT_DW + NOP_DW || c->dw[wait] != DB_PKT3(DB_PKT3_WAIT_REG_MEM, WAIT_DW - 1) ||
       c->dw[wait + WAIT_DW] != DB_PKT3(DB_PKT3_NOP, NOP_DW - 1))
      return check_fail(c, c->at, "scan lines are written without a WAIT_REG_MEM and a NOP behind");
   uint32_t control = c->dw[wait + 1];
   if ((control & 0x117) != 3 || c->dw[wait + 2] << 2 != status || c->dw[wait + 5] != 1u << 12)
      return check_fail(c, wait, "WAIT_REG_MEM waits for something else than the scan lines");
   if (c->dw[wait + WAIT_DW + 1] != CHECK_CRTC_ID)
      return check_fail(c, wait + WAIT_DW, "waits for the scan lines of CRTC %u, which is not there",
                        c->dw[wait + WAIT_DW + 1]);
   for (uint32_t i = 0; i < 2 + WAIT_DW; i++)
      patch(c, c->at + i, 2u << 30);
   c->next = wait + WAIT_DW + NOP_DW;
   return true;
}

static bool
check_packet(struct checker *c)
{
   uint32_t h = c->dw[c->at];
   c->reg = 0;
   if (DB_PKT_TYPE(h) == 2) {
      c->next = c->at + 1;
      return true;
   }
   if (DB_PKT_TYPE(h) == 0 && !c->va)
      return check_vline(c);
   if (DB_PKT_TYPE(h) != 3)
      return check_fail(c, c->at, "0x%08" PRIX32 " is a type-%u packet; only types 2 and 3 are legal", h,
                        DB_PKT_TYPE(h));
   c->body = c->at + 1;
   c->body_dw = DB_PKT3_BODY_DW(h);
   if (c->body_dw > c->ndw - c->body)
      return check_fail(c, c->at, "needs %u body dwords, but the stream ends after %u", c->body_dw,
                        c->ndw - c->body);
   c->next = c->body + c->body_dw;
   enum db_pkt3 op = DB_PKT3_OP(h);
   if (op == DB_PKT3_SET_CONTEXT_REG && !c->va) /* most packets; the table has nothing against them */
      return check_context_regs(c);
   const struct db_packet *p = db_packet(c->chip->gen, op);
   if (!p)
      return check_fail(c, c->at, "opcode 0x%02X is no packet of %s", op, c->chip->base.name);
   if (!(c->va ? p->user_va : p->user))
      return check_fail(c, c->at, "%s is not for users' streams", p->name);
   if (c->body_dw < p->min_dw || c->body_dw > p->max_dw)
      return check_fail(c, c->at, "%s has %u body dwords instead of %u%s", p->name, c->body_dw, p->min_dw,
                        p->max_dw > p->min_dw ? " or more" : "");
   return c->va ? check_packet3_vm(c, op) : check_packet3(c, op);
}

bool
check_packets(struct checker *c)
{
   for (; c->at < c->ndw; c->at = c->next, c->packet++) {
      if (!check_packet(c))
         return false;
      assert(c->next > c->at && c->next <= c->ndw);
   }
   return true;
}
