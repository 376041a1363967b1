/* SPDX-License-Identifier: MIT
 *
 * The shader IR: scalar SSA values, structured control flow, instructions in arrays.
 *
 * A shader is one function body (the GLSL front end inlines all calls). The body is a list of nodes: a block
 * (straight-line instructions), an if (condition, two lists) or a loop (one list, left by BREAK). Lists
 * always alternate as  block (if|loop) block (if|loop) ... block , so that every if or loop has a block
 * before and after it where phis, preheader and merge code can stand.
 *
 * Every SSA value is one 32-bit scalar. An instruction defines 0..4 consecutive values `dst .. dst+ndst-1`. A
 * value is untyped bits; opcodes give them a meaning: float (IEEE binary32), int (two's complement), bool (0
 * or ~0).
 *
 * Mutable storage is a `struct ir_var` with LOAD_VAR / STORE_VAR. The pass ir_lower_vars_to_ssa turns
 * variables that are only accessed with constant indices into values and phis; what stays afterwards is an
 * array that is indexed dynamically and lives in GPRs addressed relatively (or in scratch).
 *
 * PHI stands only at the start of a block. Its sources are in the order of the block's `preds`:
 *   - block after an if:   [0] end of the then-list, [1] end of the else-list; an arm that ends in a jump
 *     (BREAK/CONTINUE) is no predecessor, so there may be one or none;
 *   - first block of a loop body: [0] the block before the loop, then every CONTINUE in program order, then
 * the end of the body if it does not end in a jump;
 *   - block after a loop: every BREAK of that loop in program order.
 * ir_update_preds() recomputes them.
 *
 * A value may be used where its definition dominates: behind it in its list and in the lists below; behind an
 * if, too, when the definition stands in an arm and the other arm ends in a jump (there is no other way on).
 *
 * Everything is allocated from the shader's arena and dies with it. There is one way to run out of memory: whatever
 * cannot be allocated, there or elsewhere, sets arena.out_of_memory, which stays set. Builders return something that
 * may be used, passes stop where they are, the pipeline runs no further pass, and who asked for the shader looks.
 */
#ifndef IR_H
#define IR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/u_arena.h"
#include "util/u_vec.h"

#define IR_NO_VALUE UINT32_MAX

/* ---- operands ---- */

enum ir_src_kind {
   IR_SRC_UNDEF, /* any bits */
   IR_SRC_SSA,   /* value number `bits` */
   IR_SRC_IMM,   /* the 32-bit constant `bits` */
};

/** A by-value operand. Float modifiers apply as neg(abs(x)) and are legal only where the opcode reads a
 * float. */
struct ir_src {
   uint32_t bits;
   uint8_t kind; /* enum ir_src_kind */
   bool neg, abs;
};

/* ---- opcodes ---- */

/* X(NAME, nsrc, ndst, flags): nsrc/ndst -1 = varies. Flags: F float sources (may carry neg/abs), R float
 * result (may carry saturate), C commutative in src 0,1, S side effect (never dead code), D depends on the
 * quad's other lanes or on control flow (must not be moved into or out of divergent control flow). */
#define IR_F 1
#define IR_R 2
#define IR_C 4
#define IR_S 8
#define IR_D 16

