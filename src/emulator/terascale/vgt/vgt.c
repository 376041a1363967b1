/* SPDX-License-Identifier: MIT
 *
 * Vertex grouper and tessellator without the tessellator: index streams to primitives, vertex reuse.
 * R6xx/R7xx 3D Register Reference Guide, VGT_*. A draw is worked through in batches of up to VGT_BATCH_VERTS
 * different vertices; vgt/shade.c takes several batches at a time from there. Left out: adjacency and patch
 * primitives, 2D primitives, geometry shaders.
 */
#include "db/terascale/ts_regs.h"

#include <assert.h>
#include "emulator/raster/assemble.h"
#include "emulator/raster/prim.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/sq/stage.h"

#define PT(x) TS_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##x

/* Bytes are swapped as for a host of the other byte order. */
static uint32_t
swap_index(uint32_t v, unsigned mode, bool wide)
{
   switch (mode) {
   case 1: /* 8 in 16 */
      return (v & 0x00ff00ff) << 8 | (v >> 8 & 0x00ff00ff);
   case 2: /* 8 in 32 */
      return wide ? __builtin_bswap32(v) : (v & 0xff) << 8 | v >> 8;
   case 3: /* 16 in 32 */
      return wide ? v << 16 | v >> 16 : v;
   default:
      return v;
   }
}

/* Indices [first, first + n) of the draw as they stand in the buffer. */
static void
fetch_indices(const struct front_draw *d, uint32_t first, uint32_t n, uint32_t *out)
{
   if (d->idx == FRONT_IDX_AUTO) {
      for (uint32_t i = 0; i < n; i++)
         out[i] = first + i;
      return;
   }
   uint32_t index_B = d->idx == FRONT_IDX_32 ? 4 : 2;
   uint64_t have = d->room_B / index_B;
   uint32_t ok = first >= have ? 0 : (uint32_t)MIN2((uint64_t)n, have - first);
   const uint8_t *p = d->indices + (uint64_t)first * index_B;
   if (index_B == 4) {
      if (ok)
         memcpy(out, p, (size_t)ok * 4);
   } else {
      for (uint32_t i = 0; i < ok; i++) {
         uint16_t v;
         memcpy(&v, p + i * 2, 2);
         out[i] = v;
      }
   }
   if (d->swap)
      for (uint32_t i = 0; i < ok; i++)
         out[i] = swap_index(out[i], d->swap, index_B == 4);
   memset(out + ok, 0, (size_t)(n - ok) * 4);
}

/* ---- batches ---- */

struct run {
   struct front *f;
   const struct front_draw *d;
   uint32_t instance;
   bool last; /* provoking vertex */
   bool ok;
   /* primitive assembly */
   uint32_t n;     /* vertices held */
   uint32_t h[4];  /* the held ones */
   uint32_t first; /* of a fan, loop or polygon */
   bool odd;       /* strip parity */
   struct vgt_batch *batch;
};

static void
new_batch(struct run *r)
{
   struct vgt *vgt = &r->f->vgt;
   if (vgt->num_batches == vgt->max_batches)
      r->ok = r->ok && vgt_run_batches(r->f);
   if (!r->ok)
      vgt->num_batches = 0;
   assert(vgt->num_batches < vgt->max_batches);
   r->batch = &vgt->batch[vgt->num_batches++];
   r->batch->num_verts = r->batch->num_prims = 0;
   r->batch->triangles = false;
   r->batch->instance = r->instance;
   if (++vgt->stamp == 0) {
      memset(vgt->reuse, 0, sizeof vgt->reuse);
      vgt->stamp = 1;
   }
}

static inline uint16_t
slot(struct vgt *vgt, struct vgt_batch *b, uint32_t index)
{
   uint32_t i = index % VGT_REUSE_SLOTS;
   if (vgt->reuse[i].stamp == vgt->stamp && vgt->reuse[i].index == index)
      return vgt->reuse[i].slot;
   vgt->reuse[i].stamp = vgt->stamp;
   vgt->reuse[i].index = index;
   vgt->reuse[i].slot = (uint16_t)b->num_verts;
   assert(b->num_verts < VGT_BATCH_VERTS);
   b->index[b->num_verts] = index;
   return (uint16_t)b->num_verts++;
}

