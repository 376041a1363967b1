/* SPDX-License-Identifier: MIT
 *
 * EGLImages of textures and renderbuffers, textures and renderbuffers of EGLImages (EGL_KHR_gl_image,
 * OES_EGL_image).
 */
#include <assert.h>

#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_image.h"
#include "state_tracker/st_names.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/texture/st_texture.h"

/* ---- sources ------------------------------------------------------------------------------------------- */

/** "The texture must be complete unless the mipmap level to be used is 0, the texture has mipmap level 0
 * specified, and no other mipmap levels are specified" (EGL_KHR_gl_image 2.5.1). */
static bool
usable(struct st_context *ctx, struct st_texture *t, int level)
{
   const struct st_image *base = st_texture_image(t, 0, 0);
   bool only_base = true;
   for (unsigned face = 0; face < st_texture_faces(t); face++) {
      const struct st_image *img = st_texture_image(t, face, 0);
      if (!img->res || img->width != base->width || img->height != base->height ||
          img->format != base->format)
         return false;
      for (unsigned l = 1; l < ST_MAX_LEVELS; l++)
         only_base &= !st_texture_image(t, face, l)->res;
   }
   /* Completeness without and with levels, whatever the filter is; images find their final place by it. */
   struct st_sampler_params p = t->sampler;
   p.min_filter = only_base ? GL_NEAREST : GL_NEAREST_MIPMAP_NEAREST;
   t->checked = false;
   bool complete = st_texture_validate(ctx, t, &p);
   t->checked = false;
   return complete && (level == 0 || !only_base);
}

struct st_egl_image *
st_image_from_texture(struct st_context *ctx, const void *owner, GLenum target, GLuint name, int level,
                      int zoffset, enum st_image_error *error)
{
   struct st_egl_image *out = NULL;
   const bool face = target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
   st_enter(ctx);
   struct st_texture *t = st_names_object(&ctx->share->textures, name);
   *error = ST_IMAGE_BAD_PARAMETER;
   if (!t || t->target != (face ? GL_TEXTURE_CUBE_MAP : target))
      goto out;
   if (level < 0 || level >= ST_MAX_LEVELS) {
      *error = ST_IMAGE_BAD_MATCH;
      goto out;
   }
   if (t->tex_image) {
      *error = ST_IMAGE_BAD_ACCESS;
      goto out;
   }
   if (!usable(ctx, t, level))
      goto out;
   struct st_image *img =
      st_texture_image(t, face ? target - GL_TEXTURE_CUBE_MAP_POSITIVE_X : 0, (unsigned)level);
   if (!img->res) {
      *error = ST_IMAGE_BAD_MATCH;
      goto out;
   }
   if (zoffset < 0 || (uint32_t)zoffset >= img->depth)
      goto out;
   const unsigned layer = img->layer + (unsigned)zoffset;
   if (img->foreign || st_image_exists(img->res, img->level, layer)) {
      *error = ST_IMAGE_BAD_ACCESS;
      goto out;
   }
   out = st_image_create(&(struct st_egl_image){
      .owner = owner,
      .screen = ctx->screen,
      .res = img->res,
      .width = img->width,
      .height = img->height,
      .internal_format = img->internal_format,
      .format = img->format,
      .layer = (uint16_t)layer,
      .level = img->level,
      .source = ctx->share,
      .source_name = name,
   });
   *error = out ? ST_IMAGE_OK : ST_IMAGE_BAD_ALLOC;
   if (out)
      img->shared = true;
   ctx->pipe->flush(ctx->pipe, NULL); /* what was drawn so far is in the image for every context */
out:
   st_leave(ctx);
   return out;
}

