/* SPDX-License-Identifier: MIT
 *
 * What the parts of the generator share: its state, text, expressions (random_glsl_expr.c), statements
 * (random_glsl_stmt.c), what only GLSL ES 3.00 has of both (random_glsl_300.c) and its blocks, inputs and outputs
 * (random_glsl_io.c); random_glsl.c puts shaders together from them.
 */
#ifndef RANDOM_GLSL_GEN_H
#define RANDOM_GLSL_GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gen_base { F, I, B, M, U };

struct gen_type {
   uint8_t base, n; /* n: components; of matrices: columns */
};

struct gen_bound {
   int mag, frac;
};

struct gen_var {
   char name[32];
   struct gen_type type;
   unsigned len; /* 0 = no array */
   bool writable;
   struct gen_bound bound;
};

struct gen_func {
   char name[8];
   struct gen_type ret, param[3];
   unsigned num_params;
   uint8_t mode[3]; /* 0 in, 1 out, 2 inout */
   uint8_t len[3];  /* elements of an array; 0 = none */
   bool is_void;
};

#define MAX_VARS    320
#define MAX_STRUCTS 24
#define VAR_MAG     8 /* what variables hold: |v| < 2^8 in steps of 1/8 */
#define VAR_FRAC    3

struct gen {
   uint32_t rng;
   char *out;
   size_t n, cap;
   struct gen_var vars[MAX_VARS];
   unsigned num_vars;
   struct gen_func funcs[6];
   unsigned num_funcs;
   char structs[MAX_STRUCTS][24]; /* places of type S0 that may be written */
   unsigned num_structs;
   bool struct_funcs;
   const struct gen_func *cur; /* function whose body is being written */
   const uint8_t *drop;
   unsigned num_drop, statements;
   int indent;
   unsigned names, loops, budget;
   bool vertex, called; /* called: the expression has its call with side effects */
   bool calling; /* the expression may have one: it reads nothing that a call could write, for the language
                    leaves the order of operands open */
   bool in_func, global_ok;
   bool es3, flat; /* flat: no varying is interpolated, so the vertices may differ */
   bool small, vertex_textures;
   unsigned switches;
   char *pool[8192];
   unsigned num_pool;
};

/** A number below \p n. */
uint32_t gen_rnd(struct gen *g, uint32_t n);
/** Appends to the shader. */
void gen_put(struct gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Text that lives until the end of the statement. */
const char *gen_str(struct gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Frees such texts. */
void gen_drain(struct gen *g);

const char *gen_type_name(struct gen_type t);
struct gen_type gen_random_type(struct gen *g);

/** An expression of type \p t, at most \p depth operators deep, and the bound of its value. */
const char *gen_expr(struct gen *g, struct gen_type t, int depth, struct gen_bound *b);
const char *gen_literal(struct gen *g, struct gen_type t, struct gen_bound *b);
/** Brings a value back to few bits if it has grown beyond 2^mag or 2^-frac. */
const char *gen_fit(struct gen *g, struct gen_type t, const char *e, struct gen_bound *b, int mag, int frac);
/** A place of type \p t in some variable; NULL if there is none. */
const char *gen_place(struct gen *g, struct gen_type t, int depth, bool write, struct gen_bound *b);
/** A call with arguments; NULL if there is no place for one of them. */
const char *gen_call(struct gen *g, const struct gen_func *f, int depth);
/** An expression that a variable may hold. */
const char *gen_value(struct gen *g, struct gen_type t, int depth);
/** An index below \p n. */
const char *gen_index(struct gen *g, unsigned n, int depth);
/** Components ".xyz" of a vector of \p from; \p distinct: each at most once. */
const char *gen_swizzle(struct gen *g, unsigned from, unsigned n, bool distinct);
/** The name of an array with that type and length; NULL if there is none. */
const char *gen_array(struct gen *g, struct gen_type t, unsigned len, bool write);
bool gen_same(struct gen_type a, struct gen_type b);

/** Appends a line, indented. */
void gen_line(struct gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** A variable of the current block; NULL if there are too many. */
struct gen_var *gen_new_var(struct gen *g, struct gen_type t, unsigned len, bool writable);
/** Registers the members of a place of type S0. */
void gen_know_struct(struct gen *g, const char *name, bool writable);
/** A statement of any kind, blocks included. */
void gen_statement(struct gen *g);
/** \p n statements, indented once more, with a scope of their own. */
void gen_block(struct gen *g, unsigned n);
/** A place that is given to the shader, which cannot write it. */
void gen_given(struct gen *g, const char *name, struct gen_type t, unsigned len, struct gen_bound b);

/* Of GLSL ES 3.00 only. Depths are at least 1. */
const char *gen_int_300(struct gen *g, struct gen_type t, int depth, struct gen_bound *b);
const char *gen_float_300(struct gen *g, struct gen_type t, int depth, struct gen_bound *b);
const char *gen_bool_300(struct gen *g, struct gen_type t, int depth, struct gen_bound *b);
const char *gen_matrix_300(struct gen *g, struct gen_type t, int depth, struct gen_bound *b);
/** A lookup whose components are whole numbers below 64. */
const char *gen_fetch_300(struct gen *g, unsigned n, int depth, struct gen_bound *b);
/** An integer \p e as a small one, fit for a float. */
const char *gen_small(struct gen *g, struct gen_type t, const char *e, struct gen_bound *b);
/** A switch, arrays as values, assignments by operators of integers, modf. */
void gen_statement_300(struct gen *g);
/** What stands before the functions; \p seed chooses blocks. */
void gen_head_300(struct gen *g, uint32_t seed);
/** The varyings that a vertex shader writes at its end. */
void gen_varyings_300(struct gen *g);
/** The outputs of a fragment shader, of all variables that are there. */
void gen_outputs_300(struct gen *g);

#endif
