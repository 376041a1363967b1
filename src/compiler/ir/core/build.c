/* SPDX-License-Identifier: MIT
 *
 * Construction of IR: shaders, instructions, control flow, walking, predecessors. Rules of the form stand in
 * ir.h. When memory runs out the arena's out_of_memory flag is set and a shared dummy is handed out where a
 * pointer is needed; whoever finishes a shader looks at the flag.
 */
#include "compiler/ir/ir.h"
#include "compiler/ir/target.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct ir_op_info ir_op_infos[IR_OP_COUNT] = {
#define X(name, ns, nd, f) [IR_##name] = {#name, ns, nd, f},
   IR_OPCODES(X)
#undef X
};

static_assert(IR_OP_COUNT <= UINT8_MAX, "ir_instr.op is a byte");

struct ir_shader *
ir_shader_create(enum ir_stage stage)
{
   assert(stage == IR_VERTEX || stage == IR_FRAGMENT);
   struct ir_shader *s = calloc(1, sizeof *s);
   if (!s)
      return NULL;
   u_arena_init(&s->arena);
   s->stage = (uint8_t)stage;
   s->target = &ir_target_any;
   return s;
}

void
ir_shader_destroy(struct ir_shader *s)
{
   if (!s)
      return;
   for (struct ir_block *b = s->all_blocks; b; b = b->all_next) {
      u_vec_fini(&b->instrs);
      u_vec_fini(&b->preds);
   }
   u_vec_fini(&s->inputs);
   u_vec_fini(&s->outputs);
   u_vec_fini(&s->vars);
   u_vec_fini(&s->int_uniforms);
   u_vec_fini(&s->captured);
   u_arena_fini(&s->arena);
   free(s);
}

/* ---- nodes ---- */

static struct ir_block *
block_create(struct ir_shader *s)
{
   struct ir_block *b = u_arena_new(&s->arena, struct ir_block);
   if (!b)
      return NULL;
   b->id = s->num_blocks++;
   b->all_next = s->all_blocks;
   s->all_blocks = b;
   return b;
}

static struct ir_node *
node_append(struct ir_shader *s, struct ir_list *list, struct ir_node *parent, enum ir_node_kind kind)
{
   assert(!parent || parent->kind != IR_NODE_BLOCK);
   /* blocks and control flow alternate, unless memory has ended in between */
   assert(s->arena.out_of_memory ||
          (kind == IR_NODE_BLOCK) == (!list->last || list->last->kind != IR_NODE_BLOCK));
   struct ir_node *n = u_arena_new(&s->arena, struct ir_node);
   if (!n)
      return NULL;
   n->kind = (uint8_t)kind;
   n->parent = parent;
   n->prev = list->last;
   if (list->last)
      list->last->next = n;
   else
      list->first = n;
   list->last = n;
   if (kind == IR_NODE_BLOCK)
      n->block = block_create(s);
   return n;
}

/** Continues at the end of `list`, which gets its first block if it is empty. */
static void
enter(struct ir_builder *b, struct ir_list *list, struct ir_node *parent)
{
   if (!list->last || list->last->kind != IR_NODE_BLOCK)
      node_append(b->shader, list, parent, IR_NODE_BLOCK);
   b->list = list;
   b->parent = parent;
   b->cur = list->last ? list->last->block : NULL;
}

struct ir_builder
ir_builder_at_end(struct ir_shader *s)
{
   struct ir_builder b = {.shader = s};
   enter(&b, &s->body, NULL);
   return b;
}

struct ir_node *
ir_push_if(struct ir_builder *b, struct ir_src cond)
{
   struct ir_node *n = node_append(b->shader, b->list, b->parent, IR_NODE_IF);
   if (!n)
      return NULL;
   n->cond = cond;
   struct ir_builder other = *b;
   enter(&other, &n->else_list, n);
   enter(b, &n->then_list, n);
   return n;
}

void
ir_push_else(struct ir_builder *b, struct ir_node *n)
{
   assert(!n || n->kind == IR_NODE_IF);
   if (n)
      enter(b, &n->else_list, n);
}

