/* SPDX-License-Identifier: MIT
 *
 * The generator of fuzz_r300's streams. A plausible state (targets, depth, fog, textures, shaders of random words, vertices in
 * memory or in the packet) is followed by values for registers drawn by lot, malformed packets, rectangles of the 2D
 * engine and draws.
 */
#include "fuzz_r300.h"

#include "db/r300/r300_pm4.h"
#include "db/r300/r300_tables.h"
#include "db/r300/r3_regs.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_pvs.h"
#include "db/r300/rx_regs.h"
#include "emulator/emulator.h"
#include "fuzz_programs.h"
#include "util/u_math.h"

enum { SIZE = 64 }; /* of targets */

static uint64_t random_state;
static bool wild; /* this input has words that mean nothing */
/* of addresses: they count from a buffer's start before the kernel's rules have put them in place */
static uint32_t base;

static uint32_t
rnd(void)
{
   random_state += 0x9e3779b97f4a7c15; /* splitmix64 */
   uint64_t z = random_state;
   z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
   z = (z ^ z >> 27) * 0x94d049bb133111eb;
   return (uint32_t)((z ^ z >> 31) >> 16);
}

static uint32_t
below(uint32_t n)
{
   return rnd() % n;
}

static uint32_t
any_address(void)
{
   const uint32_t beyond = wild ? FUZZ_MEMORY_B / 8 : 0;
   return (base + below(FUZZ_MEMORY_B + beyond)) & (below(4) ? ~2047u : ~31u);
}

/* Small numbers, addresses, floats, bits, anything. */
static uint32_t
any_dword(void)
{
   switch (below(6)) {
   case 0:
      return below(64);
   case 1:
      return any_address();
   case 2:
      return fui((float)((int)below(2000) - 1000) / 16);
   case 3:
      return rnd() >> below(32);
   case 4:
      return 1u << below(32) | 1u << below(32);
   default:
      return below(4) ? 0x3f800000 : 0x7fc00000 + below(2) * 0x7fffff;
   }
}

static void
emit(struct fuzz_stream *s, uint32_t dw)
{
   if (s->n < FUZZ_MAX_DW)
      s->dw[s->n++] = dw;
}

static void
reg(struct fuzz_stream *s, uint32_t offset, uint32_t value)
{
   emit(s, R300_PKT0(offset, 1));
   emit(s, value);
}

/* A relocation, which the emulator passes over. */
static void
reloc(struct fuzz_stream *s)
{
   emit(s, R300_PKT3(R300_PKT3_NOP, 1));
   emit(s, 0);
}

static uint32_t
origin(const struct fuzz_stream *s, uint32_t at)
{
   return s->r500 ? at : at + 1440;
}

static void
targets(struct fuzz_stream *s)
{
   static const struct {
      uint8_t out, color, pitch;
   } formats[] = {
      {0,  6,  SIZE},
      {0,  4,  SIZE},
      {0,  3,  SIZE},
      {0,  15, SIZE},
      {0,  9,  SIZE},
      {0,  13, SIZE},
      {18, 10, 32  },
      {21, 7,  32  },
      {19, 6,  SIZE},
      {17, 6,  SIZE},
      {1,  5,  SIZE},
      {5,  10, 32  },
   };
   const unsigned f = below(ARRAY_SIZE(formats)), aa = below(4);
   reg(s, RX_RB3D_CCTL_OFFSET, 0);
   reg(s, RX_RB3D_COLOROFFSET_OFFSET(0), base);
   reloc(s);
   reg(s, RX_RB3D_COLORPITCH_OFFSET(0),
       RX_RB3D_COLORPITCH(.COLORPITCH = formats[f].pitch / 2, .COLORFORMAT = formats[f].color,
                          .COLORTILE = below(2), .COLORMICROTILE = below(2)));
   reloc(s);
   reg(s, RX_US_OUT_FMT_OFFSET(0),
       RX_US_OUT_FMT(.OUT_FMT = formats[f].out, .C0_SEL = below(4), .C1_SEL = below(4), .C2_SEL = 3));
   for (unsigned i = 1; i < 4; i++)
      reg(s, RX_US_OUT_FMT_OFFSET(i), RX_US_OUT_FMT__OUT_FMT__UNUSED);
   reg(s, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, below(4) ? 15 : below(65536));
   reg(s, RX_RB3D_BLENDCNTL_OFFSET,
       below(2) ? 0
                : RX_RB3D_BLENDCNTL(.ALPHA_BLEND_ENABLE = 1, .READ_ENABLE = 1, .COMB_FCN = below(8),
                                    .SRCBLEND = 32 + below(15), .DESTBLEND = 32 + below(15)));
   reg(s, RX_ZB_FORMAT_OFFSET, below(2) * 2);
   reg(s, RX_ZB_DEPTHOFFSET_OFFSET, base + 0x80000);
   reloc(s);
   reg(s, RX_ZB_DEPTHPITCH_OFFSET,
       RX_ZB_DEPTHPITCH(.DEPTHPITCH = SIZE / 4, .DEPTHMACROTILE = below(2), .DEPTHMICROTILE = below(2)));
   reloc(s);
   reg(s, RX_ZB_CNTL_OFFSET, below(8));
   reg(s, RX_ZB_ZSTENCILCNTL_OFFSET, rnd());
   reg(s, RX_ZB_STENCILREFMASK_OFFSET, rnd());
   reg(s, RX_GB_AA_CONFIG_OFFSET, below(4) ? 0 : RX_GB_AA_CONFIG(.AA_ENABLE = 1, .NUM_AA_SUBSAMPLES = aa));
   reg(s, RX_GB_MSPOS0_OFFSET, rnd());
   reg(s, RX_GB_MSPOS1_OFFSET, rnd());
   reg(s, RX_SC_SCREENDOOR_OFFSET, below(8) ? 0xffffff : below(1 << 24));
}

