/* SPDX-License-Identifier: MIT
 *
 * Constant buffers of a context, as they are bound.
 */
#ifndef TERASCALE_STATE_CONSTS_H
#define TERASCALE_STATE_CONSTS_H

#include <stdint.h>

#include "pipe/p_defines.h"

struct drv_bo;
struct ts_context;
struct ts_resource;

#define TS_CONST_ALIGN_B 256 /* of addresses, and what the sizes in registers count: lines of the kcache */
#define TS_CONST_MAX_B   (1u << 16) /* what KCACHE_ADDR and a 16-bit byte offset of a fetch reach */

/** A constant buffer: a part of a resource, whose storage may be replaced, or of a buffer of the driver's. */
struct ts_const {
   struct ts_resource *res; /* referenced */
   struct drv_bo *bo;       /* referenced; without res only */
   uint32_t offset_B, size_B;
};

/** Binds; one of \p res and \p bo at most, neither: nothing. They are referenced. */
void ts_const_assign(struct ts_const *k, struct ts_resource *res, struct drv_bo *bo, uint32_t offset_B,
                     uint32_t size_B);
/** A shader of the stage reads \p buffers, a bit each, which may be unbound. */
void ts_consts_read(struct ts_context *c, enum pipe_shader_type sh, uint32_t buffers);
/** All have to be emitted again. */
void ts_consts_dirty(struct ts_context *c);
/** Resources may have new storage. */
void ts_consts_moved(struct ts_context *c);
/** Lets all go. */
void ts_consts_release(struct ts_context *c);
/** Fills pipe_context::set_constant_buffer. */
void ts_init_const_functions(struct ts_context *c);

#endif
