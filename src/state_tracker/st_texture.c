/* SPDX-License-Identifier: MIT
 *
 * Texture objects: images, completeness (ES 2.0.25 3.7.10), storage and sampler views.
 *
 * An image is put into the texture's main resource if it fits there, else into a resource of its own;
 * sampling moves the images it needs into one resource (st_texture_validate). So images may come in any order
 * and size, and the usual order (level 0 first) never copies.
 */
#include <stdlib.h>
#include <string.h>

#include "state_tracker/st_context.h"
#include "util/u_format.h"
#include "util/u_math.h"

struct st_texture *
st_texture_create(struct st_context *ctx, GLuint name)
{
   struct st_texture *t = calloc(1, sizeof *t);
   if (!t)
      return NULL;
   *t = (struct st_texture){
      .refcount = 1,
      .name = name,
      .named = name != 0,
      .min_filter = GL_NEAREST_MIPMAP_LINEAR,
      .mag_filter = GL_LINEAR,
      .wrap_s = GL_REPEAT,
      .wrap_t = GL_REPEAT,
      .next = ctx->share->all_textures,
   };
   if (t->next)
      t->next->prev = t;
   ctx->share->all_textures = t;
   return t;
}

bool
st_texture_set_target(struct st_texture *t, GLenum target)
{
   unsigned faces = target == GL_TEXTURE_CUBE_MAP ? 6 : 1;
   t->images = calloc((size_t)faces * ST_MAX_LEVELS, sizeof *t->images);
   if (!t->images)
      return false;
   t->target = target;
   return true;
}

static void
drop_view(struct st_context *ctx, struct st_texture_view *v)
{
   if (v->ctx == ctx)
      ctx->pipe->sampler_view_destroy(ctx->pipe, v->view);
   else if (!u_vec_push(&v->ctx->zombie_views, v->view))
      return; /* out of memory: leak rather than touch another thread's context */
   pipe_resource_unref(v->res);
   free(v);
}

static void
drop_views(struct st_context *ctx, struct st_texture *t)
{
   while (t->views) {
      struct st_texture_view *v = t->views;
      t->views = v->next;
      drop_view(ctx, v);
   }
}

void
st_texture_unref(struct st_context *ctx, struct st_texture *t)
{
   if (!t || --t->refcount)
      return;
   drop_views(ctx, t);
   if (t->images) {
      for (unsigned i = 0; i < st_texture_faces(t) * ST_MAX_LEVELS; i++)
         pipe_resource_unref(t->images[i].res);
      free(t->images);
   }
   pipe_resource_unref(t->res);
   pipe_resource_unref(t->tex_image);
   if (t->prev)
      t->prev->next = t->next;
   else
      ctx->share->all_textures = t->next;
   if (t->next)
      t->next->prev = t->prev;
   free(t);
}

void
st_texture_forget_context(struct st_context *ctx)
{
   for (struct st_texture *t = ctx->share->all_textures; t; t = t->next) {
      for (struct st_texture_view **p = &t->views; *p;) {
         struct st_texture_view *v = *p;
         if (v->ctx == ctx) {
            *p = v->next;
            drop_view(ctx, v);
         } else {
            p = &v->next;
         }
      }
   }
}

void
st_texture_changed(struct st_context *ctx, struct st_texture *t)
{
   t->checked = false;
   ctx->share->tex_stamp++;
}

/* ---- formats ------------------------------------------------------------------------------------------- */

