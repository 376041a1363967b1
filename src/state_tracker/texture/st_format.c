/* SPDX-License-Identifier: MIT
 *
 * The tables of image formats: ES 2.0.25 tables 3.4 and 3.8, and what the texture extensions add
 * (OES_required_internalformat, OES_texture_float, OES_texture_half_float, EXT_texture_rg, EXT_sRGB,
 * EXT_texture_type_2_10_10_10_REV, EXT_texture_norm16, EXT_texture_sRGB_R8, EXT_texture_sRGB_RG8, EXT_texture_storage, OES_depth_texture,
 * EXT_texture_format_BGRA8888 and the compressed ones, KHR_texture_compression_astc_ldr among them).
 */
#include "state_tracker/st_api.h"

#include <assert.h>
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"

#include "format/etc.h"
#include "format/format.h"
#include "util/u_math.h"

#define BYTE  GL_UNSIGNED_BYTE
#define HALF  GL_HALF_FLOAT_OES
#define SHORT GL_UNSIGNED_SHORT
#define REV   GL_UNSIGNED_INT_2_10_10_10_REV_EXT
#define IMG   ST_FOR_IMAGE
#define STO   ST_FOR_STORAGE
#define BOTH  (ST_FOR_IMAGE | ST_FOR_STORAGE)
#define F(x)  PIPE_FORMAT_##x
#define RGBA8 F(R8G8B8A8_UNORM)
#define RGBX8 F(R8G8B8X8_UNORM)
#define Z24S8 F(Z24_UNORM_S8_UINT)

