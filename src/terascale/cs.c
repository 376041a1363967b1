/* SPDX-License-Identifier: MIT
 *
 * The command stream under construction.
 */
#include "terascale/cs.h"

#include <stdlib.h>

bool
ts_cs_init(struct ts_cs *cs)
{
   cs->ndw = cs->end_dw = 0;
   cs->dw = malloc(TS_CS_DW * 4);
   return drv_bo_list_init(&cs->list) && cs->dw;
}

void
ts_cs_reset(struct ts_cs *cs)
{
   drv_bo_list_clear(&cs->list);
   cs->ndw = cs->end_dw = 0;
}

void
ts_cs_fini(struct ts_cs *cs)
{
   drv_bo_list_fini(&cs->list);
   free(cs->dw);
}
