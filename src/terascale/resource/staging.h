/* SPDX-License-Identifier: MIT
 *
 * Transfers of textures through buffers in GTT that the GPU reads and writes, and buffers that belong there.
 */
#ifndef TERASCALE_RESOURCE_STAGING_H
#define TERASCALE_RESOURCE_STAGING_H

#include <stdbool.h>
#include <stdint.h>

#include "terascale/resource/resource.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"

struct drv_bo;
struct pipe_box;
struct ts_context;

/** Whether the CPU had better not read \p r where it lies. */
static inline bool
ts_staging_wanted(const struct ts_screen *s, const struct ts_resource *r)
{
   return s->staging && (r->bo->domain == WS_DOMAIN_VRAM || r->bo->shared);
}

/** Where the CPU finds the blocks of a texture: the same places, seen from other starts. */
struct ts_texels {
   const uint8_t *map;
   struct ts_surface surf;
   const uint8_t *stencil_map; /* NULL: no plane of its own */
   struct ts_surface stencil;
};

/** The texture's own storage. */
void ts_texels_in_place(const struct ts_resource *r, struct ts_texels *t);
/** A copy in GTT of the rows of blocks that \p box (texels) of \p level touches, as they lie in memory, with all that
 * the GPU has to do before; waits for it. The copy lives as long as the buffer, a reference that the caller
 * gets. NULL: the texture had better be read in place, or there is no memory for a copy. */
struct drv_bo *ts_staging_read(struct ts_context *c, struct ts_resource *r, unsigned level,
                               const struct pipe_box *box, struct ts_texels *t);
/** Draws \p rows, \p stride_B apart, into \p box (texels) of \p level, in order with the draws around it. False:
 * nothing was done, as the texture is idle, in no format that a draw copies bit by bit, or in GTT. */
bool ts_staging_write(struct ts_context *c, struct ts_resource *r, unsigned level, const struct pipe_box *box,
                      const uint8_t *rows, uint32_t stride_B);

/* ---- terascale/resource/staging_buffer.c ---- */

/** The CPU is about to read \p r, a buffer, whose contents are all the CPU's: it moves to GTT for good. Nothing happens to
 * one that is not slow to read, or without memory. */
void ts_staging_move_buffer(struct ts_screen *s, struct ts_resource *r);

#endif
