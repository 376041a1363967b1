/* SPDX-License-Identifier: MIT
 *
 * glGet* and glGetString (ES 2.0.25 6.1.1, 6.1.2, 6.1.5; tables 6.3 to 6.20). State that is one field stands
 * in a table; what must be computed has a function. Conversions between the types follow 6.1.2.
 */
#include <stddef.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "state_tracker/st_debug.h"
#include "state_tracker/st_format.h"
#include "format/format.h"

#define MAX_VALUES GL_MAX_GET_VALUES /* compressed formats */

enum kind {
   KIND_BOOL,
   KIND_INT,  /* also enums and names */
   KIND_MASK, /* GLuint */
   KIND_FLOAT,
   KIND_UNIT, /* float in [0,1] that maps to the full range of integers */
};

struct value {
   enum kind kind;
   unsigned n;
   union {
      GLint i[MAX_VALUES];
      float f[MAX_VALUES];
   };
};

GLint
gl_float_to_int(float f)
{
   if (f != f)
      return 0;
   if (f >= 2147483647.0f)
      return INT32_MAX;
   if (f <= -2147483648.0f)
      return INT32_MIN;
   return (GLint)(f < 0 ? (double)f - 0.5 : (double)f + 0.5);
}

/** 1.0 is the largest integer, -1.0 the smallest but one (ES 2.0.25 6.1.2). */
static GLint
unit_to_int(float f)
{
   double v = 2147483647.0 * (double)f;
   if (f != f)
      return 0;
   return v >= 2147483647.0 ? INT32_MAX : v <= -2147483648.0 ? INT32_MIN : (GLint)(v < 0 ? v - 0.5 : v + 0.5);
}

/* ---- state that is a field of the context -------------------------------------------------------------- */

#define AT(field) offsetof(struct st_context, field)

