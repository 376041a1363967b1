/* SPDX-License-Identifier: MIT
 *
 * Validator of finished programs: control flow, stack, exports, clause bounds. ALU groups and fetches are in
 * validate/alu.c. It starts from the bytes and shares with the compiler nothing but the word decoders,
 * so that a wrong assumption of the scheduler shows. The rules are those of the ISA notes.
 */
#include "isa/terascale/validate_priv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

#define MAX_DEPTH 512

struct walk {
   struct vliw_check *c;
   struct vliw_w_cf *cf;
   uint32_t *depth; /* stack entries before each CF instruction, in program order */
   uint32_t n;      /* CF instructions */
   struct {
      bool loop;
      uint32_t start;
   } frame[MAX_DEPTH];
   uint32_t sp, loops, pushes;
   unsigned max_elements;
   bool foreign; /* control flow that this compiler never makes: the stack is not followed */
};

/** Finds the CF instructions: up to the one that ends the program. */
static bool
find_end(struct walk *w)
{
   struct vliw_check *c = w->c;
   for (uint32_t i = 0;; i++) {
      c->cf = i;
      if (2 * i + 2 > c->b->num_dw)
         return vliw_check_fail(c, "the program has no end");
      struct vliw_w_cf *cf = &w->cf[i];
      uint32_t back[2] = {0, 0};
      vliw_dec_cf(c->gen, c->b->dw + 2 * i, cf);
      if (cf->op < 0)
         return vliw_check_fail(c, "unknown CF instruction");
      vliw_enc_cf(c->gen, cf, back);
      if (c->b->compiled && memcmp(back, c->b->dw + 2 * i, 8))
         return vliw_check_fail(c, "reserved bits are set");
      if (c->b->compiled && !cf->barrier)
         return vliw_check_fail(c, "no barrier");
      w->n = i + 1;
      if (c->gen == DB_CAYMAN ? cf->op == DB_CF_CF_END : cf->eop)
         break;
   }
   const struct vliw_w_cf *last = &w->cf[w->n - 1];
   if (last->form == DB_CF_FORM_ALU || last->op == DB_CF_POP || last->op == DB_CF_LOOP_END)
      return vliw_check_fail(c, "%s cannot end a program", db_cf_info((enum db_cf_op)last->op)->name);
   return true;
}

static void
note_stack(struct walk *w)
{
   const struct vliw_check *c = w->c;
   unsigned e = w->loops * c->chip->stack_entry_elements + w->pushes;
   if (c->gen == DB_CAYMAN)
      e += 2;
   /* Evergreen is known to want the one more with loops beside the pushes, Cayman not to beside its two; this
    * compiler takes it everywhere */
   const bool one_more = c->b->compiled || (c->gen == DB_EVERGREEN && w->loops);
   if (w->pushes)
      e += c->gen <= DB_R700 ? 2 : one_more;
   w->max_elements = MAX2(w->max_elements, e);
}

static void
enter(struct walk *w, bool loop, uint32_t i)
{
   if (w->sp == MAX_DEPTH) {
      vliw_check_fail(w->c, "nesting too deep to check");
      return;
   }
   w->frame[w->sp].loop = loop;
   w->frame[w->sp].start = i;
   w->sp++;
   w->loops += loop;
   w->pushes += !loop;
   note_stack(w);
}

static void
leave(struct walk *w, unsigned n)
{
   while (n--) {
      if (!w->sp || w->frame[w->sp - 1].loop) {
         vliw_check_fail(w->c, "pops an entry that nobody pushed");
         return;
      }
      w->sp--;
      w->pushes--;
   }
}

/** The faults of ALU_PUSH_BEFORE (ISA notes, "Hardware bugs in this area"). */
static void
check_push_before(struct walk *w)
{
   struct vliw_check *c = w->c;
   unsigned width = c->chip->stack_entry_elements, e = w->loops * width + w->pushes;
   if (c->chip->alu_push_before_nested_bug && w->loops > 1)
      vliw_check_fail(c, "ALU_PUSH_BEFORE inside nested loops");
   if (c->chip->alu_push_before_bug && e && (e % width == 0 || (e - 1) % width == 0))
      vliw_check_fail(c, "ALU_PUSH_BEFORE with %u stack elements in use", e);
}

