/* SPDX-License-Identifier: MIT
 *
 * The state tables of ES 2.0.25 (6.2 to 6.26): what each value is in a fresh context or object and after it
 * was set, in every type that a query can return (6.1.2), and the limits against the least that the tables
 * allow.
 */
#include "gl_state.h"

static void
transformation_and_rasterization(void **state) /* tables 6.4 to 6.6 */
{
   STATE(GL_VIEWPORT, V(0, 0, 16, 16), glViewport(-1, 2, 3, 0), V(-1, 2, 3, 0));
   STATE_OF(COLOR, GL_DEPTH_RANGE, V(0, 1), glDepthRangef(1, 0.25f), V(1, 0.25));
   STATE_OF(COLOR, GL_DEPTH_RANGE, V(1, 0.25), glDepthRangef(-3, 7), V(0, 1));
   STATE(GL_LINE_WIDTH, V(1), glLineWidth(2.75f), V(2.75));
   CAPABILITY(GL_CULL_FACE, 0);
   STATE(GL_CULL_FACE_MODE, V(GL_BACK), glCullFace(GL_FRONT), V(GL_FRONT));
   STATE(GL_CULL_FACE_MODE, V(GL_FRONT), glCullFace(GL_FRONT_AND_BACK), V(GL_FRONT_AND_BACK));
   STATE(GL_FRONT_FACE, V(GL_CCW), glFrontFace(GL_CW), V(GL_CW));
   STATE(GL_POLYGON_OFFSET_FACTOR, V(0), glPolygonOffset(-1.25f, 3), V(-1.25));
   STATE(GL_POLYGON_OFFSET_UNITS, V(3), glPolygonOffset(0, 0.75f), V(0.75));
   CAPABILITY(GL_POLYGON_OFFSET_FILL, 0);
   CAPABILITY(GL_SAMPLE_ALPHA_TO_COVERAGE, 0);
   CAPABILITY(GL_SAMPLE_COVERAGE, 0);
   STATE(GL_SAMPLE_COVERAGE_VALUE, V(1), glSampleCoverage(0.75f, GL_TRUE), V(0.75));
   STATE(GL_SAMPLE_COVERAGE_INVERT, V(1), glSampleCoverage(0.75f, GL_FALSE), V(0));
   STATE(GL_SAMPLE_COVERAGE_VALUE, V(0.75), glSampleCoverage(7, GL_FALSE), V(1));
   STATE(GL_SAMPLE_COVERAGE_VALUE, V(1), glSampleCoverage(-7, GL_FALSE), V(0));
}

