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

/* A triangle that survived and needs nothing of PA; where its vertices stand. */
static struct raster_prim
triangle(const struct vgt_batch *b, const struct raster_seen *sv, const int32_t *fixed[3])
{
   const struct vgt_prim *p = &b->prim[sv->prim];
   assert(sv->prim < b->num_prims && p->v[0] < b->num_verts && p->v[1] < b->num_verts &&
          p->v[2] < b->num_verts);
   for (unsigned k = 0; k < 3; k++)
      fixed[k] = b->fixed[p->v[k]];
   return (struct raster_prim){
      .kind = RASTER_PRIM_TRIANGLE,
      .front = sv->how == RASTER_FRONT,
      .provoking = p->provoking,
      .v = {&b->verts[p->v[0]], &b->verts[p->v[1]], &b->verts[p->v[2]]}
   };
}

/* Survivors i and i + 1 as one rectangle, if they are. */
static bool
bin_pair(struct raster *raster, const struct vgt_batch *b, uint32_t i)
{
   const int32_t *fixed[2][3];
   if (i + 1 >= b->num_survivors || b->survivor[i].how == VGT_ASK_PA || b->survivor[i + 1].how == VGT_ASK_PA)
      return false;
   const struct raster_prim p = triangle(b, &b->survivor[i], fixed[0]);
   const struct raster_prim q = triangle(b, &b->survivor[i + 1], fixed[1]);
   return raster_add_pair(raster, &p, fixed[0], &q, fixed[1]);
}

/* A triangle of which it is known that it lies in one tile. False: it takes the way of others. */
static inline bool
bin_in_tile(struct raster *raster, const struct vgt_batch *b, const struct raster_seen *sv)
{
   const struct vgt_prim *p = &b->prim[sv->prim];
   if (!sv->in_tile)
      return false;
   const struct raster_triangle t = {
      {&b->verts[p->v[0]], &b->verts[p->v[1]], &b->verts[p->v[2]]},
      sv->how == RASTER_FRONT, p->provoking
   };
   assert(sv->how == RASTER_FRONT || sv->how == RASTER_BACK);
   return raster_add_in_tile(raster, &t, sv->x, sv->y);
}

bool
vgt_bin_batch(struct front *f, const struct vgt_batch *b,
              const struct emu_draw_state *(*wanted)(void *data, const struct vgt_batch *b,
                                                     const struct vgt_prim *p),
              void *data)
{
   const struct emu_draw_state *s = f->bound;
   const bool pairs = !wanted && raster_joins_pairs(f->e->raster);
   for (uint32_t i = 0; i < b->num_survivors; i++) {
      if (pairs && bin_pair(f->e->raster, b, i)) {
         i++;
         continue;
      }
      const struct raster_seen *sv = &b->survivor[i];
      const struct vgt_prim *p = &b->prim[sv->prim];
      assert(sv->prim < b->num_prims && p->v[0] < b->num_verts && p->v[1] < b->num_verts &&
             p->v[2] < b->num_verts);
      if (!wanted && bin_in_tile(f->e->raster, b, sv))
         continue;
      const struct raster_vertex *v[3] = {&b->verts[p->v[0]], &b->verts[p->v[1]], &b->verts[p->v[2]]};
      if (wanted && !(s = wanted(data, b, p)))
         continue;
      if (sv->how != VGT_ASK_PA) {
         const int32_t *fixed[3];
         const struct raster_prim prim = triangle(b, sv, fixed);
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