static void
fog(struct fuzz_stream *s)
{
   reg(s, RX_FG_FOG_BLEND_OFFSET, below(3) ? 0 : below(8));
   reg(s, RX_GB_SELECT_OFFSET,
       RX_GB_SELECT(.FOG_SELECT = below(wild ? 8 : 6), .FOG_STUFF_ENABLE = below(6) == 0,
                    .FOG_STUFF_TEX = below(8), .FOG_STUFF_COMP = below(4)));
   reg(s, RX_GA_FOG_SCALE_OFFSET, any_dword());
   reg(s, RX_GA_FOG_OFFSET_OFFSET, below(2) ? 0 : any_dword());
   reg(s, RX_FG_FOG_COLOR_G_OFFSET, below(1024));
   reg(s, RX_FG_FOG_FACTOR_OFFSET, below(1024));
   reg(s, RX_GA_LINE_S0_OFFSET, any_dword());
   reg(s, RX_GA_LINE_S1_OFFSET, any_dword());
}

static void
raster(struct fuzz_stream *s)
{
   reg(s, RX_SC_SCISSOR0_OFFSET, RX_SC_SCISSOR0(.XS0 = origin(s, 0), .YS0 = origin(s, 0)));
   reg(s, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = origin(s, SIZE - 1), .YS1 = origin(s, SIZE - 1)));
   reg(s, RX_SC_CLIP_RULE_OFFSET, below(4) ? 0xffff : below(65536));
   reg(s, RX_SU_DEPTH_SCALE_OFFSET, 0x4b7fffff);
   reg(s, RX_SU_CULL_MODE_OFFSET, below(8));
   reg(s, RX_VAP_CLIP_CNTL_OFFSET, below(3) ? RX_VAP_CLIP_CNTL(.CLIP_DISABLE = 1) : below(64));
   for (unsigned i = 0; i < 4; i++)
      reg(s, RX_VAP_GB_VERT_CLIP_ADJ_OFFSET + 4 * i, fui(1));
   reg(s, RX_VAP_VTE_CNTL_OFFSET, below(2) ? 0x300 : 0x43f);
   for (unsigned i = 0; i < 6; i++)
      reg(s, RX_SE_VPORT_XSCALE_OFFSET + 4 * i, fui(i == 4 ? 0.5f : 32));
   reg(s, RX_GA_POINT_SIZE_OFFSET, RX_GA_POINT_SIZE(.HEIGHT = below(600), .WIDTH = below(600)));
   reg(s, RX_GA_POINT_MINMAX_OFFSET, RX_GA_POINT_MINMAX(.MIN_SIZE = 6, .MAX_SIZE = below(600)));
   reg(s, RX_GA_LINE_CNTL_OFFSET, RX_GA_LINE_CNTL(.WIDTH = below(90)));
   reg(s, RX_GA_ROUND_MODE_OFFSET, 1);
   reg(s, RX_GA_COLOR_CONTROL_OFFSET, 0x2aaaa | below(4) << 16);
   reg(s, RX_GB_ENABLE_OFFSET, below(4) ? 0 : below(4) | rnd() << 16);
   reg(s, RX_RB3D_DITHER_CTL_OFFSET, below(4) ? 0 : below(16));
   fog(s);
}

