/* SPDX-License-Identifier: MIT
 *
 * Strict hardware's model of caches: streams by hand, each rule broken and kept; and the model itself, by accesses.
 */
#include "emu_strict_fixture.h"
#include "emulator/terascale/strict/memory.h"

static const char *const all[] = {"R600", "RV670", "RV710", "RV770", "CEDAR", "CYPRESS", "CAYMAN"};

enum { OTHER = 0x200000, A_B = 64 * 64 * 4 };

static uint64_t
memory_reports(const struct stream *s)
{
   uint64_t n = 0;
   for (unsigned r = STRICT_M1; r <= STRICT_M9; r++)
      n += count(s->e, (enum strict_rule_id)r);
   return n;
}

static void
open_stream(struct stream *s, const char *chip, const char *mode)
{
   begin(s, new_strict_emulator(chip, mode));
   rec.pos = circle;
   rec.num_pos = 16;
   basic_state(s);
}

static void
target(struct stream *s, uint64_t addr)
{
   reg(s, s->e->chip->gen >= DB_EVERGREEN ? EG_CB_COLOR_BASE_OFFSET(0) : R6_CB_COLOR_BASE_OFFSET(0),
       (uint32_t)(addr >> 8));
}

static void
samples_target(void)
{
   rec.read_addr = TARGET_ADDR;
   rec.read_B = A_B;
   rec.read_how = SQ_READ_TEXTURE;
}

/* Renders to A, samples A; every step of the flush left out by itself. */
static uint64_t
render_to_texture(const char *chip, unsigned without, enum strict_rule_id rule, uint64_t *any)
{
   struct stream s;
   open_stream(&s, chip, "report");
   samples_target();
   draw_auto(&s, 4, 3);
   flush(&s, without, true);
   target(&s, EMU_VRAM_BASE + OTHER);
   draw_auto(&s, 4, 3);
   flush(&s, 0, false);
   submit_ok(&s);
   const uint64_t n = count(s.e, rule);
   *any = memory_reports(&s);
   emu_destroy(s.e);
   return n;
}

static void
colour_to_texture(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      const enum db_gen gen = terascale_chip_find(all[c])->gen;
      const bool pair = !strcmp(all[c], "RV670");
      uint64_t any;
      assert_int_equal(render_to_texture(all[c], 0, STRICT_M1, &any), 0);
      assert_int_equal(any, 0);
      assert_true(render_to_texture(all[c], EVENT, STRICT_M1, &any) > 0);
      /* R6xx: the pipe has to be idle; what else waits is the one with the pair of bases */
      assert_int_equal(render_to_texture(all[c], IDLE, STRICT_M1, &any) > 0, gen == DB_R600);
      if (gen != DB_R600 || pair)
         assert_true(render_to_texture(all[c], SYNC, STRICT_M1, &any) > 0);
      else
         assert_true(render_to_texture(all[c], SYNC, STRICT_M2, &any) > 0);
      /* no target has CMASK or HTILE */
      assert_int_equal(render_to_texture(all[c], CB_META | DB_META, STRICT_M1, &any), 0);
      assert_int_equal(any, 0);
   }
}

/* The texture cache has seen A before it was drawn to. */
static void
stale_textures(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      for (unsigned without = 0; without < 2; without++) {
         struct stream s;
         open_stream(&s, all[c], "report");
         samples_target();
         draw_auto(&s, 4, 3);
         flush(&s, 0, !without);
         target(&s, EMU_VRAM_BASE + OTHER);
         draw_auto(&s, 4, 3);
         flush(&s, 0, false);
         submit_ok(&s);
         assert_int_equal(count(s.e, STRICT_M2) > 0, without);
         assert_int_equal(memory_reports(&s) > 0, without);
         emu_destroy(s.e);
      }
   }
}

