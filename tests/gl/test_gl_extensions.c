/* SPDX-License-Identifier: MIT
 *
 * Extensions of drawing on every chip: half-float vertices, instances, several draws in one call, clip
 * distances, queries, syncs.
 */
#include "gl_chip.h"

#define FULL_QUAD(z)                                                                                         \
   {                                                                                                         \
      -1, -1, z, 1, 1, -1, z, 1, -1, 1, z, 1, 1, 1, z, 1                                                     \
   }

/* ---- OES_vertex_half_float ----------------------------------------------------------------------------- */

static void
half_floats_on(struct gl *g)
{
   gl_program_with("attribute vec4 pos, a; varying vec4 v; void main() { v = a; gl_Position = pos; }",
                   "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   const float pos[16] = FULL_QUAD(0);
   static const uint16_t half[4] = {0x3800, 0x3400, 0x3a00, 0x3000}; /* 0.5, 0.25, 0.75, 0.125 */
   static const unsigned want[4] = {128, 64, 191, 32};
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, pos);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   GLuint vbo;
   glGenBuffers(1, &vbo);
   for (GLint size = 1; size <= 4; size++) {
      for (unsigned where = 0; where < 3; where++) { /* client; buffer; an odd stride */
         uint8_t memory[64] = {0};
         unsigned stride = where == 2 ? 10 : (unsigned)size * 2;
         for (unsigned v = 0; v < 4; v++)
            memcpy(memory + v * stride, half, (size_t)size * 2);
         glBindBuffer(GL_ARRAY_BUFFER, where ? vbo : 0);
         if (where)
            glBufferData(GL_ARRAY_BUFFER, sizeof memory, memory, GL_STATIC_DRAW);
         const GLenum type = where == 1 ? 0x140b : GL_HALF_FLOAT_OES; /* OpenGL ES 3.0's name */
         glVertexAttribPointer(1, size, type, where & 1, (GLsizei)stride, where ? NULL : memory);
         glBindBuffer(GL_ARRAY_BUFFER, 0);
         gl_clear(0, 0, 0, 0);
         glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
         uint32_t w = rgba(want[0], size > 1 ? want[1] : 0, size > 2 ? want[2] : 0, size > 3 ? want[3] : 255);
         ASSERT_PIXEL_NEAR(g, 20, 20, w, 1);
      }
   }
   glDeleteBuffers(1, &vbo);
}

