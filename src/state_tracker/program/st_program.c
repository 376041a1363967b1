/* SPDX-License-Identifier: MIT
 *
 * Shaders and programs (ES 2.0.25 2.10). Compiling and linking is the front end's work; here lives the
 * lifetime of the objects, and the cache in front of it. What a successful link leaves behind is an
 * executable (st_exec.c).
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "compiler/ir/target.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/st_names.h"
#include "state_tracker/program/st_program.h"
#include "util/u_blob.h"
#include "util/u_debug.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

struct st_shader *
st_shader_create(GLuint name, GLenum type)
{
   assert(type == GL_VERTEX_SHADER || type == GL_FRAGMENT_SHADER);
   struct st_shader *s = calloc(1, sizeof *s);
   if (s)
      *s = (struct st_shader){.kind = ST_SHADER, .refcount = 1, .name = name, .type = type};
   return s;
}

static void
forget_pending(struct st_shader *s)
{
   free(s->pending_source);
   free(s->pending_log);
   s->pending_source = s->pending_log = NULL;
}

void
st_shader_unref(struct st_context *ctx, struct st_shader *s)
{
   assert(!s || s->refcount > 0);
   if (!s || --s->refcount)
      return;
   st_names_remove(&ctx->share->programs, s->name);
   glsl_shader_unref(s->compiled);
   forget_pending(s);
   free(s->source);
   free(s->label);
   free(s);
}

/** The cache, unless somebody wants to see the compiler at work. */
static struct u_disk_cache *
cache_of(const struct st_context *ctx)
{
   return u_debug(U_DEBUG_GLSL | U_DEBUG_IR | U_DEBUG_ISA) ? NULL : ctx->screen->disk_cache;
}

/** Has this text been compiled before? */
static bool
known_text(struct st_context *ctx, struct st_shader *s, const char *text, size_t n)
{
   struct u_disk_cache *cache = cache_of(ctx);
   s->source_id[0] = s->source_id[1] = 0;
   if (!cache)
      return false;
   const void *part[] = {&s->type, text, &ctx->glsl_options};
   const size_t part_B[] = {sizeof s->type, n, sizeof ctx->glsl_options};
   struct u_cache_key key = u_cache_key_of("shader", part, part_B, ARRAY_SIZE(part));
   memcpy(s->source_id, key.hash, sizeof s->source_id);
   size_t log_B;
   char *log = u_disk_cache_get(cache, &key, &log_B);
   if (!log)
      return false;
   s->pending_source = malloc(n + 1);
   if (!s->pending_source || !log_B || log[log_B - 1]) {
      free(log);
      forget_pending(s);
      return false;
   }
   memcpy(s->pending_source, text, n);
   s->pending_source_B = n;
   s->pending_log = log;
   return true;
}

static struct glsl_shader *
compile_text(struct st_context *ctx, const struct st_shader *s, const char *text, size_t n)
{
   return glsl_compile(s->type == GL_VERTEX_SHADER ? IR_VERTEX : IR_FRAGMENT, text, n, &ctx->glsl_options);
}

static void
tell_log(struct st_context *ctx, const struct st_shader *s)
{
   const char *log = st_shader_log(s);
   if (*log)
      st_debug_message(ctx, GL_DEBUG_SOURCE_SHADER_COMPILER_KHR,
                       s->ok ? GL_DEBUG_TYPE_OTHER_KHR : GL_DEBUG_TYPE_ERROR_KHR, s->ok ? 2 : 1,
                       s->ok ? GL_DEBUG_SEVERITY_NOTIFICATION_KHR : GL_DEBUG_SEVERITY_MEDIUM_KHR, log);
}

bool
st_shader_compile(struct st_context *ctx, struct st_shader *s)
{
   assert(s->kind == ST_SHADER);
   const char *text = s->source ? s->source : "";
   size_t n = s->source ? s->source_B : 0;
   glsl_shader_unref(s->compiled);
   s->compiled = NULL;
   forget_pending(s);
   if (known_text(ctx, s, text, n)) {
      s->ok = true;
      tell_log(ctx, s);
      return true;
   }
   s->compiled = compile_text(ctx, s, text, n);
   s->ok = s->compiled && glsl_shader_ok(s->compiled);
   tell_log(ctx, s);
   if (s->ok && cache_of(ctx)) {
      const char *log = glsl_shader_log(s->compiled);
      const struct u_cache_key key = {
         {s->source_id[0], s->source_id[1]}
      };
      u_disk_cache_put(cache_of(ctx), &key, log, strlen(log) + 1);
   }
   if (u_debug(U_DEBUG_GLSL)) {
      u_log("shader %u:\n%s", s->name, text);
      u_log("info log of shader %u: %s", s->name,
            s->compiled ? glsl_shader_log(s->compiled) : "out of memory");
   }
   return s->compiled != NULL;
}

