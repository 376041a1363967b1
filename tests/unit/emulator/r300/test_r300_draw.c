/* SPDX-License-Identifier: MIT
 *
 * Whole draws of an RV515: rectangular points, triangles, interpolation, depth and stencil, blending, the CBZB clear, queries.
 */
#include "db/r300/r3_regs.h"
#include "emulator/r300/look.h"
#include "r300_fixture.h"

static void
point_fills(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fix_fill(&f, 0, 1, 0.5f, 0, 1);
   fix_run(&f);
   for (unsigned y = 0; y < FIX_H; y++)
      for (unsigned x = 0; x < FIX_W; x++)
         assert_int_equal(fix_pixel(&f, x, y), 0xff0080ff);
   emu_destroy(f.e);
}

/* With signs of all four components a target's bytes are -127 to 127; signs of some alone are refused. */
static void
signed_targets(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fix_reg(&f, RX_US_OUT_FMT_OFFSET(0),
           RX_US_OUT_FMT(.C0_SEL = 1, .C1_SEL = 2, .C2_SEL = 3, .C3_SEL = 0, .OUT_SIGN = 15));
   fix_fill(&f, 0, -1, 1, -3, 64.0f / 127);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 7, 9), 0x40817f81);
   fix_reg(&f, RX_US_OUT_FMT_OFFSET(0), RX_US_OUT_FMT(.C0_SEL = 1, .C1_SEL = 2, .C2_SEL = 3, .OUT_SIGN = 7));
   fix_fill(&f, 0, 0, 0, 0, 0);
   fix_must_stop(&f, "US_OUT_FMT: signs");
   emu_destroy(f.e);
}

/* Red is the column and green the row, from a triangle that covers all; with and without perspective of its own. */
static void
varyings_are_planes(void **state)
{
   static const float s = 2 * FIX_W;
   for (unsigned near = 0; near < 2; near++) {
      const float w = near ? 0.5f : 1; /* 1/w, as VTE takes it */
      const float v[3][8] = {
         {0, 0, 0, w, 0,              0,              0, 1},
         {s, 0, 0, w, 2 * 64 / 255.f, 0,              0, 1},
         {0, s, 0, w, 0,              2 * 64 / 255.f, 0, 1},
      };
      struct fix f;
      fix_open(&f, "rv515", 1, NULL);
      fix_state(&f);
      fix_draw(&f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, v, 3);
      fix_run(&f);
      for (unsigned y = 0; y < FIX_H; y++)
         for (unsigned x = 0; x < FIX_W; x++) {
            const uint32_t p = fix_pixel(&f, x, y);
            /* at the centre: half a step above, and halves may go either way */
            assert_in_range(p & 255, x, x + 1);
            assert_in_range(p >> 8 & 255, y, y + 1);
            assert_int_equal(p >> 16, 0xff00);
         }
      emu_destroy(f.e);
   }
}

static void
depth_state(struct fix *f, uint32_t cntl, uint32_t zstencil, uint32_t refmask)
{
   fix_reg(f, RX_ZB_FORMAT_OFFSET, RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS);
   fix_reg(f, RX_ZB_DEPTHOFFSET_OFFSET, FIX_DEPTH_AT);
   fix_reg(f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4));
   fix_reg(f, RX_ZB_CNTL_OFFSET, cntl);
   fix_reg(f, RX_ZB_ZSTENCILCNTL_OFFSET, zstencil);
   fix_reg(f, RX_ZB_STENCILREFMASK_OFFSET, refmask);
}

/* A word is 24 bits of depth above 8 of stencil. */
static void
depth_stands_above_stencil(void **state)
{
   const float half[3][8] = {
      {0,         0,         0.25f, 1, 0, 1, 0, 1},
      {2 * FIX_W, 0,         0.25f, 1, 0, 1, 0, 1},
      {0,         FIX_H / 2, 0.25f, 1, 0, 1, 0, 1},
   };
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   /* depth always, stencil always and replaced */
   depth_state(&f, RX_ZB_CNTL(.STENCIL_ENABLE = 1, .Z_ENABLE = 1, .ZWRITEENABLE = 1),
               RX_ZB_ZSTENCILCNTL(.ZFUNC = 7, .STENCILFUNC = 7, .STENCILZPASS = 2), 0xffff05);
   fix_fill(&f, 0.5f, 1, 0, 0, 1);
   /* depth less, stencil up where depth passes */
   depth_state(&f, RX_ZB_CNTL(.STENCIL_ENABLE = 1, .Z_ENABLE = 1, .ZWRITEENABLE = 1),
               RX_ZB_ZSTENCILCNTL(.ZFUNC = 1, .STENCILFUNC = 3, .STENCILZPASS = 3), 0xffff05);
   fix_draw(&f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, half, 3);
   fix_run(&f);
   unsigned inside = 0;
   for (unsigned y = 0; y < FIX_H; y++)
      for (unsigned x = 0; x < FIX_W; x++) {
         const bool in = fix_pixel(&f, x, y) == 0xff00ff00;
         inside += in;
         assert_true(in || fix_pixel(&f, x, y) == 0xff0000ff);
         /* 0.25 and 0.5 times 2^24 - 1, to nearest */
         assert_int_equal(fix_dword(&f, FIX_DEPTH_AT + (y * FIX_W + x) * 4),
                          in ? 0x400000u << 8 | 6 : 0x800000u << 8 | 5);
      }
   assert_int_equal(inside,
                    1536); /* (16 + 32) / 2 rows of 64 pixels: the long side goes through corners of pixels */
   emu_destroy(f.e);
}

