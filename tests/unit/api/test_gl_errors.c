/* SPDX-License-Identifier: MIT
 *
 * Invalid calls raise exactly the error that ES 2.0.25 names; queries of every name agree with each other and
 * with the initial state; entry points exist by name and do nothing without a context.
 */
#include "gl_fixture.h"

#include "api/gles/gl_proc.h"

#define E(error, call)                                                                                       \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum got_ = glGetError();                                                                            \
      if (got_ != (error))                                                                                   \
         fail_msg("%s: 0x%x instead of %s", #call, got_, #error);                                            \
   } while (0)

static void
fixed_state(void **state)
{
   E(GL_INVALID_ENUM, glEnable(GL_TEXTURE_2D));
   E(GL_INVALID_ENUM, glDisable(0));
   E(GL_INVALID_ENUM, glIsEnabled(GL_TEXTURE_2D));
   E(GL_INVALID_ENUM, glBlendEquation(GL_FUNC_ADD - 1));
   E(GL_INVALID_ENUM, glBlendEquationSeparate(GL_FUNC_ADD, GL_ONE));
   E(GL_INVALID_ENUM, glBlendFunc(GL_ONE, GL_SRC_ALPHA_SATURATE));
   E(GL_NO_ERROR, glBlendFunc(GL_SRC_ALPHA_SATURATE, GL_ONE));
   E(GL_INVALID_ENUM, glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ONE, GL_FUNC_ADD));
   E(GL_INVALID_ENUM, glDepthFunc(GL_ALWAYS + 1));
   E(GL_INVALID_ENUM, glDepthFunc(GL_NEVER - 1));
   E(GL_INVALID_ENUM, glStencilFunc(GL_KEEP, 0, 0));
   E(GL_INVALID_ENUM, glStencilFuncSeparate(0x406, GL_ALWAYS, 0, 0));
   E(GL_INVALID_ENUM, glStencilOp(GL_ALWAYS, GL_KEEP, GL_KEEP));
   E(GL_INVALID_ENUM, glStencilOpSeparate(GL_CW, GL_KEEP, GL_KEEP, GL_KEEP));
   E(GL_INVALID_ENUM, glStencilMaskSeparate(0, 1));
   E(GL_INVALID_ENUM, glCullFace(GL_CW));
   E(GL_INVALID_ENUM, glFrontFace(GL_FRONT));
   E(GL_INVALID_VALUE, glLineWidth(0));
   E(GL_INVALID_VALUE, glLineWidth(-1));
   E(GL_INVALID_VALUE, glViewport(0, 0, -1, 1));
   E(GL_INVALID_VALUE, glScissor(0, 0, 1, -1));
   E(GL_INVALID_ENUM, glHint(GL_GENERATE_MIPMAP_HINT, GL_ONE));
   E(GL_INVALID_ENUM, glHint(GL_DITHER, GL_NICEST));
   E(GL_NO_ERROR, glHint(GL_FRAGMENT_SHADER_DERIVATIVE_HINT_OES, GL_NICEST));
   E(GL_INVALID_ENUM, glPixelStorei(GL_UNPACK_ALIGNMENT + 100, 1));
   E(GL_INVALID_VALUE, glPixelStorei(GL_UNPACK_ALIGNMENT, 3));
   E(GL_INVALID_VALUE, glPixelStorei(GL_PACK_ALIGNMENT, 0));
   E(GL_INVALID_VALUE, glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, -1));
   E(GL_INVALID_VALUE, glClear(0x10));
   E(GL_NO_ERROR, glClear(0));
   E(GL_INVALID_ENUM, glGetString(GL_TEXTURE_2D));
   E(GL_INVALID_ENUM, glGetIntegerv(GL_TEXTURE_2D, (GLint[4]){0}));
   E(GL_INVALID_ENUM, glGetFloatv(0, (GLfloat[4]){0}));
   E(GL_INVALID_ENUM, glGetBooleanv(0xffffffff, (GLboolean[4]){0}));
   assert_false(glIsEnabled(GL_SCISSOR_TEST));
}

