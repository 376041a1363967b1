/* SPDX-License-Identifier: MIT
 *
 * The winsys in front of the emulator: its allocator under random use, fresh memory is zero, a bad stream is
 * refused and does no harm.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/terascale/pm4.h"
#include "target/screen.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

static struct winsys *
open_ws(const char *chip)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   return ws;
}

static void
test_allocator(void **state)
{
   struct winsys *ws = open_ws("cypress");
   enum { N = 64 };
   struct ws_bo *bo[N] = {0};
   uint64_t size[N];
   uint32_t seed = 1;
   for (unsigned round = 0; round < 4000; round++) {
      seed = seed * 1664525 + 1013904223;
      unsigned i = seed >> 26;
      if (bo[i]) {
         /* Nobody else wrote here. */
         uint8_t *p = ws->bo_map(ws, bo[i]);
         assert_int_equal(p[0], i + 1);
         assert_int_equal(p[size[i] - 1], i + 1);
         ws->bo_unref(ws, bo[i]);
         bo[i] = NULL;
         continue;
      }
      size[i] = 1 + (seed >> 8 & 0x3ffff);
      uint32_t align = 4096u << (seed & 7);
      bo[i] = ws->bo_create(ws, size[i], align, WS_DOMAIN_VRAM);
      assert_non_null(bo[i]);
      uint8_t *p = ws->bo_map(ws, bo[i]);
      assert_int_equal((uintptr_t)p % 4096, 0);
      assert_int_equal(p[0] | p[size[i] - 1] | p[size[i] / 2], 0);
      p[0] = p[size[i] - 1] = p[size[i] / 2] = (uint8_t)(i + 1);
   }
   for (unsigned i = 0; i < N; i++)
      ws->bo_unref(ws, bo[i]);
   /* Everything joined again: nearly all of memory is one piece. */
   struct ws_bo *all = ws->bo_create(ws, ws->info.vram_B, 4096, WS_DOMAIN_VRAM);
   assert_non_null(all);
   assert_null(ws->bo_create(ws, 4096, 4096, WS_DOMAIN_VRAM));
   ws->bo_unref(ws, all);
   ws->destroy(ws);
}

static void
test_bad_stream(void **state)
{
   static const char *const chips[] = {"rv770", "cypress", "cayman"};
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      struct winsys *ws = open_ws(chips[k]);
      const uint32_t truncated[] = {DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 9), 0};
      const uint32_t forbidden[] = {DB_PKT3(DB_PKT3_REG_RMW, 3), 0, 0, 0};
      const uint32_t good[] = {DB_PKT2, DB_PKT3(DB_PKT3_CONTEXT_CONTROL, 2), 0x80000000, 0x80000000};
      struct ws_fence *f = NULL;
      assert_false(ws->cs_submit(ws, WS_RING_GFX, truncated, 2, NULL, 0, &f));
      ws->fence_unref(ws, f);
      assert_false(ws->cs_submit(ws, WS_RING_GFX, forbidden, 4, NULL, 0, NULL));
      assert_true(ws->cs_submit(ws, WS_RING_GFX, good, 4, NULL, 0, NULL));
      ws->destroy(ws);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_allocator),
      cmocka_unit_test(test_bad_stream),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