/* One row a line. */
/* clang-format off */
static const struct st_texture_format formats[] = {
  /* names without a size: the type decides */
   {GL_RGBA,                   GL_RGBA,            BYTE,                      0,                        IMG,  {RGBA8},                                        true },
   {GL_RGB,                    GL_RGB,             BYTE,                      0,                        IMG,  {RGBX8, RGBA8},                                 true },
   {GL_RGBA,                   GL_RGBA,            GL_UNSIGNED_SHORT_4_4_4_4, 0,                        IMG,  {F(A4B4G4R4_UNORM), RGBA8},                     true },
   {GL_RGBA,                   GL_RGBA,            GL_UNSIGNED_SHORT_5_5_5_1, 0,                        IMG,  {F(A1B5G5R5_UNORM), RGBA8},                     true },
   {GL_RGB,                    GL_RGB,             GL_UNSIGNED_SHORT_5_6_5,   0,                        IMG,  {F(B5G6R5_UNORM), RGBX8, RGBA8},                true },
   {GL_LUMINANCE,              GL_LUMINANCE,       BYTE,                      0,                        IMG,  {F(L8_UNORM), RGBA8},                           false},
   {GL_ALPHA,                  GL_ALPHA,           BYTE,                      0,                        IMG,  {F(A8_UNORM), RGBA8},                           false},
   {GL_LUMINANCE_ALPHA,        GL_LUMINANCE_ALPHA, BYTE,                      0,                        IMG,  {F(L8A8_UNORM), RGBA8},                         false},
   {GL_BGRA_EXT,               GL_BGRA_EXT,        BYTE,                      ST_HAS_BGRA,              IMG,  {F(B8G8R8A8_UNORM), RGBA8},                     true },
   {GL_DEPTH_COMPONENT,
    GL_DEPTH_COMPONENT,                            SHORT,
    ST_HAS_DEPTH_TEXTURE,                                                                               IMG,
    {F(Z16_UNORM), F(Z24X8_UNORM), Z24S8},
    true                                                                                                                                                           },
   {GL_DEPTH_COMPONENT,
    GL_DEPTH_COMPONENT,                            GL_UNSIGNED_INT,
    ST_HAS_DEPTH_TEXTURE,                                                                               IMG,
    {F(Z24X8_UNORM), Z24S8},
    true                                                                                                                                                           },
   {GL_DEPTH_STENCIL_OES,
    GL_DEPTH_STENCIL_OES,                          GL_UNSIGNED_INT_24_8_OES,
    ST_HAS_DEPTH_STENCIL_TEXTURE,                                                                       IMG,
    {Z24S8},
    true                                                                                                                                                           },
   {GL_RED_EXT,                GL_RED_EXT,         BYTE,                      ST_HAS_RG,                IMG,  {F(R8_UNORM)},                                  true },
   {GL_RG_EXT,                 GL_RG_EXT,          BYTE,                      ST_HAS_RG,                IMG,  {F(R8G8_UNORM)},                                true },
   {GL_RGBA,                   GL_RGBA,            HALF,                      ST_HAS_HALF,              IMG,  {F(R16G16B16A16_FLOAT)},                        true },
   {GL_RGB,                    GL_RGB,             HALF,                      ST_HAS_HALF,              IMG,  {F(R16G16B16X16_FLOAT), F(R16G16B16A16_FLOAT)}, true },
   {GL_LUMINANCE,              GL_LUMINANCE,       HALF,                      ST_HAS_HALF,              IMG,  {F(L16_FLOAT)},                                 false},
   {GL_ALPHA,                  GL_ALPHA,           HALF,                      ST_HAS_HALF,              IMG,  {F(A16_FLOAT)},                                 false},
   {GL_LUMINANCE_ALPHA,        GL_LUMINANCE_ALPHA, HALF,                      ST_HAS_HALF,              IMG,  {F(L16A16_FLOAT)},                              false},
   {GL_RED_EXT,                GL_RED_EXT,         HALF,                      ST_HAS_HALF | ST_HAS_RG,  IMG,  {F(R16_FLOAT)},                                 true },
   {GL_RG_EXT,                 GL_RG_EXT,          HALF,                      ST_HAS_HALF | ST_HAS_RG,  IMG,  {F(R16G16_FLOAT)},                              true },
   {GL_RGBA,                   GL_RGBA,            GL_FLOAT,                  ST_HAS_FLOAT,             IMG,  {F(R32G32B32A32_FLOAT)},                        true },
   {GL_RGB,                    GL_RGB,             GL_FLOAT,                  ST_HAS_FLOAT,             IMG,  {F(R32G32B32A32_FLOAT)},                        true },
   {GL_LUMINANCE,              GL_LUMINANCE,       GL_FLOAT,                  ST_HAS_FLOAT,             IMG,  {F(L32_FLOAT)},                                 false},
   {GL_ALPHA,                  GL_ALPHA,           GL_FLOAT,                  ST_HAS_FLOAT,             IMG,  {F(A32_FLOAT)},                                 false},
   {GL_LUMINANCE_ALPHA,        GL_LUMINANCE_ALPHA, GL_FLOAT,                  ST_HAS_FLOAT,             IMG,  {F(L32A32_FLOAT)},                              false},
   {GL_RED_EXT,                GL_RED_EXT,         GL_FLOAT,                  ST_HAS_FLOAT | ST_HAS_RG, IMG,  {F(R32_FLOAT)},                                 true },
   {GL_RG_EXT,                 GL_RG_EXT,          GL_FLOAT,                  ST_HAS_FLOAT | ST_HAS_RG, IMG,  {F(R32G32_FLOAT)},                              true },
   {GL_RGBA,                   GL_RGBA,            REV,                       ST_HAS_2_10_10_10,        IMG,  {F(R10G10B10A2_UNORM)},                         true },
   {GL_RGB,                    GL_RGB,             REV,                       ST_HAS_2_10_10_10,        IMG,  {F(R10G10B10A2_UNORM)},                         true },
   {GL_SRGB_EXT,               GL_SRGB_EXT,        BYTE,                      ST_HAS_SRGB,              IMG,  {F(R8G8B8A8_SRGB)},                             false},
   {GL_SRGB_ALPHA_EXT,         GL_SRGB_ALPHA_EXT,  BYTE,                      ST_HAS_SRGB,              IMG,  {F(R8G8B8A8_SRGB)},                             true },
 /* names with a size */
   {GL_RGBA8_OES,              GL_RGBA,            BYTE,                      0,                        BOTH, {RGBA8},                                        true },
   {GL_RGB8_OES,               GL_RGB,             BYTE,                      0,                        BOTH, {RGBX8, RGBA8},                                 true },
   {GL_RGB8_OES,               GL_RGB,             REV,                       ST_HAS_2_10_10_10,        IMG,  {RGBX8, RGBA8},                                 true },
   {GL_RGBA4,                  GL_RGBA,            GL_UNSIGNED_SHORT_4_4_4_4, 0,                        BOTH, {F(A4B4G4R4_UNORM), RGBA8},                     true },
   {GL_RGBA4,                  GL_RGBA,            BYTE,                      0,                        IMG,  {F(A4B4G4R4_UNORM), RGBA8},                     true },
   {GL_RGB5_A1,                GL_RGBA,            GL_UNSIGNED_SHORT_5_5_5_1, 0,                        BOTH, {F(A1B5G5R5_UNORM), RGBA8},                     true },
   {GL_RGB5_A1,                GL_RGBA,            BYTE,                      0,                        IMG,  {F(A1B5G5R5_UNORM), RGBA8},                     true },
   {GL_RGB5_A1,                GL_RGBA,            REV,                       ST_HAS_2_10_10_10,        IMG,  {F(A1B5G5R5_UNORM), RGBA8},                     true },
   {GL_RGB565,                 GL_RGB,             GL_UNSIGNED_SHORT_5_6_5,   0,                        BOTH, {F(B5G6R5_UNORM), RGBX8, RGBA8},                true },
   {GL_RGB565,                 GL_RGB,             BYTE,                      0,                        IMG,  {F(B5G6R5_UNORM), RGBX8, RGBA8},                true },
   {GL_RGB565,                 GL_RGB,             REV,                       ST_HAS_2_10_10_10,        IMG,  {F(B5G6R5_UNORM), RGBX8, RGBA8},                true },
   {GL_LUMINANCE8_OES,         GL_LUMINANCE,       BYTE,                      0,                        BOTH, {F(L8_UNORM), RGBA8},                           false},
   {GL_ALPHA8_OES,             GL_ALPHA,           BYTE,                      0,                        BOTH, {F(A8_UNORM), RGBA8},                           false},
   {GL_LUMINANCE8_ALPHA8_OES,  GL_LUMINANCE_ALPHA, BYTE,                      0,                        BOTH, {F(L8A8_UNORM), RGBA8},                         false},
   {GL_LUMINANCE4_ALPHA4_OES,  GL_LUMINANCE_ALPHA, BYTE,                      0,                        IMG,  {F(L8A8_UNORM), RGBA8},                         false},
   {GL_BGRA8_EXT,              GL_BGRA_EXT,        BYTE,                      ST_HAS_BGRA,              BOTH, {F(B8G8R8A8_UNORM), RGBA8},                     true },
   {GL_DEPTH_COMPONENT16,
    GL_DEPTH_COMPONENT,                            SHORT,
    ST_HAS_DEPTH_TEXTURE,                                                                               BOTH,
    {F(Z16_UNORM), F(Z24X8_UNORM), Z24S8},
    true                                                                                                                                                           },
   {GL_DEPTH_COMPONENT16,
    GL_DEPTH_COMPONENT,                            GL_UNSIGNED_INT,
    ST_HAS_DEPTH_TEXTURE,                                                                               IMG,
    {F(Z16_UNORM), F(Z24X8_UNORM), Z24S8},
    true                                                                                                                                                           },
   {GL_DEPTH_COMPONENT24_OES,
    GL_DEPTH_COMPONENT,                            GL_UNSIGNED_INT,
    ST_HAS_DEPTH_TEXTURE,                                                                               BOTH,
    {F(Z24X8_UNORM), Z24S8},
    true                                                                                                                                                           },
   {GL_DEPTH24_STENCIL8_OES,
    GL_DEPTH_STENCIL_OES,                          GL_UNSIGNED_INT_24_8_OES,
    ST_HAS_DEPTH_STENCIL_TEXTURE,                                                                       BOTH,
    {Z24S8},
    true                                                                                                                                                           },
   {GL_RGB10_A2_EXT,           GL_RGBA,            REV,                       ST_HAS_2_10_10_10,        BOTH, {F(R10G10B10A2_UNORM)},                         true },
   {GL_RGB10_EXT,              GL_RGB,             REV,                       ST_HAS_2_10_10_10,        BOTH, {F(R10G10B10A2_UNORM)},                         true },
   {GL_SRGB8_ALPHA8_EXT,       GL_SRGB_ALPHA_EXT,  BYTE,                      ST_HAS_SRGB,              BOTH, {F(R8G8B8A8_SRGB)},                             true },
   {GL_SRGB8_ALPHA8_EXT,       GL_RGBA,            BYTE,                      ST_HAS_SRGB,              IMG,  {F(R8G8B8A8_SRGB)},                             true }, /* as OpenGL ES 3.0 has
  it */
   {GL_R8_EXT,                 GL_RED_EXT,         BYTE,                      ST_HAS_RG,                BOTH, {F(R8_UNORM)},                                  true },
   {GL_RG8_EXT,                GL_RG_EXT,          BYTE,                      ST_HAS_RG,                BOTH, {F(R8G8_UNORM)},                                true },
   {GL_R16_EXT,                GL_RED_EXT,         SHORT,                     ST_HAS_NORM16,            BOTH, {F(R16_UNORM)},                                 true },
   {GL_RG16_EXT,               GL_RG_EXT,          SHORT,                     ST_HAS_NORM16,            BOTH, {F(R16G16_UNORM)},                              true },
   {GL_RGB16_EXT,              GL_RGB,             SHORT,                     ST_HAS_NORM16,            BOTH, {F(R16G16B16A16_UNORM)},                        false},
   {GL_RGBA16_EXT,             GL_RGBA,            SHORT,                     ST_HAS_NORM16,            BOTH, {F(R16G16B16A16_UNORM)},                        true },
   {GL_R16_SNORM_EXT,          GL_RED_EXT,         GL_SHORT,                  ST_HAS_NORM16,            BOTH, {F(R16_SNORM)},                                 true },
   {GL_RG16_SNORM_EXT,         GL_RG_EXT,          GL_SHORT,                  ST_HAS_NORM16,            BOTH, {F(R16G16_SNORM)},                              true },
   {GL_RGB16_SNORM_EXT,        GL_RGB,             GL_SHORT,                  ST_HAS_NORM16,            BOTH, {F(R16G16B16A16_SNORM)},                        false},
   {GL_RGBA16_SNORM_EXT,       GL_RGBA,            GL_SHORT,                  ST_HAS_NORM16,            BOTH, {F(R16G16B16A16_SNORM)},                        true },
   {GL_RGBA16F_EXT,            GL_RGBA,            HALF,                      ST_HAS_HALF,              STO,  {F(R16G16B16A16_FLOAT)},                        true },
   {GL_RGB16F_EXT,             GL_RGB,             HALF,                      ST_HAS_HALF,              STO,  {F(R16G16B16X16_FLOAT), F(R16G16B16A16_FLOAT)}, true },
   {GL_RG16F_EXT,              GL_RG_EXT,          HALF,                      ST_HAS_HALF | ST_HAS_RG,  STO,  {F(R16G16_FLOAT)},                              true },
   {GL_R16F_EXT,               GL_RED_EXT,         HALF,                      ST_HAS_HALF | ST_HAS_RG,  STO,  {F(R16_FLOAT)},                                 true },
   {GL_LUMINANCE16F_EXT,       GL_LUMINANCE,       HALF,                      ST_HAS_HALF,              STO,  {F(L16_FLOAT)},                                 false},
   {GL_ALPHA16F_EXT,           GL_ALPHA,           HALF,                      ST_HAS_HALF,              STO,  {F(A16_FLOAT)},                                 false},
   {GL_LUMINANCE_ALPHA16F_EXT, GL_LUMINANCE_ALPHA, HALF,                      ST_HAS_HALF,              STO,  {F(L16A16_FLOAT)},                              false},
 /* glTexImage2D takes these two as well: Khronos' conformance suite, core.internalformat, wants it */
   {GL_RGBA32F_EXT,            GL_RGBA,            GL_FLOAT,                  ST_HAS_FLOAT,             BOTH, {F(R32G32B32A32_FLOAT)},                        true },
   {GL_RGB32F_EXT,             GL_RGB,             GL_FLOAT,                  ST_HAS_FLOAT,             BOTH, {F(R32G32B32A32_FLOAT)},                        true },
   {GL_RG32F_EXT,              GL_RG_EXT,          GL_FLOAT,                  ST_HAS_FLOAT | ST_HAS_RG, STO,  {F(R32G32_FLOAT)},                              true },
   {GL_R32F_EXT,               GL_RED_EXT,         GL_FLOAT,                  ST_HAS_FLOAT | ST_HAS_RG, STO,  {F(R32_FLOAT)},                                 true },
   {GL_LUMINANCE32F_EXT,       GL_LUMINANCE,       GL_FLOAT,                  ST_HAS_FLOAT,             STO,  {F(L32_FLOAT)},                                 false},
   {GL_ALPHA32F_EXT,           GL_ALPHA,           GL_FLOAT,                  ST_HAS_FLOAT,             STO,  {F(A32_FLOAT)},                                 false},
   {GL_LUMINANCE_ALPHA32F_EXT, GL_LUMINANCE_ALPHA, GL_FLOAT,                  ST_HAS_FLOAT,             STO,  {F(L32A32_FLOAT)},                              false},
 /* ES 3.0.6 table 3.2 */
   {GL_R8_SNORM, GL_RED_EXT, GL_BYTE, ST_HAS_GLES3, BOTH, {F(R8_SNORM)}, true},
   {GL_RG8_SNORM, GL_RG_EXT, GL_BYTE, ST_HAS_GLES3, BOTH, {F(R8G8_SNORM)}, true},
   {GL_RGB8_SNORM, GL_RGB, GL_BYTE, ST_HAS_GLES3, BOTH, {F(R8G8B8A8_SNORM)}, false},
   {GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, ST_HAS_GLES3, BOTH, {F(R8G8B8A8_SNORM)}, true},
   {GL_SRGB8, GL_SRGB_EXT, BYTE, ST_HAS_GLES3, STO, {F(R8G8B8A8_SRGB)}, false},
   {GL_SRGB8, GL_RGB, BYTE, ST_HAS_GLES3, IMG, {F(R8G8B8A8_SRGB)}, false},
   {GL_SR8_EXT, GL_RED_EXT, BYTE, ST_HAS_GLES3, BOTH, {F(R8G8B8A8_SRGB)}, false},
   {GL_SRG8_EXT, GL_RG_EXT, BYTE, ST_HAS_GLES3, BOTH, {F(R8G8B8A8_SRGB)}, false},
   {GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, ST_HAS_GLES3, BOTH, {F(R11G11B10_FLOAT)}, true},
   {GL_R11F_G11F_B10F, GL_RGB, GL_HALF_FLOAT, ST_HAS_GLES3, IMG, {F(R11G11B10_FLOAT)}, true},
   {GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT, ST_HAS_GLES3, IMG, {F(R11G11B10_FLOAT)}, true},
   {GL_RGB9_E5, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, ST_HAS_GLES3, BOTH, {F(R9G9B9E5_FLOAT)}, false},
   {GL_RGB9_E5, GL_RGB, GL_HALF_FLOAT, ST_HAS_GLES3, IMG, {F(R9G9B9E5_FLOAT)}, false},
   {GL_RGB9_E5, GL_RGB, GL_FLOAT, ST_HAS_GLES3, IMG, {F(R9G9B9E5_FLOAT)}, false},
   {GL_R16F_EXT, GL_RED_EXT, GL_HALF_FLOAT, ST_HAS_GLES3, IMG, {F(R16_FLOAT)}, true},
   {GL_R16F_EXT, GL_RED_EXT, GL_FLOAT, ST_HAS_GLES3, IMG, {F(R16_FLOAT)}, true},
   {GL_RG16F_EXT, GL_RG_EXT, GL_HALF_FLOAT, ST_HAS_GLES3, IMG, {F(R16G16_FLOAT)}, true},
   {GL_RG16F_EXT, GL_RG_EXT, GL_FLOAT, ST_HAS_GLES3, IMG, {F(R16G16_FLOAT)}, true},
   {GL_RGB16F_EXT, GL_RGB, GL_HALF_FLOAT, ST_HAS_GLES3, IMG, {F(R16G16B16X16_FLOAT), F(R16G16B16A16_FLOAT)}, true},
   {GL_RGB16F_EXT, GL_RGB, GL_FLOAT, ST_HAS_GLES3, IMG, {F(R16G16B16X16_FLOAT), F(R16G16B16A16_FLOAT)}, true},
   {GL_RGBA16F_EXT, GL_RGBA, GL_HALF_FLOAT, ST_HAS_GLES3, IMG, {F(R16G16B16A16_FLOAT)}, true},
   {GL_RGBA16F_EXT, GL_RGBA, GL_FLOAT, ST_HAS_GLES3, IMG, {F(R16G16B16A16_FLOAT)}, true},
   {GL_R32F_EXT, GL_RED_EXT, GL_FLOAT, ST_HAS_GLES3, IMG, {F(R32_FLOAT)}, true},
   {GL_RG32F_EXT, GL_RG_EXT, GL_FLOAT, ST_HAS_GLES3, IMG, {F(R32G32_FLOAT)}, true},
   {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, ST_HAS_GLES3, BOTH, {F(R8_UINT)}, true},
   {GL_R8I, GL_RED_INTEGER, GL_BYTE, ST_HAS_GLES3, BOTH, {F(R8_SINT)}, true},
   {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, ST_HAS_GLES3, BOTH, {F(R16_UINT)}, true},
   {GL_R16I, GL_RED_INTEGER, GL_SHORT, ST_HAS_GLES3, BOTH, {F(R16_SINT)}, true},
   {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, ST_HAS_GLES3, BOTH, {F(R32_UINT)}, true},
   {GL_R32I, GL_RED_INTEGER, GL_INT, ST_HAS_GLES3, BOTH, {F(R32_SINT)}, true},
   {GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE, ST_HAS_GLES3, BOTH, {F(R8G8_UINT)}, true},
   {GL_RG8I, GL_RG_INTEGER, GL_BYTE, ST_HAS_GLES3, BOTH, {F(R8G8_SINT)}, true},
   {GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT, ST_HAS_GLES3, BOTH, {F(R16G16_UINT)}, true},
   {GL_RG16I, GL_RG_INTEGER, GL_SHORT, ST_HAS_GLES3, BOTH, {F(R16G16_SINT)}, true},
   {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, ST_HAS_GLES3, BOTH, {F(R32G32_UINT)}, true},
   {GL_RG32I, GL_RG_INTEGER, GL_INT, ST_HAS_GLES3, BOTH, {F(R32G32_SINT)}, true},
   {GL_RGB8UI, GL_RGB_INTEGER, GL_UNSIGNED_BYTE, ST_HAS_GLES3, BOTH, {F(R8G8B8A8_UINT)}, false},
   {GL_RGB8I, GL_RGB_INTEGER, GL_BYTE, ST_HAS_GLES3, BOTH, {F(R8G8B8A8_SINT)}, false},
   {GL_RGB16UI, GL_RGB_INTEGER, GL_UNSIGNED_SHORT, ST_HAS_GLES3, BOTH, {F(R16G16B16A16_UINT)}, false},
   {GL_RGB16I, GL_RGB_INTEGER, GL_SHORT, ST_HAS_GLES3, BOTH, {F(R16G16B16A16_SINT)}, false},
   {GL_RGB32UI, GL_RGB_INTEGER, GL_UNSIGNED_INT, ST_HAS_GLES3, BOTH, {F(R32G32B32A32_UINT)}, false},
   {GL_RGB32I, GL_RGB_INTEGER, GL_INT, ST_HAS_GLES3, BOTH, {F(R32G32B32A32_SINT)}, false},
   {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, ST_HAS_GLES3, BOTH, {F(R8G8B8A8_UINT)}, true},
   {GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, ST_HAS_GLES3, BOTH, {F(R8G8B8A8_SINT)}, true},
   {GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, ST_HAS_GLES3, BOTH, {F(R16G16B16A16_UINT)}, true},
   {GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT, ST_HAS_GLES3, BOTH, {F(R16G16B16A16_SINT)}, true},
   {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, ST_HAS_GLES3, BOTH, {F(R32G32B32A32_UINT)}, true},
   {GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, ST_HAS_GLES3, BOTH, {F(R32G32B32A32_SINT)}, true},
   {GL_RGB10_A2UI, GL_RGBA_INTEGER, REV, ST_HAS_GLES3, BOTH, {F(R10G10B10A2_UINT)}, true},
   {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, ST_HAS_GLES3, BOTH, {F(Z32_FLOAT)}, true},
   {GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL_OES, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, ST_HAS_GLES3, BOTH, {F(Z32_FLOAT_S8X24_UINT)}, true},
};

