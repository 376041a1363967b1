/* SPDX-License-Identifier: MIT
 *
 * glGet* and glGetString (ES 2.0.25 6.1.1, 6.1.2, 6.1.5; tables 6.3 to 6.20). State that is one field stands
 * in a table; the rest is in gl_get_computed.c. Conversions between the types follow 6.1.2.
 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/state/gl_get.h"
#include "format/format.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/draw/st_query.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/program/st_pipeline.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_texture.h"

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

GLint
gl_unit_to_int(float f)
{
   double v = 2147483647.0 * (double)f;
   if (f != f)
      return 0;
   return v >= 2147483647.0 ? INT32_MAX : v <= -2147483648.0 ? INT32_MIN : (GLint)(v < 0 ? v - 0.5 : v + 0.5);
}

/* ---- state that is a field of the context -------------------------------------------------------------- */

_Static_assert(sizeof(GLenum) == sizeof(GLint) && sizeof(GLuint) == sizeof(GLint) &&
                  sizeof(float) == sizeof(GLint),
               "get_state copies any of them");
_Static_assert(GL_KIND_FLOAT > GL_KIND_COUNT && GL_KIND_UNIT > GL_KIND_FLOAT,
               "kind >= GL_KIND_FLOAT: gl_value::f");

#define AT(field) offsetof(struct st_context, field)

