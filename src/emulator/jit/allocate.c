/* SPDX-License-Identifier: MIT
 *
 * Register allocation in one pass in order, see allocate.h.
 */
#include "emulator/jit/allocate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RELOAD_BONUS = 24 }; /* nodes that a value counts as farther away if giving it up needs no store */

static void
find_uses(struct jit_alloc *a)
{
   struct jit_block *b = a->b;
   for (uint32_t i = 0; i < b->num_nodes; i++) {
      const struct jit_node *n = &b->nodes[i];
      const bool leaf = jit_is_leaf(n->op);
      a->at[i] = (struct jit_place){
         .reg = JIT_NO_REG, .home = leaf ? JIT_HOME_ORIGIN : JIT_HOME_NONE, .next = JIT_NEVER};
      if (n->op != JIT_ROW)
         continue;
      assert(n->arg % JIT_ROW_B == 0 && n->arg / JIT_ROW_B < JIT_ROWS);
      assert(a->old_value[n->arg / JIT_ROW_B] == JIT_NONE);
      a->old_value[n->arg / JIT_ROW_B] = (int16_t)i;
   }
   for (uint32_t i = b->num_nodes; i-- > 0;) {
      struct jit_node *n = &b->nodes[i];
      if (!jit_is_effect(n->op) && a->at[i].next == JIT_NEVER)
         n->op = JIT_DEAD;
      if (n->op == JIT_DEAD)
         continue;
      for (unsigned s = 0; s < 3; s++)
         if (n->src[s] != JIT_NONE)
            a->next_use[i][s] = a->at[n->src[s]].next;
      for (unsigned s = 0; s < 3; s++) {
         if (n->src[s] == JIT_NONE)
            continue;
         assert(n->src[s] < (int)i);
         a->at[n->src[s]].next = (int32_t)i;
      }
   }
}

void
jit_alloc_init(struct jit_alloc *a, struct jit_block *b, const struct jit_registers *regs, void *writer)
{
   *a = (struct jit_alloc){.b = b, .regs = regs, .writer = writer, .free_masks = regs->masks};
   a->at = malloc(b->num_nodes * sizeof *a->at);
   a->next_use = malloc(b->num_nodes * sizeof *a->next_use);
   a->failed = !a->at || !a->next_use;
   memset(a->owner, 0xff, sizeof a->owner);
   memset(a->old_value, 0xff, sizeof a->old_value);
   if (!a->failed)
      find_uses(a);
}

void
jit_alloc_fini(struct jit_alloc *a)
{
   free(a->at);
   free(a->next_use);
}

static void
release(struct jit_alloc *a, int n)
{
   struct jit_place *p = &a->at[n];
   if (p->reg != JIT_NO_REG)
      a->owner[p->reg] = JIT_NONE;
   p->reg = JIT_NO_REG;
   if (p->mask_reg)
      a->free_masks |= 1u << p->mask_reg;
   p->mask_reg = 0;
}

/* A free register, or the one whose value is needed last. */
static unsigned
choose_reg(const struct jit_alloc *a)
{
   unsigned best = JIT_NO_REG;
   int64_t far = -1;
   for (uint32_t left = a->regs->vectors & ~a->locked; left; left &= left - 1) {
      const unsigned r = (unsigned)__builtin_ctz(left);
      if (a->owner[r] == JIT_NONE)
         return r;
      const struct jit_place *p = &a->at[a->owner[r]];
      const int64_t value = (int64_t)p->next + (p->home != JIT_HOME_NONE ? RELOAD_BONUS : 0);
      if (value > far) {
         far = value;
         best = r;
      }
   }
   return best;
}

unsigned
jit_take(struct jit_alloc *a, int n)
{
   const unsigned r = choose_reg(a);
   if (r == JIT_NO_REG) {
      a->failed = true;
      return 0;
   }
   const int old = a->owner[r];
   if (old != JIT_NONE) {
      struct jit_place *p = &a->at[old];
      if (p->home == JIT_HOME_NONE) {
         p->home = JIT_HOME_STACK;
         p->slot = a->num_slots++;
         a->regs->spill(a->writer, r, p->slot);
      }
      p->reg = JIT_NO_REG;
   }
   a->owner[r] = (int16_t)n;
   a->at[n].reg = (uint8_t)r;
   a->locked |= 1u << r;
   return r;
}

unsigned
jit_take_mask(struct jit_alloc *a, int n)
{
   if (!a->free_masks) {
      a->failed = true;
      return (unsigned)__builtin_ctz(a->regs->masks);
   }
   const unsigned k = (unsigned)__builtin_ctz(a->free_masks);
   a->free_masks &= ~(1u << k);
   a->at[n].mask_reg = (uint8_t)k;
   return k;
}

unsigned
jit_in_reg(struct jit_alloc *a, int n)
{
   struct jit_place *p = &a->at[n];
   if (p->reg == JIT_NO_REG) {
      assert(p->home != JIT_HOME_NONE);
      a->regs->fill(a->writer, jit_take(a, n), n);
   }
   a->locked |= 1u << p->reg;
   return p->reg;
}

void
jit_operands_done(struct jit_alloc *a, int i)
{
   const struct jit_node *n = &a->b->nodes[i];
   for (unsigned s = 0; s < 3; s++) {
      if (n->src[s] == JIT_NONE)
         continue;
      a->at[n->src[s]].next = a->next_use[i][s];
      if (a->next_use[i][s] == JIT_NEVER)
         release(a, n->src[s]);
   }
}

void
jit_save_row(struct jit_alloc *a, uint32_t off, int stored)
{
   const int old = a->old_value[off / JIT_ROW_B];
   if (old == JIT_NONE || a->at[old].next == JIT_NEVER || a->at[old].home != JIT_HOME_ORIGIN || old == stored)
      return;
   jit_in_reg(a, old);
   a->at[old].home = JIT_HOME_NONE;
}

void
jit_set_row(struct jit_alloc *a, uint32_t off, int n)
{
   if (a->at[n].home != JIT_HOME_NONE)
      return;
   a->at[n].home = JIT_HOME_ROW;
   a->at[n].slot = off;
}
