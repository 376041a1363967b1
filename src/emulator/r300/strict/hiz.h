/* SPDX-License-Identifier: MIT
 *
 * Which bounds of depth HiZ has. The emulator rejects no blocks, so that a driver whose bounds do not hold would never see it.
 */
#ifndef EMULATOR_R300_STRICT_HIZ_H
#define EMULATOR_R300_STRICT_HIZ_H

#include <stdbool.h>
#include <stdint.h>

struct emulator;
struct r300_draw;

struct r300_hiz {
   bool farthest, nearest; /* these bounds hold: no pixel of a block is farther, nearer */
   bool used;              /* since the last clear, for the depth at the address */
   uint64_t address;
};

/** 3D_CLEAR_HIZ: the bounds are those of a surface that is cleared, too. */
void r300_hiz_clear(struct r300_hiz *h);
/** A draw comes. NULL: HiZ rejects nothing of it that its tests would not; else a clause that says why it may. */
const char *r300_hiz_draw(struct r300_hiz *h, const struct emulator *e, const struct r300_draw *d);

#endif