/* R300's shader that shows what is interpolated: one node of one slot, a multiplication by 1; and its scissor. */
static void
r300_show(struct fix *f)
{
   const unsigned origin = 1440;
   fix_reg(f, RX_SC_SCISSOR0_OFFSET, RX_SC_SCISSOR0(.XS0 = origin, .YS0 = origin));
   fix_reg(f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = origin + FIX_W - 1, .YS1 = origin + FIX_H - 1));
   fix_reg(f, R3_RS_IP_OFFSET(0), R3_RS_IP(.SEL_S = 0, .SEL_T = 1, .SEL_R = 2, .SEL_Q = 3));
   fix_reg(f, R3_RS_INST_OFFSET(0), R3_RS_INST(.TEX_CN = 1));
   fix_reg(f, R3_US_CONFIG_OFFSET, 0);
   fix_reg(f, R3_US_CODE_OFFSET_OFFSET, 0);
   fix_reg(f, R3_US_CODE_ADDR_OFFSET(3), R3_US_CODE_ADDR(.RGBA_OUT = 1));
   fix_reg(f, R3_US_ALU_RGB_ADDR_OFFSET(0), R3_US_ALU_RGB_ADDR(.OMASK = 7));
   fix_reg(f, R3_US_ALU_ALPHA_ADDR_OFFSET(0), R3_US_ALU_ALPHA_ADDR(.OMASK = 1));
   fix_reg(f, R3_US_ALU_RGB_INST_OFFSET(0),
           R3_US_ALU_RGB_INST(.RGB_SEL_A = 0, .RGB_SEL_B = 21, .RGB_SEL_C = 20));
   fix_reg(f, R3_US_ALU_ALPHA_INST_OFFSET(0),
           R3_US_ALU_ALPHA_INST(.ALPHA_SEL_A = 9, .ALPHA_SEL_B = 17, .ALPHA_SEL_C = 16));
}

/* The alpha that is tested has 10 bits, 8, or is a float of 16, and so has the reference, which R500 reads from another register
 * then. */
static void
alpha_is_tested_in_steps(void **state)
{
   const uint32_t equal =
      RX_FG_ALPHA_FUNC(.AF_EN = 1, .AF_FUNC = RX_FG_ALPHA_FUNC__AF_FUNC__AF_EQUAL, .AF_VAL = 102);
   const uint32_t bits8 = equal | R5_FG_ALPHA_FUNC(.AF_EN_8BIT = 1),
                  half = equal | R5_FG_ALPHA_FUNC(.FP16_ENABLE = 1);
   const struct {
      const char *chip;
      uint32_t func, value;
      float alpha;
      bool passes;
   } rows[] = {
      {"r300",  equal, 0,                     0.4f,               true },
      {"r300",  equal, 0,                     0.4f + 0.2f / 1023, true },
      {"r300",  equal, 0,                     0.4f - 0.4f / 1023, true },
      {"r300",  equal, 0,                     0.4f + 1.2f / 1023, false},
      {"rv515", equal, 700,                   700.4f / 1023,      true },
      {"rv515", equal, 700,                   700.6f / 1023,      false},
      {"rv515", equal, 700,                   0.4f,               false},
      {"rv515", bits8, 700,                   0.4f + 1.2f / 1023, true },
      {"rv515", bits8, 700,                   0.4f + 0.8f / 255,  false},
      {"rv515", half,  u_float_to_half(0.7f), 0.7f,               true },
      {"rv515", half,  u_float_to_half(0.7f), 0.7f + 0.8f / 1023, false},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
      struct fix f;
      fix_open(&f, rows[i].chip, 1, NULL);
      fix_state(&f);
      if (!rows[i].value)
         r300_show(&f);
      fix_fill(&f, 0.5f, 1, 0, 0, 1);
      fix_reg(&f, RX_FG_ALPHA_FUNC_OFFSET, rows[i].func);
      if (rows[i].value)
         fix_reg(&f, R5_FG_ALPHA_VALUE_OFFSET, rows[i].value);
      fix_fill(&f, 0.5f, 0, 1, 0, rows[i].alpha);
      fix_run(&f);
      if (((fix_pixel(&f, 5, 5) & 0xffffff) == 0x00ff00) != rows[i].passes)
         fail_msg("row %u: pixel %08x", i, fix_pixel(&f, 5, 5));
      emu_destroy(f.e);
   }
}

