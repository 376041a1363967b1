/* SPDX-License-Identifier: MIT
 *
 * Kinds of values (core/types.h). Moves, phis, selects and variables tie values into classes (union-find); an
 * opcode that reads or makes a float, int or bool says so of the class. What no opcode tells, as of a value
 * that is only copied, is called a float, whose bits no pass changes. All elements of a variable are of one
 * kind per component: the front end makes a variable of each member of a structure.
 */
#include "compiler/ir/core/types.h"

#include <assert.h>
#include <stdlib.h>

#include "compiler/ir/core/util.h"

struct infer {
   struct ir_types *t;
   struct ir_shader *s;
   const struct ir_instr *in;
};

static uint32_t
root(const struct ir_types *t, uint32_t k)
{
   assert(k < t->num);
   while (t->parent[k] != k)
      k = t->parent[k] = t->parent[t->parent[k]];
   return k;
}

static void
conflict(struct infer *f, uint32_t key)
{
   static const char *const names[] = {"nothing", "a float", "an int", "a bool"};
   static_assert(IR_TYPE_NONE == 0 && IR_TYPE_FLOAT == 1 && IR_TYPE_INT == 2 && IR_TYPE_BOOL == 3,
                 "names of kinds");
   if (!f->t->conflict)
      ir_refuse(f->s, "value %u is %s and, in %s, something else", key, names[f->t->type[root(f->t, key)]],
                f->in ? ir_op_infos[f->in->op].name : "a condition");
   f->t->conflict = true;
}

static void
constrain(struct infer *f, uint32_t key, enum ir_type type)
{
   assert(type != IR_TYPE_NONE);
   uint32_t r = root(f->t, key);
   if (f->t->type[r] == IR_TYPE_NONE)
      f->t->type[r] = (uint8_t)type;
   else if (f->t->type[r] != type)
      conflict(f, key);
}

static void
constrain_src(struct infer *f, const struct ir_src *s, enum ir_type type)
{
   if (s->kind == IR_SRC_SSA)
      constrain(f, s->bits, type);
}

static void
unite(struct infer *f, uint32_t a, uint32_t b)
{
   uint32_t ra = root(f->t, a), rb = root(f->t, b);
   if (ra == rb)
      return;
   if (f->t->type[ra] && f->t->type[rb] && f->t->type[ra] != f->t->type[rb]) {
      conflict(f, a);
      return;
   }
   f->t->type[rb] |= f->t->type[ra];
   f->t->parent[ra] = rb;
   f->t->parent[a] = rb;
}

static void
unite_src(struct infer *f, uint32_t key, const struct ir_src *s)
{
   if (s->kind == IR_SRC_SSA)
      unite(f, key, s->bits);
}

/** Variables, uniforms, inputs: what memory instructions tell. */
static void
infer_storage(struct infer *f, const struct ir_instr *in)
{
   if (in->indirect)
      constrain_src(f, &in->src[in->nsrc - 1], f->s->float_ints ? IR_TYPE_FLOAT : IR_TYPE_INT);
   for (size_t i = 0; in->op == IR_LOAD_UNIFORM && i < f->s->int_uniforms.count; i++) {
      const struct ir_int_uniforms *u = &f->s->int_uniforms.data[i];
      for (unsigned k = 0; (uint32_t)in->index - u->slot < u->count && k < in->ndst; k++)
         constrain(f, in->dst + k,
                   u->are_bools       ? IR_TYPE_BOOL
                   : f->s->float_ints ? IR_TYPE_FLOAT
                                      : IR_TYPE_INT);
   }
   assert(!in->var || (in->var->id < f->s->vars.count &&
                       (in->op != IR_LOAD_VAR || in->comp + in->ndst <= in->var->ncomp)));
   if (in->op == IR_LOAD_VAR)
      for (unsigned k = 0; k < in->ndst; k++)
         unite(f, in->dst + k, f->t->var[in->var->id] + in->comp + k);
   unsigned n = 0;
   for (unsigned k = 0; in->op == IR_STORE_VAR && k < in->var->ncomp; k++)
      if (in->writemask >> k & 1)
         unite_src(f, f->t->var[in->var->id] + k, &in->src[n++]);
   if (in->op == IR_LOAD_INPUT || in->op == IR_LOAD_SYSVAL) {
      bool face = in->op == IR_LOAD_INPUT && f->s->inputs.data[in->index].semantic == IR_SEM_FACE;
      for (unsigned k = 0; k < in->ndst; k++)
         constrain(f, in->dst + k,
                   face                                            ? IR_TYPE_BOOL
                   : in->op == IR_LOAD_SYSVAL && !f->s->float_ints ? IR_TYPE_INT
                                                                   : IR_TYPE_FLOAT);
   }
   if (in->op == IR_STORE_OUTPUT)
      constrain_src(f, &in->src[0], IR_TYPE_FLOAT);
}

