/* SPDX-License-Identifier: MIT
 *
 * A texture unit's set-up to a view: formats, levels and where they stand. R5xx registers TX_FORMAT0 to TX_OFFSET. Each
 * level follows the finer one without a gap, its faces or slices one after the other; levels below a macro tile's size
 * are not macro tiled (TX_FILTER1.MACRO_SWITCH). Heights of mipmapped, cube and 3D textures are powers of two in memory.
 * Left out: AVYU444 and MPEG formats, CxV8U8, 24-bit floats, chroma keys.
 */
#include "emulator/r300/tx/tx.h"

#include <assert.h>
#include <string.h>

#include "format/srgb.h"
#include "util/u_math.h"

struct format {
   uint8_t kind, el_B, comps, block;
   uint8_t bits[4]; /* from the lowest bit on */
};

enum { MSB = 32 }; /* TX_FORMAT2.TXFORMAT_MSB */

/* clang-format off */
static const struct format formats[64] = {
   [0] = {TX_KIND_PACKED, 1, 1, 1, {8}},
   [1] = {TX_KIND_PACKED, 2, 1, 1, {16}},
   [2] = {TX_KIND_PACKED, 1, 2, 1, {4, 4}},
   [3] = {TX_KIND_PACKED, 2, 2, 1, {8, 8}},
   [4] = {TX_KIND_PACKED, 4, 2, 1, {16, 16}},
   [5] = {TX_KIND_PACKED, 1, 3, 1, {2, 3, 3}},
   [6] = {TX_KIND_PACKED, 2, 3, 1, {5, 6, 5}},
   [7] = {TX_KIND_PACKED, 2, 3, 1, {5, 5, 6}},
   [8] = {TX_KIND_PACKED, 4, 3, 1, {10, 11, 11}},
   [9] = {TX_KIND_PACKED, 4, 3, 1, {11, 11, 10}},
   [10] = {TX_KIND_PACKED, 2, 4, 1, {4, 4, 4, 4}},
   [11] = {TX_KIND_PACKED, 2, 4, 1, {5, 5, 5, 1}},
   [12] = {TX_KIND_PACKED, 4, 4, 1, {8, 8, 8, 8}},
   [13] = {TX_KIND_PACKED, 4, 4, 1, {10, 10, 10, 2}},
   [14] = {TX_KIND_WORDS, 8, 4, 1, {16, 16, 16, 16}},
   [15] = {TX_KIND_DXT1, 8, 4, 4, {0}},
   [16] = {TX_KIND_DXT3, 16, 4, 4, {0}},
   [17] = {TX_KIND_DXT5, 16, 4, 4, {0}},
   [20] = {TX_KIND_YUV, 2, 3, 1, {0}},
   [21] = {TX_KIND_YUV, 2, 3, 1, {0}},
   [24] = {TX_KIND_HALVES, 2, 1, 1, {0}},
   [25] = {TX_KIND_HALVES, 4, 2, 1, {0}},
   [26] = {TX_KIND_HALVES, 8, 4, 1, {0}},
   [27] = {TX_KIND_FLOATS, 4, 1, 1, {0}},
   [28] = {TX_KIND_FLOATS, 8, 2, 1, {0}},
   [29] = {TX_KIND_FLOATS, 16, 4, 1, {0}},
   [31] = {TX_KIND_ATI2N, 16, 2, 4, {0}},
   [MSB + 2] = {TX_KIND_PACKED, 2, 1, 1, {10}},
   [MSB + 3] = {TX_KIND_PACKED, 4, 2, 1, {10, 10}},
   [MSB + 5] = {TX_KIND_ATI1N, 8, 1, 4, {0}},
   [MSB + 6] = {TX_KIND_PACKED, 4, 2, 1, {24, 8}},
};
/* clang-format on */

enum {
   FORMAT_VYUY422 = 20,   /* the lowest byte is the first texel's Y; of YVYU422 it is U */
   FORMAT_Y8X24 = MSB + 6 /* depth with stencil: the 24 bits stand above the 8 */
};

