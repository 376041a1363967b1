/* SPDX-License-Identifier: MIT
 *
 * The level of detail of differences, for what samples lane by lane and by vectors: without branches, so that loops over quads become
 * vectors.
 */
#ifndef EMULATOR_R300_TX_LOD_H
#define EMULATOR_R300_TX_LOD_H

#include <math.h>

#include "emulator/r300/tx/tx.h"
#include "util/u_math.h"

/* Half the logarithm of the longer difference's square: log2(x) = exponent + a polynomial's, in doubles. */
static inline float
tx_half_log2(float x)
{
   const uint32_t b = fui(x);
   const int e = (int)((b - 0x3f3504f3u) >> 23);
   const int exponent = e >= 256 ? e - 512 : e;
   const double m = (double)uif(b - ((uint32_t)exponent << 23)), s = (m - 1) / (m + 1), z = s * s;
   const double log =
      exponent +
      s * (2.885390081777927 + z * (0.9617966939259756 + z * (0.5770780163555854 + z * 0.4121985831111324)));
   const float half = (float)(log * 0.5), most = x > 1e30f ? 50.0f : half;
   return x > 0 ? most : -64.0f;
}

/* With the view's bias, to 1/256. Mesa's driver adds 1/32 to every bias, so that the sampler's own zero is taken to lie there (inferred). */
static inline float
tx_rounded_lod(const struct tx_setup *s, float lod)
{
   const float biased = lod + (float)(s->lod_bias - 1) * (1.0f / 32), less = MIN2(biased, 64.0f);
   return floorf((biased > -64 ? less : -64.0f) * 256.0f + 0.5f) * (1.0f / 256); /* NaN: the finest */
}

#endif
