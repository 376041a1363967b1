/* SPDX-License-Identifier: MIT
 *
 * What glGet* tells in contexts of OpenGL ES 3.0 beyond 2.0 (ES 3.0.6 tables 6.2 to 6.36).
 */
#include <stddef.h>

#include "api/gles/gl_common.h"
#include "api/gles/state/gl_get.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/draw/st_feedback.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_texture.h"

/* Indices and vertices that a draw should have at most; there is no cost beyond. */
#define ADVISED_MAX 1048576

/* Fields of the context. */
static const struct {
   GLenum pname;
   size_t offset;
   GLint times; /* numbers of vectors are told as numbers of components, too */
} fields[] = {
#define LIMIT(name) offsetof(struct st_context, limits.name)
   {GL_MAX_3D_TEXTURE_SIZE,                           LIMIT(max_3d_size),             1},
   {GL_MAX_ARRAY_TEXTURE_LAYERS,                      LIMIT(max_array_layers),        1},
   {GL_MAX_COMBINED_UNIFORM_BLOCKS,                   LIMIT(max_uniform_buffers),     1},
   {GL_MAX_FRAGMENT_INPUT_COMPONENTS,                 LIMIT(max_varyings),            4},
   {GL_MAX_FRAGMENT_UNIFORM_BLOCKS,                   LIMIT(max_uniform_blocks),      1},
   {GL_MAX_FRAGMENT_UNIFORM_COMPONENTS,               LIMIT(max_fs_uniforms),         4},
   {GL_MAX_PROGRAM_TEXEL_OFFSET,                      LIMIT(max_texel_offset),        1},
   {GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, LIMIT(max_feedback_components), 1},
   {GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS,       LIMIT(max_feedback_buffers),    1},
   {GL_MAX_UNIFORM_BLOCK_SIZE,                        LIMIT(max_uniform_block_B),     1},
   {GL_MAX_UNIFORM_BUFFER_BINDINGS,                   LIMIT(max_uniform_buffers),     1},
   {GL_MAX_VARYING_COMPONENTS,                        LIMIT(max_varyings),            4},
   {GL_MAX_VERTEX_OUTPUT_COMPONENTS,                  LIMIT(max_varyings),            4},
   {GL_MAX_VERTEX_UNIFORM_BLOCKS,                     LIMIT(max_uniform_blocks),      1},
   {GL_MAX_VERTEX_UNIFORM_COMPONENTS,                 LIMIT(max_vs_uniforms),         4},
   {GL_MIN_PROGRAM_TEXEL_OFFSET,                      LIMIT(min_texel_offset),        1},
   {GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT,               LIMIT(uniform_alignment_B),     1},
#undef LIMIT
};

/** Words of default uniforms and of all blocks that a stage may have. */
static GLint
combined_components(const struct st_context *ctx, GLint vectors)
{
   const struct st_limits *l = &ctx->limits;
   return 4 * vectors + l->max_uniform_blocks * (l->max_uniform_block_B / 4);
}

static GLint
name_of(const struct st_buffer *b)
{
   return b ? (GLint)b->name : 0;
}

/** False: none of these. */
static bool
get_binding(const struct st_context *ctx, GLenum pname, GLint *v)
{
   const struct st_sampler *s = ctx->units[ctx->active_unit].sampler;
   switch (pname) {
   case GL_COPY_READ_BUFFER_BINDING:
      *v = name_of(ctx->copy_read_buffer);
      return true;
   case GL_COPY_WRITE_BUFFER_BINDING:
      *v = name_of(ctx->copy_write_buffer);
      return true;
   case GL_SAMPLER_BINDING:
      *v = s ? (GLint)s->name : 0;
      return true;
   case GL_TRANSFORM_FEEDBACK_BINDING:
      *v = (GLint)ctx->feedback->name;
      return true;
   case GL_TRANSFORM_FEEDBACK_BUFFER_BINDING:
      *v = name_of(ctx->feedback_buffer);
      return true;
   case GL_UNIFORM_BUFFER_BINDING:
      *v = name_of(ctx->uniform_buffer);
      return true;
   default:
      return false;
   }
}

static bool
get_flag(const struct st_context *ctx, GLenum pname, GLint *v)
{
   switch (pname) {
   case GL_PRIMITIVE_RESTART_FIXED_INDEX:
      *v = ctx->primitive_restart;
      return true;
   case GL_RASTERIZER_DISCARD:
      *v = ctx->rasterizer_discard;
      return true;
   case GL_TRANSFORM_FEEDBACK_ACTIVE:
      *v = ctx->feedback->active;
      return true;
   case GL_TRANSFORM_FEEDBACK_PAUSED:
      *v = ctx->feedback->paused;
      return true;
   default:
      return false;
   }
}

static bool
get_constant(const struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   switch (pname) {
   case GL_MAX_ELEMENT_INDEX:
      v->kind = GL_KIND_COUNT;
      v->i[0] = -1;
      return true;
   case GL_MAX_ELEMENTS_INDICES:
   case GL_MAX_ELEMENTS_VERTICES:
      v->i[0] = ADVISED_MAX;
      return true;
   case GL_MAX_TEXTURE_LOD_BIAS:
      v->kind = GL_KIND_FLOAT;
      v->f[0] = 16.0f;
      return true;
   case GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS:
      v->i[0] = (GLint)ctx->glsl_options.max_feedback_separate_components;
      return true;
   case GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS:
      v->i[0] = combined_components(ctx, ctx->limits.max_vs_uniforms);
      return true;
   case GL_MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS:
      v->i[0] = combined_components(ctx, ctx->limits.max_fs_uniforms);
      return true;
   default:
      return false;
   }
}

bool
gl_get_gles3(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   if (ctx->version < 30)
      return false;
   v->n = 1;
   v->kind = GL_KIND_BOOL;
   if (get_flag(ctx, pname, &v->i[0]))
      return true;
   v->kind = GL_KIND_INT;
   if (get_binding(ctx, pname, &v->i[0]) || get_constant(ctx, pname, v))
      return true;
   for (unsigned i = 0; i < ARRAY_SIZE(fields); i++)
      if (fields[i].pname == pname) {
         v->i[0] = fields[i].times * *(const GLint *)((const char *)ctx + fields[i].offset);
         return true;
      }
   return false;
}
