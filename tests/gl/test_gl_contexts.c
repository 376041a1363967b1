/* SPDX-License-Identifier: MIT
 *
 * Several contexts on one screen: objects shared between contexts and threads, many contexts, framebuffers
 * that change size, multisampled ones and every window-system format.
 */
#include "gl_chip.h"

#include <pthread.h>

static void
sharing_on(struct gl *g)
{
   struct st_context *b = st_context_create(g->screen, g->ctx, NULL);
   const struct st_framebuffer_desc desc = *st_framebuffer_get_desc(g->fb);
   struct st_framebuffer *fb = st_framebuffer_create(g->screen, &desc);
   GLuint t, fbo, p = gl_program_with(VS_POS, FS_COLOR);
   GLuint q = gl_program_with(VS_POS, "precision mediump float; uniform sampler2D s; void main() { "
                                      "gl_FragColor = texture2D(s, vec2(0.5)); }");
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &fbo);
   for (unsigned i = 0; i < 8; i++) {
      /* A renders into the texture ... */
      st_make_current(g->ctx, g->fb, g->fb);
      glUseProgram(p);
      glUniform4f(glGetUniformLocation(p, "c"), (float)(i * 32) / 255.0f, 0.2f, 1, 1);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
      glViewport(0, 0, 32, 32);
      gl_fill();
      glFlush();
      /* ... B shows it. */
      st_make_current(b, fb, fb);
      glUseProgram(q);
      glBindTexture(GL_TEXTURE_2D, t);
      gl_fill();
      ASSERT_PIXEL(g, 50, 50, rgba(i * 32, 51, 255, 255));
   }
   /* B deletes everything while A has it bound. */
   glDeleteTextures(1, &t);
   glDeleteProgram(p);
   glDeleteProgram(q);
   st_make_current(g->ctx, g->fb, g->fb);
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, rgba(224, 51, 255, 255));
   st_context_destroy(b);
   gl_fill();
   ASSERT_PIXEL(g, 5, 5, rgba(224, 51, 255, 255));
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   st_framebuffer_destroy(fb);
}

/** A buffer that one context has mapped, and that lives on in another one's vertex array object after its
 * name and the mapping context are gone. */
static void
mapping_outlived_on(struct gl *g)
{
   static const float quad[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   GLuint b, vao;
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, sizeof quad, NULL, GL_STATIC_DRAW);
   glGenVertexArraysOES(1, &vao);
   glBindVertexArrayOES(vao);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glBindVertexArrayOES(0);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   struct st_context *other = st_context_create(g->screen, g->ctx, NULL);
   st_make_current(other, g->fb, g->fb);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   void *p = glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES);
   assert_non_null(p);
   memcpy(p, quad, sizeof quad);
   st_make_current(g->ctx, g->fb, g->fb);
   glDeleteBuffers(1, &b);
   st_context_destroy(other);
   glUseProgram(gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(0, 1, 0, 1); }"));
   glBindVertexArrayOES(vao);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   ASSERT_PIXEL(g, 9, 9, rgba(0, 255, 0, 255));
   glDeleteVertexArraysOES(1, &vao);
}

static void
mapping_outlived(void **state)
{
   ON_EVERY_CHIP(mapping_outlived_on);
}

static void
sharing(void **state)
{
   ON_EVERY_CHIP(sharing_on);
}

struct worker {
   const struct gl *g;
   struct st_context *ctx;
   struct st_framebuffer *fb;
   unsigned seed;
   GLuint buffer;
   bool ok;
};

/** Cmocka's checks belong to the main thread: results are returned. */
static void *
work(void *data)
{
   struct worker *w = data;
   st_make_current(w->ctx, w->fb, w->fb);
   w->ok = true;
   GLuint p = glCreateProgram();
   const char *text[2] = {"attribute vec4 pos; void main() { gl_Position = pos; }", FS_COLOR};
   for (unsigned i = 0; i < 2; i++) {
      GLuint s = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(s, 1, &text[i], NULL);
      glCompileShader(s);
      glAttachShader(p, s);
      glDeleteShader(s);
   }
   glBindAttribLocation(p, 0, "pos");
   glLinkProgram(p);
   glUseProgram(p);
   glBindBuffer(GL_ARRAY_BUFFER, w->buffer); /* the same one for all */
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   for (unsigned i = 0; i < 100 && w->ok; i++) {
      unsigned v = (w->seed * 37 + i * 11) % 256;
      glUniform4f(glGetUniformLocation(p, "c"), (float)v / 255.0f, (float)w->seed / 255.0f, 0, 1);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      if (i % 10 == 9)
         w->ok = gl_pixel((int)(i % 64), 7) == rgba(v, w->seed, 0, 255);
   }
   w->ok &= glGetError() == GL_NO_ERROR;
   glDeleteProgram(p);
   st_make_current(NULL, NULL, NULL);
   return NULL;
}

static void
threads_on(struct gl *g)
{
   enum { N = 3 };
   struct worker w[N];
   pthread_t id[N];
   const float v[4][4] = {
      {-1, -1, 0, 1},
      {1,  -1, 0, 1},
      {-1, 1,  0, 1},
      {1,  1,  0, 1}
   };
   GLuint b;
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, sizeof v, v, GL_STATIC_DRAW);
   glFlush();
   for (unsigned i = 0; i < N; i++) {
      w[i] = (struct worker){.g = g, .seed = 10 + i, .buffer = b};
      w[i].ctx = st_context_create(g->screen, g->ctx, NULL);
      w[i].fb = st_framebuffer_create(g->screen, st_framebuffer_get_desc(g->fb));
      pthread_create(&id[i], NULL, work, &w[i]);
   }
   for (unsigned i = 0; i < N; i++) {
      pthread_join(id[i], NULL);
      if (!w[i].ok)
         fail_msg("%s: thread %u read something else than it drew", g->chip, i);
      st_context_destroy(w[i].ctx);
      st_framebuffer_destroy(w[i].fb);
   }
}

