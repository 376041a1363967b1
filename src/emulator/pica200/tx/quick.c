/* SPDX-License-Identifier: MIT
 *
 * Sampling by vectors what most textures are: no shadow map, no border. A sample is what sample.c says it is, to the bit. Texels come out of
 * the decoded surface, where the four of a filter stand together. Lanes that take different faces, levels or filters are sampled one after
 * the other.
 */
#include "emulator/pica200/tx/surface.h"
#include "emulator/pica200/tx/weigh.h"

#define EACH_VECTOR(v) for (unsigned v = 0; v < EMU_VECS; v++)

/* Where lanes sample: 0 to 1 is the texture. */
struct places {
   const vf *s, *t;
   const vi *face; /* NULL: the first one */
};

/* Samples: red in the lowest byte, alpha in the highest. */
struct samples {
   vi v[EMU_VECS];
};

/* Sizes are powers of two. */
ALWAYS_INLINE vi
wrap(unsigned mode, int32_t size, vi x)
{
   const vi last = v_splati(size - 1);
   switch (mode) {
   case PICA_WRAP_EDGE:
      return v_mini(v_maxi(x, v_splati(0)), last);
   case PICA_WRAP_MIRROR: {
      const vi twice = x & (2 * size - 1);
      return v_mini(twice, 2 * size - 1 - twice);
   }
   case PICA_WRAP_EDGE_REPEAT:
      return v_mini(x, last) & (size - 1);
   default:
      return x & (size - 1);
   }
}

/* wrap() of one number. Tiles wrap as their texels do. */
static inline int32_t
wrap_one(unsigned mode, int32_t size, int32_t x)
{
   switch (mode) {
   case PICA_WRAP_EDGE:
      return CLAMP(x, 0, size - 1);
   case PICA_WRAP_MIRROR: {
      const int32_t twice = x & (2 * size - 1);
      return MIN2(twice, 2 * size - 1 - twice);
   }
   case PICA_WRAP_EDGE_REPEAT:
      return MIN2(x, size - 1) & (size - 1);
   default:
      return x & (size - 1);
   }
}

/* Texel coordinates in one direction: the first, not wrapped yet, and the weight of 256 of the second. */
struct axis {
   vi whole[EMU_VECS], weight[EMU_VECS];
};

static void
split(const struct pica_texture *t, const vf *place, int32_t size, bool linear, uint64_t lanes,
      struct axis *out)
{
   const vf scale = v_splat((float)size), half = v_splat(linear ? 0.5f : 0),
            steps = v_splat(linear ? (float)(1u << t->filter_bits) : 0);
   EACH_VECTOR(v)
   {
      if (!(lanes >> v * EMU_VEC_LANES & V_ALL_LANES))
         continue;
      const vf x = v_clamp(place[v] * scale, -PICA_MOST_TEXELS, PICA_MOST_TEXELS) - half;
      vi whole = v_int(x);
      whole += v_float(whole) > x;
      out->whole[v] = whole;
      out->weight[v] = v_int((x - v_float(whole)) * steps) << (int)(8 - t->filter_bits);
   }
}

/* Tiles of a range of texels, \p size in all, before they are wrapped: each at least once. */
static inline void
tiles_of(unsigned mode, int32_t size, const struct axis *a, uint64_t lanes, bool linear, int32_t range[2])
{
   vi least = v_splati(INT32_MAX), most = v_splati(-INT32_MAX);
   EACH_VECTOR(v)
   {
      const vi mask = v_mask(lanes >> v * EMU_VEC_LANES);
      if (!(lanes >> v * EMU_VEC_LANES & V_ALL_LANES))
         continue;
      least = v_mini(least, v_seli(mask, a->whole[v], least));
      most = v_maxi(most, v_seli(mask, a->whole[v], most));
   }
   range[0] = v_least(least) >> 3;
   range[1] = (-v_least(-most) + linear) >> 3;
   for (unsigned i = 0; i < 2; i++) {
      if (mode == PICA_WRAP_EDGE)
         range[i] = MAX2(range[i], 0);
      if (mode == PICA_WRAP_EDGE || mode == PICA_WRAP_EDGE_REPEAT)
         range[i] = MIN2(range[i], size - 1);
   }
   range[1] = MIN2(range[1], range[0] + 2 * size - 1); /* then they begin again */
}

