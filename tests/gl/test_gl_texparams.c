/* SPDX-License-Identifier: MIT
 *
 * Texture parameters and targets of the extensions through the whole stack: 3D textures, borders, mirrored
 * clamping, the last level, storage for good, sRGB without its curve, anisotropy, depth in cube maps, and
 * where ReadPixels puts its rows.
 */
#include "gl_chip.h"

#include "util/u_math.h"

#define T GL_TEXTURE_2D
#define V GL_TEXTURE_3D_OES
#define FS_2D                                                                                                \
   "precision highp float; uniform sampler2D s; uniform vec3 at;"                                            \
   "void main() { gl_FragColor = texture2D(s, at.xy); }"
#define FS_3D                                                                                                \
   "#extension GL_OES_texture_3D : require\n"                                                                \
   "precision highp float; uniform highp sampler3D s; uniform vec3 at;"                                      \
   "void main() { gl_FragColor = texture3D(s, at); }"
#define FS_CUBE                                                                                              \
   "precision highp float; uniform samplerCube s; uniform vec3 at;"                                          \
   "void main() { gl_FragColor = textureCube(s, at); }"

static uint32_t
sampled(GLuint p, float x, float y, float z)
{
   glUniform3f(glGetUniformLocation(p, "at"), x, y, z);
   gl_rect(-1, -1, -0.9f, -0.9f, 0);
   return gl_pixel(1, 1);
}

#define ASSERT_COLOR(g, got, want, tolerance)                                                                \
   do {                                                                                                      \
      uint32_t got_ = (got), want_ = (want);                                                                 \
      if (gl_difference(got_, want_) > (tolerance))                                                          \
         fail_msg("%s: %08x, not %08x (line %d)", (g)->chip, got_, want_, __LINE__);                         \
   } while (0)
#define NO_ERROR() assert_int_equal(glGetError(), GL_NO_ERROR)

/* ---- 3D ------------------------------------------------------------------------------------------------ */

