/* SPDX-License-Identifier: MIT */
#include "driver/verify.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

enum {
   FIRST_STREAMS = 24, /* all of them are looked at */
   EVERY_STREAM = 16,  /* and behind them one in so many */
   FIRST_DRAWS = 24,   /* of a stream, */
   EVERY_DRAW = 16,    /* and behind them one in so many */
};

bool
drv_verify_init(struct drv_verify *v, uint32_t slots, bool always)
{
   assert(u_is_pow2(slots));
   *v = (struct drv_verify){.said.slots = slots, .says.slots = slots, .always = always};
   v->said.word = calloc(slots, sizeof *v->said.word);
   v->says.word = calloc(slots, sizeof *v->says.word);
   if (v->said.word && v->says.word)
      return true;
   drv_verify_fini(v);
   return false;
}

void
drv_verify_fini(struct drv_verify *v)
{
   free(v->said.word);
   free(v->says.word);
   v->said.word = v->says.word = NULL;
}

void
drv_verify_begin(struct drv_verify *v)
{
   static unsigned streams; /* of the process: tests that open many contexts do not get slow */
   const unsigned n = __atomic_fetch_add(&streams, 1, __ATOMIC_RELAXED);
   v->watches = v->always || n < FIRST_STREAMS || n % EVERY_STREAM == 0;
   v->pos = v->draws = 0;
   if (v->watches)
      drv_words_clear(&v->said);
}

bool
drv_verify_counts(struct drv_verify *v)
{
   v->draws++;
   return v->draws <= FIRST_DRAWS || v->draws % EVERY_DRAW == 0;
}

/** The place of a key; NULL: the table is full. */
static struct drv_word *
find(struct drv_words *t, uint64_t key)
{
   const uint32_t mask = t->slots - 1;
   uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40) & mask;
   assert(key);
   while (t->word[i].key && t->word[i].key != key)
      i = (i + 1) & mask;
   if (t->word[i].key)
      return &t->word[i];
   if (t->count >= t->slots - t->slots / 8)
      return NULL;
   t->count++;
   t->word[i].key = key;
   return &t->word[i];
}

void
drv_words_set(struct drv_words *t, uint64_t key, uint32_t value)
{
   struct drv_word *w = find(t, key);
   if (w)
      w->value = value;
}

void
drv_words_clear(struct drv_words *t)
{
   memset(t->word, 0, t->slots * sizeof *t->word);
   t->count = 0;
}

bool
drv_verify_same(struct drv_verify *v, uint64_t but, struct drv_stale *out)
{
   for (uint32_t i = 0; i < v->says.slots; i++) {
      const struct drv_word *w = &v->says.word[i];
      if (!w->key || w->key == but)
         continue;
      const struct drv_word *had = find(&v->said, w->key);
      if (had && had->value == w->value)
         continue;
      *out = (struct drv_stale){w->key, had ? had->value : 0, w->value};
      return false;
   }
   return true;
}
