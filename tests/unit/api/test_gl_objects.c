/* SPDX-License-Identifier: MIT
 *
 * Names and lifetimes: generated and made-up names, deletion of bound and attached objects, framebuffer
 * completeness, mappings, vertex array objects, and objects shared between contexts and threads. The
 * fixture's end checks that nothing leaks.
 */
#include "gl_fixture.h"

#include <pthread.h>

static GLint
get(GLenum pname)
{
   GLint v[4] = {-1, -1, -1, -1};
   glGetIntegerv(pname, v);
   return v[0];
}

static void
names(void **state)
{
   GLuint n[100];
   glGenTextures(100, n);
   for (unsigned i = 0; i < 100; i++) {
      assert_true(n[i] != 0);
      assert_false(glIsTexture(n[i])); /* not before it is bound */
      for (unsigned k = 0; k < i; k++)
         assert_int_not_equal(n[i], n[k]);
   }
   glBindTexture(GL_TEXTURE_2D, n[5]);
   assert_true(glIsTexture(n[5]));
   glBindTexture(GL_TEXTURE_CUBE_MAP, n[5]);
   assert_gl(GL_INVALID_OPERATION);
   glBindTexture(GL_TEXTURE_2D, 0xfffffff0); /* names may be made up */
   assert_true(glIsTexture(0xfffffff0));
   assert_int_equal(get(GL_TEXTURE_BINDING_2D), (GLint)0xfffffff0);
   glDeleteTextures(100, n);
   for (unsigned i = 0; i < 100; i++)
      assert_false(glIsTexture(n[i]));
   assert_true(glIsTexture(0xfffffff0));
   glDeleteTextures(1, (const GLuint[]){0xfffffff0});
   assert_int_equal(get(GL_TEXTURE_BINDING_2D), 0);
   glDeleteTextures(2, (const GLuint[]){0, 12345});
   glGenTextures(-1, n);
   assert_gl(GL_INVALID_VALUE);
   glDeleteTextures(-1, n);
   assert_gl(GL_INVALID_VALUE);
   /* Objects are found with thousands of names in the way. */
   for (GLuint i = 1; i < 3000; i += 3)
      glBindBuffer(GL_ARRAY_BUFFER, i * 7919);
   glGenBuffers(50, n);
   for (GLuint i = 0; i < 50; i++)
      assert_false(glIsBuffer(n[i]));
   for (GLuint i = 1; i < 3000; i += 6)
      glDeleteBuffers(1, (const GLuint[]){i * 7919});
   for (GLuint i = 1; i < 3000; i += 3)
      assert_int_equal(glIsBuffer(i * 7919), i % 6 != 1);
}

