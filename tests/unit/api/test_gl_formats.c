/* SPDX-License-Identifier: MIT
 *
 * Image formats of the extensions on a driver that has them all: which combinations glTexImage takes, what
 * the compressed calls refuse and with which error, and what disappears when the driver lacks the formats.
 */
#include "gl_fixture.h"

#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"

#define T GL_TEXTURE_2D

#define E(error, call)                                                                                       \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum e_ = glGetError();                                                                              \
      if (e_ != (error))                                                                                     \
         fail_msg("%s: 0x%x instead of " #error " (line %d)", #call, e_, __LINE__);                          \
   } while (0)

static void
combinations(void **state)
{
   static const struct {
      GLenum internal, format, type;
   } good[] = {
      {GL_COMPRESSED_SRGB_S3TC_DXT1_EXT,        GL_RGB,               GL_UNSIGNED_BYTE                  },
      {GL_RGBA,                                 GL_RGBA,              GL_FLOAT                          },
      {GL_RGB,                                  GL_RGB,               GL_FLOAT                          },
      {GL_LUMINANCE,                            GL_LUMINANCE,         GL_FLOAT                          },
      {GL_ALPHA,                                GL_ALPHA,             GL_HALF_FLOAT_OES                 },
      {GL_LUMINANCE_ALPHA,                      GL_LUMINANCE_ALPHA,   GL_HALF_FLOAT_OES                 },
      {GL_RED_EXT,                              GL_RED_EXT,           GL_UNSIGNED_BYTE                  },
      {GL_RG_EXT,                               GL_RG_EXT,            GL_UNSIGNED_BYTE                  },
      {GL_RG_EXT,                               GL_RG_EXT,            GL_HALF_FLOAT_OES                 },
      {GL_RED_EXT,                              GL_RED_EXT,           GL_FLOAT                          },
      {GL_RGBA,                                 GL_RGBA,              GL_UNSIGNED_INT_2_10_10_10_REV_EXT},
      {GL_RGB,                                  GL_RGB,               GL_UNSIGNED_INT_2_10_10_10_REV_EXT},
      {GL_RGBA8_OES,                            GL_RGBA,              GL_UNSIGNED_BYTE                  },
      {GL_RGBA4,                                GL_RGBA,              GL_UNSIGNED_BYTE                  },
      {GL_RGB5_A1,                              GL_RGBA,              GL_UNSIGNED_INT_2_10_10_10_REV_EXT},
      {GL_RGB565,                               GL_RGB,               GL_UNSIGNED_BYTE                  },
      {GL_LUMINANCE4_ALPHA4_OES,                GL_LUMINANCE_ALPHA,   GL_UNSIGNED_BYTE                  },
      {GL_RGB10_A2_EXT,                         GL_RGBA,              GL_UNSIGNED_INT_2_10_10_10_REV_EXT},
      {GL_DEPTH_COMPONENT16,                    GL_DEPTH_COMPONENT,   GL_UNSIGNED_INT                   },
      {GL_DEPTH24_STENCIL8_OES,                 GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES          },
      {GL_COMPRESSED_RGB_S3TC_DXT1_EXT,         GL_RGBA,              GL_UNSIGNED_BYTE                  },
      {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT,        GL_RGB,               GL_FLOAT                          },
      {GL_COMPRESSED_SIGNED_RED_RGTC1_EXT,      GL_RED_EXT,           GL_BYTE                           },
      {GL_COMPRESSED_RED_GREEN_RGTC2_EXT,       GL_RG_EXT,            GL_UNSIGNED_BYTE                  },
      {GL_COMPRESSED_RGBA_BPTC_UNORM_EXT,       GL_RGBA,              GL_UNSIGNED_BYTE                  },
      {GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT, GL_RGB,               GL_FLOAT                          },
   };
   static const struct {
      GLenum internal, format, type, error;
   } bad[] = {
      {GL_RGBA8_OES,                            GL_RGBA,      GL_UNSIGNED_SHORT_4_4_4_4, GL_INVALID_OPERATION},
      {GL_RGB8_OES,                             GL_RGBA,      GL_UNSIGNED_BYTE,          GL_INVALID_OPERATION},
      {GL_RED_EXT,                              GL_RED_EXT,   GL_UNSIGNED_SHORT_5_6_5,   GL_INVALID_OPERATION},
      {GL_RED_EXT,                              GL_RG_EXT,    GL_UNSIGNED_BYTE,          GL_INVALID_OPERATION},
      {GL_RGBA,                                 GL_RGBA,      GL_BYTE,                   GL_INVALID_OPERATION},
      {GL_RGBA16F_EXT,                          GL_RGBA,      GL_HALF_FLOAT_OES,         GL_INVALID_VALUE    },
      {GL_ETC1_RGB8_OES,                        GL_RGB,       GL_UNSIGNED_BYTE,          GL_INVALID_VALUE    },
      {GL_COMPRESSED_RGB_S3TC_DXT1_EXT,         GL_LUMINANCE, GL_UNSIGNED_BYTE,          GL_INVALID_OPERATION},
      {GL_COMPRESSED_RGB_S3TC_DXT1_EXT,         GL_RGB,       GL_UNSIGNED_SHORT_4_4_4_4, GL_INVALID_OPERATION},
      {GL_COMPRESSED_RED_RGTC1_EXT,             GL_RED_EXT,   GL_BYTE,                   GL_INVALID_OPERATION},
      {GL_COMPRESSED_RED_RGTC1_EXT,             GL_RG_EXT,    GL_UNSIGNED_BYTE,          GL_INVALID_OPERATION},
      {GL_COMPRESSED_RGBA_BPTC_UNORM_EXT,       GL_RGB,       GL_UNSIGNED_BYTE,          GL_INVALID_OPERATION},
      {GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT, GL_RGB,       GL_UNSIGNED_BYTE,          GL_INVALID_OPERATION},
      {0x83f9,                                  GL_RGB,       GL_UNSIGNED_BYTE,          GL_INVALID_VALUE    },
   };
   for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
      glTexImage2D(T, 0, (GLint)good[i].internal, 9, 5, 0, good[i].format, good[i].type, NULL);
      GLenum e = glGetError();
      if (e)
         fail_msg("0x%x, 0x%x, 0x%x: 0x%x", good[i].internal, good[i].format, good[i].type, e);
   }
   for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      glTexImage2D(T, 0, (GLint)bad[i].internal, 8, 8, 0, bad[i].format, bad[i].type, NULL);
      GLenum e = glGetError();
      if (e != bad[i].error)
         fail_msg("0x%x, 0x%x, 0x%x: 0x%x, not 0x%x", bad[i].internal, bad[i].format, bad[i].type, e,
                  bad[i].error);
   }
}

