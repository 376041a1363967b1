/* SPDX-License-Identifier: MIT
 *
 * Whole programs, drawn by lot: temporaries 0 to 7, the first constants, branches and loops that end.
 */
#include "fuzz_programs.h"

#include <string.h>

#include "db/r300/r5_regs.h"
#include "db/r300/rx_pvs.h"

#define FC(name) R5_US_FC_INST__OP__US_FC_OP_##name

enum { TEMPS = 8, MAX_OPEN = 6 };

/* ---- R500's pixel shaders ---- */

struct us {
   fuzz_below below;
   uint32_t (*dw)[6];
   unsigned n;
   struct {
      unsigned at;   /* of LOOP, IF or ELSE */
      unsigned kind; /* FC(LOOP), FC(JUMP) */
      bool has_else;
   } open[MAX_OPEN];
   unsigned depth;
};

static uint32_t
source(struct us *u)
{
   const uint32_t kind = u->below(4);
   return kind == 0 ? 0x80 | u->below(128) : u->below(TEMPS) | (kind == 1 ? 1u << 8 : 0);
}

static uint32_t
sources(struct us *u)
{
   return source(u) | source(u) << 10 | source(u) << 20 | u->below(4) << 30;
}

/** \p type: ALU or OUT; \p tests: its result decides what flow control does. */
static void
alu(struct us *u, unsigned type, bool tests)
{
   static const uint8_t rgb[] = {0, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12},
                        alpha[] = {0, 0, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
   uint32_t *dw = u->dw[u->n++];
   const bool out = type == R5_US_CMN_INST__TYPE__US_INST_TYPE_OUT;
   dw[0] = R5_US_CMN_INST(.TYPE = type, .TEX_SEM_WAIT = 1, .NOP = u->below(2), .RGB_WMASK = u->below(8),
                          .ALPHA_WMASK = u->below(2),
                          .RGB_OMASK = out           ? 7
                                       : u->below(4) ? 0
                                                     : u->below(8),
                          .ALPHA_OMASK = out, .RGB_CLAMP = u->below(2), .ALPHA_CLAMP = u->below(2),
                          .WRITE_INACTIVE = !u->below(16), .RGB_PRED_SEL = u->below(4) ? 0 : u->below(6),
                          .RGB_PRED_INV = u->below(2), .ALPHA_PRED_SEL = u->below(4) ? 0 : u->below(6),
                          .ALPHA_PRED_INV = u->below(2), .ALU_RESULT_SEL = u->below(2),
                          .ALU_RESULT_OP = u->below(4));
   dw[1] = sources(u);
   dw[2] = sources(u);
   dw[3] =
      R5_US_ALU_RGB_INST(.RGB_SEL_A = u->below(4), .RED_SWIZ_A = u->below(7), .GREEN_SWIZ_A = u->below(7),
                         .BLUE_SWIZ_A = u->below(7), .RGB_MOD_A = u->below(4), .RGB_SEL_B = u->below(4),
                         .RED_SWIZ_B = u->below(7), .GREEN_SWIZ_B = u->below(7), .BLUE_SWIZ_B = u->below(7),
                         .RGB_MOD_B = u->below(4), .OMOD = u->below(7), .TARGET = out ? 0 : u->below(4),
                         .ALU_WMASK = tests);
   dw[4] =
      R5_US_ALU_ALPHA_INST(.ALPHA_OP = alpha[u->below(sizeof alpha)], .ALPHA_ADDRD = u->below(TEMPS),
                           .ALPHA_SEL_A = u->below(4), .ALPHA_SWIZ_A = u->below(7),
                           .ALPHA_MOD_A = u->below(4), .ALPHA_SEL_B = u->below(4),
                           .ALPHA_SWIZ_B = u->below(7), .OMOD = u->below(7), .TARGET = out ? 0 : u->below(4));
   dw[5] =
      R5_US_ALU_RGBA_INST(.RGB_OP = rgb[u->below(sizeof rgb)], .RGB_ADDRD = u->below(TEMPS),
                          .RGB_SEL_C = u->below(4), .RED_SWIZ_C = u->below(7), .GREEN_SWIZ_C = u->below(7),
                          .BLUE_SWIZ_C = u->below(7), .RGB_MOD_C = u->below(4), .ALPHA_SEL_C = u->below(4),
                          .ALPHA_SWIZ_C = u->below(7), .ALPHA_MOD_C = u->below(4));
}

static void
lookup(struct us *u)
{
   uint32_t *dw = u->dw[u->n++];
   dw[0] = R5_US_CMN_INST(.TYPE = R5_US_CMN_INST__TYPE__US_INST_TYPE_TEX, .TEX_SEM_WAIT = 1,
                          .RGB_WMASK = u->below(8), .ALPHA_WMASK = u->below(2));
   dw[1] = R5_US_TEX_INST(.TEX_ID = u->below(4), .INST = 1 + u->below(6), .TEX_SEM_ACQUIRE = 1,
                          .UNSCALED = !u->below(8));
   dw[2] = R5_US_TEX_ADDR(.SRC_ADDR = u->below(TEMPS), .SRC_S_SWIZ = u->below(4), .SRC_T_SWIZ = u->below(4),
                          .SRC_R_SWIZ = u->below(4), .SRC_Q_SWIZ = u->below(4), .DST_ADDR = u->below(TEMPS),
                          .DST_R_SWIZ = u->below(4), .DST_G_SWIZ = u->below(4), .DST_B_SWIZ = u->below(4),
                          .DST_A_SWIZ = u->below(4));
   dw[3] = R5_US_TEX_ADDR_DXDY(.DX_ADDR = u->below(TEMPS), .DX_T_SWIZ = 1, .DY_ADDR = u->below(TEMPS),
                               .DY_T_SWIZ = 1);
}

static void
flow(struct us *u, uint32_t inst)
{
   uint32_t *dw = u->dw[u->n++];
   dw[0] = R5_US_CMN_INST(.TYPE = R5_US_CMN_INST__TYPE__US_INST_TYPE_FC, .TEX_SEM_WAIT = 1, .ALU_WAIT = 1);
   dw[2] = inst;
   dw[3] = R5_US_FC_ADDR(.BOOL_ADDR = u->below(32), .INT_ADDR = u->below(4));
}

static void
land(struct us *u, unsigned at, unsigned target)
{
   u->dw[at][3] = R5_US_FC_ADDR_set_JUMP_ADDR(u->dw[at][3], target);
}

static void
begin(struct us *u)
{
   const bool loop = !u->below(3);
   alu(u, R5_US_CMN_INST__TYPE__US_INST_TYPE_ALU, true);
   u->open[u->depth].at = u->n;
   u->open[u->depth].kind = loop ? FC(LOOP) : FC(JUMP);
   u->open[u->depth++].has_else = false;
   flow(u,
        loop ? R5_US_FC_INST(.OP = FC(LOOP)) : R5_US_FC_INST(.OP = FC(JUMP), .JUMP_FUNC = 0x0f, .B_OP0 = 2));
}

/** IF without ELSE jumps behind ENDIF, with one to what stands behind ELSE, and counts then, too. */
static void
otherwise(struct us *u)
{
   const unsigned at = u->open[u->depth - 1].at;
   u->dw[at][2] = R5_US_FC_INST(.OP = FC(JUMP), .JUMP_FUNC = 0x0f, .B_OP0 = 2, .B_OP1 = 2);
   land(u, at, u->n + 1);
   u->open[u->depth - 1].at = u->n;
   u->open[u->depth - 1].has_else = true;
   flow(u, R5_US_FC_INST(.OP = FC(JUMP), .B_ELSE = 1, .B_OP1 = 1, .B_POP_CNT = 1));
}

static void
end(struct us *u)
{
   const unsigned at = u->open[--u->depth].at;
   if (u->open[u->depth].kind == FC(LOOP)) {
      land(u, at, u->n);
      flow(u, R5_US_FC_INST(.OP = FC(ENDLOOP), .JUMP_FUNC = 0xff, .JUMP_ANY = 1));
      land(u, u->n - 1, at + 1);
      return;
   }
   land(u, at, u->n + 1);
   flow(u, R5_US_FC_INST(.OP = FC(JUMP), .JUMP_ANY = 1, .B_OP0 = 1, .B_POP_CNT = 1));
}

unsigned
fuzz_us500(fuzz_below below, uint32_t dw[FUZZ_US][6])
{
   struct us u = {.below = below, .dw = dw};
   memset(dw, 0, FUZZ_US * sizeof dw[0]);
   const unsigned wanted = 2 + below(FUZZ_US - 4 * MAX_OPEN);
   while (u.n < wanted) {
      const unsigned what = below(12);
      if (what == 0 && u.depth < MAX_OPEN)
         begin(&u);
      else if (what == 1 && u.depth && u.open[u.depth - 1].kind == FC(JUMP) && !u.open[u.depth - 1].has_else)
         otherwise(&u);
      else if (what == 2 && u.depth)
         end(&u);
      else if (what < 5)
         lookup(&u);
      else
         alu(&u, R5_US_CMN_INST__TYPE__US_INST_TYPE_ALU, false);
   }
   while (u.depth)
      end(&u);
   alu(&u, R5_US_CMN_INST__TYPE__US_INST_TYPE_OUT, false);
   return u.n;
}

/* ---- vertex shaders ---- */

/** An operand of one of \p file's first registers; numbers of an instruction share one constant and one input. */
static uint32_t
pvs_source(fuzz_below below, unsigned file, unsigned index, bool relative)
{
   return RX_PVS_SRC(.SRC_REG_TYPE = file, .SRC_OFFSET = file ? index : below(TEMPS),
                     .SRC_ADDR_MODE_0 = relative, .SRC_SWIZZLE_X = below(6), .SRC_SWIZZLE_Y = below(6),
                     .SRC_SWIZZLE_Z = below(6), .SRC_SWIZZLE_W = below(6), .SRC_MODIFIER_X = below(2),
                     .SRC_MODIFIER_Y = below(2), .SRC_MODIFIER_Z = below(2), .SRC_MODIFIER_W = below(2));
}

static void
pvs_inst(fuzz_below below, bool r500, bool position, uint32_t dw[4])
{
   const bool math = !position && !below(4), address = !position && !math && !below(8);
   const uint32_t vector = 1 + below(r500 ? 28 : 11), scalar = 1 + below(r500 ? 28 : 12);
   const uint32_t op = address ? 13 : position ? 3 : math ? scalar : vector == 12 ? 3 : vector;
   const unsigned file = position  ? RX_PVS_OP_DST__DST_REG_TYPE__OUT
                         : address ? RX_PVS_OP_DST__DST_REG_TYPE__A0
                                   : 0;
   const bool clamped_power = math && op >= 13 && op <= 15; /* which the emulator does not have */
   dw[0] =
      RX_PVS_OP_DST(.DST_OPCODE_VE = clamped_power ? 11 : op, .DST_MATH_INST = math,
                    .DST_REG_TYPE = position || address || below(6) ? file : RX_PVS_OP_DST__DST_REG_TYPE__OUT,
                    .DST_OFFSET = position || address ? 0 : below(3),
                    .DST_WE_X = position || address || below(2), .DST_WE_Y = position || below(2),
                    .DST_WE_Z = position || below(2), .DST_WE_W = position || below(2),
                    .DST_VE_SAT = r500 && !below(4), .DST_PRED_ENABLE = r500 && !position && !below(3),
                    .DST_PRED_SENSE = below(2));
   const unsigned index = below(4), shape = below(3);
   for (unsigned k = 0; k < 3; k++)
      dw[1 + k] = pvs_source(below, position ? 1 : (k + shape) % 3, index,
                             !position && (k + shape) % 3 == 2 && !below(4));
}

unsigned
fuzz_pvs(fuzz_below below, bool r500, uint32_t dw[FUZZ_PVS][4], struct fuzz_slot slot[FUZZ_SLOTS],
         unsigned *num_slots)
{
   const unsigned n = 1 + below(FUZZ_PVS - 1);
   for (unsigned i = 0; i < n; i++)
      pvs_inst(below, r500, i == 0, dw[i]);
   *num_slots = n > 4 ? below(3) : 0;
   for (unsigned i = 0; i < *num_slots; i++) { /* loops one behind the other, or a jump forward */
      const unsigned from = 1 + i * (n / 2), to = from + (n / 2 > 2 ? below(n / 2 - 2) : 0);
      const bool jump = !below(4);
      slot[i] = (struct fuzz_slot){.op = jump ? 1 : 2,
                                   .at = from - 1,
                                   .count_or_jump = jump ? to : 1 + below(40),
                                   .last = to,
                                   .back = from};
   }
   return n;
}
