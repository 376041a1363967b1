/* SPDX-License-Identifier: MIT
 *
 * Reference machine for IR: walks the tree, one lane.
 */
#include "vliw_ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "db/terascale/isa.h"
#include "util/u_math.h"

float
ref_flush(float f)
{
   uint32_t u = fui(f);
   return u & 0x7f800000 ? f : uif(u & 0x80000000);
}

float
ref_trig(const struct terascale_chip *chip, bool cosine, float reduced)
{
   if (chip->gen == DB_R600)
      return (float)(cosine ? cos((double)reduced) : sin((double)reduced));
   return cosine ? ir_cos_turnf(reduced) : ir_sin_turnf(reduced);
}

void
ref_cube(const float d[3], float *s, float *t, float *ma, float *face)
{
   float x = d[0], y = d[1], z = d[2], ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
   if (az >= ax && az >= ay) {
      *face = z < 0 ? 5 : 4;
      *s = z < 0 ? -x : x;
      *t = -y;
      *ma = 2 * z;
   } else if (ay >= ax) {
      *face = y < 0 ? 3 : 2;
      *s = x;
      *t = y < 0 ? -z : z;
      *ma = 2 * y;
   } else {
      *face = x < 0 ? 1 : 0;
      *s = x < 0 ? z : -z;
      *t = -y;
      *ma = 2 * x;
   }
}

void
ref_texture(unsigned op, unsigned sampler, const uint32_t coord[4], const uint32_t grad[8], uint32_t out[4])
{
   uint32_t h = op * 0x9e3779b9u + sampler * 0x85ebca6bu;
   for (unsigned i = 0; i < 12; i++) {
      uint32_t v = i < 4 ? coord[i] : grad[i - 4];
      if (v == 0x80000000)
         v = 0;
      h = (h ^ v) * 0x01000193u;
      h ^= h >> 15;
   }
   for (unsigned i = 0; i < 4; i++) {
      h = h * 1664525 + 1013904223;
      out[i] = fui((float)(h >> 8) / 16777216.0f);
   }
}

uint32_t
ref_constant(const struct ref_env *env, unsigned buffer, int64_t slot, unsigned comp)
{
   if (!buffer)
      return slot >= 0 && slot < 1024 ? env->uniforms[slot][comp] : 0;
   return slot >= 0 && slot < (int64_t)ARRAY_SIZE(env->blocks[0]) ? env->blocks[buffer - 1][slot][comp] : 0;
}

struct machine {
   const struct ir_shader *s;
   const struct ref_env *env;
   struct ref_result *r;
   uint32_t *val;
   uint32_t **var;
   struct ir_block *from; /* block control came from */
   unsigned steps;
   enum { RUN, BREAKING, CONTINUING, DEAD } state;
};

static uint32_t
src(struct machine *m, const struct ir_src *s)
{
   uint32_t v = s->kind == IR_SRC_SSA ? m->val[s->bits] : s->kind == IR_SRC_IMM ? s->bits : 0;
   if (s->abs)
      v &= 0x7fffffff;
   if (s->neg)
      v ^= 0x80000000;
   return v;
}

static uint32_t
saturate(bool sat, float f)
{
   f = ref_flush(f);
   if (sat)
      f = f > 0 ? (f < 1 ? f : 1.0f) : 0.0f;
   return fui(f);
}

/** The chip's operation with a comparison, and the operand that is the reference. */
static unsigned
with_reference(const struct ir_tex *t, unsigned *op)
{
   const bool full = t->target != IR_TEX_2D_SHADOW;
   switch (*op) {
   case DB_TEX_SAMPLE:
      *op = DB_TEX_SAMPLE_C;
      return 3;
   case DB_TEX_SAMPLE_G:
      *op = DB_TEX_SAMPLE_C_G;
      return 3;
   case DB_TEX_SAMPLE_L:
      *op = full ? DB_TEX_SAMPLE_C_LZ : DB_TEX_SAMPLE_C_L;
      return full ? 3 : 2;
   default:
      *op = DB_TEX_SAMPLE_C_LB;
      return 2;
   }
}

static unsigned
tex_op(struct machine *m, const struct ir_instr *in)
{
   static const uint16_t ops[IR_TEX_OPS] = {
      [IR_TEX_SAMPLE] = DB_TEX_SAMPLE, [IR_TEX_BIAS] = DB_TEX_SAMPLE_LB,
      [IR_TEX_LOD] = DB_TEX_SAMPLE_L,  [IR_TEX_GRAD] = DB_TEX_SAMPLE_G,
      [IR_TEX_FETCH] = DB_TEX_LD,      [IR_TEX_SIZE] = DB_TEX_GET_TEXTURE_RESINFO};
   return in->tex.op == IR_TEX_SAMPLE && m->s->stage == IR_VERTEX ? DB_TEX_SAMPLE_L : ops[in->tex.op];
}

