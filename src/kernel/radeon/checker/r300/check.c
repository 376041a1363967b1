/* SPDX-License-Identifier: MIT
 * Walks a stream packet by packet: lengths, which registers and packets a user may send, what each packet means for the draws
 * behind it. After the radeon kernel's r300_cs_parse, r100_cs_parse_packet0, r300_packet3_check and r100_packet3_load_vbpntr; the
 * wait for scan lines after r100_cs_packet_parse_vline.
 *
 * Stricter than the kernel, which reads behind the body of a packet that is too short for what it says. */
#include "kernel/radeon/checker/r300/check.h"

#include <inttypes.h>
#include <string.h>

#include "db/r300/r300_kernel_regs.h"
#include "db/r300/r300_pm4.h"
#include "db/r300/r300_tables.h"
#include "db/r300/rx_regs.h"
#include "kernel/radeon/checker/r300/rules.h"

#define CRTC_GUI_TRIG_VLINE    0x0218 /* of chips before AVIVO */
#define D1MODE_VLINE_START_END 0x6538

/* X drivers wait for the scan line to leave what they draw: the lines, WAIT_UNTIL for them, a NOP with the CRTC. Where
 * the CRTC is off the kernel puts fillers in place of the wait; so it is here, where nothing scans out. */
static bool
check_vline(struct r300_checker *c)
{
   const uint32_t wait = c->next, nop = wait + 2;
   if (c->ndw - c->next < 4 || c->dw[wait] != R300_PKT0(RX_WAIT_UNTIL_OFFSET, 1) ||
       c->dw[nop] != R300_PKT3(R300_PKT3_NOP, 1))
      return check_r300_fail(c, c->at, "scan lines are written without a WAIT_UNTIL and a NOP behind");
   if (c->dw[wait + 1] != RX_WAIT_UNTIL(.WAIT_CRTC_VLINE = 1))
      return check_r300_fail(c, wait + 1, "WAIT_UNTIL waits for something else than the scan lines");
   if (c->dw[nop + 1] != CHECK_CRTC_ID)
      return check_r300_fail(c, nop + 1, "waits for the scan lines of CRTC %u, which is not there",
                             c->dw[nop + 1]);
   r300_patch(c, wait, R300_PKT2);
   r300_patch(c, wait + 1, R300_PKT2);
   c->next = nop + 2;
   return true;
}

static bool
is_vline(const struct r300_checker *c, uint32_t offset)
{
   return offset == CRTC_GUI_TRIG_VLINE ||
          (offset == D1MODE_VLINE_START_END &&
           (c->chip->safe_list == R300_SAFE_RS600 || c->chip->safe_list == R300_SAFE_RV515));
}

static bool
check_registers(struct r300_checker *c)
{
   const uint32_t h = c->dw[c->at];
   const bool one = h & R300_PKT0_ONE_REG_WR;
   uint32_t offset = R300_PKT0_OFFSET(h);
   for (uint32_t i = 0; i < c->body_dw; i++) {
      const bool is_free = r300_kernel_reg_free(c->free_regs, offset);
      c->reg = offset;
      if (is_vline(c, offset)) {
         if (c->body_dw != 1)
            return check_r300_fail(c, c->at, "scan lines are written together with something else");
         if (!check_vline(c))
            return false;
      } else if (!is_free && !check_r300_reg(c, offset, c->body + i)) {
         return false;
      }
      if (one && is_free)
         break;
      offset += one ? 0 : 4;
   }
   return true;
}

static bool
needs_body(struct r300_checker *c, uint32_t dw)
{
   return c->body_dw >= dw ||
          check_r300_fail(c, c->at, "has %u body dwords where %u are needed", c->body_dw, dw);
}

static bool
check_arrays(struct r300_checker *c)
{
   const uint32_t n = RX_VAP_VTX_NUM_ARRAYS_get_VTX_NUM_ARRAYS(c->dw[c->body]);
   if (!n || n > R300_ARRAYS)
      return check_r300_fail(c, c->body, "names %u vertex arrays; 1 to 16 are legal", n);
   if (!needs_body(c, 1 + (3 * n + 1) / 2))
      return false;
   c->num_arrays = n;
   for (uint32_t i = 0, at = c->body + 1; i < n; i++) {
      const bool second = i & 1;
      const struct check_reloc *r = check_r300_address(c, at + 1 + second, "a vertex array");
      if (!r)
         return false;
      c->array[i].bo = r;
      c->array[i].stride_dw = second ? RX_VAP_VTX_AOS_ATTR_get_VTX_AOS_STRIDE1(c->dw[at])
                                     : RX_VAP_VTX_AOS_ATTR_get_VTX_AOS_STRIDE0(c->dw[at]);
      at += second ? 3 : 0;
   }
   return true;
}

