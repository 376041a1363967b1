/* SPDX-License-Identifier: MIT
 *
 * One shader to IR: storage of its globals, main with all calls inlined, and the copies from variables to
 * outputs at the end. Recursion has been refused by the linker.
 */
#include <string.h>

#include "compiler/glsl/lower/lower.h"
#include "util/u_math.h"

/** Adds a slot to the shader's inputs or outputs. */
static int32_t
add_io(struct glsl_lower *l, bool output, const char *name, unsigned semantic, unsigned index, unsigned ncomp)
{
   struct ir_io io = {.name = u_arena_strdup(&l->ir->arena, name),
                      .semantic = (uint8_t)semantic,
                      .sem_index = (uint8_t)index,
                      .ncomp = (uint8_t)ncomp};
   bool ok = output ? u_vec_push(&l->ir->outputs, io) : u_vec_push(&l->ir->inputs, io);
   if (!ok || !io.name)
      glsl_out_of_memory(&l->mem);
   return (int32_t)(output ? l->ir->outputs.count : l->ir->inputs.count) - 1;
}

static void
copy_input_to_var(struct glsl_lower *l, const struct glsl_var *v)
{
   struct glsl_deref d;
   glsl_deref_init(&d, v);
   const struct ir_src *value = glsl_deref_load(l, &d);
   glsl_storage_create(l, &l->vars[v->id], v->name, v->type);
   glsl_deref_store(l, &d, value);
}

static void
place_input(struct glsl_lower *l, const struct glsl_var *v, struct glsl_place *places)
{
   struct glsl_storage_place *p = &l->vars[v->id];
   p->kind = PLACE_INPUT;
   p->places = places;
   p->sampler_dyn = ir_undef();
   if (v->dynamic)
      copy_input_to_var(l, v);
}

/** EXT_shader_framebuffer_fetch: an output "inout" begins with what the colour target holds. */
static void
fetch_output(struct glsl_lower *l, const struct glsl_var *v)
{
   const struct glsl_storage_place *p = &l->vars[v->id];
   const unsigned n = p->leaves[0]->ncomp;
   for (uint32_t e = 0; e < v->type->slots; e++) {
      const uint32_t target = e + l->layout->outputs_at[v->id].location;
      const int32_t slot = add_io(l, false, v->name, IR_SEM_FB_FETCH, target, n);
      for (unsigned c = 0; c < n; c++) {
         const struct ir_src x = ir_load_input(&l->b, (uint32_t)slot, c);
         ir_store_var(&l->b, p->leaves[0], e, ir_undef(), c, x);
      }
   }
   l->ir->fb_fetch_coherent |= !v->non_coherent;
}

static void
place_global(struct glsl_lower *l, const struct glsl_var *v)
{
   const struct glsl_layout *layout = l->layout;
   struct glsl_storage_place *p = &l->vars[v->id];
   struct glsl_place *places = layout->places[v->id];
   switch ((enum glsl_storage)v->storage) {
   case GLSL_VAR_UNIFORM:
      if (v->block) {
         p->kind = PLACE_BLOCK;
         p->slot = layout->block_buffer[v->block->id];
         break;
      }
      p->kind = PLACE_UNIFORM;
      p->slot = (uint32_t)MAX2(layout->uniform_slot[v->id], 0);
      p->sampler = (uint32_t)MAX2(layout->sampler[v->id], 0);
      p->sampler_type_len = v->type->samplers;
      p->sampler_dyn = ir_undef();
      break;
   case GLSL_VAR_ATTRIBUTE:
      if (places)
         place_input(l, v, places);
      break;
   case GLSL_VAR_VARYING:
      if (l->sh->stage == IR_VERTEX)
         glsl_storage_create(l, p, v->name, v->type);
      else if (places)
         place_input(l, v, places);
      break;
   case GLSL_VAR_INPUT:
      if (v->semantic == GLSL_SEM_INSTANCE_ID || v->semantic == GLSL_SEM_VERTEX_ID) {
         struct ir_instr *in = ir_emit(&l->b, IR_LOAD_SYSVAL, 0, 1);
         if (!in)
            break;
         in->index = v->semantic == GLSL_SEM_VERTEX_ID ? IR_SYSVAL_VERTEX_ID : IR_SYSVAL_INSTANCE_ID;
         glsl_storage_create(l, p, v->name, v->type);
         ir_store_var(&l->b, p->leaves[0], 0, ir_undef(), 0, ir_ssa(in->dst));
         break;
      }
      places = glsl_array(&l->mem, struct glsl_place, v->type->slots);
      for (uint32_t i = 0; i < v->type->slots; i++)
         places[i].slot = add_io(l, false, v->name, v->semantic, i,
                                 v->type->base == GLSL_ARRAY ? v->type->elem->rows : v->type->rows);
      if (v->semantic == IR_SEM_FB_FETCH)
         l->ir->fb_fetch_coherent = !l->sh->fb_fetch_non_coherent;
      place_input(l, v, places);
      break;
   case GLSL_VAR_GLOBAL:
   case GLSL_VAR_OUTPUT:
      glsl_storage_create(l, p, v->name, v->type);
      if (v->inout)
         fetch_output(l, v);
      break;
   case GLSL_VAR_CONST:
   case GLSL_VAR_LOCAL:
   case GLSL_VAR_PARAM:
      break;
   }
   if (v->init && v->storage == GLSL_VAR_GLOBAL) {
      struct glsl_deref d;
      glsl_deref_init(&d, v);
      glsl_deref_store(l, &d, glsl_lower_expr(l, v->init));
   }
}

