/* SPDX-License-Identifier: MIT
 *
 * Vertices by the CPU: every kernel against the IR's evaluator, random shaders against the same, primitives of each
 * kind, and clipping against a second reading of the view volume in double precision.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "compiler/ir/core/util.h"
#include "driver/tnl/program.h"
#include "driver/tnl/tnl.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"

static uint64_t seed = 1;
static uint32_t
rnd(uint32_t n)
{
   seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
   return (uint32_t)(seed >> 33) % n;
}

static float
rnd_float(void)
{
   static const float special[] = {0,        -0.0f, 1,      -1,       0.5f,      8388608,
                                   -8388609, 1e30f, 1e-30f, INFINITY, -INFINITY, NAN};
   if (!rnd(6))
      return special[rnd(ARRAY_SIZE(special))];
   return ((float)rnd(1 << 20) / 65536 - 8) * (rnd(4) ? 1 : 1000);
}

static bool
same(float a, float b)
{
   return (a != a && b != b) || fui(a) == fui(b);
}

static const enum ir_op ops[] = {
   IR_MOV,    IR_CSEL,      IR_FADD,   IR_FMUL,   IR_FMAD, IR_FMIN, IR_FMAX,  IR_FDOT4,
   IR_FFLOOR, IR_FCEIL,     IR_FTRUNC, IR_FFRACT, IR_FRCP, IR_FRSQ, IR_FSQRT, IR_FEXP2,
   IR_FLOG2,  IR_FSIN_TURN, IR_FSIGN,  IR_FSLT,   IR_FSGE, IR_FSEQ, IR_FSNE,
};

static void
kernels(void **state)
{
   static struct tnl_row rows[9];
   for (unsigned n = 0; n < ARRAY_SIZE(ops) * 200; n++) {
      const enum ir_op op = ops[n % ARRAY_SIZE(ops)];
      struct tnl_step s = {
         .run = tnl_kernel_of(op), .op = (uint8_t)op, .nsrc = (uint8_t)ir_op_infos[op].nsrc};
      s.sat = (ir_op_infos[op].flags & IR_R) && rnd(2);
      s.dst = rnd(2) ? 8 : 0; /* in place, too */
      for (unsigned k = 0; k < 8; k++)
         for (unsigned l = 0; l < TNL_LANES; l++)
            rows[k].f[l] = op == IR_CSEL && !k ? (float)rnd(2) : rnd_float();
      for (unsigned k = 0; k < 8; k++)
         s.src[k] = k;
      /* what is behind the lanes that are run stays */
      const struct tnl_run run = {.rows = rows, .lanes = TNL_BLOCK * (1 + rnd(TNL_LANES / TNL_BLOCK))};
      float want[TNL_LANES];
      memcpy(want, rows[s.dst].f, sizeof want);
      for (unsigned l = 0; l < run.lanes; l++) {
         uint32_t src[8], v;
         for (unsigned k = 0; k < 8; k++)
            src[k] = fui(rows[k].f[l]);
         assert_true(ir_eval_alu(op, s.sat, src, &v));
         want[l] = uif(v);
      }
      const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
      s.run(&s, &run);
      u_fpenv_leave(env);
      for (unsigned l = 0; l < TNL_LANES; l++)
         if (!same(rows[s.dst].f[l], want[l]))
            fail_msg("%s: %a, not %a", ir_op_infos[op].name, (double)rows[s.dst].f[l], (double)want[l]);
   }
}

/* ---- random shaders ---- */

enum { INPUTS = 3, SLOTS = 6, OUTPUTS = 5, LENGTH = 60, VERTICES = 150 };

struct program {
   struct ir_shader *ir;
   struct ir_src values[LENGTH * 2 + 64];
   unsigned num;
};

static struct ir_src
pick(struct program *p, bool signs)
{
   struct ir_src s = rnd(8) ? p->values[rnd(p->num)] : ir_immf((float)rnd(9) - 4);
   s.neg = signs && !rnd(3);
   s.abs = signs && !rnd(4);
   return s;
}