/* Decodes what footprints need: the tiles of the box around all, or one lane's after the other where the box is much more. */
static void
want_tiles(struct pica_surface *surface, const struct pica_texture *t, unsigned face, unsigned level,
           uint64_t lanes, bool linear, const struct axis *x, const struct axis *y)
{
   const int32_t width = (int32_t)pica_texture_size(t, 0, level),
                 height = (int32_t)pica_texture_size(t, 1, level), across = width / 8, down = height / 8;
   int32_t columns[2], rows[2];
   if (surface->decoded[face][level] == across * down)
      return;
   tiles_of(t->wrap[0], across, x, lanes, linear, columns);
   tiles_of(t->wrap[1], down, y, lanes, linear, rows);
   if ((columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1) <= PICA_LANES) {
      for (int32_t j = rows[0]; j <= rows[1]; j++) {
         const int32_t row = down - 1 - wrap_one(t->wrap[1], down, j);
         for (int32_t i = columns[0]; i <= columns[1]; i++)
            pica_surface_want(surface, t, face, level, (unsigned)wrap_one(t->wrap[0], across, i),
                              (unsigned)row);
      }
      return;
   }
   for (; lanes; lanes &= lanes - 1) {
      const unsigned l = (unsigned)__builtin_ctzll(lanes);
      const int32_t left = ((const int32_t *)x->whole)[l], low = ((const int32_t *)y->whole)[l];
      for (int32_t k = 0; k < (linear ? 4 : 1); k++)
         pica_surface_want(surface, t, face, level, (unsigned)wrap_one(t->wrap[0], width, left + (k & 1)) / 8,
                           (unsigned)(height - 1 - wrap_one(t->wrap[1], height, low + (k >> 1))) / 8);
   }
}

/* Two neighbours in one direction: the lower one and the weight of the one behind it, for x and x + 1, as they are wrapped. */
ALWAYS_INLINE vi
pair(unsigned mode, int32_t size, vi x, vi *weight)
{
   const vi first = wrap(mode, size, x);
   if (mode != PICA_WRAP_EDGE && mode != PICA_WRAP_MIRROR && mode != PICA_WRAP_EDGE_REPEAT)
      return first;
   const vi second = wrap(mode, size, x + 1);
   *weight &= ~(first == second);
   if (mode != PICA_WRAP_MIRROR)
      return first;
   const vi back = (first > second) & (*weight > 0);
   *weight = v_seli(back, 256 - *weight, *weight);
   return v_seli(back, second, first);
}

/* Samples at one level of one face. */
static void
sample_level(struct pica_surface *surface, const struct pica_texture *t, unsigned face, unsigned level,
             bool linear, uint64_t lanes, const struct places *p, struct samples *out)
{
   const int32_t width = (int32_t)pica_texture_size(t, 0, level),
                 height = (int32_t)pica_texture_size(t, 1, level);
   const int row_shift = __builtin_ctz((unsigned)width);
   struct axis x, y;
   split(t, p->s, width, linear, lanes, &x);
   split(t, p->t, height, linear, lanes, &y);
   want_tiles(surface, t, face, level, lanes, linear, &x, &y);
   const struct pica_texels *base = pica_surface_level(surface, t, face, level);
   EACH_VECTOR(v)
   {
      const uint64_t here = lanes >> v * EMU_VEC_LANES & V_ALL_LANES;
      if (!here)
         continue;
      vi sample;
      if (linear) {
         vi wx = x.weight[v], wy = y.weight[v];
         const vi column = pair(t->wrap[0], width, x.whole[v], &wx),
                  row = height - 1 - pair(t->wrap[1], height, y.whole[v], &wy);
         sample = pica_weigh(base, ((row << row_shift) + row + column) * (int32_t)sizeof *base, wx, wy);
      } else {
         const vi row = height - 1 - wrap(t->wrap[1], height, y.whole[v]),
                  column = wrap(t->wrap[0], width, x.whole[v]);
         sample = v_gather(base, ((row << row_shift) + row + column) * (int32_t)sizeof *base);
      }
      out->v[v] = v_seli(v_mask(here), sample, out->v[v]);
   }
}

