/* SPDX-License-Identifier: MIT
 *
 * Resource and sampler words to a texture view: format, size and place of every level, wrap modes, filters.
 * Words: R6xx/R7xx 3D Register Reference Guide, SQ_TEX_RESOURCE_WORD*, SQ_TEX_SAMPLER_WORD*; Evergreen
 * register headers. Levels below the first have power-of-two pitches and heights and follow each other from
 * the mip address. A level that does not lie inside the GPU's memory reads as zero bits.
 */
#include <assert.h>
#include <stdlib.h>

#include "db/terascale/cm_regs.h"
#include "db/terascale/db_formats.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/core/memory.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/surface.h"
#include "emulator/terascale/ta/direct.h"
#include "emulator/terascale/ta/shadow.h"
#include "emulator/terascale/ta/ta.h"

/* Words of both generations in one shape. */
struct words {
   uint8_t dim, array_mode, tile_type, format;
   bool depth_samples;      /* of a pixel are neighbours */
   uint32_t pitch, w, h, d; /* texels */
   uint64_t base, mip;
   uint8_t comp[4], num_format, endian, dst_sel[4];
   bool degamma;
   uint8_t log2_aniso;
   uint8_t base_level, last_level;
   uint32_t base_array, last_array;
   uint8_t bank_w, bank_h, aspect, banks;
   uint32_t split_B;
   bool valid;
};

/* What stands in one place in the words of all generations. */
static void
read_common(const uint32_t *w, struct words *o)
{
   o->dim = TS_SQ_TEX_RESOURCE_WORD0_get_DIM(w[0]);
   o->base = (uint64_t)w[2] << 8;
   o->mip = (uint64_t)w[3] << 8;
   o->comp[0] = TS_SQ_TEX_RESOURCE_WORD4_get_FORMAT_COMP_X(w[4]);
   o->comp[1] = TS_SQ_TEX_RESOURCE_WORD4_get_FORMAT_COMP_Y(w[4]);
   o->comp[2] = TS_SQ_TEX_RESOURCE_WORD4_get_FORMAT_COMP_Z(w[4]);
   o->comp[3] = TS_SQ_TEX_RESOURCE_WORD4_get_FORMAT_COMP_W(w[4]);
   o->num_format = TS_SQ_TEX_RESOURCE_WORD4_get_NUM_FORMAT_ALL(w[4]);
   o->degamma = TS_SQ_TEX_RESOURCE_WORD4_get_FORCE_DEGAMMA(w[4]);
   o->endian = TS_SQ_TEX_RESOURCE_WORD4_get_ENDIAN_SWAP(w[4]);
   o->dst_sel[0] = TS_SQ_TEX_RESOURCE_WORD4_get_DST_SEL_X(w[4]);
   o->dst_sel[1] = TS_SQ_TEX_RESOURCE_WORD4_get_DST_SEL_Y(w[4]);
   o->dst_sel[2] = TS_SQ_TEX_RESOURCE_WORD4_get_DST_SEL_Z(w[4]);
   o->dst_sel[3] = TS_SQ_TEX_RESOURCE_WORD4_get_DST_SEL_W(w[4]);
   o->base_level = (uint8_t)TS_SQ_TEX_RESOURCE_WORD4_get_BASE_LEVEL(w[4]);
   o->last_level = TS_SQ_TEX_RESOURCE_WORD5_get_LAST_LEVEL(w[5]);
   o->base_array = TS_SQ_TEX_RESOURCE_WORD5_get_BASE_ARRAY(w[5]);
   o->last_array = TS_SQ_TEX_RESOURCE_WORD5_get_LAST_ARRAY(w[5]);
}

