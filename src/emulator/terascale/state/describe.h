/* SPDX-License-Identifier: MIT
 *
 * From TeraScale's numbers to those of no GPU: what the rasteriser and the pixel room get of a draw.
 */
#ifndef EMULATOR_TERASCALE_STATE_DESCRIBE_H
#define EMULATOR_TERASCALE_STATE_DESCRIBE_H

#include "emulator/core/memory.h"
#include "emulator/pixel/surface.h"
#include "emulator/terascale/draw_state.h"

/** How raw pixels of a colour format are made. */
struct color_format {
   uint8_t bytes;   /* of a pixel, 0 = not a colour format */
   uint8_t comps;   /* number of components */
   uint8_t bits[4]; /* from the least significant bit on */
   bool is_float;
};
extern const struct color_format color_formats[64]; /* by COLOR_* */
/** RGBA channel (0..3) that component comp of a format with n components stores, by COMP_SWAP. */
extern const uint8_t color_swaps[4][4][4]; /* [comps - 1][swap][component] */

/** Fills s->draw but for draw.raster and the depth range, which the registers give. The draw's inputs are \p s
 * itself: a copy is to be described again. */
void state_describe_draw(struct emu_draw_state *s);
void state_describe_target(const struct emu_cb_state *cb, struct pixel_target *out);
/** pixel_gpu_ops::locate */
bool state_locate_surface(const struct emu_mem *mem, const struct pixel_surface *surface, unsigned sample,
                          struct pixel_surf *out);

#endif
