/* SPDX-License-Identifier: MIT
 *
 * The kernel winsys against a kernel made for the test (drm_fake.h): what it asks, what it makes of the
 * answers, and what it does when the kernel says no.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "drm_fake.h"
#include "db/terascale/pm4.h"
#include "winsys/radeon/priv.h"
#include "winsys/winsys.h"

#define R(n) (FAKE_RADEON + DRM_RADEON_##n)

static struct winsys *
create(const char *name, char *error, size_t error_B)
{
   return ws_drm_create_fd(fake.fd, &terascale_chip_find(name)->base, error, error_B);
}

static struct winsys *
make(const char *name)
{
   char error[200] = "";
   fake_open(terascale_chip_find(name));
   struct winsys *ws = create(name, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   return ws;
}

static void
end(struct winsys *ws)
{
   ws->destroy(ws);
   assert_int_equal(fake_open_handles(), 0);
   fake.fd = 0; /* the winsys has closed it */
}

/* ---- the board ---------------------------------------------------------------------------------------- */

static void
test_info(void **state)
{
   static const struct {
      const char *chip;
      uint32_t config, pipes, banks, group, row;
   } cases[] = {
      {"rv670",   2 << 1 | 1 << 4,          4, 8,  256, 0   },
      {"rv770",   3 << 1 | 0 << 4 | 1 << 6, 8, 4,  512, 0   },
      {"rv610",   0,                        1, 4,  256, 0   },
      {"cypress", 3 | 1 << 4,               8, 8,  256, 1024},
      {"cedar",   1 | 2 << 4 | 1 << 8,      2, 16, 512, 1024},
      {"cayman",  3 | 1 << 4 | 2 << 12,     8, 8,  256, 4096},
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      fake_open(terascale_chip_find(cases[i].chip));
      fake.tiling_config = cases[i].config;
      fake.backends = 3;
      fake.version_minor = i & 1 ? 25 : 26;
      char error[200] = "";
      struct winsys *ws = create(cases[i].chip, error, sizeof error);
      assert_non_null(ws);
      const struct ws_info *info = &ws->info;
      assert_string_equal(info->name, info->chip->name);
      assert_int_equal(info->no_hierarchical_depth, i & 1);
      assert_int_equal(info->vram_B, 256 << 20);
      assert_int_equal(info->gart_B, 512 << 20);
      /* the chip's description agrees with the board, not with the table */
      const struct terascale_chip *chip = terascale_chip(info->chip);
      assert_int_equal(chip->tile_pipes, cases[i].pipes);
      assert_int_equal(chip->num_banks, cases[i].banks);
      assert_int_equal(chip->group_bytes, cases[i].group);
      assert_int_equal(chip->row_bytes, cases[i].row);
      assert_int_equal(chip->render_backends, 3);
      assert_int_equal(chip->family, terascale_chip_find(cases[i].chip)->family);
      assert_int_equal(info->has_va, terascale_chip_find(cases[i].chip)->gen == DB_CAYMAN);
      end(ws);
   }
}

static void
test_unknown_tiling(void **state)
{
   static const struct {
      const char *chip;
      uint32_t config;
   } cases[] = {
      {"rv770",   4 << 1 },
      {"rv770",   2 << 4 },
      {"rv770",   2 << 6 },
      {"cypress", 4      },
      {"cypress", 3 << 4 },
      {"cypress", 2 << 8 },
      {"cypress", 3 << 12},
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      char error[200] = "";
      fake_open(terascale_chip_find(cases[i].chip));
      fake.tiling_config = cases[i].config;
      assert_null(create(cases[i].chip, error, sizeof error));
      assert_non_null(strstr(error, "tiling configuration"));
      fake.fd = 0;
   }
}

static void
test_no_memory_info(void **state)
{
   char error[200] = "";
   fake_open(terascale_chip_find("rv770"));
   fake_fail(R(GEM_INFO), EACCES, 1);
   assert_null(create("rv770", error, sizeof error));
   assert_non_null(strstr(error, "memory sizes: Permission denied"));
   fake.fd = 0;
}

