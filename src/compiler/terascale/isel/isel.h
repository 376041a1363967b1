/* SPDX-License-Identifier: MIT
 *
 * Shared by the parts of instruction selection; see isel/isel.c.
 */
#ifndef COMPILER_TERASCALE_ISEL_ISEL_H
#define COMPILER_TERASCALE_ISEL_ISEL_H

#include "compiler/terascale/passes.h"

/** A vec of texture coordinates that others may join: copies of `of` in `reg`. */
struct vliw_coords {
   const struct vliw_block *block;
   uint32_t vec;
   struct vliw_src of[4];
   uint32_t reg[4];
   unsigned n;
};

/** A fetch of constants by an index, which components of the same vector that are read later join. */
struct vliw_indexed {
   const struct vliw_block *block;
   const struct ir_instr *in; /* names the vector */
   struct vliw_op *op;
};

struct vliw_isel {
   struct vliw_ctx *c;
   const struct ir_shader *ir;
   struct vliw_block *cur;
   struct vliw_src *val;             /* operand of each IR value; kind NONE = not defined yet */
   const struct ir_instr **def;      /* its instruction */
   uint32_t *uses;                   /* operands that read it */
   struct vliw_block **block_of;     /* by IR block id */
   uint32_t **var_regs;              /* by variable: registers [elem * ncomp + comp], NULL = indexed array */
   uint32_t *var_array;              /* by variable: its array, VLIW_NONE = registers */
   uint32_t *mem_base, *mem_object;  /* by variable in scratch memory */
   uint32_t *out_regs;               /* [output * 4 + comp], VLIW_NONE = never stored */
   uint32_t *out_const;              /* the only value ever stored if it is 0.0 or 1.0 */
   uint32_t *out_stores;             /* number of stores */
   uint32_t *in_regs;                /* [input * 4 + comp] */
   uint8_t *in_mask;                 /* components read, per input */
   const struct ir_block **ir_block; /* by id */
   bool *helped, *helped_inputs;     /* by value, by input: helper pixels need it, too (isel/quads.c) */
   uint32_t sysval[2];               /* vertex id, instance id */
   uint32_t loop_depth;
   const struct ir_block *
      *value_block; /* by value, as far as the blocks at hand: isel/dots.c; NULL = no dot products */
   uint32_t *level;
   bool has_dots;
   unsigned dots; /* the number of products up to which dot products are chains in the block at hand */
   struct vliw_coords coords[4]; /* the last ones */
   unsigned num_coords;
   unsigned next_export_chan;
   struct vliw_indexed indexed[32]; /* the last ones */
   unsigned num_indexed;
};

/* operands */
struct vliw_src vliw_isel_src(struct vliw_isel *s, const struct ir_src *src);
/** The operand in a register, copied if it is none yet. */
uint32_t vliw_isel_reg(struct vliw_isel *s, struct vliw_src src);

/* one-slot ALU operations on a fresh register */
struct vliw_op *vliw_isel_op(struct vliw_isel *s, enum db_alu_op op, unsigned nsrc,
                             const struct vliw_src *src);
struct vliw_src vliw_alu1(struct vliw_isel *s, enum db_alu_op op, struct vliw_src a);
struct vliw_src vliw_alu2(struct vliw_isel *s, enum db_alu_op op, struct vliw_src a, struct vliw_src b);
struct vliw_src vliw_alu3(struct vliw_isel *s, enum db_alu_op op, struct vliw_src a, struct vliw_src b,
                          struct vliw_src d);
static inline struct vliw_src
vliw_immf(float f)
{
   union {
      float f;
      uint32_t u;
   } b = {f};
   return vliw_src_imm(b.u);
}
static inline struct vliw_src
vliw_neg(struct vliw_src s)
{
   s.neg = !s.neg;
   return s;
}

/** A constant that fetches and exports can select: 0.0 or 1.0. */
bool vliw_selectable(const struct vliw_src *s);
/** Fresh registers that share one GPR, holding copies of the up to four operands (NONE and selectable
 * constants stay as they are). */
void vliw_isel_vec(struct vliw_isel *s, struct vliw_src v[4]);
/** Appends to the current block and ties its results to one GPR. */
void vliw_isel_fetch(struct vliw_isel *s, struct vliw_op *op);

/* isel/alu.c: everything that is computed from operands alone */
void vliw_isel_alu(struct vliw_isel *s, const struct ir_instr *in);
/** The branch condition as a predicate operation at the end of the current block.
 * \p invert: the then-part runs if the condition is false; only if vliw_isel_can_invert says so. */
void vliw_isel_branch(struct vliw_isel *s, const struct ir_src *cond, bool invert);
bool vliw_isel_can_invert(struct vliw_isel *s, const struct ir_src *cond);
void vliw_isel_discard(struct vliw_isel *s, const struct ir_src *cond);

/* isel/dots.c */
/** Looks at the block that is about to be selected. */
void vliw_isel_choose_dots(struct vliw_isel *s, const struct ir_block *b);
/** (s0*s4 + s1*s5) + (s2*s6 + s3*s7) */
struct vliw_op *vliw_isel_dot(struct vliw_isel *s, const struct vliw_src *src);

/* isel/quads.c */
/** Finds vliw_isel::helped. */
void vliw_isel_quads(struct vliw_isel *s);
/** Has a fetch to make this instruction's results for helper pixels, too? */
bool vliw_isel_is_helped(const struct vliw_isel *s, const struct ir_instr *in);

/* isel/cube.c */
/** A direction on a face of a cube map. */
struct vliw_face {
   struct vliw_src coord[3]; /* s and t, 1 to 2 on the face; the face, as a float */
   struct vliw_src axis;     /* twice the major axis */
   struct vliw_src scale;    /* 1 / |axis| */
};
void vliw_isel_cube(struct vliw_isel *s, const struct vliw_src dir[3], struct vliw_face *f);
/** Slopes of s and t where \p d are those of the direction. */
void vliw_isel_cube_slopes(struct vliw_isel *s, const struct vliw_face *f, const struct vliw_src d[3],
                           struct vliw_src slope[2]);

/* isel/tex.c */
void vliw_isel_tex(struct vliw_isel *s, const struct ir_instr *in);
void vliw_isel_derivative(struct vliw_isel *s, const struct ir_instr *in);
void vliw_isel_uniform_indirect(struct vliw_isel *s, const struct ir_instr *in);

/* isel/mem.c */
/** Gives variables in scratch memory their places. */
void vliw_isel_scratch_layout(struct vliw_isel *s);
void vliw_isel_scratch_load(struct vliw_isel *s, const struct ir_instr *in);
void vliw_isel_scratch_store(struct vliw_isel *s, const struct ir_instr *in);

/* isel/io.c */
void vliw_isel_inputs(struct vliw_isel *s);
void vliw_isel_outputs(struct vliw_isel *s);
void vliw_isel_load_input(struct vliw_isel *s, const struct ir_instr *in);
/** Component \p comp of an output at the end of the shader; 0 if it is never stored. */
static inline struct vliw_src
vliw_isel_output(const struct vliw_isel *s, size_t output, unsigned comp)
{
   const size_t r = output * 4 + comp;
   if (!s->out_stores[r])
      return vliw_src_imm(0);
   return s->out_regs[r] == VLIW_NONE ? vliw_src_imm(s->out_const[r]) : vliw_src_reg(s->out_regs[r]);
}

/* isel/streams.c */
/** Exports of what the shader's ir_shader::captured names. */
void vliw_isel_streams(struct vliw_isel *s);

#endif
