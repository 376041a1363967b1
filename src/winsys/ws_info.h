/* SPDX-License-Identifier: MIT
 * What a winsys without hardware reports about a chip: db's representative board, all parts working. */
#ifndef WS_INFO_H
#define WS_INFO_H

#include "winsys/winsys.h"

/** Fills every field for \p chip, whose name says that it is emulated. */
void ws_info_of_chip(struct ws_info *info, const struct db_chip *chip);

#endif
