/* SPDX-License-Identifier: MIT
 *
 * What becomes of a broken rule: a line in the log the first time, a count after that, a summary when the process ends;
 * in mode fail the end of the stream. What was said is remembered for the process: a program may have several emulators.
 */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "db/terascale/db_tables.h"
#include "emulator/terascale/strict/strict_priv.h"
#include "util/u_debug.h"

enum { MAX_SAID = 512, NAME_B = 64 };

/* What was said once. */
static struct {
   pthread_mutex_t lock;
   struct said {
      enum strict_rule_id rule;
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
      u_log("strict: %s %s: %llu times", strict_rules[w->rule].id, w->what, (unsigned long long)w->times);
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

/* True: it is the first time. */
static bool
remember(const struct strict *s, enum strict_rule_id rule, uint64_t key, const char *what)
{
   bool first = false;
   pthread_mutex_lock(&process.lock);
   unsigned i = 0;
   while (i < process.n && (process.said[i].rule != rule || process.said[i].key != key))
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
   process.failed |= s->exit_fails && s->mode == STRICT_FAIL && strict_rules[rule].severity == STRICT_FAULT;
   pthread_mutex_unlock(&process.lock);
   return first;
}

static void
report(struct front *f, enum strict_rule_id rule, uint64_t key, const char *name, const char *subject,
       const char *what)
{
   struct strict *s = f->strict;
   const struct strict_rule *r = &strict_rules[rule];
   assert(rule < STRICT_RULES);
   if (!(r->gens >> f->e->chip->gen & 1))
      return;
   s->count[rule]++;
   if (remember(s, rule, key, name))
      u_log("strict: %s: stream %llu, draw %llu: %s%s%s. Rule: %s (%s)", r->id, (unsigned long long)s->stream,
            (unsigned long long)s->draw, subject, *subject ? ": " : "", what, r->text, r->source);
   if (s->mode == STRICT_FAIL && r->severity == STRICT_FAULT && f->err) {
      s->stopped = true;
      front_error(f, "strict hardware, rule %s, draw %llu: %s%s%s", r->id, (unsigned long long)s->draw,
                  subject, *subject ? ": " : "", what);
   }
}

static void
register_name(const struct front *f, uint32_t offset, char name[NAME_B])
{
   unsigned index = 0;
   const struct db_reg *reg = db_reg_at(f->e->chip->gen, offset, 0, &index);
   if (reg)
      snprintf(name, NAME_B, reg->pattern, index);
   else
      snprintf(name, NAME_B, "0x%05x", offset);
}

void
strict_report(struct front *f, enum strict_rule_id rule, uint32_t reg, uint32_t value, const char *fmt, ...)
{
   char what[160], name[NAME_B] = "", subject[NAME_B + 16] = "";
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(what, sizeof what, fmt, ap);
   va_end(ap);
   if (reg) {
      register_name(f, reg, name);
      snprintf(subject, sizeof subject, "%s 0x%08x", name, value);
      if (f->err && f->strict->mode == STRICT_FAIL && !f->err->reason[0])
         f->err->reg = reg;
   }
   report(f, rule, reg, name, subject, what);
}

void
strict_report_key(struct front *f, enum strict_rule_id rule, uint64_t key, const char *fmt, ...)
{
   char what[160];
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(what, sizeof what, fmt, ap);
   va_end(ap);
   report(f, rule, key, "", "", what);
}

uint64_t
strict_count(const struct front *f, enum strict_rule_id rule)
{
   assert(f->strict && rule < STRICT_RULES);
   return f->strict->count[rule];
}
