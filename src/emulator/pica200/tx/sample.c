/* SPDX-License-Identifier: MIT
 *
 * Sampling a row of fragments. Texels come out of tiles that are decoded when first seen; weights are fractions of filter_bits bits. The row
 * t = 0 is the last one in memory. LOD is the maximum norm of the derivatives in texels, as measured on 2D textures; magnification is
 * chosen before the level is clamped, so that textures of one level have a minification filter, too.
 */
#include "emulator/pica200/tx/texture.h"

#include <math.h>
#include <string.h>

#include "emulator/pica200/log2.h"
#include "emulator/pica200/tiling.h"

typedef struct pica_floats row;

/* Coordinates are cut to this many texels, so that they are integers: behind it floats have no fraction worth a filter. */
#define MOST_TEXELS 4194304.0f

struct sampler {
   const struct pica_texture *t;
   struct pica_tile_cache *cache;
   row s, z; /* s: u and v of 0..1 are the texture; z: a shadow's depth */
   row tt;
   uint8_t face[PICA_LANES];
   row lod;
};

static inline float
within(float x, float most)
{
   x = x > -most ? x : -most; /* what is no number, too */
   return x < most ? x : most;
}

/* ---- coordinates ---- */

static void
cube_coords(struct sampler *m, const row uvw[3])
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float u = uvw[0].v[i], v = uvw[1].v[i], w = uvw[2].v[i];
      float au = fabsf(u), av = fabsf(v), aw = fabsf(w), major, s, t;
      unsigned face;
      if (au > av && au > aw) {
         face = u < 0;
         major = au;
         s = u < 0 ? w : -w;
         t = -v;
      } else if (av > aw) {
         face = 2 + (v < 0);
         major = av;
         s = u;
         t = v < 0 ? -w : w;
      } else {
         face = 4 + (w < 0);
         major = aw;
         s = w < 0 ? -u : u;
         t = -v;
      }
      m->face[i] = (uint8_t)face;
      m->s.v[i] = (s / major + 1) * 0.5f;
      m->tt.v[i] = (t / major + 1) * 0.5f;
      m->z.v[i] = major;
   }
}

static void
coords(struct sampler *m, const row uvw[3])
{
   const struct pica_texture *t = m->t;
   memset(m->face, 0, sizeof m->face);
   if (t->type == PICA_TEXTURE_CUBE || t->type == PICA_TEXTURE_SHADOW_CUBE) {
      cube_coords(m, uvw);
      return;
   }
   bool divides = t->type == PICA_TEXTURE_PROJECTION || (t->type == PICA_TEXTURE_SHADOW && !t->ortho);
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float w = divides ? uvw[2].v[i] : 1;
      m->s.v[i] = uvw[0].v[i] / w;
      m->tt.v[i] = uvw[1].v[i] / w;
      m->z.v[i] = fabsf(uvw[2].v[i]);
   }
}

static void
levels(struct sampler *m)
{
   const struct pica_texture *t = m->t;
   float w = (float)t->size[0], h = (float)t->size[1];
   bool none = !t->needs_lod || (t->type != PICA_TEXTURE_2D && !t->lod_divided);
   for (unsigned q = 0; q < PICA_LANES; q += 4) {
      float most = 0, lod = 0;
      const float d[4] = {fabsf(m->s.v[q + 1] - m->s.v[q]) * w, fabsf(m->s.v[q + 2] - m->s.v[q]) * w,
                          fabsf(m->tt.v[q + 1] - m->tt.v[q]) * h, fabsf(m->tt.v[q + 2] - m->tt.v[q]) * h};
      for (unsigned i = 0; i < 4; i++)
         most = d[i] > most ? d[i] : most;
      if (!none) /* without a difference it is the base */
         lod = (most > 1e-12f ? pica_log2(most < 1e12f ? most : 1e12f) : -40) + t->lod_bias;
      for (unsigned i = 0; i < 4; i++)
         m->lod.v[q + i] = lod;
   }
}

/* ---- texels ---- */

static inline uint32_t
cached_texel(const struct sampler *m, unsigned face, unsigned level, uint32_t x, uint32_t y)
{
   const struct pica_texture *t = m->t;
   uint32_t width = pica_texture_size(t, 0, level), height = pica_texture_size(t, 1, level);
   assert(x < width && y < height);
   y = height - 1 - y;
   uint32_t number = (y >> 3) * (width >> 3) + (x >> 3);
   const uint8_t *tile = t->face[face] + t->level_B[level] + (size_t)number * 8 * pica_texel_bits[t->format];
   unsigned slot = ((x >> 3 & 15) | (y >> 3 & 15) << 4) ^ level * 37 ^ face * 85;
   slot &= PICA_CACHE_TILES - 1;
   if (m->cache->tile[slot] != tile) {
      m->cache->tile[slot] = tile;
      for (uint32_t i = 0; i < PICA_LANES; i++)
         m->cache->texel[slot][i] = pica_texel_fetches[t->format](tile, i);
   }
   return m->cache->texel[slot][pica_morton(x, y)];
}

