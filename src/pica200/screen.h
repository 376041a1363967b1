/* SPDX-License-Identifier: MIT
 *
 * The driver's screen: one GPU, shared by all of its contexts. Its functions and the caches in it are thread safe.
 */
#ifndef PICA200_SCREEN_H
#define PICA200_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/bo.h"
#include "pipe/p_screen.h"
#include "winsys/winsys.h"

#define PICA200_MAX_SIZE      1024 /* of textures and targets, in pixels */
#define PICA200_MAX_CUBE_SIZE 512  /* faces share the high bits of their addresses: all lie in 32 MiB */

struct pica200_screen {
   struct pipe_screen base;
   struct winsys *ws;
   char renderer[64];
   struct drv_bo_pool bos;
   uint32_t storage_serial; /* counts resources that got new storage: contexts compare */
};

/** The screen of a pipe_screen that pica200_screen_create made. */
static inline struct pica200_screen *
pica200_screen(struct pipe_screen *s)
{
   return (struct pica200_screen *)s;
}

/** Fills the screen's functions of resources. */
void pica200_screen_init_resources(struct pica200_screen *s);

#endif
