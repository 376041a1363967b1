/* SPDX-License-Identifier: MIT
 *
 * Room for decoded texels, and tiles on their way there.
 */
#include "emulator/pica200/tx/surface.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/pica200/tiling.h"

bool
pica_surface_reserve(struct pica_surface *s, const struct pica_texture *t)
{
   const uint32_t faces = t->type == PICA_TEXTURE_CUBE ? 6 : 1;
   const uint32_t texels = faces * t->face_texels, tiles = faces * t->face_tiles;
   if (texels > s->num_texels) {
      struct pica_texels *texel = calloc(texels, sizeof *texel);
      if (!texel)
         return false;
      free(s->texel);
      s->texel = texel;
      s->num_texels = texels;
   }
   if (tiles > s->num_tiles) {
      uint32_t *stamp = calloc(tiles, sizeof *stamp);
      if (!stamp)
         return false;
      free(s->stamp);
      s->stamp = stamp;
      s->num_tiles = tiles;
   }
   pica_surface_forget(s);
   return true;
}

void
pica_surface_forget(struct pica_surface *s)
{
   memset(s->decoded, 0, sizeof s->decoded);
   if (++s->now)
      return;
   if (s->stamp)
      memset(s->stamp, 0, s->num_tiles * sizeof *s->stamp);
   s->now = 1;
}

void
pica_surface_free(struct pica_surface *s)
{
   free(s->texel);
   free(s->stamp);
   memset(s, 0, sizeof *s);
}

void
pica_surface_decode(struct pica_surface *s, const struct pica_texture *t, unsigned face, unsigned level,
                    unsigned x, unsigned y)
{
   const uint32_t width = pica_texture_size(t, 0, level), height = pica_texture_size(t, 1, level),
                  pitch = pica_surface_pitch(t, level);
   const uint8_t *tile =
      t->face[face] + t->level_B[level] + (size_t)(y * (width / 8) + x) * 8 * pica_texel_bits[t->format];
   uint32_t texel[64];
   struct pica_texels *first = s->texel + face * t->face_texels + t->level_texel[level] + (size_t)8 * x;
   pica_texel_tile(t->format, tile, texel);
   for (unsigned r = 0; r < 8; r++) {
      const uint32_t *from = texel + pica_morton(0, r);
      const uint32_t row = 8 * y + r, under = row + 1 == height ? 0 : row + 1;
      struct pica_texels *to = first + (size_t)row * pitch, *below = first + (size_t)under * pitch;
      for (unsigned c = 0; c < 8; c++)
         to[c].low = below[c].high = from[pica_morton(c, 0)];
      if (!x)
         to[width].low = below[width].high = from[0];
   }
}
