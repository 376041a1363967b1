/* SPDX-License-Identifier: MIT
 *
 * Vertices of the emulator: index handling, reuse, primitive assembly of every type, stream-out.
 */
#include "emu_front_fixture.h"

static void
primitive_types(void **state)
{
   static const struct {
      uint8_t type, count, kind, n;
      bool first;      /* PROVOKING_VTX_LAST off */
      uint8_t v[8][4]; /* vertices, flat value */
   } cases[] = {
      {1,    3, RASTER_PRIM_POINT,    3, false, {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}}              },
      {2,    5, RASTER_PRIM_LINE,     2, false, {{0, 1, 1, 1}, {2, 3, 3, 3}}                            },
      {2,    4, RASTER_PRIM_LINE,     2, true,  {{0, 1, 1, 0}, {2, 3, 3, 2}}                            },
      {3,    4, RASTER_PRIM_LINE,     3, false, {{0, 1, 1, 1}, {1, 2, 2, 2}, {2, 3, 3, 3}}              },
      {0x12, 4, RASTER_PRIM_LINE,     4, false, {{0, 1, 1, 1}, {1, 2, 2, 2}, {2, 3, 3, 3}, {3, 0, 0, 0}}},
      {4,    7, RASTER_PRIM_TRIANGLE, 2, false, {{0, 1, 2, 2}, {3, 4, 5, 5}}                            },
      {4,    6, RASTER_PRIM_TRIANGLE, 2, true,  {{0, 1, 2, 0}, {3, 4, 5, 3}}                            },
      {6,    5, RASTER_PRIM_TRIANGLE, 3, false, {{0, 1, 2, 2}, {2, 1, 3, 3}, {2, 3, 4, 4}}              },
      {6,    5, RASTER_PRIM_TRIANGLE, 3, true,  {{0, 1, 2, 0}, {2, 1, 3, 1}, {2, 3, 4, 2}}              },
      {5,    5, RASTER_PRIM_TRIANGLE, 3, false, {{0, 1, 2, 2}, {0, 2, 3, 3}, {0, 3, 4, 4}}              },
      {5,    4, RASTER_PRIM_TRIANGLE, 2, true,  {{0, 1, 2, 1}, {0, 2, 3, 2}}                            },
      {0x15, 5, RASTER_PRIM_TRIANGLE, 3, false, {{0, 1, 2, 0}, {0, 2, 3, 0}, {0, 3, 4, 0}}              },
      {0x13, 8, RASTER_PRIM_TRIANGLE, 4, false, {{0, 1, 3, 3}, {1, 2, 3, 3}, {4, 5, 7, 7}, {5, 6, 7, 7}}},
      {0x13, 4, RASTER_PRIM_TRIANGLE, 2, true,  {{0, 1, 2, 0}, {0, 2, 3, 0}}                            },
      {0x14, 6, RASTER_PRIM_TRIANGLE, 4, false, {{2, 0, 3, 3}, {0, 1, 3, 3}, {4, 2, 5, 5}, {2, 3, 5, 5}}},
      {0x14, 4, RASTER_PRIM_TRIANGLE, 2, true,  {{0, 1, 3, 0}, {0, 3, 2, 0}}                            },
      {0x11, 6, RASTER_PRIM_RECT,     2, false, {{0, 1, 2, 2}, {3, 4, 5, 5}}                            },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      rec.pos = circle;
      rec.num_pos = 16;
      for (unsigned t = 0; t < ARRAY_SIZE(cases); t++) {
         struct stream s;
         begin(&s, e);
         basic_state(&s);
         reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET, cases[t].first ? 0 : 1 << 19);
         rec.num_prims = 0;
         draw_auto(&s, cases[t].type, cases[t].count);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, cases[t].n);
         for (unsigned i = 0; i < cases[t].n; i++) {
            const struct recorded *r = &rec.prim[i];
            assert_int_equal(r->p.kind, cases[t].kind);
            for (unsigned k = 0; k < 3; k++)
               assert_int_equal((int)r->params[k][0], cases[t].v[i][k]);
            assert_int_equal((int)r->params[r->p.provoking][0], cases[t].v[i][3]);
         }
      }
      emu_destroy(e);
   }
}

