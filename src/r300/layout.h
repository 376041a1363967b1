/* SPDX-License-Identifier: MIT
 *
 * Where the texels of a texture lie: what its sizes and format make of struct r300_resource's levels, and the
 * CPU's way to them. Functions of the chip and the resource alone; no GPU object here.
 */
#ifndef R300_LAYOUT_H
#define R300_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

struct r300_chip;
struct r300_resource;

/** RB3D_COLORPITCH.COLORMICROTILE and its like. */
enum r300_tile { R300_TILE_NONE, R300_TILE_MICRO, R300_TILE_SQUARE };

/** A rectangle of blocks. */
struct r300_blocks {
   uint32_t x, y, w, h;
};

/** How a texture is to lie. */
struct r300_layout_how {
   uint8_t micro;     /* enum r300_tile */
   bool macro;        /* in those levels that are large enough; the CPU cannot find texels there */
   uint32_t stride_B; /* of the only level; 0: what the width asks for */
};

/** The tiling that a texture of this kind gets. */
struct r300_layout_how r300_layout_choose(const struct r300_resource *r);
/** Fills level, micro, the sizes of blocks, stride_given, depth_high and size_B from base. False: the hardware has no such
 * surface, or it is larger than 2 GiB. */
bool r300_layout(const struct r300_chip *chip, struct r300_resource *r, const struct r300_layout_how *how);

/** Byte offset of a block from the start of its layer. Not for macro tiles. */
uint32_t r300_layout_offset(const struct r300_resource *r, unsigned level, uint32_t x_bl, uint32_t y_bl);

/** Rows of a macro tile of the surface's tiling. */
uint32_t r300_layout_macro_rows(const struct r300_resource *r);

/** Copies a rectangle of blocks between rows \p stride_B apart and \p layer, where a layer of a level begins in a mapping of the
 * storage. No samples, no macro tiles. */
void r300_layout_upload(const struct r300_resource *r, unsigned level, uint8_t *layer, struct r300_blocks b,
                        const uint8_t *rows, uint32_t stride_B);
void r300_layout_download(const struct r300_resource *r, unsigned level, const uint8_t *layer,
                          struct r300_blocks b, uint8_t *rows, uint32_t stride_B);

#endif
