/* SPDX-License-Identifier: MIT
 *
 * The back end for PICA200: optimised IR -> a program of the vertex shader unit, and the set-up of the fixed fragment
 * stages that compute what a fragment shader says (TexEnv, texture units, alpha test). Knows instruction words, operand
 * descriptors and the fields of the stages' registers; sends nothing.
 *
 * The two halves meet in the middle. A fragment shader is mapped first (pica200_map): what is affine in varyings moves to
 * the vertex stage as a tail, what depends on uniforms alone to the CPU as a preamble. Then the vertex shader is compiled
 * together with the tail (pica200_compile_vs). A driver keeps one vertex program for each pair.
 */
#ifndef COMPILER_PICA200_BINARY_H
#define COMPILER_PICA200_BINARY_H

#include "compiler/ir/ir.h"
#include "isa/pica200/isa.h"

#define PICA200_STAGES     6
#define PICA200_UNITS      3
#define PICA200_ATTRIBUTES 12
#define PICA200_CONSTS     96
#define PICA200_OUTPUTS    7  /* vectors that the rasteriser takes: OUTMAP registers */
#define PICA200_PREAMBLE   64 /* vec4 results of a preamble */

/** Facts for ir_run_pipeline: one object for the chip. */
const struct ir_target *pica200_ir_target(void);

/** What the chip's rasteriser makes of a component of an output vector: numbers of PICA_SH_OUTMAP's fields. */
enum pica200_semantic {
   PICA200_POSITION_X = 0x00, /* to W 0x03; quaternion 0x04 to 0x07 */
   PICA200_COLOR_R = 0x08,    /* to A 0x0b */
   PICA200_TC0_U = 0x0c,
   PICA200_TC0_V = 0x0d,
   PICA200_TC1_U = 0x0e,
   PICA200_TC1_V = 0x0f,
   PICA200_TC0_W = 0x10,
   PICA200_VIEW_X = 0x12, /* to Z 0x14 */
   PICA200_TC2_U = 0x16,
   PICA200_TC2_V = 0x17,
   PICA200_UNUSED = 0x1f,
};

/* The fragment half */

/** Textures of the driver's own, RGBA8, neither filtered nor repeated, clamped to the edge.
 * Comparisons: 8x8 texels. Red is a function of s, green of t, blue their product, alpha 1. Each function is 1 from the middle on, or where its bit is
 * set, from a quarter to three quarters; else 0.
 * Ramps: 256x256 texels. Two components are s and t, the others 0.
 * Functions: struct pica200_function says all. */
enum {
   PICA200_TABLE_NONE = 0, /* the unit has the sampler's texture */
   PICA200_TABLE = 1,
   PICA200_TABLE_BAND_S = 2,
   PICA200_TABLE_BAND_T = 4,
   PICA200_TABLE_RAMP_RG = 9,
   PICA200_TABLE_RAMP_BA = 11,
   PICA200_TABLE_FUNCTION = 13, /* the shader's own */
   PICA200_TABLES = 6,          /* of all shaders; number n is n >> 1 */
   PICA200_TABLE_MOST = 256,
};

/** Texels in each direction. */
static inline unsigned
pica200_table_size(unsigned table)
{
   return table >= PICA200_TABLE_RAMP_RG ? PICA200_TABLE_MOST : 8;
}

/** RGBA8 of column \p x and row \p y, red in the lowest byte. */
static inline uint32_t
pica200_table_texel(unsigned table, unsigned x, unsigned y)
{
   if (table >= PICA200_TABLE_RAMP_RG)
      return (x | y << 8) << (table == PICA200_TABLE_RAMP_BA ? 16 : 0);
   const uint32_t r = table & PICA200_TABLE_BAND_S ? x >= 2 && x < 6 : x >= 4;
   const uint32_t g = table & PICA200_TABLE_BAND_T ? y >= 2 && y < 6 : y >= 4;
   return r * 0xff | g * 0xff00 | (r & g) * 0xff0000 | 0xff000000;
}

