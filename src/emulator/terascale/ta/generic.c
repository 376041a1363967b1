/* SPDX-License-Identifier: MIT
 *
 * Sampling one lane at a time: the definition of every format, wrap mode and filter (see ta.h), which the
 * vector path must match bit for bit. Formats: R6xx/R7xx 3D Register Reference Guide,
 * SQ_TEX_RESOURCE_WORD1.DATA_FORMAT (components are named from the most significant; X is the least
 * significant one). Block compression: the S3TC/RGTC definitions in the Khronos Data Format Specification.
 */
#include <assert.h>
#include <stdlib.h>

#include "db/terascale/db_formats.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/texture/texture.h"
#include "format/srgb.h"

uint64_t
ta_texel_offset(const struct ta_level *l, uint32_t x, uint32_t y, uint32_t slice)
{
   if (l->macro_tiled) {
      const struct emu_surface *s = &l->surf;
      if (slice || !l->xtotal)
         return emu_surface_offset(s, x, y, slice);
      unsigned g = u_log2(s->chip->group_bytes), pb = u_log2(s->chip->tile_pipes) + u_log2(s->num_banks);
      uint32_t total = l->xtotal[x] + l->ytotal[y];
      return (total & ((1u << g) - 1)) | (uint32_t)(l->xpb[x] ^ l->ypb[y]) << g |
             (uint64_t)(total >> g) << (g + pb);
   }
   uint64_t off = slice * l->slice_B + (uint64_t)(y >> l->row_shift) * l->row_B;
   for (unsigned i = 0; i < 4; i++)
      off += ((uint64_t)(x & l->xmask[i]) << l->xshift[i]) + ((uint64_t)(y & l->ymask[i]) << l->yshift[i]);
   return off;
}

/* ---- formats ---- */

static void
swap_bytes(uint8_t *b, unsigned n, unsigned endian)
{
   unsigned unit = endian == 1 ? 2 : endian == 2 ? 4 : 1;
   for (unsigned i = 0; i + unit <= n; i += unit) {
      for (unsigned k = 0; k < unit / 2; k++) {
         uint8_t t = b[i + k];
         b[i + k] = b[i + unit - 1 - k];
         b[i + unit - 1 - k] = t;
      }
   }
}

/** Component \p c of a TA_PACKED element, whose bits stand in \p dw. */
static uint32_t
packed_bits(const struct ta_view *v, unsigned c, uint32_t dw)
{
   return dw >> v->shift[c] & (uint32_t)((UINT64_C(1) << v->bits[c]) - 1);
}

static float
int_component(const struct ta_view *v, unsigned c, uint32_t bits)
{
   unsigned n = v->bits[c];
   assert(n && n <= 32);
   if (!v->is_signed[c])
      return (float)bits;
   int32_t i = (int32_t)(bits << (32 - n)) >> (32 - n);
   if (v->num_format == 0 && n > 1 && i < -(int32_t)((1u << (n - 1)) - 1))
      i++; /* the most negative value stands for -1 as well */
   return (float)i;
}

static void
rgb565(uint32_t v, unsigned c[3])
{
   unsigned r = v >> 11 & 31, g = v >> 5 & 63, b = v & 31;
   c[0] = r << 3 | r >> 2;
   c[1] = g << 2 | g >> 4;
   c[2] = b << 3 | b >> 2;
}

/* Colour part of a BC1..3 block; with_alpha: BC1's fourth colour may be transparent black. */
static void
bc_color(const uint8_t *b, unsigned texel, bool with_alpha, unsigned out[4])
{
   unsigned c0 = b[0] | b[1] << 8u, c1 = b[2] | b[3] << 8u, a[3], d[3];
   unsigned sel = b[4 + texel / 4] >> (texel % 4 * 2) & 3;
   rgb565(c0, a);
   rgb565(c1, d);
   out[3] = 255;
   for (unsigned k = 0; k < 3; k++) {
      if (sel == 0)
         out[k] = a[k];
      else if (sel == 1)
         out[k] = d[k];
      else if (c0 > c1 || !with_alpha)
         out[k] = sel == 2 ? (2 * a[k] + d[k] + 1) / 3 : (a[k] + 2 * d[k] + 1) / 3;
      else
         out[k] = sel == 2 ? (a[k] + d[k]) / 2 : 0;
   }
   if (with_alpha && c0 <= c1 && sel == 3)
      out[3] = 0;
}

