/* SPDX-License-Identifier: MIT
 *
 * SC: life of the scan converter, the bins, and what the front asks about them. Primitives are set up when
 * they arrive; triangles, and pointers to all others, go to every screen tile they touch; raster_flush executes the tiles.
 */

#include "emulator/core/perf.h"
#include "emulator/pixel/target.h"
#include "emulator/pixel/surface.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster.h"
#include "emulator/raster/raster_priv.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/raster/worker.h"
#include "util/u_arena.h"
#include "util/u_math.h"
#include <assert.h>
#include <string.h>
#include <stddef.h>
#include <stdlib.h>

struct raster *
raster_create(const struct raster_config *config)
{
   assert(config->ops && config->kernels && config->ops->ctx_create && config->ops->ctx_destroy &&
          config->ops->locate);
   struct raster *raster = calloc(1, sizeof *raster);
   if (!raster)
      return NULL;
   raster->ops = *config->ops;
   raster->gpu = config->gpu;
   raster->kernels = config->kernels;
   raster->num_threads = CLAMP(config->threads, 1, 64);
   raster->fb_first = UINT64_MAX;
   u_arena_init(&raster->arena);
   pthread_mutex_init(&raster->lock, NULL);
   pthread_cond_init(&raster->start, NULL);
   pthread_cond_init(&raster->done, NULL);
   raster->bins = calloc((size_t)RASTER_GRID * RASTER_GRID, sizeof *raster->bins);
   raster->touched = malloc((size_t)RASTER_GRID * RASTER_GRID * sizeof *raster->touched);
   raster->workers = calloc(raster->num_threads, sizeof *raster->workers);
   if (!raster->bins || !raster->touched || !raster->workers) {
      raster_destroy(raster);
      return NULL;
   }
   return raster;
}

void
raster_destroy(struct raster *raster)
{
   if (!raster)
      return;
   raster_threads_fini(raster);
   raster_pages_fini(raster);
   for (unsigned i = 0; i < ARRAY_SIZE(raster->block_maps); i++)
      free(raster->block_maps[i].off);
   u_arena_fini(&raster->arena);
   pthread_mutex_destroy(&raster->lock);
   pthread_cond_destroy(&raster->start);
   pthread_cond_destroy(&raster->done);
   free(raster->bins);
   free(raster->touched);
   free(raster->workers);
   free(raster);
}

struct u_arena *
raster_arena(struct raster *raster)
{
   return &raster->arena;
}

bool
raster_needs_flush(const struct raster *raster, const struct raster_draw *next)
{
   /* also while no bin has been touched: the states that have been set stand for the framebuffer they had */
   return pixel_fb_conflicts(&raster->fb[0], next);
}

void
raster_set_state(struct raster *raster, const struct raster_draw *ds)
{
   if (raster->state && raster->state->ds == ds)
      return;
   assert(ds->raster.quant_bits <= RASTER_SUBPIXEL_BITS && ds->raster.round_mode <= 3);
   assert((1u << ds->raster.log2_samples) <= PIXEL_MAX_SAMPLES &&
          ds->raster.samples_unused < 1u << ds->raster.log2_samples &&
          (!ds->raster.stipple || ds->raster.stipple_repeat));
   struct raster_bound *st = raster_alloc(raster, sizeof *st);
   if (st && raster_bound_init(raster, st, ds)) {
      st->next = raster->states;
      raster->states = st;
      raster->state = st;
      if (st->clip[0] < st->clip[2] && st->clip[1] < st->clip[3])
         for (unsigned i = 0; i < 2; i++) {
            const bool first = raster->drawn[i] == raster->drawn[i + 2];
            raster->drawn[i] = first ? st->clip[i] : MIN2(raster->drawn[i], st->clip[i]);
            raster->drawn[i + 2] = MAX2(raster->drawn[i + 2], st->clip[i + 2]);
         }
   } else {
      raster->state = NULL;
   }
}

