/* SPDX-License-Identifier: MIT
 *
 * Instruction selection: IR tree -> blocks of machine operations on virtual registers. This file walks the
 * tree and does storage and phis; arithmetic, texturing and the shader's interface have files of their own.
 *
 * A phi becomes a register P of its own: every predecessor ends with a copy into P and the phi's value is a
 * copy of P at the start of the block. As no copy reads what another copy of the same edge writes, their
 * order does not matter; coalescing removes those that can go.
 */
#include "compiler/terascale/isel/isel.h"

#include <assert.h>

#include "util/u_math.h"

static uint32_t
var_reg(struct vliw_isel *s, const struct ir_var *v, unsigned elem, unsigned comp)
{
   assert(v->len && comp < v->ncomp && s->var_regs[v->id]); /* not an indexed array */
   if (elem >= v->len)
      elem = v->len - 1;
   uint32_t *r = &s->var_regs[v->id][elem * v->ncomp + comp];
   if (*r == VLIW_NONE)
      *r = vliw_reg_mutable(s->c);
   return *r;
}

/** The register whose value is added to \p elem, clamped so that no GPR outside the array is touched;
 * VLIW_NONE if the access is direct. */
static uint32_t
clamped_index(struct vliw_isel *s, const struct ir_instr *in, uint32_t elem)
{
   if (!in->indirect)
      return VLIW_NONE;
   const uint32_t last = in->var->len - 1;
   struct vliw_src i = vliw_isel_src(s, &in->src[in->nsrc - 1]);
   i = vliw_alu2(s, DB_ALU_MAX_INT, i, vliw_src_imm((uint32_t) - (int)elem));
   return vliw_alu2(s, DB_ALU_MIN_INT, i, vliw_src_imm(last - MIN2(elem, last))).v;
}

static void
load_var(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   uint32_t elem = (uint32_t)MAX2(in->index, 0), ar = clamped_index(s, in, elem);
   for (unsigned k = 0; k < in->ndst; k++) {
      uint32_t dst = vliw_reg_new(c);
      struct vliw_src src;
      if (s->var_array[in->var->id] == VLIW_NONE)
         src = vliw_src_reg(var_reg(s, in->var, elem, in->comp + k));
      else
         src = (struct vliw_src){.kind = VLIW_SRC_ARRAY,
                                 .v = s->var_array[in->var->id],
                                 .elem = MIN2(elem, in->var->len - 1),
                                 .chan = (uint8_t)(in->comp + k)};
      struct vliw_op *mov = vliw_copy_new(c, dst, src);
      mov->ar = ar;
      vliw_op_append(c, s->cur, mov);
      s->val[in->dst + k] = vliw_src_reg(dst);
   }
}

static void
store_var(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   uint32_t elem = (uint32_t)MAX2(in->index, 0), ar = clamped_index(s, in, elem);
   unsigned n = 0;
   for (unsigned k = 0; k < 4; k++) {
      if (!(in->writemask & 1u << k))
         continue;
      struct vliw_src src = vliw_isel_src(s, &in->src[n++]);
      if (s->var_array[in->var->id] == VLIW_NONE) {
         vliw_op_append(c, s->cur, vliw_copy_new(c, var_reg(s, in->var, elem, k), src));
         continue;
      }
      struct vliw_op *mov = vliw_copy_new(c, VLIW_NONE, src);
      mov->copy = false;
      mov->side_effect = true;
      mov->dst_array = s->var_array[in->var->id];
      mov->dst_elem = MIN2(elem, in->var->len - 1);
      mov->dst_comp = (uint8_t)k;
      mov->ar = ar;
      vliw_op_append(c, s->cur, mov);
   }
}

static void
store_output(struct vliw_isel *s, const struct ir_instr *in)
{
   uint32_t o = (uint32_t)in->index * 4 + in->comp;
   if (s->out_stores[o] == 1 && s->out_const[o] != VLIW_NONE)
      return; /* selected by the export */
   struct vliw_src src = vliw_isel_src(s, &in->src[0]);
   vliw_op_append(s->c, s->cur, vliw_copy_new(s->c, s->out_regs[o], src));
}