static void
pixel_operations(void **state) /* tables 6.10 and 6.11 */
{
   CAPABILITY(GL_SCISSOR_TEST, 0);
   STATE(GL_SCISSOR_BOX, V(0, 0, 16, 16), glScissor(-5, 6, 0, 99), V(-5, 6, 0, 99));
   CAPABILITY(GL_STENCIL_TEST, 0);
   static const struct {
      GLenum face, func, value_mask, ref, fail, zfail, zpass, write_mask;
   } faces[2] = {
      {GL_FRONT, GL_STENCIL_FUNC,      GL_STENCIL_VALUE_MASK,      GL_STENCIL_REF,      GL_STENCIL_FAIL,
       GL_STENCIL_PASS_DEPTH_FAIL,      GL_STENCIL_PASS_DEPTH_PASS,      GL_STENCIL_WRITEMASK     },
      {GL_BACK,  GL_STENCIL_BACK_FUNC, GL_STENCIL_BACK_VALUE_MASK, GL_STENCIL_BACK_REF, GL_STENCIL_BACK_FAIL,
       GL_STENCIL_BACK_PASS_DEPTH_FAIL, GL_STENCIL_BACK_PASS_DEPTH_PASS, GL_STENCIL_BACK_WRITEMASK},
   };
   for (unsigned i = 0; i < 2; i++) { /* each face alone, then both: the other's is still the initial value */
      GLenum f = faces[i].face;
      STATE(faces[i].func, V(GL_ALWAYS), glStencilFuncSeparate(f, GL_LESS, 5, 0x12), V(GL_LESS));
      check(faces[i].value_mask, PLAIN, V(0x12), __LINE__);
      STATE(faces[i].ref, V(5), glStencilFuncSeparate(f, GL_LESS, 300, 0x12), V(255)); /* clamped: 4.1.4 */
      STATE(faces[i].ref, V(255), glStencilFuncSeparate(f, GL_LESS, -3, 0x12), V(0));
      STATE(faces[i].fail, V(GL_KEEP), glStencilOpSeparate(f, GL_ZERO, GL_INVERT, GL_INCR), V(GL_ZERO));
      check(faces[i].zfail, PLAIN, V(GL_INVERT), __LINE__);
      check(faces[i].zpass, PLAIN, V(GL_INCR), __LINE__);
      STATE(faces[i].write_mask, V(4294967295.0), glStencilMaskSeparate(f, 0x34), V(0x34));
   }
   glStencilFunc(GL_GREATER, 9, 0x77);
   glStencilOp(GL_DECR_WRAP, GL_INCR_WRAP, GL_REPLACE);
   glStencilMask(0x55);
   for (unsigned i = 0; i < 2; i++) {
      check(faces[i].func, PLAIN, V(GL_GREATER), __LINE__);
      check(faces[i].ref, PLAIN, V(9), __LINE__);
      check(faces[i].value_mask, PLAIN, V(0x77), __LINE__);
      check(faces[i].fail, PLAIN, V(GL_DECR_WRAP), __LINE__);
      check(faces[i].zfail, PLAIN, V(GL_INCR_WRAP), __LINE__);
      check(faces[i].zpass, PLAIN, V(GL_REPLACE), __LINE__);
      check(faces[i].write_mask, PLAIN, V(0x55), __LINE__);
   }
   CAPABILITY(GL_DEPTH_TEST, 0);
   STATE(GL_DEPTH_FUNC, V(GL_LESS), glDepthFunc(GL_NEVER), V(GL_NEVER));
   CAPABILITY(GL_BLEND, 0);
   STATE(GL_BLEND_SRC_RGB, V(GL_ONE), glBlendFunc(GL_SRC_ALPHA_SATURATE, GL_DST_COLOR),
         V(GL_SRC_ALPHA_SATURATE));
   STATE(GL_BLEND_SRC_ALPHA, V(GL_SRC_ALPHA_SATURATE),
         glBlendFuncSeparate(GL_ZERO, GL_SRC_COLOR, GL_CONSTANT_ALPHA, GL_DST_ALPHA), V(GL_CONSTANT_ALPHA));
   check(GL_BLEND_SRC_RGB, PLAIN, V(GL_ZERO), __LINE__);
   check(GL_BLEND_DST_RGB, PLAIN, V(GL_SRC_COLOR), __LINE__);
   check(GL_BLEND_DST_ALPHA, PLAIN, V(GL_DST_ALPHA), __LINE__);
   STATE(GL_BLEND_EQUATION_RGB, V(GL_FUNC_ADD), glBlendEquation(GL_FUNC_SUBTRACT), V(GL_FUNC_SUBTRACT));
   STATE(GL_BLEND_EQUATION_ALPHA, V(GL_FUNC_SUBTRACT),
         glBlendEquationSeparate(GL_FUNC_ADD, GL_FUNC_REVERSE_SUBTRACT), V(GL_FUNC_REVERSE_SUBTRACT));
   check(GL_BLEND_EQUATION_RGB, PLAIN, V(GL_FUNC_ADD), __LINE__);
   STATE_OF(COLOR, GL_BLEND_COLOR, V(0, 0, 0, 0), glBlendColor(0.25f, 0.5f, 0.75f, 1), V(0.25, 0.5, 0.75, 1));
   CAPABILITY(GL_DITHER, 1);
}