/* A depth that lies just between two steps: one unit of polygon offset is at least a step there, too, either way. */
static void
offset_units_are_steps(void **state)
{
   const float everywhere[3][8] = {
      {0,         0,         0.5f, 1, 0, 1, 0, 1},
      {2 * FIX_W, 0,         0.5f, 1, 0, 1, 0, 1},
      {0,         2 * FIX_H, 0.5f, 1, 0, 1, 0, 1},
   };
   for (int units = -1; units <= 1; units++) {
      struct fix f;
      fix_open(&f, "rv515", 1, NULL);
      fix_state(&f);
      depth_state(&f, RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1), RX_ZB_ZSTENCILCNTL(.ZFUNC = 7), 0);
      fix_reg(&f, RX_SU_POLY_OFFSET_ENABLE_OFFSET, 3);
      fix_reg(&f, RX_SU_POLY_OFFSET_FRONT_OFFSET_OFFSET, fui((float)units * 2));
      fix_reg(&f, RX_SU_POLY_OFFSET_BACK_OFFSET_OFFSET, fui((float)units * 2));
      fix_draw(&f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, everywhere, 3);
      fix_run(&f);
      const int steps = (int)(fix_dword(&f, FIX_DEPTH_AT) >> 8) - 0x800000;
      assert_in_range(steps * units, units ? 1 : 0, units ? 2 : 0);
      assert_true(units || !steps);
      emu_destroy(f.e);
   }
}

/* Tiles whose depth is written whatever is there keep their stencil, or get the reference. */
static void
tiles_are_filled(void **state)
{
   for (unsigned stencil = 0; stencil < 2; stencil++) {
      struct fix f;
      fix_open(&f, "rv515", 1, NULL);
      for (uint32_t i = 0; i < FIX_W * FIX_H; i++) {
         const uint32_t word = i * 2654435761u;
         memcpy(f.memory + (FIX_DEPTH_AT - FIX_COLOR_AT) + i * 4, &word, 4);
      }
      fix_state(&f);
      depth_state(&f, RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1, .STENCIL_ENABLE = stencil),
                  RX_ZB_ZSTENCILCNTL(.ZFUNC = 7, .STENCILFUNC = 7, .STENCILZPASS = 2), 0xffff5a);
      fix_reg(&f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4, .DEPTHMICROTILE = 1));
      fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 0);
      fix_fill(&f, 0.5f, 1, 0, 1, 0);
      fix_run(&f);
      for (uint32_t i = 0; i < FIX_W * FIX_H; i++)
         assert_int_equal(fix_dword(&f, FIX_DEPTH_AT + i * 4),
                          0x80000000 | (stencil ? 0x5a : (i * 2654435761u) & 255));
      emu_destroy(f.e);
   }
}

static void
blending_adds(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fix_fill(&f, 0, 0, 0, 1, 1);
   fix_reg(&f, RX_RB3D_BLENDCNTL_OFFSET,
           RX_RB3D_BLENDCNTL(.ALPHA_BLEND_ENABLE = 1, .READ_ENABLE = 1, .SRCBLEND = 38, .DESTBLEND = 39));
   fix_fill(&f, 0, 1, 0, 0, 0.5f);
   fix_reg(&f, RX_RB3D_BLENDCNTL_OFFSET, 0);
   fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 2); /* green alone */
   fix_fill(&f, 0, 0, 1, 0, 0);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 3, 5), 0xbf80ff80);
   emu_destroy(f.e);
}

