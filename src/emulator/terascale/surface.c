/* SPDX-License-Identifier: MIT
 *
 * Where an element of a surface stands in memory: linear, 1D tiled (8x8 micro tiles) and 2D tiled (macro
 * tiles spread over pipes and banks) arrays of all generations.
 *
 * Rests on the R6xx/R7xx 3D register guide (CB_COLOR0_INFO.ARRAY_MODE, CB_COLOR0_SIZE, GB_TILING_CONFIG) and
 * the published address equations of AMD's tiling library. The pipe equation of Evergreen and later is not
 * public; the R6xx/R7xx one, of which the later public ones are extensions, is used. Left out: thick tiles,
 * bank swaps, pipe/bank swizzles in the base address, and sample splits of R6xx/R7xx.
 *
 * In a micro tile of several samples, colour has the pixels of sample 0, then those of sample 1 and so on;
 * depth and stencil have the samples of pixel 0, then those of pixel 1.
 */
#include "emulator/terascale/surface.h"

#include <assert.h>

#include "util/u_math.h"

enum { TILE_PX = 64 };

static inline uint32_t
bit(uint32_t v, unsigned n)
{
   return v >> n & 1;
}

/* Bits of the pixel index inside a micro tile, lowest first: 0..2 = x0..x2, 3..5 = y0..y2. */
static const uint8_t depth_order[6] = {0, 3, 1, 4, 2, 5};
static const uint8_t display_order[5][6] = {
   {0, 1, 2, 4, 3, 5}, /* 8 bpp */
   {0, 1, 2, 3, 4, 5}, /* 16 */
   {0, 1, 3, 2, 4, 5}, /* 32 */
   {0, 3, 1, 2, 4, 5}, /* 64 */
   {3, 0, 1, 2, 4, 5}, /* 128 */
};

static const uint8_t *
pixel_order(const struct emu_surface *s)
{
   assert(s->bytes_per_el);
   return s->tile_type ? depth_order
                       : display_order[u_log2(s->bytes_per_el) > 4 ? 4 : u_log2(s->bytes_per_el)];
}

static uint32_t
pixel_index(const struct emu_surface *s, uint32_t x, uint32_t y)
{
   const uint8_t *order = pixel_order(s);
   uint32_t xy = (x & 7) | (y & 7) << 3, index = 0;
   for (unsigned i = 0; i < 6; i++)
      index |= bit(xy, order[i]) << i;
   return index;
}

/* Bytes from the start of a micro tile with all its samples. */
static uint32_t
in_tile_B(const struct emu_surface *s, uint32_t x, uint32_t y)
{
   uint32_t i = pixel_index(s, x, y);
   return s->bytes_per_el * (s->depth_samples ? (i << s->log2_samples) + s->sample : i + s->sample * TILE_PX);
}

static uint32_t
pipe_of(uint32_t pipes, uint32_t x, uint32_t y)
{
   switch (pipes) {
   case 2:
      return bit(y, 3) ^ bit(x, 3);
   case 4:
      return (bit(y, 3) ^ bit(x, 4)) | (bit(y, 4) ^ bit(x, 3)) << 1;
   case 8:
      return (bit(y, 3) ^ bit(x, 5)) | (bit(y, 4) ^ bit(x, 5) ^ bit(x, 4)) << 1 |
             (bit(y, 5) ^ bit(x, 3)) << 2;
   default:
      return 0;
   }
}

/* R6xx/R7xx: 4 or 8 banks; x in pixels, ty = y / pipes. */
static uint32_t
r6_bank_of(uint32_t banks, uint32_t x, uint32_t ty)
{
   if (banks == 4)
      return (bit(ty, 4) ^ bit(x, 3)) | (bit(ty, 3) ^ bit(x, 4)) << 1;
   return (bit(ty, 5) ^ bit(x, 3)) | (bit(ty, 5) ^ bit(ty, 4) ^ bit(x, 4)) << 1 |
          (bit(ty, 3) ^ bit(x, 5)) << 2;
}

/* Evergreen: tx, ty count columns and rows of a bank. */
static uint32_t
eg_bank_of(uint32_t banks, uint32_t tx, uint32_t ty)
{
   switch (banks) {
   case 2:
      return bit(tx, 0) ^ bit(ty, 0);
   case 4:
      return (bit(tx, 0) ^ bit(ty, 1)) | (bit(tx, 1) ^ bit(ty, 0)) << 1;
   case 8:
      return (bit(tx, 0) ^ bit(ty, 2)) | (bit(tx, 1) ^ bit(ty, 1) ^ bit(ty, 2)) << 1 |
             (bit(tx, 2) ^ bit(ty, 0)) << 2;
   default:
      return (bit(tx, 0) ^ bit(ty, 3)) | (bit(tx, 1) ^ bit(ty, 2) ^ bit(ty, 3)) << 1 |
             (bit(tx, 2) ^ bit(ty, 1)) << 2 | (bit(tx, 3) ^ bit(ty, 0)) << 3;
   }
}

