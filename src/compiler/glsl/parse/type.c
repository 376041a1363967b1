/* SPDX-License-Identifier: MIT
 *
 * Types as they are written (ESSL 1.00 and 3.00 4.1, 4.3, 4.5): specifiers, qualifiers, struct definitions, array
 * suffixes, precision.
 */
#include <string.h>

#include "compiler/glsl/parse/parse.h"
#include "util/u_math.h"

#define NAME(t, buf) glsl_type_name((t), (buf), sizeof(buf))

static uint8_t
precision_of(const struct glsl_token *t)
{
   if (t->kind != TK_IDENT)
      return GLSL_PREC_NONE;
   switch (t->keyword) {
   case K_LOWP:
      return GLSL_LOWP;
   case K_MEDIUMP:
      return GLSL_MEDIUMP;
   case K_HIGHP:
      return GLSL_HIGHP;
   default:
      return GLSL_PREC_NONE;
   }
}

uint8_t
glsl_resolve_precision(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type, uint8_t written)
{
   char buf[200];
   while (type->base == GLSL_ARRAY)
      type = type->elem;
   bool has_precision = glsl_is_numeric(type) || glsl_is_sampler(type);
   if (glsl_is_error(type))
      return GLSL_HIGHP;
   if (written) {
      if (!has_precision)
         glsl_error(c, loc, "a precision qualifier cannot be applied to %s", NAME(type, buf));
      return written;
   }
   if (!has_precision)
      return GLSL_PREC_NONE;
   uint8_t p = c->scope->precision[type->base == GLSL_UINT ? GLSL_INT : type->base];
   if (!p) {
      glsl_error(c, loc, "%s has no default precision here, expected lowp, mediump or highp", type->name);
      return GLSL_HIGHP;
   }
   return p;
}

/* precision_statement: "precision" precision_qualifier type_specifier_no_prec ";" */
void
glsl_parse_precision_statement(struct glsl_ctx *c)
{
   glsl_next(c);
   uint8_t p = precision_of(glsl_peek(c));
   if (!p) {
      glsl_unexpected(c, "lowp, mediump or highp");
      glsl_recover(c);
      return;
   }
   glsl_next(c);
   const struct glsl_token *t = glsl_peek(c);
   const struct glsl_type *type = t->kind == TK_IDENT && t->keyword == K_TYPE ? t->type : NULL;
   if (type && (type == &glsl_type_float || type == &glsl_type_int || glsl_is_sampler(type))) {
      c->scope->precision[type->base] = p;
      glsl_next(c);
   } else {
      glsl_unexpected(c, "float, int or a sampler type");
      glsl_recover(c);
      return;
   }
   if (!glsl_expect(c, P_SEMICOLON, "behind the precision statement"))
      glsl_recover(c);
}

/** Behind "[": the size may be missing where an initialiser says it. */
static const struct glsl_type *
parse_array_300(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type)
{
   struct glsl_expr *size = NULL;
   if (!glsl_is_punct(glsl_peek(c), P_RBRACKET))
      size = glsl_parse_conditional(c);
   if (!glsl_expect(c, P_RBRACKET, "behind the array's size"))
      return &glsl_type_error;
   type = glsl_sema_array(c, loc, type, size);
   while (glsl_is_punct(glsl_peek(c), P_LBRACKET)) {
      loc = glsl_peek(c)->loc;
      glsl_next(c);
      if (!glsl_is_punct(glsl_peek(c), P_RBRACKET))
         glsl_parse_conditional(c);
      glsl_error(c, loc, "arrays of arrays are not supported in GLSL ES 3.00");
      type = &glsl_type_error;
      if (!glsl_expect(c, P_RBRACKET, "behind the array's size"))
         break;
   }
   return type;
}

const struct glsl_type *
glsl_check_sized(struct glsl_ctx *c, struct glsl_loc loc, const struct glsl_type *type)
{
   if (type->base != GLSL_ARRAY || type->len)
      return type;
   glsl_error(c, loc, "the array's size is missing");
   return &glsl_type_error;
}

