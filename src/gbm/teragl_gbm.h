/* SPDX-License-Identifier: MIT
 *
 * What TeraGL's EGL and TeraGL's libgbm back end (teragl_gbm.so) know of each other. EGL draws in memory of
 * its own and copies each picture to a buffer of the gbm_surface; it reaches the back end through the
 * device's table only, so neither links the other.
 */
#ifndef TERAGL_GBM_H
#define TERAGL_GBM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gbm/gbm_abi.h"

#define TGBM_NAME "teragl"

/* Grows at its end only; version counts the changes. */
struct tgbm_ops {
   uint32_t version;
   /** Claims the surface for one EGLSurface (or gives it back). False: another one has it. */
   bool (*surface_claim)(struct gbm_surface *s, bool claim);
   /** Memory of a buffer that the application does not hold, top row first, valid until the surface is used
    * again. NULL: it holds all of them, or out of memory. */
   void *(*surface_back)(struct gbm_surface *s, uint32_t *stride_B);
   /** The buffer of surface_back becomes the front buffer. */
   void (*surface_post)(struct gbm_surface *s);
};

struct tgbm_handle { /* of the device's descriptor, and how many buffers have it */
   struct tgbm_handle *next;
   uint32_t handle, refs;
};

struct tgbm_device {
   struct gbm_device base;
   const struct tgbm_ops *ops;
   bool radeon; /* the descriptor is of the radeon kernel driver: render nodes have buffers, too */
   pthread_mutex_t lock;
   struct tgbm_handle *handles;
};

/** \p d as a device of this back end's, NULL if it is another's. */
static inline struct tgbm_device *
tgbm_device(struct gbm_device *d)
{
   return d->v0.name && !strcmp(d->v0.name, TGBM_NAME) ? (struct tgbm_device *)d : NULL;
}

#endif