static void
compressed_errors(void **state)
{
   static const GLubyte data[1024];
   const GLenum DXT1 = GL_COMPRESSED_RGB_S3TC_DXT1_EXT, DXT5 = GL_COMPRESSED_RGBA_S3TC_DXT5_EXT;
   GLuint t, fbo;
   glGenTextures(1, &t);
   glBindTexture(T, t);
   E(GL_INVALID_ENUM, glCompressedTexImage2D(GL_TEXTURE_CUBE_MAP, 0, DXT1, 8, 8, 0, 32, data));
   E(GL_INVALID_ENUM, glCompressedTexImage2D(T, 0, GL_RGB, 8, 8, 0, 32, data));
   E(GL_INVALID_VALUE, glCompressedTexImage2D(T, -1, DXT1, 8, 8, 0, 32, data));
   E(GL_INVALID_VALUE, glCompressedTexImage2D(T, 0, DXT1, -8, 8, 0, 32, data));
   E(GL_INVALID_VALUE, glCompressedTexImage2D(T, 0, DXT1, 8, 8, 1, 32, data));
   E(GL_INVALID_VALUE, glCompressedTexImage2D(T, 0, DXT1, 8, 8, 0, 31, data));
   E(GL_INVALID_VALUE, glCompressedTexImage2D(T, 0, DXT1, 8, 8, 0, -1, data));
   E(GL_INVALID_VALUE, glCompressedTexImage2D(T, 0, DXT5, 8, 8, 0, 32, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 0, 0, 4, 4, DXT1, 8, data));
   E(GL_NO_ERROR, glCompressedTexImage2D(T, 0, DXT1, 0, 0, 0, 0, data));
   E(GL_NO_ERROR, glCompressedTexImage2D(T, 0, DXT1, 11, 14, 0, 3 * 4 * 8, data));
   /* parts */
   E(GL_NO_ERROR, glCompressedTexSubImage2D(T, 0, 4, 4, 4, 4, DXT1, 8, data));
   E(GL_NO_ERROR, glCompressedTexSubImage2D(T, 0, 8, 12, 3, 2, DXT1, 8, data));
   E(GL_NO_ERROR, glCompressedTexSubImage2D(T, 0, 4, 4, 0, 0, DXT1, 0, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 0, 0, 4, 4, DXT5, 16, data));
   E(GL_INVALID_ENUM, glCompressedTexSubImage2D(T, 0, 0, 0, 4, 4, GL_RGB, 8, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 2, 0, 4, 4, DXT1, 8, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 0, 6, 4, 4, DXT1, 8, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 0, 0, 6, 4, DXT1, 16, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 0, 0, 4, 3, DXT1, 8, data));
   E(GL_INVALID_VALUE, glCompressedTexSubImage2D(T, 0, 0, 0, 4, 4, DXT1, 16, data));
   E(GL_INVALID_VALUE, glCompressedTexSubImage2D(T, 0, -4, 0, 4, 4, DXT1, 8, data));
   E(GL_INVALID_VALUE, glCompressedTexSubImage2D(T, 0, 8, 12, 4, 4, DXT1, 8, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 1, 0, 0, 4, 4, DXT1, 8, data));
   E(GL_NO_ERROR, glTexSubImage2D(T, 0, 4, 4, 4, 8, GL_RGB, GL_UNSIGNED_BYTE, data));
   E(GL_NO_ERROR, glTexSubImage2D(T, 0, 8, 8, 3, 6, GL_RGBA, GL_UNSIGNED_BYTE, data));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 4, 4, 4, 7, GL_RGB, GL_UNSIGNED_BYTE, data));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 3, 4, 4, 4, GL_RGB, GL_UNSIGNED_BYTE, data));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 4, 4, GL_ALPHA, GL_UNSIGNED_BYTE, data));
   /* what compressed images are not for */
   E(GL_INVALID_OPERATION, glCopyTexSubImage2D(T, 0, 0, 0, 0, 0, 4, 4));
   E(GL_INVALID_ENUM, glCopyTexImage2D(T, 0, DXT1, 0, 0, 4, 4, 0));
   E(GL_INVALID_OPERATION, glGenerateMipmap(T));
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   E(GL_INVALID_OPERATION, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T, t, 0));
   glTexImage2D(T, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   E(GL_NO_ERROR, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T, t, 0));
   glCompressedTexImage2D(T, 0, DXT1, 8, 8, 0, 32, data);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   /* ETC1, with EXT_compressed_ETC1_RGB8_sub_texture */
   E(GL_NO_ERROR, glCompressedTexImage2D(T, 0, GL_ETC1_RGB8_OES, 5, 5, 0, 32, data));
   E(GL_NO_ERROR, glCompressedTexSubImage2D(T, 0, 0, 0, 4, 4, GL_ETC1_RGB8_OES, 8, data));
   E(GL_NO_ERROR, glCompressedTexSubImage2D(T, 0, 4, 4, 1, 1, GL_ETC1_RGB8_OES, 8, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 1, 0, 4, 4, GL_ETC1_RGB8_OES, 8, data));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 4, 4, GL_RGB, GL_UNSIGNED_BYTE, data));
   E(GL_INVALID_OPERATION, glGenerateMipmap(T));
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
}

