/* SPDX-License-Identifier: MIT
 *
 * The mapper of fragment shaders, from file to file: expr.c makes polynomials of the IR, units.c gives samples their texture units,
 * discard.c makes an alpha test of what is discarded, table.c and function.c textures of what is compared or computed of varyings, split.c knows what one stage can compute, search.c finds the stages, emit.c writes
 * registers, tail.c what the CPU and the vertex shader have to compute.
 */
#ifndef COMPILER_PICA200_PF_H
#define COMPILER_PICA200_PF_H

#include "compiler/pica200/binary.h"
#include "compiler/pica200/fragment/poly.h"

#define PF_MAX_SAMPLES 16

/** A lookup: equal ones are one. */
struct pf_sample {
   struct ir_tex tex;
   uint32_t line;
   uint32_t coord[3]; /* polynomials */
   uint32_t level;    /* bias or level; PF_NONE: without */
   /* units.c */
   bool used;
   bool shares; /* its coordinates are those of the unit before */
   int8_t unit;
   uint8_t type;     /* of unit 0 */
   uint32_t tail[3]; /* what the vertex shader computes: affine; PF_NONE: nothing */
   /* of a table: PICA200_TABLE and so on; coordinate k is tail[k] * scale[k] + add[k], which depend on uniforms alone */
   uint8_t table;
   uint32_t scale[2], add[2];
   uint8_t channels;                  /* of a ramp's or a function's texture: a bit each, the others are 0 */
   struct pica200_function *function; /* malloc'ed; units.c hands it on */
};

/** What the shader says, as polynomials. */
struct pf {
   const struct ir_shader *s;
   const struct pica200_fragment_key *key;
   struct pf_polys polys;
   const struct ir_instr **def; /* of each SSA value */
   uint32_t *value;             /* ... its polynomial */
   uint32_t *line;              /* ... where it stands; 0: unknown */
   struct pf_sample sample[PF_MAX_SAMPLES];
   unsigned num_samples;
   U_VEC(const char *) reasons; /* of PF_ATOM_BAD, in the arena of the polynomials */
   uint32_t out[4];             /* colour; PF_NONE: undefined */
   struct ir_src out_src[4];    /* ... as the shader has it */
   uint32_t out_line[4];
   uint32_t discard; /* 1 where the fragment goes */
   uint32_t discard_line;
   bool tables;           /* comparisons of varyings take texture units */
   bool ramps;            /* ... and so do colours that are sums of varyings */
   bool functions;        /* ... and what depends on one or two varyings alone is a table */
   bool ranges;           /* functions rest on guessed ranges */
   double function_error; /* of tables, 1/255 */
   bool window;           /* the tail reads the position of the fragment */
   bool directions;       /* dot products are taken for -1 to 1 */
   char *error;
   size_t error_B;
   bool failed;
};

/** Notes why the shader cannot be mapped; the first reason stays. Always false. */
bool pf_refuse(struct pf *m, uint32_t line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/** A value that no stage computes, of the reason \p reason, which has to live as long as the mapper. */
uint32_t pf_bad(struct pf *m, const char *reason, uint32_t line);

/** pack.c: the same value with one factor that depends on uniforms alone where it had several. */
uint32_t pf_pack(struct pf *m, uint32_t a);

/** expr.c: IR -> polynomials. False: refused. */
bool pf_read(struct pf *m);
/** uniform.c: bounds of what \p in computes of uniforms, whose operands are \p src; and the result as an unknown. */
void pf_bound_uniform(const struct pf *m, const struct ir_instr *in, struct pf_atom *a, const uint32_t *src);
uint32_t pf_unknown_uniform(struct pf *m, uint32_t value, struct pf_atom a);
/** Do its bounds rest on what is assumed of uniforms? */
bool pf_is_assumed(const struct pf_polys *p, uint32_t poly);
/** Refuses polynomials with atoms that no stage computes. */
bool pf_check(struct pf *m, uint32_t poly);
/** The positive part; clamped to 0..1; whether it is above 0. \p line: where that stands. */
uint32_t pf_pos(struct pf *m, uint32_t a, uint32_t line);
uint32_t pf_sat(struct pf *m, uint32_t a, uint32_t line);
uint32_t pf_gt(struct pf *m, uint32_t a, uint32_t line);
/** Whether it is 0 or above. */
uint32_t pf_ge(struct pf *m, uint32_t a, uint32_t line);

/** cases.c: the same, and whether it is 0, of truth values beside uniforms and what tables are asked about. PF_NONE: it has other
 * unknowns, or no truth value. */
uint32_t pf_case_pos(struct pf *m, uint32_t a, uint32_t line);
uint32_t pf_case_gt(struct pf *m, uint32_t a, uint32_t line);
uint32_t pf_case_ge(struct pf *m, uint32_t a, uint32_t line);
uint32_t pf_case_equal(struct pf *m, uint32_t a, uint32_t line);
/** A truth value of such as itself, with one unknown for what it is in each case. */
uint32_t pf_case_pack(struct pf *m, uint32_t a);
/** What depends on uniforms alone as one unknown, unless it is a number or one already. */
uint32_t pf_as_one(struct pf_polys *p, uint32_t a);

/** table.c: whether it has no unknowns but varyings, uniforms, and positive parts of such. */
bool pf_is_tabular(const struct pf_polys *p, uint32_t a);
/** \p a >= 0, > 0, == 0, by tables. PF_NONE: they do not have that. */
uint32_t pf_table_gt(struct pf *m, uint32_t a, uint32_t line);
uint32_t pf_table_ge(struct pf *m, uint32_t a, uint32_t line);
uint32_t pf_table_equal(struct pf *m, uint32_t a, uint32_t line);
/** Whether two truth values are the same. PF_NONE: neither is a table's beside one that is fixed for a draw. */
uint32_t pf_table_same(struct pf *m, uint32_t a, uint32_t b);
/** Makes samples of ramps of the output's components that are sums of varyings. False: there are none. */
bool pf_place_ramps(struct pf *m);
/** function.c: makes tables of the output's components that depend on one or two components of varyings and on nothing else but numbers.
 * False: there are none, or more than units are left, or a refusal. */
bool pf_place_functions(struct pf *m);
/** Gives the comparisons that the colour depends on their places in tables, which become samples. */
bool pf_place_tables(struct pf *m);

/** What the search and the emission share: constants for a draw and the tail's outputs. */
struct pf_consts {
   uint32_t poly[PICA200_PREAMBLE][4]; /* PF_NONE: free */
   unsigned count;
};
/** The vector whose components are \p poly; PF_NONE fits everything. -1 and refused: there is no room. */
int pf_const(struct pf *m, struct pf_consts *k, const uint32_t poly[4]);

/** units.c: texture units and coordinates of the samples in use. */
bool pf_place_samples(struct pf *m, struct pf_consts *k, struct pica200_fragment *out);

/** discard.c: the alpha test, and what alpha has to be for it. */
bool pf_alpha_test(struct pf *m, struct pf_consts *k, struct pica200_fragment *out);

/** tail.c: the preamble and the tail; \p colour: polynomials of the primary colour. */
bool pf_tail(struct pf *m, struct pf_consts *k, const uint32_t colour[4], struct pica200_fragment *out);

#endif
