/* SPDX-License-Identifier: MIT
 * Recorder, capture files and teragl-dump: what goes through comes out again, only changed pages are written,
 * and a capture cut anywhere is recognised. The tool's path comes in TERAGL_DUMP. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "capture/capture.h"
#include "winsys/winsys.h"

static char path[] = P_tmpdir "/teragl-capture-XXXXXX";
static char cut_path[] = P_tmpdir "/teragl-cut-XXXXXX";

static const uint32_t stream[] = {
   DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 2),
   (R6_CB_COLOR_INFO_OFFSET(2) - 0x28000) / 4,
   26 << 2,
   DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2),
   3,
   2,
};

/* Three submissions: first contents, nothing new, one changed byte. */
static void
make_capture(const uint32_t *dw, uint32_t ndw)
{
   char error[200] = "";
   struct winsys *ws = ws_trace_create(ws_null_create(db_chip_find("RV770")), path, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   struct ws_bo *bo = ws->bo_create(ws, 5 * 4096 + 100, 256, WS_DOMAIN_GTT);
   struct ws_bo *other = ws->bo_create(ws, 256, 256, WS_DOMAIN_VRAM);
   assert_non_null(bo);
   uint8_t *map = ws->bo_map(ws, bo);
   ws->bo_set_tiling(ws, bo, 3, 512);
   map[4096] = 1;
   map[3 * 4096 - 1] = 2;
   map[5 * 4096 + 99] = 3;
   struct ws_reloc relocs[] = {
      {other, 4, 0},
      {bo,    2, 2}
   };
   struct ws_fence *fence = NULL;
   assert_true(ws->cs_submit(ws, WS_RING_GFX, dw, ndw, relocs, 2, &fence));
   assert_true(ws->fence_wait(ws, fence, 0));
   ws->fence_unref(ws, fence);
   assert_true(ws->cs_submit(ws, WS_RING_GFX, dw, ndw, relocs, 2, NULL));
   map[7] = 9;
   assert_true(ws->cs_submit(ws, WS_RING_GFX, dw, ndw, relocs, 2, NULL));
   ws->bo_ref(ws, bo);
   ws->bo_unref(ws, bo);
   ws->bo_unref(ws, bo);
   ws->bo_unref(ws, other);
   ws->bo_unref(ws, NULL);
   ws->destroy(ws);
}

static void
test_records(void **state)
{
   (void)state;
   /* type, u32 at 0, payload size */
   static const uint32_t expect[][3] = {
      {CAPTURE_CHIP,      0, 24       },
      {CAPTURE_BO,        1, 24       },
      {CAPTURE_BO,        2, 24       },
      {CAPTURE_BO_TILING, 1, 12       },
      {CAPTURE_BO_DATA,   1, 16 + 8192},
      {CAPTURE_BO_DATA,   1, 16 + 100 },
      {CAPTURE_SUBMIT,    0, 60       },
      {CAPTURE_SUBMIT,    0, 60       },
      {CAPTURE_BO_DATA,   1, 16 + 4096},
      {CAPTURE_SUBMIT,    0, 60       },
      {CAPTURE_BO_FREE,   1, 4        },
      {CAPTURE_BO_FREE,   2, 4        },
   };
   char error[200];
   struct capture_record rec;
   make_capture(stream, 6);
   struct capture_reader *r = capture_reader_create(path, error, sizeof error);
   assert_non_null(r);
   for (size_t i = 0; i < sizeof expect / sizeof expect[0]; i++) {
      assert_int_equal(capture_read(r, &rec), CAPTURE_OK);
      assert_int_equal(rec.type, expect[i][0]);
      assert_int_equal(rec.size_B, expect[i][2]);
      if (rec.type == CAPTURE_CHIP)
         assert_string_equal((const char *)rec.data, "RV770");
      else
         assert_int_equal(capture_u32(&rec, 0), expect[i][1]);
      if (i == 4) {
         assert_int_equal(capture_u64(&rec, 8), 4096);
         assert_int_equal(rec.data[16], 1);
         assert_int_equal(rec.data[16 + 8191], 2);
      }
      if (i == 6) {
         assert_int_equal(capture_u32(&rec, 12), 2); /* id of the first buffer in the list */
         assert_memory_equal(rec.data + 36, stream, sizeof stream);
      }
      assert_int_equal(capture_u32(&rec, rec.size_B), 0);
   }
   assert_int_equal(capture_read(r, &rec), CAPTURE_FINISHED);
   capture_reader_destroy(r);
}

static size_t
load(const char *from, uint8_t *data, size_t size)
{
   FILE *f = fopen(from, "rb");
   assert_non_null(f);
   size_t n = fread(data, 1, size, f);
   fclose(f);
   return n;
}

static void
store(const char *to, const uint8_t *data, size_t size)
{
   FILE *f = fopen(to, "wb");
   assert_non_null(f);
   assert_int_equal(fwrite(data, 1, size, f), size);
   fclose(f);
}

static void
test_cut_and_damaged(void **state)
{
   (void)state;
   static uint8_t data[1 << 16];
   char error[200];
   make_capture(stream, 6);
   size_t n = load(path, data, sizeof data);
   assert_true(n > 50);
   for (size_t cut = 0; cut < n; cut++) {
      store(cut_path, data, cut);
      struct capture_reader *r = capture_reader_create(cut_path, error, sizeof error);
      if (!r) {
         assert_true(cut < 8);
         assert_non_null(strstr(error, "is no TeraGL capture"));
         continue;
      }
      struct capture_record rec;
      enum capture_result result;
      while ((result = capture_read(r, &rec)) == CAPTURE_OK)
         ;
      /* the last bytes are the compressor's own end mark */
      assert_true(result == CAPTURE_BROKEN || cut + 8 > n);
      assert_true(result == CAPTURE_FINISHED || strstr(capture_reader_error(r), "the capture ") != NULL);
      capture_reader_destroy(r);
   }
   for (size_t at = 8; at < n; at++) {
      data[at] ^= 0x55;
      store(cut_path, data, n);
      data[at] ^= 0x55;
      struct capture_reader *r = capture_reader_create(cut_path, error, sizeof error);
      struct capture_record rec;
      for (int i = 0; i < 100 && capture_read(r, &rec) == CAPTURE_OK; i++)
         ;
      capture_reader_destroy(r);
   }
   assert_null(capture_reader_create("/nonexistent/capture", error, sizeof error));
   assert_non_null(strstr(error, "cannot read"));
}

static int
run_dump(const char *file, char *text, size_t size)
{
   char command[512];
   snprintf(command, sizeof command, "%s %s 2>&1", getenv("TERAGL_DUMP"), file);
   FILE *p = popen(command, "r");
   assert_non_null(p);
   size_t n = fread(text, 1, size - 1, p);
   text[n] = 0;
   return pclose(p);
}

static void
test_dump(void **state)
{
   (void)state;
   static char text[1 << 16];
   static uint8_t data[1 << 16];
   if (!getenv("TERAGL_DUMP"))
      fail_msg("TERAGL_DUMP has to name the tool");
   make_capture(stream, 6);
   assert_int_equal(run_dump(path, text, sizeof text), 0);
   assert_non_null(strstr(text, "chip RV770"));
   assert_non_null(strstr(text, "submission 2: ring 0, 6 dwords, 2 buffers\n"));
   assert_non_null(strstr(text, "CB_COLOR2_INFO = 0x00000068\n"));
   assert_non_null(strstr(text, "FORMAT = 26 COLOR_8_8_8_8"));
   assert_non_null(strstr(text, "DRAW_INDEX_AUTO"));

   size_t n = load(path, data, sizeof data);
   store(cut_path, data, n * 2 / 3);
   assert_int_equal(WEXITSTATUS(run_dump(cut_path, text, sizeof text)), 1);
   assert_non_null(strstr(text, "teragl-dump: the capture ends early, after record "));
   store(cut_path, (const uint8_t *)"hello", 5);
   assert_int_equal(WEXITSTATUS(run_dump(cut_path, text, sizeof text)), 1);
   assert_non_null(strstr(text, "is no TeraGL capture\n"));

   make_capture(stream, 5); /* a stream that ends inside a packet */
   assert_int_equal(WEXITSTATUS(run_dump(path, text, sizeof text)), 1);
   assert_non_null(strstr(text, "the stream ends inside this packet"));
}

static int
setup(void **state)
{
   int a = mkstemp(path), b = mkstemp(cut_path);
   if (a < 0 || b < 0)
      return -1;
   close(a);
   close(b);
   return 0;
}

static int
teardown(void **state)
{
   unlink(path);
   unlink(cut_path);
   return 0;
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_records),
      cmocka_unit_test(test_cut_and_damaged),
      cmocka_unit_test(test_dump),
   };
   return cmocka_run_group_tests(tests, setup, teardown);
}
