/* SPDX-License-Identifier: MIT
 *
 * One shader for the vertex unit: the vertex shader, behind it the tail that the fragment half asks for, and the position as the chip clips it, with z from -w to 0
 * where OpenGL has -w to w. Outputs of the vertex shader become variables that the tail reads, so that what nobody wants goes away.
 */
#include "compiler/pica200/vertex/code.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "compiler/ir/target.h"
#include "util/u_debug.h"

struct fuse {
   struct ir_shader *s; /* that is made */
   const struct ir_shader *vs;
   struct ir_var **var; /* by output of the vertex shader */
   char *error;
   size_t error_B;
   bool failed;
};

static bool
fail(struct fuse *x, const char *why)
{
   if (!x->failed)
      snprintf(x->error, x->error_B, "%s", why);
   x->failed = true;
   return false;
}

/** Stores to outputs become stores to variables. */
static bool
stores_to_variables(struct fuse *x)
{
   x->var = calloc(x->vs->outputs.count + 1, sizeof(struct ir_var *));
   for (size_t i = 0; x->var && i < x->vs->outputs.count; i++)
      if (!(x->var[i] = ir_var_create(x->s, "output", 1, 4)))
         return fail(x, "out of memory");
   for (struct ir_node *n = ir_first_node(x->s); x->var && n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_STORE_OUTPUT)
            continue;
         in->op = IR_STORE_VAR;
         in->var = x->var[in->index];
         in->writemask = (uint8_t)(1u << in->comp);
         in->index = 0;
         in->comp = 0;
      }
   x->s->outputs.count = 0;
   x->s->captured.count = 0;
   return x->var ? true : fail(x, "out of memory");
}

static struct ir_var *
variable_of(struct fuse *x, unsigned semantic, unsigned sem_index)
{
   for (size_t i = 0; i < x->vs->outputs.count; i++)
      if (x->vs->outputs.data[i].semantic == semantic && x->vs->outputs.data[i].sem_index == sem_index)
         return x->var[i];
   return NULL;
}

/** Returns the number of a new output. */
static uint32_t
new_output(struct fuse *x, unsigned semantic, unsigned sem_index)
{
   const struct ir_io io = {
      .name = "chip", .semantic = (uint8_t)semantic, .sem_index = (uint8_t)sem_index, .ncomp = 1};
   if (!u_vec_push(&x->s->outputs, io)) {
      x->s->arena.out_of_memory = true;
      return 0;
   }
   return (uint32_t)x->s->outputs.count - 1;
}

/* ---- the tail ---- */

static bool
adopt_instr(struct fuse *x, const struct ir_shader *tail, struct ir_instr *in, const uint32_t *output)
{
   const struct ir_io *io;
   switch (in->op) {
   case IR_LOAD_INPUT:
      io = &tail->inputs.data[in->index];
      in->op = IR_LOAD_VAR;
      in->index = 0;
      in->var = variable_of(x, io->semantic, io->sem_index);
      if (!in->var) /* any value: the vertex shader writes none */
         in->var = ir_var_create(x->s, "nothing", 1, 4);
      return in->var ? true : fail(x, "out of memory");
   case IR_LOAD_UNIFORM:
      if (in->indirect)
         return fail(x, "internal error: the tail of the fragment half has a dynamic index");
      in->op = IR_LOAD_BLOCK;
      in->buffer = VS_BLOCK_PREAMBLE;
      return true;
   case IR_STORE_OUTPUT:
      in->index = (int32_t)output[in->index];
      in->comp = 0;
      return true;
   case IR_LOAD_VAR:
   case IR_STORE_VAR:
   case IR_LOAD_BLOCK:
   case IR_TEX:
      return fail(x, "internal error: the tail of the fragment half is no plain arithmetic");
   default:
      return true;
   }
}

/** Moves the nodes of \p l behind the shader's last block. */
static bool
append_list(struct ir_shader *s, struct ir_list *l)
{
   struct ir_node *first = l->first, *last = s->body.last;
   for (size_t i = 0; i < first->block->instrs.count; i++)
      if (!u_vec_push(&last->block->instrs, first->block->instrs.data[i]))
         return false;
   first->block->instrs.count = 0;
   last->next = first->next;
   if (first->next) {
      first->next->prev = last;
      s->body.last = l->last;
   }
   return true;
}

