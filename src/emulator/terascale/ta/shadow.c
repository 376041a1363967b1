/* SPDX-License-Identifier: MIT
 *
 * Shadows of textures: when they are made, and what they hold. Texels are components before normalisation, as ta_texel() of
 * ta/generic.c has them; blocks are decoded as a whole. Around each slice stands a margin of one texel, which repeats what
 * the wrap modes have there: ta/margin_vec.h. Left out: signed components, packed sRGB, wider ones and volumes.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/core/perf.h"
#include "emulator/terascale/ta/shadow.h"
#include "emulator/texture/texture.h"
#include "util/u_math.h"

enum {
   TEXELS_PER_PIXEL = 4, /* a shadow is made when a pixel for so many of its texels has been sampled, */
   TRUSTED = 8,          /* so many times earlier if that was so before, */
   TRUST = 16,           /* in one of so many epochs */
   MAX_TEXELS = 6 << 20, /* of a shadow: 2048x2048 with its levels, and margins */
   LEAD = 16,            /* texels before the first row of a slice; the last of them is its margin */
   SPARE_ROWS = 4,       /* before the first slice and behind the last: windows reach beyond the margin */
   MAX_ALL_B = 128 << 20 /* of all shadows of the process */
};

struct ta_shadow {
   struct ta_view view; /* of the shadow's texels */
   uint8_t *texels;     /* NULL until one was made */
   uint64_t num_texels;
   uint32_t state; /* atomic: 2 * epoch, and 1 if the shadow holds in it */
   uint32_t waves; /* atomic, approximately: of this epoch */
   uint32_t trust; /* atomic, approximately: epochs in which it is thought to be worth it again */
   bool taken;     /* atomic: a thread makes it */
   bool refused;   /* atomic: there was no memory */
};

static uint64_t all_B; /* atomic */

/* ---- what has a shadow ---- */

static bool
has_use(const struct ta_view *v)
{
   if (!v->fast || v->dim == TA_3D || ta_is_int(v))
      return false;
   if (v->block_shift) {
      for (unsigned c = 0; c < 4; c++)
         if (v->kind >= TA_BC4 && v->is_signed[c])
            return false;
      return v->kind >= TA_BC1 && v->kind <= TA_BC5;
   }
   if (v->kind != TA_PACKED || v->srgb || (v->bytes && !v->mag_linear && !v->min_linear))
      return false;
   for (unsigned c = 0; c < v->ncomp; c++)
      if (v->bits[c] > 8 || v->is_signed[c] || v->scale_low[c] != 0)
         return false;
   return true;
}

/* Texels from row to row. Those behind the width are the margin to the right, and to the left of the next row. */
static uint32_t
pitch_of(const struct ta_level *l)
{
   return (uint32_t)u_align(l->w + 2, 16);
}

/* Of a slice with the rows above and below it. */
static uint64_t
slice_texels(const struct ta_level *l)
{
   return LEAD + (uint64_t)pitch_of(l) * (l->h + 2);
}

static uint64_t
spare_texels(const struct ta_view *v)
{
   return SPARE_ROWS * (uint64_t)pitch_of(&v->level[0]);
}

/* The view of the shadow, whose texels have no place yet. */
static void
describe(const struct ta_view *v, struct ta_shadow *s)
{
   struct ta_view *o = &s->view;
   *o = *v;
   s->num_texels = spare_texels(v);
   o->shadow = NULL;
   o->tables = NULL;
   o->kind = TA_PACKED;
   o->block_shift = 0;
   o->el_B = o->ncomp = 4;
   o->bytes = o->row_of_four = o->margin = !v->srgb;
   o->base_layer = 0;
   for (unsigned c = 0; c < 4; c++) {
      o->bits[c] = 8;
      o->shift[c] = (uint8_t)(8 * c);
   }
   for (unsigned i = 0; i < v->num_levels; i++) {
      struct ta_level *l = &o->level[i];
      memset(l->xmask, 0, sizeof l->xmask);
      memset(l->ymask, 0, sizeof l->ymask);
      memset(l->xshift, 0, sizeof l->xshift);
      l->xmask[0] = ~0u;
      l->xshift[0] = 2;
      l->row_shift = 0;
      l->row_B = pitch_of(l) * 4;
      l->slice_B = slice_texels(l) * 4;
      o->lv_off[i] = (int32_t)(s->num_texels * 4 + LEAD * 4 + l->row_B);
      o->lv_row_B[i] = (int32_t)l->row_B;
      o->lv_slice_B[i] = (int32_t)l->slice_B;
      s->num_texels += slice_texels(l) * v->fast_slices;
   }
   s->num_texels += spare_texels(v);
}

