/* SPDX-License-Identifier: MIT
 *
 * gl_calls.h for what OpenGL ES 3.0 adds, but its textures and framebuffers.
 */
#ifndef GL3_CALLS_H
#define GL3_CALLS_H

#include "gl_calls.h"

static GLenum
any_enum3(void)
{
   static const GLenum enums[] = {
      GL_UNIFORM_BUFFER,
      GL_TRANSFORM_FEEDBACK_BUFFER,
      GL_COPY_READ_BUFFER,
      GL_COPY_WRITE_BUFFER,
      GL_PIXEL_PACK_BUFFER,
      GL_PIXEL_UNPACK_BUFFER,
      GL_ARRAY_BUFFER,
      GL_ELEMENT_ARRAY_BUFFER,
      GL_UNIFORM_BUFFER_BINDING,
      GL_UNIFORM_BUFFER_SIZE,
      GL_TRANSFORM_FEEDBACK_BUFFER_START,
      GL_ANY_SAMPLES_PASSED,
      GL_ANY_SAMPLES_PASSED_CONSERVATIVE,
      GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN,
      GL_CURRENT_QUERY,
      GL_QUERY_RESULT,
      GL_QUERY_RESULT_AVAILABLE,
      GL_TEXTURE_MIN_LOD,
      GL_TEXTURE_COMPARE_MODE,
      GL_COMPARE_REF_TO_TEXTURE,
      GL_UNIFORM_TYPE,
      GL_UNIFORM_OFFSET,
      GL_UNIFORM_BLOCK_BINDING,
      GL_UNIFORM_BLOCK_NAME_LENGTH,
      GL_INTERLEAVED_ATTRIBS,
      GL_SEPARATE_ATTRIBS,
      GL_INT_2_10_10_10_REV,
      GL_HALF_FLOAT,
      GL_STREAM_COPY,
      GL_RASTERIZER_DISCARD,
      GL_PRIMITIVE_RESTART_FIXED_INDEX,
      GL_SYNC_GPU_COMMANDS_COMPLETE,
      GL_SYNC_STATUS,
   };
   return rnd(4) ? enums[rnd(sizeof enums / sizeof enums[0])] : any_enum();
}

static void
buffer_call3(void)
{
   static const GLchar *const text = "B";
   switch (rnd(12)) {
   case 0:
      glBindBuffer(any_enum3(), name());
      break;
   case 1:
      glBindBufferBase(rnd(2) ? GL_TRANSFORM_FEEDBACK_BUFFER : any_enum3(),
                       rnd(4) ? rnd(2) : (GLuint)any_int(), name());
      break;
   case 2:
      glBindBufferRange(any_enum3(), rnd(4) ? rnd(4) : (GLuint)any_int(), name(),
                        rnd(2) ? 256 * (GLintptr)rnd(3) : any_int(),
                        rnd(2) ? 4 * (GLsizeiptr)rnd(64) : any_int());
      break;
   case 3:
      glBufferData(any_enum3(), (GLsizeiptr)rnd(4096), rnd(2) ? memory : NULL, any_enum3());
      break;
   case 4:
      glCopyBufferSubData(any_enum3(), any_enum3(), rnd(2) ? (GLintptr)rnd(64) : any_int(),
                          rnd(2) ? (GLintptr)rnd(64) : any_int(), rnd(2) ? (GLsizeiptr)rnd(64) : any_int());
      break;
   case 5: { /* what is mapped is written */
      const GLsizeiptr n = (GLsizeiptr)rnd(256);
      uint8_t *p = glMapBufferRange(any_enum3(), (GLintptr)rnd(256), n, rnd(64));
      if (p && n)
         p[n - 1] = p[0] = 7;
      break;
   }
   case 6:
      glFlushMappedBufferRange(any_enum3(), any_int(), any_int());
      break;
   case 7:
   case 8:
      glUnmapBuffer(any_enum3());
      break;
   case 9:
      glGetIntegeri_v(any_enum3(), name(), (GLint *)memory);
      break;
   case 10:
      glUniformBlockBinding(programs[rnd(4)], rnd(4), rnd(4) ? rnd(4) : (GLuint)any_int());
      break;
   default:
      glGetUniformIndices(programs[rnd(4)], 1, &text, (GLuint *)memory);
      glGetBufferParameteri64v(any_enum3(), any_enum3(), (GLint64 *)(void *)memory);
   }
}

