/* SPDX-License-Identifier: MIT
 *
 * Shaders, programs and executables (ES 2.0.25 2.10). Compiling and linking is the front end's work; here
 * lives the lifetime of the objects and what a successful link leaves behind: constant memory, sampler units,
 * locations and, per context, the driver's shader objects. An executable outlives a failed relink of its
 * program while it is in use (2.10.3).
 */
#include <stdlib.h>
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"
#include "util/u_blob.h"
#include "util/u_debug.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

struct st_shader *
st_shader_create(GLuint name, GLenum type)
{
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

struct st_program *
st_program_create(GLuint name)
{
   struct st_program *p = calloc(1, sizeof *p);
   if (p)
      *p = (struct st_program){.kind = ST_PROGRAM, .refcount = 1, .name = name};
   return p;
}

void
st_program_unref(struct st_context *ctx, struct st_program *p)
{
   if (!p || --p->refcount)
      return;
   st_names_remove(&ctx->share->programs, p->name);
   for (size_t i = 0; i < p->shaders.count; i++)
      st_shader_unref(ctx, p->shaders.data[i]);
   u_vec_fini(&p->shaders);
   for (size_t i = 0; i < p->bindings.count; i++)
      free((char *)p->bindings.data[i].name);
   u_vec_fini(&p->bindings);
   st_exec_unref(ctx, p->exec);
   free(p->log);
   free(p->label);
   free(p);
}

/* ---- executables --------------------------------------------------------------------------------------- */

static void
drop_cso(struct st_context *ctx, struct st_exec_cso *c)
{
   if (c->ctx == ctx) {
      struct pipe_context *p = ctx->pipe;
      if (ctx->bound_vs == c->vs) {
         p->bind_vs_state(p, NULL);
         ctx->bound_vs = NULL;
      }
      if (ctx->bound_fs == c->fs) {
         p->bind_fs_state(p, NULL);
         ctx->bound_fs = NULL;
      }
      p->delete_vs_state(p, c->vs);
      p->delete_fs_state(p, c->fs);
   } else {
      /* Out of memory leaks the object: better than touching another thread's context. */
      (void)u_vec_push(&c->ctx->zombie_vs, c->vs);
      (void)u_vec_push(&c->ctx->zombie_fs, c->fs);
   }
   free(c);
}

void
st_exec_unref(struct st_context *ctx, struct st_exec *e)
{
   if (!e || --e->refcount)
      return;
   while (e->csos) {
      struct st_exec_cso *c = e->csos;
      e->csos = c->next;
      drop_cso(ctx, c);
   }
   if (e->prev)
      e->prev->list_next = e->list_next;
   else if (ctx->share->all_execs == e)
      ctx->share->all_execs = e->list_next;
   if (e->list_next)
      e->list_next->prev = e->prev;
   glsl_program_destroy(e->glsl);
   free(e->consts[0]);
   free(e->consts[1]);
   free(e->locations);
   free(e->sampler_values);
   free(e);
}

void
st_exec_forget_context(struct st_context *ctx)
{
   for (struct st_exec *e = ctx->share->all_execs; e; e = e->list_next) {
      for (struct st_exec_cso **p = &e->csos; *p;) {
         struct st_exec_cso *c = *p;
         if (c->ctx == ctx) {
            *p = c->next;
            drop_cso(ctx, c);
         } else {
            p = &c->next;
         }
      }
   }
}

static struct st_exec_cso *
create_csos(struct st_context *ctx, struct st_exec *e, char *error, size_t error_B)
{
   struct pipe_context *p = ctx->pipe;
   struct st_exec_cso *c = calloc(1, sizeof *c);
   if (!c) {
      snprintf(error, error_B, "out of memory");
      return NULL;
   }
   c->ctx = ctx;
   c->vs = p->create_vs_state(p, e->glsl->ir[IR_VERTEX], error, error_B);
   if (c->vs)
      c->fs = p->create_fs_state(p, e->glsl->ir[IR_FRAGMENT], error, error_B);
   if (!c->fs) {
      if (c->vs)
         p->delete_vs_state(p, c->vs);
      free(c);
      return NULL;
   }
   c->next = e->csos;
   e->csos = c;
   return c;
}

bool
st_exec_get_csos(struct st_context *ctx, struct st_exec *e, void **vs, void **fs)
{
   struct st_exec_cso *c = e->csos;
   while (c && c->ctx != ctx)
      c = c->next;
   char error[256] = "";
   if (!c && !(c = create_csos(ctx, e, error, sizeof error)))
      return false;
   *vs = c->vs;
   *fs = c->fs;
   return true;
}

static bool
is_sampler(const struct glsl_uniform *u)
{
   return u->base >= GLSL_SAMPLER_2D;
}

/** Tables of a linked program. False: out of memory. */
static bool
lay_out(struct st_exec *e)
{
   const struct glsl_program *g = e->glsl;
   static const char *const range_names[3] = {"gl_DepthRange.near", "gl_DepthRange.far",
                                              "gl_DepthRange.diff"};

   for (unsigned st = 0; st < 2; st++)
      e->num_slots[st] = g->ir[st]->num_uniform_slots;
   e->num_locations = g->num_uniform_locations;
   for (unsigned i = 0; i < 3; i++)
      e->depth_range[i] = -1;
   for (unsigned i = 0; i < g->num_uniforms; i++) {
      const struct glsl_uniform *u = &g->uniforms[i];
      for (unsigned st = 0; st < 2 && !is_sampler(u); st++)
         if (u->slot[st] >= 0)
            e->num_slots[st] = MAX2(e->num_slots[st], (uint32_t)u->slot[st] + u->array_len * u->cols);
      if (u->location != UINT32_MAX)
         e->num_locations = MAX2(e->num_locations, u->location + u->array_len);
      for (unsigned k = 0; k < 3; k++)
         if (!strcmp(u->name, range_names[k])) {
            e->depth_range[k] = (int)i;
            e->uses_depth_range = true;
         }
   }
   e->locations = malloc(sizeof *e->locations * (e->num_locations + 1));
   e->sampler_values = calloc(e->num_locations + 1, sizeof *e->sampler_values);
   for (unsigned st = 0; st < 2; st++)
      e->consts[st] = calloc(e->num_slots[st] + 1, sizeof *e->consts[st]);
   if (!e->locations || !e->sampler_values || !e->consts[0] || !e->consts[1])
      return false;

   for (uint32_t i = 0; i < e->num_locations; i++)
      e->locations[i] = (struct st_location){UINT16_MAX, 0};
   for (unsigned i = 0; i < g->num_uniforms; i++) {
      const struct glsl_uniform *u = &g->uniforms[i];
      bool hidden = !strncmp(u->name, "gl_", 3) || u->location == UINT32_MAX;
      for (uint32_t k = 0; k < u->array_len && !hidden; k++)
         e->locations[u->location + k] = (struct st_location){(uint16_t)i, (uint16_t)k};
      for (unsigned st = 0; st < 2 && is_sampler(u); st++) {
         for (uint32_t k = 0; k < u->array_len && u->slot[st] >= 0; k++) {
            uint32_t s = (uint32_t)u->slot[st] + k;
            if (s >= PIPE_MAX_SAMPLERS)
               break;
            e->samplers[st][s].uniform = (uint16_t)i;
            e->samplers[st][s].base = u->base;
            e->num_samplers[st] = (uint8_t)MAX2(e->num_samplers[st], s + 1);
         }
      }
   }
   const struct ir_shader *vs = g->ir[IR_VERTEX];
   for (size_t i = 0; i < vs->inputs.count; i++)
      if (vs->inputs.data[i].semantic == IR_SEM_GENERIC && vs->inputs.data[i].sem_index < PIPE_MAX_ATTRIBS)
         e->attrib_mask |= 1u << vs->inputs.data[i].sem_index;
   e->num_attribs = e->attrib_mask ? (uint8_t)(u_log2(e->attrib_mask) + 1) : 0;
   for (size_t i = 0; i < vs->outputs.count; i++)
      if (vs->outputs.data[i].semantic == IR_SEM_POINT_SIZE)
         e->writes_point_size = true;
   return true;
}

bool
st_exec_samplers_conflict(const struct st_exec *e, unsigned num_units)
{
   uint8_t base_of[ST_MAX_UNITS] = {0};
   for (unsigned st = 0; st < 2; st++) {
      for (unsigned i = 0; i < e->num_samplers[st]; i++) {
         unsigned unit = e->samplers[st][i].unit, base = e->samplers[st][i].base;
         if (!base || unit >= num_units)
            continue;
         if (base_of[unit] && base_of[unit] != base)
            return true;
         base_of[unit] = (uint8_t)base;
      }
   }
   return false;
}

void
st_exec_set_depth_range(struct st_exec *e, float near, float far)
{
   const float values[3] = {near, far, far - near};
   for (unsigned k = 0; k < 3; k++) {
      if (e->depth_range[k] < 0)
         continue;
      const struct glsl_uniform *u = &e->glsl->uniforms[e->depth_range[k]];
      for (unsigned st = 0; st < 2; st++) {
         if (u->slot[st] < 0 || e->consts[st][u->slot[st]][0] == fui(values[k]))
            continue;
         e->consts[st][u->slot[st]][0] = fui(values[k]);
         e->stamp[st]++;
      }
   }
}

/* ---- linking ------------------------------------------------------------------------------------------- */

static void
set_log(struct st_program *p, const char *text)
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

static void
optimise(struct glsl_program *g)
{
   struct ir_options opt = {
      .lower_idiv = true,
      .hoist_uniforms = true,
      .no_optimise = u_debug(U_DEBUG_NOOPT),
      .print = u_debug(U_DEBUG_IR),
   };
   ir_run_link_pipeline(g->ir[IR_VERTEX], g->ir[IR_FRAGMENT], &opt);
}

/** Names what the program is made from. False: no cache. */
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
   const void *part[] = {vs->source_id, fs->source_id, names.bytes.data, &no_optimise};
   const size_t part_B[] = {sizeof vs->source_id, sizeof fs->source_id, names.bytes.count,
                            sizeof no_optimise};
   bool ok = !names.out_of_memory;
   if (ok)
      *key = u_cache_key_of("program", part, part_B, ARRAY_SIZE(part));
   u_blob_fini(&names);
   return ok;
}

