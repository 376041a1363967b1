/* SPDX-License-Identifier: MIT
 *
 * Vertices and indices on their way to the fetch units: buffers that these can read are bound as they are; of
 * the rest (client memory, odd offsets and strides, 16.16 and other formats that no fetch has, divisors above
 * one) driver/vertices.h makes copies for the draw.
 */
#include <assert.h>
#include <string.h>

#include "driver/vertices.h"
#include "format/format.h"
#include "terascale/atoms.h"
#include "terascale/context.h"
#include "terascale/draw/draw.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/staging.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "util/u_indices.h"
#include "util/u_math.h"

#define COPY_MAX_B   (UINT64_C(1) << 30)
#define STRIDE_MAX_B 2047 /* SQ_VTX_CONSTANT_WORD2.STRIDE has 11 bits */
#define FETCH_B      4    /* addresses are multiples of it */

/* ---- indices ---- */

static void
tell_index_copy(struct ts_context *c, unsigned index_size_B, uint64_t offset_B)
{
   if (c->base.base.performance)
      c->base.base.performance(c->base.base.performance_data,
                               "indices of %u bytes at offset %u of their buffer are copied for this draw%s",
                               index_size_B, (unsigned)offset_B, index_size_B == 1 ? " (use 16 bits)" : "");
}

/** Whether the CPU looks at vertices before they are fetched, and at indices for which. */
static bool
reads_elements(const struct ts_context *c)
{
   return c->vb_unaligned || c->velems->unaligned || __builtin_expect(c->first_instance, 0);
}

bool
ts_prepare_indices(struct ts_context *c, const struct pipe_draw_info *info, struct ts_draw *d)
{
   const unsigned size_B = info->index_size_B;
   const uint64_t first = info->index_offset_B + (uint64_t)info->start * size_B;
   const bool copied =
      size_B == 1 || first & (size_B - 1); /* 1, 2 or 4: no divisions, which draws would feel */
   struct ts_resource *r = ts_resource(info->index_buffer);
   if (info->index_user) {
      d->indices = (const uint8_t *)info->index_user + (size_t)info->start * size_B;
   } else {
      if (!r || first >= r->base.width0)
         return false;
      /* Nothing behind the buffer is read. */
      d->count = (uint32_t)MIN2(info->count, (r->base.width0 - first) >> (size_B >> 1));
      if (!d->count)
         return false;
      if (copied || reads_elements(c))
         ts_staging_move_buffer(c->screen, r);
      d->indices = r->bo->map + first;
      d->index_bo = r->bo;
      d->index_offset_B = first;
   }
   d->index_size_B = MAX2(size_B, 2);
   if (info->primitive_restart)
      d->restart = u_index_restart(size_B); /* bytes become 16 bits as they are */
   if (!info->index_user && !copied)
      return true;
   if (!info->index_user)
      tell_index_copy(c, size_B, first);
   if ((uint64_t)d->count * d->index_size_B > COPY_MAX_B) {
      c->base.oom = true;
      return false;
   }
   uint32_t at;
   void *p = drv_upload_get(&c->base, d->count * d->index_size_B, 4, &d->index_bo, &at);
   if (!p)
      return false;
   drv_indices_copy(p, d->index_size_B, d->indices, size_B, d->count);
   d->index_offset_B = at;
   return true;
}

/* ---- vertices ---- */

/** What the draw reads of the arrays. */
struct reach {
   uint32_t first; /* vertex */
   uint64_t count; /* of vertices */
   uint32_t instances;
};

/** Arrays that are to be copied, by element of the draw. */
struct copies {
   struct drv_array array[PIPE_MAX_ATTRIBS];
   uint32_t n[PIPE_MAX_ATTRIBS]; /* elements */
   uint32_t client;              /* in memory of the application's, a bit each */
};

static void
bind_nothing(struct ts_context *c, struct ts_vbuf *out)
{
   *out = (struct ts_vbuf){c->screen->dummy, 0, 16, 0};
}

