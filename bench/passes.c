/* SPDX-License-Identifier: MIT
 *
 * What kinds of drawing cost: one row per kind, milliseconds of CPU time (all threads) per pass on an 800x600
 * pbuffer. Links against libEGL and libGLESv2 by name only; passes.py runs it on TeraGL and on llvmpipe side
 * by side and prints the ratios. An outlier points at a path that nobody has looked at yet.
 *
 *    passes [--seconds N] [--samples N] [--only TEXT]
 */
#include <EGL/egl.h>
#define GL_GLEXT_PROTOTYPES
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

enum { WIDTH = 800, HEIGHT = 600, TEXTURE = 512, GRID = 300, NOISE_B = 4 << 20 };

#define VERTEX                                                                                               \
   "attribute vec2 at; varying vec2 uv; uniform vec4 place; void main() { uv = at * 0.5 + 0.5; gl_Position " \
   "= vec4(at * place.z + place.xy, place.w, 1.0); }"
#define MESH                                                                                                 \
   "attribute vec2 at; varying vec2 uv; void main() { uv = at; gl_PointSize = 3.0; gl_Position = vec4(at, "  \
   "sin(at.x * 9.0) * 0.4, 1.0); }"
#define INPUTS                                                                                               \
   "precision highp float; varying vec2 uv; uniform sampler2D image; uniform samplerCube cube; uniform "     \
   "vec4 k;\n"

static uint8_t noise[NOISE_B];
static GLint place;
static GLuint texture[2], framebuffer[2];
static GLsizei num_indices;

/* ---- what passes are made of ---- */

static GLuint
use_program(const char *vs, const char *fs)
{
   const GLuint program = link_program(vs, fs);
   glUseProgram(program);
   place = glGetUniformLocation(program, "place");
   glUniform4f(place, 0, 0, 1, 0);
   glUniform4f(glGetUniformLocation(program, "k"), 0.3f, 0.5f, 0.7f, 0.9f);
   return program;
}

static void
filter(GLenum target, GLenum mode)
{
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, (GLint)mode);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, mode == GL_NEAREST ? GL_NEAREST : GL_LINEAR);
   glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static void
make_texture(GLuint *name, GLsizei size, GLenum format, GLenum type, GLenum mode)
{
   glGenTextures(1, name);
   glBindTexture(GL_TEXTURE_2D, *name);
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, size, size, 0, format, type, noise);
   filter(GL_TEXTURE_2D, mode);
}

static void
make_target(unsigned i, GLsizei size, GLenum format, GLenum type)
{
   make_texture(&texture[i], size, format, type, GL_NEAREST);
   glGenFramebuffers(1, &framebuffer[i]);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer[i]);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture[i], 0);
   glViewport(0, 0, size, size);
}