static void
set_cache_id(struct glsl_program *g, const struct u_cache_key *key)
{
   for (unsigned st = 0; st < 2; st++)
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
      set_cache_id(g, &key);
      return g;
   }
   const struct glsl_shader *v = finish(ctx, vs), *f = finish(ctx, fs);
   if (!v || !f)
      return NULL;
   g = glsl_link(v, f, p->bindings.data, (unsigned)p->bindings.count, &ctx->glsl_options);
   if (!g || !g->ok)
      return g;
   unsigned failures = u_alloc_failures;
   optimise(g);
   if (u_alloc_failures != failures || g->ir[IR_VERTEX]->arena.out_of_memory ||
       g->ir[IR_FRAGMENT]->arena.out_of_memory) { /* the IR may be anything */
      glsl_program_destroy(g);
      return NULL;
   }
   if (cached) {
      struct u_blob b = {0};
      if (glsl_program_write(g, &b))
         u_disk_cache_put(cache_of(ctx), &key, b.bytes.data, b.bytes.count);
      u_blob_fini(&b);
      set_cache_id(g, &key);
   }
   return g;
}

/** Makes a linked program the one that is used; takes it over. False: out of memory. */
static bool
install(struct st_context *ctx, struct st_program *p, struct glsl_program *g)
{
   struct st_exec *e = calloc(1, sizeof *e);
   if (!e) {
      glsl_program_destroy(g);
      return false;
   }
   e->refcount = 1;
   e->glsl = g;
   for (unsigned st = 0; st < 2; st++)
      e->stamp[st] = ctx->share->next_stamp += UINT64_C(1) << 32;
   e->sampler_stamp = ctx->share->next_stamp += UINT64_C(1) << 32;
   char error[512] = "";
   if (!lay_out(e)) {
      st_exec_unref(ctx, e);
      return false;
   }
   if (!create_csos(ctx, e, error, sizeof error)) {
      char text[600];
      snprintf(text, sizeof text, "ERROR: %s\n", error);
      set_log(p, text);
      st_exec_unref(ctx, e);
      return true;
   }
   e->list_next = ctx->share->all_execs;
   if (e->list_next)
      e->list_next->prev = e;
   ctx->share->all_execs = e;

   set_log(p, g->log ? g->log : "");
   st_exec_unref(ctx, p->exec);
   p->exec = e;
   p->link_status = true;
   ctx->share->program_stamp++;
   return true;
}

