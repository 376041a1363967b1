/* SPDX-License-Identifier: MIT
 *
 * From a flow to a function for AArch64 (AAPCS64): void f(void *context).
 *
 * x19 is the context, x20 to x28 and, between calls and passes, x4 to x8 are words'; x16, x17 and x9 what one
 * instruction needs. Below x29: words in the frame, and at sp what passes keep there.
 */
#include "emulator/jit/a64/a64.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/jit/a64/encode.h"
#include "emulator/jit/a64/pass.h"
#include "emulator/jit/words.h"
#include "util/u_math.h"

enum {
   X_TMP3 = 9,
   X_TMP = 16,
   X_TMP2,
   X_CONTEXT = 19,
   X_FRAME = 29,
   X_LINK,
   SAVED_B = 96,        /* x29, x30, x19 to x28 */
   MAX_WORD_SLOTS = 32, /* that LDUR reaches */
   KEPT = 0x1ff00000,   /* x20 to x28 */
   LOST = 0x000001f0,   /* x4 to x8 */
};

struct writer {
   const struct jit_flow *f;
   struct jit_words words;
   struct jit_code *c;
   struct jit_pool *pool;
   struct jit_block *block; /* the pass in work */
   bool failed;
   uint32_t num_slots; /* of all passes */
   uint32_t *labels;   /* offset in the code */
   struct {
      uint32_t at, label;
   } * jumps; /* [num_insts]: branches to patch */
   uint32_t num_jumps;
   uint32_t *frames, num_frames; /* [num_insts + 1]: pairs of instructions that move sp by the frame's size */
};

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
put_move(struct writer *w, unsigned d, unsigned n)
{
   if (d != n)
      put3(w, A64_ORR_X, d, A64_ZR, n);
}

static void
put_imm(struct writer *w, unsigned reg, uint64_t v)
{
   const bool inverted = v >> 32 == UINT32_MAX;
   const uint64_t rest = inverted ? ~v : v;
   put(w, (inverted ? A64_MOVN_X : A64_MOVZ_X) | (uint32_t)(rest & 0xffff) << 5 | reg);
   for (uint32_t k = 1; k < 4; k++)
      if (rest >> (16 * k) & 0xffff)
         put(w, A64_MOVK_X | k << 21 | (uint32_t)(v >> (16 * k) & 0xffff) << 5 | reg);
}

/* At base + off; far ones by x17. */
static void
put_memory(struct writer *w, uint32_t op, unsigned reg, unsigned base, uint32_t off, unsigned size_B)
{
   assert(off % size_B == 0 && off < 1u << 24 && reg != X_TMP2);
   if (off / size_B >= 4096) {
      put(w, A64_ADD_X_IMM | A64_IMM_LSL_12 | off >> 12 << 10 | base << 5 | X_TMP2);
      base = X_TMP2;
      off &= 4095;
   }
   put(w, op | off / size_B << 10 | base << 5 | reg);
}

/* ---- words ---- */

static bool
in_reg(const struct writer *w, int n)
{
   return w->words.at[n].reg != JIT_NO_WORD_REG;
}

static void
put_slot(struct writer *w, uint32_t op, unsigned reg, int n)
{
   const int32_t off = -8 * (int32_t)(w->words.at[n].slot + 1);
   put(w, op | ((uint32_t)off & 0x1ff) << 12 | X_FRAME << 5 | reg);
}

/* The register of a word, or \p tmp with its value. */
static unsigned
read_word(struct writer *w, int n, unsigned tmp)
{
   if (in_reg(w, n))
      return w->words.at[n].reg;
   put_slot(w, A64_LDUR_X, tmp, n);
   return tmp;
}

static unsigned
result_reg(const struct writer *w, int n)
{
   return in_reg(w, n) ? w->words.at[n].reg : X_TMP;
}

static void
write_word(struct writer *w, int n, unsigned reg)
{
   if (in_reg(w, n))
      put_move(w, w->words.at[n].reg, reg);
   else
      put_slot(w, A64_STUR_X, reg, n);
}

/* Word b of an instruction, or its immediate. */
static unsigned
second(struct writer *w, const struct jit_inst *n)
{
   if (n->b != JIT_NONE)
      return read_word(w, n->b, X_TMP3);
   put_imm(w, X_TMP3, (uint64_t)n->imm);
   return X_TMP3;
}

/* ---- instructions ---- */

static void
put_binary(struct writer *w, const struct jit_inst *n, uint32_t op)
{
   const unsigned a = read_word(w, n->a, X_TMP), b = second(w, n), d = result_reg(w, n->dst);
   put3(w, op, d, a, b);
   write_word(w, n->dst, d);
}