static int
bc_ramp(const uint8_t *b, unsigned texel, bool is_signed)
{
   uint64_t bits = 0;
   memcpy(&bits, b + 2, 6);
   unsigned sel = bits >> (texel * 3) & 7;
   int a = is_signed ? (int8_t)b[0] : b[0], d = is_signed ? (int8_t)b[1] : b[1];
   int lo = is_signed ? -127 : 0, hi = is_signed ? 127 : 255;
   a = MAX2(a, lo);
   d = MAX2(d, lo);
   if (sel == 0)
      return a;
   if (sel == 1)
      return d;
   if (a > d)
      return ((8 - (int)sel) * a + ((int)sel - 1) * d) / 7;
   if (sel == 6)
      return lo;
   return sel == 7 ? hi : ((6 - (int)sel) * a + ((int)sel - 1) * d) / 5;
}

static void
bc_texel(const struct ta_view *v, const uint8_t *b, unsigned texel, float out[4])
{
   unsigned c[4] = {0, 0, 0, 255};
   assert(texel < 16);
   switch (v->kind) {
   case TA_BC1:
      bc_color(b, texel, true, c);
      break;
   case TA_BC2:
      bc_color(b + 8, texel, false, c);
      c[3] = (b[texel / 2] >> (texel % 2 * 4) & 15) * 17u;
      break;
   case TA_BC3:
      bc_color(b + 8, texel, false, c);
      c[3] = (unsigned)bc_ramp(b, texel, false);
      break;
   case TA_BC6: {
      uint16_t h[3];
      texture_bc6_texel(b, texel, v->is_signed[0], h);
      for (unsigned k = 0; k < 3; k++)
         out[k] = u_half_to_float(h[k]);
      out[3] = v->is_signed[3] ? 127.0f : 255.0f;
      return;
   }
   case TA_BC7:
      texture_bc7_texel(b, texel, c);
      break;
   case TA_BC5:
      out[0] = (float)bc_ramp(b, texel, v->is_signed[0]);
      out[1] = (float)bc_ramp(b + 8, texel, v->is_signed[1]);
      return;
   default:
      out[0] = (float)bc_ramp(b, texel, v->is_signed[0]);
      return;
   }
   for (unsigned k = 0; k < 4; k++)
      out[k] = v->srgb && k < 3 ? format_srgb_linear[c[k]] : (float)c[k];
}

void
ta_texel(const struct ta_view *v, const struct ta_level *l, uint32_t x, uint32_t y, uint32_t z, float out[4])
{
   uint8_t b[16] = {0};
   uint32_t dw[4];
   out[0] = out[1] = out[2] = out[3] = 0.0f;
   if (v->kind == TA_NONE)
      return;
   memcpy(b, l->base + ta_texel_offset(l, x >> v->block_shift, y >> v->block_shift, z), v->el_B);
   assert(v->el_B <= sizeof b && v->ncomp <= 4);
   if (v->endian)
      swap_bytes(b, v->el_B, v->endian);
   memcpy(dw, b, 16);
   switch ((enum ta_kind)v->kind) {
   case TA_NONE:
      break;
   case TA_PACKED:
      for (unsigned c = 0; c < v->ncomp; c++) {
         uint32_t bits = packed_bits(v, c, dw[0]);
         out[c] = v->srgb && c < 3 ? format_srgb_linear[bits] : int_component(v, c, bits);
      }
      break;
   case TA_WORDS16:
      for (unsigned c = 0; c < v->ncomp; c++)
         out[c] = int_component(v, c, dw[c / 2] >> (c % 2 * 16) & 0xffff);
      break;
   case TA_WORDS32:
      for (unsigned c = 0; c < v->ncomp; c++)
         out[c] = int_component(v, c, dw[c]);
      break;
   case TA_HALVES:
      for (unsigned c = 0; c < v->ncomp; c++)
         out[c] = u_half_to_float((uint16_t)(dw[c / 2] >> (c % 2 * 16)));
      break;
   case TA_FLOATS:
      for (unsigned c = 0; c < v->ncomp; c++)
         out[c] = uif(dw[c]);
      break;
   case TA_F11:
      for (unsigned c = 0; c < v->ncomp; c++) {
         uint32_t bits = dw[0] >> v->shift[c] & ((1u << v->bits[c]) - 1);
         out[c] = u_half_to_float((uint16_t)(bits << (15 - v->bits[c])));
      }
      break;
   case TA_F24:
      for (unsigned c = 0; c < v->ncomp; c++) {
         uint32_t bits = dw[0] >> v->shift[c] & ((1u << v->bits[c]) - 1);
         if (v->bits[c] != 24)
            out[c] = (float)bits;
         else if (bits >> 20)
            out[c] = uif((bits << 3) + ((127u - 15u) << 23));
         else
            out[c] = (float)bits * uif((127u - 34u) << 23); /* 2^-34 */
      }
      break;
   case TA_SHAREDEXP: {
      /* 2^(e - 15 - 9) */
      int e = (int)(dw[0] >> 27) - 24;
      float f = uif((uint32_t)(e + 127) << 23);
      for (unsigned c = 0; c < 3; c++)
         out[c] = (float)(dw[0] >> (9 * c) & 511) * f;
      break;
   }
   case TA_BC1:
   case TA_BC2:
   case TA_BC3:
   case TA_BC4:
   case TA_BC5:
   case TA_BC6:
   case TA_BC7:
      bc_texel(v, b, (y & 3) * 4 + (x & 3), out);
      break;
   }
}

