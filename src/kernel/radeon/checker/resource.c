/* SPDX-License-Identifier: MIT
 * SET_RESOURCE: textures (base and mip address, format, alignment, size of every level) and vertex buffers
 * (address, size). After the kernel's r600_check_texture_resource and evergreen_cs_track_validate_texture; as
 * there, a vertex buffer that overruns its buffer object is cut to it. */
#include "kernel/radeon/checker/rules.h"

#include <string.h>

#include "db/terascale/db_formats.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"

enum { DIM_1D, DIM_2D, DIM_3D, DIM_CUBE, DIM_1D_ARRAY, DIM_2D_ARRAY, DIM_2D_MSAA, DIM_2D_ARRAY_MSAA };
enum { TYPE_TEXTURE = 2, TYPE_BUFFER = 3 };

struct texture {
   uint32_t dim, width, height, depth, layers; /* texels */
   uint32_t pitch;                             /* texels */
   uint32_t last_level;
   const struct db_format *format;
   struct check_surface s;
   uint64_t base_B, mip_B; /* offsets in their buffers */
};

static uint32_t
minify_size(uint32_t size, uint32_t level)
{
   assert(level < 32);
   uint32_t v = size >> level;
   if (!v)
      v = 1;
   if (level) {
      uint32_t p = 1;
      while (p < v)
         p *= 2;
      v = p;
   }
   return v;
}

static uint32_t
align_up(uint32_t v, uint32_t a)
{
   assert(a);
   return (v + a - 1) / a * a;
}

static bool
find_texture_layout(struct checker *c, uint32_t dw, const struct texture *t, struct check_layout *l)
{
   const char *bad = check_surface_layout(c->chip, &t->s, l);
   return !bad || check_fail(c, dw, "texture has array mode %u with %s", t->s.array_mode, bad);
}

/* Bytes of levels 1..last, as they stand behind one another. */
static uint64_t
mip_bytes(const struct checker *c, const struct texture *t, const struct check_layout *level0)
{
   uint64_t total = 0;
   struct texture m = *t;
   for (uint32_t i = 1; i <= t->last_level; i++) {
      struct check_layout l;
      m.s.pitch = (minify_size(t->width, i) + t->format->block_w - 1) / t->format->block_w;
      m.s.height = (minify_size(t->height, i) + t->format->block_h - 1) / t->format->block_h;
      if (!check_is_r6(c) && m.s.array_mode == MODE_2D_TILED_THIN1 &&
          (m.s.pitch < level0->pitch_align || m.s.height < level0->height_align))
         m.s.array_mode = MODE_1D_TILED_THIN1;
      if (check_surface_layout(c->chip, &m.s, &l))
         return total;
      m.s.pitch = align_up(m.s.pitch, l.pitch_align);
      m.s.height = align_up(m.s.height, l.height_align);
      check_surface_layout(c->chip, &m.s, &l);
      total += l.layer_B * (t->dim == DIM_3D ? minify_size(t->depth, i) : t->layers);
   }
   return total;
}

/* Puts what follows from format and dimension into *t: samples, sizes in blocks, the layout of level 0. */
static bool
measure_texture(struct checker *c, uint32_t dw, struct texture *t, struct check_layout *l)
{
   if (!t->format || !t->format->texture)
      return check_fail(c, dw, "texture has a format that is none");
   if (t->dim > DIM_2D_ARRAY_MSAA)
      return check_fail(c, dw, "texture dimension %u does not exist", t->dim);
   if (t->dim >= DIM_2D_MSAA) {
      if (t->last_level > 4)
         return check_fail(c, dw, "texture has 1 << %u samples", t->last_level);
      t->s.samples = 1u << t->last_level;
      t->last_level = 0;
   }
   if (t->dim != DIM_3D)
      t->depth = 1;
   t->s.block_B = t->format->bytes_per_el;
   t->s.pitch = (t->pitch + t->format->block_w - 1) / t->format->block_w;
   t->s.height = (t->height + t->format->block_h - 1) / t->format->block_h;
   if (!find_texture_layout(c, dw, t, l))
      return false;
   t->s.height = align_up(t->s.height, l->height_align);
   return find_texture_layout(c, dw, t, l);
}

