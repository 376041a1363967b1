/* SPDX-License-Identifier: MIT
 *
 * Surface layout and block addresses. Rests on libdrm's allocation rules and on the public descriptions of
 * AMD's address library: alignments per array mode, power-of-two mip levels, the order of pixels in an 8x8
 * micro tile and the pipe and bank equations of macro tiles. Thick tiles and FMASK are left out.
 */
#include "terascale/resource/surface.h"

#include <assert.h>
#include "util/u_math.h"

static uint32_t
tile_bytes(const struct ts_surface *s)
{
   uint32_t b = 64u * s->block_B * s->samples;
   return s->tile_split_B && b > s->tile_split_B ? s->tile_split_B : b;
}

/** Bank height, aspect and tile split as libdrm chooses them: at least one pipe interleave group a bank. */
static void
choose_macro_params(const struct ts_tiling *t, struct ts_surface *s)
{
   s->bank_w = s->bank_h = s->macro_aspect = 1;
   s->tile_split_B = 0;
   if (!t->macro_params)
      return;
   s->tile_split_B = t->row_B;
   if (s->samples > 1) {
      if (s->depth_samples)
         s->tile_split_B = s->samples <= 4 ? 128 : 256;
      else
         s->tile_split_B = CLAMP(2u * s->block_B * 64, 256, 4096);
   }
   /* Depth and stencil planes share these parameters: they suit the smaller tiles of stencil. */
   uint32_t tb = s->share_pitch ? MIN2(64u * s->samples, s->tile_split_B) : tile_bytes(s);
   s->bank_h = tb <= 64 ? 4 : tb <= 256 ? 2 : 1;
   while (tb * s->bank_h * s->bank_w < t->group_B && s->bank_h < 8)
      s->bank_h *= 2;
   uint32_t h_over_w = s->bank_h * t->banks / (s->bank_w * t->pipes);
   s->macro_aspect = (uint8_t)(1u << (u_log2(MAX2(h_over_w, 1)) / 2));
}

struct alignment {
   uint32_t pitch_bl, height_bl, base_B;
};

/** Of \p level. Texture units know where the levels below the first lie, so that these are as without stencil. */
static struct alignment
alignment(const struct ts_tiling *t, const struct ts_surface *s, unsigned mode, unsigned level)
{
   const bool share_pitch = s->share_pitch && !level;
   const uint32_t b = s->block_B, ns = s->samples, g = t->group_B, p = t->pipes, k = t->banks;
   assert(b && ns && u_is_pow2(g) && u_is_pow2(p) && u_is_pow2(k));
   struct alignment a = {.base_B = MAX2(256, g)};
   switch ((enum ts_array_mode)mode) {
   case TS_LINEAR_ALIGNED:
      a.pitch_bl = MAX2(64, g / b);
      a.height_bl = 1;
      break;
   case TS_1D_TILED_THIN1:
      a.pitch_bl = MAX2(8, g / (8 * (share_pitch ? 1 : b) * ns));
      a.height_bl = 8;
      break;
   case TS_2D_TILED_THIN1:
      if (t->macro_params) {
         a.pitch_bl = 8u * s->bank_w * p * s->macro_aspect;
         a.height_bl = 8u * s->bank_h * k / s->macro_aspect;
         a.base_B = MAX2(256, a.pitch_bl / 8 * (a.height_bl / 8) * tile_bytes(s));
      } else {
         a.pitch_bl = MAX2(8 * k, g * k / (8 * b * ns));
         a.pitch_bl = MAX2(a.pitch_bl, s->fmask ? 128 : 0);
         a.height_bl = 8 * p;
         a.base_B = MAX2(p * k * ns * b * 64, a.pitch_bl * a.height_bl * ns * b);
      }
      break;
   }
   if (s->scanout_align)
      a.pitch_bl = MAX2(a.pitch_bl, b == 1 ? 64 : 32);
   assert(a.pitch_bl && a.height_bl && a.base_B >= 256);
   return a;
}

