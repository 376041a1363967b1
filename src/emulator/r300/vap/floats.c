/* SPDX-License-Identifier: MIT
 *
 * Vertex fetch where all elements are floats and the wave's part of each array lies in memory: four vertices at a time, straight from
 * there to the shader's inputs.
 */
#include <assert.h>
#include <string.h>

#include "db/r300/rx_regs.h"
#include "emulator/r300/vap/vap.h"
#include "util/u_math.h"

#define FLOAT_4 RX_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLOAT_4

enum { LOAD_DW = 4, NO_ARRAY = R300_ARRAYS }; /* dwords that are loaded, of whatever element */

typedef uint32_t quad __attribute__((vector_size(16), may_alias));
typedef uint32_t quad_anywhere __attribute__((vector_size(16), may_alias, aligned(1)));

/* Vertices of the wave: numbers from the lowest one on. */
struct lanes {
   uint32_t number[EMU_LANES];
   int64_t lowest;
   uint32_t span, n;
};

static void
find_lanes(const struct vap_source *s, const uint32_t *index, unsigned n, struct lanes *l)
{
   uint32_t min = UINT32_MAX, max = 0;
   for (unsigned i = 0; i < n; i++) {
      l->number[i] = CLAMP(index[i], s->min, s->max);
      min = MIN2(min, l->number[i]);
      max = MAX2(max, l->number[i]);
   }
   for (unsigned i = 0; i < n; i++)
      l->number[i] -= min;
   for (unsigned i = n; i % 4; i++) /* whole fours */
      l->number[i] = l->number[n - 1];
   l->lowest = (int64_t)min + s->offset;
   l->span = max - min;
   l->n = n;
}

/* The array that has all of the element's floats, of which *at dwords stand before it there; on the way from array \p i, whose first
 * dword is number *begin of the vertex. */
static unsigned
array_of(const struct emulator *e, unsigned i, unsigned *begin, unsigned at, unsigned dwords)
{
   while (i < e->num_arrays && *begin + e->array[i].size_dw <= at)
      *begin += e->array[i++].size_dw;
   return i < e->num_arrays && at + dwords <= *begin + e->array[i].size_dw ? i : (unsigned)NO_ARRAY;
}

/* The lowest vertex of an array; NULL: the wave's part of it does not lie in memory, with what is loaded behind it. */
static const uint8_t *
first_of(const struct emulator *e, const struct r300_array *a, const struct lanes *l)
{
   const uint64_t stride_B = a->stride_dw * UINT64_C(4);
   return emu_mem_ptr(&e->mem, a->address + (uint64_t)l->lowest * stride_B,
                      l->span * stride_B + (a->size_dw + LOAD_DW) * UINT64_C(4));
}

/* Components x, y, z and w of four vertices. */
__attribute__((always_inline)) static inline void
load_four(const uint8_t *first, uint64_t stride_B, const uint32_t *number, quad of[4])
{
   quad v[4];
#pragma GCC unroll 4
   for (unsigned i = 0; i < 4; i++)
      v[i] = *(const quad_anywhere *)(const void *)(first + number[i] * stride_B);
   const quad a = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5),
              b = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5),
              c = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7),
              d = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
   of[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
   of[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
   of[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
   of[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

/* Puts the first \p count components of all vertices where the shader reads them. */
__attribute__((always_inline)) static inline void
place_in_order(const uint8_t *first, uint64_t stride_B, const struct lanes *l, unsigned count,
               struct emu_row *out)
{
   for (unsigned lane = 0; lane < l->n; lane += 4) {
      quad of[4];
      load_four(first, stride_B, &l->number[lane], of);
#pragma GCC unroll 4
      for (unsigned k = 0; k < count; k++)
         *(quad *)(void *)&out[k].u[lane] = of[k];
   }
}

/* What the swizzle takes of components that the element has not, and its zero and one. */
static uint32_t
number_of(unsigned select)
{
   return select == 3 || select == 5 ? fui(1.0f) : 0;
}

/* The element's components where they stand, and numbers behind them, all of them wanted. */
static bool
is_in_order(const struct vap_element *el)
{
   for (unsigned k = 0; k < 4; k++)
      if (k <= el->type ? el->swizzle[k] != k : el->swizzle[k] <= el->type)
         return false;
   return el->write == 15;
}

static void
place_numbers(const struct vap_element *el, unsigned n, struct emu_row *out)
{
   for (unsigned k = el->type + 1u; k < 4; k++) {
      const quad number = (quad){0} + number_of(el->swizzle[k]);
      for (unsigned lane = 0; lane < n; lane += 4)
         *(quad *)(void *)&out[k].u[lane] = number;
   }
}

static void
place(const struct vap_element *el, const uint8_t *first, uint64_t stride_B, const struct lanes *l,
      struct emu_row *out)
{
   if (is_in_order(el)) {
      if (el->type == FLOAT_4)
         place_in_order(first, stride_B, l, 4, out);
      else if (el->type == FLOAT_4 - 1)
         place_in_order(first, stride_B, l, 3, out);
      else
         place_in_order(first, stride_B, l, 2, out);
      place_numbers(el, l->n, out);
      return;
   }
   const quad zero = {0}, one = (quad){0} + fui(1.0f);
   for (unsigned lane = 0; lane < l->n; lane += 4) {
      quad of[8] = {[4] = zero, [5] = one}; /* x, y, z, w; zero and one of the swizzle */
      load_four(first, stride_B, &l->number[lane], of);
      for (unsigned k = el->type + 1u; k < 4; k++) /* that the element has not */
         of[k] = k == 3 ? one : zero;
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++)
         if (el->write >> k & 1)
            *(quad *)(void *)&out[k].u[lane] = of[el->swizzle[k]];
   }
}

bool
vap_fetch_floats(struct emulator *e, const uint32_t *index, unsigned n)
{
   struct r300_vap *vap = e->vap;
   const uint8_t *first[VAP_ELEMENTS];
   uint8_t array[VAP_ELEMENTS];
   struct lanes lanes;
   unsigned at = 0, i = 0, begin = 0;
   if (vap->source.embedded)
      return false;
   find_lanes(&vap->source, index, n, &lanes);
   for (unsigned k = 0; k < vap->num_elements; k++) {
      const struct vap_element *el = &vap->element[k];
      i = el->type > FLOAT_4 ? (unsigned)NO_ARRAY : array_of(e, i, &begin, at, el->type + 1u);
      const uint8_t *p = i == NO_ARRAY ? NULL : first_of(e, &e->array[i], &lanes);
      if (!p)
         return false;
      first[k] = p + (at - begin) * 4u;
      array[k] = (uint8_t)i;
      at += el->size_dw;
   }
   for (unsigned k = 0; k < vap->num_elements; k++)
      place(&vap->element[k], first[k], e->array[array[k]].stride_dw * UINT64_C(4), &lanes,
            e->pvs->input[vap->element[k].dst]);
   return true;
}
