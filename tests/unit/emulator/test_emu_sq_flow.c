/* SPDX-License-Identifier: MIT
 *
 * Control flow: predicates, branches and loops that lanes take differently, kills, exports, scratch memory,
 * endless programs and broken ones.
 */
#include "emu_sq_fixture.h"

/* ---- branches ---- */

static void
predicate(struct rig *r, enum db_alu_op op, struct rig_src a, struct rig_src b)
{
   rig_alu(r, (struct rig_ins){
                 .op = op, .no_write = true, .exec = true, .pred = true, .last = true, .s = {a, b}
   });
}

static void
put(struct rig *r, unsigned gpr, uint32_t value)
{
   rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV, .dst = (uint8_t)gpr, .last = true, .s = {RIG_LIT(0)}});
   rig_word(r, value, 0);
}

/* if (R0.x > 20) { R1 = 1; if (R0.x > 40) R1 = 2; } else R1 = 3; */
static void
branch_one(struct rig *r)
{
   struct rig_src twenty = RIG_LIT(0), x = RIG_R(0, 0);
   rig_alu_begin(r);
   predicate(r, DB_ALU_PRED_SETGT_INT, x, twenty);
   rig_word(r, 20, 0);
   rig_alu_end(r, DB_CF_ALU_PUSH_BEFORE);                   /* 0 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_JUMP, .addr = 6}); /* 1 */
   rig_alu_begin(r);
   put(r, 1, 1);
   predicate(r, DB_ALU_PRED_SETGT_INT, x, twenty);
   rig_word(r, 40, 0);
   rig_alu_end(r, DB_CF_ALU_PUSH_BEFORE);                             /* 2 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_JUMP, .addr = 6, .pop = 1}); /* 3 */
   rig_alu_begin(r);
   put(r, 1, 2);
   rig_alu_end(r, DB_CF_ALU_POP_AFTER);                               /* 4 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_NOP});                       /* 5 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_ELSE, .addr = 9, .pop = 1}); /* 6 */
   rig_alu_begin(r);
   put(r, 1, 3);
   rig_alu_end(r, DB_CF_ALU);                                        /* 7 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_POP, .addr = 9, .pop = 1}); /* 8 */
   rig_alu_begin(r);
   put(r, 2, 9);
   rig_alu_end(r, DB_CF_ALU); /* 9 */
   rig_end(r);
   rig_place(r, SQ_PS);
   for (unsigned start = 0; start < 60; start += 20) { /* mixed, then all one way */
      lanes(r, 0, 0, start, start == 20 ? 0 : 1);
      lanes(r, 1, 0, 0, 0);
      lanes(r, 2, 0, 0, 0);
      rig_run_stage(r, SQ_PS, UINT64_MAX);
      assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_NONE);
      for (unsigned l = 0; l < EMU_LANES; l++) {
         uint32_t v = rig_reg(r, 0, 0)->u[l];
         expect(r, 1, 0, l, v > 40 ? 2 : v > 20 ? 1 : 3);
         expect(r, 2, 0, l, 9);
      }
   }
}
static void
branch(void **state)
{
   each_gen(branch_one);
}

/* for (i = 0;; i++) { if (i >= R0.x) break; if (i & 1) continue; R2 += 1; } with a break inside of an if */
static void
loop_one(struct rig *r)
{
   rig_alu_begin(r);
   put(r, 1, 0);
   put(r, 2, 0);
   rig_alu_end(r, DB_CF_ALU);                                           /* 0 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_LOOP_START_DX10, .addr = 14}); /* 1 */
   rig_alu_begin(r);
   predicate(r, DB_ALU_PRED_SETGE_INT, (struct rig_src)RIG_R(1, 0), (struct rig_src)RIG_R(0, 0));
   rig_alu_end(r, DB_CF_ALU_PUSH_BEFORE);                             /* 2 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_JUMP, .addr = 6, .pop = 1}); /* 3 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_LOOP_BREAK, .addr = 13});    /* 4 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_POP, .addr = 6, .pop = 1});  /* 5 */
   rig_alu_begin(r);
   rig_alu(r, (struct rig_ins){
                 .op = DB_ALU_AND_INT, .dst = 3, .last = true, .s = {RIG_R(1, 0), {.sel = 250}}
   });
   rig_alu(r, (struct rig_ins){
                 .op = DB_ALU_ADD_INT, .dst = 1, .last = true, .s = {RIG_R(1, 0), {.sel = 250}}
   });
   predicate(r, DB_ALU_PRED_SETNE_INT, (struct rig_src)RIG_R(3, 0), (struct rig_src){.sel = 248});
   rig_alu_end(r, DB_CF_ALU_PUSH_BEFORE);                              /* 6 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_JUMP, .addr = 10, .pop = 1}); /* 7 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_LOOP_CONTINUE, .addr = 13});  /* 8 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_POP, .addr = 10, .pop = 1});  /* 9 */
   rig_alu_begin(r);
   rig_alu(r, (struct rig_ins){
                 .op = DB_ALU_ADD_INT, .dst = 2, .last = true, .s = {RIG_R(2, 0), {.sel = 250}}
   });
   rig_alu_end(r, DB_CF_ALU);                                   /* 10 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_NOP});                 /* 11 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_NOP});                 /* 12 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_LOOP_END, .addr = 2}); /* 13 */
   rig_alu_begin(r);
   put(r, 4, 5);
   rig_alu_end(r, DB_CF_ALU); /* 14 */
   rig_end(r);
   lanes(r, 0, 0, 0, 1);
   lanes(r, 4, 0, 0, 0);
   rig_run(r);
   assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_NONE);
   for (unsigned l = 0; l < EMU_LANES; l++) {
      expect(r, 1, 0, l, l);
      expect(r, 2, 0, l, (l + 1) / 2);
      expect(r, 4, 0, l, 5);
   }
}
static void
loop(void **state)
{
   each_gen(loop_one);
}

