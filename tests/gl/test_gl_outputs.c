/* SPDX-License-Identifier: MIT
 *
 * What fragment shaders may write and read beside one colour, on every chip: several colour targets, depth,
 * the framebuffer, a second source of blending.
 */
#include "gl_chip.h"

#define TARGETS 4

struct targets {
   GLuint fbo, tex[TARGETS];
};

static void
targets_create(struct targets *t)
{
   static const GLenum formats[TARGETS] = {GL_RGBA, GL_RGB, GL_RGBA, GL_RGBA};
   glGenFramebuffers(1, &t->fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, t->fbo);
   glGenTextures(TARGETS, t->tex);
   for (unsigned i = 0; i < TARGETS; i++) {
      glBindTexture(GL_TEXTURE_2D, t->tex[i]);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i], SIZE, SIZE, 0, formats[i], GL_UNSIGNED_BYTE, NULL);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0_EXT + i, GL_TEXTURE_2D, t->tex[i], 0);
   }
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
}

/** Pixel of attachment i. */
static uint32_t
target_pixel(const struct targets *t, unsigned i)
{
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t->tex[i], 0);
   uint32_t p = gl_pixel(20, 20);
   glDeleteFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, t->fbo);
   return p;
}

static void
assert_targets(struct gl *g, const struct targets *t, const uint32_t want[TARGETS], int line)
{
   for (unsigned i = 0; i < TARGETS; i++) {
      uint32_t got = target_pixel(t, i);
      if (gl_difference(got, want[i]) > 1)
         fail_msg("%s: target %u is %08x, not %08x (line %d)", g->chip, i, got, want[i], line);
   }
}

