/* SPDX-License-Identifier: MIT
 *
 * Four samples a pixel by registers alone: where the rasteriser takes positions from, colour that is called
 * compressed and fast cleared, a draw, the resolve; and what is refused.
 */
#include "gpu.h"

enum {
   CMASK_AT = 0x400000,
   RESOLVED_CMASK_AT = 0x410000,
   RESOLVED_AT = 0x300000,
   HEIGHT = 128,
   CLEAR = 0x80402010
};

static const int8_t locs[4][2] = {
   {-2, -6},
   {6,  -2},
   {-6, 2 },
   {2,  6 }
};

static void
sample_state(struct gpu *g)
{
   uint32_t dw = 0;
   for (unsigned i = 0; i < 8; i++)
      dw |= ((uint32_t)locs[i / 2][i % 2] & 15) << 4 * i;
   if (g->eg) {
      for (unsigned i = 0; i < 4; i++)
         reg(g, EG_PA_SC_AA_SAMPLE_LOCS_0_OFFSET + 4 * i, dw);
      reg(g, EG_PA_SC_AA_CONFIG_OFFSET, EG_PA_SC_AA_CONFIG(.MSAA_NUM_SAMPLES = 2, .MAX_SAMPLE_DIST = 6));
      reg(g, EG_PA_SC_MODE_CNTL_0_OFFSET, EG_PA_SC_MODE_CNTL_0(.MSAA_ENABLE = 1));
      reg(g, EG_CB_COLOR_SLICE_OFFSET(0), PITCH * HEIGHT / 64 - 1);
      reg(g, EG_CB_COLOR_INFO_OFFSET(0),
          EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 4, .BLEND_CLAMP = 1, .COMPRESSION = 1,
                           .FAST_CLEAR = 1));
      reg(g, EG_CB_COLOR_ATTRIB_OFFSET(0), EG_CB_COLOR_ATTRIB(.TILE_SPLIT = 3, .NUM_BANKS = 3));
      reg(g, EG_CB_COLOR_CMASK_OFFSET(0), GPU(CMASK_AT) >> 8);
      reg(g, EG_CB_COLOR_CMASK_SLICE_OFFSET(0), PITCH * HEIGHT / (128 * 128) - 1);
      reg(g, EG_CB_COLOR_CLEAR_WORD0_OFFSET(0), CLEAR);
   } else {
      reg(g, R6_PA_SC_AA_SAMPLE_LOCS_MCTX_OFFSET, dw);
      reg(g, R6_PA_SC_AA_CONFIG_OFFSET, R6_PA_SC_AA_CONFIG(.MSAA_NUM_SAMPLES = 2, .MAX_SAMPLE_DIST = 6));
      reg(g, R6_PA_SC_MODE_CNTL_OFFSET, R6_PA_SC_MODE_CNTL(.MSAA_ENABLE = 1));
      reg(g, R6_CB_COLOR_SIZE_OFFSET(0),
          R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = PITCH / 8 - 1, .SLICE_TILE_MAX = PITCH * HEIGHT / 64 - 1));
      reg(g, R6_CB_COLOR_INFO_OFFSET(0),
          R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 4, .BLEND_CLAMP = 1, .CLEAR_COLOR = 1,
                           .TILE_MODE = R6_CB_COLOR_INFO__TILE_MODE__TILE_FRAG_ENABLE));
      reg(g, R6_CB_COLOR_TILE_OFFSET(0), GPU(CMASK_AT) >> 8);
      reg(g, R6_CB_COLOR_MASK_OFFSET(0),
          R6_CB_COLOR_MASK(.CMASK_BLOCK_MAX = PITCH * HEIGHT / (128 * 128) - 1));
      for (unsigned i = 0; i < 4; i++)
         reg(g, R6_CB_CLEAR_RED_OFFSET + 4 * i, fui((float)(CLEAR >> 8 * i & 255) / 255.0f));
   }
}

