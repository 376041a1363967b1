/* SPDX-License-Identifier: MIT
 *
 * Transcendental operations and conversions. What the chips' tables give is not published; here they are
 * defined by IEEE operations in a fixed order, so that every machine and SIMD level agrees: 1/x and square
 * roots are the correctly rounded divisions and roots, the others polynomials good to about 2^-22.
 *
 *   EXP_IEEE  x = n + f, |f| <= 1/2; 2^f by a polynomial, scaled by 2^n in two steps (results below 2^-126
 * are 0) LOG_*     x = 2^e * m, m in [sqrt(1/2), sqrt(2)); log2(m) = 2/ln2 * atanh((m-1)/(m+1)) SIN, COS
 * operand in revolutions; reduced to a quarter turn, then the Taylor polynomial of sin(2 pi r)
 */
#include "emulator/simd/transcendental.h"
#include "emulator/terascale/sq/ops.h"

#define UN(n, fn)                                                                                            \
   void SQ_PLAIN(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                          \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)                                          \
         SQ_OUT(fn(SQ_F(0)));                                                                                \
   }                                                                                                         \
   void SQ_MODS(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                           \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      SQ_MOD(0);                                                                                             \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)                                          \
         SQ_OUT(sq_result(fn(SQ_FM(0)), u));                                                                 \
   }
#define TRI(n, fn)                                                                                           \
   void SQ_PLAIN(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                          \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      SQ_SRC(1);                                                                                             \
      SQ_SRC(2);                                                                                             \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)                                          \
         SQ_OUT(fn(SQ_F(0), SQ_F(1), SQ_F(2)));                                                              \
   }                                                                                                         \
   void SQ_MODS(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                           \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      SQ_SRC(1);                                                                                             \
      SQ_SRC(2);                                                                                             \
      SQ_MOD(0);                                                                                             \
      SQ_MOD(1);                                                                                             \
      SQ_MOD(2);                                                                                             \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)                                          \
         SQ_OUT(sq_result(fn(SQ_FM(0), SQ_FM(1), SQ_FM(2)), u));                                             \
   }

#define S       v_splat
#define BITS(x) ((vf)v_splati(x))
#define INF     BITS(0x7f800000)
#define NEG_INF BITS(0xff800000)
#define NAN_    BITS(0x7fc00000)
#define FMAX    BITS(0x7f7fffff)
#define NEG_MAX BITS(0xff7fffff)
#define SIGN(a) ((vi)(a)&INT32_MIN)

static inline vf
log2_v(vf x, vf at_zero)
{
   vf r = v_log2(x);
   r = v_sel(x < INF, r, x); /* infinity, NaN */
   r = v_sel(x == S(0), at_zero, r);
   return v_sel(x < S(0), NAN_, r);
}

static inline vf
log_ieee(vf x)
{
   return log2_v(x, NEG_INF);
}
static inline vf
log_clamped(vf x)
{
   vf r = log2_v(x, NEG_MAX);
   return v_sel(r < NEG_MAX, NEG_MAX, r);
}

static inline vf
rcp(vf x)
{
   return S(1.0f) / x;
}
static inline vf
rcp_clamped(vf x)
{
   vf r = rcp(x);
   return v_sel(v_abs(r) == INF, (vf)((vi)FMAX | SIGN(r)), r);
}
static inline vf
rcp_ff(vf x)
{
   vf r = rcp(x);
   return v_sel(v_abs(r) == INF, (vf)SIGN(r), r);
}
static inline vf
rsq(vf x)
{
   vf r = S(1.0f) / v_sqrt(x);
   return v_sel(x < S(0), NAN_, r);
}
static inline vf
rsq_clamped(vf x)
{
   vf r = rsq(x);
   return v_sel(v_abs(r) == INF, (vf)((vi)FMAX | SIGN(r)), r);
}
static inline vf
rsq_ff(vf x)
{
   vf r = rsq(x);
   return v_sel(v_abs(r) == INF, (vf)SIGN(r), r);
}
static inline vf
sqrt_ieee(vf x)
{
   return v_sel(x < S(0), NAN_, v_sqrt(x));
}

UN(EXP_IEEE, v_exp2)
UN(LOG_CLAMPED, log_clamped)
UN(LOG_IEEE, log_ieee)
UN(RECIP_CLAMPED, rcp_clamped)
UN(RECIP_FF, rcp_ff)
UN(RECIP_IEEE, rcp)
UN(RECIPSQRT_CLAMPED, rsq_clamped)
UN(RECIPSQRT_FF, rsq_ff)
UN(RECIPSQRT_IEEE, rsq)
UN(SQRT_IEEE, sqrt_ieee)

/* The decoder puts the factor for the operand's unit in arg[0]: 1 on R700 and later, 1/2pi on R600 (radians).
 */
