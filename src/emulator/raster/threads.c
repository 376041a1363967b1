/* SPDX-License-Identifier: MIT
 *
 * The worker threads of SC. Tiles are handed out one by one; since no two tiles share a pixel and each is
 * drawn in order by one thread, the picture does not depend on how many there are. The caller works too; with
 * one thread none is ever created.
 */
#include "emulator/raster/sc_internal.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

/* Flush denormal results and operands to zero. */
static unsigned
float_mode_enter(void)
{
#if defined(__x86_64__) || defined(__i386__)
   unsigned old = _mm_getcsr();
   _mm_setcsr((old & ~0x6000u) | 0x8040);
   return old;
#else
   return 0;
#endif
}

static void
float_mode_leave(unsigned old)
{
#if defined(__x86_64__) || defined(__i386__)
   _mm_setcsr(old);
#endif
}

#define PARAMS_B ((size_t)(EMU_QUADS + 1) * EMU_MAX_PARAMS * 12 * sizeof(float))

static struct sc_worker *
worker_create(struct sc *sc, unsigned index)
{
   struct sc_worker *w = aligned_alloc(64, u_align(sizeof *w, 64));
   if (!w)
      return NULL;
   memset(w, 0, sizeof *w);
   w->sc = sc;
   w->index = index;
   w->params = aligned_alloc(64, PARAMS_B);
   w->ctx = sc->ops.ctx_create(sc->e);
   if (!w->ctx || !w->params) {
      sc->ops.ctx_destroy(w->ctx);
      free(w->params);
      free(w);
      return NULL;
   }
   memset(w->params, 0, PARAMS_B);
   w->gprs = sc->ops.gprs(w->ctx);
   w->wave = sc->ops.wave(w->ctx);
   return w;
}

static void
worker_destroy(struct sc_worker *w)
{
   if (!w)
      return;
   w->sc->ops.ctx_destroy(w->ctx);
   free(w->params);
   free(w);
}

static void
work(struct sc_worker *w)
{
   struct sc *sc = w->sc;
   w->fill_st = NULL;
   w->uniform_ps = NULL;
   for (;;) {
      unsigned i = atomic_fetch_add_explicit(&sc->next_bin, 1, memory_order_relaxed);
      if (i >= sc->num_touched)
         return;
      sc->e->kernels->sc->run_tile(w, &sc->bins[sc->touched[i]]);
   }
}

static void *
thread_main(void *data)
{
   struct sc_worker *w = data;
   struct sc *sc = w->sc;
   float_mode_enter();
   uint64_t seen = 0;
   pthread_mutex_lock(&sc->lock);
   for (;;) {
      while (sc->generation == seen && !sc->quit)
         pthread_cond_wait(&sc->start, &sc->lock);
      if (sc->quit)
         break;
      seen = sc->generation;
      pthread_mutex_unlock(&sc->lock);
      sc->job(w);
      pthread_mutex_lock(&sc->lock);
      if (--sc->running == 0)
         pthread_cond_signal(&sc->done);
   }
   pthread_mutex_unlock(&sc->lock);
   return NULL;
}

/* In the child of a fork there are no threads, and the lock is as the parent's threads left it. */
static void
forget_threads(struct sc *sc)
{
   for (unsigned i = 1; i < sc->num_threads; i++) {
      worker_destroy(sc->workers[i]);
      sc->workers[i] = NULL;
   }
   sc->threads_started = false;
   sc->generation = 0;
   sc->running = 0;
   pthread_mutex_init(&sc->lock, NULL);
   pthread_cond_init(&sc->start, NULL);
   pthread_cond_init(&sc->done, NULL);
}

/* The host's signals belong to the application's own threads. */
static void
start_threads(struct sc *sc)
{
   sc->threads_started = true;
   sc->pid = getpid();
   sigset_t all, old;
   sigfillset(&all);
   pthread_sigmask(SIG_SETMASK, &all, &old);
   unsigned n = 1;
   for (unsigned i = 1; i < sc->num_threads; i++) {
      struct sc_worker *w = worker_create(sc, n);
      if (!w)
         break;
      if (pthread_create(&w->thread, NULL, thread_main, w)) {
         worker_destroy(w);
         break;
      }
      sc->workers[n++] = w;
   }
   sc->num_threads = n;
   pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void
merge(struct sc *sc)
{
   for (unsigned i = 0; i < sc->num_threads; i++) {
      struct sc_worker *w = sc->workers[i];
      if (!w)
         continue;
      sc->zpass += w->zpass;
      sc->timeout |= w->timeout;
      sc->e->stats.ps_waves += w->waves;
      sc->e->stats.quads += w->quads;
      sc->e->stats.pixels += w->pixels;
      w->zpass = w->waves = w->quads = w->pixels = 0;
      w->timeout = false;
   }
}

/* Runs a job on the caller's thread and, if parallel, on all others. */
static void
run_job(struct sc *sc, void (*job)(struct sc_worker *), bool parallel)
{
   if (!sc->workers[0] && !(sc->workers[0] = worker_create(sc, 0))) {
      sc->starved = true;
      return;
   }
   unsigned mode = float_mode_enter();
   parallel = parallel && sc->num_threads > 1;
   if (parallel && sc->threads_started && sc->pid != getpid())
      forget_threads(sc);
   if (parallel && !sc->threads_started)
      start_threads(sc);
   if (parallel) {
      pthread_mutex_lock(&sc->lock);
      sc->job = job;
      sc->generation++;
      sc->running = sc->num_threads - 1;
      pthread_cond_broadcast(&sc->start);
      pthread_mutex_unlock(&sc->lock);
   }
   job(sc->workers[0]);
   if (parallel) {
      pthread_mutex_lock(&sc->lock);
      while (sc->running)
         pthread_cond_wait(&sc->done, &sc->lock);
      pthread_mutex_unlock(&sc->lock);
   }
   float_mode_leave(mode);
}

void
sc_run_bins(struct sc *sc)
{
   atomic_store(&sc->next_bin, 0);
   run_job(sc, work, sc->num_touched > 1);
   merge(sc);
}

static void
call_parallel_fn(struct sc_worker *w)
{
   w->sc->parallel_fn(w->sc->parallel_data, w->ctx);
}

void
sc_parallel(struct sc *sc, void (*fn)(void *data, struct sq_ctx *ctx), void *data)
{
   sc->parallel_fn = fn;
   sc->parallel_data = data;
   run_job(sc, call_parallel_fn, true);
}

void
sc_threads_fini(struct sc *sc)
{
   if (sc->threads_started && sc->pid != getpid())
      forget_threads(sc);
   if (sc->threads_started) {
      pthread_mutex_lock(&sc->lock);
      sc->quit = true;
      pthread_cond_broadcast(&sc->start);
      pthread_mutex_unlock(&sc->lock);
      for (unsigned i = 1; i < sc->num_threads; i++)
         pthread_join(sc->workers[i]->thread, NULL);
   }
   for (unsigned i = 0; sc->workers && i < sc->num_threads; i++) {
      worker_destroy(sc->workers[i]);
      sc->workers[i] = NULL;
   }
}
