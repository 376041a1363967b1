/* SPDX-License-Identifier: MIT
 *
 * Draw packets: which vertices, from where, as which primitives.
 */
#include "emulator/r300/cp/cp.h"

#include <assert.h>

#include "db/r300/r300_pm4.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "emulator/r300/strict/strict.h"
#include "emulator/r300/vap/vap.h"
#include "util/u_math.h"

/* Size and stride of the two arrays that an attribute word speaks of. */
static void
set_array(struct r300_array *a, uint32_t attribute, unsigned half, uint32_t address)
{
   const uint32_t word = attribute >> (16 * half); /* both halves have the first one's fields */
   a->size_dw = RX_VAP_VTX_AOS_ATTR_get_VTX_AOS_COUNT0(word);
   a->stride_dw = RX_VAP_VTX_AOS_ATTR_get_VTX_AOS_STRIDE0(word);
   a->address = address & ~3u;
}

bool
r300_cp_load_arrays(struct emulator *e, const uint32_t *body, uint32_t n)
{
   const uint32_t arrays = RX_VAP_VTX_NUM_ARRAYS_get_VTX_NUM_ARRAYS(body[0]);
   if (arrays > R300_ARRAYS || n < 1 + (3 * arrays + 1) / 2)
      return r300_error(e, "3D_LOAD_VBPNTR: %u arrays do not fit into the packet", arrays);
   for (uint32_t i = 0; i < arrays; i++) {
      const uint32_t *pair = body + 1 + i / 2 * 3;
      set_array(&e->array[i], pair[0], i & 1, pair[1 + (i & 1)]);
   }
   e->num_arrays = arrays;
   return true;
}

static uint32_t
num_vertices(const struct emulator *e, uint32_t control)
{
   if (e->r500 && R5_VAP_VF_CNTL_get_USE_ALT_NUM_VERTS(control))
      return R5_VAP_ALT_NUM_VERTICES_get_NUM_VERTICES(e->r5.mmio.VAP_ALT_NUM_VERTICES);
   return RX_VAP_VF_CNTL_get_NUM_VERTICES(control);
}

/* What was binned before may write what a draw fetches. */
static void
sync_arrays(struct emulator *e, const struct vap_source *s)
{
   const uint64_t first = (uint64_t)MAX2(s->offset, 0), n = s->indices ? s->max + UINT64_C(1) : s->count;
   for (unsigned i = 0; i < e->num_arrays; i++) {
      const struct r300_array *a = &e->array[i];
      r300_sync(e, a->address, (first + n) * a->stride_dw * 4 + a->size_dw * 4, false);
   }
}

static bool
draw(struct emulator *e, uint32_t control, struct vap_source *s)
{
   s->count = num_vertices(e, control);
   s->min = RX_VAP_VF_MIN_VTX_INDX_get_MIN_INDX(e->rx.mmio.VAP_VF_MIN_VTX_INDX);
   s->max = RX_VAP_VF_MAX_VTX_INDX_get_MAX_INDX(e->rx.mmio.VAP_VF_MAX_VTX_INDX);
   if (s->min > s->max)
      s->min = s->max;
   if (!s->indices) { /* a list has no index to clamp */
      s->min = 0;
      s->max = UINT32_MAX;
   }
   if (e->r500)
      s->offset = (int32_t)(R5_VAP_INDEX_OFFSET_get_INDEX_OFFSET(e->r5.mmio.VAP_INDEX_OFFSET) << 7) >>
                  7; /* 25 bits, signed */
   if (RX_VAP_VF_CNTL_get_DUAL_INDEX_MODE(control))
      return r300_error(e, "VAP_VF_CNTL: dual indices are not implemented");
   if (!s->embedded)
      sync_arrays(e, s);
   if (!r300_prepare_state(e) || (e->strict && !r300_strict_draw(e, e->bound)))
      return false;
   const bool ok = vap_draw(e, RX_VAP_VF_CNTL_get_PRIM_TYPE(control), s);
   if (e->strict)
      r300_strict_drawn(e);
   return ok;
}

bool
r300_cp_draw_arrays(struct emulator *e, const uint32_t *body, uint32_t n)
{
   struct vap_source s = {0};
   if (RX_VAP_VF_CNTL_get_PRIM_WALK(body[0]) != RX_VAP_VF_CNTL__PRIM_WALK__VERTEX_LIST)
      return r300_error(e, "3D_DRAW_VBUF_2: VAP_VF_CNTL does not say that vertices are a list");
   return draw(e, body[0], &s);
}

bool
r300_cp_draw_embedded(struct emulator *e, const uint32_t *body, uint32_t n)
{
   struct vap_source s = {.embedded = body + 1,
                          .vertex_dw = RX_VAP_VTX_SIZE_get_DWORDS_PER_VTX(e->rx.mmio.VAP_VTX_SIZE)};
   if (RX_VAP_VF_CNTL_get_PRIM_WALK(body[0]) != RX_VAP_VF_CNTL__PRIM_WALK__VERTEX_EMBEDDED)
      return r300_error(e, "3D_DRAW_IMMD_2: VAP_VF_CNTL does not say that vertices are embedded");
   if ((uint64_t)num_vertices(e, body[0]) * s.vertex_dw > n - 1)
      return r300_error(e, "3D_DRAW_IMMD_2: %u vertices of %u dwords are not in the packet",
                        num_vertices(e, body[0]), s.vertex_dw);
   return draw(e, body[0], &s);
}

bool
r300_cp_draw_indexed(struct emulator *e, const uint32_t *body, uint32_t n, const uint32_t *index_buffer)
{
   struct vap_source s = {.wide = RX_VAP_VF_CNTL_get_INDEX_SIZE(body[0])};
   const uint64_t size_B = (uint64_t)num_vertices(e, body[0]) * (s.wide ? 4 : 2);
   if (RX_VAP_VF_CNTL_get_PRIM_WALK(body[0]) != RX_VAP_VF_CNTL__PRIM_WALK__INDICES)
      return r300_error(e, "3D_DRAW_INDX_2: VAP_VF_CNTL does not say that vertices are chosen by indices");
   if (n > 1) {
      if (size_B > (n - 1) * UINT64_C(4))
         return r300_error(e, "3D_DRAW_INDX_2: the indices are not in the packet");
      s.indices = (const uint8_t *)(body + 1);
      return draw(e, body[0], &s);
   }
   if (!index_buffer)
      return r300_error(e, "3D_DRAW_INDX_2: neither indices nor an INDX_BUFFER packet follow");
   const uint64_t skip_B = R300_PKT3_INDX_BUFFER_DW0_get_SKIP_DW(index_buffer[0]) * UINT64_C(4);
   const uint64_t room_B = index_buffer[2] * UINT64_C(4);
   if (R300_PKT3_INDX_BUFFER_DW0_get_REG_DW(index_buffer[0]) != RX_VAP_PORT_IDX_OFFSET(0) / 4)
      return r300_error(e, "INDX_BUFFER: another register than VAP_PORT_IDX0 is not implemented");
   if (skip_B + size_B > room_B)
      return r300_error(e, "INDX_BUFFER: %u dwords are too few for the draw's indices", index_buffer[2]);
   r300_sync(e, index_buffer[1] + skip_B, size_B, false);
   s.indices = emu_mem_ptr(&e->mem, (index_buffer[1] & ~3u) + skip_B, size_B);
   return s.indices || !size_B ? draw(e, body[0], &s)
                               : r300_error(e, "INDX_BUFFER: the indices lie outside of memory");
}