static void
instr(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   switch ((enum ir_op)in->op) {
   case IR_PHI: {
      uint32_t p = vliw_reg_mutable(c), d = vliw_reg_new(c);
      vliw_op_append(c, s->cur, vliw_copy_new(c, d, vliw_src_reg(p)));
      s->val[in->dst] = vliw_src_reg(d);
      break;
   }
   case IR_LOAD_VAR:
      if (in->var->scratch)
         vliw_isel_scratch_load(s, in);
      else
         load_var(s, in);
      break;
   case IR_STORE_VAR:
      if (in->var->scratch)
         vliw_isel_scratch_store(s, in);
      else
         store_var(s, in);
      break;
   case IR_LOAD_UNIFORM:
   case IR_LOAD_BLOCK:
      if (in->indirect) {
         vliw_isel_uniform_indirect(s, in);
         break;
      }
      for (unsigned k = 0; k < in->ndst; k++)
         s->val[in->dst + k] = (struct vliw_src){.kind = VLIW_SRC_KCACHE,
                                                 .v = VLIW_KC_SLOTS * in->buffer + (uint32_t)in->index,
                                                 .chan = (uint8_t)(in->comp + k)};
      break;
   case IR_LOAD_INPUT:
   case IR_LOAD_SYSVAL:
      vliw_isel_load_input(s, in);
      break;
   case IR_STORE_OUTPUT:
      store_output(s, in);
      break;
   case IR_TEX:
      vliw_isel_tex(s, in);
      break;
   case IR_FDDX:
   case IR_FDDY:
      vliw_isel_derivative(s, in);
      break;
   case IR_DISCARD:
      vliw_isel_discard(s, NULL);
      break;
   case IR_DISCARD_IF:
      vliw_isel_discard(s, &in->src[0]);
      break;
   case IR_BREAK:
   case IR_CONTINUE:
      break; /* a node, see list() */
   default:
      vliw_isel_alu(s, in);
      break;
   }
}

static void
push_node(struct vliw_isel *s, enum vliw_node_kind kind, uint32_t block)
{
   struct vliw_node n = {.kind = (uint8_t)kind, .block = block};
   if (!u_vec_push(&s->c->nodes, n))
      vliw_out_of_memory(s->c);
}

static bool
only_jumps(const struct ir_list *l)
{
   const struct ir_block *b = l->first->block;
   return l->first == l->last && b->instrs.count == 1 &&
          (b->instrs.data[0]->op == IR_BREAK || b->instrs.data[0]->op == IR_CONTINUE);
}

static void
list(struct vliw_isel *s, const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      switch ((enum ir_node_kind)n->kind) {
      case IR_NODE_BLOCK: {
         s->cur = s->block_of[n->block->id];
         s->cur->loop_depth = s->loop_depth;
         vliw_isel_choose_dots(s, n->block);
         push_node(s, VLIW_NODE_BLOCK, s->cur->index);
         for (size_t i = 0; i < n->block->instrs.count; i++) {
            const struct ir_instr *in = n->block->instrs.data[i];
            instr(s, in);
            if (in->op == IR_BREAK || in->op == IR_CONTINUE)
               push_node(s, in->op == IR_BREAK ? VLIW_NODE_BREAK : VLIW_NODE_CONTINUE, 0);
         }
         break;
      }
      case IR_NODE_IF: {
         /* who stays in the loop goes first: vliw_cf makes one instruction of it if nothing else is there */
         bool swap = s->c->t.alu_break && only_jumps(&n->then_list) &&
                     n->else_list.first == n->else_list.last && !n->else_list.first->block->instrs.count &&
                     vliw_isel_can_invert(s, &n->cond);
         vliw_isel_branch(s, &n->cond, swap);
         push_node(s, VLIW_NODE_IF, 0);
         list(s, swap ? &n->else_list : &n->then_list);
         push_node(s, VLIW_NODE_ELSE, 0);
         list(s, swap ? &n->then_list : &n->else_list);
         push_node(s, VLIW_NODE_ENDIF, 0);
         break;
      }
      case IR_NODE_LOOP:
         push_node(s, VLIW_NODE_LOOP, 0);
         s->loop_depth++;
         list(s, &n->body);
         s->loop_depth--;
         push_node(s, VLIW_NODE_ENDLOOP, 0);
         break;
      }
   }
}