/* Words of a program, of which some bits are others in a wild input. */
static void
words(struct fuzz_stream *s, uint32_t *dw, unsigned n)
{
   for (unsigned k = wild ? below(6) : 0; k > 0; k--)
      dw[below(n)] ^= 1u << below(32);
   for (unsigned i = 0; i < n; i++)
      emit(s, dw[i]);
}

static void
vertex_program(struct fuzz_stream *s)
{
   uint32_t dw[FUZZ_PVS][4], ops = 0;
   struct fuzz_slot slot[FUZZ_SLOTS];
   unsigned slots;
   const unsigned n = fuzz_pvs(below, s->r500, dw, slot, &slots);
   for (unsigned i = 0; i < slots; i++) {
      const struct fuzz_slot *f = &slot[i];
      ops |= f->op << (2 * i);
      if (s->r500) {
         reg(s, R5_VAP_PVS_FLOW_CNTL_ADDRS_LW_OFFSET(i),
             R5_VAP_PVS_FLOW_CNTL_ADDRS_LW(.PVS_FC_ACT_ADRS_0 = f->at,
                                           .PVS_FC_LOOP_CNT_JMP_INST_0 = f->count_or_jump));
         reg(s, R5_VAP_PVS_FLOW_CNTL_ADDRS_UW_OFFSET(i),
             R5_VAP_PVS_FLOW_CNTL_ADDRS_UW(.PVS_FC_LAST_INST_0 = f->last, .PVS_FC_RTN_INST_0 = f->back));
      } else {
         reg(s, RX_VAP_PVS_FLOW_CNTL_ADDRS_OFFSET(i),
             RX_VAP_PVS_FLOW_CNTL_ADDRS(.PVS_FC_ACT_ADRS_0 = f->at,
                                        .PVS_FC_LOOP_CNT_JMP_INST_0 = f->count_or_jump,
                                        .PVS_FC_LAST_INST_0 = f->last, .PVS_FC_RTN_INST_0 = f->back));
      }
      reg(s, RX_VAP_PVS_FLOW_CNTL_LOOP_INDEX_OFFSET(i),
          RX_VAP_PVS_FLOW_CNTL_LOOP_INDEX(.PVS_FC_LOOP_INIT_VAL_0 = below(4),
                                          .PVS_FC_LOOP_STEP_VAL_0 = below(3)));
   }
   reg(s, RX_VAP_PVS_FLOW_CNTL_OPC_OFFSET, ops);
   reg(s, RX_VAP_PVS_CODE_CNTL_0_OFFSET, RX_VAP_PVS_CODE_CNTL_0(.PVS_LAST_INST = n - 1));
   reg(s, RX_VAP_PVS_VECTOR_INDX_REG_OFFSET, 0);
   emit(s, R300_PKT0(RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET, 4 * n) | R300_PKT0_ONE_REG_WR);
   words(s, dw[0], 4 * n);
}

