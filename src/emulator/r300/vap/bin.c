/* SPDX-License-Identifier: MIT
 *
 * From a shaded batch to bins: triangles that need neither clipping nor polygon mode go there as many at a time as
 * raster_vertex_kernels::see_triangles() looks at, others one by one.
 */
#include <assert.h>

#include "emulator/r300/vap/vap.h"
#include "emulator/raster/raster.h"

/* A triangle that is seen, and where its vertices stand. */
static struct raster_prim
seen_triangle(const struct r300_vap *vap, const struct raster_vertex *verts, const struct vap_prim *p,
              unsigned how, const int32_t *fixed[3])
{
   for (unsigned k = 0; k < 3; k++)
      fixed[k] = vap->fixed[p->v[k]];
   return (struct raster_prim){
      .kind = RASTER_PRIM_TRIANGLE,
      .front = how == RASTER_FRONT,
      .provoking = p->provoking,
      .v = {&verts[p->v[0]], &verts[p->v[1]], &verts[p->v[2]]}
   };
}

/* Primitives \p first to \p end - 1, which are triangles inside of the guard band. */
static void
bin_seen(struct emulator *e, const struct raster_state *s, const struct raster_vertex *verts, unsigned first,
         unsigned end)
{
   struct r300_vap *vap = e->vap;
   struct raster *raster = e->raster;
   const struct vap_prim *const prim = vap->prim + first;
   _Static_assert(sizeof *prim % sizeof(uint16_t) == 0, "corners are so many uint16_t apart");
   const uint32_t num = e->level->vertex->see_triangles(
      raster_facing_of(s), vap->fixed, prim[0].v, sizeof *prim / sizeof(uint16_t), end - first, vap->seen);
   const bool pairs = raster_joins_pairs(raster);
   for (uint32_t i = 0; i < num; i++) {
      const struct raster_seen *sv = &vap->seen[i];
      const int32_t *fixed[2][3];
      const struct raster_prim p = seen_triangle(vap, verts, &prim[sv->prim], sv->how, fixed[0]);
      if (pairs && i + 1 < num) {
         const struct raster_prim q = seen_triangle(vap, verts, &prim[sv[1].prim], sv[1].how, fixed[1]);
         if (raster_add_pair(raster, &p, fixed[0], &q, fixed[1])) {
            i++;
            continue;
         }
      }
      const struct raster_triangle t = {
         {p.v[0], p.v[1], p.v[2]},
         p.front, p.provoking
      };
      if (!sv->in_tile || !raster_add_in_tile(raster, &t, sv->x, sv->y))
         raster_add_triangle(raster, &p, fixed[0]);
   }
}

static bool
is_inside(const struct r300_vap *vap, const struct vap_prim *p)
{
   return p->kind == RASTER_PRIM_TRIANGLE && !(vap->code[p->v[0]] | vap->code[p->v[1]] | vap->code[p->v[2]]);
}

bool
vap_bin(struct emulator *e, const struct raster_state *s, const struct raster_vertex *verts)
{
   struct r300_vap *vap = e->vap;
   assert(vap->num_verts <= VAP_MAX_VERTS && vap->num_prims <= VAP_MAX_PRIMS);
   for (unsigned i = 0; i < vap->num_prims;) {
      const unsigned first = i;
      while (i < vap->num_prims && !s->poly_mode && is_inside(vap, &vap->prim[i]))
         i++;
      if (i != first) {
         bin_seen(e, s, verts, first, i);
         continue;
      }
      const struct vap_prim *p = &vap->prim[i++];
      const struct raster_vertex *const v[3] = {&verts[p->v[0]], &verts[p->v[1]], &verts[p->v[2]]};
      const uint16_t code[3] = {vap->code[p->v[0]], vap->code[p->v[1]], vap->code[p->v[2]]};
      if (!raster_assemble_prim(&e->assembly, s, v, code, p->kind, p->provoking, p->edges))
         return r300_error(e, "out of memory for vertices");
   }
   return true;
}