bool
ts_surface_init(const struct ts_tiling *t, struct ts_surface *s)
{
   if (!s->width || !s->height || !s->depth || !s->layers || !s->block_B || !s->samples ||
       s->last_level >= TS_MAX_LEVELS || s->width > 16384 || s->height > 16384 || s->depth > 16384)
      return false;
   choose_macro_params(t, s);
   unsigned mode = s->mode;
   s->align_B = alignment(t, s, mode, 0).base_B;
   uint64_t offset_B = 0;
   for (unsigned i = 0; i <= s->last_level; i++) {
      struct ts_level *l = &s->level[i];
      l->width = u_minify(s->width, i);
      l->height = u_minify(s->height, i);
      l->depth = u_minify(s->depth, i);
      /* Sizes the hardware computes for levels > 0: powers of two. */
      uint32_t w = i ? u_next_pow2(l->width) : l->width, h = i ? u_next_pow2(l->height) : l->height;
      uint32_t d = i ? u_next_pow2(l->depth) : l->depth;
      w = DIV_ROUND_UP(w, s->blk_w);
      h = DIV_ROUND_UP(h, s->blk_h);
      struct alignment a = alignment(t, s, mode, i);
      if (mode == TS_2D_TILED_THIN1 && s->samples == 1 && !s->fmask && (w < a.pitch_bl || h < a.height_bl)) {
         mode = TS_1D_TILED_THIN1;
         a = alignment(t, s, mode, i);
      }
      if (i == 0 &&
          !t->macro_params) /* Evergreen's keeps the alignment of what was asked for, as in libdrm */
         s->align_B = a.base_B;
      l->mode = (uint8_t)mode;
      l->pitch_bl = (uint32_t)u_align_npot(w, a.pitch_bl);
      l->height_bl = (uint32_t)u_align_npot(h, a.height_bl);
      l->slice_B = (uint64_t)l->pitch_bl * l->height_bl * s->block_B * s->samples;
      /* layers of arrays are padded as libdrm does it */
      uint32_t slices = s->cube         ? MAX2(s->layers, t->cube_slices)
                        : s->layers > 1 ? u_next_pow2(s->layers)
                                        : d;
      if (i <= 1)
         offset_B = u_align(offset_B, s->align_B);
      l->offset_B = offset_B;
      offset_B += l->slice_B * slices;
   }
   s->size_B = offset_B;
   return true;
}

/* Bits of the pixel index, lowest first: 0-2 = x0-x2, 3-5 = y0-y2. */
static const uint8_t micro_order[6][6] = {
   {0, 3, 1, 4, 2, 5}, /* non-displayable */
   {0, 1, 2, 4, 3, 5}, /* displayable, 1 byte */
   {0, 1, 2, 3, 4, 5}, /* 2 */
   {0, 1, 3, 2, 4, 5}, /* 4 */
   {0, 3, 1, 2, 4, 5}, /* 8 */
   {3, 0, 1, 2, 4, 5}, /* 16 */
};

static unsigned
micro_row(bool non_displayable, unsigned block_B)
{
   return non_displayable ? 0 : 1 + u_log2(block_B);
}

unsigned
ts_micro_tile_index(bool non_displayable, unsigned block_B, unsigned x, unsigned y)
{
   const uint8_t *order = micro_order[micro_row(non_displayable, block_B)];
   assert(non_displayable || (u_is_pow2(block_B) && block_B <= 16));
   unsigned in = (x & 7) | (y & 7) << 3, out = 0;
   for (unsigned i = 0; i < 6; i++)
      out |= (in >> order[i] & 1) << i;
   return out;
}

static uint32_t
bit(uint32_t v, unsigned n)
{
   return v >> n & 1;
}

/** Pipe of the tile at pixel (x, y). The equations of R6xx; no public source gives those of Evergreen and
 * later, for which these are the natural candidate. */
static uint32_t
pipe_of(const struct ts_tiling *t, uint32_t x, uint32_t y)
{
   switch (t->pipes) {
   case 2:
      return bit(y, 3) ^ bit(x, 3);
   case 4:
      return (bit(y, 3) ^ bit(x, 4)) | (bit(y, 4) ^ bit(x, 3)) << 1;
   case 8:
      return (bit(y, 3) ^ bit(x, 5)) | (bit(y, 4) ^ bit(x, 5) ^ bit(x, 4)) << 1 |
             (bit(y, 5) ^ bit(x, 3)) << 2;
   }
   return 0;
}

static uint32_t
r6_bank_of(const struct ts_tiling *t, uint32_t x, uint32_t y)
{
   uint32_t ty = y / t->pipes;
   if (t->banks == 4)
      return (bit(ty, 4) ^ bit(x, 3)) | (bit(ty, 3) ^ bit(x, 4)) << 1;
   return (bit(ty, 5) ^ bit(x, 3)) | (bit(ty, 5) ^ bit(ty, 4) ^ bit(x, 4)) << 1 |
          (bit(ty, 3) ^ bit(x, 5)) << 2;
}

