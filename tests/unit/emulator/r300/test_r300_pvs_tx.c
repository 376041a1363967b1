/* SPDX-License-Identifier: MIT
 *
 * The vertex shader's interpreter; where pixels of tiled surfaces stand; texture views: levels, formats, refusals.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/r300/rx_pvs.h"
#include "emulator/r300/pvs/pvs.h"
#include "emulator/r300/tx/tx.h"
#include "emulator/simd/levels.h"
#include "util/u_math.h"

extern const struct pvs_kernels EMU_FIRST_FN(pvs_kernels);

#define VE(name) RX_PVS_OP_DST__DST_OPCODE_VE__##name
#define ME(name) RX_PVS_OP_DST__DST_OPCODE_ME__##name

/* ---- PVS ---- */

struct vs {
   struct pvs_ctx *c;
   struct pvs_inst inst[8];
   float constant[4][4];
   struct pvs_stage stage;
};

static void
open_vs(struct vs *t)
{
   memset(t, 0, sizeof *t);
   t->c = aligned_alloc(64, u_align(sizeof *t->c, 64));
   memset(t->c, 0, sizeof *t->c);
   t->stage.inst = t->inst;
   t->stage.constant = (const float(*)[4])t->constant;
   t->stage.num_constants = 4;
   t->stage.num_temps = 8;
   t->stage.outputs = 1;
}

/* Output 0 of op(input 0, constant 1, constant 2). */
static void
one(struct vs *t, unsigned i, bool math, unsigned op)
{
   const uint32_t xyzw = RX_PVS_SRC(.SRC_SWIZZLE_Y = 1, .SRC_SWIZZLE_Z = 2, .SRC_SWIZZLE_W = 3);
   const uint32_t dw[4] = {
      RX_PVS_OP_DST(.DST_OPCODE_VE = op, .DST_MATH_INST = math, .DST_REG_TYPE = 2, .DST_WE_X = 1,
                    .DST_WE_Y = 1, .DST_WE_Z = 1, .DST_WE_W = 1),
      xyzw | RX_PVS_SRC(.SRC_REG_TYPE = 1),
      xyzw | RX_PVS_SRC(.SRC_REG_TYPE = 2, .SRC_OFFSET = 1),
      xyzw | RX_PVS_SRC(.SRC_REG_TYPE = 2, .SRC_OFFSET = 2),
   };
   assert_null(pvs_decode(dw, &t->inst[i]));
}

static void
vertex_operations(void **state)
{
   static const struct {
      bool math;
      unsigned op;
      float in[4], y, w;
   } cases[] = {
      {false, VE(DOT_PRODUCT),            {1, 2, 3, 4},      1 * 5 + 2 * 6 + 3 * 7 + 4 * 8, 70        },
      {false, VE(MULTIPLY_ADD),           {1, 2, 3, 4},      2 * 6 + 10,                    4 * 8 + 12},
      {false, VE(FRACTION),               {0, -1.25f, 0, 3}, 0.75f,                         0         },
      {false, VE(SET_GREATER_THAN_EQUAL), {0, 6, 0, 7},      1,                             0         },
      {false, VE(SET_LESS_THAN),          {0, 6, 0, 7},      0,                             1         },
      {true,  ME(RECIP_DX),               {0, 0, 0, 4},      0.25f,                         0.25f     },
      {true,  ME(RECIP_SQRT_DX),          {0, 0, 0, -4},     0.5f,                          0.5f      },
      {true,  ME(EXP_BASE2_FULL_DX),      {0, 0, 0, 3},      8,                             8         },
   };
   struct vs t;
   open_vs(&t);
   for (unsigned c = 0; c < 4; c++) {
      t.constant[1][c] = 5 + (float)c;
      t.constant[2][c] = 9 + (float)c;
   }
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      one(&t, 0, cases[i].math, cases[i].op);
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            t.c->input[0][c].u[l] = fui(cases[i].in[c]);
      EMU_FIRST_FN(pvs_kernels).run(t.c, &t.stage);
      assert_float_equal(uif(t.c->output[0][1].u[9]), cases[i].y, 1e-5);
      assert_float_equal(uif(t.c->output[0][3].u[63]), cases[i].w, 1e-5);
   }
   free(t.c);
}

