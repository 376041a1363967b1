/* SPDX-License-Identifier: MIT */
#ifndef EMULATOR_TERASCALE_TA_DIRECT_H
#define EMULATOR_TERASCALE_TA_DIRECT_H

#include "emulator/terascale/ta/ta.h"

/** Sets ta_view::direct, ::fast and what belongs to them. Format, levels and sampler are set already. */
void ta_view_set_direct(const struct emulator *e, struct ta_view *v);

#endif
