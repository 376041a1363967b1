/* SPDX-License-Identifier: MIT
 *
 * Where texels are: an independent reading of the public formula (bits of x and y take turns inside a tile of 8x8, tiles row by row, the last
 * row first), and what stands around small pictures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pica200/resource.h"
#include "util/u_math.h"

static uint8_t storage[1 << 16];
static struct drv_bo bo = {.map = storage, .size_B = sizeof storage};

static struct pica200_resource
texture(enum pipe_format format, unsigned target, uint32_t w, uint32_t h, unsigned last_level, uint32_t sw,
        uint32_t sh)
{
   struct pica200_resource r = {.format = pica200_format(format), .bo = &bo};
   r.base.width0 = w;
   r.base.height0 = h;
   r.base.target = (uint8_t)target;
   r.base.array_size = target == PIPE_TEXTURE_CUBE ? 6 : 1;
   r.base.last_level = (uint8_t)last_level;
   pica200_layout(&r, sw, sh);
   assert_true(r.size_B <= sizeof storage);
   return r;
}

static uint32_t
place(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
   uint32_t m = 0, row = height - 1 - y;
   for (unsigned b = 0; b < 3; b++)
      m |= (x >> b & 1) << (2 * b) | (row >> b & 1) << (2 * b + 1);
   return ((row >> 3) * (width >> 3) + (x >> 3)) * 64 + m;
}

/* Any box of any format comes back, and stands where it belongs. */
static void
tiles(void **state)
{
   (void)state;
   static const enum pipe_format formats[] = {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_B5G6R5_UNORM,
                                              PIPE_FORMAT_L8_UNORM};
   static const struct pipe_box boxes[] = {
      {0, 0, 0, 32, 16, 1},
      {3, 5, 0, 7,  9,  1},
      {8, 8, 0, 1,  1,  1},
      {1, 0, 0, 31, 1,  1}
   };
   for (unsigned f = 0; f < ARRAY_SIZE(formats); f++)
      for (unsigned b = 0; b < ARRAY_SIZE(boxes); b++) {
         const struct pica200_resource r = texture(formats[f], PIPE_TEXTURE_2D, 32, 16, 0, 32, 16);
         const uint32_t size_B = r.format->texel_B, stride_B = (uint32_t)boxes[b].width * size_B;
         uint8_t rows[32 * 16 * 4], back[32 * 16 * 4];
         for (unsigned i = 0; i < sizeof rows; i++)
            rows[i] = (uint8_t)(i * 31 + 7);
         memset(storage, 0, sizeof storage);
         pica200_tile(&r, 0, storage, &boxes[b], rows, stride_B);
         for (unsigned y = 0; y < (unsigned)boxes[b].height; y++)
            for (unsigned x = 0; x < (unsigned)boxes[b].width; x++) {
               uint8_t texel[4];
               pica200_to_memory(r.format, texel, rows + y * stride_B + x * size_B, 1);
               assert_memory_equal(
                  storage + size_B * place((unsigned)boxes[b].x + x, (unsigned)boxes[b].y + y, 32, 16), texel,
                  size_B);
            }
         pica200_detile(&r, 0, storage, &boxes[b], back, stride_B);
         assert_memory_equal(back, rows, stride_B * (unsigned)boxes[b].height);
      }
}

/* Components in memory: the last one in the lowest byte. */
static void
orders(void **state)
{
   (void)state;
   static const struct {
      enum pipe_format format;
      uint8_t row[4], texel[4];
   } cases[] = {
      {PIPE_FORMAT_R8G8B8A8_UNORM, {1, 2, 3, 4}, {4, 3, 2, 1}  },
      {PIPE_FORMAT_R8G8B8X8_UNORM, {1, 2, 3, 4}, {255, 3, 2, 1}},
      {PIPE_FORMAT_B8G8R8A8_UNORM, {3, 2, 1, 4}, {4, 3, 2, 1}  },
      {PIPE_FORMAT_B8G8R8X8_UNORM, {3, 2, 1, 4}, {255, 3, 2, 1}},
      {PIPE_FORMAT_L8A8_UNORM,     {1, 4},       {4, 1}        },
      {PIPE_FORMAT_A4B4G4R4_UNORM, {0x34, 0x12}, {0x34, 0x12}  },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct pica200_format *f = pica200_format(cases[i].format);
      uint8_t texel[4] = {0}, row[4] = {0};
      pica200_to_memory(f, texel, cases[i].row, 1);
      assert_memory_equal(texel, cases[i].texel, f->texel_B);
      pica200_from_memory(f, row, cases[i].texel, 1);
      for (unsigned k = 0; k < f->texel_B; k++)
         assert_int_equal(row[k], f->opaque && k == 3 ? 255 : cases[i].row[k]);
   }
   assert_null(pica200_format(PIPE_FORMAT_R16G16B16A16_FLOAT));
}

