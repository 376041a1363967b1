/* SPDX-License-Identifier: MIT
 *
 * Level of detail from a quad's derivatives, for sample.c, which is compiled once for each SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_LOD_VEC_H
#define EMULATOR_TERASCALE_TA_LOD_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/ta.h"

/* Lanes of a row from byte i on. */
#define AT(row) ((const char *)(row) + i)

/* Cube coordinates s, t (1..2) of a lane as a point of the cube with half edge 1. */
static inline void
cube_point(const struct ta_request *rq, unsigned lane, float p[3])
{
   float sc = 2.0f * uif(rq->s->u[lane]) - 3.0f, tc = 2.0f * uif(rq->t->u[lane]) - 3.0f;
   unsigned face;
   ta_cube_slice(rq->view, uif(rq->r->u[lane]), &face);
   switch (face) {
   case 0:
      p[0] = 1.0f, p[1] = -tc, p[2] = -sc;
      break;
   case 1:
      p[0] = -1.0f, p[1] = -tc, p[2] = sc;
      break;
   case 2:
      p[0] = sc, p[1] = 1.0f, p[2] = tc;
      break;
   case 3:
      p[0] = sc, p[1] = -1.0f, p[2] = -tc;
      break;
   case 4:
      p[0] = sc, p[1] = -tc, p[2] = 1.0f;
      break;
   default:
      p[0] = -sc, p[1] = -tc, p[2] = -1.0f;
      break;
   }
}

/* The squared length of the larger derivative where a quad reaches over an edge of the cube: its points are seen from
 * the lane's own face. */
static inline float
rho2_across_faces(const struct ta_request *rq, unsigned quad, unsigned lane)
{
   float st[3][2];
   unsigned face;
   ta_cube_slice(rq->view, uif(rq->r->u[lane]), &face);
   unsigned axis = face / 2, a = axis == 0 ? 2 : 0, b = axis == 1 ? 2 : 1;
   for (unsigned k = 0; k < 3; k++) {
      float p[3];
      cube_point(rq, quad + k, p);
      float ma = face & 1 ? -p[axis] : p[axis];
      ma = ma > 0.0625f ? ma : 0.0625f; /* points behind the face are far away, not nearer */
      st[k][0] = p[a] / ma * 0.5f * rq->view->level[0].fw;
      st[k][1] = p[b] / ma * 0.5f * rq->view->level[0].fh;
   }
   float x0 = st[1][0] - st[0][0], x1 = st[1][1] - st[0][1], y0 = st[2][0] - st[0][0],
         y1 = st[2][1] - st[0][1];
   float x2 = x0 * x0 + x1 * x1, y2 = y0 * y0 + y1 * y1;
   return x2 > y2 ? x2 : y2;
}

/* Squared length of the larger of two derivative vectors, in texels of the base level. */
static vf
rho2_quad(const struct ta_request *rq, uint32_t i)
{
   const struct ta_view *v = rq->view;
   const struct ta_level *l = &v->level[0];
   unsigned norm = v->force_unnormalized ? 0 : rq->coord_norm;
   vf s = v_load(AT(rq->s)), t = v_load(AT(rq->t));
   vf sw = v_splat(norm & 1 || v->dim == TA_CUBE ? l->fw : 1.0f),
      sh = v_splat(norm & 2 || v->dim == TA_CUBE ? l->fh : 1.0f);
   vf dsx = v_quad(s, 1) - v_quad(s, 0), dsy = v_quad(s, 2) - v_quad(s, 0);
   vf dtx = v_quad(t, 1) - v_quad(t, 0), dty = v_quad(t, 2) - v_quad(t, 0);
   dsx *= sw;
   dsy *= sw;
   dtx *= sh;
   dty *= sh;
   if (v->dim == TA_1D || v->dim == TA_1D_ARRAY)
      dtx = dty = v_splat(0);
   vf x2 = dsx * dsx + dtx * dtx, y2 = dsy * dsy + dty * dty;
   if (v->dim == TA_CUBE) {
      vf f = v_load(AT(rq->r));
      vi differ = (f != v_quad(f, 0)) | (f != v_quad(f, 1)) | (f != v_quad(f, 2));
      if (v_bits(differ)) {
         vf r2 = v_max(x2, y2);
         for (unsigned k = 0; k < EMU_VEC_LANES; k++) {
            unsigned q = k & ~3u;
            if (differ[q] | differ[q + 1] | differ[q + 2] | differ[q + 3])
               r2[k] = rho2_across_faces(rq, i / 4 + q, i / 4 + k);
         }
         return r2;
      }
   }
   if (v->dim == TA_3D) {
      vf r = v_load(AT(rq->r)), sd = v_splat(norm & 4 ? l->fd : 1.0f);
      vf drx = (v_quad(r, 1) - v_quad(r, 0)) * sd, dry = (v_quad(r, 2) - v_quad(r, 0)) * sd;
      x2 = x2 + drx * drx;
      y2 = y2 + dry * dry;
   }
   return v_max(x2, y2);
}