/* both names of a block size: linear and sRGB */
#define ASTC(w, h)                                                                                           \
   {                                                                                                         \
      GL_COMPRESSED_RGBA_ASTC_##w##x##h##_KHR,                                                               \
      GL_RGBA,                                                                                               \
      ST_HAS_SRGB,                                                                                           \
      RGBA8,                                                                                                 \
      16,                                                                                                    \
      true,                                                                                                  \
      true,                                                                                                  \
      0,                                                                                                     \
      0,                                                                                                     \
      false,                                                                                                 \
      w,                                                                                                     \
      h},                                                                                                    \
   {                                                                                                         \
      GL_COMPRESSED_SRGB8_ALPHA8_ASTC_##w##x##h##_KHR, GL_SRGB_ALPHA_EXT, ST_HAS_SRGB, F(R8G8B8A8_SRGB), 16, \
         true, true, 0, 0, false, w, h                                                                       \
   }
#define ETC(name, base, need, storage, block_B, kind)                                                         \
   {                                                                                                         \
      name, base, need, storage, block_B, true, true, 0, 0, false, 0, 0, kind                                 \
   }
#define S3TC      ST_HAS_S3TC
#define S3TC_SRGB (ST_HAS_S3TC | ST_HAS_SRGB)
static const struct st_compressed_format compressed[] = {
   {GL_COMPRESSED_RGB_S3TC_DXT1_EXT,           GL_RGB,            S3TC,        F(DXT1_RGB),        8,  false, true, 0,          0,        true },
   {GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,          GL_RGBA,           S3TC,        F(DXT1_RGBA),       8,  false, true, 0,          0,        true },
   {GL_COMPRESSED_RGBA_S3TC_DXT3_EXT,          GL_RGBA,           S3TC,        F(DXT3_RGBA),       16, false, true, 0,          0,        true },
   {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT,          GL_RGBA,           S3TC,        F(DXT5_RGBA),       16, false, true, 0,          0,        true },
   {GL_COMPRESSED_SRGB_S3TC_DXT1_EXT,          GL_SRGB_EXT,       S3TC_SRGB,   F(DXT1_SRGB),       8,  false, true, 0,          0,        true },
   {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT,    GL_SRGB_ALPHA_EXT, S3TC_SRGB,   F(DXT1_SRGBA),      8,  false, true, 0,          0,
    true                                                                                                                                       },
   {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT,    GL_SRGB_ALPHA_EXT, S3TC_SRGB,   F(DXT3_SRGBA),      16, false, true, 0,
    0,                                                                                                                                    true },
   {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT,    GL_SRGB_ALPHA_EXT, S3TC_SRGB,   F(DXT5_SRGBA),      16, false, true, 0,
    0,                                                                                                                                    true },
   {GL_COMPRESSED_RED_RGTC1_EXT,               GL_RED_EXT,        ST_HAS_RGTC, F(RGTC1_UNORM),     8,  false, true, GL_RED_EXT, BYTE,
    true                                                                                                                                       },
   {GL_COMPRESSED_SIGNED_RED_RGTC1_EXT,        GL_RED_EXT,        ST_HAS_RGTC, F(RGTC1_SNORM),     8,  false, true, GL_RED_EXT,
    GL_BYTE,                                                                                                                              true },
   {GL_COMPRESSED_RED_GREEN_RGTC2_EXT,         GL_RG_EXT,         ST_HAS_RGTC, F(RGTC2_UNORM),     16, false, true, GL_RG_EXT,
    BYTE,                                                                                                                                 true },
   {GL_COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT,  GL_RG_EXT,         ST_HAS_RGTC, F(RGTC2_SNORM),     16, false, true,
    GL_RG_EXT,                                                                                                                  GL_BYTE,  true },
   {GL_COMPRESSED_RGBA_BPTC_UNORM_EXT,         GL_RGBA,           ST_HAS_BPTC, F(BPTC_RGBA_UNORM), 16, false, true, GL_RGBA,
    BYTE,                                                                                                                                 true },
   {GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT,   GL_SRGB_ALPHA_EXT, ST_HAS_BPTC, F(BPTC_SRGBA),      16, false, true,
    GL_RGBA,                                                                                                                    BYTE,     true },
   {GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT,   GL_RGB,            ST_HAS_BPTC, F(BPTC_RGB_FLOAT),  16, false, true, GL_RGB,
    GL_FLOAT,                                                                                                                             true },
   {GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT, GL_RGB,            ST_HAS_BPTC, F(BPTC_RGB_UFLOAT), 16, false, true,
    GL_RGB,                                                                                                                     GL_FLOAT, true },
   ETC(GL_ETC1_RGB8_OES, GL_RGB, 0, RGBX8, 8, U_ETC1_RGB),
   ETC(GL_COMPRESSED_RGB8_ETC2, GL_RGB, ST_HAS_GLES3, RGBX8, 8, U_ETC2_RGB),
   ETC(GL_COMPRESSED_SRGB8_ETC2, GL_SRGB_EXT, ST_HAS_GLES3, F(R8G8B8A8_SRGB), 8, U_ETC2_RGB),
   ETC(GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, GL_RGBA, ST_HAS_GLES3, RGBA8, 8, U_ETC2_RGB_A1),
   ETC(GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, GL_SRGB_ALPHA_EXT, ST_HAS_GLES3, F(R8G8B8A8_SRGB), 8, U_ETC2_RGB_A1),
   ETC(GL_COMPRESSED_RGBA8_ETC2_EAC, GL_RGBA, ST_HAS_GLES3, RGBA8, 16, U_ETC2_RGBA),
   ETC(GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, GL_SRGB_ALPHA_EXT, ST_HAS_GLES3, F(R8G8B8A8_SRGB), 16, U_ETC2_RGBA),
   ETC(GL_COMPRESSED_R11_EAC, GL_RED_EXT, ST_HAS_GLES3, F(R16_UNORM), 8, U_EAC_R11),
   ETC(GL_COMPRESSED_SIGNED_R11_EAC, GL_RED_EXT, ST_HAS_GLES3, F(R16_SNORM), 8, U_EAC_R11_SNORM),
   ETC(GL_COMPRESSED_RG11_EAC, GL_RG_EXT, ST_HAS_GLES3, F(R16G16_UNORM), 16, U_EAC_RG11),
   ETC(GL_COMPRESSED_SIGNED_RG11_EAC, GL_RG_EXT, ST_HAS_GLES3, F(R16G16_SNORM), 16, U_EAC_RG11_SNORM),
   ASTC(4, 4),
   ASTC(5, 4),
   ASTC(5, 5),
   ASTC(6, 5),
   ASTC(6, 6),
   ASTC(8, 5),
   ASTC(8, 6),
   ASTC(8, 8),
   ASTC(10, 5),
   ASTC(10, 6),
   ASTC(10, 8),
   ASTC(10, 10),
   ASTC(12, 10),
   ASTC(12, 12),
};
/* clang-format on */

