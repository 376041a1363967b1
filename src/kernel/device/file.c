/* SPDX-License-Identifier: MIT
 *
 * Open files. One is an end of a socket pair. So poll() and read() on it work as on the real thing (events of
 * the display are written to the other end), it may be duplicated, inherited and sent to others, and the other
 * end hangs up when the last descriptor is gone, wherever it was closed.
 */
#include "kernel/device/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "kernel/device/display.h"
#include "util/u_math.h"

/** Names our end of a pair, by which the other one is known. */
static bool
bind_peer(const struct vr_device *d, int sock, const struct vr_file *f)
{
   struct sockaddr_un at = {.sun_family = AF_UNIX};
   int n = snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "%s/%u/%d/%llu", d->name, f->id, f->minor,
                    (unsigned long long)(f->dmabuf ? f->dmabuf->size_B : 0));
   assert(n > 0 && (size_t)n < sizeof at.sun_path - 1);
   return bind(sock, (struct sockaddr *)&at,
               (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n)) == 0;
}

/* The lock is held. */
static bool
add_file(struct vr_device *d, struct vr_file *f)
{
   assert(d->num_files <= d->max_files);
   if (d->num_files == d->max_files) {
      uint32_t n = MAX2(d->max_files * 2, 16);
      struct vr_file **p = realloc(d->files, n * sizeof(struct vr_file *));
      if (!p) {
         errno = ENOMEM;
         return false;
      }
      d->files = p;
      d->max_files = n;
   }
   f->id = ++d->last_file & INT32_MAX;
   assert((f->minor < 0) == (f->dmabuf != NULL));
   struct epoll_event e = {.data.u32 = f->id}; /* hanging up is always reported */
   if (!bind_peer(d, f->peer, f) || epoll_ctl(d->epoll, EPOLL_CTL_ADD, f->peer, &e))
      return false;
   d->files[d->num_files++] = f;
   return true;
}

static int
new_file(struct vr_device *d, int minor, struct vr_bo *dmabuf, int flags)
{
   int pair[2];
   struct vr_file *f = calloc(1, sizeof *f);
   if (!f || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
      free(f);
      return -1;
   }
   if (flags & O_NONBLOCK)
      fcntl(pair[0], F_SETFL, O_NONBLOCK);
   *f = (struct vr_file){.refs = 1, .peer = vr_high_fd(pair[1]), .minor = minor, .dmabuf = dmabuf};
   pthread_mutex_lock(&d->lock);
   bool ok = add_file(d, f);
   if (ok && dmabuf)
      dmabuf->refs++;
   pthread_mutex_unlock(&d->lock);
   if (ok)
      return pair[0];
   close(pair[0]);
   close(f->peer);
   free(f);
   return -1;
}

int
vr_open(struct vr_device *d, int minor, int flags)
{
   return new_file(d, minor, NULL, flags);
}

int
vr_open_dmabuf(struct vr_device *d, struct vr_bo *bo)
{
   return new_file(d, -1, bo, 0);
}

/* The lock is held. Index of a file; num_files: there is none. */
static uint32_t
find_file(const struct vr_device *d, uint32_t id)
{
   uint32_t i = 0;
   while (i < d->num_files && d->files[i]->id != id)
      i++;
   return i;
}

struct vr_file *
vr_file_get(struct vr_device *d, uint32_t id)
{
   pthread_mutex_lock(&d->lock);
   uint32_t i = find_file(d, id);
   struct vr_file *f = i < d->num_files ? d->files[i] : NULL;
   if (f)
      f->refs++;
   pthread_mutex_unlock(&d->lock);
   return f;
}

/* The lock is held. */
static void
put_file(struct vr_device *d, struct vr_file *f)
{
   assert(f->refs);
   if (--f->refs)
      return;
   vr_kms_release(d, f);
   for (uint32_t h = 1; h < f->num_handles; h++) {
      if (f->handles[h].bo)
         vr_close_handle(d, f, h);
   }
   if (f->dmabuf)
      vr_bo_put(d, f->dmabuf);
   d->driver->file_close(d, f);
   close(f->peer);
   free(f->handles);
   free(f);
}

void
vr_file_put(struct vr_device *d, struct vr_file *f)
{
   pthread_mutex_lock(&d->lock);
   put_file(d, f);
   pthread_mutex_unlock(&d->lock);
}

void
vr_reap(struct vr_device *d)
{
   struct epoll_event e[16];
   int n;
   pthread_mutex_lock(&d->lock);
   while ((n = epoll_wait(d->epoll, e, 16, 0)) > 0) {
      for (int k = 0; k < n; k++) {
         uint32_t i = find_file(d, e[k].data.u32);
         if (i == d->num_files)
            continue;
         struct vr_file *f = d->files[i];
         assert(f->refs && f->id == e[k].data.u32);
         d->files[i] = d->files[--d->num_files];
         epoll_ctl(d->epoll, EPOLL_CTL_DEL, f->peer, NULL);
         put_file(d, f);
      }
   }
   pthread_mutex_unlock(&d->lock);
}

int
vr_mmap_range(struct vr_device *d, struct vr_file *f, uint64_t offset, uint64_t size_B, struct vr_mapping *m)
{
   pthread_mutex_lock(&d->lock);
   struct vr_bo *bo = f->dmabuf;
   for (uint32_t h = 1; h < f->num_handles && !f->dmabuf && !bo; h++) {
      if (f->handles[h].bo && VR_MMAP_BASE + f->handles[h].bo->offset_B == offset)
         bo = f->handles[h].bo;
   }
   const uint64_t at = f->dmabuf ? offset : 0;
   int err = bo && at <= bo->size_B && size_B <= bo->size_B - at ? 0 : EINVAL;
   if (!err) {
      bo->mapped = true;
      *m = (struct vr_mapping){fcntl(bo->fd, F_DUPFD_CLOEXEC, 0), at, bo->number, bo->stale};
      err = m->fd < 0 ? errno : 0;
   }
   pthread_mutex_unlock(&d->lock);
   return err;
}
