/* SPDX-License-Identifier: MIT
 *
 * Surfaces: up to four buffers that EGL fills in turn and the application locks, shows and gives back.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "gbm/gbm_priv.h"

enum { NUM_BUFFERS = 4, NONE = -1 };

struct tgbm_surface {
   struct gbm_surface base;
   pthread_mutex_t lock; /* the display's thread may give buffers back while another one draws */
   bool claimed;         /* by an EGLSurface */
   int front, back;      /* indices or NONE */
   struct tgbm_bo *bo[NUM_BUFFERS];
};

static struct tgbm_surface *
tgbm_surface(struct gbm_surface *s)
{
   return (struct tgbm_surface *)s;
}

static struct gbm_surface *
surface_create(struct gbm_device *d, uint32_t w, uint32_t h, uint32_t format, uint32_t flags,
               const uint64_t *modifiers, unsigned num_modifiers)
{
   if (!w || !h || !d->v0.is_format_supported(d, format, GBM_BO_USE_RENDERING)) {
      errno = EINVAL;
      return NULL;
   }
   struct tgbm_surface *s = calloc(1, sizeof *s);
   if (!s) {
      errno = ENOMEM;
      return NULL;
   }
   s->base.gbm = d;
   s->base.v0 = (struct gbm_surface_v0){
      .width = w,
      .height = h,
      .format = tgbm_canonicalize(format),
      .flags = flags | GBM_BO_USE_RENDERING,
   };
   s->front = s->back = NONE;
   pthread_mutex_init(&s->lock, NULL);
   /* The first buffer now: what the device can't do is said here and not at the first swap. */
   s->bo[0] = tgbm_bo_create(tgbm_device(d), w, h, format, flags, modifiers, num_modifiers);
   if (!s->bo[0]) {
      pthread_mutex_destroy(&s->lock);
      free(s);
      return NULL;
   }
   s->bo[0]->surface = &s->base;
   return &s->base;
}

static void
surface_destroy(struct gbm_surface *surface)
{
   struct tgbm_surface *s = tgbm_surface(surface);
   for (unsigned i = 0; i < NUM_BUFFERS; i++) {
      struct tgbm_bo *b = s->bo[i];
      if (b && b->base.v0.destroy_user_data)
         b->base.v0.destroy_user_data(&b->base, b->base.v0.user_data);
      if (b)
         tgbm_bo_free(b);
   }
   pthread_mutex_destroy(&s->lock);
   free(s);
}

static bool
is_free(const struct tgbm_surface *s, int i)
{
   assert(i >= 0 && i < NUM_BUFFERS);
   return i != s->front && !(s->bo[i] && s->bo[i]->locked);
}

static int
has_free_buffers(struct gbm_surface *surface)
{
   struct tgbm_surface *s = tgbm_surface(surface);
   int n = 0;
   pthread_mutex_lock(&s->lock);
   for (int i = 0; i < NUM_BUFFERS; i++)
      n += is_free(s, i);
   pthread_mutex_unlock(&s->lock);
   return n > 0;
}

static struct gbm_bo *
lock_front_buffer(struct gbm_surface *surface)
{
   struct tgbm_surface *s = tgbm_surface(surface);
   struct tgbm_bo *b = NULL;
   pthread_mutex_lock(&s->lock);
   if (s->front != NONE) {
      b = s->bo[s->front];
      assert(b && !b->locked && s->front < NUM_BUFFERS);
      b->locked = true;
      s->front = NONE;
   }
   pthread_mutex_unlock(&s->lock);
   if (!b)
      errno = EINVAL;
   return b ? &b->base : NULL;
}

static void
release_buffer(struct gbm_surface *surface, struct gbm_bo *bo)
{
   struct tgbm_surface *s = tgbm_surface(surface);
   pthread_mutex_lock(&s->lock);
   for (unsigned i = 0; i < NUM_BUFFERS; i++)
      if (s->bo[i] && &s->bo[i]->base == bo)
         s->bo[i]->locked = false;
   pthread_mutex_unlock(&s->lock);
}

static bool
claim_surface(struct gbm_surface *surface, bool claim)
{
   struct tgbm_surface *s = tgbm_surface(surface);
   pthread_mutex_lock(&s->lock);
   bool ok = !claim || !s->claimed;
   if (ok)
      s->claimed = claim;
   pthread_mutex_unlock(&s->lock);
   return ok;
}

static void *
surface_back(struct gbm_surface *surface, uint32_t *stride_B)
{
   struct tgbm_surface *s = tgbm_surface(surface);
   const struct gbm_surface_v0 *v = &s->base.v0;
   void *p = NULL;
   pthread_mutex_lock(&s->lock);
   s->back = NONE;
   for (int i = 0; i < NUM_BUFFERS && s->back == NONE; i++)
      if (is_free(s, i) && s->bo[i])
         s->back = i;
   for (int i = 0; i < NUM_BUFFERS && s->back == NONE; i++) {
      if (s->bo[i])
         continue;
      s->bo[i] = tgbm_bo_create(tgbm_device(s->base.gbm), v->width, v->height, v->format, v->flags, NULL, 0);
      if (!s->bo[i])
         break;
      s->bo[i]->surface = surface;
      s->back = i;
   }
   if (s->back != NONE) {
      assert(s->back != s->front && s->bo[s->back]->surface == surface && !s->bo[s->back]->locked);
      p = tgbm_bo_pixels(s->bo[s->back]);
      *stride_B = s->bo[s->back]->base.v0.stride_B;
   }
   pthread_mutex_unlock(&s->lock);
   return p;
}

static void
surface_post(struct gbm_surface *surface)
{
   struct tgbm_surface *s = tgbm_surface(surface);
   pthread_mutex_lock(&s->lock);
   if (s->back != NONE)
      s->front = s->back; /* a front buffer that nobody locked is free again */
   s->back = NONE;
   pthread_mutex_unlock(&s->lock);
}

const struct tgbm_ops tgbm_ops = {
   .version = 1,
   .surface_claim = claim_surface,
   .surface_back = surface_back,
   .surface_post = surface_post,
};

void
tgbm_init_surfaces(struct gbm_device_v0 *v)
{
   v->surface_create = surface_create;
   v->surface_destroy = surface_destroy;
   v->surface_lock_front_buffer = lock_front_buffer;
   v->surface_release_buffer = release_buffer;
   v->surface_has_free_buffers = has_free_buffers;
}
