/* SPDX-License-Identifier: MIT
 *
 * The other half of VGT: runs the vertex shader over collected batches, 64 vertices a wave, turns exports
 * into vertices and finds out which primitives are left. Batches are independent of each other, so threads
 * take one after the other; what is left goes to SC afterwards, in the order of the stream.
 */
#include <assert.h>
#include <stdatomic.h>

#include "emulator/core/perf.h"
#include "emulator/core/wave.h"
#include "emulator/raster/assemble.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster.h"
#include "emulator/simd/levels.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/spi/spi.h"
#include "emulator/terascale/sq/stage.h"
#include "util/u_arena.h"

/* Waking threads costs as much as shading this many vertices. */
#define PARALLEL_VERTS 2048

/* Rows of the position vector \p vec, which is no. 0 if there is none; NULL if it was not exported. */
static const struct emu_row *
position_vec(const struct sq_wave *wave, unsigned vec)
{
   return vec && (wave->pos_mask >> vec & 1) ? &wave->pos[vec * 4] : NULL;
}

/* Keeps the distances of n vertices, exported or to planes, and marks those that are outside. NaN is outside.
 */
static void
distances(const struct emu_draw_state *s, const struct sq_wave *wave, uint16_t *code, uint8_t *culled,
          float *out, unsigned stride, unsigned n)
{
   memset(culled, 0, n);
   assert(s->user_planes < 1 << ARRAY_SIZE(s->user_plane));
   for (unsigned k = 0; k < 8; k++) {
      const struct emu_row *row = position_vec(wave, s->distance_vec[k / 4]);
      bool plane = s->user_planes >> k & 1, clip = s->draw.raster.clip_distances >> k & 1,
           cull = s->cull_distances >> k & 1;
      for (unsigned i = 0; i < n; i++) {
         float d = 0;
         if (plane)
            for (unsigned c = 0; c < 4; c++)
               d += s->user_plane[k][c] * uif(wave->pos[c].u[i]);
         else if (row && (clip || cull))
            d = uif(row[k % 4].u[i]);
         if (s->draw.raster.clip_distances)
            out[(size_t)i * stride + k] = d;
         if (clip && !(d >= 0))
            code[i] |= (uint16_t)(RASTER_CODE_DISTANCE0 << k);
         if (cull && !(d >= 0))
            culled[i] |= (uint8_t)(1 << k);
      }
   }
}

/* Layers and viewports that n vertices choose. */
static void
choices(const struct emu_draw_state *s, const struct emu_row *misc, struct vgt_batch *b, unsigned first,
        unsigned n)
{
   _Static_assert(FRONT_VIEWPORTS <= UINT8_MAX + 1, "vgt_batch::viewport is a byte");
   for (unsigned i = 0; i < n; i++) {
      b->layer[first + i] = s->vs_layer && misc ? (uint16_t)MIN2(misc[2].u[i], 0xffffu) : 0;
      b->viewport[first + i] = s->vs_viewport && misc ? (uint8_t)(misc[3].u[i] % FRONT_VIEWPORTS) : 0;
   }
}

/* As transform_wave, each vertex with the viewport that it chose. */
static void
transform_by_viewport(struct front *f, const struct sq_wave *wave, const struct emu_row *size,
                      struct vgt_batch *b, unsigned first, unsigned n)
{
   struct raster_vertex verts[EMU_LANES];
   uint16_t code[EMU_LANES];
   int32_t fixed[EMU_LANES][2];
   struct emu_draw_state s = *f->bound;
   for (unsigned v = 0; v < FRONT_VIEWPORTS; v++) {
      if (!memchr(b->viewport + first, (int)v, n))
         continue;
      memcpy(s.draw.raster.vport_scale, f->viewport[v].scale, sizeof s.draw.raster.vport_scale);
      memcpy(s.draw.raster.vport_offset, f->viewport[v].offset, sizeof s.draw.raster.vport_offset);
      f->e->kernels->vertex->transform_wave(&s.draw.raster, wave->pos, size, n, verts, code, fixed);
      for (unsigned i = 0; i < n; i++) {
         if (b->viewport[first + i] != v)
            continue;
         b->verts[first + i] = verts[i];
         b->code[first + i] = code[i];
         memcpy(b->fixed[first + i], fixed[i], sizeof fixed[i]);
      }
   }
}

