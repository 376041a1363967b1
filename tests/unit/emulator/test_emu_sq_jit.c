/* SPDX-License-Identifier: MIT
 *
 * Machine code against the interpreter: clauses of random micro-ops (every operation that the interpreter
 * has, every kind of operand and modifier, predicates that switch lanes off in between) on random values with
 * many special ones must leave the same bits in all registers of all live lanes. Each opcode is also tried
 * alone. Runs at every SIMD level of this CPU that has a compiler; elsewhere it checks that there is none.
 */
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu_sq_fixture.h"
#include "emulator/terascale/sq/jit/jit.h"
#include "emulator/jit/ir.h"
#include "emulator/jit/mem.h"

enum { ROWS = 24, CONSTS = 12, MAX_UOPS = 60, PARAMS = 4 };

static uint32_t seed;
static uint32_t
rnd(void)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed ^ seed >> 15) * 0x9e3779b1u >> 7;
}

static const uint32_t specials[] = {
   0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0400000, 0x3f000000, 0xbf000000, 0x3fc00000,
   0xbfc00000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f7fffff, 0xff7fffff, 0x00800000, 0x4b000001,
   0xcb000001, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f800000, 0x3effffff, 0x3f7fffff, 0x40490fdb,
   0x42f6e979, 0x447a0000, 0x3dcccccd, 0x00000001, 0x0000001f, 0x00000020, 0xffffffff, 0x7fffffff, 0x00ffffff,
   0x12345678, 0x007fffff, 0x807fffff, 0xc3170000, 0x43010000, 0x7f800001, 0xff812345,
};

static uint32_t
value(void)
{
   switch (rnd() % 4) {
   case 0:
      return specials[rnd() % ARRAY_SIZE(specials)];
   case 1:
      return rnd() ^ rnd() << 13;
   default: /* exponents around 1 */
      return ((rnd() << 9 ^ rnd()) & 0x807fffff) | (110 + rnd() % 36) << 23;
   }
}

/* ---- programs ---- */

struct program {
   struct sq_program p;
   struct sq_hot hot;
   struct sq_step step;
   struct sq_uop uops[2 * MAX_UOPS];
   struct sq_const_ref consts[CONSTS];
   uint32_t bits[CONSTS];
   const uint32_t *at[CONSTS];
};

static uint32_t
any_row(void)
{
   const unsigned r = rnd() % (ROWS + 6);
   return r < ROWS ? sq_gpr_off(r / 4, r % 4) : SQ_OFF(tmp) + (r - ROWS) * (uint32_t)sizeof(struct emu_row);
}

static uint32_t
any_source(void)
{
   return rnd() % 4 ? any_row() : (SQ_OFF(consts) + rnd() % CONSTS * SQ_CONST_B) | 1;
}

static void
any_output(struct sq_uop *u)
{
   static const float omod[] = {1.0f, 1.0f, 2.0f, 4.0f, 0.5f};
   u->omod = omod[rnd() % 5];
   u->clamp = rnd() % 4 ? 0 : (uint8_t)(1 + rnd() % 2);
}

static unsigned
num_sources(enum db_alu_op op)
{
   const struct db_alu_info *info = db_alu_info(op);
   return info->flags & DB_ALU_REDUCTION_F && op != DB_ALU_CUBE ? 4u * info->nsrc : info->nsrc;
}

/* \p op with random operands, with or without modifiers; false: the interpreter has no such form. */
static bool
operation(const struct sq_kernels *k, enum db_alu_op op, bool modified, struct sq_uop *u)
{
   const unsigned n = num_sources(op);
   *u = (struct sq_uop){.op = (uint8_t)op, .omod = 1.0f, .dst = any_row()};
   u->fn = modified ? k->mod[op] : k->plain[op];
   if (!u->fn)
      return false;
   const uint32_t flags = db_alu_info(op)->flags;
   u->kind = flags & (DB_ALU_PRED_F | DB_ALU_KILL_F) ? SQ_U_EFFECT : SQ_U_VALUE;
   for (unsigned s = 0; s < n; s++) {
      u->src[s] = any_source();
      u->mod[s] = modified ? (uint8_t)(rnd() % 4) : 0;
   }
   if (modified)
      any_output(u);
   if (flags & DB_ALU_MOVA_F)
      u->dst = SQ_OFF(ar[0]) + rnd() % 4 * (uint32_t)sizeof(struct emu_row);
   if (op == DB_ALU_SIN || op == DB_ALU_COS)
      u->arg[0] = rnd() % 2 ? 0x3e22f983u : 0x3f800000u;
   return true;
}

