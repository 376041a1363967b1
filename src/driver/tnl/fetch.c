/* SPDX-License-Identifier: MIT
 *
 * Attributes from where the application has them to rows.
 */
#include "driver/tnl/fetch.h"

#include <string.h>

#include "driver/tnl/vec.h"
#include "format/format.h"
#include "util/u_math.h"

/** Components of a format whose elements are floats as they are; 0: of another. */
static unsigned
floats_of(enum pipe_format f)
{
   for (unsigned n = 1; n <= 4; n++)
      if (f == drv_vertex_floats(n))
         return n;
   return 0;
}

void
tnl_find_source(struct tnl_source *s, const struct tnl_attrib *a)
{
   const unsigned floats = floats_of(a->array.from), components = a->components ? a->components : 4;
   const unsigned n = !a->array.data ? 0 : floats ? MIN2(floats, components) : components;
   *s = (struct tnl_source){.data = a->array.data,
                            .elements = a->array.data ? a->elements : 0,
                            .stride_B = a->array.stride_B,
                            .repeat = a->array.repeat,
                            .format = a->array.from,
                            .floats = (uint8_t)floats};
   for (unsigned c = 0; c < 4; c++) {
      s->keep[c] = c < n ? -1 : 0;
      s->fill[c] = c >= n && c == 3 ? 1.0f : 0.0f;
   }
   s->behind_w = a->array.data ? 0.0f : 1.0f;
   if (!s->stride_B && s->elements)
      s->elements = UINT64_MAX;
}

static inline vf
kept(const struct tnl_source *s, const float v[4])
{
   return (vf)(((vi)(vf){v[0], v[1], v[2], v[3]} & *(const vi *)s->keep) | *(const vi *)s->fill);
}

/** A vertex's element as four floats, whatever it is. */
static __attribute__((noinline)) vf
read_any(const struct tnl_source *s, uint32_t vertex)
{
   const uint64_t element = s->repeat > 1 ? vertex / s->repeat : vertex;
   float v[4] = {0};
   if (element >= s->elements)
      return (vf){0, 0, 0, s->behind_w};
   const uint8_t *p = s->data + element * s->stride_B;
   if (s->floats)
      memcpy(v, p, s->floats * sizeof *v);
   else
      u_format_unpack_float(s->format, &v, p, 1);
   return kept(s, v);
}

/** ... \p floats: s->floats, where each vertex has its own element; 0: read_any. */
static inline __attribute__((always_inline)) vf
read_element(const struct tnl_source *s, unsigned floats, uint32_t vertex)
{
   float v[4] = {0};
   if (!floats)
      return read_any(s, vertex);
   if (vertex >= s->elements)
      return (vf){0, 0, 0, s->behind_w};
   memcpy(v, s->data + (uint64_t)vertex * s->stride_B, floats * sizeof *v);
   return kept(s, v);
}

/** Rows of an attribute's components. */
static inline __attribute__((always_inline)) void
fetch_rows(const struct tnl_source *s, unsigned floats, const uint32_t *vertex, unsigned n,
           const uint32_t row[4], struct tnl_row *rows)
{
   for (unsigned b = 0; b < n; b += TNL_BLOCK) {
      const unsigned last = n - 1 - b;
      vf v[4] = {read_element(s, floats, vertex[b]), read_element(s, floats, vertex[b + MIN2(1, last)]),
                 read_element(s, floats, vertex[b + MIN2(2, last)]),
                 read_element(s, floats, vertex[b + MIN2(3, last)])};
      transpose(v);
#pragma GCC unroll 4
      for (unsigned c = 0; c < 4; c++)
         if (row[c] != TNL_NO_ROW)
            *(vf *)&rows[row[c]].f[b] = v[c];
   }
}

void
tnl_fetch(const struct tnl_program *p, const struct tnl_source *sources, const uint32_t *vertex, unsigned n,
          unsigned lanes, struct tnl_row *rows)
{
   assert(n && n <= lanes && lanes - n < TNL_BLOCK && lanes <= TNL_LANES && lanes % TNL_BLOCK == 0);
   for (uint32_t rest = p->attribs; rest; rest &= rest - 1) {
      const unsigned attrib = (unsigned)__builtin_ctz(rest);
      const uint32_t *const row = p->fetch_row[attrib];
      const struct tnl_source *const s = &sources[attrib];
      switch (s->repeat > 1 ? 0 : s->floats) { /* without a choice for each element */
      case 4:
         fetch_rows(s, 4, vertex, n, row, rows);
         break;
      case 3:
         fetch_rows(s, 3, vertex, n, row, rows);
         break;
      case 2:
         fetch_rows(s, 2, vertex, n, row, rows);
         break;
      default:
         fetch_rows(s, 0, vertex, n, row, rows);
      }
   }
   if (p->vertex_id_row == TNL_NO_ROW)
      return;
   for (unsigned l = 0; l < lanes; l++) {
      const uint32_t id = vertex[l < n ? l : n - 1];
      rows[p->vertex_id_row].f[l] = p->float_ints ? (float)id : uif(id);
   }
}