static void
clause_bounds(struct walk *w, const struct vliw_w_cf *cf)
{
   struct vliw_check *c = w->c;
   uint64_t at = (uint64_t)cf->addr * 2, n = (uint64_t)cf->count + 1;
   bool alu = cf->clause == DB_CLAUSE_ALU;
   unsigned max = alu ? 128 : c->gen == DB_R600 ? 8 : 16;
   if (at < 2 * (uint64_t)w->n || at + n * (alu ? 2 : 4) > c->b->num_dw)
      vliw_check_fail(c, "the clause lies outside the program");
   else if (n > max)
      vliw_check_fail(c, "%u entries in a clause, %u are allowed", (unsigned)n, max);
   else if (!alu && cf->addr % 2)
      vliw_check_fail(c, "the fetch clause is not 16-byte aligned");
}

static void
loop_end(struct walk *w, uint32_t i)
{
   struct vliw_check *c = w->c;
   if (!w->sp || !w->frame[w->sp - 1].loop) {
      vliw_check_fail(c, "LOOP_END without a loop");
      return;
   }
   uint32_t start = w->frame[--w->sp].start;
   w->loops--;
   if (w->cf[i].addr != start + 1)
      vliw_check_fail(c, "LOOP_END goes to %u, the loop's body starts at %u", w->cf[i].addr, start + 1);
   if (w->cf[start].addr != i + 1)
      vliw_check_fail(c, "LOOP_START skips to %u, the loop ends before %u", w->cf[start].addr, i + 1);
   for (uint32_t k = start + 1; k < i; k++) {
      const struct vliw_w_cf *j = &w->cf[k];
      bool leaves = j->op == DB_CF_LOOP_BREAK || j->op == DB_CF_LOOP_CONTINUE;
      if (leaves && j->addr > i)
         vliw_check_fail(c, "the jump at %u leaves two loops", k);
   }
}

static void
check_scratch(struct vliw_check *c, const struct vliw_w_cf *cf)
{
   unsigned first = cf->array_base, last = cf->type & 1 ? first + cf->array_size : first + cf->burst;
   if (last >= c->b->scratch_B / 16)
      vliw_check_fail(c, "scratch vec4 %u is used, %u are allocated", last, c->b->scratch_B / 16);
   if (!cf->comp_mask || cf->elem_size != 3)
      vliw_check_fail(c, "a scratch access of mask %u, element size %u", cf->comp_mask, cf->elem_size);
   vliw_check_gpr(c, cf->gpr, false);
   if (cf->type & 1)
      vliw_check_gpr(c, cf->index_gpr, false);
}

/** Stream-out, by which vertex shaders alone write. */
static void
check_stream(struct walk *w, const struct vliw_w_cf *cf)
{
   struct vliw_check *c = w->c;
   if (c->b->stage != ISA_VERTEX || !cf->comp_mask)
      vliw_check_fail(c, "stream-out of mask %u", cf->comp_mask);
   if (w->sp && c->b->compiled)
      vliw_check_fail(c, "stream-out inside a branch or loop");
   vliw_check_gpr(c, cf->gpr, false);
}

