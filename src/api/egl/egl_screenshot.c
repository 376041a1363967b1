/* SPDX-License-Identifier: MIT
 *
 * TERAGL_SCREENSHOT=FILE: the last picture that the process swapped, or had in its surface when it let go of
 * its context or ended, as a PAM file (RGBA, top row first). teragl-run --screenshot turns it into a PNG.
 * "%p" in FILE stands for the number of the process.
 *
 * FILE holds a whole picture at every moment, so that a process that a signal ends leaves its last one, too: each is
 * written through a mapping of a second file, FILE.PROCESS.part, which then changes names with FILE.
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_screenshot.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "format/format.h"
#include "util/u_debug.h"

/** A mapped file with a picture; data NULL: none. */
struct picture_file {
   uint8_t *data;
   size_t size_B, header_B;
   uint32_t w, h;
   dev_t dev;
   ino_t ino;
};

static struct {
   pthread_mutex_t lock; /* threads may swap at once */
   const char *wanted;   /* the variable's value */
   pid_t pid;            /* whose names and mappings the following are; 0: not set yet */
   char path[PATH_MAX], part[PATH_MAX + 32];
   struct picture_file shown; /* what FILE was when this process wrote it last */
   struct picture_file next;  /* what FILE.PROCESS.part was then */
   bool complained;
} shot = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void
read_variable(void)
{
   shot.wanted = u_getenv("TERAGL_SCREENSHOT");
}

bool
egl_screenshot_wanted(void)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, read_variable);
   return shot.wanted != NULL;
}

static void
close_file(struct picture_file *p)
{
   if (p->data)
      munmap(p->data, p->size_B);
   *p = (struct picture_file){0};
}

/** Names for this process. A child that fork() made leaves its parent's files alone. */
static void
set_names(void)
{
   if (shot.pid == getpid())
      return;
   close_file(&shot.shown);
   close_file(&shot.next);
   shot.pid = getpid();
   u_path_of_process(shot.path, sizeof shot.path, shot.wanted);
   snprintf(shot.part, sizeof shot.part, "%s.%d.part", shot.path, (int)shot.pid);
}

/** Whether the mapping is still the file of this name: another process may have put its own there. */
static bool
still_named(const struct picture_file *p, const char *name)
{
   struct stat st;
   return p->data && !stat(name, &st) && st.st_dev == p->dev && st.st_ino == p->ino;
}

/** Makes FILE.PROCESS.part anew. Its blocks are allocated, since a write to the mapping has no way to say that the disk
 * is full. False with errno. */
static bool
make_file(struct picture_file *p, uint32_t w, uint32_t h)
{
   char header[160];
   const int header_B = snprintf(
      header, sizeof header,
      "P7\n# %.64s, process %d\nWIDTH %u\nHEIGHT %u\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
      program_invocation_short_name, (int)shot.pid, w, h);
   assert(header_B > 0 && (size_t)header_B < sizeof header);
   *p = (struct picture_file){.w = w, .h = h, .header_B = (size_t)header_B};
   p->size_B = p->header_B + (size_t)w * h * 4;
   unlink(shot.part);
   int fd = open(shot.part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
   if (fd < 0)
      return false;
   struct stat st;
   int error = posix_fallocate(fd, 0, (off_t)p->size_B);
   void *map = error ? MAP_FAILED : mmap(NULL, p->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   if (map == MAP_FAILED || fstat(fd, &st)) {
      error = error ? error : errno;
      close(fd);
      unlink(shot.part);
      errno = error;
      return false;
   }
   close(fd);
   p->data = map;
   p->dev = st.st_dev;
   p->ino = st.st_ino;
   memcpy(p->data, header, p->header_B);
   return true;
}

/** FILE.PROCESS.part becomes FILE, what was FILE becomes the next one to write to. False with errno. */
static bool
publish(void)
{
   struct stat st;
   if (!lstat(shot.path, &st) &&
       !S_ISREG(st.st_mode)) { /* such as /dev/stdout, which shall stay what it is */
      errno = S_ISDIR(st.st_mode) ? EISDIR : EEXIST;
      return false;
   }
   if (shot.shown.data && !renameat2(AT_FDCWD, shot.part, AT_FDCWD, shot.path, RENAME_EXCHANGE)) {
      struct picture_file old = shot.shown;
      shot.shown = shot.next;
      shot.next = old;
      return true;
   }
   if (rename(shot.part, shot.path)) /* the first, or a file system that cannot exchange names */
      return false;
   close_file(&shot.shown);
   shot.shown = shot.next;
   shot.next = (struct picture_file){0};
   return true;
}

static void
complain(void)
{
   if (!shot.complained)
      u_log("TERAGL_SCREENSHOT: %s can't be written: %s", shot.path, strerror(errno));
   shot.complained = true;
}

void
egl_screenshot_take(const struct egl_config *c, const void *rows, uint32_t stride_B, uint32_t w, uint32_t h)
{
   assert(w && h && stride_B >= w * u_format_block_B(c->color));
   pthread_mutex_lock(&shot.lock);
   set_names();
   struct picture_file *p = &shot.next;
   if (p->w != w || p->h != h || !still_named(p, shot.part)) {
      close_file(p);
      if (!make_file(p, w, h)) {
         complain();
         *p = (struct picture_file){0};
         pthread_mutex_unlock(&shot.lock);
         return;
      }
   }
   for (uint32_t y = 0; y < h; y++)
      u_format_unpack_ubyte(c->color, (uint8_t(*)[4])(p->data + p->header_B + (size_t)(h - 1 - y) * w * 4),
                            (const uint8_t *)rows + (size_t)y * stride_B, w);
   if (!publish())
      complain();
   pthread_mutex_unlock(&shot.lock);
}

void
egl_screenshot_end(void)
{
   pthread_mutex_lock(&shot.lock);
   if (shot.pid == getpid()) {
      close_file(&shot.shown);
      close_file(&shot.next);
      unlink(shot.part);
   }
   pthread_mutex_unlock(&shot.lock);
}
