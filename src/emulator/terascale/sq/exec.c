/* SPDX-License-Identifier: MIT
 *
 * Runs a wave: control flow with its mask stack, ALU clauses, exports. Branch frames hold the mask that was
 * active at the PUSH; loop frames hold who entered, who broke out and who waits for the next iteration. Lanes
 * that a loop has lost are kept out of every mask that is restored inside of it, whatever jumps a program
 * takes, so LOOP_BREAK needs no exact POP_COUNT: LOOP_END unwinds to its frame. (Control flow: AMD's
 * R600-family ISA manuals.)
 */
#include <assert.h>
#include <stdlib.h>

#include "db/db_pack.h"
#include "db/terascale/ts_regs.h"

#include "emulator/core/perf.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/sq/jit/jit.h"
#include "emulator/terascale/sq/ops.h"
#include "emulator/terascale/ta/ta.h"

/* ---- ALU ---- */

static void
run_masked(struct sq_ctx *c, const struct sq_uop *u, const struct sq_uop *end)
{
   for (; u != end; u++) {
      if (u->kind == SQ_U_EFFECT) {
         u->fn(c, u, sq_row(c, u->dst));
         continue;
      }
      uint64_t lanes = sq_lanes(c, u);
      if (!(c->live & ~lanes)) {
         u->fn(c, u, sq_row(c, u->dst));
      } else if (lanes) {
         u->fn(c, u, &c->merge);
         sq_merge(sq_row(c, u->dst), &c->merge, lanes, c->row_B);
      }
   }
}

/* A program's machine code, NULL = none (yet). Who finds that it has run often enough compiles it, the other
 * threads go on meanwhile. */
static const struct sq_jit *
machine_code(struct sq_ctx *c, const struct sq_program *p)
{
   struct sq_hot *h = p->hot;
   const struct sq_jit *j = __atomic_load_n(&h->jit, __ATOMIC_ACQUIRE);
   if (j || c->emu->jit == EMU_JIT_OFF)
      return j;
   const uint32_t want = c->emu->jit == EMU_JIT_ALWAYS ? 1 : SQ_JIT_WAVES;
   const uint32_t waves = __atomic_load_n(&h->waves, __ATOMIC_RELAXED) + 1;
   if (waves > want)
      return NULL;
   __atomic_store_n(&h->waves, waves, __ATOMIC_RELAXED);
   if (waves < want || __atomic_exchange_n(&h->taken, true, __ATOMIC_ACQ_REL))
      return NULL;
   const unsigned before = emu_perf_enter(EMU_PERF_COMPILE);
   struct sq_jit *made = sq_jit_available(c->emu->kernels->sq) ? sq_jit_create(p, c->emu->kernels->sq) : NULL;
   emu_perf_leave(before);
   __atomic_store_n(&h->jit, made, __ATOMIC_RELEASE);
   return made;
}

static void
run_alu(struct sq_ctx *c, const struct sq_step *s, const struct sq_jit *j)
{
   const sq_jit_fn compiled = j ? j->clauses[s - c->bound->prog->steps] : NULL;
   if (compiled) {
      compiled(c);
      return;
   }
   const struct sq_uop *u = c->bound->prog->uops + s->first, *end = u + s->count;
   if (!s->simple || c->live & ~c->active) {
      run_masked(c, u, end);
      return;
   }
   for (; u != end; u++)
      u->fn(c, u, sq_row(c, u->dst));
}

/* ---- the stack ---- */

/* The wave ends here, and why; the first reason stays. */
static bool
stop(struct sq_ctx *c, enum sq_stop why)
{
   if (!c->wave.stopped)
      c->wave.stopped = (uint8_t)why;
   return false;
}

static bool
push(struct sq_ctx *c, struct sq_frame f)
{
   if (c->depth >= SQ_STACK)
      return stop(c, SQ_STOP_STACK);
   c->stack[c->depth++] = f;
   return true;
}

static bool
push_mask(struct sq_ctx *c)
{
   return push(c, (struct sq_frame){.kind = SQ_FRAME_MASK, .mask = c->active});
}

static struct sq_frame *
inner_loop(struct sq_ctx *c)
{
   for (unsigned i = c->depth; i-- > 0;) {
      if (c->stack[i].kind == SQ_FRAME_LOOP)
         return &c->stack[i];
   }
   return NULL;
}

