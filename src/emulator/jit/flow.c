/* SPDX-License-Identifier: MIT
 *
 * Building flows, and what has to be true of them, see flow.h.
 */
#include "emulator/jit/flow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

static_assert(JIT_MAX_WORDS <= 64, "sets of words are uint64_t");

void
jit_flow_init(struct jit_flow *f, uint32_t row_B_at, uint32_t params_at)
{
   *f = (struct jit_flow){.row_B_at = row_B_at, .params_at = params_at};
}

void
jit_flow_fini(struct jit_flow *f)
{
   for (uint32_t i = 0; i < f->num_passes; i++)
      free(f->passes[i]);
   free(f->passes);
   free(f->insts);
}

int
jit_word(struct jit_flow *f)
{
   if (f->num_words == JIT_MAX_WORDS) {
      f->failed = true;
      return 0;
   }
   return (int)f->num_words++;
}

uint32_t
jit_label(struct jit_flow *f)
{
   if (f->num_labels == JIT_MAX_LABELS) {
      f->failed = true;
      return 0;
   }
   return f->num_labels++;
}

void
jit_flow_put(struct jit_flow *f, struct jit_inst inst)
{
   if (f->num_insts == f->cap_insts) {
      const uint32_t cap = MAX2(f->cap_insts * 2, 64u);
      void *p = realloc(f->insts, cap * sizeof *f->insts);
      if (!p) {
         f->failed = true;
         return;
      }
      f->insts = p;
      f->cap_insts = cap;
   }
   f->insts[f->num_insts++] = inst;
}

uint32_t
jit_flow_add_pass(struct jit_flow *f, const struct jit_block *b)
{
   struct jit_pass *pass = malloc(sizeof *pass + b->num_nodes * sizeof b->nodes[0]);
   void *passes = realloc(f->passes, (f->num_passes + 1) * sizeof *f->passes);
   if (passes)
      f->passes = passes;
   if (!pass || !passes) {
      free(pass);
      f->failed = true;
      return 0;
   }
   assert(!b->full);
   pass->num_nodes = b->num_nodes;
   memcpy(pass->nodes, b->nodes, b->num_nodes * sizeof b->nodes[0]);
   f->passes[f->num_passes] = pass;
   return f->num_passes++;
}

unsigned
jit_flow_next(const struct jit_flow *f, uint32_t i, const uint32_t *at, uint32_t next[2])
{
   const struct jit_inst *n = &f->insts[i];
   unsigned num = 0;
   if (n->op == JIT_W_RETURN)
      return 0;
   if (n->op == JIT_W_JUMP || n->op == JIT_W_BRANCH)
      next[num++] = at[n->arg];
   if (n->op != JIT_W_JUMP)
      next[num++] = i + 1;
   return num;
}

bool
jit_flow_find_labels(const struct jit_flow *f, uint32_t *at)
{
   memset(at, 0xff, f->num_labels * sizeof *at);
   for (uint32_t i = 0; i < f->num_insts; i++) {
      const struct jit_inst *n = &f->insts[i];
      if (n->op != JIT_W_LABEL)
         continue;
      if (n->arg >= f->num_labels || at[n->arg] != UINT32_MAX)
         return false;
      at[n->arg] = i;
   }
   for (uint32_t l = 0; l < f->num_labels; l++)
      if (at[l] == UINT32_MAX)
         return false;
   return true;
}

static bool
is_word(const struct jit_flow *f, int w)
{
   return w >= 0 && (uint32_t)w < f->num_words;
}

static bool
fits_int32(int64_t v)
{
   return v >= INT32_MIN && v <= INT32_MAX;
}

/* Operands that each kind of instruction needs and may have. */
static const struct {
   bool dst, a, may_a, b, may_b, by_imm;
} shapes[JIT_FLOW_OP_COUNT] = {
   [JIT_W_IMM] = {.dst = true    },
   [JIT_W_MOVE] = {.dst = true,     .a = true},
   [JIT_W_AND] = {.dst = true,               .a = true, .may_b = true, .by_imm = true},
   [JIT_W_ANDNOT] = {.dst = true,.a = true, .may_b = true, .by_imm = true},
   [JIT_W_OR] = {.dst = true, .a = true, .may_b = true, .by_imm = true},
   [JIT_W_ADD] = {.dst = true,     .a = true, .may_b = true, .by_imm = true},
   [JIT_W_SUB] = {.dst = true,  .a = true, .may_b = true, .by_imm = true},
   [JIT_W_LOAD] = {.dst = true,               .may_a = true},
   [JIT_W_STORE] = {.may_a = true,      .b = true},
   [JIT_W_BRANCH] = {.a = true, .may_b = true, .by_imm = true},
   [JIT_W_CALL] = {.may_a = true,     .may_b = true},
   [JIT_W_PASS] = {.may_a = true },
};

