/* SPDX-License-Identifier: MIT
 *
 * Whole programs as machine code against the interpreter: random branches, loops, breaks, kills, exports,
 * relative registers and constants, in each other, with predicates that lanes take differently. Both must leave
 * the same registers, masks and exports, stop for the same reason and charge the same. Some programs are bent:
 * jumps lead anywhere, so that stacks differ where ways meet and loops may not end.
 */
#include "../random_share.h"
#include "emu_sq_fixture.h"
#include "emulator/terascale/sq/jit/jit.h"

enum { ROWS = 16, COUNTERS = 48, MAX_STEPS = 120, MAX_UOPS = 600, CONSTS = 8, EXPORTS = 4, NESTING = 4 };

static uint32_t seed;
static uint32_t
rnd(void)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed ^ seed >> 15) * 0x9e3779b1u >> 7;
}
static bool
one_in(unsigned n)
{
   return rnd() % n == 0;
}

struct program {
   struct sq_program p;
   struct sq_hot hot;
   struct sq_step steps[MAX_STEPS];
   struct sq_uop uops[MAX_UOPS];
   struct sq_export exports[EXPORTS];
   struct sq_const_ref consts[CONSTS];
   uint32_t bits[CONSTS];
   const uint32_t *at[CONSTS];
   unsigned loops, most_loops;
};

/* ---- micro-ops ---- */

static uint32_t
any_row(void)
{
   return sq_gpr_off(rnd() % (ROWS / 4), rnd() % 4);
}

static struct sq_uop *
add_uop(struct program *g)
{
   assert_true(g->p.num_uops < MAX_UOPS);
   struct sq_uop *u = &g->uops[g->p.num_uops++];
   *u = (struct sq_uop){.omod = 1.0f};
   return u;
}

static void
add_op(struct program *g, const struct sq_kernels *k, enum db_alu_op op, uint32_t dst, uint32_t x, uint32_t y)
{
   struct sq_uop *u = add_uop(g);
   const bool effect = db_alu_info(op)->flags & (DB_ALU_PRED_F | DB_ALU_KILL_F);
   u->op = (uint8_t)op;
   u->fn = effect ? k->mod[op] : k->plain[op];
   u->kind = effect ? SQ_U_EFFECT : SQ_U_VALUE;
   u->dst = dst;
   u->src[0] = x;
   u->src[1] = y;
   assert_non_null(u->fn);
}

static void
add_commit(struct program *g, const struct sq_kernels *k, uint32_t what, uint32_t exec_op)
{
   struct sq_uop *u = add_uop(g);
   u->fn = k->special[SQ_S_COMMIT];
   u->kind = SQ_U_EFFECT;
   u->arg[0] = what;
   u->arg[1] = exec_op;
   u->pred_sel = one_in(12) ? (uint8_t)(2 + rnd() % 2) : 0;
}

static void
add_predicate(struct program *g, const struct sq_kernels *k, uint32_t what, uint32_t exec_op)
{
   static const enum db_alu_op ops[] = {DB_ALU_PRED_SETE_INT, DB_ALU_PRED_SETGT_INT, DB_ALU_PRED_SETGE_INT,
                                        DB_ALU_PRED_SETNE_INT, DB_ALU_PRED_SETGT_UINT};
   add_op(g, k, ops[rnd() % ARRAY_SIZE(ops)], any_row(), any_row(), any_row());
   add_commit(g, k, what, exec_op);
}

