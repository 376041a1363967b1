/* SPDX-License-Identifier: MIT
 *
 * Integer and bit operations, conditional moves on integers and the loads of the address register. Operands
 * are bits; modifiers, should a program use them here, are micro-ops of their own.
 */
#include "emulator/terascale/sq/ops.h"

#define UN(n, expr)                                                                                          \
   void SQ_PLAIN(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                          \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B) {                                        \
         vi a = SQ_I(0);                                                                                     \
         SQ_OUT((vf)(expr));                                                                                 \
      }                                                                                                      \
   }
#define BIN(n, expr)                                                                                         \
   void SQ_PLAIN(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                          \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      SQ_SRC(1);                                                                                             \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B) {                                        \
         vi a = SQ_I(0), b = SQ_I(1);                                                                        \
         SQ_OUT((vf)(expr));                                                                                 \
      }                                                                                                      \
   }
#define TRI(n, expr)                                                                                         \
   void SQ_PLAIN(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                          \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      SQ_SRC(1);                                                                                             \
      SQ_SRC(2);                                                                                             \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B) {                                        \
         vi a = SQ_I(0), b = SQ_I(1), d = SQ_I(2);                                                           \
         SQ_OUT((vf)(expr));                                                                                 \
      }                                                                                                      \
   }

/* Lane by lane, for what vectors do not have. */
#define LANES(expr)                                                                                          \
   ({                                                                                                        \
      vi r_;                                                                                                 \
      for (unsigned k = 0; k < EMU_VEC_LANES; k++)                                                           \
         r_[k] = (int32_t)(expr);                                                                            \
      r_;                                                                                                    \
   })
#define A ((uint32_t)a[k])
#define B ((uint32_t)b[k])
#define D ((uint32_t)d[k])

/* Shift counts above 31 push everything out. */
#define TOO_FAR(b) ((vi)((vu)(b) > (vu)v_splati(31)))
BIN(ASHR_INT, v_seli(TOO_FAR(b), a >> 31, a >> (b & 31)))
BIN(LSHR_INT, (vi)((vu)a >> (vu)(b & 31)) & ~TOO_FAR(b))
BIN(LSHL_INT, (vi)((vu)a << (vu)(b & 31)) & ~TOO_FAR(b))
BIN(AND_INT, a &b)
BIN(OR_INT, a | b)
BIN(XOR_INT, a ^ b)
UN(NOT_INT, ~a)
BIN(ADD_INT, (vi)((vu)a + (vu)b))
BIN(SUB_INT, (vi)((vu)a - (vu)b))
BIN(MAX_INT, v_seli(a > b, a, b))
BIN(MIN_INT, v_seli(a < b, a, b))
BIN(MAX_UINT, v_seli((vi)((vu)a > (vu)b), a, b))
BIN(MIN_UINT, v_seli((vi)((vu)a < (vu)b), a, b))
BIN(SETE_INT, a == b)
BIN(SETGT_INT, a > b)
BIN(SETGE_INT, a >= b)
BIN(SETNE_INT, a != b)
BIN(SETGT_UINT, (vi)((vu)a > (vu)b))
BIN(SETGE_UINT, (vi)((vu)a >= (vu)b))
BIN(ADDC_UINT, (vi)((vu)a + (vu)b < (vu)a) & 1)
BIN(SUBB_UINT, (vi)((vu)a < (vu)b))
BIN(MULLO_INT, (vi)((vu)a *(vu)b))
BIN(MULLO_UINT, (vi)((vu)a *(vu)b))
BIN(MULHI_INT, LANES((uint64_t)((int64_t)a[k] * b[k]) >> 32))
BIN(MULHI_UINT, LANES((uint64_t)A *B >> 32))

static inline uint32_t
reverse(uint32_t v)
{
   v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
   v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
   v = (v >> 4 & 0x0f0f0f0fu) | (v & 0x0f0f0f0fu) << 4;
   return __builtin_bswap32(v);
}
UN(BFREV_INT, LANES(reverse(A)))