/* Where a texel coordinate lands, -1: the border. */
static inline int32_t
wrapped(unsigned mode, int32_t x, int32_t size)
{
   switch (mode) {
   case PICA_WRAP_EDGE:
      return x < 0 ? 0 : x < size ? x : size - 1;
   case PICA_WRAP_BORDER:
      return x >= 0 && x < size ? x : -1;
   case PICA_WRAP_MIRROR:
      x &= 2 * size - 1; /* sizes are powers of two */
      return x < size ? x : 2 * size - 1 - x;
   case PICA_WRAP_EDGE_REPEAT:
      return x < size ? x & (size - 1) : size - 1;
   case PICA_WRAP_BORDER_REPEAT:
      return x < size ? x & (size - 1) : -1;
   default:
      return x & (size - 1);
   }
}

static inline bool
is_border(unsigned mode)
{
   return mode == PICA_WRAP_BORDER || mode == PICA_WRAP_BORDER_REPEAT;
}

static inline uint32_t
texel_at(const struct sampler *m, unsigned face, unsigned level, int32_t x, int32_t y)
{
   const struct pica_texture *t = m->t;
   int32_t w = (int32_t)pica_texture_size(t, 0, level), h = (int32_t)pica_texture_size(t, 1, level);
   if (t->border_whole) { /* the sample is inside: its texels are, too */
      x = is_border(t->wrap[0]) ? CLAMP(x, 0, w - 1) : x;
      y = is_border(t->wrap[1]) ? CLAMP(y, 0, h - 1) : y;
   }
   x = wrapped(t->wrap[0], x, w);
   y = wrapped(t->wrap[1], y, h);
   return x < 0 || y < 0 ? t->border : cached_texel(m, face, level, (uint32_t)x, (uint32_t)y);
}

/* Texels around a place and the weights of the second column and row; nearest: one texel and weights of 0. */
struct footprint {
   uint32_t texel[4];
   uint32_t wx, wy; /* of 256 */
};

/* Texel coordinate and weight of 256 in one direction. */
static inline int32_t
split(float x, uint32_t size, bool linear, unsigned bits, uint32_t *weight)
{
   x = within(x * (float)size, MOST_TEXELS) - (linear ? 0.5f : 0);
   int32_t whole = (int32_t)x;
   whole -= (float)whole > x;
   *weight = linear ? (uint32_t)(int32_t)((x - (float)whole) * (float)(1u << bits)) << (8 - bits) : 0;
   return whole;
}

static void
gather(const struct sampler *m, unsigned lane, unsigned level, bool linear, struct footprint *out)
{
   const struct pica_texture *t = m->t;
   unsigned face = m->face[lane];
   uint32_t w = pica_texture_size(t, 0, level), h = pica_texture_size(t, 1, level), wx, wy;
   int32_t x = split(m->s.v[lane], w, linear, t->filter_bits, &wx);
   int32_t y = split(m->tt.v[lane], h, linear, t->filter_bits, &wy);
   out->wx = wx;
   out->wy = wy;
   if (t->border_whole) {
      uint32_t none;
      int32_t nx = split(m->s.v[lane], w, false, 0, &none), ny = split(m->tt.v[lane], h, false, 0, &none);
      if (wrapped(t->wrap[0], nx, (int32_t)w) < 0 || wrapped(t->wrap[1], ny, (int32_t)h) < 0) {
         for (unsigned k = 0; k < 4; k++)
            out->texel[k] = t->border;
         return;
      }
   }
   out->texel[0] = texel_at(m, face, level, x, y);
   for (unsigned k = 1; k < 4; k++)
      out->texel[k] = linear ? texel_at(m, face, level, x + (int32_t)(k & 1), y + (int32_t)(k >> 1)) : 0;
}

/* ---- filters ---- */

static void
weigh(const struct footprint *restrict f, struct pica_color *restrict out, uint64_t lanes)
{
   for (; lanes; lanes &= lanes - 1) {
      unsigned i = (unsigned)__builtin_ctzll(lanes);
      uint32_t wx = f[i].wx, wy = f[i].wy;
      if (!(wx | wy)) {
         for (unsigned c = 0; c < 4; c++)
            out->c[c].v[i] = f[i].texel[0] >> 8 * c & 255;
         continue;
      }
      for (unsigned c = 0; c < 4; c++) {
         uint32_t v[4];
         for (unsigned k = 0; k < 4; k++)
            v[k] = f[i].texel[k] >> 8 * c & 255;
         uint32_t top = v[0] * (256 - wx) + v[1] * wx, bottom = v[2] * (256 - wx) + v[3] * wx;
         out->c[c].v[i] = (uint16_t)((top * (256 - wy) + bottom * wy + 0x8000) >> 16);
      }
   }
}

/* Lanes at a whole level each. */
static void
sample_levels(const struct sampler *m, const uint8_t level[PICA_LANES], const bool linear[PICA_LANES],
              uint64_t lanes, struct pica_color *out)
{
   struct footprint f[PICA_LANES];
   for (uint64_t l = lanes; l; l &= l - 1) {
      unsigned i = (unsigned)__builtin_ctzll(l);
      gather(m, i, level[i], linear[i], &f[i]);
   }
   weigh(f, out, lanes);
}