static void
indices(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   uint64_t size;
   uint8_t *vram = emu_vram(e, &size);
   rec.pos = circle;
   rec.num_pos = 16;
   /* 32-bit indices in memory with restart, offset and clamp */
   static const uint32_t index[] = {0, 1, 2, 0xffffffff, 3, 4, 5, 6};
   memcpy(vram + 0x2000, index, sizeof index);
   begin(&s, e);
   basic_state(&s);
   reg(&s, R6_VGT_MULTI_PRIM_IB_RESET_EN_OFFSET, 1);
   reg(&s, R6_VGT_MULTI_PRIM_IB_RESET_INDX_OFFSET, 0xffffffff);
   reg(&s, R6_VGT_IND_OFFSET_OFFSET, 2);
   reg(&s, R6_VGT_MIN_VTX_INDX_OFFSET, 3);
   reg(&s, R6_VGT_MAX_VTX_INDX_OFFSET, 7);
   reg(&s, R6_VGT_PRIMITIVE_TYPE_OFFSET, 3);
   dw(&s, DB_PKT3(DB_PKT3_INDEX_TYPE, 1));
   dw(&s, 1);
   dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
   dw(&s, (uint32_t)EMU_VRAM_BASE + 0x2000);
   dw(&s, 0);
   dw(&s, 8);
   dw(&s, 0);
   submit_ok(&s);
   static const uint8_t want[5][2] = {
      {3, 3},
      {3, 4},
      {5, 6},
      {6, 7},
      {7, 7}
   };
   assert_int_equal(rec.num_prims, 5);
   for (unsigned i = 0; i < 5; i++) {
      assert_int_equal((int)rec.prim[i].params[0][0], want[i][0]);
      assert_int_equal((int)rec.prim[i].params[1][0], want[i][1]);
   }
   /* 16-bit indices; the last ones lie behind the end of memory and read as 0 */
   rec.num_prims = 0;
   memcpy(vram + size - 4, (uint16_t[]){4, 5}, 4);
   reg(&s, R6_VGT_MULTI_PRIM_IB_RESET_EN_OFFSET, 0);
   reg(&s, R6_VGT_IND_OFFSET_OFFSET, 0);
   reg(&s, R6_VGT_MIN_VTX_INDX_OFFSET, 0);
   dw(&s, DB_PKT3(DB_PKT3_INDEX_TYPE, 1));
   dw(&s, 0);
   dw(&s, DB_PKT3(DB_PKT3_NUM_INSTANCES, 1));
   dw(&s, 3);
   dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
   dw(&s, (uint32_t)(EMU_VRAM_BASE + size - 4));
   dw(&s, 0);
   dw(&s, 4);
   dw(&s, 0);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 9); /* strip of 4, three times */
   for (unsigned i = 0; i < 9; i++) {
      static const uint8_t line[3][2] = {
         {4, 5},
         {5, 0},
         {0, 0}
      };
      assert_int_equal((int)rec.prim[i].params[0][0], line[i % 3][0]);
      assert_int_equal((int)rec.prim[i].params[1][0], line[i % 3][1]);
      assert_int_equal(fui(rec.prim[i].params[0][1]), i / 3); /* instance in R0.w */
   }
   emu_destroy(e);
}

/* A grid of 60 x 60 vertices as one indexed list: each vertex is shaded about once although six triangles use
 * it. */
static void
reuse_in_grid(bool may_stop)
{
   enum { N = 50 };
   static float grid[N * N][4];
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   uint64_t size;
   uint16_t *index = (uint16_t *)((uint8_t *)emu_vram(e, &size) + 0x10000);
   unsigned n = 0;
   for (unsigned i = 0; i < N * N; i++) {
      grid[i][0] = (float)(i % N) / N * 2 - 1;
      grid[i][1] = (float)(i / N) / N * 2 - 1;
      grid[i][3] = 1;
   }
   for (unsigned y = 0; y + 1 < N; y++) {
      for (unsigned x = 0; x + 1 < N; x++) {
         unsigned i = y * N + x;
         const unsigned quad[6] = {i, i + 1, i + N, i + 1, i + N + 1, i + N};
         for (unsigned k = 0; k < 6; k++)
            index[n++] = (uint16_t)quad[k];
      }
   }
   e->threads = 3;
   rec.pos = grid;
   rec.num_pos = N * N;
   rec.may_stop = may_stop;
   begin(&s, e);
   basic_state(&s);
   reg(&s, R6_VGT_PRIMITIVE_TYPE_OFFSET, 4);
   dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
   dw(&s, (uint32_t)EMU_VRAM_BASE + 0x10000);
   dw(&s, 0);
   dw(&s, n);
   dw(&s, 0);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, n / 3);
   for (unsigned i = 0; i < n; i++)
      assert_int_equal((int)rec.prim[i / 3].params[i % 3][0], index[i]);
   assert_true(rec.waves * 64 < N * N + 256);
   emu_destroy(e);
}

