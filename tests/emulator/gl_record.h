/* SPDX-License-Identifier: MIT
 *
 * Submissions of small GL scenes as the driver makes them, each with what its buffers hold, so that tests can change
 * and run them.
 */
#ifndef TESTS_EMULATOR_GL_RECORD_H
#define TESTS_EMULATOR_GL_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/radeon/checker/check.h"

#define RECORD_PAGE_B 4096u
#define RECORD_CODES  16

struct recorded_page {
   uint32_t at_B; /* from the start of memory */
   uint8_t *data; /* RECORD_PAGE_B bytes */
};

/** One submission: it sets all state itself, so that it can be run alone. */
struct recorded {
   const struct terascale_chip *chip;
   const char *scene;
   uint32_t ndw, nrelocs;
   uint32_t *sent;    /* by the driver, with relocations */
   uint32_t *patched; /* what the GPU gets */
   struct check_reloc *relocs;
   struct recorded_page *pages; /* contents of its buffers before it runs, without pages of zeros */
   uint32_t num_pages;
   uint32_t code_at_B[RECORD_CODES]; /* where shaders begin, from the start of memory */
   uint32_t num_codes;
};

/** Drawn into the default framebuffer of RECORD_SIZE by RECORD_SIZE pixels. */
struct record_scene {
   const char *name;
   void (*draw)(void);
};
#define RECORD_SIZE 64

/** Draws the scenes on a chip; each begins a stream at least. Buffers have to lie in the first \p memory_B bytes. Ends
 * the process if something fails. */
void record_scenes(const char *chip, uint64_t memory_B, const struct record_scene *scenes, size_t num_scenes);
/** All submissions so far, in order. */
const struct recorded *record_cases(size_t *count);
/** A program that is in use; its attributes "pos" and "a" are 0 and 1. Ends the process if it does not link. */
unsigned record_program(const char *vs, const char *fs);
/** Ends the process with a sentence if \p ok is 0. */
void record_must(int ok, const char *what);

#endif
