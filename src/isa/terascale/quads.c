/* SPDX-License-Identifier: MIT
 *
 * Derivatives and helper pixels: a fetch without FETCH_WHOLE_QUAD may leave out the pixels of a quad that lie outside of
 * the primitive (R6xx/R7xx registers, SQ_TEX_WORD0). This follows what such fetches give through a pixel shader's
 * registers and branches to a derivative. What went through scratch memory is not followed, and programs whose control flow
 * our compiler never makes (calls, ALU_EXT) are not looked at.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "isa/terascale/validate_priv.h"
#include "util/u_math.h"

enum { MAX_FRAMES = 64, MAX_ROUNDS = 64, MAX_STEPS = 1 << 14 };

/* What is by chance in helper pixels. */
struct chance {
   uint8_t gpr[128]; /* a bit a channel */
   uint8_t array
      [128]; /* the same of arrays, by the register that the index is added to: how far they go nobody says */
   uint8_t pv;
   bool ps, predicate, gradients;
   bool nobody; /* no pixel comes here: all have jumped out of the loop's body */
};

struct frame {
   bool loop, chance; /* chance: who runs in it */
   bool fresh;        /* a branch whose condition is not there yet */
   uint32_t start, rounds;
   struct chance before; /* at the beginning of a loop's body, or of either arm of a branch */
   struct chance other;  /* behind the first arm, which may be empty; in a loop, where it is continued */
   struct chance out;    /* where a loop is left */
};

struct follow {
   const struct isa_program *p;
   const struct terascale_chip *chip;
   struct chance now;
   struct frame frame[MAX_FRAMES];
   unsigned num_frames;
   uint32_t cf;
   uint32_t steps; /* CF instructions looked at */
   bool foreign, found;
   char *error;
   size_t error_B;
};

static bool
may_not_run(const struct follow *f)
{
   for (unsigned i = 0; i < f->num_frames; i++)
      if (f->frame[i].chance)
         return true;
   return false;
}

static void
write_channel(struct follow *f, unsigned gpr, unsigned chan, bool chance)
{
   const uint8_t bit = (uint8_t)(1u << chan);
   if (chance || may_not_run(f))
      f->now.gpr[gpr & 127] |= bit;
   else
      f->now.gpr[gpr & 127] &= (uint8_t)~bit;
}

/* Where two ways meet. */
static void
join(struct chance *a, const struct chance *b)
{
   if (b->nobody)
      return;
   if (a->nobody) {
      *a = *b;
      return;
   }
   for (unsigned i = 0; i < 128; i++) {
      a->gpr[i] |= b->gpr[i];
      a->array[i] |= b->array[i];
   }
   a->predicate |= b->predicate;
   a->gradients |= b->gradients;
}

static bool
reads_chance(const struct follow *f, const struct vliw_w_alu *w, unsigned j)
{
   if (w->sel[j] < 128)
      return (f->now.gpr[w->sel[j]] | (w->rel[j] ? f->now.array[w->sel[j]] : 0)) >> w->chan[j] & 1;
   return w->sel[j] == 254 ? f->now.pv >> w->chan[j] & 1 : w->sel[j] == 255 && f->now.ps;
}

static void
look_at_group(struct follow *f, const struct vliw_w_alu *w, unsigned n)
{
   bool chance[5] = {false}, reduced = false, ps = false;
   uint8_t pv = 0;
   unsigned taken = 0;
   for (unsigned i = 0; i < n; i++) {
      chance[i] = w[i].pred_sel && f->now.predicate;
      for (unsigned j = 0; j < w[i].nsrc; j++)
         chance[i] |= reads_chance(f, &w[i], j);
      reduced |= chance[i] && (db_alu_info((enum db_alu_op)w[i].op)->flags & DB_ALU_REDUCTION_F);
   }
   for (unsigned i = 0; i < n; i++) {
      const struct db_alu_info *info = db_alu_info((enum db_alu_op)w[i].op);
      const unsigned unit = vliw_check_unit(f->chip, &w[i], taken);
      taken |= 1u << unit;
      chance[i] |= reduced && (info->flags & DB_ALU_REDUCTION_F);
      pv |= (uint8_t)(unit < 4 && chance[i] ? 1u << unit : 0);
      ps |= unit == 4 && chance[i];
      if (w[i].dst_rel)
         f->now.array[w[i].dst_gpr & 127] |= (uint8_t)((chance[i] || may_not_run(f)) << w[i].dst_chan);
      else if (w[i].write || info->op3)
         write_channel(f, w[i].dst_gpr, w[i].dst_chan, chance[i]);
      if (w[i].update_pred)
         f->now.predicate = chance[i];
      if (w[i].update_exec && chance[i] && f->num_frames)
         f->frame[f->num_frames - 1].chance = true;
   }
   f->now.pv = pv;
   f->now.ps = ps;
}

