/* SPDX-License-Identifier: MIT
 *
 * Variables -> values and phis, for every variable that is only accessed with constant element numbers. Each
 * (element, component) is a slot of its own.
 *
 * The tree is walked once in program order with the current value of every slot in `cur`. An undo log says
 * which slots an if or loop changed, so that only those are merged: the cost is linear in instructions plus
 * phis, not slots times branches. Loop headers get a phi for each slot that the body stores to; dead ones are
 * left to ir_opt_dead_code. Values that leave a loop always pass through a phi behind it (see ir.h).
 *
 * A slot that is read before it is written is undefined; GLSL allows any value.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NO_SLOT UINT32_MAX

struct change {
   uint32_t slot;
   struct ir_src old;
};

/** Values that leave along one edge, for the slots of a loop. */
struct edge {
   struct ir_src *values;
};

struct loop {
   struct loop *outer;
   uint32_t *slots; /* stored to in the body */
   size_t num_slots;
   U_VEC(struct edge) breaks, continues; /* in program order */
};

struct lower {
   struct ir_shader *s;
   uint32_t *first_slot;   /* per variable, NO_SLOT = stays a variable */
   struct ir_src *cur;     /* per slot */
   struct ir_src *replace; /* per old value; kind IR_SRC_SSA and bits == itself when unchanged */
   uint32_t num_old_values;
   U_VEC(struct change) log;
   uint32_t *stamp;           /* per slot: serial of the arm that last listed it */
   uint32_t serial;           /* grows by 2, so that serial - 1 means "of no arm" */
   struct ir_src *else_value; /* per slot, scratch of lower_if */
   struct loop *loop;
   bool oom, progress;
};

static void
set(struct lower *l, uint32_t slot, struct ir_src v)
{
   struct change c = {slot, l->cur[slot]};
   if (!u_vec_push(&l->log, c))
      l->oom = true;
   l->cur[slot] = v;
}

static void
rewrite(struct lower *l, struct ir_src *s)
{
   if (s->kind != IR_SRC_SSA || s->bits >= l->num_old_values)
      return;
   struct ir_src r = l->replace[s->bits];
   r.neg = s->neg;
   r.abs = s->abs;
   *s = r;
}

static struct ir_instr *
phi_at_start(struct lower *l, struct ir_block *b, unsigned nsrc, size_t at)
{
   struct ir_instr *phi = ir_instr_create(l->s, IR_PHI, nsrc, 1);
   if (!phi || !u_vec_push(&b->instrs, phi)) {
      l->oom = true;
      return NULL;
   }
   memmove(b->instrs.data + at + 1, b->instrs.data + at, (b->instrs.count - 1 - at) * sizeof *b->instrs.data);
   b->instrs.data[at] = phi;
   return phi;
}

static void
leave_loop(struct lower *l, bool is_break)
{
   struct loop *lp = l->loop;
   if (!lp)
      return;
   struct edge e = {u_arena_array(&l->s->arena, struct ir_src, lp->num_slots + 1)};
   if (!e.values) {
      l->oom = true;
      return;
   }
   for (size_t i = 0; i < lp->num_slots; i++)
      e.values[i] = l->cur[lp->slots[i]];
   if (!(is_break ? u_vec_push(&lp->breaks, e) : u_vec_push(&lp->continues, e)))
      l->oom = true;
}

static bool
ends_in_jump(const struct ir_list *list)
{
   const struct ir_block *b = list->last->block;
   const struct ir_instr *in = b->instrs.count ? b->instrs.data[b->instrs.count - 1] : NULL;
   return in && (in->op == IR_BREAK || in->op == IR_CONTINUE);
}

static void
lower_block(struct lower *l, struct ir_block *b)
{
   size_t n = 0;
   for (size_t i = 0; i < b->instrs.count && !l->oom; i++) {
      struct ir_instr *in = b->instrs.data[i];
      for (unsigned k = 0; k < in->nsrc; k++)
         rewrite(l, &in->src[k]);
      uint32_t first = in->var ? l->first_slot[in->var->id] : NO_SLOT;
      assert(first == NO_SLOT || (in->index >= 0 && (uint32_t)in->index < in->var->len));
      if (in->op == IR_LOAD_VAR && first != NO_SLOT) {
         l->progress = true;
         for (unsigned k = 0; k < in->ndst; k++)
            l->replace[in->dst + k] = l->cur[first + (uint32_t)in->index * in->var->ncomp + in->comp + k];
         continue;
      }
      if (in->op == IR_STORE_VAR && first != NO_SLOT) {
         l->progress = true;
         unsigned k = 0;
         for (unsigned c = 0; c < in->var->ncomp; c++)
            if (in->writemask & 1u << c) {
               struct ir_src v = in->src[k++];
               assert(!v.neg && !v.abs);
               set(l, first + (uint32_t)in->index * in->var->ncomp + c, v);
            }
         continue;
      }
      b->instrs.data[n++] = in;
      if (in->op == IR_BREAK || in->op == IR_CONTINUE)
         leave_loop(l, in->op == IR_BREAK);
   }
   b->instrs.count = n;
}