static void
textures(void **state)
{
   const GLenum T = GL_TEXTURE_2D, U = GL_UNSIGNED_BYTE;
   GLint v;
   E(GL_INVALID_ENUM, glActiveTexture(GL_TEXTURE0 - 1));
   E(GL_INVALID_ENUM, glActiveTexture(GL_TEXTURE0 + 20));
   E(GL_NO_ERROR, glActiveTexture(GL_TEXTURE0 + 19));
   E(GL_INVALID_ENUM, glBindTexture(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1));
   E(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_TEXTURE_WRAP_S, GL_REPEAT));
   E(GL_INVALID_ENUM, glTexParameteri(T, GL_TEXTURE_WRAP_S, GL_LINEAR));
   E(GL_INVALID_ENUM, glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR));
   E(GL_INVALID_ENUM, glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_REPEAT));
   E(GL_INVALID_ENUM, glTexParameterf(T, 0, 0));
   E(GL_NO_ERROR, glTexParameterf(T, GL_TEXTURE_MIN_FILTER, (GLfloat)GL_LINEAR_MIPMAP_NEAREST));
   E(GL_NO_ERROR, glGetTexParameteriv(T, GL_TEXTURE_MIN_FILTER, &v));
   assert_int_equal(v, GL_LINEAR_MIPMAP_NEAREST);
   E(GL_INVALID_ENUM, glGetTexParameteriv(T, GL_TEXTURE_2D, &v));
   E(GL_INVALID_ENUM, glGetTexParameteriv(GL_DITHER, GL_TEXTURE_MIN_FILTER, &v));
   E(GL_INVALID_ENUM, glGenerateMipmap(GL_TEXTURE_CUBE_MAP_POSITIVE_X));
   E(GL_INVALID_OPERATION, glGenerateMipmap(T));
   E(GL_INVALID_OPERATION, glGenerateMipmap(GL_TEXTURE_CUBE_MAP));

   E(GL_INVALID_ENUM, glTexImage2D(GL_TEXTURE_CUBE_MAP, 0, GL_RGBA, 4, 4, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_ENUM, glTexImage2D(T, 0, GL_RGBA, 4, 4, 0, 0x1234, U, NULL));
   E(GL_INVALID_ENUM, glTexImage2D(T, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_INT, NULL));
   E(GL_INVALID_VALUE, glTexImage2D(T, 0, 4, 4, 4, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, GL_RGB, 4, 4, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, NULL));
   E(GL_INVALID_OPERATION,
     glTexImage2D(T, 0, GL_LUMINANCE, 4, 4, 0, GL_LUMINANCE, GL_UNSIGNED_SHORT_5_5_5_1, NULL));
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, GL_DEPTH_COMPONENT, 4, 4, 0, GL_DEPTH_COMPONENT, U, NULL));
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_INT, NULL));
   E(GL_INVALID_VALUE, glTexImage2D(T, -1, GL_RGBA, 4, 4, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage2D(T, 13, GL_RGBA, 1, 1, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage2D(T, 0, GL_RGBA, -4, 4, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage2D(T, 0, GL_RGBA, 4097, 4, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage2D(T, 1, GL_RGBA, 2049, 4, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage2D(T, 0, GL_RGBA, 4, 4, 1, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE, glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, GL_RGBA, 4, 8, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_VALUE,
     glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, GL_RGBA, 2049, 2049, 0, GL_RGBA, U, NULL));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 1, 1, GL_RGBA, U, &v));
   E(GL_NO_ERROR, glTexImage2D(T, 0, GL_RGBA, 4, 4, 0, GL_RGBA, U, NULL));
   E(GL_NO_ERROR, glTexSubImage2D(T, 0, 3, 3, 1, 1, GL_RGBA, U, &v));
   E(GL_NO_ERROR, glTexSubImage2D(T, 0, 3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, &v));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 1, 1, GL_RGB, U, &v));
   E(GL_INVALID_ENUM, glTexSubImage2D(T, 0, 0, 0, 1, 1, GL_RGBA, GL_INT, &v));
   E(GL_INVALID_VALUE, glTexSubImage2D(T, 0, 4, 3, 1, 1, GL_RGBA, U, &v));
   E(GL_INVALID_VALUE, glTexSubImage2D(T, 0, -1, 0, 1, 1, GL_RGBA, U, &v));
   E(GL_INVALID_VALUE, glTexSubImage2D(T, 0, 0, 0, -1, 1, GL_RGBA, U, &v));
   E(GL_INVALID_VALUE, glTexSubImage2D(T, 0, INT32_MAX, 0, INT32_MAX, 1, GL_RGBA, U, &v));
   E(GL_INVALID_VALUE, glTexSubImage2D(T, 99, 0, 0, 1, 1, GL_RGBA, U, &v));
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 1, 0, 0, 1, 1, GL_RGBA, U, &v));
   E(GL_INVALID_ENUM, glCopyTexImage2D(T, 0, GL_BGRA_EXT, 0, 0, 1, 1, 0));
   E(GL_INVALID_VALUE, glCopyTexImage2D(T, 0, GL_RGB, 0, 0, 1, 1, 1));
   E(GL_INVALID_ENUM, glCopyTexImage2D(GL_TEXTURE_CUBE_MAP, 0, GL_RGB, 0, 0, 1, 1, 0));
   E(GL_INVALID_OPERATION, glCopyTexSubImage2D(T, 2, 0, 0, 0, 0, 1, 1));
   E(GL_INVALID_VALUE, glCopyTexSubImage2D(T, 0, 4, 0, 0, 0, 1, 1));
   E(GL_INVALID_ENUM, glCompressedTexImage2D(T, 0, GL_RGBA, 4, 4, 0, 8, NULL));
   uint8_t px[64];
   E(GL_INVALID_ENUM, glReadPixels(0, 0, 1, 1, 0, U, px));
   E(GL_INVALID_ENUM, glReadPixels(0, 0, 1, 1, GL_RGBA, 0, px));
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGB, U, px));
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, px));
   E(GL_INVALID_VALUE, glReadPixels(0, 0, -1, 1, GL_RGBA, U, px));
   E(GL_NO_ERROR, glReadPixels(0, 0, 1, 1, GL_BGRA_EXT, U, px));
}