static void
framebuffer_control(void **state) /* tables 6.12 and 6.13, 6.18 */
{
   STATE(GL_COLOR_WRITEMASK, V(1, 1, 1, 1), glColorMask(0, 7, 0, 1), V(0, 1, 0, 1));
   STATE(GL_DEPTH_WRITEMASK, V(1), glDepthMask(0), V(0));
   STATE_OF(COLOR, GL_COLOR_CLEAR_VALUE, V(0, 0, 0, 0), glClearColor(1, 0.5f, 0.25f, 0.125f),
            V(1, 0.5, 0.25, 0.125));
   STATE_OF(COLOR, GL_DEPTH_CLEAR_VALUE, V(1), glClearDepthf(0.5f), V(0.5));
   STATE_OF(COLOR, GL_DEPTH_CLEAR_VALUE, V(0.5), glClearDepthf(-4), V(0));
   STATE(GL_STENCIL_CLEAR_VALUE, V(0), glClearStencil(77), V(77));
   STATE(GL_UNPACK_ALIGNMENT, V(4), glPixelStorei(GL_UNPACK_ALIGNMENT, 1), V(1));
   STATE(GL_PACK_ALIGNMENT, V(4), glPixelStorei(GL_PACK_ALIGNMENT, 8), V(8));
   STATE(GL_GENERATE_MIPMAP_HINT, V(GL_DONT_CARE), glHint(GL_GENERATE_MIPMAP_HINT, GL_NICEST), V(GL_NICEST));
}

static void
bindings(void **state) /* tables 6.2, 6.7, 6.9, 6.15, 6.23, 6.25 */
{
   STATE(GL_ARRAY_BUFFER_BINDING, V(0), glBindBuffer(GL_ARRAY_BUFFER, 5), V(5));
   STATE(GL_ELEMENT_ARRAY_BUFFER_BINDING, V(0), glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 6), V(6));
   for (unsigned unit = 20; unit-- > 0;) {
      glActiveTexture(GL_TEXTURE0 + unit);
      STATE(GL_TEXTURE_BINDING_2D, V(0), glBindTexture(GL_TEXTURE_2D, 100 + unit), V(100 + unit));
      STATE(GL_TEXTURE_BINDING_CUBE_MAP, V(0), glBindTexture(GL_TEXTURE_CUBE_MAP, 200 + unit), V(200 + unit));
   }
   STATE(GL_ACTIVE_TEXTURE, V(GL_TEXTURE0), glActiveTexture(GL_TEXTURE3), V(GL_TEXTURE3));
   check(GL_TEXTURE_BINDING_2D, PLAIN, V(103), __LINE__);
   STATE(GL_RENDERBUFFER_BINDING, V(0), glBindRenderbuffer(GL_RENDERBUFFER, 8), V(8));
   STATE(GL_FRAMEBUFFER_BINDING, V(0), glBindFramebuffer(GL_FRAMEBUFFER, 9), V(9));
   GLuint p = fixture_program("void main() { gl_Position = vec4(0); }", "void main() {}", NULL);
   STATE(GL_CURRENT_PROGRAM, V(0), glUseProgram(p), V(p));
}

/* ---- objects ------------------------------------------------------------------------------------------- */

static GLint
attrib(GLuint i, GLenum pname)
{
   GLint v = -7;
   GLfloat f = -7;
   glGetVertexAttribiv(i, pname, &v);
   glGetVertexAttribfv(i, pname, &f);
   assert_true(f == (GLfloat)v);
   return v;
}

