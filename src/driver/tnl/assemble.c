/* SPDX-License-Identifier: MIT
 *
 * Primitives of a draw as lists of points, lines or triangles (OpenGL ES 2.0.25, 2.6.1): strips keep the winding of
 * their first triangle.
 */
#include "driver/tnl/assemble.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

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

/** Places in the draw, from 0, of the vertices of primitive \p i of what is no list. */
static void
places_of(unsigned mode, uint32_t count, uint32_t i, uint32_t at[3])
{
   switch ((enum pipe_prim_type)mode) {
   case PIPE_PRIM_POINTS:
   case PIPE_PRIM_LINES:
   case PIPE_PRIM_TRIANGLES:
      assert(false); /* tnl_is_list */
      break;
   case PIPE_PRIM_LINE_LOOP:
   case PIPE_PRIM_LINE_STRIP:
      at[0] = i;
      at[1] = i + 1 == count ? 0 : i + 1;
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

static inline uint32_t
index_at(const struct tnl_draw *d, uint32_t place)
{
   if (!d->indices)
      return d->start + place;
   const uint8_t *p = (const uint8_t *)d->indices + ((size_t)d->start + place) * d->index_size_B;
   uint16_t v16;
   uint32_t v = *p;
   if (d->index_size_B == 2) {
      memcpy(&v16, p, 2);
      v = v16;
   } else if (d->index_size_B == 4) {
      memcpy(&v, p, 4);
   }
   return v + (uint32_t)d->index_bias;
}

void
tnl_assemble(const struct tnl_draw *d, uint32_t first, uint32_t n, uint32_t *ref)
{
   const unsigned k = tnl_primitive_vertices(d->mode);
   if (tnl_is_list(d->mode)) {
      for (uint32_t i = 0; i < n * k; i++)
         ref[i] = index_at(d, first * k + i);
      return;
   }
   for (uint32_t i = 0; i < n; i++) {
      uint32_t at[3] = {0};
      places_of(d->mode, d->count, first + i, at);
      for (unsigned j = 0; j < k; j++)
         *ref++ = index_at(d, at[j]);
   }
}
