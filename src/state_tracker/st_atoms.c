/* SPDX-License-Identifier: MIT
 *
 * GL state to pipe state, for what changed since the last draw (the dirty bits). Stamps tell what changed
 * behind the context's back: images that moved, buffers with new storage, programs linked again, uniforms
 * set.
 */
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/st_format.h"
#include "state_tracker/st_image.h"
#include "state_tracker/st_yuv.h"
#include "format/format.h"
#include "util/u_math.h"

/* ---- blend, depth, stencil ----------------------------------------------------------------------------- */

static uint8_t
blend_func(GLenum eq)
{
   switch (eq) {
   case GL_FUNC_SUBTRACT:
      return PIPE_BLEND_SUBTRACT;
   case GL_FUNC_REVERSE_SUBTRACT:
      return PIPE_BLEND_REVERSE_SUBTRACT;
   case GL_MIN_EXT:
      return PIPE_BLEND_MIN;
   case GL_MAX_EXT:
      return PIPE_BLEND_MAX;
   default:
      return PIPE_BLEND_ADD;
   }
}

int
st_advanced_blend(GLenum eq)
{
   static const GLenum equations[IR_BLEND_COUNT] = {
      [IR_BLEND_MULTIPLY] = GL_MULTIPLY_KHR,
      [IR_BLEND_SCREEN] = GL_SCREEN_KHR,
      [IR_BLEND_OVERLAY] = GL_OVERLAY_KHR,
      [IR_BLEND_DARKEN] = GL_DARKEN_KHR,
      [IR_BLEND_LIGHTEN] = GL_LIGHTEN_KHR,
      [IR_BLEND_COLORDODGE] = GL_COLORDODGE_KHR,
      [IR_BLEND_COLORBURN] = GL_COLORBURN_KHR,
      [IR_BLEND_HARDLIGHT] = GL_HARDLIGHT_KHR,
      [IR_BLEND_SOFTLIGHT] = GL_SOFTLIGHT_KHR,
      [IR_BLEND_DIFFERENCE] = GL_DIFFERENCE_KHR,
      [IR_BLEND_EXCLUSION] = GL_EXCLUSION_KHR,
      [IR_BLEND_HSL_HUE] = GL_HSL_HUE_KHR,
      [IR_BLEND_HSL_SATURATION] = GL_HSL_SATURATION_KHR,
      [IR_BLEND_HSL_COLOR] = GL_HSL_COLOR_KHR,
      [IR_BLEND_HSL_LUMINOSITY] = GL_HSL_LUMINOSITY_KHR,
   };
   for (int i = 0; i < IR_BLEND_COUNT; i++)
      if (equations[i] == eq)
         return i;
   return -1;
}

/** \p opaque: the target has no alpha, so destination alpha is one (ES 2.0.25 4.1.6). */
static uint8_t
blend_factor(GLenum f, bool opaque)
{
   switch (f) {
   case GL_ONE:
      return PIPE_BLENDFACTOR_ONE;
   case GL_SRC_COLOR:
      return PIPE_BLENDFACTOR_SRC_COLOR;
   case GL_ONE_MINUS_SRC_COLOR:
      return PIPE_BLENDFACTOR_INV_SRC_COLOR;
   case GL_SRC_ALPHA:
      return PIPE_BLENDFACTOR_SRC_ALPHA;
   case GL_ONE_MINUS_SRC_ALPHA:
      return PIPE_BLENDFACTOR_INV_SRC_ALPHA;
   case GL_DST_ALPHA:
      return opaque ? PIPE_BLENDFACTOR_ONE : PIPE_BLENDFACTOR_DST_ALPHA;
   case GL_ONE_MINUS_DST_ALPHA:
      return opaque ? PIPE_BLENDFACTOR_ZERO : PIPE_BLENDFACTOR_INV_DST_ALPHA;
   case GL_DST_COLOR:
      return PIPE_BLENDFACTOR_DST_COLOR;
   case GL_ONE_MINUS_DST_COLOR:
      return PIPE_BLENDFACTOR_INV_DST_COLOR;
   case GL_SRC_ALPHA_SATURATE:
      return opaque ? PIPE_BLENDFACTOR_ZERO : PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE;
   case GL_SRC1_COLOR_EXT:
      return PIPE_BLENDFACTOR_SRC1_COLOR;
   case GL_ONE_MINUS_SRC1_COLOR_EXT:
      return PIPE_BLENDFACTOR_INV_SRC1_COLOR;
   case GL_SRC1_ALPHA_EXT:
      return PIPE_BLENDFACTOR_SRC1_ALPHA;
   case GL_ONE_MINUS_SRC1_ALPHA_EXT:
      return PIPE_BLENDFACTOR_INV_SRC1_ALPHA;
   case GL_CONSTANT_COLOR:
      return PIPE_BLENDFACTOR_CONST_COLOR;
   case GL_ONE_MINUS_CONSTANT_COLOR:
      return PIPE_BLENDFACTOR_INV_CONST_COLOR;
   case GL_CONSTANT_ALPHA:
      return PIPE_BLENDFACTOR_CONST_ALPHA;
   case GL_ONE_MINUS_CONSTANT_ALPHA:
      return PIPE_BLENDFACTOR_INV_CONST_ALPHA;
   default:
      return PIPE_BLENDFACTOR_ZERO;
   }
}

