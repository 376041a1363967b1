/* SPDX-License-Identifier: MIT
 *
 * Every ALU opcode of one slot by value, against scalar references written from the opcode descriptions, on each
 * generation that has it; all SIMD levels must agree bit for bit. Transcendental results are compared with
 * the C library in binary64 and must be good to 2^-21.
 */
#include <math.h>

#include "emu_sq_fixture.h"

enum kind { FFF, III, TRANS };

typedef uint32_t (*ref_fn)(uint32_t a, uint32_t b, uint32_t c);
#define F(x)   uif(x)
#define REF(n) static uint32_t ref_##n(uint32_t a, uint32_t b, uint32_t c)
#define FREF(n, e)                                                                                           \
   REF(n)                                                                                                    \
   {                                                                                                         \
      return fui(e);                                                                                         \
   }
#define IREF(n, e)                                                                                           \
   REF(n)                                                                                                    \
   {                                                                                                         \
      return (uint32_t)(e);                                                                                  \
   }

static float
mul0(float a, float b)
{
   return a == 0 || b == 0 ? 0.0f : a * b;
}
static float
trunc_f(float a)
{
   return truncf(a);
}

FREF(ADD, F(a) + F(b))
FREF(MUL, mul0(F(a), F(b)))
FREF(MUL_IEEE, F(a) * F(b))
REF(MAX)
{
   return F(a) > F(b) ? a : b;
}
REF(MIN)
{
   return F(a) < F(b) ? a : b;
}
REF(MAX_DX10)
{
   return isnan(F(a)) ? b : isnan(F(b)) ? a : F(a) > F(b) ? a : b;
}
REF(MIN_DX10)
{
   return isnan(F(a)) ? b : isnan(F(b)) ? a : F(a) < F(b) ? a : b;
}
FREF(SETE, F(a) == F(b) ? 1.0f : 0.0f)
FREF(SETGT, F(a) > F(b) ? 1.0f : 0.0f)
FREF(SETGE, F(a) >= F(b) ? 1.0f : 0.0f)
FREF(SETNE, F(a) != F(b) ? 1.0f : 0.0f)
IREF(SETE_DX10, F(a) == F(b) ? -1 : 0)
IREF(SETGT_DX10, F(a) > F(b) ? -1 : 0)
IREF(SETGE_DX10, F(a) >= F(b) ? -1 : 0)
IREF(SETNE_DX10, F(a) != F(b) ? -1 : 0)
FREF(FRACT, F(a) - floorf(F(a)))
FREF(TRUNC, trunc_f(F(a)))
FREF(CEIL, ceilf(F(a)))
FREF(RNDNE, nearbyintf(F(a)))
FREF(FLOOR, floorf(F(a)))
REF(MOV)
{
   return a;
}
FREF(MULADD, mul0(F(a), F(b)) + F(c))
FREF(MULADD_M2, (mul0(F(a), F(b)) + F(c)) * 2)
FREF(MULADD_M4, (mul0(F(a), F(b)) + F(c)) * 4)
FREF(MULADD_D2, (mul0(F(a), F(b)) + F(c)) / 2)
FREF(MULADD_IEEE, F(a) * F(b) + F(c))
FREF(FMA, fmaf(F(a), F(b), F(c)))
REF(CNDE)
{
   return F(a) == 0 ? b : c;
}
REF(CNDGT)
{
   return F(a) > 0 ? b : c;
}
REF(CNDGE)
{
   return F(a) >= 0 ? b : c;
}
FREF(RECIP_IEEE, 1.0f / F(a))
FREF(RECIP_CLAMPED, isinf(1.0f / F(a)) ? copysignf(3.402823466e38f, F(a)) : 1.0f / F(a))
FREF(RECIP_FF, isinf(1.0f / F(a)) ? copysignf(0.0f, F(a)) : 1.0f / F(a))
FREF(SQRT_IEEE, F(a) < 0 ? NAN : sqrtf(F(a)))
FREF(RECIPSQRT_IEEE, F(a) < 0 ? NAN : 1.0f / sqrtf(F(a)))
FREF(INT_TO_FLT, (float)(int32_t)a)
FREF(UINT_TO_FLT, (float)a)
REF(FLT_TO_INT)
{
   float f = F(a);
   return isnan(f)             ? 0
          : f >= 2147483648.0f ? INT32_MAX
          : f < -2147483648.0f ? (uint32_t)INT32_MIN
                               : (uint32_t)(int32_t)f;
}
REF(FLT_TO_INT_FLOOR)
{
   return ref_FLT_TO_INT(fui(floorf(F(a))), b, c);
}
REF(FLT_TO_INT_RPI)
{
   return ref_FLT_TO_INT(fui(floorf(F(a) + 0.5f)), b, c);
}
REF(FLT_TO_UINT)
{
   float f = F(a);
   return !(f > 0) ? 0 : f >= 4294967296.0f ? UINT32_MAX : (uint32_t)f;
}
IREF(UBYTE0_FLT, fui((float)(a & 255)))
IREF(UBYTE1_FLT, fui((float)(a >> 8 & 255)))
IREF(UBYTE2_FLT, fui((float)(a >> 16 & 255)))
IREF(UBYTE3_FLT, fui((float)(a >> 24)))
IREF(FLT32_TO_FLT16, u_float_to_half(F(a)))
IREF(FLT16_TO_FLT32, fui(u_half_to_float((uint16_t)a)))
#define SA ((int32_t)a)
#define SB ((int32_t)b)
IREF(ASHR_INT, b > 31 ? SA >> 31 : SA >> b)
IREF(LSHR_INT, b > 31 ? 0 : a >> b)
IREF(LSHL_INT, b > 31 ? 0 : a << b)
IREF(AND_INT, a &b)
IREF(OR_INT, a | b)
IREF(XOR_INT, a ^ b)
IREF(NOT_INT, ~a)
IREF(ADD_INT, a + b)
IREF(SUB_INT, a - b)
IREF(MAX_INT, MAX2(SA, SB))
IREF(MIN_INT, MIN2(SA, SB))
IREF(MAX_UINT, MAX2(a, b))
IREF(MIN_UINT, MIN2(a, b))
IREF(SETE_INT, a == b ? -1 : 0)
IREF(SETGT_INT, SA > SB ? -1 : 0)
IREF(SETGE_INT, SA >= SB ? -1 : 0)
IREF(SETNE_INT, a != b ? -1 : 0)
IREF(SETGT_UINT, a > b ? -1 : 0)
IREF(SETGE_UINT, a >= b ? -1 : 0)
IREF(MULLO_INT, a *b)
IREF(MULLO_UINT, a *b)
IREF(MULHI_INT, ((int64_t)SA * SB) >> 32)
IREF(MULHI_UINT, ((uint64_t)a * b) >> 32)
IREF(ADDC_UINT, (uint64_t)a + b > UINT32_MAX)
IREF(SUBB_UINT, a < b ? -1 : 0)
REF(BFREV_INT)
{
   uint32_t r = 0;
   for (unsigned i = 0; i < 32; i++)
      r |= (a >> i & 1) << (31 - i);
   return r;
}
IREF(BFM_INT, ((1u << (a & 31)) - 1) << (b & 31))
IREF(BCNT_INT, __builtin_popcount(a))
IREF(FFBH_UINT, a ? __builtin_clz(a) : -1)
IREF(FFBL_INT, a ? __builtin_ctz(a) : -1)
IREF(MUL_UINT24, (a & 0xffffff) * (b & 0xffffff))
IREF(MULADD_UINT24, (a & 0xffffff) * (b & 0xffffff) + c)
IREF(BFE_UINT, (a >> (b & 31)) & ((1u << (c & 31)) - 1))
REF(BFE_INT)
{
   unsigned off = b & 31, n = c & 31;
   int64_t v = (int64_t)(int32_t)a >> off;
   return n ? (uint32_t)((int64_t)((uint64_t)v << (64 - n)) >> (64 - n)) : 0;
}
IREF(BFI_INT, (a & b) | (~a & c))
IREF(BIT_ALIGN_INT, ((uint64_t)a << 32 | b) >> (c & 31))
IREF(BYTE_ALIGN_INT, ((uint64_t)a << 32 | b) >> (8 * (c & 3)))
REF(LERP_UINT)
{
   uint32_t r = 0;
   for (unsigned n = 0; n < 32; n += 8)
      r |= (((a >> n & 255) + (b >> n & 255) + (c >> n & 1)) / 2) << n;
   return r;
}
IREF(CNDE_INT, a == 0 ? b : c)
IREF(CNDGT_INT, SA > 0 ? b : c)
IREF(CNDGE_INT, SA >= 0 ? b : c)
/* correctly rounded results of the C library in binary64 */
FREF(EXP_IEEE, (float)exp2((double)F(a)))
FREF(LOG_IEEE, F(a) < 0 ? NAN : (float)log2((double)F(a)))
FREF(LOG_CLAMPED, F(a) < 0 ? NAN : F(a) == 0 ? -3.402823466e38f : (float)log2((double)F(a)))