/* A counted loop: aL starts at INIT, grows by INC, COUNT times; registers relative to aL. */
static void
counted_loop_one(struct rig *r)
{
   rig_loop_const(r, 2, TS_SQ_LOOP_CONST(.COUNT = 3, .INIT = 4, .INC = 2));
   rig_alu_begin(r);
   put(r, 2, 0);
   rig_alu_end(r, DB_CF_ALU);                                                    /* 0 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_LOOP_START, .addr = 4, .constant = 2}); /* 1 */
   rig_alu_begin(r);
   rig_alu(r, (struct rig_ins){
                 .op = DB_ALU_ADD_INT,
                 .dst = 2,
                 .last = true,
                 .index_mode = 4,
                 .s = {RIG_R(2, 0), {.sel = 10, .rel = true}}
   });
   rig_alu_end(r, DB_CF_ALU);                                   /* 2 */
   rig_cf(r, (struct rig_cf){.op = DB_CF_LOOP_END, .addr = 2}); /* 3 */
   rig_end(r);
   for (unsigned i = 0; i < 16; i++)
      lanes(r, 10 + i, 0, 1u << i, 0);
   rig_run(r);
   expect(r, 2, 0, 11, 1 << 4 | 1 << 6 | 1 << 8);
}
static void
counted_loop(void **state)
{
   each_gen(counted_loop_one);
}

/* PRED_SEL without touching the execute mask. */
static void
pred_sel_one(struct rig *r)
{
   lanes(r, 0, 0, 0, 1);
   lanes(r, 1, 0, 50, 0);
   rig_alu_begin(r);
   rig_alu(
      r,
      (struct rig_ins){
         .op = DB_ALU_PRED_SETGT_INT, .dst = 3, .pred = true, .last = true, .s = {RIG_R(0, 0), RIG_LIT(0)}
   });
   rig_word(r, 30, 0);
   rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV, .dst = 1, .pred_sel = 3, .last = true, .s = {{.sel = 250}}});
   rig_alu(r, (struct rig_ins){.op = DB_ALU_MOV, .dst = 2, .pred_sel = 2, .last = true, .s = {{.sel = 250}}});
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   lanes(r, 2, 0, 60, 0);
   rig_run(r);
   for (unsigned l = 0; l < EMU_LANES; l++) {
      expect(r, 1, 0, l, l > 30 ? 1 : 50);
      expect(r, 2, 0, l, l > 30 ? 60 : 1);
      expect(r, 3, 0, l, l > 30 ? 0 : 0x3f800000);
   }
}
static void
pred_sel(void **state)
{
   each_gen(pred_sel_one);
}

/* ---- kills and exports ---- */