static inline struct vgt_prim *
emit_inline(struct run *r, unsigned kind, uint32_t i0, uint32_t i1, uint32_t i2, unsigned provoking)
{
   if (r->batch->num_verts > VGT_BATCH_VERTS - 3 || r->batch->num_prims == VGT_BATCH_PRIMS)
      new_batch(r);
   struct vgt_batch *b = r->batch;
   assert(provoking < 3 && kind <= RASTER_PRIM_RECT && b->num_prims < VGT_BATCH_PRIMS);
   struct vgt *vgt = &r->f->vgt;
   b->triangles = false;
   struct vgt_prim *p = &b->prim[b->num_prims++];
   p->v[0] = slot(vgt, b, i0);
   p->v[1] = slot(vgt, b, i1);
   p->v[2] = slot(vgt, b, i2);
   p->kind = kind & 15;
   p->provoking = provoking & 15;
   p->edges = 7;
   return p;
}

/* emit_inline() by a call: a copy of it for each of a dozen kinds of primitives would be more code than the rest of the room. */
__attribute__((noinline)) static struct vgt_prim *
emit(struct run *r, unsigned kind, uint32_t i0, uint32_t i1, uint32_t i2, unsigned provoking)
{
   return emit_inline(r, kind, i0, i1, i2, provoking);
}

/* ---- primitive assembly ---- */

static void
end_strip(struct run *r)
{
   if (r->d->prim_type == PT(LINELOOP) && r->n >= 2)
      emit(r, RASTER_PRIM_LINE, r->h[0], r->first, r->first, r->last);
   if (r->d->prim_type == PT(POLYGON) && r->n >= 3) /* the last triangle is in the current batch */
      r->batch->prim[r->batch->num_prims - 1].edges |= 4;
   r->n = 0;
   r->odd = false;
}

static void
push_line_strip(struct run *r, uint32_t v, bool last)
{
   if (r->n == 0)
      r->first = v;
   else
      emit(r, RASTER_PRIM_LINE, r->h[0], v, v, last);
   r->h[0] = v;
   r->n++;
}

static void
push_tri_strip(struct run *r, uint32_t v, bool last)
{
   if (r->n < 2) {
      r->h[r->n++] = v;
      return;
   }
   /* every other triangle is turned around; its first vertex (D3D) stands second then */
   if (r->odd)
      emit_inline(r, RASTER_PRIM_TRIANGLE, r->h[1], r->h[0], v, last ? 2 : 1);
   else
      emit_inline(r, RASTER_PRIM_TRIANGLE, r->h[0], r->h[1], v, last ? 2 : 0);
   r->odd = !r->odd;
   r->h[0] = r->h[1];
   r->h[1] = v;
}

static void
push_fan(struct run *r, uint32_t v, unsigned provoking)
{
   if (r->n < 2) {
      r->h[r->n++] = v;
      return;
   }
   emit(r, RASTER_PRIM_TRIANGLE, r->h[0], r->h[1], v, provoking);
   r->h[1] = v;
}

/* The fan of a polygon, which has an outline. n counts its vertices, up to 3. */
static void
push_polygon(struct run *r, uint32_t v)
{
   assert(r->n <= 3);
   if (r->n >= 2) {
      struct vgt_prim *p = emit(r, RASTER_PRIM_TRIANGLE, r->h[0], r->h[1], v, 0);
      p->edges = r->n == 2 ? 3 : 2;
      r->h[1] = v;
   } else {
      r->h[r->n] = v;
   }
   r->n += r->n < 3;
}

static void
quad(struct run *r, uint32_t a, uint32_t b, uint32_t c, uint32_t d, bool last)
{
   if (last) {
      emit(r, RASTER_PRIM_TRIANGLE, a, b, d, 2)->edges = 1 | 4;
      emit(r, RASTER_PRIM_TRIANGLE, b, c, d, 2)->edges = 1 | 2;
   } else {
      emit(r, RASTER_PRIM_TRIANGLE, a, b, c, 0)->edges = 1 | 2;
      emit(r, RASTER_PRIM_TRIANGLE, a, c, d, 0)->edges = 2 | 4;
   }
}