/* A chunk with room behind all that the tile has, for triangles of a state or (NULL) for refs; NULL: out of memory. */
static struct raster_chunk *
bin_grow(struct raster *raster, uint32_t tx, uint32_t ty, const struct raster_bound *st)
{
   const uint32_t index = ty * RASTER_GRID + tx;
   struct raster_bin *bin = &raster->bins[index];
   const bool first = !bin->tail || bin->tail->st != st;
   const uint32_t room = !st ? RASTER_CHUNK_REFS : first ? RASTER_CHUNK_FIRST : RASTER_CHUNK_TRIANGLES;
   struct raster_chunk *c =
      raster_alloc(raster, offsetof(struct raster_chunk, ref) +
                              room * (st ? sizeof(struct raster_triangle) : sizeof(struct raster_ref *)));
   if (!c)
      return NULL;
   for (unsigned at = 64; st && at < room * sizeof(struct raster_triangle);
        at += 64) /* memory of a frame ago */
      __builtin_prefetch((const char *)c + at, 1);
   c->next = NULL;
   c->st = st;
   c->count = 0;
   c->room = room;
   if (bin->tail) {
      bin->tail->next = c;
   } else {
      bin->head = c;
      bin->x = (uint16_t)tx;
      bin->y = (uint16_t)ty;
      bin->changes = 0;
      assert(raster->num_touched < (uint32_t)RASTER_GRID * RASTER_GRID);
      raster->touched[raster->num_touched++] = index;
   }
   bin->tail = c;
   bin->run = 0;
   return c;
}

/* covers: the primitive is known to cover whatever has been drawn in the tile. */
static inline void
bin_add(struct raster *raster, uint32_t tx, uint32_t ty, const struct raster_ref *r, bool covers)
{
   assert(tx < RASTER_GRID && ty < RASTER_GRID);
   struct raster_bin *bin = &raster->bins[ty * RASTER_GRID + tx];
   const bool hides =
      r->st->overwrites && bin->tail && (covers || raster_covers_tile(raster, &r->prim, tx, ty));
   if (hides)
      raster_bin_forget(bin, r->st);
   struct raster_chunk *c = bin->tail;
   if ((!c || c->st || c->count == c->room) && !(c = bin_grow(raster, tx, ty, NULL)))
      return;
   c->ref[c->count++] = r;
   bin->changes |= r->st->changes;
   bin->run = hides && !(r->st->changes & ~r->st->overwrites) ? (uint16_t)(bin->run + 1) : 0;
}

/* A triangle of a state that overwrites nothing. */
static inline void
bin_add_triangle(struct raster *raster, uint32_t tx, uint32_t ty, const struct raster_triangle *t)
{
   const struct raster_bound *st = raster->state;
   assert(tx < RASTER_GRID && ty < RASTER_GRID && !st->overwrites && t->provoking < 3);
   struct raster_bin *bin = &raster->bins[ty * RASTER_GRID + tx];
   struct raster_chunk *c = bin->tail;
   if ((!c || c->st != st || c->count == c->room) && !(c = bin_grow(raster, tx, ty, st)))
      return;
   struct raster_triangle *to = &c->triangle[c->count++];
   raster_copy_corners(to->v, t->v);
   to->front = t->front;
   to->provoking = t->provoking;
   bin->changes |= st->changes;
   bin->run = 0;
}

struct box {
   int32_t x0, y0, x1, y1; /* pixels, exclusive ends */
};