/* Samples A, then draws to it. */
static void
texture_to_colour(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      for (unsigned waits = 0; waits < 2; waits++) {
         struct stream s;
         open_stream(&s, all[c], "report");
         samples_target();
         rec.read_prims = 1;
         target(&s, EMU_VRAM_BASE + OTHER);
         draw_auto(&s, 4, 3);
         if (waits)
            event(&s, DB_EVENT_PS_PARTIAL_FLUSH);
         target(&s, TARGET_ADDR);
         draw_auto(&s, 4, 3);
         flush(&s, 0, false);
         submit_ok(&s);
         assert_int_equal(count(s.e, STRICT_M4) > 0, !waits);
         assert_int_equal(memory_reports(&s) > 0, !waits);
         emu_destroy(s.e);
      }
   }
}

static void
copy(struct stream *s, uint64_t to, uint64_t from, bool waits)
{
   dw(s, DB_PKT3(DB_PKT3_CP_DMA, 5));
   dw(s, (uint32_t)from);
   dw(s, (uint32_t)waits << 31);
   dw(s, (uint32_t)to);
   dw(s, 0);
   dw(s, 256);
   if (waits && s->e->chip->gen == DB_R600)
      reg(s, R6_WAIT_UNTIL_OFFSET, R6_WAIT_UNTIL(.WAIT_CP_DMA_IDLE = 1));
}

/* CP DMA and the colour block, both ways. */
static void
two_writers(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      for (unsigned k = 0; k < 4; k++) {
         struct stream s;
         open_stream(&s, all[c], "report");
         const bool flushes = k & 1, from = k & 2;
         draw_auto(&s, 4, 3);
         if (flushes)
            flush(&s, 0, false);
         copy(&s, from ? EMU_VRAM_BASE + OTHER : TARGET_ADDR, from ? TARGET_ADDR : EMU_VRAM_BASE + OTHER,
              true);
         flush(&s, 0, false);
         submit_ok(&s);
         assert_int_equal(count(s.e, from ? STRICT_M1 : STRICT_M3) > 0, !flushes);
         assert_int_equal(memory_reports(&s) > 0, !flushes);
         emu_destroy(s.e);
      }
   }
}

/* A copy that nobody waits for, and one into what a cache of readers holds. */
static void
copies(void **state)
{
   static const enum sq_read ways[] = {SQ_READ_TEXTURE, SQ_READ_VERTEX, SQ_READ_CONST, SQ_READ_CODE};
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      for (unsigned k = 0; k < 3 * ARRAY_SIZE(ways); k++) {
         struct stream s;
         open_stream(&s, all[c], "report");
         const unsigned what = k % 3; /* right; nobody waits for it; no cache is invalidated */
         const bool vc = s.e->chip->vertex_cache;
         rec.read_addr = EMU_VRAM_BASE + OTHER;
         rec.read_B = 256;
         rec.read_how = ways[k / 3];
         draw_auto(&s, 4, 3);
         event(&s, DB_EVENT_PS_PARTIAL_FLUSH);
         copy(&s, EMU_VRAM_BASE + OTHER, EMU_VRAM_BASE + 0x300000, what != 1);
         if (what != 2)
            sync_range(&s,
                       rec.read_how == SQ_READ_TEXTURE ? R6_CP_COHER_CNTL(.TC_ACTION_ENA = 1)
                       : rec.read_how == SQ_READ_VERTEX
                          ? R6_CP_COHER_CNTL(.VC_ACTION_ENA = vc, .TC_ACTION_ENA = !vc)
                          : R6_CP_COHER_CNTL(.SH_ACTION_ENA = 1),
                       1, (uint32_t)(EMU_VRAM_BASE + OTHER) >> 8);
         draw_auto(&s, 4, 3);
         reg(&s, R6_WAIT_UNTIL_OFFSET, R6_WAIT_UNTIL(.WAIT_CP_DMA_IDLE = 1));
         flush(&s, 0, false);
         submit_ok(&s);
         assert_int_equal(count(s.e, STRICT_M1) > 0, what == 1);
         assert_int_equal(count(s.e, STRICT_M2) > 0, what == 2);
         emu_destroy(s.e);
      }
   }
}

static void
ends(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      for (unsigned k = 0; k < 2; k++) {
         struct stream s;
         open_stream(&s, all[c], "report");
         draw_auto(&s, 4, 3);
         if (k)
            flush(&s, 0, false);
         submit_ok(&s);
         assert_int_equal(count(s.e, STRICT_M5), !k);
         /* the kernel's fence stands between streams */
         samples_target();
         target(&s, EMU_VRAM_BASE + OTHER);
         draw_auto(&s, 4, 3);
         flush(&s, 0, false);
         submit_ok(&s);
         assert_int_equal(memory_reports(&s), !k);
         emu_destroy(s.e);
      }
   }
}