static void
put_export(struct rig *r, unsigned type, unsigned base, unsigned gpr, unsigned burst, const uint8_t sel[4],
           bool end)
{
   uint32_t w0 = R7_SQ_CF_ALLOC_EXPORT_WORD0(.ARRAY_BASE = base, .TYPE = type, .RW_GPR = gpr, .ELEM_SIZE = 3),
            w1;
   if (r->gen < DB_EVERGREEN)
      w1 =
         R7_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ(.SEL_X = sel[0], .SEL_Y = sel[1], .SEL_Z = sel[2], .SEL_W = sel[3],
                                          .BURST_COUNT = burst - 1, .CF_INST = rig_code(r, DB_CF_EXPORT_DONE),
                                          .END_OF_PROGRAM = end, .BARRIER = 1);
   else
      w1 = CM_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ(.SEL_X = sel[0], .SEL_Y = sel[1], .SEL_Z = sel[2],
                                            .SEL_W = sel[3], .BURST_COUNT = burst - 1,
                                            .CF_INST = rig_code(r, DB_CF_EXPORT_DONE), .BARRIER = 1);
   rig_raw_cf(r, w0, w1);
   if (end && r->gen >= DB_EVERGREEN)
      rig_end(r);
}

static void
kill_export_one(struct rig *r)
{
   static const uint8_t sel[4] = {1, 4, 5, 7}, same[4] = {0, 1, 2, 3};
   lanes(r, 0, 0, 0, 1);
   lanes(r, 0, 1, 500, 1);
   lanes(r, 1, 0, 900, 1);
   rig_alu_begin(r);
   rig_alu(r, (struct rig_ins){
                 .op = DB_ALU_KILLGT_INT, .dst = 2, .last = true, .s = {RIG_R(0, 0), RIG_LIT(0)}
   });
   rig_word(r, 40, 0);
   rig_alu_end(r, DB_CF_ALU);
   put_export(r, SQ_X_PIXEL, 0, 0, 1, sel, false);
   put_export(r, SQ_X_PIXEL, 61, 0, 1, same, false);
   put_export(r, SQ_X_PIXEL, 2, 0, 2, same, true);
   struct sq_wave *w = sq_ctx_wave(r->ctx);
   for (unsigned l = 0; l < EMU_LANES; l++)
      w->color[0][3].u[l] = 4711;
   rig_run(r);
   assert_true(w->killed == ~((UINT64_C(1) << 41) - 1));
   assert_int_equal(w->color_mask, 1 | 4 | 8);
   assert_true(w->z_done);
   assert_int_equal(w->pos_mask, 0);
   for (unsigned l = 0; l < EMU_LANES; l++) {
      expect(r, 2, 0, l, l > 40 ? 0x3f800000 : 0);
      assert_int_equal(w->color[0][0].u[l], 500 + l);
      assert_int_equal(w->color[0][1].u[l], 0);
      assert_int_equal(w->color[0][2].u[l], 0x3f800000);
      assert_int_equal(w->color[0][3].u[l], 4711);
      assert_int_equal(w->color[2][0].u[l], l);
      assert_int_equal(w->color[3][0].u[l], 900 + l);
      assert_int_equal(w->z[0].u[l], l);
   }
}
static void
kill_export(void **state)
{
   each_gen(kill_export_one);
}

/* Colour targets that SC may count on: none that a branch, a kill, a predicate or a masked component could
 * leave as they were. */
static void
certain_targets_one(struct rig *r)
{
   static const uint8_t all[4] = {0, 1, 4, 5}, masked[4] = {0, 1, 2, 7};
   enum { PLAIN, IN_BRANCH, BEHIND_BRANCH, KILL, PREDICATE, MASKED, CASES };
   static const unsigned expected[CASES] = {[PLAIN] = 1 | 4 | 8, [BEHIND_BRANCH] = 1 | 4 | 8};
   for (unsigned i = 0; i < CASES; i++) {
      const bool branch = i == IN_BRANCH || i == BEHIND_BRANCH;
      rig_alu_begin(r);
      if (i == KILL)
         rig_alu(r, (struct rig_ins){
                       .op = DB_ALU_KILLGT_INT, .dst = 2, .last = true, .s = {RIG_R(0, 0), RIG_R(1, 0)}
         });
      else if (branch || i == PREDICATE)
         predicate(r, DB_ALU_PRED_SETGT_INT, (struct rig_src)RIG_R(0, 0), (struct rig_src)RIG_R(1, 0));
      else
         put(r, 3, 1);
      rig_alu_end(r, branch ? DB_CF_ALU_PUSH_BEFORE : DB_CF_ALU);
      if (branch) {
         rig_cf(r, (struct rig_cf){.op = DB_CF_JUMP, .addr = i == IN_BRANCH ? 4 : 3});
         if (i == IN_BRANCH) {
            put_export(r, SQ_X_PIXEL, 0, 0, 1, all, false);
            put_export(r, SQ_X_PIXEL, 2, 0, 2, all, false);
         } else {
            rig_cf(r, (struct rig_cf){.op = DB_CF_NOP});
         }
         rig_cf(r, (struct rig_cf){.op = DB_CF_POP, .addr = i == IN_BRANCH ? 5 : 4, .pop = 1});
      }
      if (i != IN_BRANCH) {
         put_export(r, SQ_X_PIXEL, 0, 0, 1, i == MASKED ? masked : all, false);
         put_export(r, SQ_X_PIXEL, 2, 0, 2, i == MASKED ? masked : all, false);
      }
      rig_end(r);
      rig_place(r, SQ_PS);
      const struct sq_stage_state *s = rig_state(r, SQ_PS);
      assert_non_null(s);
      assert_int_equal(sq_stage_certain_targets(s), expected[i]);
   }
}
static void
certain_targets(void **state)
{
   each_gen(certain_targets_one);
}

