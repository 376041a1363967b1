/* SPDX-License-Identifier: MIT
 *
 * Room in the ring for machine code, which is never rewritten, so nothing waits for the GPU.
 */
#include <string.h>

#include "driver/bo.h"
#include "driver/upload.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/shader/shader.h"

bool
ts_upload_code(struct ts_context *c, const uint32_t *dw, uint32_t ndw, struct drv_bo **bo, uint32_t *offset_B)
{
   /* The instruction prefetch reads ahead of the last instruction: leave a line behind it. */
   if (!drv_upload_alloc(&c->code, ndw * 4 + 256, 256, offset_B)) {
      c->base.oom = true;
      return false;
   }
   memcpy(c->code.bo->map + *offset_B, dw, ndw * 4);
   memset(c->code.bo->map + *offset_B + ndw * 4, 0, 256);
   *bo = drv_bo_ref(c->code.bo);
   return true;
}
