/* SPDX-License-Identifier: MIT
 *
 * From a list of vertices to primitives: VAP_VF_CNTL.PRIM_TYPE. Vertices of a batch are shaded once each. The provoking
 * vertex is GA_COLOR_CONTROL's; quads and polygons become triangles.
 */
#include <assert.h>
#include <string.h>

#include "db/r300/rx_regs.h"
#include "emulator/r300/vap/vap.h"

#define PRIM(name) RX_VAP_VF_CNTL__PRIM_TYPE__##name

static uint32_t
index_at(const struct vap_source *s, uint32_t i)
{
   uint16_t h;
   uint32_t w;
   if (!s->indices)
      return i;
   if (s->wide) {
      memcpy(&w, s->indices + (size_t)i * 4, 4);
      return w;
   }
   memcpy(&h, s->indices + (size_t)i * 2, 2);
   return h;
}

/* The number in the batch of vertex \p index. */
static uint16_t
slot_of(struct r300_vap *vap, uint32_t index)
{
   unsigned h = (index * 0x9e3779b1u) >> 20;
   for (; vap->hash[h % VAP_HASH]; h++)
      if (vap->index[vap->hash[h % VAP_HASH] - 1] == index)
         return (uint16_t)(vap->hash[h % VAP_HASH] - 1);
   assert(vap->num_verts < VAP_MAX_VERTS);
   vap->index[vap->num_verts] = index;
   vap->hash[h % VAP_HASH] = (uint16_t)++vap->num_verts;
   return (uint16_t)(vap->num_verts - 1);
}
_Static_assert(VAP_HASH == 1 << 12, "twelve bits of the hash count");

static void
start_batch(struct r300_vap *vap)
{
   vap->num_verts = vap->num_prims = 0;
   memset(vap->hash, 0, sizeof vap->hash);
}

struct shape {
   uint8_t kind, provoking, edges;
};

/* A primitive of the list's vertices a, b, c. */
static bool
add(struct emulator *e, struct shape shape, uint32_t a, uint32_t b, uint32_t c)
{
   struct r300_vap *vap = e->vap;
   if (vap->num_verts + 3 > VAP_MAX_VERTS || vap->num_prims == VAP_MAX_PRIMS) {
      if (!vap_run_batch(e))
         return false;
      start_batch(vap);
   }
   struct vap_prim *p = &vap->prim[vap->num_prims++];
   p->kind = shape.kind;
   p->provoking = shape.provoking;
   p->edges = shape.edges;
   p->v[0] = slot_of(vap, index_at(&vap->source, a));
   p->v[1] = slot_of(vap, index_at(&vap->source, b));
   p->v[2] = slot_of(vap, index_at(&vap->source, c));
   return true;
}

static bool
add_lines(struct emulator *e, unsigned type, uint32_t n)
{
   const struct shape line = {RASTER_PRIM_LINE, e->bound->provoking ? 1 : 0, 7};
   const uint32_t step = type == PRIM(LINE_LIST) ? 2 : 1;
   bool ok = true;
   for (uint32_t i = 0; ok && i + 1 < n; i += step)
      ok = add(e, line, i, i + 1, i + 1);
   return ok && type == PRIM(LINE_LOOP) && n > 1 ? add(e, line, n - 1, 0, 0) : ok;
}

/* A list of triangles without indices, as models are often drawn: no vertex is another triangle's, too. */
static bool
add_own_triangles(struct emulator *e, uint32_t n)
{
   enum { MOST = VAP_MAX_VERTS / 3 };
   struct r300_vap *vap = e->vap;
   const uint8_t provoking = (uint8_t)MIN2(e->bound->provoking, 2u);
   _Static_assert((int)MOST <= (int)VAP_MAX_PRIMS, "a batch has room for them");
   for (uint32_t at = 0, num; n - at >= 3; at += 3 * num) {
      if (at && !vap_run_batch(e))
         return false;
      num = MIN2((n - at) / 3, MOST);
      for (uint32_t i = 0; i < 3 * num; i++)
         vap->index[i] = at + i;
      for (uint32_t i = 0; i < num; i++)
         vap->prim[i] = (struct vap_prim){
            {(uint16_t)(3 * i), (uint16_t)(3 * i + 1), (uint16_t)(3 * i + 2)},
            RASTER_PRIM_TRIANGLE,
            provoking,
            7
         };
      vap->num_verts = 3 * num;
      vap->num_prims = num;
   }
   return true;
}

