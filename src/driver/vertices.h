/* SPDX-License-Identifier: MIT
 *
 * Vertices and indices that a GPU's fetches cannot read where or as they are (in client memory, at odd offsets or
 * strides, in formats that it lacks, each for several instances): copies of them by the CPU. A driver says what
 * it lacks by asking for the copy; where that goes is its own matter.
 */
#ifndef DRIVER_VERTICES_H
#define DRIVER_VERTICES_H

#include <stdbool.h>
#include <stdint.h>

#include "format/pipe_format.h"
#include "pipe/p_defines.h"

/** An attribute's array as the CPU sees it. */
struct drv_array {
   const uint8_t *data;   /* the first element that the draw reads */
   uint32_t stride_B;     /* from one to the next */
   uint32_t repeat;       /* copies of each, one behind the other: the divisor of instances; at least 1 */
   enum pipe_format from; /* of the elements there */
   enum pipe_format to;   /* of the copies; another one: by way of floats */
   bool symmetric;        /* pipe_vertex_element::symmetric, of such copies */
};

/** What a format of vertices becomes where it cannot be fetched: floats, \p components (1 to 4) of them. */
enum pipe_format drv_vertex_floats(unsigned components);

/** Writes \p n elements, \p dst_stride_B apart, to \p dst. Bytes between them stay. */
void drv_array_copy(uint8_t *dst, uint32_t dst_stride_B, const struct drv_array *a, uint32_t n);

/** Of the arrays in \p mask, whose formats stay and which repeat nothing: the first one, and those that lie
 * between its elements, at distances that are multiples of \p align_B from each other. Their elements of one
 * vertex take *span_B bytes from *begin on, at most a stride if there is more than one array. */
uint32_t drv_arrays_interleaved(const struct drv_array *a, uint32_t mask, unsigned align_B,
                                const uint8_t **begin, uint32_t *span_B);

/** Copies \p n indices of \p src_B bytes at any address to \p dst, where they have \p dst_B >= src_B. Sizes are
 * 1, 2 or 4. */
void drv_indices_copy(void *dst, unsigned dst_B, const void *src, unsigned src_B, uint32_t n);

/** Of triangle \p i of a list, strip or fan (enum pipe_prim_type): the place of its vertex \p k, 0 to 2. */
static inline uint32_t
drv_triangle_vertex(unsigned mode, uint32_t i, unsigned k)
{
   if (mode == PIPE_PRIM_TRIANGLES)
      return 3 * i + k;
   if (mode == PIPE_PRIM_TRIANGLE_FAN)
      return k ? i + k : 0;
   return i + (k < 2 ? k ^ (i & 1) : 2); /* each second one of a strip turns the other way */
}

#endif
