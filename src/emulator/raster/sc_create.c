/* SPDX-License-Identifier: MIT
 *
 * Joins SC to the shader block.
 */
#include "emulator/raster/sc_internal.h"

struct sc *
sc_create(struct emulator *e, unsigned threads)
{
   static const struct sc_shader_ops ops = {
      .ctx_create = sq_ctx_create,
      .ctx_destroy = sq_ctx_destroy,
      .gprs = sq_ctx_gprs,
      .wave = sq_ctx_wave,
      .run = sq_run,
      .is_uniform = sq_stage_is_uniform,
      .certain_targets = sq_stage_certain_targets,
      .for_each_range = sq_stage_for_each_range,
   };
   return sc_create_with(e, threads, &ops);
}
