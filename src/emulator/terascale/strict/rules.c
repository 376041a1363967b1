/* SPDX-License-Identifier: MIT
 *
 * The rules of strict hardware as one table; docs/strict.md has it for people, and a test compares the two.
 *
 * Sources by short name: "R6xx/R7xx registers" is the R6xx/R7xx 3D Register Reference Guide, "Evergreen registers" the
 * Evergreen 3D Register Reference Guide, "acceleration" Radeon Evergreen/Northern Islands Acceleration; "Mesa r600"
 * is what that driver, which runs on cards, does or says, by file; "kernel" Linux' radeon.
 */
#include "db/terascale/db_gen.h"
#include "emulator/terascale/strict/strict.h"

enum {
   R6XX = 1 << DB_R600,
   R7XX = 1 << DB_R700,
   EG = 1 << DB_EVERGREEN,
   CM = 1 << DB_CAYMAN,
   OLD = R6XX | R7XX,
   NEW = EG | CM,
   ALL = OLD | NEW
};

/* clang-format off */
const struct strict_rule strict_rules[STRICT_RULES] = {
   [STRICT_S1] = {"S1", ALL, STRICT_FAULT,
      "CB_SHADER_MASK has as many targets as SQ_PGM_EXPORTS_PS has colours; before Evergreen target 0 is always one",
      "acceleration 8.1.1; Mesa r600 evergreen_state.c"},
   [STRICT_S2] = {"S2", ALL, STRICT_FAULT,
      "a pixel shader exports something: SQ_PGM_EXPORTS_PS is not 0",
      "R6xx/R7xx registers, SQ_PGM_EXPORTS_PS"},
   [STRICT_R2] = {"R2", ALL, STRICT_FAULT,
      "a shader depends on no resource, sampler, loop or boolean constant or constant file that this stream has not written",
      "as R1"},
   [STRICT_R1] = {"R1", ALL, STRICT_FAULT,
      "a draw depends on no context register that this stream has not written",
      "no register keeps its value between streams: another process' may run in between"},
   [STRICT_M1] = {"M1", ALL, STRICT_FAULT,
      "what a client reads has left the cache of whoever wrote it: it was told to flush, and somebody waited",
      "acceleration 8.3 to 8.5; R6xx/R7xx registers, VGT_EVENT_INITIATOR; Mesa r600 r600_hw_context.c"},
   [STRICT_M2] = {"M2", ALL, STRICT_FAULT,
      "a cache that holds what has changed in memory is invalidated before it is read again",
      "acceleration 9.6.7; Mesa r600 r600_hw_context.c, r600_state_common.c"},
   [STRICT_M3] = {"M3", ALL, STRICT_FAULT,
      "what a client writes has left the cache of whoever wrote it before",
      "acceleration 8.3"},
   [STRICT_M4] = {"M4", ALL, STRICT_FAULT,
      "what shaders may still be reading is not written: PS_PARTIAL_FLUSH or an idle pipe comes first",
      "R6xx/R7xx registers, VGT_EVENT_INITIATOR; Mesa r600 r600_hw_context.c"},
   [STRICT_M5] = {"M5", ALL, STRICT_FAULT,
      "a stream ends with all that it wrote flushed and waited for: nobody waits between streams",
      "Mesa r600 r600_hw_context.c; kernel r600.c, ni.c: the fence flushes and goes on"},
   [STRICT_M6] = {"M6", ALL, STRICT_FAULT,
      "what there is one copy of (shares of SQ, border colours, TA_CNTL_AUX, rings) changes when no pixel is shaded",
      "acceleration 9.6; Mesa r600: PS_PARTIAL_FLUSH or WAIT_3D_IDLE before each"},
   [STRICT_M7] = {"M7", R6XX, STRICT_FAULT,
      "SURFACE_SYNC does not wait for CB or DB",
      "Mesa r600 r600_hw_context.c: bugs of the hardware"},
   [STRICT_M8] = {"M8", ALL, STRICT_FAULT,
      "rings move only behind VGT_FLUSH",
      "R6xx/R7xx registers, VGT_EVENT_INITIATOR; Mesa r600 r600_state_common.c"},
};
/* clang-format on */
