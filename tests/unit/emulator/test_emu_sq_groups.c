/* SPDX-License-Identifier: MIT
 *
 * Operands of ALU groups: all are read before anything is written, PV and PS, literals, constants, relative
 * addressing.
 */
#include "emu_sq_fixture.h"

/* ---- groups ---- */

/* R1.xyzw = R1.yzwx in one group: no order of writes is right, all operands are read first. */
static void
rotate_one(struct rig *r)
{
   for (unsigned c = 0; c < 4; c++)
      lanes(r, 1, c, 1000 * c, 1);
   rig_alu_begin(r);
   for (unsigned c = 0; c < 4; c++)
      rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV,
                                  .dst = 1,
                                  .chan = (uint8_t)c,
                                  .last = c == 3,
                                  .s = {RIG_R(1, (uint8_t)((c + 1) & 3))}});
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   rig_run(r);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         expect(r, 1, c, l, 1000 * ((c + 1) & 3) + l);
}
static void
rotate(void **state)
{
   each_gen(rotate_one);
}

/* The four vector units and T of the group before, written or not. */
static void
forward_one(struct rig *r)
{
   bool t = r->gen != DB_CAYMAN;
   lanes(r, 1, 0, 10, 1);
   rig_alu_begin(r);
   for (unsigned c = 0; c < 4; c++)
      rig_alu(r, (struct rig_ins){
                    .op = DB_ALU_ADD_INT,
                    .dst = 2,
                    .chan = (uint8_t)c,
                    .no_write = c & 1,
                    .last = !t && c == 3,
                    .s = {RIG_R(1, 0), RIG_LIT((uint8_t)c)}
      });
   if (t)
      rig_alu(r, (struct rig_ins){
                    .op = DB_ALU_INT_TO_FLT, .dst = 2, .no_write = true, .last = true, .s = {RIG_R(1, 0)}});
   rig_word(r, 100, 200);
   rig_word(r, 300, 400);
   for (unsigned c = 0; c < 4; c++)
      rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV,
                                  .dst = 3,
                                  .chan = (uint8_t)c,
                                  .last = !t && c == 3,
                                  .s = {RIG_PV((uint8_t)(3 - c))}});
   if (t)
      rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV, .dst = 4, .chan = 0, .last = true, .s = {RIG_PS_}});
   /* PV again, of values that the group overwrites */
   rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV, .dst = 3, .chan = 0, .s = {RIG_PV(1)}});
   rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV, .dst = 3, .chan = 1, .last = true, .s = {RIG_PV(0)}});
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   rig_run(r);
   for (unsigned l = 0; l < EMU_LANES; l++) {
      expect(r, 3, 0, l, 10 + l + 300);
      expect(r, 3, 1, l, 10 + l + 400);
      expect(r, 3, 2, l, 10 + l + 200);
      expect(r, 3, 3, l, 10 + l + 100);
      if (t)
         expect(r, 4, 0, l, fui((float)(10 + l)));
   }
}
static void
forward(void **state)
{
   each_gen(forward_one);
}

/* Random groups of moves and adds against an interpreter that copies all registers before each group. */
static void
random_groups_one(struct rig *r)
{
   static uint32_t seed = 99;
   uint32_t model[4][4];
   unsigned width = r->gen == DB_CAYMAN ? 4 : 5;
   for (unsigned g = 0; g < 4; g++)
      for (unsigned c = 0; c < 4; c++) {
         model[g][c] = 1u << (g * 4 + c);
         lanes(r, g, c, model[g][c], 0);
      }
   rig_alu_begin(r);
   for (unsigned n = 0; n < 24; n++) {
      uint32_t before[4][4];
      memcpy(before, model, sizeof before);
      unsigned written = 0;
      for (unsigned u = 0; u < width; u++) {
         seed = seed * 1664525u + 1013904223u;
         uint32_t x = seed >> 8;
         unsigned d = x & 3, c = u < 4 ? u : x >> 2 & 3, a = x >> 4 & 3, ac = x >> 6 & 3, b = x >> 8 & 3,
                  bc = x >> 10 & 3;
         while (written >> (d * 4 + c) & 1)
            d = (d + 1) & 3;
         written |= 1u << (d * 4 + c);
         rig_alu(r, (struct rig_ins){
                       .op = DB_ALU_XOR_INT,
                       .dst = (uint8_t)d,
                       .chan = (uint8_t)c,
                       .last = u == width - 1,
                       .s = {RIG_R((uint16_t)a, (uint8_t)ac), RIG_R((uint16_t)b, (uint8_t)bc)}
         });
         model[d][c] = before[a][ac] ^ before[b][bc];
      }
   }
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   rig_run(r);
   for (unsigned g = 0; g < 4; g++)
      for (unsigned c = 0; c < 4; c++)
         expect(r, g, c, 17, model[g][c]);
}
static void
random_groups(void **state)
{
   for (unsigned i = 0; i < 8; i++)
      each_gen(random_groups_one);
}

/* ---- constants ---- */

