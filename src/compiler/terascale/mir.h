/* SPDX-License-Identifier: MIT
 *
 * Machine IR of the VLIW back end, private to src/compiler/terascale.
 *
 * Selection makes blocks of machine operations on virtual scalar registers; coalescing merges registers and
 * ties those that must share one GPR into "vecs"; the scheduler packs operations into groups and clauses and
 * chooses every register's channel; allocation then only has to choose GPR numbers. Channels are final before
 * GPR numbers because the slot an operation runs in decides its channel, and because read-port conflicts
 * depend on channels and on the identity of registers alone.
 */
#ifndef COMPILER_TERASCALE_MIR_H
#define COMPILER_TERASCALE_MIR_H

#include "compiler/terascale/chip.h"
#include "compiler/terascale/op.h"
#include "compiler/terascale/vliw.h"
#include "db/terascale/isa.h"

#define VLIW_MAX_GPR    124 /* 124..127 are clause temporaries */
#define VLIW_ALU_CLAUSE 128 /* 64-bit slots in an ALU clause */
#define VLIW_NO_GROUP   0   /* serial numbers of groups begin at 2: neither a group's nor the one before it */

/** Positions from start to end, both included. What reads at position p stands at 2p, what writes at 2p+1. */
struct vliw_range {
   int start, end;
};

typedef U_VEC(struct vliw_range) vliw_ranges;

struct vliw_reg {
   uint32_t parent; /* union-find; itself = representative */
   uint32_t vec;    /* registers of one vec share a GPR; VLIW_NONE = free */
   int16_t gpr;     /* pinned or allocated, -1 = not yet */
   int8_t chan;     /* pinned or chosen, -1 = not yet */
   int8_t pref;     /* channel that helps the consumer, -1 = any */
   bool is_coord;   /* read by a fetch */
   bool is_mutable; /* may be written in several places (phis, variables, outputs) */
   bool no_write;   /* every read is forwarded through PV/PS: needs no GPR where the encoding has a mask */
   uint32_t nreads; /* operands that read it */
   uint32_t nleft;  /* scheduler: reads not yet scheduled */
   vliw_ranges ranges;
   /* scheduler: where it was last written */
   uint32_t def_group; /* serial number of the group; VLIW_NO_GROUP */
   uint8_t def_slot;   /* 0-3 vector unit, 4 = T */
   uint32_t writes;    /* so far */
};

/** Indexed by a register: `len` consecutive GPRs, channels 0..ncomp-1. */
struct vliw_array {
   uint32_t len;
   uint8_t ncomp;
   int16_t gpr;
   vliw_ranges ranges;
};

struct vliw_slot {
   struct vliw_op *op; /* NULL = empty */
   uint8_t k;          /* which of the operation's slots */
   uint8_t chan;       /* DST_CHAN */
   uint8_t bank;       /* BANK_SWIZZLE */
   bool write;
   uint8_t fwd[3]; /* 0 = from its register, 1..4 = PV.xyzw, 5 = PS */
};

struct vliw_group {
   struct vliw_slot slot[5];
   uint32_t lit[4];
   uint8_t nlit;
   uint8_t size; /* 64-bit slots including literals */
};

/* Of one constant buffer: 64 KB. A line is 16 vec4. */
#define VLIW_KC_SLOTS 4096u
#define VLIW_KC_LINES (VLIW_KC_SLOTS / 16)

struct vliw_kc {
   uint8_t mode;  /* 0 unused, 1 one line, 2 two lines */
   uint16_t line; /* VLIW_KC_LINES * constant buffer + line */
};

enum vliw_clause_kind { VLIW_CLAUSE_ALU, VLIW_CLAUSE_TEX, VLIW_CLAUSE_VTX, VLIW_CLAUSE_MEM };

struct vliw_clause {
   uint8_t kind;
   bool pred;  /* ends with the branch condition */
   bool movas; /* contains a MOVA_INT */
   struct vliw_kc kc[2];
   unsigned size;                   /* ALU: 64-bit slots */
   U_VEC(struct vliw_group) groups; /* ALU */
   U_VEC(struct vliw_op *) fetches; /* TEX, VTX; a gradient sample counts three. MEM: exactly one */
   int pos;                         /* of the first group or fetch */
};

struct vliw_block {
   U_VEC(struct vliw_op *) ops;
   U_VEC(struct vliw_clause *) clauses;
   int start, end; /* positions, both included; filled by liveness */
   uint32_t succ[2];
   uint32_t loop_depth;
   uint32_t index; /* in vliw_ctx.blocks */
};

