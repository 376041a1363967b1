/* SPDX-License-Identifier: MIT
 *
 * The words of ESSL 1.00 (3.6) and 3.00 (3.8): types, keywords, and what is reserved. A table of each behind a hash, as
 * all identifiers of a shader are looked up there.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/glsl/pp/lex.h"
#include "util/u_math.h"

struct word {
   const char *text;
   uint8_t keyword;
   uint8_t base, rows, cols; /* K_TYPE */
};

/* clang-format off */
#define RESERVED(s) {s, K_RESERVED, 0, 0, 0},
#define X(n, s) {s, K_##n, 0, 0, 0},
#define TYPE(s, base, rows, cols) {s, K_TYPE, base, rows, cols},
#define VECTORS(s, prefix, base) TYPE(s, base, 1, 1) TYPE(prefix "2", base, 2, 1) TYPE(prefix "3", base, 3, 1) \
   TYPE(prefix "4", base, 4, 1)
static const struct word words_100[] = {
   GLSL_KEYWORDS(X)
   TYPE("void", GLSL_VOID, 1, 1)
   VECTORS("float", "vec", GLSL_FLOAT) VECTORS("int", "ivec", GLSL_INT) VECTORS("bool", "bvec", GLSL_BOOL)
   TYPE("mat2", GLSL_FLOAT, 2, 2) TYPE("mat3", GLSL_FLOAT, 3, 3) TYPE("mat4", GLSL_FLOAT, 4, 4)
   TYPE("sampler2D", GLSL_SAMPLER_2D, 1, 1) TYPE("samplerCube", GLSL_SAMPLER_CUBE, 1, 1)
   TYPE("sampler3D", GLSL_SAMPLER_3D, 1, 1) TYPE("samplerExternalOES", GLSL_SAMPLER_EXTERNAL, 1, 1)
   TYPE("sampler2DShadow", GLSL_SAMPLER_2D_SHADOW, 1, 1)
   RESERVED("asm") RESERVED("class") RESERVED("union") RESERVED("enum") RESERVED("typedef") RESERVED("template")
   RESERVED("this") RESERVED("packed") RESERVED("goto") RESERVED("switch") RESERVED("default") RESERVED("inline")
   RESERVED("noinline") RESERVED("volatile") RESERVED("public") RESERVED("static") RESERVED("extern")
   RESERVED("external") RESERVED("interface") RESERVED("flat") RESERVED("long") RESERVED("short") RESERVED("double")
   RESERVED("half") RESERVED("fixed") RESERVED("unsigned") RESERVED("superp") RESERVED("input") RESERVED("output")
   RESERVED("hvec2") RESERVED("hvec3") RESERVED("hvec4") RESERVED("dvec2") RESERVED("dvec3") RESERVED("dvec4")
   RESERVED("fvec2") RESERVED("fvec3") RESERVED("fvec4") RESERVED("sampler1D") RESERVED("sampler1DShadow")
   RESERVED("sampler2DRect") RESERVED("sampler3DRect") RESERVED("sampler2DRectShadow") RESERVED("sizeof")
   RESERVED("cast") RESERVED("namespace") RESERVED("using")
};

