/* SPDX-License-Identifier: MIT
 *
 * Formats and layouts of the R300 driver against the emulator's reading of the same documents: where each level, face and block of a
 * texture is, which texel its bits are; and against sizes that Mesa's driver gives.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emulator/r300/tx/tx.h"
#include "format/format.h"
#include "r300/format.h"
#include "r300/layout.h"
#include "r300/resource.h"
#include "util/u_math.h"

static struct r300_resource
texture(enum pipe_texture_target target, enum pipe_format format, uint32_t w, uint32_t h, uint8_t last_level)
{
   struct r300_resource r;
   memset(&r, 0, sizeof r);
   r.base = (struct pipe_resource){.target = (uint8_t)target,
                                   .format = (uint16_t)format,
                                   .width0 = w,
                                   .height0 = h,
                                   .depth0 = 1,
                                   .array_size = target == PIPE_TEXTURE_CUBE ? 6 : 1,
                                   .last_level = last_level};
   return r;
}

static void
lay_out(const struct r300_chip *chip, struct r300_resource *r)
{
   const struct r300_layout_how how = r300_layout_choose(r);
   assert_true(r300_layout(chip, r, &how));
}

/** What TX registers would say of all levels. */
static struct tx_setup
setup_of(const struct r300_chip *chip, const struct r300_resource *r)
{
   const struct r300_tx_format *f = r300_tx_format(chip, (enum pipe_format)r->base.format);
   struct tx_setup s;
   memset(&s, 0, sizeof s);
   s.format = (uint8_t)(f->number | (f->msb ? 32 : 0));
   s.dim = r->base.target == PIPE_TEXTURE_CUBE ? TX_CUBE : r->base.target == PIPE_TEXTURE_3D ? TX_3D : TX_2D;
   s.num_levels = (uint8_t)(r->base.last_level + 1);
   s.log2_depth = (uint8_t)u_log2(r->base.depth0);
   s.w = r->base.width0;
   s.h = r->base.height0;
   s.pitch_px = r->stride_given ? r->level[0].pitch_px : 0;
   s.address = EMU_VRAM_BASE;
   s.macro = r->level[0].macro;
   s.micro = r->micro;
   s.rv350_tiling = chip->family != R300_FAMILY_R300;
   s.wide_rows = chip->igp && chip->gen == R300_GEN_R400;
   s.mag = s.min = 1;
   return s;
}

/** Bytes that TX knows of a layer or texture. A picture alone may have a row of macro tiles more, for clears by halves. */
static void
check_size(const struct r300_resource *r, uint64_t tx_B, uint64_t own_B)
{
   const bool alone = r->base.target == PIPE_TEXTURE_2D && !r->base.last_level && r->level[0].macro;
   const uint64_t row_B = (uint64_t)r->level[0].pitch_px * r->block_B * r300_layout_macro_rows(r);
   assert_true(own_B == tx_B || (alone && own_B == tx_B + row_B));
}

static void
check_level(const struct r300_resource *r, const struct tx_view *v, const uint8_t *memory, unsigned i)
{
   const struct tx_level *l = &v->level[i];
   assert_int_equal(l->base - memory, r->level[i].offset_B);
   check_size(r, l->layer_B, r->level[i].layer_B);
   assert_int_equal(l->surf.macro, r->level[i].macro);
   assert_int_equal(l->surf.pitch_px * r->blk_w, r->level[i].pitch_px);
   if (r->level[i].macro)
      return;
   for (uint32_t y = 0; y < DIV_ROUND_UP(l->h, r->blk_h); y++)
      for (uint32_t x = 0; x < DIV_ROUND_UP(l->w, r->blk_w); x++)
         assert_int_equal(r300_layout_offset(r, i, x, y), r300_surface_offset(&l->surf, x, y));
}

