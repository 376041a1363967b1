/* SPDX-License-Identifier: MIT
 *
 * Checks every rule that the top of ir.h states: shape of the tree, operand counts, modifiers, one definition
 * a value, definitions before uses on every path (dominance), phis against predecessors, indices within their
 * tables.
 */
#include "compiler/ir/core/util.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/** Where a node stands. */
struct place {
   const struct ir_list *list; /* NULL = nowhere */
   uint32_t at;                /* nodes before it in the list */
};

struct check {
   const struct ir_shader *s;
   char *error;
   size_t error_B;
   bool ok;
   bool *defined;                   /* value has a definition somewhere */
   const struct ir_node **def_node; /* block node of a value's definition */
   const struct ir_node **node_of;  /* block node by block id */
   struct place *place;             /* by block id */
   bool *available;                 /* value is defined on every path to here */
   U_VEC(uint32_t) scope;           /* values made available, in order, to be undone when a list ends */
   const struct ir_instr *in;
   unsigned loops;
};

static void __attribute__((format(printf, 2, 3))) fail(struct check *c, const char *fmt, ...)
{
   if (!c->ok)
      return;
   c->ok = false;
   if (!c->error_B)
      return;
   va_list ap;
   va_start(ap, fmt);
   int n = vsnprintf(c->error, c->error_B, fmt, ap);
   va_end(ap);
   if (c->in && n >= 0 && (size_t)n < c->error_B)
      snprintf(c->error + n, c->error_B - (size_t)n, " in %s (%%%" PRIu32 ")", ir_op_infos[c->in->op].name,
               c->in->dst);
}

static void
check_src(struct check *c, const struct ir_src *s, bool allow_mods, bool dominated)
{
   if (s->kind > IR_SRC_IMM)
      fail(c, "operand kind %u", s->kind);
   if ((s->neg || s->abs) && !allow_mods)
      fail(c, "modifier on an operand that is no float");
   if (s->kind != IR_SRC_SSA)
      return;
   if (s->bits >= c->s->num_values || !c->defined[s->bits])
      fail(c, "use of %%%" PRIu32 ", which is never defined", s->bits);
   else if (dominated && !c->available[s->bits])
      fail(c, "%%%" PRIu32 " is not defined on every path to its use", s->bits);
}

static struct place
place_of(const struct check *c, const struct ir_node *n)
{
   /* a block stands before every if and loop */
   const struct ir_node *b = n->kind == IR_NODE_BLOCK ? n : n->prev;
   if (!b || b->kind != IR_NODE_BLOCK || b->block->id >= c->s->num_blocks)
      return (struct place){0};
   struct place p = c->place[b->block->id];
   p.at += b != n;
   return p;
}

/** Block \p n of a walk in program order gets its place. */
static void
note_place(struct check *c, const struct ir_node *n)
{
   struct place *p = &c->place[n->block->id];
   const struct ir_node *up = n->parent;
   if (n->prev) {
      *p = place_of(c, n->prev);
      p->at++;
   } else if (!up) {
      p->list = &c->s->body;
   } else if (up->kind == IR_NODE_LOOP) {
      p->list = &up->body;
   } else {
      p->list = up->then_list.first == n ? &up->then_list : &up->else_list;
   }
}

/** Is the arm around \p n the only way to what stands behind its if? Then it dominates that, too. */
static bool
only_way(const struct check *c, const struct ir_node *n)
{
   const struct ir_node *p = n->parent;
   if (!p || p->kind != IR_NODE_IF)
      return false;
   bool in_then = place_of(c, n).list == &p->then_list;
   return !ir_list_jump(in_then ? &p->then_list : &p->else_list) &&
          ir_list_jump(in_then ? &p->else_list : &p->then_list);
}

/** Does \p d stand in the list of \p p or of a node around it, not behind? An if as \p d: control came out of
 * it, so p is not inside. */
static bool
stands_before(const struct check *c, const struct ir_node *d, const struct ir_node *p)
{
   struct place at_d = place_of(c, d);
   for (; p && at_d.list; p = p->parent) {
      struct place at_p = place_of(c, p);
      if (at_p.list == at_d.list)
         return at_d.at < at_p.at || (at_d.at == at_p.at && d->kind == IR_NODE_BLOCK);
   }
   return false;
}

/** Is what \p d defines available at the end of block \p p? */
static bool
dominates(const struct check *c, const struct ir_node *d, const struct ir_node *p)
{
   while (!stands_before(c, d, p)) {
      if (!only_way(c, d))
         return false;
      d = d->parent;
   }
   return true;
}

