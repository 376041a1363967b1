/* SPDX-License-Identifier: MIT
 *
 * The typed syntax tree that the parser builds and the linker and the lowering read: types, variables,
 * functions, expressions, statements. The grammar and its rules are those of "The OpenGL ES Shading
 * Language", 1.00.17 ("ESSL" in the comments of this folder).
 *
 * Nodes are made by the sema functions with their type already checked, constant expressions already folded
 * to EX_CONST. After glsl_compile the tree is never written again: a shader may be linked many times.
 */
#ifndef GLSL_AST_H
#define GLSL_AST_H

#include <setjmp.h>

#include "compiler/compiler.h"

/* ---- memory ---- */

/** An arena that leaves by longjmp when the host is out of memory, so that builders need no checks. */
struct glsl_mem {
   struct u_arena *arena;
   jmp_buf *oom;
};

/** Zeroed memory; does not return if there is none. */
void *glsl_alloc(struct glsl_mem *m, size_t size_B);
char *glsl_strndup(struct glsl_mem *m, const char *s, size_t n);
char *glsl_format(struct glsl_mem *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define glsl_new(m, type)      ((type *)glsl_alloc((m), sizeof(type)))
#define glsl_array(m, type, n) ((type *)glsl_alloc((m), sizeof(type) * (size_t)(n)))

/** Growable array in an arena. */
#define GLSL_VEC(type)                                                                                       \
   struct {                                                                                                  \
      type *data;                                                                                            \
      uint32_t count, capacity;                                                                              \
   }
void *glsl_vec_grow_(struct glsl_mem *m, void *data, uint32_t count, uint32_t *capacity, size_t elem_B);
#define glsl_push(m, v, x)                                                                                   \
   ((v)->count == (v)->capacity                                                                              \
       ? (void)((v)->data = glsl_vec_grow_((m), (v)->data, (v)->count, &(v)->capacity, sizeof *(v)->data))   \
       : (void)0,                                                                                            \
    (void)((v)->data[(v)->count++] = (x)))

/** Where something stands in the text: source string number, line and column (both from 1). */
struct glsl_loc {
   int32_t string;
   uint32_t line, col;
};

/* ---- types ---- */

/* Base types beside enum glsl_base. */
enum { GLSL_VOID = 16, GLSL_STRUCT, GLSL_ARRAY, GLSL_ERROR };

enum glsl_precision { GLSL_PREC_NONE, GLSL_LOWP, GLSL_MEDIUMP, GLSL_HIGHP };

struct glsl_field {
   const char *name;
   const struct glsl_type *type;
   uint8_t precision;
};

/** Basic types and struct types are unique objects, so they compare by pointer; arrays do not. */
struct glsl_type {
   uint8_t base;                 /* enum glsl_base or one of the above */
   uint8_t rows, cols;           /* vector length; cols > 1: matrix. 1, 1 for scalars */
   const struct glsl_type *elem; /* ARRAY */
   uint32_t len;                 /* ARRAY */
   const char *name;             /* STRUCT: its name; basic types: the keyword */
   const struct glsl_field *fields;
   uint32_t num_fields;
   /* Sizes in three currencies. A sampler has one sampler and neither components nor slots. */
   uint32_t comps;    /* 32-bit scalars */
   uint32_t slots;    /* vec4 uniform slots */
   uint32_t samplers; /* sampler units */
   uint32_t leaves;   /* basic types inside, array elements counted once, samplers not */
   bool has_array;    /* is or contains an array */
   uint8_t depth;     /* nesting of structs and arrays */
};

extern const struct glsl_type glsl_type_void, glsl_type_error, glsl_type_float, glsl_type_int, glsl_type_bool,
   glsl_type_sampler2d, glsl_type_samplercube, glsl_type_sampler3d, glsl_type_samplerexternal,
   glsl_type_sampler2dshadow;
/** Largest number of scalars in one type. */
#define GLSL_MAX_COMPS 65536u

/** float/int/bool vector of \p rows, or scalar if it is 1. */
const struct glsl_type *glsl_type_vec(unsigned base, unsigned rows);
/** Square matrix matN. */
const struct glsl_type *glsl_type_mat(unsigned n);
/** NULL if the array would have more than GLSL_MAX_COMPS scalars. */
const struct glsl_type *glsl_type_array(struct glsl_mem *m, const struct glsl_type *elem, uint32_t len);
/** Fills the sizes of a struct whose fields are set; false if it is too large. */
bool glsl_type_finish_struct(struct glsl_type *t);
bool glsl_type_equal(const struct glsl_type *a, const struct glsl_type *b);
/** Like equal, but structs compare by name, field names, types and order: for two shaders. */
bool glsl_type_match(const struct glsl_type *a, const struct glsl_type *b);
/** "vec3", "float[4]", "struct light"; in \p buf if it must be composed. */
const char *glsl_type_name(const struct glsl_type *t, char *buf, size_t buf_B);

static inline bool
glsl_is_scalar(const struct glsl_type *t)
{
   return t->base <= GLSL_BOOL && t->rows == 1 && t->cols == 1;
}
static inline bool
glsl_is_vector(const struct glsl_type *t)
{
   return t->base <= GLSL_BOOL && t->rows > 1 && t->cols == 1;
}
static inline bool
glsl_is_matrix(const struct glsl_type *t)
{
   return t->base == GLSL_FLOAT && t->cols > 1;
}
static inline bool
glsl_is_numeric(const struct glsl_type *t)
{
   return t->base == GLSL_FLOAT || t->base == GLSL_INT;
}
static inline bool
glsl_is_sampler(const struct glsl_type *t)
{
   return t->base >= GLSL_SAMPLER_2D && t->base <= GLSL_SAMPLER_2D_SHADOW;
}
static inline bool
glsl_is_error(const struct glsl_type *t)
{
   return t->base == GLSL_ERROR;
}

/* ---- variables and functions ---- */

enum glsl_storage {
   GLSL_VAR_LOCAL,
   GLSL_VAR_GLOBAL,
   GLSL_VAR_CONST, /* every use is folded to its value */
   GLSL_VAR_PARAM,
   GLSL_VAR_UNIFORM,
   GLSL_VAR_ATTRIBUTE,
   GLSL_VAR_VARYING,
   GLSL_VAR_OUTPUT, /* built-in output, readable and writable */
   GLSL_VAR_INPUT,  /* built-in input, read only */
};

/** Built-in variables that are no input or output of the IR. */
enum { GLSL_SEM_INSTANCE_ID = 64 };

enum glsl_param_dir { GLSL_DIR_IN, GLSL_DIR_OUT, GLSL_DIR_INOUT };

struct glsl_var {
   const char *name;
   const struct glsl_type *type;
   struct glsl_loc loc;
   uint32_t id;       /* dense, per shader */
   uint8_t storage;   /* enum glsl_storage */
   uint8_t dir;       /* PARAM */
   uint8_t precision; /* enum glsl_precision */
   uint8_t semantic;  /* built-ins: enum ir_semantic or GLSL_SEM_x */
   int16_t location;  /* layout(location = n); -1: none */
   bool read_only;    /* const parameters */
   bool builtin;      /* gl_... */
   bool invariant;
   bool used;             /* statically used (ESSL 1.00 "static use") */
   bool written;          /* statically written */
   bool dynamic;          /* indexed dynamically somewhere */
   const uint32_t *value; /* CONST: type->comps scalars */
   struct glsl_expr *init;
   const struct glsl_func *last_user; /* while parsing: function whose `uses` already lists it */
};

struct glsl_func {
   const char *name;
   const struct glsl_type *ret;
   uint8_t ret_precision;
   struct glsl_var **params;
   uint32_t num_params;
   struct glsl_loc loc;
   uint32_t id;
   bool has_prototype, has_return;
   struct glsl_stmt *body; /* NULL if only declared */
   struct glsl_func *next; /* overload of the same name */
   GLSL_VEC(struct glsl_func *) callees;
   GLSL_VEC(struct glsl_var *) uses; /* globals, each once */
   uint32_t first_var, num_vars;     /* ids of its parameters and locals */
};

/* ---- expressions ---- */

enum glsl_expr_kind {
   EX_ERROR,
   EX_CONST,
   EX_VAR,
   EX_FIELD,     /* args[0].field */
   EX_INDEX,     /* args[0][args[1]] */
   EX_SWIZZLE,   /* args[0].swizzle */
   EX_UNARY,     /* op args[0] */
   EX_BINARY,    /* args[0] op args[1] */
   EX_ASSIGN,    /* args[0] = args[1], or args[0] op= args[1] with op != OP_NONE */
   EX_INCDEC,    /* op is OP_PREINC .. OP_POSTDEC */
   EX_COND,      /* args[0] ? args[1] : args[2] */
   EX_COMMA,     /* args[0], args[1] */
   EX_CALL,      /* func(args) */
   EX_BUILTIN,   /* builtin(args) */
   EX_CONSTRUCT, /* type(args) */
};

enum glsl_op {
   OP_NONE,
   OP_ADD,
   OP_SUB,
   OP_MUL,
   OP_DIV,
   OP_LT,
   OP_GT,
   OP_LE,
   OP_GE,
   OP_EQ,
   OP_NE,
   OP_AND,
   OP_OR,
   OP_XOR,
   OP_NEG,
   OP_PLUS,
   OP_NOT,
   OP_PREINC,
   OP_PREDEC,
   OP_POSTINC,
   OP_POSTDEC,
};

struct glsl_expr {
   uint8_t kind, op;
   uint8_t swizzle[4], num_swizzle;
   bool side_effects; /* writes something, or calls a function that might */
   uint16_t cost;     /* rough number of operations, saturating; decides between CSEL and branches */
   uint32_t depth;    /* of the tree below */
   struct glsl_loc loc;
   const struct glsl_type *type;
   struct glsl_expr **args;
   uint32_t num_args;
   uint32_t field;
   const uint32_t *value; /* CONST: type->comps scalars; floats and ints as bits, bools 0 or ~0 */
   struct glsl_var *var;
   struct glsl_func *func;
   const struct glsl_builtin *builtin;
};

/* ---- statements ---- */

enum glsl_stmt_kind {
   ST_EXPR,
   ST_DECL, /* var, initialised with expr if that is not NULL */
   ST_BLOCK,
   ST_IF,
   ST_FOR,
   ST_WHILE,
   ST_DO,
   ST_RETURN,
   ST_BREAK,
   ST_CONTINUE,
   ST_DISCARD,
};

struct glsl_stmt {
   uint8_t kind;
   bool may_return;     /* contains a return */
   bool always_returns; /* every path through it ends in return */
   bool jumps;          /* contains a break or continue of an enclosing loop */
   bool leaves;         /* every path through it ends in a return, break or continue */
   struct glsl_loc loc;
   struct glsl_stmt *next;
   struct glsl_expr *expr; /* EXPR, DECL's initialiser, condition, return value; NULL if absent */
   struct glsl_expr *step; /* FOR */
   struct glsl_var *var;   /* DECL; FOR and WHILE: variable declared in the condition, its value is expr */
   struct glsl_stmt *init; /* FOR: list */
   struct glsl_stmt *body; /* BLOCK: list; IF: then; loops */
   struct glsl_stmt *els;
};

/* ---- built-in functions (tables in glsl_builtins.c) ---- */

enum glsl_bop {
#define GLSL_BOPS(X)                                                                                         \
   X(RADIANS)                                                                                                \
   X(DEGREES)                                                                                                \
   X(SIN)                                                                                                    \
   X(COS)                                                                                                    \
   X(TAN)                                                                                                    \
   X(ASIN)                                                                                                   \
   X(ACOS)                                                                                                   \
   X(ATAN)                                                                                                   \
   X(ATAN2)                                                                                                  \
   X(POW)                                                                                                    \
   X(EXP)                                                                                                    \
   X(LOG)                                                                                                    \
   X(EXP2)                                                                                                   \
   X(LOG2)                                                                                                   \
   X(SQRT)                                                                                                   \
   X(RSQ)                                                                                                    \
   X(ABS)                                                                                                    \
   X(SIGN)                                                                                                   \
   X(FLOOR)                                                                                                  \
   X(CEIL)                                                                                                   \
   X(FRACT)                                                                                                  \
   X(MOD)                                                                                                    \
   X(MIN)                                                                                                    \
   X(MAX)                                                                                                    \
   X(CLAMP)                                                                                                  \
   X(MIX)                                                                                                    \
   X(STEP)                                                                                                   \
   X(SMOOTHSTEP)                                                                                             \
   X(LENGTH)                                                                                                 \
   X(DISTANCE)                                                                                               \
   X(DOT)                                                                                                    \
   X(CROSS)                                                                                                  \
   X(NORMALIZE)                                                                                              \
   X(FACEFORWARD)                                                                                            \
   X(REFLECT)                                                                                                \
   X(REFRACT)                                                                                                \
   X(MATRIXCOMPMULT)                                                                                         \
   X(LESSTHAN)                                                                                               \
   X(LESSTHANEQUAL)                                                                                          \
   X(GREATERTHAN)                                                                                            \
   X(GREATERTHANEQUAL)                                                                                       \
   X(EQUAL)                                                                                                  \
   X(NOTEQUAL)                                                                                               \
   X(ANY)                                                                                                    \
   X(ALL)                                                                                                    \
   X(NOT)                                                                                                    \
   X(DFDX)                                                                                                   \
   X(DFDY)                                                                                                   \
   X(FWIDTH)                                                                                                 \
   X(TEX)                                                                                                    \
   X(TEX_PROJ)                                                                                               \
   X(TEX_LOD)                                                                                                \
   X(TEX_PROJ_LOD)                                                                                           \
   X(TEX_GRAD)                                                                                               \
   X(TEX_PROJ_GRAD)
#define X(n) BOP_##n,
   GLSL_BOPS(X)
#undef X
};

enum glsl_ext {
   EXT_NONE,
   EXT_OES_STANDARD_DERIVATIVES,
   EXT_OES_TEXTURE_3D,
   EXT_OES_EGL_IMAGE_EXTERNAL,
   EXT_SHADER_TEXTURE_LOD,
   EXT_FRAG_DEPTH,
   EXT_DRAW_BUFFERS,
   EXT_DRAW_INSTANCED,
   EXT_APPLE_CLIP_DISTANCE,
   EXT_BLEND_FUNC_EXTENDED,
   EXT_BLEND_ADVANCED,
   EXT_FB_FETCH,
   EXT_FB_FETCH_NON_COHERENT,
   EXT_SEPARATE_SHADER_OBJECTS,
   EXT_SHADOW_SAMPLERS,
   EXT_COUNT
};

struct glsl_builtin {
   const char *name;
   const char *sig; /* result and parameters, see glsl_builtins.c */
   uint8_t op;      /* enum glsl_bop */
   uint8_t stages;  /* bit 1 << IR_VERTEX, 1 << IR_FRAGMENT */
   uint8_t ext;     /* enum glsl_ext */
};

/* ---- a compiled shader ---- */

struct glsl_shader {
   unsigned refs;
   uint8_t stage;
   bool ok;
   const char *log;
   struct u_arena arena;
   GLSL_VEC(struct glsl_var *) globals; /* in order of declaration, used built-ins among them */
   GLSL_VEC(struct glsl_func *) funcs;
   struct glsl_func *main;
   uint32_t num_vars;
   bool invariant_all;
   uint16_t blend_support;     /* layout(blend_support_...) out: enum ir_blend, a bit each */
   bool fb_fetch_non_coherent; /* gl_LastFragData is declared layout(noncoherent) */
   bool draw_buffers;          /* EXT_draw_buffers is enabled: gl_FragColor goes to all buffers */
};

/** Is \p e a link of a chain a + b - c ..., or a, b, c ..., and args[0] the one before? Such chains are as
 * long as people like; whoever walks the tree takes them in a loop. */
static inline bool
glsl_continues_chain(const struct glsl_expr *e)
{
   const struct glsl_expr *a = e->num_args == 2 ? e->args[0] : NULL;
   if (!a || a->kind != e->kind)
      return false;
   if (e->kind == EX_COMMA)
      return true;
   return e->kind == EX_BINARY && e->op != OP_AND && e->op != OP_OR && a->op != OP_AND && a->op != OP_OR &&
          a->type->cols <= 1;
}

#endif
