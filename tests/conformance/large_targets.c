/* SPDX-License-Identifier: MIT
 *
 * Draws to targets that are large enough for fast clears, with one sample, and prints a sum of each picture: cleared
 * and read, cleared and drawn to, sampled after a clear, depth and stencil cleared again. kernel_winsys.py compares the
 * sums. Without arguments; needs no window system.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1024 };

static uint8_t pixels[SIZE * SIZE * 4];

static void
check(int ok, const char *what)
{
   if (!ok) {
      fprintf(stderr, "large_targets: %s (EGL error 0x%x, GL error 0x%x)\n", what, eglGetError(),
              glGetError());
      exit(1);
   }
}

/** FNV-1a of all that the bound framebuffer holds. */
static void
sum(const char *name)
{
   uint64_t h = UINT64_C(0xcbf29ce484222325);
   glFinish(); /* the read itself then finds the GPU idle */
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   check(glGetError() == GL_NO_ERROR, name);
   for (size_t i = 0; i < sizeof pixels; i++)
      h = (h ^ pixels[i]) * UINT64_C(0x100000001b3);
   printf("%s %016llx\n", name, (unsigned long long)h);
}

static GLuint
shader(GLenum stage, const char *text)
{
   const GLuint s = glCreateShader(stage);
   GLint ok;
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
   check(ok, "a shader");
   return s;
}

static GLuint
program(const char *fs)
{
   const GLuint p = glCreateProgram();
   glAttachShader(p, shader(GL_VERTEX_SHADER,
                            "attribute vec3 a; varying vec2 t;"
                            "void main() { t = a.xy * 0.5 + 0.5; gl_Position = vec4(a, 1); }"));
   glAttachShader(p, shader(GL_FRAGMENT_SHADER, fs));
   glBindAttribLocation(p, 0, "a");
   glLinkProgram(p);
   glUseProgram(p);
   return p;
}

static void
triangle(float x, float z)
{
   const float v[] = {x - 0.7f, -0.8f, z, x + 0.9f, -0.5f, z, x, 0.9f, z};
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, v);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static GLuint
texture(void)
{
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST); /* one level */
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   return t;
}

static void
target(GLuint color)
{
   GLuint f, depth;
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, SIZE, SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
   check(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "a framebuffer");
   glViewport(0, 0, SIZE, SIZE);
}

static void
clear(float r, float g, float depth, GLint stencil, GLbitfield what)
{
   glClearColor(r, g, 0.6f, 1);
   glClearDepthf(depth);
   glClearStencil(stencil);
   glClear(what);
}

static void
draw(void)
{
   const GLbitfield all = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
   const GLuint first = texture(), second = texture();
   const GLuint plain =
      program("precision highp float; varying vec2 t; void main() { gl_FragColor = vec4(t, 0, 1); }");
   const GLuint sample = program("precision highp float; varying vec2 t; uniform sampler2D s;"
                                 "void main() { gl_FragColor = texture2D(s, t).bgra; }");
   target(first);
   clear(0.2f, 0.4f, 1, 0, all);
   sum("cleared");
   clear(0.8f, 0.1f, 1, 0, all);
   glUseProgram(plain);
   glEnable(GL_DEPTH_TEST);
   triangle(0, 0);
   triangle(-0.2f, 0.5f);
   sum("drawn-to");
   clear(0.3f, 0.9f, 0.6f, 7, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_EQUAL, 7, 0xff);
   glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
   triangle(0.1f, 0.1f);
   triangle(-0.3f, 0.0f); /* where the other is, stencil is 8 */
   triangle(-0.5f, 0.4f); /* behind the depth that was cleared */
   sum("depth-and-stencil");
   glDisable(GL_STENCIL_TEST);
   clear(0.5f, 0.5f, 1, 0, all);
   triangle(0.3f, 0.2f);
   target(second);
   glBindTexture(GL_TEXTURE_2D, first);
   glUseProgram(sample);
   clear(0.1f, 0.7f, 1, 0, all);
   triangle(0, 0);
   sum("sampled");
}

int
main(void)
{
   /* clang-format off */
   static const EGLint config_attribs[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
   /* clang-format on */
   static const EGLint context_attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLDisplay d = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   EGLConfig config;
   EGLint n = 0;
   check(eglInitialize(d, NULL, NULL) && eglChooseConfig(d, config_attribs, &config, 1, &n) && n == 1, "EGL");
   EGLContext c = eglCreateContext(d, config, EGL_NO_CONTEXT, context_attribs);
   check(eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, c), "a context");
   printf("%s\n", (const char *)glGetString(GL_RENDERER));
   draw();
   check(eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT) && eglTerminate(d), "the end");
   return 0;
}