static bool
has_alpha(GLenum internal_format)
{
   return !st_opaque(internal_format);
}

static void
target_blend(const struct st_context *ctx, struct pipe_rt_blend_state *rt, bool opaque)
{
   rt->colormask = ctx->color_mask;
   if (!ctx->blend.enabled || ctx->advanced_blend)
      return;
   rt->blend_enable = true;
   rt->rgb_func = blend_func(ctx->blend.eq_rgb);
   rt->rgb_src_factor = blend_factor(ctx->blend.src_rgb, opaque);
   rt->rgb_dst_factor = blend_factor(ctx->blend.dst_rgb, opaque);
   rt->alpha_func = blend_func(ctx->blend.eq_alpha);
   rt->alpha_src_factor = ctx->blend.src_alpha == GL_SRC_ALPHA_SATURATE
                             ? PIPE_BLENDFACTOR_ONE
                             : blend_factor(ctx->blend.src_alpha, opaque);
   rt->alpha_dst_factor = ctx->blend.dst_alpha == GL_SRC_ALPHA_SATURATE
                             ? PIPE_BLENDFACTOR_ONE
                             : blend_factor(ctx->blend.dst_alpha, opaque);
}

static bool
update_blend(struct st_context *ctx)
{
   const struct st_surface_info *fb = &ctx->draw_info;
   struct pipe_blend_state s;
   memset(&s, 0, sizeof s);
   s.dither = ctx->dither;
   s.alpha_to_coverage = ctx->alpha_to_coverage && fb->samples > 1;
   bool opaque = fb->num_cbufs && !has_alpha(fb->cbuf_formats[0]);
   target_blend(ctx, &s.rt[0], opaque);
   if (ctx->blend.enabled) {
      for (unsigned i = 1; i < fb->num_cbufs; i++)
         s.independent_blend_enable |= fb->cbufs[i].texture && has_alpha(fb->cbuf_formats[i]) == opaque;
      for (unsigned i = 1; i < fb->num_cbufs && s.independent_blend_enable; i++)
         target_blend(ctx, &s.rt[i], !has_alpha(fb->cbuf_formats[i]));
   }
   return st_cso_bind(&ctx->cso, ST_CSO_BLEND, &s, sizeof s);
}

static uint8_t
stencil_op(GLenum op)
{
   switch (op) {
   case GL_ZERO:
      return PIPE_STENCIL_OP_ZERO;
   case GL_REPLACE:
      return PIPE_STENCIL_OP_REPLACE;
   case GL_INCR:
      return PIPE_STENCIL_OP_INCR;
   case GL_DECR:
      return PIPE_STENCIL_OP_DECR;
   case GL_INVERT:
      return PIPE_STENCIL_OP_INVERT;
   case GL_INCR_WRAP:
      return PIPE_STENCIL_OP_INCR_WRAP;
   case GL_DECR_WRAP:
      return PIPE_STENCIL_OP_DECR_WRAP;
   default:
      return PIPE_STENCIL_OP_KEEP;
   }
}