#define IR_OPCODES(X)                                                                                        \
   /* moves */                                                                                               \
   X(MOV, 1, 1, IR_F | IR_R) /* modifiers and saturate make it a float move; plain bits otherwise */         \
   X(PHI, -1, 1, 0)                                                                                          \
   X(CSEL, 3, 1, 0) /* src0 (bool) ? src1 : src2 */                                                          \
   /* float arithmetic in the target's format: round to nearest even, denormals flushed */                   \
   X(FADD, 2, 1, IR_F | IR_R | IR_C)                                                                         \
   X(FMUL, 2, 1, IR_F | IR_R | IR_C)                                                                         \
   X(FMAD, 3, 1, IR_F | IR_R | IR_C) /* s0 * s1 is rounded, then the sum with s2 */                          \
   X(FFMA, 3, 1, IR_F | IR_R | IR_C) /* s0 * s1 + s2, rounded once */                                        \
   X(FMIN, 2, 1, IR_F | IR_R | IR_C)                                                                         \
   X(FMAX, 2, 1, IR_F | IR_R | IR_C)                                                                         \
   X(FDOT4, 8, 1, IR_F | IR_R) /* (s0*s4 + s1*s5) + (s2*s6 + s3*s7); shorter dots pad with 0.0 */            \
   X(FFLOOR, 1, 1, IR_F | IR_R)                                                                              \
   X(FCEIL, 1, 1, IR_F | IR_R)                                                                               \
   X(FTRUNC, 1, 1, IR_F | IR_R)                                                                              \
   X(FROUND, 1, 1, IR_F | IR_R) /* half to even */                                                           \
   X(FFRACT, 1, 1, IR_F | IR_R) /* x - floor(x) */                                                           \
   X(FRCP, 1, 1, IR_F | IR_R)                                                                                \
   X(FRSQ, 1, 1, IR_F | IR_R)                                                                                \
   X(FSQRT, 1, 1, IR_F | IR_R)                                                                               \
   X(FEXP2, 1, 1, IR_F | IR_R)                                                                               \
   X(FLOG2, 1, 1, IR_F | IR_R)                                                                               \
   X(FSIN, 1, 1, IR_F | IR_R) /* sin(2 pi s0), any s0 */                                                     \
   X(FCOS, 1, 1, IR_F | IR_R)                                                                                \
   X(FSIN_TURN, 1, 1, IR_F | IR_R) /* sin(2 pi s0), s0 in [-0.5, 0.5] */                                     \
   X(FCOS_TURN, 1, 1, IR_F | IR_R)                                                                           \
   X(FSIGN, 1, 1, IR_F | IR_R) /* -1.0, 0.0 or 1.0 */                                                        \
   X(FDDX, 1, 1, IR_F | IR_R | IR_D)                                                                         \
   X(FDDY, 1, 1, IR_F | IR_R | IR_D)                                                                         \
   /* float comparison -> bool; ordered, except FNE which is true for NaN */                                 \
   X(FLT, 2, 1, IR_F)                                                                                        \
   X(FGE, 2, 1, IR_F)                                                                                        \
   X(FEQ, 2, 1, IR_F | IR_C)                                                                                 \
   X(FNE, 2, 1, IR_F | IR_C)                                                                                 \
   /* the same comparisons -> 0.0 or 1.0, for targets whose bools are floats */                              \
   X(FSLT, 2, 1, IR_F)                                                                                       \
   X(FSGE, 2, 1, IR_F)                                                                                       \
   X(FSEQ, 2, 1, IR_F | IR_C)                                                                                \
   X(FSNE, 2, 1, IR_F | IR_C)                                                                                \
   /* integers and bits */                                                                                   \
   X(IADD, 2, 1, IR_C)                                                                                       \
   X(ISUB, 2, 1, 0)                                                                                          \
   X(IMUL, 2, 1, IR_C)                                                                                       \
   X(IDIV, 2, 1, 0) /* toward zero, of operands below 2^24; x/0 is any value */                              \
   X(INEG, 1, 1, 0)                                                                                          \
   X(IMIN, 2, 1, IR_C)                                                                                       \
   X(IMAX, 2, 1, IR_C)                                                                                       \
   X(IAND, 2, 1, IR_C)                                                                                       \
   X(IOR, 2, 1, IR_C)                                                                                        \
   X(IXOR, 2, 1, IR_C)                                                                                       \
   X(INOT, 1, 1, 0)                                                                                          \
   X(ISHL, 2, 1, 0)                                                                                          \
   X(ISHR, 2, 1, 0) /* arithmetic */                                                                         \
   X(USHR, 2, 1, 0)                                                                                          \
   X(ILT, 2, 1, 0) /* signed compare -> bool */                                                              \
   X(IGE, 2, 1, 0)                                                                                           \
   X(IEQ, 2, 1, IR_C)                                                                                        \
   X(INE, 2, 1, IR_C)                                                                                        \
   X(ULT, 2, 1, 0) /* unsigned compare -> bool */                                                            \
   X(UGE, 2, 1, 0)                                                                                           \
   X(UMIN, 2, 1, IR_C)                                                                                       \
   X(UMAX, 2, 1, IR_C)                                                                                       \
   X(UMULH, 2, 1, IR_C) /* the upper 32 bits of the unsigned product */                                      \
   X(UDIV, 2, 1, 0)     /* of all 32 bits; x/0 and x%0 are any value */                                      \
   X(UMOD, 2, 1, 0)                                                                                          \
   /* conversions; bool -> float is IAND with 0x3f800000, bool -> int IAND with 1 */                         \
   X(F2I, 1, 1, IR_F) /* toward zero */                                                                      \
   X(I2F, 1, 1, IR_R)                                                                                        \
   X(F2U, 1, 1, IR_F) /* toward zero */                                                                      \
   X(U2F, 1, 1, IR_R)                                                                                        \
   /* storage. `index` is a constant element; src[0] of loads (if nsrc == 1) is added to it dynamically. */  \
   X(LOAD_VAR, -1, -1, 0)    /* var, index, comp: ndst components from comp */                               \
   X(STORE_VAR, -1, 0, IR_S) /* src[0..mask bits) values for the set bits of writemask; last src = dynamic \
                                  index if `indirect` */ \
   X(LOAD_UNIFORM, -1, -1, 0)  /* constant buffer 0: vec4 slot index (+ src[0] in slots), comp */            \
   X(LOAD_BLOCK, -1, -1, 0)    /* the same of constant buffer `buffer`, 1 .. IR_MAX_BLOCKS */                \
   X(LOAD_INPUT, 0, -1, 0)     /* shader->inputs[index], comp */                                             \
   X(STORE_OUTPUT, 1, 0, IR_S) /* shader->outputs[index], comp; src[0] the value */                          \
   X(LOAD_SYSVAL, 0, -1, 0)    /* enum ir_sysval in index */                                                 \
   /* texturing: sources as listed in struct ir_tex; 4 results */                                            \
   X(TEX, -1, 4, IR_D)                                                                                       \
   /* fragment control */                                                                                    \
   X(DISCARD, 0, 0, IR_S)                                                                                    \
   X(DISCARD_IF, 1, 0, IR_S)                                                                                 \
   /* jumps: only as the last instruction of a block */                                                      \
   X(BREAK, 0, 0, IR_S)                                                                                      \
   X(CONTINUE, 0, 0, IR_S)

