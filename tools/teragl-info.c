/* SPDX-License-Identifier: MIT
 *
 * teragl-info: what TeraGL offers on this machine, and a self-test that draws a triangle and looks at it.
 * Exit status: 0 if the self-test passed, 1 if anything failed, 2 for wrong usage.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

static int
say_failed(const char *what)
{
   fprintf(stderr, "teragl-info: %s failed (EGL error 0x%x); TERAGL_DEBUG=egl says why\n", what,
           (unsigned)eglGetError());
   return 1;
}

static void
print_list(const char *title, const char *list)
{
   printf("%s:\n", title);
   size_t column = 0;
   for (const char *s = list ? list : ""; *s;) {
      size_t n = strcspn(s, " ");
      if (column && column + n > 100) {
         putchar('\n');
         column = 0;
      }
      printf("%s%.*s", column ? " " : "  ", (int)n, s);
      column += n + 1;
      s += n;
      s += strspn(s, " ");
   }
   putchar('\n');
}

static void
print_limits(void)
{
   static const struct {
      const char *name;
      GLenum pname;
      int count;
   } limits[] = {
      {"texture size",             GL_MAX_TEXTURE_SIZE,               1},
      {"cube map size",            GL_MAX_CUBE_MAP_TEXTURE_SIZE,      1},
      {"renderbuffer size",        GL_MAX_RENDERBUFFER_SIZE,          1},
      {"viewport",                 GL_MAX_VIEWPORT_DIMS,              2},
      {"vertex attributes",        GL_MAX_VERTEX_ATTRIBS,             1},
      {"varying vectors",          GL_MAX_VARYING_VECTORS,            1},
      {"vertex uniform vectors",   GL_MAX_VERTEX_UNIFORM_VECTORS,     1},
      {"fragment uniform vectors", GL_MAX_FRAGMENT_UNIFORM_VECTORS,   1},
      {"vertex textures",          GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, 1},
      {"fragment textures",        GL_MAX_TEXTURE_IMAGE_UNITS,        1},
      {"sub-pixel bits",           GL_SUBPIXEL_BITS,                  1},
   };
   puts("limits:");
   for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
      GLint v[2] = {0, 0};
      glGetIntegerv(limits[i].pname, v);
      printf("  %-26s %d", limits[i].name, v[0]);
      if (limits[i].count > 1)
         printf(" x %d", v[1]);
      putchar('\n');
   }
}

static void
print_configs(EGLDisplay d)
{
   EGLConfig c[64];
   EGLint n = 0;
   eglGetConfigs(d, c, 64, &n);
   puts("configs (id: red green blue alpha, depth, stencil, samples):");
   for (EGLint i = 0; i < n; i++) {
      static const EGLint names[] = {EGL_CONFIG_ID,  EGL_RED_SIZE,   EGL_GREEN_SIZE,   EGL_BLUE_SIZE,
                                     EGL_ALPHA_SIZE, EGL_DEPTH_SIZE, EGL_STENCIL_SIZE, EGL_SAMPLES};
      EGLint v[8];
      for (unsigned k = 0; k < 8; k++)
         eglGetConfigAttrib(d, c[i], names[k], &v[k]);
      printf("  %2d: %d %d %d %d, %d, %d, %d\n", v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
   }
}

static GLuint
compile_shader(GLenum stage, const char *text)
{
   GLuint s = glCreateShader(stage);
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   return s;
}

/** Left half of a 64x64 pbuffer green by a triangle, the rest blue. */
static bool
draw_and_look(void)
{
   static const float tri[] = {-1, -3, -1, 3, 0, 0, -1, 1, 0, 1, 0, -1};
   GLuint p = glCreateProgram();
   glAttachShader(p,
                  compile_shader(GL_VERTEX_SHADER,
                                 "attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }"));
   glAttachShader(
      p,
      compile_shader(GL_FRAGMENT_SHADER,
                     "precision mediump float; uniform vec4 color; void main() { gl_FragColor = color; }"));
   glBindAttribLocation(p, 0, "pos");
   glLinkProgram(p);
   glUseProgram(p);
   glUniform4f(glGetUniformLocation(p, "color"), 0, 1, 0, 1);
   glViewport(0, 0, 64, 64);
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, tri);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   static const struct {
      int x, y;
      unsigned char rgba[4];
   } expect[] = {
      {2,  32, {0, 255, 0, 255}},
      {20, 32, {0, 255, 0, 255}},
      {40, 32, {0, 0, 255, 255}},
      {60, 5,  {0, 0, 255, 255}}
   };
   bool ok = glGetError() == GL_NO_ERROR;
   for (size_t i = 0; i < sizeof expect / sizeof *expect; i++) {
      unsigned char got[4] = {0};
      glReadPixels(expect[i].x, expect[i].y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
      if (memcmp(got, expect[i].rgba, 4)) {
         printf("self-test: pixel %d,%d is %d %d %d %d, expected %d %d %d %d\n", expect[i].x, expect[i].y,
                got[0], got[1], got[2], got[3], expect[i].rgba[0], expect[i].rgba[1], expect[i].rgba[2],
                expect[i].rgba[3]);
         ok = false;
      }
   }
   return ok;
}

