/* SPDX-License-Identifier: MIT
 * Writer of capture files. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <zstd.h>

#include "capture/capture.h"

#define PAGE_B 4096u

struct capture_writer {
   FILE *file;
   ZSTD_CCtx *zstd;
   bool failed;
   uint8_t buffer[1 << 16];
};

/* Compresses in; with ZSTD_e_flush or ZSTD_e_end until nothing is left inside. */
static bool
compress_to_file(struct capture_writer *w, const void *data, size_t size_B, ZSTD_EndDirective mode)
{
   assert((data || !size_B) && (mode == ZSTD_e_continue || !size_B));
   ZSTD_inBuffer in = {data, size_B, 0};
   size_t left;
   do {
      ZSTD_outBuffer out = {w->buffer, sizeof w->buffer, 0};
      left = ZSTD_compressStream2(w->zstd, &out, &in, mode);
      if (ZSTD_isError(left) || fwrite(w->buffer, 1, out.pos, w->file) != out.pos)
         w->failed = true;
   } while (!w->failed && (in.pos < in.size || (mode != ZSTD_e_continue && left)));
   return !w->failed;
}

/* Two writers of one file would leave neither's. Without a buffer in between a fork()ed child has nothing to write
 * when it ends. A file system without locks, or a pipe, is taken as it is. */
static FILE *
open_locked(const char *path)
{
   int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
   if (fd < 0)
      return NULL;
   if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
      close(fd);
      errno = EBUSY;
      return NULL;
   }
   FILE *f = ftruncate(fd, 0) && errno != EINVAL ? NULL : fdopen(fd, "wb");
   if (f) {
      setvbuf(f, NULL, _IONBF, 0);
      return f;
   }
   int why = errno;
   close(fd);
   errno = why;
   return NULL;
}

struct capture_writer *
capture_writer_create(const char *path, char *error, size_t error_B)
{
   struct capture_writer *w = calloc(1, sizeof *w);
   if (!w) {
      snprintf(error, error_B, "capture: out of memory");
      return NULL;
   }
   w->file = open_locked(path);
   if (!w->file) {
      const bool busy = errno == EBUSY;
      snprintf(error, error_B, "capture: cannot write %s: %s", path,
               busy ? "it is being recorded into" : strerror(errno));
      free(w);
      errno = busy ? EBUSY : EIO;
      return NULL;
   }
   w->zstd = ZSTD_createCCtx();
   if (!w->zstd || fwrite("TGLCAP2\n", 1, 8, w->file) != 8) {
      snprintf(error, error_B, "capture: cannot start writing %s", path);
      goto fail;
   }
   ZSTD_CCtx_setParameter(w->zstd, ZSTD_c_compressionLevel, 1);
   return w;
fail:
   fclose(w->file);
   ZSTD_freeCCtx(w->zstd);
   free(w);
   errno = EIO;
   return NULL;
}

bool
capture_write(struct capture_writer *w, enum capture_type type, const struct capture_part *parts,
              size_t nparts)
{
   assert(w && nparts <= 8 && type >= CAPTURE_CHIP && type <= CAPTURE_END);
   uint64_t size = 0;
   for (size_t i = 0; i < nparts; i++)
      size += parts[i].size_B;
   if (w->failed || size > UINT32_MAX)
      return false;
   uint32_t head[2] = {(uint32_t)type, (uint32_t)size};
   bool ok = compress_to_file(w, head, sizeof head, ZSTD_e_continue);
   for (size_t i = 0; ok && i < nparts; i++)
      ok = compress_to_file(w, parts[i].data, parts[i].size_B, ZSTD_e_continue);
   return ok;
}

static bool
write_changed_range(struct capture_writer *w, uint32_t id, const uint8_t *contents, uint8_t *known,
                    uint64_t from, uint64_t to)
{
   uint32_t head[2] = {id, 0};
   assert(from < to);
   memcpy(known + from, contents + from, to - from);
   const struct capture_part parts[] = {
      {head,         sizeof head},
      {&from,        8          },
      {known + from, to - from  }
   };
   return capture_write(w, CAPTURE_BO_DATA, parts, 3);
}

bool
capture_changes(struct capture_writer *w, uint32_t id, const uint8_t *contents, uint64_t size_B,
                uint8_t **known)
{
   assert(contents && size_B);
   if (!*known && !(*known = calloc(1, size_B)))
      return false;
   bool ok = true;
   uint64_t run = UINT64_MAX;
   for (uint64_t at = 0; at < size_B && ok; at += PAGE_B) {
      uint64_t n = size_B - at < PAGE_B ? size_B - at : PAGE_B;
      assert(run == UINT64_MAX || run < at);
      bool changed = memcmp(*known + at, contents + at, n) != 0;
      if (changed && run == UINT64_MAX)
         run = at;
      if (!changed && run != UINT64_MAX) {
         ok = write_changed_range(w, id, contents, *known, run, at);
         run = UINT64_MAX;
      }
   }
   return ok && (run == UINT64_MAX || write_changed_range(w, id, contents, *known, run, size_B));
}

bool
capture_flush(struct capture_writer *w)
{
   return !w->failed && compress_to_file(w, NULL, 0, ZSTD_e_flush) && fflush(w->file) == 0;
}

void
capture_writer_destroy(struct capture_writer *w)
{
   if (!w)
      return;
   capture_write(w, CAPTURE_END, NULL, 0);
   if (!w->failed)
      compress_to_file(w, NULL, 0, ZSTD_e_end);
   fclose(w->file);
   ZSTD_freeCCtx(w->zstd);
   free(w);
}
