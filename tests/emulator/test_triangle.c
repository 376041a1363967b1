/* SPDX-License-Identifier: MIT
 *
 * The whole emulated GPU with streams and shaders written by hand for RV770 and CYPRESS: a vertex shader that
 * fetches position and colour through a fetch shader, a pixel shader that returns the interpolated colour.
 * Coverage is compared with edge functions computed here, colours with exact barycentrics; and the picture
 * must not depend on threads or SIMD level.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/eg_regs.h"
#include "db/isa.h"
#include "db/pm4.h"
#include "db/r6_regs.h"
#include "emulator/emu_simd.h"
#include "emulator/emulator.h"
#include "util/u_math.h"

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

/* ---- shaders
 * ------------------------------------------------------------------------------------------------ */

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

/* ---- state
 * -------------------------------------------------------------------------------------------------- */

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
   struct emu_config cfg = {.chip = db_chip_find(chip), .vram_B = 16 << 20, .threads = threads, .simd = simd};
   uint64_t size;
   memset(g, 0, sizeof *g);
   g->e = emu_create(&cfg, error, sizeof error);
   if (!g->e)
      fail_msg("%s", error);
   g->eg = cfg.chip->gen >= DB_EVERGREEN;
   g->vram = emu_vram(g->e, &size);
   memset(g->vram + CB_AT, 0x55, PITCH * H * 4);
   memset(g->vram + DB_AT, 0xff, DEPTH_PITCH * DEPTH_H * 4);
   write_shaders(g);
   shader_state(g);
   raster_state(g);
   depth_test(g, false);
}

static const uint8_t *
pixel(const struct gpu *g, unsigned x, unsigned y)
{
   return g->vram + CB_AT + (y * PITCH + x) * 4;
}

static const char *const chips[] = {"RV770", "CYPRESS"};

/* ---- tests
 * -------------------------------------------------------------------------------------------------- */

/* Twice the signed area on the grid of 1/256 pixel, rows downwards. */
static int64_t
edge(const int64_t a[2], const int64_t b[2], const int64_t p[2])
{
   return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* Is a pixel centre on edge a-b of a triangle with positive area inside by the top-left rule? */
static bool
owns_edge(const int64_t a[2], const int64_t b[2])
{
   bool top = a[1] == b[1] && b[0] > a[0];
   bool left = b[1] < a[1];
   return top || left;
}

static void
triangle(void **state)
{
   static const struct vertex v[3] = {
      {{-0.9f, -0.8f, 0, 1},  {1, 0, 0, 1}   },
      {{0.85f, -0.35f, 0, 1}, {0, 1, 0, 0.5f}},
      {{-0.25f, 0.95f, 0, 1}, {0, 0, 1, 0}   },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      start(&g, chips[c], 2, NULL);
      memcpy(g.vram + VB_AT, v, sizeof v);
      draw(&g, 4, 0, 3);
      submit(&g);
      int64_t p[3][2];
      for (unsigned i = 0; i < 3; i++) {
         p[i][0] = __builtin_llrintf((v[i].pos[0] * (W / 2.0f) + W / 2.0f) * 256);
         p[i][1] = __builtin_llrintf((v[i].pos[1] * (-H / 2.0f) + H / 2.0f) * 256);
      }
      /* counter-clockwise in GL is negative here: turn it around */
      unsigned o[3] = {0, 2, 1};
      int64_t area = edge(p[o[0]], p[o[1]], p[o[2]]);
      assert_true(area > 0);
      unsigned covered = 0;
      for (unsigned y = 0; y < H; y++) {
         for (unsigned x = 0; x < W; x++) {
            const int64_t at[2] = {x * 256 + 128, y * 256 + 128};
            bool in = true;
            double b[3];
            for (unsigned i = 0; i < 3; i++) {
               const int64_t *a0 = p[o[(i + 1) % 3]], *a1 = p[o[(i + 2) % 3]];
               int64_t e = edge(a0, a1, at);
               in = in && (e > 0 || (e == 0 && owns_edge(a0, a1)));
               b[o[i]] = (double)e / (double)area;
            }
            const uint8_t *got = pixel(&g, x, y);
            if (!in) {
               static const uint8_t untouched[4] = {0x55, 0x55, 0x55, 0x55};
               if (memcmp(got, untouched, 4))
                  fail_msg("%s: pixel %u,%u is outside and was drawn", chips[c], x, y);
               continue;
            }
            covered++;
            for (unsigned k = 0; k < 4; k++) {
               double want = 0;
               for (unsigned i = 0; i < 3; i++)
                  want += b[i] * v[i].colour[k];
               if (got[k] < want * 255 - 0.51 || got[k] > want * 255 + 0.51)
                  fail_msg("%s: pixel %u,%u channel %u is %u instead of %f", chips[c], x, y, k, got[k],
                           want * 255);
            }
         }
      }
      assert_true(covered > 5000);
      emu_destroy(g.e);
   }
}

/* A nearer triangle drawn first hides a later one; clears in between work through memory. */
static void
depth(void **state)
{
   static const struct vertex v[6] = {
      {{-1, -1, 0, 1},     {1, 0, 0, 1}},
      {{1, -1, 0, 1},      {1, 0, 0, 1}},
      {{-1, 1, 0, 1},      {1, 0, 0, 1}},
      {{-1, -1, -0.5f, 1}, {0, 1, 0, 1}}, /* nearer on the left, farther on the right */
      {{1, -1, 0.5f, 1},   {0, 1, 0, 1}},
      {{-1, 1, -0.5f, 1},  {0, 1, 0, 1}},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      start(&g, chips[c], 1, NULL);
      memcpy(g.vram + VB_AT, v, sizeof v);
      depth_test(&g, true);
      draw(&g, 4, 0, 6);
      submit(&g);
      static const uint8_t red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 0, 255};
      assert_memory_equal(pixel(&g, 20, H - 5), green, 4);
      assert_memory_equal(pixel(&g, W / 2 - 3, H - 5), green, 4);
      assert_memory_equal(pixel(&g, W / 2 + 3, H - 5), red, 4);
      assert_memory_equal(pixel(&g, W - 20, H - 3), red, 4);
      emu_destroy(g.e);
   }
}