/** OES_vertex_type_10_10_10_2; the shader halves what is not normalised. */
static void
packed_vertices_on(struct gl *g)
{
   GLuint p = gl_program_with("attribute vec4 pos, a; uniform vec4 scale; varying vec4 v;"
                              "void main() { v = a * scale; gl_Position = pos; }",
                              "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   const float pos[16] = FULL_QUAD(0);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, pos);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   GLuint vbo;
   glGenBuffers(1, &vbo);
   static const struct {
      GLenum type;
      GLboolean normalized;
      uint32_t value;
      float scale[4];
      unsigned want[4];
   } cases[] = {
      {GL_UNSIGNED_INT_10_10_10_2_OES,
       GL_TRUE,  1023u << 22 | 512u << 12 | 256u << 2 | 2,
       {1, 1, 1, 1},
       {255, 128, 64, 170} },
      {GL_UNSIGNED_INT_10_10_10_2_OES,
       GL_FALSE, 100u << 22 | 50u << 12 | 3u << 2 | 1,
       {0.01f, 0.01f, 0.1f, 0.5f},
       {255, 128, 77, 128} },
      {GL_INT_10_10_10_2_OES,
       GL_TRUE,  511u << 22 | 255u << 12 | 0x200u << 2 | 1,
       {1, 1, -1, 1},
       {255, 127, 255, 255}},
      {GL_INT_10_10_10_2_OES,
       GL_FALSE, 0x3ffu << 22 | 50u << 12 | 0x39cu << 2 | 3,
       {-1, 0.01f, -0.005f, -0.5f},
       {255, 128, 128, 128}},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      uint32_t data[4] = {cases[i].value, cases[i].value, cases[i].value, cases[i].value};
      glUniform4fv(glGetUniformLocation(p, "scale"), 1, cases[i].scale);
      for (unsigned k = 0; k < 4; k++) { /* client or buffer, three or four components */
         GLint size = k & 1 ? 3 : 4;
         glBindBuffer(GL_ARRAY_BUFFER, k & 2 ? vbo : 0);
         if (k & 2)
            glBufferData(GL_ARRAY_BUFFER, sizeof data, data, GL_STATIC_DRAW);
         glVertexAttribPointer(1, size, cases[i].type, cases[i].normalized, 0, k & 2 ? NULL : data);
         glBindBuffer(GL_ARRAY_BUFFER, 0);
         gl_clear(0, 0, 0, 0);
         glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
         float w = cases[i].scale[3];
         const unsigned *want = cases[i].want;
         ASSERT_PIXEL_NEAR(g, 20, 20,
                           rgba(want[0], want[1], want[2],
                                size == 4 ? want[3]
                                : w < 0   ? 0
                                          : (unsigned)(w * 255 + 0.5f)),
                           1);
      }
   }
   glVertexAttribPointer(1, 2, GL_INT_10_10_10_2_OES, GL_FALSE, 0, NULL);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glDeleteBuffers(1, &vbo);
   glDeleteProgram(p);
}

static void
half_floats(void **state)
{
   ON_EVERY_CHIP(half_floats_on);
   ON_EVERY_CHIP(packed_vertices_on);
}

/* ---- EXT_draw_instanced, EXT_instanced_arrays, ANGLE_instanced_arrays ---------------------------------- */

/** Columns of 4 pixels, one an instance; colours come from an array with a divisor. */
static void
instances_on(struct gl *g)
{
   enum { N = 16, W = SIZE / N };
   GLuint p = gl_program_with("#extension GL_EXT_draw_instanced : require\n"
                              "attribute vec4 pos, a; attribute float column; varying vec4 v;"
                              "void main() { v = a; v.w = float(gl_InstanceIDEXT) / 255.0;"
                              " gl_Position = vec4((pos.x + column) / 8.0 - 1.0, pos.yzw); }",
                              "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   glBindAttribLocation(p, 2, "column");
   glLinkProgram(p);
   glUseProgram(p);
   static const float pos[16] = {0, -1, 0, 1, 1, -1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1};
   static const uint16_t index[5] = {9, 0, 1, 2, 3};
   float column[N];
   uint8_t color[N][4];
   for (unsigned i = 0; i < N; i++) {
      column[i] = (float)i;
      color[i][0] = (uint8_t)(10 * i);
      color[i][1] = (uint8_t)(255 - 10 * i);
      color[i][2] = (uint8_t)(7 * i);
      color[i][3] = 0;
   }
   GLuint vbo[3];
   glGenBuffers(3, vbo);
   const struct {
      const void *data;
      GLsizeiptr size_B;
   } data[3] = {
      {pos,    sizeof pos   },
      {color,  sizeof color },
      {column, sizeof column}
   };
   for (unsigned i = 0; i < 3; i++) {
      glBindBuffer(GL_ARRAY_BUFFER, vbo[i]);
      glBufferData(GL_ARRAY_BUFFER, data[i].size_B, data[i].data, GL_STATIC_DRAW);
      glEnableVertexAttribArray(i);
   }
   for (unsigned where = 0; where < 2; where++) { /* client memory; buffers */
      glBindBuffer(GL_ARRAY_BUFFER, where ? vbo[0] : 0);
      glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, where ? NULL : pos);
      glBindBuffer(GL_ARRAY_BUFFER, where ? vbo[1] : 0);
      glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, where ? NULL : color);
      glBindBuffer(GL_ARRAY_BUFFER, where ? vbo[2] : 0);
      glVertexAttribPointer(2, 1, GL_FLOAT, GL_FALSE, 0, where ? NULL : column);
      glBindBuffer(GL_ARRAY_BUFFER, 0);
      for (GLuint divisor = 1; divisor <= 5; divisor++) {
         GLint d = -1;
         glVertexAttribDivisorEXT(1, divisor);
         glVertexAttribDivisorANGLE(2, 1);
         glGetVertexAttribiv(1, GL_VERTEX_ATTRIB_ARRAY_DIVISOR_EXT, &d);
         assert_int_equal(d, divisor);
         for (unsigned how = 0; how < 4; how++) {
            gl_clear(0, 0, 0, 0);
            if (how == 0)
               glDrawArraysInstancedEXT(GL_TRIANGLE_STRIP, 0, 4, N);
            else if (how == 1)
               glDrawArraysInstancedANGLE(GL_TRIANGLE_STRIP, 0, 4, N);
            else if (how == 2)
               glDrawElementsInstancedEXT(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, index + 1, N);
            else
               glDrawElementsInstancedANGLE(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, index + 1, N);
            for (unsigned i = 0; i < N; i++) {
               const uint8_t *c = color[i / divisor];
               ASSERT_PIXEL_NEAR(g, (int)(i * W + 1), 30, rgba(c[0], c[1], c[2], i), 1);
            }
         }
      }
      /* a plain draw is one instance */
      gl_clear(0, 0, 0, 0);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      ASSERT_PIXEL(g, 1, 30, rgba(color[0][0], color[0][1], color[0][2], 0));
      ASSERT_PIXEL(g, W + 1, 30, 0);
   }
   glDeleteBuffers(3, vbo);
}