static void
shader_lifetime(void **state)
{
   GLuint p = glCreateProgram(), s = glCreateShader(GL_VERTEX_SHADER), s2 = glCreateShader(GL_VERTEX_SHADER);
   GLint v;
   assert_true(glIsProgram(p) && glIsShader(s) && !glIsShader(p) && !glIsProgram(s));
   glAttachShader(p, s);
   glAttachShader(p, s);
   assert_gl(GL_INVALID_OPERATION);
   glAttachShader(p, s2); /* one of each type */
   assert_gl(GL_INVALID_OPERATION);
   glAttachShader(s, s);
   assert_gl(GL_INVALID_OPERATION);
   glAttachShader(p, p);
   assert_gl(GL_INVALID_OPERATION);
   glAttachShader(99, s);
   assert_gl(GL_INVALID_VALUE);
   glDetachShader(p, s2);
   assert_gl(GL_INVALID_OPERATION);
   glDeleteShader(s);
   glDeleteShader(s);
   assert_true(glIsShader(s));
   glGetShaderiv(s, GL_DELETE_STATUS, &v);
   assert_true(v);
   GLuint list[4];
   GLsizei n;
   glGetAttachedShaders(p, 4, &n, list);
   assert_true(n == 1 && list[0] == s);
   glGetAttachedShaders(p, 0, &n, list);
   assert_int_equal(n, 0);
   glGetAttachedShaders(p, -1, &n, list);
   assert_gl(GL_INVALID_VALUE);
   glDetachShader(p, s);
   assert_false(glIsShader(s));
   glDeleteProgram(s2);
   assert_gl(GL_INVALID_OPERATION);
   glDeleteProgram(p);
   assert_false(glIsProgram(p));
   glDeleteProgram(p);
   assert_gl(GL_INVALID_VALUE);
   glDeleteShader(0);
   glDeleteProgram(0);
   assert_gl(GL_NO_ERROR);
   /* A program in use goes when it is used no more. */
   p = fixture_program("void main() { gl_Position = vec4(0); }", "void main() { gl_FragColor = vec4(0); }",
                       NULL);
   glUseProgram(p);
   glDeleteProgram(p);
   assert_true(glIsProgram(p));
   glGetProgramiv(p, GL_DELETE_STATUS, &v);
   assert_true(v);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_NO_ERROR);
   assert_int_equal(get(GL_CURRENT_PROGRAM), (GLint)p);
   glUseProgram(0);
   assert_false(glIsProgram(p));
   glUseProgram(p);
   assert_gl(GL_INVALID_VALUE);
   glUseProgram(s2);
   assert_gl(GL_INVALID_OPERATION);
   glUseProgram(glCreateProgram());
   assert_gl(GL_INVALID_OPERATION);
}

static void
fbo_completeness(void **state)
{
   struct fixture *f = *state;
   GLuint fbo, t, r[3], cube;
   GLint v;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   glClear(GL_COLOR_BUFFER_BIT);
   assert_gl(GL_INVALID_FRAMEBUFFER_OPERATION);
   uint8_t px[4];
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, px);
   assert_gl(GL_INVALID_FRAMEBUFFER_OPERATION);
   glBindTexture(GL_TEXTURE_2D, 77);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 1, 1, 0);
   assert_gl(GL_INVALID_FRAMEBUFFER_OPERATION);

   glGenTextures(1, &t);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
   assert_gl(GL_INVALID_OPERATION); /* generated but never bound */
   glBindTexture(GL_TEXTURE_2D, t);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 8, 8, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 8, 8, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, NULL);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   assert_int_equal(get(GL_GREEN_BITS), 6);
   assert_int_equal(get(GL_ALPHA_BITS), 0);
   assert_int_equal(get(GL_DEPTH_BITS), 0);
   /* EXT_texture_format_BGRA8888: both names are internal formats, of textures and renderbuffers */
   static const GLenum bgra[] = {GL_BGRA_EXT, GL_BGRA8_EXT};
   for (unsigned i = 0; i < sizeof bgra / sizeof bgra[0]; i++) {
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)bgra[i], 8, 8, 0, GL_BGRA_EXT, GL_UNSIGNED_BYTE, NULL);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      assert_int_equal(get(GL_ALPHA_BITS), 8);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_BGRA_EXT, GL_UNSIGNED_BYTE, "abc");
      GLuint b;
      glGenRenderbuffers(1, &b);
      glBindRenderbuffer(GL_RENDERBUFFER, b);
      glRenderbufferStorage(GL_RENDERBUFFER, bgra[i], 4, 4);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &v);
      assert_int_equal(v, (GLint)bgra[i]);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, b);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
      glDeleteRenderbuffers(1, &b);
      assert_int_equal(glGetError(), GL_NO_ERROR);
   }
   glTexImage2D(GL_TEXTURE_2D, 0, GL_BGRA8_EXT, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 8, 8, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, NULL);

   glGenRenderbuffers(3, r);
   for (unsigned i = 0; i < 3; i++)
      glBindRenderbuffer(GL_RENDERBUFFER, r[i]);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, r[2]);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 8, 7);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_STENCIL_INDEX8, 8, 8);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 8, 8);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   assert_int_equal(get(GL_DEPTH_BITS), 16);
   glBindRenderbuffer(GL_RENDERBUFFER, r[1]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_STENCIL_INDEX8, 8, 8);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, r[1]);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, 8, 8);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, r[1]);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   assert_int_equal(get(GL_STENCIL_BITS), 8);
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_STENCIL_SIZE, &v);
   assert_int_equal(v, 8);
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_RED_SIZE, &v);
   assert_int_equal(v, 0);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, 0, 8);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, 8, 8);

   /* Deleting what is attached to the bound framebuffer detaches it. */
   glDeleteRenderbuffers(1, &r[1]);
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT,
                                         GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &v);
   assert_int_equal(v, GL_NONE);
   assert_int_equal(get(GL_RENDERBUFFER_BINDING), 0);
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT,
                                         GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &v);
   assert_gl(GL_INVALID_ENUM);
   /* ... but not from one that is not bound. */
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteTextures(1, &t);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);

   glGenTextures(1, &cube);
   glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
   for (GLenum face = 0; face < 6; face++)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   NULL);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, cube, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glClearColor(1, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, px);
   assert_int_equal(px[2], 255);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, cube, 0);
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, px);
   assert_int_equal(px[2], 0);
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                         GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE, &v);
   assert_int_equal(v, GL_TEXTURE_CUBE_MAP_POSITIVE_X);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, cube, 0);
   assert_gl(GL_INVALID_OPERATION);
   glDeleteFramebuffers(1, &fbo);
   assert_int_equal(get(GL_FRAMEBUFFER_BINDING), 0);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, cube, 0);
   assert_gl(GL_INVALID_OPERATION);
   (void)f;
}

