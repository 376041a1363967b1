/* SPDX-License-Identifier: MIT
 *
 * A decoded program: control-flow steps whose ALU clauses are ranges of micro-ops. A program is decoded once
 * (sq/decode). Every operand of a micro-op is a byte offset from the execution context: a row of 64 lanes, or a
 * constant that sq_run has broadcast before (one vector, bit 0 of the offset set). Operations of one group are
 * ordered at decode time so that none reads what another has already written; where that is impossible a
 * temporary row is used ("All reads of a group happen before its writes").
 */
#ifndef EMULATOR_TERASCALE_SQ_PROGRAM_H
#define EMULATOR_TERASCALE_SQ_PROGRAM_H

#include "db/terascale/isa.h"
#include "emulator/core/wave.h"
#include "emulator/emulator.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/sq/rows.h"
#include "emulator/terascale/sq/stage.h"
#include "util/u_arena.h"

/* ---- micro-ops ---- */

struct sq_uop;
typedef void (*sq_uop_fn)(struct sq_ctx *c, const struct sq_uop *u, struct emu_row *dst);

/** Source modifiers, applied in this order. */
enum { SQ_MOD_ABS = 1, SQ_MOD_NEG = 2 };

enum sq_uop_kind {
   SQ_U_VALUE,  /* one result row; the interpreter masks it */
   SQ_U_EFFECT, /* looks at the masks itself: predicates, kills, relative stores */
};

struct sq_uop {
   sq_uop_fn fn;
   uint32_t dst;     /* byte offset of the destination row from the context */
   uint32_t src[8];  /* byte offsets; bit 0 set: broadcast constant */
   uint8_t mod[8];   /* SQ_MOD_* */
   uint8_t kind;     /* enum sq_uop_kind */
   uint8_t pred_sel; /* 0 always, 2 where the predicate is false, 3 where it is true */
   uint8_t clamp;    /* 0 no, 1 to [0,1], NaN stays, 2 to [0,1], NaN becomes 0 */
   uint8_t op;       /* index in its table, for printing */
   float omod;       /* factor, 1 = none */
   uint32_t arg[2];
};

/** Operations of the micro-op interpreter that are no opcode of the ISA. */
enum sq_special {
   SQ_S_MODIFY,    /* dst = src0 with modifiers, omod, clamp; bits otherwise */
   SQ_S_REL_LOAD,  /* dst = GPR[arg0 + index] channel arg1, index in src0 */
   SQ_S_REL_STORE, /* GPR[arg0 + index] channel arg1 = src1, index in src0 */
   SQ_S_KREL_LOAD, /* dst = buffer arg0 of the stage, dword arg1 + 4 * index, index in src0 */
   SQ_S_COMMIT,    /* makes a predicate's result the predicate (arg0 & 1) and the execute mask (arg0 & 2) */
   SQ_S_INTERP,    /* dst = P0 + I * P10 + J * P20; arg0 = input, arg1 = channel; src0 = I, src1 = J */
   SQ_S_INTERP_P,  /* dst = P0, P10 or P20 by arg1 >> 2 */
   SQ_S_CUBE_T,
   SQ_S_CUBE_S,
   SQ_S_CUBE_MA,
   SQ_S_CUBE_FACE,  /* src = x, y, z */
   SQ_S_SET_CF_IDX, /* CF index arg0 = src0 of the first active lane */
   SQ_S_COUNT
};

/* ---- programs ---- */

/** Where a broadcast constant comes from. */
struct sq_const_ref {
   enum { SQ_C_LITERAL, SQ_C_KCACHE, SQ_C_FILE } kind;
   uint32_t value; /* literal bits; kcache: bank; file: register 0..511 of the stage */
   uint32_t dw;    /* kcache: dword in the buffer; file: channel */
   uint8_t mod;    /* SQ_MOD_*, folded */
};

