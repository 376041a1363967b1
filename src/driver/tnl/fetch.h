/* SPDX-License-Identifier: MIT
 *
 * Attributes for a batch of vertices. Inside driver/tnl only.
 */
#ifndef DRIVER_TNL_FETCH_H
#define DRIVER_TNL_FETCH_H

#include "driver/tnl/program.h"
#include "driver/tnl/tnl.h"

/** Where and how an attribute's elements are read. */
struct tnl_source {
   _Alignas(16) int32_t keep[4]; /* all bits of components that elements have ... */
   float fill[4];                /* ... and what the others are */
   float behind_w;               /* w of vertices that no element is for; x, y and z are 0 */
   const uint8_t *data;
   uint64_t elements; /* that there are */
   uint32_t stride_B, repeat;
   enum pipe_format format;
   uint8_t floats; /* components of formats that are floats as they are; 0: others */
};

void tnl_find_source(struct tnl_source *s, const struct tnl_attrib *a);
/** Fills \p lanes of the rows that \p p fetches for \p n vertices (1 to lanes, more than lanes - TNL_BLOCK); lanes behind those
 * repeat the last. \p sources: by attribute. */
void tnl_fetch(const struct tnl_program *p, const struct tnl_source *sources, const uint32_t *vertex,
               unsigned n, unsigned lanes, struct tnl_row *rows);

#endif
