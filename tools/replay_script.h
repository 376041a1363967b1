/* SPDX-License-Identifier: MIT
 *
 * The data of teragl-replay's page: lines of JavaScript that tools/replay_page.html defines the functions for.
 * Texts and pictures that come again are written once and named by number.
 */
#ifndef REPLAY_SCRIPT_H
#define REPLAY_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Sums of what was written, and their numbers. */
struct script_known {
   uint64_t *sums; /* of a hash table; 0: free */
   uint32_t *numbers;
   uint32_t size, count;
};

struct script {
   FILE *f;
   struct script_known texts, pictures;
   uint64_t picture_B; /* that stand in the file */
   bool failed;        /* out of memory */
};

void script_fini(struct script *s);

/** A string of JavaScript with its quotes, fit for a script element. */
void script_string(FILE *f, const char *text, size_t n);
/** The number of a text, which is written when it is new. */
uint32_t script_text(struct script *s, const char *text, size_t n);
/** The number of a picture (pixels as in replay_picture.h). */
uint32_t script_picture(struct script *s, const uint32_t *rgba, uint32_t w, uint32_t h);

#endif