static struct pipe_stencil_state
stencil_side(const struct st_stencil_side *g)
{
   return (struct pipe_stencil_state){
      .enabled = true,
      .func = (uint8_t)(g->func - GL_NEVER),
      .fail_op = stencil_op(g->fail),
      .zpass_op = stencil_op(g->zpass),
      .zfail_op = stencil_op(g->zfail),
      .valuemask = (uint8_t)g->value_mask,
      .writemask = (uint8_t)g->write_mask,
   };
}

static bool
update_dsa(struct st_context *ctx)
{
   struct pipe_depth_stencil_alpha_state s;
   memset(&s, 0, sizeof s);
   if (ctx->depth_test && ctx->draw_info.has_depth) {
      s.depth_enabled = true;
      s.depth_writemask = ctx->depth_mask;
      s.depth_func = (uint8_t)(ctx->depth_func - GL_NEVER);
   }
   if (ctx->stencil_test && ctx->draw_info.has_stencil) {
      s.stencil[0] = stencil_side(&ctx->stencil[0]);
      s.stencil[1] = stencil_side(&ctx->stencil[1]);
      if (!memcmp(&s.stencil[0], &s.stencil[1], sizeof s.stencil[0]) &&
          ctx->stencil[0].ref == ctx->stencil[1].ref)
         s.stencil[1] = (struct pipe_stencil_state){0};
   }
   return st_cso_bind(&ctx->cso, ST_CSO_DSA, &s, sizeof s);
}

static void
update_stencil_ref(struct st_context *ctx)
{
   struct pipe_stencil_ref r = {
      {(uint8_t)CLAMP(ctx->stencil[0].ref, 0, 255), (uint8_t)CLAMP(ctx->stencil[1].ref, 0, 255)}
   };
   ctx->pipe->set_stencil_ref(ctx->pipe, &r);
}

static void
update_sample_mask(struct st_context *ctx)
{
   unsigned samples = ctx->draw_info.samples;
   uint32_t mask = UINT32_MAX;
   if (ctx->sample_coverage && samples > 1) {
      mask = (1u << (unsigned)(ctx->coverage_value * (float)samples + 0.5f)) - 1;
      if (ctx->coverage_invert)
         mask = ~mask;
   }
   ctx->pipe->set_sample_mask(ctx->pipe, mask);
}

/* ---- rasterisation ------------------------------------------------------------------------------------- */

static bool
update_rasterizer(struct st_context *ctx)
{
   struct pipe_rasterizer_state s;
   memset(&s, 0, sizeof s);
   s.front_ccw = (ctx->front_face == GL_CCW) != ctx->upper_left;
   s.cull_face = !ctx->cull_face              ? PIPE_FACE_NONE
                 : ctx->cull_mode == GL_FRONT ? PIPE_FACE_FRONT
                 : ctx->cull_mode == GL_BACK  ? PIPE_FACE_BACK
                                              : PIPE_FACE_FRONT_AND_BACK;
   if (ctx->polygon_offset) {
      s.offset_tri = true;
      s.offset_units = ctx->offset_units;
      s.offset_scale = ctx->offset_factor;
      s.offset_clamp = ctx->offset_clamp;
   }
   s.scissor = ctx->scissor_test;
   s.clip_distances = ctx->clip_distances;
   s.clip_halfz = ctx->zero_to_one;
   s.depth_clamp = ctx->depth_clamp;
   s.multisample = ctx->draw_info.samples > 1;
   s.point_size_per_vertex = ctx->exec->writes_point_size;
   s.point_sprite_upper_left = true;
   s.point_size = 1.0f;
   s.line_width = CLAMP(ctx->line_width, ctx->limits.line_width[0], ctx->limits.line_width[1]);
   return st_cso_bind(&ctx->cso, ST_CSO_RASTERIZER, &s, sizeof s);
}