static void
check_phi(struct check *c, const struct ir_block *b, const struct ir_instr *in)
{
   if (in->nsrc != b->preds.count) {
      fail(c, "phi with %u sources in a block with %zu predecessors", in->nsrc, b->preds.count);
      return;
   }
   for (unsigned k = 0; k < in->nsrc; k++) {
      const struct ir_src *s = &in->src[k];
      const struct ir_block *p = b->preds.data[k];
      if (p->id >= c->s->num_blocks || !c->node_of[p->id] || c->node_of[p->id]->block != p)
         fail(c, "predecessor that is no block of the shader");
      else if (s->kind == IR_SRC_SSA && s->bits < c->s->num_values && c->def_node[s->bits] &&
               !dominates(c, c->def_node[s->bits], c->node_of[p->id]))
         fail(c, "%%%" PRIu32 " is not defined at the end of predecessor %u", s->bits, k);
   }
}

static void
make_available(struct check *c, const struct ir_instr *in)
{
   for (unsigned i = 0; i < in->ndst; i++) {
      c->available[in->dst + i] = true;
      if (!u_vec_push(&c->scope, in->dst + i))
         fail(c, "out of memory");
   }
}

static bool
tex_ok(const struct ir_instr *in)
{
   const struct ir_tex *t = &in->tex;
   if (t->op >= IR_TEX_OPS || t->target >= IR_TEX_TARGETS || t->sampler > 31 || in->nsrc != ir_tex_sources(t))
      return false;
   const bool fetch = t->op == IR_TEX_FETCH, size = t->op == IR_TEX_SIZE, cube = ir_tex_is_cube(t->target);
   if (fetch && (cube || ir_tex_is_shadow(t->target)))
      return false;
   bool offset = false;
   for (unsigned k = 0; k < 3; k++) {
      if (t->offset[k] < -8 || t->offset[k] > 7)
         return false;
      offset |= t->offset[k] != 0;
   }
   return !offset || !(cube || fetch || size);
}

static void
check_instr(struct check *c, const struct ir_block *b, size_t pos)
{
   const struct ir_instr *in = b->instrs.data[pos];
   c->in = in;
   if (in->op >= IR_OP_COUNT) {
      c->in = NULL;
      fail(c, "opcode %u", in->op);
      return;
   }
   const struct ir_op_info *info = &ir_op_infos[in->op];
   if (info->nsrc >= 0 && in->nsrc != info->nsrc)
      fail(c, "%u sources, %d expected", in->nsrc, info->nsrc);
   if (info->ndst >= 0 && in->ndst != info->ndst)
      fail(c, "%u results, %d expected", in->ndst, info->ndst);
   if (in->ndst > 4)
      fail(c, "%u results", in->ndst);
   if (in->sat && !(info->flags & IR_R))
      fail(c, "saturate on a result that is no float");
   if ((in->op == IR_BREAK || in->op == IR_CONTINUE)) {
      if (pos + 1 != b->instrs.count)
         fail(c, "jump before the end of its block");
      if (!c->loops)
         fail(c, "jump outside of a loop");
   }
   if (in->indirect && (!in->nsrc || (in->op != IR_LOAD_VAR && in->op != IR_STORE_VAR &&
                                      in->op != IR_LOAD_UNIFORM && in->op != IR_LOAD_BLOCK)))
      fail(c, "a dynamic element that the instruction can't have");
   unsigned vals = in->nsrc - (in->indirect && in->nsrc);
   if ((in->op == IR_LOAD_VAR || in->op == IR_LOAD_UNIFORM || in->op == IR_LOAD_BLOCK) && vals)
      fail(c, "%u sources beside the element", vals);
   switch (in->op) {
   case IR_PHI:
      if (pos && b->instrs.data[pos - 1]->op != IR_PHI)
         fail(c, "phi behind another instruction");
      check_phi(c, b, in);
      break;
   case IR_LOAD_VAR:
   case IR_STORE_VAR:
      if (!in->var || in->var->id >= c->s->vars.count || c->s->vars.data[in->var->id] != in->var)
         fail(c, "variable that the shader does not have");
      else if (in->index < 0 || (!in->indirect && (uint32_t)in->index >= in->var->len))
         fail(c, "element %" PRIi32 " of %" PRIu32, in->index, in->var->len);
      else if (in->op == IR_LOAD_VAR && (in->ndst == 0 || in->comp + in->ndst > in->var->ncomp))
         fail(c, "component %u of %u", in->comp + in->ndst, in->var->ncomp);
      else if (in->op == IR_STORE_VAR && (in->writemask >> in->var->ncomp ||
                                          (unsigned)__builtin_popcount(in->writemask) != vals || !vals))
         fail(c, "write mask 0x%x with %u values, variable of %u", in->writemask, vals, in->var->ncomp);
      break;
   case IR_LOAD_UNIFORM:
      if (in->index < 0 || (uint32_t)in->index >= c->s->num_uniform_slots || in->comp + in->ndst > 4 ||
          !in->ndst)
         fail(c, "uniform slot %" PRIi32 " of %" PRIu32, in->index, c->s->num_uniform_slots);
      break;
   case IR_LOAD_BLOCK:
      if (in->buffer < 1 || in->buffer > IR_MAX_BLOCKS || in->index < 0 || in->index > 4095 ||
          in->comp + in->ndst > 4 || !in->ndst)
         fail(c, "slot %" PRIi32 " of constant buffer %u", in->index, in->buffer);
      break;
   case IR_LOAD_INPUT:
      if (in->index < 0 || (size_t)in->index >= c->s->inputs.count || in->comp + in->ndst > 4 || !in->ndst)
         fail(c, "input %" PRIi32, in->index);
      break;
   case IR_STORE_OUTPUT:
      if (in->index < 0 || (size_t)in->index >= c->s->outputs.count || in->comp > 3)
         fail(c, "output %" PRIi32, in->index);
      break;
   case IR_TEX:
      if (!tex_ok(in))
         fail(c, "texture operands");
      break;
   default:
      break;
   }
   for (unsigned i = 0; i < in->nsrc; i++)
      check_src(c, &in->src[i], (info->flags & IR_F) && !(in->op == IR_CSEL && !i), in->op != IR_PHI);
   make_available(c, in);
   c->in = NULL;
}