const char *
st_shader_log(const struct st_shader *s)
{
   return s->pending_log ? s->pending_log : s->compiled ? glsl_shader_log(s->compiled) : "";
}

/** The compiled shader of one that the cache only knows to compile. NULL: out of memory. */
static struct glsl_shader *
finish(struct st_context *ctx, struct st_shader *s)
{
   if (!s->compiled && s->pending_source)
      s->compiled = compile_text(ctx, s, s->pending_source, s->pending_source_B);
   return s->compiled;
}

/** The text that was compiled last. */
static const char *
st_shader_text(const struct st_shader *s)
{
   return s->pending_source ? s->pending_source : s->source ? s->source : "";
}

struct st_program *
st_program_create(GLuint name)
{
   struct st_program *p = calloc(1, sizeof *p);
   if (p)
      *p = (struct st_program){.kind = ST_PROGRAM, .refcount = 1, .name = name};
   return p;
}

static void
free_feedback(char **names, unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      free(names[i]);
   free(names);
}

static struct glsl_feedback
feedback_of(const struct st_program *p)
{
   return (struct glsl_feedback){(const char *const *)p->feedback_names, p->num_feedback_names,
                                 p->feedback_separate};
}

bool
st_program_set_feedback(struct st_program *p, unsigned n, const char *const *names, bool separate)
{
   char **copy = calloc(n + 1, sizeof *copy);
   for (unsigned i = 0; copy && i < n; i++) {
      copy[i] = strdup(names[i]);
      if (!copy[i]) {
         free_feedback(copy, i);
         return false;
      }
   }
   if (!copy)
      return false;
   free_feedback(p->feedback_names, p->num_feedback_names);
   p->feedback_names = copy;
   p->num_feedback_names = n;
   p->feedback_separate = separate;
   return true;
}

void
st_program_unref(struct st_context *ctx, struct st_program *p)
{
   assert(!p || p->refcount > 0);
   if (!p || --p->refcount)
      return;
   st_names_remove(&ctx->share->programs, p->name);
   for (size_t i = 0; i < p->shaders.count; i++)
      st_shader_unref(ctx, p->shaders.data[i]);
   u_vec_fini(&p->shaders);
   for (size_t i = 0; i < p->bindings.count; i++)
      free((char *)p->bindings.data[i].name);
   u_vec_fini(&p->bindings);
   for (size_t i = 0; i < p->frag_bindings.count; i++)
      free((char *)p->frag_bindings.data[i].name);
   u_vec_fini(&p->frag_bindings);
   free_feedback(p->feedback_names, p->num_feedback_names);
   st_exec_unref(ctx, p->exec);
   free(p->log);
   free(p->label);
   free(p);
}

/* ---- linking ------------------------------------------------------------------------------------------- */

void
st_program_set_log(struct st_program *p, const char *text)
{
   free(p->log);
   p->log = strdup(text);
}

static struct st_shader *
attached(const struct st_program *p, GLenum type, const char **problem)
{
   for (size_t i = 0; i < p->shaders.count; i++) {
      struct st_shader *s = p->shaders.data[i];
      if (s->type != type)
         continue;
      if (!s->ok) {
         *problem = type == GL_VERTEX_SHADER
                       ? "ERROR: the attached vertex shader is not compiled successfully\n"
                       : "ERROR: the attached fragment shader is not compiled successfully\n";
         return NULL;
      }
      return s;
   }
   *problem = type == GL_VERTEX_SHADER ? "ERROR: no vertex shader is attached\n"
                                       : "ERROR: no fragment shader is attached\n";
   return NULL;
}