static void
vertex_attributes(void **state) /* tables 6.2 and 6.17 */
{
   for (GLuint i = 0; i < 16; i++) {
      GLfloat f[4];
      void *p = &p;
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED), 0);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_SIZE), 4);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_STRIDE), 0);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_TYPE), GL_FLOAT);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED), 0);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING), 0);
      glGetVertexAttribPointerv(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &p);
      assert_null(p);
      glGetVertexAttribfv(i, GL_CURRENT_VERTEX_ATTRIB, f);
      assert_true(f[0] == 0 && f[1] == 0 && f[2] == 0 && f[3] == 1);
      glBindBuffer(GL_ARRAY_BUFFER, i);
      glVertexAttribPointer(i, (GLint)i % 4 + 1, i & 1 ? GL_SHORT : GL_UNSIGNED_BYTE, i & 1, 4 + (GLsizei)i,
                            (void *)(uintptr_t)(i * 4));
      glEnableVertexAttribArray(i);
      glVertexAttrib3f(i, (GLfloat)i, -1.75f, 3);
   }
   for (GLuint i = 0; i < 16; i++) {
      GLfloat f[4];
      GLint v[4];
      void *p;
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED), 1);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_SIZE), i % 4 + 1);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_STRIDE), 4 + i);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_TYPE), i & 1 ? GL_SHORT : GL_UNSIGNED_BYTE);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED), i & 1);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING), i);
      glGetVertexAttribPointerv(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &p);
      assert_ptr_equal(p, (void *)(uintptr_t)(i * 4));
      glGetVertexAttribfv(i, GL_CURRENT_VERTEX_ATTRIB, f);
      assert_true(f[0] == (GLfloat)i && f[1] == -1.75f && f[2] == 3 && f[3] == 1);
      glGetVertexAttribiv(i, GL_CURRENT_VERTEX_ATTRIB, v);
      assert_true(v[0] == (GLint)i && v[1] == -2 && v[2] == 3 && v[3] == 1);
   }
   assert_gl(GL_NO_ERROR);
}