static const struct {
   enum db_alu_op op;
   ref_fn ref;
   enum kind kind; /* what operands are tried: floats, ints, floats with tolerance */
} cases[] = {
#define C(n, k)                                                                                              \
   {                                                                                                         \
      DB_ALU_##n, ref_##n, k                                                                                 \
   }
   C(ADD, FFF),
   C(MUL, FFF),
   C(MUL_IEEE, FFF),
   C(MAX, FFF),
   C(MIN, FFF),
   C(MAX_DX10, FFF),
   C(MIN_DX10, FFF),
   C(SETE, FFF),
   C(SETGT, FFF),
   C(SETGE, FFF),
   C(SETNE, FFF),
   C(SETE_DX10, FFF),
   C(SETGT_DX10, FFF),
   C(SETGE_DX10, FFF),
   C(SETNE_DX10, FFF),
   C(FRACT, FFF),
   C(TRUNC, FFF),
   C(CEIL, FFF),
   C(RNDNE, FFF),
   C(FLOOR, FFF),
   C(MOV, III),
   C(MULADD, FFF),
   C(MULADD_M2, FFF),
   C(MULADD_M4, FFF),
   C(MULADD_D2, FFF),
   C(MULADD_IEEE, FFF),
   C(FMA, FFF),
   C(CNDE, FFF),
   C(CNDGT, FFF),
   C(CNDGE, FFF),
   C(RECIP_IEEE, FFF),
   C(RECIP_CLAMPED, FFF),
   C(RECIP_FF, FFF),
   C(SQRT_IEEE, FFF),
   C(RECIPSQRT_IEEE, FFF),
   C(INT_TO_FLT, III),
   C(UINT_TO_FLT, III),
   C(FLT_TO_INT, FFF),
   C(FLT_TO_INT_FLOOR, FFF),
   C(FLT_TO_INT_RPI, FFF),
   C(FLT_TO_UINT, FFF),
   C(UBYTE0_FLT, III),
   C(UBYTE1_FLT, III),
   C(UBYTE2_FLT, III),
   C(UBYTE3_FLT, III),
   C(FLT32_TO_FLT16, FFF),
   C(FLT16_TO_FLT32, III),
   C(ASHR_INT, III),
   C(LSHR_INT, III),
   C(LSHL_INT, III),
   C(AND_INT, III),
   C(OR_INT, III),
   C(XOR_INT, III),
   C(NOT_INT, III),
   C(ADD_INT, III),
   C(SUB_INT, III),
   C(MAX_INT, III),
   C(MIN_INT, III),
   C(MAX_UINT, III),
   C(MIN_UINT, III),
   C(SETE_INT, III),
   C(SETGT_INT, III),
   C(SETGE_INT, III),
   C(SETNE_INT, III),
   C(SETGT_UINT, III),
   C(SETGE_UINT, III),
   C(MULLO_INT, III),
   C(MULLO_UINT, III),
   C(MULHI_INT, III),
   C(MULHI_UINT, III),
   C(ADDC_UINT, III),
   C(SUBB_UINT, III),
   C(BFREV_INT, III),
   C(BFM_INT, III),
   C(BCNT_INT, III),
   C(FFBH_UINT, III),
   C(FFBL_INT, III),
   C(MUL_UINT24, III),
   C(MULADD_UINT24, III),
   C(BFE_UINT, III),
   C(BFE_INT, III),
   C(BFI_INT, III),
   C(BIT_ALIGN_INT, III),
   C(BYTE_ALIGN_INT, III),
   C(LERP_UINT, III),
   C(CNDE_INT, III),
   C(CNDGT_INT, III),
   C(CNDGE_INT, III),
   C(EXP_IEEE, TRANS),
   C(LOG_IEEE, TRANS),
   C(LOG_CLAMPED, TRANS),
};

