/* SPDX-License-Identifier: MIT
 *
 * Fragment lighting on a row of fragments, by the formulas of the description: floats in one order of operations, tables with
 * linear steps, results in 8 bits. A vector without length stays one; what is no number becomes 0 where it is clamped.
 */
#include "emulator/pica200/light/light.h"

#include <math.h>
#include <string.h>

typedef struct pica_floats row;

struct vec {
   row x, y, z;
};

static const row ones = {
   {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
};

struct work {
   const struct pica_lighting *l;
   struct vec n, t, v;     /* normal, tangent, direction of view */
   struct vec light, half; /* of the light at work: direction, half vector */
   row half2;              /* its squared length */
   row input[PICA_INPUTS]; /* as far as `known` says */
   uint32_t known;
   row shadow[4]; /* factors */
   row sum[2][4]; /* primary, secondary */
};

static void
dot(const struct vec *restrict a, const struct vec *restrict b, row *restrict out)
{
   for (unsigned i = 0; i < PICA_LANES; i++)
      out->v[i] = a->x.v[i] * b->x.v[i] + a->y.v[i] * b->y.v[i] + a->z.v[i] * b->z.v[i];
}

/* Makes the length 1; what it was goes to `length`. */
static void
normalize(struct vec *restrict a, row *restrict length)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float len = sqrtf(a->x.v[i] * a->x.v[i] + a->y.v[i] * a->y.v[i] + a->z.v[i] * a->z.v[i]);
      float r = len > 0 ? 1 / len : 0;
      length->v[i] = len;
      a->x.v[i] *= r;
      a->y.v[i] *= r;
      a->z.v[i] *= r;
   }
}

/* Turns `a` by the unit quaternion `q`: a + 2 q x (q x a + w a). */
static void
rotate(const row *restrict q, struct vec *restrict a)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float qx = q[0].v[i], qy = q[1].v[i], qz = q[2].v[i], w = q[3].v[i];
      float x = a->x.v[i], y = a->y.v[i], z = a->z.v[i];
      float cx = qy * z - qz * y + w * x, cy = qz * x - qx * z + w * y, cz = qx * y - qy * x + w * z;
      a->x.v[i] = x + 2 * (qy * cz - qz * cy);
      a->y.v[i] = y + 2 * (qz * cx - qx * cz);
      a->z.v[i] = z + 2 * (qx * cy - qy * cx);
   }
}

static void
read_map(const struct pica_color *tex, struct vec *out)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      out->x.v[i] = (float)tex->c[0].v[i] / 127.5f - 1;
      out->y.v[i] = (float)tex->c[1].v[i] / 127.5f - 1;
      out->z.v[i] = (float)tex->c[2].v[i] / 127.5f - 1;
   }
}

static void
make_frame(struct work *w, const struct pica_floats quaternion[4], const struct pica_color *const tex[4])
{
   const struct pica_lighting *l = w->l;
   row q[4];
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float x = quaternion[0].v[i], y = quaternion[1].v[i], z = quaternion[2].v[i], s = quaternion[3].v[i];
      float len = sqrtf(x * x + y * y + z * z + s * s), r = len > 0 ? 1 / len : 0;
      q[0].v[i] = x * r;
      q[1].v[i] = y * r;
      q[2].v[i] = z * r;
      q[3].v[i] = s * r;
   }
   memset(&w->n, 0, sizeof w->n);
   memset(&w->t, 0, sizeof w->t);
   w->n.z = ones;
   w->t.x = ones;
   if (l->bump_mode == 1 && tex[l->bump_unit]) {
      read_map(tex[l->bump_unit], &w->n);
      for (unsigned i = 0; !l->bump_z && i < PICA_LANES; i++) {
         float z2 = 1 - (w->n.x.v[i] * w->n.x.v[i] + w->n.y.v[i] * w->n.y.v[i]);
         w->n.z.v[i] = sqrtf(z2 > 0 ? z2 : 0);
      }
   } else if (l->bump_mode == 2 && tex[l->bump_unit]) {
      read_map(tex[l->bump_unit], &w->t);
   }
   rotate(q, &w->n);
   rotate(q, &w->t);
}

/* The projection of the half vector on the surface, times the tangent. */
static void
cosine_phi(const struct work *w, const struct vec *restrict h, row *restrict out)
{
   row nh;
   dot(&w->n, h, &nh);
   for (unsigned i = 0; i < PICA_LANES; i++)
      out->v[i] = (h->x.v[i] - w->n.x.v[i] * nh.v[i]) * w->t.x.v[i] +
                  (h->y.v[i] - w->n.y.v[i] * nh.v[i]) * w->t.y.v[i] +
                  (h->z.v[i] - w->n.z.v[i] * nh.v[i]) * w->t.z.v[i];
}