/** One instruction's effect on the stack, in program order. */
static void
step(struct walk *w, uint32_t i)
{
   struct vliw_check *c = w->c;
   const struct vliw_w_cf *cf = &w->cf[i];
   bool pred = false, pushed = false;
   w->depth[i] = w->sp;
   const bool extended = i && w->cf[i - 1].op == DB_CF_ALU_EXT; /* has windows that are not decoded here */
   if (!extended &&
       (cf->clause == DB_CLAUSE_ALU || cf->clause == DB_CLAUSE_TEX || cf->clause == DB_CLAUSE_VTX)) {
      clause_bounds(w, cf);
      if (c->failed)
         return;
      if (cf->clause == DB_CLAUSE_ALU)
         vliw_check_alu_clause(c, cf, &pred);
      else
         vliw_check_fetch_clause(c, cf);
   }
   switch (cf->op) {
   case DB_CF_ALU_PUSH_BEFORE:
      check_push_before(w);
      enter(w, false, i);
      pushed = true;
      break;
   case DB_CF_PUSH:
      if (cf->addr != i + 1)
         vliw_check_fail(c, "PUSH goes to %u", cf->addr);
      enter(w, false, i);
      break;
   case DB_CF_ALU:
      pushed = i && w->cf[i - 1].op == DB_CF_PUSH;
      break;
   case DB_CF_ALU_BREAK:
   case DB_CF_ALU_CONTINUE:
      if (!w->loops || !pred)
         vliw_check_fail(c, "%s outside of loops or without a predicate",
                         db_cf_info((enum db_cf_op)cf->op)->name);
      if (c->gen == DB_CAYMAN || (c->gen == DB_EVERGREEN && c->chip->alu_push_before_bug))
         vliw_check_fail(c, "the chip has no %s that works", db_cf_info((enum db_cf_op)cf->op)->name);
      pushed = true;
      break;
   case DB_CF_ALU_POP_AFTER:
      leave(w, 1);
      break;
   case DB_CF_ALU_POP2_AFTER:
      leave(w, 2);
      break;
   case DB_CF_POP:
      if (!cf->pop_count || cf->addr != i + 1)
         vliw_check_fail(c, "POP of %u going to %u", cf->pop_count, cf->addr);
      leave(w, cf->pop_count);
      break;
   case DB_CF_ELSE:
      if (!w->sp || w->frame[w->sp - 1].loop)
         vliw_check_fail(c, "ELSE without a branch");
      break;
   case DB_CF_JUMP:
      break;
   case DB_CF_LOOP_START_DX10:
      enter(w, true, i);
      break;
   case DB_CF_LOOP_END:
      loop_end(w, i);
      break;
   case DB_CF_LOOP_BREAK:
   case DB_CF_LOOP_CONTINUE:
      if (!w->loops || cf->addr >= w->n || cf->addr <= i || w->cf[cf->addr].op != DB_CF_LOOP_END)
         vliw_check_fail(c, "a loop jump to %u, which is no LOOP_END", cf->addr);
      break;
   case DB_CF_EXPORT:
   case DB_CF_EXPORT_DONE:
      if (w->sp && c->b->compiled)
         vliw_check_fail(c, "an export inside a branch or loop");
      for (unsigned k = 0; k < 4; k++)
         if (cf->sel[k] < 4)
            vliw_check_gpr(c, cf->gpr, false);
      break;
   case DB_CF_CALL_FS:
   case DB_CF_TEX:
   case DB_CF_VTX:
   case DB_CF_VTX_TC:
   case DB_CF_CF_END:
   case DB_CF_NOP:
   case DB_CF_WAIT_ACK:
      break;
   case DB_CF_MEM_SCRATCH:
      check_scratch(c, cf);
      break;
   case DB_CF_MEM_STREAM0:
   case DB_CF_MEM_STREAM1:
   case DB_CF_MEM_STREAM2:
   case DB_CF_MEM_STREAM3:
   case DB_CF_MEM_STREAM0_BUF0:
   case DB_CF_MEM_STREAM0_BUF1:
   case DB_CF_MEM_STREAM0_BUF2:
   case DB_CF_MEM_STREAM0_BUF3:
      check_stream(w, cf);
      break;
   default:
      w->foreign = true;
      if (c->b->compiled)
         vliw_check_fail(c, "%s is not used by this compiler", db_cf_info((enum db_cf_op)cf->op)->name);
      break;
   }
   if (pred && !pushed && c->b->compiled)
      vliw_check_fail(c, "the execute mask changes without a push");
   /* "through the vertex-cache (if exists)" (R6xx/R7xx registers, SQ_CF_WORD1): either is right for the chip */
   const bool vtx = cf->op == DB_CF_VTX, vtx_tc = cf->op == DB_CF_VTX_TC;
   if (c->b->compiled && (c->chip->vertex_cache ? vtx_tc : vtx))
      vliw_check_fail(c, "the wrong kind of vertex fetch clause");
}

