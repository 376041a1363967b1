/* SPDX-License-Identifier: MIT
 *
 * What becomes of a broken rule: a line in the log the first time, a count after that (core/said.h); in mode fail the end of
 * the stream.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "db/terascale/db_print.h"
#include "emulator/core/said.h"
#include "emulator/terascale/strict/strict_priv.h"
#include "util/u_debug.h"

enum { NAME_B = 64 };

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
   const bool fails = s->exit_fails && s->mode == STRICT_FAIL && r->severity == STRICT_FAULT;
   if (emu_said(r->id, key, name, fails))
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
   db_reg_full_name(f->e->chip->gen, offset, name, NAME_B);
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
