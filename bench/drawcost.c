/* SPDX-License-Identifier: MIT
 *
 * What a GLES2 driver's CPU side costs per draw call: one row per kind of change between draws. Every draw is
 * a triangle without area, so that no renderer has anything to fill. Links against libEGL and libGLESv2 by
 * name only: run it under teragl-run (TERAGL_WINSYS=null for the driver alone), or without for the system's
 * own driver. A row is the best of several rounds; time is CPU time, of the calling thread and of the whole
 * process.
 */
#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

#ifndef EGL_PLATFORM_SURFACELESS_MESA
#define EGL_PLATFORM_SURFACELESS_MESA 0x31DD
#endif

struct scene {
   GLuint program[2], texture[2], buffer[2], indices;
   GLint tint[2], transform[2];
   GLfloat client[3][4];
   unsigned n; /* draws so far: what alternates, alternates with its lowest bit */
};

static uint64_t
cpu_ns(clockid_t clock)
{
   struct timespec t;
   clock_gettime(clock, &t);
   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void
scene_init(struct scene *s)
{
   static const char vs[] = "attribute vec4 at; uniform mat4 transform; varying vec2 coord;"
                            "void main() { coord = at.zw; gl_Position = transform * vec4(at.xy, 0.0, 1.0); }";
   static const char *const fs[2] = {
      "precision mediump float; varying vec2 coord; uniform sampler2D image; uniform vec4 tint;"
      "void main() { gl_FragColor = tint * texture2D(image, coord); }",
      "precision mediump float; varying vec2 coord; uniform sampler2D image; uniform vec4 tint;"
      "void main() { gl_FragColor = tint - texture2D(image, coord); }",
   };
   static const GLfloat identity[16] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
   static const GLushort indices[3] = {0, 1, 2};
   static const GLubyte texel[4] = {255, 128, 64, 255};

   memset(s, 0, sizeof(*s));
   glGenTextures(2, s->texture);
   glGenBuffers(2, s->buffer);
   glGenBuffers(1, &s->indices);
   for (unsigned i = 0; i < 2; i++) {
      s->program[i] = link_program(vs, fs[i]);
      s->tint[i] = glGetUniformLocation(s->program[i], "tint");
      s->transform[i] = glGetUniformLocation(s->program[i], "transform");
      glUseProgram(s->program[i]);
      glUniformMatrix4fv(s->transform[i], 1, GL_FALSE, identity);
      glBindTexture(GL_TEXTURE_2D, s->texture[i]);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glBindBuffer(GL_ARRAY_BUFFER, s->buffer[i]);
      glBufferData(GL_ARRAY_BUFFER, sizeof(s->client), s->client, GL_STATIC_DRAW);
   }
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, s->indices);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glUseProgram(s->program[0]);
}

static void
draw(void)
{
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void
draw_same(struct scene *s)
{
   draw();
}

static void
draw_uniform(struct scene *s)
{
   glUniform4f(s->tint[0], (float)(s->n & 255), 0, 0, 1);
   draw();
}

static void
draw_matrix(struct scene *s)
{
   const GLfloat m[16] = {[0] = 1, [5] = 1, [10] = 1, [12] = (float)(s->n & 255), [15] = 1};
   glUniformMatrix4fv(s->transform[0], 1, GL_FALSE, m);
   draw();
}

static void
draw_texture(struct scene *s)
{
   glBindTexture(GL_TEXTURE_2D, s->texture[s->n & 1]);
   draw();
}

static void
draw_program(struct scene *s)
{
   glUseProgram(s->program[s->n & 1]);
   draw();
}

static void
draw_blend(struct scene *s)
{
   if (s->n & 1)
      glEnable(GL_BLEND);
   else
      glDisable(GL_BLEND);
   draw();
}

static void
draw_scissor(struct scene *s)
{
   glScissor(0, 0, 16 + (GLsizei)(s->n & 1), 16);
   draw();
}

static void
draw_vertices(struct scene *s)
{
   glBindBuffer(GL_ARRAY_BUFFER, s->buffer[s->n & 1]);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   draw();
}

static void
draw_client(struct scene *s)
{
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, s->client);
   draw();
}

static void
draw_elements(struct scene *s)
{
   glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
}

static void
draw_object(struct scene *s)
{
   const unsigned i = s->n & 1;
   const GLfloat m[16] = {[0] = 1, [5] = 1, [10] = 1, [12] = (float)(s->n & 255), [15] = 1};
   glUseProgram(s->program[i]);
   glBindTexture(GL_TEXTURE_2D, s->texture[i]);
   glBindBuffer(GL_ARRAY_BUFFER, s->buffer[i]);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glUniformMatrix4fv(s->transform[i], 1, GL_FALSE, m);
   glUniform4f(s->tint[i], 1, (float)(s->n & 255), 0, 1);
   if (i)
      glEnable(GL_BLEND);
   else
      glDisable(GL_BLEND);
   glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
}

