/* SPDX-License-Identifier: MIT
 *
 * A small scene of OpenGL ES 2.0, and one of 3.0 (scene_300.h), from opening the winsys to closing it, while the
 * n-th allocation (or this one and all behind it), the n-th buffer, mapping or submission fails, for every n. Nothing
 * crashes, nothing is left behind, and a picture that is not the right one comes with an error: a NULL object,
 * GL_OUT_OF_MEMORY, or a program that did not link.
 *
 * malloc and its kin are wrapped by the linker; of the winsys the functions are replaced in its table. The
 * emulator runs with one thread, so that n means the same in each run.
 */
#include "../gl/gl_chip.h"

#include <pthread.h>

#include "wrapped.h"

enum what { ALLOCATION, BO_CREATE, BO_MAP, SUBMIT, NUM_WHAT };
static const char *const names[NUM_WHAT] = {"allocation", "bo_create", "bo_map", "cs_submit"};

static struct {
   enum what what;
   long at;    /* the call that fails, from 0; negative: none */
   bool stays; /* all behind it fail too */
   long count; /* calls so far */
} fault;

/** A place for a debugger's breakpoint. */
static __attribute__((noinline)) bool
failing(void)
{
   __asm__ volatile("");
   return false;
}

static bool
allow(enum what what)
{
   if (what != fault.what)
      return true;
   long i = fault.count++;
   return fault.at < 0 || (i != fault.at && !(fault.stays && i > fault.at)) || failing();
}

static bool
allow_allocation(void)
{
   return allow(ALLOCATION);
}

/* ---- the winsys ---------------------------------------------------------------------------------------- */

static struct winsys original; /* functions of the winsys in use; one at a time */

static struct ws_bo *
bo_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   return allow(BO_CREATE) ? original.bo_create(ws, size_B, align_B, domain) : NULL;
}

static void *
bo_map(struct winsys *ws, struct ws_bo *bo)
{
   return allow(BO_MAP) ? original.bo_map(ws, bo) : NULL;
}

static bool
cs_submit(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
          const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence)
{
   if (allow(SUBMIT))
      return original.cs_submit(ws, ring, dw, ndw, relocs, num_relocs, fence);
   if (fence)
      *fence = NULL;
   return false;
}

/* ---- the scene ----------------------------------------------------------------------------------------- */

static bool es3; /* which scene, in a context of that version */

struct result {
   bool opened; /* all objects of the window-system side exist */
   bool linked, error;
   GLenum first_error;
   uint32_t picture[SIZE * SIZE];
};

static void
collect(struct result *r)
{
   GLenum e;
   while ((e = glGetError())) {
      if (!r->error)
         r->first_error = e;
      r->error = true;
   }
}

static GLuint
program(struct result *r, const char *vs, const char *fs)
{
   GLuint p = glCreateProgram();
   for (unsigned i = 0; i < 2; i++) {
      GLuint s = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(s, 1, i ? &fs : &vs, NULL);
      glCompileShader(s);
      glAttachShader(p, s);
      glDeleteShader(s);
   }
   glBindAttribLocation(p, 0, "pos");
   glLinkProgram(p);
   GLint ok = 0;
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   r->linked &= ok == GL_TRUE;
   glUseProgram(p);
   return p;
}

static void
draw(struct result *r)
{
   static const float quad[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   static const GLushort indices[] = {0, 1, 2, 2, 1, 3};
   uint32_t texels[16 * 16];
   for (unsigned i = 0; i < 256; i++)
      texels[i] = 0xff000000u | i * 0x10305u;
   GLuint tex[2], vb[2], fbo, rb;
   GLuint p = program(
      r, "attribute vec4 pos; varying vec2 t; void main() { gl_Position = pos; t = pos.xy * 0.5 + 0.5; }",
      "precision mediump float; varying vec2 t; uniform sampler2D s; uniform vec4 c[3];\n"
      "void main() { vec4 k = c[0]; for (int i = 1; i < 3; i++) k += c[i]; if (t.x > 0.9) discard;\n"
      "gl_FragColor = texture2D(s, t) * k; }");
   const float c[12] = {0.5f, 0.25f, 0.25f, 0.5f, 0.25f, 0.5f, 0.25f, 0.25f, 0.25f, 0.25f, 0.5f, 0.25f};
   glUniform4fv(glGetUniformLocation(p, "c"), 3, c);
   glGenTextures(2, tex);
   glBindTexture(GL_TEXTURE_2D, tex[0]);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glGenerateMipmap(GL_TEXTURE_2D);
   glGenBuffers(2, vb);
   glBindBuffer(GL_ARRAY_BUFFER, vb[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof quad, quad, GL_STATIC_DRAW);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, vb[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, NULL, GL_DYNAMIC_DRAW);
   glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, sizeof indices, indices);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LEQUAL);
   glClearColor(0.25f, 0.5f, 0.75f, 1);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, NULL);
   /* into a texture, and that one on a part of the window by client arrays */
   glBindTexture(GL_TEXTURE_2D, tex[1]);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(1, &rb);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 32, 32);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex[1], 0);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
   glViewport(0, 0, 32, 32);
   glClearColor(1, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   glBindTexture(GL_TEXTURE_2D, tex[0]);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glViewport(SIZE / 2, SIZE / 2, SIZE / 2, SIZE / 2);
   glBindTexture(GL_TEXTURE_2D, tex[1]);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, indices);
   glBindTexture(GL_TEXTURE_2D, tex[0]);
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 2, 2, 40, 40, 8, 8);
   glViewport(0, 0, SIZE / 4, SIZE / 4);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 4, 4, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glViewport(SIZE / 4, 0, SIZE / 4, SIZE / 4);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, r->picture);
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
   glDeleteTextures(2, tex);
   glDeleteBuffers(2, vb);
   glDeleteProgram(p);
   glFinish();
   collect(r);
}

