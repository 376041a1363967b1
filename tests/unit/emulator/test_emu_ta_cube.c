/* SPDX-License-Identifier: MIT
 *
 * Cubes, whose faces stand alone or are joined at their edges, and volumes.
 */
#include "emu_ta_fixture.h"
#include "emulator/texture/texture.h"

/* ---- cubes, 3D ---- */

static void
cube_faces(void **state)
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
      const struct ta_view *v = view(&x,
                                     (struct tex){
                                        .w = 16, .h = 16, .dim = TA_CUBE, .format = 1, .mode = 2
      },
                                     (struct samp){.clamp = {2, 2, 2}});
      assert_true(v->fast);
      for (unsigned f = 0; f < 6; f++) {
         uint8_t a = (uint8_t)(10 * f), b = (uint8_t)(10 * f + 5);
         put_texel(v, 0, 3, 5, f, &a, 1);
         put_texel(v, 0, 15, 15, f, &b, 1);
      }
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.q.u[l] = fui((float)(l % 6));
         x.s.u[l] = fui(l & 32 ? 2.0f : 1 + 3.5f / 16);
         x.t.u[l] = fui(l & 32 ? 2.0f : 1 + 5.5f / 16);
      }
      sample(&x, TA_LOD_ZERO);
      for (unsigned l = 0; l < EMU_LANES; l++)
         assert_float_equal(F(x.out[0].u[l]), (float)(l % 6 * 10 + (l & 32 ? 5 : 0)) / 255, 1e-6f);
      tex_rig_fini(&x);
   }
}

/* At the edge of a face that stands alone the sampler's wrap mode finds the neighbour, as in 2D. */
static void
cube_faces_apart(void **state)
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      for (unsigned k = 0; k < 4; k++) {
         bool apart = k & 1, repeat = k & 2;
         struct tex_rig x;
         assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
         const struct ta_view *v =
            view(&x,
                 (struct tex){
                    .w = 4, .h = 4, .dim = TA_CUBE, .format = 1, .mode = 2
         },
                 (struct samp){.clamp = {repeat ? 0 : 2, 2, 2}, .mag = 1, .min = 1, .faces_apart = apart});
         for (unsigned f = 0; f < 6; f++) {
            for (unsigned y = 0; y < 4; y++) {
               put_texel(v, 0, 0, y, f, "\0", 1);
               put_texel(v, 0, 3, y, f, "\377", 1);
            }
         }
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.s.u[l] = fui(1.0f);
            x.t.u[l] = fui(1.5f);
            x.q.u[l] = fui((float)(l % 6));
         }
         sample(&x, TA_LOD_ZERO);
         for (unsigned l = 0; l < EMU_LANES; l++)
            if (apart)
               assert_float_equal(F(x.out[0].u[l]), repeat ? 0.5f : 0, 1e-6f);
         tex_rig_fini(&x);
      }
   }
}

/* Centre of a texel on a cube with corners at +-n, by table 3.21 of OpenGL ES 2.0.25 turned around. */
static void
texel_centre(unsigned face, int n, int x, int y, int p[3])
{
   int s = 2 * x + 1 - n, t = 2 * y + 1 - n;
   const int at[6][3] = {
      {n,  -t, -s},
      {-n, -t, s },
      {s,  n,  t },
      {s,  -n, -t},
      {s,  -t, n },
      {-s, -t, -n}
   };
   memcpy(p, at[face], sizeof at[face]);
}

/* The texel beyond an edge is the one that touches it there. */
static void
cube_neighbours(void **state)
{
   enum { N = 4 };
   for (unsigned face = 0; face < 6; face++) {
      for (int edge = 0; edge < 4; edge++) {
         for (int i = 0; i < N; i++) {
            int x0 = edge < 2 ? edge * (N - 1) : i, y0 = edge < 2 ? i : (edge - 2) * (N - 1), a[3], b[3],
                d2 = 0;
            int32_t x = edge < 2 ? (edge ? N : -1) : i, y = edge < 2 ? i : (edge == 3 ? N : -1);
            int to = texture_cube_texel(face, N, &x, &y);
            assert_in_range(to, 0, 5);
            assert_true((unsigned)to != face && x >= 0 && x < N && y >= 0 && y < N);
            texel_centre(face, N, x0, y0, a);
            texel_centre((unsigned)to, N, x, y, b);
            for (unsigned k = 0; k < 3; k++)
               d2 += (a[k] - b[k]) * (a[k] - b[k]);
            assert_int_equal(d2, 2);
         }
      }
      int32_t x = -1, y = N;
      assert_int_equal(texture_cube_texel(face, N, &x, &y), -1);
   }
}

