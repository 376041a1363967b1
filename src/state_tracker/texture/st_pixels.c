/* SPDX-License-Identifier: MIT
 *
 * Client pixels: which (format, type) pairs exist (ES 2.0.25 table 3.4 and the extensions' additions), their
 * size, and how they become texels. Depth and stencil are converted here, colours in util/u_format.
 */
#include <assert.h>

#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_pixels.h"

#include <stdlib.h>
#include <string.h>

#include "format/bcn.h"
#include "format/format.h"
#include "state_tracker/texture/st_format.h"
#include "util/u_math.h"

/* One pair a line. */
/* clang-format off */
static const struct st_pixel_type types[] = {
   {GL_RGBA,              GL_UNSIGNED_BYTE,                   4,  PIPE_FORMAT_R8G8B8A8_UNORM,     0                           },
   {GL_RGB,               GL_UNSIGNED_BYTE,                   3,  PIPE_FORMAT_R8G8B8_UNORM,       0                           },
   {GL_RGBA,              GL_UNSIGNED_SHORT_4_4_4_4,          2,  PIPE_FORMAT_A4B4G4R4_UNORM,     0                           },
   {GL_RGBA,              GL_UNSIGNED_SHORT_5_5_5_1,          2,  PIPE_FORMAT_A1B5G5R5_UNORM,     0                           },
   {GL_RGB,               GL_UNSIGNED_SHORT_5_6_5,            2,  PIPE_FORMAT_B5G6R5_UNORM,       0                           },
   {GL_LUMINANCE,         GL_UNSIGNED_BYTE,                   1,  PIPE_FORMAT_L8_UNORM,           0                           },
   {GL_ALPHA,             GL_UNSIGNED_BYTE,                   1,  PIPE_FORMAT_A8_UNORM,           0                           },
   {GL_LUMINANCE_ALPHA,   GL_UNSIGNED_BYTE,                   2,  PIPE_FORMAT_L8A8_UNORM,         0                           },
   {GL_BGRA_EXT,          GL_UNSIGNED_BYTE,                   4,  PIPE_FORMAT_B8G8R8A8_UNORM,     ST_HAS_BGRA                 },
   {GL_DEPTH_COMPONENT,   GL_UNSIGNED_SHORT,                  2,  PIPE_FORMAT_NONE,               ST_HAS_DEPTH_TEXTURE        },
   {GL_DEPTH_COMPONENT,   GL_UNSIGNED_INT,                    4,  PIPE_FORMAT_NONE,               ST_HAS_DEPTH_TEXTURE        },
   {GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES,           4,  PIPE_FORMAT_NONE,               ST_HAS_DEPTH_STENCIL_TEXTURE},
   {GL_RED_EXT,           GL_UNSIGNED_BYTE,                   1,  PIPE_FORMAT_R8_UNORM,           ST_HAS_RG                   },
   {GL_RG_EXT,            GL_UNSIGNED_BYTE,                   2,  PIPE_FORMAT_R8G8_UNORM,         ST_HAS_RG                   },
   {GL_RED_EXT,           GL_BYTE,                            1,  PIPE_FORMAT_R8_SNORM,           ST_HAS_RG | ST_HAS_RGTC     },
   {GL_RG_EXT,            GL_BYTE,                            2,  PIPE_FORMAT_R8G8_SNORM,         ST_HAS_RG | ST_HAS_RGTC     },
   {GL_RGBA,              GL_HALF_FLOAT_OES,                  8,  PIPE_FORMAT_R16G16B16A16_FLOAT, ST_HAS_HALF                 },
   {GL_RGB,               GL_HALF_FLOAT_OES,                  6,  PIPE_FORMAT_R16G16B16_FLOAT,    ST_HAS_HALF                 },
   {GL_LUMINANCE,         GL_HALF_FLOAT_OES,                  2,  PIPE_FORMAT_L16_FLOAT,          ST_HAS_HALF                 },
   {GL_ALPHA,             GL_HALF_FLOAT_OES,                  2,  PIPE_FORMAT_A16_FLOAT,          ST_HAS_HALF                 },
   {GL_LUMINANCE_ALPHA,   GL_HALF_FLOAT_OES,                  4,  PIPE_FORMAT_L16A16_FLOAT,       ST_HAS_HALF                 },
   {GL_RED_EXT,           GL_HALF_FLOAT_OES,                  2,  PIPE_FORMAT_R16_FLOAT,          ST_HAS_HALF | ST_HAS_RG     },
   {GL_RG_EXT,            GL_HALF_FLOAT_OES,                  4,  PIPE_FORMAT_R16G16_FLOAT,       ST_HAS_HALF | ST_HAS_RG     },
   {GL_RGBA,              GL_FLOAT,                           16, PIPE_FORMAT_R32G32B32A32_FLOAT, ST_HAS_FLOAT                },
   {GL_RGB,               GL_FLOAT,                           12, PIPE_FORMAT_R32G32B32_FLOAT,    ST_HAS_FLOAT                },
   {GL_LUMINANCE,         GL_FLOAT,                           4,  PIPE_FORMAT_L32_FLOAT,          ST_HAS_FLOAT                },
   {GL_ALPHA,             GL_FLOAT,                           4,  PIPE_FORMAT_A32_FLOAT,          ST_HAS_FLOAT                },
   {GL_LUMINANCE_ALPHA,   GL_FLOAT,                           8,  PIPE_FORMAT_L32A32_FLOAT,       ST_HAS_FLOAT                },
   {GL_RED_EXT,           GL_FLOAT,                           4,  PIPE_FORMAT_R32_FLOAT,          ST_HAS_FLOAT | ST_HAS_RG    },
   {GL_RG_EXT,            GL_FLOAT,                           8,  PIPE_FORMAT_R32G32_FLOAT,       ST_HAS_FLOAT | ST_HAS_RG    },
   {GL_RGBA,              GL_UNSIGNED_INT_2_10_10_10_REV_EXT, 4,  PIPE_FORMAT_R10G10B10A2_UNORM,  ST_HAS_2_10_10_10           },
   {GL_RGB,               GL_UNSIGNED_INT_2_10_10_10_REV_EXT, 4,  PIPE_FORMAT_R10G10B10A2_UNORM,  ST_HAS_2_10_10_10           },
   {GL_SRGB_EXT,          GL_UNSIGNED_BYTE,                   3,  PIPE_FORMAT_R8G8B8_UNORM,       ST_HAS_SRGB                 },
   {GL_SRGB_ALPHA_EXT,    GL_UNSIGNED_BYTE,                   4,  PIPE_FORMAT_R8G8B8A8_UNORM,     ST_HAS_SRGB                 },
   {GL_RED_EXT,           GL_UNSIGNED_SHORT,                  2,  PIPE_FORMAT_R16_UNORM,          ST_HAS_NORM16               },
   {GL_RG_EXT,            GL_UNSIGNED_SHORT,                  4,  PIPE_FORMAT_R16G16_UNORM,       ST_HAS_NORM16               },
   {GL_RGB,               GL_UNSIGNED_SHORT,                  6,  PIPE_FORMAT_R16G16B16_UNORM,    ST_HAS_NORM16               },
   {GL_RGBA,              GL_UNSIGNED_SHORT,                  8,  PIPE_FORMAT_R16G16B16A16_UNORM, ST_HAS_NORM16               },
   {GL_RED_EXT,           GL_SHORT,                           2,  PIPE_FORMAT_R16_SNORM,          ST_HAS_NORM16               },
   {GL_RG_EXT,            GL_SHORT,                           4,  PIPE_FORMAT_R16G16_SNORM,       ST_HAS_NORM16               },
   {GL_RGB,               GL_SHORT,                           6,  PIPE_FORMAT_R16G16B16_SNORM,    ST_HAS_NORM16               },
   {GL_RGBA,              GL_SHORT,                           8,  PIPE_FORMAT_R16G16B16A16_SNORM, ST_HAS_NORM16               },
 /* ES 3.0.6 table 3.2 */
   {GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 4, PIPE_FORMAT_R8G8B8A8_UINT, ST_HAS_GLES3},
   {GL_RGBA_INTEGER, GL_BYTE, 4, PIPE_FORMAT_R8G8B8A8_SINT, ST_HAS_GLES3},
   {GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, 8, PIPE_FORMAT_R16G16B16A16_UINT, ST_HAS_GLES3},
   {GL_RGBA_INTEGER, GL_SHORT, 8, PIPE_FORMAT_R16G16B16A16_SINT, ST_HAS_GLES3},
   {GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16, PIPE_FORMAT_R32G32B32A32_UINT, ST_HAS_GLES3},
   {GL_RGBA_INTEGER, GL_INT, 16, PIPE_FORMAT_R32G32B32A32_SINT, ST_HAS_GLES3},
   {GL_RGB_INTEGER, GL_UNSIGNED_BYTE, 3, PIPE_FORMAT_R8G8B8_UINT, ST_HAS_GLES3},
   {GL_RGB_INTEGER, GL_BYTE, 3, PIPE_FORMAT_R8G8B8_SINT, ST_HAS_GLES3},
   {GL_RGB_INTEGER, GL_UNSIGNED_SHORT, 6, PIPE_FORMAT_R16G16B16_UINT, ST_HAS_GLES3},
   {GL_RGB_INTEGER, GL_SHORT, 6, PIPE_FORMAT_R16G16B16_SINT, ST_HAS_GLES3},
   {GL_RGB_INTEGER, GL_UNSIGNED_INT, 12, PIPE_FORMAT_R32G32B32_UINT, ST_HAS_GLES3},
   {GL_RGB_INTEGER, GL_INT, 12, PIPE_FORMAT_R32G32B32_SINT, ST_HAS_GLES3},
   {GL_RG_INTEGER, GL_UNSIGNED_BYTE, 2, PIPE_FORMAT_R8G8_UINT, ST_HAS_GLES3},
   {GL_RG_INTEGER, GL_BYTE, 2, PIPE_FORMAT_R8G8_SINT, ST_HAS_GLES3},
   {GL_RG_INTEGER, GL_UNSIGNED_SHORT, 4, PIPE_FORMAT_R16G16_UINT, ST_HAS_GLES3},
   {GL_RG_INTEGER, GL_SHORT, 4, PIPE_FORMAT_R16G16_SINT, ST_HAS_GLES3},
   {GL_RG_INTEGER, GL_UNSIGNED_INT, 8, PIPE_FORMAT_R32G32_UINT, ST_HAS_GLES3},
   {GL_RG_INTEGER, GL_INT, 8, PIPE_FORMAT_R32G32_SINT, ST_HAS_GLES3},
   {GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1, PIPE_FORMAT_R8_UINT, ST_HAS_GLES3},
   {GL_RED_INTEGER, GL_BYTE, 1, PIPE_FORMAT_R8_SINT, ST_HAS_GLES3},
   {GL_RED_INTEGER, GL_UNSIGNED_SHORT, 2, PIPE_FORMAT_R16_UINT, ST_HAS_GLES3},
   {GL_RED_INTEGER, GL_SHORT, 2, PIPE_FORMAT_R16_SINT, ST_HAS_GLES3},
   {GL_RED_INTEGER, GL_UNSIGNED_INT, 4, PIPE_FORMAT_R32_UINT, ST_HAS_GLES3},
   {GL_RED_INTEGER, GL_INT, 4, PIPE_FORMAT_R32_SINT, ST_HAS_GLES3},
   {GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV_EXT, 4, PIPE_FORMAT_R10G10B10A2_UINT, ST_HAS_GLES3},
   {GL_RGBA, GL_BYTE, 4, PIPE_FORMAT_R8G8B8A8_SNORM, ST_HAS_GLES3},
   {GL_RGB, GL_BYTE, 3, PIPE_FORMAT_R8G8B8_SNORM, ST_HAS_GLES3},
   {GL_RGBA, GL_HALF_FLOAT, 8, PIPE_FORMAT_R16G16B16A16_FLOAT, ST_HAS_GLES3},
   {GL_RGB, GL_HALF_FLOAT, 6, PIPE_FORMAT_R16G16B16_FLOAT, ST_HAS_GLES3},
   {GL_RG_EXT, GL_HALF_FLOAT, 4, PIPE_FORMAT_R16G16_FLOAT, ST_HAS_GLES3},
   {GL_RED_EXT, GL_HALF_FLOAT, 2, PIPE_FORMAT_R16_FLOAT, ST_HAS_GLES3},
   {GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, 4, PIPE_FORMAT_R11G11B10_FLOAT, ST_HAS_GLES3},
   {GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, 4, PIPE_FORMAT_R9G9B9E5_FLOAT, ST_HAS_GLES3},
   {GL_DEPTH_COMPONENT, GL_FLOAT, 4, PIPE_FORMAT_NONE, ST_HAS_GLES3},
   {GL_DEPTH_STENCIL_OES, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, 8, PIPE_FORMAT_NONE, ST_HAS_GLES3},
};
/* clang-format on */

