/* SPDX-License-Identifier: MIT
 *
 * glBlitFramebuffer as ANGLE_framebuffer_blit (no scaling, no filter, equal formats), NV_framebuffer_blit
 * (scaled, mirrored, filtered, converted) and OpenGL ES 3.0 have it, and what ANGLE_framebuffer_multisample and,
 * for the others, ES 3.0.6 4.3.3 say of samples: a framebuffer with samples can be read as a whole, and never be
 * written.
 */
#include "api/gles/gl_common.h"

#include <assert.h>
#include "format/format.h"
#include "state_tracker/draw/st_validate.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "util/u_math.h"

struct rect {
   GLint x0, y0, x1, y1;
};

static GLbitfield
common_buffers(const struct st_surface_info *r, const struct st_surface_info *d, GLbitfield mask)
{
   bool color = r->color.texture && d->num_cbufs;
   return mask &
          ((color ? GL_COLOR_BUFFER_BIT : 0u) | (r->has_depth && d->has_depth ? GL_DEPTH_BUFFER_BIT : 0u) |
           (r->has_stencil && d->has_stencil ? GL_STENCIL_BUFFER_BIT : 0u));
}

static bool
is_whole(const struct rect *r, const struct st_surface_info *s)
{
   return MIN2(r->x0, r->x1) == 0 && MIN2(r->y0, r->y1) == 0 && MAX2(r->x0, r->x1) == (GLint)s->width &&
          MAX2(r->y0, r->y1) == (GLint)s->height;
}

/** Destination pixels along one axis whose centres come from inside of the source. */
static void
clip_axis(GLint s0, GLint s1, GLint d0, GLint d1, GLint size, GLint limit, GLint *lo, GLint *hi)
{
   assert(d0 != d1 && size > 0 && limit > 0);
   GLint a = CLAMP(MIN2(d0, d1), 0, limit), b = CLAMP(MAX2(d0, d1), a, limit);
   /* centre of pixel i lies at s0 + (2 * (i - d0) + 1) * (s1 - s0) / (2 * (d1 - d0)) */
   int64_t ds = (int64_t)s1 - s0, dd = (int64_t)d1 - d0;
   for (; a < b; a++) {
      double at = (double)s0 + (double)(2 * ((int64_t)a - d0) + 1) * (double)ds / (double)(2 * dd);
      if (at >= 0 && at < size)
         break;
   }
   for (; b > a; b--) {
      double at = (double)s0 + (double)(2 * ((int64_t)b - 1 - d0) + 1) * (double)ds / (double)(2 * dd);
      if (at >= 0 && at < size)
         break;
   }
   *lo = a;
   *hi = b;
   assert(0 <= a && a <= b && b <= limit);
}

static void
set_sides(struct pipe_blit_info *b, const struct pipe_surface *from, const struct pipe_box *src,
          const struct pipe_surface *to, const struct pipe_box *dst)
{
   assert(from->texture && to->texture);
   b->src.resource = from->texture;
   b->src.format = from->format;
   b->src.level = from->level;
   b->src.box = *src;
   b->src.box.z = from->layer;
   b->dst.resource = to->texture;
   b->dst.format = to->format;
   b->dst.level = to->level;
   b->dst.box = *dst;
   b->dst.box.z = to->layer;
}

static void
transfer(struct st_context *ctx, const struct st_surface_info *r, const struct st_surface_info *d,
         const struct rect *s, const struct rect *t, GLbitfield mask, bool linear)
{
   if (ctx->blackhole) /* INTEL_blackhole_render */
      return;
   struct pipe_scissor_state clip;
   GLint x0, x1, y0, y1;
   st_scissor(ctx, d->width, d->height, &clip);
   clip_axis(s->x0, s->x1, t->x0, t->x1, (GLint)r->width, (GLint)d->width, &x0, &x1);
   clip_axis(s->y0, s->y1, t->y0, t->y1, (GLint)r->height, (GLint)d->height, &y0, &y1);
   clip.minx = (uint16_t)MAX2((GLint)clip.minx, x0);
   clip.miny = (uint16_t)MAX2((GLint)clip.miny, y0);
   clip.maxx = (uint16_t)MIN2((GLint)clip.maxx, x1);
   clip.maxy = (uint16_t)MIN2((GLint)clip.maxy, y1);
   if (clip.minx >= clip.maxx || clip.miny >= clip.maxy)
      return;
   struct pipe_box src = {s->x0, s->y0, 0, s->x1 - s->x0, s->y1 - s->y0, 1},
                   dst = {t->x0, t->y0, 0, t->x1 - t->x0, t->y1 - t->y0, 1};
   if (src.width == dst.width && src.height == dst.height && src.width > 0 && src.height > 0) {
      /* pixel by pixel: just what is copied */
      src.x += clip.minx - dst.x;
      src.y += clip.miny - dst.y;
      dst.x = clip.minx;
      dst.y = clip.miny;
      src.width = dst.width = clip.maxx - clip.minx;
      src.height = dst.height = clip.maxy - clip.miny;
   }
   struct pipe_blit_info b = {.filter_linear = linear, .scissor_enable = true, .scissor = clip};
   for (unsigned i = 0; mask & GL_COLOR_BUFFER_BIT && i < d->num_cbufs; i++) {
      if (!d->cbufs[i].texture)
         continue;
      b.mask = PIPE_BLIT_COLOR;
      set_sides(&b, &r->color, &src, &d->cbufs[i], &dst);
      ctx->pipe->blit(ctx->pipe, &b);
   }
   b.mask = (mask & GL_DEPTH_BUFFER_BIT ? PIPE_BLIT_DEPTH : 0u) |
            (mask & GL_STENCIL_BUFFER_BIT ? PIPE_BLIT_STENCIL : 0u);
   if (!b.mask)
      return;
   b.filter_linear = false;
   set_sides(&b, &r->zs, &src, &d->zs, &dst);
   ctx->pipe->blit(ctx->pipe, &b);
}