/* What lies behind the last constant reads as 0; a loop runs its rounds; one of no rounds, and an endless jump, stop. */
static void
vertex_flow(void **state)
{
   struct vs t;
   open_vs(&t);
   t.constant[1][0] = 1;
   one(&t, 0, false, VE(ADD));
   t.inst[0].src[0] = (struct pvs_source){.file = PVS_TEMP, .index = 3};
   t.inst[0].dst_file = PVS_DST_TEMP;
   t.inst[0].dst_index = 3;
   t.inst[1] = t.inst[0]; /* temp 3 += constant 1 */
   one(&t, 2, false, VE(ADD));
   t.inst[2].src[0] = (struct pvs_source){.file = PVS_TEMP, .index = 3};
   t.inst[2].src[1].index = 200;
   t.stage.last = 2;
   t.stage.num_slots = 1;
   t.stage.slot[0] =
      (struct pvs_slot){.op = PVS_FLOW_LOOP, .at = 0, .count_or_jump = 9, .last = 1, .back = 1};
   EMU_FIRST_FN(pvs_kernels).run(t.c, &t.stage);
   assert_int_equal(t.c->stopped, PVS_STOP_NONE);
   assert_float_equal(uif(t.c->output[0][0].u[7]), 10, 0);
   t.stage.slot[0].count_or_jump = 0;
   EMU_FIRST_FN(pvs_kernels).run(t.c, &t.stage);
   assert_int_equal(t.c->stopped, PVS_STOP_STACK);
   t.stage.slot[0] = (struct pvs_slot){.op = PVS_FLOW_JUMP, .at = 1, .count_or_jump = 0};
   EMU_FIRST_FN(pvs_kernels).run(t.c, &t.stage);
   assert_int_equal(t.c->stopped, PVS_STOP_BUDGET);
   free(t.c);
}

/* Two operations in one: output 0 = input 0 + constant 1, and component `comp` of other temporary 2 is the scalar one of
 * constant 1's components x and y. */
static const char *
two(struct vs *t, unsigned op, unsigned scalar, unsigned comp)
{
   const uint32_t xyzw = RX_PVS_SRC(.SRC_SWIZZLE_Y = 1, .SRC_SWIZZLE_Z = 2, .SRC_SWIZZLE_W = 3);
   const uint32_t dw[4] = {
      RX_PVS_OP_DST(.DST_OPCODE_VE = op, .DST_DUAL_MATH_OP = 1, .DST_REG_TYPE = 2, .DST_WE_X = 1),
      xyzw | RX_PVS_SRC(.SRC_REG_TYPE = 1),
      xyzw | RX_PVS_SRC(.SRC_REG_TYPE = 2, .SRC_OFFSET = 1),
      RX_PVS_SRC_DUAL_MATH(.SRC_REG_TYPE = 2, .SRC_OFFSET = 1, .SRC_SWIZZLE_X = 0, .SRC_SWIZZLE_Y = 1,
                           .SRC_MODIFIER_Y = 1, .DUAL_MATH_DST_OFFSET = 2, .DST_WE_SEL = comp,
                           .DST_OPCODE = scalar & 15, .DST_OPCODE_MSB = scalar >> 4),
   };
   return pvs_decode(dw, &t->inst[0]);
}