/** A texture of functions of one or two varyings: RGBA8, red in the lowest byte, row by row, components that have no function are 0. */
struct pica200_function {
   uint16_t width, height;
   bool linear;    /* filtered; else the nearest texel */
   bool repeat[2]; /* s, t; else clamped to the edge */
   uint32_t texel[];
};

/** A texture unit in use. */
struct pica200_unit {
   bool used;
   uint8_t table;                     /* PICA200_TABLE_NONE, or which */
   struct pica200_function *function; /* of PICA200_TABLE_FUNCTION: malloc'ed, the fragment's */
   uint8_t sampler;                   /* of the shader: slot of its sampler view */
   uint8_t type;        /* PICA_TEXUNIT0_TYPE's numbers: 2D, cube, projection; units 1 and 2 are 2D */
   bool tc1;            /* unit 2 reads texture coordinate 1 */
   int8_t bias;         /* preamble result whose x is the bias of the level; -1: none */
   bool explicit_level; /* the bias is the level itself: least and greatest are both this */
};

/** One TexEnv stage as its registers are, without the constant. */
struct pica200_stage {
   uint32_t source, operand, combiner, scale;
   int8_t constant; /* preamble result, 0..1 a component; -1: none is read */
};

/** What a mapping takes for granted; `strict` refuses what rests on it. */
enum {
   PICA200_TAKES_VARYINGS = 1,   /* as colours varyings are clamped to 0..1 at the vertices */
   PICA200_TAKES_DIRECTIONS = 2, /* dot products of varyings or samples are -1 to 1 */
   PICA200_TAKES_RANGES =
      4, /* varyings that functions depend on are in ranges that were guessed from these */
};

struct pica200_fragment {
   struct pica200_stage stage[PICA200_STAGES];
   /* stages 1 to 4 whose predecessor's result the buffer takes: bit k is TEXENV_UPDATE_BUFFER's INPUT(k + 1) */
   uint8_t buffer_rgb, buffer_alpha;
   int8_t buffer_constant; /* preamble result that the buffer begins with; -1: none */
   struct pica200_unit unit[PICA200_UNITS];
   /* fragments stay while result alpha <func> reference; the reference is x of a preamble result */
   bool alpha_test;
   uint8_t alpha_func; /* enum pipe_compare_func's order, which is GL's */
   int8_t alpha_ref;
   /* Of no varyings and of the fragment shader's uniforms: OUTPUT k of the IR is result k. NULL: there is nothing to compute. Constants of
    * stages and the alpha test's reference are taken for 0..1: what is outside is clamped, and a driver may say so. */
   struct ir_shader *preamble;
   unsigned num_preamble;
   /* Vertex stage: inputs are the vertex shader's varyings (semantic, sem_index); outputs have semantic IR_SEM_GENERIC and the
    * sem_index of their pica200_semantic, one component each; LOAD_UNIFORM slot k is preamble result k. NULL: no output. */
   struct ir_shader *tail;
   unsigned num_stages;
   /* gl_FragCoord: the preamble reads one uniform slot behind the shader's own: half width, half height, centre x and y of the viewport in
    * pixels; this result hands it on to the tail, which then reads IR_SEM_POSITION, too. -1: it does not */
   int8_t viewport;
   uint8_t takes; /* PICA200_TAKES_x */
   float error; /* largest deviation from exact arithmetic that the mapping allows, in 1/255 of a component */
};

/** What of the mapping is a matter of state. Zero it, then fill: it is compared as bytes. */
struct pica200_fragment_key {
   bool alpha_unused; /* nobody looks at the alpha that is written: it may carry a discard */
   bool strict;       /* what is not exact to 8 bits is refused */
   bool front_facing; /* the value of gl_FrontFacing: a driver draws both faces by themselves */
};