static const uint32_t specials[] = {
   0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0400000, 0x3f000000, 0xbf000000, 0x3fc00000,
   0xbfc00000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0xff7fffff, 0x00800000, 0x4b000001, 0xcb000001,
   0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f800000, 0x3effffff, 0x3f7fffff, 0x40490fdb, 0x42f6e979,
   0x447a0000, 0x3dcccccd, 0x00000001, 0x0000001f, 0x00000020, 0xffffffff, 0x7fffffff, 0x00ffffff, 0x12345678,
};

static uint32_t seed;
static uint32_t
rnd(void)
{
   seed = seed * 1664525u + 1013904223u;
   return seed ^ seed >> 15;
}

static uint32_t
operand(enum kind kind, unsigned i, unsigned which)
{
   static const unsigned step[3] = {1, 7, 11};
   unsigned n = ARRAY_SIZE(specials);
   if (i < n * 8)
      return specials[(i * step[which] + i / n * which) % n];
   if (kind == III)
      return rnd();
   /* exponents around 1 */
   return (rnd() & 0x807fffff) | (110 + rnd() % 36) << 23;
}

/* What FTZ and DAZ make of a float operand or result. */
static uint32_t
flush(uint32_t v)
{
   return v & 0x7f800000 ? v : v & 0x80000000;
}

