/* SPDX-License-Identifier: MIT
 *
 * Between the IR and the instruction words: scalar operations that the engines have, and values with the place they
 * get. Inside compiler/r300 only. The passes: selection (select/) makes operations of the IR; then each engine's
 * scheduler (pvs/, us/) takes operations in order, packs as many as one instruction holds, gives the results
 * registers, and writes the words. Control flow: flow.h.
 */
#ifndef COMPILER_R300_CODE_H
#define COMPILER_R300_CODE_H

#include "compiler/ir/ir.h"
#include "compiler/r300/binary.h"
#include "compiler/r300/opcode.h"
#include "util/u_arena.h"

#define R300_NONE UINT32_MAX

/** Which registers a value may stand in. ALT: of the vertex engine's other temporaries the first one, which takes results of scalar
 * operations that share an instruction with another. */
enum r300_file { R300_FILE_TEMP, R300_FILE_INPUT, R300_FILE_CONST, R300_FILE_ALT };

/** What the pixel shader's units make of sources 0 and 1 before an operation reads it; the hardware's SRCP_OP is one less. */
enum r300_presub {
   R300_PRESUB_NONE,
   R300_PRESUB_1_MINUS_2A,
   R300_PRESUB_B_MINUS_A,
   R300_PRESUB_B_PLUS_A,
   R300_PRESUB_1_MINUS_A,
};

/** An operand: a value, or a number when value is R300_NONE. neg(abs(x)). */
struct r300_src {
   uint32_t value;
   uint32_t imm; /* binary32 without its sign, which neg holds */
   bool neg, abs;
   /* enum r300_presub: x is made of the value, a, and of value b: imm, and source R300_PRESUB_B of the operation */
   uint8_t presub;
};
#define R300_PRESUB_B 3

struct r300_value {
   uint8_t file; /* enum r300_file */
   uint8_t comp;
   uint16_t index;
   bool placed;    /* file, index and comp are valid */
   bool defined;   /* the instruction that writes it was written */
   uint32_t uses;  /* operands of operations that were not issued yet */
   uint32_t def;   /* operation, R300_NONE: input or constant */
   uint32_t group; /* values that want to stand in one register; R300_NONE */
   uint32_t copy;  /* a temporary with the same number; R300_NONE */
   bool carried;   /* by a loop or out of a branch: written by other operations, too */
};

struct r300_op {
   uint8_t code; /* enum r300_opcode */
   uint8_t nsrc;
   bool sat;
   int8_t omod;      /* pixel shader: the result times 2^omod, -3 to 3 */
   int8_t out;       /* output vector that the result goes to instead of a value; -1 */
   uint8_t also_out; /* pixel shader: components of output `also_target` that it goes to besides */
   uint8_t also_target;
   uint8_t out_comp;
   struct ir_tex tex;
   struct r300_src src[9];
   uint32_t dst[4]; /* TEX has four */
   uint32_t next;   /* operation behind it in the order of the program; R300_NONE */
   uint32_t rel;    /* MOV of constant `slot` + this value; R300_NONE */
   uint32_t slot, line;
   uint8_t slot_comp;
   uint16_t part; /* of the program, between LOOP, BREAK, ENDLOOP and FENCE */
   uint8_t depth; /* loops and branches around it */
   uint8_t test;  /* BREAK, IF: as US_CMN_INST's ALU_RESULT_OP */
   bool added;    /* pixel shader: MOV as the third operand of a sum of a product, not as the first */
};

/** Up to four values that one operand reads: in one register they can be read together. */
struct r300_group {
   uint32_t member[4];
   uint32_t copied[4]; /* value that a member is a plain copy of; R300_NONE */
   uint8_t comp[4];    /* of a fixed one */
   uint8_t n;
   bool fixed; /* its members have places of their own in the register */
   bool reserved;
};

/** A comparison in the pixel shader: it is `yes` if the number is not negative. */
struct r300_asked {
   struct r300_src number;
   bool known, yes;
};

#define R300_IN_FLIGHT_READ    1
#define R300_IN_FLIGHT_WRITTEN 2
#define R300_NUMBER_COPIES     64
#define R300_OUT_DEPTH         8 /* of the pixel shader, whose outputs 0..3 are the colour targets */

