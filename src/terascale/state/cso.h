/* SPDX-License-Identifier: MIT
 *
 * Constant state objects: their words are made when the state tracker creates them, binding stores a pointer.
 */
#ifndef TERASCALE_STATE_CSO_H
#define TERASCALE_STATE_CSO_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"
#include "terascale/cs.h"
#include "terascale/state/view.h"

struct ts_context;
struct ts_fetch_shader;

struct ts_blend {
   uint32_t control[2]
                   [PIPE_MAX_COLOR_BUFS]; /* CB_BLENDn_CONTROL; [1]: the target has no alpha, it reads as 1 */
   uint32_t target_mask;                  /* CB_TARGET_MASK of all eight targets */
   uint32_t blend_mask;                   /* R6xx, R7xx: bit per target that blends */
   bool alpha_to_mask;
   bool dual_source; /* target 0 blends with a second colour, which takes the place of output 1 */
};

struct ts_dsa {
   uint32_t depth_control;
   uint32_t no_depth_mask, no_stencil_mask; /* bits of depth_control to drop without such a buffer */
   uint8_t valuemask[2], writemask[2];
};

struct ts_rast {
   struct drv_pm4 pm4;
   uint32_t su_sc_mode; /* PA_SU_SC_MODE_CNTL */
   /* the register with PS_ITER_SAMPLE, and its value without and with that */
   uint32_t sc_mode_reg, sc_mode[2];
   struct pipe_rasterizer_state s;
};

struct ts_sampler {
   uint32_t word[3];
   uint32_t word0[TS_VIEW_KINDS]; /* word[0] by what is looked at */
   bool border_register, seamless, magnify_to_half;
   union pipe_color border;
};

enum ts_fetch_kind {
   TS_FETCH_DIRECT,
   TS_FETCH_RELAID,          /* element k alone in buffer k at offset 0 */
   TS_FETCH_RELAID_INSTANCE, /* and the number of the instance is fetched from behind element 0 */
   TS_FETCH_KINDS
};

struct ts_velems {
   unsigned count;
   struct pipe_vertex_element e[PIPE_MAX_ATTRIBS]; /* as they are fetched */
   uint16_t from[PIPE_MAX_ATTRIBS];                /* the formats in memory */
   uint32_t buffers_used;
   bool unaligned; /* an offset, divisor or format that the fetch unit cannot take: the CPU copies vertices */
   bool in_order;  /* element k reads buffer k from its beginning on */
   bool with_number; /* the number of the instance stands behind element 0 */
   /* By enum ts_fetch_kind. One per mapping of attributes to GPRs that was met. */
   struct ts_fetch_shader *fetch[TS_FETCH_KINDS];
};

/** Lets the fetch shaders of all mappings go. */
void ts_velems_free_fetch(struct ts_velems *ve);

/** Fills the functions of pipe_context that create, bind and set. */
void ts_init_state_functions(struct ts_context *c);
/** Drops everything that is bound. */
void ts_release_bindings(struct ts_context *c);

#endif
