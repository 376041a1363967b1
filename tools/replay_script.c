/* SPDX-License-Identifier: MIT
 *
 * Writes the data of teragl-replay's page.
 */
#include "replay_script.h"

#include <assert.h>
#include <stdlib.h>

#include "replay_picture.h"

void
script_fini(struct script *s)
{
   free(s->texts.sums);
   free(s->texts.numbers);
   free(s->pictures.sums);
   free(s->pictures.numbers);
}

void
script_string(FILE *f, const char *text, size_t n)
{
   fputc('"', f);
   for (size_t i = 0; i < n; i++) {
      const unsigned char c = (unsigned char)text[i];
      if (c == '\n')
         fputs("\\n", f);
      else if (c == '"' || c == '\\')
         fprintf(f, "\\%c", c);
      else if (c < 32 || c == '<' || c > 126) /* no end of the script element; no other encoding */
         fprintf(f, "\\u%04x", c);
      else
         fputc(c, f);
   }
   fputc('"', f);
}

static uint64_t
sum_of(const void *data, size_t size_B, uint64_t sum)
{
   const unsigned char *p = data;
   for (size_t i = 0; i < size_B; i++)
      sum = (sum ^ p[i]) * UINT64_C(0x100000001b3);
   return sum ? sum : 1;
}

static uint32_t
place_of(const struct script_known *k, uint64_t sum)
{
   uint32_t at = (uint32_t)(sum >> 20) & (k->size - 1);
   while (k->sums[at] && k->sums[at] != sum)
      at = (at + 1) & (k->size - 1);
   return at;
}

/** Room for one more; false: out of memory. */
static bool
make_room(struct script_known *k)
{
   if (k->count + 1 < k->size / 2)
      return true;
   struct script_known old = *k;
   k->size = old.size ? old.size * 2 : 1024;
   k->sums = calloc(k->size, sizeof *k->sums);
   k->numbers = calloc(k->size, sizeof *k->numbers);
   if (!k->sums || !k->numbers) {
      free(k->sums);
      free(k->numbers);
      *k = old;
      return false;
   }
   for (uint32_t i = 0; i < old.size; i++)
      if (old.sums[i]) {
         const uint32_t at = place_of(k, old.sums[i]);
         k->sums[at] = old.sums[i];
         k->numbers[at] = old.numbers[i];
      }
   free(old.sums);
   free(old.numbers);
   return true;
}

/** The number of what has this sum; *fresh: it has not been written. */
static uint32_t
number_of(struct script *s, struct script_known *k, uint64_t sum, bool *fresh)
{
   *fresh = false;
   if (!make_room(k)) {
      s->failed = true;
      return 0;
   }
   const uint32_t at = place_of(k, sum);
   if (!k->sums[at]) {
      *fresh = true;
      k->sums[at] = sum;
      k->numbers[at] = k->count++;
   }
   return k->numbers[at];
}

uint32_t
script_text(struct script *s, const char *text, size_t n)
{
   bool fresh;
   const uint32_t number = number_of(s, &s->texts, sum_of(text, n, UINT64_C(0xcbf29ce484222325)), &fresh);
   if (fresh) {
      fputs("T(", s->f);
      script_string(s->f, text, n);
      fputs(")\n", s->f);
   }
   return number;
}

uint32_t
script_picture(struct script *s, const uint32_t *rgba, uint32_t w, uint32_t h)
{
   bool fresh;
   const uint64_t sum = sum_of(rgba, (size_t)w * h * 4, UINT64_C(0xcbf29ce484222325) ^ w);
   const uint32_t number = number_of(s, &s->pictures, sum, &fresh);
   size_t length = 0;
   char *text = fresh ? picture_encode(rgba, w, h, &length) : NULL;
   if (fresh) {
      s->failed |= !text;
      fprintf(s->f, "P(\"%s\",%u,%u)\n", text ? text : "", w, h);
      s->picture_B += length;
   }
   free(text);
   return number;
}
