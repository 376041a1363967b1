/* SPDX-License-Identifier: MIT
 *
 * Textures and their parameters (ES 2.0.25 3.7) to sampler views and sampler states, for the samplers of the
 * program in use.
 */
#include <assert.h>
#include <string.h>

#include "format/format.h"
#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_cso.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_image.h"
#include "state_tracker/texture/st_texture.h"
#include "state_tracker/draw/st_update.h"
#include "state_tracker/texture/st_yuv.h"
#include "util/u_math.h"

/* clang-format off */
/** The textures that samplers of a type look at, and whether they are of integers. */
static const struct {
   uint8_t target; /* enum st_tex */
   bool integers;
} sampled[GLSL_BASES] = {
   [GLSL_SAMPLER_2D] = {ST_TEX_2D, false},
   [GLSL_SAMPLER_CUBE] = {ST_TEX_CUBE, false},
   [GLSL_SAMPLER_3D] = {ST_TEX_3D, false},
   [GLSL_SAMPLER_EXTERNAL] = {ST_TEX_EXTERNAL, false},
   [GLSL_SAMPLER_2D_SHADOW] = {ST_TEX_2D, false},
   [GLSL_SAMPLER_2D_ARRAY] = {ST_TEX_2D_ARRAY, false},
   [GLSL_SAMPLER_CUBE_SHADOW] = {ST_TEX_CUBE, false},
   [GLSL_SAMPLER_2D_ARRAY_SHADOW] = {ST_TEX_2D_ARRAY, false},
   [GLSL_ISAMPLER_2D] = {ST_TEX_2D, true},
   [GLSL_ISAMPLER_CUBE] = {ST_TEX_CUBE, true},
   [GLSL_ISAMPLER_3D] = {ST_TEX_3D, true},
   [GLSL_ISAMPLER_2D_ARRAY] = {ST_TEX_2D_ARRAY, true},
   [GLSL_USAMPLER_2D] = {ST_TEX_2D, true},
   [GLSL_USAMPLER_CUBE] = {ST_TEX_CUBE, true},
   [GLSL_USAMPLER_3D] = {ST_TEX_3D, true},
   [GLSL_USAMPLER_2D_ARRAY] = {ST_TEX_2D_ARRAY, true},
};
/* clang-format on */

/** One texel of (0, 0, 0, 1). NULL: out of memory. */
static struct pipe_resource *
black_texture(struct st_context *ctx, enum st_tex target, bool integers)
{
   static const enum pipe_texture_target targets[ST_TEX_TARGETS] = {
      [ST_TEX_2D] = PIPE_TEXTURE_2D,
      [ST_TEX_CUBE] = PIPE_TEXTURE_CUBE,
      [ST_TEX_3D] = PIPE_TEXTURE_3D,
      [ST_TEX_EXTERNAL] = PIPE_TEXTURE_2D,
      [ST_TEX_2D_ARRAY] = PIPE_TEXTURE_2D_ARRAY,
   };
   const unsigned faces = target == ST_TEX_CUBE ? 6 : 1;
   const struct pipe_resource templ = {
      .target = (uint8_t)targets[target],
      .format = integers ? PIPE_FORMAT_R8G8B8A8_UINT : PIPE_FORMAT_R8G8B8A8_UNORM,
      .bind = PIPE_BIND_SAMPLER_VIEW,
      .width0 = 1,
      .height0 = 1,
      .depth0 = 1,
      .array_size = faces,
   };
   struct pipe_context *p = ctx->pipe;
   struct pipe_resource *res = ctx->screen->resource_create(ctx->screen, &templ);
   for (unsigned face = 0; res && face < faces; face++) {
      const struct pipe_box box = {0, 0, (int32_t)face, 1, 1, 1};
      struct pipe_transfer *t;
      uint8_t *texel = p->texture_map(p, res, 0, PIPE_MAP_WRITE, &box, &t);
      if (!texel) {
         pipe_resource_unref(res);
         return NULL;
      }
      memcpy(texel, (uint8_t[4]){0, 0, 0, integers ? 1 : 255}, 4);
      p->texture_unmap(p, t);
   }
   return res;
}

/** What an incomplete texture reads as: (0, 0, 0, 1) (ES 2.0.25 3.8.2). NULL: out of memory. */
static struct pipe_sampler_view *
black_view(struct st_context *ctx, enum st_tex target, bool integers)
{
   assert(target < ST_TEX_TARGETS);
   struct pipe_sampler_view **view = &ctx->black_view[integers][target];
   struct pipe_resource **res = &ctx->share->black[integers][target];
   if (*view)
      return *view;
   if (!*res)
      *res = black_texture(ctx, target, integers);
   if (!*res)
      return NULL;
   const struct pipe_sampler_view_desc desc = {
      .texture = *res,
      .format = (*res)->format,
      .swizzle = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W},
   };
   return *view = ctx->pipe->create_sampler_view(ctx->pipe, &desc);
}

