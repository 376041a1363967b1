/* SPDX-License-Identifier: MIT
 *
 * teragl-replay: a capture file once more on the emulator, draw by draw: what each draw left in its first
 * target as text, or as a page to look at (replay_page.c). Streams are checked and get their addresses as a
 * kernel would do it, then run in pieces that end behind each draw: the emulator keeps its registers, so this
 * draws what the whole would. Exit code 1 and one sentence when the capture is broken or a stream is refused.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/radeon/checker/check.h"
#include "db/terascale/pm4.h"
#include "emulator/terascale/look.h"
#include "emulator/emulator.h"
#include "replay_page.h"
#include "util/u_math.h"
#include "util/u_vec.h"
#include "capture/capture.h"
#include "util/u_ranges.h"

#define BUFFER_ALIGN_B (1 << 16) /* what macro tiles want at most */

struct buffer {
   uint32_t id;
   uint64_t address, size_B;
   uint32_t tiling_flags, pitch_B;
};

struct replay {
   const struct db_chip *chip;
   bool virtual_addresses;
   struct emulator *emu;
   uint8_t *memory;
   uint64_t memory_B;
   struct ws_ranges free; /* addresses that no buffer has; without virtual addresses */
   U_VEC(struct buffer) buffers;
   struct replay_page *page; /* NULL: text */
   unsigned submission, draw, most_draws;
   bool bad;
};

static bool
complain(struct replay *r, const char *what)
{
   fflush(stdout);
   fprintf(stderr, "teragl-replay: %s\n", what);
   r->bad = true;
   return false;
}

static struct buffer *
find(struct replay *r, uint32_t id)
{
   for (size_t i = 0; i < r->buffers.count; i++)
      if (r->buffers.data[i].id == id)
         return &r->buffers.data[i];
   return NULL;
}

/** Host memory of a range of GPU addresses; NULL outside. */
static uint8_t *
host(const struct replay *r, uint64_t address, uint64_t size_B)
{
   uint64_t at = address - EMU_VRAM_BASE;
   return address >= EMU_VRAM_BASE && at <= r->memory_B && size_B <= r->memory_B - at ? r->memory + at : NULL;
}

/** Whole pages, so that they can be given back; all of the address space for what is too large for it. */
static uint64_t
pages(uint64_t size_B)
{
   return size_B > UINT64_C(1) << 40 ? UINT64_C(1) << 40 : u_align(MAX2(size_B, 1), 4096);
}

static bool
start(struct replay *r, const struct capture_record *rec)
{
   char name[17] = "", error[200];
   memcpy(name, rec->data, MIN2(rec->size_B, 16));
   r->chip = db_chip_find(name);
   if (!r->chip)
      return complain(r, "the capture is of a chip that this version does not know");
   r->virtual_addresses = capture_u32(rec, 16);
   r->emu = emu_create(&(struct emu_config){.chip = r->chip}, error, sizeof error);
   if (!r->emu)
      return complain(r, error);
   r->memory = emu_vram(r->emu, &r->memory_B);
   if (!ws_ranges_init(&r->free, EMU_VRAM_BASE, r->memory_B))
      return complain(r, "out of memory");
   if (r->page)
      replay_page_begin(r->page, r->chip);
   return true;
}

static bool
add_buffer(struct replay *r, const struct capture_record *rec)
{
   struct buffer b = {
      .id = capture_u32(rec, 0), .size_B = capture_u64(rec, 8), .address = capture_u64(rec, 16)};
   if (find(r, b.id))
      return complain(r, "the capture has two buffers with one number");
   if (!r->virtual_addresses && !ws_ranges_alloc(&r->free, pages(b.size_B), BUFFER_ALIGN_B, &b.address))
      return complain(r, "the capture's buffers do not fit into the emulator's memory");
   if (!host(r, b.address, b.size_B))
      return complain(r, "a buffer stands outside of the emulator's memory");
   return u_vec_push(&r->buffers, b) || complain(r, "out of memory");
}

static void
free_buffer(struct replay *r, uint32_t id)
{
   struct buffer *b = find(r, id);
   if (!b)
      return;
   if (!r->virtual_addresses) { /* the next buffer there is to be zero */
      emu_vram_discard(r->emu, b->address, pages(b->size_B));
      ws_ranges_free(&r->free, b->address, pages(b->size_B));
   }
   *b = r->buffers.data[--r->buffers.count];
}

