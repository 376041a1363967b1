/* SPDX-License-Identifier: MIT
 *
 * Fragment lighting on a row of fragments, vector by vector, by the formulas of the description: floats in one order of operations, tables
 * with linear steps, results in 8 bits. A vector without length stays one; what is no number becomes 0 where it is clamped.
 */
#include "emulator/pica200/light/light.h"

#include <string.h>

#include "emulator/simd/gather.h"
#include "emulator/simd/halves.h"
#include "emulator/simd/lanes.h"

typedef struct pica_floats row;

struct vec {
   vf x, y, z;
};

/* A vector of fragments. */
struct work {
   const struct pica_lighting *l;
   const struct pica_light *light; /* the one at work */
   struct vec n, t, v;             /* normal, tangent (where an input reads it), direction of view */
   struct vec to_light, half;      /* direction of the light, half vector */
   vf half2;                       /* its squared length */
   vf input[PICA_INPUTS];          /* as far as `known` says */
   uint32_t known;
   vf shadow[4];    /* factors, if the lighting has a shadow */
   struct vec from; /* the view vector as it came */
   vf distance;     /* what its table says of the light at work */
   vf sum[2][4];
};

/* A step of a row: each vector that has a pixel, one after the other. A light is two steps, so that the vectors' chains of roots and quotients
 * overlap. */
#define EACH_WORK(live, w, works)                                                                            \
   for (struct work *w = (works); w < (works) + EMU_VECS; w++)                                               \
      if ((live) >> (w - (works)) * EMU_VEC_LANES & V_ALL_LANES)

ALWAYS_INLINE vf
dot(const struct vec *a, const struct vec *b)
{
   return a->x * b->x + a->y * b->y + a->z * b->z;
}

ALWAYS_INLINE vf
reciprocal_length(vf length)
{
   return v_sel(length > v_splat(0), v_splat(1) / length, v_splat(0));
}

/* Makes the length 1; returns what it was. */
ALWAYS_INLINE vf
normalize(struct vec *a)
{
   const vf length = v_sqrt(dot(a, a)), r = reciprocal_length(length);
   *a = (struct vec){a->x * r, a->y * r, a->z * r};
   return length;
}

/* Turns `a` by the unit quaternion `q`: a + 2 q x (q x a + w a). */
ALWAYS_INLINE void
rotate(const vf q[4], struct vec *a)
{
   const vf two = v_splat(2);
   const vf cx = q[1] * a->z - q[2] * a->y + q[3] * a->x, cy = q[2] * a->x - q[0] * a->z + q[3] * a->y,
            cz = q[0] * a->y - q[1] * a->x + q[3] * a->z;
   *a = (struct vec){a->x + two * (q[1] * cz - q[2] * cy), a->y + two * (q[2] * cx - q[0] * cz),
                     a->z + two * (q[0] * cy - q[1] * cx)};
}

/* Turns (0, 0, 1) so: what rotate() makes of it where the quaternion is finite. */
ALWAYS_INLINE struct vec
rotated_z(const vf q[4])
{
   const vf two = v_splat(2);
   return (struct vec){two * (q[1] * q[3] + q[2] * q[0]), two * (q[2] * q[1] - q[0] * q[3]),
                       v_splat(1) - two * (q[0] * q[0] + q[1] * q[1])};
}

/* Lanes of a channel as floats. */
ALWAYS_INLINE vf
channel(const struct pica_channel *c, unsigned i)
{
   typedef uint16_t halves __attribute__((vector_size(EMU_VEC_B / 2)));
   halves h;
   memcpy(&h, &c->v[i], sizeof h);
   return v_float(__builtin_convertvector(h, vi));
}

ALWAYS_INLINE struct vec
read_map(const struct pica_color *tex, unsigned i)
{
   const vf half = v_splat(127.5f), one = v_splat(1);
   return (struct vec){channel(&tex->c[0], i) / half - one, channel(&tex->c[1], i) / half - one,
                       channel(&tex->c[2], i) / half - one};
}