static void
update_viewport(struct st_context *ctx)
{
   const GLint *v = ctx->viewport;
   const float n = ctx->depth_near, f = ctx->depth_far;
   struct pipe_viewport_state s;
   memset(&s, 0, sizeof s); /* compared as bytes */
   s.scale[0] = (float)v[2] * 0.5f;
   s.scale[1] = (float)v[3] * (ctx->upper_left ? -0.5f : 0.5f);
   s.scale[2] = ctx->zero_to_one ? f - n : (f - n) * 0.5f;
   s.translate[0] = (float)v[0] + (float)v[2] * 0.5f;
   s.translate[1] = (float)v[1] + (float)v[3] * 0.5f;
   s.translate[2] = ctx->zero_to_one ? n : (f + n) * 0.5f;
   s.halfz = ctx->zero_to_one;
   ctx->pipe->set_viewport_state(ctx->pipe, &s);
}

bool
st_scissor(const struct st_context *ctx, uint32_t width, uint32_t height, struct pipe_scissor_state *s)
{
   *s = (struct pipe_scissor_state){0, 0, (uint16_t)width, (uint16_t)height};
   if (!ctx->scissor_test)
      return false;
   const GLint *b = ctx->scissor;
   int64_t x1 = (int64_t)b[0] + b[2], y1 = (int64_t)b[1] + b[3];
   s->minx = (uint16_t)CLAMP((int64_t)b[0], 0, (int64_t)width);
   s->miny = (uint16_t)CLAMP((int64_t)b[1], 0, (int64_t)height);
   s->maxx = (uint16_t)CLAMP(x1, 0, (int64_t)width);
   s->maxy = (uint16_t)CLAMP(y1, 0, (int64_t)height);
   return true;
}

static bool
update_framebuffer(struct st_context *ctx)
{
   const struct st_surface_info *i = &ctx->draw_info;
   struct pipe_framebuffer_state fb = {
      .width = i->width,
      .height = i->height,
      .samples = i->samples,
      .nr_cbufs = i->num_cbufs,
      .zsbuf = i->zs,
   };
   memcpy(fb.cbufs, i->cbufs, sizeof fb.cbufs);
   if (ctx->fbo && i->samples > 1 && !st_ms_begin(ctx, &fb))
      return false;
   ctx->pipe->set_framebuffer_state(ctx->pipe, &fb);
   return true;
}

const struct st_surface_info *
st_validate_framebuffer(struct st_context *ctx)
{
   const struct st_surface_info *s = st_draw_surface(ctx);
   if (s->status == GL_FRAMEBUFFER_COMPLETE && (ctx->dirty & ST_NEW_FB)) {
      if (!update_framebuffer(ctx)) {
         static const struct st_surface_info none = {.status = GL_FRAMEBUFFER_UNSUPPORTED};
         st_error(ctx, GL_OUT_OF_MEMORY, "no memory for the samples of the framebuffer");
         return &none;
      }
      ctx->dirty &= ~(uint32_t)ST_NEW_FB;
      ctx->dirty |=
         ST_NEW_BLEND | ST_NEW_DSA | ST_NEW_RAST | ST_NEW_SCISSOR | ST_NEW_SAMPLE_MASK | ST_NEW_BLEND_COLOR;
   }
   return s;
}

/* ---- textures ------------------------------------------------------------------------------------------ */

/** What an incomplete texture reads as: (0, 0, 0, 1) (ES 2.0.25 3.8.2). */
static struct pipe_sampler_view *
black_view(struct st_context *ctx, enum st_tex target)
{
   const bool cube = target == ST_TEX_CUBE;
   struct pipe_resource **res = &ctx->share->black[target];
   if (ctx->black_view[target])
      return ctx->black_view[target];
   struct pipe_screen *s = ctx->screen;
   struct pipe_context *p = ctx->pipe;
   if (!*res) {
      struct pipe_resource templ = {
         .target = cube                  ? PIPE_TEXTURE_CUBE
                   : target == ST_TEX_3D ? PIPE_TEXTURE_3D
                                         : PIPE_TEXTURE_2D,
         .format = PIPE_FORMAT_R8G8B8A8_UNORM,
         .bind = PIPE_BIND_SAMPLER_VIEW,
         .width0 = 1,
         .height0 = 1,
         .depth0 = 1,
         .array_size = cube ? 6 : 1,
      };
      *res = s->resource_create(s, &templ);
      for (int face = 0; *res && face < (cube ? 6 : 1); face++) {
         struct pipe_box box = {0, 0, face, 1, 1, 1};
         struct pipe_transfer *t;
         uint8_t *texel = p->texture_map(p, *res, 0, PIPE_MAP_WRITE, &box, &t);
         if (!texel) {
            pipe_resource_assign(res, NULL);
            break;
         }
         memcpy(texel, (uint8_t[4]){0, 0, 0, 255}, 4);
         p->texture_unmap(p, t);
      }
   }
   if (!*res)
      return NULL;
   struct pipe_sampler_view_desc desc = {
      .texture = *res,
      .format = PIPE_FORMAT_R8G8B8A8_UNORM,
      .swizzle = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W},
   };
   return ctx->black_view[target] = p->create_sampler_view(p, &desc);
}