static void
npot_rules_without_the_extension(void **state)
{
   struct fixture *f = *state;
   f->m.screen.caps.npot_textures = false;
   f->m.screen.caps.index_uint = false;
   E(GL_NO_ERROR, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 5, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_VALUE, glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA, 5, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_OPERATION, glGenerateMipmap(GL_TEXTURE_2D));
   E(GL_NO_ERROR,
     glTexImage3DOES(GL_TEXTURE_3D_OES, 0, GL_RGBA, 4, 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_VALUE,
     glTexImage3DOES(GL_TEXTURE_3D_OES, 1, GL_RGBA, 4, 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_OPERATION, glGenerateMipmap(GL_TEXTURE_3D_OES));
   E(GL_INVALID_ENUM, glDrawElements(GL_POINTS, 1, GL_UNSIGNED_INT, NULL));
   assert_null(strstr((const char *)glGetString(GL_EXTENSIONS), "npot"));
   assert_null(strstr((const char *)glGetString(GL_EXTENSIONS), "element_index_uint"));
}

/** Of chips that lack what it takes. */
static void
other_extensions_that_are_missing(void **state)
{
   static const char *const names[] = {"standard_derivatives", "shader_texture_lod", "shadow_samplers",
                                       "draw_instanced",       "float_linear",       "depth_clamp",
                                       "polygon_offset_clamp"};
   struct fixture *f = *state;
   struct pipe_caps *c = &f->m.screen.caps;
   c->derivatives = c->texture_lod = c->shadow_samplers = c->instance_id = false;
   c->float_linear = c->depth_clamp = c->offset_clamp = false;
   const char *list = (const char *)glGetString(GL_EXTENSIONS);
   for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
      assert_null(strstr(list, names[i]));
   assert_non_null(strstr(list, "GL_EXT_instanced_arrays"));
   E(GL_INVALID_ENUM, glEnable(GL_DEPTH_CLAMP_EXT));
   E(GL_INVALID_ENUM, glIsEnabled(GL_DEPTH_CLAMP_EXT));
   E(GL_INVALID_OPERATION, glPolygonOffsetClampEXT(1, 1, 1));
   E(GL_INVALID_ENUM, glHint(GL_FRAGMENT_SHADER_DERIVATIVE_HINT_OES, GL_NICEST));
   E(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE_EXT, GL_NONE));
}

static void
buffers_and_framebuffers(void **state)
{
   GLint v;
   GLuint n;
   E(GL_INVALID_ENUM, glBindBuffer(GL_TEXTURE_2D, 1));
   E(GL_INVALID_OPERATION, glBufferData(GL_ARRAY_BUFFER, 4, NULL, GL_STATIC_DRAW));
   E(GL_INVALID_OPERATION, glBufferSubData(GL_ARRAY_BUFFER, 0, 4, &v));
   E(GL_INVALID_OPERATION, glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v));
   E(GL_NO_ERROR, glBindBuffer(GL_ARRAY_BUFFER, 7));
   E(GL_INVALID_ENUM, glBufferData(GL_ARRAY_BUFFER, 4, NULL, GL_STATIC_DRAW + 1));
   E(GL_INVALID_ENUM, glBufferData(GL_TEXTURE_2D, 4, NULL, GL_STATIC_DRAW));
   E(GL_INVALID_VALUE, glBufferData(GL_ARRAY_BUFFER, -1, NULL, GL_STATIC_DRAW));
   E(GL_OUT_OF_MEMORY, glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)1 << 40, NULL, GL_STATIC_DRAW));
   E(GL_NO_ERROR, glBufferData(GL_ARRAY_BUFFER, 4, NULL, GL_STREAM_DRAW));
   E(GL_INVALID_VALUE, glBufferSubData(GL_ARRAY_BUFFER, 1, 4, &v));
   E(GL_INVALID_VALUE, glBufferSubData(GL_ARRAY_BUFFER, -1, 1, &v));
   E(GL_INVALID_VALUE, glBufferSubData(GL_ARRAY_BUFFER, 0, -1, &v));
   E(GL_NO_ERROR, glBufferSubData(GL_ARRAY_BUFFER, 4, 0, &v));
   E(GL_INVALID_ENUM, glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_NO_ERROR, &v));
   E(GL_INVALID_VALUE, glGenBuffers(-1, &n));
   E(GL_INVALID_VALUE, glDeleteBuffers(-1, &n));

   E(GL_INVALID_ENUM, glBindRenderbuffer(GL_FRAMEBUFFER, 1));
   E(GL_INVALID_OPERATION, glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 1, 1));
   E(GL_INVALID_OPERATION, glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &v));
   E(GL_NO_ERROR, glBindRenderbuffer(GL_RENDERBUFFER, 5));
   E(GL_INVALID_ENUM, glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA, 1, 1));
   E(GL_INVALID_ENUM, glRenderbufferStorage(GL_FRAMEBUFFER, GL_RGBA4, 1, 1));
   E(GL_INVALID_VALUE, glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, -1, 1));
   E(GL_INVALID_VALUE, glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 4097, 1));
   E(GL_INVALID_ENUM, glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_TEXTURE_2D, &v));
   E(GL_INVALID_VALUE, glGenRenderbuffers(-1, &n));
   E(GL_INVALID_VALUE, glDeleteRenderbuffers(-1, &n));

   E(GL_INVALID_ENUM, glBindFramebuffer(GL_RENDERBUFFER, 1));
   E(GL_INVALID_ENUM, glCheckFramebufferStatus(GL_RENDERBUFFER));
   E(GL_INVALID_OPERATION,
     glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 5));
   E(GL_INVALID_OPERATION, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0));
   E(GL_INVALID_OPERATION, glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                                                 GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &v));
   E(GL_NO_ERROR, glBindFramebuffer(GL_FRAMEBUFFER, 3));
   E(GL_INVALID_ENUM,
     glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + 4, GL_RENDERBUFFER, 5));
   E(GL_INVALID_ENUM, glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER, 5));
   E(GL_INVALID_ENUM, glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 0, 0));
   E(GL_INVALID_ENUM, glFramebufferRenderbuffer(GL_RENDERBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 5));
   E(GL_INVALID_OPERATION,
     glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 99));
   E(GL_INVALID_OPERATION,
     glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 99, 0));
   E(GL_NO_ERROR, glBindTexture(GL_TEXTURE_2D, 9));
   E(GL_INVALID_ENUM,
     glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP, 9, 0));
   E(GL_INVALID_OPERATION,
     glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 9, 0));
   E(GL_INVALID_VALUE, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 9, -1));
   E(GL_INVALID_VALUE, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 9, 13));
   E(GL_INVALID_ENUM, glDiscardFramebufferEXT(GL_FRAMEBUFFER, 1, (const GLenum[]){GL_COLOR_EXT}));
   E(GL_NO_ERROR, glDiscardFramebufferEXT(GL_FRAMEBUFFER, 1, (const GLenum[]){GL_DEPTH_ATTACHMENT}));
   E(GL_INVALID_VALUE, glDiscardFramebufferEXT(GL_FRAMEBUFFER, -1, NULL));
   E(GL_INVALID_VALUE, glGenFramebuffers(-1, &n));
   E(GL_INVALID_VALUE, glDeleteFramebuffers(-1, &n));
}

