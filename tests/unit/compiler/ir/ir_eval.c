/* SPDX-License-Identifier: MIT
 *
 * Test instrument: a tree-walking interpreter of the IR for one invocation, straight from the rules in ir.h.
 * Transcendental functions come from libm: results are compared with a tolerance.
 */
#include "ir_eval.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

enum flow { NEXT, BREAK, CONTINUE, STOP };

struct run {
   const struct ir_shader *s;
   struct ir_eval *e;
   uint32_t *values;
   uint32_t **vars; /* len * ncomp words each */
   bool **stored;   /* which of them have been written */
   const struct ir_block *prev;
   unsigned max_steps;
};

static void __attribute__((format(printf, 2, 3))) fail(struct run *r, const char *fmt, ...)
{
   if (r->e->error[0])
      return;
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(r->e->error, sizeof r->e->error, fmt, ap);
   va_end(ap);
}

static uint32_t
src(const struct run *r, const struct ir_instr *in, unsigned i)
{
   const struct ir_src *s = &in->src[i];
   uint32_t v = s->kind == IR_SRC_SSA ? r->values[s->bits] : s->kind == IR_SRC_IMM ? s->bits : 0;
   if (s->abs)
      v &= 0x7fffffff;
   if (s->neg)
      v ^= 0x80000000;
   return v;
}

static float
flush(float x)
{
   return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x;
}

float
ir_eval_round(const struct ir_float_format *fp, float x)
{
   if (!fp || fp->mantissa == 23 || x != x)
      return flush(x);
   const unsigned drop = 23u - fp->mantissa;
   uint32_t u = fui(x);
   u += (1u << (drop - 1)) - 1 + (u >> drop & 1); /* half to even */
   u &= ~((1u << drop) - 1);
   float y = uif(u), most = ldexpf(2.0f - ldexpf(1.0f, -fp->mantissa), fp->max_exponent);
   if (fabsf(y) > most) /* there is no infinity */
      return copysignf(most, x);
   return fabsf(y) < ldexpf(1.0f, fp->min_exponent) ? copysignf(0, x) : y;
}

static const struct ir_float_format *
format(const struct run *r)
{
   return r->e->target ? &r->e->target->fp : NULL;
}

static float
srcf(const struct run *r, const struct ir_instr *in, unsigned i)
{
   return ir_eval_round(format(r), uif(src(r, in, i)));
}

static uint32_t
one(bool b)
{
   return b ? fui(1.0f) : 0;
}

static uint32_t
boolean(bool b)
{
   return b ? ~0u : 0;
}

static uint32_t
to_int(float f)
{
   if (f != f)
      return 0;
   return f >= 0x1p31f ? 0x7fffffff : f <= -0x1p31f ? 0x80000000 : (uint32_t)(int32_t)f;
}

/** Float results; false if the opcode has none. */
static bool
float_alu(const struct run *r, const struct ir_instr *in, float *out)
{
   float a = in->nsrc > 0 ? srcf(r, in, 0) : 0, b = in->nsrc > 1 ? srcf(r, in, 1) : 0;
   float c = in->nsrc > 2 ? srcf(r, in, 2) : 0;
   switch (in->op) {
   case IR_FADD:
      *out = a + b;
      break;
   case IR_FMUL:
      *out = a * b;
      break;
   case IR_FMAD:
      *out = a * b;
      *out = ir_eval_round(format(r), *out) + c;
      break;
   case IR_FFMA:
      *out = fmaf(a, b, c);
      break;
   case IR_FMIN:
      *out = a < b || b != b ? a : b; /* of two zeros the second, as the hardware */
      break;
   case IR_FMAX:
      *out = a > b || b != b ? a : b;
      break;
   case IR_FDOT4: { /* in the order of the hardware's reduction */
      float p[4];
      for (unsigned i = 0; i < 4; i++)
         p[i] = ir_eval_round(format(r), srcf(r, in, i) * srcf(r, in, 4 + i));
      *out = ir_eval_round(format(r), p[0] + p[1]) + ir_eval_round(format(r), p[2] + p[3]);
      break;
   }
   case IR_FFLOOR:
      *out = floorf(a);
      break;
   case IR_FCEIL:
      *out = ceilf(a);
      break;
   case IR_FTRUNC:
      *out = truncf(a);
      break;
   case IR_FROUND:
      *out = rintf(a);
      break;
   case IR_FFRACT:
      *out = a - floorf(a);
      break;
   case IR_FRCP:
      *out = 1 / a;
      break;
   case IR_FRSQ:
      *out = 1 / sqrtf(a);
      break;
   case IR_FSQRT:
      *out = sqrtf(a);
      break;
   case IR_FEXP2:
      *out = exp2f(a);
      break;
   case IR_FLOG2:
      *out = log2f(a);
      break;
   case IR_FSIN:
      *out = (float)sin(2 * M_PI * (double)a);
      break;
   case IR_FCOS:
      *out = (float)cos(2 * M_PI * (double)a);
      break;
   case IR_FSIN_TURN:
   case IR_FCOS_TURN:
      if (!(fabsf(a) <= 0.5f) && !r->e->error[0])
         snprintf(r->e->error, sizeof r->e->error, "sine of %g turns", (double)a);
      *out = (float)(in->op == IR_FSIN_TURN ? sin(2 * M_PI * (double)a) : cos(2 * M_PI * (double)a));
      break;
   case IR_FSIGN:
      *out = a > 0 ? 1 : a < 0 ? -1 : 0;
      break;
   case IR_FDDX:
   case IR_FDDY:
      *out = 0;
      break;
   case IR_I2F:
      *out = (float)(int32_t)src(r, in, 0);
      break;
   case IR_U2F:
      *out = (float)src(r, in, 0);
      break;
   default:
      return false;
   }
   *out = ir_eval_round(format(r), *out);
   return true;
}

