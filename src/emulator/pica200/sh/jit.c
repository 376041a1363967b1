/* SPDX-License-Identifier: MIT
 *
 * Stretches of instructions to passes (emulator/jit/ir.h): the operations of exec.c and arith.h in their order, so that every bit is the
 * interpreter's. What arithmetic reads is made free of subnormals once a value, and not at all where a result is that already.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/jit/flow.h"
#include "emulator/jit/nodes.h"
#include "emulator/pica200/sh/code.h"
#include "emulator/pica200/sh/float24.h"

enum {
   PASS_NODES = JIT_MAX_NODES - 1024, /* above these the pass ends: an instruction has room */
   IMMEDIATES = 32,
};

#define ROW(member) ((unsigned)(offsetof(struct sh_ctx, member) / JIT_ROW_B))

struct build {
   struct jit_block block;
   struct jit_flow *flow;
   const struct pica_shader_params *params;
   unsigned bank;
   int active, word, lanes;    /* words: lanes of the group, and two to merge flags with */
   int16_t value[SH_CTX_ROWS]; /* node of a row now, JIT_NONE: what memory has */
   bool written[SH_CTX_ROWS];
   int16_t uniform[PICA_UNIFORMS * 4]; /* node of a component, JIT_NONE */
   int16_t immediate[IMMEDIATES];      /* nodes of constants */
   unsigned num_immediates;
   bool clean[JIT_MAX_NODES];   /* neither a subnormal nor -0 */
   int16_t read[JIT_MAX_NODES]; /* the same as arithmetic reads it, JIT_NONE */
   bool flag[2];                /* the pass leaves the lanes' in the context's bits */
};

/* ---- values ---- */

static int
bits_of(struct build *w, uint32_t bits)
{
   for (unsigned i = 0; i < w->num_immediates; i++)
      if (w->block.nodes[w->immediate[i]].arg == bits)
         return w->immediate[i];
   const int n = imm(&w->block, bits);
   w->clean[n] = !(bits & 0x7fffffff) ? !bits : (bits & 0x7fffffff) >= PICA_F24_MIN_BITS;
   if (w->num_immediates < IMMEDIATES)
      w->immediate[w->num_immediates++] = (int16_t)n;
   return n;
}

static int
clean(struct build *w, int n)
{
   w->clean[n] = true;
   return n;
}

static int
negative(struct build *w, int n)
{
   return two(&w->block, JIT_XOR, n, bits_of(w, BITS_SIGN));
}

/* As read24() of arith.h. */
static int
read24(struct build *w, int n)
{
   struct jit_block *b = &w->block;
   if (w->clean[n])
      return n;
   if (w->read[n] == JIT_NONE) {
      const int size = two(b, JIT_AND, n, bits_of(w, ~BITS_SIGN));
      const int normal = two(b, JIT_IGT, size, bits_of(w, PICA_F24_MIN_BITS - 1));
      w->read[n] = (int16_t)clean(w, keep(b, normal, n));
   }
   return w->read[n];
}

/* As round24() of arith.h; \p no_number: what NaN becomes. */
static int
round24(struct build *w, int x, int no_number)
{
   struct jit_block *b = &w->block;
   int a = two(b, JIT_AND, x, bits_of(w, ~BITS_SIGN));
   if (w->params->rounding == PICA_ROUND_NEAREST_EVEN) {
      const int odd = two(b, JIT_AND, one(b, JIT_SHR, a, 7), bits_of(w, 1));
      a = two(b, JIT_IADD, two(b, JIT_IADD, a, bits_of(w, 0x3f)), odd);
   }
   if (w->params->rounding != PICA_ROUND_NONE)
      a = two(b, JIT_AND, a, bits_of(w, ~0x7fu));
   const int large = two(b, JIT_IGT, a, bits_of(w, PICA_F24_LIMIT_BITS - 1));
   const int size = sel(b, large, bits_of(w, BITS_INF), a);
   const int with_sign = two(b, JIT_OR, size, two(b, JIT_AND, x, bits_of(w, BITS_SIGN)));
   const int there = two(b, JIT_IGT, a, bits_of(w, PICA_F24_MIN_BITS - 1));
   const int normal = keep(b, there, with_sign);
   return clean(w, sel(b, cmp(b, JIT_NE, x, x), no_number, normal));
}