static struct ir_list *
list_of(struct ir_shader *s, struct ir_node *n)
{
   struct ir_node *p = n->parent;
   if (!p)
      return &s->body;
   if (p->kind == IR_NODE_LOOP)
      return &p->body;
   for (struct ir_node *i = p->then_list.first; i; i = i->next)
      if (i == n)
         return &p->then_list;
   return &p->else_list;
}

static void
leave(struct ir_builder *b, struct ir_node *n)
{
   if (n)
      enter(b, list_of(b->shader, n), n->parent);
}

void
ir_pop_if(struct ir_builder *b, struct ir_node *n)
{
   assert(!n || n->kind == IR_NODE_IF);
   leave(b, n);
}

struct ir_node *
ir_push_loop(struct ir_builder *b)
{
   struct ir_node *n = node_append(b->shader, b->list, b->parent, IR_NODE_LOOP);
   if (n)
      enter(b, &n->body, n);
   return n;
}

void
ir_pop_loop(struct ir_builder *b, struct ir_node *n)
{
   assert(!n || n->kind == IR_NODE_LOOP);
   leave(b, n);
}

/* ---- instructions ---- */

struct ir_instr *
ir_instr_create(struct ir_shader *s, enum ir_op op, unsigned nsrc, unsigned ndst)
{
   assert(op < IR_OP_COUNT && ndst <= 4 && nsrc <= UINT16_MAX);
   assert(s->num_values < IR_NO_VALUE - ndst);
   struct ir_instr *in = u_arena_new(&s->arena, struct ir_instr);
   struct ir_src *src = nsrc ? u_arena_array(&s->arena, struct ir_src, nsrc) : NULL;
   if (!in || (nsrc && !src))
      return NULL;
   in->op = (uint8_t)op;
   in->nsrc = (uint16_t)nsrc;
   in->ndst = (uint8_t)ndst;
   in->src = src;
   in->dst = ndst ? s->num_values : IR_NO_VALUE;
   s->num_values += ndst;
   return in;
}

struct ir_instr *
ir_emit(struct ir_builder *b, enum ir_op op, unsigned nsrc, unsigned ndst)
{
   struct ir_instr *in = ir_instr_create(b->shader, op, nsrc, ndst);
   if (!in || !b->cur)
      return NULL;
   in->line = b->line;
   if (b->cur->instrs.count) {
      const struct ir_instr *last = b->cur->instrs.data[b->cur->instrs.count - 1];
      if (last->op == IR_BREAK || last->op == IR_CONTINUE)
         return in; /* unreachable: it goes nowhere */
   }
   if (!u_vec_push(&b->cur->instrs, in))
      b->shader->arena.out_of_memory = true;
   return in;
}

static struct ir_src
alu(struct ir_builder *b, enum ir_op op, unsigned n, const struct ir_src *src)
{
   struct ir_instr *in = ir_emit(b, op, n, 1);
   if (!in)
      return ir_undef();
   memcpy(in->src, src, n * sizeof *src);
   return ir_ssa(in->dst);
}

struct ir_src
ir_alu1(struct ir_builder *b, enum ir_op op, struct ir_src s0)
{
   assert(ir_op_infos[op].nsrc == 1 && ir_op_infos[op].ndst == 1);
   return alu(b, op, 1, &s0);
}

struct ir_src
ir_alu2(struct ir_builder *b, enum ir_op op, struct ir_src s0, struct ir_src s1)
{
   assert(ir_op_infos[op].nsrc == 2 && ir_op_infos[op].ndst == 1);
   return alu(b, op, 2, (struct ir_src[]){s0, s1});
}

struct ir_src
ir_alu3(struct ir_builder *b, enum ir_op op, struct ir_src s0, struct ir_src s1, struct ir_src s2)
{
   assert(ir_op_infos[op].nsrc == 3 && ir_op_infos[op].ndst == 1);
   return alu(b, op, 3, (struct ir_src[]){s0, s1, s2});
}

