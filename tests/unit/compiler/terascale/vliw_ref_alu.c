/* SPDX-License-Identifier: MIT
 *
 * Reference machine for machine code, its ALU clauses: operations by value, groups that read before they write, literals,
 * constants through locked lines, PV, PS and AR, which hold garbage at the start of a clause.
 */
#include <math.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "util/u_math.h"
#include "vliw_ref_isa.h"

static uint32_t
operand(struct ref_isa *m, const struct vliw_w_alu *w, unsigned j, const uint32_t *lit)
{
   unsigned sel = w->sel[j], ch = w->chan[j];
   uint32_t v = POISON;
   if (sel < 128) {
      unsigned g = sel;
      if (w->rel[j]) {
         if (!m->ar_valid)
            ref_isa_fail(m, "relative read without AR");
         g = (unsigned)((int)sel + m->ar);
      }
      if (g >= m->b->num_gprs)
         ref_isa_fail(m, "read of a GPR beyond num_gprs");
      v = m->gpr[g & 127][ch];
   } else if (sel < 192) {
      unsigned set = (sel - 128) / 32, line = (sel - 128) % 32 / 16;
      if (line >= m->kc[set].mode)
         ref_isa_fail(m, "constant outside the locked lines");
      v = ref_constant(m->env, m->kc[set].bank, m->kc[set].addr * 16 + (sel - 128) % 32, ch);
   } else if (sel == 248) {
      v = 0;
   } else if (sel == 249) {
      v = 0x3f800000;
   } else if (sel == 250) {
      v = 1;
   } else if (sel == 251) {
      v = 0xffffffff;
   } else if (sel == 252) {
      v = 0x3f000000;
   } else if (sel == 253) {
      v = lit[ch];
   } else if (sel == 254) {
      v = m->pv[ch];
   } else if (sel == 255) {
      v = m->ps;
      if (m->gen == DB_CAYMAN)
         ref_isa_fail(m, "PS on a chip without T");
   } else if (sel >= 448) {
      /* the n-th interpolated input of the FS */
      unsigned n = sel - 448;
      for (size_t i = 0; i < m->s->inputs.count; i++)
         if (n < m->b->num_params && m->s->inputs.data[i].semantic == m->b->params[n].semantic &&
             m->s->inputs.data[i].sem_index == m->b->params[n].sem_index)
            v = m->env->inputs[i][ch];
   } else {
      ref_isa_fail(m, "operand select not known here");
   }
   if (j < 2 && w->abs[j])
      v &= 0x7fffffff;
   if (w->neg[j])
      v ^= 0x80000000;
   return v;
}

static int
to_int(float f)
{
   if (f != f)
      return 0;
   if (f >= 2147483648.0f)
      return INT32_MAX;
   if (f <= -2147483648.0f)
      return INT32_MIN;
   return (int)f;
}

static uint32_t
to_uint(float f)
{
   return !(f > 0) ? 0 : f >= 4294967296.0f ? ~0u : (uint32_t)f;
}