bool
st_program_link(struct st_context *ctx, struct st_program *p)
{
   p->link_status = false;
   p->validate_status = false;
   const char *problem = NULL;
   struct st_shader *vs = attached(p, GL_VERTEX_SHADER, &problem);
   struct st_shader *fs = problem ? NULL : attached(p, GL_FRAGMENT_SHADER, &problem);
   if (problem) {
      set_log(p, problem);
      return true;
   }
   struct glsl_program *g = link_shaders(ctx, p, vs, fs);
   if (!g)
      return false;
   if (u_debug(U_DEBUG_GLSL))
      u_log("info log of program %u: %s", p->name, g->log ? g->log : "");
   if (!g->ok) {
      set_log(p, g->log ? g->log : "");
      glsl_program_destroy(g);
      return true;
   }
   return install(ctx, p, g);
}

/* ---- program binaries (OES_get_program_binary) -----------------------------------------------------------
 */

struct binary_header {
   uint32_t magic, size_B; /* of what follows */
   uint8_t build[20];      /* another build's binaries are refused: the application keeps its sources */
   uint32_t reserved;
   uint64_t checksum;
};

void *
st_program_get_binary(const struct st_program *p, size_t *size_B)
{
   struct u_blob b = {0};
   struct binary_header h = {.magic = ST_PROGRAM_BINARY_FORMAT};
   u_blob_bytes(&b, &h, sizeof h);
   if (!glsl_program_write(p->exec->glsl, &b)) {
      u_blob_fini(&b);
      return NULL;
   }
   u_build_id(h.build);
   h.size_B = (uint32_t)(b.bytes.count - sizeof h);
   h.checksum = u_hash64(b.bytes.data + sizeof h, h.size_B);
   memcpy(b.bytes.data, &h, sizeof h);
   *size_B = b.bytes.count;
   return b.bytes.data;
}

