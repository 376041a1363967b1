/* SPDX-License-Identifier: MIT
 *
 * Vertex grouper and tessellator without the tessellator: index streams to primitives, vertex reuse, VS
 * waves. R6xx/R7xx 3D Register Reference Guide, VGT_*. A draw is worked through in batches of up to
 * VGT_BATCH_VERTS different vertices: primitives are collected until a batch is full, then its vertices are
 * shaded 64 at a time and its primitives go to PA in order. Left out: adjacency and patch primitives, 2D
 * primitives, geometry shaders, stream-out.
 */
#include "db/r6_regs.h"
#include "emulator/emu_front.h"

#define PT(x) R6_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_##x

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

/* ---- batches
 * ------------------------------------------------------------------------------------------------ */

struct run {
   struct front *f;
   const struct front_draw *d;
   uint32_t instance;
   bool ok;
   /* primitive assembly */
   uint32_t n;     /* vertices held */
   uint32_t h[4];  /* the held ones */
   uint32_t first; /* of a fan, loop or polygon */
   bool odd;       /* strip parity */
};

static void
new_batch(struct vgt_batch *b)
{
   b->num_verts = b->num_prims = 0;
   if (++b->stamp == 0) {
      memset(b->reuse, 0, sizeof b->reuse);
      b->stamp = 1;
   }
}

/* Export rows of the wave to one vertex after the other: out[lane * stride + 0..3]. */
static void
transpose(const struct emu_row row[4], unsigned n, float *out, unsigned stride)
{
   typedef float v4 __attribute__((vector_size(16)));
   typedef int32_t i4 __attribute__((vector_size(16)));
   for (unsigned l = 0; l < n; l += 4) {
      v4 x = *(const v4 *)&row[0].u[l], y = *(const v4 *)&row[1].u[l];
      v4 z = *(const v4 *)&row[2].u[l], w = *(const v4 *)&row[3].u[l];
      v4 xy0 = __builtin_shuffle(x, y, (i4){0, 4, 1, 5}), xy1 = __builtin_shuffle(x, y, (i4){2, 6, 3, 7});
      v4 zw0 = __builtin_shuffle(z, w, (i4){0, 4, 1, 5}), zw1 = __builtin_shuffle(z, w, (i4){2, 6, 3, 7});
      v4 v[4] = {
         __builtin_shuffle(xy0, zw0, (i4){0, 1, 4, 5}),
         __builtin_shuffle(xy0, zw0, (i4){2, 3, 6, 7}),
         __builtin_shuffle(xy1, zw1, (i4){0, 1, 4, 5}),
         __builtin_shuffle(xy1, zw1, (i4){2, 3, 6, 7}),
      };
      for (unsigned k = 0; k < 4 && l + k < n; k++)
         *(v4 *)(out + (size_t)(l + k) * stride) = v[k];
   }
}

static bool
shade(struct run *r)
{
   struct front *f = r->f;
   struct emulator *e = f->e;
   struct vgt_batch *b = &f->batch;
   const struct emu_draw_state *s = f->bound;
   struct u_arena *arena = sc_arena(e->sc);
   struct sq_wave *wave = sq_ctx_wave(e->vs_ctx);
   unsigned stride = s->num_params * 4;

   b->verts = u_arena_alloc_raw(arena, b->num_verts * sizeof *b->verts);
   float *params = u_arena_alloc_raw(arena, (size_t)b->num_verts * stride * sizeof *params);
   if (!b->verts || !params)
      return front_error(f, "out of memory for vertices");
   for (uint32_t v = 0; v < b->num_verts; v += EMU_LANES) {
      unsigned n = MIN2(b->num_verts - v, (unsigned)EMU_LANES);
      struct emu_row *gpr = sq_ctx_gprs(e->vs_ctx);
      memcpy(gpr[0].u, b->index + v, n * 4);
      memset(gpr[0].u + n, 0, (EMU_LANES - n) * 4);
      memset(gpr[1].u, 0, sizeof gpr[1]);
      memset(gpr[2].u, 0, sizeof gpr[2]);
      for (unsigned i = 0; i < EMU_LANES; i++)
         gpr[3].u[i] = r->instance;
      wave->exec = n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
      sq_run(e->vs_ctx, s->vs);
      if (wave->timeout)
         return front_error(f, "a vertex shader ran for too long and was stopped");
      if (wave->pos_done)
         pa_transform_wave(s, wave->pos, s->vs_point_size && wave->misc_done ? wave->misc : NULL, n,
                           b->verts + v, b->code + v);
      else
         memset(b->code + v, 0xff, n * sizeof b->code[0]); /* no position: nothing to see */
      for (unsigned p = 0; p < s->num_params; p++) {
         static const struct emu_row zero[4];
         transpose(wave->param_mask >> p & 1 ? wave->param[p] : zero, n, params + (size_t)v * stride + p * 4,
                   stride);
      }
      for (unsigned i = 0; i < n; i++)
         b->verts[v + i].params = params + (size_t)(v + i) * stride;
      e->stats.vs_waves++;
   }
   e->stats.vertices += b->num_verts;
   return true;
}

