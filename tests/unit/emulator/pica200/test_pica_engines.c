/* SPDX-License-Identifier: MIT
 *
 * Memory fill, display transfer, texture copy and DMA by their memory-mapped registers: bytes written out from the description of the engines.
 */
#include "db/pica200/picax_regs.h"
#include "emulator/pica200/engines/engines.h"
#include "pica_pixel_fixture.h"

enum { IN = PICA_VRAM_BASE, OUT = PICA_FCRAM_BASE };

static struct pica_gpu *
new_gpu(void)
{
   struct pica_gpu *gpu = pica_gpu_create(1 << 20, &pica_back_pixels, NULL);
   assert_non_null(gpu);
   return gpu;
}

static void
io(struct pica_gpu *gpu, uint32_t offset, uint32_t value)
{
   assert_true(pica_io_write(gpu, offset, value));
}

static void
fill(void **state)
{
   (void)state;
   struct pica_gpu *gpu = new_gpu();
   static const uint8_t expected[4][8] = {
      {0x78, 0x56, 0x78, 0x56, 0x78, 0x56, 0x78, 0x56},
      {0x78, 0x56, 0x34, 0x78, 0x56, 0x34, 0x78, 0x56},
      {0x78, 0x56, 0x34, 0x12, 0x78, 0x56, 0x34, 0x12},
      {0x78, 0x56, 0x34, 0x78, 0x56, 0x34, 0x78, 0x56}
   };
   for (unsigned width = 0; width < 4; width++)
      for (unsigned n = 0; n < 2; n++) {
         memset(gpu->vram, 0xee, 64);
         io(gpu, PICAX_PSC_START_OFFSET(n), (IN + 8) / 8);
         io(gpu, PICAX_PSC_END_OFFSET(n), (IN + 16) / 8);
         io(gpu, PICAX_PSC_VALUE_OFFSET(n), 0x12345678);
         io(gpu, PICAX_PSC_CONTROL_OFFSET(n), 1 | width << 8);
         assert_int_equal(pica_io_read(gpu, PICAX_PSC_CONTROL_OFFSET(n)) & 3, 2);
         assert_memory_equal(gpu->vram + 8, expected[width], 8);
         assert_int_equal(gpu->vram[7], 0xee);
         assert_int_equal(gpu->vram[16], 0xee);
      }
   io(gpu, PICAX_PSC_END_OFFSET(0), (IN + PICA_VRAM_SIZE_B + 8) / 8);
   assert_false(pica_io_write(gpu, PICAX_PSC_CONTROL_OFFSET(0), 1));
   assert_true(gpu->error.set);
   pica_gpu_destroy(gpu);
}

static bool
transfer(struct pica_gpu *gpu, uint32_t in_w, uint32_t in_h, uint32_t out_w, uint32_t out_h, uint32_t flags)
{
   memset(&gpu->error, 0, sizeof gpu->error);
   io(gpu, PICAX_PPF_IN_ADDR_OFFSET, IN / 8);
   io(gpu, PICAX_PPF_OUT_ADDR_OFFSET, OUT / 8);
   io(gpu, PICAX_PPF_IN_SIZE_OFFSET, in_h << 16 | in_w);
   io(gpu, PICAX_PPF_OUT_SIZE_OFFSET, out_h << 16 | out_w);
   io(gpu, PICAX_PPF_FLAGS_OFFSET, flags);
   return pica_io_write(gpu, PICAX_PPF_START_OFFSET, 1);
}

static uint32_t
word(const uint8_t *p)
{
   uint32_t w;
   memcpy(&w, p, 4);
   return w;
}