static void
draw_buffers_on(struct gl *g)
{
   static const GLenum all[TARGETS] = {GL_COLOR_ATTACHMENT0_EXT, GL_COLOR_ATTACHMENT1_EXT,
                                       GL_COLOR_ATTACHMENT2_EXT, GL_COLOR_ATTACHMENT3_EXT};
   static const GLenum some[TARGETS] = {GL_NONE, GL_COLOR_ATTACHMENT1_EXT, GL_NONE, GL_COLOR_ATTACHMENT3_EXT};
   GLint n = 0;
   glGetIntegerv(GL_MAX_DRAW_BUFFERS_EXT, &n);
   assert_true(n >= TARGETS);
   struct targets t;
   targets_create(&t);
   const uint32_t black[TARGETS] = {0, 0xff000000, 0, 0};
   glDrawBuffersEXT(TARGETS, all);
   glGetIntegerv(GL_DRAW_BUFFER0_EXT + 2, &n);
   assert_int_equal(n, GL_COLOR_ATTACHMENT2_EXT);
   gl_clear(0, 0, 0, 0);
   assert_targets(g, &t, black, __LINE__);

   /* each output to its target */
   GLuint many =
      gl_program_with(VS_POS, "#extension GL_EXT_draw_buffers : require\n"
                              "precision highp float; void main() {"
                              " gl_FragData[0] = vec4(1, 0, 0, 1); gl_FragData[1] = vec4(0, 1, 0, 1);"
                              " gl_FragData[2] = vec4(0, 0, 1, 0.2); gl_FragData[3] = vec4(0.4); }");
   gl_fill();
   const uint32_t each[TARGETS] = {0xff0000ff, 0xff00ff00, 0x33ff0000, 0x66666666};
   assert_targets(g, &t, each, __LINE__);

   /* some targets only; clears go the same way */
   glClearColor(1, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDrawBuffersEXT(TARGETS, some);
   gl_fill();
   const uint32_t two[TARGETS] = {0xffffffff, 0xff00ff00, 0xffffffff, 0x66666666};
   assert_targets(g, &t, two, __LINE__);
   glClearColor(0, 0, 1, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   const uint32_t cleared[TARGETS] = {0xffffffff, 0xffff0000, 0xffffffff, 0x00ff0000};
   assert_targets(g, &t, cleared, __LINE__);
   glDrawBuffersEXT(1, all);
   glGetIntegerv(GL_DRAW_BUFFER0_EXT + 1, &n);
   assert_int_equal(n, GL_NONE);
   gl_fill();
   const uint32_t first[TARGETS] = {0xff0000ff, 0xffff0000, 0xffffffff, 0x00ff0000};
   assert_targets(g, &t, first, __LINE__);

   /* blending and write masks hold for all; a target without alpha blends as if it were one */
   glDrawBuffersEXT(TARGETS, all);
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE_MINUS_DST_ALPHA, GL_ZERO);
   glColorMask(1, 1, 1, 0);
   gl_fill();
   const uint32_t blended[TARGETS] = {0x000000ff, 0xff000000, 0x00ff0000, 0x00666666};
   assert_targets(g, &t, blended, __LINE__);
   glDisable(GL_BLEND);
   glColorMask(1, 1, 1, 1);

   /* gl_FragColor goes to all with the extension, to the first without */
   GLuint one = gl_program_with(VS_POS, "#extension GL_EXT_draw_buffers : enable\n"
                                        "precision highp float; void main() { gl_FragColor = vec4(1); }");
   gl_fill();
   const uint32_t white[TARGETS] = {~0u, ~0u, ~0u, ~0u};
   assert_targets(g, &t, white, __LINE__);
   gl_clear(0, 0, 0, 0);
   GLuint plain = gl_program_with(VS_POS, "precision highp float; void main() { gl_FragColor = vec4(1); }");
   gl_fill();
   assert_int_equal(target_pixel(&t, 0), ~0u);

   /* the window's buffer can be switched off */
   static const GLenum none = GL_NONE, back = GL_BACK;
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   gl_clear(0, 0, 0, 0);
   glDrawBuffersEXT(1, &none);
   gl_fill();
   glClearColor(1, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   ASSERT_PIXEL(g, 5, 5, 0);
   glDrawBuffersEXT(1, &back);
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, ~0u);
   glDeleteProgram(many);
   glDeleteProgram(one);
   glDeleteProgram(plain);
   glDeleteTextures(TARGETS, t.tex);
   glDeleteFramebuffers(1, &t.fbo);
}

static void
draw_buffers(void **state)
{
   ON_EVERY_CHIP(draw_buffers_on);
}

/* ---- EXT_frag_depth, EXT_polygon_offset_clamp ---------------------------------------------------------- */

static void
depth_on(struct gl *g)
{
   gl_program_with(VS_POS, "#extension GL_EXT_frag_depth : require\n"
                           "precision highp float; void main() { gl_FragColor = vec4(1, 0, 0, 1);"
                           " gl_FragDepthEXT = gl_FragCoord.x < 32.0 ? 0.25 : 0.75; }");
   gl_clear(0, 0, 0, 0);
   glEnable(GL_DEPTH_TEST);
   glDepthRangef(0.6f, 0.7f); /* of what is interpolated, not of what a shader says */
   gl_fill();
   glDepthRangef(0, 1);
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 0, 1, 0, 1);
   gl_fill(); /* at 0.5 */
   ASSERT_PIXEL(g, 10, 30, 0xff0000ff);
   ASSERT_PIXEL(g, 50, 30, 0xff00ff00);

   /* 1e6 units would be far behind everything; clamped it is 0.1 */
   for (unsigned clamped = 0; clamped < 2; clamped++) {
      gl_clear(0, 0, 0, 0);
      glDepthFunc(GL_LESS);
      glDisable(GL_POLYGON_OFFSET_FILL);
      glUniform4f(glGetUniformLocation(p, "c"), 0, 0, 1, 1);
      gl_rect(-1, -1, 1, 1, 0.4f); /* at 0.7 */
      glEnable(GL_POLYGON_OFFSET_FILL);
      glPolygonOffsetClampEXT(0, 5e6f, clamped ? 0.1f : 0.0f);
      glUniform4f(glGetUniformLocation(p, "c"), 0, 1, 0, 1);
      gl_fill(); /* at 0.5 + offset */
      ASSERT_PIXEL(g, 30, 30, clamped ? 0xff00ff00 : 0xffff0000);
   }
   GLfloat c = 0;
   glGetFloatv(GL_POLYGON_OFFSET_CLAMP_EXT, &c);
   assert_true(c == 0.1f);
   glPolygonOffset(0, 0);
   glGetFloatv(GL_POLYGON_OFFSET_CLAMP_EXT, &c);
   assert_true(c == 0.0f);
}

