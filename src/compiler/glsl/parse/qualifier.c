/* SPDX-License-Identifier: MIT
 *
 * Qualifiers of ESSL 3.00 (4.3, 4.7; grammar in chapter 9): layout, invariance, interpolation, storage, in an order
 * that the language prescribes. Also the names of KHR_blend_equation_advanced, which ESSL 1.00 has in a layout, too.
 */
#include <string.h>

#include "compiler/glsl/parse/parse.h"
#include "compiler/glsl/pp/lex.h"
#include "util/u_math.h"

uint16_t
glsl_blend_support(const struct glsl_ctx *c, const struct glsl_token *t)
{
   static const struct {
      const char *name;
      uint16_t mask;
   } names[] = {
      {"blend_support_multiply",       1 << IR_BLEND_MULTIPLY      },
      {"blend_support_screen",         1 << IR_BLEND_SCREEN        },
      {"blend_support_overlay",        1 << IR_BLEND_OVERLAY       },
      {"blend_support_darken",         1 << IR_BLEND_DARKEN        },
      {"blend_support_lighten",        1 << IR_BLEND_LIGHTEN       },
      {"blend_support_colordodge",     1 << IR_BLEND_COLORDODGE    },
      {"blend_support_colorburn",      1 << IR_BLEND_COLORBURN     },
      {"blend_support_hardlight",      1 << IR_BLEND_HARDLIGHT     },
      {"blend_support_softlight",      1 << IR_BLEND_SOFTLIGHT     },
      {"blend_support_difference",     1 << IR_BLEND_DIFFERENCE    },
      {"blend_support_exclusion",      1 << IR_BLEND_EXCLUSION     },
      {"blend_support_hsl_hue",        1 << IR_BLEND_HSL_HUE       },
      {"blend_support_hsl_saturation", 1 << IR_BLEND_HSL_SATURATION},
      {"blend_support_hsl_color",      1 << IR_BLEND_HSL_COLOR     },
      {"blend_support_hsl_luminosity", 1 << IR_BLEND_HSL_LUMINOSITY},
      {"blend_support_all_equations",  (1 << IR_BLEND_COUNT) - 1   },
   };
   for (unsigned i = 0; c->ext_state[EXT_BLEND_ADVANCED] != EXT_DISABLE && i < ARRAY_SIZE(names); i++)
      if (glsl_is_name(t) && glsl_token_is(t, names[i].name))
         return names[i].mask;
   return 0;
}

/* name "=" integer-constant: the number, INT16_MAX if it is larger; -1 after an error */
static int
parse_layout_number(struct glsl_ctx *c, bool again)
{
   uint32_t n;
   glsl_next(c);
   if (!glsl_expect(c, P_ASSIGN, "and a number in the layout"))
      return -1;
   const struct glsl_token *t = glsl_peek(c);
   const size_t len =
      t->len && (t->text[t->len - 1] == 'u' || t->text[t->len - 1] == 'U') ? t->len - 1 : t->len;
   if (t->kind != TK_NUMBER || !glsl_parse_int(t->text, len, &n)) {
      glsl_unexpected(c, "an integer in the layout");
      return -1;
   }
   if (again)
      glsl_error(c, t->loc, "the layout has two locations, or two indices");
   glsl_next(c);
   return (int)MIN2(n, INT16_MAX); /* too many for any chip: said where the limit is known */
}

/* "location" "=" integer-constant | "index" "=" integer-constant */
static bool
parse_location(struct glsl_ctx *c, struct glsl_decl *d)
{
   const int n = parse_layout_number(c, d->location >= 0);
   d->location = (int16_t)n;
   return n >= 0;
}

static bool
parse_index(struct glsl_ctx *c, struct glsl_decl *d)
{
   const struct glsl_loc loc = glsl_peek(c)->loc;
   const int n = parse_layout_number(c, d->index >= 0);
   if (n > 1)
      glsl_error(c, loc, "the index of an output is 0 or 1");
   d->index = (int8_t)MIN2(n, 1);
   return n >= 0;
}

/* layout_qualifier_id */
static bool
parse_layout_id(struct glsl_ctx *c, struct glsl_decl *d)
{
   static const char *const packings[] = {
      [GLSL_PACKING_SHARED] = "shared", [GLSL_PACKING_PACKED] = "packed", [GLSL_PACKING_STD140] = "std140"};
   const struct glsl_token *t = glsl_peek(c);
   if (glsl_is_name(t) && glsl_token_is(t, "location"))
      return parse_location(c, d);
   if (glsl_is_name(t) && glsl_token_is(t, "index") && c->ext_state[EXT_BLEND_FUNC_EXTENDED] != EXT_DISABLE)
      return parse_index(c, d);
   bool known = false;
   if (glsl_is_name(t) && glsl_token_is(t, "noncoherent") &&
       c->ext_state[EXT_FB_FETCH_NON_COHERENT] != EXT_DISABLE)
      d->non_coherent = known = true;
   for (unsigned i = 0; i < ARRAY_SIZE(packings) && glsl_is_name(t); i++)
      if (glsl_token_is(t, packings[i])) {
         d->packing = (int8_t)i;
         known = true;
      }
   if (glsl_is_name(t) && (glsl_token_is(t, "row_major") || glsl_token_is(t, "column_major"))) {
      d->row_major = glsl_token_is(t, "row_major");
      known = true;
   }
   const uint16_t equations = glsl_blend_support(c, t);
   d->blend_support |= equations;
   if (!known && !equations) {
      glsl_unexpected(c, "a layout: location, shared, packed, std140, row_major or column_major");
      return false;
   }
   glsl_next(c);
   return true;
}

