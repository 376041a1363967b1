/* SPDX-License-Identifier: MIT
 *
 * GPR allocation. Channels are final; what is left is to give every vec and every lone register the lowest
 * GPR whose channels are free over its live ranges. Units are taken in order of their first position, so this
 * is interval colouring with holes; pinned inputs and arrays come first. No spilling here: see
 * ra/spill.c.
 */
#include "compiler/terascale/ra/ra.h"

#include <assert.h>

#include "util/u_debug.h"
#include "util/u_math.h"

struct unit {
   int start;
   uint32_t first; /* in members[] */
   uint32_t count;
   int16_t gpr;
};

struct ra {
   struct vliw_ctx *c;
   int top; /* highest GPR taken, -1 = none */
   U_VEC(uint32_t) members;
   U_VEC(struct unit) units;
   vliw_ranges used[128][4]; /* up to `top`; shaders take few, so the others are not even cleared */
};

static void
occupy(struct ra *a, int gpr, int chan, const vliw_ranges *r)
{
   assert(gpr >= 0 && gpr < (int)ARRAY_SIZE(a->used) && chan >= 0 && chan < 4);
   while (a->top < gpr)
      memset(a->used[++a->top], 0, sizeof a->used[0]);
   if (!vliw_ranges_merge(&a->used[gpr][chan], r))
      vliw_out_of_memory(a->c);
}

static bool
fits(struct ra *a, const struct unit *u, int gpr)
{
   struct vliw_ctx *c = a->c;
   if (gpr > a->top)
      return true;
   for (uint32_t i = 0; i < u->count; i++) {
      const struct vliw_reg *r = &c->regs.data[a->members.data[u->first + i]];
      if (vliw_ranges_overlap(&a->used[gpr][r->chan], &r->ranges))
         return false;
   }
   return true;
}

static void
give(struct ra *a, const struct unit *u, int gpr)
{
   struct vliw_ctx *c = a->c;
   for (uint32_t i = 0; i < u->count; i++) {
      struct vliw_reg *r = &c->regs.data[a->members.data[u->first + i]];
      r->gpr = (int16_t)gpr;
      occupy(a, gpr, r->chan, &r->ranges);
   }
}

static int
by_start(const void *pa, const void *pb)
{
   const struct unit *a = pa, *b = pb;
   if ((a->gpr >= 0) != (b->gpr >= 0))
      return a->gpr >= 0 ? -1 : 1;
   if (a->start != b->start)
      return a->start < b->start ? -1 : 1;
   return a->first < b->first ? -1 : a->first > b->first;
}

static void
add_unit(struct ra *a, uint32_t first)
{
   struct vliw_ctx *c = a->c;
   struct unit u = {
      .start = INT32_MAX, .first = first, .count = (uint32_t)a->members.count - first, .gpr = -1};
   for (uint32_t i = 0; i < u.count; i++) {
      const struct vliw_reg *r = &c->regs.data[a->members.data[first + i]];
      assert(vliw_needs_gpr(r) && r->chan >= 0);
      u.start = MIN2(u.start, r->ranges.data[0].start);
      if (r->gpr >= 0)
         u.gpr = r->gpr;
   }
   if (u.count && !u_vec_push(&a->units, u))
      vliw_out_of_memory(c);
}

static void
collect(struct ra *a)
{
   struct vliw_ctx *c = a->c;
   U_VEC(uint32_t) *by_vec = calloc(c->num_vecs + 1, sizeof *by_vec);
   if (!by_vec) {
      vliw_out_of_memory(c);
      return;
   }
   bool ok = true;
   for (uint32_t i = 0; i < c->regs.count; i++) {
      struct vliw_reg *r = &c->regs.data[i];
      if (r->parent != i || !vliw_needs_gpr(r))
         continue;
      if (r->chan < 0)
         r->chan = 0;
      if (r->vec != VLIW_NONE) {
         ok = ok && u_vec_push(&by_vec[r->vec], i);
         continue;
      }
      uint32_t first = (uint32_t)a->members.count;
      ok = ok && u_vec_push(&a->members, i);
      add_unit(a, first);
   }
   for (uint32_t v = 0; v < c->num_vecs; v++) {
      uint32_t first = (uint32_t)a->members.count;
      for (size_t k = 0; k < by_vec[v].count; k++)
         ok = ok && u_vec_push(&a->members, by_vec[v].data[k]);
      add_unit(a, first);
      u_vec_fini(&by_vec[v]);
   }
   free(by_vec);
   if (!ok)
      vliw_out_of_memory(c);
}

static void
place_arrays(struct ra *a)
{
   struct vliw_ctx *c = a->c;
   for (size_t i = 0; i < c->arrays.count; i++) {
      struct vliw_array *arr = &c->arrays.data[i];
      if (!arr->ranges.count)
         continue;
      for (int g = 0; g + (int)arr->len <= (int)c->t.max_gprs && arr->gpr < 0; g++) {
         bool ok = true;
         for (uint32_t e = 0; e < arr->len && ok; e++)
            for (unsigned k = 0; k < arr->ncomp && ok; k++)
               ok = g + (int)e > a->top || !vliw_ranges_overlap(&a->used[g + (int)e][k], &arr->ranges);
         if (ok)
            arr->gpr = (int16_t)g;
      }
      if (arr->gpr < 0) {
         vliw_fail(c, "an array of %u elements that is indexed dynamically does not fit into registers",
                   arr->len);
         return;
      }
      for (uint32_t e = 0; e < arr->len; e++)
         for (unsigned k = 0; k < arr->ncomp; k++)
            occupy(a, arr->gpr + (int)e, (int)k, &arr->ranges);
   }
}

void
vliw_alloc(struct vliw_ctx *c)
{
   struct ra a;
   memset(&a, 0, offsetof(struct ra, used));
   a.c = c;
   a.top = -1;
   vliw_alloc_check_before(c);
   collect(&a);
   if (!c->failed && a.units.count)
      qsort(a.units.data, a.units.count, sizeof *a.units.data, by_start);
   size_t i = 0;
   for (; i < a.units.count && a.units.data[i].gpr >= 0 && !c->failed; i++) {
      if (!fits(&a, &a.units.data[i], a.units.data[i].gpr))
         vliw_fail(c, "internal: two values are pinned to one register");
      else
         give(&a, &a.units.data[i], a.units.data[i].gpr);
   }
   if (!c->failed)
      place_arrays(&a);
   for (; i < a.units.count && !c->failed; i++) {
      int g = 0;
      int max = (int)c->t.max_gprs;
      while (g < max && !fits(&a, &a.units.data[i], g))
         g++;
      if (g == max)
         vliw_fail(c, "the shader needs more than %d vector registers", max);
      else
         give(&a, &a.units.data[i], g);
   }
   assert(a.top < 128);
   c->out->num_gprs = (uint8_t)MAX2(MAX2(a.top + 1, c->reserved_gprs), 1);
   if (!c->failed) { /* else the tables may lack something */
      vliw_alloc_check_after(c);
      if (u_debug(U_DEBUG_RA))
         vliw_alloc_draw(c);
   }
   for (int g = 0; g <= a.top; g++)
      for (unsigned k = 0; k < 4; k++)
         u_vec_fini(&a.used[g][k]);
   u_vec_fini(&a.members);
   u_vec_fini(&a.units);
}
