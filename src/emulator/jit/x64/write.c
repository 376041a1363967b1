/* SPDX-License-Identifier: MIT
 *
 * From a block of vector operations to a function in machine code. One pass in order: operands are brought
 * into registers when they are needed, results get a free register or that of the value whose next use is
 * farthest away (L. A. Belady's rule); a value that cannot be loaded again from where it came from is kept on
 * the stack meanwhile. Masks live in k registers with AVX-512 and in vector registers with AVX2.
 *
 *    void f(struct sq_ctx *rdi, uint32_t row_B esi, uint64_t active rdx, const float *params rcx)
 *
 * rax counts bytes of the row; r8 and r9 are free.
 */
#include <stdlib.h>

#include "emulator/jit/ir.h"

enum {
   NO_REG = 0xff,
   NEVER = INT32_MAX,
   STORE_MASK_K = 7, /* AVX-512: lanes to store */
   K_REGS = 6,       /* k1 to k6 */
};

/* Where a value is when it is in no register. */
enum home { HOME_NONE, HOME_ORIGIN, HOME_ROW, HOME_STACK };

struct place {
   uint8_t reg, kreg, home;
   uint32_t slot; /* stack, or offset of the row */
   int32_t next;  /* node that uses it next */
};

struct emitter {
   struct jit_block *b;
   struct x86_code *x;
   struct jit_pool *pool;
   struct place *at;       /* [nodes] */
   int32_t (*next_use)[3]; /* [nodes]: after this node, by operand */
   int16_t owner[32];      /* node in a register, JIT_NONE */
   uint32_t locked;        /* registers of the node in work */
   uint8_t free_k;         /* bits 1 to 6 */
   unsigned num_regs, vec_B, scratch, store_mask;
   uint32_t num_slots;
   bool masked, failed;
};

/* ---- instructions ---- */

#define PD(map, prefix, opcode)                                                                              \
   {                                                                                                         \
      map, prefix, opcode                                                                                    \
   }
static const struct x86_op ops[JIT_OP_COUNT] = {
   [JIT_ADD] = PD(1, 0, 0x58),   [JIT_SUB] = PD(1, 0, 0x5c),   [JIT_MUL] = PD(1, 0, 0x59),
   [JIT_DIV] = PD(1, 0, 0x5e),   [JIT_MIN] = PD(1, 0, 0x5d),   [JIT_MAX] = PD(1, 0, 0x5f),
   [JIT_AND] = PD(1, 1, 0xdb),   [JIT_OR] = PD(1, 1, 0xeb),    [JIT_XOR] = PD(1, 1, 0xef),
   [JIT_IADD] = PD(1, 1, 0xfe),  [JIT_ISUB] = PD(1, 1, 0xfa),  [JIT_IMUL] = PD(2, 1, 0x40),
   [JIT_IMIN] = PD(2, 1, 0x39),  [JIT_IMAX] = PD(2, 1, 0x3d),  [JIT_UMIN] = PD(2, 1, 0x3b),
   [JIT_UMAX] = PD(2, 1, 0x3f),  [JIT_SHLV] = PD(2, 1, 0x47),  [JIT_SHRV] = PD(2, 1, 0x45),
   [JIT_SARV] = PD(2, 1, 0x46),  [JIT_SQRT] = PD(1, 0, 0x51),  [JIT_CVTT] = PD(1, 2, 0x5b),
   [JIT_FLOAT] = PD(1, 0, 0x5b), [JIT_ROUND] = PD(3, 1, 0x08), [JIT_SHL] = PD(1, 1, 0x72),
   [JIT_SHR] = PD(1, 1, 0x72),   [JIT_SAR] = PD(1, 1, 0x72),   [JIT_CMP] = PD(1, 0, 0xc2),
   [JIT_IEQ] = PD(1, 1, 0x76),   [JIT_IGT] = PD(1, 1, 0x66),
};
static const struct x86_op load_op = PD(1, 0, 0x28), store_op = PD(1, 0, 0x29), splat_op = PD(2, 1, 0x18),
                           blend_k = PD(2, 1, 0x65), blend_v = PD(3, 1, 0x4a),
                           mask_to_vector = PD(2, 2, 0x38), and_v = PD(1, 1, 0xdb), or_v = PD(1, 1, 0xeb),
                           move_mask = PD(1, 0, 0x50), and_k = PD(1, 0, 0x41), or_k = PD(1, 0, 0x45),
                           store_k = PD(1, 0, 0x91), set_k = PD(1, 0, 0x92), set_v = PD(1, 1, 0x6e),
                           splat_v = PD(2, 1, 0x58), equal_v = PD(1, 1, 0x76);

