/* SPDX-License-Identifier: MIT
 *
 * Variables in scratch memory. A write is the control-flow instruction MEM_SCRATCH, whose component k comes
 * from channel k of its register; a read is a fetch (READ_SCRATCH), on R600 a MEM_SCRATCH too. An index names
 * the whole address, because the base of an indexed access is not to be trusted: Mesa's r600 treats it as the
 * array's size and so leaves it 0.
 */
#include "compiler/terascale/isel/isel.h"

#include <assert.h>

#include "util/u_math.h"

#define MAX_INDEXED 4096 /* ARRAY_SIZE */
#define MAX_VEC4    8191 /* SQ_xSTMP_RING_ITEMSIZE, in dwords */

static bool
is_indexed(const struct vliw_isel *s, const struct ir_var *v)
{
   return s->var_array[v->id] != VLIW_NONE;
}

/** When a variable is in use: numbers of instructions, in program order. */
struct span {
   uint32_t var, first, last, base;
};

static uint32_t
count(const struct ir_list *l)
{
   uint32_t n = 0;
   for (const struct ir_node *i = l->first; i; i = i->next)
      n += i->kind == IR_NODE_BLOCK ? (uint32_t)i->block->instrs.count
           : i->kind == IR_NODE_IF  ? count(&i->then_list) + count(&i->else_list)
                                    : count(&i->body);
   return n;
}

/** Notes accesses from instruction \p pos on; returns the number behind the list. Inside of a loop (\p loop:
 * the outermost one) what is touched may go round with it: it is in use in all of the loop. */
static uint32_t
note(struct span *spans, const struct ir_list *l, uint32_t pos, const struct span *loop)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         pos = note(spans, &n->then_list, pos, loop);
         pos = note(spans, &n->else_list, pos, loop);
      } else if (n->kind == IR_NODE_LOOP) {
         struct span all = {.first = pos, .last = loop ? 0 : pos + count(&n->body)};
         pos = note(spans, &n->body, pos, loop ? loop : &all);
      } else {
         for (size_t i = 0; i < n->block->instrs.count; i++, pos++) {
            const struct ir_instr *in = n->block->instrs.data[i];
            if (!in->var)
               continue;
            struct span *s = &spans[in->var->id];
            s->first = MIN2(s->first, loop ? loop->first : pos);
            s->last = MAX2(s->last, loop ? loop->last : pos);
         }
      }
   }
   return pos;
}

static int
by_first(const void *pa, const void *pb)
{
   const struct span *a = pa, *b = pb;
   if (a->first != b->first)
      return a->first < b->first ? -1 : 1;
   return a->var < b->var ? -1 : a->var > b->var;
}

static int
by_base(const void *pa, const void *pb)
{
   const struct span *a = pa, *b = pb;
   if (a->base != b->base)
      return a->base < b->base ? -1 : 1;
   return a->var < b->var ? -1 : a->var > b->var;
}

/** Indexed variables that are not in use at the same time share memory: the lowest gap that is wide enough.
 * To the scheduler they are one object. Returns the vectors taken. */
static uint32_t
pack(struct vliw_isel *s)
{
   struct vliw_ctx *c = s->c;
   size_t num = s->ir->vars.count, n = 0, live = 0;
   struct span *spans = u_arena_array(&c->arena, struct span, num + 1);
   struct span *active = u_arena_array(&c->arena, struct span, num + 1);
   uint32_t top = 0;
   for (size_t i = 0; i < num; i++)
      spans[i] = (struct span){.var = (uint32_t)i, .first = VLIW_NONE};
   note(spans, &s->ir->body, 0, NULL);
   for (size_t i = 0; i < num; i++)
      if (s->ir->vars.data[i]->scratch && is_indexed(s, s->ir->vars.data[i]) && spans[i].first != VLIW_NONE)
         spans[n++] = spans[i];
   qsort(spans, n, sizeof *spans, by_first);
   for (size_t i = 0; i < n; i++) {
      size_t keep = 0;
      for (size_t k = 0; k < live; k++)
         if (active[k].last >= spans[i].first)
            active[keep++] = active[k];
      live = keep;
      uint32_t at = 0, len = s->ir->vars.data[spans[i].var]->len;
      for (size_t k = 0; k < live && active[k].base < at + len; k++)
         at = MAX2(at, active[k].base + s->ir->vars.data[active[k].var]->len);
      spans[i].base = at;
      assert(spans[i].first <= spans[i].last);
      s->mem_base[spans[i].var] = at;
      s->mem_object[spans[i].var] = c->num_mem_objects;
      active[live++] = spans[i];
      qsort(active, live, sizeof *active, by_base);
      top = MAX2(top, at + len);
   }
   c->num_mem_objects++;
   return top;
}

void
vliw_isel_scratch_layout(struct vliw_isel *s)
{
   struct vliw_ctx *c = s->c;
   uint64_t indexed = 0;
   for (size_t i = 0; i < s->ir->vars.count; i++)
      if (s->ir->vars.data[i]->scratch && is_indexed(s, s->ir->vars.data[i]))
         indexed += s->ir->vars.data[i]->len;
   bool packed = indexed > MAX_INDEXED;
   uint64_t top = packed ? pack(s) : 0;
   for (unsigned pass = packed; pass < 2; pass++) { /* what is indexed has to be reached by the index */
      for (size_t i = 0; i < s->ir->vars.count; i++) {
         const struct ir_var *v = s->ir->vars.data[i];
         if (!v->scratch || is_indexed(s, v) != (pass == 0))
            continue;
         s->mem_base[i] = (uint32_t)MIN2(top, MAX_VEC4);
         s->mem_object[i] = c->num_mem_objects;
         top += v->len;
         c->num_mem_objects += pass ? v->len : 1;
      }
      c->scratch_vec4 = (uint32_t)MIN2(top, MAX_VEC4);
   }
   /* packed, the last of what is indexed may still begin or end beyond the reach */
   uint64_t reach = 0;
   for (size_t i = 0; i < s->ir->vars.count; i++)
      if (s->ir->vars.data[i]->scratch && is_indexed(s, s->ir->vars.data[i]) && s->mem_base[i] != VLIW_NONE)
         reach = MAX2(reach, (uint64_t)s->mem_base[i] + s->ir->vars.data[i]->len);
   if (top > MAX_VEC4 || reach > MAX_INDEXED)
      vliw_fail(c, "the shader needs more than %u vectors of scratch memory",
                reach > MAX_INDEXED ? MAX_INDEXED : MAX_VEC4);
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
   assert(s->mem_base[in->var->id] != VLIW_NONE && in->var->scratch);
   struct vliw_op *add = vliw_isel_op(s, DB_ALU_ADD_INT, 2, src);
   c->regs.data[add->dst[0]].chan = 0;
   *index = add->dst[0];
   return true;
}

static void
set_object(struct vliw_isel *s, struct vliw_op *op, const struct ir_instr *in)
{
   assert(s->mem_object[in->var->id] < s->c->num_mem_objects);
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
   op->whole_quad = vliw_isel_is_helped(s, in);
   set_object(s, op, in);
   if (indexed)
      op->src[r600 ? 4 : 0] = vliw_src_reg(index);
   for (unsigned k = 0; k < in->ndst; k++) {
      unsigned comp = in->comp + k;
      assert(comp < 4);
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
   assert(in->writemask && in->writemask < 16);
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