static void
vertex_two_in_one(void **state)
{
   static const struct {
      unsigned op;
      float want[4]; /* by component */
   } cases[] = {
      {ME(RECIP_DX),      {0.25f, 0.25f, 0.25f, 0.25f}                },
      {ME(RECIP_SQRT_DX), {0.5f, 0.5f, 0.5f, 0.5f}                    },
      {ME(MULTIPLY),      {-12, -12, -12, -12}                        },
      {ME(POWER_FUNC_FF), {1 / 64.0f, 1 / 64.0f, 1 / 64.0f, 1 / 64.0f}},
      {ME(EXP_BASE2_DX),  {16, 0, 16, 1}                              },
   };
   struct vs t;
   open_vs(&t);
   t.constant[1][0] = 4;
   t.constant[1][1] = 3;
   t.stage.num_alt = PVS_ALT_TEMPS;
   t.stage.last = 1;
   for (unsigned n = 0; n < ARRAY_SIZE(cases); n++)
      for (unsigned k = 0; k < 4; k++) {
         assert_null(two(&t, VE(ADD), cases[n].op, k));
         one(&t, 1, false, VE(ADD)); /* output 0 y = other temporary 2, component k, + 0 */
         t.inst[1].write = 2;
         t.inst[1].src[0] = (struct pvs_source){
            .file = PVS_ALT, .index = 2, .swizzle = {4, (uint8_t)k, 4, 4}
         };
         t.inst[1].src[1].index = 3;
         for (unsigned l = 0; l < EMU_LANES; l++)
            t.c->input[0][0].u[l] = fui(1);
         pvs_find_registers(&t.stage);
         assert_int_equal(t.stage.num_alt, PVS_ALT_TEMPS);
         EMU_FIRST_FN(pvs_kernels).run(t.c, &t.stage);
         assert_float_equal(uif(t.c->output[0][0].u[9]), 5, 0);
         assert_float_equal(uif(t.c->output[0][1].u[63]), cases[n].want[k], 1e-5);
      }
   /* beside no operation; what has no room, or needs more than two operands */
   assert_null(two(&t, VE(NO_OP), ME(RECIP_DX), 0));
   one(&t, 1, false, VE(ADD));
   t.inst[1].src[0] = (struct pvs_source){
      .file = PVS_ALT, .index = 2, .swizzle = {0, 4, 4, 4}
   };
   t.inst[1].src[1].index = 3;
   EMU_FIRST_FN(pvs_kernels).run(t.c, &t.stage);
   assert_float_equal(uif(t.c->output[0][0].u[9]), 0.25f, 1e-5);
   assert_non_null(strstr(two(&t, VE(MULTIPLY_ADD), ME(RECIP_DX), 0), "does not exist"));
   assert_non_null(strstr(two(&t, VE(ADD), ME(PRED_SET_EQ), 0), "not implemented"));
   assert_non_null(strstr(two(&t, VE(ADD), ME(LIGHT_COEFF_DX), 0), "not implemented"));
   free(t.c);
}

/* Loops in loops whose rounds have come to change nothing end before the budget does; one that goes on counting runs all rounds. */
static void
vertex_loops_settle(void **state)
{
   struct vs t;
   open_vs(&t);
   t.constant[1][0] = 1;
   t.constant[2][0] = 100;
   for (unsigned i = 0; i < 5; i++) { /* temp 3 = min(temp 3 + 1, 100) in 3 and 4 */
      one(&t, i, false, i == 4 ? VE(MINIMUM) : VE(ADD));
      t.inst[i].src[0] = (struct pvs_source){.file = PVS_TEMP, .index = i < 3 ? 7 : 3};
      t.inst[i].src[1].index = i == 4 ? 2 : 1;
      t.inst[i].dst_file = PVS_DST_TEMP;
      t.inst[i].dst_index = i < 3 ? 6 : 3;
   }
   one(&t, 5, false, VE(ADD));
   t.inst[5].src[0] = (struct pvs_source){.file = PVS_TEMP, .index = 3};
   t.inst[5].src[1].index = 200;
   t.stage.last = 5;
   t.stage.num_slots = 3;
   for (unsigned i = 0; i < 3; i++)
      t.stage.slot[i] = (struct pvs_slot){
         .op = PVS_FLOW_LOOP, .at = (uint16_t)i, .count_or_jump = 255, .last = 4, .back = (uint16_t)(i + 1)};
   EMU_FIRST_FN(pvs_kernels).run(t.c, &t.stage);
   assert_int_equal(t.c->stopped, PVS_STOP_NONE);
   assert_float_equal(uif(t.c->output[0][0].u[7]), 100, 0);
   t.constant[2][0] = 1e6f;
   t.stage.num_slots = 1;
   EMU_FIRST_FN(pvs_kernels).run(t.c, &t.stage);
   assert_int_equal(t.c->stopped, PVS_STOP_NONE);
   assert_float_equal(uif(t.c->output[0][0].u[7]), 255, 0);
   free(t.c);
}

