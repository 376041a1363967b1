/* SPDX-License-Identifier: MIT
 *
 * Shader objects and pairs. A fragment shader says nothing to the chip by itself: what is affine in varyings is computed per vertex, so that
 * each pair of shaders has its own vertex program. A pair is compiled when shaders are linked, and when a draw needs
 * another key; draws that change nothing do not come here.
 */
#include "pica200/shader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "compiler/ir/target.h"
#include "driver/tnl/tnl.h"
#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/draw.h"
#include "pica200/resource.h"
#include "util/u_debug.h"
#include "util/u_math.h"

/* ---- pairs ---- */

static void
pair_destroy(struct pica200_pair *p)
{
   if (!p)
      return;
   for (unsigned u = 0; u < PICA200_UNITS; u++)
      if (p->functions[u])
         pipe_resource_unref(&p->functions[u]->base);
   pica200_fragment_fini(&p->fragment);
   free(p->results);
   free(p->error);
   free(p);
}

static bool
compile(struct pica200_pair *p, const struct pica200_shader *fs, char *error, size_t error_B)
{
   const struct pica200_pair_key *k = &p->key;
   if (!pica200_map(fs->ir, &k->fragment, &p->fragment, error, error_B))
      return false;
   p->results = calloc(p->fragment.num_preamble + PICA200_UNITS, sizeof *p->results);
   if (!p->results || !pica200_scale_coords(&p->fragment, k->scaled_units)) {
      snprintf(error, error_B, "out of memory");
      return false;
   }
   return pica200_compile_vs(p->vs->ir, &p->fragment, &k->vertex, &p->vertex, error, error_B);
}

/** A pair, whose `error` says if it cannot be drawn with. NULL: out of memory. */
static struct pica200_pair *
pair_get(struct pica200_shader *vs, struct pica200_shader *fs, const struct pica200_pair_key *key)
{
   for (struct pica200_pair *p = fs->pairs; p; p = p->next)
      if (p->vs == vs && !memcmp(&p->key, key, sizeof *key))
         return p;
   char error[256] = "out of memory";
   struct pica200_pair *p = calloc(1, sizeof *p);
   if (!p)
      return NULL;
   p->vs = vs;
   memcpy(&p->key, key, sizeof *key); /* padding is compared, too */
   if (!compile(p, fs, error, sizeof error) && !(p->error = strdup(error))) {
      pair_destroy(p);
      return NULL;
   }
   p->next = fs->pairs;
   fs->pairs = p;
   return p;
}

/* ---- what the CPU shades ---- */

static bool
add_io(struct ir_shader *s, bool out, unsigned semantic, unsigned index)
{
   const struct ir_io io = {
      .name = "", .semantic = (uint8_t)semantic, .sem_index = (uint8_t)index, .ncomp = 4};
   return out ? u_vec_push(&s->outputs, io) : u_vec_push(&s->inputs, io);
}

/** A vertex shader that passes on what \p vs gives: attribute 0 is the position, the next ones are varyings in the order of its
 * outputs, the last is gl_PointCoord. NULL: out of memory. */
static struct ir_shader *
build_passing(const struct ir_shader *vs)
{
   struct ir_shader *s = ir_shader_create(IR_VERTEX);
   if (!s)
      return NULL;
   struct ir_builder b = ir_builder_at_end(s);
   bool ok = add_io(s, true, IR_SEM_POSITION, 0);
   for (size_t i = 0; i < vs->outputs.count && ok; i++)
      if (vs->outputs.data[i].semantic == IR_SEM_GENERIC)
         ok = add_io(s, true, IR_SEM_GENERIC, vs->outputs.data[i].sem_index);
   ok = ok && add_io(s, true, IR_SEM_POINT_COORD, 0);
   for (unsigned i = 0; i < s->outputs.count && ok; i++) {
      ok = add_io(s, false, IR_SEM_GENERIC, i);
      for (unsigned k = 0; k < 4 && ok; k++)
         ir_store_output(&b, i, k, ir_load_input(&b, i, k));
   }
   static const struct ir_options opt = {0};
   if (ok && !s->arena.out_of_memory)
      ir_run_pipeline(s, pica200_ir_target(), &opt);
   if (ok && !s->arena.out_of_memory)
      return s;
   ir_shader_destroy(s);
   return NULL;
}

