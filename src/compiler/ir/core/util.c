/* SPDX-License-Identifier: MIT
 *
 * Helpers of the passes (core/util.h).
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct ir_node *
ir_loop_of(const struct ir_node *n)
{
   for (n = n->parent; n && n->kind != IR_NODE_LOOP;)
      n = n->parent;
   return n;
}

bool
ir_loop_contains(const struct ir_node *outer, const struct ir_node *inner)
{
   if (!outer)
      return true;
   for (; inner; inner = ir_loop_of(inner))
      if (inner == outer)
         return true;
   return false;
}

bool
ir_defs_init(struct ir_defs *d, struct ir_shader *s)
{
   d->num = s->num_values;
   d->instr = calloc(d->num + 1, sizeof *d->instr);
   d->node = calloc(d->num + 1, sizeof *d->node);
   d->loop = calloc(d->num + 1, sizeof *d->loop);
   if (!d->instr || !d->node || !d->loop) {
      ir_defs_fini(d);
      s->arena.out_of_memory = true;
      return false;
   }
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind != IR_NODE_BLOCK)
         continue;
      const struct ir_node *loop = ir_loop_of(n);
      for (size_t i = 0; i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         for (unsigned k = 0; k < in->ndst; k++) {
            assert(in->dst + k < d->num && (s->arena.out_of_memory || !d->instr[in->dst + k])); /* SSA */
            d->instr[in->dst + k] = in;
            d->node[in->dst + k] = n;
            d->loop[in->dst + k] = loop;
         }
      }
   }
   return true;
}

void
ir_defs_fini(struct ir_defs *d)
{
   free(d->instr);
   free(d->node);
   free(d->loop);
   *d = (struct ir_defs){0};
}

static void
replace(struct ir_src *s, const struct ir_src *map, uint32_t num_map)
{
   /* a chain can't be longer than the number of values; the bound only matters for broken maps */
   for (uint32_t guard = 0; s->kind == IR_SRC_SSA && s->bits < num_map && guard < num_map; guard++) {
      struct ir_src r = map[s->bits];
      if (r.kind == IR_SRC_SSA && r.bits == s->bits)
         return;
      if (s->abs) {
         r.abs = true;
         r.neg = s->neg;
      } else {
         r.neg = r.neg != s->neg;
      }
      *s = r;
   }
}

void
ir_replace_values(struct ir_shader *s, struct ir_src *map, uint32_t num_map)
{
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF)
         replace(&n->cond, map, num_map);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         for (unsigned k = 0; k < in->nsrc; k++)
            replace(&in->src[k], map, num_map);
      }
   }
}

void
ir_block_remove(struct ir_block *b, size_t at)
{
   assert(at < b->instrs.count);
   memmove(b->instrs.data + at, b->instrs.data + at + 1, (b->instrs.count - 1 - at) * sizeof *b->instrs.data);
   b->instrs.count--;
}

bool
ir_block_insert(struct ir_block *b, size_t at, struct ir_instr *in)
{
   assert(at <= b->instrs.count);
   if (!in || !u_vec_push(&b->instrs, in))
      return false;
   memmove(b->instrs.data + at + 1, b->instrs.data + at, (b->instrs.count - 1 - at) * sizeof *b->instrs.data);
   b->instrs.data[at] = in;
   return true;
}

struct ir_list *
ir_list_of(struct ir_shader *s, struct ir_node *n)
{
   struct ir_node *p = n->parent;
   if (!p)
      return &s->body;
   if (p->kind == IR_NODE_LOOP)
      return &p->body;
   struct ir_node *first = n;
   while (first->prev)
      first = first->prev;
   assert(p->then_list.first == first || p->else_list.first == first);
   return p->then_list.first == first ? &p->then_list : &p->else_list;
}

static bool
append_block(struct ir_block *to, struct ir_block *from)
{
   if (!u_vec_reserve(&to->instrs, to->instrs.count + from->instrs.count))
      return false;
   if (from->instrs.count)
      memcpy(to->instrs.data + to->instrs.count, from->instrs.data,
             from->instrs.count * sizeof *from->instrs.data);
   to->instrs.count += from->instrs.count;
   from->instrs.count = 0;
   return true;
}

bool
ir_splice_list(struct ir_shader *s, struct ir_list *list, struct ir_node *n, struct ir_list *from)
{
   struct ir_node *before = n->prev, *after = n->next;
   assert(n->kind != IR_NODE_BLOCK && before->kind == IR_NODE_BLOCK && after->kind == IR_NODE_BLOCK);
   assert(from->first->kind == IR_NODE_BLOCK && from->last->kind == IR_NODE_BLOCK);
   assert(s->arena.out_of_memory || !after->block->instrs.count ||
          after->block->instrs.data[0]->op != IR_PHI);
   if (!append_block(before->block, from->first->block))
      goto oom;
   if (from->first == from->last) {
      if (!append_block(before->block, after->block))
         goto oom;
      before->next = after->next;
      if (after->next)
         after->next->prev = before;
      else
         list->last = before;
      return true;
   }
   if (!append_block(from->last->block, after->block))
      goto oom;
   struct ir_node *second = from->first->next;
   for (struct ir_node *i = second; i; i = i->next)
      i->parent = n->parent;
   before->next = second;
   second->prev = before;
   from->last->next = after->next;
   if (after->next)
      after->next->prev = from->last;
   else
      list->last = from->last;
   return true;
oom:
   s->arena.out_of_memory = true;
   return false;
}

