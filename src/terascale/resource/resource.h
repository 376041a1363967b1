/* SPDX-License-Identifier: MIT
 *
 * Resources: storage and layout of a buffer or texture.
 */
#ifndef TERASCALE_RESOURCE_RESOURCE_H
#define TERASCALE_RESOURCE_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/bo.h"
#include "pipe/p_state.h"
#include "terascale/resource/format.h"
#include "terascale/resource/masks.h"
#include "terascale/resource/surface.h"

struct ts_depth_copy;
struct ts_fast;
struct ts_screen;

struct ts_resource {
   struct pipe_resource base;
   struct drv_bo *bo;
   uint64_t size_B;
   const struct ts_format *fmt;
   struct ts_surface surf;
   /* Evergreen keeps stencil in a plane of its own behind the depth levels. */
   bool has_stencil_plane;
   uint64_t stencil_offset_B;
   struct ts_surface stencil;
   /* Colour with samples before Evergreen: FMASK and CMASK, masks_B behind the start of the storage. */
   struct ts_masks masks;
   uint64_t masks_B;
   bool streamed;              /* atomic; a buffer that stream-out has written: the GPU, not the CPU alone */
   bool compressed;            /* atomic; it was drawn to with them since the last expansion */
   struct ts_fast *fast;       /* atomic; NULL until the first fast clear */
   struct ts_depth_copy *copy; /* NULL: samplers and the CPU see the surface itself */
};

static inline struct ts_resource *
ts_resource(struct pipe_resource *r)
{
   return (struct ts_resource *)r;
}

/** Storage for the resource's layout, its old one let go. False: out of memory. */
bool ts_resource_alloc_bo(struct ts_screen *s, struct ts_resource *r);

/** A surface with the texels of \p r, which is depth with one sample, in the order of colour. NULL: out of
 * memory. */
struct ts_resource *ts_resource_create_color_copy(struct ts_screen *s, const struct ts_resource *r);

#endif