void
ta_shadow_init(struct ta_view *v)
{
   uint64_t texels = 2 * spare_texels(v);
   for (unsigned i = 0; i < v->num_levels; i++)
      texels += slice_texels(&v->level[i]) * v->fast_slices;
   if (!has_use(v) || texels > MAX_TEXELS)
      return;
   v->shadow = aligned_alloc(64, u_align(sizeof *v->shadow, 64));
   if (!v->shadow)
      return;
   memset(v->shadow, 0, sizeof *v->shadow);
   describe(v, v->shadow);
}

void
ta_shadow_destroy(struct ta_shadow *s)
{
   if (!s)
      return;
   if (s->texels)
      __atomic_sub_fetch(&all_B, s->num_texels * 4, __ATOMIC_RELAXED);
   free(s->texels);
   free(s);
}

/* ---- blocks ---- */

static void
widen_565(uint32_t v, uint32_t c[3])
{
   const uint32_t r = v >> 11 & 31, g = v >> 5 & 63, b = v & 31;
   c[0] = r << 3 | r >> 2;
   c[1] = g << 2 | g >> 4;
   c[2] = b << 3 | b >> 2;
}

/* The four colours of a BC1 to BC3 block, alpha included if it is BC1's. */
static void
block_colors(uint32_t ends, bool bc1, uint32_t out[4])
{
   const uint32_t c0 = ends & 0xffff, c1 = ends >> 16;
   const bool four = c0 > c1 || !bc1;
   uint32_t a[3], d[3];
   widen_565(c0, a);
   widen_565(c1, d);
   out[0] = out[1] = out[2] = bc1 ? 0xff000000u : 0;
   out[3] = bc1 && four ? 0xff000000u : 0;
   for (unsigned k = 0; k < 3; k++) {
      out[0] |= a[k] << 8 * k;
      out[1] |= d[k] << 8 * k;
      out[2] |= (four ? (2 * a[k] + d[k] + 1) / 3 : (a[k] + d[k]) / 2) << 8 * k;
      out[3] |= (four ? (a[k] + 2 * d[k] + 1) / 3 : 0) << 8 * k;
   }
}

/* The eight numbers of BC3's alpha, of BC4, and of each half of BC5. */
static void
block_ramp(const uint8_t *b, uint32_t out[8])
{
   const uint32_t a = b[0], d = b[1];
   out[0] = a;
   out[1] = d;
   for (uint32_t i = 2; i < 8; i++)
      out[i] = a > d    ? ((8 - i) * a + (i - 1) * d) / 7
               : i < 6  ? ((6 - i) * a + (i - 1) * d) / 5
               : i == 6 ? 0
                        : 255;
}

static void
add_ramp(const uint8_t *b, unsigned shift, uint32_t texel[16])
{
   uint32_t ramp[8];
   uint64_t which = 0;
   block_ramp(b, ramp);
   memcpy(&which, b + 2, 6);
   for (unsigned i = 0; i < 16; i++, which >>= 3)
      texel[i] |= ramp[which & 7] << shift;
}

static void
decode_block(unsigned kind, const uint8_t *b, uint32_t texel[16])
{
   if (kind == TA_BC4 || kind == TA_BC5) {
      memset(texel, 0, 16 * sizeof *texel);
      add_ramp(b, 0, texel);
      if (kind == TA_BC5)
         add_ramp(b + 8, 8, texel);
      return;
   }
   const uint8_t *colors = kind == TA_BC1 ? b : b + 8;
   uint32_t ends, which, palette[4];
   memcpy(&ends, colors, 4);
   memcpy(&which, colors + 4, 4);
   block_colors(ends, kind == TA_BC1, palette);
   for (unsigned i = 0; i < 16; i++, which >>= 2)
      texel[i] = palette[which & 3];
   if (kind == TA_BC3)
      add_ramp(b, 24, texel);
   for (unsigned i = 0; i < 16 && kind == TA_BC2; i++)
      texel[i] |= (b[i / 2] >> (i % 2 * 4) & 15) * 17u << 24;
}

