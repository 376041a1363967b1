/* SPDX-License-Identifier: MIT
 *
 * Operations, values, constants, and the operands that the IR's become.
 */
#include "compiler/pica200/vertex/code.h"

#include <stdarg.h>
#include <string.h>

void
pica_vs_fail(struct vs_ctx *c, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(c->error, c->error_B, fmt, ap);
   va_end(ap);
   longjmp(*c->leave, 1);
}

/** Room for one element more in an array of the arena. */
static void *
grow(struct vs_ctx *c, void *data, uint32_t count, uint32_t *max, size_t elem_B)
{
   if (count < *max)
      return data;
   const uint32_t bigger = *max ? *max * 2 : 64;
   void *p = u_arena_alloc(&c->arena, bigger * elem_B); /* does not return without memory */
   if (count)
      memcpy(p, data, count * elem_B);
   *max = bigger;
   return p;
}

/* ---- operations and values ---- */

/** An operation that is in no list yet. */
static uint32_t
op_alloc(struct vs_ctx *c, enum vs_opcode code)
{
   c->ops = grow(c, c->ops, c->num_ops, &c->max_ops, sizeof *c->ops);
   c->ops[c->num_ops] = (struct vs_op){
      .code = (uint8_t)code, .out = -1, .dst = VS_NONE, .next = VS_NONE, .part = c->part, .nest = c->nest};
   return c->num_ops++;
}

struct vs_op *
pica_vs_op_new(struct vs_ctx *c, enum vs_opcode code)
{
   const uint32_t i = op_alloc(c, code);
   if (c->first == VS_NONE)
      c->first = i;
   else
      c->ops[c->last].next = i;
   c->last = i;
   return &c->ops[i];
}

uint32_t
pica_vs_insert_copy(struct vs_ctx *c, uint32_t *prev, struct vs_src s, uint32_t by)
{
   const uint32_t i = op_alloc(c, VS_OP_MOV), v = pica_vs_value_new(c);
   struct vs_op *op = &c->ops[i];
   op->nsrc = 1;
   op->src[0] = s;
   op->dst = v;
   op->part = c->ops[by].part;
   op->nest = c->ops[by].nest;
   op->next = by;
   c->values[v].def = i;
   if (*prev == VS_NONE)
      c->first = i;
   else
      c->ops[*prev].next = i;
   *prev = i;
   return v;
}

uint32_t
pica_vs_value_new(struct vs_ctx *c)
{
   c->values = grow(c, c->values, c->num_values, &c->max_values, sizeof *c->values);
   c->values[c->num_values] =
      (struct vs_value){.def = VS_NONE, .group = VS_NONE, .copy = VS_NONE, .rel = VS_NONE};
   return c->num_values++;
}

uint32_t
pica_vs_group_new(struct vs_ctx *c)
{
   c->groups = grow(c, c->groups, c->num_groups, &c->max_groups, sizeof *c->groups);
   c->groups[c->num_groups] = (struct vs_group){.n = 0};
   return c->num_groups++;
}

struct vs_src
pica_vs_emit(struct vs_ctx *c, enum vs_opcode code, struct vs_src a, struct vs_src b, struct vs_src d)
{
   static const uint8_t nsrc[] = {
      [VS_OP_MOV] = 1, [VS_OP_ADD] = 2, [VS_OP_MUL] = 2, [VS_OP_MAD] = 3,     [VS_OP_MIN] = 2,
      [VS_OP_MAX] = 2, [VS_OP_FLR] = 1, [VS_OP_SGE] = 2, [VS_OP_SLT] = 2,     [VS_OP_RCP] = 1,
      [VS_OP_RSQ] = 1, [VS_OP_EX2] = 1, [VS_OP_LG2] = 1, [VS_OP_LG2 + 1] = 0,
   };
   struct vs_op *op = pica_vs_op_new(c, code);
   const uint32_t index = c->num_ops - 1, v = pica_vs_value_new(c);
   op->nsrc = nsrc[code];
   op->src[0] = a;
   op->src[1] = b;
   op->src[2] = d;
   op->dst = v;
   c->values[v].def = index;
   return (struct vs_src){.value = v};
}

/* ---- operands ---- */

struct vs_src
pica_vs_number(float f)
{
   union {
      float f;
      uint32_t u;
   } b = {f};
   return (struct vs_src){.value = VS_NONE, .imm = b.u};
}

struct vs_src
pica_vs_negate(struct vs_src s)
{
   if (s.value == VS_NONE)
      s.imm ^= 0x80000000u;
   else
      s.neg = !s.neg;
   return s;
}

