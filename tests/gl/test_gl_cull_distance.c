/* SPDX-License-Identifier: MIT
 *
 * EXT_clip_cull_distance and APPLE_clip_distance in GLSL ES 3.00, through the whole stack: what clips, what culls, what the
 * fragment shader reads and transform feedback captures.
 */
#define GL_CONTEXT_VERSION 30
#define GL_CHIPS           "rv610", "rv670", "rv770", "cypress", "cayman"
#include <GLES3/gl3.h>

#include "gl_chip.h"

#define VS                                                                                                   \
   "#version 300 es\n#extension GL_EXT_clip_cull_distance : require\nlayout(location = 0) in vec4 pos;"
#define FS                                                                                                   \
   "#version 300 es\n#extension GL_EXT_clip_cull_distance : require\nprecision highp float; out vec4 o;"
#define WHITE "#version 300 es\nout mediump vec4 o; void main() { o = vec4(1); }"

static GLint
get(GLenum pname)
{
   GLint v = -1;
   glGetIntegerv(pname, &v);
   return v;
}

static void
limits_on(struct gl *g)
{
   assert_int_equal(get(GL_MAX_CLIP_DISTANCES_EXT), 8);
   assert_int_equal(get(GL_MAX_CULL_DISTANCES_EXT), 8);
   assert_int_equal(get(GL_MAX_COMBINED_CLIP_AND_CULL_DISTANCES_EXT), 8);
   for (unsigned i = 0; i < 8; i++) {
      assert_false(glIsEnabled(GL_CLIP_DISTANCE0_EXT + i));
      glEnable(GL_CLIP_DISTANCE0_EXT + i);
      assert_true(glIsEnabled(GL_CLIP_DISTANCE0_EXT + i));
      glDisable(GL_CLIP_DISTANCE0_EXT + i);
   }
   glEnable(GL_CLIP_DISTANCE0_EXT + 8);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
}

/* Three distances clip, five behind them cull; the other order in the text changes nothing. */
static void
both_on(struct gl *g)
{
   const GLuint p = gl_program_with(
      VS "out float gl_CullDistance[5], gl_ClipDistance[3]; uniform float cull[5];"
         "void main() { gl_Position = pos; vec2 w = (pos.xy + 1.0) * 32.0;"
         " for (int i = 0; i < 5; i++) gl_CullDistance[i] = cull[i] + float(gl_VertexID);"
         " gl_ClipDistance[0] = 16.0 - w.x; gl_ClipDistance[1] = w.y - 48.0; gl_ClipDistance[2] = -1.0; }",
      WHITE);
   const GLint cull = glGetUniformLocation(p, "cull");
   gl_clear(0, 0, 0, 0);
   gl_fill();
   assert_int_equal(gl_count_pixels(~0u), SIZE * SIZE); /* nothing clips that is not enabled */
   glEnable(GL_CLIP_DISTANCE0_EXT);
   glEnable(GL_CLIP_DISTANCE1_EXT);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   assert_int_equal(gl_count_pixels(~0u), 16 * 16);
   ASSERT_PIXEL(g, 15, 48, ~0u);
   ASSERT_PIXEL(g, 16, 48, 0);
   ASSERT_PIXEL(g, 15, 47, 0);
   glDisable(GL_CLIP_DISTANCE1_EXT);
   glEnable(GL_CLIP_DISTANCE2_EXT); /* behind it everything */
   gl_clear(0, 0, 0, 0);
   gl_fill();
   assert_int_equal(gl_count_pixels(~0u), 0);
   glDisable(GL_CLIP_DISTANCE2_EXT);
   glDisable(GL_CLIP_DISTANCE0_EXT);
   for (unsigned i = 0; i < 5; i++) {
      /* a strip of vertices 0 to 3: the first triangle has 0 to 2, the second 1 to 3 */
      float off[5] = {0};
      off[i] = -2.5f; /* vertices 0 to 2 are outside */
      glUniform1fv(cull, 5, off);
      gl_clear(0, 0, 0, 0);
      gl_fill();
      const unsigned n = gl_count_pixels(~0u);
      assert_true(n > SIZE * SIZE / 2 - SIZE && n < SIZE * SIZE / 2 + SIZE);
      ASSERT_PIXEL(g, 3, 3, 0);
      ASSERT_PIXEL(g, 60, 60, ~0u);
      off[i] = -3.5f; /* all are */
      glUniform1fv(cull, 5, off);
      gl_clear(0, 0, 0, 0);
      gl_fill();
      assert_int_equal(gl_count_pixels(~0u), 0);
   }
   /* one vertex that is outside takes nothing away */
   glUniform1fv(cull, 5, (const float[5]){-0.5f, 0, 0, 0, 0});
   gl_clear(0, 0, 0, 0);
   gl_fill();
   assert_int_equal(gl_count_pixels(~0u), SIZE * SIZE);
   glDeleteProgram(p);
}

