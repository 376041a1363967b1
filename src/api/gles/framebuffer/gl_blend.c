/* SPDX-License-Identifier: MIT
 *
 * Blend equations and factors, masks of colours (ES 2.0.25 4.1.7, 4.2.2; ES 3.0.6 4.1.7), for all draw buffers and, with
 * OES_draw_buffers_indexed, for one. Setting what is set already marks nothing dirty.
 */
#include "api/gles/gl_common.h"
#include "state_tracker/draw/st_validate.h"

/** Draw buffers that a command is about: \p first and those behind it, up to \p end. */
struct buffers {
   unsigned first, end;
};

#define SET(field, value)                                                                                    \
   do {                                                                                                      \
      if ((field) != (value)) {                                                                              \
         (field) = (value);                                                                                  \
         ctx->dirty |= ST_NEW_BLEND;                                                                         \
      }                                                                                                      \
   } while (0)

static struct buffers
all_buffers(const struct st_context *ctx)
{
   return (struct buffers){0, ctx->blend.indexed ? PIPE_MAX_COLOR_BUFS : 1};
}

/** Draw buffer \p buf alone. False: there is none, or the context has no such commands; the error is raised. */
static bool
one_buffer(struct st_context *ctx, const char *call, GLuint buf, struct buffers *out)
{
   struct st_blend *b = &ctx->blend;
   if (!gl_has_draw_buffers_indexed(ctx)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: GL_OES_draw_buffers_indexed is not offered", call);
      return false;
   }
   if (buf >= (GLuint)ctx->limits.max_draw_buffers) {
      st_error(ctx, GL_INVALID_VALUE, "%s: draw buffer %u", call, buf);
      return false;
   }
   for (unsigned i = 1; i < PIPE_MAX_COLOR_BUFS && !b->indexed; i++)
      b->target[i] = b->target[0];
   b->indexed = true;
   *out = (struct buffers){buf, buf + 1};
   return true;
}

/* ---- on and off ---------------------------------------------------------------------------------------- */

static void
enable(struct st_context *ctx, struct buffers which, bool on)
{
   for (unsigned i = which.first; i < which.end; i++)
      SET(ctx->blend.target[i].enabled, on);
}

void
gl_enable_blend(struct st_context *ctx, bool on)
{
   enable(ctx, all_buffers(ctx), on);
}

/** The draw buffer of a command that knows one capability, GL_BLEND. */
static bool
capability(struct st_context *ctx, const char *call, GLenum target, GLuint index, struct buffers *out)
{
   if (!one_buffer(ctx, call, index, out))
      return false;
   if (target == GL_BLEND)
      return true;
   st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, target);
   return false;
}

void
gl_EnableiEXT(struct st_context *ctx, GLenum target, GLuint index)
{
   struct buffers b;
   if (capability(ctx, "glEnableiOES", target, index, &b))
      enable(ctx, b, true);
}

void
gl_DisableiEXT(struct st_context *ctx, GLenum target, GLuint index)
{
   struct buffers b;
   if (capability(ctx, "glDisableiOES", target, index, &b))
      enable(ctx, b, false);
}

GLboolean
gl_IsEnablediEXT(struct st_context *ctx, GLenum target, GLuint index)
{
   struct buffers b;
   return capability(ctx, "glIsEnablediOES", target, index, &b) && ctx->blend.target[b.first].enabled;
}

/* ---- equations ----------------------------------------------------------------------------------------- */

static bool
valid_equation(GLenum e)
{
   return e == GL_FUNC_ADD || e == GL_FUNC_SUBTRACT || e == GL_FUNC_REVERSE_SUBTRACT || e == GL_MIN_EXT ||
          e == GL_MAX_EXT;
}

/** Both equations are one: KHR_blend_equation_advanced has more of these. */
static void
set_equations(struct st_context *ctx, const char *call, struct buffers which, GLenum rgb, GLenum alpha,
              bool both)
{
   const bool advanced = both && gl_has_advanced_blend(ctx) && st_advanced_blend(rgb) >= 0;
   if (!advanced && (!valid_equation(rgb) || !valid_equation(alpha))) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x)", call, rgb, alpha);
      return;
   }
   for (unsigned i = which.first; i < which.end; i++) {
      SET(ctx->blend.target[i].eq_rgb, rgb);
      SET(ctx->blend.target[i].eq_alpha, alpha);
   }
}