/** KHR_texture_compression_astc_ldr: blocks of other sizes than 4 x 4; slices of 3D textures. */
static void
astc_errors(void **state)
{
   static const GLubyte data[1024];
   const GLenum A65 = GL_COMPRESSED_RGBA_ASTC_6x5_KHR, S65 = GL_COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR,
                V = GL_TEXTURE_3D_OES;
   GLuint t[2];
   glGenTextures(2, t);
   glBindTexture(T, t[0]);
   E(GL_NO_ERROR, glCompressedTexImage2D(T, 0, A65, 13, 11, 0, 9 * 16, data));
   E(GL_INVALID_VALUE, glCompressedTexImage2D(T, 0, A65, 13, 11, 0, 12 * 16, data));
   E(GL_NO_ERROR, glCompressedTexSubImage2D(T, 0, 6, 5, 6, 5, A65, 16, data));
   E(GL_NO_ERROR, glCompressedTexSubImage2D(T, 0, 12, 10, 1, 1, A65, 16, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 4, 5, 6, 5, A65, 16, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 6, 4, 6, 5, A65, 16, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 0, 0, 4, 5, A65, 16, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 0, 0, 6, 4, A65, 16, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 0, 0, 6, 5, S65, 16, data));
   E(GL_INVALID_VALUE, glCompressedTexSubImage2D(T, 0, 12, 10, 6, 5, A65, 16, data));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 6, 5, GL_RGBA, GL_UNSIGNED_BYTE, data));
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, (GLint)A65, 6, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, data));
   E(GL_INVALID_OPERATION, glCopyTexSubImage2D(T, 0, 0, 0, 0, 0, 6, 5));
   E(GL_INVALID_OPERATION, glCopyTexImage2D(T, 0, A65, 0, 0, 6, 5, 0));
   E(GL_INVALID_OPERATION, glGenerateMipmap(T));
   E(GL_NO_ERROR, glTexStorage2DEXT(T, 2, S65, 13, 11));
   E(GL_INVALID_OPERATION, glCompressedTexImage2D(T, 0, A65, 13, 11, 0, 9 * 16, data));
   glBindTexture(V, t[1]);
   E(GL_NO_ERROR, glCompressedTexImage3DOES(V, 0, A65, 12, 10, 3, 0, 3 * 4 * 16, data));
   E(GL_INVALID_VALUE, glCompressedTexImage3DOES(V, 0, A65, 12, 10, 3, 0, 4 * 16, data));
   E(GL_NO_ERROR, glCompressedTexSubImage3DOES(V, 0, 6, 5, 1, 6, 5, 2, A65, 32, data));
   E(GL_INVALID_VALUE, glCompressedTexSubImage3DOES(V, 0, 6, 5, 2, 6, 5, 2, A65, 32, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage3DOES(V, 0, 5, 5, 1, 6, 5, 1, A65, 16, data));
   glDeleteTextures(2, t);
}

