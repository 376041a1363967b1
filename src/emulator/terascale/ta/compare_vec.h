/* SPDX-License-Identifier: MIT
 *
 * Lookups that compare texels with a reference before the filter, for a vector of lanes: 1 where they pass, else 0, as
 * tap() and slice() of ta/generic.c define it. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_COMPARE_VEC_H
#define EMULATOR_TERASCALE_TA_COMPARE_VEC_H

#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/terascale/ta/texel_vec.h"

/* References of vector i / EMU_VEC_B; see reference() of ta/generic.c. */
static inline vf
references(const struct ta_request *rq, uint32_t i)
{
   const vf ref = *(const vf *)((const char *)rq->ref + i);
   return rq->view->kind == TA_FLOATS ? ref : v_clamp(ref, 0, 1);
}

/* All ones where a lane passes. */
static inline vi
passes(unsigned func, vf ref, vf texel)
{
   vi pass = v_splati(0);
   if (func & 1)
      pass |= ref < texel;
   if (func & 2)
      pass |= ref == texel;
   if (func & 4)
      pass |= ref > texel;
   return pass;
}

/* Those whose texel is at \p off from fast_base. */
static inline vi
texel_passes(const struct ta_view *v, vi off, vf ref)
{
   return passes(v->compare, ref, scaled(v, 0, unpack(v, 0, off, v_gather(v->fast_base, off))));
}

static inline vf
compare_texels(const struct ta_view *v, vi off, vf ref)
{
   return (vf)(texel_passes(v, off, ref) & (vi)v_splat(1));
}

/* Weights are integers whose sum is 65536: the order of additions does not matter. */
static inline vf
filter_compared(const struct ta_view *v, vi o00, vi o10, vi o01, vi o11, vf ref, const vf weight[4])
{
   const vi off[4] = {o00, o10, o01, o11};
   vf sum = v_splat(0);
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++)
      sum += (vf)(texel_passes(v, off[k], ref) & (vi)weight[k]);
   return sum * v_splat(1.0f / 65536.0f);
}

#endif
