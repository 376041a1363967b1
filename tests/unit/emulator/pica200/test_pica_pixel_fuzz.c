/* SPDX-License-Identifier: MIT
 *
 * Random registers, tables, triangles and engine calls: whatever they say, the pixel half answers with a picture or a sentence, touches nothing outside of
 * its memories (the sanitizers look), and gives the same bytes at every SIMD level, whether
 * triangles wait for one another or not.
 *
 * usage: test_pica_pixel_fuzz [SECONDS [SEED]]
 */
#include <stdio.h>
#include <time.h>

#include "db/pica200/picax_regs.h"
#include "emulator/pica200/engines/engines.h"
#include "emulator/pica200/engines/gx.h"
#include "pica_pixel_fixture.h"
#include "../../random_share.h"

enum { W = 40, H = 24, FCRAM_B = 1 << 16 };

static uint64_t seed = 1;

static uint32_t
random32(void)
{
   seed = seed * 6364136223846793005u + 1442695040888963407u;
   return (uint32_t)(seed >> 32);
}

static float
random_float(void)
{
   uint32_t r = random32();
   return r % 8 ? (float)(int32_t)random32() / 1e9f : uif(random32());
}

/* A few bits of a register that would work are changed, or all of them. */
static void
random_registers(struct pica_gpu *gpu)
{
   static const uint16_t from[][2] = {
      {0x040, 0x070},
      {0x080, 0x0b0},
      {0x0c0, 0x100},
      {0x100, 0x131},
      {0x140, 0x1e0}
   };
   for (unsigned n = random32() % 200; n > 0; n--) {
      unsigned k = random32() % ARRAY_SIZE(from), reg = from[k][0] + random32() % (from[k][1] - from[k][0]);
      if (random32() % 8 && (reg == PICA_ID(COLORBUFFER_LOC) || reg == PICA_ID(DEPTHBUFFER_LOC) ||
                             reg == PICA_ID(FRAMEBUFFER_BLOCK32)))
         continue;
      gpu->reg[reg] = random32() % 2 ? gpu->reg[reg] ^ 1u << random32() % 32 : random32();
   }
   for (unsigned u = 0; u < 3 && random32() % 4;
        u++) { /* textures that are there, and a little off the end */
      unsigned at = u ? PICA_ID_AT(TEXUNIT_ADDR, u) : PICA_ID(TEXUNIT0_ADDR1);
      unsigned dim = u ? PICA_ID_AT(TEXUNIT_DIM, u) : PICA_ID(TEXUNIT0_DIM);
      unsigned type = u ? PICA_ID_AT(TEXUNIT_TYPE, u) : PICA_ID(TEXUNIT0_TYPE);
      gpu->reg[PICA_ID(TEXUNIT_CONFIG)] |= 1u << u;
      gpu->reg[dim] = 8u << random32() % 5 << 16 | 8u << random32() % 5;
      gpu->reg[at] = (TEXTURE_AT + random32() % (FCRAM_B + 4096)) / 8;
      gpu->reg[type] = random32() % 15;
   }
   gpu->state_changed = true;
}

static void
random_tables(struct pica_gpu *gpu)
{
   uint32_t *words = &gpu->tables.light[0][0];
   for (unsigned i = 0; i < 24 * 256; i++)
      words[i] = random32();
   for (unsigned i = 0; i < 128; i++) {
      gpu->tables.fog[i] = random32();
      gpu->tables.proctex_noise[i] = random32();
      gpu->tables.proctex_rgb[i] = random32();
      gpu->tables.proctex_alpha[i] = random32();
   }
   for (unsigned i = 0; i < 256; i++) {
      gpu->tables.proctex_color[i] = random32();
      gpu->tables.proctex_color_diff[i] = random32();
   }
}

static void
random_triangle(struct pica_vertex v[3])
{
   float *f = &v[0].position[0];
   for (unsigned i = 0; i < 3 * PICA_VERTEX_FLOATS; i++)
      f[i] = random_float();
   for (unsigned i = 0; i < 3 && random32() % 4; i++) { /* on the screen */
      v[i].position[0] = (float)(random32() & 0xffff) / 32768 - 1;
      v[i].position[1] = (float)(random32() & 0xffff) / 32768 - 1;
      v[i].position[2] = -0.5f;
      v[i].position[3] = 1;
   }
   const float size = 1 / (float)(1u << random32() % 6);
   for (unsigned i = 1; i < 3 && random32() % 2; i++) /* small, so that it waits for others */
      for (unsigned k = 0; k < 4; k++)
         v[i].position[k] = v[0].position[k] + size * (v[i].position[k] - v[0].position[k]);
}