/* ---- what the screen can do ---------------------------------------------------------------------------- */

#define SAMPLE PIPE_BIND_SAMPLER_VIEW
#define RENDER PIPE_BIND_RENDER_TARGET
#define DEPTH  PIPE_BIND_DEPTH_STENCIL

/** A feature is there if all its formats are. */
static const struct {
   uint32_t feature, bind;
   uint16_t formats[9];
} features[] = {
   {ST_HAS_BGRA,         SAMPLE | RENDER, {F(B8G8R8A8_UNORM)}                                                       },
   {ST_HAS_RG,           SAMPLE | RENDER, {F(R8_UNORM), F(R8G8_UNORM)}                                              },
   {ST_HAS_HALF,         SAMPLE,          {F(R16G16B16A16_FLOAT), F(L16_FLOAT), F(A16_FLOAT), F(L16A16_FLOAT)}      },
   {ST_HAS_FLOAT,        SAMPLE,          {F(R32G32B32A32_FLOAT), F(L32_FLOAT), F(A32_FLOAT), F(L32A32_FLOAT)}      },
   {ST_HAS_SRGB,         SAMPLE | RENDER, {F(R8G8B8A8_SRGB)}                                                        },
   {ST_HAS_2_10_10_10,   SAMPLE,          {F(R10G10B10A2_UNORM)}                                                    },
   {ST_HAS_NORM16,
    SAMPLE,                               {F(R16_UNORM), F(R16G16_UNORM), F(R16G16B16A16_UNORM), F(R16_SNORM), F(R16G16_SNORM),
     F(R16G16B16A16_SNORM)}                                                                              },
   {ST_HAS_RENDER_SNORM,
    SAMPLE | RENDER,
    {F(R8_SNORM), F(R8G8_SNORM), F(R8G8B8A8_SNORM), F(R16_SNORM), F(R16G16_SNORM), F(R16G16B16A16_SNORM)}           },
   {ST_HAS_S3TC,         SAMPLE,          {F(DXT1_RGB), F(DXT1_RGBA), F(DXT3_RGBA), F(DXT5_RGBA)}                   },
   {ST_HAS_RGTC,         SAMPLE,          {F(RGTC1_UNORM), F(RGTC1_SNORM), F(RGTC2_UNORM), F(RGTC2_SNORM)}          },
   {ST_HAS_BPTC,         SAMPLE,          {F(BPTC_RGBA_UNORM), F(BPTC_SRGBA), F(BPTC_RGB_FLOAT), F(BPTC_RGB_UFLOAT)}},
   {ST_HAS_RENDER_HALF,  SAMPLE | RENDER, {F(R16G16B16A16_FLOAT), F(R16G16_FLOAT), F(R16_FLOAT)}                    },
   {ST_HAS_RENDER_FLOAT,
    SAMPLE | RENDER,
    {F(R16G16B16A16_FLOAT), F(R16G16_FLOAT), F(R16_FLOAT), F(R32G32B32A32_FLOAT), F(R32G32_FLOAT),
     F(R32_FLOAT), F(R11G11B10_FLOAT)}                                                                              },
};

