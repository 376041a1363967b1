/* SPDX-License-Identifier: MIT
 *
 * Streams for R300 to R500 made by a generator: usage: fuzz_r300 [SECONDS [SEED]] or fuzz_r300 --one NUMBER, which runs one
 * input again (fuzz_r300_streams.c makes them). Half of the streams are held against the kernel's rules first, which then
 * decide; the others reach the emulator as they are.
 *
 * The GPU's memory lies between pages that nobody may touch: an access outside of it ends the process, as a crash, a draw
 * that does not end or a sanitizer's report do; the last line then names the input. Each stream that runs is run again
 * with other threads and another SIMD level, and must leave the same memory. Ends with "fuzz-r300: N passed, N failed".
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "emulator/emulator.h"
#include "emulator/r300/public.h"
#include "emulator/simd/levels.h"
#include "fuzz_r300.h"
#include "kernel/radeon/checker/r300/check.h"
#include "util/u_math.h"

enum {
   GUARD_B = 1 << 30,
   ENOUGH = 200,    /* inputs after which some must have run, some been stopped, some been refused */
   MAX_SECONDS = 60 /* of CPU time for one input */
};

#define NAME_OF(level) #level,
static const char *const levels[] = {EMU_LEVELS(NAME_OF)};

static uint8_t *memory, *first_result;
static uint64_t current;
static unsigned ran, refused, stopped;

static void
die(const char *what)
{
   fprintf(stderr, "fuzz_r300: %s\n", what);
   abort();
}

static void
map_memory(void)
{
   uint8_t *all = mmap(NULL, 2 * (size_t)GUARD_B + FUZZ_MEMORY_B, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (all == MAP_FAILED)
      die("no address space for the guard pages");
   memory = all + GUARD_B;
   first_result = malloc(FUZZ_MEMORY_B);
   /* what lies right behind may be read by vector loads, but not written */
   if (!first_result || mprotect(memory, FUZZ_MEMORY_B, PROT_READ | PROT_WRITE) ||
       mprotect(memory + FUZZ_MEMORY_B, EMU_VRAM_SLACK_B, PROT_READ))
      die("no memory");
}

static void
fill_memory(void)
{
   uint64_t x = current * 0x2545f4914f6cdd1d + 1;
   uint64_t *q = (uint64_t *)memory;
   for (size_t i = 0; i < FUZZ_MEMORY_B / 8; i++) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      q[i] = x & UINT64_C(0x3fffffff3fffffff); /* many floats of a size */
   }
}

/* True: the stream ran to its end. */
static bool
run(const struct fuzz_stream *s, const uint32_t *dw, unsigned threads, const char *simd)
{
   char error[200];
   const struct emu_config config = {.chip = &s->chip->base,
                                     .ops = &r300_emulator,
                                     .vram_B = FUZZ_MEMORY_B,
                                     .threads = threads,
                                     .memory = memory,
                                     .simd = simd,
                                     .strict = ""};
   struct emulator *e = emu_create(&config, error, sizeof error);
   struct emu_error err = {0};
   if (!e)
      die(error);
   fill_memory();
   const bool ok = emu_submit(e, dw, s->n, &err);
   if (!ok && (!err.reason[0] || err.dword > s->n))
      die("an error without a reason or a place");
   if (!ok && getenv("FUZZ_SAY"))
      printf("%s\n", err.reason);
   emu_destroy(e);
   return ok;
}

static void
run_input(uint64_t number)
{
   static struct fuzz_stream s;
   bool checked;
   fuzz_r300_stream(&s, number, &checked);
   uint32_t *exact = malloc(s.n * 4); /* so that a look behind the end is seen */
   struct check_error why = {0};
   const struct check_reloc relocs[] = {
      {EMU_VRAM_BASE, FUZZ_MEMORY_B, 4, 0, 0}
   };
   const struct check_r300_how how = {.owns_hyperz = s.owns_hyperz, .owns_cmask = s.owns_cmask};
   if (!exact)
      die("out of memory");
   memcpy(exact, s.dw, s.n * 4);
   if (checked && !check_r300_stream(s.chip, &how, exact, s.n, relocs, 1, exact, &why)) {
      if (!why.text[0])
         die("a refusal without a reason");
      if (getenv("FUZZ_SAY"))
         printf("refused: %s\n", why.text);
      refused++;
   } else {
      const bool ok = run(&s, exact, 1, NULL);
      ran += ok;
      stopped += !ok;
      memcpy(first_result, memory, FUZZ_MEMORY_B);
      if (run(&s, exact, 3, levels[0]) != ok || memcmp(first_result, memory, FUZZ_MEMORY_B) != 0)
         die("three threads and another SIMD level draw something else");
   }
   free(exact);
}

/* Whatever ended the process: which input it was. Only calls that a signal handler may make. */
static void
say_input(void)
{
   char text[80];
   const int n =
      snprintf(text, sizeof text, "fuzz_r300: this was --one %llu\nfuzz-r300: 0 passed, 1 failed\n",
               (unsigned long long)current);
   if (write(STDOUT_FILENO, text, (size_t)n) < 0)
      _exit(1);
}

static void
on_signal(int number)
{
   static const char too_long[] = "fuzz_r300: a submission does not end\n";
   if (number == SIGPROF && write(STDOUT_FILENO, too_long, sizeof too_long - 1) < 0)
      _exit(1);
   say_input();
   _exit(1);
}

#ifdef __SANITIZE_ADDRESS__
void __sanitizer_set_death_callback(void (*callback)(void));
#endif

static void
watch(void)
{
   static const int signals[] = {SIGPROF, SIGABRT, SIGFPE, SIGILL};
   for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
      signal(signals[i], on_signal);
#ifdef __SANITIZE_ADDRESS__
   __sanitizer_set_death_callback(say_input);
#else
   signal(SIGSEGV, on_signal);
   signal(SIGBUS, on_signal);
#endif
}

int
main(int argc, char **argv)
{
   const bool one = argc == 3 && !strcmp(argv[1], "--one");
   const uint64_t seconds = argc > 1 && !one ? strtoull(argv[1], NULL, 0) : 10;
   const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
   uint64_t n = 0;
   map_memory();
   watch();
   const time_t end = time(NULL) + (time_t)seconds;
   do {
      current = first + n;
      setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = MAX_SECONDS}, NULL);
      run_input(current);
      n++;
   } while (!one && time(NULL) < end);
   setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
   printf("fuzz_r300: %llu inputs, %llu to %llu: %u ran, %u were stopped, %u were refused by the kernel's "
          "rules\n",
          (unsigned long long)n, (unsigned long long)first, (unsigned long long)current, ran, stopped,
          refused);
   const bool mixed =
      (ran && stopped && refused) || n < ENOUGH; /* a slow host makes few inputs in its seconds */
   printf("fuzz-r300: %s\n", mixed ? "1 passed, 0 failed" : "0 passed, 1 failed");
   return !mixed;
}
