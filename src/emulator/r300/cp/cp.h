/* SPDX-License-Identifier: MIT
 *
 * CP: reads packets, writes registers, starts draws.
 */
#ifndef EMULATOR_R300_CP_CP_H
#define EMULATOR_R300_CP_CP_H

#include "emulator/r300/gpu.h"

/** Runs a stream. False: it stopped, and e->err says where and why. */
bool r300_cp_run(struct emulator *e, const uint32_t *dw, uint32_t ndw);
/** cp/regs.c: a write by a type-0 packet. */
bool r300_cp_write_reg(struct emulator *e, uint32_t offset, uint32_t value);
/** cp/gui.c: the 2D engine draws a rectangle of \p w x \p h pixels, as its registers say. */
bool r300_cp_gui_rectangle(struct emulator *e, uint32_t w, uint32_t h);
/** cp/draw.c: LOAD_VBPNTR's body. */
bool r300_cp_load_arrays(struct emulator *e, const uint32_t *body, uint32_t n);
/** The draw packets of the second form; \p index_buffer: the body of an INDX_BUFFER that follows, or NULL. */
bool r300_cp_draw_arrays(struct emulator *e, const uint32_t *body, uint32_t n);
bool r300_cp_draw_embedded(struct emulator *e, const uint32_t *body, uint32_t n);
bool r300_cp_draw_indexed(struct emulator *e, const uint32_t *body, uint32_t n, const uint32_t *index_buffer);

#endif
