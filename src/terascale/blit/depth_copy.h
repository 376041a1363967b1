/* SPDX-License-Identifier: MIT
 *
 * 24-bit depth, and 32-bit depth with stencil, before Evergreen: only the depth block knows how it lies in memory.
 * Samplers and the CPU get a copy in the order of colour, 8_24 or X24_8_32F like the depth, that the depth block itself
 * draws.
 */
#ifndef TERASCALE_BLIT_DEPTH_COPY_H
#define TERASCALE_BLIT_DEPTH_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "terascale/resource/surface.h"

struct ts_context;
struct ts_resource;
struct ts_screen;

/** What belongs to such a surface. */
struct ts_depth_copy {
   struct ts_resource *color; /* atomic; NULL until somebody samples or maps it. Owned */
   uint32_t layers;
   uint8_t newer[]; /* atomic; which of the two is, of each layer of each level: bits of depth_copy.c */
};

/** For a surface of that many layers. NULL: out of memory. */
struct ts_depth_copy *ts_depth_copy_create(uint32_t layers);
void ts_depth_copy_destroy(struct ts_depth_copy *d);

/** The copy of \p r, made at the first call; what is in it is another question. NULL: out of memory. */
struct ts_resource *ts_depth_copy_get(struct ts_screen *s, struct ts_resource *r);
/** Makes the copy hold what was drawn to levels \p first to \p last of \p r, of all layers or (\p layer >= 0) one. True if
 * that was put into the stream just now. */
bool ts_depth_copy_update(struct ts_context *c, struct ts_resource *r, unsigned first, unsigned last,
                          int layer);
/** The CPU is about to look at layers [z, z + layers) of the copy, and to write into them; \p keep: not to all of
 * them everything. True as above. */
bool ts_depth_copy_map(struct ts_context *c, struct ts_resource *r, unsigned level, unsigned z,
                       unsigned layers, bool write, bool keep);
/** Before the depth buffer is drawn to: gives the depth block what the CPU wrote. */
void ts_depth_copy_restore(struct ts_context *c);
/** A draw that may write the depth buffer, which has such a copy, is in the stream. */
void ts_depth_copy_drawn(struct ts_context *c);
/** Sample 0 of each pixel of \p r, depth with samples: colour with one sample, of any format, that has the bits of
 * \p r's. The caller's. NULL and c->base.oom: out of memory. */
struct ts_resource *ts_depth_copy_sample(struct ts_context *c, struct ts_resource *r);

#endif
