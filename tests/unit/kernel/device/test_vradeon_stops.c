/* SPDX-License-Identifier: MIT
 *
 * Streams that the kernel takes and the emulated GPU does not run: append counts, the global data share, compute.
 * Each costs one reset and one sentence; the client's next stream runs, and other clients notice nothing.
 */
#include "db/terascale/eg_regs.h"
#include "vradeon_fixture.h"

struct stream {
   const char *name, *sentence;
   uint32_t n, dw[40];
};

#define CONTEXT(header, reg, v)                                                                              \
   DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 2) | (header), ((reg)-DB_EG_CONTEXT_REG_BASE) / 4, (v)
#define NOTHING_DRAWN CONTEXT(0, EG_CB_TARGET_MASK_OFFSET, 0), CONTEXT(0, EG_DB_DEPTH_CONTROL_OFFSET, 0)
#define RELOC(i)      DB_PKT3(DB_PKT3_NOP, 1), 4 * (i)

static const struct stream streams[] = {
   {"append count from memory",
    "SET_APPEND_CNT is not implemented", 6,
    {DB_PKT3(DB_PKT3_SET_APPEND_CNT, 3),
     (EG_GDS_APPEND_COUNT_0_OFFSET - DB_EG_CONTEXT_REG_BASE) / 4 << 16 |
        DB_PKT3_SET_APPEND_CNT_DW0__SRC_SEL__SRC_SEL_MEM,
     64, 0, RELOC(0)}                                                                 },
   {"copy to the GDS",
    "CP_DMA ",                           8,
    {DB_PKT3(DB_PKT3_CP_DMA, 5), 0, 1u << 20, 0, 0, 64 | 1u << 27, RELOC(0)}          },
   {"copy from the GDS",
    "CP_DMA ",                           8,
    {DB_PKT3(DB_PKT3_CP_DMA, 5), 0, 1u << 29, 0, 0, 64 | 1u << 26, RELOC(0)}          },
   {"dispatch",
    "DISPATCH_DIRECT: compute is",       11,
    {NOTHING_DRAWN, DB_PKT3(DB_PKT3_DISPATCH_DIRECT, 4) | DB_PKT3_COMPUTE, 1, 1, 1, 1}},
   {"indirect dispatch",
    "DISPATCH_INDIRECT ",                11,
    {NOTHING_DRAWN, DB_PKT3(DB_PKT3_DISPATCH_INDIRECT, 2), 0, 1, RELOC(0)}            },
};

/* What stderr gets while it runs. */
static void
submit_listening(int fd, const struct stream *s, const uint32_t *handles, char *text, size_t size)
{
   FILE *f = tmpfile();
   assert_non_null(f);
   fflush(stderr);
   int old = dup(2);
   assert_true(old >= 0 && dup2(fileno(f), 2) == 2);
   int result = submit(fd, s->dw, s->n, handles, 1, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX);
   fflush(stderr);
   assert_true(dup2(old, 2) == 2);
   close(old);
   if (result)
      fail_msg("%s: refused, errno %d", s->name, errno);
   rewind(f);
   size_t n = fread(text, 1, size - 1, f);
   text[n] = 0;
   fclose(f);
}

/* A copy of 16 bytes arrives. */
static void
still_runs(int fd)
{
   uint32_t ib[16], h[2] = {create(fd, 4096), create(fd, 4096)};
   uint32_t *src = map(fd, h[0], 4096), *dst = map(fd, h[1], 4096);
   src[3] = 1234567;
   assert_int_equal(
      submit(fd, ib, copy_stream(ib, 0, 0, 16, false), h, 2, RADEON_CS_KEEP_TILING_FLAGS, RADEON_CS_RING_GFX),
      0);
   struct drm_radeon_gem_wait_idle wait = {.handle = h[1]};
   assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait), 0);
   assert_int_equal(dst[3], 1234567);
   munmap(src, 4096);
   munmap(dst, 4096);
   close_handle(fd, h[0]);
   close_handle(fd, h[1]);
}

static void
one_reset_each(void **state)
{
   (void)state;
   int fd = open_render(), other = open_render();
   const uint32_t h[1] = {create(fd, 4096)};
   for (unsigned i = 0; i < sizeof streams / sizeof *streams; i++) {
      const struct stream *s = &streams[i];
      uint32_t before, after;
      char text[1000];
      assert_int_equal(info(fd, RADEON_INFO_GPU_RESET_COUNTER, &before), 0);
      submit_listening(fd, s, h, text, sizeof text);
      struct drm_radeon_gem_wait_idle wait = {.handle = h[0]};
      assert_int_equal(ioctl(fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, &wait), 0); /* does not hang */
      assert_int_equal(info(fd, RADEON_INFO_GPU_RESET_COUNTER, &after), 0);
      if (after != before + 1)
         fail_msg("%s: %u resets", s->name, after - before);
      const char *end = strchr(text, '\n');
      if (!strstr(text, "virtual radeon: the GPU stopped: ") || !strstr(text, s->sentence) || !end || end[1])
         fail_msg("%s: says \"%s\"", s->name, text);
      still_runs(other);
      still_runs(fd);
      assert_int_equal(info(fd, RADEON_INFO_GPU_RESET_COUNTER, &before), 0);
      assert_int_equal(before, after);
   }
   close(fd);
   close(other);
}

/* What is marked as the compute shader's, and a relocation with the same mark, is none of the graphics' business: a stream behind a
 * dispatch that was stopped may set it again. */
static void
compute_state(void **state)
{
   (void)state;
   int fd = open_render();
   const uint32_t h[1] = {create(fd, 4096)};
   const struct stream s = {
      "compute state",
      "",
      11,
      {CONTEXT(DB_PKT3_COMPUTE, EG_SQ_PGM_START_LS_OFFSET, 0), DB_PKT3(DB_PKT3_NOP, 1) | DB_PKT3_COMPUTE, 0,
        DB_PKT3(DB_PKT3_SET_APPEND_CNT, 3) | DB_PKT3_COMPUTE,
        (EG_GDS_APPEND_COUNT_0_OFFSET - DB_EG_CONTEXT_REG_BASE) / 4 << 16 |
          DB_PKT3_SET_APPEND_CNT_DW0__SRC_SEL__SRC_SEL_MEM, 64, 0, RELOC(0)}
   };
   uint32_t before, after;
   char text[1000];
   assert_int_equal(info(fd, RADEON_INFO_GPU_RESET_COUNTER, &before), 0);
   submit_listening(fd, &s, h, text, sizeof text);
   assert_int_equal(info(fd, RADEON_INFO_GPU_RESET_COUNTER, &after), 0);
   assert_int_equal(before, after);
   assert_string_equal(text, "");
   close(fd);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(one_reset_each), cmocka_unit_test(compute_state)};
   return find_chip() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
