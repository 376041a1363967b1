/* SPDX-License-Identifier: MIT
 *
 * teragl-replay: a capture file once more on the emulator, draw by draw: what each draw left in its first
 * target as text, or as a page to look at (replay_page.c). Streams are checked and get their addresses as a
 * kernel would do it, then run in pieces that end behind each draw: the emulator keeps its registers, so this
 * draws what the whole would. Exit code 1 and one sentence when the capture is broken or a stream is refused.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/capture.h"
#include "options.h"
#include "replay_page.h"
#include "target/capture.h"
#include "target/gpu.h"
#include "target/player.h"
#include "target/stream.h"
#include "util/u_math.h"
#include "util/u_ranges.h"
#include "util/u_vec.h"

#define UNKNOWN_ALIGN_B (1 << 16) /* what macro tiles want at most */

struct buffer {
   uint32_t id;
   struct emu_buffer b;
};

struct replay {
   struct capture_reader *reader;
   const struct db_chip *chip;
   const struct emu_gpu *gpu;
   const struct target_stream *stream;
   const struct target_player *player; /* of captures without streams; NULL: they have some */
   void *playing;
   bool virtual_addresses;
   struct emulator *emu;
   uint8_t *memory;
   uint64_t memory_B;
   struct u_ranges free; /* addresses that no buffer has; without virtual addresses */
   U_VEC(struct buffer) buffers;
   const char *page_path;    /* NULL: text */
   struct replay_page *page; /* there */
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
find_buffer(struct replay *r, uint32_t id)
{
   for (size_t i = 0; i < r->buffers.count; i++)
      if (r->buffers.data[i].id == id)
         return &r->buffers.data[i];
   return NULL;
}

/** Host memory of a range of GPU addresses; NULL outside. */
static uint8_t *
host_address(const struct replay *r, uint64_t address, uint64_t size_B)
{
   uint64_t at = address - r->gpu->base;
   return address >= r->gpu->base && at <= r->memory_B && size_B <= r->memory_B - at ? r->memory + at : NULL;
}

/** Whole pages, so that they can be given back; all of the address space for what is too large for it. */
static uint64_t
whole_pages_B(uint64_t size_B)
{
   return size_B > UINT64_C(1) << 40 ? UINT64_C(1) << 40 : u_align(MAX2(size_B, 1), 4096);
}

/* An older page stays unless there is a capture to show. */
static bool
begin_page(struct replay *r)
{
   char text[300];
   r->page = replay_page_create(r->page_path);
   if (!r->page) {
      snprintf(text, sizeof text, "%s cannot be written", r->page_path);
      return complain(r, text);
   }
   return replay_page_begin(r->page, r->chip) || complain(r, "out of memory");
}

static bool
start_gpu(struct replay *r, const struct capture_record *rec)
{
   const struct capture_chip chip = capture_get_chip(r->reader, rec);
   char error[200];
   r->player = target_player_find(chip.family);
   if (r->player && r->page_path)
      return complain(r, "there are no pages of this family's captures");
   if (r->player)
      return (r->playing = r->player->create()) || complain(r, "out of memory");
   r->chip = target_capture_chip(&chip, error, sizeof error);
   if (!r->chip)
      return complain(r, error);
   r->virtual_addresses = chip.has_va;
   r->gpu = target_gpu(r->chip);
   r->stream = target_stream(r->chip);
   r->emu = r->gpu->create(&(struct emu_config){.chip = r->chip}, error, sizeof error);
   if (!r->emu)
      return complain(r, error);
   r->memory = r->gpu->memory(r->emu, &r->memory_B);
   if (!u_ranges_init(&r->free, r->gpu->base, r->memory_B))
      return complain(r, "out of memory");
   return !r->page_path || begin_page(r);
}

static bool
add_buffer(struct replay *r, const struct capture_record *rec)
{
   const struct capture_bo bo = capture_get_bo(rec);
   struct buffer b = {
      .id = bo.id, .b = {.size_B = bo.size_B, .address = bo.va}
   };
   const uint64_t align_B = MAX2(bo.align_B ? bo.align_B : UNKNOWN_ALIGN_B, 4096);
   if (find_buffer(r, b.id))
      return complain(r, "the capture has two buffers with one number");
   if (align_B & (align_B - 1))
      return complain(r, "a buffer's alignment is no power of two");
   if (!r->virtual_addresses && !u_ranges_alloc(&r->free, whole_pages_B(b.b.size_B), align_B, &b.b.address))
      return complain(r, "the capture's buffers do not fit into the emulator's memory");
   if (!host_address(r, b.b.address, b.b.size_B))
      return complain(r, "a buffer stands outside of the emulator's memory");
   return u_vec_push(&r->buffers, b) || complain(r, "out of memory");
}

static void
free_buffer(struct replay *r, uint32_t id)
{
   struct buffer *b = find_buffer(r, id);
   if (!b)
      return;
   if (!r->virtual_addresses) { /* the next buffer there is to be zero */
      r->gpu->discard(r->emu, b->b.address, whole_pages_B(b->b.size_B));
      u_ranges_free(&r->free, b->b.address, whole_pages_B(b->b.size_B));
   }
   *b = r->buffers.data[--r->buffers.count];
}

static bool
fill_buffer(struct replay *r, const struct capture_record *rec)
{
   const struct buffer *b = find_buffer(r, capture_u32(rec, 0));
   const uint64_t at = capture_u64(rec, 8), size_B = rec->size_B < 16 ? 0 : rec->size_B - 16;
   if (!b || at > b->b.size_B || size_B > b->b.size_B - at)
      return complain(r, "the capture writes to memory that is no buffer's");
   assert(host_address(r, b->b.address + at, size_B)); /* buffers are inside */
   memcpy(host_address(r, b->b.address + at, size_B), rec->data + 16, size_B);
   return true;
}

/* ---- streams ---- */

static void
tell_draw(struct replay *r, const uint32_t *packet)
{
   struct emu_picture t;
   if (r->page) {
      replay_page_draw(r->page, r->emu, r->submission, r->draw, packet);
      return;
   }
   printf("submission %u draw %u: ", r->submission, r->draw);
   if (!r->gpu->look_target(r->emu, &t)) {
      printf("no colour target\n");
      return;
   }
   uint64_t sum = UINT64_C(0xcbf29ce484222325);
   uint32_t *rgba = malloc((size_t)t.w_px * t.h_px * 4 + 1);
   if (rgba) {
      r->gpu->look_pixels(r->emu, t.w_px, t.h_px, rgba);
      for (size_t i = 0; i < (size_t)t.w_px * t.h_px; i++)
         sum = (sum ^ rgba[i]) * UINT64_C(0x100000001b3);
   }
   printf("%ux%u at 0x%" PRIX64 ", picture %016" PRIx64 "\n", t.w_px, t.h_px, t.address, rgba ? sum : 0);
   free(rgba);
}

/** A stream with its addresses in it. */
static bool
run_by_draws(struct replay *r, enum emu_ring ring, const uint32_t *dw, uint32_t ndw)
{
   struct emu_error err;
   uint32_t from = 0;
   if (ring == EMU_RING_DMA)
      return r->gpu->submit(r->emu, ring, dw, ndw, &err) || complain(r, err.reason);
   for (uint32_t at = 0, len; at < ndw; at += len) {
      const bool draw = r->stream->is_draw(dw[at]);
      len = r->stream->packet_dw(dw[at]);
      assert(len);
      if (r->page)
         replay_page_packet(r->page, dw + at, MIN2(len, ndw - at));
      if (!draw && at + len < ndw)
         continue;
      uint32_t end = MIN2(at + len, ndw);
      if (!r->gpu->submit(r->emu, ring, dw + from, end - from, &err))
         return complain(r, err.reason);
      from = end;
      if (draw && r->draw < r->most_draws)
         tell_draw(r, dw + at);
      r->draw += draw;
   }
   return true;
}

/** The buffers that a submission names, in \p list. */
static bool
list_buffers(struct replay *r, const struct capture_record *rec, struct emu_buffer *list, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++) {
      const struct capture_reloc reloc = capture_get_reloc(rec, i);
      const struct buffer *b = find_buffer(r, reloc.id);
      if (!b)
         return complain(r, "a submission names a buffer that is not there");
      list[i] = b->b;
      list[i].domains = reloc.read_domains | reloc.write_domain;
   }
   return true;
}

