/* SPDX-License-Identifier: MIT
 *
 * Texels from client memory and back: every format and type, alignments and sub-images; copies from the
 * framebuffer, mipmaps, completeness, storage that moves, and read-back.
 */
#include "gl_fixture.h"

#include "format/format.h"

static GLuint
texture_fbo(GLuint t)
{
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
   return fbo;
}

static GLuint
new_texture(void)
{
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   return t;
}

/** Renderable textures: what goes in by TexImage comes out of ReadPixels. */
static void
upload_and_read(void **state)
{
   static const struct {
      GLenum format, type;
      uint32_t texels[2];
      unsigned size_B;
      uint8_t want[2][4];
   } cases[] = {
      {GL_RGBA,     GL_UNSIGNED_BYTE,          {0x04030201, 0xfffe8000}, 4, {{1, 2, 3, 4}, {0, 0x80, 0xfe, 0xff}} },
      {GL_RGB,      GL_UNSIGNED_BYTE,          {0x030201, 0xfe8000},     3, {{1, 2, 3, 255}, {0, 0x80, 0xfe, 255}}},
      {GL_BGRA_EXT, GL_UNSIGNED_BYTE,          {0x04030201, 0xfffe8000}, 4, {{3, 2, 1, 4}, {0xfe, 0x80, 0, 0xff}} },
      {GL_RGB,      GL_UNSIGNED_SHORT_5_6_5,   {0xf81f, 0x0821},         2, {{255, 0, 255, 255}, {8, 4, 8, 255}}  },
      {GL_RGBA,     GL_UNSIGNED_SHORT_4_4_4_4, {0x1234, 0xf0f8},         2, {{17, 34, 51, 68}, {255, 0, 255, 136}}},
      {GL_RGBA,     GL_UNSIGNED_SHORT_5_5_5_1, {0xf801, 0x0842},         2, {{255, 0, 0, 255}, {8, 8, 8, 0}}      },
   };
   for (unsigned wide = 0; wide < 2; wide++) { /* then a driver that stores all of them as RGBA8 */
      struct fixture *f = *state;
      if (wide)
         for (unsigned i = PIPE_FORMAT_R8G8B8X8_UNORM; i < PIPE_FORMAT_L8_UNORM; i++)
            f->m.format_ok[i] = i == PIPE_FORMAT_B8G8R8A8_UNORM; /* the extension stays */
      for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
         uint8_t src[8] = {0}, out[2][4];
         memcpy(src, &cases[i].texels[0], cases[i].size_B);
         memcpy(src + cases[i].size_B, &cases[i].texels[1], cases[i].size_B);
         GLuint t = new_texture();
         glTexImage2D(GL_TEXTURE_2D, 0, (GLint)cases[i].format, 2, 1, 0, cases[i].format, cases[i].type, src);
         GLuint fbo = texture_fbo(t);
         assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
         glReadPixels(0, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, out);
         assert_gl(GL_NO_ERROR);
         assert_memory_equal(out, cases[i].want, 8);
         GLint format, type; /* the implementation's own pair */
         glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
         glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
         if (!wide && (GLenum)format == cases[i].format && (GLenum)type == cases[i].type) {
            uint8_t own[8] = {0};
            glReadPixels(0, 0, 2, 1, (GLenum)format, (GLenum)type, own);
            assert_memory_equal(own, src, 2 * cases[i].size_B);
         } else {
            glReadPixels(0, 0, 2, 1, (GLenum)format, (GLenum)type, out);
         }
         assert_gl(GL_NO_ERROR);
         glDeleteFramebuffers(1, &fbo);
         glDeleteTextures(1, &t);
      }
   }
}