/** Sizes have to be representable, as WebGL 2 wants them; OpenGL ES says nothing of them. */
static bool
too_large(struct st_context *ctx, const char *call, const struct rect *r)
{
   int64_t w = (int64_t)r->x1 - r->x0, h = (int64_t)r->y1 - r->y0;
   if (w >= -INT32_MAX && w <= INT32_MAX && h >= -INT32_MAX && h <= INT32_MAX)
      return false;
   st_error(ctx, GL_INVALID_VALUE, "%s: a rectangle of %lld x %lld", call, (long long)w, (long long)h);
   return true;
}

/** Rules that both extensions have; INVALID_FRAMEBUFFER_OPERATION, INVALID_VALUE, INVALID_OPERATION. */
static bool
check_common(struct st_context *ctx, const char *call, GLbitfield mask, struct st_surface_info *r)
{
   const GLbitfield all = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
   if (mask & ~all) {
      st_error(ctx, GL_INVALID_VALUE, "%s(mask = 0x%x)", call, mask);
      return false;
   }
   if (!gl_check_draw_framebuffer(ctx, call))
      return false;
   st_read_surface(ctx, r);
   if (r->status != GL_FRAMEBUFFER_COMPLETE) {
      st_error(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: read framebuffer status 0x%x", call, r->status);
      return false;
   }
   if (st_draw_surface(ctx)->samples > 1) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the draw framebuffer has samples", call);
      return false;
   }
   return true;
}

/** Do two formats of colour match? In which order their components stand in memory is not GL's business: windows have
 * theirs from the window system. */
static bool
same_components(enum pipe_format a, enum pipe_format b)
{
   const struct u_format_desc *x = u_format_desc(a), *y = u_format_desc(b);
   bool same = x->ch[0].type == y->ch[0].type && x->srgb == y->srgb && x->luminance == y->luminance;
   for (unsigned c = 0; c < 4; c++)
      same &= u_format_bits(a, c) == u_format_bits(b, c);
   return same;
}

/** A sized name is one format, with whatever pixels the driver has chosen for it. */
static bool
same_formats(GLenum internal_a, enum pipe_format a, GLenum internal_b, enum pipe_format b)
{
   return (internal_a == internal_b && st_base_format(internal_a) != internal_a) || same_components(a, b);
}

static bool
same_color_formats(const struct st_surface_info *r, const struct st_surface_info *d)
{
   for (unsigned i = 0; i < d->num_cbufs; i++)
      if (d->cbufs[i].texture && !same_formats(d->cbuf_formats[i], (enum pipe_format)d->cbufs[i].format,
                                               r->color_internal_format, (enum pipe_format)r->color.format))
         return false;
   return true;
}

void
gl_BlitFramebufferANGLE(struct st_context *ctx, GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1,
                        GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter)
{
   static const char call[] = "glBlitFramebufferANGLE";
   const struct rect s = {srcX0, srcY0, srcX1, srcY1}, t = {dstX0, dstY0, dstX1, dstY1};
   struct st_surface_info r;
   if (filter != GL_NEAREST) {
      st_error(ctx, GL_INVALID_ENUM, "%s(filter = 0x%x)", call, filter);
      return;
   }
   if ((int64_t)s.x1 - s.x0 != (int64_t)t.x1 - t.x0 || (int64_t)s.y1 - s.y0 != (int64_t)t.y1 - t.y0) {
      st_error(ctx, GL_INVALID_OPERATION, "%s cannot scale or mirror", call);
      return;
   }
   if (!check_common(ctx, call, mask, &r) || too_large(ctx, call, &s))
      return;
   const struct st_surface_info *d = st_draw_surface(ctx);
   mask = common_buffers(&r, d, mask);
   bool zs = mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   if (ctx->fbo == ctx->fbo_read && (ctx->fbo || ctx->win_draw == ctx->win_read)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: one framebuffer is read and drawn to", call);
   } else if (mask & GL_COLOR_BUFFER_BIT && !same_color_formats(&r, d)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the colour formats differ", call);
   } else if (zs && (r.zs.format != d->zs.format || r.samples > 1)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: depth and stencil %s", call,
               r.samples > 1 ? "with samples" : "of other formats");
   } else if ((zs || r.samples > 1) && mask && (!is_whole(&s, &r) || !is_whole(&t, d))) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: only as a whole", call);
   } else if (mask && s.x1 != s.x0 && s.y1 != s.y0) {
      transfer(ctx, &r, d, &s, &t, mask, false);
   }
}