static void
read_r6(const uint32_t *w, struct words *o)
{
   o->array_mode = R6_SQ_TEX_RESOURCE_WORD0_get_TILE_MODE(w[0]);
   o->tile_type = R6_SQ_TEX_RESOURCE_WORD0_get_TILE_TYPE(w[0]);
   o->depth_samples = o->tile_type;
   o->pitch = (R6_SQ_TEX_RESOURCE_WORD0_get_PITCH(w[0]) + 1) * 8;
   o->w = R6_SQ_TEX_RESOURCE_WORD0_get_TEX_WIDTH(w[0]) + 1;
   o->h = R6_SQ_TEX_RESOURCE_WORD1_get_TEX_HEIGHT(w[1]) + 1;
   o->d = R6_SQ_TEX_RESOURCE_WORD1_get_TEX_DEPTH(w[1]) + 1;
   o->format = (uint8_t)R6_SQ_TEX_RESOURCE_WORD1_get_DATA_FORMAT(w[1]);
   o->log2_aniso = R6_SQ_TEX_RESOURCE_WORD6_get_MAX_ANISO(w[6]);
   o->valid = R6_SQ_TEX_RESOURCE_WORD6_get_TYPE(w[6]) == 2;
}

static void
read_eg(const uint32_t *w, bool cayman, struct words *o)
{
   o->tile_type = (cayman ? CM_SQ_TEX_RESOURCE_WORD0_get_NON_DISP_TILING_ORDER(w[0])
                          : EG_SQ_TEX_RESOURCE_WORD0_get_NON_DISP_TILING_ORDER(w[0])) != 0;
   o->pitch = (EG_SQ_TEX_RESOURCE_WORD0_get_PITCH(w[0]) + 1) * 8;
   o->w = EG_SQ_TEX_RESOURCE_WORD0_get_TEX_WIDTH(w[0]) + 1;
   o->h = EG_SQ_TEX_RESOURCE_WORD1_get_TEX_HEIGHT(w[1]) + 1;
   o->d = EG_SQ_TEX_RESOURCE_WORD1_get_TEX_DEPTH(w[1]) + 1;
   o->array_mode = (uint8_t)EG_SQ_TEX_RESOURCE_WORD1_get_ARRAY_MODE(w[1]);
   o->log2_aniso = EG_SQ_TEX_RESOURCE_WORD6_get_MAX_ANISO_RATIO(w[6]);
   o->split_B = 64u << EG_SQ_TEX_RESOURCE_WORD6_get_TILE_SPLIT(w[6]);
   o->format = EG_SQ_TEX_RESOURCE_WORD7_get_DATA_FORMAT(w[7]);
   o->depth_samples = EG_SQ_TEX_RESOURCE_WORD7_get_DEPTH_SAMPLE_ORDER(w[7]);
   o->aspect = (uint8_t)(1u << EG_SQ_TEX_RESOURCE_WORD7_get_MACRO_TILE_ASPECT(w[7]));
   o->bank_w = (uint8_t)(1u << EG_SQ_TEX_RESOURCE_WORD7_get_BANK_WIDTH(w[7]));
   o->bank_h = (uint8_t)(1u << EG_SQ_TEX_RESOURCE_WORD7_get_BANK_HEIGHT(w[7]));
   o->banks = (uint8_t)(2u << EG_SQ_TEX_RESOURCE_WORD7_get_NUM_BANKS(w[7]));
   o->valid = EG_SQ_TEX_RESOURCE_WORD7_get_TYPE(w[7]) == 2;
}

/* ---- formats ---- */

static float
component_scale(const struct ta_view *v, unsigned c)
{
   if (v->num_format != 0 || !v->bits[c] || v->srgb)
      return 1.0f;
   unsigned bits = v->is_signed[c] ? v->bits[c] - 1u : v->bits[c];
   if (bits >= 23 && bits <= 24)
      return 1.0f / (float)(1u << bits);
   return bits ? 1.0f / (float)((UINT64_C(1) << bits) - 1) : 1.0f;
}

