/* SPDX-License-Identifier: MIT
 *
 * Alpha test, stencil and depth, in integers of the buffer's bits. Depth is written with the test switched off, too, if the mask says
 * so; an operation of stencil runs for every fragment that lives: fail, depth fail or pass. Early depth, a coarse buffer inside the
 * chip, is left out: no source tells how it is filled, and drivers leave it off.
 */
#include "emulator/pica200/om/mask.h"
#include "emulator/pica200/om/om.h"

#include <string.h>

/* A bit for each lane where `a` OP `b`. */
static uint64_t
compare(unsigned func, const uint32_t *restrict a, const uint32_t *restrict b)
{
   struct pica_words m;
#define EACH(condition)                                                                                      \
   for (unsigned i = 0; i < PICA_LANES; i++)                                                                 \
      m.v[i] = (condition) ? UINT32_MAX : 0;                                                                 \
   break
   /* all are below 2^24: the sign does not matter */
#define A (int32_t) a[i]
#define B (int32_t) b[i]
   switch (func) {
   case PICA_CMP_NEVER:
      return 0;
   case PICA_CMP_ALWAYS:
      return UINT64_MAX;
   case PICA_CMP_EQUAL:
      EACH(A == B);
   case PICA_CMP_NOTEQUAL:
      EACH(A != B);
   case PICA_CMP_LESS:
      EACH(A < B);
   case PICA_CMP_LEQUAL:
      EACH(A <= B);
   case PICA_CMP_GREATER:
      EACH(A > B);
   default:
      EACH(A >= B);
   }
#undef EACH
#undef A
#undef B
   return pica_mask_bits(&m);
}

void
EMU_FN(pica_om_alpha)(const struct pica_om *om, const struct pica_channels *color, uint64_t *live)
{
   if (om->alpha_func == PICA_CMP_ALWAYS)
      return;
   uint32_t a[PICA_LANES], ref[PICA_LANES];
   for (unsigned i = 0; i < PICA_LANES; i++) {
      a[i] = color->c[3]->v[i];
      ref[i] = om->alpha_ref;
   }
   *live &= compare(om->alpha_func, a, ref);
}

static void
load(unsigned format, const uint8_t *restrict tile, uint32_t *restrict depth, uint32_t *restrict stencil)
{
   if (format == PICA_DEPTH_D16) {
      const uint16_t *p = (const uint16_t *)(const void *)tile;
      for (unsigned i = 0; i < PICA_LANES; i++)
         depth[i] = p[i];
   } else if (format == PICA_DEPTH_D24) {
      for (unsigned i = 0; i < PICA_LANES; i++)
         depth[i] = tile[3 * i] | (uint32_t)tile[3 * i + 1] << 8 | (uint32_t)tile[3 * i + 2] << 16;
   } else {
      const uint32_t *p = (const uint32_t *)(const void *)tile;
      for (unsigned i = 0; i < PICA_LANES; i++) {
         depth[i] = p[i] & 0xffffff;
         stencil[i] = p[i] >> 24;
      }
   }
}

static void
store(unsigned format, uint8_t *restrict tile, const uint32_t *restrict depth,
      const uint32_t *restrict stencil)
{
   if (format == PICA_DEPTH_D16) {
      uint16_t *p = (uint16_t *)(void *)tile;
      for (unsigned i = 0; i < PICA_LANES; i++)
         p[i] = (uint16_t)depth[i];
   } else if (format == PICA_DEPTH_D24) {
      for (unsigned i = 0; i < PICA_LANES; i++) {
         tile[3 * i] = (uint8_t)depth[i];
         tile[3 * i + 1] = (uint8_t)(depth[i] >> 8);
         tile[3 * i + 2] = (uint8_t)(depth[i] >> 16);
      }
   } else {
      uint32_t *p = (uint32_t *)(void *)tile;
      for (unsigned i = 0; i < PICA_LANES; i++)
         p[i] = depth[i] | stencil[i] << 24;
   }
}

/* Applies an operation to the lanes of `bits`. */
static void
stencil_op(const struct pica_om *om, unsigned op, uint64_t bits, uint32_t *restrict stencil)
{
   if (!bits || op == PICA_STENCIL_KEEP)
      return;
   struct pica_words mask;
   uint32_t write = om->stencil_write_mask, ref = om->stencil_ref;
   pica_mask_words(bits, &mask);
#define EACH(expression)                                                                                     \
   for (unsigned i = 0; i < PICA_LANES; i++) {                                                               \
      uint32_t s = stencil[i], n = (uint32_t)(expression)&255, m = mask.v[i] & write;                        \
      stencil[i] = (s & ~m) | (n & m);                                                                       \
   }                                                                                                         \
   break
   switch (op) {
   case PICA_STENCIL_ZERO:
      EACH(0);
   case PICA_STENCIL_REPLACE:
      EACH(ref);
   case PICA_STENCIL_INCR:
      EACH(s < 255 ? s + 1 : 255);
   case PICA_STENCIL_DECR:
      EACH(s > 0 ? s - 1 : 0);
   case PICA_STENCIL_INVERT:
      EACH(~s);
   case PICA_STENCIL_INCR_WRAP:
      EACH(s + 1);
   default:
      EACH(s - 1);
   }
#undef EACH
}