static void
depth(void **state)
{
   ON_EVERY_CHIP(depth_on);
}

/* ---- EXT_shader_framebuffer_fetch and EXT_shader_framebuffer_fetch_non_coherent ------------------------ */

#define FETCH_COHERENT "#extension GL_EXT_shader_framebuffer_fetch : require\n"
#define FETCH_NON_COHERENT                                                                                   \
   "#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require\n"                                     \
   "layout(noncoherent) mediump vec4 gl_LastFragData[gl_MaxDrawBuffers];\n"
#define FETCH_ADD                                                                                            \
   "precision highp float; uniform vec4 c; void main() { gl_FragColor = gl_LastFragData[0] + c; }"

static void
fetch_window_and_texture(struct gl *g, const char *fs, bool barrier)
{
   GLuint p = gl_program_with(VS_POS, fs), fbo = 0, tex = 0;
   for (unsigned i = 0; i < 2; i++) {
      if (i) {
         glGenFramebuffers(1, &fbo);
         glGenTextures(1, &tex);
         glBindTexture(GL_TEXTURE_2D, tex);
         glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 50, 60, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
         glBindFramebuffer(GL_FRAMEBUFFER, fbo);
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0);
      }
      glClearColor(0, 0, 0.2f, 0);
      glClear(GL_COLOR_BUFFER_BIT);
      glEnable(GL_SCISSOR_TEST);
      glScissor(0, 0, 10, 60);
      glClearColor(0, 0.4f, 0.2f, 0);
      glClear(GL_COLOR_BUFFER_BIT);
      glDisable(GL_SCISSOR_TEST);
      for (unsigned k = 1; k <= 3; k++) {
         glUniform4f(glGetUniformLocation(p, "c"), 0.2f, 0, 0.1f, 0.2f);
         if (barrier)
            glFramebufferFetchBarrierEXT();
         gl_fill();
         unsigned a = i ? 255 : 51 * k, b = 51 + (unsigned)(25.5f * (float)k);
         ASSERT_PIXEL_NEAR(g, 9, 30, rgba(51 * k, 102, b, a), 2);
         ASSERT_PIXEL_NEAR(g, 10, 30, rgba(51 * k, 0, b, a), 2);
         ASSERT_PIXEL_NEAR(g, 45, 59, rgba(51 * k, 0, b, a), 2);
      }
   }
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &tex);
   glDeleteProgram(p);
}

/** Primitives of one draw lie over each other: every kind of primitive, indexed or not. */
static void
fetch_overlapping(struct gl *g)
{
   enum { N = 12 };
   GLuint p = gl_program_with("attribute vec4 pos; void main() { gl_Position = pos; gl_PointSize = 64.0; }",
                              FETCH_COHERENT FETCH_ADD);
   glUniform4f(glGetUniformLocation(p, "c"), 1 / 32.0f, 0, 0, 0);
   static const struct {
      GLenum mode;
      unsigned layers;
   } modes[] = {
      {GL_POINTS,         N    },
      {GL_TRIANGLES,      N / 3},
      {GL_TRIANGLE_STRIP, N - 2},
      {GL_TRIANGLE_FAN,   N - 2},
      {GL_LINES,          N / 2},
      {GL_LINE_STRIP,     N - 1},
      {GL_LINE_LOOP,      N    }
   };
   glEnableVertexAttribArray(0);
   for (unsigned m = 0; m < sizeof modes / sizeof modes[0]; m++) {
      float v[N][2];
      uint16_t index[N];
      GLenum mode = modes[m].mode;
      for (unsigned i = 0; i < N; i++) {
         static const float big[3][2] = {
            {-1, -1},
            {7,  -1},
            {-1, 7 }
         };
         unsigned corner = mode == GL_TRIANGLE_FAN ? (i ? 1 + (i & 1) : 0) : i % 3;
         v[i][0] = mode == GL_POINTS ? 0 : mode >= GL_TRIANGLES ? big[corner][0] : i & 1 ? 1 : -1;
         v[i][1] = mode == GL_POINTS ? 0 : mode >= GL_TRIANGLES ? big[corner][1] : 1 / 64.0f;
         index[i] = (uint16_t)(N - 1 - i);
      }
      if (mode == GL_TRIANGLE_FAN)
         for (unsigned i = 0; i < N; i++)
            index[i] = (uint16_t)i;
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, v);
      for (unsigned indexed = 0; indexed < 2; indexed++) {
         gl_clear(0, 0, 0, 0);
         if (indexed)
            glDrawElements(mode, N, GL_UNSIGNED_SHORT, index);
         else
            glDrawArrays(mode, 0, N);
         ASSERT_PIXEL_NEAR(g, 31, 32, rgba(modes[m].layers * 255 / 32, 0, 0, 0), 3);
      }
   }
   /* a strip's triangles keep their facing */
   static const float quad[4][2] = {
      {-1, -1},
      {1,  -1},
      {-1, 1 },
      {1,  1 }
   };
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnable(GL_CULL_FACE);
   gl_clear(0, 0, 0, 0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL_NEAR(g, 10, 10, rgba(8, 0, 0, 0), 1);
   ASSERT_PIXEL_NEAR(g, 60, 60, rgba(8, 0, 0, 0), 1);
   glDisable(GL_CULL_FACE);
   glDeleteProgram(p);
}

