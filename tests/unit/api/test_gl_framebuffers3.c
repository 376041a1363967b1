/* SPDX-License-Identifier: MIT
 *
 * Framebuffers of OpenGL ES 3.0 on a driver that has all of it: layers, attachments of several sizes, buffers to draw to,
 * to read from and to clear, blits, reading integers, and what can be asked of them.
 */
#include "gl_fixture.h"

#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/st_context.h"

#define FB GL_FRAMEBUFFER
#define C0 GL_COLOR_ATTACHMENT0
#define E(error, call)                                                                                       \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum e_ = glGetError();                                                                              \
      if (e_ != (error))                                                                                     \
         fail_msg("%s: 0x%x instead of " #error " (line %d)", #call, e_, __LINE__);                          \
   } while (0)

static struct mock *
mock_in(void **state)
{
   return &((struct fixture *)*state)->m;
}

static GLuint
renderbuffer(GLenum internal, GLsizei width, GLsizei height, GLsizei samples)
{
   GLuint r;
   glGenRenderbuffers(1, &r);
   glBindRenderbuffer(GL_RENDERBUFFER, r);
   E(GL_NO_ERROR, glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, internal, width, height));
   return r;
}

static GLuint
framebuffer(void)
{
   GLuint f;
   glGenFramebuffers(1, &f);
   glBindFramebuffer(FB, f);
   return f;
}

static void
attach(GLenum point, GLuint r)
{
   E(GL_NO_ERROR, glFramebufferRenderbuffer(FB, point, GL_RENDERBUFFER, r));
}

static GLint
asked(GLenum point, GLenum pname)
{
   GLint v = -77;
   glGetFramebufferAttachmentParameteriv(FB, point, pname, &v);
   return v;
}