static uint8_t
wrap(GLenum w)
{
   switch (w) {
   case GL_REPEAT:
      return PIPE_TEX_WRAP_REPEAT;
   case GL_MIRRORED_REPEAT:
      return PIPE_TEX_WRAP_MIRROR_REPEAT;
   case GL_CLAMP_TO_BORDER_EXT:
      return PIPE_TEX_WRAP_CLAMP_TO_BORDER;
   case GL_MIRROR_CLAMP_TO_EDGE_EXT:
      return PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE;
   default:
      return PIPE_TEX_WRAP_CLAMP_TO_EDGE;
   }
}

/** The border colour as far as the format can hold it (EXT_texture_border_clamp, 3.8.10). */
static void
border_color(const struct st_texture *t, float out[4])
{
   const enum pipe_format f = st_texture_image(t, 0, 0)->format;
   const struct u_format_desc *d = u_format_desc(f);
   const bool any = st_is_float(f) || f == PIPE_FORMAT_BPTC_RGB_FLOAT || f == PIPE_FORMAT_BPTC_RGB_UFLOAT;
   const bool is_signed = f == PIPE_FORMAT_RGTC1_SNORM || f == PIPE_FORMAT_RGTC2_SNORM ||
                          (d->channels && d->ch[0].type == U_SNORM);
   for (unsigned c = 0; c < 4; c++) {
      float v = t->border_color[c], least = is_signed ? -1.0f : 0.0f;
      out[c] = any ? v : v > least ? MIN2(v, 1.0f) : least;
   }
}

static void *
sampler_for(struct st_context *ctx, const struct st_texture *t)
{
   struct pipe_sampler_state s;
   memset(&s, 0, sizeof s);
   s.wrap_s = wrap(t ? t->wrap_s : GL_CLAMP_TO_EDGE);
   s.wrap_t = wrap(t ? t->wrap_t : GL_CLAMP_TO_EDGE);
   s.wrap_r = wrap(t && t->target == GL_TEXTURE_3D_OES ? t->wrap_r : GL_CLAMP_TO_EDGE);
   s.max_lod = 1000.0f;
   if (t) {
      GLenum f = t->min_filter;
      s.mag_img_filter = t->mag_filter == GL_LINEAR ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST;
      s.min_img_filter = f == GL_LINEAR || f == GL_LINEAR_MIPMAP_NEAREST || f == GL_LINEAR_MIPMAP_LINEAR
                            ? PIPE_TEX_FILTER_LINEAR
                            : PIPE_TEX_FILTER_NEAREST;
      s.min_mip_filter = f == GL_NEAREST || f == GL_LINEAR ? PIPE_TEX_MIPFILTER_NONE
                         : f == GL_NEAREST_MIPMAP_NEAREST || f == GL_LINEAR_MIPMAP_NEAREST
                            ? PIPE_TEX_MIPFILTER_NEAREST
                            : PIPE_TEX_MIPFILTER_LINEAR;
      if (t->compare_mode != GL_NONE)
         s.compare_func = (uint8_t)(t->compare_func - GL_NEVER);
      const float most = (float)ctx->screen->caps.max_anisotropy;
      s.max_anisotropy = (uint8_t)(t->max_anisotropy < most ? t->max_anisotropy : most);
      if (s.wrap_s == PIPE_TEX_WRAP_CLAMP_TO_BORDER || s.wrap_t == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
          s.wrap_r == PIPE_TEX_WRAP_CLAMP_TO_BORDER)
         border_color(t, s.border_color);
   }
   return st_cso_get(&ctx->cso, ST_CSO_SAMPLER, &s, sizeof s);
}

