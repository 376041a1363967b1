/* SPDX-License-Identifier: MIT
 *
 * Uniform blocks (ESSL 3.00 4.3.7, 4.3.8.3): their members, what their layouts say, and the names they give.
 */
#include <assert.h>
#include <string.h>

#include "compiler/glsl/layout.h"
#include "compiler/glsl/parse/parse.h"
#include "util/u_math.h"

#define NAME(t, buf) glsl_type_name((t), (buf), sizeof(buf))

typedef GLSL_VEC(struct glsl_field) field_vec;

/** Qualifiers of a member: a matrix layout and "uniform" are all that may be said. */
static bool
parse_member_type(struct glsl_ctx *c, bool row_major, struct glsl_decl *d)
{
   *d = (struct glsl_decl){
      .loc = glsl_peek(c)->loc, .location = -1, .index = -1, .packing = -1, .row_major = -1};
   if (!glsl_parse_qualifiers_of_member(c, d))
      return false;
   if (d->storage != K_NONE && d->storage != K_UNIFORM)
      glsl_error(c, d->loc, "a member of a uniform block is a uniform and nothing else");
   else if (d->flat || d->smooth || d->centroid || d->invariant)
      glsl_error(c, d->loc, "a member of a uniform block has no interpolation and no invariance");
   else if (d->packing >= 0 || d->location >= 0 || d->blend_support)
      glsl_error(c, d->loc, "the layout of a member is row_major or column_major");
   if (d->row_major < 0)
      d->row_major = row_major;
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind == TK_IDENT && t->keyword == K_STRUCT) {
      glsl_error(c, t->loc, "a struct cannot be defined inside of a uniform block");
      return false;
   }
   return glsl_parse_type_specifier(c, d);
}

static void
check_member_type(struct glsl_ctx *c, struct glsl_loc loc, struct glsl_field *f)
{
   char buf[200];
   if (f->type->base == GLSL_VOID || f->type->samplers) {
      glsl_error(c, loc, "the member \"%s\" of a uniform block cannot be %s", f->name, NAME(f->type, buf));
      f->type = &glsl_type_error;
   }
}

/* member_declaration: [ layout ] [ "uniform" ] type name [ array ] { "," name [ array ] } ";" */
static bool
parse_members(struct glsl_ctx *c, bool row_major, field_vec *fields)
{
   struct glsl_decl d;
   if (!parse_member_type(c, row_major, &d))
      return false;
   do {
      const struct glsl_token *t = glsl_peek(c);
      if (!glsl_is_name(t)) {
         glsl_unexpected(c, "a member's name");
         return false;
      }
      struct glsl_field f = {.name = glsl_token_name(c, t), .row_major = d.row_major};
      glsl_check_name(c, f.name, t->loc);
      for (uint32_t i = 0; i < fields->count; i++) {
         if (!strcmp(fields->data[i].name, f.name))
            glsl_error(c, t->loc, "the block has two members \"%s\"", f.name);
      }
      glsl_next(c);
      f.type = glsl_check_sized(c, t->loc, glsl_parse_array_suffix(c, d.type));
      check_member_type(c, t->loc, &f);
      f.precision = glsl_resolve_precision(c, d.loc, f.type, d.precision);
      glsl_push(&c->mem, fields, f);
   } while (glsl_accept(c, P_COMMA));
   return glsl_expect(c, P_SEMICOLON, "behind the member");
}

/** The struct of all members; NULL after an error. */
static const struct glsl_type *
finish_type(struct glsl_ctx *c, struct glsl_loc loc, const char *name, const field_vec *fields)
{
   bool bad = !fields->count;
   if (bad)
      glsl_error(c, loc, "the block \"%s\" has no members", name);
   for (uint32_t i = 0; i < fields->count; i++)
      bad |= glsl_is_error(fields->data[i].type);
   struct glsl_type *t = glsl_new(&c->mem, struct glsl_type);
   t->base = GLSL_STRUCT;
   t->name = name;
   t->fields = fields->data;
   t->num_fields = fields->count;
   if (!bad && !glsl_type_finish_struct(t)) {
      glsl_error(c, loc, "the block \"%s\" is too large", name);
      bad = true;
   }
   return bad ? NULL : t;
}

static void
lay_out(struct glsl_ctx *c, struct glsl_block *b)
{
   uint32_t *offsets = glsl_array(&c->mem, uint32_t, b->type->num_fields);
   for (uint32_t i = 0; i < b->type->num_fields; i++) {
      const struct glsl_field *f = &b->type->fields[i];
      offsets[i] = glsl_align(b->size_B, glsl_layout_align(f->type, f->row_major));
      b->size_B = offsets[i] + glsl_layout_size(f->type, f->row_major);
   }
   b->size_B = glsl_align(b->size_B, 16);
   b->offset_B = offsets;
}