static void
volumes_on(struct gl *g)
{
   uint8_t px[4][3][5][4];
   for (int z = 0; z < 4; z++)
      for (int y = 0; y < 3; y++)
         for (int x = 0; x < 5; x++)
            memcpy(px[z][y][x], (uint8_t[4]){(uint8_t)(50 * x), (uint8_t)(100 * y), (uint8_t)(80 * z), 255},
                   4);
   GLuint p = gl_program_with(VS_POS, FS_3D), t = gl_texture(V, GL_NEAREST);
   glTexImage3DOES(V, 0, GL_RGBA, 5, 3, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
   NO_ERROR();
   for (int z = 0; z < 4; z++)
      for (int y = 0; y < 3; y++)
         for (int x = 0; x < 5; x++)
            ASSERT_COLOR(g, sampled(p, ((float)x + 0.5f) / 5, ((float)y + 0.5f) / 3, ((float)z + 0.5f) / 4),
                         rgba((unsigned)(50 * x), (unsigned)(100 * y), (unsigned)(80 * z), 255), 0);
   /* between two slices, and beyond the last one */
   glTexParameteri(V, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glTexParameteri(V, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 0.5f), rgba(100, 100, 120, 255), 1);
   glTexParameteri(V, GL_TEXTURE_WRAP_R_OES, GL_CLAMP_TO_EDGE);
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 1.7f), rgba(100, 100, 240, 255), 1);
   glTexParameteri(V, GL_TEXTURE_WRAP_R_OES, GL_MIRRORED_REPEAT);
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 1.125f), rgba(100, 100, 240, 255), 1);
   /* one filter for magnification, another for minification: the third axis uses the same as the other two
    * (the one pixel drawn is magnified, as its coordinates are uniform) */
   glTexParameteri(V, GL_TEXTURE_WRAP_R_OES, GL_REPEAT);
   for (int linear = 0; linear < 2; linear++) {
      glTexParameteri(V, GL_TEXTURE_MAG_FILTER, linear ? GL_LINEAR : GL_NEAREST);
      glTexParameteri(V, GL_TEXTURE_MIN_FILTER, linear ? GL_NEAREST : GL_LINEAR);
      ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 0.45f), rgba(100, 100, linear ? 104 : 80, 255), 1);
   }
   /* a part */
   const uint8_t part[2][4] = {
      {1, 2, 3, 255},
      {4, 5, 6, 255}
   };
   glTexParameteri(V, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(V, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexSubImage3DOES(V, 0, 4, 2, 2, 1, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, part);
   ASSERT_COLOR(g, sampled(p, 0.9f, 0.9f, 0.6f), rgba(1, 2, 3, 255), 0);
   ASSERT_COLOR(g, sampled(p, 0.9f, 0.9f, 0.9f), rgba(4, 5, 6, 255), 0);
   /* draw to a slice, copy to another one */
   GLuint f;
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, V, t, 0, 1);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GLint v;
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                         GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_3D_ZOFFSET_OES, &v);
   assert_int_equal(v, 1);
   glClearColor(1, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glCopyTexSubImage3DOES(V, 0, 0, 0, 3, 1, 1, 3, 2);
   glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, V, t, 0, 4);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &f);
   ASSERT_COLOR(g, sampled(p, 0.9f, 0.9f, 0.4f), rgba(255, 0, 255, 255), 0);
   ASSERT_COLOR(g, sampled(p, 0.1f, 0.1f, 0.1f), rgba(0, 0, 0, 255), 0);
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 0.9f), rgba(255, 0, 255, 255), 0);
   ASSERT_COLOR(g, sampled(p, 0.9f, 0.9f, 0.9f), rgba(4, 5, 6, 255), 0);
   /* levels */
   glTexParameteri(V, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 0.5f), rgba(0, 0, 0, 255), 0); /* incomplete */
   static uint8_t grey[8 * 8 * 8];
   for (unsigned i = 0; i < sizeof grey; i++)
      grey[i] = (i >> 6) < 4 ? 40 : 200;
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glTexImage3DOES(V, 0, GL_LUMINANCE, 8, 8, 8, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, grey);
   glGenerateMipmap(V);
   NO_ERROR();
   GLuint p2 = gl_program_with(VS_POS, "#extension GL_OES_texture_3D : require\n"
                                       "precision highp float; uniform highp sampler3D s; uniform vec3 at;"
                                       "void main() { gl_FragColor = texture3D(s, at, 200.0); }");
   ASSERT_COLOR(g, sampled(p2, 0.5f, 0.5f, 0.1f), rgba(120, 120, 120, 255), 0);
   glDeleteTextures(1, &t);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

static void
volumes(void **state)
{
   ON_EVERY_CHIP(volumes_on);
}

/* ---- borders and wrapping ------------------------------------------------------------------------------ */

