/* SPDX-License-Identifier: MIT
 *
 * SPI: what a pixel wave starts with. Barycentrics I, J of vertices 1 and 2 are planes in double precision,
 * made perspective correct by one division per pixel in single precision; on Evergreen and later they go to
 * GPRs and the shader interpolates (INTERP_XY/ZW), on R6xx/R7xx the inputs are interpolated here in the same
 * order, (P0 + I * (P1 - P0)) + J * (P2 - P0). Rests on the R6xx/R7xx guide (SPI_PS_IN_CONTROL_0,
 * SPI_PS_INPUT_CNTL, SPI_INTERP_CONTROL_0) and the Evergreen ISA document on interpolation.
 * A centroid is the covered sample that is nearest to the pixel's centre, the centre if all are covered.
 * Where the shader runs for each sample, "sample" is its place; else it is the centre. What the fixed point
 * position and the z of the face register hold is known from public drivers: the pixel and the number of the
 * sample, and the covered samples as a mask. Left out: cylindrical wrapping.
 */
#include <assert.h>
#include <string.h>

#include "emulator/core/wave.h"
#include "emulator/pixel/quads.h"
#include "emulator/raster/plane.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/spi/spi.h"
#include "util/u_math.h"

/* Row of a plane over the quads of a wave, the plane being a member of each quad's primitive. */
#define PLANE_ROW(b, out, member)                                                                            \
   do {                                                                                                      \
      if ((b)->whole_block) {                                                                                \
         plane_row_block(&(b)->prim[0]->member, (b)->x[0], (b)->y[0], out);                                  \
      } else {                                                                                               \
         for (unsigned q_ = 0; q_ < (b)->num_quads; q_++)                                                    \
            plane_row_quad(&(b)->prim[q_]->member, (b)->x[q_], (b)->y[q_], &(out)->u[q_ * 4]);               \
      }                                                                                                      \
   } while (0)

/* I and J of a whole block. */
static __attribute__((noinline)) void
barycentrics_of_block(const struct raster_setup *p, uint32_t x, uint32_t y, bool linear, struct emu_row *i,
                      struct emu_row *j)
{
   const bool flat = linear || p->flags & RASTER_FLAT_W;
   vd n1[VD_VECS], n2[VD_VECS], den[VD_VECS];
   plane_at_block(flat ? &p->lin1 : &p->n1, x, y, n1);
   plane_at_block(flat ? &p->lin2 : &p->n2, x, y, n2);
   if (flat) {
#pragma GCC unroll 16
      for (unsigned v = 0; v < EMU_VECS; v++) {
         *v_at(i, v) = v_floats(n1[2 * v], n1[2 * v + 1]);
         *v_at(j, v) = v_floats(n2[2 * v], n2[2 * v + 1]);
      }
      return;
   }
   plane_at_block(&p->den, x, y, den);
#pragma GCC unroll 16
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf r = 1.0f / v_floats(den[2 * v], den[2 * v + 1]);
      *v_at(i, v) = v_floats(n1[2 * v], n1[2 * v + 1]) * r;
      *v_at(j, v) = v_floats(n2[2 * v], n2[2 * v + 1]) * r;
   }
}

/* I and J of a wave with perspective. */
static void
load_perspective(const struct pixel_quads *b, struct emu_row *i, struct emu_row *j)
{
   struct emu_row d;
   if (b->whole_block) {
      barycentrics_of_block(b->prim[0], b->x[0], b->y[0], false, i, j);
      return;
   }
   bool all_flat = true;
   for (unsigned q = 0; q < b->num_quads; q++) {
      const struct raster_setup *p = b->prim[q];
      bool flat = p->flags & RASTER_FLAT_W;
      all_flat &= flat;
      const struct raster_plane *n1 = flat ? &p->lin1 : &p->n1, *n2 = flat ? &p->lin2 : &p->n2;
      const unsigned x = b->x[q], y = b->y[q]; /* read once: rows may lie anywhere */
      plane_row_quad(n1, x, y, &i->u[q * 4]);
      plane_row_quad(n2, x, y, &j->u[q * 4]);
      if (flat)
         *(v4f *)&d.u[q * 4] = (v4f){1, 1, 1, 1};
      else
         plane_row_quad(&p->den, x, y, &d.u[q * 4]);
   }
   if (all_flat)
      return;
   for (unsigned q = b->num_quads; q < EMU_QUADS; q++)
      *(v4f *)&i->u[q * 4] = *(v4f *)&j->u[q * 4] = *(v4f *)&d.u[q * 4] = (v4f){1, 1, 1, 1};
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf r = 1.0f / v_of(&d, v);
      *v_at(i, v) *= r;
      *v_at(j, v) *= r;
   }
}

