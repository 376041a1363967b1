/* SPDX-License-Identifier: MIT
 *
 * Variables in scratch memory. A write is the control-flow instruction MEM_SCRATCH, whose component k comes
 * from channel k of its register; a read is a fetch (READ_SCRATCH), on R600 a MEM_SCRATCH too. An index names
 * the whole address, because the base of an indexed access is not to be trusted: Mesa's r600 treats it as the
 * array's size and so leaves it 0.
 */
#include "compiler/vliw/vliw_isel.h"

#include "util/u_math.h"

#define MAX_INDEXED 4096 /* ARRAY_SIZE */
#define MAX_VEC4    8191 /* SQ_xSTMP_RING_ITEMSIZE, in dwords */

static bool
is_indexed(const struct vliw_isel *s, const struct ir_var *v)
{
   return s->var_array[v->id] != VLIW_NONE;
}

void
vliw_isel_scratch_layout(struct vliw_isel *s)
{
   struct vliw_ctx *c = s->c;
   for (unsigned pass = 0; pass < 2; pass++) { /* what is indexed has to be reached by the index */
      for (size_t i = 0; i < s->ir->vars.count; i++) {
         const struct ir_var *v = s->ir->vars.data[i];
         if (!v->scratch || is_indexed(s, v) != (pass == 0))
            continue;
         s->mem_base[i] = c->scratch_vec4;
         s->mem_object[i] = c->num_mem_objects;
         if (v->len > (pass ? MAX_VEC4 : MAX_INDEXED) - c->scratch_vec4) {
            vliw_fail(c, "the shader needs more than %u vectors of scratch memory",
                      pass ? MAX_VEC4 : MAX_INDEXED);
            return;
         }
         c->scratch_vec4 += v->len;
         c->num_mem_objects += pass ? v->len : 1;
      }
   }
}

/** The address as a constant in \p base or as a register in channel x; true if there is a register. */
static bool
address(struct vliw_isel *s, const struct ir_instr *in, uint32_t *base, uint32_t *index)
{
   struct vliw_ctx *c = s->c;
   uint32_t elem = (uint32_t)MAX2(in->index, 0);
   *base = s->mem_base[in->var->id] + MIN2(elem, in->var->len - 1);
   if (!in->indirect)
      return false;
   struct vliw_src i = vliw_isel_src(s, &in->src[in->nsrc - 1]);
   i = vliw_alu2(s, DB_ALU_ADD_INT, i, vliw_src_imm(elem));
   i = vliw_alu2(s, DB_ALU_MAX_INT, i, vliw_src_imm(0));
   i = vliw_alu2(s, DB_ALU_MIN_INT, i, vliw_src_imm(in->var->len - 1));
   struct vliw_src src[2] = {i, vliw_src_imm(s->mem_base[in->var->id])};
   struct vliw_op *add = vliw_isel_op(s, DB_ALU_ADD_INT, 2, src);
   c->regs.data[add->dst[0]].chan = 0;
   *index = add->dst[0];
   return true;
}

static void
set_object(struct vliw_isel *s, struct vliw_op *op, const struct ir_instr *in)
{
   op->mem_object = s->mem_object[in->var->id];
   if (!is_indexed(s, in->var))
      op->mem_object += MIN2((uint32_t)MAX2(in->index, 0), in->var->len - 1);
   op->line = in->line;
}

void
vliw_isel_scratch_load(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   uint32_t base, index;
   bool indexed = address(s, in, &base, &index);
   bool r600 = c->t.gen == DB_R600;
   struct vliw_op *op =
      r600 ? vliw_op_new(c, VLIW_OP_MEM, 0) : vliw_op_new(c, VLIW_OP_VTX, DB_VTX_READ_SCRATCH);
   op->mem_base = base;
   set_object(s, op, in);
   if (indexed)
      op->src[r600 ? 4 : 0] = vliw_src_reg(index);
   for (unsigned k = 0; k < in->ndst; k++) {
      unsigned comp = in->comp + k;
      uint32_t r = vliw_reg_new(c);
      if (r600)
         c->regs.data[r].chan = (int8_t)comp;
      op->dst[comp] = r;
      op->mem_mask |= (uint8_t)(1u << comp);
      s->val[in->dst + k] = vliw_src_reg(r);
   }
   vliw_isel_fetch(s, op);
}

void
vliw_isel_scratch_store(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   uint32_t base, index;
   bool indexed = address(s, in, &base, &index);
   struct vliw_op *op = vliw_op_new(c, VLIW_OP_MEM, 0);
   op->side_effect = op->mem_write = true;
   op->mem_base = base;
   op->mem_mask = in->writemask;
   set_object(s, op, in);
   if (indexed)
      op->src[4] = vliw_src_reg(index);
   uint32_t vec = c->num_vecs++;
   unsigned n = 0;
   for (unsigned k = 0; k < 4; k++) {
      if (!(in->writemask & 1u << k))
         continue;
      uint32_t r = vliw_reg_new(c);
      c->regs.data[r].vec = vec;
      c->regs.data[r].chan = (int8_t)k;
      vliw_op_append(c, s->cur, vliw_copy_new(c, r, vliw_isel_src(s, &in->src[n++])));
      op->src[k] = vliw_src_reg(r);
   }
   vliw_op_append(c, s->cur, op);
}
