/* SPDX-License-Identifier: MIT
 *
 * Fragment shaders as machine code against the interpreter of the same level: random straight programs of R500's words, with
 * and without R300's short floats. Colours must be equal to the bit, but for which NaN a NaN is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/r300/r5_regs.h"
#include "emulator/core/start.h"
#include "emulator/r300/us/decode.h"
#include "emulator/r300/us/jit.h"
#include "emulator/simd/levels.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"

enum { PROGRAMS = 400, INSTS = 12 };

#define KERNELS(level) extern const struct us_kernels us_kernels_##level;
EMU_LEVELS(KERNELS)
#define ROW(level) {#level, &us_kernels_##level},
static const struct {
   const char *name;
   const struct us_kernels *us;
} levels[] = {EMU_LEVELS(ROW)};

static uint32_t seed = 1;

static uint32_t
below(uint32_t n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 8) % n;
}

static uint32_t
bits(void)
{
   return below(1 << 16) << 16 | below(1 << 16);
}

static void
any_inst(uint32_t dw[US_R5_DWORDS], bool last)
{
   static const uint8_t rgb[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 0, 8};
   static const uint8_t alpha[] = {0, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 0};
   const unsigned op = rgb[below(ARRAY_SIZE(rgb))];
   const bool dots = op >= 1 && op <= 3;
   dw[0] =
      R5_US_CMN_INST(.TYPE = last, .RGB_WMASK = below(8), .ALPHA_WMASK = below(2), .RGB_OMASK = last ? 7 : 0,
                     .ALPHA_OMASK = last, .RGB_CLAMP = below(3) == 0, .ALPHA_CLAMP = below(3) == 0);
   for (unsigned i = 1; i < 3; i++) /* registers, constants, numbers in the word */
      dw[i] = (bits() & 0xc0000000) | (below(8) | below(2) << 8) | (below(8) | below(2) << 8) << 10 |
              (below(4) ? below(8) : 0x80 | below(128)) << 20;
   dw[3] = bits() & 0x00ffffff;
   dw[4] = R5_US_ALU_ALPHA_INST(.ALPHA_OP = dots && below(2) ? 1 : alpha[below(ARRAY_SIZE(alpha))],
                                .ALPHA_ADDRD = below(8), .ALPHA_SEL_A = below(4), .ALPHA_SWIZ_A = below(7),
                                .ALPHA_MOD_A = below(4), .ALPHA_SEL_B = below(4), .ALPHA_SWIZ_B = below(7),
                                .ALPHA_MOD_B = below(4), .OMOD = below(8));
   dw[5] =
      R5_US_ALU_RGBA_INST(.RGB_OP = op, .RGB_ADDRD = below(8), .RGB_SEL_C = below(4), .RED_SWIZ_C = below(7),
                          .GREEN_SWIZ_C = below(7), .BLUE_SWIZ_C = below(7), .RGB_MOD_C = below(4),
                          .ALPHA_SEL_C = below(4), .ALPHA_SWIZ_C = below(7), .ALPHA_MOD_C = below(4));
}

static void
any_registers(struct us_ctx *c)
{
   static const float numbers[] = {0, -0.0f, 1, -1, 0.5f, 2.25f, -3.5f, 1e20f, -1e-20f, 1e30f, 0.3333f, 100};
   for (unsigned r = 0; r < 8; r++)
      for (unsigned k = 0; k < 4; k++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            c->temp[r][k].u[l] =
               below(8) ? fui(numbers[below(ARRAY_SIZE(numbers))] + (float)below(16) / 16) : bits();
}

static bool
same(uint32_t a, uint32_t b)
{
   return a == b || ((a & 0x7fffffff) > 0x7f800000 && (b & 0x7fffffff) > 0x7f800000);
}

struct fixture {
   struct us_program *p;
   struct us_ctx *c, *before;
   struct us_stage stage;
   uint32_t memory[US_R5_INSTS][US_R5_DWORDS];
};

static void
compare(struct fixture *f, const char *level, const struct us_kernels *k, unsigned number)
{
   static struct emu_row colors[4];
   f->p->code = NULL;
   memcpy(f->c, f->before, sizeof *f->c);
   k->run(f->c, &f->stage);
   memcpy(colors, f->c->color[0], sizeof colors);
   struct r300_jit *j = us_jit_create(f->p, k);
   if (!j) {
      assert_int_equal(k->vec_B, 16); /* x86's plainest level has no writer */
      return;
   }
   f->p->code = j->run;
   memcpy(f->c, f->before, sizeof *f->c);
   k->run(f->c, &f->stage);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         if (!same(colors[c].u[l], f->c->color[0][c].u[l]))
            fail_msg("%s, program %u: component %u of lane %u is 0x%08x, interpreted 0x%08x", level, number,
                     c, l, f->c->color[0][c].u[l], colors[c].u[l]);
   r300_jit_destroy(j);
}

static void
random_programs(void **state)
{
   struct fixture f = {.stage = {.targets = 1}};
   unsigned at;
   f.p = calloc(1, sizeof *f.p + US_MAX_INSTS * sizeof f.p->inst[0]);
   f.c = aligned_alloc(64, u_align(sizeof *f.c, 64));
   f.before = aligned_alloc(64, u_align(sizeof *f.c, 64));
   memset(f.before, 0, sizeof *f.before);
   f.before->lanes = ~UINT64_C(0);
   memset(f.before->loaded, 255, sizeof f.before->loaded);
   f.stage.program = f.p;
   for (unsigned i = 0; i < US_CONSTS; i++)
      for (unsigned k = 0; k < 4; k++)
         f.stage.constant[i][k] = (float)((int)below(64) - 32) / 8;
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   for (unsigned n = 0; n < PROGRAMS; n++) {
      const unsigned insts = 1 + below(INSTS);
      memset(f.p, 0, sizeof *f.p);
      for (unsigned i = 0; i < insts; i++)
         any_inst(f.memory[i], i == insts - 1);
      if (us_decode_r5((const uint32_t(*)[US_R5_DWORDS])f.memory, 0, insts - 1, 0, f.p, &at))
         continue; /* an alpha that takes a dot product that is not made */
      f.p->zero_times = below(2);
      f.p->float24 = below(2);
      assert_true(f.p->straight);
      any_registers(f.before);
      for (unsigned i = 0; i < ARRAY_SIZE(levels); i++)
         if (emu_cpu_has_level(levels[i].name))
            compare(&f, levels[i].name, levels[i].us, n);
   }
   u_fpenv_leave(env);
   free(f.p);
   free(f.c);
   free(f.before);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_programs),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