/* Lanes that may be active here: the innermost loop has not lost them. */
static uint64_t
in_loop(struct sq_ctx *c, uint64_t mask)
{
   const struct sq_frame *l = inner_loop(c);
   return l ? mask & ~(l->broken | l->continued) : mask;
}

/* Pops n mask frames; loop frames belong to LOOP_END alone. */
static void
pop(struct sq_ctx *c, unsigned n)
{
   uint64_t mask = c->active;
   for (; n && c->depth && c->stack[c->depth - 1].kind == SQ_FRAME_MASK; n--)
      mask = c->stack[--c->depth].mask;
   c->active = in_loop(c, mask);
}

static void
do_else(struct sq_ctx *c)
{
   if (c->depth && c->stack[c->depth - 1].kind == SQ_FRAME_MASK)
      c->active = in_loop(c, c->stack[c->depth - 1].mask & ~c->active);
}

static uint64_t
cond_lanes(const struct sq_ctx *c, const struct sq_step *s)
{
   bool b = c->stage->bool_const >> s->cf_const & 1;
   switch ((enum sq_cond)s->cond) {
   case SQ_COND_ACTIVE:
      return c->active;
   case SQ_COND_FALSE:
      return 0;
   case SQ_COND_BOOL:
      return b ? c->active : 0;
   case SQ_COND_NOT_BOOL:
      return b ? 0 : c->active;
   }
   return 0;
}

static void
set_al(struct sq_ctx *c, int32_t al)
{
   for (unsigned l = 0; l < EMU_LANES; l++)
      c->al_row.u[l] = (uint32_t)al;
}

/* Where to go: true = the step's target. */
static bool
loop_start(struct sq_ctx *c, const struct sq_step *s)
{
   uint32_t w = c->stage->loop_const[s->cf_const];
   struct sq_frame f = {
      .kind = SQ_FRAME_LOOP,
      .mask = c->active,
      .al = (int32_t)TS_SQ_LOOP_CONST_get_INIT(w),
      .al_inc = db_sext(TS_SQ_LOOP_CONST_get_INC(w), 8),
      .left = s->loop_form == DB_LOOP_UNCOUNTED ? UINT32_MAX : TS_SQ_LOOP_CONST_get_COUNT(w),
   };
   if (!c->active || !f.left)
      return true;
   if (!push(c, f))
      return false;
   if (s->loop_form == DB_LOOP_COUNTED)
      set_al(c, f.al);
   return false;
}

static bool
loop_end(struct sq_ctx *c)
{
   while (c->depth && c->stack[c->depth - 1].kind != SQ_FRAME_LOOP)
      c->depth--;
   if (!c->depth)
      return false;
   struct sq_frame *f = &c->stack[c->depth - 1];
   f->continued = 0;
   c->active = f->mask & ~f->broken;
   if (f->left != UINT32_MAX)
      f->left--;
   if (c->active && f->left) {
      f->al += f->al_inc;
      set_al(c, f->al);
      return true;
   }
   c->active = f->mask;
   c->depth--;
   const struct sq_frame *outer = inner_loop(c);
   if (outer)
      set_al(c, outer->al);
   return false;
}

/* Takes lanes out of the innermost loop until its end or for good. True if none is left in it. */
static bool
leave_loop(struct sq_ctx *c, uint64_t lanes, bool for_good)
{
   struct sq_frame *f = inner_loop(c);
   if (!f)
      return false;
   if (for_good)
      f->broken |= lanes;
   else
      f->continued |= lanes;
   c->active &= ~lanes;
   return !(f->mask & ~(f->broken | f->continued));
}

/* ---- exports ---- */

static void
export_rows(struct sq_ctx *c, const struct sq_export *x, unsigned reg, struct emu_row dst[4])
{
   bool full = !(c->live & ~c->active);
   for (unsigned ch = 0; ch < 4; ch++) {
      const struct emu_row *src;
      if (x->sel[ch] == 7)
         continue;
      if (x->sel[ch] >= 4) {
         vf v = v_splat(x->sel[ch] == 5 ? 1.0f : 0);
         for (uint32_t i = 0; i < c->row_B; i += EMU_VEC_B)
            *(vf *)((char *)&c->merge + i) = v;
         src = &c->merge;
      } else {
         src = &c->gpr[reg * 4 + x->sel[ch]];
      }
      if (full && c->row_B == EMU_VEC_B) /* as of the vertices of a small draw */
         *v_ati(&dst[ch], 0) = v_ofi(src, 0);
      else if (full)
         memcpy(&dst[ch], src, sizeof(*src));
      else
         sq_merge(&dst[ch], src, c->active, c->row_B);
   }
}

