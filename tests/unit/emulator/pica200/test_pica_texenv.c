/* SPDX-License-Identifier: MIT
 *
 * TexEnv and fog against formulas written out pixel by pixel from the description of the pipeline, on random states, at every SIMD level.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "emulator/pica200/kernels.h"
#include "util/u_math.h"

static uint32_t
random32(void)
{
   return (uint32_t)(rand() >> 7 & 0xffff) << 16 | (uint32_t)(rand() >> 7 & 0xffff);
}

static int
clamp255(int v)
{
   return v < 0 ? 0 : v > 255 ? 255 : v;
}

/* One pixel's colours: [source][channel]; 13 and 15 are filled on the way. */
struct pixel {
   int source[16][4];
};

static int
operand(const int s[4], bool alpha, unsigned op, unsigned channel)
{
   int v;
   if (alpha)
      v = s[(unsigned[]){3, 0, 1, 2}[op >> 1]];
   else
      v = op < 2 ? s[channel] : s[op < 4 ? 3 : op < 6 ? 0 : op < 10 ? 1 : 2];
   return op & 1 ? 255 - v : v;
}

static int
combine(unsigned func, int a, int b, int c, int bias)
{
   switch (func) {
   case 0:
      return a;
   case 1:
      return (a * b + bias) / 255;
   case 2:
      return clamp255(a + b);
   case 3:
      return clamp255(a + b - 128);
   case 4:
      return (a * c + b * (255 - c) + bias) / 255;
   case 5:
      return clamp255(a - b);
   case 8:
      return clamp255((a * b + 255 * c + bias) / 255);
   case 9:
      return (clamp255(a + b) * c + bias) / 255;
   default:
      return 0;
   }
}

static void
expect_stage(struct pixel *p, const struct pica_texenv_words *w, int bias, int out[4])
{
   int in[3][4];
   unsigned rgb_func = w->combiner & 15, a_func = w->combiner >> 16 & 15;
   for (unsigned i = 0; i < 3; i++)
      for (unsigned c = 0; c < 4; c++)
         in[i][c] = c < 3 ? operand(p->source[w->source >> 4 * i & 15], false, w->operand >> 4 * i & 15, c)
                          : operand(p->source[w->source >> (16 + 4 * i) & 15], true,
                                    w->operand >> (12 + 4 * i) & 7, c);
   for (unsigned c = 0; c < 4; c++)
      out[c] = combine(c < 3 ? rgb_func : a_func, in[0][c], in[1][c], in[2][c], bias);
   if (rgb_func == 6 || rgb_func == 7) {
      int sum = 0;
      for (unsigned c = 0; c < 3; c++)
         sum += ((2 * in[0][c] - 255) * (2 * in[1][c] - 255) + 128) / 256;
      for (unsigned c = 0; c < (rgb_func == 7 ? 4 : 3); c++)
         out[c] = clamp255(sum);
   }
   for (unsigned c = 0; c < 4; c++)
      out[c] = clamp255(out[c] * (int[]){1, 2, 4, 1}[w->scale >> (c < 3 ? 0 : 16) & 3]);
}

static void
random_stage(struct pica_texenv_words *w, bool first)
{
   static const uint8_t source[10] = {0, 1, 2, 3, 4, 5, 6, 14, 13, 15},
                        op[10] = {0, 1, 2, 3, 4, 5, 8, 9, 12, 13}, a_func[8] = {0, 1, 2, 3, 4, 5, 8, 9};
   memset(w, 0, sizeof *w);
   for (unsigned i = 0; i < 3; i++) {
      w->source |= (uint32_t)source[random32() % (first ? 8 : 10)] << 4 * i;
      w->source |= (uint32_t)source[random32() % (first ? 8 : 10)] << (16 + 4 * i);
      w->operand |= (uint32_t)op[random32() % 10] << 4 * i | (random32() % 8) << (12 + 4 * i);
   }
   w->combiner = random32() % 10 | (uint32_t)a_func[random32() % 8] << 16;
   w->scale = random32() % 4 | (random32() % 4) << 16;
   w->color = random32();
   if (!first && random32() % 4 == 0) { /* hands on what came before */
      w->source = 0x00f000f | (w->source & 0xfffffff0 & ~0xf0000u);
      w->source |= 0xf000f;
      w->operand &= ~0x700fu;
      w->combiner = w->scale = 0;
   }
}