static void
sample_color(const struct sampler *m, uint64_t live, struct pica_color *out)
{
   const struct pica_texture *t = m->t;
   uint8_t level[PICA_LANES], next[PICA_LANES], fraction[PICA_LANES];
   bool linear[PICA_LANES];
   uint64_t between = 0;
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float lod = m->lod.v[i];
      linear[i] = lod > 0 ? t->min_linear : t->mag_linear;
      lod = lod > t->min_lod ? lod : t->min_lod;
      lod = lod < t->max_lod ? lod : t->max_lod;
      if (!t->mip_linear)
         lod += 0.5f;
      level[i] = (uint8_t)(int32_t)lod;
      level[i] = (float)level[i] > t->max_lod ? (uint8_t)t->max_lod : level[i];
      next[i] = (float)level[i] < t->max_lod ? level[i] + 1 : level[i];
      fraction[i] = (uint8_t)(int32_t)((lod - (float)level[i]) * 255.99f);
      if (t->mip_linear && fraction[i])
         between |= UINT64_C(1) << i;
   }
   sample_levels(m, level, linear, live, out);
   between &= live;
   if (!between)
      return;
   struct pica_color upper;
   sample_levels(m, next, linear, between, &upper);
   for (uint64_t l = between; l; l &= l - 1) {
      unsigned i = (unsigned)__builtin_ctzll(l);
      for (unsigned c = 0; c < 4; c++)
         out->c[c].v[i] =
            (uint16_t)((out->c[c].v[i] * (256 - fraction[i]) + upper.c[c].v[i] * fraction[i] + 128) >> 8);
   }
}

/* ---- shadow maps ---- */

/* Light that a stored texel lets through: its value if what it hid is not nearer than z. */
static inline uint32_t
shadow_texel(uint32_t texel, int32_t z)
{
   /* bytes of memory from the lowest: depth's high, mid and low byte, the value; texels have them as alpha, blue, green, red */
   int32_t depth = (int32_t)(texel >> 24 << 16 | (texel >> 16 & 255) << 8 | (texel >> 8 & 255));
   return depth >= z ? texel & 255 : 0;
}

static uint32_t
shadow_at(const struct sampler *m, unsigned face, int32_t x, int32_t y, int32_t z)
{
   const struct pica_texture *t = m->t;
   int32_t w = (int32_t)t->size[0], h = (int32_t)t->size[1];
   if (t->type == PICA_TEXTURE_SHADOW && (x < 0 || y < 0 || x >= w || y >= h))
      return 255;
   x = CLAMP(x, 0, w - 1);
   y = CLAMP(y, 0, h - 1);
   return shadow_texel(cached_texel(m, face, 0, (uint32_t)x, (uint32_t)y), z);
}

static void
sample_shadow(const struct sampler *m, uint64_t live, struct pica_color *out)
{
   const struct pica_texture *t = m->t;
   for (; live; live &= live - 1) {
      unsigned i = (unsigned)__builtin_ctzll(live);
      float depth = m->z.v[i] < 1 ? m->z.v[i] : 1;
      int32_t z = (int32_t)(depth * 16777215.0f) - (int32_t)t->z_bias;
      uint32_t wx, wy, value;
      int32_t x = split(m->s.v[i], t->size[0], t->filters_shadow, t->filter_bits, &wx);
      int32_t y = split(m->tt.v[i], t->size[1], t->filters_shadow, t->filter_bits, &wy);
      value = shadow_at(m, m->face[i], x, y, z);
      if (wx | wy) {
         uint32_t top = value * (256 - wx) + shadow_at(m, m->face[i], x + 1, y, z) * wx;
         uint32_t bottom = shadow_at(m, m->face[i], x, y + 1, z) * (256 - wx) +
                           shadow_at(m, m->face[i], x + 1, y + 1, z) * wx;
         value = (top * (256 - wy) + bottom * wy + 0x8000) >> 16;
      }
      for (unsigned c = 0; c < 4; c++)
         out->c[c].v[i] = (uint16_t)value;
   }
}

void
EMU_FN(pica_texture_run)(const struct pica_texture *t, struct pica_tile_cache *cache,
                         const struct pica_floats uvw[3], uint64_t live, struct pica_color *out)
{
   if (t->constant) {
      for (unsigned c = 0; c < 4; c++)
         for (unsigned i = 0; i < PICA_LANES; i++)
            out->c[c].v[i] = (uint16_t)(t->constant_color >> 8 * c & 255);
      return;
   }
   struct sampler m;
   m.t = t;
   m.cache = cache;
   memset(out, 0, sizeof *out); /* lanes that do not live have some colour, too */
   coords(&m, uvw);
   if (t->type == PICA_TEXTURE_SHADOW || t->type == PICA_TEXTURE_SHADOW_CUBE) {
      sample_shadow(&m, live, out);
      return;
   }
   levels(&m);
   sample_color(&m, live, out);
}
