/* SPDX-License-Identifier: MIT
 * Textures of Evergreen and later: format, alignment, size of every level. After
 * evergreen_cs_track_validate_texture.
 *
 * Stricter than the kernel: bytes are counted in 64 bits. */
#include "db/terascale/eg_regs.h"
#include "kernel/radeon/checker/rules.h"

struct texture {
   enum check_dim dim;
   uint32_t width, height, depth, layers; /* texels */
   uint32_t pitch;                        /* texels */
   uint32_t last_level;
   unsigned format;
   struct check_format block;
   struct check_surface s;
   uint64_t base_B, mip_B; /* offsets in their buffers */
};

static struct texture
read_texture(const uint32_t w[8])
{
   struct texture t = {.dim = (enum check_dim)EG_SQ_TEX_RESOURCE_WORD0_get_DIM(w[0]),
                       .width = EG_SQ_TEX_RESOURCE_WORD0_get_TEX_WIDTH(w[0]) + 1,
                       .height = EG_SQ_TEX_RESOURCE_WORD1_get_TEX_HEIGHT(w[1]) + 1,
                       .depth = EG_SQ_TEX_RESOURCE_WORD1_get_TEX_DEPTH(w[1]) + 1,
                       .layers = EG_SQ_TEX_RESOURCE_WORD5_get_LAST_ARRAY(w[5]) + 1,
                       .pitch = (EG_SQ_TEX_RESOURCE_WORD0_get_PITCH(w[0]) + 1) * 8,
                       .last_level = EG_SQ_TEX_RESOURCE_WORD5_get_LAST_LEVEL(w[5]),
                       .format = EG_SQ_TEX_RESOURCE_WORD7_get_DATA_FORMAT(w[7]),
                       .base_B = (uint64_t)w[2] << 8,
                       .mip_B = (uint64_t)w[3] << 8};
   t.s = (struct check_surface){.array_mode = EG_SQ_TEX_RESOURCE_WORD1_get_ARRAY_MODE(w[1]),
                                .samples = 1,
                                .bank_w = 1u << EG_SQ_TEX_RESOURCE_WORD7_get_BANK_WIDTH(w[7]),
                                .bank_h = 1u << EG_SQ_TEX_RESOURCE_WORD7_get_BANK_HEIGHT(w[7]),
                                .banks = 2u << EG_SQ_TEX_RESOURCE_WORD7_get_NUM_BANKS(w[7]),
                                .aspect = 1u << EG_SQ_TEX_RESOURCE_WORD7_get_MACRO_TILE_ASPECT(w[7]),
                                .tile_split_B = 64u << EG_SQ_TEX_RESOURCE_WORD6_get_TILE_SPLIT(w[6])};
   if (t.dim != DIM_3D)
      t.depth = 1;
   if (t.dim >= DIM_2D_MSAA) {
      t.s.samples = 1u << t.last_level;
      t.last_level = 0;
   }
   return t;
}

static uint32_t
blocks(uint32_t texels, uint32_t block)
{
   return (texels + block - 1) / block;
}

static bool
find_layout(struct checker *c, uint32_t dw, const struct texture *t, struct check_layout *l)
{
   const char *bad = check_surface_layout(c->chip, &t->s, l);
   return !bad || check_fail(c, dw, "texture has array mode %u with %s", t->s.array_mode, bad);
}

/* Puts what follows from the format into *t: sizes in blocks, and the layout of level 0. */
static bool
measure(struct checker *c, uint32_t dw, struct texture *t, struct check_layout *l)
{
   if (!check_texture_format(c->chip, t->format, &t->block))
      return check_fail(c, dw, "texture has a format that is none: %u", t->format);
   t->s.block_B = t->block.block_B;
   t->s.pitch = blocks(t->pitch, t->block.block_w);
   t->s.height = blocks(t->height, t->block.block_h);
   if (!find_layout(c, dw, t, l))
      return false;
   t->s.height = check_align(t->s.height, l->height_align);
   return find_layout(c, dw, t, l);
}

/* Bytes of levels 1..last, as they stand behind one another. */
static uint64_t
mip_bytes(const struct checker *c, const struct texture *t, const struct check_layout *level0)
{
   uint64_t total = 0;
   struct texture m = *t;
   for (uint32_t i = 1; i <= t->last_level; i++) {
      struct check_layout l;
      m.s.pitch = blocks(check_mip_size(t->width, i), t->block.block_w);
      m.s.height = blocks(check_mip_size(t->height, i), t->block.block_h);
      if (m.s.array_mode == MODE_2D_TILED_THIN1 &&
          (m.s.pitch < level0->pitch_align || m.s.height < level0->height_align))
         m.s.array_mode = MODE_1D_TILED_THIN1;
      const char *bad = check_surface_layout(c->chip, &m.s, &l);
      assert(!bad); /* not if level 0 is good */
      (void)bad;
      m.s.pitch = check_align(m.s.pitch, l.pitch_align);
      m.s.height = check_align(m.s.height, l.height_align);
      check_surface_layout(c->chip, &m.s, &l);
      total += l.layer_B * (t->dim == DIM_3D ? check_mip_size(t->depth, i) : t->layers);
   }
   return total;
}

/* The offsets count, not the addresses. */
static bool
check_alignment(struct checker *c, uint32_t dw, const struct texture *t, const struct check_layout *l)
{
   if (t->s.pitch & (l->pitch_align - 1))
      return check_fail(c, dw, "texture pitch of %u blocks is no multiple of %u", t->s.pitch, l->pitch_align);
   if (t->base_B & (l->base_align_B - 1))
      return check_fail(c, dw, "texture base 0x%llx is not aligned to %llu bytes",
                        (unsigned long long)t->base_B, (unsigned long long)l->base_align_B);
   if (t->s.samples == 1 && (t->mip_B & (l->base_align_B - 1)))
      return check_fail(c, dw, "texture mip base 0x%llx is not aligned to %llu bytes",
                        (unsigned long long)t->mip_B, (unsigned long long)l->base_align_B);
   return true;
}

bool
check_eg_texture(struct checker *c, uint32_t dw, const uint32_t w[8], const struct check_reloc *base,
                 const struct check_reloc *mip)
{
   struct texture t = read_texture(w);
   struct check_layout l;
   if (!measure(c, dw, &t, &l) || !check_alignment(c, dw, &t, &l))
      return false;
   uint64_t end = t.base_B + l.layer_B * (t.dim == DIM_3D ? t.depth : t.layers);
   if (end > base->size_B)
      return check_fail(c, dw, "texture level 0 (%ux%u) ends at byte %llu of a buffer of %llu bytes", t.width,
                        t.height, (unsigned long long)end, (unsigned long long)base->size_B);
   if (!t.last_level)
      return true;
   if (!mip)
      return check_fail(c, dw, "texture has %u levels but no relocation for them", t.last_level + 1);
   end = t.mip_B + mip_bytes(c, &t, &l);
   if (end > mip->size_B)
      return check_fail(c, dw, "texture levels end at byte %llu of a buffer of %llu bytes",
                        (unsigned long long)end, (unsigned long long)mip->size_B);
   return true;
}