static uint32_t
sample(const struct gpu *g, const struct terascale_chip *chip, unsigned x, unsigned y, unsigned i)
{
   struct emu_surface s = {
      .chip = chip,
      .array_mode = EMU_2D_THIN1,
      .bytes_per_el = 4,
      .log2_samples = 2,
      .sample = (uint8_t)i,
      .bank_width = 1,
      .bank_height = 1,
      .macro_aspect = 1,
      .num_banks = g->eg ? 16 : chip->num_banks,
      .tile_split_B = 512,
      .pitch_el = PITCH,
      .height_el = HEIGHT,
   };
   uint32_t v;
   memcpy(&v, g->vram + CB_AT + emu_surface_offset(&s, x, y, 0), 4);
   return v;
}

/* The destination, too, is marked as cleared. */
static void
resolve_state(struct gpu *g)
{
   if (g->eg) {
      reg(g, EG_CB_COLOR_CONTROL_OFFSET,
          EG_CB_COLOR_CONTROL(.MODE = EG_CB_COLOR_CONTROL__MODE__CB_RESOLVE, .ROP3 = 0xcc));
      reg(g, EG_CB_COLOR_BASE_OFFSET(1), GPU(RESOLVED_AT) >> 8);
      reg(g, EG_CB_COLOR_PITCH_OFFSET(1), PITCH / 8 - 1);
      reg(g, EG_CB_COLOR_SLICE_OFFSET(1), PITCH * HEIGHT / 64 - 1);
      reg(g, EG_CB_COLOR_INFO_OFFSET(1), EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .FAST_CLEAR = 1));
      reg(g, EG_CB_COLOR_CMASK_OFFSET(1), GPU(RESOLVED_CMASK_AT) >> 8);
      reg(g, EG_CB_COLOR_CMASK_SLICE_OFFSET(1), PITCH * HEIGHT / (128 * 128) - 1);
      reg(g, EG_CB_COLOR_CLEAR_WORD0_OFFSET(1), CLEAR);
   } else {
      reg(g, R6_CB_COLOR_CONTROL_OFFSET,
          R6_CB_COLOR_CONTROL(.SPECIAL_OP = R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX,
                              .ROP3 = 0xcc));
      reg(g, R6_CB_COLOR_BASE_OFFSET(1), GPU(RESOLVED_AT) >> 8);
      reg(g, R6_CB_COLOR_SIZE_OFFSET(1),
          R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = PITCH / 8 - 1, .SLICE_TILE_MAX = PITCH * HEIGHT / 64 - 1));
      reg(g, R6_CB_COLOR_INFO_OFFSET(1),
          R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .CLEAR_COLOR = 1,
                           .TILE_MODE = R6_CB_COLOR_INFO__TILE_MODE__TILE_CLEAR_ENABLE));
      reg(g, R6_CB_COLOR_TILE_OFFSET(1), GPU(RESOLVED_CMASK_AT) >> 8);
      reg(g, R6_CB_COLOR_MASK_OFFSET(1),
          R6_CB_COLOR_MASK(.CMASK_BLOCK_MAX = PITCH * HEIGHT / (128 * 128) - 1));
   }
}

