/* SPDX-License-Identifier: MIT
 *
 * OES_EGL_image_external_essl3: external textures in GLSL ES 3.00, of colours and of luma and chroma: every function that
 * takes them, in both stages.
 */
#define GL_CONTEXT_VERSION 30
#include <GLES3/gl3.h>

#include "gl_chip.h"

#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_image.h"
#include "state_tracker/texture/st_texture.h"
#include "util/u_math.h"

#define X   GL_TEXTURE_EXTERNAL_OES
#define EXT "#version 300 es\n#extension GL_OES_EGL_image_external_essl3 : require\nprecision highp float;"
#define VS  "#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }"

static const int owner;

enum { N = 4 };

static GLuint
texture(GLenum target)
{
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(target, t);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return t;
}

/** Draws everything with these shaders: the colour in the middle. */
static uint32_t
drawn(const char *vs, const char *fs)
{
   const GLuint p = gl_program_with(vs, fs);
   gl_clear(1, 0, 1, 1);
   gl_fill();
   glDeleteProgram(p);
   return gl_pixel(20, 20);
}

static void
colors_on(struct gl *g)
{
   enum st_image_error e;
   uint32_t px[N * N];
   for (unsigned i = 0; i < N * N; i++)
      px[i] = rgba(i % N * 50, i / N * 50, 7, 255);
   const uint32_t at_2_1 = rgba(100, 50, 7, 255);
   const GLuint source = texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, N, N, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
   struct st_egl_image *i = st_image_from_texture(g->ctx, &owner, GL_TEXTURE_2D, source, 0, 0, &e);
   assert_non_null(i);
   texture(X);
   glEGLImageTargetTexture2DOES(X, i);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   static const char *const lookups[] = {
      "texture(s, vec2(0.625, 0.375))",         "texture(s, vec2(0.625, 0.375), 1.0)",
      "textureProj(s, vec3(1.25, 0.75, 2))",    "textureProj(s, vec3(1.25, 0.75, 2), 1.0)",
      "textureProj(s, vec4(1.25, 0.75, 9, 2))", "textureProj(s, vec4(1.25, 0.75, 9, 2), 1.0)",
      "texelFetch(s, ivec2(2, 1), 0)",          "texelFetch(s, textureSize(s, 0) - ivec2(2, 3), 0)",
   };
   for (unsigned k = 0; k < ARRAY_SIZE(lookups); k++) {
      char text[400];
      snprintf(text, sizeof text, EXT "uniform samplerExternalOES s; out vec4 c; void main() { c = %s; }",
               lookups[k]);
      const uint32_t got = drawn(VS, text);
      if (got != at_2_1)
         fail_msg("%s: %s: %08x, not %08x", g->chip, lookups[k], got, at_2_1);
   }
   const uint32_t from_vertices = drawn(
      EXT "uniform samplerExternalOES s; in vec4 pos; flat out vec4 v;"
          "void main() { v = texture(s, vec2(0.625, 0.375)) * 0.5 + texelFetch(s, ivec2(2, 1), 0) * 0.5;"
          "gl_Position = pos; }",
      "#version 300 es\nprecision highp float; flat in vec4 v; out vec4 c; void main() { c = v; }");
   if (from_vertices != at_2_1)
      fail_msg("%s: vertex shader: %08x, not %08x", g->chip, from_vertices, at_2_1);
   st_image_destroy(&owner, i);
}

static struct pipe_resource *
plane(struct gl *g, GLenum internal, GLenum format, int size, const uint8_t *px)
{
   const GLuint t = texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, size, size, 0, format, GL_UNSIGNED_BYTE, px);
   struct st_texture *object = g->ctx->units[0].tex[ST_TEX_2D];
   struct pipe_resource *r = pipe_resource_ref(st_texture_image(object, 0, 0)->res);
   glDeleteTextures(1, &t);
   return r;
}

/** Chroma of half the size: each of its texels belongs to four of luma, also to those that are fetched by number. */
static void
chroma_on(struct gl *g)
{
   uint8_t y[N * N], uv[N * N / 2];
   memset(y, 128, sizeof y);
   memset(uv, 128, sizeof uv);
   uv[2 * (1 * N / 2 + 1) + 1] = 228; /* the last chroma texel is red */
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   struct pipe_resource *luma = plane(g, GL_R8, GL_RED, N, y);
   struct st_yuv yuv = {
      .planes = 2, .bits = 8, .space = ST_YUV_601, .u = PIPE_SWIZZLE_X, .v = PIPE_SWIZZLE_Y};
   yuv.plane[0] = plane(g, GL_RG8, GL_RG, N / 2, uv);
   struct st_egl_image *i = st_image_from_yuv(g->ctx->screen, &owner, luma, &yuv);
   assert_non_null(i);
   texture(X);
   glEGLImageTargetTexture2DOES(X, i);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   for (unsigned k = 0; k < N * N; k++) {
      char text[400];
      snprintf(text, sizeof text,
               EXT "uniform samplerExternalOES s; out vec4 c; void main() {"
                   "c = texelFetch(s, ivec2(%u, %u), 0) * (textureSize(s, 0) == ivec2(4) ? 1.0 : 0.0); }",
               k % N, k / N);
      /* R = Y + 1.402 (V - 128), G = Y - 0.714 (V - 128) */
      const bool red = k % N >= 2 && k / N >= 2;
      const uint32_t want = red ? rgba(255, 57, 128, 255) : rgba(128, 128, 128, 255), got = drawn(VS, text);
      for (unsigned c = 0; c < 32; c += 8)
         if (abs((int)(got >> c & 255) - (int)(want >> c & 255)) > 1)
            fail_msg("%s: texel %u, %u: %08x, not %08x", g->chip, k % N, k / N, got, want);
   }
   st_image_destroy(&owner, i);
   pipe_resource_unref(luma);
   pipe_resource_unref(yuv.plane[0]);
}

static void
colors(void **state)
{
   ON_EVERY_CHIP(colors_on);
}

static void
chroma(void **state)
{
   ON_EVERY_CHIP(chroma_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(colors),
      cmocka_unit_test(chroma),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