/* Levels without gaps; those of less than 8 texels are stored, but no unit samples them. */
static void
levels(void **state)
{
   (void)state;
   struct pica200_resource r = texture(PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 64, 16, 6, 64, 16);
   assert_int_equal(r.sampled_levels, 2);
   assert_false(r.padded);
   assert_int_equal(r.level[1].offset_B, 64 * 16 * 4);
   assert_int_equal(r.level[2].offset_B, 64 * 16 * 4 + 32 * 8 * 4);
   assert_int_equal(r.level[6].width, 8);
   assert_int_equal(r.level[6].height, 8);
   r = texture(PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 20, 12, 0, 32, 16);
   assert_true(r.padded);
}

static uint8_t
texel_at(const struct pica200_resource *r, uint32_t x, uint32_t y)
{
   return storage[place(x, y, r->level[0].width, r->level[0].height)];
}

static void
padding(void **state)
{
   (void)state;
   static const uint8_t rows[2][4] = {
      {1, 2, 3, 4},
      {5, 6, 7, 8}
   };
   static const struct {
      unsigned wrap;
      uint8_t x[8];
   } cases[] = {
      {PIPE_TEX_WRAP_REPEAT,        {1, 2, 3, 4, 1, 2, 3, 4}},
      {PIPE_TEX_WRAP_MIRROR_REPEAT, {1, 2, 3, 4, 4, 3, 2, 1}},
      {PIPE_TEX_WRAP_CLAMP_TO_EDGE, {1, 2, 3, 4, 4, 4, 4, 4}},
   };
   const struct pipe_box box = {0, 0, 0, 4, 2, 1};
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      struct pica200_resource r = texture(PIPE_FORMAT_L8_UNORM, PIPE_TEXTURE_2D, 4, 2, 0, 8, 8);
      memset(storage, 99, sizeof storage);
      pica200_tile(&r, 0, storage, &box, &rows[0][0], 4);
      pica200_pad(&r, cases[i].wrap, PIPE_TEX_WRAP_REPEAT);
      for (unsigned y = 0; y < 8; y++)
         for (unsigned x = 0; x < 8; x++)
            assert_int_equal(texel_at(&r, x, y), cases[i].x[x] + (y & 1) * 4);
   }
}

/* Cube maps are magnified and come back, in sizes that divide 8 and in others. */
static void
cubes(void **state)
{
   (void)state;
   for (uint32_t size = 1; size < 16; size++) {
      const uint32_t stored = MAX2(u_next_pow2(size), 8u);
      struct pica200_resource r =
         texture(PIPE_FORMAT_L8_UNORM, PIPE_TEXTURE_CUBE, size, size, 0, stored, stored);
      const struct pipe_box box = {0, 0, 0, (int)size, (int)size, 1};
      uint8_t rows[16 * 16], back[16 * 16];
      for (unsigned i = 0; i < sizeof rows; i++)
         rows[i] = (uint8_t)(i * 7 + 1);
      if (size == stored)
         continue;
      assert_true(r.padded);
      memset(storage, 0, sizeof storage);
      pica200_tile(&r, 0, storage, &box, rows, size);
      pica200_pad(&r, PIPE_TEX_WRAP_REPEAT, PIPE_TEX_WRAP_REPEAT);
      assert_true(pica200_is_magnified(&r));
      for (unsigned y = 0; y < stored; y++)
         for (unsigned x = 0; x < stored; x++)
            assert_int_equal(texel_at(&r, x, y), rows[y * size / stored * size + x * size / stored]);
      pica200_unpad(&r);
      pica200_detile(&r, 0, storage, &box, back, size);
      assert_memory_equal(back, rows, size * size);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(tiles),   cmocka_unit_test(orders), cmocka_unit_test(levels),
      cmocka_unit_test(padding), cmocka_unit_test(cubes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
