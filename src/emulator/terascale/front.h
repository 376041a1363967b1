/* SPDX-License-Identifier: MIT
 *
 * What the blocks in front of SC have in common: the command processor and all that it drives live in one struct,
 * so that a packet can reach what it changes. Each block has its own contract beside it.
 */
#ifndef EMULATOR_TERASCALE_FRONT_H
#define EMULATOR_TERASCALE_FRONT_H

#include "emulator/emulator.h"
#include "emulator/raster/assemble.h"
#include "emulator/terascale/cp/cp.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/state/state.h"
#include "emulator/terascale/vgt/vgt.h"

struct front {
   struct emulator *e;
   struct front_window win[FRONT_NUM_SETS];
   /* FRONT_DIRTY_* per register */
   uint8_t config_dirty[ARRAY_SIZE(((struct emu_regs *)0)->ts.config.raw)];
   uint8_t context_dirty[ARRAY_SIZE(((struct emu_regs *)0)->ts.ctx.raw)];
   uint32_t resource_dw, resource_vs, resource_gs; /* size and first slots of resources */
   uint64_t events;                                /* that the generation has, a bit each */

   /* CP */
   uint64_t index_base;
   uint32_t index_buffer_size, index_type, index_swap, num_instances;
   bool predicate_false; /* packets with the predicate bit are skipped */
   bool predicate_sum;   /* visible so far, for CONTINUE */
   struct emu_error *err;
   const uint32_t *stream; /* of this submission */

   /* state */
   bool rectangles; /* of the last draw */
   uint32_t dirty;
   struct front_changes changes;
   bool rebind;                        /* draft is newer than bound */
   uint32_t states;                    /* how often state was derived */
   struct emu_draw_state draft;        /* current; ps points into raster_arena, NULL when gone */
   const struct sq_stage_state *vs;    /* the same of the vertex shader, which SC does not need */
   const struct sq_clear *vs_clear;    /* before each of its waves */
   const struct emu_draw_state *bound; /* copy in raster_arena that SC has, NULL: none since the last flush */
   struct front_viewport viewport[FRONT_VIEWPORTS]; /* of the draft, if vertices choose one */
   struct front_unmarked unmarked[FRONT_MAX_UNMARKED];
   unsigned num_unmarked;
   struct raster_assembly pa;

   struct strict *strict; /* NULL: off */

   struct vgt vgt;
   struct vgt_strmout strmout;               /* of the current draw */
   uint64_t strmout_needed, strmout_written; /* primitives since the emulator was created */
   bool strmout_paused;                      /* PIPELINESTAT_STOP: they do not count */
};

static inline struct front *
emu_front(struct emulator *e)
{
   return e->front;
}

/** Sets the error of the running submission unless there is one already; always returns false. */
bool front_error(struct front *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** raster_flush plus forgetting what lived in its arena. */
void front_flush(struct front *f);
/** raster_execute: the arena stays. */
void front_execute(struct front *f);
/** Executes pending bins if they touch the range in a way that reading (or, with \p write, writing) it now
 * would see. Whoever writes memory says so here before, or by front_forget_marks. */
void front_sync(struct front *f, uint64_t addr, uint64_t size_B, bool write);
/** The GPU's clock, in units of the chip's clock_khz. */
uint64_t front_clock(struct emulator *e);

#endif
