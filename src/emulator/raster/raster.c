/* SPDX-License-Identifier: MIT
 *
 * SC: life of the scan converter, the bins, and what the front asks about them. Primitives are set up when
 * they arrive and a pointer to each goes to every screen tile it touches; sc_flush executes the tiles.
 */
#include "emulator/raster/sc_internal.h"

#include <stdlib.h>

struct sc *
sc_create_with(struct emulator *e, unsigned threads, const struct sc_shader_ops *ops)
{
   struct sc *sc = calloc(1, sizeof *sc);
   if (!sc)
      return NULL;
   sc->e = e;
   sc->ops = *ops;
   sc->num_threads = CLAMP(threads, 1, 64);
   u_arena_init(&sc->arena);
   pthread_mutex_init(&sc->lock, NULL);
   pthread_cond_init(&sc->start, NULL);
   pthread_cond_init(&sc->done, NULL);
   sc->bins = calloc((size_t)SC_GRID * SC_GRID, sizeof *sc->bins);
   sc->touched = malloc((size_t)SC_GRID * SC_GRID * sizeof *sc->touched);
   sc->workers = calloc(sc->num_threads, sizeof *sc->workers);
   if (!sc->bins || !sc->touched || !sc->workers) {
      sc_destroy(sc);
      return NULL;
   }
   return sc;
}

void
sc_destroy(struct sc *sc)
{
   if (!sc)
      return;
   sc_threads_fini(sc);
   for (struct sc_page *p = sc->pages; p;) {
      struct sc_page *next = p->next;
      free(p);
      p = next;
   }
   for (unsigned i = 0; i < ARRAY_SIZE(sc->block_maps); i++)
      free(sc->block_maps[i].off);
   u_arena_fini(&sc->arena);
   pthread_mutex_destroy(&sc->lock);
   pthread_cond_destroy(&sc->start);
   pthread_cond_destroy(&sc->done);
   free(sc->bins);
   free(sc->touched);
   free(sc->workers);
   free(sc);
}

struct u_arena *
sc_arena(struct sc *sc)
{
   return &sc->arena;
}

void *
sc_alloc(struct sc *sc, size_t size_B)
{
   size_B = (size_B + 63) & ~(size_t)63;
   if (!sc->page || sizeof sc->page->data - sc->page_used_B < size_B) {
      struct sc_page *next = sc->page ? sc->page->next : sc->pages;
      if (!next) {
         next = aligned_alloc(64, sizeof *next);
         if (!next) {
            sc->out_of_memory = true;
            return NULL;
         }
         next->next = NULL;
         if (sc->page)
            sc->page->next = next;
         else
            sc->pages = next;
      }
      sc->page = next;
      sc->page_used_B = 0;
      sc->total_B += sizeof *next;
   }
   void *p = sc->page->data + sc->page_used_B;
   sc->page_used_B += size_B;
   return p;
}

bool
sc_needs_flush(const struct sc *sc, const struct emu_draw_state *next)
{
   /* also while no bin has been touched: the states that have been set stand for the framebuffer they had */
   return sc_fb_conflicts(&sc->fb[0], next);
}

void
sc_set_state(struct sc *sc, const struct emu_draw_state *ds)
{
   if (sc->state && sc->state->ds == ds)
      return;
   struct sc_state *st = sc_alloc(sc, sizeof *st);
   if (st && sc_state_init(sc, st, ds)) {
      st->next = sc->states;
      sc->states = st;
      sc->state = st;
      if (st->clip[0] < st->clip[2] && st->clip[1] < st->clip[3])
         for (unsigned i = 0; i < 2; i++) {
            const bool first = sc->drawn[i] == sc->drawn[i + 2];
            sc->drawn[i] = first ? st->clip[i] : MIN2(sc->drawn[i], st->clip[i]);
            sc->drawn[i + 2] = MAX2(sc->drawn[i + 2], st->clip[i + 2]);
         }
   } else {
      sc->state = NULL;
   }
}

static void
bin_add(struct sc *sc, uint32_t tx, uint32_t ty, const struct sc_ref *r)
{
   uint32_t index = ty * SC_GRID + tx;
   struct sc_bin *bin = &sc->bins[index];
   struct sc_chunk *c = bin->tail;
   if (c && r->st->overwrites && !(bin->changes & ~r->st->overwrites) &&
       sc_covers_tile(sc, &r->prim, tx, ty)) {
      c = bin->tail = bin->head;
      c->next = NULL;
      c->count = 0;
      bin->changes = 0;
   }
   if (!c || c->count == ARRAY_SIZE(c->ref)) {
      c = sc_alloc(sc, sizeof *c);
      if (!c)
         return;
      c->next = NULL;
      c->count = 0;
      if (bin->tail) {
         bin->tail->next = c;
      } else {
         bin->head = c;
         bin->x = (uint16_t)tx;
         bin->y = (uint16_t)ty;
         bin->changes = 0;
         sc->touched[sc->num_touched++] = index;
      }
      bin->tail = c;
   }
   c->ref[c->count++] = r;
   bin->changes |= r->st->changes;
}

