/* SPDX-License-Identifier: MIT
 *
 * The IR's instructions in order: what is no ALU operation, and the interface.
 */
#include "compiler/r300/code.h"

#include <string.h>

static const struct r300_src none = {.value = R300_NONE};

/* ---- outputs ---- */

static uint8_t
add_output(struct r300_ctx *c, unsigned semantic, unsigned sem_index)
{
   struct r300_binary *b = c->out;
   if (b->num_outputs == R300_MAX_IO)
      r300_fail(c, "more than %u outputs", R300_MAX_IO);
   const uint8_t n = (uint8_t)b->num_outputs++;
   b->outputs[n] =
      (struct r300_vector){.semantic = (uint8_t)semantic, .sem_index = (uint8_t)sem_index, .index = n};
   return n;
}

/** The vertex engine's outputs are numbered in this order: position, point size, texture coordinates. */
static void
number_vertex_outputs(struct r300_ctx *c)
{
   static const uint8_t order[] = {IR_SEM_POSITION, IR_SEM_POINT_SIZE, IR_SEM_GENERIC};
   add_output(c, IR_SEM_POSITION, 0);
   for (unsigned k = 0; k < sizeof order; k++) {
      for (unsigned n = 0; k == 2 && c->key->front_facing && n < 4; n++)
         c->face_out[n] = add_output(c, IR_SEM_FACE, n);
      for (size_t i = 0; i < c->ir->outputs.count; i++) {
         const struct ir_io *io = &c->ir->outputs.data[i];
         if (io->semantic == order[k])
            c->output_at[i] = k ? add_output(c, io->semantic, io->sem_index) : 0;
      }
   }
   if (c->key->frag_coord)
      c->frag_coord_out = (int8_t)add_output(c, IR_SEM_FRAG_COORD, 0);
   for (size_t i = 0; i < c->ir->outputs.count; i++)
      if (!memchr(order, c->ir->outputs.data[i].semantic, sizeof order))
         r300_fail(c, "%s has no clip distances", c->chip->base.name);
}

static void
number_pixel_outputs(struct r300_ctx *c)
{
   for (size_t i = 0; i < c->ir->outputs.count; i++) {
      const struct ir_io *io = &c->ir->outputs.data[i];
      uint8_t at = io->sem_index;
      if (io->semantic == IR_SEM_DEPTH)
         at = R300_OUT_DEPTH;
      else if (io->semantic != IR_SEM_COLOR && io->semantic != IR_SEM_COLOR_ALL)
         r300_fail(c, "%s has no output for %s", c->chip->base.name, io->name ? io->name : "that");
      if (at != R300_OUT_DEPTH && at >= c->chip->targets)
         r300_fail(c, "colour %u; %s has %u targets", at, c->chip->base.name, c->chip->targets);
      c->output_at[i] = at;
   }
}

static void
store(struct r300_ctx *c, unsigned at, unsigned comp, struct r300_src v)
{
   if (c->stored[at][comp] != R300_NONE) /* an earlier one, which does not count */
      c->ops[c->stored[at][comp]].out = -1;
   struct r300_op *op = r300_op_new(c, R300_OP_MOV);
   op->nsrc = 1;
   op->src[0] = v;
   op->out = (int8_t)at;
   op->out_comp = (uint8_t)comp;
   c->stored[at][comp] = c->num_ops - 1;
}

static void
store_output(struct r300_ctx *c, const struct ir_instr *in)
{
   const struct ir_io *io = &c->ir->outputs.data[in->index];
   struct r300_src v = r300_operand(c, &in->src[0]);
   unsigned at = c->output_at[in->index], comp = in->comp, copies = 1;
   if (io->semantic == IR_SEM_COLOR_ALL && c->key->num_color_targets)
      copies = c->key->num_color_targets;
   if (io->semantic == IR_SEM_DEPTH) {
      comp = 3; /* depth is the alpha unit's */
      c->out->writes_depth = true;
   }
   for (unsigned k = 0; k < copies; k++)
      store(c, at + k, comp, v);
   if (io->semantic == IR_SEM_POSITION && c->frag_coord_out >= 0)
      store(c, (unsigned)c->frag_coord_out, comp, v);
   if (c->ir->stage == IR_VERTEX)
      c->out->outputs[at].mask |= (uint8_t)(1u << comp);
}

/* ---- inputs and uniforms ---- */

