/* SPDX-License-Identifier: MIT
 *
 * IR in SSA form, without control flow but rolled loops (struct ir_target_stage::rolled_loops), to steps. Values get rows in the
 * order of the program; a row is used again when its value was read for the last time. Outputs keep theirs, and so does what
 * loops hand on, leave or read from outside.
 */
#include "driver/tnl/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "driver/tnl/tnl.h"
#include "util/u_math.h"

#define KEPT UINT32_MAX /* nobody reads the value last */

struct build {
   struct tnl_program *p;
   const struct ir_shader *ir;
   struct ir_defs defs;
   uint32_t *row;        /* of values */
   uint32_t *last_read;  /* number of the instruction, or KEPT */
   U_VEC(uint32_t) idle; /* rows of values that nobody reads any more */
   uint32_t at;          /* instruction */
   uint32_t depth;       /* loops around it */
   const char *why;      /* there is no program */
   bool out_of_memory;
};

#define PUSH(b, vec, ...) ((b)->out_of_memory |= !u_vec_push(&(vec), (__VA_ARGS__)))

static uint32_t
new_row(struct build *b)
{
   return b->idle.count ? b->idle.data[--b->idle.count] : b->p->num_rows++;
}

/* Rows that a draw fills: one for each number. */
static uint32_t
constant_row(struct build *b, uint32_t bits)
{
   for (size_t i = 0; i < b->p->constants.count; i++)
      if (b->p->constants.data[i].bits == bits)
         return b->p->constants.data[i].row;
   const struct tnl_fill f = {.row = b->p->num_rows++, .bits = bits};
   PUSH(b, b->p->constants, f);
   return f.row;
}

static uint32_t
uniform_row(struct build *b, uint32_t slot, uint8_t comp)
{
   for (size_t i = 0; i < b->p->uniforms.count; i++)
      if (b->p->uniforms.data[i].bits == slot && b->p->uniforms.data[i].comp == comp)
         return b->p->uniforms.data[i].row;
   const struct tnl_fill f = {.row = b->p->num_rows++, .bits = slot, .comp = comp};
   PUSH(b, b->p->uniforms, f);
   return f.row;
}

static uint32_t
input_row(struct build *b, uint8_t attrib, uint8_t comp)
{
   uint32_t *row = &b->p->fetch_row[attrib][comp];
   assert(attrib < TNL_MAX_INPUTS && comp < 4);
   if (*row == TNL_NO_ROW)
      *row = b->p->num_rows++;
   b->p->attribs |= 1u << attrib;
   return *row;
}

/** The row that holds an operand, whose signs a step of its own changes; that one's row is *extra, for the caller to
 * give back. */
static uint32_t
operand_row(struct build *b, const struct ir_src *s, uint32_t *extra)
{
   uint32_t bits;
   *extra = TNL_NO_ROW;
   if (s->kind == IR_SRC_UNDEF)
      return constant_row(b, 0);
   if (ir_is_imm(s, &bits))
      return constant_row(b, bits);
   const uint32_t row = b->row[s->bits];
   if (!s->neg && !s->abs)
      return row;
   *extra = new_row(b);
   const struct tnl_step step = {
      .run = tnl_change_signs, .dst = *extra, .src = {row}, .nsrc = 1, .neg = s->neg, .abs = s->abs};
   PUSH(b, b->p->steps, step);
   return *extra;
}

static void
give_back(struct build *b, uint32_t row)
{
   if (row != TNL_NO_ROW)
      PUSH(b, b->idle, row);
}

/** Is the row one that a draw or a batch fills? Those are never given back. */
static bool
is_filled(const struct ir_instr *in)
{
   return in->op == IR_LOAD_INPUT || in->op == IR_LOAD_SYSVAL || (in->op == IR_LOAD_UNIFORM && !in->indirect);
}

/** The rows of a step's operands; extra[] as operand_row has it. */
static void
set_operands(struct build *b, const struct ir_instr *in, struct tnl_step *step, uint32_t extra[8])
{
   assert(in->nsrc && in->nsrc <= 8);
   step->nsrc = (uint8_t)in->nsrc;
   for (unsigned k = 0; k < in->nsrc; k++)
      step->src[k] = operand_row(b, &in->src[k], &extra[k]);
   for (unsigned k = in->nsrc; k < ARRAY_SIZE(step->src); k++)
      step->src[k] = step->src[0];
}

