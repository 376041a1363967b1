/* SPDX-License-Identifier: MIT
 *
 * Clears, blits and copies: what the fill and the transfer engine do, what the driver draws itself, and what the CPU does.
 */
#ifndef PICA200_BLIT_H
#define PICA200_BLIT_H

#include <stdbool.h>

#include "driver/blit.h"
#include "pica200/context.h"

/** The blitter's objects, and what it has displaced. */
struct pica200_blitter {
   struct drv_blit_objects o;
   struct drv_blit_saved saved;
   /* of the fragment stage: the application's while a clear is on, else the blitter's */
   struct drv_consts uniforms;
};

/** Draws a rectangle over the framebuffer for a clear: what \p info has of colour, depth and stencil. */
void pica200_clear_rect(struct pica200_context *c, const struct pipe_clear_info *info);

/** pipe_context::clear. */
void pica200_init_clear(struct pipe_context *p);
/** Copies what the transfer engine can copy: all aspects of whole tiles, without a scissor, between storages of one format. False: nothing was
 * done. */
bool pica200_copy_tiles(struct pica200_context *c, const struct pipe_blit_info *info);
/** Fills clear, resource_copy_region and blit. */
void pica200_init_blit_functions(struct pica200_context *c);
/** Lets the blitter's objects go; none is fine. */
void pica200_blitter_destroy(struct pica200_context *c);

#endif