static void
describe_bits(struct tx_view *v, const struct format *f)
{
   unsigned at = 0;
   for (unsigned c = 0; c < f->comps && f->kind <= TX_KIND_WORDS; c++) {
      v->bits[c] = f->bits[c];
      v->shift[c] = (uint8_t)at;
      at += f->bits[c];
   }
   if (v->setup.format == FORMAT_Y8X24) {
      v->shift[0] = 8;
      v->shift[1] = 0;
   }
   for (unsigned c = 0; c < 4; c++)
      v->is_signed[c] = v->setup.signs >> c & 1;
}

/* TX_FORMAT1.GAMMA is for components of at most 8 bits. That it leaves alone what alpha takes is inferred: so OpenGL wants it of the
 * formats with which Mesa's driver sets the bit. */
static void
describe_gamma(struct tx_view *v)
{
   const bool small = v->kind == TX_KIND_PACKED ? v->bits[0] <= 8 && v->bits[1] <= 8 && v->bits[2] <= 8
                                                : v->kind >= TX_KIND_DXT1 && v->kind <= TX_KIND_DXT5;
   for (unsigned k = 0; k < 3 && v->setup.gamma && small; k++) {
      const unsigned c = v->setup.select[k];
      if (c < v->comps && c != v->setup.select[3] && !v->is_signed[c])
         v->decodes[c] = true;
   }
}

/* TX_BORDER_COLOR is packed as texels of few bits are, and as bytes for all others; those of S3TC have blue first. One float or
 * two halves are themselves (inferred: so Mesa's driver writes them). */
static void
describe_border(struct tx_view *v)
{
   const bool as_texel = v->kind == TX_KIND_PACKED && v->el_B <= 4 && v->setup.format != FORMAT_Y8X24;
   for (unsigned c = 0; c < 4; c++) {
      const unsigned bits = as_texel && c < v->comps ? v->bits[c] : 8;
      const unsigned shift = as_texel && c < v->comps ? v->shift[c] : 8 * c;
      v->border[c] = (float)(v->setup.border >> shift & ((1u << bits) - 1)) / (float)((1u << bits) - 1);
   }
   if (v->kind >= TX_KIND_DXT1 && v->kind <= TX_KIND_DXT5 && !v->setup.dxt_swizzle) {
      const float blue = v->border[0];
      v->border[0] = v->border[2];
      v->border[2] = blue;
   }
   if (v->kind == TX_KIND_FLOATS && v->comps == 1)
      v->border[0] = uif(v->setup.border);
   for (unsigned c = 0; v->kind == TX_KIND_HALVES && v->comps <= 2 && c < v->comps; c++)
      v->border[c] = u_half_to_float((uint16_t)(v->setup.border >> (16 * c)));
   if (v->setup.format == FORMAT_Y8X24)
      v->border[0] = (float)(v->setup.border >> 8) / 16777215.0f;
}

static bool
level_is_macro(const struct tx_view *v, const struct tx_level *l)
{
   struct r300_surface s = {.bytes = v->el_B, .macro = true, .micro = v->setup.micro};
   uint32_t w, h;
   if (!v->setup.macro || !r300_surface_unit(&s, &w, &h))
      return false;
   return v->setup.rv350_tiling ? l->w >= w && l->h >= h : l->w > w && l->h > h;
}

/* Pitch and rows of a level in elements. False: the tiling does not exist. */
static bool
lay_out_level(struct tx_view *v, unsigned i)
{
   const struct tx_setup *s = &v->setup;
   struct tx_level *l = &v->level[i];
   struct r300_surface *surf = &l->surf;
   uint32_t unit_w, unit_h;
   const bool padded = s->dim != TX_2D || s->num_levels > 1;
   l->w = MAX2(s->w >> i, 1u);
   l->h = MAX2(s->h >> i, 1u);
   l->d = s->dim == TX_CUBE ? 6 : s->dim == TX_3D ? MAX2((1u << s->log2_depth) >> i, 1u) : 1;
   surf->bytes = v->el_B;
   surf->micro = v->block > 1 ? R300_MICRO_LINEAR : s->micro;
   surf->macro = v->block == 1 && level_is_macro(v, l);
   if (!r300_surface_unit(surf, &unit_w, &unit_h))
      return false;
   if (s->wide_rows && !surf->macro)
      unit_w = MAX2(unit_w, 64u / (v->el_B * unit_h));
   const uint32_t rows = padded ? u_next_pow2(l->h) : l->h;
   const uint32_t w = i == 0 && s->pitch_px ? s->pitch_px : l->w;
   surf->pitch_px = (uint32_t)u_align(DIV_ROUND_UP(w, v->block), unit_w);
   surf->height_px = (uint32_t)u_align(DIV_ROUND_UP(rows, v->block), unit_h);
   l->layer_B = r300_surface_size(surf);
   return true;
}