bool
ir_rewrite_instrs(struct ir_shader *s, bool (*rewrite)(struct ir_builder *, struct ir_instr *, void *),
                  void *data)
{
   bool progress = false;
   for (struct ir_node *n = ir_first_node(s); n && !s->arena.out_of_memory; n = ir_next_node(n)) {
      if (n->kind != IR_NODE_BLOCK)
         continue;
      struct ir_block *b = n->block;
      struct ir_builder at = {.shader = s, .parent = n->parent, .cur = b};
      struct ir_instr **old = b->instrs.data;
      size_t count = b->instrs.count;
      memset(&b->instrs, 0, sizeof b->instrs);
      for (size_t i = 0; i < count; i++) {
         at.line = old[i]->line;
         progress |= rewrite(&at, old[i], data);
         if (!u_vec_push(&b->instrs, old[i]))
            s->arena.out_of_memory = true;
      }
      free(old);
   }
   return progress;
}

void
ir_make_mov(struct ir_instr *in, struct ir_src v)
{
   assert(in->nsrc && in->ndst == 1);
   in->op = IR_MOV;
   in->nsrc = 1;
   in->src[0] = v;
}

bool
ir_set_op(struct ir_shader *s, struct ir_instr *in, enum ir_op op, unsigned n, const struct ir_src *src)
{
   assert(ir_op_infos[op].nsrc == (int)n && ir_op_infos[op].ndst == in->ndst);
   struct ir_src *a = u_arena_array(&s->arena, struct ir_src, n);
   if (!a)
      return false;
   memcpy(a, src, n * sizeof *a);
   in->op = (uint8_t)op;
   in->nsrc = (uint16_t)n;
   in->src = a;
   return true;
}

/* ---- cloning ---- */

struct ir_node *
ir_node_new(struct ir_shader *s, struct ir_list *list, struct ir_node *parent, enum ir_node_kind kind)
{
   struct ir_node *n = u_arena_new(&s->arena, struct ir_node);
   struct ir_block *b = kind == IR_NODE_BLOCK ? u_arena_new(&s->arena, struct ir_block) : NULL;
   if (!n || (kind == IR_NODE_BLOCK && !b))
      return NULL;
   n->kind = (uint8_t)kind;
   n->parent = parent;
   n->block = b;
   if (b) {
      b->id = s->num_blocks++;
      b->all_next = s->all_blocks;
      s->all_blocks = b;
   }
   n->prev = list->last;
   if (list->last)
      list->last->next = n;
   else
      list->first = n;
   list->last = n;
   return n;
}

static struct ir_src
mapped(struct ir_src s, const struct ir_src *map, uint32_t num_map)
{
   if (s.kind != IR_SRC_SSA || s.bits >= num_map)
      return s;
   struct ir_src r = map[s.bits];
   if (s.abs) {
      r.abs = true;
      r.neg = s.neg;
   } else {
      r.neg = r.neg != s.neg;
   }
   return r;
}

static struct ir_instr *
clone_instr(struct ir_shader *s, const struct ir_instr *in, struct ir_src *map, uint32_t num_map)
{
   struct ir_instr *c = ir_instr_create(s, (enum ir_op)in->op, in->nsrc, in->ndst);
   if (!c)
      return NULL;
   uint32_t dst = c->dst;
   struct ir_src *src = c->src;
   *c = *in;
   c->dst = dst;
   c->src = src;
   for (unsigned i = 0; i < in->ndst; i++)
      if (in->dst + i < num_map)
         map[in->dst + i] = ir_ssa(dst + i);
   return c;
}

bool
ir_clone_list(struct ir_shader *s, const struct ir_list *src, struct ir_list *dst, struct ir_node *dst_parent,
              struct ir_src *map, uint32_t num_map)
{
   for (const struct ir_node *n = src->first; n; n = n->next) {
      struct ir_node *c = ir_node_new(s, dst, dst_parent, (enum ir_node_kind)n->kind);
      if (!c)
         return false;
      switch ((enum ir_node_kind)n->kind) {
      case IR_NODE_BLOCK:
         for (size_t i = 0; i < n->block->instrs.count; i++) {
            const struct ir_instr *in = n->block->instrs.data[i];
            struct ir_instr *k = clone_instr(s, in, map, num_map);
            if (!k || !u_vec_push(&c->block->instrs, k))
               return false;
            for (unsigned j = 0; j < in->nsrc; j++)
               k->src[j] = mapped(in->src[j], map, num_map);
         }
         break;
      case IR_NODE_IF:
         c->cond = mapped(n->cond, map, num_map);
         if (!ir_clone_list(s, &n->then_list, &c->then_list, c, map, num_map) ||
             !ir_clone_list(s, &n->else_list, &c->else_list, c, map, num_map))
            return false;
         break;
      case IR_NODE_LOOP: {
         c->rounds = n->rounds;
         if (!ir_clone_list(s, &n->body, &c->body, c, map, num_map))
            return false;
         /* header phis name values of the body, which were not cloned yet when the phi was */
         const struct ir_block *ob = n->body.first->block;
         struct ir_block *nb = c->body.first->block;
         for (size_t i = 0; i < ob->instrs.count && ob->instrs.data[i]->op == IR_PHI; i++)
            for (unsigned j = 0; j < ob->instrs.data[i]->nsrc; j++)
               nb->instrs.data[i]->src[j] = mapped(ob->instrs.data[i]->src[j], map, num_map);
         break;
      }
      }
   }
   return true;
}