static void
layers(void **state)
{
   GLuint t[3];
   glGenTextures(3, t);
   glBindTexture(GL_TEXTURE_2D_ARRAY, t[0]);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 8, 8, 3);
   glBindTexture(GL_TEXTURE_3D, t[1]);
   glTexStorage3D(GL_TEXTURE_3D, 2, GL_RGBA8, 8, 8, 4);
   glBindTexture(GL_TEXTURE_2D, t[2]);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
   framebuffer();
   E(GL_NO_ERROR, glFramebufferTextureLayer(FB, C0, t[0], 1, 2));
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_COMPLETE);
   assert_int_equal(asked(C0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER), 2);
   assert_int_equal(asked(C0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL), 1);
   glClear(GL_COLOR_BUFFER_BIT);
   assert_int_equal(((struct fixture *)*state)->ctx->draw_info.cbufs[0].layer, 2);
   assert_int_equal(((struct fixture *)*state)->ctx->draw_info.width, 4);
   E(GL_NO_ERROR, glFramebufferTextureLayer(FB, C0, t[0], 0, 3)); /* it has layers 0 to 2 */
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   E(GL_NO_ERROR, glFramebufferTextureLayer(FB, C0, t[1], 1, 1));
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_COMPLETE);
   E(GL_NO_ERROR, glFramebufferTextureLayer(FB, C0, t[1], 1, 2)); /* level 1 has two slices */
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   E(GL_INVALID_OPERATION, glFramebufferTextureLayer(FB, C0, t[2], 0, 0));
   E(GL_INVALID_OPERATION, glFramebufferTextureLayer(FB, C0, 12345, 0, 0));
   E(GL_INVALID_OPERATION, glFramebufferTextureLayer(FB, C0 + 31, t[0], 0, 0));
   E(GL_INVALID_ENUM, glFramebufferTextureLayer(FB, GL_BACK, t[0], 0, 0));
   E(GL_INVALID_ENUM, glFramebufferTextureLayer(GL_RENDERBUFFER, C0, t[0], 0, 0));
   E(GL_INVALID_VALUE, glFramebufferTextureLayer(FB, C0, t[0], -1, 0));
   E(GL_INVALID_VALUE, glFramebufferTextureLayer(FB, C0, t[0], 0, -1));
   E(GL_INVALID_VALUE, glFramebufferTextureLayer(FB, C0, t[0], 0, 256));
   E(GL_NO_ERROR, glFramebufferTextureLayer(FB, C0, 0, -1, -1));
   assert_int_equal(asked(C0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
   glBindFramebuffer(FB, 0);
   E(GL_INVALID_OPERATION, glFramebufferTextureLayer(FB, C0, t[0], 0, 0));
}

static void
completeness(void **state)
{
   framebuffer();
   attach(C0, renderbuffer(GL_RGBA8, 8, 6, 0));
   attach(C0 + 1, renderbuffer(GL_RGBA32UI, 5, 9, 0)); /* another size, another kind */
   attach(GL_DEPTH_STENCIL_ATTACHMENT, renderbuffer(GL_DEPTH32F_STENCIL8, 20, 20, 0));
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_COMPLETE);
   glClear(GL_COLOR_BUFFER_BIT);
   const struct st_surface_info *i = &((struct fixture *)*state)->ctx->draw_info;
   assert_int_equal(i->width, 5);
   assert_int_equal(i->height, 6);
   assert_true(i->has_depth && i->has_stencil);
   attach(C0 + 2, renderbuffer(GL_RGBA8, 8, 8, 4));
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE);
   E(GL_INVALID_OPERATION, glFramebufferRenderbuffer(FB, C0 + 17, GL_RENDERBUFFER, 0));
   E(GL_INVALID_ENUM, glFramebufferRenderbuffer(FB, GL_COLOR, GL_RENDERBUFFER, 0));
   /* what cannot be drawn to */
   static const GLenum no[] = {GL_RGB8UI, GL_RGB8_SNORM, GL_SRGB8, GL_RGB9_E5, GL_RGB32F};
   for (unsigned k = 0; k < sizeof no / sizeof no[0]; k++) {
      GLuint t;
      framebuffer();
      glGenTextures(1, &t);
      glBindTexture(GL_TEXTURE_2D, t);
      glTexStorage2D(GL_TEXTURE_2D, 1, no[k], 8, 8);
      glFramebufferTexture2D(FB, C0, GL_TEXTURE_2D, t, 0);
      assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
      E(GL_INVALID_ENUM, glRenderbufferStorage(GL_RENDERBUFFER, no[k], 8, 8));
   }
   GLuint integers;
   framebuffer();
   glGenTextures(1, &integers);
   glBindTexture(GL_TEXTURE_2D, integers);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8UI, 8, 8);
   E(GL_NO_ERROR, glFramebufferTexture2DMultisampleEXT(FB, C0, GL_TEXTURE_2D, integers, 0, 4));
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_UNSUPPORTED);
   E(GL_INVALID_OPERATION, glRenderbufferStorageMultisample(GL_RENDERBUFFER, 5, GL_RGBA8, 8, 8));
   E(GL_INVALID_VALUE, glRenderbufferStorageMultisample(GL_RENDERBUFFER, -1, GL_RGBA8, 8, 8));
}