static void
vs_export_one(struct rig *r)
{
   static const uint8_t same[4] = {0, 1, 2, 3};
   lanes(r, 1, 0, 10, 1);
   lanes(r, 2, 1, 20, 1);
   lanes(r, 3, 2, 30, 1);
   put_export(r, SQ_X_POS, 60, 1, 1, same, false);
   put_export(r, SQ_X_POS, 61, 2, 1, same, false);
   put_export(r, SQ_X_PARAM, 0, 2, 2, same, true);
   rig_place(r, SQ_VS);
   rig_run_stage(r, SQ_VS, 0xffff);
   struct sq_wave *w = sq_ctx_wave(r->ctx);
   assert_int_equal(w->pos_mask, 3);
   assert_int_equal(w->param_mask, 3);
   for (unsigned l = 0; l < 16; l++) {
      assert_int_equal(w->pos[0].u[l], 10 + l);
      assert_int_equal(w->pos[4 + 1].u[l], 20 + l);
      assert_int_equal(w->param[0][1].u[l], 20 + l);
      assert_int_equal(w->param[1][2].u[l], 30 + l);
   }
}
static void
vs_export(void **state)
{
   each_gen(vs_export_one);
}

/* ---- what must not work ---- */

static void
refuse(struct rig *r, const char *why)
{
   rig_place(r, SQ_PS);
   if (rig_state(r, SQ_PS))
      fail_msg("%s: a program with %s was accepted", rig_chips[r->gen], why);
   if (!strstr(r->err.reason, why))
      fail_msg("%s: '%s' does not say '%s'", rig_chips[r->gen], r->err.reason, why);
}

static void
broken_one(struct rig *r)
{
   rig_raw_cf(r, 0, (r->gen < DB_EVERGREEN ? 0x7eu << 23 : 0x7eu << 22) & 0x1fffffffu);
   refuse(r, "unknown control-flow instruction");

   rig_cf(r, (struct rig_cf){.op = DB_CF_JUMP, .addr = SQ_MAX_CF});
   refuse(r, "control flow leaves");

   rig_cf(r, (struct rig_cf){.op = DB_CF_TEX, .addr = 0x3ffff0, .count = 1});
   rig_end(r);
   refuse(r, "runs out of GPU memory");

   rig_alu_begin(r);
   rig_word(r, 0, r->gen == DB_R600 ? 0x3ffu << 8 & 0x7f00 : 0xffu << 7);
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   refuse(r, "unknown ALU opcode");

   rig_alu_begin(r);
   rig_alu(r, MOVE(1, 0, RIG_R(0, 0)));
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   refuse(r, "runs over the end of its clause");

   rig_alu_begin(r);
   rig_alu(r, LAST(MOVE(1, 0, RIG_LIT(2))));
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   refuse(r, "literals run over");

   rig_alu_begin(r);
   rig_alu(r, LAST(MOVE(1, 0, RIG_PV(0))));
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   refuse(r, "PV.x has no value");

   rig_alu_begin(r);
   rig_alu(r, LAST(MOVE(1, 0, {.sel = 128})));
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   refuse(r, "not locked");

   bool eg = r->gen >= DB_EVERGREEN;
   rig_end(r);
   rig_place(r, SQ_PS);
   rig_ctx(r, eg ? EG_SQ_PGM_START_PS_OFFSET : R6_SQ_PGM_START_PS_OFFSET, 0xffffff00);
   assert_null(rig_state(r, SQ_PS));
   assert_non_null(strstr(r->err.reason, "outside of GPU memory"));
}
static void
broken(void **state)
{
   each_gen(broken_one);
}

