/* SPDX-License-Identifier: MIT
 *
 * Each thread adds up ticks of the host's counter by block; the table shares out the CPU time that its threads took by
 * them. Where a block took so long that another process may have had the CPU meanwhile, the kernel is asked how much of it
 * was the thread's.
 */
#include "emulator/core/perf.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/u_debug.h"
#include "util/u_thread_local.h"

enum {
   MAX_SLOW = 64,
   MANY_TICKS = 200000 /* some 0.1 ms of most hosts' counters, a hundred times what asking costs */
};

struct slow {
   const char *what, *why;
   uint64_t times;
};

struct emu_perf {
   struct emu_perf *next;
   uint64_t ticks[EMU_PERF_BLOCKS], entered[EMU_PERF_BLOCKS], count[EMU_PERF_COUNTS];
   uint64_t since; /* ticks when `block` was entered */
   unsigned block;
   double cpu_s, began_s; /* CPU time of the thread: until its last end, at its last beginning */
   /* a moment from which on all ticks are accounted for, and the thread's CPU time then */
   uint64_t known;
   double known_s;
   struct slow slow[MAX_SLOW];
   unsigned num_slow;
   uint64_t lost; /* that slow[] had no room for */
};

static const char *const block_names[EMU_PERF_BLOCKS] = {
   [EMU_PERF_STREAM] = "command stream, registers",
   [EMU_PERF_STATE] = "state of draws",
   [EMU_PERF_INDICES] = "indices, batches",
   [EMU_PERF_VERTEX_FETCH] = "vertex fetch",
   [EMU_PERF_VERTEX_SHADER] = "vertex shader",
   [EMU_PERF_CULL] = "viewport, culling",
   [EMU_PERF_BINS] = "clipping, bins",
   [EMU_PERF_TILES] = "set-up, coverage, waves",
   [EMU_PERF_INTERPOLATION] = "interpolation",
   [EMU_PERF_PIXEL_SHADER] = "pixel shader",
   [EMU_PERF_TEX_NEAREST] = "textures: nearest",
   [EMU_PERF_TEX_LINEAR] = "textures: linear",
   [EMU_PERF_TEX_MIPMAP] = "textures: linear between levels",
   [EMU_PERF_TEX_ANISOTROPIC] = "textures: anisotropic",
   [EMU_PERF_TEX_COMPRESSED] = "textures: compressed",
   [EMU_PERF_TEX_LANES] = "textures: lane by lane",
   [EMU_PERF_TEX_SHADOW] = "textures: decoding ahead",
   [EMU_PERF_DEPTH] = "depth, stencil",
   [EMU_PERF_COLOR] = "blending, writing",
   [EMU_PERF_FILL] = "fills, clears",
   [EMU_PERF_COPY] = "copies, resolves",
   [EMU_PERF_COMPILE] = "shaders to machine code",
   [EMU_PERF_WAIT] = "waiting for threads",
};

bool emu_perf_on;
/* What the calling thread accounts to, and the same between its turns, too. */
static U_THREAD_LOCAL struct emu_perf *self;
static U_THREAD_LOCAL struct emu_perf *own;

static struct {
   pthread_mutex_t lock;
   struct emu_perf *threads; /* of the process, also those that are gone */
   pid_t pid;                /* whose figures they are: a child of fork() has them, too */
   uint64_t first;           /* ticks at the time first_s: 0 before there was a thread */
   double first_s;
} process = {.lock = PTHREAD_MUTEX_INITIALIZER};