static bool
check_texture_alignment(struct checker *c, uint32_t dw, const struct texture *t, const struct check_layout *l,
                        const struct check_reloc *base, const struct check_reloc *mip)
{
   bool r6 = check_is_r6(c); /* there the whole address counts, later the offset alone */
   if (t->s.pitch % l->pitch_align)
      return check_fail(c, dw, "texture pitch of %u blocks is no multiple of %u", t->s.pitch, l->pitch_align);
   uint64_t base_at = t->base_B + (r6 ? base->gpu_addr : 0),
            mip_at = t->mip_B + (r6 && mip ? mip->gpu_addr : 0);
   if (base_at % l->base_align_B)
      return check_fail(c, dw, "texture base 0x%llx is not aligned to %llu bytes",
                        (unsigned long long)base_at, (unsigned long long)l->base_align_B);
   if (mip && (r6 || t->s.samples == 1) && mip_at % l->base_align_B)
      return check_fail(c, dw, "texture mip base 0x%llx is not aligned to %llu bytes",
                        (unsigned long long)mip_at, (unsigned long long)l->base_align_B);
   return true;
}

static bool
check_texture_size(struct checker *c, uint32_t dw, struct texture *t, struct check_layout *l,
                   const struct check_reloc *base, const struct check_reloc *mip)
{
   bool r6 = check_is_r6(c);
   if (r6) { /* the kernel counts the width here, not the pitch */
      uint32_t width = (t->width + t->format->block_w - 1) / t->format->block_w;
      t->s.pitch = align_up(width, l->pitch_align);
      check_surface_layout(c->chip, &t->s, l);
   }
   uint64_t end = t->base_B + l->layer_B * (t->dim == DIM_3D ? t->depth : t->layers);
   if (end > base->size_B)
      return check_fail(c, dw, "texture level 0 (%ux%u) ends at byte %llu of a buffer of %llu bytes",
                        t->width, t->height, (unsigned long long)end, (unsigned long long)base->size_B);
   if (!t->last_level)
      return true;
   if (!mip)
      return check_fail(c, dw, "texture has %u levels but no relocation for them", t->last_level + 1);
   end = t->mip_B + mip_bytes(c, t, l);
   if (!r6 && end > mip->size_B) /* R6xx, R7xx: the kernel only warns */
      return check_fail(c, dw, "texture levels end at byte %llu of a buffer of %llu bytes",
                        (unsigned long long)end, (unsigned long long)mip->size_B);
   return true;
}

static bool
check_texture(struct checker *c, uint32_t dw, struct texture *t, const struct check_reloc *base,
              const struct check_reloc *mip)
{
   struct check_layout l;
   assert(base);
   return measure_texture(c, dw, t, &l) && check_texture_alignment(c, dw, t, &l, base, mip) &&
          check_texture_size(c, dw, t, &l, base, mip);
}

static struct texture
read_r6_texture(const struct terascale_chip *chip, const uint32_t *w)
{
   struct texture t = {.dim = R6_SQ_TEX_RESOURCE_WORD0_get_DIM(w[0]),
                       .width = R6_SQ_TEX_RESOURCE_WORD0_get_TEX_WIDTH(w[0]) + 1,
                       .height = R6_SQ_TEX_RESOURCE_WORD1_get_TEX_HEIGHT(w[1]) + 1,
                       .depth = R6_SQ_TEX_RESOURCE_WORD1_get_TEX_DEPTH(w[1]) + 1,
                       .pitch = (R6_SQ_TEX_RESOURCE_WORD0_get_PITCH(w[0]) + 1) * 8,
                       .last_level = R6_SQ_TEX_RESOURCE_WORD5_get_LAST_LEVEL(w[5]),
                       .format = db_format(R6_SQ_TEX_RESOURCE_WORD1_get_DATA_FORMAT(w[1])),
                       .base_B = (uint64_t)w[2] << 8,
                       .mip_B = (uint64_t)w[3] << 8,
                       .layers = 1};
   t.s.array_mode = R6_SQ_TEX_RESOURCE_WORD0_get_TILE_MODE(w[0]);
   t.s.samples = 1;
   uint32_t first = R6_SQ_TEX_RESOURCE_WORD5_get_BASE_ARRAY(w[5]),
            last = R6_SQ_TEX_RESOURCE_WORD5_get_LAST_ARRAY(w[5]);
   if (t.dim == DIM_CUBE)
      t.layers = chip->gen == DB_R700 ? 8 : 6;
   if ((t.dim == DIM_1D_ARRAY || t.dim == DIM_2D_ARRAY || t.dim == DIM_2D_ARRAY_MSAA) && last >= first)
      t.layers = last - first + 1;
   return t;
}