/* Filtering over an edge sees what is there, and the mean of three texels at a corner. */
static void
cube_faces_joined(void **state)
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
      const struct ta_view *v = view(&x, (struct tex){.w = 4, .h = 4, .dim = TA_CUBE, .format = 1, .mode = 2},
                                     (struct samp){.mag = 1, .min = 1});
      static const uint8_t face_value[6] = {0, 60, 120, 180, 240, 30};
      for (unsigned i = 0; i < 6 * 16; i++)
         put_texel(v, 0, i % 4, i / 4 % 4, i / 16, &face_value[i / 16], 1);
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.q.u[l] = fui(0); /* +x: -z to the right, +y above */
         x.s.u[l] = fui(2.0f);
         x.t.u[l] = fui(l & 1 ? 1.0f : 1.5f);
      }
      sample(&x, TA_LOD_ZERO);
      for (unsigned l = 0; l < EMU_LANES; l++) {
         float want = l & 1 ? (0 + 30 + 120) / 3.0f : (0 + 30) / 2.0f;
         assert_float_equal(F(x.out[0].u[l]), want / 255, 1e-5f);
      }
      tex_rig_fini(&x);
   }
}

/* Layers of an array are padded to a power of two below the first level, on all generations. */
static void
array_levels(void **state)
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
      const struct ta_view *v =
         view(&x,
              (struct tex){
                 .w = 16, .h = 16, .d = 5, .dim = TA_2D_ARRAY, .format = 1, .mode = 2, .levels = 4
      },
              (struct samp){.clamp = {2, 2, 2}});
      for (unsigned n = 1; n < 3; n++)
         assert_int_equal(v->level[n + 1].base - v->level[n].base, 8 * v->level[n].surf.slice_B);
      uint32_t loaded[4];
      uint8_t texel = 51;
      put_texel(v, 3, 1, 1, 4, &texel, 1);
      ta_load(v, 1, 1, 4, 3, loaded);
      assert_float_equal(F(loaded[0]), 0.2f, 1e-6f);
      tex_rig_fini(&x);
   }
}

/* Coordinate 8 * cube + face; six layers a cube in memory, padded to a power of two below the first level. */
static void
cube_arrays(void **state)
{
   for (unsigned gen = DB_EVERGREEN; gen < DB_GEN_COUNT; gen++)
      for (unsigned linear = 0; linear < 2; linear++) {
         struct tex_rig x;
         assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
         const struct ta_view *v =
            view(&x,
                 (struct tex){
                    .w = 8, .h = 8, .d = 3, .dim = TA_CUBE, .format = 1, .mode = 2, .levels = 4
         },
                 (struct samp){.clamp = {2, 2, 2}, .mag = linear, .min = linear, .mip = 1});
         assert_int_equal(v->level[2].base - v->level[1].base, 32 * v->level[1].surf.slice_B);
         for (unsigned n = 0; n < 4; n++)
            for (unsigned f = 0; f < 18; f++) {
               uint8_t texel = (uint8_t)(1 + f + 20 * n);
               for (unsigned i = 0; i < 64u >> 2 * n; i++)
                  put_texel(v, n, i % (8 >> n), i / (8 >> n), f, &texel, 1);
            }
         for (unsigned n = 0; n < 4; n++) {
            for (unsigned l = 0; l < EMU_LANES; l++) {
               x.s.u[l] = x.t.u[l] = fui(1.5f);
               x.q.u[l] = fui((float)(l % 32 == 31 ? 99 : l % 32));
               x.w.u[l] = fui((float)n);
            }
            sample(&x, TA_LOD_EXPLICIT);
            for (unsigned l = 0; l < EMU_LANES; l++) {
               unsigned r = l % 32 > 21 ? 21 : l % 32, face = MIN2(r % 8, 5);
               assert_float_equal(F(x.out[0].u[l]) * 255, (float)(1 + r / 8 * 6 + face + 20 * n), 1e-3f);
            }
         }
         tex_rig_fini(&x);
      }
}

static void
volume(void **state)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_EVERGREEN, NULL));
   const struct ta_view *v = view(&x,
                                  (struct tex){
                                     .w = 8, .h = 8, .d = 4, .dim = TA_3D, .format = 1, .mode = 2
   },
                                  (struct samp){.clamp = {2, 2, 2}, .mag = 1, .min = 1});
   for (unsigned z = 0; z < 4; z++) {
      for (unsigned i = 0; i < 64; i++) {
         uint8_t b = (uint8_t)(z * 60);
         put_texel(v, 0, i & 7, i >> 3, z, &b, 1);
      }
   }
   for (unsigned l = 0; l < EMU_LANES; l++) {
      x.s.u[l] = x.t.u[l] = fui(0.3f);
      x.q.u[l] = fui((float)l / 64);
   }
   sample(&x, TA_LOD_ZERO);
   for (unsigned l = 0; l < EMU_LANES; l++)
      assert_float_equal(F(x.out[0].u[l]), CLAMP((float)l / 16 - 0.5f, 0, 3) * 60 / 255, 1.0f / 256);
   tex_rig_fini(&x);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(cube_faces),      cmocka_unit_test(cube_faces_apart),
      cmocka_unit_test(cube_neighbours), cmocka_unit_test(cube_faces_joined),
      cmocka_unit_test(volume),          cmocka_unit_test(cube_arrays),
      cmocka_unit_test(array_levels),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
