/* SPDX-License-Identifier: MIT
 *
 * How long objects live (ES 2.0.25, appendix C and 2.9, 2.10, 3.7): each kind, used in one context, is
 * deleted there or in another context of the share group, its name is used again, contexts go in every order
 * and move between threads, and what is drawn before, between and after is looked at.
 */
#include "gl_kinds.h"

#include <pthread.h>

/** Deleted where it is bound, after a draw that nobody waited for. */
static void
deleted_while_bound(struct gl *g, const struct kind *k)
{
   GLuint n = k->create(GREEN);
   CHECK(k, n && k->is(n));
   k->use(n);
   CHECK(k, k->bound() == (GLint)n);
   gl_clear(1, 0, 0, 1);
   k->draw();
   k->del(n);
   CHECK(k, gl_pixel(20, 30) == GREEN); /* the pending draw still had it */
   CHECK(k, k->is(n) == (k->rules & KEEPS_NAME));
   CHECK(k, k->bound() == ((k->rules & KEEPS_NAME) ? (GLint)n : 0));
   if (k->rules & KEEPS_NAME)
      CHECK(k, shows(k, GREEN));
   else if (k->rules & DRAWS_OTHER)
      CHECK(k, !shows(k, GREEN));
   k->use(0);
   CHECK(k, !k->is(n) && k->bound() == 0);
   k->del(n); /* silently ignored, programs excepted: 2.10.3 */
   CHECK(k, glGetError() == ((k->rules & KEEPS_NAME) ? GL_INVALID_VALUE : GL_NO_ERROR));
   k->del(0);
   CHECK(k, glGetError() == GL_NO_ERROR && !k->is(0));
}

/** Deleted in another context; the name goes to a new object there. */
static void
deleted_elsewhere(struct gl *g, const struct kind *k, struct st_context *other)
{
   GLuint n = k->create(GREEN);
   k->use(n);
   CHECK(k, shows(k, GREEN));
   glFlush();
   st_make_current(other, g->fb, g->fb);
   CHECK(k, k->is(n) && k->bound() != (GLint)n);
   k->del(n);
   CHECK(k, k->is(n) == (k->rules & KEEPS_NAME));
   GLuint again = 0;
   if (!(k->rules & KEEPS_NAME)) { /* our names are the lowest that are free */
      again = k->create(BLUE);
      k->use(again);
      CHECK(k, again != n || shows(k, BLUE));
   }
   st_make_current(g->ctx, g->fb, g->fb);
   CHECK(k, shows(k, GREEN) && k->bound() == (GLint)n);
   if (again == n) { /* binding it again makes the new object visible: C.1.3 */
      k->use(again);
      CHECK(k, shows(k, BLUE));
   }
   k->use(0);
   if (again)
      k->del(again);
   CHECK(k, !k->is(n) && glGetError() == GL_NO_ERROR);
   st_make_current(other, g->fb, g->fb);
   k->use(0);
   st_make_current(g->ctx, g->fb, g->fb);
}

/** The context that made it, and that has it bound too, goes. */
static void
creator_destroyed(struct gl *g, const struct kind *k, bool delete_first)
{
   struct st_context *maker = st_context_create(g->screen, g->ctx, NULL);
   st_make_current(maker, g->fb, g->fb);
   GLuint n = k->create(GREEN);
   k->use(n);
   gl_clear(1, 0, 0, 1);
   k->draw();
   st_make_current(g->ctx, g->fb, g->fb);
   CHECK(k, gl_pixel(20, 30) == GREEN); /* what the other recorded came before */
   k->use(n);
   if (delete_first)
      k->del(n);
   st_context_destroy(maker);
   if (!delete_first || (k->rules & KEEPS_NAME))
      CHECK(k, shows(k, GREEN));
   CHECK(k, !k->is(n) == (delete_first && !(k->rules & KEEPS_NAME)));
   k->use(0);
   if (!delete_first)
      k->del(n);
   CHECK(k, !k->is(n) && glGetError() == GL_NO_ERROR);
}

static void
each_kind_on(struct gl *g)
{
   struct st_context *other = st_context_create(g->screen, g->ctx, NULL);
   for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
      deleted_while_bound(g, &kinds[i]);
      if (kinds[i].rules & CONTAINER)
         continue;
      deleted_elsewhere(g, &kinds[i], other);
      creator_destroyed(g, &kinds[i], false);
      creator_destroyed(g, &kinds[i], true);
   }
   st_context_destroy(other);
}

