/* SPDX-License-Identifier: MIT
 *
 * Shader objects and their compiled variants. A variant is compiled when a draw first needs its key; draws that change
 * nothing do not come here.
 */
#include "r300/shader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "driver/tnl/tnl.h"
#include "r300/context.h"
#include "r300/cso.h"
#include "util/u_debug.h"
#include "util/u_math.h"

static void
variant_destroy(struct r300_variant *v)
{
   r300_binary_fini(&v->bin);
   free(v->dw);
   free(v);
}

/** Of a shader that the CPU runs. */
static bool
describe_vertices(const struct r300_shader *sh, const struct r300_key *key, struct r300_binary *b,
                  char *error, size_t error_B)
{
   const bool fits = r300_tnl_outputs(sh->ir, key, b);
   if (!fits && error_B)
      snprintf(error, error_B,
               "more than %u vectors of varyings, gl_FragCoord and gl_ClipDistance among them",
               R300_MAX_SETS);
   return fits;
}

static bool
compile(struct r300_context *c, const struct r300_shader *sh, struct r300_variant *v, char *error,
        size_t error_B)
{
   if (sh->tnl)
      return describe_vertices(sh, &v->key, &v->bin, error, error_B);
   const struct r300_lowering *l = &v->lowering;
   if (!l->scaled && !l->clip)
      return r300_compile(sh->ir, c->chip, &v->key, &v->bin, error, error_B);
   struct ir_shader *ir = ir_shader_clone(sh->ir);
   if (!ir)
      return false;
   v->scale_slot = ir->num_uniform_slots;
   if (l->scaled)
      ir_lower_tex_scale(ir, l->scaled);
   if (l->clip)
      ir_lower_clip_kill(ir, l->clip, R300_CLIP_SET);
   const bool ok = !ir->arena.out_of_memory && r300_compile(ir, c->chip, &v->key, &v->bin, error, error_B);
   ir_shader_destroy(ir);
   return ok;
}

static struct r300_variant *
variant_create(struct r300_context *c, struct r300_shader *sh, const struct r300_key *key,
               struct r300_lowering lowering, char *error, size_t error_B)
{
   struct r300_variant *v = calloc(1, sizeof *v);
   if (!v)
      return NULL;
   v->key = *key;
   v->lowering = lowering;
   if (!compile(c, sh, v, error, error_B)) {
      free(v);
      return NULL;
   }
   if (!r300_encode_program(c->chip, v, sh->stage)) {
      variant_destroy(v);
      return NULL;
   }
   for (unsigned i = 0; i < v->bin.num_consts; i++) {
      v->reads_viewport |= v->bin.consts[i].kind == R300_CONST_VIEWPORT_SCALE ||
                           v->bin.consts[i].kind == R300_CONST_VIEWPORT_OFFSET;
      v->reads_instance |= v->bin.consts[i].kind == R300_CONST_INSTANCE;
   }
   v->next = sh->variants;
   sh->variants = v;
   return v;
}

static struct r300_variant *
variant_get(struct r300_context *c, struct r300_shader *sh, const struct r300_key *key,
            struct r300_lowering lowering)
{
   for (struct r300_variant *v = sh->variants; v; v = v->next)
      if (v->lowering.scaled == lowering.scaled && v->lowering.clip == lowering.clip &&
          !memcmp(&v->key, key, sizeof *key))
         return v;
   char error[256] = "out of memory";
   struct r300_variant *v = variant_create(c, sh, key, lowering, error, sizeof error);
   if (!v) {
      u_log("cannot draw: %s", error);
      c->base.oom = true; /* the only way in which what is drawn can say that it is not there */
   }
   return v;
}

static void
shader_destroy(struct r300_shader *sh)
{
   while (sh->variants) {
      struct r300_variant *v = sh->variants;
      sh->variants = v->next;
      variant_destroy(v);
   }
   tnl_program_destroy(sh->tnl);
   ir_shader_destroy(sh->ir);
   free(sh);
}

/** Distances become varyings, which a pixel shader is made to read when they clip. */
static void
rename_clip_distances(struct r300_shader *sh)
{
   for (size_t i = 0; i < sh->ir->outputs.count; i++) {
      struct ir_io *io = &sh->ir->outputs.data[i];
      if (io->semantic != IR_SEM_CLIP_DIST)
         continue;
      sh->clip_distances |= (uint8_t)(((1u << io->ncomp) - 1) << (4 * io->sem_index));
      io->semantic = IR_SEM_GENERIC;
      io->sem_index = (uint8_t)(R300_CLIP_SET + io->sem_index);
   }
}

/** Are there no more sets of texture coordinates than a vertex has? */
static bool
fits(const struct r300_variant *vs, char *error, size_t error_B)
{
   unsigned n = 0;
   for (unsigned i = 0; i < vs->bin.num_outputs; i++)
      n += vs->bin.outputs[i].semantic == IR_SEM_GENERIC || vs->bin.outputs[i].semantic == IR_SEM_FRAG_COORD;
   if (n > R300_MAX_SETS && error_B)
      snprintf(error, error_B,
               "%u vectors of varyings, gl_FragCoord and gl_ClipDistance among them; the chip has %u", n,
               R300_MAX_SETS);
   return n <= R300_MAX_SETS;
}

