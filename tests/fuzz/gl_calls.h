/* SPDX-License-Identifier: MIT
 *
 * Random GL calls with random, mostly bad arguments. Pointers are valid for what the call may legally touch.
 * Each thread has its own seed and client memory. The includer brings the GL headers.
 */
#ifndef GL_CALLS_H
#define GL_CALLS_H

#include <stdint.h>
#include <string.h>

static _Thread_local uint32_t seed;

static uint32_t
rnd(uint32_t n)
{
   seed = seed * 1664525 + 1013904223;
   return (seed >> 8) % n;
}

static GLenum
any_enum(void)
{
   static const GLenum enums[] = {
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      GL_TEXTURE_2D,
      GL_TEXTURE_CUBE_MAP,
      GL_TEXTURE_CUBE_MAP_POSITIVE_X,
      GL_TEXTURE_CUBE_MAP_NEGATIVE_Z,
      GL_ARRAY_BUFFER,
      GL_ELEMENT_ARRAY_BUFFER,
      GL_FRAMEBUFFER,
      GL_RENDERBUFFER,
      GL_COLOR_ATTACHMENT0,
      GL_DEPTH_ATTACHMENT,
      GL_STENCIL_ATTACHMENT,
      GL_RGBA,
      GL_RGB,
      GL_ALPHA,
      GL_LUMINANCE,
      GL_LUMINANCE_ALPHA,
      GL_BGRA_EXT,
      GL_DEPTH_COMPONENT,
      GL_DEPTH_STENCIL_OES,
      GL_UNSIGNED_BYTE,
      GL_UNSIGNED_SHORT,
      GL_UNSIGNED_INT,
      GL_UNSIGNED_SHORT_5_6_5,
      GL_UNSIGNED_SHORT_4_4_4_4,
      GL_UNSIGNED_INT_24_8_OES,
      GL_FLOAT,
      GL_BYTE,
      GL_SHORT,
      GL_FIXED,
      GL_STATIC_DRAW,
      GL_STREAM_DRAW,
      GL_DYNAMIC_DRAW,
      GL_TEXTURE_MIN_FILTER,
      GL_TEXTURE_MAG_FILTER,
      GL_TEXTURE_WRAP_S,
      GL_NEAREST,
      GL_LINEAR,
      GL_LINEAR_MIPMAP_LINEAR,
      GL_REPEAT,
      GL_CLAMP_TO_EDGE,
      GL_RGBA4,
      GL_RGB565,
      GL_DEPTH_COMPONENT16,
      GL_STENCIL_INDEX8,
      GL_DEPTH24_STENCIL8_OES,
      GL_RGBA8_OES,
      GL_BLEND,
      GL_DEPTH_TEST,
      GL_STENCIL_TEST,
      GL_SCISSOR_TEST,
      GL_CULL_FACE,
      GL_FRONT,
      GL_BACK,
      GL_FRONT_AND_BACK,
      GL_TEXTURE0,
      GL_TEXTURE0 + 7,
      GL_UNPACK_ALIGNMENT,
      GL_PACK_ALIGNMENT,
      GL_UNPACK_ROW_LENGTH_EXT,
      GL_WRITE_ONLY_OES,
      0xffffffff,
   };
   return enums[rnd(sizeof enums / sizeof enums[0])];
}

static GLint
any_int(void)
{
   static const GLint ints[] = {0,  1,  2,  3,  4,  5,   7,    8,     15,        16,       17,
                                31, 32, 64, -1, -2, 100, 4096, 65535, INT32_MAX, INT32_MIN};
   return ints[rnd(rnd(4) ? 12 : sizeof ints / sizeof ints[0])];
}

static GLuint
name(void)
{
   return rnd(8) ? rnd(8) : (GLuint)any_int();
}

static _Thread_local uint8_t memory[1 << 16]; /* what clients point to */
static uint8_t vertices[2 << 20];             /* room for every 16-bit index */
static _Thread_local GLuint programs[4];