bool
st_program_optimise(const struct st_context *ctx, struct glsl_program *g)
{
   struct ir_options opt = {
      .hoist_uniforms = true,
      .no_optimise = u_debug(U_DEBUG_NOOPT),
      .print = u_debug(U_DEBUG_IR),
   };
   ir_run_link_pipeline(g->ir[IR_VERTEX], g->ir[IR_FRAGMENT], ctx->screen->ir_target, &opt);
   return !g->ir[IR_VERTEX]->arena.out_of_memory && !g->ir[IR_FRAGMENT]->arena.out_of_memory;
}

uint64_t
st_program_target_id(const struct st_context *ctx)
{
   struct ir_target t;
   memcpy(&t, ctx->screen->ir_target,
          sizeof t); /* with what lies between members: targets are static, it is 0 */
   t.name = NULL;    /* an address, and two targets may have one name */
   return u_hash64(&t, sizeof t);
}

/** Names what the program is made from, and for which GPU. False: no cache. */
static bool
program_key(const struct st_context *ctx, const struct st_program *p, const struct st_shader *vs,
            const struct st_shader *fs, struct u_cache_key *key)
{
   if (!cache_of(ctx) || !(vs->source_id[0] | vs->source_id[1]) || !(fs->source_id[0] | fs->source_id[1]))
      return false;
   const bool no_optimise = u_debug(U_DEBUG_NOOPT);
   struct u_blob names = {0};
   for (size_t i = 0; i < p->bindings.count; i++) {
      u_blob_str(&names, p->bindings.data[i].name);
      u_blob_u32(&names, (uint32_t)p->bindings.data[i].location);
   }
   u_blob_u32(&names, (uint32_t)p->frag_bindings.count);
   for (size_t i = 0; i < p->frag_bindings.count; i++) {
      u_blob_str(&names, p->frag_bindings.data[i].name);
      u_blob_u32(&names, p->frag_bindings.data[i].location | p->frag_bindings.data[i].index << 31);
   }
   u_blob_u32(&names, p->num_feedback_names | (uint32_t)p->feedback_separate << 31);
   for (unsigned i = 0; i < p->num_feedback_names; i++)
      u_blob_str(&names, p->feedback_names[i]);
   const uint64_t target = st_program_target_id(ctx);
   const void *part[] = {vs->source_id, fs->source_id, names.bytes.data, &no_optimise, &target};
   const size_t part_B[] = {sizeof vs->source_id, sizeof fs->source_id, names.bytes.count, sizeof no_optimise,
                            sizeof target};
   bool ok = !names.out_of_memory;
   if (ok)
      *key = u_cache_key_of("program", part, part_B, ARRAY_SIZE(part));
   u_blob_fini(&names);
   return ok;
}

void
st_program_set_cache_id(struct glsl_program *g, const struct u_cache_key *key)
{
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
      memcpy(g->ir[st]->cache_id, key->hash, sizeof key->hash);
}

/** Linked and optimised. NULL: out of memory. A program that does not link is returned, too. */
static struct glsl_program *
link_shaders(struct st_context *ctx, struct st_program *p, struct st_shader *vs, struct st_shader *fs)
{
   struct u_cache_key key;
   bool cached = program_key(ctx, p, vs, fs, &key);
   size_t size_B;
   void *data = cached ? u_disk_cache_get(cache_of(ctx), &key, &size_B) : NULL;
   struct glsl_program *g = data ? glsl_program_read(data, size_B) : NULL;
   free(data);
   if (g) {
      st_program_set_cache_id(g, &key);
      return g;
   }
   const struct glsl_shader *v = finish(ctx, vs), *f = finish(ctx, fs);
   if (!v || !f)
      return NULL;
   const struct glsl_feedback feedback = feedback_of(p);
   const struct glsl_program_info info = {
      .bindings = p->bindings.data,
      .num_bindings = (unsigned)p->bindings.count,
      .frag_bindings = p->frag_bindings.data,
      .num_frag_bindings = (unsigned)p->frag_bindings.count,
      .feedback = feedback.num_names ? &feedback : NULL,
   };
   g = glsl_link_program(v, f, &info, &ctx->glsl_options);
   if (!g || !g->ok)
      return g;
   if (!st_program_optimise(ctx, g)) { /* the IR may be anything */
      glsl_program_destroy(g);
      return NULL;
   }
   /* a program that the GPU refuses is refused by its reason, which the bytes do not have */
   if (cached && !g->ir[IR_VERTEX]->refused && !g->ir[IR_FRAGMENT]->refused) {
      struct u_blob b = {0};
      if (glsl_program_write(g, &b))
         u_disk_cache_put(cache_of(ctx), &key, b.bytes.data, b.bytes.count);
      u_blob_fini(&b);
      st_program_set_cache_id(g, &key);
   }
   return g;
}

