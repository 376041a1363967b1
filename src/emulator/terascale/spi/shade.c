/* SPDX-License-Identifier: MIT
 *
 * The TeraScale side of the seam to the rasteriser: waves of pixels go through SPI and SQ, surfaces are found by
 * the tiling laws.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/core/perf.h"
#include "emulator/raster/raster.h"
#include "emulator/raster/worker.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/spi/spi.h"
#include "emulator/terascale/sq/lookup.h"
#include "emulator/terascale/state/describe.h"

static void
ctx_destroy(void *ctx)
{
   struct spi_ctx *c = ctx;
   if (!c)
      return;
   sq_ctx_destroy(c->sq);
   spi_strips_destroy(c->strips);
   free(c);
}

static void *
ctx_create(void *gpu)
{
   struct emulator *e = gpu;
   struct spi_ctx *c = aligned_alloc(64, u_align(sizeof *c, 64));
   if (!c)
      return NULL;
   memset(c, 0, sizeof *c);
   c->emu = e;
   c->kernels = e->kernels->spi;
   c->sq = sq_ctx_create(e);
   c->strips = spi_strips_create();
   if (!c->sq || !c->strips) {
      ctx_destroy(c);
      return NULL;
   }
   c->gprs = sq_ctx_gprs(c->sq);
   c->wave = sq_ctx_wave(c->sq);
   c->out.color = (const struct emu_row *const *)c->wave->color;
   c->out.z = c->wave->z;
   return c;
}

static void
loads(uint64_t rows[SQ_LOADED_WORDS], unsigned first, unsigned n)
{
   for (unsigned i = first; i < first + n && i < 64 * SQ_LOADED_WORDS; i++)
      rows[i / 64] |= UINT64_C(1) << i % 64;
}

void
spi_loaded(const struct emu_draw_state *s, uint64_t rows[SQ_LOADED_WORDS])
{
   memset(rows, 0, SQ_LOADED_WORDS * sizeof *rows);
   if (s->interp_in_shader)
      loads(rows, 0, 2 * (unsigned)__builtin_popcount(s->baryc_enable & 0x3f));
   for (unsigned n = 0; n < s->num_ps_in && !s->interp_in_shader; n++)
      loads(rows, s->ps_in_gpr[n] * 4u, 4);
   if (s->pos_gpr >= 0)
      loads(rows, (unsigned)s->pos_gpr * 4, 4);
}

/* R6xx/R7xx: does input \p n go to a register that gets something else of SPI? Drivers count the position, which takes all
 * of its register, and the face, which takes a part of it, as inputs. */
static bool
is_position(const struct emu_draw_state *s, unsigned n)
{
   return !s->interp_in_shader && (s->ps_in_gpr[n] == s->pos_gpr || s->ps_in_gpr[n] == s->fixed_gpr);
}
static bool
is_interpolated(const struct emu_draw_state *s, unsigned n)
{
   return n < s->num_ps_in && !is_position(s, n) && (s->interp_in_shader || s->ps_in_gpr[n] != s->face_gpr);
}

void
spi_find_reads(struct emu_draw_state *s)
{
   _Static_assert(ARRAY_SIZE(s->ps_reads) == SQ_LOADED_WORDS, "all rows");
   sq_stage_read_rows(s->ps, s->ps_reads);
   s->ps_may_stop = sq_stage_may_stop(s->ps);
   s->ps_inputs = s->interp_in_shader ? sq_stage_inputs(s->ps) : 0;
   for (unsigned n = 0; n < s->num_ps_in && !s->interp_in_shader; n++)
      if (!is_position(s, n) && spi_reads_rows(s, s->ps_in_gpr[n] * 4u, 4))
         s->ps_inputs |= 1u << n;
}

const struct sq_lookup *
spi_lookup(struct u_arena *arena, const struct emu_draw_state *s)
{
   struct sq_lookup l;
   if (s->interp_in_shader && __builtin_popcount(s->baryc_enable & 0x3f) != 1) /* I and J stand elsewhere */
      return NULL;
   if (!sq_stage_is_lookup(s->ps, s->interp_in_shader ? NULL : s->ps_in_gpr, s->num_ps_in, &l) ||
       !is_interpolated(s, l.input[0]) || !is_interpolated(s, l.input[1]))
      return NULL;
   for (unsigned k = 0; k < 4; k++) { /* I and J are made once for all */
      const struct sq_channel *c = &l.out[k];
      if (c->factor == SQ_TIMES_INPUT &&
          (!is_interpolated(s, c->input) ||
           (!s->interp_in_shader && s->ps_in[c->input].linear != s->ps_in[l.input[0]].linear)))
         return NULL;
   }
   struct sq_lookup *out = u_arena_alloc_raw(arena, sizeof *out);
   if (out)
      *out = l;
   return out;
}

static void
begin(void *gpu)
{
   struct emulator *e = gpu;
   e->epoch = e->epoch % (1u << 30) + 1;
}

/* The epoch for shadows of a draw's textures: 0 if it reads what is drawn. */
static uint32_t
epoch_of(struct spi_ctx *c, const void *program, const struct raster_bound *st)
{
   const struct emulator *e = c->emu;
   if (c->st != st || c->st_epoch != e->epoch) {
      c->st = st;
      c->st_epoch = e->epoch;
      const bool has = e->shadows && sq_stage_has_shadows(program) && !st->reads_targets;
      c->epoch = has ? e->epoch : 0;
   }
   return c->epoch;
}

