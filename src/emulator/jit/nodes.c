/* SPDX-License-Identifier: MIT
 *
 * New nodes of a block, by value numbering: a value that is there already is not computed again. Masks are, where they are needed,
 * since writers have few registers for them and cannot spill them; they count as the same where nodes are compared that take them.
 */
#include "emulator/jit/nodes.h"

/* Does the node give the same wherever it stands in the block? Rows and arrays of the context may change. */
static bool
is_value(enum jit_op op)
{
   return op == JIT_IMM || op == JIT_PARAM || (op >= JIT_ADD && op <= JIT_QUAD) || op == JIT_SEL ||
          op == JIT_KEEP;
}

/* \p deep: so many masks of masks are looked into. */
static bool
is_same(const struct jit_block *b, const struct jit_node *x, const struct jit_node *y, unsigned deep)
{
   if (x->op != y->op || x->imm != y->imm || x->arg != y->arg)
      return false;
   for (unsigned s = 0; s < 3; s++) {
      const int i = x->src[s], j = y->src[s];
      if (i != j && (!deep || i == JIT_NONE || j == JIT_NONE || !jit_is_mask(b->nodes[i].op) ||
                     !is_same(b, &b->nodes[i], &b->nodes[j], deep - 1)))
         return false;
   }
   return true;
}

/* Of what is_same() does not look into. */
static unsigned
hash_of(const struct jit_block *b, const struct jit_node *n)
{
   uint32_t h = (n->op * 31u + n->imm) ^ n->arg ^ n->arg >> 13;
   for (unsigned s = 0; s < 3; s++)
      if (n->src[s] != JIT_NONE && !jit_is_mask(b->nodes[n->src[s]].op))
         h = (h ^ (uint32_t)n->src[s]) * 0x85ebca6bu;
   return (h * 0x9e3779b1u >> 16) % JIT_RECENT;
}

int
node(struct jit_block *b, enum jit_op op, int s0, int s1, int s2, unsigned imm, uint32_t arg)
{
   struct jit_node n = {
      .op = (uint8_t)op, .imm = (uint8_t)imm, .src = {(int16_t)s0, (int16_t)s1, (int16_t)s2},
              .arg = arg
   };
   if (op >= JIT_AND && op <= JIT_XOR && b->nodes[s0].op == JIT_IMM && b->nodes[s1].op == JIT_IMM) {
      const uint32_t x = b->nodes[s0].arg, y = b->nodes[s1].arg;
      n = (struct jit_node){
         .op = JIT_IMM,
         .src = {JIT_NONE, JIT_NONE, JIT_NONE},
         .arg = op == JIT_AND  ? x & y
                : op == JIT_OR ? x | y
                               : x ^ y
      };
   }
   int16_t *const recent = &b->recent[hash_of(b, &n)];
   const bool value = is_value(n.op);
   if (value && *recent >= 0 && (uint32_t)*recent < b->num_nodes && is_same(b, &b->nodes[*recent], &n, 2))
      return *recent;
   if (b->num_nodes == JIT_MAX_NODES) {
      b->full = true;
      return 0;
   }
   b->nodes[b->num_nodes] = n;
   if (value)
      *recent = (int16_t)b->num_nodes;
   return (int)b->num_nodes++;
}

int
imm(struct jit_block *b, uint32_t bits)
{
   return node(b, JIT_IMM, JIT_NONE, JIT_NONE, JIT_NONE, 0, bits);
}

int
num(struct jit_block *b, float f)
{
   return imm(b, fui(f));
}

int
two(struct jit_block *b, enum jit_op op, int x, int y)
{
   return node(b, op, x, y, JIT_NONE, 0, 0);
}

int
one(struct jit_block *b, enum jit_op op, int x, unsigned how)
{
   return node(b, op, x, JIT_NONE, JIT_NONE, how, 0);
}

int
cmp(struct jit_block *b, enum jit_cmp how, int x, int y)
{
   return node(b, JIT_CMP, x, y, JIT_NONE, how, 0);
}

int
sel(struct jit_block *b, int m, int x, int y)
{
   return node(b, JIT_SEL, m, x, y, 0, 0);
}

int
keep(struct jit_block *b, int m, int x)
{
   return two(b, JIT_KEEP, m, x);
}

int
maskv(struct jit_block *b, int m)
{
   return one(b, JIT_MASKV, m, 0);
}

int
v_abs(struct jit_block *b, int x)
{
   return two(b, JIT_AND, x, imm(b, ~BITS_SIGN));
}

int
sign(struct jit_block *b, int x)
{
   return two(b, JIT_AND, x, imm(b, BITS_SIGN));
}

int
ugt(struct jit_block *b, int x, int y)
{
   return two(b, JIT_IGT, two(b, JIT_XOR, x, imm(b, BITS_SIGN)), two(b, JIT_XOR, y, imm(b, BITS_SIGN)));
}

int
gather(struct jit_block *b, int idx, int m, bool by_pointer, uint32_t array)
{
   return node(b, JIT_GATHER, idx, m, JIT_NONE, by_pointer, array);
}

int
ge_by(struct jit_block *b, enum jit_op max, int x, int y)
{
   return two(b, JIT_IEQ, two(b, max, x, y), x);
}
