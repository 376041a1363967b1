/* SPDX-License-Identifier: MIT
 *
 * Directories: the pretended ones, and those of the real sysfs with what is pretended in them behind what is
 * really there, so that libpciaccess and its like find the card when they look through the bus.
 */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/device/client.h"
#include "kernel/device/libc.h"

/* What stands behind a DIR of ours. The C library's are told from ours by this list. */
struct directory {
   DIR *real; /* NULL: pretended */
   unsigned at;
   struct dirent64 entry;
   struct directory *next;
   char path[];
};

static struct directory *directories;
static pthread_mutex_t directories_lock = PTHREAD_MUTEX_INITIALIZER;

static struct directory *
directory_of(DIR *dir)
{
   pthread_mutex_lock(&directories_lock);
   struct directory *d = directories;
   while (d && (void *)d != (void *)dir)
      d = d->next;
   pthread_mutex_unlock(&directories_lock);
   return d;
}

static DIR *
new_directory(const char *path, DIR *real)
{
   size_t n = strlen(path);
   while (n > 1 && path[n - 1] == '/')
      n--;
   struct directory *d = calloc(1, sizeof *d + n + 1);
   if (!d)
      return real;
   memcpy(d->path, path, n);
   d->real = real;
   pthread_mutex_lock(&directories_lock);
   d->next = directories;
   directories = d;
   pthread_mutex_unlock(&directories_lock);
   return (DIR *)d;
}

/** Whether a real directory has something pretended in it. */
static bool
has_children(const char *path)
{
   return !strncmp(path, "/sys/", 5) && vr_child(path, 0);
}

EXPORT DIR *
opendir(const char *path)
{
   char buf[PATH_MAX];
   const struct vr_node *n;
   if (!vr_lookup(path, true, buf, sizeof buf, &n, &path)) {
      DIR *real = NEXT(opendir)(path);
      return (real || errno == ENOENT) && has_children(path) ? new_directory(path, real) : real;
   }
   if (n && n->kind == VR_NODE_DIR)
      return new_directory(n->path, NULL);
   errno = n ? ENOTDIR : ENOENT;
   return NULL;
}

static const char *
last_name(const char *path)
{
   assert(strchr(path, '/'));
   return strrchr(path, '/') + 1;
}

/** The next real entry that is not pretended, too. */
static struct dirent64 *
read_real(struct directory *d)
{
   struct dirent64 *e;
   while ((e = NEXT(readdir64)(d->real))) {
      const struct vr_node *n;
      unsigned i = 0;
      while ((n = vr_child(d->path, i)) && strcmp(last_name(n->path), e->d_name) != 0)
         i++;
      if (!n)
         break;
   }
   return e;
}

EXPORT struct dirent64 *
readdir64(DIR *dir)
{
   struct directory *d = directory_of(dir);
   if (!d)
      return NEXT(readdir64)(dir);
   struct dirent64 *real = d->real && !d->at ? read_real(d) : NULL;
   if (real)
      return real;
   static const char *const dots[] = {".", ".."};
   if (d->real && !d->at)
      d->at = 2; /* the real one has had its own */
   const struct vr_node *n = d->at < 2 ? NULL : vr_child(d->path, d->at - 2);
   if (!n && d->at >= 2)
      return NULL;
   static const uint8_t types[] = {[VR_NODE_DIR] = DT_DIR,
                                   [VR_NODE_TEXT] = DT_REG,
                                   [VR_NODE_CONFIG] = DT_REG,
                                   [VR_NODE_LINK] = DT_LNK,
                                   [VR_NODE_DEVICE] = DT_CHR};
   _Static_assert(sizeof types == VR_NODE_DEVICE + 1, "one for each kind of node");
   d->entry.d_ino = n ? (ino64_t)(uintptr_t)n : 1;
   d->entry.d_type = n ? types[n->kind] : DT_DIR;
   d->entry.d_reclen = sizeof d->entry;
   snprintf(d->entry.d_name, sizeof d->entry.d_name, "%s", n ? last_name(n->path) : dots[d->at]);
   d->at++;
   return &d->entry;
}

EXPORT struct dirent *
readdir(DIR *dir)
{
   return (struct dirent *)readdir64(dir);
}

EXPORT void
rewinddir(DIR *dir)
{
   struct directory *d = directory_of(dir);
   if (d)
      d->at = 0;
   if (!d || d->real)
      NEXT(rewinddir)(d ? d->real : dir);
}

EXPORT int
dirfd(DIR *dir)
{
   struct directory *d = directory_of(dir);
   if (!d || d->real)
      return NEXT(dirfd)(d ? d->real : dir);
   errno = ENOTSUP;
   return -1;
}

EXPORT int
closedir(DIR *dir)
{
   struct directory *d = directory_of(dir);
   if (!d)
      return NEXT(closedir)(dir);
   pthread_mutex_lock(&directories_lock);
   struct directory **p = &directories;
   while (*p != d)
      p = &(*p)->next;
   *p = d->next;
   pthread_mutex_unlock(&directories_lock);
   int ret = d->real ? NEXT(closedir)(d->real) : 0;
   free(d);
   return ret;
}

/* The C library's goes past the functions above. */
EXPORT int
scandir64(const char *path, struct dirent64 ***list, int (*choose)(const struct dirent64 *),
          int (*compare)(const struct dirent64 **, const struct dirent64 **))
{
   DIR *dir = opendir(path);
   if (!dir)
      return -1;
   struct dirent64 **all = NULL, *e;
   int n = 0, max = 0;
   bool ok = true;
   while (ok && (e = readdir64(dir))) {
      if (choose && !choose(e))
         continue;
      if (n == max) {
         max = max ? 2 * max : 32;
         void *p = realloc(all, (size_t)max * sizeof *all);
         ok = p != NULL;
         all = ok ? p : all;
      }
      struct dirent64 *copy = ok ? malloc(sizeof *copy) : NULL;
      ok = copy != NULL;
      if (ok) {
         *copy = (struct dirent64){.d_ino = e->d_ino, .d_type = e->d_type, .d_reclen = sizeof *copy};
         snprintf(copy->d_name, sizeof copy->d_name, "%s", e->d_name);
         all[n++] = copy;
      }
   }
   closedir(dir);
   if (!ok) {
      while (n)
         free(all[--n]);
      free(all);
      errno = ENOMEM;
      return -1;
   }
   if (compare && n)
      qsort(all, (size_t)n, sizeof *all, (int (*)(const void *, const void *))compare);
   *list = all ? all : malloc(1);
   return n;
}

_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "one kind of entry");

EXPORT int
scandir(const char *path, struct dirent ***list, int (*choose)(const struct dirent *),
        int (*compare)(const struct dirent **, const struct dirent **))
{
   return scandir64(path, (struct dirent64 ***)list, (int (*)(const struct dirent64 *))choose,
                    (int (*)(const struct dirent64 **, const struct dirent64 **))compare);
}
