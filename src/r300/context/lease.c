/* SPDX-License-Identifier: MIT
 *
 * Whose the memory of Hyper-Z is: lent by the kernel to the screen, by the screen to one of its contexts; and what that one's streams
 * have left behind marks, for contexts that come.
 */
#include "r300/context.h"

enum { ASK_AGAIN_AFTER = 64 }; /* clears */

bool
r300_hyperz_claim(struct r300_context *c)
{
   struct r300_screen *s = c->screen;
   struct r300_hyperz_screen *h = &s->hyperz;
   bool mine = false;
   pthread_mutex_lock(&s->hyperz_lock);
   if (!h->user || h->user == c) {
      if (!h->lent && h->refused) {
         h->refused--;
      } else if (!h->lent) {
         h->lent = s->ws->lend_hyperz(s->ws, true);
         h->refused = h->lent ? 0 : ASK_AGAIN_AFTER;
      }
      mine = h->lent;
      h->user = mine ? c : NULL;
   }
   pthread_mutex_unlock(&s->hyperz_lock);
   return mine;
}

bool
r300_hyperz_is_alone(struct r300_context *c)
{
   pthread_mutex_lock(&c->screen->hyperz_lock);
   const bool alone = c->screen->hyperz.contexts == 1;
   pthread_mutex_unlock(&c->screen->hyperz_lock);
   return alone;
}

/** hyperz_lock is held. Returns what lost its reference. */
static struct pipe_resource *
publish(struct r300_context *c)
{
   struct r300_hyperz *of = &c->screen->hyperz.of;
   struct pipe_resource *old = of->of.texture;
   *of = c->hz.live ? c->hz : (struct r300_hyperz){0};
   pipe_resource_ref(of->of.texture);
   c->hz.published = c->hz.live;
   return old;
}

void
r300_hyperz_submitted(struct r300_context *c)
{
   if (!c->hz.live && !c->hz.published)
      return;
   pthread_mutex_lock(&c->screen->hyperz_lock);
   struct pipe_resource *old = publish(c);
   pthread_mutex_unlock(&c->screen->hyperz_lock);
   pipe_resource_unref(old);
}

void
r300_hyperz_disclaim(struct r300_context *c, bool give_back)
{
   struct r300_screen *s = c->screen;
   pthread_mutex_lock(&s->hyperz_lock);
   if (!s->hyperz.user || s->hyperz.user == c) {
      s->hyperz.user = NULL;
      if (give_back && s->hyperz.lent) {
         s->ws->lend_hyperz(s->ws, false);
         s->hyperz.lent = false;
      }
   }
   pthread_mutex_unlock(&s->hyperz_lock);
}