/** Instances of one draw lie over each other: every one halves what was there and adds its own, which comes
 * from attributes that advance with it and from its number. Attributes of all kinds of layout, and none but
 * those. */
static void
fetch_instances(struct gl *g)
{
   enum { N = 6 };
   static const char *const own[] = {"a", "a * 0.0 + vec4(float(gl_InstanceIDEXT) / 8.0)",
                                     "a + vec4(0, float(gl_InstanceIDEXT) / 16.0, 0, 0)"};
   static const GLuint divisors[] = {1, 2, 5, 0};
   static const float quad[] = {-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0};
   float color[N][4];
   uint8_t bytes[N * 3 + 1];
   for (unsigned i = 0; i < N; i++)
      for (unsigned k = 0; k < 4; k++)
         color[i][k] = (float)((i * 5 + k * 3) % 8) / 16.0f;
   for (unsigned i = 0; i < sizeof bytes; i++)
      bytes[i] = (uint8_t)(i * 37);
   for (unsigned k = 0; k < sizeof own / sizeof own[0]; k++) {
      char vs[512];
      snprintf(vs, sizeof vs,
               "#extension GL_EXT_draw_instanced : require\n"
               "attribute vec4 pos; attribute vec4 a; varying vec4 v;"
               " void main() { gl_Position = pos; v = %s; }",
               own[k]);
      GLuint p =
         gl_program_with(vs, FETCH_COHERENT "precision highp float; varying vec4 v;"
                                            " void main() { gl_FragColor = gl_LastFragData[0] * 0.5 + v; }");
      glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, quad);
      glEnableVertexAttribArray(0);
      glEnableVertexAttribArray(1);
      for (unsigned d = 0; d < sizeof divisors / sizeof divisors[0]; d++)
         for (unsigned odd = 0; odd < 2; odd++) { /* three bytes, at an odd address */
            if (!divisors[d] && odd)
               continue;
            if (!divisors[d])
               glDisableVertexAttribArray(1);
            else if (odd)
               glVertexAttribPointer(1, 3, GL_UNSIGNED_BYTE, GL_TRUE, 0, bytes + 1);
            else
               glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, color);
            glVertexAttrib4f(1, 0.25f, 0.125f, 0, 0.5f);
            glVertexAttribDivisorEXT(1, divisors[d]);
            gl_clear(0, 0, 0, 0);
            glDrawArraysInstancedEXT(GL_TRIANGLE_STRIP, 0, 4, N);
            float want[4] = {0};
            for (unsigned i = 0; i < N; i++)
               for (unsigned c = 0; c < 4; c++) {
                  unsigned at = divisors[d] ? i / divisors[d] : 0;
                  float a = odd ? c == 3 ? 1.0f : (float)bytes[1 + at * 3 + c] / 255.0f : color[at][c];
                  if (!divisors[d])
                     a = (const float[4]){0.25f, 0.125f, 0, 0.5f}[c];
                  float v = k == 1 ? (float)i / 8.0f : k == 2 && c == 1 ? a + (float)i / 16.0f : a;
                  want[c] = want[c] * 0.5f + v;
                  want[c] = want[c] > 1 ? 1 : want[c];
               }
            uint32_t px = 0;
            for (unsigned c = 0; c < 4; c++)
               px |= (uint32_t)(want[c] * 255.0f + 0.5f) << 8 * c;
            ASSERT_PIXEL_NEAR(g, 9, 50, px, 2);
            ASSERT_PIXEL_NEAR(g, 50, 9, px, 2);
         }
      glVertexAttribDivisorEXT(1, 0);
      glDisableVertexAttribArray(1);
      glDeleteProgram(p);
   }
}