static void
borders_on(struct gl *g)
{
   static const float color[4] = {0.2f, 0.4f, 0.6f, 0.8f};
   static const struct {
      GLenum format, type;
      uint8_t want[4];
   } cases[] = {
      {GL_RGBA,            GL_UNSIGNED_BYTE,          {51, 102, 153, 204}},
      {GL_RGB,             GL_UNSIGNED_BYTE,          {51, 102, 153, 255}},
      {GL_BGRA_EXT,        GL_UNSIGNED_BYTE,          {51, 102, 153, 204}},
      {GL_RGBA,            GL_UNSIGNED_SHORT_4_4_4_4, {51, 102, 153, 204}},
      {GL_LUMINANCE,       GL_UNSIGNED_BYTE,          {51, 51, 51, 255}  },
      {GL_ALPHA,           GL_UNSIGNED_BYTE,          {0, 0, 0, 204}     },
      {GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE,          {51, 51, 51, 204}  },
      {GL_RED_EXT,         GL_UNSIGNED_BYTE,          {51, 0, 0, 255}    },
      {GL_RGBA,            GL_FLOAT,                  {51, 102, 153, 204}},
      {GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,           {51, 51, 51, 255}  },
   };
   static const uint8_t zeros[64];
   GLuint p = gl_program_with(VS_POS, FS_2D);
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      GLuint t = gl_texture(T, GL_NEAREST);
      glTexParameteri(T, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_EXT);
      glTexParameteri(T, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER_EXT);
      glTexParameterfv(T, GL_TEXTURE_BORDER_COLOR_EXT, color);
      glTexImage2D(T, 0, (GLint)cases[i].format, 2, 2, 0, cases[i].format, cases[i].type, zeros);
      const uint8_t *w = cases[i].want;
      ASSERT_COLOR(g, sampled(p, -0.2f, 0.5f, 0), rgba(w[0], w[1], w[2], w[3]), 1);
      ASSERT_COLOR(g, sampled(p, 0.5f, 1.1f, 0), rgba(w[0], w[1], w[2], w[3]), 1);
      ASSERT_COLOR(g, sampled(p, 0.5f, 0.9f, 0) & 0xffffff, 0, 0);
      glDeleteTextures(1, &t);
   }
   /* half of the weight is the border's at the edge; values outside the format's range are clamped */
   gl_texture(T, GL_LINEAR);
   const uint32_t white[4] = {~0u, ~0u, ~0u, ~0u};
   glTexParameterfv(T, GL_TEXTURE_BORDER_COLOR_EXT, (float[4]){-5, 0, 7, 1});
   glTexParameteri(T, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_EXT);
   glTexImage2D(T, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
   ASSERT_COLOR(g, sampled(p, 0, 0.5f, 0), rgba(128, 128, 255, 255), 1);
   /* two textures with their own colours on two units */
   GLuint p2 = gl_program_with(
      VS_POS, "precision highp float; uniform sampler2D s, s2;"
              "void main() { gl_FragColor = texture2D(s, vec2(-1.0)) + texture2D(s2, vec2(-1.0)); }");
   glUniform1i(glGetUniformLocation(p2, "s2"), 1);
   for (unsigned u = 0; u < 2; u++) {
      glActiveTexture(GL_TEXTURE0 + u);
      gl_texture(T, GL_NEAREST);
      glTexParameteri(T, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_EXT);
      glTexParameterfv(T, GL_TEXTURE_BORDER_COLOR_EXT, (float[4]){u ? 0 : 0.4f, u ? 0.2f : 0, 0, 0.5f});
      glTexImage2D(T, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
   }
   glActiveTexture(GL_TEXTURE0);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 3, 3, rgba(102, 51, 0, 255), 1);
   NO_ERROR();
}

static void
borders(void **state)
{
   ON_EVERY_CHIP(borders_on);
}

static void
mirror_once_on(struct gl *g)
{
   const uint32_t row[4] = {rgba(10, 0, 0, 255), rgba(20, 0, 0, 255), rgba(30, 0, 0, 255),
                            rgba(40, 0, 0, 255)};
   GLuint p = gl_program_with(VS_POS, FS_2D);
   gl_texture(T, GL_NEAREST);
   glTexParameteri(T, GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE_EXT);
   glTexImage2D(T, 0, GL_RGBA, 4, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, row);
   static const struct {
      float s;
      unsigned want;
   } cases[] = {
      {-3,     40},
      {-0.9f,  40},
      {-0.6f,  30},
      {-0.1f,  10},
      {0.1f,   10},
      {0.4f,   20},
      {0.9f,   40},
      {1.4f,   40},
      {700.0f, 40}
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++)
      ASSERT_COLOR(g, sampled(p, cases[i].s, 0.5f, 0), rgba(cases[i].want, 0, 0, 255), 0);
}

static void
mirror_once(void **state)
{
   ON_EVERY_CHIP(mirror_once_on);
}

/* ---- levels -------------------------------------------------------------------------------------------- */

