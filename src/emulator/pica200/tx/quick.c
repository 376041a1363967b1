/* SPDX-License-Identifier: MIT
 *
 * Sampling by vectors what most textures are: two dimensions, four bytes a texel, no border. A sample is what sample.c says it is, to the bit.
 * Lanes of a vector that take different levels or filters are sampled one after the other.
 */
#include "emulator/pica200/tx/texture.h"

#include "emulator/simd/gather.h"
#include "emulator/simd/halves.h"
#include "emulator/simd/lanes.h"

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

/* Columns or rows around a place of 0..1, and the weight of the second. */
ALWAYS_INLINE vi
split(const struct pica_texture *t, unsigned axis, vf place, int32_t size, bool linear, vi at[2])
{
   vf x = v_clamp(place * v_splat((float)size), -PICA_MOST_TEXELS, PICA_MOST_TEXELS);
   if (linear)
      x = x - v_splat(0.5f);
   vi whole = v_int(x);
   whole += v_float(whole) > x;
   at[0] = wrap(t->wrap[axis], size, whole);
   if (!linear)
      return v_splati(0);
   at[1] = wrap(t->wrap[axis], size, whole + 1);
   return v_int((x - v_float(whole)) * v_splat((float)(1u << t->filter_bits))) << (8 - t->filter_bits);
}

/* A texel's bytes from the level's start are the sum of these two. */
ALWAYS_INLINE vi
column_B(vi x)
{
   return (x >> 3 << 8) + ((x & 1) << 2 | (x & 2) << 3 | (x & 4) << 4);
}
ALWAYS_INLINE vi
row_B(vi y, unsigned log2_width)
{
   return ((y & ~7) << (int)(log2_width + 2)) + ((y & 1) << 3 | (y & 2) << 4 | (y & 4) << 5);
}

/* Of 16 bits each: two channels at a time between two columns, then one at a time between two rows. */
ALWAYS_INLINE void
weigh(const vi texel[4], vi wx, vi wy, vi out[4])
{
   const vh across = (vh)(wx | wx << 16);
   const vi down = (256 - wy) | wy << 16;
   for (int k = 0; k < 2; k++) {
      vh v[4];
      for (unsigned i = 0; i < 4; i++)
         v[i] = (vh)((vi)((vu)texel[i] >> (8 * k)) & 0x00ff00ff);
      const vi top = (vi)((v[0] << 8) + (v[1] - v[0]) * across),
               bottom = (vi)((v[2] << 8) + (v[3] - v[2]) * across);
      /* less 2^15, so that they fit with their signs: their weights are 256 together */
      const vi sign = v_splati((int32_t)0x80008000), half = v_splati((0x8000 << 8) + 0x8000);
      out[k] = (v_dot_halves(v_low_halves(top, bottom) ^ sign, down) + half) >> 16;
      out[2 + k] = (v_dot_halves(v_high_halves(top, bottom) ^ sign, down) + half) >> 16;
   }
}

/* Bytes 0 to 3 of samples at one level. */
static void
sample_level(const struct pica_texture *t, unsigned level, bool linear, vf s, vf v, vi out[4])
{
   const int32_t width = (int32_t)pica_texture_size(t, 0, level),
                 height = (int32_t)pica_texture_size(t, 1, level);
   const uint8_t *base = t->face[0] + t->level_B[level];
   const unsigned log2_width = (unsigned)__builtin_ctz((unsigned)width);
   vi x[2], y[2], column[2], row[2], texel[4];
   const vi wx = split(t, 0, s, width, linear, x), wy = split(t, 1, v, height, linear, y);
   for (unsigned k = 0; k < (linear ? 2 : 1); k++) {
      column[k] = column_B(x[k]);
      row[k] = row_B(height - 1 - y[k], log2_width);
   }
   texel[0] = v_gather(base, column[0] + row[0]);
   if (!linear) {
      for (int c = 0; c < 4; c++)
         out[c] = (vi)((vu)texel[0] >> (8 * c)) & 255;
      return;
   }
   texel[1] = v_gather(base, column[1] + row[0]);
   texel[2] = v_gather(base, column[0] + row[1]);
   texel[3] = v_gather(base, column[1] + row[1]);
   weigh(texel, wx, wy, out);
}