/** Without branches and loops, as far as that goes. */
static struct tnl_program *
make_program(const struct ir_shader *vs, char *error, size_t error_B)
{
   struct tnl_program *p = tnl_program_create(vs, error, error_B);
   if (p)
      return p;
   struct ir_target flat = *pica200_ir_target();
   flat.stage[IR_VERTEX].loops = flat.stage[IR_VERTEX].branches = flat.stage[IR_VERTEX].indirect_vars = false;
   flat.stage[IR_VERTEX].rolled_loops = 0;
   flat.stage[IR_VERTEX].max_unrolled = 4096;
   struct ir_shader *s = ir_shader_clone(vs);
   if (!s)
      return NULL;
   static const struct ir_options opt = {0};
   ir_run_pipeline(s, &flat, &opt);
   if (!s->arena.out_of_memory && !s->refused)
      p = tnl_program_create(s, error, error_B);
   ir_shader_destroy(s);
   return p;
}

bool
pica200_need_tnl(struct pica200_context *c)
{
   struct pica200_shader *vs = c->vs;
   char error[200] = "out of memory";
   if (!vs->tnl && !vs->tnl_error) {
      vs->tnl = make_program(vs->ir, error, sizeof error);
      vs->passes = vs->tnl ? calloc(1, sizeof *vs->passes) : NULL;
      if (vs->passes)
         vs->passes->ir = build_passing(vs->ir);
      if (!vs->passes || !vs->passes->ir)
         vs->tnl_error = strdup(error);
   }
   if (vs->tnl && vs->passes && vs->passes->ir)
      return true;
   pica200_refuse(c, "points and lines, which the chip lacks: %s", vs->tnl_error ? vs->tnl_error : error);
   return false;
}

/* ---- objects ---- */

static void
shader_destroy(struct pica200_shader *sh)
{
   if (!sh)
      return;
   while (sh->pairs) {
      struct pica200_pair *p = sh->pairs;
      sh->pairs = p->next;
      pair_destroy(p);
   }
   shader_destroy(sh->passes);
   tnl_program_destroy(sh->tnl);
   free(sh->tnl_error);
   ir_shader_destroy(sh->ir);
   free(sh);
}

static struct pica200_shader *
shader_create(const struct ir_shader *ir, enum pipe_shader_type stage, char *error, size_t error_B)
{
   if (ir->refused) {
      snprintf(error, error_B, "%s", ir->refused);
      return NULL;
   }
   struct pica200_shader *sh = calloc(1, sizeof *sh);
   if (sh)
      sh->ir = ir_shader_clone(ir);
   if (!sh || !sh->ir) {
      free(sh);
      snprintf(error, error_B, "out of memory");
      return NULL;
   }
   sh->stage = (uint8_t)stage;
   for (size_t i = 0; i < ir->inputs.count; i++)
      sh->reads_face |= stage == PIPE_SHADER_FRAGMENT && ir->inputs.data[i].semantic == IR_SEM_FACE;
   return sh;
}

static void *
create_vs_state(struct pipe_context *pc, const struct ir_shader *ir, char *error, size_t error_B)
{
   struct pica200_context *c = pica200_context(pc);
   struct pica200_shader *sh = shader_create(ir, PIPE_SHADER_VERTEX, error, error_B);
   if (sh) {
      sh->next = c->vertex_shaders;
      c->vertex_shaders = sh;
   }
   return sh;
}

static void *
create_fs_state(struct pipe_context *pc, const struct ir_shader *ir, char *error, size_t error_B)
{
   struct pica200_context *c = pica200_context(pc);
   struct pica200_shader *sh = shader_create(ir, PIPE_SHADER_FRAGMENT, error, error_B);
   if (sh) {
      sh->next = c->fragment_shaders;
      c->fragment_shaders = sh;
   }
   return sh;
}

static void
bind_vs_state(struct pipe_context *pc, void *cso)
{
   struct pica200_context *c = pica200_context(pc);
   if (c->vs == cso)
      return;
   c->vs = cso;
   c->shaders_stale = true;
}

static void
bind_fs_state(struct pipe_context *pc, void *cso)
{
   struct pica200_context *c = pica200_context(pc);
   if (c->fs == cso)
      return;
   c->fs = cso;
   c->shaders_stale = true;
}