static void
vertices_and_draws(void **state)
{
   struct fixture *f = *state;
   GLint v[4];
   GLfloat fv[4] = {0};
   void *p;
   E(GL_INVALID_VALUE, glEnableVertexAttribArray(16));
   E(GL_INVALID_VALUE, glDisableVertexAttribArray(16));
   E(GL_INVALID_VALUE, glVertexAttrib1f(16, 0));
   E(GL_INVALID_VALUE, glVertexAttrib4fv(16, fv));
   E(GL_INVALID_VALUE, glVertexAttribPointer(16, 4, GL_FLOAT, 0, 0, NULL));
   E(GL_INVALID_VALUE, glVertexAttribPointer(0, 0, GL_FLOAT, 0, 0, NULL));
   E(GL_INVALID_VALUE, glVertexAttribPointer(0, 5, GL_FLOAT, 0, 0, NULL));
   E(GL_INVALID_VALUE, glVertexAttribPointer(0, 4, GL_FLOAT, 0, -1, NULL));
   E(GL_INVALID_ENUM, glVertexAttribPointer(0, 4, GL_INT, 0, 0, NULL));
   E(GL_INVALID_ENUM, glGetVertexAttribiv(0, GL_TEXTURE_2D, v));
   E(GL_INVALID_VALUE, glGetVertexAttribfv(16, GL_CURRENT_VERTEX_ATTRIB, fv));
   E(GL_INVALID_ENUM, glGetVertexAttribPointerv(0, GL_CURRENT_VERTEX_ATTRIB, &p));
   E(GL_INVALID_VALUE, glGetVertexAttribPointerv(16, GL_VERTEX_ATTRIB_ARRAY_POINTER, &p));
   E(GL_NO_ERROR, glVertexAttribPointer(2, 3, GL_SHORT, GL_TRUE, 12, v));
   E(GL_NO_ERROR, glGetVertexAttribPointerv(2, GL_VERTEX_ATTRIB_ARRAY_POINTER, &p));
   assert_ptr_equal(p, v);
   E(GL_NO_ERROR, glGetVertexAttribiv(2, GL_VERTEX_ATTRIB_ARRAY_TYPE, v));
   assert_int_equal(v[0], GL_SHORT);
   E(GL_NO_ERROR, glGetVertexAttribfv(2, GL_VERTEX_ATTRIB_ARRAY_STRIDE, fv));
   assert_true(fv[0] == 12);
   glVertexAttrib2f(4, -1.5f, 2.5f);
   E(GL_NO_ERROR, glGetVertexAttribiv(4, GL_CURRENT_VERTEX_ATTRIB, v));
   assert_true(v[0] == -2 && v[1] == 3 && v[2] == 0 && v[3] == 1);

   glUseProgram(fixture_program("attribute vec4 a; void main() { gl_Position = a; }",
                                "void main() { gl_FragColor = vec4(0); }", NULL));
   E(GL_INVALID_ENUM, glDrawArrays(GL_TRIANGLE_FAN + 1, 0, 3));
   E(GL_INVALID_VALUE, glDrawArrays(GL_TRIANGLES, -1, 3));
   E(GL_INVALID_VALUE, glDrawArrays(GL_TRIANGLES, 0, -3));
   E(GL_INVALID_ENUM, glDrawElements(0x99, 3, GL_UNSIGNED_BYTE, v));
   E(GL_INVALID_VALUE, glDrawElements(GL_TRIANGLES, -3, GL_UNSIGNED_BYTE, v));
   E(GL_INVALID_ENUM, glDrawElements(GL_TRIANGLES, 3, GL_FLOAT, v));
   assert_int_equal(f->m.draws, 0);
   E(GL_NO_ERROR, glDrawArrays(GL_TRIANGLES, 0, 0));
   glUseProgram(0);
   E(GL_NO_ERROR, glDrawArrays(GL_TRIANGLES, 0, 3)); /* nothing happens */
   assert_int_equal(f->m.draws, 0);
}

