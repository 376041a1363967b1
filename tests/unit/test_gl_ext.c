/* SPDX-License-Identifier: MIT
 *
 * Entry points of extensions: errors as each specification names them, and state.
 */
#include "gl_fixture.h"

#define E(error, call)                                                                                       \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum got_ = glGetError();                                                                            \
      if (got_ != (error))                                                                                   \
         fail_msg("%s: 0x%x instead of %s", #call, got_, #error);                                            \
   } while (0)

static GLint
get(GLenum pname)
{
   GLint v[4] = {-7};
   glGetIntegerv(pname, v);
   return v[0];
}

static void
draw_buffers(void **state)
{
   static const GLenum back = GL_BACK, none = GL_NONE, two[2] = {GL_BACK, GL_NONE}, attachment = 0x8CE0;
   static const GLenum swapped[2] = {GL_COLOR_ATTACHMENT1_EXT, GL_COLOR_ATTACHMENT0_EXT};
   static const GLenum second[2] = {GL_NONE, GL_COLOR_ATTACHMENT1_EXT};
   GLint max = get(GL_MAX_DRAW_BUFFERS_EXT);
   assert_true(max >= 4 && max == get(GL_MAX_COLOR_ATTACHMENTS_EXT));
   assert_int_equal(get(GL_DRAW_BUFFER0_EXT), GL_BACK);
   assert_int_equal(get(GL_DRAW_BUFFER1_EXT), GL_NONE);
   E(GL_INVALID_ENUM, get(GL_DRAW_BUFFER0_EXT + (GLenum)max));
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(0, &back));
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(2, two));
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(1, &attachment));
   E(GL_INVALID_VALUE, glDrawBuffersEXT(-1, &back));
   E(GL_INVALID_VALUE, glDrawBuffersEXT(max + 1, two));
   E(GL_INVALID_ENUM, glDrawBuffersEXT(1, &(GLenum){GL_FRONT}));
   E(GL_NO_ERROR, glDrawBuffersEXT(1, &none));
   assert_int_equal(get(GL_DRAW_BUFFER0_EXT), GL_NONE);
   E(GL_NO_ERROR, glDrawBuffersEXT(1, &back));

   GLuint fbo, rb[2];
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(2, rb);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   assert_int_equal(get(GL_DRAW_BUFFER0_EXT), GL_COLOR_ATTACHMENT0_EXT);
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(1, &back));
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(2, swapped));
   E(GL_NO_ERROR, glDrawBuffersEXT(2, second));
   assert_int_equal(get(GL_DRAW_BUFFER0_EXT), GL_NONE);
   assert_int_equal(get(GL_DRAW_BUFFER1_EXT), GL_COLOR_ATTACHMENT1_EXT);
   for (unsigned i = 0; i < 2; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 8, i ? 4 : 8);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0_EXT + i, GL_RENDERBUFFER, rb[i]);
   }
   E(GL_INVALID_ENUM, glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0_EXT + (GLenum)max,
                                                GL_RENDERBUFFER, rb[0]));
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS);
   GLint name = 0;
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1_EXT,
                                         GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
   assert_int_equal(name, rb[1]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 8, 8);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glDeleteRenderbuffers(1, &rb[1]); /* takes it off the bound framebuffer */
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1_EXT,
                                         GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &name);
   assert_int_equal(name, GL_NONE);
   glDeleteRenderbuffers(1, rb);
   glDeleteFramebuffers(1, &fbo);
   assert_gl(GL_NO_ERROR);
}

