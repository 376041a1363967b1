/* SPDX-License-Identifier: MIT
 *
 * The virtual device (kernel/device): which kernel driver stands behind the nodes of the chip that TERAGL_CHIP
 * names.
 */
#include "kernel/device/client.h"

#include <assert.h>
#include "kernel/device/server.h"
#include "kernel/radeon/public.h"
#include "target/gpu.h"
#include "target/target.h"
#include "util/u_debug.h"

static struct vr_device *(*const drivers[TARGET_FAMILIES])(const struct db_chip *chip,
                                                           const struct emu_gpu *gpu) = {
   [TARGET_TERASCALE] = radeon_device_create, [TARGET_R300] = radeon_device_create,
   /* PICA200: there is none */
};

static struct vr_device *served; /* by this process; NULL: none */

bool
vr_start_server(char name[VR_NAME_B])
{
   const char *chip_name = u_getenv("TERAGL_CHIP");
   const struct db_chip *chip = target_chip_find(chip_name);
   if (!chip) {
      char names[512];
      target_list_chips(names, sizeof names);
      u_log("virtual device: TERAGL_CHIP=%s is no chip; known are: %s", chip_name, names);
      return false;
   }
   if (!target_family(target_family_of(chip))->has_kernel) {
      u_log("virtual device: no kernel driver serves %s; programs that bring their own driver use "
            "libteragl-emulator",
            chip->name);
      return false;
   }
   assert(drivers[target_family_of(chip)]);
   struct vr_device *d = drivers[target_family_of(chip)](chip, target_gpu(chip));
   if (!d || !vr_serve(d, name))
      return false;
   served = d;
   return true;
}

const char *
vr_save_picture(const char *path)
{
   static const char *const why[] = {
      [VR_PICTURE_NONE] = "",
      [VR_PICTURE_KEPT] = NULL,
      [VR_PICTURE_TILED] = "what the display showed is tiled",
      [VR_PICTURE_LOST] = "what the display showed could not be kept",
   };
   return served ? why[vr_write_picture(served, path)] : "";
}