static const struct {
   GLenum pname;
   uint8_t kind, n;
   size_t offset;
} fields[] = {
   {GL_ALIASED_LINE_WIDTH_RANGE,            GL_KIND_FLOAT, 2, AT(limits.line_width)           },
   {GL_ALIASED_POINT_SIZE_RANGE,            GL_KIND_FLOAT, 2, AT(limits.point_size)           },
   {GL_BLEND_COLOR,                         GL_KIND_UNIT,  4, AT(blend.color)                 },
   {GL_BLEND_DST_ALPHA,                     GL_KIND_INT,   1, AT(blend.target[0].dst_alpha)   },
   {GL_BLEND_DST_RGB,                       GL_KIND_INT,   1, AT(blend.target[0].dst_rgb)     },
   {GL_BLEND_EQUATION_ALPHA,                GL_KIND_INT,   1, AT(blend.target[0].eq_alpha)    },
   {GL_BLEND_EQUATION_RGB,                  GL_KIND_INT,   1, AT(blend.target[0].eq_rgb)      },
   {GL_BLEND_SRC_ALPHA,                     GL_KIND_INT,   1, AT(blend.target[0].src_alpha)   },
   {GL_BLEND_SRC_RGB,                       GL_KIND_INT,   1, AT(blend.target[0].src_rgb)     },
   {GL_COLOR_CLEAR_VALUE,                   GL_KIND_UNIT,  4, AT(clear_color)                 },
   {GL_CULL_FACE_MODE,                      GL_KIND_INT,   1, AT(cull_mode)                   },
   {GL_DEPTH_CLEAR_VALUE,                   GL_KIND_UNIT,  1, AT(clear_depth)                 },
   {GL_DEPTH_FUNC,                          GL_KIND_INT,   1, AT(depth_func)                  },
   {GL_DEPTH_RANGE,                         GL_KIND_UNIT,  2, AT(depth_near)                  },
   {GL_DEPTH_WRITEMASK,                     GL_KIND_BOOL,  1, AT(depth_mask)                  },
   {GL_FRAGMENT_SHADER_DERIVATIVE_HINT_OES, GL_KIND_INT,   1, AT(derivative_hint)             },
   {GL_FRONT_FACE,                          GL_KIND_INT,   1, AT(front_face)                  },
   {GL_GENERATE_MIPMAP_HINT,                GL_KIND_INT,   1, AT(mipmap_hint)                 },
   {GL_LINE_WIDTH,                          GL_KIND_FLOAT, 1, AT(line_width)                  },
   {GL_MAX_COLOR_ATTACHMENTS_EXT,           GL_KIND_INT,   1, AT(limits.max_draw_buffers)     },
   {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS,    GL_KIND_INT,   1, AT(limits.max_units)            },
   {GL_MAX_CUBE_MAP_TEXTURE_SIZE,           GL_KIND_INT,   1, AT(limits.max_cube_size)        },
   {GL_MAX_DRAW_BUFFERS_EXT,                GL_KIND_INT,   1, AT(limits.max_draw_buffers)     },
   {GL_MAX_FRAGMENT_UNIFORM_VECTORS,        GL_KIND_INT,   1, AT(limits.max_fs_uniforms)      },
   {GL_MAX_SAMPLES_ANGLE,                   GL_KIND_INT,   1, AT(limits.max_samples)          },
   {GL_MAX_RENDERBUFFER_SIZE,               GL_KIND_INT,   1, AT(limits.max_renderbuffer_size)},
   {GL_MAX_SHADER_COMPILER_THREADS_KHR,     GL_KIND_INT,   1, AT(max_compiler_threads)        },
   {GL_MAX_TEXTURE_IMAGE_UNITS,             GL_KIND_INT,   1, AT(limits.max_fs_samplers)      },
   {GL_MAX_TEXTURE_SIZE,                    GL_KIND_INT,   1, AT(limits.max_texture_size)     },
   {GL_MAX_VARYING_VECTORS,                 GL_KIND_INT,   1, AT(limits.max_varyings)         },
   {GL_MAX_VERTEX_ATTRIBS,                  GL_KIND_INT,   1, AT(limits.max_attribs)          },
   {GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS,      GL_KIND_INT,   1, AT(limits.max_vs_samplers)      },
   {GL_MAX_VERTEX_UNIFORM_VECTORS,          GL_KIND_INT,   1, AT(limits.max_vs_uniforms)      },
   {GL_MAX_VIEWPORT_DIMS,                   GL_KIND_INT,   2, AT(limits.max_viewport)         },
   {GL_PACK_REVERSE_ROW_ORDER_ANGLE,        GL_KIND_BOOL,  1, AT(pack_reverse)                },
   {GL_PACK_ROW_LENGTH_NV,                  GL_KIND_INT,   1, AT(pack_row_length)             },
   {GL_PACK_SKIP_PIXELS_NV,                 GL_KIND_INT,   1, AT(pack_skip_pixels)            },
   {GL_PACK_SKIP_ROWS_NV,                   GL_KIND_INT,   1, AT(pack_skip_rows)              },
   {GL_PACK_ALIGNMENT,                      GL_KIND_INT,   1, AT(pack_alignment)              },
   {GL_POLYGON_OFFSET_CLAMP_EXT,            GL_KIND_FLOAT, 1, AT(offset_clamp)                },
   {GL_POLYGON_OFFSET_FACTOR,               GL_KIND_FLOAT, 1, AT(offset_factor)               },
   {GL_POLYGON_OFFSET_UNITS,                GL_KIND_FLOAT, 1, AT(offset_units)                },
   {GL_SAMPLE_COVERAGE_INVERT,              GL_KIND_BOOL,  1, AT(coverage_invert)             },
   {GL_SAMPLE_COVERAGE_VALUE,               GL_KIND_FLOAT, 1, AT(coverage_value)              },
   {GL_SCISSOR_BOX,                         GL_KIND_INT,   4, AT(scissor)                     },
   {GL_STENCIL_BACK_FAIL,                   GL_KIND_INT,   1, AT(stencil[1].fail)             },
   {GL_STENCIL_BACK_FUNC,                   GL_KIND_INT,   1, AT(stencil[1].func)             },
   {GL_STENCIL_BACK_PASS_DEPTH_FAIL,        GL_KIND_INT,   1, AT(stencil[1].zfail)            },
   {GL_STENCIL_BACK_PASS_DEPTH_PASS,        GL_KIND_INT,   1, AT(stencil[1].zpass)            },
   {GL_STENCIL_BACK_VALUE_MASK,             GL_KIND_MASK,  1, AT(stencil[1].value_mask)       },
   {GL_STENCIL_BACK_WRITEMASK,              GL_KIND_MASK,  1, AT(stencil[1].write_mask)       },
   {GL_STENCIL_CLEAR_VALUE,                 GL_KIND_INT,   1, AT(clear_stencil)               },
   {GL_STENCIL_FAIL,                        GL_KIND_INT,   1, AT(stencil[0].fail)             },
   {GL_STENCIL_FUNC,                        GL_KIND_INT,   1, AT(stencil[0].func)             },
   {GL_STENCIL_PASS_DEPTH_FAIL,             GL_KIND_INT,   1, AT(stencil[0].zfail)            },
   {GL_STENCIL_PASS_DEPTH_PASS,             GL_KIND_INT,   1, AT(stencil[0].zpass)            },
   {GL_STENCIL_VALUE_MASK,                  GL_KIND_MASK,  1, AT(stencil[0].value_mask)       },
   {GL_STENCIL_WRITEMASK,                   GL_KIND_MASK,  1, AT(stencil[0].write_mask)       },
   {GL_SUBPIXEL_BITS,                       GL_KIND_INT,   1, AT(limits.subpixel_bits)        },
   {GL_UNPACK_ALIGNMENT,                    GL_KIND_INT,   1, AT(unpack_alignment)            },
   {GL_UNPACK_ROW_LENGTH_EXT,               GL_KIND_INT,   1, AT(unpack_row_length)           },
   {GL_UNPACK_SKIP_PIXELS_EXT,              GL_KIND_INT,   1, AT(unpack_skip_pixels)          },
   {GL_UNPACK_SKIP_ROWS_EXT,                GL_KIND_INT,   1, AT(unpack_skip_rows)            },
   {GL_VIEWPORT,                            GL_KIND_INT,   4, AT(viewport)                    },
   {GL_BLEND,                               GL_KIND_BOOL,  1, AT(blend.target[0].enabled)     },
   {GL_CULL_FACE,                           GL_KIND_BOOL,  1, AT(cull_face)                   },
   {GL_DEPTH_TEST,                          GL_KIND_BOOL,  1, AT(depth_test)                  },
   {GL_DITHER,                              GL_KIND_BOOL,  1, AT(dither)                      },
   {GL_DEPTH_CLAMP_EXT,                     GL_KIND_BOOL,  1, AT(depth_clamp)                 },
   {GL_FRAMEBUFFER_SRGB_EXT,                GL_KIND_BOOL,  1, AT(framebuffer_srgb)            },
   {GL_POLYGON_OFFSET_FILL,                 GL_KIND_BOOL,  1, AT(polygon_offset)              },
   {GL_SAMPLE_ALPHA_TO_COVERAGE,            GL_KIND_BOOL,  1, AT(alpha_to_coverage)           },
   {GL_SAMPLE_COVERAGE,                     GL_KIND_BOOL,  1, AT(sample_coverage)             },
   {GL_SCISSOR_TEST,                        GL_KIND_BOOL,  1, AT(scissor_test)                },
   {GL_STENCIL_TEST,                        GL_KIND_BOOL,  1, AT(stencil_test)                },
};

