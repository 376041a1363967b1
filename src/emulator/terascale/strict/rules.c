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
   [STRICT_R1] = {"R1", ALL, STRICT_FAULT,
      "a draw depends on no context register that this stream has not written",
      "no register keeps its value between streams: another process' may run in between"},
};
/* clang-format on */
