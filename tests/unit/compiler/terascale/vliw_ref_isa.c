/* SPDX-License-Identifier: MIT
 *
 * Reference machine for machine code: executes the bytes for one lane, strictly: everything that hardware
 * leaves undefined (PV and PS at the start of a clause, AR, registers nobody wrote) holds garbage, reads of a
 * group come before its writes, and constants are seen through the locked kcache lines only.
 */
#include "vliw_ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "isa/terascale/words.h"
#include "util/u_math.h"

#define POISON 0x7fc0dead /* a NaN */
#define IJ_I   0x3e99aaaa /* what the barycentrics hold */
#define IJ_J   0x3ecdbbbb

struct isa {
   const struct ir_shader *s;
   const struct vliw_binary *b;
   const struct ref_env *env;
   struct ref_result *r;
   enum db_gen gen;
   uint32_t gpr[128][4];
   uint32_t pv[4], ps;
   int ar;
   bool ar_valid;
   bool active, broken, continued;
   struct {
      bool loop, active, broken;
   } stack[256];
   unsigned sp, steps;
   struct vliw_w_kcache kc[2];
   uint32_t grad[8];
   uint32_t scratch[8192][4];
   bool acks_pending;
};

static void
fail(struct isa *m, const char *what)
{
   if (!m->r->error[0])
      snprintf(m->r->error, sizeof m->r->error, "%s", what);
}

static bool
on(const struct isa *m)
{
   return m->active && !m->broken && !m->continued;
}

static uint32_t
operand(struct isa *m, const struct vliw_w_alu *w, unsigned j, const uint32_t *lit)
{
   unsigned sel = w->sel[j], ch = w->chan[j];
   uint32_t v = POISON;
   if (sel < 128) {
      unsigned g = sel;
      if (w->rel[j]) {
         if (!m->ar_valid)
            fail(m, "relative read without AR");
         g = (unsigned)((int)sel + m->ar);
      }
      if (g >= m->b->num_gprs)
         fail(m, "read of a GPR beyond num_gprs");
      v = m->gpr[g & 127][ch];
   } else if (sel < 192) {
      unsigned set = (sel - 128) / 32, line = (sel - 128) % 32 / 16;
      if (line >= m->kc[set].mode)
         fail(m, "constant outside the locked lines");
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
         fail(m, "PS on a chip without T");
   } else if (sel >= 448) {
      /* the n-th interpolated input of the FS */
      unsigned n = sel - 448;
      for (size_t i = 0; i < m->s->inputs.count; i++)
         if (n < m->b->num_params && m->s->inputs.data[i].semantic == m->b->params[n].semantic &&
             m->s->inputs.data[i].sem_index == m->b->params[n].sem_index)
            v = m->env->inputs[i][ch];
   } else {
      fail(m, "operand select not known here");
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
alu(struct isa *m, const struct vliw_w_alu *w, const uint32_t s[3], bool *pred)
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
      fail(m, db_alu_info((enum db_alu_op)w->op)->name);
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
group(struct isa *m, struct vliw_w_alu *w, unsigned n, const uint32_t *lit)
{
   uint32_t result[5] = {0}, s[5][3];
   unsigned unit[5], taken = 0;
   bool pred[5] = {false}, wrote_ps = false;
   for (unsigned i = 0; i < n; i++) {
      if (w[i].op < 0) {
         fail(m, "unknown ALU code");
         return;
      }
      unsigned slots = db_alu_info((enum db_alu_op)w[i].op)->slots[m->gen];
      unit[i] = w[i].dst_chan;
      if (m->gen != DB_CAYMAN && (slots == DB_SLOT_TRANS || (slots == DB_SLOT_ANY && taken & 1u << unit[i])))
         unit[i] = 4;
      if (taken & 1u << unit[i])
         fail(m, "two instructions in one unit");
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
            fail(m, "operands of CUBE");
         result[i] = fui(r[unit[i]]);
         break;
      }
      case DB_ALU_INTERP_XY:
      case DB_ALU_INTERP_ZW:
         if (s[i][0] != (unit[i] & 1 ? IJ_I : IJ_J))
            fail(m, "barycentrics of INTERP");
         result[i] = unit[i] / 2 == (w[i].op == DB_ALU_INTERP_ZW) ? s[i][1] : POISON;
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
   bool was_on = on(m);
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
               fail(m, "relative write without AR");
            g = (unsigned)((int)g + m->ar);
         }
         if (g >= m->b->num_gprs)
            fail(m, "write of a GPR beyond num_gprs");
         m->gpr[g & 127][w[i].dst_chan] = result[i];
      }
      if (info->flags & DB_ALU_KILL_F && was_on && pred[i])
         m->r->killed = true;
      if (info->flags & DB_ALU_PRED_F && w[i].update_exec && was_on)
         m->active = pred[i];
   }
   (void)wrote_ps;
}