static const struct {
   GLenum pname;
   uint8_t kind, n;
   size_t offset;
} fields[] = {
   {GL_ALIASED_LINE_WIDTH_RANGE,            KIND_FLOAT, 2, AT(limits.line_width)           },
   {GL_ALIASED_POINT_SIZE_RANGE,            KIND_FLOAT, 2, AT(limits.point_size)           },
   {GL_BLEND_COLOR,                         KIND_UNIT,  4, AT(blend.color)                 },
   {GL_BLEND_DST_ALPHA,                     KIND_INT,   1, AT(blend.dst_alpha)             },
   {GL_BLEND_DST_RGB,                       KIND_INT,   1, AT(blend.dst_rgb)               },
   {GL_BLEND_EQUATION_ALPHA,                KIND_INT,   1, AT(blend.eq_alpha)              },
   {GL_BLEND_EQUATION_RGB,                  KIND_INT,   1, AT(blend.eq_rgb)                },
   {GL_BLEND_SRC_ALPHA,                     KIND_INT,   1, AT(blend.src_alpha)             },
   {GL_BLEND_SRC_RGB,                       KIND_INT,   1, AT(blend.src_rgb)               },
   {GL_COLOR_CLEAR_VALUE,                   KIND_UNIT,  4, AT(clear_color)                 },
   {GL_CULL_FACE_MODE,                      KIND_INT,   1, AT(cull_mode)                   },
   {GL_DEPTH_CLEAR_VALUE,                   KIND_UNIT,  1, AT(clear_depth)                 },
   {GL_DEPTH_FUNC,                          KIND_INT,   1, AT(depth_func)                  },
   {GL_DEPTH_RANGE,                         KIND_UNIT,  2, AT(depth_near)                  },
   {GL_DEPTH_WRITEMASK,                     KIND_BOOL,  1, AT(depth_mask)                  },
   {GL_FRAGMENT_SHADER_DERIVATIVE_HINT_OES, KIND_INT,   1, AT(derivative_hint)             },
   {GL_FRONT_FACE,                          KIND_INT,   1, AT(front_face)                  },
   {GL_GENERATE_MIPMAP_HINT,                KIND_INT,   1, AT(mipmap_hint)                 },
   {GL_LINE_WIDTH,                          KIND_FLOAT, 1, AT(line_width)                  },
   {GL_MAX_COLOR_ATTACHMENTS_EXT,           KIND_INT,   1, AT(limits.max_draw_buffers)     },
   {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS,    KIND_INT,   1, AT(limits.max_units)            },
   {GL_MAX_CUBE_MAP_TEXTURE_SIZE,           KIND_INT,   1, AT(limits.max_cube_size)        },
   {GL_MAX_DRAW_BUFFERS_EXT,                KIND_INT,   1, AT(limits.max_draw_buffers)     },
   {GL_MAX_FRAGMENT_UNIFORM_VECTORS,        KIND_INT,   1, AT(limits.max_fs_uniforms)      },
   {GL_MAX_SAMPLES_ANGLE,                   KIND_INT,   1, AT(limits.max_samples)          },
   {GL_MAX_RENDERBUFFER_SIZE,               KIND_INT,   1, AT(limits.max_renderbuffer_size)},
   {GL_MAX_SHADER_COMPILER_THREADS_KHR,     KIND_MASK,  1, AT(max_compiler_threads)        },
   {GL_MAX_TEXTURE_IMAGE_UNITS,             KIND_INT,   1, AT(limits.max_fs_samplers)      },
   {GL_MAX_TEXTURE_SIZE,                    KIND_INT,   1, AT(limits.max_texture_size)     },
   {GL_MAX_VARYING_VECTORS,                 KIND_INT,   1, AT(limits.max_varyings)         },
   {GL_MAX_VERTEX_ATTRIBS,                  KIND_INT,   1, AT(limits.max_attribs)          },
   {GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS,      KIND_INT,   1, AT(limits.max_vs_samplers)      },
   {GL_MAX_VERTEX_UNIFORM_VECTORS,          KIND_INT,   1, AT(limits.max_vs_uniforms)      },
   {GL_MAX_VIEWPORT_DIMS,                   KIND_INT,   2, AT(limits.max_viewport)         },
   {GL_PACK_REVERSE_ROW_ORDER_ANGLE,        KIND_BOOL,  1, AT(pack_reverse)                },
   {GL_PACK_ROW_LENGTH_NV,                  KIND_INT,   1, AT(pack_row_length)             },
   {GL_PACK_SKIP_PIXELS_NV,                 KIND_INT,   1, AT(pack_skip_pixels)            },
   {GL_PACK_SKIP_ROWS_NV,                   KIND_INT,   1, AT(pack_skip_rows)              },
   {GL_PACK_ALIGNMENT,                      KIND_INT,   1, AT(pack_alignment)              },
   {GL_POLYGON_OFFSET_CLAMP_EXT,            KIND_FLOAT, 1, AT(offset_clamp)                },
   {GL_POLYGON_OFFSET_FACTOR,               KIND_FLOAT, 1, AT(offset_factor)               },
   {GL_POLYGON_OFFSET_UNITS,                KIND_FLOAT, 1, AT(offset_units)                },
   {GL_SAMPLE_COVERAGE_INVERT,              KIND_BOOL,  1, AT(coverage_invert)             },
   {GL_SAMPLE_COVERAGE_VALUE,               KIND_FLOAT, 1, AT(coverage_value)              },
   {GL_SCISSOR_BOX,                         KIND_INT,   4, AT(scissor)                     },
   {GL_STENCIL_BACK_FAIL,                   KIND_INT,   1, AT(stencil[1].fail)             },
   {GL_STENCIL_BACK_FUNC,                   KIND_INT,   1, AT(stencil[1].func)             },
   {GL_STENCIL_BACK_PASS_DEPTH_FAIL,        KIND_INT,   1, AT(stencil[1].zfail)            },
   {GL_STENCIL_BACK_PASS_DEPTH_PASS,        KIND_INT,   1, AT(stencil[1].zpass)            },
   {GL_STENCIL_BACK_VALUE_MASK,             KIND_MASK,  1, AT(stencil[1].value_mask)       },
   {GL_STENCIL_BACK_WRITEMASK,              KIND_MASK,  1, AT(stencil[1].write_mask)       },
   {GL_STENCIL_CLEAR_VALUE,                 KIND_INT,   1, AT(clear_stencil)               },
   {GL_STENCIL_FAIL,                        KIND_INT,   1, AT(stencil[0].fail)             },
   {GL_STENCIL_FUNC,                        KIND_INT,   1, AT(stencil[0].func)             },
   {GL_STENCIL_PASS_DEPTH_FAIL,             KIND_INT,   1, AT(stencil[0].zfail)            },
   {GL_STENCIL_PASS_DEPTH_PASS,             KIND_INT,   1, AT(stencil[0].zpass)            },
   {GL_STENCIL_VALUE_MASK,                  KIND_MASK,  1, AT(stencil[0].value_mask)       },
   {GL_STENCIL_WRITEMASK,                   KIND_MASK,  1, AT(stencil[0].write_mask)       },
   {GL_SUBPIXEL_BITS,                       KIND_INT,   1, AT(limits.subpixel_bits)        },
   {GL_UNPACK_ALIGNMENT,                    KIND_INT,   1, AT(unpack_alignment)            },
   {GL_UNPACK_ROW_LENGTH_EXT,               KIND_INT,   1, AT(unpack_row_length)           },
   {GL_UNPACK_SKIP_PIXELS_EXT,              KIND_INT,   1, AT(unpack_skip_pixels)          },
   {GL_UNPACK_SKIP_ROWS_EXT,                KIND_INT,   1, AT(unpack_skip_rows)            },
   {GL_VIEWPORT,                            KIND_INT,   4, AT(viewport)                    },
   {GL_BLEND,                               KIND_BOOL,  1, AT(blend.enabled)               },
   {GL_CULL_FACE,                           KIND_BOOL,  1, AT(cull_face)                   },
   {GL_DEPTH_TEST,                          KIND_BOOL,  1, AT(depth_test)                  },
   {GL_DITHER,                              KIND_BOOL,  1, AT(dither)                      },
   {GL_DEPTH_CLAMP_EXT,                     KIND_BOOL,  1, AT(depth_clamp)                 },
   {GL_FRAMEBUFFER_SRGB_EXT,                KIND_BOOL,  1, AT(framebuffer_srgb)            },
   {GL_POLYGON_OFFSET_FILL,                 KIND_BOOL,  1, AT(polygon_offset)              },
   {GL_SAMPLE_ALPHA_TO_COVERAGE,            KIND_BOOL,  1, AT(alpha_to_coverage)           },
   {GL_SAMPLE_COVERAGE,                     KIND_BOOL,  1, AT(sample_coverage)             },
   {GL_SCISSOR_TEST,                        KIND_BOOL,  1, AT(scissor_test)                },
   {GL_STENCIL_TEST,                        KIND_BOOL,  1, AT(stencil_test)                },
};

