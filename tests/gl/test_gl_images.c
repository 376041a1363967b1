/* SPDX-License-Identifier: MIT
 *
 * EGLImages through the whole stack but EGL: made of textures (any level, any face) and renderbuffers, bound
 * to 2D and external textures and renderbuffers, in one context and in another one; written on one side and
 * read on the other; what respecifying either side does; errors.
 */
#include "gl_chip.h"

#include "state_tracker/texture/st_image.h"

#define T GL_TEXTURE_2D
#define X GL_TEXTURE_EXTERNAL_OES
#define FS_EXTERNAL                                                                                          \
   "#extension GL_OES_EGL_image_external : require\n"                                                        \
   "precision highp float; uniform samplerExternalOES s; uniform vec2 at;"                                   \
   "void main() { gl_FragColor = texture2D(s, at); }"
#define FS_TEX                                                                                               \
   "precision highp float; uniform sampler2D s; uniform vec2 at;"                                            \
   "void main() { gl_FragColor = texture2D(s, at); }"

static const int owner;

#define RED   rgba(255, 0, 0, 255)
#define GREEN rgba(0, 255, 0, 255)
#define BLUE  rgba(0, 0, 255, 255)

static GLuint
texture(GLenum target)
{
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(target, t);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return t;
}

static void
fill(GLenum target, GLint level, int size, uint32_t color)
{
   uint32_t px[32 * 32];
   for (int i = 0; i < size * size; i++)
      px[i] = color;
   glTexImage2D(target, level, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
}

/** What the bound texture of program \p p reads in its middle. */
static uint32_t
sampled(GLuint p)
{
   glUseProgram(p);
   glUniform2f(glGetUniformLocation(p, "at"), 0.5f, 0.5f);
   gl_rect(-1, -1, -0.9f, -0.9f, 0);
   return gl_pixel(1, 1);
}

#define ASSERT_COLOR(g, got, want)                                                                           \
   do {                                                                                                      \
      uint32_t got_ = (got), want_ = (want);                                                                 \
      if (got_ != want_)                                                                                     \
         fail_msg("%s: %08x, not %08x (line %d)", (g)->chip, got_, want_, __LINE__);                         \
   } while (0)

static GLuint
fbo_of(GLuint t)
{
   GLuint f;
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, T, t, 0);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      fail_msg("framebuffer status 0x%x", glCheckFramebufferStatus(GL_FRAMEBUFFER));
   return f;
}

static void
sharing_on(struct gl *g)
{
   enum st_image_error e;
   GLuint p = gl_program_with(VS_POS, FS_TEX), px = gl_program_with(VS_POS, FS_EXTERNAL);
   GLuint source = texture(T);
   fill(T, 0, 16, RED);
   struct st_egl_image *i = st_image_from_texture(g->ctx, &owner, T, source, 0, 0, &e);
   assert_non_null(i);
   GLuint target = texture(T);
   glEGLImageTargetTexture2DOES(T, i);
   GLuint external = texture(X);
   glEGLImageTargetTexture2DOES(X, i);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glBindTexture(T, target);
   ASSERT_COLOR(g, sampled(p), RED);
   ASSERT_COLOR(g, sampled(px), RED);
   /* the source is written to: by the CPU and by drawing */
   const uint32_t green = GREEN;
   glBindTexture(T, source);
   glTexSubImage2D(T, 0, 8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &green);
   glBindTexture(T, target);
   ASSERT_COLOR(g, sampled(p), GREEN);
   ASSERT_COLOR(g, sampled(px), GREEN);
   GLuint f = fbo_of(target);
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glBindTexture(T, source);
   ASSERT_COLOR(g, sampled(p), BLUE);
   ASSERT_COLOR(g, sampled(px), BLUE);
   /* handle and source go, the others stay */
   assert_true(st_image_destroy(&owner, i));
   assert_false(st_image_destroy(&owner, i));
   glDeleteTextures(1, &source);
   glBindTexture(T, target);
   ASSERT_COLOR(g, sampled(p), BLUE);
   glEGLImageTargetTexture2DOES(T, i);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   /* respecifying one leaves the other alone, at the same size, too */
   fill(T, 0, 16, RED);
   ASSERT_COLOR(g, sampled(p), RED);
   ASSERT_COLOR(g, sampled(px), BLUE);
   glDeleteFramebuffers(1, &f);
   glDeleteTextures(1, &target);
   glDeleteTextures(1, &external);
   /* an external texture without an image, and after its image is gone */
   texture(X);
   ASSERT_COLOR(g, sampled(px), rgba(0, 0, 0, 255));
}

static void
sharing(void **state)
{
   ON_EVERY_CHIP(sharing_on);
}