static void
add_relative(struct program *g, const struct sq_kernels *k)
{
   static const enum sq_special ops[] = {SQ_S_REL_LOAD, SQ_S_REL_STORE, SQ_S_KREL_LOAD, SQ_S_SET_CF_IDX};
   const enum sq_special op = ops[rnd() % ARRAY_SIZE(ops)];
   struct sq_uop *u = add_uop(g);
   u->fn = k->special[op];
   u->kind = op == SQ_S_REL_STORE || op == SQ_S_SET_CF_IDX ? SQ_U_EFFECT : SQ_U_VALUE;
   u->dst = any_row();
   u->src[0] = one_in(4) ? SQ_OFF(al_row) : SQ_OFF(ar[0]) + rnd() % 4 * (uint32_t)sizeof(struct emu_row);
   u->src[1] = any_row();
   u->arg[0] = op == SQ_S_REL_STORE ? rnd() % 4 : op == SQ_S_REL_LOAD ? rnd() % 130 : rnd() % 2;
   u->arg[1] = rnd() % 4;
}

static void
any_uop(struct program *g, const struct sq_kernels *k)
{
   static const enum db_alu_op ops[] = {
      DB_ALU_MOV,      DB_ALU_ADD_INT, DB_ALU_SUB_INT,   DB_ALU_AND_INT,  DB_ALU_XOR_INT,   DB_ALU_MULLO_INT,
      DB_ALU_LSHR_INT, DB_ALU_MAX_INT, DB_ALU_SETGT_INT, DB_ALU_BCNT_INT, DB_ALU_BFREV_INT, DB_ALU_CNDE_INT};
   const unsigned kind = rnd() % 20;
   if (kind == 0)
      add_predicate(g, k, 1 + rnd() % 3, rnd() % 4);
   else if (kind < 3)
      add_relative(g, k);
   else if (kind == 3)
      add_op(g, k, one_in(2) ? DB_ALU_KILLGT_INT : DB_ALU_KILLE_INT, any_row(), any_row(), any_row());
   else if (kind == 4)
      add_op(g, k, DB_ALU_MOVA_INT, SQ_OFF(ar[0]) + rnd() % 4 * (uint32_t)sizeof(struct emu_row), any_row(),
             any_row());
   else
      add_op(g, k, ops[rnd() % ARRAY_SIZE(ops)], any_row(),
             one_in(3) ? (SQ_OFF(consts) + rnd() % CONSTS * SQ_CONST_B) | 1 : any_row(), any_row());
   struct sq_uop *u = &g->uops[g->p.num_uops - 1];
   u->src[2] = any_row();
   if (one_in(16))
      u->pred_sel = (uint8_t)(2 + rnd() % 2);
}

/* ---- steps ---- */

static struct sq_step *
add_step(struct program *g, enum sq_step_kind kind)
{
   assert_true(g->p.num_steps < MAX_STEPS);
   struct sq_step *s = &g->steps[g->p.num_steps++];
   *s = (struct sq_step){.kind = (uint8_t)kind, .next = g->p.num_steps, .target = g->p.num_steps};
   return s;
}

static void
end_clause(struct program *g, struct sq_step *s, uint32_t first)
{
   s->first = first;
   s->count = g->p.num_uops - first;
}

static void
add_clause(struct program *g, const struct sq_kernels *k, unsigned n)
{
   struct sq_step *s = add_step(g, SQ_CF_ALU);
   const uint32_t first = g->p.num_uops;
   for (unsigned i = 0; i < n; i++)
      any_uop(g, k);
   end_clause(g, s, first);
}

static void add_body(struct program *g, const struct sq_kernels *k, unsigned depth);