/** A value that stands somewhere from the start. */
static struct vs_src
placed(struct vs_ctx *c, enum vs_file file, uint32_t index, unsigned comp, uint32_t rel)
{
   for (uint32_t v = 0; v < c->num_values; v++) {
      const struct vs_value *o = &c->values[v];
      if (o->def == VS_NONE && o->placed && o->file == file && o->index == index && o->comp == comp &&
          o->rel == rel)
         return (struct vs_src){.value = v};
   }
   const uint32_t v = pica_vs_value_new(c);
   c->values[v].file = (uint8_t)file;
   c->values[v].index = (uint16_t)index;
   c->values[v].comp = (uint8_t)comp;
   c->values[v].rel = rel;
   c->values[v].placed = c->values[v].defined = true;
   return (struct vs_src){.value = v};
}

struct vs_src
pica_vs_input(struct vs_ctx *c, uint32_t input, unsigned comp)
{
   struct pica200_vertex *o = c->out;
   const uint8_t attrib = c->ir->inputs.data[input].sem_index;
   unsigned i = 0;
   while (i < o->num_attribs && o->attribs[i] != attrib)
      i++;
   if (i == o->num_attribs) {
      if (i == PICA200_ATTRIBUTES)
         pica_vs_fail(c,
                      "the vertex shader reads more than %u attributes, which is what the chip has room for",
                      PICA200_ATTRIBUTES);
      o->attribs[o->num_attribs++] = attrib;
   }
   return placed(c, VS_FILE_INPUT, i, comp, VS_NONE);
}

static uint32_t
append_const(struct vs_ctx *c, enum pica200_const_kind kind, uint32_t slot)
{
   if (c->num_consts == VS_MAX_CONSTS)
      pica_vs_fail(c, "the vertex shader has more than %u vectors of constants; the chip has room for %u",
                   VS_MAX_CONSTS, PICA200_CONSTS);
   c->consts[c->num_consts] = (struct pica200_const){.kind = (uint8_t)kind, .slot = (uint16_t)slot};
   return c->num_consts++;
}

struct vs_src
pica_vs_const(struct vs_ctx *c, enum pica200_const_kind kind, uint32_t slot, unsigned comp, uint32_t rel)
{
   uint32_t i = 0;
   while (i < c->num_consts && (c->consts[i].kind != kind || c->consts[i].slot != slot))
      i++;
   if (i == c->num_consts)
      append_const(c, kind, slot);
   return placed(c, VS_FILE_CONST, i, comp, rel);
}

/** The component that has a number, or else the first free one; 4: neither. */
static unsigned
component_for(const float value[4], unsigned used, uint32_t bits)
{
   unsigned at = 4;
   for (unsigned k = 0; k < 4; k++) {
      if (!(used >> k & 1))
         at = at == 4 ? k : at;
      else if (!memcmp(&value[k], &bits, sizeof bits))
         return k;
   }
   return at;
}

/** Puts the numbers into a vector of which \p used components are taken, as far as it has room; returns how many it then lacks. */
static unsigned
fit(float value[4], uint8_t *used, const uint32_t *bits, unsigned n, uint8_t *comp)
{
   unsigned lacks = 0;
   for (unsigned i = 0; i < n; i++) {
      const unsigned at = component_for(value, *used, bits[i]);
      if (at == 4) {
         lacks++;
         continue;
      }
      memcpy(&value[at], &bits[i], sizeof bits[i]);
      *used |= (uint8_t)(1u << at);
      comp[i] = (uint8_t)at;
   }
   return lacks;
}

uint32_t
pica_vs_const_numbers(struct vs_ctx *c, const uint32_t *bits, unsigned n, uint8_t *comp)
{
   for (uint32_t i = 0; i < c->num_consts; i++) {
      struct pica200_const k = c->consts[i];
      uint8_t used = c->const_mask[i];
      if (k.kind == PICA200_CONST_IMMEDIATE && !fit(k.value, &used, bits, n, comp)) {
         c->consts[i] = k;
         c->const_mask[i] = used;
         return i;
      }
   }
   const uint32_t i = append_const(c, PICA200_CONST_IMMEDIATE, 0);
   fit(c->consts[i].value, &c->const_mask[i], bits, n, comp);
   return i;
}

struct vs_src
pica_vs_operand(struct vs_ctx *c, const struct ir_src *s)
{
   struct vs_src r = pica_vs_number(0);
   if (s->kind == IR_SRC_UNDEF)
      return r;
   if (s->kind == IR_SRC_IMM) {
      r.imm = s->abs ? s->bits & 0x7fffffff : s->bits;
   } else {
      if (c->map[s->bits].value == VS_NONE && c->map[s->bits].imm == VS_NONE)
         return r; /* no instruction defines it */
      r = c->map[s->bits];
      if (s->abs && r.value == VS_NONE) /* lower.c leaves it to numbers */
         r.imm &= 0x7fffffff;
   }
   return s->neg ? pica_vs_negate(r) : r;
}