static void
queries(void **state)
{
   framebuffer();
   attach(C0, renderbuffer(GL_RGB10_A2UI, 8, 8, 0));
   attach(C0 + 1, renderbuffer(GL_SRGB8_ALPHA8, 8, 8, 0));
   attach(GL_DEPTH_STENCIL_ATTACHMENT, renderbuffer(GL_DEPTH24_STENCIL8, 8, 8, 0));
   assert_int_equal(asked(C0, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE), GL_UNSIGNED_INT);
   assert_int_equal(asked(C0, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE), 10);
   assert_int_equal(asked(C0, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE), 2);
   assert_int_equal(asked(C0, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), 0);
   assert_int_equal(asked(C0 + 1, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING), GL_SRGB);
   assert_int_equal(asked(GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), 24);
   assert_int_equal(asked(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE), 8);
   assert_int_equal(asked(C0 + 2, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), 0);
   assert_gl(GL_NO_ERROR);
   asked(GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
   assert_gl(GL_INVALID_OPERATION);
   asked(C0 + 2, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE);
   assert_gl(GL_INVALID_OPERATION);
   asked(C0 + 20, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
   assert_gl(GL_INVALID_OPERATION);
   asked(C0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL); /* it is no texture */
   assert_gl(GL_INVALID_ENUM);
   attach(GL_STENCIL_ATTACHMENT, 0);
   asked(GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
   assert_gl(GL_INVALID_OPERATION);
   glBindFramebuffer(FB, 0);
   assert_int_equal(asked(GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_FRAMEBUFFER_DEFAULT);
   assert_int_equal(asked(GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE), 8);
   assert_gl(GL_NO_ERROR);
   asked(C0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
   assert_gl(GL_INVALID_OPERATION);
   asked(GL_FRONT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
   assert_gl(GL_INVALID_ENUM);
   asked(GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
   assert_gl(GL_INVALID_ENUM);
}

static void
internal_formats(void **state)
{
   GLint v[4] = {-1, -1, -1, -1};
   E(GL_NO_ERROR, glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, v));
   assert_int_equal(v[0], 2);
   E(GL_NO_ERROR, glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, 4, v));
   assert_int_equal(v[0], 4);
   assert_int_equal(v[1], 2);
   assert_int_equal(v[2], -1);
   E(GL_NO_ERROR, glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8UI, GL_NUM_SAMPLE_COUNTS, 1, v));
   assert_int_equal(v[0], 0);
   v[0] = 9;
   E(GL_NO_ERROR, glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8I, GL_SAMPLES, 1, v));
   assert_int_equal(v[0], 9);
   E(GL_NO_ERROR, glGetInternalformativ(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, GL_SAMPLES, 0, v));
   assert_int_equal(v[0], 9);
   E(GL_INVALID_VALUE, glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, -1, v));
   E(GL_INVALID_ENUM, glGetInternalformativ(GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES, 1, v));
   E(GL_INVALID_ENUM, glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_RENDERBUFFER_SAMPLES, 1, v));
   E(GL_INVALID_ENUM, glGetInternalformativ(GL_RENDERBUFFER, GL_RGB9_E5, GL_SAMPLES, 1, v));
}

static void
clears(void **state)
{
   struct mock *m = mock_in(state);
   static const GLint i[4] = {-1, 2, -3, 4};
   static const GLuint u[4] = {0xffffffff, 2, 3, 4};
   static const GLfloat f[4] = {0.5f, 2, 3, 4};
   framebuffer();
   attach(C0, renderbuffer(GL_RGBA8, 8, 8, 0));
   attach(C0 + 1, renderbuffer(GL_RGBA32UI, 8, 8, 0));
   attach(C0 + 2, renderbuffer(GL_RGBA8I, 8, 8, 0));
   attach(GL_DEPTH_STENCIL_ATTACHMENT, renderbuffer(GL_DEPTH24_STENCIL8, 8, 8, 0));
   glDrawBuffers(3, (const GLenum[]){C0, C0 + 1, C0 + 2});
   E(GL_NO_ERROR, glClearBufferuiv(GL_COLOR, 1, u));
   assert_int_equal(m->last_clear.buffers, PIPE_CLEAR_COLOR(1));
   assert_memory_equal(m->last_clear.color.ui, u, sizeof u);
   E(GL_NO_ERROR, glClearBufferiv(GL_COLOR, 2, i));
   assert_int_equal(m->last_clear.buffers, PIPE_CLEAR_COLOR(2));
   assert_memory_equal(m->last_clear.color.i, i, sizeof i);
   E(GL_NO_ERROR, glClearBufferfv(GL_COLOR, 0, f));
   assert_int_equal(m->last_clear.buffers, PIPE_CLEAR_COLOR(0));
   assert_memory_equal(m->last_clear.color.f, f, sizeof f);
   E(GL_NO_ERROR, glClearBufferiv(GL_STENCIL, 0, i));
   assert_int_equal(m->last_clear.buffers, PIPE_CLEAR_STENCIL);
   assert_int_equal(m->last_clear.stencil, 255);
   E(GL_NO_ERROR, glClearBufferfv(GL_DEPTH, 0, f + 1));
   assert_int_equal(m->last_clear.buffers, PIPE_CLEAR_DEPTH);
   assert_true(m->last_clear.depth == 1); /* clamped */
   E(GL_NO_ERROR, glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.25f, 3));
   assert_int_equal(m->last_clear.buffers, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL);
   const unsigned before = m->clears;
   E(GL_NO_ERROR, glClearBufferfv(GL_COLOR, 1, f));  /* of another kind: undefined */
   E(GL_NO_ERROR, glClearBufferuiv(GL_COLOR, 3, u)); /* nothing is there */
   assert_int_equal(m->clears, before);
   glClearColor(0, 0, 0.5f, 0);
   E(GL_NO_ERROR, glClear(GL_COLOR_BUFFER_BIT)); /* the floats, and each target of integers: the same bits */
   assert_int_equal(m->clears, before + 3);
   assert_int_equal(m->last_clear.buffers, PIPE_CLEAR_COLOR(2));
   assert_true(m->last_clear.color.ui[0] == 0 && m->last_clear.color.f[2] == 0.5f);
   E(GL_INVALID_VALUE, glClearBufferfv(GL_COLOR, -1, f));
   E(GL_INVALID_VALUE, glClearBufferiv(GL_COLOR, 4, i));
   E(GL_INVALID_VALUE, glClearBufferiv(GL_STENCIL, 1, i));
   E(GL_INVALID_VALUE, glClearBufferfi(GL_DEPTH_STENCIL, 1, 0, 0));
   E(GL_INVALID_ENUM, glClearBufferfv(GL_STENCIL, 0, f));
   E(GL_INVALID_ENUM, glClearBufferiv(GL_DEPTH, 0, i));
   E(GL_INVALID_ENUM, glClearBufferuiv(GL_STENCIL, 0, u));
   E(GL_INVALID_ENUM, glClearBufferfi(GL_COLOR, 0, 0, 0));
   framebuffer();
   E(GL_INVALID_FRAMEBUFFER_OPERATION, glClearBufferfv(GL_COLOR, 0, f));
}

