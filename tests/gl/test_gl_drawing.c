/* SPDX-License-Identifier: MIT
 *
 * Drawing through the whole stack: vertex formats as the hardware fetches them, indices, primitives, hazards
 * between draws and updates, what a draw must not read.
 */
#include "gl_chip.h"

#include <math.h>

#include "state_tracker/st_context.h"
#include "util/u_math.h"

/** Each attribute type, size and place; the shader maps the value to a colour. */
static void
vertex_formats_on(struct gl *g)
{
   GLuint p = gl_program_with("attribute vec4 pos, a; uniform vec4 scale; varying vec4 v;"
                              "void main() { v = a * scale; gl_Position = pos; gl_PointSize = 4.0; }",
                              "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   static const uint8_t ubytes[4] = {200, 100, 50, 25};
   static const int8_t bytes[4] = {100, 50, 25, 12};
   static const uint16_t ushorts[4] = {50000, 40000, 30000, 20000};
   static const int16_t shorts[4] = {30000, 20000, 10000, 5000};
   static const GLfixed fixed[4] = {0xc000, 0x8000, 0x4000, 0x2000};
   static const float floats[4] = {0.75f, 0.5f, 0.25f, 0.125f};
   static const struct {
      GLenum type;
      GLboolean normalized;
      unsigned size_B;
      const void *data;
      float max; /* that becomes 1.0 */
   } cases[] = {
      {GL_UNSIGNED_BYTE,  0, 1, ubytes,  255  },
      {GL_UNSIGNED_BYTE,  1, 1, ubytes,  1    },
      {GL_BYTE,           0, 1, bytes,   127  },
      {GL_BYTE,           1, 1, bytes,   1    },
      {GL_UNSIGNED_SHORT, 0, 2, ushorts, 65535},
      {GL_UNSIGNED_SHORT, 1, 2, ushorts, 1    },
      {GL_SHORT,          0, 2, shorts,  32767},
      {GL_SHORT,          1, 2, shorts,  1    },
      {GL_FIXED,          0, 4, fixed,   1    },
      {GL_FLOAT,          0, 4, floats,  1    },
   };
   const float pos[4] = {0, 0, 0, 1};
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, pos);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      float value[4];
      for (unsigned c = 0; c < 4; c++) {
         switch (cases[i].type) {
         case GL_UNSIGNED_BYTE:
            value[c] = ubytes[c] / 255.0f;
            break;
         case GL_BYTE:
            value[c] = cases[i].normalized ? (float)(2 * bytes[c] + 1) / 255.0f : bytes[c] / 127.0f;
            break;
         case GL_UNSIGNED_SHORT:
            value[c] = ushorts[c] / 65535.0f;
            break;
         case GL_SHORT:
            value[c] = cases[i].normalized ? (float)(2 * shorts[c] + 1) / 65535.0f : shorts[c] / 32767.0f;
            break;
         default:
            value[c] = floats[c];
         }
      }
      for (GLint size = 1; size <= 4; size++) {
         for (unsigned where = 0; where < 4; where++) { /* client; buffer; odd offset; odd stride */
            uint8_t memory[64] = {0};
            unsigned pad = where == 2 ? 5 : 4, stride = where == 3 ? 17 : 0;
            memcpy(memory + pad, cases[i].data, (size_t)size * cases[i].size_B);
            GLuint vbo = 0;
            if (where) {
               glGenBuffers(1, &vbo);
               glBindBuffer(GL_ARRAY_BUFFER, vbo);
               glBufferData(GL_ARRAY_BUFFER, sizeof memory, memory, GL_STATIC_DRAW);
            }
            glVertexAttribPointer(1, size, cases[i].type, cases[i].normalized, (GLsizei)stride,
                                  where ? (const void *)(uintptr_t)pad : memory + pad);
            float s = 1.0f / cases[i].max;
            glUniform4f(glGetUniformLocation(p, "scale"), s, size > 1 ? s : 1, size > 2 ? s : 1,
                        size > 3 ? s : 1);
            glBindBuffer(GL_ARRAY_BUFFER, 0);
            gl_clear(1, 1, 1, 1);
            glDrawArrays(GL_POINTS, 0, 1);
            uint8_t want[4] = {0, 0, 0, 255};
            for (GLint c = 0; c < size; c++)
               want[c] = (uint8_t)(value[c] * 255 + 0.5f);
            uint32_t w = rgba(want[0], want[1], want[2], want[3]), got = gl_pixel(SIZE / 2, SIZE / 2);
            if (gl_difference(got, w) > 1)
               fail_msg("%s: type 0x%x normalized %d size %d place %u: %08x, not %08x", g->chip,
                        cases[i].type, cases[i].normalized, size, where, got, w);
            glDeleteBuffers(1, &vbo);
         }
      }
   }
}

