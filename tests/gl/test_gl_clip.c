/* SPDX-License-Identifier: MIT
 *
 * EXT_clip_control, EXT_depth_clamp and EXT_draw_elements_base_vertex on every chip.
 */
#include "gl_chip.h"

#define VS_OFFSET "attribute vec4 pos; void main() { gl_Position = pos; gl_PointSize = 8.0; }"

static void
clear_all(void)
{
   glClearColor(0, 0, 0, 0);
   glClearDepthf(1.0f);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

static void
green(void)
{
   GLuint p = gl_program_with(VS_OFFSET, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 0, 1, 0, 1);
}

/** The depth that a fragment at (x, y) has, to 1/64: what the depth test lets through. */
static int
depth_at(int x, int y)
{
   glClipControlEXT(GL_LOWER_LEFT_EXT, GL_ZERO_TO_ONE_EXT);
   glDepthRangef(0, 1);
   int first = -1;
   for (int i = 0; i <= 64 && first < 0; i++) {
      glClear(GL_COLOR_BUFFER_BIT);
      glEnable(GL_DEPTH_TEST);
      glDepthMask(GL_FALSE);
      glDepthFunc(GL_GEQUAL);
      gl_rect(-1, -1, 1, 1, (float)i / 64.0f);
      glDepthMask(GL_TRUE);
      if (gl_pixel(x, y))
         first = i;
   }
   return first;
}

static void
origin_on(struct gl *g)
{
   green();
   clear_all();
   gl_rect(-1, -1, 1, 0, 0); /* the lower half */
   ASSERT_PIXEL(g, 32, 10, rgba(0, 255, 0, 255));
   ASSERT_PIXEL(g, 32, 50, 0);
   glClipControlEXT(GL_UPPER_LEFT_EXT, GL_NEGATIVE_ONE_TO_ONE_EXT);
   clear_all();
   gl_rect(-1, -1, 1, 0, 0);
   ASSERT_PIXEL(g, 32, 10, 0);
   ASSERT_PIXEL(g, 32, 50, rgba(0, 255, 0, 255));

   /* facing is that of clip space, whichever way the picture is */
   glEnable(GL_CULL_FACE);
   for (unsigned i = 0; i < 4; i++) {
      glClipControlEXT(i & 1 ? GL_UPPER_LEFT_EXT : GL_LOWER_LEFT_EXT, GL_NEGATIVE_ONE_TO_ONE_EXT);
      glCullFace(i & 2 ? GL_FRONT : GL_BACK);
      clear_all();
      gl_fill(); /* counter-clockwise */
      ASSERT_PIXEL(g, 32, 32, i & 2 ? 0 : rgba(0, 255, 0, 255));
   }
   glDisable(GL_CULL_FACE);

   /* scissor, reading and clears stay where they are */
   glClipControlEXT(GL_UPPER_LEFT_EXT, GL_NEGATIVE_ONE_TO_ONE_EXT);
   clear_all();
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, 64, 16);
   gl_fill();
   ASSERT_PIXEL(g, 32, 8, rgba(0, 255, 0, 255));
   ASSERT_PIXEL(g, 32, 24, 0);
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   ASSERT_PIXEL(g, 32, 8, rgba(255, 0, 0, 255));
   ASSERT_PIXEL(g, 32, 60, 0);
   glDisable(GL_SCISSOR_TEST);
}