static void
put_load(struct writer *w, const struct jit_inst *n)
{
   const uint32_t op = n->size_B == 8 ? A64_LDR_X : n->size_B == 4 ? A64_LDR_W : A64_LDRB;
   const unsigned base = n->a == JIT_NONE ? X_CONTEXT : read_word(w, n->a, X_TMP), d = result_reg(w, n->dst);
   put_memory(w, op, d, base, n->arg, n->size_B);
   write_word(w, n->dst, d);
}

static void
put_store(struct writer *w, const struct jit_inst *n)
{
   const uint32_t op = n->size_B == 8 ? A64_STR_X : n->size_B == 4 ? A64_STR_W : A64_STRB;
   const unsigned base = n->a == JIT_NONE ? X_CONTEXT : read_word(w, n->a, X_TMP);
   put_memory(w, op, read_word(w, n->b, X_TMP3), base, n->arg, n->size_B);
}

static void
put_to_label(struct writer *w, uint32_t op, uint32_t label)
{
   w->jumps[w->num_jumps].at = w->c->size;
   w->jumps[w->num_jumps++].label = label;
   put(w, op);
}

static void
put_branch(struct writer *w, const struct jit_inst *n)
{
   /* EQ, NE, LS, HI */
   static const uint8_t conditions[JIT_IF_COUNT] = {
      [JIT_IF_EQ] = 0, [JIT_IF_NE] = 1, [JIT_IF_LE] = 9, [JIT_IF_GT] = 8};
   const unsigned a = read_word(w, n->a, X_TMP), b = second(w, n);
   put3(w, A64_CMP_X, 0, a, b);
   put_to_label(w, A64_B_COND | conditions[n->how], n->arg);
}

static void
put_call(struct writer *w, const struct jit_inst *n)
{
   put_move(w, 0, X_CONTEXT);
   put_imm(w, 1, (uintptr_t)n->pointer);
   if (n->a != JIT_NONE)
      put_move(w, 2, read_word(w, n->a, 2));
   if (n->b != JIT_NONE)
      put_move(w, 3, read_word(w, n->b, 3));
   put_imm(w, X_TMP, (uintptr_t)n->fn);
   put(w, A64_BLR | X_TMP << 5);
   if (n->dst != JIT_NONE)
      write_word(w, n->dst, 0);
}

static void
put_pass(struct writer *w, const struct jit_inst *n)
{
   const struct jit_pass *pass = w->f->passes[n->arg];
   w->block->num_nodes = pass->num_nodes;
   w->block->full = false;
   memcpy(w->block->nodes, pass->nodes, pass->num_nodes * sizeof pass->nodes[0]);
   put_move(w, 0, X_CONTEXT);
   put_memory(w, A64_LDR_W, 1, X_CONTEXT, w->f->row_B_at, 4);
   put_memory(w, A64_LDR_X, 3, X_CONTEXT, w->f->params_at, 8);
   if (n->a != JIT_NONE)
      put_move(w, 2, read_word(w, n->a, 2));
   if (!a64_put_pass(w->c, w->pool, w->block, n->a != JIT_NONE, &w->num_slots))
      w->failed = true;
}

/* ADD or SUB of the frame's size, which is known at the end. */
static void
put_frame(struct writer *w, uint32_t op)
{
   w->frames[w->num_frames++] = w->c->size;
   put(w, op | A64_IMM_LSL_12 | A64_SP << 5 | A64_SP);
   put(w, op | A64_SP << 5 | A64_SP);
}

/* Pairs of saved registers behind x29 and x30. */
static void
put_saved(struct writer *w, uint32_t op)
{
   for (uint32_t k = 0; k < 5; k++)
      put(w, op | (2 + 2 * k) << 15 | (X_CONTEXT + 2 * k + 1) << 10 | A64_SP << 5 | (X_CONTEXT + 2 * k));
}

static void
put_return(struct writer *w)
{
   put_frame(w, A64_ADD_X_IMM);
   put_saved(w, A64_LDP_X);
   put(w, A64_LDP_X_POST | SAVED_B / 8 << 15 | X_LINK << 10 | A64_SP << 5 | X_FRAME);
   put(w, A64_RET);
}

static void
put_inst(struct writer *w, const struct jit_inst *n)
{
   static const uint32_t binary[JIT_FLOW_OP_COUNT] = {[JIT_W_AND] = A64_AND_X,
                                                      [JIT_W_ANDNOT] = A64_BIC_X,
                                                      [JIT_W_OR] = A64_ORR_X,
                                                      [JIT_W_ADD] = A64_ADD_X,
                                                      [JIT_W_SUB] = A64_SUB_X};
   switch ((enum jit_flow_op)n->op) {
   case JIT_W_IMM:
      put_imm(w, result_reg(w, n->dst), (uint64_t)n->imm);
      write_word(w, n->dst, result_reg(w, n->dst));
      return;
   case JIT_W_MOVE:
      write_word(w, n->dst, read_word(w, n->a, X_TMP));
      return;
   case JIT_W_AND:
   case JIT_W_ANDNOT:
   case JIT_W_OR:
   case JIT_W_ADD:
   case JIT_W_SUB:
      put_binary(w, n, binary[n->op]);
      return;
   case JIT_W_LOAD:
      put_load(w, n);
      return;
   case JIT_W_STORE:
      put_store(w, n);
      return;
   case JIT_W_LABEL:
      w->labels[n->arg] = w->c->size;
      return;
   case JIT_W_JUMP:
      put_to_label(w, A64_B, n->arg);
      return;
   case JIT_W_BRANCH:
      put_branch(w, n);
      return;
   case JIT_W_CALL:
      put_call(w, n);
      return;
   case JIT_W_PASS:
      put_pass(w, n);
      return;
   case JIT_W_RETURN:
      put_return(w);
      return;
   case JIT_FLOW_OP_COUNT:
      break;
   }
   assert(!"no instruction");
}

