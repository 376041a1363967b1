/* SPDX-License-Identifier: MIT
 *
 * Queries: where the GPU writes what they count.
 */
#ifndef R300_QUERY_H
#define R300_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"
#include "util/u_vec.h"

struct drv_bo;
struct r300_context;

#define R300_QUERY_BO_B 4096

struct r300_query {
   struct pipe_query base;
   bool active;
   bool counting; /* a segment is open in the stream */
   U_VEC(struct drv_bo *) bos;
   uint32_t used_B; /* of the last one */
   struct r300_query *next_active;
};

/** The buffer for another segment. NULL and c->base.oom: out of memory. */
struct drv_bo *r300_query_reserve(struct r300_context *c, struct r300_query *q);
/** Ends the segment: one counter behind the other, last pipe first. */
void r300_query_end_segment(struct r300_context *c, struct r300_query *q);

/** Around submissions: running queries end in one stream and go on in the next. Each has R300_CS_QUERY_DW. */
void r300_queries_suspend(struct r300_context *c);
void r300_queries_resume(struct r300_context *c);

/** Fills the query functions of pipe_context. */
void r300_init_query_functions(struct r300_context *c);

#endif
