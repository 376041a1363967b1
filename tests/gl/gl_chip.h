/* SPDX-License-Identifier: MIT
 *
 * A GL context on an emulated chip: the whole stack but EGL. 64 x 64 RGBA8 with depth and stencil. Each test
 * runs on every chip of `chips`, which a file may choose by defining GL_CHIPS before, as GL_CONTEXT_VERSION.
 */
#ifndef GL_CHIP_H
#define GL_CHIP_H

#define GL_GLEXT_PROTOTYPES 1
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/terascale/db_chips.h"
#include "target/screen.h"
#include "terascale/public.h"
#include "state_tracker/st_api.h"
#include "winsys/winsys.h"
#include "../unit/chip_share.h"

#define SIZE 64

#ifndef GL_CHIPS
#define GL_CHIPS "rv670", "rv770", "cypress", "cayman"
#endif

/* 30 for OpenGL ES 3.0 */
#ifndef GL_CONTEXT_VERSION
#define GL_CONTEXT_VERSION 20
#endif

static const char *const chips[] = {GL_CHIPS};
#define NUM_CHIPS (sizeof chips / sizeof chips[0])

struct gl {
   const char *chip;
   struct pipe_screen *screen;
   struct st_framebuffer *fb;
   struct st_context *ctx;
};

static inline void
gl_open(struct gl *g, const char *chip)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s: %s", chip, error);
   g->chip = chip;
   g->screen = target_screen_create(ws);
   assert_non_null(g->screen);
   const struct st_framebuffer_desc desc = {
      .width = SIZE,
      .height = SIZE,
      .color_format = PIPE_FORMAT_R8G8B8A8_UNORM,
      .zs_format = PIPE_FORMAT_Z24_UNORM_S8_UINT,
   };
   g->fb = st_framebuffer_create(g->screen, &desc);
   const struct st_context_attribs attribs = {.version = GL_CONTEXT_VERSION};
   g->ctx = st_context_create(g->screen, NULL, &attribs);
   assert_non_null(g->fb);
   assert_non_null(g->ctx);
   st_make_current(g->ctx, g->fb, g->fb);
}

static inline void
gl_close(struct gl *g)
{
   GLenum e = glGetError();
   if (e)
      fail_msg("%s: GL error 0x%x", g->chip, e);
   st_make_current(NULL, NULL, NULL);
   st_context_destroy(g->ctx);
   st_framebuffer_destroy(g->fb);
   g->screen->destroy(g->screen);
}

/** A context of OpenGL ES 3.0 instead of the one that gl_open() made; made before any object. */
static inline void
gl_become_300(struct gl *g)
{
   const struct st_context_attribs attribs = {.version = 30};
   struct st_context *of_2_0 = g->ctx;
   g->ctx = st_context_create(g->screen, NULL, &attribs);
   assert_non_null(g->ctx);
   st_make_current(g->ctx, g->fb, g->fb);
   st_context_destroy(of_2_0);
}

/** Runs body(g) on every chip (of chip_share.h). */
#define ON_EVERY_CHIP(body)                                                                                  \
   for (struct chip_share chip_ = chip_share(NUM_CHIPS, __LINE__); chip_.at < chip_.end; chip_.at++) {       \
      struct gl g;                                                                                           \
      gl_open(&g, chips[chip_.at]);                                                                          \
      body(&g);                                                                                              \
      gl_close(&g);                                                                                          \
   }

static inline GLuint
gl_program_with(const char *vs, const char *fs)
{
   const char *const text[2] = {vs, fs};
   GLuint p = glCreateProgram();
   char log[1000];
   GLint ok;
   for (unsigned i = 0; i < 2; i++) {
      GLuint s = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(s, 1, &text[i], NULL);
      glCompileShader(s);
      glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
      glGetShaderInfoLog(s, sizeof log, NULL, log);
      if (!ok)
         fail_msg("%s\n%s", text[i], log);
      glAttachShader(p, s);
      glDeleteShader(s);
   }
   glBindAttribLocation(p, 0, "pos");
   glBindAttribLocation(p, 1, "a");
   glLinkProgram(p);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   glGetProgramInfoLog(p, sizeof log, NULL, log);
   if (!ok)
      fail_msg("%s", log);
   glUseProgram(p);
   return p;
}

#define VS_POS   "attribute vec4 pos; void main() { gl_Position = pos; }"
#define FS_COLOR "precision mediump float; uniform vec4 c; void main() { gl_FragColor = c; }"

/** A rectangle in clip coordinates at depth z, attribute 0 from client memory. */
static inline void
gl_rect(float x0, float y0, float x1, float y1, float z)
{
   const float v[4][4] = {
      {x0, y0, z, 1},
      {x1, y0, z, 1},
      {x0, y1, z, 1},
      {x1, y1, z, 1}
   };
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, v);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static inline void
gl_fill(void)
{
   gl_rect(-1, -1, 1, 1, 0);
}

static inline uint32_t
gl_pixel(int x, int y)
{
   uint32_t p = 0x12345678;
   glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &p);
   return p;
}

/** RGBA bytes as a pixel reads. */
static inline uint32_t
rgba(unsigned r, unsigned g, unsigned b, unsigned a)
{
   return r | g << 8 | b << 16 | a << 24;
}

static inline int
gl_difference(uint32_t a, uint32_t b)
{
   int worst = 0;
   for (unsigned i = 0; i < 32; i += 8) {
      int d = abs((int)(a >> i & 255) - (int)(b >> i & 255));
      worst = d > worst ? d : worst;
   }
   return worst;
}

#define ASSERT_PIXEL_NEAR(g, x, y, want, tolerance)                                                          \
   do {                                                                                                      \
      uint32_t got_ = gl_pixel(x, y), want_ = (want);                                                        \
      if (gl_difference(got_, want_) > (tolerance))                                                          \
         fail_msg("%s: pixel (%d, %d) is %08x, not %08x (line %d)", (g)->chip, x, y, got_, want_, __LINE__); \
   } while (0)
#define ASSERT_PIXEL(g, x, y, want) ASSERT_PIXEL_NEAR(g, x, y, want, 0)

/** Colour, depth 1, stencil 0. */
static inline void
gl_clear(float r, float g, float b, float a)
{
   glClearColor(r, g, b, a);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

/** How many of the window's pixels have that colour. */
static inline unsigned
gl_count_pixels(uint32_t colour)
{
   static uint32_t px[SIZE * SIZE];
   unsigned n = 0;
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      n += px[i] == colour;
   return n;
}

/** A new texture, bound; it is magnified by GL_NEAREST or GL_LINEAR, whichever \p filter begins with. */
static inline GLuint
gl_texture(GLenum target, GLenum filter)
{
   bool nearest =
      filter == GL_NEAREST || filter == GL_NEAREST_MIPMAP_NEAREST || filter == GL_NEAREST_MIPMAP_LINEAR;
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(target, t);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, (GLint)filter);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, nearest ? GL_NEAREST : GL_LINEAR);
   return t;
}

#endif