/** A jump must arrive with as many entries on the stack as program order has there. */
static void
check_jumps(struct walk *w)
{
   struct vliw_check *c = w->c;
   for (uint32_t i = 0; i < w->n && !c->failed; i++) {
      const struct vliw_w_cf *cf = &w->cf[i];
      c->cf = i;
      if (cf->op != DB_CF_JUMP && cf->op != DB_CF_ELSE)
         continue;
      if (cf->addr <= i || cf->addr >= w->n)
         vliw_check_fail(c, "a jump to %u", cf->addr);
      else if (w->depth[i] < cf->pop_count || w->depth[i] - cf->pop_count != w->depth[cf->addr])
         vliw_check_fail(c, "a jump to %u arrives with %d stack entries, %u are expected", cf->addr,
                         (int)w->depth[i] - cf->pop_count, w->depth[cf->addr]);
   }
}

static void
check_exports(struct walk *w)
{
   struct vliw_check *c = w->c;
   const bool vs = c->b->stage == ISA_VERTEX;
   unsigned count[4] = {0}, done[4] = {0};
   for (uint32_t i = 0; i < w->n; i++) {
      const struct vliw_w_cf *cf = &w->cf[i];
      c->cf = i;
      if (cf->op != DB_CF_EXPORT && cf->op != DB_CF_EXPORT_DONE)
         continue;
      unsigned t = cf->type;
      if (done[t])
         vliw_check_fail(c, "an export behind the last of its kind");
      if (t == 3 || vs == (t == 0))
         vliw_check_fail(c, "an export of type %u", t);
      count[t]++;
      done[t] = cf->op == DB_CF_EXPORT_DONE;
      unsigned base = cf->array_base, last = base + cf->burst;
      bool ok = t == 0 ? last <= 7 || base == 61 : t == 1 ? base >= 60 && last <= 63 : last <= 31;
      if (!ok)
         vliw_check_fail(c, "an export to %u", base);
   }
   if (vs ? !done[1] || !done[2] : !done[0])
      vliw_check_fail(c, "an export that the stage must make is missing");
   if (vs && c->b->compiled && count[2] != c->b->num_params)
      vliw_check_fail(c, "%u parameter exports, %u parameters", count[2], c->b->num_params);
   if (vs && c->b->compiled && w->cf[0].op != DB_CF_CALL_FS)
      vliw_check_fail(c, "the vertex shader does not call the fetch shader");
}

bool
isa_validate(const struct isa_program *p, const struct terascale_chip *chip, enum isa_rule *rule, char *error,
             size_t error_B)
{
   struct vliw_check c = {.b = p, .chip = chip, .gen = chip->gen, .error = error, .error_B = error_B};
   struct walk w = {.c = &c};
   w.cf = calloc(p->num_dw / 2 + 1, sizeof *w.cf);
   w.depth = calloc(p->num_dw / 2 + 1, sizeof *w.depth);
   if (!w.cf || !w.depth) {
      vliw_check_fail(&c, "out of memory");
   } else if (find_end(&w)) {
      for (uint32_t i = 0; i < w.n && !c.failed; i++) {
         c.cf = i;
         step(&w, i);
      }
      if (!c.failed && w.sp && !w.foreign)
         vliw_check_fail(&c, "%u entries stay on the stack", w.sp);
      if (!w.foreign)
         check_jumps(&w);
      check_exports(&w);
      unsigned size = MAX2(DIV_ROUND_UP(w.max_elements, 4u), p->compiled && p->stage == ISA_VERTEX ? 1u : 0u);
      if (!c.failed && !w.foreign && p->stack_size < size)
         vliw_check_fail(&c, "a stack of %u is needed, %u is allocated", size, p->stack_size);
      if (!c.failed && p->compiled && (!p->num_gprs || p->num_gprs > 128))
         vliw_check_fail(&c, "%u GPRs", p->num_gprs);
   }
   free(w.cf);
   free(w.depth);
   *rule = c.rule;
   return !c.failed;
}