/* ---- coordinates ---- */

static float
floor1(float a)
{
   if (!(a < 8388608.0f && a > -8388608.0f))
      return a;
   float t = (float)(int32_t)a;
   return t > a ? t - 1.0f : t;
}

static float
clamp1(float a, float lo, float hi)
{
   a = a > lo ? a : lo; /* NaN: lo */
   return a < hi ? a : hi;
}

/* Texel coordinate (float) of a normalised or unnormalised coordinate, made safe for conversion to int. */
static float
texel_coord(unsigned mode, float s, bool norm, float size, float offset)
{
   if (norm && mode == TA_WRAP && offset == 0.0f) {
      s = s - floor1(s);
      return clamp1(s, 0.0f, 1.0f) * size;
   }
   if (norm && mode == TA_MIRROR && offset == 0.0f) {
      float half = s * 0.5f;
      half = half - floor1(half);
      s = clamp1(half, 0.0f, 1.0f) * 2.0f;
      s = s > 1.0f ? 2.0f - s : s;
      return s * size;
   }
   if (mode == TA_MIRROR_ONCE_EDGE || mode == TA_MIRROR_ONCE_HALF_BORDER || mode == TA_MIRROR_ONCE_BORDER)
      s = s < 0.0f ? -s : s;
   float u = (norm ? s * size : s) + offset;
   if (mode == TA_WRAP || mode == TA_MIRROR)
      return clamp1(u, -4194304.0f, 4194304.0f);
   if (mode == TA_CLAMP_HALF_BORDER || mode == TA_MIRROR_ONCE_HALF_BORDER)
      return clamp1(u, 0.0f, size);
   return clamp1(u, -1.0f, size + 1.0f);
}

/* Texel index by wrap mode; -1 = border. */
static int32_t
wrap(unsigned mode, int32_t i, int32_t n)
{
   assert(n > 0);
   switch (mode) {
   case TA_WRAP:
      if (i < 0)
         i += n;
      else if (i >= n)
         i -= n;
      if ((uint32_t)i >= (uint32_t)n) { /* far away: unnormalised or offset coordinates */
         i %= n;
         i += i < 0 ? n : 0;
      }
      return i;
   case TA_MIRROR:
      if (i < -1 || i > n) {
         i %= 2 * n;
         i += i < 0 ? 2 * n : 0;
         i = i >= n ? 2 * n - 1 - i : i;
      }
      return CLAMP(i, 0, n - 1);
   case TA_CLAMP_EDGE:
   case TA_MIRROR_ONCE_EDGE:
      return CLAMP(i, 0, n - 1);
   default:
      return i < 0 || i >= n ? -1 : i;
   }
}