static void
vertex_formats(void **state)
{
   ON_EVERY_CHIP(vertex_formats_on);
}

/** A grid of points, one pixel each, through every kind of index. */
static void
indices_on(struct gl *g)
{
   enum { N = SIZE * SIZE };
   gl_program_with("attribute vec4 pos; attribute float a; varying float v;"
                   "void main() { v = a; gl_Position = pos; gl_PointSize = 1.0; }",
                   "precision highp float; varying float v; void main() { gl_FragColor = vec4(v); }");
   float(*v)[3] = malloc(sizeof(float[3]) * 70000);
   for (unsigned i = 0; i < 70000; i++) {
      unsigned x = i % SIZE, y = i / SIZE % SIZE;
      v[i][0] = ((float)x + 0.5f) / (SIZE / 2) - 1;
      v[i][1] = ((float)y + 0.5f) / (SIZE / 2) - 1;
      v[i][2] = i < 65536 ? 0.2f : 1.0f;
   }
   uint8_t *i8 = malloc(256);
   uint16_t *i16 = malloc(2 * N);
   uint32_t *i32 = malloc(4 * N);
   for (unsigned i = 0; i < N; i++) {
      if (i < 256)
         i8[i] = (uint8_t)(255 - i);
      i16[i] = (uint16_t)(65535 - i);
      i32[i] = 65536 + i;
   }
   const struct {
      GLenum type;
      const void *indices;
      GLsizei count;
      unsigned size_B;
      uint32_t want, rest;
   } cases[] = {
      {GL_UNSIGNED_BYTE,  i8,  256, 1, 0x33333333, 0         },
      {GL_UNSIGNED_SHORT, i16, N,   2, 0x33333333, 0x33333333},
      {GL_UNSIGNED_INT,   i32, N,   4, 0xffffffff, 0xffffffff},
   };
   for (unsigned k = 0; k < 3; k++) {
      for (unsigned where = 0; where < 4; where++) { /* bit 0: indices in a buffer, bit 1: vertices */
         GLuint b[2];
         glGenBuffers(2, b);
         if (where & 2) {
            glBindBuffer(GL_ARRAY_BUFFER, b[0]);
            glBufferData(GL_ARRAY_BUFFER, 70000 * sizeof v[0], v, GL_STATIC_DRAW);
         }
         const uint8_t *base = where & 2 ? NULL : (const uint8_t *)v;
         glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 12, base);
         glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 12, base + 8);
         glEnableVertexAttribArray(0);
         glEnableVertexAttribArray(1);
         const void *indices = cases[k].indices;
         if (where & 1) {
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b[1]);
            glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(cases[k].size_B * (unsigned)cases[k].count),
                         indices, GL_STATIC_DRAW);
            indices = NULL;
         }
         gl_clear(0, 0, 0, 0);
         glDrawElements(GL_POINTS, cases[k].count, cases[k].type, indices);
         ASSERT_PIXEL(g, 0, 0, cases[k].want);
         ASSERT_PIXEL(g, 63, 3, cases[k].want);
         ASSERT_PIXEL(g, 0, 4, cases[k].rest);
         ASSERT_PIXEL(g, 63, 63, cases[k].rest);
         glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
         glBindBuffer(GL_ARRAY_BUFFER, 0);
         glDeleteBuffers(2, b);
      }
   }
   /* Arrays from a first vertex on. */
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 12, v);
   glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 12, &v[0][2]);
   gl_clear(0, 0, 0, 0);
   glDrawArrays(GL_POINTS, 66000, 100);
   unsigned at = 66000 % N;
   ASSERT_PIXEL(g, (int)(at % SIZE), (int)(at / SIZE), 0xffffffff);
   ASSERT_PIXEL(g, (int)((at - 1) % SIZE), (int)((at - 1) / SIZE), 0);
   free(v);
   free(i8);
   free(i16);
   free(i32);
}

static void
indices(void **state)
{
   ON_EVERY_CHIP(indices_on);
}