/* CB draws the upper half of a surface while ZB fills the lower. */
static void
cbzb_clears_the_other_half(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fix_reg(&f, RX_ZB_FORMAT_OFFSET, RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS);
   fix_reg(&f, RX_ZB_DEPTHOFFSET_OFFSET, FIX_COLOR_AT + FIX_W * FIX_H / 2 * 4);
   fix_reg(&f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4));
   fix_reg(&f, RX_ZB_BW_CNTL_OFFSET, RX_ZB_BW_CNTL(.ZB_CB_CLEAR = 1));
   fix_reg(&f, RX_ZB_DEPTHCLEARVALUE_OFFSET, 0x12345678);
   fix_reg(&f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = FIX_W - 1, .YS1 = FIX_H / 2 - 1));
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_run(&f);
   for (unsigned y = 0; y < FIX_H; y++)
      for (unsigned x = 0; x < FIX_W; x++)
         assert_int_equal(fix_pixel(&f, x, y), y < FIX_H / 2 ? 0xffffffff : 0x12345678);
   assert_int_equal(fix_pixel(&f, 0, FIX_H), 0);
   emu_destroy(f.e);
}

/* The count of samples goes to the first pipe's place alone. */
static void
query_counts_samples(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 3, NULL);
   fix_state(&f);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_reg(&f, RX_ZB_ZPASS_DATA_OFFSET, 0);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_reg(&f, RX_SU_REG_DEST_OFFSET, 2);
   fix_reg(&f, RX_ZB_ZPASS_ADDR_OFFSET, FIX_BUFFER_AT + 4);
   fix_reg(&f, RX_SU_REG_DEST_OFFSET, 1);
   fix_reg(&f, RX_ZB_ZPASS_ADDR_OFFSET, FIX_BUFFER_AT);
   fix_run(&f);
   assert_int_equal(fix_dword(&f, FIX_BUFFER_AT), FIX_W * FIX_H);
   assert_int_equal(fix_dword(&f, FIX_BUFFER_AT + 4), 0);
   emu_destroy(f.e);
}

/* Arrays and indices in memory, of other formats than floats. */
static void
arrays_and_indices(void **state)
{
   static const struct {
      float pos[4];
      uint8_t color[4];
   } vertex[3] = {
      {{0, 0, 0, 1},         {255, 0, 51, 255}},
      {{2 * FIX_W, 0, 0, 1}, {255, 0, 51, 255}},
      {{0, 2 * FIX_H, 0, 1}, {255, 0, 51, 255}},
   };
   static const uint16_t index[4] = {7, 8, 9, 0};
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   memcpy(f.memory + (FIX_BUFFER_AT - FIX_COLOR_AT) + 7 * sizeof vertex[0], vertex, sizeof vertex);
   memcpy(f.memory + (FIX_TEXTURE_AT - FIX_COLOR_AT), index, sizeof index);
   fix_state(&f);
   /* four floats to vector 0, four normalised bytes to vector 1 */
   fix_reg(&f, RX_VAP_PROG_STREAM_CNTL_OFFSET(0), 3 | (4 | 1 << 8 | 1 << 13 | 1u << 15) << 16);
   fix_reg(&f, RX_VAP_VF_MAX_VTX_INDX_OFFSET, 100);
   fix_emit(&f, R300_PKT3(R300_PKT3_3D_LOAD_VBPNTR, 4));
   fix_emit(&f, 2);
   fix_emit(&f, 4 | 5 << 8 | 1 << 16 | 5 << 24);
   fix_emit(&f, FIX_BUFFER_AT);
   fix_emit(&f, FIX_BUFFER_AT + 16);
   fix_emit(&f, R300_PKT3(R300_PKT3_3D_DRAW_INDX_2, 1));
   fix_emit(&f, RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 1, .NUM_VERTICES = 3));
   fix_emit(&f, R300_PKT3(R300_PKT3_INDX_BUFFER, 3));
   fix_emit(&f, R300_PKT3_INDX_BUFFER_DW0(.REG_DW = RX_VAP_PORT_IDX_OFFSET(0) / 4, .ONE_REG_WR = 1));
   fix_emit(&f, FIX_TEXTURE_AT);
   fix_emit(&f, 2);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 0, 0), 0xff3300ff);
   assert_int_equal(fix_pixel(&f, FIX_W - 1, FIX_H - 1), 0xff3300ff);
   emu_destroy(f.e);
}