static void
vertices(struct fuzz_stream *s)
{
   const unsigned last = below(2);
   uint32_t ext = 0xf688f688;
   reg(s, RX_VAP_VTX_SIZE_OFFSET, 8);
   reg(s, RX_VAP_PROG_STREAM_CNTL_OFFSET(0),
       below(2) || !wild
          ? 3 | (3 | 1u << 8 | 1u << 13) << 16
          : (below(13) | below(2) << 14 | below(2) << 15) | (below(13) | 1u << 8 | 1u << 13) << 16);
   if (below(4) == 0)
      ext = rnd() | 0xf000f000;
   reg(s, RX_VAP_PROG_STREAM_CNTL_EXT_OFFSET(0), ext);
   reg(s, RX_VAP_OUT_VTX_FMT_0_OFFSET, 1 | below(2) << 1 | below(8) / 7 << 16);
   reg(s, RX_VAP_OUT_VTX_FMT_1_OFFSET, 4 | below(5) << 3);
   reg(s, RX_VAP_PVS_CONST_CNTL_OFFSET, RX_VAP_PVS_CONST_CNTL(.PVS_MAX_CONST_ADDR = below(256)));
   if (below(2)) {
      vertex_program(s);
      return;
   }
   reg(s, RX_VAP_PVS_CODE_CNTL_0_OFFSET, RX_VAP_PVS_CODE_CNTL_0(.PVS_LAST_INST = 1 + last));
   reg(s, RX_VAP_PVS_VECTOR_INDX_REG_OFFSET, 0);
   emit(s, R300_PKT0(RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET, 12) | R300_PKT0_ONE_REG_WR);
   for (unsigned i = 0; i < 3; i++) {
      const bool math = below(4) == 0 && i == 1;
      const uint32_t dst =
         RX_PVS_OP_DST(.DST_OPCODE_VE = 1 + below(math ? 12 : 11), .DST_MATH_INST = math, .DST_REG_TYPE = 2,
                       .DST_OFFSET = i, .DST_WE_X = 1, .DST_WE_Y = 1, .DST_WE_Z = 1, .DST_WE_W = 1);
      emit(s, wild && below(8) == 0 ? rnd() : dst);
      for (unsigned k = 0; k < 3; k++)
         emit(s, below(6) == 0 ? rnd()
                               : RX_PVS_SRC(.SRC_REG_TYPE = 1 + below(2), .SRC_OFFSET = below(3),
                                            .SRC_SWIZZLE_X = below(6), .SRC_SWIZZLE_Y = 1, .SRC_SWIZZLE_Z = 2,
                                            .SRC_SWIZZLE_W = 3));
   }
}

/* Loops run a few rounds: within one another, 255 are longer than a sanitizer build should take. */
static void
fragment_program(struct fuzz_stream *s)
{
   uint32_t dw[FUZZ_US][6];
   const unsigned n = fuzz_us500(below, dw);
   for (unsigned i = 0; i < 4; i++)
      reg(s, R5_US_FC_INT_CONST_OFFSET(i),
          R5_US_FC_INT_CONST(.KR = below(5), .KG = below(4), .KB = below(3)));
   reg(s, R5_US_FC_BOOL_CONST_OFFSET, rnd());
   reg(s, R5_US_CODE_ADDR_OFFSET, R5_US_CODE_ADDR(.END_ADDR = n - 1));
   emit(s, R300_PKT0(R5_GA_US_VECTOR_DATA_OFFSET, 6 * n) | R300_PKT0_ONE_REG_WR);
   words(s, dw[0], 6 * n);
}