static bool
supported(const struct st_context *ctx, enum pipe_format f, uint32_t bind)
{
   return ctx->screen->is_format_supported(ctx->screen, f, PIPE_TEXTURE_2D, 0, bind);
}

uint32_t
st_find_features(const struct st_context *ctx)
{
   uint32_t found = ctx->version >= 30 ? ST_HAS_GLES3 : 0;
   for (unsigned i = 0; i < ARRAY_SIZE(features); i++) {
      bool all = true;
      for (unsigned k = 0; features[i].formats[k] && all; k++)
         all = supported(ctx, features[i].formats[k], features[i].bind);
      if (all)
         found |= features[i].feature;
   }
   struct pipe_screen *s = ctx->screen;
   if (s->is_format_supported(s, RGBA8, PIPE_TEXTURE_3D, 0, SAMPLE) && s->caps.max_texture_3d_size)
      found |= ST_HAS_3D;
   if (s->caps.max_anisotropy > 1)
      found |= ST_HAS_ANISOTROPY;
   if (s->caps.border_color)
      found |= ST_HAS_BORDER;
   bool z24 = supported(ctx, F(Z24X8_UNORM), DEPTH | SAMPLE), z24s8 = supported(ctx, Z24S8, DEPTH | SAMPLE);
   if ((z24 || z24s8) && (z24 || supported(ctx, F(Z16_UNORM), DEPTH | SAMPLE)))
      found |= ST_HAS_DEPTH_TEXTURE | (z24s8 ? ST_HAS_DEPTH_STENCIL_TEXTURE : 0);
   if (found & ST_HAS_DEPTH_TEXTURE &&
       s->is_format_supported(s, z24 ? F(Z24X8_UNORM) : Z24S8, PIPE_TEXTURE_CUBE, 0, DEPTH | SAMPLE))
      found |= ST_HAS_DEPTH_CUBE;
   return found;
}

