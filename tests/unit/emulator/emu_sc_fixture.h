/* SPDX-License-Identifier: MIT
 *
 * A back end with a shader block made of C functions, for the tests of SC, SPI, DB and CB. Memory is plain;
 * states and vertices are built by hand.
 */
#ifndef EMU_SC_FIXTURE_H
#define EMU_SC_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "emulator/raster/sc_internal.h"

struct sq_ctx {
   struct emu_row gpr[128 * 4];
   struct emu_row color[EMU_MAX_CB][4], z[4];
   struct sq_wave wave;
};

/* The fake program. */
struct sq_stage_state {
   void (*run)(struct sq_ctx *c, const struct sq_stage_state *s);
   float color[4];
   bool uniform;
   unsigned certain_targets;
};

static struct sq_ctx *
fake_create(struct emulator *e)
{
   struct sq_ctx *c = aligned_alloc(64, u_align(sizeof *c, 64));
   memset(c, 0, sizeof *c);
   c->wave.color = c->color;
   c->wave.z = c->z;
   return c;
}
static void
fake_destroy(struct sq_ctx *c)
{
   free(c);
}
static struct emu_row *
fake_gprs(struct sq_ctx *c)
{
   return c->gpr;
}
static struct sq_wave *
fake_wave(struct sq_ctx *c)
{
   return &c->wave;
}
static void
fake_run(struct sq_ctx *c, const struct sq_stage_state *s)
{
   c->wave.killed = 0;
   c->wave.color_mask = 1;
   c->wave.z_done = false;
   s->run(c, s);
}
static void
fake_ranges(const struct sq_stage_state *s, void (*fn)(void *data, uint64_t addr, uint64_t size_B),
            void *data)
{
   fn(data, EMU_VRAM_BASE + (3 << 20), 4096);
}
static bool
fake_is_uniform(const struct sq_stage_state *s)
{
   return s->uniform;
}
static unsigned
fake_certain_targets(const struct sq_stage_state *s)
{
   return s ? s->certain_targets : 0;
}
static const struct sc_shader_ops fake_ops = {
   .ctx_create = fake_create,
   .ctx_destroy = fake_destroy,
   .gprs = fake_gprs,
   .wave = fake_wave,
   .run = fake_run,
   .is_uniform = fake_is_uniform,
   .certain_targets = fake_certain_targets,
   .for_each_range = fake_ranges,
};

static inline void
run_constant(struct sq_ctx *c, const struct sq_stage_state *s)
{
   for (unsigned ch = 0; ch < 4; ch++)
      for (unsigned i = 0; i < EMU_LANES; i++)
         c->color[0][ch].u[i] = fui(s->color[ch]);
}

/* Adds 1 to red where colours are added. */
static const struct sq_stage_state count_ps = {
   .run = run_constant, .color = {1 / 255.0f, 0, 0, 0}
};

/* Exports R0 as it is. */
static inline void
run_copy_r0(struct sq_ctx *c, const struct sq_stage_state *s)
{
   memcpy(c->color[0], c->gpr, sizeof c->color[0]);
}

extern const struct sc_kernels sc_kernels_sse2;
#if defined(__x86_64__)
extern const struct sc_kernels sc_kernels_avx2, sc_kernels_avx512;
#endif

/* NULL if this CPU has not got the level, or there are no more levels (level too large: *end). */
static inline const struct emu_kernels *
level_kernels(unsigned level, bool *end)
{
   static struct emu_kernels k[3] = {
      {.name = "sse2", .sc = &sc_kernels_sse2}
   };
   *end = false;
   if (level == 0)
      return &k[0];
#if defined(__x86_64__)
   __builtin_cpu_init();
   k[1] = (struct emu_kernels){.name = "avx2", .sc = &sc_kernels_avx2};
   k[2] = (struct emu_kernels){.name = "avx512", .sc = &sc_kernels_avx512};
   if (level == 1)
      return __builtin_cpu_supports("avx2") ? &k[1] : NULL;
   if (level == 2)
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
                ? &k[2]
                : NULL;
#endif
   *end = true;
   return NULL;
}

enum { MEM_B = 8 << 20, COLOR_AT = 0, DEPTH_AT = 4 << 20, STENCIL_AT = 6 << 20 };

struct fixture {
   struct emulator e;
   uint8_t *mem;
};

static inline void
fixture_init(struct fixture *f, const char *chip, const struct emu_kernels *k, unsigned threads)
{
   memset(f, 0, sizeof *f);
   f->mem = aligned_alloc(4096, MEM_B);
   memset(f->mem, 0, MEM_B);
   f->e.chip = db_chip_find(chip);
   f->e.mem = (struct emu_mem){f->mem, MEM_B};
   f->e.kernels = k;
   f->e.threads = threads;
   f->e.sc = sc_create_with(&f->e, threads, &fake_ops);
   assert_non_null(f->e.sc);
}

