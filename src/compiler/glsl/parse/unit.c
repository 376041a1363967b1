/* SPDX-License-Identifier: MIT
 *
 * The translation unit: global declarations, functions, and what extensions declare anew (ESSL 1.00 4.6.1,
 * grammar in chapter 9).
 */
#include <string.h>

#include "compiler/glsl/parse/parse.h"
#include "compiler/glsl/pp/lex.h"
#include "util/u_math.h"

/** Whether a variable may be declared invariant (ESSL 1.00 and 3.00 4.6.1). */
static bool
may_be_invariant(const struct glsl_ctx *c, const struct glsl_var *v)
{
   if (c->version >= 300) /* ESSL 3.00 4.6.1: outputs only */
      return v->storage == GLSL_VAR_OUTPUT || (v->storage == GLSL_VAR_VARYING && c->stage == IR_VERTEX);
   if (v->storage == GLSL_VAR_VARYING)
      return true;
   if (!v->builtin)
      return false;
   if (c->stage == IR_VERTEX)
      return v->storage == GLSL_VAR_OUTPUT;
   return v->storage == GLSL_VAR_OUTPUT || v->semantic == IR_SEM_FRAG_COORD ||
          (v->storage == GLSL_VAR_INPUT && v->semantic == IR_SEM_POINT_COORD);
}

/* "invariant" name { "," name } ";" */
static void
parse_invariant(struct glsl_ctx *c)
{
   glsl_next(c);
   do {
      const struct glsl_token *t = glsl_peek(c);
      if (!glsl_is_name(t)) {
         glsl_unexpected(c, "the name of an output or \"varying\" behind \"invariant\"");
         glsl_recover(c);
         return;
      }
      struct glsl_symbol *s = glsl_lookup(c, t->text, t->len);
      if (!s)
         s = glsl_builtin_var(c, t->text, t->len);
      if (!s || !s->var)
         glsl_error(c, t->loc, "\"%.*s\" is not declared, expected a varying or a built-in output",
                    (int)MIN2(t->len, 200), t->text);
      else if (!may_be_invariant(c, s->var))
         glsl_error(c, t->loc, "\"%s\" cannot be invariant: it is no varying or built-in output", s->name);
      else if (s->var->used)
         glsl_error(c, t->loc, "\"%s\" must be declared invariant before it is used", s->name);
      else
         s->var->invariant = true;
      glsl_next(c);
   } while (glsl_accept(c, P_COMMA));
   if (!glsl_expect(c, P_SEMICOLON, "behind the invariant declaration"))
      glsl_recover(c);
}

/* ---- layout qualifiers (EXT_separate_shader_objects, EXT_shader_framebuffer_fetch_non_coherent,
 * KHR_blend_equation_advanced) ---- */

struct layout {
   bool non_coherent;
   uint16_t blend_support; /* enum ir_blend, a bit each */
   int16_t location;       /* -1: none */
};

static bool
at_layout(struct glsl_ctx *c)
{
   return (c->ext_state[EXT_FB_FETCH_NON_COHERENT] != EXT_DISABLE ||
           c->ext_state[EXT_SEPARATE_SHADER_OBJECTS] != EXT_DISABLE ||
           c->ext_state[EXT_BLEND_ADVANCED] != EXT_DISABLE) &&
          glsl_is_name(glsl_peek(c)) && glsl_token_is(glsl_peek(c), "layout") &&
          glsl_is_punct(glsl_peek2(c), P_LPAREN);
}

/* "layout" "(" ( "noncoherent" | "location" "=" integer-constant | "blend_support_..." { ","
 * "blend_support_..." } ) ")" */
static bool
parse_layout(struct glsl_ctx *c, struct layout *layout)
{
   glsl_next(c);
   glsl_next(c);
   const struct glsl_token *t = glsl_peek(c);
   uint32_t n;
   if (glsl_is_name(t) && glsl_token_is(t, "noncoherent") &&
       c->ext_state[EXT_FB_FETCH_NON_COHERENT] != EXT_DISABLE) {
      layout->non_coherent = true;
   } else if (glsl_blend_support(c, t)) {
      layout->blend_support = glsl_blend_support(c, t);
      while (glsl_is_punct(glsl_peek2(c), P_COMMA)) {
         glsl_next(c);
         glsl_next(c);
         const uint16_t more = glsl_blend_support(c, glsl_peek(c));
         if (!more) {
            glsl_unexpected(c, "another blend equation in the layout qualifier");
            return false;
         }
         layout->blend_support |= more;
      }
   } else if (glsl_is_name(t) && glsl_token_is(t, "location") &&
              c->ext_state[EXT_SEPARATE_SHADER_OBJECTS] != EXT_DISABLE) {
      glsl_next(c);
      if (!glsl_expect(c, P_ASSIGN, "behind \"location\""))
         return false;
      t = glsl_peek(c);
      if (t->kind != TK_NUMBER || !glsl_parse_int(t->text, t->len, &n)) {
         glsl_unexpected(c, "an integer as location");
         return false;
      }
      layout->location = (int16_t)MIN2(n, INT16_MAX); /* too many for any chip: the linker says so */
   } else {
      glsl_unexpected(c, c->ext_state[EXT_SEPARATE_SHADER_OBJECTS] == EXT_DISABLE
                            ? "\"noncoherent\" in the layout qualifier"
                            : "\"location\" in the layout qualifier");
      return false;
   }
   glsl_next(c);
   return glsl_expect(c, P_RPAREN, "behind the layout qualifier");
}

