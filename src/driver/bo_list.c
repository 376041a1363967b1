/* SPDX-License-Identifier: MIT
 *
 * The buffers of a submission under construction.
 */
#include "driver/bo_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(DRV_BO_LIST_MAX <= UINT16_MAX, "lookup holds every index");

bool
drv_bo_list_init(struct drv_bo_list *l)
{
   memset(l, 0, sizeof *l);
   l->relocs = malloc(DRV_BO_LIST_MAX * sizeof *l->relocs);
   l->bos = malloc(DRV_BO_LIST_MAX * sizeof *l->bos);
   return l->relocs && l->bos;
}

void
drv_bo_list_clear(struct drv_bo_list *l)
{
   for (uint32_t i = 0; i < l->count; i++)
      drv_bo_unref(l->bos[i]);
   l->count = 0;
   l->size_B = 0;
}

void
drv_bo_list_fini(struct drv_bo_list *l)
{
   drv_bo_list_clear(l);
   free(l->relocs);
   free(l->bos);
}

static int
find(const struct drv_bo_list *l, const struct drv_bo *bo)
{
   uint32_t i = l->lookup[bo->id % DRV_BO_LIST_LOOKUP];
   if (i < l->count && l->bos[i] == bo)
      return (int)i;
   for (uint32_t k = l->count; k-- > 0;)
      if (l->bos[k] == bo)
         return (int)k;
   return -1;
}

bool
drv_bo_list_has(const struct drv_bo_list *l, const struct drv_bo *bo)
{
   return find(l, bo) >= 0;
}

/** Of a buffer that is not where the lookup says. */
static __attribute__((noinline)) uint32_t
add(struct drv_bo_list *l, struct drv_bo *bo)
{
   int found = find(l, bo);
   assert(__atomic_load_n(&bo->refcount, __ATOMIC_RELAXED) > 0 &&
          (found < 0 || l->relocs[found].bo == bo->ws));
   uint32_t i = found >= 0 ? (uint32_t)found : l->count++;
   assert(i < DRV_BO_LIST_MAX);
   if (found < 0) {
      l->bos[i] = drv_bo_ref(bo);
      l->size_B += bo->size_B;
      l->relocs[i] = (struct ws_reloc){.bo = bo->ws};
   }
   l->lookup[bo->id % DRV_BO_LIST_LOOKUP] = (uint16_t)i;
   return i;
}

uint32_t
drv_bo_list_add(struct drv_bo_list *l, struct drv_bo *bo)
{
   const uint32_t i = l->lookup[bo->id % DRV_BO_LIST_LOOKUP];
   if (__builtin_expect(i < l->count && l->bos[i] == bo, true))
      return i;
   return add(l, bo);
}