/* ---- levels ---- */

/* Texels that a block has beyond the level's edge go where nothing reads them, as far as the row has room. */
static void
copy_blocks(const struct ta_view *v, const struct ta_level *from, const struct ta_level *to, uint32_t slice,
            uint8_t *out)
{
   for (uint32_t y = 0; y < from->h; y += 4)
      for (uint32_t x = 0; x < from->w; x += 4) {
         uint32_t texel[16];
         decode_block(v->kind, from->base + ta_texel_offset(from, x / 4, y / 4, slice), texel);
         for (uint32_t k = 0; k < MIN2(from->h - y, 4u); k++)
            memcpy(out + (size_t)(y + k) * to->row_B + (size_t)x * 4, &texel[4 * k], 16);
      }
}

/* Byte offset in the row of element x, for what ta_view::fast allows. */
static uint32_t
column_offset(const struct ta_view *v, uint32_t x)
{
   return v->level[0].row_shift ? (uint32_t)v->x_low_B[x & 7] + (x >> 3 << v->x_tile_shift)
                                : x << v->level[0].xshift[0];
}

static void
copy_packed(const struct ta_view *v, const struct ta_level *from, const struct ta_level *to, uint32_t slice,
            uint8_t *out)
{
   for (uint32_t y = 0; y < from->h; y++, out += to->row_B) {
      const uint8_t *row = from->base + ta_texel_offset(from, 0, y, slice);
      for (uint32_t x = 0; x < from->w; x++) {
         uint32_t dw = 0, texel = 0;
         memcpy(&dw, row + column_offset(v, x), v->el_B);
         for (unsigned c = 0; c < v->ncomp; c++)
            texel |= (dw >> v->shift[c] & ((1u << v->bits[c]) - 1)) << 8 * c;
         memcpy(out + (size_t)x * 4, &texel, 4);
      }
   }
}

/* Texels that are what the shadow has, four of them in a row; those beyond the width lie in the surface's last tile, and
 * go where the margin is made. */
static void
copy_fours(const struct ta_view *v, const struct ta_level *from, const struct ta_level *to, uint32_t slice,
           uint8_t *out)
{
   const bool tiled = v->level[0].row_shift;
   for (uint32_t y = 0; y < from->h; y++, out += to->row_B) {
      const uint8_t *row = from->base + ta_texel_offset(from, 0, y, slice);
      uint32_t x = 0;
      if (!tiled) {
         memcpy(out, row, (size_t)u_align(from->w, 4) * 4);
         continue;
      }
      for (; x + 4 < from->w; x += 8, row += (size_t)1 << v->x_tile_shift) {
         memcpy(out + (size_t)x * 4, row + v->x_low_B[0], 16);
         memcpy(out + (size_t)x * 4 + 16, row + v->x_low_B[4], 16);
      }
      if (x < from->w)
         memcpy(out + (size_t)x * 4, row + v->x_low_B[0], 16);
   }
}

/* out: texel 0 of the slice's first row. */
static void
fill_margin(const struct ta_view *v, const struct ta_level *to, uint8_t *out)
{
   const size_t last_B = (size_t)(to->w - 1) * 4, row_B = to->row_B;
   const bool wrap_x = v->clamp[0] == TA_WRAP, wrap_y = v->clamp[1] == TA_WRAP;
   uint8_t *const bottom = out + (to->h - 1) * row_B;
   for (uint8_t *row = out; row <= bottom; row += row_B) {
      memcpy(row - 4, row + (wrap_x ? last_B : 0), 4);
      memcpy(row + last_B + 4, row + (wrap_x ? 0 : last_B), 4);
   }
   memcpy(out - row_B - 4, (wrap_y ? bottom : out) - 4, last_B + 12);
   memcpy(bottom + row_B - 4, (wrap_y ? out : bottom) - 4, last_B + 12);
}

