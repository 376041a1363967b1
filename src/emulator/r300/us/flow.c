/* SPDX-License-Identifier: MIT
 *
 * US flow control of R500: a thread of pixels goes one way together; pixels that would have gone another are inactive,
 * by a counter of branches or until their loop ends. R5xx register chapter, US_FC_INST and US_FC_ADDR; what a loop does to
 * inactive pixels is inferred from the compiler of Mesa's r300, and would be refuted by a loop that draws otherwise there.
 */
#include "emulator/r300/us/us.h"

#include <assert.h>
#include <string.h>

enum { KEEP, DECREMENT, INCREMENT };

/* Has a branch taken some lane out? */
static bool
any_by_branch(const struct us_ctx *c)
{
   uint64_t any = 0;
   for (unsigned i = 0; i < EMU_LANES; i += 8) {
      uint64_t eight;
      memcpy(&eight, &c->inactive[i], 8);
      any |= eight;
   }
   return any != 0;
}

static uint64_t
by_branch(const struct us_ctx *c, unsigned counter)
{
   uint64_t lanes = 0;
   const unsigned n = any_by_branch(c) ? EMU_LANES : 0;
   for (unsigned i = 0; i < n; i++)
      lanes |= (uint64_t)(c->inactive[i] == counter + 1) << i;
   return lanes;
}

static void
set_counters(struct us_ctx *c, uint64_t lanes, uint8_t to)
{
   for (; lanes; lanes &= lanes - 1)
      c->inactive[__builtin_ctzll(lanes)] = to;
}

/* B_OP0 or B_OP1; otherwise: lanes that decided otherwise than the thread. Mostly no lane waits. */
static void
count_branches(struct us_ctx *c, unsigned op, unsigned pops, uint64_t otherwise)
{
   const bool any = op != KEEP && any_by_branch(c);
   for (unsigned i = 0; any && op == INCREMENT && i < EMU_LANES; i++)
      if (c->inactive[i] && c->inactive[i] < 255)
         c->inactive[i]++;
   if (op == INCREMENT) {
      set_counters(c, otherwise, 1);
      c->active &= ~otherwise;
   }
   for (unsigned i = 0; any && op == DECREMENT && i < EMU_LANES; i++) {
      if (!c->inactive[i])
         continue;
      if (c->inactive[i] > pops) {
         c->inactive[i] = (uint8_t)(c->inactive[i] - pops);
      } else {
         c->inactive[i] = 0;
         c->active |= UINT64_C(1) << i;
      }
   }
}

static void
swap_else(struct us_ctx *c)
{
   const uint64_t other = by_branch(c, 0), were = c->active;
   set_counters(c, were & ~other, 1);
   set_counters(c, other, 0);
   c->active = other;
}

/* Active lanes that want to jump. */
static uint64_t
wishes(const struct us_ctx *c, const struct us_flow *f)
{
   const unsigned boolean = c->stage->booleans >> f->boolean & 1;
   const uint64_t with = f->func >> (4 | boolean) & 1 ? c->alu_result : 0;
   const uint64_t without = f->func >> boolean & 1 ? ~c->alu_result : 0;
   return (with | without) & c->active;
}

static unsigned
jump(struct us_ctx *c, const struct us_flow *f, unsigned pc)
{
   if (f->with_else)
      swap_else(c);
   const uint64_t want = wishes(c, f);
   const bool jumps = f->jump_any ? want != 0 : want == c->active;
   unsigned target = f->target;
   count_branches(c, jumps ? f->on_jump : f->on_stay, f->pops, jumps ? c->active & ~want : want);
   if (!jumps)
      return pc + 1;
   if ((f->address == 1 && !c->num_calls) || (f->address == 2 && c->num_calls == US_CALLS)) {
      c->stopped = US_STOP_STACK;
      return pc;
   }
   if (f->address == 1)
      target = c->call[--c->num_calls];
   else if (f->address == 2)
      c->call[c->num_calls++] = (uint16_t)(pc + 1);
   return target;
}

