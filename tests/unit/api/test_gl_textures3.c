/* SPDX-License-Identifier: MIT
 *
 * Textures of OpenGL ES 3.0 on a driver that has all of it: arrays, levels, swizzles, completeness, the pixel store in three
 * dimensions, which client pixels an internal format takes, and what is drawn with.
 */
#include "gl_fixture.h"

#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_texture.h"

#define E(error, call)                                                                                       \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum e_ = glGetError();                                                                              \
      if (e_ != (error))                                                                                     \
         fail_msg("%s: 0x%x instead of " #error " (line %d)", #call, e_, __LINE__);                          \
   } while (0)

static struct st_context *
context(void **state)
{
   return ((struct fixture *)*state)->ctx;
}

static struct st_texture *
bound(void **state, enum st_tex k)
{
   return context(state)->units[0].tex[k];
}

/** ES 3.0.6 table 3.2. */
static const struct {
   GLenum internal, format;
   GLenum types[4];
} table[] = {
   {GL_RGBA8,              GL_RGBA,            {GL_UNSIGNED_BYTE}                                                           },
   {GL_RGB5_A1,            GL_RGBA,            {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_5_5_1, GL_UNSIGNED_INT_2_10_10_10_REV}},
   {GL_RGBA4,              GL_RGBA,            {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_4_4_4_4}                                },
   {GL_SRGB8_ALPHA8,       GL_RGBA,            {GL_UNSIGNED_BYTE}                                                           },
   {GL_RGBA8_SNORM,        GL_RGBA,            {GL_BYTE}                                                                    },
   {GL_RGB10_A2,           GL_RGBA,            {GL_UNSIGNED_INT_2_10_10_10_REV}                                             },
   {GL_RGBA16F,            GL_RGBA,            {GL_HALF_FLOAT, GL_FLOAT}                                                    },
   {GL_RGBA32F,            GL_RGBA,            {GL_FLOAT}                                                                   },
   {GL_RGBA8UI,            GL_RGBA_INTEGER,    {GL_UNSIGNED_BYTE}                                                           },
   {GL_RGBA8I,             GL_RGBA_INTEGER,    {GL_BYTE}                                                                    },
   {GL_RGBA16UI,           GL_RGBA_INTEGER,    {GL_UNSIGNED_SHORT}                                                          },
   {GL_RGBA16I,            GL_RGBA_INTEGER,    {GL_SHORT}                                                                   },
   {GL_RGBA32UI,           GL_RGBA_INTEGER,    {GL_UNSIGNED_INT}                                                            },
   {GL_RGBA32I,            GL_RGBA_INTEGER,    {GL_INT}                                                                     },
   {GL_RGB10_A2UI,         GL_RGBA_INTEGER,    {GL_UNSIGNED_INT_2_10_10_10_REV}                                             },
   {GL_RGB8,               GL_RGB,             {GL_UNSIGNED_BYTE}                                                           },
   {GL_RGB565,             GL_RGB,             {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5}                                  },
   {GL_SRGB8,              GL_RGB,             {GL_UNSIGNED_BYTE}                                                           },
   {GL_RGB8_SNORM,         GL_RGB,             {GL_BYTE}                                                                    },
   {GL_R11F_G11F_B10F,     GL_RGB,             {GL_UNSIGNED_INT_10F_11F_11F_REV, GL_HALF_FLOAT, GL_FLOAT}                   },
   {GL_RGB9_E5,            GL_RGB,             {GL_UNSIGNED_INT_5_9_9_9_REV, GL_HALF_FLOAT, GL_FLOAT}                       },
   {GL_RGB16F,             GL_RGB,             {GL_HALF_FLOAT, GL_FLOAT}                                                    },
   {GL_RGB32F,             GL_RGB,             {GL_FLOAT}                                                                   },
   {GL_RGB8UI,             GL_RGB_INTEGER,     {GL_UNSIGNED_BYTE}                                                           },
   {GL_RGB8I,              GL_RGB_INTEGER,     {GL_BYTE}                                                                    },
   {GL_RGB16UI,            GL_RGB_INTEGER,     {GL_UNSIGNED_SHORT}                                                          },
   {GL_RGB16I,             GL_RGB_INTEGER,     {GL_SHORT}                                                                   },
   {GL_RGB32UI,            GL_RGB_INTEGER,     {GL_UNSIGNED_INT}                                                            },
   {GL_RGB32I,             GL_RGB_INTEGER,     {GL_INT}                                                                     },
   {GL_RG8,                GL_RG,              {GL_UNSIGNED_BYTE}                                                           },
   {GL_RG8_SNORM,          GL_RG,              {GL_BYTE}                                                                    },
   {GL_RG16F,              GL_RG,              {GL_HALF_FLOAT, GL_FLOAT}                                                    },
   {GL_RG32F,              GL_RG,              {GL_FLOAT}                                                                   },
   {GL_RG8UI,              GL_RG_INTEGER,      {GL_UNSIGNED_BYTE}                                                           },
   {GL_RG8I,               GL_RG_INTEGER,      {GL_BYTE}                                                                    },
   {GL_RG16UI,             GL_RG_INTEGER,      {GL_UNSIGNED_SHORT}                                                          },
   {GL_RG16I,              GL_RG_INTEGER,      {GL_SHORT}                                                                   },
   {GL_RG32UI,             GL_RG_INTEGER,      {GL_UNSIGNED_INT}                                                            },
   {GL_RG32I,              GL_RG_INTEGER,      {GL_INT}                                                                     },
   {GL_R8,                 GL_RED,             {GL_UNSIGNED_BYTE}                                                           },
   {GL_R8_SNORM,           GL_RED,             {GL_BYTE}                                                                    },
   {GL_R16F,               GL_RED,             {GL_HALF_FLOAT, GL_FLOAT}                                                    },
   {GL_R32F,               GL_RED,             {GL_FLOAT}                                                                   },
   {GL_R8UI,               GL_RED_INTEGER,     {GL_UNSIGNED_BYTE}                                                           },
   {GL_R8I,                GL_RED_INTEGER,     {GL_BYTE}                                                                    },
   {GL_R16UI,              GL_RED_INTEGER,     {GL_UNSIGNED_SHORT}                                                          },
   {GL_R16I,               GL_RED_INTEGER,     {GL_SHORT}                                                                   },
   {GL_R32UI,              GL_RED_INTEGER,     {GL_UNSIGNED_INT}                                                            },
   {GL_R32I,               GL_RED_INTEGER,     {GL_INT}                                                                     },
   {GL_DEPTH_COMPONENT16,  GL_DEPTH_COMPONENT, {GL_UNSIGNED_SHORT, GL_UNSIGNED_INT}                                         },
   {GL_DEPTH_COMPONENT24,  GL_DEPTH_COMPONENT, {GL_UNSIGNED_INT}                                                            },
   {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, {GL_FLOAT}                                                                   },
   {GL_DEPTH24_STENCIL8,   GL_DEPTH_STENCIL,   {GL_UNSIGNED_INT_24_8}                                                       },
   {GL_DEPTH32F_STENCIL8,  GL_DEPTH_STENCIL,   {GL_FLOAT_32_UNSIGNED_INT_24_8_REV}                                          },
   {GL_RGBA,               GL_RGBA,            {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_4_4_4_4, GL_UNSIGNED_SHORT_5_5_5_1}     },
   {GL_RGB,                GL_RGB,             {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5}                                  },
   {GL_LUMINANCE_ALPHA,    GL_LUMINANCE_ALPHA, {GL_UNSIGNED_BYTE}                                                           },
   {GL_LUMINANCE,          GL_LUMINANCE,       {GL_UNSIGNED_BYTE}                                                           },
   {GL_ALPHA,              GL_ALPHA,           {GL_UNSIGNED_BYTE}                                                           },
};