static void
unlink_shader(struct pica200_shader **list, const struct pica200_shader *sh)
{
   while (*list && *list != sh)
      list = &(*list)->next;
   if (*list)
      *list = sh->next;
}

/** Pairs of a vertex shader that goes. */
static void
drop_pairs(struct pica200_context *c, const struct pica200_shader *vs)
{
   for (struct pica200_shader *fs = c->fragment_shaders; fs; fs = fs->next)
      for (struct pica200_pair **p = &fs->pairs; *p;) {
         struct pica200_pair *old = *p;
         if (old->vs != vs && old->vs != vs->passes) {
            p = &old->next;
            continue;
         }
         *p = old->next;
         pair_destroy(old);
      }
}

static void
delete_shader_state(struct pipe_context *pc, void *cso)
{
   struct pica200_context *c = pica200_context(pc);
   struct pica200_shader *sh = cso;
   if (!sh)
      return;
   c->pair = NULL;
   c->shaders_stale = true;
   if (sh->stage == PIPE_SHADER_VERTEX)
      drop_pairs(c, sh);
   unlink_shader(sh->stage == PIPE_SHADER_VERTEX ? &c->vertex_shaders : &c->fragment_shaders, sh);
   shader_destroy(sh);
}

/* ---- linking and drawing ---- */

/** Can the pair be drawn in the commonest state? */
static bool
links(struct pica200_shader *vs, struct pica200_shader *fs, bool front, bool alpha_unused, char *error,
      size_t error_B)
{
   struct pica200_pair_key key;
   memset(&key, 0, sizeof key);
   key.fragment.front_facing = front;
   key.fragment.alpha_unused = alpha_unused;
   const struct pica200_pair *p = pair_get(vs, fs, &key);
   snprintf(error, error_B, "%s", p ? p->error ? p->error : "" : "out of memory");
   return p && !p->error;
}

static bool
link_shaders(struct pipe_context *pc, void *vs, void *fs, char *error, size_t error_B)
{
   (void)pc;
   const struct pica200_shader *f = fs;
   for (unsigned back = 0; back <= f->reads_face; back++)
      /* A discard may be there only while nobody looks at alpha: which it is, draws will tell. */
      if (!links(vs, fs, !back, false, error, error_B) &&
          !(f->ir->uses_discard && links(vs, fs, !back, true, error, error_B)))
         return false;
   return true;
}

bool
pica200_validate_pair(struct pica200_context *c)
{
   struct pica200_pair_key key;
   memset(&key, 0, sizeof key);
   key.fragment.front_facing = c->fs->reads_face && c->pass != PICA200_BACK_FACES;
   key.fragment.alpha_unused = c->fs->ir->uses_discard && pica200_alpha_is_unused(c);
   key.expanded = c->expanded;
   key.scaled_units = c->scaled_units;
   if (!c->expanded) {
      key.vertex.scaled = pica200_scaled_attribs(c);
      key.vertex.halfz = c->rast->s.clip_halfz;
   }
   struct pica200_pair *p = pair_get(c->expanded ? c->vs->passes : c->vs, c->fs, &key);
   if (!p) {
      c->base.oom = true;
      return false;
   }
   if (p->error) {
      pica200_refuse(c, "%s", p->error);
      return false;
   }
   if (c->pair != p) {
      /* Those of two faces often differ in their stages alone. */
      if (!c->pair || memcmp(&c->pair->vertex, &p->vertex, sizeof p->vertex) != 0)
         c->base.dirty |= PICA200_DIRTY(PROGRAM) | PICA200_DIRTY(VERTICES);
      c->pair = p;
      pica200_tell_of_pair(c);
      c->results_stale = true;
      c->base.dirty |=
         PICA200_DIRTY(CONSTS) | PICA200_DIRTY(TEXENV) | PICA200_DIRTY(OUTPUT) | PICA200_DIRTY(TEXTURES);
   }
   return true;
}

void
pica200_init_shader_functions(struct pica200_context *c)
{
   struct pipe_context *p = &c->base.base;
   p->create_vs_state = create_vs_state;
   p->bind_vs_state = bind_vs_state;
   p->create_fs_state = create_fs_state;
   p->bind_fs_state = bind_fs_state;
   p->delete_vs_state = p->delete_fs_state = delete_shader_state;
   p->link_shaders = link_shaders;
}
