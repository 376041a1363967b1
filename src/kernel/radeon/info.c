/* SPDX-License-Identifier: MIT
 *
 * DRM_RADEON_INFO: what the device tells about itself. Values of the chip come from db; clocks and the
 * temperature are those of a board in general. Requests of the kernel's later chips fail with EINVAL as they
 * do there.
 */
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <string.h>

#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "kernel/device/device.h"

#define CLOCK_CRYSTAL_KHZ 27000 /* what emu_clock() counts */
#define SCLK_KHZ          750000
#define MCLK_KHZ          900000
#define TEMPERATURE_MC    45000

/** Hyper-Z belongs to the first file that asks for it. */
static uint32_t
want_hyperz(struct vr_device *d, struct vr_file *f, uint32_t want)
{
   if (want && !d->hyperz_owner)
      d->hyperz_owner = f;
   else if (!want && d->hyperz_owner == f)
      d->hyperz_owner = NULL;
   return d->hyperz_owner == f;
}

static int
answer64(struct vr_device *d, uint32_t request, uint64_t *v)
{
   switch (request) {
   case RADEON_INFO_TIMESTAMP:
      *v = emu_clock(d->emu);
      return 0;
   case RADEON_INFO_NUM_BYTES_MOVED:
      *v = 0;
      return 0;
   case RADEON_INFO_VRAM_USAGE:
      *v = d->used_vram_B;
      return 0;
   case RADEON_INFO_GTT_USAGE:
      *v = d->used_gart_B;
      return 0;
   default:
      return -1;
   }
}

/* *v holds the caller's value. */
static int
answer32(struct vr_device *d, struct vr_file *f, uint32_t request, uint32_t *v)
{
   const struct db_chip *c = d->chip;
   switch (request) {
   case RADEON_INFO_DEVICE_ID:
      *v = c->pci_ids[0];
      return 0;
   case RADEON_INFO_ACCEL_WORKING: /* a kernel of before 2.6.39 got Evergreen wrong, so Evergreen answers no
                                      for ever */
      *v = c->family < DB_FAMILY_CEDAR || c->family > DB_FAMILY_HEMLOCK;
      return 0;
   case RADEON_INFO_ACCEL_WORKING2:
   case RADEON_INFO_FUSION_GART_WORKING:
   case RADEON_INFO_SI_CP_DMA_COMPUTE:
   case RADEON_INFO_VA_UNMAP_WORKING:
      *v = 1;
      return 0;
   case RADEON_INFO_TILING_CONFIG:
      *v = c->tiling_config;
      return 0;
   case RADEON_INFO_WANT_HYPERZ:
      if (*v > 1)
         return EINVAL;
      *v = want_hyperz(d, f, *v);
      return 0;
   case RADEON_INFO_NUM_GB_PIPES:
   case RADEON_INFO_NUM_Z_PIPES:
   case RADEON_INFO_WANT_CMASK:
   case RADEON_INFO_FASTFB_WORKING:
      *v = 0;
      return 0;
   case RADEON_INFO_CLOCK_CRYSTAL_FREQ:
      *v = CLOCK_CRYSTAL_KHZ;
      return 0;
   case RADEON_INFO_NUM_BACKENDS:
      *v = c->render_backends;
      return 0;
   case RADEON_INFO_NUM_TILE_PIPES:
      *v = c->tile_pipes;
      return 0;
   case RADEON_INFO_BACKEND_MAP:
      *v = db_chip_backend_map(c);
      return 0;
   case RADEON_INFO_VA_START:
      *v = (uint32_t)EMU_VRAM_BASE;
      return c->virtual_memory ? 0 : EINVAL;
   case RADEON_INFO_IB_VM_MAX_SIZE:
      *v = 64 << 10;
      return c->virtual_memory ? 0 : EINVAL;
   case RADEON_INFO_MAX_PIPES:
      *v = c->quad_pipes;
      return 0;
   case RADEON_INFO_MAX_SE:
      *v = c->shader_engines;
      return 0;
   case RADEON_INFO_RING_WORKING:
      if (*v > RADEON_CS_RING_VCE)
         return EINVAL;
      *v = *v <= RADEON_CS_RING_DMA;
      return 0;
   case RADEON_INFO_MAX_SCLK:
      *v = SCLK_KHZ;
      return 0;
   case RADEON_INFO_ACTIVE_CU_COUNT:
      *v = c->simds;
      return 0;
   case RADEON_INFO_CURRENT_GPU_TEMP:
      *v = TEMPERATURE_MC;
      return 0;
   case RADEON_INFO_CURRENT_GPU_SCLK:
      *v = SCLK_KHZ / 1000;
      return 0;
   case RADEON_INFO_CURRENT_GPU_MCLK:
      *v = MCLK_KHZ / 1000;
      return 0;
   case RADEON_INFO_READ_REG: /* GRBM_STATUS and its kin, seen idle */
      if (*v != TS_GRBM_STATUS_OFFSET && *v != R6_GRBM_STATUS2_OFFSET && *v != TS_SRBM_STATUS_OFFSET)
         return EINVAL;
      *v = 0;
      return 0;
   case RADEON_INFO_GPU_RESET_COUNTER:
      *v = d->resets;
      return 0;
   default:
      return EINVAL;
   }
}

VR_IOCTL(info)
{
   struct drm_radeon_info *a = arg;
   uint64_t wide;
   uint32_t narrow;
   int err = answer64(d, a->request, &wide);
   if (err == 0)
      return vr_copy_out(a->value, &wide, sizeof wide);
   if (err > 0)
      return err;
   err = vr_copy_in(&narrow, a->value, sizeof narrow);
   if (!err)
      err = answer32(d, f, a->request, &narrow);
   return err ? err : vr_copy_out(a->value, &narrow, sizeof narrow);
}