/** Cayman under a kernel without virtual memory: streams with relocations, checked as such. */
static void
test_cayman_without_va(void **state)
{
   char error[200] = "";
   fake_open(terascale_chip_find("cayman"));
   fake.virtual_memory = false;
   struct winsys *ws = create("cayman", error, sizeof error);
   assert_non_null(ws);
   assert_false(ws->info.has_va);
   assert_false(ws->info.chip->virtual_memory);
   struct ws_bo *bo = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
   assert_int_equal(ws->bo_va(ws, bo), 0);
   ws->bo_unref(ws, bo);
   end(ws);
}

/* ---- buffers ------------------------------------------------------------------------------------------ */

static void
test_buffers(void **state)
{
   struct winsys *ws = make("rv770");
   struct ws_bo *a = ws->bo_create(ws, 5000, 256, WS_DOMAIN_GTT);
   struct ws_bo *b = ws->bo_create(ws, 1 << 20, 1 << 16, WS_DOMAIN_VRAM);
   assert_int_equal(fake.object[a->handle].size_B, 8192);
   assert_int_equal(fake.object[a->handle].alignment, 4096);
   assert_int_equal(fake.object[a->handle].domain, RADEON_GEM_DOMAIN_GTT);
   assert_int_equal(fake.object[b->handle].alignment, 1 << 16);
   assert_int_equal(fake.object[b->handle].domain, RADEON_GEM_DOMAIN_VRAM);
   memset(ws->bo_map(ws, a), 0x11, 8192);
   uint8_t *p = ws->bo_map(ws, b);
   memset(p, 0x22, 1 << 20);
   assert_ptr_equal(ws->bo_map(ws, b), p);
   assert_int_equal(((uint8_t *)ws->bo_map(ws, a))[8191], 0x11);
   assert_int_equal(fake.calls[R(GEM_MMAP)], 2);
   ws->bo_set_tiling(ws, b, RADEON_TILING_MACRO, 4096);
   uint32_t flags, pitch;
   assert_true(ws->bo_get_tiling(ws, b, &flags, &pitch));
   assert_int_equal(flags, RADEON_TILING_MACRO);
   assert_int_equal(pitch, 4096);
   ws->bo_ref(ws, a);
   ws->bo_unref(ws, a);
   assert_int_equal(fake_open_handles(), 2);
   ws->bo_unref(ws, a);
   ws->bo_unref(ws, b);
   ws->bo_unref(ws, NULL);
   end(ws);
}

static void
test_buffer_failures(void **state)
{
   struct winsys *ws = make("cayman");
   fake_fail(R(GEM_CREATE), ENOMEM, 1);
   assert_null(ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM));
   assert_null(ws->bo_create(ws, UINT64_C(1) << 40, 4096, WS_DOMAIN_VRAM));
   fake_fail(R(GEM_VA), ENOMEM, 1);
   assert_null(ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM));
   assert_int_equal(fake_open_handles(), 0);
   struct ws_bo *bo = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
   assert_non_null(bo);
   assert_int_equal(bo->va, FAKE_VA_START); /* the address of the one that failed is free again */
   fake_fail(R(GEM_MMAP), ENOMEM, 1);
   assert_null(ws->bo_map(ws, bo));
   assert_non_null(ws->bo_map(ws, bo));
   ws->bo_unref(ws, bo);
   end(ws);
}

/** The fake refuses overlapping and misaligned addresses. */
static void
test_addresses(void **state)
{
   struct winsys *ws = make("cayman");
   struct ws_bo *bo[40] = {0};
   uint32_t seed = 7;
   for (unsigned round = 0; round < 2000; round++) {
      seed = seed * 1664525 + 1013904223;
      unsigned i = (seed >> 20) % 40;
      if (bo[i]) {
         ws->bo_unref(ws, bo[i]);
         bo[i] = NULL;
         continue;
      }
      uint32_t align = 4096u << (seed >> 8 & 7);
      bo[i] = ws->bo_create(ws, 1 + (seed & 0xff) * 1000, align, WS_DOMAIN_VRAM);
      assert_non_null(bo[i]);
      assert_true(bo[i]->va >= FAKE_VA_START && bo[i]->va % align == 0);
      assert_int_equal(fake.object[bo[i]->handle].va, bo[i]->va);
   }
   for (unsigned i = 0; i < 40; i++)
      ws->bo_unref(ws, bo[i]);
   /* all of it is one free range again */
   struct ws_bo *all = ws->bo_create(ws, 700 << 20, 4096, WS_DOMAIN_GTT);
   assert_int_equal(all->va, FAKE_VA_START);
   ws->bo_unref(ws, all);
   end(ws);
}

