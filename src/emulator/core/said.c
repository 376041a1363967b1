/* SPDX-License-Identifier: MIT
 *
 * The table of said.h, and the summary that is printed when the process ends.
 */
#include "emulator/core/said.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/u_debug.h"

enum { MAX_SAID = 512, NAME_B = 64 };

static struct {
   pthread_mutex_t lock;
   struct said {
      const char *rule;
      uint64_t key, times;
      char what[NAME_B];
   } said[MAX_SAID];
   unsigned n;
   uint64_t unsaid; /* more than the table holds */
   bool failed;
} process = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* When the process ends, or the library leaves it: behind all functions of atexit(), whose captures and pictures
 * _exit() would cut. */
__attribute__((destructor)) static void
summary(void)
{
   pthread_mutex_lock(&process.lock);
   for (unsigned i = 0; i < process.n; i++) {
      const struct said *w = &process.said[i];
      u_log("strict: %s %s: %llu times", w->rule, w->what, (unsigned long long)w->times);
   }
   if (process.unsaid)
      u_log("strict: and %llu more", (unsigned long long)process.unsaid);
   const bool failed = process.failed;
   pthread_mutex_unlock(&process.lock);
   if (failed) {
      fflush(NULL);
      _exit(EXIT_FAILURE);
   }
}

bool
emu_said(const char *rule, uint64_t key, const char *what, bool fails)
{
   bool first = false;
   pthread_mutex_lock(&process.lock);
   unsigned i = 0;
   while (i < process.n && (strcmp(process.said[i].rule, rule) != 0 || process.said[i].key != key))
      i++;
   if (i < process.n) {
      process.said[i].times++;
   } else if (i < MAX_SAID) {
      process.said[i] = (struct said){.rule = rule, .key = key, .times = 1};
      snprintf(process.said[i].what, NAME_B, "%s", what);
      process.n++;
      first = true;
   } else {
      process.unsaid++;
   }
   process.failed |= fails;
   pthread_mutex_unlock(&process.lock);
   return first;
}