/* Comparisons are those of GL. */
_Static_assert(GL_LEQUAL - GL_NEVER == PIPE_FUNC_LEQUAL && GL_ALWAYS - GL_NEVER == PIPE_FUNC_ALWAYS, "");

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

/** Integers as far as \p bits can hold them. */
static uint32_t
border_integer(uint32_t v, unsigned bits, bool is_signed)
{
   assert(bits >= 1 && bits <= 32);
   if (!is_signed)
      return (uint32_t)MIN2((uint64_t)v, (UINT64_C(1) << bits) - 1);
   const int64_t most = (INT64_C(1) << (bits - 1)) - 1;
   return (uint32_t)CLAMP((int64_t)(int32_t)v, -most - 1, most);
}

/** The border colour as far as the format can hold it (EXT_texture_border_clamp, 3.8.10). */
static void
border_color(const struct st_texture *t, const union pipe_color *color, union pipe_color *out)
{
   const enum pipe_format f = st_texture_image(t, 0, st_texture_base_level(t))->format;
   const struct u_format_desc *d = u_format_desc(f);
   if (u_format_is_int(f)) {
      for (unsigned c = 0; c < 4; c++)
         out->ui[c] =
            border_integer(color->ui[c], u_format_bits(f, c) ? u_format_bits(f, c) : 32, u_format_is_sint(f));
      return;
   }
   const bool any = st_is_float(f) || f == PIPE_FORMAT_BPTC_RGB_FLOAT || f == PIPE_FORMAT_BPTC_RGB_UFLOAT;
   const bool is_signed = f == PIPE_FORMAT_RGTC1_SNORM || f == PIPE_FORMAT_RGTC2_SNORM ||
                          (d->channels && d->ch[0].type == U_SNORM);
   for (unsigned c = 0; c < 4; c++) {
      float v = color->f[c], least = is_signed ? -1.0f : 0.0f;
      out->f[c] = any ? v : v > least ? MIN2(v, 1.0f) : least;
   }
}

static void
set_filters(const struct st_sampler_params *p, struct pipe_sampler_state *s)
{
   const GLenum f = p->min_filter;
   s->mag_img_filter = p->mag_filter == GL_LINEAR ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST;
   s->min_img_filter = f == GL_LINEAR || f == GL_LINEAR_MIPMAP_NEAREST || f == GL_LINEAR_MIPMAP_LINEAR
                          ? PIPE_TEX_FILTER_LINEAR
                          : PIPE_TEX_FILTER_NEAREST;
   s->min_mip_filter = !st_mipmapped(p) ? PIPE_TEX_MIPFILTER_NONE
                       : f == GL_NEAREST_MIPMAP_NEAREST || f == GL_LINEAR_MIPMAP_NEAREST
                          ? PIPE_TEX_MIPFILTER_NEAREST
                          : PIPE_TEX_MIPFILTER_LINEAR;
}

/** A level of detail as drivers take it: below 0 the magnifying filter is in force whatever the number. */
static float
lod(float l)
{
   return l > 0 ? MIN2(l, 1000.0f) : 0.0f;
}

static bool
uses_border(const struct pipe_sampler_state *s)
{
   return s->wrap_s == PIPE_TEX_WRAP_CLAMP_TO_BORDER || s->wrap_t == PIPE_TEX_WRAP_CLAMP_TO_BORDER ||
          s->wrap_r == PIPE_TEX_WRAP_CLAMP_TO_BORDER;
}

/** \p t NULL: what stands for an incomplete texture. \p border: does the object depend on the texture's format? */
static void *
find_sampler(struct st_context *ctx, const struct st_texture *t, const struct st_sampler_params *p,
             bool *border)
{
   struct pipe_sampler_state s;
   memset(&s, 0, sizeof s);
   s.wrap_s = wrap(t ? p->wrap_s : GL_CLAMP_TO_EDGE);
   s.wrap_t = wrap(t ? p->wrap_t : GL_CLAMP_TO_EDGE);
   s.wrap_r = wrap(t && t->target == GL_TEXTURE_3D_OES ? p->wrap_r : GL_CLAMP_TO_EDGE);
   s.max_lod = 1000.0f;
   s.seamless_cube_map = ctx->version >= 30;
   if (t) {
      set_filters(p, &s);
      s.magnify_to_half = ctx->version < 30 && s.mag_img_filter == PIPE_TEX_FILTER_LINEAR &&
                          s.min_img_filter == PIPE_TEX_FILTER_NEAREST &&
                          s.min_mip_filter != PIPE_TEX_MIPFILTER_NONE;
      s.min_lod = lod(p->min_lod);
      s.max_lod = lod(p->max_lod);
      if (p->compare_mode != GL_NONE)
         s.compare_func = (uint8_t)(p->compare_func - GL_NEVER);
      const float most = (float)ctx->screen->caps.max_anisotropy;
      s.max_anisotropy = (uint8_t)(p->max_anisotropy < most ? p->max_anisotropy : most);
      if (uses_border(&s))
         border_color(t, &p->border_color, &s.border_color);
   }
   *border = uses_border(&s);
   return st_cso_get(&ctx->cso, ST_CSO_SAMPLER, &s, sizeof s);
}

