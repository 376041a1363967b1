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

#include "db/db_chip.h"
#include "capture/capture.h"
#include "options.h"
#include "target/capture.h"
#include "target/player.h"
#include "target/stream.h"

struct dump {
   struct capture_reader *reader;
   const struct db_chip *chip;
   const struct target_player *player; /* of captures without streams; NULL: they have some */
   void *playing;
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
   const struct capture_chip chip = capture_get_chip(d->reader, rec);
   char error[120];
   d->player = target_player_find(chip.family);
   if (d->player) {
      d->playing = d->player->create();
      printf("chip %s\n", chip.name);
      if (!d->playing)
         complain(d, "out of memory");
      return;
   }
   d->chip = target_capture_chip(&chip, error, sizeof error);
   if (!d->chip) {
      complain(d, error);
      return;
   }
   printf("chip %s%s, tiling config 0x%" PRIX32 "\n", d->chip->name, chip.has_va ? ", virtual addresses" : "",
          chip.tiling_config);
}

static void
print_submit(struct dump *d, const struct capture_record *rec)
{
   struct capture_submit s;
   if (!capture_get_submit(rec, &s)) {
      complain(d, "a submission is shorter than it says");
      return;
   }
   printf("submission %u: ring %" PRIu32 ", %" PRIu32 " dwords, %" PRIu32 " buffers\n", d->submits++, s.ring,
          s.ndw, s.nrelocs);
   if (d->summary)
      return;
   for (uint32_t i = 0; i < s.nrelocs; i++) {
      const struct capture_reloc r = capture_get_reloc(rec, i);
      printf("   buffer %" PRIu32 " = %" PRIu32 " (read %" PRIu32 ", write %" PRIu32 ")\n", 4 * i, r.id,
             r.read_domains, r.write_domain);
   }
   uint32_t *dw = malloc(4ull * s.ndw + 1);
   if (!dw) {
      complain(d, "out of memory");
      return;
   }
   capture_get_stream(rec, &s, dw);
   if (!target_stream(d->chip)->print(stdout, d->chip, (enum emu_ring)s.ring, dw, s.ndw))
      d->bad = true; /* the stream is broken: its last line says how */
   free(dw);
}

/* Memory and submissions of a capture without streams. */
static void
play_record(struct dump *d, const struct capture_record *rec)
{
   char error[200];
   struct capture_submit s;
   bool ok = true;
   if (rec->type == CAPTURE_BO) {
      const struct capture_bo bo = capture_get_bo(rec);
      ok = d->player->buffer(d->playing, &bo, error, sizeof error);
   } else if (rec->type == CAPTURE_BO_DATA && rec->size_B >= 16) {
      ok = d->player->fill(d->playing, capture_u32(rec, 0), capture_u64(rec, 8), rec->data + 16,
                           rec->size_B - 16, error, sizeof error);
   } else if (rec->type == CAPTURE_SUBMIT) {
      uint32_t *dw = capture_get_submit(rec, &s) ? malloc(4ull * s.ndw + 1) : NULL;
      if (!dw) {
         complain(d, "a submission is shorter than it says");
         return;
      }
      capture_get_stream(rec, &s, dw);
      d->submits++;
      ok = d->player->print(d->playing, stdout, dw, s.ndw, error, sizeof error);
      free(dw);
   }
   if (!ok)
      complain(d, error);
}

static void
print_record(struct dump *d, const struct capture_record *rec)
{
   if (d->playing && rec->type != CAPTURE_CHIP) {
      play_record(d, rec);
      return;
   }
   if (rec->type != CAPTURE_CHIP && !d->chip) {
      complain(d, "the capture does not begin with its chip");
      return;
   }
   struct capture_bo bo;
   switch (rec->type) {
   case CAPTURE_CHIP:
      print_chip(d, rec);
      break;
   case CAPTURE_BO:
      bo = capture_get_bo(rec);
      printf("buffer %" PRIu32 ": %" PRIu64 " bytes, %s, address 0x%" PRIX64, bo.id, bo.size_B,
             bo.domain == 4 ? "VRAM" : "GTT", bo.va);
      if (bo.align_B)
         printf(", alignment %" PRIu32, bo.align_B);
      putchar('\n');
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

static int
want_summary(void *tool, const char *value)
{
   ((struct dump *)tool)->summary = true;
   return OPTIONS_GO_ON;
}

static const struct options options = {
   .tool = "teragl-dump",
   .intro = "usage: teragl-dump [--summary] CAPTURE\n"
            "Prints a capture (teragl-run --capture, TERAGL_CAPTURE): buffers, and every packet, register "
            "and field\n"
            "by name. teragl-replay draws it again.\n",
   .rows =
      (const struct option_row[]){
                                  {"--summary", NULL, "one line a submission", want_summary},
                                  {0},
                                  },
   .outro = "Exit status: 0 if the capture is whole, 1 if not, 2 for a wrong command line.\n",
   .wrong_usage = 2,
};

int
main(int argc, char **argv)
{
   struct dump d = {0};
   int operands, status = options_parse(&options, &d, argc, argv, &operands);
   if (status != OPTIONS_GO_ON)
      return status;
   if (operands != 1)
      return options_wrong(&options, operands ? "one capture at a time, not also" : "no capture is named",
                           operands ? argv[2] : NULL);
   char error[256];
   d.reader = capture_reader_create(argv[1], error, sizeof error);
   if (!d.reader) {
      fprintf(stderr, "teragl-dump: %s\n", error);
      return 1;
   }
   struct capture_record rec;
   enum capture_result result = CAPTURE_OK;
   while ((d.chip || d.playing || !d.bad) && (result = capture_read(d.reader, &rec)) == CAPTURE_OK)
      print_record(&d, &rec);
   if (result == CAPTURE_BROKEN)
      complain(&d, capture_reader_error(d.reader));
   else if (result == CAPTURE_FINISHED && !d.chip && !d.playing && !d.bad)
      complain(&d, "the capture is empty: nothing was submitted while it was made");
   if (d.player)
      d.player->destroy(d.playing);
   capture_reader_destroy(d.reader);
   return d.bad ? 1 : 0;
}