static const struct word words_300[] = {
   GLSL_KEYWORDS_300(X)
   X(CONST, "const") X(UNIFORM, "uniform") X(BREAK, "break") X(CONTINUE, "continue") X(DO, "do")
   X(FOR, "for") X(WHILE, "while") X(IF, "if") X(ELSE, "else") X(IN, "in") X(OUT, "out")
   X(INOUT, "inout") X(TRUE, "true") X(FALSE, "false") X(LOWP, "lowp") X(MEDIUMP, "mediump")
   X(HIGHP, "highp") X(PRECISION, "precision") X(INVARIANT, "invariant") X(DISCARD, "discard")
   X(RETURN, "return") X(STRUCT, "struct")
   TYPE("void", GLSL_VOID, 1, 1)
   VECTORS("float", "vec", GLSL_FLOAT) VECTORS("int", "ivec", GLSL_INT) VECTORS("uint", "uvec", GLSL_UINT)
   VECTORS("bool", "bvec", GLSL_BOOL)
   TYPE("mat2", GLSL_FLOAT, 2, 2) TYPE("mat3", GLSL_FLOAT, 3, 3) TYPE("mat4", GLSL_FLOAT, 4, 4)
   TYPE("mat2x2", GLSL_FLOAT, 2, 2) TYPE("mat2x3", GLSL_FLOAT, 3, 2) TYPE("mat2x4", GLSL_FLOAT, 4, 2)
   TYPE("mat3x2", GLSL_FLOAT, 2, 3) TYPE("mat3x3", GLSL_FLOAT, 3, 3) TYPE("mat3x4", GLSL_FLOAT, 4, 3)
   TYPE("mat4x2", GLSL_FLOAT, 2, 4) TYPE("mat4x3", GLSL_FLOAT, 3, 4) TYPE("mat4x4", GLSL_FLOAT, 4, 4)
   TYPE("sampler2D", GLSL_SAMPLER_2D, 1, 1) TYPE("sampler3D", GLSL_SAMPLER_3D, 1, 1)
   TYPE("samplerCube", GLSL_SAMPLER_CUBE, 1, 1) TYPE("sampler2DShadow", GLSL_SAMPLER_2D_SHADOW, 1, 1)
   TYPE("samplerExternalOES", GLSL_SAMPLER_EXTERNAL, 1, 1) TYPE("samplerCubeShadow", GLSL_SAMPLER_CUBE_SHADOW, 1, 1) TYPE("sampler2DArray", GLSL_SAMPLER_2D_ARRAY, 1, 1)
   TYPE("sampler2DArrayShadow", GLSL_SAMPLER_2D_ARRAY_SHADOW, 1, 1)
   TYPE("isampler2D", GLSL_ISAMPLER_2D, 1, 1) TYPE("isampler3D", GLSL_ISAMPLER_3D, 1, 1)
   TYPE("isamplerCube", GLSL_ISAMPLER_CUBE, 1, 1) TYPE("isampler2DArray", GLSL_ISAMPLER_2D_ARRAY, 1, 1)
   TYPE("usampler2D", GLSL_USAMPLER_2D, 1, 1) TYPE("usampler3D", GLSL_USAMPLER_3D, 1, 1)
   TYPE("usamplerCube", GLSL_USAMPLER_CUBE, 1, 1) TYPE("usampler2DArray", GLSL_USAMPLER_2D_ARRAY, 1, 1)
   RESERVED("attribute") RESERVED("varying") RESERVED("coherent") RESERVED("volatile") RESERVED("restrict")
   RESERVED("readonly") RESERVED("writeonly") RESERVED("resource") RESERVED("atomic_uint") RESERVED("noperspective")
   RESERVED("patch") RESERVED("sample") RESERVED("subroutine") RESERVED("common") RESERVED("partition")
   RESERVED("active") RESERVED("asm") RESERVED("class") RESERVED("union") RESERVED("enum") RESERVED("typedef")
   RESERVED("template") RESERVED("this") RESERVED("goto") RESERVED("inline") RESERVED("noinline")
   RESERVED("public") RESERVED("static") RESERVED("extern") RESERVED("external") RESERVED("interface")
   RESERVED("long") RESERVED("short") RESERVED("double") RESERVED("half") RESERVED("fixed") RESERVED("unsigned")
   RESERVED("superp") RESERVED("input") RESERVED("output") RESERVED("hvec2") RESERVED("hvec3") RESERVED("hvec4")
   RESERVED("dvec2") RESERVED("dvec3") RESERVED("dvec4") RESERVED("fvec2") RESERVED("fvec3") RESERVED("fvec4")
   RESERVED("sampler3DRect") RESERVED("filter") RESERVED("image1D") RESERVED("image2D") RESERVED("image3D")
   RESERVED("imageCube") RESERVED("iimage1D") RESERVED("iimage2D") RESERVED("iimage3D") RESERVED("iimageCube")
   RESERVED("uimage1D") RESERVED("uimage2D") RESERVED("uimage3D") RESERVED("uimageCube") RESERVED("image1DArray")
   RESERVED("image2DArray") RESERVED("iimage1DArray") RESERVED("iimage2DArray") RESERVED("uimage1DArray")
   RESERVED("uimage2DArray") RESERVED("imageBuffer") RESERVED("iimageBuffer") RESERVED("uimageBuffer")
   RESERVED("sampler1D") RESERVED("sampler1DShadow") RESERVED("sampler1DArray") RESERVED("sampler1DArrayShadow")
   RESERVED("isampler1D") RESERVED("isampler1DArray") RESERVED("usampler1D") RESERVED("usampler1DArray")
   RESERVED("sampler2DRect") RESERVED("sampler2DRectShadow") RESERVED("isampler2DRect") RESERVED("usampler2DRect")
   RESERVED("samplerBuffer") RESERVED("isamplerBuffer") RESERVED("usamplerBuffer") RESERVED("sampler2DMS")
   RESERVED("isampler2DMS") RESERVED("usampler2DMS") RESERVED("sampler2DMSArray") RESERVED("isampler2DMSArray")
   RESERVED("usampler2DMSArray") RESERVED("sizeof") RESERVED("cast") RESERVED("namespace") RESERVED("using")
};
#undef VECTORS
#undef TYPE
#undef X
#undef RESERVED
/* clang-format on */

