/* SPDX-License-Identifier: MIT
 *
 * The part of state derivation that reads the same on all generations; the including file has said DB_PREFIX
 * (db_generations.h). Names and meanings: R6xx/R7xx 3D Register Reference Guide.
 */
#include <assert.h>

#include "db/db_pack.h"
#include "db/terascale/db_generations.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"

/* A register, instance i of one, and either as a float; a field of a value. */
#define RD(name)            front_reg(f, &f->e->regs.GEN_LOW.ctx.name)
#define RDI(name, i)        front_reg(f, &f->e->regs.GEN_LOW.ctx.GEN(name##_AT)(i))
#define GET(reg, field, dw) GEN(reg##_get_##field)(dw)
#define RDF(name)           uif(RD(name))
#define RDFI(name, i)       uif(RDI(name, i))

/* Offsets are signed, one bit wider from Evergreen on. */
#if GEN_FROM(EG)
#define WINDOW_OFFSET_BITS  16
#define SCREEN_SCISSOR_BITS 16
#else
#define WINDOW_OFFSET_BITS  15
#define SCREEN_SCISSOR_BITS 15
#endif

#include "emulator/terascale/state/pa_gen.h"
#include "emulator/terascale/state/sc_gen.h"
#include "emulator/terascale/state/spi_gen.h"
#include "emulator/terascale/state/target_gen.h"