/** Rows start at multiples of the alignment; EXT_unpack_subimage picks a rectangle. */
static void
unpack_parameters(void **state)
{
   uint8_t src[10 * 64], out[3 * 4 * 4];
   for (unsigned i = 0; i < sizeof src; i++)
      src[i] = (uint8_t)(i * 7);
   for (GLint align = 1; align <= 8; align *= 2) {
      GLuint t = new_texture();
      glPixelStorei(GL_UNPACK_ALIGNMENT, align);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 3, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, src);
      GLuint fbo = texture_fbo(t);
      glReadPixels(0, 0, 3, 4, GL_RGBA, GL_UNSIGNED_BYTE, out);
      unsigned stride = (9u + (unsigned)align - 1) / (unsigned)align * (unsigned)align;
      for (unsigned y = 0; y < 4; y++)
         for (unsigned x = 0; x < 3; x++)
            assert_memory_equal(out + (y * 3 + x) * 4, src + y * stride + x * 3, 3);
      glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 10);
      glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, 2);
      glPixelStorei(GL_UNPACK_SKIP_PIXELS_EXT, 5);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 2, 2, 2, GL_RGB, GL_UNSIGNED_BYTE, src);
      glReadPixels(0, 0, 3, 4, GL_RGBA, GL_UNSIGNED_BYTE, out);
      stride = (30u + (unsigned)align - 1) / (unsigned)align * (unsigned)align;
      for (unsigned y = 0; y < 2; y++)
         for (unsigned x = 0; x < 2; x++)
            assert_memory_equal(out + ((y + 2) * 3 + x + 1) * 4, src + (y + 2) * stride + (x + 5) * 3, 3);
      glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 0);
      glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, 0);
      glPixelStorei(GL_UNPACK_SKIP_PIXELS_EXT, 0);
      assert_gl(GL_NO_ERROR);
      glDeleteFramebuffers(1, &fbo);
      glDeleteTextures(1, &t);
   }
}

/** Rectangles that leave the framebuffer: only what is inside is written; pack alignment. */
static void
read_clipped(void **state)
{
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, 1, 1);
   glClearColor(0, 1, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   uint8_t px[4][5][4];
   memset(px, 0x55, sizeof px);
   glReadPixels(-2, -1, 5, 4, GL_RGBA, GL_UNSIGNED_BYTE, px);
   for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 5; x++) {
         uint32_t want = x < 2 || y < 1 ? 0x55555555u : x == 2 && y == 1 ? 0x0000ff00u : 0xff0000ffu, got;
         memcpy(&got, px[y][x], 4);
         assert_int_equal(got, want);
      }
   }
   glReadPixels(INT32_MAX - 1, INT32_MIN, INT32_MAX, INT32_MAX, GL_RGBA, GL_UNSIGNED_BYTE, px);
   glReadPixels(100, 100, 5, 4, GL_RGBA, GL_UNSIGNED_BYTE, px);
   assert_gl(GL_NO_ERROR);
   /* rows of three 16-bit pixels at alignment 8 */
   GLuint t = new_texture();
   const uint16_t src[2][4] = {
      {1, 2, 3},
      {4, 5, 6}
   };
   uint16_t out[2][4];
   memset(out, 0xff, sizeof out);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
   glPixelStorei(GL_PACK_ALIGNMENT, 8);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 3, 2, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, src);
   texture_fbo(t);
   glReadPixels(0, 0, 3, 2, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, out);
   assert_gl(GL_NO_ERROR);
   for (unsigned y = 0; y < 2; y++) {
      assert_memory_equal(out[y], src[y], 6);
      assert_int_equal(out[y][3], 0xffff);
   }
}

/** What the sampler would see of a texture that cannot be rendered to: via the driver's view of the draw. */
static const uint8_t *
sampled(struct fixture *f, unsigned level, unsigned *format)
{
   static const char vs[] = "void main() { gl_Position = vec4(0); }";
   static const char fs[] =
      "precision mediump float; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0)); }";
   GLuint p = fixture_program(vs, fs, NULL);
   glUseProgram(p);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDrawArrays(GL_POINTS, 0, 1);
   glUseProgram(0);
   glDeleteProgram(p);
   assert_gl(GL_NO_ERROR);
   struct pipe_resource *r = f->m.last.views[1][0].texture;
   struct pipe_box box = {0, 0, 0, 1, 1, 1};
   struct pipe_transfer *t;
   struct pipe_context *pipe = st_context_pipe(f->ctx);
   const uint8_t *data = pipe->texture_map(pipe, r, level, PIPE_MAP_READ, &box, &t);
   pipe->texture_unmap(pipe, t);
   *format = r->format;
   return data;
}