/* ---- surfaces ---- */

/* Every pixel has a place of its own inside of the surface, and micro tiles are 32 bytes in a row. */
static void
tilings(void **state)
{
   for (unsigned log2_B = 0; log2_B < 5; log2_B++)
      for (unsigned macro = 0; macro < 2; macro++)
         for (uint8_t micro = 0; micro < 3; micro++) {
            struct r300_surface s = {.bytes = (uint8_t)(1 << log2_B), .macro = macro, .micro = micro};
            uint32_t w, h;
            const bool exists = micro == R300_MICRO_LINEAR || (micro == R300_MICRO_TILED && log2_B < 4) ||
                                (micro == R300_MICRO_SQUARE && log2_B == 1);
            assert_int_equal(r300_surface_unit(&s, &w, &h), exists);
            if (!exists)
               continue;
            if (macro)
               assert_int_equal(w * h * s.bytes, 2048);
            s.pitch_px = 2 * w;
            s.height_px = 2 * h;
            const uint64_t size = r300_surface_size(&s);
            assert_int_equal(size, 4ull * w * h * s.bytes);
            uint8_t *taken = calloc(1, size);
            for (uint32_t y = 0; y < s.height_px; y++)
               for (uint32_t x = 0; x < s.pitch_px; x++) {
                  const uint64_t at = r300_surface_offset(&s, x, y);
                  assert_true(at + s.bytes <= size && at % s.bytes == 0 && !taken[at]);
                  taken[at] = 1;
               }
            free(taken);
         }
}

/* ---- TX ---- */

/* Levels follow each other; below a macro tile they are not macro tiled. */
static void
levels_and_formats(void **state)
{
   static uint8_t memory[1 << 17];
   const struct emu_mem mem = {memory, sizeof memory};
   struct tx_view v;
   struct tx_setup s = {.format = 12,
                        .num_levels = 7,
                        .w = 64,
                        .h = 64,
                        .address = EMU_VRAM_BASE,
                        .macro = true,
                        .micro = R300_MICRO_TILED,
                        .rv350_tiling = true,
                        .mag = 1,
                        .min = 1};
   assert_null(tx_describe(&mem, &s, &v));
   assert_true(v.level[1].surf.macro);  /* 32x32: a macro tile is 32x16 */
   assert_false(v.level[2].surf.macro); /* 16x16 */
   assert_ptr_equal(v.level[1].base, memory + 64 * 64 * 4);
   assert_ptr_equal(v.level[2].base, v.level[1].base + 32 * 32 * 4);
   s.address += sizeof memory - 64 * 64 * 4;
   assert_non_null(strstr(tx_describe(&mem, &s, &v), "outside of memory"));
   s.address = EMU_VRAM_BASE;
   s.pitch_px = 63; /* the last row would end behind the texture */
   assert_non_null(strstr(tx_describe(&mem, &s, &v), "pitch is below"));
   s.pitch_px = 0;
   s.format = 19;
   assert_non_null(strstr(tx_describe(&mem, &s, &v), "not implemented"));
   /* 565: component 0 in the lowest bits */
   s = (struct tx_setup){
      .format = 6, .num_levels = 1, .w = 2, .h = 1, .address = EMU_VRAM_BASE, .mag = 1, .min = 1};
   assert_null(tx_describe(&mem, &s, &v));
   memcpy(memory + 2, &(uint16_t){31 | 63 << 5 | 1 << 11}, 2);
   float out[4];
   tx_texel(&v, &v.level[0], 1, 0, 0, out);
   assert_float_equal(out[0], 1, 0);
   assert_float_equal(out[1], 1, 0);
   assert_float_equal(out[2], 1.0f / 31, 0);
   /* depth above stencil */
   s.format = 32 + 6;
   assert_null(tx_describe(&mem, &s, &v));
   memcpy(memory + 4, &(uint32_t){0xffffff7f}, 4);
   tx_texel(&v, &v.level[0], 1, 0, 0, out);
   assert_float_equal(out[0], 1, 0);
   assert_float_equal(out[1], 127.0f / 255, 0);
}

