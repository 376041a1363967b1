/* SPDX-License-Identifier: MIT
 *
 * Memory for data that the application hands over at draw time: pieces of large PIPE_USAGE_STREAM buffers,
 * written once, never waited for.
 */
#ifndef ST_UPLOAD_H
#define ST_UPLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_context.h"

struct st_upload {
   struct pipe_context *pipe;
   uint32_t bind, chunk_B;
   struct pipe_resource *res;
   uint32_t used_B;
   bool mapped;
};

/** Empty; buffers of \p chunk_B bytes and bind flags \p bind are made when needed. st_upload_fini lets them
 * go. */
void st_upload_init(struct st_upload *u, struct pipe_context *pipe, uint32_t bind, uint32_t chunk_B);
void st_upload_fini(struct st_upload *u);

/** \p size_B bytes at a multiple of \p align_B. Write to the result at once, then call st_upload_done before
 * the next command. *res gets a reference (what it held before is released). NULL: out of memory. */
void *st_upload_alloc(struct st_upload *u, uint32_t size_B, uint32_t align_B, struct pipe_resource **res,
                      uint32_t *offset_B);
void st_upload_done(struct st_upload *u);

#endif
