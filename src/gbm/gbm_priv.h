/* SPDX-License-Identifier: MIT
 *
 * The back end from the inside: buffers and surfaces.
 */
#ifndef GBM_PRIV_H
#define GBM_PRIV_H

#include "gbm/teragl_gbm.h"

struct tgbm_bo {
   struct gbm_bo base;
   int fd;            /* a dma-buf or memfd that holds it; -1: only the GEM handle does */
   bool owns_handle;  /* base.v0.handle is closed with the buffer */
   bool dumb;         /* the handle is of a dumb buffer */
   uint32_t offset_B; /* of the first pixel */
   uint64_t size_B;   /* of the storage */
   uint64_t modifier;
   void *map;                   /* NULL until needed */
   bool locked;                 /* a surface's buffer that the application holds */
   struct gbm_surface *surface; /* NULL: a buffer of its own */
};

/** Bytes a pixel of a fourcc, 0 if it is none of ours. */
uint32_t tgbm_pixel_B(uint32_t format);
struct tgbm_bo *tgbm_bo_create(struct tgbm_device *d, uint32_t w, uint32_t h, uint32_t format, uint32_t usage,
                               const uint64_t *modifiers, unsigned num_modifiers);
/** Pixels of the buffer, row by row; NULL and errno. */
void *tgbm_bo_pixels(struct tgbm_bo *b);
/** Calls the application's destructor first, as libgbm does for buffers that it destroys. */
void tgbm_bo_free(struct tgbm_bo *b);

extern const struct tgbm_ops tgbm_ops;
/** Each fills its part of the device's functions. */
void tgbm_init_bos(struct gbm_device_v0 *v);
void tgbm_init_surfaces(struct gbm_device_v0 *v);
/** libgbm's function that maps the old format names to fourccs; set when the back end is loaded. */
extern uint32_t (*tgbm_canonicalize)(uint32_t format);

#endif
