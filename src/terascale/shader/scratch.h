/* SPDX-License-Identifier: MIT
 *
 * Scratch memory of a stage: the ring that shaders spill to.
 */
#ifndef TERASCALE_SHADER_SCRATCH_H
#define TERASCALE_SHADER_SCRATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/bo.h"
#include "pipe/p_defines.h"

struct ts_context;
struct ts_stage_regs;

struct ts_scratch {
   struct drv_bo *bo;
   uint64_t per_engine_B;
};

/** Makes sure that the stage's ring has room for items of \p item_B bytes a lane. False: out of memory. */
bool ts_scratch_prepare(struct ts_context *c, enum pipe_shader_type stage, uint32_t item_B);
/** Programs the stage's ring; nothing if \p item_B is 0. Waits for what draws, before and after. */
void ts_scratch_emit(struct ts_context *c, enum pipe_shader_type stage, uint32_t item_B,
                     const struct ts_stage_regs *r);

#endif