/** Storage for what glTexImage2D names, best first. */
static const struct {
   GLenum format, type;
   uint16_t candidates[3];
   bool render; /* should be renderable as well */
} storage[] = {
   {GL_RGBA,              GL_UNSIGNED_BYTE,          {PIPE_FORMAT_R8G8B8A8_UNORM},                                                       true },
   {GL_RGB,               GL_UNSIGNED_BYTE,          {PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM},                           true },
   {GL_RGBA,              GL_UNSIGNED_SHORT_4_4_4_4, {PIPE_FORMAT_A4B4G4R4_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM},                           true },
   {GL_RGBA,              GL_UNSIGNED_SHORT_5_5_5_1, {PIPE_FORMAT_A1B5G5R5_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM},                           true },
   {GL_RGB,
    GL_UNSIGNED_SHORT_5_6_5,                         {PIPE_FORMAT_B5G6R5_UNORM, PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM},
    true                                                                                                                                      },
   {GL_LUMINANCE,         GL_UNSIGNED_BYTE,          {PIPE_FORMAT_L8_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM},                                 false},
   {GL_ALPHA,             GL_UNSIGNED_BYTE,          {PIPE_FORMAT_A8_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM},                                 false},
   {GL_LUMINANCE_ALPHA,   GL_UNSIGNED_BYTE,          {PIPE_FORMAT_L8A8_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM},                               false},
   {GL_BGRA_EXT,          GL_UNSIGNED_BYTE,          {PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM},                           true },
   {GL_DEPTH_COMPONENT,
    GL_UNSIGNED_SHORT,                               {PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT},
    true                                                                                                                                      },
   {GL_DEPTH_COMPONENT,   GL_UNSIGNED_INT,           {PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT},                           true },
   {GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES,  {PIPE_FORMAT_Z24_UNORM_S8_UINT},                                                    true },
};

static uint32_t
render_bind(enum pipe_format f)
{
   const struct u_format_desc *d = u_format_desc(f);
   return d->depth || d->stencil ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
}

enum pipe_format
st_texture_format(struct st_context *ctx, GLenum format, GLenum type)
{
   struct pipe_screen *s = ctx->screen;
   for (unsigned i = 0; i < ARRAY_SIZE(storage); i++) {
      if (storage[i].format != format || storage[i].type != type)
         continue;
      for (unsigned pass = 0; pass < 2; pass++) {
         for (unsigned k = 0; k < ARRAY_SIZE(storage[i].candidates) && storage[i].candidates[k]; k++) {
            enum pipe_format f = storage[i].candidates[k];
            uint32_t bind = PIPE_BIND_SAMPLER_VIEW | (storage[i].render && !pass ? render_bind(f) : 0);
            if (s->is_format_supported(s, f, PIPE_TEXTURE_2D, 0, bind))
               return f;
         }
      }
   }
   return PIPE_FORMAT_NONE;
}

/* ---- storage ------------------------------------------------------------------------------------------- */

static struct pipe_resource *
create_resource(struct st_context *ctx, bool cube, enum pipe_format format, uint32_t width, uint32_t height,
                unsigned last_level)
{
   struct pipe_screen *s = ctx->screen;
   enum pipe_texture_target target = cube ? PIPE_TEXTURE_CUBE : PIPE_TEXTURE_2D;
   uint32_t bind = PIPE_BIND_SAMPLER_VIEW | render_bind(format);
   if (!s->is_format_supported(s, format, target, 0, bind))
      bind = PIPE_BIND_SAMPLER_VIEW;
   struct pipe_resource templ = {
      .target = (uint8_t)target,
      .last_level = (uint8_t)last_level,
      .format = (uint16_t)format,
      .bind = bind,
      .usage = PIPE_USAGE_DEFAULT,
      .width0 = width,
      .height0 = height,
      .depth0 = 1,
      .array_size = cube ? 6 : 1,
   };
   return s->resource_create(s, &templ);
}

static bool
fits(const struct pipe_resource *r, unsigned level, uint32_t width, uint32_t height, enum pipe_format format)
{
   return r && r->format == format && level <= r->last_level && u_minify(r->width0, level) == width &&
          u_minify(r->height0, level) == height;
}

static bool
mipmapped(const struct st_texture *t)
{
   return t->min_filter != GL_NEAREST && t->min_filter != GL_LINEAR;
}

