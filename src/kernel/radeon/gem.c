/* SPDX-License-Identifier: MIT
 *
 * Buffer objects: creation, handles, mapping offsets, tiling, waiting, names and dma-bufs. Storage is zero
 * when it is handed out. Buffers never move: VRAM and GTT are one memory here, and the domain is only
 * remembered.
 *
 * Left out: GEM_PREAD and GEM_PWRITE (not implemented by the kernel either).
 */
#include <errno.h>
#include <fcntl.h>
#include <libdrm/drm.h>
#include <libdrm/radeon_drm.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/u_debug.h"
#include "util/u_math.h"
#include "kernel/device/device.h"

struct vr_bo *
vr_bo_of(const struct vr_file *f, uint32_t handle)
{
   return handle < f->num_handles ? f->handles[handle].bo : NULL;
}

static uint64_t *
used(struct vr_device *d, const struct vr_bo *bo)
{
   return bo->domain & RADEON_GEM_DOMAIN_VRAM ? &d->used_vram_B : &d->used_gart_B;
}

void
vr_bo_put(struct vr_device *d, struct vr_bo *bo)
{
   if (--bo->refs)
      return;
   vr_capture_forget(d, bo);
   if (mmap(d->memory + bo->offset_B, bo->size_B, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
      u_log("virtual radeon: a buffer can't be unmapped: %s", strerror(errno));
   close(bo->fd);
   ws_ranges_free(&d->ranges, bo->offset_B, bo->size_B);
   *used(d, bo) -= bo->size_B;
   if (bo->name)
      d->names[bo->name - 1] = NULL;
   free(bo);
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
   f->handles[h] = (struct vr_handle){.bo = bo};
   bo->refs++;
   return h;
}

static void
close_handle(struct vr_device *d, struct vr_file *f, uint32_t h)
{
   if (f->handles[h].va)
      vr_bo_wait(d, f->handles[h].bo);
   struct vr_handle e = f->handles[h]; /* another thread may have closed it meanwhile */
   if (!e.bo)
      return;
   if (e.va)
      vr_vm_unmap(f->vm, e.va, e.bo->size_B);
   f->handles[h] = (struct vr_handle){0};
   vr_bo_put(d, e.bo);
}

void
vr_gem_release(struct vr_device *d, struct vr_file *f)
{
   for (uint32_t h = 1; h < f->num_handles; h++) {
      if (f->handles[h].bo)
         close_handle(d, f, h);
   }
}

void
vr_bo_wait(struct vr_device *d, struct vr_bo *bo)
{
   bo->refs++;
   while (bo->last_fence > d->finished)
      pthread_cond_wait(&d->idle, &d->lock);
   vr_bo_put(d, bo);
}

VR_IOCTL(gem_info)
{
   struct drm_radeon_gem_info *a = arg;
   a->gart_size = d->gart_B;
   a->vram_size = d->vram_B;
   a->vram_visible = MIN2(d->vram_B, UINT64_C(256) << 20);
   return 0;
}

/** The storage of a buffer, at its place in the GPU's memory. */
static bool
create_storage(struct vr_device *d, struct vr_bo *bo)
{
   bo->fd = vr_high_fd(memfd_create("teragl-buffer", MFD_CLOEXEC));
   if (bo->fd >= 0 && !ftruncate(bo->fd, (off_t)bo->size_B) &&
       mmap(d->memory + bo->offset_B, bo->size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, bo->fd,
            0) != MAP_FAILED)
      return true;
   u_log("virtual radeon: no storage for a buffer of %llu bytes: %s", (unsigned long long)bo->size_B,
         strerror(errno));
   if (bo->fd >= 0)
      close(bo->fd);
   return false;
}

static int
new_buffer(struct vr_device *d, struct vr_file *f, uint64_t size_B, uint64_t align_B, uint32_t domain,
           uint32_t flags, uint32_t *handle)
{
   struct vr_bo *bo = calloc(1, sizeof *bo);
   if (!bo || !ws_ranges_alloc(&d->ranges, size_B, align_B, &bo->offset_B)) {
      free(bo);
      return ENOMEM;
   }
   bo->refs = 1;
   bo->size_B = size_B;
   bo->domain = domain;
   bo->flags = flags;
   if (!create_storage(d, bo)) {
      ws_ranges_free(&d->ranges, bo->offset_B, size_B);
      free(bo);
      return ENOMEM;
   }
   *used(d, bo) += size_B;
   *handle = vr_new_handle(f, bo);
   vr_bo_put(d, bo);
   return *handle ? 0 : ENOMEM;
}

int
vr_new_buffer(struct vr_device *d, struct vr_file *f, uint64_t size_B, uint32_t *handle)
{
   return new_buffer(d, f, size_B, VR_PAGE_B, RADEON_GEM_DOMAIN_VRAM, 0, handle);
}

VR_IOCTL(gem_create)
{
   struct drm_radeon_gem_create *a = arg;
   uint64_t size_B = u_align(a->size, VR_PAGE_B), align_B = MAX2(a->alignment, VR_PAGE_B);
   if (!a->size || size_B < a->size || (align_B & (align_B - 1)))
      return EINVAL;
   if (size_B > d->gart_B || align_B > d->memory_B)
      return ENOMEM;
   a->size = size_B;
   return new_buffer(d, f, size_B, align_B, a->initial_domain, a->flags, &a->handle);
}

/* The process makes the buffer's storage its memory (vr_client.c). Rules and their order are the kernel's. */
VR_IOCTL(gem_userptr)
{
   struct drm_radeon_gem_userptr *a = arg;
   const uint32_t known = RADEON_GEM_USERPTR_READONLY | RADEON_GEM_USERPTR_ANONONLY |
                          RADEON_GEM_USERPTR_VALIDATE | RADEON_GEM_USERPTR_REGISTER;
   if ((a->addr | a->size) % VR_PAGE_B || (a->flags & ~known))
      return EINVAL;
   if (!(a->flags & RADEON_GEM_USERPTR_READONLY) &&
       (!(a->flags & RADEON_GEM_USERPTR_ANONONLY) || !(a->flags & RADEON_GEM_USERPTR_REGISTER)))
      return EACCES;
   if (!a->size)
      return EINVAL;
   if (a->size > d->gart_B)
      return ENOMEM;
   int err = new_buffer(d, f, a->size, VR_PAGE_B, RADEON_GEM_DOMAIN_GTT, 0, &a->handle);
   int fd = err ? -1 : fcntl(vr_bo_of(f, a->handle)->fd, F_DUPFD_CLOEXEC, 0);
   if (fd >= 0)
      vr_reply_fd(fd);
   return err;
}

VR_IOCTL(gem_mmap)
{
   struct drm_radeon_gem_mmap *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   a->addr_ptr = VR_MMAP_BASE + bo->offset_B;
   return 0;
}

VR_IOCTL(gem_set_domain)
{
   struct drm_radeon_gem_set_domain *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   if ((a->write_domain ? a->write_domain : a->read_domains) == RADEON_GEM_DOMAIN_CPU)
      vr_bo_wait(d, bo);
   return 0;
}

VR_IOCTL(gem_wait_idle)
{
   struct drm_radeon_gem_wait_idle *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   vr_bo_wait(d, bo);
   return 0;
}

VR_IOCTL(gem_busy)
{
   struct drm_radeon_gem_busy *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   a->domain = bo->domain & RADEON_GEM_DOMAIN_VRAM ? RADEON_GEM_DOMAIN_VRAM : RADEON_GEM_DOMAIN_GTT;
   return bo->last_fence > d->finished ? EBUSY : 0;
}

/** Tiling fields of Evergreen and later that the kernel accepts. */
static bool
tiling_legal(uint32_t flags)
{
   const unsigned literal[] = {RADEON_TILING_EG_BANKW_SHIFT, RADEON_TILING_EG_BANKH_SHIFT,
                               RADEON_TILING_EG_MACRO_TILE_ASPECT_SHIFT};
   for (unsigned i = 0; i < 3; i++) {
      unsigned v = flags >> literal[i] & 0xf;
      if (v & (v - 1))
         return false;
   }
   return (flags >> RADEON_TILING_EG_TILE_SPLIT_SHIFT & RADEON_TILING_EG_TILE_SPLIT_MASK) <= 6 &&
          (flags >> RADEON_TILING_EG_STENCIL_TILE_SPLIT_SHIFT & RADEON_TILING_EG_STENCIL_TILE_SPLIT_MASK) <=
             6;
}

VR_IOCTL(gem_set_tiling)
{
   struct drm_radeon_gem_set_tiling *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   if (d->chip->gen >= DB_EVERGREEN && !tiling_legal(a->tiling_flags))
      return EINVAL;
   bo->tiling_flags = a->tiling_flags;
   bo->pitch_B = a->pitch;
   return 0;
}

VR_IOCTL(gem_get_tiling)
{
   struct drm_radeon_gem_get_tiling *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   a->tiling_flags = bo->tiling_flags;
   a->pitch = bo->pitch_B;
   return 0;
}

VR_IOCTL(gem_op)
{
   struct drm_radeon_gem_op *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   switch (a->op) {
   case RADEON_GEM_OP_GET_INITIAL_DOMAIN:
      a->value = bo->domain;
      return 0;
   case RADEON_GEM_OP_SET_INITIAL_DOMAIN:
      *used(d, bo) -= bo->size_B;
      bo->domain =
         (uint32_t)a->value & (RADEON_GEM_DOMAIN_VRAM | RADEON_GEM_DOMAIN_GTT | RADEON_GEM_DOMAIN_CPU);
      *used(d, bo) += bo->size_B;
      return 0;
   default:
      return EINVAL;
   }
}

VR_IOCTL(gem_close)
{
   const struct drm_gem_close *a = arg;
   if (!vr_bo_of(f, a->handle))
      return EINVAL;
   close_handle(d, f, a->handle);
   return 0;
}

VR_IOCTL(gem_flink)
{
   struct drm_gem_flink *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   if (!bo->name) {
      if (d->num_names == d->max_names) {
         uint32_t n = MAX2(d->max_names * 2, 64);
         struct vr_bo **p = realloc(d->names, n * sizeof(struct vr_bo *));
         if (!p)
            return ENOMEM;
         d->names = p;
         d->max_names = n;
      }
      d->names[d->num_names++] = bo;
      bo->name = d->num_names;
   }
   a->name = bo->name;
   return 0;
}

VR_IOCTL(gem_open)
{
   struct drm_gem_open *a = arg;
   struct vr_bo *bo = a->name && a->name <= d->num_names ? d->names[a->name - 1] : NULL;
   if (!bo)
      return ENOENT;
   a->handle = vr_new_handle(f, bo);
   a->size = bo->size_B;
   return a->handle ? 0 : ENOMEM;
}

VR_IOCTL(prime_export)
{
   struct drm_prime_handle *a = arg;
   if (a->flags & ~(uint32_t)(O_CLOEXEC | O_RDWR))
      return EINVAL;
   pthread_mutex_lock(&d->lock);
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (bo)
      bo->refs++;
   pthread_mutex_unlock(&d->lock);
   if (!bo)
      return ENOENT;
   int fd = vr_open_dmabuf(d, bo), err = fd < 0 ? errno : 0;
   if (!err)
      vr_reply_fd(fd);
   pthread_mutex_lock(&d->lock);
   vr_bo_put(d, bo);
   pthread_mutex_unlock(&d->lock);
   return err;
}

/* A file knows a dma-buf by one handle, however often it imports it. What stands in place of the descriptor
 * is the number that the process read from it. */
VR_IOCTL(prime_import)
{
   struct drm_prime_handle *a = arg;
   struct vr_file *buf = vr_file_get(d, (uint32_t)a->fd);
   int err = 0;
   if (!buf)
      return EINVAL;
   if (!buf->dmabuf) {
      err = EINVAL;
   } else {
      pthread_mutex_lock(&d->lock);
      uint32_t h = 1;
      while (h < f->num_handles && f->handles[h].bo != buf->dmabuf)
         h++;
      a->handle = h < f->num_handles ? h : vr_new_handle(f, buf->dmabuf);
      err = a->handle ? 0 : ENOMEM;
      pthread_mutex_unlock(&d->lock);
   }
   vr_file_put(d, buf);
   return err;
}
