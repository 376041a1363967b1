/* SPDX-License-Identifier: MIT
 *
 * What image formats GL names there are, what they need and how they are stored. Everything that depends on a
 * GL format name asks here.
 */
#ifndef ST_FORMAT_H
#define ST_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#include "format/pipe_format.h"

struct st_context;

/** What a screen can do, found out once a context; bits of st_context::features. */
enum st_feature {
   ST_HAS_BGRA = 1 << 0,
   ST_HAS_DEPTH_TEXTURE = 1 << 1,
   ST_HAS_DEPTH_STENCIL_TEXTURE = 1 << 2, /* with ST_HAS_DEPTH_TEXTURE */
   ST_HAS_RG = 1 << 3,
   ST_HAS_HALF = 1 << 4,
   ST_HAS_FLOAT = 1 << 5,
   ST_HAS_SRGB = 1 << 6,
   ST_HAS_2_10_10_10 = 1 << 7,
   ST_HAS_NORM16 = 1 << 8,
   ST_HAS_S3TC = 1 << 9,
   ST_HAS_RGTC = 1 << 10,
   ST_HAS_BPTC = 1 << 11,
   ST_HAS_3D = 1 << 12,
   ST_HAS_RENDER_HALF = 1 << 13,
   ST_HAS_DEPTH_CUBE = 1 << 14, /* depth in cube maps */
   ST_HAS_BORDER = 1 << 15,
   ST_HAS_ANISOTROPY = 1 << 16,
   ST_HAS_RENDER_FLOAT = 1 << 18, /* 16, 32 and 11 bits */
   ST_HAS_GLES3 = 1 << 17,        /* the context is of OpenGL ES 3.0 */
   ST_HAS_RENDER_SNORM = 1 << 19,
};

/** One thing that glTexImage may be asked for. */
struct st_texture_format {
   GLenum internal, format, type;
   uint32_t need;          /* ST_HAS_x */
   uint8_t use;            /* ST_FOR_x */
   uint16_t candidates[3]; /* enum pipe_format, best first */
   bool render;            /* should be renderable as well */
};
enum {
   ST_FOR_IMAGE = 1 << 0,   /* glTexImage */
   ST_FOR_STORAGE = 1 << 1, /* glTexStorage, where internal is a sized name */
};

/** A compressed format. */
struct st_compressed_format {
   GLenum internal, base;
   uint32_t need;
   uint16_t format;        /* enum pipe_format of the storage */
   uint8_t block_B;        /* as the application gives them */
   bool decoded;           /* stored uncompressed */
   bool sub_image;         /* parts may be replaced, in whole blocks */
   GLenum client_format;   /* the one client format that glTexImage compresses; 0: RGB and RGBA */
   GLenum client_type;     /* 0 = any */
   bool encode;            /* glTexImage is possible at all */
   uint8_t astc_w, astc_h; /* of ASTC: the texels of a block; 0: 4 x 4 of another format */
   uint8_t etc;            /* enum u_etc, of ETC1, ETC2 and EAC */
};
static inline unsigned
st_block_w(const struct st_compressed_format *c)
{
   return c->astc_w ? c->astc_w : 4;
}
static inline unsigned
st_block_h(const struct st_compressed_format *c)
{
   return c->astc_h ? c->astc_h : 4;
}

/** ST_HAS_* bits: what the screen's formats allow to offer. */
uint32_t st_find_features(const struct st_context *ctx);

/** The storage of a combination, PIPE_FORMAT_NONE if it does not exist here. */
enum pipe_format st_texture_format(const struct st_context *ctx, GLenum internal, GLenum format, GLenum type);
/** May parts of such an image be replaced by client pixels like these (ES 3.0.6 table 3.2)? */
bool st_takes_pixels(const struct st_context *ctx, GLenum internal, GLenum format, GLenum type);
/** The storage of a sized format for glTexStorage; *type: the one it stands for. */
enum pipe_format st_storage_format(const struct st_context *ctx, GLenum internal, GLenum *type);
/** NULL for a name that is no compressed format here. By index: NULL behind the last. */
const struct st_compressed_format *st_compressed_format(const struct st_context *ctx, GLenum internal);
const struct st_compressed_format *st_compressed_format_by_index(const struct st_context *ctx, unsigned n);
/** Is it an internal format that some glTexImage accepts? */
bool st_known_internal_format(const struct st_context *ctx, GLenum internal);

/** GL_RGBA for GL_RGBA8_OES and so on; the same for names that are their own base; 0 for unknown ones. */
GLenum st_base_format(GLenum internal);
/** PIPE_MASK_x of the components of a base format (luminance counts as red). */
unsigned st_base_components(GLenum base);
/** Has images of this format no alpha, so that it reads as one? */
static inline bool
st_opaque(GLenum internal)
{
   return !(st_base_components(st_base_format(internal)) & 8);
}
/** May such images be attached as colour (ES 3.0.6 3.8.3, "Required Texture Formats", and EXT_color_buffer_float)? */
bool st_color_renderable(const struct st_context *ctx, GLenum internal, enum pipe_format f);
/** ES 3.0.6 3.8.10: color-renderable and filterable, or without a size. */
bool st_can_generate_mipmap(const struct st_context *ctx, GLenum internal, enum pipe_format f);
/** Are its components floating-point numbers? */
bool st_is_float(enum pipe_format f);
/** The format with the same bits and no sRGB curve; the same for formats without one. */
enum pipe_format st_linear_format(enum pipe_format f);

#endif