/* Registers that there is one copy of. */
static void
busy(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      struct stream s;
      open_stream(&s, all[c], "report");
      reg(&s, R6_SQ_CONFIG_OFFSET, 1); /* what ran before may be running still */
      submit_ok(&s);
      assert_int_equal(count(s.e, STRICT_M6), 1);
      basic_state(&s);
      event(&s, DB_EVENT_PS_PARTIAL_FLUSH);
      reg(&s, R6_SQ_CONFIG_OFFSET, 1);
      draw_auto(&s, 4, 3);
      reg(&s, R6_SQ_CONFIG_OFFSET, 1); /* the same */
      flush(&s, 0, false);
      submit_ok(&s);
      assert_int_equal(count(s.e, STRICT_M6), 1);
      basic_state(&s);
      event(&s, DB_EVENT_PS_PARTIAL_FLUSH);
      reg(&s, R6_SQ_CONFIG_OFFSET, 1);
      draw_auto(&s, 4, 3);
      reg(&s, R6_SQ_CONFIG_OFFSET, 2);
      reg(&s, R6_TA_CNTL_AUX_OFFSET, 1);
      reg(&s, EG_TD_PS_BORDER_COLOR_RED_OFFSET, 0x3f800000);
      flush(&s, 0, false);
      submit_ok(&s);
      assert_int_equal(count(s.e, STRICT_M6), 4);
      emu_destroy(s.e);
   }
}

/* Draws to A by a shader that reads A: OpenGL leaves that undefined unless a barrier was asked for. */
static void
loops(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      for (unsigned barrier = 0; barrier < 2; barrier++) {
         struct stream s;
         open_stream(&s, all[c], "report");
         samples_target();
         draw_auto(&s, 4, 3);
         if (barrier)
            flush(&s, 0, true);
         draw_auto(&s, 4, 3);
         flush(&s, 0, true);
         submit_ok(&s);
         assert_int_equal(count(s.e, STRICT_M9) > 0, !barrier);
         assert_int_equal(memory_reports(&s), count(s.e, STRICT_M9));
         assert_int_equal(strict_rules[STRICT_M9].severity, STRICT_REMARK); /* which stops nothing */
         emu_destroy(s.e);
      }
   }
}

static void
rings(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      for (unsigned k = 0; k < 2; k++) {
         struct stream s;
         open_stream(&s, all[c], "report");
         event(&s, DB_EVENT_PS_PARTIAL_FLUSH);
         if (k)
            event(&s, DB_EVENT_VGT_FLUSH);
         reg(&s, R6_SQ_PSTMP_RING_BASE_OFFSET, (uint32_t)(EMU_VRAM_BASE + OTHER) >> 8);
         reg(&s, R6_SQ_PSTMP_RING_SIZE_OFFSET, 16);
         submit_ok(&s);
         assert_int_equal(count(s.e, STRICT_M8), k ? 0 : 2);
         assert_int_equal(count(s.e, STRICT_M6), 0);
         /* scratch memory that becomes a texture */
         basic_state(&s);
         event(&s, DB_EVENT_PS_PARTIAL_FLUSH);
         event(&s, DB_EVENT_VGT_FLUSH);
         reg(&s, R6_SQ_PSTMP_RING_BASE_OFFSET, (uint32_t)(EMU_VRAM_BASE + OTHER) >> 8);
         reg(&s, R6_SQ_PSTMP_RING_SIZE_OFFSET, 16);
         rec.scratch = true;
         rec.read_addr = EMU_VRAM_BASE + OTHER;
         rec.read_B = 4096;
         draw_auto(&s, 4, 3);
         if (k)
            flush(&s, 0, true);
         reg(&s, s.e->chip->gen >= DB_EVERGREEN ? EG_CB_TARGET_MASK_OFFSET : R6_CB_TARGET_MASK_OFFSET, 0);
         draw_auto(&s, 4, 3);
         flush(&s, 0, true);
         submit_ok(&s);
         assert_int_equal(count(s.e, STRICT_M1) > 0, !k);
         emu_destroy(s.e);
      }
   }
}