static struct texture
read_eg_texture(const uint32_t *w)
{
   struct texture t = {.dim = EG_SQ_TEX_RESOURCE_WORD0_get_DIM(w[0]),
                       .width = EG_SQ_TEX_RESOURCE_WORD0_get_TEX_WIDTH(w[0]) + 1,
                       .height = EG_SQ_TEX_RESOURCE_WORD1_get_TEX_HEIGHT(w[1]) + 1,
                       .depth = EG_SQ_TEX_RESOURCE_WORD1_get_TEX_DEPTH(w[1]) + 1,
                       .pitch = (EG_SQ_TEX_RESOURCE_WORD0_get_PITCH(w[0]) + 1) * 8,
                       .last_level = EG_SQ_TEX_RESOURCE_WORD5_get_LAST_LEVEL(w[5]),
                       .format = db_format(EG_SQ_TEX_RESOURCE_WORD7_get_DATA_FORMAT(w[7])),
                       .base_B = (uint64_t)w[2] << 8,
                       .mip_B = (uint64_t)w[3] << 8,
                       .layers = EG_SQ_TEX_RESOURCE_WORD5_get_LAST_ARRAY(w[5]) + 1};
   t.s = (struct check_surface){.array_mode = EG_SQ_TEX_RESOURCE_WORD1_get_ARRAY_MODE(w[1]),
                                .samples = 1,
                                .bank_w = 1u << EG_SQ_TEX_RESOURCE_WORD7_get_BANK_WIDTH(w[7]),
                                .bank_h = 1u << EG_SQ_TEX_RESOURCE_WORD7_get_BANK_HEIGHT(w[7]),
                                .banks = 2u << EG_SQ_TEX_RESOURCE_WORD7_get_NUM_BANKS(w[7]),
                                .aspect = 1u << EG_SQ_TEX_RESOURCE_WORD7_get_MACRO_TILE_ASPECT(w[7]),
                                .tile_split_B = 64u << EG_SQ_TEX_RESOURCE_WORD6_get_TILE_SPLIT(w[6])};
   return t;
}

static bool
check_texture_slot(struct checker *c, uint32_t dw)
{
   bool r6 = check_is_r6(c);
   uint32_t w[8] = {0};
   memcpy(w, c->dw + dw, r6 ? 28 : 32);
   const struct check_reloc *base = check_take_reloc(c, "a texture's base address"), *mip = NULL;
   if (!base)
      return false;
   if (c->buffer_tiling)
      check_tile_texture(c, base, dw, w);
   struct texture t = r6 ? read_r6_texture(c->chip, w) : read_eg_texture(w);
   /* Evergreen: a multisampled texture may do without the second address. */
   bool optional =
      !r6 && t.dim >= DIM_2D_MSAA && w[3] == 0 && !(c->ndw - c->next >= 2 && c->dw[c->next] == RELOC_NOP);
   if (!optional && !(mip = check_take_reloc(c, "a texture's mip address")))
      return false;
   if (!check_texture(c, dw, &t, base, mip))
      return false;
   patch(c, dw + 2, w[2] + (uint32_t)(base->gpu_addr >> 8));
   if (mip)
      patch(c, dw + 3, w[3] + (uint32_t)(mip->gpu_addr >> 8));
   return true;
}

static bool
check_buffer_slot(struct checker *c, uint32_t dw)
{
   const uint32_t *w = c->dw + dw;
   const struct check_reloc *r = check_take_reloc(c, "a vertex buffer's address");
   if (!r)
      return false;
   uint64_t offset = w[0] | (uint64_t)(w[2] & 0xff) << 32;
   uint64_t size = (uint64_t)w[1] + 1;
   if (offset >= r->size_B)
      return check_fail(c, dw, "a vertex buffer starts at byte %llu of a buffer of %llu bytes",
                        (unsigned long long)offset, (unsigned long long)r->size_B);
   if (offset + size > r->size_B)
      patch(c, dw + 1, (uint32_t)(r->size_B - offset - 1));
   uint64_t addr = r->gpu_addr + offset;
   patch(c, dw, (uint32_t)addr);
   patch(c, dw + 2, (w[2] & 0xffffff00u) | ((uint32_t)(addr >> 32) & 0xff));
   return true;
}

bool
check_resources(struct checker *c)
{
   uint32_t words = check_is_r6(c) ? 7 : 8;
   if ((c->body_dw - 1) % words || c->dw[c->body] % words)
      return check_fail(c, c->body, "SET_RESOURCE writes %u dwords from dword %u, but slots have %u dwords",
                        c->body_dw - 1, c->dw[c->body], words);
   for (uint32_t dw = c->body + 1; dw < c->body + c->body_dw; dw += words) {
      uint32_t type = c->dw[dw + words - 1] >> 30;
      if (type != TYPE_TEXTURE && type != TYPE_BUFFER)
         return check_fail(c, dw + words - 1, "resource slot %u has type %u, neither texture nor buffer",
                           (c->dw[c->body] + dw - c->body - 1) / words, type);
      if (!(type == TYPE_TEXTURE ? check_texture_slot(c, dw) : check_buffer_slot(c, dw)))
         return false;
   }
   return true;
}
