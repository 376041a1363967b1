/* SPDX-License-Identifier: MIT
 *
 * Selection: which values helper pixels need. These pixels of a quad lie outside of the primitive; they run along so
 * that there are derivatives, but a fetch may leave them out unless FETCH_WHOLE_QUAD is set (R6xx/R7xx registers,
 * SQ_TEX_WORD0; AMD's R700-family instruction set manual, 6.3). So whatever a derivative depends on, by data or by a
 * branch that chooses it, has to be fetched for them, too.
 */
#include "compiler/terascale/isel/isel.h"

struct quads {
   struct vliw_isel *s;
   bool *vars; /* by variable: a load of it is needed */
   bool again; /* something was found that may concern code already looked at */
};

static void
need(struct quads *q, const struct ir_src *src)
{
   if (src->kind != IR_SRC_SSA || q->s->helped[src->bits])
      return;
   q->s->helped[src->bits] = true;
   q->again = true;
}

static bool
is_needed(const struct quads *q, const struct ir_instr *in)
{
   if (in->op == IR_STORE_VAR)
      return q->vars[in->var->id];
   for (unsigned k = 0; k < in->ndst; k++)
      if (q->s->helped[in->dst + k])
         return true;
   return false;
}

/* How many of its first sources it takes derivatives of. */
static unsigned
derives(const struct ir_instr *in)
{
   if (in->op == IR_FDDX || in->op == IR_FDDY)
      return 1;
   const bool implicit = in->op == IR_TEX && (in->tex.op == IR_TEX_SAMPLE || in->tex.op == IR_TEX_BIAS);
   if (!implicit)
      return 0;
   return in->tex.target == IR_TEX_2D_SHADOW ? 2 : ir_tex_coords(&in->tex);
}

/* Backwards, so that straight code needs one look. True: there is something that quads run for. */
static bool
look_at_block(struct quads *q, const struct ir_block *b)
{
   bool found = false;
   for (size_t i = b->instrs.count; i-- > 0;) {
      const struct ir_instr *in = b->instrs.data[i];
      const unsigned derived = derives(in);
      const bool needed = is_needed(q, in);
      for (unsigned k = 0; k < (needed ? in->nsrc : derived); k++)
         need(q, &in->src[k]);
      if (needed && in->op == IR_LOAD_VAR && !q->vars[in->var->id])
         q->vars[in->var->id] = q->again = true;
      if (needed && in->op == IR_LOAD_INPUT)
         q->s->helped_inputs[in->index] = true;
      found |= needed || derived;
   }
   return found;
}

static bool
has_needed_phi(const struct quads *q, const struct ir_block *b)
{
   for (size_t i = 0; i < b->instrs.count && b->instrs.data[i]->op == IR_PHI; i++)
      if (is_needed(q, b->instrs.data[i]))
         return true;
   return false;
}

/* What decides how often a loop runs, for which pixel: any of its branches may. */
static void
need_conditions(struct quads *q, const struct ir_list *l)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         need(q, &n->cond);
         need_conditions(q, &n->then_list);
         need_conditions(q, &n->else_list);
      } else if (n->kind == IR_NODE_LOOP) {
         need_conditions(q, &n->body);
      }
   }
}

static bool
look(struct quads *q, const struct ir_list *l)
{
   bool found = false;
   for (const struct ir_node *n = l->last; n; n = n->prev) {
      if (n->kind == IR_NODE_BLOCK) {
         found |= look_at_block(q, n->block);
         continue;
      }
      bool inside = n->next && has_needed_phi(q, n->next->block);
      if (n->kind == IR_NODE_IF) {
         inside |= look(q, &n->then_list);
         inside |= look(q, &n->else_list);
         if (inside)
            need(q, &n->cond);
      } else {
         inside |= look(q, &n->body);
         if (inside)
            need_conditions(q, &n->body);
      }
      found |= inside;
   }
   return found;
}

void
vliw_isel_quads(struct vliw_isel *s)
{
   struct u_arena *arena = &s->c->arena;
   struct quads q = {.s = s, .again = s->ir->stage == IR_FRAGMENT};
   s->helped = u_arena_array(arena, bool, s->ir->num_values + 1);
   s->helped_inputs = u_arena_array(arena, bool, s->ir->inputs.count + 1);
   q.vars = u_arena_array(arena, bool, s->ir->vars.count + 1);
   while (q.again) {
      q.again = false;
      look(&q, &s->ir->body);
   }
}

bool
vliw_isel_is_helped(const struct vliw_isel *s, const struct ir_instr *in)
{
   for (unsigned k = 0; k < in->ndst; k++)
      if (s->helped[in->dst + k])
         return true;
   return false;
}