/** find_sampler, which textures with the parameters of the last one are spared. */
static void *
sampler_for(struct st_context *ctx, const struct st_texture *t, const struct st_sampler_params *p)
{
   struct st_sampler_object *recent = &ctx->recent_sampler;
   const bool is_3d = t && t->target == GL_TEXTURE_3D_OES;
   bool border;
   if (t && recent->object && recent->emptied == ctx->cso.tables[ST_CSO_SAMPLER].emptied &&
       recent->is_3d == is_3d && !memcmp(&recent->of, p, sizeof *p)) {
      assert(recent->object == find_sampler(ctx, t, p, &border));
      return recent->object;
   }
   void *object = find_sampler(ctx, t, p, &border);
   if (object && t && !border)
      *recent = (struct st_sampler_object){*p, is_3d, ctx->cso.tables[ST_CSO_SAMPLER].emptied, object};
   return object;
}

/** The first count views and samplers of one stage, planes of images of luma and chroma behind the program's own. */
struct stage_textures {
   struct pipe_sampler_view *views[PIPE_MAX_SAMPLERS];
   void *samplers[PIPE_MAX_SAMPLERS];
   unsigned count;
};

/** The other planes of the texture in slot \p i take the next slots, as st_yuv_variant counts them. */
static bool
add_planes(struct st_context *ctx, struct stage_textures *s, unsigned i, struct st_texture *t)
{
   assert(t->yuv && t->yuv->yuv.planes > 1);
   for (unsigned plane = 1; plane < t->yuv->yuv.planes; plane++) {
      if (s->count >= PIPE_MAX_SAMPLERS) {
         st_error(ctx, GL_INVALID_OPERATION,
                  "the external textures' planes and the other textures are more than %u", PIPE_MAX_SAMPLERS);
         return false;
      }
      s->samplers[s->count] = s->samplers[i];
      if (!(s->views[s->count] = st_texture_get_plane_view(ctx, t, plane)))
         return false;
      s->count++;
   }
   return true;
}

static bool
find_stage_textures(struct st_context *ctx, unsigned stage, struct stage_textures *s, struct st_yuv_key *yuv)
{
   assert(stage < PIPE_SHADER_TYPES);
   const struct st_exec *e = ctx->exec;
   s->count = e->num_samplers[stage];
   for (unsigned i = 0; i < e->num_samplers[stage]; i++) {
      const uint8_t base = e->samplers[stage][i].base;
      s->views[i] = NULL;
      s->samplers[i] = NULL;
      if (!base)
         continue;
      const struct st_unit *unit = &ctx->units[e->samplers[stage][i].unit];
      const enum st_tex target = (enum st_tex)sampled[base].target;
      struct st_texture *t = unit->tex[target];
      const struct st_sampler_params *p = unit->sampler ? &unit->sampler->params : &t->sampler;
      const bool complete = st_texture_validate(ctx, t, p);
      s->views[i] =
         complete ? st_texture_get_view(ctx, t, p) : black_view(ctx, target, sampled[base].integers);
      s->samplers[i] = sampler_for(ctx, complete ? t : NULL, p);
      if (!s->views[i] || !s->samplers[i])
         return false;
      if (complete && t->yuv) {
         yuv->kind[stage][i] = st_yuv_kind(&t->yuv->yuv);
         if (!add_planes(ctx, s, i, t))
            return false;
      }
   }
   return true;
}

bool
st_update_textures(struct st_context *ctx)
{
   struct st_yuv_key yuv = {0};
   st_cso_make_room(&ctx->cso, ST_CSO_SAMPLER);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct stage_textures s;
      if (!find_stage_textures(ctx, stage, &s, &yuv))
         return false;
      if (s.count || ctx->num_views[stage]) {
         ctx->pipe->set_sampler_views(ctx->pipe, stage, s.count, s.views);
         ctx->pipe->bind_sampler_states(ctx->pipe, stage, s.count, s.samplers);
         ctx->num_views[stage] = (uint8_t)s.count;
      }
   }
   if (ctx->exec->samples_external && memcmp(&yuv, &ctx->yuv_key, sizeof yuv)) {
      ctx->yuv_key = yuv;
      ctx->dirty |= ST_NEW_PROGRAM;
   }
   return true;
}
