/* SPDX-License-Identifier: MIT
 * Textures of R6xx and R7xx. After r600_check_texture_resource and r600_texture_size, which look at the first
 * level alone: the others may end anywhere, a 3D texture counts as one layer, and the width counts rather than
 * the pitch.
 *
 * Stricter than the kernel: a first level beyond the last one, with which it counts 4 billion levels, or none;
 * bytes are counted in 64 bits. */
#include "db/terascale/r6_regs.h"
#include "kernel/radeon/checker/rules.h"
#include "util/u_math.h"

struct texture {
   enum check_dim dim;
   uint32_t width, height, depth, pitch; /* texels */
   uint32_t first_level, last_level;
   uint32_t layers; /* 0: the depth counts */
   unsigned format;
   struct check_format block;
   struct check_surface s;
};

static uint32_t
count_layers(const struct terascale_chip *chip, enum check_dim dim, uint32_t w5)
{
   if (dim == DIM_CUBE)
      return chip->gen == DB_R700 ? 8 : 6;
   if (dim == DIM_1D_ARRAY || dim == DIM_2D_ARRAY || dim == DIM_2D_ARRAY_MSAA)
      return R6_SQ_TEX_RESOURCE_WORD5_get_LAST_ARRAY(w5) - R6_SQ_TEX_RESOURCE_WORD5_get_BASE_ARRAY(w5) + 1;
   return 1;
}

static struct texture
read_texture(const struct terascale_chip *chip, const uint32_t w[7])
{
   struct texture t = {.dim = (enum check_dim)R6_SQ_TEX_RESOURCE_WORD0_get_DIM(w[0]),
                       .width = R6_SQ_TEX_RESOURCE_WORD0_get_TEX_WIDTH(w[0]) + 1,
                       .height = R6_SQ_TEX_RESOURCE_WORD1_get_TEX_HEIGHT(w[1]) + 1,
                       .depth = MAX2(R6_SQ_TEX_RESOURCE_WORD1_get_TEX_DEPTH(w[1]), 1),
                       .pitch = (R6_SQ_TEX_RESOURCE_WORD0_get_PITCH(w[0]) + 1) * 8,
                       .first_level = R6_SQ_TEX_RESOURCE_WORD4_get_BASE_LEVEL(w[4]),
                       .last_level = R6_SQ_TEX_RESOURCE_WORD5_get_LAST_LEVEL(w[5]),
                       .format = R6_SQ_TEX_RESOURCE_WORD1_get_DATA_FORMAT(w[1])};
   t.layers = count_layers(chip, t.dim, w[5]);
   t.s = (struct check_surface){.array_mode = R6_SQ_TEX_RESOURCE_WORD0_get_TILE_MODE(w[0]), .samples = 1};
   if (t.dim >= DIM_2D_MSAA) {
      t.s.samples = 1u << t.last_level;
      t.last_level = 0;
   }
   return t;
}

static bool
check_size(struct checker *c, uint32_t dw, const struct texture *t, const struct check_layout *l,
           uint64_t base_B, const struct check_reloc *base)
{
   uint64_t w = check_align((t->width + t->block.block_w - 1) / t->block.block_w, l->pitch_align),
            h = check_align((t->height + t->block.block_h - 1) / t->block.block_h, l->height_align);
   uint64_t size_B = w * h * t->s.block_B * t->s.samples * (t->layers ? t->layers : t->depth);
   if (size_B > UINT32_MAX || base_B + size_B > base->size_B)
      return check_fail(c, dw, "texture level 0 (%ux%u) ends at byte %llu of a buffer of %llu bytes",
                        t->width, t->height, (unsigned long long)(base_B + size_B),
                        (unsigned long long)base->size_B);
   return true;
}

bool
check_r6_texture(struct checker *c, uint32_t dw, const uint32_t w[7], const struct check_reloc *base,
                 const struct check_reloc *mip)
{
   struct texture t = read_texture(c->chip, w);
   struct check_layout l;
   if (!check_texture_format(c->chip, t.format, &t.block))
      return check_fail(c, dw, "texture has a format that is none: %u", t.format);
   t.s.block_B = t.block.block_B;
   const char *bad = check_surface_layout(c->chip, &t.s, &l);
   if (bad)
      return check_fail(c, dw, "texture has array mode %u with %s", t.s.array_mode, bad);
   if (t.pitch & (l.pitch_align - 1))
      return check_fail(c, dw, "texture pitch of %u texels is no multiple of %u", t.pitch, l.pitch_align);
   const uint64_t at[2] = {(w[2] + (base->gpu_addr >> 8)) << 8, (w[3] + (mip->gpu_addr >> 8)) << 8};
   for (unsigned i = 0; i < 2; i++) { /* the whole address counts */
      if (at[i] & (l.base_align_B - 1))
         return check_fail(c, dw, "texture %s 0x%llx is not aligned to %llu bytes", i ? "mip base" : "base",
                           (unsigned long long)at[i], (unsigned long long)l.base_align_B);
   }
   if (t.first_level > t.last_level)
      return check_fail(c, dw, "texture begins with level %u, but ends with level %u", t.first_level,
                        t.last_level);
   return check_size(c, dw, &t, &l, (uint64_t)w[2] << 8, base);
}
