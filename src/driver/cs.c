/* SPDX-License-Identifier: MIT
 *
 * The command stream under construction.
 */
#include "driver/cs.h"

#include <stdlib.h>

bool
drv_cs_init(struct drv_cs *cs, uint32_t max_dw)
{
   cs->ndw = cs->end_dw = 0;
   cs->max_dw = max_dw;
   cs->dw = malloc(max_dw * sizeof *cs->dw);
   return drv_bo_list_init(&cs->list) && cs->dw;
}

void
drv_cs_reset(struct drv_cs *cs)
{
   drv_bo_list_clear(&cs->list);
   cs->ndw = cs->end_dw = 0;
}

void
drv_cs_fini(struct drv_cs *cs)
{
   drv_bo_list_fini(&cs->list);
   free(cs->dw);
}