static bool
is_nan(uint32_t v)
{
   return (v & 0x7fffffff) > 0x7f800000;
}

static bool
float_result(enum db_alu_op op)
{
   return !(db_alu_info(op)->flags & DB_ALU_DST_INT_F) && op != DB_ALU_MOV;
}

static void
check_value(const char *name, enum kind kind, bool is_float, const uint32_t in[3], uint32_t got,
            uint32_t want)
{
   if (is_float)
      want = flush(want);
   if (kind != III && is_nan(want) && is_nan(got))
      return;
   if (kind == TRANS && !is_nan(want) && !isinf(F(want)) && !isinf(F(got))) {
      double err = fabs((double)F(got) - (double)F(want)), scale = fabs((double)F(want));
      if (err <= scale * 0x1p-21 || err < 0x1p-126)
         return;
   }
   if (got != want)
      fail_msg("%s(%08x %08x %08x) = %08x, not %08x (%g, not %g)", name, in[0], in[1], in[2], got, want,
               (double)F(got), (double)F(want));
}

static void
one_opcode(struct rig *r, enum db_alu_op op, struct rig_ins form)
{
   rig_alu_begin(r);
   form.op = op;
   form.last = true;
   if (r->gen == DB_CAYMAN && db_alu_info(op)->slots[r->gen] == DB_SLOT_4VEC) {
      for (unsigned c = 0; c < 4; c++) {
         form.chan = (uint8_t)c;
         form.last = c == 3;
         form.no_write = c != 1;
         rig_alu(r, form);
      }
   } else {
      rig_alu(r, form);
   }
   rig_alu_end(r, DB_CF_ALU);
   rig_end(r);
   rig_run(r);
}