static void
random_program(struct program *p)
{
   p->ir = ir_shader_create(IR_VERTEX);
   p->ir->float_ints = p->ir->float_bools = true;
   p->ir->num_uniform_slots = SLOTS;
   p->num = 0;
   for (unsigned i = 0; i < INPUTS; i++) {
      const struct ir_io io = {
         .name = "in", .semantic = IR_SEM_GENERIC, .sem_index = (uint8_t)(i * 2), .ncomp = 4};
      assert_true(u_vec_push(&p->ir->inputs, io));
   }
   for (unsigned i = 0; i < OUTPUTS; i++) {
      const struct ir_io io = {.name = "out",
                               .semantic = i ? IR_SEM_GENERIC : IR_SEM_POSITION,
                               .sem_index = (uint8_t)i,
                               .ncomp = 4};
      assert_true(u_vec_push(&p->ir->outputs, io));
   }
   struct ir_builder b = ir_builder_at_end(p->ir);
   for (unsigned i = 0; i < INPUTS * 4; i++)
      p->values[p->num++] = ir_load_input(&b, i / 4, i % 4);
   for (unsigned i = 0; i < 8; i++)
      p->values[p->num++] = ir_load_uniform(&b, rnd(SLOTS), i & 1 ? pick(p, false) : ir_undef(), rnd(4));
   for (unsigned i = 0; i < LENGTH; i++) {
      const enum ir_op op = rnd(4) ? ops[rnd(ARRAY_SIZE(ops))] : IR_FMAD;
      struct ir_instr *in = ir_emit(&b, op, (unsigned)ir_op_infos[op].nsrc, 1);
      for (unsigned k = 0; k < in->nsrc; k++)
         in->src[k] = pick(p, ir_op_infos[op].flags & IR_F);
      if (op == IR_FMAD && rnd(2)) /* a chain */
         in->src[2] = p->values[p->num - 1];
      in->sat = (ir_op_infos[op].flags & IR_R) && !rnd(5);
      p->values[p->num++] = ir_ssa(in->dst);
   }
   for (unsigned i = 4; i < OUTPUTS * 4; i++)
      ir_store_output(&b, i / 4, i % 4, pick(p, true));
   for (unsigned i = 0; i < 4; i++) /* never clipped */
      ir_store_output(&b, 0, i, ir_immf(i == 3 ? 2.0f : 0.25f * (float)i));
}

/** The values of one vertex, in order. */
static void
evaluate(struct program *p, const float in[INPUTS][4], const uint32_t *uniforms, uint32_t *v, uint32_t *out)
{
   for (struct ir_node *n = ir_first_node(p->ir); n; n = ir_next_node(n))
      for (size_t i = 0; i < n->block->instrs.count; i++) {
         const struct ir_instr *in_ = n->block->instrs.data[i];
         uint32_t src[8] = {0};
         for (unsigned k = 0; k < in_->nsrc; k++) {
            src[k] = in_->src[k].kind == IR_SRC_SSA ? v[in_->src[k].bits] : in_->src[k].bits;
            src[k] = (in_->src[k].abs ? src[k] & INT32_MAX : src[k]) ^ (in_->src[k].neg ? 0x80000000u : 0);
         }
         if (in_->op == IR_LOAD_INPUT) {
            v[in_->dst] = fui(in[in_->index][in_->comp]);
         } else if (in_->op == IR_LOAD_UNIFORM) {
            const float f = in_->indirect ? uif(src[0]) : 0;
            const double at = in_->index + (f != f ? 0 : trunc(CLAMP((double)f, -99999.0, 99999.0)));
            v[in_->dst] = uniforms[(unsigned)CLAMP(at, 0, SLOTS - 1) * 4 + in_->comp];
         } else if (in_->op == IR_STORE_OUTPUT) {
            out[in_->index * 4 + in_->comp] = src[0];
         } else {
            assert_true(ir_eval_alu((enum ir_op)in_->op, in_->sat, src, &v[in_->dst]));
         }
      }
}

