/* SPDX-License-Identifier: MIT
 *
 * From the typed tree to the IR. All functions are inlined into main. A value is a flat array of scalars in
 * declaration order (struct members, array elements, columns, rows). A variable is split into one ir_var for
 * each basic type inside it ("leaf"), whose elements are the array elements times the matrix columns; an
 * access path ("deref") collects indices and turns them into an element number of a leaf.
 */
#ifndef COMPILER_GLSL_LOWER_LOWER_H
#define COMPILER_GLSL_LOWER_LOWER_H

#include "compiler/glsl/ast.h"

/** Component \c comp of vec4 slot \c slot of the shader's inputs or outputs; slot < 0: not there. */
struct glsl_place {
   int32_t slot;
   uint8_t comp;
};

/** What the linker decided, by variable id. */
struct glsl_layout {
   bool *live;                 /* main can reach a use of it */
   int32_t *uniform_slot;      /* first vec4 slot, -1: none */
   int32_t *sampler;           /* first sampler slot, -1: none */
   struct glsl_place **places; /* attributes and varyings: one for each vec4 slot of the type; NULL: none */
   uint32_t num_inputs, num_outputs;
   const struct ir_io *inputs, *outputs;
   uint32_t num_uniform_slots;
};

/** NULL when out of memory or too large: then *error says why (NULL: out of memory). */
struct ir_shader *glsl_lower(struct glsl_mem *tmp, const struct glsl_shader *sh,
                             const struct glsl_layout *layout, const char **error);

/* ---- inside ---- */

enum glsl_place_kind { PLACE_NONE, PLACE_VARS, PLACE_UNIFORM, PLACE_INPUT };

/** Where a variable lives in the function being inlined. */
struct glsl_storage_place {
   uint8_t kind;              /* enum glsl_place_kind */
   struct ir_var **leaves;    /* VARS */
   uint32_t slot;             /* UNIFORM */
   struct glsl_place *places; /* INPUT */
   uint32_t sampler;          /* first sampler slot of the samplers inside */
   uint32_t sampler_type_len; /* samplers of the uniform behind it */
   struct ir_src sampler_dyn; /* added to it; UNDEF: 0 */
};

/** A function being inlined. */
struct glsl_inline {
   const struct glsl_func *func;
   struct glsl_storage_place result;
   struct ir_var *returned; /* bool, set by an executed return; NULL if nobody asks */
   unsigned loops;          /* loops of this function around the current place */
};

struct glsl_loop {
   const struct glsl_stmt *stmt;
   struct glsl_loop *outer;
};

struct glsl_lower {
   struct glsl_mem mem;
   const struct glsl_shader *sh;
   const struct glsl_layout *layout;
   struct ir_shader *ir;
   struct ir_builder b;
   struct glsl_storage_place *vars; /* by variable id */
   struct glsl_inline *fn;
   struct glsl_loop *loop;
   unsigned depth;
   uint64_t comps;     /* of all values made so far, and as much more as statements and calls take */
   uint32_t frag_data; /* elements of gl_FragData that are stored to */
   const char *error;
};

/** One [] of a deref. */
struct glsl_step {
   struct glsl_step *prev;
   const struct glsl_type *elem;
   uint32_t first_leaf;
   uint32_t index;
   struct ir_src dyn; /* clamped to the array's size; UNDEF: none */
};

struct glsl_deref {
   const struct glsl_var *var;
   const struct glsl_type *type;
   struct glsl_step *steps;
   uint32_t first_leaf, slot, sampler; /* offsets inside the variable by its struct members */
   uint8_t num_comps;                  /* > 0: these components of the vector, in this order */
   uint8_t comps[4];
   struct ir_src comp_dyn; /* with num_comps: select one of them */
};

/* lower/value.c */
/** False once the shader is too large; then callers only unwind. */
bool glsl_lower_ok(struct glsl_lower *l);
/** Zeros, at least one. */
struct ir_src *glsl_value_new(struct glsl_lower *l, uint32_t comps);
struct ir_src glsl_lower_dot(struct glsl_lower *l, const struct ir_src *a, const struct ir_src *b,
                             unsigned n);
/** 1 / x, folded if x is constant. */
struct ir_src glsl_lower_rcp(struct glsl_lower *l, struct ir_src x);

/* lower/var.c */
/** For a declaration that may have been expanded before. */
void glsl_storage_renew(struct glsl_lower *l, struct glsl_storage_place *p, const char *name,
                        const struct glsl_type *type);
void glsl_storage_create(struct glsl_lower *l, struct glsl_storage_place *p, const char *name,
                         const struct glsl_type *type);
bool glsl_is_deref(const struct glsl_expr *e);
void glsl_deref_init(struct glsl_deref *d, const struct glsl_var *v);
void glsl_deref_build(struct glsl_lower *l, const struct glsl_expr *e, struct glsl_deref *d);
struct ir_src *glsl_deref_load(struct glsl_lower *l, const struct glsl_deref *d);
void glsl_deref_store(struct glsl_lower *l, const struct glsl_deref *d, const struct ir_src *value);
/** Loads and stores a whole storage place of kind VARS. */
struct ir_src *glsl_storage_load(struct glsl_lower *l, const struct glsl_storage_place *p,
                                 const struct glsl_type *type);
void glsl_storage_store(struct glsl_lower *l, const struct glsl_storage_place *p,
                        const struct glsl_type *type, const struct ir_src *value);
/** The sampler slot that a deref of sampler type (or of a type with samplers) selects: constant part and
 * dynamic part (UNDEF: none). */
uint32_t glsl_deref_sampler(struct glsl_lower *l, const struct glsl_deref *d, struct ir_src *dyn);
struct ir_src glsl_clamp_index(struct glsl_lower *l, struct ir_src index, uint32_t len);

/* lower/expr.c */
/** Scalars of the expression's value; for void an empty array. Never NULL. */
struct ir_src *glsl_lower_expr(struct glsl_lower *l, const struct glsl_expr *e);
struct ir_src glsl_lower_bool(struct glsl_lower *l, const struct glsl_expr *e);

/* lower/builtin.c, lower/math.c, lower/tex.c */
void glsl_lower_builtin(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out);
struct ir_src glsl_lower_asin(struct glsl_lower *l, struct ir_src x, bool acos);
struct ir_src glsl_lower_atan(struct glsl_lower *l, struct ir_src x);
struct ir_src glsl_lower_atan2(struct glsl_lower *l, struct ir_src y, struct ir_src x);
struct ir_src glsl_lower_pow(struct glsl_lower *l, struct ir_src x, struct ir_src y);
void glsl_lower_texture(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out);

/* lower/stmt.c */
void glsl_lower_body(struct glsl_lower *l, const struct glsl_func *f, struct glsl_inline *fn);
/** Emits a call; the result goes to \p out. */
void glsl_lower_call(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out);

#endif