static void
alu_clause(struct follow *f, const struct vliw_w_cf *cf)
{
   uint32_t at = cf->addr * 2;
   const uint32_t end = at + (cf->count + 1) * 2;
   f->now.pv = 0;
   f->now.ps = false;
   while (at < end && !f->foreign) {
      struct vliw_w_alu w[5];
      unsigned n = 0, literals = 0;
      do {
         f->foreign |= at + 2 > end || n == f->chip->vliw_width;
         if (f->foreign)
            return;
         vliw_dec_alu(f->chip->gen, f->p->dw + at, &w[n]);
         f->foreign |= w[n].op < 0;
         if (f->foreign)
            return;
         for (unsigned j = 0; j < w[n].nsrc; j++)
            if (w[n].sel[j] == 253)
               literals = MAX2(literals, w[n].chan[j] + 1u);
         at += 2;
      } while (!w[n++].last);
      at += (uint32_t)u_align(literals, 2);
      look_at_group(f, w, n);
   }
}

/* The first of \p n components of a fetch's address that is by chance: its channel, or -1. */
static int
chance_in(const struct follow *f, unsigned gpr, bool rel, const uint8_t *sel, unsigned n)
{
   const unsigned chance = f->now.gpr[gpr & 127] | (rel ? f->now.array[gpr & 127] : 0u);
   for (unsigned k = 0; k < n; k++)
      if (sel[k] < 4 && (chance >> sel[k] & 1))
         return sel[k];
   return -1;
}

/* The components that derivatives are taken of: of coordinates the first two, since a third may be named for nothing. */
static int
derived_chance(const struct follow *f, const struct vliw_w_tex *t)
{
   if (t->op != DB_TEX_GET_GRADIENTS_H && t->op != DB_TEX_GET_GRADIENTS_V)
      return chance_in(f, t->src_gpr, t->src_rel, t->src_sel, 2);
   int found = -1;
   for (unsigned k = 0; k < 4 && found < 0; k++)
      if (t->dst_sel[k] < 4)
         found = chance_in(f, t->src_gpr, t->src_rel, &t->src_sel[t->dst_sel[k]], 1);
   return found;
}

static void
result(struct follow *f, unsigned gpr, bool rel, const uint8_t dst_sel[4], bool chance)
{
   for (unsigned k = 0; k < 4; k++)
      if (dst_sel[k] != 7 && !rel)
         write_channel(f, gpr, k, chance && dst_sel[k] < 4);
      else if (dst_sel[k] < 4)
         f->now.array[gpr & 127] |= (uint8_t)((chance || may_not_run(f)) << k);
}

