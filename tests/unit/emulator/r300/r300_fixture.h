/* SPDX-License-Identifier: MIT
 *
 * An RV515 of the emulator's, and streams for it: registers as an open driver sets them for a draw without vertex fetch,
 * a vertex shader that copies, a fragment shader that shows a varying.
 */
#ifndef R300_FIXTURE_H
#define R300_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/r300/r300_chips.h"
#include "db/r300/r300_pm4.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_pvs.h"
#include "db/r300/rx_regs.h"
#include "emulator/emulator.h"
#include "emulator/r300/public.h"
#include "util/u_math.h"

enum {
   FIX_W = 64,
   FIX_H = 64,
   FIX_MEMORY_B = 1 << 20,
   FIX_MAX_DW = 8192,
   FIX_COLOR_AT = 0x800000, /* EMU_VRAM_BASE */
   FIX_DEPTH_AT = FIX_COLOR_AT + 0x20000,
   FIX_TEXTURE_AT = FIX_COLOR_AT + 0x40000,
   FIX_BUFFER_AT = FIX_COLOR_AT + 0x60000
};

struct fix {
   struct emulator *e;
   uint8_t *memory; /* of FIX_COLOR_AT */
   uint32_t dw[FIX_MAX_DW];
   uint32_t n;
   struct emu_error err;
};

static inline void
fix_open(struct fix *f, const char *chip, unsigned threads, const char *simd)
{
   char error[200] = "";
   uint64_t size;
   memset(f, 0, sizeof *f);
   f->e = emu_create(&(struct emu_config){.chip = &r300_chip_find(chip)->base,
                                          .ops = &r300_emulator,
                                          .vram_B = FIX_MEMORY_B,
                                          .threads = threads,
                                          .simd = simd,
                                          .strict = ""},
                     error, sizeof error);
   if (!f->e)
      fail_msg("%s", error);
   f->memory = emu_vram(f->e, &size);
}

static inline void
fix_emit(struct fix *f, uint32_t dw)
{
   assert_true(f->n < FIX_MAX_DW);
   f->dw[f->n++] = dw;
}

static inline void
fix_reg(struct fix *f, uint32_t offset, uint32_t value)
{
   fix_emit(f, R300_PKT0(offset, 1));
   fix_emit(f, value);
}

static inline void
fix_run(struct fix *f)
{
   if (!emu_submit(f->e, f->dw, f->n, &f->err))
      fail_msg("dword %u: %s", f->err.dword, f->err.reason);
   f->n = 0;
}

/* The stream must stop with a reason that has \p what in it. */
static inline void
fix_must_stop(struct fix *f, const char *what)
{
   assert_false(emu_submit(f->e, f->dw, f->n, &f->err));
   if (!strstr(f->err.reason, what))
      fail_msg("'%s' does not say '%s'", f->err.reason, what);
   f->n = 0;
}

static inline uint32_t
fix_dword(const struct fix *f, uint32_t address)
{
   uint32_t v;
   memcpy(&v, f->memory + (address - FIX_COLOR_AT), 4);
   return v;
}

/* A pixel of the 32-bit target of FIX_W columns. */
static inline uint32_t
fix_pixel(const struct fix *f, unsigned x, unsigned y)
{
   return fix_dword(f, FIX_COLOR_AT + (y * FIX_W + x) * 4);
}

/* out[to] = in[from] */
static inline void
fix_pvs_mov(uint32_t dw[4], unsigned to, unsigned from)
{
   const uint32_t zero = RX_PVS_SRC(.SRC_REG_TYPE = 1, .SRC_OFFSET = from, .SRC_SWIZZLE_X = 4,
                                    .SRC_SWIZZLE_Y = 4, .SRC_SWIZZLE_Z = 4, .SRC_SWIZZLE_W = 4);
   dw[0] = RX_PVS_OP_DST(.DST_OPCODE_VE = RX_PVS_OP_DST__DST_OPCODE_VE__ADD, .DST_REG_TYPE = 2,
                         .DST_OFFSET = to, .DST_WE_X = 1, .DST_WE_Y = 1, .DST_WE_Z = 1, .DST_WE_W = 1);
   dw[1] = RX_PVS_SRC(.SRC_REG_TYPE = 1, .SRC_OFFSET = from, .SRC_SWIZZLE_X = 0, .SRC_SWIZZLE_Y = 1,
                      .SRC_SWIZZLE_Z = 2, .SRC_SWIZZLE_W = 3);
   dw[2] = dw[3] = zero;
}

