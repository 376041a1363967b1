/* SPDX-License-Identifier: MIT
 *
 * What verifying a stream takes in any driver: tables of the words of state that packets set, which streams and draws are looked at, and
 * the comparison. What a packet sets, and what has to be emitted once more, is the family's to know.
 */
#ifndef DRIVER_VERIFY_H
#define DRIVER_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

struct drv_word {
   uint64_t key; /* the family's name of the word; 0: none */
   uint32_t value;
};

/** Words by key. */
struct drv_words {
   struct drv_word *word;
   uint32_t slots, count; /* slots: a power of two */
};

struct drv_verify {
   struct drv_words said, says; /* by the stream; by all atoms now */
   uint32_t pos;                /* dwords of the stream that have been read */
   unsigned draws;
   bool always, watches;
};

/** Empty tables of \p slots each, a power of two. \p always: every stream is looked at, not some of the process. False: out of
 * memory. */
bool drv_verify_init(struct drv_verify *v, uint32_t slots, bool always);
void drv_verify_fini(struct drv_verify *v);
/** A stream begins: v->watches says whether it is one that is looked at. */
void drv_verify_begin(struct drv_verify *v);
/** One more draw of a stream that is looked at. True: it is one whose atoms are to be emitted once more. */
bool drv_verify_counts(struct drv_verify *v);

/** Sets a word; one that the table has no room for is forgotten. \p key is not 0. */
void drv_words_set(struct drv_words *t, uint64_t key, uint32_t value);
void drv_words_clear(struct drv_words *t);

/** A word that differs. */
struct drv_stale {
   uint64_t key;
   uint32_t is, should_be;
};

/** True: all words of v->says are in v->said with the same value, but for one of key \p but. False: *out is one that differs. */
bool drv_verify_same(struct drv_verify *v, uint64_t but, struct drv_stale *out);

#endif
