/* SPDX-License-Identifier: MIT
 *
 * A device that is a radeon: its memory, its GPU, and the table of its driver's ioctls.
 *
 * The GPU's memory is a reserved range of addresses where each buffer, an anonymous file of its own, is
 * mapped while it lives. So a buffer can be mapped as often as anybody likes, by any process and by the GPU
 * address space of each open file (Cayman and later), and stays for whoever has it mapped when it is closed.
 */
#include <assert.h>
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernel/radeon/public.h"
#include "kernel/radeon/radeon.h"
#include "util/u_debug.h"

static bool
create_memory(struct radeon_gpu *gpu)
{
   gpu->vram_B = gpu->gart_B = UINT64_C(1) << 30;
   gpu->memory_B = gpu->vram_B + gpu->gart_B;
   if (!u_ranges_init(&gpu->ranges, 0, gpu->memory_B))
      return false;
   /* Addresses behind the end belong to nobody, but the emulator's vector loads may look there. */
   uint8_t *p = mmap(NULL, gpu->memory_B + EMU_VRAM_SLACK_B, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (p == MAP_FAILED) {
      u_log("virtual radeon: no addresses for the GPU's memory: %s", strerror(errno));
      return false;
   }
   gpu->memory = p;
   char error[200];
   const struct emu_config cfg = {
      .chip = gpu->chip, .ops = gpu->emulated->ops, .vram_B = gpu->memory_B, .memory = p};
   gpu->emu = emu_create(&cfg, error, sizeof error);
   if (!gpu->emu)
      u_log("virtual radeon: %s", error);
   return gpu->emu != NULL;
}

static void
file_close(struct vr_device *d, struct vr_file *f)
{
   struct radeon_gpu *gpu = radeon_gpu(d);
   if (gpu->hyperz_owner == f)
      gpu->hyperz_owner = NULL;
   if (gpu->cmask_owner == f)
      gpu->cmask_owner = NULL;
   radeon_vm_destroy(radeon_vm(f));
}

static int
unimplemented(struct vr_device *d, struct vr_file *f, void *arg)
{
   return EOPNOTSUPP;
}

#define IOCTL(name, request, flags)                                                                          \
   [DRM_RADEON_##request] = {radeon_##name, sizeof(struct drm_radeon_##name), flags}

static const struct vr_ioctl ioctls[] = {
   IOCTL(gem_info, GEM_INFO, VR_RENDER),
   IOCTL(gem_create, GEM_CREATE, VR_RENDER),
   IOCTL(gem_mmap, GEM_MMAP, VR_RENDER),
   IOCTL(gem_userptr, GEM_USERPTR, VR_RENDER),
   [DRM_RADEON_GEM_PREAD] = {unimplemented, sizeof(struct drm_radeon_gem_pread),  0},
   [DRM_RADEON_GEM_PWRITE] = {unimplemented, sizeof(struct drm_radeon_gem_pwrite), 0},
   IOCTL(gem_set_domain, GEM_SET_DOMAIN, VR_RENDER),
   IOCTL(gem_wait_idle, GEM_WAIT_IDLE, VR_RENDER),
   IOCTL(cs, CS, VR_RENDER | VR_UNLOCKED),
   IOCTL(info, INFO, VR_RENDER),
   IOCTL(gem_set_tiling, GEM_SET_TILING, VR_RENDER),
   IOCTL(gem_get_tiling, GEM_GET_TILING, VR_RENDER),
   IOCTL(gem_busy, GEM_BUSY, VR_RENDER),
   IOCTL(gem_va, GEM_VA, VR_RENDER),
   IOCTL(gem_op, GEM_OP, VR_RENDER),
};

_Static_assert(sizeof(struct drm_radeon_info) <= VR_ARG_B && sizeof(struct drm_radeon_gem_va) <= VR_ARG_B,
               "arguments fit");

static const struct vr_driver driver = {
   .name = "radeon",
   .date = "20080528",
   .description = "ATI Radeon",
   .vendor = 0x1002, /* ATI */
   .major = 2,
   .minor = 50,
   .ioctls = ioctls,
   .num_ioctls = sizeof ioctls / sizeof *ioctls,
   .create_dumb = radeon_create_dumb,
   .bo_wait = radeon_bo_wait,
   .bo_is_linear = radeon_bo_is_linear,
   .bo_free = radeon_bo_free,
   .va_unmap = radeon_va_unmap,
   .file_close = file_close,
};

struct vr_device *
radeon_device_create(const struct db_chip *chip, const struct emu_gpu *emulated)
{
   struct radeon_gpu *gpu = calloc(1, sizeof *gpu);
   if (!gpu)
      return NULL;
   assert(chip && chip->pci_ids[0]);
   gpu->chip = chip;
   gpu->family = radeon_family_of(chip);
   gpu->emulated = emulated;
   struct vr_device *d = create_memory(gpu) ? vr_device_create(&driver, gpu, chip->pci_ids[0]) : NULL;
   if (!d) {
      emu_destroy(gpu->emu);
      if (gpu->memory)
         munmap(gpu->memory, gpu->memory_B + EMU_VRAM_SLACK_B);
      u_ranges_fini(&gpu->ranges);
      free(gpu);
      return NULL;
   }
   pthread_mutex_init(&gpu->submit, NULL);
   pthread_cond_init(&gpu->idle, NULL);
   gpu->capture = radeon_capture_create();
   gpu->strict = u_getenv("TERAGL_STRICT") != NULL;
   return d;
}
