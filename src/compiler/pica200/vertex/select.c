/* SPDX-License-Identifier: MIT
 *
 * The IR's instructions in order: what is no ALU operation, and the interface. The chip's outputs are vectors of which the rasteriser takes components by their
 * semantics; here components that a fragment half asks for together share a vector.
 */
#include "compiler/pica200/vertex/code.h"

#include <string.h>

static const struct vs_src none = {.value = VS_NONE};

/* ---- outputs ---- */

/** Vectors, and where a semantic stands in them. */
static const uint8_t layout[][4] = {
   {PICA200_POSITION_X, PICA200_POSITION_X + 1, PICA200_POSITION_X + 2, PICA200_POSITION_X + 3},
   {PICA200_COLOR_R,    PICA200_COLOR_R + 1,    PICA200_COLOR_R + 2,    PICA200_COLOR_R + 3   },
   {PICA200_TC0_U,      PICA200_TC0_V,          PICA200_TC0_W,          PICA200_UNUSED        },
   {PICA200_TC1_U,      PICA200_TC1_V,          PICA200_TC2_U,          PICA200_TC2_V         },
   {PICA200_VIEW_X,     PICA200_VIEW_X + 1,     PICA200_VIEW_X + 2,     PICA200_UNUSED        },
   {0x04,               0x05,                   0x06,                   0x07                  },
};
#define LAYOUTS (sizeof layout / sizeof layout[0])

static bool
find_semantic(unsigned semantic, unsigned *vector, unsigned *comp)
{
   for (unsigned v = 0; v < LAYOUTS; v++)
      for (unsigned k = 0; k < 4; k++)
         if (layout[v][k] == semantic && semantic != PICA200_UNUSED) {
            *vector = v;
            *comp = k;
            return true;
         }
   return false;
}

static void
number_outputs(struct vs_ctx *c)
{
   struct pica200_vertex *o = c->out;
   unsigned at[LAYOUTS], v, k;
   o->point_size = -1;
   for (v = 0; v < LAYOUTS; v++)
      at[v] = PICA200_OUTPUTS;
   for (v = 0; v < LAYOUTS; v++)
      for (size_t i = 0; i < c->ir->outputs.count; i++) {
         const struct ir_io *io = &c->ir->outputs.data[i];
         unsigned of;
         if (io->semantic != IR_SEM_GENERIC || !find_semantic(io->sem_index, &of, &k) || of != v)
            continue;
         if (at[v] == PICA200_OUTPUTS) {
            at[v] = o->num_outputs++;
            memset(o->outmap[at[v]], PICA200_UNUSED, 4);
         }
         o->outmap[at[v]][k] = io->sem_index;
         c->output_at[i][0] = (uint8_t)at[v];
         c->output_at[i][1] = (uint8_t)k;
      }
   for (size_t i = 0; i < c->ir->outputs.count; i++) {
      const struct ir_io *io = &c->ir->outputs.data[i];
      if (io->semantic == IR_SEM_POINT_SIZE) {
         o->point_size = (int8_t)o->num_outputs;
         memset(o->outmap[o->num_outputs], PICA200_UNUSED, 4);
         c->output_at[i][0] = (uint8_t)o->num_outputs++;
         c->output_at[i][1] = 0;
      } else if (!find_semantic(io->sem_index, &v, &k)) {
         pica_vs_fail(c, "internal error: the chip's rasteriser takes no %u", io->sem_index);
      }
   }
   o->output_mask = (uint16_t)((1u << o->num_outputs) - 1);
}

static void
store_output(struct vs_ctx *c, const struct ir_instr *in)
{
   const struct vs_src v = pica_vs_operand(c, &in->src[0]);
   struct vs_op *op = pica_vs_op_new(c, VS_OP_MOV);
   if (c->nest)
      pica_vs_fail(c, "internal error: an output is stored in a branch");
   op->nsrc = 1;
   op->src[0] = v;
   op->out = (int8_t)c->output_at[in->index][0];
   op->out_comp = c->output_at[in->index][1];
}