static void
kcache_one(struct rig *r)
{
   bool eg = r->gen >= DB_EVERGREEN;
   uint32_t *buf = (uint32_t *)(r->e.mem.base + 0x100000);
   for (unsigned i = 0; i < 4096; i++)
      buf[i] = i;
   rig_ctx(r, R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0) + 4 * 3, (uint32_t)((EMU_VRAM_BASE + 0x100000) >> 8));
   rig_ctx(r, R6_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(0) + 4 * 3, 4); /* 64 vec4 */
   rig_alu_begin(r);
   rig_alu(r, LAST(MOVE(1, 0, {.sel = 128 + 5, .chan = 2})));
   rig_alu(r, LAST(MOVE(1, 1, {.sel = 160 + 31, .chan = 3})));
   rig_alu_end_k(r, DB_CF_ALU, (struct rig_kcache){3, 1, 1}, (struct rig_kcache){3, 2, 3});
   rig_end(r);
   rig_run(r);
   expect(r, 1, 0, 63, (16 + 5) * 4 + 2);
   expect(r, 1, 1, 0, 0); /* line 4 is beyond the buffer's 4 lines */
   /* a second run sees new contents at once */
   buf[(16 + 5) * 4 + 2] = 77;
   rig_run_stage(r, SQ_PS, UINT64_MAX);
   expect(r, 1, 0, 63, 77);
   if (!eg) { /* the constant file of DirectX 9 */
      r->e.regs.r6.alu_const.SQ_ALU[9].CONSTANT1 = 1234;
      rig_alu_begin(r);
      rig_alu(r, LAST(MOVE(1, 0, {.sel = 256 + 9, .chan = 1})));
      rig_alu_end(r, DB_CF_ALU);
      rig_end(r);
      rig_run(r);
      expect(r, 1, 0, 5, 1234);
   }
}
static void
kcache(void **state)
{
   each_gen(kcache_one);
}

/* A pixel shader's clause with ALT_CONST reads the vertex shader's buffers, from R7xx on. */
static void
alt_const_one(struct rig *r)
{
   if (r->gen == DB_R600)
      return;
   uint32_t *buf = (uint32_t *)(r->e.mem.base + 0x100000);
   for (unsigned i = 0; i < 256; i++) {
      buf[i] = i;
      buf[i + 1024] = 1000 + i;
   }
   rig_ctx(r, R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0) + 4 * 3, (uint32_t)((EMU_VRAM_BASE + 0x100000) >> 8));
   rig_ctx(r, R6_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(0) + 4 * 3, 4);
   rig_ctx(r, R6_SQ_ALU_CONST_CACHE_VS_OFFSET(0) + 4 * 3, (uint32_t)((EMU_VRAM_BASE + 0x101000) >> 8));
   rig_ctx(r, R6_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(0) + 4 * 3, 4);
   for (unsigned alt = 0; alt < 2; alt++) {
      rig_alu_begin(r);
      rig_alu(r, LAST(MOVE(1 + alt, 0, {.sel = 128 + 5, .chan = 2})));
      rig_alu_end_k(r, DB_CF_ALU, (struct rig_kcache){3, 1, 1, alt}, (struct rig_kcache){0});
   }
   rig_end(r);
   rig_run(r);
   expect(r, 1, 0, 63, (16 + 5) * 4 + 2);
   expect(r, 2, 0, 63, 1000 + (16 + 5) * 4 + 2);
}
static void
alt_const(void **state)
{
   each_gen(alt_const_one);
}

/* ---- relative addressing ---- */

static void
relative_one(struct rig *r)
{
   for (unsigned i = 0; i < 8; i++)
      lanes(r, 10 + i, 2, 100 * i, 1);
   for (unsigned l = 0; l < EMU_LANES; l++)
      rig_reg(r, 1, 0)->u[l] = l % 8;
   enum db_alu_op mova = r->gen == DB_R600 ? DB_ALU_MOVA_GPR_INT : DB_ALU_MOVA_INT;
   uint8_t mode = r->gen == DB_R600 ? 4 : 0;
   rig_alu_begin(r);
   rig_alu(r, (struct rig_ins){.op = mova, .no_write = true, .last = true, .s = {RIG_R(1, 0)}});
   rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV,
                               .dst = 2,
                               .chan = 1,
                               .last = true,
                               .index_mode = mode,
                               .s = {{.sel = 10, .chan = 2, .rel = true}}});
   rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV,
                               .dst = 30,
                               .chan = 3,
                               .last = true,
                               .dst_rel = true,
                               .index_mode = mode,
                               .s = {RIG_PV(1)}});
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   for (unsigned i = 0; i < 8; i++)
      lanes(r, 30 + i, 3, 7, 0);
   rig_run(r);
   for (unsigned l = 0; l < EMU_LANES; l++) {
      expect(r, 2, 1, l, 100 * (l % 8) + l);
      for (unsigned i = 0; i < 8; i++)
         expect(r, 30 + i, 3, l, i == l % 8 ? 100 * i + l : 7);
   }
   /* far outside of the register file: reads 0, writes nothing */
   lanes(r, 1, 0, 200, 0);
   lanes(r, 127, 3, 5, 0);
   rig_run_stage(r, SQ_PS, UINT64_MAX);
   expect(r, 2, 1, 3, 0);
   expect(r, 127, 3, 3, 5);
}
static void
relative(void **state)
{
   each_gen(relative_one);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rotate), cmocka_unit_test(forward),  cmocka_unit_test(random_groups),
      cmocka_unit_test(kcache), cmocka_unit_test(relative), cmocka_unit_test(alt_const),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
