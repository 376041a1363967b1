/* SPDX-License-Identifier: MIT
 *
 * The 2D engine: fills, copies in both directions, raster operations, tiles, and what it refuses.
 */
#include "r300_fixture.h"

enum { FILL = RX_DP_GUI_MASTER_CNTL__GMC_ROP3__PATTERN, COPY = RX_DP_GUI_MASTER_CNTL__GMC_ROP3__SRC };

static uint32_t
surface(uint32_t address, unsigned bytes, unsigned tile)
{
   return RX_DST_PITCH_OFFSET(.OFFSET_1K = address >> 10, .PITCH_64B = FIX_W * bytes / 64, .TILE = tile);
}

static uint32_t
control(unsigned rop, unsigned datatype)
{
   return RX_DP_GUI_MASTER_CNTL(.GMC_SRC_PITCH_OFFSET_CNTL = 1, .GMC_DST_PITCH_OFFSET_CNTL = 1,
                                .GMC_BRUSH_DATATYPE = 13, .GMC_DST_DATATYPE = datatype, .GMC_SRC_DATATYPE = 3,
                                .GMC_ROP3 = rop, .DP_SRC_SOURCE = 2, .GMC_CLR_CMP_CNTL_DIS = 1);
}

static void
rectangle(struct fix *f, unsigned x, unsigned y, unsigned w, unsigned h)
{
   fix_reg(f, RX_DST_Y_X_OFFSET, RX_DST_Y_X(.DST_X = x, .DST_Y = y));
   fix_reg(f, RX_DST_HEIGHT_WIDTH_OFFSET, RX_DST_HEIGHT_WIDTH(.WIDTH = w, .HEIGHT = h));
}

static void
begin(struct fix *f)
{
   fix_open(f, "rv515", 1, NULL);
   fix_reg(f, RX_DST_PITCH_OFFSET_OFFSET, surface(FIX_COLOR_AT, 4, 0));
   fix_reg(f, RX_SRC_PITCH_OFFSET_OFFSET, surface(FIX_COLOR_AT, 4, 0));
   fix_reg(f, RX_DP_CNTL_OFFSET, RX_DP_CNTL(.DST_X_DIR = 1, .DST_Y_DIR = 1));
   fix_reg(f, RX_DP_WRITE_MSK_OFFSET, ~0u);
   fix_reg(f, RX_DP_GUI_MASTER_CNTL_OFFSET, control(FILL, 6));
}

/* A fill with a mask, over what a draw has left there: the draw comes first. */
static void
fills(void **state)
{
   struct fix f;
   begin(&f);
   fix_state(&f);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_reg(&f, RX_DP_BRUSH_FRGD_CLR_OFFSET, 0x12345678);
   fix_reg(&f, RX_DP_WRITE_MSK_OFFSET, 0x00ffffff);
   rectangle(&f, 5, 7, 20, 3);
   fix_run(&f);
   for (unsigned y = 0; y < FIX_H; y++)
      for (unsigned x = 0; x < FIX_W; x++)
         assert_int_equal(fix_pixel(&f, x, y),
                          x >= 5 && x < 25 && y >= 7 && y < 10 ? 0xff345678 : 0xffffffff);
   emu_destroy(f.e);
}

/* Pixels of 16 bits, by the other register of the size. */
static void
fills_short_pixels(void **state)
{
   struct fix f;
   uint16_t p[2];
   begin(&f);
   fix_reg(&f, RX_DST_PITCH_OFFSET_OFFSET, surface(FIX_COLOR_AT, 2, 0));
   fix_reg(&f, RX_DP_GUI_MASTER_CNTL_OFFSET, control(FILL, 4));
   fix_reg(&f, RX_DP_BRUSH_FRGD_CLR_OFFSET, 0xabcd);
   fix_reg(&f, RX_DST_Y_X_OFFSET, RX_DST_Y_X(.DST_X = 1, .DST_Y = 2));
   fix_reg(&f, RX_DST_WIDTH_HEIGHT_OFFSET, RX_DST_WIDTH_HEIGHT(.WIDTH = 1, .HEIGHT = 4));
   fix_run(&f);
   for (unsigned y = 0; y < 8; y++) {
      memcpy(p, f.memory + (y * FIX_W + 1) * 2, sizeof p);
      assert_int_equal(p[0], y >= 2 && y < 6 ? 0xabcd : 0);
      assert_int_equal(p[1], 0);
   }
   emu_destroy(f.e);
}

/* Over itself a copy gives what was there if it goes away from where it reads, and repeats itself if not. */
static void
copies_in_a_direction(void **state)
{
   for (unsigned left = 0; left < 2; left++) {
      struct fix f;
      begin(&f);
      for (unsigned x = 0; x < 8; x++) {
         fix_reg(&f, RX_DP_BRUSH_FRGD_CLR_OFFSET, x + 1);
         rectangle(&f, x, 0, 1, 1);
      }
      fix_reg(&f, RX_DP_GUI_MASTER_CNTL_OFFSET, control(COPY, 6));
      fix_reg(&f, RX_DP_CNTL_OFFSET, RX_DP_CNTL(.DST_X_DIR = !left, .DST_Y_DIR = 1));
      fix_reg(&f, RX_SRC_Y_X_OFFSET, RX_SRC_Y_X(.SRC_X = left ? 7 : 0));
      rectangle(&f, left ? 9 : 2, 0, 8, 1);
      fix_run(&f);
      for (unsigned x = 2; x < 10; x++)
         assert_int_equal(fix_pixel(&f, x, 0), left ? x - 1 : x % 2 + 1);
      emu_destroy(f.e);
   }
}