static void
check_layout(const struct r300_chip *chip, struct r300_resource r, struct r300_layout_how how)
{
   assert_true(r300_layout(chip, &r, &how));
   uint8_t *memory = malloc(r.size_B);
   const struct emu_mem mem = {memory, r.size_B};
   struct tx_view v;
   const struct tx_setup s = setup_of(chip, &r);
   const char *why = tx_describe(&mem, &s, &v);
   if (why)
      fail_msg("%s, %u x %u: %s", u_format_desc((enum pipe_format)r.base.format)->name, r.base.width0,
               r.base.height0, why);
   check_size(&r, v.range_B, r.size_B);
   for (unsigned i = 0; i <= r.base.last_level; i++)
      check_level(&r, &v, memory, i);
   free(memory);
}

static void
check_texture(const struct r300_chip *chip, struct r300_resource r)
{
   if (!r300_tx_format(chip, (enum pipe_format)r.base.format))
      return;
   struct r300_layout_how how = r300_layout_choose(&r);
   check_layout(chip, r, how);
   if (how.micro == R300_TILE_NONE)
      return;
   how.macro = true; /* TERAGL_DEBUG=tile2d */
   check_layout(chip, r, how);
}

/** All chips, all formats of textures, sizes on both sides of tiles. */
static void
test_emulator_finds_texels(void **state)
{
   static const uint16_t sides[][2] = {
      {1,  1 },
      {2,  2 },
      {64, 64},
      {32, 4 },
      {4,  64},
      {37, 21},
      {99, 70},
      {65, 1 },
      {1,  50}
   };
   const struct r300_chip *chip;
   for (unsigned k = 0; (chip = r300_chip_by_index(k)); k++)
      for (unsigned f = 1; f < PIPE_FORMAT_COUNT; f++)
         for (unsigned i = 0; i < ARRAY_SIZE(sides); i++) {
            const uint32_t w = sides[i][0], h = sides[i][1];
            check_texture(chip, texture(PIPE_TEXTURE_2D, (enum pipe_format)f, w, h, 0));
            if (u_is_pow2(w) && u_is_pow2(h)) {
               const uint8_t last = (uint8_t)u_log2(MAX2(w, h));
               check_texture(chip, texture(PIPE_TEXTURE_2D, (enum pipe_format)f, w, h, last));
               struct r300_resource volume = texture(PIPE_TEXTURE_3D, (enum pipe_format)f, w, h, last);
               volume.base.depth0 = 4;
               check_texture(chip, volume);
            }
            check_texture(chip, texture(PIPE_TEXTURE_CUBE, (enum pipe_format)f, w, w, 0));
         }
}

/** A texel of every format, from what format.c packs. */
static void
test_texels_mean_the_same(void **state)
{
   static const float in[2][4] = {
      {1, 0.2f,      0.8f, 0   },
      {0, 1.0f / 15, 0.4f, 0.6f}
   };
   const struct r300_chip *chip;
   for (unsigned k = 0; (chip = r300_chip_by_index(k)); k++)
      for (unsigned f = 1; f < PIPE_FORMAT_COUNT; f++) {
         const struct r300_tx_format *tx = r300_tx_format(chip, (enum pipe_format)f);
         const struct u_format_desc *d = u_format_desc((enum pipe_format)f);
         if (!tx || d->compressed || d->depth)
            continue;
         struct r300_resource r = texture(PIPE_TEXTURE_2D, (enum pipe_format)f, 2, 1, 0);
         lay_out(chip, &r);
         uint8_t *memory = calloc(1, r.size_B);
         uint8_t rows[32];
         float want[2][4], got[4];
         u_format_pack_float((enum pipe_format)f, rows, in, 2);
         u_format_unpack_float((enum pipe_format)f, want, rows, 2);
         r300_layout_upload(&r, 0, memory, (struct r300_blocks){0, 0, 2, 1}, rows, sizeof rows);
         const struct emu_mem mem = {memory, r.size_B};
         struct tx_view v;
         const struct tx_setup s = setup_of(chip, &r);
         assert_null(tx_describe(&mem, &s, &v));
         for (unsigned x = 0; x < 2; x++) {
            tx_texel(&v, &v.level[0], x, 0, 0, got);
            for (unsigned c = 0; c < 4; c++) {
               const float seen = tx->sel[c] < 4 ? got[tx->sel[c]] : (float)(tx->sel[c] - 4);
               if (seen != want[x][c])
                  fail_msg("%s: component %u is %g, not %g", d->name, c, (double)seen, (double)want[x][c]);
            }
         }
         free(memory);
      }
}