bool
st_image_alloc(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level, uint32_t width,
               uint32_t height, GLenum internal_format, GLenum type, enum pipe_format format)
{
   struct st_image *img = st_texture_image(t, face, level);
   bool cube = t->target == GL_TEXTURE_CUBE_MAP;

   if (!level)
      pipe_resource_assign(&t->tex_image, NULL);
   if (img->width == width && img->height == height && img->format == format && img->res &&
       img->res == t->res && img->internal_format == internal_format && img->type == type)
      return true; /* the same storage again */

   pipe_resource_assign(&img->res, NULL);
   *img = (struct st_image){.internal_format = internal_format, .type = type, .format = (uint16_t)format};
   st_texture_changed(ctx, t);
   if (!width || !height) {
      img->internal_format = internal_format;
      return true;
   }

   if (!fits(t->res, level, width, height, format) && level == 0) {
      unsigned last = mipmapped(t) ? u_log2(MAX2(width, height)) : 0;
      struct pipe_resource *r = create_resource(ctx, cube, format, width, height, last);
      if (!r)
         return false;
      pipe_resource_unref(t->res);
      t->res = r;
   }
   if (fits(t->res, level, width, height, format)) {
      img->res = pipe_resource_ref(t->res);
      img->level = (uint8_t)level;
      img->layer = (uint8_t)face;
   } else {
      img->res = create_resource(ctx, false, format, width, height, 0);
      if (!img->res)
         return false;
   }
   img->width = width;
   img->height = height;
   return true;
}

/* ---- completeness -------------------------------------------------------------------------------------- */

static bool
same_kind(const struct st_image *a, const struct st_image *b)
{
   return a->internal_format == b->internal_format && a->format == b->format;
}

static bool
check_complete(struct st_context *ctx, struct st_texture *t)
{
   const struct st_image *base = st_texture_image(t, 0, 0);
   unsigned faces = st_texture_faces(t);
   t->last_level = 0;
   if (!base->width || !base->height || !base->res)
      return false;
   if (faces == 6 && base->width != base->height)
      return false;
   bool npot = !u_is_pow2(base->width) || !u_is_pow2(base->height);
   if (npot && !ctx->screen->caps.npot_textures &&
       (mipmapped(t) || t->wrap_s != GL_CLAMP_TO_EDGE || t->wrap_t != GL_CLAMP_TO_EDGE))
      return false;
   unsigned last = mipmapped(t) ? u_log2(MAX2(base->width, base->height)) : 0;
   for (unsigned face = 0; face < faces; face++) {
      for (unsigned level = 0; level <= last; level++) {
         const struct st_image *img = st_texture_image(t, face, level);
         if (img->width != u_minify(base->width, level) || img->height != u_minify(base->height, level) ||
             !same_kind(img, base) || !img->res)
            return false;
      }
   }
   t->last_level = (uint8_t)last;
   return true;
}

/** Moves an image to its place in the main resource. */
static void
move_to_main(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level)
{
   struct st_image *img = st_texture_image(t, face, level);
   if (img->res == t->res)
      return;
   struct pipe_box box = {0, 0, img->layer, (int32_t)img->width, (int32_t)img->height, 1};
   ctx->pipe->resource_copy_region(ctx->pipe, t->res, level, 0, 0, face, img->res, img->level, &box);
   pipe_resource_assign(&img->res, t->res);
   img->level = (uint8_t)level;
   img->layer = (uint8_t)face;
   ctx->share->tex_stamp++;
}

bool
st_texture_reserve(struct st_context *ctx, struct st_texture *t, unsigned last_level)
{
   const struct st_image *base = st_texture_image(t, 0, 0);
   unsigned faces = st_texture_faces(t);
   if (!fits(t->res, 0, base->width, base->height, base->format) || t->res->last_level < last_level) {
      if (t->tex_image && base->res == t->tex_image && !last_level) {
         pipe_resource_assign(&t->res, base->res);
         return true;
      }
      unsigned last = last_level ? u_log2(MAX2(base->width, base->height)) : 0;
      struct pipe_resource *r =
         create_resource(ctx, faces == 6, base->format, base->width, base->height, last);
      if (!r)
         return false;
      pipe_resource_unref(t->res);
      t->res = r;
   }
   for (unsigned face = 0; face < faces; face++)
      move_to_main(ctx, t, face, 0);
   return true;
}

