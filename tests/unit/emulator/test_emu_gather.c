/* SPDX-License-Identifier: MIT
 *
 * Gathers: the four texels that a linear filter would mix, by generation.
 */
#include "emu_ta_fixture.h"
#include "emulator/terascale/sq/decode/words.h"

/* The four texels of a filter, in the order of the generation; integers one half texel on. */
static void
gathers(void **state)
{
   static const uint8_t order[2][4][2] = {
      {{1, 0}, {0, 1}, {1, 1}, {0, 0}},
      {{0, 1}, {1, 1}, {1, 0}, {0, 0}},
   };
   for (unsigned cm = 0; cm < 2; cm++)
      for (unsigned integer = 0; integer < 2; integer++) {
         struct tex_rig x;
         assert_true(tex_rig_init(&x, cm ? DB_CAYMAN : DB_EVERGREEN, NULL));
         const struct ta_view *v = view(&x,
                                        (struct tex){
                                           .w = 16,
                                           .h = 8,
                                           .dim = TA_2D,
                                           .format = 26,
                                           .mode = 2,
                                           .num_format = integer,
                                           .sel = {2, 0, 5, 4}
         },
                                        (struct samp){.clamp = {TA_CLAMP_EDGE, TA_WRAP}, .compare = 1});
         for (unsigned ty = 0; ty < 8; ty++)
            for (unsigned tx = 0; tx < 16; tx++)
               put_texel(v, 0, tx, ty, 0, (uint8_t[]){(uint8_t)(tx * 10), 77, (uint8_t)(ty * 10 + 1), 9}, 4);
         struct emu_row moved[2];
         memset(moved, 0, sizeof moved);
         x.rq.gather = true;
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.s.u[l] = fui(((float)(l % 16) + 0.75f - (integer ? 0.5f : 0)) / 16);
            x.t.u[l] = fui(((float)(l / 16) + 4.75f - (integer ? 0.5f : 0)) / 8);
            moved[0].u[l] = (uint32_t)-3;
            moved[1].u[l] = 2;
         }
         for (unsigned pass = 0; pass < 8; pass++) {
            unsigned comp = pass & 3;
            x.rq.component = (uint8_t)comp;
            x.rq.offset[0] = pass >= 4 ? 1.0f : 0.0f;
            x.rq.offsets = pass >= 4 ? moved : NULL;
            sample(&x, TA_LOD_ZERO);
            for (unsigned l = 0; l < EMU_LANES; l++)
               for (unsigned k = 0; k < 4; k++) {
                  int tx = (int)(l % 16) + order[cm][k][0] + (pass >= 4 ? -2 : 0);
                  int ty = (int)(l / 16) + 4 + order[cm][k][1] + (pass >= 4 ? 2 : 0);
                  unsigned want = comp == 0   ? (unsigned)(ty & 7) * 10 + 1
                                  : comp == 1 ? (unsigned)CLAMP(tx, 0, 15) * 10
                                              : comp == 2;
                  if (integer)
                     assert_int_equal(x.out[k].u[l], want);
                  else
                     assert_true(F(x.out[k].u[l]) == (comp < 2 ? (float)want * (1.0f / 255) : (float)want));
               }
         }
         /* with a reference: 0.2 < blue, whatever the component */
         for (unsigned l = 0; l < EMU_LANES && !integer; l++)
            x.ref.u[l] = fui(0.2f);
         x.rq.ref = &x.ref;
         x.rq.offset[0] = 0;
         x.rq.offsets = NULL;
         if (!integer) {
            sample(&x, TA_LOD_ZERO);
            for (unsigned l = 0; l < EMU_LANES; l++)
               for (unsigned k = 0; k < 4; k++) {
                  int tx = CLAMP((int)(l % 16) + order[cm][k][0], 0, 15);
                  assert_true(F(x.out[k].u[l]) == (tx * 10 > 51 ? 1.0f : 0.0f));
               }
         }
         tex_rig_fini(&x);
      }
}

/* The instruction word: the modifier is the component of gathers, and of nothing else. */
static void
words(void **state)
{
   static const struct {
      unsigned inst;
      int op;
   } c[] = {
      {21, DB_TEX_GATHER4    },
      {23, DB_TEX_GATHER4_O  },
      {29, DB_TEX_GATHER4_C  },
      {31, DB_TEX_GATHER4_C_O},
      {16, -1                },
   };
   for (unsigned gen = DB_EVERGREEN; gen <= DB_CAYMAN; gen++)
      for (unsigned i = 0; i < ARRAY_SIZE(c); i++)
         for (unsigned mod = 1; mod < 4; mod++) {
            uint32_t dw[4] = {EG_SQ_TEX_WORD0(.TEX_INST = c[i].inst, .INST_MOD = mod)};
            struct sq_fetch_word w;
            memset(&w, 0, sizeof w);
            sq_read_tex((enum db_gen)gen, dw, &w);
            assert_int_equal(w.op, c[i].op);
            assert_int_equal(w.inst_mod, mod);
         }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(gathers),
      cmocka_unit_test(words),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
