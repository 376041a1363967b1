/* SPDX-License-Identifier: MIT
 *
 * Machine IR: construction, dead code, printing.
 */
#include "compiler/terascale/mir.h"

#include <assert.h>
#include <stdarg.h>

#include "util/u_math.h"

void
vliw_fail(struct vliw_ctx *c, const char *fmt, ...)
{
   if (c->failed)
      return;
   c->failed = true;
   va_list ap;
   va_start(ap, fmt);
   if (c->error_B)
      vsnprintf(c->error, c->error_B, fmt, ap);
   va_end(ap);
}

void
vliw_out_of_memory(struct vliw_ctx *c)
{
   vliw_fail(c, "out of memory");
   c->out->out_of_memory = true;
}

/** Does not return while instructions are selected or scheduled (u_arena::on_failure). */
static void
leave_out_of_memory(struct vliw_ctx *c)
{
   vliw_out_of_memory(c);
   if (c->arena.on_failure)
      longjmp(*c->arena.on_failure, 1);
}

uint32_t
vliw_reg_new(struct vliw_ctx *c)
{
   uint32_t r = (uint32_t)c->regs.count;
   struct vliw_reg reg = {
      .parent = r, .vec = VLIW_NONE, .gpr = -1, .chan = -1, .pref = -1, .def_group = VLIW_NO_GROUP};
   if (!u_vec_push(&c->regs, reg)) {
      leave_out_of_memory(c);
      return 0;
   }
   return r;
}

uint32_t
vliw_reg_mutable(struct vliw_ctx *c)
{
   uint32_t r = vliw_reg_new(c);
   c->regs.data[r].is_mutable = true;
   return r;
}

uint32_t
vliw_reg_pinned(struct vliw_ctx *c, int gpr, int chan)
{
   assert(gpr >= 0 && gpr < VLIW_MAX_GPR && chan >= 0 && chan < 4);
   uint32_t r = vliw_reg_new(c);
   c->regs.data[r].gpr = (int16_t)gpr;
   c->regs.data[r].chan = (int8_t)chan;
   return r;
}

uint32_t
vliw_find(struct vliw_ctx *c, uint32_t r)
{
   assert(r < c->regs.count);
   /* no path compression: coalescing takes trial merges back */
   while (c->regs.data[r].parent != r)
      r = c->regs.data[r].parent;
   return r;
}

struct vliw_block *
vliw_block_new(struct vliw_ctx *c)
{
   struct vliw_block *b = u_arena_new(&c->arena, struct vliw_block);
   b->succ[0] = b->succ[1] = VLIW_NONE;
   b->index = (uint32_t)c->blocks.count;
   if (!u_vec_push(&c->blocks, b))
      leave_out_of_memory(c);
   return b;
}

struct vliw_op *
vliw_op_new(struct vliw_ctx *c, enum vliw_op_kind kind, unsigned op)
{
   struct vliw_op *o = u_arena_new(&c->arena, struct vliw_op);
   assert(kind != VLIW_OP_ALU || op < DB_ALU_OP_COUNT);
   assert(kind != VLIW_OP_TEX || op < DB_TEX_OP_COUNT);
   assert(kind != VLIW_OP_VTX || op < DB_VTX_OP_COUNT);
   o->kind = (uint8_t)kind;
   o->op = (uint16_t)op;
   o->nslots = 1;
   for (unsigned i = 0; i < 4; i++)
      o->dst[i] = VLIW_NONE;
   o->dst_array = o->ar = o->mem_object = VLIW_NONE;
   if (!u_vec_push(&c->all_ops, o))
      leave_out_of_memory(c);
   return o;
}

void
vliw_op_append(struct vliw_ctx *c, struct vliw_block *b, struct vliw_op *op)
{
   if (!u_vec_push(&b->ops, op))
      leave_out_of_memory(c);
}

struct vliw_clause *
vliw_clause_new(struct vliw_ctx *c, enum vliw_clause_kind kind)
{
   struct vliw_clause *cl = u_arena_new(&c->arena, struct vliw_clause);
   cl->kind = (uint8_t)kind;
   if (!u_vec_push(&c->all_clauses, cl))
      leave_out_of_memory(c);
   return cl;
}

struct vliw_op *
vliw_copy_new(struct vliw_ctx *c, uint32_t dst, struct vliw_src src)
{
   struct vliw_op *op = vliw_op_new(c, VLIW_OP_ALU, DB_ALU_MOV);
   op->nsrc = 1;
   op->dst[0] = dst;
   op->src[0] = src;
   op->copy = true;
   return op;
}