/* A texture of 2x2 texels, nearest: each quarter of the target is one. */
static void
texture_nearest(void **state)
{
   static const uint32_t texels[2][8] = {
      {0x11111111, 0x22222222},
      {0x33333333, 0x44444444}
   };
   const float v[3][8] = {
      {0,         0,         0, 1, 0, 0, 0, 1},
      {2 * FIX_W, 0,         0, 1, 2, 0, 0, 1},
      {0,         2 * FIX_H, 0, 1, 0, 2, 0, 1},
   };
   uint32_t code[2][6] = {{0}};
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   memcpy(f.memory + (FIX_TEXTURE_AT - FIX_COLOR_AT), texels, sizeof texels);
   fix_state(&f);
   code[0][0] = R5_US_CMN_INST(.TYPE = 3, .RGB_WMASK = 7, .ALPHA_WMASK = 1);
   code[0][1] = R5_US_TEX_INST(.TEX_ID = 0, .INST = 1, .TEX_SEM_ACQUIRE = 1);
   code[0][2] =
      R5_US_TEX_ADDR(.SRC_S_SWIZ = 0, .SRC_T_SWIZ = 1, .SRC_R_SWIZ = 2, .SRC_Q_SWIZ = 3, .DST_ADDR = 1,
                     .DST_R_SWIZ = 0, .DST_G_SWIZ = 1, .DST_B_SWIZ = 2, .DST_A_SWIZ = 3);
   fix_us_show(code[1], 1);
   fix_fragment_shader(&f, (const uint32_t(*)[6])code, 2);
   fix_reg(&f, RX_TX_ENABLE_OFFSET, 1);
   fix_reg(&f, RX_TX_FILTER0_OFFSET(0),
           RX_TX_FILTER0(.CLAMP_S = 2, .CLAMP_T = 2, .MAG_FILTER = 1, .MIN_FILTER = 1));
   fix_reg(&f, RX_TX_FORMAT0_OFFSET(0), RX_TX_FORMAT0(.TXWIDTH = 1, .TXHEIGHT = 1));
   fix_reg(&f, RX_TX_FORMAT1_OFFSET(0),
           RX_TX_FORMAT1(.TXFORMAT = 12, .SEL_RED = 0, .SEL_GREEN = 1, .SEL_BLUE = 2, .SEL_ALPHA = 3));
   fix_reg(&f, RX_TX_OFFSET_OFFSET(0), FIX_TEXTURE_AT);
   fix_draw(&f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, v, 3);
   fix_run(&f);
   for (unsigned y = 0; y < FIX_H; y++)
      for (unsigned x = 0; x < FIX_W; x++)
         assert_int_equal(fix_pixel(&f, x, y), texels[y / (FIX_H / 2)][x / (FIX_W / 2)]);
   emu_destroy(f.e);
}

/* Threads and widths of vectors can't be seen, nor can colours see whether depth is in tiles, as with two threads. */
static void
same_everywhere(void **state)
{
   static const char *const levels[] = {NULL, "sse2", "avx2", "avx512", "neon"};
   enum { TARGET_B = FIX_W * FIX_H * 4, DEPTH = FIX_DEPTH_AT - FIX_COLOR_AT };
   static uint8_t color[TARGET_B], depth[2][TARGET_B];
   bool have_color = false, have_depth[2] = {false};
   for (unsigned i = 0; i < ARRAY_SIZE(levels); i++) {
      char error[200];
      struct emulator *e = emu_create(&(struct emu_config){.chip = &r300_chip_find("rv515")->base,
                                                           .ops = &r300_emulator,
                                                           .vram_B = FIX_MEMORY_B,
                                                           .simd = levels[i],
                                                           .strict = ""},
                                      error, sizeof error);
      if (!e)
         continue; /* not a level of this CPU */
      emu_destroy(e);
      for (unsigned threads = 1; threads <= 3; threads++) {
         const bool tiles = threads == 2;
         struct fix f;
         fix_open(&f, "rv515", threads, levels[i]);
         fix_state(&f);
         depth_state(&f, RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1), RX_ZB_ZSTENCILCNTL(.ZFUNC = 7), 0);
         fix_reg(&f, RX_ZB_DEPTHPITCH_OFFSET,
                 RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4, .DEPTHMICROTILE = tiles));
         fix_fill(&f, 0.5f, 1, 0, 0, 1);
         for (unsigned k = 0; k < 40; k++) {
            fix_reg(&f, RX_ZB_ZSTENCILCNTL_OFFSET, RX_ZB_ZSTENCILCNTL(.ZFUNC = 1 + k * 5 / 3 % 7));
            const float a = (float)k * 1.7f, b = (float)(k * k % 61), t = (float)k / 40;
            const float v[3][8] = {
               {a, b,      t,     1,    t,     1 - t, 0.3f, 1},
               {b, 63 - a, 0.5f,  0.7f, 0.1f,  t,     1,    1},
               {9, a,      1 - t, 0.3f, 1 - t, 0.5f,  t,    1},
            };
            fix_draw(&f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, v, 3);
            /* others in the same depth */
            fix_reg(&f, RX_ZB_ZSTENCILCNTL_OFFSET, RX_ZB_ZSTENCILCNTL(.ZFUNC = 1 + k % 7));
            fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 5);
            fix_draw(&f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, v, 3);
            fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 10);
         }
         fix_run(&f);
         if (!have_color)
            memcpy(color, f.memory, TARGET_B);
         if (!have_depth[tiles])
            memcpy(depth[tiles], f.memory + DEPTH, TARGET_B);
         have_color = have_depth[tiles] = true;
         assert_memory_equal(color, f.memory, TARGET_B);
         assert_memory_equal(depth[tiles], f.memory + DEPTH, TARGET_B);
         emu_destroy(f.e);
      }
   }
   assert_true(have_color);
}

