/* SPDX-License-Identifier: MIT
 *
 * Attributes from where the application has them to rows.
 */
#include "driver/tnl/fetch.h"

#include <string.h>

#include "format/format.h"
#include "util/u_math.h"

/* Components of the formats whose elements are floats as they are; 0: others. */
static unsigned
floats_of(enum pipe_format f)
{
   for (unsigned n = 1; n <= 4; n++)
      if (f == drv_vertex_floats(n))
         return n;
   return 0;
}

/** The elements of \p n vertices as four floats each. */
static void
read_elements(const struct tnl_attrib *a, const uint32_t *vertex, unsigned n, float (*out)[4])
{
   const unsigned floats = floats_of(a->array.from);
   const unsigned components = a->components ? a->components : 4;
   for (unsigned i = 0; i < n; i++) {
      const uint64_t element = !a->array.stride_B     ? 0
                               : a->array.repeat == 1 ? vertex[i]
                                                      : vertex[i] / a->array.repeat;
      const float none[4] = {0, 0, 0, 1};
      memcpy(out[i], none, sizeof none);
      if (!a->array.data)
         continue;
      if (element >= a->elements) {
         out[i][3] = 0;
         continue;
      }
      const uint8_t *p = a->array.data + element * a->array.stride_B;
      if (floats)
         memcpy(out[i], p, floats * sizeof(float));
      else
         u_format_unpack_float(a->array.from, &out[i], p, 1);
      for (unsigned c = components; c < 4; c++)
         out[i][c] = none[c];
   }
}

void
tnl_fetch(const struct tnl_program *p, const struct tnl_draw *d, const uint32_t *vertex, unsigned n,
          unsigned lanes, struct tnl_row *rows)
{
   float element[TNL_LANES][4];
   assert(n && n <= lanes && lanes <= TNL_LANES);
   for (uint32_t rest = p->attribs; rest; rest &= rest - 1) {
      const unsigned attrib = (unsigned)__builtin_ctz(rest);
      read_elements(&d->attrib[attrib], vertex, n, element);
      for (unsigned l = n; l < lanes; l++)
         memcpy(element[l], element[n - 1], sizeof element[l]);
      for (size_t i = 0; i < p->fetches.count; i++) {
         const struct tnl_fetch *f = &p->fetches.data[i];
         if (f->attrib != attrib)
            continue;
         float *const row = rows[f->row].f;
         for (unsigned l = 0; l < lanes; l++)
            row[l] = element[l][f->comp];
      }
   }
   if (p->vertex_id_row == TNL_NO_ROW)
      return;
   for (unsigned l = 0; l < lanes; l++) {
      const uint32_t id = vertex[l < n ? l : n - 1];
      rows[p->vertex_id_row].f[l] = p->float_ints ? (float)id : uif(id);
   }
}
