/* SPDX-License-Identifier: MIT
 *
 * Image formats of the extensions through the whole stack: compressed blocks as the sampler decodes them and
 * as glTexImage encodes them, float, one- and two-component, sRGB, 16-bit and 10-bit textures, half-float
 * targets.
 */
#include "gl_chip.h"

#include "util/u_math.h"

#define T GL_TEXTURE_2D
#define FS_TEX                                                                                               \
   "precision highp float; uniform sampler2D s; uniform vec2 at; uniform vec4 mul, add;"                     \
   "void main() { gl_FragColor = texture2D(s, at) * mul + add; }"

static GLuint
texture(void)
{
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(T, t);
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(T, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(T, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   return t;
}

static GLuint
program(float mul, float add)
{
   GLuint p = gl_program_with(VS_POS, FS_TEX);
   glUniform4f(glGetUniformLocation(p, "mul"), mul, mul, mul, mul);
   glUniform4f(glGetUniformLocation(p, "add"), add, add, add, add);
   return p;
}

/** Texel (x, y) of a w x h texture as the shader makes it. */
static uint32_t
sampled(GLuint p, int x, int y, int w, int h)
{
   glUniform2f(glGetUniformLocation(p, "at"), ((float)x + 0.5f) / (float)w, ((float)y + 0.5f) / (float)h);
   gl_rect(-1, -1, -0.9f, -0.9f, 0);
   return gl_pixel(1, 1);
}

#define ASSERT_TEXEL(g, got, want, tolerance, what)                                                          \
   do {                                                                                                      \
      uint32_t got_ = (got), want_ = (want);                                                                 \
      if (gl_difference(got_, want_) > (tolerance))                                                          \
         fail_msg("%s: %s: %08x, not %08x (line %d)", (g)->chip, what, got_, want_, __LINE__);               \
   } while (0)

/* ---- given blocks -------------------------------------------------------------------------------------- */

static void
blocks_on(struct gl *g)
{
   /* red and blue ends, indices 0 1 2 3 in every row */
   static const uint8_t four[8] = {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0xe4, 0xe4, 0xe4},
                        three[8] = {0x1f, 0x00, 0x00, 0xf8, 0xe4, 0xe4, 0xe4, 0xe4};
   GLuint p = program(1, 0), t = texture();
   uint32_t want4[4] = {rgba(255, 0, 0, 255), rgba(0, 0, 255, 255), rgba(170, 0, 85, 255),
                        rgba(85, 0, 170, 255)};
   uint32_t want3[4] = {rgba(0, 0, 255, 255), rgba(255, 0, 0, 255), rgba(127, 0, 127, 255), 0};
   glCompressedTexImage2D(T, 0, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 4, 4, 0, 8, four);
   for (int x = 0; x < 4; x++)
      ASSERT_TEXEL(g, sampled(p, x, x, 4, 4), want4[x], 1, "DXT1, four colours");
   glCompressedTexImage2D(T, 0, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 4, 4, 0, 8, three);
   for (int x = 0; x < 4; x++)
      ASSERT_TEXEL(g, sampled(p, x, x, 4, 4), want3[x], 1, "DXT1, three colours");
   glCompressedTexImage2D(T, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, 8, three);
   ASSERT_TEXEL(g, sampled(p, 3, 0, 4, 4), rgba(0, 0, 0, 255), 1, "DXT1 without alpha");

   uint8_t b16[16] = {0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe};
   memcpy(b16 + 8, three, 8); /* always four colours here */
   glCompressedTexImage2D(T, 0, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, 4, 4, 0, 16, b16);
   ASSERT_TEXEL(g, sampled(p, 3, 1, 4, 4), rgba(170, 0, 85, 119), 1, "DXT3");
   /* 200 .. 40 in eight steps, the texels 0 to 7 with indices 0 to 7 */
   const uint8_t ramp[8] = {200, 40, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa};
   memcpy(b16, ramp, 8);
   glCompressedTexImage2D(T, 0, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 4, 4, 0, 16, b16);
   for (int i = 0; i < 8; i++) {
      int a = i == 0 ? 200 : i == 1 ? 40 : (200 * (8 - i) + 40 * (i - 1)) / 7;
      ASSERT_TEXEL(g, sampled(p, i % 4, i / 4, 4, 4) >> 24, (uint32_t)a, 1, "DXT5 alpha");
   }
   glCompressedTexImage2D(T, 0, GL_COMPRESSED_RED_RGTC1_EXT, 4, 4, 0, 8, ramp);
   ASSERT_TEXEL(g, sampled(p, 1, 0, 4, 4), rgba(40, 0, 0, 255), 0, "RGTC1");
   memcpy(b16 + 8, ramp, 8);
   glCompressedTexImage2D(T, 0, GL_COMPRESSED_RED_GREEN_RGTC2_EXT, 4, 4, 0, 16, b16);
   ASSERT_TEXEL(g, sampled(p, 0, 0, 4, 4), rgba(200, 200, 0, 255), 0, "RGTC2");
   /* ETC1: both halves mid grey, table 0, all pixels +2 */
   const uint8_t etc[8] = {0x88, 0x84, 0x80, 0x00, 0, 0, 0, 0};
   glCompressedTexImage2D(T, 0, GL_ETC1_RGB8_OES, 3, 3, 0, 8, etc);
   ASSERT_TEXEL(g, sampled(p, 0, 0, 3, 3), rgba(138, 138, 138, 255), 0, "ETC1, left");
   ASSERT_TEXEL(g, sampled(p, 2, 2, 3, 3), rgba(138, 70, 2, 255), 0, "ETC1, right");
   glDeleteTextures(1, &t);
   /* signed: -127 .. 127 shown as 0 .. 1 */
   p = program(0.5f, 0.5f);
   t = texture();
   const uint8_t signed_ramp[8] = {0x7f, 0x81, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa};
   glCompressedTexImage2D(T, 0, GL_COMPRESSED_SIGNED_RED_RGTC1_EXT, 4, 4, 0, 8, signed_ramp);
   ASSERT_TEXEL(g, sampled(p, 0, 0, 4, 4) & 255, 255, 1, "signed RGTC1, 1");
   ASSERT_TEXEL(g, sampled(p, 1, 0, 4, 4) & 255, 0, 1, "signed RGTC1, -1");
   ASSERT_TEXEL(g, sampled(p, 2, 0, 4, 4) & 255, 219, 2, "signed RGTC1, 5/7");
}

static void
blocks(void **state)
{
   ON_EVERY_CHIP(blocks_on);
}

/** A mip chain given in blocks and parts of it replaced, at sizes that are no multiple of four. */
static void
parts_on(struct gl *g)
{
   static const uint8_t red[8] = {0x00, 0xf8, 0x00, 0xf8}, green[8] = {0xe0, 0x07, 0xe0, 0x07};
   uint8_t data[12 * 8];
   GLuint p = program(1, 0), t = texture();
   for (unsigned i = 0; i < 12; i++)
      memcpy(data + 8 * i, red, 8);
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glCompressedTexImage2D(T, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 11, 14, 0, 12 * 8, data);
   glCompressedTexImage2D(T, 1, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 5, 7, 0, 4 * 8, data);
   glCompressedTexImage2D(T, 2, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 2, 3, 0, 8, data);
   glCompressedTexImage2D(T, 3, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 1, 1, 0, 8, data);
   glCompressedTexSubImage2D(T, 0, 8, 12, 3, 2, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8, green);
   glCompressedTexSubImage2D(T, 0, 4, 4, 4, 4, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8, green);
   for (int y = 0; y < 14; y++)
      for (int x = 0; x < 11; x++) {
         bool is_green = (x >= 8 && y >= 12) || (x / 4 == 1 && y / 4 == 1);
         ASSERT_TEXEL(g, sampled(p, x, y, 11, 14), is_green ? rgba(0, 255, 0, 255) : rgba(255, 0, 0, 255), 0,
                      "parts");
      }
   glDeleteTextures(1, &t);
}

static void
parts(void **state)
{
   ON_EVERY_CHIP(parts_on);
}

/* ---- encoding ------------------------------------------------------------------------------------------ */

/** A smooth picture and one of hard edges, compressed by glTexImage: how far is what is sampled? */
static void
encoders_on(struct gl *g)
{
   static const struct {
      GLenum internal, format, type;
      unsigned channels; /* that come back */
      int smooth, hard;  /* largest difference allowed */
      const char *name;
   } cases[] = {
      {GL_COMPRESSED_RGB_S3TC_DXT1_EXT,   GL_RGBA,    GL_UNSIGNED_BYTE, 3, 20, 8, "DXT1" },
      {GL_COMPRESSED_RGBA_S3TC_DXT3_EXT,  GL_RGBA,    GL_UNSIGNED_BYTE, 4, 20, 9, "DXT3" },
      {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT,  GL_RGBA,    GL_UNSIGNED_BYTE, 4, 20, 8, "DXT5" },
      {GL_COMPRESSED_RED_RGTC1_EXT,       GL_RED_EXT, GL_UNSIGNED_BYTE, 1, 3,  1, "RGTC1"},
      {GL_COMPRESSED_RED_GREEN_RGTC2_EXT, GL_RG_EXT,  GL_UNSIGNED_BYTE, 2, 3,  1, "RGTC2"},
      {GL_COMPRESSED_RGBA_BPTC_UNORM_EXT, GL_RGBA,    GL_UNSIGNED_BYTE, 4, 20, 3, "BPTC" },
   };
   const int w = 10, h = 7;
   GLuint p = program(1, 0);
   const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      if (!strcmp(cases[i].name, "BPTC") && !strstr(extensions, "GL_EXT_texture_compression_bptc"))
         continue;
      const unsigned n = cases[i].format == GL_RGBA ? 4 : cases[i].format == GL_RG_EXT ? 2 : 1;
      for (unsigned hard = 0; hard < 2; hard++) {
         uint8_t px[10 * 7 * 4];
         for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
               uint8_t c[4] = {(uint8_t)(40 + 12 * x), (uint8_t)(200 - 10 * y), (uint8_t)(30 + 5 * x + 6 * y),
                               (uint8_t)(255 - 9 * x)};
               if (hard)
                  for (unsigned k = 0; k < 4; k++)
                     c[k] = (x / 2 + y / 2) % 2 ? (uint8_t)(20 + 60 * k) : (uint8_t)(250 - 40 * k);
               memcpy(px + (y * w + x) * (int)n, c, n);
            }
         GLuint t = texture();
         glTexImage2D(T, 0, (GLint)cases[i].internal, w, h, 0, cases[i].format, cases[i].type, px);
         for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
               uint32_t want = rgba(0, 0, 0, 255);
               memcpy(&want, px + (y * w + x) * (int)n, MIN2(n, cases[i].channels));
               if (gl_difference(sampled(p, x, y, w, h), want) > (hard ? cases[i].hard : cases[i].smooth))
                  fail_msg("%s: %s, %s, texel (%d, %d): %08x, not %08x", g->chip, cases[i].name,
                           hard ? "edges" : "smooth", x, y, sampled(p, x, y, w, h), want);
            }
         glDeleteTextures(1, &t);
      }
   }
   /* alpha below one half cuts out */
   uint8_t px[16][4];
   for (unsigned i = 0; i < 16; i++)
      memcpy(px[i], (uint8_t[4]){255, 128, 0, (uint8_t)(i * 17)}, 4);
   texture();
   glTexImage2D(T, 0, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (int i = 0; i < 16; i++)
      ASSERT_TEXEL(g, sampled(p, i % 4, i / 4, 4, 4), i < 8 ? 0 : rgba(255, 130, 0, 255), 4, "DXT1 alpha");
}

