/* SPDX-License-Identifier: MIT
 *
 * The pixel shader of R300 and R400: up to four nodes, each its lookups and then its ALU instructions, the last of
 * which alone may write targets. A lookup's node is the number of lookups that it depends on, one behind the other,
 * and at least the second if its coordinates are computed; an ALU operation waits for the last node, or fills free
 * lanes before, unless a lookup of the next node needs it.
 */
#include "compiler/r300/flow.h"
#include <assert.h>

#include "compiler/r300/us/us.h"
#include "db/r300/r3_regs.h"

#define MAX_NODES 4
#define ALU_BANK  64
#define TEX_BANK  32

struct node {
   uint32_t alu, num_alu, tex, num_tex;
};

struct plan {
   uint8_t *level;    /* by operation: the first node that has its operands */
   uint8_t *deadline; /* by operation: the last node that may compute it */
   struct node node[MAX_NODES];
};

static bool
is_lookup(const struct r300_op *op)
{
   return op->code == R300_OP_TEX || op->code == R300_OP_KIL;
}

/** Levels in order of the program; returns the highest that a lookup has. */
static unsigned
find_levels(struct r300_ctx *c, struct plan *p)
{
   unsigned most = 0;
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next) {
      const struct r300_op *op = &c->ops[i];
      unsigned level = 0;
      for (unsigned k = 0; k < op->nsrc; k++) {
         uint32_t def = op->src[k].value == R300_NONE ? R300_NONE : c->values[op->src[k].value].def;
         if (def == R300_NONE)
            continue;
         unsigned after = p->level[def] + (unsigned)is_lookup(op);
         level = after > level ? after : level;
      }
      if (level == UINT8_MAX)
         r300_fail(c, "more than %u levels of dependent lookups", UINT8_MAX);
      p->level[i] = (uint8_t)level;
      most = is_lookup(op) && level > most ? level : most;
   }
   if (most >= MAX_NODES)
      r300_fail(c, "%u levels of lookups that depend on each other; %s has %u", most + 1, c->chip->base.name,
                MAX_NODES);
   return most;
}

/** Backwards: what lookups need comes a node before them. Kills come last: a killed pixel helps its neighbours no more. */
static void
find_deadlines(struct r300_ctx *c, struct plan *p)
{
   uint32_t n = 0, *order = u_arena_array(&c->arena, uint32_t, c->num_ops + 1);
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next) {
      order[n++] = i;
      p->deadline[i] = (uint8_t)(c->num_nodes - 1);
      if (c->ops[i].code == R300_OP_KIL)
         p->level[i] = (uint8_t)(c->num_nodes - 1);
   }
   while (n-- > 0) {
      const struct r300_op *op = &c->ops[order[n]];
      const unsigned last = is_lookup(op) ? p->level[order[n]] - 1u : p->deadline[order[n]];
      for (unsigned k = 0; k < op->nsrc; k++) {
         uint32_t def = op->src[k].value == R300_NONE ? R300_NONE : c->values[op->src[k].value].def;
         if (def != R300_NONE && p->deadline[def] > last)
            p->deadline[def] = (uint8_t)last;
      }
   }
}

/** The next operation that this node must compute; R300_NONE: there is no more. */
static uint32_t
next_alu(const struct r300_ctx *c, const struct plan *p)
{
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next)
      if (!is_lookup(&c->ops[i]) && p->deadline[i] <= c->node && r300_ready(c, &c->ops[i]))
         return i;
   return R300_NONE;
}

static void
write_node(struct r300_ctx *c, struct plan *p)
{
   struct node *n = &p->node[c->node];
   n->alu = c->out->num_alu;
   n->tex = c->out->num_tex;
   for (uint32_t i = c->first, next; i != R300_NONE; i = next) {
      next = c->ops[i].next;
      if (is_lookup(&c->ops[i]) && p->level[i] == c->node) {
         assert(r300_ready(c, &c->ops[i]));
         us_issue_tex(c, i);
      }
   }
   for (uint32_t i; (i = next_alu(c, p)) != R300_NONE;)
      us_issue_alu(c, i);
   if (c->out->num_alu == n->alu) { /* each has one */
      struct us_instr nothing = {.dot = false};
      us_write_native(c, &nothing);
   }
   n->num_alu = c->out->num_alu - n->alu;
   n->num_tex = c->out->num_tex - n->tex;
}