static void
textures(void **state) /* table 6.8 */
{
   static const GLenum targets[2] = {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP};
   static const GLint initial[4] = {GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR, GL_REPEAT, GL_REPEAT};
   static const GLint other[4] = {GL_LINEAR_MIPMAP_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
   static const GLenum names[4] = {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S,
                                   GL_TEXTURE_WRAP_T};
   for (unsigned t = 0; t < 4; t++) { /* the default objects and others */
      GLenum target = targets[t & 1];
      glBindTexture(target, t < 2 ? 0 : 40 + t);
      for (unsigned k = 0; k < 4; k++) {
         GLint i = -7;
         GLfloat f = -7;
         glGetTexParameteriv(target, names[k], &i);
         assert_int_equal(i, initial[k]);
         switch (t) {
         case 0:
            glTexParameteri(target, names[k], other[k]);
            break;
         case 1:
            glTexParameterf(target, names[k], (GLfloat)other[k]);
            break;
         case 2:
            glTexParameteriv(target, names[k], &other[k]);
            break;
         case 3:
            f = (GLfloat)other[k];
            glTexParameterfv(target, names[k], &f);
            break;
         }
         glGetTexParameteriv(target, names[k], &i);
         glGetTexParameterfv(target, names[k], &f);
         assert_true(i == other[k] && f == (GLfloat)other[k]);
      }
   }
   assert_gl(GL_NO_ERROR);
}

static GLint
shader(GLuint s, GLenum pname)
{
   GLint v = -7;
   glGetShaderiv(s, pname, &v);
   return v;
}

static GLint
program(GLuint p, GLenum pname)
{
   GLint v = -7;
   glGetProgramiv(p, pname, &v);
   return v;
}

static void
shaders_and_programs(void **state) /* tables 6.14 to 6.16 */
{
   static const char *const vs = "attribute vec4 position; uniform mat4 matrix[2];"
                                 " void main() { gl_Position = matrix[0] * matrix[1] * position; }";
   GLuint v = glCreateShader(GL_VERTEX_SHADER), f = glCreateShader(GL_FRAGMENT_SHADER), p = glCreateProgram();
   char text[200] = "x";
   GLsizei n = -7;
   assert_true(glIsShader(v) && glIsShader(f) && glIsProgram(p) && !glIsShader(p) && !glIsProgram(v));
   assert_int_equal(shader(v, GL_SHADER_TYPE), GL_VERTEX_SHADER);
   assert_int_equal(shader(f, GL_SHADER_TYPE), GL_FRAGMENT_SHADER);
   assert_int_equal(shader(v, GL_DELETE_STATUS), 0);
   assert_int_equal(shader(v, GL_COMPILE_STATUS), 0);
   assert_int_equal(shader(v, GL_INFO_LOG_LENGTH), 0);
   assert_int_equal(shader(v, GL_SHADER_SOURCE_LENGTH), 0);
   glGetShaderSource(v, sizeof text, &n, text);
   assert_true(n == 0 && !text[0]);
   glShaderSource(v, 1, &vs, NULL);
   assert_int_equal(shader(v, GL_SHADER_SOURCE_LENGTH), strlen(vs) + 1);
   glGetShaderSource(v, sizeof text, &n, text);
   assert_true(n == (GLsizei)strlen(vs) && !strcmp(text, vs));
   glGetShaderSource(v, 5, &n, text);
   assert_true(n == 4 && !strcmp(text, "attr"));
   glCompileShader(v);
   assert_int_equal(shader(v, GL_COMPILE_STATUS), 1);
   glShaderSource(v, 1, (const char *[]){"garbage"}, NULL);
   assert_int_equal(shader(v, GL_COMPILE_STATUS), 1); /* of the last compilation */
   glCompileShader(v);
   assert_int_equal(shader(v, GL_COMPILE_STATUS), 0);
   GLint length = shader(v, GL_INFO_LOG_LENGTH);
   glGetShaderInfoLog(v, sizeof text, &n, text);
   assert_true(length > 1 && n == length - 1);
   glShaderSource(v, 1, &vs, NULL);
   glCompileShader(v);

   static const GLenum zeros[] = {GL_DELETE_STATUS,
                                  GL_LINK_STATUS,
                                  GL_VALIDATE_STATUS,
                                  GL_ATTACHED_SHADERS,
                                  GL_INFO_LOG_LENGTH,
                                  GL_ACTIVE_UNIFORMS,
                                  GL_ACTIVE_UNIFORM_MAX_LENGTH,
                                  GL_ACTIVE_ATTRIBUTES,
                                  GL_ACTIVE_ATTRIBUTE_MAX_LENGTH};
   for (unsigned i = 0; i < sizeof zeros / sizeof zeros[0]; i++)
      assert_int_equal(program(p, zeros[i]), 0);
   GLuint attached[3] = {7, 7, 7};
   glGetAttachedShaders(p, 3, &n, attached);
   assert_true(n == 0 && attached[0] == 7);
   glShaderSource(f, 1, (const char *[]){"void main() { gl_FragColor = vec4(0); }"}, NULL);
   glCompileShader(f);
   glAttachShader(p, v);
   glAttachShader(p, f);
   assert_int_equal(program(p, GL_ATTACHED_SHADERS), 2);
   glGetAttachedShaders(p, 3, &n, attached);
   assert_true(n == 2 && attached[0] + attached[1] == v + f && attached[2] == 7);
   glLinkProgram(p);
   assert_int_equal(program(p, GL_LINK_STATUS), 1);
   assert_int_equal(program(p, GL_ACTIVE_UNIFORMS), 1);
   assert_int_equal(program(p, GL_ACTIVE_UNIFORM_MAX_LENGTH), sizeof "matrix[0]");
   assert_int_equal(program(p, GL_ACTIVE_ATTRIBUTES), 1);
   assert_int_equal(program(p, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH), sizeof "position");
   GLint size;
   GLenum type;
   glGetActiveUniform(p, 0, sizeof text, &n, &size, &type, text);
   assert_true(!strcmp(text, "matrix[0]") && n == 9 && size == 2 && type == GL_FLOAT_MAT4);
   glGetActiveAttrib(p, 0, 4, &n, &size, &type, text);
   assert_true(!strcmp(text, "pos") && n == 3 && size == 1 && type == GL_FLOAT_VEC4);
   assert_true(glGetUniformLocation(p, "matrix") == glGetUniformLocation(p, "matrix[0]"));
   assert_true(glGetUniformLocation(p, "matrix[1]") >= 0 && glGetUniformLocation(p, "matrix[2]") == -1);
   glUseProgram(p);
   GLfloat m[16];
   glGetUniformfv(p, glGetUniformLocation(p, "matrix[1]"), m);
   for (unsigned i = 0; i < 16; i++)
      assert_true(m[i] == 0); /* 2.10.4: zero after linking */
   glValidateProgram(p);
   assert_int_equal(program(p, GL_VALIDATE_STATUS), 1);
   glDeleteShader(v);
   glDeleteProgram(p);
   assert_true(shader(v, GL_DELETE_STATUS) == 1 && program(p, GL_DELETE_STATUS) == 1);
   glUseProgram(0);
   assert_true(!glIsProgram(p) && !glIsShader(v) && glIsShader(f));
   assert_gl(GL_NO_ERROR);
}

static GLint
renderbuffer(GLenum pname)
{
   GLint v = -7;
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, pname, &v);
   return v;
}