static void
fetch_targets(struct gl *g)
{
   static const GLenum all[TARGETS] = {GL_COLOR_ATTACHMENT0_EXT, GL_COLOR_ATTACHMENT1_EXT,
                                       GL_COLOR_ATTACHMENT2_EXT, GL_COLOR_ATTACHMENT3_EXT};
   struct targets t;
   targets_create(&t);
   glDrawBuffersEXT(TARGETS, all);
   gl_program_with(VS_POS, "#extension GL_EXT_draw_buffers : require\n"
                           "precision highp float; void main() {"
                           " gl_FragData[0] = vec4(1, 0, 0, 1); gl_FragData[1] = vec4(0, 1, 0, 1);"
                           " gl_FragData[2] = vec4(0, 0, 1, 0.2); gl_FragData[3] = vec4(0.4); }");
   gl_fill();
   /* each takes what its neighbour had */
   gl_program_with(VS_POS, "#extension GL_EXT_draw_buffers : require\n" FETCH_COHERENT
                           "precision highp float; void main() { gl_FragData[0] = gl_LastFragData[1];"
                           " gl_FragData[1] = gl_LastFragData[2]; gl_FragData[2] = gl_LastFragData[3];"
                           " gl_FragData[3] = gl_LastFragData[0] * gl_FragCoord.y / 41.0; }");
   static const float v[3][2] = {
      {-1, -1},
      {3,  -1},
      {-1, 3 }
   };
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, v);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   const uint32_t want[TARGETS] = {0xff00ff00, 0xffff0000, 0x66666666, 0x8000007f};
   assert_targets(g, &t, want, __LINE__);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteTextures(TARGETS, t.tex);
   glDeleteFramebuffers(1, &t.fbo);
}

/** With a multisampled target the shader runs for each sample: what it makes of a sample is not what it would
 * make of the average, and the sample's place is what it sees in gl_FragCoord and its varyings. */