static void
encoders(void **state)
{
   ON_EVERY_CHIP(encoders_on);
}

/** BC6H through glTexImage: floats far apart, signed and not. */
static void
bptc_float_on(struct gl *g)
{
   const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
   const bool evergreen = !strcmp(g->chip, "cypress") || !strcmp(g->chip, "cayman");
   assert_int_equal(strstr(extensions, "GL_EXT_texture_compression_bptc") != NULL, evergreen);
   if (!evergreen) {
      glTexImage2D(T, 0, GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT, 4, 4, 0, GL_RGB, GL_FLOAT, NULL);
      assert_int_equal(glGetError(), GL_INVALID_VALUE);
      return;
   }
   for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
      float px[16][3];
      for (unsigned i = 0; i < 16; i++) {
         px[i][0] = 0.5f * (float)i;
         px[i][1] = is_signed ? 1.0f - 0.25f * (float)i : 40.0f;
         px[i][2] = 3.0f;
      }
      texture();
      glTexImage2D(T, 0,
                   is_signed ? GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT
                             : GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT,
                   4, 4, 0, GL_RGB, GL_FLOAT, px);
      GLuint p = program(0.02f, 0.2f);
      for (int i = 0; i < 16; i++) {
         uint32_t want = 255u << 24;
         for (unsigned c = 0; c < 3; c++) {
            float f = px[i][c] * 0.02f + 0.2f;
            want |= (uint32_t)(f * 255 + 0.5f) << (8 * c);
         }
         /* halves are spaced like logarithms: a line through them is not one through the values */
         ASSERT_TEXEL(g, sampled(p, i % 4, i / 4, 4, 4) | 255u << 24, want, 24, "BC6H");
      }
      /* constant blocks come back almost exactly */
      for (unsigned i = 0; i < 16; i++)
         px[i][0] = 7.25f, px[i][1] = is_signed ? -2.5f : 0.125f, px[i][2] = 30.0f;
      glTexImage2D(T, 0,
                   is_signed ? GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT
                             : GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT,
                   4, 4, 0, GL_RGB, GL_FLOAT, px);
      ASSERT_TEXEL(g, sampled(p, 2, 2, 4, 4) | 255u << 24, rgba(88, is_signed ? 38 : 52, 204, 255), 2,
                   "BC6H, constant");
   }
}

