/* SPDX-License-Identifier: MIT
 *
 * An emulated RV770 or CYPRESS with state and shaders written by hand: a vertex shader that gets position and
 * colour from a fetch shader, a pixel shader that returns the interpolated colour, a linear colour buffer, a
 * tiled depth buffer.
 */
#ifndef TEST_EMULATOR_GPU_H
#define TEST_EMULATOR_GPU_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/terascale/eg_regs.h"
#include "db/terascale/isa.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/surface.h"
#include "emulator/emulator.h"
#include "util/u_math.h"
#include "emulator/terascale/public.h"

enum { W = 200, H = 120, PITCH = 256, DEPTH_PITCH = 256, DEPTH_H = 128 };

/* Offsets from EMU_VRAM_BASE. */
enum {
   VS_AT = 0x1000,
   PS_AT = 0x2000,
   FS_AT = 0x3000,
   VB_AT = 0x10000,
   IB_AT = 0x40000,
   CB_AT = 0x100000,
   DB_AT = 0x200000
};

#define GPU(at) ((uint32_t)(EMU_VRAM_BASE + (at)))

struct gpu {
   struct emulator *e;
   uint8_t *vram;
   bool eg;
   uint32_t dw[4096];
   uint32_t n;
   uint64_t *code; /* where put_*() write */
};

static void
dw(struct gpu *g, uint32_t v)
{
   assert_true(g->n < ARRAY_SIZE(g->dw));
   g->dw[g->n++] = v;
}

static void
reg(struct gpu *g, uint32_t offset, uint32_t value)
{
   bool config = offset < 0x28000;
   dw(g, DB_PKT3(config ? DB_PKT3_SET_CONFIG_REG : DB_PKT3_SET_CONTEXT_REG, 2));
   dw(g, (offset - (config ? 0x8000 : 0x28000)) / 4);
   dw(g, value);
}

/* Offsets differ, the layout does not. */
static void
reg2(struct gpu *g, uint32_t r6, uint32_t eg, uint32_t value)
{
   reg(g, g->eg ? eg : r6, value);
}

static void
submit(struct gpu *g)
{
   struct emu_error err;
   if (!emu_submit(g->e, g->dw, g->n, &err))
      fail_msg("dword %u (0x%08x): %s", err.dword, err.packet, err.reason);
   g->n = 0;
}

/* ---- shaders ---- */

static void
put(struct gpu *g, uint32_t w0, uint32_t w1)
{
   *g->code++ = w0 | (uint64_t)w1 << 32;
}

static unsigned
cf_code(struct gpu *g, enum db_cf_op op)
{
   int code = db_cf_info(op)->code[g->eg ? DB_EVERGREEN : DB_R700];
   assert_true(code >= 0);
   return (unsigned)code;
}

static void
put_cf(struct gpu *g, enum db_cf_op op, unsigned addr, unsigned count, bool end)
{
   if (g->eg)
      put(g, EG_SQ_CF_WORD0(.ADDR = addr),
          EG_SQ_CF_WORD1(.COUNT = count, .CF_INST = cf_code(g, op), .END_OF_PROGRAM = end, .BARRIER = 1));
   else
      put(g, R7_SQ_CF_WORD0(.ADDR = addr),
          R7_SQ_CF_WORD1(.COUNT = count, .CF_INST = cf_code(g, op), .END_OF_PROGRAM = end, .BARRIER = 1));
}

static void
put_export(struct gpu *g, unsigned type, unsigned target, unsigned gpr, bool end)
{
   if (g->eg)
      put(g, EG_SQ_CF_ALLOC_EXPORT_WORD0(.ARRAY_BASE = target, .TYPE = type, .RW_GPR = gpr, .ELEM_SIZE = 3),
          EG_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ(.SEL_X = 0, .SEL_Y = 1, .SEL_Z = 2, .SEL_W = 3,
                                           .END_OF_PROGRAM = end, .CF_INST = cf_code(g, DB_CF_EXPORT_DONE),
                                           .BARRIER = 1));
   else
      put(g, R7_SQ_CF_ALLOC_EXPORT_WORD0(.ARRAY_BASE = target, .TYPE = type, .RW_GPR = gpr, .ELEM_SIZE = 3),
          R7_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ(.SEL_X = 0, .SEL_Y = 1, .SEL_Z = 2, .SEL_W = 3,
                                           .END_OF_PROGRAM = end, .CF_INST = cf_code(g, DB_CF_EXPORT_DONE),
                                           .BARRIER = 1));
}

