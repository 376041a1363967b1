/* SPDX-License-Identifier: MIT
 *
 * Draws whose program is one lookup, by strips: the bits that waves leave, for random programs of R500's words and of R300's, textures,
 * filters, blending and rectangles at all SIMD levels. And which programs are such.
 */
#include "r300_fixture.h"

#include <math.h>

#include "db/r300/r3_regs.h"
#include "emulator/core/start.h"
#include "emulator/r300/gpu.h"
#include "emulator/raster/raster_priv.h"
#include "emulator/simd/levels.h"

enum { TARGET_B = FIX_W * FIX_H * 4, TEXTURES_B = 0x20000, ROUNDS = 250, FORMS = 7 };

#define NAME(level) #level,
static const char *const levels[] = {EMU_LEVELS(NAME)};

static uint32_t seed;

static uint32_t
below(uint32_t n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 8) % n;
}

static float
between(float lo, float hi)
{
   return lo + (hi - lo) * (float)below(4096) / 4096;
}

/* ---- programs: FORMS ways to make a colour of a lookup in register 1, register 0 being what is interpolated ---- */

static void
r5_program(struct fix *f, unsigned form)
{
   uint32_t code[2][6] = {{0}};
   const unsigned one = R5_US_ALU_RGB_INST__RED_SWIZ_B__ONE, clamp = below(2);
   code[0][0] = R5_US_CMN_INST(.TYPE = 3, .RGB_WMASK = 7, .ALPHA_WMASK = 1);
   code[0][1] = R5_US_TEX_INST(.INST = 1, .TEX_SEM_ACQUIRE = 1);
   code[0][2] =
      R5_US_TEX_ADDR(.SRC_S_SWIZ = 0, .SRC_T_SWIZ = 1, .SRC_R_SWIZ = 1, .SRC_Q_SWIZ = 1, .DST_ADDR = 1,
                     .DST_R_SWIZ = 0, .DST_G_SWIZ = form == 6 ? 3 : 1, .DST_B_SWIZ = 2, .DST_A_SWIZ = 3);
   const bool constant = form == 2, number = form == 3;
   const unsigned second = number ? 0x80 | (40 + below(20)) : 0;
   code[1][0] = R5_US_CMN_INST(.TYPE = 1, .TEX_SEM_WAIT = 1, .RGB_OMASK = 7, .ALPHA_OMASK = 1,
                               .RGB_CLAMP = clamp, .ALPHA_CLAMP = clamp);
   code[1][1] = R5_US_ALU_RGB_ADDR(.ADDR0 = 1, .ADDR1 = second, .ADDR1_CONST = constant);
   code[1][2] = R5_US_ALU_ALPHA_ADDR(.ADDR0 = 1, .ADDR1 = second, .ADDR1_CONST = constant);
   const bool plain = form == 0 || form >= 4;
   code[1][3] =
      R5_US_ALU_RGB_INST(.RGB_SEL_A = form == 5,
                         .RED_SWIZ_A = form == 4   ? 2
                                       : form == 5 ? 3
                                                   : 0,
                         .GREEN_SWIZ_A = form == 5 ? 2 : 1, .BLUE_SWIZ_A = form == 4 ? 0 : 2, .RGB_SEL_B = 1,
                         .RED_SWIZ_B = plain       ? one
                                       : form == 1 ? 3
                                                   : 0,
                         .GREEN_SWIZ_B = plain       ? one
                                         : form == 1 ? 2
                                                     : 1,
                         .BLUE_SWIZ_B = plain ? one : 2);
   code[1][4] = R5_US_ALU_ALPHA_INST(.ALPHA_SWIZ_A = form == 4 ? 1 : 3, .ALPHA_SEL_B = 1,
                                     .ALPHA_SWIZ_B = plain ? one : 3);
   code[1][5] = R5_US_ALU_RGBA_INST(.RED_SWIZ_C = 4, .GREEN_SWIZ_C = 4, .BLUE_SWIZ_C = 4, .ALPHA_SWIZ_C = 4);
   fix_fragment_shader(f, (const uint32_t(*)[6])code, 2);
   for (unsigned c = 0; c < 4; c++)
      ((struct emulator *)f->e)->us_constant[0][c] = between(-0.5f, 1.5f);
}

