/* SPDX-License-Identifier: MIT
 *
 * Control flow: predicates, branches and loops that lanes take differently, kills, exports, scratch memory,
 * endless programs and broken ones.
 */
#include "emu_sq_text.h"
#include "../random_share.h"

/* ---- branches ---- */

/* if (R0.x > 20) { R1 = 1; if (R0.x > 40) R1 = 2; } else R1 = 3; R2 = 9; */
static void
branch_one(struct rig *r)
{
   rig_text(r, SQ_PS,
            "ALU_PUSH_BEFORE\n"
            "   x: PRED_SETGT_INT _R0.x, R0.x, 0x14.x EXEC PRED last\n"
            "JUMP @else\n"
            "ALU_PUSH_BEFORE\n"
            "   x: MOV R1.x, 0x1.x last\n"
            "   x: PRED_SETGT_INT _R0.x, R0.x, 0x28.x EXEC PRED last\n"
            "JUMP @else POP:1\n"
            "ALU_POP_AFTER\n"
            "   x: MOV R1.x, 0x2.x last\n"
            "NOP\n"
            "else: ELSE @join POP:1\n"
            "ALU\n"
            "   x: MOV R1.x, 0x3.x last\n"
            "POP @join POP:1\n"
            "join: ALU\n"
            "   x: MOV R2.x, 0x9.x last\n"
            "END\n");
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
   each_engine(branch_one);
}

/* for (i = 0;; i++) { if (i >= R0.x) break; if (i & 1) continue; R2 += 1; } with a break inside of an if */
static void
loop_one(struct rig *r)
{
   lanes(r, 0, 0, 0, 1);
   lanes(r, 4, 0, 0, 0);
   rig_run_text(r, "ALU\n"
                   "   x: MOV R1.x, 0 last\n"
                   "   x: MOV R2.x, 0 last\n"
                   "LOOP_START_DX10 @behind\n"
                   "again: ALU_PUSH_BEFORE\n"
                   "   x: PRED_SETGE_INT _R0.x, R1.x, R0.x EXEC PRED last\n"
                   "JUMP @odd POP:1\n"
                   "LOOP_BREAK @end\n"
                   "POP @odd POP:1\n"
                   "odd: ALU_PUSH_BEFORE\n"
                   "   x: AND_INT R3.x, R1.x, 1 last\n"
                   "   x: ADD_INT R1.x, R1.x, 1 last\n"
                   "   x: PRED_SETNE_INT _R0.x, R3.x, 0 EXEC PRED last\n"
                   "JUMP @even POP:1\n"
                   "LOOP_CONTINUE @end\n"
                   "POP @even POP:1\n"
                   "even: ALU\n"
                   "   x: ADD_INT R2.x, R2.x, 1 last\n"
                   "NOP\n"
                   "NOP\n"
                   "end: LOOP_END @again\n"
                   "behind: ALU\n"
                   "   x: MOV R4.x, 0x5.x last\n"
                   "END\n");
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
   each_engine(loop_one);
}

/* A counted loop: aL starts at INIT, grows by INC, COUNT times; registers relative to aL. */
static void
counted_loop_one(struct rig *r)
{
   rig_loop_const(r, 2, TS_SQ_LOOP_CONST(.COUNT = 3, .INIT = 4, .INC = 2));
   for (unsigned i = 0; i < 16; i++)
      lanes(r, 10 + i, 0, 1u << i, 0);
   rig_run_text(r, "ALU\n"
                   "   x: MOV R2.x, 0 last\n"
                   "LOOP_START @behind CONST:2\n"
                   "again: ALU\n"
                   "   x: ADD_INT R2.x, R2.x, R10[AR].x IDX_4 last\n"
                   "LOOP_END @again\n"
                   "behind: END\n");
   expect(r, 2, 0, 11, 1 << 4 | 1 << 6 | 1 << 8);
}
static void
counted_loop(void **state)
{
   each_engine(counted_loop_one);
}

