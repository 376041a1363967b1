/* SPDX-License-Identifier: MIT
 *
 * Registers 080 to 09E to struct pica_texture. Levels follow each other without gaps; a level is at least 8x8 texels in memory. Every byte
 * that a sample may touch is checked here, once a draw.
 */
#include <string.h>

#include "emulator/pica200/pica_gpu.h"
#include "emulator/pica200/tx/texture.h"

struct unit_words {
   uint32_t border, dim, param, lod, address, type;
   unsigned address_reg, dim_reg, type_reg;
};

static struct unit_words
words_of(const struct pica_gpu *gpu, unsigned unit)
{
   const union pica_mmio_regs *r = &gpu->r;
   if (!unit)
      return (struct unit_words){.border = r->TEXUNIT0_BORDER_COLOR,
                                 .dim = r->TEXUNIT0_DIM,
                                 .param = r->TEXUNIT0_PARAM,
                                 .lod = r->TEXUNIT0_LOD,
                                 .address = PICA_TEXUNIT0_ADDR1_get_ADDR(r->TEXUNIT0_ADDR1),
                                 .type = r->TEXUNIT0_TYPE,
                                 .address_reg = PICA_ID(TEXUNIT0_ADDR1),
                                 .dim_reg = PICA_ID(TEXUNIT0_DIM),
                                 .type_reg = PICA_ID(TEXUNIT0_TYPE)};
   unsigned i = unit - 1;
   return (struct unit_words){.border = r->TEXUNIT[i].BORDER_COLOR,
                              .dim = r->TEXUNIT[i].DIM,
                              .param = r->TEXUNIT[i].PARAM,
                              .lod = r->TEXUNIT[i].LOD,
                              .address = PICA_TEXUNIT_ADDR_get_ADDR(r->TEXUNIT[i].ADDR),
                              .type = r->TEXUNIT[i].TYPE,
                              .address_reg = PICA_ID_AT(TEXUNIT_ADDR, unit),
                              .dim_reg = PICA_ID_AT(TEXUNIT_DIM, unit),
                              .type_reg = PICA_ID_AT(TEXUNIT_TYPE, unit)};
}

static bool
is_on(const struct pica_gpu *gpu, unsigned unit)
{
   uint32_t config = gpu->r.TEXUNIT_CONFIG;
   return unit == 0   ? PICA_TEXUNIT_CONFIG_get_TEX0_ENABLE(config)
          : unit == 1 ? PICA_TEXUNIT_CONFIG_get_TEX1_ENABLE(config)
                      : PICA_TEXUNIT_CONFIG_get_TEX2_ENABLE(config);
}

static bool
valid_size(uint32_t size)
{
   return size >= PICA_TEXTURE_MIN && size <= PICA_TEXTURE_MAX && u_is_pow2(size);
}

/* Offsets of the levels that the largest LOD can reach; returns the bytes of all. */
static uint32_t
place_levels(struct pica_texture *t, unsigned last)
{
   uint32_t at = 0, texels = 0, tiles = 0;
   for (unsigned k = 0; k < PICA_TEXTURE_LEVELS; k++) {
      t->level_B[k] = k <= last ? at : t->level_B[last];
      t->level_texel[k] = k <= last ? texels : t->level_texel[last];
      t->level_tile[k] = k <= last ? tiles : t->level_tile[last];
      if (k <= last) {
         const uint32_t width = pica_texture_size(t, 0, k), height = pica_texture_size(t, 1, k);
         at += width * height / 8 * pica_texel_bits[t->format];
         texels += (width + 1) * height;
         tiles += width * height / 64;
      }
   }
   t->face_texels = texels;
   t->face_tiles = tiles;
   return at;
}

static bool
find_faces(struct pica_texture *t, struct pica_gpu *gpu, const struct unit_words *w)
{
   bool cube = t->type == PICA_TEXTURE_CUBE || t->type == PICA_TEXTURE_SHADOW_CUBE;
   for (unsigned f = 0; f < (cube ? 6 : 1); f++) {
      uint32_t address = w->address;
      if (f)
         address = PICA_TEXUNIT0_FACE_ADDR_set_ADDR(
            address, PICA_TEXUNIT0_FACE_ADDR_get_ADDR(gpu->r.TEXUNIT0_FACE_ADDR[f - 1]));
      t->face[f] = pica_mem(gpu, address * 8, t->bytes);
      if (!t->face[f])
         return pica_error(gpu, f ? PICA_ID_AT(TEXUNIT0_FACE_ADDR, f + 1) : w->address_reg,
                           "a texture of %u x %u texels and %u bytes at %08x is not in memory", t->size[0],
                           t->size[1], t->bytes, address * 8);
   }
   return true;
}

