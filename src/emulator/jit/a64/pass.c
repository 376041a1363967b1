/* SPDX-License-Identifier: MIT
 *
 * From a block to the loop of a pass for AArch64 with NEON: vectors of 128 bits, masks are vectors.
 *
 * x0 is the context, w1 the bytes of rows to work on, x2 the active lanes of a masked pass, x3 the parameters. w9
 * counts bytes of the row, x10 is the context and that. x16 and x17 are free, and so are the vectors that
 * the AAPCS64 lets a function change; the upper three of them hold what one node needs.
 */
#include <assert.h>

#include "emulator/jit/a64/encode.h"
#include "emulator/jit/a64/pass.h"
#include "emulator/jit/allocate.h"
#include "util/u_math.h"

enum {
   SLOT_B = A64_SLOT_B,
   MAX_SLOTS = 4096,
   VEC_B = 16,
   X_CONTEXT = 0,
   W_ROW_B,
   X_ACTIVE,
   X_PARAMS,
   W_AT = 9,
   X_ROW,
   X_TMP = 16,
   X_TMP2,
   V_TMP = 29,
   V_TMP2,
   V_STORE_MASK, /* masked code: lanes to store */
};
#define ALLOCATABLE 0x1fff00ffu /* v8 to v15 are the caller's, v29 to v31 the writer's */

struct writer {
   struct jit_alloc a;
   struct jit_code *c;
   struct jit_pool *pool;
   bool masked;
};

/* ---- instructions ---- */

static void
put(struct writer *w, uint32_t word)
{
   jit_code_put(w->c, &word, 4);
}

static void
put3(struct writer *w, uint32_t op, unsigned d, unsigned n, unsigned m)
{
   put(w, op | m << 16 | n << 5 | d);
}

static void
put2(struct writer *w, uint32_t op, unsigned d, unsigned n)
{
   put3(w, op, d, n, 0);
}

static void
put_move(struct writer *w, unsigned d, unsigned n)
{
   if (d != n)
      put3(w, A64_ORR, d, n, n);
}

/* LDR, STR or LDRB, STRB at base + off; far ones by x16. \p scale: bytes that the instruction's offset counts. */
static void
put_memory(struct writer *w, uint32_t op, unsigned reg, unsigned base, uint32_t off, unsigned scale)
{
   assert(off % scale == 0 && off < 1u << 24);
   if (off / scale >= 4096) {
      put2(w, A64_ADD_X_IMM | A64_IMM_LSL_12 | off >> 12 << 10, X_TMP, base);
      base = X_TMP;
      off &= 4095;
   }
   put2(w, op | off / scale << 10, reg, base);
}

/* \p reg = context + off */
static void
put_address(struct writer *w, unsigned reg, uint32_t off)
{
   assert(off < 1u << 24);
   put2(w, A64_ADD_X_IMM | A64_IMM_LSL_12 | off >> 12 << 10, reg, X_CONTEXT);
   put2(w, A64_ADD_X_IMM | (off & 4095) << 10, reg, reg);
}

static void
put_literal(struct writer *w, unsigned reg, uint32_t pool_offset)
{
   jit_code_fixup(w->c, w->c->size, w->c->size);
   put(w, A64_LDR_Q_LITERAL | pool_offset / 4 << 5 | reg);
}

static void
put_constant(struct writer *w, unsigned reg, uint32_t bits)
{
   const uint32_t offset = jit_pool_offset(w->pool, bits);
   if (offset == UINT32_MAX)
      w->a.failed = true;
   else
      put_literal(w, reg, offset);
}

/* ---- operands ---- */

static void
spill(void *writer, unsigned reg, uint32_t slot)
{
   struct writer *w = writer;
   if (slot >= MAX_SLOTS)
      w->a.failed = true;
   else
      put_memory(w, A64_STR_Q, reg, A64_SP, slot * SLOT_B, 16);
}

static void
fill(void *writer, unsigned reg, int n)
{
   struct writer *w = writer;
   const struct jit_node *node = &w->a.b->nodes[n];
   const struct jit_place *p = &w->a.at[n];
   if (p->home == JIT_HOME_STACK) {
      put_memory(w, A64_LDR_Q, reg, A64_SP, p->slot * SLOT_B, 16);
      return;
   }
   if (p->home == JIT_HOME_ROW) {
      put_memory(w, A64_LDR_Q, reg, X_ROW, p->slot, 16);
      return;
   }
   switch (node->op) {
   case JIT_ROW:
      put_memory(w, A64_LDR_Q, reg, X_ROW, node->arg, 16);
      return;
   case JIT_CONST:
      put_memory(w, A64_LDR_Q, reg, X_CONTEXT, node->arg, 16);
      return;
   case JIT_IMM:
      put_constant(w, reg, node->arg);
      return;
   case JIT_SPLAT:
      put_address(w, X_TMP, node->arg);
      put2(w, A64_LD1R, reg, X_TMP);
      return;
   default: /* JIT_PARAM */
      assert(node->op == JIT_PARAM && node->arg < 1u << 12);
      put2(w, A64_ADD_X_IMM | node->arg << 10, X_TMP, X_PARAMS);
      put2(w, A64_LD1R, reg, X_TMP);
      return;
   }
}