static void
mappings(void **state)
{
   GLuint b;
   GLint v;
   void *p;
   glGenBuffers(1, &b);
   assert_null(glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES));
   assert_gl(GL_INVALID_OPERATION);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, 16, NULL, GL_DYNAMIC_DRAW);
   assert_null(glMapBufferOES(GL_ARRAY_BUFFER, GL_STATIC_DRAW));
   assert_gl(GL_INVALID_ENUM);
   float *m = glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES);
   assert_non_null(m);
   m[0] = 5;
   glGetBufferPointervOES(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER_OES, &p);
   assert_ptr_equal(p, m);
   glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_MAPPED_OES, &v);
   assert_true(v);
   assert_null(glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES));
   assert_gl(GL_INVALID_OPERATION);
   glBufferSubData(GL_ARRAY_BUFFER, 0, 4, "abc");
   assert_gl(GL_INVALID_OPERATION);
   glUseProgram(fixture_program("attribute vec4 a; void main() { gl_Position = a; }",
                                "void main() { gl_FragColor = vec4(0); }", NULL));
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_INVALID_OPERATION);
   assert_true(glUnmapBufferOES(GL_ARRAY_BUFFER));
   assert_false(glUnmapBufferOES(GL_ARRAY_BUFFER));
   assert_gl(GL_INVALID_OPERATION);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_true(((struct fixture *)*state)->m.last.attribs[0][0][0] == 5);
   const struct {
      GLintptr offset;
      GLsizeiptr length;
      GLbitfield access;
      GLenum error;
   } cases[] = {
      {0,  16, GL_MAP_READ_BIT_EXT,                                    GL_NO_ERROR         },
      {4,  12, GL_MAP_WRITE_BIT_EXT | GL_MAP_INVALIDATE_RANGE_BIT_EXT, GL_NO_ERROR         },
      {4,  13, GL_MAP_WRITE_BIT_EXT,                                   GL_INVALID_VALUE    },
      {-1, 4,  GL_MAP_WRITE_BIT_EXT,                                   GL_INVALID_VALUE    },
      {0,  -1, GL_MAP_WRITE_BIT_EXT,                                   GL_INVALID_VALUE    },
      {0,  4,  GL_MAP_WRITE_BIT_EXT | 0x1000,                          GL_INVALID_VALUE    },
      {0,  0,  GL_MAP_WRITE_BIT_EXT,                                   GL_INVALID_OPERATION},
      {0,  4,  GL_MAP_INVALIDATE_BUFFER_BIT_EXT,                       GL_INVALID_OPERATION},
      {0,  4,  GL_MAP_READ_BIT_EXT | GL_MAP_UNSYNCHRONIZED_BIT_EXT,    GL_INVALID_OPERATION},
      {0,  4,  GL_MAP_READ_BIT_EXT | GL_MAP_FLUSH_EXPLICIT_BIT_EXT,    GL_INVALID_OPERATION},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      p = glMapBufferRangeEXT(GL_ARRAY_BUFFER, cases[i].offset, cases[i].length, cases[i].access);
      assert_gl(cases[i].error);
      assert_int_equal(p != NULL, cases[i].error == GL_NO_ERROR);
      if (p)
         glUnmapBufferOES(GL_ARRAY_BUFFER);
   }
   p = glMapBufferRangeEXT(GL_ARRAY_BUFFER, 4, 8, GL_MAP_WRITE_BIT_EXT | GL_MAP_FLUSH_EXPLICIT_BIT_EXT);
   glFlushMappedBufferRangeEXT(GL_ARRAY_BUFFER, 0, 8);
   assert_gl(GL_NO_ERROR);
   glFlushMappedBufferRangeEXT(GL_ARRAY_BUFFER, 4, 8);
   assert_gl(GL_INVALID_VALUE);
   glDeleteBuffers(1, &b); /* unmaps */
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, 16, NULL, GL_DYNAMIC_DRAW);
   glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES);
   glBufferData(GL_ARRAY_BUFFER, 16, NULL, GL_DYNAMIC_DRAW); /* unmaps, too */
   glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_MAPPED_OES, &v);
   assert_false(v);
   glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES); /* left mapped: the context's end unmaps */
   assert_gl(GL_NO_ERROR);
}