/* ---- filters ---- */

struct taps {
   int32_t i[2];
   uint32_t w[2]; /* of 256 */
};

static struct taps
find_taps(unsigned mode, float s, bool norm, float size, float offset, bool linear)
{
   struct taps t = {
      {0,   0},
      {256, 0}
   };
   float u = texel_coord(mode, s, norm, size, offset);
   int32_t n = (int32_t)size;
   if (!linear) {
      int32_t i = (int32_t)floor1(u);
      bool to_edge = mode == TA_CLAMP_HALF_BORDER || mode == TA_MIRROR_ONCE_HALF_BORDER;
      if (((norm && offset == 0.0f && mode <= TA_MIRROR) || to_edge) && i >= n)
         i = n - 1; /* rounding up to the far edge, or clamped to it: no border without a filter */
      t.i[0] = wrap(mode, i, n);
      return t;
   }
   int32_t f = (int32_t)floor1(u * 256.0f - 127.5f);
   t.i[0] = wrap(mode, f >> 8, n);
   t.i[1] = wrap(mode, (f >> 8) + 1, n);
   t.w[1] = (uint32_t)f & 255;
   t.w[0] = 256 - t.w[1];
   return t;
}

/* The component in the same scale as texels; integers are bits. */
static void
border_texel(const struct ta_view *v, float out[4])
{
   for (unsigned c = 0; c < 4; c++)
      out[c] = ta_is_int(v) ? v->border[c] : v->border[c] / v->scale[c];
}

static uint32_t
load_component(const struct ta_view *v, unsigned c, const uint32_t dw[4], float as_float)
{
   if (!ta_is_int(v) || c >= v->ncomp)
      return fui(ta_scaled(v, c, as_float));
   uint32_t bits = v->kind == TA_PACKED    ? packed_bits(v, c, dw[0])
                   : v->kind == TA_WORDS16 ? dw[c / 2] >> (c % 2 * 16) & 0xffff
                                           : dw[c];
   unsigned up = 32u - v->bits[c];
   return v->is_signed[c] ? (uint32_t)((int32_t)(bits << up) >> up) : bits << up >> up;
}

/* The finished components of a texel before DST_SEL; integers stay integers. */
static void
load_texel(const struct ta_view *v, const struct ta_level *l, uint32_t x, uint32_t y, uint32_t z,
           uint32_t out[4])
{
   float f[4];
   uint32_t dw[4] = {0};
   ta_texel(v, l, x, y, z, f);
   if (v->kind && v->kind <= TA_WORDS32)
      memcpy(dw, l->base + ta_texel_offset(l, x, y, z), v->el_B);
   for (unsigned c = 0; c < 4; c++)
      out[c] = load_component(v, c, dw, f[c]);
}

/* What a lane compares with. It is clamped where depth cannot be beyond 0 and 1 (docs/inferred.md). */
static float
reference(const struct ta_request *rq, unsigned lane)
{
   const float ref = rq->ref ? uif(rq->ref->u[lane]) : 0.0f;
   return rq->view->kind == TA_FLOATS ? ref : clamp1(ref, 0.0f, 1.0f);
}

static bool
passes(unsigned func, float ref, float texel)
{
   bool lt = ref<texel, eq = ref == texel, gt = ref> texel;
   return (func & 1 && lt) || (func & 2 && eq) || (func & 4 && gt);
}

static void
tap(const struct ta_request *rq, const struct ta_level *l, int32_t x, int32_t y, int32_t z, float ref,
    float out[4])
{
   const struct ta_view *v = rq->view;
   if (x < 0 || y < 0 || z < 0)
      border_texel(v, out);
   else if (ta_is_int(v))
      load_texel(v, l, (uint32_t)x, (uint32_t)y, (uint32_t)z, (uint32_t *)out);
   else
      ta_texel(v, l, (uint32_t)x, (uint32_t)y, (uint32_t)z, out);
   if (rq->ref)
      out[0] = out[1] = out[2] = out[3] = passes(v->compare, ref, ta_scaled(v, 0, out[0])) ? 1.0f : 0.0f;
}

