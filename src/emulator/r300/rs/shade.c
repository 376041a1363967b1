/* SPDX-License-Identifier: MIT
 *
 * The R300 side of the seam to the rasteriser: waves of pixels go through RS and US, surfaces are found by the tiling law.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/pixel/shading.h"
#include "emulator/r300/gpu.h"
#include "emulator/r300/rs/rs.h"
#include "util/u_math.h"

struct thread {
   struct us_ctx us;
   struct emu_row color[PIXEL_MAX_TARGETS][4];
   const struct emu_row *colors[PIXEL_MAX_TARGETS];
   struct pixel_outputs out;
   const struct r300_level *level;
   const struct emulator *emu;
   struct rs_strips *strips;
};

static void *
ctx_create(void *gpu)
{
   const struct emulator *e = gpu;
   struct thread *t = aligned_alloc(64, u_align(sizeof *t, 64));
   if (!t)
      return NULL;
   memset(t, 0, sizeof *t);
   t->level = e->level;
   t->emu = e;
   const size_t strips_B = u_align(t->level->rs->strips_B, 64);
   t->strips = strips_B ? aligned_alloc(64, strips_B) : NULL;
   if (strips_B && !t->strips) {
      free(t);
      return NULL;
   }
   if (strips_B)
      memset(t->strips, 0, strips_B);
   for (unsigned i = 0; i < PIXEL_MAX_TARGETS; i++)
      t->colors[i] = t->color[i];
   t->out.color = t->colors;
   t->out.z = t->us.z;
   return t;
}

/* What US_OUT_FMT makes of a colour, in the order R, G, B, A of RB3D. */
static void
select_outputs(struct thread *t, const struct r300_draw *d)
{
   static const uint8_t in_order[4] = {0, 1, 2, 3};
   for (unsigned target = 0; target < US_TARGETS; target++) {
      if (!(d->us.targets >> target & 1))
         continue;
      if (!memcmp(d->output_select[target], in_order, sizeof in_order)) {
         t->colors[target] = t->us.color[target];
         continue;
      }
      t->colors[target] = t->color[target];
      t->level->rs->select(t->us.color[target], d->output_select[target], t->color[target]);
   }
}

/* All pixels of quads that have one. */
static uint64_t
quads_of(uint64_t live)
{
   live |= live >> 1 & 0x5555555555555555;
   live |= live >> 2 & 0x3333333333333333;
   return (live & 0x1111111111111111) * 15;
}

static const struct pixel_outputs *
shade(void *ctx, const void *program, const void *inputs, const struct pixel_quads *quads)
{
   struct thread *t = ctx;
   const struct r300_draw *d = inputs;
   const unsigned n = quads ? quads->num_quads * 4 : EMU_LANES;
   assert(program == &d->us && n);
   if (quads)
      t->level->rs->load(&t->us, d, quads);
   else
      memset(t->us.loaded, 0, sizeof t->us.loaded);
   t->us.lanes = n == EMU_LANES ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
   if (quads && quads->whole_block && !d->us.program->straight) /* others might run for longer */
      t->us.lanes = quads_of(quads->live);
   t->level->us->run(&t->us, program);
   if (d->fog.blend)
      t->level->rs->fog(&t->us, &d->fog);
   select_outputs(t, d);
   t->out.killed = t->us.killed;
   t->out.color_mask = ~0u; /* what a program leaves alone is 0 */
   t->out.z_done = t->us.z_done;
   t->out.stopped = (uint8_t)t->us.stopped;
   return &t->out;
}

static void
ctx_destroy(void *ctx)
{
   struct thread *t = ctx;
   if (t)
      free(t->strips);
   free(t);
}

static unsigned
shade_strip(void *ctx, const void *program, const void *inputs, const struct pixel_strip *strip,
            struct pixel_strip_colors *out)
{
   struct thread *t = ctx;
   const struct r300_draw *d = inputs;
   assert(program == &d->us);
   return d->lookup.is && t->strips ? t->level->rs->shade_strip(t->strips, t->emu->raster, d, strip, out) : 0;
}

static bool
has_strips(const void *inputs)
{
   const struct r300_draw *d = inputs;
   return d->lookup.is;
}