static void
refusals(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_emit(&f, R300_PKT3(R300_PKT3_BITBLT_MULTI, 3));
   for (unsigned i = 0; i < 3; i++)
      fix_emit(&f, 0);
   fix_must_stop(&f, "BITBLT_MULTI is not implemented");
   fix_emit(&f, R300_PKT3(0x7f, 1));
   fix_emit(&f, 0);
   fix_must_stop(&f, "there is no packet 0x7f");
   fix_emit(&f, R300_PKT0(RX_SC_SCISSOR0_OFFSET, 9));
   fix_must_stop(&f, "longer than the stream");
   fix_state(&f);
   fix_reg(&f, RX_GA_OFFSET_OFFSET, 1);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_must_stop(&f, "GA_OFFSET");
   fix_state(&f);
   fix_reg(&f, RX_GA_OFFSET_OFFSET, 0);
   fix_reg(&f, RX_RB3D_COLOROFFSET_OFFSET(0), FIX_COLOR_AT + FIX_MEMORY_B - 4096);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_must_stop(&f, "outside of memory");
   fix_state(&f);
   fix_fill(&f, 0, 0, 1, 0, 1);
   fix_run(&f); /* ready for the next */
   assert_int_equal(fix_pixel(&f, 9, 9), 0xff00ff00);
   emu_destroy(f.e);
}

/* Masks of two components of 16 bits: green's and red's bits are the first one's, blue's and alpha's the second's. */
static void
masks_of_halves(void **state)
{
   static const struct {
      unsigned mask;
      uint32_t pixel;
   } cases[] = {
      {6,  0x0000ffff},
      {9,  0xffff0000},
      {15, 0xffffffff},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      struct fix f;
      fix_open(&f, "rv515", 1, NULL);
      fix_state(&f);
      fix_reg(&f, RX_US_OUT_FMT_OFFSET(0),
              RX_US_OUT_FMT(.OUT_FMT = RX_US_OUT_FMT__OUT_FMT__C2_16, .C0_SEL = 1, .C1_SEL = 2, .C2_SEL = 3,
                            .C3_SEL = 0));
      fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, cases[i].mask);
      fix_fill(&f, 0, 1, 1, 0, 0);
      fix_run(&f);
      assert_int_equal(fix_pixel(&f, 9, 9), cases[i].pixel);
      emu_destroy(f.e);
   }
}

/* Two floats a pixel: the lower one is C0 and goes by green's and red's masks, the upper one is C2. */
static void
two_floats(void **state)
{
   for (unsigned mask = 6; mask < 16; mask += 9) {
      struct fix f;
      fix_open(&f, "rv515", 1, NULL);
      fix_state(&f);
      fix_reg(&f, RX_RB3D_COLORPITCH_OFFSET(0),
              RX_RB3D_COLORPITCH(.COLORPITCH = FIX_W / 2,
                                 .COLORFORMAT = RX_RB3D_COLORPITCH__COLORFORMAT__ARGB16161616));
      fix_reg(&f, RX_US_OUT_FMT_OFFSET(0),
              RX_US_OUT_FMT(.OUT_FMT = RX_US_OUT_FMT__OUT_FMT__C2_32_FP, .C0_SEL = 1, .C2_SEL = 2));
      fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, mask);
      fix_fill(&f, 0, 0.75f, -5, 3, 4);
      fix_run(&f);
      assert_int_equal(fix_dword(&f, FIX_COLOR_AT + 8), fui(0.75f));
      assert_int_equal(fix_dword(&f, FIX_COLOR_AT + 12), mask == 15 ? fui(-5) : 0);
      emu_destroy(f.e);
   }
}