/** Beside what all surfaces of their kind can be had in, each can be had as its own pixels are. */
static void
own_pixels(void **state)
{
   static const struct {
      GLenum internal, format, type;
   } cases[] = {
      {GL_R8,             GL_RED,          GL_UNSIGNED_BYTE               },
      {GL_RG8,            GL_RG,           GL_UNSIGNED_BYTE               },
      {GL_RGB8,           GL_RGB,          GL_UNSIGNED_BYTE               },
      {GL_RGBA8,          GL_RGBA,         GL_UNSIGNED_BYTE               },
      {GL_SRGB8_ALPHA8,   GL_RGBA,         GL_UNSIGNED_BYTE               },
      {GL_RGB565,         GL_RGB,          GL_UNSIGNED_SHORT_5_6_5        },
      {GL_RGBA4,          GL_RGBA,         GL_UNSIGNED_SHORT_4_4_4_4      },
      {GL_RGB5_A1,        GL_RGBA,         GL_UNSIGNED_SHORT_5_5_5_1      },
      {GL_RGB10_A2,       GL_RGBA,         GL_UNSIGNED_INT_2_10_10_10_REV },
      {GL_RGB10_A2UI,     GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV },
      {GL_R8I,            GL_RED_INTEGER,  GL_BYTE                        },
      {GL_R8UI,           GL_RED_INTEGER,  GL_UNSIGNED_BYTE               },
      {GL_RG16I,          GL_RG_INTEGER,   GL_SHORT                       },
      {GL_RG16UI,         GL_RG_INTEGER,   GL_UNSIGNED_SHORT              },
      {GL_RGBA8UI,        GL_RGBA_INTEGER, GL_UNSIGNED_BYTE               },
      {GL_RGBA32I,        GL_RGBA_INTEGER, GL_INT                         },
      {GL_R16F,           GL_RED,          GL_HALF_FLOAT                  },
      {GL_RGBA16F,        GL_RGBA,         GL_HALF_FLOAT                  },
      {GL_RG32F,          GL_RG,           GL_FLOAT                       },
      {GL_R11F_G11F_B10F, GL_RGB,          GL_UNSIGNED_INT_10F_11F_11F_REV},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      const GLenum internal = cases[i].internal;
      const bool integers = cases[i].format == GL_RGBA_INTEGER || cases[i].format == GL_RG_INTEGER ||
                            cases[i].format == GL_RED_INTEGER;
      GLubyte pixel[16];
      GLint format = 0, type = 0;
      framebuffer();
      attach(C0, renderbuffer(internal, 4, 4, 0));
      assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_COMPLETE);
      glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
      glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
      if ((GLenum)format != cases[i].format || (GLenum)type != cases[i].type)
         fail_msg("0x%x is read as 0x%x 0x%x", internal, (unsigned)format, (unsigned)type);
      E(GL_NO_ERROR, glReadPixels(0, 0, 1, 1, cases[i].format, cases[i].type, pixel));
      E(GL_INVALID_OPERATION,
        glReadPixels(0, 0, 1, 1, integers ? GL_RG : GL_RG_INTEGER, GL_UNSIGNED_BYTE, pixel));
      E(GL_INVALID_OPERATION,
        glReadPixels(0, 0, 1, 1, GL_RED, integers ? GL_UNSIGNED_BYTE : GL_UNSIGNED_SHORT, pixel));
      const bool floats = internal == GL_R16F || internal == GL_RGBA16F || internal == GL_RG32F ||
                          internal == GL_R11F_G11F_B10F;
      E(integers || floats ? GL_INVALID_OPERATION : GL_NO_ERROR,
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel));
      E(floats ? GL_NO_ERROR : GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, pixel));
   }
   for (unsigned i = 0; i < 3; i++) { /* EXT_texture_norm16: and as RGBA */
      static const GLenum internal[] = {GL_R16_EXT, GL_RG16_EXT, GL_RGBA16_EXT},
                          own[] = {GL_RED, GL_RG, GL_RGBA};
      GLushort pixel[4];
      framebuffer();
      attach(C0, renderbuffer(internal[i], 4, 4, 0));
      E(GL_NO_ERROR, glReadPixels(0, 0, 1, 1, own[i], GL_UNSIGNED_SHORT, pixel));
      E(GL_NO_ERROR, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT, pixel));
   }
   const GLubyte red[4] = {0xfe, 1, 2, 3};
   GLubyte got[3] = {0};
   framebuffer(); /* the value, too */
   attach(C0, renderbuffer(GL_RGB8, 4, 4, 0));
   glClearColor(red[0] / 255.0f, red[1] / 255.0f, red[2] / 255.0f, red[3] / 255.0f);
   glClear(GL_COLOR_BUFFER_BIT);
   E(GL_NO_ERROR, glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE, got));
   assert_memory_equal(got, red, 3);
}