_Static_assert(offsetof(struct st_context, depth_far) ==
                  offsetof(struct st_context, depth_near) + sizeof(float),
               "GL_DEPTH_RANGE reads both");

/** False (and the error raised) for an unknown name. */
static bool
get_state(struct st_context *ctx, GLenum pname, struct gl_value *v)
{
   for (unsigned i = 0; i < ARRAY_SIZE(fields); i++) {
      if (fields[i].pname != pname)
         continue;
      const char *p = (const char *)ctx + fields[i].offset;
      v->kind = fields[i].kind;
      assert(fields[i].n >= 1 && fields[i].n <= 4 && (fields[i].kind != GL_KIND_BOOL || fields[i].n == 1));
      v->n = fields[i].n;
      if (v->kind == GL_KIND_BOOL)
         v->i[0] = *(const bool *)p;
      else
         memcpy(v->i, p, v->n * sizeof v->i[0]);
      return true;
   }
   if (gl_get_computed(ctx, pname, v))
      return true;
   st_error(ctx, GL_INVALID_ENUM, "glGet(0x%x)", pname);
   return false;
}

static bool
is_unsigned(enum gl_kind kind)
{
   return kind == GL_KIND_MASK || kind == GL_KIND_COUNT;
}

void
gl_GetBooleanv(struct st_context *ctx, GLenum pname, GLboolean *data)
{
   struct gl_value v;
   if (!get_state(ctx, pname, &v))
      return;
   for (unsigned i = 0; i < v.n; i++)
      data[i] = v.kind >= GL_KIND_FLOAT ? v.f[i] != 0 : v.i[i] != 0;
}