/** Gives back the rows of operands that the instruction is the last to read. */
static void
release_operands(struct build *b, const struct ir_instr *in, const uint32_t extra[8])
{
   for (unsigned k = 0; k < in->nsrc; k++) {
      const struct ir_src *s = &in->src[k];
      give_back(b, extra[k]);
      if (s->kind != IR_SRC_SSA || b->last_read[s->bits] != b->at || is_filled(b->defs.instr[s->bits]))
         continue;
      b->last_read[s->bits] = KEPT; /* only once */
      give_back(b, b->row[s->bits]);
   }
}

/** Is the addend of the instruction, which nobody else reads, the product and sum of the last step? Then one step computes both. */
static bool
takes_last_step(const struct build *b, const struct ir_instr *in)
{
   const struct ir_src *s = in->src;
   if (in->op != IR_FMAD || !b->p->steps.count || s[2].kind != IR_SRC_SSA || s[2].neg || s[2].abs ||
       b->last_read[s[2].bits] != b->at || b->defs.instr[s[2].bits]->op != IR_FMAD)
      return false;
   for (unsigned k = 0; k < 2; k++)
      if (s[k].kind == IR_SRC_SSA && s[k].bits == s[2].bits)
         return false;
   const struct tnl_step *last = &b->p->steps.data[b->p->steps.count - 1];
   return last->run == tnl_kernel_of(IR_FMAD) && last->dst == b->row[s[2].bits] && !last->sat;
}

static void
take_last_step(struct build *b, struct tnl_step *step)
{
   const struct tnl_step last = b->p->steps.data[--b->p->steps.count];
   step->run = tnl_mad_mad;
   memcpy(&step->src[2], last.src, 3 * sizeof *last.src);
}

static bool
add_instr(struct build *b, const struct ir_instr *in)
{
   struct tnl_step step = {.op = in->op, .sat = in->sat, .comp = in->comp, .slot = in->index};
   switch (in->op) {
   case IR_LOAD_INPUT:
      for (unsigned k = 0; k < in->ndst; k++)
         b->row[in->dst + k] = input_row(b, b->ir->inputs.data[in->index].sem_index, (uint8_t)(in->comp + k));
      return true;
   case IR_LOAD_SYSVAL: {
      uint32_t *row = in->index == IR_SYSVAL_VERTEX_ID ? &b->p->vertex_id_row : &b->p->instance_id_row;
      if (*row == TNL_NO_ROW)
         *row = b->p->num_rows++;
      b->row[in->dst] = *row;
      return true;
   }
   case IR_LOAD_UNIFORM:
      for (unsigned k = 0; k < in->ndst && !in->indirect; k++)
         b->row[in->dst + k] = uniform_row(b, (uint32_t)in->index, (uint8_t)(in->comp + k));
      if (!in->indirect)
         return true;
      step.run = tnl_load_indexed;
      step.float_ints = b->ir->float_ints;
      break;
   case IR_STORE_OUTPUT: {
      uint32_t extra; /* stays: nobody gives it back */
      const struct ir_io *io = &b->ir->outputs.data[in->index];
      const struct tnl_store s = {operand_row(b, &in->src[0], &extra), io->semantic, io->sem_index, in->comp};
      PUSH(b, b->p->stores, s);
      return true;
   }
   default:
      if (!ir_can_eval((enum ir_op)in->op))
         return false;
      step.run = tnl_kernel_of(in->op);
   }
   uint32_t extra[8], dst[4];
   set_operands(b, in, &step, extra);
   if (takes_last_step(b, in))
      take_last_step(b, &step);
   if (in->ndst == 1) /* lane by lane: the result may take an operand's row */
      release_operands(b, in, extra);
   for (unsigned k = 0; k < in->ndst; k++)
      dst[k] = new_row(b);
   for (unsigned k = 0; k < in->ndst; k++) {
      step.dst = b->row[in->dst + k] = dst[k];
      step.comp = (uint8_t)(in->comp + k);
      PUSH(b, b->p->steps, step);
   }
   if (in->ndst != 1)
      release_operands(b, in, extra);
   return true;
}

/* ---- loops ---- */

static bool
is_exit(const struct ir_node *n)
{
   return n->kind == IR_NODE_IF && !ir_list_jump(&n->then_list) != !ir_list_jump(&n->else_list);
}

/** Moves an operand to a row; \p mask: in these lanes, or TNL_NO_ROW. */
static void
move(struct build *b, uint32_t dst, const struct ir_src *s, uint32_t mask)
{
   uint32_t extra;
   const uint32_t row = operand_row(b, s, &extra);
   struct tnl_step step = {
      .run = tnl_kernel_of(IR_MOV), .op = IR_MOV, .dst = dst, .src = {row, row, row},
                 .nsrc = 1
   };
   if (mask != TNL_NO_ROW) {
      step.run = tnl_keep;
      step.src[1] = mask;
   }
   PUSH(b, b->p->steps, step);
   give_back(b, extra);
}