/* Two texels share a dword's U and V; without the conversion they are components, with it white is white and red is red. */
static void
yuv_texels(void **state)
{
   static uint8_t memory[4096];
   const struct emu_mem mem = {memory, sizeof memory};
   static const uint8_t pairs[2][2][4] = {
  /* format 20, 21: U 90, V 240; U and V 128, Y 16 and 235 */
      {{82, 90, 41, 240}, {16, 128, 235, 128}},
      {{90, 82, 240, 41}, {128, 16, 128, 235}},
   };
   for (unsigned i = 0; i < 2; i++) {
      struct tx_view v;
      struct tx_setup s = {.format = (uint8_t)(20 + i),
                           .num_levels = 1,
                           .w = 4,
                           .h = 1,
                           .address = EMU_VRAM_BASE,
                           .mag = 1,
                           .min = 1};
      float out[4];
      memcpy(memory, pairs[i], sizeof pairs[i]);
      assert_null(tx_describe(&mem, &s, &v));
      for (unsigned x = 0; x < 2; x++) {
         tx_texel(&v, &v.level[0], x, 0, 0, out);
         assert_float_equal(out[0] * 255, 90, 1e-4);
         assert_float_equal(out[1] * 255, x ? 41 : 82, 1e-4);
         assert_float_equal(out[2] * 255, 240, 1e-4);
      }
      s.yuv_to_rgb = true;
      assert_null(tx_describe(&mem, &s, &v));
      tx_texel(&v, &v.level[0], 0, 0, 0, out); /* BT.601's red */
      assert_float_equal(out[2], 1, 0.005);
      assert_float_equal(out[1], 0, 0.005);
      assert_float_equal(out[0], 0, 0.005);
      for (unsigned x = 2; x < 4; x++) {
         tx_texel(&v, &v.level[0], x, 0, 0, out);
         for (unsigned c = 0; c < 3; c++)
            assert_float_equal(out[c], x == 3, 0.001);
      }
   }
}

/* TX_FORMAT1.GAMMA: what red, green and blue take is made linear, what alpha takes is not. */
static void
gamma_of_texels(void **state)
{
   static uint8_t memory[4096];
   const struct emu_mem mem = {memory, sizeof memory};
   struct tx_view v;
   struct tx_setup s = {
      .format = 12,
      .num_levels = 1,
      .w = 1,
      .h = 1,
      .address = EMU_VRAM_BASE,
      .mag = 1,
      .min = 1,
      .gamma = true,
      .select = {2, 1, 0, 3}
   };
   float out[4];
   memcpy(memory, (const uint8_t[4]){0, 10, 255, 188}, 4);
   assert_null(tx_describe(&mem, &s, &v));
   assert_false(v.quick);
   tx_texel(&v, &v.level[0], 0, 0, 0, out);
   assert_float_equal(out[0], 0, 0);
   assert_float_equal(out[1], 10.0f / 255 / 12.92f, 1e-7);
   assert_float_equal(out[2], 1, 0);
   assert_float_equal(out[3], 188.0f / 255, 0);
   s.select[3] = 5; /* alpha is one: all four of the texel's are colours' */
   s.select[2] = 3;
   assert_null(tx_describe(&mem, &s, &v));
   tx_texel(&v, &v.level[0], 0, 0, 0, out);
   assert_float_equal(out[3], 0.5029f, 1e-4);
   s.format = 14; /* 16 bits a component have no curve */
   assert_null(tx_describe(&mem, &s, &v));
   memcpy(memory, (const uint16_t[4]){32768, 0, 0, 0}, 8);
   tx_texel(&v, &v.level[0], 0, 0, 0, out);
   assert_float_equal(out[0], 32768.0f / 65535, 0);
}