static bool
fill_buffer(struct replay *r, const struct capture_record *rec)
{
   const struct buffer *b = find(r, capture_u32(rec, 0));
   const uint64_t at = capture_u64(rec, 8), size_B = rec->size_B < 16 ? 0 : rec->size_B - 16;
   if (!b || at > b->size_B || size_B > b->size_B - at)
      return complain(r, "the capture writes to memory that is no buffer's");
   memcpy(host(r, b->address + at, size_B), rec->data + 16, size_B);
   return true;
}

/* ---- streams ---- */

static bool
is_draw(uint32_t header)
{
   if (DB_PKT_TYPE(header) != 3)
      return false;
   switch (DB_PKT3_OP(header)) {
   case DB_PKT3_DRAW_INDEX:
   case DB_PKT3_DRAW_INDEX_2:
   case DB_PKT3_DRAW_INDEX_AUTO:
   case DB_PKT3_DRAW_INDEX_IMMD:
   case DB_PKT3_DRAW_INDEX_OFFSET:
      return true;
   default:
      return false;
   }
}

static void
tell_draw(struct replay *r, const uint32_t *packet)
{
   struct emu_target t;
   if (r->page) {
      replay_page_draw(r->page, r->emu, r->submission, r->draw, packet);
      return;
   }
   printf("submission %u draw %u: ", r->submission, r->draw);
   if (!emu_look_target(r->emu, 0, &t)) {
      printf("no colour target\n");
      return;
   }
   uint64_t sum = UINT64_C(0xcbf29ce484222325);
   uint32_t *rgba = malloc((size_t)t.w_px * t.h_px * 4 + 1);
   if (rgba) {
      emu_look_pixels(r->emu, 0, t.w_px, t.h_px, rgba);
      for (size_t i = 0; i < (size_t)t.w_px * t.h_px; i++)
         sum = (sum ^ rgba[i]) * UINT64_C(0x100000001b3);
   }
   printf("%ux%u at 0x%" PRIX64 ", picture %016" PRIx64 "\n", t.w_px, t.h_px, t.address, rgba ? sum : 0);
   free(rgba);
}

/** A stream with its addresses in it. */
static bool
run(struct replay *r, uint32_t ring, const uint32_t *dw, uint32_t ndw)
{
   struct emu_error err = {0};
   uint32_t from = 0;
   if (ring == 2)
      return emu_submit_dma(r->emu, dw, ndw, &err) || complain(r, err.reason);
   for (uint32_t at = 0, len; at < ndw; at += len) {
      len = DB_PKT_TYPE(dw[at]) == 2 ? 1 : DB_PKT3_BODY_DW(dw[at]) + 1;
      if (r->page)
         replay_page_packet(r->page, dw + at, MIN2(len, ndw - at));
      if (!is_draw(dw[at]) && at + len < ndw)
         continue;
      uint32_t end = MIN2(at + len, ndw);
      if (!emu_submit(r->emu, dw + from, end - from, &err))
         return complain(r, err.reason);
      from = end;
      if (is_draw(dw[at]) && r->draw < r->most_draws)
         tell_draw(r, dw + at);
      r->draw += is_draw(dw[at]);
   }
   return true;
}

static bool
submit(struct replay *r, const struct capture_record *rec)
{
   const bool buffer_tiling = capture_u32(rec, 0) & CAPTURE_BUFFER_TILING;
   const uint32_t ring = capture_u32(rec, 0) & ~CAPTURE_BUFFER_TILING, ndw = capture_u32(rec, 4),
                  nrelocs = capture_u32(rec, 8);
   const uint64_t stream = 12 + 12ull * nrelocs;
   if (stream + 4ull * ndw > rec->size_B)
      return complain(r, "a submission is shorter than it says");
   uint32_t *dw = malloc(4ull * ndw + 1);
   struct check_reloc *relocs = calloc(nrelocs + 1, sizeof *relocs);
   struct check_error err = {0};
   bool ok = dw && relocs;
   if (!ok)
      complain(r, "out of memory");
   for (uint32_t i = 0; ok && i < nrelocs; i++) {
      const struct buffer *b = find(r, capture_u32(rec, 12 + 12 * i));
      if (!b) {
         ok = complain(r, "a submission names a buffer that is not there");
         break;
      }
      relocs[i] =
         (struct check_reloc){.gpu_addr = b->address,
                              .size_B = b->size_B,
                              .domains = capture_u32(rec, 16 + 12 * i) | capture_u32(rec, 20 + 12 * i),
                              .tiling_flags = b->tiling_flags,
                              .pitch_B = b->pitch_B};
   }
   if (ok) {
      memcpy(dw, rec->data + stream, 4ull * ndw);
      ok = (ring == 2 ? check_dma_stream(r->chip, r->virtual_addresses, dw, ndw, relocs, nrelocs, dw, &err)
            : buffer_tiling
               ? check_stream_buffer_tiling(r->chip, dw, ndw, relocs, nrelocs, dw, &err)
               : check_stream_va(r->chip, r->virtual_addresses, dw, ndw, relocs, nrelocs, dw, &err)) ||
           complain(r, err.text);
   }
   ok = ok && run(r, ring, dw, ndw);
   r->submission++;
   free(relocs);
   free(dw);
   return ok;
}

