/* SPDX-License-Identifier: MIT
 *
 * Shades a batch of vertices, 64 at a time, and hands its primitives to the rasteriser. Parameters of a vertex are those of
 * four colours and eight sets of texture coordinates that pixels read and, if user planes clip, the distances to them.
 */
#include <assert.h>
#include <string.h>

#include "emulator/r300/vap/vap.h"
#include "emulator/raster/raster.h"
#include "util/u_arena.h"
#include "util/u_math.h"

enum { PLANES = 6, DISTANCES = 8 };

static unsigned
vertex_floats(const struct r300_draw *d)
{
   return d->draw.raster.num_params * 4u + (d->draw.raster.clip_distances ? DISTANCES : 0);
}

static void
distances(const struct r300_draw *d, const struct emu_row pos[4], unsigned n, uint16_t *code, float *out,
          unsigned stride)
{
   for (unsigned i = 0; i < n; i++) {
      memset(&out[(size_t)i * stride], 0, DISTANCES * sizeof *out);
      for (unsigned k = 0; k < PLANES; k++) {
         float distance = 0;
         if (!(d->vertex.user_planes >> k & 1))
            continue;
         for (unsigned c = 0; c < 4; c++)
            distance += d->vertex.user_plane[k][c] * uif(pos[c].u[i]);
         out[(size_t)i * stride + k] = distance;
         if (!(distance >= 0))
            code[i] |= (uint16_t)(RASTER_CODE_DISTANCE0 << k);
      }
   }
}

/* Rows of output \p n of the vertex shader, or of what stands in for it. */
static const struct emu_row *
output_rows(const struct emulator *e, int n)
{
   static const struct emu_row none[4];
   const struct pvs_ctx *c = e->pvs;
   assert(n < PVS_OUTPUTS);
   return n < 0 ? none : e->bound->vertex.bypass ? c->input[n] : c->output[n];
}

static bool
shade_wave(struct emulator *e, unsigned first, unsigned n, struct raster_vertex *verts, float *params)
{
   struct r300_vap *vap = e->vap;
   const struct r300_draw *d = e->bound;
   const struct r300_vertex_state *s = &d->vertex;
   const struct raster_vertex_kernels *k = e->level->vertex;
   const unsigned stride = vertex_floats(d);
   if (!vap_fetch(e, vap->index + first, n))
      return false;
   if (!s->bypass) {
      e->pvs->num_vertices = n;
      e->level->pvs->run(e->pvs, &s->pvs);
      if (e->pvs->stopped)
         return r300_error(e, "a vertex shader %s", pvs_stop_text(e->pvs->stopped));
   }
   const struct emu_row *pos = output_rows(e, 0);
   k->transform_wave(&d->draw.raster, pos, s->point_size >= 0 ? output_rows(e, s->point_size) : NULL, n,
                     verts, vap->code + first, vap->fixed + first);
   for (unsigned p = 0; p < R300_PARAMS; p++)
      if (d->params_read >> p & 1)
         k->params_wave(output_rows(e, p < R300_COLORS ? s->color[p] : s->texcoord[p - R300_COLORS]), n,
                        params + d->place[p] * 4, stride);
   if (d->draw.raster.clip_distances)
      distances(d, pos, n, vap->code + first, params + d->draw.raster.num_params * 4, stride);
   for (unsigned i = 0; i < n; i++)
      verts[i].params = params + (size_t)i * stride;
   return true;
}

bool
vap_run_batch(struct emulator *e)
{
   struct r300_vap *vap = e->vap;
   if (!vap->num_prims)
      return true;
   if (raster_is_full(e->raster))
      r300_flush(e);
   if (!r300_prepare_state(e))
      return false;
   const struct r300_draw *d = e->bound;
   struct u_arena *arena = raster_arena(e->raster);
   struct raster_vertex *verts = u_arena_alloc_raw(arena, vap->num_verts * sizeof *verts);
   float *params = u_arena_alloc_raw(arena, (size_t)vap->num_verts * vertex_floats(d) * sizeof *params);
   if (!verts || !params)
      return r300_error(e, "out of memory for vertices");
   for (unsigned i = 0; i < vap->num_verts; i += EMU_LANES)
      if (!shade_wave(e, i, MIN2(vap->num_verts - i, (unsigned)EMU_LANES), verts + i,
                      params + (size_t)i * vertex_floats(d)))
         return false;
   e->num_vertices += vap->num_verts;
   for (unsigned pass = 0; pass < (d->clears_cbzb ? 2 : 1); pass++) {
      const struct raster_draw *rd = pass ? &d->cbzb : &d->draw;
      if (raster_needs_flush(e->raster, rd))
         raster_execute(e->raster);
      raster_set_state(e->raster, rd);
      if (!vap_bin(e, &rd->raster, verts))
         return false;
   }
   return true;
}
