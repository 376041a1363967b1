/* SPDX-License-Identifier: MIT
 *
 * Hyper-Z: the chip's memory of marks (ZMASK: blocks of the depth buffer that are cleared or compressed) and of bounds (HiZ: how far
 * or near a block reaches). A clear that writes these memories alone takes the depth buffer that is bound behind them; memory is
 * stale from there on, for everybody who does not look at the marks, until r300_hyperz_expand. The kernel lends both to one process
 * at a time, the screen to one context.
 *
 * What a pass needs and when the bounds hold: Mesa's r300. The chips' registers: R5xx ZB_BW_CNTL, SC_HYPERZ_EN.
 */
#ifndef R300_HYPERZ_H
#define R300_HYPERZ_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"

struct r300_context;
struct r300_dsa;
struct r300_screen;

/** Which bound of a block HiZ has; the first test after a clear chooses. */
enum r300_hiz_bound { R300_HIZ_UNDECIDED, R300_HIZ_MAX, R300_HIZ_MIN };

struct r300_hyperz {
   bool live;      /* `of` is behind the marks, and the depth buffer that the application has bound */
   bool bounds;    /* HiZ holds what it should */
   uint8_t bound;  /* enum r300_hiz_bound */
   bool expands;   /* the draw that comes is the expanding pass */
   bool published; /* r300_screen::hyperz.of is this context's */
   uint8_t idle;   /* flushes since the last clear */
   bool large;     /* a mark is of 8x8 pixels, not 4x4 */
   uint32_t value; /* ZB_DEPTHCLEARVALUE */
   uint32_t zmask_px, hiz_px; /* pitches of the marks and bounds */
   struct pipe_surface of;    /* not referenced: the framebuffer is */
};

/** What a screen's contexts share. */
struct r300_hyperz_screen {
   struct r300_context *user; /* who may make marks; NULL: nobody does */
   bool lent;                 /* by the kernel */
   uint8_t refused;           /* clears until the kernel is asked again */
   unsigned contexts;
   struct r300_hyperz of; /* `of.of` is referenced: what streams that were submitted have left behind marks */
};

/** Clears the bound depth buffer, with stencil if it has any, by marks. False: that cannot be done now, and nothing has been. */
bool r300_hyperz_clear(struct r300_context *c, double depth, uint8_t stencil);
/** Has memory be what draws have made of the depth buffer. Without marks it does nothing. Not inside of a blit. */
void r300_hyperz_expand(struct r300_context *c);
/** Expands before somebody uses \p r who does not look at marks. */
void r300_hyperz_release(struct r300_context *c, const struct pipe_resource *r);

/** Around pipe_context::flush's submission: other contexts may look at the depth buffer from then on; who has made no marks for
 * long gives the memory back. */
void r300_hyperz_before_flush(struct r300_context *c);
void r300_hyperz_after_flush(struct r300_context *c);
/** The memory is this context's. False: another context has it, or the kernel has lent it to another process. */
bool r300_hyperz_claim(struct r300_context *c);
/** \p give_back: to the kernel, too. The context has no marks. */
void r300_hyperz_disclaim(struct r300_context *c, bool give_back);
/** Has the screen no other context? */
bool r300_hyperz_is_alone(struct r300_context *c);
/** A stream was submitted: its marks are on the chip. */
void r300_hyperz_submitted(struct r300_context *c);
/** A context begins: what others have submitted is expanded, for it may look at that. It ends: it leaves no marks. */
void r300_hyperz_join(struct r300_context *c);
void r300_hyperz_leave(struct r300_context *c);

/** ZB_CNTL of the expanding pass: it writes, though it does not test. */
uint32_t r300_hyperz_expanding_zb_cntl(void);

#endif
