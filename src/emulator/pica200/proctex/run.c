/* SPDX-License-Identifier: MIT
 *
 * The procedural texture on a row of fragments, in the eight steps of its description. Coordinates are cut to +-2^20 first, which no table
 * can tell, so that every whole part is an integer.
 */
#include "emulator/pica200/proctex/proctex.h"

#include <math.h>

#include "emulator/pica200/log2.h"

typedef struct pica_floats row;

/* |x| below 2^20; 0 for what is no number. */
static inline float
tame(float x)
{
   x = fabsf(x);
   return x < 1048576 ? x : x >= 1048576 ? 1048576 : 0;
}

static inline float
map_value(const struct pica_proctex_map *m, float x)
{
   x *= PICA_PROCTEX_MAP;
   x = x > 0 ? x : 0;
   int32_t i = (int32_t)(x < PICA_PROCTEX_MAP - 1 ? x : PICA_PROCTEX_MAP - 1);
   float rest = x - (float)i;
   return m->value[i] + (rest < 1 ? rest : 1) * m->diff[i];
}

static inline uint32_t
hash1(uint32_t v)
{
   static const uint8_t table[16] = {0, 4, 10, 8, 4, 9, 7, 12, 5, 15, 13, 14, 11, 15, 2, 11};
   return ((v % 9 + 2) * 3 & 15) ^ table[v / 9 & 15];
}

static inline float
hash2(uint32_t x, uint32_t y)
{
   static const uint8_t table[16] = {10, 2, 15, 8, 0, 7, 4, 5, 5, 13, 2, 6, 13, 9, 3, 14};
   uint32_t a = hash1(x), b = hash1(y);
   b += (a & 3) == 1 ? 4 : 0;
   b ^= (a & 1) * 6;
   b = (b + 10 + a) & 15;
   b ^= table[a];
   return (float)b * 2 / 15 - 1;
}

static float
noise_at(const struct pica_proctex *p, float u, float v)
{
   float x = tame(9 * p->frequency[0] * fabsf(u + p->phase[0]));
   float y = tame(9 * p->frequency[1] * fabsf(v + p->phase[1]));
   uint32_t xi = (uint32_t)(int32_t)x, yi = (uint32_t)(int32_t)y;
   float fx = x - (float)xi, fy = y - (float)yi, sum = fx + fy;
   float g0 = hash2(xi, yi) * sum, g1 = hash2(xi + 1, yi) * (sum - 1);
   float g2 = hash2(xi, yi + 1) * (sum - 1), g3 = hash2(xi + 1, yi + 1) * (sum - 2);
   float wx = map_value(&p->noise_map, fx), wy = map_value(&p->noise_map, fy);
   float low = g0 * (1 - wx) + g1 * wx, high = g2 * (1 - wx) + g3 * wx;
   return low * (1 - wy) + high * wy;
}

/* What the whole part of the other coordinate adds. */
static void
shift_row(unsigned mode, unsigned clamp, const row *restrict other, row *restrict out)
{
   float step = clamp == 3 ? 1 : 0.5f;
   int32_t plus = mode == 2;
   for (unsigned i = 0; i < PICA_LANES; i++)
      out->v[i] = mode == 1 || mode == 2 ? step * (float)(((int32_t)other->v[i] + plus) / 2 % 2) : 0;
}

static void
clamp_row(unsigned mode, row *restrict c)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float x = c->v[i];
      int32_t whole = (int32_t)x;
      float fraction = x - (float)whole;
      switch (mode) {
      case 0:
         x = x > 1 ? 0 : x;
         break;
      case 2:
         x = fraction;
         break;
      case 3:
         x = whole & 1 ? 1 - fraction : fraction;
         break;
      case 4:
         x = x > 0.5f ? 1 : 0;
         break;
      default:
         x = x < 1 ? x : 1;
         break;
      }
      c->v[i] = x;
   }
}

static void
combine_row(unsigned function, const row *restrict ru, const row *restrict rv, row *restrict out)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float u = ru->v[i], v = rv->v[i], root = sqrtf(u * u + v * v), r;
      switch (function) {
      case 0:
         r = u;
         break;
      case 1:
         r = u * u;
         break;
      case 2:
         r = v;
         break;
      case 3:
         r = v * v;
         break;
      case 4:
         r = (u + v) * 0.5f;
         break;
      case 5:
         r = (u * u + v * v) * 0.5f;
         break;
      case 6:
         r = root;
         break;
      case 7:
         r = u < v ? u : v;
         break;
      case 8:
         r = u > v ? u : v;
         break;
      case 9:
         r = ((u + v) * 0.5f + root) * 0.5f;
         break;
      default:
         r = 0;
         break;
      }
      out->v[i] = r < 1 ? r : 1;
   }
}