_Static_assert(offsetof(struct st_context, depth_far) ==
                  offsetof(struct st_context, depth_near) + sizeof(float),
               "GL_DEPTH_RANGE reads both");

/* ---- state that is computed ---------------------------------------------------------------------------- */

static GLint
component_bits(struct st_context *ctx, GLenum pname)
{
   const struct st_surface_info *s = st_draw_surface(ctx);
   if (s->status != GL_FRAMEBUFFER_COMPLETE)
      return 0;
   GLenum f = s->color_internal_format;
   switch (pname) {
   case GL_DEPTH_BITS:
      return s->has_depth ? (GLint)u_format_depth_bits(s->zs.format) : 0;
   case GL_STENCIL_BITS:
      return s->has_stencil ? (GLint)u_format_stencil_bits(s->zs.format) : 0;
   case GL_ALPHA_BITS:
      if (st_opaque(f))
         return 0;
      break;
   default:
      break;
   }
   return s->color.texture ? (GLint)u_format_bits(s->color.format, pname - GL_RED_BITS) : 0;
}

static GLint
read_format(struct st_context *ctx, GLenum pname)
{
   struct st_surface_info s;
   GLenum format, type;
   st_read_surface(ctx, &s);
   gl_read_format(&s, &format, &type);
   return (GLint)(pname == GL_IMPLEMENTATION_COLOR_READ_FORMAT ? format : type);
}

static GLint
name_of_buffer(const struct st_buffer *b)
{
   return b ? (GLint)b->name : 0;
}

/* Names of desktop GL and later versions that extensions use here. */
#define GL_CONTEXT_FLAGS                  0x821E
#define GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT 0x4