static void
forget(struct check *c, size_t mark)
{
   while (c->scope.count > mark)
      c->available[c->scope.data[--c->scope.count]] = false;
}

static void
check_list(struct check *c, const struct ir_list *l, const struct ir_node *parent, unsigned depth)
{
   bool want_block = true;
   if (!l->first)
      fail(c, "empty list");
   if (depth > 1000) {
      fail(c, "nesting deeper than 1000");
      return;
   }
   for (const struct ir_node *n = l->first; n && c->ok; n = n->next) {
      if ((n->kind == IR_NODE_BLOCK) != want_block)
         fail(c, "blocks and control flow do not alternate");
      want_block = !want_block;
      if (n->parent != parent || (n->next && n->next->prev != n) || (!n->next && l->last != n))
         fail(c, "broken links of a node");
      if (n->kind == IR_NODE_BLOCK) {
         for (size_t i = 0; i < n->block->instrs.count && c->ok; i++)
            check_instr(c, n->block, i);
         continue;
      }
      size_t mark = c->scope.count;
      if (n->kind == IR_NODE_IF) {
         check_src(c, &n->cond, false, true);
         /* the arm that ends in a jump first: what the other one defines stays, it is the only way on */
         bool then_last = !ir_list_jump(&n->then_list) && ir_list_jump(&n->else_list);
         bool else_stays = ir_list_jump(&n->then_list) && !ir_list_jump(&n->else_list);
         check_list(c, then_last ? &n->else_list : &n->then_list, n, depth + 1);
         forget(c, mark);
         check_list(c, then_last ? &n->then_list : &n->else_list, n, depth + 1);
         if (then_last || else_stays)
            continue;
      } else {
         c->loops++;
         check_list(c, &n->body, n, depth + 1);
         c->loops--;
         /* what the body defines may be used behind the loop only through phis; a definition before the first
          * break dominates the exit too, but nothing relies on that */
      }
      forget(c, mark);
   }
   if (want_block)
      fail(c, "list that does not end in a block");
}

