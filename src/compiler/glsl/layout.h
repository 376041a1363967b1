/* SPDX-License-Identifier: MIT
 *
 * Where what is in a uniform block lies in its buffer (ES 3.0.6 2.12.6.4, "Standard Uniform Block Layout").
 */
#ifndef COMPILER_GLSL_LAYOUT_H
#define COMPILER_GLSL_LAYOUT_H

#include "compiler/glsl/types.h"

static inline uint32_t
glsl_align(uint32_t x, uint32_t align)
{
   return (x + align - 1) / align * align;
}
/** Alignment and size in bytes; \p row_major says how matrices inside are laid out. */
uint32_t glsl_layout_align(const struct glsl_type *t, bool row_major);
uint32_t glsl_layout_size(const struct glsl_type *t, bool row_major);
/** From one element of an array to the next. */
uint32_t glsl_layout_stride(const struct glsl_type *elem, bool row_major);
/** Of a struct's member. */
uint32_t glsl_layout_offset(const struct glsl_type *t, uint32_t field, bool row_major);

#endif
