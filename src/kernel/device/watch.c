/* SPDX-License-Identifier: MIT
 *
 * Finds reads of what a CPU on a card would not see: it reads memory of a card through the host data path, whose cache
 * may hold older bytes until the kernel flushes it for that buffer.
 *
 * How: when the GPU has written to a buffer, its pages are taken out of the process's page table (MADV_DONTNEED, which
 * leaves the storage alone) and its bytes are remembered. When the CPU sees them again, or the GPU writes again, pages
 * that have come back were touched (/proc/self/pagemap). One whose bytes are other ones was written, which is allowed;
 * one whose bytes are the same was read. No fault is taken and no access is in the way of anything, so that
 * a program does what it did without.
 *
 * So a page that was read and written counts as written; writing a page's own bytes, and nothing else, would
 * count as reading it. Submissions of other processes to the same buffer are not known here.
 */
#include "kernel/device/watch.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/u_debug.h"
#include "util/u_math.h"

#define PRESENT (UINT64_C(1) << 63) /* of an entry of pagemap: the page table has the page */

struct mapping {
   uint8_t *p;
   size_t size_B;
   uint64_t bo;
   int fd; /* the storage */
   uint64_t fd_at_B;
   uint8_t *bytes; /* as the GPU left them; NULL: the CPU sees them */
   struct mapping *next;
};

static struct {
   pthread_mutex_t lock;
   bool on, fail;
   int pagemap;
   size_t page_B;
   struct mapping *list;
   uint64_t reads; /* mappings, each time */
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER, .pagemap = -1};

bool
vr_watch_on(void)
{
   return watch.on;
}

static void
report(const struct mapping *m, size_t at_B)
{
   if (!watch.reads++)
      u_log("strict: H1: the CPU reads a mapping of %zu bytes in VRAM, near byte %zu, that the GPU has "
            "written to since "
            "GEM_WAIT_IDLE was called on that buffer. Rule: only that call on that buffer makes the CPU see "
            "what the "
            "GPU wrote (kernel, radeon_gem.c: nothing else flushes the host data path)",
            m->size_B, at_B);
}

/** Whether a page of the storage is what it was; not if it can't be read. */
static bool
is_unchanged(const struct mapping *m, size_t at_B, size_t n_B)
{
   uint8_t now[4096];
   for (size_t i = 0; i < n_B; i += sizeof now) {
      const size_t part_B = MIN2(n_B - i, sizeof now);
      if (pread(m->fd, now, part_B, (off_t)(m->fd_at_B + at_B + i)) != (ssize_t)part_B ||
          memcmp(now, m->bytes + at_B + i, part_B) != 0)
         return false;
   }
   return true;
}

static void
look(const struct mapping *m)
{
   uint64_t entry[512];
   const size_t pages = DIV_ROUND_UP(m->size_B, watch.page_B), first = (uintptr_t)m->p / watch.page_B;
   for (size_t i = 0; m->bytes && i < pages; i += ARRAY_SIZE(entry)) {
      const size_t n = MIN2(pages - i, ARRAY_SIZE(entry));
      if (pread(watch.pagemap, entry, n * 8, (off_t)((first + i) * 8)) != (ssize_t)(n * 8))
         return;
      for (size_t k = 0; k < n; k++) {
         const size_t at_B = (i + k) * watch.page_B;
         if (entry[k] & PRESENT && is_unchanged(m, at_B, MIN2(m->size_B - at_B, watch.page_B))) {
            report(m, at_B); /* a read brings neighbours into the table as well: once is enough */
            return;
         }
      }
   }
}

/** From here on the CPU may see old bytes. */
static void
hide(struct mapping *m)
{
   free(m->bytes); /* a submission may name a buffer twice */
   m->bytes = malloc(m->size_B);
   for (size_t at = 0; m->bytes && at < m->size_B;) {
      ssize_t n = pread(m->fd, m->bytes + at, m->size_B - at, (off_t)(m->fd_at_B + at));
      if (n > 0) {
         at += (size_t)n;
      } else {
         free(m->bytes);
         m->bytes = NULL;
      }
   }
   if (m->bytes && madvise(m->p, m->size_B, MADV_DONTNEED)) {
      free(m->bytes);
      m->bytes = NULL;
   }
}