static void
bptc_float(void **state)
{
   ON_EVERY_CHIP(bptc_float_on);
}

/* ---- uncompressed -------------------------------------------------------------------------------------- */

static void
uncompressed_on(struct gl *g)
{
   static const float f[4] = {0.25f, -0.5f, 0.75f, 0.5f};
   const uint16_t h[4] = {u_float_to_half(0.25f), u_float_to_half(-0.5f), u_float_to_half(0.75f),
                          u_float_to_half(0.5f)};
   static const uint8_t u[4] = {64, 0, 191, 128};
   static const uint16_t n16[4] = {0x4000, 0x0000, 0xc000, 0x8000};
   const uint32_t rev = 256u | 0u << 10 | 767u << 20 | 2u << 30;
   const struct {
      GLenum internal, format, type;
      const void *data;
      uint32_t want; /* of value / 2 + 1/2 */
      const char *name;
   } cases[] = {
      {GL_RGBA,                  GL_RGBA,            GL_FLOAT,                           f,       rgba(159, 64,  223, 191), "RGBA float"       },
      {GL_RGB,                   GL_RGB,             GL_FLOAT,                           f,       rgba(159, 64,  223, 255), "RGB float"        },
      {GL_LUMINANCE,             GL_LUMINANCE,       GL_FLOAT,                           f,       rgba(159, 159, 159, 255), "L float"          },
      {GL_ALPHA,                 GL_ALPHA,           GL_FLOAT,                           f,       rgba(128, 128, 128, 159), "A float"          },
      {GL_LUMINANCE_ALPHA,       GL_LUMINANCE_ALPHA, GL_FLOAT,                           f,       rgba(159, 159, 159, 64),  "LA float"         },
      {GL_RED_EXT,               GL_RED_EXT,         GL_FLOAT,                           f + 1,   rgba(64,  128, 128, 255), "R float"          },
      {GL_RG_EXT,                GL_RG_EXT,          GL_FLOAT,                           f,       rgba(159, 64,  128, 255), "RG float"         },
      {GL_RGBA,                  GL_RGBA,            GL_HALF_FLOAT_OES,                  h,       rgba(159, 64,  223, 191), "RGBA half"        },
      {GL_RGB,                   GL_RGB,             GL_HALF_FLOAT_OES,                  h,       rgba(159, 64,  223, 255), "RGB half"         },
      {GL_LUMINANCE,             GL_LUMINANCE,       GL_HALF_FLOAT_OES,                  h,       rgba(159, 159, 159, 255), "L half"           },
      {GL_ALPHA,                 GL_ALPHA,           GL_HALF_FLOAT_OES,                  h,       rgba(128, 128, 128, 159), "A half"           },
      {GL_LUMINANCE_ALPHA,       GL_LUMINANCE_ALPHA, GL_HALF_FLOAT_OES,                  h,       rgba(159, 159, 159, 64),  "LA half"          },
      {GL_RED_EXT,               GL_RED_EXT,         GL_HALF_FLOAT_OES,                  h,       rgba(159, 128, 128, 255), "R half"           },
      {GL_RG_EXT,                GL_RG_EXT,          GL_HALF_FLOAT_OES,                  h,       rgba(159, 64,  128, 255), "RG half"          },
      {GL_RED_EXT,               GL_RED_EXT,         GL_UNSIGNED_BYTE,                   u,       rgba(160, 128, 128, 255), "R"                },
      {GL_RG_EXT,                GL_RG_EXT,          GL_UNSIGNED_BYTE,                   u,       rgba(160, 128, 128, 255), "RG"               },
      {GL_SRGB_EXT,              GL_SRGB_EXT,        GL_UNSIGNED_BYTE,                   u,       rgba(134, 128, 194, 255), "SRGB"             },
      {GL_SRGB_ALPHA_EXT,        GL_SRGB_ALPHA_EXT,  GL_UNSIGNED_BYTE,                   u,       rgba(134, 128, 194, 191), "SRGB_ALPHA"       },
      {GL_RGBA,                  GL_RGBA,            GL_UNSIGNED_INT_2_10_10_10_REV_EXT, &rev,    rgba(159, 128, 223, 213), "2_10_10_10"       },
      {GL_RGB,                   GL_RGB,             GL_UNSIGNED_INT_2_10_10_10_REV_EXT, &rev,    rgba(159, 128, 223, 255), "2_10_10_10 RGB"   },
      {GL_R16_EXT,               GL_RED_EXT,         GL_UNSIGNED_SHORT,                  n16,     rgba(159, 128, 128, 255), "R16"              },
      {GL_RG16_EXT,              GL_RG_EXT,          GL_UNSIGNED_SHORT,                  n16,     rgba(159, 128, 128, 255), "RG16"             },
      {GL_RGB16_EXT,             GL_RGB,             GL_UNSIGNED_SHORT,                  n16,     rgba(159, 128, 223, 255), "RGB16"            },
      {GL_RGBA16_EXT,            GL_RGBA,            GL_UNSIGNED_SHORT,                  n16,     rgba(159, 128, 223, 191), "RGBA16"           },
      {GL_RGBA16_SNORM_EXT,      GL_RGBA,            GL_SHORT,                           n16,     rgba(191, 128, 64,  0),   "RGBA16_SNORM"     },
      {GL_R16_SNORM_EXT,         GL_RED_EXT,         GL_SHORT,                           n16 + 2, rgba(64,  128, 128, 255), "R16_SNORM"        },
      {GL_RGBA4,                 GL_RGBA,            GL_UNSIGNED_BYTE,                   u,       rgba(162, 128, 221, 196), "RGBA4 from bytes" },
      {GL_RGB565,                GL_RGB,             GL_UNSIGNED_BYTE,                   u,       rgba(160, 128, 223, 255), "RGB565 from bytes"},
      {GL_LUMINANCE4_ALPHA4_OES, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE,                   u,       rgba(160, 160, 160, 128), "L4A4"             },
   };
   GLuint p = program(0.5f, 0.5f);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      GLuint t = texture();
      glTexImage2D(T, 0, (GLint)cases[i].internal, 1, 1, 0, cases[i].format, cases[i].type, cases[i].data);
      ASSERT_TEXEL(g, sampled(p, 0, 0, 1, 1), cases[i].want, 1, cases[i].name);
      glDeleteTextures(1, &t);
   }
}

