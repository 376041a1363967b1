/* SPDX-License-Identifier: MIT
 *
 * Float operations of the vector units (opcode meanings: AMD's R600-family ISA manuals; DX9 rule of 0 * x = 0
 * in MUL, MULADD and DOT4). Products and sums are rounded one by one, nothing is fused except FMA.
 */
#include "emulator/terascale/sq/ops.h"

/* One operation in two forms: A, B, C stand for the operands in its expression. */
#define OP(n, decl, mods, expr, exprm)                                                                       \
   void SQ_PLAIN(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                          \
   {                                                                                                         \
      decl;                                                                                                  \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)                                          \
         SQ_OUT(expr);                                                                                       \
   }                                                                                                         \
   void SQ_MODS(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                           \
   {                                                                                                         \
      decl;                                                                                                  \
      mods;                                                                                                  \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)                                          \
         SQ_OUT(sq_result(exprm, u));                                                                        \
   }

#define UN(n, fn) OP(n, SQ_SRC(0), SQ_MOD(0), fn(SQ_F(0)), fn(SQ_FM(0)))
#define BIN(n, fn)                                                                                           \
   OP(n, SQ_SRC(0); SQ_SRC(1), SQ_MOD(0); SQ_MOD(1), fn(SQ_F(0), SQ_F(1)), fn(SQ_FM(0), SQ_FM(1)))
#define TRI(n, fn)                                                                                           \
   OP(n, SQ_SRC(0); SQ_SRC(1); SQ_SRC(2), SQ_MOD(0); SQ_MOD(1);                                              \
      SQ_MOD(2), fn(SQ_F(0), SQ_F(1), SQ_F(2)), fn(SQ_FM(0), SQ_FM(1), SQ_FM(2)))
#define QUAD(n, fn)                                                                                          \
   OP(n, SQ_SRC(0); SQ_SRC(1); SQ_SRC(2); SQ_SRC(3), SQ_MOD(0); SQ_MOD(1); SQ_MOD(2);                        \
      SQ_MOD(3), fn(SQ_F(0), SQ_F(1), SQ_F(2), SQ_F(3)), fn(SQ_FM(0), SQ_FM(1), SQ_FM(2), SQ_FM(3)))
#define OCT(n, fn)                                                                                           \
   OP(n, SQ_SRC(0); SQ_SRC(1); SQ_SRC(2); SQ_SRC(3); SQ_SRC(4); SQ_SRC(5); SQ_SRC(6); SQ_SRC(7), SQ_MOD(0);  \
      SQ_MOD(1); SQ_MOD(2); SQ_MOD(3); SQ_MOD(4); SQ_MOD(5); SQ_MOD(6);                                      \
      SQ_MOD(7), fn(SQ_F(0), SQ_F(1), SQ_F(2), SQ_F(3), SQ_F(4), SQ_F(5), SQ_F(6), SQ_F(7)),                 \
      fn(SQ_FM(0), SQ_FM(1), SQ_FM(2), SQ_FM(3), SQ_FM(4), SQ_FM(5), SQ_FM(6), SQ_FM(7)))

#define ONE ((vi)v_splat(1.0f))

#define ADD_(a, b)  ((a) + (b))
#define MULI_(a, b) ((a) * (b))

static inline vf
max_dx10(vf a, vf b)
{
   return v_sel((a > b) | (b != b), a, b);
}
static inline vf
min_dx10(vf a, vf b)
{
   return v_sel((a < b) | (b != b), a, b);
}
#define SETE_(a, b)   ((vf)(((a) == (b)) & ONE))
#define SETGT_(a, b)  ((vf)(((a) > (b)) & ONE))
#define SETGE_(a, b)  ((vf)(((a) >= (b)) & ONE))
#define SETNE_(a, b)  ((vf)(((a) != (b)) & ONE))
#define SETED_(a, b)  ((vf)((a) == (b)))
#define SETGTD_(a, b) ((vf)((a) > (b)))
#define SETGED_(a, b) ((vf)((a) >= (b)))
#define SETNED_(a, b) ((vf)((a) != (b)))

static inline vf
fract(vf a)
{
   return a - v_floor(a);
}
static inline vf
mov(vf a)
{
   return a;
}

