/* SPDX-License-Identifier: MIT
 *
 * Copies from depth and stencil to colour target 0 (DB_RENDER_CONTROL, DEPTH_COPY and STENCIL_COPY): drivers
 * read depth through such copies where the texture unit or the CPU can't read the buffer itself. The colour
 * format has the bits of the depth format, so bits are moved as they are. A pixel with samples has one value, of the
 * sample that COPY_CENTROID and COPY_SAMPLE name, which goes to each sample that is drawn.
 */
#include <string.h>

#include <assert.h>

#include "emulator/pixel/surface.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/thread.h"
#include "emulator/simd/levels.h"
#include "util/u_math.h"

#define LEFT_PIXELS UINT64_C(0x5555555555555555)

/** Address of pixel \p i, in lane order, of the block at \p x, \p y. */
static uint8_t *
pixel_at(const struct pixel_surf *s, uint32_t x, uint32_t y, unsigned i)
{
   if (!s->split)
      return pixel_block_ptr(s, x, y) + s->off_B[i];
   const uint32_t dx = (i >> 1 & 2) | (i >> 2 & 4), dy = (i >> 2 & 2) | (i >> 3 & 4);
   assert(pixel_lane(dx, dy) == (i & ~3u));
   return pixel_quad_ptr(s, x + dx, y + dy) + s->off_B[i & 3];
}

/** What replaces bits of a pixel: those of \p mask by what stands \p right and then \p left of its place in the source. */
struct moved {
   uint64_t mask;
   unsigned right, left;
};

static struct moved
moved_bits(uint64_t bits, unsigned right, unsigned left)
{
   return (struct moved){bits << left, right, left};
}

static uint64_t
move(struct moved m, uint64_t pixel, uint64_t raw)
{
   return (pixel & ~m.mask) | ((raw >> m.right << m.left) & m.mask);
}

/** From words with depth, and stencil above it, to words. */
static void
copy_words(const uint8_t *from, const uint32_t from_B[64], uint8_t *to, const uint32_t to_B[64],
           struct moved depth, struct moved stencil, uint64_t cov)
{
   for (; cov; cov &= cov - 1) {
      const unsigned i = (unsigned)__builtin_ctzll(cov);
      uint32_t pixel, raw;
      memcpy(&raw, from + from_B[i], 4);
      memcpy(&pixel, to + to_B[i], 4);
      pixel = (uint32_t)move(stencil, move(depth, pixel, raw), raw);
      memcpy(to + to_B[i], &pixel, 4);
   }
}

/** Moves the bits of \p mask, which keep their places, for pairs of neighbours; \p pairs names the left ones. */
static void
copy_pairs(const uint8_t *from, const uint32_t from_B[64], uint8_t *to, const uint32_t to_B[64],
           uint32_t mask, uint64_t pairs)
{
   const uint64_t take = mask | (uint64_t)mask << 32;
   uint64_t raw, pixel;
   if (pairs == LEFT_PIXELS) {
      for (unsigned i = 0; i < 64; i += 2) {
         memcpy(&raw, from + from_B[i], 8);
         memcpy(&pixel, to + to_B[i], 8);
         pixel = (pixel & ~take) | (raw & take);
         memcpy(to + to_B[i], &pixel, 8);
      }
      return;
   }
   for (; pairs; pairs &= pairs - 1) {
      const unsigned i = (unsigned)__builtin_ctzll(pairs);
      memcpy(&raw, from + from_B[i], 8);
      memcpy(&pixel, to + to_B[i], 8);
      pixel = (pixel & ~take) | (raw & take);
      memcpy(to + to_B[i], &pixel, 8);
   }
}

/** Four pixels. */
typedef uint32_t four_pixels __attribute__((vector_size(16), aligned(4), may_alias));

/** As copy_pairs, for all of a block in lane order; in the target four pixels of a row stand side by side. */
static void
copy_fours(const uint8_t *from, uint8_t *to, const uint32_t to_B[64], uint32_t mask)
{
   const four_pixels *in = (const four_pixels *)from;
   for (unsigned i = 0; i < 64; i += 8, in += 2) {
      const four_pixels row[2] = {EMU_SHUFFLE(in[0], in[1], 0, 1, 4, 5),
                                  EMU_SHUFFLE(in[0], in[1], 2, 3, 6, 7)};
      for (unsigned k = 0; k < 2; k++) {
         four_pixels *out = (four_pixels *)(to + to_B[i + 2 * k]);
         *out = (*out & ~mask) | (row[k] & mask);
      }
   }
}