static void
levels_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, "precision highp float; uniform sampler2D s; uniform vec3 at;"
                                      "void main() { gl_FragColor = texture2D(s, at.xy, at.z); }");
   uint32_t px[8 * 8];
   gl_texture(T, GL_NEAREST_MIPMAP_NEAREST);
   for (int l = 0; l < 2; l++) {
      for (int i = 0; i < 64; i++)
         px[i] = rgba(l ? 99 : 55, 0, 0, 255);
      glTexImage2D(T, l, GL_RGBA, 8 >> l, 8 >> l, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
   }
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 200), rgba(0, 0, 0, 255), 0); /* incomplete */
   glTexParameteri(T, GL_TEXTURE_MAX_LEVEL_APPLE, 1);
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 200), rgba(99, 0, 0, 255), 0);
   glTexParameteri(T, GL_TEXTURE_MAX_LEVEL_APPLE, 0);
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 200), rgba(55, 0, 0, 255), 0);

   /* storage of three of four levels */
   GLuint t = gl_texture(T, GL_NEAREST_MIPMAP_NEAREST);
   GLint v;
   glTexStorage2DEXT(T, 3, GL_RGBA8_OES, 8, 8);
   glGetTexParameteriv(T, GL_TEXTURE_IMMUTABLE_FORMAT_EXT, &v);
   assert_int_equal(v, 1);
   for (int l = 0; l < 3; l++) {
      for (int i = 0; i < 64; i++)
         px[i] = rgba(0, 40u + 40u * (unsigned)l, 0, 255);
      glTexSubImage2D(T, l, 0, 0, 8 >> l, 8 >> l, GL_RGBA, GL_UNSIGNED_BYTE, px);
   }
   NO_ERROR();
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 200), rgba(0, 120, 0, 255), 0);
   glGenerateMipmap(T);
   NO_ERROR();
   ASSERT_COLOR(g, sampled(p, 0.5f, 0.5f, 200), rgba(0, 40, 0, 255), 0);
   glTexImage2D(T, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glDeleteTextures(1, &t);
   /* float storage, drawn to */
   GLuint f;
   t = gl_texture(T, GL_NEAREST);
   glTexStorage2DEXT(T, 1, GL_RGBA16F_EXT, 16, 16);
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T, t, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glClearColor(3, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   float out[4];
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, out);
   assert_true(out[0] == 3.0f);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &f);
   glDeleteTextures(1, &t);
}

static void
levels(void **state)
{
   ON_EVERY_CHIP(levels_on);
}

static void
srgb_decode_on(struct gl *g)
{
   const uint32_t texel = rgba(188, 64, 0, 100);
   GLuint p = gl_program_with(VS_POS, FS_2D);
   gl_texture(T, GL_NEAREST);
   glTexImage2D(T, 0, GL_SRGB_ALPHA_EXT, 1, 1, 0, GL_SRGB_ALPHA_EXT, GL_UNSIGNED_BYTE, &texel);
   ASSERT_COLOR(g, sampled(p, 0, 0, 0), rgba(128, 13, 0, 100), 1);
   glTexParameteri(T, GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT);
   ASSERT_COLOR(g, sampled(p, 0, 0, 0), texel, 0);
   glTexParameteri(T, GL_TEXTURE_SRGB_DECODE_EXT, GL_DECODE_EXT);
   ASSERT_COLOR(g, sampled(p, 0, 0, 0), rgba(128, 13, 0, 100), 1);
}

static void
srgb_decode(void **state)
{
   ON_EVERY_CHIP(srgb_decode_on);
}

static void
depth_cube_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_CUBE), t = gl_texture(GL_TEXTURE_CUBE_MAP, GL_NEAREST);
   for (unsigned face = 0; face < 6; face++) {
      uint32_t px[16];
      for (unsigned i = 0; i < 16; i++)
         px[i] = 0x28282828u * (face + 1);
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_DEPTH_COMPONENT, 4, 4, 0, GL_DEPTH_COMPONENT,
                   GL_UNSIGNED_INT, px);
   }
   NO_ERROR();
   for (unsigned face = 0; face < 6; face++) {
      float d[3] = {0, 0, 0};
      d[face / 2] = face & 1 ? -1 : 1;
      unsigned z = 0x28 * (face + 1);
      ASSERT_COLOR(g, sampled(p, d[0], d[1], d[2]), rgba(z, z, z, 255), 1);
   }
   /* drawn to */
   GLuint f;
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, t, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glClearDepthf(0.2f);
   glClear(GL_DEPTH_BUFFER_BIT);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &f);
   ASSERT_COLOR(g, sampled(p, 0, -1, 0), rgba(51, 51, 51, 255), 1);
   ASSERT_COLOR(g, sampled(p, 0, 1, 0), rgba(120, 120, 120, 255), 1);
   glDeleteTextures(1, &t);
}

static void
depth_cube(void **state)
{
   ON_EVERY_CHIP(depth_cube_on);
}