void
gl_BlendEquationSeparate(struct st_context *ctx, GLenum modeRGB, GLenum modeAlpha)
{
   set_equations(ctx, "glBlendEquationSeparate", all_buffers(ctx), modeRGB, modeAlpha, false);
}

void
gl_BlendEquation(struct st_context *ctx, GLenum mode)
{
   set_equations(ctx, "glBlendEquation", all_buffers(ctx), mode, mode, true);
}

void
gl_BlendEquationSeparateiEXT(struct st_context *ctx, GLuint buf, GLenum modeRGB, GLenum modeAlpha)
{
   static const char call[] = "glBlendEquationSeparateiOES";
   struct buffers b;
   if (one_buffer(ctx, call, buf, &b))
      set_equations(ctx, call, b, modeRGB, modeAlpha, false);
}

void
gl_BlendEquationiEXT(struct st_context *ctx, GLuint buf, GLenum mode)
{
   static const char call[] = "glBlendEquationiOES";
   struct buffers b;
   if (one_buffer(ctx, call, buf, &b))
      set_equations(ctx, call, b, mode, mode, true);
}

/* ---- factors ------------------------------------------------------------------------------------------- */

static bool
valid_factor(const struct st_context *ctx, GLenum f, bool source)
{
   switch (f) {
   case GL_ZERO:
   case GL_ONE:
   case GL_SRC_COLOR:
   case GL_ONE_MINUS_SRC_COLOR:
   case GL_SRC_ALPHA:
   case GL_ONE_MINUS_SRC_ALPHA:
   case GL_DST_ALPHA:
   case GL_ONE_MINUS_DST_ALPHA:
   case GL_DST_COLOR:
   case GL_ONE_MINUS_DST_COLOR:
   case GL_CONSTANT_COLOR:
   case GL_ONE_MINUS_CONSTANT_COLOR:
   case GL_CONSTANT_ALPHA:
   case GL_ONE_MINUS_CONSTANT_ALPHA:
      return true;
   case GL_SRC_ALPHA_SATURATE: /* ES 2.0.25 table 4.2: source only; both in 3.0 and with EXT_blend_func_extended */
      return source || ctx->version >= 30 || gl_has_dual_source(ctx);
   case GL_SRC1_COLOR_EXT:
   case GL_SRC1_ALPHA_EXT:
   case GL_ONE_MINUS_SRC1_COLOR_EXT:
   case GL_ONE_MINUS_SRC1_ALPHA_EXT:
      return gl_has_dual_source(ctx);
   default:
      return false;
   }
}

static bool
second_source(GLenum f)
{
   return f == GL_SRC1_COLOR_EXT || f == GL_SRC1_ALPHA_EXT || f == GL_ONE_MINUS_SRC1_COLOR_EXT ||
          f == GL_ONE_MINUS_SRC1_ALPHA_EXT;
}

struct factors {
   GLenum src_rgb, dst_rgb, src_alpha, dst_alpha;
};

static void
set_factors(struct st_context *ctx, const char *call, struct buffers which, const struct factors *f)
{
   if (!valid_factor(ctx, f->src_rgb, true) || !valid_factor(ctx, f->dst_rgb, false) ||
       !valid_factor(ctx, f->src_alpha, true) || !valid_factor(ctx, f->dst_alpha, false)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x, 0x%x, 0x%x)", call, f->src_rgb, f->dst_rgb, f->src_alpha,
               f->dst_alpha);
      return;
   }
   for (unsigned i = which.first; i < which.end; i++) {
      struct st_target_blend *b = &ctx->blend.target[i];
      SET(b->src_rgb, f->src_rgb);
      SET(b->dst_rgb, f->dst_rgb);
      SET(b->src_alpha, f->src_alpha);
      SET(b->dst_alpha, f->dst_alpha);
      b->dual_source = second_source(f->src_rgb) || second_source(f->dst_rgb) ||
                       second_source(f->src_alpha) || second_source(f->dst_alpha);
   }
}

