/* SPDX-License-Identifier: MIT
 *
 * From VGT to SC: what is left of a shaded batch, primitive by primitive, through PA where clipping or polygon mode have
 * to look at it.
 */
#include <assert.h>

#include "emulator/raster/assemble.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"

bool
vgt_bin_batch(struct front *f, const struct vgt_batch *b,
              const struct emu_draw_state *(*wanted)(void *data, const struct vgt_batch *b,
                                                     const struct vgt_prim *p),
              void *data)
{
   const struct emu_draw_state *s = f->bound;
   for (uint32_t i = 0; i < b->num_survivors; i++) {
      const struct vgt_survivor *sv = &b->survivor[i];
      const struct vgt_prim *p = &b->prim[sv->prim];
      assert(sv->prim < b->num_prims && p->v[0] < b->num_verts && p->v[1] < b->num_verts &&
             p->v[2] < b->num_verts);
      const struct raster_vertex *v[3] = {&b->verts[p->v[0]], &b->verts[p->v[1]], &b->verts[p->v[2]]};
      if (wanted && !(s = wanted(data, b, p)))
         continue;
      if (sv->how != VGT_ASK_PA) {
         struct raster_prim prim = {
            .kind = RASTER_PRIM_TRIANGLE,
            .front = sv->how == RASTER_FRONT,
            .provoking = p->provoking,
            .v = {v[0], v[1], v[2]}
         };
         const int32_t *const fixed[3] = {b->fixed[p->v[0]], b->fixed[p->v[1]], b->fixed[p->v[2]]};
         raster_add_triangle(f->e->raster, &prim, fixed);
         continue;
      }
      const uint16_t code[3] = {b->code[p->v[0]], b->code[p->v[1]], b->code[p->v[2]]};
      unsigned edges = p->edges;
      for (unsigned k = 0; k < 3 && s->draw.raster.poly_mode; k++)
         edges &= ~((unsigned)!b->edge_flag[p->v[k]] << k);
      if (!raster_assemble_prim(&f->pa, &s->draw.raster, v, code, p->kind, p->provoking, edges))
         return front_error(f, "out of memory for vertices");
   }
   return true;
}
