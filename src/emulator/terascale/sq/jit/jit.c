/* SPDX-License-Identifier: MIT
 *
 * Compiles the ALU clauses of a program: cuts them into stretches that can be machine code and stretches that
 * cannot, and puts all code of the program into one executable mapping.
 */
#include "emulator/terascale/sq/jit/jit.h"

#include <assert.h>
#include <stdlib.h>

#include "emulator/jit/mem.h"
#include "emulator/jit/writer.h"
#include "emulator/terascale/sq/jit/block.h"
#include "util/u_debug.h"

enum {
   MAX_CODE_B = 1 << 18,      /* of a program */
   MAX_ALL_CODE_B = 64 << 20, /* of all programs of the process */
   NO_CODE = UINT32_MAX
};

static_assert(SQ_TMP_ROWS <= 64, "a bit for each temporary row");

static size_t all_code_B; /* atomic */

bool
sq_jit_available(const struct sq_kernels *k)
{
   return jit_writer_find(k->vec_B) != NULL;
}

struct compiler {
   const struct sq_program *p;
   const struct sq_kernels *k;
   const struct jit_writer *writer;
   struct sq_jit_block *block;
   struct jit_code code;
   struct jit_pool pool;
   struct sq_jit *j;
   struct {
      uint32_t full, masked;
   } * at; /* [parts]: offsets in the code */
   uint32_t num_parts, cap_parts;
   bool masks; /* lanes can be inactive */
};

/* Can lanes be switched off while the program runs? */
static bool
changes_mask(const struct sq_program *p, const struct sq_kernels *k)
{
   for (uint32_t i = 0; i < p->num_steps; i++) {
      const struct sq_step *s = &p->steps[i];
      if (s->kind >= SQ_CF_LOOP_START && s->kind < SQ_CF_CALL_FS)
         return true;
      if (s->kind == SQ_CF_ALU && s->alu != SQ_ALU_PLAIN)
         return true;
   }
   for (uint32_t i = 0; i < p->num_uops; i++)
      if (p->uops[i].fn == k->special[SQ_S_COMMIT] && p->uops[i].arg[0] & 2)
         return true;
   return false;
}

static struct sq_jit_part *
add_part(struct compiler *c)
{
   if (c->num_parts == c->cap_parts) {
      const uint32_t cap = MAX2(c->cap_parts * 2, 16u);
      void *parts = realloc(c->j->parts, cap * sizeof *c->j->parts);
      if (parts)
         c->j->parts = parts;
      void *at = realloc(c->at, cap * sizeof *c->at);
      if (at)
         c->at = at;
      if (!parts || !at)
         return NULL;
      c->cap_parts = cap;
   }
   c->at[c->num_parts].full = c->at[c->num_parts].masked = NO_CODE;
   c->j->parts[c->num_parts] = (struct sq_jit_part){0};
   return &c->j->parts[c->num_parts++];
}

/* Temporary rows of a group die with their clause: the block's last value of those that nothing after it in
 * the clause reads is not stored. */
static void
forget_temporaries(struct compiler *c, uint32_t from, uint32_t end)
{
   const uint32_t row_B = sizeof(struct emu_row), tmp = SQ_OFF(tmp) / row_B;
   uint64_t read = 0;
   for (const struct sq_uop *u = c->p->uops + from, *stop = c->p->uops + end; u < stop; u++) {
      for (unsigned s = 0; s < ARRAY_SIZE(u->src); s++)
         if (u->src[s] / row_B - tmp < SQ_TMP_ROWS)
            read |= UINT64_C(1) << (u->src[s] / row_B - tmp);
   }
   for (unsigned t = 0; t < SQ_TMP_ROWS; t++)
      if (!(read >> t & 1))
         sq_jit_forget(c->block, SQ_OFF(tmp) + t * row_B);
}