/* 2^32 / a, rounded down; 0 gives all ones. The signed form takes the magnitude and puts the sign back. */
static inline uint32_t
recip_u(uint32_t a)
{
   uint64_t q = a ? (UINT64_C(1) << 32) / a : UINT32_MAX;
   return q > UINT32_MAX ? UINT32_MAX : (uint32_t)q;
}
static inline uint32_t
recip_i(uint32_t a)
{
   uint32_t q = recip_u((int32_t)a < 0 ? 0 - a : a);
   return (int32_t)a < 0 ? 0 - q : q;
}
UN(RECIP_UINT, LANES(recip_u(A)))
UN(RECIP_INT, LANES(recip_i(A)))

BIN(BFM_INT, LANES(((1u << (A & 31)) - 1) << (B & 31)))
UN(BCNT_INT, LANES(__builtin_popcount(A)))
UN(FFBH_UINT, LANES(A ? __builtin_clz(A) : -1))
UN(FFBL_INT, LANES(A ? __builtin_ctz(A) : -1))
UN(FFBH_INT, LANES(A == 0 || A == UINT32_MAX ? -1 : __builtin_clz((int32_t)A < 0 ? ~A : A)))
BIN(MUL_UINT24, (vi)((vu)(a & 0xffffff) * (vu)(b & 0xffffff)))
BIN(MULHI_UINT24, LANES((uint64_t)(A & 0xffffff) * (B & 0xffffff) >> 32))
#define S24(x) ((int64_t)((int32_t)((x) << 8) >> 8))
BIN(MUL_INT24, LANES((uint64_t)(S24(A) * S24(B))))
BIN(MULHI_INT24, LANES((uint64_t)(S24(A) * S24(B)) >> 32))
TRI(MULADD_UINT24, (vi)((vu)(a & 0xffffff) * (vu)(b & 0xffffff) + (vu)d))
TRI(MULADD_INT24, LANES((uint64_t)(S24(A) * S24(B)) + D))

TRI(BFE_UINT, LANES((A >> (B & 31)) & ((1u << (D & 31)) - 1)))
static inline uint32_t
bfe_int(uint32_t a, unsigned off, unsigned n)
{
   if (!n)
      return 0;
   if (off + n < 32)
      return (uint32_t)((int32_t)(a << (32 - off - n)) >> (32 - n));
   return (uint32_t)((int32_t)a >> off);
}
TRI(BFE_INT, LANES(bfe_int(A, B & 31, D & 31)))
TRI(BFI_INT, (a & b) | (~a & d))
/* per byte (a + b + (c & 1)) >> 1 */
TRI(LERP_UINT, LANES(({
       uint32_t s_ = 0;
       for (unsigned n = 0; n < 32; n += 8)
          s_ |= (((A >> n & 255) + (B >> n & 255) + (D >> n & 1)) >> 1) << n;
       s_;
    })))
TRI(BIT_ALIGN_INT, LANES(((uint64_t)A << 32 | B) >> (D & 31)))
TRI(BYTE_ALIGN_INT, LANES(((uint64_t)A << 32 | B) >> (8 * (D & 3))))
TRI(CNDE_INT, v_seli(a == 0, b, d))
TRI(CNDGT_INT, v_seli(a > 0, b, d))
TRI(CNDGE_INT, v_seli(a >= 0, b, d))

/* ---- the address register holds -256 .. 255 ---- */

static inline vi
clamp_ar(vi a)
{
   a = v_seli(a < -256, v_splati(-256), a);
   return v_seli(a > 255, v_splati(255), a);
}
static inline vi
float_to_ar(vf f)
{
   return v_cvtt(v_min(v_max(f, v_splat(-256.0f)), v_splat(255.0f)));
}
UN(MOVA, float_to_ar(v_floor((vf)a + v_splat(0.5f))))
UN(MOVA_FLOOR, float_to_ar(v_floor((vf)a)))
UN(MOVA_INT, clamp_ar(a))
UN(MOVA_GPR_INT, clamp_ar(a))
