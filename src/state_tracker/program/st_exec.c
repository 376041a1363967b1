/* SPDX-License-Identifier: MIT
 *
 * Executables: what a successful link leaves behind (ES 2.0.25 2.10.3): constant memory, sampler units,
 * locations and, per context, the driver's shader objects. An executable outlives a failed relink of its
 * program while it is in use.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/texture/st_texture.h"
#include "state_tracker/texture/st_yuv.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

static void
drop_cso(struct st_context *ctx, struct st_exec_cso *c)
{
   assert(c->vs && c->fs);
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

static void
remove_pair(struct st_exec *part, const struct st_exec *pair)
{
   for (size_t i = 0; i < part->pairs.count; i++)
      if (part->pairs.data[i] == pair) {
         part->pairs.data[i] = part->pairs.data[--part->pairs.count];
         return;
      }
}

/** Before an executable goes: the pairs that it is in go, too. */
static void
forget_pairs(struct st_context *ctx, struct st_exec *e)
{
   while (e->pairs.count) {
      struct st_exec *pair = e->pairs.data[e->pairs.count - 1];
      assert(pair->is_pair && (pair->parts[IR_VERTEX] == e || pair->parts[IR_FRAGMENT] == e));
      for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++) {
         remove_pair(pair->parts[st], pair);
         pair->parts[st] = NULL;
      }
      st_exec_unref(ctx, pair);
   }
   u_vec_fini(&e->pairs);
}