/** The list of compressed formats has what the calls take. */
static void
compressed_list(void **state)
{
   GLint n = 0, list[64];
   memset(list, 0x55, sizeof list);
   glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS, &n);
   assert_true(n >= 45 && n < 64);
   glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS, list);
   assert_int_equal(list[n], 0x55555555);
   for (GLint i = 0; i < n; i++) {
      glCompressedTexImage2D(T, 0, (GLenum)list[i], 0, 0, 0, 0, NULL);
      assert_gl(GL_NO_ERROR);
   }
}

/** Without the formats there are no names and no extensions. */
static void
missing(void **state)
{
   struct fixture *f = *state;
   static const struct {
      uint16_t format;
      const char *extension;
      GLenum internal, client, type, error;
   } cases[] = {
      {PIPE_FORMAT_DXT3_RGBA,         "GL_EXT_texture_compression_s3tc",    GL_COMPRESSED_RGB_S3TC_DXT1_EXT,   GL_RGB,
       GL_UNSIGNED_BYTE,                                                                                                                      GL_INVALID_VALUE},
      {PIPE_FORMAT_RGTC2_SNORM,       "GL_EXT_texture_compression_rgtc",    GL_COMPRESSED_RED_RGTC1_EXT,       GL_RED_EXT,
       GL_UNSIGNED_BYTE,                                                                                                                      GL_INVALID_VALUE},
      {PIPE_FORMAT_BPTC_SRGBA,        "GL_EXT_texture_compression_bptc",    GL_COMPRESSED_RGBA_BPTC_UNORM_EXT, GL_RGBA,
       GL_UNSIGNED_BYTE,                                                                                                                      GL_INVALID_VALUE},
      {PIPE_FORMAT_L32A32_FLOAT,      "GL_OES_texture_float",               GL_RGBA,                           GL_RGBA,    GL_FLOAT,          GL_INVALID_ENUM },
      {PIPE_FORMAT_A16_FLOAT,         "GL_OES_texture_half_float",          GL_RGBA,                           GL_RGBA,    GL_HALF_FLOAT_OES,
       GL_INVALID_ENUM                                                                                                                                        },
      {PIPE_FORMAT_R8G8_UNORM,        "GL_EXT_texture_rg",                  GL_RED_EXT,                        GL_RED_EXT, GL_UNSIGNED_BYTE,
       GL_INVALID_VALUE                                                                                                                                       },
      {PIPE_FORMAT_R10G10B10A2_UNORM, "GL_EXT_texture_type_2_10_10_10_REV", GL_RGBA,                           GL_RGBA,
       GL_UNSIGNED_INT_2_10_10_10_REV_EXT,                                                                                                    GL_INVALID_ENUM },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), cases[i].extension));
      f->m.format_ok[cases[i].format] = false;
      struct st_context *lesser = st_context_create(&f->m.screen, NULL, NULL);
      st_make_current(lesser, f->fb, f->fb);
      assert_null(strstr((const char *)glGetString(GL_EXTENSIONS), cases[i].extension));
      glTexImage2D(T, 0, (GLint)cases[i].internal, 4, 4, 0, cases[i].client, cases[i].type, NULL);
      GLenum e = glGetError();
      /* RED is unknown as a client format as well */
      if (e != cases[i].error && !(cases[i].client == GL_RED_EXT && e == GL_INVALID_ENUM))
         fail_msg("%s: 0x%x", cases[i].extension, e);
      st_make_current(f->ctx, f->fb, f->fb);
      st_context_destroy(lesser);
      f->m.format_ok[cases[i].format] = true;
   }
}