/** Points, each of which has to be what the IR's evaluator says. */
static void
check_draw(struct tnl *t, struct program *p, const struct tnl_draw *d, unsigned changed,
           const float (*data)[INPUTS][4])
{
   uint32_t *v = calloc(p->ir->num_values + 1, sizeof *v), out[OUTPUTS * 4];
   struct tnl_piece piece;
   assert_true(tnl_begin(t, d, changed));
   assert_true(tnl_next(t, &piece));
   assert_int_equal(piece.num_indices, d->count);
   assert_int_equal(piece.vertex_dw, 4 * OUTPUTS);
   for (unsigned i = 0; i < d->count; i++) {
      evaluate(p, data[d->start + i], d->uniforms, v, out);
      const float *got = piece.vertices + (size_t)piece.indices[i] * piece.vertex_dw;
      for (unsigned k = 4; k < OUTPUTS * 4; k++)
         assert_true(same(got[k], uif(out[k])));
   }
   assert_false(tnl_next(t, &piece));
   free(v);
}

static void
check_program(struct tnl *t, struct program *p)
{
   float data[VERTICES][INPUTS][4];
   uint32_t uniforms[SLOTS * 4];
   char error[100];
   struct tnl_draw d = {
      .uniforms = uniforms, .num_uniforms = SLOTS, .mode = PIPE_PRIM_POINTS, .start = 3, .guard = {1, 1}
   };
   d.count = VERTICES - d.start;
   d.program = tnl_program_create(p->ir, error, sizeof error);
   assert_non_null(d.program);
   for (unsigned i = 0; i < VERTICES * INPUTS * 4; i++)
      (&data[0][0][0])[i] = rnd_float();
   for (unsigned i = 0; i < SLOTS * 4; i++)
      uniforms[i] = fui(rnd_float());
   for (unsigned i = 0; i < INPUTS; i++)
      d.attrib[i * 2] = (struct tnl_attrib){
         .array = {.data = (const uint8_t *)data[0][i],
                   .stride_B = sizeof data[0],
                   .repeat = 1,
                   .from = PIPE_FORMAT_R32G32B32A32_FLOAT},
         .elements = VERTICES
      };
   for (unsigned i = 1; i < OUTPUTS; i++)
      d.outputs[d.num_outputs++] =
         (struct tnl_output){.semantic = IR_SEM_GENERIC, .sem_index = (uint8_t)i, .components = 4};
   check_draw(t, p, &d, TNL_NEW_ALL, (const float(*)[INPUTS][4])data);
   /* Again with other uniforms, of fewer vertices: what the draw before left in the rows may be used, not trusted. */
   for (unsigned n = 0; n < 3; n++) {
      if (n != 2)
         uniforms[rnd(SLOTS * 4)] = fui(rnd_float());
      struct tnl_draw *last = tnl_last_draw(t);
      last->count = 1 + rnd(9);
      check_draw(t, p, last, n == 2 ? 0 : TNL_NEW_UNIFORMS, (const float(*)[INPUTS][4])data);
   }
   tnl_program_destroy((struct tnl_program *)d.program);
}

static void
random_shaders(void **state)
{
   struct tnl *t = tnl_create();
   assert_non_null(t);
   for (unsigned n = 0; n < 60; n++) {
      struct program p;
      random_program(&p);
      check_program(t, &p);
      ir_shader_destroy(p.ir);
   }
   tnl_destroy(t);
}

/* ---- primitives ---- */

/** Position from attribute 0, one vector of attribute 1. */
static struct tnl_program *
plain_program(void)
{
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   const struct ir_io io[4] = {
      {.name = "p",                  .semantic = IR_SEM_GENERIC, .ncomp = 4},
      {           .name = "q",  .semantic = IR_SEM_GENERIC,             .sem_index = 1, .ncomp = 4},
      {           .name = "o", .semantic = IR_SEM_POSITION,                 .ncomp = 4          },
      { .name = "v",              .semantic = IR_SEM_GENERIC,                              .sem_index = 7,           .ncomp = 4},
   };
   struct ir_builder b = ir_builder_at_end(s);
   for (unsigned i = 0; i < 2; i++)
      assert_true(u_vec_push(&s->inputs, io[i]) && u_vec_push(&s->outputs, io[2 + i]));
   for (unsigned i = 0; i < 8; i++)
      ir_store_output(&b, i / 4, i % 4, ir_load_input(&b, i / 4, i % 4));
   char error[100];
   struct tnl_program *p = tnl_program_create(s, error, sizeof error);
   assert_non_null(p);
   ir_shader_destroy(s);
   return p;
}