/* Runs the shader for vertices [first, first + n) of the batch, n <= 64. */
static struct sq_wave *
run_wave(struct front *f, struct vgt_batch *b, struct sq_ctx *ctx, unsigned first, unsigned n)
{
   struct sq_wave *wave = sq_ctx_wave(ctx);
   struct emu_row *gpr = sq_ctx_gprs(ctx);
   assert(n >= 1 && n <= EMU_LANES && first + n <= b->num_verts);
   sq_ctx_clear(ctx, f->vs_clear);
   memcpy(gpr[0].u, b->index + first, n * 4);
   memset(gpr[0].u + n, 0, (EMU_LANES - n) * 4);
   memset(&gpr[1], 0, 2 * sizeof gpr[1]);
   for (unsigned i = 0; i < EMU_LANES; i++)
      gpr[3].u[i] = b->instance;
   wave->exec = n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
   const unsigned before = emu_perf_enter(EMU_PERF_VERTEX_SHADER);
   sq_run(ctx, f->vs);
   emu_perf_leave(before);
   b->stopped = MAX2(b->stopped, wave->stopped);
   return wave;
}

/* All of these vertices. */
static void
shade_wave(struct front *f, struct vgt_batch *b, struct sq_ctx *ctx, unsigned first, unsigned n)
{
   const struct raster_vertex_kernels *pa = f->e->kernels->vertex;
   const struct emu_draw_state *s = f->bound;
   const struct sq_wave *wave = run_wave(f, b, ctx, first, n);
   const unsigned stride = front_vertex_floats(s);
   float *params = b->params + (size_t)first * stride;
   if (b->streamed)
      vgt_strmout_collect(&f->strmout, b, wave, first, n);
   const struct emu_row *misc = position_vec(wave, s->misc_vec);
   if (s->vs_layer || s->vs_viewport)
      choices(s, misc, b, first, n);
   if ((wave->pos_mask & 1) && s->vs_viewport)
      transform_by_viewport(f, wave, s->draw.raster.vertex_point_size ? misc : NULL, b, first, n);
   else if (wave->pos_mask & 1)
      pa->transform_wave(&s->draw.raster, wave->pos, s->draw.raster.vertex_point_size ? misc : NULL, n,
                         b->verts + first, b->code + first, b->fixed + first);
   else
      memset(b->code + first, 0xff, n * sizeof b->code[0]); /* no position: nothing to see */
   for (unsigned p = 0; p < s->draw.raster.num_params; p++) {
      static const struct emu_row zero[4];
      pa->params_wave(wave->param_mask >> p & 1 ? wave->param[p] : zero, n, params + p * 4, stride);
   }
   if (s->draw.raster.poly_mode)
      for (unsigned i = 0; i < n; i++)
         b->edge_flag[first + i] = !s->vs_edge_flag || !misc || misc[1].u[i];
   if (s->draw.raster.clip_distances || s->cull_distances)
      distances(s, wave, b->code + first, b->culled + first, params + s->draw.raster.num_params * 4, stride,
                n);
   for (unsigned i = 0; i < n; i++)
      b->verts[first + i].params = params + (size_t)i * stride;
}

/* Of these vertices only what says which primitives are seen. */
static void
place_wave(struct front *f, struct vgt_batch *b, struct sq_ctx *ctx, unsigned first, unsigned n)
{
   const struct sq_wave *wave = run_wave(f, b, ctx, first, n);
   if (wave->pos_mask & 1)
      f->e->kernels->vertex->transform_wave(&f->bound->draw.raster, wave->pos, NULL, n, NULL, b->code + first,
                                            b->fixed + first);
   else
      memset(b->code + first, 0xff, n * sizeof b->code[0]);
}