/** Parameters of the extensions: values, errors, what queries give back. */
static void
parameters(void **state)
{
   GLint i[4];
   GLfloat f[4];
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(T, t);
   E(GL_INVALID_VALUE, glTexParameterf(T, GL_TEXTURE_MAX_ANISOTROPY_EXT, 0.5f));
   E(GL_INVALID_VALUE, glTexParameteri(T, GL_TEXTURE_MAX_ANISOTROPY_EXT, -1));
   E(GL_NO_ERROR, glTexParameterf(T, GL_TEXTURE_MAX_ANISOTROPY_EXT, 3.25f));
   E(GL_NO_ERROR, glGetTexParameterfv(T, GL_TEXTURE_MAX_ANISOTROPY_EXT, f));
   assert_true(f[0] == 3.25f);
   E(GL_NO_ERROR, glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, f));
   assert_true(f[0] == 16);
   E(GL_NO_ERROR, glGetTexParameteriv(T, GL_TEXTURE_MAX_LEVEL_APPLE, i));
   assert_int_equal(i[0], 1000);
   E(GL_INVALID_VALUE, glTexParameteri(T, GL_TEXTURE_MAX_LEVEL_APPLE, -1));
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_MAX_LEVEL_APPLE, 3));
   E(GL_NO_ERROR, glGetTexParameterfv(T, GL_TEXTURE_MAX_LEVEL_APPLE, f));
   assert_true(f[0] == 3);
   E(GL_INVALID_ENUM, glTexParameteri(T, GL_TEXTURE_SRGB_DECODE_EXT, GL_LINEAR));
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT));
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_EXT));
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_WRAP_T, GL_MIRROR_CLAMP_TO_EDGE_EXT));
   E(GL_INVALID_ENUM, glTexParameteri(T, GL_TEXTURE_WRAP_T, 0x2900)); /* GL_CLAMP */
   /* the border colour */
   E(GL_INVALID_ENUM, glTexParameteri(T, GL_TEXTURE_BORDER_COLOR_EXT, 1));
   E(GL_INVALID_ENUM, glTexParameterf(T, GL_TEXTURE_BORDER_COLOR_EXT, 1));
   E(GL_NO_ERROR, glTexParameterfv(T, GL_TEXTURE_BORDER_COLOR_EXT, (GLfloat[4]){0.5f, -3, 9, 1}));
   E(GL_NO_ERROR, glGetTexParameterfv(T, GL_TEXTURE_BORDER_COLOR_EXT, f));
   assert_true(f[0] == 0.5f && f[1] == -3 && f[2] == 9 && f[3] == 1);
   E(GL_NO_ERROR, glGetTexParameteriv(T, GL_TEXTURE_BORDER_COLOR_EXT, i));
   assert_true(i[0] == 0x40000000 && i[1] == INT32_MIN && i[2] == INT32_MAX && i[3] == INT32_MAX);
   E(GL_NO_ERROR, glTexParameteriv(T, GL_TEXTURE_BORDER_COLOR_EXT, (GLint[4]){INT32_MAX, INT32_MIN, 0, 0}));
   E(GL_NO_ERROR, glGetTexParameterfv(T, GL_TEXTURE_BORDER_COLOR_EXT, f));
   assert_true(f[0] == 1 && f[1] == -1 && f[2] == 0);
   E(GL_NO_ERROR, glTexParameterIivEXT(T, GL_TEXTURE_BORDER_COLOR_EXT, (GLint[4]){-7, 5, 0, 1}));
   E(GL_NO_ERROR, glGetTexParameterIivEXT(T, GL_TEXTURE_BORDER_COLOR_EXT, i));
   assert_true(i[0] == -7 && i[1] == 5 && i[3] == 1);
   E(GL_NO_ERROR, glTexParameterIuivEXT(T, GL_TEXTURE_BORDER_COLOR_EXT, (GLuint[4]){0xffffffff, 16777217}));
   E(GL_NO_ERROR, glGetTexParameterIuivOES(T, GL_TEXTURE_BORDER_COLOR_EXT, (GLuint *)i));
   assert_true(i[0] == -1 && i[1] == 16777217 && i[2] == 0);
   E(GL_NO_ERROR, glTexParameterIivOES(T, GL_TEXTURE_MIN_FILTER, (GLint[1]){GL_NEAREST}));
   E(GL_NO_ERROR, glGetTexParameterIivOES(T, GL_TEXTURE_MIN_FILTER, i));
   assert_int_equal(i[0], GL_NEAREST);
   /* 3D */
   E(GL_NO_ERROR, glBindTexture(GL_TEXTURE_3D_OES, 0));
   E(GL_NO_ERROR, glTexParameteri(GL_TEXTURE_3D_OES, GL_TEXTURE_WRAP_R_OES, GL_MIRRORED_REPEAT));
   E(GL_NO_ERROR, glGetTexParameteriv(GL_TEXTURE_3D_OES, GL_TEXTURE_WRAP_R_OES, i));
   assert_int_equal(i[0], GL_MIRRORED_REPEAT);
   E(GL_INVALID_OPERATION, glBindTexture(GL_TEXTURE_3D_OES, t));
   E(GL_NO_ERROR, glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE_OES, i));
   assert_int_equal(i[0], 256);
}

