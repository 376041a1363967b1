/* SPDX-License-Identifier: MIT
 *
 * Triangles to fragments: coverage by three edge functions in integers, then interpolation, in blocks of 4x4 pixels. A value is its
 * plane at the first pixel of a tile of 8x8 in doubles, then steps in floats, so that it does not depend on where a triangle began.
 * Attributes are divided by w at every pixel, colours too. Tiles of which all blocks are met are drawn at once; other blocks wait until four
 * are together, those of the same block without a pixel in common as one: what becomes of a pixel does not depend on which others it is shaded
 * with, but for quads that choose levels of textures.
 */
#include "emulator/pica200/raster/draw.h"

#include <string.h>

#include "emulator/pica200/om/mask.h"
#include "emulator/simd/double.h"

enum { BLOCK_MASK = (1u << PICA_BLOCK) - 1 };

/* Columns and rows of a tile's pixels. */
#define LANE_X                                                                                               \
   {                                                                                                         \
      0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7, 0, 1,  \
         0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7            \
   }
#define LANE_Y                                                                                               \
   {                                                                                                         \
      0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 4, 4,  \
         5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7, 4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7            \
   }
static const _Alignas(64) int32_t lane_x[PICA_LANES] = LANE_X, lane_y[PICA_LANES] = LANE_Y;
static const _Alignas(64) float lane_fx[PICA_LANES] = LANE_X, lane_fy[PICA_LANES] = LANE_Y;

/* Is the tile at (x, y) within the pixels of the draw? */
static bool
is_within(const struct pica_draw *d, int32_t x, int32_t y)
{
   return x >= d->first[0] && y >= d->first[1] && x + 7 <= d->last[0] && y + 7 <= d->last[1];
}

/* A triangle's edges inside of a block, by pixels, and the least and the most that they gain inside of a tile. */
struct edges {
   _Alignas(64) int32_t in[3][PICA_BLOCK];
   int64_t least[3], most[3];
};

static void
find_edges(const struct pica_triangle *t, struct edges *out)
{
   for (unsigned e = 0; e < 3; e++) {
      const int32_t dx = t->edge_dx[e], dy = t->edge_dy[e];
      for (unsigned i = 0; i < PICA_BLOCK; i += EMU_VEC_LANES)
         *(vi *)&out->in[e][i] = dx * v_loadi(&lane_x[i]) + dy * v_loadi(&lane_y[i]);
      out->least[e] = 7 * (MIN2((int64_t)dx, 0) + MIN2((int64_t)dy, 0));
      out->most[e] = 7 * (MAX2((int64_t)dx, 0) + MAX2((int64_t)dy, 0));
   }
}

/* Signs of the edges over a block of the tile, a bit for each pixel where none is below 0. */
ALWAYS_INLINE uint32_t
block_bits(const struct pica_triangle *t, const struct edges *edges, const int32_t at[3], unsigned block)
{
   const int32_t x = 4 * (int32_t)(block & 1), y = 4 * (int32_t)(block >> 1);
   int32_t first[3];
   for (unsigned e = 0; e < 3; e++)
      first[e] = at[e] + t->edge_dx[e] * x + t->edge_dy[e] * y;
   uint32_t bits = 0;
   for (unsigned i = 0; i < PICA_BLOCK; i += EMU_VEC_LANES) {
      const vi e0 = first[0] + v_loadi(&edges->in[0][i]), e1 = first[1] + v_loadi(&edges->in[1][i]);
      bits |= v_bits(~(e0 | e1 | (first[2] + v_loadi(&edges->in[2][i])))) << i;
   }
   return bits;
}

/* Pixels of the tile at (x, y) that the triangle covers. Its bounds need no look but where the draw's have cut them. */
static uint64_t
covered(const struct pica_draw *d, const struct pica_triangle *t, const struct edges *edges, int32_t x,
        int32_t y)
{
   int32_t at[3];
   bool whole = true;
   for (unsigned e = 0; e < 3; e++) {
      const int64_t v = t->edge[e] + (int64_t)t->edge_dx[e] * x + (int64_t)t->edge_dy[e] * y;
      if (v + edges->most[e] < 0)
         return 0;
      whole &= v + edges->least[e] >= 0;
      /* steps inside of a tile are below 2^30, even of 7 bits of sub-pixels: the sign survives */
      at[e] = (int32_t)CLAMP(v, -(1 << 30), 1 << 30);
   }
   uint64_t bits = UINT64_MAX;
   if (!whole) {
      bits = 0;
      for (unsigned b = 0; b < PICA_BLOCKS; b++) {
         const int32_t left = x + 4 * (int32_t)(b & 1), top = y + 4 * (int32_t)(b >> 1);
         if (t->first[0] <= left + 3 && t->last[0] >= left && t->first[1] <= top + 3 && t->last[1] >= top)
            bits |= (uint64_t)block_bits(t, edges, at, b) << PICA_BLOCK * b;
      }
   }
   if (d->excludes || !is_within(d, x, y))
      bits &= pica_bounded(d, t, x, y);
   return bits;
}