static void
set_format(struct ta_view *v, const struct words *w, enum db_gen gen)
{
   const struct db_format *f = db_format(w->format);
   v->format = w->format;
   v->num_format = w->num_format;
   v->endian = w->endian;
   for (unsigned c = 0; c < 4; c++) {
      v->is_signed[c] = w->comp[c] == 1;
      v->scale[c] = 1.0f;
      v->dst_sel[c] = w->dst_sel[c] < 6 ? w->dst_sel[c] : 4;
   }
   v->el_B = 4;
   if (!f || !f->texture || !w->valid)
      return;
   v->el_B = f->bytes_per_el;
   v->ncomp = f->ncomp;
   memcpy(v->bits, f->bits, sizeof(v->bits));
   for (unsigned c = 1; c < f->ncomp; c++)
      v->shift[c] = (uint8_t)(v->shift[c - 1] + v->bits[c - 1]);
   if (f->block_w == 4) {
      static const uint8_t bc[7] = {TA_BC1, TA_BC2, TA_BC3, TA_BC4, TA_BC5, TA_BC6, TA_BC7};
      unsigned n = (unsigned)w->format - DB_FMT_BC1;
      _Static_assert(DB_FMT_BC7 == DB_FMT_BC1 + 6, "bc[] is in the order of the formats");
      v->kind = n < ARRAY_SIZE(bc) && (n < 5 || gen >= DB_EVERGREEN) ? bc[n] : TA_NONE;
      v->block_shift = 2;
      v->srgb = w->degamma && (n < 3 || v->kind == TA_BC7);
      v->ncomp = 4;
      for (unsigned c = 0; c < 4; c++)
         v->scale[c] = v->srgb && c < 3                       ? 1.0f
                       : v->kind == TA_BC6 && c < 3           ? 1.0f
                       : v->kind >= TA_BC4 && v->is_signed[c] ? 1.0f / 127.0f
                                                              : 1.0f / 255.0f;
      return;
   }
   if (f->block_w != 1) {
      v->kind = TA_NONE;
      return;
   }
   if (w->format == DB_FMT_5_9_9_9_SHAREDEXP) {
      v->kind = TA_SHAREDEXP;
      v->ncomp = 3;
      return;
   }
   if (f->is_float) {
      v->kind = f->bits[0] == 32                       ? TA_FLOATS
                : f->bits[0] == 16                     ? TA_HALVES
                : f->bits[0] <= 11 && f->bits[1] == 11 ? TA_F11
                : v->num_format == 1                   ? TA_PACKED /* the view that shows stencil */
                                                       : TA_F24;
      if (w->format == DB_FMT_X24_8_32F) {
         /* stencil is Y, in the low byte of the second dword, for views of integers */
         v->kind = v->num_format == 1 ? TA_WORDS32 : TA_FLOATS;
         v->ncomp = v->num_format == 1 ? 2 : 1;
      }
      return;
   }
   v->kind = f->bits[0] == 32                          ? TA_WORDS32
             : f->bits[0] == 16 && f->bytes_per_el > 4 ? TA_WORDS16
             : f->bytes_per_el <= 4                    ? TA_PACKED
                                                       : TA_NONE;
   v->srgb = w->degamma && v->kind == TA_PACKED;
   for (unsigned c = 0; c < f->ncomp; c++)
      v->srgb &= v->bits[c] == 8; /* the table has no more */
   for (unsigned c = 0; c < f->ncomp; c++) {
      v->scale[c] = component_scale(v, c);
      if (v->scale[c] == 1.0f / (1 << 24) || v->scale[c] == 1.0f / (1 << 23))
         v->scale_low[c] = v->scale[c] * v->scale[c];
      if (v->srgb && c == 3)
         v->scale[c] = 1.0f / 255.0f;
   }
}

/* ---- levels ---- */

/* How the bits of x (or y) inside a micro tile, or a linear row, become byte offset bits. */
static void
axis_bits(const struct emu_surface *s, bool y, uint32_t mask[4], uint8_t shift[4])
{
   uint32_t off_B[64];
   emu_surface_tile_table(s, off_B);
   unsigned n = 0;
   for (unsigned b = 0; b < 3; b++) {
      uint32_t o = off_B[(1u << b) * (y ? 8 : 1)];
      unsigned sh = u_log2(o) - b;
      assert(n < 4 && o >> b);
      if (n && shift[n - 1] == sh)
         mask[n - 1] |= 1u << b;
      else {
         mask[n] = 1u << b;
         shift[n++] = (uint8_t)sh;
      }
   }
}