static void
primitives_on(struct gl *g)
{
   GLuint p = gl_program_with(
      "attribute vec4 pos; uniform float size; void main() { gl_Position = vec4(pos.xy / 32.0 - 1.0, 0, 1);"
      "gl_PointSize = size; }",
      FS_COLOR);
   GLint size = glGetUniformLocation(p, "size");
   glUniform4f(glGetUniformLocation(p, "c"), 1, 1, 1, 1);
   glUniform1f(size, 1);
   glEnableVertexAttribArray(0);
   const uint32_t white = 0xffffffff;
   /* A square of 20 x 20 pixels as strip, fan and triangles, with its outline as loop and strip. */
   const float strip[4][2] = {
      {10, 10},
      {30, 10},
      {10, 30},
      {30, 30}
   };
   const float fan[4][2] = {
      {10, 10},
      {30, 10},
      {30, 30},
      {10, 30}
   };
   const float two[6][2] = {
      {10, 10},
      {30, 10},
      {10, 30},
      {10, 30},
      {30, 10},
      {30, 30}
   };
   const float outline[4][2] = {
      {10.5f, 10.5f},
      {30.5f, 10.5f},
      {30.5f, 30.5f},
      {10.5f, 30.5f}
   };
   const struct {
      GLenum mode;
      const void *v;
      GLsizei n;
      unsigned pixels;
   } cases[] = {
      {GL_TRIANGLE_STRIP, strip,   4, 400},
      {GL_TRIANGLE_FAN,   fan,     4, 400},
      {GL_TRIANGLES,      two,     6, 400},
      {GL_TRIANGLES,      two,     5, 0  }, /* one and a rest: counted below */
      {GL_LINE_LOOP,      outline, 4, 80 },
      {GL_LINE_STRIP,     outline, 4, 60 },
      {GL_LINES,          outline, 4, 40 },
      {GL_POINTS,         outline, 4, 4  },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      gl_clear(0, 0, 0, 0);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, cases[i].v);
      glDrawArrays(cases[i].mode, 0, cases[i].n);
      unsigned n = gl_count_pixels(white);
      if (cases[i].n == 5)
         assert_true(n >= 180 && n <= 220);
      else if (n != cases[i].pixels)
         fail_msg("%s: mode %u: %u pixels, not %u", g->chip, cases[i].mode, n, cases[i].pixels);
   }
   /* Point sizes; points are squares. */
   const float centre[2] = {32, 32}, centre_odd[2] = {32.5f, 32.5f};
   for (int s = 1; s <= 31; s += 3) {
      gl_clear(0, 0, 0, 0);
      glUniform1f(size, (float)s);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, s & 1 ? centre_odd : centre);
      glDrawArrays(GL_POINTS, 0, 1);
      assert_int_equal(gl_count_pixels(white), s * s);
   }
   /* Wide lines, axis parallel. */
   glUniform1f(size, 1);
   const float line[2][2] = {
      {10, 32},
      {50, 32}
   };
   for (int w = 2; w <= 6; w += 2) {
      gl_clear(0, 0, 0, 0);
      glLineWidth((float)w);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, line);
      glDrawArrays(GL_LINES, 0, 2);
      unsigned n = gl_count_pixels(white);
      if (n != 40u * (unsigned)w)
         fail_msg("%s: line of width %d: %u pixels", g->chip, w, n);
   }
}

static void
primitives(void **state)
{
   ON_EVERY_CHIP(primitives_on);
}

/** Buffers that change between the draws that read them. */
static void
buffer_hazards_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_COLOR), b;
   GLint c = glGetUniformLocation(p, "c");
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_DYNAMIC_DRAW);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   for (unsigned pass = 0; pass < 3; pass++) { /* BufferData, BufferSubData, mapping */
      gl_clear(0, 0, 0, 0);
      for (unsigned i = 0; i < 32; i++) {
         float x0 = -1 + (float)i / 16, x1 = x0 + 1.0f / 16;
         const float v[4][4] = {
            {x0, -1, 0, 1},
            {x1, -1, 0, 1},
            {x0, 1,  0, 1},
            {x1, 1,  0, 1}
         };
         if (pass == 0) {
            glBufferData(GL_ARRAY_BUFFER, sizeof v, v, GL_DYNAMIC_DRAW);
         } else if (pass == 1) {
            glBufferSubData(GL_ARRAY_BUFFER, 0, 32, v);
            glBufferSubData(GL_ARRAY_BUFFER, 32, 32, v[2]);
         } else {
            memcpy(glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES), v, sizeof v);
            glUnmapBufferOES(GL_ARRAY_BUFFER);
         }
         glUniform4f(c, (float)(8 * i) / 255.0f, 0, 1, 1);
         glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      }
      for (unsigned i = 0; i < 32; i++) {
         ASSERT_PIXEL(g, (int)(2 * i), 5, rgba(8 * i, 0, 255, 255));
         ASSERT_PIXEL(g, (int)(2 * i) + 1, 60, rgba(8 * i, 0, 255, 255));
      }
   }
   /* Deleting what a draw still needs. */
   glDeleteBuffers(1, &b);
   ASSERT_PIXEL(g, 63, 60, rgba(248, 0, 255, 255));
}