/* PRED_SEL without touching the execute mask. */
static void
pred_sel_one(struct rig *r)
{
   lanes(r, 0, 0, 0, 1);
   lanes(r, 1, 0, 50, 0);
   lanes(r, 2, 0, 60, 0);
   rig_run_text(r, "ALU\n"
                   "   x: PRED_SETGT_INT R3.x, R0.x, 0x1e.x PRED last\n"
                   "   x: MOV R1.x, 1 PSEL_3 last\n"
                   "   x: MOV R2.x, 1 PSEL_2 last\n"
                   "END\n");
   for (unsigned l = 0; l < EMU_LANES; l++) {
      expect(r, 1, 0, l, l > 30 ? 1 : 50);
      expect(r, 2, 0, l, l > 30 ? 60 : 1);
      expect(r, 3, 0, l, l > 30 ? 0 : 0x3f800000);
   }
}
static void
pred_sel(void **state)
{
   each_engine(pred_sel_one);
}

/* ---- kills and exports ---- */

#define KILL_AND_EXPORT                                                                                      \
   "ALU\n"                                                                                                   \
   "   x: KILLGT_INT R2.x, R0.x, 0x28.x last\n"                                                              \
   "EXPORT_DONE PIXEL 0, R0.y01_ ES:3\n"                                                                     \
   "EXPORT_DONE PIXEL 61, R0.xyzw ES:3\n"

static void
kill_export_one(struct rig *r)
{
   lanes(r, 0, 0, 0, 1);
   lanes(r, 0, 1, 500, 1);
   lanes(r, 1, 0, 900, 1);
   struct sq_wave *w = sq_ctx_wave(r->ctx);
   for (unsigned l = 0; l < EMU_LANES; l++)
      w->color[0][3].u[l] = 4711;
   rig_text(r, SQ_PS,
            r->gen < DB_CAYMAN ? KILL_AND_EXPORT "EXPORT_DONE PIXEL 2, R0.xyzw ES:3 BURST:2 EOP\n"
                               : KILL_AND_EXPORT "EXPORT_DONE PIXEL 2, R0.xyzw ES:3 BURST:2\n"
                                                 "END\n");
   rig_run_stage(r, SQ_PS, UINT64_MAX);
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
   each_engine(kill_export_one);
}

/* Colour targets that SC may count on: none that a branch, a kill, a predicate or a masked component could
 * leave as they were. */
#define EXPORT_TWICE(sel)                                                                                    \
   "EXPORT_DONE PIXEL 0, R0." sel " ES:3\n"                                                                  \
   "EXPORT_DONE PIXEL 2, R0." sel " ES:3 BURST:2\n"
#define MOVE_FIRST                                                                                           \
   "ALU\n"                                                                                                   \
   "   x: MOV R3.x, 0x1.x last\n"
#define BRANCH_FIRST                                                                                         \
   "ALU_PUSH_BEFORE\n"                                                                                       \
   "   x: PRED_SETGT_INT _R0.x, R0.x, R1.x EXEC PRED last\n"                                                 \
   "JUMP @join\n"

static void
certain_targets_one(struct rig *r)
{
   static const struct {
      const char *text;
      unsigned targets;
   } cases[] = {
      {MOVE_FIRST EXPORT_TWICE("xy01") "END\n",                                                       1 | 4 | 8},
      {MOVE_FIRST EXPORT_TWICE("xyz_") "END\n",                                                       0        },
      {BRANCH_FIRST EXPORT_TWICE("xy01") "join: POP @end POP:1\n"
                                         "end: END\n",                                         0        },
      {BRANCH_FIRST "NOP\n"
                    "join: POP @end POP:1\n"
                    "end: " EXPORT_TWICE("xy01") "END\n",
       1 | 4 | 8                                                                                               },
      {"ALU\n"
       "   x: KILLGT_INT R2.x, R0.x, R1.x last\n" EXPORT_TWICE("xy01") "END\n",
       0                                                                                                       },
      {"ALU\n"
       "   x: PRED_SETGT_INT _R0.x, R0.x, R1.x EXEC PRED last\n" EXPORT_TWICE("xy01") "END\n",
       0                                                                                                       },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      rig_text(r, SQ_PS, cases[i].text);
      const struct sq_stage_state *s = rig_state(r, SQ_PS);
      assert_non_null(s);
      assert_int_equal(sq_stage_certain_targets(s), cases[i].targets);
   }
}
static void
certain_targets(void **state)
{
   each_engine(certain_targets_one);
}