static void
depth_on(struct gl *g)
{
   static const struct {
      GLenum mode;
      float near, far, z;
      int want; /* in 1/64; -1: clipped */
   } cases[] = {
      {GL_NEGATIVE_ONE_TO_ONE_EXT, 0,    1,     0,      32},
      {GL_NEGATIVE_ONE_TO_ONE_EXT, 0,    1,     -0.5f,  16},
      {GL_ZERO_TO_ONE_EXT,         0,    1,     0.5f,   32},
      {GL_ZERO_TO_ONE_EXT,         0,    1,     0.25f,  16},
      {GL_ZERO_TO_ONE_EXT,         0,    1,     -0.25f, -1},
      {GL_ZERO_TO_ONE_EXT,         0,    1,     1.5f,   -1},
      {GL_ZERO_TO_ONE_EXT,         0.5f, 1,     0.5f,   48},
      {GL_ZERO_TO_ONE_EXT,         1,    0.25f, 0.5f,   40},
      {GL_NEGATIVE_ONE_TO_ONE_EXT, 0,    1,     1.5f,   -1},
      {GL_NEGATIVE_ONE_TO_ONE_EXT, 0,    1,     -1.5f,  -1},
   };
   green();
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      for (unsigned clamp = 0; clamp < 2; clamp++) {
         float n = cases[i].near, f = cases[i].far;
         clear_all();
         glEnable(GL_DEPTH_TEST);
         glDepthFunc(GL_ALWAYS);
         glDepthRangef(n, f);
         glClipControlEXT(GL_LOWER_LEFT_EXT, cases[i].mode);
         (clamp ? glEnable : glDisable)(GL_DEPTH_CLAMP_EXT);
         int want = cases[i].want;
         clear_all();
         gl_rect(-1, -1, 1, 1, cases[i].z);
         glDisable(GL_DEPTH_CLAMP_EXT);
         bool drawn = gl_pixel(9, 9) != 0;
         if (want < 0 && clamp) /* the nearer end of the range */
            want = (int)((cases[i].z < 0 ? n : f) * 64);
         assert_int_equal(drawn, want >= 0);
         if (drawn && depth_at(9, 9) != want)
            fail_msg("%s: case %u, clamp %u: depth %d/64, not %d/64", g->chip, i, clamp, depth_at(9, 9),
                     want);
      }
   }
   glDepthRangef(0, 1);
   glDisable(GL_DEPTH_TEST);

   GLint v;
   glClipControlEXT(GL_UPPER_LEFT_EXT, GL_ZERO_TO_ONE_EXT);
   glGetIntegerv(GL_CLIP_ORIGIN_EXT, &v);
   assert_int_equal(v, GL_UPPER_LEFT_EXT);
   glGetIntegerv(GL_CLIP_DEPTH_MODE_EXT, &v);
   assert_int_equal(v, GL_ZERO_TO_ONE_EXT);
   glClipControlEXT(GL_UPPER_LEFT_EXT, GL_UPPER_LEFT_EXT);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glClipControlEXT(GL_ZERO_TO_ONE_EXT, GL_ZERO_TO_ONE_EXT);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   assert_false(glIsEnabled(GL_DEPTH_CLAMP_EXT));
   glEnable(GL_DEPTH_CLAMP_EXT);
   assert_true(glIsEnabled(GL_DEPTH_CLAMP_EXT));
   glGetIntegerv(GL_DEPTH_CLAMP_EXT, &v);
   assert_int_equal(v, 1);
}

/* ---- EXT_draw_elements_base_vertex --------------------------------------------------------------------- */