static const char *
operands_fault(const struct jit_flow *f, const struct jit_inst *n)
{
   const bool a = is_word(f, n->a), b = is_word(f, n->b), dst = is_word(f, n->dst);
   if ((!a && n->a != JIT_NONE) || (!b && n->b != JIT_NONE) || (!dst && n->dst != JIT_NONE))
      return "no such word";
   if (shapes[n->op].dst ? !dst : dst && n->op != JIT_W_CALL)
      return "a result too few or too many";
   if (shapes[n->op].a ? !a : a && !shapes[n->op].may_a)
      return "first operand missing or not wanted";
   if (shapes[n->op].b ? !b : b && !shapes[n->op].may_b)
      return "second operand missing or not wanted";
   if (shapes[n->op].by_imm && !b && !fits_int32(n->imm))
      return "immediate too large";
   return NULL;
}

static const char *
inst_fault(const struct jit_flow *f, const struct jit_inst *n)
{
   if (n->op >= JIT_FLOW_OP_COUNT)
      return "no such instruction";
   const char *fault = operands_fault(f, n);
   if (fault)
      return fault;
   if ((n->op == JIT_W_JUMP || n->op == JIT_W_BRANCH) && n->arg >= f->num_labels)
      return "no such label";
   if (n->op == JIT_W_BRANCH && n->how >= JIT_IF_COUNT)
      return "no such condition";
   if (n->op == JIT_W_PASS && n->arg >= f->num_passes)
      return "no such pass";
   if (n->op == JIT_W_CALL && !n->fn)
      return "call of nothing";
   if (n->op == JIT_W_LOAD || n->op == JIT_W_STORE) {
      if (n->size_B != 1 && n->size_B != 4 && n->size_B != 8)
         return "no such size";
      if (n->arg % n->size_B || n->arg >= 1u << 24)
         return "offset not aligned or too far";
   }
   return NULL;
}

/* Words that have a value at each instruction, whatever way led there. */
static const char *
unwritten_fault(const struct jit_flow *f, const uint32_t *at, uint64_t *written)
{
   bool changed = true;
   memset(written, 0xff, (f->num_insts + 1) * sizeof *written);
   written[0] = 0;
   while (changed) {
      changed = false;
      for (uint32_t i = 0; i < f->num_insts; i++) {
         const struct jit_inst *n = &f->insts[i];
         const uint64_t out = written[i] | (n->dst != JIT_NONE ? UINT64_C(1) << n->dst : 0);
         uint32_t next[2];
         for (unsigned k = jit_flow_next(f, i, at, next); k-- > 0;) {
            changed |= (written[next[k]] & ~out) != 0;
            written[next[k]] &= out;
         }
      }
   }
   for (uint32_t i = 0; i < f->num_insts; i++) {
      const struct jit_inst *n = &f->insts[i];
      if ((n->a != JIT_NONE && !(written[i] >> n->a & 1)) || (n->b != JIT_NONE && !(written[i] >> n->b & 1)))
         return "a word is read before it has a value";
   }
   return NULL;
}

const char *
jit_flow_fault(const struct jit_flow *f)
{
   if (f->failed)
      return "not complete";
   for (uint32_t i = 0; i < f->num_insts; i++) {
      const char *fault = inst_fault(f, &f->insts[i]);
      if (fault)
         return fault;
   }
   const uint8_t last = f->num_insts ? f->insts[f->num_insts - 1].op : JIT_W_LABEL;
   if (last != JIT_W_RETURN && last != JIT_W_JUMP)
      return "runs out of its end";
   uint32_t *at = malloc(MAX2(f->num_labels, 1u) * sizeof *at);
   uint64_t *written = malloc((f->num_insts + 1) * sizeof *written);
   const char *fault = NULL;
   if (at && written)
      fault =
         !jit_flow_find_labels(f, at) ? "a label is missing or twice there" : unwritten_fault(f, at, written);
   free(at);
   free(written);
   return fault;
}
