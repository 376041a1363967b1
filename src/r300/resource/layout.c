/* SPDX-License-Identifier: MIT
 *
 * Layouts. What TX derives of a texture's registers decides: each level follows the finer one without a gap, its faces or
 * slices one after the other; heights of mipmapped textures and cubes are powers of two in memory; rows are whole micro tiles of 32
 * bytes. Rests on Mesa's r300 and the radeon kernel's checks of sizes.
 *
 * Textures are micro-tiled and no more, so that the CPU writes and reads them where they lie: the order of micro tiles in a macro
 * tile is in no public document. With TERAGL_DEBUG=tile2d those of up to four bytes a texel are macro-tiled, too, and the CPU has
 * copies that draws make (transfer.c). Surfaces with samples have to be macro-tiled; the CPU never looks at them.
 *
 * Three-dimensional textures have sizes of powers of two, in which there is room for those that were asked for: the hardware has no
 * registers for others.
 */
#include "r300/layout.h"

#include <assert.h>
#include <string.h>

#include "db/r300/r300_chips.h"
#include "format/format.h"
#include "r300/resource.h"
#include "util/u_debug.h"
#include "util/u_math.h"

enum { MICRO_B = 32, MACRO_SIDE = 8, WIDE_ROW_B = 64, MAX_SIZE_B = 1u << 31, PITCH_BITS = 14 };

struct unit {
   uint32_t w, h; /* blocks */
};

/** A micro tile; of linear surfaces the row that stands for one. w 0: there is none. */
static struct unit
micro_unit(unsigned micro, unsigned block_B)
{
   static const struct unit tiled[5] = {
      {8, 4},
      {8, 2},
      {4, 2},
      {2, 2},
      {0, 0}
   };
   if (micro == R300_TILE_MICRO)
      return tiled[u_log2(block_B)];
   if (micro == R300_TILE_SQUARE)
      return (struct unit){block_B == 2 ? 4 : 0, 4};
   return (struct unit){MICRO_B / block_B, 1};
}

/** Chipsets with memory of their own read rows of 64 bytes. */
static bool
wide_rows(const struct r300_chip *chip)
{
   return chip->igp && chip->gen == R300_GEN_R400;
}

static bool
is_depth(const struct r300_resource *r)
{
   return u_format_desc((enum pipe_format)r->base.format)->depth;
}

struct r300_layout_how
r300_layout_choose(const struct r300_resource *r)
{
   const struct pipe_resource *t = &r->base;
   const struct u_format_desc *f = u_format_desc((enum pipe_format)t->format);
   struct r300_layout_how how = {R300_TILE_NONE, t->nr_samples > 1, 0};
   const bool for_others =
      t->bind & (PIPE_BIND_DISPLAY_TARGET | PIPE_BIND_SHARED) || t->usage == PIPE_USAGE_STAGING;
   if (t->nr_samples <= 1 && !is_depth(r) && (for_others || t->height0 == 1 || f->compressed))
      return how;
   if (f->block_B < 16)
      how.micro = f->block_B == 2 && t->nr_samples <= 1 ? R300_TILE_SQUARE : R300_TILE_MICRO;
   how.macro |= u_debug(U_DEBUG_TILE2D) && f->block_B <= 4;
   return how;
}

/** As TX decides it (TX_FILTER1.MACRO_SWITCH): R300 has no macro tiles in a level that is as large as one. */
static bool
level_is_macro(const struct r300_chip *chip, const struct r300_resource *r, struct unit macro, uint32_t w,
               uint32_t h)
{
   if (r->base.nr_samples > 1)
      return true;
   return chip->family == R300_FAMILY_R300 ? w > macro.w && h > macro.h : w >= macro.w && h >= macro.h;
}

static void
layout_level(const struct r300_chip *chip, struct r300_resource *r, const struct r300_layout_how *how,
             unsigned i)
{
   const struct pipe_resource *t = &r->base;
   struct r300_level *l = &r->level[i];
   struct unit u = micro_unit(how->micro, r->block_B);
   const struct unit macro = {u.w * MACRO_SIDE, u.h * MACRO_SIDE};
   const bool pow2_rows = t->target != PIPE_TEXTURE_2D || t->last_level;
   const uint32_t w = u_minify(r300_stored_size(t, t->width0), i),
                  h = u_minify(r300_stored_size(t, t->height0), i);
   l->macro = how->macro && level_is_macro(chip, r, macro, w, h);
   if (l->macro)
      u = macro;
   else if (wide_rows(chip))
      u.w = MAX2(u.w, WIDE_ROW_B / (r->block_B * u.h));
   /* Mesa's r300 keeps pitches that TX is told of at an even number of macro tiles, "to prevent flakes". */
   const bool even = l->macro && t->nr_samples <= 1 && t->target != PIPE_TEXTURE_3D && !u_is_pow2(t->width0);
   const uint32_t unit_w = even ? 2 * u.w : u.w;
   const uint32_t pitch_bl =
      how->stride_B ? how->stride_B / r->block_B : (uint32_t)u_align(DIV_ROUND_UP(w, r->blk_w), unit_w);
   l->pitch_px = pitch_bl * r->blk_w;
   l->rows_bl = (uint32_t)u_align(DIV_ROUND_UP(pow2_rows ? u_next_pow2(h) : h, r->blk_h), u.h);
   /* so that r300_clear_halves can; as Mesa's r300, where it costs a third at most */
   if (l->macro && t->nr_samples <= 1 && !pow2_rows && l->rows_bl >= 3 * u.h)
      l->rows_bl = (uint32_t)u_align(l->rows_bl, 2 * u.h);
}

