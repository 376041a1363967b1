/* SPDX-License-Identifier: MIT
 *
 * Which texel of which face lies beyond the edge of a cube map's face, for filters that go over edges
 * (samplers without DISABLE_CUBE_WRAP). Faces and their axes: OpenGL ES 2.0.25 table 3.21.
 */
#include "emulator/texture/texture.h"

#include <assert.h>

struct axis {
   uint8_t axis; /* 0..2 = x, y, z */
   int8_t sign;
};
static const struct {
   struct axis major, s, t;
} faces[6] = {
   {{0, 1},  {2, -1}, {1, -1}},
   {{0, -1}, {2, 1},  {1, -1}},
   {{1, 1},  {0, 1},  {2, 1} },
   {{1, -1}, {0, 1},  {2, -1}},
   {{2, 1},  {0, 1},  {1, -1}},
   {{2, -1}, {0, -1}, {1, -1}},
};

int
texture_cube_texel(unsigned face, int32_t n, int32_t *x, int32_t *y)
{
   assert(face < 6 && n > 0 && *x >= -1 && *x <= n && *y >= -1 && *y <= n);
   bool x_out = *x < 0 || *x >= n, y_out = *y < 0 || *y >= n;
   if (x_out && y_out)
      return -1;
   if (!x_out && !y_out)
      return (int)face;
   /* texel centres on a cube with corners at +-n: faces lie at +-n, centres of their outermost texels at +-(n
    * - 1) */
   struct axis over = x_out ? faces[face].s : faces[face].t, along = x_out ? faces[face].t : faces[face].s;
   int32_t beyond = (x_out ? *x : *y) < 0 ? -over.sign : over.sign;
   int32_t p[3];
   p[over.axis] = beyond * n;
   p[along.axis] = along.sign * (2 * (x_out ? *y : *x) + 1 - n);
   p[faces[face].major.axis] = faces[face].major.sign * (n - 1);
   unsigned to = over.axis * 2u + (beyond < 0);
   assert(faces[to].major.axis == over.axis);
   *x = (faces[to].s.sign * p[faces[to].s.axis] + n - 1) / 2;
   *y = (faces[to].t.sign * p[faces[to].t.axis] + n - 1) / 2;
   return (int)to;
}
