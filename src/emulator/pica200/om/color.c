/* SPDX-License-Identifier: MIT
 *
 * Blending, logic operations, masks and the colour buffer's formats. Blending is (s * fs + d * fd) / 255 in integers that saturate;
 * fewer bits than eight are cut off or rounded as pixel_params.h says. Minimum and maximum leave the factors out unless it says otherwise.
 */
#include "emulator/pica200/om/mask.h"
#include "emulator/pica200/om/om.h"

#include <string.h>

#include "emulator/simd/byte_lanes.h"
#include "emulator/simd/halves.h"

/* Words of a tile as they stand in memory. */
static void
load_raw(unsigned format, const uint8_t *restrict tile, uint32_t *restrict raw)
{
   if (format == PICA_COLOR_RGBA8) {
      memcpy(raw, tile, 4 * PICA_LANES);
   } else if (format == PICA_COLOR_RGB8) {
      for (unsigned i = 0; i < PICA_LANES; i++)
         raw[i] = tile[3 * i] | (uint32_t)tile[3 * i + 1] << 8 | (uint32_t)tile[3 * i + 2] << 16;
   } else {
      const uint16_t *p = (const uint16_t *)(const void *)tile;
      for (unsigned i = 0; i < PICA_LANES; i++)
         raw[i] = p[i];
   }
}

/* Of less than four bytes each. */
static void
store_raw(unsigned format, uint8_t *restrict tile, const uint32_t *restrict raw)
{
   if (format == PICA_COLOR_RGB8) {
      for (unsigned i = 0; i < PICA_LANES; i++) {
         tile[3 * i] = (uint8_t)raw[i];
         tile[3 * i + 1] = (uint8_t)(raw[i] >> 8);
         tile[3 * i + 2] = (uint8_t)(raw[i] >> 16);
      }
   } else {
      uint16_t *p = (uint16_t *)(void *)tile;
      for (unsigned i = 0; i < PICA_LANES; i++)
         p[i] = (uint16_t)raw[i];
   }
}

/* Where a channel stands in a format's word, and its bits; 0: it has none. */
static const struct {
   uint8_t at, bits;
} places[PICA_COLOR_FORMATS][4] = {
   [PICA_COLOR_RGBA8] = {{24, 8}, {16, 8}, {8, 8}, {0, 8}},
   [PICA_COLOR_RGB8] = {{16, 8}, {8, 8},  {0, 8}, {0, 0}},
   [PICA_COLOR_RGB5A1] = {{11, 5}, {6, 5},  {1, 5}, {0, 1}},
   [PICA_COLOR_RGB565] = {{11, 5}, {5, 6},  {0, 5}, {0, 0}},
   [PICA_COLOR_RGBA4] = {{12, 4}, {8, 4},  {4, 4}, {0, 4}},
};

static void
unpack(unsigned format, const uint32_t *restrict raw, struct pica_color *restrict out)
{
   if (format == PICA_COLOR_RGBA8) { /* the usual one: two channels at a time */
      uint16_t *restrict red = out->c[0].v, *restrict green = out->c[1].v, *restrict blue = out->c[2].v,
                         *restrict alpha = out->c[3].v;
      for (unsigned i = 0; i < PICA_LANES; i++) {
         red[i] = (uint16_t)(raw[i] >> 16);
         blue[i] = (uint16_t)raw[i];
      }
      for (unsigned i = 0; i < PICA_LANES; i++) {
         green[i] = red[i] & 255;
         alpha[i] = blue[i] & 255;
         red[i] >>= 8;
         blue[i] >>= 8;
      }
      return;
   }
   for (unsigned c = 0; c < 4; c++) {
      unsigned at = places[format][c].at, bits = places[format][c].bits;
      uint16_t *restrict v = out->c[c].v;
      uint32_t most = (1u << bits) - 1;
      for (unsigned i = 0; i < PICA_LANES; i++) {
         uint32_t x = raw[i] >> at & most;
         v[i] = (uint16_t)(bits == 8   ? x
                           : bits == 6 ? x << 2 | x >> 4
                           : bits == 5 ? x << 3 | x >> 2
                           : bits == 4 ? x * 17
                           : bits == 1 ? x * 255
                                       : 255);
      }
   }
}

