/* SPDX-License-Identifier: MIT
 *
 * Vertex part of primitive assembly: clip codes, perspective division, viewport transform, snapping to the
 * sub-pixel grid. R6xx/R7xx 3D Register Reference Guide, PA_CL_*, PA_SU_VTX_CNTL. Four vertices at a time;
 * the same operations in the same order for each, whatever the vector width.
 */
#include "emulator/emu_front.h"

typedef float v4 __attribute__((vector_size(16)));
typedef int32_t i4 __attribute__((vector_size(16)));

static inline v4
splat(float f)
{
   return (v4){f, f, f, f};
}

static inline v4
select4(i4 mask, v4 a, v4 b)
{
   return (v4)((mask & (i4)a) | (~mask & (i4)b));
}

/* Largest integer not above x, for |x| < 2^31. */
static inline v4
floor4(v4 x)
{
   v4 t = __builtin_convertvector(__builtin_convertvector(x, i4), v4);
   return t - (v4)((i4)(t > x) & (i4)splat(1.0f));
}

/* x in grid steps to a whole number as PA_SU_VTX_CNTL.ROUND_MODE says. */
static inline v4
round4(v4 x, unsigned mode)
{
   if (mode == 0)
      return floor4(x);
   v4 r = floor4(x + splat(0.5f));
   if (mode == 1)
      return r;
   /* exactly between two: take the even (2) or odd (3) one */
   i4 tie = r - x == splat(0.5f);
   i4 odd = (__builtin_convertvector(r, i4) & 1) == 1;
   return r - (v4)(tie & (mode == 2 ? odd : ~odd) & (i4)splat(1.0f));
}

/* x rounded to the sub-pixel grid; what lies outside of +-EMU_MAX_COORD or is NaN sets *bad. */
static inline v4
snap4(const struct emu_draw_state *s, v4 x, i4 *bad)
{
   float scale = (float)(1 << s->quant_bits);
   i4 in = (x > splat(-EMU_MAX_COORD)) & (x < splat(EMU_MAX_COORD));
   *bad |= ~in;
   x = (v4)(in & (i4)x);
   return round4(x * splat(scale), s->round_mode) * splat(1.0f / scale);
}

static inline i4
bit(i4 mask, int32_t code)
{
   return mask & (i4){code, code, code, code};
}

struct window4 {
   v4 x, y, z, rw;
   i4 code;
};

static inline struct window4
transform4(const struct emu_draw_state *s, v4 x, v4 y, v4 z, v4 w)
{
   struct window4 o;
   i4 bad = ~((x - x == splat(0)) & (y - y == splat(0)) & (z - z == splat(0)) & (w - w == splat(0)));
   i4 code = {0, 0, 0, 0};
   if (!s->clip_disable) {
      v4 bx = splat(s->gb_disc_x) * w, by = splat(s->gb_disc_y) * w;
      v4 gx = splat(s->gb_clip_x) * w, gy = splat(s->gb_clip_y) * w;
      code = bit(x < -bx, PA_LEFT) | bit(x > bx, PA_RIGHT) | bit(y < -by, PA_BOTTOM) | bit(y > by, PA_TOP);
      if (!s->zclip_near_disable)
         code |= bit(z < (s->dx_clip_space ? splat(0) : -w), PA_NEAR);
      if (!s->zclip_far_disable)
         code |= bit(z > w, PA_FAR);
      code |= bit((x < -gx) | (x > gx) | (y < -gy) | (y > gy) | (w <= splat(0)), PA_GUARD);
   }
   o.rw = s->w_is_rcp ? w : splat(1.0f) / w;
   v4 xn = s->xy_is_ndc ? x : x * o.rw, yn = s->xy_is_ndc ? y : y * o.rw;
   v4 zn = s->z_is_ndc ? z : z * o.rw;
   i4 out = {0, 0, 0, 0};
   o.x = snap4(s, xn * splat(s->vport_scale[0]) + splat(s->vport_offset[0]), &out);
   o.y = snap4(s, yn * splat(s->vport_scale[1]) + splat(s->vport_offset[1]), &out);
   o.z = zn * splat(s->vport_scale[2]) + splat(s->vport_offset[2]);
   /* behind a clip plane the window position means nothing yet */
   i4 clipped = (code & PA_CLIP) != 0;
   bad |= ~clipped & (out | ~(o.z - o.z == splat(0)) | ~(o.rw - o.rw == splat(0)));
   o.code = code | bit(bad, PA_BAD);
   return o;
}

static inline void
transpose4(v4 x, v4 y, v4 z, v4 w, v4 out[4])
{
   v4 xy0 = __builtin_shuffle(x, y, (i4){0, 4, 1, 5}), xy1 = __builtin_shuffle(x, y, (i4){2, 6, 3, 7});
   v4 zw0 = __builtin_shuffle(z, w, (i4){0, 4, 1, 5}), zw1 = __builtin_shuffle(z, w, (i4){2, 6, 3, 7});
   out[0] = __builtin_shuffle(xy0, zw0, (i4){0, 1, 4, 5});
   out[1] = __builtin_shuffle(xy0, zw0, (i4){2, 3, 6, 7});
   out[2] = __builtin_shuffle(xy1, zw1, (i4){0, 1, 4, 5});
   out[3] = __builtin_shuffle(xy1, zw1, (i4){2, 3, 6, 7});
}

void
pa_transform_wave(const struct emu_draw_state *s, const struct emu_row pos[4],
                  const struct emu_row *point_size, unsigned n, struct emu_vertex *out, uint16_t *code)
{
   for (unsigned l = 0; l < n; l += 4) {
      v4 x = *(const v4 *)&pos[0].u[l], y = *(const v4 *)&pos[1].u[l];
      v4 z = *(const v4 *)&pos[2].u[l], w = *(const v4 *)&pos[3].u[l];
      struct window4 o = transform4(s, x, y, z, w);
      v4 clip[4], win[4];
      transpose4(x, y, z, w, clip);
      transpose4(o.x, o.y, o.z, o.rw, win);
      for (unsigned k = 0; k < 4 && l + k < n; k++) {
         struct emu_vertex *v = &out[l + k];
         memcpy(v->clip, &clip[k], 16);
         memcpy(&v->x, &win[k], 16);
         v->point_size = point_size ? uif(point_size->u[l + k]) : s->point_w;
         code[l + k] = (uint16_t)o.code[k];
      }
   }
}

void
pa_transform_vertex(const struct emu_draw_state *s, struct emu_vertex *v, uint16_t *code)
{
   struct window4 o =
      transform4(s, splat(v->clip[0]), splat(v->clip[1]), splat(v->clip[2]), splat(v->clip[3]));
   v->x = o.x[0];
   v->y = o.y[0];
   v->z = o.z[0];
   v->rw = o.rw[0];
   *code = (uint16_t)o.code[0];
}
