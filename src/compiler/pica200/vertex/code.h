/* SPDX-License-Identifier: MIT
 *
 * Between the IR and the words of a vertex program: scalar operations that the shader unit has, and values with the place they get. Inside
 * compiler/pica200/vertex only. In order: the vertex shader and the fragment half's tail become one shader (fuse.c);
 * selection makes operations of it (select.c, ops.c, flow.c); operands that the unit cannot read get copies (tidy.c, dots.c); the scheduler takes
 * operations in order, packs as many as one instruction holds, and gives the results registers (sched.c, fit.c, regs.c); what it makes is
 * written last, when all operand descriptors are known (write.c, blocks.c).
 *
 * Fences cut the list of operations into parts: each part is scheduled by itself, what cuts it is written in between. A value that several
 * operations write (phis) keeps one place; the order of parts in the list is that of the program, so that a value lives from its first to its last
 * mention, and to the end of a loop that it was made in front of.
 */
#ifndef COMPILER_PICA200_VERTEX_CODE_H
#define COMPILER_PICA200_VERTEX_CODE_H

#include <setjmp.h>

#include "compiler/ir/ir.h"
#include "compiler/pica200/binary.h"
#include "isa/pica200/words.h"
#include "util/u_arena.h"

#define VS_NONE UINT32_MAX

enum {
   VS_TEMPS = 16,
   VS_MEASURED_TEMPS = 100, /* when it is asked how many a shader wants */
   VS_MAX_INSTRS = 4096,    /* beyond that nobody wants to know how many more */
   VS_MAX_CONSTS = 1024,
   VS_MAX_NEST = 420, /* more than the IR's passes let stand */
   VS_NUMBER_COPIES = 64,
   VS_IF_DEPTH = 8, /* of the unit's stack */
   VS_LONGEST_ELSE = 255,
};

/* The constant buffer of the shader that fuse.c makes which holds the results of the fragment half's preamble. */
enum { VS_BLOCK_PREAMBLE = 1 };

enum vs_opcode {
   VS_OP_MOV,
   VS_OP_ADD,
   VS_OP_MUL,
   VS_OP_MAD,
   VS_OP_MIN,
   VS_OP_MAX,
   VS_OP_FLR,
   VS_OP_SGE,
   VS_OP_SLT,
   /* alone in an instruction */
   VS_OP_DP3, /* src 0..3 with src 4..7 */
   VS_OP_DP4,
   VS_OP_DPH,
   VS_OP_RCP,
   VS_OP_RSQ,
   VS_OP_EX2,
   VS_OP_LG2,
   /* fences */
   VS_OP_IF, /* src[0] compares with src[1] as op->cmp says */
   VS_OP_ELSE,
   VS_OP_ENDIF,
   VS_OP_LOOP,
   VS_OP_BREAK, /* as IF */
   VS_OP_ENDLOOP,
};

enum vs_file { VS_FILE_TEMP, VS_FILE_INPUT, VS_FILE_CONST };

/** An operand: a value, which may be negated, or a number when value is VS_NONE. */
struct vs_src {
   uint32_t value;
   uint32_t imm; /* binary32 */
   bool neg;
};

struct vs_value {
   uint8_t file; /* enum vs_file */
   uint8_t comp;
   uint16_t index;
   bool placed;    /* file, index and comp are valid */
   bool defined;   /* an instruction that writes it was made */
   bool carried;   /* several operations write it */
   uint32_t rel;   /* constant: value that is added to the index; VS_NONE */
   uint32_t uses;  /* operands of operations that were not issued yet */
   uint32_t def;   /* operation; of a carried one the first */
   uint32_t group; /* values that want to stand in one register; VS_NONE */
   uint32_t copy;  /* a temporary with the same number; VS_NONE */
};

struct vs_op {
   uint8_t code; /* enum vs_opcode */
   uint8_t nsrc;
   bool ordered; /* minimum or maximum whose second source is the result if the first is no number */
   int8_t out;   /* output register that the result goes to instead of a value; -1 */
   uint8_t out_comp;
   uint8_t cmp;   /* enum vs_compare */
   bool unless;   /* IF, BREAK: if it does not hold */
   uint16_t nest; /* branches and loops around it */
   uint16_t part;
   uint32_t loop; /* LOOP, ENDLOOP: which */
   uint32_t seq;  /* place in the order of the program */
   uint32_t dst;  /* VS_NONE: an output, a fence */
   uint32_t next; /* operation behind it in the order of the program; VS_NONE */
   struct vs_src src[8];
};

/** Numbers as in CMP. */
enum vs_compare { VS_EQ, VS_NE, VS_LT, VS_LE, VS_GT, VS_GE };

struct vs_group {
   uint32_t member[4];
   uint8_t n;
   bool reserved;
};

struct vs_loop {
   uint32_t *live; /* values that must keep their places until ENDLOOP */
   uint32_t num_live, max_live;
};