/** Eight points in a row; the drawn one is seen by its place. */
static void
base_vertex_on(struct gl *g)
{
   static const uint8_t i8[4] = {0, 1, 5, 3};
   static const uint16_t i16[4] = {0, 1, 5, 3};
   static const uint32_t i32[4] = {0, 1, 5, 3};
   static const struct {
      GLenum type;
      const void *indices;
      unsigned size_B;
   } types[] = {
      {GL_UNSIGNED_BYTE,  i8,  1},
      {GL_UNSIGNED_SHORT, i16, 2},
      {GL_UNSIGNED_INT,   i32, 4},
   };
   static const int bases[] = {0, 1, 2, 4, -1, -3, -5, 300};
   float pos[512][4];
   green();
   for (int i = 0; i < 512; i++) {
      pos[i][0] = (float)((i % 8) * 8 + 4) / 32.0f - 1.0f;
      pos[i][1] = i < 8 ? 0.0f : 0.5f;
      pos[i][2] = 0;
      pos[i][3] = 1;
   }
   GLuint vbo, ibo;
   glGenBuffers(1, &vbo);
   glGenBuffers(1, &ibo);
   glEnableVertexAttribArray(0);
   for (unsigned t = 0; t < 3; t++) {
      for (unsigned b = 0; b < sizeof bases / sizeof bases[0]; b++) {
         for (unsigned where = 0; where < 8; where++) {
            const bool buffers = where & 1, index_buffer = where & 2, oes = where & 4;
            glBindBuffer(GL_ARRAY_BUFFER, buffers ? vbo : 0);
            if (buffers)
               glBufferData(GL_ARRAY_BUFFER, sizeof pos, pos, GL_STATIC_DRAW);
            glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, buffers ? NULL : pos);
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, index_buffer ? ibo : 0);
            if (index_buffer)
               glBufferData(GL_ELEMENT_ARRAY_BUFFER, 4 * types[t].size_B, types[t].indices, GL_STATIC_DRAW);
            const uint8_t *first = index_buffer ? NULL : types[t].indices;
            clear_all();
            for (unsigned k = 0; k < 4; k++) {
               const int vertex = (int)i32[k] + bases[b];
               if (vertex < 0)
                  continue; /* undefined */
               (oes ? glDrawElementsBaseVertexOES : glDrawElementsBaseVertexEXT)(
                  GL_POINTS, 1, types[t].type, first + k * types[t].size_B, bases[b]);
               const int x = (vertex % 8) * 8 + 4, y = vertex < 8 ? 32 : 48;
               if (gl_pixel(x, y) != rgba(0, 255, 0, 255))
                  fail_msg("%s: type %u, base %d, where %u: vertex %d is missing", g->chip, t, bases[b],
                           where, vertex);
               clear_all();
            }
            /* and without a base again */
            glDrawElements(GL_POINTS, 1, types[t].type, first);
            ASSERT_PIXEL(g, 4, 32, rgba(0, 255, 0, 255));
         }
      }
   }
   /* negative sums, sums beyond 32 bits, buffers that end before: nothing bad */
   glBindBuffer(GL_ARRAY_BUFFER, vbo);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
   glDrawElementsBaseVertexEXT(GL_POINTS, 4, GL_UNSIGNED_SHORT, i16, INT32_MIN);
   glDrawElementsBaseVertexEXT(GL_POINTS, 4, GL_UNSIGNED_SHORT, i16, INT32_MAX);
   glDrawElementsBaseVertexEXT(GL_POINTS, 4, GL_UNSIGNED_INT, (const uint32_t[4]){~0u, 1, 0, 7}, INT32_MAX);
   glDrawElementsBaseVertexEXT(GL_POINTS, 4, GL_UNSIGNED_SHORT, i16, -2);
   /* several, with instances, and errors as of glDrawElements */
   clear_all();
   glMultiDrawElementsBaseVertexEXT(GL_POINTS, (const GLsizei[]){1, 0, 1}, GL_UNSIGNED_SHORT,
                                    (const void *const[]){i16, i16, i16 + 1}, 3, (const GLint[]){2, 7, 3});
   ASSERT_PIXEL(g, 20, 32, rgba(0, 255, 0, 255));
   ASSERT_PIXEL(g, 36, 32, rgba(0, 255, 0, 255));
   ASSERT_PIXEL(g, 60, 32, 0);
   clear_all();
   glDrawElementsInstancedBaseVertexEXT(GL_POINTS, 1, GL_UNSIGNED_BYTE, i8, 2, 3);
   glDrawElementsInstancedBaseVertexOES(GL_POINTS, 1, GL_UNSIGNED_BYTE, i8, 2, 4);
   ASSERT_PIXEL(g, 28, 32, rgba(0, 255, 0, 255));
   ASSERT_PIXEL(g, 36, 32, rgba(0, 255, 0, 255));
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glDrawElementsBaseVertexEXT(GL_POINTS, -1, GL_UNSIGNED_SHORT, i16, 0);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glDrawElementsBaseVertexEXT(GL_POINTS, 1, GL_FLOAT, i16, 0);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glMultiDrawElementsBaseVertexEXT(GL_POINTS, NULL, GL_UNSIGNED_SHORT, NULL, -1, NULL);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
}

static void
origin(void **state)
{
   ON_EVERY_CHIP(origin_on);
}

static void
depth(void **state)
{
   ON_EVERY_CHIP(depth_on);
}

static void
base_vertex(void **state)
{
   ON_EVERY_CHIP(base_vertex_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(origin),
      cmocka_unit_test(depth),
      cmocka_unit_test(base_vertex),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
