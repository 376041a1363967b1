/* SPDX-License-Identifier: MIT
 *
 * Copies from depth and stencil to colours, block by block: any pixels covered, bits that keep their places and bits that move,
 * pixels that stand in pairs and pixels that do not. What every bit of the target has to be is reckoned pixel by pixel.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "emulator/pixel/surface.h"
#include "emulator/pixel/thread.h"
#include "emulator/raster/state.h"

enum { BLOCK_B = 64 * 4 };

static uint32_t rng_state;
static uint32_t
rng(void)
{
   rng_state = rng_state * 1664525 + 1013904223;
   return rng_state >> 8 ^ rng_state << 24;
}

static uint64_t
no_offset(const struct pixel_surf *s, uint32_t x, uint32_t y)
{
   (void)s;
   (void)x;
   (void)y;
   return 0;
}

/* Pixels of a block in lane order, in the order of displays, in rows, or each in a place of its own. */
enum order { LANES, DISPLAY, ROWS, APART, ORDERS };

static void
surf_init(struct pixel_surf *s, enum order order, uint8_t *base)
{
   *s = (struct pixel_surf){.valid = true,
                            .log2_bytes = 2,
                            .base = base,
                            .offset_B = no_offset,
                            .pairs = order != APART,
                            .lane_order = order == LANES,
                            .display_order = order == DISPLAY,
                            .rows = order == ROWS};
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         const unsigned i = pixel_lane(x, y);
         const unsigned display = (x & 3) | (y & 1) << 2 | (x & 4) << 1 | (y & 6) << 3;
         s->off_B[i] = 4 * (order == LANES     ? i
                            : order == DISPLAY ? display
                            : order == ROWS    ? y * 8 + x
                                               : 37 * i % 64);
      }
}

static void
check(enum order from, enum order to, unsigned kind, uint64_t cov)
{
   static struct raster_draw ds;
   static struct pixel_fb fb;
   static struct pixel_thread t;
   static _Alignas(64) uint8_t z[BLOCK_B], color[BLOCK_B], before[BLOCK_B];
   struct pixel_pipeline *px = &ds.pixel;
   *px = (struct pixel_pipeline){.depth_format = kind == 3 ? PIXEL_Z_32F : PIXEL_Z_24,
                                 .stencil_place = PIXEL_STENCIL_PACKED,
                                 .copy_z = kind != 1,
                                 .copy_s = kind == 1 || kind == 2 || kind == 4,
                                 .copy_z_shift = kind == 4 ? 8 : 0,
                                 .copy_s_shift = kind == 4 ? 0 : 24};
   surf_init(&fb.z, from, z);
   surf_init(&fb.cb[0], to, color);
   for (unsigned i = 0; i < BLOCK_B; i++) {
      z[i] = (uint8_t)rng();
      color[i] = before[i] = (uint8_t)rng();
   }
   const struct raster_bound st = {.ds = &ds, .fb = &fb};
   pixel_depth_copy(&t, &st, 0, cov);
   for (unsigned i = 0; i < 64; i++) {
      uint32_t raw, was, is;
      memcpy(&raw, z + fb.z.off_B[i], 4);
      memcpy(&was, before + fb.cb[0].off_B[i], 4);
      memcpy(&is, color + fb.cb[0].off_B[i], 4);
      const uint32_t depth = kind == 3 ? raw : raw & 0xffffff, stencil = raw >> 24;
      uint32_t want = was;
      if (cov >> i & 1) {
         switch (kind) {
         case 0:
            want = (was & 0xff000000) | depth;
            break;
         case 1:
            want = (was & 0xffffff) | stencil << 24;
            break;
         case 2:
         case 3:
            want = raw;
            break;
         default:
            want = depth << 8 | stencil;
            break;
         }
      }
      if (is != want)
         fail_msg("order %u to %u, kind %u, covered %016llx: pixel %u is %08x, not %08x", from, to, kind,
                  (unsigned long long)cov, i, is, want);
   }
}

static void
test_copies(void **state)
{
   (void)state;
   rng_state = 1;
   for (enum order from = 0; from < ORDERS; from++)
      for (enum order to = 0; to < ORDERS; to++)
         for (unsigned kind = 0; kind < 5; kind++) {
            check(from, to, kind, UINT64_MAX);
            check(from, to, kind, UINT64_C(0x5555555555555555));
            check(from, to, kind, UINT64_C(0xaaaaaaaaaaaaaaaa));
            for (unsigned i = 0; i < 20; i++) {
               const uint64_t some = (uint64_t)rng() << 32 | rng();
               check(from, to, kind, i & 1 ? some : some | some << 1);
            }
         }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_copies)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
