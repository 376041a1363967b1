/* SPDX-License-Identifier: MIT
 *
 * Names, numbers and registers of picasso's text (its Manual.md, "Basic concepts").
 */
#include "isa/pica200/parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool
pica_parse_error(struct pica_parser *p, const char *fmt, ...)
{
   if (p->failed)
      return false;
   p->failed = true;
   const int n = snprintf(p->error, p->error_size, "line %u: ", p->line);
   if (n >= 0 && (size_t)n < p->error_size) {
      va_list args;
      va_start(args, fmt);
      vsnprintf(p->error + n, p->error_size - (size_t)n, fmt, args);
      va_end(args);
   }
   return false;
}

static void
skip(struct pica_parser *p)
{
   while (*p->at == ' ' || *p->at == '\t' || *p->at == '\r')
      p->at++;
}

bool
pica_take(struct pica_parser *p, char c)
{
   skip(p);
   if (*p->at != c)
      return false;
   p->at++;
   return true;
}

bool
pica_want(struct pica_parser *p, char c)
{
   return pica_take(p, c) || pica_parse_error(p, "There has to be a '%c' here.", c);
}

bool
pica_take_name(struct pica_parser *p, char name[PICA_NAME_MAX])
{
   skip(p);
   unsigned n = 0;
   const char *s = p->at;
   if (*s == '.')
      name[n++] = *s++;
   if (!isalpha((unsigned char)*s) && *s != '_' && *s != '$')
      return false;
   while (isalnum((unsigned char)*s) || *s == '_' || *s == '$') {
      if (n == PICA_NAME_MAX - 1)
         return pica_parse_error(p, "A name has at most %u characters.", PICA_NAME_MAX - 1u);
      name[n++] = *s++;
   }
   name[n] = 0;
   p->at = s;
   return true;
}

bool
pica_want_number(struct pica_parser *p, uint32_t max, uint32_t *n)
{
   skip(p);
   char *end;
   if (!isdigit((unsigned char)*p->at))
      return pica_parse_error(p, "There has to be a number here.");
   const unsigned long long v = strtoull(p->at, &end, 0);
   if (v > max)
      return pica_parse_error(p, "The number is larger than %u.", max);
   p->at = end;
   *n = (uint32_t)v;
   return true;
}

bool
pica_want_end(struct pica_parser *p)
{
   skip(p);
   return !*p->at || pica_parse_error(p, "The line has too much behind here: %.20s", p->at);
}

static unsigned
registers_of(char file)
{
   switch (file) {
   case 'c':
      return 96;
   case 'i':
      return 4;
   case 'a':
      return 1;
   default:
      return 16;
   }
}

/* "r12"; false: it is not the name of a register. */
static bool
register_by_name(struct pica_operand *o, const char *name)
{
   if (!strcmp(name, "aL")) {
      o->file = 'a';
      o->number = 1;
      return true;
   }
   if (!strchr("vrcoiba", name[0]) || !isdigit((unsigned char)name[1]))
      return false;
   unsigned n = 0;
   for (const char *s = name + 1; *s; s++) {
      if (!isdigit((unsigned char)*s) || n > 999)
         return false;
      n = n * 10 + (unsigned)(*s - '0');
   }
   o->file = name[0];
   o->number = n;
   return n < registers_of(name[0]);
}

static int
component(char c)
{
   static const char names[] = "xyzwrgbastpq";
   const char *at = c ? strchr(names, c) : NULL;
   return at ? (int)((at - names) & 3) : -1;
}

static bool
swizzle(struct pica_parser *p, struct pica_operand *o)
{
   uint8_t s[4], n = 0;
   for (; component(*p->at) >= 0; p->at++) {
      if (n == 4)
         return pica_parse_error(p, "A swizzle has at most four components.");
      s[n++] = (uint8_t)component(*p->at);
   }
   if (!n || isalnum((unsigned char)*p->at))
      return pica_parse_error(p, "Components are xyzw, rgba or stpq.");
   /* on top of an alias' own, whose last component goes on */
   for (unsigned i = 0; o->num_swizzle && i < n; i++)
      s[i] = o->swizzle[s[i] < o->num_swizzle ? s[i] : o->num_swizzle - 1];
   memcpy(o->swizzle, s, sizeof s);
   o->num_swizzle = n;
   return true;
}

/* "[3]", "[-1]", "[a0.x]", "[aL+2]", "[aL-2]" */
static bool
index_of(struct pica_parser *p, struct pica_operand *o)
{
   char name[PICA_NAME_MAX];
   bool minus = pica_take(p, '-'), offset = true;
   if (!minus && pica_take_name(p, name)) {
      if (!strcmp(name, "aL"))
         o->index = 3;
      else if (!strcmp(name, "a0") && *p->at == '.' && (p->at[1] == 'x' || p->at[1] == 'y'))
         o->index = p->at[1] == 'x' ? 1 : 2, p->at += 2;
      else
         return pica_parse_error(p, "An index register is a0.x, a0.y or aL, not %s.", name);
      if (o->file != 'c')
         return pica_parse_error(p, "Only constants have index registers.");
      minus = pica_take(p, '-');
      offset = minus || pica_take(p, '+');
   }
   uint32_t n = 0;
   if (offset && !pica_want_number(p, 95, &n))
      return false;
   const int at = (int)o->number + (minus ? -(int)n : (int)n);
   if (at < 0 || at >= (int)registers_of(o->file))
      return pica_parse_error(p, "There is no register %c%d.", o->file, at);
   o->number = (unsigned)at;
   return pica_want(p, ']');
}

bool
pica_want_operand(struct pica_parser *p, struct pica_operand *o)
{
   char name[PICA_NAME_MAX];
   const bool negate = pica_take(p, '-');
   memset(o, 0, sizeof *o);
   if (!pica_take_name(p, name))
      return pica_parse_error(p, "There has to be a register here.");
   bool found = false;
   for (unsigned i = 0; i < p->num_aliases && !found; i++)
      if (!strcmp(p->alias[i].name, name)) {
         *o = p->alias[i].is;
         found = true;
      }
   if (!found && !register_by_name(o, name))
      return pica_parse_error(p, "There is no register %s.", name);
   o->negate ^= negate;
   if (pica_take(p, '[') && !index_of(p, o))
      return false;
   if (*p->at == '.') {
      p->at++;
      return swizzle(p, o);
   }
   return true;
}