/** Is element \p k, which begins at byte \p first of its buffer, fetched as it is? */
static bool
is_fetchable(const struct ts_velems *ve, unsigned k, uint64_t first, uint32_t stride_B)
{
   return ve->from[k] == ve->e[k].format && ve->e[k].instance_divisor <= 1 && first % FETCH_B == 0 &&
          stride_B % FETCH_B == 0 && stride_B <= STRIDE_MAX_B;
}

/** Which of its buffer's elements \p k begins with, and where that lies. */
static uint64_t
first_element(const struct ts_context *c, unsigned k, const struct reach *reach)
{
   const uint32_t divisor = c->velems->e[k].instance_divisor;
   return divisor ? c->first_instance / divisor : reach->first;
}

static uint64_t
first_byte(const struct ts_context *c, unsigned k, const struct pipe_vertex_buffer *vb,
           const struct reach *reach)
{
   return vb->offset_B + (uint64_t)c->velems->e[k].src_offset_B + first_element(c, k, reach) * vb->stride_B;
}

/** Binds element \p k of the draw, or says that it has to be copied: true, and how. */
static bool
bind_or_copy(struct ts_context *c, unsigned k, const struct reach *reach, bool with_number,
             struct copies *out)
{
   const struct ts_velems *ve = c->velems;
   const struct pipe_vertex_element *e = &ve->e[k];
   static const struct pipe_vertex_buffer none;
   const struct pipe_vertex_buffer *vb =
      e->vertex_buffer_index < c->base.num_vb ? &c->base.vb[e->vertex_buffer_index] : &none;
   const uint32_t divisor = MAX2(e->instance_divisor, 1), elem_B = u_format_block_B(ve->from[k]);
   const uint64_t start = first_element(c, k, reach), first = first_byte(c, k, vb, reach);
   uint64_t n = e->instance_divisor ? reach->instances : reach->count;
   const uint8_t *data = NULL;
   if (vb->user) {
      data = (const uint8_t *)vb->user + first;
   } else if (vb->buffer && first + elem_B <= vb->buffer->width0) {
      struct ts_resource *r = ts_resource(vb->buffer);
      const uint64_t room = r->base.width0 - first;
      if (is_fetchable(ve, k, first, vb->stride_B) && !(with_number && k == 0)) {
         c->vbuf[k] = (struct ts_vbuf){r->bo, first, (uint32_t)MIN2(u_align(room, 4) + 4, r->size_B - first),
                                       vb->stride_B};
         return false;
      }
      data = r->bo->map + first;
      if (vb->stride_B) /* vertices behind the end read as zero */
         n = MIN2(n, ((room - elem_B) / vb->stride_B + 1) * divisor);
      if (c->base.base.performance)
         c->base.base.performance(
            c->base.base.performance_data,
            "vertex attribute %u, offset %u, stride %u cannot be fetched in place (offset and "
            "stride must be multiples of %u): %u vertices are copied for this draw",
            k, (unsigned)(first - start * vb->stride_B), vb->stride_B, FETCH_B, (unsigned)n);
   }
   bind_nothing(c, &c->vbuf[k]);
   out->array[k] = (struct drv_array){data, vb->stride_B, divisor, ve->from[k], e->format, e->symmetric};
   out->client |= (uint32_t)(vb->user != NULL) << k;
   out->n[k] = vb->stride_B && data ? (uint32_t)MIN2(n, UINT32_MAX) : 1;
   return data != NULL;
}

/** Room in the upload ring. NULL: there is none, and the context knows. */
static uint8_t *
room_for(struct ts_context *c, uint64_t size_B, struct ts_vbuf *out)
{
   uint32_t at;
   if (size_B > COPY_MAX_B) {
      c->base.oom = true;
      return NULL;
   }
   uint8_t *p = drv_upload_get(&c->base, (uint32_t)size_B, 16, &out->bo, &at);
   out->offset_B = at;
   out->size_B = (uint32_t)size_B;
   return p;
}