BIN(ADD, ADD_)
BIN(MUL, v_mul0)
BIN(MUL_IEEE, MULI_)
BIN(MAX, v_max)
BIN(MIN, v_min)
BIN(MAX_DX10, max_dx10)
BIN(MIN_DX10, min_dx10)
BIN(SETE, SETE_)
BIN(SETGT, SETGT_)
BIN(SETGE, SETGE_)
BIN(SETNE, SETNE_)
BIN(SETE_DX10, SETED_)
BIN(SETGT_DX10, SETGTD_)
BIN(SETGE_DX10, SETGED_)
BIN(SETNE_DX10, SETNED_)
UN(FRACT, fract)
UN(TRUNC, v_trunc)
UN(CEIL, v_ceil)
UN(RNDNE, v_rndne)
UN(FLOOR, v_floor)
UN(MOV, mov)

#define MAD0_(a, b, c)   (v_mul0(a, b) + (c))
#define MAD0X2_(a, b, c) ((v_mul0(a, b) + (c)) * v_splat(2.0f))
#define MAD0X4_(a, b, c) ((v_mul0(a, b) + (c)) * v_splat(4.0f))
#define MAD0D2_(a, b, c) ((v_mul0(a, b) + (c)) * v_splat(0.5f))
#define MAD_(a, b, c)    ((a) * (b) + (c))
#define MADX2_(a, b, c)  (((a) * (b) + (c)) * v_splat(2.0f))
#define MADX4_(a, b, c)  (((a) * (b) + (c)) * v_splat(4.0f))
#define MADD2_(a, b, c)  (((a) * (b) + (c)) * v_splat(0.5f))
TRI(MULADD, MAD0_)
TRI(MULADD_M2, MAD0X2_)
TRI(MULADD_M4, MAD0X4_)
TRI(MULADD_D2, MAD0D2_)
TRI(MULADD_IEEE, MAD_)
TRI(MULADD_IEEE_M2, MADX2_)
TRI(MULADD_IEEE_M4, MADX4_)
TRI(MULADD_IEEE_D2, MADD2_)

#define CNDE_(a, b, c)  v_sel((a) == v_splat(0), b, c)
#define CNDGT_(a, b, c) v_sel((a) > v_splat(0), b, c)
#define CNDGE_(a, b, c) v_sel((a) >= v_splat(0), b, c)
TRI(CNDE, CNDE_)
TRI(CNDGT, CNDGT_)
TRI(CNDGE, CNDGE_)

/* a * b is exact in binary64; the sum is rounded to odd there, so that rounding it to binary32 is the only
 * one. */
static float
fma1(float a, float b, float c)
{
   double p = (double)a * (double)b, s = p + (double)c;
   double t = s - p, err = (p - (s - t)) + ((double)c - t);
   uint64_t bits;
   memcpy(&bits, &s, 8);
   if (err != 0 && !(bits & 1) && (bits >> 52 & 0x7ff) != 0x7ff) {
      bits += (err > 0) == (s > 0) ? 1u : UINT64_MAX;
      memcpy(&s, &bits, 8);
   }
   return (float)s;
}
static inline vf
fma_lanes(vf a, vf b, vf c)
{
   vf r;
   for (unsigned k = 0; k < EMU_VEC_LANES; k++)
      r[k] = fma1(a[k], b[k], c[k]);
   return r;
}
TRI(FMA, fma_lanes)

static inline vf
dot4(vf ax, vf bx, vf ay, vf by, vf az, vf bz, vf aw, vf bw)
{
   return (v_mul0(ax, bx) + v_mul0(ay, by)) + (v_mul0(az, bz) + v_mul0(aw, bw));
}
static inline vf
dot4_ieee(vf ax, vf bx, vf ay, vf by, vf az, vf bz, vf aw, vf bw)
{
   return (ax * bx + ay * by) + (az * bz + aw * bw);
}
static inline vf
max4(vf a, vf b, vf c, vf d)
{
   return v_max(v_max(a, b), v_max(c, d));
}
OCT(DOT4, dot4)
OCT(DOT4_IEEE, dot4_ieee)
QUAD(MAX4, max4)