static GLint
attachment(GLenum point, GLenum pname)
{
   GLint v = -7;
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, point, pname, &v);
   return v;
}

static void
buffers_and_framebuffers(void **state) /* tables 6.3, 6.22 to 6.26 */
{
   GLint v = -7;
   glBindBuffer(GL_ARRAY_BUFFER, 5);
   glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v);
   assert_int_equal(v, 0);
   glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_USAGE, &v);
   assert_int_equal(v, GL_STATIC_DRAW);
   glBufferData(GL_ARRAY_BUFFER, 99, NULL, GL_STREAM_DRAW);
   glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v);
   assert_int_equal(v, 99);
   glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_USAGE, &v);
   assert_int_equal(v, GL_STREAM_DRAW);

   static const GLenum sizes[] = {GL_RENDERBUFFER_RED_SIZE,   GL_RENDERBUFFER_GREEN_SIZE,
                                  GL_RENDERBUFFER_BLUE_SIZE,  GL_RENDERBUFFER_ALPHA_SIZE,
                                  GL_RENDERBUFFER_DEPTH_SIZE, GL_RENDERBUFFER_STENCIL_SIZE};
   static const struct {
      GLenum format;
      GLint least[6];
   } formats[] = {
      {0,                    {0}                },
      {GL_RGBA4,             {4, 4, 4, 4, 0, 0} },
      {GL_RGB565,            {5, 6, 5, 0, 0, 0} },
      {GL_RGB5_A1,           {5, 5, 5, 1, 0, 0} },
      {GL_DEPTH_COMPONENT16, {0, 0, 0, 0, 16, 0}},
      {GL_STENCIL_INDEX8,    {0, 0, 0, 0, 0, 8} },
   };
   glBindRenderbuffer(GL_RENDERBUFFER, 8);
   for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
      if (i)
         glRenderbufferStorage(GL_RENDERBUFFER, formats[i].format, 7, 3);
      assert_int_equal(renderbuffer(GL_RENDERBUFFER_WIDTH), i ? 7 : 0);
      assert_int_equal(renderbuffer(GL_RENDERBUFFER_HEIGHT), i ? 3 : 0);
      assert_int_equal(renderbuffer(GL_RENDERBUFFER_INTERNAL_FORMAT), i ? formats[i].format : GL_RGBA4);
      for (unsigned k = 0; k < 6; k++) {
         GLint bits = renderbuffer(sizes[k]);
         assert_true(bits >= formats[i].least[k] && (bits > 0) == (formats[i].least[k] > 0));
      }
   }
   glBindFramebuffer(GL_FRAMEBUFFER, 9);
   static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
   for (unsigned i = 0; i < 3; i++)
      assert_int_equal(attachment(points[i], GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 8);
   assert_int_equal(attachment(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE),
                    GL_RENDERBUFFER);
   assert_int_equal(attachment(GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), 8);
   glBindTexture(GL_TEXTURE_2D, 3);
   glBindTexture(GL_TEXTURE_CUBE_MAP, 4);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 3, 0);
   assert_int_equal(attachment(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_TEXTURE);
   assert_int_equal(attachment(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), 3);
   assert_int_equal(attachment(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL), 0);
   assert_int_equal(attachment(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE), 0);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 4, 0);
   assert_int_equal(attachment(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE),
                    GL_TEXTURE_CUBE_MAP_NEGATIVE_Z);
   assert_gl(GL_NO_ERROR);
}