/** An array of its own, elements padded to dwords. */
static bool
copy_array(struct ts_context *c, const struct drv_array *from, uint32_t n, struct ts_vbuf *out)
{
   const uint32_t stride_B = (uint32_t)u_align(u_format_block_B(from->to), FETCH_B);
   uint8_t *p = room_for(c, (uint64_t)n * stride_B, out);
   if (!p)
      return false;
   drv_array_copy(p, stride_B, from, n);
   out->stride_B = from->stride_B ? stride_B : 0;
   return true;
}

/** Client arrays that need another place only: what is interleaved goes as one piece. */
static bool
copy_pieces(struct ts_context *c, const struct copies *copies, uint32_t mask)
{
   const struct drv_array *const arrays = copies->array;
   while (mask) {
      const uint8_t *begin;
      uint32_t span_B;
      uint32_t group = drv_arrays_interleaved(arrays, mask, FETCH_B, &begin, &span_B);
      const unsigned one = (unsigned)__builtin_ctz(group);
      const uint32_t stride_B = arrays[one].stride_B;
      const uint64_t size_B = (uint64_t)(copies->n[one] - 1) * stride_B + span_B;
      struct ts_vbuf piece = {0};
      uint8_t *p = room_for(c, u_align(size_B, FETCH_B), &piece);
      if (!p)
         return false;
      memcpy(p, begin, (size_t)size_B);
      mask &= ~group;
      for (; group; group &= group - 1) {
         const unsigned k = (unsigned)__builtin_ctz(group);
         const uint32_t delta_B = (uint32_t)(arrays[k].data - begin);
         c->vbuf[k] = (struct ts_vbuf){piece.bo, piece.offset_B + delta_B, piece.size_B - delta_B, stride_B};
      }
   }
   return true;
}

/** Element 0, and behind each of its elements the number of the instance. */
static bool
copy_with_number(struct ts_context *c, const struct drv_array *from, uint32_t n, struct ts_vbuf *out)
{
   const uint32_t elem_B = (uint32_t)u_align(u_format_block_B(c->velems->e[0].format), FETCH_B);
   const uint32_t stride_B = elem_B + 4;
   uint8_t *p = room_for(c, (uint64_t)n * stride_B, out);
   if (!p)
      return false;
   if (from->data)
      drv_array_copy(p, stride_B, from, n);
   else
      memset(p, 0, stride_B);
   for (uint32_t i = 0; i < n; i++)
      memcpy(p + (size_t)i * stride_B + elem_B, &c->first_instance, 4);
   out->stride_B = from->data && from->stride_B ? stride_B : 0;
   return true;
}

/** Buffers that bind_elements will copy from: before any is bound, so that all see the same storage. */
static void
move_copied_buffers(struct ts_context *c, const struct reach *reach, bool with_number)
{
   const struct ts_velems *ve = c->velems;
   for (unsigned k = 0; c->screen->staging && k < ve->count; k++) {
      const struct pipe_vertex_element *e = &ve->e[k];
      const struct pipe_vertex_buffer *vb =
         e->vertex_buffer_index < c->base.num_vb ? &c->base.vb[e->vertex_buffer_index] : NULL;
      if (!vb || !vb->buffer || vb->user)
         continue;
      if ((with_number && k == 0) || !is_fetchable(ve, k, first_byte(c, k, vb, reach), vb->stride_B))
         ts_staging_move_buffer(c->screen, ts_resource(vb->buffer));
   }
}

/** Buffer k for element k alone. */
static bool
bind_elements(struct ts_context *c, const struct reach *reach, bool with_number)
{
   const struct ts_velems *ve = c->velems;
   struct copies copies;
   uint32_t pieces = 0;
   bool ok = true;
   copies.client = 0;
   copies.array[0].data = NULL;
   copies.n[0] = 1;
   c->num_vbuf = MAX2(ve->count, with_number);
   c->base.dirty |= TS_DIRTY(VERTEX_BUFFERS);
   c->vbuf_for_draw = true;
   move_copied_buffers(c, reach, with_number);
   for (unsigned k = 0; k < ve->count && ok; k++) {
      const bool copied = bind_or_copy(c, k, reach, with_number, &copies);
      const struct drv_array *a = &copies.array[k];
      if (with_number && k == 0)
         continue;
      if (copied && copies.client >> k & 1 && a->from == a->to && !ve->e[k].instance_divisor &&
          a->stride_B % FETCH_B == 0 && a->stride_B <= STRIDE_MAX_B)
         pieces |= 1u << k;
      else if (copied)
         ok = copy_array(c, a, copies.n[k], &c->vbuf[k]);
   }
   if (ok && pieces)
      ok = copy_pieces(c, &copies, pieces);
   if (ok && with_number)
      ok = copy_with_number(c, &copies.array[0], MAX2(copies.n[0], 1), &c->vbuf[0]);
   return ok;
}

