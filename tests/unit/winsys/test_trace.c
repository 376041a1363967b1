/* SPDX-License-Identifier: MIT
 * Recorder, capture files and teragl-dump: what goes through comes out again, only changed pages are written,
 * and a capture cut anywhere is recognised. The tool's path comes in TERAGL_DUMP. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "capture/capture.h"
#include "target/capture.h"
#include "target/target.h"
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
   const struct db_chip *chip = target_chip_find("RV770");
   const struct capture_chip of = target_capture_describe(chip, false);
   struct winsys *ws = ws_trace_create(ws_null_create(chip), &of, path, error, sizeof error);
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
      {CAPTURE_CHIP,      0, 40       },
      {CAPTURE_BO,        1, 28       },
      {CAPTURE_BO,        2, 28       },
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
      if (rec.type == CAPTURE_CHIP) {
         const struct capture_chip chip = capture_get_chip(r, &rec);
         assert_string_equal(chip.family, "terascale");
         assert_string_equal(chip.name, "RV770");
         assert_false(chip.has_va);
         assert_int_equal(chip.tiling_config, 3 << 1 | 1 << 4); /* 8 pipes, 8 banks */
      } else
         assert_int_equal(capture_u32(&rec, 0), expect[i][1]);
      if (rec.type == CAPTURE_BO)
         assert_int_equal(capture_get_bo(&rec).align_B, 256);
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
   assert_non_null(strstr(text, "buffer 2: 256 bytes, VRAM, address 0x0, alignment 256\n"));
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

/* A capture of version 1 as builds of before families wrote it: chip RV770 without virtual addresses, a buffer, a
 * submission of five dwords. */
static void
store_version_1(const char *to)
{
   static const uint32_t chip[] = {CAPTURE_CHIP, 24, 0x37375652, 0x30, 0, 0, 0, 0x1234};
   static const uint32_t bo[] = {CAPTURE_BO, 24, 1, 4, 4096, 0, 0, 0};
   static const uint32_t submit[] = {CAPTURE_SUBMIT, 12 + 12 + 20, 0, 5, 1, 1, 4, 0};
   static const uint32_t end[] = {CAPTURE_END, 0};
   uint32_t all[64];
   size_t n = 0;
   memcpy(all, chip, sizeof chip);
   n += sizeof chip / 4;
   memcpy(all + n, bo, sizeof bo);
   n += sizeof bo / 4;
   memcpy(all + n, submit, sizeof submit);
   n += sizeof submit / 4;
   const uint32_t dw[] = {DB_PKT3(DB_PKT3_NOP, 1), 7, DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2), 3, 2};
   memcpy(all + n, dw, sizeof dw);
   n += sizeof dw / 4;
   memcpy(all + n, end, sizeof end);
   n += sizeof end / 4;
   uint8_t file[1024];
   memcpy(file, "TGLCAP1\n", 8);
   size_t size = ZSTD_compress(file + 8, sizeof file - 8, all, 4 * n, 1);
   assert_false(ZSTD_isError(size));
   store(to, file, size + 8);
}

static void
test_versions(void **state)
{
   (void)state;
   static char text[1 << 14];
   char error[200];
   store_version_1(cut_path);
   struct capture_reader *r = capture_reader_create(cut_path, error, sizeof error);
   struct capture_record rec;
   assert_non_null(r);
   assert_int_equal(capture_reader_version(r), 1);
   assert_int_equal(capture_read(r, &rec), CAPTURE_OK);
   const struct capture_chip chip = capture_get_chip(r, &rec);
   assert_string_equal(chip.family, "");
   assert_string_equal(chip.name, "RV770");
   assert_int_equal(chip.tiling_config, 0x1234);
   capture_reader_destroy(r);
   assert_int_equal(run_dump(cut_path, text, sizeof text), 0);
   assert_non_null(strstr(text, "chip RV770, tiling config 0x1234\n"));
   assert_non_null(strstr(text, "buffer 1: 4096 bytes, VRAM, address 0x0\n")); /* no alignment in it */
   assert_non_null(
      strstr(text, "submission 0: ring 0, 5 dwords, 1 buffers\n   buffer 0 = 1 (read 4, write 0)\n"));
   assert_non_null(strstr(text, "DRAW_INDEX_AUTO"));

   store(cut_path, (const uint8_t *)"TGLCAP3\n????????", 16);
   assert_null(capture_reader_create(cut_path, error, sizeof error));
   assert_non_null(strstr(error, "is a capture of version 3; this program reads 1 to 2"));
}

