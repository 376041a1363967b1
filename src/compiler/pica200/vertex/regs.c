/* SPDX-License-Identifier: MIT
 *
 * Which components of the temporaries hold what, while operations are issued in order; and the parts that they are issued in.
 */
#include "compiler/pica200/vertex/code.h"

#include <assert.h>
#include <string.h>

/* ---- registers ---- */

void
pica_vs_no_temps(struct vs_ctx *c)
{
   c->short_of_temps = true;
   pica_vs_fail(c, "the vertex shader needs more than %u temporaries; the chip has room for %u", c->num_regs,
                VS_TEMPS);
}

void
pica_vs_regs_init(struct vs_ctx *c)
{
   c->num_regs = c->measure ? VS_MEASURED_TEMPS : VS_TEMPS;
   c->reg_used = u_arena_array(&c->arena, uint8_t, VS_MEASURED_TEMPS);
   pica_vs_count_uses(c);
}

uint32_t
pica_vs_find_reg(const struct vs_ctx *c, unsigned n)
{
   uint32_t best = VS_NONE;
   unsigned least = 5;
   for (uint32_t r = 0; r < c->num_regs; r++) {
      const unsigned free = (unsigned)__builtin_popcount(~(unsigned)c->reg_used[r] & 15);
      if (free >= n && free < least) {
         best = r;
         least = free;
      }
   }
   return best;
}

void
pica_vs_place(struct vs_ctx *c, uint32_t value, uint32_t reg, unsigned comp)
{
   struct vs_value *v = &c->values[value];
   assert(!v->placed && reg < c->num_regs && comp < 4 && !(c->reg_used[reg] >> comp & 1));
   v->file = VS_FILE_TEMP;
   v->index = (uint16_t)reg;
   v->comp = (uint8_t)comp;
   v->placed = true;
   c->reg_used[reg] |= (uint8_t)(1u << comp);
   if (reg >= c->max_reg)
      c->max_reg = reg + 1;
}

void
pica_vs_reserve_group(struct vs_ctx *c, uint32_t value)
{
   if (value == VS_NONE || c->values[value].group == VS_NONE)
      return;
   struct vs_group *g = &c->groups[c->values[value].group];
   if (g->reserved)
      return;
   unsigned n = 0;
   for (unsigned k = 0; k < g->n; k++) /* without those that went away */
      if (c->values[g->member[k]].uses)
         g->member[n++] = g->member[k];
   g->n = (uint8_t)n;
   const uint32_t reg = pica_vs_find_reg(c, n);
   if (reg == VS_NONE)
      pica_vs_no_temps(c);
   unsigned comp = 0;
   for (unsigned k = 0; k < g->n; k++) {
      while (c->reg_used[reg] >> comp & 1)
         comp++;
      pica_vs_place(c, g->member[k], reg, comp);
   }
   g->reserved = true;
}

void
pica_vs_release_value(struct vs_ctx *c, uint32_t value)
{
   struct vs_value *v = &c->values[value];
   assert(v->uses && v->placed);
   if (!--v->uses && v->file == VS_FILE_TEMP)
      c->reg_used[v->index] &= (uint8_t) ~(1u << v->comp);
   if (v->rel != VS_NONE)
      pica_vs_release_value(c, v->rel);
}

void
pica_vs_release(struct vs_ctx *c, const struct vs_op *op)
{
   for (unsigned k = 0; k < op->nsrc; k++)
      if (op->src[k].value != VS_NONE)
         pica_vs_release_value(c, op->src[k].value);
}

/* ---- what loops read ---- */

static void
keep(struct vs_ctx *c, struct vs_loop *l, uint32_t value)
{
   if (l->num_live == l->max_live) {
      const uint32_t max = l->max_live ? 2 * l->max_live : 16;
      uint32_t *p = u_arena_array(&c->arena, uint32_t, max);
      if (l->num_live)
         memcpy(p, l->live, l->num_live * sizeof *p);
      l->live = p;
      l->max_live = max;
   }
   l->live[l->num_live++] = value;
   c->values[value].uses++;
}

