/* SPDX-License-Identifier: MIT
 *
 * Queries: where the GPU writes what they count.
 */
#ifndef R300_QUERY_H
#define R300_QUERY_H

struct r300_context;

/** Around submissions: running queries end in one stream and go on in the next. Each has R300_CS_QUERY_DW. */
void r300_queries_suspend(struct r300_context *c);
void r300_queries_resume(struct r300_context *c);

/** Fills the query functions of pipe_context. */
void r300_init_query_functions(struct r300_context *c);

#endif