#define RAW(x, ...) x86_raw(x, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void
vector(struct emitter *e, struct x86_op op, unsigned reg, unsigned v, struct x86_rm rm)
{
   x86_vector(e->x, op, reg, v, rm, 0, false, -1);
}

static struct x86_rm
constant(struct emitter *e, uint32_t bits)
{
   uint32_t i = 0;
   while (i < e->pool->num && e->pool->bits[i] != bits)
      i++;
   if (i == e->pool->num) {
      if (i == ARRAY_SIZE(e->pool->bits)) {
         e->failed = true;
         i = 0;
      } else {
         e->pool->bits[e->pool->num++] = bits;
      }
   }
   return x86_mem(X86_RIP, false, (1 + i) * 64);
}

/* ---- registers ---- */

/* Where the value can be read from memory. */
static struct x86_rm
home_of(struct emitter *e, int n)
{
   const struct jit_node *node = &e->b->nodes[n];
   const struct place *p = &e->at[n];
   if (p->home == HOME_STACK)
      return x86_mem(X86_RSP, false, p->slot * 64);
   if (p->home == HOME_ROW)
      return x86_mem(X86_RDI, true, p->slot);
   switch (node->op) {
   case JIT_ROW:
      return x86_mem(X86_RDI, true, node->arg);
   case JIT_CONST:
      return x86_mem(X86_RDI, false, node->arg);
   case JIT_IMM:
      return constant(e, node->arg);
   default: /* JIT_PARAM: one float */
      return x86_mem(X86_RCX, false, node->arg);
   }
}

static void
release(struct emitter *e, int n)
{
   struct place *p = &e->at[n];
   if (p->reg != NO_REG)
      e->owner[p->reg] = JIT_NONE;
   p->reg = NO_REG;
   if (p->kreg)
      e->free_k |= (uint8_t)(1u << p->kreg);
   p->kreg = 0;
}

static unsigned
take_reg(struct emitter *e, int n)
{
   unsigned best = NO_REG;
   int32_t far = -1;
   for (unsigned r = 0; r < e->num_regs; r++) {
      if (e->owner[r] == JIT_NONE && !(e->locked >> r & 1)) {
         best = r;
         break;
      }
      if (e->locked >> r & 1)
         continue;
      const struct place *p = &e->at[e->owner[r]];
      const int32_t value = p->next + (p->home != HOME_NONE ? 24 : 0); /* no store is needed */
      if (value > far) {
         far = value;
         best = r;
      }
   }
   if (best == NO_REG) {
      e->failed = true;
      return 0;
   }
   const int old = e->owner[best];
   if (old != JIT_NONE) {
      struct place *p = &e->at[old];
      if (p->home == HOME_NONE) {
         p->home = HOME_STACK;
         p->slot = e->num_slots++;
         vector(e, store_op, best, 0, x86_mem(X86_RSP, false, p->slot * 64));
      }
      p->reg = NO_REG;
   }
   e->owner[best] = (int16_t)n;
   e->at[n].reg = (uint8_t)best;
   e->locked |= 1u << best;
   return best;
}

static unsigned
take_k(struct emitter *e, int n)
{
   if (!e->free_k) {
      e->failed = true;
      return 1;
   }
   const unsigned k = (unsigned)__builtin_ctz(e->free_k);
   e->free_k &= (uint8_t) ~(1u << k);
   e->at[n].kreg = (uint8_t)k;
   return k;
}

/* The value in a register, which stays until the node in work is done. */
static unsigned
in_reg(struct emitter *e, int n)
{
   struct place *p = &e->at[n];
   if (p->reg == NO_REG) {
      const struct x86_rm from = home_of(e, n);
      const unsigned r = take_reg(e, n);
      vector(e, e->b->nodes[n].op == JIT_PARAM && p->home == HOME_ORIGIN ? splat_op : load_op, r, 0, from);
   }
   e->locked |= 1u << p->reg;
   return p->reg;
}

