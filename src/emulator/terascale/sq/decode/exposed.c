/* SPDX-License-Identifier: MIT
 *
 * Which rows of the context may a program read before it has written them for every lane that looks? On a card they
 * hold what another wave left. Here they are cleared before each wave (sq_ctx_clear), so that a picture does not depend
 * on which thread ran which wave before.
 *
 * Structured programs are followed along their memory order, in which a program joins again what it parts. What is
 * written in a branch or loop counts until its end, for what the same lanes read; what neighbours or the export look at
 * counts when all lanes have written it. Where a program can't be followed nothing counts as written any more: a row too
 * many costs time only. Left out: scratch memory.
 */
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/sq/decode/decode.h"

enum { MAX_DEPTH = 32 };

struct scan {
   struct sq_program *p;
   const struct sq_kernels *k;
   struct sq_rows all;                /* written for every lane of the wave */
   struct sq_rows lanes;              /* for those that are active here; a superset of all */
   struct sq_rows outside[MAX_DEPTH]; /* lanes, where each open branch or loop began */
   uint32_t farthest[MAX_DEPTH];      /* place that something inside of it jumps to */
   int depth;
   bool lost;   /* the program can't be followed */
   bool parted; /* a predicate took lanes away outside of branches */
   bool had_fs; /* the fetch shader has run */
};

static uint32_t
gpr_row(unsigned gpr, unsigned chan)
{
   return sq_gpr_off(gpr, chan) / (uint32_t)sizeof(struct emu_row);
}

#define ROW(member) (SQ_OFF(member) / (uint32_t)sizeof(struct emu_row))

/* ---- reads and writes ---- */

static void
read_row(struct scan *s, const struct sq_rows *written, uint32_t row)
{
   if (row < SQ_ROWS && row != ROW(lane) && !sq_rows_has(written, row))
      sq_rows_add(s->had_fs ? &s->p->exposed_behind_fs : &s->p->exposed, row);
}

static void
read_gprs(struct scan *s, const struct sq_rows *written, unsigned gpr, unsigned chan, bool any)
{
   if (!any && gpr < SQ_GPRS)
      read_row(s, written, gpr_row(gpr, chan));
   for (unsigned g = 0; any && g < SQ_GPRS; g++)
      read_row(s, written, gpr_row(g, chan));
}

static void
write_row(struct scan *s, uint32_t row)
{
   if (s->lost || row >= SQ_ROWS)
      return;
   sq_rows_add(&s->lanes, row);
   if (!s->depth && !s->parted)
      sq_rows_add(&s->all, row);
}

static void
alu(struct scan *s, const struct sq_step *step)
{
   for (uint32_t i = 0; i < step->count; i++) {
      const struct sq_uop *u = &s->p->uops[step->first + i];
      for (unsigned k = 0; k < ARRAY_SIZE(u->src); k++)
         if (u->src[k] && !(u->src[k] & 1))
            read_row(s, &s->lanes, u->src[k] / (uint32_t)sizeof(struct emu_row));
      if (u->fn == s->k->special[SQ_S_REL_LOAD])
         read_gprs(s, &s->lanes, 0, u->arg[1] & 3, true);
      if (u->kind == SQ_U_VALUE && !u->pred_sel)
         write_row(s, u->dst / (uint32_t)sizeof(struct emu_row));
   }
   s->parted |= !step->simple && !s->depth;
}

static bool
reads_gradients(enum db_tex_op op)
{
   return op == DB_TEX_SAMPLE_G || op == DB_TEX_SAMPLE_G_LB || op == DB_TEX_SAMPLE_C_G ||
          op == DB_TEX_SAMPLE_C_G_LB;
}

static void
fetch(struct scan *s, const struct sq_fetch *f)
{
   for (unsigned k = 0; k < 4; k++)
      if (f->src_sel[k] < 4)
         read_gprs(s, f->is_vtx ? &s->lanes : &s->all, f->src_gpr, f->src_sel[k], f->src_rel);
   for (unsigned k = 0; k < 3 && !f->is_vtx; k++) {
      if (reads_gradients((enum db_tex_op)f->op)) {
         read_row(s, &s->all, ROW(grad_h[0]) + k);
         read_row(s, &s->all, ROW(grad_v[0]) + k);
      }
      if (f->op == DB_TEX_GATHER4_O || f->op == DB_TEX_GATHER4_C_O)
         read_row(s, &s->all, ROW(offsets[0]) + k);
   }
   for (unsigned k = 0; k < 4 && !f->dst_rel && f->burst <= 1; k++)
      if (f->dst_sel[k] != 7 && f->dst_gpr < SQ_GPRS)
         write_row(s, gpr_row(f->dst_gpr, k));
}

/* Channels that an export leaves out or lanes that it is not for keep what is in the rows of the export. */
static void
export_to(struct scan *s, uint32_t row, uint8_t sel)
{
   if (sel == 7 || s->depth || s->parted || s->lost)
      read_row(s, &s->all, row);
   else
      write_row(s, row);
}

