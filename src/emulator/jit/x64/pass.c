/* SPDX-License-Identifier: MIT
 *
 * From a block to the loop of a pass for x86-64 with AVX2 or AVX-512. Masks live in k registers with AVX-512 and
 * in vector registers with AVX2. Operands that are not needed again soon are read from memory.
 *
 * rdi is the context, esi the bytes of rows to work on, rdx the active lanes of a masked pass, rcx the
 * parameters. rax counts bytes of the row; r8 and r9 are free.
 */
#include <assert.h>

#include "emulator/jit/allocate.h"
#include "emulator/jit/x64/encode.h"
#include "emulator/jit/x64/pass.h"
#include "util/u_math.h"

enum {
   SLOT_B = X64_SLOT_B,
   STORE_MASK_K = 7, /* AVX-512: lanes to store */
   GATHER_K = 6,     /* AVX-512, AVX2: lanes that a gather has still to load */
   GATHER_MASK = 13,
   SCRATCH = 14, /* AVX2, masked: what a store blends in, and the lanes to store */
   STORE_MASK = 15,
};

struct writer {
   struct jit_alloc a;
   struct jit_code *c;
   struct jit_pool *pool;
   bool wide; /* EVEX and 512 bits */
   bool masked;
};

/* ---- instructions ---- */

#define PD(map, prefix, opcode)                                                                              \
   {                                                                                                         \
      map, prefix, opcode                                                                                    \
   }
static const struct x64_op ops[JIT_OP_COUNT] = {
   [JIT_ADD] = PD(1, 0, 0x58),   [JIT_SUB] = PD(1, 0, 0x5c),   [JIT_MUL] = PD(1, 0, 0x59),
   [JIT_DIV] = PD(1, 0, 0x5e),   [JIT_MIN] = PD(1, 0, 0x5d),   [JIT_MAX] = PD(1, 0, 0x5f),
   [JIT_AND] = PD(1, 1, 0xdb),   [JIT_OR] = PD(1, 1, 0xeb),    [JIT_XOR] = PD(1, 1, 0xef),
   [JIT_IADD] = PD(1, 1, 0xfe),  [JIT_ISUB] = PD(1, 1, 0xfa),  [JIT_IMUL] = PD(2, 1, 0x40),
   [JIT_IMIN] = PD(2, 1, 0x39),  [JIT_IMAX] = PD(2, 1, 0x3d),  [JIT_UMIN] = PD(2, 1, 0x3b),
   [JIT_UMAX] = PD(2, 1, 0x3f),  [JIT_SHLV] = PD(2, 1, 0x47),  [JIT_SHRV] = PD(2, 1, 0x45),
   [JIT_SARV] = PD(2, 1, 0x46),  [JIT_SQRT] = PD(1, 0, 0x51),  [JIT_CVTT] = PD(1, 2, 0x5b),
   [JIT_FLOAT] = PD(1, 0, 0x5b), [JIT_ROUND] = PD(3, 1, 0x08), [JIT_SHL] = PD(1, 1, 0x72),
   [JIT_SHR] = PD(1, 1, 0x72),   [JIT_SAR] = PD(1, 1, 0x72),   [JIT_CMP] = PD(1, 0, 0xc2),
   [JIT_IEQ] = PD(1, 1, 0x76),   [JIT_IGT] = PD(1, 1, 0x66),   [JIT_QUAD] = PD(3, 1, 0x04),
};
static const struct x64_op load_op = PD(1, 0, 0x28), store_op = PD(1, 0, 0x29), splat_op = PD(2, 1, 0x18),
                           blend_k = PD(2, 1, 0x65), blend_v = PD(3, 1, 0x4a),
                           mask_to_vector = PD(2, 2, 0x38), and_v = PD(1, 1, 0xdb), or_v = PD(1, 1, 0xeb),
                           move_mask = PD(1, 0, 0x50), and_k = PD(1, 0, 0x41), or_k = PD(1, 0, 0x45),
                           store_k = PD(1, 0, 0x91), set_k = PD(1, 0, 0x92), set_v = PD(1, 1, 0x6e),
                           splat_v = PD(2, 1, 0x58), equal_v = PD(1, 1, 0x76), gather_v = PD(2, 1, 0x92),
                           move_k = PD(1, 0, 0x90), xor_v = PD(1, 1, 0xef);