static void
make_frame(struct work *w, unsigned i, const row quaternion[4], const struct pica_color *const tex[4])
{
   const struct pica_lighting *l = w->l;
   const vf zero = v_splat(0), one = v_splat(1);
   vf q[4];
   for (unsigned c = 0; c < 4; c++)
      q[c] = v_load(&quaternion[c].v[i]);
   const vf r = reciprocal_length(v_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]));
   for (unsigned c = 0; c < 4; c++)
      q[c] = q[c] * r;
   w->t = (struct vec){one, zero, zero};
   if (l->bump_mode == 1 && tex[l->bump_unit]) {
      w->n = read_map(tex[l->bump_unit], i);
      if (!l->bump_z) {
         const vf z2 = one - (w->n.x * w->n.x + w->n.y * w->n.y);
         w->n.z = v_sqrt(v_max(z2, zero));
      }
   } else if (l->bump_mode == 2 && tex[l->bump_unit]) {
      w->t = read_map(tex[l->bump_unit], i);
   }
   if (l->bump_mode == 1 && tex[l->bump_unit])
      rotate(q, &w->n);
   else
      w->n = rotated_z(q);
   if (l->has_cp)
      rotate(q, &w->t);
}

/* The projection of the half vector on the surface, times the tangent. */
ALWAYS_INLINE vf
cosine_phi(const struct work *w, const struct vec *h)
{
   const vf nh = dot(&w->n, h);
   return (h->x - w->n.x * nh) * w->t.x + (h->y - w->n.y * nh) * w->t.y + (h->z - w->n.z * nh) * w->t.z;
}

static vf
compute_input(const struct work *w, unsigned which)
{
   struct vec h = w->half;
   const float *s = w->light->spot_direction;
   switch (which) {
   case PICA_INPUT_NH:
      normalize(&h);
      return dot(&w->n, &h);
   case PICA_INPUT_VH:
      normalize(&h);
      return dot(&w->v, &h);
   case PICA_INPUT_NV:
      return dot(&w->n, &w->v);
   case PICA_INPUT_LN:
      return dot(&w->to_light, &w->n);
   case PICA_INPUT_SPOT:
      return w->to_light.x * v_splat(s[0]) + w->to_light.y * v_splat(s[1]) + w->to_light.z * v_splat(s[2]);
   default:
      normalize(&h);
      return cosine_phi(w, &h);
   }
}

ALWAYS_INLINE vf
input_of(struct work *w, unsigned which)
{
   if (which >= PICA_INPUTS || (which == PICA_INPUT_CP && !w->l->has_cp))
      return v_splat(0);
   if (!(w->known >> which & 1)) {
      w->known |= 1u << which;
      w->input[which] = compute_input(w, which);
   }
   return w->input[which];
}

/* The table's entry and step at an argument in steps of the table. */
static vf
look_up(const struct pica_light_lut *lut, vf x, bool is_signed, float scale)
{
   const vf clamped = v_min(v_max(x, v_splat(is_signed ? -128 : 0)), v_splat(is_signed ? 127 : 255));
   vi entry = v_int(clamped);
   entry += v_float(entry) > clamped;
   const vf rest = v_sel(x == x, x, v_splat(0)) - v_float(entry);
   vf at[2];
#if V_TABLES_OF_128
   vi low[2], high[2];
   v_of_128((const void *const[2]){lut->value, lut->diff}, entry, low);
   v_of_128((const void *const[2]){lut->value + 128, lut->diff + 128}, entry, high);
   for (unsigned k = 0; k < 2; k++)
      at[k] = (vf)v_seli((entry & 128) != 0, high[k], low[k]);
#else
   v_gather_two(lut->entry, (entry & (PICA_LIGHT_ENTRIES - 1)) * (int32_t)sizeof lut->entry[0], at);
#endif
   return (at[0] + at[1] * rest) * v_splat(scale);
}

/* What a table says of the light at work; 1 where it is off. */
static vf
table_value(struct work *w, const struct pica_light_use *use)
{
   if (!use->on)
      return v_splat(1);
   const vf x = input_of(w, use->input);
   const vf positive = w->light->two_sided ? v_abs(x) : v_max(x, v_splat(0));
   return look_up(&w->l->luts[use->table], use->is_signed ? x * v_splat(128) : positive * v_splat(256),
                  use->is_signed, use->scale);
}

