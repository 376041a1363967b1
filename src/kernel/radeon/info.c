/* SPDX-License-Identifier: MIT
 *
 * DRM_RADEON_INFO: what the device tells about itself. Clocks and the temperature are those of a board in
 * general; what the chip is, families.c says. Requests of the kernel's later chips fail with EINVAL as they do there.
 */
#include <assert.h>
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <string.h>

#include "kernel/device/user.h"
#include "kernel/radeon/radeon.h"
#include "util/u_math.h"

#define SCLK_KHZ       750000
#define MCLK_KHZ       900000
#define TEMPERATURE_MC 45000

/** What there is one of on the chip belongs to the first file that asks for it. */
static uint32_t
lend(struct vr_file **owner, struct vr_file *f, uint32_t want)
{
   if (want && !*owner)
      *owner = f;
   else if (!want && *owner == f)
      *owner = NULL;
   return *owner == f;
}

static int
answer64(struct radeon_gpu *gpu, uint32_t request, uint64_t *v)
{
   switch (request) {
   case RADEON_INFO_TIMESTAMP:
      *v = emu_clock(gpu->emu);
      return gpu->family->timestamp ? 0 : EINVAL;
   case RADEON_INFO_NUM_BYTES_MOVED:
      *v = 0;
      return 0;
   case RADEON_INFO_VRAM_USAGE:
      *v = gpu->used_vram_B;
      return 0;
   case RADEON_INFO_GTT_USAGE:
      *v = gpu->used_gart_B;
      return 0;
   default:
      return -1;
   }
}

/* ---- requests of 32 bits: *v holds the caller's value, then the answer ---- */

static int
answer_hyperz(struct radeon_gpu *gpu, struct vr_file *f, uint32_t *v)
{
   if (*v > 1)
      return EINVAL;
   *v = gpu->family->lends_hyperz && lend(&gpu->hyperz_owner, f, *v);
   return 0;
}

static int
answer_cmask(struct radeon_gpu *gpu, struct vr_file *f, uint32_t *v)
{
   if (*v > 1)
      return EINVAL;
   *v = gpu->family->lends_cmask && lend(&gpu->cmask_owner, f, *v);
   return 0;
}

static int
answer_va_start(struct radeon_gpu *gpu, struct vr_file *f, uint32_t *v)
{
   *v = (uint32_t)EMU_VRAM_BASE;
   return gpu->chip->virtual_memory ? 0 : EINVAL;
}

static int
answer_ib_vm_max_size(struct radeon_gpu *gpu, struct vr_file *f, uint32_t *v)
{
   *v = 64 << 10;
   return gpu->chip->virtual_memory ? 0 : EINVAL;
}

static int
answer_ring_working(struct radeon_gpu *gpu, struct vr_file *f, uint32_t *v)
{
   if (*v > RADEON_CS_RING_VCE)
      return EINVAL;
   *v = *v <= (gpu->family->has_dma ? RADEON_CS_RING_DMA : RADEON_CS_RING_COMPUTE);
   return 0;
}

static int
answer_reset_counter(struct radeon_gpu *gpu, struct vr_file *f, uint32_t *v)
{
   *v = gpu->resets;
   return 0;
}

static int
answer_device_id(struct radeon_gpu *gpu, struct vr_file *f, uint32_t *v)
{
   *v = gpu->chip->pci_ids[0];
   return 0;
}

static int
answer_clock_crystal(struct radeon_gpu *gpu, struct vr_file *f, uint32_t *v)
{
   *v = gpu->chip->clock_khz;
   return 0;
}

/** What all families answer the same. */
static const struct request {
   bool is_constant;
   uint32_t constant;
   int (*answer)(struct radeon_gpu *gpu, struct vr_file *f, uint32_t *v);
} requests[] = {
#define CONSTANT(v)                                                                                          \
   {                                                                                                         \
      .is_constant = true, .constant = (v)                                                                   \
   }
   [RADEON_INFO_DEVICE_ID] = {.answer = answer_device_id},
   [RADEON_INFO_ACCEL_WORKING2] = CONSTANT(1),
   [RADEON_INFO_WANT_HYPERZ] = {.answer = answer_hyperz},
   [RADEON_INFO_WANT_CMASK] = {.answer = answer_cmask},
   [RADEON_INFO_CLOCK_CRYSTAL_FREQ] = {.answer = answer_clock_crystal},
   [RADEON_INFO_FUSION_GART_WORKING] = CONSTANT(1),
   [RADEON_INFO_VA_START] = {.answer = answer_va_start},
   [RADEON_INFO_IB_VM_MAX_SIZE] = {.answer = answer_ib_vm_max_size},
   [RADEON_INFO_FASTFB_WORKING] = CONSTANT(0),
   [RADEON_INFO_RING_WORKING] = {.answer = answer_ring_working},
   [RADEON_INFO_SI_CP_DMA_COMPUTE] = CONSTANT(1),
   [RADEON_INFO_MAX_SCLK] = CONSTANT(SCLK_KHZ),
   [RADEON_INFO_CURRENT_GPU_TEMP] = CONSTANT(TEMPERATURE_MC),
   [RADEON_INFO_CURRENT_GPU_SCLK] = CONSTANT(SCLK_KHZ / 1000),
   [RADEON_INFO_CURRENT_GPU_MCLK] = CONSTANT(MCLK_KHZ / 1000),
   [RADEON_INFO_VA_UNMAP_WORKING] = CONSTANT(1),
   [RADEON_INFO_GPU_RESET_COUNTER] = {.answer = answer_reset_counter},
#undef CONSTANT
};

static int
answer32(struct radeon_gpu *gpu, struct vr_file *f, uint32_t request, uint32_t *v)
{
   const int own = gpu->family->info(gpu->chip, request, v);
   if (own >= 0)
      return own;
   const struct request *r = request < ARRAY_SIZE(requests) ? &requests[request] : NULL;
   assert(!r || (r->answer != NULL) + r->is_constant <= 1);
   if (r && r->answer)
      return r->answer(gpu, f, v);
   if (!r || !r->is_constant)
      return EINVAL;
   *v = r->constant;
   return 0;
}

RADEON_IOCTL(info)
{
   struct drm_radeon_info *a = arg;
   uint64_t wide;
   uint32_t narrow;
   int err = answer64(radeon_gpu(d), a->request, &wide);
   if (err == 0)
      return vr_copy_out(a->value, &wide, sizeof wide);
   if (err > 0)
      return err;
   err = vr_copy_in(&narrow, a->value, sizeof narrow);
   if (!err)
      err = answer32(radeon_gpu(d), f, a->request, &narrow);
   return err ? err : vr_copy_out(a->value, &narrow, sizeof narrow);
}