static void
reads(void **state)
{
   static const GLuint u[4] = {0xfffffffe, 2, 3, 70000};
   static const GLfloat f[4] = {1, 0, 0, 1};
   GLuint got[2][4] = {{0}};
   GLubyte bytes[4];
   GLint v = 0;
   framebuffer();
   attach(C0, renderbuffer(GL_RGBA32UI, 8, 8, 0));
   attach(C0 + 1, renderbuffer(GL_RGBA8, 8, 8, 0));
   glGetIntegerv(GL_READ_BUFFER, &v);
   assert_int_equal(v, C0);
   glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &v);
   assert_int_equal(v, GL_RGBA_INTEGER);
   glClearBufferuiv(GL_COLOR, 0, u);
   E(GL_NO_ERROR, glReadPixels(0, 0, 2, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, got));
   assert_memory_equal(got[0], u, sizeof u);
   assert_memory_equal(got[1], u, sizeof u);
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_INT, got));
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got));
   E(GL_NO_ERROR, glReadBuffer(C0 + 1));
   glDrawBuffers(2, (const GLenum[]){GL_NONE, C0 + 1});
   E(GL_NO_ERROR, glClearBufferfv(GL_COLOR, 1, f));
   E(GL_NO_ERROR, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes));
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, got));
   E(GL_NO_ERROR, glReadBuffer(GL_NONE));
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes));
   E(GL_INVALID_OPERATION, glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 1, 1, 0));
   E(GL_INVALID_OPERATION, glReadBuffer(GL_BACK));
   E(GL_INVALID_OPERATION, glReadBuffer(C0 + 9));
   E(GL_INVALID_ENUM, glReadBuffer(GL_FRONT));
   glBindFramebuffer(FB, 0);
   E(GL_INVALID_OPERATION, glReadBuffer(C0));
   E(GL_NO_ERROR, glReadBuffer(GL_NONE));
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes));
   E(GL_NO_ERROR, glReadBuffer(GL_BACK));
   E(GL_NO_ERROR, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes));
}