static void lower_list(struct lower *l, struct ir_list *list);

/** What an arm did to one slot. */
struct delta {
   uint32_t slot;
   struct ir_src before, after;
};

/** Takes back what the log holds from \p mark on and lists it, each slot once. */
static size_t
undo(struct lower *l, size_t mark, struct delta **out)
{
   assert(mark <= l->log.count);
   size_t n = 0, total = l->log.count - mark;
   *out = malloc((total + 1) * sizeof **out);
   if (!*out) {
      l->oom = true;
      return 0;
   }
   l->serial += 2;
   for (size_t i = mark; i < l->log.count; i++) {
      const struct change *c = &l->log.data[i];
      if (l->stamp[c->slot] == l->serial)
         continue;
      l->stamp[c->slot] = l->serial;
      (*out)[n++] = (struct delta){c->slot, c->old, l->cur[c->slot]};
   }
   for (size_t i = 0; i < n; i++)
      l->cur[(*out)[i].slot] = (*out)[i].before;
   l->log.count = mark;
   return n;
}

/** Phi sources carry no modifiers; stored values never do either, because STORE_VAR takes none. */
static void
merge_slot(struct lower *l, struct ir_block *after, uint32_t slot, struct ir_src a, struct ir_src b)
{
   assert(!a.neg && !a.abs && !b.neg && !b.abs);
   if (ir_src_equal(&a, &b)) {
      if (!ir_src_equal(&a, &l->cur[slot]))
         set(l, slot, a);
      return;
   }
   struct ir_instr *phi = phi_at_start(l, after, 2, 0);
   if (!phi)
      return;
   phi->src[0] = a;
   phi->src[1] = b;
   set(l, slot, ir_ssa(phi->dst));
}

static void
lower_if(struct lower *l, struct ir_node *n)
{
   struct delta *t = NULL, *e = NULL;
   rewrite(l, &n->cond);
   size_t mark = l->log.count;
   lower_list(l, &n->then_list);
   bool then_jumps = ends_in_jump(&n->then_list);
   size_t nt = undo(l, mark, &t);
   lower_list(l, &n->else_list);
   bool else_jumps = ends_in_jump(&n->else_list);
   if ((then_jumps && !else_jumps) || l->oom) { /* behind the if stands what the else-arm left */
      free(t);
      return;
   }
   size_t ne = undo(l, mark, &e);
   if (then_jumps) {
      /* nothing reaches what stands behind: any value will do, and those from before the if are at hand */
   } else if (else_jumps) {
      for (size_t i = 0; i < nt && !l->oom; i++)
         set(l, t[i].slot, t[i].after);
   } else if (!l->oom) { /* the stamps of the else-arm are still fresh */
      struct ir_block *after = n->next->block;
      uint32_t in_else = l->serial;
      for (size_t i = 0; i < ne; i++)
         l->else_value[e[i].slot] = e[i].after;
      for (size_t i = 0; i < nt && !l->oom; i++) {
         bool both = l->stamp[t[i].slot] == in_else;
         merge_slot(l, after, t[i].slot, t[i].after, both ? l->else_value[t[i].slot] : t[i].before);
         l->stamp[t[i].slot] = in_else - 1;
      }
      for (size_t i = 0; i < ne && !l->oom; i++)
         if (l->stamp[e[i].slot] == in_else)
            merge_slot(l, after, e[i].slot, e[i].before, e[i].after);
   }
   free(t);
   free(e);
}

static void
collect_slots(struct lower *l, struct ir_list *list, bool *seen, struct loop *lp, uint32_t max)
{
   for (struct ir_node *n = list->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         collect_slots(l, &n->then_list, seen, lp, max);
         collect_slots(l, &n->else_list, seen, lp, max);
      } else if (n->kind == IR_NODE_LOOP) {
         collect_slots(l, &n->body, seen, lp, max);
      } else {
         for (size_t i = 0; i < n->block->instrs.count; i++) {
            const struct ir_instr *in = n->block->instrs.data[i];
            if (in->op != IR_STORE_VAR || l->first_slot[in->var->id] == NO_SLOT)
               continue;
            for (unsigned c = 0; c < in->var->ncomp; c++) {
               uint32_t slot = l->first_slot[in->var->id] + (uint32_t)in->index * in->var->ncomp + c;
               if ((in->writemask & 1u << c) && !seen[slot]) {
                  assert(lp->num_slots < max);
                  seen[slot] = true;
                  lp->slots[lp->num_slots++] = slot;
               }
            }
         }
      }
   }
}

