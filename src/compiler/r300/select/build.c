/* SPDX-License-Identifier: MIT
 *
 * Operations, values and the operands that the IR's become.
 */
#include "compiler/r300/code.h"

#include <string.h>

/** Room for one element more in an array of the arena. */
static void *
grow(struct r300_ctx *c, void *data, uint32_t count, uint32_t *max, size_t elem_B)
{
   if (count < *max)
      return data;
   uint32_t bigger = *max ? *max * 2 : 64;
   void *p = u_arena_alloc(&c->arena, bigger * elem_B); /* does not return without memory */
   if (count)
      memcpy(p, data, count * elem_B);
   *max = bigger;
   return p;
}

/** An operation that is in no list yet. */
static uint32_t
op_alloc(struct r300_ctx *c, enum r300_opcode code)
{
   c->ops = grow(c, c->ops, c->num_ops, &c->max_ops, sizeof *c->ops);
   struct r300_op *op = &c->ops[c->num_ops];
   *op = (struct r300_op){.code = (uint8_t)code,
                          .out = -1,
                          .rel = R300_NONE,
                          .next = R300_NONE,
                          .part = c->part,
                          .depth = (uint8_t)c->depth};
   for (unsigned k = 0; k < 4; k++)
      op->dst[k] = R300_NONE;
   return c->num_ops++;
}

struct r300_op *
r300_op_new(struct r300_ctx *c, enum r300_opcode code)
{
   uint32_t i = op_alloc(c, code);
   if (c->first == R300_NONE)
      c->first = i;
   else
      c->ops[c->last].next = i;
   c->last = i;
   return &c->ops[i];
}

uint32_t
r300_insert_copy(struct r300_ctx *c, uint32_t prev, struct r300_src s)
{
   uint32_t i = op_alloc(c, R300_OP_MOV), v = r300_value_new(c);
   c->ops[i].nsrc = 1;
   c->ops[i].src[0] = s;
   c->ops[i].dst[0] = v;
   c->ops[i].part = prev == R300_NONE ? 0 : c->ops[prev].part;
   c->ops[i].depth = prev == R300_NONE ? 0 : c->ops[prev].depth;
   c->ops[i].next = prev == R300_NONE ? c->first : c->ops[prev].next;
   c->values[v].def = i;
   if (prev == R300_NONE)
      c->first = i;
   else
      c->ops[prev].next = i;
   return v;
}

uint32_t
r300_value_new(struct r300_ctx *c)
{
   c->values = grow(c, c->values, c->num_values, &c->max_values, sizeof *c->values);
   c->values[c->num_values] = (struct r300_value){.def = R300_NONE, .group = R300_NONE, .copy = R300_NONE};
   return c->num_values++;
}

struct r300_src
r300_number(float f)
{
   union {
      float f;
      uint32_t u;
   } b = {f};
   return (struct r300_src){.value = R300_NONE, .imm = b.u & 0x7fffffff, .neg = b.u >> 31};
}

struct r300_src
r300_negate(struct r300_src s)
{
   s.neg = !s.neg;
   return s;
}

struct r300_src
r300_emit(struct r300_ctx *c, enum r300_opcode code, struct r300_src a, struct r300_src b, struct r300_src d)
{
   static const uint8_t nsrc[] = {
      [R300_OP_MOV] = 1, [R300_OP_ADD] = 2, [R300_OP_MUL] = 2, [R300_OP_MAD] = 3, [R300_OP_MIN] = 2,
      [R300_OP_MAX] = 2, [R300_OP_FRC] = 1, [R300_OP_SGE] = 2, [R300_OP_SLT] = 2, [R300_OP_SEQ] = 2,
      [R300_OP_SNE] = 2, [R300_OP_CMP] = 3, [R300_OP_CND] = 3, [R300_OP_RCP] = 1, [R300_OP_RSQ] = 1,
      [R300_OP_EX2] = 1, [R300_OP_LG2] = 1, [R300_OP_SIN] = 1, [R300_OP_COS] = 1, [R300_OP_DDX] = 1,
      [R300_OP_DDY] = 1,
   };
   struct r300_op *op = r300_op_new(c, code);
   op->nsrc = nsrc[code];
   op->src[0] = a;
   op->src[1] = b;
   op->src[2] = d;
   uint32_t index = c->num_ops - 1, v = r300_value_new(c);
   c->ops[index].dst[0] = v;
   c->values[v].def = index;
   return (struct r300_src){.value = v};
}

/** A value that stands somewhere from the start. */
static struct r300_src
placed(struct r300_ctx *c, enum r300_file file, uint32_t index, unsigned comp)
{
   for (uint32_t v = 0; v < c->num_values; v++) {
      const struct r300_value *o = &c->values[v];
      if (o->def == R300_NONE && o->file == file && o->index == index && o->comp == comp)
         return (struct r300_src){.value = v};
   }
   uint32_t v = r300_value_new(c);
   c->values[v].file = (uint8_t)file;
   c->values[v].index = (uint16_t)index;
   c->values[v].comp = (uint8_t)comp;
   c->values[v].placed = c->values[v].defined = true;
   return (struct r300_src){.value = v};
}

struct r300_src
r300_uniform(struct r300_ctx *c, uint32_t slot, unsigned comp)
{
   return placed(c, R300_FILE_CONST, r300_const_index(c, R300_CONST_UNIFORM, slot), comp);
}

struct r300_src
r300_driver_const(struct r300_ctx *c, enum r300_const_kind kind, unsigned comp)
{
   return placed(c, R300_FILE_CONST, r300_const_index(c, kind, 0), comp);
}

struct r300_src
r300_input(struct r300_ctx *c, uint32_t input, unsigned comp)
{
   struct r300_binary *b = c->out;
   const struct ir_io *io = &c->ir->inputs.data[input];
   uint32_t i = 0;
   while (i < b->num_inputs &&
          (b->inputs[i].semantic != io->semantic || b->inputs[i].sem_index != io->sem_index))
      i++;
   if (i == R300_MAX_IO)
      r300_fail(c, "more than %u inputs", R300_MAX_IO);
   if (i == b->num_inputs)
      b->inputs[b->num_inputs++] =
         (struct r300_vector){.semantic = io->semantic, .sem_index = io->sem_index, .index = (uint8_t)i};
   b->inputs[i].mask |= (uint8_t)(1u << comp);
   return placed(c, c->ir->stage == IR_VERTEX ? R300_FILE_INPUT : R300_FILE_TEMP, i, comp);
}

struct r300_src
r300_magnitude(struct r300_ctx *c, struct r300_src s)
{
   s.neg = false;
   if (s.value == R300_NONE)
      return s;
   if (c->ir->stage == IR_VERTEX && c->chip->gen != R300_GEN_R500) { /* its operands have no absolute value */
      s.abs = false;
      return r300_emit(c, R300_OP_MAX, s, r300_negate(s), r300_number(0));
   }
   s.abs = true;
   return s;
}

struct r300_src
r300_operand(struct r300_ctx *c, const struct ir_src *s)
{
   if (s->kind == IR_SRC_UNDEF)
      return r300_number(0);
   struct r300_src r = {.value = R300_NONE, .imm = s->bits & 0x7fffffff, .neg = s->bits >> 31};
   if (s->kind == IR_SRC_SSA) {
      r = c->map[s->bits];
      if (r.value == R300_NONE && r.imm == R300_NONE)
         return r300_number(0); /* no instruction defines it */
   }
   if (s->abs)
      r = r300_magnitude(c, r);
   r.neg ^= s->neg;
   return r;
}