/* ---- the end of main ---- */

static void
store_places(struct glsl_lower *l, const struct glsl_var *v, const struct glsl_place *places)
{
   const struct glsl_storage_place *p = &l->vars[v->id];
   uint32_t slot = 0;
   /* a struct holds no arrays, so that its leaves stand in the order of its slots */
   for (uint32_t leaf = 0; leaf < v->type->leaves; leaf++) {
      const uint32_t n = glsl_leaf_elems(v->type, leaf), rows = glsl_leaf_rows(v->type, leaf);
      for (uint32_t e = 0; e < n; e++, slot++) {
         for (unsigned c = 0; c < rows && places[slot].slot >= 0; c++) {
            /* The fragment shader may read what this one never writes: any value will do. */
            struct ir_src x =
               p->kind == PLACE_VARS ? ir_load_var(&l->b, p->leaves[leaf], e, ir_undef(), c) : ir_imm(0);
            ir_store_output(&l->b, (uint32_t)places[slot].slot, places[slot].comp + c, x);
         }
      }
   }
}

static void
store_output(struct glsl_lower *l, const struct glsl_var *v)
{
   unsigned semantic = v->semantic;
   const struct glsl_storage_place *p = &l->vars[v->id];
   if (semantic == IR_SEM_COLOR_ALL && !l->sh->draw_buffers)
      semantic = IR_SEM_COLOR; /* without EXT_draw_buffers there is one buffer */
   l->ir->writes_depth |= semantic == IR_SEM_DEPTH;
   if (semantic == IR_SEM_CLIP_DIST) { /* floats that share vectors */
      int32_t slot = -1;
      for (uint32_t e = 0; e < v->type->slots; e++) {
         if (e % 4 == 0)
            slot = add_io(l, true, v->name, semantic, e / 4, MIN2(v->type->slots - e, 4));
         ir_store_output(&l->b, (uint32_t)slot, e % 4, ir_load_var(&l->b, p->leaves[0], e, ir_undef(), 0));
      }
      return;
   }
   const struct glsl_output_place at = l->layout->outputs_at[v->id];
   if (at.index)
      semantic = IR_SEM_COLOR_SECONDARY;
   for (uint32_t e = 0; e < v->type->slots; e++) {
      if (v->semantic == IR_SEM_COLOR && v->builtin && !(l->frag_data >> (e & 31) & 1))
         continue;
      const uint32_t index = e + at.location; /* 0 of built-ins */
      int32_t slot = add_io(l, true, v->name, semantic, index, p->leaves[0]->ncomp);
      for (unsigned c = 0; c < p->leaves[0]->ncomp; c++)
         ir_store_output(&l->b, (uint32_t)slot, c, ir_load_var(&l->b, p->leaves[0], e, ir_undef(), c));
   }
}

/** What clips and culls in ESSL 3.00: gl_ClipDistance, and gl_CullDistance behind it. Those that the fragment shader
 * reads are varyings beside. */
static void
store_distances(struct glsl_lower *l)
{
   uint32_t n = 0;
   int32_t slot = -1;
   for (unsigned semantic = GLSL_SEM_CLIP_DISTANCE; semantic <= GLSL_SEM_CULL_DISTANCE; semantic++) {
      for (uint32_t i = 0; i < l->sh->globals.count; i++) {
         const struct glsl_var *v = l->sh->globals.data[i];
         const struct glsl_storage_place *p = &l->vars[v->id];
         if (v->semantic != semantic || v->storage != GLSL_VAR_VARYING || p->kind != PLACE_VARS ||
             !v->written)
            continue;
         for (uint32_t e = 0; e < v->type->len; e++, n++) {
            if (n % 4 == 0)
               slot = add_io(l, true, v->name, IR_SEM_CLIP_DIST, n / 4, 4);
            ir_store_output(&l->b, (uint32_t)slot, n % 4, ir_load_var(&l->b, p->leaves[0], e, ir_undef(), 0));
            if (semantic == GLSL_SEM_CULL_DISTANCE)
               l->ir->cull_distances |= (uint8_t)(1u << n);
         }
      }
   }
}