/* Where a wave's pixels are evaluated other than in their centres, from the pixels' corners. */
struct places {
   double x[EMU_LANES], y[EMU_LANES];
};

static void
find_centroids(const struct pixel_quads *b, struct places *c)
{
   assert(b->st->num_samples <= PIXEL_MAX_SAMPLES);
   const struct raster_bound *st = b->st;
   uint64_t all = ~UINT64_C(0);
   for (unsigned s = 0; s < st->num_samples; s++)
      all &= b->sample_live[s];
   for (unsigned i = 0; i < b->num_quads * 4; i++) {
      int best = INT32_MAX;
      double ox = 0, oy = 0;
      for (unsigned s = 0; s < st->num_samples && !(all >> i & 1); s++) {
         const int16_t *p = st->ds->raster.sample_pos[s];
         int d = p[0] * p[0] + p[1] * p[1];
         if (!(b->sample_live[s] >> i & 1) || d >= best)
            continue;
         best = d;
         ox = p[0] / 256.0;
         oy = p[1] / 256.0;
      }
      c->x[i] = b->x[i / 4] + (i & 1) + ox;
      c->y[i] = b->y[i / 4] + (i >> 1 & 1) + oy;
   }
}

static double
at(const struct raster_plane *p, double x, double y)
{
   return (p->c + p->dy * y) + p->dx * x;
}

static void
find_samples(const struct pixel_quads *b, struct places *c)
{
   for (unsigned i = 0; i < b->num_quads * 4; i++) {
      const int16_t *p = b->st->ds->raster.sample_pos[b->sample[i / 4]];
      assert(b->sample[i / 4] < PIXEL_MAX_SAMPLES);
      c->x[i] = b->x[i / 4] + (i & 1) + p[0] / 256.0;
      c->y[i] = b->y[i / 4] + (i >> 1 & 1) + p[1] / 256.0;
   }
}

/* I and J there. */
static void
load_places(const struct pixel_quads *b, const struct places *c, bool linear, struct emu_row *i,
            struct emu_row *j)
{
   for (unsigned k = 0; k < b->num_quads * 4; k++) {
      const struct raster_setup *p = b->prim[k / 4];
      double x = c->x[k], y = c->y[k];
      bool flat = linear || p->flags & RASTER_FLAT_W;
      float n1 = (float)at(flat ? &p->lin1 : &p->n1, x, y), n2 = (float)at(flat ? &p->lin2 : &p->n2, x, y);
      float r = 1.0f / (flat ? 1.0f : (float)at(&p->den, x, y));
      i->u[k] = fui(n1 * r);
      j->u[k] = fui(n2 * r);
   }
}

/* P0, P1 - P0, P2 - P0 of an input's channels. */
struct input_params {
   v4f p, d1, d2;
};

/* Of a sprite the channels that its coordinates replace. */
static struct input_params
sprite_channels(const struct emu_draw_state *ds, struct input_params in)
{
   for (unsigned c = 0; c < 4; c++) {
      const unsigned sel = ds->sprite_sel[c];
      if (sel > 3)
         continue;
      const bool top_1 = ds->point_sprite_top_1; /* T grows downwards unless TOP_1 */
      in.p[c] = sel == 1 || (sel == 3 && top_1) ? 1 : 0;
      in.d1[c] = sel == 2 ? 1 : 0;
      in.d2[c] = sel != 3 ? 0 : top_1 ? -1 : 1;
   }
   return in;
}

ALWAYS_INLINE v4f
load4(const float *p)
{
   v4f v;
   memcpy(&v, p, 16);
   return v;
}