#define TRIG(n, fn)                                                                                          \
   void SQ_PLAIN(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                          \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      const vf unit = (vf)v_splati(u->arg[0]);                                                               \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)                                          \
         SQ_OUT(fn(SQ_F(0) * unit));                                                                         \
   }                                                                                                         \
   void SQ_MODS(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                           \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      SQ_MOD(0);                                                                                             \
      const vf unit = (vf)v_splati(u->arg[0]);                                                               \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)                                          \
         SQ_OUT(sq_result(fn(SQ_FM(0) * unit), u));                                                          \
   }
TRIG(SIN, v_sin_turns)
TRIG(COS, v_cos_turns)

/* LIT helper: -MAX_FLOAT where b is -MAX_FLOAT, -inf or NaN, or c is not positive; a * b otherwise. */
static inline vf
mul_lit(vf a, vf b, vf c)
{
   vi ok = (b > NEG_MAX) & (c > S(0));
   return v_sel(ok, v_mul0(a, b), NEG_MAX);
}
#define LIT2_(a, b, c)  (mul_lit(a, b, c) * S(2.0f))
#define LIT4_(a, b, c)  (mul_lit(a, b, c) * S(4.0f))
#define LITD2_(a, b, c) (mul_lit(a, b, c) * S(0.5f))
TRI(MUL_LIT, mul_lit)
TRI(MUL_LIT_M2, LIT2_)
TRI(MUL_LIT_M4, LIT4_)
TRI(MUL_LIT_D2, LITD2_)

/* ---- conversions: results are integers, omod and clamp do not apply ---- */

static inline vi
to_int(vf x)
{
   vi r = v_cvtt(x);
   r = v_seli(x >= S(2147483648.0f), v_splati(INT32_MAX), r);
   r = v_seli(x < S(-2147483648.0f), v_splati(INT32_MIN), r);
   return r & (x == x);
}
static inline vi
to_uint(vf x)
{
   vf hi = S(2147483648.0f);
   vi big = x >= hi;
   vi r = v_seli(big, v_cvtt(x - hi) ^ INT32_MIN, v_cvtt(x));
   r = v_seli(x >= S(4294967296.0f), v_splati(-1), r);
   return r & (x > S(0));
}
static inline vf
flt_to_int(vf x)
{
   return (vf)to_int(x);
}
static inline vf
flt_to_int_rpi(vf x)
{
   return (vf)to_int(v_floor(x + S(0.5f)));
}
static inline vf
flt_to_int_floor(vf x)
{
   return (vf)to_int(v_floor(x));
}
static inline vf
flt_to_uint(vf x)
{
   return (vf)to_uint(x);
}
static inline vf
flt_to_uint4(vf x)
{
   return (vf)v_cvtt(v_min(v_max(x, S(0)), S(15.0f)));
}
static inline vf
int_to_flt(vf x)
{
   return v_float((vi)x);
}
/* halves are exact in binary32 once the low bit is kept sticky, so one rounding is left */
static inline vf
uint_to_flt(vf x)
{
   vi a = (vi)x;
   vi half = (vi)((vu)a >> 1) | (a & 1);
   vf big = v_float(half) * S(2.0f);
   return v_sel(a < 0, big, v_float(a));
}
static inline vf
flt_to_half(vf x)
{
   vi r;
   for (unsigned k = 0; k < EMU_VEC_LANES; k++)
      r[k] = u_float_to_half(x[k]);
   return (vf)r;
}
static inline vf
half_to_flt(vf x)
{
   vf r;
   for (unsigned k = 0; k < EMU_VEC_LANES; k++)
      r[k] = u_half_to_float((uint16_t)((vi)x)[k]);
   return r;
}
static inline vf
ubyte0(vf x)
{
   return v_float((vi)x & 255);
}
static inline vf
ubyte1(vf x)
{
   return v_float((vi)x >> 8 & 255);
}
static inline vf
ubyte2(vf x)
{
   return v_float((vi)x >> 16 & 255);
}
static inline vf
ubyte3(vf x)
{
   return v_float((vi)x >> 24 & 255);
}
UN(FLT_TO_INT, flt_to_int)
UN(FLT_TO_INT_TRUNC, flt_to_int)
UN(FLT_TO_INT_RPI, flt_to_int_rpi)
UN(FLT_TO_INT_FLOOR, flt_to_int_floor)
UN(FLT_TO_UINT, flt_to_uint)
UN(FLT_TO_UINT4, flt_to_uint4)
UN(INT_TO_FLT, int_to_flt)
UN(UINT_TO_FLT, uint_to_flt)
UN(FLT32_TO_FLT16, flt_to_half)
UN(FLT16_TO_FLT32, half_to_flt)
UN(UBYTE0_FLT, ubyte0)
UN(UBYTE1_FLT, ubyte1)
UN(UBYTE2_FLT, ubyte2)
UN(UBYTE3_FLT, ubyte3)
