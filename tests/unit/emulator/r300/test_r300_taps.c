/* SPDX-License-Identifier: MIT
 *
 * Taps give the bits that the same lookups give in two parts of a wave, which are none, whatever earlier ones of their wave were, and
 * write no other rows: views of all sizes, tilings, wrap modes, filters and levels at all SIMD levels. Shaders of many lookups leave in
 * all registers what they leave without taps, with and without R300's short floats.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "emulator/core/start.h"
#include "emulator/pixel/surface.h"
#include "emulator/r300/tx/quick.h"
#include "emulator/r300/us/decode.h"
#include "emulator/r300/us/us.h"
#include "emulator/simd/levels.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"

#define KERNELS(level)                                                                                       \
   extern const struct tx_kernels tx_kernels_##level;                                                        \
   extern const struct us_kernels us_kernels_##level;
EMU_LEVELS(KERNELS)
#define ROW(level) {#level, &tx_kernels_##level, &us_kernels_##level},
static const struct {
   const char *name;
   const struct tx_kernels *tx;
   const struct us_kernels *us;
} levels[] = {EMU_LEVELS(ROW)};

enum { MEMORY_B = 1 << 18, WAVES = 1500, LOOKUPS = 30, PROGRAMS = 1000, REGISTERS = 8 };

static uint32_t seed = 1;

static uint32_t
below(uint32_t n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 8) % n;
}

static void
any_view(const struct emu_mem *mem, struct tx_view *v)
{
   static const uint8_t wraps[] = {TX_REPEAT, TX_MIRROR, TX_CLAMP_EDGE};
   do {
      const bool odd = below(2);
      struct tx_setup s = {.format = 12,
                           .dim = TX_2D,
                           .address = EMU_VRAM_BASE,
                           .macro = below(2),
                           .micro = (uint8_t)below(2),
                           .rv350_tiling = below(2),
                           .wide_rows = below(2),
                           .mag = (uint8_t)(1 + below(2)),
                           .w = odd ? 1 + below(90) : 1u << below(8),
                           .h = odd ? 1 + below(90) : 1u << below(8)};
      s.min = s.mag;
      s.num_levels = (uint8_t)(odd ? 1 : 1 + below(u_log2(MAX2(s.w, s.h)) + 1));
      s.first_level = (uint8_t)below(s.num_levels);
      for (unsigned i = 0; i < 3; i++)
         s.wrap[i] = odd ? TX_CLAMP_EDGE : wraps[below(ARRAY_SIZE(wraps))];
      for (unsigned i = 0; i < 4; i++)
         s.select[i] = (uint8_t)below(6);
      if (tx_describe(mem, &s, v))
         v->taps = false; /* a tiling that does not exist */
   } while (!v->taps);
}

/* How the coordinates of a wave begin and go on. */
struct wave {
   float s0, t0, ds, dt;
};

static struct wave
any_wave(const struct tx_view *v)
{
   static const float steps[] = {1.0f, 1.0f, 1.0f, 0.64f, 0.5f, 0.03f, 1.7f, 3.0f, 0, -1.0f};
   const struct tx_level *l = &v->level[v->setup.first_level];
   const float x = 1.0f / (float)l->w, y = 1.0f / (float)l->h, far = below(8) ? 1 : 300;
   struct wave w = {.ds = steps[below(ARRAY_SIZE(steps))] * x, .dt = steps[below(ARRAY_SIZE(steps))] * y};
   w.s0 = ((float)(int)(below(140) - 30) + (below(2) ? 0.5f : (float)below(256) / 256)) * x * far;
   w.t0 = ((float)(int)(below(140) - 30) + (below(2) ? 0.5f : (float)below(256) / 256)) * y * far;
   return w;
}

/* A coordinate: of the wave's pixels plus an offset, and in some the last bits, a lane or everything otherwise. */
static void
any_row(struct emu_row *row, float first, float step, float offset, bool down)
{
   static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 123456.0f, -7.75f};
   const unsigned kind = below(16);
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         uint32_t *const at = &row->u[pixel_lane(x, y)];
         *at = fui(first + (float)(down ? y : x) * step + offset);
         if (kind == 0 || (kind == 1 && below(16) == 0))
            *at += below(3) - 1;
         else if (kind == 2)
            *at = fui(odd[below(ARRAY_SIZE(odd))]);
         else if (kind == 3)
            *at = fui(uif(*at) + (float)(down ? x : y) * step * 0.25f);
      }
   if (kind == 4)
      row->u[below(EMU_LANES)] = fui(odd[below(ARRAY_SIZE(odd))]);
}

