/* SPDX-License-Identifier: MIT
 *
 * Clipping to the view volume, -w <= x, y, z <= w and w > 0 (OpenGL ES 2.0.25, 2.13), which may be wider in x and y:
 * points are in or out, lines and triangles are cut. Where an edge is cut does not depend on its direction, so that neighbours meet.
 */
#include "driver/tnl/clip.h"

#include <assert.h>
#include <string.h>

#include "driver/tnl/vec.h"
#include "util/u_math.h"

#define LEAST_W 1e-30f /* below it 1 / w has no sense */

/** How far a position is inside of a plane. */
static inline __attribute__((always_inline)) float
distance(const struct tnl_volume *volume, const float p[4], unsigned plane)
{
   switch (plane) {
   case 0:
      return volume->guard[0] * p[3] - p[0];
   case 1:
      return volume->guard[0] * p[3] + p[0];
   case 2:
      return volume->guard[1] * p[3] - p[1];
   case 3:
      return volume->guard[1] * p[3] + p[1];
   case 4:
      return p[3] - p[2];
   case 5:
      return volume->halfz ? p[2] : p[3] + p[2];
   default:
      return p[3] - LEAST_W;
   }
}

typedef uint8_t bytes __attribute__((vector_size(4)));

#define BIT_IF(test, bit) ((test)&splat_int(1 << (bit)))

/** A code for each of four positions, given by component. */
static inline vi
codes_of(const struct tnl_volume *volume, const vf p[4])
{
   const vf zero = splat(0), gx = splat(volume->guard[0]) * p[3], gy = splat(volume->guard[1]) * p[3];
   const vf near = volume->halfz ? p[2] : (vf)(p[3] + p[2]);
   const vi inf = splat_int(0x7f800000);
   vi code = BIT_IF(gx - p[0] < zero, 0) | BIT_IF(gx + p[0] < zero, 1) | BIT_IF(gy - p[1] < zero, 2) |
             BIT_IF(gy + p[1] < zero, 3) | BIT_IF(p[3] - p[2] < zero, 4) | BIT_IF(near < zero, 5) |
             BIT_IF(p[3] - splat(LEAST_W) < zero, 6);
   _Static_assert(TNL_PLANES == 7 && TNL_NOT_FINITE == 1 << 7, "all of them");
   code |= ((((vi)p[0] & inf) == inf) | (((vi)p[1] & inf) == inf) | (((vi)p[2] & inf) == inf) |
            (((vi)p[3] & inf) == inf)) &
           splat_int(TNL_NOT_FINITE);
   return code;
}

/** Positions as the shader gives them, and in window coordinates with 1 / w: what has a code nobody draws. */
static inline void
place_block(struct tnl_vertices *v, const struct tnl_volume *volume, vf p[4], uint32_t first)
{
   const bytes codes = __builtin_convertvector(codes_of(volume, p), bytes);
   const vf w = splat(1) / p[3];
   vf out[4] = {[3] = w};
   uint32_t any;
#pragma GCC unroll 3
   for (unsigned c = 0; c < 3; c++)
      out[c] = p[c] * w * splat(volume->scale[c]) + splat(volume->translate[c]);
   transpose(out);
   transpose(p);
   memcpy(&any, &codes, sizeof any);
   memcpy(v->code + first, &any, sizeof any);
   v->outside |= any;
   float *clip = v->clip[first], *data = v->data + (size_t)first * v->stride_dw;
#pragma GCC unroll 4
   for (unsigned l = 0; l < TNL_BLOCK; l++, clip += 4, data += v->stride_dw) {
      *(vf_anywhere *)clip = p[l];
      *(vf_anywhere *)data = out[l];
   }
}

void
tnl_place_vertices(struct tnl_vertices *v, const struct tnl_volume *volume, const struct tnl_row *rows,
                   const uint32_t position[4], uint32_t lanes)
{
   for (unsigned b = 0; b < lanes / TNL_BLOCK; b++) {
      vf p[4];
#pragma GCC unroll 4
      for (unsigned c = 0; c < 4; c++)
         p[c] = row_block(&rows[position[c]], b);
      place_block(v, volume, p, v->num + b * TNL_BLOCK);
   }
}