static inline void
fixture_fini(struct fixture *f)
{
   sc_destroy(f->e.sc);
   free(f->mem);
}

static inline struct emu_surface
surface(const struct fixture *f, uint64_t at, unsigned mode, unsigned type, unsigned bytes, unsigned w,
        unsigned h)
{
   struct emu_surface s = {
      .chip = f->e.chip,
      .addr = EMU_VRAM_BASE + at,
      .array_mode = (uint8_t)mode,
      .tile_type = (uint8_t)type,
      .bytes_per_el = (uint8_t)bytes,
      .bank_width = 1,
      .bank_height = 1,
      .macro_aspect = 1,
      .num_banks = 8,
      .tile_split_B = 2048,
      .pitch_el = (uint32_t)u_align(w, 64),
      .height_el = (uint32_t)u_align(h, 64),
   };
   s.slice_B = (uint64_t)s.pitch_el * s.height_el * bytes;
   return s;
}

/* A draw to a w x h surface of 8_8_8_8, no depth, constant colour. */
static inline struct emu_draw_state
basic_state(const struct fixture *f, const struct sq_stage_state *ps, unsigned w, unsigned h)
{
   struct emu_draw_state d = {
      .chip = f->e.chip,
      .ps = ps,
      .pos_gpr = -1,
      .face_gpr = -1,
      .fixed_gpr = -1,
      .interp_in_shader = f->e.chip->gen >= DB_EVERGREEN,
      .baryc_enable = 2,
      .pix_center_half = true,
      .quant_bits = 8,
      .z_max = 1,
      .line_width = 1,
      .scissor = {0, 0, (int32_t)w, (int32_t)h},
      .num_cb = 1,
      .rop3 = 0xcc,
      .cb_special = 1,
   };
   d.cb[0] = (struct emu_cb_state){
      .enabled = true,
      .surf = surface(f, COLOR_AT, EMU_1D_THIN1, 0, 4, w, h),
      .format = 26,
      .blend_clamp = true,
      .write_mask = 15,
   };
   d.cb[0].size_B = d.cb[0].surf.slice_B;
   return d;
}

static inline const struct emu_draw_state *
set_state(struct fixture *f, const struct emu_draw_state *d)
{
   struct emu_draw_state *copy = u_arena_new(sc_arena(f->e.sc), struct emu_draw_state);
   *copy = *d;
   sc_set_state(f->e.sc, copy);
   return copy;
}

static inline float
snap(double v)
{
   return (float)((double)(int64_t)(v * 256.0 + (v < 0 ? -0.5 : 0.5)) / 256.0);
}

static inline const struct emu_vertex *
vertex(struct fixture *f, double x, double y, double z, double rw, const float *params, unsigned num_params)
{
   struct emu_vertex *v = u_arena_new(sc_arena(f->e.sc), struct emu_vertex);
   float *p = u_arena_array(sc_arena(f->e.sc), float, num_params * 4 + 4);
   if (num_params)
      memcpy(p, params, num_params * 16);
   *v = (struct emu_vertex){.x = snap(x), .y = snap(y), .z = (float)z, .rw = (float)rw, .params = p};
   return v;
}

static inline void
add(struct fixture *f, unsigned kind, const struct emu_vertex *a, const struct emu_vertex *b,
    const struct emu_vertex *c)
{
   struct emu_prim p = {
      .kind = (uint8_t)kind, .front = true, .v = {a, b, c},
              .line_width = 1
   };
   sc_add_prim(f->e.sc, &p);
}

static inline void
add_rect(struct fixture *f, double x0, double y0, double x1, double y1, double z)
{
   add(f, EMU_PRIM_RECT, vertex(f, x0, y0, z, 1, NULL, 0), vertex(f, x1, y0, z, 1, NULL, 0),
       vertex(f, x0, y1, z, 1, NULL, 0));
}

static inline uint32_t
pixel(const struct fixture *f, const struct emu_surface *s, unsigned x, unsigned y)
{
   uint32_t v = 0;
   memcpy(&v, f->mem + (s->addr - EMU_VRAM_BASE) + emu_surface_offset(s, x, y, 0), MIN2(s->bytes_per_el, 4));
   return v;
}

/* A small generator of its own, so that runs are the same everywhere. */
static uint64_t rng_state;
static inline uint32_t
rng(void)
{
   rng_state = rng_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
   return (uint32_t)(rng_state >> 33);
}
static inline double
rng_range(double lo, double hi)
{
   return lo + (hi - lo) * (rng() / 2147483648.0);
}

#define FOR_EACH_LEVEL(k)                                                                                    \
   for (unsigned level_ = 0, end_ = 0; !end_; level_++)                                                      \
      for (const struct emu_kernels *k = next_level(level_, &end_); k; k = NULL)

static inline const struct emu_kernels *
next_level(unsigned level, unsigned *end)
{
   bool stop;
   const struct emu_kernels *k = level_kernels(level, &stop);
   *end = stop;
   return k;
}

#endif