/* Pixels that a primitive may touch; false if it is none at all or its coordinates are no numbers. */
static bool
bounding_box(const struct raster_prim *p, struct box *box)
{
   static const uint8_t num_vertices[] = {
      [RASTER_PRIM_TRIANGLE] = 3, [RASTER_PRIM_LINE] = 2, [RASTER_PRIM_POINT] = 1, [RASTER_PRIM_RECT] = 3};
   _Static_assert(ARRAY_SIZE(num_vertices) == RASTER_PRIM_RECT + 1, "one for each kind");
   if (p->kind >= ARRAY_SIZE(num_vertices))
      return false;
   float x0 = p->v[0]->x, x1 = x0, y0 = p->v[0]->y, y1 = y0;
   bool ok = true;
   for (unsigned i = 0; i < num_vertices[p->kind]; i++) {
      float x = p->v[i]->x, y = p->v[i]->y;
      ok &=
         x >= -RASTER_MAX_COORD && x <= RASTER_MAX_COORD && y >= -RASTER_MAX_COORD && y <= RASTER_MAX_COORD;
      x0 = MIN2(x0, x);
      x1 = MAX2(x1, x);
      y0 = MIN2(y0, y);
      y1 = MAX2(y1, y);
   }
   if (!ok)
      return false;
   float grow_x = 0, grow_y = 0;
   if (p->kind == RASTER_PRIM_POINT) {
      grow_x = CLAMP(p->half_w, 0.0f, 8192.0f);
      grow_y = CLAMP(p->half_h, 0.0f, 8192.0f);
   } else if (p->kind == RASTER_PRIM_LINE) {
      grow_x = grow_y = CLAMP(p->line_width, 1.0f, 8192.0f);
   }
   /* one more pixel covers centres at integers and rounding towards zero */
   *box = (struct box){(int32_t)(x0 - grow_x) - 1, (int32_t)(y0 - grow_y) - 1, (int32_t)(x1 + grow_x) + 2,
                       (int32_t)(y1 + grow_y) + 2};
   return true;
}

/* A triangle so small that it lies between pixel centres. */
static bool
misses_centres(const struct raster_bound *st, const struct raster_prim *p)
{
   if (p->kind != RASTER_PRIM_TRIANGLE || !st->ds->raster.pix_center_half || st->ms)
      return false;
   int32_t x[3], y[3];
   for (unsigned i = 0; i < 3; i++) {
      x[i] = raster_to_fixed(p->v[i]->x) + 127;
      y[i] = raster_to_fixed(p->v[i]->y) + 127;
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
      int64_t x = (tile_x + (a > 0 ? RASTER_TILE_PX : 0)) * 256,
              y = (tile_y + (b > 0 ? RASTER_TILE_PX : 0)) * 256;
      /* half a pixel of slack for other pixel centres */
      if (a * (x - j[0]) + b * (y - j[1]) + 128 * ((a < 0 ? -a : a) + (b < 0 ? -b : b)) < 0)
         return true;
   }
   return false;
}

static struct raster_ref *
new_ref(struct raster *raster, const struct raster_prim *p)
{
   struct raster_ref *r = raster_alloc(raster, sizeof *r);
   if (!r)
      return NULL;
   r->st = raster->state;
   r->prim.kind = p->kind; /* by members: what is one copy to the compiler waits for narrower stores */
   r->prim.front = p->front;
   r->prim.provoking = p->provoking;
   raster_copy_corners(r->prim.v, p->v);
   r->prim.half_w = p->half_w;
   r->prim.half_h = p->half_h;
   r->prim.line_width = p->line_width;
   r->prim.stipple_at = p->stipple_at;
   r->prim.z_offset = p->z_offset;
   raster->num_prims++;
   return r;
}

/* Is it a triangle that goes to its tiles without a ref? */
static inline bool
stands_alone(const struct raster_bound *st, const struct raster_prim *p)
{
   return p->kind == RASTER_PRIM_TRIANGLE && !st->overwrites;
}

static inline struct raster_triangle
triangle_of(const struct raster_prim *p)
{
   return (struct raster_triangle){
      {p->v[0], p->v[1], p->v[2]},
      p->front, p->provoking
   };
}

