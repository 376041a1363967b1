/* SPDX-License-Identifier: MIT
 *
 * Images that are deleted while they are attached to framebuffers (ES 2.0.25 4.4.3, appendix C), here and in
 * another context, their names used again; and everything deleted while commands that use it are under way.
 */
#include "gl_kinds.h"

enum image { TEXTURE, CUBE, RENDERBUFFER, NUM_IMAGES };

static const struct kind images[NUM_IMAGES] = {
   {"attached texture"}, {"attached cube map"}, {"attached renderbuffer"}};

static GLuint
image_create(enum image i)
{
   GLuint n;
   if (i == RENDERBUFFER) {
      glGenRenderbuffers(1, &n);
      glBindRenderbuffer(GL_RENDERBUFFER, n);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, 32, 32);
      return n;
   }
   glGenTextures(1, &n);
   glBindTexture(i == CUBE ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D, n);
   for (GLenum face = 0; face < (i == CUBE ? 6 : 1); face++)
      glTexImage2D(i == CUBE ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : GL_TEXTURE_2D, 0, GL_RGBA, 32, 32, 0,
                   GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   return n;
}

static void
image_attach(enum image i, GLuint n)
{
   if (i == RENDERBUFFER)
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, n);
   else
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                             i == CUBE ? GL_TEXTURE_CUBE_MAP_NEGATIVE_Y : GL_TEXTURE_2D, n, 0);
}

static void
image_delete(enum image i, GLuint n)
{
   if (i == RENDERBUFFER)
      glDeleteRenderbuffers(1, &n);
   else
      glDeleteTextures(1, &n);
}

static bool
image_is(enum image i, GLuint n)
{
   return i == RENDERBUFFER ? glIsRenderbuffer(n) : glIsTexture(n);
}

static GLint
attachment(GLenum pname)
{
   GLint v = -1;
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, pname, &v);
   return v;
}

/** The bound framebuffer has the image, whatever became of its name, and can be drawn to. */
static void
check_attached(struct gl *g, enum image i, GLuint n)
{
   CHECK(&images[i], glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
   CHECK(&images[i], attachment(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) == (GLint)n);
   CHECK(&images[i], attachment(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) ==
                        (i == RENDERBUFFER ? GL_RENDERBUFFER : GL_TEXTURE));
   for (unsigned k = 0; k < 2; k++) {
      gl_clear(0, k == 0, k == 1, 1);
      CHECK(&images[i], gl_pixel(7, 7) == (k ? BLUE : GREEN));
   }
   CHECK(&images[i], glGetError() == GL_NO_ERROR);
}

static void
check_detached(struct gl *g, enum image i)
{
   CHECK(&images[i],
         glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   CHECK(&images[i], attachment(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_NONE);
   glClear(GL_COLOR_BUFFER_BIT);
   CHECK(&images[i], glGetError() == GL_INVALID_FRAMEBUFFER_OPERATION);
}

static void
attachments_on(struct gl *g)
{
   struct st_context *other = st_context_create(g->screen, g->ctx, NULL);
   for (enum image i = 0; i < NUM_IMAGES; i++) {
      GLuint fbo[2], n = image_create(i);
      glGenFramebuffers(2, fbo);
      for (unsigned k = 0; k < 2; k++) {
         glBindFramebuffer(GL_FRAMEBUFFER, fbo[k]);
         image_attach(i, n);
         check_attached(g, i, n);
      }
      /* deleted here: only the framebuffer that is bound lets go (4.4.3) */
      image_delete(i, n);
      CHECK(&images[i], !image_is(i, n));
      check_detached(g, i);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[0]);
      check_attached(g, i, n);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[0]);
      check_attached(g, i, n);
      /* a new object of that name is another one */
      GLuint again = image_create(i);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
      image_attach(i, again);
      check_attached(g, i, again);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[0]);
      gl_clear(0, 1, 0, 1);
      CHECK(&images[i], gl_pixel(3, 3) == GREEN);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[1]);
      CHECK(&images[i], gl_pixel(3, 3) == BLUE);
      /* deleted elsewhere: nobody here lets go (C.1.2) */
      st_make_current(other, g->fb, g->fb);
      image_delete(i, again);
      st_make_current(g->ctx, g->fb, g->fb);
      CHECK(&images[i], !image_is(i, again));
      check_attached(g, i, again);
      /* replaced, detached, and deleted with its framebuffer */
      image_attach(i, 0);
      check_detached(g, i);
      glDeleteFramebuffers(2, fbo);
      CHECK(&images[i], integer(GL_FRAMEBUFFER_BINDING) == 0 && !glIsFramebuffer(fbo[0]));
      gl_clear(0, 1, 0, 1);
      CHECK(&images[i], gl_pixel(3, 3) == GREEN && glGetError() == GL_NO_ERROR);
   }
   st_context_destroy(other);
}