static void
look_at_tex(struct follow *f, const uint32_t *dw, uint32_t number)
{
   struct vliw_w_tex t;
   vliw_dec_tex(f->chip->gen, dw, &t);
   f->foreign |= t.op < 0;
   if (f->foreign)
      return;
   const int chan = vliw_check_derives(t.op) ? derived_chance(f, &t) : -1;
   if (chan >= 0 && !f->found) {
      f->found = true;
      snprintf(f->error, f->error_B,
               "CF %u: fetch %u: a derivative of R%u.%c, which is what a fetch without FETCH_WHOLE_QUAD gave",
               f->cf, number, t.src_gpr, "xyzw"[chan]);
   }
   const bool source = chance_in(f, t.src_gpr, t.src_rel, t.src_sel, 4) >= 0;
   if (t.op == DB_TEX_SET_GRADIENTS_H || t.op == DB_TEX_SET_GRADIENTS_V) {
      f->now.gradients = source || (t.op == DB_TEX_SET_GRADIENTS_V && f->now.gradients);
      return;
   }
   const bool by_gradients = t.op == DB_TEX_SAMPLE_G || t.op == DB_TEX_SAMPLE_C_G;
   result(f, t.dst_gpr, t.dst_rel, t.dst_sel, !t.whole_quad || source || (by_gradients && f->now.gradients));
}

static void
look_at_vtx(struct follow *f, const uint32_t *dw)
{
   struct vliw_w_vtx v;
   vliw_dec_vtx(f->chip->gen, dw, &v);
   f->foreign |= v.op < 0;
   if (f->foreign)
      return;
   const bool scratch = v.op == DB_VTX_READ_SCRATCH;
   const bool source = (!scratch || v.indexed) && chance_in(f, v.src_gpr, v.src_rel, v.src_sel, 1) >= 0;
   result(f, v.dst_gpr, v.dst_rel, v.dst_sel, !v.whole_quad || source);
}

static void
fetch_clause(struct follow *f, const struct vliw_w_cf *cf)
{
   for (uint32_t i = 0; i <= cf->count && !f->foreign; i++) {
      const uint32_t *dw = f->p->dw + cf->addr * 2 + i * 4;
      if (cf->clause == DB_CLAUSE_VTX || vliw_tex_is_vtx(f->chip->gen, dw))
         look_at_vtx(f, dw);
      else
         look_at_tex(f, dw, i);
   }
}

static void
clause(struct follow *f, const struct vliw_w_cf *cf)
{
   const bool alu = cf->clause == DB_CLAUSE_ALU;
   const uint64_t size = ((uint64_t)cf->count + 1) * (alu ? 2 : 4);
   f->foreign |= (uint64_t)cf->addr * 2 + size > f->p->num_dw;
   if (f->foreign)
      return;
   if (alu)
      alu_clause(f, cf);
   else
      fetch_clause(f, cf);
}

static struct frame *
innermost(struct follow *f, bool loop)
{
   struct frame *top = f->num_frames ? &f->frame[f->num_frames - 1] : NULL;
   f->foreign |= !top || top->loop != loop;
   return f->foreign ? NULL : top;
}

static void
enter(struct follow *f, bool loop)
{
   f->foreign |= f->num_frames == MAX_FRAMES;
   if (!f->foreign)
      f->frame[f->num_frames++] = (struct frame){.loop = loop,
                                                 .fresh = !loop,
                                                 .start = f->cf,
                                                 .before = f->now,
                                                 .other = loop ? (struct chance){.nobody = true} : f->now,
                                                 .out.nobody = true};
}

/* The clause behind a push says who goes which way. */
static void
condition_known(struct follow *f)
{
   struct frame *top = f->num_frames ? &f->frame[f->num_frames - 1] : NULL;
   if (top && top->fresh) {
      top->before = top->other = f->now;
      top->fresh = false;
   }
}

static void
leave(struct follow *f, unsigned n)
{
   while (n-- && !f->foreign) {
      const struct frame *arm = innermost(f, false);
      if (!arm)
         return;
      join(&f->now, &arm->other);
      f->num_frames--;
   }
}

static void
other_arm(struct follow *f)
{
   struct frame *arm = innermost(f, false);
   if (!arm)
      return;
   arm->other = f->now;
   f->now = arm->before;
}

/* A jump out of the body, of \p all who came here or of some: if that is by chance, so is who goes on. */
static void
leave_body(struct follow *f, bool all, bool break_)
{
   bool chance = false;
   unsigned i = f->num_frames;
   while (i && !f->frame[i - 1].loop)
      chance |= f->frame[--i].chance;
   f->foreign |= !i;
   if (f->foreign)
      return;
   struct frame *loop = &f->frame[i - 1];
   loop->chance |= chance;
   join(break_ ? &loop->out : &loop->other, &f->now);
   f->now.nobody |= all;
}