/** Each instruction defines the value of its number from earlier ones, with the CPU's operations alone. */
static void
check_preamble(struct check *c)
{
   const struct ir_preamble *p = &c->s->preamble;
   if (p->num_results && (p->num_instrs > IR_PREAMBLE_INSTRS || p->num_results > IR_PREAMBLE_RESULTS ||
                          p->first_slot + (p->num_results + 3) / 4 > c->s->num_uniform_slots))
      fail(c, "a preamble of %" PRIu32 " instructions, results from slot %" PRIu32, p->num_instrs,
           p->first_slot);
   for (uint32_t i = 0; i < p->num_instrs && c->ok; i++) {
      const struct ir_instr *in = p->instrs[i];
      bool load = in->op == IR_LOAD_UNIFORM && !in->indirect && in->nsrc == 0 && in->comp < 4 &&
                  in->index >= 0 && (uint32_t)in->index < p->first_slot;
      bool alu = ir_can_eval((enum ir_op)in->op) && in->nsrc == ir_op_infos[in->op].nsrc;
      if (in->ndst != 1 || in->dst != i || !(load || alu))
         fail(c, "instruction %" PRIu32 " of the preamble", i);
      for (unsigned k = 0; k < in->nsrc && c->ok; k++)
         if (in->src[k].kind == IR_SRC_SSA && in->src[k].bits >= i)
            fail(c, "operand %u of instruction %" PRIu32 " of the preamble", k, i);
   }
   for (uint32_t k = 0; k < p->num_results; k++)
      if (p->results[k] >= p->num_instrs)
         fail(c, "result %" PRIu32 " of the preamble", k);
}

/** What is captured exists, and its output says so. */
static void
check_captured(struct check *c)
{
   const struct ir_shader *s = c->s;
   for (size_t i = 0; i < s->captured.count && c->ok; i++) {
      const struct ir_captured *x = &s->captured.data[i];
      if (s->stage != IR_VERTEX || x->output >= s->outputs.count || !x->ncomp || x->comp + x->ncomp > 4 ||
          x->buffer > 3 || !s->outputs.data[x->output].captured)
         fail(c, "capture %zu", i);
   }
}

/** Inputs and outputs name different things, and things that there are. */
static void
check_interface(struct check *c)
{
   const struct ir_shader *s = c->s;
   for (unsigned dir = 0; dir < 2; dir++) {
      const struct ir_io *io = dir ? s->outputs.data : s->inputs.data;
      size_t n = dir ? s->outputs.count : s->inputs.count;
      unsigned max = s->stage == IR_VERTEX && !dir ? 16 : 256;
      for (size_t i = 0; i < n && c->ok; i++) {
         if (io[i].sem_index >= max)
            fail(c, "%s %zu has number %u", dir ? "output" : "input", i, io[i].sem_index);
         for (size_t k = 0; k < i; k++)
            if (io[k].semantic == io[i].semantic && io[k].sem_index == io[i].sem_index)
               fail(c, "%ss %zu and %zu are the same", dir ? "output" : "input", k, i);
      }
   }
}

bool
ir_validate(const struct ir_shader *s, char *error, size_t error_B)
{
   struct check c = {.s = s, .error = error, .error_B = error_B, .ok = true};
   if (s->arena.out_of_memory) {
      fail(&c, "out of memory");
      return false;
   }
   check_interface(&c);
   check_captured(&c);
   c.defined = calloc(s->num_values + 1, 1);
   c.available = calloc(s->num_values + 1, 1);
   c.def_node = calloc(s->num_values + 1, sizeof *c.def_node);
   c.node_of = calloc(s->num_blocks + 1, sizeof *c.node_of);
   c.place = calloc(s->num_blocks + 1, sizeof *c.place);
   if (!c.defined || !c.available || !c.def_node || !c.node_of || !c.place)
      fail(&c, "out of memory");
   struct ir_shader *mut = (struct ir_shader *)s; /* the walker does not change anything */
   for (struct ir_node *n = ir_first_node(mut); n && c.ok; n = ir_next_node(n)) {
      if (n->kind != IR_NODE_BLOCK)
         continue;
      if (n->block->id < s->num_blocks) {
         c.node_of[n->block->id] = n;
         note_place(&c, n);
      }
      for (size_t i = 0; i < n->block->instrs.count && c.ok; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         for (unsigned d = 0; d < in->ndst && c.ok; d++) {
            if (in->dst >= s->num_values || in->ndst > s->num_values - in->dst)
               fail(&c, "value number %" PRIu32 " of %" PRIu32, in->dst, s->num_values);
            else if (c.defined[in->dst + d])
               fail(&c, "%%%" PRIu32 " is defined twice", in->dst + d);
            else {
               c.defined[in->dst + d] = true;
               c.def_node[in->dst + d] = n;
            }
         }
      }
   }
   if (c.ok)
      check_preamble(&c);
   if (c.ok)
      check_list(&c, &s->body, NULL, 0);
   free(c.defined);
   free(c.def_node);
   free(c.node_of);
   free(c.place);
   free(c.available);
   u_vec_fini(&c.scope);
   return c.ok;
}
