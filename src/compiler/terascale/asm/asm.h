/* SPDX-License-Identifier: MIT
 *
 * Inside the assembler (asm/asm.c): the cursor over a line of text with what all lines are made of, and the
 * two kinds of instruction that live in clauses.
 */
#ifndef COMPILER_TERASCALE_ASM_ASM_H
#define COMPILER_TERASCALE_ASM_ASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/terascale/vliw.h"
#include "isa/terascale/words.h"

/** Bound of a program's size and of every address in it, in dwords. */
#define VLIW_AS_MAX_DW (1u << 20)

struct vliw_as {
   const struct terascale_chip *chip;
   enum db_gen gen;
   const char *p;   /* cursor */
   const char *end; /* of the line */
   unsigned line;
   uint32_t *dw;
   uint32_t num_dw;
   /* open clause: next and last dword */
   uint32_t at, limit;
   bool alu;
   /* open ALU group */
   uint32_t group_at;
   unsigned group_n;
   uint32_t lit[4];
   bool failed;
   char *error;
   size_t error_B;
};

/* asm/text.c: each skips what it took; after an error all are harmless. */
/** Keeps the first error, with its line. -> false */
bool vliw_as_fail(struct vliw_as *a, const char *fmt, ...);
void vliw_as_blanks(struct vliw_as *a);
bool vliw_as_take(struct vliw_as *a, const char *word);
bool vliw_as_flag(struct vliw_as *a, const char *word);
/** Decimal or 0x. More than \p max is an error, and the value then 0. */
uint32_t vliw_as_number(struct vliw_as *a, uint32_t max);
bool vliw_as_keyed(struct vliw_as *a, const char *key, uint32_t max, uint32_t *v);
void vliw_as_expect(struct vliw_as *a, const char *word);
/** One of x y z w 0 1 ? _ -> 0..7 */
unsigned vliw_as_component(struct vliw_as *a);
/** One of x y z w -> 0..3 */
unsigned vliw_as_channel(struct vliw_as *a);
void vliw_as_sel4(struct vliw_as *a, uint8_t sel[4]);
size_t vliw_as_identifier(struct vliw_as *a, char name[40]);
void vliw_as_end_of_line(struct vliw_as *a);
/** The next dword of the open clause; more than its CNT says is an error. */
void vliw_as_put(struct vliw_as *a, uint32_t dw);
/** "[AR]" */
bool vliw_as_rel(struct vliw_as *a);

/* asm/alu.c */
/** Writes the literals of the open ALU group, if there is one. */
void vliw_as_close_group(struct vliw_as *a);
/** One ALU instruction, the cursor behind its unit. */
void vliw_as_alu_line(struct vliw_as *a);

/* asm/fetch.c */
/** One TEX or VTX instruction. */
void vliw_as_fetch_line(struct vliw_as *a);

#endif