/* The body again, as long as more comes to its beginning. */
static void
loop_end(struct follow *f)
{
   struct frame *loop = innermost(f, true);
   if (!loop)
      return;
   struct chance next = loop->before;
   join(&next, &f->now);
   join(&next, &loop->other);
   if (memcmp(&loop->before, &next, sizeof next) && loop->rounds++ < MAX_ROUNDS) {
      loop->before = f->now = next;
      f->cf = loop->start;
      return;
   }
   f->now = loop->out; /* there is no other way out */
   f->num_frames--;
}

/* R600 reads scratch memory by this instruction. */
static void
look_at_scratch(struct follow *f, const struct vliw_w_cf *cf)
{
   for (unsigned k = 0; k < 4 && f->chip->gen == DB_R600 && cf->type & 2; k++)
      if (cf->comp_mask >> k & 1)
         write_channel(f, cf->gpr, k, false);
}

static void
flow(struct follow *f, const struct vliw_w_cf *cf)
{
   switch (cf->op) {
   case DB_CF_ALU_POP_AFTER:
   case DB_CF_ALU_POP2_AFTER:
      leave(f, cf->op == DB_CF_ALU_POP_AFTER ? 1 : 2);
      break;
   case DB_CF_POP:
      leave(f, cf->pop_count);
      break;
   case DB_CF_LOOP_END:
      loop_end(f);
      break;
   case DB_CF_ALU_BREAK:
   case DB_CF_ALU_CONTINUE:
      leave_body(f, false, cf->op == DB_CF_ALU_BREAK);
      break;
   case DB_CF_LOOP_BREAK:
   case DB_CF_LOOP_CONTINUE:
      leave_body(f, true, cf->op == DB_CF_LOOP_BREAK);
      break;
   case DB_CF_MEM_SCRATCH:
      look_at_scratch(f, cf);
      break;
   case DB_CF_PUSH:
   case DB_CF_LOOP_START_DX10:
      enter(f, cf->op == DB_CF_LOOP_START_DX10);
      break;
   case DB_CF_ELSE:
      other_arm(f);
      break;
   case DB_CF_ALU:
   case DB_CF_ALU_PUSH_BEFORE:
      condition_known(f);
      break;
   case DB_CF_JUMP:
   case DB_CF_EXPORT:
   case DB_CF_EXPORT_DONE:
   case DB_CF_TEX:
   case DB_CF_VTX:
   case DB_CF_VTX_TC:
   case DB_CF_NOP:
   case DB_CF_WAIT_ACK:
   case DB_CF_CF_END:
      break;
   default:
      f->foreign = true;
      break;
   }
}

bool
isa_quads(const struct isa_program *p, const struct terascale_chip *chip, char *error, size_t error_B)
{
   struct follow f = {.p = p, .chip = chip, .error = error, .error_B = error_B};
   assert(p->stage == ISA_FRAGMENT);
   for (bool end = false; !end && !f.foreign && !f.found && f.steps < MAX_STEPS; f.cf++, f.steps++) {
      struct vliw_w_cf cf;
      if (2 * f.cf + 2 > p->num_dw)
         break;
      vliw_dec_cf(chip->gen, p->dw + 2 * f.cf, &cf);
      if (cf.op < 0)
         break;
      end = chip->gen == DB_CAYMAN ? cf.op == DB_CF_CF_END : cf.eop;
      if (cf.op == DB_CF_ALU_PUSH_BEFORE)
         enter(&f, false);
      if (cf.clause == DB_CLAUSE_ALU || cf.clause == DB_CLAUSE_TEX || cf.clause == DB_CLAUSE_VTX)
         clause(&f, &cf);
      if (!f.foreign)
         flow(&f, &cf);
   }
   return !f.found;
}