/* To several tiles, or over what they have; the box is not empty. */
static void
bin_tiles(struct raster *raster, const struct raster_prim *p, const struct box *b)
{
   const struct raster_bound *st = raster->state;
   uint32_t tx0 = (uint32_t)b->x0 >> RASTER_TILE_SHIFT, tx1 = (uint32_t)(b->x1 - 1) >> RASTER_TILE_SHIFT;
   uint32_t ty0 = (uint32_t)b->y0 >> RASTER_TILE_SHIFT, ty1 = (uint32_t)(b->y1 - 1) >> RASTER_TILE_SHIFT;
   const bool covers = st->overwrites && tx0 != tx1 && raster_covers_drawn(raster, p);
   bool test = !covers && p->kind == RASTER_PRIM_TRIANGLE && tx0 != tx1 && ty0 != ty1;
   int32_t v[3][2];
   if (test && !raster_triangle_fixed(p, v))
      return;
   const bool alone = stands_alone(st, p);
   const struct raster_triangle t = triangle_of(p);
   const struct raster_ref *r = alone ? NULL : new_ref(raster, p);
   raster->num_prims += alone;
   if (!alone && !r)
      return;
   for (uint32_t ty = ty0; ty <= ty1; ty++)
      for (uint32_t tx = tx0; tx <= tx1; tx++) {
         if (test && tile_is_outside(v, (int32_t)tx << RASTER_TILE_SHIFT, (int32_t)ty << RASTER_TILE_SHIFT))
            continue;
         if (alone)
            bin_add_triangle(raster, tx, ty, &t);
         else
            bin_add(raster, tx, ty, r, covers);
      }
}

/* To the tiles of a box that is not empty. Most triangles of a mesh have one tile, in which they hide nothing. */
static inline void
bin_box(struct raster *raster, const struct raster_prim *p, const struct box *b)
{
   const uint32_t tx = (uint32_t)b->x0 >> RASTER_TILE_SHIFT, ty = (uint32_t)b->y0 >> RASTER_TILE_SHIFT;
   if (tx == (uint32_t)(b->x1 - 1) >> RASTER_TILE_SHIFT && ty == (uint32_t)(b->y1 - 1) >> RASTER_TILE_SHIFT &&
       !raster->state->overwrites) {
      const struct raster_ref *r;
      if (stands_alone(raster->state, p)) {
         const struct raster_triangle t = triangle_of(p);
         raster->num_prims++;
         bin_add_triangle(raster, tx, ty, &t);
      } else if ((r = new_ref(raster, p))) {
         bin_add(raster, tx, ty, r, false);
      }
      return;
   }
   bin_tiles(raster, p, b);
}

/* False: nothing is left of it. */
static inline bool
clip_box(const struct raster_bound *st, struct box *b)
{
   assert(st->clip[0] >= 0 && st->clip[1] >= 0 && st->clip[2] <= RASTER_MAX_PX &&
          st->clip[3] <= RASTER_MAX_PX);
   b->x0 = MAX2(b->x0, st->clip[0]);
   b->y0 = MAX2(b->y0, st->clip[1]);
   b->x1 = MIN2(b->x1, st->clip[2]);
   b->y1 = MIN2(b->y1, st->clip[3]);
   return b->x0 < b->x1 && b->y0 < b->y1;
}

void
raster_add_prim(struct raster *raster, const struct raster_prim *p)
{
   const struct raster_bound *st = raster->state;
   struct box b;
   assert(p->provoking < 3);
   if (st && bounding_box(p, &b) && clip_box(st, &b) && !misses_centres(st, p))
      bin_box(raster, p, &b);
}

void
raster_add_triangle(struct raster *raster, const struct raster_prim *p, const int32_t *const fixed[3])
{
   const struct raster_bound *st = raster->state;
   const int32_t *v0 = fixed[0], *v1 = fixed[1], *v2 = fixed[2];
   if (!st)
      return;
   assert((p->kind == RASTER_PRIM_TRIANGLE || p->kind == RASTER_PRIM_RECT) && p->provoking < 3 &&
          v0[0] == raster_to_fixed(p->v[0]->x));
   /* pixels that have their centre between the least and the greatest coordinate, and one more at each end for
    * centres at integers and for samples */
   const int32_t more = st->ds->raster.pix_center_half && !st->ms ? 0 : 1;
   struct box b = {((MIN2(MIN2(v0[0], v1[0]), v2[0]) + 127) >> 8) - more,
                   ((MIN2(MIN2(v0[1], v1[1]), v2[1]) + 127) >> 8) - more,
                   ((MAX2(MAX2(v0[0], v1[0]), v2[0]) + 128) >> 8) + more,
                   ((MAX2(MAX2(v0[1], v1[1]), v2[1]) + 128) >> 8) + more};
   if (clip_box(st, &b))
      bin_box(raster, p, &b);
}

