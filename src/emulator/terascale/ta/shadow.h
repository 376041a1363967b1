/* SPDX-License-Identifier: MIT
 *
 * Shadows of textures: copies of four bytes a texel in rows, of what takes longer to read, block-compressed formats and
 * packed components of up to eight bits. A shadow is made by a thread that draws bins, once the texture has been read often
 * enough to be worth it, and holds for these bins: while they are drawn nothing but their own targets changes, and a draw
 * that reads these has no shadows. It gives the same bits as the texture itself.
 */
#ifndef EMULATOR_TERASCALE_TA_SHADOW_H
#define EMULATOR_TERASCALE_TA_SHADOW_H

#include "emulator/terascale/ta/ta.h"

/** Makes v->shadow, if the view is one that has use of it; without memory there is none. */
void ta_shadow_init(struct ta_view *v);
/** NULL is fine. */
void ta_shadow_destroy(struct ta_shadow *s);
/** The view that \p waves sample in \p epoch, which is not 0 and changes whenever memory may have: the shadow's or \p v
 * itself. Any thread; calls of two epochs do not overlap. */
const struct ta_view *ta_shadow_view(const struct ta_view *v, uint32_t epoch, uint32_t waves);

#endif