struct regs {
   unsigned d, s[3];
};

/* Operands in registers, and one for the result, which may be that of an operand. */
static struct regs
take_all(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   struct regs r = {0};
   for (unsigned s = 0; s < 3; s++)
      if (n->src[s] != JIT_NONE)
         r.s[s] = jit_in_reg(&w->a, n->src[s]);
   jit_operands_done(&w->a, i);
   jit_unlock(&w->a);
   r.d = jit_take(&w->a, i);
   return r;
}

/* ---- nodes ---- */

static void
put_simple(struct writer *w, int i, uint32_t op)
{
   const struct regs r = take_all(w, i);
   put3(w, op, r.d, r.s[0], w->a.b->nodes[i].src[1] == JIT_NONE ? 0 : r.s[1]);
}

/* The operand that compares; a result that compares equal to zero is a zero or a denormal, of which the sign
 * stays. FMAX and FMIN do something else with NaN. */
static void
put_extreme(struct writer *w, int i)
{
   const bool max = w->a.b->nodes[i].op == JIT_MAX;
   const struct regs r = take_all(w, i);
   put3(w, A64_FCMGT, V_TMP, r.s[!max], r.s[max]);
   put3(w, A64_BSL, V_TMP, r.s[0], r.s[1]);
   put2(w, A64_FCMEQ_0, V_TMP2, V_TMP);
   put2(w, A64_USHR | a64_shift_right(1), V_TMP2, V_TMP2);
   put3(w, A64_BIC, r.d, V_TMP, V_TMP2);
}

/* Shifts to the right are those to the left by the negative count, of which 32 pushes everything out. */
static void
put_variable_shift(struct writer *w, int i)
{
   const enum jit_op op = w->a.b->nodes[i].op;
   const struct regs r = take_all(w, i);
   put(w, a64_movi(32, 0) | V_TMP);
   put3(w, A64_UMIN, V_TMP, V_TMP, r.s[1]);
   if (op != JIT_SHLV)
      put2(w, A64_NEG, V_TMP, V_TMP);
   put3(w, op == JIT_SARV ? A64_SSHL : A64_USHL, r.d, r.s[0], V_TMP);
}

static void
put_shift(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const struct regs r = take_all(w, i);
   assert(n->imm < 32);
   if (!n->imm)
      put_move(w, r.d, r.s[0]);
   else if (n->op == JIT_SHL)
      put2(w, A64_SHL | a64_shift_left(n->imm), r.d, r.s[0]);
   else
      put2(w, (n->op == JIT_SHR ? A64_USHR : A64_SSHR) | a64_shift_right(n->imm), r.d, r.s[0]);
}

/* FCVTZS saturates, which is INT_MIN below the range, and makes 0 of NaN. */
static void
put_convert(struct writer *w, int i)
{
   const struct regs r = take_all(w, i);
   put(w, a64_movi(0x4f, 24) | V_TMP); /* 2^31 */
   put3(w, A64_FCMGT, V_TMP, V_TMP, r.s[0]);
   put2(w, A64_FCVTZS, r.d, r.s[0]);
   put(w, a64_movi(0x80, 24) | V_TMP2);
   put3(w, A64_BIF, r.d, V_TMP2, V_TMP);
}

static void
put_round(struct writer *w, int i)
{
   static const uint32_t ops[JIT_ROUND_COUNT] = {[JIT_NEAREST] = A64_FRINTN,
                                                 [JIT_FLOOR] = A64_FRINTM,
                                                 [JIT_CEIL] = A64_FRINTP,
                                                 [JIT_TRUNC] = A64_FRINTZ};
   put_simple(w, i, ops[w->a.b->nodes[i].imm]);
}