/* Of what arithmetic has read. The products of infinity and 0 are 0: their sum is a number, that of others which give none is none. */
static int
product(struct build *w, int x, int y)
{
   struct jit_block *b = &w->block;
   const int both = two(b, JIT_ADD, x, y);
   const int no_number = keep(b, cmp(b, JIT_NE, both, both), bits_of(w, PICA_QUIET_NAN));
   return round24(w, two(b, JIT_MUL, x, y), no_number);
}

static int
sum(struct build *w, int x, int y)
{
   return round24(w, two(&w->block, JIT_ADD, x, y), bits_of(w, PICA_QUIET_NAN));
}

/* What passes unchanged but for the sign of zero. */
static int
pass(struct build *w, int n)
{
   if (w->clean[n])
      return n;
   return keep(&w->block, cmp(&w->block, JIT_NE, n, bits_of(w, 0)), n);
}

/* ---- operands ---- */

static int
read_row(struct build *w, unsigned row)
{
   assert(row < SH_CTX_ROWS);
   if (w->value[row] == JIT_NONE)
      w->value[row] = (int16_t)node(&w->block, JIT_ROW, JIT_NONE, JIT_NONE, JIT_NONE, 0, row * JIT_ROW_B);
   return w->value[row];
}

static void
write_row(struct build *w, unsigned row, int n)
{
   assert(row < SH_CTX_ROWS);
   w->value[row] = (int16_t)n;
   w->written[row] = true;
}

/* Of c[index + offset], where offsets outside of a byte count as 0 and constants that there are not are 1. */
static int
relative_uniform(struct build *w, const struct sh_source *src, unsigned comp)
{
   struct jit_block *b = &w->block;
   const int by = src->relative == 3 ? node(b, JIT_SPLAT, JIT_NONE, JIT_NONE, JIT_NONE, 0,
                                            (uint32_t)offsetof(struct sh_ctx, al))
                                     : read_row(w, ROW(address) + src->relative - 1u);
   const int beyond =
      two(b, JIT_MOR, two(b, JIT_IGT, by, bits_of(w, 127)), two(b, JIT_IGT, bits_of(w, (uint32_t)-128), by));
   const int offset = sel(b, beyond, bits_of(w, 0), by);
   const int at = two(b, JIT_AND, two(b, JIT_IADD, offset, bits_of(w, src->index)), bits_of(w, 0x7f));
   const int there = two(b, JIT_IGT, bits_of(w, PICA_UNIFORMS), at);
   const int dword = two(b, JIT_IADD, one(b, JIT_SHL, at, 2), bits_of(w, comp));
   const int v = gather(b, dword, there, true, (uint32_t)offsetof(struct sh_ctx, params));
   return sel(b, there, v, bits_of(w, fui(1)));
}

/* Component \p k as its selector has it, without its sign. */
static int
plain(struct build *w, const struct sh_source *src, unsigned k)
{
   const unsigned comp = src->swizzle[k];
   if (src->file == SH_INPUT)
      return read_row(w, ROW(input) + src->index * 4u + comp);
   if (src->file == SH_TEMP)
      return read_row(w, ROW(temp) + src->index * 4u + comp);
   if (src->relative)
      return relative_uniform(w, src, comp);
   const unsigned at = src->index * 4u + comp;
   if (src->index >= PICA_UNIFORMS)
      return bits_of(w, fui(1));
   if (w->uniform[at] == JIT_NONE)
      w->uniform[at] = (int16_t)node(&w->block, JIT_PARAM, JIT_NONE, JIT_NONE, JIT_NONE, 0, at * 4);
   return w->uniform[at];
}

