/* SPDX-License-Identifier: MIT
 *
 * APPLE_clip_distance: on chips that clip by distances, and on those whose pixel shaders look at them (ir_lower_clip_kill).
 */
#define GL_CHIPS "rv670", "rv770", "cypress", "cayman", "rv530", "r300", "rv410", "rs690"
#include "gl_chip.h"

static void
distances_on(struct gl *g)
{
   GLint n = 0;
   glGetIntegerv(GL_MAX_CLIP_DISTANCES_APPLE, &n);
   assert_int_equal(n, 8);
   /* distances 0 to 5: left of x = 16, 17, ...; 6: above y = 32; 7: a triangle's corner */
   GLuint p = gl_program_with("#extension GL_APPLE_clip_distance : require\n"
                              "varying highp float gl_ClipDistance[gl_MaxClipDistances];"
                              "attribute vec4 pos; varying vec4 v; void main() { gl_Position = pos; v = pos;"
                              " vec2 w = (pos.xy + 1.0) * 32.0; gl_PointSize = 8.0;"
                              " for (int i = 0; i < 6; i++) gl_ClipDistance[i] = 16.0 + float(i) - w.x;"
                              " gl_ClipDistance[6] = w.y - 32.0; gl_ClipDistance[7] = w.x + w.y - 16.0; }",
                              "precision highp float; varying vec4 v; void main() {"
                              " gl_FragColor = vec4(v.xy * 0.5 + 0.5, 0, 1); }");
   for (unsigned i = 0; i < 6; i++) {
      gl_clear(0, 0, 0, 0);
      glEnable(GL_CLIP_DISTANCE0_APPLE + i);
      assert_true(glIsEnabled(GL_CLIP_DISTANCE0_APPLE + i));
      gl_fill();
      int x = 16 + (int)i;
      ASSERT_PIXEL_NEAR(g, x - 1, 50, rgba((unsigned)(4 * x - 2), 201, 0, 255), 2);
      ASSERT_PIXEL(g, x, 50, 0);
      ASSERT_PIXEL_NEAR(g, x - 1, 3, rgba((unsigned)(4 * x - 2), 14, 0, 255), 2);
      glDisable(GL_CLIP_DISTANCE0_APPLE + i);
   }
   gl_clear(0, 0, 0, 0);
   glEnable(GL_CLIP_DISTANCE0_APPLE);
   glEnable(GL_CLIP_DISTANCE0_APPLE + 6);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 15, 32, rgba(62, 129, 0, 255), 2);
   ASSERT_PIXEL(g, 15, 31, 0);
   ASSERT_PIXEL(g, 16, 32, 0);
   glDisable(GL_CLIP_DISTANCE0_APPLE);
   glDisable(GL_CLIP_DISTANCE0_APPLE + 6);
   glEnable(GL_CLIP_DISTANCE7_APPLE);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, 0);
   ASSERT_PIXEL(g, 14, 0, 0);
   ASSERT_PIXEL_NEAR(g, 10, 10, rgba(42, 42, 0, 255), 2);
   ASSERT_PIXEL_NEAR(g, 60, 60, rgba(241, 241, 0, 255), 2);
   glDisable(GL_CLIP_DISTANCE7_APPLE);
   gl_clear(0, 0, 0, 0);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 1, 1, rgba(6, 6, 0, 255), 2);

   /* lines end where the distance is zero, points go by their centre */
   static const float line[2][2] = {
      {-1, 1 / 64.0f},
      {1,  1 / 64.0f}
   };
   glEnable(GL_CLIP_DISTANCE0_APPLE);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, line);
   gl_clear(0, 0, 0, 0);
   glDrawArrays(GL_LINES, 0, 2);
   ASSERT_PIXEL_NEAR(g, 14, 32, rgba(58, 129, 0, 255), 3);
   ASSERT_PIXEL(g, 17, 32, 0);
   static const float points[2][2] = {
      {-0.53f, 0},
      {-0.47f, 0}
   };
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, points);
   gl_clear(0, 0, 0, 0);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_true(gl_pixel(17, 32) != 0);
   gl_clear(0, 0, 0, 0);
   glDrawArrays(GL_POINTS, 1, 1);
   ASSERT_PIXEL(g, 15, 32, 0);
   /* a program without distances is not clipped */
   GLuint plain = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(plain, "c"), 1, 1, 1, 1);
   gl_fill();
   ASSERT_PIXEL(g, 60, 60, ~0u);
   glDisable(GL_CLIP_DISTANCE0_APPLE);
   glDeleteProgram(p);
   glDeleteProgram(plain);
}

/* R300 to R500 have eight sets of varyings, of which distances take one or two. */
static void
sets_on(struct gl *g)
{
   const bool r300 = strstr("rv530 r300 rv410 rs690", g->chip);
   const char *vs = "#extension GL_APPLE_clip_distance : require\n"
                    "varying highp float gl_ClipDistance[1]; attribute vec4 pos; varying vec4 v[8];"
                    "void main() { gl_Position = pos; gl_ClipDistance[0] = pos.x;"
                    " for (int i = 0; i < 8; i++) v[i] = pos * float(i + 1); }";
   const char *fs = "precision highp float; varying vec4 v[8]; void main() { gl_FragColor ="
                    " v[0] + v[1] + v[2] + v[3] + v[4] + v[5] + v[6] + v[7]; }";
   const GLuint p = glCreateProgram();
   const GLenum kinds[2] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
   for (unsigned i = 0; i < 2; i++) {
      const GLuint s = glCreateShader(kinds[i]);
      glShaderSource(s, 1, i ? &fs : &vs, NULL);
      glCompileShader(s);
      glAttachShader(p, s);
      glDeleteShader(s);
   }
   glLinkProgram(p);
   GLint linked = 0;
   char log[400] = "";
   glGetProgramiv(p, GL_LINK_STATUS, &linked);
   glGetProgramInfoLog(p, sizeof log, NULL, log);
   if (linked == r300 || (strstr(log, "gl_ClipDistance") != NULL) != r300)
      fail_msg("%s: %d, \"%s\"", g->chip, linked, log);
   glDeleteProgram(p);
}

static void
distances(void **state)
{
   ON_EVERY_CHIP(distances_on);
}
static void
sets(void **state)
{
   ON_EVERY_CHIP(sets_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(distances), cmocka_unit_test(sets)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
