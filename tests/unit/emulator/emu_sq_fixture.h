/* SPDX-License-Identifier: MIT
 *
 * A shader block without the rest of the GPU: memory, registers, a context, and a small assembler that goes
 * through the generated packs. Programs are run as pixel shaders unless told otherwise; tests look at the
 * registers they leave behind.
 */
#ifndef TESTS_UNIT_EMULATOR_EMU_SQ_FIXTURE_H
#define TESTS_UNIT_EMULATOR_EMU_SQ_FIXTURE_H

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
#include "db/terascale/ts_regs.h"
#include "emulator/simd/levels.h"
#include "emulator/terascale/sq/sq.h"
#include "guarded_memory.h"
#include "util/u_fpenv.h"

enum { RIG_MEM_B = 8 << 20, RIG_VS = 0x1000, RIG_FS = 0x9000, RIG_PS = 0x11000, RIG_CLAUSES = 64 };

#define RIG_NAME(level) #level,
static const char *const rig_levels[] = {EMU_LEVELS(RIG_NAME)};
static const char *const rig_chips[] = {"RV610", "RV770", "CYPRESS", "CAYMAN"}; /* by enum db_gen */

struct rig {
   struct emulator e;
   struct u_arena arena;
   struct sq_ctx *ctx;
   struct emu_error err;
   enum db_gen gen;
   /* the program being written */
   uint64_t cf[RIG_CLAUSES];
   uint64_t body[4096];
   unsigned num_cf, num_body;
   unsigned clause_at; /* of the open ALU clause */
};

/** False if this CPU lacks the level. */
static inline bool
rig_init(struct rig *r, enum db_gen gen, const char *level)
{
   memset(r, 0, sizeof *r);
   r->e.kernels = emu_kernels_find(level);
   if (!r->e.kernels)
      return false;
   r->gen = gen;
   r->e.chip = terascale_chip_find(rig_chips[gen]);
   r->e.mem.base = guarded_memory(RIG_MEM_B);
   r->e.mem.size_B = RIG_MEM_B;
   u_arena_init(&r->arena);
   r->ctx = sq_ctx_create(&r->e);
   assert_non_null(r->ctx);
   r->e.regs.ts.config.SQ_CONFIG = R6_SQ_CONFIG(.ALU_INST_PREFER_VECTOR = 1);
   u_fpenv_enter(U_FPENV_FLUSH); /* as emu_submit does */
   return true;
}

static inline void
rig_fini(struct rig *r)
{
   sq_cache_fini(&r->e);
   sq_ctx_destroy(r->ctx);
   u_arena_fini(&r->arena);
   guarded_memory_free(r->e.mem.base, RIG_MEM_B);
}

static inline void
rig_ctx(struct rig *r, uint32_t offset, uint32_t v)
{
   r->e.regs.ts.ctx.raw[(offset - DB_R6_CONTEXT_REG_BASE) / 4] = v;
}

static inline void
rig_loop_const(struct rig *r, unsigned i, uint32_t v)
{
   if (r->gen >= DB_EVERGREEN)
      r->e.regs.eg.loop_const.SQ_LOOP_CONST[i] = v;
   else
      r->e.regs.r6.loop_const.SQ_LOOP_CONST[i] = v;
}

/* ---- words ---- */

struct rig_src {
   uint16_t sel;
   uint8_t chan;
   bool neg, abs, rel;
};
struct rig_ins {
   enum db_alu_op op;
   uint8_t dst, chan;
   bool no_write, last, clamp, exec, pred, dst_rel;
   uint8_t omod, pred_sel, index_mode, mova_dst;
   struct rig_src s[3];
};

#define RIG_R(n, c)                                                                                          \
   {                                                                                                         \
      .sel = (n), .chan = (c)                                                                                \
   }
#define RIG_LIT(c)                                                                                           \
   {                                                                                                         \
      .sel = 253, .chan = (c)                                                                                \
   }
#define RIG_PV(c)                                                                                            \
   {                                                                                                         \
      .sel = 254, .chan = (c)                                                                                \
   }
static inline void
rig_word(struct rig *r, uint32_t w0, uint32_t w1)
{
   assert_true(r->num_body < sizeof(r->body) / 8);
   r->body[r->num_body++] = w0 | (uint64_t)w1 << 32;
}