/* The margin of a cube's face is its neighbours'. That of corners has no texel: lookups there do not read it. */
static void
fill_joined_margin(const struct ta_level *to, uint8_t *first, unsigned face)
{
   const int32_t n = (int32_t)to->w;
   uint8_t *out = first + face * to->slice_B;
   for (int32_t i = 0; i < 4 * n; i++) {
      const int32_t along = i % n, side = i / n, beyond = side & 1 ? n : -1, x = side < 2 ? beyond : along,
                    y = side < 2 ? along : beyond;
      int32_t from_x = x, from_y = y;
      const int from = texture_cube_texel(face, n, &from_x, &from_y);
      assert(from >= 0);
      memcpy(out + (int64_t)y * to->row_B + x * 4,
             first + (uint64_t)from * to->slice_B + (uint64_t)from_y * to->row_B + (uint64_t)from_x * 4, 4);
   }
}

static void
copy_levels(const struct ta_view *v, struct ta_shadow *s)
{
   for (unsigned i = 0; i < v->num_levels; i++) {
      const struct ta_level *to = &s->view.level[i];
      uint8_t *const first = s->texels + s->view.lv_off[i];
      for (uint32_t slice = 0; slice < v->fast_slices; slice++) {
         uint8_t *out = first + slice * to->slice_B;
         (v->block_shift   ? copy_blocks
          : v->row_of_four ? copy_fours
                           : copy_packed)(v, &v->level[i], to, v->base_layer + slice, out);
         if (!v->filters_join)
            fill_margin(v, to, out);
      }
      for (unsigned face = 0; v->filters_join && face < 6; face++)
         fill_joined_margin(to, first, face);
   }
}

static bool
have_memory(struct ta_shadow *s)
{
   const uint64_t size_B = s->num_texels * 4;
   if (s->texels)
      return true;
   if (__atomic_add_fetch(&all_B, size_B, __ATOMIC_RELAXED) <= MAX_ALL_B)
      s->texels = aligned_alloc(64, u_align(size_B, 64));
   if (!s->texels) {
      __atomic_sub_fetch(&all_B, size_B, __ATOMIC_RELAXED);
      return false;
   }
   s->view.fast_base = s->texels;
   for (unsigned i = 0; i < s->view.num_levels; i++)
      s->view.level[i].base = s->texels + s->view.lv_off[i];
   return true;
}

/* ---- use ---- */

/* Has the texture been read so often in this epoch that it is worth a shadow? Frames are like each other: what was is
 * likely to be so again. */
static bool
is_worth_it(struct ta_shadow *s, uint32_t state, uint32_t epoch, uint32_t more)
{
   uint32_t trust = __atomic_load_n(&s->trust, __ATOMIC_RELAXED);
   if (state != 2 * epoch &&
       __atomic_compare_exchange_n(&s->state, &state, 2 * epoch, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      __atomic_store_n(&s->waves, 0, __ATOMIC_RELAXED);
      if (trust)
         __atomic_store_n(&s->trust, --trust, __ATOMIC_RELAXED);
   }
   const uint64_t waves = __atomic_add_fetch(&s->waves, more, __ATOMIC_RELAXED),
                  enough = s->num_texels / (EMU_LANES * TEXELS_PER_PIXEL);
   if (waves >= enough)
      __atomic_store_n(&s->trust, TRUST, __ATOMIC_RELAXED);
   return waves >= (trust ? enough / TRUSTED : enough) && !__atomic_load_n(&s->refused, __ATOMIC_RELAXED);
}

const struct ta_view *
ta_shadow_view(const struct ta_view *v, uint32_t epoch, uint32_t waves)
{
   struct ta_shadow *s = v->shadow;
   assert(s && epoch);
   const uint32_t state = __atomic_load_n(&s->state, __ATOMIC_ACQUIRE);
   if (state == (2 * epoch | 1))
      return &s->view;
   if (!is_worth_it(s, state, epoch, waves) || __atomic_exchange_n(&s->taken, true, __ATOMIC_ACQUIRE))
      return v;
   const bool made = have_memory(s);
   if (made && __atomic_load_n(&s->state, __ATOMIC_RELAXED) != (2 * epoch | 1)) {
      const unsigned before = emu_perf_enter(EMU_PERF_TEX_SHADOW);
      copy_levels(v, s);
      emu_perf_leave(before);
      __atomic_store_n(&s->state, 2 * epoch | 1, __ATOMIC_RELEASE);
   }
   if (!made)
      __atomic_store_n(&s->refused, true, __ATOMIC_RELAXED);
   __atomic_store_n(&s->taken, false, __ATOMIC_RELEASE);
   return made ? &s->view : v;
}