static void
uncompressed(void **state)
{
   ON_EVERY_CHIP(uncompressed_on);
}

/** Halves keep what is outside [0, 1]: cleared, drawn, blended, read, copied. */
static void
half_targets_on(struct gl *g)
{
   static const GLenum formats[] = {GL_RGBA16F_EXT, GL_RGB16F_EXT, GL_RG16F_EXT, GL_R16F_EXT};
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++) {
      GLuint rb, fbo;
      GLint v;
      float px[4];
      const unsigned n = 4 - i;
      glGenRenderbuffers(1, &rb);
      glBindRenderbuffer(GL_RENDERBUFFER, rb);
      glRenderbufferStorage(GL_RENDERBUFFER, formats[i], 16, 16);
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                            GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE_EXT, &v);
      assert_int_equal(v, GL_FLOAT);
      glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &v);
      assert_int_equal(v, GL_HALF_FLOAT_OES);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_RED_SIZE, &v);
      assert_int_equal(v, 16);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_ALPHA_SIZE, &v);
      assert_int_equal(v, i ? 0 : 16);
      glClearColor(-2, 3, 0.5f, 8);
      glClear(GL_COLOR_BUFFER_BIT);
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, px);
      const float cleared[4] = {-2, n > 1 ? 3 : 0, n > 2 ? 0.5f : 0, n > 3 ? 8 : 1};
      assert_memory_equal(px, cleared, sizeof px);
      /* (-2, 3, 0.5, 8) + 2 * (4, 4, 4, 4) * (0.5, 0.5, 0.5, 2) */
      GLuint p = gl_program_with(VS_POS, FS_COLOR);
      glUniform4f(glGetUniformLocation(p, "c"), 4, 4, 4, 4);
      glViewport(0, 0, 16, 16);
      glEnable(GL_BLEND);
      glBlendColor(1, 1, 1, 2);
      glBlendFunc(GL_CONSTANT_COLOR, GL_ONE);
      gl_fill();
      glDisable(GL_BLEND);
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, px);
      const float blended[4] = {2, n > 1 ? 7 : 0, n > 2 ? 4.5f : 0, n > 3 ? 16 : 1};
      for (unsigned c = 0; c < 4; c++)
         if (px[c] != blended[c])
            fail_msg("%s: format 0x%x, component %u: %g, not %g", g->chip, formats[i], c, (double)px[c],
                     (double)blended[c]);
      ASSERT_PIXEL(g, 3, 3, rgba(255, n > 1 ? 255 : 0, n > 2 ? 255 : 0, 255));
      /* a copy is a float texture, too */
      GLuint t = texture(), fbo2;
      glCopyTexImage2D(T, 0,
                       n == 4   ? GL_RGBA
                       : n == 3 ? GL_RGB
                       : n == 2 ? GL_RG_EXT
                                : GL_RED_EXT,
                       0, 0, 8, 8, 0);
      glGenFramebuffers(1, &fbo2);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo2);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T, t, 0);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, px);
      assert_memory_equal(px, blended, sizeof px);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glDeleteFramebuffers(1, &fbo);
      glDeleteFramebuffers(1, &fbo2);
      glDeleteRenderbuffers(1, &rb);
      glDeleteTextures(1, &t);
      glDeleteProgram(p);
      glViewport(0, 0, SIZE, SIZE);
   }
}