static void
volume_errors(void **state)
{
   const GLenum V = GL_TEXTURE_3D_OES, U = GL_UNSIGNED_BYTE;
   GLubyte px[64] = {0};
   GLuint fbo, t;
   E(GL_INVALID_ENUM, glTexImage3DOES(T, 0, GL_RGBA, 2, 2, 2, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_ENUM, glTexImage2D(V, 0, GL_RGBA, 2, 2, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage3DOES(V, 0, GL_RGBA, 2, 2, 257, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage3DOES(V, 0, GL_RGBA, 2, 2, -1, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage3DOES(V, 9, GL_RGBA, 1, 1, 1, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage3DOES(V, 0, GL_RGBA, 2, 2, 2, 1, GL_RGBA, U, NULL));
   E(GL_INVALID_OPERATION, glTexImage3DOES(V, 0, GL_RGB, 2, 2, 2, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_OPERATION,
     glTexImage3DOES(V, 0, GL_DEPTH_COMPONENT, 2, 2, 2, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL));
   E(GL_INVALID_OPERATION,
     glTexImage3DOES(V, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 4, 0, GL_RGB, U, NULL));
   E(GL_INVALID_ENUM, glCompressedTexImage3DOES(V, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 4, 0, 32, px));
   E(GL_INVALID_OPERATION, glTexSubImage3DOES(V, 0, 0, 0, 0, 1, 1, 1, GL_RGBA, U, px));
   E(GL_NO_ERROR, glTexImage3DOES(V, 0, GL_RGBA, 2, 3, 4, 0, GL_RGBA, U, NULL));
   E(GL_NO_ERROR, glTexSubImage3DOES(V, 0, 1, 2, 3, 1, 1, 1, GL_RGBA, U, px));
   E(GL_INVALID_VALUE, glTexSubImage3DOES(V, 0, 1, 2, 3, 1, 1, 2, GL_RGBA, U, px));
   E(GL_INVALID_VALUE, glTexSubImage3DOES(V, 0, 0, 0, -1, 1, 1, 1, GL_RGBA, U, px));
   E(GL_INVALID_ENUM, glTexSubImage3DOES(V, 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_INT, px));
   E(GL_NO_ERROR, glCopyTexSubImage3DOES(V, 0, 0, 0, 3, 0, 0, 2, 2));
   E(GL_INVALID_VALUE, glCopyTexSubImage3DOES(V, 0, 0, 0, 4, 0, 0, 2, 2));
   glGenTextures(1, &t);
   glBindTexture(V, t);
   glTexImage3DOES(V, 0, GL_RGBA, 2, 2, 2, 0, GL_RGBA, U, NULL);
   E(GL_INVALID_OPERATION, glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, V, t, 0, 0));
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   E(GL_INVALID_OPERATION, glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T, t, 0, 0));
   E(GL_INVALID_OPERATION, glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                                     GL_TEXTURE_CUBE_MAP_POSITIVE_X, t, 0, 0));
   E(GL_INVALID_ENUM, glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RGBA, t, 0, 0));
   E(GL_INVALID_OPERATION, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T, t, 0));
   E(GL_INVALID_VALUE, glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, V, t, 0, -1));
   E(GL_INVALID_VALUE, glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, V, t, 0, 256));
   E(GL_NO_ERROR, glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, V, t, 0, 1));
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