/* if, with or without else, by ALU_PUSH_BEFORE or by a boolean constant */
static void
add_if(struct program *g, const struct sq_kernels *k, unsigned depth)
{
   struct sq_step *s;
   if (one_in(4)) {
      s = add_step(g, one_in(4) ? SQ_CF_PUSH_ELSE : SQ_CF_PUSH);
      s->cond = (uint8_t)(rnd() % 4);
      s->cf_const = (uint8_t)(rnd() % 32);
   } else {
      s = add_step(g, SQ_CF_ALU);
      s->alu = SQ_ALU_PUSH_BEFORE;
      const uint32_t first = g->p.num_uops;
      any_uop(g, k);
      add_predicate(g, k, 3, 0);
      end_clause(g, s, first);
   }
   struct sq_step *jump = add_step(g, SQ_CF_JUMP);
   jump->pop_count = 1;
   add_body(g, k, depth + 1);
   if (one_in(2)) {
      jump->target = g->p.num_steps;
      jump->pop_count = 0;
      struct sq_step *other = add_step(g, SQ_CF_ELSE);
      other->pop_count = 1;
      add_body(g, k, depth + 1);
      add_step(g, SQ_CF_POP)->pop_count = 1;
      other->target = g->p.num_steps;
   } else {
      if (one_in(2)) {
         add_step(g, SQ_CF_POP)->pop_count = 1;
      } else {
         s = add_step(g, SQ_CF_ALU);
         s->alu = SQ_ALU_POP_AFTER;
         const uint32_t first = g->p.num_uops;
         any_uop(g, k);
         end_clause(g, s, first);
      }
      jump->target = g->p.num_steps;
   }
}

/* A loop by counter with all its ways out. */
static void
add_loop(struct program *g, const struct sq_kernels *k, unsigned depth)
{
   const uint32_t counter = sq_gpr_off(COUNTERS + depth, 0), one = SQ_OFF(consts) | 1;
   struct sq_step *start = add_step(g, SQ_CF_LOOP_START);
   const uint32_t body = g->p.num_steps;
   start->loop_form = (uint8_t)(one_in(3) ? rnd() % 2 : DB_LOOP_UNCOUNTED);
   start->cf_const = (uint8_t)(rnd() % 32);
   struct sq_step *s = add_step(g, SQ_CF_ALU);
   s->alu = one_in(2) ? SQ_ALU_BREAK : SQ_ALU_PLAIN;
   const uint32_t first = g->p.num_uops;
   add_op(g, k, DB_ALU_SUB_INT, counter, counter, one);
   add_op(g, k, DB_ALU_PRED_SETGT_INT, any_row(), counter, sq_gpr_off(rnd() % (ROWS / 4), 3));
   add_commit(g, k, 3, s->alu == SQ_ALU_PLAIN ? 1 : 0);
   g->uops[g->p.num_uops - 1].pred_sel = 0;
   end_clause(g, s, first);
   add_body(g, k, depth + 1);
   struct sq_step *leave = NULL;
   if (one_in(3)) {
      leave = add_step(g, one_in(2) ? SQ_CF_LOOP_BREAK : SQ_CF_LOOP_CONTINUE);
      leave->cond = (uint8_t)(rnd() % 4);
      leave->cf_const = (uint8_t)(rnd() % 32);
   } else if (one_in(2)) {
      s = add_step(g, SQ_CF_ALU);
      s->alu = SQ_ALU_CONTINUE;
      const uint32_t from = g->p.num_uops;
      add_predicate(g, k, 2, 0);
      end_clause(g, s, from);
   }
   if (one_in(2))
      add_body(g, k, depth + 1);
   if (leave)
      leave->target = g->p.num_steps;
   add_step(g, SQ_CF_LOOP_END)->target = body;
   start->target = g->p.num_steps;
}

static void
add_body(struct program *g, const struct sq_kernels *k, unsigned depth)
{
   for (unsigned n = 1 + rnd() % 2; n-- > 0;) {
      const unsigned kind =
         depth < NESTING && g->p.num_steps < MAX_STEPS / 2 && g->p.num_uops < MAX_UOPS / 2 ? rnd() % 8 : 7;
      if (kind < 2) {
         add_if(g, k, depth);
      } else if (kind < 4) {
         add_loop(g, k, depth);
      } else if (kind == 4) {
         struct sq_step *s = add_step(g, one_in(6) ? SQ_CF_KILL : SQ_CF_EXPORT);
         s->first = rnd() % EXPORTS;
         s->cond = (uint8_t)(s->kind == SQ_CF_KILL ? rnd() % 4 : 0);
      } else {
         add_clause(g, k, 1 + rnd() % 5);
      }
   }
}

