/* SPDX-License-Identifier: MIT
 *
 * EGLImages as the state tracker sees them: a piece of storage that several objects in several contexts may
 * be made of (EGL_KHR_image_base, OES_EGL_image). The handle that applications pass to GL is the pointer; GL
 * asks st_image_ref whether it is one.
 */
#ifndef ST_IMAGE_H
#define ST_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_context.h"

struct st_context;
struct st_texture;
struct st_renderbuffer;
struct st_share;

enum st_yuv_space { ST_YUV_601, ST_YUV_709, ST_YUV_2020 };

/** How images of luma and chroma are stored: Y in the image's own resource. */
struct st_yuv {
   uint8_t planes;  /* resources: 0: the image is not YUV, 2: Y, UV, 3: Y, U, V */
   uint8_t bits;    /* 8, or 10, 12 or 16: in the high bits of 16 */
   uint8_t space;   /* enum st_yuv_space */
   bool narrow;     /* Y is 16 to 235 of 255 */
   uint8_t y, u, v; /* components: of the first resource; of the second; of the last (enum pipe_swizzle) */
   struct pipe_resource *plane[2];
};

struct st_egl_image {
   struct st_egl_image *next; /* of all images */
   int refcount;
   const void *owner; /* who made it: the EGL display */
   struct pipe_screen *screen;
   struct pipe_resource *res;
   uint32_t width, height;
   GLenum internal_format;
   uint16_t format; /* enum pipe_format */
   uint16_t layer;
   uint8_t level;
   struct st_yuv yuv;
   bool bound;                    /* to anything, ever */
   const struct st_share *source; /* the group of the texture that it was made of; NULL: another source */
   GLuint source_name;
};

enum st_image_error {
   ST_IMAGE_OK,
   ST_IMAGE_BAD_PARAMETER,
   ST_IMAGE_BAD_MATCH,
   ST_IMAGE_BAD_ACCESS,
   ST_IMAGE_BAD_ALLOC
};

/** A copy of \p templ on the list of images, with one reference, and references to its resources. NULL: out
 * of memory. */
struct st_egl_image *st_image_create(const struct st_egl_image *templ);
/** Is there an image of this storage already? */
bool st_image_exists(const struct pipe_resource *res, unsigned level, unsigned layer);

/** From image \p level of a texture of \p ctx's group; \p target: GL_TEXTURE_2D, GL_TEXTURE_3D_OES or a face
 * of a cube. NULL: *error says why (EGL_KHR_gl_image). */
struct st_egl_image *st_image_from_texture(struct st_context *ctx, const void *owner, GLenum target,
                                           GLuint name, int level, int zoffset, enum st_image_error *error);
struct st_egl_image *st_image_from_renderbuffer(struct st_context *ctx, const void *owner, GLuint name,
                                                enum st_image_error *error);
/** From storage that somebody else provides (a reference is added). NULL: out of memory. */
struct st_egl_image *st_image_from_resource(struct pipe_screen *screen, const void *owner,
                                            struct pipe_resource *res, GLenum internal_format);

/** An image of luma and chroma, which only external textures can sample; \p yuv: references are added. */
struct st_egl_image *st_image_from_yuv(struct pipe_screen *screen, const void *owner,
                                       struct pipe_resource *luma, const struct st_yuv *yuv);

/** What the bits of an image that nothing was made of yet mean (EGL_EXT_image_gl_colorspace). False: the
 * format has no such twin. */
bool st_image_set_colorspace(struct st_egl_image *i, bool srgb);

/** Storage in rows, as other processes can read it: tiled storage moves, which needs a context (may be NULL)
 * of the source's group and an image that nothing was made of yet. False: it can't, or out of memory. */
bool st_image_make_linear(struct st_context *ctx, struct st_egl_image *i);

/** Ends the handle; objects made of the image live on. False: it is none of \p owner's. */
bool st_image_destroy(const void *owner, const void *handle);
/** Ends all of \p owner's. */
void st_images_destroy_all(const void *owner);

/** The image behind a handle with a reference added, NULL if it is none. */
struct st_egl_image *st_image_ref(const void *handle);
void st_image_unref(struct st_egl_image *i);

/** Makes the image the only level of a texture (the storage of a renderbuffer). */
void st_texture_set_image(struct st_context *ctx, struct st_texture *t, struct st_egl_image *i);
void st_renderbuffer_set_image(struct st_context *ctx, struct st_renderbuffer *r, struct st_egl_image *i);

#endif
