/* SPDX-License-Identifier: MIT
 *
 * The assembler's scanner: words, numbers, components, errors with their line.
 */
#include "compiler/terascale/asm/asm.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/u_math.h"

bool
vliw_as_fail(struct vliw_as *a, const char *fmt, ...)
{
   if (a->failed)
      return false;
   a->failed = true;
   char what[160];
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(what, sizeof what, fmt, ap);
   va_end(ap);
   if (a->error_B)
      snprintf(a->error, a->error_B, "line %u: %s", a->line, what);
   return false;
}

void
vliw_as_blanks(struct vliw_as *a)
{
   while (a->p < a->end && (*a->p == ' ' || *a->p == '\t' || *a->p == '\r'))
      a->p++;
}

/** Takes \p word if it stands here, no blanks skipped. */
bool
vliw_as_take(struct vliw_as *a, const char *word)
{
   size_t n = strlen(word);
   if ((size_t)(a->end - a->p) < n || strncmp(a->p, word, n))
      return false;
   a->p += n;
   return true;
}

/** A word of the text, if all of it up to the next blank is \p word. */
bool
vliw_as_flag(struct vliw_as *a, const char *word)
{
   vliw_as_blanks(a);
   const char *save = a->p;
   if (vliw_as_take(a, word) && (a->p == a->end || strchr(" \t\r,", *a->p)))
      return true;
   a->p = save;
   return false;
}

uint32_t
vliw_as_number(struct vliw_as *a, uint32_t max)
{
   uint64_t v = 0;
   const char *start = a->p;
   if (vliw_as_take(a, "0x")) {
      start = a->p;
      for (; a->p < a->end && isxdigit((unsigned char)*a->p) && v <= UINT32_MAX; a->p++) {
         int ch = tolower((unsigned char)*a->p);
         v = v * 16 + (uint64_t)(ch <= '9' ? ch - '0' : ch - 'a' + 10);
      }
   } else {
      for (; a->p < a->end && isdigit((unsigned char)*a->p) && v <= UINT32_MAX; a->p++)
         v = v * 10 + (uint64_t)(*a->p - '0');
   }
   if (a->p == start)
      vliw_as_fail(a, "a number is expected at '%.*s'", (int)MIN2(a->end - a->p, 20), a->p);
   else if (v > max)
      vliw_as_fail(a, "%llu is too large, the largest value is %u", (unsigned long long)v, max);
   return a->failed ? 0 : (uint32_t)v;
}

/** "KEY:number" with this key, as a word of its own. */
bool
vliw_as_keyed(struct vliw_as *a, const char *key, uint32_t max, uint32_t *v)
{
   vliw_as_blanks(a);
   if (!vliw_as_take(a, key))
      return false;
   *v = vliw_as_number(a, max);
   return true;
}

void
vliw_as_expect(struct vliw_as *a, const char *word)
{
   vliw_as_blanks(a);
   if (!vliw_as_take(a, word))
      vliw_as_fail(a, "'%s' is expected at '%.*s'", word, (int)MIN2(a->end - a->p, 20), a->p);
}

unsigned
vliw_as_component(struct vliw_as *a)
{
   static const char names[] = "xyzw01?_";
   const char *f = a->p < a->end && *a->p ? strchr(names, *a->p) : NULL;
   if (!f) {
      vliw_as_fail(a, "a component is expected at '%.*s'", (int)MIN2(a->end - a->p, 20), a->p);
      return 0;
   }
   a->p++;
   return (unsigned)(f - names);
}

unsigned
vliw_as_channel(struct vliw_as *a)
{
   unsigned c = vliw_as_component(a);
   if (c > 3)
      vliw_as_fail(a, "one of x, y, z, w is expected");
   return c & 3;
}

void
vliw_as_sel4(struct vliw_as *a, uint8_t sel[4])
{
   for (unsigned i = 0; i < 4; i++)
      sel[i] = (uint8_t)vliw_as_component(a);
}

/** An opcode name: capitals, digits, '_'. */
size_t
vliw_as_identifier(struct vliw_as *a, char name[40])
{
   size_t n = 0;
   vliw_as_blanks(a);
   while (a->p < a->end && n < 39 &&
          (isupper((unsigned char)*a->p) || isdigit((unsigned char)*a->p) || *a->p == '_'))
      name[n++] = *a->p++;
   name[n] = 0;
   return n;
}

void
vliw_as_end_of_line(struct vliw_as *a)
{
   vliw_as_blanks(a);
   if (a->p < a->end)
      vliw_as_fail(a, "unexpected '%.*s'", (int)MIN2(a->end - a->p, 20), a->p);
}

void
vliw_as_put(struct vliw_as *a, uint32_t dw)
{
   if (a->at >= a->limit) {
      vliw_as_fail(a, "more instructions than the clause's CNT says");
      return;
   }
   a->dw[a->at++] = dw;
}

bool
vliw_as_rel(struct vliw_as *a)
{
   return vliw_as_take(a, "[AR]");
}
