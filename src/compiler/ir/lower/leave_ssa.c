/* SPDX-License-Identifier: MIT
 *
 * The way back from SSA form, for passes that move blocks about: afterwards there is no phi, and no value is
 * used outside of the block that defines it (a condition belongs to the block before its if). What crossed
 * blocks goes through variables, one each; ir_lower_vars_to_ssa makes values of them again.
 *
 * A phi has two variables: one that the ends of the predecessors store to, one that its readers load. So the
 * phis of a block may read each other without a rule for their order.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct leave {
   struct ir_shader *s;
   struct ir_defs d;
   uint32_t num;        /* values at the start */
   struct ir_var **var; /* per value: where readers in other blocks find it; NULL = none needed so far */
   struct ir_var **in;  /* per phi: where predecessors store it */
   uint32_t *loaded;    /* per value: the load of it in the present block ... */
   uint32_t *loaded_in; /* ... if this is 1 + the present block's number */
   U_VEC(struct ir_instr *) out;
   bool oom;
};

static void
emit(struct leave *l, struct ir_instr *in)
{
   if (!in || !u_vec_push(&l->out, in))
      l->oom = true;
}

static struct ir_var *
var_of(struct leave *l, struct ir_var **v)
{
   if (!*v)
      *v = ir_var_create(l->s, "crossing", 1, 1);
   if (!*v)
      l->oom = true;
   return *v;
}

static struct ir_instr *
store_new(struct leave *l, struct ir_var *v, struct ir_src value)
{
   assert(v || l->oom);
   struct ir_instr *in = ir_instr_create(l->s, IR_STORE_VAR, 1, 0);
   if (!in)
      return NULL;
   in->var = v;
   in->writemask = 1;
   in->src[0] = value;
   return in;
}

/** Makes an operand readable in block \p b; a load is appended to what is being written. */
static void
use(struct leave *l, const struct ir_block *b, struct ir_src *s)
{
   if (s->kind != IR_SRC_SSA || s->bits >= l->num)
      return;
   uint32_t v = s->bits;
   if (!l->d.node[v]) {
      *s = ir_undef();
      return;
   }
   if (l->d.node[v]->block == b && l->d.instr[v]->op != IR_PHI)
      return;
   if (l->loaded_in[v] != b->id + 1) {
      assert(l->var[v] || l->oom); /* mark_all has seen this use */
      struct ir_var *var = var_of(l, &l->var[v]);
      struct ir_instr *load = l->oom ? NULL : ir_instr_create(l->s, IR_LOAD_VAR, 0, 1);
      if (!load) {
         l->oom = true;
         return;
      }
      load->var = var;
      l->loaded[v] = load->dst;
      l->loaded_in[v] = b->id + 1;
      emit(l, load);
   }
   s->bits = l->loaded[v];
}

/** Which values are read in another block: they need a variable before their definition is rewritten. */
static void
mark(struct leave *l, const struct ir_block *b, const struct ir_src *s)
{
   if (s->kind == IR_SRC_SSA && s->bits < l->num && l->d.node[s->bits] &&
       (l->d.node[s->bits]->block != b || l->d.instr[s->bits]->op == IR_PHI))
      var_of(l, &l->var[s->bits]);
}

static void
mark_all(struct leave *l)
{
   for (struct ir_node *n = ir_first_node(l->s); n && !l->oom; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF)
         mark(l, n->prev->block, &n->cond);
      if (n->kind != IR_NODE_BLOCK)
         continue;
      for (size_t i = 0; i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         bool phi = in->op == IR_PHI;
         for (unsigned k = 0; k < in->nsrc && (!phi || k < n->block->preds.count); k++)
            mark(l, phi ? n->block->preds.data[k] : n->block, &in->src[k]);
         if (phi)
            var_of(l, &l->in[in->dst]);
      }
   }
}

