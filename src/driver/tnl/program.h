/* SPDX-License-Identifier: MIT
 *
 * A vertex shader as the CPU runs it: steps over rows, each of which holds a value of TNL_LANES vertices. Constants and
 * uniforms are rows that a draw fills once. Inside driver/tnl only.
 */
#ifndef DRIVER_TNL_PROGRAM_H
#define DRIVER_TNL_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/tnl/tnl.h"
#include "util/u_vec.h"

#define TNL_LANES  64
#define TNL_BLOCK  4 /* lanes that are run together: a batch of few vertices leaves the others out */
#define TNL_NO_ROW UINT32_MAX

struct tnl_row {
   _Alignas(64) float f[TNL_LANES];
};

#define TNL_LOOPS  8          /* in one another: what the driver's target says of rolled loops, and ... */
#define TNL_ROUNDS UINT16_MAX /* ... of their rounds */

/** Where a program is. */
struct tnl_flow {
   uint32_t next;  /* step */
   uint32_t lanes; /* that have a vertex */
   uint32_t rounds[TNL_LOOPS];
};

/** What a program runs on. */
struct tnl_run {
   struct tnl_row *rows;
   uint32_t lanes;           /* of each row, a multiple of TNL_BLOCK; in what is behind nothing is told */
   struct tnl_flow *flow;    /* of programs with loops */
   const uint32_t *uniforms; /* vec4 slots */
   uint32_t num_uniforms;
};

struct tnl_step;
typedef void (*tnl_kernel)(const struct tnl_step *s, const struct tnl_run *r);

struct tnl_step {
   tnl_kernel run;
   uint32_t dst, src[8]; /* rows; dst may be one of src */
   uint8_t op;           /* enum ir_op */
   uint8_t nsrc;
   uint8_t more; /* steps behind it that its kernel runs, too: tnl_kernel_runs_more */
   bool sat;
   bool neg, abs;   /* of the step that changes signs: neg(abs(x)) */
   bool float_ints; /* of a uniform that a row chooses: the row holds floats */
   uint8_t comp;    /* ... and its component */
   int32_t slot;    /* ... and what is added to the row's number; of a loop's: the step to go to */
   uint8_t depth;   /* ... loops around it */
   bool when;       /* tnl_leaving: bool that leaves */
   uint32_t max;    /* tnl_again: rounds */
};

/** A row that a draw fills: with a number, or with component `comp` of uniform slot `bits`. */
struct tnl_fill {
   uint32_t row, bits;
   uint8_t comp;
};

/** A component of an output. */
struct tnl_store {
   uint32_t row;
   uint8_t semantic, sem_index, comp;
};

struct tnl_program {
   uint64_t serial; /* no other program of the process has it, nor had; from 1 on */
   U_VEC(struct tnl_step) steps;
   U_VEC(struct tnl_fill) constants;
   U_VEC(struct tnl_fill) uniforms;
   U_VEC(struct tnl_store) stores;
   uint32_t attribs; /* that are fetched, a bit each */
   /* Rows of their components, which each batch of vertices fills; TNL_NO_ROW: not read. */
   uint32_t fetch_row[TNL_MAX_INPUTS][4];
   uint32_t vertex_id_row, instance_id_row; /* TNL_NO_ROW: not read */
   bool float_ints;                         /* ... as floats */
   uint32_t num_rows;
   bool loops;
};

/** The kernel of an operation of the IR that has floats or bits for operands. Never NULL for what ir_can_eval knows. */
tnl_kernel tnl_kernel_of(unsigned op);
/** Does the kernel run the steps, too, that tnl_step::more says? They have the same kernel. */
bool tnl_kernel_runs_more(tnl_kernel kernel);
/** Kernels that are no operation of the IR: neg(abs(x)), LOAD_UNIFORM by a row, and src[0] * src[1] + (src[2] * src[3] + src[4]). */
void tnl_change_signs(const struct tnl_step *s, const struct tnl_run *r);
void tnl_load_indexed(const struct tnl_step *s, const struct tnl_run *r);
void tnl_mad_mad(const struct tnl_step *s, const struct tnl_run *r);

/* flow.c: loops, whose lanes are rows of masks */
/** dst: lanes that go in, of src[0] if that is no TNL_NO_ROW. */
void tnl_enter(const struct tnl_step *s, const struct tnl_run *r);
/** dst: lanes of src[1] whose bool in src[0] says so. */
void tnl_leaving(const struct tnl_step *s, const struct tnl_run *r);
/** dst becomes src[0] in lanes of src[1]. */
void tnl_keep(const struct tnl_step *s, const struct tnl_run *r);
/** Takes lanes of src[0] out of dst; nobody is left: goes to the step. */
void tnl_leave(const struct tnl_step *s, const struct tnl_run *r);
/** Goes to the step, the next round's first. */
void tnl_again(const struct tnl_step *s, const struct tnl_run *r);

#endif