static vf
rho2_grad(const struct ta_request *rq, uint32_t i)
{
   const struct ta_view *v = rq->view;
   const struct ta_level *l = &v->level[0];
   unsigned norm = v->dim == TA_CUBE ? 7 : rq->coord_norm;
   float size[3] = {norm & 1 ? l->fw : 1.0f, norm & 2 ? l->fh : 1.0f,
                    v->dim == TA_CUBE ? l->fw
                    : norm & 4        ? l->fd
                                      : 1.0f};
   unsigned n = v->dim == TA_3D || v->dim == TA_CUBE ? 3 : v->dim == TA_1D || v->dim == TA_1D_ARRAY ? 1 : 2;
   vf x2 = v_splat(0), y2 = v_splat(0);
   for (unsigned k = 0; k < n; k++) {
      vf h = v_load(AT(&rq->grad_h[k])) * v_splat(size[k]), g = v_load(AT(&rq->grad_v[k])) * v_splat(size[k]);
      x2 = x2 + h * h;
      y2 = y2 + g * g;
   }
   return v_max(x2, y2);
}

/* log2 of the length of a derivative from its square. */
static inline vf
log2_rho(vf rho2)
{
   const vf least = (vf)v_splati(0x00800000), most = (vf)v_splati(0x7f7fffff);
   return v_log2(v_min(v_max(rho2, least), most)) * v_splat(0.5f);
}

/* Is the level of detail that of the coordinates' derivatives, and added to them what all lanes have? */
static inline bool
lod_is_of_quads(const struct ta_request *rq)
{
   return rq->lod_mode == TA_LOD_IMPLICIT && rq->view->dim != TA_CUBE;
}

/* Unclamped level of detail of a vector. */
static vf
raw_lod(const struct ta_request *rq, uint32_t i)
{
   float bias = rq->view->lod_bias + rq->lod_bias;
   vf lod;
   switch ((enum ta_lod_mode)rq->lod_mode) {
   case TA_LOD_ZERO:
      return v_splat(0);
   case TA_LOD_EXPLICIT:
      return v_load(AT(rq->lod)) + v_splat(bias);
   case TA_LOD_GRAD:
   case TA_LOD_GRAD_BIAS:
      lod = rho2_grad(rq, i);
      break;
   default:
      lod = rho2_quad(rq, i);
      break;
   }
   lod = log2_rho(lod) + v_splat(bias);
   if (rq->lod_mode == TA_LOD_BIAS || rq->lod_mode == TA_LOD_GRAD_BIAS)
      lod = lod + v_load(AT(rq->lod));
   return lod;
}

/* Rounded to 1/256 and clamped; *minify: lanes that use the minification filter, by what MAX_LOD has left of the
 * level, and above 0 whatever the two filters are (docs/inferred.md). */
static inline vf
clamp_lod(const struct ta_view *v, vf lod, vi *minify)
{
   lod = v_max(lod, v_splat(v->min_lod));
   lod = v_min(lod, v_splat(64.0f));
   lod = v_floor(lod * v_splat(256.0f) + v_splat(0.5f)) * v_splat(1.0f / 256.0f);
   lod = v_min(lod, v_splat(v->max_lod));
   *minify = lod > v_splat(0);
   return v_min(lod, v_splat((float)(v->num_levels - 1)));
}

static vf
clamped_lod(const struct ta_request *rq, uint32_t i, vi *minify)
{
   return clamp_lod(rq->view, raw_lod(rq, i), minify);
}

/* clamped_lod() of a whole wave. All lanes of a quad have the same derivatives: the logarithm is taken of one of each. */
static void
wave_lod(const struct ta_request *rq, struct emu_row *lod, struct emu_row *minify)
{
#if V_X86 && EMU_VEC_B == 64
#define ONE_OF_EACH(a, b) EMU_SHUFFLE(a, b, 0, 4, 8, 12, 16, 20, 24, 28, 0, 0, 0, 0, 0, 0, 0, 0)
#define FOUR_OF_EACH(a, q)                                                                                   \
   EMU_SHUFFLE(a, a, q, q, q, q, q + 1, q + 1, q + 1, q + 1, q + 2, q + 2, q + 2, q + 2, q + 3, q + 3,       \
               q + 3, q + 3)
   if (lod_is_of_quads(rq)) {
      vf rho2[4];
      vi m;
      for (unsigned n = 0; n < 4; n++)
         rho2[n] = rho2_quad(rq, n * EMU_VEC_B);
      const vf a = ONE_OF_EACH(rho2[0], rho2[1]), b = ONE_OF_EACH(rho2[2], rho2[3]);
      const vf all = EMU_SHUFFLE(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      const vf l = clamp_lod(rq->view, log2_rho(all) + v_splat(rq->view->lod_bias + rq->lod_bias), &m);
      *v_at(lod, 0) = FOUR_OF_EACH(l, 0);
      *v_at(lod, 1) = FOUR_OF_EACH(l, 4);
      *v_at(lod, 2) = FOUR_OF_EACH(l, 8);
      *v_at(lod, 3) = FOUR_OF_EACH(l, 12);
      *v_ati(minify, 0) = FOUR_OF_EACH(m, 0);
      *v_ati(minify, 1) = FOUR_OF_EACH(m, 4);
      *v_ati(minify, 2) = FOUR_OF_EACH(m, 8);
      *v_ati(minify, 3) = FOUR_OF_EACH(m, 12);
      return;
   }
#undef ONE_OF_EACH
#undef FOUR_OF_EACH
#endif
   for (unsigned n = 0; n < EMU_VECS; n++)
      *v_at(lod, n) = clamped_lod(rq, n * EMU_VEC_B, v_ati(minify, n));
}

#endif
