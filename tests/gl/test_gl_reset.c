/* SPDX-License-Identifier: MIT
 *
 * KHR_robustness: what a GPU reset does to contexts, through a winsys that is told to report one.
 */
#include "gl_chip.h"
#include "target/screen.h"
#include "util/u_math.h"

static uint32_t resets;
static enum ws_blame blamed;

static uint32_t
told_count(struct winsys *ws, enum ws_blame *blame)
{
   *blame = blamed;
   return resets;
}

struct rig {
   struct pipe_screen *screen;
   struct st_framebuffer *fb;
   struct st_context *loses, *shares, *stays; /* with notification; in its group; without */
};

static void
open_rig(struct rig *r)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open("rv770", error, sizeof error);
   assert_non_null(ws);
   resets = 0;
   blamed = WS_BLAME_NOBODY;
   ws->reset_count = told_count;
   r->screen = ts_screen_create(ws);
   const struct st_framebuffer_desc desc = {
      .width = SIZE,
      .height = SIZE,
      .color_format = PIPE_FORMAT_R8G8B8A8_UNORM,
      .zs_format = PIPE_FORMAT_Z24_UNORM_S8_UINT,
   };
   const struct st_context_attribs lose = {.robust_access = true, .lose_context_on_reset = true};
   r->fb = st_framebuffer_create(r->screen, &desc);
   r->loses = st_context_create(r->screen, NULL, &lose);
   r->shares = st_context_create(r->screen, r->loses, &lose);
   r->stays = st_context_create(r->screen, NULL, NULL);
   assert_true(r->fb && r->loses && r->shares && r->stays);
}

static void
close_rig(struct rig *r)
{
   st_make_current(NULL, NULL, NULL);
   st_context_destroy(r->loses);
   st_context_destroy(r->shares);
   st_context_destroy(r->stays);
   st_framebuffer_destroy(r->fb);
   r->screen->destroy(r->screen);
}

#define ASSERT_LOST(call)                                                                                    \
   do {                                                                                                      \
      call;                                                                                                  \
      assert_int_equal(glGetError(), GL_CONTEXT_LOST_KHR);                                                   \
      assert_int_equal(glGetError(), GL_NO_ERROR);                                                           \
   } while (0)

static void
lost(void **state)
{
   struct rig r;
   open_rig(&r);
   st_make_current(r.loses, r.fb, r.fb);
   GLuint p = gl_program_with(VS_POS, FS_COLOR), b, q[2], t;
   const GLint c = glGetUniformLocation(p, "c");
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STATIC_DRAW);
   glGenTextures(1, &t);
   glGenQueriesEXT(2, q);
   glBeginQueryEXT(GL_ANY_SAMPLES_PASSED_EXT, q[0]);
   glUniform4f(c, 0, 1, 0, 1);
   gl_fill();
   glEndQueryEXT(GL_ANY_SAMPLES_PASSED_EXT);
   GLint strategy = 0;
   glGetIntegerv(GL_RESET_NOTIFICATION_STRATEGY_KHR, &strategy);
   assert_int_equal(strategy, GL_LOSE_CONTEXT_ON_RESET_KHR);
   assert_int_equal(glGetGraphicsResetStatusKHR(), GL_NO_ERROR);
   glFinish();
   assert_int_equal(gl_pixel(1, 1), rgba(0, 255, 0, 255));
   assert_int_equal(glGetError(), GL_NO_ERROR);

   resets = 1;
   blamed = WS_BLAME_OTHER;
   assert_int_equal(glGetGraphicsResetStatusEXT(), GL_INNOCENT_CONTEXT_RESET_EXT);
   assert_int_equal(glGetGraphicsResetStatusKHR(), GL_NO_ERROR); /* it is over */
   assert_int_equal(glGetError(), GL_NO_ERROR);
   GLint v = 77, size = 77;
   uint32_t pixel = 77;
   ASSERT_LOST(glClear(GL_COLOR_BUFFER_BIT));
   ASSERT_LOST(glDrawArrays(GL_TRIANGLES, 0, 3));
   ASSERT_LOST(glUniform4f(c, 1, 1, 1, 1));
   ASSERT_LOST(glGetIntegerv(GL_VIEWPORT, &v));
   ASSERT_LOST(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel));
   ASSERT_LOST(glFlush());
   ASSERT_LOST(glFinish());
   ASSERT_LOST(glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size));
   ASSERT_LOST(assert_null(glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES)));
   ASSERT_LOST(assert_int_equal(glCreateShader(GL_VERTEX_SHADER), 0));
   ASSERT_LOST(assert_int_equal(glIsBuffer(b), GL_FALSE));
   ASSERT_LOST(assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), 0));
   ASSERT_LOST(assert_null(glGetString(GL_VENDOR)));
   ASSERT_LOST(glDeleteTextures(1, &t));
   assert_true(v == 77 && size == 77 && pixel == 77);
   GLuint available = 0, passed = 77;
   ASSERT_LOST(glGetQueryObjectuivEXT(q[0], GL_QUERY_RESULT_AVAILABLE_EXT, &available));
   assert_int_equal(available, GL_TRUE); /* a loop that polls ends */
   ASSERT_LOST(glGetQueryObjectuivEXT(q[0], GL_QUERY_RESULT_EXT, &passed));
   assert_int_equal(passed, 77);

   /* the whole group is gone */
   st_make_current(r.shares, r.fb, r.fb);
   ASSERT_LOST(glClear(GL_COLOR_BUFFER_BIT));
   assert_int_equal(glGetGraphicsResetStatusKHR(), GL_UNKNOWN_CONTEXT_RESET_KHR);

   /* who did not ask hears nothing and goes on */
   st_make_current(r.stays, r.fb, r.fb);
   assert_int_equal(glGetGraphicsResetStatusKHR(), GL_NO_ERROR);
   glGetIntegerv(GL_RESET_NOTIFICATION_STRATEGY_KHR, &strategy);
   assert_int_equal(strategy, GL_NO_RESET_NOTIFICATION_KHR);
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   assert_int_equal(gl_pixel(1, 1), rgba(255, 0, 0, 255));
   assert_int_equal(glGetError(), GL_NO_ERROR);

   /* contexts made afterwards work and know of no reset; fences of lost contexts signal */
   st_make_current(r.loses, NULL, NULL);
   struct pipe_fence *f = NULL;
   st_flush(r.loses, &f);
   if (f)
      assert_true(r.screen->fence_finish(r.screen, f, UINT64_MAX));
   r.screen->fence_unref(r.screen, f);
   st_make_current(NULL, NULL, NULL);
   const struct st_context_attribs lose = {.lose_context_on_reset = true};
   struct st_context *fresh = st_context_create(r.screen, NULL, &lose);
   assert_non_null(fresh);
   st_make_current(fresh, r.fb, r.fb);
   assert_int_equal(glGetGraphicsResetStatusKHR(), GL_NO_ERROR);
   p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), 0, 0, 1, 1);
   gl_fill();
   assert_int_equal(gl_pixel(1, 1), rgba(0, 0, 255, 255));
   assert_int_equal(glGetError(), GL_NO_ERROR);
   st_make_current(NULL, NULL, NULL);
   st_context_destroy(fresh);
   close_rig(&r);
}

