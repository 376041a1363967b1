/* SPDX-License-Identifier: MIT
 *
 * Buffer objects: creation, mapping offsets, tiling, waiting. Storage is zero when it is handed out. Buffers never move: VRAM and GTT are one memory here, and the domain is only
 * remembered.
 *
 * Left out: GEM_PREAD and GEM_PWRITE (not implemented by the kernel either).
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libdrm/radeon_drm.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/device/user.h"
#include "kernel/radeon/radeon.h"
#include "util/u_debug.h"
#include "util/u_math.h"

_Static_assert(offsetof(struct radeon_bo, base) == 0, "the device's buffers are ours");

static uint64_t *
used_domain_B(struct radeon_gpu *gpu, const struct radeon_bo *bo)
{
   return bo->domain & RADEON_GEM_DOMAIN_VRAM ? &gpu->used_vram_B : &gpu->used_gart_B;
}

void
radeon_bo_free(struct vr_device *d, struct vr_bo *base)
{
   struct radeon_gpu *gpu = radeon_gpu(d);
   struct radeon_bo *bo = radeon_bo(base);
   radeon_capture_forget(gpu, bo);
   if (mmap(gpu->memory + base->offset_B, base->size_B, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
      u_log("virtual radeon: a buffer can't be unmapped: %s", strerror(errno));
   assert(bo->last_fence <= gpu->finished); /* submissions in flight have references */
   assert(*used_domain_B(gpu, bo) >= base->size_B);
   close(base->fd);
   u_ranges_free(&gpu->ranges, base->offset_B, base->size_B);
   *used_domain_B(gpu, bo) -= base->size_B;
   free(bo);
}

void
radeon_bo_wait(struct vr_device *d, struct vr_bo *bo)
{
   struct radeon_gpu *gpu = radeon_gpu(d);
   assert(radeon_bo(bo)->last_fence <= gpu->submitted);
   while (radeon_bo(bo)->last_fence > gpu->finished)
      pthread_cond_wait(&gpu->idle, &d->lock);
}

bool
radeon_bo_is_linear(const struct vr_bo *bo)
{
   const uint32_t tiled = RADEON_TILING_MACRO | RADEON_TILING_MICRO;
   return !(((const struct radeon_bo *)bo)->tiling_flags & tiled);
}

RADEON_IOCTL(gem_info)
{
   struct drm_radeon_gem_info *a = arg;
   a->gart_size = radeon_gpu(d)->gart_B;
   a->vram_size = radeon_gpu(d)->vram_B;
   a->vram_visible = MIN2(radeon_gpu(d)->vram_B, UINT64_C(256) << 20);
   return 0;
}

/** The storage of a buffer, at its place in the GPU's memory. */
static bool
create_storage(struct radeon_gpu *gpu, struct vr_bo *bo)
{
   bo->fd = vr_high_fd(memfd_create("teragl-buffer", MFD_CLOEXEC));
   if (bo->fd >= 0 && !ftruncate(bo->fd, (off_t)bo->size_B) &&
       mmap(gpu->memory + bo->offset_B, bo->size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, bo->fd,
            0) != MAP_FAILED)
      return true;
   u_log("virtual radeon: no storage for a buffer of %llu bytes: %s", (unsigned long long)bo->size_B,
         strerror(errno));
   if (bo->fd >= 0)
      close(bo->fd);
   return false;
}

static int
create_buffer(struct vr_device *d, struct vr_file *f, uint64_t size_B, uint64_t align_B, uint32_t domain,
              uint32_t flags, uint32_t *handle)
{
   assert(size_B && size_B % VR_PAGE_B == 0 && align_B % VR_PAGE_B == 0 && !(align_B & (align_B - 1)));
   struct radeon_gpu *gpu = radeon_gpu(d);
   struct radeon_bo *bo = calloc(1, sizeof *bo);
   if (!bo || !u_ranges_alloc(&gpu->ranges, size_B, align_B, &bo->base.offset_B)) {
      free(bo);
      return ENOMEM;
   }
   bo->base.refs = 1;
   bo->base.size_B = size_B;
   bo->base.number = ++d->last_bo;
   bo->domain = domain;
   bo->flags = flags;
   bo->align_B = (uint32_t)align_B;
   if (!create_storage(gpu, &bo->base)) {
      u_ranges_free(&gpu->ranges, bo->base.offset_B, size_B);
      free(bo);
      return ENOMEM;
   }
   *used_domain_B(gpu, bo) += size_B;
   *handle = vr_new_handle(f, &bo->base);
   vr_bo_put(d, &bo->base);
   return *handle ? 0 : ENOMEM;
}

