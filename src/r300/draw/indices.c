/* SPDX-License-Identifier: MIT
 *
 * Indices on their way to the GPU, which reads 16 or 32 bits at multiples of four bytes.
 */
#include <assert.h>
#include <string.h>

#include "driver/vertices.h"
#include "r300/context.h"
#include "r300/draw.h"
#include "r300/resource.h"
#include "util/u_indices.h"
#include "util/u_math.h"

#define COPY_MAX_B (UINT64_C(1) << 30)
#define READ_B     4 /* addresses are multiples of it */

bool
r300_find_indices(struct r300_context *c, const struct pipe_draw_info *info, struct r300_draw *d)
{
   const unsigned size_B = info->index_size_B;
   const uint64_t first = info->index_offset_B + (uint64_t)info->start * size_B;
   struct r300_resource *r = r300_resource(info->index_buffer);
   (void)c;
   d->from_size_B = (uint8_t)size_B;
   d->index_size_B = (uint8_t)MAX2(size_B, 2);
   if (info->index_user) {
      d->indices = (const uint8_t *)info->index_user + (size_t)info->start * size_B;
      return true;
   }
   if (!r || first >= r->base.width0)
      return false;
   /* Nothing behind the buffer is read. */
   d->count = (uint32_t)MIN2(info->count, (r->base.width0 - first) / size_B);
   d->indices = r->bo->map + first;
   d->index_bo = r->bo;
   d->index_offset_B = (uint32_t)first;
   return d->count != 0;
}

void
r300_index_bounds(const struct pipe_draw_info *info, const struct r300_draw *d, uint32_t *min, uint32_t *max)
{
   *min = info->min_index;
   *max = info->max_index;
   if (*max == UINT32_MAX)
      u_index_bounds(d->indices, d->count, d->from_size_B, min, max);
}

static void
subtract(void *p, unsigned size_B, uint32_t n, uint32_t what)
{
   uint16_t *h = p;
   uint32_t *w = p;
   for (uint32_t i = 0; i < n && size_B == 2; i++)
      h[i] = (uint16_t)(h[i] - what);
   for (uint32_t i = 0; i < n && size_B == 4; i++)
      w[i] -= what;
}

/** Room for \p n indices, told to the draw. NULL: out of memory. */
static void *
room(struct r300_context *c, struct r300_draw *d, uint64_t n)
{
   if (n * d->index_size_B > COPY_MAX_B) {
      c->base.oom = true;
      return NULL;
   }
   return drv_upload_get(&c->base, (uint32_t)u_align(n * d->index_size_B, READ_B), READ_B, &d->index_bo,
                         &d->index_offset_B);
}

bool
r300_place_indices(struct r300_context *c, struct r300_draw *d)
{
   if (d->index_bo && !d->subtract && d->from_size_B == d->index_size_B && d->index_offset_B % READ_B == 0)
      return true;
   if (d->index_bo && c->base.base.performance)
      c->base.base.performance(c->base.base.performance_data,
                               "indices of %u bytes at offset %u of their buffer are copied for this draw",
                               d->from_size_B, d->index_offset_B);
   if (d->subtract)
      d->index_size_B = 4; /* a negative bias makes indices larger */
   const uint8_t *from = d->indices;
   void *p = room(c, d, d->count);
   if (!p)
      return false;
   drv_indices_copy(p, d->index_size_B, from, d->from_size_B, d->count);
   if (d->subtract)
      subtract(p, d->index_size_B, d->count, d->subtract);
   return true;
}

static uint32_t
index_at(const struct r300_draw *d, uint32_t i)
{
   uint32_t v = i;
   if (d->index_size_B)
      drv_indices_copy(&v, 4, d->indices + (size_t)i * d->from_size_B, d->from_size_B, 1);
   return v - d->subtract;
}

bool
r300_list_indices(struct r300_context *c, struct r300_draw *d)
{
   const bool loop = d->mode == PIPE_PRIM_LINE_LOOP;
   const uint32_t triangles = d->mode == PIPE_PRIM_TRIANGLES ? d->count / 3 : d->count - 2;
   assert(loop || c->prim_class == R300_PRIM_TRIANGLES);
   assert(d->count > 2);
   struct r300_draw list = *d;
   list.index_size_B = list.from_size_B = 4;
   list.subtract = 0;
   const uint64_t n = loop ? (uint64_t)d->count + 1 : 3 * (uint64_t)triangles;
   uint32_t *p = room(c, &list, n);
   if (!p)
      return false;
   for (uint32_t i = 0; i < n; i++)
      p[i] = index_at(d, !loop ? drv_triangle_vertex(d->mode, i / 3, i % 3) : i < d->count ? i : 0);
   list.indices = (const uint8_t *)p;
   list.mode = loop ? PIPE_PRIM_LINE_STRIP : PIPE_PRIM_TRIANGLES;
   list.count = (uint32_t)n;
   *d = list;
   return true;
}
