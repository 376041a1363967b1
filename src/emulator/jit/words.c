/* SPDX-License-Identifier: MIT
 *
 * Liveness of words over the control flow and linear scan, see words.h.
 */
#include "emulator/jit/words.h"

#include <assert.h>
#include <stdlib.h>

#include "util/u_math.h"

struct interval {
   uint32_t first, last; /* instructions, both included */
   int word;
   bool crosses; /* a call or a pass */
};

static uint64_t
set_of(int word)
{
   return word != JIT_NONE ? UINT64_C(1) << word : 0;
}

/* live[i]: words whose value instruction i or one after it reads. */
static void
find_live(const struct jit_flow *f, const uint32_t *at, uint64_t *live)
{
   bool changed = true;
   for (uint32_t i = 0; i <= f->num_insts; i++)
      live[i] = 0;
   while (changed) {
      changed = false;
      for (uint32_t i = f->num_insts; i-- > 0;) {
         const struct jit_inst *n = &f->insts[i];
         uint64_t out = 0;
         uint32_t next[2];
         for (unsigned k = jit_flow_next(f, i, at, next); k-- > 0;)
            out |= live[next[k]];
         const uint64_t in = (out & ~set_of(n->dst)) | set_of(n->a) | set_of(n->b);
         changed |= in != live[i];
         live[i] = in;
      }
   }
   assert(!f->num_insts || !live[0]);
}

static void
widen(struct interval *v, uint64_t words, uint32_t i)
{
   for (; words; words &= words - 1) {
      struct interval *w = &v[__builtin_ctzll(words)];
      w->first = MIN2(w->first, i);
      w->last = MAX2(w->last, i);
   }
}

static void
find_intervals(const struct jit_flow *f, const uint32_t *at, const uint64_t *live, struct interval *v)
{
   for (uint32_t w = 0; w < f->num_words; w++)
      v[w] = (struct interval){.first = UINT32_MAX, .word = (int)w};
   for (uint32_t i = 0; i < f->num_insts; i++) {
      const struct jit_inst *n = &f->insts[i];
      uint64_t out = 0;
      uint32_t next[2];
      for (unsigned k = jit_flow_next(f, i, at, next); k-- > 0;)
         out |= live[next[k]];
      widen(v, live[i] | set_of(n->dst), i);
      if (n->op == JIT_W_CALL || n->op == JIT_W_PASS)
         for (uint64_t over = out & ~set_of(n->dst); over; over &= over - 1)
            v[__builtin_ctzll(over)].crosses = true;
   }
}

static int
by_first(const void *x, const void *y)
{
   const struct interval *a = x, *b = y;
   return a->first != b->first ? (a->first < b->first ? -1 : 1) : a->word - b->word;
}

/* Gives the interval a register, or leaves the one that reaches farthest among those that compete in the
 * frame. */
static void
place(struct jit_words *w, const struct interval *v, const struct interval *now, uint32_t kept, uint32_t lost)
{
   const uint32_t fitting = now->crosses ? kept : kept | lost;
   uint32_t free_regs = fitting;
   const struct interval *farthest = now;
   for (const struct interval *o = v; o != now; o++) {
      const uint8_t reg = w->at[o->word].reg;
      if (o->last < now->first || reg == JIT_NO_WORD_REG)
         continue;
      free_regs &= ~(1u << reg);
      if (fitting >> reg & 1 && o->last > farthest->last)
         farthest = o;
   }
   if (!now->crosses && free_regs & lost)
      free_regs &= lost; /* the others are rarer */
   if (free_regs) {
      w->at[now->word].reg = (uint8_t)__builtin_ctz(free_regs);
      return;
   }
   w->at[now->word].reg = w->at[farthest->word].reg;
   w->at[farthest->word].reg = JIT_NO_WORD_REG;
   w->at[farthest->word].slot = w->num_slots++;
}

bool
jit_words_place(struct jit_words *w, const struct jit_flow *f, uint32_t kept, uint32_t lost)
{
   assert(!(kept & lost));
   struct interval v[JIT_MAX_WORDS];
   uint32_t *at = malloc(MAX2(f->num_labels, 1u) * sizeof *at);
   uint64_t *live = malloc((f->num_insts + 1) * sizeof *live);
   const bool ok = at && live;
   w->num_slots = 0;
   for (uint32_t i = 0; i < JIT_MAX_WORDS; i++)
      w->at[i].reg = JIT_NO_WORD_REG;
   if (ok) {
      jit_flow_find_labels(f, at);
      find_live(f, at, live);
      find_intervals(f, at, live, v);
      qsort(v, f->num_words, sizeof *v, by_first);
      for (uint32_t i = 0; i < f->num_words && v[i].first != UINT32_MAX; i++)
         place(w, v, &v[i], kept, lost);
   }
   free(at);
   free(live);
   return ok;
}
