/* SPDX-License-Identifier: MIT
 *
 * Parts of a program with loops or branches, and which values keep their places while a loop runs.
 */
#include "compiler/r300/flow.h"

#include <assert.h>
#include <string.h>

/* ---- what loops and branches carry ---- */

static void
group_list(struct r300_ctx *c, const struct r300_list *l)
{
   struct r300_group *g = NULL;
   for (uint32_t i = 0; i < l->n; i++) {
      struct r300_value *v = &c->values[l->at[i]];
      if (v->group != R300_NONE)
         continue;
      if (!g || g->n == 4)
         g = r300_group_new(c);
      g->copied[g->n] = R300_NONE;
      g->member[g->n++] = l->at[i];
      v->group = c->num_groups - 1;
   }
}

void
r300_group_carried(struct r300_ctx *c)
{
   for (uint32_t id = 0; id < c->num_loops; id++)
      group_list(c, &c->loops[id].carried);
   for (uint32_t id = 0; id < c->num_branches; id++)
      group_list(c, &c->branches[id].carried);
}

static void
keep(struct r300_ctx *c, struct r300_loop *l, uint32_t value)
{
   r300_list_add(c, &l->live, value);
   c->values[value].uses++;
}

/** A value that is read in a loop and made in front of it keeps its place to the loop's end. */
static void
keep_read(struct r300_ctx *c, uint32_t id, const uint32_t *at, uint32_t begin, uint8_t *kept, uint32_t value)
{
   if (value == R300_NONE || kept[value])
      return;
   const struct r300_value *v = &c->values[value];
   if (v->def == R300_NONE ? v->file == R300_FILE_CONST : at[v->def] > begin)
      return;
   kept[value] = 1;
   keep(c, &c->loops[id], value);
}

static void
keep_all(struct r300_ctx *c, uint32_t id, const uint32_t *at, uint32_t loop)
{
   struct r300_loop *l = &c->loops[id];
   uint8_t *kept = u_arena_array(&c->arena, uint8_t, c->num_values + 1);
   memset(kept, 0, c->num_values + 1);
   for (uint32_t k = 0; k < l->carried.n; k++) {
      kept[l->carried.at[k]] = 1;
      keep(c, l, l->carried.at[k]);
   }
   uint32_t i = loop;
   while (c->ops[i].code != R300_OP_ENDLOOP || c->ops[i].slot != id) {
      const struct r300_op *op = &c->ops[i];
      for (unsigned k = 0; k < op->nsrc; k++)
         keep_read(c, id, at, at[loop], kept, op->src[k].value);
      keep_read(c, id, at, at[loop], kept, op->rel);
      i = op->next;
   }
}

/* ---- parts ---- */

void
r300_cut_parts(struct r300_ctx *c)
{
   uint32_t n = 0, *at = u_arena_array(&c->arena, uint32_t, c->num_ops + 1);
   for (uint32_t i = c->first; i != R300_NONE && c->num_loops; i = c->ops[i].next)
      at[i] = n++;
   for (uint32_t i = c->first; i != R300_NONE && c->num_loops; i = c->ops[i].next)
      if (c->ops[i].code == R300_OP_LOOP)
         keep_all(c, c->ops[i].slot, at, i);
   c->rest = c->first;
   c->first = R300_NONE;
}

bool
r300_next_part(struct r300_ctx *c)
{
   assert(c->first == R300_NONE);
   uint32_t *link = &c->rest;
   c->last = c->fence = R300_NONE;
   c->quad_left = c->kil_left = 0;
   while (*link != R300_NONE && !r300_is_fence(c->ops[*link].code)) {
      const struct r300_op *op = &c->ops[*link];
      c->quad_left += op->code == R300_OP_TEX || r300_is_derivative(op->code);
      c->kil_left += op->code == R300_OP_KIL;
      c->last = *link;
      link = &c->ops[*link].next;
   }
   if (c->rest == R300_NONE)
      return false;
   c->fence = *link;
   *link = R300_NONE;
   c->first = c->rest;
   c->rest = c->fence == R300_NONE ? R300_NONE : c->ops[c->fence].next;
   c->address = R300_NONE;
   if (c->by_height)
      r300_sort_by_height(c);
   return true;
}

const struct r300_op *
r300_end_part(struct r300_ctx *c)
{
   if (c->fence == R300_NONE)
      return NULL;
   const struct r300_op *op = &c->ops[c->fence];
   r300_release(c, op);
   if (op->code == R300_OP_ELSE) { /* the second arm makes them anew */
      const struct r300_branch *b = &c->branches[op->slot];
      for (uint32_t i = 0; i < b->carried.n; i++)
         c->values[b->carried.at[i]].defined = false;
   }
   if (op->code == R300_OP_ENDLOOP) {
      const struct r300_loop *l = &c->loops[op->slot];
      for (uint32_t i = 0; i < l->live.n; i++)
         r300_release_value(c, l->live.at[i]);
   }
   return op;
}
