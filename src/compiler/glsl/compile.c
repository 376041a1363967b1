/* SPDX-License-Identifier: MIT
 *
 * The parser's common part: the token cursor, error recovery, and the entry point glsl_compile. The parser is
 * a recursive descent over the grammar of ESSL 1.00 chapter 9; each function is headed by its production.
 * Recursion is counted, so that no text can overflow the stack.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/glsl/glsl_front.h"
#include "util/u_debug.h"
#include "util/u_math.h"

#define MAX_NESTING  1000
#define MAX_ERRORS   20
#define MAX_WARNINGS 20

/* ---- log ---- */

static void
log_line(struct glsl_ctx *c, const char *kind, struct glsl_loc loc, const char *fmt, va_list ap)
{
   char msg[1500], line[1600];
   vsnprintf(msg, sizeof msg, fmt, ap);
   int n = snprintf(line, sizeof line, "%s: %d:%u:%u: %s\n", kind, loc.string, loc.line, loc.col, msg);
   n = MIN2(n, (int)sizeof line - 1);
   for (int i = 0; i < n; i++)
      glsl_push(&c->mem, &c->log, line[i]);
}

/** One error a place: what follows from a syntax error is mostly found again at the same token. */
static bool
is_news(struct glsl_ctx *c, struct glsl_loc loc)
{
   const struct glsl_loc *last = &c->last_error;
   bool same = c->num_errors && last->string == loc.string && last->line == loc.line && last->col == loc.col;
   c->last_error = loc;
   return !same;
}