/** False for an unknown name. */
static bool
computed(struct st_context *ctx, GLenum pname, struct value *v)
{
   v->kind = KIND_INT;
   v->n = 1;
   if (pname >= GL_DRAW_BUFFER0_EXT && pname < GL_DRAW_BUFFER0_EXT + (GLenum)ctx->limits.max_draw_buffers) {
      v->i[0] = (GLint)gl_draw_buffer(ctx, pname - GL_DRAW_BUFFER0_EXT);
      return true;
   }
   if (pname >= GL_CLIP_DISTANCE0_APPLE &&
       pname < GL_CLIP_DISTANCE0_APPLE + (GLenum)ctx->limits.max_clip_distances) {
      v->kind = KIND_BOOL;
      v->i[0] = ctx->clip_distances >> (pname - GL_CLIP_DISTANCE0_APPLE) & 1;
      return true;
   }
   switch (pname) {
   case GL_ACTIVE_TEXTURE:
      v->i[0] = (GLint)(GL_TEXTURE0 + ctx->active_unit);
      return true;
   case GL_ARRAY_BUFFER_BINDING:
      v->i[0] = name_of_buffer(ctx->array_buffer);
      return true;
   case GL_PIXEL_PACK_BUFFER_BINDING_NV:
      v->i[0] = name_of_buffer(ctx->pack_buffer);
      return true;
   case GL_PIXEL_UNPACK_BUFFER_BINDING_NV:
      v->i[0] = name_of_buffer(ctx->unpack_buffer);
      return true;
   case GL_ELEMENT_ARRAY_BUFFER_BINDING:
      v->i[0] = name_of_buffer(ctx->vao->element_buffer);
      return true;
   case GL_VERTEX_ARRAY_BINDING_OES:
      v->i[0] = (GLint)ctx->vao->name;
      return true;
   case GL_FRAMEBUFFER_BINDING:
      v->i[0] = ctx->fbo ? (GLint)ctx->fbo->name : 0;
      return true;
   case GL_READ_FRAMEBUFFER_BINDING_ANGLE:
      v->i[0] = ctx->fbo_read ? (GLint)ctx->fbo_read->name : 0;
      return true;
   case GL_RENDERBUFFER_BINDING:
      v->i[0] = ctx->renderbuffer ? (GLint)ctx->renderbuffer->name : 0;
      return true;
   case GL_CURRENT_PROGRAM:
      v->i[0] = ctx->program ? (GLint)ctx->program->name : 0;
      return true;
   case GL_PROGRAM_PIPELINE_BINDING_EXT:
      v->i[0] = ctx->pipeline ? (GLint)ctx->pipeline->name : 0;
      return true;
   case GL_TEXTURE_BINDING_2D:
      v->i[0] = (GLint)ctx->units[ctx->active_unit].tex[ST_TEX_2D]->name;
      return true;
   case GL_TEXTURE_BINDING_3D_OES:
      if (!(ctx->features & ST_HAS_3D))
         return false;
      v->i[0] = (GLint)ctx->units[ctx->active_unit].tex[ST_TEX_3D]->name;
      return true;
   case GL_MAX_3D_TEXTURE_SIZE_OES:
      v->i[0] = ctx->limits.max_3d_size;
      return (ctx->features & ST_HAS_3D) != 0;
   case GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT:
      v->kind = KIND_FLOAT;
      v->f[0] = (float)ctx->screen->caps.max_anisotropy;
      return (ctx->features & ST_HAS_ANISOTROPY) != 0;
   case GL_TEXTURE_BINDING_EXTERNAL_OES:
      v->i[0] = (GLint)ctx->units[ctx->active_unit].tex[ST_TEX_EXTERNAL]->name;
      return true;
   case GL_TEXTURE_BINDING_CUBE_MAP:
      v->i[0] = (GLint)ctx->units[ctx->active_unit].tex[ST_TEX_CUBE]->name;
      return true;
   case GL_RED_BITS:
   case GL_GREEN_BITS:
   case GL_BLUE_BITS:
   case GL_ALPHA_BITS:
   case GL_DEPTH_BITS:
   case GL_STENCIL_BITS:
      v->i[0] = component_bits(ctx, pname);
      return true;
   case GL_SAMPLES:
      v->i[0] = st_draw_surface(ctx)->samples;
      return true;
   case GL_SAMPLE_BUFFERS:
      v->i[0] = st_draw_surface(ctx)->samples > 1;
      return true;
   case GL_IMPLEMENTATION_COLOR_READ_FORMAT:
   case GL_IMPLEMENTATION_COLOR_READ_TYPE: {
      struct st_surface_info s;
      st_read_surface(ctx, &s);
      if (s.status != GL_FRAMEBUFFER_COMPLETE || !s.color.texture) {
         st_error(ctx, GL_INVALID_OPERATION, "glGet(0x%x): nothing to read from", pname);
         v->n = 0;
         return true;
      }
      v->i[0] = read_format(ctx, pname);
      return true;
   }
   case GL_STENCIL_REF:
      v->i[0] = CLAMP(ctx->stencil[0].ref, 0, 255);
      return true;
   case GL_STENCIL_BACK_REF:
      v->i[0] = CLAMP(ctx->stencil[1].ref, 0, 255);
      return true;
   case GL_MAX_CLIP_DISTANCES_APPLE:
      v->i[0] = ctx->limits.max_clip_distances;
      return v->i[0] > 0;
   case GL_CLIP_ORIGIN_EXT:
      v->i[0] = ctx->upper_left ? GL_UPPER_LEFT_EXT : GL_LOWER_LEFT_EXT;
      return true;
   case GL_CLIP_DEPTH_MODE_EXT:
      v->i[0] = ctx->zero_to_one ? GL_ZERO_TO_ONE_EXT : GL_NEGATIVE_ONE_TO_ONE_EXT;
      return true;
   case GL_CONTEXT_RELEASE_BEHAVIOR_KHR:
      v->i[0] = GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR;
      return true;
   case GL_NUM_SHADER_BINARY_FORMATS:
      v->i[0] = 0;
      return true;
   case GL_NUM_PROGRAM_BINARY_FORMATS_OES:
      v->i[0] = 1;
      return true;
   case GL_PROGRAM_BINARY_FORMATS_OES:
      v->i[0] = ST_PROGRAM_BINARY_FORMAT;
      return true;
   case GL_NUM_COMPRESSED_TEXTURE_FORMATS:
      for (v->i[0] = 0; st_compressed_format_by_index(ctx, (unsigned)v->i[0]);)
         v->i[0]++;
      return true;
   case GL_COMPRESSED_TEXTURE_FORMATS:
      for (v->n = 0; v->n < MAX_VALUES && st_compressed_format_by_index(ctx, v->n); v->n++)
         v->i[v->n] = (GLint)st_compressed_format_by_index(ctx, v->n)->internal;
      return true;
   case GL_SHADER_BINARY_FORMATS:
      v->n = 0;
      return true;
   case GL_CONTEXT_FLAGS:
      v->i[0] = (ctx->attribs.debug ? GL_CONTEXT_FLAG_DEBUG_BIT_KHR : 0) |
                (ctx->attribs.robust_access ? GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT : 0) |
                (ctx->attribs.no_error ? GL_CONTEXT_FLAG_NO_ERROR_BIT_KHR : 0);
      return true;
   case GL_CONTEXT_ROBUST_ACCESS_EXT:
      v->kind = KIND_BOOL;
      v->i[0] = ctx->attribs.robust_access;
      return true;
   case GL_RESET_NOTIFICATION_STRATEGY_EXT:
      v->i[0] =
         ctx->attribs.lose_context_on_reset ? GL_LOSE_CONTEXT_ON_RESET_EXT : GL_NO_RESET_NOTIFICATION_EXT;
      return true;
   case GL_GPU_DISJOINT_EXT:
      v->kind = KIND_BOOL;
      v->i[0] = 0;
      return gl_has_timer_query(ctx);
   case GL_TIMESTAMP_EXT: {
      uint64_t ns = 0;
      if (!gl_has_timer_query(ctx))
         return false;
      if (!gl_timestamp(ctx, &ns))
         st_error(ctx, GL_OUT_OF_MEMORY, "glGet(GL_TIMESTAMP_EXT)");
      v->i[0] = (GLint)MIN2(ns, INT32_MAX);
      return true;
   }
   case GL_DEBUG_GROUP_STACK_DEPTH_KHR:
      v->i[0] = (GLint)st_debug_group_depth(ctx);
      return true;
   case GL_DEBUG_LOGGED_MESSAGES_KHR:
      v->i[0] = (GLint)st_debug_num_logged(ctx);
      return true;
   case GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH_KHR:
      v->i[0] = st_debug_oldest(ctx) ? (GLint)strlen(st_debug_oldest(ctx)->text) + 1 : 0;
      return true;
   case GL_MAX_DEBUG_GROUP_STACK_DEPTH_KHR:
      v->i[0] = ST_DEBUG_MAX_GROUPS;
      return true;
   case GL_MAX_DEBUG_LOGGED_MESSAGES_KHR:
      v->i[0] = ST_DEBUG_MAX_LOGGED;
      return true;
   case GL_MAX_DEBUG_MESSAGE_LENGTH_KHR:
      v->i[0] = ST_DEBUG_MAX_MESSAGE_B;
      return true;
   case GL_MAX_LABEL_LENGTH_KHR:
      v->i[0] = ST_DEBUG_MAX_LABEL_B;
      return true;
   case GL_DEBUG_OUTPUT_KHR:
   case GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR:
      v->kind = KIND_BOOL;
      v->i[0] = pname == GL_DEBUG_OUTPUT_KHR ? st_debug_enabled(ctx) : st_debug_synchronous(ctx);
      return true;
   case GL_MAX_DUAL_SOURCE_DRAW_BUFFERS_EXT:
      v->i[0] = 1;
      return gl_has_dual_source(ctx);
   case GL_FRAGMENT_SHADER_DISCARDS_SAMPLES_EXT: /* one that reads the framebuffer runs for each sample */
      if (!gl_has_framebuffer_fetch(ctx))
         return false;
      v->kind = KIND_BOOL;
      v->i[0] = 1;
      return true;
   case GL_SHADER_COMPILER:
      v->kind = KIND_BOOL;
      v->i[0] = 1;
      return true;
   case GL_COLOR_WRITEMASK:
      v->kind = KIND_BOOL;
      v->n = 4;
      for (unsigned c = 0; c < 4; c++)
         v->i[c] = ctx->color_mask >> c & 1;
      return true;
   default:
      return false;
   }
}