static uint32_t
eg_bank_of(const struct ts_tiling *t, uint32_t tx, uint32_t ty)
{
   switch (t->banks) {
   case 4:
      return (bit(tx, 0) ^ bit(ty, 1)) | (bit(tx, 1) ^ bit(ty, 0)) << 1;
   case 8:
      return (bit(tx, 0) ^ bit(ty, 2)) | (bit(tx, 1) ^ bit(ty, 1) ^ bit(ty, 2)) << 1 |
             (bit(tx, 2) ^ bit(ty, 0)) << 2;
   case 16:
      return (bit(tx, 0) ^ bit(ty, 3)) | (bit(tx, 1) ^ bit(ty, 2) ^ bit(ty, 3)) << 1 |
             (bit(tx, 2) ^ bit(ty, 1)) << 2 | (bit(tx, 3) ^ bit(ty, 0)) << 3;
   }
   return 0;
}

/** Spreads an offset within one (pipe, bank) over groups, pipes and banks. */
static uint64_t
interleave(const struct ts_tiling *t, uint64_t total, uint32_t pipe, uint32_t bank)
{
   const uint64_t g = t->group_B;
   return total % g + pipe * g + bank * g * t->pipes + total / g * g * t->pipes * t->banks;
}

static uint64_t
address_2d_r6(const struct ts_tiling *t, const struct ts_surface *s, const struct ts_level *l, uint32_t x,
              uint32_t y, uint32_t slice, uint64_t element_B)
{
   const uint32_t p = t->pipes, k = t->banks, mw = 8 * k, mh = 8 * p;
   uint32_t combined = pipe_of(t, x, y) + p * r6_bank_of(t, x, y);
   combined = (combined ^ slice * (p * (k / 2 - 1))) % (p * k);
   uint64_t macro_B = 64ull * p * k * s->block_B * s->samples;
   uint64_t macro = (uint64_t)(y / mh) * (l->pitch_bl / mw) + x / mw;
   uint64_t offset = macro * macro_B + slice * l->slice_B;
   return interleave(t, element_B + offset / (p * k), combined % p, combined / p);
}

static uint64_t
address_2d_eg(const struct ts_tiling *t, const struct ts_surface *s, const struct ts_level *l, uint32_t x,
              uint32_t y, uint32_t slice, uint64_t element_B)
{
   const uint32_t p = t->pipes, k = t->banks;
   const uint32_t mw = 8u * s->bank_w * p * s->macro_aspect, mh = 8u * s->bank_h * k / s->macro_aspect;
   const uint32_t full_B = 64u * s->block_B * s->samples, T = tile_bytes(s), splits = full_B / T;
   const uint64_t split = element_B / T, in_tile = element_B % T;
   const uint64_t bank_B = (uint64_t)T * s->bank_w * s->bank_h;
   const uint64_t macros_a_slice = (uint64_t)(l->pitch_bl / mw) * (l->height_bl / mh);
   const uint64_t macro = (uint64_t)(y / mh) * (l->pitch_bl / mw) + x / mw;
   uint64_t total = bank_B * (macro + macros_a_slice * (split + (uint64_t)splits * slice)) +
                    (uint64_t)T * (y / 8 % s->bank_h * s->bank_w + x / 8 / p % s->bank_w) + in_tile;
   uint32_t bank = eg_bank_of(t, x / 8 / (s->bank_w * p), y / 8 / s->bank_h);
   bank = (bank ^ slice * (k / 2 - 1) ^ (uint32_t)split * (k / 2 + 1)) % k;
   return interleave(t, total, pipe_of(t, x, y), bank);
}

uint64_t
ts_surface_address(const struct ts_tiling *t, const struct ts_surface *s, unsigned level, uint32_t x,
                   uint32_t y, uint32_t slice, unsigned sample)
{
   const struct ts_level *l = &s->level[level];
   if (l->mode == TS_LINEAR_ALIGNED)
      return l->offset_B + slice * l->slice_B + ((uint64_t)y * l->pitch_bl + x) * s->block_B;
   uint64_t px = ts_micro_tile_index(s->non_displayable, s->block_B, x, y);
   uint64_t element_B =
      s->depth_samples ? (px * s->samples + sample) * s->block_B : (px + sample * 64ull) * s->block_B;
   if (l->mode == TS_1D_TILED_THIN1)
      return l->offset_B + slice * l->slice_B +
             ((uint64_t)(y / 8) * (l->pitch_bl / 8) + x / 8) * 64 * s->block_B * s->samples + element_B;
   return l->offset_B + (t->macro_params ? address_2d_eg(t, s, l, x, y, slice, element_B)
                                         : address_2d_r6(t, s, l, x, y, slice, element_B));
}
