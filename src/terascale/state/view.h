/* SPDX-License-Identifier: MIT
 *
 * Sampler views: how a texture unit sees a texture. Their resource words are made with them, but for the address
 * of the storage, which may be replaced.
 */
#ifndef TERASCALE_STATE_VIEW_H
#define TERASCALE_STATE_VIEW_H

#include <stdint.h>
#include <stdlib.h>

#include "pipe/p_screen.h"
#include "terascale/resource/resource.h"
#include "util/u_math.h"

struct ts_context;

/** What of a texture a sampler's first word depends on. */
enum ts_view_kind { TS_VIEW_PLAIN, TS_VIEW_ARRAY, TS_VIEW_CUBE, TS_VIEW_KINDS };

struct ts_sampler_view {
   struct pipe_sampler_view base;
   uint32_t word[8];            /* 2 and 3 are addresses: offsets in 256 bytes */
   uint8_t kind;                /* enum ts_view_kind */
   uint8_t sel[4];              /* DST_SEL: which stored component each of RGBA is */
   uint16_t format;             /* enum pipe_format */
   struct ts_resource *storage; /* whose texels are read: the texture, or its copy, which it owns */
   uint8_t first_level, last_level;
   int32_t layer; /* < 0: all */
};

/** \p v may be NULL. */
static inline enum ts_view_kind
ts_view_kind(const struct ts_sampler_view *v)
{
   return v ? (enum ts_view_kind)v->kind : TS_VIEW_PLAIN;
}

static inline struct ts_sampler_view *
ts_sampler_view(struct pipe_sampler_view *v)
{
   return (struct ts_sampler_view *)v;
}

static inline void
ts_view_assign(struct ts_sampler_view **dst, struct ts_sampler_view *v)
{
   struct ts_sampler_view *old = *dst;
   if (old == v)
      return;
   if (v)
      v->base.refcount++;
   *dst = v;
   if (old && --old->base.refcount == 0) {
      pipe_resource_unref(old->base.texture);
      free(old);
   }
}

/** What a view shows. layer >= 0: that layer of first_level alone, as a 2D texture. */
struct ts_view_desc {
   struct ts_resource *res;
   const struct ts_format *fmt;
   uint8_t first_level, last_level;
   uint8_t sel[4]; /* DST_SEL, format and swizzle combined */
   int32_t layer;
};

/** Layers that a view shows: of an array or cube; else 1. */
static inline uint32_t
ts_view_layers(const struct ts_view_desc *d)
{
   return d->layer < 0 ? MAX2(d->res->base.array_size, 1) : 1;
}

/** What TEX_DEPTH counts: slices of a volume's level \p l, layers of an array; else 1. */
static inline uint32_t
ts_view_depth(const struct ts_view_desc *d, const struct ts_level *l)
{
   const unsigned target = d->layer < 0 ? d->res->base.target : PIPE_TEXTURE_2D;
   return target == PIPE_TEXTURE_3D ? l->depth : target == PIPE_TEXTURE_2D_ARRAY ? ts_view_layers(d) : 1;
}

/** \p layer >= 0: that layer of first_level alone, as a 2D texture. NULL: out of memory. */
struct ts_sampler_view *ts_view_create(struct ts_context *c, struct ts_resource *res, unsigned format,
                                       unsigned first_level, unsigned last_level, const uint8_t swizzle[4],
                                       int32_t layer);

#endif
