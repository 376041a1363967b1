/* SPDX-License-Identifier: MIT
 *
 * teragl-dump: a capture file (src/capture/capture.h) as text: buffers, and each submitted stream as
 * named packets, registers and fields. Exit code 1 and one sentence when the capture ends early, is damaged
 * or is none.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/terascale/db_chips.h"
#include "db/terascale/db_print.h"
#include "capture/capture.h"

struct dump {
   const struct db_chip *chip;
   unsigned submits;
   bool summary; /* one line a submission */
   bool bad;
};

static void
complain(struct dump *d, const char *what)
{
   fflush(stdout);
   fprintf(stderr, "teragl-dump: %s\n", what);
   d->bad = true;
}

static void
print_chip(struct dump *d, const struct capture_record *rec)
{
   char name[17] = "";
   memcpy(name, rec->data, rec->size_B < 16 ? rec->size_B : 16);
   d->chip = db_chip_find(name);
   if (!d->chip) {
      complain(d, "the capture is of a chip that this version does not know");
      return;
   }
   printf("chip %s%s, tiling config 0x%" PRIX32 "\n", d->chip->name,
          capture_u32(rec, 16) ? ", virtual addresses" : "", capture_u32(rec, 20));
}

static void
print_submit(struct dump *d, const struct capture_record *rec)
{
   uint32_t ndw = capture_u32(rec, 4), nrelocs = capture_u32(rec, 8);
   uint64_t stream = 12 + 12ull * nrelocs;
   if (stream + 4ull * ndw > rec->size_B) {
      complain(d, "a submission is shorter than it says");
      return;
   }
   printf("submission %u: ring %" PRIu32 ", %" PRIu32 " dwords, %" PRIu32 " buffers\n", d->submits++,
          capture_u32(rec, 0) & ~CAPTURE_BUFFER_TILING, ndw, nrelocs);
   if (d->summary)
      return;
   for (uint32_t i = 0; i < nrelocs; i++) {
      printf("   buffer %" PRIu32 " = %" PRIu32 " (read %" PRIu32 ", write %" PRIu32 ")\n", 4 * i,
             capture_u32(rec, 12 + 12 * i), capture_u32(rec, 16 + 12 * i), capture_u32(rec, 20 + 12 * i));
   }
   uint32_t *dw = malloc(4ull * ndw + 1);
   if (!dw) {
      complain(d, "out of memory");
      return;
   }
   memcpy(dw, rec->data + stream, 4ull * ndw);
   if ((capture_u32(rec, 0) & ~CAPTURE_BUFFER_TILING) == 2) { /* commands of the DMA ring are no packets */
      for (uint32_t i = 0; i < ndw; i++)
         printf("%6" PRIu32 ": 0x%08" PRIX32 "\n", i, dw[i]);
   } else if (!db_print_packets(stdout, d->chip->gen, dw, ndw)) {
      d->bad = true; /* the stream is broken: its last line says how */
   }
   free(dw);
}

static void
print_record(struct dump *d, const struct capture_record *rec)
{
   if (rec->type != CAPTURE_CHIP && !d->chip) {
      complain(d, "the capture does not begin with its chip");
      return;
   }
   switch (rec->type) {
   case CAPTURE_CHIP:
      print_chip(d, rec);
      break;
   case CAPTURE_BO:
      printf("buffer %" PRIu32 ": %" PRIu64 " bytes, %s, address 0x%" PRIX64 "\n", capture_u32(rec, 0),
             capture_u64(rec, 8), capture_u32(rec, 4) == 4 ? "VRAM" : "GTT", capture_u64(rec, 16));
      break;
   case CAPTURE_BO_DATA:
      printf("buffer %" PRIu32 ": %" PRIu32 " new bytes at %" PRIu64 "\n", capture_u32(rec, 0),
             rec->size_B < 16 ? 0 : rec->size_B - 16, capture_u64(rec, 8));
      break;
   case CAPTURE_BO_TILING:
      printf("buffer %" PRIu32 ": tiling 0x%" PRIX32 ", pitch %" PRIu32 " bytes\n", capture_u32(rec, 0),
             capture_u32(rec, 4), capture_u32(rec, 8));
      break;
   case CAPTURE_BO_FREE:
      printf("buffer %" PRIu32 ": freed\n", capture_u32(rec, 0));
      break;
   case CAPTURE_SUBMIT:
      print_submit(d, rec);
      break;
   case CAPTURE_END:
      break;
   }
}

int
main(int argc, char **argv)
{
   struct dump d = {0};
   const char *path = NULL;
   const char *wrong = NULL;
   for (int i = 1; i < argc; i++) {
      if (!strcmp(argv[i], "--help")) {
         fputs("usage: teragl-dump [--summary] CAPTURE\n"
               "Prints a capture (teragl-run --capture, TERAGL_CAPTURE): buffers, and every packet, register "
               "and field\n"
               "by name. teragl-replay draws it again.\n"
               "  --summary   one line a submission\n",
               stdout);
         return 0;
      }
      if (!strcmp(argv[i], "--summary"))
         d.summary = true;
      else if (argv[i][0] != '-' && !path)
         path = argv[i];
      else
         wrong = argv[i];
   }
   if (wrong || !path) {
      fprintf(stderr, "teragl-dump: %s%s; see --help\n",
              !wrong            ? "no capture is named"
              : wrong[0] == '-' ? "unknown option "
                                : "one capture at a time, not also ",
              wrong ? wrong : "");
      return 2;
   }
   char error[256];
   struct capture_reader *r = capture_reader_create(path, error, sizeof error);
   if (!r) {
      fprintf(stderr, "teragl-dump: %s\n", error);
      return 1;
   }
   struct capture_record rec;
   enum capture_result result = CAPTURE_OK;
   while ((d.chip || !d.bad) && (result = capture_read(r, &rec)) == CAPTURE_OK)
      print_record(&d, &rec);
   if (result == CAPTURE_BROKEN)
      complain(&d, capture_reader_error(r));
   capture_reader_destroy(r);
   return d.bad ? 1 : 0;
}