/* Triangles of lists, strips and fans: which of the three is the first, second, third or last vertex. */
static bool
add_triangles(struct emulator *e, unsigned type, uint32_t n)
{
   const unsigned mode = MIN2(e->bound->provoking, 2u);
   bool ok = true;
   if (type == PRIM(TRIANGLE_LIST) && !e->vap->source.indices)
      return add_own_triangles(e, n);
   for (uint32_t i = 0; ok && i + 2 < n; i += type == PRIM(TRIANGLE_LIST) ? 3 : 1) {
      const bool odd = type == PRIM(TRIANGLE_STRIP) && i & 1;
      const struct shape s = {RASTER_PRIM_TRIANGLE, (uint8_t)(odd && mode < 2 ? 1 - mode : mode), 7};
      if (type == PRIM(TRIANGLE_FAN))
         ok = add(e, s, 0, i + 1, i + 2);
      else
         ok = add(e, s, odd ? i + 1 : i, odd ? i : i + 1, i + 2);
   }
   return ok;
}

/* Quads in two triangles that end in the last vertex. */
static bool
add_quads(struct emulator *e, bool strip, uint32_t n)
{
   const struct shape one = {RASTER_PRIM_TRIANGLE, 2, 5}, two = {RASTER_PRIM_TRIANGLE, 2, 3};
   bool ok = true;
   for (uint32_t i = 0; ok && i + 3 < n; i += strip ? 2 : 4) {
      const uint32_t a = i, b = i + 1, c = strip ? i + 3 : i + 2, d = strip ? i + 2 : i + 3;
      ok = strip ? add(e, one, d, a, b) && add(e, (struct shape){RASTER_PRIM_TRIANGLE, 2, 5}, d, b, c)
                 : add(e, one, a, b, d) && add(e, two, b, c, d);
   }
   return ok;
}

static bool
add_polygon(struct emulator *e, uint32_t n)
{
   bool ok = true;
   for (uint32_t i = 1; ok && i + 1 < n; i++) {
      const uint8_t edges = (uint8_t)(2 | (i == 1) | (i + 2 == n ? 4 : 0));
      ok = add(e, (struct shape){RASTER_PRIM_TRIANGLE, 0, edges}, 0, i, i + 1);
   }
   return ok;
}

bool
vap_draw(struct emulator *e, unsigned type, const struct vap_source *source)
{
   struct r300_vap *vap = e->vap;
   const uint32_t n = source->count;
   bool ok = vap_decode_elements(e);
   vap->source = *source;
   start_batch(vap);
   switch (type) {
   case PRIM(NONE):
      return ok;
   case PRIM(POINT_LIST):
      for (uint32_t i = 0; ok && i < n; i++)
         ok = add(e, (struct shape){RASTER_PRIM_POINT, 0, 0}, i, i, i);
      break;
   case PRIM(LINE_LIST):
   case PRIM(LINE_STRIP):
   case PRIM(LINE_LOOP):
      ok = ok && add_lines(e, type, n);
      break;
   case PRIM(TRIANGLE_LIST):
   case PRIM(TRIANGLE_FAN):
   case PRIM(TRIANGLE_STRIP):
      ok = ok && add_triangles(e, type, n);
      break;
   case PRIM(QUAD_LIST):
   case PRIM(QUAD_STRIP):
      ok = ok && add_quads(e, type == PRIM(QUAD_STRIP), n);
      break;
   case PRIM(POLYGON):
      ok = ok && add_polygon(e, n);
      break;
   default:
      return r300_error(e, "VAP_VF_CNTL: primitive type %u is not implemented", type);
   }
   e->num_draws++;
   return ok && vap_run_batch(e);
}