static void
copy_tex_image(void **state)
{
   struct fixture *f = *state;
   glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
   glClear(GL_COLOR_BUFFER_BIT);
   const struct {
      GLenum format;
      uint8_t want[4];
   } cases[] = {
      {GL_RGBA,            {51, 102, 153, 204}},
      {GL_RGB,             {51, 102, 153, 255}},
      {GL_LUMINANCE,       {51, 51, 51, 255}  },
      {GL_ALPHA,           {0, 0, 0, 204}     },
      {GL_LUMINANCE_ALPHA, {51, 51, 51, 204}  },
   };
   for (unsigned wide = 0; wide < 2; wide++) {
      for (unsigned i = PIPE_FORMAT_R8G8B8X8_UNORM; i < PIPE_FORMAT_Z16_UNORM && wide; i++)
         f->m.format_ok[i] = false;
      for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
         unsigned format;
         GLuint t = new_texture();
         glCopyTexImage2D(GL_TEXTURE_2D, 0, cases[i].format, -1, -1, 4, 4, 0);
         glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 3, 3, 4, 4);
         uint8_t rgba[1][4];
         const uint8_t *texel = sampled(f, 0, &format);
         u_format_unpack_ubyte(format, rgba, texel, 1);
         const uint8_t *sw = f->m.last.views[1][0].swizzle;
         for (unsigned c = 0; c < 4; c++)
            assert_int_equal(sw[c] == PIPE_SWIZZLE_1 ? 255 : rgba[0][sw[c]], cases[i].want[c]);
         glDeleteTextures(1, &t);
      }
   }
   /* From a framebuffer without alpha. */
   GLuint t = new_texture();
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
   texture_fbo(t);
   new_texture();
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 0);
   assert_gl(GL_INVALID_OPERATION);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_ALPHA, 0, 0, 4, 4, 0);
   assert_gl(GL_INVALID_OPERATION);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 0, 0, 4, 4, 0);
   assert_gl(GL_NO_ERROR);
   /* From the texture itself. */
   glBindTexture(GL_TEXTURE_2D, t);
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 1, 1, 0, 0, 3, 3);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, 2, 2, 0);
   assert_gl(GL_NO_ERROR);
}

static void
mipmaps(void **state)
{
   struct fixture *f = *state;
   static const GLenum formats[] = {GL_RGBA, GL_RGB, GL_LUMINANCE, GL_ALPHA, GL_LUMINANCE_ALPHA};
   uint8_t src[8 * 4 * 4];
   memset(src, 100, sizeof src);
   for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
      for (unsigned before = 0; before < 2; before++) { /* filter set before or after the image */
         GLuint t;
         unsigned format;
         glGenTextures(1, &t);
         glBindTexture(GL_TEXTURE_2D, t);
         if (before)
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
         glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
         glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i], 8, 4, 0, formats[i], GL_UNSIGNED_BYTE, src);
         glGenerateMipmap(GL_TEXTURE_2D);
         glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
         const uint8_t *texel = sampled(f, 3, &format);
         assert_int_equal(f->m.last.views[1][0].last_level, 3);
         uint8_t rgba[1][4];
         u_format_unpack_ubyte(format, rgba, texel, 1);
         const uint8_t *sw = u_format_desc(format)->swizzle;
         for (unsigned c = 0; c < 4; c++)
            if (sw[c] <= PIPE_SWIZZLE_W && u_format_bits(format, c))
               assert_int_equal(rgba[0][c], 100);
         glDeleteTextures(1, &t);
      }
   }
}