static void
show(struct mapping *m)
{
   look(m);
   free(m->bytes);
   m->bytes = NULL;
}

void
vr_watch_mapped(void *p, size_t size_B, uint64_t bo, int fd, uint64_t fd_at_B, bool stale)
{
   struct mapping *m = watch.on ? calloc(1, sizeof *m) : NULL;
   if (!m)
      return;
   *m = (struct mapping){
      .p = p, .size_B = size_B, .bo = bo, .fd = fcntl(fd, F_DUPFD_CLOEXEC, 1024), .fd_at_B = fd_at_B};
   if (m->fd < 0) {
      free(m);
      return;
   }
   pthread_mutex_lock(&watch.lock);
   m->next = watch.list;
   watch.list = m;
   if (stale)
      hide(m);
   pthread_mutex_unlock(&watch.lock);
}

/* One that loses a part is not watched any more. */
void
vr_watch_unmapped(void *p, size_t size_B)
{
   if (!watch.on)
      return;
   pthread_mutex_lock(&watch.lock);
   for (struct mapping **at = &watch.list, *m; (m = *at);) {
      if ((uint8_t *)p >= m->p + m->size_B || m->p >= (uint8_t *)p + size_B) {
         at = &m->next;
         continue;
      }
      *at = m->next;
      show(m);
      close(m->fd);
      free(m);
   }
   pthread_mutex_unlock(&watch.lock);
}

static void
for_each(uint64_t bo, void (*what)(struct mapping *m))
{
   pthread_mutex_lock(&watch.lock);
   for (struct mapping *m = watch.list; m; m = m->next)
      if (m->bo == bo)
         what(m);
   pthread_mutex_unlock(&watch.lock);
}

void
vr_watch_before(uint64_t bo)
{
   if (watch.on)
      for_each(bo, show);
}

void
vr_watch_written(uint64_t bo)
{
   if (watch.on)
      for_each(bo, hide);
}

void
vr_watch_flushed(uint64_t bo)
{
   if (watch.on)
      for_each(bo, show);
}

/* ---- the process's life -------------------------------------------------------------------------------- */

static void
lock_before_fork(void)
{
   pthread_mutex_lock(&watch.lock);
}

static void
unlock_after_fork(void)
{
   pthread_mutex_unlock(&watch.lock);
}

/** The child has another page table, which its parent's file of it does not tell of. */
static void
start_child(void)
{
   const int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
   if (watch.pagemap >= 0)
      close(watch.pagemap);
   watch.pagemap = fd;
   watch.reads = 0;
   pthread_mutex_unlock(&watch.lock);
}

static void
end(void)
{
   pthread_mutex_lock(&watch.lock);
   for (struct mapping *m = watch.list; m; m = m->next)
      show(m);
   const uint64_t reads = watch.reads;
   pthread_mutex_unlock(&watch.lock);
   if (reads)
      u_log("strict: H1: %llu times", (unsigned long long)reads);
   if (reads && watch.fail)
      _exit(EXIT_FAILURE);
}

__attribute__((constructor)) static void
start(void)
{
   const char *mode = u_getenv("TERAGL_STRICT");
   if (!mode)
      return;
   watch.page_B = (size_t)sysconf(_SC_PAGESIZE);
   watch.pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
   if (watch.pagemap < 0) {
      u_log("strict: H1 is not looked for: /proc/self/pagemap can't be read");
      return;
   }
   watch.on = true;
   watch.fail = !strcmp(mode, "fail");
   pthread_atfork(lock_before_fork, unlock_after_fork, start_child);
   atexit(end);
}