/* ---- looking up ---------------------------------------------------------------------------------------- */

static bool
has(const struct st_context *ctx, uint32_t need)
{
   return !(need & ~ctx->features);
}

static uint32_t
render_bind(enum pipe_format f)
{
   const struct u_format_desc *d = u_format_desc(f);
   return d->depth || d->stencil ? DEPTH : RENDER;
}

static enum pipe_format
choose(const struct st_context *ctx, const struct st_texture_format *row)
{
   assert(row->candidates[0]);
   for (unsigned pass = 0; pass < 2; pass++) {
      for (unsigned k = 0; k < ARRAY_SIZE(row->candidates) && row->candidates[k]; k++) {
         enum pipe_format f = row->candidates[k];
         if (supported(ctx, f, SAMPLE | (row->render && !pass ? render_bind(f) : 0)))
            return f;
      }
   }
   return PIPE_FORMAT_NONE;
}

enum pipe_format
st_texture_format(const struct st_context *ctx, GLenum internal, GLenum format, GLenum type)
{
   const struct st_compressed_format *c = st_compressed_format(ctx, internal);
   if (c) {
      bool match = c->client_format ? format == c->client_format : format == GL_RGB || format == GL_RGBA;
      return c->encode && match && (!c->client_type || c->client_type == type) ? c->format : PIPE_FORMAT_NONE;
   }
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].internal == internal && formats[i].format == format && formats[i].type == type &&
          formats[i].use & ST_FOR_IMAGE && has(ctx, formats[i].need))
         return choose(ctx, &formats[i]);
   return PIPE_FORMAT_NONE;
}