enum vliw_node_kind {
   VLIW_NODE_BLOCK,
   VLIW_NODE_IF,
   VLIW_NODE_ELSE,
   VLIW_NODE_ENDIF,
   VLIW_NODE_LOOP,
   VLIW_NODE_ENDLOOP,
   VLIW_NODE_BREAK,
   VLIW_NODE_CONTINUE,
};

struct vliw_node {
   uint8_t kind;
   uint32_t block; /* BLOCK */
};

enum { VLIW_EXPORT_PIXEL, VLIW_EXPORT_POS, VLIW_EXPORT_PARAM, VLIW_EXPORT_STREAM, VLIW_EXPORT_TYPES };

struct vliw_export {
   uint8_t type;
   uint8_t buffer; /* STREAM */
   uint16_t base;  /* STREAM: dword of the vertex that component x goes to */
   /* REG; IMM 0.0 or 1.0 = selected constant; NONE = masked. STREAM: REG, component k in channel k, or NONE behind it */
   struct vliw_src src[4];
};

/** Dot products of two (or three) products (isel/dots.c): as a block's operations suggest, DOT4, or multiply-adds. */
enum vliw_dots { VLIW_DOTS_BY_BLOCK, VLIW_DOTS_WHOLE, VLIW_DOTS_CHAIN_2, VLIW_DOTS_CHAIN_3 };

/** What one attempt to compile a shader may choose. */
struct vliw_plan {
   uint32_t window; /* operations looked ahead in program order, to save registers; 0 = all */
   uint32_t seed;   /* disturbs the order among operations that look alike; 0 = not at all */
   enum vliw_dots dots;
   /* interpolation, which wants a group's four units at once, before what fills such groups */
   bool inputs_first;
};

struct vliw_ctx {
   struct u_arena arena;
   const struct ir_shader *ir;
   struct vliw_target t;
   const struct vliw_key *key;
   struct vliw_binary *out;
   U_VEC(struct vliw_reg) regs;
   U_VEC(struct vliw_array) arrays;
   U_VEC(struct vliw_node) nodes;
   U_VEC(struct vliw_block *) blocks;
   U_VEC(struct vliw_op *) all_ops;         /* to free their vectors */
   U_VEC(struct vliw_clause *) all_clauses; /* same */
   U_VEC(struct vliw_export) exports;
   struct vliw_plan plan;
   uint32_t min_groups; /* scheduler: what no order of operations can get below */
   uint32_t num_vecs;
   int num_pos;
   int reserved_gprs;        /* GPRs the hardware fills at start */
   uint32_t scratch_vec4;    /* per lane */
   uint32_t num_mem_objects; /* what scratch accesses depend on, four components each */
   bool failed;
   char *error;
   size_t error_B;
};

/* terascale/mir.c */
/** The run ends with this sentence, or with an earlier one. */
void vliw_fail(struct vliw_ctx *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** The run ends, and no other plan is tried: its code would differ from what there is with memory. */
void vliw_out_of_memory(struct vliw_ctx *c);
uint32_t vliw_reg_new(struct vliw_ctx *c);
/** A register that is no SSA value. */
uint32_t vliw_reg_mutable(struct vliw_ctx *c);
uint32_t vliw_reg_pinned(struct vliw_ctx *c, int gpr, int chan);
uint32_t vliw_find(struct vliw_ctx *c, uint32_t reg);
static inline struct vliw_reg *
vliw_reg(struct vliw_ctx *c, uint32_t r)
{
   return &c->regs.data[r];
}
/** From the context's arena; zeroed but for what is named. */
struct vliw_block *vliw_block_new(struct vliw_ctx *c);
struct vliw_op *vliw_op_new(struct vliw_ctx *c, enum vliw_op_kind kind, unsigned op);
/** At the end of the block. */
void vliw_op_append(struct vliw_ctx *c, struct vliw_block *b, struct vliw_op *op);
struct vliw_clause *vliw_clause_new(struct vliw_ctx *c, enum vliw_clause_kind kind);
/** MOV dst <- src that coalescing may remove. */
struct vliw_op *vliw_copy_new(struct vliw_ctx *c, uint32_t dst, struct vliw_src src);
void vliw_dead_code(struct vliw_ctx *c);
void vliw_count_reads(struct vliw_ctx *c);
/** The inline constant that holds \p bits: its select, or -1. */
int vliw_inline_const(uint32_t bits);
/** Puts immediates into the form the encoder likes: inline constant plus sign where the operand is a float.
 */
void vliw_canonical_imm(struct vliw_src *s, bool is_float);

#endif