/* The lookup, if coordinates of columns and rows are enough. */
static enum ta_answer
look_up_by_axes(struct spi_ctx *c, const struct emu_draw_state *s, const struct pixel_quads *quads,
                const struct ta_request *rq)
{
   _Alignas(64) float at[16];
   float slack[2];
   if (rq->view->needs_lod)
      return TA_NO_ANSWER;
   const unsigned before = emu_perf_enter(EMU_PERF_INTERPOLATION);
   const bool loaded = c->kernels->load_columns_and_rows(c, s, quads, at, slack);
   emu_perf_leave(before);
   /* else the rectangle is turned, its texels are too small for floats, or there is something that is no number */
   const struct ta_level *l = &rq->view->level[0];
   if (!loaded || !(slack[0] * l->fw <= 1.0f / 256 && slack[1] * l->fh <= 1.0f / 256))
      return TA_NO_ANSWER;
   return c->emu->kernels->ta->sample_columns_and_rows(rq, at, slack,
                                                       quads->st->takes_bytes ? &c->bytes : NULL);
}

/* A whole block of a draw whose shader is one lookup: what sq_run() would leave, without registers. */
static void
shade_lookup(struct spi_ctx *c, const void *program, const struct emu_draw_state *s,
             const struct pixel_quads *quads)
{
   struct ta_request rq = s->lookup->request;
   const struct ta_kernels *ta = c->emu->kernels->ta;
   rq.lanes = ~UINT64_C(0);
   rq.row_B = sizeof(struct emu_row);
   rq.epoch = epoch_of(c, program, quads->st);
   rq.out = c->texel;
   const enum ta_answer answer = look_up_by_axes(c, s, quads, &rq);
   c->out.bytes = answer == TA_BYTES ? &c->bytes : NULL;
   if (answer == TA_NO_ANSWER) {
      const unsigned before = emu_perf_enter(EMU_PERF_INTERPOLATION);
      c->kernels->load_lookup(c, s, quads);
      emu_perf_leave(before);
      rq.s = &c->coord[0];
      rq.t = &c->coord[1];
      c->out.bytes = quads->st->takes_bytes && ta->sample_bytes(&rq, &c->bytes) ? &c->bytes : NULL;
      if (!c->out.bytes)
         ta->sample(&rq);
   }
   c->wave->color[s->lookup->target] = c->texel; /* sq_run() takes it back */
   c->out.killed = 0;
   c->out.color_mask = 1u << s->lookup->target;
   c->out.z_done = false;
   c->out.stopped = SQ_STOP_NONE;
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
   struct spi_ctx *c = ctx;
   struct sq_wave *w = c->wave;
   const struct emu_draw_state *s = inputs;
   assert(program && !(quads && quads->num_quads > EMU_QUADS));
   if (quads && s->lookup && s->lookup->plain && quads->whole_block && !quads->st->ms) {
      shade_lookup(c, program, s, quads);
      return &c->out;
   }
   if (quads) {
      const unsigned before = emu_perf_enter(EMU_PERF_INTERPOLATION);
      sq_ctx_clear(c->sq, s->ps_clear);
      c->kernels->load(c, inputs, quads);
      emu_perf_leave(before);
   }
   w->epoch = quads ? epoch_of(c, program, quads->st) : 0;
   w->exec =
      !quads || quads->num_quads == EMU_QUADS ? ~UINT64_C(0) : (UINT64_C(1) << quads->num_quads * 4) - 1;
   if (quads && quads->whole_block && s->ps_may_stop)
      w->exec = quads_of(quads->live);
   sq_run(c->sq, program);
   c->out.bytes = NULL;
   c->out.killed = w->killed;
   c->out.color_mask = w->color_mask;
   c->out.z_done = w->z_done;
   c->out.stopped = (uint8_t)w->stopped;
   return &c->out;
}

static unsigned
shade_strip(void *ctx, const void *program, const void *inputs, const struct pixel_strip *strip,
            struct pixel_strip_colors *out)
{
   struct spi_ctx *c = ctx;
   const struct emu_draw_state *s = inputs;
   return s->lookup ? spi_shade_strip(c, epoch_of(c, program, strip->st), s, strip, out) : 0;
}

static bool
has_strips(const void *inputs)
{
   const struct emu_draw_state *s = inputs;
   return s->lookup;
}

static bool
is_uniform(const void *program)
{
   return sq_stage_is_uniform(program);
}

/* Beside the program, a wave of a block costs what BLOCK operations do, a wave of quads from anywhere what QUADS do: measured
 * with grids of triangles of 8 to 30 pixels and shaders of 3 to 40 operations. */
static unsigned
quads_worth_wave(const void *inputs)
{
   enum { BLOCK = 24, QUADS = 56 };
   const struct emu_draw_state *s = inputs;
   const uint32_t cost = s->lookup ? 0 : MIN2(sq_stage_cost(s->ps), 1u << 16);
   return (EMU_QUADS * (cost + BLOCK) + cost + QUADS - 1) / (cost + QUADS);
}

static unsigned
certain_targets(const void *program)
{
   return sq_stage_certain_targets(program);
}

static void
for_each_range(const void *program, void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data)
{
   sq_stage_for_each_range(program, fn, data);
}

static bool
locate(void *gpu, const struct pixel_surface *surface, unsigned sample, struct pixel_surf *out)
{
   const struct emulator *e = gpu;
   return state_locate_surface(&e->mem, surface, sample, out);
}

const struct pixel_gpu_ops spi_gpu_ops = {
   .ctx_create = ctx_create,
   .ctx_destroy = ctx_destroy,
   .begin = begin,
   .shade = shade,
   .shade_strip = shade_strip,
   .has_strips = has_strips,
   .is_uniform = is_uniform,
   .quads_worth_wave = quads_worth_wave,
   .certain_targets = certain_targets,
   .for_each_range = for_each_range,
   .locate = locate,
};