static bool
in_table(GLenum internal, GLenum format, GLenum type)
{
   for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
      for (unsigned k = 0; k < 4 && table[i].types[k]; k++)
         if (table[i].internal == internal && table[i].format == format && table[i].types[k] == type)
            return true;
   return false;
}

/** Each row is taken as an image, as a part and as storage; of the sized names no other pair of the table is. */
static void
formats(void **state)
{
   static const GLubyte data[8 * 8 * 16];
   const unsigned n = sizeof table / sizeof table[0];
   for (unsigned i = 0; i < n; i++) {
      for (unsigned j = 0; j < n; j++)
         for (unsigned k = 0; k < 4 && table[j].types[k]; k++) {
            const GLenum f = table[j].format, t = table[j].types[k];
            const bool sized = table[i].internal != table[i].format, good = in_table(table[i].internal, f, t);
            if (!good && !sized)
               continue; /* extensions add some */
            glTexImage2D(GL_TEXTURE_2D, 0, (GLint)table[i].internal, 8, 8, 0, f, t, data);
            const GLenum e = glGetError();
            if (e != (good ? GL_NO_ERROR : GL_INVALID_OPERATION))
               fail_msg("0x%x, 0x%x, 0x%x: 0x%x", table[i].internal, f, t, e);
            if (good)
               E(GL_NO_ERROR, glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 2, 3, 4, f, t, data));
         }
      if (table[i].internal == table[i].format)
         continue;
      GLuint t;
      glGenTextures(1, &t);
      glBindTexture(GL_TEXTURE_2D_ARRAY, t);
      E(GL_NO_ERROR, glTexStorage3D(GL_TEXTURE_2D_ARRAY, 3, table[i].internal, 8, 8, 2));
      for (unsigned k = 0; k < 4 && table[i].types[k]; k++)
         E(GL_NO_ERROR, glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 1, 0, 0, 1, 4, 4, 1, table[i].format,
                                        table[i].types[k], data));
      glDeleteTextures(1, &t);
   }
   E(GL_INVALID_ENUM,
     glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8UI, 8, 8, 0, GL_RGBA8UI, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_ENUM, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8UI, 8, 8, 0, GL_RGBA_INTEGER, GL_RGBA, NULL));
   E(GL_INVALID_VALUE,
     glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA_INTEGER, 8, 8, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, NULL));
}