/* Buckets of a hash of the first and last letter and the length: few words share one. */
static unsigned
hash(const char *s, size_t n)
{
   return ((unsigned)(unsigned char)s[0] * 7 + (unsigned)(unsigned char)s[n - 1] * 3 +
           (unsigned)(unsigned char)s[n / 2] + (unsigned)n) &
          255;
}

static const struct glsl_type *
type_of(const struct word *w)
{
   if (w->base == GLSL_VOID)
      return &glsl_type_void;
   if (w->base >= GLSL_SAMPLER_2D)
      return glsl_type_sampler(w->base);
   return w->cols > 1 ? glsl_type_mat(w->cols, w->rows) : glsl_type_vec(w->base, w->rows);
}

static const struct word *
table(const struct glsl_ctx *c, unsigned *n)
{
   *n = c->version >= 300 ? ARRAY_SIZE(words_300) : ARRAY_SIZE(words_100);
   return c->version >= 300 ? words_300 : words_100;
}

void
glsl_init_words(struct glsl_ctx *c)
{
   _Static_assert(ARRAY_SIZE(words_300) < 256 && ARRAY_SIZE(words_100) < 256, "numbers of words are bytes");
   unsigned n;
   const struct word *words = table(c, &n);
   struct glsl_words *t = c->words = glsl_new(&c->tmp, struct glsl_words);
   for (unsigned i = 0; i < n; i++) {
      const unsigned h = hash(words[i].text, strlen(words[i].text));
      t->next[i] = t->first[h];
      t->first[h] = (uint8_t)(i + 1);
   }
}

/** Does an extension that is not there make the word, a sampler's type, another kind of word? */
static bool
lacks_extension(const struct glsl_ctx *c, const struct word *w, unsigned *keyword)
{
   *keyword = K_NONE; /* an ordinary identifier */
   if (w->base == GLSL_SAMPLER_EXTERNAL)
      return c->version >= 300 ? c->ext_state[EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3] == EXT_DISABLE
                               : !c->ext_supported[EXT_OES_EGL_IMAGE_EXTERNAL];
   *keyword = K_RESERVED;
   return w->base == GLSL_SAMPLER_2D_SHADOW && c->version < 300 &&
          c->ext_state[EXT_SHADOW_SAMPLERS] == EXT_DISABLE;
}

void
glsl_classify(const struct glsl_ctx *c, struct glsl_token *t)
{
   if (t->kind != TK_IDENT)
      return;
   assert(t->len);
   unsigned n;
   const struct word *words = table(c, &n);
   for (unsigned i = c->words->first[hash(t->text, t->len)]; i; i = c->words->next[i - 1]) {
      const struct word *w = &words[i - 1];
      if (!glsl_token_is(t, w->text))
         continue;
      unsigned keyword;
      if (lacks_extension(c, w, &keyword)) {
         t->keyword = (uint8_t)keyword;
         return;
      }
      t->keyword = w->keyword;
      t->type = w->keyword == K_TYPE ? type_of(w) : NULL;
      return;
   }
}