/** EXT_float_blend: 32 bits are blended with all of their bits, in a context of 3.0 instead of the one that gl_open() made. */
static void
float_blend_on(struct gl *g)
{
   static const GLenum formats[] = {GL_RGBA32F_EXT, GL_RG32F_EXT, GL_R32F_EXT};
   const struct st_context_attribs attribs = {.version = 30};
   struct st_context *of_2_0 = g->ctx;
   assert_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_float_blend"));
   g->ctx = st_context_create(g->screen, NULL, &attribs);
   assert_non_null(g->ctx);
   st_make_current(g->ctx, g->fb, g->fb);
   st_context_destroy(of_2_0);
   assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_float_blend"));
   GLuint fbo, rb, p = gl_program_with(VS_POS, FS_COLOR);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glViewport(0, 0, 16, 16);
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++) {
      const unsigned n = i ? 3 - i : 4;
      float px[4];
      glRenderbufferStorage(GL_RENDERBUFFER, formats[i], 16, 16);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glClearColor(1 + 0x1p-20f, -70000, 0x1p-30f, 1e30f);
      glClear(GL_COLOR_BUFFER_BIT);
      glUniform4f(glGetUniformLocation(p, "c"), 2, 65536.5f, 0x1p-29f, 3);
      glEnable(GL_BLEND);
      glBlendFunc(GL_ONE, GL_ONE);
      gl_fill();
      glDisable(GL_BLEND);
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, px);
      const float want[4] = {3 + 0x1p-20f, n > 1 ? -4463.5f : 0, n > 2 ? 0x1p-30f + 0x1p-29f : 0,
                             n > 3 ? 1e30f : 1};
      for (unsigned c = 0; c < 4; c++)
         if (px[c] != want[c])
            fail_msg("%s: format 0x%x, component %u: %a, not %a", g->chip, formats[i], c, (double)px[c],
                     (double)want[c]);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
   glDeleteProgram(p);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void
