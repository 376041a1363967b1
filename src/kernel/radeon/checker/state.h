/* SPDX-License-Identifier: MIT
 * The floor of the checker: the state of one check, its errors, its relocations. Everything else here stands on
 * it, and it calls nothing above. */
#ifndef KERNEL_RADEON_CHECKER_STATE_H
#define KERNEL_RADEON_CHECKER_STATE_H

#include <assert.h>
#include <stddef.h>

#include "db/terascale/pm4.h"
#include "kernel/radeon/checker/check.h"

#define NO_BO    (-1)
#define CTX_BASE DB_R6_CONTEXT_REG_BASE /* of all generations */
#define CTX_DW   ((DB_R6_CONTEXT_REG_END - CTX_BASE) / 4)
#define TARGETS  12 /* colour buffers of Evergreen; eight before */

struct checker {
   const struct terascale_chip *chip;
   bool va;            /* addresses, no relocations */
   bool buffer_tiling; /* tiling fields come from the buffers */
   const uint32_t *dw;
   uint32_t ndw;
   const struct check_reloc *relocs;
   uint32_t nrelocs;
   uint32_t *out; /* NULL: nobody wants the patched stream */
   struct check_error *err;
   uint32_t packet;  /* index of the current packet */
   uint32_t at;      /* its header */
   uint32_t body;    /* its first body dword */
   uint32_t body_dw; /* length of its body */
   uint32_t next;    /* where its next relocation NOP has to be, then the next packet */
   uint32_t reg;     /* register being handled, for messages */
   bool asked;       /* a packet has looked for a relocation, the first at: */
   uint32_t first_asker;
   /* What the next draw has to look at again: colour buffers, depth and stencil, stream-out buffers. */
   bool colors_new, depth_new, strmout_new;
   bool constants_window;                       /* SET_ALU_CONST has one (R6xx, R7xx) */
   uint32_t log2_samples;                       /* of colour and depth (R6xx, R7xx) */
   const uint8_t *context_rules, *config_rules; /* enum db_kernel_rule by dword of the window */
   uint32_t size_dw[TARGETS]; /* where the stream gave a colour buffer's height, to rewrite it; 0: nowhere */
   uint32_t depth_size_dw;    /* the same of DB_DEPTH_SIZE */
   uint64_t indirect_B;       /* size of SET_BASE's buffer; 0: there was none */
   uint32_t ctx[CTX_DW];      /* context registers as the stream wrote them */
   int32_t ctx_bo[CTX_DW];    /* buffer behind an address register, or NO_BO */
};

static inline uint32_t
ctx_get(const struct checker *c, uint32_t offset)
{
   assert(offset >= CTX_BASE && (offset - CTX_BASE) / 4 < CTX_DW && offset % 4 == 0);
   return c->ctx[(offset - CTX_BASE) / 4];
}

/* NULL: no relocation was given for this register. */
static inline const struct check_reloc *
ctx_reloc(const struct checker *c, uint32_t offset)
{
   assert(offset >= CTX_BASE && (offset - CTX_BASE) / 4 < CTX_DW);
   int32_t i = c->ctx_bo[(offset - CTX_BASE) / 4];
   assert(i == NO_BO || (uint32_t)i < c->nrelocs);
   return i == NO_BO ? NULL : &c->relocs[i];
}

static inline void
patch(struct checker *c, uint32_t dw, uint32_t value)
{
   assert(dw < c->ndw);
   if (c->out)
      c->out[dw] = value;
}

/* Fills the error at stream position dw and returns false. */
bool check_fail(struct checker *c, uint32_t dw, const char *format, ...)
   __attribute__((format(printf, 3, 4)));

/* check_fail() for one surface or buffer: at the draw that uses it, about the register that places it. */
bool check_fail_reg(struct checker *c, uint32_t reg, const char *format, ...)
   __attribute__((format(printf, 3, 4)));

/* Takes the relocation NOP that has to stand at c->next; NULL after an error. what: who needs it; NULL: the
 * register c->reg. */
const struct check_reloc *check_take_reloc(struct checker *c, const char *what);

/* Whether a relocation stands at c->next. */
bool check_has_reloc_next(struct checker *c);

/* The dword at stream position dw is a buffer's address in units of 256 bytes: puts the relocation's into it.
 * what: as for check_take_reloc. NULL after an error. */
const struct check_reloc *check_take_address_256(struct checker *c, uint32_t dw, const char *what);

/* Whether the chip is an R6xx or R7xx, whose rules are r600_cs.c's; the others' are evergreen_cs.c's. */
static inline bool
check_is_r6(const struct checker *c)
{
   return c->chip->gen <= DB_R700;
}

#endif