static void
limits(void **state) /* tables 6.19 to 6.21 */
{
   static const struct {
      GLenum pname;
      GLint least;
   } all[] = {
      {GL_SUBPIXEL_BITS,                    4  },
      {GL_MAX_TEXTURE_SIZE,                 64 },
      {GL_MAX_CUBE_MAP_TEXTURE_SIZE,        16 },
      {GL_MAX_RENDERBUFFER_SIZE,            1  },
      {GL_MAX_VERTEX_ATTRIBS,               8  },
      {GL_MAX_VERTEX_UNIFORM_VECTORS,       128},
      {GL_MAX_VARYING_VECTORS,              8  },
      {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 8  },
      {GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS,   0  },
      {GL_MAX_TEXTURE_IMAGE_UNITS,          8  },
      {GL_MAX_FRAGMENT_UNIFORM_VECTORS,     16 },
      {GL_NUM_SHADER_BINARY_FORMATS,        0  },
      {GL_NUM_COMPRESSED_TEXTURE_FORMATS,   0  },
   };
   for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
      GLint v = -7;
      glGetIntegerv(all[i].pname, &v);
      assert_true(v >= all[i].least);
   }
   GLfloat range[2];
   glGetFloatv(GL_ALIASED_POINT_SIZE_RANGE, range);
   assert_true(range[0] <= 1 && range[1] >= 1);
   glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, range);
   assert_true(range[0] <= 1 && range[1] >= 1);
   GLint size, dims[2];
   glGetIntegerv(GL_MAX_VIEWPORT_DIMS, dims);
   glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &size);
   assert_true(dims[0] >= size && dims[1] >= size); /* at least as large as what can be drawn to */
   GLboolean compiler = GL_FALSE;
   glGetBooleanv(GL_SHADER_COMPILER, &compiler);
   assert_true(compiler);
   for (GLenum stage = 0; stage < 2; stage++)
      for (GLenum t = 0; t < 6; t++) {
         GLint r[2] = {-7, -7}, precision = -7;
         glGetShaderPrecisionFormat(stage ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER, GL_LOW_FLOAT + t, r,
                                    &precision);
         static const GLint least_range[6] = {1, 14, 62, 8, 10, 16},
                            least_precision[6] = {8, 10, 16, 0, 0, 0};
         assert_true(r[0] >= least_range[t] && r[1] >= least_range[t] && precision >= least_precision[t]);
         assert_true(t < 3 || precision == 0);
      }
   assert_gl(GL_NO_ERROR);
}

/* Contexts of 3.0 have the state of 2.0. */
#define T(f)                                                                                                 \
   cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown),                                      \
      cmocka_unit_test_setup_teardown(f, fixture_setup_gles3, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      T(transformation_and_rasterization),
      T(pixel_operations),
      T(framebuffer_control),
      T(bindings),
      T(vertex_attributes),
      T(textures),
      T(shaders_and_programs),
      T(buffers_and_framebuffers),
      T(limits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