static bool
macro_tables(struct ta_view *v, struct ta_level *l, uint32_t w_el, uint32_t h_el)
{
   const struct emu_surface *s = &l->surf;
   uint32_t *mem = malloc((w_el + h_el) * 5 + sizeof(void *) + 8);
   if (!mem)
      return false;
   *(void **)mem = v->tables;
   assert(w_el <= s->pitch_el && h_el <= s->height_el);
   v->tables = mem;
   uint32_t *xt = (uint32_t *)((char *)mem + sizeof(void *)), *yt = xt + w_el;
   uint8_t *xp = (uint8_t *)(yt + h_el), *yp = xp + w_el;
   unsigned g = u_log2(s->chip->group_bytes), pb = u_log2(s->chip->tile_pipes) + u_log2(s->num_banks);
   for (uint32_t i = 0; i < w_el + h_el; i++) {
      bool y = i >= w_el;
      uint64_t o = emu_surface_offset(s, y ? 0 : i, y ? i - w_el : 0, 0);
      xt[i] = (uint32_t)((o & ((1u << g) - 1)) | o >> (g + pb) << g);
      xp[i] = (uint8_t)(o >> g & ((1u << pb) - 1));
   }
   l->xtotal = xt;
   l->ytotal = yt;
   l->xpb = xp;
   l->ypb = yp;
   return true;
}

static bool
is_array(const struct ta_view *v)
{
   return v->dim == TA_1D_ARRAY || v->dim == TA_2D_ARRAY || v->dim == TA_2D_ARRAY_MSAA;
}

static bool
is_1d(const struct ta_view *v)
{
   return v->dim == TA_1D || v->dim == TA_1D_ARRAY;
}

static bool
is_msaa(const struct ta_view *v)
{
   return v->dim >= TA_2D_MSAA;
}

static uint32_t
pot_align(uint32_t v, uint32_t a)
{
   assert(!a || u_is_pow2(a));
   return (uint32_t)u_align(v, a ? a : 1);
}

/* Alignment of pitch and height in elements ("Surface layout" of the chips' allocation rules). */
static void
alignment(const struct emu_surface *s, unsigned mode, uint32_t *pitch, uint32_t *height)
{
   uint32_t g = s->chip->group_bytes, b = s->bytes_per_el, p = s->chip->tile_pipes, k = s->num_banks;
   *height = 1;
   *pitch = 1;
   switch (mode) {
   case EMU_LINEAR_ALIGNED:
      *pitch = MAX2(64, g / b);
      break;
   case EMU_1D_THIN1:
   case EMU_1D_THICK:
      *pitch = MAX2(8, g / (8 * b));
      *height = 8;
      break;
   case EMU_2D_THIN1:
      if (s->chip->gen < DB_EVERGREEN) {
         *pitch = MAX2(8 * k, g * k / (8 * b));
         *height = 8 * p;
      } else {
         *pitch = 8u * s->bank_width * p * s->macro_aspect;
         *height = 8u * s->bank_height * k / MAX2(s->macro_aspect, 1);
      }
      break;
   default:
      break;
   }
}

static void
place_level(const struct emulator *e, struct ta_view *v, struct ta_level *l, uint64_t addr, uint32_t slices,
            unsigned range)
{
   assert(range < ARRAY_SIZE(v->range) && slices);
   static const _Alignas(16) uint8_t zeros[16];
   struct emu_surface *s = &l->surf;
   s->addr = addr;
   l->slice_B = s->slice_B;
   uint64_t size_B = emu_surface_end(s, slices - 1);
   l->base = size_B < UINT32_MAX || s->array_mode != EMU_2D_THIN1 ? emu_mem_ptr(&e->mem, addr, size_B) : NULL;
   l->macro_tiled = s->array_mode == EMU_2D_THIN1;
   uint32_t w_el = (l->w + (1u << v->block_shift) - 1) >> v->block_shift;
   uint32_t h_el = (l->h + (1u << v->block_shift) - 1) >> v->block_shift;
   if (w_el > s->pitch_el || h_el > s->height_el)
      l->base = NULL;
   if (l->base && l->macro_tiled && !s->log2_samples && !macro_tables(v, l, w_el, h_el))
      l->base = NULL;
   if (!l->base) { /* every offset is 0, in zeroes */
      l->base = zeros;
      l->macro_tiled = false;
      l->slice_B = 0;
      return;
   }
   if (!v->range[range].size_B)
      v->range[range].addr = addr;
   uint64_t end = addr + size_B - v->range[range].addr;
   v->range[range].size_B = MAX2(v->range[range].size_B, end);
   if (l->macro_tiled)
      return;
   if (s->array_mode < EMU_1D_THIN1) {
      l->xmask[0] = UINT32_MAX;
      l->xshift[0] = (uint8_t)u_log2(s->bytes_per_el);
      l->row_B = s->pitch_el * s->bytes_per_el;
      return;
   }
   axis_bits(s, false, l->xmask, l->xshift);
   axis_bits(s, true, l->ymask, l->yshift);
   for (unsigned i = 0; i < 4; i++) {
      if (!l->xmask[i]) {
         l->xmask[i] = ~7u;
         l->xshift[i] = (uint8_t)u_log2(8u * s->bytes_per_el);
         break;
      }
   }
   l->row_shift = 3;
   l->row_B = DIV_ROUND_UP(s->pitch_el, 8) * 64u * s->bytes_per_el;
}

