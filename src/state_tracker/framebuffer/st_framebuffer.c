/* SPDX-License-Identifier: MIT
 *
 * Renderbuffers, framebuffer objects and their completeness (ES 2.0.25 4.4), and one description of what the
 * current commands draw to and read from, be it an object or the window system's framebuffer.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "state_tracker/st_api.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/texture/st_texture.h"
#include "util/u_math.h"

/* ---- framebuffer objects ------------------------------------------------------------------------------- */

struct st_fbo *
st_fbo_create(GLuint name)
{
   struct st_fbo *f = calloc(1, sizeof *f);
   if (f)
      *f = (struct st_fbo){.refcount = 1, .name = name, .draw_buffers = 1};
   return f;
}

static void
detach(struct st_context *ctx, struct st_attachment *a)
{
   st_renderbuffer_unref(a->rb);
   st_texture_unref(ctx, a->tex);
   pipe_resource_unref(a->ms);
   *a = (struct st_attachment){.type = GL_NONE};
}

void
st_fbo_unref(struct st_context *ctx, struct st_fbo *f)
{
   assert(!f || f->refcount > 0);
   if (!f || --f->refcount)
      return;
   for (unsigned i = 0; i < ST_ATTACHMENTS; i++)
      detach(ctx, &f->att[i]);
   free(f->label);
   free(f);
}

void
st_fbo_attach(struct st_context *ctx, struct st_fbo *f, enum st_attach a, struct st_renderbuffer *rb,
              struct st_texture *tex, unsigned face, unsigned level)
{
   assert(a < ST_ATTACHMENTS && !(rb && tex));
   assert(level < ST_MAX_LEVELS && face <= UINT16_MAX);
   assert(ctx->in_call || ctx->locked);
   if (ctx->fbo == f)
      st_ms_end(ctx);
   if (rb)
      rb->refcount++;
   if (tex)
      tex->refcount++;
   detach(ctx, &f->att[a]);
   f->att[a] = (struct st_attachment){.type = rb    ? GL_RENDERBUFFER
                                              : tex ? GL_TEXTURE
                                                    : GL_NONE,
                                      .rb = rb,
                                      .tex = tex,
                                      .face = (uint16_t)face,
                                      .level = (uint8_t)level};
   f->status_stamp = 0;
   if (ctx->fbo == f)
      ctx->dirty |= ST_NEW_FB;
}

void
st_fbo_forget_texture(struct st_context *ctx, struct st_texture *t)
{
   struct st_fbo *bound[2] = {ctx->fbo, ctx->fbo_read};
   for (unsigned k = 0; k < 2; k++)
      for (unsigned i = 0; bound[k] && i < ST_ATTACHMENTS; i++)
         if (bound[k]->att[i].tex == t)
            st_fbo_attach(ctx, bound[k], i, NULL, NULL, 0, 0);
}

void
st_fbo_forget_renderbuffer(struct st_context *ctx, struct st_renderbuffer *r)
{
   struct st_fbo *bound[2] = {ctx->fbo, ctx->fbo_read};
   for (unsigned k = 0; k < 2; k++)
      for (unsigned i = 0; bound[k] && i < ST_ATTACHMENTS; i++)
         if (bound[k]->att[i].rb == r)
            st_fbo_attach(ctx, bound[k], i, NULL, NULL, 0, 0);
}

static bool
is_renderable(const struct st_context *ctx, GLenum internal_format, enum pipe_format f, enum st_attach a)
{
   GLenum base = st_base_format(internal_format);
   if (st_attach_is_color(a))
      return st_color_renderable(ctx, internal_format, f);
   return base == GL_DEPTH_STENCIL_OES ||
          base == (a == ST_ATTACH_DEPTH ? GL_DEPTH_COMPONENT : GL_STENCIL_INDEX8);
}

static bool
same_surface(const struct pipe_surface *a, const struct pipe_surface *b)
{
   return a->texture == b->texture && a->level == b->level && a->layer == b->layer;
}

/** EXT_sRGB puts SRGB8_ALPHA8_EXT into table 4.5, so that an image of it is no incomplete attachment; but it is
 * a name of renderbuffers there, and the textures that it renders to are SRGB_ALPHA_EXT. That glTexImage2D takes
 * the sized name is our addition (it is OpenGL ES 3.0's), for sampling alone: not to draw to it is a restriction
 * of the implementation, GL_FRAMEBUFFER_UNSUPPORTED (ES 2.0.25 4.4.5). For glTexStorage2DEXT the sized name is
 * the only one there is. */
static bool
is_sized_srgb_image(const struct st_attachment *a, GLenum internal_format)
{
   return a->type == GL_TEXTURE && internal_format == GL_SRGB8_ALPHA8_EXT && !a->tex->immutable_levels;
}

/** Is one level of a texture drawn to that is not complete? OpenGL ES 3.0 has this rule (3.0.6 4.4.4.1); neither a base level nor a
 * level of an immutable texture needs the others. */