/* R6xx: no CB, no DB in SURFACE_SYNC, but for a pair of bits on three chips. */
static void
sync_bits(void **state)
{
   const struct {
      const char *chip;
      uint32_t cntl;
      bool wrong;
   } cases[] = {
      {"R600",                                   R6_CP_COHER_CNTL(.TC_ACTION_ENA = 1), false},
      {       "R600", R6_CP_COHER_CNTL(.CB1_DEST_BASE_ENA = 1,                .DEST_BASE_0_ENA = 1),  true},
      {       "RV670", R6_CP_COHER_CNTL(.CB1_DEST_BASE_ENA = 1,                .DEST_BASE_0_ENA = 1), false},
      {       "RV670",     R6_CP_COHER_CNTL(.CB_ACTION_ENA = 1,              .CB0_DEST_BASE_ENA = 1),  true},
      {       "RV635",    R6_CP_COHER_CNTL(.DB_ACTION_ENA = 1),                                 true     },
      { "RV770",                 R6_CP_COHER_CNTL(.CB_ACTION_ENA = 1,                                                .CB0_DEST_BASE_ENA = 1),      false},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      struct stream s;
      open_stream(&s, cases[i].chip, "report");
      sync_range(&s, cases[i].cntl, UINT32_MAX, 0);
      submit_ok(&s);
      assert_int_equal(count(s.e, STRICT_M7), cases[i].wrong);
      emu_destroy(s.e);
   }
}

/* ---- mode act ---- */

static struct {
   uint8_t *a;
   unsigned draws;
   uint8_t seen[4];
} acted;

/* Bins are executed: each draw sees the first byte of A; the first one writes it. */
static void
look_and_draw(void)
{
   assert_true(acted.draws < ARRAY_SIZE(acted.seen));
   acted.seen[acted.draws] = acted.a[0];
   if (!acted.draws)
      memset(acted.a, 0x22, A_B);
   acted.draws++;
}

static void
old_bytes(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(all); c++) {
      for (unsigned k = 0; k < 2; k++) {
         struct stream s;
         uint64_t size_B;
         open_stream(&s, all[c], "act");
         acted.a = (uint8_t *)emu_vram(s.e, &size_B) + (TARGET_ADDR - EMU_VRAM_BASE);
         acted.draws = 0;
         memset(acted.a, 0x11, A_B);
         rec.drawn = look_and_draw;
         s.n = 0;
         whole_state(&s);
         samples_target();
         draw_auto(&s, 4, 3);
         flush(&s, k ? 0 : EVENT, true);
         target(&s, EMU_VRAM_BASE + OTHER);
         draw_auto(&s, 4, 3);
         flush(&s, 0, true);
         submit_ok(&s);
         assert_int_equal(acted.draws, 2);
         assert_int_equal(acted.seen[0], 0x11);
         assert_int_equal(acted.seen[1], k ? 0x22 : 0x11);
         assert_int_equal(acted.a[0], 0x22); /* memory has what was drawn all the same */
         assert_int_equal(acted.a[A_B - 1], 0x22);
         emu_destroy(s.e);
      }
   }
}

/* ---- the model ---- */

static unsigned faults[MEMORY_FAULTS];

static void
note_fault(void *data, enum memory_fault fault, enum memory_client who, struct memory_range at,
           const struct memory_written *written)
{
   faults[fault]++;
}

static struct memory_range
at(uint64_t addr, uint64_t size_B)
{
   return (struct memory_range){addr, addr + size_B};
}

static void
expect(unsigned pending, unsigned stale, unsigned writers, unsigned still, unsigned ends_pending)
{
   const unsigned want[MEMORY_FAULTS] = {pending, stale, writers, still, ends_pending};
   for (unsigned i = 0; i < MEMORY_FAULTS; i++)
      if (faults[i] != want[i])
         fail_msg("fault %u came %u times instead of %u", i, faults[i], want[i]);
   memset(faults, 0, sizeof faults);
}

