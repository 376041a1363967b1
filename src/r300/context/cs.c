/* SPDX-License-Identifier: MIT
 *
 * The command stream under construction.
 */
#include "r300/cs.h"

#include <stdlib.h>

bool
r300_cs_init(struct r300_cs *cs)
{
   cs->ndw = cs->end_dw = 0;
   cs->dw = malloc(R300_CS_DW * 4);
   return drv_bo_list_init(&cs->list) && cs->dw;
}

void
r300_cs_reset(struct r300_cs *cs)
{
   drv_bo_list_clear(&cs->list);
   cs->ndw = cs->end_dw = 0;
}

void
r300_cs_fini(struct r300_cs *cs)
{
   drv_bo_list_fini(&cs->list);
   free(cs->dw);
}