/** Copies into the phis' registers at the ends of the predecessors. */
static void
phi_copies(struct vliw_isel *s, const struct ir_list *l)
{
   struct vliw_ctx *c = s->c;
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         phi_copies(s, &n->then_list);
         phi_copies(s, &n->else_list);
      } else if (n->kind == IR_NODE_LOOP) {
         phi_copies(s, &n->body);
      } else {
         const struct vliw_block *b = s->block_of[n->block->id];
         size_t at = 0;
         for (size_t i = 0; i < n->block->instrs.count; i++) {
            const struct ir_instr *in = n->block->instrs.data[i];
            if (in->op != IR_PHI)
               break;
            uint32_t p = b->ops.data[at++]->src[0].v;
            for (unsigned k = 0; k < in->nsrc && k < n->block->preds.count; k++) {
               if (in->src[k].kind == IR_SRC_UNDEF)
                  continue;
               struct vliw_block *from = s->block_of[n->block->preds.data[k]->id];
               vliw_op_append(c, from, vliw_copy_new(c, p, vliw_isel_src(s, &in->src[k])));
            }
         }
      }
   }
}

static void
count_use(struct vliw_isel *s, const struct ir_src *src)
{
   if (src->kind == IR_SRC_SSA)
      s->uses[src->bits]++;
}

/** Who defines and reads what, which variables are indexed, what is stored to outputs. */
static void
scan(struct vliw_isel *s, const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         count_use(s, &n->cond);
         scan(s, &n->then_list);
         scan(s, &n->else_list);
      } else if (n->kind == IR_NODE_LOOP) {
         scan(s, &n->body);
      } else {
         for (size_t i = 0; i < n->block->instrs.count; i++) {
            const struct ir_instr *in = n->block->instrs.data[i];
            for (unsigned k = 0; k < in->nsrc; k++)
               count_use(s, &in->src[k]);
            for (unsigned k = 0; k < in->ndst; k++)
               s->def[in->dst + k] = in;
            if ((in->op == IR_LOAD_VAR || in->op == IR_STORE_VAR) && in->indirect)
               s->var_array[in->var->id] = 0; /* numbered below */
            s->has_dots |= in->op == IR_FDOT4;
            if (in->op == IR_LOAD_INPUT)
               s->in_mask[in->index] |= (uint8_t)(((1u << in->ndst) - 1) << in->comp);
            if (in->op == IR_STORE_OUTPUT) {
               uint32_t o = (uint32_t)in->index * 4 + in->comp;
               s->out_stores[o]++;
               bool k01 = in->src[0].kind == IR_SRC_IMM && !in->src[0].neg && !in->sat &&
                          (in->src[0].bits == 0 || in->src[0].bits == 0x3f800000);
               s->out_const[o] = k01 ? in->src[0].bits : VLIW_NONE;
            }
         }
      }
   }
}

static uint32_t *
none_array(struct vliw_ctx *c, size_t n)
{
   uint32_t *a = u_arena_array(&c->arena, uint32_t, n ? n : 1);
   for (size_t i = 0; i < n; i++)
      a[i] = VLIW_NONE;
   return a;
}

/** Where control can go from the end of each block. */
static void
successors(struct vliw_ctx *c)
{
   struct vliw_node *n = c->nodes.data;
   size_t count = c->nodes.count;
   for (size_t i = 0; i < count; i++) {
      if (n[i].kind != VLIW_NODE_BLOCK)
         continue;
      struct vliw_block *b = c->blocks.data[n[i].block];
      unsigned k = 0;
      if (i + 1 == count)
         continue;
      int depth = 0;
      size_t j;
      switch ((enum vliw_node_kind)n[i + 1].kind) {
      case VLIW_NODE_BLOCK:
      case VLIW_NODE_LOOP:
      case VLIW_NODE_ENDIF:
         for (j = i + 1; n[j].kind != VLIW_NODE_BLOCK; j++)
            ;
         b->succ[k++] = n[j].block;
         break;
      case VLIW_NODE_IF:
         b->succ[k++] = n[i + 2].block;
         for (j = i + 2;; j++) { /* the matching ELSE */
            if (n[j].kind == VLIW_NODE_ELSE && depth == 0)
               break;
            depth += (n[j].kind == VLIW_NODE_IF) - (n[j].kind == VLIW_NODE_ENDIF);
         }
         b->succ[k++] = n[j + 1].block;
         break;
      case VLIW_NODE_ELSE: /* end of the then-list */
         for (j = i + 2;; j++) {
            if (n[j].kind == VLIW_NODE_ENDIF && depth == 0)
               break;
            depth += (n[j].kind == VLIW_NODE_IF) - (n[j].kind == VLIW_NODE_ENDIF);
         }
         b->succ[k++] = n[j + 1].block;
         break;
      case VLIW_NODE_ENDLOOP:
      case VLIW_NODE_CONTINUE:
         for (j = i;; j--) {
            if (n[j].kind == VLIW_NODE_LOOP && depth == 0)
               break;
            depth += (n[j].kind == VLIW_NODE_ENDLOOP) - (n[j].kind == VLIW_NODE_LOOP);
         }
         b->succ[k++] = n[j + 1].block;
         break;
      case VLIW_NODE_BREAK:
         for (j = i + 1;; j++) {
            if (n[j].kind == VLIW_NODE_ENDLOOP && depth == 0)
               break;
            depth += (n[j].kind == VLIW_NODE_LOOP) - (n[j].kind == VLIW_NODE_ENDLOOP);
         }
         b->succ[k++] = n[j + 1].block;
         break;
      }
   }
}