/* The planes at the first pixel of a tile. */
struct bases {
   _Alignas(64) float v[PICA_VERTEX_FLOATS];
};

static void
find_bases(const struct pica_draw *d, const struct pica_triangle *t, int32_t x, int32_t y, struct bases *b)
{
   typedef float half_vf __attribute__((vector_size(EMU_VEC_B / 2), may_alias));
   for (unsigned k = 0; k < PICA_VERTEX_FLOATS; k += VD_LANES) {
      if (!(d->attributes >> (k / PICA_CHUNK * PICA_CHUNK) & ((1u << PICA_CHUNK) - 1)))
         continue;
      const vd at = *(const vd *)&t->at[k], dx = *(const vd *)&t->dx[k], dy = *(const vd *)&t->dy[k];
      *(half_vf *)&b->v[k] = __builtin_convertvector(at + dx * (double)x + dy * (double)y, half_vf);
   }
}

ALWAYS_INLINE vf
plane(const struct pica_triangle *t, const struct bases *b, unsigned k, vf x, vf y)
{
   return v_splat(b->v[k]) + (v_splat(t->step_x[k]) * x + v_splat(t->step_y[k]) * y);
}

ALWAYS_INLINE vf
w_at(const struct pica_triangle *t, const struct bases *b, vf x, vf y)
{
   if (t->flat)
      return v_splat(t->w);
   return v_splat(1) / plane(t, b, PICA_AT_W, x, y);
}

/* Of z / w and w. */
ALWAYS_INLINE vf
depth_of(const struct pica_draw *d, vf z, vf w)
{
   z = z * v_splat(d->depth_scale) + v_splat(d->depth_offset);
   if (d->w_buffer)
      z = z * w;
   return v_min(v_max(z, v_splat(0)), v_splat(1));
}

/* Values of block \p from of a tile to block \p to of fragments, for the pixels of \p bits. */
static void
interpolate(const struct pica_draw *d, const struct pica_triangle *t, const struct bases *b, unsigned from,
            struct pica_fragments *f, unsigned to, uint32_t bits)
{
   const uint32_t others = d->attributes & ~(1u << PICA_AT_Z | 1u << PICA_AT_W);
   for (unsigned i = 0; i < PICA_BLOCK; i += EMU_VEC_LANES) {
      const vf x = v_load(&lane_fx[PICA_BLOCK * from + i]), y = v_load(&lane_fy[PICA_BLOCK * from + i]);
      const vf w = w_at(t, b, x, y);
      const vi m = v_mask(bits >> i);
      const unsigned at = PICA_BLOCK * to + i;
      if (d->has_depth)
         *(vf *)&f->depth.v[at] =
            v_sel(m, depth_of(d, plane(t, b, PICA_AT_Z, x, y), w), v_load(&f->depth.v[at]));
      for (uint32_t left = others; left; left &= left - 1) {
         const unsigned k = (unsigned)__builtin_ctz(left);
         *(vf *)&f->value[k].v[at] = v_sel(m, plane(t, b, k, x, y) * w, v_load(&f->value[k].v[at]));
      }
   }
}

/* What planes gain from the first pixel of a tile to each: the same in all tiles. */
struct gains {
   bool known;
   struct pica_floats of[PICA_VERTEX_FLOATS]; /* by attribute, those of struct pica_draw's */
};

static void
find_gains(const struct pica_draw *d, const struct pica_triangle *t, struct gains *g)
{
   for (uint32_t left = d->attributes; left; left &= left - 1) {
      const unsigned k = (unsigned)__builtin_ctz(left);
      const vf dx = v_splat(t->step_x[k]), dy = v_splat(t->step_y[k]);
      for (unsigned i = 0; i < PICA_LANES; i += EMU_VEC_LANES)
         *(vf *)&g->of[k].v[i] = dx * v_load(&lane_fx[i]) + dy * v_load(&lane_fy[i]);
   }
   g->known = true;
}

