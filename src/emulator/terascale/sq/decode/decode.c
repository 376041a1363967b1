/* SPDX-License-Identifier: MIT
 *
 * From program memory to steps: walks every control-flow instruction that execution can reach, hands clauses
 * to their decoders and resolves addresses to step numbers. Control-flow words: R6xx/R7xx 3D Register
 * Reference Guide, SQ_CF_WORD*; semantics as in AMD's R600-family ISA manuals. Stream-out, GDS, RAT and
 * geometry-shader instructions are refused: nothing of OpenGL ES 2 reaches them.
 */
#include <stdlib.h>

#include "emulator/terascale/sq/decode/decode.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/sq/jit/jit.h"

static bool
add_export(struct sq_decoder *d, const struct sq_cf_word *cf, bool scratch, struct sq_step *s)
{
   struct sq_program *p = d->p;
   void *a = sq_grow(d, p->exports, &d->cap_exports, p->num_exports + 1, sizeof(*p->exports));
   if (!a)
      return false;
   p->exports = a;
   s->first = p->num_exports;
   s->count = 1;
   struct sq_export *x = &p->exports[p->num_exports++];
   *x = (struct sq_export){
      .type = cf->type,
      .gpr = cf->gpr,
      .index_gpr = cf->index_gpr,
      .burst = (uint8_t)(cf->burst + 1),
      .elem_size = (uint8_t)(cf->elem_size + 1),
      .rel = cf->rel,
      .array_base = cf->array_base,
      .array_size = cf->array_size,
      .comp_mask = cf->comp_mask,
   };
   memcpy(x->sel, cf->sel, sizeof(x->sel));
   p->num_gprs = MAX2(p->num_gprs, (uint32_t)x->gpr + x->burst);
   if (x->gpr + x->burst > SQ_GPRS)
      return sq_fail(d, "exports registers beyond R%u", SQ_GPRS - 1);
   if (scratch) {
      x->indexed = cf->type & 1;
      x->reads = d->gen == DB_R600 && cf->type & 2; /* later: an acknowledged write */
      return true;
   }
   if (cf->type > SQ_X_PARAM)
      return sq_fail(d, "export type %u", cf->type);
   for (unsigned c = 0; c < 4; c++) {
      if (x->sel[c] == 6)
         return sq_fail(d, "export swizzle 6");
   }
   unsigned limit = cf->type == SQ_X_PARAM ? EMU_MAX_PARAMS : 64;
   if (x->array_base + x->burst > limit)
      return sq_fail(d, "export to target %u of type %u", x->array_base + x->burst - 1, cf->type);
   return true;
}

/* The CF instruction at d->cf_addr with the extension that may stand before it, which makes it one longer. */
static bool
read_cf(struct sq_decoder *d, struct sq_cf_word *cf, struct sq_step *s)
{
   const uint32_t *w = sq_read(d, (uint64_t)d->cf_addr * 8, 8);
   if (!w)
      return false;
   uint32_t dw[4] = {w[0], w[1]};
   sq_read_cf(d->gen, dw, NULL, cf);
   if (cf->op == DB_CF_ALU_EXT) {
      w = sq_read(d, (uint64_t)d->cf_addr * 8 + 8, 8);
      if (!w)
         return false;
      memcpy(dw + 2, w, 8);
      sq_read_cf(d->gen, dw + 2, dw, cf);
      if (cf->op < 0 || db_cf_info((enum db_cf_op)cf->op)->form != DB_CF_FORM_ALU)
         return sq_fail(d, "ALU_EXT without an ALU clause behind it");
      s->next++;
   }
   return cf->op >= 0 || sq_fail(d, "unknown control-flow instruction 0x%08x", dw[1]);
}