/* What the plainest level gives for two halves of a wave. */
static void
in_parts(const struct tx_view *v, const struct emu_row coord[4], struct emu_row out[4])
{
   struct emu_row half[4];
   struct tx_request rq = {
      .view = v, .coord = coord, .mode = TX_LOD_IMPLICIT, .lanes = UINT32_MAX, .out = out};
   levels[0].tx->sample_quick(&rq);
   rq.lanes = ~rq.lanes;
   rq.out = half;
   levels[0].tx->sample_quick(&rq);
   for (unsigned k = 0; k < 4; k++)
      memcpy(&out[k].u[32], &half[k].u[32], 32 * sizeof half[k].u[0]);
}

/* Components as the texel has them. Returned: was it a tap? */
static bool
one_lookup(unsigned level, struct texture_taps *taps, const struct tx_view *v, const struct emu_row coord[4])
{
   struct emu_row got[4], want[4];
   struct tx_view plain = *v;
   struct tx_shown to = {.comps = below(16), .dropped = below(2) ? 0x7f : 0};
   for (unsigned k = 0; k < 4; k++) {
      plain.setup.select[k] = (uint8_t)k;
      to.out[k] = &got[k];
   }
   memset(got, 0xa5, sizeof got);
   in_parts(&plain, coord, want);
   const bool is = levels[level].tx->sample_tap(taps, v, &coord[0], &coord[1], &to);
   for (unsigned k = 0; k < 4; k++)
      for (unsigned l = 0; l < EMU_LANES; l++) {
         const bool written = is && to.comps >> k & 1;
         if (got[k].u[l] != (written ? want[k].u[l] & ~(uint32_t)to.dropped : 0xa5a5a5a5))
            fail_msg("%s, lane %u, component %u: %g, in parts %g (%ux%u)", levels[level].name, l, k,
                     (double)uif(got[k].u[l]), (double)uif(want[k].u[l]), v->setup.w, v->setup.h);
      }
   return is;
}

static void
taps_are_lookups(void **state)
{
   static struct texture_taps taps; /* with what the last wave left there */
   uint8_t *memory = *state;
   const struct emu_mem mem = {memory, MEMORY_B};
   for (unsigned level = 0; level < ARRAY_SIZE(levels); level++) {
      unsigned num = 0;
      for (unsigned n = 0; n < WAVES && emu_cpu_has_level(levels[level].name); n++) {
         struct tx_view views[2];
         any_view(&mem, &views[0]);
         any_view(&mem, &views[1]);
         const struct wave w = any_wave(&views[0]);
         texture_taps_init(&taps);
         for (unsigned i = 0; i < LOOKUPS; i++) {
            struct emu_row coord[4];
            memset(coord, 0, sizeof coord);
            any_row(&coord[0], w.s0, w.ds, w.ds * (float)((int)below(5) - 2), false);
            any_row(&coord[1], w.t0, w.dt, w.dt * (float)((int)below(5) - 2), true);
            num += one_lookup(level, &taps, &views[below(8) == 0], coord);
         }
      }
      if (!strcmp(levels[level].name, "avx2") || !strcmp(levels[level].name, "avx512"))
         assert_true(!emu_cpu_has_level(levels[level].name) || num > WAVES * LOOKUPS / 8);
   }
}

/* ---- shaders ---- */