/* Input n of a primitive. */
ALWAYS_INLINE struct input_params
params_of(const struct emu_draw_state *ds, const struct raster_setup *p, unsigned n)
{
   static const v4f defaults[4] = {
      {0, 0, 0, 0},
      {0, 0, 0, 1},
      {1, 1, 1, 0},
      {1, 1, 1, 1}
   };
   const struct emu_ps_input *in = &ds->ps_in[n];
   const bool point = p->kind == RASTER_PRIM_POINT;
   struct input_params o = {.p = defaults[in->default_val & 3]};
   assert(in->param < (int)ds->draw.raster.num_params);
   if (in->param >= 0) {
      const bool flat = point || (in->flat && ds->flat_shade_enable);
      o.p = load4(p->v[point ? 0 : flat ? p->provoking : 0]->params + in->param * 4);
      if (!flat) {
         o.d1 = load4(p->v[1]->params + in->param * 4) - o.p;
         o.d2 = load4(p->v[2]->params + in->param * 4) - o.p;
      }
   }
   if (in->point_sprite && ds->point_sprite_enable && point)
      o = sprite_channels(ds, o);
   return o;
}

/* Inputs that there are and that the program has a use for. */
static inline uint32_t
used_inputs(const struct emu_draw_state *ds)
{
   assert(ds->num_ps_in <= EMU_MAX_PARAMS);
   return ds->ps_inputs & (uint32_t)((UINT64_C(1) << ds->num_ps_in) - 1);
}

/* Of the primitive that a whole block belongs to; they are kept while blocks of one primitive follow. */
static float *
params_of_block(struct spi_ctx *w, const struct emu_draw_state *ds, const struct raster_setup *p)
{
   if (w->params_serial == p->serial)
      return w->params;
   w->params_serial = p->serial;
   for (uint32_t m = used_inputs(ds); m; m &= m - 1) {
      const unsigned n = (unsigned)__builtin_ctz(m);
      v4f *const out = (v4f *)&w->params[n * 12];
      const struct input_params in = params_of(ds, p, n);
      out[0] = in.p;
      out[1] = in.d1;
      out[2] = in.d2;
   }
   return w->params;
}

/* Does the whole wave belong to one primitive? */
static bool
has_one_prim(const struct pixel_quads *b)
{
   bool one = true;
   for (unsigned q = 1; q < b->num_quads && !b->whole_block; q++)
      one &= b->prim[q] == b->prim[0];
   return one;
}

static void
load_all_params(struct spi_ctx *w, const struct emu_draw_state *ds, const struct pixel_quads *b)
{
   const uint32_t inputs = used_inputs(ds);
   assert(b->num_quads <= EMU_QUADS);
   if (!inputs)
      return;
   w->wave->one_prim = has_one_prim(b);
   if (w->wave->one_prim) {
      w->wave->params = params_of_block(w, ds, b->prim[0]);
      return;
   }
   for (unsigned q = 0; q < b->num_quads;) {
      const struct raster_setup *p = b->prim[q];
      const unsigned first = q;
      while (q < b->num_quads && b->prim[q] == p)
         q++;
      for (uint32_t m = inputs; m; m &= m - 1) {
         const unsigned n = (unsigned)__builtin_ctz(m);
         const struct input_params in = params_of(ds, p, n);
         struct emu_row *out = w->wave->quad_params[n];
         for (unsigned k = first; k < q; k++) {
            *(v4f *)&out[0].u[k * 4] = in.p;
            *(v4f *)&out[1].u[k * 4] = in.d1;
            *(v4f *)&out[2].u[k * 4] = in.d2;
         }
      }
   }
}

/* R6xx/R7xx: input n of the wave into those of four GPR channels that have a bit. What is the same everywhere may be an
 * integer. */
static void
interpolate(const struct spi_ctx *w, unsigned n, unsigned channels, const struct emu_row *i,
            const struct emu_row *j, struct emu_row *out)
{
   for (unsigned c = 0; c < 4; c++) {
      const float *const p = w->wave->one_prim ? &w->wave->params[n * 12 + c] : NULL;
      if (!(channels >> c & 1))
         continue;
      if (!p) {
         const struct emu_row *by_quad = w->wave->quad_params[n];
         for (unsigned v = 0; v < EMU_VECS; v++) {
            const vf p0 = v_quad(v_of(&by_quad[0], v), c), d1 = v_quad(v_of(&by_quad[1], v), c),
                     d2 = v_quad(v_of(&by_quad[2], v), c);
            const vi varies = (d1 != 0) | (d2 != 0);
            *v_at(&out[c], v) = v_sel(varies, (p0 + v_of(i, v) * d1) + v_of(j, v) * d2, p0);
         }
      } else if (p[4] == 0 && p[8] == 0) {
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_at(&out[c], v) = v_splat(p[0]);
      } else {
         const vf p0 = v_splat(p[0]), d1 = v_splat(p[4]), d2 = v_splat(p[8]);
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_at(&out[c], v) = (p0 + v_of(i, v) * d1) + v_of(j, v) * d2;
      }
   }
}

