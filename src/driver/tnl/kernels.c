/* SPDX-License-Identifier: MIT
 *
 * The operations of vertex shaders on rows. What shaders are full of has loops of vectors; whatever else the IR has
 * goes lane by lane through its evaluator, which says what an operation means. Denormals: the caller has switched them
 * off (u_fpenv.h).
 */
#include "compiler/ir/core/util.h"
#include "driver/tnl/program.h"
#include "util/u_math.h"

typedef float vf __attribute__((vector_size(16), may_alias));
typedef int32_t vi __attribute__((vector_size(16), may_alias));

/** For each vector of the lanes that are run. */
#define EACH_VEC(i, r) for (unsigned i = 0, i##_end = (r)->lanes / TNL_BLOCK; i < i##_end; i++)
_Static_assert(TNL_BLOCK * sizeof(float) == sizeof(vf), "a vector each");

static inline const vf *
operand(const struct tnl_step *s, const struct tnl_run *r, unsigned k)
{
   return (const vf *)r->rows[s->src[k]].f;
}

static inline vf
splat(float f)
{
   return (vf){f, f, f, f};
}

static inline vf
choose(vi mask, vf yes, vf no)
{
   return (vf)((mask & (vi)yes) | (~mask & (vi)no));
}

/* Toward minus infinity, a zero with the sign of \p x. Floats from 2^23 on, infinities and NaNs are what they are. */
static inline vf
floor_of(vf x)
{
   const vi small = (vf)((vi)x & INT32_MAX) < splat(8388608.0f);
   const vf cut = __builtin_convertvector(__builtin_convertvector(choose(small, x, splat(0)), vi), vf);
   const vf floor = cut - (vf)((cut > x) & (vi)splat(1));
   return choose(small, (vf)((vi)floor | ((vi)x & INT32_MIN)), x);
}

static inline vf
root_of(vf x)
{
   for (unsigned i = 0; i < 4; i++)
      x[i] = __builtin_sqrtf(x[i]);
   return x;
}

static inline vf
least(vf a, vf b)
{
   return choose((a < b) | (b != b), a, b);
}

static inline vf
greatest(vf a, vf b)
{
   return choose((a > b) | (b != b), a, b);
}

/* NaN gives 0, as the IR has it. */
static inline vf
saturate(vf x)
{
   return choose(x >= splat(1), splat(1), choose(x > splat(0), x, splat(0)));
}

#define KERNEL(name, value)                                                                                  \
   static void name(const struct tnl_step *s, const struct tnl_run *r)                                       \
   {                                                                                                         \
      vf *dst = (vf *)r->rows[s->dst].f;                                                                     \
      const vf *a = operand(s, r, 0), *b = operand(s, r, 1), *c = operand(s, r, 2);                          \
      (void)b, (void)c;                                                                                      \
      EACH_VEC(i, r)                                                                                         \
      {                                                                                                      \
         const vf v = value;                                                                                 \
         dst[i] = s->sat ? saturate(v) : v;                                                                  \
      }                                                                                                      \
   }

#define ONE_IF(test) ((vf)((test) & (vi)splat(1)))

KERNEL(mov, a[i])
KERNEL(fadd, a[i] + b[i])
KERNEL(fmul, a[i] * b[i])
KERNEL(fmad, a[i] * b[i] + c[i])
KERNEL(fmin_, least(a[i], b[i]))
KERNEL(fmax_, greatest(a[i], b[i]))
KERNEL(ffloor, floor_of(a[i]))
KERNEL(ffract, a[i] - floor_of(a[i]))
KERNEL(frcp, splat(1) / a[i])
KERNEL(frsq, splat(1) / root_of(a[i]))
KERNEL(fsqrt, root_of(a[i]))
KERNEL(fslt, ONE_IF(a[i] < b[i]))
KERNEL(fsge, ONE_IF(a[i] >= b[i]))
KERNEL(fseq, ONE_IF(a[i] == b[i]))
KERNEL(fsne, ONE_IF(a[i] != b[i]))
KERNEL(csel, choose((vi)a[i] != 0, b[i], c[i]))

static void
fdot4(const struct tnl_step *s, const struct tnl_run *r)
{
   vf *dst = (vf *)r->rows[s->dst].f;
   const vf *k[8];
   for (unsigned i = 0; i < 8; i++)
      k[i] = operand(s, r, i);
   EACH_VEC(i, r)
   {
      const vf v = (k[0][i] * k[4][i] + k[1][i] * k[5][i]) + (k[2][i] * k[6][i] + k[3][i] * k[7][i]);
      dst[i] = s->sat ? saturate(v) : v;
   }
}

static void
by_lane(const struct tnl_step *s, const struct tnl_run *r)
{
   for (unsigned l = 0; l < r->lanes; l++) {
      uint32_t src[8], v = 0;
      for (unsigned k = 0; k < s->nsrc; k++)
         src[k] = fui(r->rows[s->src[k]].f[l]);
      ir_eval_alu((enum ir_op)s->op, s->sat, src, &v);
      r->rows[s->dst].f[l] = uif(v);
   }
}

void
tnl_change_signs(const struct tnl_step *s, const struct tnl_run *r)
{
   vi *dst = (vi *)r->rows[s->dst].f;
   const vi *a = (const vi *)operand(s, r, 0);
   const int32_t keep = s->abs ? INT32_MAX : -1, flip = s->neg ? INT32_MIN : 0;
   EACH_VEC(i, r)
   dst[i] = (a[i] & keep) ^ flip;
}

/* An element outside of the buffer is the nearest one in it, as the back ends have it. */
void
tnl_load_indexed(const struct tnl_step *s, const struct tnl_run *r)
{
   const int64_t last = (int64_t)r->num_uniforms - 1;
   for (unsigned l = 0; l < r->lanes; l++) {
      const float f = r->rows[s->src[0]].f[l];
      const int64_t i = !s->float_ints ? (int64_t)(int32_t)fui(f)
                        : f != f       ? 0
                                       : (int64_t)CLAMP(f, -65536.0f, 65536.0f);
      const int64_t slot = CLAMP(s->slot + i, 0, last);
      r->rows[s->dst].f[l] = last < 0 ? 0.0f : uif(r->uniforms[slot * 4 + s->comp]);
   }
}

tnl_kernel
tnl_kernel_of(unsigned op)
{
   static const tnl_kernel kernels[IR_OP_COUNT] = {
      [IR_MOV] = mov,     [IR_FADD] = fadd,     [IR_FMUL] = fmul,     [IR_FMAD] = fmad, [IR_FMIN] = fmin_,
      [IR_FMAX] = fmax_,  [IR_FFLOOR] = ffloor, [IR_FFRACT] = ffract, [IR_FRCP] = frcp, [IR_FRSQ] = frsq,
      [IR_FSQRT] = fsqrt, [IR_FSLT] = fslt,     [IR_FSGE] = fsge,     [IR_FSEQ] = fseq, [IR_FSNE] = fsne,
      [IR_CSEL] = csel,   [IR_FDOT4] = fdot4,
   };
   assert(op < IR_OP_COUNT);
   return kernels[op] ? kernels[op] : by_lane;
}
