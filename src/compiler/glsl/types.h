/* SPDX-License-Identifier: MIT
 *
 * Types of the language (ESSL 1.00 and 3.00 chapter 4), with the sizes that packing and limits are made of.
 */
#ifndef COMPILER_GLSL_TYPES_H
#define COMPILER_GLSL_TYPES_H

#include "compiler/glsl/memory.h"

/* Base types beside enum glsl_base. */
enum { GLSL_VOID = 32, GLSL_STRUCT, GLSL_ARRAY, GLSL_ERROR };
_Static_assert((int)GLSL_BASES <= (int)GLSL_VOID, "bases of the API and others are apart");

enum glsl_precision { GLSL_PREC_NONE, GLSL_LOWP, GLSL_MEDIUMP, GLSL_HIGHP };

struct glsl_field {
   const char *name;
   const struct glsl_type *type;
   uint8_t precision;
   bool row_major; /* of a uniform block's member */
};

/** Basic types and struct types are unique objects, so they compare by pointer; arrays do not. */
struct glsl_type {
   uint8_t base;                 /* enum glsl_base or one of the above */
   uint8_t rows, cols;           /* vector length; cols > 1: matrix. 1, 1 for scalars */
   const struct glsl_type *elem; /* ARRAY */
   uint32_t len;                 /* ARRAY; 0: its initialiser will say (ESSL 3.00 4.1.9) */
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

extern const struct glsl_type glsl_type_void, glsl_type_error, glsl_type_float, glsl_type_int, glsl_type_uint,
   glsl_type_bool, glsl_type_sampler2d, glsl_type_samplercube, glsl_type_sampler3d, glsl_type_samplerexternal,
   glsl_type_sampler2dshadow;
/** The other samplers, by enum glsl_base. */
const struct glsl_type *glsl_type_sampler(unsigned base);
/** Largest number of scalars in one type. */
#define GLSL_MAX_COMPS 65536u

/** float/int/uint/bool vector of \p rows, or scalar if it is 1. */
const struct glsl_type *glsl_type_vec(unsigned base, unsigned rows);
/** Matrix of \p cols columns of \p rows components. */
const struct glsl_type *glsl_type_mat(unsigned cols, unsigned rows);
/** NULL if the array would have more than GLSL_MAX_COMPS scalars. */
const struct glsl_type *glsl_type_array(struct glsl_mem *m, const struct glsl_type *elem, uint32_t len);
/** Fills the sizes of a struct whose fields are set; false if it is too large. */
bool glsl_type_finish_struct(struct glsl_type *t);
/** Two arrays without a size are not equal. */
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
   return t->base <= GLSL_UINT;
}
/** Signed or unsigned, scalar or vector. */
static inline bool
glsl_is_integral(const struct glsl_type *t)
{
   return t->base == GLSL_INT || t->base == GLSL_UINT;
}
static inline bool
glsl_is_sampler(const struct glsl_type *t)
{
   return t->base >= GLSL_SAMPLER_2D && t->base < GLSL_BASES;
}
static inline bool
glsl_is_error(const struct glsl_type *t)
{
   return t->base == GLSL_ERROR;
}

#endif