/** NV_pack_subimage and ANGLE_pack_reverse_row_order. */
static void
packing(void **state)
{
   struct gl g;
   gl_open(&g, "rv770");
   glEnable(GL_SCISSOR_TEST);
   for (int y = 0; y < 4; y++) {
      glScissor(0, y, SIZE, 1);
      glClearColor((float)y / 5, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
   }
   uint32_t px[6][8];
   memset(px, 0x77, sizeof px);
   glPixelStorei(0x0D02 /* GL_PACK_ROW_LENGTH_NV */, 8);
   glPixelStorei(0x0D03 /* GL_PACK_SKIP_ROWS_NV */, 1);
   glPixelStorei(0x0D04 /* GL_PACK_SKIP_PIXELS_NV */, 2);
   glReadPixels(0, 0, 3, 4, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (unsigned y = 0; y < 6; y++)
      for (unsigned x = 0; x < 8; x++) {
         bool inside = x >= 2 && x < 5 && y >= 1 && y < 5;
         assert_int_equal(px[y][x], inside ? rgba(51 * (y - 1), 0, 0, 255) : 0x77777777);
      }
   glPixelStorei(GL_PACK_REVERSE_ROW_ORDER_ANGLE, GL_TRUE);
   glReadPixels(0, 0, 3, 4, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (unsigned y = 1; y < 5; y++)
      assert_int_equal(px[y][2], rgba(51 * (4 - y), 0, 0, 255));
   /* rows outside the framebuffer are left alone, from the other end now */
   memset(px, 0x77, sizeof px);
   glReadPixels(0, -2, 3, 4, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (unsigned y = 1; y < 5; y++)
      assert_int_equal(px[y][2], y < 3 ? rgba(51 * (2 - y), 0, 0, 255) : 0x77777777);
   gl_close(&g);
}

/* ---- anisotropy ---------------------------------------------------------------------------------------- */

/** A texture of thin stripes seen at a flat angle: isotropic filtering has to take a grey level, anisotropic
 * filtering still sees the stripes across the compressed direction. */
static void
anisotropy_on(struct gl *g)
{
   static uint32_t px[64 * 64];
   for (unsigned i = 0; i < 64 * 64; i++)
      px[i] = i / 4 % 2 ? ~0u : rgba(0, 0, 0, 255); /* stripes of 4 texels along x */
   GLuint p =
      gl_program_with("attribute vec4 pos; varying vec2 at;"
                      "void main() { gl_Position = pos; at = (pos.xy * 0.5 + 0.5) * vec2(1.0, 8.0); }",
                      "precision highp float; uniform sampler2D s; varying vec2 at;"
                      "void main() { gl_FragColor = texture2D(s, at); }");
   GLint v;
   float most;
   glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &most);
   assert_true(most == 16.0f);
   gl_texture(T, GL_LINEAR_MIPMAP_LINEAR);
   glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   glTexImage2D(T, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
   glGenerateMipmap(T);
   int contrast[3];
   for (unsigned k = 0; k < 3; k++) {
      glTexParameterf(T, GL_TEXTURE_MAX_ANISOTROPY_EXT, k == 0 ? 1.0f : k == 1 ? 2.0f : 16.0f);
      glUseProgram(p);
      gl_fill();
      int least = 255, largest = 0;
      for (int x = 16; x < 48; x++) {
         int r = (int)(gl_pixel(x, 30) & 255);
         least = MIN2(least, r);
         largest = MAX2(largest, r);
      }
      contrast[k] = largest - least;
   }
   glGetTexParameteriv(T, GL_TEXTURE_MAX_ANISOTROPY_EXT, &v);
   assert_int_equal(v, 16);
   /* eight texels a pixel in y, one in x: level 3 has no stripes, level 2 (two samples) blurred ones */
   if (contrast[0] > 20 || contrast[1] >= contrast[2] || contrast[2] < 250)
      fail_msg("%s: contrast %d, %d, %d", g->chip, contrast[0], contrast[1], contrast[2]);
}

static void
anisotropy(void **state)
{
   ON_EVERY_CHIP(anisotropy_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(volumes), cmocka_unit_test(borders),     cmocka_unit_test(mirror_once),
      cmocka_unit_test(levels),  cmocka_unit_test(srgb_decode), cmocka_unit_test(depth_cube),
      cmocka_unit_test(packing), cmocka_unit_test(anisotropy),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