static bool
lacks_levels(const struct st_context *ctx, const struct st_attachment *a)
{
   return ctx->version >= 30 && a->type == GL_TEXTURE && !a->tex->immutable_levels &&
          a->level != st_texture_base_level(a->tex) && !st_texture_mipmap_complete(a->tex);
}

static GLenum
check_status(const struct st_context *ctx, const struct st_fbo *f)
{
   struct st_attached_image img[ST_ATTACHMENTS];
   unsigned attached = 0;
   uint32_t width = 0, height = 0;
   unsigned samples = 0;
   bool samples_differ = false, dimensions_differ = false, supported = true;
   for (unsigned i = 0; i < ST_ATTACHMENTS; i++) {
      const struct st_attachment *a = &f->att[i];
      if (a->type == GL_NONE)
         continue;
      if (!st_attached_image(a, &img[i]) || lacks_levels(ctx, a) ||
          !is_renderable(ctx, img[i].internal_format, img[i].surface.format, i))
         return GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT;
      uint32_t bind = st_attach_is_color(i) ? PIPE_BIND_RENDER_TARGET : PIPE_BIND_DEPTH_STENCIL;
      if (!(img[i].surface.texture->bind & bind))
         supported = false;
      if (ctx->version < 30 && is_sized_srgb_image(a, img[i].internal_format))
         supported = false;
      if (img[i].samples > 1 && u_format_is_int((enum pipe_format)img[i].surface.format))
         supported = false; /* a texture of integers with EXT_multisampled_render_to_texture */
      if (attached++) {
         samples_differ |= img[i].samples != samples;
         dimensions_differ |= img[i].width != width || img[i].height != height;
      } else {
         width = img[i].width;
         height = img[i].height;
         samples = img[i].samples;
      }
   }
   if (!attached)
      return GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT;
   if (dimensions_differ && ctx->version < 30) /* ES 3.0.6 4.4.4.2 has no such rule */
      return GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS;
   if (samples_differ)
      return GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_ANGLE;
   /* The hardware has one depth/stencil surface. */
   const struct st_attachment *z = &f->att[ST_ATTACH_DEPTH], *st = &f->att[ST_ATTACH_STENCIL];
   if (z->type != GL_NONE && st->type != GL_NONE &&
       !same_surface(&img[ST_ATTACH_DEPTH].surface, &img[ST_ATTACH_STENCIL].surface) &&
       !(z->rb && st->rb && st_zs_can_pair(ctx, z->rb, st->rb)))
      supported = false;
   return supported ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_UNSUPPORTED;
}

GLenum
st_fbo_status(struct st_context *ctx, struct st_fbo *f)
{
   uint64_t now = ctx->share->tex_stamp + 1;
   if (f->status_stamp != now) {
      f->status = check_status(ctx, f);
      f->status_stamp = now;
   }
   return f->status;
}

/** EXT_sRGB_write_control: with GL_FRAMEBUFFER_SRGB_EXT disabled the bits are those of a linear format. */
static struct pipe_surface
without_curve(const struct st_context *ctx, struct pipe_surface s)
{
   if (!ctx->framebuffer_srgb)
      s.format = (uint16_t)st_linear_format(s.format);
   return s;
}

/* ---- what is drawn to and read from -------------------------------------------------------------------- */

/** What is drawn to is as large as all attachments. */
static void
shrink(struct st_surface_info *s, const struct st_attached_image *img)
{
   s->width = s->width ? MIN2(s->width, img->width) : img->width;
   s->height = s->height ? MIN2(s->height, img->height) : img->height;
   s->samples = img->samples;
}

/** A small level with stencil, where the driver draws to none (pipe_caps::min_stencil_level_width), is drawn to by itself. */
static void
part_stencil_level(struct st_context *ctx, const struct st_attachment *a)
{
   if (!a->tex || !a->tex->images)
      return;
   const unsigned face = a->tex->target == GL_TEXTURE_CUBE_MAP ? a->face : 0;
   const struct st_image *i = st_texture_image(a->tex, face, a->level);
   if (!i->res || !i->level || i->shared || i->foreign || !u_format_desc(i->format)->stencil ||
       i->width >= ctx->screen->caps.min_stencil_level_width)
      return;
   if (!st_texture_part(ctx, a->tex, face, a->level))
      st_error(ctx, GL_OUT_OF_MEMORY, "level %u of texture %u by itself", a->level, a->tex->name);
}

