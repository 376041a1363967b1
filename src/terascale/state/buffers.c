/* SPDX-License-Identifier: MIT
 *
 * Vertex buffers, and how any resource gets into the stream. Resource words of a buffer are made
 * by buffers.c of the generations.
 */
#include <assert.h>
#include <string.h>

#include "db/terascale/pm4.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"

uint32_t *
ts_set_resource(struct ts_context *c, unsigned slot, const uint32_t *words)
{
   const unsigned n = c->ops->resource_dw;
   uint32_t *const dw = cs_room(&c->base.cs, 2 + n);
   assert(n == 7 || n == 8); /* R600, Evergreen */
   dw[0] = DB_PKT3(DB_PKT3_SET_RESOURCE, 1 + n);
   dw[1] = slot * n;
   memcpy(dw + 2, words, 7 * sizeof words[0]);
   if (n == 8)
      dw[9] = words[7];
   return dw + 2;
}

void
ts_put_buffer(struct ts_context *c, uint32_t *dw, unsigned slot, const struct ts_vbuf *b, uint32_t reloc)
{
   const unsigned n = c->ops->resource_dw;
   dw[0] = DB_PKT3(DB_PKT3_SET_RESOURCE, 1 + n);
   dw[1] = slot * n;
   c->ops->encode_buffer(b->bo->va + b->offset_B, b->size_B, b->stride_B, dw + 2);
   cs_put_reloc(dw + 2 + n, reloc);
}

/* One buffer a packet: the kernel's checker patches only the first of several. */
void
ts_set_buffer(struct ts_context *c, unsigned slot, const struct ts_vbuf *b)
{
   const uint32_t reloc = drv_bo_list_use(&c->base.cs.list, b->bo, false);
   ts_put_buffer(c, cs_room(&c->base.cs, ts_put_buffer_dw(c)), slot, b, reloc);
}

void
ts_emit_vertex_buffers(struct ts_context *c)
{
   for (unsigned i = 0; i < c->num_vbuf; i++)
      ts_set_buffer(c, c->ops->vertex_slot + i, &c->vbuf[i]);
}