/* How many slices of level i are in memory. A volume's are halved like its sides; those of an array are padded to a
 * power of two below level 0, *inferred*: Mesa views cube maps, which have 8 slices a level, as arrays of 6, and mip
 * levels of those come out right on a Turks. A cube map has 8 slices, 6 on R6xx (R6xx/R7xx 3D Register Reference
 * Guide, SQ_TEX_RESOURCE_WORD5), and an array of cubes is one of layers. */
static uint32_t
slices_in_memory(const struct emulator *e, const struct ta_view *v, const struct words *w, unsigned i)
{
   uint32_t slices = 1;
   if (v->dim == TA_3D)
      return i ? u_next_pow2(u_minify(w->d, i)) : w->d;
   if (is_array(v)) {
      slices = MAX2(w->d, w->last_array + 1);
      return i ? u_next_pow2(slices) : slices;
   }
   if (v->dim == TA_CUBE) {
      slices = e->chip->gen == DB_R600 ? 6 : 8;
      if (w->last_array + 1 > slices)
         slices = i ? u_next_pow2(w->last_array + 1) : w->last_array + 1;
   }
   return slices;
}

/* How many of them can be sampled, and so have to lie inside of memory. */
static uint32_t
slices_used(const struct ta_view *v, const struct words *w, const struct ta_level *l)
{
   if (v->dim == TA_3D)
      return l->d;
   if (v->dim == TA_CUBE)
      return MAX2(6, w->last_array + 1);
   return is_array(v) ? w->last_array + 1 : 1;
}

/* Size of level i in texels and layers. */
static void
set_level_size(const struct ta_view *v, const struct words *w, unsigned i, struct ta_level *l)
{
   l->w = u_minify(w->w, i);
   l->h = u_minify(is_1d(v) ? 1 : w->h, i);
   l->d = 1;
   if (v->dim == TA_3D)
      l->d = u_minify(w->d, i);
   else if (is_array(v))
      l->d = v->num_layers;
   else if (v->dim == TA_CUBE)
      l->d = MAX2(v->num_layers, 6);
   l->fw = (float)l->w;
   l->fh = (float)l->h;
   l->fd = (float)l->d;
}

/* Tiling, pitch and height of level i ("Surface layout" of the chips' allocation rules): levels below the first have
 * power-of-two sides, and from the first that is smaller than a macro tile on they are tiled in one dimension. \p mode
 * is that of the level before and becomes this one's. */
static void
set_level_layout(const struct emulator *e, const struct ta_view *v, const struct words *w, unsigned i,
                 unsigned *mode, struct ta_level *l)
{
   const uint32_t round = (1u << v->block_shift) - 1;
   const uint32_t pitch = ((i ? u_next_pow2(l->w) : w->pitch) + round) >> v->block_shift;
   const uint32_t height = ((i ? u_next_pow2(l->h) : l->h) + round) >> v->block_shift;
   uint32_t pitch_align, height_align;
   struct emu_surface *s = &l->surf;
   s->chip = e->chip;
   s->tile_type = w->tile_type;
   s->bytes_per_el = v->el_B;
   s->log2_samples = is_msaa(v) ? (uint8_t)MIN2(w->last_level, 3) : 0;
   s->depth_samples = w->depth_samples;
   s->bank_width = w->bank_w;
   s->bank_height = w->bank_h;
   s->macro_aspect = w->aspect;
   s->num_banks = e->chip->gen >= DB_EVERGREEN ? w->banks : e->chip->num_banks;
   s->tile_split_B = w->split_B;
   alignment(s, *mode, &pitch_align, &height_align);
   if (*mode == EMU_2D_THIN1 && i && !is_msaa(v) && (pitch < pitch_align || height < height_align)) {
      *mode = EMU_1D_THIN1;
      alignment(s, *mode, &pitch_align, &height_align);
   }
   s->array_mode = (uint8_t)*mode;
   s->pitch_el = i ? pot_align(pitch, pitch_align) : MAX2(pitch, 1);
   s->height_el = pot_align(height, height_align);
   s->slice_B = ((uint64_t)s->pitch_el * s->height_el * s->bytes_per_el) << s->log2_samples;
}