static int
want_brief(void *tool, const char *value)
{
   *(bool *)tool = true;
   return OPTIONS_GO_ON;
}

static const struct options options = {
   .tool = "teragl-info",
   .intro = "usage: teragl-info [--brief]\n"
            "Prints the renderer, limits, extensions and configs, then draws a triangle headless and checks "
            "the picture.\n"
            "The chip is chosen by TERAGL_CHIP, the winsys by TERAGL_WINSYS (see docs/environment.md).\n",
   .rows =
      (const struct option_row[]){
                                  {"--brief", NULL, "no limits, extensions and configs", want_brief},
                                  {0},
                                  },
   .outro = "Exit status: 0 if the self-test passed, 1 if anything failed, 2 for a wrong command line.\n",
   .wrong_usage = 2,
};

/** A context of ES 2.0 that draws to a pbuffer of 64 by 64 pixels. NULL: it was said why. */
static EGLContext
open_context(EGLDisplay d)
{
   static const EGLint want[] = {EGL_SURFACE_TYPE,
                                 EGL_PBUFFER_BIT,
                                 EGL_RENDERABLE_TYPE,
                                 EGL_OPENGL_ES2_BIT,
                                 EGL_RED_SIZE,
                                 8,
                                 EGL_ALPHA_SIZE,
                                 8,
                                 EGL_DEPTH_SIZE,
                                 24,
                                 EGL_NONE};
   static const EGLint size[] = {EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE};
   static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLConfig config;
   EGLint n = 0;
   if (!eglChooseConfig(d, want, &config, 1, &n) || n < 1) {
      say_failed("eglChooseConfig");
      return NULL;
   }
   EGLSurface s = eglCreatePbufferSurface(d, config, size);
   EGLContext c = eglCreateContext(d, config, EGL_NO_CONTEXT, version);
   if (!s || !c || !eglMakeCurrent(d, s, s, c)) {
      say_failed("eglMakeCurrent");
      return NULL;
   }
   return c;
}

int
main(int argc, char **argv)
{
   bool brief = false;
   int operands, status = options_parse(&options, &brief, argc, argv, &operands);
   if (status != OPTIONS_GO_ON)
      return status;
   if (operands)
      return options_wrong(&options, "no operand is wanted, such as", argv[1]);
   EGLDisplay d = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   EGLint major, minor;
   if (!d || !eglInitialize(d, &major, &minor))
      return say_failed("eglInitialize");
   if (!open_context(d))
      return 1;
   printf("EGL:      %s, %s\n", eglQueryString(d, EGL_VERSION), eglQueryString(d, EGL_VENDOR));
   printf("vendor:   %s\nrenderer: %s\nversion:  %s\nGLSL:     %s\n", (const char *)glGetString(GL_VENDOR),
          (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION),
          (const char *)glGetString(GL_SHADING_LANGUAGE_VERSION));
   if (!brief) {
      print_limits();
      print_list("GL extensions", (const char *)glGetString(GL_EXTENSIONS));
      print_list("EGL display extensions", eglQueryString(d, EGL_EXTENSIONS));
      print_list("EGL client extensions", eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS));
      print_configs(d);
   }
   bool ok = draw_and_look();
   printf("self-test: %s\n", ok ? "passed" : "FAILED");
   eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglTerminate(d);
   return ok ? 0 : 1;
}
