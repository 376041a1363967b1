/* SPDX-License-Identifier: MIT
 *
 * Arrays in ESSL 3.00 (4.1.9, 5.4.4): types with and without a size, constructors, length().
 */
#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

#define NAME(t, buf) glsl_type_name((t), (buf), sizeof(buf))

const struct glsl_type *
glsl_sema_array(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *elem,
                const struct glsl_expr *size)
{
   char buf[200];
   if (glsl_is_error(elem) || (size && glsl_is_error(size->type)))
      return &glsl_type_error;
   if (elem->base == GLSL_ARRAY) {
      glsl_error(c, loc, "arrays of arrays are not supported in GLSL ES 3.00");
      return &glsl_type_error;
   }
   if (elem->base == GLSL_VOID)
      return elem; /* reported where the variable is declared */
   if (size && (size->kind != EX_CONST || !glsl_is_integral(size->type) || !glsl_is_scalar(size->type))) {
      glsl_error(c, size->loc, "array size: found %s%s, expected a constant int or uint",
                 size->kind == EX_CONST ? "" : "a non-constant ", NAME(size->type, buf));
      return &glsl_type_error;
   }
   if (size && (size->type->base == GLSL_INT ? (int32_t)size->value[0] <= 0 : !size->value[0])) {
      glsl_error(c, size->loc, "array size: found %d, expected at least 1", (int32_t)size->value[0]);
      return &glsl_type_error;
   }
   const struct glsl_type *array = glsl_type_array(&c->mem, elem, size ? size->value[0] : 0);
   if (!array)
      glsl_error(c, loc, "the array is too large");
   return array ? array : &glsl_type_error;
}

struct glsl_expr *
glsl_sema_length(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_expr *a)
{
   char buf[200];
   uint32_t *value;
   if (glsl_is_error(a->type))
      return glsl_expr_error(c, loc);
   if (a->type->base != GLSL_ARRAY) {
      glsl_error(c, loc, "length(): found %s, expected an array", NAME(a->type, buf));
      return glsl_expr_error(c, loc);
   }
   if (!a->type->len) {
      glsl_error(c, loc, "length(): the array has no size yet");
      return glsl_expr_error(c, loc);
   }
   struct glsl_expr *e = glsl_expr_const(c, loc, &glsl_type_int, &value);
   *value = a->type->len;
   return e;
}

const struct glsl_type *
glsl_sema_array_of_args(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *t,
                        struct glsl_expr **args, uint32_t n)
{
   char want[200], found[200];
   if (!t->len && n) {
      t = glsl_type_array(&c->mem, t->elem, n);
      if (!t) {
         glsl_error(c, loc, "the array is too large");
         return NULL;
      }
   }
   if (n != t->len || !n) {
      glsl_error(c, loc, "constructor of %s: found %u arguments, expected %u", NAME(t, want), n,
                 MAX2(t->len, 1));
      return NULL;
   }
   for (uint32_t i = 0; i < n; i++) {
      if (!glsl_type_equal(args[i]->type, t->elem)) {
         glsl_error(c, args[i]->loc, "constructor of an array: found %s, expected %s",
                    NAME(args[i]->type, found), NAME(t->elem, want));
         return NULL;
      }
   }
   return t;
}