/** The registers: the last node is always in the last entry; R400's upper bits of the k-th node in field 3 - k. */
static void
describe(struct r300_ctx *c, const struct plan *p)
{
   struct r300_binary *b = c->out;
   struct r300_us_nodes *us = &b->us;
   const uint32_t alu = b->num_alu - 1, tex = b->num_tex ? b->num_tex - 1 : 0;
   us->ext_addr = c->max_reg > 32;
   us->extended = b->num_alu > ALU_BANK || b->num_tex > TEX_BANK || us->ext_addr;
   us->config = R3_US_CONFIG(.NLEVEL = c->num_nodes - 1, .FIRST_TEX = p->node[0].num_tex > 0);
   us->code_offset = R3_US_CODE_OFFSET(.ALU_CODE_SIZE = alu % ALU_BANK, .TEX_CODE_SIZE = tex % TEX_BANK,
                                       .TEX_CODE_SIZE_MSB = tex / TEX_BANK);
   uint32_t start[MAX_NODES] = {0}, size[MAX_NODES] = {0};
   for (unsigned k = 0; k < c->num_nodes; k++) {
      const struct node *n = &p->node[k];
      const bool last = k + 1 == c->num_nodes;
      const uint32_t more = n->num_tex ? n->num_tex - 1 : 0, from = n->num_tex ? n->tex : 0;
      us->code_addr[MAX_NODES - c->num_nodes + k] =
         R3_US_CODE_ADDR(.ALU_START = n->alu % ALU_BANK, .ALU_SIZE = (n->num_alu - 1) % ALU_BANK,
                         .TEX_START = from % TEX_BANK, .TEX_SIZE = more % TEX_BANK, .RGBA_OUT = last,
                         .W_OUT = last && b->writes_depth, .TEX_START_MSB = from / TEX_BANK,
                         .TEX_SIZE_MSB = more / TEX_BANK);
      start[MAX_NODES - 1 - k] = n->alu / ALU_BANK;
      size[MAX_NODES - 1 - k] = (n->num_alu - 1) / ALU_BANK;
   }
   us->code_ext =
      R3_US_CODE_EXT(.ALU_SIZE_MSB = alu / ALU_BANK, .ALU_START0_MSB = start[0], .ALU_SIZE0_MSB = size[0],
                     .ALU_START1_MSB = start[1], .ALU_SIZE1_MSB = size[1], .ALU_START2_MSB = start[2],
                     .ALU_SIZE2_MSB = size[2], .ALU_START3_MSB = start[3], .ALU_SIZE3_MSB = size[3]);
}

void
r300_us300(struct r300_ctx *c)
{
   r300_make_groups(c);
   if (c->lanes)
      r300_group_scalars(c);
   r300_sched_init(c);
   r300_cut_parts(c);
   r300_next_part(c); /* there are no loops */
   struct plan p = {.level = u_arena_array(&c->arena, uint8_t, c->num_ops + 1),
                    .deadline = u_arena_array(&c->arena, uint8_t, c->num_ops + 1)};
   c->num_nodes = find_levels(c, &p) + 1;
   c->tex_dw = u_arena_array(&c->arena, uint32_t, c->quad_left + c->kil_left + 1);
   c->ext_dw =
      u_arena_array(&c->arena, uint32_t, 2 * c->num_ops + MAX_NODES); /* r300_unfold_presub adds some */
   find_deadlines(c, &p);
   for (c->node = 0; c->node < c->num_nodes; c->node++)
      write_node(c, &p);
   assert(c->first == R300_NONE);
   struct r300_binary *b = c->out;
   b->num_instrs = b->num_alu + b->num_tex;
   if (b->num_alu > c->chip->us_alu)
      r300_fail(c, "%u ALU instructions in the fragment shader; %s has %u", b->num_alu, c->chip->base.name,
                c->chip->us_alu);
   if (b->num_tex > c->chip->us_tex)
      r300_fail(c, "%u texture instructions in the fragment shader; %s has %u", b->num_tex,
                c->chip->base.name, c->chip->us_tex);
   describe(c, &p);
   r300_append(c, c->tex_dw, b->num_tex);
   if (b->us.ext_addr)
      r300_append(c, c->ext_dw, b->num_alu);
}