static bool
wraps_quickly(uint8_t mode, uint32_t size)
{
   return mode == TX_CLAMP_EDGE || ((mode == TX_REPEAT || mode == TX_MIRROR) && !(size & (size - 1)));
}

static bool
has_rows_of_four(const struct tx_view *v)
{
   bool has = v->quick && v->el_B == 4 && v->comps == 4;
   for (unsigned c = 0; c < 4; c++)
      has &= v->bits[c] == 8 && v->shift[c] == 8 * c;
   for (unsigned i = 0; i < v->setup.num_levels; i++) {
      const struct r300_axis *x = &v->level[i].axis[0];
      has &= (x->mask[0] & 3) == 3 && x->left[0] == 2;
   }
   return has;
}

bool
tx_needs_lod(const struct tx_view *v)
{
   return (v->setup.mip && v->last_level) || v->setup.mag != v->setup.min;
}

static void
find_offsets(struct tx_view *v)
{
   const struct r300_surface *s = &v->level[v->setup.first_level].surf;
   uint32_t w = 1, h = 1;
   r300_surface_unit(s, &w, &h);
   assert(w / 4 <= ARRAY_SIZE(v->piece_B) && h <= ARRAY_SIZE(v->row_B));
   for (uint32_t x = 0; x < w; x += 4)
      v->piece_B[x / 4] = (uint16_t)r300_surface_offset(s, x, 0);
   for (uint32_t y = 0; y < h; y++)
      v->row_B[y] = (uint16_t)r300_surface_offset(s, 0, y);
}

/* Views that tx/quick.c takes: texels of at most a dword with unsigned components, in two dimensions. Weighted sums of 24 bits are
 * not exact. */
static void
find_quick(struct tx_view *v)
{
   const struct tx_setup *s = &v->setup;
   const bool filtered = s->mag >= 2 || s->min >= 2 || s->mip >= 2;
   v->quick = v->kind == TX_KIND_PACKED && !s->signs && !(s->format == FORMAT_Y8X24 && filtered) &&
              !s->gamma && s->dim != TX_3D && wraps_quickly(s->wrap[0], s->w) &&
              wraps_quickly(s->wrap[1], s->h) && v->level[0].layer_B * v->level[0].d < INT32_MAX;
   for (unsigned i = 0; v->quick && i < s->num_levels; i++)
      for (unsigned k = 0; k < 2; k++)
         r300_surface_axis(&v->level[i].surf, k, &v->level[i].axis[k]);
   v->rows_of_four = has_rows_of_four(v);
   v->taps = v->rows_of_four && s->dim == TX_2D && !tx_needs_lod(v);
   if (v->taps)
      find_offsets(v);
}