/* The value in a register or, if it is not needed again soon, in memory. */
static struct x86_rm
anywhere(struct emitter *e, int n, int32_t after)
{
   const struct place *p = &e->at[n];
   const unsigned op = e->b->nodes[n].op;
   if (p->reg != NO_REG || (op == JIT_PARAM && p->home == HOME_ORIGIN) ||
       (op == JIT_ROW && p->home == HOME_ORIGIN && after != NEVER))
      return x86_reg(in_reg(e, n));
   return home_of(e, n);
}

/* ---- nodes ---- */

static void
operand_done(struct emitter *e, int i)
{
   const struct jit_node *n = &e->b->nodes[i];
   for (unsigned s = 0; s < 3; s++) {
      if (n->src[s] == JIT_NONE)
         continue;
      e->at[n->src[s]].next = e->next_use[i][s];
      if (e->next_use[i][s] == NEVER)
         release(e, n->src[s]);
   }
}

/* The row's old value is about to go: whoever still needs it must have it. */
static void
save_old_row(struct emitter *e, uint32_t off, int stored)
{
   const int old = e->b->load[off / sizeof(struct emu_row)];
   if (old == JIT_NONE || e->at[old].next == NEVER || e->at[old].home != HOME_ORIGIN || old == stored)
      return;
   in_reg(e, old);
   e->at[old].home = HOME_NONE;
}

static void
store_row(struct emitter *e, int i)
{
   const struct jit_node *n = &e->b->nodes[i];
   const int v = n->src[0];
   const struct x86_rm row = x86_mem(X86_RDI, true, n->arg);
   if (e->b->nodes[v].op == JIT_ROW && e->b->nodes[v].arg == n->arg && e->at[v].home == HOME_ORIGIN)
      return; /* its own value again */
   save_old_row(e, n->arg, v);
   const unsigned r = in_reg(e, v);
   if (!e->masked) {
      vector(e, store_op, r, 0, row);
   } else if (e->x->wide) {
      x86_vector(e->x, store_op, r, 0, row, STORE_MASK_K, false, -1);
   } else {
      vector(e, load_op, e->scratch, 0, row);
      x86_vector(e->x, blend_v, e->scratch, e->scratch, x86_reg(r), 0, false, (int)e->store_mask << 4);
      vector(e, store_op, e->scratch, 0, row);
   }
   if (e->at[v].home == HOME_NONE) {
      e->at[v].home = HOME_ROW;
      e->at[v].slot = n->arg;
   }
}

/* Bits of the mask to where the lanes' bits are in sq_ctx.pending: byte rax / 32. */
static void
store_bits(struct emitter *e, int i)
{
   const int m = e->b->nodes[i].src[0];
   const uint32_t off = SQ_OFF(pending);
   if (e->x->wide) {
      RAW(e->x, 0x41, 0x89, 0xc0,  /* mov r8d, eax */
          0x41, 0xc1, 0xe8, 0x05); /* shr r8d, 5 */
      RAW(e->x, 0x49, 0x01, 0xf8); /* add r8, rdi */
      x86_vex(e->x, store_k, e->at[m].kreg, 0, x86_mem(X86_R8, false, off), false);
      return;
   }
   x86_vex(e->x, move_mask, X86_R8 + 1, 0, x86_reg(in_reg(e, m)), true); /* r9d */
   RAW(e->x, 0x41, 0x89, 0xc0, 0x41, 0xc1, 0xe8, 0x05);
   RAW(e->x, 0x49, 0x01, 0xf8);
   RAW(e->x, 0x45, 0x88, 0x88); /* mov [r8 + off], r9b */
   x86_raw(e->x, &off, 4);
}

static void
mask_node(struct emitter *e, int i)
{
   const struct jit_node *n = &e->b->nodes[i];
   const int how = n->op == JIT_CMP ? n->imm : -1;
   if (n->op == JIT_MAND || n->op == JIT_MOR) {
      if (e->x->wide) {
         const unsigned a = e->at[n->src[0]].kreg, c = e->at[n->src[1]].kreg;
         operand_done(e, i);
         x86_vex(e->x, n->op == JIT_MAND ? and_k : or_k, take_k(e, i), a, x86_reg(c), true);
      } else {
         const unsigned a = in_reg(e, n->src[0]), c = in_reg(e, n->src[1]);
         operand_done(e, i);
         e->locked = 0;
         vector(e, n->op == JIT_MAND ? and_v : or_v, take_reg(e, i), a, x86_reg(c));
      }
      return;
   }
   const unsigned a = in_reg(e, n->src[0]);
   const struct x86_rm c = anywhere(e, n->src[1], e->next_use[i][1]);
   operand_done(e, i);
   e->locked = 0;
   const unsigned d = e->x->wide ? take_k(e, i) : take_reg(e, i);
   x86_vector(e->x, ops[n->op], d, a, c, 0, false, how);
}