/* One CF instruction at d->cf_addr. Targets are stored as CF addresses until all steps are known. */
static bool
decode_cf(struct sq_decoder *d, struct sq_step *s)
{
   struct sq_cf_word cf;
   *s = (struct sq_step){.cf_addr = d->cf_addr, .next = d->cf_addr + 1};
   if (!read_cf(d, &cf, s))
      return false;
   const struct db_cf_info *info = db_cf_info((enum db_cf_op)cf.op);
   s->kind = info->flow;
   s->cond = cf.cond;
   s->cf_const = cf.cf_const;
   s->pop_count = cf.pop_count;
   s->end = cf.end || info->ends;
   s->valid_pixel_mode = cf.valid_pixel_mode;
   s->target = cf.addr;
   switch ((enum db_flow)info->flow) {
   case DB_FLOW_NONE:
      return sq_fail(d, "control-flow instruction %s is not emulated", info->name);
   case DB_FLOW_ALU:
      s->alu = info->variant;
      return sq_decode_alu_clause(d, &cf, s);
   case DB_FLOW_FETCH:
      return sq_decode_fetch_clause(d, &cf, info->clause == DB_CLAUSE_VTX, s);
   case DB_FLOW_EXPORT:
      return add_export(d, &cf, false, s);
   case DB_FLOW_SCRATCH:
      return add_export(d, &cf, true, s);
   case DB_FLOW_STREAM:
      if (!add_export(d, &cf, true, s))
         return false;
      d->p->exports[s->first].type = info->variant;
      return true;
   case DB_FLOW_LOOP_START:
      s->loop_form = info->variant;
      return true;
   case DB_FLOW_CALL_FS:
      d->p->calls_fs = true;
      return !d->is_fs || sq_fail(d, "a fetch shader calls a fetch shader");
   case DB_FLOW_NOP:
   case DB_FLOW_LOOP_END:
   case DB_FLOW_LOOP_CONTINUE:
   case DB_FLOW_LOOP_BREAK:
   case DB_FLOW_JUMP:
   case DB_FLOW_PUSH:
   case DB_FLOW_PUSH_ELSE:
   case DB_FLOW_ELSE:
   case DB_FLOW_POP:
   case DB_FLOW_POP_JUMP:
   case DB_FLOW_POP_PUSH:
   case DB_FLOW_POP_PUSH_ELSE:
   case DB_FLOW_CALL:
   case DB_FLOW_RET:
   case DB_FLOW_KILL:
   case DB_FLOW_END:
      break;
   }
   return true;
}

static bool
has_target(const struct sq_step *s)
{
   switch (s->kind) {
   case SQ_CF_LOOP_START:
   case SQ_CF_LOOP_END:
   case SQ_CF_LOOP_CONTINUE:
   case SQ_CF_LOOP_BREAK:
   case SQ_CF_JUMP:
   case SQ_CF_ELSE:
   case SQ_CF_POP_JUMP:
   case SQ_CF_CALL:
      return true;
   default:
      return false;
   }
}

static bool
falls_through(const struct sq_step *s)
{
   return !s->end && s->kind != SQ_CF_RET && s->kind != SQ_CF_POP_JUMP;
}

/* Reachable instructions, depth first; index_of maps CF addresses to step + 1. */
static bool
walk(struct sq_decoder *d, uint32_t **index_of, uint32_t *cap)
{
   struct sq_program *p = d->p;
   uint32_t *todo = NULL, cap_todo = 0, n = 0;
   todo = sq_grow(d, todo, &cap_todo, 1, 4);
   if (!todo)
      return false;
   todo[n++] = 0;
   while (n && !d->failed) {
      d->cf_addr = todo[--n];
      if (d->cf_addr >= SQ_MAX_CF) {
         sq_fail(d, "control flow leaves the first %u instructions", SQ_MAX_CF);
         break;
      }
      uint32_t old = *cap;
      uint32_t *m = sq_grow(d, *index_of, cap, d->cf_addr + 1, 4);
      if (!m)
         break;
      *index_of = m;
      memset(m + old, 0, (*cap - old) * 4);
      if (m[d->cf_addr])
         continue;
      void *a = sq_grow(d, p->steps, &d->cap_steps, p->num_steps + 1, sizeof(*p->steps));
      if (!a)
         break;
      p->steps = a;
      struct sq_step s;
      if (!decode_cf(d, &s))
         break;
      m[d->cf_addr] = p->num_steps + 1;
      p->steps[p->num_steps++] = s;
      void *t = sq_grow(d, todo, &cap_todo, n + 2, 4);
      if (!t)
         break;
      todo = t;
      if (has_target(&s))
         todo[n++] = s.target;
      if (falls_through(&s))
         todo[n++] = s.next;
   }
   free(todo);
   return !d->failed;
}

