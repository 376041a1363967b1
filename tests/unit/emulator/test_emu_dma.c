/* SPDX-License-Identifier: MIT
 *
 * The emulator's asynchronous DMA ring: copies between ranges and between a range and a tiled surface, fills,
 * writes.
 */
#include "emu_front_fixture.h"

static void
dma_ring(void **state)
{
   for (unsigned c = 1; c < 3; c++) {
      struct emulator *e = new_emulator(chips[c]);
      uint64_t size;
      uint8_t *vram = emu_vram(e, &size);
      uint32_t lo = (uint32_t)EMU_VRAM_BASE;
      const uint32_t good[] = {13u << 28 | 4, lo + 64, 0xabcd, 0, 3u << 28 | 2,
                               lo + 128,      lo + 72, 0,      0, 15u << 28};
      struct emu_error err;
      assert_true(emu_submit_dma(e, good, ARRAY_SIZE(good), &err));
      uint32_t v[4];
      memcpy(v, vram + 128, 16);
      assert_true(v[0] == 0xabcd && v[1] == 0xabcd && v[2] == 0);
      const uint32_t cut[] = {15u << 28, 3u << 28 | 2, 0};
      assert_false(emu_submit_dma(e, cut, ARRAY_SIZE(cut), &err));
      assert_int_equal(err.dword, 1);
      assert_int_equal(err.packet, cut[1]);
      const uint32_t outside[] = {13u << 28 | 4, 64, 0xabcd, 0};
      assert_false(emu_submit_dma(e, outside, ARRAY_SIZE(outside), &err));
      assert_non_null(strstr(err.reason, "outside of memory"));
      if (e->chip->gen >= DB_EVERGREEN) {
         /* a fill counts dwords, whatever the sub-command says: this one's reach behind the last byte */
         const uint32_t fill_bytes[] = {13u << 28 | 0x40u << 20 | 3, (uint32_t)(EMU_VRAM_BASE + size - 3),
                                        ~0u, 0};
         assert_false(emu_submit_dma(e, fill_bytes, ARRAY_SIZE(fill_bytes), &err));
         assert_non_null(strstr(err.reason, "outside of memory"));
      }
      emu_destroy(e);
   }
}

/* Tiled copies put each element where the surface has it, and back. */
static void
dma_ring_tiles(void **state)
{
   enum { LINEAR = 0x10000, TILED = 0x40000, BACK = 0x80000, W = 64, ROWS = 16 };
   for (unsigned mode = EMU_1D_THIN1; mode <= EMU_2D_THIN1; mode += 2) {
      struct emulator *e = new_emulator("CYPRESS");
      uint64_t size;
      uint8_t *vram = emu_vram(e, &size);
      struct emu_error err;
      uint32_t *linear = (uint32_t *)(vram + LINEAR);
      const uint32_t height = 64;
      for (uint32_t i = 0; i < W * ROWS; i++)
         linear[i] = i * 2654435761u;
      uint32_t stream[18];
      for (unsigned back = 0; back < 2; back++) {
         const uint32_t copy[9] = {
            3u << 28 | 8u << 20 | W * ROWS,
            (uint32_t)(EMU_VRAM_BASE + TILED) >> 8,
            back << 31 | mode << 27 | 2 << 24 | 1 << 21,
            (W / 8 - 1) | (height - 1) << 16,
            W * height / 64 - 1,
            0,
            8 | 4 << 21 | 2 << 25,
            (uint32_t)EMU_VRAM_BASE + (back ? BACK : LINEAR),
            0,
         };
         memcpy(stream + 9 * back, copy, sizeof copy);
      }
      if (!emu_submit_dma(e, stream, ARRAY_SIZE(stream), &err))
         fail_msg("dword %u: %s", err.dword, err.reason);
      const struct emu_surface surf = {.chip = e->chip,
                                       .array_mode = (uint8_t)mode,
                                       .bytes_per_el = 4,
                                       .bank_width = 1,
                                       .bank_height = 2,
                                       .macro_aspect = 1,
                                       .num_banks = 8,
                                       .tile_split_B = 1024,
                                       .pitch_el = W,
                                       .height_el = height,
                                       .slice_B = W * height * 4};
      for (uint32_t i = 0; i < W * ROWS; i++) {
         uint32_t v;
         memcpy(&v, vram + TILED + emu_surface_offset(&surf, i % W, 8 + i / W, 0), 4);
         assert_int_equal(v, linear[i]);
      }
      assert_memory_equal(vram + BACK, vram + LINEAR, W * ROWS * 4);
      stream[2] |= 15 << 27;
      assert_false(emu_submit_dma(e, stream, 9, &err));
      assert_non_null(strstr(err.reason, "not implemented"));
      emu_destroy(e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(dma_ring),
      cmocka_unit_test(dma_ring_tiles),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
