/* SPDX-License-Identifier: MIT
 *
 * Indices on their way to the GPU, which reads bytes and shorts. Those that do not stand where it can read them, and those of draws whose vertices were
 * copied, are copied.
 */
#include <assert.h>
#include <string.h>

#include "driver/vertices.h"
#include "pica200/context.h"
#include "pica200/draw.h"
#include "pica200/resource.h"
#include "util/u_indices.h"
#include "util/u_math.h"

#define COPY_MAX_B (UINT64_C(1) << 26)

const void *
pica200_find_indices(const struct pipe_draw_info *info, uint32_t *count)
{
   const unsigned size_B = info->index_size_B;
   const uint64_t first = info->index_offset_B + (uint64_t)info->start * size_B;
   const struct pica200_resource *r = pica200_resource(info->index_buffer);
   *count = info->count;
   if (info->index_user)
      return (const uint8_t *)info->index_user + (size_t)info->start * size_B;
   if (!r || first >= r->base.width0)
      return NULL;
   *count =
      (uint32_t)MIN2(info->count, (r->base.width0 - first) / size_B); /* nothing behind the buffer is read */
   return *count ? r->bo->map + first : NULL;
}

/** Copies indices less \p subtract. */
static bool
copy_indices(struct pica200_context *c, struct pica200_draw *d, const void *from, unsigned from_B,
             uint32_t subtract)
{
   const unsigned to_B = from_B == 1 ? 1 : 2;
   const uint64_t size_B = (uint64_t)d->count * to_B;
   uint32_t offset_B;
   uint8_t *p = size_B <= COPY_MAX_B
                   ? drv_upload_get(&c->base, (uint32_t)u_align(size_B, 16), 16, &d->index_bo, &offset_B)
                   : NULL;
   if (!p) {
      c->base.oom = true;
      return false;
   }
   for (uint32_t i = 0; i < d->count; i++) {
      uint32_t v = 0;
      memcpy(&v, (const uint8_t *)from + (size_t)i * from_B, from_B);
      v -= subtract;
      memcpy(p + (size_t)i * to_B, &v, to_B);
   }
   d->index_size_B = (uint8_t)to_B;
   d->index_address = (uint32_t)(d->index_bo->va + offset_B);
   return true;
}

bool
pica200_prepare_indices(struct pica200_context *c, const struct pipe_draw_info *info, struct pica200_draw *d,
                        uint32_t *first, uint32_t *count)
{
   const unsigned size_B = info->index_size_B;
   const uint8_t *indices = pica200_find_indices(info, &d->count);
   uint32_t min, max;
   if (!indices)
      return false;
   u_index_bounds(indices, d->count, size_B, &min, &max);
   if (max - min > UINT16_MAX) {
      pica200_refuse(c, "indices from %u to %u; the chip has 16 bits", min, max);
      return false;
   }
   const int64_t from = (int64_t)min + info->index_bias, to = (int64_t)max + info->index_bias;
   if (from < 0 || to > UINT32_MAX)
      return false; /* vertices that cannot be */
   *first = (uint32_t)from;
   *count = max - min + 1;
   const struct pica200_resource *r = pica200_resource(info->index_buffer);
   if (!info->index_user && size_B <= 2 && !min && (indices - r->bo->map) % size_B == 0) {
      d->index_bo = r->bo;
      d->index_size_B = (uint8_t)size_B;
      d->index_address = (uint32_t)(r->bo->va + (uint64_t)(indices - r->bo->map));
      return true;
   }
   return copy_indices(c, d, indices, size_B, min);
}

bool
pica200_list_indices(struct pica200_context *c, unsigned mode, struct pica200_draw *d)
{
   const unsigned from_B = d->index_size_B;
   const uint8_t *from = from_B ? d->index_bo->map + (d->index_address - d->index_bo->va) : NULL;
   const uint32_t n = mode == PIPE_PRIM_TRIANGLES ? d->count / 3 : d->count < 3 ? 0 : d->count - 2;
   uint32_t offset_B;
   struct drv_bo *bo;
   assert(from || d->count <= PICA200_INDEXED_MAX);
   uint16_t *p = n && n <= COPY_MAX_B / 6
                    ? drv_upload_get(&c->base, (uint32_t)u_align(n * UINT64_C(6), 16), 16, &bo, &offset_B)
                    : NULL;
   if (!p) {
      c->base.oom |= n != 0;
      return false;
   }
   for (uint32_t i = 0; i < 3 * n; i++) {
      const uint32_t at = drv_triangle_vertex(mode, i / 3, i % 3);
      p[i] = (uint16_t)at;
      if (from)
         p[i] = from_B == 1 ? from[at] : ((const uint16_t *)(const void *)from)[at];
   }
   *d = (struct pica200_draw){
      .topology = PICA_PRIMITIVE_CONFIG__TOPOLOGY__TRIANGLES,
      .count = 3 * n,
      .index_size_B = 2,
      .index_bo = bo,
      .index_address = (uint32_t)(bo->va + offset_B),
   };
   return true;
}