static void
r3_program(struct fix *f, unsigned form)
{
   enum { SRC0 = 0, SRC1 = 4, SRC1_BLUE = 7, GBR = 23, ZERO = 20, ONE = 21, HALF = 22 };
   enum { SRC0_A = 9, SRC1_A = 10, A_ZERO = 16, A_ONE = 17, A_HALF = 18 };
   const unsigned clamp = below(2);
   fix_reg(f, R3_US_CONFIG_OFFSET, R3_US_CONFIG(.FIRST_TEX = 1));
   fix_reg(f, R3_US_CODE_OFFSET_OFFSET, 0);
   fix_reg(f, R3_US_CODE_ADDR_OFFSET(3), R3_US_CODE_ADDR(.RGBA_OUT = 1));
   fix_reg(f, R3_US_TEX_INST_OFFSET(0), R3_US_TEX_INST(.DST_ADDR = 1, .INST = 1));
   fix_reg(f, R3_US_ALU_RGB_ADDR_OFFSET(0),
           R3_US_ALU_RGB_ADDR(.ADDR0 = 1, .ADDR1_CONST = form == 2, .OMASK = 7));
   fix_reg(f, R3_US_ALU_ALPHA_ADDR_OFFSET(0),
           R3_US_ALU_ALPHA_ADDR(.ADDR0 = 1, .ADDR1_CONST = form == 2, .OMASK = 1));
   const unsigned by = form == 1   ? SRC1_BLUE
                       : form == 2 ? SRC1
                       : form == 3 ? HALF
                                   : ONE,
                  by_a = form == 1 || form == 2 ? SRC1_A
                         : form == 3            ? A_HALF
                                                : A_ONE;
   fix_reg(f, R3_US_ALU_RGB_INST_OFFSET(0),
           R3_US_ALU_RGB_INST(.RGB_SEL_A = form == 4   ? GBR
                                           : form == 5 ? SRC1_BLUE
                                                       : SRC0,
                              .RGB_SEL_B = by, .RGB_SEL_C = ZERO, .RGB_CLAMP = clamp));
   fix_reg(f, R3_US_ALU_ALPHA_INST_OFFSET(0),
           R3_US_ALU_ALPHA_INST(.ALPHA_SEL_A = form == 6 ? 1 : SRC0_A, .ALPHA_SEL_B = by_a,
                                .ALPHA_SEL_C = A_ZERO, .ALPHA_CLAMP = clamp));
   for (unsigned c = 0; c < 4; c++)
      fix_reg(f, R3_US_ALU_CONST_R_OFFSET(0) + 4 * c,
              below(1 << 16) | (61 + below(3)) << 16 | below(8) / 7 << 23);
   fix_reg(f, R3_RS_IP_OFFSET(0), R3_RS_IP(.SEL_S = 0, .SEL_T = 1, .SEL_R = 2, .SEL_Q = 3));
   fix_reg(f, R3_RS_INST_OFFSET(0), R3_RS_INST(.TEX_CN = 1));
   fix_reg(f, RX_SC_SCISSOR0_OFFSET, RX_SC_SCISSOR0(.XS0 = 1440, .YS0 = 1440));
   fix_reg(f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = 1440 + FIX_W - 1, .YS1 = 1440 + FIX_H - 1));
}

/* ---- state ---- */