/* Lines and points, and a distance of 0, which is inside. */
static void
kinds_on(struct gl *g)
{
   const GLuint p = gl_program_with(VS "uniform float d; void main() { gl_Position = pos; gl_PointSize = 4.0;"
                                       " gl_CullDistance[0] = d + float(gl_VertexID); }",
                                    WHITE);
   static const float at[2][2] = {
      {-0.5f, 1 / 64.0f},
      {0.5f,  1 / 64.0f}
   };
   const GLint d = glGetUniformLocation(p, "d");
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, at);
   glEnableVertexAttribArray(0);
   static const struct {
      GLenum kind;
      float d;
      unsigned pixels;
   } cases[] = {
      {GL_LINES,  0,     32},
      {GL_LINES,  -0.5f, 32}, /* whole: nothing is cut */
      {GL_LINES,  -1,    32},
      {GL_LINES,  -1.5f, 0 },
      {GL_POINTS, 0,     32},
      {GL_POINTS, -0.5f, 16},
      {GL_POINTS, -1.5f, 0 },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      gl_clear(0, 0, 0, 0);
      glUniform1f(d, cases[i].d);
      glDrawArrays(cases[i].kind, 0, 2);
      if (gl_count_pixels(~0u) != cases[i].pixels)
         fail_msg("%s, case %u: %u pixels", g->chip, i, gl_count_pixels(~0u));
   }
   /* another program does not cull */
   const GLuint plain =
      gl_program_with("#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }", WHITE);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   assert_int_equal(gl_count_pixels(~0u), SIZE * SIZE);
   glDeleteProgram(plain);
   glDeleteProgram(p);
}

/* The fragment shader reads both, interpolated; those of which it asks more than there are give 0. */
static void
reads_on(struct gl *g)
{
   const GLuint p = gl_program_with(
      VS "out float gl_ClipDistance[6]; void main() { gl_Position = pos; vec2 w = pos.xy * 0.5 + 0.5;"
         " for (int i = 0; i < 6; i++) gl_ClipDistance[i] = i == 1 ? w.x : i == 5 ? w.y : 7.0;"
         " gl_CullDistance[1] = w.y; gl_CullDistance[0] = 0.25; }",
      FS "in float gl_ClipDistance[6]; uniform int one; void main() {"
         " o = vec4(gl_ClipDistance[one], gl_ClipDistance[5], gl_CullDistance[1], gl_CullDistance[0]); }");
   glUniform1i(glGetUniformLocation(p, "one"), 1);
   for (unsigned pass = 0; pass < 2; pass++) {
      gl_clear(0, 0, 0, 0);
      gl_fill();
      ASSERT_PIXEL_NEAR(g, 10, 40, rgba(42, 161, 161, 64), 1);
      ASSERT_PIXEL_NEAR(g, 50, 20, rgba(201, 82, 82, 64), 1);
      glEnable(GL_CLIP_DISTANCE1_EXT); /* all are inside */
      glEnable(GL_CLIP_DISTANCE5_EXT);
   }
   glDisable(GL_CLIP_DISTANCE1_EXT);
   glDisable(GL_CLIP_DISTANCE5_EXT);
   glDeleteProgram(p);
   const GLuint q = gl_program_with(VS "void main() { gl_Position = pos; gl_ClipDistance[0] = 1.0; }",
                                    FS "void main() { o = vec4(gl_ClipDistance[0], gl_ClipDistance[2],"
                                       " gl_CullDistance[0], 1); }");
   gl_fill();
   ASSERT_PIXEL(g, 10, 40, rgba(255, 0, 0, 255));
   glDeleteProgram(q);
}

