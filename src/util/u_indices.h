/* SPDX-License-Identifier: MIT
 *
 * Lists of vertex indices of 1, 2 or 4 bytes, little endian, at any address.
 */
#ifndef U_INDICES_H
#define U_INDICES_H

#include <stdint.h>

/** The smallest and the largest of \p count >= 1 indices. */
void u_index_bounds(const void *indices, uint32_t count, unsigned index_size_B, uint32_t *min, uint32_t *max);

#endif
