/* SPDX-License-Identifier: MIT
 *
 * A copy of constant buffer 0 of a stage, for GPUs whose constants come out of the stream: the stream takes what a draw needs of it.
 */
#ifndef DRIVER_CONSTS_H
#define DRIVER_CONSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_context.h"

/** All zero: no buffer is bound. */
struct drv_consts {
   uint32_t *dw;
   uint32_t num_dw, max_dw;
};

/** Copies what is bound; a NULL or empty \p cb: nothing is. \p map is where cb->buffer is mapped, if it has one. False: out of memory,
 * and nothing is bound. */
bool drv_consts_set(struct drv_consts *k, const struct pipe_constant_buffer *cb, const void *map);
void drv_consts_fini(struct drv_consts *k);

#endif
