/* SPDX-License-Identifier: MIT
 *
 * Sampling a wave, lane by lane: level of detail of each quad, wrap modes, filters, swizzle. tx.h defines what a sample is.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "emulator/r300/tx/lod.h"
#include "emulator/r300/tx/tx.h"
#include "util/u_math.h"

/* Faces are numbered and oriented as in OpenGL ES 2.0.25 section 3.7.5. */
static unsigned
cube_face(float x, float y, float z)
{
   const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
   if (ax >= ay && ax >= az)
      return x < 0;
   return ay >= az ? 2 + (y < 0) : 4 + (z < 0);
}

/* A direction on the plane of a face, whether the face's edges enclose it or not; s and t from 0 to 1 inside. */
static struct tx_place
place_on_face(unsigned face, float x, float y, float z)
{
   const float axis[3] = {x, y, z}, ma = face & 1 ? -axis[face / 2] : axis[face / 2];
   const float sc = face == 0 ? -z : face == 1 ? z : face == 5 ? -x : x;
   const float tc = face == 2 ? z : face == 3 ? -z : -y;
   return (struct tx_place){(sc / ma + 1) * 0.5f, (tc / ma + 1) * 0.5f, 0, face};
}

struct tx_place
tx_place_of(const struct tx_request *rq, unsigned lane)
{
   const float s = uif(rq->coord[0].u[lane]), t = uif(rq->coord[1].u[lane]), r = uif(rq->coord[2].u[lane]);
   return rq->view->setup.dim == TX_CUBE ? place_on_face(cube_face(s, t, r), s, t, r)
                                         : (struct tx_place){s, t, r, 0};
}

/* A coordinate in texels as a number that fits; NaN and what is far away is 0. */
static float
bounded(float x)
{
   return x > -4194304.0f && x < 4194304.0f ? x : 0;
}

/* The texel for number i of n, -1: the border. */
static int32_t
wrap_texel(int32_t i, int32_t n, enum tx_wrap mode)
{
   switch (mode) {
   case TX_REPEAT:
      i %= n;
      return i < 0 ? i + n : i;
   case TX_MIRROR:
      i %= 2 * n;
      i = i < 0 ? i + 2 * n : i;
      return i < n ? i : 2 * n - 1 - i;
   case TX_MIRROR_ONCE_EDGE:
   case TX_MIRROR_ONCE_HALF_BORDER:
   case TX_MIRROR_ONCE_BORDER:
      i = i < 0 ? -1 - i : i;
      break;
   default:
      break;
   }
   if (mode == TX_CLAMP_EDGE || mode == TX_MIRROR_ONCE_EDGE)
      return CLAMP(i, 0, n - 1);
   return i >= 0 && i < n ? i : -1;
}

/* Half-border modes take coordinates to the edge first, so that a filter sees half of the border. */
static float
clamp_half(float u, float n, enum tx_wrap mode)
{
   if (mode == TX_CLAMP_HALF_BORDER)
      return CLAMP(u, 0.0f, n);
   return mode == TX_MIRROR_ONCE_HALF_BORDER ? MIN2(fabsf(u), n) : u;
}

static void
fetch(const struct tx_view *v, const struct tx_level *l, int32_t x, int32_t y, int32_t z, float out[4])
{
   const uint8_t *wrap = v->setup.wrap;
   x = wrap_texel(x, (int32_t)l->w, (enum tx_wrap)wrap[0]);
   y = wrap_texel(y, (int32_t)l->h, (enum tx_wrap)wrap[1]);
   if (v->setup.dim == TX_3D)
      z = wrap_texel(z, (int32_t)l->d, (enum tx_wrap)wrap[2]);
   if (x < 0 || y < 0 || z < 0)
      memcpy(out, v->border, sizeof v->border);
   else
      tx_texel(v, l, (uint32_t)x, (uint32_t)y, (uint32_t)z, out);
}