/* Names of transform feedback; and the program survives as a binary. */
static void
captured_on(struct gl *g)
{
   static const char *const names[3] = {"gl_ClipDistance", "gl_CullDistance[1]", "gl_Position"};
   GLuint p =
      gl_program_with(VS "out float gl_ClipDistance[3]; void main() { gl_Position = pos;"
                         " for (int i = 0; i < 3; i++) gl_ClipDistance[i] = float(10 * i + gl_VertexID);"
                         " gl_CullDistance[0] = pos.x; gl_CullDistance[1] = -float(gl_VertexID) - 0.5; }",
                      WHITE);
   glTransformFeedbackVaryings(p, 3, names, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(p);
   GLint size = 0, length = 0;
   GLenum type = 0, format = 0;
   char name[32] = "";
   glGetTransformFeedbackVarying(p, 0, sizeof name, NULL, &size, &type, name);
   assert_int_equal(size, 3);
   assert_int_equal(type, GL_FLOAT);
   assert_string_equal(name, "gl_ClipDistance");
   glGetProgramiv(p, GL_PROGRAM_BINARY_LENGTH, &length);
   void *binary = malloc((size_t)length);
   glGetProgramBinary(p, length, NULL, &format, binary);
   for (unsigned pass = 0; pass < 2; pass++) {
      float got[4][8];
      GLuint buffer;
      glUseProgram(p);
      glGenBuffers(1, &buffer);
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
      glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof got, NULL, GL_STREAM_READ);
      static const float at[4][2] = {
         {-1, -1},
         {1,  -1},
         {-1, 1 },
         {1,  1 }
      };
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, at);
      glEnableVertexAttribArray(0);
      glBeginTransformFeedback(GL_POINTS);
      glDrawArrays(GL_POINTS, 0, 4);
      glEndTransformFeedback();
      const void *map = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof got, GL_MAP_READ_BIT);
      memcpy(got, map, sizeof got);
      glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
      for (unsigned v = 0; v < 4; v++) {
         const float want[8] = {
            (float)v, 10 + (float)v, 20 + (float)v, -(float)v - 0.5f, at[v][0], at[v][1], 0, 1};
         assert_memory_equal(got[v], want, sizeof want);
      }
      gl_clear(0, 0, 0, 0);
      gl_fill(); /* all cull distances no. 1 are negative */
      assert_int_equal(gl_count_pixels(0), SIZE * SIZE);
      glDeleteBuffers(1, &buffer);
      glDeleteProgram(p);
      p = glCreateProgram();
      glProgramBinary(p, format, binary, length);
      GLint ok = 0;
      glGetProgramiv(p, GL_LINK_STATUS, &ok);
      assert_true(ok);
   }
   glDeleteProgram(p);
   free(binary);
}

/* Programs of 1.00 are captured, too: what the fragment shader reads and what it does not. */
static void
captured_100_on(struct gl *g)
{
   static const char *const names[4] = {"unread", "gl_ClipDistance", "m", "gl_Position"};
   static const float at[2][4] = {
      {0.25f, 0.5f, 0, 1},
      {-0.5f, 1,    0, 1}
   };
   float got[32];
   GLuint buffer;
   const GLuint p = gl_program_with(
      "#extension GL_APPLE_clip_distance : require\nattribute vec4 pos; varying vec3 unread, read;"
      "varying mat2 m; varying highp float gl_ClipDistance[5]; void main() { gl_Position = pos;"
      " unread = pos.yxw; read = pos.xyz; m = mat2(pos.x, 1.0, 2.0, pos.y);"
      " for (int i = 0; i < 5; i++) gl_ClipDistance[i] = float(i) + pos.x; }",
      "precision mediump float; varying vec3 read; void main() { gl_FragColor = vec4(read, 1.0); }");
   glTransformFeedbackVaryings(p, 4, names, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(p);
   glUseProgram(p);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof got, NULL, GL_STREAM_READ);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, at);
   glEnableVertexAttribArray(0);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 2);
   glEndTransformFeedback();
   const void *map = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof got, GL_MAP_READ_BIT);
   memcpy(got, map, sizeof got);
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
   for (unsigned v = 0; v < 2; v++) {
      const float x = at[v][0], y = at[v][1];
      const float want[16] = {y, x, 1, x, x + 1, x + 2, x + 3, x + 4, x, 1, 2, y, x, y, 0, 1};
      for (unsigned i = 0; i < 16; i++)
         if (got[16 * v + i] != want[i])
            fail_msg("%s: vertex %u, float %u: %g, not %g", g->chip, v, i, (double)got[16 * v + i],
                     (double)want[i]);
   }
   glDeleteBuffers(1, &buffer);
   glDeleteProgram(p);
}

/* APPLE_clip_distance has the same variable, for the vertex shader. */
static void
apple_on(struct gl *g)
{
   const GLuint p = gl_program_with(
      "#version 300 es\n#extension GL_APPLE_clip_distance : require\nin vec4 pos;"
      "void main() { gl_Position = pos; gl_ClipDistance[7] = pos.x; gl_ClipDistance[0] = -pos.x; }",
      WHITE);
   glEnable(GL_CLIP_DISTANCE7_APPLE);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   assert_int_equal(gl_count_pixels(~0u), SIZE * SIZE / 2);
   ASSERT_PIXEL(g, 31, 5, 0);
   ASSERT_PIXEL(g, 32, 5, ~0u);
   glDisable(GL_CLIP_DISTANCE7_APPLE);
   glDeleteProgram(p);
}

#define ON_CHIPS(name)                                                                                       \
   static void name(void **state)                                                                            \
   {                                                                                                         \
      ON_EVERY_CHIP(name##_on);                                                                              \
   }
ON_CHIPS(limits)
ON_CHIPS(both)
ON_CHIPS(kinds)
ON_CHIPS(reads)
ON_CHIPS(captured)
ON_CHIPS(captured_100)
ON_CHIPS(apple)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(limits), cmocka_unit_test(both),     cmocka_unit_test(kinds),
      cmocka_unit_test(reads),  cmocka_unit_test(captured), cmocka_unit_test(captured_100),
      cmocka_unit_test(apple),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
