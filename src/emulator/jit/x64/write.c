/* SPDX-License-Identifier: MIT
 *
 * From a flow to a function for x86-64 (System V ABI, AMD64 supplement): void f(void *context).
 *
 * rbx is the context, r12 to r15 and, between calls and passes, r10 and r11 are words'; rax and rdx what one
 * instruction needs. Below rbp: saved registers, words in the frame, and at rsp, aligned to 64, what passes
 * keep there.
 */
#include "emulator/jit/x64/x64.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/jit/words.h"
#include "emulator/jit/x64/encode.h"
#include "emulator/jit/x64/pass.h"

enum {
   SAVED_B = 5 * 8, /* rbx, r12 to r15 */
   KEPT = 1 << X64_R12 | 1 << X64_R13 | 1 << X64_R14 | 1 << X64_R15,
   LOST = 1 << X64_R10 | 1 << X64_R11,
};

struct writer {
   const struct jit_flow *f;
   struct jit_words words;
   struct jit_code *c;
   struct jit_pool *pool;
   struct jit_block *block; /* the pass in work */
   bool wide, failed;
   bool passes;        /* there are some: upper halves of vectors may be in use */
   uint32_t num_slots; /* of all passes */
   uint32_t *labels;   /* offset in the code */
   struct {
      uint32_t at, label;
   } * jumps; /* [num_insts]: displacements to patch */
   uint32_t num_jumps;
};

#define RAW(c, ...) jit_code_put(c, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

enum { MOV_LOAD = 0x8b, MOV_STORE = 0x89, MOV_STORE_8 = 0x88, IMM_GROUP = 0x81, NOT_GROUP = 0xf7 };

/* Opcodes of reg = reg op rm, and ModRM.reg of the forms with an immediate. */
static const struct {
   uint8_t opcode, group;
} binary[JIT_FLOW_OP_COUNT] = {
   [JIT_W_AND] = {0x23, 4},
     [JIT_W_ANDNOT] = {0x23, 4},
     [JIT_W_OR] = {0x0b, 1},
   [JIT_W_ADD] = {0x03, 0},
     [JIT_W_SUB] = {0x2b, 5},
     [JIT_W_BRANCH] = {0x3b, 7}  /* CMP */
};

/* ---- words ---- */

/* Where a word is: its register, or its place in the frame. */
static struct x64_rm
word(const struct writer *w, int n)
{
   if (w->words.at[n].reg != JIT_NO_WORD_REG)
      return x64_reg(w->words.at[n].reg);
   return x64_mem(X64_RBP, false, (uint32_t) - (int32_t)(SAVED_B + (w->words.at[n].slot + 1) * 8));
}

static bool
in_reg(const struct writer *w, int n)
{
   return w->words.at[n].reg != JIT_NO_WORD_REG;
}

/* The register of a word, or \p tmp with its value. */
static unsigned
read_word(struct writer *w, int n, unsigned tmp)
{
   if (in_reg(w, n))
      return w->words.at[n].reg;
   x64_general(w->c, MOV_LOAD, tmp, word(w, n), true);
   return tmp;
}

/* Where to compute a word's new value. */
static unsigned
result_reg(const struct writer *w, int n)
{
   return in_reg(w, n) ? w->words.at[n].reg : X64_RAX;
}

static void
write_word(struct writer *w, int n, unsigned reg)
{
   if (!in_reg(w, n))
      x64_general(w->c, MOV_STORE, reg, word(w, n), true);
   else if (w->words.at[n].reg != reg)
      x64_general(w->c, MOV_LOAD, w->words.at[n].reg, x64_reg(reg), true);
}

/* \p reg = word \p n */
static void
fetch_word(struct writer *w, unsigned reg, int n)
{
   if (!in_reg(w, n) || w->words.at[n].reg != reg)
      x64_general(w->c, MOV_LOAD, reg, word(w, n), true);
}

/* ---- instructions ---- */

static void
put_binary(struct writer *w, const struct jit_inst *n)
{
   const uint8_t opcode = binary[n->op].opcode, group = binary[n->op].group;
   const bool not = n->op == JIT_W_ANDNOT;
   if (n->b == JIT_NONE) {
      const int32_t v = (int32_t)(not ? ~n->imm : n->imm);
      fetch_word(w, X64_RAX, n->a);
      x64_general(w->c, IMM_GROUP, group, x64_reg(X64_RAX), true);
      jit_code_put(w->c, &v, 4);
      write_word(w, n->dst, X64_RAX);
      return;
   }
   if (not ) { /* AND of the other's complement */
      fetch_word(w, X64_RAX, n->b);
      x64_general(w->c, NOT_GROUP, 2, x64_reg(X64_RAX), true);
      x64_general(w->c, opcode, X64_RAX, word(w, n->a), true);
   } else {
      fetch_word(w, X64_RAX, n->a);
      x64_general(w->c, opcode, X64_RAX, word(w, n->b), true);
   }
   write_word(w, n->dst, X64_RAX);
}