static void
threads(void **state)
{
   ON_EVERY_CHIP(threads_on);
}

/** A thread that does what other contexts' calls could keep it from. */
static void *
touch(void *data)
{
   struct worker *w = data;
   st_make_current(w->ctx, w->fb, w->fb);
   GLuint t;
   glGenTextures(1, &t);
   glDeleteTextures(1, &t);
   w->ok = glGetError() == GL_NO_ERROR;
   st_make_current(NULL, NULL, NULL);
   return NULL;
}

static void
call_in_callback(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *text,
                 const void *user)
{
   GLuint t;
   glGenTextures(1, &t);
   glFinish();
   glDeleteTextures(1, &t);
}

/** Every call gives the group back: those that submit and wait, and those whose debug message's receiver calls GL. */
static void
calls_end_on(struct gl *g)
{
   struct worker w = {.g = g, .ctx = st_context_create(g->screen, g->ctx, NULL)};
   w.fb = st_framebuffer_create(g->screen, st_framebuffer_get_desc(g->fb));
   glEnable(GL_DEBUG_OUTPUT_KHR);
   for (unsigned i = 0; i < 6; i++) {
      GLsync s = glFenceSyncAPPLE(GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE, 0);
      switch (i) {
      case 1:
         assert_int_not_equal(glClientWaitSyncAPPLE(s, 0, 1000000000), GL_WAIT_FAILED_APPLE);
         break;
      case 2:
         glWaitSyncAPPLE(s, 0, GL_TIMEOUT_IGNORED_APPLE);
         break;
      case 3:
         glFlush();
         break;
      case 4:
         glFinish();
         break;
      case 5:
         glDebugMessageCallbackKHR(call_in_callback, NULL);
         glEnable(GL_INVALID_ENUM);
         assert_int_equal(glGetError(), GL_INVALID_ENUM);
         glDebugMessageCallbackKHR(NULL, NULL);
         break;
      }
      glDeleteSyncAPPLE(s);
      pthread_t id;
      struct timespec end;
      w.ok = false;
      pthread_create(&id, NULL, touch, &w);
      clock_gettime(CLOCK_REALTIME, &end);
      end.tv_sec += 60;
      if (pthread_timedjoin_np(id, NULL, &end) != 0)
         fail_msg("%s: after call %u another thread waits for ever", g->chip, i);
      assert_true(w.ok);
   }
   glDisable(GL_DEBUG_OUTPUT_KHR);
   st_context_destroy(w.ctx);
   st_framebuffer_destroy(w.fb);
}

static void
calls_end(void **state)
{
   ON_EVERY_CHIP(calls_end_on);
}

static void
window_formats_on(struct gl *g)
{
   static const struct {
      enum pipe_format color, zs;
      uint32_t want;
   } cases[] = {
      {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_NONE,              0x80ff8040},
      {PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_Z16_UNORM,         0xffff8040},
      {PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_FORMAT_Z24X8_UNORM,       0x80ff8040},
      {PIPE_FORMAT_B8G8R8X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT, 0xffff8040},
      {PIPE_FORMAT_B5G6R5_UNORM,   PIPE_FORMAT_S8_UINT,           0xffff8242},
   };
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 64.0f / 255, 128.0f / 255, 1, 128.0f / 255);
   glDisable(GL_DITHER);
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      for (unsigned linear = 0; linear < 2; linear++) {
         const struct st_framebuffer_desc desc = {
            .width = 50,
            .height = 40,
            .color_format = cases[i].color,
            .zs_format = cases[i].zs,
            .color_bind = linear ? PIPE_BIND_DISPLAY_TARGET : 0,
         };
         struct st_framebuffer *fb = st_framebuffer_create(g->screen, &desc);
         assert_non_null(fb);
         st_make_current(g->ctx, fb, fb);
         for (unsigned size = 0; size < 3; size++) {
            glEnable(GL_DEPTH_TEST);
            glEnable(GL_STENCIL_TEST);
            glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
            glViewport(0, 0, 200, 200);
            gl_fill();
            int width = (int)st_framebuffer_get_desc(fb)->width,
                height = (int)st_framebuffer_get_desc(fb)->height;
            ASSERT_PIXEL_NEAR(g, 0, 0, cases[i].want, 1);
            ASSERT_PIXEL_NEAR(g, width - 1, height - 1, cases[i].want, 1);
            assert_true(st_framebuffer_resize(fb, size ? 7 : 130, size ? 3 : 99));
         }
         GLint bits;
         glGetIntegerv(GL_STENCIL_BITS, &bits);
         assert_int_equal(
            bits, cases[i].zs == PIPE_FORMAT_S8_UINT || cases[i].zs == PIPE_FORMAT_Z24_UNORM_S8_UINT ? 8 : 0);
         st_make_current(g->ctx, g->fb, g->fb);
         st_framebuffer_destroy(fb);
      }
   }
}

static void
window_formats(void **state)
{
   ON_EVERY_CHIP(window_formats_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sharing),   cmocka_unit_test(mapping_outlived), cmocka_unit_test(threads),
      cmocka_unit_test(calls_end), cmocka_unit_test(window_formats),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