static void
tilings(void **state)
{
   (void)state;
   struct pica_gpu *gpu = new_gpu();
   enum { W = 24, H = 16 };
   uint8_t *tiled = gpu->vram, *linear = gpu->fcram;
   for (uint32_t i = 0; i < W * H; i++) {
      uint32_t w = i * 0x01010203;
      memcpy(tiled + 4 * i, &w, 4);
   }
   assert_true(transfer(gpu, W, H, W, H, 0));
   assert_int_equal(pica_io_read(gpu, PICAX_PPF_START_OFFSET), 0x100);
   for (uint32_t y = 0; y < H; y++)
      for (uint32_t x = 0; x < W; x++)
         assert_int_equal(word(linear + 4 * (y * W + x)), pica_tiled(W, x, y) * 0x01010203);
   assert_true(transfer(gpu, W, H, W, H, 1)); /* flipped */
   assert_int_equal(word(linear), pica_tiled(W, 0, H - 1) * 0x01010203);
   assert_true(transfer(gpu, W, H, W - 8, H - 8, 4)); /* cropped */
   assert_int_equal(word(linear + 4 * (W - 8)), pica_tiled(W, 0, 1) * 0x01010203);
   assert_true(transfer(gpu, W, H, W, H, 2)); /* linear to tiled */
   assert_int_equal(word(linear + 4 * pica_tiled(W, 5, 9)), (9 * W + 5) * 0x01010203u);
   assert_true(transfer(gpu, W, H, W, H, 1 << 5)); /* as it is */
   assert_memory_equal(linear, tiled, 4 * W * H);
   pica_gpu_destroy(gpu);
}

/* Rows that are longer than what goes at once, and no multiple of it, in all sizes of pixels and orders. */
static void
long_rows(void **state)
{
   (void)state;
   static const uint8_t bytes[5] = {4, 3, 2, 2, 2};
   static const uint32_t orders[4] = {0, 2, 1 << 5, 1 << 5 | 2}; /* to linear, to tiled, tiled, linear */
   enum { W = 88, H = 16 };
   struct pica_gpu *gpu = new_gpu();
   for (unsigned i = 0; i < 4 * 2 * W * H; i++)
      gpu->vram[i] = (uint8_t)(i * 2654435761u >> 13);
   for (unsigned f = 0; f < 5; f++)
      for (unsigned o = 0; o < 4; o++) {
         const bool in_tiled = !(orders[o] & 2), out_tiled = o == 1 || o == 2;
         assert_true(transfer(gpu, W, H, W, H, orders[o] | f << 8 | f << 12));
         for (uint32_t y = 0; y < H; y++)
            for (uint32_t x = 0; x < W; x++) {
               const uint32_t from = in_tiled ? pica_tiled(W, x, y) : y * W + x,
                              to = out_tiled ? pica_tiled(W, x, y) : y * W + x;
               assert_memory_equal(gpu->fcram + bytes[f] * to, gpu->vram + bytes[f] * from, bytes[f]);
            }
      }
   for (uint32_t flip = 0; flip < 2; flip++) { /* to the screen: without alpha, which stands first */
      assert_true(transfer(gpu, W, H, W, H, flip | 1 << 12));
      for (uint32_t y = 0; y < H; y++)
         for (uint32_t x = 0; x < W; x++)
            assert_memory_equal(gpu->fcram + 3 * ((flip ? H - 1 - y : y) * W + x),
                                gpu->vram + 4 * pica_tiled(W, x, y) + 1, 3);
   }
   assert_true(transfer(gpu, W, H, W - 8, H, 4 | 1 << 12)); /* cropped */
   assert_memory_equal(gpu->fcram + 3 * (3 * (W - 8) + W - 9), gpu->vram + 4 * pica_tiled(W, W - 9, 3) + 1,
                       3);
   assert_true(transfer(gpu, 2 * W, H, 2 * W, H, 2 << 24));
   for (uint32_t y = 0; y < H / 2; y++)
      for (uint32_t x = 0; x < W; x++)
         for (unsigned c = 0; c < 4; c++) {
            unsigned sum = 0;
            for (unsigned k = 0; k < 4; k++)
               sum += gpu->vram[4 * pica_tiled(2 * W, 2 * x + (k & 1), 2 * y + (k >> 1)) + c];
            assert_int_equal(gpu->fcram[4 * (y * W + x) + c], sum / 4);
         }
   pica_gpu_destroy(gpu);
}

