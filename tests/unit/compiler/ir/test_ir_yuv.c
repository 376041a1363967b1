/* SPDX-License-Identifier: MIT
 *
 * ir_lower_yuv: which lookups become several, in which samplers, and with which arithmetic.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "compiler/ir/ir.h"

static const char text[] =
   "shader fs\nuniforms 0\ninput 0 generic 0 comps 2 \"v\"\noutput 0 color_all 0 comps 4 \"c\"\n"
   "{\n"
   "  %0 = load_input 0.x\n"
   "  %1 = load_input 0.y\n"
   "  %2:%5 = tex sample external s0 %0, %1\n"
   "  %6:%9 = tex sample 2d s1 %0, %1\n"
   "  %10:%13 = tex bias external s2 %0, %1, %6\n"
   "  %14 = fadd %2, %10\n"
   "  store_output 0.x %14\n"
   "  store_output 0.y %3\n"
   "  store_output 0.z %12\n"
   "  store_output 0.w %13\n"
   "}\n";

/** Red from V, green from all, blue from U: as every conversion has it. */
static const float matrix[3][4] = {
   {1, 0,    2,    -1},
   {1, -0.5, -0.5, 1 },
   {1, 2,    0,    -1}
};

struct found {
   unsigned tex[8], tex_bias, mads, saturated, movs;
};

static struct found
look(struct ir_shader *s)
{
   struct found f = {0};
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->op == IR_TEX) {
            f.tex[in->tex.sampler]++;
            f.tex_bias += in->tex.op == IR_TEX_BIAS && in->nsrc == 3;
         }
         f.mads += in->op == IR_FMAD;
         f.saturated += in->op == IR_FMAD && in->sat;
         f.movs += in->op == IR_MOV;
      }
   return f;
}

static struct ir_shader *
lowered(const struct ir_yuv *yuv, bool expected)
{
   char error[200] = "";
   struct ir_shader *s = ir_parse(text, error, sizeof error);
   if (!s)
      fail_msg("%s", error);
   ir_update_preds(s);
   assert_int_equal(ir_lower_yuv(s, yuv, 3), expected);
   if (!ir_validate(s, error, sizeof error))
      fail_msg("%s", error);
   return s;
}

static void
planes(void **state)
{
   for (unsigned n = 2; n <= 3; n++) {
      struct ir_yuv yuv[3] = {
         {.planes = (uint8_t)n, .sampler = {3, 4}}
      };
      memcpy(yuv[0].matrix, matrix, sizeof matrix);
      struct ir_shader *s = lowered(yuv, true);
      struct found f = look(s);
      /* one lookup a plane; the ordinary texture and the external one that is not YUV stay */
      assert_true(f.tex[0] == 1 && f.tex[1] == 1 && f.tex[2] == 1 && f.tex[3] == 1 && f.tex[4] == n - 2);
      assert_int_equal(f.tex_bias, 1);
      /* zeros of the matrix cost nothing: two, three and two terms */
      assert_int_equal(f.mads, 7);
      assert_int_equal(f.saturated, 3);
      assert_int_equal(f.movs, 1);
      assert_int_equal(s->samplers_used, n == 2 ? 0xf : 0x1f);
      ir_shader_destroy(s);
   }
}

/** Two of them in one shader; what modifies a lookup goes to all its planes. */
static void
both(void **state)
{
   struct ir_yuv yuv[3] = {
      {.planes = 2,        .sampler = {3}},
      {0                 },
      {.planes = 3, .sampler = {4, 5}              }
   };
   memcpy(yuv[0].matrix, matrix, sizeof matrix);
   memcpy(yuv[2].matrix, matrix, sizeof matrix);
   struct ir_shader *s = lowered(yuv, true);
   struct found f = look(s);
   for (unsigned i = 0; i < 6; i++)
      assert_int_equal(f.tex[i], 1);
   assert_int_equal(f.tex_bias, 3);
   assert_int_equal(f.mads, 14);
   /* unread parts go, as the passes behind this one find them */
   ir_opt_dead_code(s);
   assert_true(look(s).mads < 14);
   ir_shader_destroy(s);
}

static void
nothing(void **state)
{
   const struct ir_yuv yuv[3] = {
      {0          },
      {.planes = 2, .sampler = {3}},
      {0          }
   }; /* slot 1 is no external texture */
   struct ir_shader *s = lowered(yuv, false);
   assert_int_equal(look(s).mads, 0);
   ir_shader_destroy(s);
}

/** A texel that is fetched: its chroma stands at half of the coordinates along which its plane is smaller. The size is luma's. */
static void
fetches(void **state)
{
   static const char fetch[] =
      "shader fs\nuniforms 0\ninput 0 generic 0 comps 2 \"v\"\noutput 0 color_all 0 comps 4 \"c\"\n"
      "{\n"
      "  %0:%3 = tex fetch external s0 0x5, 0x6, 0x0\n"
      "  %4:%7 = tex size external s0 0x0\n"
      "  store_output 0.x %0\n"
      "  store_output 0.y %4\n"
      "}\n";
   char error[200] = "";
   struct ir_yuv yuv[1] = {
      {.planes = 3, .sampler = {1, 2}}
   };
   memcpy(yuv[0].matrix, matrix, sizeof matrix);
   struct ir_shader *s = ir_parse(fetch, error, sizeof error);
   if (!s)
      fail_msg("%s", error);
   ir_update_preds(s);
   assert_true(ir_lower_yuv(s, yuv, 1));
   if (!ir_validate(s, error, sizeof error))
      fail_msg("%s", error);
   unsigned sizes[3] = {0}, texels[3] = {0}, halves = 0, choices = 0;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         sizes[in->op == IR_TEX ? in->tex.sampler : 0] += in->op == IR_TEX && in->tex.op == IR_TEX_SIZE;
         texels[in->op == IR_TEX ? in->tex.sampler : 0] += in->op == IR_TEX && in->tex.op == IR_TEX_FETCH;
         if (in->op == IR_TEX && in->tex.op == IR_TEX_FETCH) /* luma at the coordinates, chroma elsewhere */
            assert_int_equal(in->src[0].kind, in->tex.sampler ? IR_SRC_SSA : IR_SRC_IMM);
         halves += in->op == IR_ISHR && in->src[0].bits == 5 + halves && in->src[1].bits == 1;
         choices += in->op == IR_CSEL && in->src[2].bits == 5 + choices;
      }
   assert_true(sizes[0] == 2 && sizes[1] == 1 && sizes[2] == 0);
   assert_true(texels[0] == 1 && texels[1] == 1 && texels[2] == 1);
   assert_true(halves == 2 && choices == 2);
   ir_shader_destroy(s);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(fetches),
      cmocka_unit_test(planes),
      cmocka_unit_test(both),
      cmocka_unit_test(nothing),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