/** A buffer whose contents the application gave up is written without waiting, once. */
static void
orphaning(void **state)
{
   struct fixture *f = *state;
   const uint32_t how = PIPE_MAP_DISCARD_WHOLE | PIPE_MAP_DISCARD_RANGE | PIPE_MAP_UNSYNCHRONIZED;
   glBindBuffer(GL_ARRAY_BUFFER, 1);
   glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STREAM_DRAW);
   for (unsigned map = 0; map < 2; map++) {
      glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STREAM_DRAW);
      if (map) {
         glMapBufferRangeEXT(GL_ARRAY_BUFFER, 16, 16, GL_MAP_WRITE_BIT_EXT);
         glUnmapBufferOES(GL_ARRAY_BUFFER);
      } else {
         glBufferSubData(GL_ARRAY_BUFFER, 0, 16, "0123456789abcdef");
      }
      assert_int_equal(f->m.last_map_usage & how, PIPE_MAP_DISCARD_WHOLE);
      glBufferSubData(GL_ARRAY_BUFFER, 16, 16, "0123456789abcdef");
      assert_int_equal(f->m.last_map_usage & how, PIPE_MAP_DISCARD_RANGE);
      glMapBufferRangeEXT(GL_ARRAY_BUFFER, 16, 16, GL_MAP_WRITE_BIT_EXT);
      glUnmapBufferOES(GL_ARRAY_BUFFER);
      assert_int_equal(f->m.last_map_usage & how, 0);
   }
   glBufferSubData(GL_ARRAY_BUFFER, 0, 64, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde");
   assert_int_equal(f->m.last_map_usage & how, PIPE_MAP_DISCARD_WHOLE);
   assert_gl(GL_NO_ERROR);
}