enum ir_op {
#define X(name, nsrc, ndst, flags) IR_##name,
   IR_OPCODES(X)
#undef X
      IR_OP_COUNT
};

struct ir_op_info {
   const char *name; /* lower case, as in the textual IR */
   int8_t nsrc, ndst;
   uint8_t flags;
};
extern const struct ir_op_info ir_op_infos[IR_OP_COUNT];

/* ---- shader interface ---- */

enum ir_stage { IR_VERTEX, IR_FRAGMENT };

enum ir_semantic {
   IR_SEM_GENERIC,     /* varying or vertex attribute number sem_index */
   IR_SEM_POSITION,    /* VS output gl_Position */
   IR_SEM_POINT_SIZE,  /* VS output gl_PointSize, x */
   IR_SEM_COLOR,       /* FS output gl_FragData[sem_index]; sem_index 0 also gl_FragColor */
   IR_SEM_COLOR_ALL,   /* FS output gl_FragColor broadcast to every bound target */
   IR_SEM_DEPTH,       /* FS output gl_FragDepthEXT, x */
   IR_SEM_POINT_COORD, /* FS input gl_PointCoord, xy */
   IR_SEM_FRAG_COORD,  /* FS input gl_FragCoord: window x, y, z and 1/w_clip */
   IR_SEM_FACE,        /* FS input gl_FrontFacing, x: bool (0 or ~0) */
   IR_SEM_CLIP_DIST, /* VS output: distances 4 * sem_index .. that clip, or cull (ir_shader::cull_distances) */
   IR_SEM_COLOR_SECONDARY, /* FS output gl_SecondaryFragColorEXT: second source of blending of target 0 */
   IR_SEM_FB_FETCH,        /* FS input gl_LastFragData[sem_index]: what colour target sem_index holds */
   IR_SEM_STENCIL,         /* FS output, x: reference of the stencil test, an integer */
};

enum ir_sysval { IR_SYSVAL_VERTEX_ID, IR_SYSVAL_INSTANCE_ID };