void
glsl_error(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
{
   if (c->stop || !is_news(c, loc))
      return;
   va_list ap;
   va_start(ap, fmt);
   log_line(c, "ERROR", loc, fmt, ap);
   va_end(ap);
   if (++c->num_errors == MAX_ERRORS)
      glsl_fatal(c, loc, "too many errors; the rest of the shader is not read");
}

void
glsl_warning(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
{
   if (c->stop || c->num_warnings++ >= MAX_WARNINGS)
      return;
   va_list ap;
   va_start(ap, fmt);
   log_line(c, "WARNING", loc, fmt, ap);
   va_end(ap);
}

void
glsl_fatal(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
{
   if (c->stop)
      return;
   va_list ap;
   va_start(ap, fmt);
   log_line(c, "ERROR", loc, fmt, ap);
   va_end(ap);
   c->num_errors++;
   c->stop = true;
}

/* ---- token cursor ---- */

struct glsl_token *
glsl_peek(struct glsl_ctx *c)
{
   if (c->stop)
      return &c->tokens.data[c->tokens.count - 1];
   struct glsl_token *t = &c->tokens.data[c->pos];
   for (; t->kind == TK_EXTENSION; t = &c->tokens.data[++c->pos]) {
      c->ext_state[t->ext] = t->op;
      if (t->ext == EXT_DRAW_BUFFERS)
         c->sh->draw_buffers = t->op != EXT_DISABLE;
   }
   return t;
}

struct glsl_token *
glsl_peek2(struct glsl_ctx *c)
{
   struct glsl_token *t = glsl_peek(c);
   if (t->kind == TK_EOF)
      return t;
   do {
      t++;
   } while (t->kind == TK_EXTENSION);
   return t;
}

void
glsl_next(struct glsl_ctx *c)
{
   if (glsl_peek(c)->kind != TK_EOF)
      c->pos++;
}

bool
glsl_accept(struct glsl_ctx *c, unsigned punct)
{
   if (!glsl_is_punct(glsl_peek(c), punct))
      return false;
   glsl_next(c);
   return true;
}

void
glsl_unexpected(struct glsl_ctx *c, const char *expected)
{
   const struct glsl_token *t = glsl_peek(c);
   if (t->kind == TK_EOF)
      glsl_error(c, t->loc, "found the end of the shader, expected %s", expected);
   else if (t->kind == TK_BAD)
      glsl_error(c, t->loc, "found the character \"%.*s\", which does not belong to the language",
                 (int)t->len, t->text);
   else if (t->kind == TK_IDENT && t->keyword == K_RESERVED)
      glsl_error(c, t->loc, "found the reserved word \"%.*s\", expected %s", (int)t->len, t->text, expected);
   else
      glsl_error(c, t->loc, "found \"%.*s\", expected %s", (int)MIN2(t->len, 200), t->text, expected);
}

bool
glsl_expect(struct glsl_ctx *c, unsigned punct, const char *where)
{
   if (glsl_accept(c, punct))
      return true;
   char expected[200];
   snprintf(expected, sizeof expected, "\"%s\" %s", glsl_punct_text(punct), where);
   glsl_unexpected(c, expected);
   return false;
}

bool
glsl_enter(struct glsl_ctx *c)
{
   if (++c->nesting <= MAX_NESTING)
      return true;
   glsl_fatal(c, glsl_peek(c)->loc, "the shader is nested too deeply here");
   return false;
}

void
glsl_leave(struct glsl_ctx *c)
{
   c->nesting--;
}

void
glsl_recover(struct glsl_ctx *c)
{
   unsigned depth = 0;
   for (;; glsl_next(c)) {
      const struct glsl_token *t = glsl_peek(c);
      if (t->kind == TK_EOF)
         return;
      if (glsl_is_punct(t, P_LBRACE)) {
         depth++;
      } else if (glsl_is_punct(t, P_RBRACE)) {
         if (depth == 0)
            return;
         if (--depth == 0) {
            glsl_next(c);
            return;
         }
      } else if (glsl_is_punct(t, P_SEMICOLON) && depth == 0) {
         glsl_next(c);
         return;
      }
   }
}

bool
glsl_is_name(const struct glsl_token *t)
{
   return t->kind == TK_IDENT && t->keyword == K_NONE;
}

const char *
glsl_token_name(struct glsl_ctx *c, const struct glsl_token *t)
{
   return glsl_strndup(&c->mem, t->text, t->len);
}

/* ---- compilation ---- */

static void
init_extensions(struct glsl_ctx *c)
{
   const struct glsl_options *o = c->opt;
   c->ext_supported[EXT_OES_STANDARD_DERIVATIVES] = o->oes_standard_derivatives;
   c->ext_supported[EXT_OES_TEXTURE_3D] = o->oes_texture_3d;
   c->ext_supported[EXT_OES_EGL_IMAGE_EXTERNAL] = o->oes_egl_image_external;
   c->ext_supported[EXT_SHADER_TEXTURE_LOD] = o->ext_shader_texture_lod;
   c->ext_supported[EXT_FRAG_DEPTH] = o->ext_frag_depth;
   c->ext_supported[EXT_DRAW_BUFFERS] = o->ext_draw_buffers;
   c->ext_supported[EXT_DRAW_INSTANCED] = o->ext_draw_instanced;
   c->ext_supported[EXT_APPLE_CLIP_DISTANCE] = o->apple_clip_distance;
   c->ext_supported[EXT_BLEND_FUNC_EXTENDED] = o->ext_blend_func_extended;
   c->ext_supported[EXT_BLEND_ADVANCED] = o->khr_blend_equation_advanced;
   c->ext_supported[EXT_FB_FETCH] = o->ext_shader_framebuffer_fetch;
   c->ext_supported[EXT_FB_FETCH_NON_COHERENT] = o->ext_shader_framebuffer_fetch_non_coherent;
   c->ext_supported[EXT_SHADOW_SAMPLERS] = o->ext_shadow_samplers;
   c->ext_supported[EXT_SEPARATE_SHADER_OBJECTS] = o->ext_separate_shader_objects;
}

/** ESSL 1.00 6: recursion, even if never executed, is not allowed. Removes functions that no remaining one
 * calls until nothing but cycles is left. */
static void
check_recursion(struct glsl_ctx *c)
{
   const struct glsl_shader *sh = c->sh;
   uint32_t n = sh->funcs.count, num_done = 0;
   uint32_t *callers = glsl_array(&c->tmp, uint32_t, MAX2(n, 1));
   struct glsl_func **done = glsl_array(&c->tmp, struct glsl_func *, MAX2(n, 1));
   for (uint32_t i = 0; i < n; i++) {
      const struct glsl_func *f = sh->funcs.data[i];
      for (uint32_t k = 0; k < f->callees.count; k++)
         callers[f->callees.data[k]->id]++;
   }
   for (uint32_t i = 0; i < n; i++) {
      if (!callers[i])
         done[num_done++] = sh->funcs.data[i];
   }
   for (uint32_t i = 0; i < num_done; i++) {
      for (uint32_t k = 0; k < done[i]->callees.count; k++) {
         struct glsl_func *callee = done[i]->callees.data[k];
         if (--callers[callee->id] == 0)
            done[num_done++] = callee;
      }
   }
   for (uint32_t i = 0; i < n && num_done < n; i++) {
      if (callers[i]) {
         glsl_error(c, sh->funcs.data[i]->loc, "the function \"%s\" calls itself (perhaps through others)",
                    sh->funcs.data[i]->name);
         return;
      }
   }
}

/** Some words are keywords only where their extension is enabled; the parser follows the directives again. */
static void
classify_tokens(struct glsl_ctx *c)
{
   uint8_t state[EXT_COUNT];
   memcpy(state, c->ext_state, sizeof state);
   for (uint32_t i = 0; i < c->tokens.count; i++) {
      struct glsl_token *t = &c->tokens.data[i];
      if (t->kind == TK_EXTENSION)
         c->ext_state[t->ext] = t->op;
      glsl_classify(c, t);
      glsl_declare_builtin_type(c, t);
   }
   memcpy(c->ext_state, state, sizeof state);
}

/** False when out of memory. */
static bool
compile(struct glsl_ctx *c, const char *text, size_t n)
{
   if (setjmp(*c->mem.oom))
      return false;
   init_extensions(c);
   glsl_scope_init(c);
   glsl_preprocess(c, text, n);
   classify_tokens(c);
   if (!c->num_errors) /* what follows from a bad directive would only confuse */
      glsl_parse(c);
   if (!c->num_errors)
      check_recursion(c);
   glsl_push(&c->mem, &c->log, '\0');
   c->sh->log = c->log.data;
   c->sh->ok = c->num_errors == 0;
   return true;
}

struct glsl_shader *
glsl_compile(enum ir_stage stage, const char *text, size_t n, const struct glsl_options *opt)
{
   struct glsl_shader *sh = calloc(1, sizeof *sh);
   if (!sh)
      return NULL;
   sh->refs = 1;
   sh->stage = (uint8_t)stage;
   sh->log = "";
   u_arena_init(&sh->arena);
   struct u_arena tmp;
   u_arena_init(&tmp);
   jmp_buf oom;
   struct glsl_ctx *c = u_arena_new(&tmp, struct glsl_ctx);
   if (c) {
      c->mem = (struct glsl_mem){&sh->arena, &oom};
      c->tmp = (struct glsl_mem){&tmp, &oom};
      c->sh = sh;
      c->opt = opt;
      c->stage = (uint8_t)stage;
   }
   bool ok = c && compile(c, text, n);
   u_arena_fini(&tmp);
   if (!ok) {
      glsl_shader_unref(sh);
      return NULL;
   }
   if (u_debug(U_DEBUG_GLSL))
      u_log("%s shader:\n%.*s\n%s", stage == IR_VERTEX ? "vertex" : "fragment", (int)MIN2(n, INT32_MAX), text,
            sh->log);
   return sh;
}

bool
glsl_shader_ok(const struct glsl_shader *s)
{
   return s->ok;
}

enum ir_stage
glsl_shader_stage(const struct glsl_shader *s)
{
   return s->stage;
}

const char *
glsl_shader_log(const struct glsl_shader *s)
{
   return s->log;
}

void
glsl_shader_ref(struct glsl_shader *s)
{
   s->refs++;
}

void
glsl_shader_unref(struct glsl_shader *s)
{
   if (s && --s->refs == 0) {
      u_arena_fini(&s->arena);
      free(s);
   }
}