/** One scalar operation. */
static uint32_t
alu(struct ref_isa *m, const struct vliw_w_alu *w, const uint32_t s[3], bool *pred)
{
   float a = ref_flush(uif(s[0])), b = ref_flush(uif(s[1])), c = ref_flush(uif(s[2])), f = 0;
   int32_t x = (int32_t)s[0], y = (int32_t)s[1];
   uint32_t v = 0;
   bool is_float = false;
#define F(OP, e)                                                                                             \
   case DB_ALU_##OP:                                                                                         \
      f = (e);                                                                                               \
      is_float = true;                                                                                       \
      break
#define I(OP, e)                                                                                             \
   case DB_ALU_##OP:                                                                                         \
      v = (uint32_t)(e);                                                                                     \
      break
#define P(OP, e)                                                                                             \
   case DB_ALU_##OP:                                                                                         \
      *pred = (e);                                                                                           \
      break
   switch ((enum db_alu_op)w->op) {
      F(ADD, a + b);
      F(MUL_IEEE, a * b);
      F(MAX_DX10, a >= b ? a : b);
      F(MIN_DX10, a < b ? a : b);
      F(SETE, a == b);
      F(SETGT, a > b);
      F(SETGE, a >= b);
      F(SETNE, a != b);
      I(SETE_DX10, a == b ? -1 : 0);
      I(SETGT_DX10, a > b ? -1 : 0);
      I(SETGE_DX10, a >= b ? -1 : 0);
      I(SETNE_DX10, a != b ? -1 : 0);
      F(FRACT, a - floorf(a));
      F(TRUNC, truncf(a));
      F(CEIL, ceilf(a));
      F(RNDNE, rintf(a));
      F(FLOOR, floorf(a));
      I(ASHR_INT, x >> (s[1] > 31 ? 31 : s[1]));
      I(LSHR_INT, s[1] > 31 ? 0 : s[0] >> s[1]);
      I(LSHL_INT, s[1] > 31 ? 0 : s[0] << s[1]);
      I(NOP, 0);
      I(AND_INT, s[0] & s[1]);
      I(OR_INT, s[0] | s[1]);
      I(XOR_INT, s[0] ^ s[1]);
      I(NOT_INT, ~s[0]);
      I(ADD_INT, s[0] + s[1]);
      I(SUB_INT, s[0] - s[1]);
      I(MAX_INT, MAX2(x, y));
      I(MIN_INT, MIN2(x, y));
      I(SETE_INT, x == y ? -1 : 0);
      I(SETGT_INT, x > y ? -1 : 0);
      I(SETGE_INT, x >= y ? -1 : 0);
      I(SETNE_INT, x != y ? -1 : 0);
      I(SETGT_UINT, s[0] > s[1] ? -1 : 0);
      I(SETGE_UINT, s[0] >= s[1] ? -1 : 0);
      I(MAX_UINT, MAX2(s[0], s[1]));
      I(MIN_UINT, MIN2(s[0], s[1]));
      I(MULHI_UINT, (uint64_t)s[0] * s[1] >> 32);
      I(FLT_TO_UINT, to_uint(m->gen >= DB_EVERGREEN ? floorf(a + 0.5f) : a)); /* as FLT_TO_INT */
      F(UINT_TO_FLT, (float)s[0]);
      P(PRED_SETGT_UINT, s[0] > s[1]);
      P(PRED_SETGE_UINT, s[0] >= s[1]);
      P(KILLGT_UINT, s[0] > s[1]);
      P(KILLGE_UINT, s[0] >= s[1]);
      P(PRED_SETE, a == b);
      P(PRED_SETGT, a > b);
      P(PRED_SETGE, a >= b);
      P(PRED_SETNE, a != b);
      P(PRED_SETE_INT, x == y);
      P(PRED_SETGT_INT, x > y);
      P(PRED_SETGE_INT, x >= y);
      P(PRED_SETNE_INT, x != y);
      P(KILLE, a == b);
      P(KILLGT, a > b);
      P(KILLGE, a >= b);
      P(KILLNE, a != b);
      P(KILLE_INT, x == y);
      P(KILLGT_INT, x > y);
      P(KILLGE_INT, x >= y);
      P(KILLNE_INT, x != y);
      I(FLT_TO_INT, to_int(m->gen >= DB_EVERGREEN ? floorf(a + 0.5f) : a)); /* must not matter: TRUNC first */
      F(INT_TO_FLT, (float)x);
      F(EXP_IEEE, ir_exp2f(a));
      F(LOG_IEEE, ir_log2f(a));
      F(RECIP_IEEE, 1.0f / a);
      F(RECIPSQRT_IEEE, 1.0f / sqrtf(a));
      F(SQRT_IEEE, sqrtf(a));
      F(SIN, ref_trig(m->env->chip, false, a));
      F(COS, ref_trig(m->env->chip, true, a));
      I(MULLO_INT, s[0] * s[1]);
      F(MULADD_IEEE, ref_flush(a * b) + c);
      I(CNDE, a == 0 ? s[1] : s[2]);
      I(CNDGT, a > 0 ? s[1] : s[2]);
      I(CNDGE, a >= 0 ? s[1] : s[2]);
      I(CNDE_INT, x == 0 ? s[1] : s[2]);
      I(CNDGT_INT, x > 0 ? s[1] : s[2]);
      I(CNDGE_INT, x >= 0 ? s[1] : s[2]);
   case DB_ALU_MOV:
      if (!w->clamp)
         return s[0];
      f = a;
      is_float = true;
      break;
   default:
      ref_isa_fail(m, db_alu_info((enum db_alu_op)w->op)->name);
   }
#undef F
#undef I
#undef P
   bool cnd = w->op == DB_ALU_CNDE || w->op == DB_ALU_CNDGT || w->op == DB_ALU_CNDGE;
   if (cnd && w->clamp) {
      f = uif(v);
      is_float = true;
   }
   if (is_float) {
      static const float omod[] = {1, 2, 4, 0.5f};
      f = ref_flush(f * omod[w->omod]);
      if (w->clamp)
         f = f > 0 ? (f < 1 ? f : 1.0f) : 0.0f;
      v = fui(f);
   }
   return v;
}

