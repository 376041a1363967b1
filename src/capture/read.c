/* SPDX-License-Identifier: MIT
 * Reader of capture files. Trusts nothing: a record that claims more than the file holds costs no more memory
 * than the file gives. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "capture/capture.h"

enum { NEWEST = 2 }; /* version of the format */

struct capture_reader {
   FILE *file;
   ZSTD_DCtx *zstd;
   uint8_t in_data[1 << 16];
   ZSTD_inBuffer in;
   bool pending; /* the decoder may hold more output without new input */
   uint8_t *payload;
   size_t capacity_B;
   unsigned version, records;
   char error[160];
};

struct capture_reader *
capture_reader_create(const char *path, char *error, size_t error_B)
{
   char magic[8];
   struct capture_reader *r = calloc(1, sizeof *r);
   if (!r) {
      snprintf(error, error_B, "out of memory");
      return NULL;
   }
   r->file = fopen(path, "rb");
   if (!r->file) {
      snprintf(error, error_B, "cannot read %s: %s", path, strerror(errno));
      goto fail;
   }
   if (fread(magic, 1, 8, r->file) != 8 || memcmp(magic, "TGLCAP", 6) != 0 || magic[7] != '\n') {
      snprintf(error, error_B, "%s is no TeraGL capture", path);
      goto fail;
   }
   r->version = (unsigned)(magic[6] - '0');
   if (r->version < 1 || r->version > NEWEST) {
      snprintf(error, error_B, "%s is a capture of version %c; this program reads 1 to %d", path, magic[6],
               NEWEST);
      goto fail;
   }
   r->zstd = ZSTD_createDCtx();
   if (!r->zstd) {
      snprintf(error, error_B, "out of memory");
      goto fail;
   }
   r->in.src = r->in_data;
   return r;
fail:
   capture_reader_destroy(r);
   return NULL;
}

/* Up to size_B decompressed bytes; fewer at the end of the file. */
static size_t
decompress(struct capture_reader *r, void *dst, size_t size_B)
{
   assert(r->in.pos <= r->in.size && !r->error[0]);
   ZSTD_outBuffer out = {dst, size_B, 0};
   while (out.pos < out.size) {
      if (r->in.pos == r->in.size && !r->pending) {
         r->in.size = fread(r->in_data, 1, sizeof r->in_data, r->file);
         r->in.pos = 0;
         if (!r->in.size)
            break;
      }
      size_t status = ZSTD_decompressStream(r->zstd, &out, &r->in);
      if (ZSTD_isError(status)) {
         snprintf(r->error, sizeof r->error, "the capture is damaged after record %u (%s)", r->records,
                  ZSTD_getErrorName(status));
         break;
      }
      r->pending = out.pos == out.size;
   }
   return out.pos;
}

static enum capture_result
record_is_broken(struct capture_reader *r)
{
   if (!r->error[0])
      snprintf(r->error, sizeof r->error, "the capture ends early, after record %u", r->records);
   assert(r->error[0]); /* what says "broken" from now on */
   return CAPTURE_BROKEN;
}

/* Grows as bytes arrive, so that a lying length fails for want of bytes, not of memory. */
static bool
read_payload(struct capture_reader *r, uint32_t size_B)
{
   for (size_t have = 0; have < size_B;) {
      size_t want = size_B - have;
      if (want > 1 << 20)
         want = 1 << 20;
      if (have + want > r->capacity_B) {
         size_t capacity = r->capacity_B * 2 > have + want ? r->capacity_B * 2 : have + want;
         uint8_t *p = realloc(r->payload, capacity);
         if (!p) {
            snprintf(r->error, sizeof r->error, "out of memory for a record of %u bytes", size_B);
            return false;
         }
         r->payload = p;
         r->capacity_B = capacity;
      }
      assert(want && want <= r->capacity_B - have);
      if (decompress(r, r->payload + have, want) != want)
         return false;
      have += want;
   }
   return true;
}

enum capture_result
capture_read(struct capture_reader *r, struct capture_record *rec)
{
   uint32_t head[2];
   if (r->error[0] || decompress(r, head, sizeof head) != sizeof head || !read_payload(r, head[1]))
      return record_is_broken(r);
   assert(r->payload || !head[1]);
   r->records++;
   *rec = (struct capture_record){.type = head[0], .size_B = head[1], .data = r->payload};
   return head[0] == CAPTURE_END ? CAPTURE_FINISHED : CAPTURE_OK;
}

unsigned
capture_reader_version(const struct capture_reader *r)
{
   return r->version;
}

const char *
capture_reader_error(const struct capture_reader *r)
{
   return r->error;
}

void
capture_reader_destroy(struct capture_reader *r)
{
   if (!r)
      return;
   if (r->file)
      fclose(r->file);
   ZSTD_freeDCtx(r->zstd);
   free(r->payload);
   free(r);
}

uint32_t
capture_u32(const struct capture_record *rec, size_t at)
{
   uint32_t v = 0;
   if (at + 4 <= rec->size_B)
      memcpy(&v, rec->data + at, 4);
   return v;
}

uint64_t
capture_u64(const struct capture_record *rec, size_t at)
{
   uint64_t v = 0;
   if (at + 8 <= rec->size_B)
      memcpy(&v, rec->data + at, 8);
   return v;
}
