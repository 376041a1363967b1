/* SPDX-License-Identifier: MIT
 *
 * The command stream under construction and its relocation list: each buffer stands in the list once, found
 * again through a small table indexed by buffer id. The stream holds a reference on every buffer in it.
 */
#include <stdlib.h>
#include <string.h>

#include "terascale/bo.h"
#include "terascale/cs.h"
#include "winsys/winsys.h"

bool
ts_cs_init(struct ts_cs *cs)
{
   memset(cs, 0, sizeof *cs);
   cs->dw = malloc(TS_CS_DW * 4);
   cs->max_relocs = 4096;
   cs->relocs = malloc(cs->max_relocs * sizeof *cs->relocs);
   cs->bos = malloc(cs->max_relocs * sizeof *cs->bos);
   return cs->dw && cs->relocs && cs->bos;
}

void
ts_cs_reset(struct ts_cs *cs)
{
   for (uint32_t i = 0; i < cs->num_relocs; i++)
      ts_bo_unref(cs->bos[i]);
   cs->num_relocs = 0;
   cs->bos_B = 0;
   cs->ndw = 0;
}

void
ts_cs_fini(struct ts_cs *cs)
{
   ts_cs_reset(cs);
   free(cs->dw);
   free(cs->relocs);
   free(cs->bos);
}

static int
find(const struct ts_cs *cs, const struct ts_bo *bo)
{
   uint32_t i = cs->lookup[bo->id % TS_CS_LOOKUP];
   if (i < cs->num_relocs && cs->bos[i] == bo)
      return (int)i;
   for (uint32_t k = cs->num_relocs; k-- > 0;)
      if (cs->bos[k] == bo)
         return (int)k;
   return -1;
}

bool
ts_cs_references(const struct ts_cs *cs, const struct ts_bo *bo)
{
   return find(cs, bo) >= 0;
}

/** Index of \p bo in the list. The list has room: ts_need_space submits a stream whose list is nearly
 * full. */
uint32_t
ts_cs_add_bo_(struct ts_cs *cs, struct ts_bo *bo)
{
   int found = find(cs, bo);
   uint32_t i = found >= 0 ? (uint32_t)found : cs->num_relocs++;
   if (found < 0) {
      cs->bos[i] = ts_bo_ref(bo);
      cs->bos_B += bo->size_B;
      cs->relocs[i] = (struct ws_reloc){.bo = bo->ws};
   }
   cs->lookup[bo->id % TS_CS_LOOKUP] = (uint16_t)i;
   return i;
}
