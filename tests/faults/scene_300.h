/* SPDX-License-Identifier: MIT
 *
 * The scene of OpenGL ES 3.0 for test_gl_faults.c: vertex array objects, uniform blocks, instances, captured vertices,
 * buffers of pixels, layers and volumes, sampler objects, several targets with integers, samples, blits, queries, fences.
 */
#ifndef SCENE_300_H
#define SCENE_300_H

#include <GLES3/gl3.h>

/* Struct result and program() are test_gl_faults.c's. */

enum { SIDE_300 = 16 };

static GLuint
framebuffer_300(GLuint rb[3], GLsizei samples)
{
   static const GLenum formats[3] = {GL_RGBA8, GL_RGBA8, GL_RGBA32UI};
   static const GLenum targets[3] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
   GLuint fbo;
   const GLsizei n = samples ? 1 : 3;
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(3, rb);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (GLsizei i = 0; i < n; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, formats[i], SIDE_300, SIDE_300);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, targets[i], GL_RENDERBUFFER, rb[i]);
   }
   glDrawBuffers(n, targets);
   return fbo;
}

static void
textures_300(GLuint t[2], GLuint sampler, const uint32_t *texels)
{
   static const GLenum targets[2] = {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D};
   GLuint pbo;
   glGenBuffers(1, &pbo);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, pbo);
   glBufferData(GL_PIXEL_UNPACK_BUFFER, 4 * 4 * 4 * 4, texels, GL_STREAM_DRAW);
   glGenTextures(2, t);
   for (unsigned i = 0; i < 2; i++) {
      glActiveTexture(GL_TEXTURE0 + i);
      glBindTexture(targets[i], t[i]);
      glTexStorage3D(targets[i], 2, GL_RGBA8, 4, 4, 4);
      glTexSubImage3D(targets[i], 0, 0, 0, 0, 4, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      glGenerateMipmap(targets[i]);
      glBindSampler(i, sampler);
   }
   glDeleteBuffers(1, &pbo);
   glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
   glActiveTexture(GL_TEXTURE0);
}

static const char vs_300[] =
   "#version 300 es\n"
   "layout(location = 0) in vec4 pos; layout(location = 1) in ivec4 n; out vec2 t; flat out ivec4 i;\n"
   "layout(std140) uniform B { vec4 scale; mat2 m[2]; ivec4 add; };\n"
   "void main() { t = pos.xy * 0.5 + 0.5; i = n + add + gl_InstanceID;\n"
   "gl_Position = vec4(m[gl_InstanceID & 1] * pos.xy, 0, 1) * scale; }";
static const char fs_300[] =
   "#version 300 es\n"
   "precision highp float; precision highp int; in vec2 t; flat in ivec4 i; uniform highp sampler2DArray s;\n"
   "uniform highp sampler3D v; layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;\n"
   "layout(location = 2) out uvec4 c;\n"
   "void main() { a = texture(s, vec3(t, 2)); b = textureLod(v, t.xyx, 1.0);\n"
   "c = uvec4(i % 7) << 2u; switch (i.x & 1) { case 0: a += b; break; default: b.x = 1.0; } }";