static void
texture_call(void)
{
   GLint x = (GLint)rnd(8), y = (GLint)rnd(8), w = any_int(), h = rnd(2) ? w : any_int();
   bool small = w <= 64 && h <= 64; /* so that memory[] is large enough */
   const void *pixels = small && rnd(2) ? memory : NULL;
   switch (rnd(14)) {
   case 0:
      glActiveTexture(rnd(4) ? GL_TEXTURE0 + rnd(3) : any_enum());
      break;
   case 1:
   case 2:
      glBindTexture(rnd(4) ? (rnd(2) ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP) : any_enum(), name());
      break;
   case 3:
   case 4: {
      GLenum f = any_enum();
      GLenum t = rnd(2) ? GL_UNSIGNED_BYTE : any_enum();
      glTexImage2D(rnd(2) ? GL_TEXTURE_2D : any_enum(), rnd(4) ? (GLint)rnd(6) : any_int(),
                   rnd(8) ? (GLint)f : any_int(), small ? w : (w & 127), small ? h : (h & 127),
                   rnd(16) ? 0 : any_int(), f, t, pixels);
      break;
   }
   case 5:
      glTexSubImage2D(rnd(2) ? GL_TEXTURE_2D : any_enum(), (GLint)rnd(4), x, y, w, h, any_enum(),
                      rnd(2) ? GL_UNSIGNED_BYTE : any_enum(), pixels);
      break;
   case 6:
      glCopyTexImage2D(rnd(2) ? GL_TEXTURE_2D : any_enum(), (GLint)rnd(4), any_enum(), any_int(), any_int(),
                       w & 127, h & 127, 0);
      break;
   case 7:
      glCopyTexSubImage2D(rnd(2) ? GL_TEXTURE_2D : any_enum(), (GLint)rnd(4), x, y, any_int(), any_int(), w,
                          h);
      break;
   case 8:
      glTexParameteri(rnd(2) ? GL_TEXTURE_2D : any_enum(), any_enum(), (GLint)any_enum());
      break;
   case 9:
      glGenerateMipmap(rnd(2) ? GL_TEXTURE_2D : any_enum());
      break;
   case 10:
      glDeleteTextures(1, (const GLuint[]){name()});
      break;
   case 11: {
      GLuint fresh[3];
      glGenTextures((GLsizei)rnd(4), fresh);
      break;
   }
   case 12: {
      GLint v;
      glGetTexParameteriv(any_enum(), any_enum(), &v);
      glIsTexture(name());
      break;
   }
   default:
      glPixelStorei(any_enum(), 1 << rnd(4));
      glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 0);
   }
}

static void
buffer_call(void)
{
   GLenum target = rnd(8) ? (rnd(2) ? GL_ARRAY_BUFFER : GL_ELEMENT_ARRAY_BUFFER) : any_enum();
   switch (rnd(9)) {
   case 0:
   case 1:
      glBindBuffer(target, name());
      break;
   case 2:
      glBufferData(target, rnd(4) ? (GLsizeiptr)rnd(2000) : any_int(), rnd(2) ? NULL : NULL,
                   rnd(4) ? GL_STATIC_DRAW : any_enum());
      break;
   case 3:
      glBufferData(target, (GLsizeiptr)rnd(2000), memory, GL_DYNAMIC_DRAW);
      break;
   case 4:
      glBufferSubData(target, any_int(), any_int() & 0xff, memory);
      break;
   case 5:
      glDeleteBuffers(1, (const GLuint[]){name()});
      break;
   case 6: {
      GLsizeiptr length = any_int();
      uint8_t *p = glMapBufferRangeEXT(target, any_int(), length, rnd(2) ? GL_MAP_WRITE_BIT_EXT : rnd(64));
      if (p)
         memset(p, 1, (size_t)length);
      break;
   }
   case 7:
      glUnmapBufferOES(target);
      break;
   default: {
      GLint v;
      glGetBufferParameteriv(target, any_enum(), &v);
      glIsBuffer(name());
   }
   }
}

static void
framebuffer_call(void)
{
   GLint v;
   switch (rnd(10)) {
   case 0:
      glBindFramebuffer(rnd(8) ? GL_FRAMEBUFFER : any_enum(), rnd(2) ? 0 : name());
      break;
   case 1:
      glBindRenderbuffer(rnd(8) ? GL_RENDERBUFFER : any_enum(), name());
      break;
   case 2:
      glRenderbufferStorage(GL_RENDERBUFFER, any_enum(), any_int(), any_int());
      break;
   case 3:
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, any_enum(), rnd(8) ? GL_RENDERBUFFER : any_enum(), name());
      break;
   case 4:
   case 5:
      glFramebufferTexture2D(GL_FRAMEBUFFER, rnd(2) ? GL_COLOR_ATTACHMENT0 : any_enum(),
                             rnd(2) ? GL_TEXTURE_2D : any_enum(), name(), rnd(4) ? 0 : any_int());
      break;
   case 6:
      glDeleteFramebuffers(1, (const GLuint[]){name()});
      glDeleteRenderbuffers(1, (const GLuint[]){name()});
      break;
   case 7:
      glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, any_enum(), any_enum(), &v);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, any_enum(), &v);
      break;
   case 8:
      glCheckFramebufferStatus(any_enum());
      glClear(rnd(8) ? GL_COLOR_BUFFER_BIT : (GLbitfield)any_int());
      break;
   default: {
      GLint w = (GLint)rnd(100), h = (GLint)rnd(100);
      glReadPixels(any_int(), any_int(), w, h, rnd(2) ? GL_RGBA : any_enum(),
                   rnd(2) ? GL_UNSIGNED_BYTE : any_enum(), memory);
   }
   }
}

