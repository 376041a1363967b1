/* SPDX-License-Identifier: MIT
 *
 * The buffers of a submission under construction: each stands in the list once, in the winsys' form, and is
 * referenced as long as it does. Finding one again costs a look into a small table.
 */
#ifndef DRIVER_BO_LIST_H
#define DRIVER_BO_LIST_H

#include <assert.h>

#include "driver/bo.h"

#define DRV_BO_LIST_MAX    4096
#define DRV_BO_LIST_LOOKUP 1024

struct drv_bo_list {
   struct ws_reloc *relocs; /* what cs_submit takes */
   struct drv_bo **bos;
   uint32_t count;
   uint64_t size_B;                     /* of all of them */
   uint16_t lookup[DRV_BO_LIST_LOOKUP]; /* by buffer id: the index that it probably has */
};

/** An empty list. False: out of memory; drv_bo_list_fini is still due. */
bool drv_bo_list_init(struct drv_bo_list *l);
void drv_bo_list_fini(struct drv_bo_list *l);
/** Lets all buffers go. */
void drv_bo_list_clear(struct drv_bo_list *l);
bool drv_bo_list_has(const struct drv_bo_list *l, const struct drv_bo *bo);
/** The index of \p bo, which is appended if need be. The caller keeps count below DRV_BO_LIST_MAX. */
uint32_t drv_bo_list_add(struct drv_bo_list *l, struct drv_bo *bo);

/** The index of \p bo, which the submission reads and, if \p write, writes. */
static inline uint32_t
drv_bo_list_use(struct drv_bo_list *l, struct drv_bo *bo, bool write)
{
   uint32_t i = l->lookup[bo->id % DRV_BO_LIST_LOOKUP];
   if (i >= l->count || l->bos[i] != bo)
      i = drv_bo_list_add(l, bo);
   if (write)
      l->relocs[i].write_domain |= bo->domain;
   l->relocs[i].read_domains |= bo->domain;
   return i;
}

#endif