static void
fetch_multisampled(struct gl *g)
{
   static const struct {
      const char *what; /* is the colour; d is what was there, c adds a quarter of red and a third of alpha */
      unsigned draws;
      uint32_t in, edge, out; /* right of, in and left of the column where half is covered */
   } cases[] = {
      {"d + c",                                                    1, 0x550033bf, 0x5500337f, 0x5500333f},
      {"d + c",                                                    3, 0xff0033ff, 0xff0033df, 0xff0033bf},
      {"vec4(step(0.4, d.r))",                                     1, 0xffffffff, 0x7f7f7f7f, 0         },
      {"d * d.r",                                                  1, 0x00001a40, 0x00000d20, 0         },
      {"d * 0.0 + step(fract(gl_FragCoord.x), 0.3)",               1, 0x40404040, 0x40404040, 0x40404040},
      {"d * 0.0 + step(fract(at.y), 0.3)",                         1, 0x40404040, 0x40404040, 0x40404040},
      {"vec4(step(distance(gl_FragCoord.xy, at), 0.01), d.ra, 0)", 1, 0x00007fff, 0x00003fff, 0x000000ff},
   };
   GLuint fbo, tex;
   GLint samples = 0;
   glGetIntegerv(GL_MAX_SAMPLES_EXT, &samples);
   assert_true(samples >= 4);
   glGenFramebuffers(1, &fbo);
   glGenTextures(1, &tex);
   glBindTexture(GL_TEXTURE_2D, tex);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2DMultisampleEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0, 4);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GLuint half = gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(0.5, 0.2, 0.0, 0.0); }");
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char fs[512];
      snprintf(fs, sizeof fs,
               FETCH_COHERENT "precision highp float; uniform vec4 c; varying highp vec2 at;"
                              " void main() { vec4 d = gl_LastFragData[0]; gl_FragColor = %s; }",
               cases[i].what);
      GLuint p = gl_program_with("attribute vec4 pos; varying highp vec2 at;"
                                 " void main() { gl_Position = pos; at = (pos.xy + 1.0) * 32.0; }",
                                 fs);
      glUniform4f(glGetUniformLocation(p, "c"), 0.25f, 0, 0, 0.3334f);
      gl_clear(0, 0.2f, 0, 0);
      glUseProgram(half);
      gl_rect(20.5f / 32.0f - 1.0f, -1, 1, 1, 0); /* half of column 20 */
      glUseProgram(p);
      for (unsigned k = 0; k < cases[i].draws; k++)
         gl_fill();
      ASSERT_PIXEL_NEAR(g, 50, 30, cases[i].in, 2);
      ASSERT_PIXEL_NEAR(g, 20, 30, cases[i].edge, 2);
      ASSERT_PIXEL_NEAR(g, 9, 60, cases[i].out, 2);
      glDeleteProgram(p);
   }
   GLboolean discards_samples = GL_FALSE;
   glGetBooleanv(GL_FRAGMENT_SHADER_DISCARDS_SAMPLES_EXT, &discards_samples);
   assert_true(discards_samples);
   GLuint p = gl_program_with(VS_POS, FETCH_COHERENT
                              "precision highp float; void main() {"
                              " if (gl_LastFragData[0].r < 0.4) discard; gl_FragColor = vec4(1); }");
   gl_clear(0, 0.2f, 0, 0);
   glUseProgram(half);
   gl_rect(20.5f / 32.0f - 1.0f, -1, 1, 1, 0);
   glUseProgram(p);
   gl_fill();
   ASSERT_PIXEL_NEAR(g, 20, 30, 0x7f7f997f, 2);
   glDeleteProgram(p);
   /* what reads nothing runs in the pixels' centres */
   GLuint center = gl_program_with(VS_POS, "precision highp float; void main() {"
                                           " gl_FragColor = vec4(step(fract(gl_FragCoord.x), 0.3)); }");
   gl_fill();
   ASSERT_PIXEL(g, 20, 30, 0);
   glDeleteProgram(center);
   glDeleteProgram(half);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &tex);
}

static void
framebuffer_fetch_on(struct gl *g)
{
   fetch_window_and_texture(g, FETCH_COHERENT FETCH_ADD, false);
   fetch_window_and_texture(g, FETCH_NON_COHERENT FETCH_ADD, true);
   fetch_overlapping(g);
   fetch_instances(g);
   fetch_targets(g);
   fetch_multisampled(g);
}

static void
framebuffer_fetch(void **state)
{
   ON_EVERY_CHIP(framebuffer_fetch_on);
}

/* ---- EXT_blend_func_extended, INTEL_blackhole_render --------------------------------------------------- */