/** The source is respecified with the same size: the image keeps what it had. */
static void
orphans_on(struct gl *g)
{
   enum st_image_error e;
   GLuint p = gl_program_with(VS_POS, FS_TEX), source = texture(T);
   fill(T, 0, 16, RED);
   struct st_egl_image *i = st_image_from_texture(g->ctx, &owner, T, source, 0, 0, &e);
   fill(T, 0, 16, GREEN);
   ASSERT_COLOR(g, sampled(p), GREEN);
   GLuint target = texture(T);
   glEGLImageTargetTexture2DOES(T, i);
   ASSERT_COLOR(g, sampled(p), RED);
   /* levels of its own */
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   ASSERT_COLOR(g, sampled(p), rgba(0, 0, 0, 255));
   glGenerateMipmap(T);
   ASSERT_COLOR(g, sampled(p), RED);
   glDeleteTextures(1, &target);
   st_image_destroy(&owner, i);
}

static void
orphans(void **state)
{
   ON_EVERY_CHIP(orphans_on);
}

/** Levels and faces. */
static void
parts_on(struct gl *g)
{
   enum st_image_error e;
   GLuint p = gl_program_with(VS_POS, FS_TEX), px = gl_program_with(VS_POS, FS_EXTERNAL);
   GLuint mip = texture(T);
   for (int l = 0; l < 5; l++)
      fill(T, l, 16 >> l, rgba(50u * (unsigned)l, 7, 9, 255));
   GLuint cube = texture(GL_TEXTURE_CUBE_MAP);
   for (unsigned face = 0; face < 6; face++)
      fill(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, 8, rgba(11, 20u * face, 3, 255));
   GLuint t = texture(T), x = texture(X);
   for (int l = 0; l < 5; l++) {
      struct st_egl_image *i = st_image_from_texture(g->ctx, &owner, T, mip, l, 0, &e);
      assert_non_null(i);
      glEGLImageTargetTexture2DOES(T, i);
      glEGLImageTargetTexture2DOES(X, i);
      ASSERT_COLOR(g, sampled(p), rgba(50u * (unsigned)l, 7, 9, 255));
      ASSERT_COLOR(g, sampled(px), rgba(50u * (unsigned)l, 7, 9, 255));
      GLuint f = fbo_of(t);
      glClearColor(1, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glDeleteFramebuffers(1, &f);
      ASSERT_COLOR(g, sampled(px), RED);
      st_image_destroy(&owner, i);
   }
   for (unsigned face = 0; face < 6; face++) {
      struct st_egl_image *i =
         st_image_from_texture(g->ctx, &owner, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, cube, 0, 0, &e);
      assert_non_null(i);
      glEGLImageTargetTexture2DOES(T, i);
      ASSERT_COLOR(g, sampled(p), rgba(11, 20u * face, 3, 255));
      st_image_destroy(&owner, i);
   }
   /* the mipmapped source saw what was drawn */
   glBindTexture(T, mip);
   ASSERT_COLOR(g, sampled(p), RED);
   glDeleteTextures(1, &t);
   glDeleteTextures(1, &x);
   glDeleteTextures(1, &mip);
   glDeleteTextures(1, &cube);
}

static void
parts(void **state)
{
   ON_EVERY_CHIP(parts_on);
}

/** From a renderbuffer to a texture and a renderbuffer of another context. */
static void
renderbuffers_on(struct gl *g)
{
   enum st_image_error e;
   GLuint rb, f;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, 16, 16);
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   struct st_egl_image *i = st_image_from_renderbuffer(g->ctx, &owner, rb, &e);
   assert_non_null(i);

   struct st_context *other = st_context_create(g->screen, NULL, NULL);
   st_make_current(other, g->fb, g->fb);
   GLuint p = gl_program_with(VS_POS, FS_TEX), t = texture(T), rb2, f2;
   glEGLImageTargetTexture2DOES(T, i);
   ASSERT_COLOR(g, sampled(p), GREEN);
   glGenRenderbuffers(1, &rb2);
   glBindRenderbuffer(GL_RENDERBUFFER, rb2);
   glEGLImageTargetRenderbufferStorageOES(GL_RENDERBUFFER, i);
   GLint v;
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &v);
   assert_int_equal(v, 16);
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &v);
   assert_int_equal(v, GL_RGBA8_OES);
   glGenFramebuffers(1, &f2);
   glBindFramebuffer(GL_FRAMEBUFFER, f2);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb2);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   ASSERT_COLOR(g, gl_pixel(3, 3), GREEN);
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glDeleteTextures(1, &t);

   st_make_current(g->ctx, g->fb, g->fb);
   ASSERT_COLOR(g, gl_pixel(3, 3), RED);
   st_context_destroy(other);
   st_images_destroy_all(&owner);
   assert_null(st_image_ref(i));
}

