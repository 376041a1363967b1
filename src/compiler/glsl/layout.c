/* SPDX-License-Identifier: MIT
 *
 * The rules of std140 (layout.h). Blocks that are "shared" or "packed" are laid out alike.
 */
#include "compiler/glsl/layout.h"

#include <assert.h>

#include "util/u_math.h"

uint32_t
glsl_layout_align(const struct glsl_type *t, bool row_major)
{
   if (t->base == GLSL_ARRAY || glsl_is_matrix(t))
      return 16; /* rules 4, 5 and 7, and 9 for elements that are structs */
   if (t->base == GLSL_STRUCT) {
      uint32_t align = 16; /* rule 9 */
      for (uint32_t i = 0; i < t->num_fields; i++)
         align = MAX2(align, glsl_layout_align(t->fields[i].type, row_major));
      return align;
   }
   return t->rows == 1 ? 4 : t->rows == 2 ? 8 : 16; /* rules 1 to 3 */
}

uint32_t
glsl_layout_stride(const struct glsl_type *elem, bool row_major)
{
   return glsl_align(glsl_layout_size(elem, row_major), 16);
}

uint32_t
glsl_layout_offset(const struct glsl_type *t, uint32_t field, bool row_major)
{
   assert(t->base == GLSL_STRUCT && field <= t->num_fields);
   uint32_t at = 0;
   for (uint32_t i = 0; i <= field && i < t->num_fields; i++) {
      at = glsl_align(at, glsl_layout_align(t->fields[i].type, row_major));
      if (i < field)
         at += glsl_layout_size(t->fields[i].type, row_major);
   }
   return at;
}

uint32_t
glsl_layout_size(const struct glsl_type *t, bool row_major)
{
   if (t->base == GLSL_ARRAY)
      return t->len * glsl_layout_stride(t->elem, row_major);
   if (glsl_is_matrix(t))
      return 16u * (row_major ? t->rows : t->cols);
   if (t->base != GLSL_STRUCT)
      return 4u * t->rows;
   uint32_t at = 0;
   for (uint32_t i = 0; i < t->num_fields; i++) {
      at = glsl_align(at, glsl_layout_align(t->fields[i].type, row_major));
      at += glsl_layout_size(t->fields[i].type, row_major);
   }
   return glsl_align(at, 16);
}