static void
instances(void **state)
{
   ON_EVERY_CHIP(instances_on);
}

/* ---- EXT_multi_draw_arrays ----------------------------------------------------------------------------- */

static void
multi_draw_on(struct gl *g)
{
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 1, 1, 1, 1);
   float v[4][4][2]; /* four columns */
   for (unsigned i = 0; i < 4; i++)
      for (unsigned k = 0; k < 4; k++) {
         v[i][k][0] = -1 + 0.5f * (float)(i + (k & 1));
         v[i][k][1] = k & 2 ? 1 : -1;
      }
   static const GLint first[3] = {0, 4, 12};
   static const GLsizei count[3] = {4, 0, 4};
   static const uint8_t index[2][4] = {
      {4, 5, 6,  7 },
      {8, 9, 10, 11}
   };
   const void *const indices[2] = {index[0], index[1]};
   static const GLsizei index_count[2] = {4, 4};
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, v);
   glEnableVertexAttribArray(0);
   gl_clear(0, 0, 0, 0);
   glMultiDrawArraysEXT(GL_TRIANGLE_STRIP, first, count, 3);
   for (int i = 0; i < 4; i++)
      ASSERT_PIXEL(g, 8 + 16 * i, 30, i == 0 || i == 3 ? ~0u : 0);
   gl_clear(0, 0, 0, 0);
   glMultiDrawElementsEXT(GL_TRIANGLE_STRIP, index_count, GL_UNSIGNED_BYTE, indices, 2);
   for (int i = 0; i < 4; i++)
      ASSERT_PIXEL(g, 8 + 16 * i, 30, i == 1 || i == 2 ? ~0u : 0);
}

static void
multi_draw(void **state)
{
   ON_EVERY_CHIP(multi_draw_on);
}

/* ---- APPLE_sync ---------------------------------------------------------------------------------------- */

