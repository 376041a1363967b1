/* SPDX-License-Identifier: MIT
 *
 * Vectors of a block of vertices. Inside driver/tnl only.
 */
#ifndef DRIVER_TNL_VEC_H
#define DRIVER_TNL_VEC_H

#include <stdint.h>

#include "driver/tnl/program.h"

typedef float vf __attribute__((vector_size(16), may_alias));
typedef int32_t vi __attribute__((vector_size(16), may_alias));
typedef float vf_anywhere __attribute__((vector_size(16), may_alias, aligned(4)));

_Static_assert(TNL_BLOCK * sizeof(float) == sizeof(vf), "a vector each");

static inline vf
splat(float f)
{
   return (vf){f, f, f, f};
}

static inline vi
splat_int(int32_t i)
{
   return (vi){i, i, i, i};
}

static inline vf
choose(vi mask, vf yes, vf no)
{
   return (vf)((mask & (vi)yes) | (~mask & (vi)no));
}

/** Block \p i of a row. */
static inline vf
row_block(const struct tnl_row *row, unsigned i)
{
   return ((const vf *)row->f)[i];
}

/** Component by component to vertex by vertex, and back. */
static inline void
transpose(vf v[4])
{
   const vf a = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5),
            b = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
   const vf c = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7),
            d = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
   v[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
   v[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
   v[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
   v[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

#endif
