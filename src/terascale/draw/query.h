/* SPDX-License-Identifier: MIT
 *
 * Queries: where the GPU writes what they count.
 */
#ifndef TERASCALE_DRAW_QUERY_H
#define TERASCALE_DRAW_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/bo.h"
#include "pipe/p_state.h"

struct ts_context;

struct ts_query {
   struct pipe_query base;
   bool active;
   struct drv_bo *bo;
   uint32_t used_B;  /* results written so far, active pair excluded */
   uint64_t carried; /* results of buffers that ran full */
   struct ts_query *next_active;
};

static inline struct ts_query *
ts_query(struct pipe_query *q)
{
   return (struct ts_query *)q;
}

/** Around submissions: running queries end in one stream and go on in the next. */
void ts_queries_suspend(struct ts_context *c);
void ts_queries_resume(struct ts_context *c);

/** Fills the query functions of pipe_context. */
void ts_init_query_functions(struct ts_context *c);

#endif