static struct glsl_var *
block_var(struct glsl_ctx *c, const struct glsl_block *b, const char *name, struct glsl_loc loc,
          const struct glsl_type *type)
{
   struct glsl_var *v = glsl_var_new(c, name, loc, type, GLSL_VAR_UNIFORM);
   v->block = b;
   struct glsl_symbol *s = glsl_declare(c, name, loc);
   if (s)
      s->var = v;
   glsl_push(&c->mem, &c->sh->globals, v);
   return v;
}

/* [ instance_name [ "[" size "]" ] ] ";" */
static void
parse_instance(struct glsl_ctx *c, struct glsl_block *b)
{
   const struct glsl_token *t = glsl_peek(c);
   if (glsl_is_name(t)) {
      const char *name = glsl_token_name(c, t);
      glsl_check_name(c, name, t->loc);
      glsl_next(c);
      const struct glsl_type *type = glsl_check_sized(c, t->loc, glsl_parse_array_suffix(c, b->type));
      if (!glsl_is_error(type) && type->base == GLSL_ARRAY) {
         b->is_array = true;
         b->array_len = type->len;
      }
      b->instance = block_var(c, b, name, t->loc, type);
   } else {
      b->members = glsl_array(&c->mem, struct glsl_var *, b->type->num_fields);
      for (uint32_t i = 0; i < b->type->num_fields; i++) {
         const struct glsl_field *f = &b->type->fields[i];
         b->members[i] = block_var(c, b, f->name, b->loc, f->type);
         b->members[i]->member = i;
         b->members[i]->precision = f->precision;
      }
   }
   if (!glsl_expect(c, P_SEMICOLON, "behind the block"))
      glsl_recover(c);
}

static void
declare_block(struct glsl_ctx *c, const struct glsl_decl *d, const char *name, struct glsl_loc loc,
              const struct glsl_type *type)
{
   struct glsl_block *b = glsl_new(&c->mem, struct glsl_block);
   b->name = name;
   b->loc = loc;
   b->type = type;
   b->array_len = 1;
   b->packing = d->packing >= 0 ? (uint8_t)d->packing : c->block_packing;
   b->id = c->sh->blocks.count;
   lay_out(c, b);
   if (b->size_B > c->opt->max_uniform_block_size_B)
      glsl_error(c, loc, "the block \"%s\" takes %u bytes, at most %u are supported", name, b->size_B,
                 c->opt->max_uniform_block_size_B);
   for (uint32_t i = 0; i < c->sh->blocks.count; i++)
      if (!strcmp(c->sh->blocks.data[i]->name, name))
         glsl_error(c, loc, "there are two blocks \"%s\"", name);
   struct glsl_symbol *s = glsl_declare(c, name, loc); /* no global may have the name (4.3.7) */
   if (s)
      s->is_block = true;
   glsl_push(&c->mem, &c->sh->blocks, b);
   parse_instance(c, b);
}

/* interface_block: name "{" member_list "}" [ instance ] ";", or ";" alone: layouts of the blocks that follow */
void
glsl_parse_block(struct glsl_ctx *c, const struct glsl_decl *d)
{
   const bool row_major = d->row_major >= 0 ? d->row_major != 0 : c->block_row_major;
   if (d->location >= 0)
      glsl_error(c, d->loc, "uniform blocks have no location");
   if (glsl_accept(c, P_SEMICOLON)) {
      if (!d->has_layout)
         glsl_error(c, d->loc, "expected a type or the name of a block behind \"uniform\"");
      c->block_row_major = row_major;
      if (d->packing >= 0)
         c->block_packing = (uint8_t)d->packing;
      return;
   }
   const struct glsl_token *t = glsl_peek(c);
   const char *name = glsl_token_name(c, t);
   glsl_check_name(c, name, t->loc);
   glsl_next(c);
   glsl_next(c);
   field_vec fields = {0};
   bool bad = false;
   while (!glsl_is_punct(glsl_peek(c), P_RBRACE) && glsl_peek(c)->kind != TK_EOF) {
      uint32_t pos = c->pos;
      if (!parse_members(c, row_major, &fields)) {
         bad = true;
         glsl_recover(c);
         if (c->pos == pos)
            break;
      }
   }
   if (!glsl_expect(c, P_RBRACE, "at the end of the block")) {
      glsl_recover(c);
      return;
   }
   const struct glsl_type *type = bad ? NULL : finish_type(c, t->loc, name, &fields);
   if (type)
      declare_block(c, d, name, t->loc, type);
   else
      glsl_recover(c);
}