/** A reset is noticed where the application submits or waits, whoever is blamed. */
static void
noticed(void **state)
{
   static const struct {
      enum ws_blame blame;
      GLenum status;
   } cases[] = {
      {WS_BLAME_NOBODY,  GL_UNKNOWN_CONTEXT_RESET_KHR },
      {WS_BLAME_SELF,    GL_GUILTY_CONTEXT_RESET_KHR  },
      {WS_BLAME_OTHER,   GL_INNOCENT_CONTEXT_RESET_KHR},
      {WS_BLAME_UNKNOWN, GL_UNKNOWN_CONTEXT_RESET_KHR },
   };
   for (unsigned i = 0; i < 3 * ARRAY_SIZE(cases); i++) {
      struct rig r;
      open_rig(&r);
      st_make_current(r.loses, r.fb, r.fb);
      glClear(GL_COLOR_BUFFER_BIT);
      resets = 3;
      blamed = cases[i % ARRAY_SIZE(cases)].blame;
      glClear(GL_COLOR_BUFFER_BIT); /* nobody has looked yet */
      assert_int_equal(glGetError(), GL_NO_ERROR);
      if (i / ARRAY_SIZE(cases) == 0)
         glFlush();
      else if (i / ARRAY_SIZE(cases) == 1)
         glFinish();
      else
         st_finish(r.loses); /* eglSwapBuffers, eglWaitClient */
      assert_int_equal(glGetError(), GL_NO_ERROR);
      ASSERT_LOST(glClear(GL_COLOR_BUFFER_BIT));
      assert_int_equal(glGetGraphicsResetStatusKHR(), cases[i % ARRAY_SIZE(cases)].status);
      close_rig(&r);
   }
}

/** The queries that are told how much room there is count what glPixelStorei adds. */
static void
room(void **state)
{
   struct rig r;
   open_rig(&r);
   st_make_current(r.loses, r.fb, r.fb);
   static const struct {
      GLint alignment, row_length, skip_rows, skip_pixels, need_B; /* of 3 x 2 pixels */
   } cases[] = {
      {4, 0,  0, 0, 24 },
      {8, 0,  0, 0, 28 },
      {4, 10, 0, 0, 52 },
      {4, 10, 1, 2, 100},
      {4, 0,  0, 5, 44 },
   };
   uint8_t bytes[128];
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      glPixelStorei(GL_PACK_ALIGNMENT, cases[i].alignment);
      glPixelStorei(0x0D02 /* PACK_ROW_LENGTH_NV */, cases[i].row_length);
      glPixelStorei(0x0D03, cases[i].skip_rows);
      glPixelStorei(0x0D04, cases[i].skip_pixels);
      memset(bytes, 0x5a, sizeof bytes);
      glReadnPixelsKHR(0, 0, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, cases[i].need_B - 1, bytes);
      assert_int_equal(glGetError(), GL_INVALID_OPERATION);
      assert_int_equal(bytes[0], 0x5a);
      glReadnPixelsKHR(0, 0, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, cases[i].need_B, bytes);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      for (unsigned k = (unsigned)cases[i].need_B; k < sizeof bytes; k++)
         assert_int_equal(bytes[k], 0x5a);
   }
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   const GLint c = glGetUniformLocation(p, "c");
   float f[4];
   GLint n[4];
   GLuint u[4];
   glUniform4f(c, 1, 2, 3, 4);
   glGetnUniformfvKHR(p, c, 16, f);
   glGetnUniformivKHR(p, c, 16, n);
   glGetnUniformuivKHR(p, c, 16, u);
   assert_true(f[3] == 4 && n[2] == 3 && u[1] == 2);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glGetnUniformfvKHR(p, c, 15, f);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGetnUniformivKHR(p, c, -1, n);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGetnUniformuivKHR(p, c, 0, u);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   close_rig(&r);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(lost),
      cmocka_unit_test(noticed),
      cmocka_unit_test(room),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