/* The left side of the window up to a slanted line is white, the other the colour of the clear. */
static void
whole_life(void **state)
{
   static const struct vertex v[6] = {
      {{-1.5f, -1.2f, 0, 1}, {1, 1, 1, 1}},
      {{0.25f, -1, 0, 1},    {1, 1, 1, 1}},
      {{-1.5f, 6, 0, 1},     {1, 1, 1, 1}},
      {{-1, -1, 0, 1},       {0, 0, 0, 0}}, /* over everything */
      {{3, -1, 0, 1},        {0, 0, 0, 0}},
      {{-1, 3, 0, 1},        {0, 0, 0, 0}},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      const struct terascale_chip *chip = terascale_chip_find(chips[c]);
      start(&g, chips[c], 2, NULL);
      memcpy(g.vram + VB_AT, v, sizeof v);
      memset(g.vram + CMASK_AT, 0, PITCH * HEIGHT / 128);
      sample_state(&g);
      draw(&g, 4, 0, 3);
      submit(&g);
      double x0 = (0.25 + 1) * (W / 2), y0 = H, x1 = (-1.5 + 1) * (W / 2), y1 = (1 - 6) * (H / 2.0);
      unsigned between = 0;
      for (unsigned y = 0; y < H; y++)
         for (unsigned x = 0; x < W; x++) {
            unsigned white = 0;
            for (unsigned i = 0; i < 4; i++) {
               double sx = x + 0.5 + locs[i][0] / 16.0, sy = y + 0.5 + locs[i][1] / 16.0;
               double edge = x0 + (sy - y0) * (x1 - x0) / (y1 - y0) - sx;
               uint32_t got = sample(&g, chip, x, y, i);
               white += got == 0xffffffff;
               if (edge > 0.02 ? got != 0xffffffff : edge < -0.02 && got != CLEAR)
                  fail_msg("%s: sample %u of %u,%u is %08x, %g from the edge", chips[c], i, x, y, got, edge);
            }
            between += white && white < 4;
         }
      assert_true(between >= H / 2);
      /* no block is marked any more, as far as the surface goes */
      for (unsigned i = 0; i < PITCH * HEIGHT / 128; i++)
         assert_true(g.vram[CMASK_AT + i] & 15 && g.vram[CMASK_AT + i] >> 4);

      memset(g.vram + RESOLVED_CMASK_AT, 0, PITCH * HEIGHT / 128);
      resolve_state(&g);
      draw(&g, 4, 3, 3);
      submit(&g);
      for (unsigned i = 0; i < PITCH * HEIGHT / 128; i++)
         assert_true(g.vram[RESOLVED_CMASK_AT + i] & 15 && g.vram[RESOLVED_CMASK_AT + i] >> 4);
      const struct emu_surface out = {
         .chip = chip, .array_mode = EMU_1D_THIN1, .bytes_per_el = 4, .pitch_el = PITCH, .height_el = HEIGHT};
      for (unsigned y = 0; y < H; y++)
         for (unsigned x = 0; x < W; x++) {
            const uint8_t *got = g.vram + RESOLVED_AT + emu_surface_offset(&out, x, y, 0);
            for (unsigned k = 0; k < 4; k++) {
               unsigned sum = 0;
               for (unsigned i = 0; i < 4; i++)
                  sum += sample(&g, chip, x, y, i) >> 8 * k & 255;
               if (got[k] < (sum + 1) / 4 || got[k] > (sum + 2) / 4)
                  fail_msg("%s: channel %u of %u,%u is %u instead of %g", chips[c], k, x, y, got[k],
                           sum / 4.0);
            }
         }
      emu_destroy(g.e);
   }
}

static void
refuse(struct gpu *g, const char *reason)
{
   struct emu_error err;
   draw(g, 4, 0, 3);
   assert_false(emu_submit(g->e, g->dw, g->n, &err));
   if (!strstr(err.reason, reason))
      fail_msg("'%s' says nothing of '%s'", err.reason, reason);
   g->n = 0;
}

static void
refused(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      start(&g, chips[c], 1, NULL);
      sample_state(&g);
      if (g.eg) {
         reg(&g, EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2));
         refuse(&g, "2D tiled");
         sample_state(&g);
         reg(&g, EG_PA_SC_AA_SAMPLE_LOCS_0_OFFSET + 4, 0x12345678);
         refuse(&g, "positions");
      } else {
         reg(&g, R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 1));
         refuse(&g, "2D tiled");
         sample_state(&g);
         reg(&g, R6_CB_COLOR_TILE_OFFSET(0), 0);
         refuse(&g, "CMASK");
      }
      emu_destroy(g.e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(whole_life), cmocka_unit_test(refused)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
