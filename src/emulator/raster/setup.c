/* SPDX-License-Identifier: MIT
 *
 * Set-up of primitives: exact edge functions in fixed point, and planes for depth and barycentrics.
 *
 * Window coordinates arrive snapped to 1/256 pixel and below 2^15, so an edge function needs less than 2^50
 * and is exact in 64 bits; every pixel centre is tested against the true triangle and adjacent triangles
 * share no pixel and leave none out. y grows downwards as the hardware counts it; a pixel exactly on an edge
 * belongs to the triangle if the edge is a left or a top one (R6xx/R7xx guide, PA_SC_EDGERULE default).
 */
#include "emulator/raster/setup.h"

#include <assert.h>

#include "emulator/raster/kernels.h"
#include "emulator/raster/offset.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/state.h"
#include "emulator/simd/double.h"
#include "util/u_math.h"

struct point {
   int32_t x, y; /* 1/256 pixel; pixel centres at 128 + 256 * n */
};

static bool
fixed(const struct raster_bound *st, const struct raster_vertex *v, struct point *p)
{
   /* written so that NaN fails */
   if (!(v->x >= -RASTER_MAX_COORD && v->x <= RASTER_MAX_COORD && v->y >= -RASTER_MAX_COORD &&
         v->y <= RASTER_MAX_COORD))
      return false;
   int32_t centre = st->ds->raster.pix_center_half ? 0 : 128;
   p->x = raster_to_fixed(v->x) + centre;
   p->y = raster_to_fixed(v->y) + centre;
   return true;
}

/* First pixel whose centre is at or right of (below) the coordinate. */
static int32_t
first_pixel(int32_t c)
{
   return (c + 127) >> 8;
}

static bool
bounds(struct raster_setup *o, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
   const int32_t *clip = o->st->clip;
   o->x0 = MAX2(x0, clip[0]);
   o->y0 = MAX2(y0, clip[1]);
   o->x1 = MIN2(x1, clip[2]);
   o->y1 = MIN2(y1, clip[3]);
   return o->x0 < o->x1 && o->y0 < o->y1;
}

/* Pixels that may have a sample behind, and none behind a coordinate. */
static int32_t
first_touched(const struct raster_bound *st, int32_t c)
{
   return st->ms ? c >> 8 : first_pixel(c);
}
static int32_t
end_touched(const struct raster_bound *st, int32_t c)
{
   return st->ms ? (c >> 8) + 1 : first_pixel(c);
}

/* Planes in calculations: c, dx, dy, nothing. */
#if V_HAVE_4D
typedef v4d vplane;

static inline vplane
plane(double c, double dx, double dy)
{
   return (v4d){c, dx, dy, 0};
}
static inline vplane
add(vplane p, vplane q)
{
   return p + q;
}
static inline vplane
scale(vplane p, double k)
{
   return p * k;
}
#else
typedef struct raster_plane vplane;

static inline vplane
plane(double c, double dx, double dy)
{
   return (struct raster_plane){c, dx, dy, 0};
}
static inline vplane
add(vplane p, vplane q)
{
   return plane(p.c + q.c, p.dx + q.dx, p.dy + q.dy);
}
static inline vplane
scale(vplane p, double k)
{
   return plane(p.c * k, p.dx * k, p.dy * k);
}
#endif

static inline void
set_plane(struct raster_plane *p, vplane v)
{
   *(vplane *)p = v;
}
static inline vplane
get_plane(const struct raster_plane *p)
{
   return *(const vplane *)p;
}

/* v0 + p * d1 + q * d2 */
static inline vplane
combine(double v0, vplane p, double d1, vplane q, double d2)
{
   return add(add(plane(v0, 0, 0), scale(p, d1)), scale(q, d2));
}

/* Covered pixels lie inside, where depth is between the vertices' depths. */
static bool
depth_in_range(const struct raster_setup *p)
{
   const struct raster_bound *st = p->st;
   for (unsigned i = 0; i < 3; i++)
      if (!(p->v[i]->z >= st->z_lo && p->v[i]->z <= st->z_hi))
         return false;
   return true;
}