/* Predicates of VCMPPS: ordered and quiet, but NEQ unordered. */
static const uint8_t predicates[JIT_CMP_COUNT] = {
   [JIT_EQ] = 0x00, [JIT_LT] = 0x01, [JIT_LE] = 0x02, [JIT_NE] = 0x04, [JIT_GE] = 0x0d, [JIT_GT] = 0x0e,
};

/* Rounding of VROUNDPS and VRNDSCALEPS, without the precision exception. */
static const uint8_t roundings[JIT_ROUND_COUNT] = {
   [JIT_NEAREST] = 8, [JIT_FLOOR] = 9, [JIT_CEIL] = 10, [JIT_TRUNC] = 11};

#define RAW(c, ...) jit_code_put(c, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/* A vector instruction of full width. */
static void
put_full(struct writer *w, struct x64_op op, unsigned reg, unsigned v, struct x64_rm rm, int imm)
{
   if (w->wide)
      x64_evex(w->c, op, reg, v, rm, (struct x64_evex){0}, imm);
   else
      x64_vex(w->c, op, reg, v, rm, true, imm);
}

static void
put_vector(struct writer *w, struct x64_op op, unsigned reg, unsigned v, struct x64_rm rm)
{
   put_full(w, op, reg, v, rm, -1);
}

static void
put_lanes(struct writer *w, struct x64_op op, unsigned reg, unsigned v, struct x64_rm rm, unsigned k,
          bool zero)
{
   x64_evex(w->c, op, reg, v, rm, (struct x64_evex){.k = k, .zero = zero}, -1);
}

/* AVX2: mask ? yes : no */
static void
put_blend(struct writer *w, unsigned reg, unsigned no, struct x64_rm yes, unsigned mask)
{
   x64_vex(w->c, blend_v, reg, no, yes, true, (int)mask << 4);
}

static struct x64_rm
constant(struct writer *w, uint32_t bits)
{
   uint32_t offset = jit_pool_offset(w->pool, bits);
   if (offset == UINT32_MAX) {
      w->a.failed = true;
      offset = 0;
   }
   return x64_mem(X64_RIP, false, offset);
}

/* ---- operands ---- */

/* Where the value can be read from memory. */
static struct x64_rm
home_of(struct writer *w, int n)
{
   const struct jit_node *node = &w->a.b->nodes[n];
   const struct jit_place *p = &w->a.at[n];
   assert(p->home != JIT_HOME_NONE);
   if (p->home == JIT_HOME_STACK)
      return x64_mem(X64_RSP, false, p->slot * SLOT_B);
   if (p->home == JIT_HOME_ROW)
      return x64_mem(X64_RDI, true, p->slot);
   switch (node->op) {
   case JIT_ROW:
      return x64_mem(X64_RDI, true, node->arg);
   case JIT_CONST:
      return x64_mem(X64_RDI, false, node->arg);
   case JIT_IMM:
      return constant(w, node->arg);
   case JIT_SPLAT:
      return x64_mem(X64_RDI, false, node->arg);
   default: /* JIT_PARAM: one float */
      assert(node->op == JIT_PARAM);
      return x64_mem(X64_RCX, false, node->arg);
   }
}

static bool
is_scalar(const struct writer *w, int n)
{
   const enum jit_op op = w->a.b->nodes[n].op;
   return (op == JIT_PARAM || op == JIT_SPLAT) && w->a.at[n].home == JIT_HOME_ORIGIN;
}

