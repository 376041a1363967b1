/* SPDX-License-Identifier: MIT
 *
 * How rows become the vertices that come out. Inside driver/tnl only.
 */
#ifndef DRIVER_TNL_LAYOUT_H
#define DRIVER_TNL_LAYOUT_H

#include "driver/tnl/program.h"
#include "driver/tnl/tnl.h"

#define TNL_MAX_VALUES (TNL_MAX_OUTPUTS * 4 + 2)

struct tnl_layout {
   uint32_t position[4]; /* rows */
   struct {
      uint32_t row[4], components; /* 1 to 4 */
   } output[TNL_MAX_OUTPUTS];      /* behind the position, one behind the other */
   uint32_t num_outputs;
   uint32_t vertex_dw;
   /* what shaders do not write, as rows behind those of the program */
   uint32_t first_value, num_values;
   uint32_t value[TNL_MAX_VALUES];
};

/** Of a draw's program and outputs; all of \p l that counts is written, the rest is 0. */
void tnl_find_layout(struct tnl_layout *l, const struct tnl_draw *d);
/** Fills the rows from l->first_value on. */
void tnl_fill_values(const struct tnl_layout *l, struct tnl_row *rows);
/** The outputs of \p lanes vertices, a multiple of TNL_BLOCK, the first of which begins at \p out. */
void tnl_store_outputs(const struct tnl_layout *l, const struct tnl_row *rows, uint32_t lanes, float *out);

#endif