/* What operations read and make; those that are not listed read and make floats. */
static const struct {
   uint8_t srcs, dst;
} kinds[IR_OP_COUNT] = {
   [IR_FLT] = {IR_TYPE_FLOAT, IR_TYPE_BOOL },
     [IR_FGE] = {IR_TYPE_FLOAT, IR_TYPE_BOOL },
   [IR_FEQ] = {IR_TYPE_FLOAT, IR_TYPE_BOOL },
     [IR_FNE] = {IR_TYPE_FLOAT, IR_TYPE_BOOL },
   [IR_FSLT] = {IR_TYPE_FLOAT, IR_TYPE_BOOL },
     [IR_FSGE] = {IR_TYPE_FLOAT, IR_TYPE_BOOL },
   [IR_FSEQ] = {IR_TYPE_FLOAT, IR_TYPE_BOOL },
     [IR_FSNE] = {IR_TYPE_FLOAT, IR_TYPE_BOOL },
   [IR_IADD] = {IR_TYPE_INT,   IR_TYPE_INT  },
     [IR_ISUB] = {IR_TYPE_INT,   IR_TYPE_INT  },
   [IR_IMUL] = {IR_TYPE_INT,   IR_TYPE_INT  },
     [IR_IDIV] = {IR_TYPE_INT,   IR_TYPE_INT  },
   [IR_INEG] = {IR_TYPE_INT,   IR_TYPE_INT  },
     [IR_IMIN] = {IR_TYPE_INT,   IR_TYPE_INT  },
   [IR_IMAX] = {IR_TYPE_INT,   IR_TYPE_INT  },
     [IR_ISHL] = {IR_TYPE_INT,   IR_TYPE_INT  },
   [IR_ISHR] = {IR_TYPE_INT,   IR_TYPE_INT  },
     [IR_USHR] = {IR_TYPE_INT,   IR_TYPE_INT  },
   [IR_ILT] = {IR_TYPE_INT,   IR_TYPE_BOOL },
     [IR_IGE] = {IR_TYPE_INT,   IR_TYPE_BOOL },
   [IR_IEQ] = {IR_TYPE_NONE,  IR_TYPE_BOOL },
     [IR_INE] = {IR_TYPE_NONE,  IR_TYPE_BOOL },
   [IR_ULT] = {IR_TYPE_INT,   IR_TYPE_BOOL },
     [IR_UGE] = {IR_TYPE_INT,   IR_TYPE_BOOL },
   [IR_UMIN] = {IR_TYPE_INT,   IR_TYPE_INT  },
     [IR_UMAX] = {IR_TYPE_INT,   IR_TYPE_INT  },
   [IR_UMULH] = {IR_TYPE_INT,   IR_TYPE_INT  },
     [IR_UDIV] = {IR_TYPE_INT,   IR_TYPE_INT  },
   [IR_UMOD] = {IR_TYPE_INT,   IR_TYPE_INT  },
     [IR_F2U] = {IR_TYPE_FLOAT, IR_TYPE_INT  },
   [IR_U2F] = {IR_TYPE_INT,   IR_TYPE_FLOAT},
     [IR_F2I] = {IR_TYPE_FLOAT, IR_TYPE_INT  },
   [IR_I2F] = {IR_TYPE_INT,   IR_TYPE_FLOAT},
     [IR_DISCARD_IF] = {IR_TYPE_BOOL,  IR_TYPE_NONE },
};

static void
infer_by_table(struct infer *f, const struct ir_instr *in)
{
   bool listed = kinds[in->op].srcs || kinds[in->op].dst;
   enum ir_type srcs = listed ? (enum ir_type)kinds[in->op].srcs : IR_TYPE_FLOAT;
   enum ir_type dst = listed ? (enum ir_type)kinds[in->op].dst : IR_TYPE_FLOAT;
   for (unsigned k = 0; srcs && k < in->nsrc; k++)
      constrain_src(f, &in->src[k], srcs);
   for (unsigned k = 0; dst && k < in->ndst; k++)
      constrain(f, in->dst + k, dst);
}

/** All sources from \p first on and the result are of one kind. */
static void
unite_all(struct infer *f, const struct ir_instr *in, unsigned first)
{
   for (unsigned k = first; k < in->nsrc; k++)
      unite_src(f, in->dst, &in->src[k]);
}

static void
infer_instr(struct infer *f, const struct ir_instr *in)
{
   f->in = in;
   switch ((enum ir_op)in->op) {
   case IR_MOV:
      if (in->sat || in->src[0].neg || in->src[0].abs)
         infer_by_table(f, in);
      else
         unite_all(f, in, 0);
      break;
   case IR_CSEL:
      constrain_src(f, &in->src[0], IR_TYPE_BOOL);
      unite_all(f, in, 1);
      break;
   case IR_IEQ:
   case IR_INE:
      infer_by_table(f, in);
      if (in->src[0].kind == IR_SRC_SSA)
         unite_src(f, in->src[0].bits, &in->src[1]);
      break;
   case IR_IAND:
      if (in->src[0].kind == IR_SRC_IMM || in->src[1].kind == IR_SRC_IMM)
         break; /* a bool that selects a number: infer_masks */
      unite_all(f, in, 0);
      break;
   case IR_PHI:
   case IR_INOT:
   case IR_IOR:
   case IR_IXOR:
      unite_all(f, in, 0);
      break;
   case IR_LOAD_VAR:
   case IR_STORE_VAR:
   case IR_LOAD_UNIFORM:
   case IR_LOAD_BLOCK:
   case IR_LOAD_INPUT:
   case IR_LOAD_SYSVAL:
   case IR_STORE_OUTPUT:
      infer_storage(f, in);
      break;
   default:
      infer_by_table(f, in);
      break;
   }
}