/* Without a mask a target's format and address need not make sense; depth is drawn. */
static void
depth_alone(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fix_reg(&f, RX_RB3D_COLORPITCH_OFFSET(0), 0);
   fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 0);
   fix_reg(&f, RX_ZB_FORMAT_OFFSET, RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS);
   fix_reg(&f, RX_ZB_DEPTHOFFSET_OFFSET, FIX_DEPTH_AT);
   fix_reg(&f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4));
   fix_reg(&f, RX_ZB_CNTL_OFFSET, RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1));
   fix_reg(&f, RX_ZB_ZSTENCILCNTL_OFFSET, RX_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS);
   fix_fill(&f, 1, 1, 1, 1, 1);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 3, 3), 0);
   assert_int_equal(fix_dword(&f, FIX_DEPTH_AT) >> 8, 0xffffff);
   fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 1);
   fix_fill(&f, 1, 1, 1, 1, 1);
   fix_must_stop(&f, "COLORFORMAT 0");
   emu_destroy(f.e);
}

/* RB3D_CCTL: one colour to two buffers; what a tool sees of the draw. */
static void
one_color_twice(void **state)
{
   struct fix f;
   struct emu_picture is;
   uint32_t rgba[4];
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fix_reg(&f, RX_RB3D_COLOROFFSET_OFFSET(1), FIX_COLOR_AT + 0x20000);
   fix_reg(
      &f, RX_RB3D_COLORPITCH_OFFSET(1),
      RX_RB3D_COLORPITCH(.COLORPITCH = FIX_W / 2, .COLORFORMAT = RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888));
   fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 0xff);
   fix_reg(&f, RX_RB3D_CCTL_OFFSET, RX_RB3D_CCTL(.NUM_MULTIWRITES = 1));
   fix_fill(&f, 0, 1, 0.5f, 0, 1);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 7, 9), 0xff0080ff);
   assert_int_equal(fix_dword(&f, FIX_COLOR_AT + 0x20000), 0xff0080ff);
   assert_true(r300_look_target(f.e, &is));
   assert_int_equal(is.address, FIX_COLOR_AT);
   assert_int_equal(is.w_px, FIX_W);
   assert_int_equal(is.h_px, FIX_H);
   assert_string_equal(is.format, "C4_8 ARGB8888");
   r300_look_pixels(f.e, 2, 2, rgba);
   assert_int_equal(rgba[3], 0xff0080ff);
   /* the first target's mask is all targets', unless each has its own */
   fix_reg(&f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 0xf);
   fix_fill(&f, 0, 0, 0, 1, 1);
   fix_run(&f);
   assert_int_equal(fix_dword(&f, FIX_COLOR_AT + 0x20000), 0xffff0000);
   fix_reg(&f, RX_RB3D_CCTL_OFFSET,
           RX_RB3D_CCTL(.NUM_MULTIWRITES = 1, .INDEPENDENT_COLOR_CHANNEL_MASK_ENABLE = 1));
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 7, 9), ~0u);
   assert_int_equal(fix_dword(&f, FIX_COLOR_AT + 0x20000), 0xffff0000);
   emu_destroy(f.e);
}

/* SC_CLIP_RULE 0xaaaa shows what is inside of the first rectangle; depth in micro tiles, whole and partial blocks. */
static void
one_clip_rectangle(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   depth_state(&f, RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1), RX_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS, 0);
   fix_reg(&f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4, .DEPTHMICROTILE = 1));
   fix_fill(&f, 0.5f, 0, 0, 0, 0);
   fix_reg(&f, RX_ZB_ZSTENCILCNTL_OFFSET, RX_ZB_ZSTENCILCNTL__ZFUNC__LESS);
   fix_reg(&f, RX_SC_CLIP_RULE_OFFSET, 0xaaaa);
   fix_reg(&f, RX_SC_CLIP_0_A_OFFSET, RX_SC_CLIP_0_A(.XS0 = 5, .YS0 = 9));
   fix_reg(&f, RX_SC_CLIP_0_B_OFFSET, RX_SC_CLIP_0_B(.XS1 = 40, .YS1 = 50));
   fix_fill(&f, 0.25f, 1, 1, 1, 1);
   fix_reg(&f, RX_SC_CLIP_RULE_OFFSET, 0xffff);
   fix_fill(&f, 0.375f, 0, 0, 1, 0); /* before what the rectangle hid, behind what it showed */
   fix_run(&f);
   for (unsigned y = 0; y < FIX_H; y++)
      for (unsigned x = 0; x < FIX_W; x++) {
         const bool inside = x >= 5 && x <= 40 && y >= 9 && y <= 50;
         assert_int_equal(fix_pixel(&f, x, y), inside ? ~0u : 0x00ff0000);
      }
   emu_destroy(f.e);
}

/* ---- surfaces of tiles ---- */

