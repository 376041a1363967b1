/* SPDX-License-Identifier: MIT
 *
 * Renderbuffers, and pairs of them that share one depth and stencil surface.
 */
#ifndef ST_RENDERBUFFER_H
#define ST_RENDERBUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_context.h"

struct st_context;

struct st_renderbuffer {
   int refcount;
   GLuint name;
   char *label;
   bool named;
   GLenum internal_format;
   uint16_t format;
   uint32_t width, height;
   uint8_t samples;
   bool implicit_resolve; /* EXT_multisampled_render_to_texture: can be read although it has samples */
   uint8_t level;         /* of res: 0, but for EGLImages */
   uint16_t layer;
   bool foreign; /* the storage is an EGLImage */
   bool shared;  /* an EGLImage was made of the storage, which must not be moved since */
   struct pipe_resource *res;
};

/** With one reference and no storage. NULL: out of memory. Unref: NULL is fine. */
struct st_renderbuffer *st_renderbuffer_create(GLuint name);
void st_renderbuffer_unref(struct st_renderbuffer *r);
/** New storage, or none for a size of 0. False: out of memory, and the old storage stays. */
bool st_renderbuffer_storage(struct st_context *ctx, struct st_renderbuffer *r, GLenum internal_format,
                             enum pipe_format format, uint32_t width, uint32_t height, unsigned samples);

/** st_zs_pair.c: may these two, complete on their own and of one size, be attached side by side? And makes
 * them share a surface, with what they held; false: out of memory, nothing has changed. */
bool st_zs_can_pair(const struct st_context *ctx, const struct st_renderbuffer *depth,
                    const struct st_renderbuffer *stencil);
bool st_zs_pair(struct st_context *ctx, struct st_renderbuffer *depth, struct st_renderbuffer *stencil);

#endif
