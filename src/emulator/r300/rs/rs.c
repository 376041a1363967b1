/* SPDX-License-Identifier: MIT
 *
 * Interpolation. A parameter is a vector of a vertex; RS instructions pick components of them, of the place in a point,
 * and constants. The hardware's precision is not documented; everything here is binary32.
 */
#include <assert.h>
#include <string.h>

#include "emulator/r300/rs/fog.h"
#include "emulator/r300/rs/rs.h"
#include "emulator/r300/rs/strips.h"
#include "emulator/raster/plane.h"
#include "emulator/simd/lanes.h"

_Static_assert((int)US_PLANES >= (int)RS_MAX_PLANES, "a thread has room for those of a draw");

static v4f *
quad_at(struct emu_row *row, unsigned quad)
{
   return (v4f *)&row->u[quad * 4];
}

static v4f
splat4(float f)
{
   return (v4f){f, f, f, f};
}

/* ---- barycentrics ---- */

static void
divide(struct emu_row ij[2], const struct emu_row *by)
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf r = 1.0f / v_of(by, v);
      *v_at(&ij[0], v) *= r;
      *v_at(&ij[1], v) *= r;
   }
}

static void
load_block_ij(const struct r300_draw *d, const struct pixel_quads *b, struct emu_row ij[2])
{
   const struct raster_setup *p = b->prim[0];
   const bool flat = rs_is_flat(d, p);
   struct emu_row den;
   plane_row_block(flat ? &p->lin1 : &p->n1, b->x[0], b->y[0], &ij[0]);
   plane_row_block(flat ? &p->lin2 : &p->n2, b->x[0], b->y[0], &ij[1]);
   if (flat)
      return;
   plane_row_block(&p->den, b->x[0], b->y[0], &den);
   divide(ij, &den);
}

/* Of quads from anywhere. A product with the reciprocal of 1 is the factor. */
static void
load_quads_ij(const struct r300_draw *d, const struct pixel_quads *b, struct emu_row ij[2])
{
   static const v4f one = {1, 1, 1, 1};
   struct emu_row den;
   bool all_flat = true;
   for (unsigned k = 0; k < b->num_quads; k++) {
      const struct raster_setup *p = b->prim[k];
      const bool flat = rs_is_flat(d, p);
      const unsigned x = b->x[k], y = b->y[k];
      all_flat &= flat;
      plane_row_quad(flat ? &p->lin1 : &p->n1, x, y, &ij[0].u[k * 4]);
      plane_row_quad(flat ? &p->lin2 : &p->n2, x, y, &ij[1].u[k * 4]);
      if (flat)
         *quad_at(&den, k) = one;
      else
         plane_row_quad(&p->den, x, y, &den.u[k * 4]);
   }
   if (all_flat)
      return;
   for (unsigned k = b->num_quads; k < EMU_QUADS; k++)
      *quad_at(&ij[0], k) = *quad_at(&ij[1], k) = *quad_at(&den, k) = one;
   divide(ij, &den);
}

/* ---- components ---- */

/* Of a wave that has one primitive. */
static void
write_wave(const float plane[3], const struct emu_row ij[2], struct emu_row *out)
{
   const vf p0 = v_splat(plane[0]), d1 = v_splat(plane[1]), d2 = v_splat(plane[2]);
   const bool varies = plane[1] != 0 || plane[2] != 0;
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf r = p0;
      if (varies)
         r = (p0 + v_of(&ij[0], v) * d1) + v_of(&ij[1], v) * d2;
      *v_at(out, v) = r;
   }
}

/* The face (0 front, 1 back, in red), or x and y of the pixel. */
static void
write_special(const struct pixel_quads *b, const struct rs_write *w, unsigned c, struct emu_row *out)
{
   for (unsigned k = 0; k < b->num_quads; k++) {
      v4f v = splat4(0);
      if (w->face)
         v = splat4(c == 0 && !b->prim[k]->front ? 1 : 0);
      else if (c == 0)
         v = (float)b->x[k] + (v4f){0, 1, 0, 1};
      else if (c == 1)
         v = (float)b->y[k] + (v4f){0, 0, 1, 1};
      *quad_at(out, k) = v;
   }
}