static void
slice(const struct ta_request *rq, const struct ta_level *l, const struct taps *tx, const struct taps *ty,
      int32_t z, bool linear, float ref, float out[4])
{
   const struct ta_view *v = rq->view;
   float t00[4], t10[4], t01[4], t11[4];
   tap(rq, l, tx->i[0], ty->i[0], z, ref, t00);
   if (!linear) {
      for (unsigned c = 0; c < 4; c++)
         out[c] = rq->ref || ta_is_int(v) ? t00[c] : ta_scaled(v, c, t00[c]);
      return;
   }
   tap(rq, l, tx->i[1], ty->i[0], z, ref, t10);
   tap(rq, l, tx->i[0], ty->i[1], z, ref, t01);
   tap(rq, l, tx->i[1], ty->i[1], z, ref, t11);
   float w00 = (float)(tx->w[0] * ty->w[0]), w10 = (float)(tx->w[1] * ty->w[0]);
   float w01 = (float)(tx->w[0] * ty->w[1]), w11 = (float)(tx->w[1] * ty->w[1]);
   for (unsigned c = 0; c < 4; c++) {
      float sum = (t00[c] * w00 + t10[c] * w10) + (t01[c] * w01 + t11[c] * w11);
      sum *= 1.0f / 65536.0f;
      out[c] = rq->ref ? sum : ta_scaled(v, c, sum);
   }
}

/* Four texels around a point of a cube's face, from other faces where they lie beyond its edges. At a corner
 * of the cube three texels meet; the fourth is their mean. */
static void
sample_joined_faces(const struct ta_request *rq, const struct ta_level *l, float s, float t, unsigned face,
                    unsigned first, float ref, float out[4])
{
   const struct ta_view *v = rq->view;
   int32_t n = (int32_t)l->w;
   int32_t fx = (int32_t)floor1(clamp1(s, 0.0f, 1.0f) * l->fw * 256.0f - 127.5f);
   int32_t fy = (int32_t)floor1(clamp1(t, 0.0f, 1.0f) * l->fh * 256.0f - 127.5f);
   uint32_t wx[2] = {256 - ((uint32_t)fx & 255), (uint32_t)fx & 255};
   uint32_t wy[2] = {256 - ((uint32_t)fy & 255), (uint32_t)fy & 255};
   float texel[4][4], mean[4] = {0, 0, 0, 0};
   int missing = -1;
   for (int i = 0; i < 4; i++) {
      int32_t x = (fx >> 8) + (i & 1), y = (fy >> 8) + (i >> 1);
      int at = texture_cube_texel(face, n, &x, &y);
      if (at < 0) {
         missing = i;
         continue;
      }
      tap(rq, l, x, y, at + (int32_t)first, ref, texel[i]);
      for (unsigned c = 0; c < 4; c++)
         mean[c] += texel[i][c];
   }
   for (unsigned c = 0; c < 4 && missing >= 0; c++)
      texel[missing][c] = mean[c] / 3.0f;
   for (unsigned c = 0; c < 4; c++) {
      float sum = (texel[0][c] * (float)(wx[0] * wy[0]) + texel[1][c] * (float)(wx[1] * wy[0])) +
                  (texel[2][c] * (float)(wx[0] * wy[1]) + texel[3][c] * (float)(wx[1] * wy[1]));
      sum *= 1.0f / 65536.0f;
      out[c] = rq->ref ? sum : ta_scaled(v, c, sum);
   }
}