static void
attachments(void **state)
{
   ON_EVERY_CHIP(attachments_on);
}

/** A framebuffer is drawn to and read, then everything goes while its commands are under way; what it drew is
 * sampled by another framebuffer's draw at that time. */
static void
pending_on(struct gl *g)
{
   static const struct kind what = {"pending draw"};
   for (unsigned order = 0; order < 6; order++) {
      GLuint fbo, t = image_create(TEXTURE), p = program_of_color(GREEN);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      GLuint b = buffer_create(GREEN);
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      image_attach(TEXTURE, t);
      glBindBuffer(GL_ARRAY_BUFFER, b);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 24, NULL);
      glEnableVertexAttribArray(0);
      glUseProgram(p);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      texture_use(t);
      GLuint q = (GLuint)integer(GL_CURRENT_PROGRAM);
      gl_clear(1, 0, 0, 1);
      draw_triangle();
      for (unsigned i = 0; i < 5; i++) {
         switch ((order + i * (order & 1 ? 2 : 3)) % 5) {
         case 0:
            glDeleteFramebuffers(1, &fbo);
            break;
         case 1:
            glDeleteTextures(1, &t);
            break;
         case 2:
            glDeleteBuffers(1, &b);
            break;
         case 3:
            glDeleteProgram(p);
            break;
         case 4:
            glUseProgram(0);
            glDeleteProgram(q);
            break;
         }
         buffer_del(buffer_create(BLUE)); /* takes memory that was given back too early */
         texture_del(texture_create(BLUE));
      }
      CHECK(&what, gl_pixel(20, 30) == GREEN && glGetError() == GL_NO_ERROR);
      glBindBuffer(GL_ARRAY_BUFFER, 0);
   }
}

static void
pending(void **state)
{
   ON_EVERY_CHIP(pending_on);
}

/** Colour, depth and stencil of the largest size at once, and a second picture of it: what a canvas of that size
 * takes. One corner is drawn to, the farthest. */
static void
largest_on(struct gl *g)
{
   static const struct kind what = {"largest targets"};
   GLuint fbo, color[2], depth;
   const GLint size = integer(GL_MAX_RENDERBUFFER_SIZE);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenTextures(2, color);
   for (unsigned i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D, color[i]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   }
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8_OES, size, size);
   CHECK(&what, glGetError() == GL_NO_ERROR);
   image_attach(TEXTURE, color[1]);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
   CHECK(&what, glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
   glEnable(GL_SCISSOR_TEST);
   glScissor(size - 4, size - 4, 4, 4);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   CHECK(&what, gl_pixel(size - 1, size - 1) == GREEN && glGetError() == GL_NO_ERROR);
   glDisable(GL_SCISSOR_TEST);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(2, color);
   glDeleteRenderbuffers(1, &depth);
}

static void
largest(void **state)
{
   ON_EVERY_CHIP(largest_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(attachments), cmocka_unit_test(pending),
                                      cmocka_unit_test(largest)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