const struct glsl_type *
glsl_parse_array_suffix(struct glsl_ctx *c, const struct glsl_type *type)
{
   char buf[200];
   struct glsl_loc loc = glsl_peek(c)->loc;
   if (!glsl_accept(c, P_LBRACKET))
      return type;
   if (c->version >= 300)
      return parse_array_300(c, loc, type);
   if (glsl_is_punct(glsl_peek(c), P_RBRACKET)) {
      glsl_unexpected(c, "the array's size");
      glsl_next(c);
      return &glsl_type_error;
   }
   struct glsl_expr *size = glsl_parse_conditional(c);
   if (!glsl_expect(c, P_RBRACKET, "behind the array's size"))
      return &glsl_type_error;
   if (glsl_is_punct(glsl_peek(c), P_LBRACKET)) {
      glsl_error(c, glsl_peek(c)->loc, "arrays of arrays are not supported in GLSL ES 1.00");
      while (glsl_accept(c, P_LBRACKET)) {
         glsl_parse_conditional(c);
         glsl_expect(c, P_RBRACKET, "behind the array's size");
      }
      return &glsl_type_error;
   }
   if (glsl_is_error(size->type) || glsl_is_error(type))
      return &glsl_type_error;
   if (size->kind != EX_CONST || size->type != &glsl_type_int) {
      glsl_error(c, size->loc, "array size: found %s%s, expected a constant int",
                 size->kind == EX_CONST ? "" : "a non-constant ", NAME(size->type, buf));
      return &glsl_type_error;
   }
   if ((int32_t)size->value[0] <= 0) {
      glsl_error(c, size->loc, "array size: found %d, expected at least 1", (int32_t)size->value[0]);
      return &glsl_type_error;
   }
   if (type->base == GLSL_ARRAY) {
      glsl_error(c, loc, "arrays of arrays are not supported in GLSL ES 1.00");
      return &glsl_type_error;
   }
   if (type->base == GLSL_VOID)
      return type; /* reported where the variable is declared */
   const struct glsl_type *array = glsl_type_array(&c->mem, type, size->value[0]);
   if (!array) {
      glsl_error(c, loc, "the array is too large");
      return &glsl_type_error;
   }
   return array;
}

typedef GLSL_VEC(struct glsl_field) field_vec;

/* struct_declaration: [ precision ] type name [ array ] { "," name [ array ] } ";" */
static bool
parse_members(struct glsl_ctx *c, const char *struct_name, field_vec *fields)
{
   struct glsl_decl d = {.loc = glsl_peek(c)->loc};
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind == TK_IDENT && t->keyword == K_STRUCT) {
      glsl_error(c, t->loc, "structs cannot be defined inside of structs in GLSL ES %s",
                 c->version >= 300 ? "3.00" : "1.00");
      return false;
   }
   if (!glsl_parse_type_specifier(c, &d))
      return false;
   do {
      t = glsl_peek(c);
      if (!glsl_is_name(t)) {
         glsl_unexpected(c, "a member's name");
         return false;
      }
      struct glsl_field f = {.name = glsl_token_name(c, t)};
      glsl_check_name(c, f.name, t->loc);
      for (uint32_t i = 0; i < fields->count; i++) {
         if (!strcmp(fields->data[i].name, f.name))
            glsl_error(c, t->loc, "struct %s has two members \"%s\"", struct_name, f.name);
      }
      glsl_next(c);
      f.type = glsl_check_sized(c, t->loc, glsl_parse_array_suffix(c, d.type));
      if (f.type->base == GLSL_VOID) {
         glsl_error(c, d.loc, "the member \"%s\" cannot be void", f.name);
         f.type = &glsl_type_error;
      }
      f.precision = glsl_resolve_precision(c, d.loc, f.type, d.precision);
      glsl_push(&c->mem, fields, f);
   } while (glsl_accept(c, P_COMMA));
   return glsl_expect(c, P_SEMICOLON, "behind the member");
}