static void
rewrite_block(struct leave *l, struct ir_node *n)
{
   struct ir_block *b = n->block;
   size_t i = 0, count = b->instrs.count;
   l->out.count = 0;
   for (; i < count && b->instrs.data[i]->op == IR_PHI && !l->oom; i++) {
      uint32_t v = b->instrs.data[i]->dst;
      struct ir_instr *load = ir_instr_create(l->s, IR_LOAD_VAR, 0, 1);
      if (!load) {
         l->oom = true;
         return;
      }
      assert(l->in[v]);
      load->var = l->in[v];
      emit(l, load);
      if (l->var[v])
         emit(l, store_new(l, l->var[v], ir_ssa(load->dst)));
      l->loaded[v] = load->dst;
      l->loaded_in[v] = b->id + 1;
   }
   for (; i < count && !ir_is_jump(b->instrs.data[i]) && !l->oom; i++) {
      struct ir_instr *in = b->instrs.data[i];
      for (unsigned k = 0; k < in->nsrc; k++)
         use(l, b, &in->src[k]);
      emit(l, in);
      for (unsigned k = 0; k < in->ndst; k++)
         if (l->var[in->dst + k])
            emit(l, store_new(l, l->var[in->dst + k], ir_ssa(in->dst + k)));
   }
   if (n->next && n->next->kind == IR_NODE_IF)
      use(l, b, &n->next->cond);
   if (i < count) /* stays last: what phis need is put before it */
      emit(l, b->instrs.data[i]);
   if (l->oom || !u_vec_reserve(&b->instrs, l->out.count)) {
      l->oom = true;
      return;
   }
   if (l->out.count)
      memcpy(b->instrs.data, l->out.data, l->out.count * sizeof *l->out.data);
   b->instrs.count = l->out.count;
}

/** One source of a phi: stored at the end of the predecessor. */
struct edge {
   struct ir_block *from;
   struct ir_var *to;
   struct ir_src value;
};

typedef U_VEC(struct edge) edges;

static void
collect_edges(struct leave *l, edges *e)
{
   for (struct ir_node *n = ir_first_node(l->s); n && !l->oom; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *phi = n->block->instrs.data[i];
         if (phi->op != IR_PHI)
            break;
         for (unsigned k = 0; k < phi->nsrc && k < n->block->preds.count; k++) {
            struct edge edge = {n->block->preds.data[k], l->in[phi->dst], phi->src[k]};
            if (phi->src[k].kind != IR_SRC_UNDEF && !u_vec_push(e, edge))
               l->oom = true;
         }
      }
}

static int
by_block(const void *pa, const void *pb)
{
   const struct edge *a = pa, *b = pb;
   if (a->from->id != b->from->id)
      return a->from->id < b->from->id ? -1 : 1;
   return a->to->id < b->to->id ? -1 : a->to->id > b->to->id;
}

static void
store_edges(struct leave *l, edges *e)
{
   if (e->count)
      qsort(e->data, e->count, sizeof *e->data, by_block);
   for (size_t i = 0; i < e->count && !l->oom;) {
      struct ir_block *b = e->data[i].from;
      struct ir_instr *jump = NULL;
      if (b->instrs.count && ir_is_jump(b->instrs.data[b->instrs.count - 1]))
         jump = b->instrs.data[--b->instrs.count];
      l->out.count = 0;
      for (; i < e->count && e->data[i].from == b && !l->oom; i++) {
         struct ir_src v = e->data[i].value;
         use(l, b, &v);
         emit(l, store_new(l, e->data[i].to, v));
      }
      if (jump)
         emit(l, jump);
      for (size_t k = 0; k < l->out.count && !l->oom; k++)
         if (!u_vec_push(&b->instrs, l->out.data[k]))
            l->oom = true;
   }
}

bool
ir_leave_ssa(struct ir_shader *s)
{
   ir_update_preds(s);
   struct leave l = {.s = s, .num = s->num_values};
   edges e = {0};
   if (!ir_defs_init(&l.d, s))
      return false;
   l.var = calloc(l.num + 1, sizeof *l.var);
   l.in = calloc(l.num + 1, sizeof *l.in);
   l.loaded = calloc(l.num + 1, sizeof *l.loaded);
   l.loaded_in = calloc(l.num + 1, sizeof *l.loaded_in);
   l.oom = !l.var || !l.in || !l.loaded || !l.loaded_in;
   if (!l.oom)
      mark_all(&l);
   collect_edges(&l, &e);
   for (struct ir_node *n = ir_first_node(s); n && !l.oom; n = ir_next_node(n))
      if (n->kind == IR_NODE_BLOCK)
         rewrite_block(&l, n);
   if (!l.oom) {
      memset(l.loaded_in, 0,
             (l.num + 1) * sizeof *l.loaded_in); /* loads in a block may stand behind others */
      store_edges(&l, &e);
   }
   if (l.oom)
      s->arena.out_of_memory = true;
   free(l.var);
   free(l.in);
   free(l.loaded);
   free(l.loaded_in);
   u_vec_fini(&l.out);
   u_vec_fini(&e);
   ir_defs_fini(&l.d);
   return !l.oom;
}