float_blend(void **state)
{
   ON_EVERY_CHIP(float_blend_on);
}

static void
half_targets(void **state)
{
   ON_EVERY_CHIP(half_targets_on);
}

/** What is written to an sRGB target is encoded, and blending is linear. */
static void
srgb_targets_on(struct gl *g)
{
   GLuint rb, fbo;
   GLint v;
   uint32_t px;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_SRGB8_ALPHA8_EXT, 8, 8);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                         GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING_EXT, &v);
   assert_int_equal(v, GL_SRGB_EXT);
   glClearColor(0.2f, 0.5f, 1, 0.5f);
   glClear(GL_COLOR_BUFFER_BIT);
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &px);
   ASSERT_TEXEL(g, px, rgba(124, 188, 255, 128), 1, "sRGB clear");
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 0.3f, 0.25f, 0, 0.25f);
   glViewport(0, 0, 8, 8);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   gl_fill();
   glDisable(GL_BLEND);
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &px);
   ASSERT_TEXEL(g, px, rgba(188, 225, 255, 191), 1, "sRGB blend");
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
}

static void
srgb_targets(void **state)
{
   ON_EVERY_CHIP(srgb_targets_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks),      cmocka_unit_test(parts),        cmocka_unit_test(encoders),
      cmocka_unit_test(bptc_float),  cmocka_unit_test(uncompressed), cmocka_unit_test(half_targets),
      cmocka_unit_test(float_blend), cmocka_unit_test(srgb_targets),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
