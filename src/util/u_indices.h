/* SPDX-License-Identifier: MIT
 *
 * Lists of vertex indices of 1, 2 or 4 bytes, little endian, at any address.
 */
#ifndef U_INDICES_H
#define U_INDICES_H

#include <stdbool.h>
#include <stdint.h>

/** The smallest and the largest of \p count >= 1 indices. */
void u_index_bounds(const void *indices, uint32_t count, unsigned index_size_B, uint32_t *min, uint32_t *max);

/** The index that begins a new primitive where that is switched on: the largest of its size (ES 3.0.6 2.9.1). */
uint32_t u_index_restart(unsigned index_size_B);
/** How many of \p count indices stand before the first that restarts. */
uint32_t u_index_run(const void *indices, uint32_t count, unsigned index_size_B);
/** u_index_bounds of those that do not restart. False: there are none. */
bool u_index_bounds_restart(const void *indices, uint32_t count, unsigned index_size_B, uint32_t *min,
                            uint32_t *max);

#endif
