/* SPDX-License-Identifier: MIT
 *
 * An instruction between text and words: what encoder, printer and rules share.
 */
#ifndef ISA_PICA200_WORDS_H
#define ISA_PICA200_WORDS_H

#include "db/pica200/pica_tables.h"
#include "isa/pica200/isa.h"

struct pica_src {
   uint8_t reg;   /* 0x00 v0, 0x10 r0, 0x20 c0 */
   uint8_t index; /* 0 none, 1 a0.x, 2 a0.y, 3 aL */
   uint8_t selector;
   bool negate;
};

struct pica_instruction {
   int op;       /* enum pica_op, -1: not known */
   uint8_t dst;  /* 0x00 o0, 0x10 r0 */
   uint8_t mask; /* bit 3: x, as in descriptors */
   struct pica_src src[3];
   uint8_t cmp[2];
   uint8_t condop;
   bool refx, refy;
   uint8_t id;
   uint16_t target;
   uint8_t num;
   uint8_t vertex;
   bool primitive, winding;
};

/** Which source may be a constant: of two sources the first, the second of the forms with i; of MAD the second, of MADI the third. */
unsigned pica_wide_source(int op);
bool pica_has_descriptor(int op);
/** Bits of a descriptor that an instruction looks at. */
uint32_t pica_descriptor_care(const struct pica_instruction *i);
uint32_t pica_descriptor(const struct pica_instruction *i);

/** The word with descriptor number \p desc, which fits. */
uint32_t pica_encode(const struct pica_instruction *i, unsigned desc);
/** \p desc: the descriptors' memory. Returns the number of the descriptor that the word names, 0 if it has none. */
unsigned pica_decode(uint32_t word, const uint32_t desc[PICA_ISA_DESCS], struct pica_instruction *i);

#endif
