/* SPDX-License-Identifier: MIT
 *
 * Clears, blits, copies and maps: what the driver draws itself, by the functions of pipe_context, and what the CPU does.
 */
#ifndef R300_BLIT_H
#define R300_BLIT_H

struct r300_context;

/** Fills clear, resource_copy_region and blit. */
void r300_init_blit_functions(struct r300_context *c);
/** Lets the blitter's objects go; NULL blitter is fine. */
void r300_blitter_destroy(struct r300_context *c);
/** Fills the functions of pipe_context that map resources. */
void r300_init_transfer_functions(struct r300_context *c);

#endif
