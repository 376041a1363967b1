/* SPDX-License-Identifier: MIT
 *
 * Which triangles inside the guard band are seen: raster_face_of() for as many at a time as a vector has lanes. Their
 * areas are exact in 32 bits where none is wider or higher than 127 pixels; where one is, they go one by one.
 */
#include <assert.h>
#include <string.h>

#include "emulator/raster/assemble.h"
#include "emulator/raster/kernels.h"
#include "emulator/raster/tiles.h"
#include "emulator/simd/lanes.h"
#include "util/u_math.h"

enum { MAX_EXTENT = (1 << 15) - 1 }; /* products below 2^30, their difference below 2^31 */

struct corner {
   vi x, y;
};

/* Four lanes each, side by side. */
static inline vi
join(const v4f part[EMU_VEC_LANES / 4])
{
#if V_X86 && EMU_VEC_B == 64
   __m512 all = _mm512_insertf32x4(_mm512_castps128_ps512((__m128)part[0]), (__m128)part[1], 1);
   all = _mm512_insertf32x4(all, (__m128)part[2], 2);
   return (vi)_mm512_insertf32x4(all, (__m128)part[3], 3);
#elif V_X86 && EMU_VEC_B == 32
   return (vi)_mm256_insertf128_ps(_mm256_castps128_ps256((__m128)part[0]), (__m128)part[1], 1);
#else
   return (vi)part[0];
#endif
}

/* Coordinates of two vertices, which are only moved. */
static inline v4f
load_two(const int32_t (*fixed)[2], unsigned a, unsigned b)
{
   uint64_t xy[2];
   memcpy(&xy[0], fixed[a], 8);
   memcpy(&xy[1], fixed[b], 8);
   typedef uint64_t v2u __attribute__((vector_size(16)));
   return (v4f)(v2u){xy[0], xy[1]};
}

/* Corner k of a vector of triangles. */
static inline struct corner
load_corner(const int32_t (*fixed)[2], const uint16_t *v, unsigned stride, unsigned k)
{
   v4f x[EMU_VEC_LANES / 4], y[EMU_VEC_LANES / 4];
   for (unsigned i = 0; i < EMU_VEC_LANES / 4; i++, v += 4 * stride) {
      const v4f lo = load_two(fixed, v[k], v[stride + k]);
      const v4f hi = load_two(fixed, v[2 * stride + k], v[3 * stride + k]);
      x[i] = EMU_SHUFFLE(lo, hi, 0, 2, 4, 6);
      y[i] = EMU_SHUFFLE(lo, hi, 1, 3, 5, 7);
   }
   return (struct corner){join(x), join(y)};
}

/* Whether there is a pixel's centre between the least and the greatest coordinate, and whether they are far apart. */
static inline void
look_at_extent(vi a, vi b, vi c, vi *between, vi *far)
{
   const vi lo = v_mini(v_mini(a, b), c), hi = v_maxi(v_maxi(a, b), c);
   *between &= ~(((lo + 127) >> 8) == ((hi + 127) >> 8)); /* raster_first_pixel */
   *far |= (vi)((vu)hi - (vu)lo > (vu)v_splati(MAX_EXTENT));
}

/* Where the pixels between the least and the greatest coordinate lie in one tile: its number, else -1. */
static inline vi
tile_between(vi a, vi b, vi c)
{
   const vi lo = v_mini(v_mini(a, b), c), hi = v_maxi(v_maxi(a, b), c);
   const vi first = (lo + 127) >> (8 + RASTER_TILE_SHIFT), last = (hi - 128) >> (8 + RASTER_TILE_SHIFT);
   _Static_assert(RASTER_GRID <= UINT8_MAX + 1, "raster_seen has bytes");
   return first | ~((first == last) & (first < RASTER_GRID));
}

/* One by one, to out[num] and behind; returns how many there are now. */
static uint32_t
see_one_by_one(struct raster_facing f, const int32_t (*fixed)[2], const uint16_t *v, unsigned stride,
               uint32_t first, uint32_t end, struct raster_seen *out, uint32_t num)
{
   for (uint32_t i = first; i < end; i++) {
      const uint16_t *at = v + (size_t)i * stride;
      const int how = raster_face_of(f, fixed[at[0]], fixed[at[1]], fixed[at[2]]);
      out[num] = (struct raster_seen){.prim = (uint16_t)i, .how = (uint8_t)how};
      num += how >= 0;
   }
   return num;
}

/* Bits of the triangles of a vector that are seen, and of those that are from the front or lie in one tile. */
struct faces {
   uint32_t seen, front, in_tile;
   _Alignas(EMU_VEC_B) int32_t x[EMU_VEC_LANES], y[EMU_VEC_LANES]; /* the tile */
};

/* False: one is large. */
static inline bool
faces_of_vector(struct raster_facing f, const int32_t (*fixed)[2], const uint16_t *v, unsigned stride,
                struct faces *o)
{
   const struct corner a = load_corner(fixed, v, stride, 0), b = load_corner(fixed, v, stride, 1),
                       c = load_corner(fixed, v, stride, 2);
   vi between = v_splati(-1), far = v_splati(0);
   look_at_extent(a.x, b.x, c.x, &between, &far);
   look_at_extent(a.y, b.y, c.y, &between, &far);
   if (v_bits(far))
      return false;
   const vi area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
   const uint32_t positive = v_bits(area > 0), negative = v_bits(area < 0);
   const uint32_t is_front = f.front_cw ? positive : negative, is_back = f.front_cw ? negative : positive;
   o->front = is_front;
   o->seen = (f.cull_front ? 0 : is_front) | (f.cull_back ? 0 : is_back);
   o->in_tile = 0;
   if (!f.by_centres || !o->seen)
      return true;
   const vi x = tile_between(a.x, b.x, c.x), y = tile_between(a.y, b.y, c.y);
   o->seen &= v_bits(between);
   o->in_tile = ~v_bits(x | y);
   *(vi *)o->x = x;
   *(vi *)o->y = y;
   return true;
}

uint32_t
EMU_FN(raster_see_triangles)(struct raster_facing f, const int32_t (*fixed)[2], const uint16_t *v,
                             unsigned stride, uint32_t n, struct raster_seen *out)
{
   uint32_t num = 0, i = 0;
   assert(stride >= 3 && n <= UINT16_MAX);
   for (; n - i >= EMU_VEC_LANES; i += EMU_VEC_LANES) {
      struct faces o;
      if (!faces_of_vector(f, fixed, v + (size_t)i * stride, stride, &o)) {
         num = see_one_by_one(f, fixed, v, stride, i, i + EMU_VEC_LANES, out, num);
         continue;
      }
      for (uint32_t seen = o.seen; seen; seen &= seen - 1) {
         const unsigned k = (unsigned)__builtin_ctz(seen);
         struct raster_seen *s = &out[num++];
         s->prim = (uint16_t)(i + k);
         s->how = o.front >> k & 1 ? RASTER_FRONT : RASTER_BACK;
         s->in_tile = o.in_tile >> k & 1;
         s->x = (uint8_t)o.x[k];
         s->y = (uint8_t)o.y[k];
      }
   }
   return see_one_by_one(f, fixed, v, stride, i, n, out, num);
}