static GLuint
program_300(struct result *r)
{
   static const char *const captured[] = {"gl_Position", "i"};
   GLuint p = program(r, vs_300, fs_300);
   glTransformFeedbackVaryings(p, 2, captured, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(p);
   GLint ok = 0;
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   r->linked &= ok == GL_TRUE;
   glUseProgram(p);
   glUniform1i(glGetUniformLocation(p, "v"), 1);
   glUniformBlockBinding(p, glGetUniformBlockIndex(p, "B"), 1);
   return p;
}

/** Data of a buffer as far as it can be mapped. */
static void
mapped_300(GLenum target, void *at, size_t size_B)
{
   const void *from = glMapBufferRange(target, 0, (GLsizeiptr)size_B, GL_MAP_READ_BIT);
   if (from) {
      memcpy(at, from, size_B);
      glUnmapBuffer(target);
   }
}

static void
draw_300(struct result *r)
{
   static const float quad[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   static const float block[16] = {1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0.5f};
   static const GLenum second[] = {GL_NONE, GL_COLOR_ATTACHMENT1};
   static const GLuint white[4] = {9, 9, 9, 9};
   enum { VERTICES, BLOCK, CAPTURED, PACKED, COPY, BUFFERS };
   uint32_t texels[64], *out = r->picture;
   GLuint buffer[BUFFERS], rb[6], texture[2], fbo[2], vao, sampler, query[2], passed = 0, written = 0,
                                                                              feedback;
   for (unsigned i = 0; i < 64; i++)
      texels[i] = 0xff000000u | i * 0x030711u;
   const GLuint p = program_300(r);
   glGenBuffers(BUFFERS, buffer);
   glGenVertexArrays(1, &vao);
   glBindVertexArray(vao);
   glBindBuffer(GL_ARRAY_BUFFER, buffer[VERTICES]);
   glBufferData(GL_ARRAY_BUFFER, sizeof quad, quad, GL_STATIC_DRAW);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glVertexAttribI4i(1, 3, 4, 5, 6);
   glBindBufferBase(GL_UNIFORM_BUFFER, 1, buffer[BLOCK]);
   glBufferData(GL_UNIFORM_BUFFER, 256, NULL, GL_DYNAMIC_DRAW);
   glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof block, block);
   glGenSamplers(1, &sampler);
   textures_300(texture, sampler, texels);
   fbo[0] = framebuffer_300(rb, 0);
   glViewport(0, 0, SIDE_300, SIDE_300);
   glClearBufferuiv(GL_COLOR, 2, white);
   glGenQueries(2, query);
   glGenTransformFeedbacks(1, &feedback);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer[CAPTURED]);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 512, NULL, GL_STREAM_READ);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, query[0]);
   glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query[1]);
   glBeginTransformFeedback(GL_TRIANGLES);
   glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
   glEndTransformFeedback();
   glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   glGetQueryObjectuiv(query[0], GL_QUERY_RESULT, &passed);
   glGetQueryObjectuiv(query[1], GL_QUERY_RESULT, &written);
   mapped_300(GL_TRANSFORM_FEEDBACK_BUFFER, out, 6 * 32);
   out[48] = passed;
   out[49] = written;
   glReadBuffer(GL_COLOR_ATTACHMENT2);
   glReadPixels(0, 0, SIDE_300, SIDE_300, GL_RGBA_INTEGER, GL_UNSIGNED_INT, out + 64);
   glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer[PACKED]);
   glBufferData(GL_PIXEL_PACK_BUFFER, SIDE_300 * SIDE_300 * 4, NULL, GL_STREAM_READ);
   glReadBuffer(GL_COLOR_ATTACHMENT1);
   glReadPixels(0, 0, SIDE_300, SIDE_300, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glBindBuffer(GL_COPY_WRITE_BUFFER, buffer[COPY]);
   glBufferData(GL_COPY_WRITE_BUFFER, SIDE_300 * SIDE_300 * 4, NULL, GL_STREAM_READ);
   glCopyBufferSubData(GL_PIXEL_PACK_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, SIDE_300 * SIDE_300 * 4);
   mapped_300(GL_COPY_WRITE_BUFFER, out + 1088, SIDE_300 * SIDE_300 * 4);
   glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
   glDrawBuffers(2, second);
   fbo[1] = framebuffer_300(rb + 3, 4);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, fbo[0]);
   glBlitFramebuffer(0, 0, SIDE_300, SIDE_300, 0, 0, SIDE_300, SIDE_300, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fbo[0]);
   glReadPixels(0, 0, SIDE_300, SIDE_300, GL_RGBA, GL_UNSIGNED_BYTE, out + 1344);
   GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   if (fence)
      glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000);
   glDeleteSync(fence);
   glDeleteTransformFeedbacks(1, &feedback);
   glDeleteQueries(2, query);
   glDeleteFramebuffers(2, fbo);
   glDeleteRenderbuffers(6, rb);
   glDeleteTextures(2, texture);
   glDeleteSamplers(1, &sampler);
   glDeleteVertexArrays(1, &vao);
   glDeleteBuffers(BUFFERS, buffer);
   glDeleteProgram(p);
   glFinish();
   collect(r);
}

#endif