static void
sample_slice(const struct tx_view *v, const struct tx_level *l, float u, float w, int32_t z, bool linear,
             float out[4])
{
   float t[4][4];
   if (!linear) {
      fetch(v, l, (int32_t)floorf(u), (int32_t)floorf(w), z, out);
      return;
   }
   const int32_t x = (int32_t)floorf(bounded(u) * 256.0f - 127.5f),
                 y = (int32_t)floorf(bounded(w) * 256.0f - 127.5f);
   const float fx = (float)(x & 255), fy = (float)(y & 255);
   for (unsigned i = 0; i < 4; i++)
      fetch(v, l, (x >> 8) + (int32_t)(i & 1), (y >> 8) + (int32_t)(i >> 1), z, t[i]);
   for (unsigned c = 0; c < 4; c++)
      out[c] = ((t[0][c] * ((256 - fx) * (256 - fy)) + t[1][c] * (fx * (256 - fy))) +
                (t[2][c] * ((256 - fx) * fy) + t[3][c] * (fx * fy))) *
               (1.0f / 65536);
}

static void
sample_level(const struct tx_request *rq, const struct tx_place *p, unsigned level, bool linear, float out[4])
{
   const struct tx_view *v = rq->view;
   const struct tx_level *l = &v->level[level];
   const uint8_t *wrap = v->setup.wrap;
   const float scale = rq->unscaled ? 1.0f / (float)(1u << level) : 0;
   const float w = (float)l->w, h = (float)l->h, d = (float)l->d;
   const float u = clamp_half(bounded(p->s * (rq->unscaled ? scale : w)), w, (enum tx_wrap)wrap[0]);
   const float t = clamp_half(bounded(p->t * (rq->unscaled ? scale : h)), h, (enum tx_wrap)wrap[1]);
   if (v->setup.dim != TX_3D) {
      sample_slice(v, l, u, t, (int32_t)p->face, linear, out);
      return;
   }
   const float r = clamp_half(bounded(p->r * d), d, (enum tx_wrap)wrap[2]);
   const bool between = v->setup.volume ? v->setup.volume == 2 : linear;
   if (!between) {
      sample_slice(v, l, u, t, (int32_t)floorf(r), linear, out);
      return;
   }
   float next[4];
   const float z = floorf(r * 256.0f - 127.5f), base = floorf(z / 256.0f), f = (z - base * 256.0f) / 256.0f;
   sample_slice(v, l, u, t, (int32_t)base, linear, out);
   sample_slice(v, l, u, t, (int32_t)base + 1, linear, next);
   for (unsigned c = 0; c < 4; c++)
      out[c] = out[c] + (next[c] - out[c]) * f;
}

/* ---- level of detail ---- */

/* The square of a difference's length in texels of level 0. */
static float
length2(const struct tx_request *rq, float s, float t, float r)
{
   const struct tx_view *v = rq->view;
   const float w = rq->unscaled ? 1 : (float)v->level[0].w, h = rq->unscaled ? 1 : (float)v->level[0].h;
   s *= w;
   t *= h;
   r *= v->setup.dim == TX_3D ? (float)v->level[0].d : 0;
   return (s * s + t * t) + r * r;
}

/* From a lane to another of its quad. One on another face of the cube counts where it meets this lane's plane. */
static float
difference2(const struct tx_request *rq, unsigned lane, unsigned other)
{
   const struct tx_place p = tx_place_of(rq, lane);
   struct tx_place q = tx_place_of(rq, other);
   if (q.face != p.face)
      q = place_on_face(p.face, uif(rq->coord[0].u[other]), uif(rq->coord[1].u[other]),
                        uif(rq->coord[2].u[other]));
   return length2(rq, q.s - p.s, q.t - p.t, q.r - p.r);
}

/* The longer of a lane's differences from its neighbours. */
static float
neighbour_rho2(const struct tx_request *rq, unsigned lane)
{
   const float across = difference2(rq, lane, lane ^ 1), down = difference2(rq, lane, lane ^ 2);
   return MAX2(across, down);
}

/* A gradient of a cube's direction moves on the plane of the face that the direction looks at. */
static float
gradient2(const struct tx_request *rq, unsigned lane, unsigned g)
{
   float d[3];
   for (unsigned c = 0; c < 3; c++)
      d[c] = uif(rq->grad[g][c].u[lane]);
   if (rq->view->setup.dim != TX_CUBE)
      return length2(rq, d[0], d[1], d[2]);
   const struct tx_place p = tx_place_of(rq, lane);
   const struct tx_place q =
      place_on_face(p.face, uif(rq->coord[0].u[lane]) + d[0], uif(rq->coord[1].u[lane]) + d[1],
                    uif(rq->coord[2].u[lane]) + d[2]);
   return length2(rq, q.s - p.s, q.t - p.t, 0);
}