static void
special(const struct sq_kernels *k, enum sq_special s, struct sq_uop *u)
{
   *u = (struct sq_uop){.fn = k->special[s], .omod = 1.0f, .dst = any_row()};
   for (unsigned i = 0; i < 3; i++) {
      u->src[i] = any_source();
      u->mod[i] = (uint8_t)(rnd() % 4);
   }
   switch (s) {
   case SQ_S_REL_LOAD:
   case SQ_S_REL_STORE:
      u->src[0] = SQ_OFF(ar[0]);
      u->src[1] = any_row();
      u->arg[0] = rnd() % 4;
      u->arg[1] = rnd() % 4;
      u->kind = s == SQ_S_REL_STORE ? SQ_U_EFFECT : SQ_U_VALUE;
      break;
   case SQ_S_KREL_LOAD:
      u->src[0] = SQ_OFF(ar[0]);
      break;
   case SQ_S_COMMIT:
      u->kind = SQ_U_EFFECT;
      u->src[0] = u->src[1] = u->src[2] = u->dst = 0;
      u->arg[0] = 1 + rnd() % 3;
      break;
   case SQ_S_SET_CF_IDX:
      u->kind = SQ_U_EFFECT;
      u->src[0] = SQ_OFF(ar[0]);
      break;
   case SQ_S_INTERP:
   case SQ_S_INTERP_P:
      u->arg[0] = rnd() % PARAMS;
      u->arg[1] = rnd() % 4 | (s == SQ_S_INTERP_P ? rnd() % 3 << 2 : 0);
      any_output(u);
      break;
   default:
      any_output(u);
      break;
   }
}

/* One of everything, at times in predicated form. */
static void
any_uop(const struct sq_kernels *k, struct sq_uop *u)
{
   if (rnd() % 5 == 0)
      special(k, (enum sq_special)(rnd() % SQ_S_COUNT), u);
   else
      while (!operation(k, (enum db_alu_op)(rnd() % DB_ALU_OP_COUNT), rnd() % 2, u))
         ;
   if (rnd() % 16 == 0)
      u->pred_sel = (uint8_t)(2 + rnd() % 2);
}

static void
begin(struct program *g)
{
   memset(g, 0, sizeof *g);
   g->p.hot = &g->hot;
   g->p.steps = &g->step;
   g->p.num_steps = 1;
   g->p.uops = g->uops;
   g->p.consts = g->consts;
   g->p.num_consts = CONSTS;
   g->p.const_base = SQ_OFF(consts);
   g->p.krel_banks = 1;
   for (unsigned i = 0; i < CONSTS; i++) {
      g->bits[i] = value();
      g->at[i] = &g->bits[i];
      g->consts[i] = (struct sq_const_ref){.kind = i % 2 ? SQ_C_KCACHE : SQ_C_LITERAL, .value = g->bits[i]};
   }
}

static void
end(struct program *g, unsigned n)
{
   g->p.num_uops = n;
   g->step = (struct sq_step){.kind = SQ_CF_ALU, .count = n, .next = 1, .end = true, .simple = true};
   for (unsigned i = 0; i < n; i++)
      if (g->uops[i].kind != SQ_U_VALUE || g->uops[i].pred_sel)
         g->step.simple = false;
}

/* ---- what is not defined ---- */

/* Which NaN comes of several is up to the compiler of the interpreter, which may swap the operands of sums
 * and products, and differs between its SIMD levels. Lanes in which one comes up are not compared from there
 * on. */
static uint64_t undefined_lanes;

static bool
chooses_nan(const struct sq_kernels *k, const struct sq_uop *u)
{
   static const enum db_alu_op sums[] = {
      DB_ALU_ADD,
      DB_ALU_MUL,
      DB_ALU_MUL_IEEE,
      DB_ALU_MULADD,
      DB_ALU_MULADD_M2,
      DB_ALU_MULADD_M4,
      DB_ALU_MULADD_D2,
      DB_ALU_MULADD_IEEE,
      DB_ALU_MULADD_IEEE_M2,
      DB_ALU_MULADD_IEEE_M4,
      DB_ALU_MULADD_IEEE_D2,
      DB_ALU_DOT4,
      DB_ALU_DOT4_IEEE,
      DB_ALU_MUL_LIT,
      DB_ALU_FMA,
   };
   if (u->fn == k->special[SQ_S_INTERP])
      return true;
   for (unsigned i = 0; i < ARRAY_SIZE(sums); i++)
      if (u->fn == k->plain[sums[i]] || u->fn == k->mod[sums[i]])
         return true;
   return false;
}