void
gl_BlendFuncSeparate(struct st_context *ctx, GLenum sfactorRGB, GLenum dfactorRGB, GLenum sfactorAlpha,
                     GLenum dfactorAlpha)
{
   const struct factors f = {sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha};
   set_factors(ctx, "glBlendFuncSeparate", all_buffers(ctx), &f);
}

void
gl_BlendFunc(struct st_context *ctx, GLenum sfactor, GLenum dfactor)
{
   const struct factors f = {sfactor, dfactor, sfactor, dfactor};
   set_factors(ctx, "glBlendFunc", all_buffers(ctx), &f);
}

void
gl_BlendFuncSeparateiEXT(struct st_context *ctx, GLuint buf, GLenum srcRGB, GLenum dstRGB, GLenum srcAlpha,
                         GLenum dstAlpha)
{
   static const char call[] = "glBlendFuncSeparateiOES";
   const struct factors f = {srcRGB, dstRGB, srcAlpha, dstAlpha};
   struct buffers b;
   if (one_buffer(ctx, call, buf, &b))
      set_factors(ctx, call, b, &f);
}

void
gl_BlendFunciEXT(struct st_context *ctx, GLuint buf, GLenum src, GLenum dst)
{
   static const char call[] = "glBlendFunciOES";
   const struct factors f = {src, dst, src, dst};
   struct buffers b;
   if (one_buffer(ctx, call, buf, &b))
      set_factors(ctx, call, b, &f);
}

/* ---- masks --------------------------------------------------------------------------------------------- */

static void
set_mask(struct st_context *ctx, struct buffers which, const GLboolean on[4])
{
   uint8_t mask = 0;
   for (unsigned c = 0; c < 4; c++)
      mask |= (uint8_t)(on[c] ? PIPE_MASK_R << c : 0);
   for (unsigned i = which.first; i < which.end; i++)
      SET(ctx->blend.target[i].color_mask, mask);
}

void
gl_ColorMask(struct st_context *ctx, GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha)
{
   set_mask(ctx, all_buffers(ctx), (const GLboolean[]){red, green, blue, alpha});
}

void
gl_ColorMaskiEXT(struct st_context *ctx, GLuint index, GLboolean r, GLboolean g, GLboolean b, GLboolean a)
{
   struct buffers which;
   if (one_buffer(ctx, "glColorMaskiOES", index, &which))
      set_mask(ctx, which, (const GLboolean[]){r, g, b, a});
}

/* ---- queries ------------------------------------------------------------------------------------------- */

int
gl_get_blend_indexed(struct st_context *ctx, const char *call, GLenum pname, GLuint index, GLint v[4])
{
   const struct st_target_blend *b = st_target_blend(&ctx->blend, MIN2(index, PIPE_MAX_COLOR_BUFS - 1));
   const struct {
      GLenum pname, value;
   } values[] = {
      {GL_BLEND_EQUATION_RGB,   b->eq_rgb   },
      {GL_BLEND_EQUATION_ALPHA, b->eq_alpha },
      {GL_BLEND_SRC_RGB,        b->src_rgb  },
      {GL_BLEND_SRC_ALPHA,      b->src_alpha},
      {GL_BLEND_DST_RGB,        b->dst_rgb  },
      {GL_BLEND_DST_ALPHA,      b->dst_alpha},
   };
   int n = 0;
   for (unsigned i = 0; i < ARRAY_SIZE(values); i++)
      if (values[i].pname == pname) {
         v[0] = (GLint)values[i].value;
         n = 1;
      }
   for (unsigned c = 0; c < 4 && pname == GL_COLOR_WRITEMASK; c++)
      v[n++] = b->color_mask >> c & 1;
   if (!n || !gl_has_draw_buffers_indexed(ctx))
      return -1;
   if (index < (GLuint)ctx->limits.max_draw_buffers)
      return n;
   st_error(ctx, GL_INVALID_VALUE, "%s(0x%x, %u)", call, pname, index);
   return 0;
}
