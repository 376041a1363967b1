/* SPDX-License-Identifier: MIT
 *
 * What pixel_surface::layout holds on TeraScale chips. No bit of it is padding: layouts are compared as bytes.
 */
#ifndef EMULATOR_TERASCALE_STATE_LAYOUT_H
#define EMULATOR_TERASCALE_STATE_LAYOUT_H

#include "emulator/pixel/surface.h"
#include "emulator/terascale/surface.h"

/** Depth and stencil of a pixel may be neighbours: a float and a dword with stencil in its low byte. */
enum { STATE_WHOLE, STATE_PAIR_DEPTH, STATE_PAIR_STENCIL };

struct state_layout {
   struct emu_surface surf;
   uint32_t slice, part;
};
_Static_assert(sizeof(struct state_layout) <= sizeof((struct pixel_surface *)0)->layout, "a layout fits");
_Static_assert(sizeof(struct emu_surface) == 48 && sizeof(struct state_layout) == 56, "no padding");

#endif