static void
any_texture(struct fix *f, unsigned size[2])
{
   static const uint8_t wraps[] = {TX_REPEAT, TX_MIRROR, TX_CLAMP_EDGE};
   const bool odd = below(4) == 0;
   const unsigned filter = 1 + below(2);
   for (unsigned n = 0; n < 2; n++)
      size[n] = odd ? 1 + below(64) : 1u << below(7);
   fix_reg(f, RX_TX_ENABLE_OFFSET, 1);
   fix_reg(f, RX_TX_FILTER0_OFFSET(0),
           RX_TX_FILTER0(.CLAMP_S = odd ? TX_CLAMP_EDGE : wraps[below(3)],
                         .CLAMP_T = odd ? TX_CLAMP_EDGE : wraps[below(3)], .MAG_FILTER = filter,
                         .MIN_FILTER = below(4) ? filter : 3 - filter, .MIP_FILTER = odd ? 0 : below(3)));
   fix_reg(f, RX_TX_FILTER1_OFFSET(0), RX_TX_FILTER1(.LOD_BIAS = 1));
   fix_reg(f, RX_TX_FORMAT0_OFFSET(0),
           RX_TX_FORMAT0(.TXWIDTH = size[0] - 1, .TXHEIGHT = size[1] - 1,
                         .NUM_LEVELS = odd || below(2) ? 0 : u_log2(MAX2(size[0], size[1]))));
   fix_reg(f, RX_TX_FORMAT1_OFFSET(0),
           RX_TX_FORMAT1(.TXFORMAT = 12, .SEL_RED = below(6), .SEL_GREEN = 1, .SEL_BLUE = 0,
                         .SEL_ALPHA = below(2) ? 5 : 3));
   fix_reg(f, RX_TX_OFFSET_OFFSET(0), FIX_TEXTURE_AT | RX_TX_OFFSET(.MICRO_TILE = below(2)));
   for (unsigned i = 0; i < TEXTURES_B; i++)
      f->memory[FIX_TEXTURE_AT - FIX_COLOR_AT + i] = (uint8_t)below(256);
}

static void
any_blending(struct fix *f)
{
   static const uint8_t factors[][2] = {
      {38, 39},
      {33, 39},
      {33, 33},
      {36, 32}
   };
   const uint8_t *p = factors[below(4)];
   fix_reg(f, RX_RB3D_BLENDCNTL_OFFSET,
           below(2) ? RX_RB3D_BLENDCNTL(.ALPHA_BLEND_ENABLE = 1, .READ_ENABLE = 1, .SRCBLEND = p[0],
                                        .DESTBLEND = p[1])
                    : 0);
}

/* A rectangle of two triangles, seen from the front or turned, or in perspective. */
static void
any_rectangle(struct fix *f, const unsigned size[2])
{
   const bool turned = below(8) == 0, far = below(6) == 0, exact = below(2);
   static const float offsets[] = {0, 0.5f, 1.0f / 512, -0.5f};
   const float w = (float)size[0], h = (float)size[1], lean = turned ? between(-20, 20) : 0;
   const float x0 = exact ? 0 : floorf(between(-8, 32)), y0 = exact ? 0 : floorf(between(-8, 32));
   const float x1 = exact ? FIX_W : x0 + floorf(between(24, 60)),
               y1 = exact ? FIX_H : y0 + floorf(between(24, 60));
   const float s0 = exact ? offsets[below(4)] / w : between(-2, 1),
               t0 = exact ? offsets[below(4)] / h : between(-2, 1);
   const float s1 = exact ? s0 + FIX_W / w : s0 + between(-2, 2),
               t1 = exact ? t0 + FIX_H / h : t0 + between(-2, 2);
   static const uint8_t orders[2][2][3] = {
      {{0, 1, 2}, {2, 1, 3}},
      {{1, 0, 2}, {3, 1, 2}}
   };
   const uint8_t(*order)[3] = orders[below(2)];
   float c[4][8], v[6][8];
   for (unsigned i = 0; i < 4; i++) {
      const float corner[8] = {(i & 1 ? x1 : x0) + (i & 2 ? lean : 0),
                               (i & 2 ? y1 : y0) - (i & 1 ? lean : 0),
                               0,
                               far ? between(0.2f, 1) : 1,
                               i & 1 ? s1 : s0,
                               i & 2 ? t1 : t0,
                               (float)below(3) * 0.5f,
                               (float)below(256) / 255};
      memcpy(c[i], corner, sizeof corner);
   }
   for (unsigned i = 0; i < 6; i++)
      memcpy(v[i], c[order[i / 3][i % 3]], sizeof v[i]);
   fix_draw(f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, v, 6);
}