static void
set_levels(const struct emulator *e, struct ta_view *v, const struct words *w)
{
   const unsigned last = is_msaa(v) ? 0 : MIN2(w->last_level, TA_MAX_LEVELS - 1);
   const unsigned first = is_msaa(v) ? 0 : MIN2(w->base_level, last);
   unsigned mode = w->array_mode;
   uint64_t addr = w->base;
   v->base_level = (uint8_t)first;
   v->num_levels = (uint8_t)(last - first + 1);
   v->base_layer = is_array(v) || v->dim == TA_CUBE ? w->base_array : 0;
   v->num_layers = w->last_array >= w->base_array ? w->last_array - w->base_array + 1 : 1;
   for (unsigned i = 0; i <= last; i++) {
      struct ta_level l = {0};
      set_level_size(v, w, i, &l);
      set_level_layout(e, v, w, i, &mode, &l);
      if (i == 1)
         addr = w->mip;
      if (i >= first) {
         assert(i - first < TA_MAX_LEVELS);
         struct ta_level *dst = &v->level[i - first];
         *dst = l;
         place_level(e, v, dst, addr, slices_used(v, w, &l), i ? 1 : 0);
         for (unsigned k = 1; is_msaa(v) && k < 1u << l.surf.log2_samples; k++) { /* a sample is a level */
            assert(k < TA_MAX_LEVELS);
            v->level[k] = *dst;
            v->level[k].surf.sample = (uint8_t)k;
         }
      }
      addr += l.surf.slice_B * slices_in_memory(e, v, w, i);
   }
}

/* ---- samplers ---- */

static float
fixed(uint32_t v, unsigned width, unsigned fraction, bool is_signed)
{
   assert(width && width < 32 && fraction < 32 && v >> width == 0);
   int32_t i = is_signed ? (int32_t)(v << (32 - width)) >> (32 - width) : (int32_t)v;
   return (float)i / (float)(1u << fraction);
}

enum {
   KEY_SAMPLER = 1,
   KEY_FACES_APART = 2 /* DISABLE_CUBE_WRAP: a face is addressed like a 2D texture */
};

static bool
cube_faces_apart(const struct emulator *e, const uint32_t *sampler)
{
   if (e->chip->gen < DB_EVERGREEN)
      return R6_TA_CNTL_AUX_get_DISABLE_CUBE_WRAP(e->regs.r6.config.TA_CNTL_AUX);
   return EG_SQ_TEX_SAMPLER_WORD2_get_DISABLE_CUBE_WRAP(sampler[2]);
}

/* Evergreen has integers of a border as floats, 1 for the largest of the format (docs/inferred.md). */
static float
border_integer(const struct ta_view *v, unsigned c, float f)
{
   const bool is_signed = v->is_signed[c];
   if (!v->bits[c] || !(f == f))
      return 0.0f;
   const double scaled = (double)f * (double)((UINT64_C(1) << (v->bits[c] - is_signed)) - 1);
   const double bound =
      CLAMP(scaled, is_signed ? (double)INT32_MIN : 0.0, is_signed ? (double)INT32_MAX : (double)UINT32_MAX);
   return uif((uint32_t)(int64_t)(bound < 0 ? bound - 0.5 : bound + 0.5));
}

