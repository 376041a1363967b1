/* SPDX-License-Identifier: MIT
 *
 * The operations of vertex shaders on rows. What shaders are full of has loops of vectors; whatever else the IR has
 * goes lane by lane through its evaluator, which says what an operation means. Denormals: the caller has switched them
 * off (u_fpenv.h).
 */
#include "compiler/ir/core/util.h"
#include "driver/tnl/program.h"
#include "driver/tnl/vec.h"
#include "util/u_math.h"

static inline const vf *
operand(const struct tnl_step *s, const struct tnl_run *r, unsigned k)
{
   return (const vf *)r->rows[s->src[k]].f;
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

/** The step, and those that it says are run with it. */
#define EACH_STEP(s) for (const struct tnl_step *end_ = (s) + (s)->more; (s) <= end_; (s)++)

#define KERNEL(name, value)                                                                                  \
   static void name(const struct tnl_step *s, const struct tnl_run *r)                                       \
   {                                                                                                         \
      struct tnl_row *const rows = r->rows; /* stores may change what they like, as far as is known */       \
      const unsigned n = r->lanes / TNL_BLOCK;                                                               \
      EACH_STEP(s)                                                                                           \
      {                                                                                                      \
         vf *dst = (vf *)rows[s->dst].f;                                                                     \
         const vf *a = (vf *)rows[s->src[0]].f, *b = (vf *)rows[s->src[1]].f, *c = (vf *)rows[s->src[2]].f;  \
         const bool sat = s->sat;                                                                            \
         unsigned i = 0;                                                                                     \
         (void)b, (void)c;                                                                                   \
         do {                                                                                                \
            const vf v = value;                                                                              \
            dst[i] = sat ? saturate(v) : v;                                                                  \
         } while (++i < n);                                                                                  \
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
   EACH_STEP(s)
   {
      vf *dst = (vf *)r->rows[s->dst].f;
      const vf *k[8];
      for (unsigned i = 0; i < 8; i++)
         k[i] = operand(s, r, i);
      for (unsigned i = 0; i < r->lanes / TNL_BLOCK; i++) {
         const vf v = (k[0][i] * k[4][i] + k[1][i] * k[5][i]) + (k[2][i] * k[6][i] + k[3][i] * k[7][i]);
         dst[i] = s->sat ? saturate(v) : v;
      }
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
   EACH_STEP(s)
   {
      vi *dst = (vi *)r->rows[s->dst].f;
      const vi *a = (const vi *)operand(s, r, 0);
      const int32_t keep = s->abs ? INT32_MAX : -1, flip = s->neg ? INT32_MIN : 0;
      for (unsigned i = 0; i < r->lanes / TNL_BLOCK; i++)
         dst[i] = (a[i] & keep) ^ flip;
   }
}

void
tnl_mad_mad(const struct tnl_step *s, const struct tnl_run *r)
{
   struct tnl_row *const rows = r->rows;
   const unsigned n = r->lanes / TNL_BLOCK;
   EACH_STEP(s)
   {
      vf *dst = (vf *)rows[s->dst].f;
      const vf *a = (vf *)rows[s->src[0]].f, *b = (vf *)rows[s->src[1]].f, *c = (vf *)rows[s->src[2]].f,
               *d = (vf *)rows[s->src[3]].f, *e = (vf *)rows[s->src[4]].f;
      const bool sat = s->sat;
      unsigned i = 0;
      do {
         const vf v = a[i] * b[i] + (c[i] * d[i] + e[i]);
         dst[i] = sat ? saturate(v) : v;
      } while (++i < n);
   }
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

static const tnl_kernel kernels[IR_OP_COUNT] = {
   [IR_MOV] = mov,     [IR_FADD] = fadd,     [IR_FMUL] = fmul,     [IR_FMAD] = fmad, [IR_FMIN] = fmin_,
   [IR_FMAX] = fmax_,  [IR_FFLOOR] = ffloor, [IR_FFRACT] = ffract, [IR_FRCP] = frcp, [IR_FRSQ] = frsq,
   [IR_FSQRT] = fsqrt, [IR_FSLT] = fslt,     [IR_FSGE] = fsge,     [IR_FSEQ] = fseq, [IR_FSNE] = fsne,
   [IR_CSEL] = csel,   [IR_FDOT4] = fdot4,
};

tnl_kernel
tnl_kernel_of(unsigned op)
{
   assert(op < IR_OP_COUNT);
   return kernels[op] ? kernels[op] : by_lane;
}

bool
tnl_kernel_runs_more(tnl_kernel kernel)
{
   for (unsigned i = 0; i < ARRAY_SIZE(kernels); i++)
      if (kernels[i] == kernel)
         return kernel != NULL;
   return kernel == tnl_change_signs || kernel == tnl_mad_mad;
}