/* Where a colour goes, and is found afterwards; NULL: it is where it was. */
static struct emu_row *
color_rows(struct sq_ctx *c, unsigned target, unsigned reg, bool lasts)
{
   struct sq_wave *w = &c->wave;
   struct emu_row *own = c->color[target], *before = w->color[target];
   w->color[target] = lasts ? &c->gpr[reg * 4] : own;
   if (!lasts && before != own && w->color_mask >> target & 1) /* what this export leaves alone */
      memcpy(own, before, sizeof c->color[target]);
   w->color_mask |= 1u << target;
   return lasts ? NULL : own;
}

void
EMU_FN(sq_export)(struct sq_ctx *c, const struct sq_export *x)
{
   struct sq_wave *w = &c->wave;
   const bool lasts = x->lasts && !(c->live & ~c->active);
   unsigned reg = x->gpr;
   if (x->rel)
      reg += c->al_row.u[0];
   for (unsigned n = 0; n < x->burst; n++, reg++) {
      unsigned base = x->array_base + n;
      struct emu_row *dst = NULL;
      if (reg >= SQ_GPRS)
         return;
      if (x->type == SQ_X_PARAM) {
         dst = c->param[base];
         w->param_mask |= 1u << base;
      } else if (x->type == SQ_X_PIXEL) {
         if (base < EMU_MAX_CB) {
            dst = color_rows(c, base, reg, lasts);
         } else if (base == 61) {
            dst = c->z;
            w->z_done = true;
         }
      } else if (base >= 60 && base < 60 + EMU_POS_VECS) {
         dst = &c->pos[(base - 60) * 4];
         w->pos_mask |= (uint8_t)(1u << (base - 60));
      }
      if (dst)
         export_rows(c, x, reg, dst);
   }
}

/* Scratch memory is private to a lane, so where the ring buffer lies does not matter: it is kept in the
 * context. What lies beyond the ring's item size reads as 0 and is not written. */
static bool
have_scratch(struct sq_ctx *c)
{
   uint32_t need = c->stage->scratch_vec4;
   if (need <= c->scratch_vec4)
      return need != 0;
   free(c->scratch);
   c->scratch_vec4 = 0;
   size_t size_B = (size_t)need * 4 * sizeof(struct emu_row);
   c->scratch = aligned_alloc(64, size_B);
   if (!c->scratch)
      return stop(c, SQ_STOP_MEMORY);
   memset(c->scratch, 0, size_B);
   c->scratch_vec4 = need;
   return true;
}

/** Element of a lane, UINT32_MAX = none. */
static uint32_t
scratch_element(const struct sq_ctx *c, const struct sq_export *x, unsigned n, unsigned lane)
{
   uint32_t at = x->array_base + n;
   if (x->indexed) {
      uint32_t idx = c->gpr[x->index_gpr * 4].u[lane];
      if (idx > x->array_size)
         return UINT32_MAX;
      at += idx;
   }
   return at < c->stage->scratch_vec4 ? at : UINT32_MAX;
}

static void
access_scratch(struct sq_ctx *c, const struct sq_export *x)
{
   bool have = have_scratch(c);
   for (unsigned n = 0; n < x->burst && x->gpr + n < SQ_GPRS; n++) {
      struct emu_row *gpr = &c->gpr[(x->gpr + n) * 4];
      for (uint64_t m = c->active; m; m &= m - 1) {
         unsigned l = (unsigned)__builtin_ctzll(m);
         uint32_t at = have ? scratch_element(c, x, n, l) : UINT32_MAX;
         for (unsigned ch = 0; ch < 4; ch++) {
            if (!(x->comp_mask & 1u << ch))
               continue;
            if (x->reads)
               gpr[ch].u[l] = at != UINT32_MAX ? c->scratch[at * 4 + ch].u[l] : 0;
            else if (at != UINT32_MAX)
               c->scratch[at * 4 + ch].u[l] = gpr[ch].u[l];
         }
      }
   }
}