struct ir_var *
ir_var_create(struct ir_shader *s, const char *name, uint32_t len, unsigned ncomp)
{
   assert(len && ncomp && ncomp <= 4);
   struct ir_var *v = u_arena_new(&s->arena, struct ir_var);
   if (!v)
      return NULL;
   v->name = u_arena_strdup(&s->arena, name ? name : "");
   v->id = (uint32_t)s->vars.count;
   v->len = len;
   v->ncomp = (uint8_t)ncomp;
   if (!u_vec_push(&s->vars, v))
      s->arena.out_of_memory = true;
   return v;
}

struct ir_src
ir_load_var(struct ir_builder *b, struct ir_var *v, uint32_t elem, struct ir_src dyn, unsigned comp)
{
   bool indirect = dyn.kind != IR_SRC_UNDEF;
   assert(!v || (comp < v->ncomp && (indirect || elem < v->len)));
   struct ir_instr *in = ir_emit(b, IR_LOAD_VAR, indirect, 1);
   if (!in)
      return ir_undef();
   in->var = v;
   in->index = (int32_t)elem;
   in->comp = (uint8_t)comp;
   in->indirect = indirect;
   if (indirect)
      in->src[0] = dyn;
   return ir_ssa(in->dst);
}

void
ir_store_var(struct ir_builder *b, struct ir_var *v, uint32_t elem, struct ir_src dyn, unsigned comp,
             struct ir_src value)
{
   bool indirect = dyn.kind != IR_SRC_UNDEF;
   assert(!v || (comp < v->ncomp && (indirect || elem < v->len)));
   struct ir_instr *in = ir_emit(b, IR_STORE_VAR, 1u + indirect, 0);
   if (!in)
      return;
   in->var = v;
   in->index = (int32_t)elem;
   in->writemask = (uint8_t)(1u << comp);
   in->indirect = indirect;
   in->src[0] = value;
   if (indirect)
      in->src[1] = dyn;
}

struct ir_src
ir_load_uniform(struct ir_builder *b, uint32_t slot, struct ir_src dyn, unsigned comp)
{
   bool indirect = dyn.kind != IR_SRC_UNDEF;
   assert(comp < 4 && slot <= INT32_MAX);
   struct ir_instr *in = ir_emit(b, IR_LOAD_UNIFORM, indirect, 1);
   if (!in)
      return ir_undef();
   in->index = (int32_t)slot;
   in->comp = (uint8_t)comp;
   in->indirect = indirect;
   if (indirect)
      in->src[0] = dyn;
   return ir_ssa(in->dst);
}

struct ir_src
ir_load_block(struct ir_builder *b, unsigned buffer, uint32_t slot, struct ir_src dyn, unsigned comp)
{
   bool indirect = dyn.kind != IR_SRC_UNDEF;
   assert(comp < 4 && slot <= INT32_MAX && buffer >= 1 && buffer <= IR_MAX_BLOCKS);
   struct ir_instr *in = ir_emit(b, IR_LOAD_BLOCK, indirect, 1);
   if (!in)
      return ir_undef();
   in->buffer = (uint8_t)buffer;
   in->index = (int32_t)slot;
   in->comp = (uint8_t)comp;
   in->indirect = indirect;
   if (indirect)
      in->src[0] = dyn;
   return ir_ssa(in->dst);
}

struct ir_src
ir_load_input(struct ir_builder *b, uint32_t input, unsigned comp)
{
   assert(comp < 4);
   struct ir_instr *in = ir_emit(b, IR_LOAD_INPUT, 0, 1);
   if (!in)
      return ir_undef();
   in->index = (int32_t)input;
   in->comp = (uint8_t)comp;
   return ir_ssa(in->dst);
}

void
ir_store_output(struct ir_builder *b, uint32_t output, unsigned comp, struct ir_src value)
{
   assert(comp < 4);
   struct ir_instr *in = ir_emit(b, IR_STORE_OUTPUT, 1, 0);
   if (!in)
      return;
   in->index = (int32_t)output;
   in->comp = (uint8_t)comp;
   in->src[0] = value;
}