/* A loop that nobody enters is over: where its address is its own end, as drivers write it, the end is passed by, since it would
 * count for the loop around. */
unsigned
us_past_loop(const struct us_program *p, unsigned pc)
{
   const unsigned target = p->inst[pc].flow.target;
   const struct us_inst *end = &p->inst[target];
   const bool own = target > pc && target <= p->last && end->type == US_FLOW &&
                    (end->flow.op == US_ENDLOOP || end->flow.op == US_ENDREP) && end->flow.target == pc + 1;
   return target + own;
}

static unsigned
enter_loop(struct us_ctx *c, const struct us_flow *f, unsigned pc)
{
   const uint32_t k = c->stage->integers[f->integer];
   if (!(k & 255) || !c->active)
      return us_past_loop(c->stage->program, pc);
   if (c->num_loops == US_LOOPS) {
      c->stopped = US_STOP_STACK;
      return pc;
   }
   c->loop[c->num_loops++] = (struct us_loop){
      .inside = c->active, .count = (uint8_t)k, .aL = (uint8_t)c->aL, .step = (uint8_t)(k >> 16)};
   c->aL = k >> 8 & 255;
   return pc + 1;
}

static void
leave_loop(struct us_ctx *c)
{
   const struct us_loop *l = &c->loop[--c->num_loops];
   c->active |= l->broken | l->continued;
   c->aL = l->aL;
}

static unsigned
end_loop(struct us_ctx *c, const struct us_flow *f, unsigned pc)
{
   struct us_loop *l = &c->loop[c->num_loops - 1];
   c->active |= l->continued;
   l->continued = 0;
   l->count--;
   if (l->count && wishes(c, f)) {
      c->aL = (c->aL + l->step) & 255;
      return f->target;
   }
   leave_loop(c);
   return pc + 1;
}

/* BREAK and CONTINUE: the thread jumps when nobody is left in the round. */
static unsigned
leave_round(struct us_ctx *c, const struct us_flow *f, unsigned pc, bool for_good)
{
   struct us_loop *l = &c->loop[c->num_loops - 1];
   const uint64_t want = wishes(c, f);
   *(for_good ? &l->broken : &l->continued) |= want;
   c->active &= ~want;
   if (l->inside & ~(l->broken | l->continued)) {
      count_branches(c, f->on_stay, f->pops, 0);
      return pc + 1;
   }
   count_branches(c, f->on_jump, f->pops, 0);
   if (for_good && !l->continued) {
      leave_loop(c);
      return f->target;
   }
   /* the next round is for those that went on: BREAK's target is behind ENDLOOP */
   return for_good ? f->target - 1u : f->target;
}

unsigned
us_flow_step(struct us_ctx *c, const struct us_flow *f, unsigned pc)
{
   assert(f->boolean < 32 && f->integer < 32);
   if (f->op != US_JUMP && f->op != US_LOOP && f->op != US_REP && !c->num_loops) {
      c->stopped = US_STOP_STACK;
      return pc;
   }
   switch ((enum us_flow_op)f->op) {
   case US_JUMP:
      return jump(c, f, pc);
   case US_LOOP:
   case US_REP:
      return enter_loop(c, f, pc);
   case US_ENDLOOP:
   case US_ENDREP:
      return end_loop(c, f, pc);
   case US_BREAKLOOP:
   case US_BREAKREP:
      return leave_round(c, f, pc, true);
   case US_CONTINUE:
      return leave_round(c, f, pc, false);
   }
   return pc + 1;
}

const char *
us_stop_text(enum us_stop stop)
{
   static const char *const texts[] = {
      [US_STOP_NONE] = "ended",
      [US_STOP_BUDGET] = "ran too long and was stopped",
      [US_STOP_STACK] = "left a loop or a call that it was not in, or nested too many",
   };
   return texts[stop];
}
