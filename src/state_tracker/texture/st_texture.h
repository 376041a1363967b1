/* SPDX-License-Identifier: MIT
 *
 * Texture objects: their images, parameters, completeness, and where the storage of the images is.
 */
#ifndef ST_TEXTURE_H
#define ST_TEXTURE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_context.h"
#include "state_tracker/texture/st_sampler_params.h"

struct st_context;
struct st_egl_image;

#define ST_MAX_LEVELS PIPE_MAX_TEXTURE_LEVELS
#define ST_MAX_UNITS  (2 * PIPE_MAX_SAMPLERS)

/** Texture targets that a unit has. */
enum st_tex { ST_TEX_2D, ST_TEX_CUBE, ST_TEX_3D, ST_TEX_EXTERNAL, ST_TEX_2D_ARRAY, ST_TEX_TARGETS };

/** One image of a texture. It lives in layer `layer` (and, of 3D textures and arrays, the following ones) of level
 * `level` of `res`, which is the texture's main resource or one of its own. */
struct st_image {
   uint32_t width, height; /* 0 = not defined */
   uint32_t depth;         /* of 3D textures, layers of arrays, else 1 */
   GLenum internal_format; /* GL_RGBA, ... */
   GLenum type;            /* as specified; 0 for CopyTexImage */
   uint16_t format;        /* enum pipe_format */
   uint16_t layer;
   uint8_t level;
   bool foreign; /* the storage is an EGLImage or a pbuffer: it must not be moved */
   bool shared;  /* an EGLImage was made of it: respecifying it needs new storage */
   struct pipe_resource *res;
};

/** What one context made of a texture. */
struct st_texture_view {
   struct st_texture_view *next;
   struct st_context *ctx;
   struct pipe_sampler_view_desc desc;
   struct pipe_sampler_view *view;
   uint64_t tex_stamp; /* st_share's when it was last the view that was asked for: until that grows it is */
   uint8_t slot;       /* below ST_VIEW_SLOTS */
};
/** A view for each plane of an image of luma and chroma, and for each way in which samplers look at other
 * textures: with levels or not, with the sRGB curve or not. They are in use side by side. */
enum { ST_VIEW_PLANES = 3, ST_VIEW_SLOTS = ST_VIEW_PLANES + 4 };

struct st_texture {
   int refcount;
   GLuint name;
   char *label;
   GLenum target; /* 0 until first bound */
   bool named;    /* still in the name table */
   struct st_sampler_params sampler;
   GLenum swizzle[4];        /* GL_RED to GL_ALPHA, GL_ZERO, GL_ONE */
   GLint base_level;         /* 0 in contexts of OpenGL ES 2.0 */
   GLint max_level;          /* APPLE_texture_max_level */
   uint8_t immutable_levels; /* of glTexStorage; 0: not immutable */
   struct st_image *images;  /* faces x ST_MAX_LEVELS */
   struct pipe_resource *res;
   uint8_t first_level;             /* that res begins with */
   bool checked;                    /* the following two are up to date */
   bool complete[2];                /* ES 2.0.25 3.7.10: without and with mipmaps */
   bool gathered[2];                /* all that sampling so uses is in res */
   struct pipe_resource *tex_image; /* bound by eglBindTexImage */
   struct st_egl_image *yuv;        /* the external image of luma and chroma that it is, or NULL */
   struct st_texture_view *views;
   struct st_texture *prev, *next; /* all textures of the share group */
};

/** With one reference and no target yet. NULL: out of memory. Unref: NULL is fine. */
struct st_texture *st_texture_create(struct st_context *ctx, GLuint name);
void st_texture_unref(struct st_context *ctx, struct st_texture *t);
/** First binding decides the target. False: out of memory. */
bool st_texture_set_target(struct st_texture *t, GLenum target);
static inline unsigned
st_texture_faces(const struct st_texture *t)
{
   return t->target == GL_TEXTURE_CUBE_MAP ? 6 : 1;
}
static inline struct st_image *
st_texture_image(const struct st_texture *t, unsigned face, unsigned level)
{
   assert(t->images && face < st_texture_faces(t) && level < ST_MAX_LEVELS);
   return &t->images[face * ST_MAX_LEVELS + level];
}
/** To be called after images or parameters changed. */
void st_texture_changed(struct st_context *ctx, struct st_texture *t);
/** GL_TEXTURE_BASE_LEVEL within the levels that there can be. */
unsigned st_texture_base_level(const struct st_texture *t);
/** The last level that a mipmap of this texture has, by its size, GL_TEXTURE_MAX_LEVEL and glTexStorage; at least
 * the base level. */
unsigned st_texture_last_level(const struct st_texture *t);
/** Storage of all \p levels at once (glTexStorage); what the texture had before goes. False: out of memory,
 * nothing changed. */
bool st_texture_storage(struct st_context *ctx, struct st_texture *t, unsigned levels, uint32_t width,
                        uint32_t height, uint32_t depth, GLenum internal_format, GLenum type,
                        enum pipe_format format);
/** Complete for sampling with \p p? If so all images that it uses are in t->res afterwards. */
bool st_texture_validate(struct st_context *ctx, struct st_texture *t, const struct st_sampler_params *p);
/** Has it all its levels, each half of the one before, and all faces of them (ES 3.0.6 3.8.13)? */
bool st_texture_mipmap_complete(const struct st_texture *t);
/** Makes the main resource one that has the levels from the base level to \p last_level in the base image's format
 * and holds the base images (which must be complete). False: out of memory. */
bool st_texture_reserve(struct st_context *ctx, struct st_texture *t, unsigned last_level);
/** An image of the texture becomes a resource of its own, until it is sampled again: for drivers that draw to it there alone.
 * False: out of memory. */
bool st_texture_part(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level);
/** The view of a texture that is complete for sampling with \p p, for this context; NULL: out of memory. */
struct pipe_sampler_view *st_texture_get_view(struct st_context *ctx, struct st_texture *t,
                                              const struct st_sampler_params *p);
/** Of plane 0, 1 or 2 of a texture that is luma and chroma (st_texture::yuv). */
struct pipe_sampler_view *st_texture_get_plane_view(struct st_context *ctx, struct st_texture *t,
                                                    unsigned plane);
/** Drops what \p ctx made of the textures of its group. */
void st_texture_forget_context(struct st_context *ctx);

/** What is bound to a texture unit, textures by enum st_tex. */
struct st_unit {
   struct st_texture *tex[ST_TEX_TARGETS];
   struct st_sampler *sampler; /* referenced; NULL: the textures' own parameters */
};

/** Gives an image new storage with undefined contents; a size of 0 undefines it. False: out of memory (image
 * is undefined). */
bool st_image_alloc(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level,
                    uint32_t width, uint32_t height, uint32_t depth, GLenum internal_format, GLenum type,
                    enum pipe_format format);

#endif