/** From one renderbuffer to another one: the error. */
static GLenum
blit(GLenum from, GLsizei samples, GLenum to, GLbitfield mask, GLenum filter, GLint right)
{
   const GLenum point = mask & GL_COLOR_BUFFER_BIT ? C0 : GL_DEPTH_STENCIL_ATTACHMENT;
   const GLuint source = framebuffer();
   attach(point, renderbuffer(from, 8, 8, samples));
   const GLuint target = framebuffer();
   attach(point, renderbuffer(to, 8, 8, 0));
   glBindFramebuffer(GL_READ_FRAMEBUFFER, source);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
   assert_gl(GL_NO_ERROR);
   glBlitFramebuffer(0, 0, 8, 8, 0, 0, right, 8, mask, filter);
   return glGetError();
}

static void
blits(void **state)
{
   const GLbitfield C = GL_COLOR_BUFFER_BIT, Z = GL_DEPTH_BUFFER_BIT;
   assert_int_equal(blit(GL_RGBA8, 0, GL_RGBA16F, C, GL_LINEAR, 5), GL_NO_ERROR);
   assert_int_equal(blit(GL_RGBA8UI, 0, GL_RGBA32UI, C, GL_NEAREST, 8), GL_NO_ERROR);
   assert_int_equal(blit(GL_RGBA8UI, 0, GL_RGBA8UI, C, GL_LINEAR, 8), GL_INVALID_OPERATION);
   assert_int_equal(blit(GL_RGBA8UI, 0, GL_RGBA8I, C, GL_NEAREST, 8), GL_INVALID_OPERATION);
   assert_int_equal(blit(GL_RGBA8UI, 0, GL_RGBA8, C, GL_NEAREST, 8), GL_INVALID_OPERATION);
   assert_int_equal(blit(GL_RGBA8, 0, GL_RGBA8I, C, GL_NEAREST, 8), GL_INVALID_OPERATION);
   assert_int_equal(blit(GL_RGBA8, 4, GL_RGBA8, C, GL_NEAREST, 8), GL_NO_ERROR);
   assert_int_equal(blit(GL_RGBA8, 4, GL_RGBA8, C, GL_NEAREST, 7), GL_INVALID_OPERATION);
   /* samples ask for equal rectangles even where nothing would be copied: neither has depth */
   E(GL_INVALID_OPERATION, glBlitFramebuffer(0, 0, 8, 8, 0, 0, 7, 8, Z, GL_NEAREST));
   E(GL_INVALID_OPERATION, glBlitFramebuffer(0, 0, 8, 8, 0, 0, 7, 8, 0, GL_NEAREST));
   E(GL_NO_ERROR, glBlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, Z, GL_NEAREST));
   assert_int_equal(blit(GL_RGBA8, 4, GL_RGBA4, C, GL_NEAREST, 8), GL_INVALID_OPERATION);
   assert_int_equal(blit(GL_DEPTH24_STENCIL8, 0, GL_DEPTH24_STENCIL8, Z, GL_NEAREST, 8), GL_NO_ERROR);
   assert_int_equal(blit(GL_DEPTH24_STENCIL8, 0, GL_DEPTH24_STENCIL8, Z, GL_LINEAR, 8), GL_INVALID_OPERATION);
   assert_int_equal(blit(GL_DEPTH24_STENCIL8, 0, GL_DEPTH32F_STENCIL8, Z, GL_NEAREST, 8),
                    GL_INVALID_OPERATION);
   E(GL_INVALID_ENUM, glBlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, C, GL_LINEAR_MIPMAP_LINEAR));
   E(GL_INVALID_VALUE, glBlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, 1, GL_NEAREST));
   glBindFramebuffer(FB, 0);
   E(GL_INVALID_OPERATION, glBlitFramebuffer(0, 0, 8, 8, 8, 8, 16, 16, C, GL_NEAREST)); /* one image */
   framebuffer();
   attach(C0, renderbuffer(GL_RGBA8, 8, 8, 4));
   glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
   E(GL_INVALID_OPERATION, glBlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, C, GL_NEAREST)); /* to samples */
}