/* ATI1N with a sign: the ends are 127 and -127, and codes 2 to 7 lie between; ends the other way round have -1 and 1 as codes. */
static void
signed_blocks(void **state)
{
   static uint8_t memory[4096];
   const struct emu_mem mem = {memory, sizeof memory};
   struct tx_view v;
   const struct tx_setup s = {.format = 32 + 5,
                              .num_levels = 1,
                              .w = 4,
                              .h = 4,
                              .address = EMU_VRAM_BASE,
                              .mag = 1,
                              .min = 1,
                              .signs = 1};
   float out[4];
   assert_null(tx_describe(&mem, &s, &v));
   for (unsigned turned = 0; turned < 2; turned++) {
      memcpy(
         memory,
         (const uint8_t[8]){turned ? 0x81 : 0x7f, turned ? 0x7f : 0x81, 0x88 /* 0, 1, 2 */, 0x0e | 0xf0, 0},
         4);
      tx_texel(&v, &v.level[0], 0, 0, 0, out);
      assert_float_equal(out[0], turned ? -1 : 1, 0);
      tx_texel(&v, &v.level[0], 1, 0, 0, out);
      assert_float_equal(out[0], turned ? 1 : -1, 0);
      tx_texel(&v, &v.level[0], 2, 0, 0, out);
      assert_float_equal(out[0], turned ? -3.0f / 5 : 5.0f / 7, 1e-6);
      tx_texel(&v, &v.level[0], 3, 0, 0, out); /* code 7 */
      assert_float_equal(out[0], turned ? 1 : -5.0f / 7, 1e-6);
   }
}

/* Gradients of a cube's direction: a step of the face's width is 64 texels, and along the direction none. */
static void
cube_gradients(void **state)
{
   static uint8_t memory[6 * (64 * 64 + 32 * 32 + (16 + 8 + 4 + 2 + 1) * 32)];
   const struct emu_mem mem = {memory, sizeof memory};
   struct emu_row coord[4], out[4], grad[2][3];
   struct tx_view v;
   const struct tx_setup s = {
      .format = 0,
      .dim = TX_CUBE,
      .num_levels = 7,
      .w = 64,
      .h = 64,
      .address = EMU_VRAM_BASE,
      .mag = 1,
      .min = 1,
      .mip = 1,
      .wrap = {2, 2, 2},
      .lod_bias = 1
   };
   assert_null(tx_describe(&mem, &s, &v));
   for (unsigned i = 0; i < 7; i++)
      memset((uint8_t *)v.level[i].base, (int)i, v.level[i].layer_B * 6);
   memset(coord, 0, sizeof coord);
   memset(grad, 0, sizeof grad);
   coord[0].u[0] = fui(3); /* +X at its centre: t and s are -y and -z by 2 * 3 */
   grad[0][0].u[0] = fui(30);
   grad[1][2].u[0] = fui(6.0f / 8);
   tx_sample(&(struct tx_request){.view = &v,
                                  .coord = coord,
                                  .grad = (const struct emu_row(*)[3])grad,
                                  .mode = TX_LOD_GRAD,
                                  .lanes = 1,
                                  .out = out});
   assert_float_equal(uif(out[0].u[0]) * 255, 3, 1e-4); /* eight texels */
}

