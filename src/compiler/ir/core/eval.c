/* SPDX-License-Identifier: MIT
 *
 * Operations on constants, with the arithmetic of ir.h in binary32: IEEE binary32, round to nearest even, denormals
 * flushed. Nothing here is of the host's libm, whose values differ from host to host (core/elementary.c).
 */
#include "compiler/ir/core/util.h"

#include <assert.h>

#include "util/u_math.h"

#define ONE 0x3f800000u

_Static_assert(IR_FCOS_TURN == IR_FSIN + 3, "sines and cosines stand together");

static float
flush(float f)
{
   uint32_t u = fui(f);
   return (u & 0x7f800000) ? f : uif(u & 0x80000000);
}

/** An angle in turns, without those that are whole. */
static float
one_turn(float f)
{
   return flush(f - ir_floorf(f));
}

/* ---- one function an operation: floats with denormals flushed, or bits ---- */

#define FLOAT(name, value)                                                                                   \
   static float eval_##name(const float *s)                                                                  \
   {                                                                                                         \
      return value;                                                                                          \
   }
#define TEST(name, value)                                                                                    \
   static bool test_##name(const float *s)                                                                   \
   {                                                                                                         \
      return value;                                                                                          \
   }
#define BITS(name, value)                                                                                    \
   static uint32_t bits_##name(const uint32_t *u)                                                            \
   {                                                                                                         \
      const int32_t *s = (const int32_t *)u;                                                                 \
      (void)s;                                                                                               \
      return value;                                                                                          \
   }

FLOAT(fadd, s[0] + s[1])
FLOAT(fmul, s[0] * s[1])
FLOAT(fmad, flush(s[0] * s[1]) + s[2])
FLOAT(fmin, s[0] < s[1] || s[1] != s[1] ? s[0] : s[1])
FLOAT(fmax, s[0] > s[1] || s[1] != s[1] ? s[0] : s[1])
FLOAT(fdot4, flush(flush(s[0] * s[4]) + flush(s[1] * s[5])) + flush(flush(s[2] * s[6]) + flush(s[3] * s[7])))
FLOAT(ffloor, ir_floorf(s[0]))
FLOAT(fceil, -ir_floorf(-s[0]))
FLOAT(ftrunc, s[0] < 0 ? -ir_floorf(-s[0]) : ir_floorf(s[0]))
FLOAT(fround, ir_roundf(s[0]))
FLOAT(ffract, s[0] - ir_floorf(s[0]))
FLOAT(frcp, 1.0f / s[0])
FLOAT(fsqrt, __builtin_sqrtf(s[0]))
FLOAT(frsq, 1.0f / __builtin_sqrtf(s[0]))
FLOAT(fexp2, ir_exp2f(s[0]))
FLOAT(flog2, ir_log2f(s[0]))
FLOAT(fsin_turn, ir_sin_turnf(s[0]))
FLOAT(fcos_turn, ir_cos_turnf(s[0]))
FLOAT(fsin, ir_sin_turnf(one_turn(s[0])))
FLOAT(fcos, ir_cos_turnf(one_turn(s[0])))
FLOAT(fsign, s[0] > 0 ? 1.0f : s[0] < 0 ? -1.0f : 0.0f)
TEST(lt, s[0] < s[1])
TEST(ge, s[0] >= s[1])
TEST(eq, s[0] == s[1])
TEST(ne, s[0] != s[1])
BITS(csel, u[0] ? u[1] : u[2])
BITS(iadd, u[0] + u[1])
BITS(isub, u[0] - u[1])
BITS(imul, u[0] * u[1])
BITS(idiv, s[1] == 0 ? 0 : s[1] == -1 ? -u[0] : (uint32_t)(s[0] / s[1]))
BITS(ineg, -u[0])
BITS(imin, (uint32_t)MIN2(s[0], s[1]))
BITS(imax, (uint32_t)MAX2(s[0], s[1]))
BITS(iand, u[0] & u[1])
BITS(ior, u[0] | u[1])
BITS(ixor, u[0] ^ u[1])
BITS(inot, ~u[0])
BITS(ishl, u[1] > 31 ? 0 : u[0] << u[1])
BITS(ishr, (uint32_t)(s[0] >> (u[1] > 31 ? 31 : u[1])))
BITS(ushr, u[1] > 31 ? 0 : u[0] >> u[1])
BITS(ilt, s[0] < s[1] ? ~0u : 0)
BITS(ige, s[0] >= s[1] ? ~0u : 0)
BITS(ieq, u[0] == u[1] ? ~0u : 0)
BITS(ine, u[0] != u[1] ? ~0u : 0)
BITS(ult, u[0] < u[1] ? ~0u : 0)
BITS(uge, u[0] >= u[1] ? ~0u : 0)
BITS(umin, MIN2(u[0], u[1]))
BITS(umax, MAX2(u[0], u[1]))
BITS(umulh, (uint32_t)((uint64_t)u[0] * u[1] >> 32))
BITS(udiv, u[1] ? u[0] / u[1] : 0)
BITS(umod, u[1] ? u[0] % u[1] : 0)

static uint32_t
bits_f2i(const uint32_t *u)
{
   float a = flush(uif(u[0]));
   if (a != a)
      return 0;
   return a >= 2147483648.0f ? 0x7fffffff : a < -2147483648.0f ? 0x80000000 : (uint32_t)(int32_t)a;
}

static uint32_t
bits_f2u(const uint32_t *u)
{
   float a = flush(uif(u[0]));
   return !(a > 0) ? 0 : a >= 4294967296.0f ? ~0u : (uint32_t)a;
}

