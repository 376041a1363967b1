/* SPDX-License-Identifier: MIT
 *
 * Recorded submissions of small GL scenes on several chips: what fuzz_stream.c mutates.
 */
#ifndef FUZZ_RECORD_H
#define FUZZ_RECORD_H

#include "gl_record.h"

#define RECORD_MEMORY_B (16u << 20) /* addresses from EMU_VRAM_BASE on */

/** Draws the scenes on the chips and returns their submissions; ends the process if something fails. */
const struct recorded *fuzz_record(size_t *count);

#endif
