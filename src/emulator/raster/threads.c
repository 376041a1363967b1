/* SPDX-License-Identifier: MIT
 *
 * The worker threads of SC. Tiles are handed out one by one; since no two tiles share a pixel and each is
 * drawn in order by one thread, the picture does not depend on how many there are. The caller works too; with
 * one thread none is ever created.
 */

#include <assert.h>
#include <string.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "emulator/core/perf.h"
#include "emulator/core/wave.h"
#include "emulator/raster/raster.h"
#include "emulator/raster/raster_priv.h"
#include "emulator/raster/worker.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"

/* Tells the CPU that a loop waits for another thread. */
static inline void
cpu_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
   __builtin_ia32_pause();
#elif defined(__aarch64__)
   __asm__ volatile("yield");
#endif
}

static struct raster_worker *
worker_create(struct raster *raster, unsigned index)
{
   assert(index < raster->num_threads);
   struct raster_worker *w = aligned_alloc(64, u_align(sizeof *w, 64));
   if (!w)
      return NULL;
   memset(w, 0, sizeof *w);
   w->raster = raster;
   w->index = index;
   w->ctx = raster->ops.ctx_create(raster->gpu);
   if (!w->ctx) {
      free(w);
      return NULL;
   }
   return w;
}

static void
worker_destroy(struct raster_worker *w)
{
   if (!w)
      return;
   w->raster->ops.ctx_destroy(w->ctx);
   free(w);
}

static void
work(struct raster_worker *w)
{
   struct raster *raster = w->raster;
   w->px.fill_st = NULL;
   w->uniform_program = NULL;
   for (;;) {
      unsigned i = atomic_fetch_add_explicit(&raster->next_bin, 1, memory_order_relaxed);
      if (i >= raster->num_touched)
         return;
      raster->kernels->run_tile(w, &raster->bins[raster->touched[i]]);
   }
}

static void *
thread_main(void *data)
{
   struct raster_worker *w = data;
   struct raster *raster = w->raster;
   u_fpenv_enter(U_FPENV_FLUSH);
   uint64_t seen = 0;
   pthread_mutex_lock(&raster->lock);
   for (;;) {
      while (raster->generation == seen && !raster->quit)
         pthread_cond_wait(&raster->start, &raster->lock);
      if (raster->quit)
         break;
      seen = raster->generation;
      pthread_mutex_unlock(&raster->lock);
      assert(raster->job);
      emu_perf_begin(EMU_PERF_TILES);
      raster->job(w);
      emu_perf_end();
      pthread_mutex_lock(&raster->lock);
      if (atomic_fetch_sub_explicit(&raster->running, 1, memory_order_release) == 1)
         pthread_cond_signal(&raster->done);
   }
   pthread_mutex_unlock(&raster->lock);
   return NULL;
}

/* In the child of a fork there are no threads, and the lock is as the parent's threads left it. */
static void
forget_threads(struct raster *raster)
{
   for (unsigned i = 1; i < raster->num_threads; i++) {
      worker_destroy(raster->workers[i]);
      raster->workers[i] = NULL;
   }
   raster->threads_started = false;
   raster->generation = 0;
   atomic_store(&raster->running, 0);
   pthread_mutex_init(&raster->lock, NULL);
   pthread_cond_init(&raster->start, NULL);
   pthread_cond_init(&raster->done, NULL);
}

