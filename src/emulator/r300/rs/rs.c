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

enum { MAX_WANTED = 2 * R300_RS_INSTS * 4 };

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
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf r = 1.0f / v_of(&den, v);
      *v_at(&ij[0], v) *= r;
      *v_at(&ij[1], v) *= r;
   }
}

static void
load_quad_ij(const struct r300_draw *d, const struct pixel_quads *b, unsigned k, struct emu_row ij[2])
{
   const struct raster_setup *p = b->prim[k];
   const bool flat = rs_is_flat(d, p);
   _Alignas(16) uint32_t den[4];
   plane_row_quad(flat ? &p->lin1 : &p->n1, b->x[k], b->y[k], &ij[0].u[k * 4]);
   plane_row_quad(flat ? &p->lin2 : &p->n2, b->x[k], b->y[k], &ij[1].u[k * 4]);
   if (flat)
      return;
   v4f r;
   plane_row_quad(&p->den, b->x[k], b->y[k], den);
   memcpy(&r, den, sizeof r);
   r = 1.0f / r;
   *quad_at(&ij[0], k) *= r;
   *quad_at(&ij[1], k) *= r;
}

/* ---- components ---- */

/* Of a wave that has one primitive. */
static void
write_wave(const struct rs_plane *p, const struct emu_row ij[2], struct emu_row *out)
{
   const vf p0 = v_splat(p->p0), d1 = v_splat(p->d1), d2 = v_splat(p->d2);
   const bool varies = p->d1 != 0 || p->d2 != 0;
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

/* A component that somebody reads and that has a plane. */
struct wanted {
   struct emu_row *out;
   const struct rs_write *write;
   uint8_t comp;
};

/* Writes all others, and finds these. */
static unsigned
find_wanted(struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b,
            struct wanted list[MAX_WANTED])
{
   unsigned num = 0;
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
         else
            list[num++] = (struct wanted){out, w, (uint8_t)c};
      }
   }
   return num;
}

/* Of a wave that has several primitives: planes of one at a time, for its quads. */
static void
write_quads(struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b,
            const struct wanted *list, unsigned num)
{
   unsigned end;
   for (unsigned first = 0; first < b->num_quads; first = end) {
      const struct raster_setup *p = b->prim[first];
      for (end = first + 1; end < b->num_quads && b->prim[end] == p; end++)
         ;
      for (unsigned n = 0; n < num; n++) {
         const struct rs_plane plane = rs_component(d, p, list[n].write, list[n].comp);
         const bool varies = plane.d1 != 0 || plane.d2 != 0;
         for (unsigned k = first; k < end; k++) {
            v4f r = splat4(plane.p0);
            if (varies)
               r = (plane.p0 + *quad_at(&us->ij[0], k) * plane.d1) + *quad_at(&us->ij[1], k) * plane.d2;
            *quad_at(list[n].out, k) = r;
         }
      }
   }
}

static void
load(struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b)
{
   bool one_prim = true;
   struct wanted list[MAX_WANTED];
   assert(b->num_quads && b->num_quads <= EMU_QUADS);
   memcpy(us->loaded, d->loaded, sizeof us->loaded);
   for (unsigned n = 0; n < d->num_zeros; n++)
      memset(&us->temp[d->zero[n] / 4][d->zero[n] % 4], 0, sizeof us->temp[0][0]);
   if (b->whole_block) {
      load_block_ij(d, b, us->ij);
   } else {
      for (unsigned k = 0; k < b->num_quads; k++) {
         load_quad_ij(d, b, k, us->ij);
         one_prim &= b->prim[k] == b->prim[0];
      }
   }
   if (d->fog.value)
      EMU_FN(rs_fog_value)(us, d, b);
   const unsigned num = find_wanted(us, d, b, list);
   if (!one_prim) {
      write_quads(us, d, b, list, num);
      return;
   }
   for (unsigned n = 0; n < num; n++) {
      const struct rs_plane p = rs_component(d, b->prim[0], list[n].write, list[n].comp);
      write_wave(&p, us->ij, list[n].out);
   }
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