/* x and y of pixels' centres; all sums are exact. */
static void
load_centres(const struct pixel_quads *b, unsigned channels, struct emu_row out[2])
{
   if (b->whole_block) {
      const double x = b->x[0] + 0.5, y = b->y[0] + 0.5;
      for (unsigned v = 0; v < EMU_VECS && channels & 1; v++)
         *v_at(&out[0], v) = v_floats(lane_x(2 * v) + x, lane_x(2 * v + 1) + x);
      for (unsigned v = 0; v < EMU_VECS && channels & 2; v++)
         *v_at(&out[1], v) = v_floats(lane_y(2 * v) + y, lane_y(2 * v + 1) + y);
      return;
   }
   for (unsigned q = 0; q < b->num_quads && channels & 1; q++)
      *(v4f *)&out[0].u[q * 4] = ((float)b->x[q] + 0.5f) + (v4f){0, 1, 0, 1};
   for (unsigned q = 0; q < b->num_quads && channels & 2; q++)
      *(v4f *)&out[1].u[q * 4] = ((float)b->y[q] + 0.5f) + (v4f){0, 0, 1, 1};
}

static void
load_position(struct spi_ctx *w, const struct pixel_quads *b, const struct places *samples, unsigned channels,
              struct emu_row *out)
{
   float lo = b->st->ds->constants.z_min, hi = b->st->ds->constants.z_max;
   if (samples) {
      for (unsigned i = 0; i < EMU_LANES; i++) {
         bool in = i < b->num_quads * 4;
         const struct raster_setup *p = in ? b->prim[i / 4] : NULL;
         double x = in ? samples->x[i] : 0, y = in ? samples->y[i] : 0;
         float z = in ? (float)at(&p->z, x, y) : 0;
         out[0].u[i] = fui((float)(x + 0.5));
         out[1].u[i] = fui((float)(y + 0.5));
         out[2].u[i] = fui(CLAMP(z, lo, hi));
         out[3].u[i] = fui(in ? 1.0f / (float)at(&p->den, x, y) : 1.0f);
      }
      return;
   }
   load_centres(b, channels, out);
   if (channels & 4) {
      PLANE_ROW(b, &out[2], z);
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_at(&out[2], v) = v_clamp(v_of(&out[2], v), lo, hi);
   }
   if (channels & 8) {
      PLANE_ROW(b, &out[3], den);
      for (unsigned q = b->num_quads; q < EMU_QUADS; q++)
         *(v4f *)&out[3].u[q * 4] = (v4f){1, 1, 1, 1};
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_at(&out[3], v) = 1.0f / v_of(&out[3], v);
   }
}

/* Which samples of its pixel the primitive covers, by lane. */
static void
load_coverage(const struct pixel_quads *b, struct emu_row *out)
{
   for (unsigned i = 0; i < EMU_LANES; i++) {
      uint32_t m = 0;
      for (unsigned s = 0; b->st->ms && s < b->st->num_samples; s++)
         m |= (uint32_t)(b->covered[s] >> i & 1) << s;
      out->u[i] = b->st->ms ? m : (uint32_t)(b->live >> i & 1);
   }
}

static void
load_fixed_position(const struct pixel_quads *b, struct emu_row out[4])
{
   memset(out, 0, 4 * sizeof out[0]);
   for (unsigned i = 0; i < b->num_quads * 4; i++) {
      out[0].u[i] = b->x[i / 4] + (i & 1);
      out[1].u[i] = b->y[i / 4] + (i >> 1 & 1);
      out[3].u[i] = b->st->iterate ? b->sample[i / 4] : 0;
   }
}

