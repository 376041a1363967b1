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
   [TARGET_TERASCALE] = radeon_device_create,
   [TARGET_R300] = radeon_device_create,
};

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
   assert(drivers[target_family_of(chip)]);
   struct vr_device *d = drivers[target_family_of(chip)](chip, target_gpu(chip));
   return d && vr_serve(d, name);
}
