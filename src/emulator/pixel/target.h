/* SPDX-License-Identifier: MIT
 *
 * A colour target of a bound draw: which way its pixels are written.
 */
#ifndef EMULATOR_PIXEL_TARGET_H
#define EMULATOR_PIXEL_TARGET_H

#include "emulator/pixel/pipeline.h"

enum pixel_path {
   PIXEL_PATH_GENERIC,
   PIXEL_PATH_8888, /* four 8-bit unorm components, no raster operation */
   PIXEL_PATH_UNORM16, /* normalised components of up to 6 bits in pixels of 16, no raster operation, no dither */
   PIXEL_PATH_HALVES, /* R, G, B, A as binary16, no raster operation */
};

/** Equations that code is inlined for. */
enum pixel_usual {
   PIXEL_USUAL_NONE,
   PIXEL_USUAL_ALPHA,         /* SRC_ALPHA, INV_SRC_ALPHA */
   PIXEL_USUAL_PREMULTIPLIED, /* ONE, INV_SRC_ALPHA */
   PIXEL_USUAL_ALPHA_OVER,    /* the first for colours, the second for alpha */
   PIXEL_USUAL_ADD,
   PIXEL_USUAL_MODULATE /* DST_COLOR, ZERO */
};

/** Equations and constants of a target. */
struct pixel_blender {
   struct pixel_equation rgb, a;
   uint8_t usual; /* enum pixel_usual: what they are */
   float k[4];
};

struct pixel_cb {
   uint8_t target;               /* index of the surface */
   uint8_t output;               /* of the shader */
   uint8_t path;                 /* enum pixel_path */
   uint8_t pos[4];               /* paths but the generic one: bit position of R, G, B, A */
   uint8_t max[4];               /* UNORM16: greatest code of R, G, B, A; 0: the format lacks it */
   struct pixel_blender blender; /* if blend */
   bool blend, need_dst, rop;
   bool dual;            /* blends with the shader's colour 1 as second source */
   uint32_t raw_mask[4]; /* bits of the raw pixel that may be written */
   bool full_mask;
   const struct pixel_target *cb;
   const struct pixel_format *fmt; /* of cb */
};

#endif
