/* SPDX-License-Identifier: MIT
 *
 * Vertex part of primitive assembly: clip codes, perspective division, viewport transform, snapping to the
 * sub-pixel grid. R6xx/R7xx 3D Register Reference Guide, PA_CL_*, PA_SU_VTX_CNTL. One vertex a lane; the same
 * operations in the same order for each, whatever the vector width.
 */
#include <assert.h>
#include <string.h>

#include "emulator/core/wave.h"
#include "emulator/raster/assemble.h"
#include "emulator/raster/kernels.h"
#include "emulator/raster/prim.h"
#include "emulator/simd/lanes.h"
#include "util/u_math.h"

/* Largest integer not above x, for |x| < 2^31; never -0, other than v_floor's. */
static inline vf
floor_coord(vf x)
{
   vf t = v_float(v_int(x));
   return t - (vf)((t > x) & (vi)v_splat(1.0f));
}

/* x in grid steps to a whole number as PA_SU_VTX_CNTL.ROUND_MODE says. */
static inline vf
round_vec(vf x, unsigned mode)
{
   if (mode == 0)
      return floor_coord(x);
   vf r = floor_coord(x + v_splat(0.5f));
   if (mode == 1)
      return r;
   /* exactly between two: take the even (2) or odd (3) one */
   vi tie = r - x == v_splat(0.5f);
   vi odd = (v_int(r) & 1) == 1;
   vi down = mode == 2 ? odd : ~odd;
   return r - (vf)(tie & down & (vi)v_splat(1.0f));
}

/* x rounded to the sub-pixel grid; what lies outside of +-RASTER_MAX_COORD or is NaN sets *bad. */
static inline vf
snap(const struct raster_state *s, vf x, vi *bad)
{
   float scale = (float)(1 << s->quant_bits);
   vi in = (x > v_splat(-RASTER_MAX_COORD)) & (x < v_splat(RASTER_MAX_COORD));
   *bad |= ~in;
   x = (vf)(in & (vi)x);
   return round_vec(x * v_splat(scale), s->round_mode) * v_splat(1.0f / scale);
}

static inline vi
finite(vf x)
{
   return x - x == v_splat(0);
}

struct window {
   vf x, y, z, rw;
   vi code;
};

static inline vi
clip_code(const struct raster_state *s, vf x, vf y, vf z, vf w)
{
   vf bx = v_splat(s->gb_disc_x) * w, by = v_splat(s->gb_disc_y) * w;
   vf gx = v_splat(s->gb_clip_x) * w, gy = v_splat(s->gb_clip_y) * w;
   vi code = ((x < -bx) & RASTER_CODE_LEFT) | ((x > bx) & RASTER_CODE_RIGHT) |
             ((y < -by) & RASTER_CODE_BOTTOM) | ((y > by) & RASTER_CODE_TOP);
   if (!s->zclip_near_disable) {
      vf near = s->dx_clip_space ? v_splat(0) : -w;
      code |= (z < near) & RASTER_CODE_NEAR;
   }
   if (!s->zclip_far_disable)
      code |= (z > w) & RASTER_CODE_FAR;
   return code | (((x < -gx) | (x > gx) | (y < -gy) | (y > gy) | (w <= v_splat(0))) & RASTER_CODE_GUARD);
}

static inline struct window
transform(const struct raster_state *s, vf x, vf y, vf z, vf w)
{
   struct window o;
   vi bad = ~(finite(x) & finite(y) & finite(z) & finite(w));
   vi code = {0};
   if (!s->clip_disable)
      code = clip_code(s, x, y, z, w);
   o.rw = w;
   if (!s->w_is_rcp)
      o.rw = v_splat(1.0f) / w;
   if (!s->xy_is_ndc) {
      x *= o.rw;
      y *= o.rw;
   }
   if (!s->z_is_ndc)
      z *= o.rw;
   vi out = {0};
   o.x = snap(s, x * v_splat(s->vport_scale[0]) + v_splat(s->vport_offset[0]), &out);
   o.y = snap(s, y * v_splat(s->vport_scale[1]) + v_splat(s->vport_offset[1]), &out);
   o.z = z * v_splat(s->vport_scale[2]) + v_splat(s->vport_offset[2]);
   /* behind a clip plane the window position means nothing yet */
   vi clipped = (code & RASTER_CODE_CLIP) != 0;
   bad |= ~clipped & (out | ~finite(o.z) | ~finite(o.rw));
   o.code = code | (bad & RASTER_CODE_BAD);
   return o;
}