/* SEL, KEEP and MASKV */
static void
choose(struct emitter *e, int i)
{
   const struct jit_node *n = &e->b->nodes[i];
   const int m = n->src[0];
   if (e->x->wide) {
      const unsigned k = e->at[m].kreg;
      if (n->op == JIT_MASKV) {
         operand_done(e, i);
         vector(e, mask_to_vector, take_reg(e, i), 0, x86_reg(k));
         return;
      }
      const unsigned other = n->op == JIT_SEL ? in_reg(e, n->src[2]) : 0;
      const struct x86_rm yes = anywhere(e, n->src[1], e->next_use[i][1]);
      operand_done(e, i);
      e->locked = 0;
      const unsigned d = take_reg(e, i);
      if (n->op == JIT_SEL)
         x86_vector(e->x, blend_k, d, other, yes, k, false, -1);
      else
         x86_vector(e->x, load_op, d, 0, yes, k, true, -1);
      return;
   }
   const unsigned mask = in_reg(e, m);
   if (n->op == JIT_MASKV) {
      operand_done(e, i);
      e->locked = 0;
      vector(e, load_op, take_reg(e, i), 0, x86_reg(mask));
      return;
   }
   const unsigned other = n->op == JIT_SEL ? in_reg(e, n->src[2]) : 0;
   const struct x86_rm yes = anywhere(e, n->src[1], e->next_use[i][1]);
   operand_done(e, i);
   e->locked = 0;
   const unsigned d = take_reg(e, i);
   if (n->op == JIT_SEL)
      x86_vector(e->x, blend_v, d, other, yes, 0, false, (int)mask << 4);
   else
      vector(e, and_v, d, mask, yes);
}

static void
value_node(struct emitter *e, int i)
{
   const struct jit_node *n = &e->b->nodes[i];
   if (n->op == JIT_SHL || n->op == JIT_SHR || n->op == JIT_SAR) {
      const unsigned ext = n->op == JIT_SHL ? 6 : n->op == JIT_SHR ? 2 : 4;
      const unsigned a = in_reg(e, n->src[0]);
      operand_done(e, i);
      e->locked = 0;
      x86_vector(e->x, ops[n->op], ext, take_reg(e, i), x86_reg(a), 0, false, n->imm);
      return;
   }
   if (n->src[1] == JIT_NONE) {
      const struct x86_rm a = anywhere(e, n->src[0], e->next_use[i][0]);
      operand_done(e, i);
      e->locked = 0;
      x86_vector(e->x, ops[n->op], take_reg(e, i), 0, a, 0, false, n->op == JIT_ROUND ? n->imm : -1);
      return;
   }
   const unsigned a = in_reg(e, n->src[0]);
   const struct x86_rm c = anywhere(e, n->src[1], e->next_use[i][1]);
   operand_done(e, i);
   e->locked = 0;
   vector(e, ops[n->op], take_reg(e, i), a, c);
}

static void
emit_node(struct emitter *e, int i)
{
   const unsigned op = e->b->nodes[i].op;
   e->locked = 0;
   if (op <= JIT_PARAM)
      return; /* leaves come when they are needed */
   if (op == JIT_STORE || op == JIT_BITS) {
      if (op == JIT_STORE)
         store_row(e, i);
      else
         store_bits(e, i);
      operand_done(e, i);
   } else if (op >= JIT_SEL) {
      choose(e, i);
   } else if (op >= JIT_CMP) {
      mask_node(e, i);
   } else {
      value_node(e, i);
   }
}

/* ---- the function ---- */