static void
set_sampler(const struct emulator *e, struct ta_view *v, const uint32_t *w, const uint32_t border[4],
            unsigned resource_aniso)
{
   unsigned mag, min, z, border_type, aniso_bit;
   v->has_sampler = true;
   if (e->chip->gen < DB_EVERGREEN) {
      v->clamp[0] = R6_SQ_TEX_SAMPLER_WORD0_get_CLAMP_X(w[0]);
      v->clamp[1] = R6_SQ_TEX_SAMPLER_WORD0_get_CLAMP_Y(w[0]);
      v->clamp[2] = R6_SQ_TEX_SAMPLER_WORD0_get_CLAMP_Z(w[0]);
      mag = R6_SQ_TEX_SAMPLER_WORD0_get_XY_MAG_FILTER(w[0]);
      min = R6_SQ_TEX_SAMPLER_WORD0_get_XY_MIN_FILTER(w[0]);
      z = R6_SQ_TEX_SAMPLER_WORD0_get_Z_FILTER(w[0]);
      v->mip = R6_SQ_TEX_SAMPLER_WORD0_get_MIP_FILTER(w[0]);
      border_type = R6_SQ_TEX_SAMPLER_WORD0_get_BORDER_COLOR_TYPE(w[0]);
      v->compare = R6_SQ_TEX_SAMPLER_WORD0_get_DEPTH_COMPARE_FUNCTION(w[0]);
      v->log2_aniso = R6_SQ_TEX_SAMPLER_WORD0_get_MAX_ANISO_RATIO(w[0]);
      v->min_lod = fixed(R6_SQ_TEX_SAMPLER_WORD1_get_MIN_LOD(w[1]), 10, 6, false);
      v->max_lod = fixed(R6_SQ_TEX_SAMPLER_WORD1_get_MAX_LOD(w[1]), 10, 6, false);
      v->lod_bias = fixed(R6_SQ_TEX_SAMPLER_WORD1_get_LOD_BIAS(w[1]), 12, 6, true);
      v->layers_mix = v->dim == TA_2D_ARRAY && !R6_SQ_TEX_SAMPLER_WORD0_get_TEX_ARRAY_OVERRIDE(w[0]);
      aniso_bit = 4;
   } else {
      v->clamp[0] = EG_SQ_TEX_SAMPLER_WORD0_get_CLAMP_X(w[0]);
      v->clamp[1] = EG_SQ_TEX_SAMPLER_WORD0_get_CLAMP_Y(w[0]);
      v->clamp[2] = EG_SQ_TEX_SAMPLER_WORD0_get_CLAMP_Z(w[0]);
      mag = EG_SQ_TEX_SAMPLER_WORD0_get_XY_MAG_FILTER(w[0]);
      min = EG_SQ_TEX_SAMPLER_WORD0_get_XY_MIN_FILTER(w[0]);
      z = EG_SQ_TEX_SAMPLER_WORD0_get_Z_FILTER(w[0]);
      v->mip = EG_SQ_TEX_SAMPLER_WORD0_get_MIP_FILTER(w[0]);
      border_type = EG_SQ_TEX_SAMPLER_WORD0_get_BORDER_COLOR_TYPE(w[0]);
      v->compare = EG_SQ_TEX_SAMPLER_WORD0_get_DEPTH_COMPARE_FUNCTION(w[0]);
      v->log2_aniso = EG_SQ_TEX_SAMPLER_WORD0_get_MAX_ANISO_RATIO(w[0]);
      v->min_lod = fixed(EG_SQ_TEX_SAMPLER_WORD1_get_MIN_LOD(w[1]), 12, 8, false);
      v->max_lod = fixed(EG_SQ_TEX_SAMPLER_WORD1_get_MAX_LOD(w[1]), 12, 8, false);
      v->lod_bias = fixed(EG_SQ_TEX_SAMPLER_WORD2_get_LOD_BIAS(w[2]), 14, 8, true);
      v->force_unnormalized =
         e->chip->gen == DB_CAYMAN && CM_SQ_TEX_SAMPLER_WORD0_get_FORCE_UNNORMALIZED(w[0]);
      aniso_bit = 2;
   }
   v->mag_linear = mag & 1;
   v->min_linear = min & 1;
   if (!((mag | min) & aniso_bit))
      v->log2_aniso = 0;
   v->log2_aniso = (uint8_t)MIN2(MIN2(v->log2_aniso, resource_aniso), 4);
   /* Faces that join have no wrap modes. */
   v->faces_join = v->dim == TA_CUBE && !(v->key[11] & KEY_FACES_APART);
   if (v->faces_join)
      v->clamp[0] = v->clamp[1] = TA_CLAMP_EDGE;
   v->z_follows = z == 0;
   v->z_linear = z == 2;
   if (v->mip > 2)
      v->mip = 2;
   for (unsigned c = 0; c < 4; c++) {
      v->border[c] = border_type == 2 ? 1.0f : border_type == 1 ? (c == 3 ? 1.0f : 0.0f) : 0.0f;
   }
   /* A border colour is not swizzled: its channel is that of the result, so that the component which DST_SEL
    * shows there has it. */
   for (unsigned c = 4; border_type == 3 && border && c-- > 0;)
      if (v->dst_sel[c] < 4)
         v->border[v->dst_sel[c]] = e->chip->gen == DB_EVERGREEN && ta_is_int(v)
                                       ? border_integer(v, v->dst_sel[c], uif(border[c]))
                                       : uif(border[c]);
   for (unsigned a = 0; a < 3; a++)
      v->any_address |= v->clamp[a] > TA_CLAMP_EDGE;
}

