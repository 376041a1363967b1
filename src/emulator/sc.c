/* SPDX-License-Identifier: MIT
 *
 * SC: life of the scan converter, the bins, and what the front asks about them. Primitives are set up when
 * they arrive and a pointer to each goes to every screen tile it touches; sc_flush executes the tiles.
 */
#include "emulator/sc_internal.h"

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
   return sc->num_touched && sc_fb_conflicts(&sc->fb, next);
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
   } else {
      sc->state = NULL;
   }
}

static void
bin_add(struct sc *sc, uint32_t tx, uint32_t ty, const struct sc_prim *p)
{
   uint32_t index = ty * SC_GRID + tx;
   struct sc_bin *bin = &sc->bins[index];
   struct sc_chunk *c = bin->tail;
   if (!c || c->count == ARRAY_SIZE(c->prim)) {
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
         sc->touched[sc->num_touched++] = index;
      }
      bin->tail = c;
   }
   c->prim[c->count++] = p;
}

/* True if every pixel of the tile is outside of one edge. */
static bool
tile_is_outside(const struct sc_prim *p, int32_t x, int32_t y)
{
   for (unsigned i = 0; i < 3; i++) {
      int64_t best = p->c[i] + (int64_t)p->a[i] * (x + (p->a[i] > 0 ? SC_TILE_PX - 1 : 0)) +
                     (int64_t)p->b[i] * (y + (p->b[i] > 0 ? SC_TILE_PX - 1 : 0));
      if (best < 0)
         return true;
   }
   return false;
}

void
sc_add_prim(struct sc *sc, const struct emu_prim *ep)
{
   struct sc_state *st = sc->state;
   if (!st)
      return;
   size_t used_B = sc->page_used_B;
   struct sc_page *page = sc->page;
   struct sc_prim *p = sc_alloc(sc, sizeof *p);
   if (!p)
      return;
   if (!sc_setup(st, ep, p)) {
      if (page == sc->page)
         sc->page_used_B = used_B;
      return;
   }
   sc->num_prims++;
   uint32_t tx0 = (uint32_t)p->x0 >> SC_TILE_SHIFT, tx1 = (uint32_t)(p->x1 - 1) >> SC_TILE_SHIFT;
   uint32_t ty0 = (uint32_t)p->y0 >> SC_TILE_SHIFT, ty1 = (uint32_t)(p->y1 - 1) >> SC_TILE_SHIFT;
   bool test = p->kind == EMU_PRIM_TRIANGLE && tx0 != tx1 && ty0 != ty1;
   for (uint32_t ty = ty0; ty <= ty1; ty++)
      for (uint32_t tx = tx0; tx <= tx1; tx++)
         if (!test || !tile_is_outside(p, (int32_t)tx << SC_TILE_SHIFT, (int32_t)ty << SC_TILE_SHIFT))
            bin_add(sc, tx, ty, p);
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

static bool
surf_overlaps(const struct sc_surf *s, uint64_t addr, uint64_t size_B)
{
   return s->valid && s->first < addr + size_B && addr < s->first + s->size_B;
}

bool
sc_pending_overlaps(const struct sc *sc, uint64_t addr, uint64_t size_B, bool write)
{
   if (!sc->num_touched || !size_B)
      return false;
   for (unsigned i = 0; i < EMU_MAX_CB; i++)
      if (surf_overlaps(&sc->fb.cb[i], addr, size_B))
         return true;
   if (surf_overlaps(&sc->fb.z, addr, size_B) || surf_overlaps(&sc->fb.s, addr, size_B))
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
sc_flush(struct sc *sc)
{
   if (sc->num_touched)
      sc_run_bins(sc);
   for (uint32_t i = 0; i < sc->num_touched; i++)
      sc->bins[sc->touched[i]].head = sc->bins[sc->touched[i]].tail = NULL;
   sc->num_touched = 0;
   sc->e->stats.prims += sc->num_prims;
   sc->num_prims = 0;
   sc->state = sc->states = NULL;
   memset(&sc->fb, 0, sizeof sc->fb);
   sc->page = NULL;
   sc->page_used_B = 0;
   sc->total_B = 0;
   sc->out_of_memory = false;
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