bool
raster_add_in_tile(struct raster *raster, const struct raster_triangle *t, uint32_t tx, uint32_t ty)
{
   const struct raster_bound *st = raster->state;
   const int32_t x = (int32_t)tx << RASTER_TILE_SHIFT, y = (int32_t)ty << RASTER_TILE_SHIFT;
   if (!st || st->overwrites || x < st->clip[0] || y < st->clip[1] || x + RASTER_TILE_PX > st->clip[2] ||
       y + RASTER_TILE_PX > st->clip[3])
      return false;
   raster->num_prims++;
   bin_add_triangle(raster, tx, ty, t);
   return true;
}

void
raster_pack_color(const struct raster *raster, const struct pixel_target *target, const float color[4],
                  uint32_t raw[4])
{
   const struct pixel_cb cb = {.cb = target, .fmt = &target->format};
   memset(raw, 0, 4 * sizeof *raw);
   if (cb.fmt->comps)
      raster->kernels->pack_color(&cb, color, raw);
}

bool
raster_is_full(const struct raster *raster)
{
   return raster->total_B > (size_t)24 << 20 || raster->arena.total_B > (size_t)48 << 20 ||
          raster->out_of_memory || raster->arena.out_of_memory;
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
surfaces_overlap(const struct raster *raster, uint64_t addr, uint64_t size_B)
{
   const struct pixel_fb *fb = &raster->fb[0];
   bool any = pixel_surf_overlaps(&fb->z, addr, size_B) || pixel_surf_overlaps(&fb->s, addr, size_B);
   for (unsigned i = 0; i < PIXEL_MAX_TARGETS && !any; i++)
      any = pixel_surf_overlaps(&fb->cb[i], addr, size_B);
   return any;
}

bool
raster_pending_overlaps(const struct raster *raster, uint64_t addr, uint64_t size_B, bool write)
{
   if (!raster->num_touched || !size_B)
      return false;
   if (addr < raster->fb_end && raster->fb_first < addr + size_B && surfaces_overlap(raster, addr, size_B))
      return true;
   if (!write)
      return false;
   struct range_query q = {addr, size_B, false};
   for (const struct raster_bound *st = raster->states; st && !q.hit; st = st->next)
      if (st->ds->program && raster->ops.for_each_range)
         raster->ops.for_each_range(st->ds->program, range_visit, &q);
   return q.hit;
}

void
raster_execute(struct raster *raster)
{
   if (raster->num_touched)
      raster_run_bins(raster);
   for (uint32_t i = 0; i < raster->num_touched; i++)
      raster->bins[raster->touched[i]].head = raster->bins[raster->touched[i]].tail = NULL;
   raster->num_touched = 0;
   emu_perf_note(EMU_PERF_PRIMITIVES, raster->num_prims);
   raster->stats.prims += raster->num_prims;
   raster->num_prims = 0;
   raster->state = raster->states = NULL;
   raster_unbind_surfaces(raster);
   memset(raster->drawn, 0, sizeof raster->drawn);
   raster_pages_reset(raster);
}

void
raster_flush(struct raster *raster)
{
   raster_execute(raster);
   u_arena_reset(&raster->arena);
}

struct raster_stats
raster_statistics(const struct raster *raster)
{
   return raster->stats;
}

uint64_t
raster_zpass_count(const struct raster *raster)
{
   return raster->zpass;
}

unsigned
raster_take_stopped(struct raster *raster)
{
   unsigned why = raster->stopped;
   raster->stopped = 0;
   return why;
}

bool
raster_take_starved(struct raster *raster)
{
   bool starved = raster->starved;
   raster->starved = false;
   return starved;
}
