/* SPDX-License-Identifier: MIT
 * Text to words: lines of a word's name and its fields. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r300/words.h"
#include "util/u_vec.h"

struct assembler {
   enum r300_gen gen;
   enum r300_code code;
   unsigned line;
   char *error;
   size_t error_B;
   uint32_t first; /* first dword of the instruction */
   unsigned done;  /* dwords of the instruction */
   U_VEC(uint32_t) out;
};

/** A piece of the text. */
struct word_text {
   const char *text;
   size_t n;
};

static bool
fail(struct assembler *a, const char *what, struct word_text t)
{
   snprintf(a->error, a->error_B, "line %u: %s '%.*s'", a->line, what, (int)(t.n < 40 ? t.n : 40), t.text);
   return false;
}

static bool
is(struct word_text t, const char *name)
{
   return strlen(name) == t.n && !memcmp(t.text, name, t.n);
}

static struct word_text
next_token(const char **p, const char *end)
{
   while (*p < end && strchr(" \t\r", **p))
      ++*p;
   const char *from = *p;
   while (*p < end && !strchr(" \t\r#", **p))
      ++*p;
   return (struct word_text){from, (size_t)(*p - from)};
}

static bool
parse_number(struct assembler *a, struct word_text t, uint32_t max, uint32_t *v)
{
   char digits[16], *end;
   if (t.n >= sizeof digits || !t.n || t.text[0] < '0' || t.text[0] > '9')
      return fail(a, "neither a number nor a name of this field:", t);
   memcpy(digits, t.text, t.n);
   digits[t.n] = 0;
   errno = 0;
   const unsigned long long n = strtoull(digits, &end, 0);
   if (*end || errno)
      return fail(a, "no number:", t);
   if (n > max)
      return fail(a, "the field has no room for", t);
   *v = (uint32_t)n;
   return true;
}

static bool
find_field(const struct assembler *a, const struct r300_word *word, struct word_text name,
           struct db_field *field)
{
   for (unsigned i = 0; i < word->fields.count; i++) {
      *field = db_field_at(word->fields, i);
      if ((field->gens & 1u << a->gen) && is(name, field->name))
         return true;
   }
   return false;
}

static bool
parse_value(struct assembler *a, const struct db_field *field, struct word_text t, uint32_t *v)
{
   for (unsigned i = 0; i < field->value_count; i++)
      if (is(t, db_field_value(field, i, v)))
         return true;
   return parse_number(a, t, field->width < 32 ? (1u << field->width) - 1 : UINT32_MAX, v);
}

/* FIELD, FIELD=value, BITS=value; into *dw, whose bits it takes must be zero. */
static bool
parse_field(struct assembler *a, const struct r300_word *word, struct word_text t, uint32_t *dw)
{
   const char *equals = memchr(t.text, '=', t.n);
   const struct word_text name = {t.text, equals ? (size_t)(equals - t.text) : t.n};
   const struct word_text value = {equals ? equals + 1 : "1", equals ? t.n - name.n - 1 : 1};
   uint32_t v = 1, lo = 0;
   if (is(name, "BITS")) {
      if (!parse_number(a, value, UINT32_MAX, &v))
         return false;
   } else {
      struct db_field field;
      if (!find_field(a, word, name, &field))
         return fail(a, "the word has no field", name);
      if (!equals && field.width > 1)
         return fail(a, "a value is missing behind", name);
      if (!parse_value(a, &field, value, &v))
         return false;
      lo = field.lo;
   }
   if (*dw & v << lo)
      return fail(a, "these bits are already set:", t);
   *dw |= v << lo;
   return true;
}

/* The words of an instruction of R500 depend on its type, which the first one says. */
static bool
parse_line(struct assembler *a, const char *p, const char *end)
{
   const struct word_text name = next_token(&p, end);
   if (!name.n)
      return true;
   const struct r300_word word = r300_word(a->gen, a->code, a->first, a->done);
   if (!is(name, word.name)) {
      char what[80];
      snprintf(what, sizeof what, "%s expected instead of", word.name);
      return fail(a, what, name);
   }
   uint32_t dw = 0;
   for (struct word_text t; (t = next_token(&p, end)).n;)
      if (!parse_field(a, &word, t, &dw))
         return false;
   if (a->done == 0)
      a->first = dw;
   if (!u_vec_push(&a->out, dw)) {
      snprintf(a->error, a->error_B, "out of memory");
      return false;
   }
   a->done = (a->done + 1) % r300_instruction_dw(a->code);
   if (a->done == 0)
      a->first = 0;
   return true;
}

uint32_t *
r300_assemble(const char *text, enum r300_gen gen, enum r300_code code, size_t *ndw, char *error,
              size_t error_B)
{
   struct assembler a = {.gen = gen, .code = code, .line = 1, .error = error, .error_B = error_B};
   bool ok = true;
   for (const char *p = text; ok && *p; a.line++) {
      const char *end = p + strcspn(p, "\n");
      ok = parse_line(&a, p, p + strcspn(p, "#\n"));
      p = *end ? end + 1 : end;
   }
   if (ok && a.done) {
      snprintf(error, error_B, "line %u: the last instruction is not whole", a.line);
      ok = false;
   }
   *ndw = ok ? a.out.count : 0;
   uint32_t *dw = ok ? malloc(4 * a.out.count + 1) : NULL;
   if (ok && !dw)
      snprintf(error, error_B, "out of memory");
   if (dw && a.out.count)
      memcpy(dw, a.out.data, 4 * a.out.count);
   u_vec_fini(&a.out);
   return dw;
}
