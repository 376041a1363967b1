/* SPDX-License-Identifier: MIT
 *
 * The types of ESSL 1.00 and 3.00 section 4.1: the basic ones as a table, arrays and structs in the shader's arena,
 * sizes in components, uniform slots and samplers. Also the arena helpers that every file here uses.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "compiler/glsl/ast.h"
#include "util/u_math.h"

_Noreturn void
glsl_out_of_memory(struct glsl_mem *m)
{
   longjmp(*m->oom, 1);
}

void *
glsl_alloc(struct glsl_mem *m, size_t size_B)
{
   void *p = u_arena_alloc(m->arena, size_B ? size_B : 1);
   if (!p)
      glsl_out_of_memory(m);
   return p;
}

char *
glsl_strndup(struct glsl_mem *m, const char *s, size_t n)
{
   char *p = glsl_alloc(m, n + 1);
   memcpy(p, s, n);
   return p;
}

char *
glsl_format(struct glsl_mem *m, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   int n = vsnprintf(NULL, 0, fmt, ap);
   va_end(ap);
   char *p = glsl_alloc(m, (size_t)n + 1);
   va_start(ap, fmt);
   vsnprintf(p, (size_t)n + 1, fmt, ap);
   va_end(ap);
   return p;
}

void *
glsl_vec_grow_(struct glsl_mem *m, void *data, uint32_t count, uint32_t *capacity, size_t elem_B)
{
   assert(count == *capacity && elem_B);
   *capacity = *capacity ? *capacity * 2 : 8;
   void *p = glsl_alloc(m, *capacity * elem_B);
   if (count)
      memcpy(p, data, count * elem_B);
   return p;
}

#define BASIC(b, r, c, n)                                                                                    \
   {                                                                                                         \
      .base = b, .rows = r, .cols = c, .name = n, .comps = (r) * (c), .slots = c, .leaves = 1                \
   }
#define SAMPLER(b, n)                                                                                        \
   {                                                                                                         \
      .base = b, .rows = 1, .cols = 1, .name = n, .samplers = 1                                              \
   }

const struct glsl_type glsl_type_void = {.base = GLSL_VOID, .name = "void"};
const struct glsl_type glsl_type_error = {.base = GLSL_ERROR, .name = "<error>"};
const struct glsl_type glsl_type_float = BASIC(GLSL_FLOAT, 1, 1, "float");
const struct glsl_type glsl_type_int = BASIC(GLSL_INT, 1, 1, "int");
const struct glsl_type glsl_type_uint = BASIC(GLSL_UINT, 1, 1, "uint");
const struct glsl_type glsl_type_bool = BASIC(GLSL_BOOL, 1, 1, "bool");
const struct glsl_type glsl_type_sampler2d = SAMPLER(GLSL_SAMPLER_2D, "sampler2D");
const struct glsl_type glsl_type_samplercube = SAMPLER(GLSL_SAMPLER_CUBE, "samplerCube");
const struct glsl_type glsl_type_sampler3d = SAMPLER(GLSL_SAMPLER_3D, "sampler3D");
const struct glsl_type glsl_type_samplerexternal = SAMPLER(GLSL_SAMPLER_EXTERNAL, "samplerExternalOES");
const struct glsl_type glsl_type_sampler2dshadow = SAMPLER(GLSL_SAMPLER_2D_SHADOW, "sampler2DShadow");

static const struct glsl_type vectors[4][3] = {
   {BASIC(GLSL_FLOAT, 2, 1, "vec2"),  BASIC(GLSL_FLOAT, 3, 1, "vec3"),  BASIC(GLSL_FLOAT, 4, 1, "vec4") },
   {BASIC(GLSL_INT,   2, 1, "ivec2"), BASIC(GLSL_INT,   3, 1, "ivec3"), BASIC(GLSL_INT,   4, 1, "ivec4")},
   {BASIC(GLSL_UINT,  2, 1, "uvec2"), BASIC(GLSL_UINT,  3, 1, "uvec3"), BASIC(GLSL_UINT,  4, 1, "uvec4")},
   {BASIC(GLSL_BOOL,  2, 1, "bvec2"), BASIC(GLSL_BOOL,  3, 1, "bvec3"), BASIC(GLSL_BOOL,  4, 1, "bvec4")},
};
/* By columns and rows. */
static const struct glsl_type matrices[3][3] = {
   {BASIC(GLSL_FLOAT, 2, 2, "mat2"),   BASIC(GLSL_FLOAT, 3, 2, "mat2x3"), BASIC(GLSL_FLOAT, 4, 2, "mat2x4")},
   {BASIC(GLSL_FLOAT, 2, 3, "mat3x2"), BASIC(GLSL_FLOAT, 3, 3, "mat3"),   BASIC(GLSL_FLOAT, 4, 3, "mat3x4")},
   {BASIC(GLSL_FLOAT, 2, 4, "mat4x2"), BASIC(GLSL_FLOAT, 3, 4, "mat4x3"), BASIC(GLSL_FLOAT, 4, 4, "mat4")  },
};

const struct glsl_type *
glsl_type_vec(unsigned base, unsigned rows)
{
   static const struct glsl_type *const scalars[] = {&glsl_type_float, &glsl_type_int, &glsl_type_uint,
                                                     &glsl_type_bool};
   _Static_assert(GLSL_FLOAT == 0 && GLSL_INT == 1 && GLSL_UINT == 2 && GLSL_BOOL == 3,
                  "scalars and vectors[] are in this order");
   assert(base <= GLSL_BOOL && rows >= 1 && rows <= 4);
   return rows == 1 ? scalars[base] : &vectors[base][rows - 2];
}

