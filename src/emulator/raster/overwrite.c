/* SPDX-License-Identifier: MIT
 *
 * What nobody will see is not drawn: a primitive that covers a tile and overwrites whatever the primitives
 * before it change there makes the bin forget them. Clears and full-screen passes do.
 */
#include "emulator/raster/sc_internal.h"

static bool
face_changes(const struct emu_stencil_face *f)
{
   return f->writemask && (f->fail || f->zpass || f->zfail);
}

struct feedback {
   const struct sc_fb *fb;
   bool found;
};

static void
look_at_range(void *data, uint64_t addr, uint64_t size_B)
{
   struct feedback *f = data;
   for (unsigned i = 0; i < EMU_MAX_CB; i++)
      f->found |= sc_surf_overlaps(&f->fb->cb[i], addr, size_B);
   f->found |= sc_surf_overlaps(&f->fb->z, addr, size_B) || sc_surf_overlaps(&f->fb->s, addr, size_B);
}

/* Framebuffer fetch does: a draw's pixels see those of its primitives before. */
static bool
reads_framebuffer(const struct sc *sc, const struct sc_state *st)
{
   struct feedback f = {.fb = st->fb};
   sc->ops.for_each_range(st->ds->ps, look_at_range, &f);
   return f.found;
}

void
sc_state_changes(struct sc *sc, struct sc_state *st)
{
   const struct emu_draw_state *ds = st->ds;
   const struct emu_db_state *db = &ds->db;
   for (unsigned i = 0; i < st->num_cb; i++)
      st->changes |= (uint16_t)(1u << st->cb[i].target);
   if (st->z_test && db->z_write)
      st->changes |= SC_CHANGES_DEPTH;
   if (st->stencil && (db->stencil_export || face_changes(&db->face[0]) || face_changes(&db->face[1])))
      st->changes |= SC_CHANGES_STENCIL;
   if (st->count || st->ms || st->copy || st->resolve)
      st->changes |= SC_CHANGES_MORE;

   const bool all_pass = !st->stencil && (!st->z_test || db->z_func == 7);
   if (st->ms || st->copy || st->resolve || !st->early || !all_pass || db->kill_enable || db->alpha_to_mask ||
       db->mask_export || !ds->pix_center_half || ds->clip_rects_hide ||
       (ds->ps && reads_framebuffer(sc, st)))
      return;
   unsigned certain = st->num_cb && ds->ps && sc->ops.certain_targets ? sc->ops.certain_targets(ds->ps) : 0;
   if (st->clears)
      certain = ds->cb_special == EMU_CB_CLEAR ? ~0u : 0;
   for (unsigned i = 0; i < st->num_cb; i++)
      if (!st->cb[i].need_dst)
         st->overwrites |= (uint16_t)(1u << st->cb[i].target & certain);
   if (st->z_test && db->z_write)
      st->overwrites |= SC_CHANGES_DEPTH;
}

static bool
triangle_covers(const struct emu_prim *p, const int32_t box[4])
{
   int32_t v[3][2];
   if (!sc_triangle_fixed(p, v))
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
rect_covers(const struct emu_prim *p, const int32_t box[4])
{
   for (unsigned c = 0; c < 2; c++) {
      int32_t lo = INT32_MAX, hi = INT32_MIN;
      for (unsigned i = 0; i < 3; i++) {
         const int32_t v = emu_to_fixed(c ? p->v[i]->y : p->v[i]->x);
         lo = MIN2(lo, v);
         hi = MAX2(hi, v);
      }
      if (lo > box[c] * 256 || hi < box[c + 2] * 256)
         return false;
   }
   return true;
}

bool
sc_covers_tile(const struct sc *sc, const struct emu_prim *p, uint32_t tx, uint32_t ty)
{
   const int32_t *clip = sc->state->clip, t[2] = {(int32_t)tx << SC_TILE_SHIFT, (int32_t)ty << SC_TILE_SHIFT};
   int32_t box[4];
   for (unsigned c = 0; c < 2; c++) {
      box[c] = MAX2(t[c], sc->drawn[c]);
      box[c + 2] = MIN2(t[c] + SC_TILE_PX, sc->drawn[c + 2]);
      if (clip[c] > box[c] || clip[c + 2] < box[c + 2])
         return false;
   }
   return p->kind == EMU_PRIM_TRIANGLE ? triangle_covers(p, box)
                                       : p->kind == EMU_PRIM_RECT && rect_covers(p, box);
}