static void
sample_level(const struct ta_request *rq, unsigned lane, const struct ta_level *l, bool linear, float out[4])
{
   const struct ta_view *v = rq->view;
   float s = uif(rq->s->u[lane]), t = uif(rq->t->u[lane]), r = uif(rq->r->u[lane]);
   float ref = reference(rq, lane);
   unsigned norm = v->force_unnormalized ? 0 : rq->coord_norm;
   struct taps tx, ty = {
                      {0,   0},
                      {256, 0}
   };
   int32_t z = 0;
   if (v->dim == TA_CUBE && linear && v->faces_join && l->w == l->h) {
      unsigned face, at = ta_cube_slice(v, r, &face) + v->base_layer;
      sample_joined_faces(rq, l, s - 1.0f, t - 1.0f, face, at - face, ref, out);
      return;
   }
   if (v->dim == TA_CUBE) {
      tx = find_taps(v->clamp[0], s - 1.0f, true, l->fw, 0.0f, linear);
      ty = find_taps(v->clamp[1], t - 1.0f, true, l->fh, 0.0f, linear);
      unsigned face;
      z = (int32_t)(ta_cube_slice(v, r, &face) + v->base_layer);
   } else {
      tx = find_taps(v->clamp[0], s, norm & 1, l->fw, rq->offset[0], linear);
      if (v->dim == TA_1D_ARRAY) {
         z = (int32_t)(clamp1(floor1(t + 0.5f), 0.0f, (float)(v->num_layers - 1))) + (int32_t)v->base_layer;
      } else if (v->dim != TA_1D) {
         ty = find_taps(v->clamp[1], t, norm & 2, l->fh, rq->offset[1], linear);
      }
      if (v->dim == TA_2D_ARRAY)
         z = (int32_t)(clamp1(floor1(r + 0.5f), 0.0f, (float)(v->num_layers - 1))) + (int32_t)v->base_layer;
   }
   bool z_linear = !ta_is_int(v) && (v->z_follows ? linear : v->z_linear);
   if (v->dim != TA_3D && !(v->layers_mix && z_linear)) {
      slice(rq, l, &tx, &ty, z, linear, ref, out);
      return;
   }
   struct taps tz =
      find_taps(v->layers_mix ? TA_CLAMP_EDGE : v->clamp[2], r, norm & 4, l->fd, rq->offset[2], z_linear);
   for (unsigned i = 0; i < 2 && v->layers_mix; i++)
      tz.i[i] += (int32_t)v->base_layer;
   slice(rq, l, &tx, &ty, tz.i[0], linear, ref, out);
   if (z_linear) {
      float b[4], f = (float)tz.w[1] * (1.0f / 256.0f);
      slice(rq, l, &tx, &ty, tz.i[1], linear, ref, b);
      for (unsigned c = 0; c < 4; c++)
         out[c] = out[c] + (b[c] - out[c]) * f;
   }
}

void
ta_sample_lane(const struct ta_request *rq, unsigned lane, float lod, bool minify, float out[4])
{
   const struct ta_view *v = rq->view;
   bool linear = !ta_is_int(v) && (minify ? v->min_linear : v->mag_linear);
   int32_t last = v->num_levels - 1, l0 = 0;
   assert(v->num_levels && v->num_levels <= TA_MAX_LEVELS && lane < EMU_LANES);
   float f = 0.0f;
   if (minify && v->mip == 1)
      l0 = (int32_t)(lod + TA_NEAREST_LEVEL);
   if (minify && v->mip == 2) {
      l0 = (int32_t)lod;
      f = ta_is_int(v) ? 0.0f : lod - (float)l0;
   }
   l0 = MIN2(l0, last);
   sample_level(rq, lane, &v->level[l0], linear, out);
   if (f > 0.0f && l0 < last) {
      float b[4];
      sample_level(rq, lane, &v->level[l0 + 1], linear, b);
      for (unsigned c = 0; c < 4; c++)
         out[c] = out[c] + (b[c] - out[c]) * f;
   }
}

/* ---- gathers ---- */

/* Integers are bits; with a reference what comparing gives. */
static uint32_t
gathered(const struct ta_request *rq, const float texel[4], bool border)
{
   const struct ta_view *v = rq->view;
   unsigned sel = rq->ref ? 0 : v->dst_sel[rq->component];
   assert(rq->component < 4);
   if (sel >= 4)
      return sel == 5 ? ta_one(v) : 0;
   if (border && !rq->ref)
      return fui(v->border[sel]);
   return fui(rq->ref || ta_is_int(v) ? texel[sel] : ta_scaled(v, sel, texel[sel]));
}

