/* SPDX-License-Identifier: MIT
 *
 * VGT: vertex reuse in lists of triangles whose indices lie close together, as those of nearly all meshes do. Which
 * vertices there are is found for a whole batch at once, in the order of their indices, without a search for each. Where
 * few can be unused, all from the least to the greatest one are shaded. What vertices a batch has and in which order they
 * are shaded shows in no picture; a shader that could be stopped, or whose vertices are
 * streamed out, runs for those of the draw alone.
 */
#include <assert.h>
#include <string.h>

#include "emulator/raster/prim.h"
#include "emulator/terascale/vgt/vgt.h"
#include "util/u_math.h"

/* Marks the indices of a list and returns how many different ones it has. */
static uint32_t
mark_used(uint8_t *has, uint32_t range, const uint32_t *index, uint32_t n, uint32_t to_first)
{
   const uint32_t words = DIV_ROUND_UP(range, 8u);
   uint32_t distinct = 0;
   memset(has, 0, (size_t)words * 8);
   for (uint32_t i = 0; i < n; i++)
      has[index[i] + to_first] = 1;
   for (uint32_t w = 0; w < words; w++) {
      uint64_t bytes;
      memcpy(&bytes, has + (size_t)w * 8, 8);
      distinct += (uint32_t)(bytes * UINT64_C(0x0101010101010101) >> 56);
   }
   return distinct;
}

bool
vgt_list_fits(struct vgt *vgt, const struct front_draw *d, const uint32_t *index, uint32_t n,
              struct vgt_list *list)
{
   uint32_t lo, hi;
   assert(n && n % 3 == 0 && n / 3 <= VGT_BATCH_PRIMS);
   list->distinct = 0;
   vgt->kernels->find_range(index, n, d->index_offset, &lo, &hi);
   if (lo < d->min_index || hi > d->max_index || hi - lo >= VGT_LIST_RANGE)
      return false;
   list->first = lo;
   list->range = hi - lo + 1;
   const bool all_used = d->idx == FRONT_IDX_AUTO; /* as models without indices are drawn */
   list->whole = list->range <= VGT_BATCH_VERTS && (all_used || (vgt->ranges && list->range <= n / 3));
   if (list->whole || all_used) {
      list->distinct = list->range;
      return list->whole;
   }
   list->distinct = mark_used(vgt->list_has, list->range, index, n, d->index_offset - lo);
   return list->distinct <= VGT_BATCH_VERTS;
}

/* Triangles of a list differ in their slots alone: what they share, and each of them in one store. */
static inline uint64_t
shared_part(unsigned provoking)
{
   const struct vgt_prim p = {.kind = RASTER_PRIM_TRIANGLE, .provoking = provoking & 15, .edges = 7};
   uint64_t all;
   _Static_assert(sizeof p == sizeof all, "a primitive is one word");
   memcpy(&all, &p, sizeof all);
   return all;
}

/* Slots are indices, counted from the first one. */
static void
whole_range(const struct vgt *vgt, struct vgt_batch *b, const uint32_t *index, uint32_t n,
            const struct vgt_list *list, uint32_t to_first, unsigned provoking)
{
   assert(list->range <= VGT_BATCH_VERTS);
   const uint32_t first = list->first, range = list->range;
   for (uint32_t i = 0; i < range; i++)
      b->index[i] = first + i;
   vgt->kernels->pack_corners(index, n / 3, to_first, shared_part(provoking), b->prim);
}

void
vgt_batch_of_list(const struct vgt *vgt, struct vgt_batch *b, const struct front_draw *d,
                  const uint32_t *index, uint32_t n, const struct vgt_list *list, unsigned provoking)
{
   const uint32_t to_first = d->index_offset - list->first;
   assert(!b->num_prims && !b->num_verts && provoking < 3 && list->range <= VGT_LIST_RANGE);
   if (list->whole) {
      whole_range(vgt, b, index, n, list, to_first, provoking);
   } else {
      uint16_t slot[VGT_LIST_RANGE];
      uint32_t at = 0;
      for (uint32_t i = 0; i < list->range;
           i++) { /* what is not used is written over; the last one is used */
         slot[i] = (uint16_t)at;
         b->index[at] = list->first + i;
         at += vgt->list_has[i];
      }
      assert(at == list->distinct && at <= VGT_BATCH_VERTS);
      const uint64_t shared = shared_part(provoking);
      for (uint32_t i = 0; i < n / 3; i++, index += 3) {
         const uint64_t word = raster_corners(shared, slot[index[0] + to_first], slot[index[1] + to_first],
                                              slot[index[2] + to_first]);
         memcpy(&b->prim[i], &word, sizeof word);
      }
   }
   b->num_verts = list->distinct;
   b->num_prims = n / 3;
   b->triangles = true;
}
