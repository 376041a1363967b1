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
#include "compiler/glsl/builtins.h"

/** Component \c comp of vec4 slot \c slot of the shader's inputs or outputs; slot < 0: not there. */
struct glsl_place {
   int32_t slot;
   uint8_t comp;
};

/** Where an output of the fragment shader goes: colour target, and which source of blending (0 or 1). */
struct glsl_output_place {
   uint8_t location, index;
};

/** What the linker decided, by variable id. */
struct glsl_layout {
   bool *live;                           /* main can reach a use of it */
   int32_t *uniform_slot;                /* first vec4 slot, -1: none */
   int32_t *sampler;                     /* first sampler slot, -1: none */
   struct glsl_output_place *outputs_at; /* outputs that ESSL 3.00 declares */
   struct glsl_place **places; /* attributes and varyings: one for each vec4 slot of the type; NULL: none */
   uint32_t num_inputs, num_outputs;
   const struct ir_io *inputs, *outputs;
   uint32_t num_uniform_slots;
   uint32_t *block_buffer; /* by block id: its constant buffer, or the first one of an array of blocks */
};

/** NULL when out of memory or too large: then *error says why (NULL: out of memory). */
struct ir_shader *glsl_lower(struct glsl_mem *tmp, const struct glsl_shader *sh,
                             const struct glsl_layout *layout, const char **error);

/* ---- inside ---- */

enum glsl_place_kind { PLACE_NONE, PLACE_VARS, PLACE_UNIFORM, PLACE_INPUT, PLACE_BLOCK };

/** Where a variable lives in the function being inlined. */
struct glsl_storage_place {
   uint8_t kind;              /* enum glsl_place_kind */
   struct ir_var **leaves;    /* VARS */
   uint32_t slot;             /* UNIFORM; BLOCK: constant buffer */
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
   struct ir_var *skip; /* a switch: set by a continue of the loop around it */
};

/** A constant array that is indexed dynamically. */
struct glsl_table {
   const uint32_t *value;
   struct glsl_storage_place place;
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
   bool tail_breaks; /* a break of the switch being lowered stands where its group ends anyway */
   GLSL_VEC(struct glsl_table) tables;
};

/** One [] of a deref. */
struct glsl_step {
   struct glsl_step *prev;
   const struct glsl_type *elem;
   uint32_t first_leaf;
   uint32_t index;
   struct ir_src dyn; /* clamped to the array's size; UNDEF: none */
};

/** Where a deref into a uniform block points; active: it is one. */
struct glsl_block_path {
   bool active, row_major;
   uint32_t element;      /* of an array of blocks */
   uint32_t offset_B;     /* constant part */
   struct ir_src dyn;     /* vec4 slots to be added; UNDEF: none */
   uint8_t cols;          /* > 0: a column of a row-major matrix of so many */
   struct ir_src dyn_col; /* ... which one; UNDEF: it is in the offset */
};

struct glsl_deref {
   const struct glsl_var *var;
   const struct glsl_type *type;
   struct glsl_step *steps;
   uint32_t first_leaf, slot, sampler; /* offsets inside the variable by its struct members */
   uint8_t num_comps;                  /* > 0: these components of the vector, in this order */
   uint8_t comps[4];
   struct ir_src comp_dyn; /* with num_comps: select one of them */
   struct glsl_block_path path;
};

/* lower/value.c */
/** False once the shader is too large; then callers only unwind. */
bool glsl_lower_ok(struct glsl_lower *l);
/** Zeros, at least one. */
struct ir_src *glsl_value_new(struct glsl_lower *l, uint32_t comps);
struct ir_src glsl_lower_dot(struct glsl_lower *l, const struct ir_src *a, const struct ir_src *b,
                             unsigned n);
/** x * k, where x may itself just have been made as y * c: y * (c * k) then, as no rule says in which order
 * constant factors are applied. Only if their product is an ordinary number. */
struct ir_src glsl_lower_times(struct glsl_lower *l, struct ir_src x, struct ir_src k);
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

