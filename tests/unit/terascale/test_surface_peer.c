/* SPDX-License-Identifier: MIT
 *
 * Our surface layouts against libdrm_radeon's, the library by which other drivers of these chips lay their
 * surfaces out: offsets, pitches, heights, modes and sizes of every level must be the same, or buffers could
 * not be shared. It asks the kernel for the chip; drm_fake.h answers.
 */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../winsys/drm_fake.h"
#include "terascale/resource/surface.h"
#include "util/u_math.h"

#include <radeon_surface.h>

static struct {
   void *lib;
   struct radeon_surface_manager *(*manager_new)(int fd);
   void (*manager_free)(struct radeon_surface_manager *m);
   int (*init)(struct radeon_surface_manager *m, struct radeon_surface *s);
   int (*best)(struct radeon_surface_manager *m, struct radeon_surface *s);
   struct radeon_surface_manager *manager;
} peer;

static int
open_peer(void **state)
{
   peer.lib = dlopen("libdrm_radeon.so.1", RTLD_NOW | RTLD_LOCAL);
   if (!peer.lib)
      return -1;
   *(void **)&peer.manager_new = dlsym(peer.lib, "radeon_surface_manager_new");
   *(void **)&peer.manager_free = dlsym(peer.lib, "radeon_surface_manager_free");
   *(void **)&peer.init = dlsym(peer.lib, "radeon_surface_init");
   *(void **)&peer.best = dlsym(peer.lib, "radeon_surface_best");
   return peer.manager_new && peer.manager_free && peer.init && peer.best ? 0 : -1;
}

struct sample {
   uint32_t w, h, d, last_level;
   enum { FLAT, CUBE, VOLUME, ARRAY } kind; /* d of an array: layers */
   uint8_t block_B, blk, samples;
   uint8_t mode;
   bool depth;
};

static struct ts_tiling
tiling_of(const struct terascale_chip *c)
{
   return (struct ts_tiling){.group_B = c->group_bytes,
                             .pipes = c->tile_pipes,
                             .banks = c->num_banks,
                             .row_B = c->row_bytes,
                             .cube_slices = c->gen == DB_R600 ? 6 : 8,
                             .macro_params = c->gen >= DB_EVERGREEN};
}

static bool
ask_peer(const struct sample *q, struct radeon_surface *p)
{
   static const uint32_t types[] = {RADEON_SURF_TYPE_2D, RADEON_SURF_TYPE_CUBEMAP, RADEON_SURF_TYPE_3D,
                                    RADEON_SURF_TYPE_2D_ARRAY};
   static const uint32_t modes[] = {[TS_LINEAR_ALIGNED] = RADEON_SURF_MODE_LINEAR_ALIGNED,
                                    [TS_1D_TILED_THIN1] = RADEON_SURF_MODE_1D,
                                    [TS_2D_TILED_THIN1] = RADEON_SURF_MODE_2D};
   *p = (struct radeon_surface){.npix_x = q->w,
                                .npix_y = q->h,
                                .npix_z = q->kind == ARRAY ? 1 : q->d,
                                .blk_w = q->blk,
                                .blk_h = q->blk,
                                .blk_d = 1,
                                .array_size = q->kind == ARRAY ? q->d : 1,
                                .last_level = q->last_level,
                                .bpe = q->block_B,
                                .nsamples = q->samples};
   p->flags = RADEON_SURF_SET(types[q->kind], TYPE) | RADEON_SURF_SET(modes[q->mode], MODE) |
              (q->depth ? RADEON_SURF_ZBUFFER : 0);
   return !peer.best(peer.manager, p) && !peer.init(peer.manager, p);
}

static struct ts_surface
ask_us(const struct ts_tiling *t, const struct sample *q)
{
   struct ts_surface s = {.width = q->w,
                          .height = q->h,
                          .depth = q->kind == ARRAY ? 1 : q->d,
                          .layers = q->kind == CUBE    ? 6
                                    : q->kind == ARRAY ? q->d
                                                       : 1,
                          .last_level = (uint8_t)q->last_level,
                          .samples = q->samples,
                          .blk_w = q->blk,
                          .blk_h = q->blk,
                          .block_B = q->block_B,
                          .mode = q->mode,
                          .cube = q->kind == CUBE,
                          .depth_samples = q->depth,
                          .non_displayable = q->depth};
   assert_true(ts_surface_init(t, &s));
   return s;
}