static void
instances(void **state)
{
   struct fixture *f = *state;
   static const char *const names[] = {"a", "b", NULL};
   static const uint16_t index[3] = {0, 1, 2};
   static const float array[16];
   GLuint p = fixture_program("attribute vec4 a, b; void main() { gl_Position = a + b; }",
                              "void main() { gl_FragColor = vec4(1); }", names);
   glUseProgram(p);
   for (GLuint i = 0; i < 2; i++) {
      glVertexAttribPointer(i, 1, GL_FLOAT, GL_FALSE, 0, array);
      glEnableVertexAttribArray(i);
   }
   GLuint max = (GLuint)get(GL_MAX_VERTEX_ATTRIBS);
   E(GL_INVALID_VALUE, glVertexAttribDivisorEXT(max, 1));
   E(GL_INVALID_VALUE, glVertexAttribDivisorANGLE(max, 1));
   E(GL_INVALID_VALUE, glDrawArraysInstancedEXT(GL_TRIANGLES, 0, 3, -1));
   E(GL_INVALID_VALUE, glDrawArraysInstancedEXT(GL_TRIANGLES, -1, 3, 1));
   E(GL_INVALID_VALUE, glDrawArraysInstancedANGLE(GL_TRIANGLES, 0, -3, 1));
   E(GL_INVALID_ENUM, glDrawArraysInstancedEXT(99, 0, 3, 1));
   E(GL_INVALID_VALUE, glDrawElementsInstancedEXT(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, index, -1));
   E(GL_INVALID_ENUM, glDrawElementsInstancedANGLE(GL_TRIANGLES, 3, GL_FLOAT, index, 1));
   unsigned draws = f->m.draws;
   E(GL_NO_ERROR, glDrawArraysInstancedEXT(GL_TRIANGLES, 0, 3, 0));
   assert_int_equal(f->m.draws, draws);
   E(GL_NO_ERROR, glDrawArraysInstancedANGLE(GL_TRIANGLES, 0, 3, 7));
   assert_int_equal(f->m.last.info.instance_count, 7);
   /* ANGLE: one array has to advance with the vertices; EXT has no such rule */
   glVertexAttribDivisorANGLE(0, 2);
   E(GL_NO_ERROR, glDrawElementsInstancedANGLE(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, index, 2));
   glVertexAttribDivisorANGLE(1, 1);
   E(GL_INVALID_OPERATION, glDrawElementsInstancedANGLE(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, index, 2));
   E(GL_INVALID_OPERATION, glDrawArraysInstancedANGLE(GL_TRIANGLES, 0, 3, 2));
   E(GL_NO_ERROR, glDrawElementsInstancedEXT(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, index, 2));
   GLfloat divisor = 0;
   glGetVertexAttribfv(0, GL_VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE, &divisor);
   assert_true(divisor == 2);

   static const GLint first[2] = {0, -1};
   static const GLsizei count[2] = {3, 3};
   static const void *const indices[1] = {index};
   E(GL_INVALID_VALUE, glMultiDrawArraysEXT(GL_TRIANGLES, first, count, -1));
   E(GL_INVALID_ENUM, glMultiDrawArraysEXT(99, first, count, 0));
   E(GL_INVALID_VALUE, glMultiDrawArraysEXT(GL_TRIANGLES, first, count, 2));
   E(GL_INVALID_ENUM, glMultiDrawElementsEXT(GL_TRIANGLES, count, GL_FLOAT, indices, 1));
   draws = f->m.draws;
   E(GL_NO_ERROR, glMultiDrawElementsEXT(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, indices, 1));
   assert_int_equal(f->m.draws, draws + 1);
   glDeleteProgram(p);
}

static void
compiler_threads(void **state)
{
   GLuint s = fixture_shader(GL_VERTEX_SHADER, "void main() { gl_Position = vec4(0); }");
   GLint done = 0;
   assert_int_equal(get(GL_MAX_SHADER_COMPILER_THREADS_KHR), -1); /* 0xffffffff: as many as it likes */
   glMaxShaderCompilerThreadsKHR(3);
   assert_int_equal(get(GL_MAX_SHADER_COMPILER_THREADS_KHR), 3);
   glGetShaderiv(s, GL_COMPLETION_STATUS_KHR, &done);
   assert_true(done);
   GLuint p = glCreateProgram();
   done = 0;
   glGetProgramiv(p, GL_COMPLETION_STATUS_KHR, &done);
   assert_true(done);
   glDeleteProgram(p);
   glDeleteShader(s);
   assert_gl(GL_NO_ERROR);
}

#define T(f) cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {T(draw_buffers), T(instances), T(compiler_threads)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