/* Linear: halfway between two texels, and the wrap modes at an edge. */
static void
filters_and_wraps(void **state)
{
   static const struct {
      uint8_t wrap;
      float at_minus_quarter;
   } cases[] = {
      {TX_REPEAT,       0.5f},
      {TX_MIRROR,       0   },
      {TX_CLAMP_EDGE,   0   },
      {TX_CLAMP_BORDER, 0.5f},
   };
   static uint8_t memory[4096];
   const struct emu_mem mem = {memory, sizeof memory};
   memory[1] = 255; /* two texels: 0 and 1 */
   struct emu_row coord[4], out[4];
   memset(coord, 0, sizeof coord);
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      struct tx_view v;
      const struct tx_setup s = {
         .format = 0,
         .num_levels = 1,
         .w = 2,
         .h = 1,
         .address = EMU_VRAM_BASE,
         .mag = 2,
         .min = 2,
         .wrap = {cases[i].wrap, 2, 2},
         .lod_bias = 1,
         .border = 0xffffffff
      };
      assert_null(tx_describe(&mem, &s, &v));
      for (unsigned l = 0; l < EMU_LANES; l++)
         coord[0].u[l] = fui(l & 1 ? 0.5f : 0);
      tx_sample(&(struct tx_request){.view = &v, .coord = coord, .lanes = ~UINT64_C(0), .out = out});
      assert_float_equal(uif(out[0].u[1]), 0.5f, 0);
      assert_float_equal(uif(out[0].u[0]), cases[i].at_minus_quarter, 0);
   }
}

/* Where an edge of a cube crosses a quad, a pixel's level of detail is that of its own face: helpers lie on its plane. */
static void
cube_levels_at_an_edge(void **state)
{
   static uint8_t memory[6 * (64 * 64 + 32 * 32 + (16 + 8 + 4 + 2 + 1) * 32)]; /* rows of 32 bytes and more */
   static const float xz[4][2] = {
      {-1.125f, 0.625f },
      {-0.875f, 0.625f },
      {-1.125f, 0.6875f},
      {-0.875f, 0.6875f}
   };
   const struct emu_mem mem = {memory, sizeof memory};
   struct emu_row coord[4], out[4];
   struct tx_view v;
   const struct tx_setup s = {
      .format = 0,
      .dim = TX_CUBE,
      .num_levels = 7,
      .w = 64,
      .h = 64,
      .address = EMU_VRAM_BASE,
      .mag = 1,
      .min = 1,
      .mip = 1,
      .wrap = {2, 2, 2},
      .lod_bias = 1
   };
   assert_null(tx_describe(&mem, &s, &v));
   for (unsigned i = 0; i < 7; i++)
      memset((uint8_t *)v.level[i].base, (int)i, v.level[i].layer_B * 6);
   memset(coord, 0, sizeof coord);
   for (unsigned l = 0; l < 4; l++) {
      coord[0].u[l] = fui(xz[l][0]);
      coord[1].u[l] = fui(1);
      coord[2].u[l] = fui(xz[l][1]);
   }
   tx_sample(&(struct tx_request){.view = &v, .coord = coord, .lanes = 15, .out = out});
   for (unsigned l = 1; l < 4; l += 2) /* eight texels across, two down */
      assert_float_equal(uif(out[0].u[l]) * 255, 3, 1e-4);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertex_operations), cmocka_unit_test(vertex_flow),
      cmocka_unit_test(vertex_two_in_one), cmocka_unit_test(vertex_loops_settle),
      cmocka_unit_test(tilings),           cmocka_unit_test(levels_and_formats),
      cmocka_unit_test(filters_and_wraps), cmocka_unit_test(cube_levels_at_an_edge),
      cmocka_unit_test(yuv_texels),        cmocka_unit_test(signed_blocks),
      cmocka_unit_test(cube_gradients),    cmocka_unit_test(gamma_of_texels),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
