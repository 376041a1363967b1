/* SPDX-License-Identifier: MIT
 *
 * The image behind an attachment of a framebuffer object.
 */
#include <assert.h>

#include "format/format.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/texture/st_texture.h"

/** Depth and stencil may be stored together with another renderbuffer's (st_zs_pair); colour is stored as
 * named, or an image with another idea of its curve. */
static uint16_t
renderbuffer_format(const struct st_renderbuffer *r)
{
   const struct u_format_desc *d = u_format_desc(r->format);
   return r->res && (d->depth || d->stencil) ? r->res->format : r->format;
}

bool
st_attached_image(const struct st_attachment *a, struct st_attached_image *out)
{
   assert(a->type != GL_TEXTURE || a->tex);
   assert(a->type != GL_RENDERBUFFER || a->rb);
   *out = (struct st_attached_image){0};
   if (a->type == GL_RENDERBUFFER) {
      const struct st_renderbuffer *r = a->rb;
      *out = (struct st_attached_image){
         r->width,
         r->height,
         r->internal_format,
         {r->res, renderbuffer_format(r), r->level, r->layer},
         r->samples
      };
   } else if (a->type == GL_TEXTURE && a->tex->images) {
      const bool volume = a->tex->target == GL_TEXTURE_3D_OES || a->tex->target == GL_TEXTURE_2D_ARRAY;
      const struct st_image *i = st_texture_image(a->tex, volume ? 0 : a->face, a->level);
      const unsigned slice = volume ? a->face : 0;
      if (slice >= i->depth)
         return false;
      *out = (struct st_attached_image){
         i->width,
         i->height,
         i->internal_format,
         {i->res, i->format, i->level, (uint16_t)(i->layer + slice)},
         a->samples
      };
   }
   return out->width && out->height && out->surface.texture;
}