/* ---- submissions -------------------------------------------------------------------------------------- */

static const uint32_t stream[] = {DB_PKT2, DB_PKT2, DB_PKT2, DB_PKT2};

static bool
submit(struct winsys *ws, enum ws_ring ring, struct ws_bo *bo, struct ws_fence **f)
{
   struct ws_reloc r = {bo, WS_DOMAIN_VRAM, WS_DOMAIN_VRAM};
   return ws->cs_submit(ws, ring, stream, 4, &r, bo ? 1 : 0, f);
}

static void
test_submission(void **state)
{
   for (unsigned i = 0; i < 2; i++) {
      struct winsys *ws = make(i ? "cayman" : "rv670");
      struct ws_bo *a = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
      struct ws_bo *b = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_GTT);
      struct ws_reloc r[2] = {
         {a, 0, WS_DOMAIN_VRAM},
         {b, 0, 0             }  /* listed, never named: must not lose its place in memory */
      };
      struct ws_fence *f = NULL;
      assert_true(ws->cs_submit(ws, WS_RING_DMA, stream, 4, r, 2, &f));
      assert_non_null(f);
      assert_int_equal(fake.ib_dw, 4);
      assert_memory_equal(fake.ib, stream, sizeof stream);
      assert_int_equal(fake.flags[0], RADEON_CS_KEEP_TILING_FLAGS | (i ? RADEON_CS_USE_VM : 0));
      assert_int_equal(fake.flags[1], RADEON_CS_RING_DMA);
      assert_int_equal(fake.num_relocs, 3); /* two, and the fence */
      assert_int_equal(fake.relocs[0].handle, a->handle);
      assert_int_equal(fake.relocs[0].write_domain, RADEON_GEM_DOMAIN_VRAM);
      assert_int_equal(fake.relocs[1].handle, b->handle);
      assert_int_equal(fake.relocs[1].read_domains, RADEON_GEM_DOMAIN_GTT);
      assert_int_equal(fake.relocs[1].write_domain, 0);
      assert_true(ws->fence_wait(ws, f, 0));
      ws->fence_ref(ws, f);
      ws->fence_unref(ws, f);
      ws->fence_unref(ws, f);
      ws->fence_unref(ws, NULL);
      assert_true(submit(ws, WS_RING_GFX, NULL, NULL));
      assert_int_equal(fake.num_relocs, 0);
      ws->bo_unref(ws, a);
      ws->bo_unref(ws, b);
      end(ws);
   }
}

static void
test_interrupted(void **state)
{
   struct winsys *ws = make("rv770");
   static const int errors[] = {EINTR, EAGAIN};
   for (unsigned i = 0; i < 2; i++) {
      fake_fail(R(CS), errors[i], 3);
      unsigned before = fake.calls[R(CS)];
      assert_true(submit(ws, WS_RING_GFX, NULL, NULL));
      assert_int_equal(fake.calls[R(CS)] - before, 4);
   }
   fake_fail(R(CS), ENOMEM, 2);
   assert_true(submit(ws, WS_RING_GFX, NULL, NULL));
   end(ws);
}

static void
test_refused(void **state)
{
   static const int errors[] = {EINVAL, ENOMEM, EDEADLK, ENODEV, EACCES};
   for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
      struct winsys *ws = make("rv770");
      enum ws_blame blame;
      struct ws_fence *f = NULL;
      assert_int_equal(ws->reset_count(ws, &blame), 0);
      fake_fail(R(CS), errors[i], 1000);
      assert_false(submit(ws, WS_RING_GFX, NULL, &f));
      assert_non_null(f); /* nothing to wait for */
      assert_true(ws->fence_wait(ws, f, UINT64_MAX));
      ws->fence_unref(ws, f);
      bool lost = errors[i] == EDEADLK || errors[i] == ENODEV;
      assert_int_equal(ws->reset_count(ws, &blame), lost ? 1 : 0);
      fake_fail(0, 0, 0);
      assert_true(submit(ws, WS_RING_GFX, NULL, NULL)); /* and the next one goes */
      end(ws);
   }
}