/** Layers are not levels: each level has all, and they have a limit of their own. */
static void
arrays(void **state)
{
   const GLenum T = GL_TEXTURE_2D_ARRAY;
   GLuint t;
   GLint v = 0;
   glGenTextures(1, &t);
   E(GL_NO_ERROR, glBindTexture(T, t));
   glGetIntegerv(GL_TEXTURE_BINDING_2D_ARRAY, &v);
   assert_int_equal(v, t);
   E(GL_NO_ERROR, glTexImage3D(T, 0, GL_RGBA8, 8, 4, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_VALUE, glTexImage3D(T, 0, GL_RGBA8, 8, 4, 257, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_NO_ERROR, glTexImage3D(T, 5, GL_RGBA8, 8, 4, 256, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_ENUM, glTexImage2D(T, 0, GL_RGBA8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_NO_ERROR, glTexImage3D(T, 0, GL_RGBA8, 8, 4, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   assert_int_equal(bound(state, ST_TEX_2D_ARRAY)->res->array_size, 5);
   assert_int_equal(bound(state, ST_TEX_2D_ARRAY)->res->depth0, 1);
   E(GL_NO_ERROR, glGenerateMipmap(T));
   for (unsigned l = 0; l < 4; l++) {
      const struct st_image *i = st_texture_image(bound(state, ST_TEX_2D_ARRAY), 0, l);
      assert_int_equal(i->depth, 5);
      assert_ptr_equal(i->res, bound(state, ST_TEX_2D_ARRAY)->res);
   }
   E(GL_INVALID_VALUE, glTexSubImage3D(T, 3, 0, 0, 4, 1, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_NO_ERROR, glCopyTexSubImage3D(T, 0, 0, 0, 4, 0, 0, 4, 4));
   /* depth has arrays but no volumes, blocks as well */
   E(GL_NO_ERROR,
     glTexImage3D(T, 0, GL_DEPTH_COMPONENT16, 8, 8, 2, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, NULL));
   E(GL_INVALID_OPERATION, glTexImage3D(GL_TEXTURE_3D, 0, GL_DEPTH_COMPONENT16, 8, 8, 2, 0,
                                        GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, NULL));
   E(GL_NO_ERROR, glCompressedTexImage3D(T, 0, GL_COMPRESSED_RGB8_ETC2, 8, 5, 3, 0, 4 * 8 * 3, NULL));
   E(GL_INVALID_VALUE,
     glCompressedTexImage3D(T, 0, GL_COMPRESSED_RGB8_ETC2, 8, 5, 3, 0, 4 * 8 * 3 - 1, NULL));
   E(GL_INVALID_OPERATION,
     glCompressedTexImage3D(GL_TEXTURE_3D, 0, GL_COMPRESSED_RGB8_ETC2, 8, 5, 3, 0, 4 * 8 * 3, NULL));
   glBindTexture(T, 0);
   E(GL_INVALID_OPERATION, glTexStorage3D(T, 1, GL_RGBA8, 8, 8, 3));
   glBindTexture(T, t);
   E(GL_INVALID_OPERATION, glTexStorage3D(T, 5, GL_RGBA8, 8, 8, 256));
   E(GL_NO_ERROR, glTexStorage3D(T, 4, GL_RGBA8, 8, 8, 256));
   glGetTexParameteriv(T, GL_TEXTURE_IMMUTABLE_LEVELS, &v);
   assert_int_equal(v, 4);
}

/** Are samplers of this kind fed? */
static bool
complete(void **state, enum st_tex k)
{
   struct st_texture *t = bound(state, k);
   return st_texture_validate(context(state), t, &t->sampler);
}

static void
levels(void **state)
{
   const GLenum T = GL_TEXTURE_2D;
   const struct st_texture *t = bound(state, ST_TEX_2D);
   /* levels 2 to 4 alone: complete from base level 2 on */
   for (GLint l = 2; l < 5; l++)
      glTexImage2D(T, l, GL_RGBA8, 4 >> (l - 2), 3 >> (l - 2) ? 3 >> (l - 2) : 1, 0, GL_RGBA,
                   GL_UNSIGNED_BYTE, NULL);
   assert_false(complete(state, ST_TEX_2D));
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_BASE_LEVEL, 2));
   assert_true(complete(state, ST_TEX_2D));
   assert_int_equal(t->res->width0 >> (2 - t->first_level), 4);
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_MAX_LEVEL, 1)); /* below the base */
   assert_false(complete(state, ST_TEX_2D));
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_MAX_LEVEL, 3));
   assert_true(complete(state, ST_TEX_2D));
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_BASE_LEVEL, 3));
   assert_true(complete(state, ST_TEX_2D));
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_BASE_LEVEL, 100000));
   assert_false(complete(state, ST_TEX_2D));
   E(GL_INVALID_VALUE, glTexParameteri(T, GL_TEXTURE_BASE_LEVEL, -1));
   /* immutable ones have their levels in reach, whatever the numbers are */
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(T, name);
   glTexStorage2D(T, 3, GL_RGBA8, 16, 16);
   glTexParameteri(T, GL_TEXTURE_BASE_LEVEL, 100000);
   glTexParameteri(T, GL_TEXTURE_MAX_LEVEL, 0);
   assert_true(complete(state, ST_TEX_2D));
   assert_int_equal(st_texture_base_level(bound(state, ST_TEX_2D)), 2);
   assert_int_equal(st_texture_last_level(bound(state, ST_TEX_2D)), 2);
}