static bool
flush_batch(struct run *r)
{
   struct front *f = r->f;
   struct vgt_batch *b = &f->batch;
   if (!r->ok || !b->num_prims) {
      new_batch(b);
      return r->ok;
   }
   r->ok = front_prepare_state(f) && shade(r);
   for (uint32_t i = 0; r->ok && i < b->num_prims; i++) {
      const struct vgt_prim *p = &b->prim[i];
      const struct emu_vertex *v[3] = {&b->verts[p->v[0]], &b->verts[p->v[1]], &b->verts[p->v[2]]};
      const uint16_t code[3] = {b->code[p->v[0]], b->code[p->v[1]], b->code[p->v[2]]};
      r->ok = pa_prim(f, f->bound, v, code, p->kind, p->provoking);
   }
   new_batch(b);
   return r->ok;
}

static inline uint16_t
slot(struct vgt_batch *b, uint32_t index)
{
   uint32_t i = index % VGT_REUSE_SLOTS;
   if (b->reuse[i].stamp == b->stamp && b->reuse[i].index == index)
      return b->reuse[i].slot;
   b->reuse[i].stamp = b->stamp;
   b->reuse[i].index = index;
   b->reuse[i].slot = (uint16_t)b->num_verts;
   b->index[b->num_verts] = index;
   return (uint16_t)b->num_verts++;
}

static inline void
emit(struct run *r, unsigned kind, uint32_t i0, uint32_t i1, uint32_t i2, unsigned provoking)
{
   struct vgt_batch *b = &r->f->batch;
   if (b->num_verts > VGT_BATCH_VERTS - 3 || b->num_prims == VGT_BATCH_PRIMS)
      flush_batch(r);
   struct vgt_prim *p = &b->prim[b->num_prims++];
   p->v[0] = slot(b, i0);
   p->v[1] = slot(b, i1);
   p->v[2] = slot(b, i2);
   p->kind = (uint8_t)kind;
   p->provoking = (uint8_t)provoking;
}

/* ---- primitive assembly
 * -------------------------------------------------------------------------------------- */

static void
end_strip(struct run *r)
{
   if (r->d->prim_type == PT(LINELOOP) && r->n >= 2)
      emit(r, EMU_PRIM_LINE, r->h[0], r->first, r->first, r->f->bound->provoking_last);
   r->n = 0;
   r->odd = false;
}

static void
push_line_strip(struct run *r, uint32_t v, bool last)
{
   if (r->n == 0)
      r->first = v;
   else
      emit(r, EMU_PRIM_LINE, r->h[0], v, v, last);
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
      emit(r, EMU_PRIM_TRIANGLE, r->h[1], r->h[0], v, last ? 2 : 1);
   else
      emit(r, EMU_PRIM_TRIANGLE, r->h[0], r->h[1], v, last ? 2 : 0);
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
   emit(r, EMU_PRIM_TRIANGLE, r->h[0], r->h[1], v, provoking);
   r->h[1] = v;
}

static void
quad(struct run *r, uint32_t a, uint32_t b, uint32_t c, uint32_t d, bool last)
{
   if (last) {
      emit(r, EMU_PRIM_TRIANGLE, a, b, d, 2);
      emit(r, EMU_PRIM_TRIANGLE, b, c, d, 2);
   } else {
      emit(r, EMU_PRIM_TRIANGLE, a, b, c, 0);
      emit(r, EMU_PRIM_TRIANGLE, a, c, d, 0);
   }
}

static void
push(struct run *r, uint32_t v, bool last)
{
   uint32_t *h = r->h;
   switch (r->d->prim_type) {
   case PT(POINTLIST):
      emit(r, EMU_PRIM_POINT, v, v, v, 0);
      break;
   case PT(LINELIST):
      h[r->n++] = v;
      if (r->n == 2) {
         emit(r, EMU_PRIM_LINE, h[0], h[1], h[1], last);
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
         emit(r, r->d->prim_type == PT(TRILIST) ? EMU_PRIM_TRIANGLE : EMU_PRIM_RECT, h[0], h[1], h[2],
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
      push_fan(r, v, 0);
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

bool
vgt_draw(struct front *f, const struct front_draw *d)
{
   enum { CHUNK = 1024 };
   uint32_t index[CHUNK];
   if (!prim_type_ok(d->prim_type))
      return front_error(f, "VGT_PRIMITIVE_TYPE %u is not implemented", d->prim_type);
   for (uint32_t instance = 0; instance < d->instances; instance++) {
      struct run r = {.f = f, .d = d, .instance = instance, .ok = true};
      bool last = f->bound->provoking_last;
      bool reset = d->reset_en && d->idx != FRONT_IDX_AUTO;
      uint32_t reset_index = d->idx == FRONT_IDX_16 ? d->reset_index & 0xffff : d->reset_index;
      new_batch(&f->batch);
      for (uint32_t at = 0; at < d->count && r.ok; at += CHUNK) {
         uint32_t n = MIN2(d->count - at, (uint32_t)CHUNK);
         fetch_indices(d, at, n, index);
         for (uint32_t i = 0; i < n; i++) {
            if (reset && index[i] == reset_index) {
               end_strip(&r);
               continue;
            }
            uint32_t v = index[i] + d->index_offset;
            push(&r, CLAMP(v, d->min_index, d->max_index), last);
         }
      }
      end_strip(&r);
      if (!flush_batch(&r))
         return false;
   }
   return true;
}
