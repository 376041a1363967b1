/* SPDX-License-Identifier: MIT
 *
 * What nobody will see is not drawn: primitives that cover a tile and overwrite, one or several of them together,
 * whatever the primitives before them change there make the bin forget those. Clears and full-screen passes do;
 * a clear of colour and depth may come as two.
 */
#include <assert.h>

#include "emulator/pixel/surface.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster_priv.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/raster/worker.h"
#include "util/u_math.h"

static bool
face_changes(const struct pixel_stencil_face *f)
{
   return f->writemask && (f->fail || f->zpass || f->zfail);
}

struct feedback {
   const struct pixel_fb *fb;
   bool found;
};

static void
look_at_range(void *data, uint64_t addr, uint64_t size_B)
{
   struct feedback *f = data;
   for (unsigned i = 0; i < PIXEL_MAX_TARGETS; i++)
      f->found |= pixel_surf_overlaps(&f->fb->cb[i], addr, size_B);
   f->found |= pixel_surf_overlaps(&f->fb->z, addr, size_B) || pixel_surf_overlaps(&f->fb->s, addr, size_B);
}

bool
raster_reads_targets(const struct raster *raster, const struct raster_bound *st)
{
   struct feedback f = {.fb = st->fb};
   if (raster->ops.for_each_range)
      raster->ops.for_each_range(st->ds->program, look_at_range, &f);
   return f.found;
}

/* Does every pixel that a primitive covers get what the shader, or depth, says, whatever was there? */
static bool
writes_all_it_covers(const struct raster *raster, const struct raster_bound *st)
{
   const struct raster_draw *ds = st->ds;
   const struct pixel_pipeline *px = &ds->pixel;
   const bool tests_pass = !st->stencil && (!st->z_test || px->z_func == PIXEL_ALWAYS);
   const bool shader_hides = !st->early || px->kill || px->alpha_to_mask || px->mask_export;
   const bool plain_coverage = !st->ms && ds->raster.pix_center_half && !ds->raster.clip_rects_hide;
   const bool plain_result = !st->copy && !st->resolve;
   return tests_pass && !shader_hides && plain_coverage && plain_result && !st->reads_targets;
}

void
raster_bound_changes(struct raster *raster, struct raster_bound *st)
{
   const struct raster_draw *ds = st->ds;
   const struct pixel_pipeline *db = &ds->pixel;
   for (unsigned i = 0; i < st->num_cb; i++)
      st->changes |= (uint16_t)(1u << st->cb[i].target);
   if (st->z_test && db->z_write)
      st->changes |= RASTER_CHANGES_DEPTH;
   if (st->stencil && (db->stencil_export || face_changes(&db->face[0]) || face_changes(&db->face[1])))
      st->changes |= RASTER_CHANGES_STENCIL;
   if (st->count || st->ms || st->copy || st->resolve)
      st->changes |= RASTER_CHANGES_MORE;

   if (!writes_all_it_covers(raster, st))
      return;
   unsigned certain =
      st->num_cb && ds->program && raster->ops.certain_targets ? raster->ops.certain_targets(ds->program) : 0;
   if (st->clears)
      certain = db->mode == PIXEL_MODE_CLEAR ? ~0u : 0;
   for (unsigned i = 0; i < st->num_cb; i++)
      if (!st->cb[i].need_dst && (certain >> st->cb[i].output & 1))
         st->overwrites |= (uint16_t)(1u << st->cb[i].target);
   if (st->z_test && db->z_write)
      st->overwrites |= RASTER_CHANGES_DEPTH;
   assert(!(st->overwrites & ~st->changes)); /* a bin forgets only what is changed again */
}

static bool
triangle_covers(const struct raster_prim *p, const int32_t box[4])
{
   int32_t v[3][2];
   if (!raster_triangle_fixed(p, v))
      return false;
   for (unsigned i = 0; i < 3; i++) {
      const int32_t *j = v[i], *k = v[(i + 1) % 3];
      const int64_t a = j[1] - k[1], b = k[0] - j[0];
      const int64_t x = box[a > 0 ? 0 : 2] * 256, y = box[b > 0 ? 1 : 3] * 256;
      if (a * (x - j[0]) + b * (y - j[1]) < 0)
         return false;
   }
   return true;
}

