/* SPDX-License-Identifier: MIT
 *
 * What a random program of GLSL ES 3.00 reads and writes: blocks, textures of all kinds, three targets, captured
 * outputs of the vertex shader.
 */
#include "glsl_random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNED_UNIT = 3, LAYERS_UNIT, VOLUME_UNIT, DEPTHS_UNIT };
enum { INSTANCES = 2, VERTICES = 3, CAPTURED_B = 4096, TARGETS = 3 };

static GLuint capture;
bool es3_words;

static uint32_t
mixed(uint32_t h, uint32_t more)
{
   h = (h ^ more) * 0x9e3779b1u;
   return h ^ h >> 15;
}

static void
texture(unsigned unit, GLenum target)
{
   GLuint t;
   glGenTextures(1, &t);
   glActiveTexture(GL_TEXTURE0 + unit);
   glBindTexture(target, t);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER,
                   unit == SIGNED_UNIT ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static void
textures(void)
{
   static uint32_t words[4 * 4 * 4 * 4];
   static uint16_t depths[16];
   static uint8_t bytes[256];
   for (uint32_t i = 0; i < 256; i++) {
      words[i] = mixed(i, 77);
      bytes[i] = (uint8_t)(words[i] % 64);
      depths[i % 16] = (uint16_t)(words[i] % 16 * 4096);
   }
   texture(SIGNED_UNIT, GL_TEXTURE_2D);
   for (GLint level = 0; level < 3; level++)
      glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA32I, 4 >> level, 4 >> level, 0, GL_RGBA_INTEGER, GL_INT,
                   words + level);
   texture(LAYERS_UNIT, GL_TEXTURE_2D_ARRAY);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA32UI, 4, 4, 3, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words);
   texture(VOLUME_UNIT, GL_TEXTURE_3D);
   glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
   texture(DEPTHS_UNIT, GL_TEXTURE_2D);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT16, 4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT,
                depths);
}

void
es3_open(void)
{
   static const GLenum formats[TARGETS] = {GL_RGBA8, GL_RGBA32I, GL_RGBA32UI};
   static const GLenum buffers[TARGETS] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
   GLuint fbo, rb[TARGETS];
   textures();
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(TARGETS, rb);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (unsigned i = 0; i < TARGETS; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, formats[i], SIZE, SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, buffers[i], GL_RENDERBUFFER, rb[i]);
   }
   glDrawBuffers(TARGETS, buffers);
   glGenBuffers(1, &capture);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, capture);
}

void
es3_before_link(GLuint program)
{
   static const char *const names[] = {"w0", "wi", "w3[1]", "wu", "w2", "gl_Position"};
   glTransformFeedbackVaryings(program, sizeof names / sizeof names[0], names, GL_INTERLEAVED_ATTRIBS);
}

static bool
is_float(GLenum type)
{
   switch (type) {
   case GL_FLOAT:
   case GL_FLOAT_VEC2:
   case GL_FLOAT_VEC3:
   case GL_FLOAT_VEC4:
      return true;
   default:
      return false;
   }
}

/** Columns and rows of a type; a vector is one column. */
static void
shape(GLenum type, unsigned *cols, unsigned *rows)
{
   static const struct {
      GLenum type;
      uint8_t cols, rows;
   } shapes[] = {
      {GL_FLOAT,             1, 1},
      {GL_FLOAT_VEC2,        1, 2},
      {GL_FLOAT_VEC3,        1, 3},
      {GL_FLOAT_VEC4,        1, 4},
      {GL_INT,               1, 1},
      {GL_INT_VEC2,          1, 2},
      {GL_INT_VEC3,          1, 3},
      {GL_INT_VEC4,          1, 4},
      {GL_UNSIGNED_INT,      1, 1},
      {GL_UNSIGNED_INT_VEC2, 1, 2},
      {GL_UNSIGNED_INT_VEC3, 1, 3},
      {GL_UNSIGNED_INT_VEC4, 1, 4},
      {GL_BOOL,              1, 1},
      {GL_BOOL_VEC2,         1, 2},
      {GL_BOOL_VEC3,         1, 3},
      {GL_BOOL_VEC4,         1, 4},
      {GL_FLOAT_MAT2,        2, 2},
      {GL_FLOAT_MAT2x3,      2, 3},
      {GL_FLOAT_MAT2x4,      2, 4},
      {GL_FLOAT_MAT3x2,      3, 2},
      {GL_FLOAT_MAT3,        3, 3},
      {GL_FLOAT_MAT3x4,      3, 4},
      {GL_FLOAT_MAT4x2,      4, 2},
      {GL_FLOAT_MAT4x3,      4, 3},
      {GL_FLOAT_MAT4,        4, 4}
   };
   for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
      if (shapes[i].type == type) {
         *cols = shapes[i].cols;
         *rows = shapes[i].rows;
         return;
      }
   fprintf(stderr, "a block has a member of type 0x%04x\n", type);
   exit(2);
}

enum { OFFSET, ARRAY_STRIDE, MATRIX_STRIDE, ROW_MAJOR, TYPE, COUNT, QUERIES };