/* Jumps that lead anywhere, steps that are left out, programs that end in the middle. */
static void
bend(struct program *g)
{
   for (unsigned n = 1 + rnd() % 3; n-- > 0;) {
      struct sq_step *s = &g->steps[rnd() % g->p.num_steps];
      switch (rnd() % 4) {
      case 0:
         s->target = rnd() % (g->p.num_steps + 1);
         break;
      case 1:
         s->pop_count = (uint8_t)(rnd() % 4);
         break;
      case 2:
         s->end = true;
         break;
      default:
         s->next = rnd() % (g->p.num_steps + 1);
         break;
      }
   }
}

static void
build(struct program *g, const struct sq_kernels *k, bool bent)
{
   memset(g, 0, sizeof *g);
   g->p.hot = &g->hot;
   g->p.steps = g->steps;
   g->p.uops = g->uops;
   g->p.exports = g->exports;
   g->p.num_exports = EXPORTS;
   g->p.consts = g->consts;
   g->p.num_consts = CONSTS;
   g->p.const_base = SQ_OFF(consts);
   g->p.krel_banks = 3;
   g->p.kills = true;
   for (unsigned i = 0; i < CONSTS; i++) {
      g->bits[i] = i ? rnd() % 8 : 1;
      g->at[i] = &g->bits[i];
      g->consts[i] = (struct sq_const_ref){.kind = SQ_C_LITERAL, .value = g->bits[i]};
   }
   for (unsigned i = 0; i < EXPORTS; i++)
      g->exports[i] = (struct sq_export){
         .type = SQ_X_PIXEL,
         .gpr = (uint8_t)(rnd() % 4),
         .burst = 1,
         .rel = i == 3 && one_in(4),
         .sel = {0, 1, (uint8_t)(rnd() % 6), 3},
         .array_base = (uint16_t)i
      };
   add_clause(g, k, 3);
   for (unsigned i = 0; i < 3; i++)
      add_body(g, k, 0);
   add_step(g, SQ_CF_EXPORT);
   if (bent)
      bend(g);
   g->steps[g->p.num_steps - 1].end = true;
}

/* ---- running both ---- */

struct pair {
   struct rig rig;
   struct sq_ctx *ctx[2]; /* interpreted, compiled */
   uint32_t kbuf[16];
   struct sq_stage_state state;
};

