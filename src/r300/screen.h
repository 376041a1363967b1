/* SPDX-License-Identifier: MIT
 *
 * The driver's screen: one GPU, shared by all of its contexts. Its functions and the caches in it are thread safe.
 */
#ifndef R300_SCREEN_H
#define R300_SCREEN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/r300/r300_chips.h"
#include "driver/bo.h"
#include "pipe/p_screen.h"
#include "r300/hyperz.h"
#include "winsys/winsys.h"

struct r300_screen {
   struct pipe_screen base;
   struct winsys *ws;
   const struct r300_chip *chip;
   char renderer[64];
   struct drv_bo_pool bos;
   uint32_t storage_serial; /* counts resources that got new storage: contexts compare */
   struct drv_bo *dummy;    /* zeros but for w = 1.0 at its start: stands in for what is not bound */
   pthread_mutex_t hyperz_lock;
   struct r300_hyperz_screen hyperz; /* under hyperz_lock */
   uint64_t stream_bos_B; /* a stream whose buffers are larger than this is submitted before the next draw */
};

/** The screen of a pipe_screen that r300_screen_create made. */
static inline struct r300_screen *
r300_screen(struct pipe_screen *s)
{
   return (struct r300_screen *)s;
}

static inline bool
r300_is_r500(const struct r300_screen *s)
{
   return s->chip->gen == R300_GEN_R500;
}

/** Fills the screen's functions of resources, and those that share storage, where the winsys can. */
void r300_screen_init_resources(struct r300_screen *s);

#endif