static bool
update_textures(struct st_context *ctx)
{
   const struct st_exec *e = ctx->exec;
   struct st_yuv_key yuv = {0};
   for (unsigned st = 0; st < 2; st++) {
      struct pipe_sampler_view *views[PIPE_MAX_SAMPLERS] = {0};
      void *samplers[PIPE_MAX_SAMPLERS] = {0};
      unsigned n = e->num_samplers[st], more = n;
      for (unsigned i = 0; i < n; i++) {
         if (!e->samplers[st][i].base)
            continue;
         const struct st_unit *unit = &ctx->units[e->samplers[st][i].unit];
         const uint8_t base = e->samplers[st][i].base;
         const enum st_tex target =
            base == GLSL_SAMPLER_2D_SHADOW ? ST_TEX_2D : (enum st_tex)(base - GLSL_SAMPLER_2D);
         struct st_texture *t = unit->tex[target];
         bool complete = st_texture_validate(ctx, t);
         views[i] = complete ? st_texture_get_view(ctx, t) : black_view(ctx, target);
         samplers[i] = sampler_for(ctx, complete ? t : NULL);
         if (!views[i] || !samplers[i])
            return false;
         if (complete && t->yuv) {
            /* The other planes take the slots behind the program's own, as st_yuv_variant counts them. */
            yuv.kind[st][i] = st_yuv_kind(&t->yuv->yuv);
            for (unsigned plane = 1; plane < t->yuv->yuv.planes; plane++, more++) {
               if (more >= PIPE_MAX_SAMPLERS) {
                  st_error(ctx, GL_INVALID_OPERATION,
                           "the external textures' planes and the other textures are more than %u",
                           PIPE_MAX_SAMPLERS);
                  return false;
               }
               samplers[more] = samplers[i];
               if (!(views[more] = st_texture_get_plane_view(ctx, t, plane)))
                  return false;
            }
         }
      }
      n = more;
      if (n || ctx->num_views[st]) {
         ctx->pipe->set_sampler_views(ctx->pipe, st, n, views);
         ctx->pipe->bind_sampler_states(ctx->pipe, st, n, samplers);
         ctx->num_views[st] = (uint8_t)n;
      }
   }
   if (e->samples_external && memcmp(&yuv, &ctx->yuv_key, sizeof yuv)) {
      ctx->yuv_key = yuv;
      ctx->dirty |= ST_NEW_PROGRAM;
   }
   return true;
}

/* ---- programs ------------------------------------------------------------------------------------------ */

static bool
update_program(struct st_context *ctx)
{
   void *vs, *fs;
   if (!st_exec_get_csos(ctx, ctx->exec, ctx->exec->samples_external ? &ctx->yuv_key : NULL,
                         ctx->advanced_blend, &vs, &fs))
      return false;
   if (vs != ctx->bound_vs)
      ctx->pipe->bind_vs_state(ctx->pipe, vs);
   if (fs != ctx->bound_fs)
      ctx->pipe->bind_fs_state(ctx->pipe, fs);
   ctx->bound_vs = vs;
   ctx->bound_fs = fs;
   return true;
}

