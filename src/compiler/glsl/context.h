/* SPDX-License-Identifier: MIT
 *
 * One compilation, from text to tree: what preprocessor, semantic checks and parser work on, and its log.
 */
#ifndef COMPILER_GLSL_CONTEXT_H
#define COMPILER_GLSL_CONTEXT_H

#include "compiler/glsl/builtins.h"
#include "compiler/glsl/pp/token.h"

/** The hash of the version's words (pp/words.c): numbers from 1 on, 0 ends. */
struct glsl_words {
   uint8_t first[256], next[255];
};

struct glsl_symbol;
struct glsl_scope;

struct glsl_ctx {
   struct glsl_mem mem; /* the shader's arena: tree and log */
   struct glsl_mem tmp; /* dies with the compilation */
   struct glsl_shader *sh;
   const struct glsl_options *opt;
   uint8_t stage;
   uint16_t version; /* 100 or 300 */
   struct glsl_words *words;

   /* log */
   GLSL_VEC(char) log;
   unsigned num_errors, num_warnings;
   struct glsl_loc last_error;
   bool stop; /* gave up: the parser sees nothing but TK_EOF */

   /* tokens */
   glsl_tokens tokens;
   uint32_t pos;
   unsigned nesting; /* of the recursive descent */
   bool ext_supported[EXT_COUNT];
   uint8_t ext_state[EXT_COUNT]; /* enum glsl_ext_behaviour */

   /* names */
   struct glsl_symbol **buckets; /* a power of two of them */
   uint32_t num_buckets, num_symbols;
   struct glsl_scope *scope;

   /* what is being parsed */
   struct glsl_func *func;
   unsigned loop_depth, switch_depth;
   unsigned unreached;    /* arms around it that a constant condition never takes */
   uint8_t block_packing; /* of the blocks that follow: enum glsl_packing */
   bool block_row_major;
   bool writes_color, writes_data; /* gl_FragColor, gl_FragData */
   struct glsl_distance {
      struct glsl_var *var;   /* NULL: not named yet */
      struct glsl_type *type; /* its own: len is 0 until a declaration or the shader's end gives it a size */
      uint32_t indexed;       /* one more than the largest constant index */
   } distance[2];             /* gl_ClipDistance, gl_CullDistance of ESSL 3.00 */
};

/** Adds "ERROR: string:line:col: ..." to the log. */
void glsl_error(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));
void glsl_warning(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));
/** An error after which going on makes no sense. */
void glsl_fatal(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));

/** By enum glsl_ext. */
extern const char *const glsl_ext_names[EXT_COUNT];

#endif