static struct tnl_draw
plain_draw(const struct tnl_program *p, const float (*position)[4], uint32_t n)
{
   struct tnl_draw d = {
      .program = p,
      .mode = PIPE_PRIM_TRIANGLES,
      .count = n,
      .scale = {1,                          1,              1              },
      .num_outputs = 1,
      .outputs[0] = {.semantic = IR_SEM_GENERIC, .sem_index = 7, .components = 4}
   };
   d.guard[0] = d.guard[1] = 1;
   for (unsigned i = 0; i < 2; i++)
      d.attrib[i] = (struct tnl_attrib){
         .array = {.data = (const uint8_t *)position,
                   .stride_B = 16,
                   .repeat = 1,
                   .from = PIPE_FORMAT_R32G32B32A32_FLOAT},
         .elements = n
      };
   return d;
}

static void
primitives(void **state)
{
   static const struct {
      uint8_t mode, count, num;
      uint8_t at[18];
   } rows[] = {
      {PIPE_PRIM_POINTS,         3, 3,  {0, 1, 2}                           },
      {PIPE_PRIM_LINES,          5, 4,  {0, 1, 2, 3}                        },
      {PIPE_PRIM_LINE_STRIP,     4, 6,  {0, 1, 1, 2, 2, 3}                  },
      {PIPE_PRIM_LINE_STRIP,     1, 0,  {0}                                 },
      {PIPE_PRIM_LINE_LOOP,      3, 6,  {0, 1, 1, 2, 2, 0}                  },
      {PIPE_PRIM_LINE_LOOP,      1, 0,  {0}                                 },
      {PIPE_PRIM_TRIANGLES,      7, 6,  {0, 1, 2, 3, 4, 5}                  },
      {PIPE_PRIM_TRIANGLE_STRIP, 6, 12, {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5}},
      {PIPE_PRIM_TRIANGLE_FAN,   5, 9,  {0, 1, 2, 0, 2, 3, 0, 3, 4}         },
      {PIPE_PRIM_TRIANGLE_FAN,   2, 0,  {0}                                 },
   };
   static const uint16_t indices[] = {9, 5, 2, 3, 0, 9, 8, 7};
   float position[16][4];
   for (unsigned i = 0; i < 16; i++)
      memcpy(position[i], (float[4]){(float)i / 16, 0, 0, 1}, 16);
   struct tnl_program *p = plain_program();
   struct tnl *t = tnl_create();
   for (unsigned r = 0; r < ARRAY_SIZE(rows) * 2; r++) {
      const unsigned n = r / 2;
      struct tnl_draw d = plain_draw(p, (const float(*)[4])position, 16);
      d.mode = rows[n].mode;
      d.count = rows[n].count;
      d.start = 1;
      if (r & 1) {
         d.indices = indices;
         d.index_size_B = 2;
         d.index_bias = 3;
      }
      struct tnl_piece piece;
      assert_true(tnl_begin(t, &d, TNL_NEW_ALL));
      assert_int_equal(tnl_next(t, &piece), rows[n].num != 0);
      assert_int_equal(piece.num_indices, rows[n].num);
      for (unsigned i = 0; i < rows[n].num; i++) {
         const unsigned at = 1u + rows[n].at[i], vertex = r & 1 ? indices[at] + 3u : at;
         assert_float_equal(piece.vertices[piece.indices[i] * piece.vertex_dw], (float)vertex / 16, 0);
      }
   }
   tnl_destroy(t);
   tnl_program_destroy(p);
}

/* ---- clipping ---- */

