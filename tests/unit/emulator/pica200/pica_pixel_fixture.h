/* SPDX-License-Identifier: MIT
 *
 * A PICA200 whose registers are set by hand and whose triangles come without a vertex half.
 */
#ifndef TESTS_UNIT_EMULATOR_PICA_PIXEL_FIXTURE_H
#define TESTS_UNIT_EMULATOR_PICA_PIXEL_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "emulator/pica200/kernels.h"
#include "emulator/pica200/raster/back.h"
#include "emulator/pica200/tiling.h"
#include "util/u_math.h"

enum { COLOR_AT = PICA_VRAM_BASE, DEPTH_AT = PICA_VRAM_BASE + 0x100000, TEXTURE_AT = PICA_FCRAM_BASE };

/** Sets a register as a list would. */
#define SET(gpu, name, value) ((gpu)->reg[PICA_ID(name)] = (value), (gpu)->state_changed = true)

/** Bits of a float24. */
static inline uint32_t
float24_bits(float f)
{
   uint32_t b = fui(f);
   return f == 0 ? 0 : b >> 31 << 23 | ((b >> 23 & 255) - 127 + 63) << 16 | (b >> 7 & 0xffff);
}

/** A target of RGBA8 and D24S8, viewport all over it, TexEnv hands on the vertex' colour, no tests, all is written. */
static inline struct pica_gpu *
pixel_gpu(uint32_t width, uint32_t height)
{
   struct pica_gpu *gpu = pica_gpu_create(1 << 20, &pica_back_pixels, NULL);
   assert_non_null(gpu);
   SET(gpu, VIEWPORT_WIDTH, float24_bits((float)width / 2));
   SET(gpu, VIEWPORT_HEIGHT, float24_bits((float)height / 2));
   SET(gpu, DEPTHMAP_SCALE, float24_bits(-1));
   SET(gpu, DEPTHMAP_OFFSET, 0);
   SET(gpu, DEPTHMAP_ENABLE, 1);
   SET(gpu, FRAMEBUFFER_DIM, PICA_FRAMEBUFFER_DIM(.WIDTH = width, .HEIGHT_M1 = height - 1, .NO_FLIP = 1));
   SET(gpu, COLORBUFFER_LOC, COLOR_AT / 8);
   SET(gpu, DEPTHBUFFER_LOC, DEPTH_AT / 8);
   SET(gpu, COLORBUFFER_FORMAT, 0x00000002);
   SET(gpu, DEPTHBUFFER_FORMAT, 3);
   SET(gpu, COLORBUFFER_READ, 15);
   SET(gpu, COLORBUFFER_WRITE, 15);
   SET(gpu, DEPTHBUFFER_READ, 3);
   SET(gpu, DEPTHBUFFER_WRITE, 3);
   SET(gpu, DEPTH_COLOR_MASK, 0x1f00);
   SET(gpu, COLOR_OPERATION, 0x00e40100);
   SET(gpu, BLEND_FUNC, 0x01010000);
   SET(gpu, LIGHTING_ENABLE1, 1);
   for (unsigned i = 1; i < 4; i++)
      gpu->reg[PICA_ID_AT(TEXENV_SOURCE, i)] = 0x000f000f;
   for (unsigned i = 4; i < 6; i++)
      gpu->reg[PICA_ID_AT(TEXENV4_SOURCE, i)] = 0x000f000f;
   return gpu;
}

/** A vertex at clip coordinates whose other values are ones and a plain rotation. */
static inline struct pica_vertex
vertex_at(float x, float y, float z, float w)
{
   struct pica_vertex v = {
      .position = {x, y, z, w},
        .quaternion = {0, 0, 0, 1},
        .color = {1, 1, 1, 1}
   };
   return v;
}

/** The four bytes of a pixel, as a word; y up. */
static inline uint32_t
pixel_of(const struct pica_gpu *gpu, uint32_t base, uint32_t width, uint32_t height, uint32_t x, uint32_t y)
{
   uint32_t word;
   memcpy(&word, pica_mem(gpu, base, 4) + 4 * pica_tiled(width, x, height - 1 - y), 4);
   return word;
}

static inline void
draw(struct pica_gpu *gpu, const struct pica_vertex v[3])
{
   assert_true(gpu->back->triangle(gpu, v));
   gpu->back->flush(gpu);
}

#endif