/* Runs what `from` begins at one level; `alone`: no triangle waits for another. Returns how many triangles were taken. */
static unsigned
run_draws(struct pica_gpu *gpu, uint64_t from, bool alone)
{
   unsigned taken = 0;
   seed = from;
   for (uint32_t i = 0; i < 4 * W * H; i += 4) {
      uint32_t color = random32(), depth = random32();
      memcpy(gpu->vram + i, &color, 4);
      memcpy(gpu->vram + (DEPTH_AT - PICA_VRAM_BASE) + i, &depth, 4);
   }
   for (uint32_t i = 0; i < FCRAM_B; i++)
      gpu->fcram[i] = (uint8_t)(random32() >> 8);
   random_tables(gpu);
   random_registers(gpu);
   for (unsigned n = random32() % 8; n < 8; n++) {
      struct pica_vertex v[3];
      random_triangle(v);
      memset(&gpu->error, 0, sizeof gpu->error);
      bool ok = gpu->back->triangle(gpu, v);
      assert_true(ok || (gpu->error.set && gpu->error.reason[0]));
      taken += ok;
      if (alone)
         gpu->back->flush(gpu);
   }
   gpu->back->flush(gpu);
   return taken;
}

static unsigned
fuzz_draws(uint64_t from)
{
   static uint8_t first[PICA_VRAM_SIZE_B];
   unsigned taken = 0;
   for (unsigned n = 0; pica_level_at(n / 2); n++) { /* each level twice */
      struct pica_gpu *gpu = pixel_gpu(W, H);
      /* less FCRAM than the fixture's: its end is where the sanitizer's red zone begins */
      free(gpu->fcram);
      gpu->fcram = calloc(1, FCRAM_B);
      gpu->fcram_size_B = FCRAM_B;
      assert_non_null(gpu->fcram);
      pica_pixels_set_level(gpu, pica_level_at(n / 2));
      taken = run_draws(gpu, from, n & 1);
      if (!n)
         memcpy(first, gpu->vram, sizeof first);
      assert_memory_equal(gpu->vram, first, sizeof first);
      pica_gpu_destroy(gpu);
   }
   return taken;
}

static void
fuzz_engines(struct pica_gpu *gpu, uint64_t from)
{
   static const uint32_t places[] = {PICA_VRAM_BASE, PICA_FCRAM_BASE, 0x1f000000, 0x14000000};
   uint32_t words[8];
   seed = from;
   for (unsigned i = 0; i < 8; i++)
      words[i] = random32() % 4 ? random32() % 256 : random32();
   words[0] = (uint32_t[]){0, 2, 3, 4, 5, random32() & 255}[random32() % 6];
   for (unsigned i = 1; i < 7; i++)
      if (random32() % 2)
         words[i] = places[random32() % 4] + random32() % (FCRAM_B + 64);
   if (random32() % 2) /* a picture of some size */
      for (unsigned i = 3; i < 5; i++)
         words[i] = 8 * (random32() % 12) << 16 | 8 * (random32() % 12);
   if (words[0] == 3 && random32() % 2)
      words[5] = random32() & 0x03004427;
   memset(&gpu->error, 0, sizeof gpu->error);
   if (!pica_gx(gpu, words))
      assert_true(gpu->error.set && gpu->error.reason[0]);
   uint32_t pixels[64];
   memset(&gpu->error, 0, sizeof gpu->error);
   pica_read_pixels(gpu, places[random32() % 2] + random32() % (2 * FCRAM_B), random32() % 6, random32() & 1,
                    8, 8, pixels);
}

static double seconds;
static uint64_t first_seed = 1;

static void
fuzz(void **state)
{
   (void)state;
   struct timespec start, now;
   clock_gettime(CLOCK_MONOTONIC, &start);
   unsigned rounds = 0, taken = 0;
   struct pica_gpu *gpu = pica_gpu_create(FCRAM_B, &pica_back_pixels, NULL);
   assert_non_null(gpu);
   do {
      uint64_t from = first_seed + rounds++;
      taken += fuzz_draws(from);
      for (unsigned i = 0; i < 50; i++)
         fuzz_engines(gpu, from * 64 + i);
      clock_gettime(CLOCK_MONOTONIC, &now);
   } while ((double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec) < seconds ||
            rounds < random_share(60));
   pica_gpu_destroy(gpu);
   printf("%u rounds, %u triangles were taken\n", rounds, taken);
   assert_true(taken > rounds / 2);
}

int
main(int argc, char **argv)
{
   seconds = argc > 1 ? atof(argv[1]) : 2;
   first_seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
   const struct CMUnitTest tests[] = {cmocka_unit_test(fuzz)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
