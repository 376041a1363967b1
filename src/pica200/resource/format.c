/* SPDX-License-Identifier: MIT
 *
 * Formats. Memory has the last component in the lowest byte; those of 16 bits are what OpenGL's packed types are.
 * RGB of 24 bits is left alone (one source doubts that it can be drawn to): RGBA8 whose alpha stays 255 takes its place. Depth of 24 bits
 * has four bytes, as a stencil buffer beside it would need.
 */
#include "pica200/format.h"

#include <string.h>

#include "db/pica200/pica_regs.h"
#include "util/u_math.h"

#define T(x) PICA_TEXUNIT_TYPE__FORMAT__##x
#define C(x) PICA_COLORBUFFER_FORMAT__FORMAT__##x
#define Z(x) PICA_DEPTHBUFFER_FORMAT__FORMAT__##x
#define F(x) PIPE_FORMAT_##x
#define ASIS PICA200_AS_IT_IS
#define NONE PICA200_NONE

/* clang-format off */
static const struct pica200_format formats[] = {
   {F(R8G8B8A8_UNORM),       T(RGBA8),    C(RGBA8),  NONE,     4, PICA200_REVERSED,      false, true },
   {F(R8G8B8X8_UNORM),       T(RGBA8),    C(RGBA8),  NONE,     4, PICA200_REVERSED,      true,  false},
   {F(B8G8R8A8_UNORM),       T(RGBA8),    C(RGBA8),  NONE,     4, PICA200_ROTATED,       false, true },
   {F(B8G8R8X8_UNORM),       T(RGBA8),    C(RGBA8),  NONE,     4, PICA200_ROTATED,       true,  false},
   {F(A1B5G5R5_UNORM),       T(RGBA5551), C(RGB5A1), NONE,     2, ASIS,                  false, true },
   {F(B5G6R5_UNORM),         T(RGB565),   C(RGB565), NONE,     2, ASIS,                  false, false},
   {F(A4B4G4R4_UNORM),       T(RGBA4),    C(RGBA4),  NONE,     2, ASIS,                  false, true },
   {F(L8A8_UNORM),           T(LA8),      NONE,      NONE,     2, PICA200_PAIR_REVERSED, false, false},
   {F(L8_UNORM),             T(L8),       NONE,      NONE,     1, ASIS,                  false, false},
   {F(A8_UNORM),             T(A8),       NONE,      NONE,     1, ASIS,                  false, false},
   {F(Z16_UNORM),            NONE,        NONE,      Z(D16),   2, ASIS,                  false, false},
   {F(Z24X8_UNORM),          NONE,        NONE,      Z(D24S8), 4, ASIS,                  false, false},
   {F(Z24_UNORM_S8_UINT),    NONE,        NONE,      Z(D24S8), 4, ASIS,                  false, false},
};
/* clang-format on */

const struct pica200_format *
pica200_format(enum pipe_format f)
{
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].format == f)
         return &formats[i];
   return NULL;
}

bool
pica200_is_format_supported(struct pipe_screen *s, enum pipe_format f, enum pipe_texture_target t,
                            unsigned samples, uint32_t bind)
{
   const struct pica200_format *fmt = pica200_format(f);
   (void)s;
   if (!fmt || samples > 1 || (t != PIPE_TEXTURE_2D && t != PIPE_TEXTURE_CUBE))
      return false;
   return !(bind & PIPE_BIND_SAMPLER_VIEW && fmt->texture == PICA200_NONE) &&
          !(bind & PIPE_BIND_RENDER_TARGET && fmt->color == PICA200_NONE) &&
          !(bind & PIPE_BIND_DEPTH_STENCIL && fmt->depth == PICA200_NONE);
}

void
pica200_to_memory(const struct pica200_format *f, uint8_t *texel, const uint8_t *row, unsigned n)
{
   const uint32_t opaque = f->opaque ? 0xff : 0;
   switch ((enum pica200_order)f->order) {
   case PICA200_AS_IT_IS:
      memcpy(texel, row, (size_t)n * f->texel_B);
      break;
   case PICA200_REVERSED:
   case PICA200_ROTATED:
      for (unsigned i = 0; i < n; i++) {
         uint32_t v;
         memcpy(&v, row + 4 * (size_t)i, 4);
         v = f->order == PICA200_REVERSED ? __builtin_bswap32(v) : v << 8 | v >> 24;
         v |= opaque;
         memcpy(texel + 4 * (size_t)i, &v, 4);
      }
      break;
   case PICA200_PAIR_REVERSED:
      for (unsigned i = 0; i < 2 * n; i++)
         texel[i] = row[i ^ 1];
      break;
   }
}

void
pica200_from_memory(const struct pica200_format *f, uint8_t *row, const uint8_t *texel, unsigned n)
{
   switch ((enum pica200_order)f->order) {
   case PICA200_AS_IT_IS:
   case PICA200_PAIR_REVERSED: /* undoes itself */
      pica200_to_memory(f, row, texel, n);
      break;
   case PICA200_REVERSED:
   case PICA200_ROTATED:
      for (unsigned i = 0; i < n; i++) {
         uint32_t v;
         memcpy(&v, texel + 4 * (size_t)i, 4);
         v = f->order == PICA200_REVERSED ? __builtin_bswap32(v) : v >> 8 | v << 24;
         memcpy(row + 4 * (size_t)i, &v, 4);
      }
      break;
   }
}