static void
update_constants(struct st_context *ctx)
{
   struct st_exec *e = ctx->exec;
   if (e->uses_depth_range)
      st_exec_set_depth_range(e, ctx->depth_near, ctx->depth_far);
   for (unsigned st = 0; st < 2; st++) {
      if (ctx->seen_const_stamp[st] == e->stamp[st])
         continue;
      ctx->seen_const_stamp[st] = e->stamp[st];
      ir_preamble_run(e->glsl->ir[st], e->consts[st]);
      struct pipe_constant_buffer cb = {.user = e->consts[st], .size_B = e->num_slots[st] * 16};
      ctx->pipe->set_constant_buffer(ctx->pipe, st, 0, cb.size_B ? &cb : NULL);
   }
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

/** What draws with the current program or pipeline use; NULL: nothing. */
static struct st_exec *
current_exec(struct st_context *ctx)
{
   ctx->pipeline_problem = NULL;
   if (ctx->program)
      return ctx->program->exec && st_exec_is_whole(ctx->program->exec) ? ctx->program->exec : NULL;
   return ctx->pipeline ? st_pipeline_exec(ctx, ctx->pipeline, &ctx->pipeline_problem) : NULL;
}

void
st_refresh_program(struct st_context *ctx)
{
   if (ctx->seen_program_stamp != ctx->share->program_stamp) {
      ctx->seen_program_stamp = ctx->share->program_stamp;
      struct st_exec *e = current_exec(ctx);
      if (e != ctx->exec) {
         if (e)
            e->refcount++;
         st_exec_unref(ctx, ctx->exec);
         ctx->exec = e;
         ctx->dirty |= ST_NEW_PROGRAM;
      }
   }
   if (ctx->exec && __builtin_expect(ctx->exec->is_pair, false))
      st_exec_sync_parts(ctx->exec);
}

bool
st_validate(struct st_context *ctx)
{
   st_refresh_program(ctx);
   if (!ctx->exec)
      return false;
   st_draw_surface(ctx); /* notices images that changed */
   if (ctx->seen_buffer_stamp != ctx->share->buffer_stamp) {
      ctx->seen_buffer_stamp = ctx->share->buffer_stamp;
      ctx->dirty |= ST_NEW_VERTEX;
   }
   if (ctx->seen_sampler_stamp != ctx->exec->sampler_stamp) {
      ctx->seen_sampler_stamp = ctx->exec->sampler_stamp;
      ctx->dirty |= ST_NEW_TEXTURES;
   }
   bool ok = true;
   if (ctx->dirty & ST_NEW_BLEND) {
      int eq = ctx->blend.enabled ? st_advanced_blend(ctx->blend.eq_rgb) : -1;
      if (ctx->advanced_blend != eq + 1) {
         ctx->advanced_blend = (uint8_t)(eq + 1);
         ctx->dirty |= ST_NEW_PROGRAM;
      }
   }
   if (ctx->dirty & (ST_NEW_TEXTURES | ST_NEW_PROGRAM)) {
      ok = update_textures(ctx);
      ctx->dirty &= ~(uint32_t)ST_NEW_TEXTURES;
      if (ctx->seen_tex_stamp != ctx->share->tex_stamp) { /* images moved: the framebuffer may look at one */
         ctx->seen_tex_stamp = ctx->share->tex_stamp;
         ctx->dirty |= ST_NEW_FB;
      }
   }
   if (ctx->dirty & ST_NEW_FB)
      st_validate_framebuffer(ctx);
   uint32_t d = ctx->dirty;
   if (d & ST_NEW_PROGRAM)
      ok &= update_program(ctx);
   if (d & ST_NEW_BLEND)
      ok &= update_blend(ctx);
   if (d & ST_NEW_DSA)
      ok &= update_dsa(ctx);
   if (d & (ST_NEW_RAST | ST_NEW_PROGRAM))
      ok &= update_rasterizer(ctx);
   if (d & ST_NEW_VIEWPORT)
      update_viewport(ctx);
   if (d & ST_NEW_SCISSOR) {
      struct pipe_scissor_state s;
      if (st_scissor(ctx, ctx->draw_info.width, ctx->draw_info.height, &s))
         ctx->pipe->set_scissor_state(ctx->pipe, &s);
   }
   if (d & ST_NEW_STENCIL_REF)
      update_stencil_ref(ctx);
   if (d & ST_NEW_BLEND_COLOR) {
      struct pipe_blend_color c;
      bool unclamped = st_is_float(ctx->draw_info.color.format);
      for (unsigned i = 0; i < 4; i++) {
         float v = ctx->blend.color[i];
         c.color[i] = unclamped ? v : v > 0 ? MIN2(v, 1.0f) : 0.0f;
      }
      ctx->pipe->set_blend_color(ctx->pipe, &c);
   }
   if (d & ST_NEW_SAMPLE_MASK)
      update_sample_mask(ctx);
   update_constants(ctx);
   /* st_vertex.c looks at these */
   ctx->dirty &= ST_NEW_VERTEX | ST_NEW_CURRENT | ST_NEW_PROGRAM;
   if (!ok) {
      ctx->dirty = ST_NEW_ALL;
      st_error(ctx, GL_OUT_OF_MEMORY, "state objects");
   }
   return ok;
}
