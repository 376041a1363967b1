/* SPDX-License-Identifier: MIT
 *
 * usage: glsl_random [KIND] FIRST COUNT           draws the programs of COUNT seeds; prints "seed status hash statements" of each
 *        glsl_random [KIND] --print SEED [DROP]  prints the shaders of a seed
 *        glsl_random [KIND] --one SEED DROP      "seed status hash statements" of one program without the statements of DROP ("3,17,...")
 *        glsl_random --es3 --words SEED DROP     the same, after all words that are hashed
 *
 * KIND is one of --es3: programs of GLSL ES 3.00, drawn in a context of OpenGL ES 3.0; --plain: of 1.00, without lookups
 * in vertex shaders; --small: these, short and exact with 17 significant bits.
 *
 * A plain EGL client: it runs on whatever libEGL it is given, TeraGL's or another.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glsl_random.h"
#include "random_glsl.h"

#define MAX_DROP 4096

static bool es3, plain, small;

static unsigned
kind(void)
{
   return (es3 ? RANDOM_GLSL_300 : 0) | (plain || small ? 0 : RANDOM_GLSL_VERTEX_TEXTURES) |
          (small ? RANDOM_GLSL_SMALL : 0);
}

static GLuint
compile(GLenum type, const char *text, const char **status, char *log, size_t log_B)
{
   GLuint s = glCreateShader(type);
   GLint ok;
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
   if (!ok) {
      *status = "refused";
      glGetShaderInfoLog(s, (GLsizei)log_B, NULL, log);
   }
   return s;
}

static void
uniforms(GLuint p)
{
   static const GLfloat f[4] = {3.0f, -2.5f, 7.0f, 16.0f};
   static const GLfloat v[16] = {1, -2, 3.5f, 4, 9, 0, -7, 2, 5, 5, 1.5f, -1, 0, 20, 30, -12};
   static const GLint i[4] = {2, 5, -3, 7};
   static const GLfloat m[16] = {1, 2, 0, -1, 3, 0, 1, 2, -2, 1, 4, 0, 0.5f, 1, -3, 2};
   glUniform1fv(glGetUniformLocation(p, "uf"), 4, f);
   glUniform4fv(glGetUniformLocation(p, "uv"), 4, v);
   glUniform1iv(glGetUniformLocation(p, "ui"), 4, i);
   glUniformMatrix4fv(glGetUniformLocation(p, "um"), 1, GL_FALSE, m);
   glUniform1f(glGetUniformLocation(p, "us.s.a"), 6.5f);
   glUniform3f(glGetUniformLocation(p, "us.s.b"), -4, 1.5f, 11);
   glUniform2i(glGetUniformLocation(p, "us.s.c"), 3, -8);
   glUniform2fv(glGetUniformLocation(p, "us.e"), 3, v + 4);
   glUniformMatrix2fv(glGetUniformLocation(p, "us.m"), 1, GL_FALSE, m + 3);
   glUniform1i(glGetUniformLocation(p, "us.f"), 1);
   glUniform1iv(glGetUniformLocation(p, "ub"), 2, (const GLint[]){0, 4});
   glUniform1i(glGetUniformLocation(p, "t0"), 0);
   glUniform1i(glGetUniformLocation(p, "t1"), 1);
   glUniform1i(glGetUniformLocation(p, "tc"), 2);
}

/** Unit 0: one level; unit 1: three levels; unit 2: a cube. Texels are numbers below 64. */
static void
textures(void)
{
   static uint8_t px[64];
   GLuint t[3];
   glGenTextures(3, t);
   for (unsigned unit = 0; unit < 3; unit++) {
      GLenum target = unit < 2 ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP;
      glActiveTexture(GL_TEXTURE0 + unit);
      glBindTexture(target, t[unit]);
      glTexParameteri(target, GL_TEXTURE_MIN_FILTER, unit == 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
      glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      for (GLint k = 0; k < (unit == 0 ? 1 : unit == 1 ? 3 : 6); k++) {
         for (unsigned i = 0; i < sizeof px; i++)
            px[i] = (uint8_t)((i * 7 + (unsigned)k * 5 + unit * 3) % 64);
         GLsizei size = unit == 1 ? 4 >> k : 4;
         glTexImage2D(unit < 2 ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)k,
                      unit == 1 ? k : 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
      }
   }
}

static uint64_t
draw(GLuint p)
{
   static const GLfloat tri[] = {-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1};
   static uint8_t px[SIZE * SIZE * 4];
   uint64_t hash = 0xcbf29ce484222325u;
   glUseProgram(p);
   uniforms(p);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, tri);
   glEnableVertexAttribArray(0);
   if (es3)
      return es3_draw(p);
   glClear(GL_COLOR_BUFFER_BIT);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (unsigned i = 0; i < sizeof px; i++)
      hash = (hash ^ px[i]) * 0x100000001b3u;
   return hash;
}