/* Where a lane's vertex goes is VGT's business: what is written is only noted. */
static void
note_stream(struct sq_ctx *c, const struct sq_export *x)
{
   struct sq_wave *w = &c->wave;
   if (!w->stream)
      w->stream = aligned_alloc(64, SQ_STREAM_WRITES * sizeof *w->stream);
   if (!w->stream)
      stop(c, SQ_STOP_MEMORY);
   for (unsigned n = 0; n < x->burst && w->stream && w->num_stream < SQ_STREAM_WRITES; n++) {
      struct sq_stream_write *o = &w->stream[w->num_stream++];
      o->buffer = x->type;
      o->comp_mask = x->comp_mask;
      o->base_dw = (uint16_t)(x->array_base + 4 * n);
      o->lanes = c->active;
      if (x->gpr + n < SQ_GPRS)
         memcpy(o->rows, &c->gpr[(x->gpr + n) * 4], sizeof o->rows);
   }
}

/* ---- control flow ---- */

static void
bind_constants(struct sq_ctx *c, const struct sq_bound *b)
{
   const struct sq_program *p = b->prog;
   char *at = (char *)c + p->const_base;
   for (uint32_t i = 0; i < p->num_consts; i++, at += SQ_CONST_B) {
      uint32_t v = *b->consts[i], mod = p->consts[i].mod;
      if (mod & SQ_MOD_ABS)
         v &= 0x7fffffffu;
      if (mod & SQ_MOD_NEG)
         v ^= 0x80000000u;
      *(vi *)at = v_splati((int32_t)v);
   }
   c->bound = b;
   for (uint32_t left = p->krel_banks; left; left &= left - 1) {
      const unsigned bank = (unsigned)__builtin_ctz(left);
      c->kbuf[bank] = c->stage->kbuf[bank];
   }
}

/* A lookup of many, by ta/taps.h. False: it is none. */
static inline bool
fetch_tap(struct sq_ctx *c, const struct sq_fetch *f)
{
   if (!f->tap || c->taps.refused)
      return false;
   const struct ta_view *v = c->bound->tex[f->view];
   const struct emu_row *src = &c->gpr[f->src_gpr * 4];
   return v->taps && c->emu->kernels->ta->sample_tap(&c->taps, v, &src[f->src_sel[0]], &src[f->src_sel[1]],
                                                     f->dst_sel, &c->gpr[f->dst_gpr * 4]);
}

static void
run_fetches(struct sq_ctx *c, const struct sq_step *s)
{
   const struct sq_fetch *f = c->bound->prog->fetches + s->first;
   c->taps.refused = c->stage->stage != SQ_PS || c->row_B != sizeof(struct emu_row) || c->live & ~c->active;
   for (uint32_t n = 0; n < s->count; n++, f++) {
      if (f->is_vtx) {
         const unsigned before = emu_perf_enter(EMU_PERF_VERTEX_FETCH);
         EMU_FN(sq_fetch_vtx)(c, f);
         emu_perf_leave(before);
      } else if (!fetch_tap(c, f)) {
         EMU_FN(sq_fetch_tex)(c, f);
      }
   }
}

static bool
charge(struct sq_ctx *c, uint32_t cost)
{
   if (c->steps_left <= cost)
      return stop(c, SQ_STOP_TIME);
   c->steps_left -= cost;
   return true;
}

/* Where execution goes on after a step. */
enum where { GO_ON, GO_TO_TARGET, GO_BACK /* to the caller */, GO_NOWHERE };

/* An ALU clause and what it does around its groups. */
static enum where
run_alu_step(struct sq_ctx *c, const struct sq_step *s, const struct sq_jit *jit)
{
   const uint64_t before = c->active;
   if (s->alu == SQ_ALU_PUSH_BEFORE && !push_mask(c))
      return GO_NOWHERE;
   run_alu(c, s, jit);
   switch ((enum sq_alu_after)s->alu) {
   case SQ_ALU_POP_AFTER:
      pop(c, 1);
      break;
   case SQ_ALU_POP2_AFTER:
      pop(c, 2);
      break;
   case SQ_ALU_ELSE_AFTER:
      do_else(c);
      break;
   case SQ_ALU_BREAK:
      leave_loop(c, before & ~c->active, true);
      break;
   case SQ_ALU_CONTINUE:
      leave_loop(c, before & ~c->active, false);
      break;
   case SQ_ALU_PLAIN:
   case SQ_ALU_PUSH_BEFORE:
      break;
   }
   return c->wave.killed && !(c->live & ~c->wave.killed) ? GO_NOWHERE : GO_ON;
}