enum { TILED_ROWS = 52, ROWS_SENTINEL = 0x5a5a5a5a }; /* the last blocks have rows that the surfaces lack */

/* A program of constants, then one of varyings, with depth: whole blocks, and parts of them. */
static void
draw_layers(struct fix *f, bool tiled)
{
   static const float corner[3][8] = {
      {3,  60, 0.25f, 1, 0, 1, 0, 1},
      {61, 47, 0.75f, 1, 1, 0, 0, 1},
      {9,  1,  0.25f, 1, 0, 0, 1, 0},
   };
   uint32_t ones[1][6];
   fix_state(f);
   fix_reg(f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = FIX_W - 1, .YS1 = TILED_ROWS - 1));
   fix_reg(f, RX_RB3D_COLORPITCH_OFFSET(0),
           RX_RB3D_COLORPITCH(.COLORPITCH = FIX_W / 2, .COLORMICROTILE = tiled,
                              .COLORFORMAT = RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888));
   depth_state(f, RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1), RX_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS, 0);
   fix_reg(f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4, .DEPTHMICROTILE = tiled));
   fix_us_show(ones[0], 0);
   ones[0][3] = R5_US_ALU_RGB_INST(.RED_SWIZ_A = 6, .GREEN_SWIZ_A = 4, .BLUE_SWIZ_A = 6, .RED_SWIZ_B = 6,
                                   .GREEN_SWIZ_B = 6, .BLUE_SWIZ_B = 6);
   ones[0][4] = R5_US_ALU_ALPHA_INST(.ALPHA_SWIZ_A = 6, .ALPHA_SWIZ_B = 6);
   fix_fragment_shader(f, (const uint32_t(*)[6])ones, 1);
   fix_fill(f, 0.5f, 0, 0, 0, 0);
   fix_us_show(ones[0], 0);
   fix_fragment_shader(f, (const uint32_t(*)[6])ones, 1);
   fix_reg(f, RX_ZB_ZSTENCILCNTL_OFFSET, RX_ZB_ZSTENCILCNTL__ZFUNC__LESS);
   fix_draw(f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, corner, 3);
   fix_run(f);
}

static void
tiles_hold_the_same(void **state)
{
   struct fix f[2];
   for (unsigned tiled = 0; tiled < 2; tiled++) {
      fix_open(&f[tiled], "rv515", 1, NULL);
      memset(f[tiled].memory, 0x5a, 0x40000);
      draw_layers(&f[tiled], tiled);
   }
   for (unsigned depth = 0; depth < 2; depth++) {
      const uint32_t at = depth ? FIX_DEPTH_AT : FIX_COLOR_AT;
      unsigned kinds = 0;
      for (unsigned y = 0; y < TILED_ROWS; y++)
         for (unsigned x = 0; x < FIX_W; x++) {
            const uint32_t linear = fix_dword(&f[0], at + (y * FIX_W + x) * 4);
            const uint32_t in_tile = (y % 2 * 4 + x % 4) * 4;
            assert_int_equal(fix_dword(&f[1], at + (y / 2 * (FIX_W / 4) + x / 4) * 32 + in_tile), linear);
            kinds |= linear == (depth ? 0x8000005au : 0xffff00ffu) ? 1 : 2;
         }
      assert_int_equal(kinds, 3); /* the triangle hides a part */
      for (unsigned i = 0; i < FIX_W * 8; i++)
         assert_int_equal(fix_dword(&f[1], at + (TILED_ROWS * FIX_W + i) * 4), ROWS_SENTINEL);
   }
   emu_destroy(f[0].e);
   emu_destroy(f[1].e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_clip_rectangle),
      cmocka_unit_test(tiles_hold_the_same),
      cmocka_unit_test(one_color_twice),
      cmocka_unit_test(masks_of_halves),
      cmocka_unit_test(two_floats),
      cmocka_unit_test(depth_alone),
      cmocka_unit_test(point_fills),
      cmocka_unit_test(signed_targets),
      cmocka_unit_test(varyings_are_planes),
      cmocka_unit_test(depth_stands_above_stencil),
      cmocka_unit_test(offset_units_are_steps),
      cmocka_unit_test(alpha_is_tested_in_steps),
      cmocka_unit_test(blending_adds),
      cmocka_unit_test(cbzb_clears_the_other_half),
      cmocka_unit_test(tiles_are_filled),
      cmocka_unit_test(query_counts_samples),
      cmocka_unit_test(arrays_and_indices),
      cmocka_unit_test(texture_nearest),
      cmocka_unit_test(same_everywhere),
      cmocka_unit_test(refusals),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