struct r300_ctx {
   struct u_arena arena;
   const struct ir_shader *ir;
   const struct r300_chip *chip;
   const struct r300_key *key;
   struct r300_binary *out;
   char *error;
   size_t error_B;
   jmp_buf *leave; /* r300_fail and memory that ends go there */
   struct r300_op *ops;
   uint32_t num_ops, max_ops;
   struct r300_value *values;
   uint32_t num_values, max_values;
   struct r300_group *groups;
   uint32_t num_groups, max_groups;
   struct r300_src *map; /* operand that an IR value became */
   uint32_t map_size;
   struct r300_asked *asked; /* pixel shader: of IR values that comparisons make */
   struct r300_src *inverse; /* vertex engine: 1 less an IR value that selects; R300_NONE: nobody asked */
   uint8_t output_at[R300_MAX_IO];  /* output vector of an output of the IR */
   uint32_t stored[R300_MAX_IO][4]; /* operation that stores an output */
   int8_t frag_coord_out;           /* -1: none */
   uint8_t face_out[4];
   struct r300_src frag_rw; /* 1 / w of the fragment, when something has asked */
   uint32_t first, last;    /* operations in the order of the program, without those that were issued */
   uint32_t rest,
      fence; /* behind the part that is scheduled: the program, what ends the part (R300_NONE: its end) */
   uint16_t part; /* of operations that are selected */
   uint32_t depth, num_loops, num_ir_loops;
   struct r300_loop *loops;      /* R300_ALL_LOOPS */
   struct r300_branch *branches; /* as many as the shader has ifs */
   uint32_t num_branches, open_branches;
   uint32_t quad_left, kil_left; /* of them: that read neighbours' values (lookups, derivatives); kills */
   uint8_t reg_used[128];        /* components of temporaries that hold a value */
   uint32_t num_regs, max_reg;   /* temporaries there are; one more than the highest in use */
   /* numbers that stand in a temporary: its value, and imm */
   struct r300_src number_copies[R300_NUMBER_COPIES];
   uint32_t num_number_copies;
   /* pixel shader: temporaries that lookups still use, which began behind the last wait; is the last one a lookup? */
   uint8_t in_flight[128];
   bool in_lookups;
   /* pixel shader: what the ALU instruction before writes, by the colour unit and by the alpha unit; 0: nothing, or there is none */
   uint32_t written_reg[2];
   uint8_t written_mask[2];
   uint8_t alt_used;         /* vertex engine: components of its other temporary that hold a value */
   uint32_t address;         /* vertex engine: value that A0.x holds */
   uint32_t *tex_dw;         /* lookups of R300 and R400, which stand behind the ALU instructions */
   uint32_t *ext_dw;         /* R400's upper bits of registers, one word an ALU instruction */
   bool wide;                /* R400: more than 32 temporaries may be used */
   bool measure;             /* how many temporaries the shader would need, more than there are */
   bool short_of_temps;      /* that is why it failed */
   uint32_t node, num_nodes; /* pixel shaders of R300 and R400 (us/nodes.c): the one that is written */
   uint32_t max_dw;          /* room in the code */
   uint32_t window;          /* operations that the scheduler looks ahead */
   bool by_height;           /* ... in order of their way to the end, not the program's */
   uint32_t seeds; /* pixel shader: operations that it tries to begin an instruction with; 0: the first one */
   bool lanes;     /* scalars that go side by side become components of one register */
   bool presub;    /* sums become operands */
};

/** Ends the compilation with a sentence. */
void r300_fail(struct r300_ctx *c, const char *fmt, ...) __attribute__((format(printf, 2, 3), noreturn));

/** Appends words to the code. */
void r300_append(struct r300_ctx *c, const uint32_t *dw, unsigned n);

/* select/ */
void r300_select(struct r300_ctx *c);
struct r300_op *r300_op_new(struct r300_ctx *c, enum r300_opcode code);
uint32_t r300_value_new(struct r300_ctx *c);
/** A move of \p s behind operation \p prev (R300_NONE: in front of all); returns its result. */
uint32_t r300_insert_copy(struct r300_ctx *c, uint32_t prev, struct r300_src s);
/** A new operation of up to three sources; returns its result. */
struct r300_src r300_emit(struct r300_ctx *c, enum r300_opcode code, struct r300_src a, struct r300_src b,
                          struct r300_src d);
struct r300_src r300_number(float f);
struct r300_src r300_negate(struct r300_src s);
struct r300_src r300_magnitude(struct r300_ctx *c, struct r300_src s);
/** The operand for a uniform, an input or one of the constants that the driver knows. */
struct r300_src r300_uniform(struct r300_ctx *c, uint32_t slot, unsigned comp);
struct r300_src r300_input(struct r300_ctx *c, uint32_t input, unsigned comp);
struct r300_src r300_driver_const(struct r300_ctx *c, enum r300_const_kind kind, unsigned comp);
/** True if it made operations of an ALU instruction of the IR. */
void r300_select_instr(struct r300_ctx *c, const struct ir_instr *in);
bool r300_select_alu(struct r300_ctx *c, const struct ir_instr *in);
struct r300_src r300_operand(struct r300_ctx *c, const struct ir_src *s);
/** Can it compute the negated value by other signs of its operands? Makes it do so. */
bool r300_can_flip(const struct r300_op *op);
void r300_flip(struct r300_op *op);
/** Signs that operations on vectors have in common, as far as that is free. */
void r300_unite_signs(struct r300_ctx *c);
/** Factors 2, 4, 8 and their reciprocals that the pixel shader's results have for nothing. */
void r300_fold_factors(struct r300_ctx *c);
/** Results that are stored and read nowhere else go straight to their outputs; dead operations go. */
void r300_direct_outputs(struct r300_ctx *c);
/** Dot products, or those of a vector with itself, become products and sums of products, whose operands need not stand in one
 * register. */