static uint64_t
hash_words(const uint32_t *w, unsigned n)
{
   uint64_t h = UINT64_C(0xcbf29ce484222325);
   for (unsigned i = 0; i < n; i++)
      h = (h ^ w[i]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 29;
   return h;
}

const struct ta_view *
ta_view_find(const struct emulator *e, struct ta_view **table, unsigned table_size, const uint32_t *resource,
             const uint32_t *sampler, const uint32_t border[4])
{
   uint32_t key[16] = {0};
   assert(table_size);
   memcpy(key, resource, (e->chip->gen < DB_EVERGREEN ? 7 : 8) * 4);
   if (sampler) {
      memcpy(key + 8, sampler, 12);
      key[11] = KEY_SAMPLER | (cube_faces_apart(e, sampler) ? KEY_FACES_APART : 0);
      if (border)
         memcpy(key + 12, border, 16);
   }
   uint64_t h = hash_words(key, 16);
   for (const struct ta_view *v = table[h % table_size]; v; v = v->hash_next) {
      if (v->hash == h && !memcmp(v->key, key, sizeof(key)))
         return v;
   }
   struct ta_view *v = aligned_alloc(64, u_align(sizeof(*v), 64));
   if (!v)
      return NULL;
   memset(v, 0, sizeof(*v));
   v->hash = h;
   memcpy(v->key, key, sizeof(key));
   struct words w = {0};
   read_common(resource, &w);
   if (e->chip->gen < DB_EVERGREEN)
      read_r6(resource, &w);
   else
      read_eg(resource, e->chip->gen == DB_CAYMAN, &w);
   v->dim = w.dim;
   set_format(v, &w, e->chip->gen);
   set_levels(e, v, &w);
   if (sampler)
      set_sampler(e, v, sampler, border, w.log2_aniso);
   if (ta_is_int(v)) /* there are no sums of them */
      v->mag_linear = v->min_linear = v->z_linear = false;
   v->needs_lod = v->mag_linear != v->min_linear || (v->mip && v->num_levels > 1);
   v->nearest_bytes = !v->needs_lod && !v->mag_linear;
   for (unsigned c = 0; c < 4; c++)
      v->nearest_bytes &= v->scale[c] == 1.0f / 255;
   ta_view_set_direct(e, v);
   ta_shadow_init(v);
   v->taps = v->fast && v->dim == TA_2D && !v->needs_lod && !v->log2_aniso &&
             (v->shadow || (v->bytes && v->row_of_four));
   v->hash_next = table[h % table_size];
   table[h % table_size] = v;
   return v;
}

void
ta_view_destroy(struct ta_view *v)
{
   if (!v)
      return;
   for (void *t = v->tables; t;) {
      void *next = *(void **)t;
      free(t);
      t = next;
   }
   ta_shadow_destroy(v->shadow);
   free(v);
}