/** False (and the error raised) for an unknown name. */
static bool
get(struct st_context *ctx, GLenum pname, struct value *v)
{
   for (unsigned i = 0; i < ARRAY_SIZE(fields); i++) {
      if (fields[i].pname != pname)
         continue;
      const char *p = (const char *)ctx + fields[i].offset;
      v->kind = fields[i].kind;
      v->n = fields[i].n;
      if (v->kind == KIND_BOOL)
         v->i[0] = *(const bool *)p;
      else
         memcpy(v->i, p, v->n * sizeof v->i[0]);
      return true;
   }
   if (computed(ctx, pname, v))
      return true;
   st_error(ctx, GL_INVALID_ENUM, "glGet(0x%x)", pname);
   return false;
}

void
gl_GetBooleanv(struct st_context *ctx, GLenum pname, GLboolean *data)
{
   struct value v;
   if (!get(ctx, pname, &v))
      return;
   for (unsigned i = 0; i < v.n; i++)
      data[i] = v.kind >= KIND_FLOAT ? v.f[i] != 0 : v.i[i] != 0;
}

unsigned
gl_get_integers(struct st_context *ctx, GLenum pname, GLint *data)
{
   struct value v;
   if (!get(ctx, pname, &v))
      return 0;
   for (unsigned i = 0; i < v.n; i++)
      data[i] = v.kind == KIND_UNIT    ? unit_to_int(v.f[i])
                : v.kind == KIND_FLOAT ? gl_float_to_int(v.f[i])
                                       : v.i[i];
   return v.n;
}