void
ta_gather_lane(const struct ta_request *rq, unsigned lane, uint32_t out[4])
{
   static const uint8_t at[4][2] = {
      {0, 1},
      {1, 1},
      {1, 0},
      {0, 0}
   };
   const struct ta_view *v = rq->view;
   const struct ta_level *l = &v->level[0];
   float s = uif(rq->s->u[lane]), t = uif(rq->t->u[lane]), r = uif(rq->r->u[lane]);
   float ref = reference(rq, lane);
   unsigned norm = v->force_unnormalized ? 0 : rq->coord_norm;
   float offset[2];
   for (unsigned c = 0; c < 2; c++)
      offset[c] = rq->offset[c] + (rq->offsets ? (float)(int32_t)rq->offsets[c].u[lane] : 0.0f);
   int32_t z = (int32_t)v->base_layer;
   unsigned side = 0;
   bool cube = v->dim == TA_CUBE;
   if (cube) {
      s -= 1.0f;
      t -= 1.0f;
      norm = 3;
      z += (int32_t)ta_cube_slice(v, r, &side);
   } else if (v->dim == TA_2D_ARRAY) {
      z += (int32_t)clamp1(floor1(r + 0.5f), 0.0f, (float)(v->num_layers - 1));
   }
   if (cube) /* offsets are not for cubes */
      offset[0] = offset[1] = 0;
   if (ta_is_int(v)) { /* whose taps are those of no filter, and their neighbours (Mesa moves coordinates) */
      offset[0] += 0.5f;
      offset[1] += 0.5f;
   }
   struct taps tx = find_taps(v->clamp[0], s, norm & 1, l->fw, offset[0], true);
   struct taps ty = find_taps(v->clamp[1], t, norm & 2, l->fh, offset[1], true);
   bool joined = cube && v->faces_join && l->w == l->h;
   int32_t fx = (int32_t)floor1((clamp1(s, 0.0f, 1.0f) * l->fw + offset[0]) * 256.0f - 127.5f) >> 8;
   int32_t fy = (int32_t)floor1((clamp1(t, 0.0f, 1.0f) * l->fh + offset[1]) * 256.0f - 127.5f) >> 8;
   for (unsigned i = 0; i < 4; i++) {
      int32_t x = tx.i[at[i][0]], y = ty.i[at[i][1]], slice_i = z;
      if (joined) {
         x = MIN2(fx + at[i][0], (int32_t)l->w); /* integers' half a texel may lead one further */
         y = MIN2(fy + at[i][1], (int32_t)l->h);
         int found = texture_cube_texel(side, (int32_t)l->w, &x, &y);
         slice_i = found < 0 ? z : z - (int32_t)side + found;
         x = CLAMP(x, 0, (int32_t)l->w - 1); /* of a corner, where no fourth texel is */
         y = CLAMP(y, 0, (int32_t)l->h - 1);
      }
      float texel[4];
      tap(rq, l, x, y, slice_i, ref, texel);
      out[i] = gathered(rq, texel, x < 0 || y < 0);
   }
}

/* ---- LD ---- */

void
ta_load(const struct ta_view *v, int32_t x, int32_t y, int32_t z, int32_t level, uint32_t out[4])
{
   uint32_t comp[4] = {0};
   level = MAX2(level, 0);
   bool array = v->dim == TA_2D_ARRAY || v->dim == TA_2D_ARRAY_MSAA || v->dim == TA_CUBE;
   if (v->dim == TA_1D || v->dim == TA_1D_ARRAY) {
      z = v->dim == TA_1D_ARRAY ? y : 0;
      y = 0;
   } else if (v->dim == TA_2D || v->dim == TA_2D_MSAA) {
      z = 0;
   }
   if (level < (v->dim >= TA_2D_MSAA ? 1 << v->level[0].surf.log2_samples : v->num_levels)) {
      const struct ta_level *l = &v->level[level];
      if (x >= 0 && y >= 0 && z >= 0 && (uint32_t)x < l->w && (uint32_t)y < l->h && (uint32_t)z < l->d) {
         uint32_t slice_i = (uint32_t)z + (array || v->dim == TA_1D_ARRAY ? v->base_layer : 0);
         load_texel(v, l, (uint32_t)x, (uint32_t)y, slice_i, comp);
      }
   }
   for (unsigned c = 0; c < 4; c++)
      out[c] = v->dst_sel[c] < 4 ? comp[v->dst_sel[c]] : v->dst_sel[c] == 5 ? ta_one(v) : 0;
}