struct box {
   int32_t x0, y0, x1, y1; /* pixels, exclusive ends */
};

/* Pixels that a primitive may touch; false if it is none at all or its coordinates are no numbers. */
static bool
bounding_box(const struct emu_prim *p, struct box *box)
{
   static const uint8_t num_vertices[] = {
      [EMU_PRIM_TRIANGLE] = 3, [EMU_PRIM_LINE] = 2, [EMU_PRIM_POINT] = 1, [EMU_PRIM_RECT] = 3};
   if (p->kind >= ARRAY_SIZE(num_vertices))
      return false;
   float x0 = p->v[0]->x, x1 = x0, y0 = p->v[0]->y, y1 = y0;
   bool ok = true;
   for (unsigned i = 0; i < num_vertices[p->kind]; i++) {
      float x = p->v[i]->x, y = p->v[i]->y;
      ok &= x >= -EMU_MAX_COORD && x <= EMU_MAX_COORD && y >= -EMU_MAX_COORD && y <= EMU_MAX_COORD;
      x0 = MIN2(x0, x);
      x1 = MAX2(x1, x);
      y0 = MIN2(y0, y);
      y1 = MAX2(y1, y);
   }
   if (!ok)
      return false;
   float grow_x = 0, grow_y = 0;
   if (p->kind == EMU_PRIM_POINT) {
      grow_x = CLAMP(p->half_w, 0.0f, 8192.0f);
      grow_y = CLAMP(p->half_h, 0.0f, 8192.0f);
   } else if (p->kind == EMU_PRIM_LINE) {
      grow_x = grow_y = CLAMP(p->line_width, 1.0f, 8192.0f);
   }
   /* one more pixel covers centres at integers and rounding towards zero */
   *box = (struct box){(int32_t)(x0 - grow_x) - 1, (int32_t)(y0 - grow_y) - 1, (int32_t)(x1 + grow_x) + 2,
                       (int32_t)(y1 + grow_y) + 2};
   return true;
}

/* A triangle so small that it lies between pixel centres. */
static bool
misses_centres(const struct sc_state *st, const struct emu_prim *p)
{
   if (p->kind != EMU_PRIM_TRIANGLE || !st->ds->pix_center_half || st->ms)
      return false;
   int32_t x[3], y[3];
   for (unsigned i = 0; i < 3; i++) {
      x[i] = emu_to_fixed(p->v[i]->x) + 127;
      y[i] = emu_to_fixed(p->v[i]->y) + 127;
   }
   /* first centre at or after the smallest, and after the largest coordinate */
   int32_t x0 = MIN2(MIN2(x[0], x[1]), x[2]) >> 8, x1 = (MAX2(MAX2(x[0], x[1]), x[2]) + 1) >> 8;
   int32_t y0 = MIN2(MIN2(y[0], y[1]), y[2]) >> 8, y1 = (MAX2(MAX2(y[0], y[1]), y[2]) + 1) >> 8;
   return x0 >= x1 || y0 >= y1;
}

/* True if every pixel of the tile is certainly outside of one edge; v in 1/256 pixel, counted so that the
 * area is positive. */
static bool
tile_is_outside(const int32_t v[3][2], int32_t tile_x, int32_t tile_y)
{
   for (unsigned i = 0; i < 3; i++) {
      const int32_t *j = v[i], *k = v[(i + 1) % 3];
      int64_t a = j[1] - k[1], b = k[0] - j[0];
      int64_t x = (tile_x + (a > 0 ? SC_TILE_PX : 0)) * 256, y = (tile_y + (b > 0 ? SC_TILE_PX : 0)) * 256;
      /* half a pixel of slack for other pixel centres */
      if (a * (x - j[0]) + b * (y - j[1]) + 128 * ((a < 0 ? -a : a) + (b < 0 ? -b : b)) < 0)
         return true;
   }
   return false;
}

