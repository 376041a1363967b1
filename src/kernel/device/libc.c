/* SPDX-License-Identifier: MIT
 *
 * The C library's functions that a program reaches a DRM device with. Loaded by LD_PRELOAD, so the program
 * and every library in it call these; what is none of the device's goes on to the C library. Paths relative
 * to a directory's descriptor and fopen's modes for writing are not looked at: nobody opens a device that
 * way.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "kernel/device/client.h"
#include "kernel/device/libc.h"
#include "kernel/device/watch.h"

static int
set_errno(int err)
{
   errno = err;
   return -1;
}

/* ---- open ---- */

static int
open_node(const struct vr_node *n, int flags)
{
   if (!n)
      return set_errno(ENOENT);
   switch (n->kind) {
   case VR_NODE_DEVICE:
      return vr_client_open(n->minor, flags);
   case VR_NODE_TEXT:
   case VR_NODE_CONFIG: {
      char buf[512];
      size_t len = vr_node_contents(n, buf, sizeof buf);
      if ((flags & O_ACCMODE) != O_RDONLY)
         return set_errno(EACCES);
      int fd = memfd_create("sysfs", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
      if (fd >= 0 && (write(fd, buf, len) != (ssize_t)len || lseek(fd, 0, SEEK_SET))) {
         close(fd);
         return set_errno(EIO);
      }
      return fd;
   }
   case VR_NODE_DIR:
   case VR_NODE_LINK:
      break;
   }
   return set_errno(EACCES); /* directories are read by opendir() */
}

static int
open_path(const char *path, int flags, mode_t mode, int dir)
{
   char buf[PATH_MAX];
   const struct vr_node *n;
   if (vr_lookup(path, true, buf, sizeof buf, &n, &path))
      return open_node(n, flags);
   return NEXT(openat64)(dir, path, flags, mode);
}

#define MODE_OF(flags, last)                                                                                 \
   ({                                                                                                        \
      mode_t mode_ = 0;                                                                                      \
      if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                               \
         va_list ap;                                                                                         \
         va_start(ap, last);                                                                                 \
         mode_ = va_arg(ap, mode_t);                                                                         \
         va_end(ap);                                                                                         \
      }                                                                                                      \
      mode_;                                                                                                 \
   })

EXPORT int
open64(const char *path, int flags, ...)
{
   return open_path(path, flags, MODE_OF(flags, flags), AT_FDCWD);
}

EXPORT int
open(const char *path, int flags, ...)
{
   return open_path(path, flags, MODE_OF(flags, flags), AT_FDCWD);
}

EXPORT int
openat64(int dir, const char *path, int flags, ...)
{
   return open_path(path, flags, MODE_OF(flags, flags), dir);
}

EXPORT int
openat(int dir, const char *path, int flags, ...)
{
   return open_path(path, flags, MODE_OF(flags, flags), dir);
}

/* The fortified forms, which take no mode. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int dir, const char *path, int flags);
int __openat64_2(int dir, const char *path, int flags);

EXPORT int
__open_2(const char *path, int flags)
{
   return open_path(path, flags, 0, AT_FDCWD);
}

EXPORT int
__open64_2(const char *path, int flags)
{
   return open_path(path, flags, 0, AT_FDCWD);
}

EXPORT int
__openat_2(int dir, const char *path, int flags)
{
   return open_path(path, flags, 0, dir);
}

EXPORT int
__openat64_2(int dir, const char *path, int flags)
{
   return open_path(path, flags, 0, dir);
}

EXPORT FILE *
fopen64(const char *path, const char *mode)
{
   char buf[PATH_MAX];
   const struct vr_node *n;
   if (!vr_lookup(path, true, buf, sizeof buf, &n, &path))
      return NEXT(fopen64)(path, mode);
   int fd = open_node(n, (mode[0] == 'r' && !strchr(mode, '+') ? O_RDONLY : O_RDWR) | O_CLOEXEC);
   return fd < 0 ? NULL : fdopen(fd, mode);
}

EXPORT FILE *
fopen(const char *path, const char *mode)
{
   return fopen64(path, mode);
}

/* ---- what a descriptor can do ---- */

EXPORT int
ioctl(int fd, unsigned long request, ...)
{
   va_list ap;
   va_start(ap, request);
   void *arg = va_arg(ap, void *);
   va_end(ap);
   struct vr_ident id;
   if (!vr_client_ident(fd, &id))
      return NEXT(ioctl)(fd, request, arg);
   int err = vr_client_ioctl(&id, request, arg);
   return err ? set_errno(err) : 0;
}