/** PHIs that the block begins with. */
static size_t
phis_of(const struct ir_block *block)
{
   size_t n = 0;
   while (n < block->instrs.count && block->instrs.data[n]->op == IR_PHI)
      n++;
   return n;
}

/** The values of the block's PHIs, of which source \p from counts, or the last one if there are fewer. They may be one another's. */
static void
move_phis(struct build *b, const struct ir_block *block, unsigned from)
{
   const size_t n = phis_of(block);
   uint32_t *row = calloc(n + 1, sizeof *row);
   b->out_of_memory |= !row;
   for (size_t i = 0; i < n && row; i++) {
      const struct ir_instr *phi = block->instrs.data[i];
      row[i] = new_row(b);
      move(b, row[i], &phi->src[MIN2(from, phi->nsrc - 1u)], TNL_NO_ROW);
   }
   for (size_t i = 0; i < n && row; i++) {
      const struct tnl_step step = {
         .run = tnl_kernel_of(IR_MOV),
         .op = IR_MOV,
         .dst = b->row[block->instrs.data[i]->dst],
         .src = {row[i], row[i], row[i]},
         .nsrc = 1
      };
      PUSH(b, b->p->steps, step);
   }
   for (size_t i = 0; i < n && row; i++)
      give_back(b, row[i]);
   free(row);
}

/** What the loop leaves becomes the PHIs' behind it, in lanes of \p mask. */
static void
keep_phis(struct build *b, const struct ir_block *behind, uint32_t mask)
{
   for (size_t i = 0; i < phis_of(behind); i++)
      move(b, b->row[behind->instrs.data[i]->dst], &behind->instrs.data[i]->src[0], mask);
}

static void
place_phis(struct build *b, const struct ir_block *block)
{
   for (size_t i = 0; i < phis_of(block); i++)
      b->row[block->instrs.data[i]->dst] = new_row(b);
}

/** Returns the number of the step that leaves, whose target is not known yet. */
static size_t
add_exit(struct build *b, const struct ir_node *n, const struct ir_block *behind, uint32_t lanes)
{
   uint32_t extra;
   const uint32_t cond = operand_row(b, &n->cond, &extra), gone = new_row(b);
   const struct tnl_step leaving = {
      .run = tnl_leaving, .dst = gone, .src = {cond, lanes},
              .when = ir_list_jump(&n->then_list) != NULL
   };
   PUSH(b, b->p->steps, leaving);
   give_back(b, extra);
   keep_phis(b, behind, gone);
   const struct tnl_step leave = {.run = tnl_leave, .dst = lanes, .src = {gone}};
   PUSH(b, b->p->steps, leave);
   give_back(b, gone);
   b->at++; /* the jump */
   return b->p->steps.count - 1;
}

static bool add_list(struct build *b, const struct ir_list *l, const struct ir_block *behind, uint32_t lanes,
                     size_t *exit);

static bool
add_loop(struct build *b, const struct ir_node *n, uint32_t around)
{
   const struct ir_block *head = n->body.first->block, *behind = n->next->block;
   const uint32_t lanes = b->p->num_rows++;
   size_t exit = SIZE_MAX;
   if (b->depth == TNL_LOOPS) {
      b->why = "the vertex shader has more loops in one another than the CPU runs for this chip";
      return false;
   }
   place_phis(b, head);
   place_phis(b, behind);
   move_phis(b, head, 0);
   const struct tnl_step enter = {
      .run = tnl_enter, .dst = lanes, .src = {around}, .depth = (uint8_t)b->depth};
   PUSH(b, b->p->steps, enter);
   const size_t first = b->p->steps.count;
   b->depth++;
   if (!add_list(b, &n->body, behind, lanes, &exit))
      return false;
   b->depth--;
   move_phis(b, head, UINT32_MAX);
   const struct tnl_step again = {
      .run = tnl_again, .depth = (uint8_t)b->depth, .slot = (int32_t)first, .max = TNL_ROUNDS};
   PUSH(b, b->p->steps, again);
   keep_phis(b, behind, lanes); /* of those that never left */
   if (exit != SIZE_MAX && !b->out_of_memory)
      b->p->steps.data[exit].slot = (int32_t)b->p->steps.count;
   b->p->loops = true;
   return true;
}

