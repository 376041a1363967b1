/* SPDX-License-Identifier: MIT
 *
 * PVS, the vertex shader: instructions decoded, and what runs them over 64 vertices. R5xx register chapter; what
 * opcodes do is from public models of an R350, predicates and conditions are inferred from their names and the R600's.
 *
 * Arithmetic is binary32 with denormals flushed; 0 times anything is 0.
 */
#ifndef EMULATOR_R300_PVS_PVS_H
#define EMULATOR_R300_PVS_PVS_H

#include <stdbool.h>
#include <stdint.h>

#include "emulator/core/wave.h"
#include "emulator/r300/codes.h"

enum {
   PVS_MAX_INSTS = 1024,
   PVS_TEMPS = 128,
   PVS_INPUTS = 16,
   PVS_OUTPUTS = 16,
   PVS_CONSTS = 256,
   PVS_ALT_TEMPS = 4,
   PVS_SLOTS = 16,
   PVS_SAVED_TEMPS = 40, /* more than drivers use; programs with more run all rounds of their loops */
   PVS_SAVED_LOOPS = 3,
   PVS_BUDGET = 1 << 20 /* instructions of 64 vertices before they are stopped */
};

enum { PVS_ENDED = 0xffff };
enum pvs_stop { PVS_STOP_NONE, PVS_STOP_BUDGET, PVS_STOP_STACK, PVS_STOP_LEFT };

struct pvs_source {
   uint8_t file;                      /* enum pvs_file */
   uint8_t index, swizzle[4], negate; /* swizzle: 0..3, 4 zero, 5 one; negate: a bit a component */
   bool absolute;
   uint8_t address; /* enum pvs_address */
   uint8_t a0;      /* component of the address register */
};
enum pvs_file { PVS_TEMP, PVS_INPUT, PVS_CONST, PVS_ALT };
enum pvs_address { PVS_ABSOLUTE, PVS_BY_A0, PVS_BY_LOOP };

struct pvs_inst {
   uint8_t unit; /* enum pvs_unit */
   uint8_t op;   /* the hardware's number in its unit */
   uint8_t dst_file, dst_index, dst_address, dst_a0, write;
   bool saturate, predicated, predicate_is;
   /* a scalar operation besides, of components x and y of source 2, whose result is a component of another temporary */
   bool dual, dual_saturate;
   uint8_t dual_op, dual_index, dual_comp;
   struct pvs_source src[3];
};
enum pvs_unit { PVS_VECTOR, PVS_MATH, PVS_MACRO };
enum pvs_dst { PVS_DST_TEMP, PVS_DST_A0, PVS_DST_OUT, PVS_DST_OUT_REPL_X, PVS_DST_ALT, PVS_DST_INPUT };

/** A slot of flow control: what happens behind the instruction at `at`. */
struct pvs_slot {
   uint8_t op; /* enum pvs_flow */
   uint16_t at, count_or_jump, last, back;
   uint8_t loop_init;
   int8_t loop_step;
   bool loop_inherit;
};
enum pvs_flow { PVS_FLOW_NONE, PVS_FLOW_JUMP, PVS_FLOW_LOOP, PVS_FLOW_CALL };

/** A program with its constants, for one draw. */
struct pvs_stage {
   r300_code code; /* NULL: it is interpreted */
   uint16_t first, last;
   const struct pvs_inst *inst; /* [PVS_MAX_INSTS] */
   uint8_t num_temps, num_alt;  /* registers that may be read or written: they begin as zeros */
   bool writes_inputs;
   uint16_t outputs;       /* vectors that may be written, a bit each; the others are 0 */
   uint16_t num_constants; /* what lies behind them reads as 0 */
   const float (*constant)[4];
   uint8_t num_slots;
   struct pvs_slot slot[PVS_SLOTS];
};

struct pvs_ctx {
   struct emu_row input[PVS_INPUTS][4], temp[PVS_TEMPS][4], output[PVS_OUTPUTS][4], alt[PVS_ALT_TEMPS][4];
   struct emu_row source[3][4], result[4], dual;
   const float *params; /* machine code: the stage's constants, and bytes of rows that it works on */
   uint32_t row_B;
   unsigned num_vertices; /* lanes that count */
   const struct pvs_stage *stage;
   int32_t a0[4][EMU_LANES];
   int32_t loop_index;
   uint64_t predicate;
   uint16_t written; /* outputs that are perhaps not 0, a bit each */
   enum pvs_stop stopped;
   struct {
      uint16_t last, back, left, round;
      int32_t index;
      int8_t step;
      bool call;
   } stack[PVS_SLOTS];
   unsigned depth;
   /* of loops by depth: what a round began with (pvs/exec.c, is_settled) */
   struct pvs_saved {
      struct emu_row temp[PVS_SAVED_TEMPS][4], alt[PVS_ALT_TEMPS][4];
      int32_t a0[4][EMU_LANES];
      uint64_t predicate;
   } saved[PVS_SAVED_LOOPS];
};

/** Decodes 4 dwords. NULL: fine; else one clause what is not implemented. */
const char *pvs_decode(const uint32_t dw[4], struct pvs_inst *out);
/** The last step before a program runs: fills num_temps, num_alt and outputs by its instructions. */
void pvs_find_registers(struct pvs_stage *s);
/** One clause that ends "a vertex shader ...". */
const char *pvs_stop_text(enum pvs_stop stop);

struct pvs_kernels {
   unsigned vec_B;
   /** Runs one instruction of a program that has machine code: pvs/jit.h. */
   void (*call)(struct pvs_ctx *c, const struct pvs_inst *i);
   /** Where the program goes on behind its instruction \p pc; PVS_ENDED: nowhere, c->stopped says why. */
   uint64_t (*step)(struct pvs_ctx *c, const void *unused, uint64_t pc);
   /** Interprets what is left from \p pc on, for at most \p left instructions. */
   void (*resume)(struct pvs_ctx *c, const void *unused, uint64_t pc, uint64_t left);
   /** Runs the stage for the lanes 0 to c->num_vertices - 1; the others' results are anything. */
   void (*run)(struct pvs_ctx *c, const struct pvs_stage *s);
};

#endif