static const row *
input_of(struct work *w, const struct pica_light *light, unsigned which)
{
   if (which >= PICA_INPUTS || (which == PICA_INPUT_CP && !w->l->has_cp)) {
      which = PICA_INPUT_CP;
      memset(&w->input[which], 0, sizeof w->input[which]);
      w->known |= 1u << which;
   }
   row *out = &w->input[which];
   if (w->known >> which & 1)
      return out;
   w->known |= 1u << which;
   struct vec h;
   row length;
   if (which == PICA_INPUT_NH || which == PICA_INPUT_VH || which == PICA_INPUT_CP) {
      h = w->half;
      normalize(&h, &length);
   }
   if (which == PICA_INPUT_NH) {
      dot(&w->n, &h, out);
   } else if (which == PICA_INPUT_VH) {
      dot(&w->v, &h, out);
   } else if (which == PICA_INPUT_NV) {
      dot(&w->n, &w->v, out);
   } else if (which == PICA_INPUT_LN) {
      dot(&w->light, &w->n, out);
   } else if (which == PICA_INPUT_SPOT) {
      const float *s = light->spot_direction;
      for (unsigned i = 0; i < PICA_LANES; i++)
         out->v[i] = w->light.x.v[i] * s[0] + w->light.y.v[i] * s[1] + w->light.z.v[i] * s[2];
   } else {
      cosine_phi(w, &h, out);
   }
   return out;
}

/* Entry and the rest of an argument in steps of the table. */
static void
look_up(const struct pica_light_lut *lut, const row *restrict steps, bool is_signed, float scale,
        row *restrict out)
{
   float low = is_signed ? -128 : 0, high = is_signed ? 127 : 255;
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float x = steps->v[i], clamped = x > low ? x : low;
      clamped = clamped < high ? clamped : high;
      int32_t entry = (int32_t)clamped;
      entry -= (float)entry > clamped;
      float rest = (x == x ? x : 0) - (float)entry;
      uint32_t at = (uint32_t)entry & 255;
      out->v[i] = (lut->value[at] + lut->diff[at] * rest) * scale;
   }
}

/* What a table says of this light; 1 where it is off. */
static void
table_value(struct work *w, const struct pica_light *light, const struct pica_light_use *use, row *out)
{
   if (!use->on) {
      *out = ones;
      return;
   }
   const row *in = input_of(w, light, use->input);
   row steps;
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float x = in->v[i], positive = light->two_sided ? fabsf(x) : x > 0 ? x : 0;
      steps.v[i] = use->is_signed ? x * 128 : positive * 256;
   }
   look_up(&w->l->luts[use->table], &steps, use->is_signed, use->scale, out);
}

/* Direction of the light and the half vector; attenuation by distance. */
static void
aim(struct work *w, const struct pica_light *light, const struct pica_floats view[3],
    row *restrict attenuation)
{
   row length, steps;
   for (unsigned i = 0; i < PICA_LANES; i++) {
      w->light.x.v[i] = light->position[0] + (light->directional ? 0 : view[0].v[i]);
      w->light.y.v[i] = light->position[1] + (light->directional ? 0 : view[1].v[i]);
      w->light.z.v[i] = light->position[2] + (light->directional ? 0 : view[2].v[i]);
   }
   normalize(&w->light, &length);
   for (unsigned i = 0; i < PICA_LANES; i++) {
      w->half.x.v[i] = w->v.x.v[i] + w->light.x.v[i];
      w->half.y.v[i] = w->v.y.v[i] + w->light.y.v[i];
      w->half.z.v[i] = w->v.z.v[i] + w->light.z.v[i];
   }
   dot(&w->half, &w->half, &w->half2);
   w->known &= 1u << PICA_INPUT_NV;
   *attenuation = ones;
   if (!light->distance_on)
      return;
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float d = light->distance_scale * length.v[i] + light->distance_bias;
      d = d > 0 ? d : 0;
      steps.v[i] = (d < 1 ? d : 1) * 256;
   }
   look_up(&w->l->luts[light->distance_table], &steps, false, 1, attenuation);
}

/* Red, green and blue of the second specular term's table. */
static void
reflection(struct work *w, const struct pica_light *light, row out[3])
{
   table_value(w, light, &w->l->reflect[0], &out[0]);
   for (unsigned c = 1; c < 3; c++)
      if (w->l->reflect[c].on)
         table_value(w, light, &w->l->reflect[c], &out[c]);
      else
         out[c] = out[0];
}