EXPORT void *
mmap64(void *addr, size_t len, int prot, int flags, int fd, off64_t offset)
{
   struct vr_ident id;
   if (flags & MAP_FIXED)
      vr_watch_unmapped(addr, len);
   if ((flags & MAP_ANONYMOUS) || !vr_client_ident(fd, &id))
      return NEXT(mmap64)(addr, len, prot, flags, fd, offset);
   struct vr_client_mapping to;
   int err = vr_client_mmap(&id, (uint64_t)offset, len, &to);
   if (err) {
      errno = err;
      return MAP_FAILED;
   }
   void *p = NEXT(mmap64)(addr, len, prot, flags, to.fd, (off64_t)to.offset_B);
   int saved = errno;
   if (p != MAP_FAILED)
      vr_watch_mapped(p, len, to.bo, to.fd, to.offset_B, to.stale);
   close(to.fd);
   errno = saved;
   return p;
}

EXPORT int
munmap(void *addr, size_t len)
{
   int saved = errno;
   vr_watch_unmapped(addr, len);
   errno = saved;
   return NEXT(munmap)(addr, len);
}

EXPORT void *
mremap(void *addr, size_t old_len, size_t len, int flags, ...)
{
   va_list ap;
   va_start(ap, flags);
   void *to = flags & MREMAP_FIXED ? va_arg(ap, void *) : NULL;
   va_end(ap);
   int saved = errno;
   vr_watch_unmapped(addr, old_len);
   if (flags & MREMAP_FIXED)
      vr_watch_unmapped(to, len);
   errno = saved;
   return NEXT(mremap)(addr, old_len, len, flags, to);
}

EXPORT void *
mmap(void *addr, size_t len, int prot, int flags, int fd, off_t offset)
{
   return mmap64(addr, len, prot, flags, fd, offset);
}

/* A dma-buf's size is where its end is. */
EXPORT off64_t
lseek64(int fd, off64_t offset, int whence)
{
   struct vr_ident id;
   if (!vr_client_ident(fd, &id))
      return NEXT(lseek64)(fd, offset, whence);
   if (offset || (whence != SEEK_SET && whence != SEEK_END))
      return set_errno(EINVAL);
   return whence == SEEK_END ? (off64_t)id.size_B : 0;
}

EXPORT off_t
lseek(int fd, off_t offset, int whence)
{
   return lseek64(fd, offset, whence);
}

/* ---- stat ---- */

static int
stat_node(const struct vr_node *n, struct stat64 *st)
{
   if (!n)
      return set_errno(ENOENT);
   memset(st, 0, sizeof *st);
   st->st_nlink = 1;
   st->st_blksize = 4096;
   st->st_ino = (ino_t)(uintptr_t)n;
   switch (n->kind) {
   case VR_NODE_DEVICE:
      st->st_mode = S_IFCHR | 0666;
      st->st_rdev = makedev(226, (unsigned)n->minor);
      break;
   case VR_NODE_DIR:
      st->st_mode = S_IFDIR | 0755;
      break;
   case VR_NODE_LINK:
      st->st_mode = S_IFLNK | 0777;
      break;
   case VR_NODE_TEXT:
   case VR_NODE_CONFIG:
      st->st_mode = S_IFREG | 0444;
      st->st_size = 4096;
      break;
   }
   return 0;
}

static int
stat_path(int dir, const char *path, struct stat64 *st, int flags)
{
   char buf[PATH_MAX];
   const struct vr_node *n;
   if (vr_lookup(path, !(flags & AT_SYMLINK_NOFOLLOW), buf, sizeof buf, &n, &path))
      return stat_node(n, st);
   return NEXT(fstatat64)(dir, path, st, flags);
}

EXPORT int
fstat64(int fd, struct stat64 *st)
{
   int ret = NEXT(fstat64)(fd, st);
   struct vr_ident id;
   if (!ret && vr_client_ident(fd, &id)) {
      bool dmabuf = id.minor < 0;
      st->st_mode = dmabuf ? 0600 : S_IFCHR | 0666; /* anonymous inodes have no type */
      st->st_size = (off_t)id.size_B;
      st->st_rdev = dmabuf ? 0 : makedev(226, (unsigned)id.minor);
   }
   return ret;
}