static bool
replay_record(struct replay *r, const struct capture_record *rec)
{
   if (rec->type != CAPTURE_CHIP && !r->emu)
      return complain(r, "the capture does not begin with its chip");
   struct buffer *b;
   switch (rec->type) {
   case CAPTURE_CHIP:
      return r->emu ? complain(r, "the capture names a second chip") : start(r, rec);
   case CAPTURE_BO:
      return add_buffer(r, rec);
   case CAPTURE_BO_DATA:
      return fill_buffer(r, rec);
   case CAPTURE_BO_TILING:
      b = find(r, capture_u32(rec, 0));
      if (b) {
         b->tiling_flags = capture_u32(rec, 4);
         b->pitch_B = capture_u32(rec, 8);
      }
      return true;
   case CAPTURE_BO_FREE:
      free_buffer(r, capture_u32(rec, 0));
      return true;
   case CAPTURE_SUBMIT:
      return submit(r, rec);
   case CAPTURE_END:
      break;
   }
   return true;
}

static const char usage[] =
   "usage: teragl-replay [--html PAGE] [--draws N] CAPTURE\n"
   "Runs a capture (teragl-run --capture, TERAGL_CAPTURE) on the emulator and says what every draw left in "
   "its\n"
   "first colour target: size, address, and a sum of the picture.\n"
   "  --html PAGE  write a page instead: a picture after each draw, the registers that changed before it,\n"
   "               its shaders\n"
   "  --draws N    tell of the first N draws only (1000 when not given)\n"
   "  --help       this text\n"
   "Exit status: 0 if everything ran, 1 if not, 2 for a wrong command line.\n";

int
main(int argc, char **argv)
{
   static const struct option options[] = {
      {"html",             required_argument, NULL, 'p'},
      {"draws",              required_argument, NULL, 'd'},
      {"help",                  no_argument, NULL, 'h'},
      {0}
   };
   struct replay r = {.most_draws = 1000};
   const char *html = NULL;
   char error[256], *end;
   for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
      if (c == 'p') {
         html = optarg;
      } else if (c == 'd') {
         r.most_draws = (unsigned)strtoul(optarg, &end, 10);
         if (*end || end == optarg) {
            fprintf(stderr, "teragl-replay: --draws wants a number, not '%s'\n", optarg);
            return 2;
         }
      } else if (c == 'h') {
         fputs(usage, stdout);
         return 0;
      } else {
         return 2; /* getopt_long has said why */
      }
   }
   if (optind + 1 != argc) {
      fputs("teragl-replay: one capture file is wanted; see --help\n", stderr);
      return 2;
   }
   if (html && !(r.page = replay_page_create(html))) {
      fprintf(stderr, "teragl-replay: %s cannot be written\n", html);
      return 1;
   }
   struct capture_reader *reader = capture_reader_create(argv[optind], error, sizeof error);
   if (!reader)
      complain(&r, error);
   struct capture_record rec;
   enum capture_result result = CAPTURE_OK;
   while (reader && !r.bad && (result = capture_read(reader, &rec)) == CAPTURE_OK)
      replay_record(&r, &rec);
   if (result == CAPTURE_BROKEN)
      complain(&r, capture_reader_error(reader));
   capture_reader_destroy(reader);
   if (r.page && !replay_page_end(r.page))
      complain(&r, "the page cannot be written");
   emu_destroy(r.emu);
   ws_ranges_fini(&r.free);
   u_vec_fini(&r.buffers);
   return r.bad ? 1 : 0;
}