/* Lookups of two textures, some at what others gave. The decoders of both kinds of US find taps in what they have decoded. */
static struct us_program *
any_program(void)
{
   enum { INSTS = 20 };
   struct us_program *p = calloc(1, sizeof *p + INSTS * sizeof p->inst[0]);
   assert_non_null(p);
   p->last = INSTS - 1;
   p->float24 = below(2);
   p->num_temps = REGISTERS;
   for (unsigned n = 0; n < INSTS; n++) {
      struct us_tex *t = &p->inst[n].tex;
      p->inst[n].type = US_TEX;
      t->op = below(8) ? US_TEX_LD : below(2) ? US_TEX_BIAS : US_TEX_PROJ;
      t->unit = below(6) == 0;
      t->src = (uint8_t)below(below(8) ? 3 : REGISTERS);
      t->dst = (uint8_t)(3 + below(REGISTERS - 3));
      t->write = (uint8_t)below(16);
      t->unscaled = below(32) == 0;
      for (unsigned k = 0; k < 4; k++) {
         t->coord[k] = (uint8_t)(below(12) ? k : below(4));
         t->result[k] = (uint8_t)(below(3) ? k : below(4));
      }
      if (below(32) == 0)
         p->inst[n].pred_sel[below(2)] = (uint8_t)(1 + below(5));
   }
   us_find_unset(p);
   return p;
}

static void
same_registers(const struct us_ctx *a, const struct us_ctx *b, const char *level)
{
   for (unsigned r = 0; r < REGISTERS; r++)
      for (unsigned k = 0; k < 4; k++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            if (a->lanes >> l & 1 && a->temp[r][k].u[l] != b->temp[r][k].u[l])
               fail_msg("%s, register %u, component %u, lane %u: %g, without taps %g", level, r, k, l,
                        (double)uif(a->temp[r][k].u[l]), (double)uif(b->temp[r][k].u[l]));
}

static void
shaders_are_the_same(void **state)
{
   uint8_t *memory = *state;
   const struct emu_mem mem = {memory, MEMORY_B};
   struct us_ctx *with = aligned_alloc(64, u_align(sizeof *with, 64)),
                 *without = aligned_alloc(64, u_align(sizeof *without, 64));
   struct us_stage *stage = calloc(1, sizeof *stage);
   unsigned taps = 0;
   assert_true(with && without && stage);
   memset(with, 0, sizeof *with);
   for (unsigned n = 0; n < PROGRAMS; n++) {
      struct us_program *p = any_program();
      struct tx_view views[2];
      any_view(&mem, &views[0]);
      any_view(&mem, &views[1]);
      const struct wave w = any_wave(&views[0]);
      stage->program = p;
      stage->view[0] = &views[0];
      stage->view[1] = below(8) ? &views[1] : NULL;
      with->lanes = below(4) ? ~UINT64_C(0) : UINT64_C(0xffff00ff0fff);
      for (unsigned r = 0; r < REGISTERS; r++)
         for (unsigned k = 0; k < 4; k++)
            any_row(&with->temp[r][k], k & 1 ? w.t0 : w.s0, k & 1 ? w.dt : w.ds,
                    (k & 1 ? w.dt : w.ds) * (float)r, k & 1);
      for (unsigned i = 0; i < ARRAY_SIZE(levels); i++) {
         struct us_ctx *const begun = without;
         if (!emu_cpu_has_level(levels[i].name))
            continue;
         struct us_ctx *run = aligned_alloc(64, u_align(sizeof *run, 64));
         assert_non_null(run);
         memcpy(run, with, sizeof *run);
         levels[i].us->run(run, stage);
         bool was[32];
         for (unsigned k = 0; k <= p->last; k++) {
            was[k] = p->inst[k].tex.tap;
            taps += was[k];
            p->inst[k].tex.tap = false;
         }
         memcpy(begun, with, sizeof *begun);
         levels[i].us->run(begun, stage);
         for (unsigned k = 0; k <= p->last; k++)
            p->inst[k].tex.tap = was[k];
         same_registers(run, begun, levels[i].name);
         free(run);
      }
      free(p);
   }
   assert_true(taps > PROGRAMS);
   free(with);
   free(without);
   free(stage);
}

static int
any_memory(void **state)
{
   uint8_t *memory = aligned_alloc(64, MEMORY_B);
   for (unsigned i = 0; memory && i < MEMORY_B; i++)
      memory[i] = (uint8_t)below(256);
   *state = memory;
   return !memory;
}

static int
no_memory(void **state)
{
   free(*state);
   return 0;
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(taps_are_lookups),
      cmocka_unit_test(shaders_are_the_same),
   };
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   const int failed = cmocka_run_group_tests(tests, any_memory, no_memory);
   u_fpenv_leave(env);
   return failed;
}