static float
lane_rho2(const struct tx_request *rq, unsigned lane)
{
   const float across = gradient2(rq, lane, 0), down = gradient2(rq, lane, 1);
   return MAX2(across, down);
}

static float
level_of_detail(const struct tx_request *rq, unsigned lane, float differences_lod)
{
   float lod = differences_lod;
   if (rq->mode == TX_LOD_EXPLICIT)
      lod = uif(rq->coord[3].u[lane]);
   else if (rq->mode == TX_LOD_BIAS)
      lod += uif(rq->coord[3].u[lane]);
   else if (rq->mode == TX_LOD_GRAD)
      lod = tx_half_log2(lane_rho2(rq, lane));
   return tx_rounded_lod(&rq->view->setup, lod);
}

float
tx_magnified_until(const struct tx_setup *s)
{
   return s->mag == 2 && s->min == 1 && s->mip ? 0.5f : 0;
}

void
tx_level_of_detail(const struct tx_request *rq, float lod[EMU_LANES])
{
   for (unsigned quad = 0; quad < EMU_LANES; quad += 4) {
      if (!(rq->lanes >> quad & 15))
         continue;
      float differences = 0;
      if (rq->mode == TX_LOD_IMPLICIT &&
          rq->view->setup.dim != TX_CUBE) { /* the quad's, for all its pixels */
         lod[quad] = level_of_detail(rq, quad, tx_half_log2(neighbour_rho2(rq, quad)));
         lod[quad + 1] = lod[quad + 2] = lod[quad + 3] = lod[quad];
         continue;
      }
      for (unsigned lane = quad; lane < quad + 4; lane++) {
         /* of a cube each pixel has its own: a quad's first may be a helper beyond the edge of the face */
         if (rq->mode <= TX_LOD_BIAS && (lane == quad || rq->view->setup.dim == TX_CUBE))
            differences = tx_half_log2(neighbour_rho2(rq, lane));
         lod[lane] = level_of_detail(rq, lane, differences);
      }
   }
}

static void
sample_lane(const struct tx_request *rq, unsigned lane, float lod, float out[4])
{
   const struct tx_setup *s = &rq->view->setup;
   const struct tx_place p = tx_place_of(rq, lane);
   const unsigned first = s->first_level, last = rq->view->last_level;
   const bool minify = lod > tx_magnified_until(s), linear = (minify ? s->min : s->mag) >= 2;
   if (!s->mip || !minify) {
      sample_level(rq, &p, first, linear, out);
      return;
   }
   const float at = CLAMP(lod, (float)first, (float)last);
   if (s->mip == 1) {
      sample_level(rq, &p, MIN2((unsigned)(at + (0.5f - 1.0f / 256)), last), linear, out);
      return;
   }
   const unsigned fine = (unsigned)at;
   const float f = at - (float)fine;
   sample_level(rq, &p, fine, linear, out);
   if (f > 0 && fine < last) {
      float coarse[4];
      sample_level(rq, &p, fine + 1, linear, coarse);
      for (unsigned c = 0; c < 4; c++)
         out[c] = out[c] + (coarse[c] - out[c]) * f;
   }
}

void
tx_sample(const struct tx_request *rq)
{
   const struct tx_setup *s = &rq->view->setup;
   float lod[EMU_LANES] = {0};
   if (tx_needs_lod(rq->view))
      tx_level_of_detail(rq, lod);
   for (uint64_t lanes = rq->lanes; lanes; lanes &= lanes - 1) {
      const unsigned lane = (unsigned)__builtin_ctzll(lanes);
      float c[6];
      sample_lane(rq, lane, lod[lane], c);
      c[4] = 0;
      c[5] = 1;
      for (unsigned k = 0; k < 4; k++)
         rq->out[k].u[lane] = fui(s->select[k] < 6 ? c[s->select[k]] : 0);
   }
}