const char *
tx_describe(const struct emu_mem *mem, const struct tx_setup *setup, struct tx_view *v)
{
   const struct format *f = &formats[setup->format & 63];
   memset(v, 0, sizeof *v);
   v->asked = v->setup = *setup;
   if (!f->kind)
      return "its format is not implemented";
   if (!setup->mag || !setup->min)
      return "the four-tap filter is not implemented";
   if (setup->num_levels > TX_MAX_LEVELS || setup->log2_depth >= TX_MAX_LEVELS)
      return "it has too many levels or slices";
   if (setup->pitch_px && setup->pitch_px < setup->w)
      return "its pitch is below its width";
   v->kind = f->kind;
   v->el_B = f->el_B;
   v->comps = f->comps;
   v->block = f->block;
   describe_bits(v, f);
   describe_gamma(v);
   describe_border(v);
   uint64_t at = setup->address;
   for (unsigned i = 0; i < setup->num_levels; i++) {
      struct tx_level *l = &v->level[i];
      if (!lay_out_level(v, i))
         return "such a tiling does not exist";
      l->base = emu_mem_ptr(mem, at, l->layer_B * l->d);
      if (!l->base)
         return "it lies outside of memory";
      at += l->layer_B * l->d;
   }
   v->range_B = at - setup->address;
   v->last_level = setup->num_levels - 1u;
   v->setup.first_level = (uint8_t)MIN2(setup->first_level, v->last_level);
   find_quick(v);
   return NULL;
}

/* ---- texels ---- */

static float
component(const struct tx_view *v, unsigned c, uint32_t raw)
{
   const unsigned bits = v->bits[c];
   if (v->is_signed[c]) {
      const int32_t n = (int32_t)(raw << (32 - bits)) >> (32 - bits);
      return MAX2((float)n / (float)((1 << (bits - 1)) - 1), -1.0f);
   }
   return (float)raw / (float)((1u << bits) - 1);
}

static void
packed_texel(const struct tx_view *v, const uint8_t *p, float out[4])
{
   uint32_t raw = 0;
   memcpy(&raw, p, v->el_B);
   for (unsigned c = 0; c < v->comps; c++)
      out[c] = component(v, c, raw >> v->shift[c] & ((1u << v->bits[c]) - 1));
}

/* Four values of eight bits, from the two ends of a block of alphas. */
static unsigned
alpha_code(const uint8_t *p, unsigned texel)
{
   uint64_t codes = 0;
   memcpy(&codes, p + 2, 6);
   const unsigned a = p[0], b = p[1], k = codes >> (3 * texel) & 7;
   if (k < 2)
      return k ? b : a;
   if (a > b)
      return ((8 - k) * a + (k - 1) * b) / 7;
   return k < 6 ? ((6 - k) * a + (k - 1) * b) / 5 : k == 6 ? 0 : 255;
}

/* Of a block whose component has a sign: -1 to 1. */
static float
signed_code(const uint8_t *p, unsigned texel)
{
   uint64_t codes = 0;
   memcpy(&codes, p + 2, 6);
   const int a = MAX2((int8_t)p[0], -127), b = MAX2((int8_t)p[1], -127), k = codes >> (3 * texel) & 7;
   if (k < 2)
      return (float)(k ? b : a) / 127.0f;
   if ((int8_t)p[0] > (int8_t)p[1])
      return (float)((8 - k) * a + (k - 1) * b) / (7 * 127.0f);
   return k < 6 ? (float)((6 - k) * a + (k - 1) * b) / (5 * 127.0f) : k == 6 ? -1 : 1;
}

static float
ati_code(const struct tx_view *v, unsigned c, const uint8_t *p, unsigned texel)
{
   return v->is_signed[c] ? signed_code(p, texel) : (float)alpha_code(p, texel) / 255.0f;
}

/* Colours of DXT blocks: B, G, R, A as components, as in BGRA memory. */
static void
dxt_color(const uint8_t *p, unsigned texel, bool dxt1, float out[4])
{
   uint16_t end[2];
   uint32_t codes;
   memcpy(end, p, 4);
   memcpy(&codes, p + 4, 4);
   const unsigned k = codes >> (2 * texel) & 3;
   const bool three = dxt1 && end[0] <= end[1];
   static const uint8_t bits[3] = {5, 6, 5}, shift[3] = {0, 5, 11};
   for (unsigned c = 0; c < 3; c++) {
      const unsigned max = (1u << bits[c]) - 1;
      const float a = (float)(end[0] >> shift[c] & max) / (float)max,
                  b = (float)(end[1] >> shift[c] & max) / (float)max;
      out[c] = k == 0   ? a
               : k == 1 ? b
               : three  ? (k == 2 ? (a + b) * 0.5f : 0)
               : k == 2 ? (a + a + b) / 3.0f
                        : (a + b + b) / 3.0f;
   }
   out[3] = three && k == 3 ? 0 : 1;
}