/* Values of all pixels of a tile, of \p attributes and depth. */
static void
interpolate_tile(const struct pica_draw *d, const struct pica_triangle *t, const struct bases *b,
                 const struct gains *g, uint32_t attributes, struct pica_fragments *f)
{
   vf w[EMU_VECS];
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const unsigned i = n * EMU_VEC_LANES;
      w[n] = v_splat(t->w);
      if (!t->flat)
         w[n] = v_splat(1) / (v_splat(b->v[PICA_AT_W]) + v_load(&g->of[PICA_AT_W].v[i]));
      if (d->has_depth)
         *(vf *)&f->depth.v[i] = depth_of(d, v_splat(b->v[PICA_AT_Z]) + v_load(&g->of[PICA_AT_Z].v[i]), w[n]);
   }
   for (uint32_t left = attributes & ~(1u << PICA_AT_Z | 1u << PICA_AT_W); left; left &= left - 1) {
      const unsigned k = (unsigned)__builtin_ctz(left);
      for (unsigned n = 0; n < EMU_VECS; n++) {
         const unsigned i = n * EMU_VEC_LANES;
         *(vf *)&f->value[k].v[i] = (v_splat(b->v[k]) + v_load(&g->of[k].v[i])) * w[n];
      }
   }
}

/* The block of waiting fragments that block \p number may become, \p fresh or with other pixels of the same. */
static unsigned
place_for(struct pica_raster_thread *thread, const struct pica_draw *d, uint32_t number, uint32_t bits,
          bool *fresh)
{
   struct pica_fragments *f = &thread->waiting;
   for (unsigned j = 0; j < f->blocks; j++)
      if (f->block[j] == number) {
         if (!d->quads && !(f->live >> PICA_BLOCK * j & bits)) {
            *fresh = false;
            return j;
         }
         EMU_FN(pica_fragments_run)(thread, d, f);
      }
   if (f->blocks == PICA_BLOCKS)
      EMU_FN(pica_fragments_run)(thread, d, f);
   f->block[f->blocks] = number;
   *fresh = true;
   return f->blocks++;
}

/* Blocks of a tile to those that wait. Levels of textures, and what looks for lines of equal values, want values in pixels beside the triangle,
 * too. */
static void
add_blocks(struct pica_raster_thread *thread, const struct pica_draw *d, const struct pica_triangle *t,
           const struct bases *b, uint32_t tile, uint64_t live)
{
   for (unsigned k = 0; k < PICA_BLOCKS; k++) {
      const uint32_t bits = (uint32_t)(live >> PICA_BLOCK * k) & BLOCK_MASK;
      if (!bits)
         continue;
      bool fresh;
      const unsigned to = place_for(thread, d, PICA_BLOCKS * tile + k, bits, &fresh);
      struct pica_fragments *f = &thread->waiting;
      f->live |= (uint64_t)bits << PICA_BLOCK * to;
      if (fresh && f->blocks == 1)
         f->lines = t->lines;
      else if (!fresh || f->lines != t->lines) /* a block of two triangles has lines of both */
         f->lines = PICA_LINES_UNKNOWN;
      interpolate(d, t, b, k, f, to, fresh ? BLOCK_MASK : bits);
   }
}

static bool
has_block_of(const struct pica_fragments *f, uint32_t tile)
{
   for (unsigned j = 0; j < f->blocks; j++)
      if (f->block[j] / PICA_BLOCKS == tile)
         return true;
   return false;
}

/* Are values of planes, or their steps, the same to the bit? */
static __attribute__((noinline)) bool
same_floats(const struct pica_draw *d, const float *a, const float *b)
{
   bool same = true;
   for (unsigned k = 0; k < PICA_VERTEX_FLOATS; k += PICA_CHUNK)
      if (d->attributes >> k & ((1u << PICA_CHUNK) - 1))
         same &= !memcmp(a + k, b + k, PICA_CHUNK * sizeof *a);
   return same;
}

/* Draws pixels of the tile at (x, y), of the triangle whose planes there are \p b. */
static void
draw_tile(struct pica_raster_thread *thread, const struct pica_draw *d, const struct pica_triangle *t,
          const struct bases *b, struct gains *g, int32_t x, int32_t y, uint64_t live)
{
   const uint32_t tile = (uint32_t)(y / 8) * d->tiles_per_row + (uint32_t)x / 8;
   bool all = true;
   for (unsigned k = 0; k < PICA_BLOCKS; k++)
      all &= (live >> PICA_BLOCK * k & BLOCK_MASK) != 0;
   if (!all) {
      add_blocks(thread, d, t, b, tile, live);
      return;
   }
   if (has_block_of(&thread->waiting, tile))
      EMU_FN(pica_fragments_run)(thread, d, &thread->waiting);
   struct pica_fragments *f = &thread->tile;
   if (!g->known)
      find_gains(d, t, g);
   const unsigned u = d->unit_coords[PICA_TEXTURES];
   const bool upright = t->lines == PICA_LINES_UPRIGHT;
   f->has_line = d->by_lines && t->lines != PICA_LINES_UNKNOWN;
   if (f->has_line) {
      f->line[0] = EMU_FN(pica_proctex_line)(&d->proctex, &thread->lines, 0, upright ? x / 8 : -1, b->v[u],
                                             upright ? t->step_x[u] : t->step_y[u], t->w);
      f->line[1] =
         EMU_FN(pica_proctex_line)(&d->proctex, &thread->lines, 1, upright ? -1 : x / 8, b->v[u + 1],
                                   upright ? t->step_y[u + 1] : t->step_x[u + 1], t->w);
   }
   interpolate_tile(d, t, b, g, f->has_line ? d->attributes & ~(3u << u) : d->attributes, f);
   f->block[0] = PICA_BLOCKS * tile;
   f->whole = true;
   f->live = live;
   f->lines = t->lines;
   EMU_FN(pica_fragments_run)(thread, d, f);
}

