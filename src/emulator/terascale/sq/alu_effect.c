/* SPDX-License-Identifier: MIT
 *
 * Operations that do more than give a value: predicates, kills, relative addressing, interpolation and the
 * parts of CUBE. Predicates: dst = c ? 0.0 : 1.0; kills: dst = killed ? 1.0 : 0.0 (AMD's R600-family ISA
 * manuals).
 */
#include "emulator/terascale/sq/ops.h"

/* Writes the row where lanes takes effect. */
static inline void
put(const struct sq_ctx *c, struct emu_row *dst, uint32_t i, vf v, uint64_t lanes)
{
   vf *d = (vf *)((char *)dst + i);
   if (lanes == UINT64_MAX)
      *d = v;
   else
      *d = v_sel(v_mask(lanes >> (i / 4)), v, *d);
}

/* Lanes that need not be protected are written too: all of them, when everything alive takes effect. */
static inline uint64_t
write_lanes(const struct sq_ctx *c, uint64_t lanes)
{
   return c->live & ~lanes ? lanes : UINT64_MAX;
}

#define TEST(n, nsrc, cond, value, kill)                                                                     \
   void SQ_MODS(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                           \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      SQ_SRC(1);                                                                                             \
      SQ_MOD(0);                                                                                             \
      SQ_MOD(1);                                                                                             \
      uint64_t lanes = sq_lanes(c, u), wr = write_lanes(c, lanes), bits = 0;                                 \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B) {                                        \
         vf a = SQ_FM(0), b = SQ_FM(1);                                                                      \
         vi m = (cond);                                                                                      \
         (void)a;                                                                                            \
         (void)b;                                                                                            \
         bits |= (uint64_t)v_bits(m) << (i / 4);                                                             \
         put(c, dst, i, (value), wr);                                                                        \
      }                                                                                                      \
      if (kill)                                                                                              \
         c->wave.killed |= bits & lanes;                                                                     \
      else                                                                                                   \
         c->pending = bits;                                                                                  \
   }

#define ONE        v_splat(1.0f)
#define ZERO       v_splat(0)
#define PRED_VAL   ((vf)(~m & (vi)ONE))
#define KILL_VAL   ((vf)(m & (vi)ONE))
#define PRED(n, c) TEST(n, 2, c, PRED_VAL, false)
#define KILL(n, c) TEST(n, 2, c, KILL_VAL, true)
#define IA         ((vi)a)
#define IB         ((vi)b)
#define UA         ((vu)IA)
#define UB         ((vu)IB)

PRED(PRED_SETE, a == b)
PRED(PRED_SETGT, a > b)
PRED(PRED_SETGE, a >= b)
PRED(PRED_SETNE, a != b)
PRED(PRED_SETE_INT, IA == IB)
PRED(PRED_SETGT_INT, IA > IB)
PRED(PRED_SETGE_INT, IA >= IB)
PRED(PRED_SETNE_INT, IA != IB)
PRED(PRED_SETGT_UINT, (vi)(UA > UB))
PRED(PRED_SETGE_UINT, (vi)(UA >= UB))
TEST(PRED_SET_INV, 1, a == ONE, v_sel(m, ZERO, v_sel(a == ZERO, ONE, a)), false)
TEST(PRED_SET_POP, 2, a <= b, v_sel(m, ZERO, a - b), false)
TEST(PRED_SET_CLR, 0, v_splati(0), (vf)v_splati(0x7f7fffff), false)
TEST(PRED_SET_RESTORE, 1, a == ZERO, v_sel(m, ZERO, a), false)
/* counter forms: true only where the counter in a is zero, else the counter goes up */
#define PUSHED(n, c) TEST(n, 2, (c) & (a == ZERO), v_sel(m, ZERO, a + ONE), false)
PUSHED(PRED_SETE_PUSH, b == ZERO)
PUSHED(PRED_SETGT_PUSH, b > ZERO)
PUSHED(PRED_SETGE_PUSH, b >= ZERO)
PUSHED(PRED_SETNE_PUSH, b != ZERO)
PUSHED(PRED_SETE_PUSH_INT, IB == 0)
PUSHED(PRED_SETGT_PUSH_INT, IB > 0)
PUSHED(PRED_SETGE_PUSH_INT, IB >= 0)
PUSHED(PRED_SETNE_PUSH_INT, IB != 0)
PUSHED(PRED_SETLT_PUSH_INT, IB < 0)
PUSHED(PRED_SETLE_PUSH_INT, IB <= 0)
KILL(KILLE, a == b)
KILL(KILLGT, a > b)
KILL(KILLGE, a >= b)
KILL(KILLNE, a != b)
KILL(KILLE_INT, IA == IB)
KILL(KILLGT_INT, IA > IB)
KILL(KILLGE_INT, IA >= IB)
KILL(KILLNE_INT, IA != IB)
KILL(KILLGT_UINT, (vi)(UA > UB))
KILL(KILLGE_UINT, (vi)(UA >= UB))