static void
test_depth_is_read_high(void **state)
{
   const struct r300_chip *const chips[] = {r300_chip_find("rv530"), r300_chip_find("r300")};
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct r300_resource r = texture(PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, 4, 2, 0);
      lay_out(chips[k], &r);
      assert_true(r.depth_high);
      uint8_t memory[32] = {0};
      assert_int_equal(r.size_B, sizeof memory);
      const uint32_t texel = 0x123456u << 8 | 0x78;
      memcpy(memory, &texel, 4);
      const struct emu_mem mem = {memory, sizeof memory};
      struct tx_view v;
      const struct tx_setup s = setup_of(chips[k], &r);
      assert_null(tx_describe(&mem, &s, &v));
      float got[4];
      tx_texel(&v, &v.level[0], 0, 0, 0, got);
      const float want = k ? (float)0x1234 / 65535 : (float)0x123456 / 16777215;
      assert_true(got[r300_tx_format(chips[k], PIPE_FORMAT_Z24_UNORM_S8_UINT)->sel[0]] == want);
   }
}

/** Bytes and pitches as Mesa 22.3.6 allocates them, but for macro tiles. */
static void
test_known_sizes(void **state)
{
   static const struct {
      const char *chip;
      uint16_t format, w, h, target;
      uint8_t last_level;
      uint32_t size_B, pitch_px;
   } cases[] = {
      {"rv530", PIPE_FORMAT_R8G8B8A8_UNORM, 64, 64, PIPE_TEXTURE_2D,   0, 16384,               64},
      {"rv530", PIPE_FORMAT_R8G8B8A8_UNORM, 37, 21, PIPE_TEXTURE_2D,   0, 40 * 22 * 4,         40},
      {"rv530", PIPE_FORMAT_R8G8B8A8_UNORM, 8,  8,  PIPE_TEXTURE_2D,   3, 256 + 64 + 32 + 32,  8 },
      {"rv530", PIPE_FORMAT_R8G8B8A8_UNORM, 8,  8,  PIPE_TEXTURE_CUBE, 0, 6 * 256,             8 },
      {"rv530", PIPE_FORMAT_L8_UNORM,       9,  5,  PIPE_TEXTURE_2D,   0, 16 * 8,              16},
      {"rv530", PIPE_FORMAT_B5G6R5_UNORM,   9,  5,  PIPE_TEXTURE_2D,   0, 12 * 8 * 2,          12},
      {"rv530", PIPE_FORMAT_R8G8B8A8_UNORM, 3,  1,  PIPE_TEXTURE_2D,   0, 32,                  8 },
      {"rv530", PIPE_FORMAT_DXT1_RGB,       5,  9,  PIPE_TEXTURE_2D,   0, 4 * 8 * 3,           16},
      {"rv530", PIPE_FORMAT_DXT5_RGBA,      64, 64, PIPE_TEXTURE_2D,   0, 4096,                64},
      {"rs690", PIPE_FORMAT_R8G8B8A8_UNORM, 8,  8,  PIPE_TEXTURE_2D,   3, 256 + 128 + 64 + 64, 8 },
      {"rs690", PIPE_FORMAT_DXT1_RGB,       5,  9,  PIPE_TEXTURE_2D,   0, 8 * 8 * 3,           32},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      struct r300_resource r =
         texture((enum pipe_texture_target)cases[i].target, (enum pipe_format)cases[i].format, cases[i].w,
                 cases[i].h, cases[i].last_level);
      lay_out(r300_chip_find(cases[i].chip), &r);
      assert_int_equal(r.size_B, cases[i].size_B);
      assert_int_equal(r.level[0].pitch_px, cases[i].pitch_px);
   }
}

