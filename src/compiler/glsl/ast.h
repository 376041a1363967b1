/* SPDX-License-Identifier: MIT
 *
 * The typed syntax tree that the parser builds and the linker and the lowering read: variables, functions,
 * expressions, statements. The grammar and its rules are those of "The OpenGL ES Shading Language", 1.00.17
 * and 3.00.6 ("ESSL" in the comments of this folder).
 *
 * Nodes are made by the sema functions with their type already checked, constant expressions already folded
 * to EX_CONST. After glsl_compile the tree is never written again: a shader may be linked many times.
 */
#ifndef COMPILER_GLSL_AST_H
#define COMPILER_GLSL_AST_H

#include "compiler/glsl/types.h"

/** Where something stands in the text: source string number, line and column (both from 1). */
struct glsl_loc {
   int32_t string;
   uint32_t line, col;
};

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
enum { GLSL_SEM_INSTANCE_ID = 64, GLSL_SEM_VERTEX_ID };
/** Varyings beside which the linker makes IR_SEM_CLIP_DIST outputs: gl_ClipDistance and gl_CullDistance of ESSL 3.00. */
enum { GLSL_SEM_CLIP_DISTANCE = 72, GLSL_SEM_CULL_DISTANCE };

/** Layouts of uniform blocks (ESSL 3.00 4.3.8.3). All are laid out alike: as std140 says. */
enum glsl_packing { GLSL_PACKING_SHARED, GLSL_PACKING_PACKED, GLSL_PACKING_STD140 };

/** A uniform block, or an array of them. */
struct glsl_block {
   const char *name;
   struct glsl_loc loc;
   const struct glsl_type *type; /* a struct of its members */
   const uint32_t *offset_B;     /* of each member */
   uint32_t size_B, id;
   uint32_t array_len; /* 1 if no array */
   bool is_array;
   uint8_t packing;           /* enum glsl_packing */
   struct glsl_var *instance; /* NULL: the members are global names */
   struct glsl_var **members; /* without an instance */
};

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
   int8_t index;      /* layout(index = n) of an output of the fragment shader; -1: none, which is 0 */
   bool inout,
      non_coherent; /* EXT_shader_framebuffer_fetch: an output that begins with what its target holds */
   bool read_only;  /* const parameters */
   bool builtin;    /* gl_... */
   bool invariant;
   bool sized;                     /* gl_ClipDistance, gl_CullDistance: a declaration said the size */
   bool flat, centroid;            /* ESSL 3.00 4.3.9 */
   bool used;                      /* statically used (ESSL 1.00 "static use") */
   bool written;                   /* statically written */
   bool dynamic;                   /* indexed dynamically somewhere */
   const uint32_t *value;          /* CONST: type->comps scalars */
   const struct glsl_block *block; /* UNIFORM: the instance of a block, or a member of one */
   uint32_t member;
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
   OP_MOD, /* this one and the next five: integers (ESSL 3.00) */
   OP_SHL,
   OP_SHR,
   OP_BITAND,
   OP_BITOR,
   OP_BITXOR,
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
   OP_BITNOT,
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
   ST_SWITCH, /* expr is compared with the labels in body, a list */
   ST_LABEL,  /* expr: case; NULL: default */
};

struct glsl_stmt {
   uint8_t kind;
   bool may_return;     /* contains a return */
   bool always_returns; /* every path through it ends in return */
   bool jumps;          /* contains a break or continue of an enclosing loop (or break of a switch) */
   bool continues;      /* contains a continue of an enclosing loop */
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

/* ---- a compiled shader ---- */

struct glsl_shader {
   unsigned refs;
   uint8_t stage;
   uint16_t version; /* 100 or 300 */
   bool ok;
   const char *log;
   struct u_arena arena;
   GLSL_VEC(struct glsl_var *) globals; /* in order of declaration, used built-ins among them */
   GLSL_VEC(struct glsl_func *) funcs;
   GLSL_VEC(struct glsl_block *) blocks;
   struct glsl_func *main;
   uint32_t num_vars;
   bool invariant_all;
   uint16_t blend_support;     /* layout(blend_support_...) out: enum ir_blend, a bit each */
   bool fb_fetch_non_coherent; /* gl_LastFragData is declared layout(noncoherent) */
   bool draw_buffers;          /* EXT_draw_buffers is enabled: gl_FragColor goes to all buffers */
};

/** gl_ClipDistance or gl_CullDistance of ESSL 3.00, whose storage is GLSL_VAR_VARYING? */
static inline bool
glsl_is_distance(const struct glsl_var *v)
{
   return v->semantic == GLSL_SEM_CLIP_DISTANCE || v->semantic == GLSL_SEM_CULL_DISTANCE;
}

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