#include "scene_300.h"

static void
scene(const char *chip, struct result *r)
{
   *r = (struct result){.linked = true};
   char error[300];
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      return;
   original = *ws;
   ws->bo_create = bo_create;
   ws->bo_map = bo_map;
   ws->cs_submit = cs_submit;
   struct pipe_screen *screen = ts_screen_create(ws);
   if (!screen)
      return;
   const struct st_framebuffer_desc desc = {
      .width = SIZE,
      .height = SIZE,
      .color_format = PIPE_FORMAT_R8G8B8A8_UNORM,
      .zs_format = PIPE_FORMAT_Z24_UNORM_S8_UINT,
   };
   struct st_framebuffer *fb = st_framebuffer_create(screen, &desc);
   const struct st_context_attribs attribs = {.version = es3 ? 30 : 20};
   struct st_context *ctx = fb ? st_context_create(screen, NULL, &attribs) : NULL;
   r->opened = ctx != NULL;
   if (r->opened) {
      st_make_current(ctx, fb, fb);
      (es3 ? draw_300 : draw)(r);
   }
   st_make_current(NULL, NULL, NULL);
   st_context_destroy(ctx);
   st_framebuffer_destroy(fb);
   screen->destroy(screen);
}

/* ---- the tests ----------------------------------------------------------------------------------------- */

static void
every_n(const char *chip, enum what what, bool stays, long step)
{
   static struct result want, got;
   fault.what = what;
   fault.at = -1;
   scene(chip, &want); /* twice: tables that are made once */
   fault.count = 0;
   long live = live_allocations;
   scene(chip, &want);
   assert_true(want.opened && want.linked && !want.error);
   assert_int_equal(live_allocations, live);
   long n = fault.count, wrong = 0;
   const char *only = getenv("FAULT_AT");
   for (long i = only ? atol(only) : 0; i < (only ? atol(only) + 1 : n); i += step) {
      fault.count = 0;
      fault.at = i;
      fault.stays = stays;
      scene(chip, &got);
      fault.at = -1;
      bool same = !memcmp(got.picture, want.picture, sizeof got.picture);
      bool told = !got.opened || !got.linked || got.error;
      if (live_allocations != live) {
         print_error("%s: %s %ld%s failed: %ld allocations left behind\n", chip, names[what], i,
                     stays ? " and all later ones" : "", live_allocations - live);
         wrong++;
         live = live_allocations;
      }
      if (!same && !told) {
         print_error("%s: %s %ld%s failed: another picture and no error\n", chip, names[what], i,
                     stays ? " and all later ones" : "");
         wrong++;
      }
      if (got.error && got.linked && got.first_error != GL_OUT_OF_MEMORY) {
         print_error("%s: %s %ld%s failed: GL error 0x%x\n", chip, names[what], i,
                     stays ? " and all later ones" : "", got.first_error);
         wrong++;
      }
   }
   print_message("%s: %ld of %s%s\n", chip, n, names[what], stays ? ", each with all behind it" : "");
   assert_int_equal(wrong, 0);
}

static void
allocations(void **state)
{
   every_n("rv770", ALLOCATION, false, 1);
   every_n("cypress", ALLOCATION, false, 1);
}

static void
allocations_from(void **state)
{
   every_n("cypress", ALLOCATION, true, 1);
}

static void
buffers(void **state)
{
   for (int stays = 0; stays < 2; stays++) {
      every_n("rv770", BO_CREATE, stays, 1);
      every_n("cayman", BO_CREATE, stays, 1);
   }
}

static void
mappings(void **state)
{
   for (int stays = 0; stays < 2; stays++)
      every_n("cypress", BO_MAP, stays, 1);
}

static void
submissions(void **state)
{
   for (int stays = 0; stays < 2; stays++) {
      every_n("rv670", SUBMIT, stays, 1);
      every_n("cypress", SUBMIT, stays, 1);
   }
}

/** The scene of OpenGL ES 3.0: of its many allocations every so many; buffers, mappings and submissions all. */
static void
faults_300(void **state)
{
   es3 = true;
   every_n("cypress", SUBMIT, false, 1);
   every_n("rv770", BO_CREATE, false, 1);
   every_n("cypress", BO_MAP, true, 1);
   every_n("rv770", ALLOCATION, true, 13);
   every_n("cypress", ALLOCATION, false, 7);
   es3 = false;
}

int
main(int argc, char **argv)
{
   if (argc > 1)
      cmocka_set_test_filter(argv[1]);
   setenv("TERAGL_THREADS", "1", 1);
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(buffers),          cmocka_unit_test(mappings),    cmocka_unit_test(submissions),
      cmocka_unit_test(allocations_from), cmocka_unit_test(allocations), cmocka_unit_test(faults_300),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
