/* SPDX-License-Identifier: MIT
 *
 * The smallest useful program: OpenGL ES 2.0 without a window, a display server or a GPU. Draws a triangle into a pbuffer and writes
 * it as a PAM file (most viewers and ImageMagick read it). Nothing in it is particular to TeraGL.
 *
 *    cc offscreen.c -o offscreen -lEGL -lGLESv2 && teragl-run ./offscreen triangle.pam
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 256, HEIGHT = 256 };

static void
check(int ok, const char *what)
{
   if (!ok) {
      fprintf(stderr, "offscreen: %s (EGL error 0x%x)\n", what, eglGetError());
      exit(1);
   }
}

static GLuint
shader(GLenum stage, const char *text)
{
   const GLuint s = glCreateShader(stage);
   GLint ok;
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
   if (!ok) {
      char log[1024];
      glGetShaderInfoLog(s, sizeof(log), NULL, log);
      fprintf(stderr, "offscreen: %s\n", log);
      exit(1);
   }
   return s;
}

int
main(int argc, char **argv)
{
   /* clang-format off */
   static const EGLint config_attribs[] = {
      EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
      EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE,
   };
   /* clang-format on */
   static const EGLint surface_attribs[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_NONE};
   static const EGLint context_attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   static const GLfloat corners[] = {-0.8f, -0.8f, 1, 0, 0, 0.8f, -0.8f, 0, 1, 0, 0, 0.8f, 0, 0, 1};
   static GLubyte pixels[HEIGHT][WIDTH][4];
   EGLConfig config;
   EGLint configs = 0;

   if (argc != 2) {
      fprintf(stderr, "usage: offscreen FILE.pam\n");
      return 2;
   }
   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   check(eglInitialize(dpy, NULL, NULL), "no EGL display");
   check(eglChooseConfig(dpy, config_attribs, &config, 1, &configs) && configs, "no config");
   EGLSurface surface = eglCreatePbufferSurface(dpy, config, surface_attribs);
   EGLContext context = eglCreateContext(dpy, config, EGL_NO_CONTEXT, context_attribs);
   check(eglMakeCurrent(dpy, surface, surface, context), "no context");
   fprintf(stderr, "%s\n", (const char *)glGetString(GL_RENDERER));

   const GLuint program = glCreateProgram();
   glAttachShader(program,
                  shader(GL_VERTEX_SHADER, "attribute vec2 at; attribute vec3 color; varying vec3 c;"
                                           "void main() { c = color; gl_Position = vec4(at, 0.0, 1.0); }"));
   glAttachShader(program, shader(GL_FRAGMENT_SHADER, "precision mediump float; varying vec3 c;"
                                                      "void main() { gl_FragColor = vec4(c, 1.0); }"));
   glBindAttribLocation(program, 0, "at");
   glBindAttribLocation(program, 1, "color");
   glLinkProgram(program);
   glUseProgram(program);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 5 * sizeof(GLfloat), corners);
   glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 5 * sizeof(GLfloat), corners + 2);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glViewport(0, 0, WIDTH, HEIGHT);
   glClearColor(0.2f, 0.2f, 0.2f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   check(glGetError() == GL_NO_ERROR, "a GL error");

   FILE *f = fopen(argv[1], "wb");
   check(f != NULL, "the file can't be written");
   fprintf(f, "P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", WIDTH, HEIGHT);
   for (int y = HEIGHT - 1; y >= 0; y--) /* GL's rows start at the bottom, the file's at the top */
      fwrite(pixels[y], sizeof(pixels[y]), 1, f);
   check(fclose(f) == 0, "the file can't be written");
   eglTerminate(dpy);
   return 0;
}