static void
spill(void *writer, unsigned reg, uint32_t slot)
{
   put_vector(writer, store_op, reg, 0, x64_mem(X64_RSP, false, slot * SLOT_B));
}

static void
fill(void *writer, unsigned reg, int n)
{
   struct writer *w = writer;
   put_vector(w, is_scalar(w, n) ? splat_op : load_op, reg, 0, home_of(w, n));
}

/* Operand \p s of node \p i in a register or, if it is not needed again soon, in memory. */
static struct x64_rm
anywhere(struct writer *w, int i, unsigned s)
{
   const int n = w->a.b->nodes[i].src[s];
   const struct jit_place *p = &w->a.at[n];
   if (p->reg != JIT_NO_REG || is_scalar(w, n) ||
       (w->a.b->nodes[n].op == JIT_ROW && p->home == JIT_HOME_ORIGIN && w->a.next_use[i][s] != JIT_NEVER))
      return x64_reg(jit_in_reg(&w->a, n));
   return home_of(w, n);
}

/* The register of node \p i's result, which may be that of an operand that nothing else needs. */
static unsigned
take_result(struct writer *w, int i)
{
   jit_operands_done(&w->a, i);
   jit_unlock(&w->a);
   return jit_take(&w->a, i);
}

/* ---- nodes ---- */

static void
put_store(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const int v = n->src[0];
   const struct x64_rm row = x64_mem(X64_RDI, true, n->arg);
   if (w->a.b->nodes[v].op == JIT_ROW && w->a.b->nodes[v].arg == n->arg && w->a.at[v].home == JIT_HOME_ORIGIN)
      return; /* its own value again */
   jit_save_row(&w->a, n->arg, v);
   const unsigned r = jit_in_reg(&w->a, v);
   if (!w->masked) {
      put_vector(w, store_op, r, 0, row);
   } else if (w->wide) {
      put_lanes(w, store_op, r, 0, row, STORE_MASK_K, false);
   } else {
      put_vector(w, load_op, SCRATCH, 0, row);
      put_blend(w, SCRATCH, SCRATCH, x64_reg(r), STORE_MASK);
      put_vector(w, store_op, SCRATCH, 0, row);
   }
   jit_set_row(&w->a, n->arg, v);
}

/* Bits of the mask to where the lanes' bits are in the word at arg: byte rax / 32. */
static void
put_bits(struct writer *w, int i)
{
   const int m = w->a.b->nodes[i].src[0];
   const uint32_t off = w->a.b->nodes[i].arg;
   if (w->wide) {
      RAW(w->c, 0x41, 0x89, 0xc0,  /* mov r8d, eax */
          0x41, 0xc1, 0xe8, 0x05); /* shr r8d, 5 */
      RAW(w->c, 0x49, 0x01, 0xf8); /* add r8, rdi */
      x64_vex(w->c, store_k, w->a.at[m].mask_reg, 0, x64_mem(X64_R8, false, off), false, -1);
      return;
   }
   x64_vex(w->c, move_mask, X64_R8 + 1, 0, x64_reg(jit_in_reg(&w->a, m)), true, -1); /* r9d */
   RAW(w->c, 0x41, 0x89, 0xc0, 0x41, 0xc1, 0xe8, 0x05);
   RAW(w->c, 0x49, 0x01, 0xf8);
   RAW(w->c, 0x45, 0x88, 0x88); /* mov [r8 + off], r9b */
   jit_code_put(w->c, &off, 4);
}