/** What one instruction does, while it is put together. */
struct vs_operand {
   bool reads, numbers; /* one register, or up to four numbers of a constant; neither: nothing */
   bool neg;
   uint8_t file;
   uint16_t index;
   uint32_t rel;
};
struct vs_pack {
   uint32_t op[4];
   uint8_t comp[4]; /* of the results */
   unsigned n;
   struct vs_operand operand[3];
   unsigned num_operands, wide; /* operand that may be a constant; num_operands: none is one */
   uint32_t number[4];
   unsigned num_numbers;
};

/** A descriptor, and the bits that the instructions which name it look at. */
struct vs_desc {
   uint32_t bits, care;
};

/** An instruction; the number of its descriptor is known if it is a MAD's. */
struct vs_instr {
   struct pica_instruction i;
   uint16_t desc;
};

struct vs_ctx {
   struct u_arena arena;
   const struct ir_shader *ir; /* fused */
   const struct pica200_vertex_key *key;
   struct pica200_vertex *out;
   char *error;
   size_t error_B;
   jmp_buf *leave;
   struct vs_op *ops;
   uint32_t num_ops, max_ops;
   struct vs_value *values;
   uint32_t num_values, max_values;
   struct vs_group *groups;
   uint32_t num_groups, max_groups;
   struct vs_loop *loops;
   uint32_t num_loops;
   struct vs_src *map; /* operand that an IR value became; imm VS_NONE and value VS_NONE: none yet */
   const struct ir_instr **made_by;               /* by IR value */
   bool *risky;                                   /* by IR value: it may be no number though none is read */
   uint32_t *inverse;                             /* by IR value that selects: 1 less it; VS_NONE */
   uint8_t output_at[PICA200_OUTPUTS * 4 + 1][2]; /* register and component of an output of the IR */
   struct pica200_const consts[VS_MAX_CONSTS];
   uint8_t const_mask[VS_MAX_CONSTS]; /* immediate: components in use */
   uint32_t num_consts;
   uint32_t first, last; /* the part that is scheduled; before: all */
   uint32_t rest, fence; /* behind it; what ends it */
   uint16_t part;
   uint16_t nest;
   uint8_t *reg_used; /* components that hold a value */
   uint32_t num_regs, max_reg;
   struct vs_src number_copy[VS_NUMBER_COPIES]; /* numbers that stand in a temporary: its value, and imm */
   uint32_t num_number_copies;
   uint32_t address[2]; /* values that a0.x and a0.y hold; VS_NONE */
   unsigned next_address;
   struct vs_instr *code;
   uint32_t num_code;
   uint8_t place[VS_MAX_INSTRS + 2]; /* blocks.c: does a block end there, does a jump lead there? */
   uint32_t open[VS_MAX_NEST];       /* instructions that begin the blocks around */
   uint32_t num_open;
   struct vs_desc desc[VS_MAX_INSTRS]; /* in the beginning those of MADs */
   unsigned num_descs;
   uint8_t written[PICA200_OUTPUTS]; /* components of outputs */
   /* ways to try */
   uint32_t window;   /* operations that the scheduler looks ahead */
   bool by_height;    /* in order of their way to the end, not the program's */
   bool share_copies; /* of constants: one for all who read it */
   bool late_stores;  /* moves to outputs wait for what they may go with */
   bool jumps;        /* all branches are jumps */
   bool measure;      /* how many temporaries the shader would need */
   bool short_of_temps;
   bool long_else; /* one cannot be counted */
};

/** Ends the compilation with a sentence. */
void pica_vs_fail(struct vs_ctx *c, const char *fmt, ...) __attribute__((format(printf, 2, 3), noreturn));

/* fuse.c */
/** The vertex shader, the tail behind it, and what the chip's outputs want, as one shader: its outputs have one component each, semantic IR_SEM_GENERIC
 * and the number of a pica200_semantic, or IR_SEM_POINT_SIZE. NULL: \p error has the sentence. */
struct ir_shader *pica_vs_fuse(const struct ir_shader *s, const struct pica200_fragment *f,
                               const struct pica200_vertex_key *key, char *error, size_t error_B);

/* lower.c */
/** Takes what the unit has no instruction for apart, where parts may be shared. */
void pica_vs_lower(struct ir_shader *s);

/* build.c */
struct vs_op *pica_vs_op_new(struct vs_ctx *c, enum vs_opcode code);
uint32_t pica_vs_value_new(struct vs_ctx *c);
uint32_t pica_vs_group_new(struct vs_ctx *c);
/** A new operation; returns its result. */
struct vs_src pica_vs_emit(struct vs_ctx *c, enum vs_opcode code, struct vs_src a, struct vs_src b,
                           struct vs_src d);
/** A move of \p s in front of operation \p by and behind operation \p prev (VS_NONE: in front of all), which becomes the move; returns its result. */
uint32_t pica_vs_insert_copy(struct vs_ctx *c, uint32_t *prev, struct vs_src s, uint32_t by);
struct vs_src pica_vs_number(float f);
struct vs_src pica_vs_negate(struct vs_src s);
/** The operand that an IR source becomes; makes its absolute value. */
struct vs_src pica_vs_operand(struct vs_ctx *c, const struct ir_src *s);
/** A component of a constant of kind \p kind, which is none of numbers. \p rel: value added to the index, or VS_NONE. */
struct vs_src pica_vs_const(struct vs_ctx *c, enum pica200_const_kind kind, uint32_t slot, unsigned comp,
                            uint32_t rel);