static const struct row {
   const char *name, *what;
   void (*step)(struct scene *);
} rows[] = {
   {"same",     "nothing changes",                              draw_same    },
   {"uniform",  "one vec4",                                     draw_uniform },
   {"matrix",   "one mat4",                                     draw_matrix  },
   {"texture",  "the bound texture",                            draw_texture },
   {"program",  "the program",                                  draw_program },
   {"blend",    "blending on and off",                          draw_blend   },
   {"scissor",  "the scissor rectangle",                        draw_scissor },
   {"vertices", "the vertex buffer",                            draw_vertices},
   {"client",   "vertices in client memory",                    draw_client  },
   {"elements", "nothing changes, indexed",                     draw_elements},
   {"object",   "program, texture, buffer, uniforms, blending", draw_object  },
};

static void
start_egl(void)
{
   static const EGLint config_attribs[] = {EGL_SURFACE_TYPE,
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
   static const EGLint surface_attribs[] = {EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE};
   static const EGLint context_attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   EGLConfig config;
   EGLint n = 0;
   if (!eglInitialize(dpy, NULL, NULL) || !eglChooseConfig(dpy, config_attribs, &config, 1, &n) || n < 1)
      die("no EGL display on the surfaceless platform, or no config");
   EGLSurface surface = eglCreatePbufferSurface(dpy, config, surface_attribs);
   EGLContext ctx = eglCreateContext(dpy, config, EGL_NO_CONTEXT, context_attribs);
   if (!eglMakeCurrent(dpy, surface, surface, ctx))
      die("no context");
}

int
main(int argc, char **argv)
{
   static const struct option options[] = {
      {"help",   no_argument,       NULL, 'h'},
      {"csv",    no_argument,       NULL, 'c'},
      {"rounds", required_argument, NULL, 'r'},
      {"draws",  required_argument, NULL, 'd'},
      {NULL,     0,                 NULL, 0  }
   };
   unsigned rounds = 30, draws = 20000;
   bool csv = false;
   int o;

   while ((o = getopt_long(argc, argv, "hcr:d:", options, NULL)) != -1) {
      switch (o) {
      case 'c':
         csv = true;
         break;
      case 'r':
         rounds = (unsigned)strtoul(optarg, NULL, 10);
         break;
      case 'd':
         draws = (unsigned)strtoul(optarg, NULL, 10);
         break;
      default:
         printf("usage: drawcost [--csv] [--rounds N] [--draws N] [ROW ...]\nCPU nanoseconds per draw call, "
                "best of N rounds "
                "(default 30) of N draws (default 20000).\nRows:\n");
         for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++)
            printf("  %-10s between two draws changes: %s\n", rows[i].name, rows[i].what);
         return o == 'h' ? 0 : 2;
      }
   }
   if (!rounds || !draws)
      die("--rounds and --draws want a number above 0");
   for (int i = optind; i < argc; i++) {
      bool known = false;
      for (unsigned k = 0; k < sizeof(rows) / sizeof(*rows); k++)
         known |= !strcmp(argv[i], rows[k].name);
      if (!known)
         die("unknown row; --help lists them");
   }

   start_egl();
   if (csv)
      printf("renderer,row,thread_ns,process_ns\n");
   else
      printf("%s\n%-10s %10s %10s\n", (const char *)glGetString(GL_RENDERER), "row", "thread ns",
             "process ns");
   for (unsigned k = 0; k < sizeof(rows) / sizeof(*rows); k++) {
      bool wanted = optind == argc;
      for (int i = optind; i < argc; i++)
         wanted |= !strcmp(argv[i], rows[k].name);
      if (!wanted)
         continue;
      struct scene s;
      double thread_ns = 1e30, process_ns = 1e30;
      glViewport(0, 0, 64, 64);
      glEnable(GL_SCISSOR_TEST);
      glScissor(0, 0, 64, 64);
      glDisable(GL_BLEND);
      glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
      scene_init(&s);
      for (unsigned r = 0; r < rounds; r++) {
         glFinish();
         const uint64_t t0 = cpu_ns(CLOCK_THREAD_CPUTIME_ID), p0 = cpu_ns(CLOCK_PROCESS_CPUTIME_ID);
         for (unsigned d = 0; d < draws; d++, s.n++)
            rows[k].step(&s);
         const uint64_t t1 = cpu_ns(CLOCK_THREAD_CPUTIME_ID);
         glFinish();
         const uint64_t p1 = cpu_ns(CLOCK_PROCESS_CPUTIME_ID);
         const double t = (double)(t1 - t0) / draws, p = (double)(p1 - p0) / draws;
         thread_ns = t < thread_ns ? t : thread_ns;
         process_ns = p < process_ns ? p : process_ns;
      }
      if (glGetError() != GL_NO_ERROR)
         die("a GL error");
      if (csv)
         printf("\"%s\",%s,%.1f,%.1f\n", (const char *)glGetString(GL_RENDERER), rows[k].name, thread_ns,
                process_ns);
      else
         printf("%-10s %10.1f %10.1f\n", rows[k].name, thread_ns, process_ns);
      fflush(stdout);
   }
   return 0;
}