static void
filters(void **state)
{
   (void)state;
   struct pica_gpu *gpu = new_gpu();
   memset(gpu->vram, 0, 4 * 16 * 16);
   static const uint8_t red[4] = {10, 21, 33, 7}; /* pixels of a quad are neighbours in memory */
   for (unsigned i = 0; i < 4; i++)
      gpu->vram[4 * i + 3] = red[i];
   assert_true(transfer(gpu, 16, 16, 16, 16, 1 << 24));
   assert_int_equal(gpu->fcram[3], 15);
   assert_int_equal(gpu->fcram[8 * 4 + 3], 20); /* the next of rows of 8 */
   assert_true(transfer(gpu, 16, 16, 16, 16, 2 << 24));
   assert_int_equal(gpu->fcram[3], 17);
   assert_true(transfer(gpu, 16, 16, 16, 16, 2 << 24 | 1 << 5));
   assert_int_equal(gpu->fcram[3], 17);
   pica_gpu_destroy(gpu);
}

static void
conversions(void **state)
{
   (void)state;
   static const struct {
      unsigned in, out;
      uint32_t from, to;
   } cases[] = {
      {0, 1, 0x9a7bc57f, 0x9a7bc5                                        },
      {0, 2, 0x9a7bc57f, 0x13 << 11 | 0x1e << 5 | 0x18                   },
      {0, 3, 0x9a7bc57f, 0x13 << 11 | 0x0f << 6 | 0x18 << 1              },
      {0, 3, 0x9a7bc580, 0x13 << 11 | 0x0f << 6 | 0x18 << 1 | 1          },
      {0, 4, 0x9a7bc57f, 0x97c7                                          },
      {4, 3, 0x97c7,     0x13 << 11 | 0x0e << 6 | 0x19 << 1              },
      {4, 3, 0x97c8,     0x13 << 11 | 0x0e << 6 | 0x19 << 1 | 1          },
      {3, 2, 0x9bf1,     0x13 << 11 | (0x0f << 1 | 0x0f >> 4) << 5 | 0x18},
      {2, 4, 0x9bd8,     0x97cf                                          },
   };
   struct pica_gpu *gpu = new_gpu();
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      memset(gpu->vram, 0, 1024);
      memcpy(gpu->vram, &cases[i].from, 4);
      assert_true(transfer(gpu, 8, 8, 8, 8, cases[i].in << 8 | cases[i].out << 12));
      uint32_t got = word(gpu->fcram) & (cases[i].out == 1 ? 0xffffff : 0xffff);
      assert_int_equal(got, cases[i].to);
   }
   /* those that never end on the chip */
   static const uint8_t hangs[][2] = {
      {1, 0},
      {1, 2},
      {2, 0},
      {3, 0},
      {4, 0},
      {2, 1},
      {3, 1},
      {4, 1}
   };
   for (unsigned i = 0; i < ARRAY_SIZE(hangs); i++) {
      uint32_t flags = (uint32_t)hangs[i][0] << 8 | (uint32_t)hangs[i][1] << 12;
      assert_false(transfer(gpu, 8, 8, 8, 8, flags));
      pica_pixels_params(gpu)->transfer_any = 1;
      assert_true(transfer(gpu, 8, 8, 8, 8, flags));
      pica_pixels_params(gpu)->transfer_any = 0;
   }
   pica_gpu_destroy(gpu);
}

static void
transfer_refusals(void **state)
{
   (void)state;
   struct pica_gpu *gpu = new_gpu();
   assert_false(transfer(gpu, 16, 16, 24, 16, 0)); /* larger */
   assert_false(transfer(gpu, 16, 16, 8, 16, 0));  /* narrower, no crop */
   assert_false(transfer(gpu, 16, 16, 8, 16, 5));  /* and flipped */
   assert_false(transfer(gpu, 12, 16, 12, 16, 0)); /* no tiles */
   assert_false(transfer(gpu, 0, 16, 0, 16, 0));
   assert_false(transfer(gpu, 16, 16, 16, 16, 5 << 8));    /* no format */
   assert_false(transfer(gpu, 16, 16, 16, 16, 3 << 24));   /* no filter */
   assert_false(transfer(gpu, 16, 16, 16, 16, 1 << 16));   /* 32x32 */
   assert_false(transfer(gpu, 2048, 2048, 2048, 2048, 0)); /* not in memory */
   assert_false(transfer(gpu, 65528, 65528, 65528, 65528, 0));
   pica_gpu_destroy(gpu);
}