static void
store_outputs(struct glsl_lower *l)
{
   bool position = false;
   for (uint32_t i = 0; i < l->sh->globals.count && glsl_lower_ok(l); i++) {
      const struct glsl_var *v = l->sh->globals.data[i];
      const bool is_output =
         v->storage == GLSL_VAR_OUTPUT || (v->storage == GLSL_VAR_VARYING && l->sh->stage == IR_VERTEX);
      l->ir->invariant |= is_output && v->invariant;
      if (v->storage == GLSL_VAR_VARYING && l->sh->stage == IR_VERTEX && l->layout->places[v->id])
         store_places(l, v, l->layout->places[v->id]);
      if (v->storage != GLSL_VAR_OUTPUT || l->vars[v->id].kind != PLACE_VARS || !(v->written || v->inout))
         continue;
      store_output(l, v);
      position |= v->semantic == IR_SEM_POSITION;
   }
   if (l->sh->stage == IR_VERTEX)
      store_distances(l);
   if (l->sh->stage == IR_VERTEX && !position) {
      /* The position is undefined then, but the hardware wants one. */
      int32_t slot = add_io(l, true, "gl_Position", IR_SEM_POSITION, 0, 4);
      for (unsigned c = 0; c < 4; c++)
         ir_store_output(&l->b, (uint32_t)slot, c, ir_immf(c == 3 ? 1.0f : 0.0f));
   }
}

static void
lower(struct glsl_lower *l)
{
   for (uint32_t i = 0; i < l->layout->num_inputs; i++)
      if (!u_vec_push(&l->ir->inputs, l->layout->inputs[i]))
         glsl_out_of_memory(&l->mem);
   for (uint32_t i = 0; i < l->layout->num_outputs; i++)
      if (!u_vec_push(&l->ir->outputs, l->layout->outputs[i]))
         glsl_out_of_memory(&l->mem);
   for (size_t i = 0; i < l->ir->inputs.count; i++)
      l->ir->inputs.data[i].name = u_arena_strdup(&l->ir->arena, l->ir->inputs.data[i].name);
   for (size_t i = 0; i < l->ir->outputs.count; i++)
      l->ir->outputs.data[i].name = u_arena_strdup(&l->ir->arena, l->ir->outputs.data[i].name);
   l->ir->num_uniform_slots = l->layout->num_uniform_slots;
   l->ir->invariant = l->sh->invariant_all;
   l->ir->blend_support = l->sh->blend_support;
   for (uint32_t i = 0; i < l->sh->globals.count && glsl_lower_ok(l); i++) {
      if (l->layout->live[l->sh->globals.data[i]->id])
         place_global(l, l->sh->globals.data[i]);
   }
   struct glsl_inline fn = {0};
   if (glsl_lower_ok(l))
      glsl_lower_body(l, l->sh->main, &fn);
   l->b.line = 0;
   store_outputs(l);
   ir_cut_unreachable(l->ir);
   ir_update_preds(l->ir);
}

struct ir_shader *
glsl_lower(struct glsl_mem *tmp, const struct glsl_shader *sh, const struct glsl_layout *layout,
           const char **error)
{
   jmp_buf oom;
   struct glsl_lower *l = glsl_new(tmp, struct glsl_lower);
   *error = NULL;
   l->mem = (struct glsl_mem){tmp->arena, &oom};
   l->sh = sh;
   l->layout = layout;
   l->vars = glsl_array(tmp, struct glsl_storage_place, MAX2(sh->num_vars, 1));
   l->ir = ir_shader_create(sh->stage);
   if (!l->ir)
      return NULL;
   if (setjmp(oom)) {
      ir_shader_destroy(l->ir);
      return NULL;
   }
   l->b = ir_builder_at_end(l->ir);
   lower(l);
   if (l->error || l->ir->arena.out_of_memory) {
      *error = l->ir->arena.out_of_memory ? NULL : l->error;
      ir_shader_destroy(l->ir);
      return NULL;
   }
   return l->ir;
}