static void
programs(void **state)
{
   GLuint p = glCreateProgram(), s = glCreateShader(GL_FRAGMENT_SHADER);
   GLint v;
   E(GL_INVALID_ENUM, assert_int_equal(glCreateShader(GL_TEXTURE_2D), 0));
   E(GL_INVALID_VALUE, glCompileShader(0));
   E(GL_INVALID_OPERATION, glCompileShader(p));
   E(GL_INVALID_OPERATION, glLinkProgram(s));
   E(GL_INVALID_VALUE, glLinkProgram(777));
   E(GL_INVALID_OPERATION, glGetShaderiv(p, GL_COMPILE_STATUS, &v));
   E(GL_INVALID_VALUE, glGetProgramiv(777, GL_LINK_STATUS, &v));
   E(GL_INVALID_ENUM, glGetProgramiv(p, GL_COMPILE_STATUS, &v));
   E(GL_INVALID_VALUE, glBindAttribLocation(p, 16, "a"));
   E(GL_INVALID_OPERATION, glBindAttribLocation(p, 0, "gl_a"));
   E(GL_INVALID_VALUE, glGetProgramInfoLog(p, -1, NULL, NULL));
   E(GL_INVALID_VALUE, glValidateProgram(777));
   E(GL_NO_ERROR, glValidateProgram(p));
   E(GL_NO_ERROR, glGetProgramiv(p, GL_VALIDATE_STATUS, &v));
   assert_int_equal(v, 0);
   E(GL_NO_ERROR, glLinkProgram(p));
   E(GL_NO_ERROR, glGetProgramiv(p, GL_LINK_STATUS, &v));
   assert_int_equal(v, 0);
   E(GL_NO_ERROR, glGetProgramiv(p, GL_INFO_LOG_LENGTH, &v));
   assert_true(v > 1);
   E(GL_INVALID_OPERATION, glUseProgram(p));
   E(GL_INVALID_OPERATION, glGetUniformfv(p, 0, (GLfloat[16]){0}));
}