bool
st_takes_pixels(const struct st_context *ctx, GLenum internal, GLenum format, GLenum type)
{
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].internal == internal && formats[i].format == format && formats[i].type == type &&
          has(ctx, formats[i].need))
         return true;
   return false;
}

enum pipe_format
st_storage_format(const struct st_context *ctx, GLenum internal, GLenum *type)
{
   const struct st_compressed_format *c = st_compressed_format(ctx, internal);
   *type = 0;
   if (c)
      return c->format;
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].internal == internal && formats[i].use & ST_FOR_STORAGE && has(ctx, formats[i].need)) {
         *type = formats[i].type;
         return choose(ctx, &formats[i]);
      }
   return PIPE_FORMAT_NONE;
}

const struct st_compressed_format *
st_compressed_format(const struct st_context *ctx, GLenum internal)
{
   for (unsigned i = 0; i < ARRAY_SIZE(compressed); i++)
      if (compressed[i].internal == internal)
         return has(ctx, compressed[i].need) ? &compressed[i] : NULL;
   return NULL;
}

const struct st_compressed_format *
st_compressed_format_by_index(const struct st_context *ctx, unsigned n)
{
   for (unsigned i = 0; i < ARRAY_SIZE(compressed); i++)
      if (has(ctx, compressed[i].need) && n-- == 0)
         return &compressed[i];
   return NULL;
}

