/* SPDX-License-Identifier: MIT
 *
 * What codes.h says. A program that is bound for the fourth time is worth its compilation.
 */
#include "emulator/r300/codes.h"

#include <stdlib.h>

#include "emulator/jit/code.h"
#include "emulator/jit/mem.h"
#include "emulator/jit/writer.h"
#include "util/u_debug.h"

enum { WORTH_USES = 2, WORTH_FIXED_USES = 8, MAX_CODE_B = 1 << 18 };

static void
print_line(void *data, const char *line)
{
   u_log("%s", line);
}

static bool
write_code(struct r300_jit *j, const struct jit_flow *flow, const struct jit_writer *writer)
{
   struct jit_code code = {0};
   struct jit_pool pool = {.num = 0};
   if (u_debug(U_DEBUG_JIT))
      jit_flow_print(flow, print_line, NULL);
   const uint32_t at = writer->flow(flow, &code, &pool);
   if (at != UINT32_MAX && code.size <= MAX_CODE_B) {
      writer->patch(&code, jit_code_put_pool(&code, &pool, writer->fill));
      j->memory_B = code.size;
      j->memory = code.failed ? NULL : jit_mem_create(code.bytes, code.size);
      if (j->memory)
         j->run = (r300_code)(uintptr_t)((char *)j->memory + at);
   }
   jit_code_fini(&code);
   return j->memory != NULL;
}

struct r300_jit *
r300_jit_create(const struct jit_flow *flow, unsigned vec_B, void *program)
{
   const struct jit_writer *writer = jit_writer_find(vec_B);
   struct r300_jit *j = writer && !flow->failed ? calloc(1, sizeof *j) : NULL;
   if (!j) {
      free(program);
      return NULL;
   }
   j->program = program;
   if (write_code(j, flow, writer))
      return j;
   r300_jit_destroy(j);
   return NULL;
}

void
r300_jit_destroy(struct r300_jit *j)
{
   if (!j)
      return;
   jit_mem_destroy(j->memory, j->memory_B);
   free(j->program);
   free(j);
}

/* ---- tables ---- */

static struct r300_code_entry *
entry_of(struct r300_codes *c, uint64_t key)
{
   for (unsigned i = 0; i < c->n; i++)
      if (c->entry[i].key == key)
         return &c->entry[i];
   if (r300_codes_is_full(c))
      return NULL;
   c->entry[c->n] = (struct r300_code_entry){.key = key};
   return &c->entry[c->n++];
}

r300_code
r300_codes_find(struct r300_codes *c, uint64_t key, r300_jit_maker make, const void *program,
                const void *kernels)
{
   struct r300_code_entry *e = c->mode == EMU_JIT_OFF ? NULL : entry_of(c, key);
   if (!e)
      return NULL;
   if (!e->tried && (++e->uses >= WORTH_USES || c->mode == EMU_JIT_ALWAYS)) {
      e->jit = make(program, kernels);
      e->tried = true;
   }
   return e->jit ? e->jit->run : NULL;
}

/* A hash has one place; who has code there keeps it. */
r300_code
r300_codes_find_fixed(struct r300_codes *c, uint64_t key, uint64_t constants, r300_jit_maker make,
                      const void *stage, const void *kernels)
{
   struct r300_code_entry *e = c->mode == EMU_JIT_OFF ? NULL : entry_of(c, key);
   if (!e || !e->jit)
      return NULL;
   struct r300_fixed_code *f = &e->fixed[constants % R300_FIXED_CODES];
   if (f->key != constants) {
      if (f->tried)
         return NULL;
      *f = (struct r300_fixed_code){.key = constants};
   }
   if (!f->tried && ++f->uses >= (c->mode == EMU_JIT_ALWAYS ? 2 : WORTH_FIXED_USES)) {
      f->jit = make(stage, kernels);
      f->tried = true;
   }
   return f->jit ? f->jit->run : NULL;
}

bool
r300_codes_is_full(const struct r300_codes *c)
{
   return c->n == R300_CODES;
}

void
r300_codes_clear(struct r300_codes *c)
{
   for (unsigned i = 0; i < c->n; i++) {
      r300_jit_destroy(c->entry[i].jit);
      for (unsigned k = 0; k < R300_FIXED_CODES; k++)
         r300_jit_destroy(c->entry[i].fixed[k].jit);
   }
   c->n = 0;
}