/* As it is. */
static int
value(struct build *w, const struct sh_source *src, unsigned k)
{
   const int n = plain(w, src, k);
   return src->negate ? negative(w, n) : n;
}

/* As arithmetic reads it, but that a zero may be -0, which neither sums nor products nor comparisons tell. */
static int
number(struct build *w, const struct sh_source *src, unsigned k)
{
   const int n = read24(w, plain(w, src, k));
   return src->negate ? negative(w, n) : n;
}

/* ---- instructions ---- */

static int
one_where(struct build *w, int mask)
{
   return clean(w, keep(&w->block, mask, bits_of(w, fui(1))));
}

static int
maximum(struct build *w, const struct sh_inst *i, unsigned k)
{
   struct jit_block *b = &w->block;
   const int x = value(w, &i->src[0], k), y = value(w, &i->src[1], k);
   const int larger = sel(b, cmp(b, JIT_GT, x, y), x, y);
   if (!w->params->max_takes_minus_inf)
      return pass(w, larger);
   return pass(w, sel(b, two(b, JIT_IEQ, y, bits_of(w, BITS_INF | BITS_SIGN)), y, larger));
}

static int
distance(struct build *w, const struct sh_inst *i, unsigned k)
{
   switch (k) {
   case 0:
      return bits_of(w, fui(1));
   case 1:
      return product(w, number(w, &i->src[0], 1), number(w, &i->src[1], 1));
   case 2:
      return pass(w, value(w, &i->src[0], 2));
   default:
      return pass(w, value(w, &i->src[1], 3));
   }
}

static int
component(struct build *w, const struct sh_inst *i, unsigned k)
{
   struct jit_block *b = &w->block;
   const struct sh_source *s = i->src;
   switch (i->op) {
   case PICA_OP_ADD:
      return sum(w, number(w, &s[0], k), number(w, &s[1], k));
   case PICA_OP_MUL:
      return product(w, number(w, &s[0], k), number(w, &s[1], k));
   case PICA_OP_MAD:
   case PICA_OP_MADI:
      return sum(w, product(w, number(w, &s[0], k), number(w, &s[1], k)), number(w, &s[2], k));
   case PICA_OP_SGE:
   case PICA_OP_SGEI:
      return one_where(w, cmp(b, JIT_GE, number(w, &s[0], k), number(w, &s[1], k)));
   case PICA_OP_SLT:
   case PICA_OP_SLTI:
      return one_where(w, cmp(b, JIT_LT, number(w, &s[0], k), number(w, &s[1], k)));
   case PICA_OP_FLR:
      return round24(w, one(b, JIT_ROUND, number(w, &s[0], k), JIT_FLOOR), bits_of(w, PICA_QUIET_NAN));
   case PICA_OP_MAX:
      return maximum(w, i, k);
   case PICA_OP_MIN: {
      const int x = value(w, &s[0], k), y = value(w, &s[1], k);
      return pass(w, sel(b, cmp(b, JIT_LT, x, y), x, y));
   }
   case PICA_OP_MOV:
      return pass(w, value(w, &s[0], k));
   default:
      assert(i->op == PICA_OP_DST || i->op == PICA_OP_DSTI);
      return distance(w, i, k);
   }
}

static int
dot(struct build *w, const struct sh_inst *i)
{
   const bool homogeneous = i->op == PICA_OP_DPH || i->op == PICA_OP_DPHI;
   const unsigned n = i->op == PICA_OP_DP3 ? 3 : 4;
   int all = JIT_NONE;
   for (unsigned k = 0; k < n; k++) {
      const int x = k == 3 && homogeneous ? bits_of(w, fui(1)) : number(w, &i->src[0], k);
      const int p = product(w, x, number(w, &i->src[1], k));
      all = k ? sum(w, all, p) : p;
   }
   return all;
}

static int
reciprocal(struct build *w, const struct sh_inst *i)
{
   const int x = read24(w, value(w, &i->src[0], 0)); /* -0 would become -infinity */
   return round24(w, two(&w->block, JIT_DIV, bits_of(w, fui(1)), x), bits_of(w, PICA_QUIET_NAN));
}