static void
renderbuffers(void **state)
{
   ON_EVERY_CHIP(renderbuffers_on);
}

static void
errors(void **state)
{
   struct gl g;
   enum st_image_error e;
   gl_open(&g, "rv770");
#define REFUSED(want, ...)                                                                                   \
   do {                                                                                                      \
      assert_null(__VA_ARGS__);                                                                              \
      assert_int_equal(e, want);                                                                             \
   } while (0)
   GLuint t = texture(T);
   REFUSED(ST_IMAGE_BAD_PARAMETER, st_image_from_texture(g.ctx, &owner, T, 0, 0, 0, &e));
   REFUSED(ST_IMAGE_BAD_PARAMETER, st_image_from_texture(g.ctx, &owner, T, 999, 0, 0, &e));
   REFUSED(ST_IMAGE_BAD_PARAMETER, st_image_from_texture(g.ctx, &owner, T, t, 0, 0, &e)); /* no level 0 */
   fill(T, 0, 16, RED);
   REFUSED(ST_IMAGE_BAD_PARAMETER,
           st_image_from_texture(g.ctx, &owner, GL_TEXTURE_CUBE_MAP_POSITIVE_X, t, 0, 0, &e));
   REFUSED(ST_IMAGE_BAD_PARAMETER, st_image_from_texture(g.ctx, &owner, T, t, 1, 0, &e)); /* incomplete */
   REFUSED(ST_IMAGE_BAD_PARAMETER, st_image_from_texture(g.ctx, &owner, T, t, 0, 1, &e));
   REFUSED(ST_IMAGE_BAD_MATCH, st_image_from_texture(g.ctx, &owner, T, t, -1, 0, &e));
   REFUSED(ST_IMAGE_BAD_MATCH, st_image_from_texture(g.ctx, &owner, T, t, 99, 0, &e));
   fill(T, 1, 4, RED); /* wrong size */
   REFUSED(ST_IMAGE_BAD_PARAMETER, st_image_from_texture(g.ctx, &owner, T, t, 0, 0, &e));
   fill(T, 0, 8, RED);
   fill(T, 2, 2, RED);
   fill(T, 3, 1, RED);
   REFUSED(ST_IMAGE_BAD_MATCH, st_image_from_texture(g.ctx, &owner, T, t, 4, 0, &e));
   struct st_egl_image *i = st_image_from_texture(g.ctx, &owner, T, t, 1, 0, &e);
   assert_non_null(i);
   REFUSED(ST_IMAGE_BAD_ACCESS, st_image_from_texture(g.ctx, &owner, T, t, 1, 0, &e));
   GLuint t2 = texture(T);
   glEGLImageTargetTexture2DOES(T, i);
   REFUSED(ST_IMAGE_BAD_ACCESS, st_image_from_texture(g.ctx, &owner, T, t2, 0, 0, &e));
   GLuint rb;
   glGenRenderbuffers(1, &rb);
   REFUSED(ST_IMAGE_BAD_PARAMETER, st_image_from_renderbuffer(g.ctx, &owner, rb, &e));
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   REFUSED(ST_IMAGE_BAD_PARAMETER, st_image_from_renderbuffer(g.ctx, &owner, rb, &e)); /* no storage */

#define E(error, call)                                                                                       \
   do {                                                                                                      \
      call;                                                                                                  \
      assert_int_equal(glGetError(), error);                                                                 \
   } while (0)
   GLint v;
   E(GL_INVALID_ENUM, glEGLImageTargetTexture2DOES(GL_TEXTURE_CUBE_MAP, i));
   E(GL_INVALID_VALUE, glEGLImageTargetTexture2DOES(T, NULL));
   E(GL_INVALID_VALUE, glEGLImageTargetTexture2DOES(T, &g));
   E(GL_INVALID_ENUM, glEGLImageTargetRenderbufferStorageOES(T, i));
   E(GL_INVALID_VALUE, glEGLImageTargetRenderbufferStorageOES(GL_RENDERBUFFER, &g));
   glBindRenderbuffer(GL_RENDERBUFFER, 0);
   E(GL_INVALID_OPERATION, glEGLImageTargetRenderbufferStorageOES(GL_RENDERBUFFER, i));
   GLuint x = texture(X);
   E(GL_INVALID_ENUM, glTexImage2D(X, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_ENUM, glTexSubImage2D(X, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &v));
   E(GL_INVALID_ENUM, glCopyTexImage2D(X, 0, GL_RGBA, 0, 0, 1, 1, 0));
   E(GL_INVALID_ENUM, glGenerateMipmap(X));
   E(GL_INVALID_ENUM, glTexParameteri(X, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR));
   E(GL_INVALID_ENUM, glTexParameteri(X, GL_TEXTURE_WRAP_S, GL_REPEAT));
   E(GL_NO_ERROR, glTexParameteri(X, GL_TEXTURE_MIN_FILTER, GL_NEAREST));
   E(GL_NO_ERROR, glTexParameteri(X, GL_TEXTURE_MAG_FILTER, GL_NEAREST));
   E(GL_NO_ERROR, glGetTexParameteriv(X, GL_TEXTURE_WRAP_T, &v));
   assert_int_equal(v, GL_CLAMP_TO_EDGE);
   E(GL_NO_ERROR, glGetTexParameteriv(X, GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES, &v));
   assert_int_equal(v, 1);
   E(GL_NO_ERROR, glGetIntegerv(GL_TEXTURE_BINDING_EXTERNAL_OES, &v));
   assert_int_equal(v, x);
   E(GL_INVALID_OPERATION, glBindTexture(T, x));
   st_images_destroy_all(&owner);
   gl_close(&g);
}

/** Renderbuffers that share storage with an image are never moved into a common depth and stencil surface;
 * those of an existing pair stay together, and new storage of their own ends the ban. */
static void
planes_on(struct gl *g)
{
   enum st_image_error e;
   GLuint rb[4], f;
   static const GLenum formats[4] = {GL_DEPTH_COMPONENT16, GL_STENCIL_INDEX8, GL_DEPTH_COMPONENT16,
                                     GL_STENCIL_INDEX8};
   glGenRenderbuffers(4, rb);
   for (unsigned i = 0; i < 4; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, formats[i], 16, 16);
   }
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
#define ATTACH(d, s)                                                                                         \
   (glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[d]),                  \
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb[s]),                \
    glCheckFramebufferStatus(GL_FRAMEBUFFER))
   assert_int_equal(ATTACH(0, 1), GL_FRAMEBUFFER_COMPLETE);
   /* the source of an image; the framebuffer was complete before and has not been drawn to yet */
   struct st_egl_image *i = st_image_from_renderbuffer(g->ctx, &owner, rb[0], &e);
   assert_non_null(i);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_UNSUPPORTED);
   /* its target, also when the handle is gone */
   glBindRenderbuffer(GL_RENDERBUFFER, rb[2]);
   glEGLImageTargetRenderbufferStorageOES(GL_RENDERBUFFER, i);
   assert_true(st_image_destroy(&owner, i));
   assert_int_equal(ATTACH(2, 1), GL_FRAMEBUFFER_UNSUPPORTED);
   assert_int_equal(ATTACH(0, 1), GL_FRAMEBUFFER_UNSUPPORTED);
   /* what is written through one is in the other: not moved */
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
   glClearDepthf(0.25f);
   glClear(GL_DEPTH_BUFFER_BIT);
   GLuint color;
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 16, 16);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[2]);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glClearColor(0, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glUseProgram(gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(0, 1, 0, 1); }"));
   glViewport(0, 0, 16, 16);
   glEnable(GL_DEPTH_TEST);
   gl_rect(-1, -1, 1, 1, 0); /* at 1/2, behind */
   ASSERT_COLOR(g, gl_pixel(4, 4), rgba(0, 0, 0, 255));
   gl_rect(-1, -1, 1, 1, -0.75f); /* at 1/8, in front */
   ASSERT_COLOR(g, gl_pixel(4, 4), rgba(0, 255, 0, 255));
   glDisable(GL_DEPTH_TEST);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 0);
   glDeleteRenderbuffers(1, &color);
   /* storage of its own again */
   glBindRenderbuffer(GL_RENDERBUFFER, rb[2]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 16, 16);
   assert_int_equal(ATTACH(2, 3), GL_FRAMEBUFFER_COMPLETE);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   /* the pair has met: an image of one half leaves it together */
   i = st_image_from_renderbuffer(g->ctx, &owner, rb[2], &e);
   assert_non_null(i);
   assert_int_equal(ATTACH(2, 3), GL_FRAMEBUFFER_COMPLETE);
   assert_int_equal(ATTACH(2, 1), GL_FRAMEBUFFER_UNSUPPORTED);
   assert_true(st_image_destroy(&owner, i));
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glDeleteFramebuffers(1, &f);
   glDeleteRenderbuffers(4, rb);
}

static void
planes(void **state)
{
   ON_EVERY_CHIP(planes_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sharing),       cmocka_unit_test(orphans), cmocka_unit_test(parts),
      cmocka_unit_test(renderbuffers), cmocka_unit_test(planes),  cmocka_unit_test(errors),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