/* struct_specifier: "struct" [ name ] "{" struct_declaration { struct_declaration } "}" */
static const struct glsl_type *
parse_struct(struct glsl_ctx *c)
{
   struct glsl_loc loc = glsl_peek(c)->loc;
   glsl_next(c);
   struct glsl_type *t = glsl_new(&c->mem, struct glsl_type);
   t->base = GLSL_STRUCT;
   t->name = "";
   struct glsl_loc name_loc = glsl_peek(c)->loc;
   if (glsl_is_name(glsl_peek(c))) {
      t->name = glsl_token_name(c, glsl_peek(c));
      glsl_check_name(c, t->name, name_loc);
      glsl_next(c);
   }
   if (!glsl_expect(c, P_LBRACE, "behind \"struct\""))
      return NULL;
   field_vec fields = {0};
   bool bad = false;
   while (!glsl_is_punct(glsl_peek(c), P_RBRACE) && glsl_peek(c)->kind != TK_EOF) {
      uint32_t pos = c->pos;
      if (!parse_members(c, t->name, &fields)) {
         bad = true;
         glsl_recover(c);
         if (c->pos == pos)
            break;
      }
   }
   if (!glsl_expect(c, P_RBRACE, "at the end of the struct"))
      return NULL;
   if (!fields.count && !bad)
      glsl_error(c, loc, "a struct must have at least one member");
   for (uint32_t i = 0; i < fields.count; i++)
      bad |= glsl_is_error(fields.data[i].type);
   t->fields = fields.data;
   t->num_fields = fields.count;
   if (!glsl_type_finish_struct(t)) {
      glsl_error(c, loc, "struct %s is too large", t->name);
      bad = true;
   }
   const struct glsl_type *type = bad || !fields.count ? &glsl_type_error : t;
   if (t->name[0]) {
      struct glsl_symbol *s = glsl_declare(c, t->name, name_loc);
      if (s)
         s->type = type;
   }
   return type;
}

/* type_specifier: [ precision_qualifier ] ( basic type | struct_specifier | struct name ) */
bool
glsl_parse_type_specifier(struct glsl_ctx *c, struct glsl_decl *d)
{
   const struct glsl_token *t = glsl_peek(c);
   d->precision = precision_of(t);
   if (d->precision) {
      glsl_next(c);
      t = glsl_peek(c);
   }
   d->type = NULL;
   if (t->kind == TK_IDENT && t->keyword == K_TYPE) {
      d->type = t->type;
      if (d->type == &glsl_type_sampler3d && c->version < 300 &&
          c->ext_state[EXT_OES_TEXTURE_3D] == EXT_DISABLE)
         glsl_error(c, t->loc, "sampler3D needs #extension GL_OES_texture_3D : enable");
      if (d->type == &glsl_type_samplerexternal && c->version < 300 &&
          c->ext_state[EXT_OES_EGL_IMAGE_EXTERNAL] == EXT_DISABLE)
         glsl_error(c, t->loc, "samplerExternalOES needs #extension GL_OES_EGL_image_external : enable");
      glsl_next(c);
   } else if (t->kind == TK_IDENT && t->keyword == K_STRUCT) {
      d->is_struct_def = true;
      d->type = parse_struct(c);
   } else if (glsl_is_name(t)) {
      const struct glsl_symbol *s = glsl_lookup(c, t->text, t->len);
      if (!s || !s->type) {
         glsl_error(c, t->loc, "found \"%.*s\", expected a type", (int)MIN2(t->len, 200), t->text);
         return false;
      }
      d->type = s->type;
      glsl_next(c);
   } else {
      glsl_unexpected(c, "a type");
   }
   if (!d->type)
      return false;
   if (glsl_is_punct(glsl_peek(c), P_LBRACKET)) {
      /* Not in the grammar of ESSL 1.00, but every compiler takes it. */
      if (c->version < 300)
         glsl_warning(c, glsl_peek(c)->loc, "in GLSL ES 1.00 an array's size belongs behind the name");
      d->type = glsl_parse_array_suffix(c, d->type);
      d->sized = true;
   }
   return true;
}

/* type_qualifier: "const" | "attribute" | "uniform" | [ "invariant" ] "varying" */
bool
glsl_parse_decl_type(struct glsl_ctx *c, struct glsl_decl *d)
{
   const struct glsl_token *t = glsl_peek(c);
   *d = (struct glsl_decl){.loc = t->loc, .location = -1, .index = -1, .packing = -1, .row_major = -1};
   if (c->version >= 300)
      return glsl_parse_qualifiers(c, d) && glsl_parse_type_specifier(c, d);
   if (t->kind == TK_IDENT && t->keyword == K_INVARIANT) {
      d->invariant = true;
      glsl_next(c);
      t = glsl_peek(c);
      if (t->kind != TK_IDENT || t->keyword != K_VARYING) {
         glsl_unexpected(c, "\"varying\" behind \"invariant\"");
         return false;
      }
   }
   if (t->kind == TK_IDENT && (t->keyword == K_CONST || t->keyword == K_ATTRIBUTE ||
                               t->keyword == K_UNIFORM || t->keyword == K_VARYING)) {
      d->storage = t->keyword;
      glsl_next(c);
   }
   return glsl_parse_type_specifier(c, d);
}