static bool
copy(struct pica_gpu *gpu, uint32_t bytes, uint32_t in, uint32_t out, uint32_t flags)
{
   memset(&gpu->error, 0, sizeof gpu->error);
   io(gpu, PICAX_PPF_IN_ADDR_OFFSET, IN / 8);
   io(gpu, PICAX_PPF_OUT_ADDR_OFFSET, OUT / 8);
   io(gpu, PICAX_PPF_COPY_SIZE_OFFSET, bytes);
   io(gpu, PICAX_PPF_COPY_IN_OFFSET, in);
   io(gpu, PICAX_PPF_COPY_OUT_OFFSET, out);
   io(gpu, PICAX_PPF_FLAGS_OFFSET, flags);
   return pica_io_write(gpu, PICAX_PPF_START_OFFSET, 1);
}

static void
copies(void **state)
{
   (void)state;
   struct pica_gpu *gpu = new_gpu();
   for (unsigned i = 0; i < 4096; i++)
      gpu->vram[i] = (uint8_t)(i >> 4);
   memset(gpu->fcram, 0xff, 4096);
   assert_true(copy(gpu, 192, 0, 0, 8));
   assert_memory_equal(gpu->fcram, gpu->vram, 192);
   assert_int_equal(gpu->fcram[192], 0xff);
   /* lines of 3 with gaps of 1 to lines of 2 with gaps of 2, twelve units */
   memset(gpu->fcram, 0xff, 4096);
   assert_true(copy(gpu, 192, 1 << 16 | 3, 2 << 16 | 2, 12));
   static const uint8_t units[24] = {0, 1, 255, 255, 2,  4,  255, 255, 5,  6,  255, 255,
                                     8, 9, 255, 255, 10, 12, 255, 255, 13, 14, 255, 255};
   for (unsigned i = 0; i < 24; i++)
      assert_int_equal(gpu->fcram[16 * i + 15], units[i]);
   assert_false(copy(gpu, 8, 0, 0, 8));
   assert_false(copy(gpu, 192, 1 << 16, 0, 12));
   assert_false(copy(gpu, 192, 1 << 16 | 1, 0, 8));
   assert_false(copy(gpu, 0xfffffff0, 0, 0, 8));
   assert_false(copy(gpu, 1 << 19, 0xffff0001, 0, 12));
   memset(&gpu->error, 0, sizeof gpu->error);
   assert_true(pica_dma(gpu, IN, IN + 16, 64)); /* overlapping */
   assert_int_equal(gpu->vram[16 + 63], 3);
   assert_false(pica_dma(gpu, IN, OUT + (1 << 20) - 8, 16));
   pica_gpu_destroy(gpu);
}

/* Registers of the 3D unit through the window, a list by P3D_START. */
static void
window(void **state)
{
   (void)state;
   struct pica_gpu *gpu = new_gpu();
   io(gpu, 0x1000 + 4 * PICA_ID(BLEND_COLOR), 0x11223344);
   assert_int_equal(gpu->r.BLEND_COLOR, 0x11223344);
   assert_int_equal(pica_io_read(gpu, 0x1000 + 4 * PICA_ID(BLEND_COLOR)), 0x11223344);
   const uint32_t list[4] = {0x55667788, 0x000f0000 | PICA_ID(BLEND_COLOR), 0x12345678, 0x000f0010};
   memcpy(gpu->fcram, list, sizeof list);
   io(gpu, PICAX_P3D_SIZE_OFFSET, sizeof list / 8);
   io(gpu, PICAX_P3D_ADDR_OFFSET, OUT / 8);
   io(gpu, PICAX_P3D_START_OFFSET, 1);
   assert_int_equal(gpu->r.BLEND_COLOR, 0x55667788);
   assert_false(pica_io_write(gpu, 0x1000 + 4 * PICA_REGS, 0));
   assert_false(pica_io_write(gpu, 2, 0));
   assert_false(pica_io_write(gpu, 0xfffffffc, 0));
   assert_int_equal(pica_io_read(gpu, 0xfffffffc), 0);
   pica_gpu_destroy(gpu);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(fill),      cmocka_unit_test(tilings),     cmocka_unit_test(filters),
      cmocka_unit_test(long_rows), cmocka_unit_test(conversions), cmocka_unit_test(transfer_refusals),
      cmocka_unit_test(copies),    cmocka_unit_test(window),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