/* Saves the active lanes, then goes on with those of the step's condition, or with the others. */
static enum where
push_step(struct sq_ctx *c, const struct sq_step *s, bool others)
{
   const uint64_t lanes = cond_lanes(c, s);
   if (!push_mask(c))
      return GO_NOWHERE;
   c->active = lanes;
   if (others)
      do_else(c);
   return GO_ON;
}

static enum where
pop_and_jump(struct sq_ctx *c, const struct sq_step *s)
{
   pop(c, s->pop_count);
   return GO_TO_TARGET;
}

static enum where
else_step(struct sq_ctx *c, const struct sq_step *s)
{
   do_else(c);
   return c->active ? GO_ON : pop_and_jump(c, s);
}

static enum where
call_step(struct sq_ctx *c, const struct sq_step *s)
{
   if (!cond_lanes(c, s))
      return GO_ON;
   if (c->calls >= ARRAY_SIZE(c->return_to)) {
      stop(c, SQ_STOP_CALLS);
      return GO_NOWHERE;
   }
   c->return_to[c->calls++] = s->next;
   return GO_TO_TARGET;
}

static void run_program(struct sq_ctx *c, const struct sq_bound *b);

/* The fetch shader runs with constants of its own; the program's are still where they were. */
static enum where
call_fetch_shader(struct sq_ctx *c)
{
   const struct sq_bound *caller = c->bound;
   if (c->stage->fs.prog) {
      run_program(c, &c->stage->fs);
      c->bound = caller;
   }
   return GO_ON;
}

static enum where
run_step(struct sq_ctx *c, const struct sq_step *s, const struct sq_jit *jit)
{
   const struct sq_export *x = c->bound->prog->exports + s->first; /* of a step that has one */
   switch ((enum sq_step_kind)s->kind) {
   case SQ_CF_NOP:
   case SQ_CF_END:
      return GO_ON;
   case SQ_CF_ALU:
      return run_alu_step(c, s, jit);
   case SQ_CF_FETCH:
      if (c->active)
         run_fetches(c, s);
      return GO_ON;
   case SQ_CF_EXPORT:
      EMU_FN(sq_export)(c, x);
      return GO_ON;
   case SQ_CF_SCRATCH:
      access_scratch(c, x);
      return GO_ON;
   case SQ_CF_STREAM:
      note_stream(c, x);
      return GO_ON;
   case SQ_CF_LOOP_START:
      return loop_start(c, s) ? GO_TO_TARGET : GO_ON;
   case SQ_CF_LOOP_END:
      return loop_end(c) ? GO_TO_TARGET : GO_ON;
   case SQ_CF_LOOP_CONTINUE:
      return leave_loop(c, cond_lanes(c, s), false) ? GO_TO_TARGET : GO_ON;
   case SQ_CF_LOOP_BREAK:
      return leave_loop(c, cond_lanes(c, s), true) ? GO_TO_TARGET : GO_ON;
   case SQ_CF_JUMP:
      return cond_lanes(c, s) ? GO_ON : pop_and_jump(c, s);
   case SQ_CF_PUSH:
      return push_step(c, s, false);
   case SQ_CF_PUSH_ELSE:
      return push_step(c, s, true);
   case SQ_CF_ELSE:
      return else_step(c, s);
   case SQ_CF_POP:
      pop(c, s->pop_count);
      return GO_ON;
   case SQ_CF_POP_JUMP:
      return pop_and_jump(c, s);
   case SQ_CF_POP_PUSH:
      pop(c, s->pop_count);
      return push_step(c, s, false);
   case SQ_CF_POP_PUSH_ELSE:
      pop(c, s->pop_count);
      return push_step(c, s, true);
   case SQ_CF_CALL:
      return call_step(c, s);
   case SQ_CF_CALL_FS:
      return call_fetch_shader(c);
   case SQ_CF_RET:
      return GO_BACK;
   case SQ_CF_KILL:
      c->wave.killed |= cond_lanes(c, s);
      return GO_ON;
   }
   return GO_NOWHERE;
}

