/* SPDX-License-Identifier: MIT
 *
 * Two triangles that make up a rectangle, as the halves of a strip of four vertices do: where all pixels get the same it
 * is drawn as one, without edges. The halves share the diagonal, and a pixel's centre on an edge belongs to the
 * triangle right of or below it, so together they cover just what the rectangle does.
 */
#include <assert.h>

#include "emulator/raster/prim.h"
#include "emulator/raster/raster.h"
#include "emulator/raster/raster_priv.h"
#include "emulator/raster/state.h"
#include "util/u_math.h"

bool
raster_joins_pairs(const struct raster *raster)
{
   return raster->state && raster->state->fill && !raster->state->ms;
}

struct box {
   int32_t lo[2], hi[2];
};

static struct box
box_of(const int32_t *const v[3])
{
   struct box b;
   for (unsigned c = 0; c < 2; c++) {
      b.lo[c] = MIN2(MIN2(v[0][c], v[1][c]), v[2][c]);
      b.hi[c] = MAX2(MAX2(v[0][c], v[1][c]), v[2][c]);
   }
   return b;
}

/* The corner of a box that a triangle with its other vertices in the other corners leaves out; -1: it is none. Bit 0 of a
 * corner says right, bit 1 below. */
static int
corner_left(const struct box *b, const int32_t *const v[3])
{
   unsigned has = 0;
   for (unsigned i = 0; i < 3; i++) {
      if ((v[i][0] != b->lo[0] && v[i][0] != b->hi[0]) || (v[i][1] != b->lo[1] && v[i][1] != b->hi[1]))
         return -1;
      has |= 1u << ((unsigned)(v[i][0] == b->hi[0]) | (unsigned)(v[i][1] == b->hi[1]) << 1);
   }
   const unsigned left = ~has & 15;
   return left && !(left & (left - 1)) ? __builtin_ctz(left) : -1;
}

static bool
is_rectangle(const int32_t *const a[3], const int32_t *const b[3])
{
   const struct box box = box_of(a), other = box_of(b);
   for (unsigned c = 0; c < 2; c++)
      if (box.lo[c] != other.lo[c] || box.hi[c] != other.hi[c] || box.lo[c] == box.hi[c])
         return false;
   const int left = corner_left(&box, a);
   return left >= 0 && corner_left(&box, b) == (left ^ 3);
}

/* Depth of both is one number. */
static bool
same_depth(const struct raster_bound *st, const struct raster_prim *a, const struct raster_prim *b)
{
   const struct raster_state *r = &st->ds->raster;
   if (!st->z_test)
      return true;
   if (a->front ? r->offset_front : r->offset_back)
      return false;
   bool same = true;
   for (unsigned i = 0; i < 3; i++)
      same &= a->v[i]->z == a->v[0]->z && b->v[i]->z == a->v[0]->z;
   return same;
}

bool
raster_add_pair(struct raster *raster, const struct raster_prim *a, const int32_t *const fixed_a[3],
                const struct raster_prim *b, const int32_t *const fixed_b[3])
{
   assert(raster_joins_pairs(raster) && a->kind == RASTER_PRIM_TRIANGLE && b->kind == RASTER_PRIM_TRIANGLE);
   if (a->front != b->front || !is_rectangle(fixed_a, fixed_b) || !same_depth(raster->state, a, b))
      return false;
   struct raster_prim rectangle = *a;
   rectangle.kind = RASTER_PRIM_RECT;
   const uint64_t before = raster->num_prims;
   raster_add_triangle(raster, &rectangle, fixed_a);
   raster->num_prims += raster->num_prims - before;
   return true;
}