/* Micro-ops from i on that can be machine code; returns the first one that cannot. */
static uint32_t
native_part(struct compiler *c, uint32_t i, uint32_t end)
{
   const uint32_t first = i;
   sq_jit_block_init(c->block, c->p, c->k);
   while (i < end && sq_jit_build(c->block, &c->p->uops[i]))
      i++;
   if (i == first)
      return i;
   struct sq_jit_part *part = add_part(c);
   if (!part) {
      c->code.failed = true;
      return end;
   }
   part->first = first;
   part->count = i - first;
   part->uses_params = c->block->uses_params;
   forget_temporaries(c, i, end);
   const uint32_t at = c->num_parts - 1;
   c->at[at].full = c->writer->block(&c->block->ir, &c->code, &c->pool, false);
   if (c->masks)
      c->at[at].masked = c->writer->block(&c->block->ir, &c->code, &c->pool, true);
   return i;
}

static void
clause(struct compiler *c, const struct sq_step *s)
{
   const uint32_t end = s->first + s->count;
   uint32_t i = s->first;
   while (i < end && !c->code.failed && c->code.size < MAX_CODE_B) {
      const uint32_t stop = native_part(c, i, end);
      if (stop != i) {
         i = stop;
         continue;
      }
      struct sq_jit_part *last = c->num_parts ? &c->j->parts[c->num_parts - 1] : NULL;
      const bool grows = last && c->at[c->num_parts - 1].full == NO_CODE && last->first + last->count == i &&
                         last->first >= s->first;
      if (!grows && !(last = add_part(c))) {
         c->code.failed = true;
         return;
      }
      if (!grows)
         last->first = i;
      last->count++;
      i++;
   }
   if (i < end)
      c->code.failed = true;
}

static bool
make_executable(struct compiler *c)
{
   struct sq_jit *j = c->j;
   c->writer->patch(&c->code, jit_code_put_pool(&c->code, &c->pool, c->writer->fill));
   if (c->code.failed || __atomic_add_fetch(&all_code_B, c->code.size, __ATOMIC_RELAXED) > MAX_ALL_CODE_B) {
      if (!c->code.failed)
         __atomic_sub_fetch(&all_code_B, c->code.size, __ATOMIC_RELAXED);
      return false;
   }
   j->code_B = c->code.size;
   j->code = jit_mem_create(c->code.bytes, c->code.size);
   if (!j->code) {
      __atomic_sub_fetch(&all_code_B, c->code.size, __ATOMIC_RELAXED);
      if (u_debug(U_DEBUG_EMU))
         u_log("emu: no executable memory; shaders are interpreted");
      return false;
   }
   for (uint32_t i = 0; i < c->num_parts; i++) {
      if (c->at[i].full != NO_CODE)
         j->parts[i].full = (sq_jit_fn)(uintptr_t)((char *)j->code + c->at[i].full);
      if (c->at[i].masked != NO_CODE)
         j->parts[i].masked = (sq_jit_fn)(uintptr_t)((char *)j->code + c->at[i].masked);
   }
   return true;
}

struct sq_jit *
sq_jit_create(const struct sq_program *p, const struct sq_kernels *k)
{
   struct compiler c = {.p = p, .k = k, .masks = changes_mask(p, k), .writer = jit_writer_find(k->vec_B)};
   c.j = calloc(1, sizeof *c.j);
   c.block = malloc(sizeof *c.block);
   bool done = c.j && c.block;
   if (done)
      c.j->steps = calloc(MAX2(p->num_steps, 1u), sizeof *c.j->steps);
   done = done && c.j->steps;
   for (uint32_t i = 0; done && i < p->num_steps; i++) {
      if (p->steps[i].kind != SQ_CF_ALU)
         continue;
      c.j->steps[i].first = c.num_parts;
      clause(&c, &p->steps[i]);
      c.j->steps[i].count = c.num_parts - c.j->steps[i].first;
      done = !c.code.failed;
   }
   done = done && c.code.size && make_executable(&c);
   jit_code_fini(&c.code);
   free(c.at);
   free(c.block);
   if (!done) {
      sq_jit_destroy(c.j);
      return NULL;
   }
   return c.j;
}

void
sq_jit_destroy(struct sq_jit *j)
{
   if (!j)
      return;
   if (j->code)
      __atomic_sub_fetch(&all_code_B, j->code_B, __ATOMIC_RELAXED);
   jit_mem_destroy(j->code, j->code_B);
   free(j->parts);
   free(j->steps);
   free(j);
}
