/* SPDX-License-Identifier: MIT
 *
 * Copies of constant buffers.
 */
#include "driver/consts.h"

#include <stdlib.h>
#include <string.h>

bool
drv_consts_set(struct drv_consts *k, const struct pipe_constant_buffer *cb, const void *map)
{
   const uint32_t ndw = cb ? cb->size_B / 4 : 0;
   k->num_dw = 0;
   if (!ndw)
      return true;
   if (ndw > k->max_dw) {
      uint32_t *p = realloc(k->dw, ndw * sizeof *p);
      if (!p)
         return false;
      k->dw = p;
      k->max_dw = ndw;
   }
   const uint8_t *src = cb->user ? cb->user : (const uint8_t *)map + cb->offset_B;
   memcpy(k->dw, src, ndw * 4u);
   k->num_dw = ndw;
   return true;
}

void
drv_consts_fini(struct drv_consts *k)
{
   free(k->dw);
   *k = (struct drv_consts){0};
}