/* The instruction clears its mask lane by lane, and leaves the lanes of the result alone that are off. */
static void
put_gather(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const unsigned idx = jit_in_reg(&w->a, n->src[0]);
   const unsigned mask = w->wide ? w->a.at[n->src[1]].mask_reg : jit_in_reg(&w->a, n->src[1]);
   const unsigned d = jit_take(&w->a, i); /* no operand's register: they are locked */
   const uint32_t off = n->arg;
   struct x64_rm from = x64_mem(X64_RDI, false, off);
   if (n->imm) {
      RAW(w->c, 0x4c, 0x8b, 0x87); /* mov r8, [rdi + off] */
      jit_code_put(w->c, &off, 4);
      from = x64_mem(X64_R8, false, 0);
   }
   from.by_vector = true;
   from.index = (uint8_t)idx;
   put_vector(w, xor_v, d, d, x64_reg(d));
   if (w->wide) {
      x64_vex(w->c, move_k, GATHER_K, 0, x64_reg(mask), false, -1);
      put_lanes(w, gather_v, d, 0, from, GATHER_K, false);
   } else {
      put_vector(w, load_op, GATHER_MASK, 0, x64_reg(mask));
      put_vector(w, gather_v, d, GATHER_MASK, from);
   }
   jit_operands_done(&w->a, i);
}

/* MAND and MOR */
static void
put_mask_logic(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const bool and = n->op == JIT_MAND;
   if (w->wide) {
      const unsigned x = w->a.at[n->src[0]].mask_reg, y = w->a.at[n->src[1]].mask_reg;
      jit_operands_done(&w->a, i);
      x64_vex(w->c, and? and_k : or_k, jit_take_mask(&w->a, i), x, x64_reg(y), true, -1);
      return;
   }
   const unsigned x = jit_in_reg(&w->a, n->src[0]), y = jit_in_reg(&w->a, n->src[1]);
   put_vector(w, and? and_v : or_v, take_result(w, i), x, x64_reg(y));
}

/* The mask register of node \p i, which join_masked() has made, 0: it is for all lanes. */
static unsigned
mask_of(const struct writer *w, int i)
{
   const int m = w->a.b->nodes[i].src[2];
   return m == JIT_NONE ? 0 : w->a.at[m].mask_reg;
}

static void
put_comparison(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const unsigned x = jit_in_reg(&w->a, n->src[0]);
   const struct x64_rm y = anywhere(w, i, 1);
   const int how = n->op == JIT_CMP ? predicates[n->imm] : -1;
   const unsigned k = mask_of(w, i);
   jit_operands_done(&w->a, i);
   jit_unlock(&w->a);
   if (w->wide)
      x64_evex(w->c, ops[n->op], jit_take_mask(&w->a, i), x, y, (struct x64_evex){.k = k}, how);
   else
      put_full(w, ops[n->op], jit_take(&w->a, i), x, y, how);
}

/* SEL, KEEP and MASKV by a mask register */
static void
put_choice_k(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const unsigned k = w->a.at[n->src[0]].mask_reg;
   if (n->op == JIT_MASKV) {
      jit_operands_done(&w->a, i);
      put_vector(w, mask_to_vector, jit_take(&w->a, i), 0, x64_reg(k));
      return;
   }
   const unsigned no = n->op == JIT_SEL ? jit_in_reg(&w->a, n->src[2]) : 0;
   const struct x64_rm yes = anywhere(w, i, 1);
   const unsigned d = take_result(w, i);
   if (n->op == JIT_SEL)
      put_lanes(w, blend_k, d, no, yes, k, false);
   else
      put_lanes(w, load_op, d, 0, yes, k, true);
}

/* SEL, KEEP and MASKV by a vector */
static void
put_choice_v(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const unsigned mask = jit_in_reg(&w->a, n->src[0]);
   if (n->op == JIT_MASKV) {
      put_vector(w, load_op, take_result(w, i), 0, x64_reg(mask));
      return;
   }
   const unsigned no = n->op == JIT_SEL ? jit_in_reg(&w->a, n->src[2]) : 0;
   const struct x64_rm yes = anywhere(w, i, 1);
   const unsigned d = take_result(w, i);
   if (n->op == JIT_SEL)
      put_blend(w, d, no, yes, mask);
   else
      put_vector(w, and_v, d, mask, yes);
}