void
st_exec_unref(struct st_context *ctx, struct st_exec *e)
{
   assert(!e || e->refcount > 0);
   if (!e || --e->refcount)
      return;
   forget_pairs(ctx, e);
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
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
      free(e->consts[st]);
   free(e->locations);
   free(e->sampler_values);
   free(e->block_bindings);
   glsl_shader_unref(e->shader);
   free(e->source);
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

/** The fragment shader \p *s, or the program's where that is NULL, blends. False: out of memory. */
static bool
lower_blend(const struct st_exec *e, unsigned blend, struct ir_shader **s)
{
   const bool coherent = blend & ST_BLEND_COHERENT;
   blend &= ~(unsigned)ST_BLEND_COHERENT;
   assert(blend >= 1 && blend <= IR_BLEND_COUNT);
   if (!*s && !(*s = ir_shader_clone(e->glsl->ir[IR_FRAGMENT])))
      return false;
   (*s)->fb_fetch_coherent |= coherent;
   ir_lower_blend(*s, (enum ir_blend)(blend - 1));
   ir_opt_copy_propagate(*s);
   ir_opt_cse(*s);
   ir_opt_dead_code(*s);
   if ((*s)->cache_id[0] | (*s)->cache_id[1]) {
      const void *part[] = {(*s)->cache_id, &blend};
      const size_t part_B[] = {sizeof(*s)->cache_id, sizeof blend};
      const struct u_cache_key id = u_cache_key_of("blend", part, part_B, 2);
      (*s)->cache_id[0] = id.hash[0];
      (*s)->cache_id[1] = id.hash[1];
   }
   return !(*s)->arena.out_of_memory;
}

static struct st_exec_cso *
create_csos(struct st_context *ctx, struct st_exec *e, const struct st_yuv_key *yuv, unsigned blend,
            char *error, size_t error_B)
{
   struct pipe_context *p = ctx->pipe;
   struct st_exec_cso *c = calloc(1, sizeof *c);
   if (!c) {
      snprintf(error, error_B, "out of memory");
      return NULL;
   }
   c->ctx = ctx;
   struct ir_shader *variant[PIPE_SHADER_TYPES] = {NULL};
   bool ok = true;
   if (yuv) {
      c->yuv = *yuv;
      for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
         ok &= st_yuv_variant(e, st, yuv, &variant[st]);
   }
   c->blend = (uint8_t)blend;
   if (ok && blend)
      ok = lower_blend(e, blend, &variant[IR_FRAGMENT]);
   const struct ir_shader *ir[PIPE_SHADER_TYPES];
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
      ir[st] = variant[st] ? variant[st] : e->glsl->ir[st];
   assert(ir[IR_VERTEX] && ir[IR_FRAGMENT]);
   if (ok)
      c->vs = p->create_vs_state(p, ir[IR_VERTEX], error, error_B);
   if (c->vs)
      c->fs = p->create_fs_state(p, ir[IR_FRAGMENT], error, error_B);
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
      ir_shader_destroy(variant[st]);
   if (c->fs && p->link_shaders && !p->link_shaders(p, c->vs, c->fs, error, error_B)) {
      p->delete_fs_state(p, c->fs);
      c->fs = NULL;
   }
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
st_exec_get_csos(struct st_context *ctx, struct st_exec *e, const struct st_yuv_key *yuv, unsigned blend,
                 void **vs, void **fs)
{
   assert(st_exec_is_whole(e) && (blend & ~(unsigned)ST_BLEND_COHERENT) <= IR_BLEND_COUNT);
   static const struct st_yuv_key none;
   struct st_exec_cso *c = e->csos;
   while (c && (c->ctx != ctx || c->blend != blend ||
                (e->samples_external && memcmp(&c->yuv, yuv ? yuv : &none, sizeof none))))
      c = c->next;
   char error[256] = "";
   if (!c && !(c = create_csos(ctx, e, yuv, blend, error, sizeof error)))
      return false;
   *vs = c->vs;
   *fs = c->fs;
   return true;
}

_Static_assert(GLSL_USAMPLER_2D_ARRAY + 1 == GLSL_BASES, "the samplers are the last of enum glsl_base");

static bool
is_sampler(const struct glsl_uniform *u)
{
   return u->base >= GLSL_SAMPLER_2D;
}

/** How many slots and locations the uniforms take, and which are gl_DepthRange's. */
static void
count_uniforms(struct st_exec *e)
{
   const struct glsl_program *g = e->glsl;
   static const char *const range_names[3] = {"gl_DepthRange.near", "gl_DepthRange.far",
                                              "gl_DepthRange.diff"};
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
      e->num_slots[st] = g->ir[st] ? g->ir[st]->num_uniform_slots : 0;
   e->num_locations = g->num_uniform_locations;
   for (unsigned i = 0; i < 3; i++)
      e->depth_range[i] = -1;
   for (unsigned i = 0; i < g->num_uniforms; i++) {
      const struct glsl_uniform *u = &g->uniforms[i];
      for (unsigned st = 0; st < PIPE_SHADER_TYPES && !is_sampler(u); st++)
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
}

/** Where uniform \p i of the program is: its locations, and its slots among the samplers. */
static void
place_uniform(struct st_exec *e, unsigned i)
{
   const struct glsl_uniform *u = &e->glsl->uniforms[i];
   const bool hidden = !strncmp(u->name, "gl_", 3) || u->location == UINT32_MAX;
   for (uint32_t k = 0; k < u->array_len && !hidden; k++) {
      assert(u->location + k < e->num_locations);
      e->locations[u->location + k] = (struct st_location){(uint16_t)i, (uint16_t)k};
   }
   for (unsigned st = 0; st < PIPE_SHADER_TYPES && is_sampler(u); st++) {
      for (uint32_t k = 0; k < u->array_len && u->slot[st] >= 0; k++) {
         const uint32_t s = (uint32_t)u->slot[st] + k;
         if (s >= PIPE_MAX_SAMPLERS)
            break;
         e->samplers[st][s].uniform = (uint16_t)i;
         e->samplers[st][s].base = u->base;
         e->samples_external |= u->base == GLSL_SAMPLER_EXTERNAL;
         e->num_samplers[st] = (uint8_t)MAX2(e->num_samplers[st], s + 1);
      }
   }
}

/** What draws must know of the shaders' inputs and outputs. */
static void
note_interface(struct st_exec *e)
{
   const struct ir_shader *vs = e->glsl->ir[IR_VERTEX], *fs = e->glsl->ir[IR_FRAGMENT];
   if (fs)
      e->blend_support = fs->blend_support;
   for (size_t i = 0; vs && i < vs->inputs.count; i++)
      if (vs->inputs.data[i].semantic == IR_SEM_GENERIC && vs->inputs.data[i].sem_index < PIPE_MAX_ATTRIBS)
         e->attrib_mask |= 1u << vs->inputs.data[i].sem_index;
   e->num_attribs = e->attrib_mask ? (uint8_t)(u_log2(e->attrib_mask) + 1) : 0;
   for (size_t i = 0; vs && i < vs->outputs.count; i++)
      if (vs->outputs.data[i].semantic == IR_SEM_POINT_SIZE)
         e->writes_point_size = true;
}

/** Tables of a linked program. False: out of memory. */
static bool
lay_out_program(struct st_exec *e)
{
   count_uniforms(e);
   e->locations = malloc(sizeof *e->locations * (e->num_locations + 1));
   e->sampler_values = calloc(e->num_locations + 1, sizeof *e->sampler_values);
   e->block_bindings = calloc(e->glsl->num_blocks + 1, sizeof *e->block_bindings);
   e->num_blocks = (uint8_t)e->glsl->num_blocks;
   assert(e->num_blocks == e->glsl->num_blocks);
   bool ok = e->locations && e->sampler_values && e->block_bindings;
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
      ok &= (e->consts[st] = calloc(e->num_slots[st] + 1, sizeof *e->consts[st])) != NULL;
   if (!ok)
      return false;
   for (uint32_t i = 0; i < e->num_locations; i++)
      e->locations[i] = (struct st_location){UINT16_MAX, 0};
   for (unsigned i = 0; i < e->glsl->num_uniforms; i++)
      place_uniform(e, i);
   note_interface(e);
   return true;
}

struct st_exec *
st_exec_create(struct st_context *ctx, struct glsl_program *g, char *error, size_t error_B)
{
   assert(g->ok);
   *error = '\0';
   struct st_exec *e = calloc(1, sizeof *e);
   if (!e) {
      glsl_program_destroy(g);
      return NULL;
   }
   e->refcount = 1;
   e->glsl = g;
   e->stages =
      (uint8_t)((g->ir[IR_VERTEX] ? 1 << IR_VERTEX : 0) | (g->ir[IR_FRAGMENT] ? 1 << IR_FRAGMENT : 0));
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
      e->stamp[st] = ctx->share->next_stamp += UINT64_C(1) << 32;
   e->sampler_stamp = ctx->share->next_stamp += UINT64_C(1) << 32;
   if (!lay_out_program(e) || (st_exec_is_whole(e) && !create_csos(ctx, e, NULL, 0, error, error_B))) {
      st_exec_unref(ctx, e);
      return NULL;
   }
   e->list_next = ctx->share->all_execs;
   if (e->list_next)
      e->list_next->prev = e;
   ctx->share->all_execs = e;
   return e;
}

bool
st_exec_samplers_conflict(const struct st_exec *e, unsigned num_units)
{
   assert(num_units <= ST_MAX_UNITS);
   uint8_t base_of[ST_MAX_UNITS] = {0};
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++) {
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
      for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++) {
         if (u->slot[st] < 0 || e->consts[st][u->slot[st]][0] == fui(values[k]))
            continue;
         e->consts[st][u->slot[st]][0] = fui(values[k]);
         e->stamp[st]++;
      }
   }
}