static uint64_t
stencil_test(const struct pica_om *om, const uint32_t *restrict stencil)
{
   uint32_t ref[PICA_LANES], stored[PICA_LANES], mask = om->stencil_compare_mask;
   for (unsigned i = 0; i < PICA_LANES; i++) {
      ref[i] = om->stencil_ref & mask;
      stored[i] = stencil[i] & mask;
   }
   return compare(om->stencil_func, ref, stored);
}

static void
depth_steps(const struct pica_om *om, const float *restrict depth, uint32_t *restrict out)
{
   float steps = om->depth_format == PICA_DEPTH_D16 ? 65535.0f : 16777215.0f;
   float half = om->params.depth_half ? 0.5f : 0;
   for (unsigned i = 0; i < PICA_LANES; i++) {
      int32_t v = (int32_t)(depth[i] * steps + half);
      int32_t most = (int32_t)steps;
      out[i] = (uint32_t)(v < most ? v : most);
   }
}

ALWAYS_INLINE vi
passes(unsigned func, vi z, vi stored)
{
   switch (func) {
   case PICA_CMP_NEVER:
      return v_splati(0);
   case PICA_CMP_ALWAYS:
      return v_splati(-1);
   case PICA_CMP_EQUAL:
      return z == stored;
   case PICA_CMP_NOTEQUAL:
      return z != stored;
   case PICA_CMP_LESS:
      return z < stored;
   case PICA_CMP_LEQUAL:
      return z <= stored;
   case PICA_CMP_GREATER:
      return z > stored;
   default:
      return z >= stored;
   }
}

/* The usual case: words of depth and stencil, of which the latter stays as it is. */
static uint64_t
depth_words(const struct pica_om *om, uint8_t *tile, const struct pica_floats *depth, uint64_t live)
{
   const float half = om->params.depth_half ? 0.5f : 0;
   uint64_t nearer = 0;
#pragma GCC unroll 1
   for (unsigned i = 0; i < PICA_LANES; i += EMU_VEC_LANES) {
      vi word;
      memcpy(&word, tile + 4 * i, sizeof word);
      const vi steps = v_int(v_load(&depth->v[i]) * v_splat(16777215) + v_splat(half));
      const vi z = v_mini(steps, v_splati(0xffffff));
      const vi pass = passes(om->depth_func, z, word & 0xffffff) & v_mask(live >> i);
      nearer |= (uint64_t)v_bits(pass) << i;
      if (!om->depth_write)
         continue;
      word = v_seli(pass, (word & (int32_t)0xff000000) | z, word);
      memcpy(tile + 4 * i, &word, sizeof word);
   }
   return nearer;
}

uint64_t
EMU_FN(pica_om_depth)(const struct pica_om *om, uint8_t *tile, const struct pica_floats *depth, uint64_t live)
{
   if (!tile || !(om->reads_ds || om->writes_ds) || !live)
      return live;
   if (om->depth_format == PICA_DEPTH_D24S8 && !om->stencil)
      return depth_words(om, tile, depth, live);
   uint32_t stored[PICA_LANES], stencil[PICA_LANES], z[PICA_LANES];
   load(om->depth_format, tile, stored, stencil);
   uint64_t pass = live;
   if (om->stencil) {
      uint64_t passes = stencil_test(om, stencil);
      stencil_op(om, om->stencil_fail, live & ~passes, stencil);
      pass &= passes;
   }
   depth_steps(om, depth->v, z);
   uint64_t nearer = pass & compare(om->depth_func, z, stored);
   if (om->stencil) {
      stencil_op(om, om->stencil_zfail, pass & ~nearer, stencil);
      stencil_op(om, om->stencil_zpass, nearer, stencil);
   }
   if (om->depth_write) {
      struct pica_words mask;
      pica_mask_words(nearer, &mask);
      for (unsigned i = 0; i < PICA_LANES; i++)
         stored[i] = (stored[i] & ~mask.v[i]) | (z[i] & mask.v[i]);
   }
   if (om->writes_ds)
      store(om->depth_format, tile, stored, stencil);
   return nearer;
}