/** vbuf straight from the bound buffers. */
static void
bind_buffers(struct ts_context *c)
{
   for (unsigned i = 0; i < c->base.num_vb; i++) {
      const struct pipe_vertex_buffer *vb = &c->base.vb[i];
      struct ts_resource *r = ts_resource(vb->buffer);
      if (r && vb->offset_B < r->base.width0) {
         /* Three components of 8 or 16 bits are fetched as four: up to two bytes behind the last element.
          * Storage is padded, so let the unit see them. */
         uint64_t end = u_align(r->base.width0, 4) + 4;
         c->vbuf[i] = (struct ts_vbuf){r->bo, vb->offset_B, (uint32_t)(end - vb->offset_B), vb->stride_B};
      } else {
         bind_nothing(c, &c->vbuf[i]);
      }
   }
   c->num_vbuf = c->base.num_vb;
   c->vbuf_for_draw = false;
   /* An element may name a buffer that was never set. */
   while (c->velems->buffers_used >> c->num_vbuf && c->num_vbuf < PIPE_MAX_ATTRIBS)
      bind_nothing(c, &c->vbuf[c->num_vbuf++]);
}

/** The vertices that the draw names. False: none that could exist. */
static bool
find_reach(const struct pipe_draw_info *info, const struct ts_draw *d, struct reach *reach)
{
   reach->instances = d->instances;
   if (!info->index_size_B) {
      reach->first = info->start;
      reach->count = info->count;
      return true;
   }
   uint32_t min = info->min_index, max = info->max_index;
   if (max == UINT32_MAX && !info->primitive_restart)
      u_index_bounds(d->indices, d->count, info->index_size_B, &min, &max);
   else if (max == UINT32_MAX &&
            !u_index_bounds_restart(d->indices, d->count, info->index_size_B, &min, &max))
      return false;
   const int64_t first = MAX2((int64_t)min + info->index_bias, 0), last = (int64_t)max + info->index_bias;
   if (first > UINT32_MAX)
      return false;
   reach->first = (uint32_t)first;
   reach->count = (uint64_t)(MAX2(first, last) - first) + 1;
   return true;
}

bool
ts_prepare_vertices(struct ts_context *c, const struct pipe_draw_info *info, struct ts_draw *d)
{
   const bool number = __builtin_expect(c->first_instance, 0) && c->vs->uses_instance_id;
   const bool by_element = reads_elements(c);
   const enum ts_fetch_kind kind = number                               ? TS_FETCH_RELAID_INSTANCE
                                   : by_element && !c->velems->in_order ? TS_FETCH_RELAID
                                                                        : TS_FETCH_DIRECT;
   if (kind != c->fetch_kind) {
      c->fetch_kind = (uint8_t)kind;
      c->shaders_stale = true; /* another fetch shader */
   }
   d->index_bias = info->index_size_B ? (uint32_t)info->index_bias : info->start;
   if (!by_element) {
      if (c->vbuf_for_draw)
         c->base.dirty |= TS_DIRTY(VERTEX_BUFFERS);
      if (c->base.dirty & TS_DIRTY(VERTEX_BUFFERS))
         bind_buffers(c);
      return true;
   }
   struct reach reach;
   if (!find_reach(info, d, &reach))
      return false;
   /* Arrays of the draw begin with its first vertex, gl_VertexID does not. Sums below zero wrap, and read nothing. */
   if (c->vs->uses_vertex_id)
      d->vertex_base = 0u - reach.first;
   else
      d->index_bias -= reach.first;
   return bind_elements(c, &reach, number);
}
