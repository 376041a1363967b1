/* SPDX-License-Identifier: MIT
 *
 * Operands of ALU groups: all are read before anything is written, PV and PS, literals, constants, relative
 * addressing.
 */
#include "emu_sq_text.h"

/* ---- groups ---- */

/* R1.xyzw = R1.yzwx in one group: no order of writes is right, all operands are read first. */
static void
rotate_one(struct rig *r)
{
   for (unsigned c = 0; c < 4; c++)
      lanes(r, 1, c, 1000 * c, 1);
   rig_run_text(r, "ALU\n"
                   "   x: MOV R1.x, R1.y\n"
                   "   y: MOV R1.y, R1.z\n"
                   "   z: MOV R1.z, R1.w\n"
                   "   w: MOV R1.w, R1.x last\n"
                   "END\n");
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         expect(r, 1, c, l, 1000 * ((c + 1) & 3) + l);
}
static void
rotate(void **state)
{
   each_engine(rotate_one);
}

#define ADD_FOUR                                                                                             \
   "ALU\n"                                                                                                   \
   "   x: ADD_INT R2.x, R1.x, 0x64.x\n"                                                                      \
   "   y: ADD_INT _R2.y, R1.x, 0xc8.y\n"                                                                     \
   "   z: ADD_INT R2.z, R1.x, 0x12c.z\n"
#define MOVE_PV                                                                                              \
   "   x: MOV R3.x, PV.w\n"                                                                                  \
   "   y: MOV R3.y, PV.z\n"                                                                                  \
   "   z: MOV R3.z, PV.y\n"
/* PV again, of values that the group overwrites */
#define SWAP_PV                                                                                              \
   "   x: MOV R3.x, PV.y\n"                                                                                  \
   "   y: MOV R3.y, PV.x last\n"                                                                             \
   "END\n"

/* The four vector units and T of the group before, written or not. */
static void
forward_one(struct rig *r)
{
   bool t = r->gen != DB_CAYMAN;
   lanes(r, 1, 0, 10, 1);
   rig_run_text(r, t ? ADD_FOUR "   w: ADD_INT _R2.w, R1.x, 0x190.w\n"
                                "   t: INT_TO_FLT _R2.x, R1.x last\n" MOVE_PV "   w: MOV R3.w, PV.x\n"
                                "   t: MOV R4.x, PS.x last\n" SWAP_PV
                     : ADD_FOUR "   w: ADD_INT _R2.w, R1.x, 0x190.w last\n" MOVE_PV
                                "   w: MOV R3.w, PV.x last\n" SWAP_PV);
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
   each_engine(forward_one);
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
   static char text[8192];
   size_t at = (size_t)snprintf(text, sizeof text, "ALU\n");
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
         at += (size_t)snprintf(text + at, sizeof text - at, "   %c: XOR_INT R%u.%c, R%u.%c, R%u.%c%s\n",
                                "xyzwt"[u], d, "xyzw"[c], a, "xyzw"[ac], b, "xyzw"[bc],
                                u == width - 1 ? " last" : "");
         model[d][c] = before[a][ac] ^ before[b][bc];
      }
   }
   at += (size_t)snprintf(text + at, sizeof text - at, "END\n");
   assert_true(at < sizeof text);
   rig_run_text(r, text);
   for (unsigned g = 0; g < 4; g++)
      for (unsigned c = 0; c < 4; c++)
         expect(r, g, c, 17, model[g][c]);
}
static void
random_groups(void **state)
{
   for (unsigned i = 0; i < 8; i++)
      each_engine(random_groups_one);
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
   rig_run_text(r, "ALU KC0:1:3:1 KC1:2:3:3\n"
                   "   x: MOV R1.x, KC0[5].z last\n"
                   "   y: MOV R1.y, KC1[31].w last\n"
                   "END\n");
   expect(r, 1, 0, 63, (16 + 5) * 4 + 2);
   expect(r, 1, 1, 0, 0); /* line 4 is beyond the buffer's 4 lines */
   /* a second run sees new contents at once */
   buf[(16 + 5) * 4 + 2] = 77;
   rig_run_stage(r, SQ_PS, UINT64_MAX);
   expect(r, 1, 0, 63, 77);
   /* and so does one whose buffer has moved, the rest being as it was */
   const struct sq_stage_state *old = rig_state(r, SQ_PS);
   rig_ctx(r, R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0) + 4 * 3, (uint32_t)((EMU_VRAM_BASE + 0x100400) >> 8));
   const struct sq_stage_state *moved = sq_stage_state_of_buffers(&r->e, &r->arena, old);
   assert_true(sq_stage_same_programs(old, moved));
   assert_false(sq_stage_uses_resource(moved, 0));
   sq_run(r->ctx, moved);
   expect(r, 1, 0, 63, (16 + 5) * 4 + 2 + 256);
   sq_run(r->ctx, old);
   expect(r, 1, 0, 63, 77);
   rig_ctx(r, R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0) + 4 * 3, (uint32_t)((EMU_VRAM_BASE + 0x100000) >> 8));
   if (!eg) { /* the constant file of DirectX 9 */
      r->e.regs.r6.alu_const.SQ_ALU[9].CONSTANT1 = 1234;
      rig_run_text(r, "ALU\n"
                      "   x: MOV R1.x, C9.y last\n"
                      "END\n");
      expect(r, 1, 0, 5, 1234);
   }
}
static void
kcache(void **state)
{
   each_engine(kcache_one);
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
   rig_run_text(r, "ALU KC0:1:3:1\n"
                   "   x: MOV R1.x, KC0[5].z last\n"
                   "ALU KC0:1:3:1 ALT\n"
                   "   x: MOV R2.x, KC0[5].z last\n"
                   "END\n");
   expect(r, 1, 0, 63, (16 + 5) * 4 + 2);
   expect(r, 2, 0, 63, 1000 + (16 + 5) * 4 + 2);
}
static void
alt_const(void **state)
{
   each_engine(alt_const_one);
}

/* ---- relative addressing ---- */

static void
relative_one(struct rig *r)
{
   for (unsigned i = 0; i < 8; i++)
      lanes(r, 10 + i, 2, 100 * i, 1);
   for (unsigned l = 0; l < EMU_LANES; l++)
      rig_reg(r, 1, 0)->u[l] = l % 8;
   for (unsigned i = 0; i < 8; i++)
      lanes(r, 30 + i, 3, 7, 0);
   rig_run_text(r, r->gen == DB_R600 ? "ALU\n"
                                       "   x: MOVA_GPR_INT _R0.x, R1.x last\n"
                                       "   y: MOV R2.y, R10[AR].z IDX_4 last\n"
                                       "   w: MOV R30[AR].w, PV.y IDX_4 last\n"
                                       "END\n"
                                     : "ALU\n"
                                       "   x: MOVA_INT _R0.x, R1.x last\n"
                                       "   y: MOV R2.y, R10[AR].z last\n"
                                       "   w: MOV R30[AR].w, PV.y last\n"
                                       "END\n");
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
   each_engine(relative_one);
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