/* A micro-op behind such a one: looks at its result. */
static void
watch(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst)
{
   const struct emu_row *row = sq_row(c, u->arg[0]);
   for (unsigned l = 0; l < EMU_LANES; l++)
      if ((row->u[l] & 0x7fffffff) > 0x7f800000)
         undefined_lanes |= UINT64_C(1) << l;
}

/** The program with watchers, to be interpreted. */
static void
watched(const struct sq_kernels *k, const struct program *from, struct program *to)
{
   *to = *from;
   unsigned n = 0;
   for (unsigned i = 0; i < from->p.num_uops; i++) {
      to->uops[n++] = from->uops[i];
      if (chooses_nan(k, &from->uops[i]))
         to->uops[n++] = (struct sq_uop){.fn = watch, .kind = SQ_U_EFFECT, .arg = {from->uops[i].dst}};
   }
   to->p.steps = &to->step;
   to->p.uops = to->uops;
   to->step.count = to->p.num_uops = n;
   to->step.simple = false;
}

/* ---- running both ---- */

struct pair {
   struct rig rig;
   struct sq_ctx *ctx[2]; /* interpreted, compiled */
   float params[PARAMS * 4 * 3];
};

static bool
pair_init(struct pair *t, const char *level)
{
   if (!rig_init(&t->rig, DB_EVERGREEN, level))
      return false;
   t->ctx[0] = t->rig.ctx;
   t->ctx[1] = sq_ctx_create(&t->rig.e);
   assert_non_null(t->ctx[1]);
   return true;
}

static void
pair_fini(struct pair *t)
{
   sq_ctx_destroy(t->ctx[1]);
   rig_fini(&t->rig);
}