/* The host's signals belong to the application's own threads. */
static void
start_threads(struct raster *raster)
{
   raster->threads_started = true;
   raster->pid = getpid();
   sigset_t all, old;
   sigfillset(&all);
   pthread_sigmask(SIG_SETMASK, &all, &old);
   unsigned n = 1;
   for (unsigned i = 1; i < raster->num_threads; i++) {
      struct raster_worker *w = worker_create(raster, n);
      if (!w)
         break;
      if (pthread_create(&w->thread, NULL, thread_main, w)) {
         worker_destroy(w);
         break;
      }
      raster->workers[n++] = w;
   }
   raster->num_threads = n;
   pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void
merge(struct raster *raster)
{
   for (unsigned i = 0; i < raster->num_threads; i++) {
      struct raster_worker *w = raster->workers[i];
      if (!w)
         continue;
      raster->zpass += w->zpass;
      raster->stopped = MAX2(raster->stopped, w->stopped);
      emu_perf_note(EMU_PERF_WAVES, w->waves);
      emu_perf_note(EMU_PERF_PIXELS, w->pixels);
      raster->stats.waves += w->waves;
      raster->stats.quads += w->quads;
      raster->stats.pixels += w->pixels;
      w->zpass = w->waves = w->quads = w->pixels = 0;
      w->stopped = 0;
   }
}

/* Until all other threads have ended the job. Most are as good as through by now, and to be woken takes longer than their
 * last tile: the caller sleeps only if they need long. */
static void
wait_for_threads(struct raster *raster)
{
   enum { LOOKS = 500 }; /* with a pause behind each, about ten microseconds */
   for (unsigned i = 0; i < LOOKS && atomic_load_explicit(&raster->running, memory_order_acquire); i++)
      cpu_pause();
   pthread_mutex_lock(&raster->lock);
   while (atomic_load_explicit(&raster->running, memory_order_acquire))
      pthread_cond_wait(&raster->done, &raster->lock);
   pthread_mutex_unlock(&raster->lock);
}

/* Runs a job on the caller's thread and, if parallel, on all others. */
static void
run_job(struct raster *raster, void (*job)(struct raster_worker *), bool parallel)
{
   if (!raster->workers[0] && !(raster->workers[0] = worker_create(raster, 0))) {
      raster->starved = true;
      return;
   }
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   parallel = parallel && raster->num_threads > 1;
   if (parallel && raster->threads_started && raster->pid != getpid())
      forget_threads(raster);
   if (parallel && !raster->threads_started)
      start_threads(raster);
   if (parallel) {
      pthread_mutex_lock(&raster->lock);
      assert(!atomic_load(&raster->running));
      raster->job = job;
      raster->generation++;
      atomic_store(&raster->running, raster->num_threads - 1);
      pthread_mutex_unlock(&raster->lock); /* or who is woken would wait for it */
      pthread_cond_broadcast(&raster->start);
   }
   job(raster->workers[0]);
   if (parallel) {
      const unsigned before = emu_perf_enter(EMU_PERF_WAIT);
      wait_for_threads(raster);
      emu_perf_leave(before);
   }
   u_fpenv_leave(env);
}

void
raster_run_bins(struct raster *raster)
{
   atomic_store(&raster->next_bin, 0);
   if (raster->ops.begin)
      raster->ops.begin(raster->gpu);
   run_job(raster, work, raster->num_touched > 1);
   merge(raster);
}

static void
call_parallel_fn(struct raster_worker *w)
{
   w->raster->parallel_fn(w->raster->parallel_data, w->ctx);
}

void
raster_parallel(struct raster *raster, void (*fn)(void *data, void *ctx), void *data)
{
   raster->parallel_fn = fn;
   raster->parallel_data = data;
   run_job(raster, call_parallel_fn, true);
}

void
raster_threads_fini(struct raster *raster)
{
   if (raster->threads_started && raster->pid != getpid())
      forget_threads(raster);
   if (raster->threads_started) {
      pthread_mutex_lock(&raster->lock);
      raster->quit = true;
      pthread_cond_broadcast(&raster->start);
      pthread_mutex_unlock(&raster->lock);
      for (unsigned i = 1; i < raster->num_threads; i++)
         pthread_join(raster->workers[i]->thread, NULL);
   }
   for (unsigned i = 0; raster->workers && i < raster->num_threads; i++) {
      worker_destroy(raster->workers[i]);
      raster->workers[i] = NULL;
   }
}