/* ---- inputs and constants ---- */

static void
load_input(struct vs_ctx *c, const struct ir_instr *in)
{
   const unsigned attrib = c->ir->inputs.data[in->index].sem_index;
   for (unsigned k = 0; k < in->ndst; k++) {
      struct vs_src v = pica_vs_input(c, (uint32_t)in->index, in->comp + k);
      if (attrib < 16 && c->key->scaled >> attrib & 1) {
         v = pica_vs_emit(c, VS_OP_MUL, v, pica_vs_const(c, PICA200_CONST_SCALE, attrib, 0, VS_NONE), none);
         v = pica_vs_emit(c, VS_OP_ADD, v, pica_vs_const(c, PICA200_CONST_SCALE, attrib, 1, VS_NONE), none);
      }
      c->map[in->dst + k] = v;
   }
}

static void
load_uniform(struct vs_ctx *c, const struct ir_instr *in)
{
   const bool preamble = in->op == IR_LOAD_BLOCK;
   uint32_t rel = VS_NONE;
   if (in->indirect) {
      struct vs_src index = pica_vs_operand(c, &in->src[in->nsrc - 1]);
      if (index.value == VS_NONE || index.neg || c->values[index.value].rel != VS_NONE ||
          c->values[index.value].carried)
         index = pica_vs_emit(c, VS_OP_MOV, index, none, none);
      rel = index.value;
   }
   for (unsigned k = 0; k < in->ndst; k++)
      c->map[in->dst + k] = pica_vs_const(c, preamble ? PICA200_CONST_PREAMBLE : PICA200_CONST_UNIFORM,
                                          (uint32_t)in->index, in->comp + k, rel);
}

/** With dynamic reads all uniforms keep their slots. */
static void
fix_uniforms(struct vs_ctx *c)
{
   bool dynamic = false;
   for (struct ir_node *n = ir_first_node((struct ir_shader *)(uintptr_t)c->ir); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         dynamic |= n->block->instrs.data[i]->op == IR_LOAD_UNIFORM && n->block->instrs.data[i]->indirect;
   for (uint32_t i = 0; dynamic && i < c->ir->num_uniform_slots; i++)
      pica_vs_const(c, PICA200_CONST_UNIFORM, i, 0, VS_NONE);
}

void
pica_vs_select_instr(struct vs_ctx *c, const struct ir_instr *in)
{
   for (unsigned k = 0; k < in->ndst; k++)
      c->made_by[in->dst + k] = in;
   switch ((enum ir_op)in->op) {
   case IR_LOAD_UNIFORM:
   case IR_LOAD_BLOCK:
      load_uniform(c, in);
      return;
   case IR_LOAD_INPUT:
      load_input(c, in);
      return;
   case IR_STORE_OUTPUT:
      store_output(c, in);
      return;
   case IR_LOAD_SYSVAL:
      pica_vs_fail(c, "PICA200 numbers neither vertices nor instances (line %u)", in->line);
   case IR_TEX:
      pica_vs_fail(c, "PICA200 has no textures for vertex shaders (line %u)", in->line);
   default:
      if (!pica_vs_select_alu(c, in))
         pica_vs_fail(c, "%s is not implemented for PICA200's vertex shaders (line %u)",
                      ir_op_infos[in->op].name, in->line);
   }
}

void
pica_vs_select_init(struct vs_ctx *c)
{
   const uint32_t n = c->ir->num_values;
   c->map = u_arena_array(&c->arena, struct vs_src, n + 1);
   c->made_by = u_arena_array(&c->arena, const struct ir_instr *, n + 1);
   c->risky = u_arena_array(&c->arena, bool, n + 1);
   c->inverse = u_arena_array(&c->arena, uint32_t, n + 1);
   for (uint32_t i = 0; i < n; i++) {
      c->map[i] = (struct vs_src){.value = VS_NONE, .imm = VS_NONE};
      c->inverse[i] = VS_NONE;
   }
   number_outputs(c);
   fix_uniforms(c);
}
