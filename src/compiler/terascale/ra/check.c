/* SPDX-License-Identifier: MIT
 *
 * Pre- and postconditions of register allocation, checked apart from what it does: from ranges and numbers
 * alone, not from its tables.
 */
#include "compiler/terascale/ra/ra.h"

#include <assert.h>

#include "util/u_math.h"

#ifndef NDEBUG

/** One stretch of one value in one component. */
struct stay {
   int place; /* component of a vec (before), or of a GPR (after) */
   int start, end;
};

typedef U_VEC(struct stay) stays;

static int
compare_stays(const void *pa, const void *pb)
{
   const struct stay *a = pa, *b = pb;
   if (a->place != b->place)
      return a->place < b->place ? -1 : 1;
   return a->start < b->start ? -1 : a->start > b->start;
}

/** False when memory is out: then nothing is checked. */
static bool
add_stays(stays *all, int place, const vliw_ranges *r)
{
   for (size_t i = 0; i < r->count; i++)
      if (!u_vec_push(all, ((struct stay){place, r->data[i].start, r->data[i].end})))
         return false;
   return true;
}

static void
assert_disjoint(stays *all)
{
   if (all->count)
      qsort(all->data, all->count, sizeof *all->data, compare_stays);
   for (size_t i = 1; i < all->count; i++)
      assert(all->data[i].place != all->data[i - 1].place || all->data[i].start > all->data[i - 1].end);
}

static void
assert_ordered(const vliw_ranges *r)
{
   for (size_t i = 0; i < r->count; i++) {
      assert(r->data[i].start <= r->data[i].end);
      assert(!i || r->data[i - 1].end < r->data[i].start);
   }
}

void
vliw_alloc_check_before(const struct vliw_ctx *c)
{
   stays all = {0};
   bool complete = true;
   for (uint32_t i = 0; i < c->regs.count; i++) {
      const struct vliw_reg *r = &c->regs.data[i];
      if (r->parent != i || !vliw_needs_gpr(r))
         continue;
      assert(r->chan >= -1 && r->chan < 4);
      assert(r->gpr < 0 || r->chan >= 0);
      assert(r->vec == VLIW_NONE || r->vec < c->num_vecs);
      assert_ordered(&r->ranges);
      if (r->vec != VLIW_NONE)
         complete = complete && add_stays(&all, (int)r->vec * 4 + MAX2(r->chan, 0), &r->ranges);
   }
   if (complete)
      assert_disjoint(&all);
   u_vec_fini(&all);
}

void
vliw_alloc_check_after(const struct vliw_ctx *c)
{
   stays all = {0};
   bool complete = true;
   int16_t *gpr_of_vec = malloc((c->num_vecs + 1) * sizeof *gpr_of_vec);
   for (uint32_t v = 0; gpr_of_vec && v < c->num_vecs; v++)
      gpr_of_vec[v] = -1;
   for (uint32_t i = 0; i < c->regs.count; i++) {
      const struct vliw_reg *r = &c->regs.data[i];
      if (r->parent != i || !vliw_needs_gpr(r))
         continue;
      assert(r->gpr >= 0 && r->gpr < c->out->num_gprs);
      assert(r->chan >= 0 && r->chan < 4);
      complete = complete && add_stays(&all, r->gpr * 4 + r->chan, &r->ranges);
      if (gpr_of_vec && r->vec != VLIW_NONE) {
         assert(gpr_of_vec[r->vec] < 0 || gpr_of_vec[r->vec] == r->gpr);
         gpr_of_vec[r->vec] = r->gpr;
      }
   }
   for (size_t i = 0; i < c->arrays.count; i++) {
      const struct vliw_array *a = &c->arrays.data[i];
      if (!a->ranges.count)
         continue;
      assert(a->gpr >= 0 && a->gpr + (int)a->len <= c->out->num_gprs);
      for (int e = 0; e < (int)a->len; e++)
         for (int k = 0; k < a->ncomp; k++)
            complete = complete && add_stays(&all, (a->gpr + e) * 4 + k, &a->ranges);
   }
   assert(c->out->num_gprs <= MAX2((int)c->t.max_gprs, c->reserved_gprs) || c->out->num_gprs == 1);
   if (complete)
      assert_disjoint(&all);
   free(gpr_of_vec);
   u_vec_fini(&all);
}

#else

void
vliw_alloc_check_before(const struct vliw_ctx *c)
{
   (void)c;
}

void
vliw_alloc_check_after(const struct vliw_ctx *c)
{
   (void)c;
}

#endif
