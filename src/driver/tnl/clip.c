/* SPDX-License-Identifier: MIT
 *
 * Clipping to the view volume, -w <= x, y, z <= w and w > 0 (OpenGL ES 2.0.25, 2.13), which may be wider in x and y:
 * points are in or out, lines and triangles are cut. Where an edge is cut does not depend on its direction, so that neighbours meet.
 */
#include "driver/tnl/clip.h"

#include <assert.h>
#include <string.h>

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

static uint8_t
code_of(const struct tnl_volume *volume, const float p[4])
{
   /* As one expression each: a loop over the planes would choose among them at each turn. */
   const unsigned code =
      (unsigned)(distance(volume, p, 0) < 0) | (unsigned)(distance(volume, p, 1) < 0) << 1 |
      (unsigned)(distance(volume, p, 2) < 0) << 2 | (unsigned)(distance(volume, p, 3) < 0) << 3 |
      (unsigned)(distance(volume, p, 4) < 0) << 4 | (unsigned)(distance(volume, p, 5) < 0) << 5 |
      (unsigned)(distance(volume, p, 6) < 0) << 6;
   _Static_assert(TNL_PLANES == 7, "all of them");
   const uint32_t inf = 0x7f800000;
   const bool finite = (fui(p[0]) & inf) != inf && (fui(p[1]) & inf) != inf && (fui(p[2]) & inf) != inf &&
                       (fui(p[3]) & inf) != inf;
   return (uint8_t)(finite ? code : code | TNL_NOT_FINITE);
}

void
tnl_place_vertices(struct tnl_vertices *v, const struct tnl_volume *volume, uint32_t first)
{
   for (uint32_t i = first; i < v->num; i++) {
      const float *p = v->clip[i];
      float *out = v->data + (size_t)i * v->stride_dw;
      v->code[i] = code_of(volume, p);
      if (v->code[i])
         continue; /* nobody draws it */
      const float w = 1.0f / p[3];
      for (unsigned c = 0; c < 3; c++)
         out[c] = p[c] * w * volume->scale[c] + volume->translate[c];
      out[3] = w;
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

void
tnl_clip_primitive(struct tnl_vertices *v, const struct tnl_volume *volume, const uint32_t *ref, unsigned n)
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