/* ---- waves ---- */

/* What has no plane. */
static void
write_others(struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b)
{
   for (unsigned n = 0; n < d->num_writes; n++) {
      const struct rs_write *w = &d->write[n];
      for (unsigned c = 0; c < 4; c++) {
         struct emu_row *out = &us->temp[w->reg][c];
         if (!(d->us.program->unset_temp[w->reg] >> c & 1))
            continue;
         if (w->face || w->position)
            write_special(b, w, c, out);
         else if (w->from[c] == RS_FROM_FOG)
            *out = us->fog;
      }
   }
}

/* Planes of a primitive, in the order of the draw's. */
static void
find_planes(const struct r300_draw *d, const struct raster_setup *p, float out[US_PLANES][3])
{
   const bool point = p->kind == RASTER_PRIM_POINT;
   const float *const v0 = p->v[0]->params, *const v1 = point ? v0 : p->v[1]->params,
                      *const v2 = point ? v0 : p->v[2]->params;
   for (unsigned n = 0; n < d->num_planes; n++) {
      const struct rs_interpolated *i = &d->plane[n];
      if (i->at != RS_NOT_VERTICES) { /* of a point all are the first vertex' */
         const float p0 = v0[i->at];
         out[n][0] = p0;
         out[n][1] = point ? 0 : v1[i->at] - p0;
         out[n][2] = point ? 0 : v2[i->at] - p0;
         continue;
      }
      const struct rs_plane plane = rs_component(d, p, &d->write[i->write], i->comp);
      out[n][0] = plane.p0;
      out[n][1] = plane.d1;
      out[n][2] = plane.d2;
   }
}

static struct emu_row *
row_of(struct us_ctx *us, const struct r300_draw *d, unsigned plane)
{
   const struct rs_interpolated *i = &d->plane[plane];
   return &us->temp[d->write[i->write].reg][i->comp];
}

/* Of vertices' parameters what each quad has: those of vertex 0, and from there to 1 and 2. */
struct quad_params {
   struct emu_row row[R300_PARAMS][3];
};

static void
load_quad_params(const struct r300_draw *d, const struct raster_setup *p, unsigned first, unsigned end,
                 struct quad_params *o)
{
   const bool point = p->kind == RASTER_PRIM_POINT;
   for (uint32_t m = d->plane_params; m; m &= m - 1) {
      const unsigned i = (unsigned)__builtin_ctz(m);
      v4f v0, d1 = {0}, d2 = {0};
      memcpy(&v0, p->v[0]->params + i * 4, sizeof v0);
      if (!point) {
         memcpy(&d1, p->v[1]->params + i * 4, sizeof d1);
         memcpy(&d2, p->v[2]->params + i * 4, sizeof d2);
         d1 -= v0;
         d2 -= v0;
      }
      for (unsigned k = first; k < end; k++) {
         *quad_at(&o->row[i][0], k) = v0;
         *quad_at(&o->row[i][1], k) = d1;
         *quad_at(&o->row[i][2], k) = d2;
      }
   }
}

/* Component \p c of each quad's parameter in all of its lanes. */
ALWAYS_INLINE vf
of_quads(const struct emu_row *params, unsigned v, vi lane, unsigned c)
{
#if V_X86 && EMU_VEC_B == 64
   return (vf)_mm512_permutexvar_ps((__m512i)lane, (__m512)v_of(params, v));
#elif V_X86 && EMU_VEC_B == 32
   return (vf)_mm256_permutevar8x32_ps((__m256)v_of(params, v), (__m256i)lane);
#else
   return v_quad(v_of(params, v), c);
#endif
}

static void
write_component(const struct emu_row params[3], unsigned c, const struct emu_row ij[2], struct emu_row *out)
{
   vi lane;
   for (int32_t l = 0; l < EMU_VEC_LANES; l++)
      lane[l] = (l & ~3) + (int32_t)c;
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf p0 = of_quads(&params[0], v, lane, c), d1 = of_quads(&params[1], v, lane, c),
               d2 = of_quads(&params[2], v, lane, c);
      const vi varies = (d1 != 0) | (d2 != 0);
      *v_at(out, v) = v_sel(varies, (p0 + v_of(&ij[0], v) * d1) + v_of(&ij[1], v) * d2, p0);
   }
}

