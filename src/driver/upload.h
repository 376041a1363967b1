/* SPDX-License-Identifier: MIT
 *
 * Memory for data that is written once and read by the next draws: pieces of large buffers, one behind the
 * other, never waited for. A full buffer is dropped; it lives as long as streams and bindings refer to it.
 */
#ifndef DRIVER_UPLOAD_H
#define DRIVER_UPLOAD_H

#include "driver/bo.h"

struct drv_upload {
   struct drv_bo_pool *pool;
   enum ws_domain domain;
   uint32_t chunk_B;  /* size of the buffers, unless a piece is larger */
   struct drv_bo *bo; /* the one in use; NULL before the first piece */
   uint32_t used_B;
};

void drv_upload_init(struct drv_upload *u, struct drv_bo_pool *pool, enum ws_domain domain, uint32_t chunk_B);
void drv_upload_fini(struct drv_upload *u);
/** \p size_B bytes of u->bo from *offset_B, a multiple of \p align_B (a power of two up to 4096). Who uses them
 * later than now takes a reference to the buffer. False: out of memory. */
bool drv_upload_alloc(struct drv_upload *u, uint32_t size_B, uint32_t align_B, uint32_t *offset_B);

#endif