/* The opcode of shifts by a constant stands in ModRM.reg. */
static void
put_shift(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const unsigned ext = n->op == JIT_SHL ? 6 : n->op == JIT_SHR ? 2 : 4;
   const unsigned x = jit_in_reg(&w->a, n->src[0]);
   put_full(w, ops[n->op], ext, take_result(w, i), x64_reg(x), n->imm);
}

static void
put_unary(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const struct x64_rm x = anywhere(w, i, 0);
   const int how = n->op == JIT_ROUND ? roundings[n->imm] : n->op == JIT_QUAD ? n->imm * 0x55 : -1;
   put_full(w, ops[n->op], take_result(w, i), 0, x, how);
}

static void
put_binary(struct writer *w, int i)
{
   const struct jit_node *n = &w->a.b->nodes[i];
   const unsigned x = jit_in_reg(&w->a, n->src[0]);
   const struct x64_rm y = anywhere(w, i, 1);
   const unsigned k = mask_of(w, i), d = take_result(w, i);
   if (k)
      put_lanes(w, ops[n->op], d, x, y, k, true);
   else
      put_vector(w, ops[n->op], d, x, y);
}

static void
put_node(struct writer *w, int i)
{
   jit_unlock(&w->a);
   switch ((enum jit_op)w->a.b->nodes[i].op) {
   case JIT_DEAD:
   case JIT_ROW:
   case JIT_CONST:
   case JIT_IMM:
   case JIT_PARAM:
   case JIT_SPLAT:
   case JIT_OP_COUNT:
      return; /* leaves come when they are needed */
   case JIT_ADD:
   case JIT_SUB:
   case JIT_MUL:
   case JIT_DIV:
   case JIT_MIN:
   case JIT_MAX:
   case JIT_AND:
   case JIT_OR:
   case JIT_XOR:
   case JIT_IADD:
   case JIT_ISUB:
   case JIT_IMUL:
   case JIT_IMIN:
   case JIT_IMAX:
   case JIT_UMIN:
   case JIT_UMAX:
   case JIT_SHLV:
   case JIT_SHRV:
   case JIT_SARV:
      put_binary(w, i);
      return;
   case JIT_SQRT:
   case JIT_CVTT:
   case JIT_FLOAT:
   case JIT_ROUND:
   case JIT_QUAD:
      put_unary(w, i);
      return;
   case JIT_SHL:
   case JIT_SHR:
   case JIT_SAR:
      put_shift(w, i);
      return;
   case JIT_CMP:
   case JIT_IEQ:
   case JIT_IGT:
      put_comparison(w, i);
      return;
   case JIT_MAND:
   case JIT_MOR:
      put_mask_logic(w, i);
      return;
   case JIT_SEL:
   case JIT_KEEP:
   case JIT_MASKV:
      if (w->wide)
         put_choice_k(w, i);
      else
         put_choice_v(w, i);
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
   }
}

/* ---- the pass ---- */

/* Before each vector: lanes to store, from the low bits of rdx. */
static void
put_next_mask(struct writer *w)
{
   if (w->wide) {
      x64_vex(w->c, set_k, STORE_MASK_K, 0, x64_reg(X64_RDX), false, -1);
      RAW(w->c, 0x48, 0xc1, 0xea, 16); /* shr rdx, 16 */
      return;
   }
   const struct x64_rm bits = x64_mem(X64_RIP, false, JIT_POOL_LANE_BITS);
   x64_vex(w->c, set_v, STORE_MASK, 0, x64_reg(X64_RDX), false, -1);
   put_vector(w, splat_v, STORE_MASK, 0, x64_reg(STORE_MASK));
   put_vector(w, and_v, STORE_MASK, STORE_MASK, bits);
   put_vector(w, equal_v, STORE_MASK, STORE_MASK, bits);
   RAW(w->c, 0x48, 0xc1, 0xea, 8);
}