/* ---- */

void
SQ_SPECIAL(MODIFY)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst)
{
   SQ_SRC(0);
   SQ_MOD(0);
   for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)
      SQ_OUT(sq_result(SQ_FM(0), u));
}

static bool
uniform(const struct emu_row *idx, uint32_t row_B)
{
   vi differ = v_splati(0), first = v_splati((int32_t)idx->u[0]);
   for (uint32_t i = 0; i < row_B; i += EMU_VEC_B)
      differ |= v_loadi((const char *)idx + i) ^ first;
   return v_bits(differ != 0) == 0;
}

void
SQ_SPECIAL(REL_LOAD)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst)
{
   const struct emu_row *idx = sq_row(c, u->src[0]);
   if (uniform(idx, c->row_B)) {
      uint32_t reg = u->arg[0] + idx->u[0];
      if (reg < SQ_GPRS)
         memcpy(dst, &c->gpr[reg * 4 + u->arg[1]], sizeof(*dst));
      else
         memset(dst, 0, sizeof(*dst));
      return;
   }
   for (unsigned l = 0; l < c->row_B / 4; l++) {
      uint32_t reg = u->arg[0] + idx->u[l];
      dst->u[l] = reg < SQ_GPRS ? c->gpr[reg * 4 + u->arg[1]].u[l] : 0;
   }
}

void
SQ_SPECIAL(REL_STORE)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst)
{
   const struct emu_row *idx = sq_row(c, u->src[0]), *val = sq_row(c, u->src[1]);
   for (uint64_t m = sq_lanes(c, u); m; m &= m - 1) {
      unsigned l = (unsigned)__builtin_ctzll(m);
      uint32_t reg = u->arg[0] + idx->u[l];
      if (reg < SQ_GPRS)
         c->gpr[reg * 4 + u->arg[1]].u[l] = val->u[l];
   }
}

void
SQ_SPECIAL(KREL_LOAD)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst)
{
   const struct emu_row *idx = sq_row(c, u->src[0]);
   const struct sq_kbuf *k = &c->stage->kbuf[u->arg[0]];
   for (unsigned l = 0; l < c->row_B / 4; l++) {
      uint32_t dw = u->arg[1] + idx->u[l] * 4;
      dst->u[l] = dw < k->num_dw ? k->dw[dw] : 0;
   }
}

static struct sq_frame *
inner_loop(struct sq_ctx *c)
{
   for (unsigned i = c->depth; i-- > 0;) {
      if (c->stack[i].kind == SQ_FRAME_LOOP)
         return &c->stack[i];
   }
   return NULL;
}

void
SQ_SPECIAL(COMMIT)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst)
{
   uint64_t lanes = sq_lanes(c, u), lost = lanes & ~c->pending;
   if (u->arg[0] & 1)
      c->pred = (c->pred & ~lanes) | (c->pending & lanes);
   if (!(u->arg[0] & 2))
      return;
   c->active &= ~lost;
   struct sq_frame *loop = u->arg[1] ? inner_loop(c) : NULL;
   if (u->arg[1] == 1 && loop)
      loop->broken |= lost;
   else if (u->arg[1] == 2 && loop)
      loop->continued |= lost;
   else if (u->arg[1] == 3)
      c->wave.killed |= lost;
}

void
SQ_SPECIAL(SET_CF_IDX)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst)
{
   if (c->active)
      c->cf_idx[u->arg[0] & 1] = (int32_t)sq_row(c, u->src[0])->u[__builtin_ctzll(c->active)];
}

/* ---- interpolation (Evergreen and later) ---- */