void
EMU_FN(raster_setup_planes)(struct raster_setup *p)
{
   assert(!(p->flags & RASTER_HAS_PLANES));
   vplane lin1 = scale(get_plane(&p->lin1), p->inv_area), lin2 = scale(get_plane(&p->lin2), p->inv_area);
   set_plane(&p->lin1, lin1);
   set_plane(&p->lin2, lin2);
   double z0 = p->v[0]->z;
   set_plane(&p->z, combine(z0, lin1, p->v[1]->z - z0, lin2, p->v[2]->z - z0));
   const struct raster_draw *ds = p->st->ds;
   bool offset =
      p->kind == RASTER_PRIM_TRIANGLE && (p->front ? ds->raster.offset_front : ds->raster.offset_back);
   if (offset) {
      double z_max = MAX2(MAX2(p->v[0]->z, p->v[1]->z), p->v[2]->z);
      p->z.c += raster_polygon_offset(&ds->raster, p->front, p->z.dx, p->z.dy, z_max);
   } else if (p->kind != RASTER_PRIM_TRIANGLE) {
      p->z.c += p->z_offset;
   } else if (depth_in_range(p)) {
      p->flags |= RASTER_Z_IN_RANGE;
   }
   p->flags |= RASTER_HAS_PLANES;
}

void
EMU_FN(raster_setup_perspective)(struct raster_setup *p)
{
   double w0 = p->v[0]->rw, w1 = p->v[1]->rw, w2 = p->v[2]->rw;
   assert((p->flags & (RASTER_HAS_PLANES | RASTER_HAS_PERSP)) == RASTER_HAS_PLANES);
   vplane lin1 = get_plane(&p->lin1), lin2 = get_plane(&p->lin2);
   set_plane(&p->n1, scale(lin1, w1));
   set_plane(&p->n2, scale(lin2, w2));
   set_plane(&p->den, combine(w0, lin1, w1 - w0, lin2, w2 - w0));
   p->flags |= RASTER_HAS_PERSP | (w0 == w1 && w0 == w2 ? RASTER_FLAT_W : 0);
}

/* Edges of a triangle or of three corners of a rectangle; false if it has no area. */
static bool
setup_edges(struct raster_setup *o, const struct point v[3])
{
   int64_t area =
      (int64_t)(v[1].x - v[0].x) * (v[2].y - v[0].y) - (int64_t)(v[1].y - v[0].y) * (v[2].x - v[0].x);
   if (!area)
      return false;
   int32_t sign = area < 0 ? -1 : 1;
   o->inv_area = 256.0 / (double)(area * sign);
   vplane lin[3];
   for (unsigned i = 0; i < 3; i++) {
      /* the edge opposite to vertex i, from j to k, inside positive */
      struct point j = v[(i + 1) % 3], k = v[(i + 2) % 3];
      int32_t a = -(k.y - j.y) * sign, b = (k.x - j.x) * sign;
      /* value at the centre of pixel (0, 0), times 2^16 */
      int64_t c = (int64_t)a * (128 - j.x) + (int64_t)b * (128 - j.y);
      assert(c > -(INT64_C(1) << 50) && c < INT64_C(1) << 50); /* exact as a double, too */
      lin[i] = plane((double)c * (1.0 / 256), a, b);
      bool inclusive = a > 0 || (a == 0 && b > 0);
      o->a[i] = a;
      o->b[i] = b;
      o->c_fine[i] = c - !inclusive;
      o->c[i] = o->c_fine[i] >> 8;
   }
   set_plane(&o->lin1, lin[1]);
   set_plane(&o->lin2, lin[2]);
   return true;
}

static bool
setup_triangle(struct raster_setup *o, const struct raster_prim *p, const struct point v[3])
{
   int32_t x0 = MIN2(MIN2(v[0].x, v[1].x), v[2].x), x1 = MAX2(MAX2(v[0].x, v[1].x), v[2].x);
   int32_t y0 = MIN2(MIN2(v[0].y, v[1].y), v[2].y), y1 = MAX2(MAX2(v[0].y, v[1].y), v[2].y);
   const struct raster_bound *st = o->st;
   o->num_edges = 3;
   return bounds(o, first_touched(st, x0), first_touched(st, y0), end_touched(st, x1 + 1),
                 end_touched(st, y1 + 1)) &&
          setup_edges(o, v);
}

static bool
rectangle(struct raster_setup *o, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
   const struct raster_bound *st = o->st;
   o->num_edges = 0;
   o->lx0 = x0;
   o->ly0 = y0;
   o->lx1 = x1;
   o->ly1 = y1;
   return bounds(o, first_touched(st, x0), first_touched(st, y0), end_touched(st, x1), end_touched(st, y1));
}

static bool
setup_rect(struct raster_setup *o, const struct raster_prim *p, const struct point v[3])
{
   int32_t x0 = MIN2(MIN2(v[0].x, v[1].x), v[2].x), x1 = MAX2(MAX2(v[0].x, v[1].x), v[2].x);
   int32_t y0 = MIN2(MIN2(v[0].y, v[1].y), v[2].y), y1 = MAX2(MAX2(v[0].y, v[1].y), v[2].y);
   return rectangle(o, x0, y0, x1, y1) && setup_edges(o, v);
}