/** How an operation is computed: one of three. */
static const struct evaluator {
   float (*floats)(const float *s);
   bool (*test)(const float *s); /* ... and what true is */
   uint32_t yes;
   uint32_t (*bits)(const uint32_t *s);
} evaluators[IR_OP_COUNT] = {
   [IR_FADD] = {.floats = eval_fadd     },
   [IR_FMUL] = {.floats = eval_fmul     },
   [IR_FMAD] = {.floats = eval_fmad     },
   [IR_FMIN] = {.floats = eval_fmin     },
   [IR_FMAX] = {.floats = eval_fmax     },
   [IR_FDOT4] = {.floats = eval_fdot4    },
   [IR_FFLOOR] = {.floats = eval_ffloor   },
   [IR_FCEIL] = {.floats = eval_fceil    },
   [IR_FTRUNC] = {.floats = eval_ftrunc   },
   [IR_FROUND] = {.floats = eval_fround   },
   [IR_FFRACT] = {.floats = eval_ffract   },
   [IR_FRCP] = {.floats = eval_frcp     },
   [IR_FSQRT] = {.floats = eval_fsqrt    },
   [IR_FRSQ] = {.floats = eval_frsq     },
   [IR_FEXP2] = {.floats = eval_fexp2    },
   [IR_FLOG2] = {.floats = eval_flog2    },
   [IR_FSIN] = {.floats = eval_fsin     },
   [IR_FCOS] = {.floats = eval_fcos     },
   [IR_FSIN_TURN] = {.floats = eval_fsin_turn},
   [IR_FCOS_TURN] = {.floats = eval_fcos_turn},
   [IR_FSIGN] = {.floats = eval_fsign    },
   [IR_FLT] = {.test = test_lt,          .yes = ~0u},
   [IR_FGE] = {.test = test_ge,                        .yes = ~0u},
   [IR_FEQ] = {.test = test_eq,.yes = ~0u},
   [IR_FNE] = {.test = test_ne,          .yes = ~0u},
   [IR_FSLT] = {.test = test_lt,                        .yes = ONE},
   [IR_FSGE] = {.test = test_ge,     .yes = ONE},
   [IR_FSEQ] = {.test = test_eq,          .yes = ONE},
   [IR_FSNE] = {.test = test_ne,                        .yes = ONE},
   [IR_CSEL] = {.bits = bits_csel         },
   [IR_IADD] = {.bits = bits_iadd         },
   [IR_ISUB] = {.bits = bits_isub                       },
   [IR_IMUL] = {.bits = bits_imul},
   [IR_IDIV] = {.bits = bits_idiv       },
   [IR_INEG] = {.bits = bits_ineg       },
   [IR_IMIN] = {.bits = bits_imin       },
   [IR_IMAX] = {.bits = bits_imax       },
   [IR_IAND] = {.bits = bits_iand       },
   [IR_IOR] = {.bits = bits_ior       },
   [IR_IXOR] = {.bits = bits_ixor       },
   [IR_INOT] = {.bits = bits_inot       },
   [IR_ISHL] = {.bits = bits_ishl       },
   [IR_ISHR] = {.bits = bits_ishr        },
   [IR_USHR] = {.bits = bits_ushr       },
   [IR_ILT] = {.bits = bits_ilt       },
   [IR_IGE] = {.bits = bits_ige       },
   [IR_IEQ] = {.bits = bits_ieq       },
   [IR_INE] = {.bits = bits_ine       },
   [IR_F2I] = {.bits = bits_f2i        },
   [IR_ULT] = {.bits = bits_ult        },
   [IR_UGE] = {.bits = bits_uge        },
   [IR_UMIN] = {.bits = bits_umin        },
   [IR_UMAX] = {.bits = bits_umax        },
   [IR_UMULH] = {.bits = bits_umulh        },
   [IR_UDIV] = {.bits = bits_udiv        },
   [IR_UMOD] = {.bits = bits_umod       },
   [IR_F2U] = {.bits = bits_f2u       },
};

/** A float result as the destination holds it. NaN saturates to 0, as DX10_CLAMP has it. */
static uint32_t
float_result(float r, bool sat)
{
   r = flush(r);
   if (sat)
      r = r >= 1.0f ? 1.0f : r > 0.0f ? r : 0.0f;
   return r != r ? 0x7fc00000 : fui(r);
}

bool
ir_can_eval(enum ir_op op)
{
   assert(op < IR_OP_COUNT);
   const struct evaluator *e = &evaluators[op];
   return e->floats || e->test || e->bits || op == IR_MOV || op == IR_I2F || op == IR_U2F;
}

bool
ir_is_elementary(enum ir_op op)
{
   return op == IR_FEXP2 || op == IR_FLOG2 || (op >= IR_FSIN && op <= IR_FCOS_TURN);
}

bool
ir_eval_alu(enum ir_op op, bool sat, const uint32_t *s, uint32_t *result)
{
   assert(op < IR_OP_COUNT);
   const struct evaluator *e = &evaluators[op];
   if (op == IR_MOV && !sat) {
      *result = s[0]; /* any bits */
   } else if (op == IR_MOV || op == IR_I2F || op == IR_U2F) {
      *result = float_result(op == IR_MOV   ? flush(uif(s[0]))
                             : op == IR_I2F ? (float)(int32_t)s[0]
                                            : (float)s[0],
                             sat);
   } else if (e->bits) {
      *result = e->bits(s);
   } else if (e->floats || e->test) {
      float f[8];
      assert(ir_op_infos[op].nsrc > 0 && (size_t)ir_op_infos[op].nsrc <= ARRAY_SIZE(f));
      for (int k = 0; k < ir_op_infos[op].nsrc; k++)
         f[k] = flush(uif(s[k]));
      *result = e->floats ? float_result(e->floats(f), sat) : e->test(f) ? e->yes : 0;
   } else {
      return false;
   }
   return true;
}
