/* SPDX-License-Identifier: MIT
 *
 * Stream-out: buffers that draws write vertices to. It is switched on for draws that want it and off for what comes
 * between: blits, other shaders, the end of a stream.
 */
#ifndef TERASCALE_STATE_STREAMOUT_H
#define TERASCALE_STATE_STREAMOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"

#define TS_CS_STREAMOUT_DW 256 /* switching off, and on again, generously */

struct drv_bo;
struct ts_context;

struct ts_stream_target {
   struct pipe_stream_output_target base;
   struct drv_bo *filled; /* the first dword: how far the buffer is filled, in dwords, as the GPU left it */
   bool begun;            /* that dword holds */
};

/** What is bound, and what the stream has. */
struct ts_streamout {
   struct ts_stream_target *target[PIPE_MAX_SO_BUFFERS];
   unsigned count;
   struct drv_bo *bo[PIPE_MAX_SO_BUFFERS]; /* referenced: storage that is being written */
   uint8_t on;                             /* a bit for each buffer that is; 0: switched off */
   uint16_t stride_dw[PIPE_MAX_SO_BUFFERS];
};

/** Switches stream-out off if the draw in hand wants none, or another, before what has to happen before it; and on if it
 * wants some, behind its state. The caller made room. */
void ts_streamout_leave(struct ts_context *c);
void ts_streamout_enter(struct ts_context *c);
/** Switches it off, if it is on; what it wrote is seen behind the next flush. */
void ts_streamout_end(struct ts_context *c);
/** Buffers may have new storage. */
void ts_streamout_moved(struct ts_context *c);
/** Before the CPU reads vertices or indices of a draw: waits for buffers that stream-out has written. */
void ts_streamout_sync_draw(struct ts_context *c, const struct pipe_draw_info *info);
/** Lets what is bound go. */
void ts_streamout_release(struct ts_context *c);
/** Fills the functions of pipe_context. */
void ts_init_streamout_functions(struct ts_context *c);

#endif
