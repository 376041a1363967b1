/* SPDX-License-Identifier: MIT
 *
 * Structured control flow -> CF instructions, with the branch stack's depth.
 *
 * Forms (ISA notes, "Control flow semantics"):
 *   if:    ALU_PUSH_BEFORE {.. PRED_SET}, JUMP to the ELSE (pop 0) or behind the POP (pop 1), then-part,
 *          ELSE to behind the POP (pop 1), else-part, POP 1. A POP right behind an ALU clause of the same arm
 *          becomes ALU_POP_AFTER.
 *   loop:  LOOP_START_DX10 to behind LOOP_END, body, LOOP_END to behind LOOP_START; BREAK and CONTINUE jump
 * to LOOP_END. An if that does nothing but leave the loop is ALU_BREAK or ALU_CONTINUE {.. PRED_SET of who
 * stays} where the chip has them right (no branch stack, no POP), and a JUMP to LOOP_END if nobody stays.
 * Stack elements and the ALU_PUSH_BEFORE faults: "Stack allocation" and "Hardware bugs in this
 * area".
 */
#include "compiler/terascale/emit/cf.h"

#include <assert.h>

#include "util/u_math.h"

#define MAX_DEPTH 512

struct frame {
   bool loop;
   uint32_t start;  /* JUMP or LOOP_START */
   uint32_t other;  /* ELSE; VLIW_NO_TARGET = none */
   uint32_t breaks; /* first jump of the loop, chained through cf.target until LOOP_END is known */
};

struct cfb {
   struct vliw_ctx *c;
   vliw_cf_list *cf;
   unsigned depth, loops, pushes;
   unsigned max_elements;
   uint32_t end_is_target; /* a jump already leads to this CF index */
   struct frame frame[MAX_DEPTH];
};

static uint32_t
push(struct cfb *b, enum db_cf_op op)
{
   struct vliw_cf cf = {.op = (uint8_t)op, .target = VLIW_NO_TARGET};
   if (!u_vec_push(b->cf, cf)) {
      vliw_out_of_memory(b->c);
      return 0; /* there is room for one: vliw_cf_build */
   }
   return (uint32_t)b->cf->count - 1;
}

/** Stack elements in use with the present nesting. */
static unsigned
elements(const struct cfb *b)
{
   const struct vliw_target *t = &b->c->t;
   unsigned e = b->loops * t->chip->stack_entry_elements + b->pushes;
   if (t->gen == DB_CAYMAN)
      e += 2;
   if (b->pushes)
      e += t->gen <= DB_R700 ? 2 : 1;
   return e;
}

static void
note_depth(struct cfb *b)
{
   b->max_elements = MAX2(b->max_elements, elements(b));
}

/** Must the push be an instruction of its own? Asked before the push is counted. */
static bool
separate_push(const struct cfb *b)
{
   const struct terascale_chip *chip = b->c->t.chip;
   if (chip->alu_push_before_nested_bug)
      return b->loops > 1;
   if (!chip->alu_push_before_bug)
      return false;
   unsigned width = chip->stack_entry_elements;
   assert(width);
   unsigned e = b->loops * width + b->pushes;
   return e && (e % width == 0 || (e - 1) % width == 0);
}

static enum db_cf_op
clause_op(const struct vliw_ctx *c, const struct vliw_clause *cl)
{
   switch ((enum vliw_clause_kind)cl->kind) {
   case VLIW_CLAUSE_ALU:
      return DB_CF_ALU;
   case VLIW_CLAUSE_TEX:
      return DB_CF_TEX;
   case VLIW_CLAUSE_MEM:
      return DB_CF_MEM_SCRATCH;
   case VLIW_CLAUSE_VTX:
      break;
   }
   if (c->t.gen == DB_CAYMAN || (c->t.gen == DB_EVERGREEN && !c->t.chip->vertex_cache))
      return DB_CF_TEX;
   return c->t.chip->vertex_cache ? DB_CF_VTX : DB_CF_VTX_TC;
}

