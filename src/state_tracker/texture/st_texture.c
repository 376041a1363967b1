/* SPDX-License-Identifier: MIT
 *
 * Texture objects: images, completeness (ES 2.0.25 3.7.10), storage and sampler views.
 *
 * An image is put into the texture's main resource if it fits there, else into a resource of its own;
 * sampling moves the images it needs into one resource (st_texture_validate). So images may come in any order
 * and size, and the usual order (level 0 first) never copies.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "state_tracker/st_api.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_image.h"
#include "state_tracker/texture/st_texture.h"
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
      .sampler = st_default_sampler_params,
      .max_level = 1000,
      .swizzle = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA},
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
   assert(!t->target || t->target == target);
   unsigned faces = target == GL_TEXTURE_CUBE_MAP ? 6 : 1;
   t->images = calloc((size_t)faces * ST_MAX_LEVELS, sizeof *t->images);
   if (!t->images)
      return false;
   t->target = target;
   if (target == GL_TEXTURE_EXTERNAL_OES) { /* OES_EGL_image_external, 3.7.14 */
      t->sampler.min_filter = GL_LINEAR;
      t->sampler.wrap_s = t->sampler.wrap_t = GL_CLAMP_TO_EDGE;
   }
   return true;
}

static void
drop_view(struct st_context *ctx, struct st_texture_view *v)
{
   if (v->ctx == ctx)
      ctx->pipe->sampler_view_destroy(ctx->pipe, v->view);
   else if (!u_vec_push(&v->ctx->zombie_views, v->view))
      return; /* out of memory: leak rather than touch another thread's context */
   pipe_resource_unref(v->desc.texture);
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
   assert(!t || t->refcount > 0);
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
   st_image_unref(t->yuv);
   if (t->prev)
      t->prev->next = t->next;
   else
      ctx->share->all_textures = t->next;
   if (t->next)
      t->next->prev = t->prev;
   free(t->label);
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

/* ---- storage ------------------------------------------------------------------------------------------- */

static uint32_t
render_bind(enum pipe_format f)
{
   const struct u_format_desc *d = u_format_desc(f);
   return d->depth || d->stencil ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
}

static struct pipe_resource *
create_resource(struct st_context *ctx, enum pipe_texture_target target, enum pipe_format format,
                uint32_t width, uint32_t height, uint32_t depth, unsigned last_level)
{
   struct pipe_screen *s = ctx->screen;
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
      .depth0 = target == PIPE_TEXTURE_2D_ARRAY ? 1 : depth,
      .array_size = target == PIPE_TEXTURE_CUBE       ? 6
                    : target == PIPE_TEXTURE_2D_ARRAY ? depth
                                                      : 1,
   };
   return s->resource_create(s, &templ);
}

static enum pipe_texture_target
pipe_target(const struct st_texture *t)
{
   return t->target == GL_TEXTURE_CUBE_MAP   ? PIPE_TEXTURE_CUBE
          : t->target == GL_TEXTURE_3D_OES   ? PIPE_TEXTURE_3D
          : t->target == GL_TEXTURE_2D_ARRAY ? PIPE_TEXTURE_2D_ARRAY
                                             : PIPE_TEXTURE_2D;
}

/** Depth of the level \p n behind one of \p depth: arrays have the same layers in each. */
static uint32_t
level_depth(const struct st_texture *t, uint32_t depth, unsigned n)
{
   return t->target == GL_TEXTURE_2D_ARRAY ? depth : u_minify(depth, n);
}

/** How many levels come behind one of this size. */
static unsigned
levels_behind(const struct st_texture *t, uint32_t width, uint32_t height, uint32_t depth)
{
   const uint32_t size = MAX2(width, height);
   return u_log2(t->target == GL_TEXTURE_3D_OES ? MAX2(size, depth) : size);
}

unsigned
st_texture_base_level(const struct st_texture *t)
{
   return MIN2((unsigned)t->base_level, t->immutable_levels ? t->immutable_levels - 1u : ST_MAX_LEVELS - 1u);
}

unsigned
st_texture_last_level(const struct st_texture *t)
{
   const unsigned first = st_texture_base_level(t);
   const struct st_image *base = st_texture_image(t, 0, first);
   const unsigned last =
      MIN2(first + levels_behind(t, base->width, base->height, base->depth), ST_MAX_LEVELS - 1u);
   const unsigned most = MAX2(MIN2(last, (unsigned)t->max_level), first);
   return t->immutable_levels ? MIN2(most, t->immutable_levels - 1u) : most;
}

