/* SPDX-License-Identifier: MIT
 *
 * Clipping in homogeneous space against near, far and guard band (ES 2.0.25 section 2.13) and where a clip
 * distance of the vertices is negative, Sutherland-Hodgman. New vertices are always computed from the inner
 * to the outer end of an edge, so that two triangles that share the edge get the same vertex. Flat inputs
 * keep the value of the provoking vertex of the primitive that was clipped.
 */
#include <assert.h>
#include <string.h>

#include "emulator/core/wave.h"
#include "emulator/raster/assemble.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster.h"
#include "emulator/simd/levels.h"
#include "util/u_arena.h"
#include "util/u_math.h"

enum { MAX_PLANES = 6 + 8, MAX_POLY = 3 + MAX_PLANES };

/* A corner: its position and how much of each original vertex is in it. */
struct corner {
   float clip[4];
   float share[3];
   float size;
};

/* Inside is >= 0. */
struct plane {
   bool by_distance;
   float w[4]; /* weights of x, y, z, w, or the distances of the three original vertices */
};

static unsigned
planes(const struct raster_state *s, const struct raster_vertex *const v[3], struct plane plane[MAX_PLANES])
{
   unsigned n = 0;
   memset(plane, 0, MAX_PLANES * sizeof *plane);
   if (!s->zclip_near_disable)
      memcpy(plane[n++].w, (float[4]){0, 0, 1, s->dx_clip_space ? 0 : 1}, 16);
   if (!s->zclip_far_disable)
      memcpy(plane[n++].w, (float[4]){0, 0, -1, 1}, 16);
   memcpy(plane[n++].w, (float[4]){1, 0, 0, s->gb_clip_x}, 16);
   memcpy(plane[n++].w, (float[4]){-1, 0, 0, s->gb_clip_x}, 16);
   memcpy(plane[n++].w, (float[4]){0, 1, 0, s->gb_clip_y}, 16);
   memcpy(plane[n++].w, (float[4]){0, -1, 0, s->gb_clip_y}, 16);
   for (unsigned k = 0; k < 8; k++) {
      if (!(s->clip_distances >> k & 1))
         continue;
      plane[n].by_distance = true;
      for (unsigned i = 0; i < 3; i++)
         plane[n].w[i] = v[i]->params[s->num_params * 4 + k];
      n++;
   }
   assert(n <= MAX_PLANES);
   return n;
}

static float
distance(const struct corner *c, const struct plane *plane)
{
   const float *p = plane->w;
   if (plane->by_distance)
      return c->share[0] * p[0] + c->share[1] * p[1] + c->share[2] * p[2];
   /* one of x, y, z at a time: the others' products are exact zeros */
   return c->clip[0] * p[0] + c->clip[1] * p[1] + c->clip[2] * p[2] + c->clip[3] * p[3];
}

static struct corner
between(const struct corner *in, const struct corner *out, float d_in, float d_out)
{
   assert(d_in >= 0 && d_out < 0);
   float t = d_in / (d_in - d_out);
   struct corner c;
   for (unsigned i = 0; i < 4; i++)
      c.clip[i] = in->clip[i] + t * (out->clip[i] - in->clip[i]);
   for (unsigned i = 0; i < 3; i++)
      c.share[i] = in->share[i] + t * (out->share[i] - in->share[i]);
   c.size = in->size + t * (out->size - in->size);
   return c;
}

static unsigned
clip_polygon(struct corner *poly, unsigned n, const struct plane *plane)
{
   struct corner out[2 * MAX_POLY]; /* a convex one gets one more; rounding may make one that is not */
   unsigned m = 0;
   assert(n >= 3 && n <= MAX_POLY);
   for (unsigned i = 0; i < n; i++) {
      const struct corner *a = &poly[i], *b = &poly[(i + 1) % n];
      float da = distance(a, plane), db = distance(b, plane);
      if (da >= 0)
         out[m++] = *a;
      if (da >= 0 && db < 0)
         out[m++] = between(a, b, da, db);
      else if (da < 0 && db >= 0)
         out[m++] = between(b, a, db, da);
   }
   m = MIN2(m, (unsigned)MAX_POLY);
   memcpy(poly, out, m * sizeof *poly);
   return m;
}

/* Window position of a vertex whose clip position is set; returns the clip code. */
static uint16_t
transform_vertex(struct raster_assembly *a, const struct raster_state *s, struct raster_vertex *v)
{
   struct emu_row pos[4];
   float clip[4], size = v->point_size;
   uint16_t code;
   int32_t fixed[2];
   memcpy(clip, v->clip, 16);
   for (unsigned i = 0; i < 4; i++)
      for (unsigned l = 0; l < 16; l++) /* the widest vector */
         pos[i].u[l] = fui(clip[i]);
   a->kernels->transform_wave(s, pos, NULL, 1, v, &code, &fixed);
   v->point_size = size;
   return code;
}

/* Vertices of the clipped primitive; corners that are original vertices are used as they are unless flat
 * inputs have to be copied. False: out of memory. *bad: a corner has no finite position. */
