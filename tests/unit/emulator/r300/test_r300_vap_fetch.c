/* SPDX-License-Identifier: MIT
 *
 * Vertex fetch of elements of floats, four vertices at a time, against the way of any vertices, which arrays at the end of memory go.
 */
#include "emulator/r300/gpu.h"
#include "emulator/r300/pvs/pvs.h"
#include "emulator/r300/vap/vap.h"
#include "r300_fixture.h"

enum { VERTICES = 90, TRIES = 400 };

static uint32_t seed = 1;

static uint32_t
below(uint32_t n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 8) % n;
}

/* Some arrays of all vertices, one behind the other up to \p end_B of memory; returns how many dwords a vertex has. */
static unsigned
any_arrays(struct fix *f, uint64_t end_B)
{
   struct emulator *e = f->e;
   unsigned dwords = 0;
   e->num_arrays = 1 + below(4);
   for (unsigned i = e->num_arrays; i-- > 0;) {
      struct r300_array *a = &e->array[i];
      a->size_dw = 1 + below(8);
      a->stride_dw = below(8) ? a->size_dw + below(3) : 0;
      end_B -= ((VERTICES - 1) * a->stride_dw + a->size_dw) * 4;
      a->address = FIX_COLOR_AT + end_B;
      dwords += a->size_dw;
   }
   return dwords;
}

/* Elements for so many dwords of a vertex, of any floats that arrays end behind or within, or beyond them. */
static void
any_elements(struct fix *f, unsigned dwords)
{
   unsigned n = 0;
   uint32_t half[16] = {0}, ext[16] = {0};
   for (unsigned at = 0; n < 16 && (at < dwords || !n); n++) {
      const unsigned type = below(4), skip = below(4) ? 0 : below(3);
      half[n] = type | skip << 4 | n << 8;
      ext[n] = below(6) | below(6) << 3 | below(6) << 6 | below(6) << 9 | (below(3) ? 15u : below(16)) << 12;
      at += type + 1 + skip;
   }
   half[n - 1] |= 1 << 13; /* the last */
   for (unsigned i = 0; i < 8; i++) {
      f->e->rx.mmio.VAP_PROG_STREAM_CNTL[i] = half[2 * i] | half[2 * i + 1] << 16;
      f->e->rx.mmio.VAP_PROG_STREAM_CNTL_EXT[i] = ext[2 * i] | ext[2 * i + 1] << 16;
   }
   assert_true(vap_decode_elements(f->e));
}

static void
floats(void **state)
{
   static struct emu_row rows[PVS_INPUTS][4];
   struct fix f;
   unsigned quick = 0, slow = 0;
   fix_open(&f, "rv515", 1, NULL);
   struct emulator *const e = f.e;
   fix_state(&f); /* a draw, so that there is bound state */
   fix_fill(&f, 0, 0, 0, 0, 1);
   fix_run(&f);
   assert_true(r300_prepare_state(e));
   for (unsigned t = 0; t < TRIES; t++) {
      uint32_t index[EMU_LANES];
      const unsigned n = 1 + below(EMU_LANES), dwords = any_arrays(&f, FIX_MEMORY_B);
      any_elements(&f, dwords);
      for (unsigned i = FIX_MEMORY_B / 2; i < FIX_MEMORY_B; i += 4)
         f.memory[i + below(4)] = (uint8_t)below(256);
      e->vap->source =
         (struct vap_source){.min = below(10), .max = 60 + below(30), .offset = (int32_t)below(5) - 4};
      for (unsigned i = 0; i < n; i++)
         index[i] = 4 + below(VERTICES - 4);
      e->vap->source.max =
         MIN2(e->vap->source.max, (uint32_t)(VERTICES - 1 - MAX2(e->vap->source.offset, 0)));
      e->vap->source.min = MAX2(e->vap->source.min, 4u);
      memset(e->pvs->input, 0, sizeof e->pvs->input);
      e->vap->clear_inputs = true;
      slow += !vap_fetch_floats(e, index, n); /* the last array ends where memory does */
      e->vap->clear_inputs = true;
      assert_true(vap_fetch(e, index, n));
      memcpy(rows, e->pvs->input, sizeof rows);
      /* the same arrays, a little further from the end */
      memmove(f.memory + FIX_MEMORY_B / 4, f.memory + FIX_MEMORY_B / 2, FIX_MEMORY_B / 2);
      for (unsigned i = 0; i < e->num_arrays; i++)
         e->array[i].address -= FIX_MEMORY_B / 4;
      memset(e->pvs->input, 0, sizeof e->pvs->input);
      if (!vap_fetch_floats(e, index, n))
         continue; /* an element of two arrays, or beyond them */
      quick++;
      for (unsigned i = 0; i < PVS_INPUTS; i++)
         for (unsigned k = 0; k < 4; k++)
            assert_memory_equal(e->pvs->input[i][k].u, rows[i][k].u, n * 4);
   }
   assert_true(quick > TRIES / 8 && slow > TRIES / 4);
   emu_destroy(f.e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(floats)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