/* Of a wave that machine code does not run as a whole. */
static void
account_slow_wave(const struct sq_ctx *c, const struct sq_program *p, const struct sq_jit *jit)
{
   const bool tried = __atomic_load_n(&p->hot->taken, __ATOMIC_RELAXED);
   emu_perf_slow(c->stage->stage == SQ_PS ? "a wave's pixel shader" : "a wave's vertex shader",
                 jit                          ? "clause by clause, its control flow is no machine code"
                 : c->emu->jit == EMU_JIT_OFF ? "interpreted, TERAGL_JIT=0"
                 : !tried                     ? "interpreted, it has not run often enough yet"
                                              : "interpreted, it can't become machine code, or will soon");
}

static void
run_program(struct sq_ctx *c, const struct sq_bound *b)
{
   const struct sq_program *p = b->prog;
   const uint32_t calls_at_entry = c->calls;
   const struct sq_jit *jit = machine_code(c, p);
   bind_constants(c, b);
   if (jit && jit->program) {
      jit->program(c);
      return;
   }
   if (emu_perf_is_on())
      account_slow_wave(c, p, jit);
   for (uint32_t pc = 0; pc < p->num_steps;) {
      const struct sq_step *s = &p->steps[pc];
      if (!charge(c, 1 + s->count) || c->wave.stopped)
         return;
      pc = s->next;
      switch (run_step(c, s, jit)) {
      case GO_ON:
         break;
      case GO_TO_TARGET:
         pc = s->target;
         break;
      case GO_BACK:
         assert(c->calls >= calls_at_entry);
         if (c->calls == calls_at_entry)
            return;
         pc = c->return_to[--c->calls];
         break;
      case GO_NOWHERE:
         return;
      }
      if (s->end)
         return;
   }
}

static void
run(struct sq_ctx *c, const struct sq_stage_state *stage)
{
   struct sq_wave *w = &c->wave;
   w->killed = 0;
   w->color_mask = w->param_mask = w->num_stream = 0;
   w->pos_mask = 0;
   w->z_done = false;
   w->stopped = SQ_STOP_NONE;
   for (unsigned i = 0; i < EMU_MAX_CB; i++)
      w->color[i] = c->color[i];
   if (!w->exec)
      return;
   c->stage = stage;
   c->live = c->active = w->exec;
   c->pred = c->pending = 0;
   c->cf_idx[0] = c->cf_idx[1] = 0;
   c->depth = c->calls = 0;
   c->steps_left = SQ_BUDGET;
   unsigned last = 63u - (unsigned)__builtin_clzll(w->exec);
   c->row_B = (last / EMU_VEC_LANES + 1) * EMU_VEC_B;
   ta_taps_init(&c->taps, w->epoch);
   run_program(c, &stage->main);
}

/* ---- what machine code calls ---- */

static void
interpret(struct sq_ctx *c, const struct sq_uop *u, uint64_t n)
{
   emu_perf_slow("operations within machine code", "interpreted, they have none of their own");
   run_masked(c, u, u + n);
}

static uint64_t
one_step(struct sq_ctx *c, const struct sq_step *s)
{
   assert(s->kind != SQ_CF_ALU && s->kind != SQ_CF_CALL && s->kind != SQ_CF_RET);
   return run_step(c, s, NULL) == GO_TO_TARGET;
}

static uint64_t
step_lanes(struct sq_ctx *c, const struct sq_step *s)
{
   return cond_lanes(c, s);
}

#define PLAIN(n)   [DB_ALU_##n] = SQ_PLAIN(n),
#define MODS(n)    [DB_ALU_##n] = SQ_MODS(n),
#define SPECIAL(n) [SQ_S_##n] = SQ_SPECIAL(n),

extern const struct sq_kernels EMU_FN(sq_kernels);
const struct sq_kernels EMU_FN(sq_kernels) = {
   .vec_B = EMU_VEC_B,
   .run = run,
   .plain = {SQ_FLOAT_OPS(PLAIN) SQ_TRANS_OPS(PLAIN) SQ_BITS_OPS(PLAIN)},
   .mod = {SQ_FLOAT_OPS(MODS) SQ_TRANS_OPS(MODS) SQ_EFFECT_OPS(MODS)},
   .special = {SQ_SPECIAL_OPS(SPECIAL)},
   .interpret = interpret,
   .fetches = run_fetches,
   .export_ = EMU_FN(sq_export),
   .step = one_step,
   .lanes = step_lanes,
};
