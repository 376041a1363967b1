/* SPDX-License-Identifier: MIT
 *
 * Clears that are not draws, by registers alone: what CMASK marks, the special operations of R6xx and R7xx,
 * depth and stencil by DB_RENDER_CONTROL; and that hierarchical depth and stencil change no picture.
 */
#include "gpu.h"

enum {
   CMASK_AT = 0x400000,
   HTILE_AT = 0x500000,
   STENCIL_AT = 0x280000,
   CLEAR = 0x80402010,
   OLD = 0x55555555
};

static const struct vertex everything[3] = {
   {{-1, -1, 0, 1}, {1, 1, 1, 1}},
   {{3, -1, 0, 1},  {1, 1, 1, 1}},
   {{-1, 3, 0, 1},  {1, 1, 1, 1}},
};

static void
scissor(struct gpu *g, unsigned x0, unsigned y0, unsigned x1, unsigned y1)
{
   reg(g, R6_PA_SC_WINDOW_SCISSOR_TL_OFFSET,
       R6_PA_SC_WINDOW_SCISSOR_TL(.TL_X = x0, .TL_Y = y0, .WINDOW_OFFSET_DISABLE = 1));
   reg(g, R6_PA_SC_WINDOW_SCISSOR_BR_OFFSET, R6_PA_SC_WINDOW_SCISSOR_BR(.BR_X = x1, .BR_Y = y1));
}

/* A tiled target with CMASK, whose clear colour is CLEAR. */
static void
target(struct gpu *g, bool clear_color)
{
   memcpy(g->vram + VB_AT, everything, sizeof everything);
   if (g->eg) {
      reg(g, EG_CB_COLOR_INFO_OFFSET(0),
          EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .BLEND_CLAMP = 1, .FAST_CLEAR = 1));
      reg(g, EG_CB_COLOR_CMASK_OFFSET(0), GPU(CMASK_AT) >> 8);
      reg(g, EG_CB_COLOR_CMASK_SLICE_OFFSET(0), 1);
      reg(g, EG_CB_COLOR_CLEAR_WORD0_OFFSET(0), CLEAR);
      return;
   }
   reg(g, R6_CB_COLOR_INFO_OFFSET(0),
       R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .BLEND_CLAMP = 1, .CLEAR_COLOR = clear_color,
                        .TILE_MODE = R6_CB_COLOR_INFO__TILE_MODE__TILE_CLEAR_ENABLE));
   reg(g, R6_CB_COLOR_TILE_OFFSET(0), GPU(CMASK_AT) >> 8);
   reg(g, R6_CB_COLOR_MASK_OFFSET(0), R6_CB_COLOR_MASK(.CMASK_BLOCK_MAX = 1));
   for (unsigned i = 0; i < 4; i++)
      reg(g, R6_CB_CLEAR_RED_OFFSET + 4 * i, fui((float)(CLEAR >> 8 * i & 255) / 255.0f));
}

static uint32_t
tiled_at(const struct gpu *g, unsigned x, unsigned y)
{
   const struct emu_surface s = {
      .chip = terascale_chip_find(g->eg ? "CYPRESS" : "RV770"),
      .array_mode = EMU_1D_THIN1,
      .bytes_per_el = 4,
      .tile_type = g->eg, /* of ATTRIB in raster_state */
      .pitch_el = PITCH,
      .height_el = H,
   };
   uint32_t v;
   memcpy(&v, g->vram + CB_AT + emu_surface_offset(&s, x, y, 0), 4);
   return v;
}

/* White in one rectangle, another colour in a second one, a third elsewhere. */
static void
expect(const struct gpu *g, const unsigned in[4], uint32_t inside, const unsigned in2[4], uint32_t inside2,
       uint32_t outside)
{
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < PITCH; x++) {
         uint32_t want = x >= in[0] && y >= in[1] && x < in[2] && y < in[3]       ? inside
                         : x >= in2[0] && y >= in2[1] && x < in2[2] && y < in2[3] ? inside2
                                                                                  : outside;
         if (tiled_at(g, x, y) != want)
            fail_msg("%s: %u,%u is %08x, not %08x", g->eg ? "eg" : "r6", x, y, tiled_at(g, x, y), want);
      }
}

