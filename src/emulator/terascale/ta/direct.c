/* SPDX-License-Identifier: MIT
 *
 * Which views vectors read and sample: formats that they know, one layout for all levels, offsets that fit 31 bits, and room
 * to read whole dwords.
 */
#include <string.h>

#include "emulator/terascale/ta/direct.h"
#include "util/u_math.h"

/* Offsets inside of a tile of 8x8 elements, for lookups by vector. */
static void
set_tile_offsets(struct ta_view *v)
{
   const struct ta_level *l = &v->level[0];
   for (unsigned i = 0; i < 16; i++)
      for (unsigned k = 0; k < 4; k++) {
         v->x_low_B[i] += (int32_t)((i & 7 & l->xmask[k]) << l->xshift[k]);
         v->y_low_B[i] += (int32_t)((i & 7 & l->ymask[k]) << l->yshift[k]);
      }
   for (unsigned k = 0; k < 4; k++)
      if (l->xmask[k] & 8)
         v->x_tile_shift = (uint8_t)(l->xshift[k] + 3);
   v->row_of_four = v->bytes && v->x_low_B[1] == 4 && v->x_low_B[2] == 8 && v->x_low_B[3] == 12;
}

void
ta_view_set_direct(const struct emulator *e, struct ta_view *v)
{
   const struct ta_level *l0 = &v->level[0];
   for (unsigned c = 0; c < 4; c++)
      v->used |= v->dst_sel[c] < 4 ? (uint8_t)(1u << v->dst_sel[c]) : 0;
   v->in_order = !memcmp(v->dst_sel, (const uint8_t[4]){0, 1, 2, 3}, 4);
   v->filters_join = v->faces_join && (v->min_linear || v->mag_linear);
   const bool kind = v->kind == TA_PACKED || v->kind == TA_HALVES || v->kind == TA_FLOATS ||
                     v->kind == TA_WORDS16 || v->kind == TA_F11 || v->kind == TA_SHAREDEXP ||
                     (v->kind >= TA_BC1 && v->kind <= TA_BC5);
   bool cubes = v->dim == TA_CUBE && v->num_layers > 6;
   const bool array = v->dim == TA_2D_ARRAY;
   v->direct = (ta_is_int(v) || (kind && v->num_format == 0)) && !cubes && !v->endian &&
               (v->dim == TA_2D || v->dim == TA_3D || v->dim == TA_CUBE || array);
   v->fast = v->direct && (!v->filters_join || l0->w == l0->h) && !v->layers_mix && !v->any_address &&
             v->has_sampler && !v->force_unnormalized && v->clamp[0] <= TA_CLAMP_EDGE &&
             v->clamp[1] <= TA_CLAMP_EDGE && (v->dim != TA_3D || v->clamp[2] <= TA_CLAMP_EDGE);
   v->bytes = v->kind == TA_PACKED && v->ncomp == 4 && !v->srgb && !ta_is_int(v);
   for (unsigned c = 0; c < 4; c++)
      v->bytes &= v->bits[c] == 8 && v->shift[c] == 8 * c && !v->is_signed[c];
   set_tile_offsets(v);
   v->fast_base = l0->base;
   for (unsigned i = 1; i < v->num_levels; i++)
      v->fast_base = v->level[i].base < v->fast_base ? v->level[i].base : v->fast_base;
   v->fast_slices = v->dim == TA_CUBE ? 6 : array ? v->num_layers : 1;
   const uint8_t *end = e->mem.base + e->mem.size_B;
   for (unsigned i = 0; i < v->num_levels; i++) {
      const struct ta_level *l = &v->level[i];
      uint64_t off = (uint64_t)(l->base - v->fast_base),
               size_B =
                  emu_surface_end(&l->surf, v->dim == TA_3D ? l->d - 1 : v->base_layer + v->fast_slices - 1);
      if (l->macro_tiled || l->base < e->mem.base || l->base >= end ||
          (uint64_t)(end - l->base) < size_B + 4 || off + size_B >= INT32_MAX ||
          memcmp(l->xmask, l0->xmask, sizeof(l->xmask)) || memcmp(l->ymask, l0->ymask, sizeof(l->ymask)) ||
          memcmp(l->xshift, l0->xshift, sizeof(l->xshift)) ||
          memcmp(l->yshift, l0->yshift, sizeof(l->yshift)) || l->row_shift != l0->row_shift) {
         v->direct = v->fast = false;
         return;
      }
      v->lv_fw[i] = l->fw;
      v->lv_fh[i] = l->fh;
      v->lv_fd[i] = l->fd;
      v->lv_row_B[i] = (int32_t)l->row_B;
      v->lv_slice_B[i] = (int32_t)l->slice_B;
      v->lv_off[i] = (int32_t)(off + v->base_layer * l->slice_B);
   }
}