/** What the 2D equations need of a surface; every value but the macro tile counts is a power of two. */
struct macro {
   uint32_t pipes, banks, group_B;
   uint32_t width_px, height_px; /* of a macro tile */
   uint32_t tile_B;              /* of a micro tile, or of one split slice of it */
   uint32_t splits;              /* slices that a micro tile is split into */
   uint32_t bank_w, bank_h;
   uint32_t per_row, count; /* macro tiles */
   bool evergreen;
};

static uint32_t
pow2_or(uint32_t v, uint32_t fallback)
{
   return u_is_pow2(v) ? v : fallback;
}

static struct macro
macro_of(const struct emu_surface *s)
{
   struct macro m;
   m.evergreen = s->chip->gen >= DB_EVERGREEN;
   m.pipes = pow2_or(s->chip->tile_pipes, 1);
   m.group_B = pow2_or(s->chip->group_bytes, 256);
   m.tile_B = TILE_PX * s->bytes_per_el << s->log2_samples;
   m.splits = 1;
   m.bank_w = m.bank_h = 1;
   if (m.evergreen) {
      m.banks = pow2_or(s->num_banks, 8);
      m.bank_w = pow2_or(s->bank_width, 1);
      m.bank_h = pow2_or(s->bank_height, 1);
      uint32_t aspect = pow2_or(s->macro_aspect, 1);
      aspect = MIN2(aspect, m.banks);
      uint32_t split_B = pow2_or(s->tile_split_B, m.tile_B);
      split_B = MAX2(split_B, 64);
      if (m.tile_B > split_B) {
         m.splits = m.tile_B / split_B;
         m.tile_B = split_B;
      }
      m.width_px = 8 * m.bank_w * m.pipes * aspect;
      m.height_px = 8 * m.bank_h * m.banks / aspect;
   } else {
      m.banks = s->chip->num_banks == 4 ? 4 : 8;
      m.width_px = 8 * m.banks;
      m.height_px = 8 * m.pipes;
   }
   assert(u_is_pow2(m.pipes) && u_is_pow2(m.banks) && u_is_pow2(m.group_B) && u_is_pow2(m.bank_w) &&
          u_is_pow2(m.bank_h));
   assert(u_is_pow2(m.width_px) && u_is_pow2(m.height_px) && m.splits);
   m.per_row = DIV_ROUND_UP(s->pitch_el, m.width_px);
   m.count = m.per_row * DIV_ROUND_UP(s->height_el, m.height_px);
   return m;
}

/* Bytes in one (pipe, bank) before \p slice. Aligned to a micro tile whatever the registers say, so that no
 * element ever straddles groups. */
static uint64_t
slice_in_bank_B(const struct emu_surface *s, const struct macro *m, uint32_t slice)
{
   uint64_t b = s->slice_B * slice >> u_log2(m->pipes * m->banks);
   return b & ~(uint64_t)(m->tile_B - 1);
}

static uint64_t
offset_2d(const struct emu_surface *s, uint32_t x, uint32_t y, uint32_t slice)
{
   struct macro m = macro_of(s);
   uint32_t log2_group = u_log2(m.group_B), log2_pipes = u_log2(m.pipes), log2_banks = u_log2(m.banks);
   uint32_t byte = in_tile_B(s, x, y), split = byte >> u_log2(m.tile_B);
   if (m.splits == 1)
      split = 0;
   else
      byte &= m.tile_B - 1;
   uint64_t macro_index = (uint64_t)(y >> u_log2(m.height_px)) * m.per_row + (x >> u_log2(m.width_px));
   uint64_t total = slice_in_bank_B(s, &m, slice) + byte;
   uint32_t pipe = pipe_of(m.pipes, x, y), bank;
   assert(pipe < m.pipes);
   if (m.evergreen) {
      uint64_t macro_B = (uint64_t)m.tile_B * m.bank_w * m.bank_h;
      uint32_t log2_bank_w = u_log2(m.bank_w), log2_bank_h = u_log2(m.bank_h);
      total += macro_B * (macro_index + (uint64_t)m.count * split);
      total += (uint64_t)m.tile_B *
               (((y >> 3) & (m.bank_h - 1)) << log2_bank_w | ((x >> (3 + log2_pipes)) & (m.bank_w - 1)));
      bank = eg_bank_of(m.banks, x >> (3 + log2_bank_w + log2_pipes), y >> (3 + log2_bank_h));
      bank ^= slice * (m.banks / 2 - 1);
      bank ^= split * (m.banks / 2 + 1);
      bank &= m.banks - 1;
   } else {
      total += (uint64_t)m.tile_B * macro_index;
      bank = r6_bank_of(m.banks, x, y >> log2_pipes);
      uint32_t both = (pipe | bank << log2_pipes) ^ slice * m.pipes * (m.banks / 2 - 1);
      pipe = both & (m.pipes - 1);
      bank = both >> log2_pipes & (m.banks - 1);
   }
   assert(pipe < m.pipes && bank < m.banks);
   return (total & (m.group_B - 1)) | (uint64_t)pipe << log2_group |
          (uint64_t)bank << (log2_group + log2_pipes) |
          total >> log2_group << (log2_group + log2_pipes + log2_banks);
}