static void
marked_blocks(void **state)
{
   static const unsigned drawn[4] = {3, 5, 41, 22}, third[4] = {16, 0, 24, 8};
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++)
      for (unsigned all = 0; all < 2; all++) {
         struct gpu g;
         start(&g, chips[c], 2, NULL);
         target(&g, true);
         memset(g.vram + CMASK_AT, all ? 0 : 0xff, 256);
         if (!all)
            g.vram[CMASK_AT + 1] = 0xf0;
         scissor(&g, 3, 5, 41, 22);
         draw(&g, 4, 0, 3);
         /* drawn once more: the marks are gone */
         draw(&g, 4, 0, 3);
         submit(&g);
         expect(&g, drawn, 0xffffffff, third, CLEAR, all ? CLEAR : OLD);
         draw(&g, 4, 0, 3);
         submit(&g);
         expect(&g, drawn, 0xffffffff, third, CLEAR, all ? CLEAR : OLD);
         emu_destroy(g.e);
      }
}

/* All of a surface is marked while drawing to it waits in the bins, which forget it. */
static void
marked_between_draws(void **state)
{
   static const unsigned drawn[4] = {100, 50, 110, 60};
   for (unsigned threads = 1; threads < 4; threads += 2) {
      struct gpu g;
      start(&g, "CYPRESS", threads, NULL);
      target(&g, true);
      memset(g.vram + CMASK_AT, 0xff, 256);
      scissor(&g, 0, 0, W, H);
      draw(&g, 4, 0, 3);
      dw(&g, DB_PKT3(DB_PKT3_CP_DMA, 5));
      dw(&g, 0);
      dw(&g, DB_PKT3_CP_DMA_DW1(.SRC_SEL = DB_PKT3_CP_DMA_DW1__SRC_SEL__SRC_DATA, .CP_SYNC = 1));
      dw(&g, GPU(CMASK_AT));
      dw(&g, 0);
      dw(&g, 256);
      scissor(&g, 100, 50, 110, 60);
      draw(&g, 4, 0, 3);
      submit(&g);
      expect(&g, drawn, 0xffffffff, drawn, 0, CLEAR);
      emu_destroy(g.e);
   }
}

/* CB_COLOR_CONTROL.SPECIAL_OP: pixels or whole blocks get the clear colour, whatever the shader says. */
static void
special_clears(void **state)
{
   static const unsigned pixels[4] = {4, 4, 37, 21}, blocks[4] = {8, 8, 32, 16};
   for (unsigned k = 0; k < 4; k++) {
      const bool force = k & 1, color = k & 2;
      struct gpu g;
      start(&g, "RV770", 2, NULL);
      target(&g, color);
      memset(g.vram + CMASK_AT, 0xff, 256);
      scissor(&g, 4, 4, 37, 21);
      reg(&g, R6_CB_COLOR_CONTROL_OFFSET,
          R6_CB_COLOR_CONTROL(.ROP3 = 0xcc,
                              .SPECIAL_OP = force ? R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FORCE_CLEAR
                                                  : R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FAST_CLEAR));
      draw(&g, 4, 0, 3);
      /* expanding it finds nothing left to do */
      reg(&g, R6_CB_COLOR_CONTROL_OFFSET,
          R6_CB_COLOR_CONTROL(.ROP3 = 0xcc,
                              .SPECIAL_OP = R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_EXPAND_TEXTURE));
      draw(&g, 4, 0, 3);
      submit(&g);
      expect(&g, force ? pixels : blocks, color ? CLEAR : 0xff000000, pixels, OLD, OLD);
      /* without CMASK there is nothing to say it with */
      reg(&g, R6_CB_COLOR_INFO_OFFSET(0), R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2));
      reg(&g, R6_CB_COLOR_CONTROL_OFFSET,
          R6_CB_COLOR_CONTROL(.ROP3 = 0xcc,
                              .SPECIAL_OP = R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FORCE_CLEAR));
      draw(&g, 4, 0, 3);
      struct emu_error err;
      assert_false(emu_submit(g.e, g.dw, g.n, &err));
      assert_non_null(strstr(err.reason, "no CMASK"));
      emu_destroy(g.e);
   }
}

static void
zs_state(struct gpu *g)
{
   memcpy(g->vram + VB_AT, everything, sizeof everything);
   memset(g->vram + STENCIL_AT, 0xff, DEPTH_PITCH * DEPTH_H);
   if (g->eg) {
      reg(g, EG_DB_STENCIL_INFO_OFFSET, EG_DB_STENCIL_INFO(.FORMAT = 1));
      reg(g, EG_DB_STENCIL_READ_BASE_OFFSET, GPU(STENCIL_AT) >> 8);
      reg(g, EG_DB_STENCIL_WRITE_BASE_OFFSET, GPU(STENCIL_AT) >> 8);
   }
}

