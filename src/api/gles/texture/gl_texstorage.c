/* SPDX-License-Identifier: MIT
 *
 * EXT_texture_storage, and ES 3.0.6 3.8.4: all levels of a texture at once, with a sized format, for good.
 */
#include "api/gles/gl_common.h"

#include <assert.h>

#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_texture.h"

static void
tex_storage(struct st_context *ctx, GLenum target, GLsizei levels, GLenum internal, GLsizei width,
            GLsizei height, GLsizei depth, const char *call)
{
   struct st_texture *t = *gl_bound_texture(ctx, target, call);
   const bool cube = target == GL_TEXTURE_CUBE_MAP, volume = target == GL_TEXTURE_3D_OES;
   const GLint max_depth = volume                          ? ctx->limits.max_3d_size
                           : target == GL_TEXTURE_2D_ARRAY ? ctx->limits.max_array_layers
                                                           : 1;
   const GLint max = cube     ? ctx->limits.max_cube_size
                     : volume ? ctx->limits.max_3d_size
                              : ctx->limits.max_texture_size;
   GLenum type;
   enum pipe_format f = st_storage_format(ctx, internal, &type);
   const GLenum base = st_base_format(internal);
   const bool depths = base == GL_DEPTH_COMPONENT || base == GL_DEPTH_STENCIL_OES;
   if (f == PIPE_FORMAT_NONE) {
      st_error(ctx, GL_INVALID_ENUM, "%s(internalformat = 0x%x)", call, internal);
      return;
   }
   if (levels < 1 || width < 1 || height < 1 || depth < 1 || width > max || height > max ||
       depth > max_depth || (cube && width != height)) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d levels of %d x %d x %d", call, levels, width, height, depth);
      return;
   }
   const GLsizei largest = MAX2(MAX2(width, height), volume ? depth : 1);
   assert(u_log2((uint32_t)largest) < ST_MAX_LEVELS);
   if (levels > (GLsizei)u_log2((uint32_t)largest) + 1) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: %d levels of %d x %d x %d", call, levels, width, height,
               depth);
      return;
   }
   if (!t->name || t->immutable_levels) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the texture is %s", call,
               t->name ? "immutable already" : "the default one");
      return;
   }
   if ((depths && volume) || (depths && cube && !(ctx->features & ST_HAS_DEPTH_CUBE)) ||
       (volume && st_compressed_format(ctx, internal) && !st_compressed_format(ctx, internal)->astc_w)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: internalformat 0x%x for target 0x%x", call, internal, target);
      return;
   }
   if (!st_texture_storage(ctx, t, (unsigned)levels, (uint32_t)width, (uint32_t)height, (uint32_t)depth,
                           internal, type, f))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s: %d x %d x %d", call, width, height, depth);
}

void
gl_TexStorage1DEXT(struct st_context *ctx, GLenum target, GLsizei levels, GLenum internalformat,
                   GLsizei width)
{
   st_error(ctx, GL_INVALID_ENUM, "glTexStorage1DEXT: there are no one-dimensional textures");
}

void
gl_TexStorage2DEXT(struct st_context *ctx, GLenum target, GLsizei levels, GLenum internalformat,
                   GLsizei width, GLsizei height)
{
   static const char call[] = "glTexStorage2DEXT";
   if (target == GL_TEXTURE_2D || target == GL_TEXTURE_CUBE_MAP)
      tex_storage(ctx, target, levels, internalformat, width, height, 1, call);
   else
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
}

void
gl_TexStorage3DEXT(struct st_context *ctx, GLenum target, GLsizei levels, GLenum internalformat,
                   GLsizei width, GLsizei height, GLsizei depth)
{
   static const char call[] = "glTexStorage3DEXT";
   if ((target == GL_TEXTURE_3D_OES && ctx->features & ST_HAS_3D) ||
       (target == GL_TEXTURE_2D_ARRAY && ctx->version >= 30))
      tex_storage(ctx, target, levels, internalformat, width, height, depth, call);
   else
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
}