/* Value k of a micro-op's parameter and channel, of the vector that is i bytes into rows: of a wave of several primitives. */
ALWAYS_INLINE vf
quad_param(const struct sq_ctx *c, const struct sq_uop *u, unsigned k, unsigned chan, uint32_t i)
{
   return v_quad(v_load((const char *)&c->quad_params[u->arg[0]][k] + i), chan);
}

ALWAYS_INLINE void
interp_quads(const struct sq_ctx *c, const struct sq_uop *u, unsigned chan, struct emu_row *dst)
{
   SQ_SRC(0);
   SQ_SRC(1);
   SQ_MOD(0);
   SQ_MOD(1);
   for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B) {
      const vf v = quad_param(c, u, 0, chan, i) + SQ_FM(0) * quad_param(c, u, 1, chan, i);
      SQ_OUT(sq_result(v + SQ_FM(1) * quad_param(c, u, 2, chan, i), u));
   }
}

void
SQ_SPECIAL(INTERP)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst)
{
   const unsigned chan = u->arg[1] & 3;
   if (!c->wave.one_prim) {
      if (chan == 0)
         interp_quads(c, u, 0, dst);
      else if (chan == 1)
         interp_quads(c, u, 1, dst);
      else if (chan == 2)
         interp_quads(c, u, 2, dst);
      else
         interp_quads(c, u, 3, dst);
      return;
   }
   SQ_SRC(0);
   SQ_SRC(1);
   SQ_MOD(0);
   SQ_MOD(1);
   const float *p = &c->wave.params[u->arg[0] * 12 + chan];
   const vf a = v_splat(p[0]), b = v_splat(p[4]), d = v_splat(p[8]);
   for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)
      SQ_OUT(sq_result((a + SQ_FM(0) * b) + SQ_FM(1) * d, u));
}

void
SQ_SPECIAL(INTERP_P)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst)
{
   const unsigned k = u->arg[1] >> 2, chan = u->arg[1] & 3;
   const vf all = v_splat(c->wave.one_prim ? c->wave.params[u->arg[0] * 12 + k * 4 + chan] : 0);
   for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B)
      SQ_OUT(sq_result(c->wave.one_prim ? all : quad_param(c, u, k, chan, i), u));
}

/* ---- CUBE: face, coordinates and twice the major axis of a direction (x, y, z) ---- */

#define CUBE(n, expr)                                                                                        \
   void SQ_SPECIAL(n)(struct sq_ctx * c, const struct sq_uop *u, struct emu_row *dst)                        \
   {                                                                                                         \
      SQ_SRC(0);                                                                                             \
      SQ_SRC(1);                                                                                             \
      SQ_SRC(2);                                                                                             \
      SQ_MOD(0);                                                                                             \
      SQ_MOD(1);                                                                                             \
      SQ_MOD(2);                                                                                             \
      for (uint32_t i = 0, end = c->row_B; i < end; i += EMU_VEC_B) {                                        \
         vf x = SQ_FM(0), y = SQ_FM(1), z = SQ_FM(2);                                                        \
         vf ax = v_abs(x), ay = v_abs(y), az = v_abs(z);                                                     \
         vi is_z = (az >= ax) & (az >= ay), is_y = ay >= ax;                                                 \
         (void)is_z;                                                                                         \
         (void)is_y;                                                                                         \
         SQ_OUT(sq_result(expr, u));                                                                         \
      }                                                                                                      \
   }
#define BY_AXIS(for_z, for_y, for_x) v_sel(is_z, for_z, v_sel(is_y, for_y, for_x))
#define NEG(a, cond)                 ((vf)((vi)(a) ^ ((cond)&INT32_MIN)))
CUBE(CUBE_T, BY_AXIS(-y, NEG(z, y < ZERO), -y))
CUBE(CUBE_S, BY_AXIS(NEG(x, z < ZERO), x, NEG(z, ~(x < ZERO))))
CUBE(CUBE_MA, BY_AXIS(z, y, x) * v_splat(2.0f))
CUBE(CUBE_FACE, BY_AXIS(v_sel(z < ZERO, v_splat(5.0f), v_splat(4.0f)),
                        v_sel(y < ZERO, v_splat(3.0f), v_splat(2.0f)), v_sel(x < ZERO, v_splat(1.0f), ZERO)))