/** Slopes of the coordinates (1 to 2) on a face whose axis is \p ma / 2 long, of those of the direction, with the rounding of
 * isel/cube.c. */
static void
cube_slopes(const float coord[2], float ma, unsigned face, const float d[3], uint32_t slope[2])
{
   const float sign = ma >= 0 ? 1.0f : -1.0f, q = ref_flush(1.0f / fabsf(ma)),
               twice = ref_flush(sign * d[face / 2] * 2.0f);
   const float dc[3][2] = {
      {-sign * d[2], -d[1]      },
      {d[0],         sign * d[2]},
      {sign * d[0],  -d[1]      }
   };
   for (unsigned i = 0; i < 2; i++) {
      const float centred = ref_flush(coord[i] - 1.5f);
      slope[i] = fui(ref_flush(ref_flush(ref_flush(-centred * twice) + dc[face / 2][i]) * q));
   }
}

static void
tex(struct machine *m, const struct ir_instr *in)
{
   const struct ir_tex *t = &in->tex;
   const bool shadow = ir_tex_is_shadow(t->target), cube = ir_tex_is_cube(t->target),
              size = t->op == IR_TEX_SIZE;
   const unsigned n = size ? 0 : ir_tex_coords(t), slopes = ir_tex_slopes(t);
   uint32_t coord[4] = {0}, grad[8] = {0}, ref = 0;
   float ma = 0;
   unsigned op = tex_op(m, in);
   for (unsigned i = 0; i < n; i++)
      *(shadow && i == n - 1 ? &ref : &coord[i]) = src(m, &in->src[i]);
   if (cube && !size) {
      float d[3] = {uif(coord[0]), uif(coord[1]), uif(coord[2])}, s, t2, face;
      ref_cube(d, &s, &t2, &ma, &face);
      float q = 1.0f / fabsf(ma);
      coord[0] = fui(s * q + 1.5f);
      coord[1] = fui(t2 * q + 1.5f);
      coord[2] = fui(face);
   }
   if ((t->target == IR_TEX_2D_ARRAY || t->target == IR_TEX_2D_ARRAY_SHADOW) && t->op != IR_TEX_FETCH &&
       !size)
      coord[2] = fui(ref_flush(rintf(uif(coord[2]))));
   if (t->op == IR_TEX_BIAS || t->op == IR_TEX_LOD || t->op == IR_TEX_FETCH)
      coord[3] = src(m, &in->src[n]);
   for (unsigned k = 0; k < 4 && size; k++)
      coord[k] = src(m, &in->src[0]);
   for (unsigned axis = 0; t->op == IR_TEX_GRAD && axis < 2; axis++) {
      for (unsigned i = 0; i < slopes; i++)
         grad[4 * axis + i] = src(m, &in->src[n + axis * slopes + i]);
      if (cube) {
         const float at[2] = {uif(coord[0]), uif(coord[1])},
                     d[3] = {uif(grad[4 * axis]), uif(grad[4 * axis + 1]), uif(grad[4 * axis + 2])};
         grad[4 * axis + 2] = 0;
         cube_slopes(at, ma, (unsigned)uif(coord[2]), d, grad + 4 * axis);
      }
   }
   if (shadow && !size)
      coord[with_reference(t, &op)] = ref;
   for (unsigned k = 0; k < 3; k++)
      op |= (unsigned)((2 * t->offset[k]) & 31) << (8 + 5 * k);
   ref_texture(op, t->sampler, coord, grad, m->val + in->dst);
}