static void
load_wave(struct spi_ctx *w, const struct emu_draw_state *ds, const struct pixel_quads *b)
{
   struct emu_row *g = w->gprs;
   bool want_linear = false, want_persp = false;
   struct places centroids, samples;
   bool iterate = b->st->iterate;
   bool ms = b->st->num_samples > 1, centroid = ms && ds->baryc_enable & (4 | 32);
   for (unsigned n = 0; n < ds->num_ps_in; n++) {
      centroid |= ms && ds->ps_in[n].centroid && !ds->interp_in_shader;
      if (!(ds->ps_inputs >> n & 1))
         continue;
      want_linear |= ds->ps_in[n].linear;
      want_persp |= !ds->ps_in[n].linear;
   }
   load_all_params(w, ds, b);
   if (centroid)
      find_centroids(b, &centroids);
   if (iterate)
      find_samples(b, &samples);
   if (ds->interp_in_shader) { /* the first pair of a kind is computed in its place, others are copies */
      const struct emu_row *persp = NULL, *linear = NULL;
      unsigned k = 0;
      for (unsigned set = 0; set < 6; set++) {
         if (!(ds->baryc_enable >> set & 1))
            continue;
         const unsigned row = k / 2 * 4 + k % 2 * 2;
         struct emu_row *out = &g[row];
         const struct emu_row **first = set < 3 ? &persp : &linear;
         if (!spi_reads_rows(ds, row, 2)) {
            k++;
            continue;
         }
         if ((ms && set % 3 == 2) || (iterate && set % 3 == 0)) {
            load_places(b, set % 3 ? &centroids : &samples, set >= 3, &out[0], &out[1]);
            k++;
            continue;
         }
         if (*first) {
            out[0] = (*first)[0];
            out[1] = (*first)[1];
         } else if (set < 3) {
            load_perspective(b, &out[0], &out[1]);
         } else {
            PLANE_ROW(b, &out[0], lin1);
            PLANE_ROW(b, &out[1], lin2);
         }
         *first = out;
         k++;
      }
   } else {
      if (want_persp)
         load_perspective(b, &w->i, &w->j);
      if (want_linear) {
         PLANE_ROW(b, &w->lin_i, lin1);
         PLANE_ROW(b, &w->lin_j, lin2);
      }
      for (unsigned n = 0; n < ds->num_ps_in; n++) {
         const unsigned row = (ds->ps_in_gpr[n] & 127) * 4, channels = spi_reads_rows(ds, row, 4);
         bool linear = ds->ps_in[n].linear;
         if (!(ds->ps_inputs >> n & 1))
            continue;
         bool at_sample = iterate && ds->ps_in[n].sample;
         if (at_sample || (ms && ds->ps_in[n].centroid)) {
            struct emu_row ci, cj;
            load_places(b, at_sample ? &samples : &centroids, linear, &ci, &cj);
            interpolate(w, n, channels, &ci, &cj, &g[row]);
            continue;
         }
         interpolate(w, n, channels, linear ? &w->lin_i : &w->i, linear ? &w->lin_j : &w->j, &g[row]);
      }
   }
   if (ds->pos_gpr >= 0) {
      const unsigned row = (ds->pos_gpr & 127) * 4;
      load_position(w, b, iterate && ds->pos_sample ? &samples : NULL, spi_reads_rows(ds, row, 4), &g[row]);
   }
   if (ds->face_gpr >= 0)
      for (unsigned q = 0; q < b->num_quads; q++) {
         float f = b->prim[q]->front ? 1.0f : -1.0f;
         *(v4f *)&g[(ds->face_gpr & 127) * 4].u[q * 4] = (v4f){f, f, f, f};
      }
   if (ds->face_gpr >= 0)
      load_coverage(b, &g[(ds->face_gpr & 127) * 4 + 2]);
   if (ds->fixed_gpr >= 0)
      load_fixed_position(b, &g[(ds->fixed_gpr & 127) * 4]);
}

#include "emulator/terascale/spi/lookup_vec.h"

const struct spi_kernels EMU_FN(spi_kernels) = {.load = load_wave,
                                                .load_lookup = load_lookup,
                                                .load_columns_and_rows = load_columns_and_rows,
                                                .load_axes = load_axes,
                                                .load_along = load_along,
                                                .modulate = modulate};