/* What rs_component() has to be asked for, of quads \p first to \p end - 1. */
static void
write_asked(struct us_ctx *us, const struct r300_draw *d, const struct raster_setup *p, unsigned first,
            unsigned end)
{
   for (unsigned n = 0; n < d->num_planes; n++) {
      const struct rs_interpolated *i = &d->plane[n];
      if (i->at != RS_NOT_VERTICES)
         continue;
      const struct rs_plane q = rs_component(d, p, &d->write[i->write], i->comp);
      const bool varies = q.d1 != 0 || q.d2 != 0;
      for (unsigned k = first; k < end; k++) {
         v4f r = splat4(q.p0);
         if (varies)
            r = (q.p0 + *quad_at(&us->ij[0], k) * q.d1) + *quad_at(&us->ij[1], k) * q.d2;
         *quad_at(row_of(us, d, n), k) = r;
      }
   }
}

/* Of a wave that has several primitives. Lanes beyond its quads get anything. */
static void
write_quads(struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b)
{
   struct quad_params params;
   unsigned end;
   bool asks = false;
   for (unsigned n = 0; n < d->num_planes; n++)
      asks |= d->plane[n].at == RS_NOT_VERTICES;
   for (unsigned first = 0; first < b->num_quads; first = end) {
      const struct raster_setup *p = b->prim[first];
      for (end = first + 1; end < b->num_quads && b->prim[end] == p; end++)
         ;
      load_quad_params(d, p, first, end, &params);
      if (asks)
         write_asked(us, d, p, first, end);
   }
   if (b->num_quads < EMU_QUADS) /* numbers, for who computes with all lanes */
      load_quad_params(d, b->prim[0], b->num_quads, EMU_QUADS, &params);
   for (unsigned n = 0; n < d->num_planes; n++) {
      const unsigned at = d->plane[n].at;
      if (at == RS_NOT_VERTICES)
         continue;
      write_component(params.row[at / 4], at % 4, us->ij, row_of(us, d, n));
   }
}

static bool
has_one_prim(const struct pixel_quads *b)
{
   bool one = true;
   for (unsigned k = 1; k < b->num_quads && !b->whole_block; k++)
      one &= b->prim[k] == b->prim[0];
   return one;
}

static void
load(struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b)
{
   assert(b->num_quads && b->num_quads <= EMU_QUADS);
   memcpy(us->loaded, d->loaded, sizeof us->loaded);
   for (unsigned n = 0; n < d->num_zeros; n++)
      memset(&us->temp[d->zero[n] / 4][d->zero[n] % 4], 0, sizeof us->temp[0][0]);
   if (d->num_planes || d->fog.value) {
      if (b->whole_block)
         load_block_ij(d, b, us->ij);
      else
         load_quads_ij(d, b, us->ij);
   }
   if (d->fog.value)
      EMU_FN(rs_fog_value)(us, d, b);
   if (d->writes_others)
      write_others(us, d, b);
   if (!has_one_prim(b)) {
      write_quads(us, d, b);
      return;
   }
   if (us->planes_serial != b->prim[0]->serial) { /* blocks of a primitive often follow each other */
      us->planes_serial = b->prim[0]->serial;
      find_planes(d, b->prim[0], us->planes);
   }
   for (unsigned n = 0; n < d->num_planes; n++)
      write_wave(us->planes[n], us->ij, row_of(us, d, n));
}

static void
select_components(const struct emu_row color[4], const uint8_t select[4], struct emu_row out[4])
{
   for (unsigned c = 0; c < 4; c++)
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_ati(&out[c], v) = v_ofi(&color[select[c] & 3], v);
}

const struct rs_kernels EMU_FN(rs_kernels) = {
   .load = load,
   .fog = EMU_FN(rs_fog_blend),
   .select = select_components,
   .shade_strip = EMU_FN(rs_shade_strip),
   .strips_B = RS_STRIPS_B,
};