static void
pack(const struct pica_om *om, const struct pica_channels *color, uint32_t *restrict raw)
{
   if (om->color_format == PICA_COLOR_RGBA8) {
      _Alignas(64) uint16_t high[PICA_LANES], low[PICA_LANES];
      const uint16_t *restrict red = color->c[0]->v, *restrict green = color->c[1]->v,
                               *restrict blue = color->c[2]->v, *restrict alpha = color->c[3]->v;
      for (unsigned i = 0; i < PICA_LANES; i++) {
         high[i] = (uint16_t)(red[i] << 8 | green[i]);
         low[i] = (uint16_t)(blue[i] << 8 | alpha[i]);
      }
      for (unsigned i = 0; i < PICA_LANES; i++)
         raw[i] = (uint32_t)high[i] << 16 | low[i];
      return;
   }
   memset(raw, 0, 4 * PICA_LANES);
   for (unsigned c = 0; c < 4; c++) {
      unsigned at = places[om->color_format][c].at, bits = places[om->color_format][c].bits;
      const uint16_t *restrict v = color->c[c]->v;
      if (!bits)
         continue;
      if (bits == 8 || !om->params.color_half) {
         for (unsigned i = 0; i < PICA_LANES; i++)
            raw[i] |= (uint32_t)(v[i] >> (8 - bits)) << at;
      } else {
         uint16_t most = (uint16_t)((1u << bits) - 1);
         for (unsigned i = 0; i < PICA_LANES; i++)
            raw[i] |= (uint32_t)pica_div255((uint16_t)(v[i] * most + 127)) << at;
      }
   }
}

struct factor {
   const uint16_t *v;
   uint16_t flip; /* 255: 255 - x */
   _Alignas(64) uint16_t row[PICA_LANES];
};

/* A channel's factor. */
static void
find_factor(const struct pica_om *om, unsigned factor, unsigned c, const struct pica_channels *s,
            const struct pica_color *d, struct factor *out)
{
   static const _Alignas(64) uint16_t zeros[PICA_LANES];
   out->v = zeros;
   out->flip = factor & 1 ? 255 : 0;
   switch (factor) {
   case PICA_FACTOR_ONE:
      return;
   case PICA_FACTOR_SRC:
   case PICA_FACTOR_INV_SRC:
      out->v = s->c[c]->v;
      return;
   case PICA_FACTOR_DST:
   case PICA_FACTOR_INV_DST:
      out->v = d->c[c].v;
      return;
   case PICA_FACTOR_SRC_ALPHA:
   case PICA_FACTOR_INV_SRC_ALPHA:
      out->v = s->c[3]->v;
      return;
   case PICA_FACTOR_DST_ALPHA:
   case PICA_FACTOR_INV_DST_ALPHA:
      out->v = d->c[3].v;
      return;
   case PICA_FACTOR_CONST:
   case PICA_FACTOR_INV_CONST:
   case PICA_FACTOR_CONST_ALPHA:
   case PICA_FACTOR_INV_CONST_ALPHA: {
      const bool alpha = factor == PICA_FACTOR_CONST_ALPHA || factor == PICA_FACTOR_INV_CONST_ALPHA;
      for (unsigned i = 0; i < PICA_LANES; i++)
         out->row[i] = om->constant[alpha ? 3 : c];
      out->v = out->row;
      return;
   }
   case PICA_FACTOR_SATURATE:
      for (unsigned i = 0; i < PICA_LANES; i++) {
         uint16_t room = 255 - d->c[3].v[i];
         out->row[i] = c == 3 ? 255 : s->c[3]->v[i] < room ? s->c[3]->v[i] : room;
      }
      out->v = out->row;
      out->flip = 0;
      return;
   default: /* zero; 15 is no factor */
      out->flip = 0;
      return;
   }
}

static void
blend_channel(const struct pica_om *om, unsigned c, const struct pica_channels *s, const struct pica_color *d,
              uint16_t *restrict out)
{
   unsigned which = c == 3, equation = om->equation[which];
   const uint16_t *restrict sv = s->c[c]->v, *restrict dv = d->c[c].v;
   uint16_t bias = om->params.blend_bias;
   struct factor fs, fd;
   bool by_size = equation == PICA_BLEND_MIN || equation == PICA_BLEND_MAX;
   if (by_size && !om->params.blend_minmax_factors) {
      bool least = equation == PICA_BLEND_MIN;
      for (unsigned i = 0; i < PICA_LANES; i++) {
         uint16_t low = sv[i] < dv[i] ? sv[i] : dv[i], high = sv[i] < dv[i] ? dv[i] : sv[i];
         out[i] = least ? low : high;
      }
      return;
   }
   find_factor(om, om->src[which], c, s, d, &fs);
   find_factor(om, om->dst[which], c, s, d, &fd);
   /* products are at most 65025, sums and their bias below 65536 after they were cut to it */
#define EACH(expression)                                                                                     \
   for (unsigned i = 0; i < PICA_LANES; i++) {                                                               \
      uint16_t a = (uint16_t)(sv[i] * (fs.v[i] ^ fs.flip)), b = (uint16_t)(dv[i] * (fd.v[i] ^ fd.flip)),     \
               room = 65025 - a;                                                                             \
      (void)room;                                                                                            \
      out[i] = pica_div255((uint16_t)((expression) + bias));                                                 \
   }                                                                                                         \
   break
   switch (equation) {
   case PICA_BLEND_SUBTRACT:
      EACH(a > b ? a - b : 0);
   case PICA_BLEND_REVERSE:
      EACH(b > a ? b - a : 0);
   case PICA_BLEND_MIN:
      EACH(a < b ? a : b);
   case PICA_BLEND_MAX:
      EACH(a > b ? a : b);
   default:
      EACH(a + (b < room ? b : room));
   }
#undef EACH
}

