/* SPDX-License-Identifier: MIT
 *
 * Two draws of a texture of four by two texels on a pbuffer of 32 by 32: the whole, then again over one quarter.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <EGL/egl.h>
#include <GLES2/gl2.h>

static GLuint
shader(GLenum type, const char *text)
{
   GLuint s = glCreateShader(type);
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   return s;
}

static bool
current(void)
{
   static const EGLint config_attribs[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_ALPHA_SIZE, 8, EGL_NONE};
   static const EGLint surface_attribs[] = {EGL_WIDTH, 32, EGL_HEIGHT, 32, EGL_NONE};
   static const EGLint context_attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLConfig config;
   EGLint n;
   EGLDisplay dpy = eglGetDisplay(EGL_DEFAULT_DISPLAY);
   if (!eglInitialize(dpy, NULL, NULL) || !eglChooseConfig(dpy, config_attribs, &config, 1, &n) || !n)
      return false;
   EGLSurface s = eglCreatePbufferSurface(dpy, config, surface_attribs);
   return eglMakeCurrent(dpy, s, s, eglCreateContext(dpy, config, EGL_NO_CONTEXT, context_attribs));
}

int
main(void)
{
   static const uint32_t texels[] = {0xff0000ff, 0xff00ff00, 0xffff0000, 0xffffffff,
                                     0xff000000, 0xff808080, 0xff00ffff, 0xffff00ff};
   static const float corners[] = {0, 0, 1, 0, 0, 1, 1, 1};
   GLuint texture, program;
   if (!current())
      return 1;
   program = glCreateProgram();
   glAttachShader(program, shader(GL_VERTEX_SHADER, "attribute vec2 p; uniform vec2 shown; varying vec2 at;\n"
                                                    "void main() { at = p; gl_Position = vec4(p * shown - "
                                                    "1.0, 0, 1); }"));
   glAttachShader(program, shader(GL_FRAGMENT_SHADER,
                                  "precision mediump float; uniform sampler2D t; varying vec2 at;\n"
                                  "void main() { gl_FragColor = texture2D(t, 1.0 - at); }"));
   glLinkProgram(program);
   glUseProgram(program);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glVertexAttribPointer((GLuint)glGetAttribLocation(program, "p"), 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray((GLuint)glGetAttribLocation(program, "p"));
   for (unsigned i = 0; i < 2; i++) {
      glUniform2f(glGetUniformLocation(program, "shown"), i ? 1 : 2, i ? 1 : 2);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   }
   glFinish();
   return glGetError() != GL_NO_ERROR;
}