static void
quad(void)
{
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* ---- set-up ---- */

static void
flat(void)
{
   use_program(VERTEX, "void main() { gl_FragColor = vec4(0.1, 0.2, 0.3, 0.4); }");
}

static void
textured(GLenum format, GLenum type, GLenum mode)
{
   use_program(VERTEX, INPUTS "void main() { gl_FragColor = texture2D(image, uv); }");
   make_texture(&texture[0], TEXTURE, format, type, mode);
}

static void
blend(void)
{
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

/* What hides what is below lets a driver forget it: these passes blend, so that all layers count. */
static void
nearest(void)
{
   textured(GL_RGBA, GL_UNSIGNED_BYTE, GL_NEAREST);
   blend();
}
static void
linear(void)
{
   textured(GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
   blend();
}
static void
packed(void)
{
   textured(GL_RGB, GL_UNSIGNED_SHORT_5_6_5, GL_LINEAR);
   blend();
}
static void
floats(void)
{
   textured(GL_RGBA, GL_FLOAT, GL_LINEAR);
   blend();
}
static void
trilinear(void)
{
   linear();
   glGenerateMipmap(GL_TEXTURE_2D);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   glUniform4f(place, 0, 0, 0.6f, 0);
}
static void
repeat(void)
{
   linear();
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
}
static void
compressed(void)
{
   linear();
   glGenTextures(1, &texture[0]);
   glBindTexture(GL_TEXTURE_2D, texture[0]);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, TEXTURE, TEXTURE, 0,
                          TEXTURE * TEXTURE / 2, noise);
   filter(GL_TEXTURE_2D, GL_LINEAR);
}
static void
cube(void)
{
   use_program(VERTEX, INPUTS "void main() { gl_FragColor = textureCube(cube, vec3(uv * 2.0 - 1.0, 0.5)); }");
   glGenTextures(1, &texture[0]);
   glBindTexture(GL_TEXTURE_CUBE_MAP, texture[0]);
   for (unsigned face = 0; face < 6; face++)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, 256, 256, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   noise);
   filter(GL_TEXTURE_CUBE_MAP, GL_LINEAR);
   blend();
}
static void
dependent(void)
{
   use_program(VERTEX, INPUTS "void main() { vec4 a = texture2D(image, uv); for (int i = 0; i < 6; i++) a = "
                              "texture2D(image, a.xy * 0.3 + uv * 0.7);"
                              "gl_FragColor = a; }");
   make_texture(&texture[0], TEXTURE, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
   blend();
}
/* Filters whose taps have constant places and weights. */
static void
taps(void)
{
   use_program(
      VERTEX,
      INPUTS "void main() { vec3 sum = vec3(0.0); for (int y = -1; y < 2; y++) for (int x = -1; x < 2; x++) "
             "sum += texture2D(image, uv + vec2(x, y) / 512.0).rgb * (0.2 - 0.05 * float(x * x + y * y));"
             "gl_FragColor = vec4(sum, 1.0); }");
   make_texture(&texture[0], TEXTURE, GL_RGB, GL_UNSIGNED_BYTE, GL_NEAREST);
}
static void
linear_taps(void)
{
   use_program(
      VERTEX,
      INPUTS "void main() { vec4 sum = vec4(0.0); for (int y = -2; y < 3; y++) for (int x = -2; x < 3; x++) "
             "sum += texture2D(image, uv + vec2(x, y) * 1.5 / 512.0);"
             "gl_FragColor = sum / 25.0; }");
   make_texture(&texture[0], TEXTURE, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
}
static void
discarding(void)
{
   use_program(
      VERTEX,
      INPUTS "void main() { if (texture2D(image, uv).a < 0.5) discard; gl_FragColor = vec4(uv, 0.0, 1.0); }");
   make_texture(&texture[0], TEXTURE, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LEQUAL);
}
static void
flat_blended(void)
{
   flat();
   blend();
}
static void
to_packed(void)
{
   linear();
   make_target(1, TEXTURE, GL_RGB, GL_UNSIGNED_SHORT_5_6_5);
   glBindTexture(GL_TEXTURE_2D, texture[0]);
}
static void
to_halves(void)
{
   linear();
   make_target(1, TEXTURE, GL_RGBA, GL_HALF_FLOAT_OES);
   glBindTexture(GL_TEXTURE_2D, texture[0]);
}
static void
targets(void)
{
   textured(GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
   make_target(0, TEXTURE, GL_RGBA, GL_UNSIGNED_BYTE);
   make_target(1, TEXTURE, GL_RGBA, GL_UNSIGNED_BYTE);
}
static void
small_targets(void)
{
   textured(GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR);
   make_target(0, 32, GL_RGBA, GL_UNSIGNED_BYTE);
   make_target(1, 32, GL_RGBA, GL_UNSIGNED_BYTE);
}
static void
stencil(void)
{
   flat();
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_ALWAYS, 1, 255);
   glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
}
static void
arithmetic(void)
{
   use_program(VERTEX, INPUTS "void main() { vec4 a = vec4(uv, k.xy); for (int i = 0; i < 20; i++) { a = a * "
                              "k + a.yzwx * k.wzyx; a = fract(a) + k * 0.1; }"
                              "gl_FragColor = a; }");
   blend();
}
static void
transcendental(void)
{
   use_program(VERTEX,
               INPUTS "void main() { vec4 a = vec4(uv, k.xy); for (int i = 0; i < 6; i++)"
                      "a = sin(a * 3.0) + cos(a.yxwz) + pow(abs(a), k) + normalize(a); gl_FragColor = a; }");
   blend();
}
static void
mandelbrot(void)
{
   use_program(
      VERTEX, INPUTS
      "void main() { vec2 c = uv * 3.0 - vec2(2.0, 1.5), z = c; int n = 0; for (int i = 0; i < 64; i++) {"
      "z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c; if (dot(z, z) > 4.0) break; n = i; }"
      "gl_FragColor = vec4(float(n) / 64.0); }");
   blend();
}
static void
hidden(void)
{
   arithmetic();
   glEnable(GL_DEPTH_TEST);
   glUniform4f(place, 0, 0, 1, -0.5f);
   quad();
   glUniform4f(place, 0, 0, 1, 0.5f);
}
static void
mesh(void)
{
   float(*v)[2] = malloc(GRID * GRID * sizeof *v);
   uint32_t *index = malloc(GRID * GRID * 6 * sizeof *index), (*next)[6] = (void *)index;
   GLuint buffers[2];
   if (!v || !index)
      die("out of memory");
   for (uint32_t i = 0; i < GRID * GRID; i++) {
      v[i][0] = (float)(i % GRID) * 2 / (GRID - 1) - 1;
      v[i][1] = (float)(i / GRID) * 2 / (GRID - 1) - 1;
      if (i % GRID < GRID - 1 && i / GRID < GRID - 1)
         memcpy(next++, (uint32_t[]){i, i + 1, i + GRID, i + 1, i + GRID + 1, i + GRID}, sizeof *next);
   }
   num_indices = (GLsizei)((uint32_t *)next - index);
   glGenBuffers(2, buffers);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
   glBufferData(GL_ARRAY_BUFFER, GRID * GRID * sizeof *v, v, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, num_indices * (GLsizeiptr)sizeof *index, index, GL_STATIC_DRAW);
   free(v);
   free(index);
   glEnable(GL_DEPTH_TEST);
   use_program(MESH, INPUTS "void main() { gl_FragColor = vec4(uv, 1.0, 1.0); }");
}
static void
culled(void)
{
   mesh();
   glEnable(GL_CULL_FACE);
   glCullFace(GL_FRONT_AND_BACK);
}

/* ---- passes ---- */

static void
ten(void)
{
   for (unsigned i = 0; i < 10; i++)
      quad();
}
static void
clear(void)
{
   for (unsigned i = 0; i < 10; i++) {
      glClearColor((float)i * 0.1f, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      quad();
   }
}
static void
read_all(void)
{
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, noise);
}
static void
read_one(void)
{
   for (unsigned i = 0; i < 50; i++) {
      glUniform4f(place, -1 + 0.04f * (float)i, 0, 0.02f, 0);
      quad();
      glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, noise);
   }
}
static void
upload(void)
{
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, TEXTURE, TEXTURE, 0, GL_RGBA, GL_UNSIGNED_BYTE, noise);
   quad();
}
static void
update(void)
{
   for (int i = 0; i < 20; i++) {
      glTexSubImage2D(GL_TEXTURE_2D, 0, i * 8, i * 8, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, noise);
      glUniform4f(place, -1 + 0.1f * (float)i, 0, 0.05f, 0);
      quad();
   }
}
static void
mipmaps(void)
{
   glGenerateMipmap(GL_TEXTURE_2D);
}
static void
copy(void)
{
   quad();
   for (unsigned i = 0; i < 4; i++)
      glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, TEXTURE, TEXTURE);
}
static void
ping_pong(void)
{
   for (unsigned i = 0; i < 10; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, framebuffer[i & 1]);
      glBindTexture(GL_TEXTURE_2D, texture[~i & 1]);
      quad();
   }
}
static void
small_draws(void)
{
   for (int i = 0; i < 2000; i++) {
      glUniform4f(place, (float)(i % 50) * 0.04f - 1, (float)(i / 50) * 0.05f - 1, 0.015f, 0);
      quad();
   }
}
static void
draw_mesh(void)
{
   glClear(GL_DEPTH_BUFFER_BIT);
   glDrawElements(GL_TRIANGLES, num_indices, GL_UNSIGNED_INT, NULL);
}
static void
points(void)
{
   glDrawArrays(GL_POINTS, 0, GRID * GRID);
}
static void
lines(void)
{
   glDrawArrays(GL_LINES, 0, GRID * GRID);
}
static void
client_arrays(void)
{
   static float v[30000][2];
   for (unsigned i = 0; i < 30000; i++) {
      v[i][0] = sinf((float)i * 0.37f);
      v[i][1] = cosf((float)i * 0.53f);
   }
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, v);
   glDrawArrays(GL_POINTS, 0, 30000);
}
static void
compile_three(void)
{
   static unsigned n;
   for (unsigned i = 0; i < 3; i++) {
      char fs[400];
      snprintf(fs, sizeof fs,
               INPUTS "void main() { vec4 a = texture2D(image, uv) * %u.0; for (int i = 0; i < 4; i++) a = a "
                      "* k + sin(a.yzwx);"
                      "gl_FragColor = a * dot(normalize(a.xyz), k.xyz); }",
               ++n);
      const GLuint program = use_program(VERTEX, fs);
      quad();
      glDeleteProgram(program);
   }
}