static void
put_loop(struct writer *w)
{
   struct jit_code *c = w->c;
   RAW(c, 0x31, 0xc0); /* xor eax, eax */
   const uint32_t loop = c->size;
   if (w->masked)
      put_next_mask(w);
   for (uint32_t i = 0; i < w->a.b->num_nodes && !w->a.failed; i++)
      put_node(w, (int)i);
   RAW(c, 0x05);
   jit_code_put(c, &(uint32_t){w->wide ? 64 : 32}, 4); /* add eax, imm32 */
   RAW(c, 0x39, 0xf0, 0x0f, 0x82);                     /* cmp eax, esi; jb rel32 */
   jit_code_put(c, &(int32_t){(int32_t)(loop - c->size - 4)}, 4);
}

static bool
has_op(const struct jit_block *b, enum jit_op op)
{
   for (uint32_t i = 0; i < b->num_nodes; i++)
      if (b->nodes[i].op == op)
         return true;
   return false;
}

/* Does nothing but one node need node \p n, an operation of \p first to \p last for all lanes? */
static bool
can_join(const struct jit_block *b, const uint8_t *uses, int n, enum jit_op first, enum jit_op last)
{
   const struct jit_node *o = &b->nodes[n];
   return uses[n] == 1 && o->op >= first && o->op <= last && o->src[2] == JIT_NONE;
}

/* AVX-512: an operation with a mask as its third operand is 0, or no lane, where the mask does not hold. KEEP becomes that of a value
 * which it alone needs, MAND that of a comparison. */
static void
join_masked(struct jit_block *b)
{
   uint8_t uses[JIT_MAX_NODES] = {0}; /* up to 2 */
   for (uint32_t i = 0; i < b->num_nodes; i++)
      for (unsigned s = 0; s < 3 && b->nodes[i].op != JIT_DEAD; s++)
         if (b->nodes[i].src[s] != JIT_NONE)
            uses[b->nodes[i].src[s]] = (uint8_t)MIN2(uses[b->nodes[i].src[s]] + 1, 2);
   for (uint32_t i = 0; i < b->num_nodes; i++) {
      struct jit_node *n = &b->nodes[i];
      const int x = n->src[0], y = n->src[1];
      int joined = JIT_NONE;
      if (n->op == JIT_KEEP)
         joined = can_join(b, uses, y, JIT_ADD, JIT_SARV) ? y : JIT_NONE;
      else if (n->op == JIT_MAND)
         joined = can_join(b, uses, y, JIT_CMP, JIT_IGT)   ? y
                  : can_join(b, uses, x, JIT_CMP, JIT_IGT) ? x
                                                           : JIT_NONE;
      if (joined == JIT_NONE)
         continue;
      *n = b->nodes[joined];
      n->src[2] = (int16_t)(joined == y ? x : y);
      b->nodes[joined].op = JIT_DEAD;
   }
}

bool
x64_put_pass(struct jit_code *c, struct jit_pool *pool, struct jit_block *b, bool wide, bool masked,
             uint32_t *num_slots)
{
   struct writer w = {.c = c, .pool = pool, .masked = masked, .wide = wide};
   struct jit_registers regs = {.spill = spill, .fill = fill};
   const bool gathers = has_op(b, JIT_GATHER);
   assert(!jit_block_fault(b));
   if (wide) {
      join_masked(b);
      regs.vectors = UINT32_MAX;
      regs.masks = gathers ? 0x3e : 0x7e; /* k1 to k5 or k6 */
   } else {
      regs.vectors = (masked ? 0x3fffu : 0xffffu) & ~(gathers ? 1u << GATHER_MASK : 0);
   }
   jit_alloc_init(&w.a, b, &regs, &w);
   if (!w.a.failed)
      put_loop(&w);
   *num_slots = MAX2(*num_slots, w.a.num_slots);
   jit_alloc_fini(&w.a);
   return !w.a.failed && !c->failed;
}