static void
stages(void **state)
{
   (void)state;
   srand(2);
   for (unsigned n = 0; n < 600; n++) {
      struct pica_texenv_words words[6];
      struct pica_pixel_params params = PICA_PARAMS_DEFAULT;
      params.texenv_bias = (uint8_t[]){0, 127, 254}[n % 3];
      for (unsigned s = 0; s < 6; s++)
         random_stage(&words[s], !s);
      uint32_t update = random32() & 0xff00, buffer = random32();
      struct pica_color in[PICA_SRC_INPUTS];
      const struct pica_color *ins[PICA_SRC_INPUTS];
      for (unsigned s = 0; s < PICA_SRC_INPUTS; s++) {
         ins[s] = &in[s];
         for (unsigned c = 0; c < 4; c++)
            for (unsigned i = 0; i < 64; i++)
               in[s].c[c].v[i] = (uint16_t)(i < 4 ? i % 2 * 255 : random32() & 255);
      }
      /* texture 3's channels may be the same */
      const uint8_t as[4] = {0, 0, (uint8_t)(n % 2 ? 0 : 2), 3};
      const bool shared = n % 3 == 0;
      int expected[64][4];
      for (unsigned i = 0; i < 64; i++) {
         struct pixel p = {0};
         int next[4];
         for (unsigned c = 0; c < 4; c++) {
            for (unsigned s = 0; s < PICA_SRC_INPUTS; s++)
               p.source[s][c] = in[s].c[s == PICA_SRC_TEXTURE3 && shared ? as[c] : c].v[i];
            next[c] = (int)(buffer >> 8 * c & 255);
         }
         for (unsigned s = 0; s < 6; s++) {
            for (unsigned c = 0; c < 4; c++)
               p.source[14][c] = (int)(words[s].color >> 8 * c & 255);
            expect_stage(&p, &words[s], params.texenv_bias, expected[i]);
            for (unsigned c = 0; c < 4; c++) {
               p.source[15][c] = expected[i][c];
               p.source[13][c] = next[c]; /* a stage's delay */
               if (s < 4 && update >> (s + (c < 3 ? 8 : 12)) & 1)
                  next[c] = expected[i][c];
            }
         }
      }
      struct pica_texenv t;
      pica_texenv_decode(&t, words, update, buffer, shared ? as : NULL, &params);
      for (unsigned l = 0; pica_level_at(l); l++) {
         struct pica_color room[PICA_TEXENV_STAGES];
         struct pica_channels out;
         pica_level_at(l)->texenv(&t, ins, room, &out);
         for (unsigned i = 0; i < 64; i++)
            for (unsigned c = 0; c < 4; c++)
               assert_int_equal(out.c[c]->v[i], expected[i][c]);
      }
   }
}

/* Stage 0's PREVIOUS by the three readings; unknown sources; what is read. */
static void
first_stage(void **state)
{
   (void)state;
   struct pica_texenv_words words[6] = {0};
   for (unsigned s = 0; s < 6; s++)
      words[s].source = 0x0fff0fff;
   words[0].source = 0x03ff03ff; /* inputs 1 and 2 PREVIOUS, input 3 texture 0 */
   for (unsigned reading = 0; reading < 3; reading++) {
      struct pica_pixel_params params = PICA_PARAMS_DEFAULT;
      params.texenv_first_previous = (uint8_t)reading;
      struct pica_texenv t;
      pica_texenv_decode(&t, words, 0, 0x40302010, NULL, &params);
      static const uint32_t reads[3] = {1 << PICA_SRC_TEXTURE0, 1 << PICA_SRC_PRIMARY, 0};
      assert_int_equal(t.inputs, reads[reading]);
      struct pica_color tex, primary, room[PICA_TEXENV_STAGES];
      for (unsigned c = 0; c < 4; c++)
         for (unsigned i = 0; i < 64; i++) {
            tex.c[c].v[i] = 7;
            primary.c[c].v[i] = 9;
         }
      const struct pica_color *ins[PICA_SRC_INPUTS] = {
         [PICA_SRC_PRIMARY] = &primary, [PICA_SRC_TEXTURE0] = &tex};
      struct pica_channels out;
      pica_level_find(NULL)->texenv(&t, ins, room, &out);
      assert_int_equal(out.c[1]->v[5], ((int[]){7, 9, 0x20})[reading]);
   }
   words[0].source = 0x07770777;
   struct pica_pixel_params params = PICA_PARAMS_DEFAULT;
   struct pica_texenv t;
   pica_texenv_decode(&t, words, 0, 0, NULL, &params);
   assert_int_equal(t.inputs, 1 << PICA_SRC_PRIMARY);
   params.texenv_undefined = 1;
   pica_texenv_decode(&t, words, 0, 0, NULL, &params);
   assert_int_equal(t.inputs, 0);
}

static void
fog(void **state)
{
   (void)state;
   /* entry i: value i * 16, difference 16 (12:0), the last -2047 */
   uint32_t table[128];
   for (uint32_t i = 0; i < 128; i++)
      table[i] = (i * 16) << 13 | 16;
   table[127] = 2047u << 13 | (0x2000 - 2047);
   struct pica_fog f;
   pica_fog_decode(&f, table, 0x000000ff, false);
   struct pica_floats depth;
   static const struct {
      float d;
      int red, green;
   } cases[] = {
      {0,            255, 0  },
 /* 64 + 1/2: (64 * 16 + 8) / 2047 = 0.50415; 200 f + 255 (1 - f), 100 f */
      {64.5f / 128,  227, 50 },
      {127.0f / 128, 200, 100},
      {127.5f / 128, 227, 50 },
      {1,            255, 0  },
      {2,            255, 0  },
   };
   for (unsigned l = 0; pica_level_at(l); l++) {
      struct pica_color color;
      for (unsigned i = 0; i < 64; i++) {
         depth.v[i] = i < ARRAY_SIZE(cases) ? cases[i].d : -1;
         color.c[0].v[i] = 200;
         color.c[1].v[i] = 100;
         color.c[2].v[i] = 0;
         color.c[3].v[i] = 77;
      }
      pica_level_at(l)->fog(&f, &depth, &color);
      for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
         assert_int_equal(color.c[0].v[i], cases[i].red);
         assert_int_equal(color.c[1].v[i], cases[i].green);
         assert_int_equal(color.c[3].v[i], 77);
      }
   }
   struct pica_color color = {0};
   pica_fog_decode(&f, table, 0x000000ff, true); /* 1 - 0: the end of the table */
   pica_level_find(NULL)->fog(&f, &depth, &color);
   assert_int_equal(color.c[0].v[0], 255);
}

static void
division(void **state)
{
   (void)state;
   for (unsigned x = 0; x < 65280; x++)
      assert_int_equal(pica_div255((uint16_t)x), x / 255);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(division),
      cmocka_unit_test(stages),
      cmocka_unit_test(first_stage),
      cmocka_unit_test(fog),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