/* Levels of lanes, each with its filter: the lanes of \p live. */
static void
sample_levels(const struct pica_texture *t, vi level, vi linear, uint32_t live, vf s, vf v, vi out[4])
{
   const vi key = level << 1 | linear;
   for (bool first = true; live; first = false) {
      const int32_t k = key[__builtin_ctz(live)];
      const vi same = key == v_splati(k);
      vi sample[4];
      sample_level(t, (unsigned)k >> 1, k & 1, s, v, sample);
      for (unsigned c = 0; c < 4; c++)
         out[c] = first ? sample[c] : v_seli(same, sample[c], out[c]);
      live &= ~v_bits(same);
   }
}

/* The largest of \p most and a coordinate's steps, in texels, to the right and down; what is no number does not count. */
ALWAYS_INLINE vf
larger_step(vf x, float size, vf most)
{
   const vf at = v_quad(x, 0);
   most = v_max(v_abs(v_quad(x, 1) - at) * v_splat(size), most);
   return v_max(v_abs(v_quad(x, 2) - at) * v_splat(size), most);
}

/* The level of detail, the same in the lanes of a quad. */
ALWAYS_INLINE vf
level_of_detail(const struct pica_texture *t, vf s, vf v)
{
   const vf most = larger_step(v, (float)t->size[1], larger_step(s, (float)t->size[0], v_splat(0)));
   const vf log = v_sel(most > v_splat(1e-12f), v_log2(v_min(most, v_splat(1e12f))), v_splat(-40));
   return log + v_splat(t->lod_bias);
}

static void
sample_vector(const struct pica_texture *t, uint32_t live, vf s, vf v, vi out[4])
{
   if (!t->needs_lod) {
      sample_level(t, (unsigned)t->min_lod, t->mag_linear, s, v, out);
      return;
   }
   const bool between = t->mip_linear;
   vf lod = v_splat(0);
   if (t->type == PICA_TEXTURE_2D || t->lod_divided)
      lod = level_of_detail(t, s, v);
   const vi linear = v_seli(lod > v_splat(0), v_splati(t->min_linear), v_splati(t->mag_linear));
   lod = v_min(v_max(lod, v_splat(t->min_lod)), v_splat(t->max_lod));
   const vi level = v_int(lod + v_splat(between ? 0 : 0.5f));
   sample_levels(t, level, linear, live, s, v, out);
   if (!between)
      return;
   const vi fraction = v_int((lod - v_float(level)) * v_splat(256));
   live &= v_bits(-fraction);
   if (!live)
      return;
   vi upper[4];
   sample_levels(t, v_mini(level + 1, v_splati((int32_t)t->max_lod)), linear, live, s, v, upper);
   for (unsigned c = 0; c < 4; c++)
      out[c] = v_seli(fraction > 0, (out[c] * 256 + (upper[c] - out[c]) * fraction + 128) >> 8, out[c]);
}

void
EMU_FN(pica_texture_quick)(const struct pica_texture *t, const struct pica_floats uv[2],
                           const struct pica_floats *w, uint64_t live, struct pica_color *out)
{
   for (unsigned i = 0; i < PICA_LANES; i += EMU_VEC_LANES) {
      const uint32_t here = (uint32_t)(live >> i & V_ALL_LANES);
      vi byte[4] = {v_splati(0), v_splati(0), v_splati(0), v_splati(0)};
      vf s = v_load(&uv[0].v[i]), v = v_load(&uv[1].v[i]);
      if (t->type == PICA_TEXTURE_PROJECTION) {
         s = s / v_load(&w->v[i]);
         v = v / v_load(&w->v[i]);
      }
      if (here)
         sample_vector(t, here, s, v, byte);
      for (unsigned c = 0; c < 4; c++)
         v_store_halves(&out->c[3 - c].v[i], byte[c]); /* alpha has the lowest byte */
   }
}