static void
fragments_r5(struct fuzz_stream *s)
{
   enum { ALU, OUT, FLOW, TEX }; /* US_CMN_INST.TYPE */
   const unsigned n = 1 + below(6);
   reg(s, R5_US_CONFIG_OFFSET, below(4));
   reg(s, R5_US_CODE_OFFSET_OFFSET, 0);
   reg(s, R5_GA_US_VECTOR_INDEX_OFFSET, 0);
   if (below(2)) {
      fragment_program(s);
      return;
   }
   reg(s, R5_US_CODE_ADDR_OFFSET, R5_US_CODE_ADDR(.END_ADDR = n - 1));
   emit(s, R300_PKT0(R5_GA_US_VECTOR_DATA_OFFSET, n * 6) | R300_PKT0_ONE_REG_WR);
   for (unsigned i = 0; i < n; i++) {
      const unsigned kind = below(8), type = i == n - 1 ? OUT : !kind ? FLOW : kind < 4 ? TEX : ALU;
      emit(s,
           R5_US_CMN_INST(.TYPE = type, .RGB_WMASK = below(8), .ALPHA_WMASK = below(2),
                          .RGB_OMASK = type == OUT ? 7 : 0, .ALPHA_OMASK = type == OUT, .RGB_CLAMP = below(2),
                          .ALPHA_CLAMP = below(2), .RGB_PRED_SEL = type == FLOW || below(4) ? 0 : below(6)));
      if (type == TEX) {
         emit(s, R5_US_TEX_INST(.TEX_ID = below(3), .INST = below(7), .UNSCALED = below(8) == 0));
         emit(s, rnd() & (wild ? ~0u : 0xff03ff03u));
         emit(s, rnd() & (wild ? ~0u : 0xff03ff03u));
         emit(s, rnd());
         emit(s, rnd());
      } else if (type == FLOW) {
         emit(s, rnd());
         emit(s, wild ? rnd()
                      : R5_US_FC_INST(.OP = below(8), .JUMP_FUNC = below(256), .B_POP_CNT = below(3),
                                      .A_OP = below(3), .B_OP0 = below(3), .B_OP1 = below(3)));
         emit(s, R5_US_FC_ADDR(.JUMP_ADDR = below(n), .BOOL_ADDR = below(32), .INT_ADDR = below(32)));
         emit(s, 0);
         emit(s, 0);
      } else {
         static const uint8_t rgb[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12};
         static const uint8_t alpha[] = {0, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
         for (unsigned k = 0; k < 3; k++)
            emit(s, rnd());
         emit(s, R5_US_ALU_ALPHA_INST(.ALPHA_OP = wild ? below(16) : alpha[below(ARRAY_SIZE(alpha))],
                                      .ALPHA_ADDRD = below(8), .ALPHA_SEL_A = below(4),
                                      .ALPHA_SWIZ_A = below(7), .ALPHA_MOD_A = below(4),
                                      .ALPHA_SEL_B = below(4), .ALPHA_SWIZ_B = below(7), .OMOD = below(8)));
         emit(s, R5_US_ALU_RGBA_INST(.RGB_OP = wild ? below(16) : rgb[below(ARRAY_SIZE(rgb))],
                                     .RGB_ADDRD = below(8), .RGB_SEL_C = below(4), .RED_SWIZ_C = below(7),
                                     .GREEN_SWIZ_C = below(7), .BLUE_SWIZ_C = below(7),
                                     .ALPHA_SEL_C = below(4), .ALPHA_SWIZ_C = below(7)));
      }
   }
}

static void
fragments_r3(struct fuzz_stream *s)
{
   reg(s, R3_US_CONFIG_OFFSET, below(4) | below(2) << 3);
   reg(s, R3_US_CODE_OFFSET_OFFSET, below(4) ? 0 : rnd() & 0xffff);
   for (unsigned i = 0; i < 4; i++)
      reg(s, R3_US_CODE_ADDR_OFFSET(i),
          R3_US_CODE_ADDR(.ALU_SIZE = below(4), .TEX_SIZE = below(2), .RGBA_OUT = i == 3));
   for (unsigned i = 0; i < 4; i++) {
      reg(s, R3_US_TEX_INST_OFFSET(i), rnd() & 0x1ffff);
      reg(s, R3_US_ALU_RGB_ADDR_OFFSET(i), rnd());
      reg(s, R3_US_ALU_ALPHA_ADDR_OFFSET(i), rnd());
      static const uint8_t rgb[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10},
                           alpha[] = {0, 2, 3, 5, 6, 7, 8, 9, 10, 11};
      const uint32_t a = rnd(), b = rnd();
      reg(s, R3_US_ALU_RGB_INST_OFFSET(i),
          wild ? a : R3_US_ALU_RGB_INST_set_RGB_OP(a, rgb[below(ARRAY_SIZE(rgb))]));
      reg(s, R3_US_ALU_ALPHA_INST_OFFSET(i),
          wild ? b : R3_US_ALU_ALPHA_INST_set_ALPHA_OP(b, alpha[below(ARRAY_SIZE(alpha))]));
   }
}

static void
texture(struct fuzz_stream *s, unsigned unit)
{
   const unsigned log2 = below(7), levels = below(log2 + 1), dim = below(4) % 3;
   reg(s, RX_TX_FILTER0_OFFSET(unit),
       RX_TX_FILTER0(.CLAMP_S = below(8), .CLAMP_T = below(8), .CLAMP_R = below(8),
                     .MAG_FILTER = 1 + below(3), .MIN_FILTER = 1 + below(3), .MIP_FILTER = below(3),
                     .MAX_MIP_LEVEL = below(levels + 1)));
   if (s->r500)
      reg(s, R5_TX_FILTER1_OFFSET(unit), rnd() & 0x1ff8);
   else
      reg(s, R3_TX_FILTER1_OFFSET(unit), rnd() & 0x1ff8);
   reg(s, RX_TX_FORMAT0_OFFSET(unit),
       RX_TX_FORMAT0(.TXWIDTH = (1u << log2) - 1, .TXHEIGHT = (1u << log2) - 1,
                     .TXDEPTH = dim == 1 ? log2 : 0, .NUM_LEVELS = levels));
   reg(s, RX_TX_FORMAT1_OFFSET(unit),
       RX_TX_FORMAT1(.TXFORMAT = wild ? below(32) : below(18), .SEL_RED = below(6), .SEL_GREEN = below(6),
                     .SEL_BLUE = below(6), .SEL_ALPHA = below(6), .TEX_COORD_TYPE = dim) |
          below(16) << 5);
   reg(s, RX_TX_FORMAT2_OFFSET(unit), s->r500 && below(4) == 0 ? 1 << 14 : 0);
   reg(s, RX_TX_OFFSET_OFFSET(unit), (any_address() & ~31u) | below(2) << 2 | below(3) << 3);
   reloc(s);
}

static void
fragments(struct fuzz_stream *s)
{
   reg(s, RX_TX_ENABLE_OFFSET, below(8));
   for (unsigned i = 0; i < 3; i++)
      texture(s, i);
   reg(s, RX_RS_INST_COUNT_OFFSET, below(3));
   for (unsigned i = 0; i < 3; i++) {
      if (s->r500) {
         reg(s, R5_RS_IP_OFFSET(i), below(2) ? 0x00c20080 : rnd());
         reg(s, R5_RS_INST_OFFSET(i),
             R5_RS_INST(.TEX_CN = below(4) != 0, .TEX_ADDR = i, .COL_CN = below(8) / 7));
      } else {
         reg(s, R3_RS_IP_OFFSET(i), rnd() & 0x00ffffff);
         reg(s, R3_RS_INST_OFFSET(i), R3_RS_INST(.TEX_CN = below(4) != 0, .TEX_ADDR = i));
      }
   }
   s->r500 ? fragments_r5(s) : fragments_r3(s);
}

/* ---- what has not been thought of ---- */

static void
any_register(struct fuzz_stream *s)
{
   const struct db_reg_table *t = r300_regs(s->chip->gen);
   const struct db_reg *r = &t->regs[below(t->count)];
   const uint32_t offset = db_reg_offset(r, below(r->count));
   if (offset < 0x8000)
      reg(s, offset, any_dword());
}

static void
any_packet(struct fuzz_stream *s)
{
   const unsigned n = 1 + below(6);
   emit(s, below(4) ? R300_PKT3(0x28 + below(16), n) : R300_PKT0(below(0x2000) * 4, n) | below(2) << 15);
   for (unsigned i = 0; i < n; i++)
      emit(s, any_dword());
}

static void
arrays(struct fuzz_stream *s)
{
   emit(s, R300_PKT3(R300_PKT3_3D_LOAD_VBPNTR, 4));
   emit(s, 2);
   emit(s, 4 | below(16) << 8 | 4 << 16 | below(16) << 24);
   emit(s, any_address());
   emit(s, any_address());
   reloc(s);
   reloc(s);
   reg(s, RX_VAP_VF_MAX_VTX_INDX_OFFSET, below(64));
   reg(s, RX_VAP_VF_MIN_VTX_INDX_OFFSET, below(4) ? 0 : below(64));
}

static void
draw(struct fuzz_stream *s)
{
   const unsigned kind = below(4), n = 1 + below(24), prim = 1 + below(wild ? 15 : 6);
   if (kind == 0) {
      emit(s, R300_PKT3(R300_PKT3_3D_DRAW_IMMD_2, 1 + 8 * n));
      emit(s, RX_VAP_VF_CNTL(.PRIM_TYPE = prim, .PRIM_WALK = 3, .NUM_VERTICES = n));
      for (unsigned i = 0; i < n; i++)
         for (unsigned k = 0; k < 8; k++)
            emit(s, k == 3 ? fui(1) : below(8) ? fui((float)below(900) / 10 - 10) : any_dword());
      return;
   }
   arrays(s);
   if (kind == 1) {
      emit(s, R300_PKT3(R300_PKT3_3D_DRAW_VBUF_2, 1));
      emit(s, RX_VAP_VF_CNTL(.PRIM_TYPE = prim, .PRIM_WALK = 2, .NUM_VERTICES = n));
      return;
   }
   const bool inside = kind == 2;
   emit(s, R300_PKT3(R300_PKT3_3D_DRAW_INDX_2, inside ? 1 + (n + 1) / 2 : 1));
   emit(s, RX_VAP_VF_CNTL(.PRIM_TYPE = prim, .PRIM_WALK = 1, .NUM_VERTICES = n));
   for (unsigned i = 0; inside && i < (n + 1) / 2; i++)
      emit(s, rnd() & 0x003f003f);
   if (inside)
      return;
   emit(s, R300_PKT3(R300_PKT3_INDX_BUFFER, 3));
   emit(s, RX_VAP_PORT_IDX_OFFSET(0) / 4);
   emit(s, any_address());
   emit(s, (n + 1) / 2 + below(2));
   reloc(s);
}

/* A rectangle of the 2D engine. */
static void
rectangle(struct fuzz_stream *s)
{
   static const uint8_t types[] = {2, 4, 6};
   for (unsigned source = 0; source < 2; source++) {
      reg(s, source ? RX_SRC_PITCH_OFFSET_OFFSET : RX_DST_PITCH_OFFSET_OFFSET,
          RX_DST_PITCH_OFFSET(.OFFSET_1K = any_address() >> 10, .PITCH_64B = 1u << below(4),
                              .TILE = below(4)));
      reloc(s);
   }
   reg(s, RX_DP_CNTL_OFFSET, below(4));
   reg(s, RX_DP_BRUSH_FRGD_CLR_OFFSET, rnd());
   reg(s, RX_DP_WRITE_MSK_OFFSET, below(2) ? ~0u : rnd());
   reg(s, RX_DP_GUI_MASTER_CNTL_OFFSET,
       RX_DP_GUI_MASTER_CNTL(.GMC_SRC_PITCH_OFFSET_CNTL = 1, .GMC_DST_PITCH_OFFSET_CNTL = 1,
                             .GMC_BRUSH_DATATYPE = 13, .GMC_DST_DATATYPE = wild ? below(16) : types[below(3)],
                             .GMC_SRC_DATATYPE = 3, .GMC_ROP3 = below(256), .DP_SRC_SOURCE = 2,
                             .GMC_CLR_CMP_CNTL_DIS = 1));
   reg(s, RX_SRC_Y_X_OFFSET, RX_SRC_Y_X(.SRC_X = below(40), .SRC_Y = below(40)));
   reg(s, RX_DST_Y_X_OFFSET, RX_DST_Y_X(.DST_X = below(40), .DST_Y = below(40)));
   reg(s, RX_DST_HEIGHT_WIDTH_OFFSET,
       RX_DST_HEIGHT_WIDTH(.WIDTH = below(30), .HEIGHT = below(wild ? 4000 : 30)));
}

static void
make(struct fuzz_stream *s, const char *name)
{
   s->chip = r300_chip_find(name);
   s->r500 = s->chip->gen == R300_GEN_R500;
   s->n = 0;
   wild = below(3) == 0;
   targets(s);
   raster(s);
   vertices(s);
   fragments(s);
   for (unsigned draws = 1 + below(4); draws > 0; draws--) {
      for (unsigned k = wild ? below(6) : 0; k > 0; k--)
         any_register(s);
      if (wild && below(6) == 0)
         any_packet(s);
      if (below(8) == 0)
         rectangle(s);
      draw(s);
   }
   for (unsigned k = wild ? below(4) : 0; k > 0; k--) /* anything anywhere */
      s->dw[below(s->n)] = any_dword();
   if (wild && below(16) == 0)
      s->n = 1 + below(s->n);
}

/* A million of vertices is slow, not broken. */
static void
bound_counts(struct fuzz_stream *s)
{
   for (uint32_t at = 0; at < s->n;) {
      const uint32_t type = R300_PKT_TYPE(s->dw[at]), n = type == 2 ? 0 : R300_PKT_BODY_DW(s->dw[at]);
      const uint32_t op = R300_PKT3_OP(s->dw[at]);
      if (at + n >= s->n)
         return;
      if (type == 3 && op >= R300_PKT3_3D_DRAW_VBUF_2 && op <= R300_PKT3_3D_DRAW_INDX_2)
         s->dw[at + 1] &= 0x003fbfff; /* 63 vertices, and not R500's other count */
      at += 1 + n;
   }
}

void
fuzz_r300_stream(struct fuzz_stream *s, uint64_t number, bool *checked)
{
   static const char *const chips[] = {"r300", "rv350", "r420", "rs480", "rs690", "rv515", "rv530", "r580"};
   random_state = number * 0x2545f4914f6cdd1d;
   *checked = below(2);
   base = *checked ? 0 : (uint32_t)EMU_VRAM_BASE;
   make(s, chips[below(ARRAY_SIZE(chips))]);
   bound_counts(s);
   s->owns_hyperz = below(2);
   s->owns_cmask = below(2);
}