static void
put_comparison(struct writer *w, int i)
{
   const struct regs r = take_all(w, i);
   switch ((enum jit_cmp)w->a.b->nodes[i].imm) {
   case JIT_EQ:
      put3(w, A64_FCMEQ, r.d, r.s[0], r.s[1]);
      return;
   case JIT_NE:
      put3(w, A64_FCMEQ, r.d, r.s[0], r.s[1]);
      put2(w, A64_NOT, r.d, r.d);
      return;
   case JIT_LT:
      put3(w, A64_FCMGT, r.d, r.s[1], r.s[0]);
      return;
   case JIT_LE:
      put3(w, A64_FCMGE, r.d, r.s[1], r.s[0]);
      return;
   case JIT_GE:
      put3(w, A64_FCMGE, r.d, r.s[0], r.s[1]);
      return;
   case JIT_GT:
      put3(w, A64_FCMGT, r.d, r.s[0], r.s[1]);
      return;
   case JIT_CMP_COUNT:
      assert(!"no comparison");
   }
}

static void
put_select(struct writer *w, int i)
{
   const struct regs r = take_all(w, i);
   const unsigned m = r.s[0], yes = r.s[1], no = r.s[2];
   if (r.d == yes) {
      put3(w, A64_BIF, r.d, no, m);
   } else if (r.d == no) {
      put3(w, A64_BIT, r.d, yes, m);
   } else {
      put_move(w, r.d, m);
      put3(w, A64_BSL, r.d, yes, no);
   }
}

static void
put_maskv(struct writer *w, int i)
{
   const struct regs r = take_all(w, i);
   put_move(w, r.d, r.s[0]);
}

static void
put_store(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const int v = n->src[0];
   if (w->a.b->nodes[v].op == JIT_ROW && w->a.b->nodes[v].arg == n->arg && w->a.at[v].home == JIT_HOME_ORIGIN)
      return; /* its own value again */
   jit_save_row(&w->a, n->arg, v);
   unsigned r = jit_in_reg(&w->a, v);
   if (w->masked) {
      put_memory(w, A64_LDR_Q, V_TMP, X_ROW, n->arg, 16);
      put3(w, A64_BIT, V_TMP, r, V_STORE_MASK);
      r = V_TMP;
   }
   put_memory(w, A64_STR_Q, r, X_ROW, n->arg, 16);
   jit_set_row(&w->a, n->arg, v);
}

/* Four bits of the word at arg, in the byte w9 / 32: the upper ones if bit 4 of w9 is set. */
static void
put_bits(struct writer *w, int i)
{
   enum { BITS = 9 + 2, BYTE, SHIFT, KEEP };
   const struct jit_node *n = &w->a.b->nodes[i];
   const unsigned m = jit_in_reg(&w->a, n->src[0]);
   put_literal(w, V_TMP, JIT_POOL_LANE_BITS);
   put3(w, A64_AND, V_TMP, V_TMP, m);
   put2(w, A64_ADDV, V_TMP, V_TMP);
   put2(w, A64_UMOV_W, BITS, V_TMP);
   put2(w, A64_UBFX_W_4_1, SHIFT, W_AT);
   put2(w, A64_LSL_W_2, SHIFT, SHIFT);
   put3(w, A64_LSLV_W, BITS, BITS, SHIFT);
   put(w, A64_MOV_W_15 | KEEP);
   put3(w, A64_LSLV_W, KEEP, KEEP, SHIFT);
   put2(w, A64_LSR_W_5, X_TMP2, W_AT);
   put3(w, A64_ADD_X, X_TMP2, X_TMP2, X_CONTEXT);
   put_memory(w, A64_LDRB, BYTE, X_TMP2, n->arg, 1);
   put3(w, A64_BIC_W, BYTE, BYTE, KEEP);
   put3(w, A64_ORR_W, BYTE, BYTE, BITS);
   put_memory(w, A64_STRB, BYTE, X_TMP2, n->arg, 1);
}

/* Lane by lane: those that are off are jumped over and stay 0. */
static void
put_gather(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const unsigned idx = jit_in_reg(&w->a, n->src[0]), mask = jit_in_reg(&w->a, n->src[1]);
   const unsigned d = jit_take(&w->a, i); /* no operand's register: they are locked */
   if (n->imm)
      put_memory(w, A64_LDR_X, X_TMP2, X_CONTEXT, n->arg, 8);
   else
      put_address(w, X_TMP2, n->arg);
   put(w, a64_movi(0, 0) | d);
   for (unsigned l = 0; l < VEC_B / 4; l++) {
      put2(w, A64_UMOV_W | a64_lane(l), X_TMP, mask);
      put(w, A64_CBZ_W | 4 << 5 | X_TMP);
      put2(w, A64_UMOV_W | a64_lane(l), X_TMP, idx);
      put3(w, A64_ADD_X_LSL_2, X_TMP, X_TMP2, X_TMP);
      put2(w, A64_LD1_S | a64_ld1_lane(l), d, X_TMP);
   }
   jit_operands_done(&w->a, i);
}