/* Four floats from R0.x's element of the fetch shader's first buffer. */
static void
put_fetch(struct gpu *g, unsigned gpr, unsigned offset)
{
   if (g->eg) {
      put(g, EG_SQ_VTX_WORD0(.BUFFER_ID = 0, .SRC_GPR = 0, .MEGA_FETCH_COUNT = 31),
          EG_SQ_VTX_WORD1_GPR(.DST_GPR = gpr, .DST_SEL_X = 0, .DST_SEL_Y = 1, .DST_SEL_Z = 2, .DST_SEL_W = 3,
                              .DATA_FORMAT = 35, .NUM_FORMAT_ALL = 2, .FORMAT_COMP_ALL = 1,
                              .SRF_MODE_ALL = 1));
      put(g, EG_SQ_VTX_WORD2(.OFFSET = offset, .MEGA_FETCH = 1), 0);
   } else {
      put(g,
          R7_SQ_VTX_WORD0(.BUFFER_ID = DB_R6_RESOURCE_FS - DB_R6_RESOURCE_VS, .SRC_GPR = 0,
                          .MEGA_FETCH_COUNT = 31),
          R7_SQ_VTX_WORD1_GPR(.DST_GPR = gpr, .DST_SEL_X = 0, .DST_SEL_Y = 1, .DST_SEL_Z = 2, .DST_SEL_W = 3,
                              .DATA_FORMAT = 35, .NUM_FORMAT_ALL = 2, .FORMAT_COMP_ALL = 1,
                              .SRF_MODE_ALL = 1));
      put(g, R7_SQ_VTX_WORD2(.OFFSET = offset, .MEGA_FETCH = 1), 0);
   }
}

/* R1.xyzw = input 0, from the I, J pair in R0.xy. */
static void
put_interp(struct gpu *g)
{
   for (unsigned half = 0; half < 2; half++) {
      int code = db_alu_info(half ? DB_ALU_INTERP_XY : DB_ALU_INTERP_ZW)->code[DB_EVERGREEN];
      for (unsigned c = 0; c < 4; c++)
         put(g,
             EG_SQ_ALU_WORD0(.SRC0_SEL = 0, .SRC0_CHAN = !(c & 1), .SRC1_SEL = 448, .SRC1_CHAN = c,
                             .LAST = c == 3),
             EG_SQ_ALU_WORD1_OP2(.ALU_INST = (uint32_t)code, .DST_GPR = 1, .DST_CHAN = c,
                                 .WRITE_MASK = (c < 2) == half, .BANK_SWIZZLE = 5));
   }
}

static void
write_shaders(struct gpu *g)
{
   g->code = (uint64_t *)(g->vram + VS_AT);
   put_cf(g, DB_CF_CALL_FS, 0, 0, false);
   put_export(g, 1, 60, 1, false);
   put_export(g, 2, 0, 2, true);

   g->code = (uint64_t *)(g->vram + FS_AT);
   put_cf(g, DB_CF_VTX, 2, 1, false);
   put_cf(g, DB_CF_RET, 0, 0, false);
   put_fetch(g, 1, 0);
   put_fetch(g, 2, 16);

   g->code = (uint64_t *)(g->vram + PS_AT);
   if (g->eg) {
      put(g, EG_SQ_CF_ALU_WORD0(.ADDR = 2),
          EG_SQ_CF_ALU_WORD1(.COUNT = 7, .CF_INST = cf_code(g, DB_CF_ALU), .BARRIER = 1));
      put_export(g, 0, 0, 1, true);
      put_interp(g);
   } else {
      put_export(g, 0, 0, 0, true);
   }
}

/* ---- state ---- */