const struct glsl_type *
glsl_type_mat(unsigned cols, unsigned rows)
{
   assert(cols >= 2 && cols <= 4 && rows >= 2 && rows <= 4);
   return &matrices[cols - 2][rows - 2];
}

const struct glsl_type *
glsl_type_sampler(unsigned base)
{
   static const struct glsl_type others[] = {
      SAMPLER(GLSL_SAMPLER_2D_ARRAY, "sampler2DArray"),
      SAMPLER(GLSL_SAMPLER_CUBE_SHADOW, "samplerCubeShadow"),
      SAMPLER(GLSL_SAMPLER_2D_ARRAY_SHADOW, "sampler2DArrayShadow"),
      SAMPLER(GLSL_ISAMPLER_2D, "isampler2D"),
      SAMPLER(GLSL_ISAMPLER_CUBE, "isamplerCube"),
      SAMPLER(GLSL_ISAMPLER_3D, "isampler3D"),
      SAMPLER(GLSL_ISAMPLER_2D_ARRAY, "isampler2DArray"),
      SAMPLER(GLSL_USAMPLER_2D, "usampler2D"),
      SAMPLER(GLSL_USAMPLER_CUBE, "usamplerCube"),
      SAMPLER(GLSL_USAMPLER_3D, "usampler3D"),
      SAMPLER(GLSL_USAMPLER_2D_ARRAY, "usampler2DArray"),
   };
   static const struct glsl_type *const first[] = {&glsl_type_sampler2d, &glsl_type_samplercube,
                                                   &glsl_type_sampler3d, &glsl_type_samplerexternal,
                                                   &glsl_type_sampler2dshadow};
   _Static_assert(GLSL_SAMPLER_2D + ARRAY_SIZE(first) + ARRAY_SIZE(others) == GLSL_BASES &&
                     GLSL_SAMPLER_2D_ARRAY == GLSL_SAMPLER_2D + ARRAY_SIZE(first),
                  "samplers are in the order of enum glsl_base");
   assert(base >= GLSL_SAMPLER_2D && base < GLSL_BASES);
   base -= GLSL_SAMPLER_2D;
   return base < ARRAY_SIZE(first) ? first[base] : &others[base - ARRAY_SIZE(first)];
}

const struct glsl_type *
glsl_type_array(struct glsl_mem *m, const struct glsl_type *elem, uint32_t len)
{
   /* Samplers count here as well, or an array of them would have no bound. */
   uint64_t size = (uint64_t)MAX2(elem->comps, elem->samplers) * len;
   if (size > GLSL_MAX_COMPS || elem->depth > 30)
      return NULL;
   struct glsl_type *t = glsl_new(m, struct glsl_type);
   t->base = GLSL_ARRAY;
   t->rows = t->cols = 1;
   t->elem = elem;
   t->len = len;
   t->comps = elem->comps * len;
   t->slots = elem->slots * len;
   t->samplers = elem->samplers * len;
   t->leaves = elem->leaves;
   t->has_array = true;
   t->depth = elem->depth + 1;
   return t;
}

bool
glsl_type_finish_struct(struct glsl_type *t)
{
   assert(t->base == GLSL_STRUCT && !t->comps && !t->leaves);
   uint64_t comps = 0, slots = 0, samplers = 0, leaves = 0;
   for (uint32_t i = 0; i < t->num_fields; i++) {
      const struct glsl_type *f = t->fields[i].type;
      comps += f->comps;
      slots += f->slots;
      samplers += f->samplers;
      leaves += f->leaves;
      t->has_array |= f->has_array;
      t->depth = (uint8_t)MAX2(t->depth, f->depth + 1);
   }
   if (comps > GLSL_MAX_COMPS || samplers > GLSL_MAX_COMPS || t->depth > 30)
      return false;
   t->rows = t->cols = 1;
   t->comps = (uint32_t)comps;
   t->slots = (uint32_t)slots;
   t->samplers = (uint32_t)samplers;
   t->leaves = (uint32_t)leaves;
   return true;
}

bool
glsl_type_equal(const struct glsl_type *a, const struct glsl_type *b)
{
   if (a == b)
      return true;
   if (a->base != b->base || a->base != GLSL_ARRAY)
      return false;
   return a->len && a->len == b->len && glsl_type_equal(a->elem, b->elem);
}

bool
glsl_type_match(const struct glsl_type *a, const struct glsl_type *b)
{
   if (a == b)
      return true;
   if (a->base != b->base)
      return false;
   if (a->base == GLSL_ARRAY)
      return a->len == b->len && glsl_type_match(a->elem, b->elem);
   if (a->base != GLSL_STRUCT)
      return false; /* basic types are unique */
   if (strcmp(a->name, b->name) || a->num_fields != b->num_fields)
      return false;
   for (uint32_t i = 0; i < a->num_fields; i++) {
      if (strcmp(a->fields[i].name, b->fields[i].name) ||
          !glsl_type_match(a->fields[i].type, b->fields[i].type))
         return false;
   }
   return true;
}

const char *
glsl_type_name(const struct glsl_type *t, char *buf, size_t buf_B)
{
   if (t->base == GLSL_ARRAY) {
      char inner[128];
      if (t->len)
         snprintf(buf, buf_B, "%s[%u]", glsl_type_name(t->elem, inner, sizeof inner), t->len);
      else
         snprintf(buf, buf_B, "%s[]", glsl_type_name(t->elem, inner, sizeof inner));
      return buf;
   }
   if (t->base == GLSL_STRUCT) {
      snprintf(buf, buf_B, "struct %s", t->name);
      return buf;
   }
   return t->name;
}