static void
create_blocks(struct vliw_isel *s, const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_BLOCK) {
         s->block_of[n->block->id] = vliw_block_new(s->c);
         s->ir_block[n->block->id] = n->block;
      } else if (n->kind == IR_NODE_LOOP) {
         create_blocks(s, &n->body);
      } else {
         create_blocks(s, &n->then_list);
         create_blocks(s, &n->else_list);
      }
   }
}

void
vliw_isel(struct vliw_ctx *c)
{
   const struct ir_shader *ir = c->ir;
   struct vliw_isel s = {.c = c, .ir = ir};
   s.val = u_arena_array(&c->arena, struct vliw_src, ir->num_values + 1);
   s.def = u_arena_array(&c->arena, const struct ir_instr *, ir->num_values + 1);
   s.uses = u_arena_array(&c->arena, uint32_t, ir->num_values + 1);
   s.block_of = u_arena_array(&c->arena, struct vliw_block *, ir->num_blocks + 1);
   s.ir_block = u_arena_array(&c->arena, const struct ir_block *, ir->num_blocks + 1);
   s.sysval[0] = s.sysval[1] = VLIW_NONE;
   s.var_regs = u_arena_array(&c->arena, uint32_t *, ir->vars.count + 1);
   s.var_array = none_array(c, ir->vars.count);
   s.out_regs = none_array(c, ir->outputs.count * 4);
   s.out_const = none_array(c, ir->outputs.count * 4);
   s.out_stores = u_arena_array(&c->arena, uint32_t, ir->outputs.count * 4 + 1);
   s.in_regs = none_array(c, ir->inputs.count * 4);
   s.in_mask = u_arena_array(&c->arena, uint8_t, ir->inputs.count + 1);

   s.mem_base = none_array(c, ir->vars.count);
   s.mem_object = none_array(c, ir->vars.count);

   scan(&s, &ir->body);
   vliw_isel_quads(&s);
   if (s.has_dots) {
      s.value_block = u_arena_array(&c->arena, const struct ir_block *, ir->num_values + 1);
      s.level = u_arena_array(&c->arena, uint32_t, ir->num_values + 1);
   }
   vliw_isel_scratch_layout(&s);
   for (size_t i = 0; i < ir->vars.count; i++) {
      const struct ir_var *v = ir->vars.data[i];
      if (v->scratch)
         continue;
      if (s.var_array[i] == VLIW_NONE) {
         s.var_regs[i] = none_array(c, (size_t)v->len * v->ncomp);
      } else {
         struct vliw_array a = {.len = v->len, .ncomp = v->ncomp, .gpr = -1};
         s.var_array[i] = (uint32_t)c->arrays.count;
         if (!u_vec_push(&c->arrays, a))
            vliw_out_of_memory(c);
      }
   }
   for (size_t i = 0; i < ir->outputs.count * 4; i++)
      if (s.out_stores[i] && (s.out_stores[i] > 1 || s.out_const[i] == VLIW_NONE))
         s.out_regs[i] = vliw_reg_mutable(c);

   create_blocks(&s, &ir->body);
   s.cur = c->blocks.data[0];
   vliw_isel_inputs(&s);
   list(&s, &ir->body);
   phi_copies(&s, &ir->body);
   vliw_isel_outputs(&s);
   successors(c);
   for (size_t i = 0; i < c->all_ops.count; i++) {
      struct vliw_op *op = c->all_ops.data[i];
      if (op->kind != VLIW_OP_ALU)
         continue;
      bool f = (db_alu_info((enum db_alu_op)op->op)->flags & DB_ALU_SRC_INT_F) == 0;
      for (unsigned j = 0; j < vliw_op_num_src(op); j++)
         vliw_canonical_imm(&op->src[j], f);
   }
}