/* The kernel compares a number of dwords with one of bytes. */
static bool
check_index_buffer(struct r300_checker *c)
{
   if (!needs_body(c, 3))
      return false;
   const struct check_reloc *r = check_r300_address(c, c->body + 1, "INDX_BUFFER");
   if (!r)
      return false;
   const uint64_t need = c->dw[c->body + 2] + UINT64_C(1);
   return need <= r->size_B || check_r300_fail(c, c->body + 2, "counts %u dwords in a buffer of %llu bytes",
                                               c->dw[c->body + 2], (unsigned long long)r->size_B);
}

/* control: place of VAP_VF_CNTL in the body. */
static bool
check_draw_packet(struct r300_checker *c, uint32_t control, bool immediate)
{
   if (!needs_body(c, control + 1))
      return false;
   c->vf_cntl = c->dw[c->body + control];
   if (immediate) {
      if (RX_VAP_VF_CNTL_get_PRIM_WALK(c->vf_cntl) != RX_VAP_VF_CNTL__PRIM_WALK__VERTEX_EMBEDDED)
         return check_r300_fail(c, c->body + control, "PRIM_WALK %u has no vertices in the stream",
                                RX_VAP_VF_CNTL_get_PRIM_WALK(c->vf_cntl));
      c->immediate_dw = c->body_dw - 1 - control;
   }
   return check_r300_draw(c);
}

static bool
check_packet3(struct r300_checker *c)
{
   const enum r300_pkt3 op = R300_PKT3_OP(c->dw[c->at]);
   switch ((int)op) {
   case R300_PKT3_NOP:
      return true;
   case R300_PKT3_3D_LOAD_VBPNTR:
      return check_arrays(c);
   case R300_PKT3_INDX_BUFFER:
      return check_index_buffer(c);
   case R300_PKT3_3D_DRAW_IMMD:
   case R300_PKT3_3D_DRAW_IMMD_2:
      return check_draw_packet(c, op == R300_PKT3_3D_DRAW_IMMD, true);
   case R300_PKT3_3D_DRAW_VBUF:
   case R300_PKT3_3D_DRAW_INDX:
      return check_draw_packet(c, 1, false);
   case R300_PKT3_3D_DRAW_VBUF_2:
   case R300_PKT3_3D_DRAW_INDX_2:
      return check_draw_packet(c, 0, false);
   case R300_PKT3_3D_CLEAR_ZMASK:
   case R300_PKT3_3D_CLEAR_HIZ:
   case R300_PKT3_3D_CLEAR_CMASK: {
      const bool cmask = op == R300_PKT3_3D_CLEAR_CMASK;
      if (cmask ? c->how.owns_cmask : c->how.owns_hyperz)
         return needs_body(c, 3);
      return check_r300_fail(c, c->at, "clears memory that the kernel has not lent to this process");
   }
   default: {
      const struct db_packet *p = r300_packet(c->chip->gen, op);
      return check_r300_fail(c, c->at, "opcode 0x%02X (%s) is not for users' streams", op,
                             p ? p->name : "no packet");
   }
   }
}

static bool
check_packet(struct r300_checker *c)
{
   const uint32_t h = c->dw[c->at], type = R300_PKT_TYPE(h);
   c->reg = 0;
   if (type == 2) {
      c->next = c->at + 1;
      return true;
   }
   if (type == 1)
      return check_r300_fail(c, c->at, "0x%08" PRIX32 " is a type-1 packet; only types 0, 2 and 3 are legal",
                             h);
   c->body = c->at + 1;
   c->body_dw = R300_PKT_BODY_DW(h);
   if (c->body_dw > c->ndw - c->body)
      return check_r300_fail(c, c->at, "needs %u body dwords, but the stream ends after %u", c->body_dw,
                             c->ndw - c->body);
   c->next = c->body + c->body_dw;
   return type == 0 ? check_registers(c) : check_packet3(c);
}

bool
check_r300_stream(const struct r300_chip *chip, const struct check_r300_how *how, const uint32_t *dw,
                  uint32_t ndw, const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
                  struct check_error *err)
{
   struct r300_checker c = {.chip = chip,
                            .free_regs = r300_kernel_free_regs(chip->safe_list),
                            .how = *how,
                            .dw = dw,
                            .ndw = ndw,
                            .relocs = relocs,
                            .nrelocs = nrelocs,
                            .out = out_dw,
                            .err = err};
   check_r300_init(&c);
   if (!ndw)
      return check_r300_fail(&c, 0, "the stream is empty");
   if (out_dw && out_dw != dw)
      memcpy(out_dw, dw, (size_t)ndw * 4);
   for (; c.at < ndw; c.at = c.next, c.packet++) {
      if (!check_packet(&c))
         return false;
      assert(c.next > c.at && c.next <= ndw);
   }
   return true;
}
