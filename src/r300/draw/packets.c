/* SPDX-License-Identifier: MIT
 *
 * The draw packets. Before R500 a packet has 16 bits for the number of vertices: longer draws are cut.
 */
#include <assert.h>

#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "r300/context.h"
#include "r300/draw.h"
#include "r300/emit.h"
#include "util/u_math.h"

#define PRIM(x)        RX_VAP_VF_CNTL__PRIM_TYPE__##x
#define WALK_INDICES   1
#define WALK_LIST      2
#define VAP_PORT_IDX0  0x2040
#define MAX_COUNT_R500 0xFFFFFF
#define INDEXED_DW     8 /* of the packets of a draw by indices */

static const uint8_t prims[] = {
   [PIPE_PRIM_POINTS] = PRIM(POINT_LIST),         [PIPE_PRIM_LINES] = PRIM(LINE_LIST),
   [PIPE_PRIM_LINE_LOOP] = PRIM(LINE_LOOP),       [PIPE_PRIM_LINE_STRIP] = PRIM(LINE_STRIP),
   [PIPE_PRIM_TRIANGLES] = PRIM(TRIANGLE_LIST),   [PIPE_PRIM_TRIANGLE_STRIP] = PRIM(TRIANGLE_STRIP),
   [PIPE_PRIM_TRIANGLE_FAN] = PRIM(TRIANGLE_FAN),
};

/** Vertices of a piece, and how far the next begins behind it: a multiple of 12, so that lists are cut between
 * primitives, strips go on with the same winding, and 16-bit indices stay at multiples of four bytes. */
static const struct {
   uint16_t length, advance;
} pieces[] = {
   [PIPE_PRIM_POINTS] = {65532, 65532},
     [PIPE_PRIM_LINES] = {65532, 65532},
   [PIPE_PRIM_LINE_LOOP] = {0,     0    },
     [PIPE_PRIM_LINE_STRIP] = {65533, 65532},
   [PIPE_PRIM_TRIANGLES] = {65532, 65532},
     [PIPE_PRIM_TRIANGLE_STRIP] = {65534, 65532},
   [PIPE_PRIM_TRIANGLE_FAN] = {0,     0    },
};

static uint32_t
vf_cntl(struct r300_context *c, const struct r300_draw *d, uint32_t count)
{
   const uint32_t cntl =
      RX_VAP_VF_CNTL(.PRIM_TYPE = prims[d->mode], .PRIM_WALK = d->index_size_B ? WALK_INDICES : WALK_LIST,
                     .INDEX_SIZE = d->index_size_B == 4);
   if (count <= UINT16_MAX)
      return RX_VAP_VF_CNTL_set_NUM_VERTICES(cntl, count);
   cs_reg(&c->base.cs, R5_VAP_ALT_NUM_VERTICES_OFFSET, R5_VAP_ALT_NUM_VERTICES(.NUM_VERTICES = count));
   return cntl | R5_VAP_VF_CNTL(.USE_ALT_NUM_VERTS = 1);
}

void
r300_emit_draw(struct r300_context *c, const struct r300_draw *d, uint32_t first, uint32_t count)
{
   struct drv_cs *cs = &c->base.cs;
   const uint32_t max = d->index_size_B ? c->vbuf_max : MIN2(c->vbuf_max, count - 1);
   if (c->last_max_index != max) {
      c->last_max_index = max;
      cs_regs(cs, RX_VAP_VF_MAX_VTX_INDX_OFFSET, 2);
      cs_dw(cs, RX_VAP_VF_MAX_VTX_INDX(.MAX_INDX = max));
      cs_dw(cs, 0);
   }
   const uint32_t cntl = vf_cntl(c, d, count);
   if (!d->index_size_B) {
      uint32_t *const dw = cs_room(cs, 2);
      dw[0] = R300_PKT3(R300_PKT3_3D_DRAW_VBUF_2, 1);
      dw[1] = cntl;
      return;
   }
   const uint32_t reloc = drv_bo_list_use(&cs->list, d->index_bo, false);
   uint32_t *const dw = cs_room(cs, INDEXED_DW);
   dw[0] = R300_PKT3(R300_PKT3_3D_DRAW_INDX_2, 1);
   dw[1] = cntl;
   dw[2] = R300_PKT3(R300_PKT3_INDX_BUFFER, 3);
   dw[3] = R300_PKT3_INDX_BUFFER_DW0(.REG_DW = VAP_PORT_IDX0 / 4, .ONE_REG_WR = 1);
   dw[4] = d->index_offset_B + first * d->index_size_B;
   dw[5] = DIV_ROUND_UP(count * d->index_size_B, 4);
   dw[6] = R300_PKT3(R300_PKT3_NOP, 1);
   dw[7] = cs_reloc_value(reloc);
}

void
r300_lengthen_draw(struct r300_context *c, uint32_t from, const struct r300_draw *d)
{
   uint32_t *const dw = c->base.cs.dw + c->base.cs.ndw - INDEXED_DW;
   const uint32_t to = from + d->count;
   assert(to <= UINT16_MAX && dw[0] == R300_PKT3(R300_PKT3_3D_DRAW_INDX_2, 1));
   assert(RX_VAP_VF_CNTL_get_NUM_VERTICES(dw[1]) == from && dw[4] + from * 2 == d->index_offset_B);
   dw[1] = RX_VAP_VF_CNTL_set_NUM_VERTICES(dw[1], to);
   dw[5] = DIV_ROUND_UP(to * 2, 4);
}

uint32_t
r300_packet_vertices(const struct r300_screen *s)
{
   return r300_is_r500(s) ? MAX_COUNT_R500 : UINT16_MAX;
}

void
r300_draw_pieces(const struct r300_context *c, const struct r300_draw *d, uint32_t *length, uint32_t *advance)
{
   *length = *advance = d->count;
   if (d->count <= c->packet_vertices)
      return;
   *length = pieces[d->mode].length;
   *advance = pieces[d->mode].advance;
   assert(*length); /* r300_list_indices */
}