/* ---- gl_LastFragData (EXT_shader_framebuffer_fetch, EXT_shader_framebuffer_fetch_non_coherent) ---- */

/** A declaration of gl_LastFragData anew: says its precision, and whether it is coherent. */
static void
parse_last_frag_data(struct glsl_ctx *c, const struct glsl_decl *d, bool non_coherent)
{
   const struct glsl_token *t = glsl_peek(c);
   struct glsl_loc loc = t->loc;
   if (!non_coherent && c->ext_state[EXT_FB_FETCH] == EXT_DISABLE)
      glsl_error(c, loc,
                 "gl_LastFragData must be layout(noncoherent), or needs "
                 "#extension GL_EXT_shader_framebuffer_fetch : enable");
   struct glsl_symbol *s = glsl_lookup(c, t->text, t->len);
   if (s && s->var && s->var->used)
      glsl_error(c, loc, "gl_LastFragData is declared again after it was used");
   glsl_next(c);
   const struct glsl_type *type = glsl_parse_array_suffix(c, d->type);
   const struct glsl_type *vec4 = glsl_type_vec(GLSL_FLOAT, 4);
   if (d->storage != K_NONE || d->type != vec4 || type->base != GLSL_ARRAY ||
       type->len != MAX2(c->opt->max_draw_buffers, 1))
      glsl_error(c, loc, "expected \"vec4 gl_LastFragData[gl_MaxDrawBuffers]\"");
   uint8_t state = c->ext_state[EXT_FB_FETCH];
   c->ext_state[EXT_FB_FETCH] = EXT_ENABLE; /* the variable exists with either extension */
   if (!s)
      s = glsl_builtin_var(c, "gl_LastFragData", strlen("gl_LastFragData"));
   c->ext_state[EXT_FB_FETCH] = state;
   if (s && s->var && d->precision)
      s->var->precision = d->precision;
   c->sh->fb_fetch_non_coherent = non_coherent;
   if (!glsl_expect(c, P_SEMICOLON, "behind the declaration"))
      glsl_recover(c);
}

/** APPLE_clip_distance: gl_ClipDistance declared anew with the size that is used. */
static void
parse_clip_distance(struct glsl_ctx *c, const struct glsl_decl *d)
{
   const struct glsl_token *t = glsl_peek(c);
   struct glsl_loc loc = t->loc;
   struct glsl_symbol *s = glsl_lookup(c, t->text, t->len);
   if (s && s->var && s->var->used)
      glsl_error(c, loc, "gl_ClipDistance is declared again after it was used");
   glsl_next(c);
   const struct glsl_type *type = glsl_parse_array_suffix(c, d->type);
   if (d->storage != K_VARYING || d->type != &glsl_type_float || type->base != GLSL_ARRAY ||
       type->len > c->opt->max_clip_distances)
      glsl_error(c, loc, "expected \"varying highp float gl_ClipDistance[n]\" with n of at most %u",
                 c->opt->max_clip_distances);
   else if ((s = s ? s : glsl_builtin_var(c, "gl_ClipDistance", strlen("gl_ClipDistance"))) && s->var)
      s->var->type = type;
   if (!glsl_expect(c, P_SEMICOLON, "behind the declaration"))
      glsl_recover(c);
}

/** KHR_blend_equation_advanced: "out" ";" behind the qualifier. */
static void
parse_blend_support(struct glsl_ctx *c, uint16_t equations)
{
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind != TK_IDENT || t->keyword != K_OUT || c->stage != IR_FRAGMENT) {
      glsl_error(c, t->loc, "blend equations belong to \"out;\" of fragment shaders only");
      glsl_recover(c);
      return;
   }
   glsl_next(c);
   c->sh->blend_support |= equations;
   if (!glsl_expect(c, P_SEMICOLON, "behind \"out\""))
      glsl_recover(c);
}