static inline void
rig_alu(struct rig *r, struct rig_ins i)
{
   const struct db_alu_info *info = db_alu_info(i.op);
   int code = info->code[r->gen];
   if (code < 0)
      fail_msg("%s does not exist on this generation", info->name);
   uint32_t w0 = R7_SQ_ALU_WORD0(.SRC0_SEL = i.s[0].sel, .SRC0_CHAN = i.s[0].chan, .SRC0_NEG = i.s[0].neg,
                                 .SRC0_REL = i.s[0].rel, .SRC1_SEL = i.s[1].sel, .SRC1_CHAN = i.s[1].chan,
                                 .SRC1_NEG = i.s[1].neg, .SRC1_REL = i.s[1].rel, .INDEX_MODE = i.index_mode,
                                 .PRED_SEL = i.pred_sel, .LAST = i.last);
   uint32_t w1;
   if (info->op3)
      w1 = R7_SQ_ALU_WORD1_OP3(.SRC2_SEL = i.s[2].sel, .SRC2_CHAN = i.s[2].chan, .SRC2_NEG = i.s[2].neg,
                               .SRC2_REL = i.s[2].rel, .ALU_INST = (uint32_t)code, .DST_GPR = i.dst,
                               .DST_CHAN = i.chan, .DST_REL = i.dst_rel, .CLAMP = i.clamp);
   else if (r->gen == DB_R600)
      w1 = R6_SQ_ALU_WORD1_OP2(.SRC0_ABS = i.s[0].abs, .SRC1_ABS = i.s[1].abs, .WRITE_MASK = !i.no_write,
                               .UPDATE_EXECUTE_MASK = i.exec, .UPDATE_PRED = i.pred, .OMOD = i.omod,
                               .ALU_INST = (uint32_t)code, .DST_GPR = i.dst, .DST_CHAN = i.chan,
                               .DST_REL = i.dst_rel, .CLAMP = i.clamp);
   else
      w1 = R7_SQ_ALU_WORD1_OP2(.SRC0_ABS = i.s[0].abs, .SRC1_ABS = i.s[1].abs, .WRITE_MASK = !i.no_write,
                               .UPDATE_EXECUTE_MASK = i.exec, .UPDATE_PRED = i.pred, .OMOD = i.omod,
                               .ALU_INST = (uint32_t)code, .DST_GPR = i.dst, .DST_CHAN = i.chan,
                               .DST_REL = i.dst_rel, .CLAMP = i.clamp);
   rig_word(r, w0, w1);
}

/* ---- control flow ---- */

struct rig_cf {
   enum db_cf_op op;
   unsigned addr, count, pop, cond, constant; /* count in instructions */
   bool end;
};

static inline unsigned
rig_code(struct rig *r, enum db_cf_op op)
{
   int code = db_cf_info(op)->code[r->gen];
   if (code < 0)
      fail_msg("%s does not exist on this generation", db_cf_info(op)->name);
   return (unsigned)code;
}

static inline void
rig_raw_cf(struct rig *r, uint32_t w0, uint32_t w1)
{
   assert_true(r->num_cf < RIG_CLAUSES);
   r->cf[r->num_cf++] = w0 | (uint64_t)w1 << 32;
}

static inline void
rig_cf(struct rig *r, struct rig_cf c)
{
   uint32_t n = c.count ? c.count - 1 : 0;
   if (r->gen == DB_CAYMAN) {
      rig_raw_cf(r, CM_SQ_CF_WORD0(.ADDR = c.addr),
                 CM_SQ_CF_WORD1(.POP_COUNT = c.pop, .COND = c.cond, .CF_CONST = c.constant, .COUNT = n,
                                .CF_INST = rig_code(r, c.op), .BARRIER = 1));
      if (c.end)
         rig_cf(r, (struct rig_cf){.op = DB_CF_CF_END});
   } else if (r->gen == DB_EVERGREEN) {
      rig_raw_cf(r, EG_SQ_CF_WORD0(.ADDR = c.addr),
                 EG_SQ_CF_WORD1(.POP_COUNT = c.pop, .COND = c.cond, .CF_CONST = c.constant, .COUNT = n,
                                .CF_INST = rig_code(r, c.op), .END_OF_PROGRAM = c.end, .BARRIER = 1));
   } else {
      uint32_t w1 = R7_SQ_CF_WORD1(.POP_COUNT = c.pop, .COND = c.cond, .CF_CONST = c.constant, .COUNT = n & 7,
                                   .CF_INST = rig_code(r, c.op), .END_OF_PROGRAM = c.end, .BARRIER = 1);
      if (r->gen == DB_R700)
         w1 = R7_SQ_CF_WORD1_set_COUNT_3(w1, n >> 3);
      rig_raw_cf(r, R7_SQ_CF_WORD0(.ADDR = c.addr), w1);
   }
}

/** Opens an ALU clause; what rig_alu and rig_word put until rig_alu_end belongs to it. */
static inline void
rig_alu_begin(struct rig *r)
{
   r->clause_at = r->num_body;
}

static inline void
rig_alu_end(struct rig *r, enum db_cf_op op)
{
   uint32_t n = r->num_body - r->clause_at;
   assert_true(n >= 1 && n <= 128);
   rig_raw_cf(r, R7_SQ_CF_ALU_WORD0(.ADDR = RIG_CLAUSES + r->clause_at),
              R7_SQ_CF_ALU_WORD1(.COUNT = n - 1, .CF_INST = rig_code(r, op), .BARRIER = 1));
}