/** Moves all images that sampling uses into one resource. */
static bool
gather(struct st_context *ctx, struct st_texture *t)
{
   if (!st_texture_reserve(ctx, t, t->last_level))
      return false;
   for (unsigned face = 0; face < st_texture_faces(t); face++)
      for (unsigned level = 1; level <= t->last_level; level++)
         move_to_main(ctx, t, face, level);
   return true;
}

bool
st_texture_validate(struct st_context *ctx, struct st_texture *t)
{
   if (!t->checked) {
      t->complete = t->images && check_complete(ctx, t) && gather(ctx, t);
      t->checked = true;
   }
   return t->complete;
}

/* ---- views --------------------------------------------------------------------------------------------- */

/** What the components of a texture read as (ES 2.0.25 table 3.12), beyond what the storage format says by
 * itself: a format without alpha may be stored in one that has it; depth reads as luminance. */
static void
view_swizzle(const struct st_image *img, uint8_t swizzle[4])
{
   static const uint8_t rgba[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W};
   static const uint8_t rgb[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_1};
   static const uint8_t depth[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_1};
   const uint8_t *s = u_format_desc(img->format)->depth ? depth : img->internal_format == GL_RGB ? rgb : rgba;
   memcpy(swizzle, s, 4);
}

struct pipe_sampler_view *
st_texture_get_view(struct st_context *ctx, struct st_texture *t)
{
   struct st_texture_view **p = &t->views;
   for (; *p; p = &(*p)->next) {
      struct st_texture_view *v = *p;
      if (v->ctx != ctx)
         continue;
      if (v->res == t->res && v->last_level == t->last_level)
         return v->view;
      *p = v->next;
      drop_view(ctx, v);
      break;
   }
   const struct st_image *base = st_texture_image(t, 0, 0);
   struct pipe_sampler_view_desc desc = {
      .texture = t->res,
      .format = base->format,
      .last_level = t->last_level,
   };
   view_swizzle(base, desc.swizzle);
   struct st_texture_view *v = malloc(sizeof *v);
   if (!v)
      return NULL;
   *v = (struct st_texture_view){.next = t->views, .ctx = ctx, .last_level = t->last_level};
   v->view = ctx->pipe->create_sampler_view(ctx->pipe, &desc);
   if (!v->view) {
      free(v);
      return NULL;
   }
   v->res = pipe_resource_ref(t->res);
   t->views = v;
   return v->view;
}

/* ---- images of the window system ----------------------------------------------------------------------- */

bool
st_bind_tex_image(struct st_context *ctx, struct pipe_resource *color)
{
   st_enter(ctx);
   struct st_texture *t = ctx->units[ctx->active_unit].tex_2d;
   struct st_image *img = st_texture_image(t, 0, 0);
   pipe_resource_assign(&img->res, color);
   pipe_resource_assign(&t->tex_image, color);
   *img = (struct st_image){
      .width = color->width0,
      .height = color->height0,
      .internal_format = u_format_has_alpha(color->format) ? GL_RGBA : GL_RGB,
      .format = color->format,
      .res = img->res,
   };
   st_texture_changed(ctx, t);
   st_leave(ctx);
   return true;
}

void
st_release_tex_image(struct st_context *ctx, struct pipe_resource *color)
{
   st_enter(ctx);
   for (struct st_texture *t = ctx->share->all_textures; t; t = t->next) {
      if (t->tex_image != color)
         continue;
      struct st_image *img = st_texture_image(t, 0, 0);
      if (img->res == color)
         pipe_resource_assign(&img->res, NULL);
      *img = (struct st_image){0};
      pipe_resource_assign(&t->tex_image, NULL);
      if (t->res == color)
         pipe_resource_assign(&t->res, NULL);
      st_texture_changed(ctx, t);
   }
   st_leave(ctx);
}