static bool
replay_submission(struct replay *r, const struct capture_record *rec)
{
   struct capture_submit s;
   if (!capture_get_submit(rec, &s))
      return complain(r, "a submission is shorter than it says");
   uint32_t *dw = malloc(4ull * s.ndw + 1);
   struct emu_buffer *list = calloc(s.nrelocs + 1, sizeof *list);
   const struct emu_submission how = {.ring = (enum emu_ring)s.ring,
                                      .virtual_addresses = r->virtual_addresses,
                                      .buffer_tiling = s.buffer_tiling,
                                      .owns_hyperz = true, /* if it used them it had them */
                                      .owns_cmask = true,
                                      .buffers = list,
                                      .num_buffers = s.nrelocs};
   struct emu_error err;
   bool ok = (dw && list) || complain(r, "out of memory");
   ok = ok && list_buffers(r, rec, list, s.nrelocs);
   if (ok) {
      capture_get_stream(rec, &s, dw);
      ok = r->gpu->check(r->chip, &how, dw, s.ndw, dw, &err) || complain(r, err.reason);
   }
   ok = ok && run_by_draws(r, how.ring, dw, s.ndw);
   r->submission++;
   free(list);
   free(dw);
   return ok;
}

/* Memory and submissions of a capture without streams. */
static bool
play_record(struct replay *r, const struct capture_record *rec)
{
   char error[200];
   struct capture_submit s;
   bool ok = true;
   if (rec->type == CAPTURE_BO) {
      const struct capture_bo bo = capture_get_bo(rec);
      ok = r->player->buffer(r->playing, &bo, error, sizeof error);
   } else if (rec->type == CAPTURE_BO_DATA && rec->size_B >= 16) {
      ok = r->player->fill(r->playing, capture_u32(rec, 0), capture_u64(rec, 8), rec->data + 16,
                           rec->size_B - 16, error, sizeof error);
   } else if (rec->type == CAPTURE_SUBMIT) {
      uint32_t *dw = capture_get_submit(rec, &s) ? malloc(4ull * s.ndw + 1) : NULL;
      if (!dw)
         return complain(r, "a submission is shorter than it says");
      capture_get_stream(rec, &s, dw);
      ok = r->player->run(r->playing, stdout, dw, s.ndw, error, sizeof error);
      free(dw);
   }
   return ok || complain(r, error);
}