/** The copy of the IR, and what the CPU runs if the chip has no vertex engine. */
static bool
take_ir(struct r300_context *c, struct r300_shader *sh, const struct ir_shader *ir, char *error,
        size_t error_B)
{
   sh->ir = ir_shader_clone(ir);
   if (!sh->ir)
      return false;
   for (size_t i = 0; i < ir->outputs.count; i++)
      sh->color_all |= ir->outputs.data[i].semantic == IR_SEM_COLOR_ALL;
   rename_clip_distances(sh);
   if (sh->stage != PIPE_SHADER_VERTEX || c->chip->tcl)
      return true;
   sh->tnl = tnl_program_create(sh->ir, error, error_B);
   return sh->tnl != NULL;
}

static void *
shader_create(struct pipe_context *pc, const struct ir_shader *ir, enum pipe_shader_type stage, char *error,
              size_t error_B)
{
   struct r300_context *c = r300_context(pc);
   if (error_B)
      error[0] = 0;
   struct r300_shader *sh = calloc(1, sizeof *sh);
   if (!sh)
      return NULL;
   sh->stage = (uint8_t)stage;
   bool ok = take_ir(c, sh, ir, error, error_B);
   if (ok) {
      /* The commonest variant now, so that what the hardware cannot run is known before the first draw. */
      struct r300_key key;
      memset(&key, 0, sizeof key);
      if (sh->color_all)
         key.num_color_targets = 1;
      const struct r300_variant *v = variant_create(c, sh, &key, (struct r300_lowering){0}, error, error_B);
      ok = v && (stage == PIPE_SHADER_FRAGMENT || fits(v, error, error_B));
   }
   if (ok)
      return sh;
   shader_destroy(sh);
   return NULL;
}

static void *
create_vs_state(struct pipe_context *pc, const struct ir_shader *ir, char *error, size_t error_B)
{
   return shader_create(pc, ir, PIPE_SHADER_VERTEX, error, error_B);
}

static void *
create_fs_state(struct pipe_context *pc, const struct ir_shader *ir, char *error, size_t error_B)
{
   return shader_create(pc, ir, PIPE_SHADER_FRAGMENT, error, error_B);
}

static void
bind_vs_state(struct pipe_context *pc, void *cso)
{
   struct r300_context *c = r300_context(pc);
   if (c->vs == cso)
      return;
   c->vs = cso;
   c->shaders_stale = true;
}

static void
bind_fs_state(struct pipe_context *pc, void *cso)
{
   struct r300_context *c = r300_context(pc);
   if (c->fs == cso)
      return;
   c->fs = cso;
   c->shaders_stale = true;
}

static void
delete_shader_state(struct pipe_context *pc, void *cso)
{
   struct r300_context *c = r300_context(pc);
   struct r300_shader *sh = cso;
   if (!sh)
      return;
   for (struct r300_variant *v = sh->variants; v; v = v->next) {
      if (c->vs_var == v)
         c->vs_var = NULL;
      if (c->fs_var == v)
         c->fs_var = NULL;
   }
   c->shaders_stale = true;
   shader_destroy(sh);
}

static bool
reads(const struct r300_variant *fs, unsigned semantic)
{
   for (unsigned i = 0; i < fs->bin.num_inputs; i++)
      if (fs->bin.inputs[i].semantic == semantic)
         return true;
   return false;
}

bool
r300_validate_shaders(struct r300_context *c)
{
   struct r300_key key;
   memset(&key, 0, sizeof key);
   if (c->fs->color_all)
      key.num_color_targets = (uint8_t)CLAMP(c->fb.nr_cbufs, 1, c->chip->targets);
   const struct r300_lowering lowering = {.scaled = c->scaled_views & c->fs->ir->samplers_used,
                                          .clip = c->rast->s.clip_distances & c->vs->clip_distances};
   struct r300_variant *fs = variant_get(c, c->fs, &key, lowering);
   if (!fs)
      return false;
   memset(&key, 0, sizeof key);
   key.frag_coord = reads(fs, IR_SEM_FRAG_COORD);
   key.front_facing = !r300_is_r500(c->screen) && reads(fs, IR_SEM_FACE);
   struct r300_variant *vs = variant_get(c, c->vs, &key, (struct r300_lowering){0});
   char error[256] = "";
   if (!vs)
      return false;
   if (!fits(vs, error, sizeof error)) {
      u_log("cannot draw: %s", error);
      c->base.oom = true;
      return false;
   }
   if (c->vs_var != vs) {
      c->vs_var = vs;
      c->base.dirty |= R300_DIRTY(VS) | R300_DIRTY(CONST_VS) | R300_DIRTY(RS) | R300_DIRTY(VERTEX_STREAM) |
                       R300_DIRTY(VERTEX_BUFFERS);
   }
   if (c->fs_var != fs) {
      c->fs_var = fs;
      c->fs_var_reads_viewport = fs->reads_viewport;
      c->fs_reads_point_coord = reads(fs, IR_SEM_POINT_COORD);
      c->base.dirty |= R300_DIRTY(FS) | R300_DIRTY(CONST_FS) | R300_DIRTY(RS);
      r300_early_z_changed(c);
   }
   c->shaders_stale = false;
   return true;
}

void
r300_init_shader_functions(struct r300_context *c)
{
   struct pipe_context *p = &c->base.base;
   p->create_vs_state = create_vs_state;
   p->bind_vs_state = bind_vs_state;
   p->create_fs_state = create_fs_state;
   p->bind_fs_state = bind_fs_state;
   p->delete_vs_state = p->delete_fs_state = delete_shader_state;
}