static struct x64_rm
address(struct writer *w, const struct jit_inst *n)
{
   return x64_mem(n->a == JIT_NONE ? X64_RBX : read_word(w, n->a, X64_RAX), false, n->arg);
}

static void
put_load(struct writer *w, const struct jit_inst *n)
{
   const struct x64_rm from = address(w, n);
   const unsigned d = result_reg(w, n->dst);
   if (n->size_B == 1) { /* movzx d, byte */
      const uint8_t rex = (uint8_t)(0x40 | (d >> 3 & 1) << 2 | (from.base >> 3 & 1));
      RAW(w->c, rex, 0x0f, 0xb6,
          (uint8_t)(0x80 | (d & 7) << 3 | ((from.base & 7) == X64_RSP ? 4 : from.base & 7)));
      if ((from.base & 7) == X64_RSP)
         RAW(w->c, 0x24);
      jit_code_put(w->c, &from.disp, 4);
   } else {
      x64_general(w->c, MOV_LOAD, d, from, n->size_B == 8);
   }
   write_word(w, n->dst, d);
}

static void
put_store(struct writer *w, const struct jit_inst *n)
{
   const struct x64_rm to = address(w, n);
   const unsigned v = read_word(w, n->b, X64_RDX);
   x64_general(w->c, n->size_B == 1 ? MOV_STORE_8 : MOV_STORE, v, to, n->size_B == 8);
}

/* The displacement that comes next leads to a label. */
static void
put_to_label(struct writer *w, uint32_t label)
{
   w->jumps[w->num_jumps].at = w->c->size;
   w->jumps[w->num_jumps++].label = label;
   jit_code_put(w->c, &(uint32_t){0}, 4);
}

static void
put_branch(struct writer *w, const struct jit_inst *n)
{
   static const uint8_t conditions[JIT_IF_COUNT] = {
      [JIT_IF_EQ] = 0x84, [JIT_IF_NE] = 0x85, [JIT_IF_LE] = 0x86, [JIT_IF_GT] = 0x87};
   const unsigned a = read_word(w, n->a, X64_RAX);
   if (n->b == JIT_NONE) {
      x64_general(w->c, IMM_GROUP, binary[JIT_W_BRANCH].group, x64_reg(a), true);
      jit_code_put(w->c, &(int32_t){(int32_t)n->imm}, 4);
   } else {
      x64_general(w->c, binary[JIT_W_BRANCH].opcode, a, word(w, n->b), true);
   }
   RAW(w->c, 0x0f, conditions[n->how]);
   put_to_label(w, n->arg);
}

static void
put_vzeroupper(struct writer *w)
{
   if (w->passes)
      RAW(w->c, 0xc5, 0xf8, 0x77);
}

static void
put_call(struct writer *w, const struct jit_inst *n)
{
   put_vzeroupper(w);
   x64_general(w->c, MOV_LOAD, X64_RDI, x64_reg(X64_RBX), true);
   x64_move_imm(w->c, X64_RSI, (uintptr_t)n->pointer);
   if (n->a != JIT_NONE)
      fetch_word(w, X64_RDX, n->a);
   if (n->b != JIT_NONE)
      fetch_word(w, X64_RCX, n->b);
   x64_move_imm(w->c, X64_RAX, (uintptr_t)n->fn);
   RAW(w->c, 0xff, 0xd0); /* call rax */
   if (n->dst != JIT_NONE)
      write_word(w, n->dst, X64_RAX);
}

static void
put_pass(struct writer *w, const struct jit_inst *n)
{
   const struct jit_pass *pass = w->f->passes[n->arg];
   w->block->num_nodes = pass->num_nodes;
   w->block->full = false;
   memcpy(w->block->nodes, pass->nodes, pass->num_nodes * sizeof pass->nodes[0]);
   x64_general(w->c, MOV_LOAD, X64_RDI, x64_reg(X64_RBX), true);
   x64_general(w->c, MOV_LOAD, X64_RSI, x64_mem(X64_RBX, false, w->f->row_B_at), false);
   x64_general(w->c, MOV_LOAD, X64_RCX, x64_mem(X64_RBX, false, w->f->params_at), true);
   if (n->a != JIT_NONE)
      fetch_word(w, X64_RDX, n->a);
   if (!x64_put_pass(w->c, w->pool, w->block, w->wide, n->a != JIT_NONE, &w->num_slots))
      w->failed = true;
}