static void
opcodes(void **state)
{
   struct emu_row first = {0};
   for (unsigned k = 0; k < ARRAY_SIZE(cases); k++) {
      const struct db_alu_info *info = db_alu_info(cases[k].op);
      bool tried = false;
      for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
         if (info->code[gen] < 0)
            continue;
         tried = true;
         for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
            struct rig r;
            if (!rig_init(&r, (enum db_gen)gen, rig_levels[lv]))
               continue;
            seed = 1 + k;
            for (unsigned round = 0; round < 8; round++) {
               uint32_t in[EMU_LANES][3];
               for (unsigned l = 0; l < EMU_LANES; l++) {
                  for (unsigned s = 0; s < 3; s++) {
                     in[l][s] = operand(cases[k].kind, round * EMU_LANES + l, s);
                     rig_reg(&r, 1 + s, s)->u[l] = in[l][s];
                  }
               }
               one_opcode(&r, cases[k].op,
                          (struct rig_ins){
                             .dst = 5, .chan = 1, .s = {RIG_R(1, 0), RIG_R(2, 1), RIG_R(3, 2)}
               });
               const struct emu_row *out = rig_reg(&r, 5, 1);
               for (unsigned l = 0; l < EMU_LANES; l++) {
                  uint32_t a[3];
                  for (unsigned s = 0; s < 3; s++)
                     a[s] = cases[k].kind != III ? flush(in[l][s]) : in[l][s];
                  /* selections hand operands through as they are */
                  bool raw = cases[k].op == DB_ALU_MAX_DX10 || cases[k].op == DB_ALU_MIN_DX10 ||
                             cases[k].op == DB_ALU_CNDE || cases[k].op == DB_ALU_CNDGT ||
                             cases[k].op == DB_ALU_CNDGE;
                  const uint32_t *use = raw ? in[l] : a;
                  uint32_t want = cases[k].ref(use[0], use[1], use[2]);
                  if (raw)
                     check_value(info->name, cases[k].kind, false, in[l], out->u[l], want);
                  else
                     check_value(info->name, cases[k].kind, float_result(cases[k].op), in[l], out->u[l],
                                 want);
               }
               if (round == 0) {
                  if (gen == DB_R700 && lv == 0)
                     first = *out;
                  else if (gen == DB_R700)
                     for (unsigned l = 0; l < EMU_LANES; l++)
                        assert_true(first.u[l] == out->u[l] || (is_nan(first.u[l]) && is_nan(out->u[l])));
               }
            }
            rig_fini(&r);
         }
      }
      assert_true(tried);
   }
}

/* Operand in radians on R600, in revolutions later. */
static void
sine_cosine(void **state)
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      struct emu_row seen[2];
      for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
         struct rig r;
         if (!rig_init(&r, (enum db_gen)gen, rig_levels[lv]))
            continue;
         const double unit = gen == DB_R600 ? 1.0 : 2 * 3.14159265358979323846;
         for (unsigned l = 0; l < EMU_LANES; l++)
            rig_reg(&r, 1, 0)->u[l] = fui(((float)l - 32.0f) / 32.0f * (gen == DB_R600 ? 3.1415926f : 0.5f));
         for (unsigned cosine = 0; cosine < 2; cosine++) {
            one_opcode(&r, cosine ? DB_ALU_COS : DB_ALU_SIN, (struct rig_ins){.dst = 2, .s = {RIG_R(1, 0)}});
            const struct emu_row *out = rig_reg(&r, 2, 0);
            for (unsigned l = 0; l < EMU_LANES; l++) {
               double x = (double)F(rig_reg(&r, 1, 0)->u[l]) * unit;
               double want = cosine ? cos(x) : sin(x);
               if (fabs((double)F(out->u[l]) - want) > 0x1p-21)
                  fail_msg("%s of %g is %g, not %g", cosine ? "COS" : "SIN", x, (double)F(out->u[l]), want);
            }
            if (lv == 0)
               seen[cosine] = *out;
            else
               assert_memory_equal(&seen[cosine], out, sizeof(*out));
         }
         rig_fini(&r);
      }
   }
}