static inline void
transpose4(v4f x, v4f y, v4f z, v4f w, v4f out[4])
{
   v4f xy0 = EMU_SHUFFLE(x, y, 0, 4, 1, 5), xy1 = EMU_SHUFFLE(x, y, 2, 6, 3, 7);
   v4f zw0 = EMU_SHUFFLE(z, w, 0, 4, 1, 5), zw1 = EMU_SHUFFLE(z, w, 2, 6, 3, 7);
   out[0] = EMU_SHUFFLE(xy0, zw0, 0, 1, 4, 5);
   out[1] = EMU_SHUFFLE(xy0, zw0, 2, 3, 6, 7);
   out[2] = EMU_SHUFFLE(xy1, zw1, 0, 1, 4, 5);
   out[3] = EMU_SHUFFLE(xy1, zw1, 2, 3, 6, 7);
}

/* Lanes l..l+3 of four rows to one vertex after the other. */
static inline void
load_transposed(const struct emu_row row[4], unsigned l, v4f out[4])
{
   transpose4(*(const v4f *)&row[0].u[l], *(const v4f *)&row[1].u[l], *(const v4f *)&row[2].u[l],
              *(const v4f *)&row[3].u[l], out);
}

/* x and y of a vector's lanes, one after the other. */
static inline void
store_pairs(vi x, vi y, int32_t (*out)[2])
{
#if EMU_VEC_B == 64
   const vi xy[2] = {EMU_SHUFFLE(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
                     EMU_SHUFFLE(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)};
#elif EMU_VEC_B == 32
   const vi xy[2] = {EMU_SHUFFLE(x, y, 0, 8, 1, 9, 2, 10, 3, 11),
                     EMU_SHUFFLE(x, y, 4, 12, 5, 13, 6, 14, 7, 15)};
#else
   const vi xy[2] = {EMU_SHUFFLE(x, y, 0, 4, 1, 5), EMU_SHUFFLE(x, y, 2, 6, 3, 7)};
#endif
   memcpy(out, xy, sizeof xy);
}

/* Codes and coordinates in 1/256 pixel of at most a vector of vertices. */
static inline void
store_places(vi codes, vi x, vi y, unsigned n, uint16_t *code, int32_t (*fixed)[2])
{
   uint16_t c[EMU_VEC_LANES];
   int32_t xy[EMU_VEC_LANES][2];
   if (n >= EMU_VEC_LANES) {
      v_store_halves(code, codes);
      store_pairs(x, y, fixed);
      return;
   }
   v_store_halves(c, codes);
   store_pairs(x, y, xy);
   memcpy(code, c, n * sizeof c[0]);
   memcpy(fixed, xy, n * sizeof xy[0]);
}

static void
transform_wave(const struct raster_state *s, const struct emu_row pos[4], const struct emu_row *point_size,
               unsigned n, struct raster_vertex *out, uint16_t *code, int32_t (*fixed)[2])
{
   struct emu_row win[4];
   assert(n >= 1 && n <= EMU_LANES && s->quant_bits <= RASTER_SUBPIXEL_BITS);
   for (unsigned l = 0; l < n; l += EMU_VEC_LANES) {
      struct window o =
         transform(s, v_load(&pos[0].u[l]), v_load(&pos[1].u[l]), v_load(&pos[2].u[l]), v_load(&pos[3].u[l]));
      *(vf *)&win[0].u[l] = o.x;
      *(vf *)&win[1].u[l] = o.y;
      *(vf *)&win[2].u[l] = o.z;
      *(vf *)&win[3].u[l] = o.rw;
      store_places(o.code, v_cvtt(o.x * v_splat(1 << RASTER_SUBPIXEL_BITS)), /* raster_to_fixed */
                   v_cvtt(o.y * v_splat(1 << RASTER_SUBPIXEL_BITS)), n - l, code + l, fixed + l);
   }
   for (unsigned l = 0; l < n && out; l += 4) {
      v4f c[4], w[4];
      load_transposed(pos, l, c);
      load_transposed(win, l, w);
      for (unsigned k = 0; k < 4 && l + k < n; k++) {
         struct raster_vertex *v = &out[l + k];
         memcpy(v->clip, &c[k], 16);
         memcpy(&v->x, &w[k], 16);
         v->point_size = point_size ? uif(point_size->u[l + k]) : s->point_w;
      }
   }
}

static void
params_wave(const struct emu_row row[4], unsigned n, float *out, unsigned stride)
{
   assert(n <= EMU_LANES && stride >= 4);
   for (unsigned l = 0; l < n; l += 4) {
      v4f v[4];
      load_transposed(row, l, v);
      for (unsigned k = 0; k < 4 && l + k < n; k++)
         memcpy(out + (size_t)(l + k) * stride, &v[k], 16);
   }
}

const struct raster_vertex_kernels EMU_FN(raster_vertex_kernels) = {
   .transform_wave = transform_wave,
   .params_wave = params_wave,
   .find_range = EMU_FN(raster_find_range),
   .pack_corners = EMU_FN(raster_pack_corners),
   .see_triangles = EMU_FN(raster_see_triangles),
};