/* All operations of pattern, source and destination: bit 4 * P + 2 * S + D of the code. */
static void
has_raster_operations(void **state)
{
   const uint32_t p = 0xf0f0f0f0, s = 0xcccccccc, d = 0xaaaaaaaa;
   struct fix f;
   begin(&f);
   for (unsigned rop = 0; rop < 256; rop += 5) {
      fix_reg(&f, RX_DP_GUI_MASTER_CNTL_OFFSET, control(FILL, 6));
      fix_reg(&f, RX_DP_BRUSH_FRGD_CLR_OFFSET, s);
      rectangle(&f, 0, 0, 1, 1);
      fix_reg(&f, RX_DP_BRUSH_FRGD_CLR_OFFSET, d);
      rectangle(&f, 9, 0, 1, 1);
      fix_reg(&f, RX_DP_BRUSH_FRGD_CLR_OFFSET, p);
      fix_reg(&f, RX_DP_GUI_MASTER_CNTL_OFFSET, control(rop, 6));
      fix_reg(&f, RX_SRC_Y_X_OFFSET, 0);
      rectangle(&f, 9, 0, 1, 1);
      fix_run(&f);
      assert_int_equal(fix_pixel(&f, 9, 0), rop * 0x01010101u);
   }
   emu_destroy(f.e);
}

/* From tiles of tiles to rows gives what 3D draws to rows: 32 x 16 pixels are a tile. */
static void
reads_tiles(void **state)
{
   const float v[3][8] = {
      {0,         0,         0, 1, 0, 0, 0, 1},
      {2 * FIX_W, 0,         0, 1, 2, 0, 1, 1},
      {0,         2 * FIX_H, 0, 1, 0, 2, 1, 1},
   };
   struct fix f;
   begin(&f);
   fix_state(&f);
   for (unsigned tiled = 0; tiled < 2; tiled++) {
      fix_reg(&f, RX_RB3D_COLOROFFSET_OFFSET(0), tiled ? FIX_TEXTURE_AT : FIX_COLOR_AT);
      fix_reg(&f, RX_RB3D_COLORPITCH_OFFSET(0),
              RX_RB3D_COLORPITCH(.COLORPITCH = FIX_W / 2,
                                 .COLORFORMAT = RX_RB3D_COLORPITCH__COLORFORMAT__ARGB8888, .COLORTILE = tiled,
                                 .COLORMICROTILE = tiled));
      fix_draw(&f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, v, 3);
   }
   fix_reg(&f, RX_SRC_PITCH_OFFSET_OFFSET, surface(FIX_TEXTURE_AT, 4, 3));
   fix_reg(&f, RX_DST_PITCH_OFFSET_OFFSET, surface(FIX_BUFFER_AT, 4, 0));
   fix_reg(&f, RX_DP_GUI_MASTER_CNTL_OFFSET, control(COPY, 6));
   rectangle(&f, 0, 0, FIX_W, FIX_H);
   fix_run(&f);
   assert_memory_equal(f.memory, f.memory + FIX_BUFFER_AT - FIX_COLOR_AT, FIX_W * FIX_H * 4);
   assert_int_not_equal(fix_pixel(&f, 3, 3), fix_pixel(&f, 40, 40));
   emu_destroy(f.e);
}

static void
refusals(void **state)
{
   struct fix f;
   begin(&f);
   rectangle(&f, 60, 0, 5, 1);
   fix_must_stop(&f, "DST_PITCH_OFFSET: 5 pixels from 60 on");
   rectangle(&f, 0, 16000, 5, 300);
   fix_must_stop(&f, "DST_PITCH_OFFSET: the rectangle lies outside of memory");
   fix_reg(&f, RX_DP_CNTL_OFFSET, 0);
   rectangle(&f, 3, 9, 5, 1);
   fix_must_stop(&f, "DST_PITCH_OFFSET: the rectangle lies outside of memory");
   fix_reg(&f, RX_DP_GUI_MASTER_CNTL_OFFSET, control(FILL, 5));
   rectangle(&f, 3, 9, 1, 1);
   fix_must_stop(&f, "pixels of type 5");
   fix_reg(&f, RX_DP_GUI_MASTER_CNTL_OFFSET,
           RX_DP_GUI_MASTER_CNTL_set_GMC_BRUSH_DATATYPE(control(FILL, 6), 10));
   rectangle(&f, 3, 9, 1, 1);
   fix_must_stop(&f, "the brush 10");
   fix_reg(&f, RX_DP_GUI_MASTER_CNTL_OFFSET, RX_DP_GUI_MASTER_CNTL_set_DP_SRC_SOURCE(control(COPY, 6), 3));
   rectangle(&f, 3, 9, 1, 1);
   fix_must_stop(&f, "sources but colours in memory");
   fix_reg(&f, RX_DST_LINE_END_OFFSET, 0);
   fix_must_stop(&f, "DST_LINE_END");
   emu_destroy(f.e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(fills),
      cmocka_unit_test(fills_short_pixels),
      cmocka_unit_test(copies_in_a_direction),
      cmocka_unit_test(has_raster_operations),
      cmocka_unit_test(reads_tiles),
      cmocka_unit_test(refusals),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