void
gl_GetIntegerv(struct st_context *ctx, GLenum pname, GLint *data)
{
   (void)gl_get_integers(ctx, pname, data);
}

void
gl_GetFloatv(struct st_context *ctx, GLenum pname, GLfloat *data)
{
   struct value v;
   if (!get(ctx, pname, &v))
      return;
   for (unsigned i = 0; i < v.n; i++)
      data[i] = v.kind >= KIND_FLOAT ? v.f[i] : v.kind == KIND_MASK ? (float)(GLuint)v.i[i] : (float)v.i[i];
}

const GLubyte *
gl_GetString(struct st_context *ctx, GLenum name)
{
   const char *text = NULL;
   switch (name) {
   case GL_VENDOR:
      text = "TeraGL";
      break;
   case GL_RENDERER:
      text = ctx->screen->caps.renderer;
      break;
   case GL_VERSION:
      text = "OpenGL ES 2.0 TeraGL 0.1";
      break;
   case GL_SHADING_LANGUAGE_VERSION:
      text = "OpenGL ES GLSL ES 1.00 TeraGL";
      break;
   case GL_EXTENSIONS:
      text = gl_extension_string(ctx);
      break;
   default:
      st_error(ctx, GL_INVALID_ENUM, "glGetString(0x%x)", name);
   }
   return (const GLubyte *)text;
}