static void
block_texel(const struct tx_view *v, const uint8_t *p, unsigned texel, float out[4])
{
   switch (v->kind) {
   case TX_KIND_DXT1:
      dxt_color(p, texel, true, out);
      break;
   case TX_KIND_DXT3:
      dxt_color(p + 8, texel, false, out);
      out[3] = (float)(p[texel / 2] >> (texel % 2 * 4) & 15) / 15.0f;
      break;
   case TX_KIND_DXT5:
      dxt_color(p + 8, texel, false, out);
      out[3] = (float)alpha_code(p, texel) / 255.0f;
      break;
   case TX_KIND_ATI2N:
      out[1] = ati_code(v, 1, p + 8, texel);
      out[0] = ati_code(v, 0, p, texel);
      break;
   default:
      out[0] = ati_code(v, 0, p, texel);
      break;
   }
   if (v->kind <= TX_KIND_DXT5 && !v->setup.dxt_swizzle) { /* without TX_FILTER1 bit 21 red comes first */
      const float blue = out[0];
      out[0] = out[2];
      out[2] = blue;
   }
}

/* BT.601 with its headroom, which is inferred: OpenGL's YCbCr textures have it. Components are blue, green and red then. */
static void
yuv_to_rgb(float out[4])
{
   const float y = 1.164f * (out[1] - 16.0f / 255), u = out[0] - 128.0f / 255, w = out[2] - 128.0f / 255;
   const float rgb[3] = {y + 1.596f * w, (y - 0.391f * u) - 0.813f * w, y + 2.018f * u};
   for (unsigned c = 0; c < 3; c++)
      out[2 - c] = CLAMP(rgb[c], 0.0f, 1.0f);
}

/* \p p: a texel's two bytes; its neighbour's are in the same dword. Components are U, Y and V. */
static void
yuv_texel(const struct tx_view *v, const uint8_t *p, bool odd, float out[4])
{
   const uint8_t *pair = odd ? p - 2 : p;
   const unsigned chroma = v->setup.format == FORMAT_VYUY422;
   out[0] = (float)pair[chroma] / 255.0f;
   out[1] = (float)p[1 - chroma] / 255.0f;
   out[2] = (float)pair[2 + chroma] / 255.0f;
   if (v->setup.yuv_to_rgb)
      yuv_to_rgb(out);
}

/* Colours of S3TC are taken to 8 bits for the curve. */
static void
decode_gamma(const struct tx_view *v, float out[4])
{
   for (unsigned c = 0; c < 4; c++)
      if (v->decodes[c])
         out[c] = format_srgb_linear[(unsigned)(out[c] * 255.0f + 0.5f)];
}

void
tx_texel(const struct tx_view *v, const struct tx_level *l, uint32_t x, uint32_t y, uint32_t z, float out[4])
{
   assert(x < l->w && y < l->h && z < l->d);
   const uint64_t at = r300_surface_offset(&l->surf, x / v->block, y / v->block);
   const uint8_t *p = l->base + z * l->layer_B + at;
   out[0] = out[1] = out[2] = out[3] = 0;
   switch ((enum tx_kind)v->kind) {
   case TX_KIND_PACKED:
      packed_texel(v, p, out);
      break;
   case TX_KIND_WORDS:
   case TX_KIND_HALVES:
      for (unsigned c = 0; c < v->comps; c++) {
         uint16_t h;
         memcpy(&h, p + 2 * c, 2);
         out[c] = v->kind == TX_KIND_HALVES ? u_half_to_float(h) : component(v, c, h);
      }
      break;
   case TX_KIND_FLOATS:
      memcpy(out, p, 4u * v->comps);
      break;
   case TX_KIND_YUV:
      yuv_texel(v, p, x & 1, out);
      break;
   default:
      block_texel(v, p, y % 4 * 4 + x % 4, out);
      break;
   }
   decode_gamma(v, out);
}