void r300_part_dots(struct r300_ctx *c, bool squares);
/** Up to four kills become one, where the last of them stands. */
void r300_combine_kills(struct r300_ctx *c);
/** Copies of constants and inputs for the vertex engine, whose instructions read one of each. */
void r300_split_sources(struct r300_ctx *c);
/** How often each value is read. */
void r300_count_uses(struct r300_ctx *c);
/** Pixel shader: sums and differences that only sums of products read become operands of these. */
void r300_fold_presub(struct r300_ctx *c);
/** Do the values that its pre-subtraction is made of stand in one component, if it is made of two? */
bool r300_presub_meets(const struct r300_ctx *c, const struct r300_op *op);
/** Makes an operation of the pre-subtraction of two values that operation \p i reads, in front of all, and returns that. */
uint32_t r300_unfold_presub(struct r300_ctx *c, uint32_t i);
/** Operations that nobody reads go; uses are counted. */
void r300_remove_dead(struct r300_ctx *c);
/** Values that an operand reads together become groups; copies of those that are elsewhere. */
void r300_make_groups(struct r300_ctx *c);
/** Results of scalar operations of a kind that are as far from the end become groups: the colour unit puts those of the
 * alpha unit into its lanes. */
void r300_group_scalars(struct r300_ctx *c);

/* consts.c */
/** Ends the compilation if there are more than the chip has. */
void r300_check_constants(struct r300_ctx *c);
/** Index of the constant, which is appended if it is new. */
uint32_t r300_const_index(struct r300_ctx *c, enum r300_const_kind kind, uint32_t slot);
/** A constant whose component k is bits[k] for each bit k of \p mask, of components 0..2. */
uint32_t r300_const_in_order(struct r300_ctx *c, const uint32_t *bits, uint32_t mask);
/** A constant that has all \p n (1..4) numbers; their components in \p comp. */
uint32_t r300_const_numbers(struct r300_ctx *c, const uint32_t *bits, unsigned n, uint8_t *comp);

/* sched/ */
/** Operations between each and the end, by operation. */
uint32_t *r300_heights(struct r300_ctx *c);
/** What has the longest way to the end first; else in order of the program. */
void r300_sort_by_height(struct r300_ctx *c);
/** Counts uses; what is left is ready to be issued. */
void r300_sched_init(struct r300_ctx *c);
/** Are its operands defined, and all that must happen before it? */
bool r300_ready(const struct r300_ctx *c, const struct r300_op *op);
/** The operation was written: it leaves the list, its results are defined. */
void r300_issue(struct r300_ctx *c, uint32_t op);
/** Its operands are read: frees the registers of those that nobody reads any more. */
void r300_release(struct r300_ctx *c, const struct r300_op *op);
void r300_release_value(struct r300_ctx *c, uint32_t value);
/** A group without members. */
struct r300_group *r300_group_new(struct r300_ctx *c);
/** A temporary with \p n free components of \p mask, at best one that has no others; R300_NONE. */
uint32_t r300_find_reg(const struct r300_ctx *c, unsigned mask, unsigned n);
void r300_place(struct r300_ctx *c, uint32_t value, uint32_t reg, unsigned comp);
/** Gives all members of a value's group a place in one register. */
void r300_reserve_group(struct r300_ctx *c, uint32_t value);
/** Temporaries that the chip has for a shader. */
uint32_t r300_max_temps(const struct r300_ctx *c);
void r300_no_temps(struct r300_ctx *c) __attribute__((noreturn));

/* the engines */
void r300_pvs(struct r300_ctx *c);
void r300_us500(struct r300_ctx *c);
void r300_us300(struct r300_ctx *c); /* and R400's */

/** Is it a pixel shader of R300 or R400, whose operands choose few orders of components? */
static inline bool
r300_is_native(const struct r300_ctx *c)
{
   return c->ir->stage == IR_FRAGMENT && c->chip->gen != R300_GEN_R500;
}
/** Terms of a dot product that the engine computes together. */
unsigned r300_dot_terms(const struct r300_ctx *c, const struct r300_op *op);

static inline void
r300_swap(struct r300_op *op)
{
   const struct r300_src t = op->src[0];
   op->src[0] = op->src[1];
   op->src[1] = t;
}
static inline bool
r300_is_literal(const struct r300_src *s) /* 0 or 1, which every swizzle has */
{
   return s->value == R300_NONE && (s->imm == 0 || s->imm == 0x3f800000);
}

#endif