static double
seconds_of(clockid_t clock)
{
   struct timespec t;
   clock_gettime(clock, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t
ticks_now(void)
{
#if defined(__x86_64__) || defined(__i386__)
   return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
   uint64_t t;
   __asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
   return t;
#else
   return (uint64_t)(seconds_of(CLOCK_MONOTONIC) * 1e9);
#endif
}

/* How many ticks a second has; 0: nobody can tell yet. */
static double
ticks_per_second(uint64_t now)
{
   const double s = seconds_of(CLOCK_MONOTONIC) - process.first_s;
   return s > 1e-3 ? (double)(now - process.first) / s : 0;
}

/* Of `ticks` until now, which are many, those that the thread had the CPU for. */
static uint64_t
own_ticks(struct emu_perf *p, uint64_t ticks, uint64_t now)
{
   const double rate = ticks_per_second(now), cpu_s = seconds_of(CLOCK_THREAD_CPUTIME_ID);
   const double stolen = (double)(now - p->known) - (cpu_s - p->known_s) * rate;
   if (!rate)
      return ticks;
   p->known = now;
   p->known_s = cpu_s;
   return stolen <= 0 ? ticks : stolen < (double)ticks ? ticks - (uint64_t)stolen : 0;
}

void
emu_perf_begin(enum emu_perf_block block)
{
   if (!u_debug(U_DEBUG_PERF))
      return;
   if (!own) {
      own = calloc(1, sizeof *own);
      if (!own)
         return;
      pthread_mutex_lock(&process.lock);
      own->next = process.threads;
      process.threads = own;
      process.pid = getpid();
      if (!process.first) {
         process.first_s = seconds_of(CLOCK_MONOTONIC);
         process.first = ticks_now();
      }
      pthread_mutex_unlock(&process.lock);
   }
   __atomic_store_n(&emu_perf_on, true, __ATOMIC_RELAXED);
   self = own;
   own->began_s = seconds_of(CLOCK_THREAD_CPUTIME_ID);
   own->block = block;
   own->entered[block]++;
   own->known_s = own->began_s;
   own->known = own->since = ticks_now();
}

void
emu_perf_end(void)
{
   struct emu_perf *p = self;
   if (!p)
      return;
   emu_perf_back(p->block);
   p->cpu_s += seconds_of(CLOCK_THREAD_CPUTIME_ID) - p->began_s;
   self = NULL;
}

void
emu_perf_back(unsigned block)
{
   struct emu_perf *p = self;
   if (!p)
      return;
   const uint64_t now = ticks_now();
   uint64_t ticks = now - p->since;
   if (p->block == EMU_PERF_WAIT) {
      p->known = now;
      p->known_s = seconds_of(CLOCK_THREAD_CPUTIME_ID);
   } else if (ticks > MANY_TICKS) {
      ticks = own_ticks(p, ticks, now);
   }
   p->ticks[p->block] += ticks;
   p->since = now;
   p->block = block;
}

unsigned
emu_perf_switch(unsigned block)
{
   if (!self)
      return block;
   const unsigned before = self->block;
   emu_perf_back(block);
   self->entered[block]++;
   return before;
}

void
emu_perf_add(enum emu_perf_count what, uint64_t n)
{
   if (self)
      self->count[what] += n;
}

static void
add_slow(struct emu_perf *p, const struct slow *s)
{
   unsigned i = 0;
   while (i < p->num_slow && (strcmp(p->slow[i].why, s->why) != 0 || strcmp(p->slow[i].what, s->what) != 0))
      i++;
   if (i == MAX_SLOW) {
      p->lost += s->times;
      return;
   }
   if (i == p->num_slow)
      p->slow[p->num_slow++] = (struct slow){s->what, s->why, 0};
   p->slow[i].times += s->times;
}

void
emu_perf_add_slow(const char *what, const char *why)
{
   if (self)
      add_slow(self, &(struct slow){what, why, 1});
}

/* ---- the table ------------------------------------------------------------------------------------------ */

static void
add_thread(struct emu_perf *sum, const struct emu_perf *t)
{
   for (unsigned i = 0; i < EMU_PERF_BLOCKS; i++) {
      sum->ticks[i] += t->ticks[i];
      sum->entered[i] += t->entered[i];
   }
   for (unsigned i = 0; i < EMU_PERF_COUNTS; i++)
      sum->count[i] += t->count[i];
   for (unsigned i = 0; i < t->num_slow; i++)
      add_slow(sum, &t->slow[i]);
   sum->lost += t->lost;
   sum->cpu_s += t->cpu_s;
}

static int
by_times(const void *a, const void *b)
{
   const struct slow *x = a, *y = b;
   return (x->times < y->times) - (x->times > y->times);
}

static void
print(struct emu_perf *sum, unsigned threads)
{
   uint64_t all = 0;
   for (unsigned i = 0; i < EMU_PERF_WAIT; i++)
      all += sum->ticks[i];
   if (!all)
      return;
   u_log("perf: emulator: %.1f ms of CPU on %u thread%s; the rest of the process: %.1f ms", sum->cpu_s * 1e3,
         threads, threads == 1 ? "" : "s", (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - sum->cpu_s) * 1e3);
   for (unsigned i = 0; i < EMU_PERF_WAIT; i++) {
      const double share = (double)sum->ticks[i] / (double)all;
      if (sum->ticks[i])
         u_log("perf: %-30s %9.1f ms %5.1f%% %10llu times", block_names[i], share * sum->cpu_s * 1e3,
               share * 100, (unsigned long long)sum->entered[i]);
   }
   const uint64_t *n = sum->count;
   u_log("perf: draws %llu, vertices %llu, primitives left %llu, waves of pixels %llu, pixels %llu",
         (unsigned long long)n[EMU_PERF_DRAWS], (unsigned long long)n[EMU_PERF_VERTICES],
         (unsigned long long)n[EMU_PERF_PRIMITIVES], (unsigned long long)n[EMU_PERF_WAVES],
         (unsigned long long)n[EMU_PERF_PIXELS]);
   qsort(sum->slow, sum->num_slow, sizeof *sum->slow, by_times);
   for (unsigned i = 0; i < sum->num_slow; i++)
      u_log("perf: slow: %s: %s: %llu times", sum->slow[i].what, sum->slow[i].why,
            (unsigned long long)sum->slow[i].times);
   if (sum->lost)
      u_log("perf: slow: and %llu more", (unsigned long long)sum->lost);
}

/* When the process ends, or the library leaves it. What a thread has not ended by then is not counted. */
__attribute__((destructor)) static void
summary(void)
{
   static struct emu_perf sum;
   unsigned threads = 0;
   if (process.pid != getpid())
      return;
   pthread_mutex_lock(&process.lock);
   for (const struct emu_perf *t = process.threads; t; t = t->next, threads++)
      add_thread(&sum, t);
   pthread_mutex_unlock(&process.lock);
   if (threads)
      print(&sum, threads);
}