static bool
replay_record(struct replay *r, const struct capture_record *rec)
{
   if (r->playing && rec->type != CAPTURE_CHIP)
      return play_record(r, rec);
   if (rec->type != CAPTURE_CHIP && !r->emu)
      return complain(r, "the capture does not begin with its chip");
   struct buffer *b;
   switch (rec->type) {
   case CAPTURE_CHIP:
      return r->emu || r->playing ? complain(r, "the capture names a second chip") : start_gpu(r, rec);
   case CAPTURE_BO:
      return add_buffer(r, rec);
   case CAPTURE_BO_DATA:
      return fill_buffer(r, rec);
   case CAPTURE_BO_TILING:
      b = find_buffer(r, capture_u32(rec, 0));
      if (b) {
         b->b.tiling_flags = capture_u32(rec, 4);
         b->b.pitch_B = capture_u32(rec, 8);
      }
      return true;
   case CAPTURE_BO_FREE:
      free_buffer(r, capture_u32(rec, 0));
      return true;
   case CAPTURE_SUBMIT:
      return replay_submission(r, rec);
   case CAPTURE_END:
      break;
   }
   return true;
}

/* ---- the command line ---- */

static int
set_page(void *tool, const char *value)
{
   ((struct replay *)tool)->page_path = value;
   return OPTIONS_GO_ON;
}

static int
set_draws(void *tool, const char *value)
{
   char *end;
   ((struct replay *)tool)->most_draws = (unsigned)strtoul(value, &end, 10);
   if (!*end && end != value)
      return OPTIONS_GO_ON;
   fprintf(stderr, "teragl-replay: --draws wants a number, not '%s'\n", value);
   return 2;
}

static const struct options options = {
   .tool = "teragl-replay",
   .intro = "usage: teragl-replay [--html PAGE] [--draws N] CAPTURE\n"
            "Runs a capture (teragl-run --capture, TERAGL_CAPTURE) on the emulator and says what every draw "
            "left in its\n"
            "first colour target: size, address, and a sum of the picture.\n",
   .rows =
      (const struct option_row[]){
                                  {"--html", "PAGE",
          "write a page to step through instead: each draw's picture and what it changed, "
          "registers,\nshaders, "
          "the memory that they read",
          set_page},
                                  {"--draws", "N", "tell of the first N draws only (5000 when not given)", set_draws},
                                  {0},
                                  },
   .outro = "Exit status: 0 if everything ran, 1 if not, 2 for a wrong command line.\n",
   .wrong_usage = 2,
};

/** Runs all records of a capture. */
static void
replay_file(struct replay *r, const char *path)
{
   char error[256];
   struct capture_record rec;
   enum capture_result result = CAPTURE_OK;
   r->reader = capture_reader_create(path, error, sizeof error);
   if (!r->reader)
      complain(r, error);
   while (!r->bad && (result = capture_read(r->reader, &rec)) == CAPTURE_OK)
      replay_record(r, &rec);
   if (result == CAPTURE_BROKEN)
      complain(r, capture_reader_error(r->reader));
   else if (result == CAPTURE_FINISHED && !r->emu && !r->playing && !r->bad)
      complain(r, "the capture is empty: nothing was submitted while it was made");
   capture_reader_destroy(r->reader);
}

int
main(int argc, char **argv)
{
   struct replay r = {.most_draws = 5000};
   int operands, status = options_parse(&options, &r, argc, argv, &operands);
   if (status != OPTIONS_GO_ON)
      return status;
   if (operands != 1)
      return options_wrong(&options, "one capture file is wanted", NULL);
   replay_file(&r, argv[1]);
   if (r.page && !replay_page_end(r.page, r.draw))
      complain(&r, "the page cannot be written");
   if (r.emu)
      r.gpu->destroy(r.emu);
   if (r.player)
      r.player->destroy(r.playing);
   u_ranges_fini(&r.free);
   u_vec_fini(&r.buffers);
   return r.bad ? 1 : 0;
}