static enum ir_type
known(const struct ir_types *t, const struct ir_src *s)
{
   return s->kind == IR_SRC_SSA ? (enum ir_type)t->type[root(t, s->bits)] : IR_TYPE_NONE;
}

/** Kinds that follow from the rest: the operand of a mask is a bool unless it is known to be an int, what the
 * mask selects is what the constant looks like. */
static void
infer_masks(struct infer *f, const struct ir_instr *in)
{
   f->in = in;
   bool logic = in->op == IR_IAND || in->op == IR_IOR || in->op == IR_IXOR || in->op == IR_INOT;
   if (!logic)
      return;
   const struct ir_src *imm = in->src[0].kind == IR_SRC_IMM ? &in->src[0] : in->nsrc > 1 ? &in->src[1] : NULL;
   if (in->op != IR_IAND || imm->kind != IR_SRC_IMM) {
      if (f->t->type[root(f->t, in->dst)] == IR_TYPE_NONE)
         constrain(f, in->dst, IR_TYPE_BOOL);
      return;
   }
   const struct ir_src *x = imm == &in->src[0] ? &in->src[1] : &in->src[0];
   bool is_int = known(f->t, x) == IR_TYPE_INT;
   constrain_src(f, x, is_int ? IR_TYPE_INT : IR_TYPE_BOOL);
   if (is_int)
      constrain(f, in->dst, IR_TYPE_INT);
   else if (f->t->type[root(f->t, in->dst)] == IR_TYPE_NONE)
      constrain(f, in->dst, imm->bits == 1 ? IR_TYPE_INT : imm->bits == ~0u ? IR_TYPE_BOOL : IR_TYPE_FLOAT);
}

/** What is only compared for equality is an int, or a bool where another pass has made ints floats. */
static void
infer_equal(struct infer *f, const struct ir_instr *in)
{
   f->in = in;
   if ((in->op == IR_IEQ || in->op == IR_INE) && !known(f->t, &in->src[0]) && !known(f->t, &in->src[1]))
      for (unsigned k = 0; k < 2; k++)
         constrain_src(f, &in->src[k], f->s->float_ints ? IR_TYPE_BOOL : IR_TYPE_INT);
}

static void
each_instr(struct infer *f, void (*tell)(struct infer *, const struct ir_instr *))
{
   for (struct ir_node *n = ir_first_node(f->s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         tell(f, n->block->instrs.data[i]);
}

bool
ir_types_init(struct ir_types *t, struct ir_shader *s)
{
   *t = (struct ir_types){.num = s->num_values};
   t->var = calloc(s->vars.count + 1, sizeof *t->var);
   for (size_t i = 0; t->var && i < s->vars.count; i++) {
      t->var[i] = t->num;
      t->num += s->vars.data[i]->ncomp;
   }
   t->parent = malloc((t->num + 1) * sizeof *t->parent);
   t->type = calloc(t->num + 1, 1);
   if (!t->var || !t->parent || !t->type) {
      ir_types_fini(t);
      s->arena.out_of_memory = true;
      return false;
   }
   for (uint32_t i = 0; i < t->num; i++)
      t->parent[i] = i;
   struct infer f = {t, s, NULL};
   each_instr(&f, infer_instr);
   f.in = NULL;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      if (n->kind == IR_NODE_IF)
         constrain_src(&f, &n->cond, IR_TYPE_BOOL);
   each_instr(&f, infer_masks);
   each_instr(&f, infer_equal);
   if (t->conflict) {
      ir_types_fini(t);
      return false;
   }
   return true;
}

void
ir_types_fini(struct ir_types *t)
{
   free(t->parent);
   free(t->type);
   free(t->var);
   *t = (struct ir_types){.conflict = t->conflict};
}

static enum ir_type
type_of_key(const struct ir_types *t, uint32_t key)
{
   assert(t->parent && !t->conflict);
   /* values made since are results of the pass that asks */
   enum ir_type type = key < t->num ? (enum ir_type)t->type[root(t, key)] : IR_TYPE_FLOAT;
   return type ? type : IR_TYPE_FLOAT;
}

enum ir_type
ir_type_of(const struct ir_types *t, uint32_t value)
{
   return type_of_key(t, value);
}

enum ir_type
ir_type_of_var(const struct ir_types *t, const struct ir_var *v, unsigned comp)
{
   assert(comp < v->ncomp);
   return type_of_key(t, t->var[v->id] + comp);
}

enum ir_type
ir_type_compared(const struct ir_types *t, const struct ir_instr *in)
{
   assert(in->op == IR_IEQ || in->op == IR_INE);
   for (unsigned k = 0; k < 2; k++)
      if (in->src[k].kind == IR_SRC_SSA)
         return ir_type_of(t, in->src[k].bits);
   return IR_TYPE_INT;
}
