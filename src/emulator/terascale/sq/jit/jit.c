/* SPDX-License-Identifier: MIT
 *
 * Compiles a program whole (program.c) or, if its control flow is too odd for that, its ALU clauses one by one,
 * and puts all code into one executable mapping.
 */
#include "emulator/terascale/sq/jit/jit.h"

#include <assert.h>
#include <stdlib.h>

#include "emulator/jit/mem.h"
#include "emulator/jit/writer.h"
#include "emulator/terascale/sq/jit/flow.h"
#include "util/u_debug.h"

enum {
   MAX_CODE_B = 1 << 18,      /* of a program */
   MAX_ALL_CODE_B = 64 << 20, /* of all programs of the process */
   NO_CODE = UINT32_MAX
};

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
   uint32_t program, *clauses; /* offsets in the code, NO_CODE */
};

static void
print_line(void *data, const char *line)
{
   u_log("%s", line);
}

/* Appends a flow's code. */
static uint32_t
write_flow(struct compiler *c, struct sq_jit_flow *w)
{
   if (u_debug(U_DEBUG_JIT))
      jit_flow_print(&w->ir, print_line, NULL);
   const uint32_t at = w->ir.failed ? NO_CODE : c->writer->flow(&w->ir, &c->code, &c->pool);
   if (at != NO_CODE && c->code.size <= MAX_CODE_B) {
      c->j->num_compiled += w->num_compiled;
      return at;
   }
   return NO_CODE;
}

static bool
compile_program(struct compiler *c)
{
   struct sq_jit_flow w;
   sq_jit_flow_init(&w, c->p, c->k, c->block);
   if (sq_jit_put_program(&w))
      c->program = write_flow(c, &w);
   jit_flow_fini(&w.ir);
   return c->program != NO_CODE;
}

/* False: it did not succeed. A clause of which nothing is machine code is left to the interpreter. */
static bool
compile_clause(struct compiler *c, uint32_t step)
{
   struct sq_jit_flow w;
   sq_jit_flow_init(&w, c->p, c->k, c->block);
   sq_jit_load_active(&w);
   w_load(&w.ir, w.live, JIT_NONE, SQ_OFF(live), 8);
   sq_jit_put_clause(&w, &c->p->steps[step]);
   sq_jit_save_active(&w);
   w_return(&w.ir);
   const bool any = w.num_compiled != 0;
   if (any)
      c->clauses[step] = write_flow(c, &w);
   jit_flow_fini(&w.ir);
   return !any || c->clauses[step] != NO_CODE;
}

static bool
compile(struct compiler *c)
{
   const struct sq_program *p = c->p;
   if (compile_program(c))
      return true;
   if (c->code.failed || c->code.size > MAX_CODE_B)
      return false;
   for (uint32_t i = 0; i < p->num_steps; i++)
      if (p->steps[i].kind == SQ_CF_ALU && !compile_clause(c, i))
         return false;
   return true;
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
   if (c->program != NO_CODE)
      j->program = (sq_jit_fn)(uintptr_t)((char *)j->code + c->program);
   for (uint32_t i = 0; i < c->p->num_steps; i++)
      if (c->clauses[i] != NO_CODE)
         j->clauses[i] = (sq_jit_fn)(uintptr_t)((char *)j->code + c->clauses[i]);
   return true;
}

struct sq_jit *
sq_jit_create(const struct sq_program *p, const struct sq_kernels *k)
{
   struct compiler c = {.p = p, .k = k, .writer = jit_writer_find(k->vec_B), .program = NO_CODE};
   const uint32_t n = MAX2(p->num_steps, 1u);
   c.j = calloc(1, sizeof *c.j);
   c.block = malloc(sizeof *c.block);
   c.clauses = malloc(n * sizeof *c.clauses);
   if (c.j)
      c.j->clauses = calloc(n, sizeof *c.j->clauses);
   bool done = c.j && c.j->clauses && c.block && c.clauses;
   if (done) {
      memset(c.clauses, 0xff, n * sizeof *c.clauses);
      done = compile(&c) && c.j->num_compiled && make_executable(&c);
   }
   jit_code_fini(&c.code);
   free(c.clauses);
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
   free(j->clauses);
   free(j);
}