static void
alu_clause(struct isa *m, const struct vliw_w_cf *cf)
{
   uint32_t at = cf->addr * 2, end = at + (cf->count + 1) * 2;
   if (end > m->b->num_dw) {
      fail(m, "clause outside the program");
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
            fail(m, "group without an end");
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
      fail(m, "clause length");
}

static uint32_t
sel(const uint32_t v[4], unsigned s)
{
   return s < 4 ? v[s] : s == 5 ? 0x3f800000 : 0;
}

static uint32_t *
scratch_at(struct isa *m, unsigned base, bool indexed, uint32_t index, unsigned size)
{
   static uint32_t nowhere[4];
   if (indexed && index > size)
      fail(m, "a scratch index outside of the array");
   uint32_t at = base + (indexed ? index : 0);
   if (at >= m->b->scratch_B / 16 || at >= 8192) {
      fail(m, "scratch access outside of what is allocated");
      return nowhere;
   }
   return m->scratch[at];
}

static void
read_scratch(struct isa *m, unsigned base, bool indexed, uint32_t index, unsigned size, uint32_t out[4])
{
   if (on(m))
      memcpy(out, scratch_at(m, base, indexed, index, size), 16);
}

static void
mem_scratch(struct isa *m, const struct vliw_w_cf *w)
{
   if (!on(m))
      return;
   bool reads = m->gen == DB_R600 && w->type & 2;
   uint32_t *at = scratch_at(m, w->array_base, w->type & 1, m->gpr[w->index_gpr][0], w->array_size);
   for (unsigned k = 0; k < 4; k++) {
      if (!(w->comp_mask & 1u << k))
         continue;
      if (reads)
         m->gpr[w->gpr][k] = at[k];
      else
         at[k] = m->gpr[w->gpr][k];
   }
   m->acks_pending |= !reads && m->gen != DB_R600;
}

static unsigned
texture_op(const struct vliw_w_tex *t)
{
   return (unsigned)t->op | (unsigned)t->offset[0] << 8 | (unsigned)t->offset[1] << 13 |
          (unsigned)t->offset[2] << 18;
}

static void
fetch_clause(struct isa *m, const struct vliw_w_cf *cf)
{
   for (unsigned i = 0; i <= cf->count; i++) {
      const uint32_t *dw = m->b->dw + cf->addr * 2 + i * 4;
      uint32_t out[4] = {0};
      const uint8_t *dst_sel;
      unsigned dst;
      struct vliw_w_tex t;
      struct vliw_w_vtx v;
      if (cf->clause == DB_CLAUSE_VTX || vliw_tex_is_vtx(m->gen, dw)) {
         vliw_dec_vtx(m->gen, dw, &v);
         if (v.op == DB_VTX_READ_SCRATCH) {
            if (m->acks_pending)
               fail(m, "scratch is read before its writes are acknowledged");
            read_scratch(m, v.array_base, v.indexed, m->gpr[v.src_gpr][v.src_sel[0]], v.array_size, out);
            dst = v.dst_gpr;
            dst_sel = v.dst_sel;
            goto write;
         }
         uint32_t index = m->gpr[v.src_gpr][v.src_sel[0]] + v.offset / 16;
         if (v.buffer > VLIW_UNIFORM_RESOURCE + IR_MAX_BLOCKS || v.fetch_type != 2)
            fail(m, "vertex fetch from an unknown buffer");
         for (unsigned k = 0; k < 4; k++)
            out[k] = ref_constant(m->env, v.buffer - VLIW_UNIFORM_RESOURCE, index, k);
         dst = v.dst_gpr;
         dst_sel = v.dst_sel;
      } else {
         vliw_dec_tex(m->gen, dw, &t);
         uint32_t coord[4];
         for (unsigned k = 0; k < 4; k++)
            coord[k] = sel(m->gpr[t.src_gpr], t.src_sel[k]);
         dst = t.dst_gpr;
         dst_sel = t.dst_sel;
         static const uint32_t zero[8];
         switch (t.op) {
         case DB_TEX_SET_GRADIENTS_H:
            memcpy(m->grad, coord, 16);
            break;
         case DB_TEX_SET_GRADIENTS_V:
            memcpy(m->grad + 4, coord, 16);
            break;
         case DB_TEX_GET_GRADIENTS_H:
         case DB_TEX_GET_GRADIENTS_V:
            for (unsigned k = 0; k < 4; k++)
               out[k] = fui(ref_flush(uif(coord[k]) * (t.op == DB_TEX_GET_GRADIENTS_H ? 0.25f : 0.5f)));
            break;
         case DB_TEX_SAMPLE:
         case DB_TEX_SAMPLE_L:
         case DB_TEX_SAMPLE_LB:
         case DB_TEX_SAMPLE_G:
         case DB_TEX_SAMPLE_C:
         case DB_TEX_SAMPLE_C_L:
         case DB_TEX_SAMPLE_C_LZ:
         case DB_TEX_SAMPLE_C_LB:
         case DB_TEX_SAMPLE_C_G:
         case DB_TEX_LD:
         case DB_TEX_GET_TEXTURE_RESINFO:
            if (t.resource != VLIW_TEX_RESOURCE_BASE + t.sampler)
               fail(m, "texture resource");
            ref_texture(texture_op(&t), t.sampler, coord,
                        t.op == DB_TEX_SAMPLE_G || t.op == DB_TEX_SAMPLE_C_G ? m->grad : zero, out);
            break;
         default:
            fail(m, "unknown fetch");
         }
      }
   write:
      if (!on(m))
         continue;
      for (unsigned k = 0; k < 4; k++)
         if (dst_sel[k] != 7) {
            if (dst >= m->b->num_gprs)
               fail(m, "fetch into a GPR beyond num_gprs");
            m->gpr[dst][k] = sel(out, dst_sel[k]);
         }
   }
}

static void
pop(struct isa *m, unsigned n)
{
   while (n--) {
      if (!m->sp || m->stack[m->sp - 1].loop) {
         fail(m, "pop of nothing");
         return;
      }
      m->active = m->stack[--m->sp].active;
   }
}

static void
push(struct isa *m, bool loop)
{
   if (m->sp == 256) {
      fail(m, "stack overflow");
      return;
   }
   m->stack[m->sp].loop = loop;
   m->stack[m->sp].active = m->active;
   m->stack[m->sp].broken = m->broken || m->continued;
   m->sp++;
}

static void
export_(struct isa *m, const struct vliw_w_cf *w)
{
   const struct ir_shader *s = m->s;
   if (!on(m))
      fail(m, "export while inactive");
   for (size_t i = 0; i < s->outputs.count; i++) {
      const struct ir_io *io = &s->outputs.data[i];
      bool hit = false;
      if (w->type == 0)
         hit = w->array_base == 61 ? io->semantic == IR_SEM_DEPTH
                                   : (io->semantic == IR_SEM_COLOR && io->sem_index == w->array_base) ||
                                        (io->semantic == IR_SEM_COLOR_ALL);
      else if (w->type == 1)
         hit = io->semantic == (w->array_base == 60 ? IR_SEM_POSITION : IR_SEM_POINT_SIZE);
      else
         hit = w->array_base < m->b->num_params && io->semantic == m->b->params[w->array_base].semantic &&
               io->sem_index == m->b->params[w->array_base].sem_index;
      if (!hit)
         continue;
      for (unsigned k = 0; k < 4; k++)
         if (w->sel[k] != 7) {
            m->r->out[i][k] = sel(m->gpr[w->gpr], w->sel[k]);
            m->r->written[i] |= (uint8_t)(1u << k);
         }
   }
}

void
ref_run_isa(const struct ir_shader *s, const struct vliw_binary *b, const struct ref_env *env,
            struct ref_result *r)
{
   static struct isa m_;
   struct isa *m = &m_;
   memset(m, 0, sizeof *m);
   memset(r, 0, sizeof *r);
   m->s = s;
   m->b = b;
   m->env = env;
   m->r = r;
   m->gen = env->chip->gen;
   m->active = true;
   for (unsigned i = 0; i < 128; i++)
      for (unsigned k = 0; k < 4; k++)
         m->gpr[i][k] = POISON + i * 4 + k;
   if (s->stage == IR_VERTEX) {
      m->gpr[0][0] = env->vertex_id;
      m->gpr[0][3] = env->instance_id;
   } else if (m->gen >= DB_EVERGREEN) {
      m->gpr[0][0] = IJ_I;
      m->gpr[0][1] = IJ_J;
   }
   for (size_t i = 0; s->stage == IR_FRAGMENT && i < s->inputs.count; i++) {
      const struct ir_io *io = &s->inputs.data[i];
      uint32_t v[4];
      memcpy(v, env->inputs[i], 16);
      if (io->semantic == IR_SEM_FRAG_COORD && b->position_gpr >= 0) {
         v[3] = fui(1.0f / uif(v[3]));
         memcpy(m->gpr[b->position_gpr], v, 16);
      } else if (io->semantic == IR_SEM_FACE && b->face_gpr >= 0) {
         v[0] = v[0] ? 0x3f800000 : 0xbf800000;
         memcpy(m->gpr[b->face_gpr], v, 16);
      } else if (m->gen <= DB_R700) {
         for (unsigned p = 0; p < b->num_params; p++)
            if (b->params[p].semantic == io->semantic && b->params[p].sem_index == io->sem_index)
               memcpy(m->gpr[b->params[p].gpr], v, 16);
      }
   }
   uint32_t pc = 0;
   while (!r->error[0]) {
      if (pc * 2 + 2 > b->num_dw || ++m->steps > 50000) {
         fail(m, "the program runs away");
         break;
      }
      struct vliw_w_cf w;
      vliw_dec_cf(m->gen, b->dw + pc * 2, &w);
      uint32_t next = pc + 1;
      switch (w.op) {
      case DB_CF_NOP:
      case DB_CF_CF_END:
         break;
      case DB_CF_CALL_FS:
         for (size_t i = 0; i < s->inputs.count; i++)
            if (b->attrib_gpr[s->inputs.data[i].sem_index])
               memcpy(m->gpr[b->attrib_gpr[s->inputs.data[i].sem_index]], env->inputs[i], 16);
         break;
      case DB_CF_ALU_PUSH_BEFORE:
         push(m, false);
         alu_clause(m, &w);
         break;
      case DB_CF_ALU:
         alu_clause(m, &w);
         break;
      case DB_CF_ALU_BREAK:
      case DB_CF_ALU_CONTINUE: {
         bool was = on(m);
         alu_clause(m, &w);
         if (was && !m->active) {
            m->active = true;
            m->broken |= w.op == DB_CF_ALU_BREAK;
            m->continued |= w.op == DB_CF_ALU_CONTINUE;
         }
         break;
      }
      case DB_CF_ALU_POP_AFTER:
         alu_clause(m, &w);
         pop(m, 1);
         break;
      case DB_CF_TEX:
      case DB_CF_VTX:
      case DB_CF_VTX_TC:
         fetch_clause(m, &w);
         break;
      case DB_CF_PUSH:
         push(m, false);
         break;
      case DB_CF_JUMP:
         if (!on(m)) {
            pop(m, w.pop_count);
            next = w.addr;
         }
         break;
      case DB_CF_ELSE:
         if (!m->sp) {
            fail(m, "ELSE without a push");
            break;
         }
         m->active = m->stack[m->sp - 1].active && !m->active;
         if (!on(m)) {
            pop(m, w.pop_count);
            next = w.addr;
         }
         break;
      case DB_CF_POP:
         pop(m, w.pop_count);
         break;
      case DB_CF_LOOP_START_DX10:
         push(m, true);
         if (!on(m)) {
            m->sp--;
            next = w.addr;
         }
         break;
      case DB_CF_LOOP_END:
         while (m->sp && !m->stack[m->sp - 1].loop)
            m->sp--; /* a break out of nested branches leaves their entries */
         if (!m->sp) {
            fail(m, "LOOP_END without a loop");
            break;
         }
         m->continued = false;
         m->active = m->stack[m->sp - 1].active;
         if (m->active && !m->broken) {
            next = w.addr;
         } else {
            m->sp--;
            m->broken = m->stack[m->sp].broken;
         }
         break;
      case DB_CF_LOOP_BREAK:
         if (on(m))
            m->broken = true;
         next = w.addr;
         break;
      case DB_CF_LOOP_CONTINUE:
         if (on(m))
            m->continued = true;
         next = w.addr;
         break;
      case DB_CF_MEM_SCRATCH:
         mem_scratch(m, &w);
         break;
      case DB_CF_WAIT_ACK:
         m->acks_pending = false;
         break;
      case DB_CF_EXPORT:
      case DB_CF_EXPORT_DONE:
         export_(m, &w);
         break;
      default:
         fail(m, "unknown CF instruction");
      }
      if (w.eop || w.op == DB_CF_CF_END)
         break;
      pc = next;
   }
   if (m->sp && !r->error[0])
      fail(m, "the stack is not empty at the end");
}