/** Has the main resource a place for an image of this size as \p level? */
static bool
fits(const struct st_texture *t, unsigned level, uint32_t width, uint32_t height, uint32_t depth,
     enum pipe_format format)
{
   const struct pipe_resource *r = t->res;
   if (!r || r->format != format || level < t->first_level || level - t->first_level > r->last_level)
      return false;
   const unsigned n = level - t->first_level;
   const uint32_t r_depth = r->target == PIPE_TEXTURE_2D_ARRAY ? r->array_size : u_minify(r->depth0, n);
   return u_minify(r->width0, n) == width && u_minify(r->height0, n) == height && r_depth == depth;
}

/** A new main resource whose level 0 is the texture's \p level. */
static bool
replace_main(struct st_context *ctx, struct st_texture *t, unsigned level, unsigned last_level,
             uint32_t width, uint32_t height, uint32_t depth, enum pipe_format format)
{
   assert(level <= last_level);
   struct pipe_resource *r =
      create_resource(ctx, pipe_target(t), format, width, height, depth, last_level - level);
   if (!r)
      return false;
   pipe_resource_unref(t->res);
   t->res = r;
   t->first_level = (uint8_t)level;
   return true;
}

bool
st_image_alloc(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level, uint32_t width,
               uint32_t height, uint32_t depth, GLenum internal_format, GLenum type, enum pipe_format format)
{
   assert(!t->immutable_levels);
   struct st_image *img = st_texture_image(t, face, level);
   const enum pipe_texture_target target = pipe_target(t);

   if (!level)
      pipe_resource_assign(&t->tex_image, NULL);
   if (img->width == width && img->height == height && img->depth == depth && img->format == format &&
       img->res && img->res == t->res && !img->foreign && !img->shared &&
       img->internal_format == internal_format && img->type == type)
      return true; /* the same storage again */

   /* What others see through an EGLImage stays with them. */
   if (img->res == t->res && (img->foreign || img->shared))
      pipe_resource_assign(&t->res, NULL);
   pipe_resource_assign(&img->res, NULL);
   *img = (struct st_image){.internal_format = internal_format, .type = type, .format = (uint16_t)format};
   st_texture_changed(ctx, t);
   if (!width || !height || !depth)
      return true;

   if (!fits(t, level, width, height, depth, format) && level == st_texture_base_level(t)) {
      const unsigned last = level + (st_mipmapped(&t->sampler) ? levels_behind(t, width, height, depth) : 0);
      if (!replace_main(ctx, t, level, last, width, height, depth, format))
         return false;
   }
   if (fits(t, level, width, height, depth, format)) {
      img->res = pipe_resource_ref(t->res);
      img->level = (uint8_t)(level - t->first_level);
      img->layer = (uint16_t)face;
   } else {
      img->res = create_resource(ctx, target == PIPE_TEXTURE_CUBE ? PIPE_TEXTURE_2D : target, format, width,
                                 height, depth, 0);
      if (!img->res)
         return false;
   }
   img->width = width;
   img->height = height;
   img->depth = depth;
   return true;
}

bool
st_texture_storage(struct st_context *ctx, struct st_texture *t, unsigned levels, uint32_t width,
                   uint32_t height, uint32_t depth, GLenum internal_format, GLenum type,
                   enum pipe_format format)
{
   assert(levels && levels <= ST_MAX_LEVELS && width && height && depth);
   if (!replace_main(ctx, t, 0, levels - 1, width, height, depth, format))
      return false;
   pipe_resource_assign(&t->tex_image, NULL);
   for (unsigned face = 0; face < st_texture_faces(t); face++)
      for (unsigned level = 0; level < ST_MAX_LEVELS; level++) {
         struct st_image *img = st_texture_image(t, face, level);
         pipe_resource_assign(&img->res, level < levels ? t->res : NULL);
         *img = (struct st_image){.res = img->res};
         if (!img->res)
            continue;
         img->width = u_minify(width, level);
         img->height = u_minify(height, level);
         img->depth = level_depth(t, depth, level);
         img->internal_format = internal_format;
         img->type = type;
         img->format = (uint16_t)format;
         img->layer = (uint16_t)face;
         img->level = (uint8_t)level;
      }
   t->immutable_levels = (uint8_t)levels;
   st_texture_changed(ctx, t);
   return true;
}

/* ---- completeness -------------------------------------------------------------------------------------- */

static bool
same_kind(const struct st_image *a, const struct st_image *b)
{
   return a->internal_format == b->internal_format && a->format == b->format;
}

/** Are the images that sampling with (without) mipmaps looks at all there, of one kind, each level half of the one
 * before? */