static void
put_return(struct writer *w)
{
   put_vzeroupper(w);
   static const uint8_t saved[] = {X64_RBX, X64_R12, X64_R13, X64_R14, X64_R15};
   for (uint32_t i = 0; i < sizeof saved; i++)
      x64_general(w->c, MOV_LOAD, saved[i], x64_mem(X64_RBP, false, (uint32_t) - (int32_t)(8 * (i + 1))),
                  true);
   RAW(w->c, 0xc9, 0xc3); /* leave; ret */
}

static void
put_inst(struct writer *w, const struct jit_inst *n)
{
   switch ((enum jit_flow_op)n->op) {
   case JIT_W_IMM:
      x64_move_imm(w->c, result_reg(w, n->dst), (uint64_t)n->imm);
      write_word(w, n->dst, result_reg(w, n->dst));
      return;
   case JIT_W_MOVE:
      write_word(w, n->dst, read_word(w, n->a, X64_RAX));
      return;
   case JIT_W_AND:
   case JIT_W_ANDNOT:
   case JIT_W_OR:
   case JIT_W_ADD:
   case JIT_W_SUB:
      put_binary(w, n);
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
      RAW(w->c, 0xe9);
      put_to_label(w, n->arg);
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
put_function(struct writer *w)
{
   struct jit_code *c = w->c;
   RAW(c, 0xf3, 0x0f, 0x1e, 0xfa,                      /* endbr64 */
       0x55, 0x48, 0x89, 0xe5,                         /* push rbp; mov rbp, rsp */
       0x53,                                           /* push rbx */
       0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57, /* push r12, r13, r14, r15 */
       0x48, 0x81, 0xec, 0, 0, 0, 0);                  /* sub rsp, imm32 */
   const uint32_t frame_at = c->size - 4;
   RAW(c, 0x48, 0x83, 0xe4, 0xc0, /* and rsp, -64 */
       0x48, 0x89, 0xfb);         /* mov rbx, rdi */
   for (uint32_t i = 0; i < w->f->num_insts && !w->failed && !c->failed; i++)
      put_inst(w, &w->f->insts[i]);
   if (w->failed || c->failed)
      return;
   memcpy(c->bytes + frame_at, &(uint32_t){w->words.num_slots * 8 + w->num_slots * X64_SLOT_B}, 4);
   for (uint32_t i = 0; i < w->num_jumps; i++) {
      const int32_t disp = (int32_t)(w->labels[w->jumps[i].label] - (w->jumps[i].at + 4));
      memcpy(c->bytes + w->jumps[i].at, &disp, 4);
   }
}

static uint32_t
write_flow(const struct jit_flow *f, struct jit_code *c, struct jit_pool *pool, bool wide)
{
   struct writer w = {.f = f, .c = c, .pool = pool, .wide = wide, .passes = f->num_passes > 0};
   const uint32_t start = c->size;
   if (f->failed)
      return UINT32_MAX;
   assert(!jit_flow_fault(f));
   w.block = malloc(sizeof *w.block);
   w.labels = malloc((f->num_labels + 1) * sizeof *w.labels);
   w.jumps = malloc((f->num_insts + 1) * sizeof *w.jumps);
   w.failed = !w.block || !w.labels || !w.jumps || !jit_words_place(&w.words, f, KEPT, LOST);
   if (!w.failed)
      put_function(&w);
   free(w.block);
   free(w.labels);
   free(w.jumps);
   return w.failed || c->failed ? UINT32_MAX : start;
}

static uint32_t
write_avx2(const struct jit_flow *f, struct jit_code *c, struct jit_pool *pool)
{
   return write_flow(f, c, pool, false);
}

static uint32_t
write_avx512(const struct jit_flow *f, struct jit_code *c, struct jit_pool *pool)
{
   return write_flow(f, c, pool, true);
}

static void
patch(struct jit_code *c, uint32_t start)
{
   for (uint32_t i = 0; i < c->num_fixups && !c->failed; i++) {
      int32_t disp;
      memcpy(&disp, c->bytes + c->fixups[i].at, 4);
      disp += (int32_t)(start - c->fixups[i].end);
      memcpy(c->bytes + c->fixups[i].at, &disp, 4);
   }
}

enum { INT3 = 0xcc };

const struct jit_writer jit_x64_avx2 = {.vec_B = 32, .flow = write_avx2, .patch = patch, .fill = INT3};
const struct jit_writer jit_x64_avx512 = {.vec_B = 64, .flow = write_avx512, .patch = patch, .fill = INT3};