uint64_t
emu_surface_offset(const struct emu_surface *s, uint32_t x_el, uint32_t y_el, uint32_t slice)
{
   switch (s->array_mode) {
   case EMU_1D_THIN1:
   case EMU_1D_THICK:
      return s->slice_B * slice +
             (((uint64_t)(y_el >> 3) * DIV_ROUND_UP(s->pitch_el, 8) + (x_el >> 3)) * TILE_PX * s->bytes_per_el
              << s->log2_samples) +
             in_tile_B(s, x_el, y_el);
   case EMU_2D_THIN1:
      return offset_2d(s, x_el, y_el, slice);
   default:
      return s->slice_B * slice + ((uint64_t)y_el * s->pitch_el + x_el) * s->bytes_per_el;
   }
}

/* A tile larger than a group goes on after the other pipes and banks have had theirs. */
static uint32_t
spread(const struct macro *m, uint32_t byte)
{
   return (byte & (m->group_B - 1)) + (byte & ~(m->group_B - 1)) * m->pipes * m->banks;
}

uint32_t
emu_surface_first_sample(const struct emu_surface *s, uint64_t *shift_B)
{
   struct emu_surface from = *s;
   if (s->array_mode != EMU_2D_THIN1) {
      *shift_B = in_tile_B(s, 0, 0);
      return 0;
   }
   struct macro m = macro_of(s);
   from.sample = 0;
   if (m.splits > 1 && !s->depth_samples) {
      uint32_t per_split = m.tile_B / (TILE_PX * s->bytes_per_el);
      from.sample = per_split ? (uint8_t)(s->sample & ~(per_split - 1)) : s->sample;
   }
   *shift_B =
      spread(&m, in_tile_B(s, 0, 0) & (m.tile_B - 1)) - spread(&m, in_tile_B(&from, 0, 0) & (m.tile_B - 1));
   return from.sample;
}

uint64_t
emu_surface_end(const struct emu_surface *s, uint32_t slice)
{
   uint64_t tiles = (uint64_t)DIV_ROUND_UP(s->pitch_el, 8) * DIV_ROUND_UP(s->height_el, 8);
   switch (s->array_mode) {
   case EMU_1D_THIN1:
   case EMU_1D_THICK:
      return s->slice_B * slice + (tiles * TILE_PX * s->bytes_per_el << s->log2_samples);
   case EMU_2D_THIN1: {
      struct macro m = macro_of(s);
      uint64_t per_bank_B =
         slice_in_bank_B(s, &m, slice) + (uint64_t)m.tile_B * m.bank_w * m.bank_h * m.count * m.splits;
      return u_align(per_bank_B, m.group_B) * m.pipes * m.banks;
   }
   default:
      return s->slice_B * slice + (uint64_t)s->pitch_el * s->height_el * s->bytes_per_el;
   }
}

uint64_t
emu_surface_start(const struct emu_surface *s, uint32_t slice)
{
   if (s->array_mode == EMU_2D_THIN1)
      return slice ? emu_surface_end(s, slice - 1) : 0;
   return s->slice_B * slice;
}

bool
emu_surface_tile_table(const struct emu_surface *s, uint32_t off_B[64])
{
   if (s->array_mode == EMU_2D_THIN1) {
      struct macro m = macro_of(s);
      uint32_t first = in_tile_B(s, 0, 0);
      if (m.splits > 1 && (s->depth_samples || TILE_PX * s->bytes_per_el > m.tile_B))
         return false;
      for (uint32_t i = 0; i < TILE_PX; i++)
         off_B[i] =
            spread(&m, in_tile_B(s, i & 7, i >> 3) & (m.tile_B - 1)) - spread(&m, first & (m.tile_B - 1));
      return true;
   }
   for (uint32_t i = 0; i < TILE_PX; i++)
      off_B[i] = s->array_mode < EMU_1D_THIN1 ? ((i >> 3) * s->pitch_el + (i & 7)) * s->bytes_per_el
                                              : in_tile_B(s, i & 7, i >> 3) - in_tile_B(s, 0, 0);
   return true;
}