static uint32_t
zs_at(const struct gpu *g, unsigned x, unsigned y, bool stencil)
{
   const struct emu_surface s = {
      .chip = terascale_chip_find(g->eg ? "CYPRESS" : "RV770"),
      .array_mode = EMU_1D_THIN1,
      .tile_type = 1,
      .depth_samples = true,
      .bytes_per_el = g->eg && stencil ? 1 : 4,
      .pitch_el = DEPTH_PITCH,
      .height_el = DEPTH_H,
   };
   const uint8_t *p = g->vram + (g->eg && stencil ? STENCIL_AT : DB_AT) + emu_surface_offset(&s, x, y, 0);
   uint32_t v;
   if (g->eg && stencil)
      return *p;
   memcpy(&v, p, 4);
   return stencil ? v >> 24 : v & 0xffffff;
}

static void
depth_and_stencil(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++)
      for (unsigned what = 0; what < 4; what++) {
         struct gpu g;
         start(&g, chips[c], 1, NULL);
         zs_state(&g);
         reg2(&g, R6_DB_RENDER_CONTROL_OFFSET, EG_DB_RENDER_CONTROL_OFFSET,
              EG_DB_RENDER_CONTROL(.DEPTH_CLEAR_ENABLE = what & 1, .STENCIL_CLEAR_ENABLE = what >> 1));
         reg2(&g, R6_DB_STENCIL_CLEAR_OFFSET, EG_DB_STENCIL_CLEAR_OFFSET, 0xa7);
         reg2(&g, R6_DB_DEPTH_CLEAR_OFFSET, EG_DB_DEPTH_CLEAR_OFFSET, fui(0.25f));
         /* stencil would become its reference, 1 */
         reg(&g, R6_DB_DEPTH_CONTROL_OFFSET,
             R6_DB_DEPTH_CONTROL(.Z_ENABLE = 1, .Z_WRITE_ENABLE = 1, .ZFUNC = 7, .STENCIL_ENABLE = 1,
                                 .STENCILFUNC = 7, .STENCILZPASS = 2));
         reg2(&g, R6_DB_STENCILREFMASK_OFFSET, EG_DB_STENCILREFMASK_OFFSET,
              R6_DB_STENCILREFMASK(.STENCILREF = 1, .STENCILMASK = 0xff, .STENCILWRITEMASK = 0xff));
         scissor(&g, 8, 8, 24, 30);
         draw(&g, 4, 0, 3);
         submit(&g);
         for (unsigned y = 0; y < H; y++)
            for (unsigned x = 0; x < W; x++) {
               bool in = x >= 8 && y >= 8 && x < 24 && y < 30;
               assert_int_equal(zs_at(&g, x, y, true), !in ? 0xff : what & 2 ? 0xa7 : 1);
               assert_int_equal(zs_at(&g, x, y, false), !in ? 0xffffff : what & 1 ? 0x400000 : 0x800000);
            }
         emu_destroy(g.e);
      }
}

