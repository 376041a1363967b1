/* SPDX-License-Identifier: MIT
 *
 * Primitives of a draw as lists of points, lines or triangles (OpenGL ES 2.0.25, 2.6.1): strips keep the winding of
 * their first triangle.
 */
#include "driver/tnl/assemble.h"

#include <string.h>

#include "util/u_math.h"

unsigned
tnl_primitive_vertices(unsigned mode)
{
   return mode == PIPE_PRIM_POINTS ? 1 : mode >= PIPE_PRIM_TRIANGLES ? 3 : 2;
}

uint32_t
tnl_num_primitives(unsigned mode, uint32_t count)
{
   switch ((enum pipe_prim_type)mode) {
   case PIPE_PRIM_POINTS:
      return count;
   case PIPE_PRIM_LINES:
      return count / 2;
   case PIPE_PRIM_LINE_LOOP:
      return count < 2 ? 0 : count;
   case PIPE_PRIM_LINE_STRIP:
      return count < 2 ? 0 : count - 1;
   case PIPE_PRIM_TRIANGLES:
      return count / 3;
   case PIPE_PRIM_TRIANGLE_STRIP:
   case PIPE_PRIM_TRIANGLE_FAN:
      return count < 3 ? 0 : count - 2;
   }
   return 0;
}

/** Places in the draw, from 0, of primitive \p i's vertices. */
static void
places_of(unsigned mode, uint32_t count, uint32_t i, uint32_t at[3])
{
   switch ((enum pipe_prim_type)mode) {
   case PIPE_PRIM_POINTS:
      at[0] = i;
      break;
   case PIPE_PRIM_LINES:
      at[0] = 2 * i;
      at[1] = 2 * i + 1;
      break;
   case PIPE_PRIM_LINE_LOOP:
   case PIPE_PRIM_LINE_STRIP:
      at[0] = i;
      at[1] = i + 1 == count ? 0 : i + 1;
      break;
   case PIPE_PRIM_TRIANGLES:
      for (unsigned k = 0; k < 3; k++)
         at[k] = 3 * i + k;
      break;
   case PIPE_PRIM_TRIANGLE_STRIP:
      at[0] = i + i % 2;
      at[1] = i + 1 - i % 2;
      at[2] = i + 2;
      break;
   case PIPE_PRIM_TRIANGLE_FAN:
      at[0] = 0;
      at[1] = i + 1;
      at[2] = i + 2;
      break;
   }
}

static uint32_t
vertex_at(const struct tnl_draw *d, uint32_t place)
{
   uint32_t v = 0;
   if (!d->indices)
      return d->start + place;
   const uint8_t *p = (const uint8_t *)d->indices + ((size_t)d->start + place) * d->index_size_B;
   if (d->index_size_B == 2) {
      uint16_t v16;
      memcpy(&v16, p, 2);
      v = v16;
   } else if (d->index_size_B == 4) {
      memcpy(&v, p, 4);
   } else {
      v = *p;
   }
   return v + (uint32_t)d->index_bias;
}

void
tnl_assemble(const struct tnl_draw *d, uint32_t first, uint32_t n, uint32_t *ref)
{
   const unsigned k = tnl_primitive_vertices(d->mode);
   for (uint32_t i = 0; i < n; i++) {
      uint32_t at[3] = {0};
      places_of(d->mode, d->count, first + i, at);
      for (unsigned j = 0; j < k; j++)
         *ref++ = vertex_at(d, at[j]);
   }
}