/* Masks are few, so they go to memory at once. */
static void
set_flag(struct build *w, unsigned k, int mask)
{
   node(&w->block, JIT_BITS, mask, JIT_NONE, JIT_NONE, 0, (uint32_t)(offsetof(struct sh_ctx, bits) + k * 8));
   w->flag[k] = true;
}

static void
light(struct build *w, const struct sh_inst *i, int r[4])
{
   struct jit_block *b = &w->block;
   const int zero = bits_of(w, 0), high = bits_of(w, fui(127.99609375f)),
             low = bits_of(w, fui(-127.99609375f));
   const int x = value(w, &i->src[0], 0), y = value(w, &i->src[0], 1), d = value(w, &i->src[0], 3);
   const int above = sel(b, cmp(b, JIT_GT, y, low), y, low);
   r[0] = keep(b, cmp(b, JIT_GT, x, zero), x);
   r[1] = pass(w, sel(b, cmp(b, JIT_LT, above, high), above, high));
   r[2] = zero;
   r[3] = keep(b, cmp(b, JIT_GT, d, zero), d);
   set_flag(w, 0, cmp(b, JIT_GE, x, zero));
   set_flag(w, 1, cmp(b, JIT_GE, d, zero));
}

static void
compare(struct build *w, const struct sh_inst *i)
{
   static const uint8_t how[6] = {JIT_EQ, JIT_NE, JIT_LT, JIT_LE, JIT_GT, JIT_GE};
   struct jit_block *b = &w->block;
   for (unsigned k = 0; k < 2; k++) {
      if (i->cmp[k] >= 6) {
         const int zero = bits_of(w, 0);
         set_flag(w, k, two(b, JIT_IEQ, zero, zero));
         continue;
      }
      set_flag(w, k, cmp(b, how[i->cmp[k]], value(w, &i->src[0], k), value(w, &i->src[1], k)));
   }
}

/* As move_address() of exec.c. */
static void
move_address(struct build *w, const struct sh_inst *i)
{
   struct jit_block *b = &w->block;
   int r[2];
   for (unsigned k = 0; k < 2; k++) {
      if (!(i->mask >> k & 1))
         continue;
      int x = number(w, &i->src[0], k);
      if (w->params->mova_rounds)
         x = one(b, JIT_ROUND, two(b, JIT_ADD, x, bits_of(w, fui(0.5f))), JIT_FLOOR);
      const int there = cmp(b, JIT_LT, two(b, JIT_AND, x, bits_of(w, ~BITS_SIGN)), bits_of(w, fui(65536)));
      const int n = sel(b, there, one(b, JIT_CVTT, keep(b, there, x), 0), bits_of(w, 0x10000));
      r[k] = sel(b, cmp(b, JIT_NE, x, x), bits_of(w, 0), n);
   }
   for (unsigned k = 0; k < 2; k++)
      if (i->mask >> k & 1)
         write_row(w, ROW(address) + k, r[k]);
}

static void
build_inst(struct build *w, const struct sh_inst *i)
{
   int r[4];
   switch (i->op) {
   case PICA_OP_NOP:
      return;
   case PICA_OP_CMP:
      compare(w, i);
      return;
   case PICA_OP_MOVA:
      move_address(w, i);
      return;
   case PICA_OP_LITP:
      light(w, i, r);
      break;
   case PICA_OP_DP3:
   case PICA_OP_DP4:
   case PICA_OP_DPH:
   case PICA_OP_DPHI:
      r[0] = r[1] = r[2] = r[3] = i->mask ? dot(w, i) : 0;
      break;
   case PICA_OP_RCP:
      r[0] = r[1] = r[2] = r[3] = i->mask ? reciprocal(w, i) : 0;
      break;
   default:
      for (unsigned k = 0; k < 4; k++)
         if (i->mask >> k & 1)
            r[k] = component(w, i, k);
      break;
   }
   const unsigned to = i->dst_file == SH_TEMP ? ROW(temp) + i->dst_index * 4u
                                              : ROW(output) + (w->bank * 16u + i->dst_index) * 4u;
   for (unsigned k = 0; k < 4; k++)
      if (i->mask >> k & 1)
         write_row(w, to + k, r[k]);
}