static inline void
fix_vertex_shader(struct fix *f)
{
   uint32_t code[8];
   fix_pvs_mov(code, 0, 0);
   fix_pvs_mov(code + 4, 1, 1);
   fix_reg(f, RX_VAP_PVS_CODE_CNTL_0_OFFSET, RX_VAP_PVS_CODE_CNTL_0(.PVS_LAST_INST = 1));
   fix_reg(f, RX_VAP_PVS_VECTOR_INDX_REG_OFFSET, 0);
   fix_emit(f, R300_PKT0(RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET, 8) | R300_PKT0_ONE_REG_WR);
   for (unsigned i = 0; i < 8; i++)
      fix_emit(f, code[i]);
   fix_reg(f, RX_VAP_OUT_VTX_FMT_0_OFFSET, RX_VAP_OUT_VTX_FMT_0(.VTX_POS_PRESENT = 1));
   fix_reg(f, RX_VAP_OUT_VTX_FMT_1_OFFSET, RX_VAP_OUT_VTX_FMT_1(.TEX_0_COMP_CNT = 4));
   /* two vectors of four floats */
   fix_reg(f, RX_VAP_PROG_STREAM_CNTL_OFFSET(0), 3 | (3 | 1 << 8 | 1 << 13) << 16);
   fix_reg(f, RX_VAP_PROG_STREAM_CNTL_EXT_OFFSET(0), 0xf688f688);
   fix_reg(f, RX_VAP_VTX_SIZE_OFFSET, 8);
}

/* Instructions of R500's fragment shader, six dwords each. */
static inline void
fix_fragment_shader(struct fix *f, const uint32_t (*inst)[6], unsigned n)
{
   fix_reg(f, R5_US_CONFIG_OFFSET, 2);
   fix_reg(f, R5_US_CODE_ADDR_OFFSET, R5_US_CODE_ADDR(.END_ADDR = n - 1));
   fix_reg(f, R5_GA_US_VECTOR_INDEX_OFFSET, 0);
   fix_emit(f, R300_PKT0(R5_GA_US_VECTOR_DATA_OFFSET, n * 6) | R300_PKT0_ONE_REG_WR);
   for (unsigned i = 0; i < n; i++)
      for (unsigned k = 0; k < 6; k++)
         fix_emit(f, inst[i][k]);
}

/* OUT: the colour is register \p reg. */
static inline void
fix_us_show(uint32_t dw[6], unsigned reg)
{
   dw[0] = R5_US_CMN_INST(.TYPE = 1, .TEX_SEM_WAIT = 1, .RGB_OMASK = 7, .ALPHA_OMASK = 1);
   dw[1] = R5_US_ALU_RGB_ADDR(.ADDR0 = reg);
   dw[2] = R5_US_ALU_ALPHA_ADDR(.ADDR0 = reg);
   dw[3] = R5_US_ALU_RGB_INST(.RED_SWIZ_A = 0, .GREEN_SWIZ_A = 1, .BLUE_SWIZ_A = 2, .RED_SWIZ_B = 6,
                              .GREEN_SWIZ_B = 6, .BLUE_SWIZ_B = 6);
   dw[4] = R5_US_ALU_ALPHA_INST(.ALPHA_SWIZ_A = 3, .ALPHA_SWIZ_B = 6);
   dw[5] = R5_US_ALU_RGBA_INST(.RED_SWIZ_C = 4, .GREEN_SWIZ_C = 4, .BLUE_SWIZ_C = 4, .ALPHA_SWIZ_C = 4);
}