/* All vertices of a range, or those that indices name alone. */
static void
vertex_reuse(void **state)
{
   reuse_in_grid(false);
   reuse_in_grid(true);
}

/* A grid of squares as an indexed list, in which one square of \p front is seen, the others from behind; 0: none. */
static unsigned
half_seen_grid(uint16_t *index, unsigned side, unsigned front)
{
   unsigned n = 0, square = 0;
   for (unsigned y = 0; y + 1 < side; y++)
      for (unsigned x = 0; x + 1 < side; x++) {
         const unsigned i = y * side + x;
         const bool seen = front && square++ % front == 0;
         const unsigned corner[2] = {seen ? i + 1 : i + side, seen ? i + side : i + 1};
         const unsigned list[6] = {i, corner[0], corner[1], i + side + 1, corner[1], corner[0]};
         for (unsigned k = 0; k < 6; k++)
            index[n++] = (uint16_t)list[k];
      }
   return n;
}

/* Where few primitives of the draws before were seen, shaders run for positions first and once more for what is seen: SC
 * gets the same primitives. */
static void
mostly_culled_meshes(void **state)
{
   enum { SIDE = 50, DRAWS = 5 };
   static float grid[SIDE * SIDE][4];
   static struct recorded first[MAX_PRIMS];
   for (unsigned i = 0; i < SIDE * SIDE; i++) {
      grid[i][0] = (float)(i % SIDE) / SIDE * 2 - 1;
      grid[i][1] = (float)(i / SIDE) / SIDE * 2 - 1;
      grid[i][3] = 1;
   }
   for (unsigned may_stop = 0; may_stop < 2; may_stop++) {
      struct emulator *e = new_emulator("CYPRESS");
      uint64_t size;
      uint16_t *index = (uint16_t *)((uint8_t *)emu_vram(e, &size) + 0x10000);
      unsigned waves[DRAWS], seen[DRAWS];
      e->threads = 3;
      rec.pos = grid;
      rec.num_pos = SIDE * SIDE;
      rec.may_stop = may_stop;
      for (unsigned d = 0; d < DRAWS; d++) {
         const unsigned n = half_seen_grid(index, SIDE, d == DRAWS - 1 ? 0 : 40);
         struct stream s;
         begin(&s, e);
         basic_state(&s);
         reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET, 1 << 19 | 2); /* CULL_BACK */
         reg(&s, R6_VGT_PRIMITIVE_TYPE_OFFSET, 4);
         dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
         dw(&s, (uint32_t)EMU_VRAM_BASE + 0x10000);
         dw(&s, 0);
         dw(&s, n);
         dw(&s, 0);
         rec.num_prims = rec.waves = 0;
         submit_ok(&s);
         waves[d] = rec.waves;
         seen[d] = rec.num_prims;
         for (unsigned i = 0; i < rec.num_prims; i++) {
            struct recorded r = rec.prim[i];
            for (unsigned k = 0; k < 3; k++) {
               r.p.v[k] = NULL;
               r.v[k].params = NULL;
            }
            if (d == 0)
               first[i] = r;
            else
               assert_memory_equal(&r, &first[i], sizeof r);
         }
      }
      assert_int_equal(seen[0], 2 * ((SIDE - 1) * (SIDE - 1) / 40 + 1));
      assert_int_equal(seen[1] | seen[2] | seen[3], seen[0]);
      assert_int_equal(seen[4], 0);
      assert_int_equal(waves[1], waves[0]);
      assert_true(may_stop ? waves[2] == waves[0] : waves[2] > waves[0]);
      assert_int_equal(waves[3], waves[2]);
      assert_int_equal(waves[4], waves[0]);
      rec.may_stop = false;
      emu_destroy(e);
   }
}

static uint32_t
next_random(uint32_t *state)
{
   *state = *state * 1664525u + 1013904223u;
   return *state >> 8;
}