bool
st_program_set_binary(struct st_context *ctx, struct st_program *p, const void *data, size_t size_B)
{
   struct binary_header h;
   uint8_t build[20];
   p->link_status = false;
   p->validate_status = false;
   u_build_id(build);
   const char *problem = NULL;
   struct glsl_program *g = NULL;
   const uint8_t *payload = (const uint8_t *)data + sizeof h;
   if (size_B >= sizeof h)
      memcpy(&h, data, sizeof h);
   if (size_B < sizeof h || h.magic != ST_PROGRAM_BINARY_FORMAT || h.size_B != size_B - sizeof h ||
       h.checksum != u_hash64(payload, h.size_B))
      problem = "ERROR: these bytes are no program binary, or they were damaged\n";
   else if (memcmp(h.build, build, sizeof build))
      problem = "ERROR: the program binary was made by another version of the driver\n";
   else if (!(g = glsl_program_read(payload, h.size_B)))
      problem = "ERROR: the program binary holds no valid program\n";
   if (problem) {
      set_log(p, problem);
      return true;
   }
   const void *part[] = {payload};
   const size_t part_B[] = {h.size_B};
   struct u_cache_key key = u_cache_key_of("binary", part, part_B, 1);
   set_cache_id(g, &key);
   return install(ctx, p, g);
}