/* Coplanar triangles: the offset alone decides, with the slope's share where it is set. */
static void
polygon_offset(void **state)
{
   static const struct vertex v[6] = {
      {{-1, -1, -0.5f, 1}, {1, 0, 0, 1}},
      {{1, -1, 0.5f, 1},   {1, 0, 0, 1}},
      {{-1, 1, -0.5f, 1},  {1, 0, 0, 1}},
      {{-1, -1, -0.5f, 1}, {0, 1, 0, 1}},
      {{1, -1, 0.5f, 1},   {0, 1, 0, 1}},
      {{-1, 1, -0.5f, 1},  {0, 1, 0, 1}},
   };
   static const struct {
      float factor, units;
      bool visible;
   } cases[] = {
      {0,     0,      false},
      {0,     -4,     true },
      {0,     4,      false},
      {-1,    0,      true },
      {1,     -4,     false},
      {-0.1f, 1000,   true }, /* slope 0.5 / 200 a pixel, 1000 steps of 2^-24 */
      {0.1f,  -1000,  false},
      {0.1f,  -10000, true },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
         struct gpu g;
         start(&g, chips[c], 1, NULL);
         memcpy(g.vram + VB_AT, v, sizeof v);
         depth_test(&g, true);
         draw(&g, 4, 0, 3);
         reg(&g, R6_PA_SU_SC_MODE_CNTL_OFFSET,
             R6_PA_SU_SC_MODE_CNTL(.PROVOKING_VTX_LAST = 1, .POLY_OFFSET_FRONT_ENABLE = 1,
                                   .POLY_OFFSET_BACK_ENABLE = 1));
         reg2(&g, R6_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET, EG_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET,
              (uint8_t)-24);
         for (unsigned k = 0; k < 4; k++)
            reg2(&g, R6_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET + 4 * k,
                 EG_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET + 4 * k,
                 fui(k & 1 ? cases[i].units : cases[i].factor * 16));
         draw(&g, 4, 3, 3);
         submit(&g);
         static const uint8_t red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 0, 255};
         assert_memory_equal(pixel(&g, 20, H - 15), cases[i].visible ? green : red, 4);
         emu_destroy(g.e);
      }
   }
}

/* The rectangle list, in window coordinates and without the viewport, as drivers clear and copy. */
static void
rectangle(void **state)
{
   static const struct vertex v[3] = {
      {{10, 20, 0, 1}, {0, 0, 1, 1}},
      {{10, 70, 0, 1}, {0, 0, 1, 1}},
      {{90, 70, 0, 1}, {0, 0, 1, 1}},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      start(&g, chips[c], 1, NULL);
      memcpy(g.vram + VB_AT, v, sizeof v);
      reg(&g, R6_PA_CL_VTE_CNTL_OFFSET, R6_PA_CL_VTE_CNTL(.VTX_XY_FMT = 1, .VTX_Z_FMT = 1));
      reg(&g, R6_PA_CL_CLIP_CNTL_OFFSET, R6_PA_CL_CLIP_CNTL(.CLIP_DISABLE = 1));
      draw(&g, 0x11, 0, 3);
      submit(&g);
      for (unsigned y = 0; y < H; y++) {
         for (unsigned x = 0; x < W; x++) {
            static const uint8_t blue[4] = {0, 0, 255, 255}, untouched[4] = {0x55, 0x55, 0x55, 0x55};
            bool in = x >= 10 && x < 90 && y >= 20 && y < 70;
            assert_memory_equal(pixel(&g, x, y), in ? blue : untouched, 4);
         }
      }
      emu_destroy(g.e);
   }
}