/* Whose streams they are, the tools must know. */
static void
test_unknown_families(void **state)
{
   (void)state;
   static const struct {
      struct capture_chip chip;
      const char *sentence;
   } cases[] = {
      {{"voodoo", "RV770", false, 0},
       "teragl-dump: the capture is of the family 'voodoo', which this version does not know\n"},
      {{"terascale", "RV780", false, 0},
       "teragl-dump: the capture is of the chip 'RV780', which this version does not know\n"   },
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      char error[200], text[1000];
      struct capture_writer *w = capture_writer_create(cut_path, error, sizeof error);
      assert_non_null(w);
      assert_true(capture_write_chip(w, &cases[i].chip));
      assert_true(capture_write_bo(w, &(struct capture_bo){1, 4, 4096, 0}));
      capture_writer_destroy(w);
      assert_int_equal(WEXITSTATUS(run_dump(cut_path, text, sizeof text)), 1);
      assert_string_equal(text, cases[i].sentence);
   }
}

static struct winsys *
record(void)
{
   char error[200] = "";
   const struct db_chip *chip = target_chip_find("RV770");
   const struct capture_chip of = target_capture_describe(chip, false);
   struct winsys *ws = ws_trace_create(ws_null_create(chip), &of, path, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   return ws;
}

/** How a capture ends: how many submissions it has before, or -1 if it is broken. */
static int
submissions(void)
{
   char error[200];
   struct capture_record rec;
   enum capture_result e;
   int n = 0;
   struct capture_reader *r = capture_reader_create(path, error, sizeof error);
   assert_non_null(r);
   while ((e = capture_read(r, &rec)) == CAPTURE_OK)
      n += rec.type == CAPTURE_SUBMIT;
   capture_reader_destroy(r);
   return e == CAPTURE_FINISHED ? n : -1;
}

/* A program that leaves without taking anything down; its child that ends before has no part in that. */
static void
test_exit(void **state)
{
   for (int orderly = 0; orderly < 2; orderly++) {
      int status;
      fflush(NULL);
      const pid_t child = fork();
      assert_true(child >= 0);
      if (!child) {
         struct winsys *ws = record();
         bool ok = ws->cs_submit(ws, WS_RING_GFX, stream, 6, NULL, 0, NULL);
         const pid_t grandchild = fork();
         if (!grandchild)
            exit(0);
         ok &= waitpid(grandchild, &status, 0) == grandchild;
         ok &= ws->cs_submit(ws, WS_RING_GFX, stream, 6, NULL, 0, NULL);
         if (orderly)
            exit(ok ? 0 : 1);
         _exit(ok ? 0 : 1);
      }
      assert_int_equal(waitpid(child, &status, 0), child);
      assert_int_equal(status, 0);
      assert_int_equal(submissions(), orderly ? 2 : -1);
   }
}

/* A second recording into the same file draws without being recorded and leaves the first one's alone. */
static void
test_two_recordings(void **state)
{
   char error[200] = "";
   struct winsys *first = record(), *second = record();
   errno = 0;
   assert_null(capture_writer_create(path, error, sizeof error));
   assert_int_equal(errno, EBUSY);
   assert_non_null(strstr(error, "it is being recorded into"));
   assert_true(second->cs_submit(second, WS_RING_GFX, stream, 6, NULL, 0, NULL));
   assert_true(first->cs_submit(first, WS_RING_GFX, stream, 6, NULL, 0, NULL));
   second->destroy(second);
   assert_true(first->cs_submit(first, WS_RING_GFX, stream, 6, NULL, 0, NULL));
   first->destroy(first);
   assert_int_equal(submissions(), 2);
   /* and nobody holds it any more */
   second = record();
   second->destroy(second);
   assert_int_equal(submissions(), 0);
}

static void
test_empty(void **state)
{
   char error[200], text[1000];
   struct capture_writer *w = capture_writer_create(cut_path, error, sizeof error);
   assert_non_null(w);
   capture_writer_destroy(w);
   assert_int_equal(WEXITSTATUS(run_dump(cut_path, text, sizeof text)), 1);
   assert_string_equal(text, "teragl-dump: the capture is empty: nothing was submitted while it was made\n");
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
      cmocka_unit_test(test_versions),
      cmocka_unit_test(test_unknown_families),
      cmocka_unit_test(test_exit),
      cmocka_unit_test(test_two_recordings),
      cmocka_unit_test(test_empty),
   };
   return cmocka_run_group_tests(tests, setup, teardown);
}
