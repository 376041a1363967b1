/* SPDX-License-Identifier: MIT
 *
 * From registers to the state that a draw is drawn with: when it is derived again, by whom for which generation,
 * and what of it is refused.
 */
#include "emulator/terascale/draw_state.h"

#ifndef EMULATOR_TERASCALE_STATE_STATE_H
#define EMULATOR_TERASCALE_STATE_STATE_H

struct front;

/** Which parts of the derived state a register write makes stale. */
enum {
   FRONT_DIRTY_FIXED = 1 << 0, /* everything in emu_draw_state but ps */
   FRONT_DIRTY_VS = 1 << 1,
   FRONT_DIRTY_PS = 1 << 2,
   FRONT_DIRTY_VS_CONST = 1 << 3, /* where the vertex shader's constant buffers are, and nothing else of it */
   FRONT_DIRTY_PS_CONST = 1 << 4,
   FRONT_DIRTY_FIXED_REGS =
      1 << 5, /* FIXED, unless the registers of front_changes have their old values again */
   FRONT_DIRTY_ALL = 31,
};

/** Context registers of FRONT_DIRTY_FIXED_REGS that got another value since the state was derived, oldest first: a stream's
 * beginning sets to defaults what its state sets back. */
enum { FRONT_MAX_CHANGES = 16 };
struct front_changes {
   unsigned n; /* above FRONT_MAX_CHANGES: too many */
   struct {
      uint32_t reg, old;
   } change[FRONT_MAX_CHANGES];
};

/** A viewport that a vertex can choose, and what is clipped to it. */
enum { FRONT_VIEWPORTS = 16 };
struct front_viewport {
   float scale[3], offset[3], z_min, z_max;
   int32_t scissor[4];
};

/* state.c */
/** Makes f->bound current for a draw. False with an error set if the state cannot be drawn with. */
bool front_prepare_state(struct front *f);
/* state/cmask.c */
/** Makes the fast clears of f->draft's colour buffers real. */
bool front_expand_clears(struct front *f);
/* state/marks.c */
/** Is this CMASK known to have no mark? */
bool front_is_unmarked(const struct front *f, uint64_t addr, uint32_t blocks);
/** From now on this CMASK is known to have no mark, which its reader has just seen or made so. Always true. */
bool front_remember_unmarked(struct front *f, uint64_t addr, uint32_t blocks);
/** Memory from addr on is about to be written: what is known of the marks of fast clears there is forgotten. */
void front_forget_marks(struct front *f, uint64_t addr, uint64_t size_B);
/** Pending bins are about to be drawn: what is known of the marks of fast clears where they write is forgotten. */
void front_forget_drawn_marks(struct front *f);
/** CMASK of so many blocks, of which none is marked as cleared. */
struct front_unmarked {
   uint64_t addr;
   uint32_t blocks;
};
enum { FRONT_MAX_UNMARKED = 16 };
/* state/r6.c, state/eg.c, state/cm.c: fill everything but ps */
bool front_state_R6(struct front *f, struct emu_draw_state *s);
bool front_state_EG(struct front *f, struct emu_draw_state *s);
bool front_state_CM(struct front *f, struct emu_draw_state *s);
/** Context register for a state decoder; strict hardware complains about one that the stream did not write. */
uint32_t front_reg(struct front *f, const uint32_t *reg);

/* state/bounds.c */
/** Bytes of one element of colour format COLOR_*; 0: not a colour format. */
unsigned front_color_format_B(unsigned format);
/** Refuses surfaces that reach out of memory and clips the scissor to those that are used. */
bool front_check_surfaces(struct front *f, struct emu_draw_state *s);

#endif