static struct {
   unsigned asked, done, lookups;
} strips;
static const struct pixel_gpu_ops *const real = &r300_pixel_ops;

static unsigned
counted_strip(void *ctx, const void *program, const void *inputs, const struct pixel_strip *strip,
              struct pixel_strip_colors *out)
{
   const unsigned done = real->shade_strip(ctx, program, inputs, strip, out);
   assert_false(done & ~strip->blocks);
   strips.asked += (unsigned)__builtin_popcount(strip->blocks);
   strips.done += (unsigned)__builtin_popcount(done);
   return done;
}

static bool
counted_lookup(const void *inputs)
{
   strips.lookups += real->has_strips(inputs);
   return real->has_strips(inputs);
}

/* Draws what the seed says, and returns the target's bytes. */
static const uint8_t *
draw(struct fix *f, bool r500, unsigned form, bool short_way)
{
   struct emulator *e = (struct emulator *)f->e;
   unsigned size[2];
   e->raster->ops.shade_strip = short_way ? counted_strip : NULL;
   e->raster->ops.has_strips = counted_lookup;
   fix_state(f);
   if (r500)
      fix_reg(f, R5_US_CONFIG_OFFSET, below(2) ? 2 : 0);
   (r500 ? r5_program : r3_program)(f, form);
   any_texture(f, size);
   any_blending(f);
   fix_reg(f, RX_US_OUT_FMT_OFFSET(0),
           below(4) ? RX_US_OUT_FMT(.C0_SEL = 1, .C1_SEL = 2, .C2_SEL = 3, .C3_SEL = 0)
                    : RX_US_OUT_FMT(.C0_SEL = 3, .C1_SEL = 2, .C2_SEL = 1, .C3_SEL = 0));
   for (unsigned i = 0; i < TARGET_B; i++)
      f->memory[i] = (uint8_t)below(256);
   for (unsigned i = 0; i < 2; i++)
      any_rectangle(f, size);
   fix_run(f);
   return f->memory;
}

static void
same_as_waves(void **state)
{
   static const char *const chips[] = {"rv515", "r300", "rs690"};
   static uint8_t want[TARGET_B], first[ROUNDS][TARGET_B];
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      bool any = false;
      for (unsigned lv = 0; lv < ARRAY_SIZE(levels); lv++) {
         struct fix f;
         if (!emu_cpu_has_level(levels[lv]))
            continue;
         memset(&strips, 0, sizeof strips);
         fix_open(&f, chips[c], 1, levels[lv]);
         for (unsigned round = 0; round < ROUNDS; round++) {
            seed = round * 7919 + c;
            memcpy(want, draw(&f, c == 0, round % FORMS, false), TARGET_B);
            if (!any)
               memcpy(first[round], want, TARGET_B);
            seed = round * 7919 + c;
            const uint8_t *got = draw(&f, c == 0, round % FORMS, true);
            for (unsigned i = 0; i < TARGET_B; i++)
               if (want[i] != got[i] || first[round][i] != got[i])
                  fail_msg("%s %s round %u byte %u: %02x by strips, %02x by waves, %02x by the first level's",
                           levels[lv], chips[c], round, i, got[i], want[i], first[round][i]);
         }
         any = true;
         /* R300's lookups have a third coordinate, which counts where there are levels */
         assert_in_range(strips.lookups, c ? ROUNDS / 2 : ROUNDS, ROUNDS);
         /* the others are turned, in perspective, or of several levels in a tile */
         if (strcmp(levels[lv], "avx2") == 0 || strcmp(levels[lv], "avx512") == 0)
            assert_in_range(strips.done, strips.asked / 3, strips.asked - 1);
         emu_destroy(f.e);
      }
   }
}