/** Values of a preamble have their own numbers: nothing is mapped. */
static bool
clone_preamble(struct ir_shader *c, const struct ir_preamble *from)
{
   struct ir_preamble p = *from;
   assert(p.num_instrs <= IR_PREAMBLE_INSTRS && p.num_results <= IR_PREAMBLE_RESULTS);
   p.instrs = u_arena_array(&c->arena, struct ir_instr *, p.num_instrs + 1);
   p.results = u_arena_array(&c->arena, uint32_t, p.num_results + 1);
   if (!p.instrs || !p.results)
      return false;
   for (uint32_t i = 0; i < p.num_instrs; i++) {
      struct ir_instr *in = u_arena_new(&c->arena, struct ir_instr);
      struct ir_src *src = u_arena_array(&c->arena, struct ir_src, from->instrs[i]->nsrc + 1u);
      if (!in || !src)
         return false;
      *in = *from->instrs[i];
      in->src = src;
      for (unsigned k = 0; k < in->nsrc; k++)
         src[k] = from->instrs[i]->src[k];
      p.instrs[i] = in;
   }
   for (uint32_t k = 0; k < p.num_results; k++)
      p.results[k] = from->results[k];
   c->preamble = p;
   return true;
}

struct ir_shader *
ir_shader_clone(const struct ir_shader *s)
{
   struct ir_shader *c = ir_shader_create((enum ir_stage)s->stage);
   struct ir_src *map = malloc((s->num_values + 1) * sizeof *map);
   if (!c || !map)
      goto fail;
   c->target = s->target;
   c->float_ints = s->float_ints;
   c->float_bools = s->float_bools;
   c->guessed_rounds = s->guessed_rounds;
   c->refused = s->refused ? u_arena_strdup(&c->arena, s->refused) : NULL;
   c->num_uniform_slots = s->num_uniform_slots;
   c->samplers_used = s->samplers_used;
   c->uses_discard = s->uses_discard;
   c->writes_depth = s->writes_depth;
   c->invariant = s->invariant;
   c->cull_distances = s->cull_distances;
   c->fb_fetch_coherent = s->fb_fetch_coherent;
   c->blend_support = s->blend_support;
   c->uses_derivatives = s->uses_derivatives;
   c->cache_id[0] = s->cache_id[0];
   c->cache_id[1] = s->cache_id[1];
   for (size_t i = 0; i < s->inputs.count; i++) {
      struct ir_io io = s->inputs.data[i];
      io.name = u_arena_strdup(&c->arena, io.name ? io.name : "");
      if (!u_vec_push(&c->inputs, io))
         goto fail;
   }
   for (size_t i = 0; i < s->outputs.count; i++) {
      struct ir_io io = s->outputs.data[i];
      io.name = u_arena_strdup(&c->arena, io.name ? io.name : "");
      if (!u_vec_push(&c->outputs, io))
         goto fail;
   }
   for (size_t i = 0; i < s->captured.count; i++)
      if (!u_vec_push(&c->captured, s->captured.data[i]))
         goto fail;
   for (size_t i = 0; i < s->int_uniforms.count; i++)
      if (!u_vec_push(&c->int_uniforms, s->int_uniforms.data[i]))
         goto fail;
   for (size_t i = 0; i < s->vars.count; i++) {
      const struct ir_var *v = s->vars.data[i];
      struct ir_var *copy = ir_var_create(c, v->name, v->len, v->ncomp);
      if (!copy)
         goto fail;
      copy->scratch = v->scratch;
   }
   for (uint32_t i = 0; i < s->num_values; i++)
      map[i] = ir_ssa(i);
   if (!ir_clone_list(c, &s->body, &c->body, NULL, map, s->num_values) || c->arena.out_of_memory)
      goto fail;
   if (s->preamble.num_results && !clone_preamble(c, &s->preamble))
      goto fail;
   for (struct ir_node *n = ir_first_node(c); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         if (n->block->instrs.data[i]->var)
            n->block->instrs.data[i]->var = c->vars.data[n->block->instrs.data[i]->var->id];
   ir_update_preds(c);
   free(map);
   return c;
fail:
   free(map);
   ir_shader_destroy(c);
   return NULL;
}