static void
resolve_targets(struct sq_program *p, const uint32_t *index_of, uint32_t cap)
{
   for (uint32_t i = 0; i < p->num_steps; i++) {
      struct sq_step *s = &p->steps[i];
      s->target =
         has_target(s) && s->target < cap && index_of[s->target] ? index_of[s->target] - 1 : p->num_steps;
      s->next = falls_through(s) && s->next < cap && index_of[s->next] ? index_of[s->next] - 1 : p->num_steps;
   }
}

/* Does nothing but exports follow the step? */
static bool
only_exports_follow(const struct sq_program *p, const struct sq_step *s)
{
   while (!s->end && s->next < p->num_steps) {
      s = &p->steps[s->next];
      if (s->kind != SQ_CF_EXPORT && s->kind != SQ_CF_NOP && s->kind != SQ_CF_END)
         return false;
   }
   return true;
}

/* Which exports need not be copied: no later step writes their registers. */
static void
find_lasting(struct sq_program *p)
{
   static const uint8_t xyzw[4] = {0, 1, 2, 3};
   for (uint32_t i = 0; i < p->num_steps; i++) {
      struct sq_export *x = p->exports + p->steps[i].first;
      if (p->steps[i].kind == SQ_CF_EXPORT && x->type == SQ_X_PIXEL && !memcmp(x->sel, xyzw, sizeof xyzw))
         x->lasts = only_exports_follow(p, &p->steps[i]);
   }
}

struct sq_program *
sq_decode(const struct emulator *e, uint64_t addr, uint32_t key, struct emu_error *err)
{
   struct sq_program *p = calloc(1, sizeof(*p));
   struct sq_decoder d = {
      .emu = e,
      .k = e->kernels->sq,
      .gen = (enum db_gen)(key & 3),
      .is_fs = (key >> 2 & 3) == SQ_FS,
      .key = key,
      .mem = emu_mem_ptr(&e->mem, addr, 8),
      .room_B = emu_mem_room(&e->mem, addr),
      .p = p,
      .err = err,
   };
   if (!p) {
      sq_fail(&d, "out of memory");
      return NULL;
   }
   p->key = key;
   p->const_base = d.is_fs ? SQ_OFF(fs_consts) : SQ_OFF(consts);
   uint32_t *index_of = NULL, cap = 0;
   if (!d.mem)
      sq_fail(&d, "the program's address 0x%llx is outside of GPU memory", (unsigned long long)addr);
   else if (walk(&d, &index_of, &cap))
      resolve_targets(p, index_of, cap);
   free(index_of);
   p->hot = calloc(1, sizeof *p->hot);
   if (!p->hot)
      sq_fail(&d, "out of memory");
   if (d.failed) {
      sq_program_destroy(p);
      return NULL;
   }
   find_lasting(p);
   sq_find_exposed(&d);
   sq_program_find_may_stop(p);
   sq_program_find_cost(p);
   return p;
}

void
sq_program_destroy(struct sq_program *p)
{
   if (!p)
      return;
   if (p->hot)
      sq_jit_destroy(p->hot->jit);
   free(p->hot);
   free(p->steps);
   free(p->uops);
   free(p->fetches);
   free(p->exports);
   free(p->consts);
   free(p->extents);
   free(p->bytes);
   free(p);
}