enum { LINEAR = 1, LEVEL = 2, FACE = 32 }; /* how a lane is sampled, as one number */

enum { QUADS = PICA_LANES / 4 };

/* Numbers of quads, or of what they are alike in. */
struct quads {
   _Alignas(64) int32_t v[QUADS];
};

/* Each quad's number in its lanes. */
static inline void
spread(const struct quads *q, vi out[EMU_VECS])
{
   int32_t *lane = (int32_t *)out;
   for (unsigned i = 0; i < PICA_LANES; i++)
      lane[i] = q->v[i / 4];
}

/* The lanes of \p lanes, each as its quad's number in \p how says. */
static void
sample_lanes(struct pica_surface *surface, const struct pica_texture *t, const struct quads *how,
             uint64_t lanes, const struct places *p, struct samples *out)
{
   vi lane[EMU_VECS], other = v_splati(0);
   for (unsigned i = 0; i < QUADS; i += EMU_VEC_LANES)
      other |= v_loadi(&how->v[i]) ^ how->v[0];
   if (!p->face && !v_bits(other != 0)) {
      sample_level(surface, t, 0, (unsigned)how->v[0] / LEVEL, how->v[0] & LINEAR, lanes, p, out);
      return;
   }
   spread(how, lane);
   EACH_VECTOR(v)
   if (p->face)
      lane[v] += p->face[v] * FACE;
   while (lanes) {
      const unsigned first = (unsigned)__builtin_ctzll(lanes);
      const int32_t number = ((const int32_t *)lane)[first];
      uint64_t same = 0;
      EACH_VECTOR(v)
      same |= (uint64_t)v_bits(lane[v] == v_splati(number)) << v * EMU_VEC_LANES;
      same &= lanes;
      sample_level(surface, t, (unsigned)(number / FACE), (unsigned)(number / LEVEL % (FACE / LEVEL)),
                   number & LINEAR, same, p, out);
      lanes &= ~same;
   }
}

/* The largest of \p most and a coordinate's steps, in texels, to the right and down; what is no number does not count. */
ALWAYS_INLINE vf
larger_step(const float corner[3][QUADS], unsigned i, float size, vf most)
{
   const vf at = v_load(&corner[0][i]);
   most = v_max(v_abs(v_load(&corner[1][i]) - at) * v_splat(size), most);
   return v_max(v_abs(v_load(&corner[2][i]) - at) * v_splat(size), most);
}

/* How quads are sampled, at the level \p next, too, with this fraction of 256, if the texture mixes levels. */
static void
find_levels(const struct pica_texture *t, const struct places *p, struct quads *how, struct quads *next,
            struct quads *fraction)
{
   _Alignas(64) float s[3][QUADS], tt[3][QUADS];
   const bool finds = t->type == PICA_TEXTURE_2D || t->lod_divided;
   for (unsigned k = 0; k < 3; k++)
      for (unsigned i = 0; i < QUADS; i++) {
         s[k][i] = ((const float *)p->s)[4 * i + k];
         tt[k][i] = ((const float *)p->t)[4 * i + k];
      }
   for (unsigned i = 0; i < QUADS; i += EMU_VEC_LANES) {
      vf lod = v_splat(0);
      if (finds) {
         const vf most =
            larger_step(tt, i, (float)t->size[1], larger_step(s, i, (float)t->size[0], v_splat(0)));
         lod = v_sel(most > v_splat(1e-12f), v_log2(v_min(most, v_splat(1e12f))), v_splat(-40)) +
               v_splat(t->lod_bias);
      }
      const vi filter = v_seli(lod > v_splat(0), v_splati(t->min_linear), v_splati(t->mag_linear));
      lod = v_min(v_max(lod, v_splat(t->min_lod)), v_splat(t->max_lod));
      const vi level = v_int(lod + v_splat(t->mip_linear ? 0 : 0.5f));
      *(vi *)&how->v[i] = filter + level * LEVEL;
      *(vi *)&next->v[i] = filter + v_mini(level + 1, v_splati((int32_t)t->max_lod)) * LEVEL;
      *(vi *)&fraction->v[i] = v_int((lod - v_float(level)) * v_splat(256));
   }
}

