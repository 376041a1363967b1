/* SPDX-License-Identifier: MIT
 *
 * The last word of the pipeline: does a shader say only what its target has (ir/target.h)? What is found here and
 * could have been lowered is a mistake of a pass; what could not is the reason why the shader is refused.
 */
#include "compiler/ir/ir.h"
#include "compiler/ir/core/util.h"
#include "compiler/ir/lower/jumps.h"
#include "compiler/ir/target.h"

#include <stdarg.h>

void
ir_refuse(struct ir_shader *s, const char *fmt, ...)
{
   char text[200];
   if (s->refused)
      return;
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(text, sizeof text, fmt, ap);
   va_end(ap);
   s->refused = u_arena_strdup(&s->arena, text);
}

/** The fact of the target that an instruction goes against; NULL: none. */
static const char *
lacks(const struct ir_target *t, const struct ir_target_stage *st, const struct ir_instr *in)
{
   switch ((enum ir_op)in->op) {
   case IR_IADD:
   case IR_ISUB:
   case IR_IMUL:
   case IR_INEG:
   case IR_IMIN:
   case IR_IMAX:
   case IR_ISHL:
   case IR_ISHR:
   case IR_USHR:
   case IR_ILT:
   case IR_IGE:
   case IR_F2I:
   case IR_I2F:
   case IR_F2U:
   case IR_U2F:
   case IR_ULT:
   case IR_UGE:
   case IR_UMIN:
   case IR_UMAX:
   case IR_UMULH:
      return t->integers ? NULL : "integers";
   case IR_IDIV:
   case IR_UDIV:
   case IR_UMOD:
      return t->integers && t->idiv ? NULL : "integer division";
   case IR_IAND:
   case IR_IOR:
   case IR_IXOR:
   case IR_INOT:
   case IR_IEQ:
   case IR_INE: /* of bools at least */
      return t->integers || t->bools == IR_BOOL_MASK ? NULL : "integers";
   case IR_FLT:
   case IR_FGE:
   case IR_FEQ:
   case IR_FNE:
      return t->bools == IR_BOOL_MASK ? NULL : "bools of bits";
   case IR_FSLT:
   case IR_FSGE:
   case IR_FSEQ:
   case IR_FSNE:
      return t->bools == IR_BOOL_FLOAT ? NULL : "bools as floats";
   case IR_FMAD:
      return t->mad == IR_MAD_SEPARATE ? NULL : "multiplication and addition with two roundings";
   case IR_FFMA:
      return t->mad == IR_MAD_FUSED ? NULL : "multiplication and addition with one rounding";
   case IR_FDOT4:
      return t->dot4 ? NULL : "dot products";
   case IR_FSIN:
   case IR_FCOS:
      return t->trig == IR_TRIG_ANY ? NULL : "sine of any angle";
   case IR_FSIN_TURN:
   case IR_FCOS_TURN:
      return t->trig == IR_TRIG_TURNS ? NULL : "sine of turns";
   case IR_LOAD_VAR:
   case IR_STORE_VAR:
      return st->indirect_vars || !in->indirect ? NULL : "dynamic elements of variables";
   case IR_LOAD_UNIFORM:
      return st->indirect_uniforms || !in->indirect ? NULL : "dynamic elements of uniforms";
   case IR_LOAD_BLOCK:
      return in->buffer <= st->max_blocks ? NULL : "so many uniform blocks";
   case IR_TEX:
      return t->integers || (in->tex.op <= IR_TEX_GRAD && in->tex.target <= IR_TEX_2D_SHADOW)
                ? NULL
                : "such textures";
   default:
      return NULL;
   }
}

static bool
is_exit(const struct ir_node *n)
{
   return ir_list_jump(&n->then_list) || ir_list_jump(&n->else_list);
}

static void
check_rolled(struct ir_shader *s, const struct ir_node *loop)
{
   const unsigned max = s->target->stage[s->stage].rolled_loops;
   unsigned depth = 1;
   for (const struct ir_node *n = loop->parent; n; n = n->parent)
      depth += n->kind == IR_NODE_LOOP;
   if (!max)
      ir_refuse(s, "a loop, which %s does not have", s->target->name);
   else if (depth > max)
      ir_refuse(s, "%u loops in one another; %s has %u levels", depth, s->target->name, max);
   else if (!ir_is_rolled(loop))
      ir_refuse(s, "a loop with several exits, which %s does not have", s->target->name);
}

bool
ir_conforms(struct ir_shader *s)
{
   const struct ir_target *t = s->target;
   const struct ir_target_stage *st = &t->stage[s->stage];
   uint32_t textures = 0;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_LOOP && !st->loops)
         check_rolled(s, n);
      if (n->kind == IR_NODE_IF && !st->branches && !(is_exit(n) ? st->rolled_loops : st->branch_weight))
         ir_refuse(s, "a branch, which %s does not have", t->name);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         const char *what = lacks(t, st, in);
         if (what)
            ir_refuse(s, "%s: %s does not have %s (line %u)", ir_op_infos[in->op].name, t->name, what,
                      in->line);
         textures += in->op == IR_TEX;
      }
   }
   if (textures > st->max_tex_instrs)
      ir_refuse(s, "%u texture instructions; %s has %u", textures, t->name, st->max_tex_instrs);
   if (s->num_uniform_slots > st->max_uniform_slots)
      ir_refuse(s, "%u vectors of uniforms; %s has %u", s->num_uniform_slots, t->name, st->max_uniform_slots);
   return !s->refused;
}
