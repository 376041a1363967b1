/* SPDX-License-Identifier: MIT
 *
 * Room in the context's two rings: for what a stream reads once (vertices, constants, indices) and for machine
 * code. Neither is ever rewritten, so nothing waits for the GPU.
 */
#include <string.h>

#include "driver/bo.h"
#include "driver/upload.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/shader.h"

void *
ts_upload_alloc(struct ts_context *c, uint32_t size_B, uint32_t align_B, struct drv_bo **bo,
                uint32_t *offset_B)
{
   if (!drv_upload_alloc(&c->upload, size_B, align_B, offset_B)) {
      c->oom = true;
      return NULL;
   }
   *bo = c->upload.bo;
   if (c->in_stream) /* the ring may move on to another buffer before this one is used */
      drv_bo_list_add(&c->cs.list, c->upload.bo);
   return c->upload.bo->map + *offset_B;
}

bool
ts_upload_code(struct ts_context *c, const uint32_t *dw, uint32_t ndw, struct drv_bo **bo, uint32_t *offset_B)
{
   /* The instruction prefetch reads ahead of the last instruction: leave a line behind it. */
   if (!drv_upload_alloc(&c->code, ndw * 4 + 256, 256, offset_B)) {
      c->oom = true;
      return false;
   }
   memcpy(c->code.bo->map + *offset_B, dw, ndw * 4);
   memset(c->code.bo->map + *offset_B + ndw * 4, 0, 256);
   *bo = drv_bo_ref(c->code.bo);
   return true;
}