static void
each_kind(void **state)
{
   ON_EVERY_CHIP(each_kind_on);
}

/* ---- contexts ------------------------------------------------------------------------------------------ */

/** Three contexts use the same objects and go in every order; the rest draws on, and so does a fourth that
 * joins when the first is gone. */
static void
context_orders_on(struct gl *g)
{
   static const uint8_t orders[6][3] = {
      {0, 1, 2},
      {0, 2, 1},
      {1, 0, 2},
      {1, 2, 0},
      {2, 0, 1},
      {2, 1, 0}
   };
   for (unsigned o = 0; o < 6; o++)
      for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
         if (kinds[k].rules & CONTAINER)
            continue;
         struct st_context *c[4] = {NULL};
         GLuint n = 0;
         for (unsigned i = 0; i < 3; i++) {
            c[i] = st_context_create(g->screen, i ? c[i - 1] : NULL, NULL);
            st_make_current(c[i], g->fb, g->fb);
            if (!n)
               n = kinds[k].create(GREEN);
            kinds[k].use(n);
            CHECK(&kinds[k], shows(&kinds[k], GREEN));
         }
         for (unsigned i = 0; i < 3; i++) {
            struct st_context **dead = &c[orders[o][i]];
            if (i == 1) { /* in its last moment it deletes the object for all */
               st_make_current(*dead, g->fb, g->fb);
               kinds[k].del(n);
               CHECK(&kinds[k], glGetError() == GL_NO_ERROR);
               st_make_current(NULL, NULL, NULL);
            }
            st_context_destroy(*dead);
            *dead = NULL;
            if (i == 0) {
               c[3] = st_context_create(g->screen, c[orders[o][1]], NULL);
               st_make_current(c[3], g->fb, g->fb);
               kinds[k].use(n);
               CHECK(&kinds[k], shows(&kinds[k], GREEN));
            }
            for (unsigned r = 0; r < 4; r++) {
               if (!c[r])
                  continue;
               st_make_current(c[r], g->fb, g->fb);
               CHECK(&kinds[k], shows(&kinds[k], GREEN) && kinds[k].bound() == (GLint)n);
            }
         }
         CHECK(&kinds[k], kinds[k].is(n) == (kinds[k].rules & KEEPS_NAME));
         st_make_current(g->ctx, g->fb, g->fb);
         CHECK(&kinds[k], !kinds[k].is(n)); /* another group knows nothing of it */
         st_context_destroy(c[3]);
      }
}

static void
context_orders(void **state)
{
   ON_EVERY_CHIP(context_orders_on);
}

struct turn {
   const struct gl *g;
   const struct kind *k;
   unsigned number;
   bool ok;
};

/** One thread's turn with the context: it goes on where the last one stopped. */
static void *
take_turn(void *data)
{
   struct turn *t = data;
   st_make_current(t->g->ctx, t->g->fb, t->g->fb);
   t->ok = true;
   if (t->number)
      t->ok = gl_pixel(20, 30) == GREEN && shows(t->k, GREEN) && t->k->bound() != 0;
   GLuint n = t->k->create(GREEN);
   t->k->use(n);
   gl_clear(1, 0, 0, 1);
   t->k->draw(); /* the next one looks at it */
   if (t->number % 2)
      glFlush();
   t->ok &= glGetError() == GL_NO_ERROR;
   st_make_current(NULL, NULL, NULL);
   return t;
}

/** The same context, current in one thread after the other, its last commands unfinished. */
static void
handed_over_on(struct gl *g)
{
   st_make_current(NULL, NULL, NULL);
   for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
      for (unsigned i = 0; i < 4; i++) {
         struct turn t = {g, &kinds[k], i, false};
         pthread_t thread;
         assert_int_equal(pthread_create(&thread, NULL, take_turn, &t), 0);
         void *back = NULL;
         pthread_join(thread, &back);
         CHECK(&kinds[k], t.ok && back == &t);
      }
   st_make_current(g->ctx, g->fb, g->fb);
}

static void
handed_over(void **state)
{
   ON_EVERY_CHIP(handed_over_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_kind),
      cmocka_unit_test(context_orders),
      cmocka_unit_test(handed_over),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