/* A square; lin1 and lin2 run from 0 to 1 across it, for sprite coordinates. All its vertices are the one. */
static bool
setup_point(struct raster_setup *o, const struct raster_prim *p, const struct point v[3])
{
   float half_w = CLAMP(p->half_w, 0.0f, 8192.0f), half_h = CLAMP(p->half_h, 0.0f, 8192.0f);
   int32_t hw = (int32_t)(half_w * 256.0f), hh = (int32_t)(half_h * 256.0f);
   if (hw <= 0 || hh <= 0)
      return false;
   int32_t x0 = v[0].x - hw, y0 = v[0].y - hh;
   double sx = 128.0 / hw, sy = 128.0 / hh; /* per pixel: 256 / (2 hw) */
   set_plane(&o->lin1, plane((128 - x0) * (sx / 256), sx, 0));
   set_plane(&o->lin2, plane((128 - y0) * (sy / 256), 0, sy));
   o->inv_area = 1;
   return rectangle(o, x0, y0, v[0].x + hw, v[0].y + hh);
}

static bool
setup_line(struct raster_setup *o, const struct raster_prim *p, const struct point v[3])
{
   float width = p->line_width;
   o->stipple_at = p->stipple_at;
   o->width = width >= 1.5f ? (int32_t)(MIN2(width, 8192.0f) + 0.5f) : 1;
   o->lx0 = v[0].x;
   o->ly0 = v[0].y;
   o->lx1 = v[1].x;
   o->ly1 = v[1].y;
   int32_t grow = (o->width / 2 + 1) * 256;
   int32_t x0 = MIN2(v[0].x, v[1].x) - grow, x1 = MAX2(v[0].x, v[1].x) + grow;
   int32_t y0 = MIN2(v[0].y, v[1].y) - grow, y1 = MAX2(v[0].y, v[1].y) + grow;
   /* where along the line: ES 2.0.25 3.4.1, equation 3.3 */
   double dx = v[1].x - v[0].x, dy = v[1].y - v[0].y;
   double len2 = dx * dx + dy * dy;
   if (len2 == 0)
      return false;
   double k = 256.0 / len2;
   set_plane(&o->lin1, plane(((128 - v[0].x) * dx + (128 - v[0].y) * dy) / len2, dx * k, dy * k));
   set_plane(&o->lin2, plane(0, 0, 0));
   o->inv_area = 1;
   if (o->st->ms) {
      o->width = (int32_t)(CLAMP(width, 0.0f, 8192.0f) * 256.0f);
      return EMU_FN(raster_setup_ms_line)(o);
   }
   return bounds(o, x0 >> 8, y0 >> 8, (x1 >> 8) + 1, (y1 >> 8) + 1);
}

bool
EMU_FN(raster_setup_prim)(const struct raster_bound *st, const struct raster_prim *p, struct raster_setup *o)
{
   static bool (*const setups[])(struct raster_setup *, const struct raster_prim *, const struct point[3]) = {
      [RASTER_PRIM_TRIANGLE] = setup_triangle,
      [RASTER_PRIM_LINE] = setup_line,
      [RASTER_PRIM_POINT] = setup_point,
      [RASTER_PRIM_RECT] = setup_rect,
   };
   static const uint8_t num_vertices[] = {
      [RASTER_PRIM_TRIANGLE] = 3, [RASTER_PRIM_LINE] = 2, [RASTER_PRIM_POINT] = 1, [RASTER_PRIM_RECT] = 3};
   _Static_assert(ARRAY_SIZE(setups) == RASTER_PRIM_RECT + 1 &&
                     ARRAY_SIZE(num_vertices) == RASTER_PRIM_RECT + 1,
                  "one for each kind");
   assert(p->provoking < 3);
   if (p->kind >= ARRAY_SIZE(setups))
      return false;
   struct point v[3] = {
      {0, 0},
      {0, 0},
      {0, 0}
   };
   o->st = st;
   o->kind = p->kind;
   o->front = p->front;
   o->provoking = p->provoking;
   o->z_offset = p->z_offset;
   o->flags = 0;
   for (unsigned i = 0; i < 3; i++) {
      bool has = i < num_vertices[p->kind];
      if (has && !fixed(st, p->v[i], &v[i]))
         return false;
      /* the third vertex of a line is there for flat inputs alone */
      o->v[i] = p->v[has || p->provoking == i ? i : 0];
   }
   return setups[p->kind](o, p, v);
}