static void
push(struct run *r, uint32_t v, bool last)
{
   uint32_t *h = r->h;
   assert(r->n < ARRAY_SIZE(r->h) || r->d->prim_type == PT(LINESTRIP) || r->d->prim_type == PT(LINELOOP));
   switch (r->d->prim_type) {
   case PT(POINTLIST):
      emit(r, RASTER_PRIM_POINT, v, v, v, 0);
      break;
   case PT(LINELIST):
      h[r->n++] = v;
      if (r->n == 2) {
         emit(r, RASTER_PRIM_LINE, h[0], h[1], h[1], last);
         r->n = 0;
      }
      break;
   case PT(LINESTRIP):
   case PT(LINELOOP):
      push_line_strip(r, v, last);
      break;
   case PT(TRILIST):
   case PT(RECTLIST):
      h[r->n++] = v;
      if (r->n == 3) {
         emit(r, r->d->prim_type == PT(TRILIST) ? RASTER_PRIM_TRIANGLE : RASTER_PRIM_RECT, h[0], h[1], h[2],
              last ? 2 : 0);
         r->n = 0;
      }
      break;
   case PT(TRISTRIP):
      push_tri_strip(r, v, last);
      break;
   case PT(TRIFAN):
      push_fan(r, v, last ? 2 : 1);
      break;
   case PT(POLYGON):
      push_polygon(r, v);
      break;
   case PT(QUADLIST):
      h[r->n++] = v;
      if (r->n == 4) {
         quad(r, h[0], h[1], h[2], h[3], last);
         r->n = 0;
      }
      break;
   case PT(QUADSTRIP):
      h[r->n++] = v;
      if (r->n == 4) {
         /* corners in order h0 h1 h3 h2; the last vertex of quad i of the strip is h3 */
         if (last)
            quad(r, h[2], h[0], h[1], h[3], true);
         else
            quad(r, h[0], h[1], h[3], h[2], false);
         h[0] = h[2];
         h[1] = h[3];
         r->n = 2;
      }
      break;
   }
}

/* Triangles of n indices, whole ones, vertex by vertex. */
static void
push_triangles(struct run *r, const uint32_t *index, uint32_t n)
{
   const uint32_t offset = r->d->index_offset, lo = r->d->min_index, hi = r->d->max_index;
   const unsigned provoking = r->last ? 2 : 0;
   for (uint32_t i = 0; i + 3 <= n && r->ok; i += 3) {
      const uint32_t a = index[i] + offset, b = index[i + 1] + offset, c = index[i + 2] + offset;
      emit_inline(r, RASTER_PRIM_TRIANGLE, CLAMP(a, lo, hi), CLAMP(b, lo, hi), CLAMP(c, lo, hi), provoking);
   }
}

/* A list of triangles: as many as have their vertices in a batch. Parts whose indices are far apart go vertex by
 * vertex. */
static void
run_list(struct run *r)
{
   enum { PIECES = 12, PIECE = 1020 };
   _Static_assert(PIECE % 3 == 0 && PIECE <= (int)VGT_BATCH_VERTS &&
                     PIECES * PIECE / 3 <= (int)VGT_BATCH_PRIMS,
                  "a piece is whole triangles that fit into a batch, all pieces are if their vertices do");
   const struct front_draw *d = r->d;
   const unsigned provoking = r->last ? 2 : 0;
   uint32_t index[PIECES * PIECE], pieces = PIECES;
   for (uint32_t at = 0; d->count - at >= 3 && r->ok;) {
      uint32_t n = MIN2(d->count - at, pieces * PIECE) / 3 * 3;
      fetch_indices(d, at, n, index);
      struct vgt_list list;
      bool fits;
      while (!(fits = vgt_list_fits(&r->f->vgt, d, index, n, &list)) && n > PIECE) {
         const uint32_t tried = DIV_ROUND_UP(n, (uint32_t)PIECE);
         pieces = list.distinct ? MIN2(tried - 1, tried * VGT_BATCH_VERTS / list.distinct) : tried / 2;
         pieces = MAX2(pieces, 1);
         n = MIN2(n, pieces * PIECE);
      }
      if (!fits) {
         push_triangles(r, index, n);
      } else {
         if (r->batch->num_prims)
            new_batch(r);
         if (!r->ok)
            return;
         vgt_batch_of_list(&r->f->vgt, r->batch, d, index, n, &list, provoking);
         if (pieces < PIECES && list.distinct * (pieces + 1) <= VGT_BATCH_VERTS * pieces)
            pieces++;
      }
      at += n;
   }
}