/** Window coordinates from the position, which the vertex shader passes on as it is before the division. The rasteriser
 * snaps vertices to a grid and interpolates what they had before: x and y are off by as much. Pixels have their centres
 * halfway between whole numbers, so that is what they become. */
static struct r300_src
frag_coord(struct r300_ctx *c, const struct ir_instr *in, unsigned comp)
{
   if (c->frag_rw.value == R300_NONE)
      c->frag_rw = r300_emit(c, R300_OP_RCP, r300_input(c, (uint32_t)in->index, 3), none, none);
   if (comp == 3)
      return c->frag_rw;
   const struct r300_src d =
      r300_emit(c, R300_OP_MUL, r300_input(c, (uint32_t)in->index, comp), c->frag_rw, none);
   const struct r300_src v =
      r300_emit(c, R300_OP_MAD, d, r300_driver_const(c, R300_CONST_VIEWPORT_SCALE, comp),
                r300_driver_const(c, R300_CONST_VIEWPORT_OFFSET, comp));
   if (comp == 2)
      return v;
   const struct r300_src beyond = r300_emit(c, R300_OP_FRC, v, none, none);
   return r300_emit(c, R300_OP_ADD, r300_emit(c, R300_OP_ADD, v, r300_negate(beyond), none),
                    r300_number(0.5f), none);
}

static void
load_input(struct r300_ctx *c, const struct ir_instr *in)
{
   const struct ir_io *io = &c->ir->inputs.data[in->index];
   for (unsigned k = 0; k < in->ndst; k++) {
      struct r300_src v;
      if (c->ir->stage == IR_FRAGMENT && io->semantic == IR_SEM_FRAG_COORD) {
         v = frag_coord(c, in, in->comp + k);
      } else if (c->ir->stage == IR_FRAGMENT && io->semantic == IR_SEM_FACE) {
         v = r300_input(c, (uint32_t)in->index, 0);
         if (c->chip->gen == R300_GEN_R500) /* the rasteriser writes 1 for back faces */
            v = r300_emit(c, R300_OP_ADD, r300_number(1), r300_negate(v), none);
      } else if (io->semantic == IR_SEM_FB_FETCH) {
         r300_fail(c, "%s cannot read its colour target", c->chip->base.name);
      } else {
         v = r300_input(c, (uint32_t)in->index, in->comp + k);
      }
      c->map[in->dst + k] = v;
   }
}

static void
load_uniform(struct r300_ctx *c, const struct ir_instr *in)
{
   for (unsigned k = 0; k < in->ndst; k++) {
      if (!in->indirect) {
         c->map[in->dst + k] = r300_uniform(c, (uint32_t)in->index, in->comp + k);
         continue;
      }
      struct r300_src index = r300_operand(c, &in->src[0]);
      if (index.value == R300_NONE || index.neg || index.abs)
         index = r300_emit(c, R300_OP_MOV, index, none, none);
      struct r300_src v = r300_emit(c, R300_OP_MOV, none, none, none);
      struct r300_op *op = &c->ops[c->values[v.value].def];
      op->nsrc = 0;
      op->rel = index.value;
      op->slot = (uint32_t)in->index;
      op->slot_comp = (uint8_t)(in->comp + k);
      c->map[in->dst + k] = v;
   }
}