static bool
reads_scratch(const struct vliw_clause *cl)
{
   for (size_t i = 0; i < cl->fetches.count; i++)
      if (cl->kind == VLIW_CLAUSE_VTX && cl->fetches.data[i]->mem_object != VLIW_NONE)
         return true;
   return false;
}

/** Is node \p n an if of which one arm is empty and the other one jumps and nothing else? Then the CF
 * operation that does both, else -1. */
static int
leaving_if(const struct cfb *b, size_t n)
{
   static const uint8_t shape[] = {VLIW_NODE_IF,    VLIW_NODE_BLOCK, VLIW_NODE_ELSE,
                                   VLIW_NODE_BLOCK, VLIW_NODE_BREAK, VLIW_NODE_ENDIF};
   const struct vliw_ctx *c = b->c;
   if (!c->t.alu_break || n + 6 > c->nodes.count)
      return -1;
   const struct vliw_node *node = &c->nodes.data[n];
   bool continues = node[4].kind == VLIW_NODE_CONTINUE;
   for (unsigned i = 0; i < 6; i++)
      if (node[i].kind != (i == 4 && continues ? VLIW_NODE_CONTINUE : shape[i]) ||
          (shape[i] == VLIW_NODE_BLOCK && c->blocks.data[node[i].block]->clauses.count))
         return -1;
   return continues ? DB_CF_ALU_CONTINUE : DB_CF_ALU_BREAK;
}

static void
block(struct cfb *b, struct vliw_block *blk, int leave)
{
   for (size_t i = 0; i < blk->clauses.count; i++) {
      struct vliw_clause *cl = blk->clauses.data[i];
      if (cl->kind == VLIW_CLAUSE_MEM) {
         uint32_t p = push(b, DB_CF_MEM_SCRATCH);
         assert(cl->fetches.count == 1);
         b->cf->data[p].mem = cl->fetches.data[0];
         continue;
      }
      if (reads_scratch(cl)) /* the fetch path does not see writes that are still under way */
         push(b, DB_CF_WAIT_ACK);
      if (cl->pred && leave >= 0) {
         uint32_t p = push(b, (enum db_cf_op)leave);
         b->cf->data[p].clause = cl;
      } else if (cl->pred && separate_push(b)) {
         uint32_t p = push(b, DB_CF_PUSH);
         b->cf->data[p].target = p + 1;
         p = push(b, DB_CF_ALU);
         b->cf->data[p].clause = cl;
      } else {
         uint32_t p = push(b, cl->pred ? DB_CF_ALU_PUSH_BEFORE : clause_op(b->c, cl));
         b->cf->data[p].clause = cl;
      }
   }
}

static struct frame *
enter(struct cfb *b, bool loop)
{
   assert(b->depth <= MAX_DEPTH);
   if (b->depth == MAX_DEPTH) {
      vliw_fail(b->c, "control flow is nested more than %d deep", MAX_DEPTH);
      b->depth--;
   }
   struct frame *f = &b->frame[b->depth++];
   *f = (struct frame){.loop = loop, .other = VLIW_NO_TARGET, .breaks = VLIW_NO_TARGET};
   if (loop)
      b->loops++;
   else
      b->pushes++;
   note_depth(b);
   return f;
}