bool
sc_triangle_fixed(const struct emu_prim *p, int32_t v[3][2])
{
   for (unsigned i = 0; i < 3; i++) {
      v[i][0] = emu_to_fixed(p->v[i]->x);
      v[i][1] = emu_to_fixed(p->v[i]->y);
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

void
sc_add_prim(struct sc *sc, const struct emu_prim *p)
{
   struct sc_state *st = sc->state;
   struct box b;
   if (!st || !bounding_box(p, &b))
      return;
   b.x0 = MAX2(b.x0, st->clip[0]);
   b.y0 = MAX2(b.y0, st->clip[1]);
   b.x1 = MIN2(b.x1, st->clip[2]);
   b.y1 = MIN2(b.y1, st->clip[3]);
   if (b.x0 >= b.x1 || b.y0 >= b.y1 || misses_centres(st, p))
      return;
   uint32_t tx0 = (uint32_t)b.x0 >> SC_TILE_SHIFT, tx1 = (uint32_t)(b.x1 - 1) >> SC_TILE_SHIFT;
   uint32_t ty0 = (uint32_t)b.y0 >> SC_TILE_SHIFT, ty1 = (uint32_t)(b.y1 - 1) >> SC_TILE_SHIFT;
   bool test = p->kind == EMU_PRIM_TRIANGLE && tx0 != tx1 && ty0 != ty1;
   int32_t v[3][2];
   if (test && !sc_triangle_fixed(p, v))
      return;
   struct sc_ref *r = sc_alloc(sc, sizeof *r);
   if (!r)
      return;
   r->st = st;
   r->prim = *p;
   sc->num_prims++;
   for (uint32_t ty = ty0; ty <= ty1; ty++)
      for (uint32_t tx = tx0; tx <= tx1; tx++)
         if (!test || !tile_is_outside(v, (int32_t)tx << SC_TILE_SHIFT, (int32_t)ty << SC_TILE_SHIFT))
            bin_add(sc, tx, ty, r);
}

void
sc_pack_color(const struct sc *sc, const struct emu_cb_state *c, const float color[4], uint32_t raw[4])
{
   const struct sc_cb cb = {.cb = c, .fmt = &cb_formats[c->format & 63]};
   memset(raw, 0, 4 * sizeof *raw);
   if (cb.fmt->comps)
      sc->e->kernels->sc->pack_color(&cb, color, raw);
}

bool
sc_is_full(const struct sc *sc)
{
   return sc->total_B > (size_t)24 << 20 || sc->arena.total_B > (size_t)48 << 20 || sc->out_of_memory ||
          sc->arena.out_of_memory;
}

struct range_query {
   uint64_t addr, size_B;
   bool hit;
};

static void
range_visit(void *data, uint64_t addr, uint64_t size_B)
{
   struct range_query *q = data;
   q->hit |= addr < q->addr + q->size_B && q->addr < addr + size_B;
}

bool
sc_surf_overlaps(const struct sc_surf *s, uint64_t addr, uint64_t size_B)
{
   return s->valid && s->first < addr + size_B && addr < s->first + s->size_B;
}

bool
sc_pending_overlaps(const struct sc *sc, uint64_t addr, uint64_t size_B, bool write)
{
   if (!sc->num_touched || !size_B)
      return false;
   for (unsigned i = 0; i < EMU_MAX_CB; i++)
      if (sc_surf_overlaps(&sc->fb[0].cb[i], addr, size_B))
         return true;
   if (sc_surf_overlaps(&sc->fb[0].z, addr, size_B) || sc_surf_overlaps(&sc->fb[0].s, addr, size_B))
      return true;
   if (!write)
      return false;
   struct range_query q = {addr, size_B, false};
   for (const struct sc_state *st = sc->states; st && !q.hit; st = st->next)
      if (st->ds->ps)
         sc->ops.for_each_range(st->ds->ps, range_visit, &q);
   return q.hit;
}

void
sc_execute(struct sc *sc)
{
   if (sc->num_touched)
      sc_run_bins(sc);
   for (uint32_t i = 0; i < sc->num_touched; i++)
      sc->bins[sc->touched[i]].head = sc->bins[sc->touched[i]].tail = NULL;
   sc->num_touched = 0;
   sc->e->stats.prims += sc->num_prims;
   sc->num_prims = 0;
   sc->state = sc->states = NULL;
   memset(sc->fb, 0, MAX2(sc->num_fb, 1) * sizeof sc->fb[0]);
   sc->num_fb = 0;
   memset(sc->drawn, 0, sizeof sc->drawn);
   sc->page = NULL;
   sc->page_used_B = 0;
   sc->total_B = 0;
   sc->out_of_memory = false;
}

void
sc_flush(struct sc *sc)
{
   sc_execute(sc);
   u_arena_reset(&sc->arena);
}

uint64_t
sc_zpass_count(const struct sc *sc)
{
   return sc->zpass;
}

bool
sc_take_timeout(struct sc *sc)
{
   bool t = sc->timeout;
   sc->timeout = false;
   return t;
}

bool
sc_take_starved(struct sc *sc)
{
   bool starved = sc->starved;
   sc->starved = false;
   return starved;
}