const struct st_pixel_type *
st_pixel_type(GLenum format, GLenum type)
{
   for (unsigned i = 0; i < ARRAY_SIZE(types); i++)
      if (types[i].format == format && types[i].type == type)
         return &types[i];
   return NULL;
}

const struct st_pixel_type *
st_pixel_type_of(const struct st_context *ctx, enum pipe_format f)
{
   assert(f != PIPE_FORMAT_NONE);
   for (unsigned i = 0; i < ARRAY_SIZE(types); i++)
      if (types[i].pipe_format == f && !(types[i].need & ~ctx->features))
         return &types[i];
   return NULL;
}

unsigned
st_pixel_B(GLenum format, GLenum type)
{
   const struct st_pixel_type *t = st_pixel_type(format, type);
   return t ? t->size_B : 0;
}

bool
st_has_pixel_type(const struct st_context *ctx, GLenum format, GLenum type)
{
   const struct st_pixel_type *t = st_pixel_type(format, type);
   return t && !(t->need & ~ctx->features);
}

bool
st_known_pixel_format(const struct st_context *ctx, GLenum format)
{
   for (unsigned i = 0; i < ARRAY_SIZE(types); i++)
      if (types[i].format == format && !(types[i].need & ~ctx->features))
         return true;
   return false;
}