/** Area in window coordinates, twice, of what the volume leaves of a triangle: a second reading, in doubles. */
static double
clipped_area(const float (*v)[4], double guard)
{
   double poly[16][4];
   unsigned n = 3;
   for (unsigned i = 0; i < 12; i++)
      poly[i / 4][i % 4] = (double)v[i / 4][i % 4];
   for (int plane = 5; plane >= 0 && n; plane--) {
      double out[16][4];
      unsigned m = 0;
      const double sign = plane & 1 ? -1 : 1;
      for (unsigned i = 0; i < n; i++) {
         const double *a = poly[i], *b = poly[(i + 1) % n];
         const double w = plane < 4 ? guard : 1;
         const double da = w * a[3] - sign * a[plane / 2], db = w * b[3] - sign * b[plane / 2];
         if (da >= 0)
            memcpy(out[m++], a, sizeof *out);
         if ((da >= 0) != (db >= 0)) {
            for (unsigned c = 0; c < 4; c++)
               out[m][c] = a[c] + (b[c] - a[c]) * (da / (da - db));
            m++;
         }
      }
      memcpy(poly, out, sizeof poly);
      n = m;
   }
   double area = 0;
   for (unsigned i = 1; i + 1 < n; i++) {
      double w[3][2];
      for (unsigned k = 0; k < 3; k++) {
         const double *q = poly[k ? i + k - 1 : 0];
         w[k][0] = q[0] / q[3];
         w[k][1] = q[1] / q[3];
      }
      area += (w[1][0] - w[0][0]) * (w[2][1] - w[0][1]) - (w[2][0] - w[0][0]) * (w[1][1] - w[0][1]);
   }
   return area;
}

static void
clipping(void **state)
{
   struct tnl_program *p = plain_program();
   struct tnl *t = tnl_create();
   unsigned cut = 0, gone = 0;
   for (unsigned n = 0; n < 3000; n++) {
      float v[3][4];
      for (unsigned i = 0; i < 12; i++)
         v[i / 4][i % 4] = ((float)rnd(4000) - (i % 4 == 3 ? 500 : 2000)) / 1000;
      struct tnl_draw d = plain_draw(p, (const float(*)[4])v, 3);
      struct tnl_piece piece;
      double area = 0;
      const float guard = d.guard[0] = d.guard[1] = n % 2 ? 1 : 1.5f;
      assert_true(tnl_begin(t, &d, TNL_NEW_ALL));
      gone += !tnl_next(t, &piece);
      cut += piece.num_indices > 3;
      for (unsigned i = 0; i < piece.num_indices; i += 3) {
         const float *a[3];
         for (unsigned k = 0; k < 3; k++) {
            a[k] = piece.vertices + (size_t)piece.indices[i + k] * piece.vertex_dw;
            for (unsigned c = 0; c < 3; c++) {
               assert_true(fabsf(a[k][c]) <= (c < 2 ? guard : 1) + 1e-5f);
               /* the varying is the position before the division, and interpolates as that does */
               assert_true(fabsf(a[k][4 + c] * a[k][3] - a[k][c]) < 1e-3f);
            }
         }
         area += (double)(a[1][0] - a[0][0]) * (double)(a[2][1] - a[0][1]) -
                 (double)(a[2][0] - a[0][0]) * (double)(a[1][1] - a[0][1]);
      }
      assert_true(fabs(area - clipped_area((const float(*)[4])v, (double)guard)) < 1e-3);
   }
   assert_true(cut > 500 && gone > 100);
   tnl_destroy(t);
   tnl_program_destroy(p);
}

/* More vertices than a piece has, indices far apart, vertices that are no numbers, arrays that end. */
static void
extremes(void **state)
{
   enum { N = 40000 };
   float(*v)[4] = calloc(N, sizeof *v);
   uint32_t *far = malloc(N * sizeof *far);
   assert_true(v && far);
   for (unsigned i = 0; i < N; i++) {
      memcpy(v[i], (float[4]){(float)(i % 7) / 8, (float)(i % 11) / 16, 0, 1}, 16);
      far[i] = i & 1 ? N - 1 - i : i;
   }
   struct tnl_program *p = plain_program();
   struct tnl *t = tnl_create();
   for (unsigned pass = 0; pass < 3; pass++) {
      struct tnl_draw d = plain_draw(p, (const float(*)[4])v, N);
      d.mode = PIPE_PRIM_TRIANGLE_STRIP;
      if (pass) {
         d.indices = far;
         d.index_size_B = 4;
      }
      if (pass == 2) {
         v[6][0] = NAN; /* which two places name */
         d.attrib[1].elements = 10;
      }
      uint32_t drawn = 0;
      struct tnl_piece piece;
      assert_true(tnl_begin(t, &d, TNL_NEW_ALL));
      while (tnl_next(t, &piece)) {
         for (unsigned i = 0; i < piece.num_indices; i++) {
            assert_true(piece.indices[i] < piece.num_vertices);
            const unsigned place = drawn / 3 + (drawn % 3 == 2 ? 2 : (drawn % 3 + drawn / 3 % 2) % 2);
            const unsigned vertex = pass ? far[place] : place;
            if (pass < 2)
               assert_memory_equal(piece.vertices + (size_t)piece.indices[i] * piece.vertex_dw + 4, v[vertex],
                                   16);
            drawn++;
         }
      }
      assert_int_equal(drawn, (N - 2 - (pass == 2 ? 6 : 0)) * 3);
   }
   free(v);
   free(far);
   tnl_destroy(t);
   tnl_program_destroy(p);
}