/** One vec4 slot of the interface. Matrices and arrays take consecutive entries. */
struct ir_io {
   const char *name;  /* "v_color", "m[2]"; for messages and linking */
   uint8_t semantic;  /* enum ir_semantic */
   uint8_t sem_index; /* generic: VS input = attribute location; varying = number agreed at link time */
   uint8_t ncomp;     /* 1..4 components in use */
   bool flat, centroid;
   bool captured; /* VS output: transform feedback writes it */
};

/** Components of a VS output that transform feedback writes to a buffer, `offset_dw` behind a vertex's begin. */
struct ir_captured {
   uint8_t output, comp, ncomp, buffer;
   uint16_t offset_dw;
};

/** Vec4 slots of constant buffer 0 that hold ints or bools: all others hold floats. Where ints or bools are floats
 * (ir/target.h) who fills the buffer converts them. */
struct ir_int_uniforms {
   uint32_t slot, count;
   bool are_bools;
};

/** Constant buffers beside the default one that a shader may name. */
#define IR_MAX_BLOCKS 14

enum ir_tex_target {
   IR_TEX_2D,
   IR_TEX_CUBE,
   IR_TEX_3D,
   IR_TEX_EXTERNAL,
   IR_TEX_2D_SHADOW,
   IR_TEX_2D_ARRAY,
   IR_TEX_CUBE_SHADOW,
   IR_TEX_2D_ARRAY_SHADOW,
   IR_TEX_TARGETS
};
enum ir_tex_op {
   IR_TEX_SAMPLE, /* implicit derivatives */
   IR_TEX_BIAS,   /* implicit derivatives + bias */
   IR_TEX_LOD,    /* explicit lod */
   IR_TEX_GRAD,   /* explicit gradients */
   IR_TEX_FETCH,  /* one texel: coordinates are ints, no filter; of no cube and no shadow */
   IR_TEX_SIZE,   /* ints: width, height, depth or layers; no coordinates */
   IR_TEX_OPS
};

/** Texture instruction. Sources in order: coordinates (2 for 2D/external, 3 for cube/3D/array, whose third is the
 * layer; for shadow targets the reference that is compared with behind them; projection already divided), then
 * the lod (also of FETCH and SIZE) or bias (1) or dPdx and dPdy (ir_tex_slopes each). */
struct ir_tex {
   uint8_t op;       /* enum ir_tex_op */
   uint8_t target;   /* enum ir_tex_target */
   uint8_t sampler;  /* index into the stage's sampler table = sampler and sampler-view slot */
   int8_t offset[3]; /* texels added to the coordinates, -8 to 7; not of cubes, FETCH and SIZE */
};

static inline bool
ir_tex_is_shadow(unsigned target)
{
   return target == IR_TEX_2D_SHADOW || target == IR_TEX_CUBE_SHADOW || target == IR_TEX_2D_ARRAY_SHADOW;
}

static inline bool
ir_tex_is_cube(unsigned target)
{
   return target == IR_TEX_CUBE || target == IR_TEX_CUBE_SHADOW;
}

/** Coordinates, the reference of shadow targets among them. */
static inline unsigned
ir_tex_coords(const struct ir_tex *t)
{
   static const uint8_t coords[IR_TEX_TARGETS] = {2, 3, 3, 2, 3, 3, 4, 4};
   return t->target < IR_TEX_TARGETS ? coords[t->target] : 0;
}

/** Components of a gradient. */
static inline unsigned
ir_tex_slopes(const struct ir_tex *t)
{
   return ir_tex_is_cube(t->target) || t->target == IR_TEX_3D ? 3 : 2;
}

/** Sources of the whole instruction. */
static inline unsigned
ir_tex_sources(const struct ir_tex *t)
{
   const unsigned coords = ir_tex_coords(t);
   switch ((enum ir_tex_op)t->op) {
   case IR_TEX_SAMPLE:
      return coords;
   case IR_TEX_BIAS:
   case IR_TEX_LOD:
   case IR_TEX_FETCH:
      return coords + 1;
   case IR_TEX_GRAD:
      return coords + 2 * ir_tex_slopes(t);
   case IR_TEX_SIZE:
      return 1;
   case IR_TEX_OPS:
      break;
   }
   return 0;
}

/* ---- instructions and control flow ---- */