/* RASTER_BACK, RASTER_FRONT, VGT_ASK_PA, or -1: nothing to see. */
static int
fate(const struct emu_draw_state *s, const struct vgt_batch *b, const struct vgt_prim *p)
{
   unsigned c0 = b->code[p->v[0]], c1 = b->code[p->v[1]], c2 = b->code[p->v[2]];
   unsigned any = c0 | c1 | c2;
   if (any & RASTER_CODE_BAD || (c0 & c1 & c2 & RASTER_CODE_REJECT))
      return -1;
   if (s->cull_distances && (b->culled[p->v[0]] & b->culled[p->v[1]] & b->culled[p->v[2]]))
      return -1;
   if (any & RASTER_CODE_CLIP || p->kind != RASTER_PRIM_TRIANGLE || s->draw.raster.poly_mode)
      return VGT_ASK_PA;
   return raster_face_of(raster_facing_of(&s->draw.raster), b->fixed[p->v[0]], b->fixed[p->v[1]],
                         b->fixed[p->v[2]]);
}

/* No vertex is outside of anything, so that primitives need no look at its code. */
static bool
all_inside(const struct emu_draw_state *s, const struct vgt_batch *b)
{
   unsigned any = s->cull_distances || s->draw.raster.poly_mode;
   for (uint32_t v = 0; v < b->num_verts; v++)
      any |= b->code[v];
   return !any;
}

static void
find_survivors(const struct front *f, struct vgt_batch *b)
{
   const struct emu_draw_state *s = f->bound;
   _Static_assert(sizeof(struct vgt_prim) % sizeof(uint16_t) == 0, "corners are so many uint16_t apart");
   if (b->triangles && all_inside(s, b)) { /* what fate() says of them */
      b->num_survivors = f->e->kernels->vertex->see_triangles(
         raster_facing_of(&s->draw.raster), b->fixed, b->prim[0].v, sizeof b->prim[0] / sizeof(uint16_t),
         b->num_prims, b->survivor);
      return;
   }
   for (uint32_t i = 0; i < b->num_prims; i++) {
      const int how = fate(s, b, &b->prim[i]);
      if (how >= 0)
         b->survivor[b->num_survivors++] = (struct raster_seen){.prim = (uint16_t)i, .how = (uint8_t)how};
   }
}

/* Vertices first .. of a wave. */
static unsigned
wave_size(const struct vgt_batch *b, uint32_t first)
{
   return MIN2(b->num_verts - first, (unsigned)EMU_LANES);
}

/* The waves that survivors have vertices in, after place_wave(). */
static void
shade_survivors(struct front *f, struct vgt_batch *b, struct sq_ctx *ctx)
{
   _Static_assert(VGT_BATCH_VERTS / EMU_LANES <= 32, "a bit for each wave");
   uint32_t waves = 0;
   for (uint32_t i = 0; i < b->num_survivors; i++)
      for (unsigned k = 0; k < 3; k++)
         waves |= 1u << b->prim[b->survivor[i].prim].v[k] / EMU_LANES;
   for (; waves; waves &= waves - 1) {
      const uint32_t first = (uint32_t)__builtin_ctz(waves) * EMU_LANES;
      shade_wave(f, b, ctx, first, wave_size(b, first));
   }
}

static void
shade_batch(struct front *f, struct vgt_batch *b, struct sq_ctx *ctx)
{
   const bool places = f->vgt.places_first;
   for (uint32_t v = 0; v < b->num_verts && !b->stopped; v += EMU_LANES)
      (places ? place_wave : shade_wave)(f, b, ctx, v, wave_size(b, v));
   b->num_survivors = 0;
   if (b->stopped || f->bound->draw.raster.rasterizer_kill)
      return;
   find_survivors(f, b);
   if (places)
      shade_survivors(f, b, ctx);
}

struct shading {
   struct front *f;
   atomic_uint next;
};

static void
shade_some(struct shading *sh, struct sq_ctx *ctx)
{
   const unsigned before = emu_perf_enter(EMU_PERF_CULL);
   for (;;) {
      unsigned i = atomic_fetch_add_explicit(&sh->next, 1, memory_order_relaxed);
      if (i >= sh->f->vgt.num_batches)
         break;
      shade_batch(sh->f, &sh->f->vgt.batch[i], ctx);
   }
   emu_perf_leave(before);
}

static void
shade_on_thread(void *data, void *ctx)
{
   shade_some(data, ((struct spi_ctx *)ctx)->sq);
}