static void
test_no_fence(void **state)
{
   struct winsys *ws = make("rv770");
   struct ws_fence *f = NULL;
   fake_fail(R(GEM_CREATE), ENOMEM, 1);
   assert_true(submit(ws, WS_RING_GFX, NULL, &f));
   assert_null(f);
   end(ws);
}

/* ---- waiting ------------------------------------------------------------------------------------------ */

static void
test_wait(void **state)
{
   struct winsys *ws = make("cypress");
   struct ws_bo *old = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
   struct ws_bo *bo = ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM);
   assert_true(ws->bo_wait(ws, bo, 0, true));
   assert_int_equal(fake.calls[R(GEM_BUSY)], 0); /* never used: nobody is asked */
   fake.cs_busy = UINT_MAX;
   assert_true(submit(ws, WS_RING_GFX, old, NULL));
   struct ws_fence *f;
   assert_true(submit(ws, WS_RING_GFX, bo, &f));
   assert_false(ws->bo_wait(ws, bo, 0, true));
   assert_false(ws->bo_wait(ws, bo, 100000000, false));
   assert_true(fake.calls[R(GEM_BUSY)] >= 3); /* one, and at least the first and the last look of the other */
   assert_false(ws->fence_wait(ws, f, 0));
   fake.object[bo->handle].busy = 3;
   assert_true(ws->bo_wait(ws, bo, UINT64_C(10000000000), true));
   /* What was submitted before it is through, too, without a question. */
   unsigned asked = fake.calls[R(GEM_BUSY)];
   assert_true(ws->bo_wait(ws, old, 0, true));
   assert_true(ws->fence_wait(ws, f, 0));
   assert_int_equal(fake.calls[R(GEM_BUSY)], asked);
   unsigned waited = fake.calls[R(GEM_WAIT_IDLE)];
   assert_int_equal(waited, 2); /* once for each in VRAM, for the CPU's sake: test_drm_read.c */
   /* The kernel's wait gives up now and then. */
   assert_true(submit(ws, WS_RING_GFX, bo, NULL));
   fake_fail(R(GEM_WAIT_IDLE), EBUSY, 2);
   assert_true(ws->bo_wait(ws, bo, UINT64_MAX, true));
   assert_int_equal(fake.calls[R(GEM_WAIT_IDLE)], waited + 3);
   /* A lost GPU does not block for ever. */
   assert_true(submit(ws, WS_RING_GFX, bo, NULL));
   fake_fail(R(GEM_WAIT_IDLE), EDEADLK, 1);
   assert_false(ws->bo_wait(ws, bo, UINT64_MAX, true));
   /* The DMA ring overtakes: its buffers say nothing about others, and the kernel is asked each time. */
   assert_true(submit(ws, WS_RING_GFX, old, NULL));
   fake.cs_busy = 0;
   assert_true(submit(ws, WS_RING_DMA, bo, NULL));
   assert_true(ws->bo_wait(ws, bo, 0, true));
   asked = fake.calls[R(GEM_BUSY)];
   assert_true(ws->bo_wait(ws, bo, 0, true));
   assert_int_equal(fake.calls[R(GEM_BUSY)], asked + 1);
   assert_false(ws->bo_wait(ws, old, 0, true));
   ws->fence_unref(ws, f);
   ws->bo_unref(ws, old);
   ws->bo_unref(ws, bo);
   end(ws);
}

/** A fence that was given up while busy must not hold the next one up. */
static void
test_fence_reuse(void **state)
{
   struct winsys *ws = make("rv770");
   struct ws_fence *f;
   fake.cs_busy = UINT_MAX;
   assert_true(submit(ws, WS_RING_GFX, NULL, &f));
   ws->fence_unref(ws, f);
   assert_int_equal(fake_open_handles(), 0);
   fake.cs_busy = 0;
   for (unsigned i = 0; i < 50; i++) {
      assert_true(submit(ws, WS_RING_GFX, NULL, &f));
      assert_true(ws->fence_wait(ws, f, 0));
      ws->fence_unref(ws, f);
   }
   assert_int_equal(fake_open_handles(), 1); /* one buffer served them all */
   assert_int_equal(fake.calls[R(GEM_CREATE)], 2);
   end(ws);
}

