/* SPDX-License-Identifier: MIT
 *
 * Vertices to triangles: output map, topology, signs of quaternions. 3dbrew, "GPU/Internal Registers". The state of strips and fans lasts until
 * RESTART_PRIMITIVE or PRIMITIVE_CONFIG is written.
 */
#include <stddef.h>
#include <string.h>

#include "emulator/pica200/va/va.h"
#include "util/u_math.h"

void
va_make_map(const struct pica_gpu *gpu, uint32_t outputs, struct va_map *map)
{
   const unsigned slots = PICA_SH_OUTMAP_TOTAL_get_COUNT(gpu->r.SH_OUTMAP_TOTAL);
   map->count = 0;
   unsigned slot = 0;
   for (unsigned o = 0; o < VA_OUTPUTS; o++) {
      if (!(outputs >> o & 1))
         continue;
      if (slot == MIN2(slots, (unsigned)VA_SLOTS))
         break;
      for (unsigned k = 0; k < 4; k++) {
         const unsigned semantic = gpu->r.SH_OUTMAP_O[slot] >> (8 * k) & 31;
         if (semantic >= PICA_VERTEX_FLOATS)
            continue;
         map->of[map->count].row = (uint8_t)(4 * o + k);
         map->of[map->count++].semantic = (uint8_t)semantic;
      }
      slot++;
   }
}

static const struct pica_vertex ones = {
   {1,  1, 1, 1},
   {1, 1,  1, 1},
   {1, 1,1, 1},
   {1,  1  },
   {1, 1 },
   1, 1, {1,  1, 1},
   1, {1,  1 }
};

void
va_map_vertices(const struct va_map *map, const struct emu_row output[16][4], unsigned lanes,
                struct pica_vertex *v)
{
   for (unsigned l = 0; l < lanes; l++)
      v[l] = ones;
   for (unsigned i = 0; i < map->count; i++) {
      const uint32_t *restrict row = output[map->of[i].row / 4][map->of[i].row & 3].u;
      const unsigned semantic = map->of[i].semantic;
      char *to = (char *)v + sizeof(float) * semantic;
      if (semantic / 4 == offsetof(struct pica_vertex, color) / sizeof(float) / 4) {
         for (unsigned l = 0; l < lanes; l++) {
            const float x = uif(row[l]), c = x < 0 ? -x : x, color = c < 1 ? c : 1;
            memcpy(to + l * sizeof *v, &color, sizeof color);
         }
      } else {
         for (unsigned l = 0; l < lanes; l++)
            memcpy(to + l * sizeof *v, &row[l], sizeof row[l]);
      }
   }
}

void
va_restart(struct va_assembly *a)
{
   a->count = 0;
   a->ready = false;
}

/* Interpolation goes the short way between the two rotations that a quaternion and its negative name alike. */
static void
align_quaternion(const struct pica_vertex *to, struct pica_vertex *v)
{
   float dot = 0;
   for (unsigned i = 0; i < 4; i++)
      dot += to->quaternion[i] * v->quaternion[i];
   for (unsigned i = 0; dot < 0 && i < 4; i++)
      v->quaternion[i] = -v->quaternion[i];
}

static bool
draw_triangle(struct pica_gpu *gpu, const struct pica_vertex v[3])
{
   return gpu->back->triangle(gpu, v) ||
          pica_error(gpu, PICA_REGS, "The host has no memory left for triangles.");
}

bool
va_triangle(struct pica_gpu *gpu, const struct pica_vertex *a, const struct pica_vertex *b,
            const struct pica_vertex *c)
{
   struct pica_vertex v[3] = {*a, *b, *c}, corner[VA_MAX_CORNERS];
   align_quaternion(a, &v[1]);
   align_quaternion(a, &v[2]);
   gpu->num_triangles++;
   if (va_is_inside(gpu, v))
      return draw_triangle(gpu, v);
   const unsigned n = va_clip(gpu, v, corner);
   for (unsigned i = 2; i < n; i++) {
      const struct pica_vertex fan[3] = {corner[0], corner[i - 1], corner[i]};
      if (!draw_triangle(gpu, fan))
         return false;
   }
   return true;
}

bool
va_assemble(struct pica_gpu *gpu, const struct pica_vertex *v)
{
   struct va_assembly *a = &gpu->va->assembly;
   const unsigned topology = PICA_PRIMITIVE_CONFIG_get_TOPOLOGY(gpu->r.PRIMITIVE_CONFIG);
   if (topology == PICA_PRIMITIVE_CONFIG__TOPOLOGY__TRIANGLES ||
       topology == PICA_PRIMITIVE_CONFIG__TOPOLOGY__GEOMETRY) {
      if (a->count < 2) {
         a->slot[a->count++] = *v;
         return true;
      }
      a->count = 0;
      return va_triangle(gpu, &a->slot[0], &a->slot[1], v);
   }
   bool done = true;
   if (a->ready)
      done = va_triangle(gpu, &a->slot[0], &a->slot[1], v);
   a->slot[a->count] = *v;
   a->ready |= a->count == 1;
   a->count = topology == PICA_PRIMITIVE_CONFIG__TOPOLOGY__STRIP ? !a->count : 1;
   return done;
}