/** Errors stick until they are read, the first one wins. */
static void
first_error_wins(void **state)
{
   glEnable(0);
   glViewport(0, 0, -1, -1);
   assert_gl(GL_INVALID_ENUM);
}

static void
queries_agree(void **state)
{
   static const struct {
      GLenum pname;
      unsigned n;
      GLint initial[4];
   } all[] = {
      {GL_ACTIVE_TEXTURE,                      1, {GL_TEXTURE0}     },
      {GL_ALIASED_LINE_WIDTH_RANGE,            2, {1, 8}            },
      {GL_ALIASED_POINT_SIZE_RANGE,            2, {1, 64}           },
      {GL_ALPHA_BITS,                          1, {8}               },
      {GL_ARRAY_BUFFER_BINDING,                1, {0}               },
      {GL_BLEND,                               1, {0}               },
      {GL_BLEND_DST_ALPHA,                     1, {GL_ZERO}         },
      {GL_BLEND_DST_RGB,                       1, {GL_ZERO}         },
      {GL_BLEND_EQUATION_ALPHA,                1, {GL_FUNC_ADD}     },
      {GL_BLEND_EQUATION_RGB,                  1, {GL_FUNC_ADD}     },
      {GL_BLEND_SRC_ALPHA,                     1, {GL_ONE}          },
      {GL_BLEND_SRC_RGB,                       1, {GL_ONE}          },
      {GL_BLUE_BITS,                           1, {8}               },
      {GL_COLOR_WRITEMASK,                     4, {1, 1, 1, 1}      },
      {GL_CULL_FACE,                           1, {0}               },
      {GL_CULL_FACE_MODE,                      1, {GL_BACK}         },
      {GL_CURRENT_PROGRAM,                     1, {0}               },
      {GL_DEPTH_BITS,                          1, {24}              },
      {GL_DEPTH_FUNC,                          1, {GL_LESS}         },
      {GL_DEPTH_TEST,                          1, {0}               },
      {GL_DEPTH_WRITEMASK,                     1, {1}               },
      {GL_DITHER,                              1, {1}               },
      {GL_ELEMENT_ARRAY_BUFFER_BINDING,        1, {0}               },
      {GL_FRAGMENT_SHADER_DERIVATIVE_HINT_OES, 1, {GL_DONT_CARE}    },
      {GL_FRAMEBUFFER_BINDING,                 1, {0}               },
      {GL_FRONT_FACE,                          1, {GL_CCW}          },
      {GL_GENERATE_MIPMAP_HINT,                1, {GL_DONT_CARE}    },
      {GL_GREEN_BITS,                          1, {8}               },
      {GL_IMPLEMENTATION_COLOR_READ_FORMAT,    1, {GL_RGBA}         },
      {GL_IMPLEMENTATION_COLOR_READ_TYPE,      1, {GL_UNSIGNED_BYTE}},
      {GL_LINE_WIDTH,                          1, {1}               },
      {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS,    1, {20}              },
      {GL_MAX_CUBE_MAP_TEXTURE_SIZE,           1, {2048}            },
      {GL_MAX_FRAGMENT_UNIFORM_VECTORS,        1, {224}             },
      {GL_MAX_RENDERBUFFER_SIZE,               1, {4096}            },
      {GL_MAX_TEXTURE_IMAGE_UNITS,             1, {16}              },
      {GL_MAX_TEXTURE_SIZE,                    1, {4096}            },
      {GL_MAX_VARYING_VECTORS,                 1, {16}              },
      {GL_MAX_VERTEX_ATTRIBS,                  1, {16}              },
      {GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS,      1, {4}               },
      {GL_MAX_VERTEX_UNIFORM_VECTORS,          1, {256}             },
      {GL_MAX_VIEWPORT_DIMS,                   2, {4096, 4096}      },
      {GL_NUM_SHADER_BINARY_FORMATS,           1, {0}               },
      {GL_PACK_ALIGNMENT,                      1, {4}               },
      {GL_POLYGON_OFFSET_FACTOR,               1, {0}               },
      {GL_POLYGON_OFFSET_FILL,                 1, {0}               },
      {GL_POLYGON_OFFSET_UNITS,                1, {0}               },
      {GL_RED_BITS,                            1, {8}               },
      {GL_RENDERBUFFER_BINDING,                1, {0}               },
      {GL_SAMPLE_ALPHA_TO_COVERAGE,            1, {0}               },
      {GL_SAMPLE_BUFFERS,                      1, {0}               },
      {GL_SAMPLE_COVERAGE,                     1, {0}               },
      {GL_SAMPLE_COVERAGE_INVERT,              1, {0}               },
      {GL_SAMPLE_COVERAGE_VALUE,               1, {1}               },
      {GL_SAMPLES,                             1, {0}               },
      {GL_SCISSOR_BOX,                         4, {0, 0, 16, 16}    },
      {GL_SCISSOR_TEST,                        1, {0}               },
      {GL_SHADER_COMPILER,                     1, {1}               },
      {GL_STENCIL_BACK_FAIL,                   1, {GL_KEEP}         },
      {GL_STENCIL_BACK_FUNC,                   1, {GL_ALWAYS}       },
      {GL_STENCIL_BACK_PASS_DEPTH_FAIL,        1, {GL_KEEP}         },
      {GL_STENCIL_BACK_PASS_DEPTH_PASS,        1, {GL_KEEP}         },
      {GL_STENCIL_BACK_REF,                    1, {0}               },
      {GL_STENCIL_BITS,                        1, {8}               },
      {GL_STENCIL_CLEAR_VALUE,                 1, {0}               },
      {GL_STENCIL_FAIL,                        1, {GL_KEEP}         },
      {GL_STENCIL_FUNC,                        1, {GL_ALWAYS}       },
      {GL_STENCIL_PASS_DEPTH_FAIL,             1, {GL_KEEP}         },
      {GL_STENCIL_PASS_DEPTH_PASS,             1, {GL_KEEP}         },
      {GL_STENCIL_REF,                         1, {0}               },
      {GL_STENCIL_TEST,                        1, {0}               },
      {GL_SUBPIXEL_BITS,                       1, {8}               },
      {GL_TEXTURE_BINDING_2D,                  1, {0}               },
      {GL_TEXTURE_BINDING_CUBE_MAP,            1, {0}               },
      {GL_UNPACK_ALIGNMENT,                    1, {4}               },
      {GL_UNPACK_ROW_LENGTH_EXT,               1, {0}               },
      {GL_UNPACK_SKIP_PIXELS_EXT,              1, {0}               },
      {GL_UNPACK_SKIP_ROWS_EXT,                1, {0}               },
      {GL_VERTEX_ARRAY_BINDING_OES,            1, {0}               },
      {GL_VIEWPORT,                            4, {0, 0, 16, 16}    },
   };
   for (unsigned k = 0; k < sizeof all / sizeof all[0]; k++) {
      GLint i[5] = {-7, -7, -7, -7, -7};
      GLfloat f[5] = {-7, -7, -7, -7, -7};
      GLboolean b[5] = {77, 77, 77, 77, 77};
      glGetIntegerv(all[k].pname, i);
      glGetFloatv(all[k].pname, f);
      glGetBooleanv(all[k].pname, b);
      assert_gl(GL_NO_ERROR);
      for (unsigned c = 0; c < all[k].n; c++) {
         if (i[c] != all[k].initial[c] || f[c] != (GLfloat)i[c] || b[c] != (i[c] != 0))
            fail_msg("0x%x[%u]: %d, %g, %d instead of %d", all[k].pname, c, i[c], (double)f[c], b[c],
                     all[k].initial[c]);
      }
      assert_true(i[all[k].n] == -7 && f[all[k].n] == -7 && b[all[k].n] == 77);
   }
   GLint i[4];
   GLfloat f[4];
   glClearColor(-1, 0, 0.5f, 7);
   glGetIntegerv(GL_COLOR_CLEAR_VALUE, i);
   assert_true(i[0] == -INT32_MAX && i[1] == 0 && i[2] == 0x40000000 && i[3] == INT32_MAX);
   glGetFloatv(GL_COLOR_CLEAR_VALUE, f);
   assert_true(f[0] == -1 && f[3] == 7); /* EXT_color_buffer_half_float: not clamped */
   glDepthRangef(1, 0.5f);
   glGetFloatv(GL_DEPTH_RANGE, f);
   assert_true(f[0] == 1 && f[1] == 0.5f);
   glGetIntegerv(GL_STENCIL_VALUE_MASK, i);
   glGetFloatv(GL_STENCIL_VALUE_MASK, f);
   assert_true(i[0] == -1 && f[0] == 4294967295.0f);
   glPolygonOffset(-2.5f, 1.4f);
   glGetIntegerv(GL_POLYGON_OFFSET_FACTOR, i);
   assert_int_equal(i[0], -3);
   glViewport(1, 2, 100000, 3);
   glGetIntegerv(GL_VIEWPORT, i);
   assert_true(i[2] == 4096 && i[3] == 3);
   glStencilFunc(GL_LESS, 999, 3);
   glGetIntegerv(GL_STENCIL_REF, i);
   assert_int_equal(i[0], 255);
   assert_string_equal(glGetString(GL_VERSION), "OpenGL ES 2.0 TeraGL 0.1");
   assert_string_equal(glGetString(GL_SHADING_LANGUAGE_VERSION), "OpenGL ES GLSL ES 1.00 TeraGL");
   assert_string_equal(glGetString(GL_RENDERER), "mock");
   assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_OES_vertex_array_object"));
}