static bool
has_fours(const struct pixel_surf *s)
{
   return s->display_order || s->tiles_8x2 || s->rows;
}

/** From the depth and stencil of \p from to the colour of \p st: two samples, or one twice. */
static void
copy(const struct pixel_thread *t, const struct raster_bound *from, const struct raster_bound *st,
     unsigned block, uint64_t cov)
{
   const struct pixel_pipeline *px = &st->ds->pixel;
   const struct pixel_surf *z = &from->fb->z, *s = &from->fb->s, *to = &st->fb->cb[0];
   uint32_t x = t->tile_x + block % RASTER_TILE_BLOCKS * 8, y = t->tile_y + block / RASTER_TILE_BLOCKS * 8;
   const bool apart = px->stencil_place == PIXEL_STENCIL_APART && s->valid;
   uint8_t *out = pixel_block_ptr(to, x, y);
   const bool bits24 = px->depth_format == PIXEL_Z_24 || px->depth_format == PIXEL_Z_24F;
   const uint64_t z_bits = px->depth_format == PIXEL_Z_16 ? 0xffff : bits24 ? 0xffffff : 0xffffffff;
   assert((!z->valid || z->log2_bytes <= 2) && !to->split);
   const struct moved depth = moved_bits(px->copy_z && z->valid ? z_bits : 0, 0, px->copy_z_shift);
   const struct moved stencil = moved_bits(px->copy_s ? 0xff : 0, apart ? 0 : 24, px->copy_s_shift);
   if (z->valid && !z->split && !apart && z->log2_bytes == 2 && to->log2_bytes == 2) {
      const uint8_t *in = pixel_block_ptr(z, x, y);
      const bool in_place = depth.left == depth.right && (!stencil.mask || stencil.left == stencil.right);
      uint64_t pairs = 0;
      if (in_place && cov == UINT64_MAX && z->lane_order && has_fours(to)) {
         copy_fours(in, out, to->off_B, (uint32_t)(depth.mask | stencil.mask));
         return;
      }
      if (in_place && z->pairs && to->pairs) {
         pairs = cov & cov >> 1 & LEFT_PIXELS;
         copy_pairs(in, z->off_B, out, to->off_B, (uint32_t)(depth.mask | stencil.mask), pairs);
      }
      copy_words(in, z->off_B, out, to->off_B, depth, stencil, cov & ~(pairs | pairs << 1));
      return;
   }
   for (; cov; cov &= cov - 1) {
      unsigned i = (unsigned)__builtin_ctzll(cov);
      uint64_t pixel = 0, raw = 0;
      memcpy(&pixel, out + to->off_B[i], MIN2(1u << to->log2_bytes, 8u));
      if (z->valid)
         memcpy(&raw, pixel_at(z, x, y, i), 1u << z->log2_bytes);
      pixel = move(depth, pixel, raw);
      pixel = move(stencil, pixel, apart ? *pixel_at(s, x, y, i) : raw);
      memcpy(out + to->off_B[i], &pixel, MIN2(1u << to->log2_bytes, 8u));
   }
}

void
pixel_depth_copy(const struct pixel_thread *t, const struct raster_bound *st, unsigned block, uint64_t cov)
{
   copy(t, st, st, block, cov);
}

void
pixel_depth_copy_samples(const struct pixel_thread *t, const struct raster_bound *st, unsigned block,
                         const uint64_t cov[PIXEL_MAX_SAMPLES])
{
   const struct pixel_pipeline *px = &st->ds->pixel;
   const unsigned n = st->num_samples, first = px->copy_sample % n;
   uint64_t left = ~UINT64_C(0); /* pixels whose sample is still looked for */
   for (unsigned i = 0; i < n && left; i++) {
      const unsigned from = (first + i) % n;
      const uint64_t found = left & (px->copy_lit ? cov[from] : ~UINT64_C(0));
      for (unsigned to = 0; to < n; to++)
         copy(t, &st->samples[from], &st->samples[to], block, cov[to] & found);
      left &= ~found;
   }
}