bool
vliw_op_interpolates(const struct vliw_op *op)
{
   return op->kind == VLIW_OP_ALU && op->nslots == 4 &&
          (db_alu_info((enum db_alu_op)op->op)->flags & DB_ALU_INTERP_F) != 0;
}

void
vliw_count_reads(struct vliw_ctx *c)
{
   for (size_t i = 0; i < c->regs.count; i++)
      c->regs.data[i].nreads = 0;
   for (size_t bi = 0; bi < c->blocks.count; bi++) {
      struct vliw_block *b = c->blocks.data[bi];
      for (size_t i = 0; i < b->ops.count; i++) {
         const struct vliw_op *op = b->ops.data[i];
         for (unsigned j = 0; j < vliw_op_num_src(op); j++)
            if (op->src[j].kind == VLIW_SRC_REG)
               c->regs.data[vliw_find(c, op->src[j].v)].nreads++;
         if (op->ar != VLIW_NONE)
            c->regs.data[vliw_find(c, op->ar)].nreads++;
      }
   }
   for (size_t i = 0; i < c->exports.count; i++)
      for (unsigned j = 0; j < 4; j++)
         if (c->exports.data[i].src[j].kind == VLIW_SRC_REG)
            c->regs.data[vliw_find(c, c->exports.data[i].src[j].v)].nreads++;
}

static bool
op_is_dead(struct vliw_ctx *c, const struct vliw_op *op)
{
   if (op->side_effect)
      return false;
   for (unsigned k = 0; k < vliw_op_num_dst(op); k++)
      if (op->dst[k] != VLIW_NONE && c->regs.data[vliw_find(c, op->dst[k])].nreads)
         return false;
   return true;
}

void
vliw_dead_code(struct vliw_ctx *c)
{
   vliw_count_reads(c);
   bool again = true;
   while (again) {
      again = false;
      for (size_t bi = c->blocks.count; bi-- > 0;) {
         struct vliw_block *b = c->blocks.data[bi];
         for (size_t i = b->ops.count; i-- > 0;) {
            struct vliw_op *op = b->ops.data[i];
            if (op->dead || !op_is_dead(c, op))
               continue;
            op->dead = again = true;
            assert(!op->pred && !op->mem_write); /* these have side effects */
            for (unsigned j = 0; j < vliw_op_num_src(op); j++)
               if (op->src[j].kind == VLIW_SRC_REG)
                  c->regs.data[vliw_find(c, op->src[j].v)].nreads--;
            if (op->ar != VLIW_NONE)
               c->regs.data[vliw_find(c, op->ar)].nreads--;
         }
      }
   }
   for (size_t bi = 0; bi < c->blocks.count; bi++) {
      struct vliw_block *b = c->blocks.data[bi];
      size_t n = 0;
      for (size_t i = 0; i < b->ops.count; i++) {
         struct vliw_op *op = b->ops.data[i];
         if (op->dead)
            continue;
         b->ops.data[n++] = op;
         /* components nobody reads are masked */
         for (unsigned k = 0; k < vliw_op_num_dst(op); k++)
            if (op->dst[k] != VLIW_NONE && !c->regs.data[vliw_find(c, op->dst[k])].nreads &&
                (op->kind != VLIW_OP_ALU || op->nslots == 4))
               op->dst[k] = VLIW_NONE;
      }
      b->ops.count = n;
   }
}

int
vliw_inline_const(uint32_t bits)
{
   static const struct {
      uint32_t bits;
      int sel;
   } table[] = {
      {0,          248},
      {0x3f800000, 249},
      {1,          250},
      {0xffffffff, 251},
      {0x3f000000, 252}
   };
   for (unsigned i = 0; i < ARRAY_SIZE(table); i++)
      if (table[i].bits == bits)
         return table[i].sel;
   return -1;
}

void
vliw_canonical_imm(struct vliw_src *s, bool is_float)
{
   if (s->kind != VLIW_SRC_IMM)
      return;
   if (s->abs)
      s->v &= 0x7fffffff;
   if (s->neg)
      s->v ^= 0x80000000;
   s->abs = s->neg = false;
   if (is_float && (s->v & 0x80000000) && s->v != 0xffffffff && vliw_inline_const(s->v & 0x7fffffff) >= 0 &&
       (s->v & 0x7fffffff) != 1) {
      s->v &= 0x7fffffff;
      s->neg = true;
   }
}