/** Mutable storage of `len` elements with `ncomp` (1..4) components each. */
struct ir_var {
   const char *name;
   uint32_t id;  /* index in shader->vars */
   uint32_t len; /* elements, >= 1 */
   uint8_t ncomp;
   bool scratch; /* lives in scratch memory, not in registers */
};

struct ir_instr {
   uint8_t op; /* enum ir_op */
   uint8_t ndst;
   uint16_t nsrc;
   bool sat;          /* clamp float result to [0,1] */
   uint8_t comp;      /* first component of LOAD_x / the component of STORE_OUTPUT */
   uint8_t writemask; /* STORE_VAR: components, relative to 0 */
   /* LOAD_VAR, STORE_VAR, LOAD_UNIFORM, LOAD_BLOCK: the last source is a dynamic element (int) */
   bool indirect;
   uint8_t buffer; /* LOAD_BLOCK */
   struct ir_tex tex;
   uint32_t dst;  /* first value, IR_NO_VALUE if none */
   int32_t index; /* element, slot or table index, see the opcode */
   struct ir_var *var;
   struct ir_src *src;
   uint32_t line; /* GLSL source line, 0 = unknown */
};

struct ir_block {
   uint32_t id;                     /* program order */
   U_VEC(struct ir_instr *) instrs; /* heap array, freed by ir_shader_destroy */
   U_VEC(struct ir_block *) preds;
   struct ir_block *all_next; /* list of all blocks for destruction */
};

enum ir_node_kind { IR_NODE_BLOCK, IR_NODE_IF, IR_NODE_LOOP };

struct ir_node;
struct ir_list {
   struct ir_node *first, *last;
};

struct ir_node {
   uint8_t kind;
   struct ir_node *prev, *next;
   struct ir_node *parent;              /* the if or loop around it, NULL at the top */
   struct ir_block *block;              /* BLOCK */
   struct ir_src cond;                  /* IF: bool */
   struct ir_list then_list, else_list; /* IF */
   struct ir_list body;                 /* LOOP */
   /* LOOP: it ends by itself within so many rounds, no more than the target's max_rounds, whatever it became since that was
    * seen; 0: nobody knows */
   uint32_t rounds;
   bool stays; /* IF, while ir_lower_branches runs: it is left alone */
};

/** What depends on uniforms alone (ir_opt_uniform_exprs): straight code that the CPU runs when uniforms have
 * changed (ir_preamble_run). Instruction i defines value i, a numbering of its own; it is a direct
 * LOAD_UNIFORM below first_slot or an ALU operation that ir_eval_alu knows. Result k goes to component k % 4
 * of constant slot first_slot + k / 4. */
#define IR_PREAMBLE_INSTRS  1024
#define IR_PREAMBLE_RESULTS 256
struct ir_preamble {
   struct ir_instr **instrs; /* in the shader's arena, like results */
   uint32_t *results;        /* value numbers */
   uint32_t num_instrs, num_results;
   uint32_t first_slot;
};

struct ir_target;

struct ir_shader {
   struct u_arena arena;
   const struct ir_target *target; /* what passes may make (ir/target.h); never NULL */
   const char *refused; /* a sentence: why the target cannot run the shader; NULL: nothing was found */
   /* those that a loop has of which nobody knows how often it runs: later ones are lost; 0: there is none */
   uint32_t guessed_rounds;
   uint8_t stage; /* enum ir_stage */
   U_VEC(struct ir_io) inputs;
   U_VEC(struct ir_io) outputs;
   U_VEC(struct ir_var *) vars;
   U_VEC(struct ir_int_uniforms) int_uniforms;
   U_VEC(struct ir_captured) captured;
   struct ir_list body;
   uint32_t num_values; /* SSA values are 0 .. num_values-1 */
   uint32_t num_blocks;
   uint32_t num_uniform_slots; /* vec4 slots of constant buffer 0 that may be read */
   uint32_t samplers_used;     /* bit per sampler slot */
   bool uses_discard, writes_depth, uses_derivatives;
   bool float_ints;  /* ints are floats with integral values, dynamic elements and uniforms, too */
   bool float_bools; /* bools are 0.0 and 1.0 */
   struct ir_preamble preamble;
   uint64_t cache_id[2];   /* names what the shader was made from, for caches; 0, 0 = unknown */
   bool invariant;         /* some output must not depend on what else the shader does (ESSL 1.00 4.6.1) */
   uint8_t cull_distances; /* a bit each: of the IR_SEM_CLIP_DIST outputs those that cull primitives */
   bool fb_fetch_coherent; /* IR_SEM_FB_FETCH sees what earlier primitives of the same draw wrote */
   uint16_t blend_support; /* enum ir_blend, a bit each: what the fragment shader says it is blended with */
   struct ir_block *all_blocks;
};