/* A point is a square of its size around its centre, or nothing if the centre is outside. */
static void
point(void **state)
{
   static const struct vertex v[2] = {
      {{0, 0, 0, 1},     {1, 1, 1, 1}},
      {{1.01f, 0, 0, 1}, {1, 1, 1, 1}},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      start(&g, chips[c], 1, NULL);
      memcpy(g.vram + VB_AT, v, sizeof v);
      reg(&g, R6_PA_SU_POINT_SIZE_OFFSET, R6_PA_SU_POINT_SIZE(.WIDTH = 10 * 8, .HEIGHT = 6 * 8));
      draw(&g, 1, 0, 2);
      submit(&g);
      for (unsigned y = 0; y < H; y++) {
         for (unsigned x = 0; x < W; x++) {
            static const uint8_t white[4] = {255, 255, 255, 255}, untouched[4] = {0x55, 0x55, 0x55, 0x55};
            bool in = x >= W / 2 - 5 && x < W / 2 + 5 && y >= H / 2 - 3 && y < H / 2 + 3;
            assert_memory_equal(pixel(&g, x, y), in ? white : untouched, 4);
         }
      }
      emu_destroy(g.e);
   }
}

static uint64_t
hash(const uint8_t *p, size_t n)
{
   uint64_t h = 0xcbf29ce484222325;
   for (size_t i = 0; i < n; i++)
      h = (h ^ p[i]) * 0x100000001b3;
   return h;
}

/* Many triangles of all sizes, some behind the eye or beyond the guard band. index_B 0: counted indices; 2 or
 * 4: an index buffer and vertices in another order. */
static uint64_t
scene(const char *chip, unsigned threads, const char *simd, unsigned index_B)
{
   enum { N = 3600 };
   struct gpu g;
   start(&g, chip, threads, simd);
   struct vertex *v = (struct vertex *)(g.vram + VB_AT);
   uint32_t seed = 1;
   for (uint32_t i = 0; i < N; i++) {
      float r[8];
      for (unsigned k = 0; k < 8; k++) {
         seed = seed * 1664525 + 1013904223;
         r[k] = (float)(seed >> 8) / (1 << 24);
      }
      uint32_t at = index_B ? (i * 7 + 5) % N : i;
      if (index_B)
         memcpy(g.vram + IB_AT + i * index_B, &at, index_B);
      float size = i < 60 ? 40 : i < 300 ? 2.5f : 0.3f;
      float cx = (float)(i / 3) * 0.37f, cy = (float)(i / 3) * 0.23f;
      cx -= (float)(int)cx;
      cy -= (float)(int)cy;
      v[at].pos[0] = (cx - 0.5f) * 2 + (r[0] - 0.5f) * size;
      v[at].pos[1] = (cy - 0.5f) * 2 + (r[1] - 0.5f) * size;
      v[at].pos[2] = (r[2] - 0.5f) * 2.2f;
      v[at].pos[3] = i < 60 ? r[3] * 2 - 0.3f : 0.5f + r[3];
      memcpy(v[at].colour, r + 4, 16);
   }
   depth_test(&g, true);
   if (index_B) {
      reg(&g, R6_VGT_PRIMITIVE_TYPE_OFFSET, 4);
      dw(&g, DB_PKT3(DB_PKT3_INDEX_TYPE, 1));
      dw(&g, index_B == 4);
      dw(&g, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
      dw(&g, GPU(IB_AT));
      dw(&g, 0);
      dw(&g, N);
      dw(&g, 0);
   } else {
      draw(&g, 4, 0, N);
   }
   submit(&g);
   uint64_t h = hash(g.vram + CB_AT, PITCH * H * 4) ^ hash(g.vram + DB_AT, DEPTH_PITCH * DEPTH_H * 4);
   emu_destroy(g.e);
   return h;
}

static void
same_picture_everywhere(void **state)
{
   static const char *const levels[] = {"sse2", "avx2", "avx512"};
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      uint64_t want = scene(chips[c], 1, "sse2", 0);
      assert_true(scene(chips[c], 2, NULL, 2) == want);
      assert_true(scene(chips[c], 2, NULL, 4) == want);
      for (unsigned l = 0; l < ARRAY_SIZE(levels); l++) {
         if (!emu_kernels_find(levels[l]))
            continue; /* this CPU does not have it */
         static const uint8_t threads[] = {1, 2, 7};
         for (unsigned t = 0; t < ARRAY_SIZE(threads); t++)
            assert_true(scene(chips[c], threads[t], levels[l], 0) == want);
      }
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(triangle),  cmocka_unit_test(depth), cmocka_unit_test(polygon_offset),
      cmocka_unit_test(rectangle), cmocka_unit_test(point), cmocka_unit_test(same_picture_everywhere),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