static void
run(uint32_t seed, const uint8_t *drop, unsigned num_drop)
{
   char *vs, *fs, log[2000] = "";
   unsigned statements;
   const char *status = "drawn";
   random_glsl(seed, kind(), drop, num_drop, &vs, &fs, &statements);
   GLuint p = glCreateProgram();
   GLuint v = compile(GL_VERTEX_SHADER, vs, &status, log, sizeof log);
   GLuint f = compile(GL_FRAGMENT_SHADER, fs, &status, log, sizeof log);
   uint64_t hash = 0;
   glAttachShader(p, v);
   glAttachShader(p, f);
   glDeleteShader(v);
   glDeleteShader(f);
   glBindAttribLocation(p, 0, "pos");
   if (es3)
      es3_before_link(p);
   glLinkProgram(p);
   GLint ok;
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   if (!ok && !*log) {
      status = "unlinked";
      glGetProgramInfoLog(p, sizeof log, NULL, log);
   }
   if (ok) {
      hash = draw(p);
      if (glGetError())
         status = "error";
   }
   setvbuf(stdout, NULL, _IOLBF, 0);
   printf("%u %s %016llx %u\n", seed, status, (unsigned long long)hash, statements);
   if (*log && drop == NULL)
      fprintf(stderr, "seed %u: %s\n", seed, log);
   glUseProgram(0);
   glDeleteProgram(p);
   free(vs);
   free(fs);
}

static unsigned
parse_drop(const char *s, uint8_t drop[MAX_DROP])
{
   unsigned n = 0;
   while (s && *s) {
      char *end;
      unsigned long k = strtoul(s, &end, 10);
      if (k < MAX_DROP) {
         drop[k] = 1;
         if (n < k + 1)
            n = (unsigned)k + 1;
      }
      s = *end ? end + 1 : end;
   }
   return n;
}

int
main(int argc, char **argv)
{
   static uint8_t drop[MAX_DROP];
   es3 = argc > 1 && !strcmp(argv[1], "--es3");
   plain = argc > 1 && !strcmp(argv[1], "--plain");
   small = argc > 1 && !strcmp(argv[1], "--small");
   argv += es3 || plain || small;
   argc -= es3 || plain || small;
   es3_words = argc > 1 && !strcmp(argv[1], "--words");
   if (argc < 3)
      return 2;
   if (!strcmp(argv[1], "--print")) {
      char *vs, *fs;
      unsigned statements, n = parse_drop(argc > 3 ? argv[3] : NULL, drop);
      random_glsl((uint32_t)strtoul(argv[2], NULL, 0), kind(), drop, n, &vs, &fs, &statements);
      printf("%s//// fs\n%s", vs, fs);
      free(vs);
      free(fs);
      return 0;
   }
   PFNEGLGETPLATFORMDISPLAYEXTPROC get =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
   EGLDisplay d = get ? get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) : EGL_NO_DISPLAY;
   const EGLint config_attribs[] = {EGL_RENDERABLE_TYPE,
                                    es3 ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_ES2_BIT,
                                    EGL_SURFACE_TYPE,
                                    EGL_PBUFFER_BIT,
                                    EGL_RED_SIZE,
                                    8,
                                    EGL_GREEN_SIZE,
                                    8,
                                    EGL_BLUE_SIZE,
                                    8,
                                    EGL_ALPHA_SIZE,
                                    8,
                                    EGL_NONE};
   const EGLint context_attribs[] = {EGL_CONTEXT_CLIENT_VERSION, es3 ? 3 : 2, EGL_NONE};
   static const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
   EGLConfig config;
   EGLint n;
   if (!eglInitialize(d, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) ||
       !eglChooseConfig(d, config_attribs, &config, 1, &n) || !n)
      return 3;
   EGLContext x = eglCreateContext(d, config, EGL_NO_CONTEXT, context_attribs);
   EGLSurface s = eglCreatePbufferSurface(d, config, size);
   if (!eglMakeCurrent(d, s, s, x))
      return 3;
   textures();
   if (es3)
      es3_open();
   glDisable(GL_DITHER);
   if (!strcmp(argv[1], "--one") || es3_words) {
      unsigned num = parse_drop(argc > 3 ? argv[3] : NULL, drop);
      run((uint32_t)strtoul(argv[2], NULL, 0), drop, num);
   } else {
      uint32_t first = (uint32_t)strtoul(argv[1], NULL, 0), count = (uint32_t)strtoul(argv[2], NULL, 0);
      for (uint32_t i = 0; i < count; i++)
         run(first + i, NULL, 0);
   }
   return 0;
}