/** Fills one member; what it holds depends on its block and name alone. */
static void
fill_member(uint8_t *data, size_t size_B, uint32_t name, const GLint m[QUERIES])
{
   unsigned cols, rows;
   const GLenum type = (GLenum)m[TYPE];
   shape(type, &cols, &rows);
   for (unsigned i = 0; i < (unsigned)m[COUNT] * cols * rows; i++) {
      const unsigned row = i % rows, col = i / rows % cols, element = i / rows / cols;
      const unsigned major = (unsigned)(m[ROW_MAJOR] ? row : col),
                     minor = (unsigned)(m[ROW_MAJOR] ? col : row);
      const size_t at =
         (size_t)m[OFFSET] + element * (size_t)m[ARRAY_STRIDE] + major * (size_t)m[MATRIX_STRIDE] + minor * 4;
      const uint32_t h = mixed(name, i);
      const float f = (float)(h % 127) * 0.5f - 31.5f;
      uint32_t bits = h;
      if (cols > 1 || is_float(type))
         memcpy(&bits, &f, sizeof bits);
      else if (type == GL_BOOL || type == GL_BOOL_VEC2 || type == GL_BOOL_VEC3 || type == GL_BOOL_VEC4)
         bits = h & 1;
      if (at + 4 > size_B) {
         fprintf(stderr, "a member ends at %zu of a block of %zu bytes\n", at + 4, size_B);
         exit(2);
      }
      memcpy(data + at, &bits, sizeof bits);
   }
}

static uint32_t
hash_name(uint32_t h, const char *s)
{
   for (; *s; s++)
      h = mixed(h, (uint8_t)*s);
   return h;
}

static void
fill_block(GLuint p, GLuint block, GLuint buffer)
{
   static const GLenum queries[QUERIES] = {GL_UNIFORM_OFFSET,        GL_UNIFORM_ARRAY_STRIDE,
                                           GL_UNIFORM_MATRIX_STRIDE, GL_UNIFORM_IS_ROW_MAJOR,
                                           GL_UNIFORM_TYPE,          GL_UNIFORM_SIZE};
   static uint8_t data[65536];
   GLint size_B = 0, n = 0;
   GLuint members[256];
   char name[100];
   glGetActiveUniformBlockiv(p, block, GL_UNIFORM_BLOCK_DATA_SIZE, &size_B);
   glGetActiveUniformBlockiv(p, block, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS, &n);
   if (n > 256 || size_B > (GLint)sizeof data)
      exit(2);
   glGetActiveUniformBlockiv(p, block, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES, (GLint *)members);
   glGetActiveUniformBlockName(p, block, sizeof name, NULL, name);
   const uint32_t of_block = hash_name(1, name);
   for (GLint i = 0; i < n; i++) {
      GLint m[QUERIES];
      GLenum type;
      GLint count;
      for (unsigned q = 0; q < QUERIES; q++)
         glGetActiveUniformsiv(p, 1, &members[i], queries[q], &m[q]);
      glGetActiveUniform(p, members[i], sizeof name, NULL, &count, &type, name);
      if (es3_words)
         printf("block %u at %d: %s\n", block, m[OFFSET], name);
      fill_member(data, (size_t)size_B, hash_name(of_block, name), m);
   }
   glBindBufferBase(GL_UNIFORM_BUFFER, block, buffer);
   glBufferData(GL_UNIFORM_BUFFER, size_B, data, GL_STATIC_DRAW);
   glUniformBlockBinding(p, block, block);
}

static uint64_t
hashed(uint64_t hash, const uint32_t *words, size_t n)
{
   for (size_t i = 0; i < n && es3_words; i++)
      printf("%08x%s", words[i], i % 16 == 15 || i == n - 1 ? "\n" : " ");
   for (size_t i = 0; i < n; i++) /* a zero's sign is open */
      hash = (hash ^ (words[i] == 0x80000000u ? 0 : words[i])) * 0x100000001b3u;
   return hash;
}

uint64_t
es3_draw(GLuint p)
{
   static const GLenum formats[TARGETS] = {GL_RGBA, GL_RGBA_INTEGER, GL_RGBA_INTEGER};
   static const GLenum types[TARGETS] = {GL_UNSIGNED_BYTE, GL_INT, GL_UNSIGNED_INT};
   static uint32_t words[SIZE * SIZE * 4];
   static const uint32_t nothing[CAPTURED_B / 4];
   GLint blocks = 0;
   GLuint buffers[16];
   uint64_t hash = 0xcbf29ce484222325u;
   glUniform1i(glGetUniformLocation(p, "ti"), SIGNED_UNIT);
   glUniform1i(glGetUniformLocation(p, "ta"), LAYERS_UNIT);
   glUniform1i(glGetUniformLocation(p, "td"), VOLUME_UNIT);
   glUniform1i(glGetUniformLocation(p, "ts"), DEPTHS_UNIT);
   glGetProgramiv(p, GL_ACTIVE_UNIFORM_BLOCKS, &blocks);
   if (blocks > 16)
      exit(2);
   glGenBuffers(blocks, buffers);
   for (GLint i = 0; i < blocks; i++)
      fill_block(p, (GLuint)i, buffers[i]);
   glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){0, 0, 0, 0});
   glClearBufferiv(GL_COLOR, 1, (const GLint[]){-1, 2, -3, 4});
   glClearBufferuiv(GL_COLOR, 2, (const GLuint[]){1, 2, 3, 0xfffffff0u});
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, CAPTURED_B, nothing, GL_STATIC_READ);
   glBeginTransformFeedback(GL_TRIANGLES);
   glDrawArraysInstanced(GL_TRIANGLES, 0, VERTICES, INSTANCES);
   glEndTransformFeedback();
   const uint32_t *captured = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, CAPTURED_B, GL_MAP_READ_BIT);
   if (captured)
      hash = hashed(hash, captured, CAPTURED_B / 4);
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
   for (unsigned i = 0; i < TARGETS; i++) {
      glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
      glReadPixels(0, 0, SIZE, SIZE, formats[i], types[i], words);
      hash = hashed(hash, words, i ? SIZE * SIZE * 4 : SIZE * SIZE);
   }
   glDeleteBuffers(blocks, buffers);
   return hash;
}
