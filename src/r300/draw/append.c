/* SPDX-License-Identifier: MIT
 *
 * Vertices that the CPU made, one draw's behind the other's: draws with vertices of one size share an array, and a draw before which
 * nothing changed becomes part of the packet of the one before it.
 */
#include <assert.h>
#include <string.h>

#include "driver/tnl/tnl.h"
#include "r300/context.h"
#include "r300/draw.h"
#include "util/u_math.h"

#define VERTICES_B (128u << 10) /* of the upload ring, taken at once */
#define INDICES_B  (32u << 10)
#define MAX_ARRAY  (UINT16_MAX + 1u) /* vertices that an index can name */
#define ARRAY_B    16                /* arrays begin at multiples of it */
#define PACKET_B   4                 /* ... and indices of a packet */

void
r300_appended_fini(struct r300_appended *a)
{
   drv_bo_unref(a->vertices.bo);
   drv_bo_unref(a->indices.bo);
   *a = (struct r300_appended){0};
}

/** Makes room for \p size_B bytes from s->used_B on, which becomes a multiple of \p align_B; new memory is \p piece_B or more. False:
 * out of memory. */
static bool
make_room(struct r300_context *c, struct r300_stretch *s, uint32_t size_B, uint32_t align_B, uint32_t piece_B)
{
   const uint64_t at = u_align(s->used_B, align_B);
   struct drv_bo *bo;
   uint32_t offset_B;
   if (s->bo && at + size_B <= s->end_B) {
      s->used_B = (uint32_t)at;
      return true;
   }
   piece_B = MAX2(piece_B, size_B);
   if (!drv_upload_get(&c->base, piece_B, ARRAY_B, &bo, &offset_B))
      return false;
   drv_bo_ref(bo);
   drv_bo_unref(s->bo);
   *s = (struct r300_stretch){.bo = bo, .used_B = offset_B, .end_B = offset_B + piece_B};
   return true;
}

/** Room for \p n vertices in c->vbuf[0], which becomes another array if it has none; *first: the number of the first. NULL: out of
 * memory. */
static uint8_t *
place_vertices(struct r300_context *c, uint32_t n, uint32_t stride_B, uint32_t *first)
{
   struct r300_appended *a = &c->appended;
   struct r300_vbuf *v = &c->vbuf[0];
   assert(n <= MAX_ARRAY);
   if (v->bo != a->vertices.bo || v->stride_B != stride_B || a->next + n > a->room) {
      if (!make_room(c, &a->vertices, n * stride_B, ARRAY_B, VERTICES_B))
         return NULL;
      *v = (struct r300_vbuf){a->vertices.bo, a->vertices.used_B, stride_B};
      a->next = a->array_in = 0;
      a->room = MIN2((a->vertices.end_B - v->offset_B) / stride_B, MAX_ARRAY);
      c->num_vbuf = 1;
      c->vbuf_max = a->room - 1;
      c->base.dirty |= R300_DIRTY(VERTEX_BUFFERS);
   }
   *first = a->next;
   a->next += n;
   a->vertices.used_B = v->offset_B + a->next * stride_B;
   return v->bo->map + v->offset_B + *first * stride_B;
}

/** May the last packet go on with \p n indices of primitives of the mode? */
static bool
may_join(const struct r300_context *c, uint8_t mode, uint32_t n)
{
   const struct r300_appended *a = &c->appended;
   return c->base.in_stream && !c->base.dirty && !c->flush && a->stream == c->num_streams &&
          a->packet_end_dw == c->base.cs.ndw && a->mode == mode && a->count + n <= c->packet_vertices;
}

bool
r300_append_piece(struct r300_context *c, const struct tnl_piece *p, bool joins, struct r300_draw *d)
{
   struct r300_appended *a = &c->appended;
   const uint32_t n = p->num_indices, last_B = a->indices.used_B;
   const struct drv_bo *last = a->indices.bo;
   uint32_t first;
   uint8_t *vertices = place_vertices(c, p->num_vertices, p->vertex_dw * 4, &first);
   joins = joins && may_join(c, d->mode, n);
   if (!vertices || !make_room(c, &a->indices, n * 2, joins ? 2 : PACKET_B, INDICES_B))
      return false;
   d->index_bo = a->indices.bo;
   d->index_offset_B = a->indices.used_B;
   d->indices = a->indices.bo->map + a->indices.used_B;
   d->from_size_B = 2;
   uint16_t *indices = (uint16_t *)(void *)(a->indices.bo->map + a->indices.used_B);
   a->indices.used_B += n * 2;
   memcpy(vertices, p->vertices, (size_t)p->num_vertices * p->vertex_dw * 4);
   for (uint32_t i = 0; i < n; i++)
      indices[i] = (uint16_t)(p->indices[i] + first);
   if (joins && a->indices.bo == last && d->index_offset_B == last_B) {
      r300_lengthen_draw(c, a->count, d);
      a->count += n;
      d->count = 0;
   }
   return true;
}

void
r300_appended_draw(struct r300_context *c, const struct r300_draw *d)
{
   struct r300_appended *a = &c->appended;
   a->stream = c->num_streams;
   a->packet_end_dw = c->base.cs.ndw;
   a->mode = d->mode;
   a->count = d->count;
}