/* Twice the area of a triangle of random_lists(), in steps of its grid. */
static int
grid_area(const uint32_t v[3])
{
   int x[3], y[3];
   for (unsigned k = 0; k < 3; k++) {
      x[k] = (int)(v[k] % 7);
      y[k] = (int)(v[k] % 11);
   }
   return (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
}

/* Lists of triangles whose indices are close together, all different, far apart, or of all these kinds; every corner
 * gets the vertex of its index. What is not close together, is clamped or fills a batch takes other ways. */
static void
random_lists(void **state)
{
   enum { N = 20000, MOST = 24000 };
   static float pos[N][4];
   static uint32_t index[MOST];
   uint32_t seed = 5;
   for (unsigned i = 0; i < N; i++) {
      pos[i][0] = (float)(i % 7) / 8;
      pos[i][1] = (float)(i % 11) / 16;
      pos[i][3] = 1;
   }
   struct emulator *e = new_emulator("CYPRESS");
   uint64_t size;
   uint8_t *vram = emu_vram(e, &size);
   rec.pos = pos;
   rec.num_pos = N;
   for (unsigned round = 0; round < 40; round++) {
      const uint32_t n = 1 + next_random(&seed) % (round & 1 ? 300 : MOST - 1);
      const uint32_t offset = round % 4 == 3 ? next_random(&seed) % 500 : 0;
      const uint32_t most = round % 8 == 7 ? N / 2 : N - 1;
      uint32_t spread = 1 + next_random(&seed) % 3000, base = 0;
      for (uint32_t i = 0; i < n; i++) {
         if (i % 2000 == 0) {
            spread = (uint32_t[]){1, 40, 900, 3000, N - 501}[next_random(&seed) % 5];
            base = next_random(&seed) % (N - 500 - spread);
         }
         index[i] = spread == 40 ? MIN2(base + i % 2000, N - 501) : base + next_random(&seed) % spread;
      }
      memcpy(vram + 0x10000, index, n * 4);
      rec.num_prims = 0;
      struct stream s;
      begin(&s, e);
      basic_state(&s);
      reg(&s, EG_PA_SU_SC_MODE_CNTL_OFFSET, 1 << 19);
      reg(&s, EG_VGT_INDX_OFFSET_OFFSET, offset);
      reg(&s, EG_VGT_MAX_VTX_INDX_OFFSET, most);
      reg(&s, R6_VGT_PRIMITIVE_TYPE_OFFSET, 4);
      dw(&s, DB_PKT3(DB_PKT3_INDEX_TYPE, 1));
      dw(&s, 1);
      dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
      dw(&s, (uint32_t)EMU_VRAM_BASE + 0x10000);
      dw(&s, 0);
      dw(&s, n);
      dw(&s, 0);
      submit_ok(&s);
      uint32_t at = 0;
      for (uint32_t i = 0; i + 3 <= n; i += 3) {
         uint32_t v[3];
         for (unsigned k = 0; k < 3; k++)
            v[k] = MIN2(index[i + k] + offset, most);
         if (!grid_area(v))
            continue;
         assert_true(at < rec.num_prims);
         for (unsigned k = 0; k < 3; k++)
            assert_int_equal((int)rec.prim[at].params[k][0], v[k]);
         at++;
      }
      assert_int_equal(at, rec.num_prims);
   }
   emu_destroy(e);
}

/* Vertices in the order of primitives; one that does not fit is counted and nothing of it written. */
static void
stream_out(void **state)
{
   enum { BUFFER = 0x300000, STATS = 0x380000 };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      bool eg = e->chip->gen >= DB_EVERGREEN;
      struct stream s;
      uint64_t size;
      uint8_t *vram = emu_vram(e, &size);
      begin(&s, e);
      basic_state(&s);
      rec.streams = true;
      memset(vram + BUFFER, 0x5a, 128);
      reg(&s, eg ? EG_VGT_STRMOUT_CONFIG_OFFSET : R6_VGT_STRMOUT_EN_OFFSET, 1);
      reg(&s, eg ? EG_VGT_STRMOUT_BUFFER_CONFIG_OFFSET : R6_VGT_STRMOUT_BUFFER_EN_OFFSET, 2);
      reg(&s, R6_VGT_STRMOUT_BUFFER_SIZE_OFFSET(1), 3 + 2 * 3 * 3 + 4);
      reg(&s, R6_VGT_STRMOUT_VTX_STRIDE_OFFSET(1), 3);
      reg(&s, R6_VGT_STRMOUT_BUFFER_BASE_OFFSET(1), (uint32_t)(EMU_VRAM_BASE + BUFFER) >> 8);
      dw(&s, DB_PKT3(DB_PKT3_STRMOUT_BUFFER_UPDATE, 5));
      dw(&s, 1 << 8);
      dw(&s, 0);
      dw(&s, 0);
      dw(&s, 3);
      dw(&s, 0);
      draw_auto(&s, 6, 5); /* a strip: 0 1 2, 2 1 3, 2 3 4 */
      dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 3));
      dw(&s, DB_EVENT_SAMPLE_STREAMOUTSTATS | 3 << 8);
      dw(&s, (uint32_t)(EMU_VRAM_BASE + STATS));
      dw(&s, 0);
      dw(&s, DB_PKT3(DB_PKT3_STRMOUT_BUFFER_UPDATE, 5));
      dw(&s, 1 << 8 | 3 << 1 | 1);
      dw(&s, (uint32_t)(EMU_VRAM_BASE + STATS + 64));
      dw(&s, 0);
      dw(&s, 0);
      dw(&s, 0);
      submit_ok(&s);
      static const uint32_t order[] = {0, 1, 2, 2, 1, 3};
      const uint32_t *out = (const uint32_t *)(vram + BUFFER);
      for (unsigned i = 0; i < 3; i++)
         assert_int_equal(out[i], 0x5a5a5a5a);
      for (unsigned i = 0; i < 6; i++) {
         assert_int_equal(out[3 + 3 * i], 0x5a5a5a5a);          /* what the shader does not give stays */
         assert_int_equal(out[3 + 3 * i + 1], order[i] + 1000); /* components y and z, at dword 1 */
         assert_int_equal(out[3 + 3 * i + 2], order[i] + 2000);
      }
      for (unsigned i = 21; i < 32; i++)
         assert_int_equal(out[i], 0x5a5a5a5a);
      uint64_t stats[2];
      memcpy(stats, vram + STATS, sizeof stats);
      assert_int_equal(stats[0] & ~(UINT64_C(1) << 63), 3);
      assert_int_equal(stats[1] & ~(UINT64_C(1) << 63), 2);
      assert_int_equal(*(const uint32_t *)(vram + STATS + 64), 21);
      /* a draw of as many vertices as two strides of what is there; primitives are counted without buffers,
       * too */
      rec.num_prims = 0;
      s.n = 0;
      reg(&s, eg ? EG_VGT_STRMOUT_BUFFER_CONFIG_OFFSET : R6_VGT_STRMOUT_BUFFER_EN_OFFSET, 0);
      reg(&s, EG_VGT_STRMOUT_DRAW_OPAQUE_OFFSET_OFFSET, 3);
      reg(&s, EG_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE_OFFSET, 3);
      dw(&s, DB_PKT3(DB_PKT3_COPY_DW, 5));
      dw(&s, 1);
      dw(&s, (uint32_t)(EMU_VRAM_BASE + STATS + 64));
      dw(&s, 0);
      dw(&s, EG_VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE_OFFSET / 4);
      dw(&s, 0);
      reg(&s, R6_VGT_PRIMITIVE_TYPE_OFFSET, 1);
      /* the first counts, the second does not */
      for (unsigned i = 0; i < 2; i++) {
         dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2));
         dw(&s, 0);
         dw(&s, 2 | 1 << 6);
         dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 1));
         dw(&s, i ? DB_EVENT_PIPELINESTAT_START : DB_EVENT_PIPELINESTAT_STOP);
      }
      dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 3));
      dw(&s, DB_EVENT_SAMPLE_STREAMOUTSTATS | 3 << 8);
      dw(&s, (uint32_t)(EMU_VRAM_BASE + STATS));
      dw(&s, 0);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 2 * 6);
      memcpy(stats, vram + STATS, sizeof stats);
      assert_int_equal(stats[0] & ~(UINT64_C(1) << 63), 3 + 6);
      assert_int_equal(stats[1] & ~(UINT64_C(1) << 63), 2);
      /* SX_MISC.MULTIPASS kills all primitives, on every generation */
      for (unsigned kill = 2; kill-- > 0;) {
         rec.num_prims = 0;
         s.n = 0;
         reg(&s, R6_SX_MISC_OFFSET, kill);
         dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2));
         dw(&s, 6);
         dw(&s, 2);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, kill ? 0 : 6);
      }
      rec.streams = false;
      emu_destroy(e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(primitive_types), cmocka_unit_test(indices),    cmocka_unit_test(vertex_reuse),
      cmocka_unit_test(random_lists),    cmocka_unit_test(stream_out), cmocka_unit_test(mostly_culled_meshes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