/** Levels in any order, sizes that do not fit, and completeness at each step. */
static void
completeness(void **state)
{
   struct fixture *f = *state;
   unsigned format;
   GLuint t;
   uint8_t data[8][256];
   for (unsigned l = 0; l < 8; l++)
      memset(data[l], (int)(10 * l + 1), sizeof data[l]);
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (int l = 3; l >= 0; l--) { /* smallest first */
      sampled(f, 0, &format);
      assert_int_equal(f->m.last.views[1][0].texture->width0, 1); /* the black one */
      glTexImage2D(GL_TEXTURE_2D, l, GL_LUMINANCE, 8 >> l, 8 >> l, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE,
                   data[l]);
   }
   for (unsigned l = 0; l < 4; l++)
      assert_int_equal(*sampled(f, l, &format), 10 * l + 1);
   /* A level of the wrong size, then the wrong format, then right again. */
   glTexImage2D(GL_TEXTURE_2D, 2, GL_LUMINANCE, 3, 2, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, data[5]);
   sampled(f, 0, &format);
   assert_int_equal(f->m.last.views[1][0].texture->width0, 1);
   glTexImage2D(GL_TEXTURE_2D, 2, GL_ALPHA, 2, 2, 0, GL_ALPHA, GL_UNSIGNED_BYTE, data[5]);
   sampled(f, 0, &format);
   assert_int_equal(f->m.last.views[1][0].texture->width0, 1);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR); /* no mipmaps, no problem */
   assert_int_equal(*sampled(f, 0, &format), 1);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 2, GL_LUMINANCE, 2, 2, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, data[5]);
   assert_int_equal(*sampled(f, 2, &format), 51);
   assert_int_equal(*sampled(f, 3, &format), 31);
   /* A new base: the other levels do not fit any more; none left: incomplete. */
   glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 16, 16, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, data[0]);
   sampled(f, 0, &format);
   assert_int_equal(f->m.last.views[1][0].texture->width0, 1);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 8, 8, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, data[7]);
   assert_int_equal(*sampled(f, 0, &format), 71);
   assert_int_equal(*sampled(f, 1, &format), 11);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 0, 0, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, NULL);
   sampled(f, 0, &format);
   assert_int_equal(f->m.last.views[1][0].texture->width0, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, data[0]);
   assert_gl(GL_INVALID_OPERATION);
}

static void
depth_uploads(void **state)
{
   struct fixture *f = *state;
   unsigned format;
   uint32_t word;
   const uint16_t z16 = 0x8001;
   const uint32_t z32 = 0x80000001u, z24s8 = 0x123456ab;
   new_texture();
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 1, 1, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &z16);
   assert_memory_equal(sampled(f, 0, &format), &z16, 2);
   assert_int_equal(format, PIPE_FORMAT_Z16_UNORM);
   assert_memory_equal(f->m.last.views[1][0].swizzle, ((uint8_t[4]){0, 0, 0, PIPE_SWIZZLE_1}), 4);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 1, 1, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, &z32);
   memcpy(&word, sampled(f, 0, &format), 4);
   assert_int_equal(word, 0x800000);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL_OES, 1, 1, 0, GL_DEPTH_STENCIL_OES,
                GL_UNSIGNED_INT_24_8_OES, &z24s8);
   memcpy(&word, sampled(f, 0, &format), 4);
   assert_int_equal(word, 0xab123456);
   glGenerateMipmap(GL_TEXTURE_2D);
   assert_gl(GL_INVALID_OPERATION);
   /* A driver without Z16: the value keeps its place in the range. */
   f->m.format_ok[PIPE_FORMAT_Z16_UNORM] = false;
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 1, 1, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &z16);
   memcpy(&word, sampled(f, 0, &format), 4);
   assert_int_equal(word, 0x800180);
}

static void
out_of_memory(void **state)
{
   struct fixture *f = *state;
   unsigned format;
   new_texture();
   const uint8_t one = 77;
   f->m.fail_resources_in = 1;
   glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 1, 1, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, &one);
   assert_gl(GL_OUT_OF_MEMORY);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 1, 1, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, &one);
   assert_int_equal(*sampled(f, 0, &format), 77);
   glBindBuffer(GL_ARRAY_BUFFER, 5);
   glBufferData(GL_ARRAY_BUFFER, 4, "abc", GL_STATIC_DRAW);
   f->m.fail_resources_in = 1;
   glBufferData(GL_ARRAY_BUFFER, 8, NULL, GL_STATIC_DRAW);
   assert_gl(GL_OUT_OF_MEMORY);
   GLint size;
   glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
   assert_int_equal(size, 4);
   glBindRenderbuffer(GL_RENDERBUFFER, 3);
   f->m.fail_resources_in = 1;
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 4, 4);
   assert_gl(GL_OUT_OF_MEMORY);
}

#define T(f) cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      T(upload_and_read), T(unpack_parameters), T(read_clipped),  T(copy_tex_image),
      T(mipmaps),         T(completeness),      T(depth_uploads), T(out_of_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
