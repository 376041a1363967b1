/* SPDX-License-Identifier: MIT
 *
 * Recorded submissions of small GL scenes on several chips: what fuzz_stream.c mutates.
 */
#ifndef FUZZ_RECORD_H
#define FUZZ_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/radeon/checker/check.h"

#define RECORD_MEMORY_B (16u << 20) /* addresses from EMU_VRAM_BASE on */
#define RECORD_PAGE_B   4096u
#define RECORD_CODES    16

struct recorded_page {
   uint32_t at_B; /* from the start of memory */
   uint8_t *data; /* RECORD_PAGE_B bytes */
};

/** One submission: it sets all state itself, so that it can be run alone. */
struct recorded {
   const struct terascale_chip *chip;
   uint32_t ndw, nrelocs;
   uint32_t *sent;    /* by the driver, with relocations */
   uint32_t *patched; /* what the GPU gets */
   struct check_reloc *relocs;
   struct recorded_page *pages; /* contents of its buffers before it runs, without pages of zeros */
   uint32_t num_pages;
   uint32_t code_at_B[RECORD_CODES]; /* where shaders begin, from the start of memory */
   uint32_t num_codes;
};

/** Draws the scenes on the chips and returns their submissions; ends the process if something fails. */
const struct recorded *fuzz_record(size_t *count);

#endif