static void
end_if(struct cfb *b)
{
   assert(b->depth && !b->frame[b->depth - 1].loop && b->pushes);
   struct frame *f = &b->frame[--b->depth];
   struct vliw_cf *cf = b->cf->data;
   assert(cf[f->start].op == DB_CF_JUMP);
   uint32_t last = (uint32_t)b->cf->count - 1;
   b->pushes--;
   if (f->other == last) { /* an empty else-list */
      b->cf->count--;
      last--;
      f->other = VLIW_NO_TARGET;
   }
   if (last == f->start && f->other == VLIW_NO_TARGET) {
      /* both arms are empty: the JUMP is of no use, the POP is */
      b->cf->data[f->start].op = DB_CF_POP;
      b->cf->data[f->start].pop = 1;
      b->cf->data[f->start].target = f->start + 1;
      return;
   }
   uint32_t arm = f->other == VLIW_NO_TARGET ? f->start : f->other;
   if (last > arm && cf[last].op == DB_CF_ALU && b->end_is_target != last + 1) {
      cf[last].op = DB_CF_ALU_POP_AFTER;
   } else {
      uint32_t p = push(b, DB_CF_POP);
      cf = b->cf->data;
      cf[p].pop = 1;
      cf[p].target = p + 1;
   }
   uint32_t end = (uint32_t)b->cf->count;
   if (f->other == VLIW_NO_TARGET) {
      cf[f->start].target = end;
      cf[f->start].pop = 1;
   } else {
      cf[f->start].target = f->other;
      cf[f->other].target = end;
      cf[f->other].pop = 1;
   }
   b->end_is_target = end;
}

static void
end_loop(struct cfb *b)
{
   assert(b->depth && b->frame[b->depth - 1].loop && b->loops);
   struct frame *f = &b->frame[--b->depth];
   b->loops--;
   uint32_t end = push(b, DB_CF_LOOP_END);
   struct vliw_cf *cf = b->cf->data;
   cf[end].target = f->start + 1;
   cf[f->start].target = end + 1;
   for (uint32_t j = f->breaks; j != VLIW_NO_TARGET;) {
      uint32_t next = cf[j].target;
      assert(j > f->start && j < end);
      cf[j].target = end;
      j = next;
   }
}

static void
loop_jump(struct cfb *b, enum db_cf_op op)
{
   uint32_t j = push(b, op);
   for (unsigned d = b->depth; d-- > 0;) {
      if (!b->frame[d].loop)
         continue;
      b->cf->data[j].target = b->frame[d].breaks;
      b->frame[d].breaks = j;
      return;
   }
   vliw_fail(b->c, "internal: a jump outside a loop");
}

static enum db_cf_op
stream_op(const struct vliw_ctx *c, unsigned buffer)
{
   static const enum db_cf_op r6[4] = {DB_CF_MEM_STREAM0, DB_CF_MEM_STREAM1, DB_CF_MEM_STREAM2,
                                       DB_CF_MEM_STREAM3};
   static const enum db_cf_op eg[4] = {DB_CF_MEM_STREAM0_BUF0, DB_CF_MEM_STREAM0_BUF1, DB_CF_MEM_STREAM0_BUF2,
                                       DB_CF_MEM_STREAM0_BUF3};
   assert(buffer < 4);
   return (c->t.gen >= DB_EVERGREEN ? eg : r6)[buffer];
}

static void
exports(struct cfb *b)
{
   struct vliw_ctx *c = b->c;
   int last[VLIW_EXPORT_TYPES] = {-1, -1, -1, -1};
   for (size_t i = 0; i < c->exports.count; i++)
      last[c->exports.data[i].type] = (int)i;
   for (size_t i = 0; i < c->exports.count; i++) {
      struct vliw_export *e = &c->exports.data[i];
      uint32_t p = push(b, e->type == VLIW_EXPORT_STREAM ? stream_op(c, e->buffer)
                           : last[e->type] == (int)i     ? DB_CF_EXPORT_DONE
                                                         : DB_CF_EXPORT);
      b->cf->data[p].export = e;
   }
}

static unsigned
max_entries(const struct vliw_target *t, enum ir_stage stage)
{
   unsigned share = t->chip->stack_split[stage == IR_VERTEX ? DB_STAGE_VS : DB_STAGE_PS];
   return MIN2(t->gen == DB_CAYMAN ? t->chip->max_stack_entries : share, 255u);
}

