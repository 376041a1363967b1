/* SPDX-License-Identifier: MIT
 * Alignment and size of surfaces, as the kernel's checkers demand them (r600_get_array_mode_alignment;
 * evergreen_surface_check, evergreen_surface_value_conv_check). Thick and displayable modes have no rule of their
 * own: the kernel refuses them, too. */
#include "kernel/radeon/checker/rules.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))

uint32_t
check_mip_size(uint32_t size, uint32_t level)
{
   assert(level < 32);
   uint32_t v = MAX(size >> level, 1), p = 1;
   if (!level)
      return v;
   while (p < v)
      p *= 2;
   return p;
}

uint32_t
check_align(uint32_t v, uint32_t a)
{
   assert(a && !(a & (a - 1)));
   return (v + a - 1) & ~(a - 1);
}

static const char *
layout_2d_r6(const struct terascale_chip *chip, const struct check_surface *s, struct check_layout *l)
{
   uint64_t el_B = (uint64_t)s->block_B * s->samples;
   uint32_t banks = chip->num_banks, pipes = chip->tile_pipes;
   l->pitch_align = MAX(8 * banks, (uint32_t)(chip->group_bytes * banks / (el_B * 8)));
   l->height_align = 8 * pipes;
   l->base_align_B = MAX(banks * pipes * 64 * el_B, l->pitch_align * el_B * l->height_align);
   return NULL;
}

static const char *
layout_2d_eg(const struct terascale_chip *chip, const struct check_surface *s, struct check_layout *l)
{
   if (s->tile_split_B > 4096)
      return "a tile split beyond 4096 bytes";
   uint32_t tile_B = 64 * s->block_B * s->samples;
   uint32_t slices = tile_B > s->tile_split_B ? tile_B / s->tile_split_B : 1;
   tile_B /= slices;
   l->pitch_align = 8 * s->bank_w * chip->tile_pipes * s->aspect;
   l->height_align = 8 * s->bank_h * s->banks / s->aspect;
   uint64_t macro_B = (uint64_t)(l->pitch_align / 8) * (l->height_align / 8) * tile_B;
   l->base_align_B = macro_B;
   l->layer_B = (uint64_t)(s->pitch / l->pitch_align) * s->height / l->height_align * macro_B * slices;
   return NULL;
}

const char *
check_surface_layout(const struct terascale_chip *chip, const struct check_surface *s, struct check_layout *l)
{
   bool r6 = chip->gen <= DB_R700;
   uint64_t el_B = (uint64_t)s->block_B * s->samples;
   assert(el_B); /* callers refuse formats that are none */
   l->layer_B = (uint64_t)s->pitch * s->height * el_B;
   l->pitch_align = 1;
   l->height_align = 1;
   switch (s->array_mode) {
   case MODE_LINEAR_GENERAL:
      l->base_align_B = r6 ? 1 : s->block_B;
      return NULL;
   case MODE_LINEAR_ALIGNED:
      l->pitch_align = MAX(64, chip->group_bytes / s->block_B);
      l->base_align_B = chip->group_bytes;
      return NULL;
   case MODE_1D_TILED_THIN1:
      l->pitch_align = MAX(8, (uint32_t)(chip->group_bytes / (8 * el_B)));
      l->height_align = 8;
      l->base_align_B = chip->group_bytes;
      if (!r6) /* Evergreen's size does not count samples here */
         l->layer_B = (uint64_t)s->pitch * s->height * s->block_B;
      return NULL;
   case MODE_2D_TILED_THIN1:
      return r6 ? layout_2d_r6(chip, s, l) : layout_2d_eg(chip, s, l);
   default:
      return "an array mode that the kernel does not know";
   }
}