/** Windows whose bytes are in another order have the format GL_RGBA8, and nothing else. */
static void
blits_to_windows(void **state)
{
   static const struct {
      enum pipe_format window;
      GLenum from, error;
   } cases[] = {
      {PIPE_FORMAT_B8G8R8A8_UNORM, GL_RGBA8,        GL_NO_ERROR         },
      {PIPE_FORMAT_B8G8R8X8_UNORM, GL_RGB8,         GL_NO_ERROR         },
      {PIPE_FORMAT_B8G8R8X8_UNORM, GL_RGBA8,        GL_INVALID_OPERATION},
      {PIPE_FORMAT_B8G8R8A8_UNORM, GL_RGBA4,        GL_INVALID_OPERATION},
      {PIPE_FORMAT_B8G8R8A8_UNORM, GL_SRGB8_ALPHA8, GL_INVALID_OPERATION},
   };
   struct fixture *f = *state;
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      const struct st_framebuffer_desc desc = {
         .width = 8, .height = 8, .color_format = cases[i].window, .zs_format = PIPE_FORMAT_NONE};
      struct st_framebuffer *window = st_framebuffer_create(&f->m.screen, &desc);
      assert_non_null(window);
      st_make_current(f->ctx, window, window);
      framebuffer();
      attach(C0, renderbuffer(cases[i].from, 8, 8, 4));
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
      glBlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      const GLenum e = glGetError();
      st_make_current(f->ctx, f->fb, f->fb);
      st_framebuffer_destroy(window);
      if (e != cases[i].error)
         fail_msg("case %u: 0x%x", i, e);
   }
}

static void
copies(void **state)
{
   static const struct {
      GLenum from, internal, error;
   } cases[] = {
      {GL_RGBA8,        GL_RGBA,         GL_NO_ERROR         },
      {GL_RGBA8,        GL_RGB,          GL_NO_ERROR         },
      {GL_RGBA8,        GL_LUMINANCE,    GL_NO_ERROR         },
      {GL_RGBA8,        GL_RGBA8,        GL_NO_ERROR         },
      {GL_RGBA8,        GL_R8,           GL_NO_ERROR         },
      {GL_RGBA8,        GL_RGBA4,        GL_INVALID_OPERATION}, /* of another size */
      {GL_RGB565,       GL_RGBA,         GL_INVALID_OPERATION}, /* no alpha */
      {GL_RGBA8UI,      GL_RGBA8UI,      GL_NO_ERROR         },
      {GL_RGBA8UI,      GL_RGBA8I,       GL_INVALID_OPERATION},
      {GL_RGBA8UI,      GL_RGBA8,        GL_INVALID_OPERATION},
      {GL_RGBA8UI,      GL_RGBA,         GL_INVALID_OPERATION},
      {GL_RGBA8,        GL_RGBA8UI,      GL_INVALID_OPERATION},
      {GL_RGBA16F,      GL_RGBA16F,      GL_NO_ERROR         },
      {GL_RGBA16F,      GL_RGBA8,        GL_INVALID_OPERATION},
      {GL_RGBA16F,      GL_RGB9_E5,      GL_INVALID_OPERATION},
      {GL_RGBA16F,      GL_RGBA,         GL_INVALID_OPERATION}, /* names without a size are of fixed-point numbers */
      {GL_RGBA32F,      GL_LUMINANCE,    GL_INVALID_OPERATION},
      {GL_RGBA8,        GL_RGBA8_SNORM,  GL_INVALID_OPERATION},
      {GL_RG8,          GL_R8_SNORM,     GL_INVALID_OPERATION},
      {GL_SRGB8_ALPHA8, GL_SRGB8_ALPHA8, GL_NO_ERROR         },
      {GL_SRGB8_ALPHA8, GL_SRGB8,        GL_NO_ERROR         },
      {GL_RGBA8,        GL_SRGB8,        GL_INVALID_OPERATION},
      {GL_RGBA8,        GL_RGB8,         GL_NO_ERROR         },
      {GL_SRGB8_ALPHA8, GL_RGBA8,        GL_INVALID_OPERATION},
      {GL_RGBA8,        GL_SRGB8_ALPHA8, GL_INVALID_OPERATION},
      {GL_RGB10_A2,     GL_RGBA,         GL_INVALID_OPERATION},
      {GL_RGB10_A2,     GL_RGB10_A2,     GL_NO_ERROR         },
      {GL_RGBA8,        GL_RGBA_INTEGER, GL_INVALID_ENUM     }
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      framebuffer();
      attach(C0, renderbuffer(cases[i].from, 8, 8, 0));
      for (unsigned curve = 0; curve < 2; curve++) { /* EXT_sRGB_write_control is about writing */
         (curve ? glEnable : glDisable)(GL_FRAMEBUFFER_SRGB_EXT);
         glCopyTexImage2D(GL_TEXTURE_2D, 0, cases[i].internal, 0, 0, 8, 8, 0);
         const GLenum e = glGetError();
         if (e != cases[i].error)
            fail_msg("0x%x to 0x%x: 0x%x", cases[i].from, cases[i].internal, e);
      }
   }
}

