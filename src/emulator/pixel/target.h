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
};

struct pixel_cb {
   uint8_t target; /* index of the surface */
   uint8_t output; /* of the shader */
   uint8_t path;   /* enum pixel_path */
   uint8_t pos[4]; /* 8888: bit position of R, G, B, A */
   bool blend, need_dst, rop;
   bool dual;            /* blends with the shader's colour 1 as second source */
   uint32_t raw_mask[4]; /* bits of the raw pixel that may be written */
   bool full_mask;
   const struct pixel_target *cb;
   const struct pixel_format *fmt; /* of cb */
};

#endif