static const struct kind {
   const char *name;
   void (*init)(void), (*draw)(void);
} kinds[] = {
   {"flat, 10 layers",                flat,           ten          },
   {"clear and fill, 10 times",       flat,           clear        },
   {"flat, blended, 10 layers",       flat_blended,   ten          },
   {"nearest, 10 layers",             nearest,        ten          },
   {"linear, 10 layers",              linear,         ten          },
   {"repeat and mirror, 10 layers",   repeat,         ten          },
   {"trilinear, 10 layers",           trilinear,      ten          },
   {"5_6_5 texture, 10 layers",       packed,         ten          },
   {"float texture, 10 layers",       floats,         ten          },
   {"DXT1 texture, 10 layers",        compressed,     ten          },
   {"cube map, 10 layers",            cube,           ten          },
   {"dependent fetches",              dependent,      quad         },
   {"3x3 taps",                       taps,           quad         },
   {"5x5 taps, linear",               linear_taps,    quad         },
   {"discard and depth, 10 layers",   discarding,     ten          },
   {"5_6_5 target, 10 layers",        to_packed,      ten          },
   {"half float target, 10 layers",   to_halves,      ten          },
   {"ping-pong 512x512, 10 times",    targets,        ping_pong    },
   {"ping-pong 32x32, 10 times",      small_targets,  ping_pong    },
   {"stencil counts, 10 layers",      stencil,        ten          },
   {"hidden by depth, 10 layers",     hidden,         ten          },
   {"arithmetic",                     arithmetic,     quad         },
   {"sin, cos, pow, normalize",       transcendental, quad         },
   {"loop with break",                mandelbrot,     quad         },
   {"180,000 triangles",              mesh,           draw_mesh    },
   {"180,000 triangles, all culled",  culled,         draw_mesh    },
   {"90,000 points",                  mesh,           points       },
   {"45,000 lines",                   mesh,           lines        },
   {"30,000 points of client arrays", mesh,           client_arrays},
   {"2000 small draws",               flat,           small_draws  },
   {"read back 800x600",              flat,           read_all     },
   {"draw, read a pixel, 50 times",   flat,           read_one     },
   {"new image and draw",             linear,         upload       },
   {"part of image and draw, 20",     linear,         update       },
   {"mipmaps of 512x512",             linear,         mipmaps      },
   {"copy to texture, 4 times",       linear,         copy         },
   {"compile, link, draw, 3 times",   linear,         compile_three},
};