/** With dynamic reads all uniforms keep their slots. */
static void
fix_uniforms(struct r300_ctx *c)
{
   bool dynamic = false;
   for (struct ir_node *n = ir_first_node((struct ir_shader *)(uintptr_t)c->ir); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         dynamic |= n->block->instrs.data[i]->op == IR_LOAD_UNIFORM && n->block->instrs.data[i]->indirect;
   for (uint32_t i = 0; dynamic && i < c->ir->num_uniform_slots; i++)
      r300_const_index(c, R300_CONST_UNIFORM, i);
}

/* ---- textures and discard ---- */

static void
texture(struct r300_ctx *c, const struct ir_instr *in)
{
   const struct ir_tex *t = &in->tex;
   if (t->target == IR_TEX_2D_SHADOW)
      r300_fail(c, "%s does not compare depths in lookups", c->chip->base.name);
   const bool grad = t->op == IR_TEX_GRAD;
   if (grad && c->chip->gen != R300_GEN_R500)
      r300_fail(c, "%s has no lookups with explicit gradients", c->chip->base.name);
   struct r300_src s[9];
   const struct r300_src unread = {.value = R300_NONE, .imm = R300_NONE};
   const unsigned n = ir_tex_coords(t), each = grad ? 3 : 4, count = grad ? 9 : 4;
   for (unsigned k = 0; k < count; k++)
      s[k] = k % each < n ? r300_operand(c, &in->src[k / each * n + k % each]) : unread;
   if (t->op == IR_TEX_BIAS || t->op == IR_TEX_LOD)
      s[3] = r300_operand(c, &in->src[n]);
   uint32_t op = c->num_ops;
   r300_op_new(c, R300_OP_TEX);
   c->ops[op].nsrc = (uint8_t)count;
   c->ops[op].tex = *t;
   for (unsigned k = 0; k < count; k++)
      c->ops[op].src[k] = s[k];
   for (unsigned k = 0; k < 4; k++) {
      uint32_t v = r300_value_new(c);
      c->ops[op].dst[k] = v;
      c->values[v].def = op;
      c->map[in->dst + k] = (struct r300_src){.value = v};
   }
}

static void
discard(struct r300_ctx *c, const struct ir_instr *in)
{
   struct r300_src below = r300_number(-1);
   if (in->op == IR_DISCARD_IF) {
      const struct r300_asked *q = in->src[0].kind == IR_SRC_SSA ? &c->asked[in->src[0].bits] : NULL;
      if (q && q->known && !q->yes)
         below = q->number;
      else
         below = r300_negate(r300_operand(c, &in->src[0])); /* -1 or 0 */
      if (below.value == R300_NONE) /* a constant, of which any but 0 is true: ~0, too, which is no number */
         below = r300_number(below.imm ? -1 : 0);
   }
   r300_op_new(c, R300_OP_KIL);
   c->ops[c->num_ops - 1].nsrc = 1;
   c->ops[c->num_ops - 1].src[0] = below;
   c->out->uses_kill = true;
}

void
r300_select_instr(struct r300_ctx *c, const struct ir_instr *in)
{
   switch ((enum ir_op)in->op) {
   case IR_LOAD_UNIFORM:
      load_uniform(c, in);
      return;
   case IR_LOAD_INPUT:
      load_input(c, in);
      return;
   case IR_STORE_OUTPUT:
      store_output(c, in);
      return;
   case IR_LOAD_SYSVAL:
      if (in->index != IR_SYSVAL_INSTANCE_ID)
         r300_fail(c, "%s does not number vertices", c->chip->base.name);
      c->map[in->dst] = r300_driver_const(c, R300_CONST_INSTANCE, 0);
      return;
   case IR_TEX:
      if (c->ir->stage == IR_VERTEX)
         r300_fail(c, "%s has no textures for vertex shaders", c->chip->base.name);
      texture(c, in);
      return;
   case IR_DISCARD:
   case IR_DISCARD_IF:
      discard(c, in);
      return;
   default:
      if (!r300_select_alu(c, in))
         r300_fail(c, "%s is not implemented for %s (line %u)", ir_op_infos[in->op].name, c->chip->base.name,
                   in->line);
   }
}

void
r300_select(struct r300_ctx *c)
{
   const struct ir_shader *s = c->ir;
   c->map_size = s->num_values;
   c->map = u_arena_array(&c->arena, struct r300_src, s->num_values + 1);
   c->asked = u_arena_array(&c->arena, struct r300_asked, s->num_values + 1);
   c->inverse = u_arena_array(&c->arena, struct r300_src, s->num_values + 1);
   for (uint32_t i = 0; i < s->num_values; i++) {
      c->map[i] = (struct r300_src){.value = R300_NONE, .imm = R300_NONE};
      c->inverse[i] = none;
   }
   memset(c->stored, 0xff, sizeof c->stored);
   c->frag_rw = none;
   c->frag_coord_out = -1;
   if (s->outputs.count > R300_MAX_IO || s->inputs.count > R300_MAX_IO)
      r300_fail(c, "more than %u inputs or outputs", R300_MAX_IO);
   if (s->stage == IR_VERTEX)
      number_vertex_outputs(c);
   else
      number_pixel_outputs(c);
   fix_uniforms(c);
   for (unsigned n = 0; s->stage == IR_VERTEX && c->key->front_facing && n < 4; n++)
      for (unsigned comp = 0; comp < 4; comp++)
         store(c, c->face_out[n], comp, r300_number(n < 2 ? 1 : 0));
}