/* ---- the function ---- */

static void
add_to_word(struct writer *w, uint32_t at, uint32_t bits)
{
   uint32_t word;
   memcpy(&word, w->c->bytes + at, 4);
   word |= bits;
   memcpy(w->c->bytes + at, &word, 4);
}

static void
patch_frames(struct writer *w)
{
   const uint32_t size_B = w->num_slots * A64_SLOT_B + (uint32_t)u_align(w->words.num_slots * 8, 16);
   if (size_B >= 1u << 24 || w->words.num_slots > MAX_WORD_SLOTS) {
      w->failed = true;
      return;
   }
   for (uint32_t i = 0; i < w->num_frames; i++) {
      add_to_word(w, w->frames[i], size_B >> 12 << 10);
      add_to_word(w, w->frames[i] + 4, (size_B & 4095) << 10);
   }
}

static void
patch_jumps(struct writer *w)
{
   for (uint32_t i = 0; i < w->num_jumps; i++) {
      const int32_t words = ((int32_t)w->labels[w->jumps[i].label] - (int32_t)w->jumps[i].at) / 4;
      uint32_t op;
      memcpy(&op, w->c->bytes + w->jumps[i].at, 4);
      if (op == A64_B) {
         add_to_word(w, w->jumps[i].at, (uint32_t)words & 0x3ffffff);
      } else if (words < -(1 << 18) || words >= 1 << 18) {
         w->failed = true; /* farther than a conditional branch leads */
      } else {
         add_to_word(w, w->jumps[i].at, ((uint32_t)words & 0x7ffff) << 5);
      }
   }
}

static void
put_function(struct writer *w)
{
   put(w, A64_BTI_C);
   put(w, A64_STP_X_PRE | (-SAVED_B / 8 & 0x7f) << 15 | X_LINK << 10 | A64_SP << 5 | X_FRAME);
   put_saved(w, A64_STP_X);
   put(w, A64_ADD_X_IMM | A64_SP << 5 | X_FRAME); /* mov x29, sp */
   put_frame(w, A64_SUB_X_IMM);
   put_move(w, X_CONTEXT, 0);
   for (uint32_t i = 0; i < w->f->num_insts && !w->failed && !w->c->failed; i++)
      put_inst(w, &w->f->insts[i]);
   if (w->failed || w->c->failed)
      return;
   patch_frames(w);
   patch_jumps(w);
}

static uint32_t
write_flow(const struct jit_flow *f, struct jit_code *c, struct jit_pool *pool)
{
   struct writer w = {.f = f, .c = c, .pool = pool};
   const uint32_t start = c->size;
   if (f->failed)
      return UINT32_MAX;
   assert(!jit_flow_fault(f));
   w.block = malloc(sizeof *w.block);
   w.labels = malloc((f->num_labels + 1) * sizeof *w.labels);
   w.jumps = malloc((f->num_insts + 1) * sizeof *w.jumps);
   w.frames = malloc((f->num_insts + 1) * sizeof *w.frames);
   w.failed = !w.block || !w.labels || !w.jumps || !w.frames || !jit_words_place(&w.words, f, KEPT, LOST);
   if (!w.failed)
      put_function(&w);
   free(w.block);
   free(w.labels);
   free(w.jumps);
   free(w.frames);
   return w.failed || c->failed ? UINT32_MAX : start;
}

/* From the offset in the pool to the distance from the instruction, both in words. */
static void
patch(struct jit_code *c, uint32_t start)
{
   for (uint32_t i = 0; i < c->num_fixups && !c->failed; i++) {
      uint32_t word;
      memcpy(&word, c->bytes + c->fixups[i].at, 4);
      const uint32_t distance = (word >> 5 & 0x7ffff) + (start - c->fixups[i].end) / 4;
      assert(distance < 1u << 18);
      word = (word & ~(0x7ffffu << 5)) | distance << 5;
      memcpy(c->bytes + c->fixups[i].at, &word, 4);
   }
}

const struct jit_writer jit_a64_neon = {.vec_B = 16, .flow = write_flow, .patch = patch};