/* ---- measuring ---- */

static double
seconds_of(clockid_t clock)
{
   struct timespec t;
   clock_gettime(clock, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
measure(const struct kind *kind, double seconds)
{
   static const float corners[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   kind->init();
   kind->draw();
   glFinish();
   const GLenum error = glGetError();
   if (error) {
      printf("%s\tGL error 0x%x\n", kind->name, error);
      return;
   }
   const double begin = seconds_of(CLOCK_MONOTONIC), cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
   unsigned n = 0;
   do {
      kind->draw();
      glFinish();
      n++;
   } while (seconds_of(CLOCK_MONOTONIC) - begin < seconds);
   printf("%s\t%.3f\n", kind->name, (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu) * 1e3 / n);
   fflush(stdout);
}

int
main(int argc, char **argv)
{
   static const struct option options[] = {
      {"seconds", required_argument, NULL, 's'},
      {"samples", required_argument, NULL, 'm'},
      {"only",    required_argument, NULL, 'o'},
      {"help",    no_argument,       NULL, 'h'},
      {NULL,      0,                 NULL, 0  },
   };
   double seconds = 0.3;
   int samples = 0, c;
   const char *only = "";
   while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
      if (c == 's')
         seconds = atof(optarg);
      else if (c == 'm')
         samples = atoi(optarg);
      else if (c == 'o')
         only = optarg;
      else {
         fprintf(c == 'h' ? stdout : stderr, "usage: passes [--seconds N] [--samples N] [--only TEXT]\n");
         return c == 'h' ? 0 : 2;
      }
   }
   for (unsigned i = 0, z = 1; i < NOISE_B; i++) {
      z = z * 1664525 + 1013904223;
      noise[i] = z >> 24 & 63;
   }
   EGLDisplay d = eglGetDisplay(EGL_DEFAULT_DISPLAY);
   const EGLint wish[] = {EGL_SURFACE_TYPE,
                          EGL_PBUFFER_BIT,
                          EGL_RENDERABLE_TYPE,
                          EGL_OPENGL_ES2_BIT,
                          EGL_RED_SIZE,
                          8,
                          EGL_ALPHA_SIZE,
                          8,
                          EGL_DEPTH_SIZE,
                          24,
                          EGL_STENCIL_SIZE,
                          8,
                          EGL_SAMPLES,
                          samples,
                          EGL_NONE};
   const EGLint size[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_NONE},
                version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLConfig config;
   EGLint n;
   if (!eglInitialize(d, NULL, NULL) || !eglChooseConfig(d, wish, &config, 1, &n) || !n)
      die("no pbuffer with depth, stencil and these samples");
   EGLSurface surface = eglCreatePbufferSurface(d, config, size);
   for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
      if (!strstr(kinds[i].name, only))
         continue;
      EGLContext ctx = eglCreateContext(d, config, EGL_NO_CONTEXT, version);
      if (!eglMakeCurrent(d, surface, surface, ctx))
         die("no context");
      measure(&kinds[i], seconds);
      eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      eglDestroyContext(d, ctx);
   }
   eglTerminate(d);
   return 0;
}