/* One instruction each. */
static const uint32_t simple[JIT_OP_COUNT] = {
   [JIT_ADD] = A64_FADD,  [JIT_SUB] = A64_FSUB,  [JIT_MUL] = A64_FMUL,   [JIT_DIV] = A64_FDIV,
   [JIT_AND] = A64_AND,   [JIT_OR] = A64_ORR,    [JIT_XOR] = A64_EOR,    [JIT_IADD] = A64_ADD,
   [JIT_ISUB] = A64_SUB,  [JIT_IMUL] = A64_MUL,  [JIT_IMIN] = A64_SMIN,  [JIT_IMAX] = A64_SMAX,
   [JIT_UMIN] = A64_UMIN, [JIT_UMAX] = A64_UMAX, [JIT_SQRT] = A64_FSQRT, [JIT_FLOAT] = A64_SCVTF,
   [JIT_IEQ] = A64_CMEQ,  [JIT_IGT] = A64_CMGT,  [JIT_MAND] = A64_AND,   [JIT_MOR] = A64_ORR,
   [JIT_KEEP] = A64_AND,
};

static void
put_node(struct writer *w, int i)
{
   const enum jit_op op = w->a.b->nodes[i].op;
   jit_unlock(&w->a);
   if (simple[op]) {
      put_simple(w, i, simple[op]);
      return;
   }
   switch (op) {
   case JIT_MIN:
   case JIT_MAX:
      put_extreme(w, i);
      return;
   case JIT_SHLV:
   case JIT_SHRV:
   case JIT_SARV:
      put_variable_shift(w, i);
      return;
   case JIT_CVTT:
      put_convert(w, i);
      return;
   case JIT_ROUND:
      put_round(w, i);
      return;
   case JIT_QUAD:
      put_simple(w, i, A64_DUP_S | a64_lane(w->a.b->nodes[i].imm));
      return;
   case JIT_SHL:
   case JIT_SHR:
   case JIT_SAR:
      put_shift(w, i);
      return;
   case JIT_CMP:
      put_comparison(w, i);
      return;
   case JIT_SEL:
      put_select(w, i);
      return;
   case JIT_MASKV:
      put_maskv(w, i);
      return;
   case JIT_GATHER:
      put_gather(w, i);
      return;
   case JIT_STORE:
      put_store(w, i);
      jit_operands_done(&w->a, i);
      return;
   case JIT_BITS:
      put_bits(w, i);
      jit_operands_done(&w->a, i);
      return;
   default:
      assert(op == JIT_DEAD || jit_is_leaf(op)); /* leaves come when they are needed */
      return;
   }
}

/* ---- the pass ---- */

/* Before each vector: lanes to store, from the low bits of x2. */
static void
put_next_mask(struct writer *w)
{
   put2(w, A64_DUP_W, V_STORE_MASK, X_ACTIVE);
   put_literal(w, V_TMP, JIT_POOL_LANE_BITS);
   put3(w, A64_CMTST, V_STORE_MASK, V_STORE_MASK, V_TMP);
   put2(w, A64_LSR_X_4, X_ACTIVE, X_ACTIVE);
}

static void
put_loop(struct writer *w)
{
   struct jit_code *c = w->c;
   put(w, A64_MOV_W_0 | W_AT);
   put2(w, A64_ADD_X_IMM, X_ROW, X_CONTEXT);
   const uint32_t loop = c->size;
   if (w->masked)
      put_next_mask(w);
   for (uint32_t i = 0; i < w->a.b->num_nodes && !w->a.failed; i++)
      put_node(w, (int)i);
   put2(w, A64_ADD_X_IMM | VEC_B << 10, X_ROW, X_ROW);
   put2(w, A64_ADD_X_IMM | VEC_B << 10, W_AT, W_AT);
   put3(w, A64_CMP_W, 0, W_AT, W_ROW_B);
   const uint32_t back = ((loop - c->size) / 4) & 0x7ffff;
   if (c->size - loop >= 1u << 20)
      w->a.failed = true; /* farther than a conditional branch leads */
   put(w, A64_B_LO | back << 5);
}

bool
a64_put_pass(struct jit_code *c, struct jit_pool *pool, struct jit_block *b, bool masked, uint32_t *num_slots)
{
   static const struct jit_registers regs = {.vectors = ALLOCATABLE, .spill = spill, .fill = fill};
   struct writer w = {.c = c, .pool = pool, .masked = masked};
   assert(!jit_block_fault(b));
   jit_alloc_init(&w.a, b, &regs, &w);
   if (!w.a.failed)
      put_loop(&w);
   *num_slots = MAX2(*num_slots, w.a.num_slots);
   jit_alloc_fini(&w.a);
   return !w.a.failed && !c->failed;
}