/* The direction of a light that is the same everywhere, and its length before it became 1. */
static vf
same_direction(const struct pica_light *light, struct vec *to_light)
{
   const float *p = light->position;
   *to_light = (struct vec){v_splat(p[0]), v_splat(p[1]), v_splat(p[2])};
   return normalize(to_light);
}

/* Direction of the light and the half vector; attenuation by distance. \p same and \p same_length are same_direction()'s. */
ALWAYS_INLINE void
aim(struct work *w, const struct pica_light *light, const struct vec *same, vf same_length)
{
   const vf zero = v_splat(0);
   const float *p = light->position;
   vf length = same_length;
   w->light = light;
   w->to_light = *same;
   if (!light->directional) {
      w->to_light =
         (struct vec){v_splat(p[0]) + w->from.x, v_splat(p[1]) + w->from.y, v_splat(p[2]) + w->from.z};
      length = normalize(&w->to_light);
   }
   w->half = (struct vec){w->v.x + w->to_light.x, w->v.y + w->to_light.y, w->v.z + w->to_light.z};
   w->half2 = dot(&w->half, &w->half);
   w->known &= 1u << PICA_INPUT_NV;
   w->distance = v_splat(1);
   if (!light->distance_on)
      return;
   const vf d = v_splat(light->distance_scale) * length + v_splat(light->distance_bias);
   w->distance = look_up(&w->l->luts[light->distance_table],
                         v_min(v_max(d, zero), v_splat(1)) * v_splat(PICA_LIGHT_ENTRIES), false, 1);
}

/* Red, green and blue of the second specular term's table. */
static void
reflection(struct work *w, vf out[3])
{
   out[0] = table_value(w, &w->l->reflect[0]);
   for (unsigned c = 1; c < 3; c++)
      out[c] = w->l->reflect[c].on ? table_value(w, &w->l->reflect[c]) : out[0];
}

ALWAYS_INLINE void
scale(vf color[3], vf by)
{
   for (unsigned c = 0; c < 3; c++)
      color[c] *= by;
}

/* The specular terms; a table that is off takes no multiplication. */
ALWAYS_INLINE void
specular(struct work *w, vf geometric, vf out[3])
{
   const struct pica_lighting *l = w->l;
   const struct pica_light *light = w->light;
   const vf d0 = table_value(w, &l->d0);
   vf s1[3];
   for (unsigned c = 0; c < 3; c++) {
      out[c] = d0 * v_splat(light->specular0[c]);
      s1[c] = v_splat(light->specular1[c]);
   }
   if (l->d1.on || l->reflect[0].on || l->reflect[1].on || l->reflect[2].on) {
      const vf d1 = table_value(w, &l->d1);
      vf reflect[3];
      reflection(w, reflect);
      for (unsigned c = 0; c < 3; c++)
         s1[c] *= d1 * reflect[c];
   }
   if (light->geometric0)
      scale(out, geometric);
   if (light->geometric1)
      scale(s1, geometric);
   for (unsigned c = 0; c < 3; c++)
      out[c] += s1[c];
}

static void
add_light(struct work *w)
{
   const struct pica_light *light = w->light;
   const vf one = v_splat(1), zero = v_splat(0), ln = input_of(w, PICA_INPUT_LN),
            diffuse = light->two_sided ? v_abs(ln) : v_max(ln, zero);
   vf geometric = one, primary[3], secondary[3];
   if (light->geometric0 || light->geometric1)
      geometric = v_min(v_sel(w->half2 > zero, diffuse / w->half2, zero), one);
   for (unsigned c = 0; c < 3; c++)
      primary[c] = v_splat(light->diffuse[c]) * diffuse;
   specular(w, geometric, secondary);
   if (w->l->clamp_highlights)
      scale(secondary, v_sel(diffuse > zero, one, zero));
   for (unsigned c = 0; c < 3; c++) {
      if (light->shadow_primary)
         primary[c] *= w->shadow[c];
      primary[c] += v_splat(light->ambient[c]);
   }
   if (light->distance_on) {
      scale(primary, w->distance);
      scale(secondary, w->distance);
   }
   if (light->spot.on) {
      const vf spot = table_value(w, &light->spot);
      scale(primary, spot);
      scale(secondary, spot);
   }
   for (unsigned c = 0; c < 3; c++) {
      if (light->shadow_secondary)
         secondary[c] *= w->shadow[c];
      w->sum[0][c] += primary[c];
      w->sum[1][c] += secondary[c];
   }
}