/* ---- construction (core/build.c) ---- */

/** An empty shader. NULL: out of memory. */
struct ir_shader *ir_shader_create(enum ir_stage stage);
void ir_shader_destroy(struct ir_shader *s); /* NULL is fine */
struct ir_shader *ir_shader_clone(const struct ir_shader *s);

/** Appends at the end of a list. `cur` is the block that instructions go to. */
struct ir_builder {
   struct ir_shader *shader;
   struct ir_list *list;   /* list being extended */
   struct ir_node *parent; /* node that owns the list */
   struct ir_block *cur;
   uint32_t line; /* stamped on new instructions */
};

/** Builder at the end of the shader's body. */
struct ir_builder ir_builder_at_end(struct ir_shader *s);
struct ir_var *ir_var_create(struct ir_shader *s, const char *name, uint32_t len, unsigned ncomp);

static inline struct ir_src
ir_imm(uint32_t bits)
{
   return (struct ir_src){.bits = bits, .kind = IR_SRC_IMM};
}
static inline struct ir_src
ir_immf(float f)
{
   union {
      float f;
      uint32_t u;
   } b = {f};
   return ir_imm(b.u);
}
static inline struct ir_src
ir_ssa(uint32_t value)
{
   return (struct ir_src){.bits = value, .kind = IR_SRC_SSA};
}
static inline struct ir_src
ir_undef(void)
{
   return (struct ir_src){.kind = IR_SRC_UNDEF};
}
static inline struct ir_src
ir_neg(struct ir_src s)
{
   s.neg = !s.neg;
   return s;
}
static inline struct ir_src
ir_abs(struct ir_src s)
{
   s.abs = true;
   s.neg = false;
   return s;
}

/** New detached instruction with room for \p nsrc sources and \p ndst fresh values. */
struct ir_instr *ir_instr_create(struct ir_shader *s, enum ir_op op, unsigned nsrc, unsigned ndst);
/** Creates and appends to the builder's block. */
struct ir_instr *ir_emit(struct ir_builder *b, enum ir_op op, unsigned nsrc, unsigned ndst);
/** One-result ALU instructions; return the result as an operand. */
struct ir_src ir_alu1(struct ir_builder *b, enum ir_op op, struct ir_src s0);
struct ir_src ir_alu2(struct ir_builder *b, enum ir_op op, struct ir_src s0, struct ir_src s1);
struct ir_src ir_alu3(struct ir_builder *b, enum ir_op op, struct ir_src s0, struct ir_src s1,
                      struct ir_src s2);

/** LOAD_VAR of one component; \p dyn is a dynamic element offset or an IR_SRC_UNDEF operand for none. */
struct ir_src ir_load_var(struct ir_builder *b, struct ir_var *v, uint32_t elem, struct ir_src dyn,
                          unsigned comp);
/** STORE_VAR of one component. */
void ir_store_var(struct ir_builder *b, struct ir_var *v, uint32_t elem, struct ir_src dyn, unsigned comp,
                  struct ir_src value);
struct ir_src ir_load_uniform(struct ir_builder *b, uint32_t slot, struct ir_src dyn, unsigned comp);
struct ir_src ir_load_block(struct ir_builder *b, unsigned buffer, uint32_t slot, struct ir_src dyn,
                            unsigned comp);
struct ir_src ir_load_input(struct ir_builder *b, uint32_t input, unsigned comp);
void ir_store_output(struct ir_builder *b, uint32_t output, unsigned comp, struct ir_src value);
/** TEX with its sources as struct ir_tex lists them; returns the first of four values. */
uint32_t ir_emit_tex(struct ir_builder *b, struct ir_tex tex, const struct ir_src *src, unsigned nsrc);

/* Control flow. After ir_push_if the builder extends the then-list; ir_push_else switches; ir_pop_if returns
 * behind it. */