static bool
rect_covers(const struct raster_prim *p, const int32_t box[4])
{
   for (unsigned c = 0; c < 2; c++) {
      int32_t lo = INT32_MAX, hi = INT32_MIN;
      for (unsigned i = 0; i < 3; i++) {
         const int32_t v = raster_to_fixed(c ? p->v[i]->y : p->v[i]->x);
         lo = MIN2(lo, v);
         hi = MAX2(hi, v);
      }
      if (lo > box[c] * 256 || hi < box[c + 2] * 256)
         return false;
   }
   return true;
}

static bool
covers(const struct raster *raster, const struct raster_prim *p, const int32_t box[4])
{
   const int32_t *clip = raster->state->clip;
   if (clip[0] > box[0] || clip[1] > box[1] || clip[2] < box[2] || clip[3] < box[3])
      return false;
   return p->kind == RASTER_PRIM_TRIANGLE ? triangle_covers(p, box)
                                          : p->kind == RASTER_PRIM_RECT && rect_covers(p, box);
}

bool
raster_covers_drawn(const struct raster *raster, const struct raster_prim *p)
{
   return covers(raster, p, raster->drawn);
}

bool
raster_covers_tile(const struct raster *raster, const struct raster_prim *p, uint32_t tx, uint32_t ty)
{
   const int32_t t[2] = {(int32_t)tx << RASTER_TILE_SHIFT, (int32_t)ty << RASTER_TILE_SHIFT};
   int32_t box[4];
   for (unsigned c = 0; c < 2; c++) {
      box[c] = MAX2(t[c], raster->drawn[c]);
      box[c + 2] = MIN2(t[c] + RASTER_TILE_PX, raster->drawn[c + 2]);
   }
   return covers(raster, p, box);
}

void
raster_bin_forget(struct raster_bin *bin, const struct raster_bound *st)
{
   struct raster_chunk *c = bin->tail;
   const uint32_t first = c->count - bin->run;
   const struct raster_ref *seen[16]; /* each adds a bit of RASTER_CHANGES_* */
   _Static_assert(RASTER_CHUNK_FIRST * RASTER_REFS_A_TRIANGLE > ARRAY_SIZE(seen), "and one more has room");
   unsigned num_seen = 0;
   uint16_t hidden = st->overwrites, changes = 0;
   assert(bin->run <= c->count);
   for (uint32_t k = c->count; k-- > first;) {
      const struct raster_bound *s = c->ref[k]->st;
      if (!(s->changes & ~hidden))
         continue;
      assert(num_seen < ARRAY_SIZE(seen) && !(s->changes & ~s->overwrites));
      seen[num_seen++] = c->ref[k];
      hidden |= s->overwrites;
      changes |= s->changes;
   }
   if (bin->changes & ~hidden) { /* what is before the run stays */
      c->count = first;
   } else {
      c = bin->tail = bin->head;
      c->next = NULL;
      c->count = 0;
      if (c->st) {
         c->st = NULL;
         c->room *= RASTER_REFS_A_TRIANGLE;
      }
      bin->changes = changes;
   }
   bin->run = (uint16_t)num_seen;
   while (num_seen)
      c->ref[c->count++] = seen[--num_seen];
}

bool
raster_triangle_fixed(const struct raster_prim *p, int32_t v[3][2])
{
   for (unsigned i = 0; i < 3; i++) {
      v[i][0] = raster_to_fixed(p->v[i]->x);
      v[i][1] = raster_to_fixed(p->v[i]->y);
   }
   int64_t area =
      (int64_t)(v[1][0] - v[0][0]) * (v[2][1] - v[0][1]) - (int64_t)(v[1][1] - v[0][1]) * (v[2][0] - v[0][0]);
   if (area < 0) {
      for (unsigned c = 0; c < 2; c++) {
         int32_t t = v[1][c];
         v[1][c] = v[2][c];
         v[2][c] = t;
      }
   }
   return area != 0;
}