static bool
finish(struct raster_assembly *a, const struct raster_state *s, const struct raster_vertex *const v[3],
       unsigned provoking, const struct corner *poly, unsigned n, const struct raster_vertex *out[MAX_POLY],
       bool *bad)
{
   assert(n >= 2 && n <= MAX_POLY && provoking < 3);
   struct u_arena *arena = raster_arena(a->raster);
   const bool flat = s->flat_params != 0;
   unsigned floats = s->num_params * 4;
   *bad = false;
   for (unsigned i = 0; i < n; i++) {
      const struct corner *c = &poly[i];
      int whole = -1;
      for (int k = 0; k < 3; k++)
         if (c->share[k] == 1)
            whole = k;
      if (whole >= 0 && !flat) {
         out[i] = v[whole];
         continue;
      }
      struct raster_vertex *o = u_arena_new(arena, struct raster_vertex);
      float *p = u_arena_array(arena, float, floats);
      if (!o || !p)
         return false;
      memcpy(o->clip, c->clip, 16);
      o->point_size = c->size;
      for (unsigned k = 0; k < floats; k++)
         p[k] = whole >= 0 ? v[whole]->params[k]
                           : c->share[0] * v[0]->params[k] + c->share[1] * v[1]->params[k] +
                                c->share[2] * v[2]->params[k];
      for (unsigned k = 0; k < s->num_params; k++)
         if (s->flat_params >> k & 1)
            memcpy(p + k * 4, v[provoking]->params + k * 4, 16);
      o->params = p;
      uint16_t code = transform_vertex(a, s, o);
      /* rounding may leave a corner a hair outside; its window position counts */
      *bad |= (code & RASTER_CODE_BAD) || !(o->x > -RASTER_MAX_COORD && o->x < RASTER_MAX_COORD) ||
              !(o->y > -RASTER_MAX_COORD && o->y < RASTER_MAX_COORD) || !(o->z - o->z == 0) ||
              !(o->rw - o->rw == 0);
      out[i] = o;
   }
   return true;
}

bool
raster_clip_triangle(struct raster_assembly *a, const struct raster_state *s,
                     const struct raster_vertex *const v[3], unsigned provoking)
{
   struct corner poly[MAX_POLY + 1];
   struct plane plane[MAX_PLANES];
   const struct raster_vertex *out[MAX_POLY];
   bool bad;
   unsigned n = 3;
   for (unsigned i = 0; i < 3; i++) {
      memcpy(poly[i].clip, v[i]->clip, 16);
      memset(poly[i].share, 0, sizeof poly[i].share);
      poly[i].share[i] = 1;
      poly[i].size = v[i]->point_size;
   }
   unsigned num_planes = planes(s, v, plane);
   for (unsigned i = 0; i < num_planes && n >= 3; i++)
      n = clip_polygon(poly, n, &plane[i]);
   if (n < 3)
      return true;
   if (!finish(a, s, v, provoking, poly, n, out, &bad))
      return false;
   for (unsigned i = 2; i < n && !bad; i++) {
      const struct raster_vertex *t[3] = {out[0], out[i - 1], out[i]};
      if (!raster_assemble_triangle(a, s, t, 0))
         return false;
   }
   return true;
}

static bool
clip_line(struct raster_assembly *a, const struct raster_state *s, const struct raster_prim *line)
{
   struct corner end[2];
   struct plane plane[MAX_PLANES];
   const struct raster_vertex *const *v = line->v;
   struct raster_prim p = *line;
   const struct raster_vertex *out[MAX_POLY];
   bool bad;
   for (unsigned i = 0; i < 2; i++) {
      memcpy(end[i].clip, v[i]->clip, 16);
      memset(end[i].share, 0, sizeof end[i].share);
      end[i].share[i] = 1;
      end[i].size = v[i]->point_size;
   }
   unsigned num_planes = planes(s, v, plane);
   for (unsigned i = 0; i < num_planes; i++) {
      float d0 = distance(&end[0], &plane[i]), d1 = distance(&end[1], &plane[i]);
      if (d0 < 0 && d1 < 0)
         return true;
      if (d0 < 0)
         end[0] = between(&end[1], &end[0], d1, d0);
      else if (d1 < 0)
         end[1] = between(&end[0], &end[1], d0, d1);
   }
   if (!finish(a, s, v, line->provoking, end, 2, out, &bad))
      return false;
   p.v[0] = out[0];
   p.v[1] = p.v[2] = out[1];
   p.provoking = 1; /* both have its flat inputs */
   if (!bad)
      raster_assemble_clipped_line(a, s, &p);
   return true;
}

bool
raster_assemble_line(struct raster_assembly *a, const struct raster_state *s, const struct raster_prim *p,
                     bool clip)
{
   struct raster_prim line = *p;
   line.kind = RASTER_PRIM_LINE;
   line.line_width = s->line_width;
   if (clip)
      return clip_line(a, s, &line);
   raster_assemble_clipped_line(a, s, &line);
   return true;
}