unsigned
gl_get_integers(struct st_context *ctx, GLenum pname, GLint *data)
{
   struct gl_value v;
   if (!get_state(ctx, pname, &v))
      return 0;
   for (unsigned i = 0; i < v.n; i++)
      data[i] = v.kind == GL_KIND_UNIT                  ? gl_unit_to_int(v.f[i])
                : v.kind == GL_KIND_FLOAT               ? gl_float_to_int(v.f[i])
                : v.kind == GL_KIND_COUNT && v.i[i] < 0 ? INT32_MAX
                                                        : v.i[i];
   return v.n;
}

void
gl_get_integers64(struct st_context *ctx, GLenum pname, GLint64 *data)
{
   struct gl_value v;
   if (!get_state(ctx, pname, &v))
      return;
   for (unsigned i = 0; i < v.n; i++)
      data[i] = v.kind == GL_KIND_UNIT    ? gl_unit_to_int(v.f[i])
                : v.kind == GL_KIND_FLOAT ? gl_float_to_int(v.f[i])
                : is_unsigned(v.kind)     ? (GLint64)(GLuint)v.i[i]
                                          : v.i[i];
}

void
gl_GetIntegerv(struct st_context *ctx, GLenum pname, GLint *data)
{
   (void)gl_get_integers(ctx, pname, data);
}

void
gl_GetFloatv(struct st_context *ctx, GLenum pname, GLfloat *data)
{
   struct gl_value v;
   if (!get_state(ctx, pname, &v))
      return;
   for (unsigned i = 0; i < v.n; i++)
      data[i] = v.kind >= GL_KIND_FLOAT ? v.f[i]
                : is_unsigned(v.kind)   ? (float)(GLuint)v.i[i]
                                        : (float)v.i[i];
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
      text = ctx->version >= 30 ? "OpenGL ES 3.0 TeraGL 0.1" : "OpenGL ES 2.0 TeraGL 0.1";
      break;
   case GL_SHADING_LANGUAGE_VERSION:
      text = ctx->version >= 30 ? "OpenGL ES GLSL ES 3.00 TeraGL" : "OpenGL ES GLSL ES 1.00 TeraGL";
      break;
   case GL_EXTENSIONS:
      text = gl_extension_string(ctx);
      break;
   default:
      st_error(ctx, GL_INVALID_ENUM, "glGetString(0x%x)", name);
   }
   return (const GLubyte *)text;
}

const GLubyte *
gl_GetStringi(struct st_context *ctx, GLenum name, GLuint index)
{
   static const char call[] = "glGetStringi";
   if (name != GL_EXTENSIONS) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, name);
      return NULL;
   }
   if (index >= gl_num_extensions(ctx)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(index = %u)", call, index);
      return NULL;
   }
   return (const GLubyte *)gl_extension_name(ctx, index);
}