/** The linker's log, and which loops the GPU cuts off (ir_shader::guessed_rounds). */
static void
set_log(struct st_program *p, const struct glsl_program *g)
{
   static const char *const names[] = {"vertex", "fragment"};
   char text[2][120] = {"", ""};
   for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
      if (g->ir[i] && g->ir[i]->guessed_rounds)
         snprintf(
            text[i], sizeof text[i],
            "WARNING: a loop of the %s shader ends after %u rounds: the GPU has none of unknown length\n",
            names[i], g->ir[i]->guessed_rounds);
   const char *linked = g->log ? g->log : "";
   const size_t size = strlen(linked) + sizeof text;
   char *log = malloc(size);
   if (log)
      snprintf(log, size, "%s%s%s", linked, text[0], text[1]);
   st_program_set_log(p, log ? log : "");
   if (log && (*text[0] || *text[1]))
      u_log("program %u: %s%s", p->name, text[0], text[1]);
   free(log);
}

bool
st_program_install(struct st_context *ctx, struct st_program *p, struct glsl_program *g,
                   struct glsl_shader *stage, const char *source)
{
   assert(g->ok && !stage == !source);
   char error[512], text[600];
   struct st_exec *e = st_exec_create(ctx, g, error, sizeof error);
   if (!e) {
      snprintf(text, sizeof text, "ERROR: %s\n", error);
      st_program_set_log(p, text);
      return *error != '\0';
   }
   e->separable = p->separable;
   if (stage) {
      e->source = strdup(source);
      if (!e->source) {
         st_exec_unref(ctx, e);
         return false;
      }
      e->stages = (uint8_t)(1u << glsl_shader_stage(stage));
      glsl_shader_ref(stage);
      e->shader = stage;
   }
   set_log(p, e->glsl);
   st_exec_unref(ctx, p->exec);
   p->exec = e;
   p->link_status = true;
   ctx->share->program_stamp++;
   return true;
}

/** Links the only shader of a separable program. */
static bool
link_one(struct st_context *ctx, struct st_program *p)
{
   struct st_shader *s = p->shaders.data[0];
   const char *problem = NULL;
   if (!attached(p, s->type, &problem)) {
      st_program_set_log(p, problem);
      return true;
   }
   struct glsl_shader *compiled = finish(ctx, s);
   const struct glsl_feedback feedback = feedback_of(p);
   const struct glsl_program_info info = {
      .bindings = p->bindings.data,
      .num_bindings = (unsigned)p->bindings.count,
      .frag_bindings = p->frag_bindings.data,
      .num_frag_bindings = (unsigned)p->frag_bindings.count,
      .feedback = feedback.num_names ? &feedback : NULL,
   };
   struct glsl_program *g = compiled ? glsl_link_stage(compiled, &info, &ctx->glsl_options) : NULL;
   if (!g)
      return false;
   if (!g->ok) {
      st_program_set_log(p, g->log ? g->log : "");
      glsl_program_destroy(g);
      return true;
   }
   return st_program_install(ctx, p, g, compiled, st_shader_text(s));
}

bool
st_program_link(struct st_context *ctx, struct st_program *p)
{
   assert(p->kind == ST_PROGRAM);
   p->link_status = false;
   p->validate_status = false;
   const char *problem = NULL;
   if (p->separable && p->shaders.count == 1)
      return link_one(ctx, p);
   struct st_shader *vs = attached(p, GL_VERTEX_SHADER, &problem);
   struct st_shader *fs = problem ? NULL : attached(p, GL_FRAGMENT_SHADER, &problem);
   if (problem) {
      st_program_set_log(p, problem);
      return true;
   }
   struct glsl_program *g = link_shaders(ctx, p, vs, fs);
   if (!g)
      return false;
   if (u_debug(U_DEBUG_GLSL))
      u_log("info log of program %u: %s", p->name, g->log ? g->log : "");
   if (!g->ok) {
      st_program_set_log(p, g->log ? g->log : "");
      glsl_program_destroy(g);
      return true;
   }
   return st_program_install(ctx, p, g, NULL, NULL);
}
