/* SPDX-License-Identifier: MIT
 *
 * What comes through the door as a capture file (capture/capture.h): TERAGL_CAPTURE.
 */
#ifndef LIBEMULATOR_PICA200_RECORD_H
#define LIBEMULATOR_PICA200_RECORD_H

#include "emulator/pica200/pica_gpu.h"

/** A call as the dwords of a submission: its kind and its arguments. */
enum pica_call {
   PICA_CALL_WRITE,  /* address of a register, value */
   PICA_CALL_LIST,   /* physical address, bytes */
   PICA_CALL_COMMAND /* eight words */
};

struct pica_record;

/** The recorder if TERAGL_CAPTURE names a file that can be written; else NULL. */
struct pica_record *pica_record_create(const struct pica_gpu *gpu);
/** Ends the file. NULL is fine. */
void pica_record_destroy(struct pica_record *r);
/** Before a call that reads memory: what others wrote since the last one, then the call. NULL is fine. */
void pica_record_call(struct pica_record *r, const struct pica_gpu *gpu, enum pica_call kind,
                      const uint32_t *words, unsigned num_words);
/** Behind it: what the GPU wrote is none of theirs. */
void pica_record_done(struct pica_record *r, const struct pica_gpu *gpu);

#endif