struct vs_src pica_vs_input(struct vs_ctx *c, uint32_t input, unsigned comp);
/** The constant that has all \p n numbers, and their components. */
uint32_t pica_vs_const_numbers(struct vs_ctx *c, const uint32_t *bits, unsigned n, uint8_t *comp);

/* select.c, ops.c, flow.c */
/** The interface: before anything is selected. */
void pica_vs_select_init(struct vs_ctx *c);
void pica_vs_select_instr(struct vs_ctx *c, const struct ir_instr *in);
/** False: the unit has no such operation. */
bool pica_vs_select_alu(struct vs_ctx *c, const struct ir_instr *in);
void pica_vs_select_body(struct vs_ctx *c);

/* tidy.c */
void pica_vs_count_uses(struct vs_ctx *c);
void pica_vs_remove_dead(struct vs_ctx *c);
/** Results that are stored and read nowhere else go straight to their outputs, others as soon as they are there; phis are written by who makes what
 * they read. */
void pica_vs_direct(struct vs_ctx *c);
/** Copies of constants and inputs: an instruction reads one of each. */
void pica_vs_split_sources(struct vs_ctx *c);

/* dots.c */
/** Dot products of vectors that stand together, or can; others become products and sums. */
void pica_vs_dots(struct vs_ctx *c);

/* regs.c */
void pica_vs_regs_init(struct vs_ctx *c);
uint32_t pica_vs_find_reg(const struct vs_ctx *c, unsigned n);
void pica_vs_place(struct vs_ctx *c, uint32_t value, uint32_t reg, unsigned comp);
/** Gives all members of a value's group a place in one register. */
void pica_vs_reserve_group(struct vs_ctx *c, uint32_t value);
void pica_vs_release(struct vs_ctx *c, const struct vs_op *op);
void pica_vs_release_value(struct vs_ctx *c, uint32_t value);
void pica_vs_no_temps(struct vs_ctx *c) __attribute__((noreturn));
/** Cuts the list into parts; values that loops read keep their places. */
void pica_vs_cut_parts(struct vs_ctx *c);
/** The next part becomes the list of operations. False: there is none. */
bool pica_vs_next_part(struct vs_ctx *c);

/* fit.c */
/** Can one instruction do the operations? Fills in the operands. */
bool pica_vs_fits(const struct vs_ctx *c, struct vs_pack *p);

/* sched.c */
void pica_vs_schedule(struct vs_ctx *c);

/* write.c */
/** Results go to output register \p out, or to temporary \p reg if that is -1. */
void pica_vs_write(struct vs_ctx *c, const struct vs_pack *p, int out, uint32_t reg);
/** Loads a0.x (\p n 0) or a0.y. */
void pica_vs_write_address(struct vs_ctx *c, uint32_t value, unsigned n);
void pica_vs_write_compare(struct vs_ctx *c, const struct vs_op *op);
/** Appends an instruction of no operands yet. */
struct pica_instruction *pica_vs_append(struct vs_ctx *c, int op);

/* blocks.c */
/** What begins, parts or ends a block. */
void pica_vs_write_fence(struct vs_ctx *c, const struct vs_op *op);

/* descs.c */
/** A descriptor of the first \p most that has what the instruction looks at; it is made if there is room. \p num: those there are. False: there is
 * none. */
bool pica_vs_find_desc(struct vs_desc *desc, unsigned *num, unsigned most, const struct pica_instruction *i,
                       uint16_t *at);

/* finish.c */
/** END, descriptors, words; the limits. */
void pica_vs_finish(struct vs_ctx *c);

static inline bool
pica_vs_is_fence(unsigned code)
{
   return code >= VS_OP_IF;
}
static inline bool
pica_vs_is_dot(unsigned code)
{
   return code >= VS_OP_DP3 && code <= VS_OP_DPH;
}
static inline bool
pica_vs_stands_alone(unsigned code)
{
   return code >= VS_OP_DP3;
}
static inline bool
pica_vs_is_commutative(const struct vs_op *op)
{
   return op->code >= VS_OP_ADD && op->code <= VS_OP_MAX && !op->ordered;
}
static inline bool
pica_vs_is_product(unsigned code)
{
   return code == VS_OP_MUL || code == VS_OP_MAD;
}
/** Terms of a dot product that one source of it has. */
static inline unsigned
pica_vs_dot_terms(const struct vs_op *op, unsigned k)
{
   return op->code == VS_OP_DP4 || (op->code == VS_OP_DPH && k) ? 4 : 3;
}
static inline bool
pica_vs_is_number(const struct vs_src *s, float f)
{
   union {
      float f;
      uint32_t u;
   } b = {f};
   return s->value == VS_NONE && (s->imm == b.u || (!(s->imm << 1) && !(b.u << 1)));
}

#endif
