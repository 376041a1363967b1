/* SPDX-License-Identifier: MIT
 *
 * Multisampled targets for tests of the emulator: surfaces, draw states and sample positions, on all chips
 * and SIMD levels.
 */
#ifndef TESTS_UNIT_EMULATOR_EMU_MS_FIXTURE_H
#define TESTS_UNIT_EMULATOR_EMU_MS_FIXTURE_H

#include "emu_sc_fixture.h"

enum { W = 96, H = 80 };

/* By log2 of the number of samples. */
static int8_t locs[4][8][2]; /* 1/16 pixel */

static inline void
set_locs(unsigned log2, const char *xy)
{
   for (unsigned i = 0; i < 2u << log2; i++, xy++)
      locs[log2][i / 2][i % 2] = (int8_t)(*xy - 'h'); /* a = -7 ... o = 7 */
}

static const char *const chips[] = {"RV670", "RV770", "CEDAR", "CYPRESS", "CAYMAN"};

static inline struct emu_surface
ms_surface(const struct fixture *f, uint64_t at, bool depth, unsigned bytes, unsigned log2, unsigned w,
           unsigned h)
{
   struct emu_surface s = surface(f, at, EMU_2D_THIN1, depth, bytes, w, h);
   s.log2_samples = (uint8_t)log2;
   s.depth_samples = depth;
   s.tile_split_B = depth ? (log2 < 3 ? 128 : 256) : MAX2(128u * bytes, 256);
   s.bank_height = 2;
   s.pitch_el = (uint32_t)u_align(w, 8 * 8 * 8);
   s.height_el = (uint32_t)u_align(h, 8 * 2 * 16);
   s.slice_B = ((uint64_t)s.pitch_el * s.height_el * bytes) << log2;
   return s;
}

static inline uint32_t
sample(const struct fixture *f, const struct emu_surface *s, unsigned x, unsigned y, unsigned i)
{
   struct emu_surface one = *s;
   one.sample = (uint8_t)i;
   return pixel(f, &one, x, y);
}

static inline struct emu_draw_state
ms_state(const struct fixture *f, const struct sq_stage_state *ps, unsigned log2)
{
   struct emu_draw_state d = basic_state(f, ps, W, H);
   d.draw.raster.log2_samples = (uint8_t)log2;
   for (unsigned i = 0; i < ARRAY_SIZE(locs[log2]); i++)
      for (unsigned c = 0; c < 2; c++)
         d.draw.raster.sample_pos[i][c] = (int16_t)(16 * locs[log2][i][c]);
   d.cb[0].surf = ms_surface(f, COLOR_AT, false, 4, log2, W, H);
   return d;
}

static inline void
with_depth(const struct fixture *f, struct emu_draw_state *d, unsigned z_format)
{
   d->db = (struct emu_db_state){
      .z_enable = true,
      .z_write = true,
      .z_func = 1,
      .z_format = (uint8_t)z_format,
      .z_surf =
         ms_surface(f, DEPTH_AT, true, z_format == EMU_Z_16 ? 2 : 4, d->draw.raster.log2_samples, W, H),
      .has_z = true,
   };
}

static inline unsigned
rnd(unsigned n)
{
   return rng() % n;
}

typedef void (*each_fn)(struct fixture *f, unsigned log2);

/** Runs \p fn on every chip with 2, 4 and 8 samples, and on the wider SIMD levels with 4. */
static inline void
everywhere(each_fn fn)
{
   set_locs(1, "lldd");             /* (4, 4) (-4, -4) */
   set_locs(2, "fbnfbjjn");         /* (-2, -6) (6, -2) (-6, 2) (2, 6) */
   set_locs(3, "giimkcmkageaoeco"); /* (-1, 1) (1, 5) (3, -5) (5, 3) (-7, -1) (-3, -7) (7, -3) (-5, 7) */
   bool end = false;
   for (unsigned level = 0; !end; level++) {
      const struct emu_kernels *k = level_kernels(level, &end);
      for (unsigned c = 0; k && c < ARRAY_SIZE(chips); c++)
         for (unsigned log2 = 1; log2 < 4; log2++) {
            struct fixture f;
            if (level && (c % 2 == 0 || log2 != 2))
               continue; /* the wider levels: one chip of each kind */
            fixture_init(&f, chips[c], k, 2);
            fn(&f, log2);
            fixture_fini(&f);
         }
   }
}

/* Edges in 1/256 pixel against a point in 1/256 pixel; top-left rule. */
static inline bool
inside(const int32_t (*v)[2], unsigned n, int32_t x, int32_t y)
{
   int64_t area = 0;
   for (unsigned i = 0; i < n; i++)
      area += (int64_t)v[i][0] * v[(i + 1) % n][1] - (int64_t)v[i][1] * v[(i + 1) % n][0];
   if (!area)
      return false;
   for (unsigned i = 0; i < n; i++) {
      const int32_t *j = v[i], *k = v[(i + 1) % n];
      int64_t dx = k[0] - j[0], dy = k[1] - j[1];
      if (area < 0) {
         dx = -dx;
         dy = -dy;
      }
      int64_t e = dx * (y - j[1]) - dy * (x - j[0]);
      bool top_left = dy < 0 || (dy == 0 && dx > 0);
      if (e < 0 || (e == 0 && !top_left))
         return false;
   }
   return true;
}

#endif