/* Memory for the vertices of all batches; *total: their number. */
static bool
prepare(struct front *f, uint32_t *total)
{
   struct u_arena *arena = raster_arena(f->e->raster);
   *total = 0;
   for (uint32_t i = 0; i < f->vgt.num_batches; i++) {
      struct vgt_batch *b = &f->vgt.batch[i];
      b->stopped = SQ_STOP_NONE;
      b->verts = u_arena_alloc_raw(arena, b->num_verts * sizeof *b->verts);
      b->params = u_arena_alloc_raw(arena, (size_t)b->num_verts * front_vertex_floats(f->bound) * 4);
      b->streamed = NULL;
      if (f->strmout.enabled) {
         memset(b->stream_mask, 0, sizeof b->stream_mask);
         b->streamed = u_arena_alloc_raw(arena, (size_t)b->num_verts * f->strmout.vertex_dw * 4);
      }
      if (!b->verts || !b->params || (f->strmout.enabled && !b->streamed))
         return front_error(f, "out of memory for vertices");
      *total += b->num_verts;
      f->e->stats.vs_waves += DIV_ROUND_UP(b->num_verts, (unsigned)EMU_LANES);
   }
   f->e->stats.vertices += *total;
   emu_perf_note(EMU_PERF_VERTICES, *total);
   return true;
}

/* What is left of all batches. */
static bool
bin(struct front *f)
{
   struct vgt *vgt = &f->vgt;
   for (uint32_t i = 0; i < vgt->num_batches; i++) {
      const struct vgt_batch *b = &vgt->batch[i];
      if (b->stopped)
         return front_error(f, "a vertex shader %s", sq_stop_text((enum sq_stop)b->stopped));
      if (b->streamed)
         vgt_strmout_write(f, b);
      else if (f->strmout.counting && !f->strmout_paused)
         f->strmout_needed += b->num_prims;
   }
   if (f->bound->vs_layer || f->bound->vs_viewport)
      return vgt_bin_layers(f);
   bool ok = true;
   for (uint32_t i = 0; ok && i < vgt->num_batches; i++)
      ok = vgt_bin_batch(f, &vgt->batch[i], NULL, NULL);
   return ok;
}

/* Is it worth running the shader twice for what is seen, to spare what is not the rest? The batches before decide. A
 * shader may run again if that shows nowhere: vgt::ranges. */
static bool
places_come_first(const struct front *f)
{
   const struct emu_draw_state *s = f->bound;
   return f->vgt.culled_runs == VGT_CULLED_RUNS && f->vgt.ranges && !f->strict && !s->vs_layer &&
          !s->vs_viewport && !s->draw.raster.poly_mode && !s->draw.raster.clip_distances &&
          !s->cull_distances;
}

static bool
are_many(uint32_t prims)
{
   return prims >= VGT_MANY_PRIMS;
}

static uint32_t
count_prims(const struct vgt *vgt)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < vgt->num_batches; i++)
      n += vgt->batch[i].num_prims;
   return n;
}

static void
learn_what_is_culled(struct vgt *vgt, uint32_t prims)
{
   uint32_t left = 0;
   for (uint32_t i = 0; i < vgt->num_batches; i++)
      left += vgt->batch[i].num_survivors;
   vgt->culled_runs = left * 8 > prims ? 0 : (uint8_t)MIN2(vgt->culled_runs + 1, VGT_CULLED_RUNS);
}

bool
vgt_run_batches(struct front *f)
{
   struct vgt *vgt = &f->vgt;
   const uint32_t prims = count_prims(vgt);
   struct shading sh = {f, 0};
   uint32_t total;
   bool ok = front_prepare_state(f) && prepare(f, &total);
   if (ok) {
      vgt->places_first = are_many(prims) && places_come_first(f);
      if (total >= PARALLEL_VERTS && f->e->threads > 1)
         raster_parallel(f->e->raster, shade_on_thread, &sh);
      else
         shade_some(&sh, f->e->vs_ctx);
      if (are_many(prims))
         learn_what_is_culled(vgt, prims);
   }
   const unsigned before = emu_perf_enter(EMU_PERF_BINS);
   ok = ok && bin(f);
   emu_perf_leave(before);
   vgt->num_batches = 0;
   return ok;
}