static bool
check_complete(const struct st_texture *t, bool mipmapped)
{
   const unsigned first = st_texture_base_level(t), faces = st_texture_faces(t);
   const struct st_image *base = st_texture_image(t, 0, first);
   if (!base->width || !base->height || !base->res)
      return false;
   if (faces == 6 && base->width != base->height)
      return false;
   if (!t->immutable_levels &&
       ((unsigned)t->base_level != first || (mipmapped && t->base_level > t->max_level)))
      return false;
   const unsigned last = mipmapped ? st_texture_last_level(t) : first;
   for (unsigned face = 0; face < faces; face++) {
      for (unsigned level = first; level <= last; level++) {
         const struct st_image *img = st_texture_image(t, face, level);
         const unsigned n = level - first;
         if (img->width != u_minify(base->width, n) || img->height != u_minify(base->height, n) ||
             img->depth != level_depth(t, base->depth, n) || !same_kind(img, base) || !img->res)
            return false;
      }
   }
   return true;
}

bool
st_texture_mipmap_complete(const struct st_texture *t)
{
   return t->images && check_complete(t, true);
}

/** ES 2.0.25 3.8.2: without OES_texture_npot only what needs no levels and does not repeat. */
static bool
size_is_allowed(const struct st_context *ctx, const struct st_texture *t, const struct st_sampler_params *p)
{
   const struct st_image *base = st_texture_image(t, 0, st_texture_base_level(t));
   const bool volume = t->target == GL_TEXTURE_3D_OES;
   const bool pow2 = u_is_pow2(base->width) && u_is_pow2(base->height) && (!volume || u_is_pow2(base->depth));
   return ctx->screen->caps.npot_textures || pow2 ||
          (!st_mipmapped(p) && p->wrap_s == GL_CLAMP_TO_EDGE && p->wrap_t == GL_CLAMP_TO_EDGE &&
           (!volume || p->wrap_r == GL_CLAMP_TO_EDGE));
}

/** ES 3.0.6 3.8.13: integers, and depth that is not compared, are not filtered. (Names of depth without a size are those of
 * OES_depth_texture, which filters them.) */
static bool
filter_is_allowed(const struct st_texture *t, const struct st_sampler_params *p)
{
   const struct st_image *base = st_texture_image(t, 0, st_texture_base_level(t));
   const bool nearest = p->mag_filter == GL_NEAREST &&
                        (p->min_filter == GL_NEAREST || p->min_filter == GL_NEAREST_MIPMAP_NEAREST);
   if (nearest)
      return true;
   const bool depth =
      u_format_desc(base->format)->depth && base->internal_format != st_base_format(base->internal_format);
   return !u_format_is_int(base->format) && !(depth && p->compare_mode == GL_NONE);
}

/** Moves an image to its place in the main resource. */
static void
move_to_main(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level)
{
   struct st_image *img = st_texture_image(t, face, level);
   if (img->res == t->res)
      return;
   struct pipe_box box = {0, 0, img->layer, (int32_t)img->width, (int32_t)img->height, (int32_t)img->depth};
   const unsigned n = level - t->first_level;
   assert(level >= t->first_level && n <= t->res->last_level);
   ctx->pipe->resource_copy_region(ctx->pipe, t->res, n, 0, 0, face, img->res, img->level, &box);
   pipe_resource_assign(&img->res, t->res);
   img->level = (uint8_t)n;
   img->layer = (uint16_t)face;
   img->foreign = img->shared = false;
   ctx->share->tex_stamp++;
}

bool
st_texture_part(struct st_context *ctx, struct st_texture *t, unsigned face, unsigned level)
{
   struct st_image *img = st_texture_image(t, face, level);
   const enum pipe_texture_target target = pipe_target(t);
   struct pipe_resource *own = create_resource(ctx, target == PIPE_TEXTURE_CUBE ? PIPE_TEXTURE_2D : target,
                                               img->format, img->width, img->height, img->depth, 0);
   if (!own)
      return false;
   struct pipe_box box = {0, 0, img->layer, (int32_t)img->width, (int32_t)img->height, (int32_t)img->depth};
   ctx->pipe->resource_copy_region(ctx->pipe, own, 0, 0, 0, 0, img->res, img->level, &box);
   pipe_resource_assign(&img->res, own);
   pipe_resource_unref(own);
   img->level = 0;
   img->layer = 0;
   st_texture_changed(ctx, t);
   return true;
}