int
radeon_create_dumb(struct vr_device *d, struct vr_file *f, uint64_t size_B, uint32_t *handle)
{
   return create_buffer(d, f, size_B, VR_PAGE_B, RADEON_GEM_DOMAIN_VRAM, 0, handle);
}

RADEON_IOCTL(gem_create)
{
   struct drm_radeon_gem_create *a = arg;
   uint64_t size_B = u_align(a->size, VR_PAGE_B), align_B = MAX2(a->alignment, VR_PAGE_B);
   if (!a->size || size_B < a->size || (align_B & (align_B - 1)))
      return EINVAL;
   if (size_B > radeon_gpu(d)->gart_B || align_B > radeon_gpu(d)->memory_B)
      return ENOMEM;
   a->size = size_B;
   return create_buffer(d, f, size_B, align_B, a->initial_domain, a->flags, &a->handle);
}

/* The process makes the buffer's storage its memory (device/client.c). Rules and their order are the kernel's. */
RADEON_IOCTL(gem_userptr)
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
   if (a->size > radeon_gpu(d)->gart_B)
      return ENOMEM;
   int err = create_buffer(d, f, a->size, VR_PAGE_B, RADEON_GEM_DOMAIN_GTT, 0, &a->handle);
   int fd = err ? -1 : fcntl(vr_bo_of(f, a->handle)->fd, F_DUPFD_CLOEXEC, 0);
   if (fd >= 0)
      vr_reply_memory(fd, a->addr, a->size, a->handle);
   return err;
}

RADEON_IOCTL(gem_mmap)
{
   struct drm_radeon_gem_mmap *a = arg;
   struct radeon_bo *bo = radeon_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   a->addr_ptr = VR_MMAP_BASE + bo->base.offset_B;
   return 0;
}

RADEON_IOCTL(gem_set_domain)
{
   struct drm_radeon_gem_set_domain *a = arg;
   struct radeon_bo *bo = radeon_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   if ((a->write_domain ? a->write_domain : a->read_domains) == RADEON_GEM_DOMAIN_CPU)
      vr_bo_wait(d, &bo->base);
   return 0;
}

RADEON_IOCTL(gem_wait_idle)
{
   struct drm_radeon_gem_wait_idle *a = arg;
   struct radeon_bo *bo = radeon_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   vr_bo_wait(d, &bo->base);
   if (bo->base.stale && bo->domain & RADEON_GEM_DOMAIN_VRAM) {
      bo->base.stale = false;
      vr_tell(VR_MSG_FLUSHED, bo->base.number);
   }
   return 0;
}

RADEON_IOCTL(gem_busy)
{
   struct drm_radeon_gem_busy *a = arg;
   struct radeon_bo *bo = radeon_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   a->domain = bo->domain & RADEON_GEM_DOMAIN_VRAM ? RADEON_GEM_DOMAIN_VRAM : RADEON_GEM_DOMAIN_GTT;
   return bo->last_fence > radeon_gpu(d)->finished ? EBUSY : 0;
}

/** Tiling fields of Evergreen and later that the kernel accepts. */
RADEON_IOCTL(gem_set_tiling)
{
   struct drm_radeon_gem_set_tiling *a = arg;
   struct radeon_bo *bo = radeon_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   if (!radeon_gpu(d)->family->tiling_legal(radeon_gpu(d)->chip, a->tiling_flags))
      return EINVAL;
   bo->tiling_flags = a->tiling_flags;
   bo->pitch_B = a->pitch;
   return 0;
}

RADEON_IOCTL(gem_get_tiling)
{
   struct drm_radeon_gem_get_tiling *a = arg;
   struct radeon_bo *bo = radeon_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   a->tiling_flags = bo->tiling_flags;
   a->pitch = bo->pitch_B;
   return 0;
}

RADEON_IOCTL(gem_op)
{
   struct drm_radeon_gem_op *a = arg;
   struct radeon_bo *bo = radeon_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   switch (a->op) {
   case RADEON_GEM_OP_GET_INITIAL_DOMAIN:
      a->value = bo->domain;
      return 0;
   case RADEON_GEM_OP_SET_INITIAL_DOMAIN:
      *used_domain_B(radeon_gpu(d), bo) -= bo->base.size_B;
      bo->domain =
         (uint32_t)a->value & (RADEON_GEM_DOMAIN_VRAM | RADEON_GEM_DOMAIN_GTT | RADEON_GEM_DOMAIN_CPU);
      *used_domain_B(radeon_gpu(d), bo) += bo->base.size_B;
      return 0;
   default:
      return EINVAL;
   }
}