static void
endless_one(struct rig *r)
{
   rig_cf(r, (struct rig_cf){.op = DB_CF_LOOP_START_DX10, .addr = 3});
   rig_cf(r, (struct rig_cf){.op = DB_CF_NOP});
   rig_cf(r, (struct rig_cf){.op = DB_CF_LOOP_END, .addr = 1});
   rig_end(r);
   rig_run(r);
   assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_TIME);
   /* the context is as good as new afterwards */
   rig_alu_begin(r);
   put(r, 1, 11);
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   rig_run(r);
   assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_NONE);
   expect(r, 1, 0, 0, 11);

   rig_cf(r, (struct rig_cf){.op = DB_CF_PUSH, .addr = 1, .pop = 1});
   rig_cf(r, (struct rig_cf){.op = DB_CF_JUMP, .addr = 0, .cond = 1});
   rig_end(r);
   rig_run(r);
   assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_STACK);

   rig_cf(r, (struct rig_cf){.op = DB_CF_CALL, .addr = 0});
   rig_end(r);
   rig_run(r);
   assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_CALLS);
}
static void
endless(void **state)
{
   each_gen(endless_one);
}

/* Only time is called time: each reason has a sentence of its own. */
static void
reasons(void **state)
{
   for (unsigned a = SQ_STOP_NONE; a <= SQ_STOP_MEMORY; a++) {
      assert_int_equal(strstr(sq_stop_text((enum sq_stop)a), "too long") != NULL, a == SQ_STOP_TIME);
      assert_int_equal(strstr(sq_stop_text((enum sq_stop)a), "out of memory") != NULL, a == SQ_STOP_MEMORY);
      for (unsigned b = SQ_STOP_NONE; b < a; b++)
         assert_string_not_equal(sq_stop_text((enum sq_stop)a), sq_stop_text((enum sq_stop)b));
   }
}

static uint64_t
fnv(uint64_t h, const void *data, size_t n)
{
   for (size_t i = 0; i < n; i++)
      h = (h ^ ((const uint8_t *)data)[i]) * UINT64_C(0x100000001b3);
   return h;
}

/* What a program of noise comes to: the sentence that refuses it, or how it ended and what it exported. */
static uint64_t
verdict(struct rig *r, uint64_t h)
{
   const struct sq_stage_state *s = rig_state(r, SQ_PS);
   if (!s) {
      assert_true(r->err.reason[0]);
      return fnv(h, r->err.reason, strlen(r->err.reason));
   }
   struct sq_wave *w = sq_ctx_wave(r->ctx);
   w->exec = UINT64_MAX;
   sq_run(r->ctx, s);
   const uint32_t out[] = {w->stopped, w->color_mask, w->param_mask, w->pos_mask, w->z_done, w->num_stream};
   return fnv(h, out, sizeof out);
}

/* Any bytes: refused or run to an end, never outside of memory, and to the same end on every SIMD level. */
static void
noise_one(struct rig *r)
{
   static const uint64_t want[DB_GEN_COUNT] = {UINT64_C(0x4fb6f9bd17573edd), UINT64_C(0x1625e9b576244864),
                                               UINT64_C(0x885ebf07f1d6392d), UINT64_C(0xb79445fd2ab1ddde)};
   uint64_t x = 88172645463325252u + r->gen, h = UINT64_C(0xcbf29ce484222325);
   for (unsigned n = 0; n < 150; n++) {
      for (unsigned i = 0; i < RIG_CLAUSES; i++) {
         x ^= x << 13;
         x ^= x >> 7;
         x ^= x << 17;
         /* small addresses and counts reach more than the first refusal does */
         rig_raw_cf(r, (uint32_t)(x >> 40) % 128,
                    (uint32_t)x & (r->gen < DB_EVERGREEN ? 0x0fe01fffu : 0x07e003ffu));
      }
      for (unsigned i = 0; i < 300; i++) {
         x ^= x << 13;
         x ^= x >> 7;
         x ^= x << 17;
         rig_word(r, (uint32_t)x, (uint32_t)(x >> 32));
      }
      rig_place(r, SQ_PS);
      h = verdict(r, h);
   }
   if (h != want[r->gen])
      fail_msg("%s: the digest of the verdicts is 0x%016llx", rig_chips[r->gen], (unsigned long long)h);
}
static void
noise(void **state)
{
   each_gen(noise_one);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(branch),    cmocka_unit_test(loop),        cmocka_unit_test(counted_loop),
      cmocka_unit_test(pred_sel),  cmocka_unit_test(kill_export), cmocka_unit_test(certain_targets),
      cmocka_unit_test(vs_export), cmocka_unit_test(broken),      cmocka_unit_test(endless),
      cmocka_unit_test(reasons),   cmocka_unit_test(noise),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
