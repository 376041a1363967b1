/* SPDX-License-Identifier: MIT
 *
 * Client pixels: which (format, type) pairs exist (ES 2.0.25 table 3.4 and the extensions' additions), their
 * size, and how they become texels. Depth and stencil are converted here, colours in util/u_format.
 */
#include "state_tracker/st_pixels.h"

#include <string.h>

#include "util/u_format.h"
#include "util/u_math.h"

static const struct st_pixel_type types[] = {
   {GL_RGBA,              GL_UNSIGNED_BYTE,          4, PIPE_FORMAT_R8G8B8A8_UNORM},
   {GL_RGB,               GL_UNSIGNED_BYTE,          3, PIPE_FORMAT_R8G8B8_UNORM  },
   {GL_RGBA,              GL_UNSIGNED_SHORT_4_4_4_4, 2, PIPE_FORMAT_A4B4G4R4_UNORM},
   {GL_RGBA,              GL_UNSIGNED_SHORT_5_5_5_1, 2, PIPE_FORMAT_A1B5G5R5_UNORM},
   {GL_RGB,               GL_UNSIGNED_SHORT_5_6_5,   2, PIPE_FORMAT_B5G6R5_UNORM  },
   {GL_LUMINANCE,         GL_UNSIGNED_BYTE,          1, PIPE_FORMAT_L8_UNORM      },
   {GL_ALPHA,             GL_UNSIGNED_BYTE,          1, PIPE_FORMAT_A8_UNORM      },
   {GL_LUMINANCE_ALPHA,   GL_UNSIGNED_BYTE,          2, PIPE_FORMAT_L8A8_UNORM    },
   {GL_BGRA_EXT,          GL_UNSIGNED_BYTE,          4, PIPE_FORMAT_B8G8R8A8_UNORM},
   {GL_DEPTH_COMPONENT,   GL_UNSIGNED_SHORT,         2, PIPE_FORMAT_NONE          },
   {GL_DEPTH_COMPONENT,   GL_UNSIGNED_INT,           4, PIPE_FORMAT_NONE          },
   {GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES,  4, PIPE_FORMAT_NONE          },
};

const struct st_pixel_type *
st_pixel_type(GLenum format, GLenum type)
{
   for (unsigned i = 0; i < ARRAY_SIZE(types); i++)
      if (types[i].format == format && types[i].type == type)
         return &types[i];
   return NULL;
}

unsigned
st_pixel_B(GLenum format, GLenum type)
{
   const struct st_pixel_type *t = st_pixel_type(format, type);
   return t ? t->size_B : 0;
}

/** One row of depth (and stencil) texels; depth as 32-bit fractions in between. */
static void
depth_row(enum pipe_format dst_format, uint8_t *dst, GLenum type, const uint8_t *src, unsigned n)
{
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

void
st_pixels_unpack(enum pipe_format dst_format, void *dst, int64_t dst_stride_B, const struct st_pixels *src,
                 unsigned width, unsigned height)
{
   const struct st_pixel_type *t = st_pixel_type(src->format, src->type);
   if (t->pipe_format != PIPE_FORMAT_NONE) {
      u_format_convert(dst_format, dst, dst_stride_B, t->pipe_format, src->data, src->stride_B, width,
                       height);
      return;
   }
   for (unsigned y = 0; y < height; y++)
      depth_row(dst_format, (uint8_t *)dst + (int64_t)y * dst_stride_B, src->type,
                (const uint8_t *)src->data + (int64_t)y * src->stride_B, width);
}