static bool
has_border(unsigned wrap)
{
   return wrap == PICA_WRAP_BORDER || wrap == PICA_WRAP_BORDER_REPEAT;
}

bool
pica_texture_decode(struct pica_texture *t, struct pica_gpu *gpu, unsigned unit,
                    const struct pica_pixel_params *params)
{
   memset(t, 0, sizeof *t);
   struct unit_words w = words_of(gpu, unit);
   t->type = unit ? PICA_TEXTURE_2D : (uint8_t)PICA_TEXUNIT_PARAM_get_TYPE(w.param);
   bool on = is_on(gpu, unit);
   if (!on || (w.address && t->type >= PICA_TEXTURE_OFF)) {
      t->constant = true;
      t->constant_color = params->texel_disabled * 0x01010101u;
      return true;
   }
   if (!w.address) {
      t->constant = true;
      t->constant_color = 0xff000000;
      return true;
   }
   t->format = (uint8_t)PICA_TEXUNIT_TYPE_get_FORMAT(w.type);
   t->size[0] = PICA_TEXUNIT_DIM_get_WIDTH(w.dim);
   t->size[1] = PICA_TEXUNIT_DIM_get_HEIGHT(w.dim);
   bool shadow = t->type == PICA_TEXTURE_SHADOW || t->type == PICA_TEXTURE_SHADOW_CUBE;
   if (shadow)
      t->format = PICA_TEXEL_RGBA8; /* the map's own four bytes */
   if (t->format >= PICA_TEXEL_FORMATS)
      return pica_error(gpu, w.type_reg, "texture format %u is none of the 14", t->format);
   if (!valid_size(t->size[0]) || !valid_size(t->size[1]))
      return pica_error(gpu, w.dim_reg, "a texture of %u x %u texels: sizes are powers of two from 8 to 1024",
                        t->size[0], t->size[1]);
   t->wrap[0] = (uint8_t)PICA_TEXUNIT_PARAM_get_WRAP_S(w.param);
   t->wrap[1] = (uint8_t)PICA_TEXUNIT_PARAM_get_WRAP_T(w.param);
   t->mag_linear = PICA_TEXUNIT_PARAM_get_MAG_FILTER(w.param);
   t->min_linear = PICA_TEXUNIT_PARAM_get_MIN_FILTER(w.param);
   t->mip_linear = PICA_TEXUNIT_PARAM_get_MIP_FILTER(w.param);
   unsigned last = PICA_TEXUNIT_LOD_get_MAX_LEVEL(w.lod);
   t->max_lod = (float)last;
   t->min_lod = (float)MIN2(PICA_TEXUNIT_LOD_get_MIN_LEVEL(w.lod), last);
   t->lod_bias = (float)((int32_t)(PICA_TEXUNIT_LOD_get_BIAS(w.lod) ^ 0x1000) - 0x1000) / 256.0f;
   t->needs_lod = !shadow && (last > 0 || t->mag_linear != t->min_linear);
   t->quick = !shadow && !has_border(t->wrap[0]) && !has_border(t->wrap[1]);
   t->ortho = PICA_TEXUNIT0_SHADOW_get_ORTHOGRAPHIC(gpu->r.TEXUNIT0_SHADOW);
   t->z_bias = PICA_TEXUNIT0_SHADOW_get_Z_BIAS(gpu->r.TEXUNIT0_SHADOW) * 2;
   t->filters_shadow = params->shadow_filter;
   t->border_whole = params->border_whole;
   t->lod_divided = params->lod_cube;
   t->filter_bits = params->filter_bits;
   t->border = w.border;
   t->bytes = place_levels(t, shadow ? 0 : last);
   t->address = w.address * 8;
   return find_faces(t, gpu, &w);
}
