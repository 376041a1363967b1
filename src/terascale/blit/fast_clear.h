/* SPDX-License-Identifier: MIT
 *
 * Fast clears: colour whose CMASK and depth whose HTILE say that blocks are clear, in place of pixels.
 */
#ifndef TERASCALE_BLIT_FAST_CLEAR_H
#define TERASCALE_BLIT_FAST_CLEAR_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/bo.h"

struct ts_context;
struct ts_resource;
struct ts_screen;

/** What stands beside a surface for its fast clears: CMASK of colour, HTILE of depth and stencil. Only the
 * owner reads and writes the rest; see terascale/blit/fast.c. */
struct ts_fast {
   struct drv_bo *bo;
   uint64_t size_B;          /* of CMASK or HTILE */
   uint64_t fmask_B;         /* colour with samples: where FMASK is in bo */
   uint32_t fmask_tiles;     /* 8x8 pixels */
   struct ts_context *owner; /* atomic; NULL: nothing about it waits in any context's stream */
   struct ts_resource *next; /* that the owner has */
   bool active;              /* it counts: the surface alone does not hold what was drawn */
   uint32_t word[2];         /* colour of marked blocks, a pixel as it is in memory */
   float color[4];           /* colour of marked blocks as the clear named it */
   float depth;
   uint8_t stencil;
};

/* ---- who has a surface, and making it whole (terascale/blit/fast.c) ---- */

/** May the stream use the surface's CMASK or HTILE? NULL: it must not, the surface alone counts. */
const struct ts_fast *ts_fast_used(struct ts_context *c, struct ts_resource *r);
/** Takes \p r, which has ts_fast, into this context's possession. False: another context has it. */
bool ts_fast_acquire(struct ts_context *c, struct ts_resource *r);
/** Before anything but the colour and depth blocks looks at \p r: makes it hold what was drawn. True if that
 * was put into the stream just now. */
bool ts_fast_expand(struct ts_context *c, struct ts_resource *r);
/** ts_fast_expand before \p r is drawn to, if other contexts may be waiting for it. */
void ts_fast_expand_shared(struct ts_context *c, struct ts_resource *r);
/** All of \p r is about to be replaced by the CPU. */
void ts_fast_forget(struct ts_context *c, struct ts_resource *r);
/** Expands what the next draw samples, reads or shares with other contexts. */
void ts_fast_before_draw(struct ts_context *c);
/** Around a submission that others may build upon. */
void ts_fast_before_flush(struct ts_context *c);
void ts_fast_after_flush(struct ts_context *c);
/** Lets surfaces go that nobody else has any more. */
void ts_fast_prune(struct ts_context *c);
void ts_fast_destroy(struct ts_resource *r);

/* ---- clears (terascale/blit/fast_clear.c) ---- */

#define TS_FMASK_BANK_H 4 /* of FMASK, which is a macro-tiled surface of its own */
void ts_fast_init(struct ts_screen *s);
/** Clears colour target \p i without drawing. False: somebody has to draw. */
bool ts_fast_clear_color(struct ts_context *c, unsigned i, const float color[4]);
/** CMASK of \p r in units of 128x128 pixels, less one. */
uint32_t ts_cmask_slice_max(const struct ts_context *c, const struct ts_resource *r);
/** Prepares a clear of all of the depth buffer by the tile; the caller draws, with c->clear_depth and
 * c->clear_stencil as they are left here. */
void ts_fast_clear_depth(struct ts_context *c, double depth, bool stencil, uint8_t value);

#endif
