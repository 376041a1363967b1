/* SPDX-License-Identifier: MIT
 *
 * What all parts of instruction selection build with: operands of the IR as operands of the machine,
 * operations behind the block at hand, and registers that share a GPR for fetches.
 */
#include "compiler/terascale/isel/isel.h"

#include <assert.h>

struct vliw_src
vliw_isel_src(struct vliw_isel *s, const struct ir_src *src)
{
   struct vliw_src r = {0};
   switch ((enum ir_src_kind)src->kind) {
   case IR_SRC_UNDEF:
      return vliw_src_imm(0);
   case IR_SRC_IMM:
      r = vliw_src_imm(src->bits);
      break;
   case IR_SRC_SSA:
      r = s->val[src->bits];
      if (r.kind == VLIW_SRC_NONE)
         r = vliw_src_imm(0); /* used but never defined: any bits */
      break;
   }
   if (src->abs) {
      r.abs = true;
      r.neg = false;
   }
   if (src->neg)
      r.neg = !r.neg;
   return r;
}

struct vliw_op *
vliw_isel_op(struct vliw_isel *s, enum db_alu_op op, unsigned nsrc, const struct vliw_src *src)
{
   struct vliw_ctx *c = s->c;
   struct vliw_op *o = vliw_op_new(c, VLIW_OP_ALU, op);
   assert(nsrc && nsrc <= 3 && nsrc == db_alu_info(op)->nsrc);
   o->nsrc = (uint8_t)nsrc;
   for (unsigned i = 0; i < nsrc; i++) {
      o->src[i] = src[i];
      /* three-operand encodings have no abs bit */
      if (db_alu_info(op)->op3 && src[i].abs && src[i].kind != VLIW_SRC_IMM) {
         struct vliw_src a = src[i];
         a.neg = false;
         o->src[i] = vliw_alu1(s, DB_ALU_MOV, a);
         o->src[i].neg = src[i].neg;
      }
   }
   o->dst[0] = vliw_reg_new(c);
   vliw_op_append(c, s->cur, o);
   return o;
}

struct vliw_src
vliw_alu1(struct vliw_isel *s, enum db_alu_op op, struct vliw_src a)
{
   return vliw_src_reg(vliw_isel_op(s, op, 1, &a)->dst[0]);
}

struct vliw_src
vliw_alu2(struct vliw_isel *s, enum db_alu_op op, struct vliw_src a, struct vliw_src b)
{
   struct vliw_src src[2] = {a, b};
   return vliw_src_reg(vliw_isel_op(s, op, 2, src)->dst[0]);
}

struct vliw_src
vliw_alu3(struct vliw_isel *s, enum db_alu_op op, struct vliw_src a, struct vliw_src b, struct vliw_src d)
{
   struct vliw_src src[3] = {a, b, d};
   return vliw_src_reg(vliw_isel_op(s, op, 3, src)->dst[0]);
}

uint32_t
vliw_isel_reg(struct vliw_isel *s, struct vliw_src src)
{
   if (src.kind == VLIW_SRC_REG && !src.neg && !src.abs)
      return src.v;
   return vliw_alu1(s, DB_ALU_MOV, src).v;
}

bool
vliw_selectable(const struct vliw_src *s)
{
   return s->kind == VLIW_SRC_IMM && !s->neg && !s->abs && (s->v == 0 || s->v == 0x3f800000);
}

void
vliw_isel_vec(struct vliw_isel *s, struct vliw_src v[4])
{
   struct vliw_ctx *c = s->c;
   uint32_t vec = c->num_vecs++;
   struct vliw_src in[4];
   memcpy(in, v, sizeof in);
   for (unsigned i = 0; i < 4; i++) {
      if (in[i].kind == VLIW_SRC_NONE || vliw_selectable(&in[i]))
         continue;
      bool dup = false;
      for (unsigned j = 0; j < i && !dup; j++)
         if (!memcmp(&in[i], &in[j], sizeof in[i])) {
            v[i] = v[j];
            dup = true;
         }
      if (dup)
         continue;
      uint32_t r = vliw_reg_new(c);
      c->regs.data[r].vec = vec;
      c->regs.data[r].pref = (int8_t)i;
      struct vliw_op *mov = vliw_copy_new(c, r, in[i]);
      vliw_op_append(c, s->cur, mov);
      v[i] = vliw_src_reg(r);
   }
}

void
vliw_isel_fetch(struct vliw_isel *s, struct vliw_op *op)
{
   assert(op->kind != VLIW_OP_ALU);
   struct vliw_ctx *c = s->c;
   uint32_t vec = c->num_vecs++;
   for (unsigned k = 0; k < 4; k++) {
      if (op->dst[k] == VLIW_NONE)
         continue;
      c->regs.data[op->dst[k]].vec = vec;
      c->regs.data[op->dst[k]].pref = (int8_t)k;
   }
   vliw_op_append(c, s->cur, op);
}