static bool
prim_type_ok(uint32_t t)
{
   static const uint8_t types[] = {PT(POINTLIST), PT(LINELIST),  PT(LINESTRIP), PT(TRILIST),
                                   PT(TRIFAN),    PT(TRISTRIP),  PT(RECTLIST),  PT(LINELOOP),
                                   PT(QUADLIST),  PT(QUADSTRIP), PT(POLYGON)};
   for (unsigned i = 0; i < sizeof types; i++)
      if (types[i] == t)
         return true;
   return false;
}

static void
run_instance(struct run *r)
{
   enum { CHUNK = 1024 };
   const struct front_draw *d = r->d;
   uint32_t index[CHUNK];
   bool reset = d->reset_en && d->idx != FRONT_IDX_AUTO;
   const uint32_t reset_index = d->reset_index; /* whole: one of 32 bits is none of 16 */
   new_batch(r);
   if (d->prim_type == PT(TRILIST) && !reset) {
      run_list(r);
      return;
   }
   for (uint32_t at = 0; at < d->count && r->ok; at += CHUNK) {
      uint32_t n = MIN2(d->count - at, (uint32_t)CHUNK);
      fetch_indices(d, at, n, index);
      for (uint32_t i = 0; i < n && r->ok; i++) {
         if (reset && index[i] == reset_index) {
            end_strip(r);
            continue;
         }
         uint32_t v = index[i] + d->index_offset;
         push(r, CLAMP(v, d->min_index, d->max_index), r->last);
      }
   }
   end_strip(r);
}

static uint32_t *
stipple_state(struct front *f)
{
   return &f->e->regs.ts.config.PA_SC_LINE_STIPPLE_STATE;
}

/* The stipple pattern begins anew, or goes on where PA_SC_LINE_STIPPLE_STATE says. */
static void
begin_stipple(struct front *f)
{
   const struct raster_state *r = &f->bound->draw.raster;
   uint32_t state = *stipple_state(f);
   f->pa.stipple_at = r->stipple_reset != RASTER_STIPPLE_GOES_ON
                         ? 0
                         : TS_PA_SC_LINE_STIPPLE_STATE_get_CURRENT_PTR(state) * r->stipple_repeat +
                              TS_PA_SC_LINE_STIPPLE_STATE_get_CURRENT_COUNT(state);
}

static void
end_stipple(struct front *f)
{
   uint32_t repeat = f->bound->draw.raster.stipple_repeat;
   assert(repeat);
   *stipple_state(f) = TS_PA_SC_LINE_STIPPLE_STATE(.CURRENT_PTR = f->pa.stipple_at / repeat & 15,
                                                   .CURRENT_COUNT = f->pa.stipple_at % repeat);
}

bool
vgt_draw(struct front *f, const struct front_draw *d)
{
   if (!prim_type_ok(d->prim_type))
      return front_error(f, "VGT_PRIMITIVE_TYPE %u is not implemented", d->prim_type);
   struct run r = {.f = f, .d = d, .ok = true, .last = f->bound->draw.raster.provoking_last};
   f->vgt.kernels = f->e->kernels->vertex;
   f->vgt.num_batches = 0;
   f->vgt.ranges = !f->strmout.enabled && !sq_stage_may_stop(f->vs);
   bool stipple = f->bound->draw.raster.stipple;
   if (stipple)
      begin_stipple(f);
   for (r.instance = 0; r.instance < d->instances && r.ok; r.instance++)
      run_instance(&r);
   bool ok = r.ok && vgt_run_batches(f);
   if (ok && stipple)
      end_stipple(f);
   return ok;
}
