/* SPDX-License-Identifier: MIT
 * Row types of the opcode tables in db/isa.h. Compiler and emulator share these tables and no code. */
#ifndef DB_TERASCALE_DB_ISA_TYPES_H
#define DB_TERASCALE_DB_ISA_TYPES_H

#include <stdbool.h>
#include <stdint.h>
#include "db/terascale/db_gen.h"

/* Units that take an ALU opcode. */
enum db_slot {
   DB_SLOT_NONE,  /* opcode absent in this generation */
   DB_SLOT_ANY,   /* vector or T */
   DB_SLOT_VEC,   /* vector units only */
   DB_SLOT_TRANS, /* T only */
   DB_SLOT_4VEC,  /* fills all four vector units */
   DB_SLOT_2VEC,  /* two vector units */
   DB_SLOT_XYZ,   /* Cayman: issued in x, y, z and, if wanted there, w */
};

enum db_alu_flags {
   DB_ALU_SRC_INT_F = 1 << 0, /* operands are integers or bare bits: no neg, abs */
   DB_ALU_DST_INT_F = 1 << 1, /* result is an integer or a mask: no clamp, omod */
   DB_ALU_PRED_F = 1 << 2,    /* PRED_SET* */
   DB_ALU_KILL_F = 1 << 3,
   DB_ALU_MOVA_F = 1 << 4,
   DB_ALU_FP64_F = 1 << 5,
   DB_ALU_REDUCTION_F = 1 << 6, /* DOT4, CUBE, MAX4: one result from four slots */
   DB_ALU_INTERP_F = 1 << 7,
};

struct db_alu_info {
   const char *name;
   uint8_t nsrc;
   bool op3;
   int16_t code[DB_GEN_COUNT];  /* -1: absent */
   uint8_t slots[DB_GEN_COUNT]; /* enum db_slot */
   uint16_t flags;              /* enum db_alu_flags */
};

/* Which word pair a CF instruction uses. */
enum db_cf_form {
   DB_CF_FORM_CF,     /* SQ_CF_WORD0/1 */
   DB_CF_FORM_EXPORT, /* SQ_CF_ALLOC_EXPORT_WORD0, WORD1_SWIZ or WORD1_BUF */
   DB_CF_FORM_ALU,    /* SQ_CF_ALU_WORD0/1, 4-bit opcode */
};

/* What ADDR and COUNT of a CF instruction point to. */
enum db_clause {
   DB_CLAUSE_NONE,
   DB_CLAUSE_ALU,
   DB_CLAUSE_TEX,
   DB_CLAUSE_VTX,
   DB_CLAUSE_GDS,
};

/* What a CF instruction does to execution. */
enum db_flow {
   DB_FLOW_NONE, /* not described: geometry and compute shaders */
   DB_FLOW_NOP,
   DB_FLOW_ALU,   /* an ALU clause; variant: enum db_around */
   DB_FLOW_FETCH, /* a clause of texture or vertex fetches */
   DB_FLOW_EXPORT,
   DB_FLOW_SCRATCH,
   DB_FLOW_STREAM,     /* variant: the buffer of stream 0 */
   DB_FLOW_LOOP_START, /* variant: enum db_loop */
   DB_FLOW_LOOP_END,
   DB_FLOW_LOOP_CONTINUE,
   DB_FLOW_LOOP_BREAK,
   DB_FLOW_JUMP,
   DB_FLOW_PUSH,
   DB_FLOW_PUSH_ELSE,
   DB_FLOW_ELSE,
   DB_FLOW_POP,
   DB_FLOW_POP_JUMP,
   DB_FLOW_POP_PUSH,
   DB_FLOW_POP_PUSH_ELSE,
   DB_FLOW_CALL,
   DB_FLOW_CALL_FS,
   DB_FLOW_RET,
   DB_FLOW_KILL,
   DB_FLOW_END,
};

/* What an ALU clause does beside its groups. */
enum db_around {
   DB_AROUND_NOTHING,
   DB_AROUND_PUSH_BEFORE,
   DB_AROUND_POP_AFTER,
   DB_AROUND_POP2_AFTER,
   DB_AROUND_CONTINUE,
   DB_AROUND_BREAK,
   DB_AROUND_ELSE_AFTER,
};

/* How a loop counts: by its constant with aL, by its constant without, not at all. */
enum db_loop { DB_LOOP_COUNTED, DB_LOOP_NO_AL, DB_LOOP_UNCOUNTED };

struct db_cf_info {
   const char *name;
   uint8_t form;               /* enum db_cf_form */
   uint8_t clause;             /* enum db_clause */
   uint8_t flow;               /* enum db_flow */
   uint8_t variant;            /* by flow */
   bool ends;                  /* the program ends behind it, whatever its END_OF_PROGRAM says */
   int16_t code[DB_GEN_COUNT]; /* -1: absent */
};

struct db_fetch_info {
   const char *name;
   int8_t inst[DB_GEN_COUNT];      /* TEX_INST or VTX_INST; -1: absent */
   uint8_t inst_mod[DB_GEN_COUNT]; /* INST_MOD or MEM_OP */
};

#endif
