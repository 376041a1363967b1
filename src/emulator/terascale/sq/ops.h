/* SPDX-License-Identifier: MIT
 *
 * The frame that every operation is built from: names, operands, modifiers, results.
 */
#ifndef EMULATOR_TERASCALE_SQ_OPS_H
#define EMULATOR_TERASCALE_SQ_OPS_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/sq/opcodes.h"
#include "emulator/terascale/sq/sq.h"

/* What is interpreted beside machine code is rare: AVX-512 takes the operations of AVX2 (EMU_SIMD_OPS, meson.build), which give the
 * same bits. Rows are aligned and padded for the wider of the two. */
#define SQ_PLAIN(n)   EMU_CAT(sq_plain_##n, EMU_SIMD_OPS)
#define SQ_MODS(n)    EMU_CAT(sq_mod_##n, EMU_SIMD_OPS)
#define SQ_SPECIAL(n) EMU_CAT(sq_special_##n, EMU_SIMD_OPS)

#define SQ_DECL_FLOAT(n)                                                                                     \
   void SQ_PLAIN(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst);                         \
   void SQ_MODS(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst);
#define SQ_DECL_PLAIN(n)   void SQ_PLAIN(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst);
#define SQ_DECL_MODS(n)    void SQ_MODS(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst);
#define SQ_DECL_SPECIAL(n) void SQ_SPECIAL(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst);

SQ_FLOAT_OPS(SQ_DECL_FLOAT)
SQ_TRANS_OPS(SQ_DECL_FLOAT)
SQ_BITS_OPS(SQ_DECL_PLAIN)
SQ_EFFECT_OPS(SQ_DECL_MODS)
SQ_SPECIAL_OPS(SQ_DECL_SPECIAL)

/* ---- operands ---- */

/** Source i of the micro-op: where it is and how far it moves per vector (0 for a broadcast constant). */
#define SQ_SRC(i)                                                                                            \
   const char *const p##i = (const char *)c + (u->src[i] & ~1u);                                             \
   const uint32_t m##i = (u->src[i] & 1) - 1u;                                                               \
   (void)p##i;                                                                                               \
   (void)m##i

#define SQ_AT(n) (p##n + (i & m##n))
#define SQ_F(n)  v_load(SQ_AT(n))
#define SQ_I(n)  v_loadi(SQ_AT(n))
#define SQ_FM(n) sq_modify(v_load(SQ_AT(n)), and##n, xor##n)
#define SQ_MOD(n)                                                                                            \
   const vi and##n = v_splati(u->mod[n] & SQ_MOD_ABS ? INT32_MAX : -1);                                      \
   const vi xor ##n = v_splati(u->mod[n] & SQ_MOD_NEG ? INT32_MIN : 0);                                      \
   (void)and##n;                                                                                             \
   (void)xor##n

static inline vf
sq_modify(vf a, vi and, vi xor)
{
   return (vf)(((vi)a & and) ^ xor);
}

/** omod and clamp. */
static inline vf
sq_result(vf r, const struct sq_uop *u)
{
   if (u->omod != 1.0f)
      r = r * v_splat(u->omod);
   if (u->clamp) {
      vf lo = v_max(r, v_splat(0)); /* NaN gives 0 */
      vf one = v_min(lo, v_splat(1.0f));
      r = u->clamp == 2 ? one : v_sel(r == r, one, r);
   }
   return r;
}

#define SQ_OUT(x) *(vf *)((char *)dst + i) = (x)

/** Lanes in which an operation takes effect. */
static inline uint64_t
sq_lanes(const struct sq_ctx *c, const struct sq_uop *u)
{
   return u->pred_sel == 0 ? c->active : u->pred_sel == 3 ? c->active & c->pred : c->active & ~c->pred;
}

static inline void
sq_fill(struct emu_row *r, uint32_t v)
{
   for (uint32_t i = 0; i < sizeof(*r); i += EMU_VEC_B)
      *(vi *)((char *)r + i) = v_splati((int32_t)v);
}

/** The lanes of \p mask from src, a row of row_B bytes. */
static inline void
sq_merge(struct emu_row *dst, const struct emu_row *src, uint64_t mask, uint32_t row_B)
{
   for (uint32_t i = 0; i < row_B; i += EMU_VEC_B) {
      vf *d = (vf *)((char *)dst + i);
      *d = v_sel(v_mask(mask >> (i / 4)), v_load((const char *)src + i), *d);
   }
}

/** Pieces of the executor that several hot files share. */
/** A fetch's result to its register, swizzled, in active lanes; \p one: the bits that stand for 1. */
void EMU_FN(sq_write_dst)(struct sq_ctx *c, const struct sq_fetch *f, const struct emu_row src[4],
                          uint32_t one);
void EMU_FN(sq_fetch_vtx)(struct sq_ctx *c, const struct sq_fetch *f);
void EMU_FN(sq_fetch_tex)(struct sq_ctx *c, const struct sq_fetch *f);
void EMU_FN(sq_export)(struct sq_ctx *c, const struct sq_export *x);

#endif