static void
buffer_hazards(void **state)
{
   ON_EVERY_CHIP(buffer_hazards_on);
}

/** Robust reads: indices and offsets far outside their buffers. */
static void
robustness_on(struct gl *g)
{
   gl_program_with(
      "attribute vec4 pos, a; varying vec4 v; void main() { v = a; gl_Position = pos; gl_PointSize = 64.0; }",
      "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   GLuint b[3];
   const float pos[4] = {0, 0, 0, 1};
   const GLuint idx[6] = {0, 0xffffffff, 0x7fffffff, 100000, 1, 0};
   glGenBuffers(3, b);
   glBindBuffer(GL_ARRAY_BUFFER, b[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof pos, pos, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glBindBuffer(GL_ARRAY_BUFFER, b[1]);
   glBufferData(GL_ARRAY_BUFFER, 4, pos, GL_STATIC_DRAW);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, (const void *)(uintptr_t)0x10000000);
   glEnableVertexAttribArray(1);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b[2]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof idx, idx, GL_STATIC_DRAW);
   glDrawElements(GL_POINTS, 6, GL_UNSIGNED_INT, NULL);
   glDrawElements(GL_TRIANGLES, 3000, GL_UNSIGNED_INT, NULL);
   glDrawArrays(GL_TRIANGLES, 0x7ffffff0, 3);
   glDrawArrays(GL_TRIANGLES, 0, 30000);
   gl_pixel(0, 0);
   /* and the context still works */
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glDisableVertexAttribArray(1);
   glUniform4f(glGetUniformLocation(p, "c"), 0, 1, 0, 1);
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, rgba(0, 255, 0, 255));
}

static void
robustness(void **state)
{
   ON_EVERY_CHIP(robustness_on);
}

static bool
out_of_memory(struct pipe_context *c)
{
   (void)c;
   return true;
}

static void
lose_constants(struct pipe_context *c, enum pipe_shader_type stage, unsigned index,
               const struct pipe_constant_buffer *cb)
{
   (void)c, (void)stage, (void)index, (void)cb;
}

/** Uniforms that the driver had no memory for are there in the next draw that it has memory for. */
static void
constants_lost_on(struct gl *g)
{
   struct pipe_context *c = g->ctx->pipe, whole = *c;
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 1, 0, 0, 1);
   gl_fill();
   glUniform4f(glGetUniformLocation(p, "c"), 0, 1, 0, 1);
   c->set_constant_buffer = lose_constants;
   c->get_oom = out_of_memory;
   gl_fill();
   c->set_constant_buffer = whole.set_constant_buffer;
   c->get_oom = whole.get_oom;
   assert_int_equal(glGetError(), GL_OUT_OF_MEMORY);
   gl_fill();
   assert_int_equal(gl_pixel(7, 7), 0xff00ff00);
   glDeleteProgram(p);
}

static void
constants_lost(void **state)
{
   (void)state;
   ON_EVERY_CHIP(constants_lost_on)
}

/** Scissors of a few pixels at a corner, for clears and draws, let these through and no other. */
static void
small_scissors_on(struct gl *g)
{
   const GLuint p = gl_program_with("attribute vec4 pos; void main() { gl_Position = pos; }",
                                    "void main() { gl_FragColor = vec4(1, 0, 0, 1); }");
   for (int k = 0; k < 18; k++) {
      const int w = k % 3, h = k / 3 % 3;
      glDisable(GL_SCISSOR_TEST);
      gl_clear(0, 0, 0, 1);
      glEnable(GL_SCISSOR_TEST);
      glScissor(0, 0, w, h);
      if (k < 9)
         gl_fill();
      else
         gl_clear(1, 0, 0, 1);
      for (int y = 0; y < 3; y++)
         for (int x = 0; x < 3; x++)
            ASSERT_PIXEL(g, x, y, rgba(x < w && y < h ? 255 : 0, 0, 0, 255));
   }
   glDisable(GL_SCISSOR_TEST);
   glDeleteProgram(p);
}

static void
small_scissors(void **state)
{
   (void)state;
   ON_EVERY_CHIP(small_scissors_on)
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertex_formats), cmocka_unit_test(indices),    cmocka_unit_test(primitives),
      cmocka_unit_test(buffer_hazards), cmocka_unit_test(robustness), cmocka_unit_test(constants_lost),
      cmocka_unit_test(small_scissors),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