bool
vliw_limit_nesting(const struct ir_shader *s, const struct terascale_chip *chip, struct ir_shader **flat)
{
   struct vliw_target t;
   vliw_target_init(&t, chip, (enum ir_stage)s->stage);
   const struct ir_nesting cost = {.branch = 1, .loop = chip->stack_entry_elements};
   unsigned reserved = (t.gen == DB_CAYMAN ? 2 : 0) + (t.gen <= DB_R700 ? 2 : 1); /* see elements() */
   unsigned budget = MIN2(max_entries(&t, (enum ir_stage)s->stage) * 4 - reserved, MAX_DEPTH);
   if (ir_nesting_need(s, cost) <= budget)
      return true;
   *flat = ir_shader_clone(s);
   if (*flat)
      ir_limit_nesting(*flat, cost, budget);
   return *flat && !(*flat)->arena.out_of_memory;
}

void
vliw_cf_build(struct vliw_ctx *c, vliw_cf_list *cf)
{
   struct cfb b; /* frames are cleared as they are entered */
   memset(&b, 0, offsetof(struct cfb, frame));
   b.c = c;
   b.cf = cf;
   b.end_is_target = VLIW_NO_TARGET;
   if (!u_vec_reserve(cf, 1)) {
      vliw_out_of_memory(c);
      return;
   }
   if (c->ir->stage == IR_VERTEX)
      push(&b, DB_CF_CALL_FS);
   for (size_t n = 0; n < c->nodes.count && !c->failed; n++) {
      const struct vliw_node *node = &c->nodes.data[n];
      struct frame *f;
      switch ((enum vliw_node_kind)node->kind) {
      case VLIW_NODE_BLOCK: {
         int leave = leaving_if(&b, n + 1);
         block(&b, c->blocks.data[node->block], leave);
         if (leave < 0)
            break;
         n += 6;
         /* nobody left: on to the end, unless that is next or others wait for the end of an if */
         const struct vliw_node *next = n + 2 < c->nodes.count ? &c->nodes.data[n + 1] : NULL;
         bool at_end = next && next->kind == VLIW_NODE_BLOCK && !c->blocks.data[next->block]->clauses.count &&
                       next[1].kind == VLIW_NODE_ENDLOOP;
         if (b.depth && b.frame[b.depth - 1].loop && !at_end)
            loop_jump(&b, DB_CF_JUMP);
         break;
      }
      case VLIW_NODE_IF:
         f = enter(&b, false);
         f->start = push(&b, DB_CF_JUMP);
         break;
      case VLIW_NODE_ELSE:
         if (b.depth)
            b.frame[b.depth - 1].other = push(&b, DB_CF_ELSE);
         break;
      case VLIW_NODE_ENDIF:
         end_if(&b);
         break;
      case VLIW_NODE_LOOP:
         f = enter(&b, true);
         f->start = push(&b, DB_CF_LOOP_START_DX10);
         break;
      case VLIW_NODE_ENDLOOP:
         end_loop(&b);
         break;
      case VLIW_NODE_BREAK:
         loop_jump(&b, DB_CF_LOOP_BREAK);
         break;
      case VLIW_NODE_CONTINUE:
         loop_jump(&b, DB_CF_LOOP_CONTINUE);
         break;
      }
   }
   assert(c->failed || (!b.depth && !b.loops && !b.pushes));
   exports(&b);
   if (c->t.end_instr)
      push(&b, DB_CF_CF_END);
   else
      b.cf->data[b.cf->count - 1].eop = true;
   unsigned size = DIV_ROUND_UP(b.max_elements, 4);
   if (c->ir->stage == IR_VERTEX)
      size = MAX2(size, 1); /* CALL_FS */
   unsigned most = max_entries(&c->t, (enum ir_stage)c->ir->stage);
   if (size > most) /* vliw_limit_nesting comes before */
      vliw_fail(c, "internal: branches and loops need a stack of %u entries, there are %u", size, most);
   c->out->stack_size = (uint8_t)MIN2(size, 255u);
}