static bool
unsigned_alu(const struct run *r, const struct ir_instr *in, uint32_t a, uint32_t b, uint32_t *out)
{
   float f;
   switch (in->op) {
   case IR_ULT:
      *out = boolean(a < b);
      break;
   case IR_UGE:
      *out = boolean(a >= b);
      break;
   case IR_UMIN:
      *out = a < b ? a : b;
      break;
   case IR_UMAX:
      *out = a > b ? a : b;
      break;
   case IR_UMULH:
      *out = (uint32_t)((uint64_t)a * b >> 32);
      break;
   case IR_UDIV:
   case IR_UMOD:
      r->e->undefined |= b == 0;
      *out = b == 0 ? 0 : in->op == IR_UDIV ? a / b : a % b;
      break;
   case IR_F2U:
      f = srcf(r, in, 0);
      r->e->undefined |= !(f > -1 && f < 0x1p32f);
      *out = !(f > 0) ? 0 : f >= 0x1p32f ? ~0u : (uint32_t)f;
      break;
   default:
      return false;
   }
   return true;
}

/** Results that are plain bits; false if the opcode is none of these. */
static bool
bits_alu(const struct run *r, const struct ir_instr *in, uint32_t *out)
{
   uint32_t a = in->nsrc > 0 ? src(r, in, 0) : 0, b = in->nsrc > 1 ? src(r, in, 1) : 0;
   int32_t sa = (int32_t)a, sb = (int32_t)b;
   switch (in->op) {
   case IR_MOV:
      *out = a;
      break;
   case IR_CSEL:
      *out = a ? b : src(r, in, 2);
      break;
   case IR_FLT:
      *out = boolean(srcf(r, in, 0) < srcf(r, in, 1));
      break;
   case IR_FGE:
      *out = boolean(srcf(r, in, 0) >= srcf(r, in, 1));
      break;
   case IR_FEQ:
      *out = boolean(srcf(r, in, 0) == srcf(r, in, 1));
      break;
   case IR_FNE:
      *out = boolean(srcf(r, in, 0) != srcf(r, in, 1));
      break;
   case IR_FSLT:
      *out = one(srcf(r, in, 0) < srcf(r, in, 1));
      break;
   case IR_FSGE:
      *out = one(srcf(r, in, 0) >= srcf(r, in, 1));
      break;
   case IR_FSEQ:
      *out = one(srcf(r, in, 0) == srcf(r, in, 1));
      break;
   case IR_FSNE:
      *out = one(srcf(r, in, 0) != srcf(r, in, 1));
      break;
   case IR_IADD:
      *out = a + b;
      break;
   case IR_ISUB:
      *out = a - b;
      break;
   case IR_IMUL:
      *out = a * b;
      break;
   case IR_IDIV:
      r->e->undefined |= sb == 0;
      *out = sb == 0 ? 0 : sb == -1 ? 0u - a : (uint32_t)(sa / sb);
      break;
   case IR_INEG:
      *out = 0u - a;
      break;
   case IR_IMIN:
      *out = sa < sb ? a : b;
      break;
   case IR_IMAX:
      *out = sa > sb ? a : b;
      break;
   case IR_IAND:
      *out = a & b;
      break;
   case IR_IOR:
      *out = a | b;
      break;
   case IR_IXOR:
      *out = a ^ b;
      break;
   case IR_INOT:
      *out = ~a;
      break;
   case IR_ISHL:
      *out = a << (b & 31);
      break;
   case IR_ISHR:
      *out = (uint32_t)(sa >> (b & 31));
      break;
   case IR_USHR:
      *out = a >> (b & 31);
      break;
   case IR_ILT:
      *out = boolean(sa < sb);
      break;
   case IR_IGE:
      *out = boolean(sa >= sb);
      break;
   case IR_IEQ:
      *out = boolean(a == b);
      break;
   case IR_INE:
      *out = boolean(a != b);
      break;
   case IR_F2I:
      r->e->undefined |= !(fabsf(srcf(r, in, 0)) < 0x1p31f);
      *out = to_int(srcf(r, in, 0));
      break;
   default:
      return unsigned_alu(r, in, a, b, out);
   }
   return true;
}