static void
add_light(struct work *w, const struct pica_light *light, const struct pica_floats view[3])
{
   row distance, spot, d0, d1, reflect[3], diffuse, geometric, highlight;
   aim(w, light, view, &distance);
   table_value(w, light, &light->spot, &spot);
   table_value(w, light, &w->l->d0, &d0);
   table_value(w, light, &w->l->d1, &d1);
   reflection(w, light, reflect);
   const row *ln = input_of(w, light, PICA_INPUT_LN);
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float d = light->two_sided ? fabsf(ln->v[i]) : ln->v[i] > 0 ? ln->v[i] : 0;
      float g = w->half2.v[i] > 0 ? d / w->half2.v[i] : 0;
      diffuse.v[i] = d;
      geometric.v[i] = g < 1 ? g : 1;
      highlight.v[i] = w->l->clamp_highlights && !(d > 0) ? 0 : 1;
   }
   for (unsigned c = 0; c < 3; c++) {
      const row *shadow1 = light->shadow_primary ? &w->shadow[c] : &ones;
      const row *shadow2 = light->shadow_secondary ? &w->shadow[c] : &ones;
      for (unsigned i = 0; i < PICA_LANES; i++) {
         float s0 = d0.v[i] * light->specular0[c], s1 = d1.v[i] * reflect[c].v[i] * light->specular1[c];
         s0 *= light->geometric0 ? geometric.v[i] : 1;
         s1 *= light->geometric1 ? geometric.v[i] : 1;
         w->sum[0][c].v[i] += (light->diffuse[c] * diffuse.v[i] * shadow1->v[i] + light->ambient[c]) *
                              distance.v[i] * spot.v[i];
         w->sum[1][c].v[i] += (s0 + s1) * highlight.v[i] * distance.v[i] * spot.v[i] * shadow2->v[i];
      }
   }
}

static void
make_shadow(struct work *w, const struct pica_color *tex)
{
   for (unsigned c = 0; c < 4; c++)
      for (unsigned i = 0; i < PICA_LANES; i++) {
         float s = tex ? (float)tex->c[c].v[i] / 255.0f : 0;
         w->shadow[c].v[i] = w->l->shadow_invert ? 1 - s : s;
      }
}

/* Alphas: the last light's fresnel table, and the shadow's alpha. */
static void
alphas(struct work *w)
{
   const struct pica_lighting *l = w->l;
   row fresnel;
   table_value(w, &l->light[l->num_lights - 1], &l->fresnel, &fresnel);
   for (unsigned k = 0; k < 2; k++) {
      row *a = &w->sum[k][3];
      *a = ones;
      if (!(k ? l->fresnel_secondary : l->fresnel_primary))
         continue;
      *a = fresnel;
      for (unsigned i = 0; l->shadow && l->shadow_alpha && i < PICA_LANES; i++)
         a->v[i] *= w->shadow[3].v[i];
   }
}

void
EMU_FN(pica_light_run)(const struct pica_lighting *l, const struct pica_floats quaternion[4],
                       const struct pica_floats view[3], const struct pica_color *const tex[4],
                       struct pica_color *primary, struct pica_color *secondary)
{
   struct work w;
   row length;
   w.l = l;
   w.known = 0;
   memset(w.sum, 0, sizeof w.sum);
   make_frame(&w, quaternion, tex);
   w.v.x = view[0];
   w.v.y = view[1];
   w.v.z = view[2];
   normalize(&w.v, &length);
   if (l->shadow)
      make_shadow(&w, tex[l->shadow_unit]);
   for (unsigned n = 0; n < l->num_lights; n++)
      add_light(&w, &l->light[n], view);
   alphas(&w);
   for (unsigned c = 0; c < 3; c++)
      for (unsigned i = 0; i < PICA_LANES; i++)
         w.sum[0][c].v[i] += l->ambient[c];
   float half = l->half ? 0.5f : 0;
   for (unsigned k = 0; k < 2; k++)
      for (unsigned c = 0; c < 4; c++) {
         uint16_t *out = (k ? secondary : primary)->c[c].v;
         for (unsigned i = 0; i < PICA_LANES; i++) {
            float v = w.sum[k][c].v[i];
            v = v > 0 ? v : 0;
            v = v < 1 ? v : 1;
            out[i] = (uint16_t)(int32_t)(v * 255 + half);
         }
      }
}