static void
fill(struct pair *t)
{
   struct sq_ctx *c = t->ctx[0];
   for (unsigned r = 0; r < SQ_GPRS * 4; r++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         c->gpr[r].u[l] = r < ROWS ? rnd() % 8 : r < COUNTERS * 4 ? r : 1 + rnd() % 9;
   for (unsigned r = 0; r < 4; r++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         c->ar[r].u[l] = one_in(20) ? rnd() : rnd() % 6;
   for (unsigned l = 0; l < EMU_LANES; l++)
      c->al_row.u[l] = 2;
   for (unsigned i = 0; i < ARRAY_SIZE(t->kbuf); i++)
      t->kbuf[i] = rnd() % 8;
   t->state.bool_const = rnd();
   for (unsigned i = 0; i < 32; i++)
      t->state.loop_const[i] = TS_SQ_LOOP_CONST(.COUNT = rnd() % 5, .INIT = rnd() % 4, .INC = rnd() % 3);
   t->state.kbuf[0] = (struct sq_kbuf){.dw = t->kbuf, .num_dw = 13};
   t->state.kbuf[1] = (struct sq_kbuf){0};
   memset(c->color, 0x11, sizeof c->color);
   memcpy(t->ctx[1]->gpr, c->gpr, sizeof c->gpr);
   memcpy(t->ctx[1]->ar, c->ar, sizeof c->ar);
   memcpy(&t->ctx[1]->al_row, &c->al_row, sizeof c->al_row);
   memcpy(t->ctx[1]->color, c->color, sizeof c->color);
}

static void
same_rows(const struct pair *t, const char *what, const struct emu_row *a, const struct emu_row *b,
          unsigned n)
{
   for (unsigned r = 0; r < n; r++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         if (t->ctx[0]->live >> l & 1 && a[r].u[l] != b[r].u[l])
            fail_msg("seed %u, %u byte vectors: %s %u lane %u: interpreted %08x, compiled %08x", seed,
                     t->rig.e.kernels->sq->vec_B, what, r, l, a[r].u[l], b[r].u[l]);
}

enum outcome { WHOLE = 1, BY_CLAUSES = 2, STOPPED = 4 };

static unsigned
compare(struct pair *t, struct program *g, uint64_t exec)
{
   const struct sq_kernels *k = t->rig.e.kernels->sq;
   struct sq_ctx *a = t->ctx[0], *b = t->ctx[1];
   const uint32_t at_start = seed;
   t->state.emu = &t->rig.e;
   t->state.stage = SQ_PS;
   t->state.main = (struct sq_bound){.prog = &g->p, .consts = g->at};
   fill(t);
   a->wave.exec = b->wave.exec = exec;
   k->run(a, &t->state);
   g->hot.jit = sq_jit_create(&g->p, k);
   const unsigned how = !g->hot.jit ? 0 : g->hot.jit->program ? WHOLE : BY_CLAUSES;
   k->run(b, &t->state);
   seed = at_start; /* for messages */
   assert_int_equal(a->wave.stopped, b->wave.stopped);
   assert_int_equal(a->steps_left, b->steps_left);
   same_rows(t, "GPR row", a->gpr, b->gpr, SQ_GPRS * 4);
   same_rows(t, "AR", a->ar, b->ar, 4);
   same_rows(t, "colour row", a->color[0], b->color[0], EXPORTS * 4);
   assert_true(a->active == b->active);
   assert_true((a->pred & a->live) == (b->pred & b->live));
   assert_true(a->wave.killed == b->wave.killed);
   assert_int_equal(a->wave.color_mask, b->wave.color_mask);
   assert_int_equal(a->cf_idx[0], b->cf_idx[0]);
   sq_jit_destroy(g->hot.jit);
   g->hot.jit = NULL;
   return how | (a->wave.stopped ? STOPPED : 0);
}

static void
programs(bool bent)
{
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      struct pair *t = calloc(1, sizeof *t);
      struct program *g = malloc(sizeof *g);
      assert_true(t && g);
      if (rig_init(&t->rig, DB_EVERGREEN, rig_levels[lv])) {
         const struct sq_kernels *k = t->rig.e.kernels->sq;
         const char *rounds = getenv("JIT_ROUNDS");
         const unsigned num = rounds ? (unsigned)atoi(rounds) : random_share(bent ? 80 : 200);
         unsigned whole = 0, clauses = 0;
         t->ctx[0] = t->rig.ctx;
         t->ctx[1] = sq_ctx_create(&t->rig.e);
         assert_non_null(t->ctx[1]);
         for (unsigned round = 0; sq_jit_available(k) && round < num; round++) {
            seed = round * 77 + 1;
            build(g, k, bent);
            const unsigned how = compare(t, g, one_in(2) ? UINT64_MAX : ((uint64_t)rnd() << 32 ^ rnd()) | 1);
            whole += (how & WHOLE) != 0;
            clauses += (how & BY_CLAUSES) != 0;
            if (!bent)
               assert_true(how & WHOLE);
         }
         assert_true(!sq_jit_available(k) || (whole > num / 4 && (!bent || clauses)));
         sq_ctx_destroy(t->ctx[1]);
         rig_fini(&t->rig);
      }
      free(g);
      free(t);
   }
}

static void
structured(void **state)
{
   programs(false);
}

static void
bent(void **state)
{
   programs(true);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(structured),
      cmocka_unit_test(bent),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