/* Do triangle \p n and the one behind it have one box, as the two of an upright rectangle? */
static bool
have_one_box(const struct pica_batch *b, unsigned n)
{
   bool same = n + 1 < PICA_BATCH && b->live[n + 1];
   for (unsigned k = 0; same && k < 2; k++)
      same = b->first[k][n] == b->first[k][n + 1] && b->last[k][n] == b->last[k][n + 1];
   return same;
}

/* Are all pixels of the tile at (x, y) within the triangle's bounds? */
static bool
is_inside(const struct pica_draw *d, const struct pica_triangle *t, int32_t x, int32_t y)
{
   return !d->excludes && x >= t->first[0] && y >= t->first[1] && x + 7 <= t->last[0] && y + 7 <= t->last[1];
}

/* Draws a triangle, or two of one box whose planes take the same steps. Pixels of a tile that both have in part are drawn as if of the first one,
 * if the planes have the same values there. Edges of a rectangle's halves are looked at where they have not. */
static void
draw_triangles(struct pica_raster_thread *thread, const struct pica_draw *d, const struct pica_triangle *t,
               unsigned count, bool rectangle)
{
   struct edges edges[2];
   struct bases b[2];
   struct gains gains; /* of both */
   bool has_edges = false;
   gains.known = false;
   for (int32_t y = t->first[1] & ~7; y <= t->last[1]; y += 8)
      for (int32_t x = t->first[0] & ~7; x <= t->last[0]; x += 8) {
         uint64_t live[2] = {0, 0};
         bool same = false;
         if (rectangle) {
            for (unsigned n = 0; n < count; n++)
               find_bases(d, &t[n], x, y, &b[n]);
            same = same_floats(d, b[0].v, b[1].v);
            live[0] = is_inside(d, t, x, y) ? UINT64_MAX : pica_bounded(d, t, x, y);
         }
         if (!same) {
            for (unsigned n = 0; n < count && !has_edges; n++)
               find_edges(&t[n], &edges[n]);
            has_edges = true;
            for (unsigned n = 0; n < count; n++) {
               live[n] = covered(d, &t[n], &edges[n], x, y);
               if (live[n] && !rectangle)
                  find_bases(d, &t[n], x, y, &b[n]);
            }
            if (!rectangle && live[0] && live[1] && !(live[0] & live[1]) && same_floats(d, b[0].v, b[1].v)) {
               live[0] |= live[1];
               live[1] = 0;
            }
         }
         for (unsigned n = 0; n < count; n++)
            if (live[n])
               draw_tile(thread, d, &t[n], &b[n], &gains, x, y, live[n]);
         if (d->feedback)
            EMU_FN(pica_raster_flush)(thread, d);
      }
}

void
EMU_FN(pica_raster_run)(struct pica_raster_thread *thread, const struct pica_draw *d,
                        const struct pica_vertex (*v)[3], unsigned count)
{
   struct pica_batch b;
   struct pica_triangle t[2];
   for (unsigned from = 0; from < count; from += PICA_BATCH) {
      EMU_FN(pica_batch_setup)(&b, d, v + from, MIN2(count - from, (unsigned)PICA_BATCH));
      for (unsigned n = 0; n < PICA_BATCH; n++) {
         if (!b.live[n])
            continue;
         EMU_FN(pica_triangle_setup)(&t[0], d, &b, n, v[from + n]);
         bool two = have_one_box(&b, n);
         if (two) {
            EMU_FN(pica_triangle_setup)(&t[1], d, &b, n + 1, v[from + n + 1]);
            two = same_floats(d, t[0].step_x, t[1].step_x) && same_floats(d, t[0].step_y, t[1].step_y);
         }
         draw_triangles(thread, d, t, 1 + two, two && pica_make_rectangle(d, &b, n, &t[0]));
         n += two;
      }
   }
}

void
EMU_FN(pica_raster_flush)(struct pica_raster_thread *thread, const struct pica_draw *d)
{
   if (thread->waiting.live)
      EMU_FN(pica_fragments_run)(thread, d, &thread->waiting);
}