static void
shader_state(struct gpu *g)
{
   reg2(g, R6_SQ_PGM_START_VS_OFFSET, EG_SQ_PGM_START_VS_OFFSET, GPU(VS_AT) >> 8);
   reg2(g, R6_SQ_PGM_RESOURCES_VS_OFFSET, EG_SQ_PGM_RESOURCES_VS_OFFSET,
        R6_SQ_PGM_RESOURCES_VS(.NUM_GPRS = 3, .STACK_SIZE = 1, .DX10_CLAMP = 1));
   reg2(g, R6_SQ_PGM_START_FS_OFFSET, EG_SQ_PGM_START_FS_OFFSET, GPU(FS_AT) >> 8);
   reg2(g, R6_SQ_PGM_RESOURCES_FS_OFFSET, EG_SQ_PGM_RESOURCES_FS_OFFSET, 0);
   reg2(g, R6_SQ_PGM_START_PS_OFFSET, EG_SQ_PGM_START_PS_OFFSET, GPU(PS_AT) >> 8);
   reg2(g, R6_SQ_PGM_RESOURCES_PS_OFFSET, EG_SQ_PGM_RESOURCES_PS_OFFSET,
        R6_SQ_PGM_RESOURCES_PS(.NUM_GPRS = 2, .DX10_CLAMP = 1));
   reg2(g, R6_SQ_PGM_EXPORTS_PS_OFFSET, EG_SQ_PGM_EXPORTS_PS_OFFSET, 2);
   reg(g, R6_SPI_VS_OUT_CONFIG_OFFSET, 0);
   reg2(g, R6_SPI_VS_OUT_ID_OFFSET(0), EG_SPI_VS_OUT_ID_OFFSET(0), 5);
   reg(g, R6_SPI_PS_INPUT_CNTL_OFFSET(0), R6_SPI_PS_INPUT_CNTL(.SEMANTIC = 5));
   reg(g, R6_SPI_PS_IN_CONTROL_0_OFFSET, R6_SPI_PS_IN_CONTROL_0(.NUM_INTERP = 1, .PERSP_GRADIENT_ENA = 1));
   reg(g, R6_SPI_PS_IN_CONTROL_1_OFFSET, 0);
   if (g->eg)
      reg(g, EG_SPI_BARYC_CNTL_OFFSET, EG_SPI_BARYC_CNTL(.PERSP_CENTER_ENA = 1));

   uint32_t window = g->eg ? DB_EG_RESOURCE_BASE : DB_R6_RESOURCE_BASE;
   uint32_t slot = window + (g->eg ? DB_EG_RESOURCE_FS * 32 : DB_R6_RESOURCE_FS * 28);
   dw(g, DB_PKT3(DB_PKT3_SET_RESOURCE, g->eg ? 9 : 8));
   dw(g, (slot - window) / 4);
   dw(g, GPU(VB_AT));
   dw(g, IB_AT - VB_AT - 1);
   dw(g, R6_SQ_VTX_CONSTANT_WORD2(.STRIDE = 32));
   dw(g,
      g->eg ? EG_SQ_VTX_CONSTANT_WORD3(.DST_SEL_X = 0, .DST_SEL_Y = 1, .DST_SEL_Z = 2, .DST_SEL_W = 3) : 0);
   dw(g, 0);
   dw(g, 0);
   if (g->eg)
      dw(g, 0);
   dw(g, R6_SQ_VTX_CONSTANT_WORD6(.TYPE = 3));
}

static void
raster_state(struct gpu *g)
{
   const float vport[6] = {W / 2.0f, W / 2.0f, -H / 2.0f, H / 2.0f, 0.5f, 0.5f};
   for (unsigned i = 0; i < 6; i++)
      reg(g, R6_PA_CL_VPORT_XSCALE_OFFSET(0) + 4 * i, fui(vport[i]));
   for (unsigned i = 0; i < 4; i++)
      reg(g, R6_PA_CL_GB_VERT_CLIP_ADJ_OFFSET + 4 * i, fui(i & 1 ? 1.0f : 16.0f));
   reg(g, R6_PA_CL_VTE_CNTL_OFFSET,
       R6_PA_CL_VTE_CNTL(.VPORT_X_SCALE_ENA = 1, .VPORT_X_OFFSET_ENA = 1, .VPORT_Y_SCALE_ENA = 1,
                         .VPORT_Y_OFFSET_ENA = 1, .VPORT_Z_SCALE_ENA = 1, .VPORT_Z_OFFSET_ENA = 1,
                         .VTX_W0_FMT = 1));
   reg(g, R6_PA_SC_SCREEN_SCISSOR_BR_OFFSET, 8192 | 8192 << 16);
   reg(g, R6_PA_SC_GENERIC_SCISSOR_BR_OFFSET, R6_PA_SC_GENERIC_SCISSOR_BR(.BR_X = 8192, .BR_Y = 8192));
   reg(g, R6_PA_SC_WINDOW_SCISSOR_BR_OFFSET, R6_PA_SC_WINDOW_SCISSOR_BR(.BR_X = W, .BR_Y = H));
   reg(g, R6_PA_SC_CLIPRECT_RULE_OFFSET, 0xffff);
   reg(g, R6_PA_SC_VPORT_ZMIN_OFFSET(0), 0);
   reg(g, R6_PA_SC_VPORT_ZMAX_OFFSET(0), fui(1));
   reg(g, R6_PA_SU_SC_MODE_CNTL_OFFSET, R6_PA_SU_SC_MODE_CNTL(.PROVOKING_VTX_LAST = 1));
   reg(g, R6_PA_SU_VTX_CNTL_OFFSET, R6_PA_SU_VTX_CNTL(.PIX_CENTER = 1, .ROUND_MODE = 2, .QUANT_MODE = 5));
   reg(g, g->eg ? EG_PA_SC_AA_MASK_OFFSET : R6_PA_SC_AA_MASK_OFFSET, 0xffffffff);
   reg(g, R6_VGT_MAX_VTX_INDX_OFFSET, 0xffffffff);
   reg(g, R6_CB_TARGET_MASK_OFFSET, 15);
   reg(g, R6_CB_SHADER_MASK_OFFSET, 15);
   uint32_t pitch = PITCH / 8 - 1, slice = PITCH * H / 64 - 1, dslice = DEPTH_PITCH * DEPTH_H / 64 - 1;
   if (g->eg) {
      reg(g, EG_CB_COLOR_CONTROL_OFFSET, EG_CB_COLOR_CONTROL(.MODE = 1, .ROP3 = 0xcc));
      reg(g, EG_CB_COLOR_BASE_OFFSET(0), GPU(CB_AT) >> 8);
      reg(g, EG_CB_COLOR_PITCH_OFFSET(0), pitch);
      reg(g, EG_CB_COLOR_SLICE_OFFSET(0), slice);
      reg(g, EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 1, .BLEND_CLAMP = 1));
      reg(g, EG_CB_COLOR_ATTRIB_OFFSET(0), EG_CB_COLOR_ATTRIB(.NON_DISP_TILING_ORDER = 1));
      reg(g, EG_DB_Z_INFO_OFFSET, EG_DB_Z_INFO(.FORMAT = 2, .ARRAY_MODE = 2));
      reg(g, EG_DB_Z_READ_BASE_OFFSET, GPU(DB_AT) >> 8);
      reg(g, EG_DB_Z_WRITE_BASE_OFFSET, GPU(DB_AT) >> 8);
      reg(g, EG_DB_DEPTH_SIZE_OFFSET,
          EG_DB_DEPTH_SIZE(.PITCH_TILE_MAX = DEPTH_PITCH / 8 - 1, .HEIGHT_TILE_MAX = DEPTH_H / 8 - 1));
      reg(g, EG_DB_DEPTH_SLICE_OFFSET, dslice);
   } else {
      reg(g, R6_CB_COLOR_CONTROL_OFFSET, R6_CB_COLOR_CONTROL(.ROP3 = 0xcc));
      reg(g, R6_CB_COLOR_BASE_OFFSET(0), GPU(CB_AT) >> 8);
      reg(g, R6_CB_COLOR_SIZE_OFFSET(0), R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = pitch, .SLICE_TILE_MAX = slice));
      reg(g, R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 1, .BLEND_CLAMP = 1));
      reg(g, R6_DB_DEPTH_INFO_OFFSET, R6_DB_DEPTH_INFO(.FORMAT = 3, .ARRAY_MODE = 2));
      reg(g, R6_DB_DEPTH_BASE_OFFSET, GPU(DB_AT) >> 8);
      reg(g, R6_DB_DEPTH_SIZE_OFFSET,
          R6_DB_DEPTH_SIZE(.PITCH_TILE_MAX = DEPTH_PITCH / 8 - 1, .SLICE_TILE_MAX = dslice));
   }
}