static void
test_samples_are_macro_tiled(void **state)
{
   struct r300_resource r = texture(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 3, 3, 0);
   r.base.nr_samples = 4;
   lay_out(r300_chip_find("r300"), &r);
   assert_true(r.level[0].macro && r.micro == R300_TILE_MICRO);
   assert_int_equal(r.level[0].pitch_px, 32);
   assert_int_equal(r.size_B, 32 * 16 * 4 * 4);
}

static void
test_uploads_come_back(void **state)
{
   static const uint16_t formats[] = {PIPE_FORMAT_L8_UNORM,           PIPE_FORMAT_B5G6R5_UNORM,
                                      PIPE_FORMAT_R8G8B8A8_UNORM,     PIPE_FORMAT_R16G16B16A16_FLOAT,
                                      PIPE_FORMAT_R32G32B32A32_FLOAT, PIPE_FORMAT_DXT1_RGBA};
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++) {
      struct r300_resource r = texture(PIPE_TEXTURE_2D, (enum pipe_format)formats[i], 53, 47, 0);
      lay_out(r300_chip_find("rv350"), &r);
      const struct r300_blocks b = {3, 2, 53 / r.blk_w - 5, 47 / r.blk_h - 4};
      const uint32_t stride_B = b.w * r.block_B;
      uint8_t *memory = malloc(r.size_B), *in = malloc(stride_B * b.h), *out = malloc(stride_B * b.h);
      memset(memory, 0xee, r.size_B);
      for (uint32_t n = 0; n < stride_B * b.h; n++)
         in[n] = (uint8_t)(n * 7 % 230);
      r300_layout_upload(&r, 0, memory, b, in, stride_B);
      r300_layout_download(&r, 0, memory, b, out, stride_B);
      assert_memory_equal(in, out, stride_B * b.h);
      uint32_t changed = 0;
      for (uint32_t n = 0; n < r.size_B; n++)
         changed += memory[n] != 0xee;
      assert_int_equal(changed, stride_B * b.h);
      free(memory);
      free(in);
      free(out);
   }
}

/** Sizes of three-dimensional textures become powers of two. */
static void
test_volumes(void **state)
{
   struct r300_resource r = texture(PIPE_TEXTURE_3D, PIPE_FORMAT_R8G8B8A8_UNORM, 5, 9, 1);
   r.base.depth0 = 3;
   lay_out(r300_chip_find("rv530"), &r);
   assert_int_equal(r.level[0].pitch_px, 8);
   assert_int_equal(r.level[0].layer_B, 8 * 16 * 4);
   assert_int_equal(r.level[1].offset_B, 4 * 8 * 16 * 4);
   assert_int_equal(r.size_B, 4 * 8 * 16 * 4 + 2 * 4 * 8 * 4);
   assert_false(r.stride_given);
}

static void
test_impossible_layouts(void **state)
{
   const struct r300_chip *chip = r300_chip_find("rv530");
   struct r300_layout_how how;
   struct r300_resource r = texture(PIPE_TEXTURE_2D, PIPE_FORMAT_R32G32B32A32_FLOAT, 8, 8, 0);
   how = (struct r300_layout_how){.micro = R300_TILE_MICRO};
   assert_false(r300_layout(chip, &r, &how)); /* texels of 16 bytes have no tiles */
   r = texture(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 8, 8, 0);
   how = (struct r300_layout_how){.stride_B = 36};
   assert_false(r300_layout(chip, &r, &how)); /* rows are whole 32 bytes */
   how.stride_B = 64;
   assert_true(r300_layout(chip, &r, &how) && r.stride_given && r.size_B == 512);
   how.stride_B = 1 << 16;
   assert_false(r300_layout(chip, &r, &how)); /* pitch registers have 14 bits */
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_emulator_finds_texels),
      cmocka_unit_test(test_texels_mean_the_same),
      cmocka_unit_test(test_depth_is_read_high),
      cmocka_unit_test(test_known_sizes),
      cmocka_unit_test(test_samples_are_macro_tiled),
      cmocka_unit_test(test_uploads_come_back),
      cmocka_unit_test(test_volumes),
      cmocka_unit_test(test_impossible_layouts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