/** A fetch instruction. */
struct sq_fetch {
   bool is_vtx;
   uint8_t op;   /* enum db_tex_op or db_vtx_op */
   uint8_t view; /* index in the stage state's tex[] or vtx[] */
   uint8_t src_gpr, dst_gpr;
   bool src_rel, dst_rel;
   uint8_t src_sel[4]; /* 0..3 channel, 4 zero, 5 one */
   uint8_t dst_sel[4]; /* 0..3, 4 zero, 5 one, 7 keep */
   /* textures */
   float lod_bias;
   uint8_t coord_norm; /* bit per coordinate: normalised */
   int8_t offset[3];   /* half texels */
   uint8_t gather;     /* GATHER4*: the component */
   bool tap;           /* one of several of a clause that ta/taps.h may do */
   uint16_t resource, sampler;
   uint8_t resource_index_mode, sampler_index_mode; /* 0 none, 1, 2: CF index 0, 1 added */
   /* vertices */
   uint8_t fetch_type; /* 0 vertex, 1 instance, 2 no offset */
   bool use_const_fields, no_stride, srf_no_zero, is_signed;
   uint8_t data_format, num_format, endian;
   uint32_t offset_B;
   uint8_t semantic; /* SEMFETCH */
   /* scratch reads */
   uint16_t array_base, array_size;
   bool indexed;
   uint8_t burst;
};

enum sq_export_type { SQ_X_PIXEL, SQ_X_POS, SQ_X_PARAM };

struct sq_export {
   uint8_t type, gpr, index_gpr, burst, elem_size;
   bool rel, indexed, reads; /* reads: R600's scratch read */
   bool lasts; /* a colour whose registers have their values until the program ends, in their order */
   uint8_t sel[4];
   uint16_t array_base, array_size;
   uint8_t comp_mask;
};

/** What a step does: db's word for the instruction that it was decoded from. */
enum sq_step_kind {
   SQ_CF_NOP = DB_FLOW_NOP,
   SQ_CF_ALU = DB_FLOW_ALU, /* with sq_step::alu */
   SQ_CF_FETCH = DB_FLOW_FETCH,
   SQ_CF_EXPORT = DB_FLOW_EXPORT,
   SQ_CF_SCRATCH = DB_FLOW_SCRATCH,
   SQ_CF_STREAM = DB_FLOW_STREAM, /* export.type: buffer */
   SQ_CF_LOOP_START = DB_FLOW_LOOP_START,
   SQ_CF_LOOP_END = DB_FLOW_LOOP_END,
   SQ_CF_LOOP_CONTINUE = DB_FLOW_LOOP_CONTINUE,
   SQ_CF_LOOP_BREAK = DB_FLOW_LOOP_BREAK,
   SQ_CF_JUMP = DB_FLOW_JUMP,
   SQ_CF_PUSH = DB_FLOW_PUSH,
   SQ_CF_PUSH_ELSE = DB_FLOW_PUSH_ELSE,
   SQ_CF_ELSE = DB_FLOW_ELSE,
   SQ_CF_POP = DB_FLOW_POP,
   SQ_CF_POP_JUMP = DB_FLOW_POP_JUMP,
   SQ_CF_POP_PUSH = DB_FLOW_POP_PUSH,
   SQ_CF_POP_PUSH_ELSE = DB_FLOW_POP_PUSH_ELSE,
   SQ_CF_CALL = DB_FLOW_CALL,
   SQ_CF_CALL_FS = DB_FLOW_CALL_FS,
   SQ_CF_RET = DB_FLOW_RET,
   SQ_CF_KILL = DB_FLOW_KILL,
   SQ_CF_END = DB_FLOW_END
};
/* ORDER: what changes the active lanes or the place that execution goes on at stands between LOOP_START and CALL,
 * clauses and exports before it; the machine code's compiler asks for these ranges. */
_Static_assert(SQ_CF_STREAM + 1 == SQ_CF_LOOP_START && SQ_CF_CALL + 1 == SQ_CF_CALL_FS &&
                  SQ_CF_CALL - SQ_CF_LOOP_START == 12,
               "control flow stands together");

/** What an ALU clause does around its groups. */
enum sq_alu_after {
   SQ_ALU_PLAIN = DB_AROUND_NOTHING,
   SQ_ALU_PUSH_BEFORE = DB_AROUND_PUSH_BEFORE,
   SQ_ALU_POP_AFTER = DB_AROUND_POP_AFTER,
   SQ_ALU_POP2_AFTER = DB_AROUND_POP2_AFTER,
   SQ_ALU_CONTINUE = DB_AROUND_CONTINUE,
   SQ_ALU_BREAK = DB_AROUND_BREAK,
   SQ_ALU_ELSE_AFTER = DB_AROUND_ELSE_AFTER
};

/** Which lanes an instruction is for: COND of its word. */
enum sq_cond {
   SQ_COND_ACTIVE,
   SQ_COND_FALSE,
   SQ_COND_BOOL, /* the active ones if the boolean constant is set */
   SQ_COND_NOT_BOOL
};

