/* SPDX-License-Identifier: MIT
 *
 * The floor of the device: its creation, and buffers and handles as every GPU has them. What a buffer is made
 * of is the driver's.
 */
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "kernel/device/device.h"
#include "util/u_math.h"

/* A program in whose process the server lives has the low descriptors for itself. */
#define FIRST_FD 1024

int
vr_high_fd(int fd)
{
   int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FD);
   if (high < 0)
      return fd;
   close(fd);
   return high;
}

/* Every buffer is a file. */
static void
want_descriptors(void)
{
   struct rlimit r;
   if (!getrlimit(RLIMIT_NOFILE, &r) && r.rlim_cur < r.rlim_max) {
      r.rlim_cur = r.rlim_max;
      setrlimit(RLIMIT_NOFILE, &r);
   }
}

struct vr_device *
vr_device_create(const struct vr_driver *driver, void *gpu, uint16_t pci_id)
{
   struct vr_device *d = calloc(1, sizeof *d);
   if (!d)
      return NULL;
   want_descriptors();
   assert(driver->create_dumb && driver->bo_wait && driver->bo_is_linear && driver->bo_free &&
          driver->va_unmap && driver->file_close);
   d->driver = driver;
   d->gpu = gpu;
   d->pci_id = pci_id;
   d->epoll = vr_high_fd(epoll_create1(EPOLL_CLOEXEC));
   if (d->epoll < 0) {
      free(d);
      return NULL;
   }
   pthread_mutex_init(&d->lock, NULL);
   return d;
}

struct vr_bo *
vr_bo_of(const struct vr_file *f, uint32_t handle)
{
   return handle < f->num_handles ? f->handles[handle].bo : NULL;
}

void
vr_bo_put(struct vr_device *d, struct vr_bo *bo)
{
   assert(bo->refs);
   if (--bo->refs)
      return;
   assert(!bo->name || d->names[bo->name - 1] == bo);
   if (bo->name)
      d->names[bo->name - 1] = NULL;
   d->driver->bo_free(d, bo);
}

void
vr_bo_wait(struct vr_device *d, struct vr_bo *bo)
{
   assert(bo->refs);
   bo->refs++; /* whoever waits gives the lock up */
   d->driver->bo_wait(d, bo);
   vr_bo_put(d, bo);
}

/* Handles start at 1. */
uint32_t
vr_new_handle(struct vr_file *f, struct vr_bo *bo)
{
   uint32_t h = 1;
   while (h < f->num_handles && f->handles[h].bo)
      h++;
   if (h >= f->num_handles) {
      uint32_t n = MAX2(f->num_handles * 2, 256);
      struct vr_handle *p = realloc(f->handles, n * sizeof *p);
      if (!p)
         return 0;
      memset(p + f->num_handles, 0, (n - f->num_handles) * sizeof *p);
      f->handles = p;
      f->num_handles = n;
   }
   assert(h && !f->handles[h].bo);
   f->handles[h] = (struct vr_handle){.bo = bo};
   bo->refs++;
   return h;
}

void
vr_close_handle(struct vr_device *d, struct vr_file *f, uint32_t h)
{
   assert(h && h < f->num_handles);
   if (f->handles[h].va)
      vr_bo_wait(d, f->handles[h].bo);
   struct vr_handle e = f->handles[h]; /* another thread may have closed it meanwhile */
   if (!e.bo)
      return;
   if (e.va)
      d->driver->va_unmap(f, e.va, e.bo->size_B);
   f->handles[h] = (struct vr_handle){0};
   vr_bo_put(d, e.bo);
}