static void
depth_test(struct gpu *g, bool on)
{
   reg(g, R6_DB_DEPTH_CONTROL_OFFSET,
       on ? R6_DB_DEPTH_CONTROL(.Z_ENABLE = 1, .Z_WRITE_ENABLE = 1, .ZFUNC = 1) : 0);
   reg(g, R6_DB_SHADER_CONTROL_OFFSET, R6_DB_SHADER_CONTROL(.Z_ORDER = 1));
}

struct vertex {
   float pos[4], colour[4];
};

static void
draw(struct gpu *g, uint32_t type, uint32_t first, uint32_t count)
{
   reg(g, R6_VGT_IND_OFFSET_OFFSET, first);
   reg(g, R6_VGT_PRIMITIVE_TYPE_OFFSET, type);
   dw(g, DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2));
   dw(g, count);
   dw(g, 2);
}

static void
start(struct gpu *g, const char *chip, unsigned threads, const char *simd)
{
   char error[200] = "";
   struct emu_config cfg = {.chip = &terascale_chip_find(chip)->base,
                            .ops = &terascale_emulator,
                            .vram_B = 16 << 20,
                            .threads = threads,
                            .simd = simd,
                            .strict = ""};
   uint64_t size;
   memset(g, 0, sizeof *g);
   g->e = emu_create(&cfg, error, sizeof error);
   if (!g->e)
      fail_msg("%s", error);
   g->eg = terascale_chip(cfg.chip)->gen >= DB_EVERGREEN;
   g->vram = emu_vram(g->e, &size);
   memset(g->vram + CB_AT, 0x55, PITCH * H * 4);
   memset(g->vram + DB_AT, 0xff, DEPTH_PITCH * DEPTH_H * 4);
   write_shaders(g);
   shader_state(g);
   raster_state(g);
   depth_test(g, false);
}

static inline const uint8_t *
pixel(const struct gpu *g, unsigned x, unsigned y)
{
   return g->vram + CB_AT + (y * PITCH + x) * 4;
}

static const char *const chips[] = {"RV770", "CYPRESS"};

#endif