static void
lower_loop(struct lower *l, struct ir_node *n, uint32_t num_slots)
{
   struct loop lp = {.outer = l->loop};
   bool *seen = calloc(num_slots + 1, 1);
   lp.slots = malloc((num_slots + 1) * sizeof *lp.slots);
   struct ir_instr **head_phi = NULL;
   if (!seen || !lp.slots) {
      l->oom = true;
      goto out;
   }
   collect_slots(l, &n->body, seen, &lp, num_slots);
   head_phi = calloc(lp.num_slots + 1, sizeof *head_phi);
   struct ir_src *before = u_arena_array(&l->s->arena, struct ir_src, lp.num_slots + 1);
   if (!head_phi || !before) {
      l->oom = true;
      goto out;
   }
   struct ir_block *head = n->body.first->block;
   for (size_t i = 0; i < lp.num_slots && !l->oom; i++) {
      before[i] = l->cur[lp.slots[i]];
      head_phi[i] = phi_at_start(l, head, 0, i);
      if (head_phi[i])
         set(l, lp.slots[i], ir_ssa(head_phi[i]->dst));
   }
   l->loop = &lp;
   lower_list(l, &n->body);
   if (!l->oom && !ends_in_jump(&n->body))
      leave_loop(l, false); /* the end of the body is the last continue */
   l->loop = lp.outer;
   for (size_t i = 0; i < lp.num_slots && !l->oom; i++) {
      struct ir_instr *phi = head_phi[i];
      phi->nsrc = (uint16_t)(1 + lp.continues.count);
      phi->src = u_arena_array(&l->s->arena, struct ir_src, phi->nsrc);
      if (!phi->src) {
         l->oom = true;
         break;
      }
      phi->src[0] = before[i];
      for (size_t k = 0; k < lp.continues.count; k++)
         phi->src[1 + k] = lp.continues.data[k].values[i];
   }
   struct ir_block *after = n->next->block;
   for (size_t i = 0; i < lp.num_slots && !l->oom; i++) {
      if (!lp.breaks.count) { /* never left: what follows is unreachable */
         set(l, lp.slots[i], ir_undef());
         continue;
      }
      struct ir_instr *phi = phi_at_start(l, after, (unsigned)lp.breaks.count, i);
      if (!phi)
         break;
      for (size_t k = 0; k < lp.breaks.count; k++)
         phi->src[k] = lp.breaks.data[k].values[i];
      set(l, lp.slots[i], ir_ssa(phi->dst));
   }
out:
   free(seen);
   free(head_phi);
   free(lp.slots);
   u_vec_fini(&lp.breaks);
   u_vec_fini(&lp.continues);
}

static uint32_t total_slots(const struct lower *l);

static void
lower_list(struct lower *l, struct ir_list *list)
{
   for (struct ir_node *n = list->first; n && !l->oom; n = n->next) {
      if (n->kind == IR_NODE_BLOCK)
         lower_block(l, n->block);
      else if (n->kind == IR_NODE_IF)
         lower_if(l, n);
      else
         lower_loop(l, n, total_slots(l));
   }
}

static uint32_t
total_slots(const struct lower *l)
{
   uint32_t n = 0;
   for (size_t i = 0; i < l->s->vars.count; i++)
      if (l->first_slot[i] != NO_SLOT)
         n += l->s->vars.data[i]->len * l->s->vars.data[i]->ncomp;
   return n;
}

bool
ir_lower_vars_to_ssa(struct ir_shader *s)
{
   struct lower l = {.s = s, .num_old_values = s->num_values};
   l.first_slot = calloc(s->vars.count + 1, sizeof *l.first_slot);
   l.replace = calloc(s->num_values + 1, sizeof *l.replace);
   if (!l.first_slot || !l.replace)
      goto oom;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if ((in->op == IR_LOAD_VAR || in->op == IR_STORE_VAR) && in->indirect)
            l.first_slot[in->var->id] = NO_SLOT;
      }
   uint32_t slots = 0;
   for (size_t i = 0; i < s->vars.count; i++)
      if (l.first_slot[i] != NO_SLOT) {
         l.first_slot[i] = slots;
         slots += s->vars.data[i]->len * s->vars.data[i]->ncomp;
      }
   l.cur = calloc(slots + 1, sizeof *l.cur); /* all zero = IR_SRC_UNDEF */
   l.stamp = calloc(slots + 1, sizeof *l.stamp);
   l.else_value = calloc(slots + 1, sizeof *l.else_value);
   if (!l.cur || !l.stamp || !l.else_value)
      goto oom;
   for (uint32_t v = 0; v < l.num_old_values; v++)
      l.replace[v] = ir_ssa(v);
   lower_list(&l, &s->body);
   if (l.oom)
      goto oom;
   /* phis that stood before may name values further on */
   ir_replace_values(s, l.replace, l.num_old_values);
   ir_update_preds(s);
   goto out;
oom:
   s->arena.out_of_memory = true;
out:
   free(l.first_slot);
   free(l.cur);
   free(l.stamp);
   free(l.else_value);
   free(l.replace);
   u_vec_fini(&l.log);
   return l.progress;
}