uint32_t
ir_emit_tex(struct ir_builder *b, struct ir_tex tex, const struct ir_src *src, unsigned nsrc)
{
   assert(tex.sampler < 32 && tex.op < IR_TEX_OPS && tex.target < IR_TEX_TARGETS);
   assert(nsrc == ir_tex_sources(&tex));
   struct ir_instr *in = ir_emit(b, IR_TEX, nsrc, 4);
   if (!in)
      return 0;
   in->tex = tex;
   memcpy(in->src, src, nsrc * sizeof *src);
   b->shader->samplers_used |= 1u << tex.sampler;
   return in->dst;
}

void
ir_jump(struct ir_builder *b, enum ir_op op)
{
   assert(op == IR_BREAK || op == IR_CONTINUE);
   ir_emit(b, op, 0, 0);
}

/* ---- walking ---- */

struct ir_node *
ir_first_node(struct ir_shader *s)
{
   return s->body.first;
}

struct ir_node *
ir_next_node(struct ir_node *n)
{
   if (n->kind == IR_NODE_IF && n->then_list.first)
      return n->then_list.first;
   if (n->kind == IR_NODE_IF && n->else_list.first)
      return n->else_list.first;
   if (n->kind == IR_NODE_LOOP && n->body.first)
      return n->body.first;
   while (n) {
      if (n->next)
         return n->next;
      struct ir_node *p = n->parent;
      if (p && p->kind == IR_NODE_IF && n == p->then_list.last && p->else_list.first)
         return p->else_list.first;
      n = p;
   }
   return NULL;
}

/* ---- predecessors ---- */

static enum ir_op
jump_at_end(const struct ir_block *b)
{
   const struct ir_instr *last = b->instrs.count ? b->instrs.data[b->instrs.count - 1] : NULL;
   return last && (last->op == IR_BREAK || last->op == IR_CONTINUE) ? (enum ir_op)last->op : IR_OP_COUNT;
}

static void
add_pred(struct ir_shader *s, struct ir_block *b, struct ir_block *pred)
{
   if (!u_vec_push(&b->preds, pred))
      s->arena.out_of_memory = true;
}

/** Adds `n`'s jumping blocks that belong to the loop around the list as predecessors of `target`. */
static void
collect_jumps(struct ir_shader *s, struct ir_list *list, enum ir_op op, struct ir_block *target)
{
   for (struct ir_node *n = list->first; n; n = n->next) {
      if (n->kind == IR_NODE_BLOCK && jump_at_end(n->block) == op)
         add_pred(s, target, n->block);
      if (n->kind == IR_NODE_IF) {
         collect_jumps(s, &n->then_list, op, target);
         collect_jumps(s, &n->else_list, op, target);
      }
   }
}

static void
fall_through(struct ir_shader *s, struct ir_list *list, struct ir_block *to)
{
   if (list->last && list->last->kind == IR_NODE_BLOCK && jump_at_end(list->last->block) == IR_OP_COUNT)
      add_pred(s, to, list->last->block);
}

static void
cut_list(struct ir_list *l)
{
   for (struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         cut_list(&n->then_list);
         cut_list(&n->else_list);
      } else if (n->kind == IR_NODE_LOOP) {
         cut_list(&n->body);
      } else if (jump_at_end(n->block) != IR_OP_COUNT) {
         n->next = NULL;
         l->last = n;
      }
   }
}

void
ir_cut_unreachable(struct ir_shader *s)
{
   cut_list(&s->body);
}

void
ir_update_preds(struct ir_shader *s)
{
   uint32_t id = 0;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      if (n->kind == IR_NODE_BLOCK) {
         n->block->id = id++;
         n->block->preds.count = 0;
      }
   s->num_blocks = id;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_BLOCK || !n->prev || !n->next)
         continue;
      struct ir_block *before = n->prev->block, *after = n->next->block;
      if (n->kind == IR_NODE_IF) {
         add_pred(s, n->then_list.first->block, before);
         add_pred(s, n->else_list.first->block, before);
         fall_through(s, &n->then_list, after);
         fall_through(s, &n->else_list, after);
      } else {
         struct ir_block *head = n->body.first->block;
         add_pred(s, head, before);
         collect_jumps(s, &n->body, IR_CONTINUE, head);
         fall_through(s, &n->body, head);
         collect_jumps(s, &n->body, IR_BREAK, after);
      }
   }
}
