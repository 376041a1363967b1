/* SPDX-License-Identifier: MIT
 *
 * Registers to struct r300_draw, a file a block. What is refused here by name is what would change the picture and is not
 * implemented.
 */
#ifndef EMULATOR_R300_STATE_DERIVE_H
#define EMULATOR_R300_STATE_DERIVE_H

#include "db/r300/r3_regs.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "emulator/r300/gpu.h"

/** A field of a register that all generations have in one place. */
#define RX(reg, field) RX_##reg##_get_##field(e->rx.mmio.reg)
/** A field of register \p i of such an array. */
#define RX_AT(reg, i, field) RX_##reg##_get_##field(e->rx.mmio.reg[i])

/** state/raster.c: samples of a pixel, 1 without antialiasing. */
unsigned r300_samples(const struct emulator *e);
/** state/pixel.c: what ZB's registers say of its surface, as high as the draw's scissor. */
struct r300_surface r300_depth_surface(const struct emulator *e, const struct r300_draw *d);
/** state/clears.c: pixels that CMASK's marks say are cleared get their value, if the draw looks at the marks. */
void r300_apply_clears(struct emulator *e, const struct r300_draw *d);
/** state/zmask.c: has the draw look at ZMASK, if it does: its depth is that of the copy, or the copy goes to memory. False: out of
 * memory. */
bool r300_apply_zmask(struct emulator *e, struct r300_draw *d);
bool derive_raster(struct emulator *e, struct r300_draw *d);
bool derive_pixel(struct emulator *e, struct r300_draw *d);
bool derive_vertex(struct emulator *e, struct r300_draw *d);
bool derive_interpolation(struct emulator *e, struct r300_draw *d);
bool derive_fragment(struct emulator *e, struct r300_draw *d);
bool derive_textures(struct emulator *e, struct r300_draw *d);
/** state/interpolation.c: planes that waves want, of a draw whose parameters have their places. */
void derive_planes(struct r300_draw *d);
/** state/lookup.c: whether strips can be shaded, of a draw whose other state is there. */
void derive_lookup(struct r300_draw *d);
/** Wants to know which colours and parameters are used: derive_pixel() and derive_interpolation() come first. */
bool derive_fog(struct emulator *e, struct r300_draw *d);

#endif