uint32_t
r300_layout_macro_rows(const struct r300_resource *r)
{
   return micro_unit(r->micro, r->block_B).h * MACRO_SIDE;
}

static uint32_t
layers(const struct pipe_resource *t, unsigned level)
{
   return t->target == PIPE_TEXTURE_3D ? u_minify(r300_stored_size(t, t->depth0), level)
                                       : MAX2(t->array_size, 1);
}

static bool
has_layout(const struct r300_resource *r, const struct r300_layout_how *how)
{
   const struct pipe_resource *t = &r->base;
   const struct unit u = micro_unit(how->micro, r->block_B);
   if (!r->block_B || !u_is_pow2(r->block_B) || !u.w || !t->width0 || !t->height0 || !t->depth0 ||
       t->last_level >= PIPE_MAX_TEXTURE_LEVELS)
      return false;
   const uint32_t row_B = u.w * r->block_B;
   return how->stride_B % row_B == 0 && (!how->stride_B || (!t->last_level && t->array_size <= 1));
}

bool
r300_layout(const struct r300_chip *chip, struct r300_resource *r, const struct r300_layout_how *how)
{
   const struct pipe_resource *t = &r->base;
   const struct u_format_desc *f = u_format_desc((enum pipe_format)t->format);
   r->blk_w = f->block_w;
   r->blk_h = f->block_h;
   r->block_B = f->block_B;
   r->micro = how->micro;
   r->depth_high = f->depth && f->block_B == 4;
   if (!has_layout(r, how))
      return false;
   uint64_t at_B = 0;
   for (unsigned i = 0; i <= t->last_level; i++) {
      struct r300_level *l = &r->level[i];
      layout_level(chip, r, how, i);
      const uint64_t layer_B =
         (uint64_t)(l->pitch_px / r->blk_w) * r->block_B * l->rows_bl * MAX2(t->nr_samples, 1);
      const uint64_t size_B = layer_B * layers(t, i);
      if (size_B > MAX_SIZE_B - at_B || l->pitch_px >= 1u << PITCH_BITS ||
          l->pitch_px < u_minify(t->width0, i))
         return false;
      l->offset_B = (uint32_t)at_B;
      l->layer_B = (uint32_t)layer_B;
      at_B += size_B;
   }
   r->stride_given = how->stride_B || !u_is_pow2(r300_stored_size(t, t->width0));
   r->size_B = at_B;
   return true;
}

uint32_t
r300_layout_offset(const struct r300_resource *r, unsigned level, uint32_t x_bl, uint32_t y_bl)
{
   const struct unit u = micro_unit(r->micro, r->block_B);
   const uint32_t pitch_bl = r->level[level].pitch_px / r->blk_w;
   assert(!r->level[level].macro && x_bl < pitch_bl && y_bl < r->level[level].rows_bl);
   if (r->micro == R300_TILE_NONE)
      return (y_bl * pitch_bl + x_bl) * r->block_B;
   return (y_bl / u.h * (pitch_bl / u.w) + x_bl / u.w) * MICRO_B +
          (y_bl % u.h * u.w + x_bl % u.w) * r->block_B;
}

/** Blocks from \p x on that lie behind each other in memory, at most \p n. */
static uint32_t
run_length(const struct r300_resource *r, uint32_t x_bl, uint32_t n)
{
   if (r->micro == R300_TILE_NONE)
      return n;
   const struct unit u = micro_unit(r->micro, r->block_B);
   return MIN2(u.w - x_bl % u.w, n);
}

void
r300_layout_upload(const struct r300_resource *r, unsigned level, uint8_t *layer, struct r300_blocks b,
                   const uint8_t *rows, uint32_t stride_B)
{
   for (uint32_t y = 0; y < b.h; y++) {
      const uint8_t *from = rows + (size_t)y * stride_B;
      for (uint32_t x = 0, n; x < b.w; x += n, from += n * r->block_B) {
         n = run_length(r, b.x + x, b.w - x);
         memcpy(layer + r300_layout_offset(r, level, b.x + x, b.y + y), from, n * r->block_B);
      }
   }
}

void
r300_layout_download(const struct r300_resource *r, unsigned level, const uint8_t *layer,
                     struct r300_blocks b, uint8_t *rows, uint32_t stride_B)
{
   for (uint32_t y = 0; y < b.h; y++) {
      uint8_t *to = rows + (size_t)y * stride_B;
      for (uint32_t x = 0, n; x < b.w; x += n, to += n * r->block_B) {
         n = run_length(r, b.x + x, b.w - x);
         memcpy(to, layer + r300_layout_offset(r, level, b.x + x, b.y + y), n * r->block_B);
      }
   }
}