static void
compare(const struct terascale_chip *chip, const struct sample *q)
{
   static const uint8_t modes[] = {[RADEON_SURF_MODE_LINEAR_ALIGNED] = TS_LINEAR_ALIGNED,
                                   [RADEON_SURF_MODE_1D] = TS_1D_TILED_THIN1,
                                   [RADEON_SURF_MODE_2D] = TS_2D_TILED_THIN1};
   struct ts_tiling t = tiling_of(chip);
   struct radeon_surface p;
   if (!ask_peer(q, &p))
      fail_msg("libdrm_radeon refuses");
   struct ts_surface s = ask_us(&t, q);
   char what[120];
   snprintf(what, sizeof what, "%s %ux%ux%u kind %d levels %u block %u x%u samples %u mode %u depth %d",
            chip->base.name, q->w, q->h, q->d, q->kind, q->last_level + 1, q->block_B, q->blk, q->samples,
            q->mode, q->depth);
   bool macro = false;
   for (unsigned i = 0; i <= q->last_level; i++) {
      const struct radeon_surface_level *a = &p.level[i];
      const struct ts_level *b = &s.level[i];
      macro |= b->mode == TS_2D_TILED_THIN1;
      if (a->offset != b->offset_B || a->slice_size != b->slice_B || a->nblk_x != b->pitch_bl ||
          a->nblk_y != b->height_bl || modes[a->mode] != b->mode)
         fail_msg("%s: level %u: theirs at %llu, slice %llu, %ux%u, mode %u; ours at %llu, slice %llu, "
                  "%ux%u, mode %u",
                  what, i, (unsigned long long)a->offset, (unsigned long long)a->slice_size, a->nblk_x,
                  a->nblk_y, modes[a->mode], (unsigned long long)b->offset_B, (unsigned long long)b->slice_B,
                  b->pitch_bl, b->height_bl, b->mode);
   }
   if (p.bo_size != s.size_B)
      fail_msg("%s: size: theirs %llu, ours %llu", what, (unsigned long long)p.bo_size,
               (unsigned long long)s.size_B);
   if (s.align_B % p.bo_alignment)
      fail_msg("%s: alignment: theirs %llu, ours %u", what, (unsigned long long)p.bo_alignment, s.align_B);
   if (macro && t.macro_params &&
       (p.bankw != s.bank_w || p.bankh != s.bank_h || p.mtilea != s.macro_aspect ||
        p.tile_split != s.tile_split_B))
      fail_msg("%s: bank %ux%u aspect %u split %u; ours %ux%u, %u, %u", what, p.bankw, p.bankh, p.mtilea,
               p.tile_split, s.bank_w, s.bank_h, s.macro_aspect, s.tile_split_B);
}

static uint32_t
levels_of(uint32_t w, uint32_t h)
{
   return u_log2(MAX2(w, h));
}

static void
every_format(const struct terascale_chip *chip, struct sample q)
{
   static const uint8_t modes[] = {TS_LINEAR_ALIGNED, TS_1D_TILED_THIN1, TS_2D_TILED_THIN1};
   for (unsigned m = 0; m < ARRAY_SIZE(modes); m++)
      for (unsigned b = 1; b <= 16; b *= 2)
         for (unsigned mips = 0; mips < 2; mips++) {
            q.mode = modes[m];
            q.block_B = (uint8_t)b;
            q.blk = 1;
            q.samples = 1;
            q.last_level = mips ? levels_of(q.w, q.h) : 0;
            compare(chip, &q);
            if (b >= 8 && q.kind == FLAT) {
               q.blk = 4;
               compare(chip, &q);
            }
         }
}

static void
depth_formats(const struct terascale_chip *chip, struct sample q)
{
   for (unsigned mode = TS_1D_TILED_THIN1; mode <= TS_2D_TILED_THIN1; mode += 2)
      for (unsigned b = 2; b <= 4; b *= 2) {
         q.mode = (uint8_t)mode;
         q.block_B = (uint8_t)b;
         q.blk = q.samples = 1;
         q.last_level = 0;
         q.depth = true;
         compare(chip, &q);
      }
}

static void
test_all(void **state)
{
   static const char *const chips[] = {"rv610",   "rv670",   "rv770", "rv710", "cedar",
                                       "juniper", "cypress", "barts", "cayman"};
   static const struct sample sizes[] = {
      {1,    1,    1,  0, FLAT  },
      {64,   64,   1,  0, FLAT  },
      {75,   41,   1,  0, FLAT  },
      {257,  3,    1,  0, FLAT  },
      {1024, 768,  1,  0, FLAT  },
      {2048, 2048, 1,  0, FLAT  },
      {1,    300,  1,  0, FLAT  },
      {16,   16,   1,  0, CUBE  },
      {512,  512,  1,  0, CUBE  },
      {20,   30,   9,  0, VOLUME},
      {256,  256,  16, 0, VOLUME},
      {57,   44,   5,  0, ARRAY },
      {123,  107,  7,  0, ARRAY },
      {128,  128,  1,  0, ARRAY },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      const struct terascale_chip *chip = terascale_chip_find(chips[c]);
      fake_open(chip);
      peer.manager = peer.manager_new(fake.fd);
      assert_non_null(peer.manager);
      for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
         every_format(chip, sizes[i]);
         if (sizes[i].kind == FLAT)
            depth_formats(chip, sizes[i]);
      }
      peer.manager_free(peer.manager);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test_setup(test_all, open_peer)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