bool
st_known_pixel_type(const struct st_context *ctx, GLenum type)
{
   for (unsigned i = 0; i < ARRAY_SIZE(types); i++)
      if (types[i].type == type && !(types[i].need & ~ctx->features))
         return true;
   return false;
}

/** One row of depth as floats, each at the beginning of its texel, which are stored as they come but for their range
 * (ES 3.0.6 3.8.3.2: clamped to [0, 1]). */
static void
float_depth_row(uint8_t *dst, const uint8_t *src, unsigned texel_B, unsigned n)
{
   memcpy(dst, src, (size_t)n * texel_B);
   for (unsigned i = 0; i < n; i++, dst += texel_B) {
      float z;
      memcpy(&z, dst, sizeof z);
      z = z > 0 ? MIN2(z, 1.0f) : 0.0f;
      memcpy(dst, &z, sizeof z);
   }
}

/** One row of depth (and stencil) texels; depth as 32-bit fractions in between. */
static void
depth_row(enum pipe_format dst_format, uint8_t *dst, GLenum type, const uint8_t *src, unsigned n)
{
   if (type == GL_FLOAT || type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV) {
      float_depth_row(dst, src, u_format_block_B(dst_format), n);
      return;
   }
   for (unsigned i = 0; i < n; i++) {
      uint32_t z = 0, stencil = 0;
      uint16_t half;
      switch (type) {
      case GL_UNSIGNED_SHORT:
         memcpy(&half, src + 2 * (size_t)i, 2);
         z = half * 0x10001u;
         break;
      case GL_UNSIGNED_INT:
         memcpy(&z, src + 4 * (size_t)i, 4);
         break;
      default:
         memcpy(&z, src + 4 * (size_t)i, 4);
         stencil = z & 0xff;
         z = (z & ~0xffu) | z >> 24;
      }
      uint32_t word;
      float f;
      switch (dst_format) {
      case PIPE_FORMAT_Z16_UNORM:
         half = (uint16_t)(z >> 16);
         memcpy(dst + 2 * (size_t)i, &half, 2);
         break;
      case PIPE_FORMAT_Z24X8_UNORM:
      case PIPE_FORMAT_Z24_UNORM_S8_UINT:
         word = z >> 8 | stencil << 24;
         memcpy(dst + 4 * (size_t)i, &word, 4);
         break;
      case PIPE_FORMAT_Z32_FLOAT:
         f = (float)(z / 4294967295.0);
         memcpy(dst + 4 * (size_t)i, &f, 4);
         break;
      case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
         f = (float)(z / 4294967295.0);
         memcpy(dst + 8 * (size_t)i, &f, 4);
         memcpy(dst + 8 * (size_t)i + 4, &stencil, 4);
         break;
      default:
         break;
      }
   }
}