/** Maps a fragment shader that the pipeline has lowered for pica200_ir_target. False and one sentence in \p error, which names expression,
 * line (where the IR knows it) and reason. The IR is not changed. */
bool pica200_map(const struct ir_shader *s, const struct pica200_fragment_key *key,
                 struct pica200_fragment *out, char *error, size_t error_B);
void pica200_fragment_fini(struct pica200_fragment *f);

/** Computes the results of a fragment's preamble, `num_preamble` of them; those that it does not write stay. Slots behind \p num_uniforms
 * read as zeros. False: out of memory. */
bool pica200_run_preamble(const struct ir_shader *preamble, const uint32_t (*uniforms)[4],
                          uint32_t num_uniforms, float (*results)[4]);
/** Before the vertex half is compiled: coordinates of the \p units (a bit each) are multiplied by x and y of further results, num_preamble + unit.
 * False: out of memory. */
bool pica200_scale_coords(struct pica200_fragment *f, unsigned units);

/** The stages as a table that people read. */
void pica200_print_fragment(FILE *out, const struct pica200_fragment *f);

/* The vertex half */

enum pica200_const_kind {
   PICA200_CONST_UNIFORM,   /* vec4 `slot` of constant buffer 0 of the vertex stage */
   PICA200_CONST_IMMEDIATE, /* `value`, binary32 that float24 holds or rounds */
   PICA200_CONST_PREAMBLE,  /* result `slot` of the fragment half's preamble */
   PICA200_CONST_SCALE,     /* x: factor, y: summand of attribute `slot`: normalisation */
};

struct pica200_const {
   uint8_t kind; /* enum pica200_const_kind */
   uint16_t slot;
   float value[4];
};

/** A vertex program and what must be programmed around it. Register c0 + i holds consts[i]. */
struct pica200_vertex {
   struct pica_program code; /* the entry point is code.entry */
   struct pica200_const consts[PICA200_CONSTS];
   unsigned num_consts;
   uint8_t integers[4][4]; /* i0 to i3: rounds - 1, first, step, 0 */
   unsigned num_integers;
   uint16_t booleans;
   /* input register v<i> is vertex attribute attribs[i] */
   uint8_t attribs[PICA200_ATTRIBUTES];
   unsigned num_attribs;
   /* output register o<i> in the order of the mask's bits: semantics of x, y, z, w */
   uint8_t outmap[PICA200_OUTPUTS][4];
   unsigned num_outputs;
   uint16_t output_mask;
   /* for who expands points on the CPU or in the geometry unit: output vector whose x is gl_PointSize; -1: none */
   int8_t point_size;
   unsigned num_instrs, num_temps;
};

/** What the program depends on besides the IR. Zero it, then fill: it is compared as bytes. */
struct pica200_vertex_key {
   uint16_t scaled;   /* attributes (bits by number) that PICA200_CONST_SCALE's factor and summand apply to */
   bool raw_position; /* clip coordinates as OpenGL has them: who expands or clips on the CPU maps z itself */
   bool point_size;   /* keep gl_PointSize as an output of its own, which is not mapped */
   bool halfz;        /* z is from 0 to w as it is, not from -w to w */
};

/** Compiles a vertex shader (lowered for pica200_ir_target) with the tail of \p f, which may be NULL. False and one sentence in \p error,
 * which names the limit and by how much the shader exceeds it. */
bool pica200_compile_vs(const struct ir_shader *s, const struct pica200_fragment *f,
                        const struct pica200_vertex_key *key, struct pica200_vertex *out, char *error,
                        size_t error_B);

/** A tail that hands the varyings of \p s on as they are, for who looks at a vertex shader alone: as many components as the rasteriser interpolates, the
 * n-th with semantic pica200_plain_semantic(n), which is PICA200_UNUSED beyond. NULL: out of memory. */
struct ir_shader *pica200_plain_tail(const struct ir_shader *s);
unsigned pica200_plain_semantic(unsigned n);

#endif