static void
object_call3(void)
{
   switch (rnd(14)) {
   case 0:
      glBindTransformFeedback(rnd(4) ? GL_TRANSFORM_FEEDBACK : any_enum3(), rnd(4));
      break;
   case 1:
   case 2:
      glBeginTransformFeedback(rnd(4) ? GL_TRIANGLES : any_enum3());
      break;
   case 3:
      glEndTransformFeedback();
      break;
   case 4:
      if (rnd(2))
         glPauseTransformFeedback();
      else
         glResumeTransformFeedback();
      break;
   case 5:
      glDeleteTransformFeedbacks(1, (const GLuint[]){name()});
      glGenTransformFeedbacks(1, (GLuint *)memory);
      break;
   case 6:
      glBeginQuery(any_enum3(), name());
      break;
   case 7:
      glEndQuery(any_enum3());
      break;
   case 8:
      glDeleteQueries(1, (const GLuint[]){name()});
      glGenQueries(2, (GLuint *)memory);
      break;
   case 9:
      glBindSampler(rnd(4) ? rnd(3) : (GLuint)any_int(), name());
      break;
   case 10:
      glSamplerParameteri(name(), any_enum3(), (GLint)any_enum3());
      break;
   case 11:
      glDeleteSamplers(1, (const GLuint[]){name()});
      glGenSamplers(2, (GLuint *)memory);
      break;
   case 12:
      glBindVertexArray(rnd(4));
      glGenVertexArrays(1, (GLuint *)memory);
      break;
   default:
      glDeleteSync((GLsync)(uintptr_t)name());
      (void)glFenceSync(any_enum3(), 0);
   }
}

static void
program_call3(void)
{
   static const GLchar *const captured[] = {"gl_Position", "w", "nothing"};
   const GLuint p = programs[rnd(4)];
   switch (rnd(10)) {
   case 0:
      glVertexAttribIPointer(rnd(8), (GLint)rnd(6), any_enum3(), (GLsizei)rnd(64),
                             (const void *)(uintptr_t)rnd(64));
      break;
   case 1:
      glVertexAttribI4i(name(), any_int(), any_int(), any_int(), any_int());
      break;
   case 2:
      glVertexAttribDivisor(name(), rnd(3));
      break;
   case 3:
      glDrawArraysInstanced(rnd(8), any_int() & 255, any_int() & 255, (GLsizei)rnd(4));
      break;
   case 4:
      glTransformFeedbackVaryings(p, rnd(8) ? 2 : (GLsizei)rnd(4), captured, any_enum3());
      if (!rnd(8))
         glLinkProgram(p);
      break;
   case 5:
      glUniform4ui(any_int(), 1, 2, 3, 4);
      glUniformMatrix2x3fv(any_int(), (GLsizei)rnd(3), (GLboolean)rnd(2),
                           (const GLfloat *)(const void *)memory);
      break;
   case 6:
      glGetActiveUniformBlockiv(p, rnd(3), any_enum3(), (GLint *)(void *)memory);
      glGetActiveUniformsiv(p, 1, (const GLuint[]){rnd(4)}, any_enum3(), (GLint *)(void *)memory);
      break;
   case 7:
      if (rnd(2))
         glEnable(any_enum3());
      else
         glDisable(any_enum3());
      break;
   default:
      glUseProgram(p);
   }
}

static void
any_gl3_call(void)
{
   static void (*const calls[])(void) = {buffer_call3,  buffer_call3, object_call3, program_call3,
                                         program_call3, vertex_call,  draw_call,    state_call};
   calls[rnd(sizeof calls / sizeof calls[0])]();
}

#endif