/** What stands behind the qualifiers of a global declaration in ESSL 3.00. */
static void
parse_external_300(struct glsl_ctx *c)
{
   struct glsl_decl d = {
      .loc = glsl_peek(c)->loc, .location = -1, .index = -1, .packing = -1, .row_major = -1};
   if (!glsl_parse_qualifiers(c, &d)) {
      glsl_recover(c);
      return;
   }
   const struct glsl_token *t = glsl_peek(c);
   const bool ends = glsl_is_punct(t, P_SEMICOLON);
   if (d.blend_support && d.storage == K_OUT && !d.inout && ends && c->stage == IR_FRAGMENT) {
      c->sh->blend_support |= d.blend_support;
      glsl_next(c);
      return;
   }
   if (d.blend_support)
      glsl_error(c, d.loc, "blend equations belong to \"out;\" of fragment shaders only");
   if (d.storage == K_UNIFORM && (ends || (glsl_is_name(t) && glsl_is_punct(glsl_peek2(c), P_LBRACE)))) {
      glsl_parse_block(c, &d);
      return;
   }
   if (!glsl_parse_type_specifier(c, &d)) {
      glsl_recover(c);
      return;
   }
   if (d.packing >= 0 || d.row_major >= 0)
      glsl_error(c, d.loc, "this layout belongs to uniform blocks only");
   if (glsl_accept(c, P_SEMICOLON))
      glsl_check_bare_type(c, &d);
   else if (glsl_is_name(glsl_peek(c)) && glsl_is_punct(glsl_peek2(c), P_LPAREN))
      glsl_parse_function(c, &d);
   else
      glsl_parse_declarators(c, &d, NULL);
}

/* external_declaration: function_definition | declaration */
static void
parse_external(struct glsl_ctx *c)
{
   const struct glsl_token *t = glsl_peek(c);
   struct glsl_decl d;
   if (glsl_accept(c, P_SEMICOLON)) {
      glsl_warning(c, t->loc, "a \";\" that ends nothing");
      return;
   }
   if (t->kind == TK_IDENT && t->keyword == K_PRECISION) {
      glsl_parse_precision_statement(c);
      return;
   }
   if (t->kind == TK_IDENT && t->keyword == K_INVARIANT &&
       (c->version >= 300 ? glsl_is_name(glsl_peek2(c)) : glsl_peek2(c)->keyword != K_VARYING)) {
      parse_invariant(c);
      return;
   }
   if (c->version >= 300) {
      parse_external_300(c);
      return;
   }
   struct layout layout = {.location = -1};
   if (at_layout(c) && !parse_layout(c, &layout)) {
      glsl_recover(c);
      return;
   }
   if (layout.blend_support) {
      parse_blend_support(c, layout.blend_support);
      return;
   }
   if (!glsl_parse_decl_type(c, &d)) {
      glsl_recover(c);
      return;
   }
   const bool non_coherent = layout.non_coherent;
   d.location = layout.location;
   if (d.location >= 0 && d.storage != K_ATTRIBUTE && d.storage != K_VARYING)
      glsl_error(c, d.loc, "layout(location) belongs to attributes and varyings only");
   bool fb_fetch =
      c->ext_state[EXT_FB_FETCH] != EXT_DISABLE || c->ext_state[EXT_FB_FETCH_NON_COHERENT] != EXT_DISABLE;
   bool last = fb_fetch && c->stage == IR_FRAGMENT && glsl_is_name(glsl_peek(c)) &&
               glsl_token_is(glsl_peek(c), "gl_LastFragData");
   if (last) {
      parse_last_frag_data(c, &d, non_coherent);
      return;
   }
   if (c->ext_state[EXT_APPLE_CLIP_DISTANCE] != EXT_DISABLE && c->stage == IR_VERTEX &&
       glsl_is_name(glsl_peek(c)) && glsl_token_is(glsl_peek(c), "gl_ClipDistance")) {
      parse_clip_distance(c, &d);
      return;
   }
   if (non_coherent)
      glsl_error(c, d.loc, "layout(noncoherent) belongs to gl_LastFragData only");
   if (glsl_accept(c, P_SEMICOLON))
      glsl_check_bare_type(c, &d);
   else if (glsl_is_name(glsl_peek(c)) && glsl_is_punct(glsl_peek2(c), P_LPAREN))
      glsl_parse_function(c, &d);
   else
      glsl_parse_declarators(c, &d, NULL);
}

/* translation_unit: external_declaration { external_declaration } */
void
glsl_parse(struct glsl_ctx *c)
{
   while (glsl_peek(c)->kind != TK_EOF) {
      uint32_t pos = c->pos;
      parse_external(c);
      if (c->pos == pos)
         glsl_next(c);
   }
}