static void
instr(struct machine *m, const struct ir_instr *in)
{
   const struct ref_env *env = m->env;
   uint32_t *d = in->dst != IR_NO_VALUE ? m->val + in->dst : NULL;
   int dyn = in->indirect ? (int)src(m, &in->src[in->nsrc - 1]) : 0;
   switch ((enum ir_op)in->op) {
   case IR_LOAD_VAR: {
      int e = CLAMP(in->index + dyn, 0, (int)in->var->len - 1);
      for (unsigned k = 0; k < in->ndst; k++)
         d[k] = m->var[in->var->id][e * in->var->ncomp + (int)(in->comp + k)];
      return;
   }
   case IR_STORE_VAR: {
      int e = CLAMP(in->index + dyn, 0, (int)in->var->len - 1);
      unsigned n = 0;
      for (unsigned k = 0; k < 4; k++)
         if (in->writemask & 1u << k)
            m->var[in->var->id][e * in->var->ncomp + (int)k] = src(m, &in->src[n++]);
      return;
   }
   case IR_LOAD_UNIFORM:
   case IR_LOAD_BLOCK:
      for (unsigned k = 0; k < in->ndst; k++)
         d[k] = ref_constant(env, in->buffer, (int64_t)in->index + dyn, in->comp + k);
      return;
   case IR_LOAD_INPUT:
      for (unsigned k = 0; k < in->ndst; k++)
         d[k] = env->inputs[in->index][in->comp + k];
      return;
   case IR_STORE_OUTPUT:
      m->r->out[in->index][in->comp] = src(m, &in->src[0]);
      m->r->written[in->index] |= (uint8_t)(1u << in->comp);
      return;
   case IR_LOAD_SYSVAL:
      d[0] = in->index == IR_SYSVAL_VERTEX_ID ? env->vertex_id : env->instance_id;
      return;
   case IR_TEX:
      tex(m, in);
      return;
   case IR_FDDX:
      d[0] = saturate(in->sat, uif(src(m, &in->src[0])) * 0.25f);
      return;
   case IR_FDDY:
      d[0] = saturate(in->sat, uif(src(m, &in->src[0])) * 0.5f);
      return;
   case IR_DISCARD:
      m->r->killed = true;
      return;
   case IR_DISCARD_IF:
      m->r->killed |= src(m, &in->src[0]) != 0;
      return;
   case IR_BREAK:
      m->state = BREAKING;
      return;
   case IR_CONTINUE:
      m->state = CONTINUING;
      return;
   case IR_FSIN:
   case IR_FCOS: {
      const bool radians = env->chip->gen == DB_R600;
      float t = uif(src(m, &in->src[0])) + (radians ? 0.5f : 0);
      t = t - floorf(t);
      if (radians) {
         t = t * 6.28318530717958648f;
         t = t + -3.14159265358979324f;
      }
      d[0] = saturate(in->sat, ref_trig(env->chip, in->op == IR_FCOS, t));
      return;
   }
   case IR_FEXP2:
      d[0] = saturate(in->sat, ir_exp2f(uif(src(m, &in->src[0]))));
      return;
   case IR_FLOG2:
      d[0] = saturate(in->sat, ir_log2f(uif(src(m, &in->src[0]))));
      return;
   case IR_FDOT4: {
      float p[4];
      for (unsigned k = 0; k < 4; k++)
         p[k] = ref_flush(uif(src(m, &in->src[k])) * uif(src(m, &in->src[4 + k])));
      d[0] = saturate(in->sat, (p[0] + p[1]) + (p[2] + p[3]));
      return;
   }
   case IR_MOV:
      d[0] = src(m, &in->src[0]);
      if (in->sat)
         d[0] = saturate(true, uif(d[0]));
      return;
   default:
      break;
   }
   uint32_t bits[3] = {0};
   for (unsigned k = 0; k < in->nsrc && k < 3; k++)
      bits[k] = src(m, &in->src[k]);
   if (!ir_eval_alu((enum ir_op)in->op, in->sat, bits, d))
      snprintf(m->r->error, sizeof m->r->error, "reference has no %s", ir_op_infos[in->op].name);
}

static void
block(struct machine *m, struct ir_block *b)
{
   /* phis read all their sources at once */
   uint32_t tmp[512];
   unsigned n = 0;
   for (size_t i = 0; i < b->instrs.count && b->instrs.data[i]->op == IR_PHI; i++, n++) {
      const struct ir_instr *in = b->instrs.data[i];
      for (unsigned k = 0; k < b->preds.count && k < in->nsrc; k++)
         if (b->preds.data[k] == m->from)
            tmp[n] = src(m, &in->src[k]);
   }
   for (unsigned i = 0; i < n; i++)
      m->val[b->instrs.data[i]->dst] = tmp[i];
   for (size_t i = n; i < b->instrs.count && m->state == RUN; i++)
      instr(m, b->instrs.data[i]);
   m->from = b;
   if (++m->steps > 20000)
      m->state = DEAD;
}

static void
list(struct machine *m, const struct ir_list *l)
{
   for (struct ir_node *n = l->first; n && m->state == RUN; n = n->next) {
      if (n->kind == IR_NODE_BLOCK) {
         block(m, n->block);
      } else if (n->kind == IR_NODE_IF) {
         list(m, src(m, &n->cond) ? &n->then_list : &n->else_list);
      } else {
         while (m->state == RUN) {
            list(m, &n->body);
            if (m->state == CONTINUING)
               m->state = RUN;
         }
         if (m->state == BREAKING)
            m->state = RUN;
      }
   }
}

void
ref_run_ir(const struct ir_shader *s, const struct ref_env *env, struct ref_result *r)
{
   memset(r, 0, sizeof *r);
   struct machine m = {.s = s, .env = env, .r = r};
   m.val = calloc(s->num_values + 4, 4);
   m.var = calloc(s->vars.count + 1, sizeof *m.var);
   for (size_t i = 0; i < s->vars.count; i++)
      m.var[i] = calloc(s->vars.data[i]->len * 4 + 4, 4);
   list(&m, &s->body);
   if (m.state == DEAD)
      snprintf(r->error, sizeof r->error, "the IR never ends");
   for (size_t i = 0; i < s->vars.count; i++)
      free(m.var[i]);
   free(m.var);
   free(m.val);
}