bool
st_texture_reserve(struct st_context *ctx, struct st_texture *t, unsigned last_level)
{
   const unsigned first = st_texture_base_level(t), faces = st_texture_faces(t);
   const struct st_image *base = st_texture_image(t, 0, first);
   assert(first <= last_level && last_level < ST_MAX_LEVELS);
   if (base->foreign && last_level == first) { /* sampled where it is */
      pipe_resource_assign(&t->res, base->res);
      return true;
   }
   if (base->foreign || !fits(t, first, base->width, base->height, base->depth, base->format) ||
       t->first_level + t->res->last_level < last_level) {
      const unsigned last =
         first + (last_level > first ? levels_behind(t, base->width, base->height, base->depth) : 0);
      if (!replace_main(ctx, t, first, MIN2(last, ST_MAX_LEVELS - 1u), base->width, base->height, base->depth,
                        base->format))
         return false;
   }
   for (unsigned face = 0; face < faces; face++)
      move_to_main(ctx, t, face, first);
   return true;
}

/** Moves all images that sampling uses into one resource. */
static bool
gather(struct st_context *ctx, struct st_texture *t, unsigned last_level)
{
   if (!st_texture_reserve(ctx, t, last_level))
      return false;
   for (unsigned face = 0; face < st_texture_faces(t); face++)
      for (unsigned level = st_texture_base_level(t) + 1; level <= last_level; level++)
         move_to_main(ctx, t, face, level);
   return true;
}

bool
st_texture_validate(struct st_context *ctx, struct st_texture *t, const struct st_sampler_params *p)
{
   const bool mipmapped = st_mipmapped(p);
   if (!t->images)
      return false;
   if (!t->checked) {
      for (unsigned k = 0; k < 2; k++) {
         t->complete[k] = check_complete(t, k);
         t->gathered[k] = false;
      }
      t->checked = true;
   }
   if (!t->complete[mipmapped] || !size_is_allowed(ctx, t, p) ||
       (ctx->version >= 30 && !filter_is_allowed(t, p)))
      return false;
   /* In OpenGL ES 3.0 textureSize and texelFetch see the levels whatever the filter is. */
   const bool foreign =
      st_texture_image(t, 0, st_texture_base_level(t))->foreign; /* must not be moved for that */
   if (ctx->version >= 30 && t->complete[1] && !t->gathered[1] && !foreign)
      t->gathered[1] = t->complete[1] = gather(ctx, t, st_texture_last_level(t));
   if (!t->gathered[mipmapped])
      t->gathered[mipmapped] = t->complete[mipmapped] =
         gather(ctx, t, mipmapped ? st_texture_last_level(t) : st_texture_base_level(t));
   return t->complete[mipmapped];
}

/* ---- views --------------------------------------------------------------------------------------------- */

/** What the components of a texture read as (ES 2.0.25 table 3.12, ES 3.0.6 table 3.22), beyond what the storage
 * format says by itself: a format without alpha may be stored in one that has it; depth reads as red, and as
 * luminance where OES_depth_texture named its format. Then the texture's own swizzle. */
static void
view_swizzle(const struct st_context *ctx, const struct st_texture *t, const struct st_image *img,
             uint8_t swizzle[4])
{
   static const uint8_t rgba[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W};
   static const uint8_t rgb[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_1};
   static const uint8_t luminance[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_1};
   static const uint8_t red[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1};
   const GLenum base = st_base_format(img->internal_format);
   const bool as_red = ctx->version >= 30 && base != img->internal_format;
   const uint8_t *s = u_format_desc(img->format)->depth ? (as_red ? red : luminance)
                      : base == GL_RGB || base == GL_SRGB_EXT || base == GL_RGB_INTEGER ? rgb
                                                                                        : rgba;
   for (unsigned c = 0; c < 4; c++) {
      const GLenum from = t->swizzle[c];
      swizzle[c] = from == GL_ZERO    ? PIPE_SWIZZLE_0
                   : from == GL_ONE   ? PIPE_SWIZZLE_1
                   : from == GL_ALPHA ? s[3]
                                      : s[from - GL_RED];
   }
}

/** The view of this description that the context has, or a new one. */
static struct pipe_sampler_view *
get_view(struct st_context *ctx, struct st_texture *t, unsigned slot,
         const struct pipe_sampler_view_desc *desc)
{
   assert(slot < ST_VIEW_SLOTS);
   struct st_texture_view **p = &t->views;
   for (; *p; p = &(*p)->next) {
      struct st_texture_view *v = *p;
      if (v->ctx != ctx || v->slot != slot)
         continue;
      if (!memcmp(&v->desc, desc, sizeof *desc)) {
         v->tex_stamp = ctx->share->tex_stamp;
         return v->view;
      }
      *p = v->next;
      drop_view(ctx, v);
      break;
   }
   struct st_texture_view *v = malloc(sizeof *v);
   if (!v)
      return NULL;
   *v = (struct st_texture_view){
      .next = t->views, .ctx = ctx, .slot = (uint8_t)slot, .tex_stamp = ctx->share->tex_stamp};
   v->view = ctx->pipe->create_sampler_view(ctx->pipe, desc);
   if (!v->view) {
      free(v);
      return NULL;
   }
   memcpy(&v->desc, desc, sizeof *desc);
   pipe_resource_ref(desc->texture);
   t->views = v;
   return v->view;
}