static inline void
rig_end(struct rig *r)
{
   rig_cf(r, (struct rig_cf){.op = DB_CF_NOP, .end = true});
}

/* ---- running ---- */

static inline uint8_t *
rig_program_at(struct rig *r, enum sq_stage stage)
{
   return r->e.mem.base + (stage == SQ_PS ? RIG_PS : stage == SQ_VS ? RIG_VS : RIG_FS);
}

/** Points the stage's registers at its program. */
static inline void
rig_point(struct rig *r, enum sq_stage stage)
{
   static const uint32_t start[2][SQ_NUM_STAGES] = {
      {R6_SQ_PGM_START_PS_OFFSET, R6_SQ_PGM_START_VS_OFFSET, R6_SQ_PGM_START_FS_OFFSET},
      {EG_SQ_PGM_START_PS_OFFSET, EG_SQ_PGM_START_VS_OFFSET, EG_SQ_PGM_START_FS_OFFSET},
   };
   static const uint32_t resources[2][SQ_NUM_STAGES] = {
      {R6_SQ_PGM_RESOURCES_PS_OFFSET, R6_SQ_PGM_RESOURCES_VS_OFFSET, R6_SQ_PGM_RESOURCES_FS_OFFSET},
      {EG_SQ_PGM_RESOURCES_PS_OFFSET, EG_SQ_PGM_RESOURCES_VS_OFFSET, EG_SQ_PGM_RESOURCES_FS_OFFSET},
   };
   bool eg = r->gen >= DB_EVERGREEN;
   const ptrdiff_t at = rig_program_at(r, stage) - r->e.mem.base;
   rig_ctx(r, start[eg][stage], (uint32_t)((EMU_VRAM_BASE + (uint64_t)at) >> 8));
   rig_ctx(r, resources[eg][stage], R6_SQ_PGM_RESOURCES_PS(.NUM_GPRS = 128, .DX10_CLAMP = 1));
}

/** Writes the program to memory, points the stage's registers at it and starts a new one. */
static inline void
rig_place(struct rig *r, enum sq_stage stage)
{
   uint8_t *at = rig_program_at(r, stage);
   memset(at, 0, 0x8000);
   memcpy(at, r->cf, r->num_cf * 8);
   memcpy(at + RIG_CLAUSES * 8, r->body, r->num_body * 8);
   rig_point(r, stage);
   r->num_cf = r->num_body = 0;
}

static inline const struct sq_stage_state *
rig_state(struct rig *r, enum sq_stage stage)
{
   memset(&r->err, 0, sizeof r->err);
   return sq_stage_state_create(&r->e, &r->arena, stage, &r->err);
}

static inline void
rig_run_stage(struct rig *r, enum sq_stage stage, uint64_t exec)
{
   const struct sq_stage_state *s = rig_state(r, stage);
   if (!s)
      fail_msg("%s", r->err.reason);
   sq_ctx_wave(r->ctx)->exec = exec;
   sq_run(r->ctx, s);
}

/** Places the program as a pixel shader and runs all lanes. */
static inline void
rig_run(struct rig *r)
{
   rig_place(r, SQ_PS);
   rig_run_stage(r, SQ_PS, UINT64_MAX);
}

static inline struct emu_row *
rig_reg(struct rig *r, unsigned gpr, unsigned chan)
{
   return &sq_ctx_gprs(r->ctx)[gpr * 4 + chan];
}

#define MOVE(d, c, ...)                                                                                      \
   (struct rig_ins)                                                                                          \
   {                                                                                                         \
      .op = DB_ALU_MOV, .dst = (uint8_t)(d), .chan = (c), .s = { __VA_ARGS__ }                               \
   }
#define LAST(i)                                                                                              \
   ({                                                                                                        \
      struct rig_ins i_ = (i);                                                                               \
      i_.last = true;                                                                                        \
      i_;                                                                                                    \
   })

/** A register that counts through the lanes. */
static inline void
lanes(struct rig *r, unsigned gpr, unsigned chan, uint32_t first, uint32_t step)
{
   for (unsigned l = 0; l < EMU_LANES; l++)
      rig_reg(r, gpr, chan)->u[l] = first + l * step;
}

static inline void
expect(struct rig *r, unsigned gpr, unsigned chan, unsigned lane, uint32_t want)
{
   uint32_t got = rig_reg(r, gpr, chan)->u[lane];
   if (got != want)
      fail_msg("%s: R%u.%c lane %u is 0x%x, not 0x%x", rig_chips[r->gen], gpr, "xyzw"[chan], lane, got, want);
}

#endif
