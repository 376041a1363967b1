/* SPDX-License-Identifier: MIT
 *
 * Sampling a row of fragments lane by lane, where quick.c does not do it. Texels come out of tiles that are decoded when first seen; weights are fractions of filter_bits bits. The row
 * t = 0 is the last one in memory. LOD is the maximum norm of the derivatives in texels, as measured on 2D textures; magnification is
 * chosen before the level is clamped, so that textures of one level have a minification filter, too.
 */
#include "emulator/pica200/tx/texture.h"

#include <math.h>
#include <string.h>

#include "emulator/pica200/log2.h"
#include "emulator/pica200/om/mask.h"

typedef struct pica_floats row;

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
cube_coords(struct sampler *m, const row uv[2], const row *w_row)
{
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float u = uv[0].v[i], v = uv[1].v[i], w = w_row->v[i];
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
coords(struct sampler *m, const row uv[2], const row *w_row)
{
   const struct pica_texture *t = m->t;
   memset(m->face, 0, sizeof m->face);
   if (t->type == PICA_TEXTURE_CUBE || t->type == PICA_TEXTURE_SHADOW_CUBE) {
      cube_coords(m, uv, w_row);
      return;
   }
   bool divides = t->type == PICA_TEXTURE_PROJECTION || (t->type == PICA_TEXTURE_SHADOW && !t->ortho);
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float w = divides ? w_row->v[i] : 1;
      m->s.v[i] = uv[0].v[i] / w;
      m->tt.v[i] = uv[1].v[i] / w;
      m->z.v[i] = fabsf(w_row->v[i]);
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

/* What a column and a row of a tile add to a texel's number in Morton order. */
static const uint8_t morton_x[8] = {0, 1, 4, 5, 16, 17, 20, 21}, morton_y[8] = {0, 2, 8, 10, 32, 34, 40, 42};

/* A level's tile that has texel (x, y), decoded; rows count as memory has them. */
static inline const uint32_t *
tile_at(const struct sampler *m, unsigned face, unsigned level, uint32_t x, uint32_t y)
{
   const struct pica_texture *t = m->t;
   uint32_t number = (y >> 3) * (pica_texture_size(t, 0, level) >> 3) + (x >> 3);
   const uint8_t *tile = t->face[face] + t->level_B[level] + (size_t)number * 8 * pica_texel_bits[t->format];
   unsigned slot = ((x >> 3 & 15) | (y >> 3 & 15) << 4) ^ level * 37 ^ face * 85;
   slot &= PICA_CACHE_TILES - 1;
   uint32_t *texels = m->cache->texel[slot];
   if (m->cache->tile[slot] != tile) {
      m->cache->tile[slot] = tile;
      for (uint32_t i = 0; i < PICA_LANES; i++)
         texels[i] = pica_texel_fetches[t->format](tile, i);
   }
   return texels;
}

/* The texel (x, y) of a level, y up. */
static inline uint32_t
cached_texel(const struct sampler *m, unsigned face, unsigned level, uint32_t x, uint32_t y)
{
   uint32_t height = pica_texture_size(m->t, 1, level);
   assert(x < pica_texture_size(m->t, 0, level) && y < height);
   y = height - 1 - y;
   return tile_at(m, face, level, x, y)[morton_x[x & 7] + morton_y[y & 7]];
}

/* Columns or rows of texels around places in one direction, -1: the border; and the weight of 256 of the second. */
struct span {
   _Alignas(64) int32_t at[2][PICA_LANES], weight[PICA_LANES];
};

/* Texel coordinates of places 0..1, and of the next ones. */
static __attribute__((noinline)) void
split_row(const row *restrict places, uint32_t size, bool linear, unsigned bits, struct span *restrict out)
{
   float half = linear ? 0.5f : 0, steps = linear ? (float)(1u << bits) : 0;
   int32_t widen = 1 << (8 - bits);
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float x = within(places->v[i] * (float)size, PICA_MOST_TEXELS) - half;
      int32_t whole = (int32_t)x;
      whole -= (float)whole > x;
      out->at[0][i] = whole;
      out->at[1][i] = whole + linear;
      out->weight[i] = (int32_t)((x - (float)whole) * steps) * widen;
   }
}

static bool
is_border(unsigned mode)
{
   return mode == PICA_WRAP_BORDER || mode == PICA_WRAP_BORDER_REPEAT;
}

/* Sizes are powers of two. */
static void
wrap_row(unsigned mode, int32_t size, int32_t *restrict at)
{
#define EACH(expression)                                                                                     \
   for (unsigned i = 0; i < PICA_LANES; i++) {                                                               \
      int32_t x = at[i], in = x & (size - 1), twice = x & (2 * size - 1);                                    \
      (void)in, (void)twice;                                                                                 \
      at[i] = (expression);                                                                                  \
   }                                                                                                         \
   break
   switch (mode) {
   case PICA_WRAP_EDGE:
      EACH(x < 0 ? 0 : x < size ? x : size - 1);
   case PICA_WRAP_BORDER:
      EACH(x >= 0 && x < size ? x : -1);
   case PICA_WRAP_MIRROR:
      EACH(twice < size ? twice : 2 * size - 1 - twice);
   case PICA_WRAP_EDGE_REPEAT:
      EACH(x < size ? in : size - 1);
   case PICA_WRAP_BORDER_REPEAT:
      EACH(x < size ? in : -1);
   default:
      EACH(in);
   }
#undef EACH
}

/* All of one direction at a level. */
static void
make_span(const struct pica_texture *t, unsigned axis, const row *places, unsigned level, bool linear,
          struct span *out)
{
   int32_t size = (int32_t)pica_texture_size(t, axis, level), whole[PICA_LANES];
   unsigned mode = t->wrap[axis];
   split_row(places, (uint32_t)size, linear, t->filter_bits, out);
   if (t->border_whole && is_border(mode)) {
      struct span nearest;
      split_row(places, (uint32_t)size, false, t->filter_bits, &nearest);
      memcpy(whole, nearest.at[0], sizeof whole);
      wrap_row(mode, size, whole);
      mode = mode == PICA_WRAP_BORDER ? PICA_WRAP_EDGE : PICA_WRAP_EDGE_REPEAT;
   }
   for (unsigned k = 0; k < (linear ? 2 : 1); k++) {
      wrap_row(mode, size, out->at[k]);
      for (unsigned i = 0; t->border_whole && is_border(t->wrap[axis]) && i < PICA_LANES; i++)
         out->at[k][i] = whole[i] < 0 ? -1 : out->at[k][i];
   }
}

/* Texels of a footprint, a row each: (0, 0), (1, 0), (0, 1), (1, 1), and the weights of the second ones. */
struct footprints {
   _Alignas(64) uint32_t texel[4][PICA_LANES];
   _Alignas(64) int32_t wx[PICA_LANES], wy[PICA_LANES];
};

/* A lane's texels, one by one. */
static void
fetch_lane(const struct sampler *m, unsigned i, unsigned level, bool linear, const struct span *sx,
           const struct span *sy, struct footprints *out)
{
   for (unsigned k = 0; k < (linear ? 4 : 1); k++) {
      int32_t x = sx->at[k & 1][i], y = sy->at[k >> 1][i];
      out->texel[k][i] =
         x < 0 || y < 0 ? m->t->border : cached_texel(m, m->face[i], level, (uint32_t)x, (uint32_t)y);
   }
}

/* The four texels of a footprint where all stand in one tile, as most do. */
static inline bool
fetch_quickly(const struct sampler *m, unsigned i, unsigned level, uint32_t height, const struct span *sx,
              const struct span *sy, struct footprints *out)
{
   int32_t x0 = sx->at[0][i], x1 = sx->at[1][i], y0 = sy->at[0][i], y1 = sy->at[1][i];
   if ((x0 | x1 | y0 | y1) < 0 || ((x0 ^ x1) | (y0 ^ y1)) >> 3)
      return false;
   uint32_t r0 = height - 1 - (uint32_t)y0, r1 = height - 1 - (uint32_t)y1;
   const uint32_t *tile = tile_at(m, m->face[i], level, (uint32_t)x0, r0);
   unsigned c0 = morton_x[x0 & 7], c1 = morton_x[x1 & 7];
   out->texel[0][i] = tile[c0 + morton_y[r0 & 7]];
   out->texel[1][i] = tile[c1 + morton_y[r0 & 7]];
   out->texel[2][i] = tile[c0 + morton_y[r1 & 7]];
   out->texel[3][i] = tile[c1 + morton_y[r1 & 7]];
   return true;
}

/* Footprints of the lanes at one level with one filter. */
static void
fetch_lanes(const struct sampler *m, unsigned level, bool linear, uint64_t lanes, struct footprints *out)
{
   struct span sx, sy;
   uint32_t height = pica_texture_size(m->t, 1, level);
   make_span(m->t, 0, &m->s, level, linear, &sx);
   make_span(m->t, 1, &m->tt, level, linear, &sy);
   for (; lanes; lanes &= lanes - 1) {
      unsigned i = (unsigned)__builtin_ctzll(lanes);
      out->wx[i] = sx.weight[i];
      out->wy[i] = sy.weight[i];
      if (!linear || !fetch_quickly(m, i, level, height, &sx, &sy, out))
         fetch_lane(m, i, level, linear, &sx, &sy, out);
   }
}

/* ---- filters ---- */

static void
weigh(const struct footprints *restrict f, bool linear, struct pica_color *restrict out)
{
   for (unsigned c = 0; c < 4; c++) {
      uint16_t *restrict v = out->c[c].v;
      unsigned shift = 8 * c;
      if (!linear) {
         for (unsigned i = 0; i < PICA_LANES; i++)
            v[i] = (uint16_t)(f->texel[0][i] >> shift & 255);
         continue;
      }
      for (unsigned i = 0; i < PICA_LANES; i++) {
         int32_t a = (int32_t)(f->texel[0][i] >> shift & 255), b = (int32_t)(f->texel[1][i] >> shift & 255);
         int32_t d = (int32_t)(f->texel[2][i] >> shift & 255), e = (int32_t)(f->texel[3][i] >> shift & 255);
         int32_t top = a * 256 + (b - a) * f->wx[i], bottom = d * 256 + (e - d) * f->wx[i];
         v[i] = (uint16_t)((top * 256 + (bottom - top) * f->wy[i] + 0x8000) >> 16);
      }
   }
}

/* Lanes at a whole level each; some of them may be filtered, others not. */
static void
sample_levels(const struct sampler *m, const uint8_t level[PICA_LANES], uint64_t linear, uint64_t lanes,
              struct pica_color *out)
{
   struct footprints f;
   memset(&f, 0, sizeof f); /* a lane without a filter has weights of 0 */
   bool any = linear & lanes;
   while (lanes) {
      unsigned first = (unsigned)__builtin_ctzll(lanes);
      bool is_linear = linear >> first & 1;
      uint64_t same = lanes & (is_linear ? linear : ~linear);
      for (uint64_t l = same; l; l &= l - 1) {
         unsigned i = (unsigned)__builtin_ctzll(l);
         if (level[i] != level[first])
            same &= ~(UINT64_C(1) << i);
      }
      fetch_lanes(m, level[first], is_linear, same, &f);
      lanes &= ~same;
   }
   weigh(&f, any, out);
}

static void
mix_levels(struct pica_color *restrict out, const struct pica_color *restrict upper,
           const int32_t fraction[PICA_LANES])
{
   for (unsigned c = 0; c < 4; c++)
      for (unsigned i = 0; i < PICA_LANES; i++) {
         int32_t a = out->c[c].v[i], b = upper->c[c].v[i];
         out->c[c].v[i] = (uint16_t)((a * 256 + (b - a) * fraction[i] + 128) >> 8);
      }
}

static void
sample_color(const struct sampler *m, uint64_t live, struct pica_color *out)
{
   const struct pica_texture *t = m->t;
   uint8_t level[PICA_LANES], next[PICA_LANES];
   int32_t fraction[PICA_LANES];
   uint64_t between = 0, linear = 0;
   if (!t->needs_lod) {
      memset(level, (int)t->min_lod, sizeof level);
      sample_levels(m, level, t->mag_linear ? UINT64_MAX : 0, live, out);
      return;
   }
   for (unsigned i = 0; i < PICA_LANES; i++) {
      float lod = m->lod.v[i];
      linear |= (uint64_t)(lod > 0 ? t->min_linear : t->mag_linear) << i;
      lod = lod > t->min_lod ? lod : t->min_lod;
      lod = lod < t->max_lod ? lod : t->max_lod;
      level[i] = (uint8_t)(int32_t)(lod + (t->mip_linear ? 0 : 0.5f));
      next[i] = (float)level[i] < t->max_lod ? level[i] + 1 : level[i];
      fraction[i] = t->mip_linear ? (int32_t)((lod - (float)level[i]) * 256) : 0;
      between |= (uint64_t)(fraction[i] > 0) << i;
   }
   sample_levels(m, level, linear, live, out);
   between &= live;
   if (!between)
      return;
   struct pica_color upper;
   sample_levels(m, next, linear, between, &upper);
   mix_levels(out, &upper, fraction);
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

/* A lane's texels, one by one: outside of a map is what lets all light through, outside of a face its edge. */
static void
fetch_shadow_lane(const struct sampler *m, unsigned i, const struct span *sx, const struct span *sy,
                  struct footprints *out)
{
   const struct pica_texture *t = m->t;
   const int32_t w = (int32_t)t->size[0], h = (int32_t)t->size[1];
   for (unsigned k = 0; k < 4; k++) {
      const int32_t x = sx->at[k & 1][i], y = sy->at[k >> 1][i];
      if (t->type == PICA_TEXTURE_SHADOW && (x < 0 || y < 0 || x >= w || y >= h))
         out->texel[k][i] = UINT32_MAX;
      else
         out->texel[k][i] =
            cached_texel(m, m->face[i], 0, (uint32_t)CLAMP(x, 0, w - 1), (uint32_t)CLAMP(y, 0, h - 1));
   }
}

static void
sample_shadow(const struct sampler *m, uint64_t live, struct pica_color *out)
{
   const struct pica_texture *t = m->t;
   const int32_t w = (int32_t)t->size[0], h = (int32_t)t->size[1];
   struct span sx, sy;
   struct footprints f;
   split_row(&m->s, t->size[0], t->filters_shadow, t->filter_bits, &sx);
   split_row(&m->tt, t->size[1], t->filters_shadow, t->filter_bits, &sy);
   memset(&f, 0, sizeof f);
   for (; live; live &= live - 1) {
      unsigned i = (unsigned)__builtin_ctzll(live);
      if (sx.at[0][i] >= w || sy.at[0][i] >= h || !fetch_quickly(m, i, 0, t->size[1], &sx, &sy, &f))
         fetch_shadow_lane(m, i, &sx, &sy, &f);
   }
   for (unsigned i = 0; i < PICA_LANES; i++) {
      const float depth = m->z.v[i] < 1 ? m->z.v[i] : 1;
      const int32_t z = (int32_t)(depth * 16777215.0f) - (int32_t)t->z_bias;
      const uint32_t wx = (uint32_t)sx.weight[i], wy = (uint32_t)sy.weight[i];
      const uint32_t top = shadow_texel(f.texel[0][i], z) * (256 - wx) + shadow_texel(f.texel[1][i], z) * wx;
      const uint32_t bottom =
         shadow_texel(f.texel[2][i], z) * (256 - wx) + shadow_texel(f.texel[3][i], z) * wx;
      const uint32_t value = (top * (256 - wy) + bottom * wy + 0x8000) >> 16;
      for (unsigned c = 0; c < 4; c++)
         out->c[c].v[i] = (uint16_t)value;
   }
}

void
EMU_FN(pica_texture_run)(const struct pica_texture *t, struct pica_tile_cache *cache,
                         const struct pica_floats uv[2], const struct pica_floats *w, uint64_t live,
                         struct pica_color *out)
{
   if (t->constant) {
      for (unsigned c = 0; c < 4; c++)
         for (unsigned i = 0; i < PICA_LANES; i++)
            out->c[c].v[i] = (uint16_t)(t->constant_color >> 8 * c & 255);
      return;
   }
   if (t->quick) {
      EMU_FN(pica_texture_quick)(t, &cache->surface, uv, w, live, out);
      return;
   }
   struct sampler m;
   m.t = t;
   m.cache = cache;
   memset(out, 0, sizeof *out); /* lanes that do not live have some colour, too */
   coords(&m, uv, w);
   if (t->type == PICA_TEXTURE_SHADOW || t->type == PICA_TEXTURE_SHADOW_CUBE) {
      sample_shadow(&m, live, out);
      return;
   }
   levels(&m);
   sample_color(&m, live, out);
}