static void
describe_view(struct st_context *ctx, const struct st_texture *t, bool mipmapped, bool as_bits,
              struct pipe_sampler_view_desc *desc)
{
   const unsigned first = st_texture_base_level(t), last = mipmapped || (ctx->version >= 30 && t->gathered[1])
                                                              ? st_texture_last_level(t)
                                                              : first;
   const struct st_image *base = st_texture_image(t, 0, first);
   memset(desc, 0, sizeof *desc); /* compared as bytes */
   desc->texture = t->res;
   desc->format = (uint16_t)(as_bits ? st_linear_format(base->format) : base->format);
   view_swizzle(ctx, t, base, desc->swizzle);
   if (base->foreign) {
      desc->first_level = desc->last_level = base->level;
      desc->one_layer = true;
      desc->layer = base->layer;
   } else {
      desc->first_level = (uint8_t)(first - t->first_level);
      desc->last_level = (uint8_t)(last - t->first_level);
   }
}

#ifndef NDEBUG
static bool
is_described(struct st_context *ctx, const struct st_texture *t, const struct st_texture_view *v,
             bool mipmapped, bool as_bits)
{
   struct pipe_sampler_view_desc desc;
   describe_view(ctx, t, mipmapped, as_bits, &desc);
   return !memcmp(&v->desc, &desc, sizeof desc);
}
#endif

struct pipe_sampler_view *
st_texture_get_view(struct st_context *ctx, struct st_texture *t, const struct st_sampler_params *p)
{
   const bool mipmapped = st_mipmapped(p), as_bits = p->srgb_decode == GL_SKIP_DECODE_EXT;
   const unsigned slot = ST_VIEW_PLANES + mipmapped + 2 * as_bits;
   assert(t->checked && t->complete[mipmapped]);
   if (t->yuv)
      return st_texture_get_plane_view(ctx, t, 0);
   for (const struct st_texture_view *v = t->views; v; v = v->next) {
      if (v->ctx == ctx && v->slot == slot && v->tex_stamp == ctx->share->tex_stamp) {
         assert(is_described(ctx, t, v, mipmapped, as_bits));
         return v->view;
      }
   }
   struct pipe_sampler_view_desc desc;
   describe_view(ctx, t, mipmapped, as_bits, &desc);
   return get_view(ctx, t, slot, &desc);
}

struct pipe_sampler_view *
st_texture_get_plane_view(struct st_context *ctx, struct st_texture *t, unsigned plane)
{
   assert(t->yuv && plane < t->yuv->yuv.planes);
   const struct st_yuv *yuv = &t->yuv->yuv;
   const bool last = plane + 1u == yuv->planes;
   struct pipe_sampler_view_desc desc;
   memset(&desc, 0, sizeof desc);
   desc.texture = plane ? yuv->plane[plane - 1] : t->yuv->res;
   desc.format = desc.texture->format;
   desc.swizzle[0] = plane == 0 ? yuv->y : plane == 1 ? yuv->u : yuv->v;
   desc.swizzle[1] = last ? yuv->v : PIPE_SWIZZLE_0;
   desc.swizzle[2] = PIPE_SWIZZLE_0;
   desc.swizzle[3] = PIPE_SWIZZLE_1;
   return get_view(ctx, t, plane, &desc);
}

/* ---- images of the window system ----------------------------------------------------------------------- */

bool
st_bind_tex_image(struct st_context *ctx, struct pipe_resource *color)
{
   st_enter(ctx);
   struct st_texture *t = ctx->units[ctx->active_unit].tex[ST_TEX_2D];
   struct st_image *img = st_texture_image(t, 0, 0);
   pipe_resource_assign(&img->res, color);
   pipe_resource_assign(&t->tex_image, color);
   *img = (struct st_image){
      .width = color->width0,
      .height = color->height0,
      .depth = 1,
      .foreign = true,
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
      pipe_resource_assign(&img->res, NULL); /* mipmap generation may have given it storage of its own */
      *img = (struct st_image){0};
      pipe_resource_assign(&t->tex_image, NULL);
      if (t->res == color)
         pipe_resource_assign(&t->res, NULL);
      st_texture_changed(ctx, t);
   }
   st_leave(ctx);
}