/* ---- which programs ---- */

static bool
is_lookup(const uint32_t (*code)[US_R5_DWORDS], unsigned n)
{
   static uint32_t memory[US_R5_INSTS][US_R5_DWORDS];
   struct us_program *p = calloc(1, sizeof *p + US_MAX_INSTS * sizeof p->inst[0]);
   unsigned at;
   memcpy(memory, code, n * sizeof *code);
   assert_null(us_decode_r5((const uint32_t(*)[US_R5_DWORDS])memory, 0, n - 1, 0, p, &at));
   const bool is = p->lookup.is;
   free(p);
   return is;
}

static void
which_programs(void **state)
{
   const uint32_t fetch[6] = {
      R5_US_CMN_INST(.TYPE = 3, .RGB_WMASK = 7, .ALPHA_WMASK = 1), R5_US_TEX_INST(.INST = 1),
      R5_US_TEX_ADDR(.SRC_T_SWIZ = 1, .DST_ADDR = 1, .DST_G_SWIZ = 1, .DST_B_SWIZ = 2, .DST_A_SWIZ = 3)};
   uint32_t code[3][6], show[6], move[6];
   fix_us_show(show, 1);
   memcpy(code[0], fetch, sizeof fetch);
   memcpy(code[1], show, sizeof show);
   assert_true(is_lookup(code, 2));
   assert_false(is_lookup(code, 1));     /* shows nothing */
   assert_false(is_lookup(code + 1, 1)); /* looks nothing up */
   const struct {
      unsigned dw;
      uint32_t bits;
      const char *why;
   } others[] = {
      {3, R5_US_ALU_RGB_INST(.RGB_MOD_A = 1),                                       "a sign"     },
      {3, R5_US_ALU_RGB_INST(.OMOD = 1),                                            "a factor"   },
      {4, R5_US_ALU_ALPHA_INST(.ALPHA_MOD_A = 2),                                   "a magnitude"},
      {4, R5_US_ALU_ALPHA_INST(.ALPHA_OP = R5_US_ALU_ALPHA_INST__ALPHA_OP__OP_MAX), "a maximum"  },
      {5, R5_US_ALU_RGBA_INST(.RGB_OP = R5_US_ALU_RGBA_INST__RGB_OP__OP_MIN),       "a minimum"  },
      {5, R5_US_ALU_RGBA_INST(.RED_SWIZ_C = 2),                                     "a sum"      },
      {4, R5_US_ALU_ALPHA_INST(.W_OMASK = 1),                                       "a depth"    },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
      memcpy(code[1], show, sizeof show);
      code[1][others[i].dw] |= others[i].bits;
      if (is_lookup(code, 2))
         fail_msg("with %s it is a lookup", others[i].why);
   }
   /* another lookup; a texel squared; coordinates that were moved */
   memcpy(code[1], fetch, sizeof fetch);
   memcpy(code[2], show, sizeof show);
   assert_false(is_lookup(code, 3));
   memcpy(code[1], show, sizeof show);
   code[1][3] &= ~R5_US_ALU_RGB_INST(.RED_SWIZ_B = 7);
   assert_false(is_lookup(code, 2));
   fix_us_show(move, 0);
   move[0] = R5_US_CMN_INST(.RGB_WMASK = 7, .ALPHA_WMASK = 1);
   memcpy(code[0], move, sizeof move);
   memcpy(code[1], fetch, sizeof fetch);
   assert_false(is_lookup(code, 3));
   /* but what is looked up may be moved */
   memcpy(code[0], fetch, sizeof fetch);
   fix_us_show(move, 1);
   move[0] = R5_US_CMN_INST(.RGB_WMASK = 7, .ALPHA_WMASK = 1);
   memcpy(code[1], move, sizeof move);
   fix_us_show(code[2], 0);
   assert_true(is_lookup(code, 3));
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_waves), cmocka_unit_test(which_programs)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
