/* SPDX-License-Identifier: MIT
 *
 * glsl_compile: the steps from text to a shader object, and such objects.
 */
#include <stdlib.h>
#include <string.h>

#include "compiler/glsl/parse/parse.h"

#include <assert.h>

#include "compiler/glsl/pp/pp.h"
#include "util/u_debug.h"
#include "util/u_math.h"

static void
init_extensions(struct glsl_ctx *c)
{
   const struct glsl_options *o = c->opt;
   c->ext_supported[EXT_BLEND_ADVANCED] = o->khr_blend_equation_advanced;
   c->ext_supported[EXT_APPLE_CLIP_DISTANCE] = o->apple_clip_distance;
   c->ext_supported[EXT_CLIP_CULL_DISTANCE] = o->ext_clip_cull_distance && c->version >= 300;
   c->ext_supported[EXT_SHADER_INTEGER_MIX] = o->ext_shader_integer_mix && c->version >= 300;
   c->ext_supported[EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3] = o->oes_egl_image_external && c->version >= 300;
   c->ext_supported[EXT_BLEND_FUNC_EXTENDED] = o->ext_blend_func_extended;
   c->ext_supported[EXT_FB_FETCH] = o->ext_shader_framebuffer_fetch;
   c->ext_supported[EXT_FB_FETCH_NON_COHERENT] = o->ext_shader_framebuffer_fetch_non_coherent;
   if (c->version >= 300)
      return; /* what the others bring is part of the language, or is for ESSL 1.00 only */
   c->ext_supported[EXT_OES_STANDARD_DERIVATIVES] = o->oes_standard_derivatives;
   c->ext_supported[EXT_OES_TEXTURE_3D] = o->oes_texture_3d;
   c->ext_supported[EXT_OES_EGL_IMAGE_EXTERNAL] = o->oes_egl_image_external;
   c->ext_supported[EXT_SHADER_TEXTURE_LOD] = o->ext_shader_texture_lod;
   c->ext_supported[EXT_FRAG_DEPTH] = o->ext_frag_depth;
   c->ext_supported[EXT_DRAW_BUFFERS] = o->ext_draw_buffers;
   c->ext_supported[EXT_DRAW_INSTANCED] = o->ext_draw_instanced;
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
         assert(callers[callee->id]);
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

static void
compile_text(struct glsl_ctx *c, const char *text, size_t n)
{
   size_t rest;
   c->version = c->sh->version = 100;
   if (c->opt->essl_300 && glsl_is_300(text, n, &rest)) {
      c->version = c->sh->version = 300;
      text = glsl_join_lines(c, text, n, rest, &n);
   }
   init_extensions(c);
   glsl_init_words(c);
   glsl_scope_init(c);
   glsl_preprocess(c, text, n);
   classify_tokens(c);
   if (!c->num_errors) /* what follows from a bad directive would only confuse */
      glsl_parse(c);
   if (!c->num_errors)
      check_recursion(c);
   if (!c->num_errors && c->version >= 300)
      glsl_check_interface(c);
}

/** False when out of memory. */
static bool
compile(struct glsl_ctx *c, const char *text, size_t n)
{
   if (setjmp(*c->mem.oom))
      return false;
   compile_text(c, text, n);
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
   assert(s->refs);
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