static void
vertex_arrays(void **state)
{
   GLuint a[2], b[2];
   GLint v;
   glGenVertexArraysOES(2, a);
   glGenBuffers(2, b);
   assert_false(glIsVertexArrayOES(a[0]));
   glBindVertexArrayOES(a[0]);
   assert_true(glIsVertexArrayOES(a[0]));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0,
                         (const void *)64); /* client arrays are not for objects */
   assert_gl(GL_INVALID_OPERATION);
   glBindBuffer(GL_ARRAY_BUFFER, b[0]);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b[1]);
   glVertexAttribPointer(3, 2, GL_BYTE, GL_TRUE, 8, (const void *)4);
   glEnableVertexAttribArray(3);
   glBindVertexArrayOES(a[1]);
   glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &v);
   assert_false(v);
   assert_int_equal(get(GL_ELEMENT_ARRAY_BUFFER_BINDING), 0);
   assert_int_equal(get(GL_ARRAY_BUFFER_BINDING), (GLint)b[0]);
   glBindVertexArrayOES(a[0]);
   glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &v);
   assert_int_equal(v, (GLint)b[0]);
   assert_int_equal(get(GL_ELEMENT_ARRAY_BUFFER_BINDING), (GLint)b[1]);
   assert_int_equal(get(GL_VERTEX_ARRAY_BINDING_OES), (GLint)a[0]);
   glDeleteVertexArraysOES(1, &a[0]);
   assert_int_equal(get(GL_VERTEX_ARRAY_BINDING_OES), 0);
   glBindVertexArrayOES(a[0]);
   assert_gl(GL_INVALID_OPERATION);
   glBindVertexArrayOES(1000);
   assert_gl(GL_INVALID_OPERATION);
   glBindVertexArrayOES(a[1]);
   glDeleteBuffers(2, b);
   /* the end frees the array that is left and bound */
}

/** Two contexts: objects cross, containers do not; deletion in one does not disturb the other. */
static void
sharing(void **state)
{
   struct fixture *f = *state;
   struct st_context *other = st_context_create(&f->m.screen, f->ctx, NULL);
   GLuint t, p, b, fbo, vao;
   uint8_t texel[4] = {9, 8, 7, 6};
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, 16, (const float[]){1, 2, 3, 4}, GL_STATIC_DRAW);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glGenVertexArraysOES(1, &vao);
   glBindVertexArrayOES(vao);
   glBindVertexArrayOES(0);
   p = fixture_program("attribute vec4 a; void main() { gl_Position = a; }",
                       "precision mediump float; uniform sampler2D s; uniform float u; void main() { "
                       "gl_FragColor = texture2D(s, vec2(u)); }",
                       NULL);
   glUseProgram(p);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_POINTS, 0, 1);

   st_make_current(other, f->fb, f->fb);
   assert_true(glIsTexture(t) && glIsBuffer(b) && glIsProgram(p));
   assert_false(glIsFramebuffer(fbo) || glIsVertexArrayOES(vao));
   glUseProgram(p);
   glUniform1f(glGetUniformLocation(p, "u"), 0.5f);
   glBindTexture(GL_TEXTURE_2D, t);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_NO_ERROR);
   assert_true(f->m.last.attribs[0][0][2] == 3);
   /* New storage and a deletion here ... */
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glBufferData(GL_ARRAY_BUFFER, 32, (const float[8]){5, 6, 7, 8}, GL_STATIC_DRAW);
   glDeleteTextures(1, &t);
   glDeleteBuffers(1, &b);
   glDeleteProgram(p);
   glUseProgram(0);
   /* ... are seen there, where everything is still bound. */
   st_make_current(f->ctx, f->fb, f->fb);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_NO_ERROR);
   assert_true(f->m.last.attribs[0][0][2] == 7);
   assert_int_equal(f->m.last.views[1][0].texture->width0, 2);
   assert_true(f->m.last.constants[1][0][0] == 0.5f);
   assert_false(glIsTexture(t));
   assert_int_equal(get(GL_TEXTURE_BINDING_2D), (GLint)t);
   glBindTexture(GL_TEXTURE_2D, 0);
   glUseProgram(0);
   assert_false(glIsProgram(p));
   st_context_destroy(other);
   glGenTextures(1, &t);
   assert_gl(GL_NO_ERROR);
}

