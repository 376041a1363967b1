/* SPDX-License-Identifier: MIT
 *
 * A back end with a shader block made of C functions, for the tests of SC, SPI, DB and CB. Memory is plain;
 * states and vertices are built by hand.
 */
#ifndef TESTS_UNIT_EMULATOR_EMU_SC_FIXTURE_H
#define TESTS_UNIT_EMULATOR_EMU_SC_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "emulator/raster/raster_priv.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/spi/spi.h"
#include "emulator/terascale/state/describe.h"
#include "guarded_memory.h"

/* A thread of the fake GPU. */
struct fake_ctx {
   struct emu_row gpr[128 * 4];
   struct emu_row color[PIXEL_MAX_TARGETS][4], z[4];
   const struct emu_row *colors[PIXEL_MAX_TARGETS];
   struct pixel_outputs out;
   struct spi_ctx spi;
   struct sq_wave wave;
   uint64_t exec;
   struct emu_row quad_params[EMU_MAX_PARAMS][3];
};

/* Of input 0 of a wave, P0, P1 - P0 or P2 - P0 of a channel, where lane i is. */
static inline float
input_param(const struct sq_wave *w, unsigned i, unsigned chan, unsigned k)
{
   return w->one_prim ? w->params[k * 4 + chan] : uif(w->quad_params[0][k].u[i / 4 * 4 + chan]);
}

/* The fake program. */
struct sq_stage_state {
   void (*run)(struct fake_ctx *c, const struct sq_stage_state *s);
   float color[4];
   bool uniform;
   unsigned certain_targets;
   unsigned own_wave; /* pixel_gpu_ops::quads_worth_wave, 0: never */
};

static void *
fake_create(void *gpu)
{
   struct emulator *e = gpu;
   struct fake_ctx *c = aligned_alloc(64, u_align(sizeof *c, 64));
   memset(c, 0, sizeof *c);
   for (unsigned i = 0; i < ARRAY_SIZE(c->color); i++)
      c->colors[i] = c->color[i];
   c->out.color = c->colors;
   c->out.z = c->z;
   c->spi.gprs = c->gpr;
   c->spi.wave = &c->wave;
   c->wave.quad_params = c->quad_params;
   c->spi.kernels = e->kernels->spi;
   return c;
}
static void
fake_destroy(void *c)
{
   free(c);
}
static const struct pixel_outputs *
fake_shade(void *ctx, const void *program, const void *inputs, const struct pixel_quads *quads)
{
   struct fake_ctx *c = ctx;
   const struct sq_stage_state *s = program;
   if (quads)
      c->spi.kernels->load(&c->spi, inputs, quads);
   c->exec =
      !quads || quads->num_quads == EMU_QUADS ? ~UINT64_C(0) : (UINT64_C(1) << quads->num_quads * 4) - 1;
   c->out.killed = 0;
   c->out.color_mask = 1;
   c->out.z_done = false;
   s->run(c, s);
   return &c->out;
}
static void
fake_ranges(const void *s, void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data)
{
   fn(data, EMU_VRAM_BASE + (3 << 20), 4096);
}
static bool
fake_is_uniform(const void *s)
{
   return ((const struct sq_stage_state *)s)->uniform;
}
static unsigned
fake_certain_targets(const void *s)
{
   return s ? ((const struct sq_stage_state *)s)->certain_targets : 0;
}
static unsigned
fake_quads_worth_wave(const void *inputs)
{
   const struct emu_draw_state *d = inputs;
   return d->ps->own_wave ? d->ps->own_wave : EMU_QUADS;
}
static bool
fake_locate(void *gpu, const struct pixel_surface *surface, unsigned n, struct pixel_surf *out)
{
   return state_locate_surface(&((struct emulator *)gpu)->mem, surface, n, out);
}
static const struct pixel_gpu_ops fake_ops = {
   .ctx_create = fake_create,
   .ctx_destroy = fake_destroy,
   .shade = fake_shade,
   .is_uniform = fake_is_uniform,
   .certain_targets = fake_certain_targets,
   .quads_worth_wave = fake_quads_worth_wave,
   .for_each_range = fake_ranges,
   .locate = fake_locate,
};