/* All state of a draw of embedded vertices into a linear RGBA8 target. */
static inline void
fix_state(struct fix *f)
{
   uint32_t show[1][6];
   fix_reg(f, RX_RB3D_COLOROFFSET_OFFSET(0), FIX_COLOR_AT);
   fix_reg(
      f, RX_RB3D_COLORPITCH_OFFSET(0),
      RX_RB3D_COLORPITCH(.COLORPITCH = FIX_W / 2, .COLORFORMAT = RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888));
   fix_reg(f, RX_US_OUT_FMT_OFFSET(0), RX_US_OUT_FMT(.C0_SEL = 1, .C1_SEL = 2, .C2_SEL = 3, .C3_SEL = 0));
   for (unsigned i = 1; i < 4; i++)
      fix_reg(f, RX_US_OUT_FMT_OFFSET(i), RX_US_OUT_FMT__OUT_FMT__UNUSED);
   fix_reg(f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 15);
   fix_reg(f, RX_SC_SCISSOR0_OFFSET, 0);
   fix_reg(f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = FIX_W - 1, .YS1 = FIX_H - 1));
   fix_reg(f, RX_SC_CLIP_RULE_OFFSET, 0xffff);
   fix_reg(f, RX_SC_SCREENDOOR_OFFSET, 0xffffff);
   fix_reg(f, RX_SU_DEPTH_SCALE_OFFSET, 0x4b7fffff);
   fix_reg(f, RX_VAP_CLIP_CNTL_OFFSET, RX_VAP_CLIP_CNTL(.CLIP_DISABLE = 1));
   fix_reg(f, RX_VAP_VTE_CNTL_OFFSET, RX_VAP_VTE_CNTL(.VTX_XY_FMT = 1, .VTX_Z_FMT = 1));
   fix_reg(f, RX_GA_ROUND_MODE_OFFSET, 1);
   fix_reg(f, RX_GA_COLOR_CONTROL_OFFSET, 0x3aaaa);
   fix_reg(f, RX_RS_INST_COUNT_OFFSET, 0);
   fix_reg(f, R5_RS_IP_OFFSET(0), R5_RS_IP(.TEX_PTR_S = 0, .TEX_PTR_T = 1, .TEX_PTR_R = 2, .TEX_PTR_Q = 3));
   fix_reg(f, R5_RS_INST_OFFSET(0), R5_RS_INST(.TEX_CN = 1));
   fix_vertex_shader(f);
   fix_us_show(show[0], 0);
   fix_fragment_shader(f, (const uint32_t(*)[6])show, 1);
}

/* n vertices of x, y, z, w and four floats. */
static inline void
fix_draw(struct fix *f, unsigned prim, const float (*v)[8], unsigned n)
{
   fix_emit(f, R300_PKT3(R300_PKT3_3D_DRAW_IMMD_2, 1 + 8 * n));
   fix_emit(f, RX_VAP_VF_CNTL(.PRIM_TYPE = prim, .PRIM_WALK = 3, .NUM_VERTICES = n));
   for (unsigned i = 0; i < n; i++)
      for (unsigned k = 0; k < 8; k++)
         fix_emit(f, fui(v[i][k]));
}

/* The whole target as one point. */
static inline void
fix_fill(struct fix *f, float z, float r, float g, float b, float a)
{
   const float v[1][8] = {
      {FIX_W / 2, FIX_H / 2, z, 1, r, g, b, a}
   };
   fix_reg(f, RX_GA_POINT_SIZE_OFFSET, RX_GA_POINT_SIZE(.HEIGHT = FIX_H * 6, .WIDTH = FIX_W * 6));
   fix_draw(f, RX_VAP_VF_CNTL__PRIM_TYPE__POINT_LIST, v, 1);
}

#endif