/** Four rows at a time, so that any picture needs little memory. */
static bool
compress(enum pipe_format dst_format, void *dst, int64_t dst_stride_B, const struct st_pixel_type *t,
         const struct st_pixels *src, unsigned width, unsigned height)
{
   float(*rows)[4] = malloc((size_t)width * 4 * sizeof *rows);
   if (!rows)
      return false;
   const bool is_signed = u_format_desc(t->pipe_format)->ch[0].type == U_SNORM;
   for (unsigned y = 0; y < height; y += 4) {
      unsigned n = MIN2(4, height - y);
      for (unsigned k = 0; k < n; k++)
         u_format_unpack_float(t->pipe_format, rows + (size_t)k * width,
                               (const uint8_t *)src->data + (int64_t)(y + k) * src->stride_B, width);
      /* Textures have the symmetric rule of ES 3.0.6 2.1.6.1: c / 127 instead of (2c + 1) / 255. */
      for (size_t i = 0; i < (size_t)n * width && is_signed; i++)
         for (unsigned c = 0; c < 2; c++)
            rows[i][c] = (rows[i][c] * 255.0f - 1.0f) / 254.0f;
      if (!u_bcn_encode(dst_format, (uint8_t *)dst + (int64_t)(y / 4) * dst_stride_B, dst_stride_B,
                        (const float(*)[4])rows, width, width, n))
         break;
   }
   free(rows);
   return true;
}

bool
st_pixels_unpack(enum pipe_format dst_format, void *dst, int64_t dst_stride_B, const struct st_pixels *src,
                 unsigned width, unsigned height)
{
   assert(st_pixel_type(src->format, src->type));
   const struct st_pixel_type *t = st_pixel_type(src->format, src->type);
   if (u_format_desc(dst_format)->compressed)
      return compress(dst_format, dst, dst_stride_B, t, src, width, height);
   if (t->pipe_format != PIPE_FORMAT_NONE) {
      u_format_convert(dst_format, dst, dst_stride_B, t->pipe_format, src->data, src->stride_B, width,
                       height);
      return true;
   }
   for (unsigned y = 0; y < height; y++)
      depth_row(dst_format, (uint8_t *)dst + (int64_t)y * dst_stride_B, src->type,
                (const uint8_t *)src->data + (int64_t)y * src->stride_B, width);
   return true;
}