static void
make_shadow(struct work *w, const struct pica_color *tex, unsigned i)
{
   for (unsigned c = 0; c < 4; c++) {
      vf s = v_splat(0);
      if (tex)
         s = channel(&tex->c[c], i) / v_splat(255);
      if (w->l->shadow_invert)
         s = v_splat(1) - s;
      w->shadow[c] = s;
   }
}

/* Alphas: the last light's fresnel table, and the shadow's alpha. */
static void
alphas(struct work *w)
{
   const struct pica_lighting *l = w->l;
   vf fresnel = v_splat(1);
   if (l->fresnel_primary || l->fresnel_secondary) {
      fresnel = table_value(w, &l->fresnel);
      if (l->shadow && l->shadow_alpha)
         fresnel *= w->shadow[3];
   }
   w->sum[0][3] = l->fresnel_primary ? fresnel : v_splat(1);
   w->sum[1][3] = l->fresnel_secondary ? fresnel : v_splat(1);
}

/* A vector before any light. */
static void
start(struct work *w, const struct pica_lighting *l, unsigned i, const row quaternion[4], const row view[3],
      const struct pica_color *const tex[4])
{
   w->l = l;
   w->known = 0;
   for (unsigned c = 0; c < 4; c++)
      w->sum[0][c] = w->sum[1][c] = v_splat(0);
   make_frame(w, i, quaternion, tex);
   w->from = (struct vec){v_load(&view[0].v[i]), v_load(&view[1].v[i]), v_load(&view[2].v[i])};
   w->v = w->from;
   normalize(&w->v);
   if (l->shadow)
      make_shadow(w, tex[l->shadow_unit], i);
}

static void
finish(struct work *w)
{
   alphas(w);
   for (unsigned c = 0; c < 3; c++)
      w->sum[0][c] += v_splat(w->l->ambient[c]);
}

/* Of sum \p k; zeros where no pixel lives. */
ALWAYS_INLINE vi
byte_of(const struct work *w, uint64_t lives, unsigned k, unsigned c, float half)
{
   return lives & V_ALL_LANES ? v_int(v_clamp(w->sum[k][c], 0, 1) * v_splat(255) + v_splat(half))
                              : v_splati(0);
}

void
EMU_FN(pica_light_run)(const struct pica_lighting *l, const struct pica_floats quaternion[4],
                       const struct pica_floats view[3], const struct pica_color *const tex[4], uint64_t live,
                       struct pica_color *primary, struct pica_color *secondary)
{
   struct work works[EMU_VECS];
   EACH_WORK(live, w, works)
   start(w, l, (unsigned)(w - works) * EMU_VEC_LANES, quaternion, view, tex);
   for (unsigned n = 0; n < l->num_lights; n++) {
      struct vec same;
      const vf length = same_direction(&l->light[n], &same);
      EACH_WORK(live, w, works)
      aim(w, &l->light[n], &same, length);
      EACH_WORK(live, w, works)
      add_light(w);
   }
   EACH_WORK(live, w, works)
   finish(w);
   const float half = l->half ? 0.5f : 0;
   for (const struct work *w = works; w < works + EMU_VECS; w += 2) {
      const unsigned i = (unsigned)(w - works) * EMU_VEC_LANES;
#pragma GCC unroll 1
      for (unsigned c = 0; c < 4; c++) {
         v_store_two_halves(&primary->c[c].v[i], byte_of(w, live >> i, 0, c, half),
                            byte_of(w + 1, live >> i >> EMU_VEC_LANES, 0, c, half));
         v_store_two_halves(&secondary->c[c].v[i], byte_of(w, live >> i, 1, c, half),
                            byte_of(w + 1, live >> i >> EMU_VEC_LANES, 1, c, half));
      }
   }
}