/** Levels of a mipmap are made of the base level. */
static void
mipmap_of_base(void **state)
{
   const GLenum T = GL_TEXTURE_2D;
   static const GLubyte texels[4][4] = {
      {10, 20, 30, 40},
      {10, 20, 30, 40},
      {30, 40, 50, 60},
      {30, 40, 50, 60}
   };
   glTexImage2D(T, 3, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(T, GL_TEXTURE_BASE_LEVEL, 3);
   E(GL_NO_ERROR, glGenerateMipmap(T));
   const struct st_texture *t = bound(state, ST_TEX_2D);
   const struct st_image *small = st_texture_image(t, 0, 4);
   assert_int_equal(small->width, 1);
   const struct pipe_box box = {0, 0, 0, 1, 1, 1};
   struct pipe_transfer *tr;
   const uint8_t *p = context(state)->pipe->texture_map(context(state)->pipe, small->res, small->level,
                                                        PIPE_MAP_READ, &box, &tr);
   assert_memory_equal(p, ((uint8_t[4]){20, 30, 40, 50}), 4);
   context(state)->pipe->texture_unmap(context(state)->pipe, tr);
   assert_null(st_texture_image(t, 0, 2)->res);
   /* what has no mipmaps: integers, depth, what cannot be drawn to, blocks */
   static const struct {
      GLenum internal, format, type;
   } none[] = {
      {GL_RGBA8UI,           GL_RGBA_INTEGER,    GL_UNSIGNED_BYTE },
      {GL_RGB8_SNORM,        GL_RGB,             GL_BYTE          },
      {GL_SRGB8,             GL_RGB,             GL_UNSIGNED_BYTE },
      {GL_RGB9_E5,           GL_RGB,             GL_FLOAT         },
      {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT}
   };
   glTexParameteri(T, GL_TEXTURE_BASE_LEVEL, 0);
   for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
      glTexImage2D(T, 0, (GLint)none[i].internal, 4, 4, 0, none[i].format, none[i].type, NULL);
      E(GL_INVALID_OPERATION, glGenerateMipmap(T));
   }
   glTexImage2D(T, 0, GL_SRGB8_ALPHA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   E(GL_NO_ERROR, glGenerateMipmap(T));
}

static void
filters(void **state)
{
   const GLenum T = GL_TEXTURE_2D;
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(T, 0, GL_RGBA8UI, 4, 4, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, NULL);
   assert_false(complete(state, ST_TEX_2D)); /* GL_LINEAR magnifies */
   glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   assert_true(complete(state, ST_TEX_2D));
   glTexImage2D(T, 0, GL_DEPTH_COMPONENT16, 4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, NULL);
   glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   assert_false(complete(state, ST_TEX_2D));
   glTexParameteri(T, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   assert_true(complete(state, ST_TEX_2D));
   glTexParameteri(T, GL_TEXTURE_COMPARE_MODE, GL_NONE);
   glTexImage2D(T, 0, GL_DEPTH_COMPONENT, 4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT,
                NULL); /* OES_depth_texture */
   assert_true(complete(state, ST_TEX_2D));
}

static void
parameters(void **state)
{
   const GLenum T = GL_TEXTURE_2D;
   GLint v = 7;
   GLfloat f = 7;
   glGetTexParameteriv(T, GL_TEXTURE_SWIZZLE_B, &v);
   assert_int_equal(v, GL_BLUE);
   E(GL_NO_ERROR, glTexParameteri(T, GL_TEXTURE_SWIZZLE_B, GL_ONE));
   E(GL_INVALID_ENUM, glTexParameteri(T, GL_TEXTURE_SWIZZLE_B, GL_RGBA));
   glGetTexParameteriv(T, GL_TEXTURE_SWIZZLE_B, &v);
   assert_int_equal(v, GL_ONE);
   glGetTexParameterfv(T, GL_TEXTURE_MIN_LOD, &f);
   assert_true(f == -1000);
   E(GL_NO_ERROR, glTexParameterf(T, GL_TEXTURE_MIN_LOD, 1.5f));
   glGetTexParameterfv(T, GL_TEXTURE_MIN_LOD, &f);
   assert_true(f == 1.5f);
   /* a view has the swizzle on top of the format's own */
   glTexImage2D(T, 0, GL_RGB8, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(T, GL_TEXTURE_SWIZZLE_R, GL_ALPHA);
   glTexParameteri(T, GL_TEXTURE_SWIZZLE_G, GL_ZERO);
   assert_true(complete(state, ST_TEX_2D));
   struct st_texture *t = bound(state, ST_TEX_2D);
   assert_non_null(st_texture_get_view(context(state), t, &t->sampler));
   const uint8_t want[4] = {PIPE_SWIZZLE_1, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1, PIPE_SWIZZLE_1};
   assert_memory_equal(t->views->desc.swizzle, want, 4);
}

static void
no_parameters_of_3_in_2(void **state)
{
   GLint v;
   E(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_B, GL_ONE));
   E(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0));
   E(GL_INVALID_ENUM, glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, 1));
   E(GL_INVALID_ENUM, glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_LEVELS, &v));
   E(GL_INVALID_ENUM, glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 1));
   E(GL_INVALID_ENUM, glBindTexture(GL_TEXTURE_2D_ARRAY, 0));
   E(GL_INVALID_ENUM, glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, 8, NULL));
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   E(GL_INVALID_OPERATION, glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_BYTE, &v));
}