static void
dual_source_with(struct gl *g, const char *first, const char *second)
{
   char fs[600];
   snprintf(fs, sizeof fs,
            "#extension GL_EXT_blend_func_extended : require\nprecision highp float; uniform vec4 c;"
            "void main() { %s = c; %s = vec4(0.25, 0.5, 0.75, 0.2); }",
            first, second);
   GLuint p = gl_program_with(VS_POS, fs);
   glUniform4f(glGetUniformLocation(p, "c"), 1, 0.8f, 0.6f, 0.4f);
   static const struct {
      GLenum src, dst;
      float want[4]; /* of destination (0.2, 0.4, 0.6, 0.8) */
   } cases[] = {
      {GL_SRC1_COLOR_EXT,           GL_ZERO,                     {0.25f, 0.4f, 0.45f, 0.08f}},
      {GL_ONE_MINUS_SRC1_COLOR_EXT, GL_ZERO,                     {0.75f, 0.4f, 0.15f, 0.32f}},
      {GL_SRC1_ALPHA_EXT,           GL_ZERO,                     {0.2f, 0.16f, 0.12f, 0.08f}},
      {GL_ONE_MINUS_SRC1_ALPHA_EXT, GL_ZERO,                     {0.8f, 0.64f, 0.48f, 0.32f}},
      {GL_ZERO,                     GL_SRC1_COLOR_EXT,           {0.05f, 0.2f, 0.45f, 0.16f}},
      {GL_ZERO,                     GL_ONE_MINUS_SRC1_COLOR_EXT, {0.15f, 0.2f, 0.15f, 0.64f}},
      {GL_SRC1_ALPHA_EXT,           GL_ONE_MINUS_SRC1_ALPHA_EXT, {0.36f, 0.48f, 0.6f, 0.72f}},
      {GL_ZERO,                     GL_SRC_ALPHA_SATURATE,       {0.04f, 0.08f, 0.12f, 0.8f}},
      {GL_ONE,                      GL_ZERO,                     {1, 0.8f, 0.6f, 0.4f}      },
   };
   glEnable(GL_BLEND);
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
      glClear(GL_COLOR_BUFFER_BIT);
      glBlendFunc(cases[i].src, cases[i].dst);
      gl_fill();
      unsigned w[4];
      for (unsigned k = 0; k < 4; k++)
         w[k] = (unsigned)(cases[i].want[k] * 255 + 0.5f);
      ASSERT_PIXEL_NEAR(g, 33, 21, rgba(w[0], w[1], w[2], w[3]), 2);
   }
   glDisable(GL_BLEND);
   glDeleteProgram(p);
}

static void
dual_source_on(struct gl *g)
{
   GLint n = 0;
   glGetIntegerv(GL_MAX_DUAL_SOURCE_DRAW_BUFFERS_EXT, &n);
   assert_int_equal(n, 1);
   dual_source_with(g, "gl_FragColor", "gl_SecondaryFragColorEXT");
   dual_source_with(g, "gl_FragData[0]", "gl_SecondaryFragDataEXT[gl_MaxDualSourceDrawBuffersEXT - 1]");

   /* without its factors the second colour goes nowhere, whatever is at target 1; with them one target is all
    */
   static const GLenum both[2] = {GL_COLOR_ATTACHMENT0_EXT, GL_COLOR_ATTACHMENT1_EXT};
   struct targets t;
   targets_create(&t);
   glDrawBuffersEXT(2, both);
   gl_clear(0, 0, 0, 0);
   GLuint p =
      gl_program_with(VS_POS, "#extension GL_EXT_blend_func_extended : require\n"
                              "precision highp float; void main() {"
                              " gl_FragColor = vec4(1); gl_SecondaryFragColorEXT = vec4(0, 1, 0, 0); }");
   glBlendFunc(GL_ONE, GL_ONE);
   glEnable(GL_BLEND);
   gl_fill();
   assert_int_equal(target_pixel(&t, 0), ~0u);
   assert_int_equal(target_pixel(&t, 1), 0xff000000);
   glBlendFunc(GL_ONE, GL_SRC1_COLOR_EXT);
   gl_fill();
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glDisable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ZERO);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteTextures(TARGETS, t.tex);
   glDeleteFramebuffers(1, &t.fbo);

   gl_clear(0, 0, 0, 0);
   glEnable(GL_BLACKHOLE_RENDER_INTEL);
   assert_true(glIsEnabled(GL_BLACKHOLE_RENDER_INTEL));
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, 0);
   GLuint fbo, tex;
   glGenFramebuffers(1, &fbo);
   glGenTextures(1, &tex);
   glBindTexture(GL_TEXTURE_2D, tex);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0);
   glDisable(GL_BLACKHOLE_RENDER_INTEL);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_BLACKHOLE_RENDER_INTEL);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER_NV, 0);
   glBlitFramebufferNV(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   ASSERT_PIXEL(g, 3, 3, 0);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &tex);
   glDisable(GL_BLACKHOLE_RENDER_INTEL);
   gl_fill();
   ASSERT_PIXEL(g, 3, 3, ~0u);
   glDeleteProgram(p);
}

static void
dual_source(void **state)
{
   ON_EVERY_CHIP(dual_source_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(draw_buffers),
      cmocka_unit_test(depth),
      cmocka_unit_test(framebuffer_fetch),
      cmocka_unit_test(dual_source),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