/** A value that is read in a loop and made in front of it keeps its place to the loop's end. */
static void
keep_read(struct vs_ctx *c, struct vs_loop *l, uint32_t begin, uint8_t *kept, uint32_t value)
{
   if (value == VS_NONE)
      return;
   const struct vs_value *v = &c->values[value];
   if (v->rel != VS_NONE)
      keep_read(c, l, begin, kept, v->rel);
   if (kept[value] || v->def == VS_NONE || c->ops[v->def].seq > begin)
      return;
   kept[value] = 1;
   keep(c, l, value);
}

static void
keep_all(struct vs_ctx *c, uint32_t loop)
{
   const uint32_t id = c->ops[loop].loop, begin = c->ops[loop].seq;
   uint8_t *kept = u_arena_array(&c->arena, uint8_t, c->num_values + 1);
   memset(kept, 0, c->num_values + 1);
   for (uint32_t i = c->ops[loop].next; c->ops[i].code != VS_OP_ENDLOOP || c->ops[i].loop != id;
        i = c->ops[i].next)
      for (unsigned k = 0; k < c->ops[i].nsrc; k++)
         keep_read(c, &c->loops[id], begin, kept, c->ops[i].src[k].value);
}

/* ---- parts ---- */

void
pica_vs_cut_parts(struct vs_ctx *c)
{
   uint32_t n = 0;
   for (uint32_t i = c->first; i != VS_NONE; i = c->ops[i].next)
      c->ops[i].seq = n++;
   for (uint32_t i = c->first; i != VS_NONE; i = c->ops[i].next)
      if (c->ops[i].code == VS_OP_LOOP)
         keep_all(c, i);
   c->rest = c->first;
   c->first = VS_NONE;
}

/** What has the longest way to the end first; else in order of the program. */
static void
sort_by_height(struct vs_ctx *c)
{
   uint32_t n = 0, *order = u_arena_array(&c->arena, uint32_t, c->num_ops + 1),
            *height = u_arena_array(&c->arena, uint32_t, c->num_ops + 1), highest = 0;
   for (uint32_t i = c->first; i != VS_NONE; i = c->ops[i].next) {
      order[n++] = i;
      height[i] = 0;
   }
   for (uint32_t k = n; k-- > 0;) {
      const struct vs_op *op = &c->ops[order[k]];
      const uint32_t h = height[order[k]];
      for (unsigned s = 0; s < op->nsrc; s++) {
         const uint32_t v = op->src[s].value, def = v == VS_NONE ? VS_NONE : c->values[v].def;
         if (def != VS_NONE && height[def] <= h)
            height[def] = h + 1;
      }
      highest = h > highest ? h : highest;
   }
   /* one list a height, each in order of the program */
   uint32_t *first = u_arena_array(&c->arena, uint32_t, highest + 1);
   for (uint32_t h = 0; h <= highest; h++)
      first[h] = VS_NONE;
   for (uint32_t k = n; k-- > 0;) {
      c->ops[order[k]].next = first[height[order[k]]];
      first[height[order[k]]] = order[k];
   }
   uint32_t *link = &c->first;
   for (uint32_t h = highest + 1; h-- > 0;) {
      *link = first[h];
      while (*link != VS_NONE) {
         c->last = *link;
         link = &c->ops[*link].next;
      }
   }
}

bool
pica_vs_next_part(struct vs_ctx *c)
{
   assert(c->first == VS_NONE);
   uint32_t *link = &c->rest;
   c->last = c->fence = VS_NONE;
   while (*link != VS_NONE && !pica_vs_is_fence(c->ops[*link].code)) {
      c->last = *link;
      link = &c->ops[*link].next;
   }
   if (c->rest == VS_NONE)
      return false;
   c->fence = *link;
   *link = VS_NONE;
   c->first = c->rest;
   c->rest = c->fence == VS_NONE ? VS_NONE : c->ops[c->fence].next;
   c->address[0] = c->address[1] = VS_NONE;
   if (c->by_height && c->first != VS_NONE)
      sort_by_height(c);
   return true;
}