struct st_egl_image *
st_image_from_renderbuffer(struct st_context *ctx, const void *owner, GLuint name, enum st_image_error *error)
{
   struct st_egl_image *out = NULL;
   st_enter(ctx);
   struct st_renderbuffer *r = st_names_object(&ctx->share->renderbuffers, name);
   *error = ST_IMAGE_BAD_PARAMETER;
   if (!r || !r->res || r->samples > 1)
      goto out;
   if (r->foreign || st_image_exists(r->res, r->level, r->layer)) {
      *error = ST_IMAGE_BAD_ACCESS;
      goto out;
   }
   out = st_image_create(&(struct st_egl_image){
      .owner = owner,
      .screen = ctx->screen,
      .res = r->res,
      .width = r->width,
      .height = r->height,
      .internal_format = r->internal_format,
      .format = r->format,
      .layer = r->layer,
      .level = r->level,
   });
   *error = out ? ST_IMAGE_OK : ST_IMAGE_BAD_ALLOC;
   if (out) {
      r->shared = true;
      ctx->share->tex_stamp++; /* framebuffers with it may not be complete any more: st_zs_can_pair */
   }
   ctx->pipe->flush(ctx->pipe, NULL);
out:
   st_leave(ctx);
   return out;
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

/** The texture that \p i was made of, if it still has the storage and nothing else in it. */
static struct st_texture *
source_of(struct st_context *ctx, const struct st_egl_image *i)
{
   if (i->source != ctx->share)
      return NULL;
   struct st_texture *t = st_names_object(&ctx->share->textures, i->source_name);
   if (!t || t->target != GL_TEXTURE_2D || t->res != i->res || st_texture_image(t, 0, 0)->res != i->res)
      return NULL;
   for (unsigned level = 1; level < ST_MAX_LEVELS; level++)
      if (st_texture_image(t, 0, level)->res)
         return NULL;
   return t;
}

static struct pipe_resource *
linear_copy(struct st_context *ctx, const struct st_egl_image *i)
{
   struct pipe_resource templ = {
      .target = PIPE_TEXTURE_2D,
      .format = i->format,
      .bind = (i->res->bind & (PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW)) | PIPE_BIND_SHARED,
      .usage = PIPE_USAGE_DEFAULT,
      .width0 = i->width,
      .height0 = i->height,
      .depth0 = 1,
      .array_size = 1,
   };
   struct pipe_resource *to = ctx->screen->resource_create(ctx->screen, &templ);
   if (to) {
      const struct pipe_box box = {0, 0, 0, (int32_t)i->width, (int32_t)i->height, 1};
      ctx->pipe->resource_copy_region(ctx->pipe, to, 0, 0, 0, 0, i->res, i->level, &box);
      ctx->pipe->flush(ctx->pipe, NULL);
   }
   return to;
}

bool
st_image_make_linear(struct st_context *ctx, struct st_egl_image *i)
{
   assert(i->refcount > 0);
   uint32_t stride_B, offset_B;
   if (!i->screen->resource_export)
      return false;
   if (i->screen->resource_export(i->screen, i->res, NULL, &stride_B, &offset_B))
      return true;
   if (!ctx || i->bound || i->level || i->layer)
      return false;
   bool ok = false;
   st_enter(ctx);
   struct st_texture *t = source_of(ctx, i);
   struct pipe_resource *rows = t ? linear_copy(ctx, i) : NULL;
   if (rows) {
      pipe_resource_assign(&i->res, rows);
      pipe_resource_assign(&t->res, rows);
      pipe_resource_assign(&st_texture_image(t, 0, 0)->res, rows);
      pipe_resource_unref(rows);
      st_texture_changed(ctx, t);
      ok = i->screen->resource_export(i->screen, i->res, NULL, &stride_B, &offset_B);
   }
   st_leave(ctx);
   return ok;
}

/* ---- targets ------------------------------------------------------------------------------------------- */

void
st_texture_set_image(struct st_context *ctx, struct st_texture *t, struct st_egl_image *i)
{
   assert(!t->immutable_levels && i->refcount > 0);
   i->bound = true;
   for (unsigned level = 0; level < ST_MAX_LEVELS; level++) {
      struct st_image *img = st_texture_image(t, 0, level);
      pipe_resource_assign(&img->res, NULL);
      *img = (struct st_image){0};
   }
   pipe_resource_assign(&t->res, NULL);
   pipe_resource_assign(&t->tex_image, NULL);
   st_image_unref(t->yuv);
   t->yuv = i->yuv.planes ? st_image_ref(i) : NULL;
   *st_texture_image(t, 0, 0) = (struct st_image){
      .width = i->width,
      .height = i->height,
      .depth = 1,
      .internal_format = i->internal_format,
      .format = i->format,
      .layer = i->layer,
      .level = i->level,
      .foreign = true,
      .res = pipe_resource_ref(i->res),
   };
   st_texture_changed(ctx, t);
}

void
st_renderbuffer_set_image(struct st_context *ctx, struct st_renderbuffer *r, struct st_egl_image *i)
{
   assert(!i->yuv.planes && i->refcount > 0);
   i->bound = true;
   pipe_resource_assign(&r->res, i->res);
   r->internal_format = i->internal_format;
   r->format = i->format;
   r->width = i->width;
   r->height = i->height;
   r->samples = 0;
   r->level = i->level;
   r->layer = i->layer;
   r->foreign = true;
   r->shared = false;
   ctx->share->tex_stamp++;
}