static void
storage_errors(void **state)
{
   const GLenum C = GL_TEXTURE_CUBE_MAP, V = GL_TEXTURE_3D_OES;
   GLuint t[4];
   GLint v;
   E(GL_INVALID_OPERATION, glTexStorage2DEXT(T, 1, GL_RGBA8_OES, 4, 4)); /* the default texture */
   glGenTextures(4, t);
   glBindTexture(T, t[0]);
   glBindTexture(C, t[1]);
   glBindTexture(V, t[2]);
   E(GL_INVALID_ENUM, glTexStorage1DEXT(T, 1, GL_RGBA8_OES, 4));
   E(GL_INVALID_ENUM, glTexStorage2DEXT(V, 1, GL_RGBA8_OES, 4, 4));
   E(GL_INVALID_ENUM, glTexStorage3DEXT(T, 1, GL_RGBA8_OES, 4, 4, 4));
   E(GL_INVALID_ENUM, glTexStorage2DEXT(GL_TEXTURE_EXTERNAL_OES, 1, GL_RGBA8_OES, 4, 4));
   E(GL_INVALID_ENUM, glTexStorage2DEXT(T, 1, GL_RGBA, 4, 4));
   E(GL_INVALID_ENUM, glTexStorage2DEXT(T, 1, GL_LUMINANCE4_ALPHA4_OES, 4, 4));
   E(GL_INVALID_VALUE, glTexStorage2DEXT(T, 0, GL_RGBA8_OES, 4, 4));
   E(GL_INVALID_VALUE, glTexStorage2DEXT(T, 1, GL_RGBA8_OES, 0, 4));
   E(GL_INVALID_VALUE, glTexStorage2DEXT(T, 1, GL_RGBA8_OES, 4097, 4));
   E(GL_INVALID_VALUE, glTexStorage2DEXT(C, 1, GL_RGBA8_OES, 4, 8));
   E(GL_INVALID_OPERATION, glTexStorage2DEXT(T, 4, GL_RGBA8_OES, 4, 7));
   E(GL_INVALID_OPERATION, glTexStorage3DEXT(V, 1, GL_DEPTH_COMPONENT16, 4, 4, 4));
   E(GL_NO_ERROR, glTexStorage2DEXT(T, 3, GL_RGBA8_OES, 4, 7));
   E(GL_NO_ERROR, glTexStorage2DEXT(C, 2, GL_DEPTH_COMPONENT16, 4, 4));
   E(GL_NO_ERROR, glTexStorage3DEXT(V, 4, GL_RG8_EXT, 4, 7, 8));
   E(GL_INVALID_OPERATION, glTexStorage2DEXT(T, 1, GL_RGBA8_OES, 4, 4));
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_OPERATION, glCopyTexImage2D(T, 0, GL_RGBA, 0, 0, 4, 4, 0));
   E(GL_INVALID_OPERATION, glCompressedTexImage2D(T, 0, GL_ETC1_RGB8_OES, 4, 4, 0, 8, NULL));
   E(GL_INVALID_OPERATION, glTexImage3DOES(V, 0, GL_RGBA, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_NO_ERROR, glTexSubImage2D(T, 2, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &v));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 3, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &v));
   E(GL_NO_ERROR, glGenerateMipmap(T));
   E(GL_NO_ERROR, glGetTexParameteriv(T, GL_TEXTURE_IMMUTABLE_FORMAT_EXT, &v));
   assert_int_equal(v, 1);
   E(GL_INVALID_ENUM, glTexParameteri(T, GL_TEXTURE_IMMUTABLE_FORMAT_EXT, 0));
   /* every sized name that this context has */
   static const GLenum sized[] = {GL_ALPHA8_OES,
                                  GL_LUMINANCE8_OES,
                                  GL_LUMINANCE8_ALPHA8_OES,
                                  GL_BGRA8_EXT,
                                  GL_RGBA32F_EXT,
                                  GL_RGB32F_EXT,
                                  GL_ALPHA32F_EXT,
                                  GL_LUMINANCE32F_EXT,
                                  GL_LUMINANCE_ALPHA32F_EXT,
                                  GL_RGBA16F_EXT,
                                  GL_RGB16F_EXT,
                                  GL_ALPHA16F_EXT,
                                  GL_LUMINANCE16F_EXT,
                                  GL_LUMINANCE_ALPHA16F_EXT,
                                  GL_RGB10_A2_EXT,
                                  GL_RGB10_EXT,
                                  GL_R8_EXT,
                                  GL_RG8_EXT,
                                  GL_R32F_EXT,
                                  GL_RG32F_EXT,
                                  GL_R16F_EXT,
                                  GL_RG16F_EXT,
                                  GL_RGB565,
                                  GL_RGBA4,
                                  GL_RGB5_A1,
                                  GL_RGB8_OES,
                                  GL_SRGB8_ALPHA8_EXT,
                                  GL_DEPTH_COMPONENT24_OES,
                                  GL_DEPTH24_STENCIL8_OES,
                                  GL_ETC1_RGB8_OES,
                                  GL_COMPRESSED_RGBA_S3TC_DXT5_EXT,
                                  GL_R16_EXT,
                                  GL_RGBA16_SNORM_EXT};
   for (unsigned i = 0; i < sizeof sized / sizeof sized[0]; i++) {
      GLuint s;
      glGenTextures(1, &s);
      glBindTexture(T, s);
      glTexStorage2DEXT(T, 3, sized[i], 5, 6);
      GLenum e = glGetError();
      if (e)
         fail_msg("glTexStorage2DEXT(0x%x): 0x%x", sized[i], e);
      glDeleteTextures(1, &s);
   }
}

/** EXT_sRGB: textures of the unsized name and of glTexStorage are rendered to, those of glTexImage2D's sized
 * name are not. */
static void
srgb_attachments(void **state)
{
   GLuint t[3], f;
   glGenTextures(3, t);
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   for (unsigned i = 0; i < 3; i++) {
      glBindTexture(T, t[i]);
      if (i == 0)
         glTexImage2D(T, 0, GL_SRGB_ALPHA_EXT, 4, 4, 0, GL_SRGB_ALPHA_EXT, GL_UNSIGNED_BYTE, NULL);
      else if (i == 1)
         glTexStorage2DEXT(T, 1, GL_SRGB8_ALPHA8_EXT, 4, 4);
      else
         glTexImage2D(T, 0, GL_SRGB8_ALPHA8_EXT, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T, t[i], 0);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER),
                       i < 2 ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_UNSUPPORTED);
   }
   glDeleteFramebuffers(1, &f);
   glDeleteTextures(3, t);
}