/* Does blending add to what is stored something that does not depend on it, both in bytes? Then (s * fs + d * 255) / 255 is d and the quotient
 * of the first product, to the bit, and stops at 255. */
static bool
adds_bytes(const struct pica_om *om)
{
   bool adds = om->blends && om->color_format == PICA_COLOR_RGBA8;
   for (unsigned k = 0; k < 2; k++)
      adds &= om->equation[k] == PICA_BLEND_ADD && om->dst[k] == PICA_FACTOR_ONE &&
              (om->src[k] <= PICA_FACTOR_INV_SRC || om->src[k] == PICA_FACTOR_SRC_ALPHA ||
               om->src[k] == PICA_FACTOR_INV_SRC_ALPHA);
   return adds;
}

/* The quotients of the first products, from number \p i on. */
ALWAYS_INLINE vh
added(const uint16_t *s, const struct factor *f, uint16_t bias, unsigned i)
{
   const vh x = *(const vh *)&s[i] * (*(const vh *)&f->v[i] ^ f->flip) + bias;
   return (x + 1 + (x >> 8)) >> 8;
}

/* Words of two halves each, the first ones and those behind them. */
ALWAYS_INLINE void
words_of(vh high, vh low, vi out[2])
{
#if EMU_VEC_B == 64
   out[0] = (vi)EMU_SHUFFLE(low, high, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 8, 40, 9, 41,
                            10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47);
   out[1] = (vi)EMU_SHUFFLE(low, high, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55, 24, 56,
                            25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63);
#elif EMU_VEC_B == 32
   out[0] = (vi)EMU_SHUFFLE(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
   out[1] = (vi)EMU_SHUFFLE(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
#else
   out[0] = (vi)EMU_SHUFFLE(low, high, 0, 8, 1, 9, 2, 10, 3, 11);
   out[1] = (vi)EMU_SHUFFLE(low, high, 4, 12, 5, 13, 6, 14, 7, 15);
#endif
}

/* Adds to words of bytes what adds_bytes() says, in \p bits of them. */
static void
add_words(const struct pica_om *om, uint8_t *tile, const struct pica_channels *color, uint64_t live,
          uint32_t bits)
{
   struct factor f[4];
   bool again[4]; /* it is the channel before */
   const uint16_t bias = om->params.blend_bias;
   for (unsigned c = 0; c < 4; c++) {
      again[c] = c && color->c[c] == color->c[c - 1] && om->src[c == 3] == om->src[0];
      if (!again[c])
         find_factor(om, om->src[c == 3], c, color, NULL, &f[c]);
   }
#pragma GCC unroll 1
   for (unsigned i = 0; i < PICA_LANES; i += 2 * EMU_VEC_LANES) {
      vh more[4];
      vi word[2];
      for (unsigned c = 0; c < 4; c++)
         more[c] = c && again[c] ? more[c - 1] : added(color->c[c]->v, &f[c], bias, i);
      words_of(more[0] << 8 | more[1], more[2] << 8 | more[3], word);
      for (unsigned k = 0; k < 2; k++) {
         uint8_t *at = tile + 4 * (i + k * EMU_VEC_LANES);
         vb stored;
         memcpy(&stored, at, sizeof stored);
         stored = v_byte_add(stored, (vb)(word[k] & v_mask(live >> (i + k * EMU_VEC_LANES)) & (int32_t)bits));
         memcpy(at, &stored, sizeof stored);
      }
   }
}

/* Words of 32 bits to a tile that has them: those of \p live, instead of what is there in \p bits. */
static void
store_words(uint8_t *tile, const uint32_t *raw, uint64_t live, uint32_t bits)
{
   for (unsigned i = 0; i < PICA_LANES; i += EMU_VEC_LANES) {
      const vi mask = v_mask(live >> i) & (int32_t)bits, word = v_loadi(&raw[i]);
      vi stored;
      memcpy(&stored, tile + 4 * i, sizeof stored);
      stored = v_mergei(mask, word, stored);
      memcpy(tile + 4 * i, &stored, sizeof stored);
   }
}

static void
logic_channel(unsigned op, const uint16_t *restrict s, const uint16_t *restrict d, uint16_t *restrict out)
{
#define EACH(expression)                                                                                     \
   for (unsigned i = 0; i < PICA_LANES; i++)                                                                 \
      out[i] = (uint16_t)((expression)&255);                                                                 \
   break
   switch (op) {
   case 0:
      EACH(0);
   case 1:
      EACH(s[i] & d[i]);
   case 2:
      EACH(s[i] & ~d[i]);
   case 3:
      EACH(s[i]);
   case 4:
      EACH(255);
   case 5:
      EACH(~s[i]);
   case 6:
      EACH(d[i]);
   case 7:
      EACH(~d[i]);
   case 8:
      EACH(~(s[i] & d[i]));
   case 9:
      EACH(s[i] | d[i]);
   case 10:
      EACH(~(s[i] | d[i]));
   case 11:
      EACH(s[i] ^ d[i]);
   case 12:
      EACH(~(s[i] ^ d[i]));
   case 13:
      EACH(~s[i] & d[i]);
   case 14:
      EACH(s[i] | ~d[i]);
   default:
      EACH(~s[i] | d[i]);
   }
#undef EACH
}

/* The bits of a format's word that the mask lets through. */
static uint32_t
mask_of(const struct pica_om *om)
{
   uint32_t mask = 0;
   for (unsigned c = 0; c < 4; c++)
      if (om->write_mask >> c & 1)
         mask |= ((1u << places[om->color_format][c].bits) - 1) << places[om->color_format][c].at;
   return mask;
}

void
EMU_FN(pica_om_color)(const struct pica_om *om, uint8_t *tile, const struct pica_channels *color,
                      uint64_t live)
{
   if (!tile || !om->write_mask || !live)
      return;
   _Alignas(64) uint32_t was[PICA_LANES], raw[PICA_LANES];
   const bool whole = om->color_format == PICA_COLOR_RGBA8;
   const uint32_t bits = mask_of(om);
   struct pica_words mask;
   struct pica_color stored, room;
   struct pica_channels mixed;
   if (adds_bytes(om)) {
      add_words(om, tile, color, live, bits);
      return;
   }
   if (!whole || om->reads_color)
      load_raw(om->color_format, tile, was);
   if (om->reads_color) {
      unpack(om->color_format, was, &stored);
      for (unsigned c = 0; c < 4; c++)
         if (om->blends)
            blend_channel(om, c, color, &stored, room.c[c].v);
         else
            logic_channel(om->logic_op, color->c[c]->v, stored.c[c].v, room.c[c].v);
      mixed = pica_channels_of(&room);
      color = &mixed;
   }
   pack(om, color, raw);
   if (whole) {
      store_words(tile, raw, live, bits);
      return;
   }
   pica_mask_words(live, &mask);
   for (unsigned i = 0; i < PICA_LANES; i++) {
      uint32_t m = mask.v[i] & bits;
      raw[i] = (was[i] & ~m) | (raw[i] & m);
   }
   store_raw(om->color_format, tile, raw);
}

void
EMU_FN(pica_om_shadow)(const struct pica_om *om, uint8_t *tile, const struct pica_floats *depth,
                       const struct pica_channels *color, uint64_t live)
{
   if (!tile)
      return;
   for (; live; live &= live - 1) {
      unsigned i = (unsigned)__builtin_ctzll(live);
      uint8_t *p = tile + 4 * i;
      float d = depth->v[i];
      uint32_t z = (uint32_t)(int32_t)(d * 16777215.0f);
      z = z < 0xffffff ? z : 0xffffff;
      uint32_t stored = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2], intensity = color->c[1]->v[i];
      if (z >= stored)
         continue;
      if (!intensity) {
         p[0] = (uint8_t)(z >> 16);
         p[1] = (uint8_t)(z >> 8);
         p[2] = (uint8_t)z;
         continue;
      }
      float light = (float)intensity / (om->shadow_constant + om->shadow_linear * ((float)z / (float)stored));
      if (light < (float)p[3])
         p[3] = (uint8_t)(light > 0 ? light : 0);
   }
}