/** The vertex where the edge from \p in to \p out leaves a plane; \p t: how far from \p in. */
static uint32_t
cut_edge(struct tnl_vertices *v, uint32_t in, uint32_t out, float t)
{
   assert(v->num < TNL_PIECE_VERTICES);
   const uint32_t n = v->num++;
   const float *a = v->data + (size_t)in * v->stride_dw, *b = v->data + (size_t)out * v->stride_dw;
   float *d = v->data + (size_t)n * v->stride_dw;
   for (unsigned c = 0; c < 4; c++)
      v->clip[n][c] = v->clip[in][c] + (v->clip[out][c] - v->clip[in][c]) * t;
   for (uint32_t c = 4; c < v->stride_dw; c++)
      d[c] = a[c] + (b[c] - a[c]) * t;
   return n;
}

/** A polygon, or a line where \p n is 2, against one plane: the number of vertices left, 0 where there are too many. */
static unsigned
cut_polygon(struct tnl_vertices *v, const struct tnl_volume *volume, unsigned plane, uint32_t *ref,
            unsigned n)
{
   uint32_t out[TNL_POLYGON];
   unsigned m = 0;
   const uint32_t first = v->num;
   const unsigned edges = n == 2 ? 1 : n;
   for (unsigned i = 0; i < n; i++) {
      const uint32_t a = ref[i], b = ref[(i + 1) % n];
      if (m + 2 > TNL_POLYGON || v->num - first == TNL_CUTS / TNL_PLANES)
         return 0;
      const float da = distance(volume, v->clip[a], plane), db = distance(volume, v->clip[b], plane);
      if (da >= 0)
         out[m++] = a;
      if (i < edges && (da >= 0) != (db >= 0))
         out[m++] = da >= 0 ? cut_edge(v, a, b, da / (da - db)) : cut_edge(v, b, a, db / (db - da));
   }
   memcpy(ref, out, m * sizeof *out);
   return m;
}

/* What cutting leaves lies on the planes but for rounding: it is drawn where it is. */
static void
place_cut(struct tnl_vertices *v, const struct tnl_volume *volume, uint32_t i)
{
   const float *p = v->clip[i];
   float *out = v->data + (size_t)i * v->stride_dw;
   const float w = 1.0f / MAX2(p[3], LEAST_W);
   for (unsigned c = 0; c < 3; c++) {
      const float most = c < 2 ? volume->guard[c] : 1.0f, least = c == 2 && volume->halfz ? 0.0f : -most;
      out[c] = CLAMP(p[c] * w, least, most) * volume->scale[c] + volume->translate[c];
   }
   out[3] = w;
   v->code[i] = 0;
}

static void
add_index(struct tnl_vertices *v, uint32_t i)
{
   assert(v->num_indices < TNL_PIECE_INDICES && i <= UINT16_MAX);
   v->indices[v->num_indices++] = (uint16_t)i;
}

/** Appends what the volume leaves of a primitive of \p n vertices, 1 to 3. */
static void
clip_primitive(struct tnl_vertices *v, const struct tnl_volume *volume, const uint32_t *ref, unsigned n)
{
   unsigned any = 0, all = ~0u;
   for (unsigned i = 0; i < n; i++) {
      any |= v->code[ref[i]];
      all &= v->code[ref[i]];
   }
   if (all || (any && n == 1) || any & TNL_NOT_FINITE)
      return;
   if (!any) {
      for (unsigned i = 0; i < n; i++)
         add_index(v, ref[i]);
      return;
   }
   uint32_t poly[TNL_POLYGON];
   const uint32_t first = v->num;
   unsigned m = n;
   memcpy(poly, ref, n * sizeof *ref);
   for (unsigned i = 0; i < TNL_PLANES && m >= n; i++)
      if (any >> i & 1)
         m = cut_polygon(v, volume, i, poly, m);
   if (m < n)
      return;
   for (uint32_t i = first; i < v->num; i++)
      place_cut(v, volume, i);
   if (n == 2) {
      add_index(v, poly[0]);
      add_index(v, poly[1]);
      return;
   }
   for (unsigned i = 1; i + 1 < m; i++) {
      add_index(v, poly[0]);
      add_index(v, poly[i]);
      add_index(v, poly[i + 1]);
   }
}

void
tnl_clip_primitives(struct tnl_vertices *v, const struct tnl_volume *volume, const uint32_t *ref,
                    uint32_t num, unsigned n)
{
   v->num_indices = 0;
   for (uint32_t i = 0; i < num; i++)
      clip_primitive(v, volume, ref + (size_t)i * n, n);
}

void
tnl_take_primitives(struct tnl_vertices *v, const uint32_t *ref, uint32_t n)
{
   assert(!v->outside && n <= TNL_PIECE_INDICES);
   for (uint32_t i = 0; i < n; i++)
      v->indices[i] = (uint16_t)(ref ? ref[i] : i);
   v->num_indices = n;
}