/* Bytes 0 and 2 of two samples, with weights of 256 of the second one in halves. */
ALWAYS_INLINE vi
mix(vi a, vi b, vi weight)
{
   const vh first = (vh)(a & 0x00ff00ff), second = (vh)(b & 0x00ff00ff);
   return (vi)(((first << 8) + (second - first) * (vh)weight + 128) >> 8);
}

static void
sample(struct pica_surface *surface, const struct pica_texture *t, uint64_t live, const struct places *p,
       struct samples *out)
{
   struct quads how, next, fraction;
   if (t->needs_lod)
      find_levels(t, p, &how, &next, &fraction);
   else
      for (unsigned i = 0; i < QUADS; i++)
         how.v[i] = (int32_t)t->min_lod * LEVEL + t->mag_linear;
   sample_lanes(surface, t, &how, live, p, out);
   if (!t->needs_lod || !t->mip_linear)
      return;
   uint64_t between = 0;
   vi weight[EMU_VECS];
   spread(&fraction, weight);
   EACH_VECTOR(v)
   between |= (uint64_t)v_bits(-weight[v]) << v * EMU_VEC_LANES;
   between &= live;
   if (!between)
      return;
   struct samples upper = *out;
   sample_lanes(surface, t, &next, between, p, &upper);
   EACH_VECTOR(v)
   {
      const vi two = weight[v] | weight[v] << 16;
      out->v[v] = mix(out->v[v], upper.v[v], two) | mix(out->v[v] >> 8, upper.v[v] >> 8, two) << 8;
   }
}

ALWAYS_INLINE void
cube_place(vf u, vf v, vf w, vi *face, vf *s, vf *t)
{
   const vf zero = v_splat(0), au = v_abs(u), av = v_abs(v), aw = v_abs(w), one = v_splat(1),
            half = v_splat(0.5f);
   const vi is_u = (au > av) & (au > aw), is_v = ~is_u & (av > aw);
   const vf major = v_sel(is_u, au, v_sel(is_v, av, aw));
   const vf across = v_sel(is_u, v_sel(u < zero, w, -w), v_sel(is_v | ~(w < zero), u, -u));
   const vf down = v_sel(is_v, v_sel(v < zero, -w, w), -v);
   const vi negative = v_seli(is_u, u < zero, v_seli(is_v, v < zero, w < zero)) & 1;
   *face = v_seli(is_u, v_splati(0), v_seli(is_v, v_splati(2), v_splati(4))) + negative;
   *s = (across / major + one) * half;
   *t = (down / major + one) * half;
}

ALWAYS_INLINE vi
byte_at(vi a, unsigned k)
{
   return (vi)((vu)a >> (int)(8 * k)) & 255;
}

void
EMU_FN(pica_texture_quick)(const struct pica_texture *t, struct pica_surface *surface,
                           const struct pica_floats uv[2], const struct pica_floats *w, uint64_t live,
                           struct pica_color *out)
{
   struct places p = {.s = (const vf *)uv[0].v, .t = (const vf *)uv[1].v};
   struct samples result;
   vf place[2][EMU_VECS];
   vi face[EMU_VECS];
   memset(&result, 0, sizeof result);
   if (t->type == PICA_TEXTURE_PROJECTION || t->type == PICA_TEXTURE_CUBE) {
      EACH_VECTOR(n)
      {
         const vf u = p.s[n], v = p.t[n], q = v_load(&w->v[n * EMU_VEC_LANES]);
         place[0][n] = u / q;
         place[1][n] = v / q;
         if (t->type == PICA_TEXTURE_CUBE)
            cube_place(u, v, q, &face[n], &place[0][n], &place[1][n]);
      }
      p = (struct places){place[0], place[1], t->type == PICA_TEXTURE_CUBE ? face : NULL};
   }
   sample(surface, t, live, &p, &result);
   for (unsigned n = 0; n < EMU_VECS; n += 2)
      for (unsigned k = 0; k < 4; k++)
         v_store_two_halves(&out->c[k].v[n * EMU_VEC_LANES], byte_at(result.v[n], k),
                            byte_at(result.v[n + 1], k));
}