/** A level that is drawn to: another one than the base level wants all the others, unless the texture is immutable. */
static void
levels(void **state)
{
   GLuint t[2];
   glGenTextures(2, t);
   framebuffer();
   glBindTexture(GL_TEXTURE_2D, t[0]);
   for (GLint level = 0; level < 3; level++) { /* the last of 4 x 4, 2 x 2, 1 x 1 makes it complete */
      glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 4 >> level, 4 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   NULL);
      glFramebufferTexture2D(FB, C0, GL_TEXTURE_2D, t[0], level);
      assert_int_equal(glCheckFramebufferStatus(FB),
                       level == 1 ? GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT : GL_FRAMEBUFFER_COMPLETE);
   }
   glFramebufferTexture2D(FB, C0, GL_TEXTURE_2D, t[0], 1);
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_COMPLETE);
   glTexImage2D(GL_TEXTURE_2D, 2, GL_RGB565, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1);
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_COMPLETE);
   glBindTexture(GL_TEXTURE_2D, t[1]);
   glTexStorage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 4, 4);
   glFramebufferTexture2D(FB, C0, GL_TEXTURE_2D, t[1], 1);
   assert_int_equal(glCheckFramebufferStatus(FB), GL_FRAMEBUFFER_COMPLETE);
}

static void
invalidation(void **state)
{
   const GLenum good[] = {C0, GL_DEPTH_STENCIL_ATTACHMENT}, window[] = {GL_COLOR, GL_DEPTH},
                bad[] = {GL_COLOR}, far[] = {C0 + 7};
   E(GL_NO_ERROR, glInvalidateFramebuffer(FB, 2, window));
   E(GL_INVALID_ENUM, glInvalidateFramebuffer(FB, 2, good));
   framebuffer();
   E(GL_NO_ERROR, glInvalidateFramebuffer(GL_READ_FRAMEBUFFER, 2, good));
   E(GL_NO_ERROR, glInvalidateSubFramebuffer(FB, 2, good, 0, 0, 8, 8));
   E(GL_INVALID_ENUM, glInvalidateFramebuffer(FB, 1, bad));
   E(GL_INVALID_OPERATION, glInvalidateFramebuffer(FB, 1, far));
   E(GL_INVALID_VALUE, glInvalidateFramebuffer(FB, -1, good));
   E(GL_INVALID_VALUE, glInvalidateSubFramebuffer(FB, 2, good, 0, 0, -1, 8));
   E(GL_INVALID_ENUM, glInvalidateFramebuffer(GL_RENDERBUFFER, 2, good));
}

#define ES3(name) cmocka_unit_test_setup_teardown(name, fixture_setup_gles3, fixture_teardown)

/** Each face of a cube map is an image of its own, defined or not. */
static void
faces(void **state)
{
   static const GLubyte blocks[8];
   GLuint t;
   framebuffer();
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_CUBE_MAP, t);
   glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4,
                NULL);
   E(GL_NO_ERROR, glFramebufferTexture2D(FB, C0, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, t, 0));
   const GLint bits = asked(C0, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE);
   assert_true(bits == 4 || bits == 8); /* the driver's choice for GL_RGBA4 */
   assert_int_equal(asked(C0, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE), GL_UNSIGNED_NORMALIZED);
   E(GL_NO_ERROR,
     glCompressedTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_Z, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, 8, blocks));
   E(GL_INVALID_OPERATION, glFramebufferTexture2D(FB, C0, GL_TEXTURE_CUBE_MAP_POSITIVE_Z, t, 0));
   E(GL_NO_ERROR, glFramebufferTexture2D(FB, C0, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, t, 0));
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      ES3(layers),       ES3(completeness), ES3(queries), ES3(internal_formats), ES3(clears),
      ES3(reads),        ES3(own_pixels),   ES3(blits),   ES3(blits_to_windows), ES3(copies),
      ES3(invalidation), ES3(levels),       ES3(faces),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