/* layout_qualifier: "layout" "(" layout_qualifier_id { "," layout_qualifier_id } ")" */
static bool
parse_layout(struct glsl_ctx *c, struct glsl_decl *d)
{
   d->has_layout = true;
   glsl_next(c);
   if (!glsl_expect(c, P_LPAREN, "behind \"layout\""))
      return false;
   do {
      if (!parse_layout_id(c, d))
         return false;
   } while (glsl_accept(c, P_COMMA));
   return glsl_expect(c, P_RPAREN, "behind the layout");
}

bool
glsl_at_qualifier(struct glsl_ctx *c)
{
   const struct glsl_token *t = glsl_peek(c);
   switch (t->kind == TK_IDENT ? t->keyword : K_NONE) {
   case K_LAYOUT:
   case K_INVARIANT:
   case K_FLAT:
   case K_SMOOTH:
   case K_CENTROID:
   case K_CONST:
   case K_IN:
   case K_OUT:
   case K_INOUT:
   case K_UNIFORM:
      return true;
   default:
      return false;
   }
}

/** EXT_shader_framebuffer_fetch: may a global be "inout"? */
static bool
has_inout(const struct glsl_ctx *c)
{
   return c->stage == IR_FRAGMENT && (c->ext_state[EXT_FB_FETCH] != EXT_DISABLE ||
                                      c->ext_state[EXT_FB_FETCH_NON_COHERENT] != EXT_DISABLE);
}

/* storage_qualifier: "const" | [ "centroid" ] ( "in" | "out" ) | "uniform" */
static bool
parse_storage(struct glsl_ctx *c, struct glsl_decl *d)
{
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind == TK_IDENT && t->keyword == K_CENTROID) {
      d->centroid = true;
      glsl_next(c);
      t = glsl_peek(c);
      if (t->kind != TK_IDENT || (t->keyword != K_IN && t->keyword != K_OUT)) {
         glsl_unexpected(c, "\"in\" or \"out\" behind \"centroid\"");
         return false;
      }
   }
   if (t->kind == TK_IDENT &&
       (t->keyword == K_CONST || t->keyword == K_IN || t->keyword == K_OUT || t->keyword == K_UNIFORM)) {
      d->storage = t->keyword;
      glsl_next(c);
   } else if (t->kind == TK_IDENT && t->keyword == K_INOUT && has_inout(c)) {
      d->storage = K_OUT;
      d->inout = true;
      glsl_next(c);
   }
   if (!glsl_at_qualifier(c))
      return true;
   t = glsl_peek(c);
   glsl_error(
      c, t->loc,
      "\"%.*s\" cannot stand here: qualifiers come once each, as layout or as invariant, interpolation, "
      "then storage",
      (int)t->len, t->text);
   return false;
}

/** What does not go together, or not with the stage (ESSL 3.00 4.3, 4.3.8, 4.3.9, 4.6.1). */
static void
check_combination(struct glsl_ctx *c, const struct glsl_decl *d)
{
   const bool io = d->storage == K_IN || d->storage == K_OUT;
   const bool outer = io && (c->stage == IR_VERTEX) == (d->storage == K_IN); /* attributes, colours */
   if ((d->flat || d->smooth) && !io)
      glsl_error(c, d->loc, "\"flat\" and \"smooth\" belong to inputs and outputs only");
   else if ((d->flat || d->smooth || d->centroid) && outer)
      glsl_error(c, d->loc, "%s are not interpolated",
                 c->stage == IR_VERTEX ? "inputs of vertex shaders" : "outputs of fragment shaders");
   else if (d->invariant && d->storage != K_OUT)
      glsl_error(c, d->loc, "\"invariant\" belongs to outputs only");
   else if (d->location >= 0 && !outer)
      glsl_error(c, d->loc,
                 "a location belongs to inputs of vertex shaders and outputs of fragment shaders only");
   else if (d->index >= 0 && (d->storage != K_OUT || !outer))
      glsl_error(c, d->loc, "an index belongs to outputs of fragment shaders only");
   else if (d->non_coherent && !d->inout)
      glsl_error(c, d->loc, "layout(noncoherent) belongs to \"inout\" only");
   else if (d->inout && !d->non_coherent && c->ext_state[EXT_FB_FETCH] == EXT_DISABLE)
      glsl_error(c, d->loc,
                 "\"inout\" must be layout(noncoherent), or needs #extension GL_EXT_shader_framebuffer_fetch "
                 ": enable");
   else if (d->inout && d->index > 0)
      glsl_error(c, d->loc, "the second source of blending cannot be \"inout\"");
   else if (d->index >= 0 && d->location < 0)
      glsl_error(c, d->loc, "an output with an index needs a location, too");
   else if (d->has_layout && !io && d->storage != K_UNIFORM)
      glsl_error(c, d->loc, "a layout belongs to inputs, outputs and uniform blocks only");
}

bool
glsl_parse_qualifiers_of_member(struct glsl_ctx *c, struct glsl_decl *d)
{
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind != TK_IDENT)
      return true;
   if (t->keyword == K_LAYOUT) {
      if (!parse_layout(c, d))
         return false;
   } else {
      if (t->keyword == K_INVARIANT) {
         d->invariant = true;
         glsl_next(c);
         t = glsl_peek(c);
      }
      if (t->kind == TK_IDENT && (t->keyword == K_FLAT || t->keyword == K_SMOOTH)) {
         *(t->keyword == K_FLAT ? &d->flat : &d->smooth) = true;
         glsl_next(c);
      }
   }
   return parse_storage(c, d);
}

bool
glsl_parse_qualifiers(struct glsl_ctx *c, struct glsl_decl *d)
{
   if (!glsl_parse_qualifiers_of_member(c, d))
      return false;
   check_combination(c, d);
   return true;
}