/* What nothing uses is dead; the others learn where they are used. */
static void
find_uses(struct emitter *e)
{
   struct jit_block *b = e->b;
   for (uint32_t i = 0; i < b->num_nodes; i++) {
      const uint8_t op = b->nodes[i].op;
      const bool leaf = op >= JIT_ROW && op <= JIT_PARAM;
      e->at[i] = (struct place){.reg = NO_REG, .home = leaf ? HOME_ORIGIN : HOME_NONE, .next = NEVER};
   }
   for (uint32_t i = b->num_nodes; i-- > 0;) {
      struct jit_node *n = &b->nodes[i];
      if (n->op != JIT_STORE && n->op != JIT_BITS && e->at[i].next == NEVER)
         n->op = JIT_DEAD;
      if (n->op == JIT_DEAD)
         continue;
      for (unsigned s = 0; s < 3; s++)
         if (n->src[s] != JIT_NONE)
            e->next_use[i][s] = e->at[n->src[s]].next;
      for (unsigned s = 0; s < 3; s++)
         if (n->src[s] != JIT_NONE)
            e->at[n->src[s]].next = (int32_t)i;
   }
}

/* Before each vector: lanes to store, from the low bits of rdx. */
static void
next_mask(struct emitter *e)
{
   if (e->x->wide) {
      x86_vex(e->x, set_k, STORE_MASK_K, 0, x86_reg(X86_RDX), false);
      RAW(e->x, 0x48, 0xc1, 0xea, 16); /* shr rdx, 16 */
      return;
   }
   const struct x86_rm bits = x86_mem(X86_RIP, false, 0);
   x86_vex(e->x, set_v, e->store_mask, 0, x86_reg(X86_RDX), false);
   vector(e, splat_v, e->store_mask, 0, x86_reg(e->store_mask));
   vector(e, and_v, e->store_mask, e->store_mask, bits);
   vector(e, equal_v, e->store_mask, e->store_mask, bits);
   RAW(e->x, 0x48, 0xc1, 0xea, 8);
}

static void
function(struct emitter *e)
{
   struct x86_code *x = e->x;
   RAW(x, 0xf3, 0x0f, 0x1e, 0xfa,     /* endbr64 */
       0x55, 0x48, 0x89, 0xe5,        /* push rbp; mov rbp, rsp */
       0x48, 0x83, 0xe4, 0xc0,        /* and rsp, -64 */
       0x48, 0x81, 0xec, 0, 0, 0, 0); /* sub rsp, imm32 */
   const uint32_t frame_at = x->size - 4;
   RAW(x, 0x31, 0xc0); /* xor eax, eax */
   const uint32_t loop = x->size;
   if (e->masked)
      next_mask(e);
   for (uint32_t i = 0; i < e->b->num_nodes && !e->failed; i++)
      emit_node(e, (int)i);
   RAW(x, 0x05);
   x86_raw(x, &(uint32_t){e->vec_B}, 4); /* add eax, imm32 */
   RAW(x, 0x39, 0xf0, 0x0f, 0x82);       /* cmp eax, esi; jb rel32 */
   x86_raw(x, &(int32_t){(int32_t)(loop - x->size - 4)}, 4);
   RAW(x, 0xc5, 0xf8, 0x77, 0xc9, 0xc3); /* vzeroupper; leave; ret */
   if (!x->failed)
      memcpy(x->bytes + frame_at, &(uint32_t){e->num_slots * 64}, 4);
}

uint32_t
sq_jit_emit(struct jit_block *b, struct x86_code *x, struct jit_pool *pool, bool masked)
{
   struct emitter e = {
      .b = b,
      .x = x,
      .pool = pool,
      .free_k = ((1u << K_REGS) - 1) << 1,
      .num_regs = x->wide  ? 32
                  : masked ? 14
                           : 16,
      .vec_B = x->wide ? 64 : 32,
      .scratch = 14,
      .store_mask = 15,
      .masked = masked,
   };
   const uint32_t start = x->size;
   e.at = malloc(b->num_nodes * sizeof *e.at);
   e.next_use = malloc(b->num_nodes * sizeof *e.next_use);
   e.failed = !e.at || !e.next_use;
   memset(e.owner, 0xff, sizeof e.owner);
   if (!e.failed) {
      find_uses(&e);
      function(&e);
   }
   free(e.at);
   free(e.next_use);
   return e.failed || x->failed ? UINT32_MAX : start;
}