static void
modifiers(void **state)
{
   static const struct {
      struct rig_ins form;
      float want;
   } t[] = {
      {{.s = {{.sel = 1, .neg = true}, RIG_R(2, 0)}},                          -3.0f + 0.25f},
      {{.s = {{.sel = 1, .neg = true, .abs = true}, {.sel = 2, .abs = true}}}, -3.0f + 0.25f},
      {{.omod = 1, .s = {RIG_R(1, 0), RIG_R(2, 0)}},                           6.5f         },
      {{.omod = 2, .s = {RIG_R(1, 0), RIG_R(2, 0)}},                           13.0f        },
      {{.omod = 3, .s = {RIG_R(1, 0), RIG_R(2, 0)}},                           1.625f       },
      {{.clamp = true, .s = {RIG_R(1, 0), RIG_R(2, 0)}},                       1.0f         },
      {{.clamp = true, .s = {{.sel = 1, .neg = true}, RIG_R(2, 0)}},           0.0f         },
      {{.clamp = true, .omod = 3, .s = {RIG_R(2, 0), RIG_R(2, 0)}},            0.25f        },
      {{.s = {{.sel = 252, .neg = true}, RIG_R(2, 0)}},                        -0.25f       }, /* -0.5 folded into the constant */
      {{.s = {{.sel = 249}, {.sel = 248}}},                                    1.0f         },
   };
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      struct rig r;
      assert_true(rig_init(&r, (enum db_gen)gen, NULL));
      for (unsigned i = 0; i < ARRAY_SIZE(t); i++) {
         for (unsigned l = 0; l < EMU_LANES; l++) {
            rig_reg(&r, 1, 0)->u[l] = fui(3.0f);
            rig_reg(&r, 2, 0)->u[l] = fui(0.25f);
         }
         struct rig_ins f = t[i].form;
         f.dst = 4;
         one_opcode(&r, DB_ALU_ADD, f);
         for (unsigned l = 0; l < EMU_LANES; l++)
            assert_float_equal(F(rig_reg(&r, 4, 0)->u[l]), t[i].want, 0);
      }
      /* an integer opcode with modifiers on operands and result */
      for (unsigned l = 0; l < EMU_LANES; l++)
         rig_reg(&r, 1, 0)->u[l] = fui(0.75f);
      one_opcode(&r, DB_ALU_OR_INT,
                 (struct rig_ins){
                    .dst = 4, .clamp = true, .omod = 1, .s = {{.sel = 1, .neg = true}, {.sel = 248}}
      });
      assert_int_equal(rig_reg(&r, 4, 0)->u[9], fui(0.0f));
      one_opcode(&r, DB_ALU_OR_INT,
                 (struct rig_ins){
                    .dst = 4, .clamp = true, .omod = 1, .s = {{.sel = 1}, {.sel = 248}}
      });
      assert_int_equal(rig_reg(&r, 4, 0)->u[9], fui(1.0f));
      rig_fini(&r);
   }
}

/* CLAMP of NaN: 0 with DX10_CLAMP, NaN without. */
static void
clamp_nan(void **state)
{
   struct rig r;
   assert_true(rig_init(&r, DB_R700, NULL));
   for (unsigned l = 0; l < EMU_LANES; l++)
      rig_reg(&r, 1, 0)->u[l] = 0x7fc00000;
   one_opcode(&r, DB_ALU_MOV, (struct rig_ins){.dst = 4, .clamp = true, .s = {RIG_R(1, 0)}});
   assert_int_equal(rig_reg(&r, 4, 0)->u[0], 0);
   rig_ctx(&r, R6_SQ_PGM_RESOURCES_PS_OFFSET, 0);
   rig_run_stage(&r, SQ_PS, UINT64_MAX);
   assert_true(is_nan(rig_reg(&r, 4, 0)->u[0]));
   rig_fini(&r);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(opcodes),
      cmocka_unit_test(sine_cosine),
      cmocka_unit_test(modifiers),
      cmocka_unit_test(clamp_nan),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