/* ---- stretches ---- */

static void
begin_pass(struct build *w)
{
   w->block.num_nodes = 0;
   w->block.full = false;
   w->num_immediates = 0;
   w->flag[0] = w->flag[1] = false;
   memset(w->value, 0xff, sizeof w->value); /* JIT_NONE */
   memset(w->uniform, 0xff, sizeof w->uniform);
   memset(w->read, 0xff, sizeof w->read);
   memset(w->clean, 0, sizeof w->clean);
   memset(w->written, 0, sizeof w->written);
}

/* Lanes of other groups keep their flags: passes store all bits of the vectors that they run over. */
static void
merge_flag(struct build *w, unsigned k)
{
   const uint32_t from = (uint32_t)(offsetof(struct sh_ctx, bits) + k * 8);
   const uint32_t to = (uint32_t)(offsetof(struct sh_ctx, flag) + k * 8);
   w_load(w->flow, w->word, JIT_NONE, from, 8);
   w_op(w->flow, JIT_W_AND, w->word, w->word, w->active);
   w_load(w->flow, w->lanes, JIT_NONE, to, 8);
   w_op(w->flow, JIT_W_ANDNOT, w->lanes, w->lanes, w->active);
   w_op(w->flow, JIT_W_OR, w->word, w->word, w->lanes);
   w_store(w->flow, JIT_NONE, to, 8, w->word);
}

static bool
end_pass(struct build *w)
{
   struct jit_block *b = &w->block;
   bool any = w->flag[0] || w->flag[1];
   for (unsigned row = 0; row < SH_CTX_ROWS; row++)
      if (w->written[row]) {
         node(b, JIT_STORE, w->value[row], JIT_NONE, JIT_NONE, 0, row * JIT_ROW_B);
         any = true;
      }
   if (b->full)
      return false;
   if (any)
      w_pass(w->flow, jit_flow_add_pass(w->flow, b), w->active);
   for (unsigned k = 0; k < 2; k++)
      if (w->flag[k])
         merge_flag(w, k);
   begin_pass(w);
   return true;
}

bool
sh_is_straight(const struct sh_inst *i)
{
   switch (i->op) {
   case PICA_OP_EX2:
   case PICA_OP_LG2:
   case PICA_OP_RSQ:
   case PICA_OP_EMIT:
   case PICA_OP_SETEMIT:
      return false;
   default:
      return i->op >= 0 && i->op != PICA_OP_END && !pica_ops[i->op].flow;
   }
}

bool
sh_build_stretch(struct jit_flow *f, const struct sh_program *p, unsigned first, unsigned count,
                 unsigned bank, const struct pica_shader_params *params)
{
   _Static_assert(offsetof(struct sh_ctx, input) == 0 && sizeof(struct emu_row) == JIT_ROW_B &&
                     offsetof(struct sh_ctx, address) == (SH_CTX_ROWS - 2) * JIT_ROW_B &&
                     (unsigned)SH_CTX_ROWS <= (unsigned)JIT_ROWS,
                  "passes name rows by their number in the context");
   struct build *w = malloc(sizeof *w);
   if (!w)
      return false;
   w->flow = f;
   w->params = params;
   w->bank = bank;
   w->active = jit_word(f);
   w->word = jit_word(f);
   w->lanes = jit_word(f);
   begin_pass(w);
   w_load(f, w->active, JIT_NONE, (uint32_t)offsetof(struct sh_ctx, active), 8);
   bool done = true;
   for (unsigned n = first; n < first + count && done; n++) {
      build_inst(w, &p->inst[n]);
      if (w->block.num_nodes > PASS_NODES)
         done = end_pass(w);
   }
   done = done && end_pass(w);
   w_return(f);
   free(w);
   return done && !f->failed;
}