/** \p color: the attachment that is st_surface_info::color. */
static void
fbo_info(struct st_context *ctx, struct st_fbo *f, unsigned color, struct st_surface_info *s)
{
   *s = (struct st_surface_info){.status = st_fbo_status(ctx, f)};
   if (s->status != GL_FRAMEBUFFER_COMPLETE)
      return;
   const struct st_attachment *z = &f->att[ST_ATTACH_DEPTH], *st = &f->att[ST_ATTACH_STENCIL];
   if (z->rb && st->rb && z->rb != st->rb && !st_zs_pair(ctx, z->rb, st->rb))
      st_error(ctx, GL_OUT_OF_MEMORY, "one surface for renderbuffers %u and %u", z->rb->name, st->rb->name);
   if (__builtin_expect(st->tex && st->level, 0))
      part_stencil_level(ctx, st);
   struct st_attached_image img;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
      const struct st_attachment *a = &f->att[st_attach_color(i)];
      if (a->type == GL_NONE || !st_attached_image(a, &img))
         continue;
      img.surface = without_curve(ctx, img.surface);
      if (i == color) {
         s->color = img.surface;
         s->color_internal_format = img.internal_format;
      }
      shrink(s, &img);
      if (f->draw_buffers >> i & 1) {
         s->cbufs[i] = img.surface;
         s->cbuf_formats[i] = img.internal_format;
         s->num_cbufs = (uint8_t)(i + 1);
      }
   }
   for (unsigned i = ST_ATTACH_DEPTH; i <= ST_ATTACH_STENCIL; i++) {
      if (!st_attached_image(&f->att[i], &img))
         continue;
      s->zs = img.surface;
      shrink(s, &img);
      s->has_depth |= i == ST_ATTACH_DEPTH;
      s->has_stencil |= i == ST_ATTACH_STENCIL;
   }
}

static void
window_info(const struct st_context *ctx, const struct st_framebuffer *fb, GLenum draw_buffer,
            struct st_surface_info *s)
{
   *s = (struct st_surface_info){.status = GL_FRAMEBUFFER_UNDEFINED_OES};
   if (!fb)
      return;
   const struct st_framebuffer_desc *d = &fb->desc;
   s->status = GL_FRAMEBUFFER_COMPLETE;
   s->width = d->width;
   s->height = d->height;
   s->samples = fb->color_ms ? d->samples : 0;
   s->has_depth = u_format_desc(d->zs_format)->depth;
   s->has_stencil = u_format_desc(d->zs_format)->stencil;
   s->color_internal_format = u_format_has_alpha(d->color_format) ? GL_RGBA : GL_RGB;
   s->color = without_curve(
      ctx, (struct pipe_surface){fb->color_ms ? fb->color_ms : fb->color, (uint16_t)d->color_format, 0, 0});
   if (draw_buffer != GL_NONE) {
      s->cbufs[0] = s->color;
      s->cbuf_formats[0] = s->color_internal_format;
      s->num_cbufs = 1;
   }
   if (fb->zs)
      s->zs = (struct pipe_surface){fb->zs, fb->zs->format, 0, 0};
}

static void
notice_images(struct st_context *ctx)
{
   ctx->seen_tex_stamp = ctx->share->tex_stamp;
   ctx->dirty |= ST_NEW_FB | ST_NEW_TEXTURES;
}

static void
look(struct st_context *ctx)
{
   if (ctx->fbo)
      fbo_info(ctx, ctx->fbo, 0, &ctx->draw_info);
   else
      window_info(ctx, ctx->win_draw, ctx->win_draw_buffer, &ctx->draw_info);
}

/** Apart from st_draw_surface(), which each draw calls: it then has no registers to save. A look may move images itself, where
 * depth and stencil of two renderbuffers become one: it is taken again then. */
static __attribute__((noinline)) void
look_again(struct st_context *ctx)
{
   look(ctx);
   if (ctx->seen_tex_stamp == ctx->share->tex_stamp)
      return;
   notice_images(ctx);
   look(ctx);
   assert(ctx->seen_tex_stamp == ctx->share->tex_stamp);
}

const struct st_surface_info *
st_draw_surface(struct st_context *ctx)
{
   if (ctx->seen_tex_stamp != ctx->share->tex_stamp)
      notice_images(ctx);
   if (!ctx->fbo && ctx->win_draw && ctx->win_draw_stamp != ctx->win_draw->stamp) {
      ctx->win_draw_stamp = ctx->win_draw->stamp;
      ctx->dirty |= ST_NEW_FB;
   }
   if (ctx->dirty & ST_NEW_FB)
      look_again(ctx);
   return &ctx->draw_info;
}

void
st_read_surface(struct st_context *ctx, struct st_surface_info *info)
{
   if (ctx->fbo_read) {
      if (ctx->fbo_read == ctx->fbo)
         st_ms_end(ctx);
      const unsigned color = ctx->fbo_read->read_buffer;
      fbo_info(ctx, ctx->fbo_read, color, info);
      if (color != ST_NO_BUFFER && ctx->fbo_read->att[st_attach_color(color)].type == GL_TEXTURE)
         info->samples = 0; /* what is read is the texture */
   } else {
      window_info(ctx, ctx->win_read, GL_NONE, info);
      if (ctx->win_read_buffer == GL_NONE)
         info->color.texture = NULL;
   }
}
