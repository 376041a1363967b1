/* SPDX-License-Identifier: MIT
 *
 * Rectangles seen from the front, of whole blocks of pixels: s is the same down every column, to what sampling sees of it, and t
 * along every row. Columns and rows are placed once for all blocks, by the arithmetic of tx/quick.c. Included by rs/strips.c, once per
 * SIMD level.
 */
#ifndef EMULATOR_R300_TX_STRIPS_VEC_H
#define EMULATOR_R300_TX_STRIPS_VEC_H

#include "emulator/r300/tx/lod.h"
#include "emulator/r300/tx/rows_vec.h"
#include "emulator/r300/tx/strips.h"
#include "emulator/r300/us/arith_vec.h"

#if HAVE_LOOKUP
static inline vf
in_register(bool narrow, vf x)
{
   return narrow ? cut(x) : x;
}

/* ---- levels ---- */

/* Differences along an axis between the pixels of quads, in texels of the base level: the least and the greatest, and the greatest
 * along the other axis. */
struct differences {
   double least, most, across;
};

static inline struct differences
differences_of(const struct strip_axis *a, bool narrow, float size)
{
   double least = 1e30, most = 0, greatest = 0;
   for (unsigned i = 0; i < a->blocks; i++) {
      _Alignas(64) float at[EMU_VEC_LANES > 8 ? EMU_VEC_LANES : 8];
      *(vf *)at = in_register(narrow, (vf)load_eight(a->at[i]));
      for (unsigned k = 0; k < 8; k += 2) {
         const double d = (double)at[k + 1] - (double)at[k], length = d < 0 ? -d : d,
                      here = at[k] < 0 ? -at[k] : at[k];
         least = MIN2(least, length);
         most = MAX2(most, length);
         greatest = MAX2(greatest, here + length);
      }
   }
   /* a pixel's own coordinate may be rounded to another number than its column's */
   const double apart = a->slack == 0 ? 0 : a->slack + greatest * (narrow ? 0x1p-15 : 0x1p-22);
   return (struct differences){MAX2(least - 2 * apart, 0) * size, (most + 2 * apart) * size,
                               2 * apart * size};
}

struct level_choice {
   unsigned level;
   bool linear, mixed;
};

/* By the square of the longer difference: choose() of tx/quick.c. */
static inline struct level_choice
choice_of(const struct tx_view *v, double rho2)
{
   const struct tx_setup *s = &v->setup;
   const unsigned last = v->last_level;
   const float lod = tx_rounded_lod(s, tx_half_log2((float)rho2));
   const float at = MIN2(MAX2(lod, (float)s->first_level), (float)last);
   const bool minify = lod > tx_magnified_until(s);
   struct level_choice c = {s->first_level, (minify ? s->min : s->mag) >= 2, false};
   if (minify && s->mip == 1) {
      c.level = MIN2((unsigned)(at + (0.5f - 1.0f / 256)), last);
   } else if (minify && s->mip) {
      c.level = (unsigned)at;
      c.mixed = at > (float)c.level && c.level < last;
   }
   return c;
}

/* False: not all pixels take one level with one filter. */
static inline bool
choose_level(struct strip_places *p)
{
   const struct tx_view *v = p->view;
   struct level_choice c = {v->setup.first_level, v->setup.mag >= 2, false};
   if (tx_needs_lod(v)) {
      const struct differences x = differences_of(&p->axis[0], p->narrow, (float)v->level[0].w),
                               y = differences_of(&p->axis[1], p->narrow, (float)v->level[0].h);
      const double lo = MAX2(x.least * x.least, y.least * y.least),
                   hi = MAX2(x.most * x.most + y.across * y.across, y.most * y.most + x.across * x.across);
      c = choice_of(v, lo * (1 - 1e-5));
      const struct level_choice d = choice_of(v, hi * (1 + 1e-5));
      if (c.level != d.level || c.linear != d.linear || c.mixed || d.mixed)
         return false;
   }
   p->level = &v->level[c.level];
   p->linear = c.linear;
   return true;
}

/* ---- places ---- */

/* Where the columns of a block fall; returns those, a bit each, of which a pixel may fall elsewhere. *far: numbers that are too large, or
 * none. */
static inline unsigned
find_falls_of_block(const struct strip_places *p, const float at[8], float slack, uint32_t size,
                    struct texture_axis *a, bool *far)
{
   const vf here = (vf)load_eight(at), most = (vf)((vi)here & INT32_MAX);
   const vf apart = slack == 0 ? v_splat(0) : (vf)(v_splat(slack) + most * 0x1p-22f);
   *far |= (v_bits(most * (float)size < v_splat(0x1p20f)) & 255) != 255;
   store_eight(a->fall, fall(p->linear, in_register(p->narrow, here), size));
   return v_bits(fall(p->linear, in_register(p->narrow, here - apart), size) !=
                 fall(p->linear, in_register(p->narrow, here + apart), size)) &
          255;
}

/* Columns and rows that may fall apart are named in open[]. False: the rectangle is turned, or its texels are too far apart. */
static inline bool
place_strips(struct strip_places *p, uint64_t open[2])
{
   bool far = false;
   for (unsigned n = 0; n < 2; n++) {
      struct strip_axis *a = &p->axis[n];
      const uint32_t size = n ? p->level->h : p->level->w;
      open[n] = 0;
      if (!(a->slack * (float)size <= 1.0f / 256))
         return false;
      for (unsigned i = 0; i < a->blocks; i++)
         open[n] |= (uint64_t)find_falls_of_block(p, a->at[i], a->slack, size, &a->place[i], &far) << 8 * i;
   }
   for (unsigned i = 0; i < p->axis[0].blocks && !far; i++)
      far = !place_columns(p->view, p->level, p->linear, &p->axis[0].place[i], &p->row[i]);
   for (unsigned i = 0; i < p->axis[1].blocks && !far; i++)
      place_rows(p->view, p->level, p->linear, &p->axis[1].place[i], &p->want[i]);
   return !far;
}

/* Of the pixels of a column (or row), whose coordinates are \p at, those that fall elsewhere. */
static inline uint64_t
pixels_apart(const struct strip_places *p, unsigned axis, unsigned entry, const float at[EMU_LANES])
{
   const uint32_t size = axis ? p->level->h : p->level->w;
   const vi there = v_splati(p->axis[axis].place[entry / 8].fall[entry % 8]);
   uint64_t apart = 0;
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const vi f = fall(p->linear, in_register(p->narrow, v_load(&at[n * EMU_VEC_LANES])), size);
      apart |= (uint64_t)v_bits(f != there) << n * EMU_VEC_LANES;
   }
   return apart;
}

/* ---- samples ---- */

static inline void
sample_strip_block(const struct strip_places *p, unsigned column, unsigned row, const struct tx_shown *to)
{
   sample_rows(p->level, p->linear, &p->row[column], &p->axis[1].place[row], &p->want[row], to);
}

/* Of the nearest filter, as bytes. */
static inline void
strip_block_texels(const struct strip_places *p, unsigned column, unsigned row, vi texel[EMU_VECS])
{
   nearest_rows(p->level->base, &p->row[column], &p->axis[1].place[row], texel);
}
#endif

#endif
