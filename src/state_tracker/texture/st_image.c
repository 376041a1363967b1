/* SPDX-License-Identifier: MIT
 *
 * EGLImages: the list of all of them, one for the process, since a handle may come to any context. What they
 * are made of and bound to is in st_image_objects.c.
 */
#include <assert.h>

#include "state_tracker/st_api.h"
#include "state_tracker/texture/st_image.h"

#include <pthread.h>
#include <stdlib.h>

#include "state_tracker/texture/st_format.h"

static pthread_mutex_t images_lock = PTHREAD_MUTEX_INITIALIZER;
static struct st_egl_image *images;

struct st_egl_image *
st_image_create(const struct st_egl_image *templ)
{
   assert(templ->res && templ->owner);
   struct st_egl_image *i = malloc(sizeof *i);
   if (!i)
      return NULL;
   *i = *templ;
   i->refcount = 1;
   pipe_resource_ref(i->res);
   for (unsigned k = 0; k < 2; k++)
      pipe_resource_ref(i->yuv.plane[k]);
   pthread_mutex_lock(&images_lock);
   i->next = images;
   images = i;
   pthread_mutex_unlock(&images_lock);
   return i;
}

void
st_image_unref(struct st_egl_image *i)
{
   if (!i || __atomic_sub_fetch(&i->refcount, 1, __ATOMIC_ACQ_REL) > 0)
      return;
   pipe_resource_unref(i->res);
   for (unsigned k = 0; k < 2; k++)
      pipe_resource_unref(i->yuv.plane[k]);
   free(i);
}

struct st_egl_image *
st_image_ref(const void *handle)
{
   pthread_mutex_lock(&images_lock);
   struct st_egl_image *i = images;
   while (i && i != handle)
      i = i->next;
   if (i)
      __atomic_fetch_add(&i->refcount, 1, __ATOMIC_RELAXED);
   pthread_mutex_unlock(&images_lock);
   return i;
}

/** Takes an image of \p owner's off the list: \p handle, or any if that is NULL. */
static struct st_egl_image *
unlist_image(const void *owner, const void *handle)
{
   struct st_egl_image *found = NULL;
   pthread_mutex_lock(&images_lock);
   for (struct st_egl_image **p = &images; *p; p = &(*p)->next) {
      if ((*p)->owner != owner || (handle && *p != handle))
         continue;
      found = *p;
      *p = found->next;
      break;
   }
   pthread_mutex_unlock(&images_lock);
   return found;
}

bool
st_image_destroy(const void *owner, const void *handle)
{
   struct st_egl_image *i = handle ? unlist_image(owner, handle) : NULL;
   st_image_unref(i);
   return i != NULL;
}

void
st_images_destroy_all(const void *owner)
{
   for (struct st_egl_image *i; (i = unlist_image(owner, NULL));)
      st_image_unref(i);
}

bool
st_image_exists(const struct pipe_resource *res, unsigned level, unsigned layer)
{
   pthread_mutex_lock(&images_lock);
   const struct st_egl_image *i = images;
   while (i && !(i->res == res && i->level == level && i->layer == layer))
      i = i->next;
   pthread_mutex_unlock(&images_lock);
   return i != NULL;
}

struct st_egl_image *
st_image_from_resource(struct pipe_screen *screen, const void *owner, struct pipe_resource *res,
                       GLenum internal_format)
{
   return st_image_create(&(struct st_egl_image){
      .owner = owner,
      .screen = screen,
      .res = res,
      .width = res->width0,
      .height = res->height0,
      .internal_format = internal_format,
      .format = res->format,
   });
}

struct st_egl_image *
st_image_from_yuv(struct pipe_screen *screen, const void *owner, struct pipe_resource *luma,
                  const struct st_yuv *yuv)
{
   return st_image_create(&(struct st_egl_image){
      .owner = owner,
      .screen = screen,
      .res = luma,
      .width = luma->width0,
      .height = luma->height0,
      .internal_format = GL_RGB,
      .format = luma->format,
      .yuv = *yuv,
   });
}

bool
st_image_set_colorspace(struct st_egl_image *i, bool srgb)
{
   const enum pipe_format f = srgb ? st_srgb_format(i->format) : st_linear_format(i->format);
   if (f == i->format)
      return true;
   if (f == PIPE_FORMAT_NONE ||
       !i->screen->is_format_supported(i->screen, f, PIPE_TEXTURE_2D, 0, PIPE_BIND_SAMPLER_VIEW))
      return false;
   const bool opaque = st_opaque(i->internal_format);
   i->format = (uint16_t)f;
   i->internal_format = srgb ? (opaque ? GL_SRGB_EXT : GL_SRGB_ALPHA_EXT) : (opaque ? GL_RGB : GL_RGBA);
   return true;
}