/** The error that the call before raised. */
static void
raised(GLenum error)
{
   assert_int_equal(glGetError(), error);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void
sync_errors(GLsync sync)
{
   GLsync none = (GLsync)(uintptr_t)12345,
          wide = (GLsync)(uintptr_t)(UINT64_C(0x100000000) | (uintptr_t)sync);
   GLint v = 77;
   GLsizei n = 77;
   assert_null(glFenceSyncAPPLE(GL_SYNC_FENCE_APPLE, 0));
   raised(GL_INVALID_ENUM);
   assert_null(glFenceSyncAPPLE(GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE, 1));
   raised(GL_INVALID_VALUE);
   assert_false(glIsSyncAPPLE(NULL) || glIsSyncAPPLE(none) || glIsSyncAPPLE(wide));
   glDeleteSyncAPPLE(NULL);
   raised(GL_NO_ERROR);
   glDeleteSyncAPPLE(none);
   raised(GL_INVALID_VALUE);
   assert_int_equal(glClientWaitSyncAPPLE(none, 0, 0), GL_WAIT_FAILED_APPLE);
   raised(GL_INVALID_VALUE);
   assert_int_equal(glClientWaitSyncAPPLE(sync, 2, 0), GL_WAIT_FAILED_APPLE);
   raised(GL_INVALID_VALUE);
   glWaitSyncAPPLE(none, 0, GL_TIMEOUT_IGNORED_APPLE);
   raised(GL_INVALID_VALUE);
   glWaitSyncAPPLE(sync, 1, GL_TIMEOUT_IGNORED_APPLE);
   raised(GL_INVALID_VALUE);
   glWaitSyncAPPLE(sync, 0, 5);
   raised(GL_INVALID_VALUE);
   glGetSyncivAPPLE(none, GL_SYNC_STATUS_APPLE, 1, &n, &v);
   raised(GL_INVALID_VALUE);
   glGetSyncivAPPLE(sync, GL_SYNC_STATUS_APPLE, -1, &n, &v);
   raised(GL_INVALID_VALUE);
   glGetSyncivAPPLE(sync, GL_VENDOR, 1, &n, &v);
   raised(GL_INVALID_ENUM);
   assert_true(n == 77 && v == 77);
   glGetSyncivAPPLE(sync, GL_SYNC_FLAGS_APPLE, 0, &n, &v);
   assert_true(n == 0 && v == 77);
   glObjectPtrLabelKHR(none, -1, "no");
   raised(GL_INVALID_VALUE);
}

static void
syncs_on(struct gl *g)
{
   GLint v = 0;
   GLint64 wide = 0;
   GLsizei n = 0;
   char label[8];
   gl_program_with(VS_POS, FS_COLOR);
   gl_fill();
   GLsync a = glFenceSyncAPPLE(GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE, 0), b;
   assert_true(glIsSyncAPPLE(a));
   sync_errors(a);
   static const GLenum what[][2] = {
      {GL_OBJECT_TYPE_APPLE,    GL_SYNC_FENCE_APPLE                },
      {GL_SYNC_CONDITION_APPLE, GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE},
      {GL_SYNC_FLAGS_APPLE,     0                                  }
   };
   for (unsigned i = 0; i < 3; i++) {
      glGetSyncivAPPLE(a, what[i][0], 1, &n, &v);
      assert_true(n == 1 && v == (GLint)what[i][1]);
   }
   glWaitSyncAPPLE(a, 0, GL_TIMEOUT_IGNORED_APPLE);
   GLenum first = glClientWaitSyncAPPLE(a, GL_SYNC_FLUSH_COMMANDS_BIT_APPLE, 10 * UINT64_C(1000000000));
   assert_true(first == GL_ALREADY_SIGNALED_APPLE || first == GL_CONDITION_SATISFIED_APPLE);
   assert_int_equal(glClientWaitSyncAPPLE(a, 0, 0), GL_ALREADY_SIGNALED_APPLE);
   glGetSyncivAPPLE(a, GL_SYNC_STATUS_APPLE, 1, NULL, &v);
   assert_int_equal(v, GL_SIGNALED_APPLE);
   glObjectPtrLabelKHR(a, -1, "frame");
   glGetObjectPtrLabelKHR(a, sizeof label, &n, label);
   assert_string_equal(label, "frame");
   b = glFenceSyncAPPLE(GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE, 0); /* left for the share group's end */
   assert_true(glIsSyncAPPLE(b) && a != b);
   glDeleteSyncAPPLE(a);
   assert_false(glIsSyncAPPLE(a));
   glGetInteger64vAPPLE(GL_MAX_SERVER_WAIT_TIMEOUT_APPLE, &wide);
   assert_true(wide > 0);
}

static void
syncs(void **state)
{
   ON_EVERY_CHIP(syncs_on);
}

/* ---- EXT_occlusion_query_boolean, EXT_disjoint_timer_query, EXT_robustness ----------------------------- */

static GLuint
any_samples(GLuint id)
{
   GLuint v = 77, done = 0;
   glFlush();
   for (unsigned tries = 0; !done && tries < 1000000; tries++)
      glGetQueryObjectuivEXT(id, GL_QUERY_RESULT_AVAILABLE_EXT, &done);
   assert_true(done);
   glGetQueryObjectuivEXT(id, GL_QUERY_RESULT_EXT, &v);
   return v;
}

static void
queries_on(struct gl *g)
{
   GLuint id[4], n = 9;
   GLint v = -1;
   glGenQueriesEXT(4, id);
   assert_false(glIsQueryEXT(id[0]));
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 1, 1, 1, 1);
   static const GLenum targets[2] = {GL_ANY_SAMPLES_PASSED_EXT, GL_ANY_SAMPLES_PASSED_CONSERVATIVE_EXT};
   for (unsigned t = 0; t < 2; t++) {
      gl_clear(0, 0, 0, 0);
      glDisable(GL_DEPTH_TEST);
      glBeginQueryEXT(targets[t], id[t]);
      assert_true(glIsQueryEXT(id[t]));
      glGetQueryivEXT(targets[t], GL_CURRENT_QUERY_EXT, &v);
      assert_int_equal(v, id[t]);
      glGetQueryivEXT(targets[!t], GL_CURRENT_QUERY_EXT, &v);
      assert_int_equal(v, 0);
      gl_clear(0, 0, 0, 0); /* clears do not count */
      glEndQueryEXT(targets[t]);
      assert_int_equal(any_samples(id[t]), 0);
      glBeginQueryEXT(targets[t], id[t]);
      gl_rect(0, 0, 1 / 32.0f, 1 / 32.0f, 0.5f); /* one pixel */
      glEndQueryEXT(targets[t]);
      assert_int_equal(any_samples(id[t]), 1);
      glEnable(GL_DEPTH_TEST);
      gl_rect(-1, -1, 1, 1, -0.5f);
      glBeginQueryEXT(targets[t], id[t]);
      gl_fill();  /* hidden */
      glFinish(); /* over several streams */
      gl_fill();
      glEndQueryEXT(targets[t]);
      assert_int_equal(any_samples(id[t]), 0);
   }
   glDisable(GL_DEPTH_TEST);

   /* errors */
   glBeginQueryEXT(GL_TEXTURE_2D, id[0]);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glBeginQueryEXT(targets[0], 0);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glBeginQueryEXT(targets[0], 4711);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glBeginQueryEXT(targets[1], id[0]); /* made for the other target */
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glEndQueryEXT(targets[0]);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGetQueryObjectuivEXT(id[3], GL_QUERY_RESULT_EXT, &n); /* never begun */
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glBeginQueryEXT(targets[0], id[0]);
   glBeginQueryEXT(targets[1], id[1]);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glEndQueryEXT(targets[1]);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGetQueryObjectuivEXT(id[0], GL_QUERY_RESULT_EXT, &n);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glDeleteQueriesEXT(1, &id[0]); /* lives until it ends */
   assert_false(glIsQueryEXT(id[0]));
   glEndQueryEXT(targets[0]);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glGetQueryObjectuivEXT(id[1], GL_CURRENT_QUERY_EXT, &n);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);

   /* times */
   GLint64 now[2] = {0}, at = 0, elapsed = -1;
   glGetQueryivEXT(GL_TIME_ELAPSED_EXT, GL_QUERY_COUNTER_BITS_EXT, &v);
   assert_true(v >= 30);
   glGetInteger64vEXT(GL_TIMESTAMP_EXT, &now[0]);
   glBeginQueryEXT(GL_TIME_ELAPSED_EXT, id[2]);
   for (unsigned i = 0; i < 20; i++)
      gl_fill();
   glEndQueryEXT(GL_TIME_ELAPSED_EXT);
   glQueryCounterEXT(id[3], GL_TIMESTAMP_EXT);
   glGetQueryObjecti64vEXT(id[2], GL_QUERY_RESULT_EXT, &elapsed);
   glGetQueryObjecti64vEXT(id[3], GL_QUERY_RESULT_EXT, &at);
   glGetInteger64vEXT(GL_TIMESTAMP_EXT, &now[1]);
   assert_true(elapsed > 0 && elapsed <= now[1] - now[0]);
   assert_true(now[0] < at && at <= now[1]);
   GLuint clamped = 0;
   glGetQueryObjectuivEXT(id[3], GL_QUERY_RESULT_EXT, &clamped);
   assert_int_equal(clamped, at > UINT32_MAX ? UINT32_MAX : (GLuint)at);
   glGetIntegerv(GL_GPU_DISJOINT_EXT, &v);
   assert_int_equal(v, 0);
   GLint64 size = 0;
   glGetInteger64vEXT(GL_MAX_TEXTURE_SIZE, &size);
   glGetIntegerv(GL_MAX_TEXTURE_SIZE, &v);
   assert_int_equal(size, v);
   glQueryCounterEXT(id[2], GL_TIMESTAMP_EXT);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glQueryCounterEXT(id[3], GL_TIME_ELAPSED_EXT);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glBeginQueryEXT(GL_TIME_ELAPSED_EXT, id[2]); /* still active when the context goes */

   /* robust queries */
   assert_int_equal(glGetGraphicsResetStatusEXT(), GL_NO_ERROR);
   uint8_t pixels[2 * 8 + 4] = {0};
   glPixelStorei(GL_PACK_ALIGNMENT, 8);
   glReadnPixelsEXT(0, 0, 1, 3, GL_RGBA, GL_UNSIGNED_BYTE, sizeof pixels, pixels);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glReadnPixelsEXT(0, 0, 1, 3, GL_RGBA, GL_UNSIGNED_BYTE, sizeof pixels - 1, pixels);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   float c[4] = {0};
   GLint loc = glGetUniformLocation(p, "c");
   glGetnUniformfvEXT(p, loc, 15, c);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGetnUniformfvEXT(p, loc, 16, c);
   assert_true(c[3] == 1.0f);
   GLint i4[4];
   glGetnUniformivEXT(p, 1000, 16, i4);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGetIntegerv(GL_RESET_NOTIFICATION_STRATEGY_EXT, &v);
   assert_int_equal(v, GL_NO_RESET_NOTIFICATION_EXT);
}

static void
queries(void **state)
{
   ON_EVERY_CHIP(queries_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(half_floats), cmocka_unit_test(instances), cmocka_unit_test(multi_draw),
      cmocka_unit_test(queries),     cmocka_unit_test(syncs),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