static bool
append_tail(struct fuse *x, const struct ir_shader *tail)
{
   struct ir_list copy = {0};
   struct ir_src *map = calloc(tail->num_values + 1u, sizeof *map);
   uint32_t *output = calloc(tail->outputs.count + 1, sizeof *output);
   bool ok = map && output && ir_clone_list(x->s, &tail->body, &copy, NULL, map, tail->num_values);
   for (size_t i = 0; ok && i < tail->outputs.count; i++)
      output[i] = new_output(x, IR_SEM_GENERIC, tail->outputs.data[i].sem_index);
   ok = ok && !x->s->arena.out_of_memory;
   if (!ok)
      fail(x, "out of memory");
   for (struct ir_node *n = copy.first; ok && n; n = ir_next_node(n))
      for (size_t i = 0; ok && n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         ok = adopt_instr(x, tail, n->block->instrs.data[i], output);
   if (ok && !append_list(x->s, &copy))
      ok = fail(x, "out of memory");
   free(map);
   free(output);
   return ok;
}

/* ---- what every vertex has ---- */

static void
append_position(struct fuse *x, const struct pica200_vertex_key *key)
{
   struct ir_builder b = ir_builder_at_end(x->s);
   struct ir_var *v = variable_of(x, IR_SEM_POSITION, 0);
   struct ir_src p[4];
   for (unsigned k = 0; k < 4; k++)
      p[k] = v ? ir_load_var(&b, v, 0, ir_undef(), k) : ir_immf(k == 3 ? 1.0f : 0.0f);
   if (!key->raw_position)
      p[2] = ir_alu2(&b, IR_FADD, p[2], ir_neg(p[3]));
   if (!key->raw_position && !key->halfz)
      p[2] = ir_alu2(&b, IR_FMUL, p[2], ir_immf(0.5f));
   for (unsigned k = 0; k < 4; k++)
      ir_store_output(&b, new_output(x, IR_SEM_GENERIC, PICA200_POSITION_X + k), 0, p[k]);
}

static void
append_point_size(struct fuse *x)
{
   struct ir_var *v = variable_of(x, IR_SEM_POINT_SIZE, 0);
   struct ir_builder b = ir_builder_at_end(x->s);
   if (v)
      ir_store_output(&b, new_output(x, IR_SEM_POINT_SIZE, 0), 0, ir_load_var(&b, v, 0, ir_undef(), 0));
}

/** Nothing is left of the seam, nor what nobody reads. */
static void
smooth(struct ir_shader *s)
{
   bool progress = true;
   ir_lower_vars_to_ssa(s);
   for (unsigned round = 0; progress && round < 8 && !s->arena.out_of_memory; round++) {
      progress = ir_opt_constant_fold(s);
      progress |= ir_opt_algebraic(s);
      progress |= ir_opt_copy_propagate(s);
      progress |= ir_opt_cse(s);
      progress |= ir_opt_dead_control_flow(s);
      progress |= ir_opt_dead_code(s);
   }
   if (!s->arena.out_of_memory)
      pica_vs_lower(s);
}

struct ir_shader *
pica_vs_fuse(const struct ir_shader *s, const struct pica200_fragment *f,
             const struct pica200_vertex_key *key, char *error, size_t error_B)
{
   struct fuse x = {.s = ir_shader_clone(s), .vs = s, .error = error, .error_B = error_B};
   if (!x.s)
      fail(&x, "out of memory");
   bool ok = x.s && stores_to_variables(&x);
   if (ok && f && f->tail)
      ok = append_tail(&x, f->tail);
   if (ok) {
      append_position(&x, key);
      if (key->point_size)
         append_point_size(&x);
      ir_update_preds(x.s);
      smooth(x.s);
      if (x.s->arena.out_of_memory)
         fail(&x, "out of memory");
   }
   free(x.var);
   if (x.failed) {
      ir_shader_destroy(x.s);
      return NULL;
   }
#ifndef NDEBUG
   char why[200];
   if (!ir_validate(x.s, why, sizeof why))
      u_log("internal error: the vertex shader with its tail: %s", why);
#endif
   return x.s;
}