bool
st_known_internal_format(const struct st_context *ctx, GLenum internal)
{
   const struct st_compressed_format *c = st_compressed_format(ctx, internal);
   if (c)
      return c->encode;
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].internal == internal && formats[i].use & ST_FOR_IMAGE && has(ctx, formats[i].need))
         return true;
   return false;
}

GLenum
st_base_format(GLenum internal)
{
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].internal == internal)
         return formats[i].format;
   for (unsigned i = 0; i < ARRAY_SIZE(compressed); i++)
      if (compressed[i].internal == internal)
         return compressed[i].base;
   return internal == GL_STENCIL_INDEX8 ? GL_STENCIL_INDEX8 : 0;
}

unsigned
st_base_components(GLenum base)
{
   switch (base) {
   case GL_RGBA:
   case GL_BGRA_EXT:
   case GL_SRGB_ALPHA_EXT:
   case GL_RGBA_INTEGER:
      return PIPE_MASK_RGBA;
   case GL_RGB:
   case GL_SRGB_EXT:
   case GL_RGB_INTEGER:
      return PIPE_MASK_R | PIPE_MASK_G | PIPE_MASK_B;
   case GL_RG_EXT:
   case GL_RG_INTEGER:
      return PIPE_MASK_R | PIPE_MASK_G;
   case GL_RED_EXT:
   case GL_RED_INTEGER:
   case GL_LUMINANCE:
      return PIPE_MASK_R;
   case GL_LUMINANCE_ALPHA:
      return PIPE_MASK_R | PIPE_MASK_A;
   case GL_ALPHA:
      return PIPE_MASK_A;
   default:
      return 0;
   }
}

static bool
has_size(GLenum internal)
{
   return st_base_format(internal) != internal;
}

/** Beyond ES 2.0.25 table 4.5: 16-bit floats by EXT_color_buffer_half_float, EXT_texture_rg, EXT_sRGB (not without
 * alpha), EXT_texture_norm16 (not signed, not RGB); in contexts of 3.0 ES 3.0.6 table 3.13, EXT_color_buffer_float and
 * EXT_render_snorm. */
bool
st_color_renderable(const struct st_context *ctx, GLenum internal, enum pipe_format f)
{
   const struct u_format_desc *d = u_format_desc(f);
   const GLenum base = st_base_format(internal);
   const bool es3 = ctx->version >= 30, rgb = base == GL_RGB;
   if (d->compressed || st_compressed_format(ctx, internal) || f == F(R9G9B9E5_FLOAT))
      return false;
   if (d->ch[0].type == U_SNORM && (rgb || !es3 || !(ctx->features & ST_HAS_RENDER_SNORM)))
      return false;
   if (d->srgb && (base == GL_RED_EXT || base == GL_RG_EXT))
      return false;
   if (u_format_is_int(f))
      return base != GL_RGB_INTEGER;
   if (st_is_float(f) && d->ch[0].bits == 16 && !(ctx->features & ST_HAS_RENDER_HALF))
      return false;
   if (st_is_float(f) && d->ch[0].bits != 16 &&
       !(es3 && ctx->features & ST_HAS_RENDER_FLOAT && has_size(internal) && internal != GL_RGB32F))
      return false;
   if (d->ch[0].type == U_UNORM && d->ch[0].bits == 10 && !(es3 && internal == GL_RGB10_A2))
      return false;
   if (rgb && d->ch[0].type == U_UNORM && d->ch[0].bits == 16)
      return false;
   return base == GL_RGBA || rgb || base == GL_BGRA_EXT || base == GL_RED_EXT || base == GL_RG_EXT ||
          base == GL_SRGB_ALPHA_EXT;
}

bool
st_can_generate_mipmap(const struct st_context *ctx, GLenum internal, enum pipe_format f)
{
   const struct u_format_desc *d = u_format_desc(f);
   if (d->depth || d->stencil || d->compressed || st_compressed_format(ctx, internal))
      return false;
   if (!has_size(internal))
      return !d->srgb;
   const bool wide = st_is_float(f) && d->ch[0].bits == 32;
   const GLenum base = st_base_format(internal);
   const bool gray = base == GL_ALPHA || base == GL_LUMINANCE || base == GL_LUMINANCE_ALPHA;
   return (gray || st_color_renderable(ctx, internal, f)) && !u_format_is_int(f) &&
          (!wide || ctx->screen->caps.float_linear);
}

bool
st_is_float(enum pipe_format f)
{
   const struct u_format_desc *d = u_format_desc(f);
   return !d->compressed && !d->depth && d->channels && d->ch[0].type == U_FLOAT;
}

static const struct {
   uint16_t srgb, linear;
} twins[] = {
   {F(R8G8B8A8_SRGB), RGBA8             },
   {F(R8G8B8X8_SRGB), RGBX8             },
   {F(B8G8R8A8_SRGB), F(B8G8R8A8_UNORM) },
   {F(B8G8R8X8_SRGB), F(B8G8R8X8_UNORM) },
   {F(DXT1_SRGB),     F(DXT1_RGB)       },
   {F(DXT1_SRGBA),    F(DXT1_RGBA)      },
   {F(DXT3_SRGBA),    F(DXT3_RGBA)      },
   {F(DXT5_SRGBA),    F(DXT5_RGBA)      },
   {F(BPTC_SRGBA),    F(BPTC_RGBA_UNORM)},
};

enum pipe_format
st_linear_format(enum pipe_format f)
{
   for (unsigned i = 0; i < ARRAY_SIZE(twins); i++)
      if (twins[i].srgb == f)
         return twins[i].linear;
   return f;
}

enum pipe_format
st_srgb_format(enum pipe_format f)
{
   for (unsigned i = 0; i < ARRAY_SIZE(twins); i++)
      if (twins[i].linear == f || twins[i].srgb == f)
         return twins[i].srgb;
   return PIPE_FORMAT_NONE;
}