/** Base formats and their components. */
static void
bases(void **state)
{
   assert_int_equal(st_base_format(GL_RGBA16F_EXT), GL_RGBA);
   assert_int_equal(st_base_format(GL_COMPRESSED_RGB_S3TC_DXT1_EXT), GL_RGB);
   assert_int_equal(st_base_format(GL_DEPTH24_STENCIL8_OES), GL_DEPTH_STENCIL_OES);
   assert_int_equal(st_base_format(GL_STENCIL_INDEX8), GL_STENCIL_INDEX8);
   assert_int_equal(st_base_format(0x1234), 0);
   assert_true(st_opaque(GL_RGB565) && st_opaque(GL_RG8_EXT) && !st_opaque(GL_ALPHA) &&
               !st_opaque(GL_BGRA_EXT));
}

/** OES_required_internalformat of a screen that samples no depth and has no 10-bit colours: its own text deletes these rows from the tables. All
 * others are accepted. */
static void
required(void **state)
{
   struct fixture *f = *state;
   static const struct {
      GLenum format, type, internal[4];
   } rows[] = {
      {GL_RGBA,            GL_UNSIGNED_BYTE,          {GL_RGBA, GL_RGBA8_OES, GL_RGB5_A1, GL_RGBA4}                           },
      {GL_RGB,             GL_UNSIGNED_BYTE,          {GL_RGB, GL_RGB8_OES, GL_RGB565}                                        },
      {GL_RGBA,            GL_UNSIGNED_SHORT_4_4_4_4, {GL_RGBA, GL_RGBA4}                                                     },
      {GL_RGBA,            GL_UNSIGNED_SHORT_5_5_5_1, {GL_RGBA, GL_RGB5_A1}                                                   },
      {GL_RGB,             GL_UNSIGNED_SHORT_5_6_5,   {GL_RGB, GL_RGB565}                                                     },
      {GL_LUMINANCE_ALPHA,
       GL_UNSIGNED_BYTE,                              {GL_LUMINANCE_ALPHA, GL_LUMINANCE8_ALPHA8_OES, GL_LUMINANCE4_ALPHA4_OES}},
      {GL_LUMINANCE,       GL_UNSIGNED_BYTE,          {GL_LUMINANCE, GL_LUMINANCE8_OES}                                       },
      {GL_ALPHA,           GL_UNSIGNED_BYTE,          {GL_ALPHA, GL_ALPHA8_OES}                                               },
   };
   static const GLenum depths[][3] = {
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_SHORT,        GL_DEPTH_COMPONENT16    },
      {GL_DEPTH_COMPONENT,   GL_UNSIGNED_INT,          GL_DEPTH_COMPONENT24_OES},
      {GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES, GL_DEPTH24_STENCIL8_OES }
   };
   static const uint16_t none[] = {PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24X8_UNORM,
                                   PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_FORMAT_R10G10B10A2_UNORM};
   for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
      f->m.format_ok[none[i]] = false;
   struct st_context *lesser = st_context_create(&f->m.screen, NULL, NULL);
   st_make_current(lesser, f->fb, f->fb);
   const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
   assert_non_null(strstr(extensions, "GL_OES_required_internalformat"));
   assert_null(strstr(extensions, "GL_OES_depth_texture"));
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
      for (unsigned k = 0; k < 4 && rows[i].internal[k]; k++) {
         glTexImage2D(T, 0, (GLint)rows[i].internal[k], 4, 4, 0, rows[i].format, rows[i].type, NULL);
         GLenum e = glGetError();
         if (e)
            fail_msg("0x%x, 0x%x, 0x%x: 0x%x", rows[i].internal[k], rows[i].format, rows[i].type, e);
      }
   for (unsigned i = 0; i < sizeof depths / sizeof depths[0]; i++) {
      glTexImage2D(T, 0, (GLint)depths[i][2], 4, 4, 0, depths[i][0], depths[i][1], NULL);
      assert_int_equal(glGetError(), GL_INVALID_ENUM);
   }
   st_make_current(f->ctx, f->fb, f->fb);
   st_context_destroy(lesser);
   memset(f->m.format_ok, true, sizeof f->m.format_ok);
}

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
   const struct CMUnitTest tests[] = {
      TEST(combinations),  TEST(compressed_errors), TEST(astc_errors), TEST(compressed_list),
      TEST(missing),       TEST(srgb_attachments),  TEST(bases),       TEST(parameters),
      TEST(volume_errors), TEST(storage_errors),    TEST(required),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