static inline void
run_constant(struct fake_ctx *c, const struct sq_stage_state *s)
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
run_copy_r0(struct fake_ctx *c, const struct sq_stage_state *s)
{
   memcpy(c->color[0], c->gpr, sizeof c->color[0]);
}

#define DECLARE_LEVEL(level)                                                                                 \
   extern const struct raster_kernels raster_kernels_##level;                                                \
   extern const struct spi_kernels spi_kernels_##level;
EMU_LEVELS(DECLARE_LEVEL)

/* Only the tables of SC, so that a test that needs another block's crashes. NULL if this CPU has not got the
 * level, or there are no more levels (level too large: *end). */
static inline const struct emu_kernels *
level_kernels(unsigned level, bool *end)
{
#define LEVEL_KERNELS(level) {.name = #level, .spi = &spi_kernels_##level, .raster = &raster_kernels_##level},
   static const struct emu_kernels k[] = {EMU_LEVELS(LEVEL_KERNELS)};
   *end = level >= ARRAY_SIZE(k);
   return !*end && emu_kernels_find(k[level].name) ? &k[level] : NULL;
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
   f->mem = guarded_memory(MEM_B);
   f->e.chip = terascale_chip_find(chip);
   f->e.mem = (struct emu_mem){f->mem, MEM_B};
   f->e.kernels = k;
   f->e.threads = threads;
   f->e.raster = raster_create(
      &(struct raster_config){.ops = &fake_ops, .gpu = &f->e, .kernels = k->raster, .threads = threads});
   assert_non_null(f->e.raster);
}

static inline void
fixture_fini(struct fixture *f)
{
   raster_destroy(f->e.raster);
   guarded_memory_free(f->mem, MEM_B);
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
      .ps_inputs = UINT32_MAX,
      .draw.raster.pix_center_half = true,
      .draw.raster.quant_bits = 8,
      .draw.constants.z_max = 1,
      .draw.raster.line_width = 1,
      .draw.raster.scissor = {0, 0, (int32_t)w, (int32_t)h},
      .num_cb = 1,
      .rop3 = 0xcc,
      .cb_special = 1,
   };
   memset(d.ps_reads, 0xff, sizeof d.ps_reads);
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
   struct emu_draw_state *copy = u_arena_new(raster_arena(f->e.raster), struct emu_draw_state);
   *copy = *d;
   state_describe_draw(copy);
   raster_set_state(f->e.raster, &copy->draw);
   return copy;
}

static inline bool
needs_flush(struct fixture *f, const struct emu_draw_state *d)
{
   struct emu_draw_state next = *d;
   state_describe_draw(&next);
   return raster_needs_flush(f->e.raster, &next.draw);
}

static inline float
snap(double v)
{
   return (float)((double)(int64_t)(v * 256.0 + (v < 0 ? -0.5 : 0.5)) / 256.0);
}

static inline const struct raster_vertex *
vertex(struct fixture *f, double x, double y, double z, double rw, const float *params, unsigned num_params)
{
   struct raster_vertex *v = u_arena_new(raster_arena(f->e.raster), struct raster_vertex);
   float *p = u_arena_array(raster_arena(f->e.raster), float, num_params * 4 + 4);
   if (num_params)
      memcpy(p, params, num_params * 16);
   *v = (struct raster_vertex){.x = snap(x), .y = snap(y), .z = (float)z, .rw = (float)rw, .params = p};
   return v;
}

static inline void
add(struct fixture *f, unsigned kind, const struct raster_vertex *a, const struct raster_vertex *b,
    const struct raster_vertex *c)
{
   struct raster_prim p = {
      .kind = (uint8_t)kind, .front = true, .v = {a, b, c},
              .line_width = 1
   };
   raster_add_prim(f->e.raster, &p);
}

static inline void
add_rect(struct fixture *f, double x0, double y0, double x1, double y1, double z)
{
   add(f, RASTER_PRIM_RECT, vertex(f, x0, y0, z, 1, NULL, 0), vertex(f, x1, y0, z, 1, NULL, 0),
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