struct sq_step {
   uint8_t kind; /* enum sq_step_kind */
   uint8_t alu;  /* enum sq_alu_after */
   uint8_t cond; /* enum sq_cond */
   uint8_t cf_const, pop_count;
   bool end;              /* END_OF_PROGRAM */
   bool simple;           /* ALU: only SQ_U_VALUE micro-ops without pred_sel */
   bool valid_pixel_mode; /* helper pixels do not take part */
   uint8_t loop_form;     /* LOOP_START: enum db_loop */
   uint32_t target;       /* index of the step that ADDR names; equals num_steps for the end */
   uint32_t next;         /* index of the step that follows in memory */
   uint32_t first, count; /* micro-ops, fetches, or index of an export */
   uint32_t cf_addr;      /* where it stood, in 64-bit units */
};

/** Bytes of the program's memory that were decoded, for verification of cached programs. */
struct sq_extent {
   uint32_t off_B, size_B; /* in the program; the bytes follow each other in sq_program.bytes */
};

struct sq_jit;

/** How often a program ran, and the machine code that it earned by that (jit/jit.h). Threads share it. */
struct sq_hot {
   struct sq_jit *jit; /* atomic */
   uint32_t waves;     /* atomic, approximately */
   bool taken;         /* atomic: a thread compiles it or has done so */
};

struct sq_program {
   struct u_arena arena;
   struct sq_hot *hot;
   struct sq_program *hash_next;
   uint64_t hash;
   uint32_t key; /* generation, stage and mode bits */
   struct sq_step *steps;
   uint32_t num_steps;
   struct sq_uop *uops;
   uint32_t num_uops;
   struct sq_fetch *fetches;
   uint32_t num_fetches;
   struct sq_export *exports;
   uint32_t num_exports;
   struct sq_const_ref *consts;
   uint32_t num_consts;
   uint32_t const_base; /* byte offset of constant 0 in the context */
   /* distinct (resource, sampler) pairs and vertex buffers that fetches name */
   struct {
      uint16_t resource, sampler;
      bool needs_sampler;
   } tex[64];
   uint32_t num_tex;
   uint32_t vtx_fetch[64]; /* views: index of the first fetch with this buffer and format */
   uint32_t num_vtx;
   uint32_t kcache_banks;    /* banks it reads; from 16 on a pixel shader's of the vertex shader */
   uint32_t krel_banks;      /* relatively */
   uint32_t inputs;          /* parameters that it interpolates, a bit each */
   bool calls_fs, uses_grad; /* uses derivatives */
   bool kills;               /* pixels */
   bool indexes_resources;   /* resource or sampler numbers depend on CF indices */
   bool may_stop;            /* sq_stage_may_stop(), by itself */
   uint32_t cost;            /* sq_stage_cost() */
   uint32_t num_gprs;        /* highest register named + 1 */
   /* decode/exposed.c: rows that it may read before it writes them, before and after it calls the fetch shader, and rows
    * that it has written for all lanes at its end */
   struct sq_rows exposed, exposed_behind_fs, written;
   /* what was decoded */
   struct sq_extent *extents;
   uint32_t num_extents;
   uint8_t *bytes;
   uint32_t num_bytes;
};

/* Bits of sq_program.key beside the generation (bits 0-1) and the stage (bits 2-3). */
enum {
   SQ_KEY_DX10_CLAMP = 1 << 4,
   SQ_KEY_PREFER_VECTOR = 1 << 5,
   SQ_KEY_R600_AR = 1 << 6, /* relative operands with INDEX_MODE 4 after MOVA_GPR_INT are per lane */
};

/** GPU address of the program that the registers of a stage name. */
uint64_t sq_program_address(const struct emulator *e, enum sq_stage stage);
/** The key of the program that the registers of a stage describe. */
uint32_t sq_program_key(const struct emulator *e, enum sq_stage stage);
/** Decodes the program at GPU address \p addr. NULL and a sentence (with the CF address) on anything broken.
 */
struct sq_program *sq_decode(const struct emulator *e, uint64_t addr, uint32_t key, struct emu_error *err);
void sq_program_destroy(struct sq_program *p);
/** Fill what their names say of a program that is decoded. */
void sq_program_find_may_stop(struct sq_program *p);
void sq_program_find_cost(struct sq_program *p);

#endif