static void export(struct scan *s, const struct sq_export *x)
{
   for (unsigned n = 0; n < x->burst; n++) {
      const unsigned base = x->array_base + n;
      for (unsigned ch = 0; ch < 4; ch++) {
         if (x->sel[ch] < 4)
            read_gprs(s, &s->all, x->gpr + n, x->sel[ch], x->rel);
         if (x->type == SQ_X_PARAM && base < EMU_MAX_PARAMS)
            export_to(s, ROW(param[0]) + base * 4 + ch, x->sel[ch]);
         else if (x->type == SQ_X_PIXEL && base < EMU_MAX_CB)
            export_to(s, ROW(color[0]) + base * 4 + ch, x->sel[ch]);
         else if (x->type == SQ_X_PIXEL && base == 61)
            export_to(s, ROW(z[0]) + ch, x->sel[ch]);
         else if (x->type == SQ_X_POS && base >= 60 && base < 60 + EMU_POS_VECS)
            export_to(s, ROW(pos[0]) + (base - 60) * 4 + ch, x->sel[ch]);
      }
   }
}

/* Scratch memory and stream-out. */
static void
memory(struct scan *s, const struct sq_export *x)
{
   if (x->indexed)
      read_gprs(s, &s->lanes, x->index_gpr, 0, false);
   for (unsigned n = 0; n < x->burst; n++)
      for (unsigned ch = 0; ch < 4; ch++)
         read_gprs(s, &s->lanes, x->gpr + n, ch, false);
}

/* ---- control flow ---- */

static void
lose(struct scan *s)
{
   s->lost = true;
   s->all = s->lanes = (struct sq_rows){{0}};
}

static void
enter(struct scan *s)
{
   if (s->depth == MAX_DEPTH) {
      lose(s);
      return;
   }
   s->farthest[s->depth] = 0;
   s->outside[s->depth++] = s->lanes;
}

/* Leaves \p n branches or loops before the step at \p place. */
static void
leave(struct scan *s, unsigned n, uint32_t place)
{
   for (; n && !s->lost; n--) {
      if (!s->depth || s->farthest[s->depth - 1] > place)
         lose(s); /* whoever jumps beyond has not written what follows */
      else
         s->lanes = s->outside[--s->depth];
   }
}

/* Something inside of a branch or loop may go on at \p step's target. */
static void
jump(struct scan *s, const struct sq_step *step)
{
   const uint32_t to = step->target < s->p->num_steps ? s->p->steps[step->target].cf_addr : UINT32_MAX;
   if (!s->depth)
      lose(s);
   else if (s->farthest[s->depth - 1] < to)
      s->farthest[s->depth - 1] = to;
}

static void
other_lanes(struct scan *s)
{
   if (!s->depth)
      lose(s);
   else
      s->lanes = s->outside[s->depth - 1];
}

static void
clause(struct scan *s, const struct sq_step *step, uint32_t behind)
{
   const enum sq_alu_after what = (enum sq_alu_after)step->alu;
   if (what == SQ_ALU_PUSH_BEFORE)
      enter(s);
   alu(s, step);
   if (what == SQ_ALU_POP_AFTER || what == SQ_ALU_POP2_AFTER)
      leave(s, what == SQ_ALU_POP_AFTER ? 1 : 2, behind);
   if (what == SQ_ALU_ELSE_AFTER)
      other_lanes(s);
   if ((what == SQ_ALU_BREAK || what == SQ_ALU_CONTINUE) && !s->depth)
      lose(s);
}

static void
flow(struct scan *s, const struct sq_step *step, uint32_t behind)
{
   switch ((enum sq_step_kind)step->kind) {
   case SQ_CF_PUSH:
      enter(s);
      jump(s, step);
      break;
   case SQ_CF_LOOP_START:
      enter(s);
      break;
   case SQ_CF_LOOP_END:
      leave(s, 1, behind);
      break;
   case SQ_CF_POP:
      leave(s, step->pop_count, behind);
      break;
   case SQ_CF_ELSE:
      jump(s, step);
      other_lanes(s);
      break;
   case SQ_CF_JUMP:
      jump(s, step);
      break;
   case SQ_CF_LOOP_BREAK: /* goes no farther than the loop */
   case SQ_CF_LOOP_CONTINUE:
      if (!s->depth)
         lose(s);
      break;
   case SQ_CF_CALL_FS:
      s->had_fs = true;
      break;
   case SQ_CF_NOP:
   case SQ_CF_END:
      break;
   default: /* calls, kills, what Mesa and we do not write */
      lose(s);
   }
}

static void
visit(struct scan *s, const struct sq_step *step)
{
   const struct sq_program *p = s->p;
   const uint32_t behind = step->next < p->num_steps ? p->steps[step->next].cf_addr : UINT32_MAX;
   if (step->kind == SQ_CF_ALU) {
      clause(s, step, behind);
   } else if (step->kind == SQ_CF_FETCH) {
      for (uint32_t i = 0; i < step->count; i++)
         fetch(s, &p->fetches[step->first + i]);
   } else if (step->kind == SQ_CF_EXPORT) {
      export(s, &p->exports[step->first]);
   } else if (step->kind == SQ_CF_SCRATCH || step->kind == SQ_CF_STREAM) {
      memory(s, &p->exports[step->first]);
   } else {
      flow(s, step, behind);
   }
}

void
sq_find_exposed(struct sq_decoder *d)
{
   struct sq_program *p = d->p;
   struct scan s = {.p = p, .k = d->k};
   uint32_t seen = 0;
   for (uint32_t pc = 0; pc < p->num_steps && seen < p->num_steps; seen++) {
      const struct sq_step *step = &p->steps[pc];
      pc = step->next;
      visit(&s, step);
   }
   if (seen < p->num_steps) { /* jumps lead to code that does not follow in memory */
      lose(&s);
      for (uint32_t i = 0; i < p->num_steps; i++)
         visit(&s, &p->steps[i]);
   }
   p->written = s.all;
}