/** Rows, images and pixels to skip, from memory and from a buffer that just holds them. */
static void
pixel_store(void **state)
{
   enum { W = 3, H = 2, D = 2, ROW = 5, IMAGE = 4 };
   static GLubyte memory[(2 + D) * ROW * IMAGE + 100];
   for (unsigned i = 0; i < sizeof memory; i++)
      memory[i] = (GLubyte)i;
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, ROW);
   glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
   E(GL_NO_ERROR, glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, IMAGE));
   E(GL_NO_ERROR, glPixelStorei(GL_UNPACK_SKIP_IMAGES, 1));
   GLint v = 0;
   glGetIntegerv(GL_UNPACK_SKIP_IMAGES, &v);
   assert_int_equal(v, 1);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_R8, W, H, D, 0, GL_RED, GL_UNSIGNED_BYTE, memory);
   const struct st_image *i = st_texture_image(bound(state, ST_TEX_2D_ARRAY), 0, 0);
   struct pipe_context *p = context(state)->pipe;
   for (int z = 0; z < D; z++)
      for (int y = 0; y < H; y++) {
         const struct pipe_box box = {0, y, z, W, 1, 1};
         struct pipe_transfer *tr;
         const uint8_t *row = p->texture_map(p, i->res, 0, PIPE_MAP_READ, &box, &tr);
         assert_memory_equal(row, memory + (1 + z) * ROW * IMAGE + (1 + y) * ROW + 1, W);
         p->texture_unmap(p, tr);
      }
   /* the last pixel that is read */
   const GLsizeiptr need = 2 * ROW * IMAGE + 2 * ROW + 1 + W;
   GLuint b;
   glGenBuffers(1, &b);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, b);
   glBufferData(GL_PIXEL_UNPACK_BUFFER, need, NULL, GL_STATIC_DRAW);
   E(GL_NO_ERROR, glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_R8, W, H, D, 0, GL_RED, GL_UNSIGNED_BYTE, NULL));
   glBufferData(GL_PIXEL_UNPACK_BUFFER, need - 1, NULL, GL_STATIC_DRAW);
   E(GL_INVALID_OPERATION,
     glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_R8, W, H, D, 0, GL_RED, GL_UNSIGNED_BYTE, NULL));
   /* images of two dimensions know nothing of images to skip */
   glBufferData(GL_PIXEL_UNPACK_BUFFER, 2 * ROW + 1 + W, NULL, GL_STATIC_DRAW);
   E(GL_NO_ERROR, glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, W, H, 0, GL_RED, GL_UNSIGNED_BYTE, NULL));
   /* an empty image reads nothing, wherever it would begin */
   E(GL_NO_ERROR,
     glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, 0, H, 0, GL_RED, GL_UNSIGNED_BYTE, (const void *)(uintptr_t)4096));
   E(GL_INVALID_OPERATION,
     glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, 1, H, 0, GL_RED, GL_UNSIGNED_BYTE, (const void *)(uintptr_t)4096));
}