/** in->index plus the dynamic part, checked against \p len. */
static uint32_t
element(struct run *r, const struct ir_instr *in, uint32_t len)
{
   int64_t dyn = 0;
   if (in->indirect)
      dyn = r->s->float_ints ? (int64_t)uif(src(r, in, in->nsrc - 1u)) : (int32_t)src(r, in, in->nsrc - 1u);
   int64_t i = in->index + dyn;
   if (i < 0 || i >= len) {
      fail(r, "%s: element %lld of %u", ir_op_infos[in->op].name, (long long)i, len);
      return 0;
   }
   return (uint32_t)i;
}

static void
texture(struct run *r, const struct ir_instr *in)
{
   const unsigned coords = ir_tex_coords(&in->tex);
   uint32_t *out = &r->values[in->dst];
   if (in->tex.op == IR_TEX_SIZE) {
      static const uint32_t size[4] = {64, 32, 8, 7};
      for (unsigned k = 0; k < 4; k++)
         out[k] = size[k] >> (src(r, in, 0) & 31);
      return;
   }
   out[0] = src(r, in, 0);
   out[1] = src(r, in, 1);
   out[2] = fui((float)(in->tex.sampler + 10 * in->tex.op));
   out[3] = in->nsrc > coords ? src(r, in, coords) : 0;
}

static void
memory(struct run *r, const struct ir_instr *in)
{
   uint32_t *dst = in->ndst ? &r->values[in->dst] : NULL;
   uint32_t e;
   switch (in->op) {
   case IR_LOAD_VAR:
      e = element(r, in, in->var->len) * in->var->ncomp;
      for (unsigned i = 0; i < in->ndst; i++) {
         dst[i] = r->vars[in->var->id][e + in->comp + i];
         r->e->undefined |= !r->stored[in->var->id][e + in->comp + i];
      }
      break;
   case IR_STORE_VAR:
      e = element(r, in, in->var->len) * in->var->ncomp;
      for (unsigned c = 0, i = 0; c < in->var->ncomp; c++) {
         if (in->writemask >> c & 1) {
            r->vars[in->var->id][e + c] = src(r, in, i++);
            r->stored[in->var->id][e + c] = true;
         }
      }
      break;
   case IR_LOAD_UNIFORM:
      e = element(r, in, ARRAY_SIZE(r->e->uniforms));
      for (unsigned i = 0; i < in->ndst; i++)
         dst[i] = r->e->uniforms[e][in->comp + i];
      break;
   case IR_LOAD_BLOCK:
      e = element(r, in, ARRAY_SIZE(r->e->blocks[0]));
      for (unsigned i = 0; i < in->ndst; i++)
         dst[i] = r->e->blocks[in->buffer - 1][e][in->comp + i];
      break;
   case IR_LOAD_INPUT:
      for (unsigned i = 0; i < in->ndst; i++)
         dst[i] = r->e->inputs[in->index & 31][in->comp + i];
      break;
   case IR_LOAD_SYSVAL:
      dst[0] = r->e->sysvals[in->index & 1];
      if (r->s->float_ints)
         dst[0] = fui((float)(int32_t)dst[0]);
      break;
   case IR_STORE_OUTPUT:
      r->e->outputs[in->index & 31][in->comp] = src(r, in, 0);
      r->e->written |= (uint16_t)(1u << (in->index & 15));
      break;
   case IR_TEX:
      texture(r, in);
      break;
   case IR_DISCARD:
      r->e->discarded = true;
      break;
   case IR_DISCARD_IF:
      r->e->discarded |= src(r, in, 0) != 0;
      break;
   default:
      fail(r, "%s is not implemented", ir_op_infos[in->op].name);
      break;
   }
}

