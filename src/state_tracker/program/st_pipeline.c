/* SPDX-License-Identifier: MIT
 *
 * Program pipelines (EXT_separate_shader_objects): which programs' stages are drawn with together. Two
 * programs of one stage each are linked anew when they first meet, so that the code is as good as that of one
 * program; the result, a pair, has copies of both programs' uniforms and is kept as long as both executables
 * live.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/program/st_pipeline.h"
#include "state_tracker/program/st_program.h"
#include "util/u_debug.h"
#include "util/u_math.h"

struct st_pipeline *
st_pipeline_create(GLuint name)
{
   struct st_pipeline *pl = calloc(1, sizeof *pl);
   if (pl)
      pl->name = name;
   return pl;
}

void
st_pipeline_destroy(struct st_context *ctx, struct st_pipeline *pl)
{
   if (!pl)
      return;
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
      st_program_unref(ctx, pl->stage[st]);
   st_program_unref(ctx, pl->active);
   free(pl->label);
   free(pl->log);
   free(pl);
}

/* ---- pairs --------------------------------------------------------------------------------------------- */

/** Linked code of two programs. NULL: *problem, or out of memory. */
static struct glsl_program *
link_pair(struct st_context *ctx, const struct st_exec *vs, const struct st_exec *fs, const char **problem)
{
   /* Attributes and outputs stay where the programs' links put them. */
   struct glsl_attrib_binding bindings[PIPE_MAX_ATTRIBS];
   unsigned n = 0;
   for (unsigned i = 0; i < vs->glsl->num_attributes && n < PIPE_MAX_ATTRIBS; i++)
      if (vs->glsl->attributes[i].location >= 0)
         bindings[n++] =
            (struct glsl_attrib_binding){vs->glsl->attributes[i].name, vs->glsl->attributes[i].location};
   struct glsl_frag_binding outputs[PIPE_MAX_COLOR_BUFS + 1]; /* a target may have two sources */
   unsigned num_outputs = 0;
   for (unsigned i = 0; i < fs->glsl->num_frag_outputs && num_outputs < ARRAY_SIZE(outputs); i++) {
      const struct glsl_frag_output *o = &fs->glsl->frag_outputs[i];
      outputs[num_outputs++] = (struct glsl_frag_binding){o->name, o->location, o->index};
   }
   const char **names = malloc((vs->glsl->num_feedback + 1) * sizeof *names);
   if (!names)
      return NULL;
   for (unsigned i = 0; i < vs->glsl->num_feedback; i++)
      names[i] = vs->glsl->feedback[i].name;
   const struct glsl_feedback feedback = {names, vs->glsl->num_feedback, vs->glsl->feedback_separate};
   const struct glsl_program_info info = {.bindings = bindings,
                                          .num_bindings = n,
                                          .frag_bindings = outputs,
                                          .num_frag_bindings = num_outputs,
                                          .feedback = feedback.num_names ? &feedback : NULL};
   struct glsl_program *g = glsl_link_pair(vs->shader, fs->shader, &info, &ctx->glsl_options);
   free(names);
   if (!g)
      return NULL;
   if (!g->ok) {
      if (u_debug(U_DEBUG_GLSL))
         u_log("program pipeline: %s", g->log);
      *problem = "the programs of the pipeline need more varyings or samplers than there are";
      glsl_program_destroy(g);
      return NULL;
   }
   if (!st_program_optimise(ctx, g)) {
      glsl_program_destroy(g);
      return NULL;
   }
   return g;
}