/** \p behind, \p lanes, \p exit: of the loop around it, if there is one. */
static bool
add_list(struct build *b, const struct ir_list *l, const struct ir_block *behind, uint32_t lanes,
         size_t *exit)
{
   for (const struct ir_node *n = l->first; n && !b->out_of_memory; n = n->next) {
      if (n->kind == IR_NODE_LOOP && !add_loop(b, n, lanes))
         return false;
      if (n->kind == IR_NODE_IF && exit && *exit == SIZE_MAX && is_exit(n)) {
         *exit = add_exit(b, n, behind, lanes);
      } else if (n->kind == IR_NODE_IF) {
         b->why = "the vertex shader has control flow, which the CPU does not run for this chip";
         return false;
      }
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++, b->at++)
         if (n->block->instrs.data[i]->op != IR_PHI && !add_instr(b, n->block->instrs.data[i])) {
            b->why = "the vertex shader has an operation that the CPU does not run for this chip";
            return false;
         }
   }
   return true;
}

/* ---- the program ---- */

static void
keep(struct build *b, const struct ir_src *s)
{
   if (s->kind == IR_SRC_SSA)
      b->last_read[s->bits] = KEPT;
}

/** Numbers of the instructions that read values last. */
static void
find_last_reads(struct build *b, struct ir_shader *ir)
{
   uint32_t at = 0;
   for (uint32_t v = 0; v < ir->num_values; v++)
      b->last_read[v] = KEPT;
   for (struct ir_node *n = ir_first_node(ir); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++, at++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         for (unsigned k = 0; k < in->nsrc; k++)
            if (in->src[k].kind == IR_SRC_SSA)
               b->last_read[in->src[k].bits] = at;
      }
   for (struct ir_node *n = ir_first_node(ir); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF)
         keep(b, &n->cond);
      const struct ir_node *loop = ir_loop_of(n);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         for (unsigned k = 0; k < in->nsrc; k++)
            if (in->src[k].kind == IR_SRC_SSA &&
                (in->op == IR_STORE_OUTPUT || in->op == IR_PHI || b->defs.loop[in->src[k].bits] != loop))
               keep(b, &in->src[k]);
      }
   }
}

/** False: something that the CPU does not run. */
static bool
add_all(struct build *b, struct ir_shader *ir)
{
   find_last_reads(b, ir);
   return add_list(b, &ir->body, NULL, TNL_NO_ROW, NULL);
}

/** Steps of one kernel behind each other are run by one call of it. A loop may begin at any of them. */
static void
group_steps(struct tnl_program *p)
{
   for (size_t i = p->steps.count; i-- > 1;) {
      struct tnl_step *s = &p->steps.data[i - 1];
      if (s[0].run == s[1].run && s[1].more < UINT8_MAX && tnl_kernel_runs_more(s->run))
         s->more = (uint8_t)(s[1].more + 1);
   }
}

/** Why there is no program, in \p error. */
static struct tnl_program *
refuse(struct tnl_program *p, const char *why, char *error, size_t error_B)
{
   tnl_program_destroy(p);
   if (error_B)
      snprintf(error, error_B, "%s", why);
   return NULL;
}

struct tnl_program *
tnl_program_create(const struct ir_shader *ir, char *error, size_t error_B)
{
   static uint64_t serial;
   struct tnl_program *p = calloc(1, sizeof *p);
   struct ir_shader *copy =
      ir_shader_clone(ir); /* walking a shader and finding definitions want one to change */
   struct build b = {.p = p, .ir = copy};
   if (!p || !copy || !ir_defs_init(&b.defs, copy)) {
      ir_shader_destroy(copy);
      return refuse(p, "out of memory", error, error_B);
   }
   p->serial = __atomic_add_fetch(&serial, 1, __ATOMIC_RELAXED);
   p->vertex_id_row = p->instance_id_row = TNL_NO_ROW;
   p->float_ints = copy->float_ints;
   memset(p->fetch_row, 0xFF, sizeof p->fetch_row);
   _Static_assert(TNL_NO_ROW == UINT32_MAX, "all bits");
   b.row = calloc(copy->num_values + 1, sizeof *b.row);
   b.last_read = calloc(copy->num_values + 1, sizeof *b.last_read);
   b.out_of_memory = !b.row || !b.last_read;
   const bool known = !b.out_of_memory && add_all(&b, copy);
   ir_defs_fini(&b.defs);
   ir_shader_destroy(copy);
   free(b.row);
   free(b.last_read);
   u_vec_fini(&b.idle);
   if (b.out_of_memory)
      return refuse(p, "out of memory", error, error_B);
   if (!known)
      return refuse(p, b.why, error, error_B);
   group_steps(p);
   return p;
}

void
tnl_program_destroy(struct tnl_program *p)
{
   if (!p)
      return;
   u_vec_fini(&p->steps);
   u_vec_fini(&p->constants);
   u_vec_fini(&p->uniforms);
   u_vec_fini(&p->stores);
   free(p);
}