static void
entry_points(void **state)
{
   assert_ptr_equal(gl_get_proc("glDrawArrays"), (gl_proc)glDrawArrays);
   assert_ptr_equal(gl_get_proc("glVertexAttrib4fv"), (gl_proc)glVertexAttrib4fv);
   assert_ptr_equal(gl_get_proc("glActiveTexture"), (gl_proc)glActiveTexture);
   assert_ptr_equal(gl_get_proc("glMapBufferRangeEXT"), (gl_proc)glMapBufferRangeEXT);
   assert_null(gl_get_proc("glBegin"));
   assert_null(gl_get_proc(""));
   assert_null(gl_get_proc("glDrawArray"));
}

static void
without_a_context(void **state)
{
   struct fixture *f = *state;
   st_make_current(NULL, NULL, NULL);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_null(glGetString(GL_VERSION));
   assert_int_equal(glCreateShader(GL_VERTEX_SHADER), 0);
   glClear(0x7777);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glGetIntegerv(GL_VIEWPORT, NULL);
   assert_int_equal(f->m.draws + f->m.clears, 0);
   st_make_current(f->ctx, f->fb, f->fb);
   assert_gl(GL_NO_ERROR);
}

#define T(f) cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      T(fixed_state),
      T(textures),
      T(npot_rules_without_the_extension),
      T(other_extensions_that_are_missing),
      T(buffers_and_framebuffers),
      T(vertices_and_draws),
      T(programs),
      T(first_error_wins),
      T(queries_agree),
      T(entry_points),
      T(without_a_context),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