/** Elements (columns times array lengths) of leaf \p leaf of \p t. */
uint32_t glsl_leaf_elems(const struct glsl_type *t, uint32_t leaf);
/** Components of its vectors. */
uint32_t glsl_leaf_rows(const struct glsl_type *t, uint32_t leaf);

/* lower/array.c */
/** Stores and loads a value of any type through a place of kind VARS. */
struct ir_src *glsl_place_load(struct glsl_lower *l, const struct glsl_storage_place *p,
                               const struct glsl_type *t);
void glsl_place_store(struct glsl_lower *l, const struct glsl_storage_place *p, const struct glsl_type *t,
                      const struct ir_src *value);
/** a[i] where a is a value and i, clamped to the array, not constant. */
void glsl_lower_array_access(struct glsl_lower *l, const struct glsl_expr *e, const struct ir_src *a,
                             struct ir_src index, struct ir_src *out);

/* lower/block.c */
void glsl_path_init(struct glsl_deref *d);
void glsl_path_field(struct glsl_deref *d, uint32_t field);
/** [index] or, if \p dyn is not UNDEF, [dyn]. */
void glsl_path_index(struct glsl_lower *l, struct glsl_deref *d, uint32_t index, struct ir_src dyn);
/** Component of the vector or scalar that the path points to. */
struct ir_src glsl_path_component(struct glsl_lower *l, const struct glsl_deref *d, unsigned comp);
/** The whole value; returns the number of its scalars. */
uint32_t glsl_path_load(struct glsl_lower *l, const struct glsl_deref *d, struct ir_src *out);

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

/** A texture lookup in the making. */
struct glsl_lookup {
   struct ir_tex tex;
   struct ir_src src[10];
   unsigned num_src;
};
void glsl_push_lookup(struct glsl_lookup *t, struct ir_src s);
/** The first \p n of \p comps coordinates, divided by the last one if \p projective. */
void glsl_push_coordinates(struct glsl_lower *l, const struct ir_src *p, unsigned comps, unsigned n,
                           bool projective, struct glsl_lookup *t);
/* lower/tex_300.c; arg: values of the arguments behind the sampler */
bool glsl_build_lookup_300(struct glsl_lower *l, const struct glsl_expr *e, const struct ir_src *const *arg,
                           struct glsl_lookup *t);

/* lower/builtin_300.c, lower/pack.c: built-in functions of ESSL 3.00; false: it is none of them */
bool glsl_lower_integer(struct glsl_lower *l, enum glsl_bop op, unsigned base, struct ir_src x,
                        struct ir_src y, struct ir_src z, struct ir_src *out);
bool glsl_lower_component_300(struct glsl_lower *l, enum glsl_bop op, struct ir_src x, struct ir_src y,
                              struct ir_src z, struct ir_src *out);
bool glsl_lower_whole_300(struct glsl_lower *l, const struct glsl_expr *e, const struct ir_src *const *arg,
                          struct ir_src *out);
bool glsl_lower_pack(struct glsl_lower *l, enum glsl_bop op, const struct ir_src *arg, struct ir_src *out);

/* lower/switch.c */
/** Statements of a switch between labels. */
struct glsl_group {
   const struct glsl_stmt *labels, *first, *end; /* end: the next group's label, or NULL */
   struct ir_src met;                            /* one of its labels is that of the value */
   bool leaves;                                  /* never falls through */
};
/** The groups of a switch; their number. */
uint32_t glsl_switch_split(struct glsl_lower *l, const struct glsl_stmt *s, struct glsl_group **groups);
/** Which group the value leads to; the default one is met where no label is. */
void glsl_switch_compare(struct glsl_lower *l, struct ir_src value, struct glsl_group *groups, uint32_t n);
/** Does each break, and each return, stand where nothing of the switch would follow anyway? */
bool glsl_switch_is_simple(const struct glsl_stmt *s, const struct glsl_group *groups, uint32_t n);

/* lower/stmt.c */
void glsl_lower_body(struct glsl_lower *l, const struct glsl_func *f, struct glsl_inline *fn);
/** Emits a call; the result goes to \p out. */
void glsl_lower_call(struct glsl_lower *l, const struct glsl_expr *e, struct ir_src *out);

#endif