/* Two crossing triangles with depth and stencil tests, with all that HTILE is used for and without. */
static void
hierarchy(void **state)
{
   static const struct vertex v[6] = {
      {{-0.9f, -0.9f, -0.8f, 1}, {1, 0, 0, 1}},
      {{0.9f, -0.7f, 0.9f, 1},   {1, 0, 0, 1}},
      {{0.1f, 0.95f, 0.1f, 1},   {1, 0, 0, 1}},
      {{0.8f, 0.9f, -0.9f, 1},   {0, 1, 0, 1}},
      {{-0.9f, 0.5f, 0.9f, 1},   {0, 1, 0, 1}},
      {{0, -0.9f, 0, 1},         {0, 1, 0, 1}},
   };
   enum { PLAIN, BOUND, PRELOAD, STENCIL_RESULTS, FORCED, RESUMMARIZE, CASES };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      uint8_t *want = malloc(PITCH * H * 4);
      for (unsigned k = 0; k < CASES; k++) {
         struct gpu g;
         start(&g, chips[c], 2, NULL);
         zs_state(&g);
         memcpy(g.vram + VB_AT, v, sizeof v);
         memset(g.vram + HTILE_AT, 0, 0x10000);
         if (k != PLAIN) {
            if (g.eg)
               reg(&g, EG_DB_Z_INFO_OFFSET,
                   EG_DB_Z_INFO(.FORMAT = 2, .ARRAY_MODE = 2, .TILE_SURFACE_ENABLE = 1));
            else
               reg(&g, R6_DB_DEPTH_INFO_OFFSET,
                   R6_DB_DEPTH_INFO(.FORMAT = 3, .ARRAY_MODE = 2, .TILE_SURFACE_ENABLE = 1));
            reg2(&g, R6_DB_HTILE_DATA_BASE_OFFSET, EG_DB_HTILE_DATA_BASE_OFFSET, GPU(HTILE_AT) >> 8);
            reg2(&g, R6_DB_HTILE_SURFACE_OFFSET, EG_DB_HTILE_SURFACE_OFFSET,
                 EG_DB_HTILE_SURFACE(.HTILE_WIDTH = 1, .HTILE_HEIGHT = 1, .FULL_CACHE = 1,
                                     .HTILE_USES_PRELOAD_WIN = k == PRELOAD, .PRELOAD = k == PRELOAD,
                                     .PREFETCH_WIDTH = k == PRELOAD ? 16 : 0));
         }
         if (k == PRELOAD)
            reg2(&g, R6_DB_PRELOAD_CONTROL_OFFSET, EG_DB_PRELOAD_CONTROL_OFFSET,
                 EG_DB_PRELOAD_CONTROL(.MAX_X = W / 32, .MAX_Y = H / 32));
         if (k == STENCIL_RESULTS)
            for (unsigned i = 0; i < 2; i++)
               reg2(&g, R6_DB_SRESULTS_COMPARE_STATE0_OFFSET + 4 * i,
                    EG_DB_SRESULTS_COMPARE_STATE0_OFFSET + 4 * i,
                    EG_DB_SRESULTS_COMPARE_STATE1(.COMPAREFUNC1 = i ? 4 : 2, .COMPAREVALUE1 = 0xff,
                                                  .COMPAREMASK1 = 0xff, .ENABLE1 = 1));
         if (k == FORCED)
            reg2(&g, R6_DB_RENDER_OVERRIDE_OFFSET, EG_DB_RENDER_OVERRIDE_OFFSET,
                 EG_DB_RENDER_OVERRIDE(.FORCE_HIZ_ENABLE = 1, .FORCE_HIS_ENABLE0 = 1, .FORCE_HIS_ENABLE1 = 1,
                                       .FORCE_SHADER_Z_ORDER = 1));
         if (k == RESUMMARIZE)
            reg2(&g, R6_DB_RENDER_CONTROL_OFFSET, EG_DB_RENDER_CONTROL_OFFSET,
                 EG_DB_RENDER_CONTROL(.RESUMMARIZE_ENABLE = 1));
         /* the first triangle increments stencil from 0xff to 0, the second one passes where it did not */
         reg(&g, R6_DB_DEPTH_CONTROL_OFFSET,
             R6_DB_DEPTH_CONTROL(.Z_ENABLE = 1, .Z_WRITE_ENABLE = 1, .ZFUNC = 1, .STENCIL_ENABLE = 1,
                                 .STENCILFUNC = 4, .STENCILZPASS = 6, .STENCILZFAIL = 4));
         reg2(&g, R6_DB_STENCILREFMASK_OFFSET, EG_DB_STENCILREFMASK_OFFSET,
              R6_DB_STENCILREFMASK(.STENCILREF = 0x0f, .STENCILMASK = 0x0e, .STENCILWRITEMASK = 0xff));
         memset(g.vram + STENCIL_AT, 0x0c, DEPTH_PITCH * DEPTH_H);
         memset(g.vram + DB_AT, 0x0c, DEPTH_PITCH * DEPTH_H * 4);
         for (unsigned i = 0; i < DEPTH_PITCH * DEPTH_H; i++)
            memcpy(g.vram + DB_AT + 4 * i, &(uint32_t){0x0cffffff}, 4);
         draw(&g, 4, 0, 3);
         draw(&g, 4, 3, 3);
         submit(&g);
         unsigned red = 0, green = 0;
         for (unsigned i = 0; i < PITCH * H; i++) {
            uint32_t p;
            memcpy(&p, g.vram + CB_AT + 4 * i, 4);
            red += p == 0xff0000ff;
            green += p == 0xff00ff00;
         }
         assert_true(red > 500 && green > 500);
         if (k == PLAIN)
            memcpy(want, g.vram + CB_AT, PITCH * H * 4);
         else if (memcmp(want, g.vram + CB_AT, PITCH * H * 4))
            fail_msg("%s: another picture in case %u", chips[c], k);
         emu_destroy(g.e);
      }
      free(want);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(marked_blocks),  cmocka_unit_test(marked_between_draws),
      cmocka_unit_test(special_clears), cmocka_unit_test(depth_and_stencil),
      cmocka_unit_test(hierarchy),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
