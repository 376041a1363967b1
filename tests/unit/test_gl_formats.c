/* SPDX-License-Identifier: MIT
 *
 * Image formats of the extensions on a driver that has them all: which combinations glTexImage takes, what
 * the compressed calls refuse and with which error, and what disappears when the driver lacks the formats.
 */
#include "gl_fixture.h"

#include "state_tracker/st_context.h"
#include "state_tracker/st_format.h"

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
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T, t, 0);
   glGetError();
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   /* ETC1: whole images only (OES_compressed_ETC1_RGB8_texture) */
   E(GL_NO_ERROR, glCompressedTexImage2D(T, 0, GL_ETC1_RGB8_OES, 5, 5, 0, 32, data));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 0, 0, 4, 4, GL_ETC1_RGB8_OES, 8, data));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 4, 4, GL_RGB, GL_UNSIGNED_BYTE, data));
   E(GL_INVALID_OPERATION, glGenerateMipmap(T));
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
}

/** The list of compressed formats has what the calls take. */
static void
compressed_list(void **state)
{
   GLint n = 0, list[64];
   memset(list, 0x55, sizeof list);
   glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS, &n);
   assert_true(n >= 17 && n < 40);
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
      assert_true(st_make_current(lesser, f->fb, f->fb));
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

int
main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
   const struct CMUnitTest tests[] = {
      TEST(combinations), TEST(compressed_errors), TEST(compressed_list), TEST(missing), TEST(bases),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