/* ---- resets ------------------------------------------------------------------------------------------- */

static void
test_resets(void **state)
{
   struct winsys *ws;
   enum ws_blame blame;
   fake_open(terascale_chip_find("rv770"));
   fake.resets = 5; /* before our time */
   char error[100] = "";
   ws = create("rv770", error, sizeof error);
   assert_non_null(ws);
   assert_int_equal(ws->reset_count(ws, &blame), 0);
   assert_int_equal(blame, WS_BLAME_NOBODY);
   fake.resets++;
   assert_int_equal(ws->reset_count(ws, &blame), 1);
   assert_int_equal(blame, WS_BLAME_OTHER); /* we had nothing under way */
   fake.cs_busy = UINT_MAX;
   struct ws_fence *f;
   assert_true(submit(ws, WS_RING_GFX, NULL, &f));
   assert_int_equal(ws->reset_count(ws, &blame), 1);
   fake.resets++;
   assert_int_equal(ws->reset_count(ws, &blame), 2);
   assert_int_equal(blame, WS_BLAME_UNKNOWN);
   assert_true(ws->fence_wait(ws, f, UINT64_MAX));
   assert_int_equal(ws->reset_count(ws, &blame), 2);
   fake.resets++;
   assert_int_equal(ws->reset_count(ws, &blame), 3);
   assert_int_equal(blame, WS_BLAME_OTHER);
   ws->fence_unref(ws, f);
   end(ws);
}

/* ---- sharing ------------------------------------------------------------------------------------------ */

static void
test_share(void **state)
{
   struct winsys *ws = make("cayman");
   uint64_t size;
   struct ws_bo *bo = ws->bo_create(ws, 12288, 4096, WS_DOMAIN_VRAM);
   int fd = ws->bo_export(ws, bo);
   assert_true(fd >= 0);
   /* our own comes back as itself */
   assert_ptr_equal(ws->bo_import(ws, fd, &size), bo);
   assert_int_equal(size, 12288);
   ws->bo_unref(ws, bo);
   assert_int_equal(fake_open_handles(), 1);
   assert_true(ws->bo_wait(ws, bo, 0, true));
   assert_int_equal(fake.calls[R(GEM_BUSY)], 1); /* others may use it: ask */
   ws->bo_unref(ws, bo);
   assert_int_equal(fake_open_handles(), 0);
   /* a stranger's: the handle is new to us */
   struct drm_radeon_gem_create other = {.size = 12288, .alignment = 4096};
   assert_int_equal(fake_create(&other), 0);
   fake.exported_handle = other.handle;
   struct ws_bo *in = ws->bo_import(ws, fd, &size);
   assert_non_null(in);
   assert_int_equal(size, 12288);
   assert_int_equal(in->domain, WS_DOMAIN_VRAM);
   assert_int_equal(in->va, fake.object[other.handle].va);
   assert_ptr_equal(ws->bo_import(ws, fd, &size), in);
   ws->bo_unref(ws, in);
   ws->bo_unref(ws, in);
   assert_null(ws->bo_import(ws, 12345, &size));
   close(fd);
   end(ws);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_info),           cmocka_unit_test(test_unknown_tiling),
      cmocka_unit_test(test_no_memory_info), cmocka_unit_test(test_cayman_without_va),
      cmocka_unit_test(test_buffers),        cmocka_unit_test(test_buffer_failures),
      cmocka_unit_test(test_addresses),      cmocka_unit_test(test_submission),
      cmocka_unit_test(test_interrupted),    cmocka_unit_test(test_refused),
      cmocka_unit_test(test_no_fence),       cmocka_unit_test(test_wait),
      cmocka_unit_test(test_fence_reuse),    cmocka_unit_test(test_resets),
      cmocka_unit_test(test_share),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
