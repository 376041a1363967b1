/* SPDX-License-Identifier: MIT
 *
 * Attributes for a batch of vertices. Inside driver/tnl only.
 */
#ifndef DRIVER_TNL_FETCH_H
#define DRIVER_TNL_FETCH_H

#include "driver/tnl/program.h"
#include "driver/tnl/tnl.h"

/** Fills \p lanes of the rows that \p p fetches for \p n vertices (1 to lanes); lanes behind those repeat the last. */
void tnl_fetch(const struct tnl_program *p, const struct tnl_draw *d, const uint32_t *vertex, unsigned n,
               unsigned lanes, struct tnl_row *rows);

#endif