struct ir_node *ir_push_if(struct ir_builder *b, struct ir_src cond);
void ir_push_else(struct ir_builder *b, struct ir_node *n);
void ir_pop_if(struct ir_builder *b, struct ir_node *n);
struct ir_node *ir_push_loop(struct ir_builder *b);
void ir_pop_loop(struct ir_builder *b, struct ir_node *n);
/** BREAK or CONTINUE; code emitted behind it in the same list is unreachable and goes nowhere. */
void ir_jump(struct ir_builder *b, enum ir_op op);

/** Removes what stands behind a jump in its list: a builder that went on after ir_jump leaves such nodes. */
void ir_cut_unreachable(struct ir_shader *s);
/** Renumbers blocks in program order and recomputes `preds`. */
void ir_update_preds(struct ir_shader *s);

/** Blocks in program order: for (b = ir_first_block(s); b; b = ir_next_block(b_node...)) is spelled with this
 * walker. */
struct ir_node *ir_first_node(struct ir_shader *s);
/** Pre-order successor of a node over the whole tree, NULL at the end. */
struct ir_node *ir_next_node(struct ir_node *n);

/* ---- text (core/print.c, core/parse.c) and checking (core/validate.c) ---- */

/** The text form; ir_parse reads it back. */
void ir_print(FILE *f, const struct ir_shader *s);
void ir_print_instr(FILE *f, const struct ir_instr *in);
/** Parses what ir_print prints. NULL and one sentence with a line number in \p error (of \p error_B bytes) if
 * it can't. */