/* There is no program where ZB clears colour. */
static bool
is_uniform(const void *program)
{
   const struct us_stage *s = program;
   return s && s->program->uniform && !s->varies;
}

/* Beside the program, a wave of a block costs what BLOCK instructions do, a wave of quads from anywhere what QUADS do, as measured
 * for TeraScale (terascale/spi/shade.c). With them phong is 4 % faster here, conditionals the same. */
static unsigned
quads_worth_wave(const void *inputs)
{
   enum { BLOCK = 24, QUADS = 56 };
   const struct r300_draw *d = inputs;
   const uint32_t cost = d->us.program->cost;
   return (EMU_QUADS * (cost + BLOCK) + cost + QUADS - 1) / (cost + QUADS);
}

/* What a program leaves alone is 0: it writes to all targets, unless it kills or is stopped. */
static unsigned
certain_targets(const void *program)
{
   const struct us_stage *s = program;
   return s && s->program->straight && !s->program->kills ? ~0u : 0;
}

static void
for_each_range(const void *program, void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data)
{
   const struct us_stage *s = program;
   for (unsigned i = 0; i < ARRAY_SIZE(s->view); i++)
      if (s->view[i])
         fn(data, s->view[i]->setup.address, s->view[i]->range_B);
}

static uint64_t
offset_B(const struct pixel_surf *s, uint32_t x_px, uint32_t y_px)
{
   struct r300_surface l;
   memcpy(&l, s->layout, sizeof l);
   return r300_surface_offset(&l, x_px, y_px);
}

/* Blocks of macro tiles of micro tiles begin at multiples of 16 bytes; those of rows may not. */
static void
locate_blocks(struct pixel_surf *s, const struct r300_surface *l)
{
   if (!l->macro) {
      s->block_dx_B = r300_surface_offset(l, 8, 0);
      s->block_dy_B = r300_surface_offset(l, 0, 8);
   } else if (l->micro != R300_MICRO_LINEAR) {
      struct r300_surface key = *l;
      key.address = 0;
      key.copy = 0;
      s->map = true;
      memcpy(s->map_key, &key, sizeof key);
   }
}

static bool
locate(void *gpu, const struct pixel_surface *surface, unsigned sample, struct pixel_surf *s)
{
   const struct emulator *e = gpu;
   struct r300_surface l;
   _Static_assert(sizeof l <= sizeof s->layout && sizeof l <= sizeof s->map_key, "a surface has room for it");
   memcpy(&l, surface->layout, sizeof l);
   assert(sample < MAX2(l.samples, 1u));
   s->size_B = r300_surface_size(&l);
   assert(!l.copy || (l.copy == e->zmask.serial && s->size_B <= e->zmask.size_B));
   s->base = l.copy ? e->zmask.copy : emu_mem_ptr(&e->mem, l.address, s->size_B);
   if (!s->base)
      return false;
   l.sample = (uint8_t)sample;
   s->base += r300_surface_offset(&l, 0, 0);
   l.sample = 0; /* from there on all samples' pixels have the same offsets */
   s->first = l.address;
   s->width_px = l.pitch_px;
   s->height_px = l.height_px;
   s->log2_bytes = (uint8_t)u_log2(l.bytes);
   s->offset_B = offset_B;
   memcpy(s->layout, &l, sizeof l);
   s->has_table = true;
   s->aligned = l.macro && l.micro != R300_MICRO_LINEAR && (uintptr_t)s->base % 64 == 0;
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++)
         s->off_B[pixel_lane(x, y)] = (uint32_t)r300_surface_offset(&l, x, y);
   locate_blocks(s, &l);
   return true;
}

const struct pixel_gpu_ops r300_pixel_ops = {
   .ctx_create = ctx_create,
   .ctx_destroy = ctx_destroy,
   .shade = shade,
   .shade_strip = shade_strip,
   .has_strips = has_strips,
   .is_uniform = is_uniform,
   .quads_worth_wave = quads_worth_wave,
   .certain_targets = certain_targets,
   .for_each_range = for_each_range,
   .locate = locate,
};