static void
vertex_call(void)
{
   bool in_buffer;
   GLint bound;
   glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
   in_buffer = bound != 0;
   switch (rnd(6)) {
   case 0:
   case 1:
      glVertexAttribPointer(rnd(4) ? rnd(4) : (GLuint)any_int(), 1 + (GLint)rnd(4), any_enum(),
                            (GLboolean)rnd(2), (GLsizei)rnd(20),
                            in_buffer ? (const void *)(uintptr_t)(rnd(4) ? rnd(64) : (uint32_t)any_int())
                                      : vertices + rnd(64));
      break;
   case 2:
      glEnableVertexAttribArray(rnd(4) ? rnd(4) : (GLuint)any_int());
      break;
   case 3:
      glDisableVertexAttribArray(rnd(4));
      break;
   case 4:
      glVertexAttrib4f(rnd(20), 1, 2, 3, 4);
      break;
   default:
      switch (rnd(4)) {
      case 0: {
         GLuint v;
         glGenVertexArraysOES(1, &v);
         break;
      }
      case 1:
         glBindVertexArrayOES(rnd(2) ? 0 : name());
         break;
      case 2:
         glDeleteVertexArraysOES(1, (const GLuint[]){name()});
         break;
      default: {
         GLint v[4];
         void *p;
         glGetVertexAttribiv(rnd(20), any_enum(), v);
         glGetVertexAttribPointerv(rnd(20), any_enum(), &p);
      }
      }
   }
}

static void
draw_call(void)
{
   GLint index_buffer;
   glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &index_buffer);
   if (rnd(2))
      glDrawArrays(rnd(9), (GLint)rnd(100) - 2, (GLsizei)rnd(200) - 2);
   else if (index_buffer)
      glDrawElements(rnd(9), (GLsizei)rnd(500) - 2, GL_UNSIGNED_BYTE + 2 * rnd(2),
                     (const void *)(uintptr_t)rnd(600));
   else
      glDrawElements(rnd(9), (GLsizei)rnd(500) - 2, any_enum(), memory + 40000); /* indices 0 */
}

static void
program_call(void)
{
   char text[64];
   GLint v[16] = {0}, size;
   GLfloat f[16];
   GLsizei n;
   GLenum type;
   GLuint p = rnd(4) ? programs[rnd(4)] : name();
   switch (rnd(12)) {
   case 0:
      glUseProgram(rnd(4) ? p : 0);
      break;
   case 1:
      glUniform1i(any_int(), any_int());
      break;
   case 2:
      glUniform4fv(any_int(), (GLsizei)rnd(40) - 1, (const GLfloat *)memory);
      break;
   case 3:
      glUniformMatrix3fv(any_int(), (GLsizei)rnd(10) - 1, (GLboolean)(rnd(8) == 0), (const GLfloat *)memory);
      break;
   case 4:
      glGetUniformfv(p, any_int(), f);
      glGetUniformiv(p, any_int(), v);
      break;
   case 5:
      glGetActiveUniform(p, rnd(12), (GLsizei)rnd(64) - 1, &n, &size, &type, text);
      glGetActiveAttrib(p, rnd(4), (GLsizei)rnd(64) - 1, &n, &size, &type, text);
      break;
   case 6:
      glGetUniformLocation(p, "x[1]");
      glGetAttribLocation(p, "a");
      break;
   case 7:
      glLinkProgram(p);
      break;
   case 8: {
      GLuint s = glCreateShader(rnd(2) ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
      glAttachShader(p, s);
      if (rnd(2))
         glDetachShader(p, s);
      glDeleteShader(s);
      break;
   }
   case 9:
      glGetProgramiv(p, any_enum(), v);
      glGetProgramiv(p, GL_INFO_LOG_LENGTH, v);
      glGetProgramInfoLog(p, (GLsizei)rnd(64), &n, text);
      break;
   case 10:
      glValidateProgram(p);
      break;
   default:
      glUniform1iv(any_int(), (GLsizei)rnd(5), v);
   }
}

static void
state_call(void)
{
   GLint v[4];
   switch (rnd(10)) {
   case 0:
      (rnd(2) ? glEnable : glDisable)(any_enum());
      break;
   case 1:
      glViewport(any_int(), any_int(), any_int(), any_int());
      break;
   case 2:
      glScissor(any_int(), any_int(), any_int(), any_int());
      break;
   case 3:
      glBlendFunc(any_enum(), any_enum());
      break;
   case 4:
      glStencilFunc(any_enum(), any_int(), (GLuint)any_int());
      break;
   case 5:
      glDepthFunc(any_enum());
      break;
   case 6:
      glGetIntegerv(GL_VIEWPORT, v);
      glGetError();
      break;
   case 7:
      glColorMask((GLboolean)rnd(2), (GLboolean)rnd(2), (GLboolean)rnd(2), (GLboolean)rnd(2));
      break;
   case 8:
      glDepthRangef((float)any_int(), (float)any_int());
      break;
   default:
      glFlush();
   }
}

static void
any_gl_call(void)
{
   static void (*const calls[])(void) = {texture_call,     texture_call, buffer_call,
                                         framebuffer_call, vertex_call,  draw_call,
                                         draw_call,        program_call, state_call};
   calls[rnd(sizeof calls / sizeof calls[0])]();
}

static void
fill_memory(void)
{
   for (unsigned i = 0; i < sizeof memory; i++)
      memory[i] = i < 40000 ? (uint8_t)(i * 31) : 0;
}

#endif