struct ir_shader *ir_parse(const char *text, char *error, size_t error_B);
/** Does the shader say nothing that its target lacks? If not, s->refused says what; it may have been set before. */
bool ir_conforms(struct ir_shader *s);
/** Notes the first reason why the target cannot run the shader. */
void ir_refuse(struct ir_shader *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** True if every rule at the top of this file holds; otherwise one sentence in \p error. */
bool ir_validate(const struct ir_shader *s, char *error, size_t error_B);

/* ---- passes (one file each, ir_opt_*.c and ir_lower_*.c): true if something changed ---- */

struct ir_options {
   bool no_optimise; /* required passes only */
   bool print;       /* print after each pass to stderr */
   /* ir_run_link_pipeline: let the CPU compute what depends on uniforms alone; the caller runs
    * ir_preamble_run whenever uniforms have changed */
   bool hoist_uniforms;
};

/** Moves values of a shader in SSA form to a variable in scratch memory until about \p limit scalars at most
 * live at any place; cheap ones are computed again instead. True if something changed. */
bool ir_spill(struct ir_shader *s, uint32_t limit);

/** No phis afterwards, and no value that is used outside of its block: variables take their place. False: out
 * of memory. */
bool ir_leave_ssa(struct ir_shader *s);

/** What one level of control flow takes of a stack. */
struct ir_nesting {
   unsigned branch, loop;
};
/** The most that any place in the shader takes. */
unsigned ir_nesting_need(const struct ir_shader *s, struct ir_nesting cost);
/** Rewrites what is nested too deeply so that \p budget suffices, which must be enough for a loop and two
 * branches in it. The shader is in SSA form afterwards if anything changed: true. */
bool ir_limit_nesting(struct ir_shader *s, struct ir_nesting cost, unsigned budget);

/** How an external texture holds luma and chroma. RGB is matrix[c][0..2] times Y, U, V plus matrix[c][3],
 * clamped to [0, 1]. */
struct ir_yuv {
   uint8_t planes;     /* 0: it does not; 2: Y in x, U and V in x and y of the second; 3: each in x */
   uint8_t sampler[2]; /* slots of the second and third plane */
   float matrix[3][4];
};
/** Lookups in the sampler slots 0..n-1 as yuv[slot] says, in a shader in SSA form. True if something changed;
 * when memory ends the shader's arena says so. */
bool ir_lower_yuv(struct ir_shader *s, const struct ir_yuv *yuv, unsigned n);
/** Lookups in three-dimensional textures of \p samplers (a bit each), in a shader in SSA form. Each sampler gets two more uniforms,
 * the lowest first: what its coordinates are multiplied by, and the least that they may be then; the most is the first less the
 * second. True if something changed; when memory ends the shader's arena says so. */
bool ir_lower_tex_scale(struct ir_shader *s, uint32_t samplers);
/** A pixel shader in SSA form discards pixels for which one of the distances \p mask (a bit each, of 8) is below zero.
 * They are new inputs behind the others, IR_SEM_GENERIC \p sem_index and, if there are more than four, the next. True if something changed;
 * when memory ends the shader's arena says so. */
bool ir_lower_clip_kill(struct ir_shader *s, unsigned mask, unsigned sem_index);

/** Equations of KHR_blend_equation_advanced. */
enum ir_blend {
   IR_BLEND_MULTIPLY,
   IR_BLEND_SCREEN,
   IR_BLEND_OVERLAY,
   IR_BLEND_DARKEN,
   IR_BLEND_LIGHTEN,
   IR_BLEND_COLORDODGE,
   IR_BLEND_COLORBURN,
   IR_BLEND_HARDLIGHT,
   IR_BLEND_SOFTLIGHT,
   IR_BLEND_DIFFERENCE,
   IR_BLEND_EXCLUSION,
   IR_BLEND_HSL_HUE,
   IR_BLEND_HSL_SATURATION,
   IR_BLEND_HSL_COLOR,
   IR_BLEND_HSL_LUMINOSITY,
   IR_BLEND_COUNT
};
/** A fragment shader in SSA form stores as colour 0 what that blends with the colour target to
 * (IR_SEM_FB_FETCH). True if something changed; when memory ends the shader's arena says so. */
bool ir_lower_blend(struct ir_shader *s, enum ir_blend eq);

/** The whole pipeline, in order, in ir/pipeline.c: the shader is in SSA form afterwards, validated in debug
 * builds, and \p target can run it unless s->refused says why not. */
void ir_run_pipeline(struct ir_shader *s, const struct ir_target *target, const struct ir_options *opt);

/** One pass a file of its name, whose head says what it does; true if something changed. When memory ends the
 * shader's arena says so. */
bool ir_lower_vars_to_ssa(struct ir_shader *s);
bool ir_lower_one_trip_loops(struct ir_shader *s);
bool ir_lower_idiv(struct ir_shader *s);
bool ir_lower_udiv(struct ir_shader *s);
bool ir_lower_shadow_bias(struct ir_shader *s);
bool ir_lower_loops(struct ir_shader *s);
bool ir_lower_branches(struct ir_shader *s);
bool ir_lower_indirect(struct ir_shader *s);
bool ir_lower_ints(struct ir_shader *s);
bool ir_lower_bools(struct ir_shader *s);
bool ir_lower_trig(struct ir_shader *s);
bool ir_lower_dot4(struct ir_shader *s);
bool ir_lower_mad(struct ir_shader *s);
bool ir_opt_dead_code(struct ir_shader *s);
bool ir_opt_copy_propagate(struct ir_shader *s);
bool ir_opt_constant_fold(struct ir_shader *s);
bool ir_opt_algebraic(struct ir_shader *s);
bool ir_opt_constant_factors(struct ir_shader *s); /* before all others, once */
bool ir_opt_sums(struct ir_shader *s);             /* behind it, once */
bool ir_opt_cse(struct ir_shader *s);
bool ir_opt_dead_control_flow(struct ir_shader *s);
bool ir_opt_hoist(struct ir_shader *s);
bool ir_opt_if_conversion(struct ir_shader *s);
bool ir_opt_merge_ifs(struct ir_shader *s);
bool ir_opt_loop_unroll(struct ir_shader *s);
bool ir_opt_loop_invariant(struct ir_shader *s);
/** Moves what depends on uniforms alone into the preamble. Once per shader, after all other passes. */
bool ir_opt_uniform_exprs(struct ir_shader *s);
/** Computes the preamble's results in \p slots, constant buffer 0 of num_uniform_slots vec4 slots. */
void ir_preamble_run(const struct ir_shader *s, uint32_t (*slots)[4]);
/** Constant, repeated and unread components of what \p vs hands to \p fs. */
bool ir_opt_varyings(struct ir_shader *vs, struct ir_shader *fs);
/** ir_run_pipeline on both shaders of a program and ir_opt_varyings between them. */
void ir_run_link_pipeline(struct ir_shader *vs, struct ir_shader *fs, const struct ir_target *target,
                          const struct ir_options *opt);

#endif