EXPORT int
fstatat64(int dir, const char *path, struct stat64 *st, int flags)
{
   if (!*path && (flags & AT_EMPTY_PATH) && dir >= 0)
      return fstat64(dir, st);
   return stat_path(dir, path, st, flags);
}

EXPORT int
stat64(const char *path, struct stat64 *st)
{
   return stat_path(AT_FDCWD, path, st, 0);
}

EXPORT int
lstat64(const char *path, struct stat64 *st)
{
   return stat_path(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);
}

_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "one kind of stat");

EXPORT int
fstat(int fd, struct stat *st)
{
   return fstat64(fd, (struct stat64 *)st);
}

EXPORT int
fstatat(int dir, const char *path, struct stat *st, int flags)
{
   return fstatat64(dir, path, (struct stat64 *)st, flags);
}

EXPORT int
stat(const char *path, struct stat *st)
{
   return stat64(path, (struct stat64 *)st);
}

EXPORT int
lstat(const char *path, struct stat *st)
{
   return lstat64(path, (struct stat64 *)st);
}

EXPORT int
statx(int dir, const char *path, int flags, unsigned mask, struct statx *st)
{
   char buf[PATH_MAX];
   const struct vr_node *n;
   struct stat64 s;
   struct vr_ident id;
   if (path && !*path && (flags & AT_EMPTY_PATH) && vr_client_ident(dir, &id)) {
      if (fstat64(dir, &s))
         return -1;
   } else if (!path || !vr_lookup(path, !(flags & AT_SYMLINK_NOFOLLOW), buf, sizeof buf, &n, &path)) {
      return NEXT(statx)(dir, path, flags, mask, st);
   } else if (stat_node(n, &s)) {
      return -1;
   }
   *st = (struct statx){
      .stx_mask = STATX_TYPE | STATX_MODE | STATX_NLINK | STATX_UID | STATX_GID | STATX_INO | STATX_SIZE,
      .stx_blksize = (uint32_t)s.st_blksize,
      .stx_nlink = (uint32_t)s.st_nlink,
      .stx_mode = (uint16_t)s.st_mode,
      .stx_ino = s.st_ino,
      .stx_size = (uint64_t)s.st_size,
      .stx_rdev_major = major(s.st_rdev),
      .stx_rdev_minor = minor(s.st_rdev),
   };
   return 0;
}

EXPORT int
faccessat(int dir, const char *path, int mode, int flags)
{
   char buf[PATH_MAX];
   const struct vr_node *n;
   if (!vr_lookup(path, !(flags & AT_SYMLINK_NOFOLLOW), buf, sizeof buf, &n, &path))
      return NEXT(faccessat)(dir, path, mode, flags);
   return n ? 0 : set_errno(ENOENT);
}

EXPORT int
access(const char *path, int mode)
{
   char buf[PATH_MAX];
   const struct vr_node *n;
   if (!vr_lookup(path, true, buf, sizeof buf, &n, &path))
      return NEXT(access)(path, mode);
   return n ? 0 : set_errno(ENOENT);
}

/* ---- links ---- */

EXPORT ssize_t
readlink(const char *path, char *out, size_t size_B)
{
   char buf[PATH_MAX];
   const struct vr_node *n;
   if (!vr_lookup(path, false, buf, sizeof buf, &n, &path))
      return NEXT(readlink)(path, out, size_B);
   if (!n || n->kind != VR_NODE_LINK)
      return set_errno(n ? EINVAL : ENOENT);
   size_t len = strlen(n->text);
   len = len < size_B ? len : size_B;
   memcpy(out, n->text, len);
   return (ssize_t)len;
}

ssize_t __readlink_chk(const char *path, char *out, size_t size_B, size_t room_B);
EXPORT ssize_t
__readlink_chk(const char *path, char *out, size_t size_B, size_t room_B)
{
   return readlink(path, out, size_B < room_B ? size_B : room_B);
}

EXPORT char *
realpath(const char *path, char *out)
{
   char buf[PATH_MAX];
   const struct vr_node *n;
   if (!vr_lookup(path, true, buf, sizeof buf, &n, &path))
      return NEXT(realpath)(path, out);
   if (!n) {
      errno = ENOENT;
      return NULL;
   }
   return out ? strcpy(out, n->path) : strdup(n->path);
}

char *__realpath_chk(const char *path, char *out, size_t room_B);
EXPORT char *
__realpath_chk(const char *path, char *out, size_t room_B)
{
   return realpath(path, out);
}