static void
fill(struct pair *t, bool one_prim, uint64_t exec)
{
   struct sq_ctx *c = t->ctx[0];
   for (unsigned i = 0; i < PARAMS * 4 * 3; i++)
      t->params[i] = uif(value());
   for (unsigned r = 0; r < SQ_GPRS * 4; r++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         c->gpr[r].u[l] = r < ROWS ? value() : r;
   for (unsigned r = 0; r < SQ_TMP_ROWS; r++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         c->tmp[r].u[l] = value();
   for (unsigned r = 0; r < 4; r++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         c->ar[r].u[l] = rnd() % 8;
   memcpy(t->ctx[1]->gpr, c->gpr, sizeof c->gpr);
   memcpy(t->ctx[1]->tmp, c->tmp, sizeof c->tmp);
   memcpy(t->ctx[1]->ar, c->ar, sizeof c->ar);
   for (unsigned k = 0; k < 2; k++) {
      t->ctx[k]->wave.exec = exec;
      t->ctx[k]->wave.one_prim = one_prim;
      t->ctx[k]->wave.params = t->params;
      for (unsigned n = 0; n < PARAMS * 3; n++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            t->ctx[k]->quad_params[n / 3][n % 3].u[l] =
               k ? t->ctx[0]->quad_params[n / 3][n % 3].u[l] : fui(t->params[(n * 4 + l) % (PARAMS * 12)]);
   }
}

static void
print_program(const struct pair *t, const struct program *g)
{
   const struct sq_kernels *k = t->rig.e.kernels->sq;
   for (unsigned i = 0; i < g->p.num_uops; i++) {
      const struct sq_uop *u = &g->uops[i];
      unsigned s = 0;
      while (s < SQ_S_COUNT && k->special[s] != u->fn)
         s++;
      print_message("%2u: %s %u pred_sel %u omod %g clamp %u dst %u src", i,
                    s < SQ_S_COUNT ? "special" : db_alu_info((enum db_alu_op)u->op)->name, s, u->pred_sel,
                    (double)u->omod, u->clamp, u->dst / 256);
      for (unsigned n = 0; n < 8 && u->src[n]; n++)
         print_message(" %s%u.%u", u->src[n] & 1 ? "c" : "",
                       u->src[n] & 1 ? (u->src[n] - (unsigned)SQ_OFF(consts)) / 64 : u->src[n] / 256,
                       u->mod[n]);
      print_message("\n");
   }
   print_message("%u byte vectors, live %016llx\n", k->vec_B, (unsigned long long)t->ctx[0]->live);
}

static void
same_rows(const struct pair *t, const struct program *g, const char *what, const struct emu_row *a,
          const struct emu_row *b, unsigned n)
{
   for (unsigned r = 0; r < n; r++) {
      for (unsigned l = 0; l < EMU_LANES; l++) {
         if (!((t->ctx[0]->live & ~undefined_lanes) >> l & 1) || a[r].u[l] == b[r].u[l])
            continue;
         print_program(t, g);
         fail_msg("%s %u lane %u: interpreted %08x, compiled %08x", what, r, l, a[r].u[l], b[r].u[l]);
      }
   }
}

/** Runs the program both ways and compares. Returns how many micro-ops were machine code. */
static unsigned
compare(struct pair *t, struct program *g, bool one_prim, uint64_t exec)
{
   const struct sq_kernels *k = t->rig.e.kernels->sq;
   struct sq_stage_state state = {
      .emu = &t->rig.e, .stage = SQ_PS, .main = {.prog = &g->p, .consts = g->at}
   };
   uint32_t kbuf[64];
   for (unsigned i = 0; i < 64; i++)
      kbuf[i] = value();
   state.kbuf[0] = (struct sq_kbuf){.dw = kbuf, .num_dw = 64};
   struct program reference;
   watched(k, g, &reference);
   fill(t, one_prim, exec);
   undefined_lanes = 0;
   state.main.prog = &reference.p;
   k->run(t->ctx[0], &state);
   state.main.prog = &g->p;
   g->hot.jit = sq_jit_create(&g->p, k);
   k->run(t->ctx[1], &state);
   const unsigned compiled = g->hot.jit ? g->hot.jit->num_compiled : 0;
   same_rows(t, g, "GPR row", t->ctx[0]->gpr, t->ctx[1]->gpr, ROWS + 40);
   same_rows(t, g, "AR", t->ctx[0]->ar, t->ctx[1]->ar, 4);
   const uint64_t defined = t->ctx[0]->live & ~undefined_lanes;
   assert_true(((t->ctx[0]->active ^ t->ctx[1]->active) & defined) == 0);
   assert_true(((t->ctx[0]->pred ^ t->ctx[1]->pred) & defined) == 0);
   assert_true(((t->ctx[0]->wave.killed ^ t->ctx[1]->wave.killed) & defined) == 0);
   sq_jit_destroy(g->hot.jit);
   g->hot.jit = NULL;
   return compiled;
}

static uint64_t
any_lanes(unsigned round)
{
   switch (round % 4) {
   case 0:
      return UINT64_MAX;
   case 1:
      return UINT64_C(0xffff) << rnd() % 48;
   case 2:
      return (uint64_t)rnd() << 32 ^ rnd() ^ 1;
   default:
      return 15;
   }
}

/* ---- tests ---- */

/* Each operation alone: nothing in a random clause hides it. */
static void
opcodes(void **unused)
{
   struct pair t;
   struct program g;
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      if (!pair_init(&t, rig_levels[lv]))
         continue;
      const struct sq_kernels *k = t.rig.e.kernels->sq;
      unsigned compiled = 0;
      seed = 7;
      for (unsigned op = 0; sq_jit_available(k) && op < DB_ALU_OP_COUNT + SQ_S_COUNT; op++) {
         for (unsigned round = 0; round < 24; round++) {
            begin(&g);
            if (op >= DB_ALU_OP_COUNT)
               special(k, (enum sq_special)(op - DB_ALU_OP_COUNT), &g.uops[0]);
            else if (!operation(k, (enum db_alu_op)op, round & 1, &g.uops[0]))
               continue;
            end(&g, 1);
            compiled += compare(&t, &g, round % 3 != 2, any_lanes(round / 2));
         }
      }
      assert_true(sq_jit_available(k) ? compiled > 2000 : compiled == 0);
      pair_fini(&t);
   }
}

static void
random_clauses(void **unused)
{
   struct pair t;
   struct program g;
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      if (!pair_init(&t, rig_levels[lv]))
         continue;
      const struct sq_kernels *k = t.rig.e.kernels->sq;
      unsigned compiled = 0;
      const char *rounds = getenv("JIT_ROUNDS");
      for (unsigned round = 0, num = rounds ? (unsigned)atoi(rounds) : 600;
           sq_jit_available(k) && round < num; round++) {
         seed = round * 77 + 1;
         begin(&g);
         const unsigned n = 2 + rnd() % (MAX_UOPS - 2);
         /* half of them without what has to be interpreted: long stretches, many values at once */
         for (unsigned i = 0; i < n; i++) {
            do
               any_uop(k, &g.uops[i]);
            while (round % 2 && (g.uops[i].kind != SQ_U_VALUE || g.uops[i].pred_sel));
         }
         end(&g, n);
         compiled += compare(&t, &g, round % 8 != 7, any_lanes(round));
      }
      assert_true(sq_jit_available(k) ? compiled > 1000 : compiled == 0);
      pair_fini(&t);
   }
}

/* More live values than there are registers: they go through the stack. */
static void
pressure(void **unused)
{
   struct pair t;
   struct program g;
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      if (!pair_init(&t, rig_levels[lv]))
         continue;
      const struct sq_kernels *k = t.rig.e.kernels->sq;
      for (unsigned round = 0; sq_jit_available(k) && round < 40; round++) {
         seed = round + 1;
         begin(&g);
         unsigned n = 0;
         /* temporaries that all live until a row of sums at the end; then rows change places */
         for (unsigned i = 0; i < 20; i++)
            g.uops[n++] = (struct sq_uop){
               .op = DB_ALU_ADD,
               .fn = k->plain[DB_ALU_ADD],
               .omod = 1.0f,
               .dst = SQ_OFF(tmp) + i * (uint32_t)sizeof(struct emu_row),
               .src = {sq_gpr_off(i % 6, i % 4), any_source()}
            };
         for (unsigned i = 0; i < 20; i++)
            g.uops[n++] = (struct sq_uop){.op = DB_ALU_MOV,
                                          .fn = k->plain[DB_ALU_MOV],
                                          .omod = 1.0f,
                                          .dst = sq_gpr_off(i / 4, i % 4),
                                          .src = {sq_gpr_off((i + 1) % 20 / 4, (i + 1) % 4)}};
         for (unsigned i = 0; i < 20; i++)
            g.uops[n++] = (struct sq_uop){
               .op = DB_ALU_MULADD,
               .fn = k->plain[DB_ALU_MULADD],
               .omod = 1.0f,
               .dst = sq_gpr_off(i / 4, i % 4),
               .src = {SQ_OFF(tmp) + i * (uint32_t)sizeof(struct emu_row), any_row(),
                       SQ_OFF(tmp) + (19 - i) * (uint32_t)sizeof(struct emu_row)}
            };
         end(&g, n);
         assert_int_equal(compare(&t, &g, true, any_lanes(round)), n);
      }
      pair_fini(&t);
   }
}

#if defined(__x86_64__)
#define PLUS_7                                                                                               \
   {                                                                                                         \
      0x8d, 0x47, 0x07, 0xc3                                                                                 \
   } /* lea eax, [rdi + 7]; ret */
#elif defined(__aarch64__)
#define PLUS_7                                                                                               \
   {                                                                                                         \
      0x00, 0x1c, 0x00, 0x11, 0xc0, 0x03, 0x5f, 0xd6                                                         \
   } /* add w0, w0, #7; ret */
#endif

#ifdef PLUS_7
static int
code_works(void)
{
   static const uint8_t code[] = PLUS_7;
   void *p = jit_mem_create(code, sizeof code);
   if (!p)
      return -1;
   const int got = ((int (*)(int))(uintptr_t)p)(35);
   jit_mem_destroy(p, sizeof code);
   return got == 42;
}
#endif

static void
executable_memory(void **unused)
{
   jit_mem_destroy(NULL, 0);
#ifdef PLUS_7
   if (code_works() < 0)
      skip();
   assert_int_equal(code_works(), 1);
   /* the same where memory that was writable never becomes executable (Linux 6.3, PR_SET_MDWE) */
   const pid_t child = fork();
   assert_true(child >= 0);
   if (!child) {
      if (prctl(65, 1, 0, 0, 0))
         _exit(0); /* an older kernel */
      void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      _exit(p == MAP_FAILED || !mprotect(p, 4096, PROT_READ | PROT_EXEC) ? 2 : code_works() == 1 ? 0 : 3);
   }
   int status;
   assert_int_equal(waitpid(child, &status, 0), child);
   assert_true(WIFEXITED(status));
   assert_int_equal(WEXITSTATUS(status), 0);
#endif
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(opcodes),
      cmocka_unit_test(random_clauses),
      cmocka_unit_test(pressure),
      cmocka_unit_test(executable_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