/* Constants and uniforms are there for all vertices of a draw, whether the last one of the program had more, fewer or other uniforms. */
static void
growing_draws(void **state)
{
   enum { MOST = 200 };
   static const uint8_t counts[] = {3, 1, 66, 3, 9, 200, 64, 2, 31};
   static float v[MOST][4];
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   const struct ir_io io[3] = {
      {.name = "p",                  .semantic = IR_SEM_GENERIC, .ncomp = 4},
      {           .name = "o", .semantic = IR_SEM_POSITION,                 .ncomp = 4          },
      { .name = "v",              .semantic = IR_SEM_GENERIC,                              .sem_index = 7,           .ncomp = 4},
   };
   struct ir_builder b = ir_builder_at_end(s);
   assert_true(u_vec_push(&s->inputs, io[0]) && u_vec_push(&s->outputs, io[1]) &&
               u_vec_push(&s->outputs, io[2]));
   for (unsigned c = 0; c < 4; c++) {
      const struct ir_src in = ir_load_input(&b, 0, c);
      ir_store_output(&b, 0, c, in);
      ir_store_output(&b, 1, c, ir_alu3(&b, IR_FMAD, in, ir_immf(2), ir_load_uniform(&b, 0, ir_undef(), c)));
   }
   char error[100];
   struct tnl_program *p = tnl_program_create(s, error, sizeof error);
   struct tnl *t = tnl_create();
   assert_true(p && t);
   ir_shader_destroy(s);
   for (unsigned i = 0; i < MOST; i++)
      memcpy(v[i], (float[4]){(float)(i % 7) / 8, (float)(i % 11) / 16, 0, 1}, 16);
   for (unsigned n = 0; n < 4 * ARRAY_SIZE(counts); n++) {
      struct tnl_draw d = plain_draw(p, (const float(*)[4])v, MOST);
      const uint32_t uniforms[4] = {fui((float)(n / 3)), fui(2), fui((float)(n / 2)), fui(-1)};
      struct tnl_piece piece;
      d.mode = PIPE_PRIM_POINTS;
      d.count = counts[n % ARRAY_SIZE(counts)];
      d.uniforms = uniforms;
      d.num_uniforms = 1;
      assert_true(tnl_begin(t, &d, TNL_NEW_ALL) && tnl_next(t, &piece));
      assert_int_equal(piece.num_indices, d.count);
      for (unsigned i = 0; i < d.count; i++)
         for (unsigned c = 0; c < 4; c++)
            assert_float_equal(piece.vertices[(size_t)piece.indices[i] * piece.vertex_dw + 4 + c],
                               v[i][c] * 2 + uif(uniforms[c]), 0);
   }
   tnl_destroy(t);
   tnl_program_destroy(p);
}

/* What a target of such a GPU would not let through is refused. */
static void
refused(void **state)
{
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   struct ir_builder b = ir_builder_at_end(s);
   struct ir_node *n = ir_push_if(&b, ir_imm(~0u));
   ir_pop_if(&b, n);
   char error[100] = "";
   assert_null(tnl_program_create(s, error, sizeof error));
   assert_non_null(strstr(error, "control flow"));
   ir_shader_destroy(s);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(kernels),       cmocka_unit_test(random_shaders), cmocka_unit_test(primitives),
      cmocka_unit_test(clipping),      cmocka_unit_test(extremes),       cmocka_unit_test(refused),
      cmocka_unit_test(growing_draws),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
