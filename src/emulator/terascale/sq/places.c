/* SPDX-License-Identifier: MIT
 *
 * Tables of places.h, from the generated register files.
 */
#include <stddef.h>

#include "db/terascale/db_chips.h"
#include "db/terascale/pm4.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/sq/places.h"

#define DW(list, name) (offsetof(union list##_ctx_regs, name) / 4)
#define PLACES(list, program, data, resource0_, stage_)                                                      \
   {                                                                                                         \
      .start = DW(list, SQ_PGM_START_##program), .resources = DW(list, SQ_PGM_RESOURCES_##program),          \
      .const_base = DW(list, SQ_ALU_CONST_CACHE_##data),                                                     \
      .const_size = DW(list, SQ_ALU_CONST_BUFFER_SIZE_##data),                                               \
      .item_size = DW(list, SQ_##stage_##STMP_RING_ITEMSIZE), .resource0 = resource0_,                       \
      .sampler0 = STAGE_##stage_ * DB_R6_SAMPLERS_PER_STAGE,                                                 \
      .loop0 = STAGE_##stage_ * DB_R6_LOOP_CONSTS_PER_STAGE, .stage = STAGE_##stage_,                        \
   }
enum { STAGE_P, STAGE_V };

/* A fetch shader of R6xx and R7xx counts its buffers from the VS's first slot. */
static const struct sq_places places_r6[SQ_NUM_STAGES] = {
   [SQ_PS] = PLACES(r6, PS, PS, DB_R6_RESOURCE_PS, P),
   [SQ_VS] = PLACES(r6, VS, VS, DB_R6_RESOURCE_VS, V),
   [SQ_FS] = PLACES(r6, FS, VS, DB_R6_RESOURCE_VS, V),
};
static const struct sq_places places_eg[SQ_NUM_STAGES] = {
   [SQ_PS] = PLACES(eg, PS, PS, DB_EG_RESOURCE_PS, P),
   [SQ_VS] = PLACES(eg, VS, VS, DB_EG_RESOURCE_VS, V),
   [SQ_FS] = PLACES(eg, FS, VS, DB_EG_RESOURCE_FS, V),
};
#define SAME_IN_CAYMAN(name) _Static_assert(DW(eg, name) == DW(cm, name), #name)
SAME_IN_CAYMAN(SQ_PGM_START_PS);
SAME_IN_CAYMAN(SQ_PGM_START_VS);
SAME_IN_CAYMAN(SQ_PGM_START_FS);
SAME_IN_CAYMAN(SQ_PGM_RESOURCES_PS);
SAME_IN_CAYMAN(SQ_PGM_RESOURCES_VS);
SAME_IN_CAYMAN(SQ_PGM_RESOURCES_FS);
SAME_IN_CAYMAN(SQ_PSTMP_RING_ITEMSIZE);
SAME_IN_CAYMAN(SQ_VSTMP_RING_ITEMSIZE);

const struct sq_places *
sq_places_of(const struct emulator *e, enum sq_stage stage)
{
   return e->chip->gen >= DB_EVERGREEN ? &places_eg[stage] : &places_r6[stage];
}
