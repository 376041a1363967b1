/* SPDX-License-Identifier: MIT
 *
 * See st_gles3.h. The least that an implementation offers is in OpenGL ES 3.0.6, tables 6.28 to 6.33; the formats in 3.8.3
 * (required texture formats) and 4.4.4.
 */
#include "state_tracker/st_gles3.h"

#include "compiler/ir/target.h"
#include "state_tracker/st_api.h"
#include "state_tracker/st_context.h"
#include "util/u_math.h"

#define SAMPLED (PIPE_BIND_SAMPLER_VIEW)
#define DRAWN   (PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET)
#define DEPTH   (PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_DEPTH_STENCIL)

/* Formats that stand for their kind: who has these has the smaller ones, too. */
static const struct {
   enum pipe_format format;
   uint32_t bind;
   bool array;
   const char *name;
} formats[] = {
   {PIPE_FORMAT_R8G8B8A8_SRGB,        DRAWN,   true,  "sRGB targets"            },
   {PIPE_FORMAT_R10G10B10A2_UNORM,    DRAWN,   false, "10-bit targets"          },
   {PIPE_FORMAT_R10G10B10A2_UINT,     DRAWN,   false, "10-bit integer targets"  },
   {PIPE_FORMAT_R8G8B8A8_UINT,        DRAWN,   true,  "integer targets"         },
   {PIPE_FORMAT_R32G32B32A32_UINT,    DRAWN,   false, "32-bit integer targets"  },
   {PIPE_FORMAT_R32G32B32A32_SINT,    DRAWN,   false, "32-bit integer targets"  },
   {PIPE_FORMAT_R11G11B10_FLOAT,      SAMPLED, false, "11-bit float textures"   },
   {PIPE_FORMAT_R9G9B9E5_FLOAT,       SAMPLED, false, "shared exponents"        },
   {PIPE_FORMAT_R8G8B8A8_SNORM,       SAMPLED, false, "signed textures"         },
   {PIPE_FORMAT_R32G32B32A32_FLOAT,   SAMPLED, false, "float textures"          },
   {PIPE_FORMAT_Z24_UNORM_S8_UINT,    DEPTH,   true,  "depth and stencil"       },
   {PIPE_FORMAT_Z32_FLOAT,            DEPTH,   false, "float depth"             },
   {PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, DEPTH,   false, "float depth with stencil"},
};

static const char *
missing_sizes(const struct pipe_caps *c)
{
   return c->max_texture_2d_size < 2048 || c->max_texture_cube_size < 2048 || c->max_renderbuffer_size < 2048
             ? "texture size"
          : c->max_texture_3d_size < 256 ? "3D textures"
          : c->max_array_layers < 256    ? "array textures"
          : c->max_samples < 4           ? "samples"
          : c->max_render_targets < 4    ? "draw buffers"
          : !c->npot_textures            ? "texture sizes"
          : !c->seamless_cube_map        ? "seamless cube maps"
                                         : NULL;
}

static const char *
missing_in_shaders(const struct pipe_screen *s)
{
   const struct pipe_caps *c = &s->caps;
   return !s->ir_target->integers                                                    ? "integers"
          : c->max_vertex_attribs < 16                                               ? "vertex attributes"
          : c->max_vs_uniforms < 256 || c->max_fs_uniforms < 224                     ? "uniforms"
          : c->max_vs_samplers < 16 || c->max_fs_samplers < 16                       ? "samplers"
          : c->max_varyings < 16                                                     ? "varyings"
          : !c->derivatives || !c->texture_lod || !c->shadow_samplers                ? "texture functions"
          : c->min_texel_offset > -8 || c->max_texel_offset < 7                      ? "texel offsets"
          : !c->instance_id                                                          ? "instance id"
          : c->max_uniform_blocks < 12 || c->max_const_buffer_size_B < 16384         ? "uniform blocks"
          : !c->const_buffer_offset_alignment_B                                      ? "uniform blocks"
          : c->max_stream_output_buffers < 4 || c->max_stream_output_components < 64 ? "transform feedback"
                                                                                     : NULL;
}

static const char *
missing_formats(struct pipe_screen *s)
{
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (!s->is_format_supported(s, formats[i].format, PIPE_TEXTURE_2D, 0, formats[i].bind) ||
          (formats[i].array &&
           !s->is_format_supported(s, formats[i].format, PIPE_TEXTURE_2D_ARRAY, 0, formats[i].bind)))
         return formats[i].name;
   return NULL;
}

const char *
st_gles3_missing(struct pipe_screen *s)
{
   const struct pipe_caps *c = &s->caps;
   const char *what = missing_in_shaders(s);
   if (!what)
      what = missing_sizes(c);
   if (!what)
      what = !c->index_uint          ? "32-bit indices"
             : !c->primitive_restart ? "primitive restart"
             : !c->occlusion_query   ? "occlusion queries"
                                     : NULL;
   return what ? what : missing_formats(s);
}

void
st_gles3_init_limits(struct st_context *ctx)
{
   const struct pipe_caps *c = &ctx->screen->caps;
   struct st_limits *l = &ctx->limits;
   assert(ctx->version >= 30 && !st_gles3_missing(ctx->screen));
   l->max_array_layers = c->max_array_layers;
   l->max_uniform_blocks = MIN2(c->max_uniform_blocks, IR_MAX_BLOCKS);
   l->max_uniform_buffers = 2 * l->max_uniform_blocks;
   l->max_uniform_block_B = (GLint)c->max_const_buffer_size_B;
   l->uniform_alignment_B = (GLint)c->const_buffer_offset_alignment_B;
   l->max_feedback_buffers = MIN2(c->max_stream_output_buffers, PIPE_MAX_SO_BUFFERS);
   l->max_feedback_components = c->max_stream_output_components;
   l->min_texel_offset = c->min_texel_offset;
   l->max_texel_offset = c->max_texel_offset;
   struct glsl_options *o = &ctx->glsl_options;
   o->essl_300 = o->ext_shader_integer_mix = true;
   o->ext_clip_cull_distance = c->max_clip_distances > 0;
   o->max_vertex_output_vectors = o->max_fragment_input_vectors = (unsigned)l->max_varyings;
   o->min_program_texel_offset = l->min_texel_offset;
   o->max_program_texel_offset = l->max_texel_offset;
   o->max_uniform_blocks = (unsigned)l->max_uniform_blocks;
   o->max_combined_uniform_blocks = (unsigned)l->max_uniform_buffers;
   o->max_uniform_block_size_B = c->max_const_buffer_size_B;
   o->max_feedback_interleaved_components = c->max_stream_output_components;
   o->max_feedback_separate_attribs = (unsigned)l->max_feedback_buffers;
   o->max_feedback_separate_components = c->max_stream_output_components;
}
