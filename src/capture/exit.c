/* SPDX-License-Identifier: MIT
 * Ends recordings when the process does: programs often leave with a context current, or without eglTerminate. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "capture/capture.h"

static struct {
   pthread_mutex_t lock;
   struct capture_exit *list;
   bool registered;
} at_exit = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Whoever calls exit() from a signal handler may hold the lock already: it is not waited for long. */
static bool
lock_soon(pthread_mutex_t *lock)
{
   struct timespec until;
   clock_gettime(CLOCK_REALTIME, &until);
   until.tv_sec++;
   return !pthread_mutex_timedlock(lock, &until);
}

static void
end_all(void)
{
   if (!lock_soon(&at_exit.lock))
      return;
   for (struct capture_exit *e = at_exit.list; e; e = e->next) {
      if (e->process != getpid() || !lock_soon(e->lock)) /* a fork()ed child has no say */
         continue;
      capture_writer_destroy(*e->file);
      *e->file = NULL;
      pthread_mutex_unlock(e->lock);
   }
   pthread_mutex_unlock(&at_exit.lock);
}

void
capture_end_at_exit(struct capture_exit *e, struct capture_writer **file, pthread_mutex_t *lock)
{
   assert(file && lock);
   *e = (struct capture_exit){.file = file, .lock = lock, .process = getpid()};
   pthread_mutex_lock(&at_exit.lock);
   e->next = at_exit.list;
   at_exit.list = e;
   if (!at_exit.registered)
      at_exit.registered = !atexit(end_all);
   pthread_mutex_unlock(&at_exit.lock);
}

void
capture_forget_exit(struct capture_exit *e)
{
   pthread_mutex_lock(&at_exit.lock);
   struct capture_exit **p = &at_exit.list;
   while (*p && *p != e)
      p = &(*p)->next;
   if (*p)
      *p = e->next;
   pthread_mutex_unlock(&at_exit.lock);
}