static void
group(struct ref_isa *m, struct vliw_w_alu *w, unsigned n, const uint32_t *lit)
{
   uint32_t result[5] = {0}, s[5][3];
   unsigned unit[5], taken = 0;
   bool pred[5] = {false}, wrote_ps = false;
   for (unsigned i = 0; i < n; i++) {
      if (w[i].op < 0) {
         ref_isa_fail(m, "unknown ALU code");
         return;
      }
      unsigned slots = db_alu_info((enum db_alu_op)w[i].op)->slots[m->gen];
      unit[i] = w[i].dst_chan;
      if (m->gen != DB_CAYMAN && (slots == DB_SLOT_TRANS || (slots == DB_SLOT_ANY && taken & 1u << unit[i])))
         unit[i] = 4;
      if (taken & 1u << unit[i])
         ref_isa_fail(m, "two instructions in one unit");
      taken |= 1u << unit[i];
      for (unsigned j = 0; j < 3; j++)
         s[i][j] = j < w[i].nsrc ? operand(m, &w[i], j, lit) : 0;
   }
   for (unsigned i = 0; i < n; i++) {
      switch (w[i].op) {
      case DB_ALU_DOT4_IEEE: {
         float p[4] = {0};
         for (unsigned k = 0; k < n; k++)
            if (unit[k] < 4)
               p[unit[k]] = ref_flush(ref_flush(uif(s[k][0])) * ref_flush(uif(s[k][1])));
         float f = ref_flush((p[0] + p[1]) + (p[2] + p[3]));
         if (w[i].clamp)
            f = f > 0 ? (f < 1 ? f : 1.0f) : 0.0f;
         result[i] = fui(f);
         break;
      }
      case DB_ALU_CUBE: {
         /* x: (z, y), y: (z, x), z: (x, z), w: (y, z) */
         float d[3] = {uif(s[2][0]), uif(s[3][0]), uif(s[0][0])}, r[4];
         ref_cube(d, &r[1], &r[0], &r[2], &r[3]);
         if (s[0][1] != s[3][0] || s[1][0] != s[0][0] || s[1][1] != s[2][0] || s[2][1] != s[0][0] ||
             s[3][1] != s[0][0])
            ref_isa_fail(m, "operands of CUBE");
         result[i] = fui(r[unit[i]]);
         break;
      }
      case DB_ALU_INTERP_XY:
      case DB_ALU_INTERP_ZW:
         if (s[i][0] != (unit[i] & 1 ? IJ_I : IJ_J))
            ref_isa_fail(m, "barycentrics of INTERP");
         result[i] = unit[i] / 2 == (w[i].op == DB_ALU_INTERP_ZW) ? s[i][1] : POISON;
         break;
      case DB_ALU_INTERP_X:
      case DB_ALU_INTERP_Z:
         if (s[i][0] != (unit[i] & 1 ? IJ_I : IJ_J))
            ref_isa_fail(m, "barycentrics of INTERP");
         result[i] = unit[i] == (w[i].op == DB_ALU_INTERP_Z ? 2 : 0) ? s[i][1] : POISON;
         break;
      case DB_ALU_INTERP_LOAD_P0:
         result[i] = s[i][0];
         break;
      case DB_ALU_MOVA_INT:
      case DB_ALU_MOVA_GPR_INT:
         break;
      default:
         result[i] = alu(m, &w[i], s[i], &pred[i]);
         break;
      }
   }
   for (unsigned i = 0; i < 4; i++)
      m->pv[i] = POISON;
   m->ps = POISON;
   bool was_on = ref_isa_on(m);
   for (unsigned i = 0; i < n; i++) {
      const struct db_alu_info *info = db_alu_info((enum db_alu_op)w[i].op);
      if (unit[i] < 4)
         m->pv[unit[i]] = result[i];
      else
         m->ps = result[i], wrote_ps = true;
      if (info->flags & DB_ALU_MOVA_F) {
         m->ar = (int)s[i][0];
         m->ar_valid = true;
      }
      if ((w[i].write || info->op3) && was_on) {
         unsigned g = w[i].dst_gpr;
         if (w[i].dst_rel) {
            if (!m->ar_valid)
               ref_isa_fail(m, "relative write without AR");
            g = (unsigned)((int)g + m->ar);
         }
         if (g >= m->b->num_gprs)
            ref_isa_fail(m, "write of a GPR beyond num_gprs");
         m->gpr[g & 127][w[i].dst_chan] = result[i];
      }
      if (info->flags & DB_ALU_KILL_F && was_on && pred[i])
         m->r->killed = true;
      if (info->flags & DB_ALU_PRED_F && w[i].update_exec && was_on)
         m->active = pred[i];
   }
   (void)wrote_ps;
}

void
ref_isa_alu_clause(struct ref_isa *m, const struct vliw_w_cf *cf)
{
   uint32_t at = cf->addr * 2, end = at + (cf->count + 1) * 2;
   if (end > m->b->num_dw) {
      ref_isa_fail(m, "clause outside the program");
      return;
   }
   memcpy(m->kc, cf->kc, sizeof m->kc);
   for (unsigned i = 0; i < 4; i++)
      m->pv[i] = POISON;
   m->ps = POISON;
   m->ar_valid = false;
   while (at < end && !m->r->error[0]) {
      struct vliw_w_alu w[5];
      unsigned n = 0, lits = 0;
      do {
         if (n == 5 || at >= end) {
            ref_isa_fail(m, "group without an end");
            return;
         }
         vliw_dec_alu(m->gen, m->b->dw + at, &w[n]);
         for (unsigned j = 0; j < w[n].nsrc; j++)
            if (w[n].sel[j] == 253)
               lits = MAX2(lits, w[n].chan[j] + 1u);
         at += 2;
      } while (!w[n++].last);
      uint32_t lit[4] = {0};
      for (unsigned i = 0; i < u_align(lits, 2); i++)
         lit[i] = m->b->dw[at++];
      group(m, w, n, lit);
   }
   if (at != end)
      ref_isa_fail(m, "clause length");
}