static uint32_t
phi(struct run *r, const struct ir_block *b, const struct ir_instr *in)
{
   for (unsigned i = 0; i < b->preds.count && i < in->nsrc; i++) {
      if (b->preds.data[i] == r->prev)
         return src(r, in, i);
   }
   fail(r, "phi: the block was entered from no predecessor");
   return 0;
}

static enum flow
run_block(struct run *r, const struct ir_block *b)
{
   static uint32_t phis[4096];
   size_t num_phis = 0;
   for (; num_phis < b->instrs.count && b->instrs.data[num_phis]->op == IR_PHI && num_phis < 4096; num_phis++)
      phis[num_phis] = phi(r, b, b->instrs.data[num_phis]);
   for (size_t i = 0; i < num_phis; i++) /* all at once */
      r->values[b->instrs.data[i]->dst] = phis[i];
   r->prev = b;
   for (size_t i = num_phis; i < b->instrs.count; i++) {
      const struct ir_instr *in = b->instrs.data[i];
      if (++r->e->steps > r->max_steps)
         fail(r, "the shader does not end");
      if (r->e->error[0])
         return STOP;
      if (in->op == IR_BREAK || in->op == IR_CONTINUE)
         return in->op == IR_BREAK ? BREAK : CONTINUE;
      float f;
      uint32_t u;
      if (float_alu(r, in, &f))
         r->values[in->dst] = fui(f);
      else if (bits_alu(r, in, &u))
         r->values[in->dst] = u;
      else
         memory(r, in);
      if (in->sat) {
         f = uif(r->values[in->dst]);
         r->values[in->dst] = fui(f > 1 ? 1 : f > 0 ? f : 0);
      }
   }
   return NEXT;
}

static enum flow
run_list(struct run *r, const struct ir_list *list)
{
   for (const struct ir_node *n = list->first; n; n = n->next) {
      enum flow f = NEXT;
      if (n->kind == IR_NODE_BLOCK) {
         f = run_block(r, n->block);
      } else if (n->kind == IR_NODE_IF) {
         struct ir_instr cond = {.src = (struct ir_src *)&n->cond, .nsrc = 1};
         f = run_list(r, src(r, &cond, 0) ? &n->then_list : &n->else_list);
      } else {
         do {
            if (++r->e->steps > r->max_steps)
               fail(r, "the shader does not end");
            f = r->e->error[0] ? STOP : run_list(r, &n->body);
         } while (f == NEXT || f == CONTINUE);
         f = f == BREAK ? NEXT : f;
      }
      if (f != NEXT)
         return f;
   }
   return NEXT;
}

bool
ir_eval_run(const struct ir_shader *s, struct ir_eval *e)
{
   struct run r = {.s = s, .e = e, .max_steps = e->max_steps ? e->max_steps : 1000000};
   e->error[0] = 0;
   e->steps = 0;
   e->written = 0;
   e->discarded = e->undefined = false;
   memset(e->outputs, 0, sizeof e->outputs);
   r.values = calloc(s->num_values + 4u, sizeof *r.values);
   r.vars = calloc(s->vars.count + 1, sizeof *r.vars);
   r.stored = calloc(s->vars.count + 1, sizeof *r.stored);
   for (size_t i = 0; i < s->vars.count; i++) {
      r.vars[i] = calloc(s->vars.data[i]->len * s->vars.data[i]->ncomp, sizeof(uint32_t));
      r.stored[i] = calloc(s->vars.data[i]->len * s->vars.data[i]->ncomp, sizeof(bool));
   }
   run_list(&r, &s->body);
   for (size_t i = 0; i < s->vars.count; i++) {
      free(r.vars[i]);
      free(r.stored[i]);
   }
   free(r.vars);
   free(r.stored);
   free(r.values);
   return !e->error[0];
}
