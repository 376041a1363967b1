/* SPDX-License-Identifier: MIT
 *
 * A texture's texels decoded to rows, tile by tile as they are wanted. Each stands with the one above it, the top row's with the bottom row's,
 * and a row has its first ones again behind its last: the four that a filter weighs always stand together, where the texture repeats, too.
 */
#ifndef EMULATOR_PICA200_TX_SURFACE_H
#define EMULATOR_PICA200_TX_SURFACE_H

#include <stdbool.h>

#include "emulator/pica200/tx/texture.h"

/** Makes room for all levels of \p t and forgets what is decoded. False: no memory; \p s is as it was then. */
bool pica_surface_reserve(struct pica_surface *s, const struct pica_texture *t);
/** What is decoded may have changed in memory. */
void pica_surface_forget(struct pica_surface *s);
void pica_surface_free(struct pica_surface *s);

/** Decodes the tile in column \p x and row \p y of tiles, rows as memory has them. */
void pica_surface_decode(struct pica_surface *s, const struct pica_texture *t, unsigned face, unsigned level,
                         unsigned x, unsigned y);

/** Texels of a row, with the first one again. */
static inline uint32_t
pica_surface_pitch(const struct pica_texture *t, unsigned level)
{
   return pica_texture_size(t, 0, level) + 1;
}

/** Makes sure that a tile is decoded. */
static inline void
pica_surface_want(struct pica_surface *s, const struct pica_texture *t, unsigned face, unsigned level,
                  unsigned x, unsigned y)
{
   const uint32_t tile =
      face * t->face_tiles + t->level_tile[level] + y * (pica_texture_size(t, 0, level) / 8) + x;
   if (s->stamp[tile] != s->now) {
      s->stamp[tile] = s->now;
      s->decoded[face][level]++;
      pica_surface_decode(s, t, face, level, x, y);
   }
}

/** The texel of column 0 in row 0. */
static inline const struct pica_texels *
pica_surface_level(const struct pica_surface *s, const struct pica_texture *t, unsigned face, unsigned level)
{
   return s->texel + face * t->face_texels + t->level_texel[level];
}

#endif