static void
vs_export_one(struct rig *r)
{
   lanes(r, 1, 0, 10, 1);
   lanes(r, 2, 1, 20, 1);
   lanes(r, 3, 2, 30, 1);
   rig_text(r, SQ_VS,
            "EXPORT_DONE POS 60, R1.xyzw ES:3\n"
            "EXPORT_DONE POS 61, R2.xyzw ES:3\n"
            "EXPORT_DONE PARAM 0, R2.xyzw ES:3 BURST:2\n"
            "END\n");
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
   each_engine(vs_export_one);
}

/* ---- what must not work ---- */

static void
refuse(struct rig *r, const char *why)
{
   if (rig_state(r, SQ_PS))
      fail_msg("%s: a program with %s was accepted", rig_chips[r->gen], why);
   if (!strstr(r->err.reason, why))
      fail_msg("%s: '%s' does not say '%s'", rig_chips[r->gen], r->err.reason, why);
}

static void
refuse_text(struct rig *r, const char *why, const char *text)
{
   rig_text(r, SQ_PS, text);
   refuse(r, why);
}

static void
broken_one(struct rig *r)
{
   refuse_text(r, "unknown control-flow instruction",
               r->gen < DB_EVERGREEN ? "raw 0x0 0x1f000000\n" : "raw 0x0 0x1f800000\n");
   refuse_text(r, "control flow leaves", "JUMP @65536\n"); /* SQ_MAX_CF */
   refuse_text(r, "runs out of GPU memory", "TEX @4194288 CNT:1\nEND\n");
   refuse_text(r, "unknown ALU opcode",
               r->gen == DB_R600 ? "ALU\n   x: raw 0x0 0x7f00\nEND\n" : "ALU\n   x: raw 0x0 0x7f80\nEND\n");
   refuse_text(r, "runs over the end of its clause", "ALU\n   x: MOV R1.x, R0.x\nEND\n");
   refuse_text(r, "PV.x has no value", "ALU\n   x: MOV R1.x, PV.x last\nEND\n");
   refuse_text(r, "not locked", "ALU\n   x: MOV R1.x, KC0[0].x last\nEND\n");

   /* no text says this: the assembler puts the literals */
   rig_alu_begin(r);
   rig_alu(r, LAST(MOVE(1, 0, RIG_LIT(2))));
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   rig_place(r, SQ_PS);
   refuse(r, "literals run over");

   rig_text(r, SQ_PS, "END\n");
   rig_ctx(r, r->gen >= DB_EVERGREEN ? EG_SQ_PGM_START_PS_OFFSET : R6_SQ_PGM_START_PS_OFFSET, 0xffffff00);
   refuse(r, "outside of GPU memory");
}
static void
broken(void **state)
{
   each_engine(broken_one);
}

