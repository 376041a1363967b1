/* SPDX-License-Identifier: MIT
 *
 * Colour and depth in micro tiles, whose blocks go to memory in pieces, against the same in rows: random layers of triangles and
 * rectangles, blended by the usual equations and others, masked and tested, at every SIMD level.
 */
#include "r300_fixture.h"

#include "emulator/core/start.h"
#include "emulator/simd/levels.h"
#include "../../random_share.h"

enum {
   ROUNDS = 48,
   LAYERS = 4,
   SURFACE_B = FIX_W * FIX_H * 4,
   ZERO = 32,
   ONE = 33,
   SRC_ALPHA = 38,
   DST_COLOR = 36
};

#define NAME(level) #level,
static const char *const levels[] = {EMU_LEVELS(NAME)};

static uint32_t seed;

static uint32_t
below(uint32_t n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 8) % n;
}

static float
between(float lo, float hi)
{
   return lo + (hi - lo) * (float)below(1 << 16) / (1 << 16);
}

static uint32_t
tiled_B(unsigned x, unsigned y)
{
   return (y / 2 * (FIX_W / 4) + x / 4) * 32 + (y % 2 * 4 + x % 4) * 4;
}

static void
surfaces(struct fix *f, bool tiled)
{
   fix_reg(f, RX_RB3D_COLORPITCH_OFFSET(0),
           RX_RB3D_COLORPITCH(.COLORPITCH = FIX_W / 2, .COLORMICROTILE = tiled,
                              .COLORFORMAT = RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888));
   fix_reg(f, RX_ZB_FORMAT_OFFSET, RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS);
   fix_reg(f, RX_ZB_DEPTHOFFSET_OFFSET, FIX_DEPTH_AT);
   fix_reg(f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4, .DEPTHMICROTILE = tiled));
   for (unsigned y = 0; y < FIX_H; y++)
      for (unsigned x = 0; x < FIX_W; x++) {
         const uint32_t color = below(1 << 16) << 16 | below(1 << 16),
                        depth = (1u << 23 | below(1 << 23)) << 8 | below(256),
                        at = tiled ? tiled_B(x, y) : (y * FIX_W + x) * 4;
         memcpy(f->memory + at, &color, 4);
         memcpy(f->memory + FIX_DEPTH_AT - FIX_COLOR_AT + at, &depth, 4);
      }
}

static void
any_state(struct fix *f)
{
   static const uint8_t factors[][2] = {
      {SRC_ALPHA, SRC_ALPHA + 1},
      {ONE,       SRC_ALPHA + 1},
      {ONE,       ONE          },
      {DST_COLOR, ZERO         },
      {DST_COLOR, SRC_ALPHA    },
   };
   static const uint32_t funcs[] = {RX_ZB_ZSTENCILCNTL__ZFUNC__LESS, RX_ZB_ZSTENCILCNTL__ZFUNC__LEQUAL,
                                    RX_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS};
   const uint8_t *blend = factors[below(ARRAY_SIZE(factors))];
   const bool blends = below(3);
   const unsigned test = below(4);
   fix_reg(f, RX_RB3D_BLENDCNTL_OFFSET,
           RX_RB3D_BLENDCNTL(.ALPHA_BLEND_ENABLE = blends, .READ_ENABLE = blends, .SRCBLEND = blend[0],
                             .DESTBLEND = blend[1]));
   fix_reg(f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, below(4) ? 15 : below(16));
   fix_reg(f, RX_ZB_CNTL_OFFSET, test ? RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = test != 1) : 0);
   fix_reg(f, RX_ZB_ZSTENCILCNTL_OFFSET, funcs[below(ARRAY_SIZE(funcs))]);
}

static void
any_layer(struct fix *f)
{
   const float reach = below(2) ? 1 : 2; /* colours that have to be clamped, or not */
   float v[6][8];
   any_state(f);
   if (below(3) == 0) {
      fix_fill(f, between(0.4f, 1), between(0, 1), between(0, 1), between(0, 1), between(0, 1));
      return;
   }
   const unsigned n = 3 + below(2) * 3;
   const float size = below(3) ? FIX_W + 8 : 12, left = between(-4, FIX_W - 8), top = between(-4, FIX_H - 8);
   for (unsigned i = 0; i < n; i++) {
      const float corner[8] = {left + between(-size, size),
                               top + between(-size, size),
                               between(0.3f, 1),
                               1,
                               between(1 - reach, reach),
                               between(1 - reach, reach),
                               between(1 - reach, reach),
                               between(1 - reach, reach)};
      memcpy(v[i], corner, sizeof corner);
   }
   fix_draw(f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, (const float(*)[8])v, n);
}

static void
draw(struct fix *f, unsigned round, bool tiled)
{
   seed = round * 7919;
   fix_state(f);
   surfaces(f, tiled);
   for (unsigned i = 0; i < LAYERS; i++)
      any_layer(f);
   fix_run(f);
}

static void
same_as_rows(void **state)
{
   struct fix rows, f;
   fix_open(&rows, "rv515", 1, levels[0]);
   for (unsigned lv = 0; lv < ARRAY_SIZE(levels); lv++) {
      if (!emu_cpu_has_level(levels[lv]))
         continue;
      fix_open(&f, "rv515", 1, levels[lv]);
      for (unsigned round = 0; round < random_share(ROUNDS); round++) {
         draw(&rows, round, false);
         draw(&f, round, true);
         for (unsigned i = 0; i < FIX_W * FIX_H; i++)
            for (unsigned depth = 0; depth < 2; depth++) {
               const uint32_t at = depth ? FIX_DEPTH_AT : FIX_COLOR_AT, want = fix_dword(&rows, at + i * 4),
                              got = fix_dword(&f, at + tiled_B(i % FIX_W, i / FIX_W));
               if (want != got)
                  fail_msg("%s round %u, %s of pixel %u, %u: %08x, in rows %08x", levels[lv], round,
                           depth ? "depth" : "colour", i % FIX_W, i / FIX_W, got, want);
            }
      }
      emu_destroy(f.e);
   }
   emu_destroy(rows.e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_rows)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
