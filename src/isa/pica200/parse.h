/* SPDX-License-Identifier: MIT
 *
 * The assembler's reader of one line: names, numbers, registers.
 */
#ifndef ISA_PICA200_PARSE_H
#define ISA_PICA200_PARSE_H

#include <stdarg.h>

#include "isa/pica200/words.h"

enum {
   PICA_NAME_MAX = 48,
   PICA_ALIASES = 256,
};

struct pica_operand {
   char file; /* v r c o i b, a: a0 or aL */
   unsigned number;
   uint8_t index;                   /* as pica_src.index */
   uint8_t swizzle[4], num_swizzle; /* 0: none was written */
   bool negate;
};

struct pica_alias {
   char name[PICA_NAME_MAX];
   struct pica_operand is;
};

struct pica_parser {
   const char *at; /* in the current line, which ends with a zero */
   unsigned line;
   bool failed;
   char *error;
   size_t error_size;
   struct pica_alias alias[PICA_ALIASES];
   unsigned num_aliases;
};

/** Sets the error unless there is one; returns false. */
bool pica_parse_error(struct pica_parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** The next character that is not blank is \p c, and is taken. */
bool pica_take(struct pica_parser *p, char c);
/** As pica_take(), an error otherwise. */
bool pica_want(struct pica_parser *p, char c);
/** An identifier, of a leading period, letters, digits, $ and _. False: there is none. */
bool pica_take_name(struct pica_parser *p, char name[PICA_NAME_MAX]);
bool pica_want_number(struct pica_parser *p, uint32_t max, uint32_t *n);
/** Nothing else is in the line. */
bool pica_want_end(struct pica_parser *p);
/** A register with sign, index and swizzle, or an alias. */
bool pica_want_operand(struct pica_parser *p, struct pica_operand *o);

#endif