static void
lod_row(const struct pica_proctex *p, const row *restrict u, const row *restrict v, row *restrict out)
{
   float scale = fabsf((float)p->width * p->bias);
   for (unsigned q = 0; q < PICA_LANES; q += 4) {
      float ux = fabsf(u->v[q + 1] - u->v[q]), uy = fabsf(u->v[q + 2] - u->v[q]);
      float vx = fabsf(v->v[q + 1] - v->v[q]), vy = fabsf(v->v[q + 2] - v->v[q]);
      float size = scale * ((ux > uy ? ux : uy) + (vx > vy ? vx : vy));
      float lod = size > 0 && size < 1e30f ? pica_log2(size) : 0;
      lod = lod > p->min_lod ? lod : p->min_lod;
      lod = lod < p->max_lod ? lod : p->max_lod;
      for (unsigned i = 0; i < 4; i++)
         out->v[q + i] = p->mips ? lod : 0;
   }
}

/* One channel at place `x` (0..1) of a level of the table. */
static inline float
table_color(const struct pica_proctex *p, unsigned c, unsigned level, float x)
{
   int32_t width = p->width >> level;
   float at = x * (float)(width > 1 ? width - 1 : 0);
   if (!p->linear)
      return p->color[c][(p->offset[level] + (uint32_t)(int32_t)(at + 0.5f)) & 255];
   int32_t whole = (int32_t)at;
   uint32_t i = (p->offset[level] + (uint32_t)whole) & 255;
   return p->color[c][i] + (at - (float)whole) * p->diff[c][i];
}

static void
color_row(const struct pica_proctex *p, unsigned c, const row *restrict place, const row *restrict lod,
          uint16_t *restrict out)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float level = p->mip_linear ? lod->v[i] : lod->v[i] + 0.5f;
      uint32_t k = (uint32_t)(int32_t)level & (PICA_PROCTEX_LEVELS - 1);
      float v = table_color(p, c, k, place->v[i]);
      if (p->mip_linear) {
         float next = table_color(p, c, k < PICA_PROCTEX_LEVELS - 1 ? k + 1 : k, place->v[i]);
         v += (next - v) * (level - (float)k);
      }
      v = v > 0 ? v : 0;
      out[i] = (uint16_t)(int32_t)(v < 255 ? v : 255);
   }
}

void
EMU_FN(pica_proctex_run)(const struct pica_proctex *p, const struct pica_floats *u_in,
                         const struct pica_floats *v_in, struct pica_color *out)
{
   row u, v, shift_u, shift_v, place, lod;
   lod_row(p, u_in, v_in, &lod);
   for (unsigned i = 0; i < PICA_LANES; i++) {
      u.v[i] = tame(u_in->v[i]);
      v.v[i] = tame(v_in->v[i]);
   }
   shift_row(p->shift[0], p->clamp[0], &v, &shift_u);
   shift_row(p->shift[1], p->clamp[1], &u, &shift_v);
   if (p->noise)
      for (unsigned i = 0; i < PICA_LANES; i++) {
         float n = noise_at(p, u.v[i], v.v[i]);
         u.v[i] = tame(u.v[i] + n * p->amplitude[0]);
         v.v[i] = tame(v.v[i] + n * p->amplitude[1]);
      }
   for (unsigned i = 0; i < PICA_LANES; i++) {
      u.v[i] += shift_u.v[i];
      v.v[i] += shift_v.v[i];
   }
   clamp_row(p->clamp[0], &u);
   clamp_row(p->clamp[1], &v);
   combine_row(p->rgb_function, &u, &v, &place);
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float x = map_value(&p->rgb_map, place.v[i]);
      x = x > 0 ? x : 0;
      place.v[i] = x < 1 ? x : 1;
   }
   for (unsigned c = 0; c < 4; c++)
      color_row(p, c, &place, &lod, out->c[c].v);
   if (!p->separate_alpha)
      return;
   combine_row(p->a_function, &u, &v, &place);
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float x = map_value(&p->a_map, place.v[i]) * 255;
      x = x > 0 ? x : 0;
      out->c[3].v[i] = (uint16_t)(int32_t)(x < 255 ? x : 255);
   }
}