/** Depth of the application's has a range, as floats as well. */
static void
depth_is_clamped(void **state)
{
   static const float from[3] = {-1.5f, 0.25f, 7.0f}, want[3] = {0, 0.25f, 1};
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, 3, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, from);
   const struct st_image *i = st_texture_image(bound(state, ST_TEX_2D), 0, 0);
   const struct pipe_box box = {0, 0, 0, 3, 1, 1};
   struct pipe_context *p = context(state)->pipe;
   struct pipe_transfer *tr;
   const void *row = p->texture_map(p, i->res, 0, PIPE_MAP_READ, &box, &tr);
   assert_memory_equal(row, want, sizeof want);
   p->texture_unmap(p, tr);
}

/** The mean of black and white, of 0 and 255 in the curve's codes, is 188 there, that of alpha 128; 55 stays 55. */
static void
mipmap_of_srgb_volume(void **state)
{
   static const uint8_t in[2][4] = {
      {0,   255, 55, 0  },
      {255, 0,   55, 255}
   };
   const GLenum T = GL_TEXTURE_3D;
   uint8_t texels[4][2][4];
   for (unsigned i = 0; i < 4; i++)
      memcpy(texels[i], in, sizeof in);
   E(GL_NO_ERROR, glTexImage3D(T, 0, GL_SRGB8_ALPHA8, 2, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels));
   E(GL_NO_ERROR, glGenerateMipmap(T));
   struct pipe_context *p = context(state)->pipe;
   const struct st_image *i = st_texture_image(bound(state, ST_TEX_3D), 0, 1);
   const struct pipe_box box = {0, 0, 0, 1, 1, 1};
   struct pipe_transfer *tr;
   static const uint8_t want[4] = {188, 188, 55, 128};
   const void *got = p->texture_map(p, i->res, i->level, PIPE_MAP_READ, &box, &tr);
   assert_memory_equal(got, want, 4);
   p->texture_unmap(p, tr);
}

/** textureSize and texelFetch see all levels of a complete texture, though nothing is filtered between them. */
static void
levels_without_filter(void **state)
{
   const GLenum T = GL_TEXTURE_2D;
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   for (GLint l = 0; l < 3; l++)
      glTexImage2D(T, l, GL_RGBA8, 4 >> l, 4 >> l, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_true(complete(state, ST_TEX_2D));
   struct st_texture *t = bound(state, ST_TEX_2D);
   assert_non_null(st_texture_get_view(context(state), t, &t->sampler));
   assert_int_equal(t->views->desc.last_level, context(state)->version >= 30 ? 2 : 0);
}

#define ES2(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
#define ES3(name) cmocka_unit_test_setup_teardown(name, fixture_setup_gles3, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      ES3(formats),
      ES3(arrays),
      ES3(levels),
      ES3(mipmap_of_base),
      ES3(mipmap_of_srgb_volume),
      ES3(filters),
      ES3(parameters),
      ES2(no_parameters_of_3_in_2),
      ES3(pixel_store),
      ES3(depth_is_clamped),
      ES2(levels_without_filter),
      ES3(levels_without_filter),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