static struct st_exec *
make_pair(struct st_context *ctx, struct st_exec *vs, struct st_exec *fs, const char **problem)
{
   assert(vs != fs && vs->stages == 1 << IR_VERTEX && fs->stages == 1 << IR_FRAGMENT);
   struct glsl_program *g = link_pair(ctx, vs, fs, problem);
   char error[256] = "";
   struct st_exec *pair = g ? st_exec_create(ctx, g, error, sizeof error) : NULL;
   if (!pair) {
      if (*error)
         *problem = "the hardware cannot run the programs of the pipeline together";
      else if (!*problem)
         st_error(ctx, GL_OUT_OF_MEMORY, "linking the stages of a program pipeline");
      return NULL;
   }
   pair->is_pair = true;
   const bool in_vs = u_vec_push(&vs->pairs, pair);
   if (!in_vs || !u_vec_push(&fs->pairs, pair)) {
      if (in_vs)
         vs->pairs.count--;
      st_exec_unref(ctx, pair);
      st_error(ctx, GL_OUT_OF_MEMORY, "linking the stages of a program pipeline");
      return NULL;
   }
   pair->parts[IR_VERTEX] = vs;
   pair->parts[IR_FRAGMENT] = fs;
   assert(g->num_blocks == vs->glsl->num_blocks + fs->glsl->num_blocks);
   memcpy(pair->block_bindings, vs->block_bindings, vs->glsl->num_blocks);
   memcpy(pair->block_bindings + vs->glsl->num_blocks, fs->block_bindings, fs->glsl->num_blocks);
   return pair;
}

static struct st_exec *
pair_of(struct st_context *ctx, struct st_exec *vs, struct st_exec *fs, const char **problem)
{
   for (size_t i = 0; i < vs->pairs.count; i++)
      if (vs->pairs.data[i]->parts[IR_FRAGMENT] == fs)
         return vs->pairs.data[i];
   return make_pair(ctx, vs, fs, problem);
}

void
st_exec_sync_parts(struct st_exec *e)
{
   assert(e->is_pair);
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++) {
      const struct st_exec *part = e->parts[st];
      if (!part)
         continue;
      if (e->part_stamp[st] != part->stamp[st]) {
         e->part_stamp[st] = part->stamp[st];
         memcpy(e->consts[st], part->consts[st],
                MIN2(e->num_slots[st], part->num_slots[st]) * sizeof *e->consts[st]);
         e->stamp[st]++;
      }
      if (e->part_sampler_stamp[st] != part->sampler_stamp) {
         e->part_sampler_stamp[st] = part->sampler_stamp;
         for (unsigned i = 0; i < e->num_samplers[st]; i++)
            e->samplers[st][i].unit = part->samplers[st][i].unit;
         e->sampler_stamp++;
      }
   }
}

void
st_exec_bind_block(struct st_exec *e, unsigned block, uint8_t binding)
{
   assert(block < e->glsl->num_blocks);
   e->block_bindings[block] = binding;
   for (size_t i = 0; i < e->pairs.count; i++) {
      struct st_exec *pair = e->pairs.data[i];
      /* the fragment stage's stand behind the vertex stage's */
      const unsigned first = pair->parts[IR_FRAGMENT] == e ? pair->glsl->num_blocks - e->glsl->num_blocks : 0;
      pair->block_bindings[first + block] = binding;
   }
}

/* ---- what a pipeline draws with ------------------------------------------------------------------------ */

/** The executable with code for a stage, NULL if there is none. */
static struct st_exec *
stage_exec(const struct st_pipeline *pl, unsigned st)
{
   const struct st_program *p = pl->stage[st];
   return p && p->exec && p->exec->stages & 1u << st ? p->exec : NULL;
}

struct st_exec *
st_pipeline_exec(struct st_context *ctx, const struct st_pipeline *pl, const char **problem)
{
   struct st_exec *vs = stage_exec(pl, IR_VERTEX), *fs = stage_exec(pl, IR_FRAGMENT);
   *problem = NULL;
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++) {
      const struct st_exec *e = st == IR_VERTEX ? vs : fs;
      if (e && !e->separable)
         *problem = "a program of the pipeline was linked again without GL_PROGRAM_SEPARABLE_EXT";
      else if (e && st_exec_is_whole(e) && vs != fs)
         *problem = "a program of the pipeline is in use for one of its two stages only";
   }
   if (*problem || !vs || !fs)
      return NULL;
   return vs == fs ? vs : pair_of(ctx, vs, fs, problem);
}