static void
model(void **state)
{
   struct memory_model *m = calloc(1, sizeof *m);
   m->fault = note_fault;
   memory_init(m);
   /* ranges end where they end */
   memory_write(m, MEMORY_CB, at(0x1000, 0x1000));
   memory_read(m, MEMORY_TC, at(0x2000, 0x100));
   memory_read(m, MEMORY_TC, at(0xf00, 0x100));
   expect(0, 0, 0, 0, 0);
   memory_read(m, MEMORY_TC, at(0x1fff, 1));
   expect(1, 0, 0, 0, 0);
   /* a flush that nobody waits for; one client's is not the other's; new writes are not flushed */
   memory_flush(m, 1 << MEMORY_DB);
   memory_complete(m, MEMORY_ALL_WRITERS, MEMORY_EVERYTHING);
   memory_read(m, MEMORY_VGT, at(0x1000, 4));
   expect(1, 0, 0, 0, 0);
   memory_flush(m, 1 << MEMORY_CB);
   memory_read(m, MEMORY_VGT, at(0x1000, 4));
   memory_wait_shaders(m);
   memory_write(m, MEMORY_CB, at(0x1000, 0x1000));
   memory_complete(m, MEMORY_ALL_WRITERS, MEMORY_EVERYTHING);
   memory_read(m, MEMORY_VGT, at(0x1000, 4));
   expect(2, 0, 0, 0, 0);
   /* what the texture cache read while it was pending is old; another cache's is not */
   memory_flush(m, MEMORY_ALL_WRITERS);
   memory_complete(m, MEMORY_ALL_WRITERS, at(0x1000, 0x800)); /* not all of it */
   memory_read(m, MEMORY_VC, at(0x1000, 4));
   expect(1, 0, 0, 0, 0);
   memory_complete(m, MEMORY_ALL_WRITERS, at(0x1000, 0x1000));
   memory_invalidate(m, 1 << MEMORY_VC, MEMORY_EVERYTHING);
   memory_read(m, MEMORY_TC, at(0x1000, 4));
   memory_read(m, MEMORY_CONST, at(0x1000, 4));
   expect(0, 1, 0, 0, 0);
   /* shaders that run may fetch it again behind the invalidation */
   memory_wait_shaders(m);
   memory_read(m, MEMORY_TC, at(0x8000, 4));
   memory_invalidate(m, 1 << MEMORY_TC, MEMORY_EVERYTHING);
   memory_wait_shaders(m);
   memory_write(m, MEMORY_CP, at(0x8000, 4));
   memory_read(m, MEMORY_TC, at(0x8000, 4));
   expect(0, 1, 0, 0, 0);
   memory_wait_shaders(m);
   memory_invalidate(m, 1 << MEMORY_TC, at(0x8000, 4));
   memory_read(m, MEMORY_TC, at(0x8000, 4));
   expect(0, 0, 0, 0, 0);
   memory_write(m, MEMORY_CP, at(0x8000, 4));
   expect(0, 0, 0, 1, 0);
   /* more than the tables hold loses faults, never invents one */
   memory_reset(m);
   for (unsigned i = 0; i < 5000; i++) {
      memory_read(m, MEMORY_CONST, at(0x100000 + i * 256, 256));
      memory_write(m, MEMORY_DB, at(0x1000000 + i * 4096, 4096));
   }
   expect(0, 0, 0, 0, 0);
   memory_write(m, MEMORY_DB, at(0x100000 + 4999 * 256, 256));
   expect(0, 0, 0, 1, 0);
   memory_end(m);
   expect(0, 0, 0, 0, 1);
   memory_end(m);
   expect(0, 0, 0, 0, 0);
   memory_fini(m);
   free(m);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(colour_to_texture),
      cmocka_unit_test(stale_textures),
      cmocka_unit_test(texture_to_colour),
      cmocka_unit_test(two_writers),
      cmocka_unit_test(copies),
      cmocka_unit_test(ends),
      cmocka_unit_test(busy),
      cmocka_unit_test(loops),
      cmocka_unit_test(rings),
      cmocka_unit_test(sync_bits),
      cmocka_unit_test(old_bytes),
      cmocka_unit_test(model),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