/** What is wrong between what is read and what is drawn to, the buffers of \p mask, which both have; NULL: nothing.
 * \p same: the rectangles are equal. */
typedef const char *(*problem_fn)(const struct st_surface_info *r, const struct st_surface_info *d,
                                  GLbitfield mask, bool same, bool linear);

/** Blits that may scale: GL's errors, or a transfer. */
static void
blit_scaled(struct st_context *ctx, const char *call, const struct rect *s, const struct rect *t,
            GLbitfield mask, GLenum filter, problem_fn find_problem)
{
   const GLbitfield zs = GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
   struct st_surface_info r;
   if (filter != GL_NEAREST && filter != GL_LINEAR) {
      st_error(ctx, GL_INVALID_ENUM, "%s(filter = 0x%x)", call, filter);
      return;
   }
   if (!check_common(ctx, call, mask, &r) || too_large(ctx, call, s) || too_large(ctx, call, t))
      return;
   if (mask & zs && filter != GL_NEAREST) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: depth and stencil cannot be filtered", call);
      return;
   }
   const struct st_surface_info *d = st_draw_surface(ctx);
   mask = common_buffers(&r, d, mask);
   const bool same = s->x0 == t->x0 && s->y0 == t->y0 && s->x1 == t->x1 && s->y1 == t->y1;
   const char *problem = mask & zs && r.zs.format != d->zs.format
                            ? "depth and stencil of other formats"
                            : find_problem(&r, d, mask, same, filter == GL_LINEAR);
   if (problem)
      st_error(ctx, GL_INVALID_OPERATION, "%s: %s", call, problem);
   else if (mask && s->x1 != s->x0 && s->y1 != s->y0 && t->x1 != t->x0 && t->y1 != t->y0)
      transfer(ctx, &r, d, s, t, mask, filter == GL_LINEAR);
}

static const char *
problem_of_nv(const struct st_surface_info *r, const struct st_surface_info *d, GLbitfield mask, bool same,
              bool linear)
{
   (void)linear;
   if (r->samples > 1 && mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT))
      return "depth and stencil with samples";
   if (r->samples > 1 && mask && (!same || !same_color_formats(r, d)))
      return "samples ask for equal rectangles and formats";
   return NULL;
}

void
gl_BlitFramebufferNV(struct st_context *ctx, GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0,
                     GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter)
{
   const struct rect s = {srcX0, srcY0, srcX1, srcY1}, t = {dstX0, dstY0, dstX1, dstY1};
   blit_scaled(ctx, "glBlitFramebufferNV", &s, &t, mask, filter, problem_of_nv);
}

/* ---- OpenGL ES 3.0 ------------------------------------------------------------------------------------- */

static bool
same_surface(const struct pipe_surface *a, const struct pipe_surface *b)
{
   return a->texture && a->texture == b->texture && a->level == b->level && a->layer == b->layer;
}

/** What is wrong between the colour that is read and those that are drawn to; NULL: nothing. */
static const char *
color_problem(const struct st_surface_info *r, const struct st_surface_info *d, bool linear)
{
   const enum pipe_format from = (enum pipe_format)r->color.format;
   if (linear && u_format_is_int(from))
      return "integers cannot be filtered";
   for (unsigned i = 0; i < d->num_cbufs; i++) {
      const enum pipe_format to = (enum pipe_format)d->cbufs[i].format;
      if (!d->cbufs[i].texture)
         continue;
      if (u_format_is_int(from) != u_format_is_int(to) || u_format_is_sint(from) != u_format_is_sint(to))
         return "integers and other numbers, or numbers with and without sign";
      if (same_surface(&r->color, &d->cbufs[i]))
         return "one image is read and drawn to";
   }
   return r->samples > 1 && !same_color_formats(r, d) ? "samples ask for equal formats" : NULL;
}

static const char *
problem_of_es3(const struct st_surface_info *r, const struct st_surface_info *d, GLbitfield mask, bool same,
               bool linear)
{
   const char *problem = mask & GL_COLOR_BUFFER_BIT ? color_problem(r, d, linear) : NULL;
   if (problem)
      return problem;
   if (mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) && same_surface(&r->zs, &d->zs))
      return "one depth and stencil is read and drawn to";
   return r->samples > 1 && !same ? "samples ask for equal rectangles" : NULL; /* whatever the mask has */
}

void
gl_BlitFramebuffer(struct st_context *ctx, GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0,
                   GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask, GLenum filter)
{
   const struct rect s = {srcX0, srcY0, srcX1, srcY1}, t = {dstX0, dstY0, dstX1, dstY1};
   blit_scaled(ctx, "glBlitFramebuffer", &s, &t, mask, filter, problem_of_es3);
}