struct worker {
   struct fixture *f;
   struct st_context *ctx;
   unsigned seed;
};

static void *
work(void *data)
{
   struct worker *w = data;
   st_make_current(w->ctx, NULL, NULL);
   uint32_t x = w->seed;
   for (unsigned i = 0; i < 4000; i++) {
      x = x * 1664525 + 1013904223;
      GLuint name = 1 + (x >> 20) % 20;
      switch (x >> 28) {
      case 0:
      case 1:
         glBindTexture(GL_TEXTURE_2D, name);
         break;
      case 2:
         glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1 + (GLsizei)(x >> 8) % 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                      NULL);
         break;
      case 3:
         glDeleteTextures(1, &name);
         break;
      case 4:
      case 5:
         glBindBuffer(GL_ARRAY_BUFFER, name);
         break;
      case 6:
         glBufferData(GL_ARRAY_BUFFER, (x >> 8) % 100, NULL, GL_STATIC_DRAW);
         break;
      case 7:
         glDeleteBuffers(1, &name);
         break;
      case 8:
         glBindFramebuffer(GL_FRAMEBUFFER, name);
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
         break;
      case 9:
         if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
            glClear(GL_COLOR_BUFFER_BIT);
         break;
      case 10:
         glGenerateMipmap(GL_TEXTURE_2D);
         break;
      case 11:
         glBindRenderbuffer(GL_RENDERBUFFER, name);
         glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, 4, 4);
         break;
      case 12:
         glDeleteRenderbuffers(1, &name);
         break;
      default:
         glGetError();
      }
   }
   st_make_current(NULL, NULL, NULL);
   return NULL;
}

static volatile bool stop_work;

static void *
work_until_stopped(void *data)
{
   while (!stop_work)
      work(data);
   return NULL;
}

/** A group gets its second context while the first one is busy in another thread. */
static void
join_a_busy_context(void **state)
{
   struct fixture *f = *state;
   for (unsigned i = 0; i < 20; i++) {
      struct worker w[2] = {
         {f,  st_context_create(&f->m.screen, NULL, NULL), i},
         {f, NULL,                               i + 99                                  }
      };
      pthread_t id;
      stop_work = false;
      pthread_create(&id, NULL, work_until_stopped, &w[0]);
      w[1].ctx = st_context_create(&f->m.screen, w[0].ctx, NULL);
      work(&w[1]);
      stop_work = true;
      pthread_join(id, NULL);
      st_context_destroy(w[0].ctx);
      st_context_destroy(w[1].ctx);
   }
   st_make_current(f->ctx, f->fb, f->fb);
}

static void
threads(void **state)
{
   struct fixture *f = *state;
   struct worker w[3];
   pthread_t id[3];
   for (unsigned i = 0; i < 3; i++) {
      w[i] = (struct worker){f, st_context_create(&f->m.screen, f->ctx, NULL), 1000 + i};
      assert_non_null(w[i].ctx);
   }
   for (unsigned i = 0; i < 3; i++)
      pthread_create(&id[i], NULL, work, &w[i]);
   for (unsigned i = 0; i < 3; i++)
      pthread_join(id[i], NULL);
   for (unsigned i = 0; i < 3; i++)
      st_context_destroy(w[i].ctx);
}

#define T(f) cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      T(names),         T(shader_lifetime),     T(fbo_completeness), T(mappings), T(orphaning),
      T(vertex_arrays), T(join_a_busy_context), T(sharing),          T(threads),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