static void
endless_one(struct rig *r)
{
   rig_run_text(r, "LOOP_START_DX10 @behind\n"
                   "again: NOP\n"
                   "LOOP_END @again\n"
                   "behind: END\n");
   assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_TIME);
   /* the context is as good as new afterwards */
   rig_run_text(r, "ALU\n"
                   "   x: MOV R1.x, 0xb.x last\n"
                   "END\n");
   assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_NONE);
   expect(r, 1, 0, 0, 11);

   rig_run_text(r, "again: PUSH @next POP:1\n"
                   "next: JUMP @again COND:1\n"
                   "END\n");
   assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_STACK);

   rig_run_text(r, "again: CALL @again\n"
                   "END\n");
   assert_int_equal(sq_ctx_wave(r->ctx)->stopped, SQ_STOP_CALLS);
}
static void
endless(void **state)
{
   each_engine(endless_one);
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

static uint64_t
next_random(uint64_t *x)
{
   *x ^= *x << 13;
   *x ^= *x >> 7;
   return *x ^= *x << 17;
}

static void
noise_program(struct rig *r, uint64_t *x)
{
   for (unsigned i = 0; i < RIG_CLAUSES; i++) {
      const uint64_t w = next_random(x);
      /* small addresses and counts reach more than the first refusal does */
      rig_raw_cf(r, (uint32_t)(w >> 40) % 128,
                 (uint32_t)w & (r->gen < DB_EVERGREEN ? 0x0fe01fffu : 0x07e003ffu));
   }
   for (unsigned i = 0; i < 300; i++) {
      const uint64_t w = next_random(x);
      rig_word(r, (uint32_t)w, (uint32_t)(w >> 32));
   }
   rig_place(r, SQ_PS);
}

/* Any bytes: refused or run to an end, never outside of memory, and to the same end on every SIMD level. */
static void
noise_one(struct rig *r)
{
   static const uint64_t want[DB_GEN_COUNT] = {UINT64_C(0x4fb6f9bd17573edd), UINT64_C(0x1625e9b576244864),
                                               UINT64_C(0x885ebf07f1d6392d), UINT64_C(0xb79445fd2ab1ddde)};
   uint64_t x = 88172645463325252u + r->gen, h = UINT64_C(0xcbf29ce484222325);
   for (unsigned n = 0; n < 150; n++) {
      noise_program(r, &x);
      h = verdict(r, h);
   }
   if (h != want[r->gen])
      fail_msg("%s: the digest of the verdicts is 0x%016llx", rig_chips[r->gen], (unsigned long long)h);
}
static void
noise(void **state)
{
   each_engine(noise_one);
}

/* ---- what the wave before left ---- */

static void
leave_behind(struct rig *r, uint32_t what)
{
   struct sq_ctx *c = r->ctx;
   const struct {
      struct emu_row *row;
      unsigned n;
   } rows[] = {
      {c->gpr,      SQ_GPRS * 4       },
      {c->tmp,      SQ_TMP_ROWS       },
      {c->ar,       4                 },
      {&c->al_row,  1                 },
      {c->grad_h,   4                 },
      {c->grad_v,   4                 },
      {c->offsets,  3                 },
      {c->tex_out,  4                 },
      {c->color[0], EMU_MAX_CB * 4    },
      {c->param[0], EMU_MAX_PARAMS * 4},
      {c->pos,      EMU_POS_VECS * 4  },
      {c->z,        4                 },
      {&c->merge,   1                 },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
      for (unsigned k = 0; k < rows[i].n; k++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            rows[i].row[k].u[l] = what ? what + (i << 16) + (k << 6) + l : 0;
   c->cf_idx[0] = c->cf_idx[1] = (int32_t)(what & 7);
}

/* What a wave comes to behind another that left something, or nothing: the same, though rows are loaded only where it may
 * read them. */
static uint64_t
outcome(struct rig *r, const struct sq_stage_state *s, uint32_t left)
{
   static const uint64_t loaded[SQ_LOADED_WORDS] = {0xf}; /* R0 */
   uint64_t reads[SQ_LOADED_WORDS];
   const struct sq_clear *clear = sq_stage_clear(&r->arena, s, loaded);
   struct sq_wave *w = sq_ctx_wave(r->ctx);
   assert_non_null(clear);
   leave_behind(r, left);
   sq_ctx_clear(r->ctx, clear);
   sq_stage_read_rows(s, reads);
   for (unsigned ch = 0; ch < 4; ch++)
      if (reads[0] >> ch & 1)
         lanes(r, 0, ch, ch, 3);
   w->exec = UINT64_MAX;
   sq_run(r->ctx, s);
   const uint32_t masks[] = {w->stopped, w->color_mask, w->param_mask, w->pos_mask, w->z_done, w->num_stream};
   uint64_t h = fnv(UINT64_C(0xcbf29ce484222325), masks, sizeof masks);
   h = fnv(h, &w->killed, sizeof w->killed);
   for (unsigned i = 0; i < EMU_MAX_CB; i++)
      if (w->color_mask >> i & 1)
         h = fnv(h, w->color[i], 4 * sizeof *w->color[i]);
   for (unsigned i = 0; i < EMU_MAX_PARAMS; i++)
      if (w->param_mask >> i & 1)
         h = fnv(h, w->param[i], sizeof w->param[i]);
   for (unsigned i = 0; i < EMU_POS_VECS; i++)
      if (w->pos_mask >> i & 1)
         h = fnv(h, w->pos + i * 4, 4 * sizeof *w->pos);
   return w->z_done ? fnv(h, w->z, 4 * sizeof *w->z) : h;
}

static void
same_outcome(struct rig *r)
{
   const struct sq_stage_state *s = rig_state(r, SQ_PS);
   if (!s)
      fail_msg("%s", r->err.reason);
   const uint64_t none = outcome(r, s, 0);
   for (uint32_t left = 0x3f800000; left < 0xf0000000; left += 0x31234567)
      assert_true(outcome(r, s, left) == none);
}

/* R1.x is never written; R1.y is in one branch, R1.z in both, R2 in a loop that may not run, R3 before it is read in the
 * branch; R0.w is masked out of the export. */
static void
left_behind_one(struct rig *r)
{
   rig_loop_const(r, 0, TS_SQ_LOOP_CONST(.COUNT = 0, .INIT = 0, .INC = 1));
   rig_text(r, SQ_PS,
            "ALU_PUSH_BEFORE\n"
            "   x: PRED_SETGT_INT _R0.x, R0.x, 0x14.x EXEC PRED last\n"
            "JUMP @else\n"
            "ALU\n"
            "   x: MOV R3.x, R0.y\n"
            "   y: MOV R1.y, R0.x last\n"
            "   z: ADD_INT R1.z, R3.x, R1.x last\n"
            "else: ELSE @join POP:1\n"
            "ALU\n"
            "   z: MOV R1.z, 0x3.x last\n"
            "POP @join POP:1\n"
            "join: LOOP_START @behind CONST:0\n"
            "again: ALU\n"
            "   x: MOV R2.x, R0.x last\n"
            "LOOP_END @again\n"
            "behind: ALU\n"
            "   w: ADD_INT R1.w, R2.x, R3.y last\n"
            "EXPORT_DONE PIXEL 0, R1.xyz_ ES:3\n"
            "END\n");
   same_outcome(r);
   for (unsigned l = 0; l < EMU_LANES; l++) {
      expect(r, 1, 0, l, 0);
      expect(r, 1, 1, l, l * 3 > 0x14 ? l * 3 : 0);
      expect(r, 1, 3, l, 0);
   }
}
static void
left_behind(void **state)
{
   each_engine(left_behind_one);
}

/* Code that stands behind the program's end reads what nobody wrote. */
static void
left_behind_apart_one(struct rig *r)
{
   rig_text(r, SQ_PS,
            "ALU\n"
            "   x: MOV R1.x, R0.x last\n"
            "CALL @apart\n"
            "EXPORT_DONE PIXEL 0, R1.xyzw ES:3\n"
            "END\n"
            "apart: ALU\n"
            "   y: ADD_INT R1.y, R2.x, R0.y last\n"
            "RET\n");
   same_outcome(r);
}
static void
left_behind_apart(void **state)
{
   each_engine(left_behind_apart_one);
}

/* A program of random groups, branches and loops. */
struct maker {
   char text[8192];
   size_t len;
   uint64_t x;
   unsigned labels, clauses;
};

static unsigned
pick(struct maker *m, unsigned n)
{
   return (unsigned)(next_random(&m->x) >> 33) % n;
}

__attribute__((format(printf, 2, 3))) static void
say(struct maker *m, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   m->len += (size_t)vsnprintf(m->text + m->len, sizeof m->text - m->len, fmt, ap);
   va_end(ap);
   assert_true(m->len < sizeof m->text);
}

static void
groups(struct maker *m)
{
   static const char *const op[] = {"ADD_INT", "XOR_INT", "MAX_INT"};
   m->clauses++;
   say(m, "ALU\n");
   for (unsigned n = 1 + pick(m, 3); n; n--) {
      const char dst = "xyzw"[pick(m, 4)];
      say(m, "   %c: %s R%u.%c, R%u.%c, R%u.%c last\n", dst, op[pick(m, 3)], 1 + pick(m, 7), dst, pick(m, 8),
          "xyzw"[pick(m, 4)], pick(m, 8), "xyzw"[pick(m, 4)]);
   }
}

static void
statements(struct maker *m, unsigned depth)
{
   for (unsigned n = 1 + pick(m, 3); n; n--) {
      const unsigned what = depth < 2 && m->clauses < 8 ? pick(m, 4) : 0, label = m->labels++;
      const char a = (char)('a' + label / 26), b = (char)('a' + label % 26); /* labels are letters */
      if (what < 2) {
         groups(m);
      } else if (what == 2) {
         m->clauses++;
         say(m,
             "ALU_PUSH_BEFORE\n   x: PRED_SETGT_INT _R0.x, R%u.%c, 0x20.x EXEC PRED last\nJUMP @else%c%c\n",
             pick(m, 8), "xyzw"[pick(m, 4)], a, b);
         statements(m, depth + 1);
         say(m, "else%c%c: ELSE @join%c%c POP:1\n", a, b, a, b);
         if (pick(m, 2))
            statements(m, depth + 1);
         say(m, "POP @join%c%c POP:1\njoin%c%c: NOP\n", a, b, a, b);
      } else {
         say(m, "LOOP_START @behind%c%c CONST:%u\nagain%c%c: NOP\n", a, b, pick(m, 3), a, b);
         statements(m, depth + 1);
         say(m, "LOOP_END @again%c%c\nbehind%c%c: NOP\n", a, b, a, b);
      }
   }
}

static void
random_left_behind_one(struct rig *r)
{
   static const char *const sel[] = {"xyzw", "xyz_", "x_zw", "y01w"};
   struct maker m = {.x = 88172645463325252u + r->gen};
   for (unsigned i = 0; i < 3; i++)
      rig_loop_const(r, i, TS_SQ_LOOP_CONST(.COUNT = i, .INIT = 0, .INC = 1));
   for (unsigned n = 0; n < random_share(40); n++) {
      m.len = m.labels = m.clauses = 0;
      statements(&m, 0);
      say(&m, "EXPORT_DONE PIXEL 0, R%u.%s ES:3\nEND\n", 1 + pick(&m, 7), sel[pick(&m, 4)]);
      rig_text(r, SQ_PS, m.text);
      same_outcome(r);
   }
}
static void
random_left_behind(void **state)
{
   each_engine(random_left_behind_one);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(branch),
      cmocka_unit_test(loop),
      cmocka_unit_test(counted_loop),
      cmocka_unit_test(pred_sel),
      cmocka_unit_test(kill_export),
      cmocka_unit_test(certain_targets),
      cmocka_unit_test(vs_export),
      cmocka_unit_test(broken),
      cmocka_unit_test(endless),
      cmocka_unit_test(reasons),
      cmocka_unit_test(noise),
      cmocka_unit_test(left_behind),
      cmocka_unit_test(left_behind_apart),
      cmocka_unit_test(random_left_behind),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
